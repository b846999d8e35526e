"""Odd numbers stay, even numbers move up one table after each partie (docs/tirages.md 6)."""

from rules.sentences import text
from tournament.tirages.model import DrawnSeating, Method, Request
from tournament.tirages.planned import LOOKS_AHEAD, MENDED, POOL, frozen, mended, seat


def tirage(request: Request) -> DrawnSeating:
    """Return the tables of the partie `round`: no rematch for as many parties as there are tables."""
    order = sorted(frozen(request))
    fixed = {e.number for e in request.entrants if e.fixed_table is not None}
    stay, move = order[::2], order[1::2]
    for place, number in enumerate(move):  # a team bound to its table stays, and its neighbour moves
        if number in fixed and stay[place] not in fixed:
            stay[place], move[place] = number, stay[place]
    count = len(stay)
    chairs: list[int] = move + [0] * (count - len(move))  # 0: nobody, the team that stays there sits out
    turns = max(request.round, request.options["parties"])
    pages = [[(number, chairs[(table - turn) % count]) for table, number in enumerate(stay)] for turn in range(turns)]
    if request.options["mended"] == "yes":
        return mended(request, pages, numbers=not fixed)
    return seat(request, pages[request.round - 1], planned=[(a, b) for a in stay for b in move], numbers=not fixed)


METHOD = Method(
    name="impairs_fixes",
    tirage=tirage,
    title=text("Impairs fixes, pairs mobiles", "Odd stay, even move"),
    summary=text(
        "Les numéros impairs restent à leur table ; les numéros pairs montent d'une table après chaque partie. Quand une "
        "équipe part, manque une partie ou arrive en retard, les tables qu'elle touche sont refaites ; de même quand une "
        "partie annoncée ne pourrait plus se jouer.",
        "Odd numbers keep their table; even numbers move up one table after each round. When a team leaves, misses a round "
        "or comes late, the tables that it touches are made again; so they are where a round announced could no longer be "
        "played.",
    ),
    extra={**POOL, **MENDED, **LOOKS_AHEAD},
    chance=False,
    reasons="planned",
    schedule=True,
)
