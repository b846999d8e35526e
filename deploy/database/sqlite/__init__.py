"""Django's SQLite engine with a queue before its door."""
