"""Mêlée: a new partner and new opponents every partie; the ranking is individual (docs/tirages.md 7)."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

from rules.sentences import text
from tournament.tirages.chance import Lot
from tournament.tirages.designs import WHIST_BASES, strict, strict_parties, whist
from tournament.tirages.errors import BadRequestError, ImpossibleError
from tournament.tirages.model import Camps, DrawnSeating, Entrant, Method, MethodOption, Request, choice
from tournament.tirages.planned import MENDED, POOL, frozen, within
from tournament.tirages.seating import opponents, partners, same_club
from tournament.tirages.tables import Hall

PARTNER_AGAIN = 1000  # the gravest: never the same partner, as long as that is possible
FACED_AGAIN = 30
TURNED = 20  # once opponents now partners, or the reverse
ONE_CLUB = 1


def tirage(request: Request) -> DrawnSeating:
    """Seat tables of two against two. The 1 to 3 players in excess sit out: the least often exempt, by lot.

    With `plan` "soiree" the parties 1 to `parties` come from one plan, made without looking at any history: a strict
    design where one is known, else a whist design, else partie after partie. With "partie" each draw avoids the
    meetings in `met` and `partners`, and so does the plan once one of its players is missing.
    """
    playing = request.playing()
    if len(playing) < METHOD.least:
        raise BadRequestError("too_few_players", got=len(playing), low=METHOD.least)
    if request.options["plan"] == "soiree":
        return _of_evening(request, playing)
    return _by_history(request, playing)


def _by_history(request: Request, playing: list[Entrant]) -> DrawnSeating:
    return _checked(request, _seating(request, *one_partie(request, playing, request.lot())))


def one_partie(request: Request, playing: list[Entrant], lot: Lot) -> tuple[list[Camps], list[int], int]:
    """Return tables, exempts and the price of the repeats (0: everybody is new to everybody)."""
    playing, exempt = _without_excess(playing, lot)
    place = {e.number: i for i, e in enumerate(playing)}
    prices: dict[tuple[int, int, bool], int] = {}

    def add(a: int, b: int, partners: bool, price: int) -> None:
        for pair in ((a, b), (b, a)):
            prices[*pair, partners] = max(price, prices.get((*pair, partners), 0))

    apart = request.options["club_apart"]
    for i, e in enumerate(playing):
        for seen, as_partners, price in ((e.met, False, FACED_AGAIN), (e.partners, True, PARTNER_AGAIN)):
            for number, times in Counter(seen).items():
                if number in place:
                    add(i, place[number], as_partners, price * times)
                    add(i, place[number], not as_partners, TURNED)
    if apart != "no":
        heavy = ONE_CLUB if apart == "soft" else 10 * PARTNER_AGAIN
        for (i, e), (j, mate) in combinations(enumerate(playing), 2):
            if same_club(e, mate):
                for kind in (True, False):
                    add(i, j, kind, prices.get((i, j, kind), 0) + heavy)
    seats = range(len(playing))
    hall = Hall([s // 4 for s in seats], [s // 2 for s in seats], lambda a, b, p: prices.get((a, b, p), 0), lot)
    people, left = hall.seat()
    numbers = [playing[i].number for i in people]
    return [_table(numbers[s : s + 4]) for s in range(0, len(numbers), 4)], exempt, left


def _table(four: list[int]) -> Camps:
    return ((four[0], four[1]), (four[2], four[3]))


def _without_excess(playing: list[Entrant], lot: Lot) -> tuple[list[Entrant], list[int]]:
    order = list(playing)
    lot.shuffle(order)
    out = {e.number for e in sorted(order, key=lambda e: e.exempt)[: len(playing) % 4]}
    return [e for e in playing if e.number not in out], sorted(out)


def _of_evening(request: Request, playing: list[Entrant]) -> DrawnSeating:
    parties = request.options["parties"]
    within(request, parties)
    everyone = sorted(frozen(request))
    lot = Lot(f"melee {parties} {everyone}", request.seed)
    n = len(everyone)
    if {e.number for e in playing} != set(everyone):  # somebody is missing or late: avoid the real meetings instead
        return _by_history(request, playing)
    is_strict = parties <= strict_parties(n)
    design = strict(n) if is_strict else whist(n) if n in WHIST_BASES and parties < n else []
    if not design:
        return _simulated(request, playing, lot)
    order = list(everyone)
    lot.shuffle(order)
    turns = list(range(len(design)))
    lot.shuffle(turns)

    def page(number: int) -> list[Camps]:
        own = Lot(f"melee {parties} {everyone} {number}", request.seed)
        seated: list[Camps] = []
        for table in design[turns[number - 1]]:
            four = [order[p] for p in table]
            if is_strict:
                own.shuffle(four)  # nobody meets twice whoever partners whom; a whist table is fixed
            seated.append(_table(four))
        own.shuffle(seated)
        return seated

    if not _was_played(request, [page(number) for number in range(1, request.round)]):
        return _by_history(request, playing)
    seated = page(request.round)
    return _checked(request, DrawnSeating(tables=seated, exempt=sorted(request.options["rest"]), optimal=is_strict))


def _was_played(request: Request, pages: Sequence[Sequence[Camps]]) -> bool:
    """Return whether the parties before were those of the plan, as they are unless somebody was missing or moved."""
    if request.options["mended"] != "yes":
        return True
    met: dict[int, list[int]] = defaultdict(list)
    joined: dict[int, list[int]] = defaultdict(list)
    for tables in pages:
        for north, east in tables:
            for camp, others in ((north, east), (east, north)):
                for number in camp:
                    met[number] += others
                    joined[number] += [mate for mate in camp if mate != number]
    return all(
        sorted(e.met) == sorted(met[e.number]) and sorted(e.partners) == sorted(joined[e.number])
        for e in request.playing()
    )


def _simulated(request: Request, playing: list[Entrant], lot: Lot) -> DrawnSeating:
    """Draw the parties 1 to `round` one after the other, each avoiding those before."""
    people = [e.before_the_evening() for e in playing]
    tables: list[Camps] = []
    exempt: list[int] = []
    left = 0
    pages: list[list[Camps]] = []
    for _ in range(request.round):
        if len(pages) == request.round - 1 and not _was_played(request, pages):
            return _by_history(request, playing)
        tables, exempt, left = one_partie(request, people, lot)
        pages.append(tables)
        joined: dict[int, tuple[int, ...]] = {}
        met: dict[int, tuple[int, ...]] = {}
        for north, east in tables:
            for camp, others in ((north, east), (east, north)):
                for n in camp:
                    joined[n] = tuple(m for m in camp if m != n)
                    met[n] = others
        people = [
            e._replace(
                met=e.met + met.get(e.number, ()),
                partners=e.partners + joined.get(e.number, ()),
                exempt=e.exempt + (e.number in exempt),
            )
            for e in people
        ]
    return _checked(request, _seating(request, tables, exempt, left))


def _seating(request: Request, tables: list[Camps], exempt: list[int], left: int) -> DrawnSeating:
    return DrawnSeating(tables=tables, exempt=sorted([*exempt, *request.options["rest"]]), optimal=not left)


def _checked(request: Request, seating: DrawnSeating) -> DrawnSeating:
    """Return *seating*. Raises ImpossibleError where one club sits at a table that the options forbid it."""
    if request.options["club_apart"] == "hard":
        entrants = request.by_number
        for camps in seating.tables:
            pairs = opponents(camps) + partners(camps)
            mates = sorted({n for a, b in pairs if same_club(entrants[a], entrants[b]) for n in (a, b)})
            if mates:
                raise ImpossibleError("clubs", teams=mates, groups=mates)
    return seating


METHOD = Method(
    name="melee",
    tirage=tirage,
    title=text("Mêlée", "Mêlée"),
    summary=text(
        "L'inscription est individuelle. À chaque partie, un nouveau partenaire et de nouveaux adversaires sont tirés "
        "au sort ; le classement est individuel.",
        "Players enter alone. Each round brings a new partner and new opponents by lot; the ranking is individual.",
    ),
    extra={
        **POOL,
        **MENDED,
        "plan": choice("partie", "soiree"),
        "parties": MethodOption(kind="count", default=4, high=40),
    },
    defaults={"rematch": "least", "table_one": "lot"},
    seats="players",
    reasons="many",
    least=4,
)
