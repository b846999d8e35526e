"""The effects of a correction through the API: asked before it is recorded, tirages kept or made again."""

import pytest
from django.core.cache import cache

from scoring.models import Ruling, ScoreSheet
from scoring.public.serving import public_live
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.corrections import play, publish, table_of
from tests.support.kept import kept
from tests.support.rulings import type_in
from tournament.models import JournalEntry

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
MARKS = {"NS": {"points": 744}, "EO": {"points": 1200}}


@kept
def made():
    tournament = builders.seated(3)
    for number, points in ((1, 1200), (2, 1100), (3, 1000)):
        type_in(table_of(tournament, 1, number), points, key=f"k{number}")
    return tournament


@pytest.fixture
def concours():
    cache.clear()
    public_live.forget()
    return made()


@pytest.fixture
def api(concours):
    return api_for(account("odile", concours.club))


def at(concours, end, table=1):
    return f"concours/{concours.pk}/parties/1/tables/{table}/{end}/"


def sheet(**more):
    told = {"key": "k" * 20, "kind": "totals", "marks": MARKS, "base_version": 1, "override": "vu à la table"}
    return told | more


def ruling(**more):
    told = {"kind": "totals", "marks": MARKS, "override": "vu à la table"}
    return {"kind": "correct", "seen": 0, "base_version": 1, "reason": "recompté", "sheet": told} | more


def test_the_effects_are_told_and_nothing_is_recorded(concours, api):
    drawn = publish(concours)
    lines = JournalEntry.objects.count()
    told = {}
    for end, said in (
        ("sheets", sheet()),
        ("rulings", ruling(reason="")),
        ("swap-camps", {"key": "s" * 20, "base_version": 1, "reason": ""}),
    ):
        answer = api.send(at(concours, f"{end}/effects"), said)
        assert answer.status_code == 200, answer.json()
        told[end] = answer.json()
    assert told["sheets"] == told["rulings"] == told["swap-camps"], "the same correction moves the same"
    found = told["sheets"]
    assert found["tables"] == [{"round": 1, "table": 1, "was": "1200–744", "now": "744–1200"}]
    assert {(move["number"], move["rank_was"], move["rank_now"]) for move in found["ranks"]} == {(1, 1, 6), (2, 6, 1)}
    (draw,) = found["draws"]
    assert (draw["draw"], draw["round"], draw["may_cancel"], found["redraw"]) == (drawn.pk, 2, True, 2)
    assert draw["tables"] and all(table["was"] != table["now"] for table in draw["tables"])
    assert JournalEntry.objects.count() == lines and ScoreSheet.objects.filter(counted=False).count() == 0


def test_the_effects_of_an_exchange(concours, api):
    said = {"key": "x" * 20, "base_version": 1, "reason": "", "other": 2, "other_version": 1}
    answer = api.send(at(concours, "exchange/effects"), said)
    assert [table["now"] for table in answer.json()["tables"]] == ["1100–844", "1200–744"]
    assert api.send(at(concours, "exchange/effects"), said | {"other": 99}).json()["code"] == "exchange_unknown"


@pytest.mark.parametrize(("end", "said"), [("sheets", sheet(reason="relu")), ("rulings", ruling())])
def test_a_correction_keeps_the_tirage_unless_it_is_said_otherwise(concours, api, end, said):
    drawn = publish(concours)
    assert api.send(at(concours, end), said).status_code == 201
    drawn.refresh_from_db()
    assert drawn.state == "published"
    kept = JournalEntry.objects.get(act="keep_tables")
    assert (kept.after["round"], kept.after["draw"]) == (2, 1) and kept.after["other_tables"]


@pytest.mark.parametrize(("end", "said"), [("sheets", sheet(reason="relu")), ("rulings", ruling())])
def test_a_correction_with_the_tirage_cancelled_sent_twice_is_one(concours, api, end, said):
    drawn = publish(concours)
    seen = api.send(at(concours, f"{end}/effects"), said).json()["effects"]
    said = said | {"draws": "redraw", "effects": seen}
    assert api.send(at(concours, end), said).status_code == 201
    again = api.send(at(concours, end), said)
    assert (again.status_code, again.json()["created"]) == (200, False)
    drawn.refresh_from_db()
    assert drawn.state == "cancelled"
    assert not JournalEntry.objects.filter(act="keep_tables").exists()


def test_what_came_in_since_is_looked_at_first(concours, api):
    publish(concours)
    seen = api.send(at(concours, "rulings/effects"), ruling()).json()["effects"]
    play(concours, 2)
    refused = api.send(at(concours, "rulings"), ruling(effects=seen))
    assert (refused.status_code, refused.json()["code"]) == (409, "effects_changed")
    nothing = api.send(at(concours, "rulings"), ruling(draws="redraw"))
    assert (nothing.status_code, nothing.json()["code"]) == (409, "redraw_none")
    assert not Ruling.objects.exists()


def test_a_referee_corrects_but_does_not_draw_again(concours):
    publish(concours)
    referee = api_for(account("rené", concours.club, role="referee"))
    assert referee.send(at(concours, "rulings"), ruling(draws="redraw")).status_code == 403
    assert not Ruling.objects.exists()
    assert referee.send(at(concours, "rulings"), ruling()).status_code == 201
