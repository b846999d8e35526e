"""Two typists at the same moment: nothing lost, nothing doubled; and what happens when the guard is taken away."""

import pytest

from scoring.errors import ScoringError
from scoring.models import Mark, ScoreSheet
from scoring.sheets import entry, locked_table, reception, selectors as questions
from scoring.sheets.reception import Receipt
from tests.scoring import builders, races
from tests.scoring.races import at_once, meeting, without_lock
from tests.support.accounts import account
from tournament.models import JournalEntry, Table

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 6


def submit(table, north, *, key, **more):
    marks = {"NS": {"points": north}, "EO": {"points": 1944 - north}}
    return lambda: entry.submit_sheet(
        table_id=table.pk, key=f"{key}{table.pk}", kind="totals", marks=marks, **({"by": None} | more)
    )


@pytest.fixture
def tables():
    builders.seated(RUNS)
    return list(Table.objects.order_by("number"))


def sound():
    races.sound()
    for table in Table.objects.all():
        versions = table.sheets.count()
        assert table.sheets.filter(counted=True).count() == bool(versions)
        assert Mark.objects.filter(sheet__table=table).count() == 2 * versions
        acts = JournalEntry.objects.filter(act__in=("enter_sheet", "correct_sheet"), after__table=table.number)
        assert acts.count() == versions


def test_two_typists_with_other_figures(tables):
    for table in tables:
        given = at_once(submit(table, 1012, key="a" * 20), submit(table, 932, key="b" * 20))
        refused = [error for error in given if isinstance(error, ScoringError)]
        receipts = [receipt for receipt in given if isinstance(receipt, Receipt)]
        assert (len(receipts), [error.code for error in refused]) == (1, ["sheet_already_recorded"])
        assert refused[0].params["recorded"] == questions.figures_text(receipts[0].sheet)
    sound()


def test_two_typists_with_the_same_figures(tables):
    for table in tables:
        given = at_once(submit(table, 1012, key="a" * 20), submit(table, 1012, key="b" * 20))
        assert sorted(receipt.created for receipt in given) == [False, True]
        assert len({receipt.sheet.pk for receipt in given}) == 1
    sound()


def test_one_form_sent_eight_times_at_once(tables):
    given = at_once(*[submit(tables[0], 1012, key="a" * 20)] * 8)
    assert sum(receipt.created for receipt in given) == 1
    assert len({receipt.sheet.receipt for receipt in given}) == 1
    sound()


def test_two_corrections_from_the_same_version(tables):
    paul = account("paul")
    for table in tables:
        submit(table, 1000, key="a" * 20)()
        fix = {"base_version": 1, "reason": "misread"}
        given = at_once(
            submit(table, 1012, key="b" * 20, **fix, by=paul), submit(table, 932, key="c" * 20, **fix, by=paul)
        )
        refused = [error for error in given if isinstance(error, ScoringError)]
        assert [error.code for error in refused] == ["sheet_conflict"]
        assert ScoreSheet.objects.get(table=table, counted=True).version == 2
    sound()


def test_thirty_two_tables_at_once():
    builders.seated(32)
    tables = list(Table.objects.order_by("number"))
    for some in (tables[:16], tables[16:]):
        given = at_once(*(submit(table, 1012, key="a" * 20) for table in some))
        assert all(isinstance(receipt, Receipt) and receipt.created for receipt in given), given
    sound()


def test_without_the_guard_the_race_is_there(tables, monkeypatch):
    """The positive control: no lock, no transaction, a pause after the check; then the second typist is not told."""
    without_lock(monkeypatch)
    flush, meet = locked_table.flush, meeting()
    monkeypatch.setattr(locked_table, "flush", lambda cases: meet() or flush(cases))
    monkeypatch.setattr(reception, "_receive", reception._receive.__wrapped__)
    wrong = 0
    for table in tables:
        given = at_once(submit(table, 1012, key="a" * 20), submit(table, 932, key="b" * 20))
        told = [error for error in given if isinstance(error, ScoringError)]
        wrong += not told
    assert wrong >= RUNS / 2
