"""Ready-made settings of a concours, each taken from regulations that clubs really print.

A preset is the starting point of a new concours: every value can be changed until the first tirage is published.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext_lazy as _, ngettext

from tournament.concours.kinds import Text
from tournament.concours.settings import with_defaults


def usual_forfeit(donnes: int) -> int:
    """Return what is marked against an absent team in a partie of *donnes*: 1100 for 12 (La Grand-Combe), else its share.

    >>> usual_forfeit(12), usual_forfeit(10), usual_forfeit(4)
    (1100, 920, 370)
    """
    return round(110 * donnes / 12) * 10


def usual_minutes(donnes: int) -> int:
    """Return after how long the last of *donnes* may be imposed: the hour that is usual for 12, else its share.

    >>> usual_minutes(12), usual_minutes(20), usual_minutes(4)
    (60, 100, 20)
    """
    return min(5 * donnes, 600)


_DEFAULTS = with_defaults({})
# Settings in proportion to the number of donnes, unless the organiser gives another figure.
IN_PROPORTION: Mapping[str, Callable[[int], int]] = {"forfeit_points": usual_forfeit, "partie_minutes": usual_minutes}


# The groups of the presets, in the order in which a new concours shows them.
PRESET_GROUPS: dict[str, Text] = {
    "usual": _("The usual evening"),
    "finals": _("With finals"),
    "draws": _("The tables drawn otherwise"),
    "singles": _("Everyone enters alone"),
    "games": _("Other games"),
}


@dataclass(frozen=True)
class Preset:
    """A way to play, in one of PRESET_GROUPS: *given* are the settings that are not the usual ones of the table."""

    label: Text
    help: Text
    group: str
    given: dict[str, Any]

    @property
    def settings(self) -> dict[str, Any]:
        """Return every setting that a new concours begins with; texts in the language of the moment."""
        return with_defaults(self.given)

    @property
    def figures(self) -> Text:
        """Return the figures of its card: the parties and what ends one; words where finals or pools make the evening."""
        settings = self.settings
        if settings["first_method"] == "elimination":
            return _("Knock-out")
        if settings["first_method"] == "poules":
            return _("Pools, finals")
        if settings["phases"]:
            return _("%(parties)s + finals") % {"parties": settings["phases"][0]["start"] - 1}
        options = settings["rule_options"]
        length = options.get("limite_donnes") or options.get("limite_points")
        if not length:
            return ngettext("%(count)s partie", "%(count)s parties", settings["parties"]) % {
                "count": settings["parties"]
            }
        return f"{settings['parties']} × {length}"


# The parties won make the ranking, then the points.
BY_WINS: dict[str, Any] = {"criteria": ("wins", "points", "difference"), "exempt_wins": True}
# In a litige of the last donne the preneur keeps its points, in every evening that is played by donnes.
LITIGE_KEPT = {"litige_derniere_donne": "garde"}


def _preset(
    *,
    label: Text,
    help: Text,
    group: str = "usual",
    parties: int = 4,
    donnes: int = 0,
    points: int = 0,
    method: str = "",
    rule_options: Mapping[str, object] | None = None,
    **given: Any,
) -> Preset:
    """Make a preset whose parties end after *donnes* or at *points*, an absent team's opponents marking as much.

    *method* draws every partie.
    """
    limits = {name: most for name, most in (("limite_donnes", donnes), ("limite_points", points)) if most}
    kept = LITIGE_KEPT if donnes and "rule_set" not in given else {}
    given |= {"parties": parties, "rule_options": limits | kept | dict(rule_options or {})}
    given |= {"first_method": method, "next_method": method} if method else {}
    usual = {name: figure(donnes) for name, figure in IN_PROPORTION.items()} if donnes else {"forfeit_points": points}
    unusual = {name: figure for name, figure in usual.items() if figure != _DEFAULTS[name]}
    return Preset(label, help, group, unusual | given)


PRESETS: dict[str, Preset] = {
    "4x12-points": _preset(
        label=_("4 parties of 12 donnes, sum of points"),
        help=_("The most common evening. First partie by lot, then by ranking: 1st against 2nd, 3rd against 4th."),
        donnes=12,
    ),
    "5x10-classement": _preset(
        label=_("5 parties of 10 donnes, by ranking"),
        help=_("First partie in the order of registration, then by ranking. The sum of points makes the ranking."),
        parties=5,
        donnes=10,
        first_method="inscription",
        criteria=("points", "wins", "conceded"),
    ),
    "6x12-victoires": _preset(
        label=_("6 parties of 12 donnes, wins then points"),
        help=_("Winners meet winners. The number of parties won makes the ranking, then the points."),
        parties=6,
        donnes=12,
        first_method="inscription",
        next_method="gagnants",
        **BY_WINS,
    ),
    "3x20": _preset(
        label=_("3 parties of 20 donnes, as in Alsace"),
        help=_("A new lot for each partie; a capot marks 162 like any donne; 81 all is a chute. Sum of points."),
        parties=3,
        donnes=20,
        rule_options={"litige": False, "egalite": "chute", "capot": 162},
        next_method="sort",
        criteria=("points", "wins"),
    ),
    "6x10-points": _preset(
        label=_("6 parties of 10 donnes, sum of points"),
        help=_("Short parties and many opponents. First partie by lot, then by ranking."),
        parties=6,
        donnes=10,
    ),
    "5x12-points": _preset(
        label=_("5 parties of 12 donnes, sum of points"),
        help=_("For an afternoon. First partie by lot, then by ranking."),
        parties=5,
        donnes=12,
    ),
    "3x12-points": _preset(
        label=_("3 parties of 12 donnes, sum of points"),
        help=_("A short evening. First partie by lot, then by ranking."),
        parties=3,
        donnes=12,
    ),
    "4x12-finales": _preset(
        label=_("4 parties by ranking, then the first 8 knock out"),
        group="finals",
        help=_(
            "Four parties for all. Then quarter, half and final among the first eight; the others play on by ranking."
        ),
        parties=7,
        donnes=12,
        phases=(
            {"method": "elimination", "start": 5, "who": "first", "count": 8},
            {"method": "classement", "start": 5, "who": "after", "count": 8},
        ),
        knock_out_tie="donne",
    ),
    "6x12-finales": _preset(
        label=_("6 parties by wins, then the finals of the first 8"),
        group="finals",
        help=_("Winners meet winners for six parties; then quarter, half and final among the first eight."),
        parties=9,
        donnes=12,
        first_method="inscription",
        next_method="gagnants",
        phases=({"method": "elimination", "start": 7, "who": "first", "count": 8},),
        **BY_WINS,
        knock_out_tie="donne",
    ),
    "poules-4": _preset(
        label=_("Pools of 4, then main table and consolante"),
        group="finals",
        help=_(
            "Everyone meets everyone in the pool: three parties of 10 donnes. The first two of each pool then knock out in "
            "the main table, the others in the consolante."
        ),
        parties=6,
        donnes=10,
        method="poules",
        phases=(
            {"method": "elimination", "start": 4, "who": "pool_first", "count": 2},
            {"method": "elimination", "start": 4, "who": "pool_after", "count": 2},
        ),
        draw_options={"rematch": "never", "club_apart": "soft", "size": 4},
        criteria=("wins", "difference", "points"),
        knock_out_tie="donne",
    ),
    "elimination": _preset(
        label=_("Knock-out with consolante"),
        group="finals",
        help=_(
            "Who loses is out of the main table; who loses the first match goes on in the consolante, so that everyone "
            "plays at least twice. A match is a partie of 12 donnes."
        ),
        parties=5,
        donnes=12,
        method="elimination",
        phases=({"method": "elimination", "start": 2, "who": "beaten"},),
        criteria=("wins", "points", "difference"),
        knock_out_tie="donne",
    ),
    "rotation": _preset(
        label=_("The whole evening drawn in advance"),
        group="draws",
        help=_("The opponents of all the parties are drawn before the first one; nobody meets twice."),
        donnes=12,
        method="rotation",
    ),
    "impairs-fixes": _preset(
        label=_("Odd numbers stay, even numbers move"),
        group="draws",
        help=_("The simplest with paper: teams with an odd number keep their table, the others go up one table."),
        donnes=12,
        method="impairs_fixes",
    ),
    "melee": _preset(
        label=_("Mêlée: everyone enters alone"),
        group="singles",
        help=_("New partner and new opponents at each partie, by lot; the ranking is of persons."),
        donnes=12,
        method="melee",
        draw_options={"rematch": "least", "club_apart": "no"},
    ),
    "escalier": _preset(
        label=_("Tables of 3 to 6 players, each for himself"),
        group="singles",
        help=_("Everyone enters alone; the tables are renewed at each partie."),
        rule_set="escalier",
        method="escalier",
        draw_options={"rematch": "least", "club_apart": "no", "size": 4},
        exempt_policy="mean",
    ),
    "comptoir": _preset(
        label=_("Comptoir, one against one: 5 parties of 500 points"),
        group="singles",
        help=_("Everyone enters alone and plays his hand and his open cards. First partie by lot, then by ranking."),
        parties=5,
        rule_set="comptoir",
        points=500,
        rule_options={"base": "junior-classique"},
    ),
    "relais": _preset(
        label=_("4 parties, nobody plays fewer: relay of the odd team"),
        group="draws",
        help=_(
            "With an odd number, four teams drawn by lot each rest once and make it up against each other: everyone "
            "plays as many parties (as at ASCE 79)."
        ),
        donnes=12,
        exempt_policy="relay",
    ),
    "points-de-match": _preset(
        label=_("4 parties, match points"),
        group="draws",
        help=_("3 points for a win, 1 for a loss; the exempt team has 2 and 1000 points: nearly a win."),
        donnes=12,
        criteria=("match_points", "points"),
        next_method="gagnants",
        exempt_policy="flat",
        exempt_points=1000,
    ),
    "contree-5x2000": _preset(
        label=_("Contrée: 5 parties of 2000 points"),
        group="games",
        help=_("Bids, contre and surcontre, as in departmental concours. Parties won first, then the points."),
        parties=5,
        rule_set="departement-contree",
        points=2000,
        next_method="gagnants",
        **BY_WINS,
    ),
    "coinche-4x1000": _preset(
        label=_("Coinche (belote coinchée): 4 parties of 1000 points"),
        group="games",
        help=_("Points made are counted; the way of counting can be changed. Sum of points."),
        rule_set="coinche",
        points=1000,
    ),
    "coinche-4x2000-contrat": _preset(
        label=_("Coinche of clubs, contract added: 4 parties of 2000 points"),
        group="games",
        help=_(
            "Points made and bid, rounded to the ten; lost, 160 and the contract; coinche × 2, surcoinche × 4; capot 250, "
            "announced 500. Sum of points."
        ),
        rule_set="coinche",
        points=2000,
        rule_options={
            "decompte": "faits_et_annonces",
            "chute_contrat": True,
            "surcoinche": "quadruple",
            "capot_demande": 500,
            "arrondi": True,
        },
    ),
    "coinche-5x1000-annonces": _preset(
        label=_("Coinche of clubs, points bid: 5 parties of 1000 points"),
        group="games",
        help=_(
            "The bid alone is marked; lost, 160; coinche × 2, surcoinche × 4; announced capot 250. Parties won first, then the points."
        ),
        parties=5,
        rule_set="coinche",
        points=1000,
        rule_options={"decompte": "annonces", "surcoinche": "quadruple"},
        next_method="gagnants",
        **BY_WINS,
    ),
    "coinche-4x12-forfait": _preset(
        label=_("Coinche of clubs, flat: 4 parties of 12 donnes"),
        group="games",
        help=_(
            "Points made, rounded to the ten; lost, 160; coinche 320, surcoinche 640; capot 250, announced 500. Sum of points."
        ),
        rule_set="coinche",
        donnes=12,
        rule_options={
            "limite_points": None,
            "coinche": "forfait",
            "surcoinche": "forfait",
            "capot_demande": 500,
            "arrondi": True,
        },
    ),
    "annonces-4x1000": _preset(
        label=_("Belote with annonces: 4 parties of 1000 points"),
        group="games",
        help=_("Tierce, cinquante, cent and carrés are marked. Parties won first, then the points."),
        rule_set="annonces",
        points=1000,
        next_method="gagnants",
        **BY_WINS,
    ),
    "traditionnelle-4x1000": _preset(
        label=_("Traditional belote: 4 parties of 1000 points"),
        group="games",
        help=_("On a chute everything in play goes to the defence, the belote too. Sum of points."),
        rule_set="traditionnelle",
        points=1000,
    ),
    "junior-4x5": _preset(
        label=_("First belote, by tricks: 4 parties of 5 manches"),
        group="games",
        help=_("For children: who takes most tricks wins the manche. Parties won first, then the manches."),
        rule_set="junior-plis",
        exempt_policy="flat",
        exempt_points=5,
        **BY_WINS,
        forfeit_points=5,
    ),
    "junior-4x500": _preset(
        label=_("Junior: 4 parties of 500 points"),
        group="games",
        help=_("The classic belote of the juniors: 82 points make the contract. Sum of points."),
        rule_set="junior-classique",
        points=500,
    ),
}
