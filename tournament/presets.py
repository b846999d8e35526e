"""Ready-made settings of a concours, each taken from regulations that clubs really print.

A preset is the starting point of a new concours: every value can be changed until the first tirage is published.
"""

from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


def usual_penalties(rule_set: str, base: object = None) -> list[dict[str, object]]:
    """The code of penalties that clubs of this game print: a whole donne to the other camp (FIELD 1.2 step 11).

    162 points, 160 in contrée and coinche; none where a game is counted by tricks. *base* is that of comptoir. In the
    language of the moment.
    """
    points = WHOLE_DONNE.get(str(base) if rule_set == "comptoir" else rule_set, 162)
    if not points:
        return []
    code = (
        (_("Renonce: suit not followed, or no trump played when due"), 1),
        (_("Wrong deal, seen once the atout is chosen"), 1),
        (_("Words or signs between partners"), 2),
    )
    return [
        {"label": str(label), "way": "instead", "points": points, "from_fault": first, "article": ""}
        for label, first in code
    ]


def usual_forfeit(donnes: int) -> int:
    """What is marked against an absent team in a partie of *donnes*: the 1100 of La Grand-Combe for 12, else its share.

    >>> usual_forfeit(12), usual_forfeit(10), usual_forfeit(4)
    (1100, 920, 370)
    """
    return round(110 * donnes / 12) * 10


# What a camp marks for the whole of a donne where that is not 162; 0: the game has no points.
WHOLE_DONNE = {"departement-contree": 160, "coinche": 160, "junior-plis": 0, "junior-encheres": 0, "escalier": 0}


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
    phases: tuple[dict[str, object], ...] = ()
    draw_options: dict[str, object] = field(default_factory=lambda: {"rematch": "never", "club_apart": "no"})
    criteria: tuple[str, ...] = ("points", "wins", "difference")
    exempt_policy: str = "half"
    exempt_points: int = 0
    exempt_wins: bool = False
    forfeit_points: int = 0
    caps: dict[str, int] = field(default_factory=dict)
    missed_policy: str = "zero"
    leavers: str = "last"
    excluded_policy: str = "kept"
    ready_minutes: int = 10
    partie_minutes: int = 60
    cutoff_donnes: int = 2
    counts_when: str = "typist"
    max_teams: int = 0
    fee_cents: int = 0
    lots: tuple[str, ...] = ()
    public: bool = True
    names_online: bool = False

    @property
    def donnes(self) -> int | None:
        """Donnes in a partie, or None where a partie ends by points alone."""
        return self.rule_options.get("limite_donnes")

    @property
    def penalties(self) -> list[dict[str, object]]:
        """Its code of penalties."""
        return usual_penalties(self.rule_set, self.rule_options.get("base"))

    @property
    def figures(self) -> str | Promise:
        """What is shown big on its card: the parties and what ends one; words where finals or pools make the evening."""
        if self.first_method == "elimination":
            return _("Knock-out")
        if self.first_method == "poules":
            return _("Pools, finals")
        if self.phases:
            return _("%(parties)s + finals") % {"parties": self.phases[0]["start"] - 1}
        return f"{self.parties} × {self.length}" if self.length else str(self.parties)

    @property
    def length(self) -> int | None:
        """What ends a partie, to be shown big: its donnes, or its limit of points."""
        return self.donnes or self.rule_options.get("limite_points")


# With donnes, an absent team's opponents mark `usual_forfeit`.
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
    "4x12-finales": Preset(
        label=_("4 parties by ranking, then the first 8 knock out"),
        help=_(
            "Four parties for all. Then quarter, half and final among the first eight; the others play on by ranking."
        ),
        parties=7,
        rule_options={"limite_donnes": 12, "litige_derniere_donne": "garde"},
        phases=(
            {"method": "elimination", "start": 5, "who": "first", "count": 8},
            {"method": "classement", "start": 5, "who": "after", "count": 8},
        ),
        forfeit_points=1100,
    ),
    "6x12-finales": Preset(
        label=_("6 parties by wins, then the finals of the first 8"),
        help=_("Winners meet winners for six parties; then quarter, half and final among the first eight."),
        parties=9,
        rule_options={"limite_donnes": 12},
        first_method="inscription",
        next_method="gagnants",
        phases=({"method": "elimination", "start": 7, "who": "first", "count": 8},),
        criteria=("wins", "points", "difference"),
        exempt_wins=True,
        forfeit_points=1100,
    ),
    "poules-4": Preset(
        label=_("Pools of 4, then main table and consolante"),
        help=_(
            "Everyone meets everyone in the pool: three parties. The first two of each pool then knock out in the main "
            "table, the others in the consolante."
        ),
        parties=6,
        rule_options={"limite_donnes": 10},
        first_method="poules",
        next_method="poules",
        phases=(
            {"method": "elimination", "start": 4, "who": "pool_first", "count": 2},
            {"method": "elimination", "start": 4, "who": "pool_after", "count": 2},
        ),
        draw_options={"rematch": "never", "club_apart": "soft", "size": 4},
        criteria=("wins", "difference", "points"),
        forfeit_points=920,
    ),
    "elimination": Preset(
        label=_("Knock-out with consolante"),
        help=_(
            "Who loses is out of the main table; who loses the first match goes on in the consolante, so that everyone "
            "plays at least twice."
        ),
        parties=5,
        rule_options={"limite_donnes": 12},
        first_method="elimination",
        next_method="elimination",
        phases=({"method": "elimination", "start": 2, "who": "beaten"},),
        criteria=("wins", "points", "difference"),
        forfeit_points=1100,
    ),
    "rotation": Preset(
        label=_("The whole evening drawn in advance"),
        help=_("The opponents of all the parties are drawn before the first one; nobody meets twice."),
        parties=4,
        rule_options={"limite_donnes": 12},
        first_method="rotation",
        next_method="rotation",
        forfeit_points=1100,
    ),
    "impairs-fixes": Preset(
        label=_("Odd numbers stay, even numbers move"),
        help=_("The simplest with paper: teams with an odd number keep their table, the others go up one table."),
        parties=4,
        rule_options={"limite_donnes": 12},
        first_method="impairs_fixes",
        next_method="impairs_fixes",
        forfeit_points=1100,
    ),
    "melee": Preset(
        label=_("Mêlée: everyone enters alone"),
        help=_("New partner and new opponents at each partie, by lot; the ranking is of persons."),
        parties=4,
        rule_options={"limite_donnes": 12},
        first_method="melee",
        next_method="melee",
        draw_options={"rematch": "least", "club_apart": "no"},
        forfeit_points=1100,
    ),
    "escalier": Preset(
        label=_("Tables of 3 to 6 players, each for himself"),
        help=_("Everyone enters alone; the tables are renewed at each partie."),
        parties=4,
        rule_set="escalier",
        rule_options={},
        first_method="escalier",
        next_method="escalier",
        draw_options={"rematch": "least", "club_apart": "no", "size": 4},
        exempt_policy="mean",
    ),
    "comptoir": Preset(
        label=_("Comptoir, one against one: 5 parties of 500 points"),
        help=_("Everyone enters alone and plays his hand and his open cards. First partie by lot, then by ranking."),
        parties=5,
        rule_set="comptoir",
        rule_options={"base": "junior-classique", "limite_points": 500},
        forfeit_points=500,
    ),
    "relais": Preset(
        label=_("4 parties, nobody plays fewer: relay of the odd team"),
        help=_(
            "With an odd number, four teams drawn by lot each rest once and make it up against each other: everyone "
            "plays as many parties (as at ASCE 79)."
        ),
        parties=4,
        rule_options={"limite_donnes": 12, "litige_derniere_donne": "garde"},
        exempt_policy="relay",
        forfeit_points=1100,
    ),
    "points-de-match": Preset(
        label=_("4 parties, match points"),
        help=_("3 points for a win, 1 for a loss; the exempt team has 2 and 1000 points: nearly a win."),
        parties=4,
        rule_options={"limite_donnes": 12},
        criteria=("match_points", "points"),
        next_method="gagnants",
        exempt_policy="flat",
        exempt_points=1000,
        forfeit_points=1100,
    ),
    "contree-5x2000": Preset(
        label=_("Contrée: 5 parties of 2000 points"),
        help=_("Bids, contre and surcontre, as in departmental concours. Parties won first, then the points."),
        parties=5,
        rule_set="departement-contree",
        rule_options={"limite_points": 2000},
        next_method="gagnants",
        criteria=("wins", "points", "difference"),
        exempt_wins=True,
        forfeit_points=2000,
    ),
    "coinche-4x1000": Preset(
        label=_("Coinche: 4 parties of 1000 points"),
        help=_("Points made are counted; the way of counting can be changed. Sum of points."),
        parties=4,
        rule_set="coinche",
        rule_options={"limite_points": 1000},
        forfeit_points=1000,
    ),
    "annonces-4x1000": Preset(
        label=_("Belote with annonces: 4 parties of 1000 points"),
        help=_("Tierce, cinquante, cent and carrés are marked. Parties won first, then the points."),
        parties=4,
        rule_set="annonces",
        rule_options={"limite_points": 1000},
        criteria=("wins", "points", "difference"),
        next_method="gagnants",
        exempt_wins=True,
        forfeit_points=1000,
    ),
    "traditionnelle-4x1000": Preset(
        label=_("Traditional belote: 4 parties of 1000 points"),
        help=_("On a chute everything in play goes to the defence, the belote too. Sum of points."),
        parties=4,
        rule_set="traditionnelle",
        rule_options={"limite_points": 1000},
        forfeit_points=1000,
    ),
    "junior-4x5": Preset(
        label=_("First belote, by tricks: 4 parties of 5 manches"),
        help=_("For children: who takes most tricks wins the manche. Parties won first, then the manches."),
        parties=4,
        rule_set="junior-plis",
        rule_options={},
        criteria=("wins", "points", "difference"),
        exempt_policy="flat",
        exempt_points=5,
        exempt_wins=True,
        forfeit_points=5,
    ),
    "junior-4x500": Preset(
        label=_("Junior: 4 parties of 500 points"),
        help=_("The classic belote of the juniors: 82 points make the contract. Sum of points."),
        parties=4,
        rule_set="junior-classique",
        rule_options={"limite_points": 500},
        forfeit_points=500,
    ),
}

# What is enough for a score to count (DESIGN 3).
COUNTS_WHEN = {
    "typist": _("one person types it at the table de marque"),
    "two_readers": _("two persons of the table de marque have read the same figures"),
    "both_camps": _("both camps have agreed to it"),
}

# How a penalty is marked, always beside the score and to the other camp (FIELD step 11).
PENALTY_WAYS = {
    "instead": _("in place of the donne, which is cancelled"),
    "as_donne": _("as a donne of its own, which is then not played"),
    "on_top": _("on top of the donnes, as often as it happens"),
}

# What a team marks for a partie it missed: it came late, or was away for one.
MISSED_POLICIES = {"zero": _("nothing"), "exempt": _("as much as an exempt team")}

# Where a team is ranked that leaves before the end.
LEAVERS = {"last": _("after all the others"), "ranked": _("where its points put it")}

# What the former opponents of an excluded team have from their partie against it.
EXCLUDED_POLICIES = {
    "kept": _("what they marked against it"),
    "forfeit": _("a win by forfeit, with what they marked if that is more"),
}

# What an exempt team marks.
EXEMPT_POLICIES = {
    "zero": _("nothing"),
    "half": _("half of the points of the partie"),
    "mean": _("the mean of its other parties"),
    "flat": _("a number of points fixed beforehand"),
    "catch_up": _("what it marks in a catch-up game, against a team that has finished"),
    "relay": _("as the others: four teams rest in turn and make it up (relay A, B, C, D)"),
}
