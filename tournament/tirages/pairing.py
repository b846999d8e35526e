"""From checked entrants to pairs of teams: who may meet whom, who sits out, and the proof when nothing is possible."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from tournament.tirages.chance import Lot
from tournament.tirages.common import Camps, Entrant, Outcome, Request, line, same_club
from tournament.tirages.errors import Impossible
from tournament.tirages.matching import Obstacle, obstacle
from tournament.tirages.neighbours import Pairing, best_pairing


@dataclass(frozen=True, slots=True)
class Bars:
    """Who should not meet on a line of entrants, by place.

    `foes[i]` are the places i should not meet; `levels[i, j]`, i < j, is what a meeting costs where it is only to be
    avoided (one club counts 1, a rematch more than all clubs together), and is absent where it is forbidden.
    """

    foes: list[set[int]]
    levels: dict[tuple[int, int], int]


def bars(request: Request, entrants: Sequence[Entrant]) -> Bars:
    """Who among *entrants*, in this order, should not meet."""
    least = request.options["rematch"] == "least"
    apart = request.options["club_apart"]
    place = {e.number: i for i, e in enumerate(entrants)}
    foes: list[set[int]] = [{place[n] for n in e.met if n in place} for e in entrants]
    for i, theirs in enumerate(foes):
        for j in theirs:
            foes[j].add(i)
    met = {(i, j) for i, theirs in enumerate(foes) for j in theirs if i < j} if least or apart == "soft" else set()
    mates: set[tuple[int, int]] = set()
    if apart != "no":
        for group in _groups(entrants):
            members = set(group)
            for i in group:
                foes[i] |= members
                foes[i].discard(i)
            if apart == "soft":
                mates.update((i, j) for i in group for j in group if i < j)
    fixed = [i for i, e in enumerate(entrants) if e.fixed_table is not None]
    tabled = {(i, j) for i in fixed for j in fixed if i < j and entrants[i].fixed_table != entrants[j].fixed_table}
    for i, j in tabled:
        foes[i].add(j)
        foes[j].add(i)
    levels: dict[tuple[int, int], int] = {}
    for pair in met if least else ():
        levels[pair] = len(entrants)
    for pair in mates:
        if least or pair not in met:
            levels[pair] = levels.get(pair, 0) + 1
    if apart == "hard":
        for group in _groups(entrants):
            for i in group:
                for j in group:
                    levels.pop((i, j), None)
    for pair in tabled:
        levels.pop(pair, None)
    return Bars(foes, levels)


def _groups(entrants: Sequence[Entrant]) -> Iterable[list[int]]:
    """Places of those of one club, then of those of one family."""
    for kind in ("club", "family"):
        found: dict[str, list[int]] = defaultdict(list)
        for i, e in enumerate(entrants):
            name = getattr(e, kind)
            if name:
                found[name.casefold()].append(i)
        yield from (group for group in found.values() if len(group) > 1)


def at_one_table(entrants: Sequence[Entrant]) -> list[list[int]]:
    """Places of entrants that ask for the same fixed table, two or more."""
    asked: dict[int, list[int]] = defaultdict(list)
    for i, e in enumerate(entrants):
        if e.fixed_table is not None:
            asked[e.fixed_table].append(i)
    return [group for group in asked.values() if len(group) > 1]


Solver = Callable[[list[Entrant], Bars], tuple[list[Camps], bool] | None]


def pair_off(request: Request, order: list[Entrant], solver: Solver) -> Outcome:
    """Pair *order*, first to last: choose who sits out, seat at one table those who ask for it, *solver* for the rest.

    Raises Impossible with its proof.
    """
    rest = set(request.options["rest"])
    playing = [e for e in order if e.number not in rest]
    resting = sorted(rest)
    if len(playing) % 2 == 0:
        found = _attempt(request, playing, solver)
        if found is None:
            raise impossible(request, playing)
        return Outcome(tables=found[0], exempt=resting, optimal=found[1])
    for entrant in sitting_out(request, playing):
        found = _attempt(request, [e for e in playing if e is not entrant], solver)
        if found is not None:
            return Outcome(tables=found[0], exempt=sorted([entrant.number, *resting]), optimal=found[1])
    raise impossible(request, playing)


def sitting_out(request: Request, playing: Sequence[Entrant]) -> Iterable[Entrant]:
    """Who may sit out, best choice first: the fewest exemptions, then the lowest on the line.

    After a first choice without a draw, only those without whom one exists.
    """
    order = sorted(range(len(playing)), key=lambda i: (playing[i].exempt, -i))
    yield playing[order[0]]
    possible = possible_absences(request, playing)
    yield from (playing[i] for i in order[1:] if i in possible)


def possible_absences(request: Request, playing: Sequence[Entrant]) -> set[int]:
    """Places of an odd number of entrants whose absence leaves a possible draw."""
    if at_one_table(playing):  # who leaves may set another free of a shared table: each case apart
        left = {i: [e for e in playing if e is not one] for i, one in enumerate(playing)}
        return {i for i, others in left.items() if not obstacle(len(others), _hard(request, others)).groups}
    wall = obstacle(len(playing), _hard(request, playing))
    return set(wall.loose) if wall.missing == 1 else set()


def _hard(request: Request, playing: Sequence[Entrant]) -> list[set[int]]:
    """The places each entrant may on no account meet; those asking for one table may meet nobody else."""
    barred = bars(request, playing)
    foes = [set(theirs) for theirs in barred.foes]
    for i, j in barred.levels:
        foes[i].discard(j)
        foes[j].discard(i)
    for group in at_one_table(playing):
        others = set(range(len(playing))).difference(group)
        for i in group:
            foes[i] |= others
        for i in others:
            foes[i].update(group)
    return foes


def _attempt(request: Request, playing: list[Entrant], solver: Solver) -> tuple[list[Camps], bool] | None:
    forced: list[Camps] = []
    for group in at_one_table(playing):
        if len(group) > 2:
            return None
        a, b = (playing[i] for i in group)
        barred = bars(request, [a, b])
        if barred.foes[0] and not barred.levels:
            return None
        forced.append(((a.number,), (b.number,)))
    if not forced:
        return solver(playing, bars(request, playing))
    seated = {camp[0] for camps in forced for camp in camps}
    others = [e for e in playing if e.number not in seated]
    found = solver(others, bars(request, others)) if others else ([], True)
    if found is None:
        return None
    place = {e.number: i for i, e in enumerate(playing)}
    tables = sorted(forced + found[0], key=lambda camps: min(place[camp[0]] for camp in camps))
    return tables, found[1]


def by_line(best: Callable[[Sequence[Entrant], Bars], Pairing | None]) -> Callable[[Request], Outcome]:
    """The draw that pairs close entrants of the line, *best* giving the cheapest pairing of their places."""

    def solver(playing: list[Entrant], barred: Bars) -> tuple[list[Camps], bool] | None:
        found = best(playing, barred)
        return None if found is None else (_tables(playing, found), found.proven)

    def tirage(request: Request) -> Outcome:
        lot = Lot(request.fingerprint, request.seed)
        outcome = pair_off(request, line(request, request.entrants, lot), solver)
        if request.options["table_one"] == "lot":
            lot.shuffle(outcome.tables)
        return outcome

    return tirage


def closest(playing: list[Entrant], barred: Bars) -> tuple[list[Camps], bool] | None:
    """Neighbours in the order given, moved as little as possible."""
    found = best_pairing([-place for place in range(len(playing))], barred.foes, barred.levels)
    return None if found is None else (_tables(playing, found), found.proven)


def _tables(playing: Sequence[Entrant], found: Pairing) -> list[Camps]:
    return [((playing[i].number,), (playing[j].number,)) for i, j in enumerate(found.mate) if i < j]


def impossible(request: Request, playing: Sequence[Entrant]) -> Impossible:
    """The proof that *playing* cannot be paired as asked."""
    for group in at_one_table(playing):
        if len(group) > 3:
            teams = sorted(playing[i].number for i in group)
            return Impossible("same_table", teams=teams, groups=teams, table=playing[group[0]].fixed_table)
    return _named(obstacle(len(playing), _hard(request, playing)), playing)


def _named(wall: Obstacle, playing: Sequence[Entrant]) -> Impossible:
    groups = sorted(sorted(playing[i].number for i in group) for group in wall.groups)
    others = sorted(playing[i].number for i in wall.others)
    teams = sorted(number for group in groups for number in group)
    if any(len(group) > 1 for group in groups):
        reason = "odd_groups" if others else "odd_groups_alone"
        return Impossible(reason, teams=teams, groups=groups, others=others, need=len(groups), there=len(others))
    if others:
        return Impossible(
            "all_met", teams=teams, groups=teams, others=others, need=len(teams) - len(playing) % 2, there=len(others)
        )
    return Impossible("alone" if len(teams) == 1 else "all_met_alone", teams=teams, groups=teams, others=[])


def checked(request: Request, outcome: Outcome) -> Outcome:
    """*outcome* if it breaks nothing that the options forbid; raises Impossible. For draws planned without history."""
    found = request.by_number()
    broken: dict[str, set[int]] = defaultdict(set)
    for camps in outcome.tables:
        tables = {found[n].fixed_table for camp in camps for n in camp} - {None}
        if len(tables) > 1:
            broken["fixed"].update(n for camp in camps for n in camp if found[n].fixed_table)
        for place, camp in enumerate(camps):
            for other in camps[place + 1 :]:
                for a in camp:
                    for b in other:
                        if b in found[a].met or a in found[b].met:
                            broken["rematches"].update((a, b))
                        if same_club(found[a], found[b]):
                            broken["clubs"].update((a, b))
    if request.options["rematch"] == "least":
        broken.pop("rematches", None)
    if request.options["club_apart"] != "hard":
        broken.pop("clubs", None)
    for reason in ("fixed", "rematches", "clubs"):
        if broken.get(reason):
            teams = sorted(broken[reason])
            raise Impossible(reason, teams=teams, groups=teams)
    return outcome
