"""The journal in words."""

from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.history import selectors
from scoring.history.check import AT_EACH_READING, check
from tournament.concours.access import tournament_for

PER_PAGE = 50


def journal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the journal, the newest line first: author, moment, change and reason."""
    tournament = tournament_for(request.user, pk)
    chosen = {name: request.GET.get(name, "").strip()[:40] for name in ("round", "table", "team", "by", "act")}
    numbers = {name: _number(chosen[name]) for name in ("round", "table", "team", "by")}
    entries = selectors.entries_of(tournament, act=chosen["act"], **numbers)
    page = Paginator(entries, PER_PAGE).get_page(request.GET.get("page"))
    # A long one when it is asked for: each reading would cost as much as all that was ever written.
    checked = tournament.journal_number <= AT_EACH_READING or "check" in request.GET
    context = {
        "tournament": tournament,
        "section": "journal",
        "page": page,
        "lines": selectors.lines_of(tournament, page.object_list),
        "check": check(tournament) if checked else None,
        "people": selectors.people_of(tournament),
        "acts": selectors.acts_of(tournament),
        "chosen": chosen,
        "filtered": any(chosen.values()),
        "query": urlencode({name: value for name, value in chosen.items() if value}),
    }
    return render(request, "scoring/history/journal.html", context)


def _number(text: str) -> int | None:
    """Read the number of a filter; anything else matches nothing."""
    if not text:
        return None
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= 9 else -1
