"""Measure the way from the last sheet of a partie to the next draw on a wall, link by link.

Each link is asked as the program does it, without a server around it: the typist's line, the job after it, the
organiser's two keys, the job after those, and the first bytes on a wall and on a telephone. What counts is the time of
this process; that of PostgreSQL itself is not in it.
"""

import time
from collections import defaultdict
from collections.abc import Callable

import pytest
from django.db import connection
from django.template.base import Template
from django.test import Client
from django.test.utils import _TestState
from django.urls import reverse

from scoring.public import serving
from scoring.public.pages import refresh_pages
from tests.scoring import builders
from tests.support.api import account
from tournament.models import Draw, Table

SIZES = (32, 150, 1000)
PARTIES = 2  # each link is the shorter of two: the first finds nothing prepared
MOST = 500.0  # ms of each link


class Evening:
    """A concours whose first partie lacks one sheet, the wall, the ranking and the page of a team being looked at."""

    def __init__(self, teams: int) -> None:
        self.tournament = builders.evening(teams=teams, parties=1, missing=1, public=True)
        self.client = Client()
        self.client.force_login(account(f"odile{teams}", self.tournament.club))
        slug = self.tournament.slug
        self.wall, self.ranking = reverse("public-wall", args=[slug]), reverse("public-standings", args=[slug])
        self.team = reverse("public-team", args=[slug, 1])
        for address in (self.wall, self.ranking, self.team):
            self.look(address)

    def look(self, address: str) -> bytes:
        serving.public_page.forget()
        serving.public_live.forget()
        answer = self.client.get(address)
        assert answer.status_code == 200
        return answer.content

    def score(self, number: int, table: int) -> None:
        form = {"table": table, "points_NS": 900, "points_EO": 1044, "key": f"{number:010}{table:010}"}
        answer = self.client.post(
            reverse("entry-round", args=[self.tournament.pk, number]), form, headers={"X-Requested-With": "fetch"}
        )
        assert answer["X-Entry"] == "done", answer.content[:300]

    def job(self) -> None:
        assert refresh_pages(tournament_id=self.tournament.pk)

    def draw(self) -> None:
        answer = self.client.post(reverse("draw-make", args=[self.tournament.pk]), {})
        assert answer.status_code == 302, answer.content[:300]

    def publish(self) -> None:
        draw = Draw.objects.filter(round__tournament=self.tournament).latest("pk")
        answer = self.client.post(reverse("draw-publish", args=[self.tournament.pk, draw.pk]))
        draw.refresh_from_db()
        assert (answer.status_code, draw.state) == (302, "published")


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("teams", SIZES)
def test_from_the_last_sheet_to_the_next_draw(teams, monkeypatch):
    monkeypatch.setattr(Template, "_render", _TestState.saved_data.template_render)
    evening = Evening(teams)
    took: dict[str, list[float]] = defaultdict(list)

    def link(name: str, act: Callable[[], object]) -> None:
        began = time.process_time()
        act()
        took[name].append(1000 * (time.process_time() - began))

    for number in range(1, PARTIES + 1):
        awaited = Table.objects.filter(round__tournament=evening.tournament, round__number=number)
        *others, last = awaited.filter(sheets=None).order_by("number").values_list("number", flat=True)
        for table in others:
            evening.score(number, table)
        link("the last sheet", lambda number=number, last=last: evening.score(number, last))
        link("the standing, wall and ranking rendered", evening.job)
        link("first byte of the wall", lambda: evening.look(evening.wall))
        link("first byte of the page of a team", lambda: evening.look(evening.team))
        link("the next draw made", evening.draw)
        link("the draw published", evening.publish)
        link("wall and ranking rendered again", evening.job)
        link("first byte of the wall, after the draw", lambda: evening.look(evening.wall))
        link("first byte of a telephone, after the draw", lambda: evening.look(evening.team))
    print(f"\n{teams} teams, {connection.vendor}, processor of this process\n\n| link | ms |\n|---|---|")
    for name, times in took.items():
        print(f"| {name} | {min(times):.0f} |")
    slow = {name: round(min(times)) for name, times in took.items() if min(times) > MOST}
    assert not slow, slow
