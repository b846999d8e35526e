"""State which belotes and capots the program reads in two totals, so that a total wrong by ten or twenty is seen."""

from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _, ngettext

from rules import explain_totals, feuille
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import points_of
from scoring.sheets.terms import SheetTerms, TableTotals

# Belotes of a partie from which a slip is likelier than the cards; one in two of the donnes of a partie has one.
MANY_BELOTES = 5
MOST_READINGS = 2


@dataclass(frozen=True)
class ExplainedSum:
    """Represent what a sum of totals was understood as, in words ("" where nothing can be told), and whether that is rare."""

    text: str = ""
    is_rare: bool = False


def explained_sheet(sheet: ScoreSheet, terms: SheetTerms) -> ExplainedSum:
    """Return what the totals of *sheet* were understood as; nothing for one donne by donne, a forfeit or a forced one."""
    if sheet.kind != "totals" or sheet.check_code:
        return ExplainedSum()
    content = sheet.content
    return explained_sum(TableTotals(points_of(sheet), content.get("belotes"), content.get("capots")), terms)


def explained_sum(totals: TableTotals, terms: SheetTerms) -> ExplainedSum:
    """Return what *totals*, which passed the control, are understood as; nothing where the sheet counts both itself."""
    points, belotes, capots = totals
    if belotes is not None and capots is not None:
        return ExplainedSum()
    rules: dict[str, Any] = {"ruleset": terms.ruleset, "options": terms.options}
    counts = explain_totals(**rules, totals=points, belotes=belotes, capots=capots, donnes=terms.donnes)
    if not counts:
        return ExplainedSum()
    words = _(" or ").join(f"{_belotes(belotes)}, {_capots(capots)}" for belotes, capots in counts[:MOST_READINGS])
    text = _("%(sum)s: %(words)s.") % {"sum": sum(points.values()), "words": words}
    # In Sans Atout and Tout Atout one donne holds up to four.
    is_rare = counts[0][0] >= MANY_BELOTES and feuille(**rules).belotes == 1
    many = _("That is many belotes: look at the sheet once more.")
    return ExplainedSum(f"{text} {many}" if is_rare else text, is_rare)


def _belotes(number: int) -> str:
    return ngettext("%(n)s belote", "%(n)s belotes", number) % {"n": number} if number else _("no belote")


def _capots(number: int) -> str:
    return ngettext("%(n)s capot", "%(n)s capots", number) % {"n": number} if number else _("no capot")
