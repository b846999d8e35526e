"""The entrants of the next draw of each phase, and what the cards must decide first."""

from collections.abc import Callable, Sequence

from tournament.finals.draws import Part
from tournament.finals.entry import PhaseEntry
from tournament.finals.formula import FIRST_ONES, KNOCK_OUT, OTHERS, Phase
from tournament.finals.played import CountedResults, PlayedPhase, RankLine, played_phases
from tournament.finals.progress import all_have_played, consolante, plan_at, plan_of


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
