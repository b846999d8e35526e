"""Write the tables and seats of a tirage as its minutes say, and those added beside them; the effects of exchanging
two teams.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

from tournament import names
from tournament.concours.models import Tournament
from tournament.finals.formula import KNOCK_OUT
from tournament.prepared import insert
from tournament.registration.models import Team
from tournament.registration.selectors import keys_by_number, teams_in_round
from tournament.rounds import selectors as rounds
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.tirages.elimination import rounds_needed

_LETTERS = "ABCDEF"


def seat_tables(draw: Draw, tournament: Tournament) -> None:
    """Write the tables and seats that the minutes of *draw* say, in three queries."""
    round_ = draw.round
    team_ids = dict(keys_by_number(tournament=tournament.pk))
    tables_drawn = rounds.drawn_tables(draw)
    limits = _limits_of(draw, tournament)
    tables = [Table(round=round_, number=number, limits=limits.get(number, {})) for number, _camps in tables_drawn]
    insert(tables)
    seats = [
        Seat(round=round_, table=table, camp=camp, team_id=team_ids[number])
        for table, (_number, camps) in zip(tables, tables_drawn, strict=True)
        for camp, numbers in zip(_camps(len(camps)), camps, strict=True)
        for number in numbers
    ]
    exempt = [number for _phase, minutes in draw.parts for number in minutes.exempt]
    absent = draw.forfeits
    seats += [
        Seat(round=round_, team_id=team_ids[number], forfeited_by_id=team_ids.get(absent.get(number, 0)))
        for number in exempt
    ]
    insert(seats)
    if tournament.exempt_policy == "relay" and round_.number > 1:
        _seat_bis(round_, exempt, max([0, *(number for number, _camps in tables_drawn)]) + 1)


def _limits_of(draw: Draw, tournament: Tournament) -> dict[int, dict[str, int | None]]:
    """Return what ends the partie of each table of a phase that has its own length, or of its final."""
    phase_of = {phase.index: phase for phase in tournament.formula.phases}
    found: dict[int, dict[str, int | None]] = {}
    for phase, minutes, hall in rounds.numbered_parts(draw):
        knock_out = minutes.method == KNOCK_OUT
        last = knock_out and minutes.round == rounds_needed(len(minutes.pool))
        beside = {*minutes.third, *minutes.beside}
        for table in minutes.tables:
            final = last and not beside.intersection(team for camp in table["camps"] for team in camp)
            if phase in phase_of and (limits := phase_of[phase].limits(final=final)):
                found[hall[table["table"]]] = limits
    return found


def _seat_bis(round_: Round, exempt: Sequence[int], table: int) -> None:
    """Seat the game by which who rests now and who has rested before, and plays now, make up for it.

    The first that rested, of those that the other has not met: two that have met make up for it elsewhere.
    """
    rested = Seat.objects.filter(round__tournament=round_.tournament_id, table__isnull=True, forfeited_by=None)
    now = rested.filter(round=round_, team__number__in=exempt).first()
    if now is None:
        return
    met, _rests, _partners = rounds.history(round_.tournament, round_.number)
    playing = teams_in_round(round_.tournament, round_.number).exclude(number__in=met[now.team_id])
    earlier = rested.filter(team__in=playing, round__number__lt=round_.number).order_by("round__number").first()
    if earlier is None:
        return
    row = Table(round=round_, number=table)
    row.save(force_insert=True)
    earlier.table, earlier.camp = row, rounds.CAMPS[0]
    now.table, now.camp = row, rounds.CAMPS[1]
    Seat.objects.bulk_update([earlier, now], ["table", "camp"])


def _camps(count: int) -> Sequence[str]:
    """Return the names of the camps of a table: two face each other, more sit each for himself."""
    return rounds.CAMPS if count == 2 else _LETTERS[:count]


def seat_against(exempt: Seat, team: Team, number: int, *, counts: bool = True) -> Table:
    """Seat the *exempt* team at a new table against *team*, for which the partie may count for nothing."""
    table = Table(round=exempt.round, number=number)
    table.save(force_insert=True)
    exempt.table, exempt.camp, exempt.forfeited_by = table, rounds.CAMPS[0], None
    exempt.save()
    Seat(round=exempt.round, team=team, table=table, camp=rounds.CAMPS[1], counts=counts).save(force_insert=True)
    return table


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
