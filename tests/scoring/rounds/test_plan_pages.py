"""The pages of draws on plans: how far they go, why a table, the settings of the minutes."""

import pytest

from tests.support.api import api_for
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import play, set_up

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("preset", "teams", "more"),
    [
        ("rotation", 6, {"draw_options": {"club_apart": "soft"}}),
        ("impairs-fixes", 6, {}),
        ("relais", 7, {}),
        ("melee", 11, {}),
        ("poules-4", 9, {}),
        ("elimination", 8, {"draw_options": {"third_place": "yes"}}),
    ],
)
def test_the_minutes_name_each_setting_in_words(preset, teams, more, client):
    """No name of an option as programs know it, no list of facts as a program writes it, at any partie."""
    tournament = set_up(preset, teams, **more)
    for _partie in range(3):
        drawn = play(tournament)
        options = {name for _phase, part in drawn.parts for name in part.options}
        page = text_of(get(client, "public-minutes", tournament.slug))
        assert not {name for name in options if f"{name} :" in page} and "{'" not in page


@pytest.mark.parametrize(
    ("preset", "teams", "more"),
    [
        ("rotation", 7, {}),
        ("rotation", 5, {}),
        ("4x12-points", 5, {"first_method": "toutes_rondes", "next_method": "toutes_rondes", "parties": 5}),
        ("impairs-fixes", 6, {}),
    ],
)
def test_the_page_of_a_draw_says_how_far_its_plan_goes(preset, teams, more, client):
    tournament = set_up(preset, teams, **more)
    client.force_login(organiser_of(tournament))
    for _partie in range(tournament.parties):
        page = text_of(get(client, "draws", tournament.pk))
        assert f"avec {teams} équipes, toutes les parties peuvent se jouer sans revanche" in page
        assert play(tournament).main.rematches == ()


def test_a_rotation_made_again_for_the_parties_to_come_says_so(client):
    """Six teams, none of which has left: the third page would leave two groups of three that have met each other."""
    tournament = set_up("impairs-fixes", 6)
    for _partie in range(3):
        drawn = play(tournament)
    client.force_login(organiser_of(tournament))
    page = text_of(get(client, "draw", tournament.pk, drawn.pk))
    assert "la rotation est refaite, pour que les parties annoncées puissent toutes se jouer" in page
    assert "pour les équipes présentes" not in page


def test_page_and_api_count_the_same_parties_without_a_rematch():
    """Of 6 teams for 4 parties the half is three; the draw looks ahead, and the page says that all can be played."""
    tournament = set_up("4x12-points", 6)
    found = api_for(organiser_of(tournament)).ask(f"concours/{tournament.pk}/tirages/next/").json()
    assert found["sure_rounds"] == 4
