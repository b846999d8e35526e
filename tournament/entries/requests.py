"""Acts on the requests of teams to the desk: a team has come, leaves, misses a partie, is back; the desk answers."""

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.entries import selectors
from tournament.entries.acts import REFUSE_REQUEST
from tournament.entries.models import TeamRequest
from tournament.errors import TournamentError
from tournament.journal.services import write
from tournament.registration import attendance
from tournament.registration.models import Team

REASON_LENGTH = 100  # why the desk says no
TOLD_AT_ONCE = 6  # words to the desk from one telephone that nobody has answered yet


def tell_desk(*, tournament: Tournament, team: Team, kind: str, sender: str) -> TeamRequest:
    """Note for the desk that a team has come, leaves, misses a partie or is back; told twice it stands once.

    Nothing changes before the desk says yes, so that no lock is taken: nobody's score waits for it. Raises
    TournamentError request_out, request_many.
    """
    possible = selectors.requests_possible(tournament, [team])[team.pk]
    if kind not in possible:
        raise TournamentError("request_out")
    if there := TeamRequest.objects.filter(team=team, kind=kind).first():
        return there
    # A tablet at the entrance tells of everybody who comes.
    told = tournament.requests.filter(sender=sender).exclude(kind="here")
    if kind != "here" and told.count() >= TOLD_AT_ONCE:
        raise TournamentError("request_many")
    values = {"tournament": tournament, "partie": possible[kind], "sender": sender, "at": timezone.now()}
    return TeamRequest.objects.get_or_create(team=team, kind=kind, defaults=values)[0]


@transaction.atomic
def answer_request(
    *, tournament_id: int, request_id: int, agrees: bool, reason: str = "", by: User | None
) -> TeamRequest | None:
    """Do what a team asked where the desk *agrees*, by the act of the door that it is; the word is answered either way.

    A no is journalled with its *reason*, which the team reads. None where another desk has answered it. Raises
    TournamentError as those acts: the word stays.
    """
    tournament = lock_open_tournament(tournament_id)
    asked = TeamRequest.objects.select_related("team").filter(pk=request_id, tournament=tournament).first()
    if asked is None:
        return None
    if agrees:
        _grant(tournament, asked, by)
    else:
        about = {"team": asked.team.pk, "number": asked.team.number, "request": asked.kind}
        about |= {"round": asked.partie} if asked.partie else {}
        write(tournament, REFUSE_REQUEST, by, after=about, reason=names.clean_short(reason, REASON_LENGTH, "reason"))
    asked.delete()
    return asked


def _grant(tournament: Tournament, asked: TeamRequest, by: User | None) -> None:
    team, reason = asked.team, _("At the request of the team")
    if asked.kind == "here":
        attendance.set_present(team_id=team.pk, present=True, by=by)
    elif asked.kind == "leave":
        # Where the next partie was drawn meanwhile the team is seated there: it leaves from that one on.
        attendance.withdraw_team(team_id=team.pk, from_round=asked.partie, reason=reason, by=by)
    elif asked.kind == "miss":
        attendance.set_away(tournament_id=tournament.pk, number=team.number, round_number=asked.partie, by=by)
    elif team.withdrawn_from is not None:
        attendance.return_team(team_id=team.pk, by=by)
    else:
        attendance.set_away(tournament_id=tournament.pk, number=team.number, round_number=None, by=by)
