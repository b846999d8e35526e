"""The teams of a phase that follows another: the first of the ranking or of each pool, the others, the beaten."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournament.tirages.elimination import rounds_needed, seeding
from tournament.tirages.matching import cheapest_pairing

# How long pairs without a rematch are looked for: far more than where there are some.
PAIRING_STEPS = 20_000


@dataclass(frozen=True)
class PhaseEntry:
    """The entrants of a phase.

    *who*: "all"; "first" or "after" the *count* first of the ranking; "pool_first" or "pool_after" the *count* first
    of each of the *pools* (rankings within each); "beaten": those of *beaten* (consolante). Who came too
    *late* for any pool begins with those after the first ones. *places* are those in the pools (from 0) where somebody
    who has left stands before others.
    """

    who: str
    count: int
    ranking: Sequence[int]
    pools: Sequence[Sequence[int]] = ()
    beaten: Collection[int] = ()
    late: Sequence[int] = ()
    places: Mapping[int, int] = field(default_factory=dict)

    def by_rank(self) -> list[int]:
        """Return the teams in the order of their ranks alone, nobody moved to keep two apart.

        >>> PhaseEntry(who="pool_first", count=2, ranking=[4, 1, 2, 5, 3, 6], pools=[[1, 2, 3], [4, 5, 6]]).by_rank()
        [4, 1, 2, 5]
        """
        if self.who == "beaten":
            return [team for team in self.ranking if team in self.beaten]
        if self.who == "first":
            return list(self.ranking[: self.count])
        if self.who == "after":
            return list(self.ranking[self.count :])
        return [team for tier in self._tiers() for team in tier] if self._of_pools else list(self.ranking)

    def teams(self, met: Mapping[int, Collection[int]] | None = None) -> list[int]:
        """Return the teams, best first; those of one pool so that they meet as late as a bracket allows.

        In a consolante two that have *met* do not begin against each other where a team near by may change places with
        one of them.

        >>> PhaseEntry(who="first", count=2, ranking=[5, 3, 8]).teams()
        [5, 3]
        """
        order = self.by_rank()
        if self._of_pools:
            pool_of = {team: place for place, pool in enumerate(self.pools) for team in pool}
            alone = {team: len(self.pools) + place for place, team in enumerate(self.late)}
            order = _crossed(self._tiers(), pool_of | alone, byes_stay=self.who == "pool_after")
        return parted(order, met or {}) if self.who in ("beaten", "pool_after") else order

    @property
    def _of_pools(self) -> bool:
        return self.who in ("pool_first", "pool_after")

    def _tiers(self) -> list[list[int]]:
        """Return all the firsts of the pools among what enters, all the seconds …, each as the evening ranks them."""
        first = self.who == "pool_first"
        place_of = {team: place for place, team in enumerate(self.ranking)}
        tiers: dict[int, list[int]] = {}
        for pool in self.pools:
            for place, team in enumerate(pool):
                if (place < self.count) == first:
                    tiers.setdefault(self.places.get(team, place), []).append(team)
        ordered = [sorted(tiers[tier], key=lambda team: place_of.get(team, len(place_of))) for tier in sorted(tiers)]
        return ordered if first else [*ordered, list(self.late)]


def parted(order: Sequence[int], met: Mapping[int, Collection[int]]) -> list[int]:
    """Return the teams of a bracket in the order of their seeds, as few as may be who have *met* in one first match.

    Those that begin at once change places among themselves alone, as near by as may be: the byes stay.

    >>> parted([1, 2, 3, 4], {1: [4], 4: [1]})
    [1, 2, 4, 3]
    """
    places = seeding(1 << rounds_needed(len(order))) if len(order) > 1 else []
    matches = sorted(tuple(sorted(pair)) for pair in zip(places[::2], places[1::2], strict=True))
    matches = [(one, other) for one, other in matches if other < len(order)]
    if not any(order[one] in met.get(order[other], ()) for one, other in matches):
        return list(order)

    def paired(
        left: Sequence[int], wanted: Sequence[int], again: int, steps: Iterator[int]
    ) -> list[tuple[int, int]] | None:
        """Return pairs of all the seeds *left*, each best one near the opponent *wanted*; None where there are none.

        At most so many of them meet *again*.
        """
        if not left:
            return []
        best, *others = left
        known = {seed: order[seed] in met.get(order[best], ()) for seed in others}
        for other in sorted(others, key=lambda seed: (known[seed], abs(seed - wanted[0]))):
            if next(steps, None) is None or known[other] > again:
                return None
            rest = paired([seed for seed in others if seed != other], wanted[1:], again - known[other], steps)
            if rest is not None:
                return [(best, other), *rest]
        return None

    seeds, wanted = sorted(seed for match in matches for seed in match), [other for _one, other in matches]
    tried = (paired(seeds, wanted, again, iter(range(PAIRING_STEPS))) for again in range(len(matches)))
    pairs = next((pairs for pairs in tried if pairs is not None), matches)
    teams = list(order)
    for match, pair in zip(matches, pairs, strict=True):
        for seed, team in zip(match, pair, strict=True):
            teams[seed] = order[team]
    return teams


def _crossed(tiers: Sequence[Sequence[int]], pool_of: Mapping[int, int], *, byes_stay: bool) -> list[int]:
    """Return the teams of *tiers* (all the firsts of the pools, all the seconds …) in the order of their seeds.

    Only teams of one tier change places. Two of one pool come to opposite halves of the bracket, more to its quarters, and
    the first tier keeps its order where the others can do that alone. A bye goes to another team where nothing else
    helps: with *byes_stay* only where two would meet again in their first match.
    """
    order = [team for tier in tiers for team in tier]
    if len(order) < 3:
        return order
    depth = rounds_needed(len(order))
    byes = (1 << depth) - len(order)
    places = {seed: place for place, seed in enumerate(seeding(1 << depth))}
    mates: dict[int, list[int]] = {}
    for team in order:
        mates.setdefault(pool_of[team], []).append(team)
    seed_of: dict[int, int] = {}

    def early(team: int, seed: int, rounds: int) -> int:
        """Return how early *team* would meet those of its pool in the first *rounds*: four times more a round before."""
        seated = (places[seed_of[mate]] for mate in mates[pool_of[team]] if mate != team and mate in seed_of)
        meetings = ((places[seed] ^ mate).bit_length() for mate in seated)
        return sum(4 ** (depth - meeting) for meeting in meetings if meeting <= rounds)

    step = len(order) ** 3  # more than all of one tier can be moved
    for tier in tiers:
        own = range(len(seed_of), len(seed_of) + len(tier))
        edges = [
            (place, len(tier) + other, early(team, own[other], depth - 1) * step + (other - place) ** 2)
            for place, team in enumerate(tier)
            for other in range(len(tier))
            if (own[other] < byes) == (own[place] < byes)
        ]
        found = cheapest_pairing(2 * len(tier), edges) or []
        seed_of |= {team: own[found[place] - len(tier)] for place, team in enumerate(tier)}

    # Two teams change, the last ones first, where the tiers could not do it one after the other, or with their byes.
    pairs = [pair for tier in reversed(tiers) for pair in combinations(tier[::-1], 2)]
    staying = [(one, other) for one, other in pairs if (seed_of[one] < byes) == (seed_of[other] < byes)]
    for tried, rounds in ((staying, depth - 1), (pairs, 1 if byes_stay else depth - 1)):
        better = True
        while better:
            better = False
            for one, other in tried:
                before = early(one, seed_of[one], rounds) + early(other, seed_of[other], rounds)
                if not before:
                    continue
                seed_of[one], seed_of[other] = seed_of[other], seed_of[one]
                if early(one, seed_of[one], rounds) + early(other, seed_of[other], rounds) < before:
                    better = True
                else:
                    seed_of[one], seed_of[other] = seed_of[other], seed_of[one]
    return sorted(order, key=lambda team: seed_of[team])
