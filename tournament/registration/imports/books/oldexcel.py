"""Find in an old .xls what calamine leaves out: the cells that hold an error, and how its lines are marked."""

import struct
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tournament.registration.imports.books import cells as seen

_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_SHEET, _BEGIN, _END, _FORMULA, _ERROR, _ROW = 0x85, 0x809, 0x0A, 0x06, 0x205, 0x208
_FONT, _FORMAT_OF_CELL, _PALETTE = 0x31, 0xE0, 0x92
_ONE_CELL, _CELLS = frozenset((0x06, 0xD6, 0xFD, 0x203, 0x204, 0x205, 0x27E)), 0xBD
_SOLID, _FIRST_COLOR = 1, 8
# The colours of a workbook that brings none of its own, for every number from the first on.
_COLORS = (
    "000000 FFFFFF FF0000 00FF00 0000FF FFFF00 FF00FF 00FFFF 800000 008000 000080 808000 800080 008080 C0C0C0 808080 "
    "9999FF 993366 FFFFCC CCFFFF 660066 FF8080 0066CC CCCCFF 000080 FF00FF FFFF00 00FFFF 800080 800000 008080 0000FF "
    "00CCFF CCFFFF CCFFCC FFFF99 99CCFF FF99CC CC99FF FFCC99 3366FF 33CCCC 99CC00 FFCC00 FF9900 FF6600 666699 969696 "
    "003366 339966 003300 333300 993300 993366 333399 333333"
).split()
_LAST_SECTOR = 0xFFFFFFFA  # those from here on are marks
_IS_ERROR = b"\xff\xff"  # behind the result of a formula that is no number


@dataclass
class LeftOut:
    """The errors of a sheet by row and column from 0, and the rows that are hidden, struck out or coloured away; `struck`:
    the columns of single cells that are struck out in the other rows.
    """

    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    struck: dict[int, list[int]] = field(default_factory=dict)


def left_out(data: bytes) -> list[LeftOut]:
    """Return what calamine leaves out of each sheet of the .xls *data*; nothing where the file is not as it should be."""
    try:
        stream = _stream(data)
        workbook = list(_records(stream, 0))
        starts = [struct.unpack_from("<I", body)[0] for kind, body in workbook if kind == _SHEET]
        marks = _marks_of_formats(workbook)
        return [_of_sheet(stream, start, marks) for start in starts]
    except (struct.error, IndexError):
        return []


def _marks_of_formats(workbook: list[tuple[int, bytes]]) -> dict[int, str]:
    """Return the mark of each format of cells that strikes out or takes away what stands in it."""
    colors = [seen.color_in(figures) for figures in _COLORS]
    for body in (body for kind, body in workbook if kind == _PALETTE):
        colors = [(body[at], body[at + 1], body[at + 2]) for at in range(2, len(body) - 3, 4)]

    def is_of(color: int, test: Callable[[tuple[int, int, int]], bool]) -> bool:
        rgb = colors[color - _FIRST_COLOR] if 0 <= color - _FIRST_COLOR < len(colors) else None
        return rgb is not None and test(rgb)

    fonts = [struct.unpack_from("<HHH", body) for kind, body in workbook if kind == _FONT]
    found = {}
    for place, body in enumerate(body for kind, body in workbook if kind == _FORMAT_OF_CELL and len(body) >= 20):
        number, pattern, ground = *struct.unpack_from("<H", body), body[17] >> 2, body[18] & 0x7F
        # No font has the number 4.
        _height, flags, color = fonts[min(number - (number > 4), len(fonts) - 1)]
        if flags & 0x08:
            found[place] = "struck"
        elif is_of(ground, seen.is_away) if pattern == _SOLID else not pattern and is_of(color, seen.is_faint):
            found[place] = "coloured"
    return found


def _formats_of_cells(kind: int, body: bytes) -> Iterator[tuple[int, int, int]]:
    """Yield the row, the column and the format of each cell of a record; nothing where it is none of cells."""
    if kind in _ONE_CELL:
        yield struct.unpack_from("<HHH", body)
    elif kind == _CELLS:
        row, first = struct.unpack_from("<HH", body)
        for turn, place in enumerate(range(4, len(body) - 5, 6)):
            yield row, first + turn, struct.unpack_from("<H", body, place)[0]


def _of_sheet(stream: bytes, start: int, marks: Mapping[int, str]) -> LeftOut:
    found = LeftOut()
    filled: Counter[int] = Counter()
    marked: Counter[tuple[int, str]] = Counter()
    hidden = set()
    for kind, body in _records(stream, start):
        for row, column, style in _formats_of_cells(kind, body) if marks else ():
            filled[row] += 1
            marked[row, marks.get(style, "")] += 1
            if marks.get(style) == "struck":
                found.struck.setdefault(row, []).append(column)
        if kind == _ROW and body[12] & 0x20:
            hidden.add(struct.unpack_from("<H", body)[0])
        elif kind == _ERROR and body[7]:
            found.errors[struct.unpack_from("<HH", body)] = _ERRORS.get(body[6], "#N/A")
        elif kind == _FORMULA and body[6] == 2 and body[12:14] == _IS_ERROR:
            found.errors[struct.unpack_from("<HH", body)] = _ERRORS.get(body[8], "#N/A")
    found.marks = {row: mark for (row, mark), count in marked.items() if mark and count * 2 > filled[row]}
    found.marks |= dict.fromkeys(hidden, "hidden")
    return found


def _records(stream: bytes, place: int) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and the content of each record from *place* to the end of its part; a chart within is passed over."""
    depth = 0
    while place + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, place)
        place += 4
        depth += (kind == _BEGIN) - (kind == _END)
        if not depth:
            return
        if depth == 1:
            yield kind, stream[place : place + length]
        place += length


def _stream(data: bytes) -> bytes:
    """Return the stream of the workbook in the container *data*. Raises struct.error or IndexError for a damaged one."""
    size = 1 << struct.unpack_from("<H", data, 30)[0]
    first_entry, cutoff, first_small = (struct.unpack_from("<I", data, place)[0] for place in (48, 56, 60))

    def sector(number: int) -> bytes:
        return data[(number + 1) * size : (number + 2) * size]

    def figures(sectors: bytes) -> tuple[int, ...]:
        return struct.unpack(f"<{len(sectors) // 4}I", sectors)

    table = figures(b"".join(sector(at) for at in struct.unpack_from("<109I", data, 76) if at < _LAST_SECTOR))
    entries = b"".join(map(sector, _chain(table, first_entry)))
    found: dict[str, tuple[int, int]] = {}
    for place in range(0, len(entries) - 127, 128):
        entry = entries[place : place + 128]
        name = entry[: max(struct.unpack_from("<H", entry, 64)[0] - 2, 0)].decode("utf-16-le", "replace")
        found.setdefault(name, struct.unpack_from("<II", entry, 116))
    start, length = found.get("Workbook") or found.get("Book") or (0, 0)
    if length >= cutoff:
        return b"".join(map(sector, _chain(table, start)))[:length]
    # Short streams share one, which is that of the first entry, the root.
    small = b"".join(map(sector, _chain(table, struct.unpack_from("<I", entries, 116)[0])))
    small_table = figures(b"".join(map(sector, _chain(table, first_small))))
    return b"".join(small[64 * at : 64 * at + 64] for at in _chain(small_table, start))[:length]


def _chain(table: tuple[int, ...], at: int) -> Iterator[int]:
    """Yield the sectors of one stream, at most as many as the container has."""
    for _turn in table:
        if at >= _LAST_SECTOR:
            return
        yield at
        at = table[at]
