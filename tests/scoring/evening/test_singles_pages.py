"""Where everyone enters alone, no page, print or telephone speaks of teams."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.standings import stories
from scoring.standings.reading import evening as evening_of
from scoring.standings.selectors import labels, standing
from scoring.workbook.sheets import standings as standings_tab
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone, propose, way
from tests.support.accounts import account, logged_in
from tests.support.phases import play, publish_next, set_up
from tests.support.singles import played
from tournament.models import Seat, Table, Team
from tournament.registration import attendance
from tournament.rounds import clock

pytestmark = pytest.mark.django_db
PAGES = (
    "concours", "door", "door-print", "draws", "entry", "clock", "journal", "standings", "print-sheet", "reglement",
    "referee", "prizes", "concours-settings", "whole-evening", "print-standings", "team-cards", "poster",
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
    drawn = publish_next(tournament, by=organiser, seed="R♥ 7♣")
    clock.start_clock(tournament_id=tournament.pk, number=drawn.round.number, by=organiser)
    attendance.exclude_team(team_id=Team.objects.filter(tournament=tournament).last().pk, reason="triche", by=organiser)
    client = logged_in(organiser)
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


@pytest.mark.parametrize("players", [7])
def test_a_figure_below_zero_has_a_true_minus_on_every_page(players):
    tournament, table = played("escalier", players)
    client = logged_in(account("odile", tournament.club))
    team = Seat.objects.get(table=table, camp="A").team.number
    found = {}
    for name, place in (
        ("standings", ()), ("print-standings", ()), ("whole-evening", ()), ("entry", ()), ("table", (1, 1)), ("why", (team,)),
    ):  # fmt: skip
        page = client.get(reverse(name, args=[tournament.pk, *place]), follow=True).content.decode()
        texts = re.split(r"<[^>]+>", GONE.sub("", page))
        assert name == "entry" or any("−" in text for text in texts), name
        found[name] = [text.strip() for text in texts if re.search(r"(^|[\s(:])-\d", text)]
    for name in ("public-standings", "public-wall"):
        page = client.get(reverse(name, args=[tournament.slug])).content.decode()
        found[name] = [text for text in re.split(r"<[^>]+>", GONE.sub("", page)) if re.search(r"(^|[\s(:])-\d", text)]
    assert {name: texts for name, texts in found.items() if texts} == {}


def test_who_plays_against_several_keeps_what_was_marked_with_an_excluded_player():
    """A table of an escalier has no two camps, of which one could win by forfeit: the page and the règlement say so."""
    tournament, table = played("escalier", 7)
    tournament.excluded_policy = "forfeit"
    tournament.save(update_fields=["excluded_policy"])
    first, other = Seat.objects.filter(table=table).order_by("camp").select_related("team")[:2]
    before = {row.number: row.points for row in standing(tournament).rows}
    odile = account("odile", tournament.club)
    attendance.exclude_team(team_id=first.team.pk, reason="triche", by=odile)
    assert {row.number: row.points for row in standing(tournament).rows} == before
    found = evening_of(tournament.pk)
    for number in (first.team.number, other.team.number):
        told = stories.story(found, found.after(), labels(tournament), number)
        assert [partie.parts for partie in told.parties] == [[]] * len(told.parties)
    client = logged_in(odile)
    page = " ".join(unescape(client.get(reverse("reglement", args=[tournament.pk])).content.decode()).split())
    assert "déjà rencontrés gardent leurs points" in page and "déjà rencontrés gagnent" not in page


def test_equal_teams_are_said_to_be_equal_everywhere():
    tournament = builders.concours(teams=4, parties=1, lots=["Un jambon", "Un canard"])
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944)])
    client = logged_in(account("odile", tournament.club))

    def page(name, *place):
        return " ".join(re.split(r"<[^>]+>|\s+", client.get(reverse(name, args=place)).content.decode()))

    for name, place in (
        ("why", (tournament.pk, 1)),
        ("public-team", (tournament.slug, 3)),
        ("whole-evening", (tournament.pk,)),
    ):
        assert re.search(r"1er +ex æquo", page(name, *place)), name
    assert re.search(r"1er +ex æquo", page("prizes", tournament.pk))
    story = stories.story(evening_of(tournament.pk), standing(tournament), labels(tournament), 1)
    assert story.beside.endswith("1er ex æquo.")
    notes = [row[-1] for row in standings_tab.tabs(read_source(tournament))[0].rows]
    assert notes == ["ex æquo"] * 4


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
