"""Call the prizes: what the cards decided among equals, who was called and what it chose."""

from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.evening import acts
from scoring.evening.models import PrizeTurn
from scoring.evening.selectors import prizes_of
from tournament import names
from tournament.concours.lock import lock_tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.registration.models import Team

PRIZE_LENGTH, DUE_LENGTH = 120, 500
_SEALED = ("prizes",)  # a call changes nothing of the team


@transaction.atomic
def settle_prizes(*, tournament_id: int, teams: Sequence[int], by: User | None) -> None:
    """Record in which order the card lets *teams* choose, who share a rank: their numbers, the first one first.

    Raises ScoringError `tie_teams` where these are not all the teams of one shared rank.
    """
    tournament = lock_tournament(tournament_id)
    calls = prizes_of(tournament)
    rank = next((call.row.rank for call in calls if teams and call.row.number == teams[0]), None)
    shared = [call.row for call in calls if call.row.rank == rank]
    if len(shared) < 2 or sorted(teams) != sorted(row.number for row in shared):
        raise ScoringError("tie_teams", field="teams")
    # Those who were equal at that rank before have nothing in common with these.
    PrizeTurn.objects.filter(tournament=tournament, card_rank=rank).update(card=None, card_rank=None)
    for row in shared:
        order = teams.index(row.number) + 1
        PrizeTurn.objects.update_or_create(
            tournament=tournament, number=row.number, defaults={"card": order, "card_rank": rank}
        )
    journal.write(tournament=tournament, act=acts.SETTLE_PRIZES, by=by, after={"card_rank": rank, "teams": list(teams)})


@transaction.atomic
def call_prize(*, tournament_id: int, number: int, prize: str = "", called: bool = True, by: User | None) -> PrizeTurn:
    """Tick team *number* off as called, with the *prize* that it chose; not *called*: take the tick back.

    Raises ScoringError `prize_team` for a team that is not in the final ranking, TournamentError `text_long`.
    """
    tournament = lock_tournament(tournament_id)
    call = next((call for call in prizes_of(tournament) if call.row.number == number), None)
    if call is None:
        raise ScoringError("prize_team", team=number)
    prize = names.clean(prize)
    if len(prize) > PRIZE_LENGTH:
        raise TournamentError("text_long", field="prize", length=len(prize), longest=PRIZE_LENGTH)
    values = {"called_at": timezone.now() if called else None, "prize": prize if called else ""}
    values["due"] = call.due[:DUE_LENGTH] if called and not call.undecided else ""
    turn, _new = PrizeTurn.objects.update_or_create(tournament=tournament, number=number, defaults=values)
    team = Team.objects.values_list("pk", flat=True).get(tournament=tournament, number=number)
    after = {"team": team, "called": called, "prize": turn.prize}
    journal.write(tournament=tournament, act=acts.CALL_PRIZE, by=by, after=after)
    return turn
