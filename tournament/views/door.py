"""The door: register teams as they come, mark them, correct them."""

import re
from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.db.models import Count
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST
from django_htmx.http import reswap, retarget

from tournament import names, policy
from tournament.errors import TournamentError
from tournament.forms.door import ExcludeForm, ReadmitForm, RegisterForm, TeamForm, WithdrawForm
from tournament.models import Seat, Team, Tournament
from tournament.selectors import people
from tournament.selectors.access import tournament_for
from tournament.services import door as acts

# One page of the list; a hall of 150 teams sees them all at once.
LINES_A_PAGE = 200
SEARCH_LENGTH = 60
_MARK = re.compile(r"(present|paid):([0-9]{1,18}):([01])", re.ASCII)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def door(request: HttpRequest, pk: int) -> HttpResponse:
    """The screen of the door; POST registers a team."""
    tournament = tournament_for(request.user, pk, "register" if request.method == "POST" else "read")
    if request.method == "POST":
        return _register(request, tournament)
    form = RegisterForm(initial={"present": True, "paid": request.GET.get("paid") == "1"})
    context = _page(request, tournament) | {
        "form": form,
        "focus": "player_1",
        "registered": _registered(tournament, request.GET.get("new")),
    }
    return render(request, "tournament/door.html", context)


def _register(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    form = RegisterForm(request.POST)
    there = None
    if form.is_valid():
        try:
            team = acts.register_team(tournament_id=tournament.pk, by=request.user, **form.act(tournament.fee_cents))
        except TournamentError as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
            if refusal.code in ("team_already_there", "team_resembles"):
                there = Team.objects.filter(pk=refusal.params["team"], withdrawn_from__isnull=True).first()
        else:
            if request.htmx:
                context = _page(request, tournament) | {"registered": _registered(tournament, team.pk)}
                return render(request, "tournament/_door_registered_answer.html", context)
            kept = {"new": team.pk} | ({"paid": 1} if form.cleaned_data["paid"] else {})
            return redirect(f"{reverse('door', args=[tournament.pk])}?{urlencode(kept)}")
    if request.htmx:
        context = _form_context(tournament, form) | {"there": there}
        answer = render(request, "tournament/_door_form.html", context)
        return reswap(retarget(answer, "#door-form"), "outerHTML")
    context = _page(request, tournament) | _form_context(tournament, form) | {"there": there}
    return render(request, "tournament/door.html", context, status=422)


def _form_context(tournament: Tournament, form: RegisterForm) -> dict[str, object]:
    """The form again, what was typed in it, the cursor on the field that is wrong."""
    faulty = next((name for name in form.fields if name in form.errors), "player_1")
    if faulty == "confirm":
        form.fields[faulty].widget.attrs["autofocus"] = True
    return {
        "tournament": tournament,
        "form": form,
        "focus": faulty,
        "next_number": _next_number(tournament),
        "twin": "confirm" in form.errors or form.data.get("confirm"),
        "may_register": True,
    }


def _page(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """What the whole screen shows, the form apart."""
    search = (request.POST.get("q") or request.GET.get("q") or "")[:SEARCH_LENGTH]
    lines = people.team_lines(tournament, search=search)
    counts = people.door_counts(tournament)
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "tournament": tournament,
        "section": "door",
        "counts": counts,
        "next_in": _next_in(tournament) if counts.waiting else None,
        "lines": page,
        "search": search,
        "next_number": _next_number(tournament),
        "drawn": people.last_published_round(tournament),
        "numbers_free": not people.has_draw(tournament),
        "may_register": policy.may(tournament.role, "register"),
    }


def _next_in(tournament: Tournament) -> Team | None:
    """The first team of the waiting list, once there is a place for it."""
    left = people.places_left(tournament)
    waiting = people.waiting_list(tournament) if left is None or left else []
    return waiting[0] if waiting else None


def _next_number(tournament: Tournament) -> int:
    return people.first_free_number(Team.objects.filter(tournament=tournament).values_list("number", flat=True))


def _registered(tournament: Tournament, pk: object) -> Team | None:
    """The team that has just been registered, to be shown large."""
    if not str(pk or "").isascii() or not str(pk or "").isdecimal() or len(str(pk)) > 18:
        return None
    return people.teams_of(tournament).filter(pk=int(str(pk))).first()


@login_required
@require_GET
def door_list(request: HttpRequest, pk: int) -> HttpResponse:
    """The list of teams alone, for the search box."""
    tournament = tournament_for(request.user, pk, "read")
    return render(request, "tournament/_door_list.html", _page(request, tournament))


@login_required
@require_GET
def door_check(request: HttpRequest, pk: int) -> HttpResponse:
    """What is already known against the team being typed: its players in other teams."""
    tournament = tournament_for(request.user, pk, "register")
    typed = [names.clean(request.GET.get(field, "")[:200]) for field in ("player_1", "player_2")]
    without = request.GET.get("team", "")
    found = people.twins(
        tournament,
        [name for name in typed if name],
        without=int(without) if without.isascii() and without.isdecimal() and len(without) < 19 else None,
    )
    like = None if found else people.likeness(tournament, typed)
    if like and str(like.team_id) == without:
        like = None
    same = len(typed) == 2 and people.player_key(typed[0]) == people.player_key(typed[1]) != ""
    return render(request, "tournament/_door_check.html", {"found": found, "like": like, "same": same})


@login_required
@require_GET
def door_suggest(request: HttpRequest, pk: int) -> JsonResponse:
    """The regulars of the club whose names begin as what is typed."""
    tournament = tournament_for(request.user, pk, "register")
    regulars = people.find_players(tournament.club, request.GET.get("q", "")[:SEARCH_LENGTH])
    return JsonResponse({"players": [{"name": regular.name, "origin": regular.origin} for regular in regulars]})


@login_required
@require_POST
def door_mark(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark a team present or absent, paid or not: `mark` is « present:team:1 »."""
    tournament = tournament_for(request.user, pk, "register")
    read = _MARK.fullmatch(request.POST.get("mark", ""))
    if read is None:
        messages.error(request, _("The mark was not understood; nothing was changed."))
        return redirect("door", tournament.pk)
    team = get_object_or_404(Team, pk=int(read[2]), tournament=tournament)
    try:
        if read[1] == "present":
            acts.set_present(team_id=team.pk, present=read[3] == "1", by=request.user)
        else:
            paid = tournament.fee_cents if read[3] == "1" else None
            acts.set_paid(team_id=team.pk, paid_cents=paid, by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        if request.htmx:
            # The page as it now is says more than a row could.
            answer = HttpResponse()
            answer["HX-Redirect"] = reverse("door", args=[tournament.pk])
            return answer
        return redirect("door", tournament.pk)
    if request.htmx and request.POST.get("shown"):
        # Asked from the line of registration: the team is shown large, as one just registered.
        answer = HttpResponse()
        answer["HX-Redirect"] = f"{reverse('door', args=[tournament.pk])}?{urlencode({'new': team.pk})}"
        return answer
    if request.htmx:
        team = people.teams_of(tournament).annotate(seat_count=Count("seats")).get(pk=team.pk)
        context = {
            "tournament": tournament,
            "line": people.team_line(team),
            "counts": people.door_counts(tournament),
            "may_register": True,
        }
        return render(request, "tournament/_door_mark_answer.html", context)
    search = request.POST.get("q", "")[:SEARCH_LENGTH]
    query = f"?{urlencode({'q': search})}" if search else ""
    return redirect(f"{reverse('door', args=[tournament.pk])}{query}#team-{team.pk}")


@login_required
@require_POST
def door_all_present(request: HttpRequest, pk: int) -> HttpResponse:
    """Mark every team present."""
    tournament = tournament_for(request.user, pk, "register")
    try:
        count = acts.set_all_present(tournament_id=tournament.pk, by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    else:
        said = ngettext("%(count)s team marked present.", "%(count)s teams marked present.", count)
        messages.success(request, said % {"count": count})
    return redirect("door", tournament.pk)


@login_required
@require_POST
def door_renumber(request: HttpRequest, pk: int) -> HttpResponse:
    """Number the teams from 1 without holes."""
    tournament = tournament_for(request.user, pk, "register")
    try:
        count = acts.renumber_teams(tournament_id=tournament.pk, by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
    else:
        said = ngettext("%(count)s team has a new number.", "%(count)s teams have a new number.", count)
        messages.success(request, said % {"count": count} if count else _("The numbers had no hole: nothing changed."))
    return redirect("door", tournament.pk)


@login_required
@require_GET
def door_print(request: HttpRequest, pk: int) -> HttpResponse:
    """The list to print: by number, then each player under his first and his last name."""
    tournament = tournament_for(request.user, pk, "read")
    lines = people.team_lines(tournament)
    by_name = sorted(
        ((filed, line) for line in lines for name in line.players for filed in names.filings(name)),
        key=lambda pair: (names.spelling(pair[0]), pair[1].team.number),
    )
    context = {"tournament": tournament, "section": "door", "lines": lines, "by_name": by_name}
    return render(request, "tournament/door_print.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """One team: correct it, let it leave, let it come back, delete it."""
    tournament = tournament_for(request.user, pk, "register")
    team = get_object_or_404(Team, pk=team_pk, tournament=tournament)
    form = TeamForm(request.POST) if request.method == "POST" else TeamForm(initial=TeamForm.initial_of(team))
    if request.method == "POST" and form.is_valid():
        try:
            acts.change_team(team_id=team.pk, by=request.user, **form.act())
        except TournamentError as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            messages.success(
                request, _("Team %(number)s is saved.") % {"number": form.cleaned_data["number"] or team.number}
            )
            _warn_of_far_table(request, tournament, form.cleaned_data["fixed_table"])
            return redirect(f"{reverse('door', args=[tournament.pk])}#team-{team.pk}")
    return _team_page(request, tournament, team, form, WithdrawForm(initial=_leaving(tournament, team)))


def _warn_of_far_table(request: HttpRequest, tournament: Tournament, table: int | None) -> None:
    """Say that a fixed *table* is beyond those the teams registered can fill; it is kept, for more may come."""
    teams = Team.objects.filter(tournament=tournament, withdrawn_from__isnull=True).count()
    # People may sit by three at a table of escalier.
    tables = teams // (3 if tournament.next_method == "escalier" else 2)
    if table is not None and table > tables:
        said = _("Table %(table)s is kept, but those registered fill %(tables)s tables at most: check the number.")
        messages.warning(request, said % {"table": table, "tables": tables})


def _leaving(tournament: Tournament, team: Team) -> dict[str, object]:
    # While a partie is being played most leave after it; before any draw, from the first.
    drawn = people.last_published_round(tournament)
    return {"from_round": min(max(drawn + 1, team.first_round), tournament.parties)}


def _team_page(
    request: HttpRequest,
    tournament: Tournament,
    team: Team,
    form: TeamForm,
    withdrawing: WithdrawForm,
    excluding: ExcludeForm | ReadmitForm | None = None,
) -> HttpResponse:
    """The page of a team; *excluding* is the form of its exclusion, or of taking that back, where one was sent."""
    seats = Seat.objects.filter(team=team).select_related("round", "table").order_by("round__number")
    drawn = people.last_published_round(tournament)
    context = {
        "tournament": tournament,
        "section": "door",
        "team": team,
        "title": people.team_title(people.teams_of(tournament).get(pk=team.pk)),
        "form": form,
        "withdrawing": withdrawing,
        "excluding": excluding or _excluding(tournament, team),
        "may_exclude": policy.may(tournament.role, "rule"),
        "seat_now": next((seat for seat in seats if seat.round.number == drawn and seat.table), None),
        "seats": [seat for seat in seats if seat.round.state == "published"],
        "drawn": drawn,
        "numbers_free": not people.has_draw(tournament),
        "places_left": people.places_left(tournament) if team.waiting else None,
        "next_partie": drawn + 1 if drawn < tournament.parties else None,
        "twin": "confirm" in form.errors or form.data.get("confirm"),
    }
    status = 422 if form.errors or withdrawing.errors or (excluding and excluding.errors) else 200
    return render(request, "tournament/team.html", context, status=status)


@login_required
@require_POST
def team_withdraw(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """Désistement: the team no longer plays from a given partie on."""
    tournament = tournament_for(request.user, pk, "register")
    team = get_object_or_404(Team, pk=team_pk, tournament=tournament)
    withdrawing = WithdrawForm(request.POST)
    if withdrawing.is_valid():
        from_round = withdrawing.cleaned_data["from_round"]
        try:
            acts.withdraw_team(
                team_id=team.pk, from_round=from_round or 0, reason=withdrawing.cleaned_data["reason"], by=request.user
            )
        except TournamentError as refusal:
            withdrawing.add_error(refusal.field if refusal.field in withdrawing.fields else None, str(refusal))
        else:
            said = _("Team %(number)s no longer plays from partie %(round)s on. It can come back.")
            messages.success(request, said % {"number": team.number, "round": from_round})
            seat = Seat.objects.filter(team=team, round__number=from_round, round__state="published").first()
            if seat is not None and seat.table is not None:
                said = _("It is seated at table %(table)s of partie %(round)s: enter that table's sheet as a forfeit.")
                messages.warning(request, said % {"table": seat.table.number, "round": from_round})
            return redirect("door", tournament.pk)
    return _team_page(request, tournament, team, TeamForm(initial=TeamForm.initial_of(team)), withdrawing)


def _excluding(tournament: Tournament, team: Team) -> ExcludeForm | ReadmitForm:
    if team.excluded:
        return ReadmitForm()
    drawn = people.last_published_round(tournament)
    return ExcludeForm(initial={"from_round": max(drawn + 1, team.first_round)})


@login_required
@require_POST
def team_exclude(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """Exclude a team; the table where it sits now is not touched, and the page says what to do with it."""
    form = ExcludeForm(request.POST)
    return _exclusion(request, pk, team_pk, form, acts.exclude_team, _("Team %(number)s is excluded and ranked last."))


@login_required
@require_POST
def team_readmit(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """Take an exclusion back."""
    said = _("Team %(number)s is no longer excluded: it is in the next draw, and what it marked counts again.")
    return _exclusion(request, pk, team_pk, ReadmitForm(request.POST), acts.take_back_exclusion, said)


def _exclusion(
    request: HttpRequest, pk: int, team_pk: int, form: ExcludeForm | ReadmitForm, act, said: str
) -> HttpResponse:
    tournament = tournament_for(request.user, pk, "rule")
    team = get_object_or_404(Team, pk=team_pk, tournament=tournament)
    if form.is_valid():
        try:
            team = act(team_id=team.pk, by=request.user, **form.cleaned_data)
        except TournamentError as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, str(refusal))
        else:
            messages.success(request, said % {"number": team.number})
            seat = Seat.objects.filter(team=team, round__number=team.withdrawn_from, round__state="published").first()
            if seat is not None and seat.table is not None:
                said = _("It is seated at table %(table)s of partie %(round)s: enter that table's sheet as a forfeit.")
                messages.warning(request, said % {"table": seat.table.number, "round": team.withdrawn_from})
            return redirect("why", tournament.pk, team.number)
    withdrawing = WithdrawForm(initial=_leaving(tournament, team))
    return _team_page(request, tournament, team, TeamForm(initial=TeamForm.initial_of(team)), withdrawing, form)


@login_required
@require_POST
def team_return(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """A team that had left is back."""
    return _simple_act(request, pk, team_pk, acts.return_team, _returned)


def _returned(team: Team) -> str:
    if team.waiting:
        return _("No. %(number)s is back on the waiting list.")
    return _("Team %(number)s is back: it is in the next draw.")


@login_required
@require_POST
def team_admit(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """A team of the waiting list has a place."""
    return _simple_act(request, pk, team_pk, acts.admit_team, _admitted)


def _admitted(team: Team) -> str:
    if team.present:
        return _("No. %(number)s has a place and is in the next draw.")
    return _("No. %(number)s has a place. Mark the arrival: who is not marked present is not drawn.")


@login_required
@require_POST
def team_delete(request: HttpRequest, pk: int, team_pk: int) -> HttpResponse:
    """Take a team that never sat anywhere off the list."""
    return _simple_act(request, pk, team_pk, acts.delete_team, _deleted)


def _deleted(_team: Team) -> str:
    return _("Team %(number)s is off the list.")


def _simple_act(request: HttpRequest, pk: int, team_pk: int, act, said: Callable[[Team], str]) -> HttpResponse:
    tournament = tournament_for(request.user, pk, "register")
    team = get_object_or_404(Team, pk=team_pk, tournament=tournament)
    try:
        after = act(team_id=team.pk, by=request.user)
    except TournamentError as refusal:
        messages.error(request, str(refusal))
        return redirect("team", tournament.pk, team.pk)
    messages.success(request, said(after or team) % {"number": team.number})
    return redirect("door", tournament.pk)
