"""A person that does not want to be named is named nowhere in public, one that is erased nowhere at all.

A name is planted in an evening that has something at every address, seen everywhere, and looked for afterwards.
"""

import io
import re
import zipfile

import pytest
from django.apps import apps
from django.core.cache import cache
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.history.check import check
from scoring.models import Delivery, Export, Photo, RenderedPage, WrittenFile
from scoring.people.selectors import career_of
from scoring.people.services import erase_whole_person, say_whole_rights
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_live, public_page
from scoring.sheets.entry import submit_sheet
from scoring.till import services as till
from scoring.transfer.services import write_file
from scoring.webhooks.services import make_messages
from scoring.workbook.services import ask_workbook, build_workbook
from tests.deploy.pages import HALL, make_evening, routes
from tests.support.access_matrix import PAGES
from tests.support.api import api_for, routes as api_routes
from tests.support.api_routes import ROUTES
from tournament.entries.models import HomeEntry
from tournament.jobs import services as jobs
from tournament.models import Person, Player, Table, Team, Tournament
from tournament.people import services as people

pytestmark = pytest.mark.django_db
NAME, PHONE = "Zéphyrin Quatremère", "06 99 88 77 66"
TRACES = re.compile("z[ée]phyrin|quatrem[èe]re|06 99 88 77 66|0699887766", re.IGNORECASE)
# Papers that are posted or handed on; the list of the door, the score sheets and the calling of the prizes stay in the hall's hands.
POSTED = ("print-standings", "print-draw", "phases", "whole-evening", "season-print", "season-file")
OF_CLUB = {"club", "person"}


def nothing(_percent: int, _step: str = "") -> None:
    """Take the progress of a job."""


@pytest.fixture
def evening(settings):
    """An evening in which team 1 has the planted name, with everything made of it that the program makes."""
    cache.clear()
    evening = make_evening()
    club, who = evening.tournament.club_id, int(evening.names["who"])
    person = people.correct_person(
        club_id=club, person_id=who, by=None, name=NAME, phone=PHONE, needs=f"{NAME} : fauteuil"
    )
    people.give_link(club_id=club, person_id=who, by=None)
    team = Team.objects.get(members__person=who)
    Team.objects.filter(pk=team.pk).update(name=f"Les {NAME}", remark=f"{NAME} en fauteuil", origin="Plouc")
    Player.objects.filter(memberships__person=who).update(phone=PHONE)
    Tournament.objects.filter(pk=evening.tournament.pk).update(names_online=True)
    evening.tournament.seasons.get().season.__class__.objects.update(names_online=True)
    evening.tournament.refresh_from_db()
    evening.names |= {"number": team.number, "link": Person.objects.get(pk=who).link}
    Delivery.objects.all().delete()
    table = Table.objects.filter(round__number=2, seats__team=team).first()
    marks = {camp: {"points": points, "belotes": 0, "capots": 0} for camp, points in (("NS", 1000), ("EO", 944))}
    if not table.sheets.exists():
        submit_sheet(table_id=table.pk, key="the-planted-table", kind="totals", marks=marks, by=None)
    make_messages()
    for options in ({}, {"outside": True}, {"outside": True, "file_format": "csv"}):
        build_workbook(ask(evening, **options), nothing)
    evening.tournament.refresh_from_db()
    write_file(jobs.enqueue("concours_file", tournament=evening.tournament), nothing)
    evening.person = person
    return evening


def ask(evening, **options):
    """Have a workbook asked for, as a job of its own."""
    asked = ask_workbook(tournament=evening.tournament, by=evening.users["organiser"], language="fr", **options)
    asked.state = asked.State.DONE
    asked.save()
    return asked


def public_answer(evening, name: str) -> str:
    """Return what everybody reads on the public page of this name."""
    public_page.forget()
    ((route, pattern),) = ((route, pattern) for route, pattern in routes() if pattern.name == name)
    return text_of(Client().get(evening.address(route, pattern), **HALL))


def public_answers(evening) -> dict[str, str]:
    """Return what everybody reads at each public address, of pages and of the API, by name."""
    browser, read = Client(), {}
    # A process remembers a page for a third of a second, longer than an act takes here.
    public_page.forget()
    public_live.forget()
    for route, pattern in routes():
        if (
            pattern.name in PAGES
            and "public" in (PAGES[pattern.name].get,)
            and "link" not in pattern.pattern.converters
        ):
            read[pattern.name] = text_of(browser.get(evening.address(route, pattern), **HALL))
    read["public-person"] = text_of(browser.get(reverse("public-person", args=[evening.names["link"]]), **HALL))
    for route, pattern in api_routes():
        if ROUTES.get(pattern.name, {}).get("GET") == "public":
            read[f"api {pattern.name}"] = text_of(browser.get("/api/v1/" + evening.address(route, pattern), **HALL))
    return read


def posted_answers(evening) -> dict[str, str]:
    """Return the papers and files that leave the hall, as the organiser makes them."""
    client, read = evening.client("organiser"), {}
    for route, pattern in routes():
        if pattern.name in POSTED:
            for by in ("tables", "teams", "names") if pattern.name == "print-draw" else ("",):
                answer = client.get(evening.address(route, pattern, by=by))
                read[f"{pattern.name} {by}"] = text_of(answer)
    return read


def text_of(answer) -> str:
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"PK\x03"):
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            return "\n".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
    return content.decode(errors="replace")


def named_in(answers: dict[str, str]) -> set[str]:
    return {name for name, text in answers.items() if TRACES.search(text)}


def in_the_cache() -> bool:
    """Return whether a value of the cache holds the name."""
    return any(TRACES.search(bytes(value).decode(errors="replace")) for value in cache._cache.values())


def workbook_texts(*, outside: bool) -> str:
    return "\n".join(
        text_of(type("Answer", (), {"streaming": False, "content": bytes(export.content)}))
        for export in Export.objects.filter(outside=outside)
    )


@pytest.mark.slow  # every public page, several times
@pytest.mark.parametrize("hosted", [False, True])
def test_a_person_that_does_not_want_to_be_named_is_named_nowhere_in_public(evening, settings, hosted):
    settings.EMBEDDED = not hosted
    before = named_in(public_answers(evening) | posted_answers(evening))
    pages = {
        "public-standings",
        "public-team",
        "public-tables",
        "public-wall",
        "wall-draw",
        "public-season",
        "public-person",
    }
    assert before >= pages, pages - before
    assert {"print-draw names", "print-standings ", "whole-evening ", "season-print "} <= before
    assert in_the_cache() and TRACES.search(workbook_texts(outside=True)) and RenderedPage.objects.exists()
    assert any(TRACES.search(body) for body in Delivery.objects.values_list("body", flat=True))
    with_callbacks(
        lambda: say_whole_rights(
            club_id=evening.tournament.club_id, person_id=evening.person.pk, naming="refused", by=None
        )
    )
    assert not in_the_cache() and not any(TRACES.search(row.html) for row in RenderedPage.objects.all())
    assert not WrittenFile.objects.exists() and not Export.objects.filter(outside=True).exists()
    waiting = list(Delivery.objects.values_list("body", flat=True))
    assert waiting and not any(TRACES.search(body) for body in waiting) and any("Z. Q." in body for body in waiting)
    assert named_in(public_answers(evening)) == set()
    assert named_in(posted_answers(evening)) == set()
    refresh_pages(tournament_id=evening.tournament.pk)
    assert named_in(public_answers(evening)) == set() and not in_the_cache()
    build_workbook(ask(evening, outside=True), nothing)
    assert not TRACES.search(workbook_texts(outside=True)) and "Z. Q." in workbook_texts(outside=True)
    assert TRACES.search(workbook_texts(outside=False)), "the club has its own workbook"
    client = evening.client("organiser")
    assert TRACES.search(client.get(reverse("door", args=[evening.tournament.pk])).text)
    evening.tournament.refresh_from_db()
    assert check(evening.tournament).broken_at is None


def with_callbacks(act) -> None:
    """Do an act and what it does at the commit, as outside a test."""
    from django.test import TestCase

    with TestCase.captureOnCommitCallbacks(execute=True):
        act()


def test_who_agreed_is_named_on_the_web_among_initials(evening, settings):
    settings.EMBEDDED = False
    Tournament.objects.update(names_online=False)
    assert "Quatremère" not in public_answer(evening, "public-standings")
    say_whole_rights(club_id=evening.tournament.club_id, person_id=evening.person.pk, naming="agreed", by=None)
    page = public_answer(evening, "public-standings")
    assert NAME in page and f"Les {NAME}" not in page, "its partner said nothing: the name of both stays away"


def test_what_was_said_is_taken_back_from_the_journal_of_the_club(evening):
    club = evening.tournament.club
    say_whole_rights(club_id=club.pk, person_id=evening.person.pk, naming="refused", images=True, by=None)
    line = club.journal.order_by("-number").first()
    people.take_back(club_id=club.pk, number=line.number, by=None)
    person = Person.objects.get(pk=evening.person.pk)
    assert (person.naming, person.images) == ("", False)
    assert named_in({"wall": public_answer(evening, "wall-draw")})


@pytest.mark.slow
def test_an_erased_person_is_in_no_row_page_cache_file_message_or_log(evening, caplog):
    named_in(public_answers(evening))  # everything was looked at
    assert Photo.objects.exists() and in_the_cache()
    with_callbacks(lambda: erase_whole_person(club_id=evening.tournament.club_id, person_id=evening.person.pk, by=None))
    assert rows_with_traces() == set() and not in_the_cache()
    assert named_in(public_answers(evening) | posted_answers(evening)) == set()
    client = evening.client("organiser")
    for route, pattern in routes():
        if pattern.name != "logout":
            answer = client.get(evening.address(route, pattern))
            assert not TRACES.search(text_of(answer)), pattern.name
    for outside in (False, True):
        build_workbook(ask(evening, outside=outside), nothing)
        assert not TRACES.search(workbook_texts(outside=outside))
    assert rows_with_traces() == set() and not TRACES.search(caplog.text)


def rows_with_traces() -> set[str]:
    """Return the models of which a row holds the name, whatever its columns, archives opened."""
    found = set()
    for model in apps.get_models():
        for row in model._base_manager.values():
            for value in row.values():
                held = bytes(value) if isinstance(value, bytes | memoryview) else str(value).encode()
                text = held.decode(errors="replace")
                if held.startswith(b"PK\x03"):
                    with zipfile.ZipFile(io.BytesIO(held)) as archive:
                        text = "\n".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
                if TRACES.search(text + text.encode().decode("unicode_escape", "ignore")):
                    found.add(model.__name__)
    return found


def test_all_that_is_held_is_one_page_with_its_photos(evening):
    address = f"clubs/{evening.tournament.club_id}/people/{evening.person.pk}/held/"
    team = evening.person.memberships.first().team
    HomeEntry.objects.create(
        tournament=team.tournament, key="k" * 64, arrival=1, player_1=NAME, contact="zq@exemple.test", team=team,
        at=timezone.now(),
    )  # fmt: skip
    Tournament.objects.filter(pk=team.tournament_id).update(closed_at=None, fee_cents=1400, sales=["Sandwich : 3,50"])
    Team.objects.filter(pk=team.pk).update(paid_cents=1400, paid_by="cheque", partner_cents=700, partner_paid_by="card")
    till.sell(tournament_id=team.tournament_id, items={"Sandwich": 2}, means="due", team=team.number, by=None)
    till.note_money(tournament_id=team.tournament_id, kind="income", cents=800, remark=f"avance de {NAME}", by=None)
    till.note_money(tournament_id=team.tournament_id, kind="income", cents=9900, remark="don de la mairie", by=None)
    answer = api_for(evening.users["organiser"]).ask(address)
    page = answer.content.decode()
    assert "don de la mairie" not in page
    assert (
        answer["Content-Disposition"].startswith("attachment")
        and "zephyrin-quatremere" in answer["Content-Disposition"]
    )
    for words in (
        NAME,
        PHONE,
        f"{NAME} en fauteuil",
        f"{NAME} : fauteuil",
        "Plouc",
        "Challenge",
        str(career_of(evening.person).evenings[0].parties[0].points),
        "automne",
        "zq@exemple.test",
        "14 € · chèque + carte",
        "2 × Sandwich",
        "7,00 €",
        f"avance de {NAME}",
    ):
        assert words in " ".join(page.split()), words
    assert (
        "data:image/jpeg;base64," in page
        if Photo.objects.filter(table__seats__team__members__person=evening.person).exists()
        else True
    )
    assert "http" not in re.sub(r'data:[^"]+', "", page), "it asks for nothing else"
