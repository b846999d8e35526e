"""Write tabs of plain rows into an .xlsx file. No other module of the workbook knows openpyxl; the worker loads it when asked."""

import shutil
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from math import ceil
from textwrap import wrap
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from django.utils.translation import gettext as _
from openpyxl import Workbook
from openpyxl.cell import Cell
from openpyxl.styles import Alignment, Border, Font, NamedStyle, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet._write_only import WriteOnlyWorksheet
from openpyxl.worksheet.worksheet import Worksheet
from openpyxl.writer.excel import ExcelWriter

from scoring.workbook.columns import FORMATS, TEXTS, Column, Tab, plain_text

WRAPPED = {"text", "lines"}
HORIZONTAL = {"text": "left", "lines": "left", "clipped": "fill"}  # "fill" hides what is wider than the column
ROW_HEIGHT = 15  # points, one line of the writing used here
HIGHEST_ROW = 409  # points that Excel gives a row at most

_LINE = Side(style="thin", color="D3DCD7")

# Paper is reckoned in points. A column of n characters takes 7 n + 5 pixels of Excel, three quarters of a point each.
LETTER = 11  # of all cells
LEAST_LETTER = 7.0  # on paper: what is smaller is not read, the sheet then takes more pages in width
PORTRAIT_LETTER = 8.0  # a sheet that would have smaller ones is laid across
PORTRAIT, LANDSCAPE = (538.0, 755.0), (784.0, 508.0)  # width and height that the margins of an A4 page leave
FEWEST_ROWS = 6  # on the last page of a tab
MARGIN_OF_CELL = 2  # characters beside the longest value of a column
HEADING_LINES = 3
FIXED = {"moment", "money", "clipped"}  # kinds whose width does not follow what stands in the column


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
                wrap_text=kind in WRAPPED,
            ),
        )
        book.add_named_style(style)


class _StyledCell(Cell):
    """Cache one style: openpyxl looks a style up anew, and describes the cell, each time it writes one.

    Both were a sixth of the time of a workbook (`tests/benchmarks/bench_workbook.py`).
    """

    __slots__ = ("_kept_id",)
    has_style = True

    def __init__(self, sheet: WriteOnlyWorksheet, style: str, text: str = "") -> None:
        super().__init__(sheet, row=1, column=1)
        self.style = style
        self._kept_id = super().style_id
        if text:
            _set_text(self, text)

    @property
    def style_id(self) -> int:
        """Return the number of its style among those of the workbook."""
        return self._kept_id

    def __repr__(self) -> str:
        return "cell"


def _set_text(cell: Cell, value: object) -> None:
    """Set *value* as text: openpyxl takes "=" for a formula and "#N/A" for an error unless told after the value."""
    cell.value = plain_text(value)
    cell.data_type = "s"


@dataclass(frozen=True)
class _Layout:
    """Represent how a tab is laid out: the widths of its columns in characters, the heights of its rows and its pages.

    A column that holds nothing in any line has no width: it is folded away.
    """

    widths: list[float]
    heading: float
    heights: list[int]
    landscape: bool
    pages_wide: int
    pages_high: int  # 0: as many as it takes


def _width(column: Column, values: Iterable[object]) -> float:
    """Return the width of *column* for its *values*: no wider than what it shows, no narrower than its heading."""
    if column.kind in FIXED:
        return column.width
    words = column.heading.split()
    heading = max(*(len(word) for word in words), -(-len(column.heading) // HEADING_LINES), 4)
    longest = max((_length(value) for value in values), default=0)
    return max(min(longest, column.width - MARGIN_OF_CELL), heading) + MARGIN_OF_CELL


def _length(value: object) -> int:
    """Return how many characters the longest line of *value* takes."""
    if isinstance(value, str):
        # A printable text has no line break.
        return len(value) if value.isprintable() else max(map(len, value.splitlines()), default=0)
    # Figures have a space between thousands, and sometimes a sign.
    return 0 if value is None else len(str(value)) + 1


def _lines(text: object, width: float) -> int:
    """Count the lines of *text* in a column of *width* characters: no program grows the row when it opens the file."""
    room = max(int(width - MARGIN_OF_CELL / 2), 1)
    text = str(text) if text else ""
    if len(text) <= room and text.isprintable():
        return 1
    lines = text.splitlines()
    return sum(1 if len(line) <= room else len(wrap(line, room)) for line in lines) or 1


def _layout(tab: Tab, rows: Sequence[Sequence[Any]]) -> _Layout:
    """Lay *tab* out on A4: letters that are read, on more pages in width where one would need smaller ones, and no page
    for a few last rows.
    """
    widths = [
        _width(column, [row[place] for row in rows])
        if not rows or any(row[place] not in (None, "") for row in rows)
        else 0.0
        for place, column in enumerate(tab.columns)
    ]
    shown = [(place, column, widths[place]) for place, column in enumerate(tab.columns) if widths[place]]
    heading = ROW_HEIGHT * max(_lines(column.heading, width) for _place, column, width in shown)
    wrapped = [(place, width) for place, column, width in shown if column.kind in WRAPPED]
    heights = [
        min(ROW_HEIGHT * max((_lines(row[place], width) for place, width in wrapped), default=1), HIGHEST_ROW)
        for row in rows
    ]
    wide = sum(7 * width + 5 for _place, _column, width in shown) * 0.75
    least = LEAST_LETTER / LETTER
    landscape = wide * PORTRAIT_LETTER / LETTER > PORTRAIT[0]
    room, height = LANDSCAPE if landscape else PORTRAIT
    pages_wide = max(ceil(wide * least / room), 1)
    scale = min(1.0, room * pages_wide / wide)
    page = height / scale - (heading + 2 * ROW_HEIGHT)
    pages, used, here = 1, 0.0, 0
    for row_height in heights:
        if used + row_height > page:
            pages, used, here = pages + 1, 0.0, 0
        used, here = used + row_height, here + 1
    smaller = scale * (pages - 1) * page / max(sum(heights), 1.0)
    alone = pages > 1 and here < FEWEST_ROWS and smaller > least and pages_wide == 1
    return _Layout(widths, heading + 4, heights, landscape, pages_wide, pages - 1 if alone else 0)


def _write_tab(book: Workbook, tab: Tab, footer: str) -> int:
    sheet = book.create_sheet(tab.name)
    rows = list(tab.rows)
    layout = _layout(tab, rows)
    last = get_column_letter(len(tab.columns))
    for index, width in enumerate(layout.widths, start=1):
        dimension = sheet.column_dimensions[get_column_letter(index)]
        dimension.width, dimension.hidden = width or tab.columns[index - 1].width, not width
    sheet.freeze_panes = "A3"
    sheet.print_title_rows = "1:2"
    sheet.page_setup.paperSize = Worksheet.PAPERSIZE_A4
    sheet.page_setup.orientation = "landscape" if layout.landscape else "portrait"
    sheet.page_setup.fitToWidth, sheet.page_setup.fitToHeight = layout.pages_wide, layout.pages_high
    if rows:
        # Or LibreOffice makes all letters smaller for what a clipped column hides; a hidden tab with one it prints.
        sheet.print_area = f"A1:{last}{len(rows) + 2}"
    if layout.pages_wide > 1:
        # Its right half names partie and table again, where the title would be cut: that stands above each page.
        sheet.print_title_rows, sheet.print_title_cols = "2:2", "A:B"
        sheet.print_area = f"A2:{last}{len(rows) + 2}"
        sheet.oddHeader.left.text = tab.title.replace("&", "&&")
    sheet.sheet_properties.pageSetUpPr.fitToPage = True
    sheet.page_margins.left = sheet.page_margins.right = 0.4
    sheet.page_margins.top = sheet.page_margins.bottom = 0.6
    sheet.page_margins.header = sheet.page_margins.footer = 0.25  # LibreOffice cuts what has no room above the margin
    sheet.oddFooter.left.text = footer.replace("&", "&&")  # a lone one is a command
    sheet.oddFooter.right.text = "&P / &N"

    nothing = tab.empty or _("Nothing so far.")
    title = tab.title if rows else f"{tab.title}. {nothing}"
    sheet.append([_StyledCell(sheet, "dix_title", title)])
    sheet.row_dimensions[2].height = layout.heading
    sheet.append([_StyledCell(sheet, "dix_heading", column.heading) for column in tab.columns])

    # One styled cell a column, used again for each row: new style objects for each cell are ten times slower.
    cells = [_StyledCell(sheet, f"dix_{column.kind}") for column in tab.columns]
    is_text = [column.kind in TEXTS for column in tab.columns]
    for number, (row, height) in enumerate(zip(rows, layout.heights, strict=True), start=3):
        for cell, text, value in zip(cells, is_text, row, strict=True):
            if value is None or value == "":
                cell.value = None
            elif text:
                _set_text(cell, value)
            elif isinstance(value, datetime):
                cell.value = value.replace(tzinfo=None)  # Excel knows no time zone: the hall's own time
            else:
                cell.value = value
        if height > ROW_HEIGHT:
            sheet.row_dimensions[number].height = height
        sheet.append(cells)
    if rows:
        sheet.auto_filter.ref = f"A2:{last}{len(rows) + 2}"
    return len(rows)


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
    most 31 characters (TAB_LENGTH). A tab without rows is hidden.
    """
    book = Workbook(write_only=True)
    book.properties.title, book.properties.creator, book.properties.language = title, "Dix de Der", "fr-FR"
    _styles(book)
    rows = []
    for index, tab in enumerate(tabs):
        progress(round(95 * index / len(tabs)), tab.name)
        rows.append(_write_tab(book, tab, footer))
    _hide_empty(book, rows)
    progress(95, title)
    with _UndatedZip(file, "w", ZIP_DEFLATED) as archive:
        ExcelWriter(book, archive).save()
    return sum(rows)


def _hide_empty(book: Workbook, rows: Sequence[int]) -> None:
    """Hide the tabs without a row, which are still found by their names and make no page on paper."""
    if not any(rows):
        return
    for sheet, count in zip(book.worksheets, rows, strict=True):
        if not count:
            sheet.sheet_state = Worksheet.SHEETSTATE_HIDDEN
    book.active = next(index for index, count in enumerate(rows) if count)  # Excel opens none on a hidden tab


class _UndatedZip(ZipFile):
    """Write the parts of a workbook under one fixed date: a zip knows none before 1980, where a clock may stand."""

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
