"""Ask for the workbook, and build it in the worker: it is kept whole in its row."""

import io

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.workbook.models import Export
from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from scoring.workbook.writer import write
from tournament.concours.models import Tournament
from tournament.jobs import services as jobs
from tournament.jobs.models import Job

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KEPT = 5  # workbooks of a concours; the older ones can be made again


@transaction.atomic
def ask_workbook(*, tournament: Tournament, by: User, language: str) -> Job:
    """Enqueue the workbook of *tournament* in *language* or return the job that nobody has begun yet."""
    return jobs.enqueue("workbook", tournament=tournament, args={"language": language}, by=by, once=True)


def build_workbook(job: Job, progress: jobs.Progress) -> dict[str, object]:
    """Build the workbook of the job's concours as it stands now and return {"export": id, "rows": count}."""
    with translation.override(job.args.get("language", "fr")):
        progress(1, _("Reading the concours"))
        tournament = Tournament.objects.select_related("club").get(jobs=job)
        source = read_source(tournament)
        made_at = timezone.localtime().strftime("%d/%m/%Y %H:%M")
        footer = _("%(name)s, %(made_at)s") % {"name": tournament.name, "made_at": made_at}
        file = io.BytesIO()
        rows = write(
            file,
            title=tournament.name,
            footer=footer,
            tabs=all_tabs(source),
            progress=lambda percent, step: progress(max(2, percent), _("Sheet: %(step)s") % {"step": step}),
        )
        progress(97, _("Keeping the workbook"))
        stem = slugify(tournament.name)[:40] or "concours"
        name = _("workbook-%(stem)s-%(number)s.xlsx") % {"stem": stem, "number": source.evening.journal_number}
    with transaction.atomic():
        export, _created = Export.objects.update_or_create(
            job=job,
            defaults={
                "tournament": tournament,
                "filename": name,
                "journal_number": source.evening.journal_number,
                "content": file.getvalue(),
                "size": file.tell(),
            },
        )
        exports = Export.objects.filter(tournament=tournament)
        latest = exports.order_by("-created_at", "-pk").values_list("pk", flat=True)[:KEPT]
        exports.exclude(pk__in=list(latest)).delete()
    return {"export": export.pk, "rows": rows}
