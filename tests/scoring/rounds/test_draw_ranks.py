"""The page of a draw shows the ranks of the standings, though the draw looks at points and wins alone."""

import pytest

from scoring.rounds import services as rounds
from scoring.rounds.selectors import draw_page
from scoring.standings.selectors import standing
from tests.scoring import builders
from tests.support.phases import play, set_up
from tournament.models import Table

pytestmark = pytest.mark.django_db
FIRST = [(1, 1000, 2, 944), (3, 1000, 4, 964)]


def ranks(page):
    return {side.teams[0].number: rank for line in page.lines for side, rank, *_more in line.sides}


def test_those_whom_the_difference_separates_have_the_ranks_of_the_standings():
    tournament = builders.concours(teams=4)
    builders.partie(tournament, 1, FIRST)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥")
    page = draw_page(tournament, drawn)
    assert ranks(page) == {row.number: row.rank for row in standing(tournament).rows} == {1: 1, 3: 2, 4: 3, 2: 4}
    assert page.finer


def test_after_a_correction_the_page_keeps_the_ranks_that_were_drawn_from():
    tournament = builders.concours(teams=4)
    builders.partie(tournament, 1, FIRST)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥")
    builders.sheet(Table.objects.get(round__number=1, number=1), north=900, east=1044)
    page = draw_page(tournament, drawn)
    assert ranks(page) == {1: 1, 3: 1, 4: 3, 2: 4}
    assert not page.finer


@pytest.mark.parametrize(
    ("preset", "settings", "partie", "shown"),
    [
        ("melee", {}, 2, False),
        ("elimination", {}, 2, False),
        ("4x12-points", {"next_method": "sort"}, 2, False),
        ("4x12-points", {"next_method": "classement"}, 2, True),
        ("4x12-finales", {}, 5, True),
        ("4x12-finales", {}, 6, False),
    ],
)
def test_ranks_are_shown_where_the_draw_looks_at_them(preset, settings, partie, shown):
    """In a draw by lot « rangs 11 + 22 » beside a pair looked like the reason why they play together."""
    tournament = set_up(preset, 8, **settings)
    for _partie in range(1, partie):
        play(tournament)
    page = draw_page(tournament, rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥"))
    assert page.lines and all((rank is not None) == shown for rank in ranks(page).values())
    assert page.ranked == shown
