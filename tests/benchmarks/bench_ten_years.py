"""Measure the pages of an evening of a club that has played for years: 1, 10, 100, 1 000 evenings of 100 teams before it.

python -m pytest tests/benchmarks/bench_ten_years.py -s; DIX_PAST=1,10,100,1000 chooses the sizes. On PostgreSQL with DATABASE_URL.
"""

from functools import partial

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from tests.benchmarks.figures import milliseconds
from tests.benchmarks.past_evenings import SIZES, TEAMS, past
from tests.scoring.builders import evening
from tests.support.api import account
from tournament.concours.views import PAST_A_PAGE


@pytest.mark.django_db
def test_no_page_of_an_evening_is_slower_after_ten_years():
    figures: dict[str, list[float]] = {}
    for size in SIZES:
        tonight = evening(teams=TEAMS, parties=4)
        past(tonight, size)
        client = Client()
        client.force_login(account(f"odile-{size}", tonight.club))
        places = {
            "home": reverse("home"),
            "door": reverse("door", args=[tonight.pk]),
            "search at the door": reverse("door-suggest", args=[tonight.pk]) + "?q=nom12",
            "standings": reverse("standings", args=[tonight.pk]),
            "evening": reverse("concours", args=[tonight.pk]),
            "people": reverse("club-people", args=[tonight.club_id]),
            "who goes when": reverse("club-people-kept", args=[tonight.club_id]),
            "who came": reverse("club-people-came", args=[tonight.club_id]),
        }
        for words, address in places.items():
            figures.setdefault(words, []).append(milliseconds(partial(client.get, address)))
    print(f"\n{connection.vendor}, evenings before: {SIZES}")
    for words, values in figures.items():
        print(f"{words}: " + ", ".join(f"{value:.1f} ms" for value in values) + f"; ratio {values[-1] / values[0]:.2f}")
    # The home page lists a page of past concours: it is as long from the first size on that fills it.
    home = [value for size, value in zip(SIZES, figures["home"], strict=True) if size >= PAST_A_PAGE]
    assert not home or home[-1] <= 1.1 * home[0] + 1
    # The list of the regulars counts all the evenings of fifty people: 1.8 times as long at 679 evenings, not 3.6 times.
    assert figures["people"][-1] <= 3 * figures["people"][0] + 1
    evenings = ("search at the door", "standings", "evening", "door")
    assert all(figures[words][-1] <= 1.1 * figures[words][0] + 1 for words in evenings)
