"""Why a table is not simply the next two of the line, and why a team sits out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.tirages.chance import Lot
from tournament.tirages.common import Camps, Entrant, Request, line, rematches, same_club, standing
from tournament.tirages.planned import frozen
from tournament.tirages.poules import pool_letter, pools


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason: `code` is the key of its sentence, `params` what stands in it."""

    table: int | None
    teams: Sequence[int]
    code: str
    params: dict[str, Any] = field(default_factory=dict)


def table_reasons(request: Request, tables: list[tuple[int, Camps]], exempt: list[int]) -> Iterable[Reason]:
    """The reason of each table, in their order."""
    how = request.method.reasons
    again = rematches(request, [camps for _, camps in tables])
    chained = _line_reasons(request, tables, exempt) if how == "line" else {}
    order = {e.number: i for i, e in enumerate(_line_of(request), 1)} if how == "many" else {}
    groups = pools(request) if how == "pool" else []
    found = request.by_number()
    for number, camps in tables:
        teams = [n for camp in camps for n in camp]
        if how == "many" or len(camps) != 2 or len(teams) != 2:
            yield _many(request, number, camps, order)
            continue
        a, b = teams
        pair = {"a": a, "b": b}
        one, two = found[a], found[b]
        if (min(a, b), max(a, b)) in again:
            if how in ("line", "lot"):
                yield Reason(table=number, teams=teams, code="rematch", params={**pair, "count": len(again)})
            else:
                yield Reason(table=number, teams=teams, code="rematch_kept", params=pair)
        elif one.fixed_table is not None and one.fixed_table == two.fixed_table:
            yield Reason(table=number, teams=teams, code="asked_table", params={**pair, "table": one.fixed_table})
        elif request.options["club_apart"] != "no" and same_club(one, two):
            yield Reason(table=number, teams=teams, code="club_met", params=pair)
        elif how == "line":
            code, more = chained[a, b]
            yield Reason(table=number, teams=teams, code=code, params={**pair, **more})
        elif set(teams) == set(request.options.get("third", ())):
            yield Reason(table=number, teams=teams, code="third", params=pair)
        elif how == "bracket" and (moved := next((e for e in (one, two) if e.fixed_table not in (None, number)), None)):
            params = {**pair, "who": moved.number, "asked": moved.fixed_table}
            yield Reason(table=number, teams=teams, code="bracket_moved", params=params)
        elif how == "pool":
            own = next((i for i, group in enumerate(groups) if a in group and b in group), None)
            code, more = ("planned", {}) if own is None else ("pool", {"pool": pool_letter(own)})
            yield Reason(table=number, teams=teams, code=code, params={**pair, "round": request.round, **more})
        elif how == "bracket":
            yield Reason(table=number, teams=teams, code=_stage(request), params=pair)
        else:
            more = {"round": request.round} if how == "planned" else {}
            yield Reason(table=number, teams=teams, code=how, params={**pair, **more})


def _many(request: Request, number: int, camps: Camps, order: dict[int, int]) -> Reason:
    """Why these people sit together: by their ranks, or by lot, with those who have met before."""
    found = request.by_number()
    people = [n for camp in camps for n in camp]
    words = [list(camp) if len(camp) > 1 else camp[0] for camp in camps]
    params: dict[str, Any] = {"table": number, "a": words[:1], "b": words[1:]}
    if request.options.get("placement") == "classement":
        params |= {"low": min(order[n] for n in people), "high": max(order[n] for n in people)}
        return Reason(table=number, teams=people, code="many_ranked", params=params)
    again = [(a, b) for i, a in enumerate(people) for b in people[i + 1 :] if _knows(found[a], found[b])]
    if again:
        return Reason(table=number, teams=people, code="many_again", params={**params, "again": again})
    fresh = any(found[n].met or found[n].partners for n in people)
    return Reason(table=number, teams=people, code="many_new" if fresh else "many", params=params)


def _knows(a: Entrant, b: Entrant) -> bool:
    return b.number in a.met or a.number in b.met or b.number in a.partners or a.number in b.partners


def _stage(request: Request) -> str:
    """Which match of a knock-out this is, as the key of its sentence."""
    left = (len(frozen(request)) - 1).bit_length() - request.round
    return {0: "bracket_final", 1: "bracket_half", 2: "bracket_quarter"}.get(left, "bracket")


def _line_reasons(
    request: Request, tables: list[tuple[int, Camps]], exempt: list[int]
) -> dict[tuple[int, int], tuple[str, dict[str, Any]]]:
    """For each pair its reason: neighbours, or what keeps two neighbours of its chain apart.

    The pairs drawn and the pairs of neighbours form circles; whatever moved one table of a circle moved them all.
    """
    order = [e for e in _line_of(request) if e.number not in set(exempt)]
    place = {e.number: i for i, e in enumerate(order)}
    mate = {place[camps[0][0]]: place[camps[1][0]] for _, camps in tables}
    mate |= {b: a for a, b in mate.items()}
    plain = "in_order" if not request.method.chance else "neighbours"
    reasons: dict[tuple[int, int], tuple[str, dict[str, Any]]] = {}
    for _, camps in tables:
        i, j = place[camps[0][0]], place[camps[1][0]]
        if i ^ 1 == j:
            reasons[camps[0][0], camps[1][0]] = plain, {}
            continue
        circle, at = [], min(i, j)
        while at not in circle:
            circle += [at, at ^ 1]
            at = mate.get(at ^ 1, at)
        kept = [(k, k ^ 1, _kept_apart(request, order, k)) for k in circle if k < len(order) and not k & 1]
        why = [(x, y, code) for x, y, code in kept if code]
        why.sort(key=lambda item: (not {item[0], item[1]} & {i, j}, abs(item[0] - min(i, j))))
        if why:
            x, y, code = why[0]
            reasons[camps[0][0], camps[1][0]] = code, {"x": order[x].number, "y": order[y].number}
        else:
            reasons[camps[0][0], camps[1][0]] = "same_cost", {}
    return reasons


def _kept_apart(request: Request, order: list[Entrant], place: int) -> str:
    one, two = order[place], order[place + 1]
    if two.number in one.met or one.number in two.met:
        return "met"
    if request.options["club_apart"] != "no" and same_club(one, two):
        return "club"
    if one.fixed_table is not None or two.fixed_table is not None:
        return "fixed_tables"
    return ""


def _line_of(request: Request) -> list[Entrant]:
    if not request.method.chance:
        return list(request.entrants)
    return line(request, request.entrants, Lot(request.fingerprint, request.seed))


def exempt_reasons(request: Request, exempt: list[int]) -> Iterable[Reason]:
    """The reason of each exempt."""
    found = request.by_number()
    rest = set(request.options["rest"])
    how = request.method.reasons
    for number in exempt:
        one = found[number]
        if number in rest:
            yield Reason(table=None, teams=[number], code="exempt_rest", params={"a": number})
        elif how == "many":
            yield Reason(table=None, teams=[number], code="exempt_lot", params={"a": number, "count": one.exempt})
        elif how in ("planned", "pool", "bracket"):
            code = "exempt_turn" if how != "bracket" else "exempt_bye" if request.round == 1 else "exempt_through"
            yield Reason(table=None, teams=[number], code=code, params={"a": number})
        else:
            first = _before(request, one, rest)
            if first:
                params: dict[str, Any] = {"a": number, "others": first}
                yield Reason(table=None, teams=[number], code="exempt_possible", params=params)
            else:
                equals = _equals(request, one, rest)
                code = "exempt_last" if equals == 1 or request.options["ties"] == "number" else "exempt_drawn"
                params = {"a": number, "count": one.exempt} | ({"equals": equals} if code == "exempt_drawn" else {})
                yield Reason(table=None, teams=[number], code=code, params=params)


def _equals(request: Request, chosen: Entrant, rest: set[int]) -> int:
    """How many could sit out as well as *chosen*, itself included: as seldom exempt, and equal with it."""
    best = standing(request)
    key = (chosen.exempt, best(chosen))
    return sum((e.exempt, best(e)) == key for e in request.entrants if e.number not in rest)


def _before(request: Request, chosen: Entrant, rest: set[int]) -> list[int]:
    """Those who should have sat out before *chosen*, had a draw existed without them."""
    if request.method.reasons == "line":
        order = _line_of(request)
        rank = {e.number: -i for i, e in enumerate(order)}
        key = lambda e: (e.exempt, rank[e.number])  # noqa: E731
    else:
        best = standing(request)
        key = lambda e: (e.exempt, tuple(-k for k in best(e)))  # noqa: E731
    return [e.number for e in request.entrants if e.number not in rest and key(e) < key(chosen)]
