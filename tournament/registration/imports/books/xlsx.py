"""Read an .xlsx of any program, row by row: what its formulas last gave, its errors, and how its lines are marked."""

import datetime
import posixpath
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

from tournament.errors import TournamentError
from tournament.registration.imports.books import cells as seen
from tournament.registration.imports.books.sheets import SheetOfCells
from tournament.registration.imports.books.struck import mark_of_names, struck_out
from tournament.registration.imports.books.texts import unescaped

# The numbers of days count from here; openpyxl knows the same, and loads twenty times as much as this reader.
_EPOCH, _EPOCH_1904 = datetime.datetime(1899, 12, 30), datetime.datetime(1904, 1, 1)
_MILLISECONDS = 86_400_000
# Formats that a workbook need not write down: the dates and hours among them.
_DATES = frozenset((*range(14, 23), *range(45, 48)))
_BESIDE_DATE = re.compile(r'"[^"]*"|\[(?!hh?\]|mm?\]|ss?\])[^\]]*\]|[_\\].', re.IGNORECASE)
_REFERENCE = re.compile(r"([A-Z]{1,3})(\d{1,7})")


@dataclass
class _Styles:
    dates: set[int] = field(default_factory=set)
    struck: set[int] = field(default_factory=set)
    away: set[int] = field(default_factory=set)


@dataclass
class _Workbook:
    shared: list[str]
    styles: _Styles
    epoch: datetime.datetime


def read(archive: zipfile.ZipFile) -> Iterator[SheetOfCells]:
    """Yield each sheet of cells; one that is broken or too long is refused by itself."""
    members = {name.lower(): name for name in archive.namelist()}
    targets = _targets(archive, members)
    listed, epoch = [], _EPOCH
    with archive.open(members["xl/workbook.xml"]) as stream:
        for _event, element in seen.elements(stream, "sheet", "workbookPr"):
            if seen.local(element) == "workbookPr":
                if element.get("date1904") in ("1", "true"):
                    epoch = _EPOCH_1904
                continue
            identity = next((value for name, value in element.attrib.items() if name.endswith("}id")), "")
            listed.append(
                (element.get("name", ""), element.get("state", "visible") != "visible", targets.get(identity))
            )
    book = _Workbook(_shared(archive, members), _styles(archive, members), epoch)
    for name, hidden, target in listed:
        sheet = SheetOfCells(name, hidden)
        if target is None or "chartsheet" in target or "dialogsheet" in target:
            continue
        try:
            with archive.open(members[target.lower()]) as stream:
                _read_rows(stream, sheet, book)
        except (MemoryError, RecursionError):
            raise
        except TournamentError as error:
            if error.code == "file_hostile":
                raise
            sheet.rows, sheet.refused, sheet.params = {}, error.code, dict(error.params)
        except Exception:
            # The parser and the archive raise many things about a damaged member; all mean the same here.
            sheet.rows, sheet.refused = {}, "file_broken"
        yield sheet


def _targets(archive: zipfile.ZipFile, members: dict[str, str]) -> dict[str, str]:
    found = {}
    with archive.open(members["xl/_rels/workbook.xml.rels"]) as stream:
        for _event, element in seen.elements(stream, "Relationship"):
            target = element.get("Target", "")
            path = target.lstrip("/") if target.startswith("/") else posixpath.normpath(f"xl/{target}")
            found[element.get("Id", "")] = path
    return found


def _shared(archive: zipfile.ZipFile, members: dict[str, str]) -> list[str]:
    texts: list[str] = []
    if "xl/sharedstrings.xml" in members:
        with archive.open(members["xl/sharedstrings.xml"]) as stream:
            for _event, element in seen.elements(stream, "si"):
                texts.append(_rich(element))
                seen.forget(element)
    return texts


def _rich(element: Any) -> str:
    """Return the text of a string in parts; how it is pronounced (East Asian) is none of it."""
    if len(element) == 1:
        [child] = element
        if seen.without_namespace(child.tag) == "t":
            return unescaped(child.text or "")
    parts = []
    for child in element:
        name = seen.local(child)
        if name == "t":
            parts.append(child.text or "")
        elif name == "r":
            text = "".join(part.text or "" for part in child if seen.local(part) == "t")
            parts.append(struck_out(text) if _is_struck(child) else text)
    return unescaped("".join(parts))


def _is_struck(run: Any) -> bool:
    strikes = (part for format_of in run if seen.local(format_of) == "rPr" for part in format_of)
    return any(seen.local(part) == "strike" and part.get("val") not in ("0", "false") for part in strikes)


def _styles(archive: zipfile.ZipFile, members: dict[str, str]) -> _Styles:
    styles = _Styles()
    if "xl/styles.xml" not in members:
        return styles
    dates = set(_DATES)
    struck, faint, away = set(), set(), set()
    with archive.open(members["xl/styles.xml"]) as stream:
        for _event, element in seen.elements(stream, "numFmt", "fonts", "fills", "cellXfs"):
            name = seen.local(element)
            if name == "numFmt" and element.get("numFmtId", "").isdigit():
                identity = int(element.get("numFmtId"))
                (dates.add if _is_date_format(element.get("formatCode", "")) else dates.discard)(identity)
            elif name == "fonts":
                for place, font in enumerate(element):
                    for child in font:
                        if seen.local(child) == "strike" and child.get("val") not in ("0", "false"):
                            struck.add(place)
                        if seen.local(child) == "color" and _matches(child, seen.is_faint):
                            faint.add(place)
            elif name == "fills":
                away |= {place for place, fill in enumerate(element) if _fill_is_away(fill)}
            elif name == "cellXfs":
                for place, xf in enumerate(element):
                    font, fill = xf.get("fontId"), xf.get("fillId")
                    if int(xf.get("numFmtId") or 0) in dates:
                        styles.dates.add(place)
                    if font and int(font) in struck:
                        styles.struck.add(place)
                    if (fill and int(fill) in away) or (font and int(font) in faint and fill in (None, "0")):
                        styles.away.add(place)
    return styles


def _is_date_format(code: str) -> bool:
    """Return whether a number in the format *code* is seen as a date or an hour.
    >>> [_is_date_format(code) for code in ("dd/mm/yyyy", "[h]:mm", '0" jours"', "[Red]0.00", "#,##0.00\\\\ €")]
    [True, True, False, False, False]
    """
    return bool(re.search("[dmhys]", _BESIDE_DATE.sub("", code.partition(";")[0]), re.IGNORECASE))


def _moment(days: float, epoch: datetime.datetime) -> datetime.datetime | datetime.time:
    """Return the date of a number of days, an hour alone where it is less than one.
    >>> _moment(46349.8125, _EPOCH), _moment(0.8125, _EPOCH), _moment(1, _EPOCH).date()
    (datetime.datetime(2026, 11, 23, 19, 30), datetime.time(19, 30), datetime.date(1900, 1, 1))
    """
    whole, part = divmod(days, 1)
    if 0 < days < 60 and epoch == _EPOCH:
        whole += 1  # Excel counts a 29 February 1900.
    moment = epoch + datetime.timedelta(days=whole, milliseconds=round(part * _MILLISECONDS))
    return moment.time() if 0 <= days < 1 else moment


def _matches(color: Any, test: Any) -> bool:
    rgb = seen.color_in(color.get("rgb", "")) if color.get("rgb") else None
    if rgb is None and color.get("theme") == "0":
        shade = round(255 * (1 + min(float(color.get("tint") or 0), 0)))
        rgb = (shade, shade, shade)
    return rgb is not None and test(rgb)


def _fill_is_away(fill: Any) -> bool:
    for pattern in fill:
        if seen.local(pattern) == "patternFill" and pattern.get("patternType") == "solid":
            return any(seen.local(child) == "fgColor" and _matches(child, seen.is_away) for child in pattern)
    return False


def _read_rows(stream: Any, sheet: SheetOfCells, book: _Workbook) -> None:
    number, cells_left = 0, seen.MOST_CELLS
    for _event, element in seen.elements(stream, "row", "mergeCell"):
        if seen.local(element) == "mergeCell":
            if corners := _REFERENCE.findall(element.get("ref", "")):
                (left, top), (right, bottom) = corners[0], corners[-1]
                sheet.merged.append((int(top), _column(left), int(bottom), _column(right)))
            continue
        number = int(element.get("r") or number + 1)
        if number > seen.LAST_ROW:
            raise TournamentError("file_broken")
        found, marked = _cells(element, book)
        cells_left -= len(element)
        if cells_left < 0:
            raise TournamentError("file_too_heavy")
        hidden = element.get("hidden") in ("1", "true")
        sheet.put(number, found, "hidden" if hidden else marked)
        seen.forget(element)


def _cells(row: Any, book: _Workbook) -> tuple[dict[int, str], str]:
    """Return the cells of a row by their column, and the mark that most of them have, or the names that are struck out."""
    found: dict[int, str] = {}
    styles, place, away = book.styles, -1, 0
    marks, struck = bool(styles.struck or styles.away), list[str]()
    for cell in row:
        reference = cell.get("r")
        place = _column(reference.rstrip("0123456789")) if reference else place + 1
        if place >= seen.LAST_COLUMN:
            raise TournamentError("file_broken")
        text = _text(cell, book)
        if not text:
            continue
        found[place] = text
        if marks:
            style = _style(cell)
            if style in styles.struck:
                struck.append(text)
            away += style in styles.away
    if len(struck) * 2 > len(found):
        return found, "struck"
    return found, mark_of_names(struck) or ("coloured" if away * 2 > len(found) else "")


def _style(cell: Any) -> int:
    return int(cell.get("s") or 0)


def _text(cell: Any, book: _Workbook) -> str:
    value, formula, kind = None, None, cell.get("t", "n")
    for child in cell:
        name = seen.without_namespace(child.tag)
        if name == "v":
            value = child.text
        elif name == "f":
            formula = child.text or "…"
        elif name == "is" and kind == "inlineStr":
            return _rich(child)
    if kind == "inlineStr":
        return ""
    if value is None or value == "":
        # A formula that gave an empty text has the kind of a text; one without any kind was never reckoned.
        return f"={formula}" if formula is not None and kind != "str" else ""
    if kind == "s":
        return book.shared[int(value)]
    if kind == "n":
        return _number(value, _style(cell), book)
    if kind == "b":
        return seen.text_of(value in ("1", "true"))
    return unescaped(value).removesuffix("T00:00:00") if kind in ("str", "d") else value


def _number(value: str, style: int, book: _Workbook) -> str:
    if style in book.styles.dates:
        try:
            return seen.text_of(_moment(float(value), book.epoch))
        except (ValueError, OverflowError):
            return value
    return seen.number_text(value)


@lru_cache(maxsize=1_024)
def _column(letters: str) -> int:
    place = 0
    for letter in letters:
        place = 26 * place + ord(letter) - 64
    return place - 1
