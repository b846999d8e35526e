"""The page of one team: what is written of it, its leaving, its return, its money."""

from collections.abc import Callable
from uuid import uuid4

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.html import format_html
from django.utils.translation import gettext as _, ngettext

from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.clauses import pool_leavers
from tournament.concours.kinds import euros
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.inputs.shown import as_it_is_now
from tournament.journal.acts import Act, Right, right_for
from tournament.ledger.booking import known_means
from tournament.ledger.selectors import team_account
from tournament.page_access import PageRequest, form_page, laptop_only
from tournament.page_acts import Done, page_act, told_at, try_act
from tournament.people.models import Person
from tournament.registration import acts, attendance, head_count, paying, selectors as roster, services as registration
from tournament.registration.forms import (
    ExcludeForm,
    ReadmitForm,
    RefundForm,
    TeamForm,
    WithdrawForm,
    amount_in_euros,
)
from tournament.registration.models import Team
from tournament.registration.payments import MONEY
from tournament.registration.views.door import door_address, till_of
from tournament.rounds.latecomers import late_entries
from tournament.rounds.models import Seat


@form_page
def team(request: PageRequest, pk: int, team_pk: int) -> HttpResponse:
    """Show one team: correct it, let it leave, let it come back, delete it."""
    tournament, team = team_of("register")(request, pk, team_pk)
    if request.method != "POST":
        return _team_page(request, tournament, team)
    now = TeamForm.of_team(team, tournament=tournament, till=till_of(request, tournament))
    form = TeamForm(as_it_is_now(request.POST, now), tournament=tournament)
    if not form.is_valid() or not try_act(
        form,
        lambda: registration.change_team(team_id=team.pk, by=request.user, **form.fields_of_team(tournament)),
    ):
        return _team_page(request, tournament, team, form=form)
    messages.success(request, _("Team %(number)s is saved.") % {"number": form.cleaned_data["number"] or team.number})
    _warn_of_far_table(request, tournament, form.cleaned_data["fixed_table"])
    return redirect(f"{door_address(tournament)}#team-{team.pk}")


def _warn_of_far_table(request: PageRequest, tournament: Tournament, table: int | None) -> None:
    """State that a fixed *table* is beyond those the teams registered can fill; it is kept, for more may come."""
    teams = head_count.turnout(tournament).teams_to_be
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
    till = till_of(request, tournament)
    form = sent.get("form") or TeamForm.of_team(team, tournament=tournament, till=till)
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
        "till": till,
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


def team_of(allowed: Act | Right) -> Callable[..., tuple[Tournament, Team]]:
    """Find a team of a concours where the account may do *allowed*."""
    right = right_for(allowed)

    def find(request: PageRequest, pk: int, team_pk: int) -> tuple[Tournament, Team]:
        tournament = tournament_for(request.user, pk, right)
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


@page_act(team_of(acts.WITHDRAW_TEAM), form=WithdrawForm, refused=refused_form("withdrawing"))
def team_withdraw(request: PageRequest, tournament: Tournament, team: Team, form: WithdrawForm) -> Done:
    """Withdraw the team from a given partie on."""
    number = form.cleaned_data["from_round"]
    attendance.withdraw_team(
        team_id=team.pk, from_round=number or 0, reason=form.cleaned_data["reason"], by=request.user
    )
    message = _("Team %(number)s no longer plays from partie %(round)s on. It can come back.")
    return Done(
        redirect("door", tournament.pk),
        message % {"number": team.number, "round": number},
        seat_left_empty(team, number),
    )


_told_at_team = told_at(lambda tournament, team: redirect("team", tournament.pk, team.pk))


def _at_the_door(tournament: Tournament, team: Team, message: str) -> Done:
    return Done(redirect("door", tournament.pk), message % {"number": team.number})


@page_act(team_of(acts.RETURN_TEAM), refused=_told_at_team)
def team_return(request: PageRequest, tournament: Tournament, team: Team) -> Done:
    """Take back a team that had left."""
    team = attendance.return_team(team_id=team.pk, by=request.user)
    message = _("Team %(number)s is back: it is in the next draw.")
    return _at_the_door(tournament, team, _("No. %(number)s is back on the waiting list.") if team.waiting else message)


@page_act(team_of(acts.ADMIT_TEAM), refused=_told_at_team)
def team_admit(request: PageRequest, tournament: Tournament, team: Team) -> Done:
    """Assign a place to a team of the waiting list."""
    team = attendance.admit_team(team_id=team.pk, by=request.user)
    message = _("No. %(number)s has a place. Mark the arrival: who is not marked present is not drawn.")
    return _at_the_door(
        tournament, team, _("No. %(number)s has a place and is in the next draw.") if team.present else message
    )


@page_act(team_of(acts.REFUND_TEAM), form=RefundForm, refused=refused_form("refunding"))
def team_refund(request: PageRequest, tournament: Tournament, team: Team, form: RefundForm) -> Done:
    """Refund a team part of what it has paid."""
    data = form.cleaned_data
    paying.refund_team(
        team_id=team.pk, **data | {"cents": data["cents"] or 0}, till=till_of(request, tournament), by=request.user
    )
    message = _("%(sum)s given back to no. %(number)s.") % {"sum": euros(data["cents"] or 0), "number": team.number}
    return Done(redirect("team", tournament.pk, team.pk), message)


@laptop_only
@page_act(team_of(acts.DELETE_TEAM), refused=_told_at_team)
def team_delete(request: PageRequest, tournament: Tournament, team: Team) -> Done:
    """Take a team that never sat anywhere off the list."""
    money = {"money": request.POST.get("money", ""), "means": request.POST.get("means", "cash")}
    registration.delete_team(team_id=team.pk, **money, till=till_of(request, tournament), by=request.user)
    return _at_the_door(tournament, team, _("Team %(number)s is off the list."))
