"""Telephones that propose at the same moment are answered in one go, and told what each would have been told alone."""

import random
import threading

import pytest
from django.db import connection

from scoring.errors import ScoringError
from scoring.models import Mark, Reading
from scoring.sheets import reception
from scoring.sheets.entry import NewSheet, read_report
from scoring.sheets.lifecycle import PhoneReport
from scoring.sheets.terms import undecided_terms
from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tests.support.counts import spread
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Table

pytestmark = pytest.mark.django_db(transaction=True)
TABLES = 5


def evening(setting):
    tournament = builders.seated(TABLES, counts_when=setting)
    return list(Table.objects.filter(round__tournament=tournament).order_by("number"))


def sends(seed):
    """Choose proposals in order: (table, camp, telephone, points of NS, key, sequence), some of them twice."""
    chance = random.Random(seed)
    sent = [
        (place, camp, number, chance.choice((1012, 1012, 992, 5000)), chance.choice("abc"), chance.randint(0, 3))
        for place in range(TABLES)
        for camp in ("NS", "EO")
        for number in range(chance.randint(0, 2))
    ]
    sent += chance.sample(sent, len(sent) // 3)
    chance.shuffle(sent)
    return sent


class Held:
    """Threads that propose while the first of them is held back, so that all the others are answered in one go."""

    def __init__(self, monkeypatch):
        self.batches = []
        self._open = threading.Event()
        many = reception._receive_group._many

        def hold(given):
            self.batches.append(len(given))
            if len(self.batches) == 1:
                assert self._open.wait(20)
            return many(given)

        monkeypatch.setattr(reception._receive_group, "_many", hold)

    def run(self, acts):
        given = [None] * len(acts)

        def one(place, act):
            try:
                given[place] = act()
            except ScoringError as error:
                given[place] = error
            finally:
                connection.close()

        threads = []
        for place, act in enumerate(acts):
            before = self._there()
            threads.append(threading.Thread(target=one, args=(place, act)))
            threads[-1].start()
            while self._there() == before and threads[-1].is_alive():
                threading.Event().wait(0.002)
        self._open.set()
        for thread in threads:
            thread.join(30)
            assert not thread.is_alive()
        return given

    def _there(self):
        return len(self.batches) + sum(map(len, list(reception._receive_group._waiting.values())))


def told(given):
    return [
        one.code if isinstance(one, ScoringError) else (one.created, one.late, one.sheet.version, one.sheet.state)
        for one in given
    ]


def state(tables):
    """Everything that was written, without the numbers of the rows."""
    found = []
    for table in tables:
        for sheet in table.sheets.order_by("version"):
            marks = sorted(Mark.objects.filter(sheet=sheet).values_list("camp", "points"))
            said = Reading.objects.filter(sheet=sheet).values_list("camp", "agrees", "key")
            readings = [(camp, agrees, key[1:]) for camp, agrees, key in said]
            found.append((table.number, sheet.version, sheet.state, sheet.counted, sheet.key[1:], marks, readings))
        lines = JournalEntry.objects.filter(tournament=table.round.tournament, after__table=table.number)
        found.append(list(lines.order_by("number").values_list("act", flat=True)))
    return found


@pytest.mark.parametrize("setting", ["typist", "both_camps"])
@pytest.mark.parametrize("seed", spread(3, range(6)))
def test_together_gives_what_one_by_one_gives(seed, setting, monkeypatch):
    outcomes = []
    for together in (False, True):
        tables = evening(setting)
        devices = {}
        acts = []
        for place, camp, number, north, key, sequence in sends(seed):
            if (place, camp, number) not in devices:
                devices[place, camp, number] = phone(tables[place], camp)
            device = devices[place, camp, number]
            acts.append(
                lambda device=device, north=north, key=f"{together:d}{key}{place}{camp}{number}", sequence=sequence: (
                    propose(device, north, key=key, sequence=sequence)
                )
            )
        if together:
            with monkeypatch.context() as patch:
                held = Held(patch)
                given = held.run(acts)
            assert max(held.batches) > 2
        else:
            given = []
            for act in acts:
                try:
                    given.append(act())
                except ScoringError as error:
                    given.append(error)
        lines = JournalEntry.objects.filter(tournament=tables[0].round.tournament).order_by("number")
        assert broken_line(lines) is None
        outcomes.append((told(given), state(tables)))
    assert outcomes[0] == outcomes[1]


def test_a_key_serves_one_table_even_at_the_same_moment(monkeypatch):  # docs/reliability.md 10, row 29
    tables = evening("both_camps")
    devices = [phone(table, "NS") for table in tables]
    given = Held(monkeypatch).run([lambda device=device: propose(device, 1012, key="one") for device in devices])
    assert sorted(one.code if isinstance(one, ScoringError) else "" for one in given) == [
        "",
        *4 * ["sheet_key_elsewhere"],
    ]


def test_many_tables_cost_hardly_more_statements_than_one(django_assert_max_num_queries):
    tables = evening("both_camps")
    given = [
        reception.Submission(
            table=table,
            act=proposal(device, table),
            key=f"key-{table.pk}".ljust(20, "k"),
            terms=terms(table),
            device=device,
        )
        for table, device in ((table, phone(table, "NS")) for table in tables)
    ]
    with django_assert_max_num_queries(14):
        answers = reception._receive_all(given)
    assert [one.sheet.state for one in answers] == ["proposed"] * TABLES


def terms(table):
    return undecided_terms(table)


def proposal(device, table):
    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    report = read_report(NewSheet(kind="totals", marks=marks), tournament=table.round.tournament, terms=terms(table))
    return PhoneReport(report=report, camp=device.camp, device=device.pk, sequence=1)
