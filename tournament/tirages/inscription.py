"""In order of registration: 1 v 2, 3 v 4 …, as at Casson and Varennes for the first partie (FIELD 1.2 step 3)."""

from collections.abc import Sequence

from tournament.tirages.common import Camps, Entrant, Method, Outcome, Request
from tournament.tirages.neighbours import best_pairing
from tournament.tirages.pairing import Bars, pair_off


def _solve(playing: Sequence[Entrant], barred: Bars) -> tuple[list[Camps], bool] | None:
    found = best_pairing([-place for place in range(len(playing))], barred.foes, barred.levels)
    if found is None:
        return None
    return [((playing[i].number,), (playing[j].number,)) for i, j in enumerate(found.mate) if i < j], found.proven


def tirage(request: Request) -> Outcome:
    """Neighbours in the order of numbers, moved as little as the constraints ask; the last one sits out."""
    return pair_off(request, list(request.entrants), _solve)


METHOD = Method(
    name="inscription",
    tirage=tirage,
    label_fr="Ordre d'inscription",
    label_en="Registration order",
    about_fr="Les équipes se rencontrent dans l'ordre de leurs numéros : la 1 contre la 2, la 3 contre la 4.",
    about_en="Teams meet in the order of their numbers: 1 v 2, 3 v 4.",
    chance=False,
)
