"""Know the codes by which two players of a team are told: « A1 » and « A2 », « 7a » and « 7b »."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournament.registration.imports.reading import Worksheet

# A letter and a figure, a figure and a letter; two figures have a sign between them.
_CODES = (
    re.compile(r"(?P<team>[^\W\d_]{1,2})[ ]?[-./]?[ ]?(?P<player>[12])"),
    re.compile(r"(?P<team>\d{1,3})[ ]?[-./]?[ ]?(?P<player>[abAB])"),
    re.compile(r"(?P<team>\d{1,3})[ ]?[-./][ ]?(?P<player>[12])"),
)
_BEFORE = re.compile(r"\s*(?P<code>[^\W_]{1,3}[ ]?[-./]?[ ]?[12abAB])(?:\s*[):.–—-]\s*|\s+)(?=[^\W\d_])")
_MOST = 0.8  # of the codes have their other half
_LEAST = 2  # teams


def teams_of(codes: Iterable[str]) -> dict[str, str]:
    """Return the team of each code that two players share but for its end; empty where most codes have no other half.
    >>> teams_of(["A1", "A2", "B1", "B2"])
    {'A1': 'A', 'A2': 'A', 'B1': 'B', 'B2': 'B'}
    >>> teams_of(["07a", "7b", "8 a", "8 b"])["07a"], teams_of(["A1", "A1", "A2", "A2"]), teams_of(["11", "12", "21", "22"])
    ('7', {}, {})
    """
    said = [code for code in map(str.strip, codes) if code]
    for pattern in _CODES:
        found = [(code, match) for code in said if (match := pattern.fullmatch(code))]
        if len(found) < _MOST * len(said):
            continue
        halves: dict[str, list[str]] = {}
        team = {code: match["team"].upper().lstrip("0") for code, match in found}
        for code, match in found:
            halves.setdefault(team[code], []).append(match["player"].lower())
        whole = {name for name, ends in halves.items() if name and len(ends) == len({*ends}) == 2}
        if len(whole) >= _LEAST and 2 * len(whole) >= _MOST * len(said):
            return {code: name for code, name in team.items() if name in whole}
    return {}


def with_codes_apart(sheet: Worksheet) -> Worksheet:
    """Return *sheet* with a column more where the code of each player stands before the name in its cell."""
    if sheet.writers:
        return sheet
    first = [(number, cells[0]) for number, cells in sheet.rows if cells]
    coded = {number: match for number, cell in first if (match := _BEFORE.match(cell))}
    if len(coded) < _MOST * len(first) or not teams_of(match["code"] for match in coded.values()):
        return sheet
    rows = (
        (number, (match["code"], cells[0][match.end() :], *cells[1:]) if (match := coded.get(number)) else ("", *cells))
        for number, cells in sheet.rows
    )
    return replace(sheet, rows=tuple(rows))


def column_of(columns: Sequence[Sequence[str]], places: Iterable[int]) -> int | None:
    """Return the first of the columns at *places* that holds the codes of two players a team; None where none does."""
    return next((place for place in places if teams_of(columns[place])), None)
