"""The referee through the API: each decision does what its page does, refuses as it does, and is there to be read."""

import pytest
from django.core.cache import cache

from scoring.models import Penalty, Ruling, ScoreSheet
from scoring.public.serving import public_live
from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tests.support.api import account, api_for
from tests.support.rulings import counted, type_donnes, type_in
from tournament.models import Table, Team

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def concours():
    cache.clear()
    public_live.forget()
    return builders.seated(3, forfeit_points=1100)


@pytest.fixture
def api(concours):
    return api_for(account("rené", concours.club, role="referee"))


def table(concours, number=1):
    return Table.objects.select_related("round__tournament").get(round__tournament=concours, number=number)


def at(concours, end, number=1):
    return f"concours/{concours.pk}/parties/1/tables/{number}/{end}/"


def test_a_contested_table_is_listed_then_decided(concours, api):
    propose(phone(table(concours), "NS"), 1012, key="one")
    propose(phone(table(concours), "EO"), 992, key="two")
    told = api.ask(f"concours/{concours.pk}/cases/").json()
    assert [(one["table"], one["why"]) for one in told["open"]] == [(1, ["disputed"])]
    said = {"kind": "keep", "version": 2, "seen": 0, "reason": "the paper", "article": "S1 §2"}
    assert api.send(at(concours, "rulings"), said).status_code == 201
    again = api.send(at(concours, "rulings"), said)
    assert again.status_code == 200 and again.json()["created"] is False
    assert counted(table(concours)) == ("ruled", {"NS": 992, "EO": 952})
    (ruling,) = api.ask(at(concours, "rulings")).json()["rulings"]
    assert (ruling["kind"], ruling["reason"], ruling["article"], ruling["teams"]) == (
        "keep",
        "the paper",
        "S1 §2",
        [1, 2],
    )
    told = api.ask(f"concours/{concours.pk}/cases/").json()
    assert told["open"] == [] and len(told["decided"]) == 1


def test_every_decision_has_its_way(concours, api):
    type_in(table(concours), 1012)
    type_donnes(table(concours, 2))

    def decide(number, **said):
        seen = Ruling.objects.filter(table=table(concours, number)).count()
        base = table(concours, number).sheets.filter(counted=True).values_list("version", flat=True).first()
        answer = api.send(at(concours, "rulings", number), {"seen": seen, "base_version": base, "reason": "so", **said})
        assert answer.status_code == 201, answer.json()

    marks = {"NS": {"points": 950}, "EO": {"points": 832}}
    sheet = {"kind": "totals", "marks": marks}
    fault = {"kind": "penalty", "team": 2, "label": "renonce", "way": "instead", "points": 162}
    decide(1, **fault, sheet=sheet)
    assert Penalty.objects.get().to_camp == "NS"
    full = {"kind": "totals", "marks": {"NS": {"points": 1012}, "EO": {"points": 932}}}
    decide(1, kind="penalty_back", penalty=1, sheet=full)
    decide(1, kind="correct", sheet=full | {"marks": {"NS": {"points": 932}, "EO": {"points": 1012}}})
    decide(2, kind="cancel_donne", donne=3)
    decide(2, kind="donne_back", donne=3)
    assert counted(table(concours, 2))[1] == {"NS": 1200, "EO": 744}
    decide(3, kind="forfeit", absent="EO")
    decide(2, kind="exclusion", team=4, forfeit=False)
    assert Team.objects.get(number=4).excluded
    assert counted(table(concours, 2))[1] == {"NS": 1200, "EO": 744}


def test_what_a_decision_needs_is_said(concours, api):
    for kind, needed in (("keep", "version"), ("penalty", "team"), ("forfeit", "absent"), ("correct", "sheet")):
        answer = api.send(at(concours, "rulings"), {"kind": kind, "seen": 0, "reason": "so"})
        assert (answer.status_code, answer.json()["code"]) == (422, "ruling_missing")
        assert needed in answer.json()["message"]
    assert not Ruling.objects.exists()


def test_swapped_and_exchanged(concours, api):
    type_in(table(concours), 1012)
    said = {"key": "k" * 20, "base_version": 1, "reason": "so"}
    swapped = api.send(at(concours, "swap-camps"), said)
    assert swapped.status_code == 200 and swapped.json()["sheet"]["version"] == 2
    moved = api.send(
        at(concours, "exchange"), {**said, "key": "x" * 20, "base_version": 2, "other": 2, "other_version": None}
    )
    assert moved.status_code == 200 and moved.json()["here"] is None
    assert counted(table(concours, 2))[1] == {"NS": 932, "EO": 1012}
    unknown = api.send(at(concours, "exchange", 2), {**said, "other": 9, "other_version": None})
    assert (unknown.status_code, unknown.json()["code"]) == (422, "exchange_unknown")


def test_taken_off(concours, api):
    type_in(table(concours), 1012)
    said = {"base_version": 1, "reason": "so"}
    shown = api.send(at(concours, "withdraw/effects"), said).json()
    assert [(one["table"], one["now"]) for one in shown["tables"]] == [(1, "")]
    assert api.send(at(concours, "withdraw"), said).json()["state"] == "withdrawn"
    assert not ScoreSheet.objects.filter(counted=True).exists()


def test_the_control_knows_the_table(concours, api):
    builders_said = {
        "kind": "penalty",
        "team": 2,
        "label": "x",
        "way": "instead",
        "points": 162,
        "seen": 0,
        "reason": "so",
    }
    assert api.send(at(concours, "rulings"), builders_said).status_code == 201
    address, marks = f"concours/{concours.pk}/totals/check/", {"NS": {"points": 850}, "EO": {"points": 932}}
    assert api.send(address, {"marks": marks}).json()["doubtful"] is True
    assert api.send(address, {"marks": marks, "partie": 1, "table": 1}).json()["doubtful"] is False
    assert api.send(address, {"marks": marks, "partie": 1, "table": 9}).status_code == 404
