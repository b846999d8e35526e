"""Typists of a federation's Saturday: each in a concours of 32 teams and a club of its own, with a score every five seconds."""

import secrets
import time
from collections.abc import Callable
from http.client import HTTPConnection, HTTPException
from urllib.parse import urlencode

from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.benchmarks.figures import p99
from tests.scoring import builders
from tournament.models import Membership

SITE = "belote.example.org"
TABLES = 16
EVERY = 5.0
TOKEN = "x" * 32


class Typist:
    """A typist on a connection of his own, who sends the next table's score every EVERY seconds."""

    def __init__(self, number: int, connect: Callable[[int], HTTPConnection]) -> None:
        self.concours = builders.concours(teams=2 * TABLES, public=True)
        self.partie = builders.partie(self.concours, 1, [(2 * n + 1, None, 2 * n + 2, None) for n in range(TABLES)])
        client = Client()
        user = User.objects.create(username=f"typist{number}")  # no password: its hash is all that an account costs
        Membership.objects.create(user=user, club=self.concours.club, role="scorer")
        client.force_login(user)
        self.score = reverse("entry-round", args=[self.concours.pk, 1])
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self._head = {
            "Host": SITE,
            "X-Forwarded-Proto": "https",
            "X-Forwarded-For": f"10.1.{number // 250}.{number % 250 + 1}",
            "Referer": f"https://{SITE}/",
            "X-Requested-With": "fetch",
            "Content-Type": "application/x-www-form-urlencoded",
            "Cookie": f"__Host-sessionid={session}; __Host-csrftoken={TOKEN}",
        }
        self._number, self._table, self._connect = number, 0, connect

    def scores(self, amount: int) -> list[tuple[int, float]]:
        """(status, seconds) of so many scores; 0 where no answer came."""
        forms = [
            {"table": self._table + n + 1, "points_NS": 900, "points_EO": 1044, "key": secrets.token_urlsafe(16)}
            for n in range(amount)
        ]
        self._table += amount
        return self.send(self.score, forms)

    def send(self, path: str, forms: list[dict]) -> list[tuple[int, float]]:
        """(status, seconds) of each of *forms*, one every EVERY seconds."""
        link = self._connect(self._number)
        begin = time.monotonic() + EVERY * secrets.randbelow(1000) / 1000
        given = []
        for turn, form in enumerate(forms):
            time.sleep(max(0.0, begin + turn * EVERY - time.monotonic()))
            began = time.monotonic()
            try:
                link.request("POST", path, urlencode(form | {"csrfmiddlewaretoken": TOKEN}), self._head)
                answer = link.getresponse()
                answer.read()
                given.append((answer.status, time.monotonic() - began))
            except (OSError, HTTPException):
                link.close()
                given.append((0, time.monotonic() - began))
        link.close()
        return given


def told(given: list[list[tuple[int, float]]]) -> tuple[float, float]:
    """(median, 99th percentile) in ms of what every typist was answered."""
    took = sorted(1000 * seconds for one in given for _status, seconds in one)
    return took[len(took) // 2], p99(took)
