"""Where everyone enters alone, no page, print or telephone speaks of teams."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.rounds import services as rounds
from tests.api import account
from tests.scoring.phases.test_phases import play, set_up
from tests.scoring.phones.builders import comes_in, phone, propose, way
from tournament.models import Seat, Table, Team
from tournament.registration import services as registration
from tournament.rounds import clock
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db
PAGES = (
    "concours", "door", "door-print", "draws", "entry", "clock", "journal", "standings", "print-sheet", "reglement",
    "referee", "prizes", "concours-settings",
)  # fmt: skip
PUBLIC = ("public-standings", "public-tables", "public-minutes", "public-wall", "wall-draw", "public-reglement")
GONE = re.compile(r"<(script|style|option)\b.*?</\1>", re.DOTALL)


def words(answer):
    assert answer.status_code == 200, answer.request["PATH_INFO"]
    page = GONE.sub("", answer.content.decode())
    said = re.findall(r'(?:aria-label|placeholder|title|data-title)="([^"]*)"', page) + re.split(r"<[^>]+>", page)
    return [unescape(text).strip() for text in said if "équipe" in unescape(text).lower()]


@pytest.fixture(params=["melee", "escalier", "comptoir"])
def evening(request):
    tournament = set_up(request.param, 9)
    organiser = account("odile", tournament.club)
    if request.param == "melee":
        play(tournament)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=organiser, seed="R♥ 7♣")
    draws.publish_draw(draw_id=drawn.pk, by=organiser)
    clock.start_clock(tournament_id=tournament.pk, number=drawn.round.number, by=organiser)
    registration.exclude_team(
        team_id=Team.objects.filter(tournament=tournament).last().pk, reason="triche", by=organiser
    )
    client = Client()
    client.force_login(organiser)
    return tournament, drawn, client


def test_the_pages_the_prints_and_the_walls(evening):
    tournament, drawn, client = evening
    found = {name: words(client.get(reverse(name, args=[tournament.pk]))) for name in PAGES}
    found |= {name: words(client.get(reverse(name, args=[tournament.slug]))) for name in PUBLIC}
    place = [tournament.pk, drawn.round.number, 1]
    found |= {name: words(client.get(reverse(name, args=place))) for name in ("table", "sheet-forfeit", "sheet-donnes")}
    found |= {
        f"print {by}": words(client.get(reverse("print-draw", args=[tournament.pk, drawn.pk, by])))
        for by in ("tables", "teams", "names")
    }
    found["draw"] = words(client.get(reverse("draw", args=[tournament.pk, drawn.pk])))
    assert {name: said for name, said in found.items() if said} == {}


def test_the_telephones_of_a_table(evening):
    tournament, drawn, _client = evening
    table = Table.objects.filter(round=drawn.round).first()
    camps = sorted(set(Seat.objects.filter(table=table).values_list("camp", flat=True)))
    browser = Client()
    assert words(browser.get(reverse("phone-enter", args=[way(table, camps[0]).token]))) == []
    page = browser.get(comes_in(table, camps[0], browser)[1])
    assert words(page) == []
    if camps == ["EO", "NS"]:
        north, total = (510, 810) if tournament.rule_set == "comptoir" else (1000, 1944)
        propose(phone(table, "NS"), north, key="k", total=total)
        page = browser.get(page.request["PATH_INFO"])
        assert words(page) == [] and "Proposé par" in page.content.decode()
