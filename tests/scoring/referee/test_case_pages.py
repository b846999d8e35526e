"""The referee's pages: what waits, the case of a table, each decision through its form, what players are shown."""

import re

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils.html import escape

from rules import article_text
from scoring.models import Penalty, Ruling, ScoreSheet
from scoring.phones import services as proposals
from scoring.public.serving import public_live, public_page
from scoring.referee import selectors as questions
from scoring.sheets.selectors import figures_text
from tests.scoring import builders
from tests.scoring.phones.builders import answer, phone, propose
from tests.scoring.referee import builders as referees
from tests.support.accounts import account
from tests.support.case_pages import Evening
from tests.support.html import unnamed
from tests.support.rulings import DONNE, counted, type_donnes, type_in
from tournament.models import Table, Team
from tournament.rounds import clock

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    return Evening(client)


def test_the_list_says_who_waits_and_the_menu_how_many(hall):
    assert "aucun appel" in hall.text("cases")
    hall.disputed()
    clock.call_referee(table_id=hall.table(3).pk)
    type_in(hall.table(2), 1012)
    propose(phone(hall.table(2), "EO"), 952, key="late")
    page = hall.text("cases")
    assert "2 tables vous attendent" in page
    assert "vous appelle depuis" in page and "1012–932" in page and "Scores arrivés trop tard" in page
    assert 'Arbitre <span class="state bad">2</span>' in page
    assert 'Arbitre <span class="state bad">2</span>' in hall.text("standings")


def test_a_camp_said_not_to_be_there_waits_for_desk_and_referee_until_it_comes(hall):
    table = hall.table(3)
    clock.seat_missing(table_id=table.pk, camp="EO")
    number = table.seats.get(camp="EO").team.number
    assert f"n° {number} absent, signalé à" in hall.text("cases")
    assert 'Arbitre <span class="state bad">1</span>' in hall.text("standings")
    desk = hall.text("entry")
    assert "Table 3 : un camp n’est pas là" in desk and f"n° {number} absent, signalé à" in desk
    clock.seat_ready(table_id=table.pk, camp="EO")
    assert "absent, signalé" not in hall.text("cases") + hall.text("entry")
    clock.seat_missing(table_id=table.pk, camp="EO")
    type_in(table, 1012)
    assert questions.cases_of(hall.tournament).open == []


def test_who_waited_longest_comes_first(hall):
    hall.disputed(2)
    clock.call_referee(table_id=hall.table(1).pk)
    assert [line.table.number for line in questions.cases_of(hall.tournament).open] == [2, 1]


def test_the_list_costs_the_same_for_any_number_of_tables(client):
    hall = Evening(client, teams=16)
    costs = []
    for some in (range(1, 3), range(3, 9)):
        for number in some:
            hall.disputed(number)
            given = {"table_id": hall.table(number).pk, "by": hall.rene, "reason": "so"}
            referees.keep_version(version=1, seen=0, **given)
            referees.give_penalty(team=2 * number, label="x", way="on_top", points=9, seen=1, base_version=1, **given)
            propose(phone(hall.table(number), "EO"), 900, key=f"late{number}")
        with CaptureQueriesContext(connection) as queries:
            cases = questions.cases_of(hall.tournament)
            assert len(cases.late) == some.stop - 1
            assert len(questions.rulings_by_team(hall.tournament)) == 2 * (some.stop - 1)
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 16


def test_the_case_shows_both_versions_and_what_differs(hall):
    table = hall.table()
    donnes = [dict(DONNE) for _ in range(12)]
    proposals.propose_sheet(device=phone(table, "NS"), key="n" * 20, kind="donnes", donnes=donnes)
    donnes[3] = {"preneur": "NS", "points": {"NS": 70}}
    proposals.propose_sheet(device=phone(table, "EO"), key="o" * 20, kind="donnes", donnes=donnes)
    page = hall.text("case", 1, 1)
    assert "Version 1" in page and "Version 2" in page
    assert page.count('<tr class="wrong">') == 1
    row = page.split('<tr class="wrong">')[1].split("</tr>")[0]
    assert "100–62" in row and "0–162" in row and "partie=1&amp;table=1&amp;donne=4" in row
    assert "contrat" in page.lower()  # the articles of each donne
    assert questions.differing_donnes(list(table.sheets.all())) == {4}


def test_the_desk_offers_both_versions_where_there_are_two(hall):
    assert hall.disputed() and "Les deux versions" in hall.text("entry")
    table = hall.table(2)
    propose(phone(table, "NS"), 1012, key="ns2")
    answer(phone(table, "EO"), 1, key="no", agrees=False)
    assert hall.text("entry").count("Les deux versions") == 1


def test_the_case_says_first_which_version_cannot_be_right_and_why(hall):
    table = hall.disputed()
    table.sheets.filter(version=2).update(
        content={**table.sheets.get(version=2).content, "totals": {"NS": 992, "EO": 9520}}
    )
    older, newer = re.split('<div class="case-version[" ]', hall.text("case", 1, 1))[1:3]
    assert "impossible" in newer and "c’est plus que tout ce qui peut se marquer" in newer
    assert newer.index("c’est plus que") < newer.index("case-marks")
    assert '<span class="state ok">possible</span>' in older


def test_a_version_is_kept_through_the_page(hall):
    table = hall.disputed()
    assert hall.decide("keep", version="2", reason="").status_code == 422
    assert not Ruling.objects.exists()
    answer = hall.decide("keep", version="2", reason="le papier dit 992", article="S1 §2")
    # To its head, where it says what was decided: the page of a penalty was sent from "#penalty".
    assert answer.status_code == 302 and answer.url.endswith("#main")
    assert counted(table) == ("ruled", {"NS": 992, "EO": 952})
    page = hall.text("case", 1, 1)
    assert "Le score NS 992 – EO 952 est retenu." in page and "le papier dit 992" in page and "S1 §2" in page
    assert "Le score NS 992 – EO 952 est retenu." in hall.text("table", 1, 1)
    assert "Le score NS 992 – EO 952 est retenu." in hall.text("cases")


def test_a_player_reads_what_the_article_of_a_decision_says(hall):
    """« S0 7 » alone told nobody anything; a club's own article is shown as it was typed."""
    hall.disputed()
    hall.decide("keep", version="2", reason="le papier dit 992", article="S0 7")
    hall.decide("keep", version="1", reason="après réflexion", article="Notre règlement, 4")
    public_live.forget()
    public_page.forget()
    text = hall.client.get(reverse("public-team", args=[hall.tournament.slug, 1]))
    shown = " ".join(text.content.decode().split())
    said = " ".join(escape(article_text("S0 7")).split())
    assert f'{reverse("public-sources")}#S0-7" class="article nowrap">S0 7</a> {said}' in shown
    assert '<span class="muted">Notre règlement, 4</span>' in shown


def test_whoever_gave_a_version_is_said_also_when_the_account_is_gone(hall):
    table = hall.table()
    type_in(table, 1012, by=account("paule", hall.tournament.club, "scorer"))
    assert "Paule," in hall.text("case", 1, 1)
    get_user_model().objects.get(username="paule").delete()
    for page in ("case", "table"):
        assert "un compte supprimé depuis" in hall.text(page, 1, 1)
    propose(phone(hall.table(2), "NS"), 1012, key="ns")
    refused = hall.client.post(
        hall.at("case", 1, 1),
        {"decision": "correct", "seen": "0", "base_version": "7"}
        | {"reason": "x", "points_NS": "1012", "points_EO": "932"},
    )
    assert "par un compte supprimé depuis" in refused.content.decode()


def test_the_case_says_what_the_caps_leave(client):
    hall = Evening(client, caps={"from": 1, "winner": 1000, "loser": 960})
    type_in(hall.table(), 1300)
    left = "Le plafond par partie laisse NS 1000, EO 644 au classement."
    assert left in hall.text("case", 1, 1) and left in hall.text("table", 1, 1)
    type_in(hall.table(2), 990, key="o")
    assert "Le plafond par partie" not in hall.text("case", 1, 2)
    given = {"table": 2, "team": "4", "label": "Paroles", "way": "on_top", "points": "100", "reason": "so"}
    assert hall.decide("penalty", **given).status_code == 302
    page = hall.text("case", 1, 2)
    assert "la table compte NS 1090, EO 954." in page and "laisse NS 1000, EO 954" in page


def test_where_players_enter_one_by_one_a_ruling_names_a_player(client):
    hall = Evening(client, next_method="melee")
    given = {"team": "2", "label": "Paroles", "way": "on_top", "points": "0", "reason": "so"}
    assert hall.decide("penalty", **given).status_code == 302
    assert hall.decide("penalty", **given | {"points": "100"}).status_code == 302
    assert hall.decide("exclusion", team="2", reason="coups").status_code == 302
    page = hall.text("case", 1, 1)
    for sentence in ("Avertissement au n° 2", "N° 2, Paroles", "Le n° 2 est exclu."):
        assert sentence in page
    assert "équipe 2" not in page


def test_a_decision_on_a_table_that_changed_shows_it_first(hall):
    table = hall.disputed()
    old = {"decision": "keep", "version": "1", "seen": "0", "base_version": "", "reason": "so"}
    referees.keep_version(
        table_id=table.pk, version=2, seen=0, reason="other", by=account("paule", hall.tournament.club, "referee")
    )
    answer = hall.client.post(hall.at("case", 1, 1), old)
    assert answer.status_code == 409
    assert "a changé entre-temps" in answer.content.decode() and "Paule" in answer.content.decode()
    assert counted(table)[1]["NS"] == 992


def test_totals_set_right_through_the_page(hall):
    type_in(hall.table(), 1012)
    assert "NS" in hall.decide("correct", points_EO="932", reason="x").content.decode()
    refused = hall.decide("correct", points_NS="1012", points_EO="933", reason="recompté")
    assert refused.status_code == 422 and 'name="override"' in refused.content.decode()
    assert hall.decide("correct", points_NS="1002", points_EO="942", reason="recompté").status_code == 302
    assert counted(hall.table()) == ("ruled", {"NS": 1002, "EO": 942})


@pytest.mark.parametrize(("asked", "table"), [("3", 3), ("e7", 4), (" E8 ", 4)])
def test_the_list_opens_any_table_of_the_partie_by_its_number_or_a_team(hall, asked, table):
    assert 'name="table"' in hall.text("cases")
    answer = hall.client.get(hall.at("cases"), {"table": asked})
    assert answer.status_code == 302 and answer.url == hall.at("case", 1, table)


@pytest.mark.parametrize("asked", ["99", "e99", "douze", "", "-1", "²"])
def test_a_table_that_is_not_there_is_told_on_the_list(hall, asked):
    page = hall.text("cases", query=f"?table={asked}")
    assert 'class="errorlist"' in page and f'value="{asked}"' in page


def test_no_table_is_asked_for_before_any_is_drawn(client):
    hall = Evening(client)
    hall.tournament.rounds.update(state="draft")
    assert 'name="table"' not in hall.text("cases", query="?table=3")


def test_the_penalty_says_whom_its_points_go_to(hall):
    assert (
        "Points au camp adverse (0\xa0: un avertissement)"
        in hall.client.get(hall.at("case", 1, 1), {"team": "1", "line": "0"}).content.decode()
    )


def test_the_code_fills_the_penalty_in_and_warns_first(hall):
    page = hall.text("case", 1, 1, query="?team=1&line=0")
    assert 'value="Renonce"' in page and "Avertissement : le règlement sanctionne à partir de la faute n° 2." in page
    assert 'name="points" inputmode="numeric" maxlength="4" required class="figure-input" value="0"' in page
    given = {"team": "1", "label": "Renonce", "way": "instead", "points": "0", "reason": "renonce au pli 3"}
    assert hall.decide("penalty", **given).status_code == 302
    page = hall.text("case", 1, 1, query="?team=1&line=0")
    assert 'class="figure-input" value="162"' in page and "1 avertissement" in page and 'value="art. 8"' in page
    assert 'class="figure-input" value="100"' in hall.text("case", 1, 1, query="?team=2&line=1")
    for odd in ("?team=99&line=0", "?team=1&line=9", "?team=x&line=²", "?line=-1"):
        hall.text("case", 1, 1, query=odd)


def test_a_penalty_and_its_taking_back_through_the_page(hall):
    table = hall.table()
    type_in(table, 1012)
    given = {"team": "2", "label": "Renonce", "way": "instead", "points": "162", "reason": "renonce"}
    refused = hall.decide("penalty", **given)
    assert refused.status_code == 422 and "nouveaux totaux" in refused.content.decode()
    assert hall.decide("penalty", **given, points_NS="950", points_EO="832").status_code == 302
    assert counted(table)[1] == {"NS": 950, "EO": 832}
    page = hall.text("case", 1, 1)
    assert "11 donnes sur la feuille." in page and "Retirer « Renonce »" in page
    assert "Avec ce que donnent les pénalités, la table compte NS 1112, EO 832." in page
    back = hall.decide("penalty_back", penalty="1", reason="pas prouvé", points_NS="1012", points_EO="932")
    assert back.status_code == 302
    assert counted(table)[1] == {"NS": 1012, "EO": 932}
    assert Penalty.objects.get().cancel_reason == "pas prouvé"
    page = hall.text("case", 1, 1)
    assert "<s>" in page and "pas prouvé" in page


def test_a_donne_cancelled_through_the_page(hall):
    table = hall.table()
    type_donnes(table)
    refused = hall.decide("cancel_donne", donne="", reason="x")
    assert refused.status_code == 422 and not unnamed(refused.text)
    field = re.search(r'<input[^>]*name="donne"[^>]*id_donne_error[^>]*>', refused.text)[0]
    assert 'aria-invalid="true"' in field and "autofocus" in field
    assert hall.decide("cancel_donne", donne="5", reason="maldonne").status_code == 302
    assert counted(table)[1] == {"NS": 1100, "EO": 682}
    for page in ("case", "table"):
        assert hall.text(page, 1, 1).count(">annulée<") == {"case": 2, "table": 1}[page]
    assert hall.decide("donne_back", donne="5", reason="finalement").status_code == 302
    assert counted(table)[1] == {"NS": 1200, "EO": 744}


def test_a_forfeit_and_an_exclusion_through_the_page(hall):
    assert hall.decide("forfeit", absent="EO", reason="parties").status_code == 302
    assert counted(hall.table())[1] == {"NS": 1100, "EO": 0}
    assert hall.decide("exclusion", table=2, team="4", forfeit="on", reason="coups").status_code == 302
    assert counted(hall.table(2))[1] == {"NS": 1100, "EO": 0}
    assert Team.objects.get(number=4).excluded
    assert "Le n° 4 est exclu. Perdu par forfait : NS 1100 – EO 0." in hall.text("cases")


def test_a_reader_reads_and_a_scorer_may_not_decide(client):
    hall = Evening(client, role="scorer")
    hall.disputed()
    page = hall.text("case", 1, 1)
    assert 'name="decision"' not in page and "Scores annoncés" in page
    data = {"decision": "keep", "version": "1", "seen": "0", "reason": "so"}
    assert client.post(hall.at("case", 1, 1), data).status_code == 403
    assert not ScoreSheet.objects.filter(counted=True).exists()


def test_after_closing_nothing_can_be_decided_and_no_form_is_shown(hall):
    type_in(hall.table(), 1012)
    hall.tournament.closed_at = hall.table().round.published_at
    hall.tournament.save()
    assert 'name="decision"' not in hall.text("case", 1, 1)
    for page in ("sheet-forfeit", "sheet-donnes"):
        assert 'name="key"' not in hall.text(page, 1, 1)
    data = {"decision": "correct", "seen": "0", "base_version": "1", "reason": "x", "points_NS": "0", "points_EO": "0"}
    assert hall.client.post(hall.at("case", 1, 1), data).status_code == 422


def test_camps_swapped_and_sheets_exchanged_through_the_page(hall):
    type_in(hall.table(1), 1012)
    type_in(hall.table(2), 1100, key="o")

    def press(name, table=1, **given):
        page = hall.text("table", 1, table)
        keys = re.findall(r'name="key" value="([^"]+)"', page)
        base = re.search(r'name="base_version" value="(\d+)"', page)[1]
        data = {"key": keys[0], "base_version": base, **given}
        answer = hall.client.post(hall.at(name, 1, table), data, follow=True)
        if "effects" in answer.content.decode() and 'value="keep-' in answer.content.decode():
            token = re.search(r'value="(keep-[^"]+)"', answer.content.decode())[1]
            answer = hall.client.post(hall.at(name, 1, table), data | {"effects": token}, follow=True)
        return answer.content.decode()

    assert "932–1012 compte" in press("sheet-swap", reason="camps intervertis")
    assert counted(hall.table(1))[1]["NS"] == 932
    assert "1100–844" in press("sheet-exchange", other="2", reason="feuilles mélangées")
    assert (counted(hall.table(1))[1]["NS"], counted(hall.table(2))[1]["NS"]) == (1100, 932)
    assert "pas de table 77" in press("sheet-exchange", other="77", reason="x")
    assert "attend sa propre feuille" in press("sheet-exchange", other="3", reason="mauvaise table")
    assert not hall.table(1).sheets.filter(counted=True).exists()
    assert figures_text(hall.table(3).sheets.get(counted=True)) == "1100–844"
    assert "1100–844 est retiré" in press("sheet-withdraw", 3, reason="aucune table")
    assert not hall.table(3).sheets.filter(counted=True).exists()


@pytest.mark.parametrize("lost", [0, 50])
def test_a_forfeit_where_each_plays_for_himself(client, lost):
    tournament = builders.concours(
        teams=4,
        forfeit_points=lost,
        rule_set="escalier",
        rule_options={},
        first_method="escalier",
        next_method="escalier",
    )
    builders.partie(tournament, 1, [(1, None, 2, None), (3, None, 4, None)])
    table = Table.objects.get(round__tournament=tournament, number=1)
    other = Table.objects.get(round__tournament=tournament, number=2)
    for seat, camp in zip([*table.seats.order_by("camp"), *other.seats.order_by("camp")], "ABCD", strict=True):
        seat.table, seat.camp = table, camp
        seat.save()
    client.force_login(account("anne", tournament.club, "scorer"))
    page = reverse("sheet-forfeit", args=[tournament.pk, 1, 1])
    text = client.get(page).content.decode()
    assert ("marque -50" in text) == (lost == 50) and ("ne coûte rien" in text) == (lost == 0)
    key = re.search(r'name="key" value="([^"]+)"', text)[1]
    assert client.post(page, {"key": key, "absent": "X", "reason": "absent"}).status_code == 422
    assert client.post(page, {"key": key, "absent": "C", "reason": "absent"}).status_code == 302
    assert counted(table)[1] == {"A": 0, "B": 0, "C": -lost, "D": 0}
