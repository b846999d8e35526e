"""Pages of the tirages for the organiser: before, the draft, the tables, on paper."""

import uuid
from collections.abc import Sequence
from functools import partial
from typing import Any

from django.contrib import messages
from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.errors import ScoringError
from scoring.rounds import paper, selectors as pages, services as rounds
from scoring.rounds.forms import (
    AwayForm,
    CatchUpForm,
    LateForm,
    PartiesForm,
    ReasonForm,
    SeedForm,
    SettingsForm,
    SwapForm,
    TieForm,
)
from scoring.rounds.minutes import named_codes, seated_parts, waiting_teams, with_waiting
from scoring.rounds.next_draw import announcement, method_for, next_draw as next_draw_of
from scoring.rounds.services import catch_up_guests
from scoring.rounds.ties import settle_tie, tied_matches
from scoring.rounds.views.hall import with_paper
from scoring.standings.selectors import reading
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.finals.formula import KNOCK_OUT, POOLS
from tournament.finals.words import phase_begins
from tournament.jobs.models import Job
from tournament.journal.services import REASON_LENGTH
from tournament.languages import spoken_language
from tournament.page_access import PageRequest, form_page, post_only
from tournament.page_acts import Done, as_sent, page_act
from tournament.paper import PaperPage
from tournament.people.naming import Audience
from tournament.registration import acts as registration_acts, attendance
from tournament.registration.selectors import team_title
from tournament.rounds import acts, selectors as questions, services as seating
from tournament.rounds.models import Draw
from tournament.rounds.seeds import CARD_RANKS, CARD_SUITS, SEED_LENGTH
from tournament.rounds.selectors import draw_for
from tournament.tirages import TIRAGES

PRINTS = ("tables", "teams", "names")
# The facts of a `NextDraw` that its page shows under the same names.
_OF_NEXT_DRAW = (
    "awaited pool ready least closes until fingerprint over left playing tables exempt by_forfeit no_place late_tables "
    "seed_from"
).split()


def draws(request: PageRequest, pk: int) -> HttpResponse:
    """Show the next tirage before it is made; send the organiser to the draft that waits."""
    tournament = tournament_for(request.user, pk)
    live = questions.live_draw(tournament, questions.next_number(tournament))
    if live and policy.may(tournament.role, "draw"):
        return redirect("draw", pk, live.pk)
    return _before(request, tournament, request.GET)


def _before(
    request: PageRequest,
    tournament: Tournament,
    asked: dict[str, Any],
    *,
    error: TournamentError | None = None,
    typed: str = "",
    parties: Form | None = None,
) -> HttpResponse:
    number, read = questions.next_number(tournament), reading(tournament)
    announced = method_for(tournament, number, read)
    settings = SettingsForm.read(asked, tournament, announced)
    next_draw = next_draw_of(tournament, method=settings.method_asked, options=settings.options, read=read)
    pool = next_draw.pool
    entering, fee = next_draw.left.entering, tournament.fee
    context = {name: getattr(next_draw, name) for name in _OF_NEXT_DRAW} | {
        "tournament": tournament,
        "section": "draws",
        "number": number,
        "number_before": number - 1,
        "may_draw": policy.may(tournament.role, "draw"),
        "preparing": questions.live_draw(tournament, number),
        "finished": [team for team in pool.out if team.number not in entering],
        "entering": waiting_teams(
            (phase_begins(entering[team.number], spoken_language()), team)
            for team in pool.out
            if team.number in entering
        ),
        "waiting": sum(team.number in entering for team in pool.out),
        "unpaid": [team.number for team in pool.teams if tournament.fee_cents and not team.paid_up(fee)],
        "alone_names": ", ".join(f"{team.number} {team_title(team)}" for team in pool.alone),
        # In finals whoever never came is absent beside few that still play.
        "many_absent": len(pool.absent) > len(pool.teams) and not pool.out,
        "settings": settings,
        "announced": announced,
        "bracket": announced == KNOCK_OUT,
        "in_pools": announced == POOLS,
        "exempt_rule": pages.next_exempt_rule(tournament, next_draw),
        "parties_announced": next_draw.announced,
        "sure_rounds": next_draw.sure,
        "fingerprints": named_codes(pages.titles_of(tournament, next_draw), next_draw.fingerprint),
        "parts": pages.parts_to_draw(tournament, next_draw),
        "ties": tied_matches(tournament, next_draw.left.tied),
        "may_score": policy.may(tournament.role, "score"),
        "away_form": AwayForm(initial={"round": number}),
        "job": pages.draw_job(tournament),
        "equals": [", ".join(map(str, teams)) for teams in next_draw.equals],
        "ranked": number > 1 and TIRAGES[settings.method_asked].reasons == "line",
        "error": error,
        "typed": typed,
        "parties_form": parties or PartiesForm(initial={"parties": next_draw.left.last}),
        "draws": questions.draws_of(tournament),
        "cards": [(suit, [f"{rank}{suit}" for rank in CARD_RANKS]) for suit in CARD_SUITS],
    }
    return render(request, "scoring/rounds/draws.html", context, status=422 if error or parties else 200)


@post_only
def draw_make(request: PageRequest, pk: int) -> HttpResponse:
    """Make the draw. If another organiser has just made it, show theirs."""
    tournament = tournament_for(request.user, pk, "draw")
    number = questions.next_number(tournament)
    settings = SettingsForm.read(request.POST, tournament, method_for(tournament, number))
    form = SeedForm(request.POST)
    if not form.is_valid():
        error = TournamentError("text_too_long", read="…", length=len(request.POST.get("seed", "")), most=SEED_LENGTH)
        return _before(request, tournament, request.POST, error=error, typed=request.POST.get("seed", ""))
    try:
        draw = rounds.draw_or_ask(
            tournament_id=tournament.pk,
            by=request.user,
            seed=form.cleaned_data["seed"],
            method=settings.method_asked,
            options=settings.options,
            fingerprint=form.cleaned_data["fingerprint"] or None,
            without_singles=form.cleaned_data["without_singles"],
        )
    except seating.AlreadyDrawnError as error:
        messages.warning(request, str(error))
        return redirect("draw", pk, error.draw.pk)
    except TournamentError as error:
        return _before(request, tournament, request.POST, error=error, typed=form.cleaned_data["seed"])
    if isinstance(draw, Job):
        return redirect("draws", pk)
    return redirect("draw", pk, draw.pk)


@never_cache
def draw_job(request: PageRequest, pk: int, job: uuid.UUID) -> HttpResponse:
    """Show the progress of a long draw: a part of the page that reloads itself; at the end the whole page is
    reloaded.
    """
    tournament = tournament_for(request.user, pk, "draw")
    found = get_object_or_404(Job, pk=job, tournament=tournament, kind="draw")
    if not request.htmx:
        return redirect("draws", pk)
    if not found.open:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "scoring/rounds/_draw_job.html", {"tournament": tournament, "job": found})


def _draw_for(request: PageRequest, pk: int, draw_id: int, act: str = "read") -> tuple[Tournament, Draw]:
    """Find the tirage *draw_id* of a concours where the account may *act*; a draft is the organiser's alone."""
    tournament = tournament_for(request.user, pk, act)
    return tournament, draw_for(tournament, draw_id)


_to_draw = partial(_draw_for, act="draw")


def draw(request: PageRequest, pk: int, draw_id: int) -> HttpResponse:
    """Show a tirage: its tables, each with its reason, and what may be done with it."""
    tournament, found = _draw_for(request, pk, draw_id)
    return _draw_page(request, tournament, found)


def _draw_page(
    request: PageRequest,
    tournament: Tournament,
    found: Draw,
    *,
    error: TournamentError | None = None,
    form: Form | None = None,
) -> HttpResponse:
    """Show the tirage; again, with what was typed, where *form* was refused."""
    page = pages.draw_page(tournament, found)
    context = {
        "tournament": tournament,
        "section": "draws",
        "draw": found,
        "page": page,
        "may_draw": policy.may(tournament.role, "draw"),
        "error": error,
        "swap_form": as_sent(form, SwapForm),
        "late_form": as_sent(form, LateForm),
        "reason_form": as_sent(form, ReasonForm),
        "guests": catch_up_guests(tournament, found),
    }
    return render(request, "scoring/rounds/draw.html", context, status=422 if error or form else 200)


@page_act(_to_draw, refused=_draw_page)
def draw_publish(request: PageRequest, tournament: Tournament, found: Draw) -> Done:
    """Make the draft the tables of the partie."""
    found = seating.publish_draw(draw_id=found.pk, by=request.user)
    message = _("The tables of partie %(round)s are published.") % {"round": found.round.number}
    if found.round.number == 1 and (parties := announcement(tournament)):
        message = f"{message} {parties}"
    return Done(redirect("draw", tournament.pk, found.pk), message)


def _reason_unread(request: PageRequest, _form: Form, *_found: object) -> TournamentError:
    typed = request.POST.get("reason", "").strip()
    if not typed:
        return TournamentError("reason_needed", field="reason")
    return TournamentError("text_too_long", read=typed[:40], length=len(typed), most=REASON_LENGTH)


@page_act(_to_draw, form=ReasonForm, unread=_reason_unread, refused=_draw_page)
def draw_cancel(request: PageRequest, tournament: Tournament, found: Draw, form: Form) -> Done:
    """Cancel the tirage, with a reason; the next one is made from the page before."""
    seating.cancel_draw(draw_id=found.pk, reason=form.cleaned_data["reason"], by=request.user)
    message = _("Draw no. %(draw)s of partie %(round)s is cancelled. Its record is kept. You can draw again.")
    return Done(redirect("draws", tournament.pk), message % {"draw": found.number, "round": found.round.number})


@form_page
def draw_swap(request: PageRequest, pk: int, draw_id: int) -> HttpResponse:
    """Show what exchanging two teams would do, then exchange them."""
    tournament, found = _draw_for(request, pk, draw_id, "draw")
    form = SwapForm(request.POST if request.method == "POST" else request.GET)
    try:
        if not form.is_valid():
            raise TournamentError("swap_two_numbers", field="first")
        first, second = form.cleaned_data["first"], form.cleaned_data["second"]
        if request.method == "POST":
            seating.swap_teams(
                draw_id=found.pk, first=first, second=second, by=request.user, confirm=form.cleaned_data["confirm"]
            )
            said = _("Teams %(first)s and %(second)s have exchanged their places.")
            messages.success(request, said % {"first": first, "second": second})
            return redirect("draw", pk, draw_id)
        effects = seating.check_swap(found, first, second)
    except TournamentError as error:
        return _draw_page(request, tournament, found, error=error, form=form)
    context = {"tournament": tournament, "section": "draws", "draw": found, "effects": effects}
    return render(request, "scoring/rounds/draw_swap.html", context)


def _team_unread(request: PageRequest, _form: Form, *_found: object) -> TournamentError:
    return TournamentError("late_team_unknown", field="team", team=request.POST.get("team", "")[:10])


@page_act(_to_draw, form=LateForm, unread=_team_unread, refused=_draw_page)
def draw_late(request: PageRequest, tournament: Tournament, found: Draw, form: Form) -> Done:
    """Seat a team come after the tirage against the exempt one."""
    table = seating.seat_late_team(draw_id=found.pk, by=request.user, **form.cleaned_data)
    if form.cleaned_data["against"]:
        message = _("Teams %(team)s and %(against)s play each other at table %(table)s.")
    else:
        message = _("Team %(team)s plays at table %(table)s: nobody is exempt any more at this table.")
    params = form.cleaned_data | {"table": table.number}
    return Done(redirect("draw", tournament.pk, found.pk), message % params)


def _guest_unread(_request: PageRequest, _form: Form, _tournament: Tournament, found: Draw) -> TournamentError:
    return TournamentError("catch_up_guest", field="guest", team="–", round=found.round.number)


@page_act(_to_draw, form=CatchUpForm, unread=_guest_unread, refused=_draw_page)
def draw_catch_up(request: PageRequest, tournament: Tournament, found: Draw, form: Form) -> Done:
    """Seat the exempt team after all, against one that has finished."""
    table = seating.seat_catch_up(draw_id=found.pk, by=request.user, **form.cleaned_data)
    message = _("Catch-up game at table %(table)s: team %(exempt)s against team %(guest)s, which plays for nothing.")
    return Done(redirect("draw", tournament.pk, found.pk), message % {"table": table.number, **form.cleaned_data})


def _refused_before(
    request: PageRequest, tournament: Tournament, *_number: int, error: TournamentError, form: Form
) -> HttpResponse:
    """Show the page before the tirage again."""
    parties = form if isinstance(form, PartiesForm) else None
    return _before(request, tournament, {}, error=error, parties=parties)


@page_act(registration_acts.SET_AWAY, form=AwayForm, unread=_team_unread, refused=_refused_before)
def draw_away(request: PageRequest, tournament: Tournament, form: AwayForm) -> Done:
    """Record that a team misses one partie to come, or plays it after all."""
    number, partie = form.cleaned_data["team"], form.cleaned_data["round"]
    team = attendance.set_away(tournament_id=tournament.pk, number=number, round_number=partie, by=request.user)
    if team.away_in:
        message = _("Team %(team)s does not play partie %(round)s; it is back after it.")
    else:
        message = _("Team %(team)s plays all the parties again.")
    return Done(redirect("draws", tournament.pk), message % {"team": number, "round": team.away_in})


def phases(request: PageRequest, pk: int) -> HttpResponse:
    """Show the pools and the brackets."""
    tournament = tournament_for(request.user, pk)
    context = with_paper(tournament, public=False) | {"tournament": tournament, "section": "phases"}
    return render(request, "scoring/rounds/phases.html", context)


def _parties_unread(request: PageRequest, form: Form, tournament: Tournament) -> TournamentError:
    code = "parties_out_of_range" if "parties" in form.errors else "reason_needed"
    lowest = max(1, questions.next_number(tournament) - 1)
    read = request.POST.get("parties", "")[:10]
    return TournamentError(code, parties=read, lowest=lowest, highest=seating.MAX_PARTIES)


@page_act(acts.CHANGE_PARTIES, form=PartiesForm, unread=_parties_unread, refused=_refused_before)
def draw_parties(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Add one partie or take one away, as the room has decided."""
    tournament = rounds.change_parties(tournament_id=tournament.pk, by=request.user, **form.cleaned_data)
    if tournament.formula.follows:
        message = _("The finals are played to their end.")
    else:
        message = _("The concours now has %(parties)s parties.") % {"parties": tournament.parties}
    return Done(redirect("draws", tournament.pk), message)


def _tie_unread(_request: PageRequest, _form: Form, _tournament: Tournament, number: int) -> ScoringError:
    return ScoringError("tie_none", field="team", team="–", round=number)


@page_act("score", form=TieForm, unread=_tie_unread, refused=_refused_before)
def tie(request: PageRequest, tournament: Tournament, number: int, form: Form) -> Done:
    """Note who goes on after equal totals in a knock-out."""
    team = form.cleaned_data["team"]
    table = settle_tie(tournament_id=tournament.pk, number=number, team=team, by=request.user)
    message = _("Table %(table)s: no. %(team)s goes on. A mistake? Take it back in “What was done last”.")
    message %= {"table": table.number, "team": team}
    asked_on = request.POST.get("from")
    return Done(redirect(asked_on if asked_on in ("entry", "draws") else "concours", tournament.pk), message)


def print_draw(request: PageRequest, pk: int, draw_id: int, by: str) -> HttpResponse:
    """Show the tables of a partie on A4: by table, by team number, or by name."""
    tournament, found = _draw_for(request, pk, draw_id)
    if by not in PRINTS or found.state == "cancelled":
        raise Http404
    posted = Audience.NAMED
    seating = with_waiting(tournament, questions.seating(found.round, audience=posted), audience=posted)
    if by == "tables":
        sheets: Sequence[PaperPage[Any]] = paper.table_pages(seated_parts(tournament, found, seating))
    else:
        by_team = by == "teams"
        places = questions.places_by_team(seating) if by_team else questions.places_by_player(seating, posted)
        sheets = paper.place_pages(places, by)
    context = {
        "tournament": tournament,
        "section": "draws",
        "draw": found,
        "by": by,
        "seating": seating,
        "pages": sheets,
    }
    return render(request, "scoring/rounds/print_draw.html", context)
