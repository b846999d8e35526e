"""The tables that come in over the clock, as a picture: its places, and when there is none."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from django.urls import reverse

from scoring.clock.pictures import progress_picture
from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.support.api import account
from tournament.models import Round

START = datetime(2026, 11, 20, 20, 30, tzinfo=UTC)


def after(minutes: float) -> datetime:
    return START + timedelta(minutes=minutes)


@pytest.mark.parametrize("tables", [2, 20, 75])
def test_the_steps_rise_to_the_tables_that_are_in(tables):
    came = [after(40 + 0.3 * n) for n in range(tables - 1)]
    end = (after(66), after(70), after(80))
    picture = progress_picture(START, after(64), came, tables, end)
    across = [float(x) for x in re.findall(r"H([\d.]+)", picture.steps)]
    up = [float(y) for y in re.findall(r"V([\d.]+)", picture.steps)]
    assert across == sorted(across) and across[-1] == picture.now
    assert up == sorted(up, reverse=True) and len(up) == tables - 1 and up[-1] > picture.top
    assert picture.now <= picture.end[0] < picture.end[1] < picture.end[2] <= picture.right
    assert len(picture.steps) < 1200


def test_the_hour_at_the_right_end_is_not_cut_off():
    picture = progress_picture(START, after(1), [after(0.5)], 5, None)
    assert [x for _at, x in picture.ticks] == [picture.left, picture.right]
    assert picture.width - picture.right >= picture.left, "as much room as the first hour has"


def test_there_is_none_before_a_score_and_after_a_clock_that_was_put_back():
    assert progress_picture(START, after(5), [], 4, None) is None
    assert progress_picture(START, after(5), [after(-3)], 4, None) is None
    assert progress_picture(START, after(5), [after(7)], 4, None) is None
    late = progress_picture(START, after(90), [after(40)], 4, (after(60), after(70), after(80)))
    assert late.end is None and late.now == late.right, "an end that is over is not promised any more"


@pytest.mark.django_db
def test_it_stands_on_the_page_of_the_evening_while_tables_are_awaited(client):
    tournament = builders.evening(teams=12, parties=1, missing=2)
    round_ = Round.objects.get()
    Round.objects.update(started_at=round_.published_at - timedelta(minutes=50))
    ScoreSheet.objects.update(at=round_.published_at - timedelta(minutes=4))
    client.force_login(account("anne", tournament.club))
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert "4 feuilles rentrées sur 6." in page and 'role="img"' in page
