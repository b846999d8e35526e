"""Rank the people, or the pairs, of a season: entries in, ordered rows out, each with the evenings that count and why."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from scoring.seasons.scales import PRESENCE, EveningEntry, Scale, ScalePart, Who, parts, unit_of, worth

LOT = "lot"
DIRECT = "direct"
# The reasons for a lower rank beside the keys of TIES: the total, and too few evenings for a rank.
TOTAL = "total"
MINIMUM = "minimum"

Cuts = Sequence[Sequence[Who]]  # each time that equals cut cards, the best card first


class SeasonEvening(NamedTuple):
    """An evening of a season, played or to come. What it brings counts `weight` times."""

    key: int
    day: int  # its date as an ordinal
    weight: int = 1


class Slot(NamedTuple):
    """One evening of somebody, or one day where its evenings are one, with what it brought in units."""

    slot: int  # the evening's key, or the day
    value: int
    entries: tuple[EveningEntry, ...]


class SlotLine(NamedTuple):
    """One line of what a slot brought: a part of an evening, counted `weight` times."""

    evening: int
    weight: int
    part: ScalePart

    @property
    def value(self) -> Fraction | int:
        """Return what the line adds to the total."""
        return self.weight * self.part.value


@dataclass(frozen=True)
class SeasonRules:
    """The règlement of a season. `best` evenings count at most (0: all), `minimum` are needed for a rank.

    `one_a_day`: the evenings of one day are one. `ties` are keys of TIES, in their order.
    """

    scale: Scale = Scale()
    best: int = 0
    minimum: int = 0
    one_a_day: bool = False
    ties: tuple[str, ...] = ()


class SeasonRow(NamedTuple):
    """One line of the table. `rank` is 0 as long as it has too few evenings: `lacks` are those that it still needs.

    `total` is in units of the table. `values` are those of the criteria that separated equals, by their key;
    `separated_by` is what puts it below the row above: "total", a key of TIES, "minimum", or "" for the first and for
    equals. `dropped` are the evenings beyond the best ones, from the best of them on.
    """

    rank: int
    tied: bool
    who: Who
    total: int
    counted: tuple[Slot, ...]
    dropped: tuple[Slot, ...]
    values: dict[str, int]
    separated_by: str
    lacks: int
    category: str

    @property
    def evenings(self) -> int:
        """Count the evenings played, those dropped too."""
        return len(self.counted) + len(self.dropped)


@dataclass(slots=True)
class _Candidate:
    """The evenings of one person or pair, before anybody is ranked."""

    who: Who
    total: int
    counted: tuple[Slot, ...]
    dropped: tuple[Slot, ...]
    values: dict[str, int] = field(default_factory=dict)

    @property
    def entries(self) -> Iterable[EveningEntry]:
        return (entry for slot in self.counted for entry in slot.entries)

    @property
    def evenings(self) -> int:
        return len(self.counted) + len(self.dropped)


@dataclass(frozen=True)
class TieCriterion:
    """A criterion among equals. `value` looks at one of them, `among` at all those still equal; None: it does not apply."""

    value: Callable[[_Candidate], int] | None = None
    among: Callable[[Sequence[_Candidate], Cuts], list[int] | None] | None = None
    fewer_is_better: bool = False

    def values(self, group: Sequence[_Candidate], cuts: Cuts) -> list[int] | None:
        """Return the value of each of *group*, in its order."""
        if self.value is not None:
            return [self.value(one) for one in group]
        return self.among(group, cuts) if self.among else None


def _direct(group: Sequence[_Candidate], _cuts: Cuts) -> list[int] | None:
    """Count those of *group* ranked behind less those ranked before, over the evenings where all of them were."""
    ranks = [
        {entry.evening: entry.rank for slot in (*one.counted, *one.dropped) for entry in slot.entries} for one in group
    ]
    common = set(ranks[0]).intersection(*ranks[1:])
    if not common:
        return None
    return [
        sum(
            (mine[evening] < other[evening]) - (mine[evening] > other[evening]) for evening in common for other in ranks
        )
        for mine in ranks
    ]


def _cards(group: Sequence[_Candidate], cuts: Cuts) -> list[int] | None:
    """Return the place that the last cut among all of *group* gave each of them; None without such a cut."""
    for cut in reversed(cuts):
        places = {who: place for place, who in enumerate(cut, start=1)}
        if all(one.who in places for one in group):
            return [places[one.who] for one in group]
    return None


# Points, parties won and the rest are those of the evenings that count; the direct meeting looks at all of them.
TIES: dict[str, TieCriterion] = {
    "points": TieCriterion(lambda one: sum(entry.points for entry in one.entries)),
    "wins": TieCriterion(lambda one: sum(entry.wins for entry in one.entries)),
    "difference": TieCriterion(lambda one: sum(entry.points - entry.conceded for entry in one.entries)),
    "capots": TieCriterion(lambda one: sum(entry.capots for entry in one.entries)),
    "best": TieCriterion(lambda one: max((slot.value for slot in one.counted), default=0)),
    "firsts": TieCriterion(lambda one: sum(entry.rank == 1 for entry in one.entries)),
    "evenings": TieCriterion(lambda one: one.evenings),
    DIRECT: TieCriterion(among=_direct),
    LOT: TieCriterion(among=_cards, fewer_is_better=True),
}


@dataclass(frozen=True)
class SeasonTable:
    """A table with the rules and evenings it was made by; the explanations ask it alone. A point is `unit` units."""

    rules: SeasonRules
    evenings: tuple[SeasonEvening, ...]
    rows: tuple[SeasonRow, ...]
    unit: int

    @cached_property
    def by_who(self) -> Mapping[Who, SeasonRow]:
        """Return each row by the person or pair."""
        return {row.who: row for row in self.rows}

    @cached_property
    def weights(self) -> Mapping[int, int]:
        """Return how often each evening counts."""
        return {evening.key: evening.weight for evening in self.evenings}

    def points(self, units: int) -> Fraction:
        """Return *units* of this table as points of the season."""
        return Fraction(units, self.unit)

    def in_category(self, category: str) -> list[tuple[int, SeasonRow]]:
        """Return (rank in the category, row) of those of *category*; rank 0 for who has none."""
        chosen = [row for row in self.rows if row.category == category]
        places: dict[int, int] = {}
        for place, row in enumerate(chosen, start=1):
            places.setdefault(row.rank, place)
        return [(places[row.rank] if row.rank else 0, row) for row in chosen]

    def slot_of(self, evening: SeasonEvening) -> int:
        """Return the slot in which *evening* counts."""
        return evening.day if self.rules.one_a_day else evening.key

    def lines(self, slot: Slot) -> list[SlotLine]:
        """Return the lines that add up to the value of *slot*."""
        scale, found = self.rules.scale, []
        if scale.presence:
            # Once a day: with the evening of it that counts most, the first of several.
            first = max(slot.entries, key=lambda entry: self.weights[entry.evening])
            found.append(SlotLine(first.evening, self.weights[first.evening], ScalePart(PRESENCE, 1, scale.presence)))
        for entry in slot.entries:
            weight = self.weights[entry.evening]
            found += [SlotLine(entry.evening, weight, part) for part in parts(scale, entry)]
        return found


def make_table(
    entries: Iterable[EveningEntry],
    evenings: Sequence[SeasonEvening],
    rules: SeasonRules,
    cuts: Cuts = (),
) -> SeasonTable:
    """Rank all who have an entry in one of *evenings* (in the order of the season), whatever the order they come in.

    *cuts*: each time that equals cut cards, their order. Those equal on everything share a rank, the next ranks being
    skipped, and are listed by their key, which says nothing about them.
    """
    by_evening: dict[int, list[EveningEntry]] = {evening.key: [] for evening in evenings}
    for entry in entries:
        if entry.evening in by_evening:
            by_evening[entry.evening].append(entry)
    unit = unit_of(rules.scale, (entry for group in by_evening.values() for entry in group))
    by_who, categories = _slots(by_evening, evenings, rules, unit)
    candidates = [_candidate(who, by_who[who], rules.best) for who in sorted(by_who)]
    enough = [one for one in candidates if one.evenings >= rules.minimum]
    few = sorted((one for one in candidates if one.evenings < rules.minimum), key=lambda one: -one.total)
    rows: list[SeasonRow] = []
    for group, by in _ordered(enough, rules.ties, cuts):
        rank, tied = len(rows) + 1, len(group) > 1
        for place, one in enumerate(group):
            why = "" if place else by
            category = categories.get(one.who, "")
            rows.append(
                SeasonRow(rank, tied, one.who, one.total, one.counted, one.dropped, one.values, why, 0, category)
            )
    for one in few:
        category, lacks = categories.get(one.who, ""), rules.minimum - one.evenings
        rows.append(SeasonRow(0, False, one.who, one.total, one.counted, one.dropped, {}, MINIMUM, lacks, category))
    return SeasonTable(rules, tuple(evenings), tuple(rows), unit)


def _slots(
    by_evening: Mapping[int, Sequence[EveningEntry]], evenings: Sequence[SeasonEvening], rules: SeasonRules, unit: int
) -> tuple[Mapping[Who, list[Slot]], Mapping[Who, str]]:
    """Return what each evening, or day, brought everybody, in the order of the season, and the last category of each."""
    worth_of = worth(rules.scale, unit)
    presence = rules.scale.presence * unit
    by_who: dict[Who, list[Slot]] = defaultdict(list)
    days: dict[tuple[Who, int], list[tuple[int, EveningEntry]]] = defaultdict(list)
    categories: dict[Who, str] = {}
    for evening in evenings:
        weight, key = evening.weight, evening.key
        for entry in by_evening[key]:
            if entry.category:
                categories[entry.who] = entry.category
            if rules.one_a_day:
                days[entry.who, evening.day].append((weight, entry))
            else:
                by_who[entry.who].append(Slot(key, weight * (presence + worth_of(entry)), (entry,)))
    for (who, day), group in days.items():
        value = presence * max(weight for weight, _ in group)
        value += sum(weight * worth_of(entry) for weight, entry in group)
        by_who[who].append(Slot(day, value, tuple(entry for _, entry in group)))
    return by_who, categories


_VALUE = attrgetter("value")
_TOTAL = attrgetter("total")


def _candidate(who: Who, slots: list[Slot], best: int) -> _Candidate:
    """Count the *best* of *slots*; of equal ones the earlier."""
    if not best or len(slots) <= best:
        return _Candidate(who, sum(slot.value for slot in slots), tuple(slots), ())
    ordered = sorted(slots, key=_VALUE, reverse=True)
    counted = {slot.slot for slot in ordered[:best]}
    chosen = tuple(slot for slot in slots if slot.slot in counted)
    return _Candidate(who, sum(slot.value for slot in chosen), chosen, tuple(ordered[best:]))


def _ordered(candidates: Sequence[_Candidate], ties: Sequence[str], cuts: Cuts) -> list[tuple[list[_Candidate], str]]:
    """Return the groups of equals, the best first, each with what puts it below the group before."""
    by_total = sorted(candidates, key=_TOTAL, reverse=True)
    groups = [(list(group), TOTAL if place else "") for place, (_, group) in enumerate(groupby(by_total, _TOTAL))]
    for key in ties:
        groups = [part for group, by in groups for part in _split(group, by, key, cuts)]
    return groups


def _split(group: list[_Candidate], by: str, key: str, cuts: Cuts) -> list[tuple[list[_Candidate], str]]:
    values = TIES[key].values(group, cuts) if len(group) > 1 else None
    if values is None:
        return [(group, by)]
    for one, value in zip(group, values, strict=True):
        one.values[key] = value

    def figure(one: _Candidate) -> int:
        return one.values[key]

    ordered = sorted(group, key=figure, reverse=not TIES[key].fewer_is_better)
    found = [list(part) for _, part in groupby(ordered, figure)]
    return [(part, key if place else by) for place, part in enumerate(found)]


class SeasonMove(NamedTuple):
    """A person or pair whose rank or total is not what it was. A rank of 0 is none; a total of None: not in the table."""

    who: Who
    rank_before: int
    rank: int
    before: Fraction | None
    total: Fraction | None


def moves(before: SeasonTable, after: SeasonTable) -> list[SeasonMove]:
    """Return who moved between two tables, in the order of the later one; those who are no more in it come last."""
    found = []
    for row in after.rows:
        old = before.by_who.get(row.who)
        then, now = before.points(old.total) if old else None, after.points(row.total)
        rank_before = old.rank if old else 0
        if (rank_before, then) != (row.rank, now):
            found.append(SeasonMove(row.who, rank_before, row.rank, then, now))
    gone = [row for row in before.rows if row.who not in after.by_who]
    return found + [SeasonMove(row.who, row.rank, 0, before.points(row.total), None) for row in gone]
