"""A line of each act as it was written before acts were declared: its seals and its hash stay the same byte for byte."""

import datetime
import json
from pathlib import Path

import pytest

from tournament.journal import seals, services as journal
from tournament.journal.acts import ACTS
from tournament.journal.models import JournalEntry

LINES = json.loads(Path(__file__).with_name("lines.json").read_text("utf-8"))


def test_every_act_has_a_line():
    """A new act needs one: the keys in the file are those that journals hold for ever."""
    golden = {line["act"] for line in LINES}
    missing = sorted(ACTS.keys() - golden)
    assert not missing, f"append a line of each to lines.json, its hash empty: {missing}"
    assert golden == ACTS.keys(), "the key of an act is in journals for ever"


@pytest.mark.parametrize("place", range(len(LINES)), ids=[f"{n}-{line['act']}" for n, line in enumerate(LINES)])
def test_a_line_is_sealed_and_hashed_as_it_was(place):
    golden = LINES[place]
    line = journal.JournalledAct(
        act=ACTS[golden["act"]],
        by=None,
        before=golden["before"],
        after=golden["after"],
        reason=golden["reason"],
        written=golden["written"],
    )
    sealed = journal.scopes_of(line, {int(number): key for number, key in golden["teams"].items()})
    names = sorted(map(seals.name_of, sealed))
    assert names == golden["seals"], f"of a new act, write into lines.json: {json.dumps(names)}"
    entry = JournalEntry(
        number=place + 1,
        at=datetime.datetime(2026, 11, 27, 20, 30, tzinfo=datetime.UTC),
        by_number=7,
        act=line.act.key,
        before=line.before,
        after=line.after,
        reason=line.reason,
        seals={name: "0" * 32 for name in golden["seals"]},
        previous=LINES[place - 1]["hash"] if place else "",
    )
    digest = journal.entry_hash(entry)
    assert digest == golden["hash"], f"of a new act, at the end of lines.json, write: {digest}"
