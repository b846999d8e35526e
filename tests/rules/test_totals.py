"""The control of totals: golden cases, and the same answer as playing every sequence of donnes."""

import random
from functools import cache
from itertools import product

import pytest

from rules import OptionError, check_totals, complete_options, complete_totals, explain_totals
from rules.arrondi import ARRONDIS
from rules.control import Stated
from rules.games.classique.reach import DonneOutcome, Known, outcomes as outcomes_of_the_engine
from rules.games.ended import reason_against
from rules.sentences import typeset
from rules.sets import game_of
from tests.support.counts import spread
from tests.support.rule_cases import read_cases, sheet_of


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


@pytest.mark.parametrize(
    ("total", "given", "explained"),
    [
        (1620, {}, [(0, 0)]),
        (1740, {}, [(6, 0)]),
        (1750, {}, [(2, 1)]),
        (1800, {}, [(0, 2), (9, 0)]),
        (1800, {"capots": {"NS": 0, "EO": 0}}, [(9, 0)]),
        (1751, {}, []),
        (1740, {"donnes": range(9, 11)}, []),
    ],
)
def test_a_sum_says_how_many_belotes_and_capots_are_in_it(total, given, explained):
    options = {"limite_donnes": 10, "limite_points": None}
    totals = {"NS": total - 643, "EO": 643}
    assert explain_totals(ruleset="ffb-classique", options=options, totals=totals, **given) == explained


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("ffb-classique", {"limite_donnes": 10, "limite_points": 1000}),
        ("ffb-classique", {"limite_donnes": 10, "limite_points": None, "arrondi": True}),
        ("ffb-classique", {"limite_donnes": 10, "limite_points": None, "capot": 162}),
        ("junior-plis", {}),
    ],
)
def test_a_sum_that_other_rules_make_says_nothing_of_belotes(ruleset, options):
    assert explain_totals(ruleset=ruleset, options=options, totals={"NS": 977, "EO": 643}) == []


@cache
def outcomes(game, *, last=False):
    """Every outcome of one donne, each donne there can be marked by itself."""
    found = set()
    for shares, make in game.every_donne():
        for donne in map(make, shares):
            marque = game.mark(donne, last=last)
            marks = dict.fromkeys(("NS", "EO"), 0)
            for line in marque.lines:
                marks[line.camp] += line.points
            if not marque.again:
                belotes = donne.belotes["NS"], donne.belotes["EO"]
                found.add(DonneOutcome(*belotes, donne.capot, marque.winner, *marks.values(), marque.to_pot))
    return frozenset(found)


@pytest.mark.parametrize("last", [False, True])
@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("ffb-classique", {}),
        ("ffb-classique", {"arrondi": True, "capot": 162}),
        ("ffb-classique", {"litige_suite": "redonne", "egalite": "reussite"}),
        ("ffb-classique", {"limite_donnes": 2, "litige_derniere_donne": "garde"}),
        ("traditionnelle", {}),
        ("departement-classique", {}),
        ("junior-classique", {}),
    ],
)
def test_the_outcomes_of_a_donne_are_those_of_every_donne_marked(ruleset, options, last):
    game = game_of(ruleset, options)
    assert outcomes_of_the_engine(game, last=last) == outcomes(game, last=last)


def every_state(game, donnes):
    """(ns, eo, pot, belotes, capots) after every sequence of *donnes*, played one by one."""
    agreed = game.terms
    rounded = ARRONDIS[agreed.arrondi]
    states = {(0, 0, 0, (0, 0), (0, 0))}
    for number in range(1, donnes + 1):
        played = outcomes(game, last=number == agreed.limite_donnes)
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
        ("ffb-classique", {"litige_suite": "redonne"}),
        ("ffb-classique", {"limite_donnes": 2, "litige_derniere_donne": "garde"}),
        ("ffb-classique", {"limite_donnes": 2, "litige_derniere_donne": "garde", "arrondi": True}),
        ("traditionnelle", {}),
        ("junior-classique", {}),
    ],
)
def test_two_donnes_as_played_one_by_one(ruleset, options):
    game = game_of(ruleset, options)
    states = every_state(game, 2)
    full = {(s[0], s[1], s[3], s[4]) for s in states}
    pairs = {s[:2] for s in states}
    chosen = random.Random(1)
    asked = chosen.sample(sorted(full), 250)
    asked += [
        (abs(ns + chosen.choice((0, 1, -1, 10, 20, -81))), abs(eo + chosen.choice((0, -1, 2, -20, 81))), b, c)
        for ns, eo, b, c in asked
    ]
    asked += [(ns, total - ns, b, (0, 0)) for ns in range(25) for total in (243, 324, 344) for b in ((0, 0), (1, 0))]
    known = game.reach
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
    game = game_of("ffb-classique", options)
    agreed = game.terms
    standing, ended = {(0, 0, 0)}, set()
    for number in range(1, (agreed.limite_donnes or 4) + 1):
        after = set()
        last = number == agreed.limite_donnes
        for (ns, eo, pot), outcome in product(standing, outcomes(game, last=last)):
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


def test_ends_by_points_with_belotes_and_capots_stated():
    options = {"limite_donnes": None, "limite_points": 95}
    game = game_of("ffb-classique", options)
    played = outcomes(game)
    standing, ended = {(0, 0, 0, (0, 0), (0, 0))}, set()
    for _number in range(2):
        after = set()
        for (ns, eo, pot, belotes, capots), outcome in product(standing, played):
            more_ns = ns + outcome.ns + (pot if outcome.winner == "NS" else 0)
            more_eo = eo + outcome.eo + (pot if outcome.winner == "EO" else 0)
            told = (
                (belotes[0] + outcome.belotes_ns, belotes[1] + outcome.belotes_eo),
                (capots[0] + (outcome.capot == "NS"), capots[1] + (outcome.capot == "EO")),
            )
            if max(more_ns, more_eo) >= 95 and more_ns != more_eo:
                ended.add((more_ns, more_eo, *told))
            else:
                after.add((more_ns, more_eo, 0 if outcome.winner else pot + outcome.pot, *told))
        standing = after
    longer = {(ns, eo) for ns, eo, *_rest in standing}  # not over yet: more than two donnes
    chosen = random.Random(4)
    asked = chosen.sample(sorted(ended), 200)
    asked += [(ns, eo, (b[1], b[0]), (c[1], c[0])) for ns, eo, b, c in asked]
    for ns, eo, belotes, capots in asked:
        check = check_totals(
            ruleset="ffb-classique",
            options=options,
            totals=pair((ns, eo)),
            belotes=pair(belotes),
            capots=pair(capots),
            donnes=range(1, 3),
            nulle=True,
        )
        if (ns, eo) not in longer:
            assert check.ok == ((ns, eo, belotes, capots) in ended), (ns, eo, belotes, capots)


def test_nothing_with_a_belote_takes_a_litige_that_is_paid():
    known = game_of("ffb-classique", {}).reach
    assert known.find(0, 182, Known(1, (1, 0), (0, 0))) is None
    assert known.find(0, 364, Known(2, (2, 0), (0, 0))) is None
    assert known.find(0, 344, Known(2, (1, 0), (0, 0))) is not None


@pytest.mark.parametrize(
    ("due", "options"),
    [
        (range(2, 3), {"limite_donnes": 4}),
        (range(1, 3), {"limite_donnes": 3}),
        (range(2, 3), {"limite_donnes": 4, "arrondi": True}),
        (range(2, 3), {"limite_donnes": 3, "litige_derniere_donne": "garde"}),
        (range(2, 3), {"limite_donnes": 4, "limite_points": 240}),
        (range(1, 2), {"limite_donnes": None, "limite_points": 170}),
    ],
)
def test_ends_by_a_cutoff_as_played_one_by_one(due, options):
    game = game_of("ffb-classique", options)
    agreed = game.terms
    rounded, limit = ARRONDIS[agreed.arrondi], agreed.limite_points
    standing, ended = {(0, 0, 0)}, set()
    for number in range(1, 5):
        after = set()
        last = number == agreed.limite_donnes
        for (ns, eo, pot), outcome in product(standing, outcomes(game, last=last)):
            pair = (
                ns + rounded(outcome.ns + (pot if outcome.winner == "NS" else 0)),
                eo + rounded(outcome.eo + (pot if outcome.winner == "EO" else 0)),
            )
            left = 0 if outcome.winner else pot + outcome.pot
            over = number in due or number > due[-1] or (limit is not None and max(pair) >= limit)
            if last or (over and pair[0] != pair[1]):
                ended.add(pair)
            if not last and (pair[0] == pair[1] or number < due[-1]):
                # Wherever the cutoff comes, the limit of points ends the partie.
                if pair[0] == pair[1] or limit is None or max(pair) < limit:
                    after.add((*pair, left))
        standing = {state for state in after if number < due[-1] or state[0] == state[1]}
    chosen = random.Random(3)
    asked = chosen.sample(sorted(ended), 200)
    asked += [(abs(ns + chosen.choice((0, -10, 20, -81))), abs(eo + chosen.choice((1, -20, 10)))) for ns, eo in asked]
    asked += [(162, 162), (81, 81), (170, 170), (243, 243), (262, 222), (262, 262), (324, 162), (240, 90)]
    for ns, eo in asked:
        check = check_totals(ruleset="ffb-classique", options=options, totals={"NS": ns, "EO": eo}, donnes=due)
        assert check.ok == ((ns, eo) in ended), (ns, eo)


def test_the_number_of_donnes_of_a_cutoff():
    def check(ns, eo, donnes, **options):
        return check_totals(
            ruleset="ffb-classique",
            options=options,
            totals=pair((ns, eo)),
            belotes=pair((0, 0)),
            capots=pair((0, 0)),
            **donnes,
        )

    nine = {"donnes": range(9, 10)}
    assert check(800, 658, nine) == check(800, 658, {"donnes": 9}) == check(1024, 920, {})
    assert check(1024, 920, nine).code == "somme_impossible"
    assert check(1024, 920, nine).message() == (
        typeset("1024 + 920 = 1944, il faudrait 1458 pour 9 donnes. Ces totaux vont avec 12 donnes.")
    )
    assert (
        check(800, 657, {"donnes": range(8, 10)})
        .message()
        .startswith(typeset("800 + 657 = 1457, il faudrait 1296 ou 1458 pour 8 à 9 donnes. Un chiffre faux : "))
    )
    assert check(700, 596, {"donnes": range(8, 10)}, litige=False).ok, "the fewest of them"
    # 9 donnes, 729 each: a tenth is played, and only from there.
    assert check(729, 729, nine).message("en").startswith("729 each after the last donnes imposed")
    assert check(729, 729, nine | {"nulle": True}).ok and check(729, 729, {"donnes": 9}).ok
    assert check(811, 809, nine).ok and check(1000, 620, nine, litige=False).code == "somme_impossible"
    assert check(972, 972, {"donnes": range(2, 13)}).ok, "a drawn partie at the limit of donnes"
    assert check(1024, 920, {"donnes": range(13, 14)}).code == "donnes_trop"
    assert check(1024, 920, {"donnes": range(4, 4)}).code == "type"
    contree = {"ruleset": "departement-contree", "options": None}
    assert check_totals(**contree, totals=pair((900, 640))).code == "non_terminee"
    assert check_totals(**contree, totals=pair((900, 640)), donnes=range(9, 10)).code == ""
    assert check_totals(**contree, totals=pair((900, 900)), donnes=range(9, 10)).code == "egalite_coupure"
    # Ended before its last donnes by the limit of points.
    seven = {"donnes": range(7, 8)}
    assert not check(505, 305, seven, limite_points=500, litige=False).code
    assert check(505, 305, seven, limite_points=600, litige=False).code == "somme_impossible"


def test_the_other_total_after_a_cutoff():
    none = {"NS": 0, "EO": 0}
    arguments = {"ruleset": "ffb-classique", "options": {}, "belotes": none, "capots": none}
    assert complete_totals(totals={"NS": 800}, donnes=range(9, 10), **arguments) == 658
    assert complete_totals(totals={"NS": 800}, donnes=range(8, 10), **arguments) is None
    assert complete_totals(totals={"NS": 729}, donnes=range(9, 10), **arguments) is None, "a tenth donne was played"
    assert complete_totals(totals={"NS": 729}, donnes=range(9, 10), nulle=True, **arguments) == 729
    both = arguments | {"options": {"limite_points": 1000}}
    assert complete_totals(totals={"NS": 1010}, **both) is None, "it may have ended before the last donne"


@pytest.mark.parametrize(
    ("totals", "donnes", "code"),
    [
        ((3, 2), range(5, 6), ""),
        ((2, 2), range(4, 5), "egalite_coupure"),
        ((3, 2), range(4, 5), ""),
        ((4, 2), range(5, 6), "somme_impossible"),
        ((3, 1), range(5, 6), "somme_impossible"),
        ((5, 1), range(7, 8), ""),
    ],
)
def test_a_cutoff_by_tricks(totals, donnes, code):
    check = check_totals(ruleset="junior-plis", options={}, totals=pair(totals), donnes=donnes)
    assert (check.ok, check.code) == (not code, code)


def played_rounded(game, number, belotes, capots):
    """Sum, and whether a pot is left, after every sequence of that many donnes with these belotes and capots, each
    rounded with the pot it takes -> bits of the tens of NS."""
    rounded, every = ARRONDIS[game.terms.arrondi], outcomes(game)

    @cache
    def moves(pot):
        """Return the marks of one donne (tens of NS, sum), the pot after it, and its belotes and capots."""
        return {
            (
                rounded(played.ns + (pot if played.winner == "NS" else 0)) // 10,
                rounded(played.ns + (pot if played.winner == "NS" else 0))
                + rounded(played.eo + (pot if played.winner == "EO" else 0)),
                0 if played.winner else pot + played.pot,
                (played.belotes_ns, played.belotes_eo, int(played.capot == "NS"), int(played.capot == "EO")),
            )
            for played in every
        }

    standing = {(0, 0, (*belotes, *capots)): 1}
    for _number in range(number):
        after = {}
        for (total, pot, left), tens in standing.items():
            for ns, more, held, told in moves(pot):
                rest = tuple(now - one for now, one in zip(left, told, strict=True))
                if min(rest) >= 0:
                    key = (total + more, held, rest)
                    after[key] = after.get(key, 0) | tens << ns
        standing = after
    ended = {}
    for (total, pot, left), tens in standing.items():
        if not any(left):
            ended[total, bool(pot)] = ended.get((total, bool(pot)), 0) | tens
    return ended


@pytest.mark.parametrize(
    ("number", "belotes", "capots"),
    spread(
        4,
        [
            (7, (0, 0), (0, 0)),
            (7, (1, 1), (1, 0)),
            (8, (3, 0), (0, 2)),
            (9, (5, 0), (1, 1)),
            (12, (0, 0), (0, 0)),
            (12, (2, 1), (0, 0)),
            (16, (0, 1), (0, 0)),
        ],
    ),
)
def test_a_whole_partie_under_arrondi_as_played_one_by_one(number, belotes, capots):
    game = game_of("ffb-classique", {"arrondi": True})
    known, stated = game.reach, Known(number, belotes, capots)
    played = played_rounded(game, number, belotes, capots)
    only_litiges = 0
    for total in sorted({*known.sums(stated), *(total for total, _pot in played)}):
        for ns in range(0, total + 1, 10):
            found = known.find(ns, total - ns, stated)
            paid, unpaid = (bool(played.get((total, pot), 0) >> ns // 10 & 1) for pot in (False, True))
            assert (found is not None and not found.lost) == paid, (ns, total - ns)
            assert (found is not None) == (paid or unpaid), (ns, total - ns)
            assert found is None or found.proved
            only_litiges += paid and not known.plainly(ns, total - ns, stated)
    assert only_litiges > 0, "what decided donnes alone do not give"


def test_twelve_donnes_rounded():
    def check(ns, eo, capots=(0, 0)):
        totals, none = pair((ns, eo)), pair((0, 0))
        options = {"arrondi": True}
        return check_totals(ruleset="ffb-classique", options=options, totals=totals, belotes=none, capots=pair(capots))

    assert check(1020, 1020).code == ""
    assert check(110, 1930).code == "totaux_impossibles", "twelve gains give each camp 120"
    assert check(120, 1920).code == ""
    # Three litiges in a row, and the chute that pays them: 10 more with nothing for the other camp, three times at most.
    assert check(0, 1930).code == check(0, 1950).code == ""
    assert check(0, 1960).code == "totaux_impossibles"
    assert check(1120, 1140, (1, 1)).code == "somme_impossible"


def test_more_donnes_than_are_tried_are_doubtful_and_not_refused():
    options = {"arrondi": True, "limite_donnes": 24}
    arguments = {"ruleset": "ffb-classique", "options": options, "belotes": pair((0, 0)), "capots": pair((0, 0))}
    asked = check_totals(totals=pair((0, 3850)), **arguments)
    assert (asked.ok, asked.code, asked.doubtful) == (True, "litige_arrondi", True)
    assert check_totals(totals=pair((0, 4000)), **arguments).code == "totaux_impossibles"
    assert check_totals(totals=pair((240, 3600)), **arguments).code == ""


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
            belotes=belotes and pair(belotes),
            capots=capots and pair(capots),
        )
        return check.message(lang)

    assert said(1024, 920) == ""
    assert said(1044, 920) == (
        typeset("1044 + 920 = 1964, il faudrait 1944. 1 belote oubliée ? Il y en a une de plus dans les totaux.")
    )
    assert said(1024, 920, belotes=(0, 1)) == (
        typeset("1024 + 920 = 1944, il faudrait 1964. 1 belote en trop (Est-Ouest) ? Elle n'est pas dans les totaux.")
    )
    assert "= 1944, 2124 was expected." in said(1024, 920, capots=(1, 1), lang="en")
    # Sums that could only be with a capot in every donne are no advice.
    assert said(20100, 820, belotes=None, capots=None) == (
        typeset("20100 + 820 = 20920, c'est plus que tout ce qui peut se marquer : 3264 au plus.")
    )
    assert "A capot (North-South) counted 162 instead of 252?" in said(1024, 920, capots=(1, 0), lang="en")
    assert said(1042, 920).endswith(typeset("Chiffres inversés : 1024 (Nord-Sud) ou 902 (Est-Ouest) ?"))
    assert said(1025, 920).endswith(typeset("Un chiffre faux : 1024 (Nord-Sud) ?"))
    assert said(1031, 936).endswith("La somme doit se terminer par 4.")
    contree = check_totals(ruleset="departement-contree", options=None, totals={"NS": 2013, "EO": 925})
    assert contree.message() == typeset("Sous ce règlement, chaque total finit par 0 : relisez 2013 et 925.")
    assert said(1024, 839).endswith(
        typeset("les points d'un litige ont été perdus à la fin. Y a-t-il eu litige à la dernière donne ?")
    )


def test_equal_totals_after_the_last_donnes_imposed_ask_for_the_donne_more():
    check = check_totals(ruleset="ffb-classique", options=None, totals={"NS": 810, "EO": 810}, donnes=range(2, 13))
    assert check.ok and check.doubtful
    # The sum is among those expected: the sentence does not say that it stands instead of itself.
    assert check.message() == typeset(
        "810 et 810 : possible seulement si les points de 4 litiges ont été perdus à la fin. "
        "810 partout après les dernières donnes imposées : a-t-on joué la donne de plus ?"
    )


def test_a_camp_left_out_of_belotes_and_capots_had_none():
    arguments = {"ruleset": "ffb-classique", "options": None, "totals": {"NS": 1024, "EO": 940}}
    assert check_totals(**arguments, belotes={"EO": 1}, capots={}).code == ""
    assert check_totals(**arguments, belotes={"NS": 1}, capots={}).code == ""
    assert check_totals(**arguments, belotes={}, capots={}).cause == "belote_oubliee"


def test_options_are_checked():
    with pytest.raises(OptionError):
        check_totals(ruleset="ffb-classique", options={"x": 1}, totals={"NS": 1, "EO": 2})


def test_the_other_total_where_it_is_determined():
    none = {"NS": 0, "EO": 0}
    arguments = {"ruleset": "ffb-classique", "totals": {"NS": 1024}, "belotes": none, "capots": none}
    assert complete_totals(options={}, **arguments) == 920
    assert complete_totals(options={"limite_donnes": 10}, **arguments) == 596
    assert complete_totals(options={}, **arguments | {"totals": {"EO": 920}}) == 1024
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


EIGHT = {"limite_donnes": 8, "limite_points": None}
REFUSED = [
    ("coinche", EIGHT, (512, 640), "512 + 640 = 1152, et 8 donnes donnent au moins 1280 (8 × 160)"),
    ("coinche", EIGHT | {"limite_points": 1000}, (512, 640), "8 donnes donnent au moins 1280"),
    ("coinche", EIGHT, (5120, 1640), "5120 + 1640 = 6760, et 8 donnes donnent au plus 5760 (8 × 720)"),
    ("coinche", EIGHT | {"decompte": "annonces"}, (20, 10), "8 donnes donnent au moins 640 (8 × 80)"),
    ("coinche", {}, (1005, 1), "Aucune suite de donnes ne fait 1 pour un camp"),
    ("departement-contree", {}, (4100, 460), "la partie finit à 2000 points, et une donne rapporte 2020 au plus"),
    ("departement-contree", EIGHT, (300, 200), "8 donnes donnent au moins 1280 (8 × 160)"),
    ("annonces", EIGHT, (500, 100), "8 donnes donnent au moins 648 (8 × 81)"),
    ("annonces", {}, (10240, 920), "Un total de 10240 est trop grand"),
]


def plain(sentence: str) -> str:
    """Return *sentence* with ordinary spaces."""
    return sentence.replace("\u00a0", " ").replace("\u202f", " ").replace("’", "'")


@pytest.mark.parametrize(("ruleset", "options", "figures", "reason"), REFUSED)
def test_totals_with_which_no_partie_can_end_are_refused_with_the_reason(ruleset, options, figures, reason):
    check = check_totals(ruleset=ruleset, options=options, totals=pair(figures))
    assert not check.ok and reason in plain(check.message("fr")), check.message("fr")


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [("coinche", EIGHT), ("coinche", {}), ("departement-contree", EIGHT)],
)
def test_no_reason_is_found_against_totals_with_which_a_partie_can_end(ruleset, options):
    game = game_of(ruleset, complete_options(ruleset, options))
    fixed, ended = game.terms.limite_donnes, 0
    for ns in range(0, 4200, 230):
        for eo in range(0, 4200, 270):
            if check_totals(ruleset=ruleset, options=options, totals={"NS": ns, "EO": eo}).ok:
                ended += 1
                assert not reason_against(game, Stated((ns, eo), None, None, None, False), fixed), (ns, eo)
    assert ended > 20


@pytest.mark.parametrize(("figures", "camp"), [((5120, 640), "Nord-Sud"), ((640, 5120), "Est-Ouest")])
def test_the_figure_out_of_all_proportion_is_asked_about_and_not_the_other(figures, camp):
    message = plain(check_totals(ruleset="coinche", options=EIGHT, totals=pair(figures)).message("fr"))
    assert f"1520 ({camp})" in message and message.count("(") == 1
