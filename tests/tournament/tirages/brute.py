"""The draws by ranking, by lot and by order, read off docs/tirages.md word for word: every draw is tried.

For ten teams at most.
"""

from collections.abc import Iterator
from typing import Any

Team = dict[str, Any]
Pair = tuple[int, int]


def pairings(numbers: list[int]) -> Iterator[list[Pair]]:
    """Every way of pairing an even list of numbers."""
    if not numbers:
        yield []
        return
    first, rest = numbers[0], numbers[1:]
    for place, second in enumerate(rest):
        for others in pairings(rest[:place] + rest[place + 1 :]):
            yield [(first, second), *others]


class Contest:
    """One request, and what is true of its pairs."""

    def __init__(self, request: dict[str, Any]) -> None:
        self.method = request["method"]
        self.never = request["options"].get("rematch", "never") == "never"
        self.apart = request["options"].get("club_apart", "no")
        self.teams: dict[int, Team] = {team["number"]: team for team in request["entrants"]}

    def met(self, a: int, b: int) -> bool:
        return b in self.teams[a].get("met", []) or a in self.teams[b].get("met", [])

    def mates(self, a: int, b: int) -> bool:
        return bool(self.teams[a].get("club")) and self.teams[a].get("club") == self.teams[b].get("club")

    def table(self, number: int) -> int | None:
        return self.teams[number].get("fixed_table")

    def allowed(self, pairs: list[Pair]) -> bool:
        tables = []
        for a, b in pairs:
            if self.never and self.met(a, b) or self.apart == "hard" and self.mates(a, b):
                return False
            wanted = {self.table(a), self.table(b)} - {None}
            if len(wanted) > 1:
                return False
            tables += wanted
        return len(set(tables)) == len(tables)

    def broken(self, pairs: list[Pair]) -> tuple[int, int]:
        mates = sum(self.mates(*pair) for pair in pairs) if self.apart == "soft" else 0
        return sum(self.met(*pair) for pair in pairs), mates

    def gap(self, key: str, pairs: list[Pair]) -> int:
        return sum(abs(self.teams[a].get(key, 0) - self.teams[b].get(key, 0)) for a, b in pairs)

    def cost(self, pairs: list[Pair], playing: list[int]) -> tuple[int, ...]:
        if self.method == "classement":
            return (self.gap("points", pairs),)
        if self.method == "gagnants":
            return self.gap("wins", pairs), self.gap("points", pairs)
        if self.method == "inscription":
            return (sum(abs(playing.index(a) - playing.index(b)) for a, b in pairs),)
        return ()

    def rank(self, number: int) -> tuple[int, ...]:
        """Higher is lower in the ranking."""
        team = self.teams[number]
        wins, points = -team.get("wins", 0), -team.get("points", 0)
        return {"gagnants": (wins, points), "inscription": (number,)}.get(self.method, (points, wins))

    def draws(self, exempt: int | None) -> list[list[Pair]]:
        playing = [n for n in sorted(self.teams) if n != exempt]
        return [pairs for pairs in pairings(playing) if self.allowed(pairs)]

    def exempts(self) -> list[int | None]:
        """Return the entrants that may sit out: equals all stand in the list; empty when no draw exists."""
        if len(self.teams) % 2 == 0:
            return [None] if self.draws(None) else []
        able = [n for n in self.teams if self.draws(n)]
        if not able:
            return []
        fewest = min(self.teams[n].get("exempt", 0) for n in able)
        able = [n for n in able if self.teams[n].get("exempt", 0) == fewest]
        lowest = max(self.rank(n) for n in able)
        return [n for n in able if self.rank(n) == lowest]

    def best(self, exempt: int | None) -> tuple[tuple[int, int], tuple[int, ...]]:
        """The fewest broken, and the least cost then."""
        playing = [n for n in sorted(self.teams) if n != exempt]
        return min((self.broken(pairs), self.cost(pairs, playing)) for pairs in self.draws(exempt))
