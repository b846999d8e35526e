"""News of a concours, for telephones: whatever changes the page of a table changes what they are told first."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.phones import news, services
from scoring.public import serving
from tests.scoring import builders
from tests.scoring.phones.builders import answer, comes_in, phone, propose
from tests.support.api import account
from tournament.models import Table
from tournament.rounds import clock

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def tables():
    """Two tables of a public concours, with telephones."""
    builders.seated(2, public=True, counts_when="both_camps")
    return list(Table.objects.order_by("number"))


def told(device) -> tuple:
    """Return what the telephone of *device* compares (phone.js)."""
    found = news.news_of(device.access.table.round.tournament.slug)
    return found["acts"], found["tables"].get(str(device.access_id))


def test_what_happens_at_a_table_is_told_to_its_telephones_alone(tables):
    ours, theirs, others = phone(tables[0], "NS"), phone(tables[0], "EO"), phone(tables[1], "NS")
    elsewhere = told(others)
    acts = {
        "a donne noted": lambda: services.note_donne(
            device=ours, number=1, key="n" * 20, sequence=1, content={"preneur": "NS", "points": {"NS": 90, "EO": 72}}
        ),
        "a donne taken back": lambda: services.note_donne(
            device=ours, number=1, key="o" * 20, sequence=2, content=None
        ),
        "the referee called": lambda: clock.call_referee(table_id=tables[0].pk),
        "a camp not there": lambda: clock.seat_missing(table_id=tables[0].pk, camp="EO"),
        "a score proposed": lambda: propose(ours, 1000, key="p"),
        "confirmed, so that it counts": lambda: answer(theirs, 1, key="c"),
    }
    for words, act in acts.items():
        before = told(ours)
        act()
        assert told(ours) != before, words
        assert told(ours) == told(theirs), words
        assert told(others) == elsewhere, words
    assert tables[0].sheets.filter(counted=True).exists()
    propose(others, 1000, key="q")
    before = told(others)
    answer(phone(tables[1], "EO"), 1, key="d", agrees=False)
    assert told(others) != before, "contested"


def test_what_is_done_for_all_is_told_to_all(tables):
    devices = [phone(tables[0], "NS"), phone(tables[1], "NS")]
    before = [told(one) for one in devices]
    tournament = tables[0].round.tournament
    clock.start_clock(tournament_id=tournament.pk, number=1, by=account("odile", tournament.club))
    assert not set(before) & {told(one) for one in devices}


def test_the_news_are_two_queries_for_all_and_kept_by_everybody(tables):
    slug = tables[0].round.tournament.slug
    propose(phone(tables[0], "NS"), 1000, key="p")
    news.news_of(slug)
    with CaptureQueriesContext(connection) as read:
        news.news_of(slug)
    assert len(read) == 2
    seen = Client().get(reverse("public-news", args=[slug]))
    assert seen.json() == news.news_of(slug) and seen.json()["line"] > 0
    assert seen["Cache-Control"].startswith("public, max-age=") and not seen.cookies
    same = Client().get(reverse("public-news", args=[slug]), headers={"If-None-Match": seen["ETag"]})
    assert same.status_code == 304


def test_a_concours_that_is_not_public_has_no_news(tables, settings):
    settings.EMBEDDED = False
    tournament = tables[0].round.tournament
    type(tournament).objects.update(public=False)
    assert Client().get(reverse("public-news", args=[tournament.slug])).status_code == 404
    client, address = comes_in(tables[0], "NS")
    assert "data-news" not in client.get(address).content.decode(), "its telephones ask for themselves"


def test_on_a_site_telephones_ask_for_the_news_first_and_in_a_hall_for_their_page(tables, settings):
    tournament = tables[0].round.tournament
    team, news_of = (
        reverse(name, args=args)
        for name, args in (("public-team", [tournament.slug, 1]), ("public-news", [tournament.slug]))
    )
    client, address = comes_in(tables[0], "NS")
    for hosted in (False, True):
        settings.EMBEDDED = not hosted
        serving.public_live.forget()
        for page in (client.get(address), Client().get(team)):
            assert (f'data-news="{news_of}"' in page.content.decode()) == hosted
    assert f'data-line="{news.news_of(tournament.slug)["line"]}"' in Client().get(team).content.decode()


def test_a_team_s_page_is_of_the_line_that_the_news_told(tables, settings, monkeypatch):
    """Another process told the news, and this one looked a moment ago: a cache would give its page to all for two seconds."""
    settings.EMBEDDED = False
    monkeypatch.setattr(serving, "MEMORY_SECONDS", 60)
    slug = tables[0].round.tournament.slug
    team = reverse("public-team", args=[slug, 1])
    before = news.news_of(slug)["line"]
    assert f'data-line="{before}"' in Client().get(team).content.decode()
    propose(phone(tables[0], "NS"), 1000, key="p")
    line = news.news_of(slug)["line"]
    assert line > before
    for asked in ("x", "²", "-1", "9" * 30):
        assert Client().get(team, {"line": asked}).status_code == 200
    assert f'data-line="{line}"' in Client().get(team, {"line": line}).content.decode()


def test_a_team_s_page_speaks_the_words_of_its_club_whoever_asked_before(tables):
    tournament = tables[0].round.tournament
    tournament.club.team_word = "doublette"
    tournament.club.save()
    first, second = (Client().get(reverse("public-team", args=[tournament.slug, n])).content.decode() for n in (1, 2))
    assert "doublette" in first.lower() and "doublette" in second.lower()
    assert "équipe 1" not in second.lower()
