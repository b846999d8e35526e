"""Take back or correct the last donnes of a partie, while no sheet relies on them."""

from django.contrib.auth.models import User
from django.db import transaction

from rules import check_totals
from scoring.errors import ScoringError
from scoring.sheets.models import ScoreSheet
from tournament.concours.lock import lock_tournament
from tournament.rounds import acts as rounds_acts, clock
from tournament.rounds.models import Round, Table

_NAMED = 12
# Times that the telephones of a camp may say after how many donnes their table stops: each is a line for ever.
MOST_NOTED = 10


def take_back_cutoff(*, tournament_id: int, number: int, by: User | None) -> Round:
    """Take back the last donnes imposed on partie *number*; done twice, once.

    Raises ScoringError `cutoff_used` with the tables whose sheets ended by them, and as
    tournament.rounds.clock.take_back_cutoff.
    """
    judged: dict[int, bool] = {}
    # To check whether a total is possible without them may take a moment, so it is done before the lock.
    _tables_that_rely(tournament_id, number, judged)
    return _take_back(tournament_id=tournament_id, number=number, by=by, judged=judged)


@transaction.atomic
def _take_back(*, tournament_id: int, number: int, by: User | None, judged: dict[int, bool]) -> Round:
    lock_tournament(tournament_id)
    if tables := _tables_that_rely(tournament_id, number, judged):
        named = ", ".join(map(str, tables[:_NAMED])) + (" …" if len(tables) > _NAMED else "")
        raise ScoringError("cutoff_used", round=number, named=named)
    return clock.take_back_cutoff(tournament_id=tournament_id, number=number, by=by)


@transaction.atomic
def record_cutoff_after(*, table_id: int, donnes: int | None, by: User | None = None, camp: str = "") -> Table:
    """Record how many *donnes* a table had finished when the last ones were imposed; None: not known.

    *camp* is the one whose telephone says so. Raises ScoringError `cutoff_counted` where a sheet counts already,
    `cutoff_many` where its telephones have said so too often, and as tournament.rounds.clock.record_cutoff_after.
    """
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock_tournament(table.round.tournament_id)
    if ScoreSheet.objects.filter(table=table, counted=True).exists() and table.cutoff_after != donnes:
        raise ScoringError("cutoff_counted", table=table.number)
    if camp and table.cutoff_after != donnes:
        noted = tournament.journal.filter(
            act=rounds_acts.RECORD_CUTOFF_AFTER.key,
            before__round=table.round.number,
            before__table=table.number,
            after__camp=camp,
        )
        if noted.count() >= MOST_NOTED:
            raise ScoringError("cutoff_many", table=table.number, most=MOST_NOTED)
    return clock.record_cutoff_after(table_id=table_id, donnes=donnes, by=by, camp=camp)


def _tables_that_rely(tournament_id: int, number: int, judged: dict[int, bool]) -> list[int]:
    """Return the tables of the partie whose sheet is right only because the last donnes were imposed.

    *judged* remembers the sheets that were asked about.
    """
    sheets = ScoreSheet.objects.filter(
        table__round__tournament=tournament_id, table__round__number=number, late=False, check_code=""
    ).exclude(kind="forfeit")
    tables = set()
    for sheet in sheets.select_related("table").order_by("pk"):
        if not (sheet.counted or sheet.is_open):
            continue
        if sheet.pk not in judged:
            judged[sheet.pk] = _relies(sheet)
        if judged[sheet.pk]:
            tables.add(sheet.table.number)
    return sorted(tables)


def _relies(sheet: ScoreSheet) -> bool:
    """Return whether *sheet* names them, or has totals that a whole partie cannot give, or hardly."""
    content = sheet.content
    if sheet.kind == "donnes" or "totals" not in content:
        return bool(content.get("coupure"))
    report = {name: content[name] for name in ("ruleset", "options", "totals", "belotes", "capots")}
    check = check_totals(**report)
    return not check.ok or check.doubtful
