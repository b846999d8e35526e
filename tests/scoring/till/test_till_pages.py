"""The pages of the till: what a volunteer types, what is refused, a double click, the sheet, the workbook, the file."""

import io

import openpyxl
import pytest
from django.urls import reverse

from scoring.history.check import check
from scoring.till import services as till
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.reader import FileMembers, problems
from scoring.transfer.services import take_in
from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from scoring.workbook.writer import write
from tests.scoring.till.builders import concours, teams, treasurer
from tests.support.api import account
from tournament.concours.models import Tournament
from tournament.ledger.models import Movement
from tournament.models import Club, Team

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
    assert "Le tirage attend 2 équipes qui n’ont pas payé : n° 1, 3." in text(client.get(at("draws", hall))).replace("\u00a0", " ").replace("\u202f", " ")  # fmt: skip


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
