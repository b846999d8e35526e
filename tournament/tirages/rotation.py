"""The whole evening drawn in advance, without any rematch: opponents for every partie are known from the start."""

from collections.abc import Sequence
from dataclasses import replace

from rules.sentences import text
from tournament.tirages.chance import Lot
from tournament.tirages.errors import ImpossibleError
from tournament.tirages.model import DrawnSeating, Entrant, Method, MethodOption, Request
from tournament.tirages.pairing import Bars, bars, impossible
from tournament.tirages.planned import (
    LOOKS_AHEAD,
    MENDED,
    PEOPLE,
    POOL,
    frozen,
    keeps_tables,
    mended,
    paired,
    people,
    plan_lot,
    seat,
    turns_of,
    undisturbed,
    within,
)
from tournament.tirages.sort import LotPool, draw_open

Pairs = list[tuple[int, int]]


def tirage(request: Request) -> DrawnSeating:
    """Return the tables of the partie `round`.

    Turns of the round robin, names and turns drawn by lot; where clubs are kept apart or tables fixed, one uniform
    draw after the other, each forbidding the meetings of those before.
    """
    evening = max(request.round, request.options["parties"])
    plan, stuck = (_drawn if drawn_apart(request) else _turned)(request, plan_lot(request), evening)
    looks_ahead = request.options["mended"] == request.options["looks_ahead"] == "yes"
    as_planned = undisturbed(request, plan)
    if looks_ahead and as_planned and request.round <= len(plan) and keeps_tables(request, plan[request.round - 1]):
        return seat(request, plan[request.round - 1])  # the plan itself looked ahead
    if looks_ahead and not as_planned:
        return mended(request, plan[:evening])  # others are here than those whose plan may have ended
    if stuck is not None and request.round > len(plan):
        raise stuck
    within(request, len(plan))
    if request.options["mended"] == "yes":
        return mended(request, plan[:evening])
    return seat(request, plan[request.round - 1], planned=[pair for pairs in plan[:evening] for pair in pairs])


def drawn_apart(request: Request) -> bool:
    """Return whether something forbids meetings, so that each partie of the plan is drawn after those before."""
    fixed = any(e.fixed_table is not None for e in people(request).values())
    return fixed or request.options["club_apart"] != "no"


def _turned(request: Request, lot: Lot, evening: int) -> tuple[list[Pairs], None]:
    order = sorted(frozen(request))
    lot.shuffle(order)
    turns = list(range(1, turns_of(len(order)) + 1))
    lot.shuffle(turns)
    plan = []
    for turn in turns[:evening]:
        pairs = paired(order, turn)
        lot.shuffle(pairs)
        plan.append(pairs)
    return plan, None


def _drawn(request: Request, lot: Lot, evening: int) -> tuple[list[Pairs], ImpossibleError | None]:
    """Return the plan as far as it goes, and what stopped it before the *evening* was over."""
    entrants = people(request)
    field = [entrants.get(n, Entrant(number=n)).before_the_evening() for n in sorted(frozen(request))]
    place = {e.number: i for i, e in enumerate(field)}
    barred = bars(request, field)
    rested = [0] * len(field)
    met: list[list[int]] = [[] for _entrant in field]
    plan: list[Pairs] = []
    while len(plan) < evening:
        least = min(rested)
        absent = [i for i, times in enumerate(rested) if times == least] if len(field) % 2 else []
        so_far = Bars([set(foes) for foes in barred.foes], dict(barred.levels))
        if request.options["looks_ahead"] == "yes":
            page = [e._replace(met=tuple(met[i]), exempt=rested[i]) for i, e in enumerate(field)]
            drawn = draw_open(_for_page(request, len(plan) + 1, page), page, so_far, absent, lot)[0]
        else:
            drawn = LotPool(field, so_far, absent, lot).draw()
        if drawn is None:
            return plan, _stuck(request, field, barred)
        tables, out, _ = drawn
        plan.append([(north[0], east[0]) for north, east in tables])
        for north, east in plan[-1]:
            i, j = sorted((place[north], place[east]))
            barred.foes[i].add(j)
            barred.foes[j].add(i)
            barred.levels.pop((i, j), None)
            met[i].append(field[j].number)
            met[j].append(field[i].number)
        for i in out:
            rested[i] += 1
    return plan, None


def _for_page(request: Request, number: int, entrants: Sequence[Entrant]) -> Request:
    """Return the request of partie *number* of the plan alone, a draw by lot among *entrants*."""
    options = {**request.options, "rematch": "never", "ties": "lot", "rest": (), "relay": (), "apart_next": "same"}
    return replace(request, round=number, entrants=tuple(entrants), options=options)


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
    extra={**POOL, **PEOPLE, **MENDED, **LOOKS_AHEAD, "parties": MethodOption(kind="count", default=6, high=100)},
    reasons="planned",
    schedule=True,
)
