"""Every situation of a table, and everything that can come to it: what the lifecycle makes of it, and what never changes."""

import functools
import random
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from scoring.sheets import lifecycle, table_scores
from scoring.sheets.lifecycle import (
    NEVER,
    Act,
    Event,
    PhoneAnswer,
    PhoneReport,
    RefereeChoice,
    RefereeSheet,
    SecondReading,
    SheetMove,
    TypedReport,
)
from scoring.sheets.table_scores import Report, TableScores, TableState, Version
from tests.scoring.sheets.expected_lifecycle import EXPECTED

SETTINGS = ("typist", "two_readers", "both_camps")
WALKS, LONGEST, RARELY = 4000, 8, 0.03
KINDS = (*3 * (TypedReport, PhoneReport, PhoneAnswer), SecondReading, RefereeSheet, RefereeChoice, SheetMove)


def totals(north: int, belotes: dict[str, int] | None = None, check: str = "") -> Report:
    points = {"NS": north, "EO": 1944 - north}
    marks = {camp: {"points": points[camp], "belotes": (belotes or {}).get(camp, 0), "capots": 0} for camp in points}
    return Report("totals", {"totals": points, "belotes": belotes, "capots": None}, marks, check)


ONE, OTHER, MORE = totals(1012), totals(932), totals(1012, {"NS": 1, "EO": 0})
FORFEIT = Report("forfeit", {"forfeit": "NS"}, totals(0).marks)
PHONES = (("NS", 1), ("EO", 2), ("NS", 3))


FIRST = PhoneReport(report=ONE, camp="NS", device=1, sequence=1)
SECOND = PhoneReport(report=OTHER, camp="NS", device=1, sequence=2)
# How an evening often begins: a score that is confirmed, contested, or sent anew.
STARTS = (
    (),
    (FIRST, PhoneAnswer(version=1, agrees=True, camp="EO", device=2)),
    (FIRST, PhoneAnswer(version=1, agrees=False, camp="EO", device=2)),
    (TypedReport(report=ONE, by=1), PhoneAnswer(version=1, agrees=False, camp="EO", device=2)),
    (FIRST, SECOND, PhoneAnswer(version=2, agrees=True, camp="EO", device=2)),
)


def combine(report: Report):
    def combined(known: Version) -> Report | None:
        more = table_scores.counted_fields(report.content) - table_scores.counted_fields(known.report.content)
        return report if more else None

    return combined


def acts(current: int | None, next_number: int) -> Iterator[Act]:
    """Everything that can come to a table whose version *current* counts."""
    for report in (ONE, OTHER, MORE, FORFEIT):
        for by in (1, 2):
            for may in (False, True):
                yield TypedReport(report=report, by=by, may_rule=lambda may=may: may, reason="misread", seen=current)
        yield TypedReport(report=report, by=1, seen=current)
        yield TypedReport(report=report, by=1, reason="misread", seen=99)
        yield TypedReport(report=report, by=1, reason="misread")
        yield SheetMove(report=report)
        yield SheetMove(report=report, may_rule=lambda: True)
        yield RefereeSheet(report=report)
    for check, override in (
        ("total_wrong", ""),
        ("total_wrong", "so"),
        ("total_wrong", "the camps agree"),
        ("litige_perdu", ""),
    ):
        report = totals(5, check=check)
        yield TypedReport(report=report, by=1, reason="misread", override=override, seen=current)
    yield TypedReport(report=replace(totals(5), question="who?"), by=1, reason="misread", seen=current)
    yield PhoneReport(report=replace(totals(5), question="who?"), camp="NS", device=1)
    for camp, device in PHONES:
        for report in (ONE, OTHER, MORE):
            for sequence in (1, 2):
                yield PhoneReport(report=report, camp=camp, device=device, sequence=sequence, combine=combine(report))
    for check in ("donnes_unfinished", "partie_unfinished", "donnes_tied", "total_wrong", "litige_perdu"):
        yield PhoneReport(report=totals(5, check=check), camp="NS", device=1)
    for number in range(1, next_number + 1):
        yield RefereeChoice(version=number)
        for by in (1, 2):
            yield SecondReading(version=number, by=by)
        yield SecondReading(version=number, by=2, signed=True)
        for camp, device in PHONES:
            for agrees in (True, False):
                yield PhoneAnswer(version=number, agrees=agrees, camp=camp, device=device)
    yield RefereeSheet(report=None)
    if current is not None:
        yield SheetMove(report=None)
        yield SheetMove(report=None, may_rule=lambda: True)


@functools.cache
def acts_by_kind(current: int | None, next_number: int) -> dict[type, list[Act]]:
    """The acts of each kind; made once, since a walk asks for them at every step and takes one."""
    by_kind = defaultdict(list)
    for act in acts(current, next_number):
        by_kind[type(act)].append(act)
    return by_kind


Step = tuple[TableScores, Act, lifecycle.Transition, TableScores]


def walk(chance: random.Random) -> Iterator[Step]:
    """One table from its first report on, anything coming to it: each situation with what an act made of it.

    Now and then a later partie is drawn, or the setting is changed.
    """
    scores = TableScores((), chance.choice(SETTINGS))
    start = chance.choice(STARTS)
    for step in range(LONGEST):
        current = scores.current.number if scores.current is not None else None
        by_kind = acts_by_kind(current, scores.next_number)
        act = chance.choice(by_kind[chance.choice([kind for kind in KINDS if by_kind[kind]])])
        act = start[step] if step < len(start) else act
        transition = lifecycle.decide(scores, act)
        after = lifecycle.after(scores, transition, lifecycle.endorsement_of(scores, act))
        yield scores, act, transition, after
        setting = chance.choice(SETTINGS) if chance.random() < RARELY else after.counts_when
        scores = replace(after, over=after.over or chance.random() < RARELY, counts_when=setting)


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    chance = random.Random(1)
    return [step for _walk in range(WALKS) for step in walk(chance)]


def test_a_forfeit_and_a_partie_of_the_same_points_are_two_reports():
    played = totals(0)
    assert not table_scores.same_report(FORFEIT, played) and not table_scores.same_report(played, FORFEIT)
    assert table_scores.same_report(FORFEIT, FORFEIT) and table_scores.same_report(played, played)


def test_two_winners_of_the_same_totals_are_two_reports():
    north, east = replace(ONE, winner="NS"), replace(ONE, winner="EO")
    assert not table_scores.same_report(north, east) and table_scores.same_report(north, ONE)


def test_each_event_has_an_outcome_in_each_state():
    assert {(event, state) for event in Event for state in event.outcomes} == set(EXPECTED)


def test_what_can_come_to_pass_does_and_leads_where_it_is_expected(steps):
    """All situations, all acts: no cell is reached that "cannot be", each other one is, and it leads where it should."""
    reached = defaultdict(set)
    for scores, act, transition, after in steps:
        event, _subject = act.find(scores)
        reached[event, scores.state].add("!" if transition.refusal else after.state)
    impossible = {(event, state) for event in Event for state, outcome in event.outcomes.items() if outcome is NEVER}
    assert impossible == {place for place, states in EXPECTED.items() if states == {"."}}
    assert reached == {place: states for place, states in EXPECTED.items() if states != {"."}}


def test_a_refused_act_changes_nothing(steps):
    for scores, _act, transition, after in steps:
        if transition.refusal:
            assert (after, transition.reads, transition.act) == (scores, False, None)


def test_what_holds_of_every_table(steps):
    """One version counts at most; where one does none waits; what contradicts is disputed; late ones never count."""
    for _scores, _act, _transition, after in steps:
        counted = [version for version in after.versions if version.counted]
        assert len(counted) <= 1
        assert all(version.counted == (version.state in ("validated", "ruled")) for version in after.versions)
        assert not any(version.late and (version.counted or version.open) for version in after.versions)
        assert not (counted and after.open)
        assert len(after.open) <= 1 or {version.state for version in after.open} == {"disputed"}
        assert [version.number for version in after.versions] == list(range(1, len(after.versions) + 1))


def test_a_version_that_is_replaced_or_late_is_never_opened_again(steps):
    for scores, _act, _transition, after in steps:
        for before, now in zip(scores.versions, after.versions, strict=False):
            assert before.report is now.report
            if before.late or before.state == "replaced":
                assert (now.state, now.late) == (before.state, before.late)


def test_who_makes_a_score_count(steps):
    """No telephone alone, no typist alone where two are asked for, nobody but a referee what a referee has decided."""
    for scores, act, _transition, after in steps:
        if after.current is None or (scores.current is not None and scores.current.number == after.current.number):
            continue
        counted = after.current
        if isinstance(act, RefereeSheet | RefereeChoice):
            assert counted.state == "ruled"
            continue
        may = getattr(act, "may_rule", lambda: False)()
        if scores.current is not None and scores.current.state == "ruled":
            assert may
        signed = getattr(act, "signed", False)
        enough = {
            "typist": bool(counted.readers) or isinstance(act, SheetMove),
            "two_readers": len(counted.readers) >= 2,
            "both_camps": counted.camps == {"NS", "EO"} or signed,
        }[scores.counts_when]
        assert may or enough, (scores, act)


def test_a_dispute_is_settled_with_a_reason_by_the_table_de_marque_alone(steps):
    for scores, act, _transition, after in steps:
        if scores.state is TableState.DISPUTED and after.state is not TableState.DISPUTED:
            assert isinstance(act, TypedReport | RefereeSheet | RefereeChoice | SheetMove)
            assert not isinstance(act, TypedReport) or act.reason
