"""Data for other programs: calendars, an event of schema.org, a frame for another site."""

import datetime
import json
import re
from pathlib import Path

import icalendar
import pytest
from django.test import Client
from django.urls import reverse

from scoring.calendar.ics import calendar
from scoring.models import RenderedPage
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_live, public_page
from scoring.public.sharing import calendar_token, event_json
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import api_for
from tests.support.public_pages import nothing_kept  # noqa: F401
from tournament.models import Tournament

pytestmark = pytest.mark.django_db
AWKWARD = "Belote; d’été, « à l’ancienne » \\ nº 5 " + "é" * 30


@pytest.fixture
def tournament():
    return builders.evening(teams=8, parties=1, fee_cents=1450, lots=["Un jambon", "Vin, 2 l"])


def test_a_parser_reads_the_calendar_as_it_was_meant(tournament):
    Tournament.objects.filter(pk=tournament.pk).update(name=AWKWARD, place="Salle, rue du Bas; fond\ncour")
    one = Tournament.objects.select_related("club").get(pk=tournament.pk)
    content = calendar([one], name="Le club", host="b.example", addresses={one.pk: "https://b.example/p/x/"})
    assert all(len(line) <= 75 for line in content.split(b"\r\n")) and content.endswith(b"END:VCALENDAR\r\n")
    (event,) = icalendar.Calendar.from_ical(content).walk("VEVENT")
    assert (str(event["SUMMARY"]), str(event["LOCATION"])) == (AWKWARD, "Salle, rue du Bas; fond\ncour")
    assert (event.decoded("DTSTART"), event.decoded("DTEND")) == (
        datetime.date(2026, 11, 20),
        datetime.date(2026, 11, 21),
    )
    assert "14,50\u00a0€" in event["DESCRIPTION"] and "Vin, 2 l" in event["DESCRIPTION"]
    assert (str(event["URL"]), str(event["UID"])) == ("https://b.example/p/x/", f"{one.slug}@b.example")


def test_the_calendar_of_a_concours_and_of_its_club(client, tournament):
    private = builders.concours(teams=0)
    Tournament.objects.filter(pk=private.pk).update(club=tournament.club, public=False)
    other = builders.concours(teams=0)
    for address in (
        reverse("public-calendar", args=[tournament.slug]),
        reverse("public-club-calendar", args=[calendar_token(tournament.club)]),
    ):
        answer = client.get(address)
        assert answer["Content-Type"] == "text/calendar; charset=utf-8"
        events = icalendar.Calendar.from_ical(answer.content).walk("VEVENT")
        assert [str(one["UID"]) for one in events] == [f"{tournament.slug}@testserver"], "another concours is told"
    forged = calendar_token(other.club).replace(str(other.club_id), str(tournament.club_id), 1)
    assert client.get(reverse("public-club-calendar", args=[forged])).status_code == 404
    assert client.get(reverse("public-calendar", args=[private.slug])).status_code == 404
    api = api_for(account("odile", tournament.club))
    assert b"BEGIN:VEVENT" in api.ask(f"clubs/{tournament.club_id}/calendar/").content
    assert b"BEGIN:VEVENT" in api.ask(f"public/{tournament.slug}/calendar/").content


def test_the_public_page_is_an_event_on_the_internet_alone(client, tournament, settings):
    Tournament.objects.filter(pk=tournament.pk).update(name="</script><script>alert(1)</script>&")
    address = reverse("public-standings", args=[tournament.slug])
    refresh_pages(tournament_id=tournament.pk, force=True)
    assert "ld+json" not in client.get(address).content.decode()
    settings.EMBEDDED = False
    RenderedPage.objects.all().delete()
    public_page.forget()
    text = client.get(address).content.decode()
    (told,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    event = json.loads(told)
    assert event["name"] == "</script><script>alert(1)</script>&"
    assert (event["@type"], event["startDate"]) == ("Event", "2026-11-20")
    assert event["offers"] == {"@type": "Offer", "price": "14.50", "priceCurrency": "EUR"}
    assert event["location"]["name"] == tournament.club.name
    one = Tournament.objects.select_related("club").get(pk=tournament.pk)
    one.max_teams = 32
    assert json.loads(event_json(one))["maximumAttendeeCapacity"] == 64


def test_no_page_is_for_search_engines():
    """docs/decisions/not-in-search-engines.md: whoever has the address reads it, nobody finds names by searching them."""
    whole = [path for path in Path("templates").rglob("*.html") if "<!doctype" in path.read_text("utf-8").lower()]
    assert len(whole) > 2
    assert [
        str(path) for path in whole if '<meta name="robots" content="noindex">' not in path.read_text("utf-8")
    ] == []


def test_only_the_frame_may_stand_in_another_site(tournament, settings):
    client = Client()
    frame, page = (reverse(name, args=[tournament.slug]) for name in ("public-embed", "public-standings"))
    assert client.get(frame).status_code == 404, "there is none in the hall"
    settings.EMBEDDED = False
    answer = client.get(frame)
    assert answer.status_code == 200 and "X-Frame-Options" not in answer
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    text = answer.content.decode()
    assert "<form" not in text and "<script" not in text and 'content="noindex"' in text
    assert not answer.cookies and text.count("<tr>") == 9
    assert "Michel" not in text  # names are shown on the Internet where the organiser says so
    other = client.get(page)
    assert other["X-Frame-Options"] == "DENY" and "frame-ancestors 'none'" in other["Content-Security-Policy"]
    Tournament.objects.filter(pk=tournament.pk).update(public=False)
    public_live.forget()
    assert client.get(frame).status_code == 404


def test_the_frame_does_not_end_between_equals(settings):
    """Two twelves of equals: it showed eight of the second twelve, as no other list does."""
    settings.EMBEDDED = False
    tournament = builders.concours(teams=24)
    builders.partie(tournament, 1, [(one, 1000, one + 1, 944) for one in range(1, 24, 2)])
    text = Client().get(reverse("public-embed", args=[tournament.slug])).text
    assert text.count('class="n rank"') == 24 and "de plus" not in text


def test_before_the_first_score_the_frame_shows_the_tables(settings):
    settings.EMBEDDED = False
    tournament = builders.seated(2)
    text = Client().get(reverse("public-embed", args=[tournament.slug])).content.decode()
    assert text.count("place-list") == 1 and "table 2" in text


def test_the_page_of_the_workbook_says_how_to_use_them(tournament, settings):
    settings.EMBEDDED = False
    client = logged_in(account("odile", tournament.club))
    text = client.get(reverse("exports", args=[tournament.pk])).content.decode()
    assert f"&lt;iframe src=&quot;http://testserver/p/{tournament.slug}/integrer/" in text.replace('"', "&quot;")
    assert calendar_token(tournament.club) in text
