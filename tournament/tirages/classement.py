"""By ranking: 1st v 2nd, 3rd v 4th, nobody met twice, the least sum of gaps in points (docs/tirages.md 4)."""

from collections.abc import Sequence

from rules.sentences import text
from tournament.tirages.model import Entrant, Method
from tournament.tirages.neighbours import Pairing, best_pairing
from tournament.tirages.outlook import by_line
from tournament.tirages.pairing import Bars


def _best(playing: Sequence[Entrant], barred: Bars) -> Pairing | None:
    return best_pairing([e.points for e in playing], barred.foes, barred.levels)


def _gap(playing: Sequence[Entrant], a: int, b: int) -> tuple[int, ...]:
    return (abs(playing[a].points - playing[b].points),)


METHOD = Method(
    name="classement",
    tirage=by_line(_best, _gap),
    title=text("Par classement", "By ranking"),
    summary=text(
        "Après chaque partie, la première rencontre la deuxième, la troisième la quatrième, et ainsi de suite ; la "
        "table 1 est celle des premières.",
        "After each round the first meets the second, the third the fourth, and so on; table 1 is the top table.",
    ),
)
