"""The standing for the table de marque: after each partie, why each rank, on paper."""

from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from scoring.evening.selectors import palmares_now
from scoring.prizes.winners import phase_winners
from scoring.referee.selectors import Faults, faults_of, rulings_by_team
from scoring.standings import boards, stories
from scoring.standings.boards import Board, board_pages
from scoring.standings.pictures import spread_picture
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.standings.selectors import labels, origin_lines, origin_pages, palmares_alarm, snapshot_alarm
from tournament.clubs.policy import may
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.page_access import PageRequest, post_only
from tournament.people.naming import Audience
from tournament.registration.models import Team


def standings(request: PageRequest, pk: int) -> HttpResponse:
    """Show the standing after a partie, computed now: it needs no worker."""
    tournament = tournament_for(request.user, pk)
    context = _board(request, tournament)
    results: EveningResults = context["evening"]
    context |= {
        "alarm": snapshot_alarm(results),
        "palmares_alarm": palmares_alarm(results) if context["standing"].final else [],
        "rounds": results.rounds[: results.rounds.index(results.last) + 1] if results.last in results.rounds else (),
        "spread": spread_picture(context["standing"].rows, context["standing"].after_round),
        "next_round": results.rounds[-1] if results.rounds and results.rounds[-1] > results.last else None,
    }
    return render(request, "scoring/standings/standings.html", context)


def print_standings(request: PageRequest, pk: int) -> HttpResponse:
    """Print the same standing on A4."""
    tournament = tournament_for(request.user, pk)
    context = _board(request, tournament, Audience.NAMED)
    board: Board = context["board"]
    noted = context["palmares"] is not None
    sheets = board_pages(board, winners=len(context["phase_winners"]), noted=noted)
    context["pages"] = [(page, board._replace(lines=list(page.lines))) for page in sheets]
    context["origin_pages"] = origin_pages(context["origin_lines"])
    return render(request, "scoring/standings/print_standings.html", context)


def why(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Show why a team has its rank: its figures partie by partie, and what separates it from its neighbours."""
    tournament = tournament_for(request.user, pk)
    results = evening(tournament.pk)
    shown = labels(tournament)
    if number not in shown:
        raise Http404
    standing = results.after(_after(request, results))
    context = {
        "tournament": tournament,
        "section": "standings",
        "standing": standing,
        "number": number,
        "label": shown[number],
        "story": stories.story(results, standing, shown, number),
        "current": stories.current_partie(results, shown, number),
        "faults": faults_of(tournament, [number]).get(number, Faults()).text,
        "rulings": rulings_by_team(tournament).get(number, []),
        "may_exclude": tournament.closed_at is None
        and may(tournament.role, "rule")
        and may(tournament.role, "register"),
        "team": Team.objects.get(tournament=tournament, number=number),
        "links": True,
        "query": _query(request),
    }
    return render(request, "scoring/standings/why.html", context)


@post_only
def redo(request: PageRequest, pk: int) -> HttpResponse:
    """Rebuild the snapshot and the public pages from the sheets."""
    tournament = tournament_for(request.user, pk)
    jobs.enqueue("pages", tournament=tournament, args={"force": True}, by=request.user)
    return redirect("standings", pk)


def _board(request: PageRequest, tournament: Tournament, audience: Audience = Audience.ORGANISERS) -> dict[str, Any]:
    results = evening(tournament.pk)
    shown = labels(tournament, audience)
    category, origin = request.GET.get("category", ""), request.GET.get("origin", "")
    board = boards.board(results, shown, after_round=_after(request, results), category=category, origin=origin)
    return {
        "tournament": tournament,
        "section": "standings",
        "evening": results,
        "board": board,
        "standing": board.standing,
        "at": results.at,
        "changed_by": results.changed_by,
        "categories": boards.category_choices(shown),
        "category": category,
        "category_label": dict(boards.category_choices(shown)).get(category, ""),
        "origins": boards.origin_choices(shown),
        "origin": origin,
        "query": _query(request),
        "palmares": palmares_now(tournament),
        "phase_winners": phase_winners(results, shown, board.standing.rows),
        "origin_lines": origin_lines(
            tournament, board.standing.rows, shown if audience is Audience.ORGANISERS else None
        ),
    }


def _after(request: PageRequest, results: EveningResults) -> int | None:
    """Return the partie asked for, where it has been played; else None, the last one."""
    text = request.GET.get("after", "")
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= 2 else None
    return boards.asked_round(results, number)


def _query(request: PageRequest) -> str:
    """Return the choice of partie, category and origin, to be kept from page to page."""
    return urlencode({name: request.GET[name] for name in ("after", "category", "origin") if name in request.GET})
