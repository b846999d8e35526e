"""The workbook: asked for, watched while it is made, taken away."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from rest_framework import serializers
from rest_framework.request import Request

from scoring.models import Export
from scoring.services.exports import XLSX, ask_workbook
from tournament import jobs
from tournament.api.base import ApiView, ConcoursView, Page, act, page, pages_of
from tournament.api.strict import Input, Word
from tournament.models import Job
from tournament.selectors.access import tournament_for


class WorkbookInput(Input):
    language = Word(choices=["fr", "en"], required=False)


class JobOutput(serializers.Serializer):
    """`progress` in percent; `error` says why it failed."""

    id = serializers.UUIDField()
    kind = serializers.CharField()
    state = serializers.ChoiceField(choices=Job.State.values)
    progress = serializers.IntegerField()
    step = serializers.CharField(allow_blank=True)
    error = serializers.CharField(allow_blank=True)
    result = serializers.DictField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class WorkbookOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    filename = serializers.CharField()
    size = serializers.IntegerField()
    journal_number = serializers.IntegerField()
    created_at = serializers.DateTimeField()


WorkbookList = pages_of(WorkbookOutput)


class Workbooks(ConcoursView):
    @act("export", asks=Page, gives=WorkbookList)
    def get(self, request: Request, query: dict) -> dict:
        """The workbooks of the concours, the latest first."""
        return page(self.tournament.exports.defer("content"), query)

    @act("export", takes=WorkbookInput, gives=JobOutput, status=202)
    def post(self, request: Request, data: dict) -> Job:
        """Have the workbook made; one that nobody has begun yet serves."""
        language = data.get("language") or (get_language() or "fr")[:2]
        return ask_workbook(tournament=self.tournament, by=request.user, language=language)


class WorkbookFile(ConcoursView):
    @act("export", also={(200, XLSX): OpenApiTypes.BINARY})
    def get(self, request: Request) -> HttpResponse:
        """The workbook's bytes."""
        export = get_object_or_404(Export, tournament=self.tournament, pk=self.kwargs["workbook"])
        headers = {"Content-Disposition": f'attachment; filename="{export.filename}"'}
        return HttpResponse(bytes(export.content), content_type=XLSX, headers=headers)


class JobView(ApiView):
    """An address of one job of a concours."""

    job: Job

    def enter(self, allowed: str) -> None:
        key: uuid.UUID = self.kwargs["job"]
        self.job = get_object_or_404(Job, pk=key)
        if self.job.tournament_id is None:
            raise Http404
        tournament_for(self.request.user, self.job.tournament_id, allowed)


class JobOne(JobView):
    @act("export", gives=JobOutput)
    def get(self, request: Request) -> Job:
        """How far a job is."""
        return self.job


class JobRetry(JobView):
    @act("export", gives=JobOutput)
    def post(self, request: Request) -> Job:
        """Start a failed job again; any other is left as it is."""
        jobs.retry(self.job)
        self.job.refresh_from_db()
        return self.job
