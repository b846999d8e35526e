"""Close the program from a page of the laptop, as Ctrl-C in its window does.

The process that serves a hall offers it (deploy/laptop/serve.py). Hosted, or under another server, nothing can be closed here.
"""

import threading
from collections.abc import Callable

from django.conf import settings
from django.db.models import Exists, OuterRef
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from deploy.laptop.copies import may_copy
from scoring.access.models import TableDevice
from scoring.access.services import ALIVE
from scoring.sheets.models import ScoreSheet
from tournament import program
from tournament.api.base import PERSON, ApiView, act
from tournament.errors import TournamentError
from tournament.jobs.selectors import unfinished
from tournament.page_access import PageRequest, form_page, laptop_only

TAG = "api"
# The last page has its style sheets and its icon to fetch before nobody answers any more.
LAST_PAGE_SECONDS = 2.0

_offered: list[Callable[[], None]] = []
_closing = threading.Event()


def offer(stop: Callable[[], None] | None) -> None:
    """Register how the pages close this process by *stop*; None: no longer."""
    _offered[:] = [stop] if stop else []
    _closing.clear()


def may_close() -> bool:
    """Return whether this process was offered to the pages, and is not closing yet."""
    return bool(_offered) and not _closing.is_set()


def close_program() -> None:
    """Stop the program in a moment, so that this answer still arrives. Raises TournamentError `program_not_ours`."""
    if not _offered:
        raise TournamentError("program_not_ours")
    if _closing.is_set():
        return  # pressed twice
    _closing.set()
    timer = threading.Timer(LAST_PAGE_SECONDS, _offered[0])
    timer.daemon = True
    timer.start()


@laptop_only
@form_page
def close(request: PageRequest) -> HttpResponse:
    """State what stops; closed, say so and how to begin again."""
    if not settings.EMBEDDED:
        raise Http404
    context: dict[str, object] = {"folder": settings.DATA_DIR, "may_copy": may_copy(request)}
    if request.method == "POST":
        try:
            close_program()
        except TournamentError as error:
            return render(request, "close.html", context | {"error": error}, status=error.status)
        # Nothing to ask any more: the page must not say that the connection is lost.
        context |= {"command": program.starting_command(), "private": False}
        return render(request, "closed.html", context)
    context |= {"telephones": _telephones_playing(), "jobs": unfinished(outward=False)}
    return render(request, "close.html", context)


def _telephones_playing() -> int:
    """Count the telephones at tables that still play: those of a counted score have nothing more to send."""
    counted = ScoreSheet.objects.filter(table=OuterRef("access__table"), counted=True)
    alive = TableDevice.objects.filter(seen_at__gte=timezone.now() - ALIVE)
    playing = alive.filter(access__table__round__tournament__closed_at=None).exclude(Exists(counted))
    return playing.count()


class ProgramClose(ApiView):
    laptop_only = True

    @act(PERSON, "program/close/")
    def program_close_post(self) -> None:
        """Close the program: pages, walls, telephones and jobs stop; all that was entered is kept. On the laptop only."""
        if not settings.EMBEDDED:
            raise Http404
        close_program()
