"""Rank the clubs and communes of a concours, or of a season, by the best of those who come from there."""

from collections import defaultdict
from collections.abc import Iterable
from fractions import Fraction
from itertools import groupby
from typing import Generic, NamedTuple, TypeVar

POINTS, RANKS = "points", "ranks"
Who = TypeVar("Who")


class Ranked(NamedTuple, Generic[Who]):
    """A team by its number, or somebody of a season, with a rank; `origins` are keys of clubs and communes."""

    who: Who
    rank: int
    points: int | Fraction
    origins: tuple[str, ...]


class OriginRow(NamedTuple, Generic[Who]):
    """A club or commune. `counted` are those that count, the best first; `others` counts those beyond them.

    `rank` is 0 as long as it has too few: `lacks` more are needed.
    """

    rank: int
    tied: bool
    origin: str
    total: int | Fraction
    counted: tuple[Who, ...]
    others: int
    lacks: int


def rank_origins(ranked: Iterable[Ranked[Who]], *, best: int, by: str) -> list[OriginRow[Who]]:
    """Return the clubs and communes by their *best* teams: most points, or the smallest sum of ranks.

    Those equal are separated by the rank of their best team, then of their second …; equal there, they share a rank.
    Those with fewer teams come behind, without a rank, those that lack the fewest first.
    """
    by_origin: dict[str, list[Ranked[Who]]] = defaultdict(list)
    for one in ranked:
        for origin in one.origins:
            by_origin[origin].append(one)
    keyed = []
    for origin, all_of_it in by_origin.items():
        there = sorted(all_of_it, key=lambda one: (one.rank, -one.points))
        counted, lacks = there[:best], max(best - len(there), 0)
        total = sum(one.points if by == POINTS else one.rank for one in counted)
        key = (lacks, -total if by == POINTS else total, [one.rank for one in counted])
        row = OriginRow(0, False, origin, total, tuple(one.who for one in counted), len(there) - len(counted), lacks)
        keyed.append((key, row))
    keyed.sort(key=lambda pair: (pair[0], pair[1].origin))
    rows: list[OriginRow[Who]] = []
    for key, group in groupby(keyed, key=lambda pair: pair[0]):
        equal = [row for _key, row in group]
        rank = 0 if key[0] else len(rows) + 1
        rows += [row._replace(rank=rank, tied=bool(rank) and len(equal) > 1) for row in equal]
    return rows
