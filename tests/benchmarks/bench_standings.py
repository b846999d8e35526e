"""How long a standing takes from the sheets, the reading of the database included, and how many queries."""

import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.standings.selectors import standing
from tests.scoring.builders import evening

CRITERIA = ["wins", "points", "difference", "direct", "buchholz"]
SIZES = (250, 500, 1000, 2000, 4000)
LIMIT_SECONDS = 0.5  # 4 000 teams, six parties


@pytest.mark.django_db
def test_recomputing_a_standing():
    queries = set()
    for teams in SIZES:
        tournament = evening(teams=teams, parties=6, criteria=CRITERIA)
        with CaptureQueriesContext(
            connection,
        ) as captured:
            found = standing(tournament)
        queries.add(len(captured))
        assert len(found.rows) == teams and not found.missing
        works, waits = [], []
        for _ in range(7):
            begun, work = time.perf_counter(), time.process_time()
            standing(tournament)
            waits.append(time.perf_counter() - begun)
            works.append(time.process_time() - work)
        # On SQLite all the work is in this process: on an idle computer it is the time itself, on a busy one it still
        # says what the standing costs.
        seconds = min(works if connection.vendor == "sqlite" else waits)
        print(
            f"{teams:5} teams x 6: {seconds:.3f} s ({seconds / teams * 1e6:.0f} µs a team; {min(waits):.3f} s on the "
            f"clock), {len(captured)} queries"
        )
    assert len(queries) == 1
    assert seconds <= LIMIT_SECONDS
