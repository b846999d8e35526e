"""Write tabs of plain rows into an .xlsx file. No other module of the workbook knows openpyxl."""

import re
import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

# A number format of Excel is written in the English way and shown in the reader's: "#,##0" is 1 944 in France.
FORMATS = {
    "text": "@",
    "lines": "@",
    "clipped": "@",
    "general": "General",
    "number": "0",
    "figure": "#,##0",
    "signed": "+#,##0;-#,##0;0",
    "decimal": "#,##0.00",
    "money": '#,##0.00 "€"',
    "moment": "dd/mm/yyyy hh:mm:ss",
}
TEXTS = {"text", "lines", "clipped"}
HORIZONTAL = {"text": "left", "lines": "left", "clipped": "fill"}  # "fill" hides what is wider than the column
ROW_HEIGHT = 15  # points, one line of the writing used here
CELL_LIMIT = 32767  # characters that Excel takes in one cell
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TAB_LENGTH = 31  # and in the name of a tab

_LINE = Side(style="thin", color="D3DCD7")


@dataclass(frozen=True)
class Column:
    """A column: its heading, what kind of value it holds (a key of FORMATS) and its width in characters."""

    heading: str
    kind: str = "text"
    width: int = 12


@dataclass(frozen=True)
class Tab:
    """One tab of the workbook: its name, a line above the table, the columns and the rows (values or None)."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Any]]
    landscape: bool = False


def plain_text(value: object) -> str:
    """Return *value* as text that Excel takes: only what XML may hold, no longer than a cell.

    >>> plain_text("=1+1\\x00\\ufffe\\udc80")
    '=1+1'
    """
    return _NOT_IN_XML.sub("", str(value))[:CELL_LIMIT]


def _styles(book: Workbook) -> None:
    title = NamedStyle("dix_title", font=Font(name="Calibri", size=14, bold=True, color="0F5C3A"))
    heading = NamedStyle(
        "dix_heading",
        font=Font(name="Calibri", size=11, bold=True, color="FFFFFF"),
        fill=PatternFill("solid", fgColor="0F5C3A"),
        alignment=Alignment(vertical="center", wrap_text=True),
    )
    book.add_named_style(title)
    book.add_named_style(heading)
    for kind, number_format in FORMATS.items():
        style = NamedStyle(
            f"dix_{kind}",
            number_format=number_format,
            font=Font(name="Calibri", size=11),
            border=Border(bottom=_LINE),
            alignment=Alignment(
                vertical="top",
                horizontal=HORIZONTAL.get(kind, "right"),
                indent=kind in TEXTS,
                wrap_text=kind == "lines",
            ),
        )
        book.add_named_style(style)


def _cell(sheet: WriteOnlyWorksheet, style: str, text: str = "") -> Cell:
    cell = WriteOnlyCell(sheet)
    cell.style = style
    if text:
        _set_text(cell, text)
    return cell


def _set_text(cell: Cell, value: object) -> None:
    """Set *value* as text: openpyxl takes "=" for a formula and "#N/A" for an error unless told after the value."""
    cell.value = plain_text(value)
    cell.data_type = "s"


def _write_tab(book: Workbook, tab: Tab, footer: str) -> int:
    sheet = book.create_sheet(tab.name)
    last = get_column_letter(len(tab.columns))
    for index, column in enumerate(tab.columns, start=1):
        sheet.column_dimensions[get_column_letter(index)].width = column.width
    sheet.freeze_panes = "A3"
    sheet.print_title_rows = "1:2"
    sheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if tab.landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = 1, 0
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.page_margins.top = sheet.page_margins.bottom = 0.6
    sheet.oddFooter.left.text = footer.replace("&", "&&")  # a lone one is a command
    sheet.oddFooter.right.text = "&P / &N"

    sheet.append([_cell(sheet, "dix_title", tab.title)])
    sheet.row_dimensions[2].height = 2 * ROW_HEIGHT + 4
    sheet.append([_cell(sheet, "dix_heading", column.heading) for column in tab.columns])

    # One styled cell a column, used again for each row: new style objects for each cell are ten times slower.
    cells = [_cell(sheet, f"dix_{column.kind}") for column in tab.columns]
    is_text = [column.kind in TEXTS for column in tab.columns]
    wrapped = [(index, column.width) for index, column in enumerate(tab.columns) if column.kind == "lines"]
    count = 0
    for row in tab.rows:
        for cell, text, value in zip(cells, is_text, row, strict=True):
            if value is None or value == "":
                cell.value = None
            elif text:
                _set_text(cell, value)
            elif isinstance(value, datetime):
                cell.value = value.replace(tzinfo=None)  # Excel knows no time zone: the hall's own time
            else:
                cell.value = value
        count += 1
        lines = max((_lines(row[index], width) for index, width in wrapped), default=1)
        if lines > 1:
            sheet.row_dimensions[count + 2].height = ROW_HEIGHT * lines
        sheet.append(cells)
    if count:
        sheet.auto_filter.ref = f"A2:{last}{count + 2}"
    return count


def _lines(text: object, width: int) -> int:
    """Count the lines of *text* in a column of *width* characters: no program grows the row when it opens the file."""
    return sum(max(1, -(-len(line) // width)) for line in str(text).splitlines()) if text else 1


def write(
    file: IO[bytes],
    *,
    title: str,
    footer: str,
    tabs: Sequence[Tab],
    progress: Callable[[int, str], None] = lambda percent, step: None,
) -> int:
    """Write *tabs* as one workbook to *file* and return the number of rows written.

    *progress* is called before each tab with a percentage and the name of the tab. Names must be unique and have at
    most 31 characters (TAB_LENGTH).
    """
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator, book.properties.language = title, "Dix de Der", "fr-FR"
    _styles(book)
    rows = 0
    for index, tab in enumerate(tabs):
        progress(round(95 * index / len(tabs)), tab.name)
        rows += _write_tab(book, tab, footer)
    progress(95, title)
    with _UndatedZip(file, "w", ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).save()
    return rows


class _UndatedZip(ZipFile):
    """Hold the parts of a workbook under one fixed date: a zip knows none before 1980, where a clock may stand."""

    DATE = (2000, 1, 1, 0, 0, 0)

    def writestr(self, name: Any, data: Any, *_more: Any) -> None:
        """Write *data* as the part *name*."""
        super().writestr(ZipInfo(name, self.DATE), data, ZIP_DEFLATED)

    def write(self, filename: Any, arcname: Any = None, *_more: Any) -> None:
        """Write the file *filename* as the part *arcname*."""
        part = ZipInfo(arcname, self.DATE)
        part.compress_type = ZIP_DEFLATED
        with open(filename, "rb") as source, self.open(part, "w") as target:
            shutil.copyfileobj(source, target)
