"""An erased person is named nowhere: a name is planted in an evening, and looked for in every row of the database."""

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.history.check import check
from scoring.models import Export
from scoring.people.services import erase_whole_person
from scoring.public.pages import refresh_pages
from scoring.till import services as till
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.people import another, person_of, register
from tournament.jobs import services as jobs
from tournament.models import Movement, Person
from tournament.people import services as people
from tournament.registration import services as registration

pytestmark = pytest.mark.django_db
NAME, PHONE = "Zéphyrin Quatremère", "06 99 88 77 66"


def rows_with(*texts: str) -> set[str]:
    """Return the models of which a row holds one of *texts*, its keys and JSON included."""
    found = set()
    for model in apps.get_models():
        for row in model._base_manager.values():
            held = "\n".join(map(str, row.values())).encode().decode("unicode_escape", "ignore") + str(row)
            if any(text in held for text in texts):
                found.add(model.__name__)
    return found


@pytest.fixture
def evening():
    tournament = builders.concours(teams=0, names_online=True, sales=["Sandwich : 3 €"])
    team = register(tournament, NAME, "Anne Roux", origin="Plouc", remark=f"{NAME} en fauteuil")
    registration.change_team(team_id=team.pk, phones=[PHONE, ""], name=f"Les {NAME}", by=None)
    register(tournament, "Luc Brun", "Lise Faure")
    gone = another(tournament)
    registration.delete_team(team_id=register(gone, NAME, "Paul Petit", origin="Plouc").pk, by=None)
    register(gone, NAME, "Anne Roux", origin="Plouc")
    builders.partie(tournament, 1, [(1, 1100, 2, 844)])
    for remark in (f"rendu à {NAME}", "avance QUATREMERE Zéphyrin", "chaises"):
        till.note_money(tournament_id=tournament.pk, kind="expense", cents=500, remark=remark, by=None)
    till.sell(tournament_id=tournament.pk, items={"Sandwich": 1}, team=1, remark="le grand Zeph", by=None)
    tournament.refresh_from_db()
    assert NAME in Client().get(reverse("public-standings", args=[tournament.slug])).text  # kept once it is looked at
    job = jobs.enqueue("workbook", tournament=tournament)
    Export.objects.create(
        tournament=tournament, job=job, filename="w.xlsx", journal_number=1, content=NAME.encode(), size=2
    )
    tournament.closed_at = timezone.now()
    tournament.save()
    people.correct_person(club_id=tournament.club_id, person_id=person_of(team).pk, by=None, phone=PHONE, needs=NAME)
    return tournament


@pytest.mark.parametrize("way", ["service", "api"])
def test_an_erased_person_is_named_in_no_row_after_the_palmares(evening, way, client):
    planted = rows_with(NAME, PHONE, "quatremere")
    assert {"Player", "Person", "Team", "RemovedTeam", "RenderedPage", "Movement"} <= planted
    (person,) = Person.objects.filter(name=NAME)
    odile = account("odile", evening.club)
    if way == "service":
        assert erase_whole_person(club_id=evening.club_id, person_id=person.pk, by=odile) == 1
    else:
        assert api_for(odile).send(f"clubs/{evening.club_id}/people/{person.pk}/", None, "DELETE").status_code == 204
    assert not Export.objects.exists()
    # Remarks of the till that name it, or are about its team, are erased with it; the money and its seals stay.
    assert list(Movement.objects.exclude(remark="").values_list("remark", flat=True)) == ["chaises"]
    assert Movement.objects.count() == 4
    refresh_pages(tournament_id=evening.pk)
    assert rows_with(NAME, PHONE, "quatremere") == set()
    evening.refresh_from_db()
    assert check(evening).whole and evening.closed_at is not None
    client.force_login(odile)
    for name in ("standings", "journal", "door", "door-print"):
        page = client.get(reverse(name, args=[evening.pk])).content.decode()
        assert "Quatremère" not in page, name
    assert "Nom effacé" in client.get(reverse("standings", args=[evening.pk])).content.decode()
