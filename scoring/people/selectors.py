"""A person over the years: evenings, partners, ranks and points, from the places that refer to it."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models.functions import Coalesce

from scoring.ranking import PartieResult, settle_table
from scoring.ranking.results import Camps
from scoring.seasons.models import Season
from scoring.seasons.selectors import key_of, read_season
from scoring.sheets.models import Penalty, Ruling, ScoreSheet
from scoring.sheets.terms import CANCELLED, GIVEN_BACK, TAKING
from scoring.standings.donnes import donnes_noted, donnes_played
from scoring.standings.models import StandingsSnapshot
from scoring.standings.reading import caps_of, exclusion_of
from tournament.people.models import Person
from tournament.people.places import places, sat
from tournament.registration.models import TeamMember
from tournament.rounds.models import Seat, Table


@dataclass(frozen=True)
class PlayedPartie:
    """A partie that a team played: its points as they count, its donnes, 0 where nobody knows them, and of the points
    those that were marked there, without what an exclusion brought.
    """

    points: int
    donnes: int
    marked: int


@dataclass(frozen=True)
class PlayedEvening:
    """An evening of a person. `rank` of `teams` and `points` are those of its ranking, None where none is shown yet.

    `won`: it was first once nothing was left to play.
    """

    place: int
    concours: int
    name: str
    date: datetime.date
    number: int
    partner: str
    parties: tuple[PlayedPartie, ...]
    rank: int | None = None
    teams: int = 0
    points: int | None = None
    won: bool = False
    beside: int | None = None  # the person of the partner, whose name may be another one's too

    @property
    def best(self) -> int | None:
        """Return the most points marked in a partie."""
        return max((partie.marked for partie in self.parties), default=None)

    @property
    def per_donne(self) -> float | None:
        """Return the points of a donne, over the parties whose donnes are known."""
        return _per_donne(self.parties)


class YearLine(NamedTuple):
    """Sum up one year of a person."""

    year: int
    evenings: int
    first_places: int
    best_rank: int | None
    per_donne: float | None


@dataclass(frozen=True)
class Career:
    """All that a person played, the newest first."""

    person: Person
    evenings: list[PlayedEvening]

    @property
    def partners(self) -> list[tuple[str, int]]:
        """Return the partners with how many evenings each, the most frequent first; of namesakes each is one."""
        counted = Counter((evening.partner, evening.beside) for evening in self.evenings if evening.partner)
        found = [(name, times) for (name, _person), times in counted.items()]
        return sorted(found, key=lambda item: (-item[1], item[0]))

    @property
    def first_places(self) -> int:
        """Count the evenings it won."""
        return sum(evening.won for evening in self.evenings)

    @property
    def best_partie(self) -> tuple[int, PlayedEvening] | None:
        """Return the most points of a partie and the evening of that; the first time that it was reached."""
        reached = [(best, evening) for evening in self.evenings if (best := evening.best) is not None]
        return max(reversed(reached), key=lambda item: item[0], default=None)

    @property
    def per_donne(self) -> float | None:
        """Return the points of a donne over all the evenings."""
        return _per_donne(partie for evening in self.evenings for partie in evening.parties)

    @property
    def years(self) -> list[YearLine]:
        """Return a line for each year, the newest first."""
        by_year: defaultdict[int, list[PlayedEvening]] = defaultdict(list)
        for evening in self.evenings:
            by_year[evening.date.year].append(evening)
        return [
            YearLine(
                year,
                len(evenings),
                sum(evening.won for evening in evenings),
                min((evening.rank for evening in evenings if evening.rank), default=None),
                _per_donne(partie for evening in evenings for partie in evening.parties),
            )
            for year, evenings in sorted(by_year.items(), reverse=True)
        ]

    @property
    def picture(self) -> "CareerPicture | None":
        """Return the picture of its ranks; None where there are fewer than two."""
        return career_picture(self.evenings)


def _per_donne(parties: Iterable[PlayedPartie]) -> float | None:
    known = [partie for partie in parties if partie.donnes]
    donnes = sum(partie.donnes for partie in known)
    return sum(partie.points for partie in known) / donnes if donnes else None


def career_of(person: Person, *, public: bool = False) -> Career:
    """Return all that *person* played; eight queries, however many evenings.

    *public*: as its own page shows it, where a ranking that is held back shows nobody's rank.
    """
    fields = ("pk", "team", "team__number", "team__tournament", "team__tournament__name", "team__tournament__date")
    own = places([person]).filter(sat(), team__tournament__removed_at=None)
    rows = list(own.order_by("-team__tournament__date", "-team__tournament").values_list(*fields))
    teams, concours = [row[1] for row in rows], {row[3] for row in rows}
    beside = TeamMember.objects.filter(team__in=teams).exclude(person=person).order_by()
    # A person has one name, however it was written that evening.
    named = beside.values_list("team", Coalesce("person__name", "player__name"), "person")
    partners = {team: (name, other) for team, name, other in named}
    parties = _parties(teams)
    snapshots = StandingsSnapshot.objects.filter(tournament__in=concours).order_by()
    if public:
        snapshots = snapshots.exclude(tournament__hold_ranking=True, tournament__ranking_shown_at=None)
    found = snapshots.values_list("tournament", "final", "rows")
    ranked = {pk: (len(lines), {line[1]: line for line in lines}) for pk, _final, lines in found}
    over = {pk for pk, final, _lines in found if final}
    evenings = []
    for place, team, number, pk, name, date in rows:
        count, by_number = ranked.get(pk, (0, {}))
        rank, _number, points, *_more = by_number.get(number, (None, number, None))
        played = tuple(parties.get(team, ()))
        partner, other = partners.get(team, ("", None))
        won = pk in over and rank == 1
        evenings.append(PlayedEvening(place, pk, name, date, number, partner, played, rank, count, points, won, other))
    return Career(person, evenings)


def _parties(teams: Collection[int]) -> dict[int, list[PlayedPartie]]:
    """Return the parties that each of *teams* really played, in their order, as the ranking counts them; five queries.

    A forfeit is none, nor a game that counts for the others alone.
    """
    seated = Seat.objects.filter(team__in=teams, counts=True, round__state="published")
    counted = ScoreSheet.objects.filter(counted=True, table__in=seated.values("table")).exclude(kind="forfeit")
    places = counted.select_related("table__round__tournament").order_by("table__round__number")
    sheets = {sheet.table_id: sheet for sheet in places.prefetch_related("marks")}
    camps: defaultdict[int, defaultdict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    excluded, own = set(), set()
    seats = (
        Seat.objects.filter(table__in=sheets)
        .order_by()
        .values_list("table", "camp", "team", "team__excluded", "counts")
    )
    for table_id, camp, team, out, counts in seats:
        camps[table_id][camp].append(team)
        if out:
            excluded.add(team)
        if counts and team in teams:
            own.add((table_id, team))
    penalties: defaultdict[int, list[tuple[str, str, int]]] = defaultdict(list)
    stand = Penalty.objects.filter(table__in=sheets, cancelled_at=None, points__gt=0).order_by()
    for table_id, way, camp, points in stand.values_list("table", "way", "to_camp", "points"):
        penalties[table_id].append((way, camp, points))
    rulings = Ruling.objects.filter(table__in=sheets, kind__in=(CANCELLED, GIVEN_BACK)).order_by()
    decided = Counter(rulings.values_list("table", "kind"))
    parties: defaultdict[int, list[PlayedPartie]] = defaultdict(list)
    for table_id, sheet in sheets.items():
        faults = penalties[table_id]
        cancelled = decided[table_id, CANCELLED] - decided[table_id, GIVEN_BACK]
        donnes = _donnes_at(sheet.table, sheet, faults, cancelled)
        for team, result in _results_at(sheet, camps[table_id], faults, excluded):
            if (table_id, team) in own:
                parties[team].append(PlayedPartie(result.points, donnes, result.marked))
    return parties


def _results_at(
    sheet: ScoreSheet, camps: Camps, penalties: Iterable[tuple[str, str, int]], excluded: Collection[int]
) -> list[tuple[int, PartieResult]]:
    """Return the result of each team of *camps* by *sheet* and the *penalties* that stand."""
    table, tournament, credited = sheet.table, sheet.table.round.tournament, Counter[str]()
    for _way, camp, points in penalties:
        credited[camp] += points
    return settle_table(
        table.round.number,
        table.number,
        camps,
        {mark.camp: (mark.points, mark.capots) for mark in sheet.marks.all()},
        credited=credited,
        caps=caps_of(tournament),
        ruled=sheet.winner,
        exclusion=exclusion_of(tournament, excluded, table.limits),
    )


def _donnes_at(table: Table, sheet: ScoreSheet, penalties: Iterable[tuple[str, str, int]], cancelled: int) -> int:
    """Return the donnes of *table*; the manches of an escalier, which bring points to lose, are none."""
    if sheet.kind == "donnes":
        noted = sheet.content.get("donnes", ())
        return donnes_noted(noted, instead=sum(way in TAKING for way, _camp, _points in penalties)) if noted else 0
    limits = {**table.round.tournament.rule_options, **table.limits}
    return donnes_played(limits, after=table.cutoff_after, last=table.round.cutoff_donnes, cancelled=cancelled)


class PersonSeason(NamedTuple):
    """A season in which a person counts: its key in the table, alone or in a pair, and its rank among so many; 0 without one."""

    season: Season
    key: str
    rank: int
    of: int


def seasons_of_person(person: Person) -> list[PersonSeason]:
    """Return the last seasons in which an evening of *person* counts; the queries of a season for each, one more."""
    own = TeamMember.objects.filter(person=person).values("team__tournament")
    seasons = Season.objects.filter(concours__tournament__in=own, removed_at=None).select_related("club").distinct()
    found = []
    for season in seasons[:MOST_SEASONS]:
        rows = read_season(season).table.rows
        found += [PersonSeason(season, key_of(row.who), row.rank, len(rows)) for row in rows if person.pk in row.who]
    return found


MOST_SEASONS = 4
WIDTH, HEIGHT, MARGIN = 640, 160, 26


class CareerPoint(NamedTuple):
    """An evening in the picture: where it stands, and its words."""

    x: int
    y: int
    evening: PlayedEvening


class CareerPicture(NamedTuple):
    """The place among the teams evening by evening: the first on top, the last at the bottom, whatever their number."""

    points: list[CareerPoint]
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def line(self) -> str:
        """Return the points of the line as SVG writes them."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)

    @property
    def radius(self) -> int:
        """Return the size of a dot: smaller where many stand beside each other."""
        return 4 if len(self.points) < 60 else 2


def career_picture(evenings: Iterable[PlayedEvening]) -> CareerPicture | None:
    """Return the picture of *evenings*, given the newest first; None where fewer than two have a rank among several."""
    ranked = [evening for evening in evenings if evening.rank and evening.teams > 1][::-1]
    if len(ranked) < 2:
        return None
    step = (WIDTH - 2 * MARGIN) / (len(ranked) - 1)
    high = HEIGHT - 2 * MARGIN
    return CareerPicture(
        [
            CareerPoint(round(MARGIN + at * step), round(MARGIN + high * ((one.rank or 1) - 1) / (one.teams - 1)), one)
            for at, one in enumerate(ranked)
        ]
    )
