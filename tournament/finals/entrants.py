"""The entrants of the next draw of each phase, and what the cards must decide first; those of a phase that follows
another: the first of the ranking or of each pool, the others, the beaten.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations

from tournament.finals.formula import FIRST_ONES, KNOCK_OUT, OTHERS, Phase
from tournament.finals.outstanding import all_have_played, consolante, plan_at, plan_of
from tournament.finals.played import CountedResults, Part, PlayedPhase, RankLine, played_phases
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


def method_for(evening: CountedResults, number: int) -> str:
    """Return the method announced for partie *number*, that of its first phase where several are played together."""
    formula = evening.formula
    courses = plan_at(evening, number).courses
    playing = [course.phase for course in courses if course.plays(number)]
    if not playing:
        return formula.next_method
    return formula.first_method if playing[0].index == 0 and number == 1 else playing[0].method


Cards = Callable[[Sequence[int]], list[int]]  # teams that nothing separates -> their order


def parts_at(
    evening: CountedResults, number: int, *, method: str, ranking: Sequence[RankLine], cards: Cards = sorted
) -> list[Part]:
    """Return what each phase that plays partie *number* draws; *method* is that of the common one, *ranking* best
    first.

    A phase whose teams are not known yet, or that is over, is left out. Where only some of the teams of one rank enter
    a phase, the *cards* order them, by their numbers until they are cut.
    """
    found = played_phases(evening, before=number)
    planned = plan_of(evening, found, number)
    parts = []
    for place, (played, course) in enumerate(zip(found, planned.courses, strict=True)):
        phase = played.phase
        if number > planned.last or not course.plays(number):
            continue
        if phase.index == 0:
            part = played.going_on() if method == KNOCK_OUT and played.rounds else Part(0, method)
        elif played.rounds:
            part = played.going_on()
        elif played.parts:
            part = Part(phase.index, phase.method, tuple(played.numbers), phase.options)
        else:
            part = _beginning(phase, found, place, evening, number, ranking, cards)
        if part is not None and (part.teams is None or len(part.teams) >= 2):
            parts.append(part)
    return parts


def equals_at(
    evening: CountedResults, number: int, *, method: str, ranking: Sequence[RankLine]
) -> tuple[tuple[int, ...], ...]:
    """Return the teams of one rank of which only some enter a phase at partie *number*: the cards decide between them."""
    equals: dict[tuple[int, ...], None] = {}

    def ask(teams: Sequence[int]) -> list[int]:
        equals[tuple(sorted(teams))] = None
        return sorted(teams)

    parts_at(evening, number, method=method, ranking=ranking, cards=ask)
    return tuple(equals)


def _cut_at(count: int, rows: Sequence[RankLine], entered: Callable[[int], int], cards: Cards) -> list[int]:
    """Return the teams of *rows* in their order, those of one rank on both sides of place *count* as the *cards* say.

    *entered* is 0 for a team that plays a phase of the first ones already, 2 for one of the others, else 1: those come
    before the cards.
    """
    numbers = [row.number for row in rows]
    if not 0 < count < len(rows) or rows[count - 1].rank != rows[count].rank:
        return numbers
    places = [place for place, row in enumerate(rows) if row.rank == rows[count].rank]
    first, equals = places[0], [numbers[place] for place in places]
    known = sorted(map(entered, equals))
    if known[count - first - 1] == known[count - first]:
        equals = cards(equals)
    numbers[first : first + len(equals)] = sorted(equals, key=entered)
    return numbers


def _beginning(
    phase: Phase,
    found: Sequence[PlayedPhase],
    place: int,
    evening: CountedResults,
    number: int,
    rows: Sequence[RankLine],
    cards: Cards,
) -> Part | None:
    """Return the first draw of *phase*, in partie *number*, where its teams are known."""
    pool_order: list[list[int]] = []
    places: dict[int, int] = {}
    beaten: list[int] = []
    ranking = [row.number for row in rows]
    begun = {team: one.phase.who for one in found for team in one.numbers if one.phase.who in FIRST_ONES + OTHERS}

    def entered(team: int) -> int:
        return 0 if begun.get(team) in FIRST_ONES else 2 if team in begun else 1

    here, count = set(ranking), phase.count
    first_ones = (one for one in found if one.numbers and one.phase.who in FIRST_ONES)
    if phase.who in OTHERS and any(one.phase.count == count for one in first_ones):
        # The first ones have begun: whoever is not among them is one of the others, though one of them has left since.
        here, count = {team for team in here if begun.get(team) not in FIRST_ONES}, 0
    if phase.who.startswith("pool"):
        for pool in evening.pool_rows(found[0]):
            pool_order.append(_cut_at(count, [row for row in pool if row.number in here], entered, cards))
            # The place of a team that has left stays free: nobody moves up to it.
            free = [place for place, row in enumerate(pool) if row.number in here]
            places |= dict(zip(pool_order[-1], free, strict=True))
    elif phase.who in FIRST_ONES + OTHERS:
        ranking = _cut_at(count, [row for row in rows if row.number in here], entered, cards)
    elif phase.who == "beaten":
        main = found[evening.formula.main_of(place)]
        if not main.rounds or not all_have_played(main):
            return None
        beaten = consolante(main, ranking)
    met = {
        # A draw that is compared with what it would be now is no reason for itself.
        team: {other for partie, result in results.items() if result and partie < number for other in result.opponents}
        for team, results in evening.seated.items()
    }
    pooled = {team for pool in found[0].pools for team in pool}
    late = [team for team in ranking if team not in pooled]
    entry = PhaseEntry(phase.who, count, ranking, pool_order, beaten, late, places)
    teams, ranked = entry.teams(met), entry.by_rank()
    return Part(phase.index, phase.method, tuple(teams), phase.options, ranked=() if ranked == teams else tuple(ranked))
