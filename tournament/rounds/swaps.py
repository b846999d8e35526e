"""The effects of exchanging two teams of a draw."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tournament import names
from tournament.rounds.models import Draw, Seat


@dataclass(frozen=True)
class SwapEffects:
    """The effects of exchanging two teams; a list is empty where the exchange breaks nothing.

    `before` and `after` are tables as (table number or None, numbers of the teams); costs as `cost_of`.
    """

    first: int
    second: int
    before: list[tuple[int | None, list[int]]]
    after: list[tuple[int | None, list[int]]]
    rematches: list[tuple[int, int]] = field(default_factory=list)
    same_club: list[tuple[int, int, str]] = field(default_factory=list)
    fixed_tables: list[tuple[int, int]] = field(default_factory=list)
    exempt_again: list[int] = field(default_factory=list)
    clubs_apart: bool = False
    cost_before: dict[str, int] = field(default_factory=dict)
    cost_after: dict[str, int] = field(default_factory=dict)

    @property
    def breaks_a_rule(self) -> bool:
        """Return whether the swap must be confirmed deliberately."""
        clubs = self.clubs_apart and self.same_club
        return bool(self.rematches or clubs or self.fixed_tables or self.exempt_again)

    @property
    def points_change(self) -> int:
        """Return how much more the gaps in points add up to; negative where the swap brings equals together."""
        return self.cost_after["points"] - self.cost_before["points"]


def cost_of(pool_by_number: Mapping[int, Mapping], tables: Iterable[Sequence[Sequence[int]]]) -> dict[str, int]:
    """Add up the gaps in wins and in points between the camps of *tables*, each given as camps of numbers.

    >>> teams = {n: {"wins": 0, "points": points} for n, points in ((1, 1200), (2, 1000), (3, 900), (4, 870))}
    >>> cost_of(teams, [[[1], [3]], [[2], [4]]])
    {'wins': 0, 'points': 430}
    """
    cost = {"wins": 0, "points": 0}
    for camps in tables:
        for key in cost:
            sums = [sum(pool_by_number[number][key] for number in camp if number in pool_by_number) for camp in camps]
            cost[key] += max(sums) - min(sums)
    return cost


def seated_numbers(draw: Draw) -> tuple[dict[int, list[list[int]]], list[int]]:
    """Return the tables of *draw* as they stand, number → camps of team numbers, and the exempt; one query."""
    tables: dict[int, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    exempt: list[int] = []
    seats = Seat.objects.filter(round=draw.round_id).order_by("table__number", "pk")
    for table, camp, number in seats.values_list("table__number", "camp", "team__number"):
        if table is None:
            exempt.append(number)
        else:
            tables[table][camp].append(number)
    order = ({camp: table[camp] for camp in sorted(table, key=lambda c: (c != "NS", c))} for table in tables.values())
    return {number: list(camps.values()) for number, camps in zip(tables, order, strict=True)}, exempt


def swap_effects(draw: Draw, first: int, second: int) -> SwapEffects:
    """Compute the effects of exchanging teams number *first* and *second*, nothing written; one query.

    Both must have a place in the partie of *draw*.
    """
    tables, exempt = seated_numbers(draw)
    entrants = draw.entrants
    where: dict[int, int | None] = dict.fromkeys(exempt)
    where |= {number: table for table, camps in tables.items() for camp in camps for number in camp}
    exchange = {first: second, second: first}
    swapped = {
        table: [[exchange.get(number, number) for number in camp] for camp in camps] for table, camps in tables.items()
    }
    touched = [table for table in dict.fromkeys((where[first], where[second])) if table is not None]
    rematches, same_club, fixed_tables = [], [], []
    for table in touched:
        for number, other in _opponents(swapped[table]):
            if not {number, other} & {first, second}:
                continue
            entrant_1, entrant_2 = entrants.get(number), entrants.get(other)
            if entrant_1 is None or entrant_2 is None:
                continue
            if other in entrant_1["met"]:
                rematches.append((number, other))
            theirs = {names.key(club) for club in _clubs_of(entrant_2)}
            if shared := [club for club in _clubs_of(entrant_1) if names.key(club) in theirs]:
                same_club.append((number, other, shared[0]))
        for number in (first, second):
            fixed = entrants.get(number, {}).get("fixed_table")
            if fixed and fixed != table and any(number in camp for camp in swapped[table]):
                fixed_tables.append((number, fixed))
    now_exempt = [exchange.get(number, number) for number in exempt]
    never = [entrant["number"] for entrant in entrants.values() if not entrant["exempt"]]
    again = [
        number for number in now_exempt if number not in exempt and entrants.get(number, {}).get("exempt") and never
    ]
    options = draw.main.options
    return SwapEffects(
        first=first,
        second=second,
        before=[(table, [n for camp in tables[table] for n in camp]) for table in touched]
        + [(None, [n]) for n in exempt if n in exchange],
        after=[(table, [n for camp in swapped[table] for n in camp]) for table in touched]
        + [(None, [exchange[n]]) for n in exempt if n in exchange],
        rematches=rematches,
        same_club=same_club,
        fixed_tables=fixed_tables,
        exempt_again=again,
        clubs_apart=options.get("club_apart", "no") != "no",
        cost_before=cost_of(entrants, tables.values()),
        cost_after=cost_of(entrants, swapped.values()),
    )


def _clubs_of(entrant: Mapping[str, Any]) -> list[str]:
    return [entrant[key] for key in ("club", "second_club") if entrant.get(key)]


def _opponents(camps: Sequence[Sequence[int]]) -> list[tuple[int, int]]:
    """Return every two teams that face each other at a table."""
    return [(first, second) for camp, other in combinations(camps, 2) for first in camp for second in other]
