"""The referee at the donnes of a table: any version opened, a donne set right, cancelled or replaced, always a ruling."""

import re

import pytest
from django.urls import reverse

from rules import feuille
from scoring.models import Penalty, Ruling, ScoreSheet
from scoring.phones import services as proposals
from scoring.sheets.entry import submit_sheet
from scoring.sheets.forms import initial_row
from tests.scoring.phones.builders import phone
from tests.support.accounts import account
from tests.support.case_pages import Evening
from tests.support.rule_set_pages import escalier, manches
from tests.support.rulings import DONNE, counted, type_donnes, type_in
from tournament.models import JournalEntry, Table

pytestmark = pytest.mark.django_db
OTHER = {"preneur": "NS", "points": {"NS": 70}}


class Donnes(Evening):
    """An evening whose referee sits at the page of the donnes."""

    def opened(self, query=""):
        return self.text("case-donnes", 1, 1, query=query)

    def rows(self, donnes):
        return {f"d{n}-{name}": value for n, one in enumerate(donnes, 1) for name, value in initial_row(one).items()}

    def send(self, donnes, *, query="", headers=None, **given):
        page = self.opened(query)
        hidden = {name: re.search(rf'name="{name}" value="(\d*)"', page)[1] for name in ("seen", "base_version")}
        data = {"rows": "12", "act": "save", "decision": "correct", **hidden, **self.rows(donnes), **given}
        address = self.at("case-donnes", 1, 1) + query
        answer = self.client.post(address, data, headers=headers)
        if token := re.search(r'value="(keep-[^"]+)"', answer.content.decode()):
            assert ScoreSheet.objects.filter(state="ruled").count() == 0, "asked first"
            answer = self.client.post(address, data | {"effects": token[1]})
        return answer

    def both(self):
        """Two versions of the table that differ in donne 4."""
        table, donnes = self.table(), [dict(DONNE) for _ in range(12)]
        proposals.propose_sheet(device=phone(table, "NS"), key="n" * 20, kind="donnes", donnes=donnes)
        donnes[3] = dict(OTHER)
        proposals.propose_sheet(device=phone(table, "EO"), key="o" * 20, kind="donnes", donnes=donnes)
        return table


@pytest.fixture
def hall(client):
    return Donnes(client)


def written(page, donne):
    return re.search(rf'name="d{donne}-points_NS" value="(\d*)"', page)[1]


def test_either_version_is_opened_from_the_case(hall):
    hall.both()
    page = hall.text("case", 1, 1)
    for version, camp, points in ((1, "NS", "100"), (2, "EO", "70")):
        assert f'{hall.at("case-donnes", 1, 1)}?version={version}"' in page
        opened = hall.opened(f"?version={version}")
        assert f"Voici la version {version}, venue du téléphone du camp {camp}." in opened
        assert "Les versions diffèrent à la donne 4." in opened
        assert written(opened, 4) == points and written(opened, 5) == "100"
    assert "Voici la version 2" in hall.opened(), "the newest where none counts"
    assert "Aucune version" in hall.opened("?version=9")


def test_a_donne_set_right_on_a_table_that_nobody_contests_is_a_ruling(hall):
    type_donnes(hall.table())
    donnes = [dict(DONNE) for _ in range(11)] + [dict(OTHER)]
    assert hall.send(donnes, reason=" ").status_code == 422
    answer = hall.send(donnes, reason="compté trop haut", article="ffb:12")
    assert answer.status_code == 302 and answer.url == hall.at("case", 1, 1) + "#main"
    ruling = Ruling.objects.get()
    assert (ruling.kind, ruling.reason, ruling.article, ruling.sheet.version) == (
        "correct",
        "compté trop haut",
        "ffb:12",
        2,
    )
    assert counted(hall.table()) == ("ruled", {"NS": 1100, "EO": 844})
    assert JournalEntry.objects.order_by("-number")[0].act == "rule_correct"
    assert "compté trop haut" in hall.text("case", 1, 1)


def test_a_donne_of_a_contested_version_is_cancelled(hall):
    table = hall.both()
    donnes = [dict(DONNE) for _ in range(12)]
    assert "Indiquez la donne." in hall.send(donnes, decision="cancel_donne", reason="x").content.decode()
    # The row of a cancelled donne need not be readable.
    spoilt = {"donne": "4", "d4-points_NS": "100", "d4-points_EO": "100"}
    answer = hall.send(donnes, query="?version=1", decision="cancel_donne", reason="maldonne", **spoilt)
    assert answer.status_code == 302
    assert counted(table) == ("ruled", {"NS": 1100, "EO": 682})
    assert {sheet.state for sheet in table.sheets.filter(counted=False)} == {"replaced"}
    assert (Ruling.objects.get().kind, Ruling.objects.get().donne) == ("cancel_donne", 4)


def test_a_donne_is_replaced_by_a_penalty(hall):
    table = hall.both()
    donnes = [dict(DONNE) for _ in range(12)]
    said = {"decision": "penalty", "donne": "4", "reason": "renonce au pli 3"}
    refused = hall.send(donnes, query="?version=1", **said).content.decode()
    for sentence in ("Indiquez qui est en faute.", "Indiquez la faute."):
        assert sentence in refused
    assert 'value="renonce au pli 3"' in refused, "what was written stays"
    nothing = hall.send(donnes, query="?version=1", **said, team="2", label="Renonce", points="0")
    assert nothing.status_code == 422 and not Penalty.objects.exists()
    assert hall.send(donnes, query="?version=1", **said, team="2", label="Renonce", points="162").status_code == 302
    given = Penalty.objects.get()
    assert (given.way, given.points, given.donne, given.to_camp) == ("instead", 162, 4, "NS")
    assert counted(table) == ("ruled", {"NS": 1100, "EO": 682})


def test_what_the_script_shows_is_the_sheet_without_the_donne(hall):
    donnes = [dict(DONNE) for _ in range(12)]
    data = hall.send(
        donnes, decision="cancel_donne", donne="4", act="check", headers={"X-Requested-With": "fetch"}
    ).json()
    assert data["total"] == {"NS": "1100", "EO": "682"} and data["said"]
    assert not Ruling.objects.exists()


def test_a_control_that_fails_is_asked_about_and_its_reason_kept(hall):
    type_in(hall.table(), 1012)
    short = [dict(DONNE) for _ in range(9)]
    asked = hall.send(short, reason="feuille déchirée")
    assert asked.status_code == 422 and 'name="override"' in asked.content.decode()
    assert hall.send(short, reason="feuille déchirée", override="trois donnes illisibles").status_code == 302
    assert hall.table().sheets.get(counted=True).override == "trois donnes illisibles"


def test_what_was_decided_meanwhile_is_looked_at_first(hall):
    type_donnes(hall.table())
    donnes = [dict(OTHER)] + [dict(DONNE) for _ in range(11)]
    assert hall.send(donnes, reason="un").status_code == 302
    late = hall.client.post(
        hall.at("case-donnes", 1, 1),
        {"rows": "12", "act": "save", "decision": "correct", "seen": "0", "base_version": "1", "reason": "deux"}
        | hall.rows([dict(DONNE)] * 12),
    )
    assert late.status_code == 409 and "a changé entre-temps" in late.content.decode()
    assert Ruling.objects.count() == 1


def test_manches_are_judged_too_and_none_falls_away(client):
    tournament = escalier(4)
    organiser = account("odile", tournament.club)
    client.force_login(organiser)
    told = manches(4, feuille("escalier", {}, players=4).manches)
    table = Table.objects.get()
    submit_sheet(table_id=table.pk, key="k" * 20, kind="donnes", donnes=told, by=organiser)
    address = reverse("case-donnes", args=[tournament.pk, 1, 1])
    page = client.get(address).content.decode()
    assert "cancel_donne" not in page and 'name="decision" value="correct"' in page
    told[0]["plis"] = {"A": 0, "B": told[0]["cartes"], "C": 0, "D": 0}
    data = {"rows": "12", "act": "save", "decision": "correct", "seen": "0", "base_version": "1", "reason": "relu"}
    for number, manche in enumerate(told, start=1):
        data |= {f"d{number}-{name}": value for name, value in initial_row(manche).items()}
    asked = client.post(address, data).content.decode()
    answer = client.post(address, data | {"effects": re.search(r'value="(keep-[^"]+)"', asked)[1]})
    assert answer.status_code == 302
    assert table.sheets.get(counted=True).content["manches"][0]["plis"]["B"] == told[0]["cartes"]
    assert Ruling.objects.get().kind == "correct"
    assert client.post(address, data | {"decision": "cancel_donne", "donne": "1"}).status_code == 422


def test_who_may_not_decide_does_not_open_the_page(client):
    hall = Donnes(client, role="scorer")
    type_donnes(hall.table())
    assert client.get(hall.at("case-donnes", 1, 1)).status_code == 403
    assert "arbitrage/donnes" not in hall.text("case", 1, 1)
