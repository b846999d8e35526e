"""Donnes of the parties that an evening brings a season: those that were played, wherever they ended."""

import pytest

from scoring.clock import services as sheet_clock
from scoring.referee import rulings
from scoring.seasons.keeping import evening_rows
from scoring.sheets import entry
from scoring.standings.reading import evening
from tests.scoring import builders
from tests.support.api import account
from tests.support.phases import play, set_up
from tests.support.rulings import DONNE, type_in
from tournament.concours.services import change_settings
from tournament.models import Table, Tournament
from tournament.rounds import clock

pytestmark = pytest.mark.django_db


def donnes_of(tournament: Tournament) -> dict[int, int]:
    """Return the number of each team → the donnes of its parties."""
    numbers = dict(tournament.teams.values_list("pk", "number"))
    return {numbers[row.team]: row.donnes for row in evening_rows(evening(tournament.pk))}


@pytest.fixture
def tournament() -> Tournament:
    return builders.seated(2, forfeit_points=1100)


def table(tournament: Tournament, number: int = 1) -> Table:
    return Table.objects.get(round__tournament=tournament, number=number)


def test_the_last_donnes_count_as_they_were_imposed_whatever_is_proposed_since(tournament):
    given = {"tournament_id": tournament.pk, "number": 1, "by": None}
    clock.start_clock(**given)
    clock.impose_cutoff(**given, donnes=3)
    sheet_clock.record_cutoff_after(table_id=table(tournament).pk, donnes=5)
    for one, north, east in ((1, 700, 596), (2, 1000, 944)):
        type_in(table(tournament, one), north, east, key=f"k{one}", override="lu", reason="lu")
    assert donnes_of(tournament) == {1: 8, 2: 8, 3: 12, 4: 12}
    change_settings(tournament_id=tournament.pk, changes={"cutoff_donnes": 5}, by=None)
    assert donnes_of(tournament) == {1: 8, 2: 8, 3: 12, 4: 12}


def test_a_donne_that_was_passed_or_cancelled_is_none_and_one_that_a_penalty_stands_for_is(tournament):
    one, two, rene = table(tournament), table(tournament, 2), account("rene", tournament.club)
    passed = [dict(DONNE), {"passe": True}, *[dict(DONNE) for _donne in range(11)]]
    entry.submit_sheet(table_id=one.pk, key="d".ljust(20, "t"), kind="donnes", donnes=passed, by=None)
    type_in(two, 1000, key="k2")
    assert donnes_of(tournament) == {1: 12, 2: 12, 3: 12, 4: 12}
    context = rulings.RulingContext(table_id=one.pk, seen=0, base_version=1, reason="x", by=rene)
    rulings.rule(context, "cancel_donne", {"donne": 1})
    assert donnes_of(tournament)[1] == 11
    context = rulings.RulingContext(table_id=one.pk, seen=1, base_version=2, reason="x", by=rene)
    fault = {"team": 2, "label": "renonce", "way": "instead", "points": 162, "donne": 3}
    rulings.rule(context, "penalty", fault)
    assert donnes_of(tournament)[1] == 11
    context = rulings.RulingContext(table_id=two.pk, seen=0, base_version=1, reason="x", by=rene)
    totals = rulings.NewSheet(kind="totals", marks={"NS": {"points": 900}, "EO": {"points": 882}})
    rulings.rule(context, "cancel_donne", {"donne": 1, "sheet": totals})
    assert donnes_of(tournament)[3] == 11


def test_who_rests_in_a_phase_of_another_length_has_its_donnes():
    longer = {"method": "sort", "start": 2, "who": "first", "count": 3, "donnes": 18}
    tournament = set_up("4x12-points", 5, phases=[longer], parties=2)
    play(tournament)
    drawn = play(tournament)
    (resting,) = drawn.main.exempt
    assert donnes_of(tournament)[resting] == 12 + 18
