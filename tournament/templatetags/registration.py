"""Filters of registration: amounts of money, names and prizes, remarks about the rows of a list, categories."""

import html
import re
from collections.abc import Mapping
from functools import lru_cache

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from tournament.concours.clauses import INFORMATION
from tournament.concours.models import Tournament
from tournament.concours.money import Fee
from tournament.ledger.booking import means_words
from tournament.messages import sentence
from tournament.registration.imports.entry import Say
from tournament.registration.imports.forms import ROLE_LABELS
from tournament.registration.imports.selectors import AlikeQuestion
from tournament.registration.models import CATEGORIES, Team
from tournament.rounds.latecomers import LateEntry

register = template.Library()
_BOUND = re.compile(r"(?<=\d) (?=[^\W\d_])| (?=[:;!?»/])|(?<=«) ")
_HYPHENED = re.compile(r"[^\W\d_]-[^\W\d_]")


@register.simple_tag
def information() -> str:
    """Return the sentence that tells everybody at the door what is kept, and what may be asked."""
    return str(INFORMATION)


@register.filter
def euros(cents: int | None) -> str:
    """Format an amount of cents in euros: « 14 € », « 7,50 € »; nothing for None."""
    if cents is None:
        return ""
    whole, rest = divmod(cents, 100)
    amount = number_format(whole + rest / 100 if rest else whole, decimal_pos=2 if rest else 0, force_grouping=True)
    return f"{amount}\u00a0€"


@register.filter
def paid_up(team: Team, fee: Fee) -> bool:
    """Return whether *team* has paid all it owes."""
    return team.paid_up(fee)


@register.filter
def unbroken(text: str) -> SafeString:
    """Mark up a name or a prize so that no line ends at a hyphen while the whole word has room on the next line.

    A number stays with what it counts, a sign with what it follows. Names that `join` has escaped are not escaped
    twice.
    """
    return _unbroken(html.unescape(text) if isinstance(text, SafeString) else text)


@lru_cache(5_000)  # the names of an evening come on every page of it
def _unbroken(text: str) -> SafeString:
    words = _BOUND.sub("\u00a0", text).split(" ")
    return format_html_join(
        " ", "{}", ((format_html('<span class="unbroken">{}</span>', w) if _HYPHENED.search(w) else w,) for w in words)
    )


@register.filter
def row_sentence(say: Say) -> str:
    """Return the sentence of a remark about a row."""
    params = dict(say.params)
    if "role" in params:
        params["role"] = ROLE_LABELS[str(params["role"])]
    if "category" in params:
        params["category"] = CATEGORIES[str(params["category"])]
    return sentence(say.code, params)


@register.filter
def alike_sentence(question: AlikeQuestion) -> str:
    """Return the sentence of a question that several rows of a list ask alike."""
    return sentence(f"alike_{question.code.removeprefix('row_')}", {"count": question.count})


@register.filter
def away_answer(state: str, count: int) -> str:
    """Return the words of the answer that ticks the *count* rows of which a list says *state*."""
    return sentence(f"away_{state}", {"count": count})


@register.filter
def means(key: str) -> str:
    """Return the words for a means of payment, nothing for none."""
    return means_words(key) if key else ""


@register.filter
def category(key: str) -> str:
    """Return the words for a category, nothing for none."""
    return str(CATEGORIES[key]) if key else ""


@register.filter
def late_words(team: Team, entries: Mapping[int, LateEntry]) -> str:
    """State from when *team* plays that came after a draw, as *entries* have it; nothing of one that was there."""
    entry = entries.get(team.number)
    if entry is None:
        return _("plays from partie %(round)s") % {"round": team.first_round} if team.first_round > 1 else ""
    return entry_words(entry)


@register.filter
def entry_words(entry: LateEntry) -> str:
    """State from when a team plays that came after a draw; nothing where there is nothing to say."""
    if not entry.partie:
        return ""
    if entry.pool:
        return _("plays in pool %(letter)s from partie %(round)s") % {"letter": entry.pool, "round": entry.partie}
    words = {"phase": entry.phase, "partie": entry.partie, "other": entry.meets}
    if entry.meets:
        return _("no free place in a pool: plays No. %(other)s, come late too, in partie %(partie)s") % words
    if entry.rests:
        return (
            _("no free place in a pool: no match before “%(phase)s”") % words
            if entry.phase
            else _("no free place in a pool")
        )
    return _("no match before “%(phase)s”") % words if entry.phase else _("no match any more: the finals have begun")


@register.filter
def rest_words(entry: LateEntry | None, tournament: Tournament) -> str:
    """State for which parties a team come after the draw of the pools marks as an exempt team; nothing where for none."""
    if entry is None or not entry.rests:
        return ""
    if tournament.missed_policy == "exempt":
        return _("Meanwhile it marks as much as an exempt team.")
    if entry.meets:
        text = _(
            "From partie %(round)s on it marks as much as an exempt team where nobody plays it; nothing for the parties before."
        )
    else:
        text = _(
            "Meanwhile, from partie %(round)s on, it marks as much as an exempt team; nothing for the parties before."
        )
    return text % {"round": entry.rests}


@register.filter
def rest_of(team: Team, entries: Mapping[int, LateEntry]) -> LateEntry | None:
    """Return the entry of *team* among those that came late."""
    return entries.get(team.number)
