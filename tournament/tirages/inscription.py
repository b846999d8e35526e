"""In order of registration: 1 v 2, 3 v 4 …, as many concours draw their first partie (docs/tirages.md 3)."""

from rules.sentences import text
from tournament.tirages.model import DrawnSeating, Method, Request
from tournament.tirages.outlook import pair_ahead
from tournament.tirages.pairing import closest


def tirage(request: Request) -> DrawnSeating:
    """Pair neighbours in the order of numbers, moved as little as the constraints ask; the last one sits out."""
    return pair_ahead(request, list(request.entrants), closest, lambda _playing, a, b: (abs(a - b),))


METHOD = Method(
    name="inscription",
    tirage=tirage,
    title=text("Ordre d'inscription", "Registration order"),
    summary=text(
        "Les équipes se rencontrent dans l'ordre de leurs numéros : la 1 contre la 2, la 3 contre la 4.",
        "Teams meet in the order of their numbers: 1 v 2, 3 v 4.",
    ),
    chance=False,
)
