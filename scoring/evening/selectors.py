"""Read the state of the evening: the stage, the missing scores, the next step; the prizes and the palmarès."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, QuerySet

from scoring.corrections.selectors import Move, PlaceNow, moves_between
from scoring.evening import acts
from scoring.prizes.selectors import prize_calls
from scoring.referee.selectors import late_since_decided
from scoring.sheets.models import ScoreSheet
from scoring.standings.models import Palmares
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, outstanding_of, snapshot_rows
from tournament.concours.models import Tournament
from tournament.finals.outstanding import Outstanding
from tournament.journal.acts import keys_of
from tournament.journal.models import JournalEntry
from tournament.people.acts import CORRECT_NAME
from tournament.prepared import prepared
from tournament.registration.head_count import DoorCounts, door_counts
from tournament.rounds.models import Draw, Round, Table

Ranked = Sequence[tuple[int, int, int]]  # rank, team number, points


@dataclass(frozen=True)
class PartieState:
    """One partie of the line: `state` is "todo", "draft", "playing" or "done"; of its tables those awaited, contested."""

    number: int
    state: str
    tables: int = 0
    missing: Sequence[int] = ()
    disputed: Sequence[int] = ()

    @property
    def entered(self) -> int:
        """Count its tables whose score counts."""
        return self.tables - len(self.missing)


@dataclass(frozen=True)
class EveningState:
    """State where a concours stands. `stage` says what comes next:

    "door" (register, then draw the first partie), "draft" (look at the tirage and publish it), "playing" (type the
    scores), "next" (draw the next partie), "finished" (publish the palmarès), "closed" (call the prizes).
    `number` is the partie that this is about.
    """

    stage: str
    number: int
    parties: list[PartieState]
    missing: dict[int, list[int]]  # partie -> tables whose score is awaited
    disputed: dict[int, list[int]]  # partie -> tables contested, among the missing ones
    people: DoorCounts
    unpaid: int
    draw_id: int | None  # the draft, else the last published tirage
    left: Outstanding
    late: dict[int, list[int]] = field(default_factory=dict)  # partie -> tables whose late score nobody looked at

    @property
    def played(self) -> int:
        """Count the parties published so far."""
        return sum(partie.state in ("playing", "done") for partie in self.parties)

    @property
    def awaited(self) -> int:
        """Count the tables whose score is missing."""
        return sum(map(len, self.missing.values()))

    @property
    def unsent(self) -> dict[int, list[int]]:
        """Return the tables of each partie that are missing and not contested: those whose sheet has not come."""
        contested = {number: set(tables) for number, tables in self.disputed.items()}
        sheets = {
            number: [t for t in tables if t not in contested.get(number, ())] for number, tables in self.missing.items()
        }
        return {number: tables for number, tables in sheets.items() if tables}


@dataclass(frozen=True)
class Published:
    """One publication of the palmarès. `rows` are (rank, team number, points), None where no copy was kept.

    `reason` is why it replaces the one before, `changes` what it changes of it; `taken_back` why, `back_at` when, it
    was taken back itself. `prizes` are team number → the prize due to it, None where a card must still say it; no team
    is there where an earlier version of the program kept none.
    """

    number: int
    at: datetime
    by: User | None
    reason: str
    rows: tuple[tuple[int, int, int], ...] | None
    changes: tuple[Move, ...] | None = None
    taken_back: str = ""
    back_at: datetime | None = None
    prizes: Mapping[int, str | None] = field(default_factory=dict)
    names: tuple[tuple[datetime, str], ...] = ()  # of names corrected since: when and why, for all to read

    @property
    def replaces(self) -> int:
        """Return the number of the one it replaces, 0 for the first."""
        return self.number - 1

    @property
    def stands(self) -> bool:
        """Return whether it is the palmarès today."""
        return self.back_at is None


def palmares_of(tournament: Tournament) -> list[Published]:
    """List every publication of the palmarès of *tournament*, in order; two queries, one before the first.

    The lines of the journal tell them: a concours closed by an earlier version of the program has no copy of its rows.
    """
    told = [acts.CLOSE_TOURNAMENT, acts.REOPEN_TOURNAMENT, CORRECT_NAME]
    lines = _ends(tournament=tournament.pk, acts=keys_of(told))
    copies = {row.journal_number: row for row in Palmares.objects.filter(tournament=tournament)} if lines else {}
    published: list[Published] = []
    reason = ""
    for line in lines:
        if line.act == CORRECT_NAME.key:
            if published and line.reason:
                published[-1] = replace(published[-1], names=(*published[-1].names, (line.at, line.reason)))
            continue
        if line.act == acts.REOPEN_TOURNAMENT.key:
            reason = line.reason
            if published:
                published[-1] = replace(published[-1], taken_back=reason, back_at=line.at)
            continue
        copy = copies.get(line.number)
        rows = tuple((rank, number, points) for rank, number, points, *_more in copy.rows) if copy else None
        corrects = (copy.reason if copy else "") or reason
        one = Published(len(published) + 1, line.at, line.by, corrects, rows, prizes=_prizes_in(copy))
        published.append(replace(one, changes=_changes(published[-1], one)) if published else one)
    return published


@prepared
def _ends(tournament: int, acts: Sequence[str]) -> QuerySet[JournalEntry]:
    ends = JournalEntry.objects.filter(tournament=tournament, act__in=acts)
    return ends.select_related("by").order_by("number")


def rows_to_publish(tournament: Tournament) -> list[list[Any]]:
    """Return the ranking of *tournament* as a publication keeps it, at the end of each row the prize that is due."""
    results = evening(tournament.pk)
    ranking = results.after()
    calls = prize_calls(results, ranking, labels(tournament))
    due = {call.row.number: None if call.undecided and not call.handed else call.prize for call in calls}
    return [[*row, due.get(row[1], "")] for row in snapshot_rows(ranking)]


def palmares_now(tournament: Tournament) -> Published | None:
    """Return the last publication of the palmarès, None before the first; the same queries."""
    published = palmares_of(tournament)
    return published[-1] if published else None


def _prizes_in(copy: Palmares | None) -> dict[int, str | None]:
    """Return team number → the prize that *copy* keeps of it."""
    return {number: prize[0] for _rank, number, _points, _values, *prize in (copy.rows if copy else ()) if prize}


def _changes(before: Published, after: Published) -> tuple[Move, ...] | None:
    """Return the teams whose rank, points or prize change, in the order of *after*; None where a ranking is not kept.

    A prize that is not known in both is no change.
    """
    if before.rows is None or after.rows is None:
        return None

    unknown = {
        number for _rank, number, _points in after.rows if None in (before.prizes.get(number), after.prizes.get(number))
    }

    def places(one: Published, rows: Ranked) -> dict[int, PlaceNow]:
        due = {number: prize or "" for number, prize in one.prizes.items() if number not in unknown}
        return {number: (rank, points, due.get(number, "")) for rank, number, points in rows}

    moves = moves_between(places(before, before.rows), places(after, after.rows))
    return tuple(move for move in moves if move.moves_or_marks or move.prize_was != move.prize_now)


def evening_of(tournament: Tournament) -> EveningState:
    """Return where *tournament* stands, in five queries however many teams and tables."""
    rounds = Round.objects.filter(tournament=tournament).annotate(table_count=Count("tables")).order_by("number")
    drawn = {round_.number: (round_.state, round_.table_count) for round_ in rounds}
    missing = missing_by_round(tournament)
    draws = Draw.objects.filter(round__tournament=tournament).exclude(state="cancelled").order_by("-round__number")
    live = draws.values_list("pk", "state", "round__number").first()
    people = door_counts(tournament)
    disputed = _disputed(tournament) if missing else {}
    played = max((number for number, (state, _tables) in drawn.items() if state == "published"), default=0)
    left = outstanding_of(tournament, drawn=played, missing=bool(missing))
    last = max([left.last, *drawn])
    tied = {match.partie for match in left.tied}
    parties = [
        _partie(number, drawn.get(number, ("", 0)), missing, disputed, live, settling=number in tied)
        for number in range(1, last + 1)
    ]
    stage, number = _stage(tournament, played, left, missing, live)
    return EveningState(
        stage=stage,
        number=number,
        parties=parties,
        missing=missing,
        disputed=disputed,
        draw_id=live[0] if live else None,
        late=_late(tournament) if stage in ("next", "finished") else {},
        people=people,
        unpaid=people.unpaid if tournament.fee_cents else 0,
        left=left,
    )


def missing_by_round(tournament: Tournament) -> dict[int, list[int]]:
    """Return partie -> its tables without a score that counts, for the published parties that have any; one query."""
    counted = ScoreSheet.objects.filter(table=OuterRef("pk"), counted=True)
    tables = Table.objects.filter(round__tournament=tournament, round__state="published").exclude(Exists(counted))
    return _by_round(tables)


def _by_round(tables: QuerySet[Table]) -> dict[int, list[int]]:
    numbers: dict[int, list[int]] = defaultdict(list)
    for number, table in tables.order_by("round__number", "number").values_list("round__number", "number"):
        numbers[number].append(table)
    return dict(numbers)


def _disputed(tournament: Tournament) -> dict[int, list[int]]:
    counted = ScoreSheet.objects.filter(table=OuterRef("pk"), counted=True)
    contested = ScoreSheet.objects.filter(table=OuterRef("pk"), state="disputed")
    tables = Table.objects.filter(Exists(contested), round__tournament=tournament, round__state="published")
    return _by_round(tables.exclude(Exists(counted)))


def _late(tournament: Tournament) -> dict[int, list[int]]:
    """Return the tables of which a score came too late to count, no referee having decided anything there since."""
    if not ScoreSheet.objects.filter(table__round__tournament=tournament, late=True).exists():
        return {}
    numbers: dict[int, list[int]] = defaultdict(list)
    for partie, table in sorted(late_since_decided(tournament)):
        numbers[partie].append(table)
    return dict(numbers)


def _partie(
    number: int,
    drawn: tuple[str, int],
    missing: dict[int, list[int]],
    disputed: dict[int, list[int]],
    live: tuple[Any, ...] | None,
    *,
    settling: bool,
) -> PartieState:
    """Return partie *number*, *drawn* its state and how many tables it has; *settling*: who goes on is awaited."""
    state, tables = drawn
    if state != "published":
        drafted = live is not None and live[1] == "draft" and live[2] == number
        return PartieState(number, "draft" if drafted else "todo")
    state = "playing" if number in missing or settling else "done"
    return PartieState(number, state, tables, missing.get(number, ()), disputed.get(number, ()))


def _stage(
    tournament: Tournament,
    last: int,
    left: Outstanding,
    missing: dict[int, list[int]],
    live: tuple[Any, ...] | None,
) -> tuple[str, int]:
    if tournament.closed_at:
        return "closed", last
    if missing or left.tied:
        return "playing", max([*missing, *(match.partie for match in left.tied)])
    if live and live[1] == "draft":
        return "draft", live[2]
    if not last:
        return "door", 1
    return ("finished", last) if left.over else ("next", last + 1)
