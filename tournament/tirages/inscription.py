"""In order of registration: 1 v 2, 3 v 4 …, as at Casson and Varennes for the first partie (FIELD 1.2 step 3)."""

from tournament.tirages.common import Method, Outcome, Request
from tournament.tirages.pairing import closest, pair_off


def tirage(request: Request) -> Outcome:
    """Neighbours in the order of numbers, moved as little as the constraints ask; the last one sits out."""
    return pair_off(request, list(request.entrants), closest)


METHOD = Method(
    name="inscription",
    tirage=tirage,
    label_fr="Ordre d'inscription",
    label_en="Registration order",
    about_fr="Les équipes se rencontrent dans l'ordre de leurs numéros : la 1 contre la 2, la 3 contre la 4.",
    about_en="Teams meet in the order of their numbers: 1 v 2, 3 v 4.",
    chance=False,
)
