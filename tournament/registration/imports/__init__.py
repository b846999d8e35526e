"""Lists of registrations as clubs send them: from bytes to lines. No Django, no database."""

from tournament.registration.imports.columns import ROLES, Layout, guess_layout, guess_sheet
from tournament.registration.imports.entries import Entry, Say, read_entries
from tournament.registration.imports.reading import Book, Sheet, read_file, read_pasted

__all__ = [
    "ROLES",
    "Book",
    "Entry",
    "Layout",
    "Say",
    "Sheet",
    "guess_layout",
    "guess_sheet",
    "read_entries",
    "read_file",
    "read_pasted",
]
