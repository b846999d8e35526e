"""The pages of the till: what a volunteer types, what is refused, a double click, the sheet, the workbook, the file."""

import datetime
import io
import json
import re

import openpyxl
import pytest
from django.urls import reverse
from lxml import html

from scoring.history.check import check
from scoring.rounds import services as rounds
from scoring.till import services as till
from scoring.till.selectors import balance_of, season_money
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.reader import FileMembers, problems
from scoring.transfer.services import take_in
from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from scoring.workbook.writer import write
from tests.scoring.till.builders import concours, teams, treasurer
from tests.support.api import account, api_for
from tests.support.html import laid_out
from tournament.concours.models import Tournament
from tournament.ledger.models import Movement
from tournament.models import Club, Team
from tournament.registration import paying
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(client):
    tournament = concours()
    client.force_login(treasurer(tournament))
    return tournament


def at(name: str, tournament, *more) -> str:
    return reverse(name, args=[tournament.pk, *more])


def text(answer) -> str:
    return " ".join(answer.content.decode().split())


def test_meals_are_sold_to_a_team_and_to_somebody_who_does_not_play(hall, client):
    [team] = teams(hall, 1)
    page = text(client.get(at("till", hall), {"team": team.number, "fee": 1}))
    assert "doit 14 €" in page
    sale = {"means": "cash", "till": "Buvette", "item-Repas 19 h": "2", "item-Café": "1"}
    answer = client.post(at("till-sell", hall), sale | {"team": team.number, "fee": "on", "key": "k" * 32}, follow=True)
    assert "Participation, 2 × Repas 19 h, 1 × Café : 39 € encaissés." in text(answer).replace("\u00a0", " ")
    client.post(at("till-sell", hall), sale | {"team": team.number, "fee": "on", "key": "k" * 32})  # pressed twice
    client.post(at("till-sell", hall), {"means": "due", "item-Repas 20 h 30": "1", "remark": "M. le maire"})
    assert sorted(Movement.objects.values_list("kind", "cents", "means")) == [
        ("fee", 1400, "cash"),
        ("sale", 100, "cash"),
        ("sale", 1250, "due"),
        ("sale", 2400, "cash"),
    ]
    page = text(client.get(at("till", hall)))
    assert "M. le maire" in page
    assert "20:30" in page


@pytest.mark.parametrize("typed", ["-5", "1e9", "douze euros", "12,345", "１２", "", "0", "99999"])
def test_an_amount_that_is_none_is_refused_in_a_sentence_and_stays_typed(hall, client, typed):
    sent = {"means": "cash", "till": "Entrée", "kind": "expense", "cents": typed, "remark": "Glaçons"}
    answer = client.post(at("till-money", hall), sent)
    assert answer.status_code == 422
    assert 'role="alert"' in text(answer)
    assert 'value="Glaçons"' in text(answer)
    assert not Movement.objects.exists()


@pytest.mark.parametrize("typed", ["12,50", "12.50", "12,5", "12,50 €"])
def test_an_amount_is_typed_with_a_comma_or_a_point(hall, client, typed):
    sent = {"means": "cash", "till": "Entrée", "kind": "float", "cents": typed}
    assert client.post(at("till-money", hall), sent).status_code == 302
    assert Movement.objects.get().cents == 1250


def test_the_page_knows_what_is_missing_of_each_fee(hall, client):
    """Its script adds it to what is bought: a number typed here showed 24 € and took 38."""
    paid, part, _nothing = teams(hall, 3)
    paying.set_paid_up(team_id=paid.pk, paid_by="cash", till="Entrée", by=None)
    Team.objects.filter(pk=part.pk).update(paid_cents=300, paid_by="cash")
    fees = re.search(r'id="missing-fees" type="application/json">([^<]*)<', text(client.get(at("till", hall))))
    assert json.loads(fees[1]) == {"1": 0, "2": 1100, "3": 1400}


def test_what_was_to_be_paid_later_goes_to_the_till_that_is_chosen(hall, client):
    """It went to the till of the browser without a word; that one is only chosen beforehand."""
    client.post(at("till-sell", hall), {"means": "due", "till": "Buvette", "item-Café": "2", "remark": "M. le maire"})
    due = text(client.get(at("till", hall))).partition('id="due"')[2].partition("</section>")[0]
    choice = re.search(r'<select name="till"[^>]*>(.*?)</select>', laid_out(due))
    assert re.findall(r"<option( selected)?>([^<]*)<", choice[1]) == [("", "Entrée"), (" selected", "Buvette")]
    [line] = Movement.objects.values_list("number", flat=True)
    client.post(at("till-pay", hall), {"means": "cash", "line": line, "till": "Entrée"})
    assert list(Movement.objects.filter(means="cash").values_list("till", "cents")) == [("Entrée", 200)]
    assert 'id="due"' not in text(client.get(at("till", hall)))


@pytest.mark.parametrize("typed", ["beaucoup", "1.5", "1e3", "100000"])
def test_a_number_of_pieces_that_is_none_is_refused(hall, client, typed):
    sent = {"means": "cash", "item-Café": typed}
    assert client.post(at("till-sell", hall), sent).status_code == 422
    assert client.post(at("till-counted", hall), {"means": "cash", "coin-200": typed}).status_code == 422
    assert not Movement.objects.exists()


def test_a_difference_is_shown_before_it_is_named_and_the_coins_stay(hall, client):
    till.note_money(tournament_id=hall.pk, kind="float", cents=5000, till="Buvette", by=None)
    count = {"means": "cash", "till": "Buvette", "coin-2000": "2", "coin-500": "1", "coin-200": "2"}
    answer = client.post(at("till-counted", hall), count)
    assert "il manque 1 €" in text(answer).replace("\u00a0", " ")
    assert 'name="coin-2000" value="2"' in text(answer)
    client.post(at("till-counted", hall), count | {"reason": "un euro de trop rendu"})
    sheet = text(client.get(at("till-sheet", hall))).replace("\u00a0", " ")
    assert "un euro de trop rendu" in sheet
    assert "2 × 20 €, 1 × 5 €, 2 × 2 €" in sheet


def test_a_team_page_says_what_it_owes_gives_back_and_is_not_deleted_with_its_money(hall, client):
    [team] = teams(hall, 1, paid_cents=1400, paid_by="cash")
    till.sell(tournament_id=hall.pk, items={"Café": 2}, means="due", team=team.number, by=None)
    page = at("team", hall, team.pk)
    assert "doit 2 €" in text(client.get(page)).replace("\u00a0", " ")
    refund = {"cents": "4,00", "means": "cash", "reason": "tarif", "key": "r" * 32}
    for _press in range(2):
        assert client.post(at("team-refund", hall, team.pk), refund).status_code == 302
    assert Team.objects.get().paid_cents == 1000
    assert client.post(at("team-refund", hall, team.pk), refund | {"cents": "99", "key": ""}).status_code == 422
    client.post(at("team-delete", hall, team.pk))
    assert Team.objects.exists()
    assert "Que deviennent-ils" in text(client.get(page))
    client.post(at("team-delete", hall, team.pk), {"money": "kept"})
    assert not Team.objects.exists()
    assert "dont 10,00 € d’inscriptions supprimées" in text(client.get(at("till-sheet", hall))).replace("\u00a0", " ")


def test_money_given_back_leaves_the_till_that_is_chosen(hall, client):
    """A cheque taken at the entrance came back unpaid: it left the till of this browser, where it had never been."""
    one, other = teams(hall, 2, paid_cents=1400, paid_by="cheque", till="Entrée")
    client.post(at("till-sell", hall), {"item-Café": "1", "means": "cash", "till": "Buvette"})
    page = html.fromstring(client.get(at("team", hall, one.pk)).content)
    for form in ("rendre", "effacer"):
        [till_field] = page.xpath(f"//form[contains(@action, '{form}/')]//select[@name='till']")
        assert [option.text for option in till_field] == ["Entrée", "Buvette"] and till_field.value == "Buvette", form
    refund = {"cents": "14", "means": "cheque", "reason": "rejeté", "till": "Entrée"}
    client.post(at("team-refund", hall, one.pk), refund | {"key": "r" * 32})
    client.post(at("team-delete", hall, other.pk), {"money": "refunded", "means": "cheque", "till": "Entrée"})
    held = {(one.till, one.means): one.cents for place in balance_of(hall).tills for one in place.held}
    assert held == {("Entrée", "cheque"): 0, ("Buvette", "cash"): 100}


def test_a_payment_after_the_palmares_has_its_means(hall, client):
    [team] = teams(hall, 1)
    Tournament.objects.filter(pk=hall.pk).update(closed_at="2026-11-21T23:00:00Z")
    page = text(client.get(at("door", hall)))
    assert 'id="id_paid_by"' in page
    client.post(at("door-mark", hall), {"mark": f"paid:{team.pk}:1", "paid_by": "Chèques-vacances", "till": "Buvette"})
    assert list(Movement.objects.values_list("means", "till", "cents")) == [("Chèques-vacances", "Buvette", 1400)]
    assert "Son compte" in text(client.get(at("team", hall, team.pk)))


def test_the_draw_names_those_who_have_not_paid(hall, client):
    teams(hall, 3, paid_cents=1400)
    teams_unpaid = Team.objects.filter(number__in=(1, 3))
    teams_unpaid.update(paid_cents=None)
    assert "2 équipes n’ont pas encore payé : n° 1, 3." in text(client.get(at("draws", hall))).replace("\u00a0", " ").replace("\u202f", " ")  # fmt: skip


def test_a_fee_for_each_player_with_a_reduction_is_what_the_door_takes(hall, client):
    Tournament.objects.filter(pk=hall.pk).update(fee_per="player", fee_cents=700)
    door = {
        "player_1": "Anne Roux",
        "player_2": "Tom Roux",
        "reduction_2": "Moins de 18 ans",
        "paid": "on",
        "paid_by": "cash",
    }
    client.post(at("door", hall), door)
    team = Team.objects.get()
    assert (team.paid_cents, team.reductions) == (1100, ["Moins de 18 ans"])
    assert Movement.objects.get().cents == 1100


def test_readers_and_referees_do_not_see_the_till(hall, client):
    for role in ("reader", "referee"):
        client.force_login(account(role, hall.club, role))
        assert client.get(at("till", hall)).status_code == 403
        assert ">Caisse<" not in text(client.get(at("door", hall)))


def test_the_season_adds_up_the_concours_of_the_club(hall, client):
    other = concours("autre", club=hall.club)
    rehearsal = concours("essai", club=hall.club, rehearsal=True)
    for tournament in (hall, other, rehearsal):
        till.sell(tournament_id=tournament.pk, items={"Repas 19 h": 2}, by=None)
    page = text(client.get(reverse("till-season", args=[hall.club_id]), {"du": "2026-11-01", "au": "2026-11-30"}))
    assert page.count("24,00") == 2 * 2
    assert page.count("48,00") == 2
    assert "Aucun" not in page
    nothing = client.get(reverse("till-season", args=[hall.club_id]), {"du": "douze", "au": "2020-01-01"})
    assert nothing.status_code == 200


def test_the_season_names_who_has_not_paid(hall, client):
    """Reckoned by hand: a fee of which half came, one of which nothing did, coffees on the slate of a team, a meal of the mairie.

    A team that never came owes nothing, nor does one whose evening has not begun.
    """
    other, later = concours("autre", club=hall.club), concours("plus-tard", club=hall.club)
    for tournament in (hall, other, later):
        teams(tournament, 4, present=True)
    away = hall.teams.get(number=4)
    hall.teams.filter(pk=away.pk).update(present=False)
    paying.set_paid(team_id=hall.teams.get(number=1).pk, paid_cents=1400, paid_by="cash", by=None)
    paying.set_paid(team_id=hall.teams.get(number=2).pk, paid_cents=700, paid_by="cash", by=None)
    for one in other.teams.all():
        paying.set_paid(team_id=one.pk, paid_cents=1400, paid_by="cash", by=None)
    for tournament, remark, team in ((hall, "", 1), (hall, "Mairie", None), (later, "Mairie", None)):
        items = {"Repas 19 h": 1} if remark else {"Café": 2}
        till.sell(tournament_id=tournament.pk, items=items, means="due", team=team, remark=remark, by=None)
    for tournament in (hall, other):
        drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣")
        draws.publish_draw(draw_id=drawn.pk, by=None)
    days = datetime.date(2026, 9, 1), datetime.date(2027, 8, 31)
    money = season_money(hall.club, *days)
    owed = {one.tournament.slug: [(who.team, who.who, who.cents) for who in one.unpaid] for one in money.evenings}
    of_hall = [
        (1, "Anne Roux / Paul Morel", 200),
        (2, "Jean Blanc / Marie Colin", 700),
        (3, "Lise Garnier / Hugo Faure", 1400),
    ]
    assert owed == {"caisse": [*of_hall, (None, "Mairie", 1200)], "autre": [], "plus-tard": [(None, "Mairie", 1200)]}
    assert money.total["missing"] == 200 + 700 + 1400 + 1200 + 1200
    page = text(client.get(reverse("till-season", args=[hall.club_id]), {"du": "2026-11-01", "au": "2026-11-30"}))
    assert "Pas encore payé" in page and "Jean Blanc / Marie Colin <strong" in page and "47,00" in page
    assert "Noël Vidal" not in page
    answer = api_for(treasurer(hall, "api")).ask(f"clubs/{hall.club_id}/till/").json()
    assert answer["total"]["missing"] == 4700 and answer["evenings"][0]["unpaid"][0]["due"] == 200


def test_the_workbook_has_the_account_and_every_line(hall):
    teams(hall, 1, paid_cents=1400, paid_by="cash")
    till.sell(tournament_id=hall.pk, items={"Repas 19 h": 2}, by=None)
    till.note_money(tournament_id=hall.pk, kind="lots", cents=1050, remark="Jambon", by=None)
    file = io.BytesIO()
    write(file, title="Concours", footer="", tabs=all_tabs(read_source(hall)))
    book = openpyxl.load_workbook(file)
    account_rows = [[cell.value for cell in row] for row in book["Bilan"].iter_rows()]
    assert ["Résultat", None, None, 27.5] in account_rows
    assert ["Dépenses", "Achats de lots · Jambon", None, -10.5] in account_rows
    lines = [row[5].value for row in book["Lignes de caisse"].iter_rows(min_row=3)]
    assert [one for one in lines if isinstance(one, int | float)] == [14, 24, -10.5]


def test_workbook_page_and_sheet_have_the_sums_reckoned_by_hand(hall, client):
    """Two tills, meals, a mistake, a refund, a purchase, money carried over, handed over, and 1,10 € that are missing."""
    by = {"tournament_id": hall.pk, "by": None}
    till.note_money(kind="float", cents=5000, till="Entrée", **by)
    till.note_money(kind="float", cents=3000, till="Buvette", **by)
    a, b, c, _d = teams(hall, 4, paid_cents=1400, paid_by="cash", till="Entrée")
    paying.set_paid(team_id=b.pk, paid_cents=1400, paid_by="cheque", till="Entrée", by=None)
    till.sell(items={"Repas 19 h": 3, "Repas 20 h 30": 1}, till="Buvette", team=a.number, **by)  # 48,50
    till.sell(items={"Repas 20 h 30": 3}, means="due", till="Buvette", remark="Josette", **by)  # 37,50 not paid
    [mistake] = till.sell(items={"Café": 2}, till="Buvette", **by)
    till.correct_money(numbers=[mistake.number], reason="tapé deux fois", **by)
    paying.refund_team(team_id=c.pk, cents=1400, reason="malade", till="Entrée", by=None)
    till.note_money(kind="lots", cents=4055, till="Entrée", remark="Jambon", **by)
    till.note_money(kind="transfer", cents=2010, till="Buvette", to_till="Entrée", **by)
    till.count_till(till="Buvette", cents=5730, reason="rendu de trop", **by)  # expected: 30 + 48,50 − 20,10 = 58,40
    till.note_money(kind="deposit", cents=3000, till="Buvette", remark="à Zoé", **by)
    by_hand = {
        ("Recettes", "Participations"): 42.00,  # four, of which one was given back
        ("Recettes", "Repas 19 h"): 36.00,
        ("Recettes", "Repas 20 h 30"): 50.00,
        ("Recettes", "Total"): 128.00,
        ("Dépenses", "Achats de lots · Jambon"): -40.55,
        ("Dépenses", "Total"): -40.55,
        ("Écarts", "rendu de trop"): -1.10,
        ("Résultat", None): 86.35,
        ("Fonds de caisse", None): 80.00,
        ("Pas encore payé", "Josette"): -37.50,
        ("Remis", "à Zoé"): -30.00,
        ("En caisse", "Entrée espèces"): 57.55,  # 50 + 3 × 14 − 14 − 40,55 + 20,10
        ("En caisse", "Entrée chèque"): 14.00,
        ("En caisse", "En tout, Entrée"): 71.55,
        ("En caisse", "Buvette espèces"): 27.30,
        ("Toutes les caisses", None): 98.85,  # 86,35 + 80 − 37,50 − 30
    }
    file = io.BytesIO()
    write(file, title="Concours", footer="", tabs=all_tabs(read_source(hall)))
    book = openpyxl.load_workbook(file)
    account_tab, lines_tab = book["Bilan"], book["Lignes de caisse"]
    rows = list(account_tab.iter_rows(min_row=3))
    assert {(row[0].value, row[1].value): row[3].value for row in rows} == by_hand
    cells = [row[3] for row in rows] + [row[5] for row in lines_tab.iter_rows(min_row=3)]
    assert {(cell.data_type, cell.number_format) for cell in cells} == {("n", '#,##0.00 "€"')}
    assert all(round(cell.value * 100) / 100 == cell.value for cell in cells), "cents, and nothing below them"
    paid = [row[5].value for row in lines_tab.iter_rows(min_row=3) if row[6].value != "à payer"]
    assert round(sum(paid), 2) == 98.85, "the lines add up to what is there"
    for tab in (account_tab, lines_tab):
        assert tab.print_title_rows == "$1:$2"
        assert (tab.page_setup.fitToWidth, tab.page_setup.orientation) == (1, "portrait")
    assert max(len(row[1].value or "") for row in rows) < account_tab.column_dimensions["B"].width
    page, sheet = text(client.get(at("till", hall))), text(client.get(at("till-sheet", hall)))
    for cents in ("57,55", "14,00", "71,55", "27,30", "98,85"):
        assert cents in page and cents in sheet, cents
    for cents in ("128,00", "40,55", "−1,10", "86,35", "80,00", "−37,50", "−30,00"):
        assert cents in sheet, cents
    season = text(client.get(reverse("till-season", args=[hall.club_id]), {"du": "2026-11-01", "au": "2026-11-30"}))
    for cents in ("42,00", "86,00", "−40,55", "−1,10", "86,35"):
        assert cents in season, cents


def test_the_file_of_a_concours_takes_the_till_along(hall):
    teams(hall, 2, paid_cents=1400, paid_by="Chèques-vacances")
    till.sell(tournament_id=hall.pk, items={"Café": 2}, team=1, remark="pour Paul", by=None)
    data = write_concours(hall.pk).content
    assert list(problems(FileMembers.read(data))) == []
    club = Club.objects.create(name="Ailleurs")
    taken = take_in(file=read_concours(data), club=club, by=account("zoe", club))
    of = {
        one.pk: list(Movement.objects.filter(tournament=one).values_list("number", "cents", "remark", "team_number"))
        for one in (hall, taken)
    }
    assert of[hall.pk] == of[taken.pk]
    assert set(Movement.objects.filter(tournament=taken).values_list("team", flat=True)) == set(
        Team.objects.filter(tournament=taken).values_list("pk", flat=True)
    )
    assert check(taken).whole
