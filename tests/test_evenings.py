"""Evenings to the palmarès in a real browser, by an organiser's keys and by telephones.

Pools, brackets and ranking are computed a second time here, from nothing but the tables that the pages showed and the
figures that were typed. One small evening is in `make test`, the great ones in `make torture`.
"""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace

import pytest
from playwright.sync_api import expect

from tests.support.counts import TORTURE
from tests.support.evenings import Evening, Game

pytestmark = pytest.mark.slow
MAIN, CONSOLANTE = "Tableau principal", "Consolante"


@dataclass(frozen=True)
class Script:
    """Choose the events beside the cards: in which partie a team comes late, is absent, asks, or leaves."""

    preset: str
    teams: int
    donnes: int = 12
    settings: dict | None = None
    late: int = 0
    walkover: int = 0
    phones: tuple[int, ...] = ()
    tie: bool = False
    leave: int = 0
    leaves: Callable[[Game], int] = lambda game: game.winner


EVENINGS = {
    "6 in pools": Script("poules-4", 6, donnes=10, late=1, walkover=2, phones=(1,), tie=True),
    "18 in pools": Script("poules-4", 18, donnes=10, late=1, walkover=2, phones=(1, 5), tie=True, leave=4),
    "22 knock out": Script(
        "elimination",
        22,
        settings={"draw_options": {"third_place": "yes"}, "lots": ["Jambon", "Canard", "Panier garni"]},
        walkover=1,
        phones=(1, 3),
        tie=True,
        leave=2,
    ),
    "41, then the first 8": Script("4x12-finales", 41, late=1, walkover=3, phones=(2, 6), tie=True, leave=5),
    "67 in pools": Script("poules-4", 67, donnes=10, late=1, walkover=4, phones=(4,), tie=True, leave=3),
    "23 in a mêlée": Script(
        "melee", 23, settings={"lots": ["Jambon", "Canard"]}, leave=1, leaves=lambda game: game.camps[1][0]
    ),
    "97 by their points": Script(
        "4x12-points", 97, late=1, walkover=2, phones=(1,), leave=2, leaves=lambda game: game.camps[1][0]
    ),
}


def play(evening: Evening, script: Script) -> None:
    """Play *script* to the published palmarès, always by the step that the page of the evening has under the hand."""
    tied = not script.tie
    while "palmarès" not in evening.next_step():
        games = [replace(game, points=evening.score()) for game in evening.draw()]
        number = evening.partie
        evening.look_round(when=number in (1, 4))
        left = list(range(len(games)))
        if number in script.phones:
            agreed, contested = left.pop(0), left.pop()
            evening.agree_by_telephone(games[agreed])
            evening.dispute(games[contested])
        if number == script.walkover:
            absent = left.pop()
            games[absent] = replace(games[absent], points=(evening.forfeit(games[absent]), 0), forfeit=True)
        match = None
        if not tied and any(in_a_bracket(evening, games[place]) for place in left):
            match = next(place for place in left if in_a_bracket(evening, games[place]))
            left.remove(match)
        if number == script.late:
            evening.come_late()
        evening.type_scores([games[place] for place in left])
        if match is not None:
            tied = True
            half = 81 * script.donnes
            games[match] = replace(games[match], points=(half, half), goes_on=games[match].camps[1][0])
            evening.tie(games[match])
        evening.games += games
        if number == script.leave:
            evening.leave(script.leaves(games[0]))
    evening.look_round(when=True)
    evening.publish()
    evening.look_round(when=True)


def in_a_bracket(evening: Evening, game: Game) -> bool:
    """Return whether *game* is a match of a bracket, in the presets that are played here."""
    finals = game.phase.startswith("Finales")
    return {"elimination": True, "poules-4": not game.pool, "4x12-finales": finals}.get(evening.preset, False)


@pytest.mark.parametrize("name", list(EVENINGS) if TORTURE else ["6 in pools"])
def test_an_evening_to_its_palmares(shared_hall, browser_page, name):
    script = EVENINGS[name]
    evening = Evening(
        shared_hall, browser_page, script.preset, script.teams, settings=script.settings or {}, donnes=script.donnes
    )
    play(evening, script)
    shown = evening.ranking()
    points = points_of(evening)
    assert {team: mark for _rank, team, mark in shown} == {team: points.get(team, 0) for _rank, team, _mark in shown}
    assert len(shown) == evening.teams
    staying = [(team, mark) for _rank, team, mark in shown if team not in evening.gone]
    check_telephones(evening, shown)
    brackets = brackets_of(evening)
    if not brackets:
        assert [mark for _team, mark in staying] == sorted((mark for _team, mark in staying), reverse=True)
        return
    for bracket in brackets.values():
        check_bracket(bracket, evening)
    main = brackets[MAIN]
    final = main[max(main)][0]
    assert [team for team, _mark in staying[:2]] == [final.winner, final.beaten]
    check_pools(evening, brackets)


def points_of(evening: Evening) -> dict[int, int]:
    """Add up what each marked: at its tables, and half of a partie where it had none."""
    points: dict[int, int] = defaultdict(int)
    for game in evening.games:
        for camp, mark in zip(game.camps, game.points, strict=True):
            for team in camp:
                points[team] += mark
    for exempt in evening.exempt.values():
        for team in exempt:
            points[team] += 81 * evening.donnes
    return points


def brackets_of(evening: Evening) -> dict[str, dict[int, list[Game]]]:
    """Return the matches of each bracket by partie, those for the third place left out."""
    found: dict[str, dict[int, list[Game]]] = defaultdict(lambda: defaultdict(list))
    for game in evening.games:
        if in_a_bracket(evening, game):
            # A bracket that is played alone is not named: it is the consolante where that knows these teams.
            beside = found[CONSOLANTE]
            known = beside and game.camps[0][0] in {one.winner for one in beside[max(beside)]}
            title = CONSOLANTE if game.phase == CONSOLANTE or (not game.phase and known) else MAIN
            found[title][game.partie].append(game)
    return {title: bracket for title, bracket in found.items() if bracket}


def check_bracket(bracket: dict[int, list[Game]], evening: Evening) -> None:
    """Let nobody play on who was beaten, and nobody be left out who was not."""
    out: set[int] = set()
    before: list[Game] = []
    for partie in sorted(bracket):
        games = bracket[partie]
        here = {team for game in games for camp in game.camps for team in camp}
        third = {game.beaten for game in before} if len(before) == 2 else set()
        assert not (here & out) - third, f"beaten already: {(here & out) - third}"
        going = {game.winner for game in before}
        resting = set(evening.exempt[partie])
        waiting = going - here - resting - evening.gone.keys()
        assert not waiting, f"partie {partie}: nobody to meet {waiting}"
        out |= {game.beaten for game in games}
        before = games
    # The final comes first, then the match for the third place where there is one.
    assert len(before) <= 2


def check_pools(evening: Evening, brackets: dict[str, dict[int, list[Game]]]) -> None:
    """Let nobody into the main table before one who was better in the pool: by wins, difference, then points."""
    pools: dict[str, set[int]] = defaultdict(set)
    wins: dict[int, int] = defaultdict(int)
    difference: dict[int, int] = defaultdict(int)
    points: dict[int, int] = defaultdict(int)
    parties = {game.partie for game in evening.games if game.pool}
    for game in evening.games:
        if not game.pool:
            continue
        for camp, ours, theirs in zip(game.camps, game.points, reversed(game.points), strict=True):
            pools[game.pool].add(camp[0])
            wins[camp[0]] += ours > theirs
            difference[camp[0]] += ours - theirs
            points[camp[0]] += ours
    for partie in parties:
        for team in evening.exempt[partie]:
            points[team] += 81 * evening.donnes
    if not pools:
        return
    main = brackets[MAIN]
    first = min(main)
    consolante = brackets.get(CONSOLANTE, {}).get(first, [])
    others = {team for game in consolante for camp in game.camps for team in camp}
    entered = {team for game in main[first] for camp in game.camps for team in camp}
    for letter, pool in pools.items():
        keys = {team: (wins[team], difference[team], points[team]) for team in pool if team not in evening.gone}
        qualified, beaten = keys.keys() & entered, keys.keys() & others
        assert not any(keys[team] < keys[other] for team in qualified for other in beaten), (letter, keys)
        assert len(qualified) <= 2


def check_telephones(evening: Evening, shown: list[tuple[int, int, int]]) -> None:
    """Let a telephone say rank and lot when all is over, and no table any more."""
    telephone = evening.telephones[0]
    rank, team, _points = shown[0]
    telephone.goto(f"{evening.public}equipe/{team}/")
    # The page may be of a moment ago: it is drawn again by itself.
    expect(telephone.locator(".tile .big-number").first).to_have_text(re.compile(rf"^\s*{rank}\D"))
    for lot in evening.settings.get("lots", [])[:1]:
        assert lot in telephone.locator("main").inner_text()
    assert "Maintenant" not in telephone.locator("main").inner_text()
    telephone.goto(f"{evening.public}tables/")
    assert "Toutes les parties sont jouées" in telephone.locator("main").inner_text()
