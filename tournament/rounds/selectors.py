"""Questions about tirages: who is in the pool, what a tirage says, who sits where, what a swap would do."""

import operator
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from itertools import count
from typing import Any

from django.db.models import PROTECT, Exists, OuterRef, Q, QuerySet
from django.http import Http404

from tournament import names
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.finals.played import DrawnPart, Part
from tournament.people.naming import Audience, public_audience, team_shown
from tournament.prepared import LARGEST, prepared
from tournament.registration.models import Team
from tournament.registration.selectors import (
    formed_in_round,
    last_published_round,
    numbers_in_round,
    players_named,
    with_players,
)
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.rounds.origins import drawn_origins
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
    """Represent the teams of the next tirage and the others; teams in order of number. `out` are those whose phases are over,
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
    """Represent who sits where in a partie, and who has no table: `exempt` are those who win by forfeit too."""

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


def next_number(tournament: Tournament) -> int:
    """Return the number of the first partie whose tirage is not published."""
    return last_published_round(tournament) + 1


def live_draw(tournament: Tournament, number: int) -> Draw | None:
    """Return the tirage of partie *number* that is not cancelled, if there is one."""
    return _live_draws.first(tournament=tournament.pk, number=number)


@prepared
def _live_draws(tournament: int, number: int) -> QuerySet[Draw]:
    draws = Draw.objects.filter(round__tournament=tournament, round__number=number).exclude(state="cancelled")
    return draws.select_related("round", "by")


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


def pool(tournament: Tournament, number: int, parts: Sequence[Part] = (), *, named: bool = True) -> Pool:
    """Return the teams that play partie *number* (in one of *parts*, if given) and those that do not; two queries.

    *named*: their players are at hand; without them it is one query.

    Whoever never came is absent, also where the phases for all are over: nothing was finished.
    """
    everybody = not parts or any(part.teams is None for part in parts)
    playing = {team for part in parts for team in part.teams or ()}
    pool = Pool(number)
    teams = _with_places(tournament=tournament.pk)
    for team in with_players(teams) if named else teams:
        elsewhere = not everybody and team.number not in playing
        out_of_it = {
            "withdrawn": team.gone(number),
            "out": elsewhere and getattr(team, "came", False),
            "later": team.first_round > number and not elsewhere,
            "absent": not team.present,
            "away": team.away_in == number,
            "alone": team.alone,
        }
        getattr(pool, next((why for why, holds in out_of_it.items() if holds), "teams")).append(team)
    return pool


@prepared
def _with_places(tournament: int) -> QuerySet[Team]:
    came = Exists(Seat.objects.filter(team=OuterRef("pk"), round__state="published", table__isnull=False))
    placed = Team.objects.filter(tournament=tournament, waiting=False).order_by("number")
    return placed.annotate(came=Q(present=True) | came)


def drawn_parts(tournament: Tournament, before: int | None = None) -> list[DrawnPart]:
    """Return every part of the published tirages (of the parties *before* one), in order of partie; one query."""
    draws = _published_draws(tournament=tournament.pk, before=LARGEST if before is None else before)
    return [DrawnPart(draw.round.number, phase, minutes) for draw in draws for phase, minutes in draw.parts]


@prepared
def _published_draws(tournament: int, before: int) -> QuerySet[Draw]:
    draws = Draw.objects.filter(round__tournament=tournament, state="published", round__number__lt=before)
    return draws.select_related("round").only("round__number", "phase", "minutes", "sides").order_by("round__number")


def catches_up(tournament: Tournament) -> bool:
    """Return whether an exempt team plays a catch-up game against one that has finished.

    In the relay those who rest make it up against each other; one is left over once nobody rests any more.
    """
    if tournament.exempt_policy != "relay":
        return tournament.exempt_policy == "catch_up"
    following = next_number(tournament)
    return following > tournament.parties or len(numbers_in_round(tournament=tournament.pk, number=following)) % 2 == 0


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
    """Return the frozen pool of partie *number* as docs/tirages.md has it, in order of team number; two queries.

    `met` lists the numbers of former opponents in order of partie, once for each meeting. With *only*, those numbers.
    """
    by_team = {rank.team_id: rank for rank in ranks}
    teams = formed_in_round(tournament=tournament.pk, number=number)
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
    tables: dict[int, list[tuple[int, int, str]]] = defaultdict(list)
    met: dict[int, list[int]] = defaultdict(list)
    played: dict[int, set[int]] = defaultdict(set)
    parties: set[int] = set()
    partners: dict[int, list[int]] = defaultdict(list)
    for partie, table, team, team_number, camp in _seated_before(tournament=tournament.pk, number=number):
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


@prepared
def _seated_before(tournament: int, number: int) -> QuerySet[Seat, tuple[Any, ...]]:
    seats = Seat.objects.filter(round__tournament=tournament, round__state="published", round__number__lt=number)
    fields = ("round__number", "table_id", "team_id", "team__number", "camp")
    return seats.order_by("round__number", "table_id", "pk").values_list(*fields)


def audience_of(tournament: Tournament) -> Audience:
    """Return for whom public pages write names: the hall for all, the web as the organiser says (docs/reliability.md 8)."""
    return public_audience(online=tournament.names_online)


def names_shown(tournament: Tournament) -> bool:
    """Return whether public pages give names, but for people who refused."""
    return audience_of(tournament).whole


def seating(round_: Round, *, audience: Audience = Audience.ORGANISERS) -> Seating:
    """Return the seats of *round_*, tables in order; four queries however many tables."""
    exempt, seated = _without_table(partie=round_.pk), _at_tables(partie=round_.pk)
    with_players([seat.team for seat in (*exempt, *seated)])
    seats: dict[int | None, dict[str, list[Seat]]] = defaultdict(lambda: defaultdict(list))
    for seat in seated:
        seats[seat.table_id][seat.camp].append(seat)
    return Seating(
        tables=[_seated(pk, number, seats[pk], audience) for pk, number in _tables(partie=round_.pk)],
        exempt=[_side("", [seat], audience) for seat in exempt],
    )


@prepared
def _tables(partie: int) -> QuerySet[Table, tuple[int, int]]:
    return Table.objects.filter(round=partie).order_by("number").values_list("pk", "number")


@prepared
def _at_tables(partie: int) -> QuerySet[Seat]:
    return Seat.objects.filter(table__round=partie).select_related("team").order_by("camp", "pk")


@prepared
def _without_table(partie: int) -> QuerySet[Seat]:
    return Seat.objects.filter(round=partie, table=None).select_related("team", "forfeited_by").order_by("team__number")


def _seated(pk: int, number: int, by_camp: Mapping[str, Sequence[Seat]], audience: Audience) -> SeatedTable:
    # North-South is said first, as on the sheet; the camps of tables of singles are letters.
    order = sorted(by_camp, key=lambda camp: (camp != "NS", camp))
    return SeatedTable(pk, number, tuple(_side(camp, by_camp[camp], audience) for camp in order))


def _side(camp: str, seats: Sequence[Seat], audience: Audience) -> Side:
    teams = tuple(seat.team for seat in seats)
    absent = seats[0].forfeited_by if camp == "" else None
    titles = tuple(team_name(team, audience) for team in teams)
    return Side(camp, teams, titles, absent.number if absent else 0)


def team_name(team: Team, audience: Audience) -> str:
    """Name a team of `teams_of` or `seating` for a page: its own name, its players', or their initials."""
    return team_shown(team.name, players_named(team), audience)


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


def places_by_player(seats: Seating, audience: Audience = Audience.ORGANISERS) -> list[LookupLine]:
    """Return the players of *seats* in alphabetical order whatever the accents: "where am I?".

    Each stands once, under what is most likely his surname; under his initials where *audience* does not read his name. A team
    without players stands under its own name.
    """
    by_number = {place.number: place for place in places_by_team(seats)}
    teams = [team for side in seats.exempt for team in side.teams]
    teams += [team for table in seats.tables for side in table.sides for team in side.teams]
    players = [[member.player.name for member in team.members.all()] for team in teams]
    told = [[member.player.surname_first for member in team.members.all()] for team in teams]
    lines = []
    for team, named in zip(teams, names.filed_once(players, told), strict=True):
        place = by_number[team.number]
        for name, player in zip(named, players_named(team), strict=True):
            written = player.shown(audience)
            lines.append((name if written == player.name else written, place))
        if not named:
            lines.append((place.name, place))
    lines.sort(key=lambda line: (names.spelling(line[0]), line[1].number))
    return [replace(place, name=name) for name, place in lines]


def draw_for(tournament: Tournament, pk: int) -> Draw:
    """Find the tirage *pk* of a concours; a draft is seen by those alone who may draw. Raises Http404."""
    draw = _draws.first(pk=pk, tournament=tournament.pk)
    if draw is None or (draw.state == "draft" and not policy.may(tournament.role, "draw")):
        raise Http404
    return draw


@prepared
def _draws(pk: int, tournament: int) -> QuerySet[Draw]:
    return Draw.objects.select_related("round", "by").filter(pk=pk, round__tournament=tournament)
