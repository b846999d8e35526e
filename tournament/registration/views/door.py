"""Pages of registration: register teams as they come, mark them, correct them."""

import re
from dataclasses import asdict
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import urlencode
from django.utils.translation import gettext as _, ngettext
from django_htmx.http import HttpResponseClientRedirect

from tournament import names
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.ledger.booking import known_means
from tournament.page_access import PageRequest, form_page
from tournament.page_acts import Done, figure_in, page_act
from tournament.people import selectors as people
from tournament.qualification.conditions import unchecked_here
from tournament.registration import (
    acts,
    attendance,
    head_count,
    origins,
    paying,
    selectors as roster,
    services as registration,
)
from tournament.registration.forms import (
    RegisterForm,
)
from tournament.registration.models import Team
from tournament.registration.paper import name_pages, number_pages
from tournament.rounds.latecomers import ANOTHER, late_entries, latecomer_seats

# One page of the list; a hall of 150 teams sees them all at once.
LINES_A_PAGE = 200
SEARCH_LENGTH = 60
_MARK = re.compile(r"(present|paid):([0-9]{1,18}):([01])", re.ASCII)


@form_page
def registration_page(request: PageRequest, pk: int) -> HttpResponse:
    """Show the page of registration; POST registers a team."""
    tournament = tournament_for(request.user, pk, "register" if request.method == "POST" else "read")
    if request.method == "POST":
        return _register(request, tournament)
    means = request.GET.get("by", "cash")
    # On the day people register at the door and are there; before the day they have yet to come.
    first = {"present": tournament.date <= timezone.localdate(), "paid_by": means, "till": till_of(request, tournament)}
    form = RegisterForm(initial=first, tournament=tournament)
    context = _page(request, tournament) | {
        "form": form,
        "focus": "player_1",
        "registered": _registered(tournament, figure_in(request.GET.get("new", ""))),
    }
    return render(request, "tournament/registration/door.html", context)


def _register(request: PageRequest, tournament: Tournament) -> HttpResponse:
    form = RegisterForm(request.POST, tournament=tournament)
    till_of(request, tournament)
    there, twin = None, False
    if form.is_valid():
        try:
            team = registration.register_team(
                tournament_id=tournament.pk, by=request.user, **form.fields_of_team(tournament)
            )
        except TournamentError as error:
            form.add_error(error.field if error.field in form.fields else None, str(error))
            twin = error.field == "confirm" or error.code == "same_player_twice"
            if error.code in ("team_already_there", "team_resembles", "team_left"):
                there = Team.objects.filter(pk=str(error.params["team"]), excluded=False).first()
        else:
            if request.htmx:
                context = _page(request, tournament) | {"registered": _registered(tournament, team.pk)}
                return render(request, "tournament/registration/_door_registered_answer.html", context)
            # People who come one after the other pay alike; whether they have paid is asked of each.
            by = {"by": form.cleaned_data["paid_by"]} if form.cleaned_data["paid_by"] else {}
            return redirect(door_address(tournament, new=team.pk, **by))
    context = _form_context(tournament, form) | {"there": there}
    context["twin"] = twin or context["twin"]
    if request.htmx:
        shown = ("player_1", "player_2", "number", "confirm", "let_in")
        # Fields that the card does not show are sent with it.
        context["alone"] = (
            not tournament.singles and "player_2" in form.errors and not form.data.get("player_2", "").strip()
        )
        context["kept"] = [(name, form.data[name]) for name in form.fields if name in form.data and name not in shown]
        return render(request, "tournament/registration/_door_held.html", context, status=422)
    return render(request, "tournament/registration/door.html", _page(request, tournament) | context, status=422)


def _paid_on(request: PageRequest, tournament: Tournament) -> dict[str, Any]:
    """Return means and till chosen on the page, as arguments of the acts; those of another page are none."""
    means = request.POST.get("paid_by", "")
    return {
        "paid_by": means if means in known_means(tournament) else "",
        "till": till_of(request, tournament),
    }


def till_of(request: PageRequest, tournament: Tournament) -> str:
    """Return the till at which this browser takes money, and remember the one that it has just chosen."""
    chosen = request.POST.get("till", "")
    tills = tournament.tills
    if chosen in tills and chosen != request.session.get("till"):
        request.session["till"] = chosen
    remembered = request.session.get("till", "")
    return remembered if remembered in tills else tills[0] if tills else ""


def door_address(tournament: Tournament, **query: str | int) -> str:
    """Return the address of the page of registration."""
    address = reverse("door", args=[tournament.pk])
    return f"{address}?{urlencode(query)}" if query else address


def _form_context(tournament: Tournament, form: RegisterForm) -> dict[str, object]:
    """Return the form again, what was typed in it, the cursor on the field that is wrong."""
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


def _page(request: PageRequest, tournament: Tournament) -> dict[str, object]:
    """Return the context of the whole page, but for the form; an act is answered with the whole list."""
    search = request.GET.get("q", "")[:SEARCH_LENGTH]
    show = request.GET.get("show", "")
    show = show if show in roster.SHOWN else ""
    lines = roster.team_lines(tournament, search=search, show=show)
    if not lines and (meant := roster.shown_by_words(search)):
        lines, show = roster.team_lines(tournament, show=meant), meant
    counts = head_count.door_counts(tournament)
    drawn = roster.last_published_round(tournament)
    late = late_entries(tournament, another=True) if drawn else {}
    page = Paginator(lines, LINES_A_PAGE).get_page(request.GET.get("page"))
    return {
        "tournament": tournament,
        "section": "door",
        "counts": counts,
        "next_in": _next_in(tournament) if counts.waiting else None,
        "lines": page,
        "lines_words": roster.words_of_lines(tournament, lines),
        "search": search,
        "show": show,
        "next_number": _next_number(tournament),
        "drawn": drawn,
        "unchecked": unchecked_here(tournament),
        "latecomer_seats": latecomer_seats(tournament, drawn) if drawn else None,
        "late": late,
        "next_entry": late.get(ANOTHER),
        "numbers_free": not roster.has_draw(tournament),
        "may_register": policy.may(tournament.role, "register"),
        "from_home": roster.pending_entries(tournament).count(),
        "spellings": roster.spellings_of_one_place(tournament),
    }


def _next_in(tournament: Tournament) -> Team | None:
    """Return the first team of the waiting list, once there is a place for it."""
    left = roster.places_left(tournament)
    waiting = roster.waiting_list(tournament) if left is None or left else []
    return waiting[0] if waiting else None


def _next_number(tournament: Tournament) -> int:
    return roster.first_free_number(roster.numbers_used(tournament))


def _registered(tournament: Tournament, pk: int | None) -> Team | None:
    """Return the team that has just been registered, to be shown large."""
    return roster.teams_of(tournament).filter(pk=pk).first() if pk else None


def registration_list(request: PageRequest, pk: int) -> HttpResponse:
    """Show the list of teams alone, for the search box."""
    tournament = tournament_for(request.user, pk, "read")
    return render(request, "tournament/registration/_door_list.html", _page(request, tournament))


def registration_check(request: PageRequest, pk: int) -> HttpResponse:
    """Show where the players being typed are in other teams already."""
    tournament = tournament_for(request.user, pk, "register")
    typed = [names.clean(request.GET.get(field, "")[:200]) for field in ("player_1", "player_2")]
    without = figure_in(request.GET.get("team", ""))
    duplicates = roster.find_duplicates(tournament, typed, without=without)
    like = None if duplicates else roster.likeness(tournament, typed)
    context = {
        "duplicates": duplicates,
        "like": like if like and like.team_id != without else None,
        "same": roster.same_player(*typed),
    }
    return render(request, "tournament/registration/_door_check.html", context)


def registration_suggest(request: PageRequest, pk: int) -> JsonResponse:
    """Return the regulars of the club whose names begin with the text typed."""
    tournament = tournament_for(request.user, pk, "register")
    regulars = people.find_people(tournament.club, request.GET.get("q", "")[:SEARCH_LENGTH])
    return JsonResponse({"players": [asdict(regular) for regular in regulars]})


def _refused(request: PageRequest, tournament: Tournament, *, error: TournamentError) -> HttpResponse:
    messages.error(request, str(error))
    # The page as it now is says more than a row could.
    return HttpResponseClientRedirect(door_address(tournament)) if request.htmx else redirect(door_address(tournament))


@page_act("register", refused=_refused)
def registration_mark(request: PageRequest, tournament: Tournament) -> Done:
    """Mark a team present or absent, paid or not: `mark` is « present:team:1 »."""
    mark = _MARK.fullmatch(request.POST.get("mark", ""))
    if mark is None:
        raise TournamentError("mark_unread")
    team = get_object_or_404(Team, pk=int(mark[2]), tournament=tournament)
    if mark[1] == "present":
        attendance.set_present(team_id=team.pk, present=mark[3] == "1", by=request.user)
    elif mark[3] == "1":
        paying.set_paid_up(team_id=team.pk, **_paid_on(request, tournament), by=request.user)
    else:
        paying.set_paid(team_id=team.pk, paid_cents=None, till=till_of(request, tournament), by=request.user)
    if request.htmx and "player_1" in request.POST:
        # Asked from a line that resembled it: the team is shown large, as one just registered.
        context = _page(request, tournament) | {"registered": _registered(tournament, team.pk)}
        return Done(render(request, "tournament/registration/_door_registered_answer.html", context))
    if request.htmx:
        context = {
            "tournament": tournament,
            "line": roster.line_of(team),
            "counts": head_count.door_counts(tournament),
            "late": late_entries(tournament),
            "may_register": True,
        }
        return Done(render(request, "tournament/registration/_door_mark_answer.html", context))
    search = request.POST.get("q", "")[:SEARCH_LENGTH]
    return Done(redirect(f"{door_address(tournament, **({'q': search} if search else {}))}#team-{team.pk}"))


@page_act("register", refused=_refused)
def registration_mark_found(request: PageRequest, tournament: Tournament) -> Done:
    """Mark the one team that matches `typed` as present or paid (`kind`); a mark that is there stays."""
    typed, kind = request.POST.get("typed", "")[:SEARCH_LENGTH], request.POST.get("kind", "")
    if kind not in ("present", "paid"):
        raise TournamentError("mark_unread")
    lines = roster.team_lines(tournament, search=typed) if typed.strip() else []
    team = lines[0].team if len(lines) == 1 else None
    if team is not None and kind == "present" and not team.present:
        attendance.set_present(team_id=team.pk, present=True, by=request.user)
    elif team is not None and kind == "paid":
        paying.set_paid_up(team_id=team.pk, **_paid_on(request, tournament), by=request.user)
    context = {
        "tournament": tournament,
        "typed": typed,
        "found": len(lines),
        "registered": _registered(tournament, team.pk if team else None),
        "counts": head_count.door_counts(tournament),
        "late": late_entries(tournament),
    }
    return Done(render(request, "tournament/registration/_door_found_answer.html", context))


@page_act(acts.SET_ALL_PRESENT, refused=_refused)
def registration_all_present(request: PageRequest, tournament: Tournament) -> Done:
    """Mark every team present."""
    count = attendance.set_all_present(tournament_id=tournament.pk, by=request.user)
    message = ngettext("%(count)s team marked present.", "%(count)s teams marked present.", count)
    return Done(redirect("door", tournament.pk), message % {"count": count})


@page_act(acts.UNITE_ORIGINS, refused=_refused)
def registration_unite(request: PageRequest, tournament: Tournament) -> Done:
    """Write a club or commune in one way for everybody."""
    origin = names.clean(request.POST.get("origin", ""))
    count = origins.unite_origins(tournament_id=tournament.pk, origin=origin, by=request.user)
    message = ngettext(
        "“%(origin)s” is written so for %(count)s more.", "“%(origin)s” is written so for %(count)s more.", count
    )
    return Done(redirect("door", tournament.pk), message % {"origin": origin, "count": count})


@page_act(acts.RENUMBER_TEAMS, refused=_refused)
def registration_renumber(request: PageRequest, tournament: Tournament) -> Done:
    """Number the teams from 1 without holes."""
    count = registration.renumber_teams(tournament_id=tournament.pk, by=request.user)
    message = ngettext("%(count)s team has a new number.", "%(count)s teams have a new number.", count)
    if not count:
        message = _("The numbers had no hole: nothing changed.")
    return Done(redirect("door", tournament.pk), message % {"count": count})


def registration_print(request: PageRequest, pk: int) -> HttpResponse:
    """Show the list to print: by number, then each player under his surname."""
    tournament = tournament_for(request.user, pk, "read")
    lines = roster.team_lines(tournament)
    filed = names.filed_once([line.players for line in lines], [line.surnames_first for line in lines])
    by_name = sorted(
        ((name, line) for line, players in zip(lines, filed, strict=True) for name in players),
        key=lambda pair: (names.spelling(pair[0]), pair[1].team.number),
    )
    context = {"tournament": tournament, "section": "door"}
    context |= {"by_number": number_pages(lines), "by_name": name_pages(by_name)}
    context |= {"people": head_count.turnout(tournament)}
    return render(request, "tournament/registration/door_print.html", context)
