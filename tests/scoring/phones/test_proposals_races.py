"""Telephones at the same moment: one version for one key, one winner, and what happens when the guard is taken away."""

import pytest

from scoring.access import services as tokens
from scoring.errors import ScoringError
from scoring.models import CodeAttempt, Mark
from scoring.sheets import entry, locked_table, reception
from scoring.sheets.lifecycle import SecondReading
from tests.scoring import builders, races
from tests.scoring.phones.builders import phone, propose
from tests.scoring.races import at_once, meeting, without_lock
from tests.support.accounts import account
from tournament.models import JournalEntry, Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 6


@pytest.fixture
def tables():
    builders.seated(RUNS, counts_when="both_camps")
    return list(Table.objects.order_by("number"))


def sound():
    races.sound()
    for table in Table.objects.all():
        assert Mark.objects.filter(sheet__table=table).count() == 2 * table.sheets.count()


def test_one_entry_sent_many_times_at_once(tables):  # docs/reliability.md 10, row 26
    for table, times in zip(tables, (2, 2, 2, 16), strict=False):
        north = phone(table, "NS")
        given = at_once(*[lambda north=north, table=table: propose(north, 1012, key=f"one{table.pk}")] * times)
        assert sum(one.created for one in given) == 1, given
        assert len({one.sheet.receipt for one in given}) == 1
        assert table.sheets.count() == 1
    sound()


def both(table, north, east):
    devices = phone(table, "NS"), phone(table, "EO")
    return at_once(
        lambda: propose(devices[0], north, key=f"n{table.pk}"), lambda: propose(devices[1], east, key=f"e{table.pk}")
    )


def test_two_camps_with_the_same_figures(tables):  # 31
    for table in tables:
        given = both(table, 1012, 1012)
        assert sorted(one.created for one in given) == [False, True]
        assert [(sheet.state, sheet.counted) for sheet in table.sheets.all()] == [("validated", True)]
    sound()


def test_two_camps_with_other_figures(tables):  # 32
    for table in tables:
        both(table, 1012, 992)
        assert [(sheet.state, sheet.counted) for sheet in table.sheets.all()] == [("disputed", False)] * 2
    sound()


def two_referees(tables):
    users = [account(name, tables[0].round.tournament.club, "referee") for name in ("anne", "paul")]
    Tournament.objects.update(counts_when="typist")
    for table in tables:
        sheet = propose(phone(table, "NS"), 1012, key=f"one{table.pk}").sheet
        yield at_once(
            *(
                lambda user=user, sheet=sheet: entry.read_again(
                    sheet_id=sheet.pk, key=user.username.ljust(20, "r"), by=user
                )
                for user in users
            )
        )


def test_two_referees_validate_at_once(tables):  # 36
    for given in two_referees(tables):
        errors = [one for one in given if isinstance(one, ScoringError)]
        assert [error.code for error in errors] == ["already_counted"]
        assert errors[0].params["who"] in ("Anne", "Paul")
    assert JournalEntry.objects.filter(act="validate_sheet").count() == RUNS
    sound()


def test_without_the_guard_both_referees_win(tables, monkeypatch):
    """The positive control: no lock, no transaction, a pause after the check; then nobody is told of the other."""
    without_lock(monkeypatch)
    receive = reception._receive

    def receive_unguarded(submissions):
        reading = isinstance(submissions[0].act, SecondReading)
        return receive.__wrapped__(submissions) if reading else receive(submissions)

    monkeypatch.setattr(reception, "_receive", receive_unguarded)
    flush, meet = locked_table.flush, meeting()
    monkeypatch.setattr(locked_table, "flush", lambda cases: meet() or flush(cases))
    told = [one for given in two_referees(tables) for one in given if isinstance(one, ScoringError)]
    assert len(told) <= RUNS / 2


def test_wrong_codes_at_once_do_not_pass_the_limit(tables):
    tournament = tables[0].round.tournament

    def guess():
        return tokens.by_code(tournament=tournament, code="ZZZZZZZZ", address="192.168.1.20")

    given = at_once(*[guess] * 16)
    codes = [error.code for error in given if isinstance(error, ScoringError)]
    assert len(codes) == 16 and codes.count("way_unknown") <= 10
    assert CodeAttempt.objects.count() == 16
