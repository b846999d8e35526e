"""The one reading of an evening: every counted result of a concours, as one journal number saw it."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from operator import itemgetter

from django.db.models import QuerySet

from scoring.ranking import Caps, ForfeitedTeams, PartieResult, Published, settle_table, won_without_playing
from scoring.sheets.controls import winner_article
from scoring.sheets.models import Mark, Penalty, ScoreSheet
from scoring.standings.models import Palmares
from scoring.standings.results import EnteredTeam, EveningResults, Fault
from tournament.concours.models import Tournament
from tournament.finals.played import DrawnPart
from tournament.journal.acts import ACTS
from tournament.journal.models import JournalEntry
from tournament.prepared import PreparedQuery, prepared
from tournament.registration.models import Team
from tournament.rounds.models import Draw, Round, Seat, Table
from tournament.rounds.selectors import drawn_parts
from tournament.snapshot_reads import read_one_snapshot

# Rows are used as they come: 24 000 of them kept for nothing would cost more in garbage collection than the ranking.
CHUNK = 2000


def evening(tournament_id: int) -> EveningResults:
    """Read the counted results of a concours in a constant number of queries. Raises Tournament.DoesNotExist.

    All that is read belongs to the journal number that is read with it. No lock is held meanwhile, so that nobody waits
    to enter a score.
    """
    with read_one_snapshot():
        return _read(_concours.get(pk=tournament_id))


@prepared
def _concours(pk: int) -> QuerySet[Tournament]:
    return Tournament.objects.select_related("club").filter(pk=pk)


@prepared
def _teams(tournament: int) -> QuerySet[Team, tuple]:
    entered = Team.objects.filter(tournament=tournament, waiting=False, alone=False)
    return entered.order_by("number").values_list(*EnteredTeam._fields)


@prepared
def _published(tournament: int) -> QuerySet[Round, tuple[int]]:
    rounds = Round.objects.filter(tournament=tournament, state="published")
    return rounds.order_by("number").values_list("number")


def _rows(query: PreparedQuery[tuple], tournament: Tournament, chunk: int | None) -> Iterable[tuple]:
    """Return the rows of *tournament*, in chunks where there are many: a cursor on the server costs five more questions."""
    if chunk is None:
        return query(tournament=tournament.pk)
    return query.iterator(chunk_size=chunk, tournament=tournament.pk)


@prepared
def _seats(tournament: int) -> QuerySet[Seat, tuple]:
    seats = Seat.objects.filter(round__tournament=tournament, round__state="published").order_by("table_id", "camp")
    return seats.values_list(
        "table_id", "table__number", "round__number", "team__number", "camp", "counts", "forfeited_by__number"
    )


def _last_change(tournament: Tournament) -> tuple[int, datetime | None]:
    """Return the last line that may have moved the ranking, and when; of an evening it is nearly always among the last ones."""
    keeping = {act.key for act in ACTS.values() if not act.moves_ranking}
    for number, at, act in _last_lines(tournament=tournament.pk, number=tournament.journal_number):
        if act not in keeping:
            return number, at
    lines = JournalEntry.objects.filter(tournament=tournament, number__lte=tournament.journal_number)
    return lines.exclude(act__in=keeping).order_by("-number").values_list("number", "at").first() or (0, None)


@prepared
def _last_lines(tournament: int, number: int) -> QuerySet[JournalEntry, tuple[int, datetime, str]]:
    lines = JournalEntry.objects.filter(tournament=tournament, number__lte=number)
    return lines.order_by("-number").values_list("number", "at", "act")[:4]


def _read(tournament: Tournament) -> EveningResults:
    teams = [EnteredTeam(*team) for team in _teams(tournament=tournament.pk)]
    excluded = frozenset(team.number for team in teams if team.excluded)
    rounds = tuple(number for (number,) in _published(tournament=tournament.pk))
    chunk = CHUNK if len(teams) * len(rounds) > CHUNK else None
    marks, forfeits, ruled = _counted_marks(tournament, chunk)
    articles = _articles(tournament) if ruled else {}
    credited, faults = _penalties(tournament)
    caps = caps_of(tournament)
    parts = _parts(tournament)
    of_forfeit = _forfeit_points(tournament, parts)
    exclusion = exclusion_of(tournament, excluded, {})
    own_exclusions = _own_exclusions(tournament, excluded) if exclusion else {}
    seated: dict[int, dict[int, PartieResult | None]] = defaultdict(dict)
    missing: dict[int, list[int]] = defaultdict(list)
    made_up: dict[tuple[int, int], int] = {}
    last = 0
    for pk, group in groupby(_rows(_seats, tournament, chunk), key=itemgetter(0)):
        if pk is None:
            for _, _, number, team, _, _, absent in group:
                seated[team][number] = None
                if absent is not None:
                    points = of_forfeit.get((number, team), tournament.forfeit_points)
                    seated[team][number] = won_without_playing(number, absent, points)
            continue
        camps: dict[str, list[int]] = {}
        when: dict[int, int] = {}  # the partie each plays here: an earlier one to make up for a rest, 0 for nothing
        for _, table, partie, team, camp, counts, _ in group:  # noqa: B007 (table is that of the whole group)
            camps.setdefault(camp, []).append(team)
            when[team] = partie if counts else 0
        number = max(when.values())
        if pk not in marks:
            missing[number].append(table)
        elif number > last:
            last = number
        results = settle_table(
            number,
            table,
            camps,
            marks.get(pk),
            forfeits.get(pk),
            credited=credited.get(pk),
            caps=caps,
            ruled=ruled.get(pk, ""),
            exclusion=own_exclusions.get(pk, exclusion),
        )
        for team, result in results:
            partie = when[team]
            if partie == number:
                seated[team][number] = result
            elif partie:
                seated[team][partie] = result._replace(round=partie)
                made_up[team, partie] = number
    changed_by, changed_at = _last_change(tournament)
    return EveningResults(
        tournament=tournament,
        journal_number=tournament.journal_number,
        at=changed_at,
        changed_by=changed_by,
        teams=teams,
        rounds=rounds,
        seated=dict(seated),
        missing=dict(missing),
        last=last,
        seed=_lot_seed(tournament),
        parts=parts,
        faults=faults,
        made_up=made_up,
        tie_breaks=_tie_breaks(tournament),
        articles=articles,
        published=_palmares(tournament) if tournament.closed_at else (),
    )


def _palmares(tournament: Tournament) -> Sequence[Published]:
    """Read the ranking that was published when *tournament* was closed; nothing where none was kept."""
    published = _published_rows(tournament=tournament.pk, at=tournament.closed_at)
    return [(rank, number, points, values) for (rows,) in published for rank, number, points, values, *_prize in rows]


@prepared
def _published_rows(tournament: int, at: datetime) -> QuerySet[Palmares, tuple[list]]:
    # While a concours is closed its next palmarès is still to be written: the one before is not that of this moment.
    return Palmares.objects.filter(tournament=tournament, published_at=at).order_by().values_list("rows")


def _forfeit_points(tournament: Tournament, parts: Sequence[DrawnPart]) -> dict[tuple[int, int], int]:
    """Return (partie, team) → the points of a forfeit in a phase with a length of its own."""
    own = tournament.formula.lengths
    return {
        (part.number, team): tournament.forfeit_points_in(own[part.phase])
        for part in parts
        if part.phase in own
        for team in part.minutes.numbers
    }


def _own_exclusions(tournament: Tournament, teams: Collection[int]) -> dict[int, ForfeitedTeams | None]:
    """Read table → the exclusion of *teams* there, for the tables with a length of their own."""
    own = Table.objects.filter(round__tournament=tournament).exclude(limits={}).order_by()
    return {pk: exclusion_of(tournament, teams, limits) for pk, limits in own.values_list("pk", "limits")}


def _tie_breaks(tournament: Tournament) -> dict[tuple[int, int], int]:
    """Read who goes on after equal totals in a knock-out; nothing where the ranking decides it."""
    if tournament.knock_out_tie == "better" or not tournament.formula.has_places:
        return {}
    return {(partie, table): team for partie, table, team in _settled(tournament=tournament.pk)}


@prepared
def _settled(tournament: int) -> QuerySet[Table, tuple[int, int, int]]:
    settled = Table.objects.filter(round__tournament=tournament, goes_on__isnull=False).order_by()
    return settled.values_list("round__number", "number", "goes_on__number")


def _parts(tournament: Tournament) -> tuple[DrawnPart, ...]:
    """Read the draws where brackets and pools depend on them; nothing for an evening that has none."""
    return tuple(drawn_parts(tournament)) if tournament.formula.has_plan else ()


def _counted_marks(
    tournament: Tournament, chunk: int | None
) -> tuple[dict[int, dict[str, tuple[int, int]]], dict[int, frozenset[str]], dict[int, str]]:
    """Return the marks that count as table -> camp -> (points, capots), the camps absent from the forfeit tables, and
    table -> the camp that the règlement lets win, where the points do not say it.
    """
    marks: dict[int, dict[str, tuple[int, int]]] = {}
    ruled: dict[int, str] = {}
    forfeited = False
    for table_id, camp, points, capots, winner, kind in _rows(_marks, tournament, chunk):
        forfeited = forfeited or kind == "forfeit"
        marks.setdefault(table_id, {})[camp] = (points, capots)
        if winner:
            ruled[table_id] = winner
    forfeits = _forfeits(tournament=tournament.pk) if forfeited else []
    absent = {table_id: frozenset(content["forfeit"].split()) for table_id, content in forfeits}
    return marks, absent, ruled


@prepared
def _marks(tournament: int) -> QuerySet[Mark, tuple[int, str, int, int, str, str]]:
    counted = Mark.objects.filter(sheet__counted=True, sheet__table__round__tournament=tournament).order_by()
    return counted.values_list("sheet__table_id", "camp", "points", "capots", "sheet__winner", "sheet__kind")


@prepared
def _forfeits(tournament: int) -> QuerySet[ScoreSheet, tuple[int, dict]]:
    sheets = ScoreSheet.objects.filter(counted=True, kind="forfeit", table__round__tournament=tournament)
    return sheets.order_by().values_list("table_id", "content")


def _articles(tournament: Tournament) -> dict[tuple[int, int], str]:
    """Read (partie, table) → the article by which the règlement names the winner there."""
    sheets = ScoreSheet.objects.filter(counted=True, table__round__tournament=tournament).exclude(winner="").order_by()
    return {
        (sheet.table.round.number, sheet.table.number): winner_article(sheet)
        for sheet in sheets.select_related("table__round").prefetch_related("marks")
    }


def _penalties(tournament: Tournament) -> tuple[dict[int, dict[str, int]], tuple[Fault, ...]]:
    """Return the points of valid penalties as table -> camp -> points, and the penalties themselves, in order."""
    credited: dict[int, dict[str, int]] = {}
    faults = []
    for table_id, *values in _valid_penalties(tournament=tournament.pk):
        fault = Fault(*values)
        faults.append(fault)
        camps = credited.setdefault(table_id, {})
        camps[fault.to_camp] = camps.get(fault.to_camp, 0) + fault.points
    return credited, tuple(faults)


@prepared
def _valid_penalties(tournament: int) -> QuerySet[Penalty, tuple]:
    valid = Penalty.objects.filter(cancelled_at=None, table__round__tournament=tournament)
    place = ("table__round__number", "table__number")
    fields = (*place, "camp", "to_camp", "team__number", "label", "way", "points", "donne", "article")
    return valid.order_by(*place, "number").values_list("table_id", *fields)


def _lot_seed(tournament: Tournament) -> str:
    """Return the first seed of a published draw: taken in public, known to all, and out of anybody's hands since.

    A draw in the order of registration has none.
    """
    if "lot" not in tournament.criteria:
        return ""
    draws = Draw.objects.filter(round__tournament=tournament, state="published").order_by("round__number", "number")
    return str(next(filter(None, draws.values_list("minutes__seed", flat=True)), ""))


def caps_of(tournament: Tournament) -> Caps | None:
    """Return the caps of *tournament*, None where there are none."""
    caps = tournament.caps
    return Caps(caps["from"], caps["winner"], caps["loser"]) if caps else None


def exclusion_of(
    tournament: Tournament, teams: Collection[int], limits: Mapping[str, int | None]
) -> ForfeitedTeams | None:
    """Return what the exclusion of *teams* makes of a partie with *limits* of its own; None where the parties stand."""
    if not teams or tournament.excluded_policy != "forfeit":
        return None
    return ForfeitedTeams(teams, tournament.forfeit_points_in(limits))
