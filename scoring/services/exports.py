"""The workbook: asked for by a page, built by the worker, kept whole in its row."""

import io

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import timezone, translation
from django.utils.text import slugify
from django.utils.translation import gettext as _

from scoring.exports import sheets, workbook
from scoring.models import Export
from tournament import jobs
from tournament.models import Job, Tournament

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
KEPT = 5  # workbooks of a concours; the older ones can be made again


@transaction.atomic
def ask_workbook(*, tournament: Tournament, by: AbstractBaseUser, language: str) -> Job:
    """The job that will build *tournament*'s workbook in *language* ("fr" or "en"); one that nobody has begun serves."""
    return jobs.enqueue("workbook", tournament=tournament, args={"language": language}, by=by, once=True)


def build_workbook(job: Job, progress: jobs.Progress) -> dict[str, object]:
    """Build the workbook of the job's concours as it stands now; gives {"export": id, "rows": count}."""
    with translation.override(job.args.get("language", "fr")):
        progress(1, _("Reading the concours"))
        tournament = Tournament.objects.select_related("club").get(pk=job.tournament_id)
        source = sheets.read(tournament)
        made_at = timezone.localtime().strftime("%d/%m/%Y %H:%M")
        footer = _("%(name)s, %(made_at)s") % {"name": tournament.name, "made_at": made_at}
        file = io.BytesIO()
        rows = workbook.write(
            file,
            title=tournament.name,
            footer=footer,
            pages=sheets.pages(source),
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
        kept = Export.objects.filter(tournament=tournament).order_by("-created_at", "-pk")
        Export.objects.filter(tournament=tournament).exclude(
            pk__in=list(kept.values_list("pk", flat=True)[:KEPT])
        ).delete()
    return {"export": export.pk, "rows": rows}
