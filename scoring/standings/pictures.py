"""Pictures of a ranking: the places of their points, which a template draws as SVG."""

from collections import Counter
from collections.abc import Sequence
from statistics import median
from typing import NamedTuple

from scoring.ranking import FORFEIT, Row
from scoring.ranking.results import PLAYED
from scoring.standings.results import EveningResults

WIDTH, HEIGHT, MARGIN = 320, 120, 26


class RankPoint(NamedTuple):
    """A rank in the picture: after which partie, the rank, where it stands."""

    round: int
    rank: int
    x: int
    y: int


class RankPicture(NamedTuple):
    """The rank of a team partie by partie, the first rank on top; `teams` is the last rank there is."""

    points: list[RankPoint]
    teams: int
    width: int = WIDTH
    height: int = HEIGHT

    @property
    def line(self) -> str:
        """Return the points of the line as SVG writes them."""
        return " ".join(f"{point.x},{point.y}" for point in self.points)


def rank_picture(evening: EveningResults, number: int, *, until: int) -> RankPicture | None:
    """Return the ranks of team *number* up to partie *until*; None where there are fewer than two to compare."""
    ranks = [
        (played, evening.ranks[played][number])
        for played in evening.rounds
        if played <= until and number in evening.ranks[played]
    ]
    if len(ranks) < 2:
        return None
    teams = max(len(evening.ranks[ranks[-1][0]]), 2)
    step = (WIDTH - 2 * MARGIN) / (len(ranks) - 1)
    high = (HEIGHT - 2 * MARGIN) / (teams - 1)
    points = [
        RankPoint(played, rank, round(MARGIN + at * step), round(MARGIN + (rank - 1) * high))
        for at, (played, rank) in enumerate(ranks)
    ]
    return RankPicture(points, teams)


# The strip of dots: its letters stand above and below, a column of dots between has at most so much room.
STRIP_HEIGHT, BASE, DOT, ROOM = 104, 78, 5, 46
FEWEST_DOTS = 4
LETTERS = 34  # the width of a figure and some air


class SpreadPicture(NamedTuple):
    """The points of every team in a partie, a dot each; dots of nearly the same points stand above each other.

    `columns` are (place, how many); `mine` is what one team marked, None where none is meant or it did not play, and
    `above` how many marked more. Points of the smallest, the middle and the largest.
    """

    round: int
    columns: list[tuple[int, int]]
    low: int
    middle: int
    high: int
    teams: int
    mine: int | None
    above: int
    pitch: float
    width: int = WIDTH
    height: int = STRIP_HEIGHT
    base: int = BASE
    dot: int = DOT

    def x(self, points: float) -> int:
        """Return where *points* stand."""
        return _x(points, self.low, self.high)

    @property
    def dots(self) -> str:
        """Return the columns as one path: a line of dashes without length, whose round ends are the dots."""
        return "".join(f"M{x} {BASE}v{-(count - 1) * self.pitch - 0.1:.1f}" for x, count in self.columns)

    @property
    def mine_x(self) -> int:
        """Return where the team stands, in the middle of its column."""
        return self.x(self.mine or 0)

    @property
    def mine_text(self) -> int:
        """Return the middle of its points, which stay inside the picture."""
        return min(max(self.mine_x, MARGIN), WIDTH - MARGIN)

    @property
    def middle_x(self) -> int:
        """Return where the middle stands."""
        return self.x(self.middle)

    @property
    def middle_named(self) -> bool:
        """Return whether there is room for the middle between the two ends."""
        return LETTERS < self.middle_x - MARGIN and self.middle_x + LETTERS < WIDTH - MARGIN


def _x(points: float, low: int, high: int) -> int:
    step = round((points - low) * (WIDTH - 2 * MARGIN) / (high - low) / DOT)
    return MARGIN + DOT * step


def spread_picture(rows: Sequence[Row], number: int, *, team: int | None = None) -> SpreadPicture | None:
    """Return the spread of the points of partie *number* over *rows*, *team* marked; None where too few were marked."""
    marked = {
        row.number: result.points
        for row in rows
        for result in row.results
        if result.round == number and result.kind in (PLAYED, FORFEIT)
    }
    points = sorted(marked.values())
    if len(points) < FEWEST_DOTS or points[0] == points[-1]:
        return None
    low, high = points[0], points[-1]
    columns = sorted(Counter(_x(one, low, high) for one in points).items())
    mine = marked.get(team) if team is not None else None
    return SpreadPicture(
        round=number,
        columns=columns,
        low=low,
        middle=round(median(points)),
        high=high,
        teams=len(points),
        mine=mine,
        above=sum(one > mine for one in points) if mine is not None else 0,
        pitch=min(DOT, ROOM / max(count for _x_, count in columns)),
    )
