"""Join the rows of one player each to teams: two lines of a cell, of an order, of a team number or between two blanks."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace

from tournament import names
from tournament.registration.imports import pair_codes
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.reading import Worksheet

# A team that somebody typed over two lines: « Jean Roux / », « et Luc Petit ».
_OVER_TWO_LINES = re.compile(r"(?:[/&+]|\s(?:et|avec))\s*\n\s*[^\W\d_]|\n\s*(?:[/&+]|(?:et|avec)\s)", re.IGNORECASE)
# A licence, a telephone or an address: no rank and no price, which lines may share or name by chance.
_MARK = re.compile(r"[^\s@]+@[^\s@]+\.\w+|(?=(?:\D*\d){4})[\w./-]+")
_JOINS = re.compile(r"[/&+]|\s(?:et|avec)\s", re.IGNORECASE)


def of_orders(sheet: Worksheet, entries: list[Entry], column: int) -> list[Entry]:
    """Join the two tickets of one order to a team, where the first stands: somebody says of each whether it is one."""
    order = {row: cells[column].strip() for row, cells in sheet.rows if column < len(cells)}
    team = pair_codes.teams_of(order.get(entry.row, "") for entry in entries if entry.kind == "team")
    order = {row: team.get(code, code) for row, code in order.items()}
    tickets = Counter(order.values())
    joined: list[Entry] = []
    first: dict[str, int] = {}
    for entry in entries:
        said = order.get(entry.row, "") if _one_player(entry) else ""
        if said and tickets[said] == 2 and said in first:
            above = joined[first[said]]
            # Each ticket has its own price, and the telephone of who plays.
            two = _team_of_two(above, replace(entry, phone=""))
            priced = not isinstance(above.paid, bool) and not isinstance(entry.paid, bool)
            paid = above.paid + entry.paid if priced else two.paid
            number = int(said) if team and said.isdecimal() else two.number
            joined[first[said]] = replace(two, phone_2=entry.phone, paid=paid, number=number)
        else:
            first.setdefault(said, len(joined))
            joined.append(entry)
    return joined


def of_partners(sheet: Worksheet, entries: list[Entry]) -> list[Entry]:
    """Join two lines to a team where one names the other by its licence, its address or any other mark of its own: a column
    of each line's mark, and one of the partner's. Where three lines are meant, or two name different ones, all stay.
    """
    alone = [place for place, entry in enumerate(entries) if _one_player(entry)]
    if len(alone) < 2 or 2 * len(alone) < sum(entry.kind == "team" for entry in entries):
        return entries
    cells_of = dict(sheet.rows)
    marks: dict[int, dict[int, str]] = {}  # by column, then by place
    for place in alone:
        for column, cell in enumerate(cells_of[entries[place].row]):
            if _MARK.fullmatch(said := "".join(cell.split()).casefold()) or said.isdecimal():
                marks.setdefault(column, {})[place] = said
    own_places = {column: {mark: place for place, mark in said.items()} for column, said in marks.items()}
    own_places = {column: place_of for column, place_of in own_places.items() if len(place_of) == len(marks[column])}
    links = max(
        (_links(own_places[own], marks[other]) for own in own_places for other in marks if own != other),
        key=len,
        default={},
    )
    if len(links) < 2:
        return entries
    pairs = {frozenset(link) for link in links.items()}
    named = Counter(place for pair in pairs for place in pair)
    second_of = {min(pair): max(pair) for pair in pairs if all(named[place] == 1 for place in pair)}
    seconds = {*second_of.values()}
    return [
        _team_of_two(entry, entries[second_of[place]]) if place in second_of else entry
        for place, entry in enumerate(entries)
        if place not in seconds
    ]


def _links(place_of: dict[str, int], other: dict[int, str]) -> dict[int, int]:
    """Return which place names which by the mark in another column; empty where hardly one does. Small figures name
    nobody, but where each two name each other: « joue avec le n° ».
    """
    links = {place: place_of[mark] for place, mark in other.items() if place_of.get(mark, place) != place}
    mutual = len(links) > 2 and all(links.get(there) == place for place, there in links.items())
    if 2 * len(links) <= len(other) or not (mutual or all(map(_MARK.fullmatch, other.values()))):
        return {}
    return links


def unbroken(rows: Iterable[tuple[int, tuple[str, ...]]]) -> list[tuple[int, int, tuple[str, ...]]]:
    """Return rows with the number of their last line, each line that goes on from the one above taken into it."""
    whole: list[tuple[int, int, tuple[str, ...]]] = []
    for number, cells in rows:
        first, last, above = whole[-1] if whole else (0, -1, ())
        place = _only_cell(cells)
        if place is not None and last == number - 1 and place == _only_cell(above):
            both = f"{above[place].rstrip()}\n{cells[place].lstrip()}"
            # « Jean Roux / » above « Luc Petit / Anne Le Goff » looks for a partner.
            if _OVER_TWO_LINES.search(both) and len(_JOINS.findall(both)) == 1:
                whole[-1] = first, number, (*above[:place], both.replace("\n", " "), *above[place + 1 :])
                continue
        whole.append((number, number, cells))
    return whole


def _only_cell(cells: Sequence[str]) -> int | None:
    """Return the place of the only cell of a row that holds anything; None where there are several."""
    filled = [place for place, cell in enumerate(cells) if cell.strip()]
    return filled[0] if len(filled) == 1 else None


def joined(entries: list[Entry]) -> list[Entry]:
    """Join lines of one player each to teams, where most of the list is written so: the number of a team stands in both
    its lines, wherever they are, or in the first alone (merged cells), or an empty line stands between two teams. Somebody
    says of each whether it is one team.
    """
    lines_of = Counter(entry.number for entry in entries if entry.number is not None)
    numberless = [entry.kind == "team" and entry.number is None for entry in entries] + [False]

    def is_first(place: int) -> bool:
        first, second = entries[place : place + 2]
        if not (_one_player(first) and _one_player(second)) or first.team_name != second.team_name != "":
            return False
        if first.number is None:
            around = *entries[max(place - 1, 0) : place], *entries[place + 2 : place + 3]
            return second.number is None and not any(entry.kind == "team" for entry in around)
        if second.number is None:
            # Two lines without a number below one with: nobody knows who plays with whom.
            return lines_of[first.number] == 1 and not numberless[place + 2]
        return False

    second_of = {place: place + 1 for place in range(len(entries) - 1) if is_first(place)}
    numbered: dict[int, list[int]] = {}
    for place, entry in enumerate(entries):
        if entry.number is not None and lines_of[entry.number] == 2 and _one_player(entry):
            numbered.setdefault(entry.number, []).append(place)
    second_of |= {places[0]: places[1] for places in numbered.values() if len(places) == 2}
    if 4 * len(second_of) <= sum(entry.kind == "team" for entry in entries):
        return entries
    seconds = {*second_of.values()}
    return [
        _team_of_two(entry, entries[second_of[place]]) if place in second_of else entry
        for place, entry in enumerate(entries)
        if place not in seconds
    ]


def _one_player(entry: Entry) -> bool:
    return entry.kind == "team" and not entry.problems and [say.code for say in entry.questions] == ["alone"]


def _team_of_two(first: Entry, second: Entry) -> Entry:
    """Return the team of two lines of one player each, as a question; where they differ the first one stands and the
    second is kept as a remark.
    """
    players = first.players[0], second.players[0]
    kept = {
        name: getattr(first, name) or getattr(second, name) for name in ("origin", "category", "phone", "team_name")
    }
    others = (getattr(second, name) for name in ("origin", "phone") if getattr(second, name) != kept[name])
    paid = first.paid if first.paid == second.paid else False
    unread = [Say("paid_unread", {"read": first.text[:40]})] if first.paid != second.paid else []
    return replace(
        first,
        players=players,
        origin=kept["origin"],
        category=kept["category"],
        phone=kept["phone"],
        team_name=kept["team_name"],
        paid=paid,
        paid_by=first.paid_by if paid else "",
        remark=" · ".join(filter(None, (first.remark, second.remark, *others))),
        last_row=second.row if (below := second.row == (first.last_row or first.row) + 1) else first.last_row,
        partner_row=None if below else second.row,
        questions=(Say("two_lines", {"names": names.together(players), "last": second.row}),),
        notes=(*first.notes, *second.notes, *unread),
    )


def one_by_one(entries: list[Entry]) -> list[Entry]:
    """Return the rows, each that names two people as one of each, the second numbered on behind the last row.

    Everyone enters alone there: somebody says once for all of them whether both are meant.
    """
    last = max((entry.last_row or entry.row for entry in entries), default=0)
    people: list[Entry] = []
    for entry in entries:
        if entry.kind == "team" and len(entry.players) == 2:
            people += _each_of(entry, last)
        else:
            people.append(entry)
    return people


def _each_of(entry: Entry, last: int) -> tuple[Entry, Entry]:
    told = tuple(say for say in entry.questions if say.code not in ("line_unclear", "shared_surname"))
    questions = told or (Say("two_people", {"names": names.together(entry.players)}),)
    notes = tuple(say for say in entry.notes if say.code != "pair_in_one_cell")
    # The sum that a team has paid is half of each; its number and its category are nobody's.
    half = entry.paid if isinstance(entry.paid, bool) else entry.paid // 2
    first = replace(
        entry,
        players=entry.players[:1],
        number=None,
        category="" if entry.category == "mixed" else entry.category,
        paid=half,
        phone_2="",
        team_name="",
        origin_2="",
        questions=questions,
        notes=notes,
    )
    second = replace(
        first,
        row=entry.row + last,
        of_row=entry.row,
        last_row=None,
        players=entry.players[1:],
        origin=entry.origin_2 or entry.origin,
        paid=half if isinstance(entry.paid, bool) else entry.paid - half,
        phone=entry.phone_2,
        notes=(),
    )
    return first, second
