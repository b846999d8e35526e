"""Words for the scales, criteria and lines of a season."""

from fractions import Fraction

from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _, pgettext_lazy

from tournament.languages import AnyText

SCALES: dict[str, AnyText] = {
    "points": _("the points of the evening"),
    "per_donne": _("the points per donne of the evening"),
    "results": _("points for each partie won, drawn, lost"),
    "rank": _("points for the rank of the evening"),
}
TIES: dict[str, AnyText] = {
    "points": pgettext_lazy("season", "points marked"),
    "wins": pgettext_lazy("season", "parties won"),
    "difference": pgettext_lazy("season", "difference of points"),
    "capots": pgettext_lazy("season", "capots"),
    "best": pgettext_lazy("season", "best evening"),
    "firsts": pgettext_lazy("season", "evenings won"),
    "evenings": pgettext_lazy("season", "evenings played"),
    "direct": pgettext_lazy("season", "evenings played together"),
    "lot": pgettext_lazy("season", "cards cut"),
}
PARTS: dict[str, AnyText] = {
    "points": pgettext_lazy("season", "points of the evening"),
    "per_donne": pgettext_lazy("season", "points per donne"),
    "won": pgettext_lazy("season", "won"),
    "drawn": pgettext_lazy("season", "drawn"),
    "lost": pgettext_lazy("season", "lost"),
    "rank": pgettext_lazy("season", "rank"),
    "presence": pgettext_lazy("season", "presence"),
    "final_won": pgettext_lazy("season", "final won"),
    "final_lost": pgettext_lazy("season", "final lost"),
}
DIGITS = 2  # behind the comma of a figure that is no whole number


def figure(value: Fraction | int) -> str:
    """Return a figure of a season as pages write it, "≈" before one that two digits do not say exactly."""
    value = Fraction(value)
    if value.denominator == 1:
        return str(value.numerator)
    hundredths = round(value * 10**DIGITS)
    whole, rest = divmod(abs(hundredths), 10**DIGITS)
    text = f"{'-' if hundredths < 0 else ''}{whole}{get_format('DECIMAL_SEPARATOR')}{rest:0{DIGITS}d}"
    return text if Fraction(hundredths, 10**DIGITS) == value else f"≈ {text}"
