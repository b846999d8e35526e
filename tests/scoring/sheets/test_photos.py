"""Photos of the paper: what is kept is a picture of ours and nothing else; what is no photo is refused, the score stays."""

import io
import struct
import zlib

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import ProtectedError
from django.test import Client
from django.urls import reverse
from PIL import Image

from deploy.web.middleware import limit_body
from scoring.errors import ScoringError
from scoring.history.check import check
from scoring.models import Photo, ScoreSheet
from scoring.sheets import entry, photos
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone, propose
from tests.scoring.referee import builders as referees
from tests.support.accounts import account, logged_in
from tests.support.photos import picture
from tests.support.refusals import refuses
from tournament.journal import services as journal
from tournament.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db
HALL = {"REMOTE_ADDR": "192.168.1.20"}


def bomb(width=60_000, height=60_000):
    """A PNG of a few hundred bytes that claims 3.6 thousand million dots."""

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    packed = zlib.compress(b"\0" * 100_000)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", packed) + chunk(b"IEND", b"")


def claiming(jpeg, width, height):
    """A JPEG whose frame says another size than it has."""
    place = max(jpeg.find(b"\xff\xc0"), jpeg.find(b"\xff\xc2"))
    return jpeg[: place + 5] + struct.pack(">HH", height, width) + jpeg[place + 9 :]


@pytest.fixture
def table():
    builders.seated(1, counts_when="both_camps")
    return Table.objects.get()


@pytest.fixture
def proposed(table):
    device = phone(table, "NS")
    propose(device, 1012, key="one")
    return device


def send(device, data):
    return photos.add_photo(table_id=device.access.table_id, data=data, device=device)


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP"])
def test_a_photo_is_drawn_anew_and_small(proposed, kind):
    photo, created = send(proposed, picture(kind, (2400, 1800)))
    assert created and (photo.width, photo.height) == (1600, 1200)
    kept = Image.open(io.BytesIO(bytes(photo.content)))
    assert kept.format == "JPEG" and kept.size == (1600, 1200)
    assert photo.camp == "NS" and photo.sheet.version == 1


def test_nothing_beside_the_picture_is_kept(proposed):
    exif = Image.Exif()
    exif[0x0112] = 6  # lying on its side
    exif[0x010F] = "MAKER-CANARY"
    exif.get_ifd(0x8825)[1] = "N"
    data = picture(size=(800, 600), exif=exif, comment=b"COMMENT-CANARY") + b"<script>TAIL-CANARY</script>"
    photo, _created = send(proposed, data)
    content = bytes(photo.content)
    assert b"CANARY" not in content and b"Exif" not in content
    assert (photo.width, photo.height) == (600, 800)  # upright


def test_the_same_photo_twice_is_one_and_the_journal_holds_its_digest(proposed):
    first, _ = send(proposed, picture())
    again, created = send(proposed, picture())
    assert again.pk == first.pk and not created
    line = JournalEntry.objects.latest("number")
    assert line.act == "add_photo" and line.after["digest"] == first.digest
    assert JournalEntry.objects.filter(act="add_photo").count() == 1
    assert journal.broken_line(JournalEntry.objects.order_by("number")) is None


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "photo_unread"),
        (b"\xff\xd8\xff\xe0" + b"x" * 2000, "photo_unread"),
        (b"GIF89a" + b"\0" * 500, "photo_unread"),
        (b"<svg xmlns='http://www.w3.org/2000/svg' onload='alert(1)'/>", "photo_unread"),
        (b"%PDF-1.7\n%%EOF", "photo_unread"),
        (b"%!PS-Adobe-3.0 EPSF-3.0\n%%BoundingBox: 0 0 10 10\n", "photo_unread"),
        (picture()[: len(picture()) // 2], "photo_unread"),
        (picture("PNG", (400, 300))[:-40], "photo_unread"),
        (picture("TIFF", (40, 30)), "photo_unread"),
        (picture("GIF", (40, 30)), "photo_unread"),
        (bomb(), "photo_pixels"),
        (bomb(4000, 2500), "photo_unread"),
        (bomb(4000, 4000), "photo_pixels"),
        (claiming(picture(size=(80, 60), progressive=True), 5000, 4000), "photo_pixels"),
        (claiming(picture(size=(80, 60)), 9000, 8000), "photo_pixels"),
        (b"\xff" * (photos.HIGHEST_BYTES + 1), "photo_large"),
    ],
    ids=[
        "empty",
        "jpeg-head",
        "gif-head",
        "svg",
        "pdf",
        "eps",
        "half",
        "png-cut",
        "tiff",
        "gif",
        "bomb",
        "short",
        "whole",
        "in-scans",
        "dots",
        "large",
    ],
)
def test_hostile_files(proposed, data, code):
    with pytest.raises(ScoringError) as error:
        send(proposed, data)
    assert error.value.code == code and "score" in str(error.value)
    assert not Photo.objects.exists()


def test_a_photo_before_any_score_is_shown_beside_the_fields_and_goes_to_the_score_typed_from_it(table):
    Tournament.objects.update(counts_when="typist")
    tournament = table.round.tournament
    photo, created = send(phone(table, "NS"), picture())
    assert created and (photo.table, photo.sheet) == (table, None)
    assert send(phone(table, "NS"), picture()) == (photo, False)
    assert "version" not in JournalEntry.objects.latest("number").after
    desk = logged_in(account("anne", tournament.club, "scorer"))
    live = desk.get(reverse("entry-tables", args=[tournament.pk, 1])).text
    address = reverse("photo", args=[tournament.pk, photo.pk])
    assert address in live and "1 photo à saisir" in live
    assert desk.get(address).status_code == 200
    line = {"key": "k" * 20, "table": "1", "points_NS": "1012", "points_EO": "932"}
    assert desk.post(reverse("entry-round", args=[tournament.pk, 1]), line).status_code == 302
    photo.refresh_from_db()
    assert photo.sheet == ScoreSheet.objects.get(table=table, counted=True)
    assert "photo à saisir" not in desk.get(reverse("entry-tables", args=[tournament.pk, 1])).text
    assert address in desk.get(reverse("table", args=[tournament.pk, 1, 1])).text
    tournament.refresh_from_db()
    assert check(tournament).whole  # the line of the score seals the photo that went with it


def proposed_by_one(table, staff):
    propose(phone(table, "NS"), 1012, key="one")


def agreed_by_both(table, staff):
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "EO"), 1012, key="two")


def typed(table, staff):
    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    entry.submit_sheet(table_id=table.pk, key="k" * 20, kind="totals", marks=marks, by=staff)


def proposed_then_typed(table, staff):
    proposed_by_one(table, staff)
    typed(table, staff)


def ruled(table, staff):
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "EO"), 952, key="two")
    referees.keep_version(table_id=table.pk, version=2, seen=0, reason="signed", by=staff)


def forfeited(table, staff):
    referees.give_forfeit(table_id=table.pk, absent="EO", seen=0, base_version=None, reason="left", by=staff)


@pytest.mark.parametrize("order", ["photo first", "score first"])
@pytest.mark.parametrize(
    "score",
    [proposed_by_one, agreed_by_both, typed, proposed_then_typed, ruled, forfeited],
    ids=lambda way: way.__name__,
)
def test_a_photo_goes_with_the_score_of_its_table_whoever_gives_it(table, score, order):
    staff = account("anne", table.round.tournament.club, "referee")
    steps = [lambda: send(phone(table, "NS"), picture(size=(50, 50))), lambda: score(table, staff)]
    for step in steps if order == "photo first" else reversed(steps):
        step()
    photo, versions = Photo.objects.get(), table.sheets.order_by("version")
    assert photo.sheet == (versions.first() if order == "photo first" else versions.last())
    assert check(table.round.tournament).whole
    desk = logged_in(staff)
    page = desk.get(reverse("table", args=[table.round.tournament_id, 1, 1])).text
    assert page.count(f'<img src="{reverse("photo", args=[table.round.tournament_id, photo.pk])}"') == 1


def test_a_photo_that_an_earlier_version_left_waiting_does_not_stop_the_score(table):
    device = phone(table, "NS")
    send(device, picture(size=(50, 50)))
    propose(device, 1012, key="one")
    Photo.objects.update(sheet=None)
    late, created = send(device, picture(size=(50, 50)))
    assert created and late.sheet == ScoreSheet.objects.get()
    typed(table, account("anne", table.round.tournament.club, "scorer"))
    assert list(Photo.objects.filter(sheet=late.sheet)) == [late]


def test_from_the_desk_by_file_before_any_score(table):
    tournament = table.round.tournament
    desk = logged_in(account("anne", tournament.club, "scorer"))
    assert 'name="photo"' in desk.get(reverse("table", args=[tournament.pk, 1, 1])).text
    sent = {"photo": SimpleUploadedFile("a.jpg", picture(size=(50, 50)))}
    answer = desk.post(reverse("photo-add", args=[tournament.pk, 1, 1]), sent)
    assert answer["Location"].endswith("/saisie/1/?table=1")
    assert Photo.objects.get().sheet is None
    with refuses("photo_no_sheet", ScoringError):
        photos.add_photo(table_id=table.pk, version=1, data=picture())


def test_a_photo_keeps_its_table_like_a_score(table):
    send(phone(table, "NS"), picture())
    with pytest.raises(ProtectedError):
        table.delete()


def test_a_table_has_eight_photos_at_most(proposed):
    for shade in range(photos.MOST):
        send(proposed, picture(size=(100 + shade, 100)))
    with pytest.raises(ScoringError) as error:
        send(proposed, picture(size=(300, 100)))
    assert error.value.code == "photo_many" and Photo.objects.count() == photos.MOST


def test_from_the_telephone_to_the_page_of_the_table(table, proposed):
    client = Client(**HALL)
    address = comes_in(table, "EO", client)[1]
    sent = {"photo": SimpleUploadedFile("../../x.html", picture(), content_type="text/html")}
    assert client.post(f"{address}photo/", sent).status_code == 302
    photo = Photo.objects.get()
    assert photo.camp == "EO"
    assert client.post(f"{address}photo/", {}).status_code == 422
    tournament = table.round.tournament
    organiser = logged_in(account("anne", tournament.club, "referee"))
    shown = reverse("photo", args=[tournament.pk, photo.pk])
    assert shown in organiser.get(reverse("table", args=[tournament.pk, 1, 1])).text
    served = organiser.get(shown)
    assert served["Content-Type"] == "image/jpeg" and served["X-Content-Type-Options"] == "nosniff"
    assert "x.html" not in served["Content-Disposition"] and served.content == bytes(photo.content)
    add = reverse("photo-add", args=[tournament.pk, 1, 1])
    other = SimpleUploadedFile("a.jpg", picture(size=(50, 50)))
    assert organiser.post(add, {"photo": other, "version": "1"}).status_code == 302
    assert Photo.objects.latest("pk").by.username == "anne"
    organiser.post(add, {"photo": SimpleUploadedFile("a.jpg", b"no photo"), "version": "1"})
    assert Photo.objects.count() == 2
    assert Client(**HALL).get(shown).status_code == 403
    elsewhere = builders.concours(teams=2)
    organiser.force_login(account("zoe", elsewhere.club, "organiser"))
    assert organiser.get(shown).status_code == 404
    assert organiser.get(reverse("photo", args=[elsewhere.pk, photo.pk])).status_code == 404


@pytest.mark.parametrize(
    ("path", "size", "taken"),
    [
        ("/t/12/photo/", 12_000_000, True),
        ("/concours/1/parties/2/tables/3/photo/", 12_000_000, True),
        ("/t/12/photo/", 13_000_000, False),
        ("/t/12/proposer/", 3_000_000, False),
        ("/t/12/photo/../proposer/", 3_000_000, False),
        ("/concours/1/photo/", 3_000_000, False),
    ],
)
def test_only_photos_may_be_large(path, size, taken):
    said = []
    application = limit_body(lambda environ, start: [b"page"], settings.BODY_LIMIT, photo=settings.PHOTO_LIMIT)
    answer = application({"PATH_INFO": path, "CONTENT_LENGTH": str(size)}, lambda status, headers: said.append(status))
    assert (answer == [b"page"]) == taken and (not said) == taken
