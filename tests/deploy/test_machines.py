"""A site on several machines, before one PostgreSQL and one Redis: machines come, go and die while scores are typed."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.deploy import bursts
from tests.support.fixtures import PATIENCE, redis_at, wait_for
from tests.support.hosted import MIGRATED, Postgres
from tests.support.machines import Machine, Network, network
from tests.support.nginx import Nginx, site_settings  # noqa: F401

pytestmark = pytest.mark.slow
UNFINISHED = "SELECT 1 FROM tournament_job WHERE kind = 'pages' AND state IN ('queued', 'sent', 'running')"
TABLES = 24  # two telephones each, eight at a time


@pytest.fixture(scope="module")
def joined() -> Iterator[Network]:
    with network() as made:
        yield made


@pytest.fixture(scope="module")
def machines(joined, site_settings, tmp_path_factory) -> Iterator[tuple[list[Machine], Nginx]]:
    """Two machines, none of them started, and the proxy before the first."""
    folder = tmp_path_factory.mktemp("site")
    with (
        tempfile.TemporaryDirectory(prefix="dix-postgres-", ignore_cleanup_errors=True) as place,
        redis_at(folder / "redis", joined.address) as redis,
    ):
        database = Postgres(Path(place), address=joined.address)
        both, nginx = [], None
        try:
            database.start()
            env = site_settings | {"DATABASE_URL": database.database("site", of=MIGRATED), "REDIS_URL": redis.url}
            both = [Machine(joined, folder / name, **env) for name in ("first", "second")]
            (folder / "nginx").mkdir()
            nginx = Nginx(folder / "nginx", [both[0].pages.place])
            yield both, nginx
        finally:
            if nginx is not None:
                nginx.end()
            for one in both:
                one.kill()
            database.end()


def test_machines_come_go_and_die_and_no_score_is_lost_or_refused(monkeypatch, machines):
    (first, second), nginx = machines
    monkeypatch.setattr(bursts, "send", lambda _port, phone, **_: bursts.send_through(nginx, phone))
    first.start()

    def comes() -> None:
        second.start()
        nginx.lead_to(first.pages.place, second.pages.place)

    def dies() -> None:
        second.kill()

    def comes_back() -> None:
        second.start()

    def goes() -> None:
        nginx.lead_to(second.pages.place)
        first.stop()

    for happens in (comes, dies, comes_back, goes):
        concours, phones = bursts.phones_of(first.pages, tables=TABLES)
        burst = bursts.Burst(phones, lambda _phone: nginx.port, pause_at=len(phones) - 8).begin()
        burst.wait_for_receipts(5)
        happens()
        burst.end()
        assert burst.statuses == {200} and len(burst.receipts) == len(phones), f"{happens.__name__}: refused or lost"
        assert bursts.lost_and_doubled(first.pages, concours, burst) == (0, 0), happens.__name__
        assert bursts.all_count(first.pages, concours), happens.__name__
        # Whichever machine made it, the other serves it too.
        slug = first.pages.rows(f"SELECT slug FROM tournament_tournament WHERE id = {concours}")[0][0]
        assert nginx.ask("GET", f"/p/{slug}/")[0] == 200
        wait_for(lambda: not first.pages.rows(UNFINISHED), PATIENCE, f"{happens.__name__}: every job is done")
