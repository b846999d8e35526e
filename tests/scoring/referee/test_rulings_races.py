"""A referee and somebody else at the same moment: one decision each time, nothing lost, nothing doubled."""

import threading

import pytest

from scoring.errors import ScoringError
from scoring.models import Penalty, Ruling
from scoring.referee import rulings
from scoring.sheets import entry, reception, terms
from tests.scoring import builders
from tests.scoring.races import at_once
from tests.scoring.referee.builders import give_penalty
from tests.support.accounts import account
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 4
MARKS = {"NS": {"points": 1012}, "EO": {"points": 932}}


@pytest.fixture
def tables():
    builders.seated(RUNS)
    return list(Table.objects.order_by("number"))


@pytest.fixture
def referees(tables):
    club = Tournament.objects.get().club
    return [account(name, club, "referee") for name in ("rene", "paule")]


def type_in(table, marks=MARKS, key="k", **more):
    return entry.submit_sheet(
        table_id=table.pk, key=f"{key * 20}{table.pk}", kind="totals", marks=marks, by=None, **more
    )


def penalty(table, by, *, way="on_top", sheet=None, base=None):
    team = table.seats.get(camp="EO").team.number
    said = {"team": team, "label": "renonce", "way": way, "points": 162, "reason": "so", "by": by, "sheet": sheet}
    return lambda: give_penalty(table_id=table.pk, seen=0, base_version=base, **said)


def sound():
    assert broken_line(JournalEntry.objects.order_by("number")) is None
    for table in Table.objects.all():
        assert table.sheets.filter(counted=True).count() <= 1
        numbers = list(table.rulings.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))
        lines = JournalEntry.objects.filter(act__startswith="rule_", after__table=table.number)
        assert lines.count() == len(numbers)


def test_one_penalty_sent_six_times_at_once_is_one(tables, referees):
    given = at_once(*[penalty(tables[0], referees[0])] * 6)
    assert sum(one.created for one in given) == 1
    assert (Penalty.objects.count(), Ruling.objects.count()) == (1, 1)
    sound()


def test_two_referees_at_one_table_the_second_looks_first(tables, referees):
    for table in tables:
        given = at_once(*(penalty(table, by) for by in referees))
        refused = [one.code for one in given if isinstance(one, ScoringError)]
        assert refused == ["case_changed"]
        assert table.penalties.count() == 1
    sound()


def test_a_penalty_and_the_sheet_of_its_table(tables, referees):
    """Either act first: no sheet of twelve donnes counts beside a penalty that stands for one of them."""
    for table in tables:
        given = at_once(lambda t=table: type_in(t), penalty(table, referees[0], way="instead"))
        errors = [one for one in given if isinstance(one, Exception)]
        counted = table.sheets.filter(counted=True).exists()
        penalised = table.penalties.exists()
        assert counted != penalised, given
        assert [error.code for error in errors] == ["control_failed" if penalised else "case_changed"]
    sound()


def test_without_the_second_look_at_the_terms_the_race_is_there(tables, referees, monkeypatch):
    """The positive control: the terms read before the lock are believed, and the sheet counts beside the penalty."""
    receive, read, given = reception._receive, threading.Event(), threading.Event()

    def late(submissions):
        read.set()
        given.wait(10)
        monkeypatch.setattr(terms, "terms_of", lambda table: submissions[0].terms)
        return receive(submissions)

    monkeypatch.setattr(reception, "_receive", late)
    table = tables[0]
    give = penalty(table, referees[0], way="instead")
    at_once(lambda: type_in(table), lambda: (read.wait(10), give(), given.set()))
    assert table.penalties.exists() and table.sheets.filter(counted=True).exists()


def test_two_exchanges_crossing_each_other(tables, referees):
    first, second = tables[:2]
    type_in(first)
    type_in(second, {"NS": {"points": 900}, "EO": {"points": 1044}})

    def exchange(one, other, key):
        given = {"table_id": one.pk, "other_id": other.pk, "base_version": 1, "other_version": 1}
        return lambda: rulings.exchange_sheets(key=key * 20, reason="mixed up", by=referees[0], **given)

    given = at_once(exchange(first, second, "a"), exchange(second, first, "b"))
    assert [one.code for one in given if isinstance(one, Exception)] == ["case_changed"]
    points = {table.number: table.sheets.get(counted=True).marks.get(camp="NS").points for table in (first, second)}
    assert points == {1: 900, 2: 1012}
    sound()
