"""Round robin: everyone meets everyone once (Berger tables)."""

from tournament.tirages.common import Method, Outcome, Request
from tournament.tirages.planned import POOL, beyond, frozen, paired, seat


def tirage(request: Request) -> Outcome:
    """The tables of the turn `round`; with an odd number each team sits out once."""
    order = sorted(frozen(request))
    turns = len(order) - 1 + len(order) % 2
    if request.round > turns:
        raise beyond(request, turns)
    return seat(request, paired(order, request.round), None)


METHOD = Method(
    name="toutes_rondes",
    tirage=tirage,
    label_fr="Toutes rondes",
    label_en="Round robin",
    about_fr="Chaque équipe rencontre une fois toutes les autres.",
    about_en="Every team meets every other once.",
    extra=POOL,
    chance=False,
    reasons="planned",
    schedule=True,
)
