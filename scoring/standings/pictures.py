"""Pictures of a ranking: the places of their points, which a template draws as SVG."""

from typing import NamedTuple

from scoring.standings.selectors import EveningResults

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
