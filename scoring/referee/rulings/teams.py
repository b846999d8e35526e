"""Decisions about a team: a partie lost by forfeit, an exclusion."""

from scoring.errors import ScoringError
from scoring.referee.rulings.context import (
    Decision,
    OpenRuling,
    RulingAct,
    RulingContext,
    RulingEffect,
    carry_out_ruling,
)
from scoring.referee.rulings.sheets import write_sheet
from scoring.sheets.entry import BOTH, check_forfeit, gone_camps
from tournament.registration import attendance, selectors as roster
from tournament.rounds.models import Seat, Table


def give_forfeit(context: RulingContext, *, absent: str) -> Decision:
    """Rule that camp *absent*, or both ("NS EO"), loses the partie by forfeit.

    Raises as `correct_sheet`, `forfeit_camp`, `forfeit_gone`.
    """
    check_forfeit(context.table_id, Table.objects.get(pk=context.table_id).number, absent)
    return carry_out_ruling(context, RulingAct(kind="forfeit", absent=absent, write=write_sheet))


def exclude_team(context: RulingContext, *, team: int, forfeit: bool = True) -> Decision:
    """Exclude team number *team*: it plays no more after this partie; *forfeit*: it loses this one too.

    Raises as `give_forfeit`, `penalty_team`, and TournamentError as `attendance.exclude_team`.
    """
    seat = Seat.objects.select_related("team").filter(table_id=context.table_id, team__number=team).first()
    if seat is None:
        raise ScoringError("penalty_team", field="team", team=team)

    def write(ruling: OpenRuling) -> RulingEffect:
        case, context = ruling.case, ruling.context
        # At a table of an earlier partie it is out of the one that is played now: it sits there already.
        following = max(case.table.round.number + 1, roster.last_published_round(case.tournament))
        attendance.exclude_team(team_id=seat.team_id, from_round=following, reason=context.reason, by=context.by)
        # That act wrote its own line: what follows stands on the concours as it is after it.
        case.tournament.refresh_from_db(fields=["journal_number", "journal_hash", "changed_at"])
        after = {"team": seat.team_id, "number": seat.team.number}
        return RulingEffect(ruling.settle_sheet() if ruling.report else case.current, after=after)

    absent = (BOTH if gone_camps(context.table_id).keys() - {seat.camp} else seat.camp) if forfeit else None
    return carry_out_ruling(
        context, RulingAct(kind="exclusion", on_version=forfeit, team_id=seat.team_id, absent=absent, write=write)
    )
