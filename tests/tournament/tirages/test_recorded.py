"""Minutes read as values: those of every version, and the same to the letter when they are replayed."""

import json
from pathlib import Path

import pytest

from tournament.tirages import replay
from tournament.tirages.recorded import Minutes

WRITTEN = [json.loads(line) for line in Path(__file__).with_name("golden.jsonl").read_text("utf-8").splitlines()]


@pytest.mark.parametrize("written", WRITTEN, ids=lambda one: f"{one['method']} {one['round']}")
def test_what_was_written_is_read_and_replayed(written):
    minutes = Minutes.read(written)
    assert list(minutes.numbers) == [entrant["number"] for entrant in written["entrants"]]
    seated = [team for table in minutes.tables for camp in table["camps"] for team in camp]
    assert sorted([*seated, *minutes.exempt]) == sorted(minutes.numbers)
    assert replay(dict(minutes.written))
    if minutes.method == "poules":
        assert sorted(team for pool in minutes.pools for team in pool) == sorted(minutes.pool)
    if minutes.method == "elimination":
        assert sorted(filter(None, minutes.places)) == sorted(minutes.pool)


def test_minutes_older_than_their_notes_have_none():
    (minutes, *_others) = (Minutes.read(one) for one in WRITTEN if one["method"] == "elimination")
    assert (minutes.noted, minutes.orders, minutes.third, minutes.beside, minutes.rest) == ([], [], (), (), ())
