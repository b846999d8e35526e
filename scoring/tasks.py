"""Jobs of the scoring, done after an act: the worker finds them through their kind."""

from datetime import datetime

from django.db.models import OuterRef, QuerySet

from scoring.copies import receiving, sending
from scoring.people import retention
from scoring.public.pages import refresh_pages, renew_copies
from scoring.qualification import services as qualification
from scoring.rounds.services import draw_in_background
from scoring.transfer import services as transfer
from scoring.webhooks import delivery, services as webhooks
from scoring.workbook.services import build_workbook
from tournament.concours.models import Tournament
from tournament.entries import services as entries
from tournament.jobs.models import Job
from tournament.jobs.services import Progress, finish_here, job
from tournament.people import ages
from tournament.prepared import prepared


@job("pages", fleeting=True, spaced=2)
def pages(row: Job, _progress: Progress) -> dict[str, object]:
    """Rebuild the snapshot and the public pages; nothing where another job did it already. Addresses are told first."""
    assert row.tournament_id is not None, "the pages are those of a concours"
    tournament = _concours.first(pk=row.tournament_id)
    if tournament is None:
        return {"rendered": False}
    removed_at, untold, behind = tournament
    if untold:
        webhooks.wake_if_told(row.tournament_id)
    if removed_at is not None:
        return {"rendered": False}  # removed since: nobody sees its pages, and one that comes back has them made again
    if behind:
        sending.wake_if_behind(row.tournament_id)
    result: dict[str, object] = {"rendered": True}
    done = refresh_pages(
        tournament_id=row.tournament_id, force=bool(row.args.get("force")), last=lambda: finish_here(row, result)
    )
    return result if done else {"rendered": False}


@prepared
def _concours(pk: int) -> QuerySet[Tournament, tuple[datetime | None, bool, bool]]:
    """Select when a concours was removed, and whether other sites or copies may have to be brought up to it."""
    untold, behind = webhooks.may_be_untold(OuterRef("pk")), sending.may_be_behind(OuterRef("pk"))
    one = Tournament.every.filter(pk=pk).annotate(untold=untold, behind=behind)
    return one.values_list("removed_at", "untold", "behind")


@job("draw", slow=True)
def draw(row: Job, progress: Progress) -> dict[str, object]:
    """Compute the draft of a long tirage, as the page asked for it."""
    return {"draw": draw_in_background(row, progress).pk}


@job("workbook", slow=True)
def workbook(row: Job, progress: Progress) -> dict[str, object]:
    """Build the workbook of the concours as it stands when the job runs."""
    return build_workbook(row, progress)


@job(transfer.JOB)
def concours_file(row: Job, progress: Progress) -> dict[str, object]:
    """Write the file of the concours as it stands when the job runs."""
    return transfer.write_file(row, progress)


@job(sending.JOB, fleeting=True, outward=True)
def copies(_row: Job, _progress: Progress) -> dict[str, int]:
    """Bring the files of all concours where their copies are kept and not the latest."""
    return sending.deliver(stays=True)


@job(receiving.JOB, fleeting=True, slow=True, spaced=5)
def copy_rows(row: Job, _progress: Progress) -> dict[str, object]:
    """Write the rows of the copy that another program sent last."""
    return {"written": receiving.write_waiting(row.args["held"])}


@job(webhooks.JOB, fleeting=True, outward=True)
def tell_webhooks(_row: Job, _progress: Progress) -> dict[str, int]:
    """Send to the addresses of all concours the messages not sent yet."""
    return delivery.deliver()


@job("retention", daily=True)
def let_people_go(_row: Job, _progress: Progress) -> dict[str, int]:
    """Erase the people whose term is over, the lists of registrations from home, and years of birth that nobody asks for."""
    return {
        "erased": retention.erase_due_everywhere(),
        "entries": entries.erase_old(),
        "birth_years": ages.forget_birth_years(),
    }


@job("figures", daily=True)
def renew_copies_of_earlier_versions(_row: Job, _progress: Progress) -> dict[str, int]:
    """Compute again the copies of rankings that an earlier version computed otherwise."""
    return {"renewed": renew_copies()}


@job("qualified", daily=True)
def pass_on_places(_row: Job, _progress: Progress) -> dict[str, int]:
    """Pass on the places of the qualified who did not answer in time."""
    return {"concours": qualification.call_late()}
