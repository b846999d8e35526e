"""The standing for the table de marque: after each partie, why each rank, on paper."""

from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from scoring.evening.selectors import palmares_now
from scoring.referee import selectors as rulings
from scoring.standings import boards
from scoring.standings.selectors import EveningResults, evening, labels, snapshot_alarm
from tournament.clubs.policy import may
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.page_access import PageRequest
from tournament.registration.models import Team


@login_required
@require_safe
def standings(request: PageRequest, pk: int) -> HttpResponse:
    """Show the standing after a partie, computed now: it needs no worker."""
    tournament = tournament_for(request.user, pk)
    context = _board(request, tournament)
    found: EveningResults = context["evening"]
    alarm = snapshot_alarm(found)
    context |= {
        "alarm": alarm and alarm[:20],
        "alarm_count": len(alarm or ()),
        "rounds": found.rounds[: found.rounds.index(found.last) + 1] if found.last in found.rounds else (),
        "next_round": found.rounds[-1] if found.rounds and found.rounds[-1] > found.last else None,
    }
    return render(request, "scoring/standings/standings.html", context)


@login_required
@require_safe
def print_standings(request: PageRequest, pk: int) -> HttpResponse:
    """Print the same standing on A4."""
    tournament = tournament_for(request.user, pk)
    return render(request, "scoring/standings/print_standings.html", _board(request, tournament))


@login_required
@require_safe
def why(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Show why a team has its rank: its figures partie by partie, and what separates it from its neighbours."""
    tournament = tournament_for(request.user, pk)
    found = evening(tournament.pk)
    shown = labels(tournament)
    if number not in shown:
        raise Http404
    standing = found.after(_after(request, found))
    context = {
        "tournament": tournament,
        "section": "standings",
        "standing": standing,
        "number": number,
        "label": shown[number],
        "story": boards.story(found, standing, shown, number),
        "current": boards.current_partie(found, shown, number),
        "faults": rulings.faults_of(tournament, [number]).get(number, rulings.Faults()).text,
        "rulings": rulings.rulings_by_team(tournament).get(number, []),
        "may_exclude": may(tournament.role, "rule") and may(tournament.role, "register"),
        "team": Team.objects.get(tournament=tournament, number=number),
        "links": True,
        "query": _query(request),
    }
    return render(request, "scoring/standings/why.html", context)


@login_required
@require_POST
def redo(request: PageRequest, pk: int) -> HttpResponse:
    """Rebuild the snapshot and the public pages from the sheets."""
    tournament = tournament_for(request.user, pk)
    jobs.enqueue("pages", tournament=tournament, args={"force": True}, by=request.user)
    return redirect("standings", pk)


def _board(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    found = evening(tournament.pk)
    shown = labels(tournament)
    category, origin = request.GET.get("category", ""), request.GET.get("origin", "")
    board = boards.board(found, shown, after_round=_after(request, found), category=category, origin=origin)
    return {
        "tournament": tournament,
        "section": "standings",
        "evening": found,
        "board": board,
        "standing": board.standing,
        "at": found.at,
        "categories": boards.category_choices(shown),
        "category": category,
        "category_label": dict(boards.category_choices(shown)).get(category, ""),
        "origins": boards.origin_choices(shown),
        "origin": origin,
        "query": _query(request),
        "palmares": palmares_now(tournament),
    }


def _after(request: PageRequest, found: EveningResults) -> int | None:
    """Return the partie asked for, where it has been played; else None, the last one."""
    asked = request.GET.get("after", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) <= 2 else None
    return boards.asked_round(found, number)


def _query(request: PageRequest) -> str:
    """Return the choice of partie, category and origin, to be kept from page to page."""
    return urlencode({name: request.GET[name] for name in ("after", "category", "origin") if name in request.GET})
