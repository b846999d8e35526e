"""The totals a partie can end with: as every donne played one by one by the engine gives them, at a bounded cost."""

import random

import pytest

from rules import check_totals
from rules.annonces import every_worth
from rules.cards import points_in_play, possible_points
from rules.control import Stated
from rules.games.parties import Parties
from rules.games.two_camps import BeloteGame, Partie
from rules.sets import RULE_SETS, game_of
from tests.support.counts import spread, tries

SHARES = sorted(possible_points())
CAMPS = ("NS", "EO")


def some_donnes(ruleset, options):
    """Raw donnes of the sheet format that together mark all that one donne can mark."""
    auction = ruleset in ("departement-contree", "coinche")
    bids = (*range(80, 190 if ruleset == "coinche" else 170, 10), "capot") if auction else (None,)
    contres = (None, "contre", "surcontre")[: 3 if ruleset == "departement-contree" else 2] if auction else (None,)
    with_annonces = ruleset == "annonces" or options.get("annonces")
    annonces = [None]
    if with_annonces:
        annonces += [
            {camp: [{"type": "tierce", "hauteur": "R", "couleur": "coeur"}]} | ({"EO" if camp == "NS" else "NS": []})
            for camp in CAMPS
        ]
    for preneur in CAMPS:
        for bid in bids:
            for contre in contres:
                for belote in ([], ["NS"], ["EO"]):
                    for told in annonces:
                        plain = {
                            "preneur": preneur,
                            "enchere": bid,
                            "contre": contre,
                            "belote": belote,
                            "annonces": told,
                        }
                        for capot in CAMPS:
                            yield plain | {"capot": capot}
                        for raw in SHARES:
                            yield plain | {"points": {"NS": raw, "EO": points_in_play(None) - raw}}


def played(game, donnes, state):
    """The partie after each of *donnes* at *state*: (totals, pot, over) as the engine itself plays on from there."""
    totals, pot, count = state
    found = set()
    for raw in donnes:
        partie = Partie(game, None, explain=False)
        partie.totals, partie.pot, partie.comptees = dict(zip(CAMPS, totals, strict=True)), pot, count
        partie.play(raw)
        found.add((tuple(partie.totals.values()), partie.pot, partie.terminee))
    return found


def distinct(game, donnes):
    """One of the *donnes* for each way in which a donne can be marked and end a partie, so that few are played on."""
    kept = {}
    for raw in donnes:
        read = game.read(raw)
        marque = game.mark(read)
        lines = tuple(sorted((line.camp, line.points) for line in marque.lines))
        kept.setdefault((lines, marque.winner, marque.to_pot, marque.issue, read.capot, read.preneur), raw)
    return list(kept.values())


@pytest.mark.parametrize(
    ("ruleset", "options"),
    spread(
        3,
        [
            ("departement-contree", {"limite_points": 260}),
            ("departement-contree", {"limite_points": 250, "fin": "arrondis"}),
            ("coinche", {"limite_points": 260}),
            ("coinche", {"limite_points": 260, "decompte": "annonces"}),
            ("coinche", {"limite_points": 300, "decompte": "faits_et_annonces"}),
            ("departement-contree", {"limite_points": None, "limite_donnes": 2}),
            ("traditionnelle", {"limite_points": 190}),
            ("ffb-classique", {"limite_donnes": 2, "comparaison": "sans_belote"}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 190, "comparaison": "sans_belote"}),
            ("ffb-classique", {"limite_donnes": None, "limite_points": 180, "arrondi": True}),
            ("junior-classique", {"limite_points": 190}),
        ],
    ),
)
def test_two_donnes_as_the_engine_plays_them(ruleset, options):
    game = game_of(ruleset, options)
    donnes = distinct(game, some_donnes(ruleset, options))
    chance = random.Random(ruleset)
    ended, going, states = set(), set(), {((0, 0), 0, 0)}
    for _donne in range(2):
        after = set()
        for state in states if len(states) < 40 else chance.sample(sorted(states), 40):
            for totals, pot, over in played(game, donnes, state):
                (ended if over else after).add(totals if over else (totals, pot, state[2] + 1))
        states = after
        going |= {totals for totals, *_rest in after}
    for ns, eo in chance.sample(sorted(ended), 60):
        check = check_totals(ruleset=ruleset, options=options, totals={"NS": ns, "EO": eo})
        assert check.ok, (ns, eo)
    # Totals that one or two donnes cannot give, and more give no sooner: fewer points than three donnes mark.
    step = 10 if game.tens else 1
    most = min(ns + eo for ns, eo in ended) // 2 * 3
    below = [(ns, eo) for ns in range(0, most, step) for eo in range(0, most - ns, step)]
    limit = options.get("limite_points") or most
    refused = [pair for pair in below if max(pair) >= limit and pair not in ended]
    if refused and len(states) == len(going):
        for ns, eo in chance.sample(refused, min(60, len(refused))):
            check = check_totals(ruleset=ruleset, options=options, totals={"NS": ns, "EO": eo})
            assert not check.ok or check.doubtful, (ns, eo)


@pytest.mark.parametrize(
    "ruleset", spread(2, ["annonces", "departement-contree", "coinche", "traditionnelle", "junior-classique"])
)
def test_every_partie_that_is_played_can_be(ruleset):
    game = game_of(ruleset)
    donnes = distinct(game, some_donnes(ruleset, {}))
    chance = random.Random(3)
    for _partie in range(tries(4, 40)):
        partie = Partie(game, None, explain=False)
        belotes, capots = dict.fromkeys(CAMPS, 0), dict.fromkeys(CAMPS, 0)
        while not partie.terminee:
            raw = chance.choice(donnes)
            partie.play(raw)
            for camp in raw["belote"]:
                belotes[camp] += 1
            if "capot" in raw:
                capots[raw["capot"]] += 1
        told = {"ruleset": ruleset, "options": {}, "totals": partie.totals}
        assert check_totals(**told).ok, partie.totals
        assert check_totals(**told, belotes=belotes, capots=capots).ok, (partie.totals, belotes, capots)
        assert check_totals(**told, donnes=partie.comptees).ok, (partie.totals, partie.comptees)
        wrong = {camp: points * 10 + 10 for camp, points in partie.totals.items()}
        assert not check_totals(ruleset=ruleset, options={}, totals=wrong).ok, wrong


def test_every_worth_of_annonces():
    worth = every_worth(best_only=False, renonce=False)
    assert worth[:4] == (20, 40, 50, 60) and worth[-1] == 200 + 150 + 100 + 100
    assert set(worth) < set(every_worth(best_only=False, renonce=True)), "a renonce gives both camps' to one"
    assert every_worth(best_only=True, renonce=False) == (20, 50, 100, 150, 200)


def every_option():
    """Every rule set of two camps that counts points, with each value of each option."""
    for name, rules in RULE_SETS.items():
        if rules.two_camps and not rules.bases and issubclass(rules.game, BeloteGame) and rules.values.get("der"):
            yield name, {}
            for option in rules.options.values():
                for value in option.choices:
                    if value not in (
                        option.default,
                        "club",
                    ):  # where the club marks in its own way nothing is controlled
                        yield name, {option.name: value}


WRONG = ((1012, 32), (11_620, 190), (1012, 9320), (1013, 1007), (99_990, 99_990))


@pytest.mark.parametrize(("ruleset", "options"), spread(4, [*every_option()]))
def test_the_work_of_a_control_is_bounded(ruleset, options):
    # Counted in sets put together, by an engine that has kept nothing: what it costs follows from the limits alone.
    for limits, most in (
        ({"limite_points": 500, "limite_donnes": None}, 25_000),
        ({"limite_points": 1000, "limite_donnes": None}, 50_000),
        ({"limite_points": 1000, "limite_donnes": 12}, 50_000),
        ({"limite_points": 1000, "limite_donnes": 24}, 100_000),
    ):
        parties = Parties(game_of(ruleset, {**options, **limits}))
        for totals in WRONG:
            parties.find_stated(Stated(totals, None, None, None, False))
        assert parties.work <= most, (limits, parties.work)


@pytest.mark.parametrize("ruleset", ["annonces", "departement-contree", "traditionnelle"])
def test_totals_beyond_any_end_are_refused_before_a_donne_is_tried(ruleset, monkeypatch):
    # With annonces a pot can be anything: each was tried with each last donne, ten seconds for one sheet.
    parties = Parties(game_of(ruleset))

    def tried(*_args, **_more):
        raise AssertionError("a last donne is tried")

    monkeypatch.setattr(Parties, "_led", tried)
    assert parties.find_stated(Stated((99_990, 99_990), None, None, None, False)) is None
