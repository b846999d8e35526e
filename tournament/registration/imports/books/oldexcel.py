"""Find in an old .xls what calamine leaves out: the cells that hold an error, and the lines that are hidden."""

import struct
from collections.abc import Iterator
from dataclasses import dataclass, field

_ERRORS = {0: "#NULL!", 7: "#DIV/0!", 15: "#VALUE!", 23: "#REF!", 29: "#NAME?", 36: "#NUM!", 42: "#N/A"}
_SHEET, _BEGIN, _END, _FORMULA, _ERROR, _ROW = 0x85, 0x809, 0x0A, 0x06, 0x205, 0x208
_LAST_SECTOR = 0xFFFFFFFA  # those from here on are marks
_IS_ERROR = b"\xff\xff"  # behind the result of a formula that is no number


@dataclass
class LeftOut:
    """The errors of a sheet by row and column from 0, and its hidden rows."""

    errors: dict[tuple[int, int], str] = field(default_factory=dict)
    hidden: set[int] = field(default_factory=set)


def left_out(data: bytes) -> list[LeftOut]:
    """Return what calamine leaves out of each sheet of the .xls *data*; nothing where the file is not as it should be."""
    try:
        stream = _stream(data)
        starts = [struct.unpack_from("<I", body)[0] for kind, body in _records(stream, 0) if kind == _SHEET]
        return [_of_sheet(stream, start) for start in starts]
    except (struct.error, IndexError):
        return []


def _of_sheet(stream: bytes, start: int) -> LeftOut:
    found = LeftOut()
    for kind, body in _records(stream, start):
        if kind == _ROW and body[12] & 0x20:
            found.hidden.add(struct.unpack_from("<H", body)[0])
        elif kind == _ERROR and body[7]:
            found.errors[struct.unpack_from("<HH", body)] = _ERRORS.get(body[6], "#N/A")
        elif kind == _FORMULA and body[6] == 2 and body[12:14] == _IS_ERROR:
            found.errors[struct.unpack_from("<HH", body)] = _ERRORS.get(body[8], "#N/A")
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
