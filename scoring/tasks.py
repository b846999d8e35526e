"""Work done after an act, outside the request: a Celery worker finds these through their kind of job."""

from scoring.services.exports import build_workbook
from scoring.services.pages import refresh_pages
from scoring.services.rounds import draw_in_background
from tournament.jobs import Progress, job
from tournament.models import Job


@job("pages", fleeting=True, spaced=True)
def pages(row: Job, _progress: Progress) -> dict[str, object]:
    """The standing and the public pages, brought up to the journal; nothing where another job did it already."""
    done = refresh_pages(tournament_id=row.tournament_id, force=bool(row.args.get("force")))
    return {"rendered": done}


@job("draw", slow=True)
def draw(row: Job, progress: Progress) -> dict[str, object]:
    """A tirage that takes long: its draft, as the page asked for it."""
    return {"draw": draw_in_background(row, progress).pk}


@job("workbook", slow=True)
def workbook(row: Job, progress: Progress) -> dict[str, object]:
    """The workbook of the concours as it stands when the job runs."""
    return build_workbook(row, progress)
