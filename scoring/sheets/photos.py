"""Photos of the paper: what a telephone sends is opened, looked at and drawn anew; nothing else of it is kept.

A photo is attached to the version of the sheet that it shows. It is evidence for the referee and counts for nothing.
"""

import hashlib
import io
import struct
import warnings

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from PIL import Image, ImageOps, UnidentifiedImageError

from scoring.access.models import TableDevice
from scoring.errors import ScoringError
from scoring.sheets.models import Photo, ScoreSheet
from scoring.sheets.reception import check_open
from tournament.concours.lock import lock_tournament
from tournament.journal import services as journal
from tournament.rounds.models import Table

HIGHEST_BYTES = 12_000_000
# A telephone of today has 50 million dots; its JPEG is read small at once, what else comes is read whole.
HIGHEST_PIXELS, HIGHEST_WHOLE = 60_000_000, 25_000_000
LONGEST_SIDE = 1600
QUALITY = 80
MOST = 8  # of one table
# What telephones and scanners write; every other format of the library stays shut.
FORMATS = ("JPEG", "PNG", "WEBP")


def add_photo(
    *,
    table_id: int,
    data: bytes,
    version: int | None = None,
    device: TableDevice | None = None,
    by: User | None = None,
) -> tuple[Photo, bool]:
    """The photo as it is kept, and whether this call kept it: the same one again is the one that is there.

    It goes to *version* of the table's sheet, by default to the last one. Raises ScoringError `photo_large`,
    `photo_unread`, `photo_pixels`, `photo_no_sheet`, `photo_many`, `closed`.
    """
    content, width, height = redrawn(data)  # before the lock: it takes a moment
    return _attach(table_id=table_id, version=version, content=content, size=(width, height), device=device, by=by)


@transaction.atomic
def _attach(
    *,
    table_id: int,
    version: int | None,
    content: bytes,
    size: tuple[int, int],
    device: TableDevice | None,
    by: User | None,
) -> tuple[Photo, bool]:
    table = Table.objects.select_related("round").get(pk=table_id)
    tournament = lock_tournament(table.round.tournament_id)
    check_open(tournament)
    sheets = ScoreSheet.objects.filter(table=table).order_by("-version")
    sheet = (sheets if version is None else sheets.filter(version=version)).first()
    if sheet is None:
        raise ScoringError("photo_no_sheet", table=table.number)
    digest = hashlib.sha256(content).hexdigest()
    known = Photo.objects.filter(sheet=sheet, digest=digest).defer("content").first()
    if known is not None:
        return known, False
    if Photo.objects.filter(sheet__table=table).count() >= MOST:
        raise ScoringError("photo_many", table=table.number, most=MOST)
    photo = Photo.objects.create(
        sheet=sheet,
        content=content,
        width=size[0],
        height=size[1],
        digest=digest,
        camp=device.camp if device else "",
        device=device,
        by=by,
        at=timezone.now(),
    )
    after = {"round": table.round.number, "table": table.number, "version": sheet.version, "digest": digest}
    journal.write(
        tournament=tournament, act="add_photo", by=by, after=after | ({"camp": device.camp} if device else {})
    )
    return photo, True


def redrawn(data: bytes) -> tuple[bytes, int, int]:
    """*data* as a plain JPEG of ours with its width and height: at most 1600 pixels long, upright, without a word
    beside the picture (place, date, owner, thumbnail). Raises ScoringError.
    """
    if not data:
        raise ScoringError("photo_unread", field="photo")
    if len(data) > HIGHEST_BYTES:
        raise ScoringError("photo_large", field="photo", most=HIGHEST_BYTES // 1_000_000)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)  # the next lines judge the size
            picture = Image.open(io.BytesIO(data), formats=FORMATS)
            small = picture.format in ("JPEG", "MPO")  # MPO: several JPEG in one, as some telephones write
            if picture.width * picture.height > (HIGHEST_PIXELS if small else HIGHEST_WHOLE):
                raise ScoringError("photo_pixels", field="photo")
            if small:
                picture.draft("RGB", (LONGEST_SIDE, LONGEST_SIDE))
            picture.load()
            picture.thumbnail((LONGEST_SIDE, LONGEST_SIDE))
    except Image.DecompressionBombError as error:
        raise ScoringError("photo_pixels", field="photo") from error
    except (UnidentifiedImageError, OSError, SyntaxError, ValueError, EOFError, struct.error) as error:
        # The library says in many ways that a file is not what it claims to be.
        raise ScoringError("photo_unread", field="photo") from error
    plain = ImageOps.exif_transpose(picture).convert("RGB")
    clean = Image.new("RGB", plain.size)
    clean.paste(plain)
    written = io.BytesIO()
    clean.save(written, "JPEG", quality=QUALITY)
    return written.getvalue(), clean.width, clean.height
