"""Coinche under any scale a club may choose: règlement, marks, articles, end and control of totals agree.

A scorer of its own marks the donnes here, from the options alone and in a way of its own.
"""

import random

import pytest

from rules import ARTICLES, RULE_SETS, check_totals, reglement, score_sheet, winners_of
from rules.cards import possible_points
from tests.support.counts import tries

OPTIONS = RULE_SETS["coinche"].options
SHARES = sorted(possible_points())
CAMPS = ("NS", "EO")
OTHER = {"NS": "EO", "EO": "NS"}
TIMES = {"double": 2, "triple": 3, "quadruple": 4}
FLAT = {"contre": (320, 1000), "surcontre": (640, 2000)}


def some_options(chance):
    """A scale by lot, every option drawn; the partie ends by points, by donnes or by either."""
    drawn = {name: chance.choice(option.choices) for name, option in OPTIONS.items() if option.choices}
    drawn["decompte"] = chance.choice(("annonces", "faits", "faits_et_annonces"))  # no scale where the club marks alone
    donnes, points = chance.choice(((None, 500), (None, 1000), (None, 2000), (4, None), (6, 1000)))
    return drawn | {"limite_donnes": donnes, "limite_points": points}


def some_donne(chance, options):
    contres = ("contre", "surcontre") if options["surcoinche"] != "non" else ("contre",)
    donne = {
        "preneur": chance.choice(CAMPS),
        "enchere": chance.choice((*range(80, 190, 10), "capot")),
        "contre": chance.choice((None, None, None, *contres)),
        "belote": chance.choice(([], [], ["NS"], ["EO"])),
    }
    if chance.random() < 0.2:
        return donne | {"capot": chance.choice(CAMPS)}
    ns = chance.choice(SHARES)
    return donne | {"points": {"NS": ns, "EO": 162 - ns}}


def marked(donne, options):
    """The marks of a donne, told from the options as a club would count it."""
    taker, bid, capot, contre = donne["preneur"], donne["enchere"], donne.get("capot"), donne["contre"]
    belotes = {camp: 20 * donne["belote"].count(camp) for camp in CAMPS}
    bids = options["decompte"] == "annonces"
    asked = 250 if bids and options["capot_demande"] == 350 else options["capot_demande"]
    worth = asked if bid == "capot" else bid
    if capot:
        made = capot == taker
    else:
        helps = belotes[taker] if options["belote_aide"] else 0
        made = bid != "capot" and donne["points"][taker] + helps >= bid
    winner = taker if made else OTHER[taker]
    marks = dict.fromkeys(CAMPS, 0)
    way = {"contre": options["coinche"], "surcontre": options["surcoinche"]}.get(contre)
    base = options["chute"] if options["chute_contrat"] else 0
    own = belotes
    if way == "forfait":
        marks[winner] = FLAT[contre][bid == "capot"] + (100 if capot == winner and bid != "capot" else 0)
        own = dict.fromkeys(CAMPS, 0) | {winner: sum(belotes.values())}
    elif way:
        marks[winner] = TIMES[way] * (worth + base)
    elif not made:
        marks[winner] = options["chute"] + (worth if options["chute_contrat"] else 0)
    elif bids or bid == "capot":
        marks[taker] = worth
    else:
        marks = {taker: options["capot_fait"], OTHER[taker]: 0} if capot else dict(donne["points"])
        marks[taker] += bid if options["decompte"] == "faits_et_annonces" else 0
    if not bids:
        marks = {camp: marks[camp] + own[camp] for camp in CAMPS}
    return {camp: (points + 5) // 10 * 10 if options["arrondi"] else points for camp, points in marks.items()}


def winner_of(totals, donne, options, played):
    """The camp that has won after a donne, "" for a drawn partie, None while it goes on."""
    ahead = max(CAMPS, key=totals.get) if len(set(totals.values())) == 2 else ""
    if played == options["limite_donnes"]:
        return ahead
    there = [camp for camp in CAMPS if options["limite_points"] and totals[camp] >= options["limite_points"]]
    if len(there) < 2:
        return there[0] if there else None
    return (ahead or None) if options["decompte"] == "annonces" else donne["preneur"]


def articles_of_the_club(donne, options):
    """The article that a mark must cite for each option of the club that made it."""
    bids, made_bid = options["decompte"] == "annonces", donne["enchere"] == "capot"
    way = {"contre": options["coinche"], "surcontre": options["surcoinche"]}.get(donne["contre"])
    due = set()
    if way == "forfait":
        due.add("S1 §2 le capot" if made_bid else "S1 §2 le contre")
    elif way in ("triple", "quadruple") or (way and options["chute_contrat"]):
        due.add("D29")
    elif way:
        due.add("S4 La coinche")
    result = score_sheet({"ruleset": "coinche", "options": options, "donnes": [donne]}).donnes[0]
    if not way and result.issue == "chute" and (options["chute_contrat"] or options["chute"] == 162):
        due.add("D29")
    if not way and result.issue == "reussi" and made_bid and options["capot_demande"] != 350:
        due.add("D29")
    if not way and result.issue == "reussi" and donne.get("capot") and not made_bid and not bids:
        due |= {"D29"} if options["capot_fait"] != 250 else set()
    if any(line.label == "arrondi" for line in result.lines):
        due.add("D29")
    return due, result


@pytest.mark.parametrize("seed", range(tries(12, 1500)))
def test_a_partie_under_any_scale_is_marked_ended_and_controlled_alike(seed):
    chance = random.Random(f"coinche {seed}")
    options = some_options(chance)
    totals, donnes, won = dict.fromkeys(CAMPS, 0), [], None
    while won is None and len(donnes) < 100:
        donne = some_donne(chance, options)
        donnes.append(donne)
        marks = marked(donne, options)
        totals = {camp: totals[camp] + marks[camp] for camp in CAMPS}
        won = winner_of(totals, donne, options, len(donnes))
        due, explained = articles_of_the_club(donne, options)
        assert dict(explained.marque) == marks, (options, donne)
        assert due <= set(explained.articles), (options, donne, explained.lines)
        assert {line.article for line in explained.lines} <= ARTICLES.keys()
        assert all(sum(line.points for line in explained.lines if line.camp == camp) == marks[camp] for camp in CAMPS)
    result = score_sheet({"ruleset": "coinche", "options": options, "donnes": donnes})
    assert not result.errors and dict(result.total) == totals, options
    assert result.terminee and (result.vainqueur or "") == won, options
    check = check_totals(ruleset="coinche", options=options, totals=totals)
    assert check.ok, (options, totals, check.message())
    answers = winners_of(ruleset="coinche", options=options, totals=totals).answers
    assert (won or "nulle") in answers, (options, totals, answers)


# The words of each value that is not moot; they stand once, and none of the other values' words does.
SAID = {
    ("chute", 160, "chuté : l’adversaire marque 160"),
    ("chute", 162, "chuté : l’adversaire marque 162"),
    ("chute_contrat", True, "et l’enchère (capot"),
    (
        "coinche",
        "double",
        ("Coinché : le gagnant du contrat marque le double", "Coinché : le gagnant du contrat marque 2 fois"),
    ),
    ("coinche", "forfait", "Coinché : le gagnant du contrat marque un forfait de 320"),
    ("surcoinche", "non", "on ne surcoinche pas"),
    ("surcoinche", "triple", ("Surcoinché : 3 fois", "Surcoinché : le gagnant du contrat marque 3 fois")),
    ("surcoinche", "quadruple", ("Surcoinché : 4 fois", "Surcoinché : le gagnant du contrat marque 4 fois")),
    ("surcoinche", "forfait", "Surcoinché : le gagnant du contrat marque un forfait de 640"),
    ("belote_aide", True, "sa belote comprise"),
    ("belote_aide", False, "la belote n’aide pas"),
    ("arrondi", True, "arrondie à la dizaine"),
    ("arrondi", False, "sans arrondi"),
    ("decompte", "annonces", "On compte les points annoncés"),
    ("decompte", "faits", "On compte les points faits :"),
    ("decompte", "faits_et_annonces", "On compte les points faits et annoncés"),
}


@pytest.mark.parametrize("seed", range(tries(60, 3000)))
def test_each_choice_of_any_scale_stands_once_in_the_reglement(seed):
    options = some_options(random.Random(f"règlement {seed}"))
    sentences = [one for section in reglement("coinche", options) for one in section.sentences]
    said = "\n".join(one.text for one in sentences).replace("\u202f", " ").replace("\xa0", " ")
    for name, value, words in SAID:
        times = sum(said.count(one) for one in ((words,) if isinstance(words, str) else words))
        assert times == (options[name] == value), (options, name, value, said)
    bids, asked = options["decompte"] == "annonces", options["capot_demande"]
    announced = 250 if bids and asked == 350 else asked
    capot = f"Capot annoncé {announced}" if bids else f"Capot {options['capot_fait']}"
    assert said.count(capot) == 1 and (bids or f"annoncé {announced}" in said), (options, said)
    for wanted, limit in (("en {} donnes", "limite_donnes"), ("en {} points", "limite_points")):
        assert said.count(wanted.format(options[limit])) == (options[limit] is not None), (options, said)
    # A value that is the club's own stands on the club's article there too.
    own = {"chute": 160, "capot_fait": 250, "capot_demande": 350}
    for one in sentences:
        if one.text.startswith("Capot"):
            club = [
                name for name in ("capot_demande", *(() if bids else ("capot_fait",))) if options[name] != own[name]
            ]
            assert (one.article == "D29") == bool(club), (options, one)
        if one.text.startswith("Contrat chuté"):
            assert (one.article == "D29") == (options["chute_contrat"] or options["chute"] != 160), (options, one)
