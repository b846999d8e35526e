"""Compute what one more evening would bring: the least that somebody needs in it for each better place."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from scoring.seasons.table import SeasonEvening, SeasonRow, SeasonTable, Slot

PLACES = 3  # better places of which an explanation speaks


class Need(NamedTuple):
    """The least that the evening must bring, before its weight and without presence, for a place: `level` to be level with the one
    that has it now, `ahead` to pass it. Both are in units of the table and the least that will do: where points are counted
    one by one the next unit below is a whole point, so both are whole points.
    """

    rank: int
    level: int
    ahead: int


class SeasonOutlook(NamedTuple):
    """The stake of an evening for somebody, the others staying where they are.

    `replaces` is the evening that a better one pushes out, None while fewer than the best ones are played; `useless` is
    the most, in units, that the evening may bring without moving the total, None where anything moves it.
    """

    evening: SeasonEvening
    replaces: Slot | None
    useless: int | None
    lacks: int  # evenings still needed for a rank after this one
    needs: tuple[Need, ...]


def outlook(
    table: SeasonTable, row: SeasonRow, evening: SeasonEvening, places: Iterable[int] | None = None
) -> SeasonOutlook:
    """Return what *evening* would bring *row*; where it has played in it already, what more would.

    *places* are the ranks asked about; by default those of the nearest totals above its own. A rank that it has already is left out.
    """
    rules, weight = table.rules, evening.weight
    played = (*row.counted, *row.dropped)
    slot = table.slot_of(evening)
    mine = next((one for one in played if one.slot == slot), None)
    others = [one for one in played if one is not mine]
    others.sort(key=lambda one: one.value, reverse=True)
    # The slot of the evening brings `start + weight * x`: the others that still count, and it or the best one dropped.
    start = (mine.value if mine else 0) + _presence(table, evening, mine)
    full = bool(rules.best) and len(others) >= rules.best
    kept = sum(one.value for one in (others[: rules.best - 1] if full else others))
    cut = others[rules.best - 1] if full else None

    lacks = max(rules.minimum - len(others) - 1, 0)
    ranked = [one.total for one in table.rows if one.rank and one is not row]
    now = row.rank or len(ranked) + 1
    asked = _next_places(ranked[: now - 1]) if places is None else places
    needs = []
    for place in sorted(asked, reverse=True):
        if lacks or place < 1 or place >= now:
            continue
        target = ranked[place - 1]
        level = _least(target, kept + start, kept + cut.value if cut else None, weight)
        ahead = _least(target + 1, kept + start, kept + cut.value if cut else None, weight)
        needs.append(Need(place, level, ahead))
    useless = (cut.value - start) // weight if cut and cut.value >= start else None
    return SeasonOutlook(evening, cut, useless, lacks, tuple(needs))


def _next_places(ahead: Sequence[int]) -> list[int]:
    """Return the ranks that passing each of the nearest totals *ahead* would give: equals are passed together."""
    distinct = sorted(set(ahead))[:PLACES]
    return [ahead.index(total) + 1 for total in distinct]


def _presence(table: SeasonTable, evening: SeasonEvening, mine: Slot | None) -> int:
    """Return what being there adds: on a day that has its presence already, the greater weight alone."""
    had = max((table.weights.get(entry.evening, 1) for entry in mine.entries), default=0) if mine else 0
    return table.rules.scale.presence * table.unit * max(evening.weight - had, 0)


def _least(target: int, without: int, floor: int | None, weight: int) -> int:
    """Return the least figure with which the total reaches *target*: *without* and *weight* times it, at least *floor*."""
    if floor is not None and floor >= target:
        return 0
    return max(-((without - target) // weight), 0)
