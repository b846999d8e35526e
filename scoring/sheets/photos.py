"""Photos of the paper: what a telephone sends is opened, looked at and drawn anew; nothing else of it is kept.

A photo may come before any score: it is then shown beside the fields, and goes to the first version, whoever gives it.
It is evidence for the referee and counts for nothing.
"""

import hashlib
import json
from typing import Any

from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db import transaction
from django.db.models import QuerySet, Sum
from django.db.models.functions import Length
from django.utils import timezone

from scoring.access.models import TableDevice
from scoring.errors import ScoringError
from scoring.sheets import acts
from scoring.sheets.models import Photo, ScoreSheet
from scoring.sheets.reception import check_open
from tournament import limited_child, program
from tournament.concours.lock import lock_tournament
from tournament.journal import services as journal
from tournament.rounds.models import Table

HIGHEST_BYTES = 12_000_000
MOST = 8  # of one table
# Of the sheets of one concours: with those of its prizes they fit into its file (scoring/transfer/archive.py).
HIGHEST_TOGETHER = 20_000_000
LONGEST_SIDE = 1600  # figures are read on it
SECONDS = 20
_CHILD = program.command("read-photo")


def read_upload(upload: UploadedFile | None) -> bytes:
    """Return the bytes of a photo as a form sends it. Raises ScoringError `photo_unread` for none, `photo_large`."""
    if upload is None:
        raise ScoringError("photo_unread", field="photo")
    _check_size(upload.size or 0)
    return upload.read()


def _check_size(size: int) -> None:
    if size > HIGHEST_BYTES:
        raise ScoringError("photo_large", field="photo", most=HIGHEST_BYTES // 1_000_000)


def add_photo(
    *,
    table_id: int,
    data: bytes,
    version: int | None = None,
    device: TableDevice | None = None,
    by: User | None = None,
) -> tuple[Photo, bool]:
    """Return the photo as it is kept, and whether this call kept it: the same one again is the one that is there.

    It goes to *version* of the table's sheet, by default to the last one; where there is none, it waits for the first.
    Raises ScoringError `photo_large`, `photo_unread`, `photo_pixels`, `photo_no_sheet` for a version that there is not,
    `photo_many`, `photos_full`, `closed`, and TournamentError `file_queue`.
    """
    content, width, height = redrawn(data, LONGEST_SIDE)  # before the lock: it takes a moment
    with transaction.atomic():
        table = Table.objects.select_related("round").get(pk=table_id)
        tournament = lock_tournament(table.round.tournament_id)
        check_open(tournament)
        sheets = ScoreSheet.objects.filter(table=table).order_by("-version")
        sheet = (sheets if version is None else sheets.filter(version=version)).first()
        if sheet is None and version is not None:
            raise ScoringError("photo_no_sheet", table=table.number)
        digest = hashlib.sha256(content).hexdigest()
        earlier = Photo.objects.filter(table=table, sheet=sheet, digest=digest).defer("content").first()
        if earlier is not None:
            return earlier, False
        if Photo.objects.filter(table=table).count() >= MOST:
            raise ScoringError("photo_many", table=table.number, most=MOST)
        if bytes_of(Photo.objects.filter(table__round__tournament=tournament)) + len(content) > HIGHEST_TOGETHER:
            raise ScoringError("photos_full", most=HIGHEST_TOGETHER // 1_000_000)
        photo = Photo.objects.create(
            table=table,
            sheet=sheet,
            content=content,
            width=width,
            height=height,
            digest=digest,
            camp=device.camp if device else "",
            device=device,
            by=by,
            at=timezone.now(),
        )
        after = {"round": table.round.number, "table": table.number, "digest": digest}
        after |= {"version": sheet.version} if sheet is not None else {}
        journal.write(
            tournament=tournament,
            act=acts.ADD_PHOTO,
            by=by,
            after=after | ({"camp": device.camp} if device else {}),
        )
        return photo, True


def bytes_of(photos: QuerySet[Any]) -> int:
    """Return how many bytes *photos* have together; one query, which reads none of them."""
    return photos.order_by().aggregate(together=Sum(Length("content")))["together"] or 0


def redrawn(data: bytes, longest: int) -> tuple[bytes, int, int]:
    """Return *data* as a plain JPEG of ours with its width and height (`photo_child.redrawn`).

    Raises ScoringError photo_unread, photo_large or photo_pixels, and TournamentError file_queue where too many photos
    come at once.
    """
    if not data:
        raise ScoringError("photo_unread", field="photo")
    _check_size(len(data))
    try:
        head, content = limited_child.answer_of([*_CHILD, str(longest)], data, seconds=SECONDS).split(b"\n", 1)
        read = json.loads(head)
    except (limited_child.ChildKilled, ValueError):
        raise ScoringError("photo_pixels", field="photo") from None
    if "code" in read:
        raise ScoringError(read["code"], field="photo")
    return content, read["width"], read["height"]
