"""What the sheet of a rule set asks for, read from the rule set's own data: the entry page and the paper share it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _

from rules.cards import SANS_ATOUT, SIGNS, TOUT_ATOUT, points_in_play
from rules.donne import CAMPS, CAPOT
from rules.escalier import cards_due
from rules.rule_set import Terms, terms
from rules.sheet import DONNE_KEYS, find_rule_set
from tournament.models import Tournament

BID_STEP = 10
SEATS = "ABCDEF"
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


@dataclass(frozen=True)
class Feuille:
    """What one line of the sheet holds.

    ``fields`` are keys of the sheet format in the order of entry. ``atouts`` are those worth writing down, ``belotes``
    the most that one donne can hold, ``forgotten`` whether a forgotten “rebelote” may be forgiven, ``tricks`` those of
    a donne. ``sum`` is what both camps mark together on a donne, where that is fixed but for belotes and ``capot_more``
    for a capot. ``manches`` are the cards of each manche where every player is a camp of his own, else ().
    """

    camps: tuple[str, ...]
    fields: tuple[str, ...]
    bids: tuple[int | str, ...] = ()
    contres: tuple[str, ...] = ()
    atouts: tuple[str, ...] = ()
    belotes: int = 0
    forgotten: bool = False
    renonce: bool = False
    tricks: int = 8
    manches: tuple[int, ...] = ()
    limit: int | None = None
    sum: int | None = None
    capot_more: int = 0

    @property
    def by_manches(self) -> bool:
        """Whether players guess their tricks, manche after manche."""
        return bool(self.manches)


def feuille(ruleset: str, options: Mapping[str, object] | None, *, players: int = 4) -> Feuille:
    """The sheet of *ruleset* under *options*; *players* sit at the table where each is a camp. Raises RuleError."""
    agreed = terms(find_rule_set(ruleset), options)
    if agreed.game not in DONNE_KEYS:
        known = players if players in agreed.cartes_max else min(agreed.cartes_max)
        return Feuille(camps=tuple(SEATS[:known]), fields=("annonces", "plis"), manches=tuple(cards_due(known, agreed)))
    keys = DONNE_KEYS[agreed.game]
    contres = getattr(agreed, "contres", None)
    by_tricks = "plis" in keys
    atouts = _atouts(agreed, keys)
    wanted = {
        "preneur": agreed.game != "plis",  # by tricks alone nobody takes (S4)
        "enchere": contres is not None,
        "contre": contres is not None,
        "atout": bool(atouts),
        "points": not by_tricks,
        "plis": by_tricks,
        "dernier_pli": by_tricks,
        "belote": "belote" in keys,
        "capot": "capot" in keys and not by_tricks,  # where tricks are counted they tell it
        "annonces": agreed.annonces != "aucune",
    }
    return Feuille(
        camps=CAMPS,
        fields=tuple(name for name, there in wanted.items() if there),
        bids=_bids(agreed) if contres is not None else (),
        contres=contres or (),
        atouts=atouts,
        belotes=4 if TOUT_ATOUT in atouts and not by_tricks else 1,
        forgotten=getattr(agreed, "rebelote", "due") != "due",
        renonce=wanted["annonces"] and agreed.renonce,
        tricks=agreed.plis,
        limit=agreed.limite_donnes,
        **_control(agreed, fixed=not by_tricks and contres is None),
    )


def feuille_of(tournament: Tournament, *, players: int = 4) -> Feuille:
    """The sheet of the concours' rule set."""
    return feuille(tournament.rule_set, tournament.rule_options, players=players)


def _bids(agreed: Terms) -> tuple[int | str, ...]:
    highest = getattr(agreed, "pari_max", None)
    numbers = range(1, highest + 1) if highest else range(agreed.enchere_min, agreed.enchere_max + 1, BID_STEP)
    return (*numbers, CAPOT)


def _atouts(agreed: Terms, keys: set[str]) -> tuple[str, ...]:
    """A suit matters where equal annonces are settled by it, Sans Atout and Tout Atout where belotes or values change."""
    suits = tuple(SIGNS) if agreed.annonces != "aucune" else ()
    variant = (SANS_ATOUT, TOUT_ATOUT) if agreed.sans_atout_tout_atout and "belote" in keys else ()
    return suits + variant


def _control(agreed: Terms, *, fixed: bool) -> dict[str, int]:
    """What a donne adds to both totals together; nothing where auction, annonces or arrondi change it."""
    if not fixed or agreed.annonces != "aucune" or agreed.arrondi != "point":
        return {}
    in_play = points_in_play(None)
    return {"sum": in_play, "capot_more": agreed.capot - in_play}
