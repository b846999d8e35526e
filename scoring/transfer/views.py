"""Pages that take a concours away as a file, and take one in: sent, looked at, then written."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from scoring.errors import ScoringError
from scoring.transfer import services
from scoring.transfer.file import SUFFIX, ConcoursFile
from scoring.transfer.forms import TakeInForm
from scoring.transfer.models import ReceivedFile, WrittenFile
from scoring.transfer.selectors import Comparison, compare
from tournament.clubs.models import Club
from tournament.clubs.selectors import clubs_of
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.page_access import PageRequest, laptop_only
from tournament.page_acts import try_act

MEDIA = "application/zip"


@laptop_only
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def transfer_out(request: PageRequest, pk: int) -> HttpResponse:
    """Have the file of a concours made, and take it away."""
    tournament = tournament_for(request.user, pk, "settings")
    if request.method == "POST":
        services.ask_file(tournament=tournament, by=request.user)
        return redirect("transfer-out", pk)
    job = tournament.jobs.filter(kind=services.JOB).order_by("-created_at").first()
    context = {
        "tournament": tournament,
        "section": "exports",
        "job": job,
        "written": WrittenFile.objects.defer("content").filter(tournament=tournament).first(),
    }
    return render(request, "scoring/transfer/transfer_out.html", context)


@laptop_only
@login_required
@never_cache
@require_safe
def transfer_file(request: PageRequest, pk: int) -> HttpResponse:
    """Send the file of a concours."""
    tournament = tournament_for(request.user, pk, "settings")
    try:
        return send_file(tournament)
    except ScoringError as error:
        messages.warning(request, str(error))
        return redirect("transfer-out", pk)


def send_file(tournament: Tournament) -> HttpResponse:
    """Return the latest file of *tournament*. Raises ScoringError transfer_unready."""
    written = WrittenFile.objects.filter(tournament=tournament).first()
    if written is None:
        raise ScoringError("transfer_unready")
    name = f"{slugify(tournament.name)[:40] or 'concours'}-{tournament.date}-{written.journal_number}{SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(bytes(written.content), content_type=MEDIA, headers=headers)


@laptop_only
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def transfer_in(request: PageRequest) -> HttpResponse:
    """Send the file of a concours; nothing is taken in yet."""
    clubs = _clubs(request)
    form = TakeInForm(*((request.POST, request.FILES) if request.method == "POST" else ()), clubs=clubs)
    if request.method == "POST" and form.is_valid():
        upload, club = form.cleaned_data["file"], form.chosen_club()
        received = try_act(form, lambda: services.receive_file(upload=upload, club=club, by=request.user))
        if received:
            return redirect("transfer-preview", received.pk)
    return render(request, "scoring/transfer/transfer_in.html", {"form": form}, status=422 if form.errors else 200)


@laptop_only
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def transfer_preview(request: PageRequest, received_pk: int) -> HttpResponse:
    """Show what a file brings and what is here already; POST takes it in."""
    clubs = _clubs(request)
    received = (
        ReceivedFile.objects.filter(pk=received_pk, by=request.user, club__in=clubs).select_related("club").first()
    )
    if received is None:
        messages.warning(request, str(ScoringError("transfer_gone")))
        return redirect("transfer-in")
    try:
        file = services.read_at_once(bytes(received.content))
        if request.method == "POST":
            return _take_in(request, file, received)
    except TournamentError as error:
        messages.error(request, str(error))
        return redirect("transfer-in")
    return _preview(request, file, received.club)


def _clubs(request: PageRequest) -> list[Club]:
    clubs = clubs_of(request.user, "settings")
    if not clubs:
        raise PermissionDenied
    return clubs


def _preview(request: PageRequest, file: ConcoursFile, club: Club) -> HttpResponse:
    found: Comparison = compare(file, club, request.user)
    context = {
        "file": file,
        "club": club,
        "found": found,
        "refusal": "" if found.may_take_in else services.refusal_of(found),
        "more": len(file.lines) - (found.here.journal_number if found.here else 0),
    }
    return render(request, "scoring/transfer/transfer_preview.html", context)


def _take_in(request: PageRequest, file: ConcoursFile, received: ReceivedFile) -> HttpResponse:
    tournament = services.take_in(file=file, club=received.club, by=request.user)
    received.delete()
    messages.success(request, _("“%(name)s” is here, with its teams, scores and journal.") % {"name": tournament.name})
    return redirect("concours", tournament.pk)
