"""The page of the last acts, with the buttons that take them back."""

from functools import partial

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse as address
from django.utils.translation import gettext as _

from scoring.corrections.views import confirm_effects
from scoring.history.selectors import lines_of
from scoring.undo.selectors import undo_lines
from scoring.undo.services import refusal, undo, undoable
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.models import JournalEntry
from tournament.page_access import PageRequest
from tournament.page_acts import Done, page_act


def last_acts(request: PageRequest, pk: int) -> HttpResponse:
    """Show the last acts, each with the button that takes it back."""
    tournament = tournament_for(request.user, pk)
    return _page(request, tournament)


def _page(request: PageRequest, tournament: Tournament, **refused: object) -> HttpResponse:
    """Show the page; *refused* is the `line` that could not be taken back, the `error` and the `reason` typed."""
    lines = undo_lines(tournament, partial(refusal, tournament=tournament, by=request.user))
    context = {"tournament": tournament, "section": "journal", "lines": lines, "refused": refused}
    return render(request, "scoring/undo/last_acts.html", context, status=422 if refused else 200)


def _refused(request: PageRequest, tournament: Tournament, line: int, *, error: TournamentError) -> HttpResponse:
    return _page(request, tournament, line=line, error=error, reason=request.POST.get("reason", ""))


@page_act("score", refused=_refused)
def take_back(request: PageRequest, tournament: Tournament, line: int) -> Done:
    """Take back the act of one line; or first show what that moves."""
    back, reason = address("undo", args=[tournament.pk]), request.POST.get("reason", "")
    act = partial(undo, tournament_id=tournament.pk, line=line, reason=reason, by=request.user)
    entry = JournalEntry.objects.filter(tournament=tournament, number=line).first()
    corrects, action, what = False, "", ""
    if entry is not None:
        (told,) = lines_of(tournament, [entry])
        what = ", ".join(filter(None, (told.title, told.where)))
        done, how = undoable(entry)
        tournament_for(request.user, tournament.pk, done.undo_right)
        corrects, action = how.corrects, str(how.action)
    settled = confirm_effects(
        request, tournament, act, action=action, counts=corrects, back=back, reason=reason, section="journal"
    )
    if isinstance(settled, HttpResponse):
        return Done(settled)
    return Done(settled.response or redirect(back), _("Taken back: %(what)s.") % {"what": what})
