"""Lists of registrations as clubs send them: from bytes to lines. No Django, no database."""
