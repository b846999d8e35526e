"""An erased person is named nowhere: a name is planted in an evening, and looked for in every row of the database."""

import io
from zipfile import ZipFile

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
from scoring.transfer.file import WrittenConcours, write_concours
from scoring.transfer.models import WrittenFile
from scoring.transfer.services import write_file
from scoring.workbook.services import ask_workbook, build_workbook
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


def test_a_file_in_the_making_is_made_again_where_a_name_is_erased_meanwhile(evening, monkeypatch):
    """The erasure finds no file to take away yet; who is erased one after another, as by the term of the club, stayed in it."""
    people_of_club = dict(Person.objects.values_list("name", "pk"))

    def erase(name: str) -> None:
        erase_whole_person(club_id=evening.club_id, person_id=people_of_club.pop(name), by=None)

    def progress(percent: int, _words: str) -> None:
        if percent == 97 and NAME in people_of_club:
            erase(NAME)

    asked = ask_workbook(tournament=evening, by=account("odile", evening.club), language="fr", file_format="csv")
    build_workbook(asked, progress)
    (export,) = Export.objects.filter(job=asked)
    with ZipFile(io.BytesIO(export.content)) as whole:
        texts = "".join(whole.read(name).decode() for name in whole.namelist())
    assert NAME not in texts and "Luc Brun" in texts

    def written(pk: int, read=write_concours) -> WrittenConcours:
        file = read(pk)
        if "Luc Brun" in people_of_club:
            erase("Luc Brun")
        return file

    monkeypatch.setattr("scoring.transfer.services.write_concours", written)
    write_file(jobs.enqueue("concours-file", tournament=evening), progress)
    with ZipFile(io.BytesIO(WrittenFile.objects.get().content)) as whole:
        texts = "".join(whole.read(name).decode() for name in whole.namelist())
    assert "Luc Brun" not in texts and "Lise Faure" in texts
