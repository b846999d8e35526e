"""Pages of the tirages: before, the draft, the tables; on paper, on telephones, on the wall; the public minutes."""

import functools
import hashlib
import uuid
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.cache import cache
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language, override
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from scoring.forms.draws import (
    AwayForm,
    CatchUpForm,
    LateForm,
    PartiesForm,
    ReasonForm,
    SeedForm,
    SettingsForm,
    SwapForm,
)
from scoring.selectors import draws as pages
from scoring.selectors.clock import face_now
from scoring.selectors.phase_boards import phase_boards
from scoring.selectors.phases import evening_has_phases
from scoring.services import rounds
from tournament import policy
from tournament.errors import TournamentError
from tournament.models import Draw, Job, Tournament
from tournament.selectors import draws as questions
from tournament.selectors.access import draw_for, public_tournament, tournament_for
from tournament.services import door
from tournament.services import draws as acts
from tournament.tirages import TIRAGES

PRINTS = ("tables", "teams", "names")


def in_asked_language(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """*view* in the language that its address asks for: public pages depend on no cookie."""

    @functools.wraps(view)
    def spoken(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        with override("en" if request.GET.get("lang") == "en" else "fr"):
            return view(request, *args, **kwargs)

    return spoken


@login_required
@require_GET
def draws(request: HttpRequest, pk: int) -> HttpResponse:
    """The next tirage before it is made; a draft that waits is shown at once to who may publish it."""
    tournament = tournament_for(request.user, pk)
    live = questions.live_draw(tournament, questions.next_number(tournament))
    if live and policy.may(tournament.role, "draw"):
        return redirect("draw", pk, live.pk)
    return _before(request, tournament, request.GET)


def _before(
    request: HttpRequest,
    tournament: Tournament,
    asked: dict,
    *,
    error: TournamentError | None = None,
    typed: str = "",
    parties: PartiesForm | None = None,
) -> HttpResponse:
    number = questions.next_number(tournament)
    settings = SettingsForm.read(asked, tournament, rounds.method_for(tournament, number))
    next_draw = rounds.next_draw(tournament, method=settings.method_asked, options=settings.options)
    pool = next_draw.pool
    context = {
        "tournament": tournament,
        "section": "draws",
        "number": number,
        "number_before": number - 1,
        "may_draw": policy.may(tournament.role, "draw"),
        "preparing": questions.live_draw(tournament, number),
        "awaited": next_draw.awaited,
        "pool": pool,
        "ready": next_draw.ready,
        "settings": settings,
        "announced": rounds.method_for(tournament, number),
        "exempt_rule": pages.exempt_rule(tournament),
        "sure_rounds": pages.rounds_without_rematch(len(pool.teams)),
        "fingerprint": next_draw.fingerprint,
        "fingerprints": next_draw.fingerprint.split(),
        "parts": pages.parts_to_draw(tournament, next_draw),
        "over": next_draw.over,
        "has_phases": evening_has_phases(tournament),
        "away_form": AwayForm(initial={"round": number}),
        "job": pages.draw_job(tournament),
        "seed_from": next_draw.seed_from,
        "ranked": number > 1 and TIRAGES[settings.method_asked].reasons == "line",
        "error": error,
        "typed": typed,
        "parties_form": parties or PartiesForm(initial={"parties": tournament.parties}),
        "draws": questions.draws_of(tournament),
        "cards": [(suit, [f"{rank}{suit}" for rank in acts.CARD_RANKS]) for suit in acts.CARD_SUITS],
    }
    return render(request, "tournament/draws.html", context, status=422 if error or parties else 200)


@login_required
@require_POST
def draw_make(request: HttpRequest, pk: int) -> HttpResponse:
    """One key draws. A second organiser is shown the first one's tirage."""
    tournament = tournament_for(request.user, pk, "draw")
    number = questions.next_number(tournament)
    settings = SettingsForm.read(request.POST, tournament, rounds.method_for(tournament, number))
    form = SeedForm(request.POST)
    if not form.is_valid():
        error = TournamentError(
            "text_too_long", read="…", length=len(request.POST.get("seed", "")), most=acts.SEED_LENGTH
        )
        return _before(request, tournament, request.POST, error=error, typed=request.POST.get("seed", ""))
    try:
        draw = rounds.draw_or_ask(
            tournament_id=tournament.pk,
            by=request.user,
            seed=form.cleaned_data["seed"],
            method=settings.method_asked,
            options=settings.options,
            fingerprint=form.cleaned_data["fingerprint"] or None,
        )
    except acts.AlreadyDrawn as error:
        messages.warning(request, str(error))
        return redirect("draw", pk, error.draw.pk)
    except TournamentError as error:
        return _before(request, tournament, request.POST, error=error, typed=form.cleaned_data["seed"])
    if isinstance(draw, Job):
        return redirect("draws", pk)
    return redirect("draw", pk, draw.pk)


@login_required
@require_GET
@never_cache
def draw_job(request: HttpRequest, pk: int, job: uuid.UUID) -> HttpResponse:
    """How far a long draw is: a piece of page that asks again by itself; once it has ended, the page is read anew."""
    tournament = tournament_for(request.user, pk, "draw")
    found = get_object_or_404(Job, pk=job, tournament=tournament, kind="draw")
    if not request.htmx:
        return redirect("draws", pk)
    if not found.open:
        return HttpResponse(headers={"HX-Refresh": "true"})
    return render(request, "tournament/_draw_job.html", {"tournament": tournament, "job": found})


def _draw_for(request: HttpRequest, pk: int, draw_id: int, act: str = "read") -> tuple[Tournament, Draw]:
    """The tirage *draw_id* of a concours where the user may *act*; a draft is the organiser's alone."""
    tournament = tournament_for(request.user, pk, act)
    return tournament, draw_for(tournament, draw_id)


@login_required
@require_GET
def draw(request: HttpRequest, pk: int, draw_id: int) -> HttpResponse:
    """A tirage: its tables, each with its reason, and what may be done with it."""
    tournament, found = _draw_for(request, pk, draw_id)
    return _draw_page(request, tournament, found)


def _draw_page(
    request: HttpRequest, tournament: Tournament, found: Draw, *, error: TournamentError | None = None, **forms
) -> HttpResponse:
    page = pages.draw_page(tournament, found)
    context = {
        "tournament": tournament,
        "section": "draws",
        "draw": found,
        "page": page,
        "may_draw": policy.may(tournament.role, "draw"),
        "exempt_rule": pages.exempt_rule(tournament),
        "error": error,
        "swap_form": SwapForm(),
        "late_form": LateForm(),
        "reason_form": ReasonForm(),
        "guests": rounds.catch_up_guests(tournament, found),
        "has_phases": evening_has_phases(tournament),
    } | forms
    return render(request, "tournament/draw.html", context, status=422 if error or forms else 200)


@login_required
@require_POST
def draw_publish(request: HttpRequest, pk: int, draw_id: int) -> HttpResponse:
    """The draft becomes the tables of the partie."""
    tournament, found = _draw_for(request, pk, draw_id, "draw")
    try:
        found = acts.publish_draw(draw_id=found.pk, by=request.user)
    except TournamentError as error:
        return _draw_page(request, tournament, found, error=error)
    messages.success(request, _("The tables of partie %(round)s are published.") % {"round": found.round.number})
    return redirect("draw", pk, draw_id)


@login_required
@require_POST
def draw_cancel(request: HttpRequest, pk: int, draw_id: int) -> HttpResponse:
    """The tirage is cancelled, with its reason; the next one is made from the page before."""
    tournament, found = _draw_for(request, pk, draw_id, "draw")
    form = ReasonForm(request.POST)
    try:
        if not form.is_valid():
            typed = request.POST.get("reason", "").strip()
            if not typed:
                raise TournamentError("reason_needed", field="reason")
            raise TournamentError("text_too_long", read=typed[:40], length=len(typed), most=acts.REASON_LENGTH)
        acts.cancel_draw(draw_id=found.pk, reason=form.cleaned_data["reason"], by=request.user)
    except TournamentError as error:
        return _draw_page(request, tournament, found, error=error, reason_form=form)
    said = _("Draw no. %(draw)s of partie %(round)s is cancelled. Its record is kept. You can draw again.")
    messages.success(request, said % {"draw": found.number, "round": found.round.number})
    return redirect("draws", pk)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def draw_swap(request: HttpRequest, pk: int, draw_id: int) -> HttpResponse:
    """What exchanging two teams would do, and then the exchange."""
    tournament, found = _draw_for(request, pk, draw_id, "draw")
    form = SwapForm(request.POST if request.method == "POST" else request.GET)
    try:
        if not form.is_valid():
            raise TournamentError("swap_two_numbers", field="first")
        first, second = form.cleaned_data["first"], form.cleaned_data["second"]
        if request.method == "POST":
            acts.swap_teams(
                draw_id=found.pk, first=first, second=second, by=request.user, confirm=form.cleaned_data["confirm"]
            )
            said = _("Teams %(first)s and %(second)s have exchanged their places.")
            messages.success(request, said % {"first": first, "second": second})
            return redirect("draw", pk, draw_id)
        effects = acts.check_swap(found, first, second)
    except TournamentError as error:
        return _draw_page(request, tournament, found, error=error, swap_form=form)
    context = {"tournament": tournament, "section": "draws", "draw": found, "effects": effects}
    return render(request, "tournament/draw_swap.html", context)


@login_required
@require_POST
def draw_late(request: HttpRequest, pk: int, draw_id: int) -> HttpResponse:
    """A team come after the tirage plays the exempt one."""
    tournament, found = _draw_for(request, pk, draw_id, "draw")
    form = LateForm(request.POST)
    try:
        if not form.is_valid():
            raise TournamentError("late_team_unknown", field="team", team=request.POST.get("team", "")[:10])
        table = acts.seat_late_team(
            draw_id=found.pk, team=form.cleaned_data["team"], by=request.user, confirm=form.cleaned_data["confirm"]
        )
    except TournamentError as error:
        return _draw_page(request, tournament, found, error=error, late_form=form)
    said = _("Team %(team)s plays at table %(table)s: nobody is exempt any more at this table.")
    messages.success(request, said % {"team": form.cleaned_data["team"], "table": table.number})
    return redirect("draw", pk, draw_id)


@login_required
@require_POST
def draw_catch_up(request: HttpRequest, pk: int, draw_id: int) -> HttpResponse:
    """The exempt team plays its partie after all, against one that has finished."""
    tournament, found = _draw_for(request, pk, draw_id, "draw")
    form = CatchUpForm(request.POST)
    try:
        if not form.is_valid():
            raise TournamentError("catch_up_guest", field="guest", team="–", round=found.round.number)
        table = acts.seat_catch_up(draw_id=found.pk, by=request.user, **form.cleaned_data)
    except TournamentError as error:
        return _draw_page(request, tournament, found, error=error)
    said = _("Catch-up game at table %(table)s: team %(exempt)s against team %(guest)s, which plays for nothing.")
    messages.success(request, said % {"table": table.number, **form.cleaned_data})
    return redirect("draw", pk, draw_id)


@login_required
@require_POST
def draw_away(request: HttpRequest, pk: int) -> HttpResponse:
    """A team that does not play one partie to come, or plays it after all."""
    tournament = tournament_for(request.user, pk, "draw")
    form = AwayForm(request.POST)
    try:
        if not form.is_valid():
            raise TournamentError("late_team_unknown", field="team", team=request.POST.get("team", "")[:10])
        number = form.cleaned_data["team"]
        team = door.set_away(
            tournament_id=tournament.pk, number=number, round_number=form.cleaned_data["round"], by=request.user
        )
    except TournamentError as error:
        return _before(request, tournament, {}, error=error)
    if team.away_in:
        said = _("Team %(team)s does not play partie %(round)s; it is back after it.")
    else:
        said = _("Team %(team)s plays all the parties again.")
    messages.success(request, said % {"team": number, "round": team.away_in})
    return redirect("draws", pk)


@login_required
@require_GET
def phases(request: HttpRequest, pk: int) -> HttpResponse:
    """The pools and the brackets."""
    tournament = tournament_for(request.user, pk)
    context = {"tournament": tournament, "section": "draws", "boards": phase_boards(tournament, public=False)}
    return render(request, "tournament/phases.html", context)


@login_required
@require_POST
def draw_parties(request: HttpRequest, pk: int) -> HttpResponse:
    """One partie more, or one less, as the room has decided."""
    tournament = tournament_for(request.user, pk, "settings")
    form = PartiesForm(request.POST)
    try:
        if not form.is_valid():
            code = "parties_out_of_range" if "parties" in form.errors else "reason_needed"
            lowest = max(1, questions.next_number(tournament) - 1)
            read = request.POST.get("parties", "")[:10]
            raise TournamentError(code, parties=read, lowest=lowest, highest=acts.MAX_PARTIES)
        tournament = acts.change_parties(tournament_id=tournament.pk, by=request.user, **form.cleaned_data)
    except TournamentError as error:
        return _before(request, tournament, {}, error=error, parties=form)
    messages.success(request, _("The concours now has %(parties)s parties.") % {"parties": tournament.parties})
    return redirect("draws", pk)


@login_required
@require_GET
def print_draw(request: HttpRequest, pk: int, draw_id: int, by: str) -> HttpResponse:
    """The tables of a partie on A4: by table, by team number, or by name."""
    tournament, found = _draw_for(request, pk, draw_id)
    if by not in PRINTS or found.state == "cancelled":
        raise Http404
    seating = questions.seating(found.round)
    context = {"tournament": tournament, "section": "draws", "draw": found, "by": by, "seating": seating}
    if by == "teams":
        context["places"] = questions.places_by_team(seating)
    elif by == "names":
        context["places"] = questions.places_by_player(seating)
    return render(request, "tournament/print_draw.html", context)


# What the hall sees -------------------------------------------------------------------------------------------------


@in_asked_language
@require_GET
def public_tables(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the partie being played, for a telephone: one types a number or a name."""
    tournament = public_tournament(slug)
    asked = request.GET.get("q", "")[:60].strip()

    def make() -> str:
        context = pages.tables_page(tournament, asked)
        return render_to_string("tournament/_tables_live.html", context, request=request)

    return _live(
        request, tournament, "tables", make, keep=not asked, asked=asked, has_phases=evening_has_phases(tournament)
    )


@require_GET
def wall_draw(request: HttpRequest, slug: str) -> HttpResponse:
    """The tables of the partie being played, for the screen on the wall: by table and by name in turn."""
    tournament = public_tournament(slug)

    def make() -> str:
        return render_to_string("tournament/_wall_draw_live.html", pages.wall_page(tournament), request=request)

    return _live(request, tournament, "wall_draw", make)


@in_asked_language
@require_GET
def public_phases(request: HttpRequest, slug: str) -> HttpResponse:
    """The pools and the brackets, for a telephone."""
    return _phases_live(request, slug, "public_phases")


@require_GET
def wall_phases(request: HttpRequest, slug: str) -> HttpResponse:
    """The pools and the brackets, for the screen on the wall."""
    return _phases_live(request, slug, "wall_phases")


def _phases_live(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    tournament = public_tournament(slug)

    def make() -> str:
        context = {"boards": phase_boards(tournament, public=True), "clock": face_now(tournament)}
        return render_to_string("tournament/_phases_live.html", context, request=request)

    return _live(request, tournament, name, make)


def _public_context(tournament: Tournament, here: str) -> dict[str, object]:
    """What the header and the foot of a public page show; *here* is its place in the menu."""
    return {
        "tournament": tournament,
        "here": here,
        "language": get_language(),
        "names_shown": questions.names_shown(tournament),
    }


def _live(request: HttpRequest, tournament: Tournament, name: str, make, *, keep: bool = True, **context):
    """A page around a part that changes; `?part=live` gives the part alone, under an ETag.

    The part is made once for each line of the journal, whoever asks.
    """
    shown = "names" if questions.names_shown(tournament) else "initials"
    key = f"live:{name}:{tournament.slug}:{tournament.journal_hash}:{shown}:{get_language()}"
    part = cache.get(key) if keep else None
    if part is None:
        part = make()
        if keep:
            cache.set(key, part, 300)
    etag = quote_etag(hashlib.sha256(part.encode()).hexdigest()[:24])
    if request.GET.get("part") == "live":
        answer = get_conditional_response(request, etag=etag) or HttpResponse(part)
        answer["ETag"] = etag
        answer["Cache-Control"] = "no-cache"
        return answer
    context |= {"part": part, "etag": etag} | _public_context(tournament, name)
    return render(request, f"tournament/{name}.html", context)


@in_asked_language
@require_GET
def public_minutes(request: HttpRequest, slug: str) -> HttpResponse:
    """Every tirage of the concours, the cancelled ones too, for anyone to draw again."""
    tournament = public_tournament(slug)
    context = {"minutes": pages.minutes_page(tournament)} | _public_context(tournament, "draws")
    return render(request, "tournament/minutes.html", context)


@require_GET
def public_minutes_file(request: HttpRequest, slug: str, number: int, draw: int, part: int = 0) -> HttpResponse:
    """The minutes of one tirage, as the program reads them again. Those of a draft are not yet to be seen.

    *part* counts the phases that were drawn side by side.
    """
    tournament = public_tournament(slug)
    found = pages.public_draw(tournament, number, draw)
    if found is None or part >= len(found.parts):
        raise Http404
    answer = JsonResponse(pages.minutes_file(found, part), json_dumps_params={"ensure_ascii": False, "indent": 1})
    answer["Content-Disposition"] = f'attachment; filename="tirage-{number}-{draw}{f"-{part}" if part else ""}.json"'
    return answer


wall_draw.public_page = wall_phases.public_page = True
