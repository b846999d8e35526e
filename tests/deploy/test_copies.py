"""The copy of everything that a browser of the laptop takes away."""

import sqlite3
import tempfile
from pathlib import Path

import pytest
from django.conf import settings
from django.db import connection
from django.urls import reverse

from tests.scoring import builders
from tests.support.api import account

COPY = reverse("program-copy")
CLOSE = reverse("program-close")


@pytest.fixture(autouse=True)
def laptop(settings, tmp_path, monkeypatch):
    if connection.vendor != "sqlite":
        pytest.skip("On a laptop the database is SQLite.")
    settings.EMBEDDED = True
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.mark.django_db(transaction=True)
def test_an_organiser_takes_all_away_in_one_file_that_is_not_kept_here(client, tmp_path):
    tournament = builders.concours(teams=4)
    client.force_login(account("odile", tournament.club))
    assert COPY in client.get(CLOSE).content.decode()
    answer = client.get(COPY)
    content = b"".join(answer.streaming_content)
    answer.close()
    assert 'attachment; filename="dix-de-der-' in answer["Content-Disposition"]
    assert not list(tmp_path.glob("dix-copy-*")), "the copy stays on the disk of the laptop"
    copy = Path(tmp_path, "copy.sqlite3")
    copy.write_bytes(content)
    link = sqlite3.connect(copy)
    assert link.execute("SELECT count(*) FROM tournament_team").fetchone() == (4,)
    link.close()


@pytest.mark.django_db
def test_it_is_offered_to_nobody_else_and_never_hosted(client, monkeypatch):
    tournament = builders.concours(teams=4)
    client.force_login(account("rene", tournament.club, "scorer"))
    assert COPY not in client.get(CLOSE).content.decode()
    assert client.get(COPY).status_code == 403
    client.force_login(account("odile", tournament.club))
    monkeypatch.setattr(settings, "EMBEDDED", False)
    assert client.get(COPY).status_code == 404


@pytest.mark.django_db
def test_a_full_disk_is_said_and_leaves_nothing(client, tmp_path, monkeypatch):
    def full(target):
        target.write_bytes(b"begun")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("deploy.database.backups.copy_sqlite", full)
    client.force_login(account("odile", builders.concours(teams=4).club))
    answer = client.get(COPY)
    assert answer.status_code == 503
    assert "disque" in answer.content.decode()
    assert not list(tmp_path.glob("dix-copy-*"))
