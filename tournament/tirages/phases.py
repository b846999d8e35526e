"""The teams of a phase that follows another: the first of the ranking or of each pool, the others, the beaten."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from tournament.tirages.elimination import rounds_needed, seeding


def entering(
    *,
    who: str,
    count: int,
    ranking: Sequence[int],
    pools: Sequence[Sequence[int]] = (),
    beaten: Sequence[int] = (),
) -> list[int]:
    """Return the teams that enter a phase, best first; those of one pool so that they meet as late as a bracket allows.

    *who*: "all"; "first" or "after" the *count* first of the ranking; "pool_first" or "pool_after" the *count* first
    of each of the *pools* (rankings within each); "beaten": those of *beaten* (consolante).

    >>> entering(who="first", count=2, ranking=[5, 3, 8])
    [5, 3]
    """
    if who == "beaten":
        return [team for team in ranking if team in set(beaten)]
    if who in ("pool_first", "pool_after"):
        cut = slice(count) if who == "pool_first" else slice(count, None)
        rows = [list(pool[cut]) for pool in pools]
        ranks = range(max(map(len, rows), default=0))
        tiers = [[row[rank] for row in rows if rank < len(row)] for rank in ranks]
        return _crossed(tiers, {team: place for place, row in enumerate(rows) for team in row})
    if who == "first":
        return list(ranking[:count])
    return list(ranking[count:]) if who == "after" else list(ranking)


def _crossed(tiers: Sequence[Sequence[int]], pool_of: Mapping[int, int]) -> list[int]:
    """Return the teams of *tiers* (all the firsts of the pools, all the seconds …) in the order of their seeds.

    Only teams of one tier change places. Two of one pool come to opposite halves of the bracket, more to its quarters.
    """
    order = [team for tier in tiers for team in tier]
    if len(order) < 3:
        return order
    depth = rounds_needed(len(order))
    places = {seed: place for place, seed in enumerate(seeding(1 << depth))}
    mates: dict[int, list[int]] = {}
    for team in order:
        mates.setdefault(pool_of[team], []).append(team)
    seed_of = {team: seed for seed, team in enumerate(order)}

    def cost(team: int) -> int:
        """Return how early *team* would meet those of its pool: nothing for the final, four times more a round before."""
        own = places[seed_of[team]]
        meetings = ((own ^ places[seed_of[mate]]).bit_length() for mate in mates[pool_of[team]] if mate != team)
        return sum(4 ** (depth - meeting) - 1 for meeting in meetings)

    better = True
    while better:
        better = False
        for tier in tiers:
            for one, other in combinations(tier, 2):
                before = cost(one) + cost(other)
                if not before:
                    continue
                seed_of[one], seed_of[other] = seed_of[other], seed_of[one]
                if cost(one) + cost(other) < before:
                    better = True
                else:
                    seed_of[one], seed_of[other] = seed_of[other], seed_of[one]
    return sorted(order, key=lambda team: seed_of[team])
