"""The calendar: what is announced, part by part, with its places; the map; what calendars that follow it are sent."""

import datetime
import html
import json
import re

import icalendar
import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.calendar import selectors
from scoring.calendar.departments import DEPARTMENTS, HEIGHT, WIDTH
from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_live, public_page
from scoring.public.sharing import calendar_token
from scoring.standings.models import Palmares
from scoring.standings.reading import evening
from tests.scoring import builders
from tests.scoring.calendar.builders import announced, day
from tests.support.html import laid_out
from tests.support.public_pages import nothing_kept  # noqa: F401
from tournament.concours.services import change_settings, remove_tournament, restore_tournament
from tournament.entries import selectors as entry_selectors, services as entries
from tournament.models import Club, Person, Player, Team, TeamMember, Tournament
from tournament.people import services as people
from tournament.registration.series import create_series, series_dates

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
PAGE, MAP, FEED = "/calendrier/", "/calendrier/carte/", "/calendrier/concours.ics"


def names(address: str) -> list[str]:
    """Return the names on a page of the calendar, in order."""
    answer = Client().get(address)
    assert answer.status_code == 200, answer.content
    return re.findall(r"<h2><a [^>]*>([^<]*)</a></h2>", answer.content.decode())


def events(address: str) -> list[icalendar.Event]:
    return list(icalendar.Calendar.from_ical(Client().get(address).content).walk("VEVENT"))


def test_only_what_clubs_announce_to_come_and_past():
    announced("Demain", 1, commune="44170 Nozay")
    announced("Bientôt", 20, commune="20090 Ajaccio")
    announced("Hier", -9, closed_at=timezone.now())
    for hidden in ({"listed": False}, {"public": False}, {"is_demo": True}, {"rehearsal": True}):
        announced("Caché", 1, **hidden)
    Club.objects.filter(pk=announced("Club caché", 1).club_id).update(hidden_at=timezone.now())
    announced("Retiré", 1, removed_at=timezone.now())
    assert names(PAGE) == ["Demain", "Bientôt"]
    assert names(f"{PAGE}?when=past") == ["Hier"]
    assert names(f"{PAGE}?department=44") == ["Demain"] and names(f"{PAGE}?department=2A") == ["Bientôt"]
    assert names(f"{PAGE}?commune=44170+Nozay") == ["Demain"]
    assert names(f"{PAGE}?month={day(1):%Y-%m}")[0] == "Demain"
    assert names(f"{PAGE}?month=nonsense&after=2026-99-99.1&department=zz") == ["Demain", "Bientôt"]
    past = Client().get(f"{PAGE}?when=past&lang=en").content.decode()
    assert "/palmares/?lang=en" in past and "Past concours" in past


def test_a_club_has_its_own_and_one_that_announces_nothing_has_none():
    ours, other = announced("Le nôtre", 1), announced("Un autre", 1)
    assert names(reverse("public-agenda-club", args=[ours.club_id])) == ["Le nôtre"]
    Tournament.objects.filter(pk=other.pk).update(listed=False)
    for address in (
        reverse("public-agenda-club", args=[other.club_id]),
        f"{FEED}?club={other.club_id}",
        f"{FEED}?club=x",
    ):
        assert Client().get(address).status_code == 404
    assert [str(one["SUMMARY"]) for one in events(f"{FEED}?club={ours.club_id}")] == ["Le nôtre"]


@pytest.mark.parametrize("when", ["", "past"])
def test_parts_follow_each_other_without_a_gap(when, monkeypatch):
    monkeypatch.setattr(selectors, "A_PAGE", 3)
    club = announced("0", -50 if when else 1).club
    for number in range(1, 10):  # several on one day
        after = number // 4 + 1
        Tournament.objects.create(
            club=club, name=str(number), slug=f"n{number}", date=day(-48 - after if when else after), preset="4x12-points",
            parties=4, listed=True,
        )  # fmt: skip
    address, seen = f"{PAGE}?when={when}", []
    while address:
        text = Client().get(address).content.decode()
        seen += names(address)
        following = re.search(r'href="(\?[^"]*)" rel="next"', text)
        address = PAGE + following[1].replace("&amp;", "&") if following else ""
    whole = Tournament.objects.order_by(*(["-date", "-pk"] if when else ["date", "pk"]))
    assert seen == [one.name for one in whole] and len(seen) == 10


def test_the_number_of_queries_is_that_of_one_line(django_assert_max_num_queries):
    for number in range(12):
        announced(f"N {number}", number, max_teams=9, entries_days=60, teams=2)
    for number in range(12):
        over = announced(f"P {number}", -number - 2, teams=2, closed_at=timezone.now())
        Palmares.objects.create(
            tournament=over, number=1, journal_number=1, rows=[[1, 1, 9]], published_at=timezone.now()
        )
    for address, queries in ((PAGE, 4), (f"{PAGE}?when=past", 2), (MAP, 1), (FEED, 2)):
        with django_assert_max_num_queries(queries):
            assert Client().get(address).status_code == 200


@pytest.mark.parametrize("past", [False, True])
def test_a_part_of_the_calendar_begins_where_it_is_asked_for_in_the_index(past):
    """Of two bounds SQLite takes the first: the middle page of 60 000 concours read a quarter of them."""
    today = timezone.localdate()
    for wanted in (
        selectors.Wanted(past=past, after=(today, 1)),
        selectors.Wanted(past=past, month=today.replace(day=1)),
        selectors.Wanted(past=past, month=today.replace(day=1), after=(today, 1)),
    ):
        sql = str(selectors.announced(wanted, today=today).query)
        bound = f'"tournament_tournament"."date" {"<=" if past else ">="} '
        assert sql.partition("WHERE")[2].count(bound) == 1, sql


def test_a_full_feed_has_the_next_concours_and_then_the_latest(monkeypatch):
    for after in (-20, -9, -2, 0, 4, 30, 60):
        announced(f"J{after}", after)
    for most, days in ((2, [0, 4]), (5, [-2, 0, 4, 30, 60]), (6, [-9, -2, 0, 4, 30, 60])):
        monkeypatch.setattr(selectors, "MOST_SENT", most)
        assert [one.name for one in selectors.sent_concours()] == [f"J{after}" for after in days]


def test_places_left_are_those_of_the_form():
    """`openings` counts many concours at once; each alone is counted by what the form and the desk ask."""
    every = [
        announced("Libre", 3, teams=5, entries_days=30),
        announced("Presque", 3, teams=5, max_teams=6, entries_days=30),
        announced("Complet", 3, teams=4, max_teams=4, entries_days=30),
        announced("Sans", 3, teams=3, max_teams=8),
        announced("Plus tard", 30, teams=1, max_teams=8, entries_days=5),
    ]
    for number, names_of in enumerate((("Ana Bon", "Luc Cru"), ("Éva Dru", ""), ("Zoé Fin", ""))):
        for tournament in every[:3]:
            entries.enter(
                tournament_id=tournament.pk, token=f"{number:032}", sender="", players=[n for n in names_of if n],
                **({} if names_of[1] else {"seeking": True}),
            )  # fmt: skip
    Team.objects.filter(tournament=every[3], number=1).update(alone=True)
    found = entry_selectors.openings(every)
    for one in every:
        assert found[one.pk].state == entry_selectors.entries_state(one), one.name
        assert found[one.pk].left == entry_selectors.home_places(one).left, one.name
    text = Client().get(PAGE).content.decode()
    assert text.count("liste d’attente") == 2 and text.count("/inscription/") == 3
    Team.objects.filter(tournament=every[3], number=2).update(waiting=True)
    assert entry_selectors.home_places(every[3]) == entry_selectors.HomePlaces(0, 1), "one waits at the door"
    assert entry_selectors.openings(every)[every[3].pk].full, "who comes after one who waits, waits"


def test_the_page_of_an_announced_concours_leads_to_those_of_its_club():
    tournament = announced("Soir", 1, teams=2)
    link = reverse("public-agenda-club", args=[tournament.club_id])
    address = reverse("public-standings", args=[tournament.slug])
    assert link in Client().get(address).content.decode()
    change_settings(tournament_id=tournament.pk, changes={"listed": False}, by=None)
    refresh_pages(tournament_id=tournament.pk, force=True)
    public_page.forget()
    public_live.forget()
    assert link not in Client().get(address).content.decode()


def winners() -> list[list[str]]:
    """Return who won the past concours, as the page and the API say; they agree."""
    text = html.unescape(Client().get(f"{PAGE}?when=past").content.decode())
    of_page = [line.split(" · ") for line in re.findall(r"<p>Gagné (?:à égalité )?par ([^<]+)</p>", text)]
    lines = Client().get("/api/v1/public/?when=past").json()["results"]
    assert [line["winners"] for line in lines if line["winners"]] == of_page
    return of_page


def closed() -> Tournament:
    """Return an announced concours with a palmarès; its first team is that of Jean Brun, a person, and Zoé Roux."""
    tournament = builders.evening(teams=6, parties=4, listed=True, date=day(-3))
    member = TeamMember.objects.filter(
        team__tournament=tournament, team__number=evening(tournament.pk).after().rows[0].number
    )
    for name, one in zip(("Jean Brun", "Zoé Roux"), member.order_by("position"), strict=True):
        Player.objects.filter(pk=one.player_id).update(name=name, key=name.casefold())
    person = Person.objects.create(club=tournament.club, name="Jean Brun", key="jean brun")
    member.filter(position=1).update(person=person)
    close_tournament(tournament_id=tournament.pk, by=None)
    return tournament


def test_a_past_concours_names_who_won_it_as_its_public_pages_do(settings):
    tournament = closed()
    assert winners() == [["Jean Brun / Zoé Roux"]]
    settings.EMBEDDED = False
    assert winners() == [["J. B. / Z. R."]], "names that do not go on the web"
    Tournament.objects.update(names_online=True)
    assert winners() == [["Jean Brun / Zoé Roux"]]
    person = Person.objects.get()
    people.say_rights(club_id=person.club_id, person_id=person.pk, naming="refused", by=None)
    assert winners() == [["J. B. / Zoé Roux"]]
    people.say_rights(club_id=person.club_id, person_id=person.pk, naming="agreed", by=None)
    people.erase_person(club_id=person.club_id, person_id=person.pk, by=None)
    assert len(winners()) == 1 and "Jean" not in str(winners()) and "Zoé Roux" in str(winners())
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="une feuille relue")
    assert winners() == []


def test_no_winner_before_the_palmares_is_shown_and_each_of_those_that_are_equal():
    tournament = closed()
    rows = Palmares.objects.get().rows
    Tournament.objects.update(hold_ranking=True)
    assert winners() == []
    Tournament.objects.update(ranking_shown_at=timezone.now())
    later = {
        "tournament": tournament,
        "number": 2,
        "reason": "relue",
        "journal_number": 99,
        "published_at": timezone.now(),
    }
    palmares = Palmares.objects.create(rows=[[1, *rows[2][1:]], [1, *rows[0][1:]], *rows[3:]], **later)
    ((other, first),) = winners()
    assert first == "Jean Brun / Zoé Roux" != other, "in the order of the last palmarès"
    palmares.rows = [[1, *row[1:]] for row in rows[:4]]
    palmares.save()
    assert winners() == [], "so many that the palmarès alone names them"


def test_nothing_of_a_person_is_in_the_calendar():
    tournament = announced("Soir", 1, teams=3)
    player = tournament.teams.first().members.first().player.name
    for address in (PAGE, MAP, FEED, reverse("public-agenda-club", args=[tournament.club_id])):
        assert player not in Client().get(address).content.decode()


def test_the_map_counts_by_department_and_commune_and_is_a_list_too(monkeypatch):
    for number, commune in enumerate(("44170 Nozay", "44170 Nozay", "44390 Nort", "97400 Saint-Denis", "Nozay", "")):
        announced(f"N{number}", 1, commune=commune)
    text = laid_out(Client().get(MAP).content.decode())
    assert re.findall(r"department=(\w+)&amp;lang=fr\">(?:\w+) ([^<]+)</a> · (\d+)", text) == [
        ("44", "Loire-Atlantique", "3"),
        ("974", "La Réunion", "1"),
    ]
    assert "2 concours n’ont pas de code postal" in text and text.count("<circle") == 2
    assert not [one for one in re.findall(r'(?:src|href)="([^"]*)"', text) if "//" in one], "no tile of another site"
    by_commune = [("44170 Nozay", "2"), ("44390 Nort", "1"), ("97400 Saint-Denis", "1")]
    inside = laid_out(Client().get(f"{MAP}?department=44").content.decode())
    for shown, communes in ((text, by_commune), (inside, by_commune[:2])):
        assert re.findall(r"lang=fr\">(\d{5} [^<]+)</a> · (\d)", shown) == communes
    monkeypatch.setattr(selectors, "MOST_COMMUNES", 2)
    assert "44170 Nozay" not in Client().get(MAP).content.decode(), (
        "a host of thousands has them department by department"
    )
    assert "44170 Nozay" in Client().get(f"{MAP}?department=44").content.decode()
    assert all(0 < one.x < WIDTH and 0 < one.y < HEIGHT for one in DEPARTMENTS.values()) and len(DEPARTMENTS) == 101


def test_the_list_is_json_for_search_engines_on_the_internet_alone(settings):
    tournament = announced("</script><script>alert(1)</script>&", 1, commune="44170 Nozay", max_teams=8)
    assert "ld+json" not in Client().get(PAGE).content.decode()
    settings.EMBEDDED = False
    text = Client().get(PAGE).content.decode()
    (told,) = re.findall(r'<script type="application/ld\+json">(.*?)</script>', text, re.DOTALL)
    (item,) = json.loads(told)["itemListElement"]
    assert item["item"]["name"] == tournament.name
    assert item["item"]["url"] == f"http://testserver/p/{tournament.slug}/"
    address = item["item"]["location"]["address"]
    assert (address["postalCode"], address["addressLocality"]) == ("44170", "Nozay")


@pytest.fixture
def series(django_user_model):
    """Five evenings a week apart over the change of the clocks, made in one act and announced."""
    club = Club.objects.create(name="Belote de Casson")
    first = timezone.localdate() + datetime.timedelta(days=2)
    dates = series_dates(first, evenings=5, every_days=7)
    return create_series(
        club=club, preset="4x12-points", name="Le vendredi", dates=dates, by=None, overrides={"listed": True}
    ).concours


def test_a_series_is_one_event_that_comes_again(series):
    club = series[0].club
    found = events(f"{FEED}?club={club.pk}")
    assert len({str(one["UID"]) for one in found}) == 1
    (whole,) = [one for one in found if "RECURRENCE-ID" not in one]
    evenings = [one for one in found if "RECURRENCE-ID" in one]
    assert whole["RRULE"]["INTERVAL"] == [7] and whole["RRULE"]["UNTIL"] == [series[-1].date]
    assert [one.decoded("RECURRENCE-ID") for one in evenings] == [one.date for one in series]
    assert all(type(one.decoded("DTSTART")) is datetime.date for one in found), "whole days have no time zone"
    assert [str(one["UID"]) for one in events(reverse("public-calendar", args=[series[1].slug]))] == [
        f"{series[1].slug}@testserver"
    ]
    assert len(events(reverse("public-club-calendar", args=[calendar_token(club)]))) == 6


def test_what_moves_is_cancelled_or_erased_reaches_who_follows(series):
    address = f"{FEED}?club={series[0].club_id}"
    before = {str(one.get("RECURRENCE-ID") and one.decoded("RECURRENCE-ID")): one for one in events(address)}
    etag = Client().get(address)["ETag"]
    assert Client().get(address, headers={"if-none-match": etag}).status_code == 304
    moved = series[1].date + datetime.timedelta(days=1)
    change_settings(tournament_id=series[1].pk, changes={"date": moved}, by=None)
    remove_tournament(tournament_id=series[2].pk, by=None)
    Tournament.objects.filter(pk=series[3].pk).update(listed=False)
    answer = Client().get(address, headers={"if-none-match": etag})
    assert answer.status_code == 200 and answer["ETag"] != etag
    after = {str(one.get("RECURRENCE-ID") and one.decoded("RECURRENCE-ID")): one for one in events(address)}
    planned = [str(one.series_day) for one in series]
    assert after[planned[1]].decoded("DTSTART") == moved
    assert after[planned[1]]["SEQUENCE"] > before[planned[1]]["SEQUENCE"]
    assert str(after[planned[2]]["STATUS"]) == "CANCELLED" and "URL" not in after[planned[2]]
    assert planned[3] not in after and [one.dt for one in after["None"]["EXDATE"].dts] == [series[3].series_day]
    assert {str(one["UID"]) for one in after.values()} == {str(one["UID"]) for one in before.values()}
    restore_tournament(tournament_id=series[2].pk, by=None)
    again = {str(one.get("RECURRENCE-ID") and one.decoded("RECURRENCE-ID")): one for one in events(address)}
    assert str(again[planned[2]]["STATUS"]) == "CONFIRMED"
    assert again[planned[2]]["SEQUENCE"] > after[planned[2]]["SEQUENCE"]
