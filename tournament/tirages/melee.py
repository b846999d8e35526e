"""Mêlée: each player gets a new partner and new opponents every partie; the ranking is of persons (FIELD 1.2 step 2)."""

from collections import Counter

from tournament.tirages.chance import Lot
from tournament.tirages.common import Camps, Entrant, Method, Option, Outcome, Request, choice, same_club
from tournament.tirages.designs import WHIST_BASES, strict, strict_parties, whist
from tournament.tirages.errors import BadRequest, Impossible
from tournament.tirages.planned import POOL, beyond, frozen
from tournament.tirages.tables import Hall

PARTNER_AGAIN = 1000  # the gravest: never the same partner, as long as that is possible
FACED_AGAIN = 30
TURNED = 20  # once opponents now partners, or the reverse
ONE_CLUB = 1


def tirage(request: Request) -> Outcome:
    """Tables of two against two. The 1 to 3 players in excess sit out: those who did least often, by lot.

    With `plan` "soiree" the parties 1 to `parties` come from one plan, made without looking at any history: a strict
    design where one is known, else a whist design, else partie after partie. With "partie" each draw avoids what
    `met` and `partners` tell, and so does the plan once someone of it is missing.
    """
    rest = set(request.options["rest"])
    playing = [e for e in request.entrants if e.number not in rest]
    if len(playing) < 4:
        raise BadRequest("too_few_players", got=len(playing), low=4)
    if request.options["plan"] == "soiree":
        return _of_evening(request, playing)
    return _by_history(request, playing)


def _by_history(request: Request, playing: list[Entrant]) -> Outcome:
    tables, exempt, left = one_partie(request, playing, Lot(request.fingerprint, request.seed))
    exempt = sorted([*exempt, *request.options["rest"]])
    return _kept(request, Outcome(tables=tables, exempt=exempt, optimal=not left))


def one_partie(request: Request, playing: list[Entrant], lot: Lot) -> tuple[list[Camps], list[int], int]:
    """Tables, exempts and the price of what is repeated (0: everybody is new to everybody)."""
    playing, exempt = _without_excess(playing, lot)
    place = {e.number: i for i, e in enumerate(playing)}
    prices: dict[tuple[int, int, bool], int] = {}

    def add(a: int, b: int, partners: bool, price: int) -> None:
        for pair in ((a, b), (b, a)):
            prices[*pair, partners] = max(price, prices.get((*pair, partners), 0))

    apart = request.options["club_apart"]
    for i, e in enumerate(playing):
        for number, times in Counter(e.met).items():
            if number in place:
                add(i, place[number], False, FACED_AGAIN * times)
                add(i, place[number], True, TURNED)
        for number, times in Counter(e.partners).items():
            if number in place:
                add(i, place[number], True, PARTNER_AGAIN * times)
                add(i, place[number], False, TURNED)
    if apart != "no":
        heavy = ONE_CLUB if apart == "soft" else 10 * PARTNER_AGAIN
        for i, one in enumerate(playing):
            for j in range(i):
                if same_club(one, playing[j]):
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


def _of_evening(request: Request, playing: list[Entrant]) -> Outcome:
    parties = request.options["parties"]
    if request.round > parties:
        raise beyond(request, parties)
    everyone = sorted(frozen(request))
    lot = Lot(f"melee {parties} {everyone}", request.seed)
    here = {e.number for e in playing}
    n = len(everyone)
    known = strict(n) if parties <= strict_parties(n) else whist(n) if n in WHIST_BASES and parties < n else []
    if here != set(everyone):  # someone is missing or late: the plan is left, what was really played counts
        return _by_history(request, playing)
    if not known:
        return _simulated(request, playing, lot)
    order = list(everyone)
    lot.shuffle(order)
    turns = list(range(len(known)))
    lot.shuffle(turns)
    tables = known[turns[request.round - 1]]
    own = Lot(f"melee {parties} {everyone} {request.round}", request.seed)
    seated: list[Camps] = []
    for table in tables:
        four = [order[p] for p in table]
        if parties <= strict_parties(n):
            own.shuffle(four)  # nobody meets twice whoever partners whom; a whist table is fixed
        seated.append(_table(four))
    own.shuffle(seated)
    return _kept(request, Outcome(tables=seated, optimal=parties <= strict_parties(n)))


def _simulated(request: Request, playing: list[Entrant], lot: Lot) -> Outcome:
    """The parties 1 to `round` drawn one after the other, each avoiding those before."""
    people = [e._replace(met=(), partners=(), exempt=0) for e in playing]
    tables: list[Camps] = []
    exempt: list[int] = []
    left = 0
    for _ in range(request.round):
        tables, exempt, left = one_partie(request, people, lot)
        partners, met = {}, {}
        for north, east in tables:
            for camp, others in ((north, east), (east, north)):
                for n in camp:
                    partners[n] = tuple(m for m in camp if m != n)
                    met[n] = others
        people = [
            e._replace(
                met=e.met + met.get(e.number, ()),
                partners=e.partners + partners.get(e.number, ()),
                exempt=e.exempt + (e.number in exempt),
            )
            for e in people
        ]
    return _kept(request, Outcome(tables=tables, exempt=sorted([*exempt, *request.options["rest"]]), optimal=not left))


def _kept(request: Request, outcome: Outcome) -> Outcome:
    """*outcome*, unless it breaks what is forbidden: one club at a table with `club_apart` hard."""
    if request.options["club_apart"] == "hard":
        found = request.by_number()
        for camps in outcome.tables:
            seated = sorted(n for camp in camps for n in camp)
            mates = {n for n in seated for m in seated if n != m and same_club(found[n], found[m])}
            if mates:
                raise Impossible("clubs", teams=sorted(mates), groups=sorted(mates))
    return outcome


METHOD = Method(
    name="melee",
    tirage=tirage,
    label_fr="Mêlée",
    label_en="Mêlée",
    about_fr="Chacun s'inscrit seul. À chaque partie, un nouveau partenaire et de nouveaux adversaires sont tirés au "
    "sort ; le classement est individuel.",
    about_en="Players enter alone. Each round brings a new partner and new opponents by lot; the ranking is individual.",
    extra={**POOL, "plan": choice("partie", "soiree"), "parties": Option(kind="count", default=4, high=40)},
    defaults={"rematch": "least", "table_one": "lot"},
    seats="players",
    reasons="many",
)
