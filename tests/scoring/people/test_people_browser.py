"""The regulars in a browser: found, asked about, brought together and taken back; pages that everybody can work."""

import datetime

import pytest
from django.urls import reverse

from scoring.people.services import say_whole_rights
from scoring.public.pages import refresh_pages
from tests.scoring import builders
from tests.support.accounts import account, sign_in
from tests.support.axe import look_in_sizes
from tests.support.people import another, person_of, register
from tournament.models import Person
from tournament.people import services as people

pytestmark = [pytest.mark.slow, pytest.mark.django_db(transaction=True)]
SIZES = ((360, 640), (1366, 768), (1920, 1080))


def make_years():
    """Make five evenings, two people of one name, and a person with a link."""
    first = builders.concours(teams=0, date=datetime.date(2024, 11, 20))
    for at in range(5):
        evening = another(first, 130 * at) if at else first
        jean = register(evening, "Jean-Christophe de La Tour d’Auvergne", "Anne Roux", origin="Saint-Plouc")
        register(evening, "Luc Brun", "Lise Faure", origin="Pons")
        register(evening, "Paul Petit", f"Zoé Blanc {'ABCDE'[at]}", origin=("Pons", "Nort")[at % 2])
        register(evening, "Marc Robin", "Rose Lebrun")
        builders.partie(evening, 1, [(1, 900 + 30 * at, 2, 1044 - 30 * at), (3, 1000, 4, 944)])
        refresh_pages(tournament_id=evening.pk)
    person = person_of(jean)
    people.correct_person(
        club_id=person.club_id, person_id=person.pk, by=None, needs="fauteuil roulant", fixed_table=3, category="men"
    )
    return people.give_link(club_id=person.club_id, person_id=person.pk, by=None)


def test_the_regulars_are_found_asked_about_and_taken_back(live_server, browser_page):
    person = make_years()
    odile = account("odile", person.club)
    say_whole_rights(club_id=person.club_id, person_id=person.pk, naming="refused", by=None)
    page = browser_page(reduced_motion="reduce")
    sign_in(page, live_server, odile)
    club = person.club_id
    concours, team = person.memberships.order_by("-pk").values_list("team__tournament", "team").first()
    wrong, titles = [], {}
    addresses = (
        ("club-people", [club]),
        ("club-people-names", [club]),
        ("club-people-list", [club]),
        ("club-people-journal", [club]),
        ("club-person", [club, person.pk]),
        ("club-people-kept", [club]),
        ("club-people-came", [club]),
        ("exports", [concours]),
        ("team", [concours, team]),
        ("public-person", [person.link]),
    )
    for turn, (name, args) in enumerate(addresses):
        page.goto(live_server.url + reverse(name, args=args))
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        wrong += look_in_sizes(page, name, SIZES, titles, turn=turn)
    assert not wrong, "\n".join(wrong)
    page.goto(live_server.url + reverse("club-people", args=[club]))
    page.get_by_role("searchbox").fill("petit")
    page.keyboard.press("Enter")
    page.get_by_role("link", name="Répondre").click()
    page.get_by_role("button", name="Une seule personne").first.click()
    page.get_by_text("C’est fait").wait_for()
    assert Person.objects.exclude(merged_into=None).count() == 1
    page.goto(live_server.url + reverse("club-people-journal", args=[club]))
    page.get_by_role("button", name="Annuler").first.click()
    page.get_by_text("Annulé.").wait_for()
    assert not Person.objects.exclude(merged_into=None).exists()
