"""Control a sheet as it is typed: what its figures could mean, which totals can be, who may have won, in words; which
belotes and capots are read in two totals, so that one wrong by ten or twenty is seen.

Controls take turns. Figures that a slip of the pen or somebody on purpose made impossible may take seconds of work
where the search for a partie that gives them is long (docs/limits.md). Telephones and accounts have places of their
own, so that no telephone takes that of the table de marque; who finds none free is told at once to send again.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from django.utils.translation import get_language, gettext as _, ngettext, pgettext

from rules import UNCHECKED, TotalsCheck, Winners, complete_totals, explain_totals, feuille, is_int, winners_of
from scoring.errors import ScoringError
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import CAMPS, Marks, points_of
from scoring.sheets.shown import check_text
from scoring.sheets.terms import SheetTerms, TableTotals
from tournament.finals.words import length_words
from tournament.languages import spoken_language
from tournament.places import NoPlaceError, Places, PlacesOfEach

SECONDS = 10  # that a control waits for its place
WAITING = 4  # of one caller, the one under way included

# The caller in this thread: a group of `_places` and the caller's own key; None outside a request.
_caller: ContextVar[tuple[str, str] | None] = ContextVar("caller", default=None)
_places = {
    "telephones": Places(at_once=2, queue=60, seconds=SECONDS),
    "accounts": Places(at_once=2, queue=60, seconds=SECONDS),
}
_own = PlacesOfEach(at_once=1, queue=WAITING - 1, seconds=SECONDS)


def called_by(group: str, mark: str) -> None:
    """Note who asks in this thread: *group* is “telephones” or “accounts”, *mark* tells one caller from another."""
    _caller.set((group, mark))


@contextmanager
def in_turn() -> Iterator[None]:
    """Take the places of one control. Raises ScoringError checks_queue."""
    caller = _caller.get()
    if caller is None:
        yield
        return
    try:
        with _own.hold(caller), _places[caller[0]].hold():
            yield
    except NoPlaceError:
        raise ScoringError("checks_queue") from None


def verdict(sheet: ScoreSheet, terms: SheetTerms) -> tuple[str, str]:
    """Return what *terms* make of a version as it stands: bad, wait, ok or unchecked, and why; empty for a forfeit."""
    if sheet.kind == "donnes":
        said = check_text(sheet)
        return ("bad", said) if said else ("ok", "")
    if sheet.kind != "totals":
        return "", ""
    content = sheet.content
    # By its marks where what was entered is not kept: the page of a case opens on every version that is there.
    totals = TableTotals(content.get("totals") or points_of(sheet), content.get("belotes"), content.get("capots"))
    check = terms.control(totals)
    if check.ok and not check.doubtful:
        return ("unchecked", terms.message(check, totals)) if check.code == UNCHECKED else ("ok", "")
    return ("wait" if check.ok else "bad"), terms.message(check, totals)


def totals_of(marks: Marks) -> TableTotals:
    """Return *marks* as the control takes them; a camp whose points were not given is left out of the points."""
    points = {camp: points for camp in CAMPS if (points := marks[camp]["points"]) is not None}
    belotes, capots = (
        {camp: marks[camp][name] or 0 for camp in CAMPS}
        if any(marks[camp][name] is not None for camp in CAMPS)
        else None
        for name in ("belotes", "capots")
    )
    return TableTotals(points, belotes, capots)


def other_total(marks: Marks, terms: SheetTerms) -> tuple[str, int] | None:
    """Return the camp whose points were not given and its total, where *terms* leave only one."""
    points, belotes, capots = totals_of(marks)
    if len(points) != 1:
        return None
    if terms.credited and terms.limit_points is not None:
        return None  # the penalty may have ended the partie: more than one total is possible
    with in_turn():
        other = complete_totals(
            ruleset=terms.ruleset,
            options=terms.options,
            totals=points,
            belotes=belotes,
            capots=capots,
            donnes=terms.donnes,
            nulle=terms.apart,
        )
    (camp,) = (camp for camp in CAMPS if camp not in points)
    return (camp, other) if other is not None else None


def control(marks: Marks, terms: SheetTerms) -> TotalsCheck:
    """Return what *terms* make of the totals of both camps: whether any sequence of donnes can give them."""
    with in_turn():
        return terms.control(totals_of(marks))


def possible_winners(marks: Marks, terms: SheetTerms) -> Winners:
    """Return who may have won by the totals of both camps, and what decides where they leave it open."""
    with in_turn():
        return terms.winners(totals_of(marks))


def control_text(check: TotalsCheck, marks: Marks, terms: SheetTerms) -> str:
    """Return the sentence of *check*, with the slips that *terms* explain; empty when there is nothing to say."""
    return terms.message(check, totals_of(marks))


def terms_text(terms: SheetTerms) -> list[str]:
    """Return what a person who types this sheet must know of its terms, in sentences; [] where there is nothing."""
    length = length_words(terms.own, spoken_language())
    sentences = [_("This partie: %(length)s.") % {"length": length}] if length else []
    limit = terms.options.get("limite_donnes")
    if terms.taken and is_int(limit) and limit:
        text = ngettext("%(n)s donne on the sheet.", "%(n)s donnes on the sheet.", limit)
        sentences.append(text % {"n": limit})
    elif terms.taken:
        text = ngettext(
            "%(n)s donne of this table is not on the sheet.",
            "%(n)s donnes of this table are not on the sheet.",
            terms.taken,
        )
        sentences.append(text % {"n": terms.taken})
    for camp, points in terms.credited.items():
        text = _("Without the penalty of %(points)s for %(camp)s: the program adds it itself.")
        sentences.append(text % {"points": points, "camp": camp})
    if terms.cutoff is not None:
        text = ngettext("The last donne was announced.", "The last %(n)s donnes were announced.", terms.cutoff)
        if terms.cutoff_after is not None:
            text = ngettext(
                "The last donne was announced after donne %(after)s.",
                "The last %(n)s donnes were announced after donne %(after)s.",
                terms.cutoff,
            )
        sentences.append(text % {"n": terms.cutoff, "after": terms.cutoff_after})
    return sentences


def winner_text(sheet: ScoreSheet | None) -> list[str]:
    """Return which camp *sheet* lets win by the règlement and its article, in a sentence; [] where the points say it."""
    if sheet is None or not sheet.winner:
        return []
    winners = _open_winners(sheet)
    text = _("%(camp)s wins: %(reason)s (%(article)s).")
    if not winners.asks:
        return [_("%(camp)s wins by the règlement.") % {"camp": sheet.winner}]
    reason = winners.reason(get_language() or "fr")
    return [text % {"camp": sheet.winner, "reason": reason, "article": winners.article}]


def winner_article(sheet: ScoreSheet) -> str:
    """Return the article by which *sheet* has its winner, "" where none is known."""
    return _open_winners(sheet).article


def _open_winners(sheet: ScoreSheet) -> Winners:
    """Return the answers that the totals of *sheet* leave open, and the article that decides."""
    content = sheet.content
    cut = 1 if content.get("coupure") else None
    rules = {"ruleset": content["ruleset"], "options": content.get("options")}
    return winners_of(**rules, totals=points_of(sheet), donnes=cut, exact=False)


def credited_text(terms: SheetTerms, sheet: ScoreSheet | None) -> list[str]:
    """Return what the table counts for with the penalties beside *sheet*, in a sentence; [] where it has none."""
    if sheet is None or not terms.credited:
        return []
    points = {camp: points + terms.credited.get(camp, 0) for camp, points in points_of(sheet).items()}
    shown = ", ".join(f"{camp} {figure}" for camp, figure in points.items())
    return [_("With what penalties give, the table counts %(points)s.") % {"points": shown}]


def issue_text(issue: str) -> str:
    """Return the outcome of a donne in words."""
    words = {
        "reussi": _("made"),
        "chute": _("down"),
        "litige": _("litige"),
        "passe": _("passed"),
        "annulee": pgettext("donne", "cancelled"),
    }
    return words.get(issue, issue)


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
