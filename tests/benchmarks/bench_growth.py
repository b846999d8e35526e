"""Measure the pages of a host that list its past: so many concours of 32 teams, 750 of them of the first club.

A host is on PostgreSQL: DATABASE_URL=postgres://… python -m pytest tests/benchmarks/bench_growth.py -s. DIX_PAST=20000 takes six
minutes. Without the address on SQLite, whose copy holds the workbooks too.
"""

import os
import time

import pytest
from django.contrib.auth import get_user_model
from django.db import connection
from django.test import Client

from deploy.database import backups
from scoring.workbook.services import ask_workbook, build_workbook
from tests.benchmarks.figures import milliseconds
from tests.benchmarks.past_concours import fill
from tests.scoring.builders import evening
from tests.support.api import account
from tournament.models import Membership

SIZES = [int(size) for size in os.environ.get("DIX_PAST", "100,1000").split(",")]
PLACES = {
    "clubs": "/clubs/",
    "clubs by the API": "/api/v1/host/clubs/",
    "home": "/",
    "new concours": "/concours/nouveau/formules/",
}
LIMIT = 40  # ms
COPY = 25  # kB a concours, on PostgreSQL


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("size", SIZES)
def test_pages_do_not_grow_with_the_past(size, tmp_path):
    tonight = evening(teams=32, parties=4)
    odile = account("odile", tonight.club)
    maintainer = get_user_model().objects.create_superuser("maintainer")
    build_workbook(ask_workbook(tournament=tonight, by=odile, language="fr"), lambda *_: None)
    clubs = max(1, size // 5)
    begun = time.perf_counter()
    fill(concours=size, clubs=clubs)
    made = time.perf_counter() - begun
    with connection.cursor() as cursor:
        # As PostgreSQL does by itself; a laptop has no such past.
        cursor.execute("VACUUM ANALYZE" if connection.vendor == "postgresql" else "ANALYZE")
    Membership.objects.update_or_create(user=odile, club_id=tonight.club_id + 1, defaults={"role": "organiser"})
    seen, worked = {}, {}
    for words, path in PLACES.items():
        client = Client()
        client.force_login(maintainer if "/clubs/" in path else odile)
        seen[words] = milliseconds(lambda client=client, path=path: client.get(path))
        worked[words] = milliseconds(lambda client=client, path=path: client.get(path), clock=time.process_time)
    begun = time.perf_counter()
    copy = backups.backup(tmp_path)
    copied = time.perf_counter() - begun
    weight = copy.stat().st_size / 1000 / (size + 1)
    figures = ", ".join(f"{words} {value:.0f} ms (processor {worked[words]:.0f})" for words, value in seen.items())
    print(
        f"\n{size} concours, {clubs} clubs (made in {made:.0f} s): {figures}, copy {weight:.1f} kB a concours, {copied:.1f} s"
    )
    assert {words: value for words, value in seen.items() if value > LIMIT} == {}
    assert connection.vendor == "sqlite" or weight <= COPY
