"""Settle equal totals: the matches without a winner, the answer of the organiser, and that answer taken back."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction

from scoring.errors import ScoringError
from scoring.sheets import acts as sheets_acts
from scoring.standings.reading import evening
from scoring.standings.selectors import Reading, reading
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.finals.outstanding import AwaitedMatch
from tournament.finals.played import played_phases
from tournament.journal import services as journal
from tournament.rounds.models import Draw, Seat, Table


def ties(tournament: Tournament, read: Reading | None = None) -> Sequence[AwaitedMatch]:
    """Return the matches of equal totals of which nobody has said yet who goes on."""
    if tournament.knock_out_tie == "better" or not tournament.formula.has_places:
        return ()
    return (read or reading(tournament))().outstanding.tied


@transaction.atomic
def settle_tie(*, tournament_id: int, number: int, team: int, by: User | None) -> Table:
    """Note that *team* goes on after equal totals in the knock-out of partie *number*; said again, the last word holds.

    Raises ScoringError `tie_none` where it has no such match, `tie_drawn` where another was chosen and the next partie
    is drawn from that. A question that is open can always be answered: a score may be corrected to equal totals late.
    """
    tournament = lock_open_tournament(tournament_id)
    found = evening(tournament_id)
    matches = [
        match
        for played in played_phases(found)
        for round_, match in played.matches
        if match.tied and not match.sat_down and team in match.sides and played.asks(round_, match)
    ]
    seat = Seat.objects.filter(round__tournament=tournament, round__number=number, team__number=team).first()
    tables = {match.table for match in matches}
    if not seat or not seat.table or seat.table.number not in tables:
        raise ScoringError("tie_none", field="team", team=team, round=number)
    table = seat.table
    if table.goes_on_id is not None:
        _check_not_drawn(tournament_id, number)
    if table.goes_on_id == seat.team_id:
        return table
    table.goes_on = seat.team
    table.save(update_fields=["goes_on"])
    journal.write(
        tournament=tournament,
        act=sheets_acts.SETTLE_TIE,
        by=by,
        after={"round": number, "table": table.number, "team": seat.team_id},
    )
    return table


def standing_choice(tournament_id: int, number: int, table: int, team: int) -> Table:
    """Return table number *table* of partie *number*, where *team* (a key) was chosen to go on and that may be taken back.

    Raises ScoringError `tie_void` where the choice holds no more, `tie_drawn` where the next partie is drawn from it.
    """
    chosen = Table.objects.filter(round__tournament=tournament_id, round__number=number, number=table, goes_on=team)
    row = chosen.select_related("goes_on").first()
    if row is None:
        raise ScoringError("tie_void", round=number, table=table)
    _check_not_drawn(tournament_id, number)
    return row


def _check_not_drawn(tournament_id: int, number: int) -> None:
    """Raise ScoringError `tie_drawn` where a partie after *number* is drawn, published or not."""
    later = Draw.objects.filter(round__tournament=tournament_id, round__number__gt=number).exclude(state="cancelled")
    if (draw := later.select_related("round").order_by("round__number").last()) is not None:
        raise ScoringError("tie_drawn", field="team", next=draw.round.number, draw=draw.number)


@sheets_acts.VOID_TIE.service
@transaction.atomic
def take_back_tie(*, tournament_id: int, number: int, table: int, team: int, reason: str, by: User | None) -> Table:
    """Take back that *team* (a key) goes on from *table* of partie *number*: it is asked again who does.

    Raises TournamentError `closed`, ScoringError as `standing_choice`.
    """
    tournament = lock_open_tournament(tournament_id)
    row = standing_choice(tournament_id, number, table, team)
    row.goes_on = None
    row.save(update_fields=["goes_on"])
    where = {"round": number, "table": table}
    journal.write(tournament, sheets_acts.VOID_TIE, by, before={"team": team}, after=where, reason=reason)
    return row
