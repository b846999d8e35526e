"""The clock of a partie: start it, see who is not there and who still plays, impose the last donnes."""

from collections.abc import Callable

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from scoring.forms.clock import CutoffForm, PlayedForm, SeatForm, SetForm, TableForm
from scoring.selectors.clock import ClockPage, clock_page
from scoring.selectors.entry import find_table
from scoring.services import clock as sheet_acts
from tournament import policy
from tournament.errors import TournamentError
from tournament.models import Table, Tournament
from tournament.selectors.access import tournament_for
from tournament.selectors.draws import live_draw
from tournament.services import clock as acts


@login_required
@never_cache
@require_GET
def clock(request: HttpRequest, pk: int) -> HttpResponse:
    """The partie being played, by the clock."""
    tournament = tournament_for(request.user, pk)
    return _page(request, tournament)


def _page(
    request: HttpRequest,
    tournament: Tournament,
    *,
    error: TournamentError | None = None,
    forms: dict[str, Form] | None = None,
) -> HttpResponse:
    page = clock_page(tournament, now=timezone.now())
    playing = page is not None and page.stage not in ("done", "closed")
    context = {
        "tournament": tournament,
        "section": "evening",
        "page": page,
        "may": {act: policy.may(tournament.role, act) and playing for act in ("score", "rule")},
        "error": error,
    }
    if page is not None:
        context |= {"clock": page.face, "clock_now": page.milliseconds}
        context |= _forms(tournament, page) | (forms or {})
    if request.htmx:
        return render(request, "scoring/_clock_now.html", context)
    return render(request, "scoring/clock.html", context, status=422 if error or forms else 200)


def _forms(tournament: Tournament, page: ClockPage) -> dict[str, Form]:
    return {
        "cutoff_form": CutoffForm(initial={"donnes": tournament.cutoff_donnes}),
        "set_form": SetForm(initial={"minutes": page.minutes or 0}),
        "played_form": PlayedForm(),
    }


def clock_act(role_act: str) -> Callable:
    """A POST for who may do *role_act*: the view does one act and gives what to say, None for nothing.

    What is refused shows on the page of the clock, where nothing typed is lost. It goes back to where the key was.
    """

    def decorate(view: Callable[[HttpRequest, Tournament, int], str | None]) -> Callable:
        @login_required
        @require_POST
        def posted(request: HttpRequest, pk: int, number: int) -> HttpResponse:
            tournament = tournament_for(request.user, pk, role_act)
            try:
                said = view(request, tournament, number)
            except _Unread as unread:
                return _page(request, tournament, forms=unread.forms)
            except TournamentError as error:
                return _page(request, tournament, error=error)
            if said:
                messages.success(request, said)
            return _back(request, tournament, number)

        posted.__name__, posted.__doc__ = view.__name__, view.__doc__
        return posted

    return decorate


class _Unread(Exception):
    """A form that says what is wrong in it."""

    def __init__(self, **forms: Form) -> None:
        super().__init__()
        self.forms = forms


def _back(request: HttpRequest, tournament: Tournament, number: int) -> HttpResponse:
    came_from = request.POST.get("from", "")
    if came_from == "evening":
        return redirect("concours", tournament.pk)
    draw = live_draw(tournament, number) if came_from == "draw" else None
    if draw is not None:
        return redirect("draw", tournament.pk, draw.pk)
    return redirect("clock", tournament.pk)


@clock_act("score")
def start(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """One key starts the clock; pressed twice, once."""
    acts.start_clock(tournament_id=tournament.pk, number=number, by=request.user)
    return _("Partie %(number)s: the clock runs.") % {"number": number}


@clock_act("score")
def stop(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """The clock as if nobody had started it."""
    acts.stop_clock(tournament_id=tournament.pk, number=number, by=request.user)
    return _("Partie %(number)s: the clock stands, as before it was started.") % {"number": number}


@clock_act("rule")
def set_to(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """The clock set to so many minutes, with a reason: 0 starts it again."""
    form = SetForm(request.POST)
    if not form.is_valid():
        raise _Unread(set_form=form)
    minutes = form.cleaned_data["minutes"]
    reason = form.cleaned_data["reason"]
    acts.set_clock(tournament_id=tournament.pk, number=number, minutes=minutes, reason=reason, by=request.user)
    said = ngettext("The clock shows %(n)s minute now.", "The clock shows %(n)s minutes now.", minutes)
    return said % {"n": minutes}


@clock_act("rule")
def cutoff(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """The last donnes imposed on every table still playing."""
    form = CutoffForm(request.POST)
    if not form.is_valid():
        raise _Unread(cutoff_form=form)
    donnes = form.cleaned_data["donnes"]
    acts.impose_cutoff(tournament_id=tournament.pk, number=number, donnes=donnes, by=request.user)
    return _("Announced on the wall and on telephones. Say it aloud too.")


@clock_act("rule")
def cutoff_back(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """The last donnes taken back, while no sheet ended by them."""
    sheet_acts.take_back_cutoff(tournament_id=tournament.pk, number=number, by=request.user)
    return _("The last donnes are taken back: the partie goes on as the house rules say.")


@clock_act("score")
def seat(request: HttpRequest, tournament: Tournament, number: int) -> None:
    """A camp that is there after all, or is not."""
    form = SeatForm(request.POST)
    if not form.is_valid():
        raise Http404
    table = _table(tournament, number, form.cleaned_data["table"])
    say = acts.seat_ready if form.cleaned_data["here"] == "yes" else acts.seat_missing
    say(table_id=table.pk, camp=form.cleaned_data["camp"])


@clock_act("score")
def everybody(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """All those of whom nobody said anything are there."""
    acts.all_ready(tournament_id=tournament.pk, number=number, by=request.user)
    return _("Noted: the other teams are at their tables.")


@clock_act("score")
def played(request: HttpRequest, tournament: Tournament, number: int) -> str:
    """How many donnes a table had finished when the last ones were imposed."""
    form = PlayedForm(request.POST)
    if not form.is_valid():
        raise _Unread(played_form=form)
    table = find_table(tournament, number, form.cleaned_data["table"])
    if table is None:
        form.add_error("table", _("Partie %(round)s has no such table.") % {"round": number})
        raise _Unread(played_form=form)
    donnes = form.cleaned_data["donnes"]
    sheet_acts.record_cutoff_after(table_id=table.pk, donnes=donnes, by=request.user)
    if donnes is None:
        return _("Table %(table)s: it is not known how many donnes were finished.") % {"table": table.number}
    said = ngettext(
        "Table %(table)s: %(n)s donne was finished then.", "Table %(table)s: %(n)s donnes were finished then.", donnes
    )
    return said % {"table": table.number, "n": donnes}


@clock_act("rule")
def answered(request: HttpRequest, tournament: Tournament, number: int) -> None:
    """The referee has come to the table that called."""
    form = TableForm(request.POST)
    if not form.is_valid():
        raise Http404
    table = _table(tournament, number, form.cleaned_data["table"])
    acts.answer_call(table_id=table.pk, by=request.user)


def _table(tournament: Tournament, number: int, table: int) -> Table:
    found = find_table(tournament, number, table)
    if found is None:
        raise Http404
    return found
