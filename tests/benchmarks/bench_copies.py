"""Measure live copies beside typing: how old they become, and what they cost a score; a folder, a laptop, a site.

Three real programs, the site on a PostgreSQL of its own. A laptop types on loopback; half of its concours have the three
places, half have none, and blocks of scores alternate between them, so that both see the same busy machine. The
receiving programs, which in a hall have cores of their own, get here the time that the laptop leaves (SCHED_IDLE, Linux).

A p99 of fewer than a thousand scores of each side is that of a few: DIX_SCORES=200 is for a look.
"""

import http.client
import os
import random
import secrets
import sqlite3
import time
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from statistics import median
from urllib.parse import urlencode

import pytest

from tests.benchmarks.figures import give_way, p99
from tests.support.fixtures import PATIENCE, Hall, busyness, cpu_seconds, wait_for
from tests.support.hosted import (
    HostedHall,
    postgres,  # noqa: F401
)

TOKEN = "x" * 32
TEAMS = (32, 64, 150)
SECONDS, EVERY = 60, 3.0  # of typing, and between two scores
SCORES = int(os.environ.get("DIX_SCORES", 1_000))
BLOCK, PAUSE = 16, 0.25  # scores of a block, and the seconds between two of them, more or less
HIGHEST_AGE, HIGHEST_RATIO = 5.0, 1.1

RECEIVER = """
from django.contrib.auth import get_user_model
from tournament.models import Club, Membership
from tournament.tokens.services import make_token
import datetime
club = Club.objects.create(name="Secours")
user = get_user_model().objects.create_user("paul")
Membership.objects.create(user=user, club=club, role="organiser")
ends = datetime.date.today() + datetime.timedelta(days=9)
print(club.pk, make_token(club=club, name="copies", scopes=["copies"], concours=None, ends_on=ends, by=user)[1])
"""

# A concours at its fourth partie, drawn; its number, its club and a session of its organiser.
EVENING = """
from django.contrib.auth import get_user_model
from django.test import Client
from tests.scoring import builders
from tournament.models import Membership
from scoring.copies.services import add_folder, add_program
evening = builders.evening(teams={teams}, parties=3, public=True)
builders.partie(evening, 4, [(2 * n + 1, None, 2 * n + 2, None) for n in range({teams} // 2)])
user = get_user_model().objects.create_user(f"odile{{evening.pk}}")
Membership.objects.create(user=user, club=evening.club, role="organiser")
if {folder!r}:
    add_folder(club=evening.club, folder={folder!r}, by=user)
for address, (club, secret) in {programs!r}.items():
    add_program(club=evening.club, address=address, secret=secret, other_club=int(club), by=user)
client = Client()
client.force_login(user)
print(evening.pk, client.cookies["dix_session"].value)
"""


class Desk:
    """The table de marque of a concours, on a connection of its own."""

    def __init__(self, hall: Hall, teams: int, folder: str = "", programs: dict | None = None) -> None:
        code = EVENING.format(teams=teams, folder=folder, programs=programs or {})
        pk, session = hall.python(code).split()[-2:]
        self.hall, self.pk, self.left = hall, int(pk), list(range(1, teams // 2 + 1))
        self._link = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
        self._head = {
            "Cookie": f"dix_session={session}; dix_csrf={TOKEN}; dix_language=fr",
            "X-Requested-With": "fetch",
            "Content-Type": "application/x-www-form-urlencoded",
        }

    def score(self) -> float:
        """Type the next table's score; return the seconds until it was received."""
        form = {"table": self.left.pop(), "points_NS": 900, "points_EO": 1044}
        form |= {"key": secrets.token_urlsafe(16), "csrfmiddlewaretoken": TOKEN}
        begun = time.monotonic()
        self._link.request("POST", f"/concours/{self.pk}/saisie/4/", urlencode(form), self._head)
        answer = self._link.getresponse()
        body = answer.read()
        assert answer.status == 200, (answer.status, body[:300])
        return time.monotonic() - begun


class Copies:
    """The ages of the copies of a concours, read beside the program that sends them."""

    def __init__(self, hall: Hall, concours: int) -> None:
        self._file = sqlite3.connect(hall.data / "dix.sqlite3", timeout=PATIENCE)
        self._concours = concours

    def ages(self) -> dict[str, float]:
        """Return for how many seconds each place lacks a line, 0 where it lacks none."""
        query = """SELECT place.address, MIN(line.at) FROM scoring_copyplace AS place
            JOIN scoring_placestate AS state ON state.place_id = place.id AND state.tournament_id = ?
            LEFT JOIN tournament_journalentry AS line
                ON line.tournament_id = state.tournament_id AND line.number > state.journal_number
            GROUP BY place.id ORDER BY place.id"""
        now = datetime.now(UTC).replace(tzinfo=None)
        rows = self._file.execute(query, [self._concours]).fetchall()
        return {
            name: 0.0 if at is None else max(0.0, (now - datetime.fromisoformat(at)).total_seconds())
            for name, at in rows
        }

    def wait(self) -> None:
        wait_for(lambda: self.ages() and not any(self.ages().values()), PATIENCE, "the copies are up to date")

    def end(self) -> None:
        """Look after this concours no more, as after an evening: those of a whole bench would be looked at together."""
        with self._file:
            self._file.execute("DELETE FROM scoring_placestate WHERE tournament_id = ?", [self._concours])
            club = "SELECT club_id FROM tournament_tournament WHERE id = ?"
            self._file.execute(f"DELETE FROM scoring_copyplace WHERE club_id = ({club})", [self._concours])


@pytest.fixture(scope="module")
def programs(postgres, tmp_path_factory) -> Iterator[tuple[Hall, dict[str, tuple[str, ...]]]]:
    """The laptop that types, and what opens the two others."""
    # As they are run: those of the tests show every half second that they live.
    settings = {"DJANGO_SETTINGS_MODULE": "deploy.settings"}
    laptop, second = (Hall(tmp_path_factory.mktemp(name) / "data", **settings) for name in ("laptop", "second"))
    site = HostedHall(tmp_path_factory.mktemp("site") / "data", DATABASE_URL=postgres.url, **settings)
    halls = [laptop, second, site]
    give_way(postgres.pid)
    try:
        for hall in halls:
            hall.start()
        for receiver in (second, site):
            give_way(receiver.process.pid)
            give_way(receiver.worker_pid())  # in a session of its own
        yield laptop, {hall.url: tuple(hall.python(RECEIVER).split()[-2:]) for hall in (second, site)}
    finally:
        for hall in halls:
            hall.end()


def load() -> str:
    return f"load {os.getloadavg()[0]:.1f}, work takes {busyness():.1f} ×"


def test_a_copy_is_seconds_old(programs, tmp_path):
    laptop, others = programs
    kinds = ("folder", "laptop", "site")
    print("\n| teams | " + " | ".join(f"{kind}: oldest, half" for kind in kinds) + " | worker a score | machine |")
    print("|---|" + "---|" * (len(kinds) + 2))
    worst = []
    for teams in TEAMS:
        folder = tmp_path / str(teams)
        folder.mkdir()
        desk = Desk(laptop, teams, str(folder), others)
        copies = Copies(laptop, desk.pk)
        copies.wait()
        worker = laptop.worker_pid()
        spent, machine = cpu_seconds(worker), load()
        seen: dict[str, list[float]] = defaultdict(list)
        begin = time.monotonic()
        scores = min(int(SECONDS / EVERY), len(desk.left))
        for turn in range(scores):
            desk.score()
            while time.monotonic() < begin + (turn + 1) * EVERY:
                for place, age in copies.ages().items():
                    seen[place].append(age)
                time.sleep(0.1)
        copies.wait()
        spent = (cpu_seconds(worker) - spent) / scores
        figures = " | ".join(f"{max(ages):.1f} s, {median(ages):.1f} s" for ages in seen.values())
        print(f"| {teams} | {figures} | {1000 * spent:.0f} ms | {machine} |")
        worst.append(max(map(max, seen.values())))
    assert max(worst) <= HIGHEST_AGE * busyness()


@pytest.mark.parametrize("teams", TEAMS)
def test_a_score_is_received_as_soon_with_three_copies(programs, tmp_path, teams):
    laptop, others = programs
    took: dict[bool, list[float]] = {True: [], False: []}
    chance, machine = random.Random(teams), load()
    Desk(laptop, teams).score()  # the first one of a program takes longer
    while len(took[True]) < SCORES:
        with_copies, without = Desk(laptop, teams, str(tmp_path), others), Desk(laptop, teams)
        copies = Copies(laptop, with_copies.pk)
        while with_copies.left or without.left:
            for desk in chance.sample((with_copies, without), 2):
                copies.wait()
                for _score in range(min(BLOCK, len(desk.left))):
                    took[desk is with_copies].append(desk.score())
                    # In no step with the copies.
                    time.sleep(chance.uniform(0.5, 1.5) * PAUSE)
        copies.end()
    print(f"\n| {teams} teams | p50 | p90 | p99 |\n|---|---|---|---|  ({len(took[True])} scores each, {machine})")
    figures = {}
    for there, times in took.items():
        half, most, highest = median(times), sorted(times)[int(0.9 * len(times))], p99(times)
        figures[there] = (half, most, highest)
        print(f"| {'three copies' if there else 'none'} | " + " | ".join(f"{1000 * s:.0f} ms" for s in figures[there]))
    ratios = [ours / theirs for ours, theirs in zip(figures[True], figures[False], strict=True)]
    print("| ratio | " + " | ".join(f"{ratio:.2f}" for ratio in ratios))
    assert ratios[-1] <= HIGHEST_RATIO
