"""From checked entrants to pairs of teams: forbidden meetings, the exempt, and the proof when no draw exists; odd
numbers without sending anyone home: the catch-up game and the relay of four (docs/tirages.md 7).
"""

from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, product
from typing import Any

from tournament.tirages.chance import Lot
from tournament.tirages.errors import ImpossibleError
from tournament.tirages.matching import Obstacle, obstacle
from tournament.tirages.model import Camps, DrawnSeating, Entrant, Request
from tournament.tirages.neighbours import Pairing, best_pairing
from tournament.tirages.seating import have_met, opponents, same_club


def catch_up(exempt: int, finished: Sequence[int], met: Collection[int] = ()) -> int | None:
    """Return the opponent of the exempt team in the catch-up game: the first to have *finished* that it has not *met*.

    That team plays for nothing, its score of the partie stands. None while nobody suitable has finished.

    >>> catch_up(7, finished=[3, 7, 5], met=[3])
    5
    """
    return next((team for team in finished if team != exempt and team not in met), None)


def making_up(rests: Sequence[int]) -> list[tuple[int, int]]:
    """Return those who make up for their rests against each other, where *rests* are those of a relay, in turn.

    >>> making_up([5, 2, 9, 4])
    [(5, 2), (9, 4)]
    """
    return list(zip(rests[::2], rests[1::2], strict=False))


def relay(numbers: Sequence[int], parties: int, seed: str) -> dict[str, Any]:
    """Draw the relay for an odd number of teams: as many teams as parties are drawn (A, B, C, D for four).

    `rests` is the team that rests at each partie (`options.rest` of the draw); `bis` are the games that make up
    for it, each after the partie in which the second of the two rested: A against B after partie 2, C against D after
    partie 4. So all play as many parties. `parties` must be even. Raises ImpossibleError with too few teams.

    >>> plan = relay(range(1, 10), 4, "R♥ 7♣")
    >>> [len(plan["rests"]), [game["after"] for game in plan["bis"]]]
    [4, [2, 4]]
    """
    teams = sorted(numbers)
    if parties % 2 or parties < 2 or len(teams) < parties:
        raise ImpossibleError("relay", teams=[], parties=parties, got=len(teams))
    lot = Lot(f"relais {parties} {teams}", seed)
    lot.shuffle(teams)
    drawn = teams[:parties]
    return {
        "rests": [{"round": partie, "team": team} for partie, team in enumerate(drawn, 1)],
        "bis": [{"after": last, "teams": [drawn[last - 2], drawn[last - 1]]} for last in range(2, parties + 1, 2)],
    }


@dataclass(frozen=True, slots=True)
class Bars:
    """The meetings to avoid on a line of entrants, by place.

    `foes[i]` are the places i should not meet; `levels[i, j]`, i < j, is what a meeting costs where it is only to be
    avoided (one club counts 1, a rematch more than all clubs together), and is absent where it is forbidden.
    """

    foes: list[set[int]]
    levels: dict[tuple[int, int], int]


def bars(request: Request, entrants: Sequence[Entrant]) -> Bars:
    """Return the meetings to avoid among *entrants*, in this order."""
    least = request.options["rematch"] == "least"
    apart = request.options["club_apart"]
    place = {e.number: i for i, e in enumerate(entrants)}
    foes: list[set[int]] = [{place[n] for n in e.met if n in place} for e in entrants]
    for i, theirs in enumerate(foes):
        for j in theirs:
            foes[j].add(i)
    for one, other in making_up(request.options["relay"]):
        if one in place and other in place:
            foes[place[one]].add(place[other])
            foes[place[other]].add(place[one])
    met = {(i, j) for i, theirs in enumerate(foes) for j in theirs if i < j} if least or apart == "soft" else set()
    mates: set[tuple[int, int]] = set()
    if apart != "no":
        for group in groups_of(entrants):
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
    levels = dict.fromkeys(met if least else (), len(entrants))
    for pair in mates:
        if least or pair not in met:
            levels[pair] = levels.get(pair, 0) + 1
    forbidden = [product(group, group) for group in groups_of(entrants)] if apart == "hard" else []
    for pair in chain(*forbidden, tabled):
        levels.pop(pair, None)
    return Bars(foes, levels)


def groups_of(entrants: Sequence[Entrant]) -> Iterable[list[int]]:
    """Yield the places of those of one club, then of those of one family."""
    for names in ([e.clubs for e in entrants], [(e.family.casefold(),) if e.family else () for e in entrants]):
        groups: dict[str, list[int]] = defaultdict(list)
        for i, own in enumerate(names):
            for name in dict.fromkeys(own):
                groups[name].append(i)
        yield from (group for group in groups.values() if len(group) > 1)


def at_one_table(entrants: Sequence[Entrant]) -> list[list[int]]:
    """Return the places of entrants that ask for the same fixed table, two or more."""
    groups: dict[int, list[int]] = defaultdict(list)
    for i, e in enumerate(entrants):
        if e.fixed_table is not None:
            groups[e.fixed_table].append(i)
    return [group for group in groups.values() if len(group) > 1]


Tables = tuple[list[Camps], bool]  # best table first, and whether nothing better exists
Solver = Callable[[list[Entrant], Bars], Tables | None]


def pair_off(request: Request, order: list[Entrant], solver: Solver) -> DrawnSeating:
    """Pair *order*, first to last: choose the exempt, seat at one table those who ask for it, solve the others.

    Raises ImpossibleError with its proof.
    """
    rest = set(request.options["rest"])
    playing = [e for e in order if e.number not in rest]
    resting = sorted(rest)
    if len(playing) % 2 == 0:
        solved = _attempt(request, playing, solver)
        if solved is None:
            raise impossible(request, playing)
        return DrawnSeating(tables=solved[0], exempt=resting, optimal=solved[1])
    for entrant in sitting_out(request, playing):
        solved = _attempt(request, [e for e in playing if e is not entrant], solver)
        if solved is not None:
            return DrawnSeating(tables=solved[0], exempt=sorted([entrant.number, *resting]), optimal=solved[1])
    raise impossible(request, playing)


def sitting_out(request: Request, playing: Sequence[Entrant]) -> Iterable[Entrant]:
    """Yield the candidates to sit out, best choice first: the fewest exemptions, then the lowest on the line.

    After a first choice without a draw, only those without whom one exists.
    """
    order = sorted(range(len(playing)), key=lambda i: (playing[i].exempt, -i))
    yield playing[order[0]]
    possible = possible_absences(request, playing)
    yield from (playing[i] for i in order[1:] if i in possible)


def possible_absences(request: Request, playing: Sequence[Entrant]) -> set[int]:
    """Return the places of an odd number of entrants whose absence leaves a possible draw."""
    if at_one_table(playing):  # one that leaves may set another free of a shared table: each case apart
        left = {i: [e for e in playing if e is not absent] for i, absent in enumerate(playing)}
        return {i for i, others in left.items() if not obstacle(len(others), hard(request, others)).groups}
    wall = obstacle(len(playing), hard(request, playing))
    return set(wall.loose) if wall.missing == 1 else set()


def hard(request: Request, playing: Sequence[Entrant]) -> list[set[int]]:
    """Return the places each entrant may on no account meet; those asking for one table may meet nobody else."""
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


def _attempt(request: Request, playing: list[Entrant], solver: Solver) -> Tables | None:
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
    solved = solver(others, bars(request, others)) if others else ([], True)
    if solved is None:
        return None
    place = {e.number: i for i, e in enumerate(playing)}
    tables = sorted(forced + solved[0], key=lambda camps: min(place[camp[0]] for camp in camps))
    return tables, solved[1]


def closest(playing: list[Entrant], barred: Bars) -> Tables | None:
    """Pair neighbours in the order given, moved as little as possible."""
    return tables_of(playing, best_pairing([-place for place in range(len(playing))], barred.foes, barred.levels))


def tables_of(playing: Sequence[Entrant], pairing: Pairing | None) -> Tables | None:
    """Return the tables of a *pairing* of the places of *playing*."""
    if pairing is None:
        return None
    mates = enumerate(pairing.mate)
    return [((playing[i].number,), (playing[j].number,)) for i, j in mates if i < j], pairing.proven


def impossible(request: Request, playing: Sequence[Entrant]) -> ImpossibleError:
    """Return the proof that *playing* cannot be paired as asked."""
    for group in at_one_table(playing):
        if len(group) > 3:
            teams = sorted(playing[i].number for i in group)
            return ImpossibleError("same_table", teams=teams, groups=teams, table=playing[group[0]].fixed_table)
    wall = obstacle(len(playing), hard(request, playing))
    if not wall.groups:
        # They could be paired, were it not for those who must meet at the table that both keep.
        teams = sorted(e.number for e in playing if e.fixed_table is not None)
        return ImpossibleError("fixed", teams=teams, groups=teams)
    return _named(wall, playing)


def _named(wall: Obstacle, playing: Sequence[Entrant]) -> ImpossibleError:
    groups = sorted(sorted(playing[i].number for i in group) for group in wall.groups)
    others = sorted(playing[i].number for i in wall.others)
    teams = sorted(number for group in groups for number in group)
    if any(len(group) > 1 for group in groups):
        reason = "odd_groups" if others else "odd_groups_alone"
        return ImpossibleError(reason, teams=teams, groups=groups, others=others, need=len(groups), there=len(others))
    if others:
        return ImpossibleError(
            "all_met", teams=teams, groups=teams, others=others, need=len(teams) - len(playing) % 2, there=len(others)
        )
    return ImpossibleError("alone" if len(teams) == 1 else "all_met_alone", teams=teams, groups=teams, others=[])


def checked(request: Request, seating: DrawnSeating) -> DrawnSeating:
    """Return *seating* if it breaks nothing that the options forbid. For draws planned without history.

    Raises ImpossibleError.
    """
    entrants = request.by_number
    broken: dict[str, set[int]] = defaultdict(set)
    for camps in seating.tables:
        seated = [entrants[n] for camp in camps for n in camp]
        if len({e.fixed_table for e in seated} - {None}) > 1:
            broken["fixed"].update(e.number for e in seated if e.fixed_table)
        for a, b in opponents(camps):
            if have_met(entrants[a], entrants[b]):
                broken["rematches"].update((a, b))
            if same_club(entrants[a], entrants[b]):
                broken["clubs"].update((a, b))
    if request.options["rematch"] == "least":
        broken.pop("rematches", None)
    if request.options["club_apart"] != "hard":
        broken.pop("clubs", None)
    for reason in ("fixed", "rematches", "clubs"):
        if broken.get(reason):
            teams = sorted(broken[reason])
            raise ImpossibleError(reason, teams=teams, groups=teams)
    return seating
