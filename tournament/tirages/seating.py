"""Questions about tables that were drawn: their cost, the people who meet again, their numbers."""

from collections.abc import Sequence
from itertools import combinations

from tournament.tirages.model import Camps, DrawnSeating, Entrant, Request


def gaps(request: Request, tables: Sequence[Camps]) -> dict[str, int]:
    """Return the sums over *tables* of the gap in wins, and in points, between the camps.

    With more than two camps, between the best and the last. A camp of several counts the sum of its members.
    """
    total = {}
    for figure in ("wins", "points"):
        held = {e.number: getattr(e, figure) for e in request.entrants}
        sums = ([sum(held[n] for n in camp) for camp in camps] for camps in tables)
        total[figure] = sum(max(camps) - min(camps) for camps in sums)
    return total


def opponents(camps: Camps) -> list[tuple[int, int]]:
    """Return every pair of opponents at a table, the smaller number first."""
    return [(min(a, b), max(a, b)) for camp, other in combinations(camps, 2) for a in camp for b in other]


def partners(camps: Camps) -> list[tuple[int, int]]:
    """Return every pair of partners at a table, the smaller number first."""
    return [(min(a, b), max(a, b)) for camp in camps for a, b in combinations(camp, 2)]


def have_met(a: Entrant, b: Entrant) -> bool:
    """Return whether two entrants were opponents before."""
    return b.number in a.met or a.number in b.met


def were_partners(a: Entrant, b: Entrant) -> bool:
    """Return whether two entrants were partners before."""
    return b.number in a.partners or a.number in b.partners


def rematches(request: Request, tables: Sequence[Camps]) -> list[tuple[int, int]]:
    """Return the pairs seated together again: opponents who met before, partners joined before."""
    entrants = request.by_number
    again: set[tuple[int, int]] = set()
    for camps in tables:
        again.update((a, b) for a, b in opponents(camps) if have_met(entrants[a], entrants[b]))
        again.update((a, b) for a, b in partners(camps) if were_partners(entrants[a], entrants[b]))
    return sorted(again)


def same_club(a: Entrant, b: Entrant) -> bool:
    """Return whether two entrants are of one club or of one family."""
    club = not set(a.clubs).isdisjoint(b.clubs)
    return bool(club or (a.family and a.family.casefold() == b.family.casefold()))


def numbered(request: Request, seating: DrawnSeating) -> list[tuple[int, Camps]]:
    """Return the tables with their numbers, in the order of the numbers.

    An entrant with a fixed table keeps it (where two ask for one, or two who have each their own meet, the first);
    the others fill the free numbers from 1 in the order given.
    """
    tables = seating.tables
    if seating.places is not None:
        return sorted(zip(seating.places, tables, strict=True))
    if not any(entrant.fixed_table for entrant in request.entrants):
        return list(enumerate(tables, 1))
    entrants = request.by_number
    fixed: list[int] = []
    taken: set[int] = set()
    for camps in tables:
        wishes = (entrants[n].fixed_table or 0 for camp in camps for n in camp)
        fixed.append(next((table for table in wishes if table and table not in taken), 0))
        taken.add(fixed[-1])
    free = (number for number in range(1, len(tables) + len(taken) + 1) if number not in taken)
    return sorted((table or next(free), camps) for table, camps in zip(fixed, tables, strict=True))
