"""Pages that take a concours away as a file, and take one in: sent, looked at, then written."""

from collections.abc import Sequence

from django.conf import settings
from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _, ngettext

from scoring.copies import receiving
from scoring.copies.selectors import FoundFile, files_here
from scoring.errors import ScoringError
from scoring.transfer import bundle, services
from scoring.transfer.file import SUFFIX, ConcoursFile
from scoring.transfer.forms import TakeInForm
from scoring.transfer.models import ReceivedFile, WrittenFile
from scoring.transfer.selectors import Comparison, compare
from tournament import names
from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for, clubs_of
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.entries.models import EntrySource
from tournament.errors import TournamentError
from tournament.journal.services import REASON_LENGTH
from tournament.page_access import PageRequest, form_page, laptop_only
from tournament.page_acts import try_act
from tournament.qualification.conditions import has_conditions

MEDIA = "application/zip"


@laptop_only
@form_page
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
        "entries": tournament.entries.exists(),
        "source": EntrySource.objects.filter(tournament=tournament).exists(),
        "conditions": has_conditions(tournament),
    }
    return render(request, "scoring/transfer/transfer_out.html", context)


@laptop_only
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
    name = f"{names.file_stem(tournament.name) or 'concours'}-{tournament.date}-{written.journal_number}{SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(bytes(written.content), content_type=MEDIA, headers=headers)


@laptop_only
@form_page
def transfer_in(request: PageRequest) -> HttpResponse:
    """Send the file of a concours; nothing is taken in yet."""
    clubs = _clubs(request)
    found = files_here(clubs)
    form = TakeInForm(*((request.POST, request.FILES) if request.method == "POST" else ()), clubs=clubs)
    if request.method == "POST" and form.is_valid():
        club = form.chosen_club()
        received = try_act(form, lambda: _receive(request, form, club, found))
        if received:
            return redirect("transfer-preview", received.pk)
    context = {"form": form, "found": found, "most": settings.PHOTO_LIMIT}
    return render(request, "scoring/transfer/transfer_in.html", context, status=422 if form.errors else 200)


def _receive(request: PageRequest, form: TakeInForm, club: Club, found: Sequence[FoundFile]) -> ReceivedFile:
    """Receive the file that was sent, or the one that was chosen among those *found* on this computer."""
    chosen = next((one for one in found if one.path == request.POST.get("path")), None)
    if chosen is None:
        return services.receive_file(upload=form.cleaned_data["file"], club=club, by=request.user)
    try:
        with open(chosen.path, "rb") as file:
            return services.receive_file(upload=file, club=club, by=request.user)
    except OSError:
        raise ScoringError("transfer_lost", field="file") from None


@laptop_only
def transfer_all(request: PageRequest, club: int) -> HttpResponse:
    """Send a club in one file: its concours, its people, its seasons."""
    try:
        return send_club(club_for(request.user, club, "settings"))
    except ScoringError as error:
        messages.warning(request, str(error))
        return redirect("home")


def send_club(club: Club) -> HttpResponse:
    """Return the file of *club*, made now. Raises ScoringError as `services.pack_club`."""
    name = f"{names.file_stem(club.name) or 'club'}-{timezone.localdate()}{bundle.SUFFIX}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "Cache-Control": "private, no-store"}
    return HttpResponse(services.pack_club(club), content_type=MEDIA, headers=headers)


@laptop_only
@form_page
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
        sent = services.read_all_at_once(bytes(received.content))
        if sent.whole:
            return _bundle(request, sent, received)
        (file,) = sent.concours
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


def _bundle(request: PageRequest, sent: services.SentClub, received: ReceivedFile) -> HttpResponse:
    """Show what the file of a club holds and what becomes of it; a POST takes in what may be."""
    club = received.club
    if request.method == "POST":
        taken = services.take_all_in(sent=sent, club=club, by=request.user)
        received.delete()
        said = ngettext("%(count)s concours is here now.", "%(count)s concours are here now.", taken) % {"count": taken}
        messages.success(request, said)
        return redirect("home")
    lines = [(file, compare(file, club, request.user)) for file in sent.concours]
    context = {
        "club": club,
        "about": sent.about,
        "people": sum(one.merged is None and not one.erased for one in sent.about.people) if sent.about else 0,
        "lines": [
            (file, found.may_take_in, "" if found.may_take_in else services.refusal_of(found)) for file, found in lines
        ],
        "some": sent.about or any(found.may_take_in for _file, found in lines),
    }
    return render(request, "scoring/transfer/transfer_bundle.html", context)


def _preview(request: PageRequest, file: ConcoursFile, club: Club) -> HttpResponse:
    found: Comparison = compare(file, club, request.user)
    may_keep = found.state == "behind" and found.here is not None and not found.is_copy
    refused = not (found.may_take_in or found.may_follow or may_keep)
    context = {
        "file": file,
        "club": club,
        "found": found,
        "may_keep": may_keep,
        "refusal": services.refusal_of(found) if refused else "",
        "more": len(file.lines) - (found.here.journal_number if found.here else 0),
    }
    return render(request, "scoring/transfer/transfer_preview.html", context)


def _take_in(request: PageRequest, file: ConcoursFile, received: ReceivedFile) -> HttpResponse:
    """Do what was chosen of a file: go on with it here, keep it as a copy, or keep the lines that are its own."""
    club, how = received.club, request.POST.get("how", "on")
    if how == "copy":
        tournament = receiving.become_copy(file=file, club=club, by=request.user)
        said = _("“%(name)s” is kept here as a copy.")
    elif how == "lines":
        tournament = receiving.keep_lines_of(file=file, club=club, by=request.user)
        said = _("The lines that “%(name)s” lacked are kept: take or leave them.")
    else:
        reason = names.clean_short(request.POST.get("reason", ""), REASON_LENGTH, "reason")
        tournament = services.take_in(file=file, club=club, by=request.user, reason=reason)
        said = _("“%(name)s” is here, with its teams, scores and journal.")
    received.delete()
    messages.success(request, said % {"name": tournament.name})
    return redirect("copies" if how == "lines" else "concours", tournament.pk)
