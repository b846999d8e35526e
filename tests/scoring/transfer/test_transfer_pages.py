"""A concours taken away on one page and taken in on another, by the API too; what is here already is recognised."""

import base64
import html

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.models import LeftLine, ReceivedFile, WrittenFile
from scoring.transfer.file import write_concours
from tests.scoring import builders
from tests.support.api import account, api_for
from tournament.concours import services as concours
from tournament.concours.lock import lock_tournament
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.models import Club, Job, JournalEntry, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament(db) -> Tournament:
    return builders.evening(teams=8, parties=2)


@pytest.fixture
def host(client) -> Club:
    """Another club, whose organiser is logged in."""
    club = Club.objects.create(name="Amicale d'Erdre")
    client.force_login(account("zoe", club))
    return club


def send(client, content: bytes, **fields):
    file = SimpleUploadedFile("soir.belote", content)
    return client.post(reverse("transfer-in"), {"file": file, **fields})


def words_of(answer) -> str:
    """Return a page with plain spaces before its signs."""
    return (
        html.unescape(answer.content.decode())
        .replace("\N{NO-BREAK SPACE}", " ")
        .replace("\N{NARROW NO-BREAK SPACE}", " ")
    )


def add_line(tournament: Tournament) -> None:
    with transaction.atomic():
        journal.seal_all(lock_tournament(tournament.pk), None, "one more line")


def test_the_file_is_made_by_a_job_and_taken_away(client, tournament):
    client.force_login(account("odile", tournament.club))
    page = reverse("transfer-out", args=[tournament.pk])
    assert "Faire le fichier" in words_of(client.get(page))
    assert client.get(reverse("transfer-file", args=[tournament.pk])).status_code == 302, "there is none yet"
    assert client.post(page).status_code == 302
    assert 'http-equiv="refresh"' in words_of(client.get(page))
    assert jobs.run(str(Job.objects.get(kind="concours-file").pk))
    shown = words_of(client.get(page))
    assert "à jour" in shown and "Enregistrer le fichier" in shown and "Faire le fichier" not in shown
    file = client.get(reverse("transfer-file", args=[tournament.pk]))
    assert file.content == write_concours(tournament.pk).content
    assert file["Content-Disposition"].endswith('concours-d-automne-2026-11-20-2.belote"')
    add_line(tournament)
    assert "modifié depuis" in words_of(client.get(page))
    client.post(page)
    assert jobs.run(str(Job.objects.filter(kind="concours-file", state="queued").get().pk))
    assert WrittenFile.objects.get().journal_number == 3


def test_a_file_is_looked_at_then_taken_in_then_recognised(client, tournament, host):
    content = write_concours(tournament.pk).content
    preview = send(client, content)
    assert preview.status_code == 302 and Tournament.objects.count() == 1, "nothing is taken in yet"
    shown = words_of(client.get(preview.url))
    assert "Concours d'automne" in shown and "8 équipes" in shown and "Amicale d'Erdre" in shown
    last = timezone.localtime(tournament.journal.latest("number").at)
    day = "1er" if last.day == 1 else last.day
    assert f"tel qu’il était le {day} " in shown and f" à {last:%H:%M}" in shown, "of several the latest is chosen"
    taken = client.post(preview.url, follow=True)
    here = Tournament.objects.get(club=host)
    assert taken.redirect_chain == [(reverse("concours", args=[here.pk]), 302)]
    assert here.journal.last().act == "take_in" and here.journal.last().by.username == "zoe"
    assert not ReceivedFile.objects.exists()
    assert client.post(preview.url, follow=True).redirect_chain[0][0] == reverse("transfer-in")
    # The same once more, then further than the file, then both further.
    shown = words_of(client.get(send(client, content).url))
    assert "plus avancé que dans ce fichier" in shown and "Reprendre</button>" not in shown
    add_line(tournament)
    fork = send(client, write_concours(tournament.pk).content)
    # The first computer went on after the concours had gone on here: its line is kept to be looked at.
    assert "À partir de la ligne 3 du journal" in words_of(client.get(fork.url))
    before = JournalEntry.objects.count()
    assert client.post(fork.url).status_code == 302 and JournalEntry.objects.count() == before
    fork = send(client, write_concours(tournament.pk).content)
    assert client.post(fork.url, {"how": "lines"}).url == reverse("copies", args=[here.pk])
    assert [left.line["number"] for left in LeftLine.objects.filter(tournament=here)] == [3]


def test_a_concours_comes_home_with_what_was_played_since(client, tournament, host):
    client.post(send(client, write_concours(tournament.pk).content).url)
    here = Tournament.objects.get(club=host)
    concours.change_settings(tournament_id=here.pk, changes={"place": "Salle des fêtes"}, by=None)
    content = write_concours(here.pk).content
    client.force_login(account("odile", tournament.club))
    preview = send(client, content)
    assert "Le fichier a tout ce qui est ici, et 2 lignes de plus" in words_of(client.get(preview.url))
    client.post(preview.url)
    tournament.refresh_from_db()
    assert (tournament.place, tournament.club.name) == ("Salle des fêtes", "Belote de Casson")
    # The account that acted elsewhere is not one of here, but has a name.
    shown = words_of(client.get(reverse("journal", args=[tournament.pk])))
    assert "Zoe" in shown
    assert "avec les mêmes lignes" not in words_of(client.get(send(client, content).url))


def test_what_cannot_be_taken_in_is_said_on_the_page(client, tournament, host):
    content = write_concours(tournament.pk).content
    for sent, words in (
        (b"a song", "pas le fichier d’un concours"),
        (content[:-1] + b"!", "coupé ou modifié en route"),
        (b"", "pas le fichier d’un concours"),
    ):
        answer = send(client, sent)
        assert answer.status_code == 422 and words in words_of(answer)
    nothing = client.post(reverse("transfer-in"), {})
    assert nothing.status_code == 422 and "Choisissez d’abord un fichier" in words_of(nothing)


def test_of_several_clubs_one_is_chosen_and_another_one_that_has_it_is_named(client, tournament, host):
    by = account("yan", tournament.club)
    account_in_both = host.memberships.create(user=by, role="organiser")
    client.force_login(by)
    content = write_concours(tournament.pk).content
    assert send(client, content).status_code == 422, "a club must be chosen"
    preview = send(client, content, club=host.pk)
    assert "dans un autre club : Belote de Casson" in words_of(client.get(preview.url))
    same = send(client, content, club=tournament.club_id)
    assert "avec les mêmes lignes" in words_of(client.get(same.url))
    account_in_both.delete()
    assert client.get(preview.url).status_code == 302, "the club is no longer theirs"


def test_a_file_that_another_account_sent_is_not_seen(client, tournament, host):
    preview = send(client, write_concours(tournament.pk).content)
    client.force_login(account("yan", host))
    assert client.get(preview.url).url == reverse("transfer-in")


def test_a_concours_that_was_removed_here_is_not_taken_in(client, tournament):
    client.force_login(account("odile", tournament.club))
    content = write_concours(tournament.pk).content
    concours.remove_tournament(tournament_id=tournament.pk, by=None, while_played=True)
    assert "Rétablissez-le d’abord" in words_of(client.get(send(client, content).url))


def test_the_api_makes_a_file_compares_it_and_takes_it_in(tournament, host):
    home, away = api_for(account("odile", tournament.club)), api_for(account("yan", host))
    assert home.ask(f"concours/{tournament.pk}/file/").json()["code"] == "transfer_unready"
    made = home.send(f"concours/{tournament.pk}/file/", {})
    assert made.status_code == 202 and jobs.run(made.json()["id"])
    content = home.ask(f"concours/{tournament.pk}/file/").content
    sent = {"file": base64.b64encode(content).decode()}
    address = f"clubs/{host.pk}/concours-file/"
    compared = away.send(f"{address}check/", sent)
    assert compared.status_code == 200 and compared.json() == {
        "state": "new",
        "concours": None,
        "parts_at": 0,
        "name": "Concours d'automne",
        "date": "2026-11-20",
        "club": "Belote de Casson",
        "teams": 8,
        "lines": 2,
    }
    taken = away.send(address, sent)
    assert taken.status_code == 201
    assert Tournament.objects.get(pk=taken.json()["concours"]).club == host
    assert away.send(f"{address}check/", sent).json()["state"] == "older"
    assert away.send(address, sent).json()["code"] == "transfer_older"
    assert away.send(address, {"file": "é"}).status_code == 400
    form = Client.post(away, f"/api/v1/{address}check/", {"file": SimpleUploadedFile("soir.belote", content)})
    assert form.status_code == 200 and form.json()["state"] == "older"
    twice = {"file": SimpleUploadedFile("a.belote", content), "other": SimpleUploadedFile("b.belote", content)}
    assert Client.post(away, f"/api/v1/{address}check/", twice).status_code == 400
