"""Read the state of the evening: the stage, the missing scores, the next step; the prizes and the palmarès."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _

from scoring.corrections.selectors import Move, PlaceNow, moves_between
from scoring.evening import acts
from scoring.evening.models import Palmares, PrizeTurn
from scoring.ranking import Row
from scoring.sheets.models import Ruling, ScoreSheet
from scoring.standings.phase_winners import PhaseWinner, last_there, phase_winners, ranked_lots
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from scoring.standings.selectors import Label, labels, outstanding_of, snapshot_rows
from tournament.concours.lots import bare_lot, lots_of
from tournament.concours.models import Tournament
from tournament.finals.outstanding import Outstanding
from tournament.journal.acts import keys_of
from tournament.journal.models import JournalEntry
from tournament.names import PAIR
from tournament.people.acts import CORRECT_NAME
from tournament.registration.selectors import DoorCounts, door_counts
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
    """Say where a concours stands. `stage` says what comes next:

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


@dataclass(frozen=True)
class PrizeCall:
    """One call: a row of the ranking, the team's names, the prize that is due to its place ("" when none is left).

    `place` is what it is called where a bracket decided, as "Winner"; `won` are the prizes of the brackets it has won.

    `card` is its place among equals as the card said, 0 while no card decided; `chosen` what it took once called, `due_then`
    what its place had when it was called. `last`: it has the prize of the last team, because those after it left.
    """

    row: Row
    label: Label
    by_rank: str
    card: int = 0
    called_at: datetime | None = None
    chosen: str = ""
    won: tuple[str, ...] = ()
    place: str = ""
    last: bool = False
    due_then: str = ""

    @property
    def players(self) -> list[str]:
        """Return the name in its parts, each a line of its own where there is room; [] where names are not shown."""
        return self.label.name.split(PAIR) if self.label.name else []

    @property
    def due(self) -> str:
        """Return all that is due to its place."""
        return " · ".join(filter(None, (self.by_rank, *self.won)))

    @property
    def handed(self) -> str:
        """Return what it was handed at the call, "" before."""
        return (self.chosen or self.due_then) if self.called_at else ""

    @property
    def prize(self) -> str:
        """Return what it was handed, else all that is due to it."""
        return self.handed or self.due

    @property
    def lot(self) -> str:
        """Return the same beside its place, which names the brackets."""
        return self.chosen if self.called_at and self.chosen else self._bare(self.due_then) or self._bare(self.due)

    def _bare(self, due: str) -> str:
        """Return *due* without the names of the brackets it was won in."""
        for line in self.won:
            due = due.replace(line, bare_lot(line))
        return due

    @property
    def displaced(self) -> bool:
        """Return whether its place has another prize than the one it was called for."""
        return bool(self.called_at and self.due_then and self.due_then != self.due)

    @property
    def undecided(self) -> bool:
        """Return whether a card must still say who of those equal chooses first."""
        return self.row.tied and not self.card


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
    ends = JournalEntry.objects.filter(tournament=tournament, act__in=keys_of(told))
    lines = list(ends.select_related("by").order_by("number"))
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


def called(calls: list[PrizeCall]) -> list[PrizeCall]:
    """Keep those of *calls* that are made: each with a prize, and the teams equal to one that has a prize of the ranking.

    All of them where the concours has no prize.
    """
    ranks = {call.row.rank for call in calls if call.by_rank}
    kept = [call for call in calls if call.row.rank in ranks or call.won]
    return kept or calls


def prizes_of(tournament: Tournament) -> list[PrizeCall]:
    """List the calls for the prizes in ranking order, teams without a prize too, excluded ones left out.

    Empty while no ranking is final.
    """
    return ceremony_of(tournament)[0]


def ceremony_of(tournament: Tournament) -> tuple[list[PrizeCall], list[PhaseWinner]]:
    """Return the calls for the prizes and who won each phase, from one reading of the evening."""
    results, named = evening(tournament.pk), labels(tournament)
    ranking = results.after()
    return prize_calls(results, ranking, named), phase_winners(results, named, ranking.rows)


def prize_calls(results: EveningResults, ranking: Standing, named: Mapping[int, Label]) -> list[PrizeCall]:
    """List the calls for the prizes of *ranking*, the one of *results* that is shown, with the names of *named*."""
    tournament = results.tournament
    if not ranking.final:
        return []
    won: dict[int, tuple[str, ...]] = defaultdict(tuple)
    places: dict[int, list[str]] = defaultdict(list)
    for winner in phase_winners(results, named):
        won[winner.number] += winner.prizes
        places[winner.number] += [winner.place] if winner.place else []
    rows = [row for row in ranking.rows if not row.excluded]
    turns = {turn.number: turn for turn in PrizeTurn.objects.filter(tournament=tournament)}

    def card(row: Row) -> int:
        turn = turns.get(row.number)
        return turn.card or 0 if turn and row.tied and turn.card_rank == row.rank else 0

    rows.sort(key=lambda row: (row.rank, card(row), row.number))
    calls, due = [], ranked_lots(tournament, rows)
    last = last_there(tournament, rows)
    for row in rows:
        turn = turns.get(row.number)
        done = (turn.called_at, turn.prize) if turn else (None, "")
        due_then = turn.due if turn and turn.called_at else ""
        calls.append(
            PrizeCall(
                row,
                named[row.number],
                due.get(row.number, ""),
                card(row),
                *done,
                won[row.number],
                " · ".join(places[row.number]),
                row.number == last and any(other.rank > row.rank for other in ranking.rows),
                due_then,
            )
        )
    return calls


def given_already(calls: Sequence[PrizeCall]) -> list[str]:
    """Return sentences on prizes handed over for places that have another prize now, and on what is left for whom."""
    said = []
    for call in calls:
        if not call.displaced:
            continue
        words = {"number": call.row.number, "given": call.handed, "due": call.due or _("none")}
        said.append(_("No. %(number)s was given “%(given)s”; its place has “%(due)s” now, which is left.") % words)
        said += [
            _("No. %(number)s cannot have “%(due)s”: no. %(other)s has it.")
            % {"number": other.row.number, "due": other.due, "other": call.row.number}
            for other in calls
            if not other.called_at and other.due == call.due_then
        ]
    return said


def by_bracket(calls: Iterable[PrizeCall]) -> bool:
    """Return whether a bracket gave places of *calls*, in whose order the points do not fall."""
    return any(call.place for call in calls)


def prizes_left(tournament: Tournament, calls: Sequence[PrizeCall]) -> list[str]:
    """Return the prizes that nobody of *calls* has, once the ranking is final."""
    lots = lots_of(tournament)
    due = Counter(lot.line for lot in lots.by_phase for _place in lot.places)
    left = due - Counter(prize for call in calls for prize in call.won)
    beyond = [lot.line for lot in lots.by_rank if lot.ranks[-1] > len(calls)]
    return [*beyond, *left.elements()] if calls else []


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
    decided = Ruling.objects.filter(table=OuterRef("table"), at__gte=OuterRef("at"))
    late = ScoreSheet.objects.filter(table=OuterRef("pk"), late=True).exclude(Exists(decided))
    return _by_round(Table.objects.filter(Exists(late), round__tournament=tournament, round__state="published"))


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
