"""Confirm at the desk what was read again; the address of the page that it had of its own before."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _

from scoring.corrections.views import confirm_effects
from scoring.sheets.entry import read_again
from scoring.sheets.forms.entry import new_key, read_number
from scoring.sheets.models import ScoreSheet
from scoring.sheets.selectors import comes_late, figures_text
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.page_access import PageRequest
from tournament.page_acts import Done, page_act, told_at


def desk(request: PageRequest, pk: int) -> HttpResponse:
    """Lead from the former address of the desk to the page of scores, which it has become."""
    tournament_for(request.user, pk)
    number = read_number(request.GET.get("partie", ""))
    return redirect("entry", pk) if number is None else redirect("entry-round", pk, number)


def _waiting(request: PageRequest, pk: int, sheet_pk: int) -> tuple[Tournament, ScoreSheet]:
    """Find a score in a concours where the account may enter scores. Raises Http404, PermissionDenied."""
    tournament = tournament_for(request.user, pk, "score")
    sheets = ScoreSheet.objects.select_related("table__round")
    return tournament, get_object_or_404(sheets, pk=sheet_pk, table__round__tournament=tournament)


def _here(tournament: Tournament, sheet: ScoreSheet) -> str:
    return reverse("entry-round", args=[tournament.pk, sheet.table.round.number])


@page_act(_waiting, refused=told_at(lambda tournament, sheet: redirect(_here(tournament, sheet))))
def read(request: PageRequest, tournament: Tournament, sheet: ScoreSheet) -> Done:
    """Record that the figures were read again and are the same; or that both camps signed the paper."""
    key, signed = request.POST.get("key", "")[:64] or new_key(), request.POST.get("signed") == "yes"
    settled = confirm_effects(
        request,
        tournament,
        partial(read_again, sheet_id=sheet.pk, key=key, by=request.user, signed=signed),
        action=_("Count this score"),
        counts=comes_late(sheet.table),
        back=_here(tournament, sheet),
    )
    if isinstance(settled, HttpResponse):
        return Done(settled)
    params = {"table": sheet.table.number, "recorded": figures_text(settled.given)}
    text = _("Table %(table)s: %(recorded)s counts.") if settled.given.counted else _("Table %(table)s: read again.")
    return Done(settled.response or redirect(_here(tournament, sheet)), text % params)
