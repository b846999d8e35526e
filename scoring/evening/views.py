"""The organiser's home in mid-evening: where we are, what is missing, what comes next; the palmarès and its prizes."""

from collections.abc import Mapping, Sequence

import segno
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language, gettext as _

from scoring.clock.selectors import clock_page
from scoring.copies.selectors import copies_of
from scoring.evening import acts
from scoring.evening.closing import (
    LONGEST_MINUTES,
    clear_message,
    close_tournament,
    reopen_tournament,
    show_message,
    show_ranking,
)
from scoring.evening.palmares_paper import published_pages
from scoring.evening.record import record_of, record_pages
from scoring.evening.selectors import Published, evening_of, palmares_now, palmares_of
from scoring.evening.walls import walls_now
from scoring.prizes.models import HandedPrize
from scoring.prizes.selectors import by_bracket, handed_otherwise
from scoring.public.serving import public_context
from scoring.rounds.ties import tied_matches
from scoring.standings import boards
from scoring.standings.selectors import labels
from tournament.clubs import policy
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.models import Tournament
from tournament.concours.reglement import cited_sources, is_long
from tournament.concours.selectors import public_address
from tournament.errors import TournamentError
from tournament.languages import in_asked_language
from tournament.page_access import PageRequest, public_page
from tournament.page_acts import Done, figure_in, page_act

# The acts whose buttons depend on the role.
ACTS = ("register", "draw", "score", "settings", "close", "export")


def concours(request: PageRequest, pk: int) -> HttpResponse:
    """Show the evening of a concours on one screen."""
    return _evening_page(request, tournament_for(request.user, pk))


def _refused(request: PageRequest, tournament: Tournament, *, error: TournamentError) -> HttpResponse:
    """Show the evening again with the error and the reason that was typed."""
    return _evening_page(request, tournament, error=str(error), reason=request.POST.get("reason", ""))


@page_act(acts.CLOSE_TOURNAMENT, refused=_refused, laptop_only=True)
def concours_close(request: PageRequest, tournament: Tournament) -> Done:
    """Publish the palmarès."""
    told = tournament.message_stays
    close_tournament(tournament_id=tournament.pk, by=request.user, reason=request.POST.get("reason", ""))
    message = _("The palmarès is published. Here is the list to call the prizes.")
    if told:
        message += " " + _("The message to the hall is taken away.")
    return Done(redirect("prizes", tournament.pk), message)


@page_act(acts.REOPEN_TOURNAMENT, refused=_refused, laptop_only=True)
def concours_reopen(request: PageRequest, tournament: Tournament) -> Done:
    """Reopen the concours to correct something."""
    reopen_tournament(tournament_id=tournament.pk, by=request.user, reason=request.POST.get("reason", ""))
    message = _("The concours is open again. Correct, then publish the palmarès once more.")
    return Done(redirect("concours", tournament.pk), message)


@page_act(acts.SHOW_RANKING, refused=_refused)
def ranking_show(request: PageRequest, tournament: Tournament) -> Done:
    """Show the ranking that was kept for the prize giving."""
    show_ranking(tournament_id=tournament.pk, by=request.user)
    message = _("The last ranking is up for every wall and telephone that is open.")
    return Done(redirect("prizes", tournament.pk), message)


@page_act(acts.SHOW_MESSAGE, refused=_refused)
def message(request: PageRequest, tournament: Tournament) -> Done:
    """Show a message on walls and telephones."""
    minutes = min(figure_in(request.POST.get("minutes", "")) or 0, LONGEST_MINUTES)
    show_message(tournament_id=tournament.pk, text=request.POST.get("text", ""), minutes=minutes, by=request.user)
    return Done(redirect("concours", tournament.pk), _("The message is up for every wall and telephone that is open."))


@page_act(acts.CLEAR_MESSAGE, refused=_refused)
def message_clear(request: PageRequest, tournament: Tournament) -> Done:
    """Take the message away."""
    clear_message(tournament_id=tournament.pk, by=request.user)
    return Done(redirect("concours", tournament.pk), _("The message is taken away."))


def whole_evening(request: PageRequest, pk: int) -> HttpResponse:
    """Show the whole evening as one document to print or keep as a PDF; with ?donnes, every donne of every table."""
    tournament = tournament_for(request.user, pk)
    record = record_of(tournament, donnes="donnes" in request.GET)
    context = {
        "tournament": tournament,
        "section": "evening",
        "record": record,
        "board": record.board,
        "standing": record.board.standing,
        "palmares": record.palmares,
        "phase_winners": record.winners,
        "by_bracket": by_bracket(record.prizes),
        "pages": record_pages(record, tournament),
        "cited": cited_sources(record.sections),
        "long": is_long(record.sections),
        "made_at": timezone.now(),
        "donnes": "donnes" in request.GET,
    }
    return render(request, "scoring/evening/record.html", context)


def palmares(request: PageRequest, pk: int) -> HttpResponse:
    """Show every publication of the palmarès: when, why, what it changed, its whole ranking."""
    tournament = tournament_for(request.user, pk)
    named = {number: label.name for number, label in labels(tournament).items()}
    context = {"tournament": tournament, "section": "standings", "by_bracket": tournament.formula.has_places}
    context["published"] = _named(tournament, named)
    return render(request, "scoring/evening/palmares.html", context)


@in_asked_language
def public_palmares(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the same to telephones; names and reasons where names may be shown."""
    tournament = public_tournament(slug)
    shown = boards.public_labels(tournament)
    context = public_context(tournament, "standings") | {"by_bracket": tournament.formula.has_places}
    if not tournament.ranking_held:
        context["published"] = _named(tournament, {number: label.name for number, label in shown.items()})
    return render(request, "scoring/evening/public_palmares.html", context)


@public_page
@in_asked_language
def wall_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the walls that the moment needs, one after the other.

    With `?part=live` it sends what may change meanwhile: their addresses, and whether the laptop is alone, on no network.
    """
    tournament = public_tournament(slug)
    asked = f"?lang={get_language()}" if "lang" in request.GET else ""
    walls = [reverse(name, args=[slug]) + asked for name in walls_now(tournament)]
    alone = public_address(request, reverse("public-standings", args=[slug])) is None
    if request.GET.get("part") == "live":
        return JsonResponse({"walls": walls, "alone": alone}, headers={"Cache-Control": "no-cache"})
    context = {"first": walls[0], "alone": alone} | public_context(tournament)
    return render(request, "scoring/evening/wall_evening.html", context)


def _named(tournament: Tournament, names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the publications, the last first, each team with its name."""
    return [
        _entry(published, names, handed_otherwise(tournament, published.prizes) if published.stands else [])
        for published in reversed(palmares_of(tournament))
    ]


def _entry(published: Published, names: Mapping[int, str], handed: Sequence[HandedPrize]) -> dict[str, object]:
    moves = published.changes or ()
    changes = [(one, names.get(one.number, "")) for one in moves if one.moves_or_marks]
    changed_prizes = [(one, names.get(one.number, "")) for one in moves if one.prize_was != one.prize_now]
    rows = [(*row, names.get(row[1], ""), published.prizes.get(row[1]) or "") for row in published.rows or ()]
    apart = bool(changes or changed_prizes or handed)
    return {
        "one": published,
        "rows": rows,
        "pages": published_pages(rows, below_titles=not apart),
        "apart": apart,
        "prizes": any(published.prizes.values()),
        "changes": changes,
        "changed_prizes": changed_prizes,
        "handed": [(one, names.get(one.number, "")) for one in handed],
    }


def _evening_page(request: PageRequest, tournament: Tournament, *, error: str = "", reason: str = "") -> HttpResponse:
    evening = evening_of(tournament)
    context: dict[str, object] = {
        "tournament": tournament,
        "section": "evening",
        "evening": evening,
        "ties": tied_matches(tournament, evening.left.tied),
        # A copy takes no act: its page offers none, but the way to go on here.
        "may": {
            act: policy.may(tournament.role, act) and not (tournament.copied_at and act != "export") for act in ACTS
        },
        "manages": policy.may(tournament.role, "settings"),
        "error": error,
        "reason": reason,
    }
    if evening.stage in ("next", "finished", "closed"):
        context["palmares"] = palmares_now(tournament)
    if evening.stage in ("playing", "next"):
        context["page"] = clock_page(tournament, now=timezone.now())
    if request.htmx:
        return render(request, "scoring/evening/_evening_now.html", context)
    context |= {"copies": copies_of(tournament)}
    if tournament.public:
        address = public_address(request, reverse("public-standings", args=[tournament.slug]))
        qr = segno.make_qr(address, error="m").svg_inline(border=3, light="#fff", omitsize=True) if address else ""
        context |= {"address": address, "qr": qr}
    return render(request, "scoring/evening/evening.html", context, status=422 if error else 200)
