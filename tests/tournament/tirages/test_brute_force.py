"""Every small draw against all draws there are."""

import random

import pytest

from tests.tournament.tirages.brute import Contest
from tournament.tirages import ImpossibleError, draw, explain, replay

METHODS = ("classement", "gagnants", "sort", "inscription")


def contest(rng: random.Random, method: str) -> dict:
    count = rng.choice((2, 3, 4, 5, 6, 6, 7, 8, 8, 9))
    numbers = sorted(rng.sample(range(1, 40), count))
    density = rng.choice((0.1, 0.3, 0.5, 0.7, 0.9))
    spread = rng.choice((2, 30, 2000))
    entrants = []
    for number in numbers:
        team = {
            "number": number,
            "wins": rng.randrange(4),
            "points": rng.randrange(spread),
            "met": [n for n in numbers if n != number and rng.random() < density / 2],
            "exempt": rng.choice((0, 0, 0, 1, 2)),
            "club": rng.choice(("", "", "Casson", "Varennes", "Viry")),
            "fixed_table": None,
        }
        entrants.append(team)
    for team in rng.sample(entrants, rng.choice((0, 0, 0, 1, 2, 3)) if count > 3 else 0):
        team["fixed_table"] = rng.randrange(1, count // 2 + 1)
    rng.shuffle(entrants)
    options = {"rematch": rng.choice(("never", "least")), "club_apart": rng.choice(("no", "soft", "hard"))}
    return {"method": method, "round": 2, "seed": str(rng.random()), "options": options, "entrants": entrants}


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("batch", range(6))
def test_the_draw_is_the_best_of_all(method, batch):
    rng = random.Random(f"{method} {batch}")
    for _ in range(60):
        request = contest(rng, method)
        truth = Contest(request)
        able = truth.exempts()
        try:
            result = draw(request)
        except ImpossibleError as error:
            assert able == [], request
            assert error.teams, request
            assert set(error.teams) <= set(truth.teams)
            continue
        assert able, request
        exempt = result["exempt"][0] if result["exempt"] else None
        assert exempt in able, request
        pairs = [(table["camps"][0][0], table["camps"][1][0]) for table in result["tables"]]
        assert truth.allowed(pairs), request
        playing = [n for n in sorted(truth.teams) if n != exempt]
        assert (truth.broken(pairs), truth.cost(pairs, playing)) == truth.best(exempt), request
        assert result["optimal"] is True
        assert result["cost"] == {key: truth.gap(key, pairs) for key in ("wins", "points")}
        assert result["rematches"] == sorted(sorted(pair) for pair in pairs if truth.met(*pair))
        check_tables(result, truth, method)
        assert replay(result)
        assert len(explain(result)) == len(result["tables"]) + len(result["exempt"])


def check_tables(result: dict, truth: Contest, method: str) -> None:
    numbers = [table["table"] for table in result["tables"]]
    assert numbers == sorted(set(numbers))
    top = []
    for table in result["tables"]:
        teams = [n for camp in table["camps"] for n in camp]
        fixed = {truth.table(n) for n in teams} - {None}
        assert fixed <= {table["table"]}
        if not fixed:
            top.append(min(truth.rank(n) for n in teams))
    if method in ("classement", "gagnants", "inscription"):
        assert top == sorted(top)  # table 1 is the top table


def test_the_proof_of_the_impossible_stands():
    rng = random.Random("walls")
    seen = 0
    while seen < 60:
        request = contest(rng, "classement")
        try:
            draw(request)
        except ImpossibleError as error:
            if error.reason == "same_table":
                continue
            seen += 1
            wall(request, error)


def wall(request: dict, error: ImpossibleError) -> None:
    """The groups named may meet none but their own and the others named, and there are more of them than others."""
    truth = Contest(request)
    groups = [g if isinstance(g, list) else [g] for g in error.params["groups"]]
    others = error.params["others"]
    for group in groups:
        assert len(group) % 2 == 1
        for a in group:
            for b in truth.teams:
                if b not in group and b not in others:
                    assert not truth.allowed([(a, b)]) or shares_table(truth, a, b)
    assert len(groups) - len(others) > len(truth.teams) % 2
    assert error.teams == sorted(n for group in groups for n in group)
    for lang in ("fr", "en"):
        assert all(str(n) in error.message(lang) for n in error.teams[:3])


def shares_table(truth: Contest, a: int, b: int) -> bool:
    """One of the two must meet a third, both asking for one table."""
    return any(
        truth.table(x) is not None and any(truth.table(n) == truth.table(x) for n in truth.teams if n not in (a, b))
        for x in (a, b)
    )
