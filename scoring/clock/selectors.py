"""Read the clock of the partie being played: the teams not at their table, the tables still playing, when it ends.

Lines of the journal stand in the order of their numbers; their times are what the computer's clock said, and a clock
that was put back is said to be doubtful, never believed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from itertools import pairwise
from statistics import median
from typing import Any

from django.db.models import Exists, Max, OuterRef, QuerySet

from scoring.clock import pace
from scoring.clock.pace import PlayingTable, Span
from scoring.clock.pictures import ProgressPicture, progress_picture
from scoring.sheets.models import RunningDonne, ScoreSheet
from scoring.sheets.selectors import SeatedCamp, TableLine, tables_of_round
from scoring.sheets.table_scores import OPEN_STATES
from scoring.standings.selectors import outstanding_of
from tournament.concours.models import Tournament
from tournament.journal.models import JournalEntry
from tournament.prepared import prepared
from tournament.rounds.clock import has_cutoff
from tournament.rounds.models import Round, Seat, Table

# A table that will end so much later than the others is slow.
SLOW = timedelta(minutes=8)
# The newest tables that the pace of a club is taken from: some ten parties of an ordinary hall.
TABLES_READ = 120
DONNES_OF_A_PARTIE = 12


@dataclass(frozen=True)
class ClockState:
    """Represent what a clock shows: since when the partie runs, what its règlement says, the last donnes once imposed."""

    tournament: Tournament
    round: Round

    @property
    def may_cut(self) -> bool:
        """Return whether last donnes may be imposed at all."""
        return has_cutoff(self.tournament)

    @property
    def ready_by(self) -> datetime | None:
        """Return when whoever is not at its table has lost; None without such a rule, or while the clock stands."""
        return _after(self.round.started_at, self.tournament.ready_minutes)

    @property
    def limit_at(self) -> datetime | None:
        """Return when last donnes may be imposed; None without such a rule, or while the clock stands."""
        return _after(self.round.started_at, self.minutes) if self.may_cut else None

    @cached_property
    def minutes(self) -> int:
        """Return after how many minutes last donnes may be imposed, 0 for never; those of the longest table.

        One query where a phase has a length of its own, else none.
        """
        if not any(phase.limits(final=True) for phase in self.tournament.formula.phases):
            return self.tournament.partie_minutes
        limits = Table.objects.filter(round=self.round).values_list("limits", flat=True)
        return max(map(self.tournament.partie_minutes_in, limits), default=self.tournament.partie_minutes)

    def seconds(self, now: datetime) -> int | None:
        """Count the seconds that it has run *now*; None while it stands."""
        started = self.round.started_at
        return None if started is None else max(int((now - started).total_seconds()), 0)

    @property
    def milliseconds(self) -> int | None:
        """Return when it was started as telephones count, in ms since 1970."""
        return round(self.round.started_at.timestamp() * 1000) if self.round.started_at else None


@dataclass(frozen=True)
class Moment:
    """A future moment with the range in which it likely lies."""

    low: datetime
    mid: datetime
    high: datetime


@dataclass(frozen=True)
class NotReady:
    """A camp not yet reported at its table, or reported missing at `missing_at`."""

    table: int
    side: SeatedCamp
    missing_at: datetime | None


@dataclass(frozen=True)
class RunningTable:
    """A table whose score does not count yet. `done` donnes are on its telephones, `state` is that of its sheet."""

    line: TableLine
    done: int | None
    state: str
    end: Moment | None
    slow: bool


@dataclass(frozen=True)
class ClockPage:
    """The partie being played, by the clock. `stage` says what the organiser is asked for:

    "idle" (start it), "seating" (who is not there yet?), "playing", "over" (its time is up: impose the last donnes),
    "done" (every score counts), "closed". `guessed`: nothing of this partie is measured yet, and the end of the evening
    is told from the parties before it or from the usual pace.
    """

    face: ClockState
    now: datetime
    stage: str
    doubtful: bool
    last_line: datetime | None
    missing: list[NotReady]
    unknown: list[NotReady]
    phones: bool
    running: list[RunningTable]
    tables: int
    by_donne: bool
    pace: Span | None
    measured: int
    partie_end: Moment | None
    evening_end: Moment | None
    guessed: bool
    picture: ProgressPicture | None

    @property
    def minutes(self) -> int | None:
        """Return the whole minutes that the clock shows; None while it stands."""
        seconds = self.face.seconds(self.now)
        return None if seconds is None else seconds // 60

    @property
    def milliseconds(self) -> int:
        """Return this computer's time in ms since 1970, by which the page corrects the clock of a telephone."""
        return round(self.now.timestamp() * 1000)

    @property
    def called(self) -> int:
        """Count the tables that call the referee."""
        return sum(table.line.table.called_at is not None for table in self.running)

    @property
    def camps(self) -> list[str]:
        """Return the camps of the tables still playing, NS before EO."""
        camps = {camp for table in self.running for camp in table.line.sides}
        return sorted(camps, key=lambda camp: (camp != "NS", camp))

    @property
    def late(self) -> bool:
        """Return whether the time to be at one's table is over, where there is one."""
        return self.face.ready_by is not None and self.now >= self.face.ready_by

    @property
    def finished(self) -> int:
        """Count the tables whose score counts."""
        return self.tables - len(self.running)


def clock_state(tournament: Tournament) -> ClockState | None:
    """Return the clock of the partie being played, None where none runs and no last donnes are announced; one query."""
    if tournament.closed_at:
        return None
    last = _last_round.first(tournament=tournament.pk)
    if last is None or not last.awaited or (last.started_at is None and last.cutoff_donnes is None):
        return None
    return ClockState(tournament, last)


@prepared
def _last_round(tournament: int) -> QuerySet[Round, Any]:
    counted = ScoreSheet.objects.filter(table=OuterRef("pk"), counted=True)
    awaited = Table.objects.filter(round=OuterRef("pk")).exclude(Exists(counted))
    rounds = Round.objects.filter(tournament=tournament, state="published").order_by("-number")
    return rounds.annotate(awaited=Exists(awaited))[:1]


def doubtful_since(tournament: Tournament, now: datetime) -> datetime | None:
    """Return the latest time in the journal where it lies after *now*: the clock was put back, or ran ahead; one
    query.
    """
    latest = JournalEntry.objects.filter(tournament=tournament).aggregate(at=Max("at"))["at"]
    return latest if latest is not None and latest > now else None


def clock_page(tournament: Tournament, *, now: datetime, number: int | None = None) -> ClockPage | None:
    """Return the clock of partie *number*, by default the last one seated; None where there is none.

    A constant number of queries, however many tables.
    """
    rounds = list(Round.objects.filter(tournament=tournament, state="published").order_by("number"))
    round_ = next((row for row in reversed(rounds) if number in (None, row.number)), None)
    if round_ is None:
        return None
    lines = tables_of_round(round_)
    sheets = _sheets_of(round_)
    face = ClockState(tournament, round_)
    start = _start(round_)
    elapsed = max(_minutes(start, now), 0.0)
    by_donne = tournament.donnes is not None and tournament.rule_options.get("limite_points") is None
    longest = max([line.table.limits.get("limite_donnes", tournament.donnes) or 1 for line in lines], default=1)
    units = longest if by_donne else 1
    noted = _noted(round_)
    waiting = [line for line in lines if line.sheet is None]
    playing = {
        line.number: _playing(line, noted, round_, start, by_donne) for line in waiting if line.table.pk not in sheets
    }
    # A sheet that came after the last donnes were imposed does not say how many it holds.
    finished = [
        _minutes(start, first)
        for first, _state, _forfeit in sheets.values()
        if not _forfeit and (round_.cutoff_at is None or first <= round_.cutoff_at)
    ]
    hall = pace.pace_of(finished, playing.values(), units, elapsed)
    # A table that has played: its sheet waits to be confirmed, read again or ruled.
    soon = Span(elapsed, elapsed + pace.HAND_IN, elapsed + 3 * pace.HAND_IN)
    by_state = {table: pace.table_end(table, units, elapsed, hall) for table in {*playing.values()}} if hall else {}
    ends = {line.number: by_state.get(playing[line.number]) if line.number in playing else soon for line in waiting}
    running = _running(waiting, sheets, noted, ends, start)
    partie = soon if waiting and not playing else None
    if hall and playing:
        partie = soon.or_later(pace.partie_end(playing.values(), units, elapsed, hall))
    usual = None
    if waiting and partie is None:
        # As the planner reckons before the evening: the same concours has one end.
        club = club_pace(Tournament.objects.filter(club=tournament.club_id)).hall or pace.usual_pace(DONNES_OF_A_PARTIE)
        donnes = longest if longest > 1 else None
        usual = pace.unmeasured_end(playing.values(), donnes, elapsed, club, limit_of(tournament))
    # A table with donnes on a telephone, or with a score that waits, is there.
    silent = {line.number for line in waiting if line.table.pk not in sheets and line.table.pk not in noted}
    not_ready, phones = _not_ready(round_, {line.number: line.sides for line in waiting})
    doubtful = doubtful_since(tournament, now)
    return ClockPage(
        face=face,
        now=now,
        stage=_stage(face, now, bool(waiting)),
        doubtful=doubtful is not None,
        last_line=doubtful,
        missing=[camp for camp in not_ready if camp.missing_at is not None],
        unknown=[camp for camp in not_ready if camp.missing_at is None and camp.table in silent],
        phones=phones,
        running=running,
        tables=len(lines),
        by_donne=by_donne,
        pace=hall.span if hall else None,
        measured=sum(length > 0 for length in finished) + sum(table.done is not None for table in playing.values()),
        partie_end=_moment(start, partie),
        picture=_picture(
            round_,
            now,
            [sheets[line.table.pk][0] for line in lines if line.sheet and line.table.pk in sheets],
            len(lines),
            _moment(start, partie),
        ),
        evening_end=_moment(start, _evening(tournament, rounds, round_, partie, usual, elapsed)),
        guessed=usual is not None,
    )


@dataclass(frozen=True)
class ClubPace:
    """The pace of the last evenings, None where none was measured; `too_quick` tables were set aside as nobody's pace."""

    hall: pace.HallPace | None
    too_quick: int


def club_pace(concours: QuerySet[Tournament]) -> ClubPace:
    """Return the pace of the last evenings of some *concours*. One query."""
    played = concours.filter(is_demo=False, rehearsal=False, rule_options__limite_donnes__gt=0)
    sheets = ScoreSheet.objects.filter(
        table__round__tournament__in=played.order_by().values("pk"),
        table__round__started_at__isnull=False,
        table__round__cutoff_at=None,
        version=1,
        late=False,
    ).exclude(kind="forfeit")
    parties = sheets.order_by("-pk").values_list(
        "at", "table__round__started_at", "table__round__tournament__rule_options__limite_donnes"
    )
    lengths = [_minutes(began, at) / donnes for at, began, donnes in parties[:TABLES_READ] if began]
    believed = [length for length in lengths if pace.DONNE[0] <= length <= pace.DONNE[1]]
    # As if each were of twelve donnes: what is believed of one table does not hang on the règlement of that evening.
    hall = pace.pace_of([DONNES_OF_A_PARTIE * length for length in believed], [], DONNES_OF_A_PARTIE, 0.0)
    return ClubPace(hall, sum(0 < length < pace.DONNE[0] for length in lengths))


def limit_of(tournament: Tournament) -> pace.Limit:
    """Return after how many minutes last donnes are imposed, and how many."""
    return pace.Limit(tournament.partie_minutes, tournament.cutoff_donnes) if has_cutoff(tournament) else pace.Limit()


def _picture(
    round_: Round, now: datetime, arrivals: list[datetime], tables: int, end: Moment | None
) -> ProgressPicture | None:
    """Draw the tables that are in over the clock, while others are still awaited."""
    if len(arrivals) == tables:
        return None
    return progress_picture(_start(round_), now, arrivals, tables, (end.low, end.mid, end.high) if end else None)


def _stage(face: ClockState, now: datetime, waiting: bool) -> str:
    if face.tournament.closed_at:
        return "closed"
    if not waiting:
        return "done"
    if face.round.started_at is None:
        return "idle"
    if face.round.cutoff_donnes is None and face.limit_at is not None and now >= face.limit_at:
        return "over"
    if face.ready_by is not None and now < face.ready_by:
        return "seating"
    return "playing"


def _start(round_: Round) -> datetime:
    """Return when the partie began; where nobody started its clock, when its tables were published."""
    began = round_.started_at or round_.published_at
    assert began is not None, "a partie is played once its tables are published"
    return began


def _sheets_of(round_: Round) -> Mapping[int, tuple[datetime, str, bool]]:
    """Return table -> when its first sheet came, the state of the one that waits, and whether it is a forfeit; one
    query.
    """
    first_sheets: dict[int, tuple[datetime, str, bool]] = {}
    sheets = ScoreSheet.objects.filter(table__round=round_, late=False).order_by("version")
    for table, kind, state, at in sheets.values_list("table_id", "kind", "state", "at"):
        first, waits, forfeit = first_sheets.get(table, (at, "", True))
        first_sheets[table] = (first, state if state in OPEN_STATES else waits, forfeit and kind == "forfeit")
    return first_sheets


def _noted(round_: Round) -> Mapping[int, tuple[int, datetime]]:
    """Return table -> the last donne on one of its telephones, and when it was noted; one query."""
    donnes = RunningDonne.objects.filter(device__access__table__round=round_, content__isnull=False).order_by()
    tables = donnes.values_list("device__access__table_id").annotate(done=Max("number"), noted=Max("at"))
    return {table: (done, noted) for table, done, noted in tables}


def _playing(
    line: TableLine, noted: Mapping[int, tuple[int, datetime]], round_: Round, start: datetime, by_donne: bool
) -> PlayingTable:
    done, at = noted.get(line.table.pk, (None, start)) if by_donne else (None, start)
    if round_.cutoff_donnes is None or round_.cutoff_at is None or not by_donne:
        return PlayingTable(done=done, at=_minutes(start, at))
    left = round_.cutoff_donnes
    if line.table.cutoff_after is not None and done is not None:
        left = min(max(line.table.cutoff_after + left - done, 0), left)
    return PlayingTable(done=done, at=_minutes(start, at), left=left, since=_minutes(start, round_.cutoff_at))


def _running(
    waiting: Iterable[TableLine],
    sheets: Mapping[int, tuple[datetime, str, bool]],
    noted: Mapping[int, tuple[int, datetime]],
    ends: Mapping[int, Span | None],
    start: datetime,
) -> list[RunningTable]:
    """List the tables still awaited, the one that ends last first."""
    middles = {number: end.mid for number, end in ends.items() if end is not None}
    late = (median(middles.values()) if middles else 0.0) + SLOW.total_seconds() / 60
    running = [
        RunningTable(
            line=line,
            done=noted.get(line.table.pk, (None, start))[0],
            state=sheets[line.table.pk][1] if line.table.pk in sheets else "",
            end=_moment(start, ends[line.number]),
            slow=middles.get(line.number, late) > late,
        )
        for line in waiting
    ]
    return sorted(running, key=lambda table: (-(table.end.mid.timestamp() if table.end else 0), table.line.number))


def _not_ready(round_: Round, sides: Mapping[int, Mapping[str, SeatedCamp]]) -> tuple[list[NotReady], bool]:
    """List the camps that have not said that they are there, and return whether anybody says such things; one query."""
    seats = Seat.objects.filter(table__round=round_).order_by("table__number", "-camp")
    rows = list(seats.values_list("table__number", "camp", "ready_at", "missing_at"))
    camps: dict[tuple[int, str], NotReady] = {}
    for table, camp, ready_at, missing_at in rows:
        if ready_at is None and camp in sides.get(table, {}):
            camps.setdefault((table, camp), NotReady(table, sides[table][camp], missing_at))
    return list(camps.values()), any(ready_at or missing_at for _table, _camp, ready_at, missing_at in rows)


def _evening(
    tournament: Tournament,
    rounds: list[Round],
    round_: Round,
    partie: Span | None,
    usual: Span | None,
    elapsed: float,
) -> Span | None:
    """Return when the evening ends, in minutes from the start of *round_*; None for a partie before the last. One query.

    *partie* is when its tables end, *usual* when they would while nothing of it is measured; both None: they have
    ended.
    """
    if tournament.closed_at or round_ is not rounds[-1]:
        return None
    # A correction is a later version: it does not make its partie longer.
    first = ScoreSheet.objects.filter(table__round__tournament=tournament, version=1, late=False)
    ends = dict(first.exclude(kind="forfeit").order_by().values_list("table__round__number").annotate(end=Max("at")))
    waiting, now = bool(partie or usual), Span(elapsed, elapsed, elapsed)
    played = [row for row in rounds if row.number in ends and not (waiting and row is round_)]
    lengths = [_minutes(_start(row), ends[row.number]) for row in played]
    pauses = [_minutes(ends[row.number], _start(after)) for row, after in pairwise(rounds) if row.number in ends]
    if usual:
        # Those before it were of this hall.
        partie = now.or_later(pace.measured(lengths, pace.PARTIE) or usual)
    if partie is None:
        partie = now
    else:
        lengths.append(partie.mid)
    left = outstanding_of(tournament, drawn=round_.number, missing=waiting)
    return pace.evening_end(partie, left.last - round_.number, lengths, pauses)


def _minutes(start: datetime, at: datetime) -> float:
    """Return the minutes from *start* to *at*; below 0 where a clock was put back."""
    return (at - start).total_seconds() / 60


def _moment(start: datetime, span: Span | None) -> Moment | None:
    if span is None:
        return None
    return Moment(*(start + timedelta(minutes=minutes) for minutes in (span.low, span.mid, span.high)))


def _after(start: datetime | None, minutes: int) -> datetime | None:
    return start + timedelta(minutes=minutes) if start is not None and minutes else None
