"""A person over the years: evenings, partners, ranks and points, from the places that refer to it."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import F

from scoring.seasons.models import Season
from scoring.seasons.selectors import key_of, read_season
from scoring.standings.models import StandingsSnapshot
from tournament.people.models import Person
from tournament.people.places import places, sat
from tournament.registration.models import TeamMember
from tournament.rounds.models import Seat


@dataclass(frozen=True)
class PlayedPartie:
    """A partie that a team played: its points, and its donnes where their number is fixed."""

    points: int
    donnes: int | None


@dataclass(frozen=True)
class PlayedEvening:
    """An evening of a person. `rank` of `teams` and `points` are those of its ranking, None where none was computed."""

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

    @property
    def best(self) -> int | None:
        """Return the most points of a partie."""
        return max((partie.points for partie in self.parties), default=None)

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
        """Return the partners with how many evenings each, the most frequent first."""
        counted = Counter(evening.partner for evening in self.evenings if evening.partner)
        return sorted(counted.items(), key=lambda item: (-item[1], item[0]))

    @property
    def first_places(self) -> int:
        """Count the evenings it won."""
        return sum(evening.rank == 1 for evening in self.evenings)

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
                sum(evening.rank == 1 for evening in evenings),
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
    donnes = sum(partie.donnes or 0 for partie in known)
    return sum(partie.points for partie in known) / donnes if donnes else None


def career_of(person: Person) -> Career:
    """Return all that *person* played; four queries, however many evenings."""
    fields = ("pk", "team", "team__number", "team__tournament", "team__tournament__name", "team__tournament__date")
    own = places([person]).filter(sat(), team__tournament__removed_at=None)
    rows = list(own.order_by("-team__tournament__date", "-team__tournament").values_list(*fields))
    teams, concours = [row[1] for row in rows], {row[3] for row in rows}
    beside = TeamMember.objects.filter(team__in=teams).exclude(person=person).order_by()
    partners = dict(beside.values_list("team", "player__name"))
    parties = _parties(teams)
    snapshots = StandingsSnapshot.objects.filter(tournament__in=concours).order_by().values_list("tournament", "rows")
    ranked = {pk: (len(lines), {line[1]: line for line in lines}) for pk, lines in snapshots}
    evenings = []
    for place, team, number, pk, name, date in rows:
        count, by_number = ranked.get(pk, (0, {}))
        rank, _number, points, *_more = by_number.get(number, (None, number, None))
        played = tuple(parties.get(team, ()))
        partner = partners.get(team, "")
        evenings.append(PlayedEvening(place, pk, name, date, number, partner, played, rank, count, points))
    return Career(person, evenings)


def _parties(teams: Collection[int]) -> dict[int, list[PlayedPartie]]:
    """Return the parties of each of *teams*, in their order, as their counted sheets have them; one query."""
    seats = Seat.objects.filter(
        team__in=teams, round__state="published", table__sheets__counted=True, table__sheets__marks__camp=F("camp")
    )
    rows = seats.order_by("round__number").values_list(
        "team", "table__sheets__marks__points", "table__limits", "round__tournament__rule_options"
    )
    parties: defaultdict[int, list[PlayedPartie]] = defaultdict(list)
    for team, points, limits, options in rows:
        parties[team].append(PlayedPartie(points, {**options, **limits}.get("limite_donnes")))
    return parties


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
