"""A referee decides while somebody types, proposes or closes: one of the two is told, and nothing is done by half.

Each race is run free, then with the one brought in at the worst moment of the other; last, the same moment without the
guard, to see that the race is there.
"""

import itertools

import pytest
from django.db import Error

from scoring.errors import ScoringError
from scoring.evening import closing
from scoring.models import Palmares, ScoreSheet
from scoring.referee import rulings
from scoring.sheets import entry, locked_table, reception, terms
from scoring.sheets.terms import undecided_terms
from scoring.standings.reading import evening
from tests.scoring import builders, races
from tests.scoring.phones.builders import phone, propose
from tests.scoring.races import at_once, between, refusals, unguarded
from tests.support.accounts import account
from tournament.models import Table, Team, Tournament
from tournament.registration import attendance

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 4
TOTAL = 12 * 162
_keys = (f"key-{number:020d}" for number in itertools.count())


@pytest.fixture
def tables():
    """The tables of a partie that nobody has handed in yet."""
    builders.seated(RUNS, parties=1)
    return list(Table.objects.order_by("number"))


@pytest.fixture
def referee(tables):
    return account("rene", Tournament.objects.get().club, "referee")


def marks(north: int, total: int = TOTAL) -> dict:
    return {"NS": {"points": north}, "EO": {"points": total - north}}


def typing(table: Table, north: int, *, base: int | None = None):
    """The act of the table de marque: *north* for NS, over version *base*."""
    key, reason = next(_keys), "misread" if base else ""
    said = {"kind": "totals", "marks": marks(north), "base_version": base, "reason": reason, "by": None}
    return lambda: entry.submit_sheet(table_id=table.pk, key=key, **said)


def context(table: Table, by, *, base: int | None = None) -> rulings.RulingContext:
    return rulings.RulingContext(table_id=table.pk, seen=0, base_version=base, reason="seen at the table", by=by)


def penalty(table: Table, by, *, base: int | None = None, north: int | None = None):
    """A fault of EO that takes a donne from the sheet; *north* is NS's total without it."""
    team = table.seats.get(camp="EO").team.number
    sheet = rulings.NewSheet(kind="totals", marks=marks(north, TOTAL - 162)) if north is not None else None
    said = {"team": team, "label": "renonce", "way": "instead", "points": 162, "sheet": sheet}
    return lambda: rulings.give_penalty(context(table, by, base=base), **said)


def exclusion(table: Table, by):
    """NS is sent away and loses this partie."""
    return lambda: rulings.exclude_team(context(table, by), team=table.seats.get(camp="NS").team.number)


def exchange(table: Table, other: Table, by, *, versions: tuple[int, int | None] = (1, 1)):
    key = next(_keys)
    said = {"base_version": versions[0], "other_version": versions[1], "reason": "mixed up", "by": by}
    return lambda: rulings.exchange_sheets(table_id=table.pk, other_id=other.pk, key=key, **said)


def counts(table: Table) -> int | None:
    """Return the points of NS in the version that counts there."""
    sheet = table.sheets.filter(counted=True).first()
    return sheet.marks.get(camp="NS").points if sheet else None


def sound() -> None:
    races.sound()
    for table in Table.objects.all():
        numbers = list(table.rulings.order_by("number").values_list("number", flat=True))
        assert numbers == list(range(1, len(numbers) + 1))


def whole_and_penalised(table: Table) -> bool:
    """Return whether a sheet of twelve donnes waits or counts though a penalty took one of them."""
    open_ = table.sheets.exclude(state="replaced").filter(late=False)
    return table.penalties.exists() and any(sum(s.content["totals"].values()) == TOTAL for s in open_)


# --- Two sheets exchanged while one of them is corrected ------------------------------------------------------------


def exchanged(first: Table, second: Table, given: list) -> None:
    """Both tables have the other's figures, or the first its correction and the second its own."""
    assert refusals(given) in (["sheet_conflict"], ["case_changed"]), given
    done = refusals(given) == ["sheet_conflict"]
    assert (counts(first), counts(second)) == ((900, 1012) if done else (1002, 900))
    sound()


def two_typed(tables: list[Table]) -> tuple[Table, Table]:
    first, second = tables[:2]
    typing(first, 1012)()
    typing(second, 900)()
    return first, second


def test_two_sheets_are_exchanged_while_one_is_corrected(tables, referee):
    for pair in (tables[:2], tables[2:]):
        first, second = two_typed(pair)
        given = at_once(exchange(first, second, referee), typing(first, 1002, base=1))
        exchanged(first, second, given)


def test_two_sheets_are_exchanged_and_one_is_corrected_between_the_two(tables, referee, monkeypatch):
    first, second = two_typed(tables)
    acts = exchange(first, second, referee), typing(first, 1002, base=1)
    given = between(monkeypatch, (locked_table, "flush"), *acts)
    assert refusals(given) == ["sheet_conflict"]
    exchanged(first, second, given)


def test_without_the_guard_two_sheets_are_exchanged_by_half(tables, referee, monkeypatch):
    """The positive control: the second table's figures are taken away, and no others come in their place."""
    first, second = two_typed(tables)
    acts = exchange(first, second, referee), typing(first, 1002, base=1)
    unguarded(monkeypatch)
    between(monkeypatch, (locked_table, "flush"), *acts)
    assert (counts(first), counts(second)) == (1002, None)


def test_a_sheet_goes_to_a_table_that_is_being_typed(tables, referee, monkeypatch):
    """The other table had no sheet: either the exchange is too late and changes nothing, or the typist is told."""
    first, second, third, fourth = tables
    for one, other in ((first, second), (third, fourth)):
        typing(one, 1012)()
        acts = exchange(one, other, referee, versions=(1, None)), typing(other, 900)
        given = at_once(*acts) if one == first else between(monkeypatch, (locked_table, "flush"), *acts)
        assert refusals(given) in (["sheet_already_recorded"], ["case_changed"]), given
        done = refusals(given) == ["sheet_already_recorded"]
        assert (counts(one), counts(other)) == ((None, 1012) if done else (1012, 900))
    sound()


# --- A penalty that takes a donne, while the sheet is corrected or proposed -----------------------------------------


def test_a_penalty_comes_while_the_sheet_is_corrected(tables, referee):
    """Either the correction is first and the referee looks again, or the sheet of eleven donnes holds."""
    for table in tables:
        typing(table, 1012)()
        given = at_once(penalty(table, referee, base=1, north=900), typing(table, 1002, base=1))
        penalised = table.penalties.exists()
        assert refusals(given) == (["sheet_conflict"] if penalised else ["case_changed"]), given
        assert counts(table) == (900 if penalised else 1002)
    sound()


def test_a_penalty_comes_between_the_reading_of_a_correction_and_its_record(tables, referee, monkeypatch):
    table = tables[0]
    typing(table, 1012)()
    acts = typing(table, 1002, base=1), penalty(table, referee, base=1, north=900)
    given = between(monkeypatch, (reception, "_receive"), *acts)
    assert refusals(given) == ["sheet_conflict"], "twelve donnes, of which a penalty took one"
    assert (table.penalties.count(), counts(table)) == (1, 900)
    sound()


def test_without_the_guard_a_penalty_and_the_donne_it_took_both_count(tables, referee, monkeypatch):
    """The positive control: no lock, and the penalty comes once the typist's figures are found right."""
    table = tables[0]
    acts = typing(table, 1012), penalty(table, referee)
    unguarded(monkeypatch)
    between(monkeypatch, (locked_table, "flush"), *acts)
    assert counts(table) == 1012
    assert whole_and_penalised(table)


def test_a_penalty_comes_while_a_telephone_proposes(tables, referee):
    """Either act first: no sheet of twelve donnes waits beside a penalty that stands for one of them."""
    Tournament.objects.update(counts_when="both_camps")
    for table in tables:
        device, key = phone(table, "NS"), next(_keys)
        proposing = lambda device=device, key=key: propose(device, 1012, key=key)  # noqa: E731
        given = at_once(penalty(table, referee), proposing)
        assert refusals(given) in ([], ["proposal_control"]), given
        assert table.penalties.count() == 1
        assert not whole_and_penalised(table)
        assert counts(table) is None
    sound()


@pytest.mark.parametrize("looked_at_again", [True, False])
def test_a_penalty_comes_between_the_reading_of_a_proposal_and_its_record(
    tables, referee, monkeypatch, looked_at_again
):
    """With the second look at the table's terms the telephone is told; without it (the positive control) it is not."""
    Tournament.objects.update(counts_when="both_camps")
    table = tables[0]
    device, key = phone(table, "NS"), next(_keys)
    if not looked_at_again:
        monkeypatch.setattr(terms, "terms_of", undecided_terms)
    acts = (lambda: propose(device, 1012, key=key)), penalty(table, referee)
    given = between(monkeypatch, (reception, "_receive"), *acts)
    assert refusals(given) == (["proposal_control"] if looked_at_again else [])
    assert whole_and_penalised(table) != looked_at_again
    sound()


# --- A team is sent away while its sheet is typed -------------------------------------------------------------------


def test_a_team_is_excluded_while_its_sheet_is_typed(tables, referee):
    """It is away and has lost, or its score counts and it is still there: never away with nothing said of the table."""
    for table in tables:
        given = at_once(exclusion(table, referee), typing(table, 1012))
        away = table.seats.get(camp="NS").team.excluded
        assert refusals(given) == (["sheet_already_recorded"] if away else ["case_changed"]), given
        assert table.sheets.get().kind == ("forfeit" if away else "totals")
        assert table.rulings.filter(kind="exclusion").exists() == away
    sound()


def test_a_sheet_is_typed_between_the_exclusion_and_the_forfeit(tables, referee, monkeypatch):
    table = tables[0]
    given = between(monkeypatch, (attendance, "exclude_team"), exclusion(table, referee), typing(table, 1012))
    assert refusals(given) == ["sheet_already_recorded"]
    assert Team.objects.get(excluded=True) == table.seats.get(camp="NS").team
    assert table.sheets.get().kind == "forfeit"
    sound()


def test_without_the_guard_a_team_is_away_and_its_score_counts(tables, referee, monkeypatch):
    """The positive control: the exclusion stands, the forfeit and the ruling were lost."""
    table = tables[0]
    acts = exclusion(table, referee), typing(table, 1012)
    unguarded(monkeypatch)
    given = between(monkeypatch, (attendance, "exclude_team"), *acts)
    assert isinstance(given[0], Error) and not isinstance(given[0], ScoringError)
    assert Team.objects.filter(excluded=True).exists()
    assert (counts(table), table.rulings.count()) == (1012, 0)


# --- A decision while the palmarès is published ---------------------------------------------------------------------


def decision(table: Table, by, north: int):
    sheet = rulings.NewSheet(kind="totals", marks=marks(north))
    return lambda: rulings.correct_sheet(context(table, by, base=1), sheet=sheet)


def close():
    return closing.close_tournament(tournament_id=Tournament.objects.get().pk, by=None)


def published() -> dict[int, int]:
    """Team → its points in the last palmarès."""
    return {number: points for _rank, number, points, *_more in Palmares.objects.latest("number").rows}


def now() -> dict[int, int]:
    """Team → its points by the sheets, whatever was published."""
    results = evening(Tournament.objects.get().pk)
    return {row.number: row.points for row in results.computed(results.last).rows}


def all_typed(tables: list[Table]) -> None:
    for table in tables:
        typing(table, 1012)()


def test_a_referee_corrects_while_the_palmares_is_published(tables, referee):
    """38: the decision is in before, and in the palmarès, or the referee is told that it is published."""
    all_typed(tables)
    for table in tables:
        given = at_once(decision(table, referee, 700), close)
        assert refusals(given) in ([], ["closed"])
        assert counts(table) == (1012 if refusals(given) else 700)
        assert published() == now()
        closing.reopen_tournament(tournament_id=Tournament.objects.get().pk, by=None, reason="again")
    sound()


def test_the_palmares_waits_for_the_decision_being_written(tables, referee, monkeypatch):
    all_typed(tables)
    given = between(monkeypatch, (locked_table, "flush"), decision(tables[0], referee, 700), close)
    assert (refusals(given), counts(tables[0])) == ([], 700)
    assert published() == now()
    sound()


def test_without_the_guard_the_palmares_is_not_the_ranking(tables, referee, monkeypatch):
    """The positive control: what the referee decided counts, and is not in what was published."""
    all_typed(tables)
    act = decision(tables[0], referee, 700)
    unguarded(monkeypatch)
    between(monkeypatch, (locked_table, "flush"), act, close)
    assert ScoreSheet.objects.get(counted=True, table=tables[0]).state == "ruled"
    assert published() != now()
