"""The teams of a phase that follows another: the first of the ranking or of each pool, the others, the beaten."""

from collections.abc import Sequence


def entering(
    *,
    who: str,
    count: int,
    ranking: Sequence[int],
    pools: Sequence[Sequence[int]] = (),
    beaten: Sequence[int] = (),
) -> list[int]:
    """Return the teams that enter a phase, best first.

    *who*: "all"; "first" or "after" the *count* first of the ranking; "pool_first" or "pool_after" the *count* first
    of each of the *pools* (rankings within each); "beaten": those of *beaten* (consolante).

    >>> entering(who="first", count=2, ranking=[5, 3, 8])
    [5, 3]
    """
    if who == "beaten":
        return [team for team in ranking if team in set(beaten)]
    if who in ("pool_first", "pool_after"):
        cut = slice(count) if who == "pool_first" else slice(count, None)
        rows = [list(pool[cut]) for pool in pools]
        return [row[rank] for rank in range(max(map(len, rows), default=0)) for row in rows if rank < len(row)]
    if who == "first":
        return list(ranking[:count])
    return list(ranking[count:]) if who == "after" else list(ranking)
