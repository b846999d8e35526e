"""Put tables that stand side by side one below the other: a long list is printed on one page in two halves."""

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise, zip_longest

from tournament import names
from tournament.registration.imports import words
from tournament.registration.imports.beside_names import listed_number
from tournament.registration.imports.headers import HEADER_WITHIN, folded, header_role, words_of_header
from tournament.registration.imports.pair_codes import with_codes_apart
from tournament.registration.imports.reading import Book, Worksheet
from tournament.registration.imports.understanding.assignment import are_people, are_whole_teams, is_pairs

_MOST_TITLES = 20  # in one column, each above the other
_YEAR = re.compile(r"\b20\d\d\b")
_LINE = re.compile(r" ?\b(?:[12ab]|suite)$|^(?:nord sud|est ouest|n ?s|e ?o|north south|east west)$")  # of one list
_SEATS = [seats.split() for seats in ("nord sud est ouest", "n s e o", "n s e w", "north south east west")]
_WHOLE = frozenset("player_2 both last_2 first_2 number".split())  # of a team, or what each line has once


def unfolded(book: Book) -> Book:
    """Return *book*, of each sheet the tables one below the other."""
    return replace(book, sheets=tuple(table for sheet in book.sheets for table in tables_of(sheet)))


def tables_of(sheet: Worksheet) -> list[Worksheet]:
    """Return *sheet* with the tables to the right of its first one below it, their rows numbered on; where each has a name of
    its own above it, « 2026 » and « 2025 », each as a sheet of that name.

    They are known by the same titles in the same order, an empty column between them or a whole team in each.
    """
    sheet = with_codes_apart(_upright(sheet))
    for place, (_number, titles) in enumerate(sheet.rows[:HEADER_WITHIN]):
        if words_of_header(titles) >= 2 and (blocks := _blocks(sheet, titles)):
            above = [_above(sheet, place, block) for block in blocks]
            if len({*filter(None, above)}) == len(blocks):
                return [_apart(sheet, place, block, name) for block, name in zip(blocks, above, strict=True)]
            return [_below(sheet, place, blocks)]
        if words_of_header(titles) >= 2 and (blocks := _untitled(sheet, place, titles)):
            return [_below(sheet, place, blocks)]
    place, teams, above = _teams_of_a_line(sheet)
    if len({_LINE.sub("", folded(title)) for title in above if title.strip()}) > 1:
        # « Présents » and « Absents », « Vendredi » and « Samedi »
        return [_apart(sheet, place + 1, block, name) for block, name in zip(teams, above, strict=True)]
    return [_below(sheet, place, teams) if teams else sheet]


def _teams_of_a_line(sheet: Worksheet) -> tuple[int, list[list[int]], list[str]]:
    """Return the place of the titles, the columns of each of the teams that stand on one line, and their titles: at the seats
    of a table, which have none, or several columns of two people; no columns where each line is one team.
    """
    width = max((len(cells) for _number, cells in sheet.rows), default=0)
    for place, (_number, titles) in enumerate(sheet.rows[:HEADER_WITHIN]):
        said = [folded(title) for title in titles]
        if seats := next((seats for seats in _SEATS if {*seats} <= {*said}), None):
            north, south, *others = map(said.index, seats)
            return place, [[north, south, *({*range(width)} - {north, south, *others})], others], []
    columns = [["".join(cells[at : at + 1]) for _number, cells in sheet.rows] for at in range(width)]
    # A prepared « 8. » names nobody yet.
    cells_of = [
        [listed_number(cell)[1] if any(map(str.isalpha, cell)) else "" for cell in column] for column in columns
    ]
    several = [len([*filter(None, cells)]) > 1 and is_pairs(cells, 0) for _number, cells in sheet.rows]
    first = several.index(True) if any(several) else 0
    pairs = [at for at, column in enumerate(cells_of) if is_pairs(column[first:]) and len(column) > first + 1]
    numbered = [at > 0 and all(map(words.number_in, columns[at - 1][first:-1])) for at in pairs]
    people = all(are_whole_teams(cells_of[at][first:]) for at in pairs)
    above = [columns[at][first - 1] for at in pairs if first]
    alike = len({*map(header_role, above)}) < 2 and not any(map(_YEAR.search, above))
    if len(pairs) < 2 or not alike or not (people or all(numbered)):
        return 0, [], []
    starts = [at - before for at, before in zip(pairs, numbered, strict=True)]
    # Where one alone has numbers the others are moved below its teams.
    blank = [[width] * (any(numbered) - before) for before in numbered]
    return first - 1, [[*blank[turn], *range(*ends)] for turn, ends in enumerate(pairwise([*starts, width]))], above


def _upright(sheet: Worksheet) -> Worksheet:
    """Return *sheet* with a line for each of its columns where the titles stand in the first one, each team below a number."""
    first = [cells[0] for _number, cells in sheet.rows[: _MOST_TITLES + 1] if cells]
    if len(first) > _MOST_TITLES or "player_2" not in map(header_role, first) or words_of_header(first) < 2:
        return sheet
    columns = zip_longest(*(cells for _number, cells in sheet.rows), fillvalue="")
    return replace(sheet, rows=tuple(enumerate(columns, 1)), marks=())


def _above(sheet: Worksheet, header: int, block: Sequence[int]) -> str:
    """Return what stands above the titles of a table alone, nearest to them."""
    said = (" ".join(filter(None, _cells_of(block, cells))) for _row, cells in reversed(sheet.rows[:header]))
    return next((names.clean(text)[:40] for text in said if text.strip()), "")


def _cells_of(block: Sequence[int], cells: Sequence[str]) -> tuple[str, ...]:
    return tuple("".join(cells[place : place + 1]) for place in block)


def _apart(sheet: Worksheet, header: int, block: Sequence[int], name: str) -> Worksheet:
    rows = [(number, _cells_of(block, cells)) for number, cells in sheet.rows[header:]]
    kept = tuple((number, cells) for number, cells in rows if any(cell.strip() for cell in cells))
    return replace(sheet, name=" – ".join(filter(None, (sheet.name, name))), rows=kept)


def _blocks(sheet: Worksheet, titles: Sequence[str]) -> list[range]:
    """Return the columns of each table under *titles*; empty where there is one alone."""
    said = [folded(title) for title in titles]
    first = next(place for place, title in enumerate(said) if title)
    if "" in said[first:] and (team := said[first : said.index("", first)]).count("nom") == 2:
        # The two players of a team, an empty column, and those of the next.
        starts = [*range(first, len(said), len(team) + 1)]
        if len(starts) > 1 and all(said[start : start + len(team)] == team for start in starts):
            return [range(start, start + len(team)) for start in starts]
    starts = [place for place, title in enumerate(said) if title == said[first]]
    wide = starts[1] - first if len(starts) > 1 else 0
    blocks = [range(start, start + wide) for start in starts]
    if len(blocks) < 2 or any(said[b.start : b.stop] != said[first : first + wide] for b in blocks[:-1]):
        return []
    # The last table has no empty column behind it; beyond it stand other things.
    if [title for title in said[starts[-1] :][:wide] if title] != [title for title in said[first : starts[1]] if title]:
        return []
    gap = not any("".join(cells[starts[1] - 1 : starts[1]]).strip() for _row, cells in sheet.rows)
    roles = [header_role(title) for title in titles[first : starts[1]]]
    whole = _WHOLE.intersection(filter(None, roles)) - ({"number"} if not gap else set())
    # « Nom, Prénom, Nom, Prénom » are the two players of one team.
    return blocks if whole or (gap and "last" in roles and "first" not in roles) else []


def _untitled(sheet: Worksheet, header: int, titles: Sequence[str]) -> list[range]:
    """Return the columns of the table under *titles* and of the one to its right that has none: an empty column stands
    between, people stand in its columns of people, and its numbers go on from those of the first. Empty where there is none.
    """
    filled = [place for place, title in enumerate(titles) if title.strip()]
    first, wide = filled[0], filled[-1] - filled[0] + 1
    body = [cells for _number, cells in sheet.rows[header + 1 :]]
    last = max(map(len, body), default=0)
    start = filled[-1] + 2
    if last - start not in (wide - 1, wide) or any("".join(cells[start - 1 : start]).strip() for cells in body):
        return []

    def column(place: int) -> list[str]:
        return [cells[place] for cells in body if place < len(cells) and cells[place].strip()]

    pairs = [(column(place), column(place + start - first), header_role(titles[place])) for place in filled]
    people = [(left, right) for left, right, _role in pairs if _of_people(left)]
    numbers = [
        [words.number_in(cell) or 0 for cell in cells] for *both, role in pairs if role == "number" for cells in both
    ]
    goes_on = len(numbers) == 2 and all(numbers) and max(numbers[0]) < min(numbers[1])
    if not people or not goes_on or not all(right and _of_people(right) for _left, right in people):
        return []
    return [range(first, start), range(start, start + wide + 1)]


def _of_people(column: Sequence[str]) -> bool:
    return are_people(column) or is_pairs(column)


def _below(sheet: Worksheet, header: int, blocks: Sequence[Sequence[int]]) -> Worksheet:
    last = max(number for number, _cells in sheet.rows)
    rows = [*sheet.rows[: max(header, 0)]]
    marks = dict(sheet.marks)
    for turn, block in enumerate(blocks):
        for number, cells in sheet.rows[max(header + (turn > 0), 0) :]:
            part = _cells_of(block, cells)
            if any(map(str.strip, part)):
                rows.append((number + turn * last, part))
                if number in marks:
                    marks[number + turn * last] = marks[number]
    return replace(sheet, rows=tuple(rows), marks=tuple(sorted(marks.items())), tables=len(blocks))
