"""Measure the pages of a host that list its past: so many concours of 32 teams, 750 of them of the first club.

On PostgreSQL: DATABASE_URL=postgres://… python -m pytest tests/benchmarks/bench_growth.py -s. DIX_PAST=20000 takes ten minutes.
"""

import os
import time

import pytest
from django.contrib.auth import get_user_model
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.urls import reverse

from scoring.workbook.services import ask_workbook, build_workbook
from tests.benchmarks.figures import milliseconds
from tests.benchmarks.past_concours import fill
from tests.scoring.builders import evening
from tests.support.api import account
from tournament.models import Membership

SIZES = [int(size) for size in os.environ.get("DIX_PAST", "100,1000").split(",")]
PLACES = {"clubs": "host-clubs", "home": "home", "new concours": "concours-plan"}
LIMIT = 40  # ms


@pytest.mark.skipif(connection.vendor != "postgresql", reason="a host is on PostgreSQL")
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
        cursor.execute("VACUUM ANALYZE")  # as the database does by itself
    Membership.objects.update_or_create(user=odile, club_id=tonight.club_id + 1, defaults={"role": "organiser"})
    seen = {}
    for words, name in PLACES.items():
        client = Client()
        client.force_login(maintainer if name == "host-clubs" else odile)
        seen[words] = milliseconds(lambda client=client, name=name: client.get(reverse(name)))
    begun = time.perf_counter()
    call_command("backup", tmp_path / "copy.dump")
    copied = time.perf_counter() - begun
    weight = (tmp_path / "copy.dump").stat().st_size / 1000 / (size + 1)
    figures = ", ".join(f"{words} {value:.0f} ms" for words, value in seen.items())
    print(
        f"\n{size} concours, {clubs} clubs (made in {made:.0f} s): {figures}, copy {weight:.1f} kB a concours, {copied:.1f} s"
    )
    assert all(value <= LIMIT for value in seen.values())
