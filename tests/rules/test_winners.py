"""The winners that two totals leave open: always the camp that the donnes let win is one of them."""

import random

import pytest

from rules import RULE_SETS, check_totals, feuille, score_sheet, winners_of
from scoring.ranking import settle_table
from scoring.sheets.entry import NewSheet, read_report
from scoring.sheets.shown import marked_sheet
from scoring.sheets.terms import SheetTerms
from tests.support.counts import tries
from tournament.concours.models import Tournament

PARTIES = 40


def scale(chance: random.Random) -> dict:
    """A club's scale of coinche, every option drawn."""
    options = RULE_SETS["coinche"].options.values()
    drawn = {option.name: chance.choice(option.choices) for option in options if option.choices}
    return drawn | {"decompte": chance.choice(BASES["coinche"])}


BASES = {
    "comptoir": ("junior-plis", "junior-encheres", "junior-classique", "coinche"),
    "coinche": ("annonces", "faits", "faits_et_annonces"),
    "departement-contree": ("reels", "arrondis"),
}
NAMES = {"comptoir": "base", "coinche": "decompte", "departement-contree": "fin"}
SCALES = tuple(scale(random.Random(seed)) for seed in range(tries(4, 60)))
# Escalier has no camps: totals alone are never entered there, and its winners have a test of their own.
GAMES = [
    *(
        (name, {NAMES[name]: value} if value else {})
        for name in sorted(set(RULE_SETS) - {"escalier"})
        for value in BASES.get(name, (None,))
    ),
    *(("coinche", options) for options in SCALES),
    *((name, {"annonces": True}) for name in ("departement-classique", "traditionnelle")),
]


def donne(chance: random.Random, name: str, options: dict) -> dict:
    base = options.get("base", name)
    camps = ("NS", "EO")
    if base in ("junior-plis", "junior-encheres"):
        most = 16 if name == "comptoir" else 8
        north = chance.randint(1, most - 1)
        drawn = {"plis": {"NS": north, "EO": most - north}, "dernier_pli": chance.choice(camps)}
        bid = {"preneur": chance.choice(camps), "enchere": chance.randint(1, 8)}
        contre = {"contre": chance.choice((None, None, "contre"))}
        return drawn | bid | contre if base == "junior-encheres" else drawn
    drawn = {"preneur": chance.choice(camps), "belote": chance.choice(([], [], ["NS"], ["EO"]))}
    if chance.random() < 0.1:
        drawn["capot"] = chance.choice(camps)
    else:
        drawn["points"] = {"NS": chance.randint(20, 142)}
    if base in ("coinche", "departement-contree"):
        drawn["enchere"] = chance.choice((80, 80, 90, 100, 130, "capot"))
        twice = base == "departement-contree" or options.get("surcoinche", "non") != "non"
        drawn["contre"] = chance.choice((None, None, None, "contre", "surcontre" if twice else "contre"))
    if (base == "annonces" or options.get("annonces")) and chance.random() < 0.5:
        # A camp that is capot may so pass the limit before the other.
        drawn["atout"] = "coeur"
        carre = {"type": "carre", "hauteur": chance.choice(("D", "R", "10", "A", "9", "V"))}
        cent = {"type": "cent", "hauteur": chance.choice(("V", "D", "R", "A")), "couleur": "pique"}
        drawn["annonces"] = {chance.choice(camps): [chance.choice((carre, cent))]}
    return drawn


def partie(chance: random.Random, name: str, options: dict) -> dict:
    """A whole partie, donne by donne, up to its end."""
    sheet = {"ruleset": name, "options": options, "donnes": []}
    while not (result := score_sheet(sheet, explain=False)).terminee and len(sheet["donnes"]) < 150:
        assert not result.errors, result.errors
        sheet["donnes"].append(donne(chance, name, options))
    return sheet


@pytest.mark.parametrize(("name", "options"), GAMES, ids=lambda value: str(value))
def test_the_concours_names_the_winner_of_the_engine(name, options):
    chance = random.Random(7)
    terms = SheetTerms(ruleset=name, options=options)
    tournament = Tournament(rule_set=name, rule_options=options)
    decided = open_ = 0
    for _ in range(PARTIES):
        sheet = partie(chance, name, options)
        result = score_sheet(sheet, explain=False)
        if not result.terminee:
            continue
        decided += 1
        totals = dict(result.total)
        for line in marked_sheet(sheet).lines:  # what the pages of the table and of the referee explain
            explained = {camp: sum(row[2] for row in line.lines if row[0] == camp) for camp in totals}
            assert explained == line.marks and all(row[1] and row[4] != row[3] for row in line.lines)
        by_donnes = read_report(NewSheet(kind="donnes", donnes=sheet["donnes"]), tournament=tournament, terms=terms)
        assert won(by_donnes) == result.vainqueur
        winners = winners_of(ruleset=name, options=options, totals=totals)
        assert result.vainqueur in winners.answers, (totals, result.vainqueur)
        marks = {camp: {"points": points, "belotes": None, "capots": None} for camp, points in totals.items()}
        asked = NewSheet(kind="totals", marks=marks)
        report = read_report(asked, tournament=tournament, terms=terms)
        if report.question:
            open_ += 1
            asked = NewSheet(kind="totals", marks=marks, winner=result.vainqueur)
            report = read_report(asked, tournament=tournament, terms=terms)
        assert won(report) == result.vainqueur and not report.question
    assert decided


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_escalier_names_those_who_lost_least(players):
    chance = random.Random(players)
    tournament, camps = Tournament(rule_set="escalier", rule_options={}), "ABCDEF"[:players]
    terms = SheetTerms(ruleset="escalier", options={})
    for _ in range(PARTIES):
        manches = [manche(chance, camps, cards) for cards in feuille("escalier", players=players).manches]
        sheet = {"ruleset": "escalier", "joueurs": list(camps), "manches": manches}
        result = score_sheet(sheet, explain=False)
        assert result.terminee and not result.errors
        given = NewSheet(kind="donnes", donnes=manches)
        report = read_report(given, tournament=tournament, players=list(camps), terms=terms)
        totals = {camp: mark["points"] for camp, mark in report.marks.items()}
        assert totals == dict(result.total) and not report.question
        assert set(result.vainqueurs) == {camp for camp in camps if totals[camp] == max(totals.values())}
        figures = {camp: (mark["points"], mark["capots"]) for camp, mark in report.marks.items()}
        seated = {camp: (place,) for place, camp in enumerate(figures)}
        results = settle_table(1, 1, seated, figures, ruled=report.winner)
        assert {one.camp for _team, one in results if one.outcome != "lost"} == set(result.vainqueurs)


def manche(chance: random.Random, camps: str, cards: int) -> dict:
    """A manche whose announced tricks do not add up to its cards."""
    plis = dict.fromkeys(camps, 0)
    for _ in range(cards):
        plis[chance.choice(camps)] += 1
    while True:
        annonces = {camp: chance.randint(0, cards) for camp in camps}
        if sum(annonces.values()) != cards:
            return {"cartes": cards, "annonces": annonces, "plis": plis}


def won(report) -> str | None:
    figures = {camp: (mark["points"], mark["capots"]) for camp, mark in report.marks.items()}
    camps = {camp: (place,) for place, camp in enumerate(figures)}
    results = settle_table(1, 1, camps, figures, ruled=report.winner)
    return next((result.camp for _team, result in results if result.outcome == "won"), None)


@pytest.mark.parametrize(
    ("name", "options", "totals"),
    [
        ("coinche", {}, (1033, 1073)),
        ("departement-contree", {}, (2070, 2070)),
        ("junior-classique", {}, (1010, 1020)),
        ("annonces", {}, (1010, 1010)),
        ("comptoir", {"base": "coinche", "limite_points": 1000}, (1033, 1073)),
    ],
)
def test_totals_that_leave_it_open_are_asked_about(name, options, totals):
    winners = winners_of(ruleset=name, options=options, totals=dict(zip(("NS", "EO"), totals, strict=True)))
    assert winners.answers == ("NS", "EO") and winners.question().endswith("?") and winners.article


@pytest.mark.parametrize(
    ("name", "options", "totals"),
    [
        ("coinche", {"decompte": "annonces"}, (1030, 1030)),
        ("coinche", {"decompte": "annonces", "limite_points": 5000}, (5030, 5030)),
        ("departement-contree", {"fin": "arrondis"}, (2070, 2070)),
        ("traditionnelle", {}, (1010, 1010)),
        ("departement-classique", {"annonces": True}, (1010, 1010)),
    ],
)
def test_totals_that_end_no_partie_are_refused(name, options, totals):
    check = check_totals(ruleset=name, options=options, totals=dict(zip(("NS", "EO"), totals, strict=True)))
    assert not check.ok and check.message()
