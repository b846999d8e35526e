"""The program closed from a page of the laptop; that it really ends is shown in test_processes.py."""

import threading
from datetime import timedelta

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from deploy.laptop import closing
from scoring.access import services as tokens
from scoring.models import TableAccess, TableDevice
from tests.scoring import builders
from tests.support.api import account, api_for
from tournament.jobs.selectors import unfinished
from tournament.models import Job, Table, Tournament
from tournament.rounds import services as draw_acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def stopped(monkeypatch):
    """How often the process was stopped, without waiting for the last page to be fetched."""

    class Timer(threading.Timer):
        def start(self) -> None:
            self.function()

    times: list[int] = []
    monkeypatch.setattr(closing.threading, "Timer", Timer)
    closing.offer(lambda: times.append(1))
    yield times
    closing.offer(None)


@pytest.fixture
def organiser():
    return account("odile", builders.concours(teams=2).club)


def test_the_page_says_what_stops_and_only_the_button_stops_it(client, organiser, stopped):
    client.force_login(organiser)
    drawn = draw_acts.make_draft(
        tournament_id=organiser.memberships.get().club.tournaments.get().pk,
        number=1,
        ranks=[],
        method="sort",
        seed="R♥",
        by=None,
    )
    draw_acts.publish_draw(draw_id=drawn.pk, by=None)
    tokens.codes_of(round_id=Table.objects.get().round_id)
    access = TableAccess.objects.get()
    now = timezone.now()
    for number, seen in enumerate((now, now - timedelta(hours=1))):
        TableDevice.objects.create(access=access, digest=str(number), camp="NS", created_at=seen, seen_at=seen)
    waiting = unfinished()
    assert waiting
    Job.objects.create(kind="copies")  # which is always there where copies are kept elsewhere
    page = client.get(reverse("program-close")).content.decode()
    assert "<strong>1 téléphone</strong>" in page and f"<strong>{waiting} travai" in page
    assert str(settings.DATA_DIR) in page and not stopped
    Tournament.objects.update(closed_at=now)
    assert "téléphone</strong>" not in client.get(reverse("program-close")).content.decode(), "no table plays any more"
    assert reverse("program-close") in client.get(reverse("home")).content.decode()
    for _twice in range(2):
        done = client.post(reverse("program-close")).content.decode()
        assert "Le programme est arrêté" in done and "make run" in done and "data-connection" not in done
    assert stopped == [1]


def test_the_api_closes_it_too(organiser, stopped):
    assert api_for(organiser).send("program/close/").status_code == 204
    assert stopped == [1]


def test_it_is_closed_neither_hosted_nor_under_another_server(client, organiser, stopped, settings):
    client.force_login(organiser)
    settings.EMBEDDED = False
    assert client.get(reverse("program-close")).status_code == client.post(reverse("program-close")).status_code == 404
    assert api_for(organiser).send("program/close/").status_code == 404
    assert reverse("program-close") not in client.get(reverse("home")).content.decode()
    settings.EMBEDDED = True
    closing.offer(None)
    answer = client.post(reverse("program-close"))
    assert answer.status_code == 409 and "Rien n’a été arrêté" in answer.content.decode()
    assert not stopped


def test_the_button_is_not_shown_to_a_paired_device(client, organiser):
    client.force_login(organiser)
    assert reverse("program-close") not in client.get(reverse("help"), REMOTE_ADDR="192.168.1.20").content.decode()
