"""The demonstration: an evening as it would be, with its hours, and the same each time it is made."""

import pytest
from django.core.management import call_command
from django.utils import timezone

from scoring.clock.selectors import clock_page, clock_state
from scoring.management.commands import demo
from scoring.models import ScoreSheet
from scoring.standings.selectors import standing
from tests.support.kept import kept
from tournament.models import Round, Tournament

pytestmark = pytest.mark.django_db
made_demo = kept(demo.make_demo)


def test_the_partie_under_way_has_its_clock_and_an_end_in_sight():
    call_command("demo", verbosity=0)
    tournament = Tournament.objects.get(is_demo=True)
    assert clock_state(tournament).round.number == 3
    page = clock_page(tournament, now=timezone.now())
    assert page.stage == "playing" and page.minutes == demo.RUNNING
    assert page.finished == demo.SHEETS_OF_LAST and not page.doubtful
    assert page.now < page.partie_end.mid < page.evening_end.mid
    assert 30 < (page.evening_end.mid - page.partie_end.mid).total_seconds() / 60 < 90


def test_every_sheet_came_while_its_partie_was_played():
    tournament = made_demo()
    starts = list(Round.objects.filter(tournament=tournament).order_by("number").values_list("started_at", flat=True))
    ends = [*starts[1:], timezone.now()]
    for number, (start, end) in enumerate(zip(starts, ends, strict=True), start=1):
        times = ScoreSheet.objects.filter(table__round__tournament=tournament, table__round__number=number)
        assert all(start < at < end for at in times.values_list("at", flat=True))


def test_made_again_it_is_the_same_evening():
    tables = [
        [(row.rank, row.number, row.points) for row in standing(make()).rows] for make in (made_demo, demo.make_demo)
    ]
    assert tables[0] == tables[1]
