"""State what each way to play gives for the teams expected and the hours of the hall; estimates are in minutes."""

import datetime
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from django.contrib.auth.models import User
from django.db.models import Exists, OuterRef
from django.utils import timezone

from scoring.clock.pace import BREAK, HallPace, Limit, PlayingTable, Span, pace_around, unmeasured_end, usual_pace
from scoring.clock.selectors import DONNES_OF_A_PARTIE, ClubPace, club_pace, limit_of
from scoring.errors import ScoringError
from tournament.concours.access import tournaments_of
from tournament.concours.kinds import Values
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS, Preset
from tournament.concours.selectors import announcements
from tournament.concours.settings import checked, merged
from tournament.finals.formula import first_tables, plan
from tournament.registration.head_count import turnout
from tournament.registration.models import Team
from tournament.rounds.models import Round

# The numbers of donnes that are proposed, and the most parties of an evening.
DONNES = (8, 10, 12, 16, 20)
MOST_PARTIES = 12


@dataclass(frozen=True)
class FittingParties:
    """The most parties of so many donnes that fit."""

    donnes: int
    parties: int
    length: Span


@lru_cache(maxsize=512)
def partie_length(tables: int, donnes: int | None, hall: HallPace, limit: Limit) -> Span:
    """Return how long a partie takes until the slowest of *tables* has handed in; *donnes* None: it ends by points."""
    return unmeasured_end([PlayingTable()] * max(tables, 1), donnes, 0, hall, limit)


def evening_length(partie: Span, least: int, most: int) -> Span:
    """Return how long from *least* to *most* parties take, with a break between each and the next.

    >>> evening_length(Span(50.0, 60.0, 70.0), 4, 4)
    Span(low=215.0, mid=270.0, high=340.0)
    """
    pause = Span(*BREAK)
    shortest = partie.times(least) + pause.times(max(least - 1, 0))
    longest = partie.times(most) + pause.times(max(most - 1, 0))
    return Span(shortest.low, longest.mid, longest.high)


def to_five(minutes: float) -> int:
    """Round *minutes* to five, as the hour of an end is announced.

    >>> to_five(482), to_five(483)
    (480, 485)
    """
    return round(minutes / 5) * 5


def fit_of(length: Span, available: float) -> str:
    """Return whether what takes *length* fits: "yes" even on a slow evening, "tight" on a usual one, else "no".

    An end that is told as the last minute of the hall fits: lengths are compared as they are told.

    >>> fit_of(Span(200, 250, 300), 300), fit_of(Span(200, 250, 300), 260), fit_of(Span(200, 250, 300), 240)
    ('yes', 'tight', 'no')
    >>> fit_of(Span(200, 242, 300), 240), fit_of(Span(200, 243, 300), 240)
    ('tight', 'no')
    """
    return "yes" if to_five(length.high) <= available else "tight" if to_five(length.mid) <= available else "no"


def what_fits(tables: int, hall: HallPace, limit: Limit, available: float) -> Iterator[FittingParties]:
    """Yield the most parties of each usual number of donnes that fit into *available* minutes on a usual evening."""
    for donnes in DONNES:
        partie = partie_length(tables, donnes, hall, limit)
        lengths = {parties: evening_length(partie, parties, parties) for parties in range(1, MOST_PARTIES + 1)}
        fitting = [parties for parties, length in lengths.items() if fit_of(length, available) != "no"]
        if fitting:
            yield FittingParties(donnes, max(fitting), lengths[max(fitting)])


DAY = 24 * 60
PLAYERS_OF_A_TEAM = 2
USUAL_TEAMS, FEWEST_TEAMS = 24, 4
LOOKED_AT = 3


@dataclass(frozen=True)
class PlannedPreset:
    """A preset for the teams expected: tables and rests of the first partie, from `least` to `most` parties."""

    key: str
    preset: Preset
    entrants: int
    singles: bool
    tables: int
    resting: int
    least: int
    most: int
    length: Span
    ends: tuple[datetime.time, datetime.time, datetime.time]
    fit: str


@dataclass(frozen=True)
class PlannedEvening:
    """The ways to play for *teams* from an hour on, and the parties that fit; `measured` on evenings of the club.

    `too_quick` of its tables were set aside: nobody plays a donne in less than two minutes.
    """

    teams: int
    available: int
    donne: Span
    measured: bool
    too_quick: int
    presets: list[PlannedPreset]
    fitting: list[FittingParties]


def planned_evening(
    user: User, *, teams: int, start: datetime.time, end: datetime.time, donne_seconds: int | None = None
) -> PlannedEvening:
    """Return what fits for *teams* teams from *start* to *end*, at the pace given, else at the club's. One query.

    Raises ScoringError `plan_hours` where no time is left between both.
    """
    available = (_minutes(end) - _minutes(start)) % DAY
    if not available:
        raise ScoringError("plan_hours", field="end")
    club = ClubPace(None, 0) if donne_seconds else club_pace(tournaments_of(user))
    hall = _asked_pace(donne_seconds) or club.hall or usual_pace(DONNES_OF_A_PARTIE)
    presets = [_planned(key, preset, teams, hall, start, available) for key, preset in PRESETS.items()]
    usual = Tournament(**next(iter(PRESETS.values())).settings)
    return PlannedEvening(
        teams=teams,
        available=available,
        donne=hall.span,
        measured=club.hall is not None,
        too_quick=club.too_quick,
        presets=presets,
        fitting=list(what_fits(teams // 2, hall, limit_of(usual), available)),
    )


@dataclass(frozen=True)
class PlannedConcours:
    """Estimate when a concours not yet made ends, and how many parties it has."""

    entrants: int
    singles: bool
    end: datetime.time
    announcements: list[str]


def planned_concours(
    user: User,
    given: Values,
    changes: Values,
    *,
    entrants: int,
    start: datetime.time,
    donne_seconds: int | None = None,
) -> PlannedConcours:
    """Return what the settings *given* with *changes* give for so many *entrants*, as the planner reckons. One query.

    Raises TournamentError for a setting that is wrong.
    """
    tournament = Tournament(**checked(merged(given, changes)))
    hall = _asked_pace(donne_seconds) or _usual_pace(user)
    length, _least, _most = _length(tournament, entrants, hall)
    return PlannedConcours(entrants, tournament.singles, _at(start, length.mid), announcements(tournament, entrants))


def usual_teams(user: User) -> int:
    """Return the teams of the last concours of one's clubs that had as many as can be planned for; 24 where there is none.

    One to come, with its first registrations alone, tells nothing: three concours are looked at.
    """
    entered = Exists(Team.objects.filter(tournament=OuterRef("pk")))
    for tournament in tournaments_of(user).filter(entered, is_demo=False, rehearsal=False)[:LOOKED_AT]:
        entrants = turnout(tournament).teams_to_be
        teams = entrants // PLAYERS_OF_A_TEAM if tournament.singles else entrants
        if teams >= FEWEST_TEAMS:
            return teams
    return USUAL_TEAMS


def seconds_left(user: User, now: datetime.datetime) -> float:
    """Return how long the evenings of one's clubs still take from *now*, on a slow evening; 0 where none is on.

    An evening is on from its day to the next one, until its palmarès.
    """
    today = timezone.localdate(now)
    days = (today - datetime.timedelta(days=1), today)
    evenings = tournaments_of(user).filter(date__in=days, closed_at=None, is_demo=False)
    first = Round.objects.filter(tournament=OuterRef("pk"), state="published").order_by("number")
    left = 0.0
    hall = _usual_pace(user)
    for tournament in evenings.annotate(began=first.values("published_at")[:1]):
        people = PLAYERS_OF_A_TEAM if tournament.singles else 1
        entrants = turnout(tournament).teams_to_be or USUAL_TEAMS * people
        length, _least, _most = _length(tournament, entrants, hall)
        left = max(left, ((tournament.began or now) - now).total_seconds() + 60 * length.high)
    return left


def _planned(
    key: str, preset: Preset, teams: int, hall: HallPace, start: datetime.time, available: int
) -> PlannedPreset:
    tournament = Tournament(**preset.settings)
    entrants = teams * PLAYERS_OF_A_TEAM if tournament.singles else teams
    tables, resting = first_tables(tournament.formula, entrants)
    length, least, most = _length(tournament, entrants, hall)
    return PlannedPreset(
        key=key,
        preset=preset,
        entrants=entrants,
        singles=tournament.singles,
        tables=tables,
        resting=resting,
        least=least,
        most=most,
        length=length,
        ends=(_at(start, length.low), _at(start, length.mid), _at(start, length.high)),
        fit=fit_of(length, available),
    )


def _length(tournament: Tournament, entrants: int, hall: HallPace) -> tuple[Span, int, int]:
    """Return how long the evening takes, and its parties, at least and at most."""
    tables, _resting = first_tables(tournament.formula, entrants)
    most = plan(tournament.formula, entrants).last
    least = plan(tournament.formula, entrants, most=False).last
    partie = partie_length(tables, tournament.donnes, hall, limit_of(tournament))
    return evening_length(partie, least, most), least, most


def _asked_pace(donne_seconds: int | None) -> HallPace | None:
    return pace_around(donne_seconds / 60, doubt=0.05) if donne_seconds else None


def _usual_pace(user: User) -> HallPace:
    """Return the pace of one's clubs, the usual one where none was measured."""
    return club_pace(tournaments_of(user)).hall or usual_pace(DONNES_OF_A_PARTIE)


def _minutes(hour: datetime.time) -> int:
    return hour.hour * 60 + hour.minute


def _at(start: datetime.time, minutes: float) -> datetime.time:
    """Return the hour so many *minutes* after *start*, to five minutes."""
    whole = (_minutes(start) + to_five(minutes)) % DAY
    return datetime.time(whole // 60, whole % 60)
