"""The order of entrants from first to last."""

from collections.abc import Callable, Sequence

from tournament.tirages.chance import Lot
from tournament.tirages.model import Entrant, Request

SPAN = 1 << 32  # more than twice FIGURE_MAX: two figures make one


def rank_key(request: Request) -> Callable[[Entrant], tuple[int, int]]:
    """Return the key that puts the best entrant first: wins then points, or points then wins."""
    if request.ranking == "wins":
        return lambda e: (-e.wins, -e.points)
    return lambda e: (-e.points, -e.wins)


def ranked(request: Request, entrants: Sequence[Entrant], lot: Lot) -> list[Entrant]:
    """Return *entrants* from first to last; equals ordered by lot, or by number when the options ask it."""
    by_wins = request.ranking == "wins"
    marks = [e.wins * SPAN + e.points if by_wins else e.points * SPAN + e.wins for e in entrants]
    places = sorted(range(len(marks)), key=lambda place: entrants[place].number)
    places.sort(key=marks.__getitem__, reverse=True)
    ordered = [entrants[place] for place in places]
    if request.options["ties"] == "number":
        return ordered
    marks = [marks[place] for place in places]
    start = 0
    for stop in range(1, len(marks) + 1):
        if stop == len(marks) or marks[stop] != marks[start]:
            if stop - start > 1:
                equals = ordered[start:stop]
                lot.shuffle(equals)
                ordered[start:stop] = equals
            start = stop
    return ordered
