"""Ready-made settings of a concours, each taken from regulations that clubs really print.

A preset is the starting point of a new concours: every value can be changed until the first tirage is published.
"""

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, kw_only=True)
class Preset:
    """The settings of a concours, under the names that ``Tournament`` gives them."""

    label: str | Promise
    help: str | Promise
    parties: int
    rule_options: dict[str, object]
    rule_set: str = "ffb-classique"
    first_method: str = "sort"
    next_method: str = "classement"
    draw_options: dict[str, str] = field(default_factory=lambda: {"rematch": "never", "club_apart": "no"})
    criteria: tuple[str, ...] = ("points", "wins", "difference")
    exempt_policy: str = "half"
    exempt_points: int = 0
    exempt_wins: bool = False
    forfeit_points: int = 0
    fee_cents: int = 0
    lots: tuple[str, ...] = ()
    public: bool = True
    names_online: bool = False

    @property
    def donnes(self) -> int | None:
        """Donnes in a partie."""
        return self.rule_options["limite_donnes"]


# An absent team's opponents mark the 1100 of La Grand-Combe for 12 donnes, and the same share of 162 per donne elsewhere.
PRESETS: dict[str, Preset] = {
    "4x12-points": Preset(
        label=_("4 parties of 12 donnes, sum of points"),
        help=_("The most common evening. First partie by lot, then by ranking: 1st against 2nd, 3rd against 4th."),
        parties=4,
        rule_options={"limite_donnes": 12, "litige_derniere_donne": "garde"},
        forfeit_points=1100,
    ),
    "5x10-classement": Preset(
        label=_("5 parties of 10 donnes, by ranking"),
        help=_("First partie in the order of registration, then by ranking. The sum of points makes the ranking."),
        parties=5,
        rule_options={"limite_donnes": 10},
        first_method="inscription",
        criteria=("points", "wins", "conceded"),
        forfeit_points=920,
    ),
    "6x12-victoires": Preset(
        label=_("6 parties of 12 donnes, wins then points"),
        help=_("Winners meet winners. The number of parties won makes the ranking, then the points."),
        parties=6,
        rule_options={"limite_donnes": 12},
        first_method="inscription",
        next_method="gagnants",
        criteria=("wins", "points", "difference"),
        exempt_wins=True,
        forfeit_points=1100,
    ),
    "3x20": Preset(
        label=_("3 parties of 20 donnes, as in Alsace"),
        help=_("A new lot for each partie; a capot marks 162 like any donne; 81 all is a chute. Sum of points."),
        parties=3,
        rule_options={"limite_donnes": 20, "litige": False, "egalite": "chute", "capot": 162},
        next_method="sort",
        criteria=("points", "wins"),
        forfeit_points=1830,
    ),
    "6x10-points": Preset(
        label=_("6 parties of 10 donnes, sum of points"),
        help=_("Short parties and many opponents. First partie by lot, then by ranking."),
        parties=6,
        rule_options={"limite_donnes": 10},
        forfeit_points=920,
    ),
    "5x12-points": Preset(
        label=_("5 parties of 12 donnes, sum of points"),
        help=_("For an afternoon. First partie by lot, then by ranking."),
        parties=5,
        rule_options={"limite_donnes": 12, "litige_derniere_donne": "garde"},
        forfeit_points=1100,
    ),
    "3x12-points": Preset(
        label=_("3 parties of 12 donnes, sum of points"),
        help=_("A short evening, over before eleven. First partie by lot, then by ranking."),
        parties=3,
        rule_options={"limite_donnes": 12, "litige_derniere_donne": "garde"},
        forfeit_points=1100,
    ),
}

# What an exempt team marks.
EXEMPT_POLICIES = {
    "zero": _("nothing"),
    "half": _("half of the points of the partie"),
    "mean": _("the mean of its other parties"),
    "flat": _("a number of points fixed beforehand"),
}
