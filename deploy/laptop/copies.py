"""Hand a copy of the whole database to the browser of the laptop: for a USB stick, or for another computer."""

import logging
import shutil
import tempfile
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.db import DatabaseError, connection
from django.http import FileResponse, Http404
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _

from deploy.database import backups
from deploy.web.errors import busy
from tournament.clubs.selectors import clubs_of
from tournament.page_access import PageRequest, laptop_only

log = logging.getLogger("dix.copies")


class CopyResponse(FileResponse):
    """A file in a temporary folder, which is removed once the file was sent."""

    def __init__(self, file: Path, **options: Any) -> None:
        self._folder = file.parent
        super().__init__(file.open("rb"), as_attachment=True, **options)

    def close(self) -> None:
        """Close the file and remove its folder."""
        super().close()
        shutil.rmtree(self._folder, ignore_errors=True)


def is_kept_here() -> bool:
    """Return whether the whole database is a file of this computer."""
    return settings.EMBEDDED and connection.vendor == "sqlite"


def may_copy(request: PageRequest) -> bool:
    """Return whether this person may carry everything away: who organises in a club, on the laptop that keeps it all."""
    return is_kept_here() and bool(clubs_of(request.user, "settings"))


@laptop_only
def program_copy(request: PageRequest) -> HttpResponseBase:
    """Send what `manage.py backup` would write, as the database is at this moment."""
    if not is_kept_here():
        raise Http404
    if not may_copy(request):
        raise PermissionDenied
    folder = Path(tempfile.mkdtemp(prefix="dix-copy-"))
    try:
        copy = backups.backup(folder)
    except (backups.BackupError, DatabaseError, OSError) as error:
        shutil.rmtree(folder, ignore_errors=True)
        log.warning("no copy was made: %s", error)
        return busy(
            request,
            "copy_failed",
            _(
                "No copy was made: the disk of this computer is probably full. Make room on it, then try again. "
                "Nothing was lost."
            ),
        )
    log.info("a copy of everything was handed to account %s", request.user.pk)
    return CopyResponse(copy)
