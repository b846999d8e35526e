"""The sheets of paper as the printer gets them: how many pages, and that nothing falls off them."""

import re
import shutil

import pytest
from django.urls import reverse
from django.utils import timezone

from rules import complete_options
from scoring.rounds.services import open_next_round
from tests.scoring import builders
from tests.support.accounts import account, sign_in
from tests.support.paper import poppler, sheets_of
from tests.support.phases import play, set_up
from tests.support.shots import SHOTS
from tournament.models import Player, Round, Seat, Table, Team
from tournament.rounds.services import publish_draw

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def printed(live_server, browser_page, tmp_path):
    """The pages that a printed address makes, and whether anything on a sheet is cut off."""
    page = browser_page()

    def pages(user, address):
        sign_in(page, live_server, user)
        page.goto(live_server.url + address)
        page.emulate_media(media="print")
        cut = page.evaluate(
            "[...document.querySelectorAll('.paper-sheet, .paper-sheet > header')].filter((one) => one.scrollHeight > one.clientHeight + 2"
            " || one.scrollWidth > one.clientWidth + 2)"
            ".map((one) => [one.tagName, one.scrollHeight, one.clientHeight, one.scrollWidth, one.clientWidth])"
        )
        feet = page.locator(".paper-help").count()
        paper = tmp_path / "paper.pdf"
        count = sheets_of(page, paper)
        text = poppler("pdftotext", paper)
        assert text.count("Un carré pour chaque camp") == feet, "the foot of each sheet is printed"
        size = re.search(r"Page size: +([\d.]+) x ([\d.]+)", poppler("pdfinfo", paper))
        assert float(size[1]) > float(size[2]), "laid across"
        if SHOTS:
            shutil.copy(paper, f"{SHOTS}/{address.strip('/').replace('/', '-').replace('?', '-')}.pdf")
        page.emulate_media(media="screen")
        return count, len(cut)

    return pages


def test_two_sheets_to_a_page_and_one_table_alone(printed, monkeypatch):
    tournament = builders.concours(
        teams=10, rule_options={"limite_donnes": 20, "limite_points": None}, name="Concours " + "d'automne " * 6
    )
    builders.partie(tournament, 1, [(one, None, one + 1, None) for one in range(1, 11, 2)])
    user = account("anne", tournament.club)
    sheets = reverse("paper-sheets", args=[tournament.pk, 1])
    assert printed(user, sheets) == (3, 0)
    assert printed(user, f"{sheets}?table=4") == (1, 0)
    tournament.rule_options = {"limite_donnes": 12, "limite_points": None}
    tournament.save()
    Player.objects.filter(teams__number__in=(2, 5)).update(name="Pierre-Emmanuel Vandenbroucke-Grossetête")
    monkeypatch.setattr(
        "scoring.sheets.views.paper.public_address", lambda request, path: f"http://192.0.2.2:8000{path}"
    )
    assert printed(user, sheets) == (3, 0)
    assert printed(user, reverse("paper-blank", args=[tournament.pk])) == (1, 0)


@pytest.mark.parametrize("players", [3, 6])
def test_where_everybody_plays_for_himself(printed, players):
    tournament = builders.concours(teams=players, rule_set="escalier", rule_options={})
    round_ = Round.objects.create(tournament=tournament, number=1, state="published", published_at=timezone.now())
    table = Table.objects.create(round=round_, number=1)
    for camp, team in zip("ABCDEF", Team.objects.order_by("number"), strict=False):
        Seat.objects.create(round=round_, team=team, table=table, camp=camp)
    user = account("anne", tournament.club)
    assert printed(user, reverse("paper-sheets", args=[tournament.pk, 1])) == (1, 0)
    assert printed(user, reverse("paper-blank", args=[tournament.pk])) == (1, 0)


@pytest.mark.parametrize("rule_set", ["departement-contree", "coinche", "junior-encheres", "ffb-classique"])
def test_where_there_are_bids_the_sheet_asks_who_took_it_and_for_how_much(printed, client, monkeypatch, rule_set):
    given = {} if rule_set == "junior-encheres" else {"limite_donnes": 20}
    tournament = builders.seated(1, rule_set=rule_set, rule_options=complete_options(rule_set, given))
    Player.objects.update(name="Pierre-Emmanuel Vandenbroucke-Grossetête")
    monkeypatch.setattr(
        "scoring.sheets.views.paper.public_address", lambda request, path: f"http://192.0.2.2:8000{path}"
    )
    user = account("anne", tournament.club)
    client.force_login(user)
    sheets = reverse("paper-sheets", args=[tournament.pk, 1])
    doubled = "Contre" if rule_set == "departement-contree" else "Coinche"
    asked = [
        column in client.get(sheets).text for column in ("<th>Preneur</th>", "<th>Enchère</th>", f"<th>{doubled}</th>")
    ]
    assert asked == [rule_set != "ffb-classique"] * 3
    assert printed(user, sheets) == (1, 0)


@pytest.mark.parametrize("donnes", [12, 13, 15, 16, 18])
def test_the_sheet_of_a_longer_final_keeps_its_foot(printed, monkeypatch, donnes):
    """With fifteen donnes, what to do at equal totals and an address of the hall, the last line fell off the sheet."""
    options = {"final_donnes": donnes, "third_place": "yes"}
    tournament = set_up("elimination", 4, draw_options=options, phases=[], name="Concours de la Saint-André")
    Player.objects.update(name="Pierre-Emmanuel Vandenbroucke-Grossetête")
    play(tournament)
    publish_draw(draw_id=open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣").pk, by=None)
    monkeypatch.setattr(
        "scoring.sheets.views.paper.public_address", lambda request, path: f"http://192.168.100.222:8941{path}"
    )
    assert printed(account("anne", tournament.club), reverse("paper-sheets", args=[tournament.pk, 2])) == (1, 0)
