"""The reasons of a draw: why a table is not simply the next two of the line, why a team sits out."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from tournament.tirages.elimination import bracket, round_key, seeded_places
from tournament.tirages.errors import STAGES, ImpossibleError
from tournament.tirages.model import Camps, Entrant, Request, rank_key, ranked
from tournament.tirages.pairing import making_up
from tournament.tirages.planned import (
    frozen,
    is_mended,
    keeps_tables,
    largest_clubs_first,
    plan_lot,
    seeded,
    spreads_clubs,
    turns_of,
)
from tournament.tirages.poules import pool_letter, pools
from tournament.tirages.seating import have_met, rematches, same_club, were_partners

CodeAndParams = tuple[str, dict[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reason:
    """One reason: `code` is the key of its sentence, `params` the values in it."""

    table: int | None
    teams: Sequence[int]
    code: str
    params: dict[str, Any] = field(default_factory=dict)


def table_reasons(
    request: Request, tables: list[tuple[int, Camps]], exempt: list[int], by_rank: Sequence[int] = ()
) -> Iterable[Reason]:
    """Yield the reason of each table, in their order.

    *by_rank* are the teams of a bracket by their ranks alone, where some were moved to keep two apart.
    """
    how = request.method.reasons
    again = rematches(request, [camps for _, camps in tables])
    chained = _line_reasons(request, tables, exempt) if how == "line" else {}
    order = {e.number: i for i, e in enumerate(_line_of(request), 1)} if how == "many" else {}
    groups = pools(request) if how == "pool" else []
    places = bracket(request) if how == "bracket" else []
    by_seeds = how == "bracket" and request.options["placement"] == "classement"
    plain = seeded_places(by_rank) if by_seeds and {*by_rank} == {*places} - {0} else []
    page = page_of(request) if how == "planned" else []
    gone = _absent(request, page)
    for number, camps in tables:
        teams = [n for camp in camps for n in camp]
        if how == "many" or len(camps) != 2 or len(teams) != 2:
            yield _many(request, number, camps, order)
            continue
        a, b = teams
        if how == "bracket":
            code, params = _bracket_reason(request, number, a, b, places, plain, by_rank)
        else:
            code, params = _pair_reason(request, a, b, again, groups, gone, page) or chained[a, b]
        yield Reason(table=number, teams=teams, code=code, params={"a": a, "b": b, **params})


def _pair_reason(
    request: Request,
    a: int,
    b: int,
    again: list[tuple[int, int]],
    groups: list[list[int]],
    gone: Mapping[int, int],
    page: Collection[frozenset[int]],
) -> CodeAndParams | None:
    """Return why teams *a* and *b* meet; None where their place on the line says it."""
    how = request.method.reasons
    pair = request.by_number[a], request.by_number[b]
    if (min(a, b), max(a, b)) in again:
        return ("rematch", {"count": len(again)}) if how in ("line", "lot") else ("rematch_kept", {})
    if pair[0].fixed_table is not None and pair[0].fixed_table == pair[1].fixed_table:
        return "asked_table", {"table": pair[0].fixed_table}
    if request.options["club_apart"] != "no" and same_club(*pair):
        return "club_met", {}
    if how == "line":
        return None
    if how == "pool":
        pool = next((place for place, group in enumerate(groups) if a in group and b in group), None)
        if pool is not None:
            return "pool", {"round": request.round, "pool": pool_letter(pool)}
        return ("late_pair", {}) if a in request.options["beside"] else ("planned", {"round": request.round})
    alone = next((team for team in (a, b) if team in gone), 0)
    if alone:
        return "planned_gone", {"who": alone, "gone": gone[alone]}
    if how == "planned" and request.options.get("mended") == "yes" and frozenset((a, b)) not in page:
        if not keeps_tables(request, page):
            return "planned_tables", {}
        return ("planned_again" if is_mended(request, page) else "planned_ahead"), {}
    return how, {"round": request.round} if how == "planned" else {}


def _bracket_reason(
    request: Request,
    table: int,
    a: int,
    b: int,
    places: Sequence[int],
    plain: Sequence[int],
    by_rank: Sequence[int],
) -> CodeAndParams:
    """Return why teams *a* and *b* of a knock-out meet: nothing but the bracket, once its first matches are drawn.

    *places* are those of the bracket: they name the matches that both have won, numbered from the top of each round, byes left out.
    *plain* are those that their ranks alone, *by_rank*, would have given, where some were moved.
    """
    if {a, b} == set(request.options["third"]):
        return "third", {}
    if a in request.options["beside"]:
        return "beside", {}
    pair = request.by_number[a], request.by_number[b]
    moved = next((e for e in pair if e.fixed_table not in (None, table)), None)
    if moved:
        return "bracket_moved", {"who": moved.number, "asked": moved.fixed_table}
    # Only the first round has byes.
    before, stage = (
        round_key(len(places) >> number, byes=number == 1 and 0 in places)
        for number in (request.round - 1, request.round)
    )
    if request.round > 1:
        span = 1 << request.round
        match = places.index(a) // span
        quarters = [places[at : at + span // 4] for at in range(match * span, (match + 1) * span, span // 4)]
        # A team with a bye before has won no match there.
        if all(map(any, quarters)):
            one = _matches_above(request, places, match * span) + 1
            numbers = {"match": match + 1, "one": one, "other": one + 1}
            return f"winners_{stage}" if stage else "winners", {"before": before, **numbers}
    if request.round == 1 and plain and (others := _opponents_by_rank(a, b, plain)):
        met = next((pair for pair in others if have_met(*map(request.by_number.__getitem__, pair))), None)
        return ("bracket_met", {"x": met[0], "y": met[1]}) if met else ("bracket_apart", {})
    if stage == "final":
        return "bracket_final", {}
    if request.options["placement"] == "classement":
        order = by_rank if plain else seeded(request, plan_lot(request))
        seeds = {"seed_a": order.index(a) + 1, "seed_b": order.index(b) + 1}
        why = "apart" if _moved(a, places, plain, 1 << request.round) else "seeds"
        return f"bracket_{stage}_{why}" if stage in STAGES else f"bracket_{why}", seeds
    if stage in ("half", "quarter") or request.round > 1:
        return f"bracket_{stage}" if stage else "bracket", {}
    if spreads_clubs(request) and not same_club(*pair) and _has_mates(request):
        return "bracket_lot_clubs", {}
    return "bracket_lot", {}


def _moved(team: int, places: Sequence[int], plain: Sequence[int], span: int) -> bool:
    """Return whether the ranks alone, *plain*, would have brought other teams to the match of *team*, of *span* places."""
    teams, by_rank = ({*order[order.index(team) // span * span :][:span]} for order in (places, plain or places))
    return teams != by_rank


def _matches_above(request: Request, places: Sequence[int], until: int) -> int:
    """Return how many matches of the round before are played above place *until*: a bye of the first is none."""
    size = 1 << (request.round - 1)  # places of one of them
    halves = ((places[at : at + size // 2], places[at + size // 2 : at + size]) for at in range(0, until, size))
    return sum(any(one) and any(other) for one, other in halves)


def _has_mates(request: Request) -> bool:
    """Return whether two teams of a bracket are of one club."""
    clubs = [name for _number, own in largest_clubs_first(request, frozen(request)) for name in own]
    return len(set(clubs)) < len(clubs)


def _opponents_by_rank(a: int, b: int, plain: Sequence[int]) -> list[tuple[int, int]]:
    """Return *a* and *b*, each with the opponent that its rank alone would have given; none where these are each other."""
    pairs = [(team, plain[plain.index(team) ^ 1]) for team in (a, b)]
    return [] if pairs[0] == (a, b) else [(team, other) for team, other in pairs if other]


def _many(request: Request, number: int, camps: Camps, order: dict[int, int]) -> Reason:
    """Return why these people sit together: their ranks, or the lot, with those who have met before."""
    people = [n for camp in camps for n in camp]
    names = [list(camp) if len(camp) > 1 else camp[0] for camp in camps]
    params: dict[str, Any] = {"table": number, "a": names[:1], "b": names[1:]}
    if request.options.get("placement") == "classement":
        params |= {"low": min(order[n] for n in people), "high": max(order[n] for n in people)}
        return Reason(table=number, teams=people, code="many_ranked", params=params)
    entrants = [request.by_number[n] for n in people]
    pairs = combinations(entrants, 2)
    again = [(a.number, b.number) for a, b in pairs if have_met(a, b) or were_partners(a, b)]
    if again:
        return Reason(table=number, teams=people, code="many_again", params={**params, "again": again})
    history = any(e.met or e.partners for e in entrants)
    return Reason(table=number, teams=people, code="many_new" if history else "many", params=params)


def _line_reasons(
    request: Request, tables: list[tuple[int, Camps]], exempt: list[int]
) -> dict[tuple[int, int], CodeAndParams]:
    """Return the reason of each pair: neighbours, or what keeps two neighbours of its chain apart.

    The pairs drawn and the pairs of neighbours form circles; a constraint that moved one table of a circle moved all.
    """
    order = [e for e in _line_of(request) if e.number not in set(exempt)]
    place = {e.number: i for i, e in enumerate(order)}
    mate = {place[camps[0][0]]: place[camps[1][0]] for _, camps in tables}
    mate |= {b: a for a, b in mate.items()}
    plain = "in_order" if not request.method.chance else "neighbours"
    reasons: dict[tuple[int, int], CodeAndParams] = {}
    for _, camps in tables:
        i, j = place[camps[0][0]], place[camps[1][0]]
        if i ^ 1 == j:
            reasons[camps[0][0], camps[1][0]] = plain, {}
            continue
        circle: list[int] = []
        at = min(i, j)
        while at not in circle:
            circle += [at, at ^ 1]
            at = mate.get(at ^ 1, at)
        apart = [(k, k ^ 1, _kept_apart(request, order, k)) for k in circle if k < len(order) and not k & 1]
        why = [(x, y, code) for x, y, code in apart if code]
        why.sort(key=lambda item: (not {item[0], item[1]} & {i, j}, abs(item[0] - min(i, j))))
        if why:
            x, y, code = why[0]
            reasons[camps[0][0], camps[1][0]] = code, {"x": order[x].number, "y": order[y].number}
        else:
            reasons[camps[0][0], camps[1][0]] = "same_cost", {}
    return reasons


def _kept_apart(request: Request, order: list[Entrant], place: int) -> str:
    a, b = order[place], order[place + 1]
    if have_met(a, b):
        return "met"
    if {a.number, b.number} in map(set, making_up(request.options["relay"])):
        return "make_up"
    if request.options["club_apart"] != "no" and same_club(a, b):
        return "club"
    if a.fixed_table is not None or b.fixed_table is not None:
        return "fixed_tables"
    return ""


def _line_of(request: Request) -> list[Entrant]:
    if not request.method.chance:
        return list(request.entrants)
    return ranked(request, request.entrants, request.lot())


def exempt_reasons(request: Request, exempt: list[int], by_rank: Sequence[int] = ()) -> Iterable[Reason]:
    """Yield the reason of each exempt; *by_rank* as in `table_reasons`."""
    gone = opponents_gone(request) if request.method.reasons in ("planned", "pool") else {}
    groups = pools(request) if request.method.reasons == "pool" else []
    for number in exempt:
        code, params = _exempt_reason(request, request.by_number[number], gone, by_rank)
        if groups and code == "exempt_turn":
            code, params = _pool_exempt_reason(request, number, groups)
        yield Reason(table=None, teams=[number], code=code, params={"a": number, **params})


def _exempt_reason(request: Request, chosen: Entrant, gone: Mapping[int, int], by_rank: Sequence[int]) -> CodeAndParams:
    how = request.method.reasons
    if chosen.number in request.options["rest"]:
        return "exempt_rest", {}
    if how == "many":
        return "exempt_lot", {"count": chosen.exempt}
    if how == "bracket":
        if request.round > 1:
            return "exempt_through", {}
        if request.options["placement"] != "classement":
            return "exempt_bye", {}
        order = seeded(request, plan_lot(request))
        byes = (1 << (len(order) - 1).bit_length()) - len(order)
        ranks = by_rank if chosen.number in by_rank else order
        seed = ranks.index(chosen.number) + 1
        # A bye may have gone to another team so that two of a pool do not meet at once.
        return ("exempt_bye_seed", {"seed": seed, "byes": byes}) if seed <= byes else ("exempt_bye_apart", {})
    if request.options.get("mended") == "yes":
        earlier = [e.number for e in request.playing() if e.exempt < chosen.exempt]
        return ("exempt_possible", {"others": earlier}) if earlier else ("exempt_odd", {"count": chosen.exempt})
    if how in ("planned", "pool"):
        opponent = gone.get(chosen.number)
        if opponent:
            return "exempt_gone", {"gone": opponent}
        return ("exempt_turn" if how == "pool" or len(request.playing()) % 2 else "exempt_plan"), {}
    earlier = _before(request, chosen)
    if earlier:
        return "exempt_possible", {"others": earlier}
    if not request.method.chance:
        return "exempt_number", {"count": chosen.exempt}
    equals = _equals(request, chosen)
    if equals == 1:
        return "exempt_last", {"count": chosen.exempt}
    if request.options["ties"] == "number":
        return "exempt_equal_number", {"count": chosen.exempt}
    return "exempt_drawn", {"count": chosen.exempt, "equals": equals}


def _pool_exempt_reason(request: Request, number: int, groups: Sequence[Sequence[int]]) -> CodeAndParams:
    """Return why team *number* sits out a turn of the pools *groups* though no opponent has left."""
    place = next((place for place, group in enumerate(groups) if number in group), None)
    if place is None:
        return "exempt_no_place", {}
    over = request.round > turns_of(len(groups[place]))
    return "exempt_pool_over" if over else "exempt_pool", {"pool": pool_letter(place)}


def opponents_gone(request: Request) -> dict[int, int]:
    """Return each team → the team that it would meet at this turn of its plan, were that one here; nobody else."""
    planned = {*request.options.get("pool", ()), *request.options.get("late", ())}
    return _absent(request, page_of(request)) if planned - request.by_number.keys() else {}


def page_of(request: Request) -> list[frozenset[int]]:
    """Return the pairs of this turn of the plan as it was drawn, whoever is here."""
    planned = (*request.options.get("pool", ()), *request.options.get("late", ()))
    gone = [Entrant(number=team) for team in dict.fromkeys(planned) if team not in request.by_number]
    entrants = tuple(sorted((*request.entrants, *gone), key=lambda e: e.number))
    # Two whom a change by hand brought together before are still those of this turn.
    as_drawn = dict(request.options) | {"rematch": "least"} | ({"mended": "no"} if "mended" in request.options else {})
    try:
        tables = request.method.tirage(replace(request, entrants=entrants, options=as_drawn)).tables
    except ImpossibleError:
        return []
    return [frozenset((one, other)) for (one,), (other,) in tables]


def _absent(request: Request, page: Iterable[frozenset[int]]) -> dict[int, int]:
    found = {}
    for a, b in map(sorted, page):
        for team, other in ((a, b), (b, a)):
            if team in request.by_number and other not in request.by_number:
                found[team] = other
    return found


def _equals(request: Request, chosen: Entrant) -> int:
    """Return how many could sit out as well as *chosen*, itself included: as seldom exempt, and equal with it."""
    best = rank_key(request)
    return sum((e.exempt, best(e)) == (chosen.exempt, best(chosen)) for e in request.playing())


def _before(request: Request, chosen: Entrant) -> list[int]:
    """Return those who should have sat out before *chosen*, had a draw existed without them."""
    if request.method.reasons == "line":
        last: dict[int, tuple[int, ...]] = {e.number: (-place,) for place, e in enumerate(_line_of(request))}
    else:
        best = rank_key(request)
        last = {e.number: tuple(-figure for figure in best(e)) for e in request.entrants}
    turn = {e.number: (e.exempt, last[e.number]) for e in request.entrants}
    return [e.number for e in request.playing() if turn[e.number] < turn[chosen.number]]
