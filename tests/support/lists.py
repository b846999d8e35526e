"""A list read as an import reads it."""

from tournament.registration.imports.columns import guess_layout, guess_sheet
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_file, read_pasted


def read(data: bytes | str):
    """The sheet that looks like a list, its layout and its entries."""
    book = read_pasted(data) if isinstance(data, str) else read_file(data)
    sheet = book.sheets[guess_sheet(book)]
    layout = guess_layout(sheet)
    return sheet, layout, read_entries(sheet, layout)


def teams(data: bytes | str):
    return [entry for entry in read(data)[2] if entry.kind == "team"]
