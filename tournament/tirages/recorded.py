"""The minutes of a draw as they were written, read as values. What was written is kept beside them: it is what is replayed."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from tournament.tirages.elimination import bracket
from tournament.tirages.model import ABOUT, AHEAD, REQUEST_KEYS, Request, read_request
from tournament.tirages.poules import pools
from tournament.tirages.registry import TIRAGES

NotedMatch = tuple[int | None, int | None, int | None]  # both sides, and who goes on where nothing is played


@dataclass(frozen=True, kw_only=True)
class Minutes:
    """The minutes of one draw: its request, its result, and the facts kept `about` it.

    `entrants` are the frozen pool as it was written: number, wins, points, met and so on. `written` are the minutes
    themselves; old ones may lack what came later.
    """

    method: str
    round: int
    seed: str
    options: Mapping[str, Any]
    entrants: tuple[Mapping[str, Any], ...]
    tables: tuple[Mapping[str, Any], ...] = ()
    exempt: tuple[int, ...] = ()
    rematches: tuple[tuple[int, int], ...] = ()
    cost: Mapping[str, int] = field(default_factory=dict)
    optimal: bool = False
    fingerprint: str = ""
    ahead: Mapping[str, Any] = field(default_factory=dict)
    about: Mapping[str, Any] = field(default_factory=dict)
    written: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)

    @classmethod
    def read(cls, written: Mapping[str, Any]) -> "Minutes":
        """Return the minutes *written* as a draw made them."""
        return cls(
            method=written["method"],
            round=written["round"],
            seed=written["seed"],
            options=written["options"],
            entrants=tuple(written["entrants"]),
            tables=tuple(written["tables"]),
            exempt=tuple(written["exempt"]),
            rematches=tuple((one, other) for one, other in written["rematches"]),
            cost=written["cost"],
            optimal=written["optimal"],
            fingerprint=written["fingerprint"],
            ahead=written.get(AHEAD, {}),
            about=written.get(ABOUT, {}),
            written=written,
        )

    @property
    def numbers(self) -> list[int]:
        """Return the numbers of its entrants."""
        return [entrant["number"] for entrant in self.entrants]

    @property
    def by_number(self) -> dict[int, Mapping[str, Any]]:
        """Return its entrants by their numbers."""
        return {entrant["number"]: entrant for entrant in self.entrants}

    @property
    def pool(self) -> list[int]:
        """Return the numbers its plan began with, in their order."""
        return list(self.options.get("pool") or self.numbers)

    @property
    def wins_first(self) -> bool:
        """Return whether parties won come before points in the ranks it was drawn from."""
        method = TIRAGES.get(self.method)
        return bool(self.options.get("ranking", method.ranking if method else "points") == "wins")

    @property
    def by_rank(self) -> bool:
        """Return whether it orders its teams by wins and points, equals by the seed.

        Once its teams have their places, a bracket or a plan leaves nothing to the seed.
        """
        method = TIRAGES.get(self.method)
        placed = self.options.get("placement") == "classement" and not self.options.get("pool")
        return method is not None and method.chance and (method.reasons == "line" or placed)

    @property
    def seed_for_ties(self) -> bool:
        """Return whether its seed only decided between equals of the ranking."""
        return self.by_rank or "cut" in self.about

    @property
    def third(self) -> tuple[int, ...]:
        """Return the two of the third-place match beside a final."""
        return tuple(self.options.get("third") or ())

    @property
    def beside(self) -> tuple[int, ...]:
        """Return those who meet beside its plan, two by two."""
        return tuple(self.options.get("beside") or ())

    @property
    def rest(self) -> tuple[int, ...]:
        """Return those who wait for a later match."""
        return tuple(self.options.get("rest") or ())

    @property
    def noted(self) -> list[NotedMatch]:
        """Return the matches of a round of a bracket as the draw noted them; none in minutes older than that."""
        return [(one, other, winner) for one, other, winner in self.about.get("matches", ())]

    @property
    def skipped(self) -> dict[int, list[NotedMatch]]:
        """Return the matches of each earlier round in which nobody had an opponent, as the draw noted them."""
        rounds = self.about.get("skipped", {})
        return {int(number): [(one, other, winner) for one, other, winner in rounds[number]] for number in rounds}

    @property
    def orders(self) -> list[list[int]]:
        """Return the order that the cards gave of teams equal at the limit of a phase."""
        return [list(order) for order in (self.about.get("cut") or {"orders": ()})["orders"]]

    @cached_property
    def pools(self) -> list[list[int]]:
        """Return the teams of each pool."""
        return pools(self._request)

    @cached_property
    def places(self) -> list[int]:
        """Return the team in each place of its bracket, 0 for a bye."""
        return bracket(self._request)

    @property
    def _request(self) -> Request:
        return read_request({key: self.written[key] for key in REQUEST_KEYS}, TIRAGES)
