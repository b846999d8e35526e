"""Winners against winners: the least sum of gaps in wins, then in points (docs/tirages.md 4)."""

from collections.abc import Sequence

from rules.sentences import text
from tournament.tirages.model import Entrant, Method
from tournament.tirages.neighbours import Pairing
from tournament.tirages.outlook import by_line
from tournament.tirages.pairing import Bars
from tournament.tirages.winners import best_by_wins


def _best(playing: Sequence[Entrant], barred: Bars) -> Pairing | None:
    return best_by_wins([e.wins for e in playing], [e.points for e in playing], barred.foes, barred.levels)


def _gap(playing: Sequence[Entrant], a: int, b: int) -> tuple[int, ...]:
    one, other = playing[a], playing[b]
    return abs(one.wins - other.wins), abs(one.points - other.points)


METHOD = Method(
    name="gagnants",
    tirage=by_line(_best, _gap),
    title=text("Gagnants contre gagnants", "Winners against winners"),
    summary=text(
        "Les équipes qui ont le même nombre de parties gagnées se rencontrent, par ordre de points ; la table 1 est "
        "celle des premières.",
        "Teams with the same number of wins meet, in order of points; table 1 is the top table.",
    ),
    ranking="wins",
)
