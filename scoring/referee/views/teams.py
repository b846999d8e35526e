"""Exclude a team, or take that back; what that moves is shown before it is recorded."""

from collections.abc import Callable
from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.corrections.views import confirm_effects
from scoring.sheets.models import ScoreSheet
from tournament.concours.models import Tournament
from tournament.page_access import PageRequest
from tournament.page_acts import Done, page_act
from tournament.registration import acts, attendance
from tournament.registration.forms import ExcludeForm, ReadmitForm
from tournament.registration.models import Team
from tournament.registration.views.team import refused_form, seat_left_empty, team_of


@page_act(team_of(acts.EXCLUDE_TEAM), form=ExcludeForm, refused=refused_form("excluding"))
def team_exclude(request: PageRequest, tournament: Tournament, team: Team, form: ExcludeForm) -> Done:
    """Exclude a team; the table where it sits now is not touched, and the page says what to do with it."""
    action, said = _("Exclude from the concours"), _("Team %(number)s is excluded and ranked last.")
    return _settled(request, tournament, team, form, attendance.exclude_team, action, said)


@page_act(team_of(acts.TAKE_BACK_EXCLUSION), form=ReadmitForm, refused=refused_form("excluding"))
def team_readmit(request: PageRequest, tournament: Tournament, team: Team, form: ReadmitForm) -> Done:
    """Take an exclusion back."""
    action = _("Take the exclusion back")
    back = _("Team %(number)s is no longer excluded: it is in the next draw, and what it marked counts again.")
    gone = _("Team %(number)s is no longer excluded: it had left before, and what it marked counts again.")
    return _settled(request, tournament, team, form, attendance.take_back_exclusion, action, back, gone)


def _settled(
    request: PageRequest,
    tournament: Tournament,
    team: Team,
    form: ExcludeForm | ReadmitForm,
    service: Callable[..., Team],
    action: str,
    said: str,
    had_left: str = "",
) -> Done:
    """Do the act of *service* and go to the page of the rank of the team; or first show what it moves. Raises as it.

    *said* is what it did, *had_left* where the team has left all the same.
    """
    act = partial(service, team_id=team.pk, by=request.user, **form.cleaned_data)
    settled = confirm_effects(
        request,
        tournament,
        act,
        action=action,
        counts=ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True).exists(),
        back=reverse("team", args=[tournament.pk, team.pk]),
        reason=form.cleaned_data["reason"],
        section="door",
    )
    if isinstance(settled, HttpResponse):
        return Done(settled)
    given = settled.given
    left = seat_left_empty(given, given.withdrawn_from or 0) if given.excluded else ""
    message = had_left if had_left and given.withdrawn_from is not None else said
    answer = settled.response or redirect("why", tournament.pk, given.number)
    return Done(answer, message % {"number": given.number}, left)
