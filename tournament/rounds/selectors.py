"""Questions about tirages: who is in the pool, what a tirage says, who sits where, what a swap would do."""

import operator
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import combinations, count
from typing import Any, NamedTuple

from django.conf import settings
from django.db.models import PROTECT, Exists, Min, OuterRef, Prefetch, Q, QuerySet
from django.http import Http404

from tournament import names
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.finals.draws import DrawnPart, Part
from tournament.finals.formula import KNOCK_OUT, POOLS
from tournament.finals.words import phase_title
from tournament.languages import spoken_language
from tournament.registration.models import Team
from tournament.registration.selectors import last_published_round, team_title, teams_in_round, teams_of
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.rounds.origins import drawn_origins
from tournament.tirages.planned import turns_of
from tournament.tirages.poules import late_pairs, late_places, pool_letter
from tournament.tirages.recorded import Minutes

CAMPS = ("NS", "EO")


@dataclass(frozen=True)
class Rank:
    """The rank of a team when the next partie is drawn. A team without one has played nothing yet."""

    team_id: int
    rank: int
    wins: int
    points: int


def tables_with_records() -> QuerySet[Table]:
    """Return the tables that keep their draw from being cancelled: something of an evening was recorded there.

    That is whatever protects a table, be it a score, a photo, a penalty or a ruling: this package need not know them.
    """
    protecting = [relation for relation in Table._meta.related_objects if relation.on_delete is PROTECT]
    kept = [
        Exists(relation.related_model._base_manager.filter(**{relation.field.name: OuterRef("pk")}))
        for relation in protecting
    ]
    return Table.objects.filter(reduce(operator.or_, kept))


@dataclass(frozen=True)
class Pool:
    """Hold the teams of the next tirage and the others; teams in order of number. `out` are those whose phases are over,
    `alone` those who are here without a partner.
    """

    number: int
    teams: list[Team] = field(default_factory=list)
    absent: list[Team] = field(default_factory=list)
    later: list[Team] = field(default_factory=list)
    withdrawn: list[Team] = field(default_factory=list)
    away: list[Team] = field(default_factory=list)
    out: list[Team] = field(default_factory=list)
    alone: list[Team] = field(default_factory=list)

    @property
    def odd(self) -> bool:
        """Return whether one team will have no opponent."""
        return len(self.teams) % 2 == 1

    @property
    def tables(self) -> int:
        """Count the tables needed for teams of two players."""
        return len(self.teams) // 2


@dataclass(frozen=True)
class Side:
    """A camp at a table: its teams, and how they are named here.

    `forfeited_by` is the number of whom a team without a table was to play, and who is not there (0: it is exempt);
    `waits` says in words for what a team waits that has no place in this partie.
    """

    camp: str
    teams: tuple[Team, ...]
    titles: tuple[str, ...]
    forfeited_by: int = 0
    waits: str = ""

    @property
    def numbers(self) -> str:
        """Return the numbers of the teams, as said aloud."""
        return " + ".join(str(team.number) for team in self.teams)

    @property
    def title(self) -> str:
        """Return the names of the teams."""
        return " + ".join(self.titles)


@dataclass(frozen=True)
class SeatedTable:
    """A table of a partie and who sits there."""

    table_id: int
    number: int
    sides: tuple[Side, ...]


@dataclass(frozen=True)
class Seating:
    """Hold who sits where in a partie, and who has no table: `exempt` are those who win by forfeit too."""

    tables: list[SeatedTable]
    exempt: list[Side]

    @property
    def camps(self) -> int:
        """Return the most camps at a table: two, but where each plays for himself."""
        return max([2, *(len(table.sides) for table in self.tables)])


@dataclass(frozen=True)
class LookupLine:
    """One line of a list where a person looks himself up.

    `table` is None for a team that is exempt, that wins by forfeit against whom it was to play, or that `waits` for
    what is said in words.
    """

    name: str
    number: int
    table: int | None
    camp: str
    against: str
    partner: str = ""
    waits: str = ""


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


def next_number(tournament: Tournament) -> int:
    """Return the number of the first partie whose tirage is not published."""
    return last_published_round(tournament) + 1


def live_draw(tournament: Tournament, number: int) -> Draw | None:
    """Return the tirage of partie *number* that is not cancelled, if there is one."""
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number).exclude(state="cancelled")
    return draws.select_related("round", "by").first()


def draws_of(tournament: Tournament) -> QuerySet[Draw]:
    """Return every tirage ever made in *tournament*, cancelled ones too, in order."""
    draws = Draw.objects.filter(round__tournament=tournament).select_related("round", "by")
    return draws.order_by("round__number", "number")


def current_round(tournament: Tournament) -> Round | None:
    """Return the last partie whose tables are published."""
    return Round.objects.filter(tournament=tournament, state="published").order_by("-number").first()


def cancelled_partie(tournament: Tournament) -> int | None:
    """Return the number of the partie whose published tables were cancelled and not yet published again."""
    number = next_number(tournament)
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number, state="cancelled")
    return number if draws.exclude(published_at=None).exists() else None


def pool(tournament: Tournament, number: int, parts: Sequence[Part] = ()) -> Pool:
    """Return the teams that play partie *number* (in one of *parts*, if given) and those that do not; two queries.

    Whoever never came is absent, also where the phases for all are over: nothing was finished.
    """
    everybody = not parts or any(part.teams is None for part in parts)
    playing = {team for part in parts for team in part.teams or ()}
    pool = Pool(number)
    came = Exists(Seat.objects.filter(team=OuterRef("pk"), round__state="published", table__isnull=False))
    for team in teams_of(tournament).filter(waiting=False).annotate(came=Q(present=True) | came):
        elsewhere = not everybody and team.number not in playing
        out_of_it = {
            "withdrawn": team.withdrawn_from is not None and team.withdrawn_from <= number,
            "out": elsewhere and team.came,
            "later": team.first_round > number and not elsewhere,
            "absent": not team.present,
            "away": team.away_in == number,
            "alone": team.alone,
        }
        getattr(pool, next((why for why, holds in out_of_it.items() if holds), "teams")).append(team)
    return pool


def drawn_parts(tournament: Tournament, before: int | None = None) -> list[DrawnPart]:
    """Return every part of the published tirages (of the parties *before* one), in order of partie; one query."""
    draws = Draw.objects.filter(round__tournament=tournament, state="published").order_by("round__number")
    if before is not None:
        draws = draws.filter(round__number__lt=before)
    draws = draws.select_related("round").only("round__number", "phase", "minutes", "sides")
    return [DrawnPart(draw.round.number, phase, minutes) for draw in draws for phase, minutes in draw.parts]


def catches_up(tournament: Tournament) -> bool:
    """Return whether an exempt team plays a catch-up game against one that has finished.

    In the relay those who rest make it up against each other; one is left over once nobody rests any more.
    """
    if tournament.exempt_policy != "relay":
        return tournament.exempt_policy == "catch_up"
    following = next_number(tournament)
    return following > tournament.parties or teams_in_round(tournament, following).count() % 2 == 0


def plan_of(tournament: Tournament, number: int, method: str, phase: int = 0) -> DrawnPart | None:
    """Return the part that planned partie *number*: the first of those drawn by *method* for *phase* just before it.

    None where *number* begins a plan.
    """
    first = None
    for part in reversed([part for part in drawn_parts(tournament, number) if part.phase == phase]):
        if part.minutes.method != method:
            break
        first = part
    return first


def hall_numbers(parts: Sequence[Minutes]) -> list[dict[int, int]]:
    """Map, for each part of a tirage about to be recorded, the table numbers of its minutes to those of the hall.

    A team with a fixed table sits there, whichever part it plays; of two that have the same, the one of the first part.
    The other tables fill the free numbers, part by part.
    """
    if len(parts) == 1:
        return seat_numbers(parts)
    kept: list[dict[int, int]] = [{} for _part in parts]
    taken: set[int] = set()
    for numbers, minutes in zip(kept, parts, strict=True):
        fixed = {entrant["number"]: entrant.get("fixed_table") or 0 for entrant in minutes.entrants}
        for table in minutes.tables:
            wishes = (fixed[team] for camp in table["camps"] for team in camp)
            if number := next((wish for wish in wishes if wish and wish not in taken), 0):
                numbers[table["table"]] = number
                taken.add(number)
    free = (number for number in count(1) if number not in taken)
    return [
        {table: numbers.get(table) or next(free) for table in sorted(one["table"] for one in minutes.tables)}
        for numbers, minutes in zip(kept, parts, strict=True)
    ]


def seat_numbers(parts: Sequence[Minutes]) -> list[dict[int, int]]:
    """Map, for each part of a recorded tirage, the table numbers of its minutes to those of the hall.

    As its minutes have them in `about.hall`; else the first part keeps its numbers, and the others come after them.
    """
    if any("hall" in minutes.about for minutes in parts):
        return [dict(minutes.about["hall"]) for minutes in parts]
    maps: list[dict[int, int]] = []
    taken: set[int] = set()
    for place, minutes in enumerate(parts):
        fixed = {entrant["number"]: entrant.get("fixed_table") for entrant in minutes.entrants}
        numbers = {}
        for table in minutes.tables:
            number = table["table"]
            # Before 2026-11-26 a fixed table was kept in another part only where no table of the first had its number.
            fixed_here = any(fixed[team] == number for camp in table["camps"] for team in camp)
            if not place or (fixed_here and number not in taken):
                numbers[number] = number
        free = max(taken | set(numbers.values()), default=0)
        for table in minutes.tables:
            if table["table"] not in numbers:
                free += 1
                numbers[table["table"]] = free
        taken |= set(numbers.values())
        maps.append(numbers)
    return maps


def numbered_parts(draw: Draw) -> list[tuple[int, Minutes, dict[int, int]]]:
    """Return each part of a tirage: its phase, its minutes, and the numbers in the hall of the tables in them."""
    numbers = seat_numbers([minutes for _phase, minutes in draw.parts])
    return [(phase, minutes, here) for (phase, minutes), here in zip(draw.parts, numbers, strict=True)]


def drawn_tables(draw: Draw) -> list[tuple[int, list[list[int]]]]:
    """Return the tables of a whole tirage as drawn: (number in the hall, camps of team numbers), in order."""
    return sorted(
        (numbers[table["table"]], table["camps"])
        for _phase, minutes, numbers in numbered_parts(draw)
        for table in minutes.tables
    )


def entrants(
    tournament: Tournament, number: int, ranks: Iterable[Rank], only: Iterable[int] | None = None
) -> list[dict[str, Any]]:
    """Return the frozen pool of partie *number* as docs/tirages.md has it, in order of team number; three queries.

    `met` lists the numbers of former opponents in order of partie, once for each meeting. With *only*, those numbers.
    """
    by_team = {rank.team_id: rank for rank in ranks}
    teams = list(teams_in_round(tournament, number).select_related("formed"))
    if only is not None:
        wanted = set(only)
        teams = [team for team in teams if team.number in wanted]
    met, rests, partners = history(tournament, number)
    # One commune written in several ways is one: the first writing stands for all.
    origins = {team.pk: drawn_origins(team) for team in teams}
    written: dict[str, str] = {}
    for origin in (origin for places in origins.values() for origin in places):
        written.setdefault(names.place_key(origin), names.clean(origin))
    clubs = {pk: [written[names.place_key(origin)] for origin in places] for pk, places in origins.items()}
    return [
        {
            "number": team.number,
            "wins": by_team[team.pk].wins if team.pk in by_team else 0,
            "points": by_team[team.pk].points if team.pk in by_team else 0,
            "met": met.get(team.pk, []),
            "exempt": rests[team.pk],
            "club": (clubs[team.pk] or [""])[0],
            "fixed_table": team.fixed_table,
        }
        | ({"second_club": clubs[team.pk][1]} if len(clubs[team.pk]) > 1 else {})
        | ({"family": team.family} if team.family else {})
        | ({"partners": partners[team.pk]} if team.pk in partners else {})
        for team in teams
    ]


def history(tournament: Tournament, number: int) -> tuple[dict[int, list[int]], dict[int, int], dict[int, list[int]]]:
    """Return, by team (pk) before partie *number*, the numbers it met, how many parties it sat out, and its partners.

    One query. A partie missed, by a team come late or away, is one sat out like an exemption. Partners are those of
    singles who share a camp.
    """
    seats = Seat.objects.filter(round__tournament=tournament, round__state="published", round__number__lt=number)
    tables: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    met: dict[int, list[int]] = defaultdict(list)
    played: dict[int, set[int]] = defaultdict(set)
    parties: set[int] = set()
    partners: dict[int, list[int]] = defaultdict(list)
    lines = seats.order_by("round__number", "table_id", "pk")
    seated = lines.values_list("round__number", "table_id", "team_id", "team__number", "camp")
    for partie, table, team, team_number, camp in seated:
        parties.add(partie)
        if table is not None:
            played[team].add(partie)
            tables[table].append((team, team_number, camp))
    for sitting in tables.values():
        for team, own, camp in sitting:
            met[team] += [other for _team, other, other_camp in sitting if other_camp != camp]
            if mates := [other for _team, other, other_camp in sitting if other_camp == camp and other != own]:
                partners[team] += mates
    rests = defaultdict(lambda: len(parties), {team: len(parties - here) for team, here in played.items()})
    return met, rests, partners


def shown_name(name: str, *, whole: bool) -> str:
    """Return *name*, or its initials where names are not to be shown.
    >>> shown_name("Jean-Pierre Martin", whole=False)
    'J. P. M.'
    """
    if whole:
        return name
    return " ".join(f"{word[0].upper()}." for word in name.replace("-", " ").split())


def names_shown(tournament: Tournament) -> bool:
    """Return whether public pages give names: in the hall always, on the web where the organiser says so.

    See docs/reliability.md 8.
    """
    return settings.EMBEDDED or tournament.names_online


def seating(round_: Round, *, whole_names: bool = True) -> Seating:
    """Return the seats of *round_*, tables in order; five queries however many tables."""
    seats = Seat.objects.select_related("team").prefetch_related("team__members__player").order_by("camp", "pk")
    tables = Table.objects.filter(round=round_).order_by("number").prefetch_related(Prefetch("seats", queryset=seats))
    exempt = seats.filter(round=round_, table__isnull=True).select_related("forfeited_by").order_by("team__number")
    return Seating(
        tables=[_seated(table, whole_names) for table in tables],
        exempt=[_side("", [seat], whole_names) for seat in exempt],
    )


def _seated(table: Table, whole_names: bool) -> SeatedTable:
    by_camp: dict[str, list[Seat]] = defaultdict(list)
    for seat in table.seats.all():
        by_camp[seat.camp].append(seat)
    # North-South is said first, as on the sheet; the camps of tables of singles are letters.
    order = sorted(by_camp, key=lambda camp: (camp != "NS", camp))
    return SeatedTable(table.pk, table.number, tuple(_side(camp, by_camp[camp], whole_names) for camp in order))


def _side(camp: str, seats: Sequence[Seat], whole_names: bool) -> Side:
    teams = tuple(seat.team for seat in seats)
    absent = seats[0].forfeited_by if camp == "" else None
    titles = tuple(team_name(team, whole=whole_names) for team in teams)
    return Side(camp, teams, titles, absent.number if absent else 0)


def team_name(team: Team, *, whole: bool = True) -> str:
    """Name a team of `teams_of` for a page: its own name, its players', or their initials."""
    if whole:
        return team_title(team)
    return names.together(shown_name(member.player.name, whole=False) for member in team.members.all())


def places_by_team(seats: Seating) -> list[LookupLine]:
    """Return one line for each team of *seats*, in order of number."""
    lines = [
        LookupLine(side.title, side.teams[0].number, None, "", str(side.forfeited_by or ""), waits=side.waits)
        for side in seats.exempt
    ]
    for table in seats.tables:
        for side in table.sides:
            against = " + ".join(other.numbers for other in table.sides if other is not side)
            named = list(zip(side.teams, side.titles, strict=True))
            lines += [
                LookupLine(
                    title,
                    team.number,
                    table.number,
                    side.camp,
                    against,
                    " + ".join(f"{mate.number} · {name}" for mate, name in named if mate is not team),
                )
                for team, title in named
            ]
    return sorted(lines, key=lambda place: place.number)


def places_by_player(seats: Seating, *, whole_names: bool = True) -> list[LookupLine]:
    """Return the players of *seats* in alphabetical order whatever the accents: "where am I?".

    Each stands once, under what is most likely his surname; under his initials unless *whole_names*.
    """
    by_number = {place.number: place for place in places_by_team(seats)}
    teams = [team for side in seats.exempt for team in side.teams]
    teams += [team for table in seats.tables for side in table.sides for team in side.teams]
    players = [[member.player.name for member in team.members.all()] or [by_number[team.number].name] for team in teams]
    if whole_names:
        players = names.filed_once(players)
    lines = [(name, by_number[team.number]) for team, named in zip(teams, players, strict=True) for name in named]
    lines.sort(key=lambda line: (names.spelling(line[0]), line[1].number))
    return [replace(place, name=shown_name(name, whole=whole_names)) for name, place in lines]


def takes_latecomers(tournament: Tournament, draw: Draw) -> bool:
    """Return whether a team that comes after *draw* may still be seated in its partie, beside an exempt or late one.

    One query: in no partie before the last one that is drawn.
    """
    if draw.phase or draw.main.method == KNOCK_OUT or tournament.singles:
        return False
    return draw.round.number == next_number(tournament) - (draw.state == "published")


# The kinds of entrants that include a team come too late for the pools or the knock-out.
WITH_LATECOMERS = ("pool_after", "beaten", "after", "all")


# Beyond every number: a team that is not registered yet comes after all those that are.
ANOTHER = 100_000


class LateEntry(NamedTuple):
    """Say where a team come after the draw of the pools or of a knock-out plays: from *partie* on in the *pool* of that
    letter, else in the *phase* of that title, else nowhere. `rests`: the partie from which the pools play on without
    it until then, 0 where they do not; it has missed those before. `meets`: the team that came late too, with which it
    makes a table in the next of them, 0 for none. With
    *partie* 0 there is nothing to say of it: it has its matches already, or is not here.
    """

    partie: int
    pool: str = ""
    phase: str = ""
    rests: int = 0
    meets: int = 0


def late_entries(tournament: Tournament, *, another: bool = False) -> dict[int, LateEntry]:
    """Return where each team plays that is here and came after the draw of the pools, or of a knock-out.

    Of those registered as late, the ones that play already and the ones that are not here have nothing to be said. With
    *another*, what a team would get that is registered now, under the number ANOTHER. Empty while every team joins the
    next draw. Five queries; none where there are no pools and no knock-out.
    """
    every_phase = tournament.formula.phases
    if not {POOLS, KNOCK_OUT}.intersection([tournament.first_method, *(phase.method for phase in every_phase)]):
        return {}
    parts = drawn_parts(tournament)
    last = [part for part in parts if part.number == parts[-1].number]
    if not any(part.phase or part.minutes.method in (POOLS, KNOCK_OUT) for part in last):
        return {}
    number, own = last[0].number + 1, [part.minutes for part in parts if part.minutes.method == POOLS]
    groups = own[-1].pools if own else []
    known = {team for group in groups for team in group}
    known |= {team for part in parts if part.phase or part.minutes.method == KNOCK_OUT for team in part.minutes.pool}
    comers = {
        pk: team for pk, team in teams_in_round(tournament, number).values_list("pk", "number") if team not in known
    }
    comers |= {0: ANOTHER} if another else {}
    late = Team.objects.filter(tournament=tournament, first_round__gt=1).values_list("number", flat=True)
    entries = dict.fromkeys(late, LateEntry(0))
    if not comers:
        return entries
    pools_go_on = last[0].minutes.method == POOLS and len(own) < max(map(turns_of, map(len, groups)))
    met = history(tournament, number)[0] if pools_go_on else {}
    there = {team: met.get(pk, []) for pk, team in comers.items()} if pools_go_on else {}
    places = late_places(groups, there)
    alone = {team: those for team, those in there.items() if team not in places}
    opponents = {b: a for a, b in late_pairs(alone) if b == ANOTHER}
    for a, b in late_pairs({team: those for team, those in alone.items() if team != ANOTHER}):
        opponents |= {a: b, b: a}
    seats = Seat.objects.filter(team__in=comers, round__state="published") if pools_go_on else Seat.objects.none()
    since = dict(seats.order_by().values_list("team").annotate(first=Min("round__number")))
    begun = {part.phase for part in parts}
    coming = [phase for phase in every_phase if phase.index not in begun and phase.who in WITH_LATECOMERS]
    title = phase_title(coming[0], spoken_language()) if coming else ""
    return entries | {
        team: LateEntry(number, pool_letter(places[team] - 1))
        if team in places
        else LateEntry(
            number, phase=title, rests=since.get(pk, number) if pools_go_on else 0, meets=opponents.get(team, 0)
        )
        for pk, team in comers.items()
        if team not in places or not met.get(pk)
    }


class LatecomerSeats(NamedTuple):
    """The tirage of the partie being played, and the numbers of its exempt teams, which may still play a latecomer."""

    draw: Draw
    exempt: list[int]


def latecomer_seats(tournament: Tournament, number: int) -> LatecomerSeats | None:
    """Return where a latecomer may still play in partie *number*: None without an exempt team or once it is over."""
    draw = live_draw(tournament, number)
    if draw is None or not takes_latecomers(tournament, draw):
        return None
    # Sheets are known by the name of their relation alone: they stand in a package above this one.
    playing = Exists(Table.objects.filter(round=draw.round_id).exclude(sheets__counted=True))
    exempt = draw.round.seats.filter(playing, table=None, forfeited_by=None).order_by("team__number")
    numbers = list(exempt.values_list("team__number", flat=True))
    return LatecomerSeats(draw, numbers) if numbers else None


def late_teams(tournament: Tournament, draw: Draw) -> list[Team]:
    """Return the teams without a place in the partie of *draw* that may still be given one; two queries."""
    number = draw.round.number
    seated = set(Seat.objects.filter(round=draw.round_id).values_list("team_id", flat=True))
    return [
        team
        for team in teams_of(tournament)
        if team.pk not in seated
        and not team.waiting
        and not team.alone
        and (team.withdrawn_from is None or team.withdrawn_from > number)
    ]


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
    entrants = {number: entrant for _phase, part in draw.parts for number, entrant in part.by_number.items()}
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


def draw_for(tournament: Tournament, pk: int) -> Draw:
    """Find the tirage *pk* of a concours; a draft is seen by those alone who may draw. Raises Http404."""
    draw = Draw.objects.select_related("round", "by").filter(pk=pk, round__tournament=tournament).first()
    if draw is None or (draw.state == "draft" and not policy.may(tournament.role, "draw")):
        raise Http404
    return draw
