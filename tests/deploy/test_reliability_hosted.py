"""Kill a PostgreSQL and a Redis of the test's own on purpose: rows of docs/reliability.md 10."""

import time

import pytest

from tests.deploy import bursts
from tests.support.counts import tries
from tests.support.fixtures import PATIENCE, Hall, busyness, wait_for
from tests.support.hosted import MIGRATED, HostedHall, postgres  # noqa: F401
from tournament.jobs import services as jobs

pytestmark = pytest.mark.slow

TABLES = 24
KILLS_OF_THE_PAGES, KILLS_OF_POSTGRESQL = tries(1, 80), tries(1, 100)


@pytest.fixture(scope="module")
def hall(postgres, tmp_path_factory):
    """One program for all that it must survive, each on a concours of its own."""
    running = HostedHall(tmp_path_factory.mktemp("hosted") / "data", DATABASE_URL=postgres.url)
    running.start()
    yield running
    running.end()


def nothing_lost_nor_doubled(hall: Hall, concours: int, burst: bursts.Burst) -> None:
    assert bursts.lost_and_doubled(hall, concours, burst) == (0, 0), "acknowledged, then lost"
    burst.replay()
    assert bursts.lost_and_doubled(hall, concours, burst) == (0, 0)
    assert bursts.all_count(hall, concours)


def answers_well(hall: Hall) -> bool:
    return hall.get("/healthz")[0] == 200


def test_row_1_the_pages_killed_in_a_burst(hall, record_property):
    """1: kill -9 of the web process while telephones send; nothing acknowledged is lost, nothing counts twice."""
    record_property("kills of the pages on PostgreSQL", KILLS_OF_THE_PAGES)
    for concours, phones in bursts.evenings(hall, KILLS_OF_THE_PAGES, tables=TABLES):
        burst = bursts.Burst(phones, lambda _phone: hall.port, pause_at=TABLES).begin()
        burst.wait_for_receipts(7)
        hall.kill()
        burst.end()
        assert 7 <= len(burst.receipts) < len(phones), "in the middle of the burst"
        hall.start()
        nothing_lost_nor_doubled(hall, concours, burst)


def test_row_2_one_of_two_web_processes_killed(hall, postgres, tmp_path):
    """2: the other one answers; who was cut off sends again there."""
    other = HostedHall(tmp_path / "other", DATABASE_URL=postgres.url, SECRET_KEY=(hall.data / "secret.key").read_text())
    try:
        other.start()
        concours, phones = bursts.phones_of(hall, tables=TABLES)
        burst = bursts.Burst(phones, lambda phone: (hall if phone.table % 2 else other).port, pause_at=TABLES).begin()
        burst.wait_for_receipts(7)
        other.kill()
        burst.end()
        assert all(phone in burst.receipts for phone in phones if phone.table % 2), "the other process noticed nothing"
        assert len(burst.receipts) < len(phones)
        burst.port_of = lambda _phone: hall.port
        nothing_lost_nor_doubled(hall, concours, burst)
    finally:
        other.end()


def test_row_3_the_database_killed_in_a_burst(hall, postgres, record_property):
    """3: kill -9 of the postmaster and its children: 503 to be tried again, then normal without a restart of the pages."""
    record_property("kills of PostgreSQL", KILLS_OF_POSTGRESQL)
    for concours, phones in bursts.evenings(hall, KILLS_OF_POSTGRESQL, tables=TABLES):
        burst = bursts.Burst(phones, lambda _phone: hall.port, pause_at=TABLES).begin()
        burst.wait_for_receipts(7)
        postgres.kill()
        burst.end()
        assert burst.statuses == {200, 503}
        late = next(phone for phone in phones if phone not in burst.receipts)
        assert bursts.send(hall.port, late) == (503, {"retry": "5"})
        postgres.start()
        wait_for(lambda late=late: bursts.send(hall.port, late)[0] == 200, PATIENCE, "a score is taken again")
        nothing_lost_nor_doubled(hall, concours, burst)


def test_row_4_the_database_restarted_while_scores_come(hall, postgres):
    """4: a restart cuts acts off in the middle: each is whole or not there, and sent again it counts once."""
    concours, phones = bursts.phones_of(hall, tables=TABLES)
    burst = bursts.Burst(phones, lambda _phone: hall.port, tries=200).begin()
    for receipts in (5, 25):
        burst.wait_for_receipts(receipts)
        postgres.stop()
        postgres.start()
    burst.end()
    assert burst.statuses <= {200, 503}
    assert len(burst.receipts) == len(phones), "all were taken in the end, and nobody had to type anything again"
    nothing_lost_nor_doubled(hall, concours, burst)
    wait_for(lambda: answers_well(hall), PATIENCE, "the worker has found the database again")


def test_rows_5_and_6_redis_away_in_the_middle_of_a_partie(postgres, redis_server, tmp_path):
    """5, 6: scores go on as fast; when Redis is back what waited is done once, and the pages are those of the end."""
    # A database of its own: the worker of the hall above, which needs no Redis, would do what waits.
    address = postgres.database("without_redis", of=MIGRATED)
    hall = HostedHall(tmp_path / "hall", DATABASE_URL=address, REDIS_URL=redis_server.url)
    try:
        hall.start()
        concours, phones = bursts.phones_of(hall, tables=12)
        for phone in phones[:4]:
            assert bursts.send(hall.port, phone)[0] == 200
        made = f"SELECT COUNT(*) FROM scoring_standingssnapshot WHERE tournament_id = {concours}"
        wait_for(lambda: hall.rows(made) != [(0,)], PATIENCE, "the worker has made the standing once")
        ((slug,),) = hall.rows(f"SELECT slug FROM tournament_tournament WHERE id = {concours}")
        assert hall.get(f"/p/{slug}/")[0] == 200, "somebody looks at the page: the workers make it from then on"
        redis_server.kill()
        # Jobs that a worker has in hand or puts off it does without Redis: only later ones wait.
        time.sleep(jobs.SPACED_LONGEST.total_seconds() + 2)
        began = time.monotonic()
        burst = bursts.Burst(phones[4:], lambda _phone: hall.port).begin()
        burst.end()
        assert burst.statuses == {200}
        assert time.monotonic() - began < 20 * busyness()

        def slowed() -> bool:
            status, page = hall.get(f"/p/{slug}/")
            assert status == 200, "the standing is shown"
            return "Affichage ralenti" in page.decode()

        wait_for(slowed, PATIENCE, "the page is made without the workers, and says that it follows slowly")
        last = hall.rows(f"SELECT journal_number FROM tournament_tournament WHERE id = {concours}")[0][0]
        wait_for(
            lambda: f'data-journal="{last}"' in hall.get(f"/p/{slug}/")[1].decode(), PATIENCE, "it has every score"
        )
        redis_server.start()
        nothing_lost_nor_doubled(hall, concours, burst)

        def pages_are_there() -> bool:
            waiting = "SELECT COUNT(*) FROM tournament_job WHERE state NOT IN ('done', 'failed') AND tournament_id"
            stands = "SELECT s.journal_number = t.journal_number FROM scoring_standingssnapshot s JOIN"
            return hall.rows(f"{waiting} = {concours}") == [(0,)] and hall.rows(
                f"{stands} tournament_tournament t ON t.id = s.tournament_id WHERE t.id = {concours}"
            ) == [(True,)]

        wait_for(pages_are_there, PATIENCE, "what waited is done")
        wait_for(lambda: not slowed(), PATIENCE, "the display is as usual")
        twice = f"SELECT COUNT(*) FROM tournament_job WHERE tournament_id = {concours} AND (state = 'failed' OR attempts > 1)"
        assert hall.rows(twice) == [(0,)]
        assert bursts.all_count(hall, concours)
    finally:
        hall.end()
