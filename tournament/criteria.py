"""The words of the ranking criteria: what an organiser chooses from, and what the règlement says.

How each is computed stands in ``scoring.standings.CRITERIA``, under the same keys (a test compares them).
"""

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True)
class Wording:
    """*label* heads a column or a choice; *sentence* is how the règlement explains it."""

    label: str | Promise
    sentence: str | Promise


CRITERIA: dict[str, Wording] = {
    "points": Wording(_("Points"), _("the sum of the points marked over all parties, the highest first")),
    "wins": Wording(_("Parties won"), _("the number of parties won")),
    "match_points": Wording(
        _("Match points"),
        _("match points: 3 for a partie won, 2 for a drawn one, 1 for a lost one, 0 for a forfeit"),
    ),
    "difference": Wording(_("Difference"), _("the difference between points marked and points conceded")),
    "conceded": Wording(_("Points conceded"), _("the points conceded, the fewest first")),
    "direct": Wording(_("Direct meeting"), _("the partie that the teams still equal played against each other")),
    "buchholz": Wording(_("Opponents' strength"), _("the strength of the opponents met (sum of their results)")),
    "best_round": Wording(_("Best partie"), _("the highest score made in a single partie")),
    "first_round": Wording(_("First partie"), _("the score of the first partie")),
    "capots": Wording(_("Capots"), _("the number of capots made")),
    "lot": Wording(_("Lot"), _("a lot drawn by the program, which anyone can draw again with the same result")),
}
