"""The draw of one phase in a partie: what it asks for, and what was drawn."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.tirages.recorded import Minutes, NotedMatch


@dataclass(frozen=True)
class Part:
    """The draw of one phase in a partie: its index (0: common to all), its method, the numbers of its teams.

    `teams` is None where everybody plays, else best first; `options` are those of the phase. `round` is that of its
    plan, None for the one after the last drawn. `ranked` are the teams by their ranks alone, where some were moved.
    `matches` are those of a round of a knock-out that goes on, as they stand in its bracket: both sides (0: nobody), and
    who goes on where nothing is played (0: nobody), None where it is; `skipped` those of the rounds before it, each by
    its number, in which nobody had an opponent.
    """

    phase: int = 0
    method: str = "sort"
    teams: tuple[int, ...] | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    round: int | None = None
    ranked: tuple[int, ...] = ()
    matches: tuple[NotedMatch, ...] = ()
    skipped: Mapping[int, tuple[NotedMatch, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class DrawnPart:
    """One part of a published tirage: the partie, its phase, its minutes."""

    number: int
    phase: int
    minutes: Minutes
