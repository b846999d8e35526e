"""Liveness and readiness probes."""

import filecmp
import logging
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.db import DatabaseError
from django.http import HttpRequest, JsonResponse
from django.template import TemplateDoesNotExist, TemplateSyntaxError
from django.template.loader import render_to_string
from django.views.decorators.cache import never_cache

from deploy.database.checks import is_to_be_migrated, unknown_migrations
from deploy.laptop import keeper
from deploy.version import version
from tournament.jobs.selectors import longest_wait
from tournament.page_access import public_page

log = logging.getLogger("dix.pages")

STUCK_SECONDS = 120


def _why_silent() -> str:
    """Return why a question to the database failed: its tables are not made yet, or it does not answer."""
    try:
        return "to be migrated" if is_to_be_migrated() else "away"
    except DatabaseError:
        return "away"


@public_page
@never_cache
def healthz(request: HttpRequest) -> JsonResponse:
    """Answer 503 when the database is away or damaged, or no job was begun for two minutes though some wait."""
    if keeper.is_damaged():
        return JsonResponse({"status": "bad", "database": "damaged"}, status=503)
    try:
        waited = longest_wait()
    except DatabaseError:
        return JsonResponse({"status": "bad", "database": _why_silent()}, status=503)
    bad = waited > STUCK_SECONDS
    return JsonResponse(
        {"status": "bad" if bad else "ok", "database": "ok", "jobs_waiting_seconds": round(waited)},
        status=503 if bad else 200,
    )


_collected: set[Path] = (
    set()
)  # folders that were looked at and hold them all; a wrong one is looked at until it is mended


def _are_files_collected(root: Path) -> bool:
    """Return whether all static files of this version are those below *root*: the scripts of another one fit no page."""
    if root in _collected:
        return True
    files = (file for finder in get_finders() for file in finder.list(()))
    try:
        if not all(filecmp.cmp(storage.path(path), root / path, shallow=False) for path, storage in files):
            return False
    except OSError:
        return False
    _collected.add(root)
    return True


def _is_page_rendered() -> bool:
    """Return whether the frames of pages and of errors find their templates and, hosted, their static files."""
    if settings.STATIC_ROOT and not _are_files_collected(Path(settings.STATIC_ROOT)):
        return False
    try:
        return all(render_to_string(name, {"sentence": "", "lang": "fr"}) for name in ("base.html", "404.html"))
    except (ValueError, TemplateDoesNotExist, TemplateSyntaxError):
        log.exception("a page cannot be rendered")
        return False


@public_page
@never_cache
def readyz(request: HttpRequest) -> JsonResponse:
    """Answer 200 and the version when the tables are those of this version and a page can be rendered."""
    try:
        missing = is_to_be_migrated()
        newer = bool(unknown_migrations())
    except DatabaseError:
        return JsonResponse({"status": "bad", "database": "away"}, status=503)
    bad = missing or newer
    if not bad and not _is_page_rendered():
        return JsonResponse(
            {"status": "bad", "pages": "cannot be rendered: collect the static files, or see the log"}, status=503
        )
    state = "of a newer version" if newer else "to be migrated" if missing else "ok"
    answer = {"status": "bad" if bad else "ok", "database": state, "version": version()}
    return JsonResponse(answer, status=503 if bad else 200)
