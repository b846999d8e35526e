"""Round robin: everyone meets everyone once, by Berger tables (docs/tirages.md 6)."""

from rules.sentences import text
from tournament.tirages.model import DrawnSeating, Method, Request
from tournament.tirages.planned import POOL, frozen, paired, seat, turns_of, within


def tirage(request: Request) -> DrawnSeating:
    """Return the tables of the turn `round`; with an odd number each team sits out once."""
    order = sorted(frozen(request))
    within(request, turns_of(len(order)))
    return seat(request, paired(order, request.round))


METHOD = Method(
    name="toutes_rondes",
    tirage=tirage,
    title=text("Toutes rondes", "Round robin"),
    summary=text("Chaque équipe rencontre une fois toutes les autres.", "Every team meets every other once."),
    extra=POOL,
    chance=False,
    reasons="planned",
    schedule=True,
    pairs_kept=True,
)
