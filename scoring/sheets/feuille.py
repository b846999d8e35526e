"""The sheet of a concours: its columns come from the rule set; here are their names on the screen."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from rules import SIGNS, Feuille, feuille
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
TYPE_WORDS = {"tierce": _("tierce"), "cinquante": _("cinquante"), "cent": _("cent"), "carre": _("carré")}


# Coinche has no surcontre, and no contre by that name.
CONTRE_WORDS = {"contre": _("contre"), "surcontre": _("surcontre")}
COINCHE_WORDS = {"contre": pgettext_lazy("bid", "coinché")}


def labels_of(sheet: Feuille) -> Mapping[str, Any]:
    """Return the names of the columns of *sheet*, in the words of its règlement."""
    return LABELS if "surcontre" in sheet.contres else {**LABELS, "contre": pgettext_lazy("column", "Coinche")}


def contre_words(sheet: Feuille) -> Mapping[str, Any]:
    """Return the contres of *sheet* in the words of its règlement."""
    return CONTRE_WORDS if "surcontre" in sheet.contres else COINCHE_WORDS


def annonce_text(annonce: Mapping[str, Any]) -> str:
    """Return an annonce as written on a sheet: « tierce R♥ », « carré V »."""
    card = f"{annonce.get('hauteur') or ''}{SIGNS.get(annonce.get('couleur') or '', '')}"
    return f"{TYPE_WORDS.get(annonce['type'], annonce['type'])} {card}".strip()


def feuille_of(tournament: Tournament, *, players: int = 4) -> Feuille:
    """Return the sheet of the concours' rule set."""
    return feuille(tournament.rule_set, tournament.rule_options, players=players)
