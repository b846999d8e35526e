"""The process that opens a workbook: bytes on standard input, sheets or a refusal as JSON on standard output.

An .xlsx is read by openpyxl, which gives formulas as their own text. An .ods or an old .xls is read by calamine, which
knows both; it gives what the spreadsheet last computed.
"""

import datetime
import io
import json
import sys
from collections.abc import Iterable, Iterator, Sequence

import python_calamine
from openpyxl import load_workbook

from tournament import names
from tournament.errors import TournamentError
from tournament.limited_child import limit_resources
from tournament.registration.imports.reading import MOST_COLUMNS, MOST_ROWS, bounded_row, is_old_or_open

MEMORY, SECONDS_OF_WORK = 300_000_000, 10
LAST_ROW = 1_048_576  # of any spreadsheet; openpyxl counts up to whatever number a row claims


def text_of(value: object) -> str:
    """Return a cell's value as the text a person sees; a formula as its own text.
    >>> text_of(612345678.0), text_of(7.5), text_of(None), text_of(True)
    ('612345678', '7.5', '', 'VRAI')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "VRAI" if value else "FAUX"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    if isinstance(value, str | int | float | datetime.date | datetime.time | datetime.timedelta):
        return str(value)
    # Formulas over several cells come as objects.
    formula = str(getattr(value, "text", "") or "")
    return formula if formula.startswith("=") else f"={formula}"


def sheets_of(data: bytes) -> list[dict[str, object]]:
    """Return every sheet with its rows that are not blank; the dimension a sheet declares is not believed."""
    sheets, cells_left = [], MOST_ROWS * MOST_COLUMNS
    for title, hidden, sheet_rows in _opened(data):
        rows = []
        for number, values in enumerate(sheet_rows, start=1):
            if number > LAST_ROW:
                raise TournamentError("file_broken")
            if any(value not in (None, "") for value in values) and (
                cells := bounded_row(number, [text_of(value) for value in values])
            ):
                rows.append((number, cells))
                cells_left -= len(cells)
                if cells_left < 0:
                    raise TournamentError("file_too_heavy")
        sheets.append({"name": names.clean(title), "hidden": hidden, "rows": rows})
    return sheets


def _opened(data: bytes) -> Iterator[tuple[str, bool, Iterable[Sequence[object]]]]:
    """Yield the name of each sheet of cells, whether it is hidden, and its rows from the first on."""
    if is_old_or_open(data):
        old = python_calamine.CalamineWorkbook.from_filelike(io.BytesIO(data))
        for place, about in enumerate(old.sheets_metadata):
            if about.typ == python_calamine.SheetTypeEnum.WorkSheet:
                hidden = about.visible != python_calamine.SheetVisibleEnum.Visible
                yield about.name, hidden, old.get_sheet_by_index(place).to_python(skip_empty_area=False)
        return
    book = load_workbook(io.BytesIO(data), read_only=True, data_only=False, keep_links=False)
    for sheet in book.worksheets:
        sheet.reset_dimensions()
        yield sheet.title, sheet.sheet_state != "visible", sheet.iter_rows(values_only=True)


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
    except Exception as error:
        # openpyxl raises almost anything on a workbook that is not one; here all of it means the same to the reader.
        hostile = any(type(e).__module__.startswith("defusedxml") for e in (error, error.__cause__, error.__context__))
        answer = {"code": "file_hostile" if hostile else "file_broken", "params": {}}
    sys.stdout.write(json.dumps(answer))
