"""Pages of the prize giving: the call, why somebody has a prize, the wall; poster, diplomas and the text for the newspaper."""

import time

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.evening.selectors import palmares_now
from scoring.evening.walls import wall_prizes as prizes_of_wall
from scoring.prizes import acts, services
from scoring.prizes.models import PrizePhoto
from scoring.prizes.selectors import (
    by_bracket,
    ceremony_of,
    given_already,
    next_call,
    prizes_left,
    slot_lines,
    unwon_prizes,
    why_not,
)
from scoring.prizes.services import add_photo, remove_photo
from scoring.prizes.texts import DIPLOMAS, call_pages, diplomas, newspaper, poster_lines, poster_pages, why_pages
from scoring.public.serving import framed_by_us, send_live
from scoring.sheets.photos import read_upload
from tournament.clubs import policy
from tournament.concours.access import public_tournament, tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.languages import in_asked_language
from tournament.page_access import PageRequest, or_404, public_page
from tournament.page_acts import Done, figure_in, page_act, told_at
from tournament.registration.head_count import door_counts

MOST_ON_POSTER, MOST_DIPLOMAS = 40, 200
TWICE_MS = 500  # within which a second click or Enter comes: nobody has read the page under it


def prizes(request: PageRequest, pk: int) -> HttpResponse:
    """Show the call list: the teams that have a prize, in the order of the call, to read aloud or print."""
    return _prizes_page(request, tournament_for(request.user, pk))


def _prizes_page(
    request: PageRequest,
    tournament: Tournament,
    *_objects: object,
    error: TournamentError | None = None,
) -> HttpResponse:
    ceremony = ceremony_of(tournament)
    calls = ceremony.called
    asked = request.POST if request.method == "POST" else request.GET
    last_first = "dernier" in asked or (tournament.prizes_last_first and "premier" not in asked)
    shown = calls[::-1] if last_first else calls
    awards = ceremony.awards
    coming = next_call(ceremony.calls, last_first=last_first)
    context = {
        "tournament": tournament,
        "section": "evening",
        "ceremony": ceremony,
        "prizes": shown,
        "pages": call_pages(shown, winners=len(ceremony.winners)),
        "last_first": last_first,
        "other_way": last_first != tournament.prizes_last_first,
        "coming": coming,
        "waiting": sum(call.waits for call in calls),
        "others": len(ceremony.calls) - len(calls),
        "by_bracket": by_bracket(calls),
        "error": error,
        "may": policy.may(tournament.role, "close"),
        "palmares": palmares_now(tournament),
        "phase_winners": ceremony.winners,
        "prizes_left": prizes_left(awards),
        "unwon": unwon_prizes(awards) if awards else [],
        "given_already": given_already(awards) if awards else [],
        "counts": door_counts(tournament) if tournament.fee_cents else None,
        "has_prizes": bool(tournament.lots),
        "has_drawn": bool(awards and awards.draws),
        "shown": _now_ms(),
    }
    return render(request, "scoring/prizes/prizes.html", context, status=422 if error else 200)


def _to_prizes(request: PageRequest, tournament: Tournament) -> HttpResponse:
    """Go back to the call list, in the order in which it was read."""
    way = next((f"?{word}" for word in ("dernier", "premier") if word in request.POST), "")
    return redirect(reverse("prizes", args=[tournament.pk]) + way)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000


def _unread(request: PageRequest, tournament: Tournament) -> Done | None:
    """Return the answer to the second press of a double click: its button is of the next prize by then, or takes back."""
    shown = figure_in(request.POST.get("shown", ""), digits=14)
    if shown is None or not 0 <= _now_ms() - shown < TWICE_MS:
        return None
    return Done(_to_prizes(request, tournament), warning=_("Pressed twice at once: the second time did not count."))


@page_act(acts.SETTLE_PRIZES, refused=_prizes_page)
def prize_order(request: PageRequest, tournament: Tournament) -> Done:
    """Record the order that a card gave to teams of one shared rank: for each its place, or the card that it drew."""
    typed = {
        figure_in(name.removeprefix("place_")) or 0: request.POST.get(name, "").strip()
        for name in request.POST
        if name.startswith("place_")
    }
    places = {team: figure_in(text) for team, text in typed.items()}
    # "7" alone is a place, "7 pique" a card.
    if typed and not any(places.values()):
        services.settle_prizes(
            tournament_id=tournament.pk, teams=list(typed), cards=list(typed.values()), by=request.user
        )
    else:
        if len(set(places.values())) < len(places):
            raise ScoringError("tie_teams", field="teams")
        teams = sorted(places, key=lambda team: places[team] or 0)
        services.settle_prizes(tournament_id=tournament.pk, teams=teams, by=request.user)
    return Done(_to_prizes(request, tournament), _("The order of the card is recorded."))


def _chosen(request: PageRequest) -> list[int]:
    return [number for text in request.POST.getlist("chosen") if (number := figure_in(text, digits=4))]


@page_act("close", refused=_prizes_page)
def prize_turn(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Call a team: it has its prize or what it chose, is absent, lets another have it; or take that back."""
    if unread := _unread(request, tournament):
        return unread
    post, by = request.POST, request.user
    act = post.get("called", "")
    if act in ("absent", "there"):
        services.miss_prize(tournament_id=tournament.pk, number=number, absent=act == "absent", by=by)
    elif to := figure_in(post.get("to", ""), digits=5):
        services.give_prize(
            tournament_id=tournament.pk,
            number=number,
            to=to,
            prize=post.get("prize", ""),
            chosen=_chosen(request),
            by=by,
        )
    else:
        services.call_prize(
            tournament_id=tournament.pk,
            number=number,
            prize=post.get("prize", ""),
            chosen=_chosen(request),
            called=act != "no",
            by=by,
        )
    return Done(_to_prizes(request, tournament))


@page_act(acts.DRAW_PRIZE, refused=_prizes_page)
def prize_draw(request: PageRequest, tournament: Tournament) -> Done:
    """Draw a prize among those present."""
    if unread := _unread(request, tournament):
        return unread
    prize = figure_in(request.POST.get("prize", ""), digits=4) or 0
    draw = services.draw_prize(
        tournament_id=tournament.pk, prize=prize, seed=request.POST.get("seed", ""), by=request.user
    )
    message = _("Drawn with %(seed)s: no. %(team)s comes first.") % {"seed": draw.seed, "team": draw.numbers[0]}
    return Done(_to_prizes(request, tournament), message)


@page_act(acts.NOTE_YEARS, refused=_prizes_page)
def prize_years(request: PageRequest, tournament: Tournament) -> Done:
    """Note the ages of a team together, for the prize of the youngest."""
    team = figure_in(request.POST.get("team", ""), digits=5) or 0
    typed = request.POST.get("years", "").strip()
    years = figure_in(typed, digits=3)
    if typed and years is None:
        raise ScoringError("years_range", field="years", team=team, read=typed[:20], most=services.MOST_YEARS)
    services.note_years(tournament_id=tournament.pk, years={team: years}, by=request.user)
    return Done(_to_prizes(request, tournament), _("The ages of no. %(team)s are noted.") % {"team": team})


def prize_why(request: PageRequest, pk: int) -> HttpResponse:
    """Show who takes each prize, who was passed over and why; with ?equipe=, why that team does not take the others."""
    tournament = tournament_for(request.user, pk)
    ceremony = ceremony_of(tournament)
    team = figure_in(request.GET.get("equipe", ""), digits=5)
    names = {call.row.number: call.label.name for call in ceremony.calls}
    awards = ceremony.awards
    context = {
        "tournament": tournament,
        "section": "evening",
        "team": team,
        "name": names.get(team or 0, ""),
        "known": team in names,
        "takes": [call for call in ceremony.calls if call.row.number == team],
        "reasons": why_not(awards, team) if awards and team in names else [],
        "pages": why_pages([(line, names.get(line.team or 0, "")) for line in slot_lines(awards)] if awards else []),
        "draws": sorted(awards.draws.values(), key=lambda draw: draw.prize) if awards else [],
    }
    return render(request, "scoring/prizes/why.html", context)


@framed_by_us
@public_page
@in_asked_language
def wall_prizes(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who is called next and who has which prize, for the screen on the wall."""
    tournament = public_tournament(slug)

    def make() -> str:
        shown = prizes_of_wall(tournament)
        context = {"tournament": tournament, "calls": shown.calls, "coming": shown.next}
        return render_to_string("scoring/prizes/_wall_prizes.html", context, request=request)

    return send_live(request, tournament, "wall_prizes", make, template="scoring/prizes/wall_prizes.html")


def palmares_poster(request: PageRequest, pk: int) -> HttpResponse:
    """Show the palmarès as a poster to print."""
    tournament = tournament_for(request.user, pk)
    most = min(figure_in(request.GET.get("equipes", ""), digits=3) or 10, MOST_ON_POSTER)
    lines, winners = poster_lines(tournament, most=most)
    context = {"tournament": tournament, "section": "evening", "lines": lines, "winners": winners, "most": most}
    context["pages"] = poster_pages(lines)
    context["points"] = any(line.points is not None for line in lines)
    context["has_prizes"] = any(line.prize for line in lines)
    return render(request, "scoring/prizes/poster.html", context)


def palmares_diplomas(request: PageRequest, pk: int) -> HttpResponse:
    """Show diplomas to print, two on a page."""
    tournament = tournament_for(request.user, pk)
    first = min(figure_in(request.GET.get("equipes", ""), digits=3) or DIPLOMAS, MOST_DIPLOMAS)
    each = "joueurs" in request.GET
    made = diplomas(tournament, first=first, each_player=each)
    context = {"tournament": tournament, "section": "evening", "first": first, "each": each, "count": len(made)}
    context["sheets"] = [made[at : at + 2] for at in range(0, len(made), 2)]
    return render(request, "scoring/prizes/diplomas.html", context)


def palmares_newspaper(request: PageRequest, pk: int) -> HttpResponse:
    """Show a short and a long text for the newspaper."""
    tournament = tournament_for(request.user, pk, "export")
    context = {"tournament": tournament, "section": "evening", "text": newspaper(tournament)}
    context["published"] = bool(tournament.closed_at)
    return render(request, "scoring/prizes/newspaper.html", context)


# --- Photos of prizes --------------------------------------------------------------------------------------------------


def _to_prize(tournament: Tournament, number: int) -> HttpResponse:
    return redirect("prize-change", tournament.pk, number)


@page_act("settings", refused=told_at(_to_prize), laptop_only=True)
def prize_photo_add(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Store a photo of a prize, in place of the one that it had; or remove it."""
    if "remove" in request.POST:
        remove_photo(tournament_id=tournament.pk, number=number, by=request.user)
    else:
        add_photo(
            tournament_id=tournament.pk, number=number, data=read_upload(request.FILES.get("photo")), by=request.user
        )
    return Done(_to_prize(tournament, number))


def prize_photo(request: PageRequest, pk: int, number: int) -> HttpResponse:
    """Send the photo of a prize."""
    tournament = tournament_for(request.user, pk)
    photo = or_404(PrizePhoto.objects.filter(prize__tournament=tournament, prize__number=number).first())
    return HttpResponse(bytes(photo.content), content_type="image/jpeg", headers={"Cache-Control": "private, no-cache"})
