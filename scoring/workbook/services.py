"""Ask for the workbook, and build it in the worker: it is kept whole in its row."""

import io
from dataclasses import replace

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import QuerySet
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from rules import local_words
from scoring.workbook.csv_files import ZIP, write_csv
from scoring.workbook.models import Export
from scoring.workbook.sheets import all_tabs, outside_tabs
from scoring.workbook.source import read_source
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.jobs import services as jobs
from tournament.jobs.models import Job
from tournament.names import file_stem
from tournament.people.naming import Audience
from tournament.people.selectors import is_renamed_since

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
FORMATS = ("xlsx", "csv")
KEPT = 5  # workbooks and CSV files of a concours; the older ones can be made again


@transaction.atomic
def ask_workbook(
    *, tournament: Tournament, by: User, language: str, file_format: str = "xlsx", outside: bool = False
) -> Job:
    """Enqueue the workbook of *tournament* in *language*, or return the job that nobody has begun yet.

    *file_format*: one of FORMATS; "csv" is a zip of the same sheets. *outside*: for others than the club, without
    telephones, remarks and reasons.
    """
    args: dict[str, object] = {"language": language}
    args |= {"format": file_format} if file_format != "xlsx" else {}
    args |= {"outside": True} if outside else {}
    return jobs.enqueue("workbook", tournament=tournament, args=args, by=by, once=True)


@transaction.atomic
def remake_workbooks(exports: QuerySet[Export]) -> int:
    """Delete *exports* and have each made again as it was asked for; return how many files are made again."""
    asked = list(exports.select_related("job__by", "job__tournament").defer("content"))
    exports.filter(pk__in=[export.pk for export in asked]).delete()
    # A concours that was removed has no page to take them from.
    jobs_of = {
        jobs.enqueue("workbook", tournament=one.job.tournament, args=one.job.args, by=one.job.by, once=True).pk
        for one in reversed(asked)
        if one.job.tournament is not None and one.job.tournament.removed_at is None
    }
    return len(jobs_of)


def media_type(export: Export) -> str:
    """Return the type of a file that was made."""
    return ZIP if export.filename.endswith(".zip") else XLSX


def build_workbook(job: Job, progress: jobs.Progress) -> dict[str, object]:
    """Build the workbook of the job's concours as it stands now and return {"export": id, "rows": count}.

    It is built again where a name was erased or corrected meanwhile. Raises TournamentError removed.
    """
    # Here: openpyxl and what it brings is loaded when the first workbook is asked for, and by the worker alone.
    from scoring.workbook.writer import write

    with translation.override(job.args.get("language", "fr")):
        progress(1, _("Reading the concours"))
        tournament = Tournament.objects.select_related("club").filter(jobs=job).first()
        if tournament is None:
            raise TournamentError("removed")
        local_words.choose(tournament.words)
        outside = bool(job.args.get("outside"))
        source = read_source(tournament, Audience.NAMED if outside else Audience.ORGANISERS)
        made_at = timezone.localtime().strftime("%d/%m/%Y %H:%M")
        footer = _("%(name)s, %(made_at)s") % {"name": tournament.marked_name, "made_at": made_at}
        file = io.BytesIO()
        tabs = outside_tabs(source) if outside else all_tabs(source)
        if tournament.rehearsal:
            tabs = [
                replace(tab, title=_("Rehearsal, nothing here counts: %(title)s") % {"title": tab.title})
                for tab in tabs
            ]

        def step(percent: int, words: str) -> None:
            progress(max(2, percent), _("Sheet: %(step)s") % {"step": words})

        as_csv = job.args.get("format") == "csv"
        if as_csv:
            rows = write_csv(file, title=f"{tournament.marked_name}, {made_at}", tabs=tabs, progress=step)
        else:
            rows = write(file, title=tournament.marked_name, footer=footer, tabs=tabs, progress=step)
        progress(97, _("Keeping the workbook"))
        stem = file_stem(tournament.marked_name) or "concours"
        if outside:
            named = _("results-%(stem)s-%(number)s.zip") if as_csv else _("results-%(stem)s-%(number)s.xlsx")
        else:
            named = _("lists-%(stem)s-%(number)s.zip") if as_csv else _("workbook-%(stem)s-%(number)s.xlsx")
        name = named % {"stem": stem, "number": source.evening.journal_number}
    with transaction.atomic():
        lock_tournament(tournament.pk, closed_club=True, copied=True)
        renamed = is_renamed_since(tournament.pk, tournament.journal_number)
        if not renamed:
            export, _created = Export.objects.update_or_create(
                job=job,
                defaults={
                    "tournament": tournament,
                    "filename": name,
                    "journal_number": source.evening.journal_number,
                    "content": file.getvalue(),
                    "size": file.tell(),
                    "outside": outside,
                },
            )
            exports = Export.objects.filter(tournament=tournament)
            latest = exports.order_by("-created_at", "-pk").values_list("pk", flat=True)[:KEPT]
            exports.exclude(pk__in=list(latest)).delete()
    return build_workbook(job, progress) if renamed else {"export": export.pk, "rows": rows}
