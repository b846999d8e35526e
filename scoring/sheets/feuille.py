"""The sheet of a concours: its columns come from the rule set; here are their names on the screen."""

from django.utils.translation import gettext_lazy as _

from rules import Feuille, feuille
from tournament.concours.models import Tournament

LABELS = {
    "preneur": _("Preneur"),
    "enchere": _("Bid"),
    "contre": _("Contre"),
    "atout": _("Atout"),
    "points": _("Points"),
    "plis": _("Tricks"),
    "dernier_pli": _("Last trick"),
    "belote": _("Belote"),
    "capot": _("Capot"),
    "annonces": _("Annonces"),
    "renonce": _("Renonce"),
}


def feuille_of(tournament: Tournament, *, players: int = 4) -> Feuille:
    """Return the sheet of the concours' rule set."""
    return feuille(tournament.rule_set, tournament.rule_options, players=players)
