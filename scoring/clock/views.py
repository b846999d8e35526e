"""The clock of a partie: start it, see who is not there and who still plays, impose the last donnes."""

from django.forms import Form
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from scoring.clock import services
from scoring.clock.forms import CutoffForm, PlayedForm, SeatForm, SetForm, TableForm
from scoring.clock.selectors import clock_page
from scoring.sheets.selectors import find_table
from tournament.clubs import policy
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, or_404
from tournament.page_acts import Done, UnreadFormError, as_sent, page_act
from tournament.rounds import acts, clock as round_clock
from tournament.rounds.models import Table
from tournament.rounds.selectors import live_draw


def clock(request: PageRequest, pk: int) -> HttpResponse:
    """Show the clock of the partie being played."""
    tournament = tournament_for(request.user, pk)
    return _page(request, tournament)


def _page(
    request: PageRequest,
    tournament: Tournament,
    *_number: int,
    error: TournamentError | None = None,
    form: Form | None = None,
) -> HttpResponse:
    """Show the page of the clock; again, with what was typed, where *form* could not be read."""
    unread = form if form is not None and form.errors else None
    page = clock_page(tournament, now=timezone.now())
    playing = page is not None and page.stage not in ("done", "closed") and not tournament.copied_at
    context = {
        "tournament": tournament,
        "section": "evening",
        "page": page,
        "may": {act: policy.may(tournament.role, act) and playing for act in ("score", "rule")},
        "error": None if unread else error,
    }
    if page is not None:
        context |= {
            "clock": page.face,
            "clock_now": page.milliseconds,
            "cutoff_form": as_sent(unread, CutoffForm, initial={"donnes": tournament.cutoff_donnes}),
            "set_form": as_sent(unread, SetForm, initial={"minutes": page.minutes or 0}),
            "played_form": as_sent(unread, PlayedForm),
            "seat_form": as_sent(unread, SeatForm),
        }
    if request.htmx:
        return render(request, "scoring/clock/_clock_now.html", context)
    return render(request, "scoring/clock/clock.html", context, status=422 if error or unread else 200)


def _back(request: PageRequest, tournament: Tournament, number: int) -> HttpResponse:
    """Go back to the page on which the key was pressed."""
    came_from = request.POST.get("from", "")
    if came_from in ("evening", "entry"):
        return redirect("concours" if came_from == "evening" else "entry", tournament.pk)
    draw = live_draw(tournament, number) if came_from == "draw" else None
    if draw is not None:
        return redirect("draw", tournament.pk, draw.pk)
    return redirect("clock", tournament.pk)


@page_act(acts.START_CLOCK, refused=_page)
def start(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Start the clock; pressed twice, once."""
    round_clock.start_clock(tournament_id=tournament.pk, number=number, by=request.user)
    return Done(_back(request, tournament, number), _("Partie %(number)s: the clock runs.") % {"number": number})


@page_act(acts.STOP_CLOCK, refused=_page)
def stop(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Cancel the start of the clock."""
    round_clock.stop_clock(tournament_id=tournament.pk, number=number, by=request.user)
    message = _("Partie %(number)s: the clock stands, as before it was started.")
    return Done(_back(request, tournament, number), message % {"number": number})


@page_act(acts.SET_CLOCK, refused=_page, form=SetForm)
def set_to(request: PageRequest, tournament: Tournament, number: int, form: SetForm) -> Done:
    """Set the clock to so many minutes, with a reason: 0 starts it again."""
    minutes = form.cleaned_data["minutes"]
    round_clock.set_clock(tournament_id=tournament.pk, number=number, by=request.user, **form.cleaned_data)
    message = ngettext("The clock shows %(n)s minute now.", "The clock shows %(n)s minutes now.", minutes)
    return Done(_back(request, tournament, number), message % {"n": minutes})


@page_act(acts.IMPOSE_CUTOFF, refused=_page, form=CutoffForm)
def cutoff(request: PageRequest, tournament: Tournament, number: int, form: CutoffForm) -> Done:
    """Impose the last donnes on every table still playing."""
    round_clock.impose_cutoff(tournament_id=tournament.pk, number=number, by=request.user, **form.cleaned_data)
    return Done(_back(request, tournament, number), _("Announced on the wall and on telephones. Say it aloud too."))


@page_act(acts.TAKE_BACK_CUTOFF, refused=_page)
def cutoff_back(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Take the last donnes back, while no sheet ended by them."""
    services.take_back_cutoff(tournament_id=tournament.pk, number=number, by=request.user)
    message = _("The last donnes are taken back: the partie goes on as the house rules say.")
    return Done(_back(request, tournament, number), message)


@page_act("score", refused=_page, form=SeatForm)
def seat(request: PageRequest, tournament: Tournament, number: int, form: SeatForm) -> Done:
    """Note that a camp is there after all, or is not."""
    table = _typed_table(tournament, number, form)
    act = round_clock.seat_ready if form.cleaned_data["here"] == "yes" else round_clock.seat_missing
    act(table_id=table.pk, camp=form.cleaned_data["camp"])
    return Done(_back(request, tournament, number))


@page_act(acts.ALL_READY, refused=_page)
def everybody(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Note that all those of whom nobody said anything are there."""
    round_clock.all_ready(tournament_id=tournament.pk, number=number, by=request.user)
    return Done(_back(request, tournament, number), _("Noted: the other teams are at their tables."))


@page_act(acts.RECORD_CUTOFF_AFTER, refused=_page, form=PlayedForm)
def played(request: PageRequest, tournament: Tournament, number: int, form: PlayedForm) -> Done:
    """Record how many donnes a table had finished when the last ones were imposed."""
    table = _typed_table(tournament, number, form)
    donnes = form.cleaned_data["donnes"]
    services.record_cutoff_after(table_id=table.pk, donnes=donnes, by=request.user)
    if donnes is None:
        message = _("Table %(table)s: it is not known how many donnes were finished.")
    else:
        message = ngettext(
            "Table %(table)s: %(n)s donne was finished then.",
            "Table %(table)s: %(n)s donnes were finished then.",
            donnes,
        )
    return Done(_back(request, tournament, number), message % {"table": table.number, "n": donnes})


@page_act(acts.ANSWER_CALL, refused=_page)
def answered(request: PageRequest, tournament: Tournament, number: int) -> Done:
    """Note that the referee has come to the table that called."""
    form = TableForm(request.POST)
    if not form.is_valid():
        raise Http404  # the page filled in its button itself
    table = or_404(find_table(tournament, number, form.cleaned_data["table"]))
    round_clock.answer_call(table_id=table.pk, by=request.user)
    return Done(_back(request, tournament, number))


def _typed_table(tournament: Tournament, number: int, form: TableForm) -> Table:
    """Return the table of a read *form*. Raises UnreadFormError where the partie has no such table."""
    table = find_table(tournament, number, form.cleaned_data["table"])
    if table is None:
        form.add_error("table", _("Partie %(round)s has no such table.") % {"round": number})
        raise UnreadFormError
    return table
