"""A second program for copies: another club of the same database, reached through the API as over a Wi-Fi."""

from collections.abc import Mapping
from dataclasses import dataclass
from queue import Queue

from django.contrib.auth.models import User
from django.db import transaction
from django.test import Client

from scoring.copies import places, sending, services
from scoring.copies.models import CopyPlace, LeftLine
from tests.support.api import account
from tournament.concours.lock import lock_tournament
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.models import Club, Job, Tournament


def add_line(tournament: Tournament, reason: str = "one more line") -> None:
    with transaction.atomic():
        journal.seal_all(lock_tournament(tournament.pk), None, reason)


def a_place(tournament: Tournament) -> CopyPlace:
    """Return a place of the concours' club: a folder that is not there."""
    folder = f"/nowhere/{CopyPlace.objects.count()}"
    return CopyPlace.objects.create(club=tournament.club, kind="folder", address=folder, name="Clé")


def a_left_line(tournament: Tournament) -> LeftLine:
    """Return a line that a former home of the concours still had."""
    number = LeftLine.objects.count() + 1
    line = {
        "number": number,
        "at": "2026-11-20T20:00:00+00:00",
        "by": None,
        "act": "enter_sheet",
        "before": {},
        "after": {"round": 9, "table": 9},
        "reason": "",
    }
    return LeftLine.objects.create(tournament=tournament, hash=f"{number:064d}", line=line)


class Inline:
    """A thread that works where it is started."""

    def __init__(self, *, target, args=(), **_named):
        self._work = lambda: target(*args)

    def start(self) -> None:
        self._work()

    def is_alive(self) -> bool:
        return False


def brought(monkeypatch) -> None:
    """Serve places in the thread of the test, as often as it asks."""
    monkeypatch.setattr(sending, "Thread", Inline)
    monkeypatch.setattr(sending, "LEAST_SECONDS", 0)
    monkeypatch.setattr(sending, "REST", 0)
    sending._at_work.clear()
    monkeypatch.setattr(sending, "_ended", Queue())
    sending._made.clear()


@dataclass
class SecondProgram:
    """The club of the other program, and the organiser who sits there."""

    club: Club
    by: User

    def show(self) -> str:
        """Return the code that its page shows."""
        return services.show_code(club=self.club, by=self.by)

    def work(self) -> None:
        """Do the jobs that write the rows of copies, those too that rest after the last one."""
        Job.objects.filter(kind="copy-rows", state="done").update(started_at=None)
        for row in Job.objects.filter(kind="copy-rows", state="queued"):
            assert jobs.run(str(row.pk))
            row.refresh_from_db()
            assert row.state == "done", row.error


def second_program(monkeypatch, name: str = "zoe") -> tuple[SecondProgram, User]:
    """Return another program whose API answers what is sent to any address."""
    club = Club.objects.create(name="Amicale")
    zoe = account(name, club)

    def exchange(*, url: str, headers: Mapping[str, str], body: bytes | None, **_bounds) -> tuple[int, bytes]:
        client = Client(REMOTE_ADDR="192.168.1.30")
        path = "/" + url.split("/", 3)[3]
        named = {
            f"HTTP_{name.upper().replace('-', '_')}": value for name, value in headers.items() if name != "Content-Type"
        }
        if body is None:
            answer = client.get(path, **named)
        else:
            answer = client.generic("POST", path, body, content_type=headers["Content-Type"], **named)
        return answer.status_code, answer.getvalue()

    monkeypatch.setattr(places, "exchange", exchange)
    return SecondProgram(club, zoe), zoe
