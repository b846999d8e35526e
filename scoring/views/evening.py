"""The organiser's home in mid-evening: where we are, what is missing, what comes next; the palmarès and its prizes."""

from collections.abc import Mapping

import segno
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from scoring.selectors import boards
from scoring.selectors.clock import clock_page
from scoring.selectors.evening import called, evening_of, palmares_now, palmares_of, prizes_of
from scoring.selectors.standings import labels
from scoring.services.closing import close_tournament, reopen_tournament
from scoring.views.draws import in_asked_language
from tournament import policy
from tournament.errors import TournamentError
from tournament.models import Tournament
from tournament.selectors.access import public_tournament, tournament_for
from tournament.selectors.concours import public_address

# What the user of each role may press.
ACTS = ("register", "draw", "score", "settings", "close", "export")


@login_required
@require_GET
def concours(request: HttpRequest, pk: int) -> HttpResponse:
    """The evening of a concours on one screen."""
    return _evening_page(request, tournament_for(request.user, pk))


@login_required
@require_POST
def concours_close(request: HttpRequest, pk: int) -> HttpResponse:
    """Publish the palmarès."""
    tournament = tournament_for(request.user, pk, "close")
    reason = request.POST.get("reason", "")
    try:
        close_tournament(tournament_id=pk, by=request.user, reason=reason)
    except TournamentError as error:
        return _evening_page(request, tournament, error=str(error), reason=reason)
    messages.success(request, _("The palmarès is published. Here is the list to call the prizes."))
    return redirect("prizes", pk)


@login_required
@require_POST
def concours_reopen(request: HttpRequest, pk: int) -> HttpResponse:
    """Take the palmarès back to correct something."""
    tournament = tournament_for(request.user, pk, "close")
    reason = request.POST.get("reason", "")
    try:
        reopen_tournament(tournament_id=pk, by=request.user, reason=reason)
    except TournamentError as error:
        return _evening_page(request, tournament, error=str(error), reason=reason)
    messages.success(request, _("The concours is open again. Correct, then publish the palmarès once more."))
    return redirect("concours", pk)


@login_required
@require_GET
def prizes(request: HttpRequest, pk: int) -> HttpResponse:
    """The call list: the teams that have a lot, in ranking order, to read aloud or print."""
    tournament = tournament_for(request.user, pk)
    ranked = prizes_of(tournament)
    calls = called(ranked)
    context = {"tournament": tournament, "section": "evening", "prizes": calls, "others": len(ranked) - len(calls)}
    context["palmares"] = palmares_now(tournament)
    context["lots_left"] = tournament.lots[len(ranked) :] if ranked else []
    return render(request, "scoring/prizes.html", context)


@login_required
@require_GET
def palmares(request: HttpRequest, pk: int) -> HttpResponse:
    """Every publication of the palmarès: when, why, what it changed, its whole ranking."""
    tournament = tournament_for(request.user, pk)
    named = {number: label.name for number, label in labels(tournament).items()}
    context = {"tournament": tournament, "section": "standings", "published": _named(tournament, named)}
    return render(request, "scoring/palmares.html", context)


@in_asked_language
@require_GET
def public_palmares(request: HttpRequest, slug: str) -> HttpResponse:
    """The same for telephones; names and reasons where names may be shown."""
    tournament = public_tournament(slug)
    shown = boards.public_labels(tournament, labels(tournament))
    context = {
        "tournament": tournament,
        "published": _named(tournament, {number: label.name for number, label in shown.items()}),
        "names_shown": boards.names_shown(tournament),
        "language": get_language(),
        "here": "standings",
    }
    return render(request, "scoring/public_palmares.html", context)


def _named(tournament: Tournament, names: Mapping[int, str]) -> list[dict[str, object]]:
    """The publications, the last first, each team with its name."""
    return [
        {
            "one": one,
            "rows": [(*row, names.get(row[1], "")) for row in one.rows or ()],
            "changes": [(change, names.get(change.number, "")) for change in one.changes or ()],
        }
        for one in reversed(palmares_of(tournament))
    ]


def _evening_page(request: HttpRequest, tournament: Tournament, *, error: str = "", reason: str = "") -> HttpResponse:
    context = {
        "tournament": tournament,
        "section": "evening",
        "evening": evening_of(tournament),
        "may": {act: policy.may(tournament.role, act) for act in ACTS},
        "error": error,
        "reason": reason,
    }
    if context["evening"].stage in ("next", "finished", "closed"):
        context["palmares"] = palmares_now(tournament)
    if context["evening"].stage in ("playing", "next"):
        context["page"] = clock_page(tournament, now=timezone.now())
    if request.htmx:
        return render(request, "scoring/_evening_now.html", context)
    if tournament.public:
        address = public_address(request, reverse("public-standings", args=[tournament.slug]))
        qr = segno.make(address, error="m").svg_inline(border=3, light="#fff", omitsize=True) if address else ""
        context |= {"address": address, "qr": qr}
    return render(request, "scoring/evening.html", context, status=422 if error else 200)
