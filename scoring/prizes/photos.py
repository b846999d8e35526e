"""Photos of prizes: drawn anew by us like those of score sheets, one for each prize."""

import hashlib

from django.contrib.auth.models import User
from django.db import transaction
from django.shortcuts import get_object_or_404

from scoring.errors import ScoringError
from scoring.prizes import acts
from scoring.prizes.models import PrizePhoto
from scoring.sheets.photos import bytes_of, redrawn
from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Prize
from tournament.journal import services as journal
from tournament.prizes.services import with_rows

# Of the prizes of one concours: sixty of a telephone stay below it. With those of the sheets they fit into its file.
HIGHEST_TOGETHER = 20_000_000
LONGEST_SIDE = 1000


def add_photo(*, tournament_id: int, number: int, data: bytes, by: User | None) -> PrizePhoto:
    """Store a photo of prize *number*, in place of the one that it had.

    Raises ScoringError `photo_large`, `photo_unread`, `photo_pixels`, `prize_photos_full`, TournamentError `file_queue`, `closed`,
    and Http404 for a prize that is not on the list.
    """
    content, width, height = redrawn(data, LONGEST_SIDE)  # before the lock: it takes a moment
    digest = hashlib.sha256(content).hexdigest()
    with transaction.atomic():
        tournament = lock_open_tournament(tournament_id)
        with_rows(tournament)
        prize = get_object_or_404(Prize, tournament=tournament, number=number)
        others = PrizePhoto.objects.filter(prize__tournament=tournament).exclude(prize=prize)
        if bytes_of(others) + len(content) > HIGHEST_TOGETHER:
            raise ScoringError("prize_photos_full", field="photo", most=HIGHEST_TOGETHER // 1_000_000)
        PrizePhoto.objects.filter(prize=prize).delete()
        photo = PrizePhoto.objects.create(prize=prize, content=content, width=width, height=height, digest=digest)
        journal.write(
            tournament=tournament,
            act=acts.ADD_PRIZE_PHOTO,
            by=by,
            after={"lot": number, "digest": digest, "prizes": len(tournament.lots)},
        )
    return photo


@acts.REMOVE_PRIZE_PHOTO.service
@transaction.atomic
def remove_photo(*, tournament_id: int, number: int, by: User | None) -> None:
    """Remove the photo of prize *number*; where there is none nothing is written. Raises TournamentError `closed`."""
    tournament = lock_open_tournament(tournament_id)
    photos = PrizePhoto.objects.filter(prize__tournament=tournament, prize__number=number)
    if photos.exists():
        photos.delete()
        journal.write(
            tournament=tournament,
            act=acts.REMOVE_PRIZE_PHOTO,
            by=by,
            before={"lot": number},
            after={"prizes": len(tournament.lots)},
        )
