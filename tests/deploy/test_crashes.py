"""A power cut in an evening: acknowledged scores survive, and a workbook half made."""

import http.client
import io
import json
import os
import random
import signal
import threading
import urllib.parse
from concurrent.futures import ThreadPoolExecutor

import openpyxl
import pytest

from tests.support.counts import tries
from tests.support.fixtures import PATIENCE, Hall, lacking, wait_for

pytestmark = pytest.mark.slow

CYCLES = tries(1, 120)
TABLES = 40
TOKEN = "x" * 32  # of the CSRF cookie and the form: the same, as the browser would send them


@pytest.fixture(scope="module")
def hall(tmp_path_factory):
    """One hall for all tests, where Anne, an organiser, is logged in; `cookie` is what her browser sends."""
    if os.name == "nt":
        lacking("signals", "Processes are killed here in the way of Linux and macOS.")
    hall = Hall(tmp_path_factory.mktemp("crashes") / "data")
    hall.start()
    session = hall.python(
        "from django.contrib.auth import get_user_model, BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY\n"
        "from django.contrib.sessions.backends.db import SessionStore\n"
        "anne = get_user_model().objects.create_user('anne', password=None)\n"
        "session = SessionStore()\n"
        "session[SESSION_KEY] = str(anne.pk)\n"
        "session[BACKEND_SESSION_KEY] = 'django.contrib.auth.backends.ModelBackend'\n"
        "session[HASH_SESSION_KEY] = anne.get_session_auth_hash()\n"
        "session.create()\n"
        "print(session.session_key)"
    )
    hall.cookie = f"dix_session={session}; dix_csrf={TOKEN}"
    yield hall
    hall.end()


def evening(hall, *, teams: int, parties: int, missing: int = 0, count: int = 1) -> list[int]:
    """The numbers of *count* new concours of Anne's club, as tests.scoring.builders.evening makes them."""
    told = hall.python(
        "import json\n"
        "from django.contrib.auth import get_user_model\n"
        "from tests.scoring import builders\n"
        "from tournament.models import Membership\n"
        "anne = get_user_model().objects.get()\n"
        "made = []\n"
        f"for number in range({count}):\n"
        f"    concours = builders.evening(teams={teams}, parties={parties}, missing={missing}, seed=number)\n"
        "    Membership.objects.create(user=anne, club=concours.club, role='organiser')\n"
        "    made.append(concours.pk)\n"
        "print(json.dumps(made))"
    )
    return json.loads(told)


def post(hall, path: str, **fields: object) -> int:
    """The status of a form sent as Anne's browser sends it. Raises OSError where no whole answer came."""
    body = urllib.parse.urlencode({"csrfmiddlewaretoken": TOKEN, **fields})
    link = http.client.HTTPConnection("127.0.0.1", hall.port, timeout=PATIENCE)
    try:
        headers = {"Cookie": hall.cookie, "Content-Type": "application/x-www-form-urlencoded"}
        link.request("POST", path, body, headers)
        answer = link.getresponse()
        answer.read()
        return answer.status
    except http.client.HTTPException as error:
        raise OSError("no whole answer") from error
    finally:
        link.close()


def send(hall, concours: int, table: int, north: int) -> bool:
    """Return whether the sheet of *table* was acknowledged. Its key is the same at each try."""
    key = f"device-{concours:04d}-{table:04d}"
    status = post(
        hall,
        f"/concours/{concours}/saisie/1/",
        key=key,
        table=table,
        points_NS=north,
        points_EO=1944 - north,
    )
    return status == 302


def recorded(hall, concours: int) -> dict[int, list[tuple[str, int, int]]]:
    """Table → its versions as (key, points NS, points EO)."""
    rows = hall.rows(
        "SELECT t.number, s.key, n.points, e.points FROM scoring_scoresheet s"
        " JOIN tournament_table t ON t.id = s.table_id JOIN tournament_round r ON r.id = t.round_id"
        " JOIN scoring_mark n ON n.sheet_id = s.id AND n.camp = 'NS'"
        " JOIN scoring_mark e ON e.sheet_id = s.id AND e.camp = 'EO'"
        f" WHERE r.tournament_id = {concours}"
    )
    found: dict[int, list[tuple[str, int, int]]] = {}
    for table, key, north, east in rows:
        found.setdefault(table, []).append((key, north, east))
    return found


def test_kill_9_in_a_burst_of_scores_loses_none_that_was_acknowledged_and_doubles_none(hall, record_property):
    chance = random.Random(9)
    cut = kept = 0
    for concours in evening(hall, teams=2 * TABLES, parties=1, missing=TABLES, count=CYCLES):
        figures = {table: chance.randint(400, 1500) for table in range(1, TABLES + 1)}
        acknowledged: list[int] = []
        enough, killed = threading.Event(), threading.Event()
        kill_after = chance.randint(3, TABLES - 10)

        def type_one(table: int) -> None:
            if len(acknowledged) >= kill_after:  # noqa: B023
                killed.wait(PATIENCE)  # noqa: B023 (what is left must not be sent before it is killed)
            try:
                if send(hall, concours, table, figures[table]):  # noqa: B023 (each cycle ends before the next)
                    acknowledged.append(table)  # noqa: B023
            except OSError:
                pass  # unknown: it may be recorded or not
            if len(acknowledged) >= kill_after:  # noqa: B023
                enough.set()  # noqa: B023

        with ThreadPoolExecutor(8) as typists:
            for table in figures:
                typists.submit(type_one, table)
            assert enough.wait(PATIENCE), "no burst"
            hall.kill()
            killed.set()
        cut += len(acknowledged) < TABLES
        kept += len(acknowledged)
        hall.start()
        found = recorded(hall, concours)
        for table in acknowledged:
            key = f"device-{concours:04d}-{table:04d}"
            assert found.get(table) == [(key, figures[table], 1944 - figures[table])], "acknowledged, then lost"
        # Everybody sends again what was not acknowledged, and, not knowing better, what was.
        assert all(send(hall, concours, table, north) for table, north in figures.items())
        found = recorded(hall, concours)
        assert {table: [(n, e) for _key, n, e in versions] for table, versions in found.items()} == {
            table: [(north, 1944 - north)] for table, north in figures.items()
        }
    record_property("kills of the laptop's program", cut)
    record_property("acknowledged scores, none lost, none doubled", kept)
    assert cut == CYCLES, "each kill came in the middle of its burst"
    assert kept > CYCLES * 3


def test_a_worker_killed_in_the_middle_of_a_workbook_makes_it_whole_the_next_time(hall):
    (concours,) = evening(hall, teams=400, parties=6)
    assert post(hall, f"/concours/{concours}/classeur/faire/") == 302

    def job() -> tuple[str, str, int, int]:
        return hall.rows("SELECT id, state, progress, attempts FROM tournament_job WHERE kind = 'workbook'")[0]

    wait_for(lambda: 10 <= job()[2] < 95, PATIENCE, "the workbook is half made")
    worker = hall.worker_pid()
    os.kill(worker, signal.SIGKILL)
    assert hall.rows("SELECT COUNT(*) FROM scoring_export") == [(0,)], "a half made workbook is never shown"
    hall.worker_pid(other_than=worker)
    wait_for(lambda: job()[1] == "done", PATIENCE, "the workbook is made")
    assert job()[3] == 2
    ((content, size),) = hall.rows("SELECT content, size FROM scoring_export")
    assert len(content) == size
    book = openpyxl.load_workbook(io.BytesIO(content), read_only=True)
    assert sum(1 for _row in book["Scores"].iter_rows()) == 2 + 200 * 6


def test_scores_go_on_while_the_worker_is_dead(hall):
    (concours,) = evening(hall, teams=8, parties=1, missing=4)
    worker, waiting = hall.worker_pid(), "SELECT COUNT(*) FROM tournament_job WHERE state NOT IN ('done', 'failed')"
    # Stopped in the middle of a write it would hold the database, which a dead one does not.
    wait_for(lambda: hall.rows(waiting) == [(0,)], PATIENCE, "the worker rests")
    os.kill(worker, signal.SIGSTOP)
    try:
        # A page that waited for the worker would wait for ever.
        assert all(send(hall, concours, table, 972 + table) for table in range(1, 5))
    finally:
        os.kill(worker, signal.SIGCONT)
    assert len(recorded(hall, concours)) == 4
