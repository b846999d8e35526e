"""Put a copy of the whole database back from a page of the laptop: found, looked at, then exchanged by a new start.

Whoever organises every club that is here may do it, or anybody at the laptop while nobody has an account.
"""

import contextlib
import logging
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import wraps
from pathlib import Path

from django.conf import settings
from django.contrib.auth.decorators import login_not_required
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from deploy.database import backups, checks, restores
from deploy.laptop import closing
from deploy.laptop.copies import is_kept_here
from scoring.copies.sticks import sticks
from tournament import names
from tournament.clubs.models import Club
from tournament.clubs.selectors import clubs_of
from tournament.clubs.services import is_first_run
from tournament.page_access import PageRequest, form_page, laptop_only

log = logging.getLogger("dix.copies")

MOST_FOUND = 40
_DOWNLOADS = ("Downloads", "Téléchargements")
_SUFFIX = backups.SUFFIXES["sqlite"]


@dataclass(frozen=True)
class FoundCopy:
    """A copy of everything on this computer, and when it was written."""

    path: str
    name: str
    folder: str
    at: datetime
    size: int


@dataclass(frozen=True)
class RestoredConcours:
    """A concours in the copy, or here, or in both: how many lines of its journal each has, None for none.

    `lost`: how many of those that are here the copy lacks.
    """

    name: str
    date: date
    club: str
    here: int | None
    coming: int | None
    lost: int


def found_copies(folder: Path | None) -> list[FoundCopy]:
    """Return the copies in *folder*; without one those that this program made, on the sticks and among the downloads."""
    folders = [folder] if folder else [*sticks(), *(Path.home() / name for name in _DOWNLOADS)]
    paths = [path for one in folders for path in _copies_in(one, f"*{_SUFFIX}" if folder else f"dix-de-der-*{_SUFFIX}")]
    if not folder:
        paths += _copies_in(settings.DATA_DIR / "backups", f"*{_SUFFIX}")
    found = []
    for path in paths:
        with contextlib.suppress(OSError):
            state = path.stat()
            at = datetime.fromtimestamp(state.st_mtime, UTC)
            found.append(FoundCopy(str(path), path.name, str(path.parent), at, state.st_size))
    return sorted(found, key=lambda one: one.at, reverse=True)[:MOST_FOUND]


def _copies_in(folder: Path, pattern: str) -> Sequence[Path]:
    try:
        return [path for path in folder.glob(pattern) if path.is_file() and names.is_text(path)]
    except (OSError, ValueError):
        return []


def changes(coming: restores.Contents, here: restores.Contents, lost: Mapping[str, int]) -> list[RestoredConcours]:
    """Return what becomes of each concours, those that are here first."""
    now = {one.identity: one for one in here.concours}
    then = {one.identity: one for one in coming.concours}
    return [
        RestoredConcours(
            name=one.name,
            date=date.fromisoformat(one.date),
            club=one.club,
            here=now[identity].lines if identity in now else None,
            coming=then[identity].lines if identity in then else None,
            lost=lost.get(identity, 0),
        )
        for identity, one in (now | then).items()
    ]


def _may_look(request: PageRequest) -> bool:
    """Return whether this person may open these pages: whoever organises some club, anybody before the first account."""
    return (is_kept_here() and is_first_run()) or bool(clubs_of(request.user, "settings"))


def _refusal(request: PageRequest) -> str:
    """Return why this person may put nothing back, "" for no reason."""
    if not is_kept_here():
        return _("Here the host keeps the copies, and puts one back.")
    if not is_first_run() and len(clubs_of(request.user, "settings")) < Club.objects.count():
        return _(
            "A copy replaces the data of every club on this computer. Log in with an account that organises all of them."
        )
    return ""


def _for_organisers(page: Callable[[PageRequest], HttpResponse]) -> Callable[[PageRequest], HttpResponse]:
    """Open *page* to those who may look; the account is asked before the method, as by the pages that need a log-in."""

    @wraps(page)
    def asked(request: PageRequest) -> HttpResponse:
        if _may_look(request):
            return page(request)
        if request.user.is_authenticated:
            raise PermissionDenied
        return redirect_to_login(request.get_full_path())

    return asked


@laptop_only
@login_not_required
@form_page  # for who may not look: a stranger is sent to the log-in whatever he sends
@_for_organisers
@require_safe
def program_restore(request: PageRequest) -> HttpResponse:
    """List the copies of everything that this computer sees."""
    refusal = _refusal(request)
    folder = names.file_path(request.GET.get("folder", ""))
    context = {
        "refusal": refusal,
        "kept_here": is_kept_here(),
        "folder": folder,
        "found": [] if refusal else found_copies(Path(folder) if folder else None),
    }
    return render(request, "restore.html", context)


@laptop_only
@login_not_required
@_for_organisers
@form_page
def program_restore_preview(request: PageRequest) -> HttpResponse:
    """Show what a copy brings, what it replaces and where that is kept; POST puts it in place by a new start."""
    if _refusal(request):
        return redirect("program-restore")
    given = request.POST if request.method == "POST" else request.GET
    source = Path(names.file_path(given.get("file", "")) or "?")
    try:
        coming, here = restores.look(source), restores.look_here()
        if request.method == "POST":
            _begin(source)
            log.info("the copy %s was put in place by account %s", source.name, request.user.pk)
            # Nothing to ask any more: the page waits for the new start.
            return render(request, "restoring.html", {"private": False}, status=202)
        context = {
            "source": source,
            "coming": coming,
            "here": here,
            "changes": changes(coming, here, restores.lost_by(source)),
            "kept": settings.DATA_DIR / "backups",
        }
    except (backups.BackupError, OSError, sqlite3.Error) as error:
        return render(request, "restore.html", _chosen_again(restores.refusal_of(error)), status=422)
    return render(request, "restore_preview.html", context)


def _chosen_again(error: backups.BackupError) -> dict[str, object]:
    """Return the page of the copies that says why one was not put back."""
    return {"error": error, "kept_here": True, "found": found_copies(None), "folder": ""}


def _begin(source: Path) -> None:
    """Lay *source* for the next start, and start anew. Raises BackupError."""
    if not closing.may_close():
        raise backups.BackupError(
            _(
                "This program was not started to be closed from a page. Stop it, then put the copy back. Nothing was changed."
            )
        )
    # The new start would refuse to open, after the page has said that it will.
    free = checks.free_bytes() - source.stat().st_size
    if free < checks.REFUSE_BYTES:
        raise backups.BackupError(
            _(
                "With this copy only %(free)s MB would be free on the disk; the program needs %(needed)s MB to open again. "
                "Nothing was changed. Make room, then put the copy back again."
            )
            % {"free": max(0, free) // 1_000_000, "needed": checks.REFUSE_BYTES // 1_000_000}
        )
    restores.lay(source)
    closing.close_program()


@laptop_only
@login_not_required
def program_restored(request: PageRequest) -> HttpResponse:
    """State that a copy is in place, what it holds, and where the former data are; while it waits, or was refused, say so."""
    if restores.is_coming():
        return render(request, "restoring.html", {"private": False}, status=202)
    if is_kept_here() and (error := restores.refused_here()):
        return render(request, "restore.html", _chosen_again(error))
    kept = restores.kept_last() if is_kept_here() else None
    if kept is None:
        return redirect("home")
    return render(request, "restored.html", {"here": restores.look_here(), "kept": kept})
