"""Odd numbers stay, even numbers move up one table after each partie (Pont-de-Claix, FIELD 1.2 steps 3 and 4)."""

from tournament.tirages.common import Method, Outcome, Request
from tournament.tirages.planned import POOL, frozen, seat


def tirage(request: Request) -> Outcome:
    """The tables of the partie `round`: no rematch for as many parties as there are tables."""
    order = sorted(frozen(request))
    fixed = {e.number for e in request.entrants if e.fixed_table is not None}
    stay, move = order[::2], order[1::2]
    for place, number in enumerate(move):  # who may not change table stays, and the neighbour moves
        if number in fixed and stay[place] not in fixed:
            stay[place], move[place] = number, stay[place]
    count = len(stay)
    chairs: list[int] = move + [0] * (count - len(move))  # 0: nobody, whoever stays there sits out
    turn = request.round - 1
    pairs = [(number, chairs[(table - turn) % count]) for table, number in enumerate(stay)]
    planned = [(a, b) for a in stay for b in move]
    return seat(request, pairs, planned, numbers=not fixed)


METHOD = Method(
    name="impairs_fixes",
    tirage=tirage,
    label_fr="Impairs fixes, pairs mobiles",
    label_en="Odd stay, even move",
    about_fr="Les numéros impairs restent à leur table ; les numéros pairs montent d'une table après chaque partie.",
    about_en="Odd numbers keep their table; even numbers move up one table after each round.",
    extra=POOL,
    chance=False,
    reasons="planned",
    schedule=True,
)
