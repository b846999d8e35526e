"""Pages of the people of a club: search, questions of names, lists brought, what was done and taken back."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import api_for
from tests.support.html import laid_out
from tests.support.people import another, person_of, register
from tournament.models import ClubEntry, Person

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.concours(teams=0)


@pytest.fixture
def club(evening):
    return evening.club


@pytest.fixture
def browser(club):
    return logged_in(account("sylvie", club, "scorer"))


@pytest.fixture
def martins(evening):
    first = register(evening, "Jean Martin", "Anne Roux", origin="Plouc")
    other = register(another(evening), "Jean Martin", "Luc Brun", origin="Pons")
    return person_of(first), person_of(other)


def read(browser, name, *args, **query):
    answer = browser.get(reverse(name, args=args), query)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


@pytest.mark.parametrize(
    ("typed", "found"), [("martin", 2), ("jeanmar", 2), ("roux a", 1), ("artin", 0), ("%", 4), ("<b>", 1), ("_", 4)]
)
def test_people_are_found_by_the_beginnings_of_words(club, browser, martins, typed, found):
    page = read(browser, "club-people", club.pk, q=typed)
    assert f"<p>{found} personne" in laid_out(page)


def test_a_person_is_added_and_what_is_wrong_is_said(club, browser):
    address = reverse("club-people", args=[club.pk])
    answer = browser.post(address, {"name": "—", "commune": "Plouc"})
    assert answer.status_code == 422 and "Plouc" in answer.content.decode()
    assert browser.post(address, {"name": "Jean Martin", "commune": "Plouc"}).status_code == 302
    assert Person.objects.get().commune == "Plouc"


def test_a_name_of_two_people_is_asked_about_and_answered(club, browser, martins):
    assert reverse("club-people-names", args=[club.pk]) in read(browser, "club-people", club.pk)
    page = read(browser, "club-people-names", club.pk)
    assert "Plouc" in page and "Pons" in page
    browser.post(reverse("club-people-unite", args=[club.pk]), {"person": [one.pk for one in martins]})
    assert Person.objects.get(pk=martins[1].pk).merged_into == martins[0]
    line = ClubEntry.objects.get().number
    assert "Personnes réunies" in read(browser, "club-people-journal", club.pk)
    browser.post(reverse("club-people-undo", args=[club.pk]), {"line": line})
    assert Person.objects.get(pk=martins[1].pk).merged_into is None
    browser.post(reverse("club-people-apart", args=[club.pk]), {"person": [one.pk for one in martins]})
    assert reverse("club-people-names", args=[club.pk]) not in read(browser, "club-people", club.pk)


def test_several_names_are_answered_at_once(club, browser, evening, martins):
    register(evening, "Paul Petit", "Zoé Blanc", origin="Plouc")
    register(another(evening, 14), "Paul Petit", "Luc Noir", origin="Pons")
    page = read(browser, "club-people-names", club.pk)
    assert page.count('name="name"') == 2
    petits = list(Person.objects.filter(name="Paul Petit").order_by("pk"))
    sent = {"name": ["1", "2"], "of-1": [one.pk for one in martins], "of-2": [one.pk for one in petits]}
    browser.post(reverse("club-people-unite", args=[club.pk]), sent)
    assert Person.objects.exclude(merged_into=None).count() == 2


LIST = "Nom et prénom;Commune;Téléphone;Remarque\nJean Martin;Plouc;06 12 34 56 78;fauteuil\nJean Martin;Nantes;;\nOdile Roux;Pons;;\n"


def test_a_list_is_shown_then_brought(club, browser, martins):
    address = reverse("club-people-list", args=[club.pk])
    answer = browser.post(address, {"file": SimpleUploadedFile("liste.csv", LIST.encode())})
    page = answer.content.decode()
    assert answer.status_code == 200 and "Odile Roux" in page and not Person.objects.filter(name="Odile Roux").exists()
    lines = answer.context["lines"]
    browser.post(address, {"lines": lines})
    jean = Person.objects.get(pk=martins[0].pk)
    assert (jean.phone, jean.needs) == ("06 12 34 56 78", "fauteuil")
    assert Person.objects.filter(name="Odile Roux", entered=True).count() == 1
    # The line of another commune was a question, and nobody answered it.
    assert Person.objects.filter(name="Jean Martin").count() == 2
    browser.post(address, {"lines": lines, "other": ["1"]})
    assert Person.objects.filter(name="Jean Martin", commune="Nantes").count() == 1
    assert ClubEntry.objects.count() == 2


@pytest.mark.parametrize(
    "lines", ["", "{", "3", "[3]", '[{"name": 5}]', '[{"name": ""}]', '[{"x": {}}]', "[null]", '{"name": "a"}']
)
def test_lines_that_nobody_showed_change_nothing(club, browser, lines):
    answer = browser.post(reverse("club-people-list", args=[club.pk]), {"lines": lines, "other": ["x", "-1"]})
    assert answer.status_code == 302 and not Person.objects.exists()


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"PK\x03\x04 broken"])
def test_a_file_without_names_is_refused_with_a_sentence(club, browser, content):
    sent = {"file": SimpleUploadedFile("liste.csv", content)}
    answer = browser.post(reverse("club-people-list", args=[club.pk]), sent)
    assert answer.status_code == 422 and answer.context["form"].errors


def test_a_program_keeps_the_people(club, martins):
    api = api_for(account("odile", club))
    base = f"clubs/{club.pk}/people/"
    listed = api.ask(base, search="martin").json()
    assert listed["count"] == 2 and {one["commune"] for one in listed["results"]} == {"Plouc", "Pons"}
    Person.objects.filter(pk=martins[0].pk).update(member=True)
    assert [api.ask(base, members=word).json()["count"] for word in ("true", "false")] == [1, 4]
    assert [api.ask(base, members=word).status_code for word in ("True", "1", "yes", "")] == [400] * 4
    one = api.send(f"{base}unite/", {"people": [person.pk for person in martins]}).json()
    assert one["id"] == martins[0].pk
    assert api.send(f"{base}undo/", {"line": 1}).status_code == 204
    unknown = api.send(f"{base}undo/", {"line": 99})
    assert unknown.status_code == 409 and "ligne 99" in unknown.json()["message"].replace("\xa0", " ")
    made = api.send(base, {"name": "Odile Roux", "needs": "fauteuil"}).json()
    assert api.send(f"{base}{made['id']}/", {"name": "Odile Leroux"}, "PATCH").json()["name"] == "Odile Leroux"
    assert api.send(f"{base}{made['id']}/", {"name": "—"}, "PATCH").status_code == 422
    assert api.send(f"{base}{made['id']}/link/").json()["link"]
    assert api.send(f"{base}{made['id']}/", None, "DELETE").status_code == 204
    assert api.ask(f"{base}{made['id']}/").status_code == 404
