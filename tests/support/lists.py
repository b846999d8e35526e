"""A list read as an import reads it."""

import json
from collections.abc import Iterator

import pytest

from tournament import limited_child
from tournament.registration.imports import child
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


@pytest.fixture(scope="module")
def opened_here() -> Iterator[None]:
    """Open workbooks in the process of the tests: a child for each file takes ten times what its list takes to be read.

    The child's limits and its way back are tested in test_import_reading.py, test_import_books.py, test_import_makers.py.
    """

    def answer_of(command: list[str], data: bytes, **_limits: object) -> bytes:
        assert command[-1] == "read-list"
        return json.dumps({"sheets": child.sheets_of(data)}).encode()

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(limited_child, "answer_of", answer_of)
        yield
