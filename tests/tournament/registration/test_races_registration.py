"""Two acts of registration at once: players of two concours of one club, a draft answered while it is used up."""

import datetime

import pytest
from django.db import DatabaseError, IntegrityError

from tests.scoring.races import between, refusals, unguarded
from tests.support.accounts import account
from tests.support.import_pages import start
from tournament.models import Club, ImportDraft, Player, Team, Tournament
from tournament.registration import services as registration
from tournament.registration.imports import services as imports
from tournament.registration.imports.selectors import plan_import

pytestmark = pytest.mark.django_db(transaction=True)
PAIR = ["Michel Ducasse", "Aimé Muñoz"]


@pytest.fixture
def two():
    """Two concours of one club, a team of the first known from nowhere else."""
    club = Club.objects.create(name="Amicale")
    settings = {"club": club, "date": datetime.date(2026, 11, 21), "preset": "4x12-points", "parties": 4}
    here, there = (Tournament.objects.create(name=name, slug=name, **settings) for name in ("ici", "ailleurs"))
    return here, there, registration.register_team(tournament_id=here.pk, players=PAIR, by=None)


def deleted_here_registered_there(monkeypatch, two):
    """Return the results of both acts: players found there, then forgotten here, then seated there."""
    _here, there, team = two
    return between(
        monkeypatch,
        (registration, "seat_players"),
        lambda: registration.register_team(tournament_id=there.pk, players=PAIR, by=None),
        lambda: registration.delete_team(team_id=team.pk, by=None),
    )


def test_a_team_deleted_here_while_its_players_are_registered_elsewhere(monkeypatch, two):
    given = deleted_here_registered_there(monkeypatch, two)
    assert not [one for one in given if isinstance(one, Exception)], given
    assert [team.tournament for team in Team.objects.all()] == [two[1]]
    assert sorted(Player.objects.values_list("name", flat=True)) == sorted(PAIR)


def test_without_the_lock_of_the_players_the_registration_breaks(monkeypatch, two):
    """The control: what the test above sees is the lock."""
    unguarded(monkeypatch)
    monkeypatch.setattr(registration, "lock_players", lambda tournament: None)
    registered, _deleted = deleted_here_registered_there(monkeypatch, two)
    assert isinstance(registered, IntegrityError)


@pytest.fixture
def draft(two):
    odile = account("odile")
    return start(two[1], odile, "Joueur 1;Joueur 2\nAnn Albe;Bob Bor\nCal Cor;Dan Dol")


ANSWERS = {
    "answered": lambda draft: imports.answer_import(draft_id=draft.pk, answers={2: {"take": False}}, by=draft.by),
    "laid out": lambda draft: imports.set_layout(draft_id=draft.pk, sheet=0, header=0, roles=None, by=draft.by),
}
ENDS = {
    "dropped": lambda draft: imports.drop_import(draft_id=draft.pk, by=draft.by),
    "confirmed": lambda draft: imports.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=draft.by),
    "replaced": lambda draft: start(draft.tournament, draft.by, "Joueur 1;Joueur 2\nEve Est;Fay Fol"),
}


@pytest.mark.parametrize("end", ENDS)
@pytest.mark.parametrize("answer", ANSWERS)
def test_a_preview_answered_while_it_ends(monkeypatch, draft, answer, end):
    """Whichever is first, the other waits, and then has its word or is told that the list is gone or has changed."""
    first, second = (lambda: ANSWERS[answer](draft)), (lambda: ENDS[end](draft))
    given = between(monkeypatch, (ImportDraft, "save"), first, second)
    assert len(refusals(given)) == sum(isinstance(one, Exception) for one in given), given
    draft = start(draft.tournament, draft.by, "Joueur 1;Joueur 2\nGuy Gel;Hal Hic")
    given = between(monkeypatch, (ImportDraft, "delete"), second, first) if end == "confirmed" else []
    assert len(refusals(given)) == sum(isinstance(one, Exception) for one in given), given


def test_without_the_lock_of_the_draft_the_answer_breaks(monkeypatch, draft):
    """The control: what the test above sees is the lock."""
    unguarded(monkeypatch)
    monkeypatch.setattr(imports, "_locked_draft", lambda draft: ImportDraft.objects.get(pk=draft.pk))
    answered, _dropped = between(
        monkeypatch, (ImportDraft, "save"), lambda: ANSWERS["answered"](draft), lambda: ENDS["dropped"](draft)
    )
    assert isinstance(answered, DatabaseError)
