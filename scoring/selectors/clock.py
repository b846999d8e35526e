"""Questions about time: the clock of the partie being played, who is not at its table, who still plays, when it ends.

Lines of the journal stand in the order of their numbers; their times are what the computer's clock said, and a clock
that was put back is said to be doubtful, never believed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median

from django.db.models import Exists, Max, OuterRef

from scoring import pace
from scoring.models import RunningDonne, ScoreSheet
from scoring.pace import Hall, Playing, Span
from scoring.selectors.entry import Side, TableLine, tables_of_round
from scoring.services.counting import OPEN
from tournament.models import JournalEntry, Round, Seat, Table, Tournament
from tournament.services.clock import has_cutoff

# A table that will end so much later than the others is slow.
SLOW = timedelta(minutes=8)


@dataclass(frozen=True)
class Face:
    """What a clock shows: since when the partie runs, what its règlement says of it, the last donnes once imposed."""

    round: int
    started_at: datetime | None
    ready_minutes: int
    partie_minutes: int
    cutoff: int | None
    cutoff_at: datetime | None
    may_cut: bool = True

    @property
    def ready_by(self) -> datetime | None:
        """When whoever is not at its table has lost; None without such a rule, or while the clock stands."""
        return _after(self.started_at, self.ready_minutes)

    @property
    def limit_at(self) -> datetime | None:
        """When last donnes may be imposed; None without such a rule, or while the clock stands."""
        return _after(self.started_at, self.partie_minutes) if self.may_cut else None

    @property
    def milliseconds(self) -> int | None:
        """When it was started as telephones count, in ms since 1970."""
        return round(self.started_at.timestamp() * 1000) if self.started_at else None


@dataclass(frozen=True)
class Moment:
    """When something will be, and between what it likely lies."""

    low: datetime
    mid: datetime
    high: datetime


@dataclass(frozen=True)
class NotReady:
    """A camp of whom nobody has said that it is at its table, or of whom it was said that it is not (`missing_at`)."""

    table: int
    side: Side
    missing_at: datetime | None


@dataclass(frozen=True)
class Running:
    """A table whose score does not count yet. `done` donnes are on its telephones, `state` is that of its sheet."""

    line: TableLine
    done: int | None
    state: str
    called_at: datetime | None
    cutoff_after: int | None
    end: Moment | None
    slow: bool


@dataclass(frozen=True)
class ClockPage:
    """The partie being played, by the clock. `stage` says what the organiser is asked for:

    "idle" (start it), "seating" (who is not there yet?), "playing", "over" (its time is up: impose the last donnes),
    "done" (every score counts), "closed".
    """

    tournament: Tournament
    round: Round
    face: Face
    now: datetime
    stage: str
    doubtful: bool
    last_line: datetime | None
    missing: list[NotReady]
    unknown: list[NotReady]
    phones: bool
    running: list[Running]
    tables: int
    by_donne: bool
    pace: Span | None
    measured: int
    partie_end: Moment | None
    evening_end: Moment | None

    @property
    def minutes(self) -> int | None:
        """Whole minutes that the clock shows; None while it stands."""
        if self.face.started_at is None:
            return None
        return max(int((self.now - self.face.started_at).total_seconds() // 60), 0)

    @property
    def elapsed(self) -> str:
        """What the clock shows, as 42:07 or 1:02:07; empty while it stands."""
        if self.face.started_at is None:
            return ""
        seconds = max(int((self.now - self.face.started_at).total_seconds()), 0)
        hours, rest = divmod(seconds, 3600)
        return f"{hours}:{rest // 60:02}:{rest % 60:02}" if hours else f"{rest // 60:02}:{rest % 60:02}"

    @property
    def milliseconds(self) -> int:
        """This computer's time as the page was made, in ms since 1970: what a wrong clock elsewhere is set right by."""
        return round(self.now.timestamp() * 1000)

    @property
    def called(self) -> int:
        """Tables that call the referee."""
        return sum(one.called_at is not None for one in self.running)

    @property
    def camps(self) -> list[str]:
        """The camps of the tables still playing, NS before EO."""
        found = {camp for one in self.running for camp in one.line.sides}
        return sorted(found, key=lambda camp: (camp != "NS", camp))

    @property
    def late(self) -> bool:
        """Whether the time to be at one's table is over, where there is one."""
        return self.face.ready_by is not None and self.now >= self.face.ready_by

    @property
    def finished(self) -> int:
        """Tables whose score counts."""
        return self.tables - len(self.running)


def face_of(tournament: Tournament, round_: Round) -> Face:
    """The clock of *round_*."""
    return Face(
        round=round_.number,
        started_at=round_.started_at,
        ready_minutes=tournament.ready_minutes,
        partie_minutes=tournament.partie_minutes,
        cutoff=round_.cutoff_donnes,
        cutoff_at=round_.cutoff_at,
        may_cut=has_cutoff(tournament),
    )


def face_now(tournament: Tournament) -> Face | None:
    """The clock of the partie being played, None where none runs and no last donnes are announced; one query."""
    if tournament.closed_at:
        return None
    counted = ScoreSheet.objects.filter(table=OuterRef("pk"), counted=True)
    awaited = Table.objects.filter(round=OuterRef("pk")).exclude(Exists(counted))
    rounds = Round.objects.filter(tournament=tournament, state="published").order_by("-number")
    last = rounds.annotate(awaited=Exists(awaited)).first()
    if last is None or not last.awaited or (last.started_at is None and last.cutoff_donnes is None):
        return None
    return face_of(tournament, last)


def doubtful_since(tournament: Tournament, now: datetime) -> datetime | None:
    """The latest time in the journal where it lies after *now*: the clock was put back, or ran ahead; one query."""
    latest = JournalEntry.objects.filter(tournament=tournament).aggregate(at=Max("at"))["at"]
    return latest if latest is not None and latest > now else None


def clock_page(tournament: Tournament, *, now: datetime, number: int | None = None) -> ClockPage | None:
    """The clock of partie *number*, by default the last one seated; None where there is none.

    A constant number of queries, however many tables.
    """
    rounds = list(Round.objects.filter(tournament=tournament, state="published").order_by("number"))
    round_ = next((one for one in reversed(rounds) if number in (None, one.number)), None)
    if round_ is None:
        return None
    lines = tables_of_round(round_)
    sheets = _sheets_of(round_)
    face = face_of(tournament, round_)
    start = _start(round_)
    elapsed = max(_minutes(start, now), 0.0)
    by_donne = tournament.donnes is not None and tournament.rule_options.get("limite_points") is None
    units = tournament.donnes if by_donne else 1
    noted = _noted(round_)
    waiting = [line for line in lines if line.sheet is None]
    playing = {line.number: _playing(line, noted, round_, start, by_donne) for line in waiting}
    still = {line.number for line in waiting if line.table.pk not in sheets}
    # A sheet that came after the last donnes were imposed does not say how many it holds.
    finished = [
        _minutes(start, first)
        for first, _state, _forfeit in sheets.values()
        if not _forfeit and (round_.cutoff_at is None or first <= round_.cutoff_at)
    ]
    found = pace.pace_of(finished, [playing[n] for n in still], units, elapsed)
    ends = _ends(playing, still, units, elapsed, found)
    running = _running(waiting, sheets, noted, ends, start)
    partie = _last(playing, still, units, elapsed, found) if waiting else None
    # Who has donnes on a telephone, or a score that waits, has come.
    silent = {line.number for line in waiting if line.table.pk not in sheets and line.table.pk not in noted}
    missing, unknown, phones = _not_ready(round_, {line.number: line.sides for line in waiting}, silent)
    doubtful = doubtful_since(tournament, now)
    return ClockPage(
        tournament=tournament,
        round=round_,
        face=face,
        now=now,
        stage=_stage(tournament, face, now, bool(waiting)),
        doubtful=doubtful is not None,
        last_line=doubtful,
        missing=missing,
        unknown=unknown,
        phones=phones,
        running=running,
        tables=len(lines),
        by_donne=by_donne,
        pace=found.span if found else None,
        measured=len([length for length in finished if length > 0]) + sum(playing[n].done is not None for n in still),
        partie_end=_moment(start, partie),
        evening_end=_moment(start, _evening(tournament, rounds, round_, partie, bool(waiting), elapsed)),
    )


def _stage(tournament: Tournament, face: Face, now: datetime, waiting: bool) -> str:
    if tournament.closed_at:
        return "closed"
    if not waiting:
        return "done"
    if face.started_at is None:
        return "idle"
    if face.cutoff is None and face.limit_at is not None and now >= face.limit_at:
        return "over"
    if face.ready_by is not None and now < face.ready_by:
        return "seating"
    return "playing"


def _start(round_: Round) -> datetime:
    """When the partie began; where nobody started its clock, when its tables were published."""
    return round_.started_at or round_.published_at


def _sheets_of(round_: Round) -> Mapping[int, tuple[datetime, str, bool]]:
    """Table -> when its first sheet came, the state of what waits there, and whether it is a forfeit; one query."""
    found: dict[int, tuple[datetime, str, bool]] = {}
    sheets = ScoreSheet.objects.filter(table__round=round_, late=False).order_by("version")
    for table, kind, state, at in sheets.values_list("table_id", "kind", "state", "at"):
        first, waits, forfeit = found.get(table, (at, "", True))
        found[table] = (first, state if state in OPEN else waits, forfeit and kind == "forfeit")
    return found


def _noted(round_: Round) -> Mapping[int, tuple[int, datetime]]:
    """Table -> the last donne on one of its telephones, and when it was noted; one query."""
    donnes = RunningDonne.objects.filter(device__access__table__round=round_, content__isnull=False).order_by()
    tables = donnes.values_list("device__access__table_id").annotate(done=Max("number"), noted=Max("at"))
    return {table: (done, noted) for table, done, noted in tables}


def _playing(
    line: TableLine, noted: Mapping[int, tuple[int, datetime]], round_: Round, start: datetime, by_donne: bool
) -> Playing:
    done, at = noted.get(line.table.pk, (None, start)) if by_donne else (None, start)
    if round_.cutoff_donnes is None or round_.cutoff_at is None or not by_donne:
        return Playing(done=done, at=_minutes(start, at))
    left = round_.cutoff_donnes
    if line.table.cutoff_after is not None and done is not None:
        left = min(max(line.table.cutoff_after + left - done, 0), left)
    return Playing(done=done, at=_minutes(start, at), left=left, since=_minutes(start, round_.cutoff_at))


def _ends(
    playing: Mapping[int, Playing], still: set[int], units: int, elapsed: float, hall: Hall | None
) -> dict[int, Span | None]:
    """When each table that is awaited will have its score; those that play alike are asked about once."""
    known = (
        {table: pace.table_end(table, units, elapsed, hall) for table in {playing[n] for n in still}} if hall else {}
    )
    return {number: known.get(table) if number in still else _soon(elapsed) for number, table in playing.items()}


def _last(
    playing: Mapping[int, Playing], still: set[int], units: int, elapsed: float, hall: Hall | None
) -> Span | None:
    """When the last of them will; None while that cannot be said."""
    if still and hall is None:
        return None
    soon = _soon(elapsed)
    return soon.or_later(pace.partie_end([playing[n] for n in still], units, elapsed, hall)) if still else soon


def _soon(elapsed: float) -> Span:
    """A table that has played: its sheet waits to be confirmed, read again or ruled."""
    return Span(elapsed, elapsed + pace.HAND_IN, elapsed + 3 * pace.HAND_IN)


def _running(
    waiting: Iterable[TableLine],
    sheets: Mapping[int, tuple[datetime, str, bool]],
    noted: Mapping[int, tuple[int, datetime]],
    ends: Mapping[int, Span | None],
    start: datetime,
) -> list[Running]:
    """The tables still awaited, the one that will end last first."""
    known = [end.mid for end in ends.values() if end is not None]
    usual = median(known) if known else 0.0
    late = usual + SLOW.total_seconds() / 60
    running = [
        Running(
            line=line,
            done=noted.get(line.table.pk, (None, start))[0],
            state=sheets[line.table.pk][1] if line.table.pk in sheets else "",
            called_at=line.table.called_at,
            cutoff_after=line.table.cutoff_after,
            end=_moment(start, ends[line.number]),
            slow=ends[line.number] is not None and ends[line.number].mid > late,
        )
        for line in waiting
    ]
    return sorted(running, key=lambda one: (-(one.end.mid.timestamp() if one.end else 0), one.line.number))


def _not_ready(
    round_: Round, sides: Mapping[int, Mapping[str, Side]], silent: set[int]
) -> tuple[list[NotReady], list[NotReady], bool]:
    """Who was said not to be there, of whom at the *silent* tables nothing is known, and whether anybody says such
    things here; one query."""
    missing, unknown = [], []
    seats = Seat.objects.filter(table__round=round_).order_by("table__number", "-camp")
    told = False
    seen = set()
    for table, camp, ready_at, missing_at in seats.values_list("table__number", "camp", "ready_at", "missing_at"):
        told = told or ready_at is not None or missing_at is not None
        if ready_at is not None or (table, camp) in seen or camp not in sides.get(table, {}):
            continue
        seen.add((table, camp))
        if missing_at is not None:
            missing.append(NotReady(table, sides[table][camp], missing_at))
        elif table in silent:
            unknown.append(NotReady(table, sides[table][camp], None))
    return missing, unknown, told


def _evening(
    tournament: Tournament, rounds: list[Round], round_: Round, partie: Span | None, waiting: bool, elapsed: float
) -> Span | None:
    """When the evening ends, in minutes from the start of *round_*; None while that cannot be said. One query."""
    if tournament.closed_at or round_ is not rounds[-1] or (waiting and partie is None):
        return None
    # A correction is a later version: it does not make its partie longer.
    first = ScoreSheet.objects.filter(table__round__tournament=tournament, version=1, late=False)
    ends = dict(first.exclude(kind="forfeit").order_by().values_list("table__round__number").annotate(end=Max("at")))
    played = [one for one in rounds if one.number in ends and not (waiting and one is round_)]
    lengths = [_minutes(_start(one), ends[one.number]) for one in played]
    pauses = [
        _minutes(ends[one.number], _start(after))
        for one, after in zip(rounds, rounds[1:], strict=False)
        if one.number in ends
    ]
    if partie is None:
        partie = Span(elapsed, elapsed, elapsed)
    else:
        lengths.append(partie.mid)
    return pace.evening_end(partie, tournament.parties - round_.number, lengths, pauses)


def _minutes(start: datetime, at: datetime) -> float:
    """From *start* to *at*; below 0 where a clock was put back."""
    return (at - start).total_seconds() / 60


def _moment(start: datetime, span: Span | None) -> Moment | None:
    if span is None:
        return None
    return Moment(*(start + timedelta(minutes=minutes) for minutes in (span.low, span.mid, span.high)))


def _after(start: datetime | None, minutes: int) -> datetime | None:
    return start + timedelta(minutes=minutes) if start is not None and minutes else None
