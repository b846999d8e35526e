"""Registrations from home go along with their concours, the desk has taken them or not, and none is lost on the way."""

import datetime
from dataclasses import asdict

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.copies import sending, services
from scoring.copies.models import PlaceState
from scoring.entries.services import list_of, read_list
from scoring.errors import ScoringError
from scoring.transfer import reader
from scoring.transfer.archive import dump
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from tests.scoring import builders
from tests.support.api import account
from tests.support.concours_files import with_manifest, with_member
from tests.support.copies import brought, second_program
from tournament.entries import selectors, services as entries
from tournament.entries.models import EntrySource, HomeEntry
from tournament.models import Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def home() -> Tournament:
    """A concours open from home: one registration the desk has taken, one that changed since, two alone, one of whom asks."""
    made = builders.concours(teams=0)
    day = timezone.localdate() + datetime.timedelta(days=2)
    Tournament.objects.filter(pk=made.pk).update(entries_days=30, entries_contact="phone", date=day)
    made.refresh_from_db()
    enter(made, 1, "Anne Le Dû", "Bruno Cru")
    enter(made, 2, "Aimé Bon", "Zoé Dur")
    entries.take_entries(tournament_id=made.pk, chosen=usual(made), by=None)
    change(made, 2, "Aimé Bon", "Léa Dur")
    enter(made, 3, "Cécile Seule", seeking=True)
    other = enter(made, 4, "Denis Seul", seeking=True)
    entries.ask_partner(tournament_id=made.pk, token=token(3), other=other.pk)
    EntrySource.objects.create(tournament=made, address="https://belote.example/", secret="secret of the site")
    return made


def token(number: int) -> str:
    return f"{number:032}"


def enter(concours: Tournament, number: int, *players: str, **more) -> HomeEntry:
    given = {"tournament_id": concours.pk, "token": token(number), "sender": f"sender-{number}"}
    return entries.enter(**given, players=players, contact="06 12 34 56 78", **more)


def change(concours: Tournament, number: int, *players: str) -> None:
    given = {"tournament_id": concours.pk, "token": token(number), "contact": "06 12 34 56 78"}
    entries.change_entry(**given, players=players, commune="", seeking=False)


def usual(concours: Tournament) -> dict[str, str]:
    return {one.asked: one.usual for one in selectors.differences(concours)}


def said(concours: Tournament) -> list[object]:
    """Return what the desk and those at home see of the registrations, without the numbers of this database."""
    now = Tournament.objects.get(pk=concours.pk)
    rows = now.entries.select_related("asks", "joined", "team")
    differences = [(one.entry.key, one.kind, one.usual) for one in selectors.differences(now)]
    return [
        [(one.key, one.arrival, one.players, one.contact, one.version, one.taken_version, one.at) for one in rows],
        [(one.asks and one.asks.key, one.joined and one.joined.key, one.declines, one.changes) for one in rows],
        [one.team and one.team.number for one in rows],
        differences,
    ]


def taken_to(concours: Tournament, club: Club) -> Tournament:
    """Take the concours in at *club* from its file, as it is now."""
    by = account(f"secretary{club.pk}", club)
    return take_in(file=read_concours(write_concours(concours.pk).content), club=club, by=by)


def test_they_come_along_and_the_private_links_open_there(home):
    club = Club.objects.create(name="Amicale")
    content = write_concours(home.pk).content
    assert b"secret of the site" not in content and list(reader.problems(reader.FileMembers.read(content))) == []
    taken = take_in(file=read_concours(content), club=club, by=account("zoe", club))
    assert said(taken) == said(home) and len(said(taken)[3]) == 3
    entries.withdraw_entry(tournament_id=taken.pk, token=token(4))
    assert not taken.entries.get(key=selectors.digest(token(3))).withdrawn
    assert write_concours(home.pk).content == content


def test_what_came_at_home_meanwhile_is_kept_when_the_concours_comes_back(home):
    club = Club.objects.create(name="Amicale")
    away = taken_to(home, club)
    entries.take_entries(tournament_id=away.pk, chosen=usual(away), by=None)
    enter(home, 5, "Eve Tard", "Luc Tard")
    change(home, 1, "Anne Le Dû", "Guy Cru")
    again = taken_to(away, home.club)
    assert again.pk == home.pk and again.entries.count() == 5
    kinds = {one.entry.players[-1]: one.kind for one in selectors.differences(again)}
    assert kinds == {"Luc Tard": "new", "Guy Cru": "changed"}
    entries.take_entries(tournament_id=home.pk, chosen=usual(again), by=None)
    assert selectors.differences(again) == []


@pytest.mark.parametrize("at_home", [True, False], ids=["said at home", "said where it went"])
def test_a_no_travels_to_whoever_has_the_registration_already(home, at_home):
    there = taken_to(home, Club.objects.create(name="Amicale"))
    said_no = home if at_home else there
    asking = said_no.entries.get(key=selectors.digest(token(3)))
    entries.decline_partner(tournament_id=said_no.pk, token=token(4), other=asking.pk)
    assert [one.version for one in said_no.entries.all()] == [1, 2, 1, 1], "the desk is asked nothing"
    again = taken_to(there, home.club)
    assert again.entries.get(key=selectors.digest(token(4))).declines == [asking.key]
    assert selectors.asked_in_vain(again.entries.get(key=selectors.digest(token(3))))


def test_two_who_found_each_other_at_home_meanwhile_are_one_team(home):
    there = taken_to(home, Club.objects.create(name="Amicale"))
    cecile = home.entries.get(key=selectors.digest(token(3)))
    entries.ask_partner(tournament_id=home.pk, token=token(4), other=cecile.pk)
    before = said(home)
    again = taken_to(there, home.club)
    assert [said(again)[at] for at in (1, 3)] == [before[at] for at in (1, 3)]
    assert [one.entry.players for one in selectors.differences(again) if one.kind == "new"] == [
        ["Cécile Seule", "Denis Seul"]
    ]


def test_what_a_list_lacks_is_kept_by_the_site_that_it_came_from(home):
    """A laptop learns from the list who registered, and brings the concours back: how they are reached stays known."""
    there = taken_to(home, Club.objects.create(name="Amicale"))
    enter(home, 5, "Eve Tard", "Luc Tard")
    listed = [{**asdict(one), "at": one.at.isoformat()} for one in list_of(home)]
    assert read_list(tournament_id=there.pk, content=dump({"entries": listed}).encode()) == 1
    again = taken_to(there, home.club)
    assert again.entries.get(player_1="Eve Tard").contact == "06 12 34 56 78"


def test_copies_follow_them_though_no_line_says_so(home, monkeypatch):
    brought(monkeypatch)
    other, zoe = second_program(monkeypatch)
    odile = account("odile", home.club)
    services.pair_program(club=home.club, address="192.168.1.31:8000", code=other.show(), by=odile)
    sending.deliver()
    other.work()
    copy = Tournament.objects.get(club=other.club)
    Tournament.objects.filter(pk=home.pk).update(changed_at=timezone.now() - datetime.timedelta(days=3))
    assert sending._due_concours() == []
    lines = home.journal.count()
    entry = {"key": "e" * 64, "arrival": 9, "players": ["Eve Tard", "Luc Tard"], "commune": "", "version": 1}
    entry |= {"withdrawn": False, "at": "2026-11-20T10:00:00+00:00"}
    assert read_list(tournament_id=home.pk, content=dump({"entries": [entry]}).encode()) == 1
    assert home.journal.count() == lines
    sending.deliver()
    assert said(copy) == said(home) and copy.entries.filter(player_1="Eve Tard").exists()
    asking = home.entries.get(key=selectors.digest(token(3)))
    entries.decline_partner(tournament_id=home.pk, token=token(4), other=asking.pk)
    sending.wake_for_entries(home.pk)
    sending.deliver()
    assert said(copy) == said(home) and copy.entries.filter(declines=[asking.key]).exists()
    entries.erase_named(club_id=home.club_id, name="Eve Tard")
    PlaceState.objects.update(checked_at=None)
    sending.deliver()
    assert not copy.entries.filter(player_1="Eve Tard").exists(), "a copy keeps nobody who was erased at home"
    services.take_over(tournament_id=copy.pk, reason="dead", by=zoe)
    assert len(selectors.differences(Tournament.objects.get(pk=copy.pk))) == 3


def test_the_page_says_what_goes_along_and_what_stays(home, client):
    Tournament.objects.filter(pk=home.pk).update(entry_members=True)
    client.force_login(account("odile", home.club))
    page = client.get(reverse("transfer-out", args=[home.pk])).content.decode()
    for words in ("Les inscriptions de chez soi suivent", "la clé du site", "Les adhérents, les âges"):
        assert words in page
    plain = builders.concours(teams=0)
    client.force_login(account("marie", plain.club))
    page = client.get(reverse("transfer-out", args=[plain.pk])).content.decode()
    assert "suivent" not in page and "la clé du site" not in page and "Les adhérents" not in page


def test_a_file_of_before_and_one_of_a_later_version(home):
    content = write_concours(home.pk).content
    later = with_member(with_manifest(content, version=[1, 9]), "rows/tournament.mood.jsonl", b'{"id": 1}\n')
    with pytest.raises(ScoringError) as refused:
        read_concours(later)
    assert refused.value.code == "transfer_newer" and "1.9" in str(refused.value)
    club = Club.objects.create(name="Amicale")
    empty = with_member(content, "rows/tournament.homeentry.jsonl", b"")
    assert take_in(file=read_concours(empty), club=club, by=account("zoe", club)).entries.count() == 0
