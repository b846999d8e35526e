"""Pages of the workbook: ask for it, watch it being made, take it away."""

import uuid

from django.contrib import messages
from django.contrib.auth.models import User
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import get_language, gettext as _

from scoring.public.views import sharing_context
from scoring.workbook.models import Export
from scoring.workbook.services import FORMATS, ask_workbook, media_type
from tournament.concours.access import tournament_for
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.jobs.models import Job
from tournament.page_access import PageRequest, post_only


def exports(request: PageRequest, pk: int) -> HttpResponse:
    """Show the workbooks of a concours, the one being made first."""
    tournament = tournament_for(request.user, pk, "export")
    ready = tournament.exports.defer("content").select_related("job__by")
    waiting = tournament.jobs.filter(kind="workbook").exclude(state=Job.State.DONE).order_by("-created_at").first()
    context = {"tournament": tournament, "section": "exports", "exports": ready, "job": waiting}
    context |= sharing_context(request, tournament)
    return render(request, "scoring/workbook/exports.html", context)


@post_only
def export_ask(request: PageRequest, pk: int) -> HttpResponse:
    """Have the workbook made, or its sheets as CSV files."""
    tournament = tournament_for(request.user, pk, "export")
    asked = request.POST.get("format", "")
    file_format = asked if asked in FORMATS else FORMATS[0]
    language = get_language() or "fr"
    outside = request.POST.get("for") == "others"
    ask_workbook(tournament=tournament, by=request.user, language=language, file_format=file_format, outside=outside)
    return redirect("exports", pk)


def export_file(request: PageRequest, pk: int, export_pk: int) -> HttpResponse:
    """Send the workbook."""
    return send_workbook(tournament_for(request.user, pk, "export"), export_pk)


def send_workbook(tournament: Tournament, pk: int) -> HttpResponse:
    """Send workbook *pk* of *tournament*. Raises Http404."""
    export = get_object_or_404(Export, tournament=tournament, pk=pk)
    headers = {"Content-Disposition": f'attachment; filename="{export.filename}"', "Cache-Control": "private, no-store"}
    return HttpResponse(bytes(export.content), content_type=media_type(export), headers=headers)


def job_for(user: User, pk: uuid.UUID) -> Job:
    """Return job *pk* of a concours where *user* may have the workbook made. Raises Http404, PermissionDenied."""
    job = get_object_or_404(Job, pk=pk)
    if job.tournament_id is None:
        raise Http404
    tournament_for(user, job.tournament_id, "export")
    return job


def job_progress(request: PageRequest, pk: uuid.UUID) -> HttpResponse:
    """Show how far a job is: a piece of page that asks again by itself; once it has ended, the page is read anew."""
    job = job_for(request.user, pk)
    if not job.open and job.state == Job.State.DONE and request.htmx:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if not request.htmx:
        return redirect("exports", job.tournament_id)
    return render(request, "scoring/workbook/_job.html", {"job": job})


@post_only
def job_retry(request: PageRequest, pk: uuid.UUID) -> HttpResponse:
    """Start a failed job again."""
    job = job_for(request.user, pk)
    if jobs.retry(job):
        messages.success(request, _("It is being tried again."))
    return redirect("exports", job.tournament_id)
