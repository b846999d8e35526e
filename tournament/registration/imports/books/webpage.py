"""Read a web page that a site gives under the name of a spreadsheet: each of its tables is a sheet."""

from collections.abc import Iterator
from typing import Any

from lxml import html

from tournament.errors import TournamentError
from tournament.registration.imports.books import cells as seen
from tournament.registration.imports.books.sheets import SheetOfCells
from tournament.registration.imports.books.texts import unescaped


def read(data: bytes) -> Iterator[SheetOfCells]:
    """Yield the tables of the page in *data* that hold no table themselves. Raises TournamentError file_no_list."""
    page = html.document_fromstring(data, parser=html.HTMLParser(encoding=_encoding(data), no_network=True))
    tables = [table for table in page.iter("table") if table.find(".//table") is None]
    if not tables:
        raise TournamentError("file_no_list")
    for table in tables:
        sheet = SheetOfCells(table.findtext("caption") or "")
        try:
            _read(table, sheet)
        except TournamentError as error:
            sheet.rows, sheet.refused, sheet.params = {}, error.code, dict(error.params)
        yield sheet


def _encoding(data: bytes) -> str | None:
    """Return the encoding where the page does not say it: that of Windows where it is no UTF-8."""
    if b"charset" in data[:2_000].lower() or data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return None
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return "cp1252"
    return "utf-8"


def _read(table: Any, sheet: SheetOfCells) -> None:
    taken: set[tuple[int, int]] = set()
    cells_left = seen.MOST_CELLS
    for number, row in enumerate(table.iter("tr"), start=1):
        found, place = {}, 0
        for cell in row:
            if cell.tag not in ("td", "th"):
                continue
            while (number, place) in taken:
                place += 1
            across, down = (_span(cell.get(name)) for name in ("colspan", "rowspan"))
            cells_left -= across * down
            if cells_left < 0:
                raise TournamentError("file_too_heavy")
            if text := _text(cell):
                found[place] = text
                if down > 1:
                    sheet.merged.append((number, place, number + down - 1, place + across - 1))
            taken.update((number + lower, place + right) for lower in range(1, down) for right in range(across))
            place += across
        style = (row.get("style") or "").replace(" ", "")
        sheet.put(number, found, "hidden" if "display:none" in style else "")


def _span(written: str | None) -> int:
    return max(1, min(int(written), 1_000)) if written and written.isdigit() else 1


def _text(cell: Any) -> str:
    parts = []
    for element in cell.iter():
        if element.tag == "br":
            parts.append("\n")
        if isinstance(element.tag, str) and element.text and element.tag not in ("script", "style"):
            parts.append(element.text)
        if element is not cell and element.tail:
            parts.append(element.tail)
    lines = "".join(parts).replace("\r", "").split("\n")
    return unescaped("\n".join(filter(None, (" ".join(line.split()) for line in lines))))
