"""Bound how long stuck work holds up the others, and say it (docs/reliability.md 10, rows 8 and 49)."""

import threading
import time
from datetime import timedelta

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.support.accounts import account
from tournament.concours.lock import lock_tournament
from tournament.models import Job

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 0.5  # seconds, instead of the twenty of a laptop and the five of PostgreSQL


@pytest.fixture
def impatient(monkeypatch):
    """A connection that waits for a lock as it always does, but shorter."""
    if connection.vendor == "sqlite":
        monkeypatch.setitem(connection.settings_dict["OPTIONS"], "timeout", PATIENCE)
        yield
    else:
        with connection.cursor() as cursor:
            cursor.execute(f"SET lock_timeout = '{int(1000 * PATIENCE)}ms'")
        yield
        connection.close()


@pytest.mark.parametrize("api", [False, True])
def test_row_49_a_stuck_act_is_answered_for_with_503_and_nothing_is_lost(client, impatient, api):
    """49: others are told to come again, in a sentence; when the lock is free the same form is taken."""
    tournament = builders.seated(1)
    client.force_login(account("anne", tournament.club))
    stuck, free = threading.Event(), threading.Event()

    def hold() -> None:
        try:
            with transaction.atomic():
                lock_tournament(tournament.pk)
                stuck.set()
                free.wait(30)
        finally:
            connection.close()

    def send():
        if api:
            marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
            address = f"/api/v1/concours/{tournament.pk}/parties/1/tables/1/sheets/"
            sent = {"key": "k" * 20, "kind": "totals", "marks": marks}
            return client.post(address, sent, content_type="application/json")
        sent = {"key": "k" * 20, "table": 1, "points_NS": 1012, "points_EO": 932}
        return client.post(f"/concours/{tournament.pk}/saisie/1/", sent)

    holder = threading.Thread(target=hold)
    holder.start()
    try:
        assert stuck.wait(10)
        began = time.monotonic()
        answer = send()
        assert answer.status_code == 503, answer.content.decode()
        assert PATIENCE <= time.monotonic() - began < 15, "not the twenty seconds of a laptop"
        assert (answer.status_code, answer["Retry-After"]) == (503, "5")
        said = answer.json()["message"] if api else answer.content.decode()
        assert "Rien n’est perdu" in said
        # Reading goes on meanwhile.
        assert client.get(f"/concours/{tournament.pk}/classement/").status_code == 200
    finally:
        free.set()
        holder.join(10)
    assert not ScoreSheet.objects.exists()
    assert send().status_code in (200, 201, 302)
    assert ScoreSheet.objects.get().counted


def test_row_8_a_worker_that_is_deaf_is_said_and_the_organiser_has_his_standing(client):
    """8: red from two minutes on; meanwhile the pages are made in place, and green again once the job is done."""
    tournament = builders.evening(teams=4, parties=1)
    client.force_login(account("anne", tournament.club))

    def says(seconds: int) -> int:
        Job.objects.update(created_at=timezone.now() - timedelta(seconds=seconds))
        return client.get("/healthz").status_code

    assert Job.objects.filter(state="queued").exists(), "nobody does them here"
    assert (says(100), says(130)) == (200, 503)
    assert client.get(f"/concours/{tournament.pk}/classement/").status_code == 200
    assert client.get(f"/p/{tournament.slug}/").status_code == 200
    Job.objects.update(state="done")
    assert says(130) == 200
