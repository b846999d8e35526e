"""Read an .ods or .fods of any program: calamine loses tabs, errors and what Gnumeric writes between the cells."""

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from tournament.errors import TournamentError
from tournament.registration.imports.books import cells as seen
from tournament.registration.imports.books.sheets import MOST_ROWS, SheetOfCells
from tournament.registration.imports.books.struck import mark_of_names, struck_out
from tournament.registration.imports.books.texts import unescaped

_PERIOD = re.compile(r"PT(\d+)H(\d+)M([\d.]+)S")
_CELLS = ("table-cell", "covered-table-cell")
# A table that LibreOffice keeps beside the sheets and shows nobody: the cells of another file that formulas look up.
_ELSEWHERE = re.compile(r"'.+'#")
_STRUCK, _AWAY, _HIDDEN = "struck", "coloured", "hidden"


def read(stream: Any) -> Iterator[SheetOfCells]:
    """Yield each sheet of the document in *stream*; one that is too long is refused by itself."""
    styles: dict[str, str] = {}
    sheet: SheetOfCells | None = None
    reader = _Rows(styles)
    spreadsheet = False
    for event, element in seen.elements(stream, "spreadsheet", "table", "table-row", "style", starts=True):
        name = seen.local(element)
        if name == "spreadsheet":
            spreadsheet = True
        elif name == "style" and event == "end":
            if mark := _mark_of(element):
                styles[seen.attributes(element).get("name", "")] = mark
        elif name == "table" and event == "start" and sheet is None:
            about = seen.attributes(element)
            sheet = SheetOfCells(about.get("name", ""), styles.get(about.get("style-name", "")) == _HIDDEN)
            reader = _Rows(styles)
        elif name == "table-row" and event == "end" and sheet is not None:
            if not sheet.refused and not _ELSEWHERE.match(sheet.name):
                try:
                    reader.take(element, sheet)
                except TournamentError as error:
                    sheet.rows, sheet.refused, sheet.params = {}, error.code, dict(error.params)
            element.clear()
        elif name == "table" and event == "end" and sheet is not None:
            # A drawing may hold a table of its own, inside a cell; its end is not that of the sheet.
            if seen.attributes(element).get("name", "") == sheet.name or element.getparent() is None:
                if not _ELSEWHERE.match(sheet.name):
                    yield sheet
                sheet = None
                element.clear()
    if not spreadsheet:
        raise TournamentError("file_no_list")


def _mark_of(style: Any) -> str:
    """Return how a style marks what has it: a hidden sheet, letters struck out, a ground or letters that take away."""
    mark = ""
    for properties in style:
        about = seen.attributes(properties)
        if about.get("display") == "false":
            return _HIDDEN
        if about.get("text-line-through-style", "none") != "none":
            mark = _STRUCK
        ground, letters = (seen.color_in(about.get(name, "")) for name in ("background-color", "color"))
        if not mark and ((ground and seen.is_away(ground)) or (letters and seen.is_faint(letters))):
            mark = _AWAY
    return mark


class _Rows:
    def __init__(self, styles: dict[str, str]) -> None:
        self._styles, self._number, self._cells_left = styles, 0, seen.MOST_CELLS

    def take(self, row: Any, sheet: SheetOfCells) -> None:
        """Put *row* in *sheet*, as often as it says that it stands there."""
        about = seen.attributes(row)
        repeated = int(about.get("number-rows-repeated", "1"))
        first = self._number + 1
        self._number += repeated
        found, mark = self._cells(row, first, sheet)
        if not found:
            return
        if self._number > seen.LAST_ROW:
            raise TournamentError("file_broken")
        if self._number > MOST_ROWS:
            raise TournamentError("file_rows", line=max(first, MOST_ROWS + 1), most=MOST_ROWS)
        self._cells_left -= len(found) * repeated
        if self._cells_left < 0:
            raise TournamentError("file_too_heavy")
        if about.get("visibility") in ("collapse", "filter"):
            mark = _HIDDEN
        for number in range(first, self._number + 1):
            sheet.put(number, found, mark)

    def _cells(self, row: Any, number: int, sheet: SheetOfCells) -> tuple[dict[int, str], str]:
        found: dict[int, str] = {}
        place, marks, struck = 0, list[str](), list[str]()
        for element in row:
            if seen.without_namespace(element.tag) not in _CELLS:
                continue
            cell = _cell(tuple(element.items()))
            text = _text(element, cell, self._styles)
            if text and not text.isspace():
                if place + cell.repeated > seen.LAST_COLUMN:
                    raise TournamentError("file_broken")
                for column in range(place, place + cell.repeated):
                    found[column] = text
                marks.append(self._styles.get(cell.style, ""))
                if marks[-1] == _STRUCK:
                    struck.append(text)
                if cell.down > 1:
                    sheet.merged.append((number, place, number + cell.down - 1, place + cell.right - 1))
            place += cell.repeated
        if len(struck) * 2 > len(marks):
            return found, _STRUCK
        return found, mark_of_names(struck) or (_AWAY if marks.count(_AWAY) * 2 > len(marks) else "")


class _Cell(NamedTuple):
    """The attributes of a cell: how far it reaches, its style, and the text of its value, None for letters."""

    repeated: int
    down: int
    right: int
    style: str
    value: str | None
    letters: str
    formula: str


@lru_cache(maxsize=4_096)
def _cell(items: tuple[tuple[str, str], ...]) -> _Cell:
    # The cells of a column have the same attributes, a long list over.
    about = seen.by_name(items)
    kind = about.get("value-type")
    formula = "" if kind else about.get("formula", "").partition(":")[2]
    return _Cell(
        int(about.get("number-columns-repeated", "1")),
        int(about.get("number-rows-spanned", "1")),
        int(about.get("number-columns-spanned", "1")),
        about.get("style-name", ""),
        _value(kind, about),
        about.get("string-value", "") if kind == "string" else "",
        f"={formula.removeprefix('=')}" if formula else "",
    )


def _value(kind: str | None, about: Mapping[str, str]) -> str | None:
    if kind in ("float", "currency", "percentage"):
        return seen.number_text(about.get("value", ""))
    if kind == "boolean":
        return seen.text_of(about.get("boolean-value", "") == "true")
    if kind == "date":
        return about.get("date-value", "").removesuffix("T00:00:00").replace("T", " ").partition(".")[0]
    if kind == "time" and (period := _PERIOD.fullmatch(about.get("time-value", ""))):
        return f"{int(period[1]):02}:{period[2]}:{float(period[3]):02.0f}"
    return None


def _text(element: Any, cell: _Cell, styles: Mapping[str, str]) -> str:
    """Return what a cell shows; a comment that hangs on it is none of it."""
    shown = "\n".join([_paragraph(child, styles) for child in element if seen.without_namespace(child.tag) == "p"])
    if shown.startswith("Err:"):
        return f"#{shown}"
    if shown.startswith("#"):
        return shown
    if cell.value is not None:
        return cell.value
    return unescaped(shown or cell.letters) if shown or not cell.formula else cell.formula


def _paragraph(element: Any, styles: Mapping[str, str]) -> str:
    if not len(element):
        return element.text or ""
    parts = [element.text or ""]
    for child in element:
        name = seen.local(child)
        if name == "tab":
            parts.append("\t")
        elif name == "line-break":
            parts.append("\n")
        elif name == "s":
            parts.append(" " * min(int(seen.attributes(child).get("c", "1")), 500))
        elif name in ("span", "a"):
            text = _paragraph(child, styles)
            struck = styles.get(seen.attributes(child).get("style-name", "")) == _STRUCK
            parts.append(struck_out(text) if struck else text)
        parts.append(child.tail or "")
    return "".join(parts)
