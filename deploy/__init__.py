"""Settings, addresses, processes and their checks: the one package that knows all others."""
