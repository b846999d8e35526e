"""Pages of the tirages for the hall: on telephones and on the wall; the public minutes."""

from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string

from scoring.clock.selectors import clock_state
from scoring.public.serving import framed_by_us, public_context, send_live
from scoring.rounds import paper, selectors as pages
from scoring.rounds.minutes import minutes_file, minutes_page, public_draw
from scoring.standings.phase_boards import brackets_to_come, phase_boards
from tournament.concours.access import public_tournament
from tournament.concours.models import Tournament
from tournament.languages import in_asked_language
from tournament.page_access import public_page
from tournament.people.naming import Audience
from tournament.rounds import selectors as questions


def with_paper(tournament: Tournament, *, public: bool) -> dict[str, object]:
    """Return the pools and the brackets for a page, with their lists, and as they are printed.

    A telephone draws no round that is long over: the final would be far below its title. Its list has them all.
    """
    audience = questions.audience_of(tournament) if public else Audience.ORGANISERS
    boards = phase_boards(tournament, audience, current=public)
    cut = phase_boards(tournament, audience if public else Audience.NAMED, cut=True)
    return {
        "boards": boards,
        "paper": paper.phase_pages(cut),
        "listed": True,
        "to_come": brackets_to_come(tournament),
    }


@in_asked_language
def public_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of the partie being played, for a telephone: one types a number or a name."""
    tournament = public_tournament(slug)
    asked = request.GET.get("q", "")[:60].strip()

    def make() -> str:
        context = pages.tables_page(tournament, asked)
        return render_to_string("scoring/rounds/_tables_live.html", context, request=request)

    return send_live(
        request,
        tournament,
        "tables",
        make,
        template="scoring/rounds/tables.html",
        keep=not asked,
        asked=asked,
    )


@framed_by_us
@public_page
@in_asked_language
def wall_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the tables of the partie being played, for the screen on the wall: by table and by name in turn."""
    tournament = public_tournament(slug)

    def make() -> str:
        return render_to_string("scoring/rounds/_wall_draw_live.html", pages.wall_page(tournament), request=request)

    return send_live(request, tournament, "wall_draw", make, template="scoring/rounds/wall_draw.html")


@in_asked_language
def public_phases(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pools and the brackets, for a telephone."""
    return _phases_live(request, slug, "public_phases")


@framed_by_us
@public_page
@in_asked_language
def wall_phases(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the pools and the brackets, for the screen on the wall."""
    return _phases_live(request, slug, "wall_phases")


def _phases_live(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    tournament = public_tournament(slug)

    wall = name == "wall_phases"

    def make() -> str:
        if wall:
            boards = phase_boards(tournament, questions.audience_of(tournament), cut=True, current=True)
            context: dict[str, object] = {"boards": boards, "to_come": "" if boards else brackets_to_come(tournament)}
        else:
            context = with_paper(tournament, public=True)
        context |= {"tournament": tournament, "clock": clock_state(tournament)}
        return render_to_string("scoring/rounds/_phases_live.html", context, request=request)

    return send_live(request, tournament, name, make, template=f"scoring/rounds/{name}.html")


@in_asked_language
def public_minutes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show every tirage of the concours, the cancelled ones too, for anyone to draw again."""
    tournament = public_tournament(slug)
    minutes = minutes_page(tournament)
    context = {
        "minutes": minutes,
        "pages": paper.minutes_pages([line for line in minutes if not line.hidden]),
        "partners_draws": tournament.partners_draws.all(),
    } | public_context(tournament, "draws")
    return render(request, "scoring/rounds/minutes.html", context)


def public_minutes_file(request: HttpRequest, slug: str, number: int, draw: int, part: int = 0) -> HttpResponse:
    """Show the minutes of one tirage, as the program reads them again. Those of a draft are not yet to be seen.

    *part* counts the phases that were drawn side by side.
    """
    tournament = public_tournament(slug)
    found = public_draw(tournament, number, draw)
    if found is None or part >= len(found.parts):
        raise Http404
    answer = JsonResponse(minutes_file(found, part), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="tirage-{number}-{draw}{f"-{part}" if part else ""}.json"'
    return answer
