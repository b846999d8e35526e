"""Tables of three to six single players, each a camp of its own: escalier (docs/tirages.md 7)."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

from rules.sentences import text
from tournament.tirages.errors import BadRequestError, ImpossibleError
from tournament.tirages.model import (
    RANKING,
    Camps,
    DrawnSeating,
    Entrant,
    Method,
    MethodOption,
    Request,
    choice,
    ranked,
)
from tournament.tirages.seating import same_club
from tournament.tirages.tables import Hall, even_sizes

AGAIN = 10
ONE_CLUB = 1
FORBIDDEN = 10_000


def tirage(request: Request) -> DrawnSeating:
    """Seat everybody: by lot, meeting again as few as possible; or by ranking, the first ones at table 1."""
    playing = request.playing()
    if len(playing) < METHOD.least:
        raise BadRequestError("too_few_players", got=len(playing), low=METHOD.least)
    lot = request.lot()
    order = ranked(request, playing, lot)
    sizes = even_sizes(len(order), request.options["size"])
    left = 0
    if request.options["placement"] == "lot":
        prices = _prices(order, request.options["club_apart"])
        table_of = [table for table, size in enumerate(sizes) for _ in range(size)]
        hall = Hall(table_of, list(range(len(order))), lambda a, b, _: prices.get((a, b), 0), lot)
        people, left = hall.seat()
        order = [order[i] for i in people]
    tables: list[Camps] = []
    mates: set[int] = set()
    for size in sizes:
        seated, order = order[:size], order[size:]
        tables.append(tuple((e.number,) for e in seated))
        mates.update(a.number for a in seated for b in seated if a is not b and same_club(a, b))
    if left >= FORBIDDEN:
        raise ImpossibleError("clubs", teams=sorted(mates), groups=sorted(mates))
    return DrawnSeating(tables=tables, exempt=sorted(request.options["rest"]), optimal=not left)


def _prices(order: Sequence[Entrant], club_apart: str) -> dict[tuple[int, int], int]:
    """Return the price of each two places of *order* at one table, where it is not nought."""
    place = {e.number: i for i, e in enumerate(order)}
    prices: dict[tuple[int, int], int] = {}
    for i, e in enumerate(order):
        for number, times in Counter(e.met).items():
            if number in place:
                prices[i, place[number]] = prices[place[number], i] = AGAIN * times
    if club_apart != "no":
        heavy = ONE_CLUB if club_apart == "soft" else FORBIDDEN
        for (i, a), (j, b) in combinations(enumerate(order), 2):
            if same_club(a, b):
                prices[i, j] = prices[j, i] = prices.get((i, j), 0) + heavy
    return prices


METHOD = Method(
    name="escalier",
    tirage=tirage,
    title=text("Tables de 3 à 6 (escalier)", "Tables of 3 to 6 (escalier)"),
    summary=text(
        "Chacun joue pour soi, à des tables de 3 à 6 joueurs renouvelées à chaque partie.",
        "Everyone plays alone, at tables of 3 to 6 renewed each round.",
    ),
    extra={
        **RANKING,
        "size": MethodOption(kind="count", default=4, low=3, high=6),
        "placement": choice("lot", "classement"),
    },
    defaults={"rematch": "least"},
    seats="players",
    reasons="many",
    least=3,
)
