"""Marque du club: two totals, the club's words in the règlement, and nothing checked, which every control says."""

import pytest
from django.urls import reverse

from rules import FormError, check_totals, complete_totals, reglement, score_sheet
from scoring.errors import ScoringError
from scoring.models import ScoreSheet
from scoring.phones.services import propose_sheet
from scoring.sheets.controls import winner_text
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from scoring.workbook.sheets import scores
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone
from tests.support.accounts import account
from tests.support.refusals import refuses
from tournament.concours.reglement import reglement_of
from tournament.models import Table

WORDS = "Chaque donne vaut 3 {jetons}, 5 si elle est coinchée"
CLUB = {"decompte": "club", "marque_club": WORDS, "limite_points": 1000}
SAYS = "Le club marque à sa manière"


@pytest.fixture
def table():
    tournament = builders.seated(1, rule_set="coinche", rule_options=CLUB)
    return Table.objects.get(round__tournament=tournament)


@pytest.fixture
def anne(table):
    return account("anne", table.round.tournament.club)


def marks(north, east):
    figures = {"NS": north, "EO": east}
    return {camp: {"points": points, "belotes": None, "capots": None} for camp, points in figures.items()}


def enter(table, anne, north, east, **more):
    return submit_sheet(
        table_id=table.pk, key="form-00000000001", kind="totals", marks=marks(north, east), by=anne, **more
    ).sheet


@pytest.mark.parametrize("totals", [(0, 0), (7, 3), (1, 161), (12345, 9), (1000, 999)])
def test_no_total_is_refused_nor_completed(totals):
    pair = dict(zip(("NS", "EO"), totals, strict=True))
    for donnes in (None, 3, range(1, 5)):
        check = check_totals(ruleset="coinche", options=CLUB, totals=pair, donnes=donnes)
        assert check.ok and check.code == "marque_club" and SAYS in check.message()
    assert not check_totals(ruleset="coinche", options=CLUB, totals=pair | {"NS": -1}).ok
    assert not check_totals(ruleset="coinche", options=CLUB, totals=pair | {"NS": 1.5}).ok
    assert complete_totals(ruleset="coinche", options=CLUB, totals={"NS": 100, "EO": None}) is None


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_words_of_the_club_stand_in_the_reglement_once(lang):
    said = "\n".join(one.text for section in reglement("coinche", CLUB, lang) for one in section.sentences)
    assert said.count(WORDS) == 1 and "160" not in said and "350" not in said
    assert said.count({"fr": "ne vérifie rien", "en": "checks nothing"}[lang]) == 1


def test_donnes_are_no_sheet_of_it():
    with pytest.raises(FormError) as refused:
        score_sheet({"ruleset": "coinche", "options": CLUB, "donnes": [{"passe": True}]})
    assert refused.value.code == "marque_club"


@pytest.mark.django_db
def test_the_higher_total_wins_and_equal_ones_are_asked_about(table, anne):
    with refuses("winner_asked", ScoringError):
        enter(table, anne, 12, 12)
    sheet = enter(table, anne, 12, 12, winner="EO")
    seated = evening(table.round.tournament_id).seated
    assert sheet.winner == "EO" and [seated[team][1].outcome for team in (1, 2)] == ["lost", "won"]
    assert "D30" in winner_text(sheet)[0]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("totals", "winner", "outcomes"), [((7, 3), "", ["won", "lost"]), ((7, 7), "nulle", ["drawn"] * 2)]
)
def test_it_is_ranked_by_what_the_table_wrote(table, anne, totals, winner, outcomes):
    enter(table, anne, *totals, winner=winner)
    seated = evening(table.round.tournament_id).seated
    assert [seated[team][1].outcome for team in (1, 2)] == outcomes


@pytest.mark.django_db
def test_donnes_are_refused_at_the_desk_and_from_telephones(table, anne):
    donnes = [{"preneur": "NS", "enchere": 80, "points": {"NS": 100}}]
    with pytest.raises(ScoringError) as refused:
        submit_sheet(table_id=table.pk, key="form-00000000001", kind="donnes", donnes=donnes, by=anne)
    assert refused.value.code == "donnes_shape" and "deux totaux" in str(refused.value)
    with pytest.raises(ScoringError):
        propose_sheet(device=phone(table, "NS"), key="n" * 20, kind="donnes", donnes=donnes)
    assert not ScoreSheet.objects.exists()


@pytest.mark.django_db
def test_each_page_says_that_nothing_is_checked_and_offers_no_donnes(table, anne, client):
    client.force_login(anne)
    pk = table.round.tournament_id
    line = {"table": "1", "points_NS": "7", "points_EO": "3"}
    said = client.get(reverse("entry-check", args=[pk, 1]), line).json()
    assert said["state"] == "wait" and SAYS in said["said"]
    equal = client.get(reverse("entry-check", args=[pk, 1]), line | {"points_EO": "7"}).json()
    assert SAYS in equal["said"] and "Quel camp a gagné" in equal["said"]
    desk = client.get(f"{reverse('entry-round', args=[pk, 1])}?table=1").content.decode()
    assert reverse("sheet-donnes", args=[pk, 1, 1]) not in desk
    assert client.get(reverse("sheet-donnes", args=[pk, 1, 1])).status_code == 302
    assert client.get(reverse("case-donnes", args=[pk, 1, 1])).status_code == 302
    posted = client.post(reverse("entry-round", args=[pk, 1]), line | {"key": "form-00000000009"})
    assert posted.status_code == 302
    for name in ("table", "case"):
        page = client.get(reverse(name, args=[pk, 1, 1])).content.decode()
        assert SAYS in page and reverse("sheet-donnes", args=[pk, 1, 1]) not in page, name
        assert reverse("case-donnes", args=[pk, 1, 1]) not in page and "contrôle passé" not in page
    tab = next(one for one in scores.tabs(read_source(table.round.tournament)) if one.rows)
    assert "non vérifié" in str([list(row) for row in tab.rows])


@pytest.mark.django_db
def test_telephones_say_it_and_offer_two_totals(table):
    client, address = comes_in(table, "NS")
    page = client.get(address).content.decode()
    assert SAYS in page and '<div hidden><details id="phone-donne"' in page
    asked = client.get(f"{address}controle/", {"points_NS": "7", "points_EO": "3"}).json()
    assert asked["state"] == "wait" and SAYS in asked["said"]
    equal = client.get(f"{address}controle/", {"points_NS": "7", "points_EO": "7"}).json()
    assert equal["who"] == ["NS", "EO", "nulle"] and SAYS in equal["said"]


@pytest.mark.django_db
def test_the_reglement_of_the_concours_fits_with_the_words_of_the_club(table):
    sentences = [one.text for section in reglement_of(table.round.tournament) for one in section.sentences]
    assert sum(WORDS in one for one in sentences) == 1
