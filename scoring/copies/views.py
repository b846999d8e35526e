"""Pages of the copies: where they go and how they stand, going on with one, being the second computer."""

from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.copies import acts, services
from scoring.copies.forms import FolderForm, ProgramForm, SecondComputerForm, TakeOverForm
from scoring.copies.models import CopyPlace, LeftLine
from scoring.copies.selectors import copies_of, left_scores, place_lines, rival_line
from scoring.copies.services import CODE_SECONDS, show_code
from scoring.copies.sticks import sticks
from tournament.clubs import policy
from tournament.clubs.selectors import club_for
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.concours.selectors import public_address
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, form_page, laptop_only, public_page
from tournament.page_acts import Done, as_sent, page_act

IDENTITY = 64


def _page(
    request: PageRequest,
    tournament: Tournament,
    *_objects: object,
    error: TournamentError | None = None,
    form: Form | None = None,
) -> HttpResponse:
    known = set(CopyPlace.objects.filter(club=tournament.club_id).values_list("address", flat=True))
    forms = {
        "folder": as_sent(form, FolderForm),
        "pair": as_sent(form, SecondComputerForm, auto_id="id_pair_%s"),
        "program": as_sent(form, ProgramForm),
        "over": as_sent(form, TakeOverForm),
    }
    context = {
        "tournament": tournament,
        "section": "evening",
        "places": place_lines(tournament),
        "sticks": [one for one in map(str, sticks()) if one not in known],
        "forms": forms,
        "left": left_scores(tournament),
        "rival": rival_line(tournament),
        "may_rule": policy.may(tournament.role, "rule"),
        "error": None if form is not None and error is not None and error.field else error,
    }
    refused = error is not None or (form is not None and form.errors)
    return render(request, "scoring/copies/copies.html", context, status=422 if refused else 200)


@laptop_only
def copies(request: PageRequest, pk: int) -> HttpResponse:
    """Show where copies of the concours go, how each stands, and what a former computer still had."""
    return _page(request, tournament_for(request.user, pk, "settings"))


def copies_state(request: PageRequest, pk: int) -> HttpResponse:
    """Show how each copy stands, for the evening's page."""
    tournament = tournament_for(request.user, pk)
    context = {"tournament": tournament, "copies": copies_of(tournament), "alone": True}
    return render(request, "scoring/_copies_state.html", context)


def _to_page(tournament: Tournament) -> HttpResponse:
    return redirect("copies", tournament.pk)


@page_act(acts.ADD_COPY_PLACE, refused=_page, form=FolderForm, laptop_only=True)
def folder_add(request: PageRequest, tournament: Tournament, form: FolderForm) -> Done:
    """Store copies in a folder or on a stick."""
    place = services.add_folder(club=tournament.club, folder=form.cleaned_data["folder"], by=request.user)
    return Done(_to_page(tournament), _("Copies go to “%(name)s” from now on.") % {"name": place.name})


@page_act(acts.ADD_COPY_PLACE, refused=_page, form=SecondComputerForm, laptop_only=True)
def program_pair(request: PageRequest, tournament: Tournament, form: SecondComputerForm) -> Done:
    """Store copies at the second computer, whose code was typed."""
    place = services.pair_program(club=tournament.club, by=request.user, **form.cleaned_data)
    return Done(_to_page(tournament), _("Copies go to “%(name)s” from now on.") % {"name": place.name})


@page_act(acts.ADD_COPY_PLACE, refused=_page, form=ProgramForm, laptop_only=True)
def program_add(request: PageRequest, tournament: Tournament, form: ProgramForm) -> Done:
    """Store copies at a hosted Dix de Der."""
    place = services.add_program(club=tournament.club, by=request.user, **form.cleaned_data)
    return Done(_to_page(tournament), _("Copies go to “%(name)s” from now on.") % {"name": place.name})


def _place(request: PageRequest, pk: int, place: int) -> tuple[Tournament, int]:
    tournament = tournament_for(request.user, pk, "settings")
    if not CopyPlace.objects.filter(pk=place, club=tournament.club_id).exists():
        raise Http404
    return tournament, place


@page_act(_place, refused=_page, laptop_only=True)
def place_remove(request: PageRequest, tournament: Tournament, place: int) -> Done:
    """Send no more copies to a place."""
    services.remove_place(place_id=place, by=request.user)
    return Done(_to_page(tournament), _("No more copies go there; what is there stays."))


@page_act("settings", refused=_page, form=TakeOverForm, laptop_only=True)
def take_over(request: PageRequest, tournament: Tournament, form: TakeOverForm) -> Done:
    """Go on here with a concours whose computer is dead."""
    services.take_over(tournament_id=tournament.pk, reason=form.cleaned_data["reason"], by=request.user)
    return Done(redirect("concours", tournament.pk), _("The concours goes on here. Connect a stick for its copies."))


def _left(request: PageRequest, pk: int, left: str) -> tuple[Tournament, str]:
    tournament = tournament_for(request.user, pk, "rule")
    if not LeftLine.objects.filter(tournament=tournament, hash=left).exists():
        raise Http404
    return tournament, left


@page_act(_left, refused=_page, laptop_only=True)
def left_settle(request: PageRequest, tournament: Tournament, left: str) -> Done:
    """Take what a line of the former computer says, or leave it."""
    take = request.POST.get("take") == "yes"
    services.settle_left_line(tournament_id=tournament.pk, line_hash=left, take=take, by=request.user)
    return Done(_to_page(tournament), _("The score is taken.") if take else _("The line is left."))


@laptop_only
@form_page
def second(request: PageRequest, club: int) -> HttpResponse:
    """Show the code with which the first computer is let in to send its copies; a POST makes one."""
    found = club_for(request.user, club, "settings")
    context = {
        "club": found,
        "code": show_code(club=found, by=request.user) if request.method == "POST" else "",
        "minutes": CODE_SECONDS // 60,
        "address": (public_address(request, "/") or "").partition("://")[2].rstrip("/"),
    }
    return render(request, "scoring/copies/second.html", context)


@public_page
@never_cache
def relay(request: HttpRequest, identity: str) -> HttpResponse:
    """Report a telephone whether the concours of this first line is at home here now, and where its code page is.

    A script of the first computer's page asks, which is another origin: it learns nothing that the public pages do not
    tell.
    """
    slug = _at_home(identity)
    answer = JsonResponse({"home": bool(slug), "address": reverse("public-code", args=[slug]) if slug else ""})
    answer["Access-Control-Allow-Origin"] = "*"
    return answer


@public_page
@never_cache
def relay_go(request: HttpRequest, identity: str) -> HttpResponse:
    """Lead a telephone on to the code page of its concours, where that is at home here; a browser keeps what is behind the #."""
    slug = _at_home(identity)
    if not slug:
        raise Http404
    return redirect("public-code", slug)


def _at_home(identity: str) -> str:
    """Return the address of the concours of this first line, "" where it is not at home here."""
    if len(identity) != IDENTITY:
        return ""
    here = Tournament.objects.filter(journal__number=1, journal__hash=identity, public=True, copied_at=None)
    return here.values_list("slug", flat=True).first() or ""
