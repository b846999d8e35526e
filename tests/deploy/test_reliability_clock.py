"""Jump the computer's clock while people play, on the real program (docs/reliability.md 10, row 19)."""

import time
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from tests.deploy import bursts
from tests.support.fixtures import PATIENCE, Hall, wait_for

pytestmark = pytest.mark.slow
# Settings of the clock, one after the other: so far from the hour it shows, or an hour.
JUMPS = {
    "two hours on": timedelta(hours=2),
    "two hours back": timedelta(hours=-2),
    "the night that has an hour twice": datetime(2026, 10, 25, 0, 59, 55, tzinfo=UTC),
    "the night that lacks one": datetime(2026, 3, 29, 0, 59, 55, tzinfo=UTC),
    "29 February": datetime(2028, 2, 28, 22, 59, 55, tzinfo=UTC),
    "a dead battery": datetime(1970, 1, 1, 0, 0, 5, tzinfo=UTC),
}


class Clock:
    """The clock that a hall sees (tests.deploy.clock_settings)."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self._jump = 0.0
        self.set(timedelta(0))

    def set(self, to: timedelta | datetime) -> None:
        if isinstance(to, datetime):
            self._jump = to.timestamp() - time.time()
        else:
            self._jump += to.total_seconds()
        written = self.file.with_suffix(".new")
        written.write_text(str(self._jump))
        written.replace(self.file)


@pytest.fixture
def clock(tmp_path) -> Clock:
    return Clock(tmp_path / "hour")


@pytest.fixture
def hall(make_hall, clock) -> Hall:
    return make_hall(DJANGO_SETTINGS_MODULE="tests.deploy.clock_settings", DIX_TEST_HOUR=str(clock.file))


def ranking_stands(hall: Hall, concours: int) -> bool:
    """Return whether the worker has brought the public pages up to the last line of the journal."""
    told = hall.rows(
        "SELECT t.journal_number, s.journal_number FROM tournament_tournament t"
        f" LEFT JOIN scoring_standingssnapshot s ON s.tournament_id = t.id WHERE t.id = {concours}"
    )
    return told[0][0] == told[0][1]


def hours_told(hall: Hall, concours: int) -> list[datetime]:
    """The hour of each line of the journal, in order of their numbers."""
    rows = hall.rows(f"SELECT at FROM tournament_journalentry WHERE tournament_id = {concours} ORDER BY number")
    return [datetime.fromisoformat(at) for (at,) in rows]


def test_row_19_scores_count_and_the_ranking_follows_whatever_the_clock_says(hall, clock):
    """19: at each jump both camps send, the score counts, the pages are made, and the journal is one chain."""
    hall.start()
    concours, phones = bursts.phones_of(hall, tables=len(JUMPS))
    by_table = {n: [phone for phone in phones if phone.table == n] for n in range(1, len(JUMPS) + 1)}
    for number, (name, jump) in enumerate(JUMPS.items(), start=1):
        clock.set(jump)
        for phone in by_table[number]:
            status, said = bursts.send(hall.port, phone)
            assert (status, bool(said.get("receipt"))) == (200, True), name
        wait_for(lambda: ranking_stands(hall, concours), PATIENCE, f"the ranking, {name}")
        assert hall.get("/healthz")[0] == 200, name
    assert bursts.all_count(hall, concours)
    told = hours_told(hall, concours)
    assert told != sorted(told), "the clock did jump"
    assert {1970, 2028} <= {hour.year for hour in told}
    whole = "from tournament.journal.services import broken_line; from tournament.models import JournalEntry\n"
    assert hall.python(f"{whole}print(broken_line(JournalEntry.objects.order_by('number')))") == "None"
    burst = bursts.Burst(phones, lambda _phone: hall.port).begin()
    burst.end()
    assert bursts.lost_and_doubled(hall, concours, burst) == (0, 0), "sent again they are the same"


def test_row_19_what_was_still_to_be_done_is_done_after_a_night_without_battery(hall, clock):
    """19: a score is recorded, the computer dies before the ranking is made, and wakes in 1970."""
    hall.start()
    concours, phones = bursts.phones_of(hall, tables=2)
    wait_for(lambda: ranking_stands(hall, concours), PATIENCE, "the ranking")
    hall.stop()
    hall.python(
        "from scoring.sheets import entry\n"
        "from tournament.models import Table\n"
        "entry.submit_sheet(table_id=Table.objects.get(number=1).pk, key='k' * 20, kind='totals', by=None,\n"
        "    marks={'NS': {'points': 1012}, 'EO': {'points': 932}})"
    )
    assert not ranking_stands(hall, concours)
    clock.set(JUMPS["a dead battery"])
    hall.start()
    wait_for(lambda: ranking_stands(hall, concours), PATIENCE, "the ranking with the score recorded before")
    assert hall.get("/healthz")[0] == 200
    assert [bursts.send(hall.port, phone)[0] for phone in phones if phone.table == 2] == [200, 200]
    wait_for(lambda: ranking_stands(hall, concours), PATIENCE, "the ranking of what came since")
