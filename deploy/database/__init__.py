"""The database as a whole: its SQLite engine, its copies, its replica, and the checks before it is used."""
