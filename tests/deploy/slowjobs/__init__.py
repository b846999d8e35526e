"""Jobs that last, fail or kill their worker, for the tests of real processes (see tests/deploy/hall_settings.py)."""
