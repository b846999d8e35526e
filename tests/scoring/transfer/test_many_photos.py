"""Photos at the size of an evening with sixty prizes: they fit into the concours file, or a sentence says why they do not."""

import hashlib
import io
import os
from queue import Queue

import pytest
from django.db import transaction
from django.urls import reverse
from PIL import Image

from scoring.copies import sending, services
from scoring.copies.models import PlaceState
from scoring.errors import ScoringError
from scoring.models import PrizePhoto
from scoring.prizes import services as photos
from scoring.sheets import photos as sheet_photos
from scoring.transfer import archive, file, services as transfer
from scoring.transfer.file import read_concours, write_concours
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import add_line, brought
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Prize
from tournament.models import Club, Tournament
from tournament.prizes.services import with_rows

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.engine]
LOTS = 60


def photo_of_a_telephone() -> bytes:
    """Return 3 MB: 12 million dots, sharp enough to weigh that."""
    picture = Image.frombytes("RGB", (320, 240), os.urandom(320 * 240 * 3)).resize(
        (4000, 3000), Image.Resampling.BICUBIC
    )
    written = io.BytesIO()
    picture.save(written, "JPEG", quality=96)
    return written.getvalue()


@pytest.fixture
def evening():
    """An evening with seventy prizes."""
    made = builders.concours(teams=4, lots=[f"Lot n° {number}" for number in range(1, LOTS + 11)])
    add_line(made)
    return made


def with_photos(evening: Tournament, size: int) -> None:
    """Store photos of *size* bytes for the first sixty prizes."""
    with transaction.atomic():
        with_rows(lock_tournament(evening.pk))
    for prize in Prize.objects.filter(tournament=evening).order_by("number")[:LOTS]:
        content = os.urandom(size)
        digest = hashlib.sha256(content).hexdigest()
        PrizePhoto.objects.create(prize=prize, content=content, width=1000, height=750, digest=digest)
    add_line(evening)


def test_sixty_photos_of_three_megabytes_fit_and_are_copied(evening, tmp_path, monkeypatch):
    monkeypatch.setattr(sending, "_ended", Queue())  # what places of other tests said late is not counted here
    sent = photo_of_a_telephone()
    assert len(sent) > 3_000_000
    kept = photos.add_photo(tournament_id=evening.pk, number=LOTS + 1, data=sent, by=None)
    size = len(bytes(kept.content))
    assert max(kept.width, kept.height) == photos.LONGEST_SIDE and (LOTS + 1) * size < photos.HIGHEST_TOGETHER
    with_photos(evening, photos.HIGHEST_TOGETHER // (LOTS + 1))
    written = write_concours(evening.pk).content
    assert len(written) < archive.HIGHEST_BYTES and len(read_concours(written).photos) == LOTS + 1
    services.add_folder(club=evening.club, folder=str(tmp_path), by=account("odile", evening.club))
    assert sending.serve(evening.pk) == 1
    assert {len(path.read_bytes()) for path in tmp_path.glob("*.belote")} == {len(written)}
    here = Club.objects.create(name="Amicale")
    taken = transfer.take_in(file=read_concours(written), club=here, by=account("zoe", here))
    assert PrizePhoto.objects.filter(prize__tournament=taken).count() == LOTS + 1


def test_a_photo_beyond_what_the_file_holds_is_refused_in_a_sentence_and_another_one_replaced(evening, monkeypatch):
    with_photos(evening, photos.HIGHEST_TOGETHER // LOTS)
    monkeypatch.setattr(photos, "redrawn", lambda data, longest: (data, 1000, 750))
    with pytest.raises(ScoringError, match="Mo") as refused:
        photos.add_photo(tournament_id=evening.pk, number=LOTS + 1, data=b"x" * 5_000, by=None)
    assert refused.value.code == "prize_photos_full"
    photos.add_photo(tournament_id=evening.pk, number=1, data=b"x" * 5_000, by=None)


def test_a_photo_of_a_sheet_beyond_it_leaves_the_score(monkeypatch):
    table = builders.partie(builders.evening(teams=2, parties=0), 1, [(1, 900, 2, 1044)]).tables.get()
    monkeypatch.setattr(sheet_photos, "redrawn", lambda data, longest: (data, 1600, 1200))
    monkeypatch.setattr(sheet_photos, "HIGHEST_TOGETHER", 5_000)
    sheet_photos.add_photo(table_id=table.pk, data=b"x" * 3_000)
    with pytest.raises(ScoringError, match="Le score est gardé") as refused:
        sheet_photos.add_photo(table_id=table.pk, data=b"y" * 3_000)
    assert refused.value.code == "photos_full"


def test_a_file_that_nobody_would_take_in_is_no_copy(evening, tmp_path, monkeypatch):
    """Photos of before may be more than the file holds."""
    brought(monkeypatch)
    services.add_folder(club=evening.club, folder=str(tmp_path), by=account("odile", evening.club))
    with monkeypatch.context() as small:
        small.setattr(file, "HIGHEST_BYTES", 1_000)
        with pytest.raises(ScoringError, match="aucune copie"):
            write_concours(evening.pk)
        assert sending.serve(evening.pk) == 0
        state = PlaceState.objects.get()
        assert state.failure == "photos" and state.next_try and not list(tmp_path.glob("*.belote"))
    PlaceState.objects.update(next_try=None)
    assert sending.serve(evening.pk) == 1 and PlaceState.objects.get().failure == ""


def test_a_club_larger_than_its_file_is_said_where_it_is_taken_away(evening, client, monkeypatch):
    monkeypatch.setattr(transfer, "HIGHEST_BYTES", 1_000)
    client.force_login(account("odile", evening.club))
    said = client.get(reverse("transfer-all", args=[evening.club_id]), follow=True).content.decode()
    assert "Emportez chaque concours à part" in said
