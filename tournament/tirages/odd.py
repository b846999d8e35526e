"""Odd numbers without sending anyone home: the catch-up game and the relay of four (docs/tirages.md 7)."""

from collections.abc import Collection, Sequence
from typing import Any

from tournament.tirages.chance import Lot
from tournament.tirages.errors import ImpossibleError


def catch_up(exempt: int, finished: Sequence[int], met: Collection[int] = ()) -> int | None:
    """Return the opponent of the exempt team in the catch-up game: the first to have *finished* that it has not *met*.

    That team plays for nothing, its score of the partie stands. None while nobody suitable has finished.

    >>> catch_up(7, finished=[3, 7, 5], met=[3])
    5
    """
    return next((team for team in finished if team != exempt and team not in met), None)


def making_up(rests: Sequence[int]) -> list[tuple[int, int]]:
    """Return those who make up for their rests against each other, where *rests* are those of a relay, in turn.

    >>> making_up([5, 2, 9, 4])
    [(5, 2), (9, 4)]
    """
    return list(zip(rests[::2], rests[1::2], strict=False))


def relay(numbers: Sequence[int], parties: int, seed: str) -> dict[str, Any]:
    """Draw the relay for an odd number of teams: as many teams as parties are drawn (A, B, C, D for four).

    `rests` is the team that rests at each partie (`options.rest` of the draw); `bis` are the games that make up
    for it, each after the partie in which the second of the two rested: A against B after partie 2, C against D after
    partie 4. So all play as many parties. `parties` must be even. Raises ImpossibleError with too few teams.

    >>> plan = relay(range(1, 10), 4, "R♥ 7♣")
    >>> [len(plan["rests"]), [game["after"] for game in plan["bis"]]]
    [4, [2, 4]]
    """
    teams = sorted(numbers)
    if parties % 2 or parties < 2 or len(teams) < parties:
        raise ImpossibleError("relay", teams=[], parties=parties, got=len(teams))
    lot = Lot(f"relais {parties} {teams}", seed)
    lot.shuffle(teams)
    drawn = teams[:parties]
    return {
        "rests": [{"round": partie, "team": team} for partie, team in enumerate(drawn, 1)],
        "bis": [{"after": last, "teams": [drawn[last - 2], drawn[last - 1]]} for last in range(2, parties + 1, 2)],
    }
