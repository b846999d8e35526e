"""By ranking: 1st v 2nd, 3rd v 4th, nobody met twice (FIELD 1.2 step 4), the least sum of gaps in points."""

from collections.abc import Sequence

from tournament.tirages.common import Entrant, Method
from tournament.tirages.neighbours import Pairing, best_pairing
from tournament.tirages.pairing import Bars, by_line


def _best(playing: Sequence[Entrant], barred: Bars) -> Pairing | None:
    return best_pairing([e.points for e in playing], barred.foes, barred.levels)


METHOD = Method(
    name="classement",
    tirage=by_line(_best),
    label_fr="Par classement",
    label_en="By ranking",
    about_fr="Après chaque partie, la première rencontre la deuxième, la troisième la quatrième, et ainsi de suite ; "
    "la table 1 est celle des premières.",
    about_en="After each round the first meets the second, the third the fourth, and so on; table 1 is the top table.",
)
