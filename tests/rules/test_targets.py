"""A partie played to a target of points: every one enumerated, donne after donne, beside what the control takes."""

import random
from collections import defaultdict
from types import SimpleNamespace

import pytest

from rules import check_totals
from rules.arrondi import ARRONDIS
from rules.games.parties import parties_of
from rules.games.two_camps import AfterDonne
from rules.sets import game_of
from tests.support.counts import spread

CAMPS = ("NS", "EO")
BEYOND = 900  # points above the target that are looked at
# Where a litige has any worth, chains of more than six of them are not tried by the control.
BEYOND_OPEN = 300


def marked(game):
    """Return the marks of each donne alone: winner, points of both, points left in play, the question of the end."""
    found = set()
    for shares, make in game.every_donne():
        for donne in map(make, shares):
            marque = game.mark(donne)
            points = dict.fromkeys(CAMPS, 0)
            for line in marque.lines:
                points[line.camp] += line.points
            if not marque.again:
                after = {"capot": donne.capot, "preneur": donne.preneur, "issue": marque.issue}
                asked = tuple(after[name] if name in game.end_reads else None for name in after)
                found.add((marque.winner, *points.values(), marque.to_pot, asked))
    return found


def moves(game, donnes, unit, pot):
    """Return the marks of a donne with *pot* in play: (sum, pot left, question of the end) -> bits of NS's points."""
    rounded, found = ARRONDIS[game.terms.arrondi], defaultdict(int)
    for winner, ns, eo, left, asked in donnes:
        real = ns + pot * (winner == "NS"), eo + pot * (winner == "EO")
        marks = [rounded(points) for points in real]
        off = tuple(a - b for a, b in zip(real, marks, strict=True)) if "reels" in game.end_reads else (0, 0)
        found[sum(marks) // unit, 0 if winner else pot + left, asked, off] |= 1 << marks[0] // unit
    return [(*key, runs(bits)) for key, bits in found.items()]


def runs(bits):
    """The runs of consecutive bits: (first, how many)."""
    found, start = [], 0
    while bits:
        skip = (bits & -bits).bit_length() - 1
        bits, start = bits >> skip, start + skip
        number = (~bits & (bits + 1)).bit_length() - 1
        found.append((start, number))
        bits, start = bits >> number, start + number
    return found


def added(bits, by):
    """Every sum of a bit of *bits* and one of the runs *by*."""
    reached = 0
    for start, number in by:
        spread, covered = bits, 1
        while covered * 2 <= number:
            spread |= spread << covered
            covered *= 2
        reached |= (spread | spread << number - covered) << start
    return reached


def over(game, unit, total, asked, off, bits):
    """Those of *bits* at which a camp has won, each asked of the game itself; none far below the target."""
    limit, won = game.terms.limite_points, 0
    below = (limit - 10) // unit
    low, high = max(0, total - below + 1), min(total, below - 1)
    bits &= ~((2 << high) - 1 >> low << low) if low <= high else -1
    capot, preneur, issue = asked
    while bits:
        here = bits & -bits
        ns = here.bit_length() - 1
        totals = {"NS": ns * unit, "EO": (total - ns) * unit}
        reels = {camp: totals[camp] + more for camp, more in zip(CAMPS, off, strict=True)}
        after = AfterDonne(totals, reels, SimpleNamespace(capot=capot, preneur=preneur), issue)
        won |= here if game.winner(after, limit) else 0
        bits ^= here
    return won


def ended(game, beyond):
    """Sum -> bits of the points of NS with which a partie ends: no litige lost, and any; sums and points in units."""
    unit = 10 if game.tens else 1
    highest = 2 * (game.terms.limite_points + beyond) // unit
    donnes, standing, steps, known = marked(game), defaultdict(lambda: defaultdict(int)), {}, {}
    standing[0][0] = 1
    paid, every = defaultdict(int), defaultdict(int)
    for total in range(highest):  # each donne adds points, so that a sum is whole when its turn comes
        for pot, bits in standing.pop(total, {}).items():
            if pot not in steps:
                steps[pot] = moves(game, donnes, unit, pot)
            for more, left, asked, off, by in steps[pot]:
                key, reached = (total + more, asked, off), added(bits, by)
                tried, won = known.get(key, (0, 0))
                won |= over(game, unit, *key, reached & ~tried)
                known[key] = (tried | reached, won)
                every[total + more] |= reached & won
                paid[total + more] |= reached & won if not left else 0
                if going := reached & ~won:
                    standing[total + more][left] |= going
    return paid, every


def edges(bits):
    """The places at which *bits* begin or end."""
    changes = (bits ^ bits << 1) | (bits ^ bits >> 1)
    return [place for place in range(changes.bit_length()) if changes >> place & 1]


@pytest.mark.parametrize(
    ("ruleset", "options"),
    spread(
        7,
        [
            ("ffb-classique", {"limite_donnes": None, "limite_points": 501}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 1000, "arrondi": True}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 501, "arrondi": True}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 1000, "litige": False}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 2001, "litige": False, "egalite": "reussite"}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 701, "litige_suite": "redonne", "capot": 162}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 701, "comparaison": "sans_belote"}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 301, "sans_atout_tout_atout": True}),
            ("departement-classique", {"limite_points": 501}),
            ("traditionnelle", {"limite_points": 501}),
            ("junior-classique", {"limite_points": 1000}),
            ("junior-classique", {"limite_points": 2501}),
            ("comptoir", {"base": "junior-classique", "limite_points": 1000}),
            ("comptoir", {"base": "coinche", "decompte": "annonces", "limite_points": 1000}),
            ("departement-contree", {"limite_points": 1000}),
            ("departement-contree", {"limite_points": 1500, "fin": "arrondis"}),
            ("departement-contree", {"limite_points": 2000}),
            ("departement-contree", {"limite_points": 3000}),
            ("coinche", {"limite_points": 501}),
            ("coinche", {"limite_points": 1000, "decompte": "annonces"}),
            ("coinche", {"limite_points": 1500, "decompte": "annonces"}),
            ("coinche", {"limite_points": 501, "decompte": "faits_et_annonces"}),
        ],
    ),
)
def test_a_partie_to_a_target_ends_as_every_one_enumerated(ruleset, options):
    game = game_of(ruleset, options)
    unit, target = (10 if game.tens else 1), options["limite_points"]
    beyond = BEYOND_OPEN if parties_of(game).open else BEYOND
    paid, every = ended(game, beyond)
    chance = random.Random(f"{ruleset} {options}")
    asked = set()
    while len(asked) < 60:
        total = chance.choice(list(every))
        if places := edges(every[total]) + edges(paid[total]):
            ns = chance.choice(places)
            asked |= {(ns, total - ns), (total - ns + chance.choice((-1, 0, 1)), ns)}
        winner = chance.randrange(target, target + 300) // unit
        asked.add((winner, chance.randrange(target + 60) // unit))
    for ns, eo in sorted(pair for pair in asked if min(pair) >= 0 and max(pair) * unit < target + beyond):
        check = check_totals(ruleset=ruleset, options=options, totals={"NS": ns * unit, "EO": eo * unit})
        possible, clean = (bool(bits.get(ns + eo, 0) >> ns & 1) for bits in (every, paid))
        assert (check.ok, check.ok and not check.doubtful) == (possible, clean), (ns * unit, eo * unit)


def test_a_pot_of_more_litiges_than_anybody_has_seen_is_not_refused():
    options = {"limite_donnes": None, "limite_points": 501, "arrondi": True}
    assert check_totals(ruleset="ffb-classique", options=options, totals={"NS": 1170, "EO": 590}).ok
