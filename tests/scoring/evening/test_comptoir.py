"""An evening of comptoir: everyone enters alone, two at a table, from the door to the workbook."""

import datetime
import re
from html import unescape

import pytest
from django.urls import reverse

from scoring.models import ScoreSheet
from scoring.rounds import services as rounds
from scoring.standings.selectors import standing
from tests.scoring.phones.builders import answer, phone, propose
from tests.support.accounts import account
from tests.support.refusals import refuses
from tournament.concours.services import change_settings, create_tournament
from tournament.models import Club, Seat, Table, Team
from tournament.registration import services as registration
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db
NAMES = ("Anne Le Goff", "Bob Martin", "Cléo Roux", "Denis Petit", "Émile Durand", "Fanny Leroy")


@pytest.fixture
def organiser(client):
    user = account("marie", Club.objects.create(name="Amicale de Casson"))
    client.force_login(user)
    return user


@pytest.fixture
def tournament(organiser):
    return create_tournament(
        club=Club.objects.get(),
        preset="comptoir",
        name="Comptoir",
        date=datetime.date(2026, 11, 20),
        place="Salle",
        by=organiser,
        overrides={"counts_when": "both_camps"},
    )


def drawn(tournament, number, organiser):
    drawing = rounds.open_next_round(tournament_id=tournament.pk, by=organiser)
    assert drawing.round.number == number
    draws.publish_draw(draw_id=drawing.pk, by=organiser)
    return list(Table.objects.filter(round=drawing.round))


def test_everyone_enters_alone(tournament, organiser, client):
    assert tournament.singles
    page = client.get(reverse("door", args=[tournament.pk])).content.decode()
    assert "player_1" in page and 'name="player_2"' not in page
    with refuses("single_expected"):
        registration.register_team(tournament_id=tournament.pk, players=NAMES[:2], by=organiser)
    regulation = unescape(client.get(reverse("reglement", args=[tournament.pk])).content.decode())
    assert "Chacun s'inscrit seul" in regulation.replace("’", "'")
    assert "déjà rencontré" in regulation or "deux fois" in regulation, "who meets again is said as for teams"


@pytest.mark.parametrize("method", ["melee", "escalier"])
def test_draws_that_seat_more_than_two_are_refused(tournament, organiser, method):
    with refuses("method_of_two") as refused:
        change_settings(
            tournament_id=tournament.pk, changes={"first_method": method, "next_method": method}, by=organiser
        )
    assert "un contre un" in str(refused.value)


def test_an_evening_of_one_against_one(tournament, organiser, client):
    for name in NAMES:
        registration.register_team(tournament_id=tournament.pk, players=[name], by=organiser)
    tables = drawn(tournament, 1, organiser)
    for table in tables:
        seats = list(Seat.objects.filter(table=table).order_by("camp"))
        assert [seat.camp for seat in seats] == ["EO", "NS"]
        propose(phone(table, "NS"), 510, key=f"n{table.number}", total=810)
        answer(phone(table, "EO"), 1, key=f"e{table.number}")
    assert len(tables) == 3
    rows = standing(tournament).rows
    assert [row.points for row in rows] == [510] * 3 + [300] * 3
    winners = {seat.team.number for seat in Seat.objects.filter(camp="NS", table__in=tables)}
    assert {row.number for row in rows[:3]} == winners
    # Those ahead meet each other; the sheet donne by donne then.
    second = drawn(tournament, 2, organiser)
    met = {frozenset(Seat.objects.filter(table=table).values_list("team_id", flat=True)) for table in tables}
    for table in second:
        assert frozenset(Seat.objects.filter(table=table).values_list("team_id", flat=True)) not in met
    address = reverse("sheet-donnes", args=[tournament.pk, 2, 1])
    page = client.get(address).content.decode()
    key = re.search(r'name="key" value="([^"]*)"', page)[1]
    rows = re.search(r'name="rows" value="([^"]*)"', page)[1]
    typed = {"key": key, "base_version": "", "rows": rows, "act": "save"}
    for number in (1, 2):
        typed |= {f"d{number}-preneur": "NS", f"d{number}-capot": "NS"}
    assert client.post(address, typed).status_code in (302, 303)
    assert dict(ScoreSheet.objects.get(table=second[0]).marks.values_list("camp", "points")) == {"NS": 500, "EO": 0}
    for name in ("standings", "exports", "paper-sheets"):
        arguments = [tournament.pk, 2] if name == "paper-sheets" else [tournament.pk]
        assert client.get(reverse(name, args=arguments)).status_code == 200
    shown = client.get(reverse("public-standings", args=[tournament.slug])).content.decode()
    assert "Le Goff" in shown
    assert Team.objects.filter(tournament=tournament, members__position=2).count() == 0
