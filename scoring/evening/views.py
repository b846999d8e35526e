"""The organiser's home in mid-evening: where we are, what is missing, what comes next; the palmarès and its prizes."""

from collections.abc import Mapping
from itertools import groupby

import segno
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_safe

from scoring.clock.selectors import clock_page
from scoring.errors import ScoringError
from scoring.evening.ceremony import call_prize, settle_prizes
from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.evening.hall import LONGEST_MINUTES, clear_message, show_message, show_ranking
from scoring.evening.paper import call_pages
from scoring.evening.record import record_of
from scoring.evening.selectors import (
    by_bracket,
    called,
    ceremony_of,
    evening_of,
    given_already,
    palmares_now,
    palmares_of,
    prizes_left,
)
from scoring.evening.walls import called_prizes, walls_now
from scoring.public.serving import framed_by_us, public_context, send_live
from scoring.rounds.ties import tied_matches
from scoring.standings import boards
from scoring.standings.selectors import labels
from tournament.clubs import policy
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.lots import lots_of
from tournament.concours.models import Tournament
from tournament.concours.reglement import cited_sources, is_long
from tournament.concours.selectors import public_address
from tournament.errors import TournamentError
from tournament.languages import in_asked_language
from tournament.page_access import PageRequest, laptop_only, public_page
from tournament.page_acts import Done, figure_in, page_act
from tournament.registration.selectors import door_counts

# The acts whose buttons depend on the role.
ACTS = ("register", "draw", "score", "settings", "close", "export")


@login_required
@require_safe
def concours(request: PageRequest, pk: int) -> HttpResponse:
    """Show the evening of a concours on one screen."""
    return _evening_page(request, tournament_for(request.user, pk))


def _to_close(request: PageRequest, pk: int) -> tuple[Tournament]:
    """Find the concours where the account may publish the palmarès."""
    return (tournament_for(request.user, pk, "close"),)


def _refused(request: PageRequest, tournament: Tournament, *, error: TournamentError, form: None) -> HttpResponse:
    """Show the evening again with the error and the reason that was typed."""
    return _evening_page(request, tournament, error=str(error), reason=request.POST.get("reason", ""))


@laptop_only
@page_act(_to_close, refused=_refused)
def concours_close(request: PageRequest, tournament: Tournament) -> Done:
    """Publish the palmarès."""
    told = tournament.message_stays
    close_tournament(tournament_id=tournament.pk, by=request.user, reason=request.POST.get("reason", ""))
    message = _("The palmarès is published. Here is the list to call the prizes.")
    if told:
        message += " " + _("The message to the hall is taken away.")
    return Done(redirect("prizes", tournament.pk), message)


@laptop_only
@page_act(_to_close, refused=_refused)
def concours_reopen(request: PageRequest, tournament: Tournament) -> Done:
    """Reopen the concours to correct something."""
    reopen_tournament(tournament_id=tournament.pk, by=request.user, reason=request.POST.get("reason", ""))
    message = _("The concours is open again. Correct, then publish the palmarès once more.")
    return Done(redirect("concours", tournament.pk), message)


@login_required
@require_GET
def prizes(request: PageRequest, pk: int) -> HttpResponse:
    """Show the call list: the teams that have a lot, in ranking order, to read aloud or print."""
    return _prizes_page(request, tournament_for(request.user, pk))


def _prizes_page(
    request: PageRequest,
    tournament: Tournament,
    *_objects: object,
    error: TournamentError | None = None,
    form: None = None,
) -> HttpResponse:
    ranked, winners = ceremony_of(tournament)
    calls = called(ranked)
    shown = calls[::-1] if "dernier" in request.GET else calls
    undecided = [list(group) for _rank, group in groupby(calls, key=lambda call: call.row.rank)]
    context = {
        "tournament": tournament,
        "section": "evening",
        "prizes": shown,
        "pages": call_pages(shown, winners=len(winners)),
        "last_first": "dernier" in request.GET,
        "ties": [group for group in undecided if len(group) > 1],
        "others": len(ranked) - len(calls),
        "by_bracket": by_bracket(calls),
        "error": error,
        "may": policy.may(tournament.role, "close"),
        "palmares": palmares_now(tournament),
        "phase_winners": winners,
        "prizes_left": prizes_left(tournament, ranked),
        "given_already": given_already(ranked),
        "prizes_apart": lots_of(tournament).apart,
        "counts": door_counts(tournament) if tournament.fee_cents else None,
    }
    return render(request, "scoring/evening/prizes.html", context, status=422 if error else 200)


def _to_prizes(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Go back to the call list, in the order in which it was read."""
    query = "?dernier" if "dernier" in request.POST else ""
    return redirect(reverse("prizes", args=[tournament.pk]) + query)


@page_act(_to_close, refused=_prizes_page)
def prize_order(request: PageRequest, tournament: Tournament) -> Done:
    """Record the order that a card gave to teams of one shared rank: a field with its place for each."""
    names = [name for name in request.POST if name.startswith("place_")]
    places = [(figure_in(request.POST.get(name, "")), figure_in(name.removeprefix("place_"))) for name in names]
    teams = [team for place, team in sorted((place or 0, team or 0) for place, team in places)]
    if len({place for place, _team in places if place}) < len(places):
        raise ScoringError("tie_teams", field="teams")
    settle_prizes(tournament_id=tournament.pk, teams=teams, by=request.user)
    return Done(_to_prizes(request, tournament), _("The order of the card is recorded."))


def _turn(request: PageRequest, pk: int, number: int) -> tuple[Tournament, int]:
    return tournament_for(request.user, pk, "close"), number


@page_act(_turn, refused=_prizes_page)
def prize_turn(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Tick a team off as called, with what it chose; or take the tick back."""
    called, prize = request.POST.get("called") != "no", request.POST.get("prize", "")
    call_prize(tournament_id=tournament.pk, number=number, prize=prize, called=called, by=request.user)
    return Done(_to_prizes(request, tournament))


@page_act(_to_close, refused=_prizes_page)
def ranking_show(request: PageRequest, tournament: Tournament) -> Done:
    """Show the ranking that was kept for the prize giving."""
    show_ranking(tournament_id=tournament.pk, by=request.user)
    return Done(_to_prizes(request, tournament), _("The last ranking is up for every wall and telephone that is open."))


def _to_tell(request: PageRequest, pk: int) -> tuple[Tournament]:
    """Find the concours where the account may tell the hall something."""
    return (tournament_for(request.user, pk, "score"),)


@page_act(_to_tell, refused=_refused)
def message(request: PageRequest, tournament: Tournament) -> Done:
    """Show a message on walls and telephones."""
    minutes = min(figure_in(request.POST.get("minutes", "")) or 0, LONGEST_MINUTES)
    show_message(tournament_id=tournament.pk, text=request.POST.get("text", ""), minutes=minutes, by=request.user)
    return Done(redirect("concours", tournament.pk), _("The message is up for every wall and telephone that is open."))


@page_act(_to_tell, refused=_refused)
def message_clear(request: PageRequest, tournament: Tournament) -> Done:
    """Take the message away."""
    clear_message(tournament_id=tournament.pk, by=request.user)
    return Done(redirect("concours", tournament.pk), _("The message is taken away."))


@login_required
@require_GET
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
        "sections": record.sections,
        "cited": cited_sources(record.sections),
        "long": is_long(record.sections),
        "made_at": timezone.now(),
        "donnes": "donnes" in request.GET,
    }
    return render(request, "scoring/evening/record.html", context)


@login_required
@require_GET
def palmares(request: PageRequest, pk: int) -> HttpResponse:
    """Show every publication of the palmarès: when, why, what it changed, its whole ranking."""
    tournament = tournament_for(request.user, pk)
    named = {number: label.name for number, label in labels(tournament).items()}
    context = {"tournament": tournament, "section": "standings", "by_bracket": tournament.formula.has_places}
    context["published"] = _named(tournament, named)
    return render(request, "scoring/evening/palmares.html", context)


@in_asked_language
@require_GET
def public_palmares(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the same to telephones; names and reasons where names may be shown."""
    tournament = public_tournament(slug)
    shown = boards.public_labels(tournament)
    context = public_context(tournament, "standings") | {"by_bracket": tournament.formula.has_places}
    if not tournament.ranking_held:
        context["published"] = _named(tournament, {number: label.name for number, label in shown.items()})
    return render(request, "scoring/evening/public_palmares.html", context)


@framed_by_us
@public_page
@in_asked_language
@require_safe
def wall_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who has which prize, for the screen on the wall."""
    tournament = public_tournament(slug)

    def make() -> str:
        context = {"tournament": tournament, "calls": called_prizes(tournament)}
        return render_to_string("scoring/evening/_wall_prizes.html", context, request=request)

    return send_live(request, tournament, "wall_prizes", make, template="scoring/evening/wall_prizes.html")


@public_page
@in_asked_language
@require_safe
def wall_evening(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the walls that the moment needs, one after the other; with `?part=live` their addresses alone."""
    tournament = public_tournament(slug)
    asked = f"?lang={get_language()}" if "lang" in request.GET else ""
    walls = [reverse(name, args=[slug]) + asked for name in walls_now(tournament)]
    if request.GET.get("part") == "live":
        return JsonResponse({"walls": walls}, headers={"Cache-Control": "no-cache"})
    return render(request, "scoring/evening/wall_evening.html", {"first": walls[0]} | public_context(tournament))


def _named(tournament: Tournament, names: Mapping[int, str]) -> list[dict[str, object]]:
    """Return the publications, the last first, each team with its name."""
    return [
        {
            "one": published,
            "rows": [(*row, names.get(row[1], ""), published.prizes.get(row[1]) or "") for row in published.rows or ()],
            "prizes": any(published.prizes.values()),
            "changes": [(one, names.get(one.number, "")) for one in published.changes or () if one.moves_or_marks],
            "changed_prizes": [
                (one, names.get(one.number, "")) for one in published.changes or () if one.prize_was != one.prize_now
            ],
        }
        for published in reversed(palmares_of(tournament))
    ]


def _evening_page(request: PageRequest, tournament: Tournament, *, error: str = "", reason: str = "") -> HttpResponse:
    evening = evening_of(tournament)
    context: dict[str, object] = {
        "tournament": tournament,
        "section": "evening",
        "evening": evening,
        "ties": tied_matches(tournament, evening.left.tied),
        "may": {act: policy.may(tournament.role, act) for act in ACTS},
        "error": error,
        "reason": reason,
    }
    if evening.stage in ("next", "finished", "closed"):
        context["palmares"] = palmares_now(tournament)
    if evening.stage in ("playing", "next"):
        context["page"] = clock_page(tournament, now=timezone.now())
    if request.htmx:
        return render(request, "scoring/evening/_evening_now.html", context)
    if tournament.public:
        address = public_address(request, reverse("public-standings", args=[tournament.slug]))
        qr = segno.make(address, error="m").svg_inline(border=3, light="#fff", omitsize=True) if address else ""
        context |= {"address": address, "qr": qr}
    return render(request, "scoring/evening/evening.html", context, status=422 if error else 200)
