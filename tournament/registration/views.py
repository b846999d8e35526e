"""Pages of registration: register teams as they come, mark them, correct them."""

import re
from collections.abc import Callable
from dataclasses import asdict
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.forms import Form
from django.http import HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_http_methods
from django_htmx.http import HttpResponseClientRedirect

from tournament import names
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.clauses import pool_leavers
from tournament.concours.kinds import euros
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.ledger.booking import known_means
from tournament.ledger.selectors import team_account
from tournament.page_access import PageRequest, laptop_only
from tournament.page_acts import Done, figure_in, page_act, try_act
from tournament.people import selectors as people
from tournament.people.models import Person
from tournament.registration import paying
from tournament.registration import selectors as roster
from tournament.registration import services as registration
from tournament.registration.forms import (
    ExcludeForm,
    PairForm,
    PartnersForm,
    ReadmitForm,
    RefundForm,
    RegisterForm,
    TeamForm,
    WithdrawForm,
    amount_in_euros,
)
from tournament.registration.models import Team
from tournament.registration.paper import name_pages, number_pages
from tournament.registration.payments import MONEY
from tournament.rounds import partners as pairing
from tournament.rounds.latecomers import ANOTHER, late_entries, latecomer_seats
from tournament.rounds.models import Seat
from tournament.rounds.seeds import CARD_RANKS, CARD_SUITS

# One page of the list; a hall of 150 teams sees them all at once.
LINES_A_PAGE = 200
SEARCH_LENGTH = 60
_MARK = re.compile(r"(present|paid):([0-9]{1,18}):([01])", re.ASCII)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
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
            return redirect(_door(tournament, new=team.pk, **by))
    context = _form_context(tournament, form) | {"there": there}
    context["twin"] = twin or context["twin"]
    if request.htmx:
        shown = ("player_1", "player_2", "number", "confirm")
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


def _door(tournament: Tournament, **query: str | int) -> str:
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
    counts = roster.door_counts(tournament)
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


@login_required
@require_GET
def registration_list(request: PageRequest, pk: int) -> HttpResponse:
    """Show the list of teams alone, for the search box."""
    tournament = tournament_for(request.user, pk, "read")
    return render(request, "tournament/registration/_door_list.html", _page(request, tournament))


@login_required
@require_GET
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


@login_required
@require_GET
def registration_suggest(request: PageRequest, pk: int) -> JsonResponse:
    """Return the regulars of the club whose names begin with the text typed."""
    tournament = tournament_for(request.user, pk, "register")
    regulars = people.find_people(tournament.club, request.GET.get("q", "")[:SEARCH_LENGTH])
    return JsonResponse({"players": [asdict(regular) for regular in regulars]})


def _registering(request: PageRequest, pk: int) -> tuple[Tournament]:
    """Find the concours where the account registers teams."""
    return (tournament_for(request.user, pk, "register"),)


def _refused(request: PageRequest, tournament: Tournament, *, error: TournamentError, form: None) -> HttpResponse:
    messages.error(request, str(error))
    # The page as it now is says more than a row could.
    return HttpResponseClientRedirect(_door(tournament)) if request.htmx else redirect(_door(tournament))


@page_act(_registering, refused=_refused)
def registration_mark(request: PageRequest, tournament: Tournament) -> Done:
    """Mark a team present or absent, paid or not: `mark` is « present:team:1 »."""
    mark = _MARK.fullmatch(request.POST.get("mark", ""))
    if mark is None:
        raise TournamentError("mark_unread")
    team = get_object_or_404(Team, pk=int(mark[2]), tournament=tournament)
    if mark[1] == "present":
        registration.set_present(team_id=team.pk, present=mark[3] == "1", by=request.user)
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
            "counts": roster.door_counts(tournament),
            "late": late_entries(tournament),
            "may_register": True,
        }
        return Done(render(request, "tournament/registration/_door_mark_answer.html", context))
    search = request.POST.get("q", "")[:SEARCH_LENGTH]
    return Done(redirect(f"{_door(tournament, **({'q': search} if search else {}))}#team-{team.pk}"))


@page_act(_registering, refused=_refused)
def registration_mark_found(request: PageRequest, tournament: Tournament) -> Done:
    """Mark the one team that matches `typed` as present or paid (`kind`); a mark that is there stays."""
    typed, kind = request.POST.get("typed", "")[:SEARCH_LENGTH], request.POST.get("kind", "")
    if kind not in ("present", "paid"):
        raise TournamentError("mark_unread")
    lines = roster.team_lines(tournament, search=typed) if typed.strip() else []
    team = lines[0].team if len(lines) == 1 else None
    if team is not None and kind == "present" and not team.present:
        registration.set_present(team_id=team.pk, present=True, by=request.user)
    elif team is not None and kind == "paid":
        paying.set_paid_up(team_id=team.pk, **_paid_on(request, tournament), by=request.user)
    context = {
        "tournament": tournament,
        "typed": typed,
        "found": len(lines),
        "registered": _registered(tournament, team.pk if team else None),
        "counts": roster.door_counts(tournament),
        "late": late_entries(tournament),
    }
    return Done(render(request, "tournament/registration/_door_found_answer.html", context))


@page_act(_registering, refused=_refused)
def registration_all_present(request: PageRequest, tournament: Tournament) -> Done:
    """Mark every team present."""
    count = registration.set_all_present(tournament_id=tournament.pk, by=request.user)
    message = ngettext("%(count)s team marked present.", "%(count)s teams marked present.", count)
    return Done(redirect("door", tournament.pk), message % {"count": count})


@page_act(_registering, refused=_refused)
def registration_unite(request: PageRequest, tournament: Tournament) -> Done:
    """Write a club or commune in one way for everybody."""
    origin = names.clean(request.POST.get("origin", ""))
    count = registration.unite_origins(tournament_id=tournament.pk, origin=origin, by=request.user)
    message = ngettext(
        "“%(origin)s” is written so for %(count)s more.", "“%(origin)s” is written so for %(count)s more.", count
    )
    return Done(redirect("door", tournament.pk), message % {"origin": origin, "count": count})


@page_act(_registering, refused=_refused)
def registration_renumber(request: PageRequest, tournament: Tournament) -> Done:
    """Number the teams from 1 without holes."""
    count = registration.renumber_teams(tournament_id=tournament.pk, by=request.user)
    message = ngettext("%(count)s team has a new number.", "%(count)s teams have a new number.", count)
    if not count:
        message = _("The numbers had no hole: nothing changed.")
    return Done(redirect("door", tournament.pk), message % {"count": count})


@login_required
@require_GET
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
    context |= {"people": roster.turnout(tournament)}
    return render(request, "tournament/registration/door_print.html", context)


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def team(request: PageRequest, pk: int, team_pk: int) -> HttpResponse:
    """Show one team: correct it, let it leave, let it come back, delete it."""
    tournament, team = team_of("register")(request, pk, team_pk)
    if request.method != "POST":
        return _team_page(request, tournament, team)
    form = TeamForm(request.POST, tournament=tournament)
    till_of(request, tournament)
    if not form.is_valid() or not try_act(
        form,
        lambda: registration.change_team(team_id=team.pk, by=request.user, **form.fields_of_team(tournament)),
    ):
        return _team_page(request, tournament, team, form=form)
    messages.success(request, _("Team %(number)s is saved.") % {"number": form.cleaned_data["number"] or team.number})
    _warn_of_far_table(request, tournament, form.cleaned_data["fixed_table"])
    return redirect(f"{_door(tournament)}#team-{team.pk}")


def _warn_of_far_table(request: PageRequest, tournament: Tournament, table: int | None) -> None:
    """State that a fixed *table* is beyond those the teams registered can fill; it is kept, for more may come."""
    teams = roster.turnout(tournament).teams_to_be
    # People may sit by three at a table of escalier.
    tables = teams // (3 if tournament.next_method == "escalier" else 2)
    if table is not None and table > tables:
        message = ngettext(
            "Table %(table)s is kept, but those registered fill %(tables)s table at most: check the number.",
            "Table %(table)s is kept, but those registered fill %(tables)s tables at most: check the number.",
            tables,
        )
        messages.warning(request, message % {"table": table, "tables": tables})


def _team_page(request: PageRequest, tournament: Tournament, team: Team, **sent: Form) -> HttpResponse:
    """Show the page of a team; *sent* is the form that could not be acted on, under its name in the template."""
    seats = Seat.objects.filter(team=team).select_related("round", "table").order_by("round__number")
    drawn = roster.last_published_round(tournament)
    next_round = max(drawn + 1, team.first_round)
    unplayed = seats.filter(round__number=drawn, round__state="published", table__isnull=False)
    # Most leave after a partie that they have played; who sits without a score does not play that one.
    leaves_from = drawn if unplayed.exclude(table__sheets__counted=True).exists() else next_round
    form = sent.get("form") or TeamForm(
        initial=TeamForm.initial_of(team) | {"till": till_of(request, tournament)}, tournament=tournament
    )
    account = team_account(tournament, team.pk)
    first_refund = {
        "cents": amount_in_euros(account.paid - account.fee if account.paid > account.fee else account.paid)
    }
    context = {
        "tournament": tournament,
        "section": "door",
        "account": account,
        "may_take": policy.may(tournament.role, "till"),
        "all_means": [(key, words) for key, words in known_means(tournament).items() if key],
        "money": MONEY.items(),
        "refunding": RefundForm(initial=first_refund | {"key": uuid4().hex}),
        "team": team,
        "title": roster.team_title(roster.teams_of(tournament).get(pk=team.pk)),
        "people": Person.objects.filter(memberships__team=team, erased_at=None).order_by("memberships__position"),
        "form": form,
        "withdrawing": WithdrawForm(initial={"from_round": min(leaves_from, tournament.parties)}),
        "excluding": ReadmitForm() if team.excluded else ExcludeForm(initial={"from_round": next_round}),
        "brackets": tournament.formula.has_places,
        "may_exclude": policy.may(tournament.role, "rule"),
        "seat_now": next((seat for seat in seats if seat.round.number == drawn and seat.table), None),
        "seats": [seat for seat in seats if seat.round.state == "published"],
        "drawn": drawn,
        "late": late_entries(tournament) if drawn else {},
        "numbers_free": not roster.has_draw(tournament),
        "places_left": roster.places_left(tournament) if team.waiting else None,
        # By a plan of the evening its next opponents would be left without one.
        "awaited_by_plan": tournament.formula.keeps_pairs,
        "pool_rule": pool_leavers(tournament.pool_leavers, tournament),
        "next_partie": drawn + 1 if drawn < tournament.parties else None,
        "twin": "confirm" in form.errors or form.data.get("confirm"),
    }
    return render(request, "tournament/registration/team.html", context | sent, status=422 if sent else 200)


def team_of(role_act: str) -> Callable[..., tuple[Tournament, Team]]:
    """Find a team of a concours where the account may do *role_act*."""

    def find(request: PageRequest, pk: int, team_pk: int) -> tuple[Tournament, Team]:
        tournament = tournament_for(request.user, pk, role_act)
        return tournament, get_object_or_404(Team, pk=team_pk, tournament=tournament)

    return find


def refused_form(name: str) -> Callable[..., HttpResponse]:
    """Show the page of the team again, with the form that it calls *name* as it was sent."""

    def refused(
        request: PageRequest, tournament: Tournament, team: Team, *, error: TournamentError | None, form: Form
    ) -> HttpResponse:
        if error is not None and not form.errors:
            form.add_error(None, str(error))
        return _team_page(request, tournament, team, **{name: form})

    return refused


def seat_left_empty(team: Team, number: int) -> str:
    """Return what to do about the table where *team* already sits in partie *number*, and where; empty for none."""
    seat = Seat.objects.filter(team=team, round__number=number, round__state="published").first()
    if seat is None or seat.table is None:
        return ""
    message = _("It is seated at table %(table)s of partie %(round)s: enter that table's sheet as a forfeit.")
    sheet = reverse("sheet-forfeit", args=[team.tournament_id, number, seat.table.number]) + f"?absent={seat.camp}"
    words = message % {"table": seat.table.number, "round": number}
    return format_html('{} <a href="{}">{}</a>', words, sheet, _("A camp is absent"))


@page_act(team_of("register"), form=WithdrawForm, refused=refused_form("withdrawing"))
def team_withdraw(request: PageRequest, tournament: Tournament, team: Team, form: WithdrawForm) -> Done:
    """Withdraw the team from a given partie on."""
    number = form.cleaned_data["from_round"]
    registration.withdraw_team(
        team_id=team.pk, from_round=number or 0, reason=form.cleaned_data["reason"], by=request.user
    )
    message = _("Team %(number)s no longer plays from partie %(round)s on. It can come back.")
    return Done(
        redirect("door", tournament.pk),
        message % {"number": team.number, "round": number},
        seat_left_empty(team, number),
    )


def _refused_act(
    request: PageRequest, tournament: Tournament, team: Team, *, error: TournamentError, form: None
) -> HttpResponse:
    messages.error(request, str(error))
    return redirect("team", tournament.pk, team.pk)


def _at_the_door(tournament: Tournament, team: Team, message: str) -> Done:
    return Done(redirect("door", tournament.pk), message % {"number": team.number})


@page_act(team_of("register"), refused=_refused_act)
def team_return(request: PageRequest, tournament: Tournament, team: Team) -> Done:
    """Take back a team that had left."""
    team = registration.return_team(team_id=team.pk, by=request.user)
    message = _("Team %(number)s is back: it is in the next draw.")
    return _at_the_door(tournament, team, _("No. %(number)s is back on the waiting list.") if team.waiting else message)


@page_act(team_of("register"), refused=_refused_act)
def team_admit(request: PageRequest, tournament: Tournament, team: Team) -> Done:
    """Assign a place to a team of the waiting list."""
    team = registration.admit_team(team_id=team.pk, by=request.user)
    message = _("No. %(number)s has a place. Mark the arrival: who is not marked present is not drawn.")
    return _at_the_door(
        tournament, team, _("No. %(number)s has a place and is in the next draw.") if team.present else message
    )


@page_act(team_of("till"), form=RefundForm, refused=refused_form("refunding"))
def team_refund(request: PageRequest, tournament: Tournament, team: Team, form: RefundForm) -> Done:
    """Refund a team part of what it has paid."""
    data = form.cleaned_data
    paying.refund_team(
        team_id=team.pk, **data | {"cents": data["cents"] or 0}, till=till_of(request, tournament), by=request.user
    )
    message = _("%(sum)s given back to no. %(number)s.") % {"sum": euros(data["cents"] or 0), "number": team.number}
    return Done(redirect("team", tournament.pk, team.pk), message)


@laptop_only
@page_act(team_of("register"), refused=_refused_act)
def team_delete(request: PageRequest, tournament: Tournament, team: Team) -> Done:
    """Take a team that never sat anywhere off the list."""
    money = {"money": request.POST.get("money", ""), "means": request.POST.get("means", "cash")}
    registration.delete_team(team_id=team.pk, **money, till=till_of(request, tournament), by=request.user)
    return _at_the_door(tournament, team, _("Team %(number)s is off the list."))


@login_required
@require_GET
def partners(request: PageRequest, pk: int) -> HttpResponse:
    """Show who came alone, the drawing of partners, and the teams that were formed so."""
    tournament = tournament_for(request.user, pk)
    return _partners_page(request, tournament)


def _partners_page(
    request: PageRequest, tournament: Tournament, *, error: TournamentError | None = None, form: Form | None = None
) -> HttpResponse:
    page = pairing.partners_page(tournament)
    context = {
        "tournament": tournament,
        "section": "door",
        "page": page,
        "may_draw": policy.may(tournament.role, "draw") and not tournament.closed_at,
        "error": error,
        "typed": request.POST.get("seed", "")[:120],
        "cards": [(suit, [f"{rank}{suit}" for rank in CARD_RANKS]) for suit in CARD_SUITS],
    }
    status = 422 if error else 200
    return render(request, "tournament/registration/partners.html", context, status=status)


def _pairing(request: PageRequest, pk: int) -> tuple[Tournament]:
    return (tournament_for(request.user, pk, "draw"),)


def _unread(_request: PageRequest, form: Form, *_found: object) -> TournamentError:
    return TournamentError("setting_word", field=next(iter(form.errors)), value="…", known="1, 2, 3 …")


@page_act(_pairing, form=PartnersForm, unread=_unread, refused=_partners_page)
def partners_draw(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Draw the partners of all who are here alone."""
    data = form.cleaned_data
    draw = pairing.draw_partners(
        tournament_id=tournament.pk, seed=data["seed"], left_over=data["left_over"], by=request.user
    )
    count = len(draw.minutes["tables"])
    message = ngettext("%(count)s team is drawn.", "%(count)s teams are drawn.", count) % {"count": count}
    return Done(redirect("partners", tournament.pk), message)


@page_act(_pairing, form=PairForm, unread=_unread, refused=_partners_page)
def partners_choose(request: PageRequest, tournament: Tournament, form: Form) -> Done:
    """Make a team of two people who came alone and play together."""
    data = form.cleaned_data
    team = pairing.choose_partners(
        tournament_id=tournament.pk, first=data["first"] or 0, second=data["second"] or 0, by=request.user
    )
    return Done(redirect("partners", tournament.pk), _("Team %(number)s is formed.") % {"number": team.number})


@page_act(_pairing, refused=_partners_page)
def partners_part(request: PageRequest, tournament: Tournament) -> Done:
    """Part teams that were formed of people who came alone."""
    numbers = [number for typed in request.POST.getlist("team") if (number := figure_in(typed)) is not None]
    teams = pairing.part_teams(tournament_id=tournament.pk, numbers=numbers, by=request.user)
    message = ngettext("%(count)s team is parted.", "%(count)s teams are parted.", len(teams)) % {"count": len(teams)}
    return Done(redirect("partners", tournament.pk), message)
