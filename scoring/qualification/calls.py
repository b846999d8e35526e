"""Compute who is called to a final: rankings, places and answers in, calls out; and what a correction moved since."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

Who = tuple[int, ...]  # persons in the order of their keys: one, or the two of a team


class RankedWho(NamedTuple):
    """A person or a team in a ranking; *out*: erased, gone or excluded, it is never called."""

    rank: int
    who: Who
    out: bool = False


class Ranking(NamedTuple):
    """A ranking that brings its first *places* to the final, its rows from the first on."""

    key: int
    places: int
    rows: tuple[RankedWho, ...]


class HeldPlace(NamedTuple):
    """A place that somebody was called to; *stands*: whoever was called has it, and has neither declined nor gone."""

    ranking: int
    who: Who
    rank: int
    stands: bool = True


class Call(NamedTuple):
    """Somebody to be called by a ranking; *steps_in*: for one of its first who does not come."""

    ranking: int
    who: Who
    rank: int
    steps_in: bool


class MovedPlace(NamedTuple):
    """A place of which a correction changed the ground: `rank` is that of now, 0 for none.

    `stays`: by the rankings of now the place would be its own too.
    """

    held: HeldPlace
    rank: int
    stays: bool


def next_calls(rankings: Sequence[Ranking], held: Iterable[HeldPlace]) -> list[Call]:
    """Return who is to be called now, so that every place of each of *rankings* is somebody's.

    Whoever has been called is never called twice, and who has a place has no second one, not with another partner
    either. The first of each ranking come before those who step in, and the rankings in their order. Equals are called
    together: the alphabet decides nothing.

    >>> first = Ranking(1, 1, (RankedWho(1, (7,)), RankedWho(2, (8,)), RankedWho(3, (9,))))
    >>> next_calls([first], [HeldPlace(1, (7,), 1, stands=False)])
    [Call(ranking=1, who=(8,), rank=2, steps_in=True)]
    """
    held = list(held)
    called = {one.who for one in held}
    seated = {person for one in held if one.stands for person in one.who}
    free = {ranking.key: ranking.places for ranking in rankings}
    for one in held:
        if one.stands and one.ranking in free:
            free[one.ranking] -= 1
    calls: list[Call] = []
    for steps_in in (False, True):
        for ranking in rankings:
            for group in _groups(ranking, first=not steps_in):
                if free[ranking.key] <= 0:
                    break
                for row in group:
                    if row.out or row.who in called or seated.intersection(row.who):
                        continue
                    calls.append(Call(ranking.key, row.who, row.rank, steps_in))
                    called.add(row.who)
                    seated.update(row.who)
                    free[ranking.key] -= 1
    return calls


def _groups(ranking: Ranking, *, first: bool) -> Iterator[Sequence[RankedWho]]:
    """Return the groups of equals among the *first* of a ranking, as many as it has places, or among those after them."""
    before = 0
    for _rank, rows in groupby(ranking.rows, lambda row: row.rank):
        group = list(rows)
        if (before < ranking.places) == first:
            yield group
        before += len(group)


def moved_places(rankings: Sequence[Ranking], held: Iterable[HeldPlace]) -> tuple[list[MovedPlace], list[Call]]:
    """Return the places whose rank a correction changed, and who would have a place now and was never called.

    Nobody loses a place by this: the organiser decides.
    """
    held = list(held)
    due = {call.who: call for call in next_calls(rankings, [one for one in held if not one.stands])}
    ranks = ranks_of(rankings)
    now = [(one, ranks.get((one.ranking, one.who), 0)) for one in held]
    moved = [MovedPlace(one, rank, one.who in due) for one, rank in now if one.stands and rank != one.rank]
    corrected = {one.ranking for one, rank in now if rank != one.rank and (one.stands or rank)}
    # Equals are called together: one beside whom nobody was called has come there since.
    shared = {(one.ranking, one.rank) for one in held}
    called, full = {one.who for one in held}, _full(rankings, held)
    missed = [
        call
        for call in due.values()
        if call.who not in called
        and call.ranking in full
        and (call.ranking in corrected or (call.ranking, call.rank) in shared)
    ]
    return moved, missed


def _full(rankings: Sequence[Ranking], held: Sequence[HeldPlace]) -> Collection[int]:
    """Return the rankings all of whose places are somebody's: nobody more is called by them."""
    return {
        ranking.key
        for ranking in rankings
        if sum(one.stands and one.ranking == ranking.key for one in held) >= ranking.places
    }


def ranks_of(rankings: Iterable[Ranking]) -> Mapping[tuple[int, Who], int]:
    """Return the rank of everybody in each ranking who may be called."""
    return {(ranking.key, row.who): row.rank for ranking in rankings for row in ranking.rows if not row.out}
