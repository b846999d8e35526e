"""A registration that comes back after it was deleted, or two that are parted, beside all that came since."""

import pytest

from tests.scoring.till.builders import concours, teams
from tournament.concours.services import change_settings
from tournament.errors import TournamentError
from tournament.ledger.selectors import team_account
from tournament.models import Team, Tournament
from tournament.registration import paying, services as registration
from tournament.registration.restoring import restore_team
from tournament.rounds import partners

pytestmark = pytest.mark.django_db
YOUNG = "Moins de 18 ans"


def refused(act, **arguments) -> str:
    with pytest.raises(TournamentError) as told:
        act(**arguments, by=None)
    return told.value.code


@pytest.mark.parametrize("code", ["table_kept", "reduction_unknown", "restore_player"])
def test_a_deleted_team_does_not_come_back_over_what_came_since(code):
    """It kept the table of another, owed the whole fee without its reduction, or one person was in two teams."""
    tournament = concours()
    first, second = teams(tournament, 2, reductions=[] if code != "reduction_unknown" else [YOUNG])
    registration.change_team(team_id=second.pk, reductions=[], by=None)
    registration.change_team(team_id=first.pk, fixed_table=3, by=None)
    key = first.pk
    registration.delete_team(team_id=key, by=None)
    if code == "table_kept":
        registration.change_team(team_id=second.pk, fixed_table=3, by=None)
    elif code == "reduction_unknown":
        change_settings(tournament_id=tournament.pk, changes={"reductions": []}, by=None)
    else:
        registration.change_team(team_id=second.pk, players=["Paul Morel", "Marie Colin"], by=None)
    assert refused(restore_team, tournament_id=tournament.pk, team_id=key) == code
    assert Team.objects.count() == 1
    registration.change_team(team_id=second.pk, players=["Jean Blanc", "Marie Colin"], fixed_table=None, by=None)
    change_settings(tournament_id=tournament.pk, changes={"reductions": [f"{YOUNG} : 3 €"]}, by=None)
    restore_team(tournament_id=tournament.pk, team_id=key, by=None)
    assert Team.objects.get(pk=key).fixed_table == 3


def test_two_who_are_united_keep_their_reductions_and_part_with_no_table_of_others():
    """The second one's was lost, and the team owed it again."""
    tournament = concours(fee_per="player", fee_cents=700)
    alone = {"tournament_id": tournament.pk, "alone": True, "reductions": [YOUNG], "by": None}
    first = registration.register_team(players=["Anne Roux"], **alone)
    second = registration.register_team(players=["Jean Blanc"], fixed_table=5, **alone)
    for one in (first, second):
        paying.set_paid_up(team_id=one.pk, paid_by="cash", by=None)
    team = partners.choose_partners(tournament_id=tournament.pk, first=1, second=2, by=None)
    account = team_account(Tournament.objects.get(), team.pk)
    assert (account.fee, account.paid, account.owes) == (800, 800, 0)
    registration.change_team(team_id=team.pk, fixed_table=None, by=None)
    other = registration.register_team(tournament_id=tournament.pk, players=["Lise Faure", "Rose Caron"], by=None)
    registration.change_team(team_id=other.pk, fixed_table=5, by=None)
    assert refused(partners.part_team, team_id=team.pk) == "table_kept"
    registration.change_team(team_id=other.pk, fixed_table=None, by=None)
    partners.part_team(team_id=team.pk, by=None)
    accounts = [team_account(Tournament.objects.get(), pk) for pk in (first.pk, second.pk)]
    assert [(one.fee, one.owes) for one in accounts] == [(400, 0), (400, 0)]
