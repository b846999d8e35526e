"""Winners against winners: the least sum of gaps in wins, then in points."""

from collections.abc import Sequence

from tournament.tirages.common import Entrant, Method
from tournament.tirages.pairing import by_line


def keys(entrants: Sequence[Entrant]) -> list[int]:
    """Wins first: one win outweighs every possible sum of gaps in points."""
    points = [e.points for e in entrants]
    win = len(entrants) * (max(points) - min(points)) + 1
    return [e.wins * win + e.points for e in entrants]


METHOD = Method(
    name="gagnants",
    tirage=by_line(keys),
    label_fr="Gagnants contre gagnants",
    label_en="Winners against winners",
    about_fr="Les équipes qui ont le même nombre de parties gagnées se rencontrent, par ordre de points ; la table 1 "
    "est celle des premières.",
    about_en="Teams with the same number of wins meet, in order of points; table 1 is the top table.",
    ranking="wins",
)
