"""The process that opens a workbook: bytes on standard input, sheets or a refusal as JSON on standard output.

.xlsx and .ods are read from their XML (`books/`); an old .xls by calamine. All give what a formula last gave.
"""

import io
import json
import sys
import zipfile
from collections.abc import Iterator

import python_calamine
from lxml import etree

from tournament.errors import TournamentError
from tournament.limited_child import limit_resources
from tournament.registration.imports.books import cells, oldexcel, opendocument, webpage, xlsx
from tournament.registration.imports.books.sheets import SheetOfCells
from tournament.registration.imports.books.struck import mark_of_names
from tournament.registration.imports.reading import is_web_page

MEMORY, SECONDS_OF_WORK = 300_000_000, 10


def sheets_of(data: bytes) -> list[dict[str, object]]:
    """Return every sheet with its rows that are not blank; the dimension a sheet declares is not believed.

    Raises TournamentError where no sheet could be read; else one that could not says so itself.
    """
    sheets, cells_left = [], cells.MOST_CELLS
    for sheet in _opened(data):
        cells_left -= sum(map(len, sheet.rows.values()))
        if cells_left < 0:
            raise TournamentError("file_too_heavy")
        sheets.append(sheet.result())
        sheet.rows.clear()
    refused = next((sheet for sheet in sheets if sheet["refused"]), None)
    if refused and not any(sheet["rows"] for sheet in sheets):
        raise TournamentError(str(refused["refused"]), **dict(refused["params"]))  # type: ignore[call-overload]
    return sheets


def _opened(data: bytes) -> Iterator[SheetOfCells]:
    if data.startswith(b"PK"):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if "xl/workbook.xml" in map(str.lower, archive.namelist()):
                yield from xlsx.read(archive)
            else:
                with archive.open("content.xml") as stream:
                    yield from opendocument.read(stream)
    elif is_web_page(data):
        yield from webpage.read(data)
    elif data.lstrip(b"\xef\xbb\xbf \r\n\t").startswith(b"<"):
        yield from opendocument.read(io.BytesIO(data))
    else:
        yield from _old(data)


def _old(data: bytes) -> Iterator[SheetOfCells]:
    book = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
    beside = oldexcel.left_out(data)
    for place, about in enumerate(book.sheets_metadata):
        if about.typ != python_calamine.SheetTypeEnum.WorkSheet:
            continue
        sheet = SheetOfCells(about.name, about.visible != python_calamine.SheetVisibleEnum.Visible)
        read = book.get_sheet_by_index(place)
        left_out = beside[place] if place < len(beside) else oldexcel.LeftOut()
        errors: dict[int, dict[int, str]] = {}
        for (row, column), error in left_out.errors.items():
            errors.setdefault(row, {})[column] = error
        try:
            for row, values in enumerate(read.to_python(skip_empty_area=False)):
                found = {column: cells.text_of(value) for column, value in enumerate(values) if value != ""}
                struck = [found[column] for column in left_out.struck.get(row, ()) if column in found]
                mark = left_out.marks.get(row, "")
                # A colour says less than a name that is struck out.
                mark = mark if mark in ("hidden", "struck") else mark_of_names(struck) or mark
                sheet.put(row + 1, found | errors.pop(row, {}), mark)
            for row, found in errors.items():
                sheet.put(row + 1, found)
        except TournamentError as error:
            sheet.rows, sheet.refused, sheet.params = {}, error.code, dict(error.params)
        sheet.merged = [
            (top + 1, left, bottom + 1, right) for (top, left), (bottom, right) in read.merged_cell_ranges or ()
        ]
        yield sheet


def main() -> None:
    limit_resources(MEMORY, SECONDS_OF_WORK)
    try:
        answer: dict[str, object] = {"sheets": sheets_of(sys.stdin.buffer.read())}
    except TournamentError as error:
        answer = {"code": error.code, "params": error.params}
    except python_calamine.PasswordError:
        answer = {"code": "file_locked", "params": {}}
    except MemoryError:
        answer = {"code": "file_too_heavy", "params": {}}
    except etree.XMLSyntaxError as error:
        hostile = "entit" in str(error).lower()
        answer = {"code": "file_hostile" if hostile else "file_broken", "params": {}}
    except Exception:
        # Archives, parsers and calamine raise almost anything on a workbook that is not one; all of it means the same.
        answer = {"code": "file_broken", "params": {}}
    sys.stdout.write(json.dumps(answer))
