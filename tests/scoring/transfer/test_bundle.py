"""All concours of a club in one file, and files that lie on a stick: taken in on a page, and what is none is refused."""

import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from scoring.copies import selectors
from scoring.errors import ScoringError
from scoring.transfer import bundle, services
from scoring.transfer.file import write_concours
from tests.scoring import builders
from tests.support.api import account
from tournament.models import Club, Tournament

pytestmark = pytest.mark.django_db


def test_a_club_moves_in_one_file(client):
    first = builders.evening(teams=4, parties=1)
    second = builders.evening(teams=4, parties=1)
    client.force_login(account("odile", first.club))
    sent = client.get(reverse("transfer-all", args=[first.club_id]))
    assert sent["Content-Disposition"].endswith('.belotes"')
    (own,) = bundle.unpack(sent.content).concours
    both = bundle.pack([("a.belote", own), ("b.belote", write_concours(second.pk).content)])
    club = Club.objects.create(name="Amicale")
    client.force_login(account("zoe", club))
    file = SimpleUploadedFile("club.belotes", both)
    preview = client.post(reverse("transfer-in"), {"file": file})
    assert client.get(preview.url).content.decode().count("sera repris") == 2
    assert client.post(preview.url).url == reverse("home")
    assert Tournament.objects.filter(club=club).count() == 2


def test_files_on_a_stick_are_seen_and_only_these_are_read(client, tmp_path, monkeypatch):
    monkeypatch.setattr(selectors, "sticks", lambda: [tmp_path])
    evening = builders.evening(teams=4, parties=1)
    (tmp_path / "soir.belote").write_bytes(write_concours(evening.pk).content)
    (tmp_path / "notes.txt").write_text("secret")
    club = Club.objects.create(name="Amicale")
    client.force_login(account("zoe", club))
    page = client.get(reverse("transfer-in")).content.decode()
    assert "soir.belote" in page and "notes.txt" not in page
    assert client.post(reverse("transfer-in"), {"path": str(tmp_path / "soir.belote")}).status_code == 302
    for other in (tmp_path / "notes.txt", "/etc/passwd", tmp_path / ".." / "x.belote"):
        assert client.post(reverse("transfer-in"), {"path": str(other)}).status_code == 422
    (tmp_path / "soir.belote").unlink()
    assert client.post(reverse("transfer-in"), {"path": str(tmp_path / "soir.belote")}).status_code == 422


def test_bundles_that_are_none_are_refused():
    def zipped(**members: bytes) -> bytes:
        made = io.BytesIO()
        with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, content in members.items():
                archive.writestr(name.replace("_", "."), content)
        return made.getvalue()

    for data in (b"", b"PK\x03\x04", zipped(a_txt=b"x"), zipped(a_belote=b"x" * 10_000), zipped(a_belote=b"x")[:-5]):
        with pytest.raises(ScoringError):
            services.read_all_at_once(data)
