"""Write the tabs of the workbook as CSV files in one zip, for programs and for who has no Excel.

As a French Excel opens them by a double click: UTF-8 with its mark, semicolons, a comma in 14,50. A text that Excel
would take for a formula begins with an apostrophe. LISEZMOI.txt says what each column of each file is.
"""

import csv
import io
from collections.abc import Callable, Sequence
from datetime import date, datetime
from typing import IO
from zipfile import ZIP_DEFLATED, ZipFile

from django.utils.formats import get_format
from django.utils.translation import gettext as _

from scoring.workbook.columns import TEXTS, Tab
from tournament.names import file_stem

ZIP = "application/zip"
FORMULA_SIGNS = ("=", "+", "-", "@", "\t", "\r")


def write_csv(
    file: IO[bytes], *, title: str, tabs: Sequence[Tab], progress: Callable[[int, str], None] | None = None
) -> int:
    """Write *tabs* into *file*, a zip, in the language of the moment; return the number of rows."""
    comma = get_format("DECIMAL_SEPARATOR") == ","
    rows, told = 0, [title, "", _guide()]
    with ZipFile(file, "w", ZIP_DEFLATED, compresslevel=6) as whole:
        for place, tab in enumerate(tabs, 1):
            name = f"{place:02d}-{file_stem(tab.name) or 'liste'}.csv"
            if progress:
                progress(5 + 90 * place // len(tabs), tab.name)
            text = io.StringIO(newline="")
            out = csv.writer(text, delimiter=";", lineterminator="\r\n")
            out.writerow([guarded(column.heading) for column in tab.columns])
            for row in tab.rows:
                kinds = (column.kind for column in tab.columns)
                out.writerow([_cell(value, kind, comma=comma) for value, kind in zip(row, kinds, strict=True)])
                rows += 1
            whole.writestr(name, text.getvalue().encode("utf-8-sig", "replace"))
            told.append(f"{name}: {tab.title}")
            told += [f"  {column.heading} ({_kind(column.kind)})" for column in tab.columns] + [""]
        whole.writestr(_("README.txt"), "\r\n".join(told).encode("utf-8-sig", "replace"))
    return rows


def guarded(text: str) -> str:
    """Return *text* as a cell that no spreadsheet takes for a formula.

    >>> guarded("=1+1"), guarded("Le Goff"), guarded(" @x")
    ("'=1+1", 'Le Goff', "' @x")
    """
    return f"'{text}" if text.startswith(FORMULA_SIGNS) or text.strip().startswith(FORMULA_SIGNS) else text


def _cell(value: object, kind: str, *, comma: bool) -> str:
    if value is None:
        return ""
    if kind in TEXTS or isinstance(value, str):
        return guarded(str(value).replace("\x00", ""))
    if isinstance(value, datetime):
        return value.strftime("%Y-%m-%d %H:%M:%S")
    if isinstance(value, date):
        return value.isoformat()
    if isinstance(value, float):
        figure = f"{value:.2f}"
        return figure.replace(".", ",") if comma else figure
    return str(value) if isinstance(value, int) else guarded(str(value))


def _kind(kind: str) -> str:
    if kind == "money":
        return _("euros")
    if kind == "moment":
        return _("date and hour of the hall")
    return _("text") if kind in TEXTS else _("figure")


def _guide() -> str:
    return _(
        "One file for each sheet of the workbook. UTF-8, columns separated by semicolons, the headings in the first line; "
        "dates as 2026-11-20 21:14:03. An apostrophe stands before a text that Excel would take for a formula."
    )
