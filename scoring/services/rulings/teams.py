"""Decisions about a team: a partie lost by forfeit, an exclusion."""

from scoring.errors import ScoringError
from scoring.services.entry import Report
from scoring.services.rulings.hearing import Act, Case, Decision, Hearing, Written, decide
from scoring.services.rulings.sheets import new_version
from tournament.models import Seat
from tournament.services import door


def give_forfeit(hearing: Hearing, *, absent: str) -> Decision:
    """The decision that camp *absent* loses the partie by forfeit. Raises as `correct_sheet`, `forfeit_camp`."""

    def write(case: Case, report: Report | None) -> Written:
        return Written(sheet=new_version(case, report))

    return decide(hearing, Act(kind="forfeit", absent=absent, write=write))


def exclude_team(hearing: Hearing, *, team: int, forfeit: bool = True) -> Decision:
    """The decision that team number *team* plays no more after this partie; *forfeit*: it loses this one too.

    Raises as `give_forfeit`, `penalty_team`, and TournamentError as `door.exclude_team`.
    """
    seat = Seat.objects.select_related("team").filter(table_id=hearing.table_id, team__number=team).first()
    if seat is None:
        raise ScoringError("penalty_team", field="team", team=team)

    def write(case: Case, report: Report | None) -> Written:
        following, said = case.table.round.number + 1, case.hearing
        door.exclude_team(team_id=seat.team_id, from_round=following, reason=said.reason, by=said.by)
        # That act wrote its own line: what follows stands on the concours as it is after it.
        case.tournament.refresh_from_db(fields=["journal_number", "journal_hash"])
        after = {"team": seat.team_id, "number": seat.team.number}
        return Written(sheet=new_version(case, report) if report else case.current, after=after)

    absent = seat.camp if forfeit else None
    return decide(hearing, Act(kind="exclusion", on_version=forfeit, team_id=seat.team_id, absent=absent, write=write))
