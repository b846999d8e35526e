"""Every donne in the workbook: what it says is what the page of the table says, in every game; totals say what they are."""

import pytest

from scoring.sheets.entry import submit_sheet
from scoring.sheets.models import ScoreSheet
from scoring.sheets.shown import donne_lines
from scoring.workbook.sheets import scores
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.support.rule_set_pages import ESCALIER, PARTIES, concours, escalier, manches
from tournament.models import Table

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
KEY = "key-of-the-sheet-"


def read(tournament):
    (tab,) = scores.donnes_tabs(read_source(tournament))
    return tab, [dict(zip([column.heading for column in tab.columns], row, strict=True)) for row in tab.rows]


@pytest.mark.parametrize("game", PARTIES)
def test_each_donne_of_each_camp_as_its_page_has_it(game):
    options, entered = PARTIES[game]
    tournament = concours(game, options)
    submit_sheet(table_id=Table.objects.get().pk, key=KEY, kind="donnes", donnes=entered, by=None)
    marked = donne_lines(ScoreSheet.objects.get().content)
    told = read(tournament)[1]
    who = "Joueur" if tournament.singles else "Équipe"
    assert [(line["Donne"], line["Camp"], line[who]) for line in told] == [
        (donne.number, camp, team) for donne in marked for camp, team in (("NS", 1), ("EO", 2))
    ]
    for line in told:
        donne, camp = marked[line["Donne"] - 1], line["Camp"]
        assert (line["Marqués"], line["Total"]) == (donne.marks[camp], donne.total[camp])
        assert line["Joué"] == donne.contract
        articles = [article for of, _label, _points, article, _words in donne.lines if of == camp]
        assert all(f"({article})" in line["Pourquoi"] for article in articles)
    if game == "annonces":
        assert told[0]["Annonces"] == "tierce R♥, carré 9"
    if game == "ffb-classique":
        assert [line["Annonces"] for line in told[6:8]] == ["belote", "belote, belote"]


def test_an_escalier_has_its_manches_with_what_was_guessed_and_taken():
    tournament = escalier(4)
    entered = manches(4, ESCALIER)
    submit_sheet(table_id=Table.objects.get().pk, key=KEY, kind="donnes", donnes=entered, by=None)
    told = read(tournament)[1]
    assert len(told) == len(ESCALIER) * 4
    assert (told[4]["Joué"], told[4]["Annonces"], told[4]["Points, plis"]) == ("2 cartes", "0", 2)


def test_a_concours_typed_by_totals_says_so_and_a_mixed_one_says_which():
    tournament = builders.evening(teams=4, parties=1)
    tab, told = read(tournament)
    assert told == [] and "tapées par totaux" in tab.empty
    entered = [{"preneur": "NS", "points": {"NS": 100}} for _ in range(12)]
    table = Table.objects.get(number=2)
    submit_sheet(table_id=table.pk, key=KEY, kind="donnes", donnes=entered, base_version=1, reason="relue", by=None)
    told = read(tournament)[1]
    totals = [line for line in told if line["Table"] == 1]
    assert len(totals) == 2 and all("totaux" in line["Joué"] and line["Total"] for line in totals)
    assert len([line for line in told if line["Table"] == 2]) == 24
