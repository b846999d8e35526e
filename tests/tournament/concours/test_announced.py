"""The list of concours that other sites may announce, for anybody."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.scoring import builders
from tournament.models import Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
LIST = "/api/v1/public/"


def names(query: str = "") -> list[str]:
    """Return the names of the concours in the order of the list."""
    answer = Client().get(LIST + query)
    assert answer.status_code == 200, answer.content
    return [one["name"] for one in answer.json()["results"]]


@pytest.fixture
def concours() -> dict[str, Tournament]:
    """Concours of clubs of their own, by name."""
    today = timezone.localdate()
    made = {}
    for name, days, place, settings in (
        ("Hier", -9, "Casson", {"listed": True}),
        ("Demain", 1, "Salle des fêtes, Nort", {"listed": True}),
        ("Ce soir", 0, "Casson", {"listed": True}),
        ("Entre nous", 1, "Casson", {}),
        ("Fermé au public", 1, "Casson", {"listed": True, "public": False}),
        ("Pour voir", 1, "Casson", {"listed": True, "is_demo": True}),
        ("Répétition", 1, "Casson", {"listed": True, "rehearsal": True}),
        ("Retiré", 1, "Casson", {"listed": True, "removed_at": timezone.now()}),
    ):
        made[name] = builders.concours(teams=0, name=name, date=today + timedelta(days=days), place=place, **settings)
    return made


def test_it_has_what_a_club_announces_to_come_first(concours, django_assert_num_queries):
    assert names() == ["Ce soir", "Demain", "Hier"]
    assert names("?when=current") == ["Ce soir", "Demain"]
    assert names("?when=past") == ["Hier"]
    with django_assert_num_queries(4):
        answer = Client().get(LIST)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    first = answer.json()["results"][0]
    assert first["slug"] == concours["Ce soir"].slug and first["club_name"] == concours["Ce soir"].club.name
    assert Client().get(f"{LIST}{first['slug']}/").status_code == 200


def test_it_is_asked_by_day_place_club_and_change(concours):
    tomorrow = timezone.localdate() + timedelta(days=1)
    assert names(f"?first_day={tomorrow}") == ["Demain"]
    assert names(f"?last_day={tomorrow - timedelta(days=1)}") == ["Ce soir", "Hier"]
    for typed in ("nort", "FETES", "fêtes nort", "salle-des"):
        assert names(f"?place={typed}") == ["Demain"]
    assert not names("?place=fetes casson")
    Tournament.objects.filter(pk=concours["Demain"].pk).update(commune="35380 Plélan-le-Grand")
    assert names("?commune=35") == names("?commune=35380 plelan le") == ["Demain"]
    assert not names("?commune=45") and not names("?commune=plelan")
    Club.objects.filter(pk=concours["Hier"].club_id).update(name="Les Atouts de Plélan")
    assert names("?club_name=atout") == names("?club_name=PLELAN") == ["Hier"]
    assert names(f"?club={concours['Demain'].club_id}") == ["Demain"]
    Tournament.objects.filter(pk=concours["Hier"].pk).update(changed_at=timezone.now())
    assert names(f"?changed_since={timezone.now() - timedelta(hours=1):%Y-%m-%dT%H:%M:%SZ}") == ["Hier"]


def test_a_part_names_the_next_one(concours):
    part = Client().get(f"{LIST}?limit=2").json()
    last = concours["Demain"]
    after = f"current.{last.date.toordinal()}.{last.pk}"
    assert (part["count"], part["next_page"]) == (3, f"http://testserver{LIST}?limit=2&behind={after}")
    assert Client().get(f"{LIST}?limit=2&offset=2").json()["next_page"] is None
    assert names(f"?limit=2&behind={after}") == ["Hier"]


def test_parts_skip_and_repeat_nobody_where_one_is_announced_meanwhile(concours):
    for number in range(4):
        builders.concours(
            teams=0, name=f"Plus tard {number}", listed=True, date=timezone.localdate() + timedelta(days=5 - number % 2)
        )
    for number in range(3):
        builders.concours(teams=0, name=f"Passé {number}", listed=True, date=timezone.localdate() - timedelta(days=9))
    whole, seen, address = names(), [], f"{LIST}?limit=2"
    while address:
        part = Client().get(address).json()
        seen += [one["name"] for one in part["results"]]
        address = part["next_page"]
        builders.concours(teams=0, name=f"Nouveau {len(seen)}", listed=True, date=timezone.localdate())
        Tournament.objects.filter(name=seen[0]).update(listed=False)
    assert seen == whole


@pytest.mark.parametrize(
    "after", ["x", "current.0.1", "current.9999999.1", "past.739000.-1", "past.739000." + "9" * 19]
)
def test_a_place_that_is_none_is_refused(after):
    assert Client().get(f"{LIST}?behind={after}").status_code == 400


def test_places_left_are_those_of_the_calendar(concours):
    Tournament.objects.filter(name="Demain").update(max_teams=2, entries_days=9)
    builders.concours(teams=3, name="Complet", listed=True, max_teams=3, date=timezone.localdate() + timedelta(days=1))
    lines = {one["name"]: (one["entries"], one["places_left"]) for one in Client().get(LIST).json()["results"]}
    assert lines == {
        "Ce soir": ("never", None), "Demain": ("open", 2), "Complet": ("never", 0), "Hier": ("never", None)
    }  # fmt: skip


def test_a_hidden_club_announces_nothing(concours):
    Club.objects.filter(pk=concours["Demain"].club_id).update(closed_at=timezone.now(), hidden_at=timezone.now())
    assert names() == ["Ce soir", "Hier"]
