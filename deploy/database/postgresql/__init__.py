"""Django's PostgreSQL engine with a shorter look at a kept connection."""
