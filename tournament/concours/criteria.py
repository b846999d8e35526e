"""The words of the ranking criteria: what an organiser chooses from, what heads a column, what the règlement says.

How each is computed stands in ``scoring.ranking.CRITERIA``, under the same keys (a test compares them).
"""

from dataclasses import dataclass

from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournament.concours.kinds import Text


@dataclass(frozen=True)
class Wording:
    """*label* names the criterion, *short* heads a column, *sentence* explains it in the règlement."""

    label: Text
    short: Text
    sentence: Text


CRITERIA: dict[str, Wording] = {
    "points": Wording(
        _("Sum of points"), _("Points"), _("the sum of the points marked in all parties, the highest first")
    ),
    "wins": Wording(
        _("Parties won"), pgettext_lazy("column", "Won"), _("the number of parties won, the highest first")
    ),
    "match_points": Wording(
        _("Match points"),
        _("Match pts"),
        _(
            "match points: 3 for a partie won, 2 for a partie drawn, won by forfeit or exempt without a win, 1 for a "
            "partie lost, 0 for a forfeit or an absence"
        ),
    ),
    "difference": Wording(
        _("Difference"),
        _("Diff."),
        _("the points marked less the points conceded (an exempt partie does not count in it)"),
    ),
    "conceded": Wording(
        _("Points conceded"),
        _("Conceded"),
        _("the points conceded, the lowest first (an exempt partie counts as many conceded as marked)"),
    ),
    "direct": Wording(
        _("Direct meeting"),
        _("Direct"),
        _(
            "the parties won less those lost among the teams still equal, where each of them has played against all the "
            "others"
        ),
    ),
    "buchholz": Wording(
        _("Strength of the opponents"),
        _("Opponents"),
        _(
            "the strength of the opponents met, that is the sum of what each of them has on the first criterion, or of "
            "the parties it has won where that is not points, parties won or match points (an exempt partie counts as "
            "an opponent of the team's own strength)"
        ),
    ),
    "best_round": Wording(_("Best partie"), _("Best"), _("the points of the best partie really played")),
    "first_round": Wording(_("First partie"), _("First"), _("the points marked in the first partie")),
    "capots": Wording(_("Capots"), _("Capots"), _("the number of capots made")),
    "lot": Wording(
        _("By lot"),
        pgettext_lazy("column", "Lot"),
        _(
            "a lot computed from the first cards cut for a draw and the team's number, the lowest ticket first, which "
            "anyone can compute again"
        ),
    ),
}
