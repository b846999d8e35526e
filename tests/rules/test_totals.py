"""The control of totals: golden cases, and the same answer as playing every sequence of donnes."""

import random
from itertools import product

import pytest

from rules import RULE_SETS, OptionError, check_totals, complete_totals
from rules.arrondi import ARRONDIS
from rules.reach import Known, outcomes, reach
from rules.rule_set import terms
from tests.rules.test_cases import read_cases, sheet_of


def pair(values):
    return None if values is None else dict(zip(("NS", "EO"), values, strict=True))


@pytest.mark.parametrize("case", read_cases("totals"))
def test_case(case):
    check = check_totals(
        ruleset=case["ruleset"],
        options=sheet_of(case).get("options"),
        totals=pair(case["totals"]),
        belotes=pair(case.get("belotes")),
        capots=pair(case.get("capots")),
        donnes=case.get("donnes"),
    )
    doubtful = case.get("doubtful", False)
    assert check.ok == case.get("ok", "code" not in case or doubtful)
    assert check.code == case.get("code", "")
    assert check.doubtful == doubtful
    if "cause" in case:
        assert check.cause == case["cause"]
    if "expected" in case:
        assert check.expected == case["expected"]
    assert bool(check.message("fr")) == bool(check.message("en")) == bool(check.code)


def every_state(agreed, donnes):
    """(ns, eo, pot, belotes, capots) after every sequence of *donnes*, played one by one."""
    rounded = ARRONDIS[agreed.arrondi]
    states = {(0, 0, 0, (0, 0), (0, 0))}
    for number in range(1, donnes + 1):
        played = outcomes(agreed, last=number == agreed.limite_donnes)
        after = set()
        for (ns, eo, pot, belotes, capots), outcome in product(states, played):
            more_ns, more_eo, left = outcome.ns, outcome.eo, pot + outcome.pot
            if outcome.winner:
                left = 0
                more_ns += pot if outcome.winner == "NS" else 0
                more_eo += pot if outcome.winner == "EO" else 0
            after.add(
                (
                    ns + rounded(more_ns),
                    eo + rounded(more_eo),
                    left,
                    (belotes[0] + outcome.belotes_ns, belotes[1] + outcome.belotes_eo),
                    (capots[0] + (outcome.capot == "NS"), capots[1] + (outcome.capot == "EO")),
                )
            )
        states = after
    return states


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("ffb-classique", {}),
        ("ffb-classique", {"arrondi": True}),
        ("ffb-classique", {"litige": False}),
        ("ffb-classique", {"litige": False, "egalite": "reussite"}),
        ("ffb-classique", {"capot": 162}),
        ("ffb-classique", {"limite_donnes": 2, "litige_derniere_donne": "garde"}),
        ("ffb-classique", {"limite_donnes": 2, "litige_derniere_donne": "garde", "arrondi": True}),
        ("traditionnelle", {}),
        ("junior-classique", {}),
    ],
)
def test_two_donnes_as_played_one_by_one(ruleset, options):
    agreed = terms(RULE_SETS[ruleset], options)
    states = every_state(agreed, 2)
    full = {(s[0], s[1], s[3], s[4]) for s in states}
    pairs = {s[:2] for s in states}
    chosen = random.Random(1)
    asked = chosen.sample(sorted(full), 250)
    asked += [
        (abs(ns + chosen.choice((0, 1, -1, 10, 20, -81))), abs(eo + chosen.choice((0, -1, 2, -20, 81))), b, c)
        for ns, eo, b, c in asked
    ]
    asked += [(ns, total - ns, b, (0, 0)) for ns in range(25) for total in (243, 324, 344) for b in ((0, 0), (1, 0))]
    known = reach(agreed)
    for ns, eo, belotes, capots in asked:
        stated = known.find(ns, eo, Known(2, belotes, capots)) is not None
        assert stated == ((ns, eo, belotes, capots) in full), (ns, eo, belotes, capots)
        assert (known.find(ns, eo, Known(2)) is not None) == ((ns, eo) in pairs), (ns, eo)


@pytest.mark.parametrize(
    ("limit", "options"),
    [
        (100, {"limite_donnes": None}),
        (170, {"limite_donnes": None}),
        (200, {"limite_donnes": 2}),
        (200, {"limite_donnes": 2, "litige_derniere_donne": "garde"}),
    ],
)
def test_ends_by_points_as_played_one_by_one(limit, options):
    options = {**options, "limite_points": limit}
    agreed = terms(RULE_SETS["ffb-classique"], options)
    standing, ended = {(0, 0, 0)}, set()
    for number in range(1, (agreed.limite_donnes or 4) + 1):
        after = set()
        last = number == agreed.limite_donnes
        for (ns, eo, pot), outcome in product(standing, outcomes(agreed, last=last)):
            more_ns = ns + outcome.ns + (pot if outcome.winner == "NS" else 0)
            more_eo = eo + outcome.eo + (pot if outcome.winner == "EO" else 0)
            if last or (max(more_ns, more_eo) >= limit and more_ns != more_eo):
                ended.add((more_ns, more_eo))
            else:
                after.add((more_ns, more_eo, 0 if outcome.winner else pot + outcome.pot))
        standing = after
    chosen = random.Random(2)
    asked = chosen.sample(sorted(ended), 200)
    asked += [(abs(ns + chosen.choice((0, -1, 20, -81))), abs(eo + chosen.choice((1, -20, 10)))) for ns, eo in asked]
    for ns, eo in asked:
        check = check_totals(ruleset="ffb-classique", options=options, totals={"NS": ns, "EO": eo})
        assert check.ok == ((ns, eo) in ended), (ns, eo)


def test_variant_reaches_what_tout_atout_gives():
    options = {"sans_atout_tout_atout": True, "limite_donnes": 1}
    for totals, ok in (((242, 0), True), ((141, 101), True), ((82, 80), True), ((262, 20), False)):
        assert check_totals(ruleset="ffb-classique", options=options, totals=pair(totals), capots=pair((0, 0))).ok == ok


@pytest.mark.parametrize(
    "totals", [{"NS": 1.0, "EO": 2}, {"NS": True, "EO": 2}, {"NS": "1", "EO": 2}, {"NS": None, "EO": 2}, {"EO": 2}]
)
def test_totals_are_integers(totals):
    assert check_totals(ruleset="ffb-classique", options=None, totals=totals).code == "type"


def test_negative_and_huge_totals():
    assert check_totals(ruleset="ffb-classique", options=None, totals={"NS": -1, "EO": 2}).code == "negatif"
    assert not check_totals(ruleset="ffb-classique", options=None, totals={"NS": 10**30, "EO": 2}).ok
    assert check_totals(ruleset="ffb-classique", options={"limite_donnes": 500}, totals={"NS": 1, "EO": 2}).ok


def test_messages_say_what_was_read_what_was_expected_and_the_slip():
    def said(ns, eo, belotes=(0, 0), capots=(0, 0), lang="fr"):
        check = check_totals(
            ruleset="ffb-classique",
            options=None,
            totals={"NS": ns, "EO": eo},
            belotes=pair(belotes),
            capots=pair(capots),
        )
        return check.message(lang)

    assert said(1024, 920) == ""
    assert said(1044, 920) == (
        "1044 + 920 = 1964, il faudrait 1944. 1 belote oubliée ? Il y en a une de plus dans les totaux."
    )
    assert said(1024, 920, belotes=(0, 1)) == (
        "1024 + 920 = 1944, il faudrait 1964. 1 belote en trop (Est-Ouest) ? Elle n'est pas dans les totaux."
    )
    assert "= 1944, 2124 was expected." in said(1024, 920, capots=(1, 1), lang="en")
    assert "A capot (North-South) counted 162 instead of 252?" in said(1024, 920, capots=(1, 0), lang="en")
    assert said(1042, 920).endswith("Chiffres inversés : 1024 (Nord-Sud) ou 902 (Est-Ouest) ?")
    assert said(1025, 920).endswith("Un chiffre faux : 1024 (Nord-Sud) ?")
    assert said(1031, 936).endswith("Les deux derniers chiffres ajoutés doivent finir par 4.")
    contree = check_totals(ruleset="departement-contree", options=None, totals={"NS": 2013, "EO": 925})
    assert contree.message() == "Sous ce règlement chaque total finit par 0 : lu 2013 et 925."
    assert "(1)" in said(1024, 839) and said(1024, 839).endswith("Y a-t-il eu litige à la dernière donne ?")


def test_options_are_checked():
    with pytest.raises(OptionError):
        check_totals(ruleset="ffb-classique", options={"x": 1}, totals={"NS": 1, "EO": 2})


def test_the_other_total_where_it_is_determined():
    none = {"NS": 0, "EO": 0}
    arguments = {"ruleset": "ffb-classique", "totals": {"NS": 1024}, "belotes": none, "capots": none}
    assert complete_totals(options={}, **arguments) == 920
    assert complete_totals(options={"limite_donnes": 10}, **arguments) == 596
    assert complete_totals(options={"limite_donnes": None}, **arguments) is None
    assert complete_totals(options={}, **arguments, donnes=10) == 596
    assert complete_totals(options={}, **arguments | {"belotes": {"EO": 1}, "capots": {"NS": 1}}) == 1030
    assert complete_totals(options={"litige": False}, **arguments | {"totals": {"NS": 1}}) is None
    assert complete_totals(options={"arrondi": True}, **arguments | {"totals": {"EO": 1020}}) is None
    assert complete_totals(options={}, ruleset="ffb-classique", totals={"NS": 1024}) is None
    assert complete_totals(options={}, **arguments | {"totals": {"NS": 1}}) is None
    assert complete_totals(options={}, **arguments | {"totals": {"NS": 1024, "EO": 920}}) is None
    assert complete_totals(options={}, **arguments | {"ruleset": "annonces"}) is None
    assert complete_totals(options={}, **arguments | {"ruleset": "escalier"}) is None
