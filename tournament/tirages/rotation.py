"""The whole evening drawn in advance, without any rematch: opponents for every partie are known from the start."""

from tournament.tirages.chance import Lot
from tournament.tirages.common import Entrant, Method, Option, Outcome, Request
from tournament.tirages.errors import Impossible
from tournament.tirages.pairing import Bars, bars, impossible
from tournament.tirages.planned import PEOPLE, POOL, beyond, frozen, paired, people, plan_lot, seat
from tournament.tirages.sort import Hat

Pairs = list[tuple[int, int]]


def tirage(request: Request) -> Outcome:
    """The tables of the partie `round`.

    Turns of the round robin, names and turns drawn by lot; where clubs are kept apart or tables fixed, one uniform
    draw after the other, each forbidding the meetings of those before.
    """
    evening = max(request.round, request.options["parties"])
    lot = plan_lot(request)
    tied = any(e.fixed_table is not None for e in people(request).values())
    plan = _drawn(request, lot, evening) if tied or request.options["club_apart"] != "no" else _turned(request, lot)
    if request.round > len(plan):
        raise beyond(request, len(plan))
    planned = [pair for pairs in plan[:evening] for pair in pairs]
    return seat(request, plan[request.round - 1], planned)


def _turned(request: Request, lot: Lot) -> list[Pairs]:
    order = sorted(frozen(request))
    lot.shuffle(order)
    turns = list(range(1, len(order) + len(order) % 2))
    lot.shuffle(turns)
    plan = []
    for turn in turns:
        pairs = paired(order, turn)
        lot.shuffle(pairs)
        plan.append(pairs)
        if len(plan) >= max(request.round, request.options["parties"]):
            break
    return plan


def _drawn(request: Request, lot: Lot, evening: int) -> list[Pairs]:
    found = people(request)
    everyone = [found.get(number, Entrant(number=number)) for number in sorted(frozen(request))]
    blank = [
        Entrant(number=e.number, club=e.club, family=e.family, fixed_table=e.fixed_table) for e in everyone
    ]  # the plan knows no results, nor who met whom
    barred = bars(request, blank)
    rested = [0] * len(blank)
    plan: list[Pairs] = []
    for _ in range(evening):
        least = min(rested)
        absent = [i for i, times in enumerate(rested) if times == least] if len(blank) % 2 else []
        drawn = Hat(blank, Bars([set(theirs) for theirs in barred.foes], dict(barred.levels)), absent, lot).draw()
        if drawn is None:
            if request.round > len(plan):
                raise _stuck(request, blank, barred)
            break
        tables, out, _ = drawn
        plan.append([(one[0], two[0]) for one, two in tables])
        place = {e.number: i for i, e in enumerate(blank)}
        for one, two in tables:
            i, j = sorted((place[one[0]], place[two[0]]))
            barred.foes[i].add(j)
            barred.foes[j].add(i)
            barred.levels.pop((i, j), None)
        for i in out:
            rested[i] += 1
    return plan


def _stuck(request: Request, blank: list[Entrant], barred: Bars) -> Impossible:
    numbers = [e.number for e in blank]
    met = [
        Entrant(
            number=e.number,
            club=e.club,
            family=e.family,
            fixed_table=e.fixed_table,
            met=tuple(numbers[j] for j in sorted(barred.foes[i]) if (min(i, j), max(i, j)) not in barred.levels),
        )
        for i, e in enumerate(blank)
    ]
    return impossible(request, met)


METHOD = Method(
    name="rotation",
    tirage=tirage,
    label_fr="Rotation tirée d'avance",
    label_en="Rotation drawn in advance",
    about_fr="Les adversaires de toutes les parties sont tirés au sort avant la première ; personne ne se rencontre "
    "deux fois.",
    about_en="The opponents of all rounds are drawn before the first; nobody meets twice.",
    extra={**POOL, **PEOPLE, "parties": Option(kind="count", default=6, high=100)},
    reasons="planned",
    schedule=True,
)
