"""Have the workbook made, watch its job, download it."""

from typing import Annotated, Any

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from scoring.workbook.csv_files import ZIP
from scoring.workbook.models import Export
from scoring.workbook.services import FORMATS, XLSX, ask_workbook
from scoring.workbook.views import job_for, send_workbook
from tournament.api.base import ApiView, ConcoursView, act, page
from tournament.api.shapes import Page, PageQuery, Shown, one_of
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import StrictChoice
from tournament.jobs import services as jobs
from tournament.jobs.models import Job

TAG = "exports"


class WorkbookInput(Declared):
    """The language of the file, whether it is a workbook or a zip of CSV files, and whether it goes to others.

    `outside`: without telephones, remarks, reasons and journal, and with initials for who does not want to be named.
    """

    language: Annotated[str, StrictChoice(choices=[code for code, _name in settings.LANGUAGES])] = LEFT_OUT
    format: Annotated[str, StrictChoice(choices=list(FORMATS))] = "xlsx"
    outside: bool = False


JobOutput = Annotated[
    Job,
    Shown(
        "JobOutput",
        "id kind state progress step error result created_at finished_at",
        state=one_of(Job.State.values),
        result=dict[str, Any],
    ),
    "`progress` in percent; `error` says why it failed.",
]
WorkbookOutput = Annotated[Export, Shown("WorkbookOutput", "id=pk filename size outside journal_number created_at")]


class Workbooks(ConcoursView):
    @act("export", "workbooks/")
    def workbooks_get(self, query: PageQuery) -> Page[WorkbookOutput]:
        """List the workbooks of the concours, the latest first."""
        return page(self.tournament.exports.defer("content"), query)

    @act("export", "workbooks/", status=202)
    def workbooks_post(self, data: WorkbookInput) -> JobOutput:
        """Have the workbook made, or its sheets as CSV files; a job that has not begun yet is used again."""
        language = (get_language() or "fr") if data.language is LEFT_OUT else data.language
        return ask_workbook(
            tournament=self.tournament,
            by=self.user,
            language=language,
            file_format=data.format,
            outside=data.outside,
        )

    @act(
        "export",
        "workbooks/<int:workbook>/",
        sends=(XLSX, ZIP),
        name="workbook",
    )
    def workbook_file_get(self) -> HttpResponse:
        """Download the workbook, or the CSV files in a zip."""
        return send_workbook(self.tournament, self.kwargs["workbook"])


class JobView(ApiView, path="jobs/<uuid:job>/"):
    """An address of one job of a concours."""

    job: Job

    def enter(self, allowed: str) -> None:
        self.job = job_for(self.user, self.kwargs["job"])

    @act("export", name="job")
    def job_one_get(self) -> JobOutput:
        """Show the progress of a job."""
        return self.job

    @act("export", "retry/")
    def job_retry_post(self) -> JobOutput:
        """Start a failed job again; any other is left as it is."""
        jobs.retry(self.job)
        self.job.refresh_from_db()
        return self.job
