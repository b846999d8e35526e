"""500 telephones that propose at the same moment, beside as many requests to a view that only writes one row.

The real program answers both, as `make run` starts it; and again on PostgreSQL where one can be started.
"""

from collections import Counter
from statistics import fmean

from tests.benchmarks.figures import p99
from tests.deploy import bursts
from tests.support.fixtures import Hall, cpu_seconds
from tests.support.hosted import HostedHall, postgres  # noqa: F401  (a fixture)

TABLES, TURNS = 250, 5
MOST = 1.5  # 1.3 in the mean of many runs on a quiet machine (docs/decisions/group-commit.md)
SETTINGS = "tests.benchmarks.proposals_settings"


def burst(hall: Hall, requests: list[tuple[str, str, str]]) -> tuple[float, float]:
    """(the 99th percentile in seconds, processor seconds of each) of all these requests at once, none of them refused."""
    before = cpu_seconds(hall.pid)
    given = bursts.at_once(hall.port, requests)
    used = cpu_seconds(hall.pid) - before
    statuses = Counter(status for status, _seconds in given)
    assert set(statuses) == {200}, f"none refused: {statuses}"
    return p99([seconds for _status, seconds in given]), used / len(requests)


def measure(hall: Hall, name: str, capsys) -> None:
    found, least = [], []
    for _turn in range(TURNS):
        concours, phones = bursts.phones_of(hall, tables=TABLES)
        form = f"csrfmiddlewaretoken={bursts.TOKEN}&tournament={concours}"
        least.append(burst(hall, [("/bare/", f"dix_csrf={bursts.TOKEN}", form)] * len(phones)))
        found.append(burst(hall, [phone.request for phone in phones]))
        assert bursts.all_count(hall, concours)
        with capsys.disabled():
            (seconds, work), (bare, bare_work) = found[-1], least[-1]
            print(
                f"\n{name}, {len(phones)} at once: p99 {seconds:.2f} s beside {bare:.2f} s of a bare view"
                f" (x {seconds / bare:.1f}); processor {1000 * work:.1f} ms beside {1000 * bare_work:.1f} ms each"
            )
    assert fmean(seconds for seconds, _work in found) <= MOST * fmean(seconds for seconds, _work in least)


def test_on_the_laptop(make_hall, capsys):
    hall = make_hall(DJANGO_SETTINGS_MODULE=SETTINGS)
    hall.start()
    measure(hall, "laptop", capsys)


def test_on_postgresql(postgres, tmp_path, capsys):
    hall = HostedHall(tmp_path / "data", DATABASE_URL=postgres.url, DJANGO_SETTINGS_MODULE=SETTINGS)
    try:
        hall.start()
        measure(hall, "PostgreSQL", capsys)
    finally:
        hall.end()
