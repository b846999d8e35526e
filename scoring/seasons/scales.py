"""Compute what an evening brings in a season: integers and fractions only. No Django, no database, no clock, no chance."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import NamedTuple

from scoring.ranking.results import LOST, TIED, WON

# Kinds of a scale; their words stand in `scoring.seasons.words`.
POINTS = "points"
PER_DONNE = "per_donne"
RESULTS = "results"
RANK = "rank"

# Parts of what an evening brings, beside those of a scale.
PRESENCE = "presence"
FINAL_WON = "final_won"
FINAL_LOST = "final_lost"

Who = tuple[int, ...]  # a person, or the two of a pair in the order of their keys
# The sign of each outcome in `EveningEntry.results`.
SIGNS = {WON: "w", TIED: "d", LOST: "l", "": "-"}


class EveningEntry(NamedTuple):
    """The evening of one person or pair. `donnes` are those of its parties, 0 where nobody counted them.

    `results` has a sign of SIGNS for each partie ("-": an absence, or an exemption that is no win); `final` is "won" or
    "lost" for those who played the final.
    """

    who: Who
    evening: int
    points: int
    rank: int
    conceded: int = 0
    donnes: int = 0
    results: str = ""
    capots: int = 0
    final: str = ""
    category: str = ""

    @property
    def wins(self) -> int:
        """Count its parties won."""
        return self.results.count(SIGNS[WON])


class ScalePart(NamedTuple):
    """One line of what an evening brings: `times` times `each`."""

    kind: str
    times: int
    each: Fraction | int

    @property
    def value(self) -> Fraction | int:
        """Return what the line adds."""
        return self.times * self.each


@dataclass(frozen=True)
class Scale:
    """The figures of an evening that count. `won`, `drawn`, `lost` are for a partie, `ranks` from the first rank on, `beyond` after them.

    Teams that share a rank have what this rank gives.
    """

    kind: str = POINTS
    won: int = 4
    drawn: int = 3
    lost: int = 2
    ranks: tuple[int, ...] = ()
    beyond: int = 0
    presence: int = 0
    final_won: int = 0
    final_lost: int = 0

    def of_rank(self, rank: int) -> int:
        """Return what a rank brings.

        >>> Scale(RANK, ranks=(10, 8, 6), beyond=1).of_rank(2), Scale(RANK, ranks=(10, 8, 6), beyond=1).of_rank(9)
        (8, 1)
        """
        return self.ranks[rank - 1] if 0 < rank <= len(self.ranks) else self.beyond

    def worst_rank(self, value: Fraction | int) -> int | None:
        """Return the worst rank that brings at least *value*; 0 for any rank, None where not even the best does."""
        if self.beyond >= value:
            return 0
        return max((place for place, points in enumerate(self.ranks, start=1) if points >= value), default=None)


def _result_lines(scale: Scale, entry: EveningEntry) -> list[ScalePart]:
    each = ((WON, scale.won), (TIED, scale.drawn), (LOST, scale.lost))
    return [
        ScalePart(outcome, times, points) for outcome, points in each if (times := entry.results.count(SIGNS[outcome]))
    ]


# The lines of an evening under each kind of scale. Without its donnes an evening has no points per donne.
KINDS: dict[str, Callable[[Scale, EveningEntry], list[ScalePart]]] = {
    POINTS: lambda _scale, entry: [ScalePart(POINTS, 1, entry.points)],
    PER_DONNE: lambda _scale, entry: [
        ScalePart(PER_DONNE, 1, Fraction(entry.points, entry.donnes)) if entry.donnes else ScalePart(PER_DONNE, 0, 0)
    ],
    RESULTS: _result_lines,
    RANK: lambda scale, entry: [ScalePart(RANK, 1, scale.of_rank(entry.rank))],
}


def parts(scale: Scale, entry: EveningEntry) -> list[ScalePart]:
    """Return the lines of what *entry* brings, presence apart: that is of a day.

    >>> [(part.kind, part.value) for part in parts(Scale(RESULTS), EveningEntry((1,), 1, 0, 1, results="wwl"))]
    [('won', 8), ('lost', 2)]
    """
    lines = KINDS[scale.kind](scale, entry)
    if entry.final == WON and scale.final_won:
        lines.append(ScalePart(FINAL_WON, 1, scale.final_won))
    elif entry.final == LOST and scale.final_lost:
        lines.append(ScalePart(FINAL_LOST, 1, scale.final_lost))
    return lines


def unit_of(scale: Scale, entries: Iterable[EveningEntry]) -> int:
    """Return into how many units a point of the season is cut, so that every figure is a whole number of them."""
    return lcm(*{entry.donnes or 1 for entry in entries}) if scale.kind == PER_DONNE else 1


def worth(scale: Scale, unit: int) -> Callable[[EveningEntry], int]:
    """Return the function that adds up the lines of an entry, in units: thousands of entries are added at each reading."""

    def of_results(entry: EveningEntry) -> int:
        count = entry.results.count
        return count("w") * scale.won + count("d") * scale.drawn + count("l") * scale.lost

    def per_donne(entry: EveningEntry) -> int:
        return entry.points * (unit // entry.donnes) if entry.donnes else 0

    def of_points(entry: EveningEntry) -> int:
        return entry.points

    def of_rank(entry: EveningEntry) -> int:
        return scale.of_rank(entry.rank)

    base = {POINTS: of_points, PER_DONNE: per_donne, RESULTS: of_results, RANK: of_rank}[scale.kind]
    if not scale.final_won and not scale.final_lost:
        return base
    finals = {WON: scale.final_won * unit, LOST: scale.final_lost * unit}
    return lambda entry: base(entry) + finals.get(entry.final, 0)
