"""The whole evening drawn in advance, without any rematch: opponents for every partie are known from the start."""

from rules.sentences import text
from tournament.tirages.chance import Lot
from tournament.tirages.errors import ImpossibleError
from tournament.tirages.mended import MENDED, mended
from tournament.tirages.model import DrawnSeating, Entrant, Method, MethodOption, Request
from tournament.tirages.pairing import Bars, bars, impossible
from tournament.tirages.planned import PEOPLE, POOL, frozen, paired, people, plan_lot, seat, turns_of, within
from tournament.tirages.sort import LotPool

Pairs = list[tuple[int, int]]


def tirage(request: Request) -> DrawnSeating:
    """Return the tables of the partie `round`.

    Turns of the round robin, names and turns drawn by lot; where clubs are kept apart or tables fixed, one uniform
    draw after the other, each forbidding the meetings of those before.
    """
    evening = max(request.round, request.options["parties"])
    fixed = any(e.fixed_table is not None for e in people(request).values())
    plan = (_drawn if fixed or request.options["club_apart"] != "no" else _turned)(request, plan_lot(request), evening)
    within(request, len(plan))
    if request.options["mended"] == "yes":
        return mended(request, plan[:evening])
    return seat(request, plan[request.round - 1], planned=[pair for pairs in plan[:evening] for pair in pairs])


def _turned(request: Request, lot: Lot, evening: int) -> list[Pairs]:
    order = sorted(frozen(request))
    lot.shuffle(order)
    turns = list(range(1, turns_of(len(order)) + 1))
    lot.shuffle(turns)
    plan = []
    for turn in turns[:evening]:
        pairs = paired(order, turn)
        lot.shuffle(pairs)
        plan.append(pairs)
    return plan


def _drawn(request: Request, lot: Lot, evening: int) -> list[Pairs]:
    entrants = people(request)
    field = [entrants.get(n, Entrant(number=n)).before_the_evening() for n in sorted(frozen(request))]
    place = {e.number: i for i, e in enumerate(field)}
    barred = bars(request, field)
    rested = [0] * len(field)
    plan: list[Pairs] = []
    for _ in range(evening):
        least = min(rested)
        absent = [i for i, times in enumerate(rested) if times == least] if len(field) % 2 else []
        drawn = LotPool(field, Bars([set(foes) for foes in barred.foes], dict(barred.levels)), absent, lot).draw()
        if drawn is None:
            if request.round > len(plan):
                raise _stuck(request, field, barred)
            break
        tables, out, _ = drawn
        plan.append([(north[0], east[0]) for north, east in tables])
        for north, east in plan[-1]:
            i, j = sorted((place[north], place[east]))
            barred.foes[i].add(j)
            barred.foes[j].add(i)
            barred.levels.pop((i, j), None)
        for i in out:
            rested[i] += 1
    return plan


def _stuck(request: Request, field: list[Entrant], barred: Bars) -> ImpossibleError:
    foes = [
        tuple(field[j].number for j in sorted(theirs) if (min(i, j), max(i, j)) not in barred.levels)
        for i, theirs in enumerate(barred.foes)
    ]
    return impossible(request, [e._replace(met=met) for e, met in zip(field, foes, strict=True)])


METHOD = Method(
    name="rotation",
    tirage=tirage,
    title=text("Rotation tirée d'avance", "Rotation drawn in advance"),
    summary=text(
        "Les adversaires de toutes les parties sont tirés au sort avant la première ; personne ne se rencontre deux "
        "fois. Quand une équipe part, manque une partie ou arrive en retard, les tables qu'elle touche sont refaites.",
        "The opponents of all rounds are drawn before the first; nobody meets twice. When a team leaves, misses a round or "
        "comes late, the tables that it touches are made again.",
    ),
    extra={**POOL, **PEOPLE, **MENDED, "parties": MethodOption(kind="count", default=6, high=100)},
    reasons="planned",
    schedule=True,
)
