"""Tables of three to six single players, each a camp of its own (escalier, RULES S4)."""

from collections import Counter

from tournament.tirages.chance import Lot
from tournament.tirages.common import RANKING, Camps, Method, Option, Outcome, Request, choice, line, same_club
from tournament.tirages.errors import BadRequest, Impossible
from tournament.tirages.tables import Hall, sizes

AGAIN = 10
ONE_CLUB = 1
FORBIDDEN = 10_000


def tirage(request: Request) -> Outcome:
    """Everybody is seated. By lot, meeting again as few as possible; or by ranking, the first ones at table 1."""
    rest = set(request.options["rest"])
    playing = [e for e in request.entrants if e.number not in rest]
    if len(playing) < 3:
        raise BadRequest("too_few_players", got=len(playing), low=3)
    lot = Lot(request.fingerprint, request.seed)
    order = line(request, playing, lot)
    counts = sizes(len(order), request.options["size"])
    table_of = [table for table, count in enumerate(counts) for _ in range(count)]
    left = 0
    if request.options["placement"] == "lot":
        place = {e.number: i for i, e in enumerate(order)}
        prices: dict[tuple[int, int], int] = {}
        for i, e in enumerate(order):
            for number, times in Counter(e.met).items():
                if number in place:
                    prices[i, place[number]] = prices[place[number], i] = AGAIN * times
        apart = request.options["club_apart"]
        if apart != "no":
            for i, one in enumerate(order):
                for j, two in enumerate(order):
                    if i != j and same_club(one, two):
                        prices[i, j] = prices.get((i, j), 0) + (ONE_CLUB if apart == "soft" else FORBIDDEN)
        hall = Hall(table_of, list(range(len(order))), lambda a, b, _: prices.get((a, b), 0), lot)
        people, left = hall.seat()
        order = [order[i] for i in people]
        if left >= FORBIDDEN:
            raise _clubs(request, order, table_of)
    tables: list[Camps] = []
    start = 0
    for count in counts:
        tables.append(tuple((e.number,) for e in order[start : start + count]))
        start += count
    return Outcome(tables=tables, exempt=sorted(rest), optimal=not left)


def _clubs(request: Request, order: list, table_of: list[int]) -> Impossible:
    mates = sorted(
        one.number
        for i, one in enumerate(order)
        if any(i != j and table_of[i] == table_of[j] and same_club(one, two) for j, two in enumerate(order))
    )
    return Impossible("clubs", teams=mates, groups=mates)


METHOD = Method(
    name="escalier",
    tirage=tirage,
    label_fr="Tables de 3 à 6 (escalier)",
    label_en="Tables of 3 to 6 (escalier)",
    about_fr="Chacun joue pour soi, à des tables de 3 à 6 joueurs renouvelées à chaque partie.",
    about_en="Everyone plays alone, at tables of 3 to 6 renewed each round.",
    extra={**RANKING, "size": Option(kind="count", default=4, low=3, high=6), "placement": choice("lot", "classement")},
    defaults={"rematch": "least"},
    seats="players",
    reasons="many",
)
