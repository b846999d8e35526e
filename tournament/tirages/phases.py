"""An evening in several phases: so many parties, then the first eight knock out; pools, then main and consolante.

A phase is plain data; the caller keeps the list and asks, before each partie, which phase and which teams.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Phase:
    """Some parties drawn by one method, for some of the teams.

    `who`: "all"; "first" or "after" the `count` first of the ranking; "pool_first" or "pool_after" the `count` first of
    each pool; "beaten": those who lost their first match of the phase before (consolante). Phases with the same
    `start` run side by side (main and consolante). `parties` 0: as many as a knock-out needs.
    """

    method: str
    parties: int
    start: int = 1
    who: str = "all"
    count: int = 0
    options: Mapping[str, Any] = field(default_factory=dict)


def phases_at(phases: Sequence[Phase], partie: int) -> list[tuple[Phase, int]]:
    """The phases that play the partie of the evening, each with its own round number."""
    return [
        (phase, partie - phase.start + 1)
        for phase in phases
        if phase.start <= partie and (not phase.parties or partie < phase.start + phase.parties)
    ]


def entering(
    phase: Phase, ranking: Sequence[int], pools: Sequence[Sequence[int]] = (), beaten: Sequence[int] = ()
) -> list[int]:
    """The teams of a phase, best first. `pools` are rankings within each pool, `beaten` as `beaten_first` gives it.

    >>> entering(Phase(method="elimination", parties=0, who="first", count=2), [5, 3, 8])
    [5, 3]
    """
    if phase.who == "beaten":
        return [team for team in ranking if team in set(beaten)]
    if phase.who in ("pool_first", "pool_after"):
        cut = slice(phase.count) if phase.who == "pool_first" else slice(phase.count, None)
        rows = [list(pool[cut]) for pool in pools]
        return [row[rank] for rank in range(max(map(len, rows), default=0)) for row in rows if rank < len(row)]
    if phase.who == "first":
        return list(ranking[: phase.count])
    return list(ranking[phase.count :]) if phase.who == "after" else list(ranking)


def beaten_first(matches: Sequence[tuple[int, int]]) -> list[int]:
    """Those who lost the first match they played, `matches` being (winner, loser) in order of play.

    Byes are no match: a team exempt from the cadrage and beaten after it still goes to the consolante, so that
    everyone plays at least two.

    >>> beaten_first([(1, 2), (3, 1), (3, 4)])
    [2, 4]
    """
    played: set[int] = set()
    beaten = []
    for winner, loser in matches:
        if loser not in played:
            beaten.append(loser)
        played.update((winner, loser))
    return sorted(beaten)


def knock_out_parties(teams: int) -> int:
    """How many parties a knock-out of *teams* takes, cadrage included.

    >>> [knock_out_parties(n) for n in (2, 8, 9)]
    [1, 3, 4]
    """
    return max(teams - 1, 0).bit_length()


def promised_parties(teams: int, mates: int = 0) -> int:
    """How many parties without a rematch are certain whatever the results, no team having more than *mates* club mates.

    Each team may still meet half of the others: then a draw exists (Dirac).

    >>> promised_parties(16), promised_parties(16, mates=3)
    (8, 5)
    """
    even = teams - teams % 2
    return max(0, even // 2 - mates)
