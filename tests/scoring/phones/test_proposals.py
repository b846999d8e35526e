"""Scores that come from telephones: each arrives once, two that differ are a dispute, and the setting says what counts."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies as st

from scoring.access import services as tokens
from scoring.errors import ScoringError
from scoring.models import ScoreSheet
from scoring.phones import services as proposals
from scoring.phones.selectors import phone_page
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.sheets import entry, reception
from scoring.sheets.desk import desk_of
from tests.scoring import builders
from tests.scoring.phones.builders import answer, comes_in, phone, propose, way
from tests.support.accounts import account
from tests.support.api import api_for
from tests.support.counts import tries
from tests.support.refusals import refuses
from tests.support.rulings import type_in
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Round, Table, Tournament

pytestmark = pytest.mark.django_db


def evening(counts_when="typist", tables=1):
    tournament = builders.seated(tables, counts_when=counts_when)
    return list(Table.objects.filter(round__tournament=tournament).order_by("number"))


def states(table):
    return [(sheet.state, sheet.counted) for sheet in table.sheets.order_by("version")]


def refused(code, act, *args, **more):
    before = JournalEntry.objects.count()
    with refuses(code, ScoringError) as error:
        act(*args, **more)
    assert str(error.value)
    assert JournalEntry.objects.count() == before
    return error.value


def test_the_same_key_gives_the_same_receipt():  # docs/reliability.md 10, rows 26 and 27
    (table,) = evening()
    north = phone(table, "NS")
    first = propose(north, 1012, key="one")
    again = propose(north, 1012, key="one")
    assert (first.created, again.created) == (True, False)
    assert first.sheet.receipt == again.sheet.receipt
    assert states(table) == [("proposed", False)]


@pytest.mark.parametrize("other", [932, 1013])
def test_the_same_key_with_other_figures_changes_nothing(other):  # 28
    (table,) = evening()
    north = phone(table, "NS")
    propose(north, 1012, key="one")
    refused("sheet_key_used", propose, north, other, key="one")
    assert states(table) == [("proposed", False)]


def test_a_key_of_another_table_is_refused():  # 29
    first, second = evening(tables=2)
    propose(phone(first, "NS"), 1012, key="one")
    refused("sheet_key_elsewhere", propose, phone(second, "NS"), 1012, key="one")
    assert not second.sheets.exists()


@pytest.mark.parametrize("key", ["", None, "short", "x" * 1_000_000, "'; drop table --aaaaaaaa", "🂡" * 20, 7])
def test_keys_that_no_telephone_makes(key):  # 30
    (table,) = evening()
    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    refused("sheet_key_wrong", proposals.propose_sheet, device=phone(table, "NS"), key=key, marks=marks)


@pytest.mark.parametrize("sequence", [-1, 2**53, True, "1", None])
def test_a_sequence_is_a_whole_number(sequence):
    (table,) = evening()
    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    with pytest.raises(ScoringError):
        proposals.propose_sheet(device=phone(table, "NS"), key="k" * 20, marks=marks, sequence=sequence)


def test_the_same_figures_of_the_other_camp_confirm():  # 31
    (table,) = evening()
    first = propose(phone(table, "NS"), 1012, key="one")
    second = propose(phone(table, "EO"), 1012, key="two")
    assert second.sheet.pk == first.sheet.pk and not second.created
    assert states(table) == [("confirmed", False)]
    assert propose(phone(table, "EO"), 1012, key="two").sheet.receipt == first.sheet.receipt
    assert list(JournalEntry.objects.order_by("number").values_list("act", flat=True))[-2:] == [
        "propose_sheet",
        "confirm_sheet",
    ]


@pytest.mark.parametrize("order", [("NS", "EO"), ("EO", "NS")])
@pytest.mark.parametrize("setting", ["typist", "two_readers", "both_camps"])
def test_two_different_proposals_are_a_dispute(order, setting):  # 32
    (table,) = evening(setting)
    figures = {"NS": 1012, "EO": 992}
    for camp in order:
        propose(phone(table, camp), figures[camp], key=camp)
    assert states(table) == [("disputed", False), ("disputed", False)]
    # Agreeing afterwards heals nothing: the table de marque settles it.
    refused("sheet_disputed", answer, phone(table, order[0]), 2, key="late")
    propose(phone(table, order[0]), figures[order[1]], key="again")
    assert not table.sheets.filter(counted=True).exists()


def test_a_second_telephone_of_a_camp_may_contradict_the_first():  # 3.4
    (table,) = evening()
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "NS"), 992, key="two")
    assert states(table) == [("disputed", False), ("disputed", False)]


def test_one_telephone_takes_its_own_proposal_back():
    (table,) = evening()
    north = phone(table, "NS")
    propose(north, 1012, key="one", sequence=1)
    propose(north, 1002, key="two", sequence=2)
    assert states(table) == [("replaced", False), ("proposed", False)]
    propose(phone(table, "EO"), 1002, key="three")
    assert states(table)[1] == ("confirmed", False)
    propose(north, 1012, key="four", sequence=3)  # the other camp has agreed: no more
    assert states(table)[1:] == [("disputed", False), ("disputed", False)]


SENT = [("NS", 1012, "first", 1), ("NS", 1002, "second", 2), ("EO", 1002, "third", 1)]


@settings(max_examples=tries(10, 250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations([0, 1]), repeats=st.lists(st.sampled_from([0, 1]), max_size=4), last=st.booleans())
def test_any_order_and_any_repetition_give_the_same_state(order, repeats, last):  # 33
    (table,) = evening()
    devices = {camp: phone(table, camp) for camp in ("NS", "EO")}
    for place in [*order, *repeats, *([2, 2] if last else [])]:
        camp, north, key, sequence = SENT[place]
        propose(devices[camp], north, key=f"{key}-{table.pk}", sequence=sequence)
    found = {sheet.key[:5]: (sheet.state, sheet.counted) for sheet in table.sheets.all()}
    assert found == {"first": ("replaced", False), "secon": ("confirmed" if last else "proposed", False)}
    assert broken_line(JournalEntry.objects.filter(tournament=table.round.tournament).order_by("number")) is None


@settings(max_examples=tries(10, 250), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(order=st.permutations(["NS", "EO", "NS", "EO", "EO"]), agree=st.booleans(), setting=st.booleans())
def test_camps_in_any_order(order, agree, setting):  # 33
    (table,) = evening("both_camps" if setting else "typist")
    devices = {camp: phone(table, camp) for camp in ("NS", "EO")}
    for camp in order:
        propose(devices[camp], 1012 if agree or camp == "NS" else 992, key=f"{camp}-{table.pk}")
    if not agree:
        assert states(table) == [("disputed", False), ("disputed", False)]
    else:
        assert states(table) == [("validated", True) if setting else ("confirmed", False)]


def second_partie(table):
    builders.partie(table.round.tournament, 2, [(1, None, 2, None)])


def test_what_comes_after_the_partie_is_closed_is_kept_and_never_counts():  # 34
    (table,) = evening()
    north = phone(table, "NS")
    type_in(table, 1012, by=None, key="typed")
    second_partie(table)
    late = propose(north, 992, key="late")
    assert late.late and late.known is not None
    assert states(table) == [("validated", True), ("proposed", False)]
    again = propose(north, 992, key="late")
    assert (again.late, again.created, again.sheet.pk) == (True, False, late.sheet.pk)
    desk = desk_of(table.round, viewer=get_user_model()(), now=timezone.now())
    assert [(line.number, said) for line, _sheet, said in desk.late] == [(1, "992–952")]
    assert JournalEntry.objects.filter(act="keep_late_sheet").count() == 1


def test_what_says_the_same_as_what_counts_is_a_confirmation_however_late():
    (table,) = evening()
    north = phone(table, "NS")
    type_in(table, 1012, by=None, key="typed")
    second_partie(table)
    assert not propose(north, 1012, key="same").late
    assert states(table) == [("validated", True)]


def test_a_closed_concours_takes_nothing():  # 35
    (table,) = evening()
    north = phone(table, "NS")
    propose(north, 1012, key="one")
    Tournament.objects.update(closed_at=timezone.now())
    assert refused("closed", propose, north, 992, key="two")
    assert not propose(north, 1012, key="one").created  # its receipt it may have again


def test_two_referees_validate_one_after_the_other():  # 36
    (table,) = evening()
    tournament = table.round.tournament
    anne, paul = account("anne", tournament.club, "referee"), account("paul", tournament.club, "referee")
    sheet = propose(phone(table, "NS"), 1012, key="one").sheet
    assert entry.read_again(sheet_id=sheet.pk, key="r" * 20, by=anne).counted
    error = refused("already_counted", entry.read_again, sheet_id=sheet.pk, key="s" * 20, by=paul)
    assert error.params["who"] == "Anne" and error.params["recorded"] == "1012–932"
    assert entry.read_again(sheet_id=sheet.pk, key="r" * 20, by=anne).counted  # his own tap, twice


def test_nobody_confirms_his_own_proposal():
    (table,) = evening("both_camps")
    north = phone(table, "NS")
    propose(north, 1012, key="one")
    refused("own_proposal", answer, north, 1, key="yes")
    refused("own_proposal", answer, phone(table, "NS"), 1, key="yes")
    refused("own_proposal", answer, north, 1, key="no", agrees=False)
    propose(phone(table, "NS"), 1012, key="two")  # a second telephone of the camp is not the other camp
    assert states(table) == [("proposed", False)]
    assert answer(phone(table, "EO"), 1, key="yes").counted
    assert states(table) == [("validated", True)]


def test_a_telephone_never_speaks_for_both_camps():
    (table,) = evening()
    access = way(table, "NS").access
    wrong, secret = tokens.let_in(access=access, camp="EO")
    north, same = tokens.let_in(access=access, camp="NS", secret=secret)
    assert (north.pk, north.camp, same) == (wrong.pk, "NS", secret), (
        "it took the other corner, and has said nothing yet"
    )
    propose(north, 1012, key="one")
    with refuses("telephone_other_camp", ScoringError):
        tokens.let_in(access=access, camp="EO", secret=secret)


def test_a_camp_that_sends_score_after_score_is_sent_to_the_desk_and_the_other_camp_is_still_heard(monkeypatch):
    """Each score is compared with all those of its table, under the lock of the concours."""
    monkeypatch.setattr(reception, "MOST_REPORTS", 3)
    (table,) = evening("both_camps")
    north = phone(table, "NS")
    for sequence in range(2):
        last = propose(north, 1000 + sequence, key=f"new{sequence}", sequence=sequence)
    propose(phone(table, "NS"), 1001, key="same")  # the same figures again are one more report
    refused("reports_many", propose, phone(table, "NS"), 900, key="another", sequence=9)
    refused("reports_many", propose, phone(table, "NS"), 1001, key="again", sequence=9)
    assert propose(north, 1001, key="new1", sequence=1).sheet == last.sheet, "a receipt is given again"
    assert propose(phone(table, "EO"), 1001, key="east").sheet.counted


def test_a_camp_that_contests_again_and_again_is_sent_to_the_desk(monkeypatch):
    monkeypatch.setattr(reception, "MOST_REPORTS", 2)
    (table,) = evening("both_camps")
    propose(phone(table, "NS"), 1000, key="north")
    east = phone(table, "EO")
    for number in range(2):
        answer(east, 1, key=f"no{number}", agrees=False)
    refused("reports_many", answer, east, 1, key="again", agrees=False)


def test_a_camp_has_so_many_telephones_and_no_more(monkeypatch):
    monkeypatch.setattr(tokens, "MOST_TELEPHONES", 2)
    (table,) = evening()
    access, first = way(table, "NS").access, comes_in(table, "NS")[0]
    phone(table, "NS")
    refused("telephones_many", phone, table, "NS")
    assert phone(table, "EO").camp == "EO"
    assert comes_in(table, "NS", first)[1] == reverse("phone-table", args=[access.pk]), "one that is in comes in again"
    stranger = Client(REMOTE_ADDR="192.168.1.21")
    told = stranger.post(reverse("phone-come-in", args=[access.pk]), {"token": way(table, "NS").token})
    assert told.status_code == 409 and "table de marque" in told.text


def test_a_contest_is_a_dispute_and_cannot_be_taken_for_a_confirmation():
    (table,) = evening("both_camps")
    propose(phone(table, "NS"), 1012, key="one")
    east = phone(table, "EO")
    answer(east, 1, key="no", agrees=False)
    assert states(table) == [("disputed", False)]
    refused("answer_key_used", answer, east, 1, key="no", agrees=True)
    refused("sheet_disputed", answer, east, 1, key="yes", agrees=True)
    assert answer(east, 1, key="no", agrees=False).state == "disputed"


def test_an_answer_to_what_has_changed_is_refused():
    (table,) = evening("both_camps")
    north, east = phone(table, "NS"), phone(table, "EO")
    propose(north, 1012, key="one", sequence=1)
    propose(north, 1002, key="two", sequence=2)
    refused("sheet_changed", answer, east, 1, key="yes")
    refused("sheet_changed", answer, east, 99, key="yes")
    assert answer(east, 2, key="yes").counted
    refused("already_counted", answer, phone(table, "EO"), 2, key="no", agrees=False)


def test_an_impossible_total_is_not_taken_from_a_telephone():
    (table,) = evening()
    refused("proposal_control", propose, phone(table, "NS"), 1012, key="one", total=1945)
    assert not table.sheets.exists()


def test_what_one_camp_did_not_count_is_no_difference():
    (table,) = evening()
    marks = {"NS": {"points": 1032, "belotes": 1}, "EO": {"points": 932, "belotes": 0}}
    proposals.propose_sheet(device=phone(table, "NS"), key="n" * 20, marks=marks)
    bare = {"NS": {"points": 1032}, "EO": {"points": 932}}
    proposals.propose_sheet(device=phone(table, "EO"), key="e" * 20, marks=bare)
    assert states(table) == [("confirmed", False)]


# --- What suffices to count -----------------------------------------------------------------------------------------


def test_one_typist():
    (table,) = evening("typist")
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "EO"), 1012, key="two")
    assert states(table) == [("confirmed", False)]  # telephones alone never count here
    type_in(table, 1012, by=None, key="typed")
    assert states(table) == [("replaced", False), ("validated", True)]


def test_one_typist_with_a_name_confirms_what_waits():
    (table,) = evening("typist")
    anne = account("anne", table.round.tournament.club, "scorer")
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "EO"), 1012, key="two")
    receipt = type_in(table, 1012, by=anne, key="typed")
    assert receipt.sheet.counted
    assert states(table) == [("validated", True)]


def test_one_who_stands_for_figures_already_makes_them_count_where_one_typist_suffices():
    (table,) = evening("two_readers")
    anne = account("anne", table.round.tournament.club, "scorer")
    type_in(table, 1012, by=anne, key="first")
    Tournament.objects.update(counts_when="typist")
    assert states(table) == [("proposed", False)]
    type_in(table, 1012, by=anne, key="again")
    assert states(table) == [("replaced", False), ("validated", True)]


def test_a_typist_settles_a_dispute_with_a_reason():
    (table,) = evening("typist")
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "EO"), 992, key="two")
    error = refused("dispute_reason", type_in, table, 1012, by=None, key="typed")
    assert error.field == "reason" and "992–952" in str(error)
    type_in(table, 1012, by=None, key="typed", reason="sheet counted again")
    assert states(table) == [("replaced", False), ("replaced", False), ("validated", True)]


def test_two_readers():
    (table,) = evening("two_readers")
    tournament = table.round.tournament
    anne, paul = account("anne", tournament.club, "scorer"), account("paul", tournament.club, "scorer")
    first = type_in(table, 1012, by=anne, key="anne")
    assert not first.sheet.counted and states(table) == [("proposed", False)]
    assert preparing.tables_awaited(tournament, 2) == [table]
    refused("own_reading", entry.read_again, sheet_id=first.sheet.pk, key="r" * 20, by=anne)
    type_in(table, 1012, by=anne, key="anne2")
    assert states(table) == [("proposed", False)]
    assert entry.read_again(sheet_id=first.sheet.pk, key="p" * 20, by=paul).counted
    assert preparing.tables_awaited(tournament, 2) == []


def test_two_readers_typing_the_same_or_other_figures():
    same, other = evening("two_readers", tables=2)
    tournament = same.round.tournament
    anne, paul = account("anne", tournament.club, "scorer"), account("paul", tournament.club, "scorer")
    type_in(same, 1012, by=anne, key="one")
    assert type_in(same, 1012, by=paul, key="two").sheet.counted
    assert type_in(same, 1012, by=paul, key="two").sheet.counted
    type_in(other, 1012, by=anne, key="three")
    assert type_in(other, 992, by=paul, key="four").sheet.state == "disputed"
    assert states(other) == [("disputed", False), ("disputed", False)]
    refused("dispute_referee", type_in, other, 992, by=paul, key="five", reason="I am right")
    referee = account("rene", tournament.club, "referee")
    refused("dispute_reason", type_in, other, 992, by=referee, key="six")
    ruled = type_in(other, 992, by=referee, key="six", reason="counted with both camps")
    assert (ruled.sheet.state, ruled.sheet.counted) == ("ruled", True)


def test_a_reader_corrects_himself_before_anybody_has_agreed():
    (table,) = evening("two_readers")
    anne = account("anne", table.round.tournament.club, "scorer")
    type_in(table, 1012, by=anne, key="one")
    type_in(table, 1002, by=anne, key="two")
    assert states(table) == [("replaced", False), ("proposed", False)]


@pytest.mark.parametrize("setting", ["two_readers", "both_camps"])
def test_what_two_agreed_to_a_scorer_does_not_correct_alone(setting):
    (table,) = evening(setting)
    tournament = table.round.tournament
    scorer, organiser = account("anne", tournament.club, "scorer"), account("rene", tournament.club)
    sheet = propose(phone(table, "NS"), 1012, key="one").sheet
    if setting == "both_camps":
        propose(phone(table, "EO"), 1012, key="two")
    else:
        for user in (scorer, organiser):
            entry.read_again(sheet_id=sheet.pk, key=user.username.ljust(20, "r"), by=user)
    assert states(table) == [("validated", True)]
    why = {"base_version": 1, "reason": "misread"}
    refused("correction_referee", type_in, table, 1002, by=scorer, key="fix", **why)
    assert type_in(table, 1002, by=organiser, key="fix", **why).sheet.counted
    assert ScoreSheet.objects.filter(table=table, counted=True).count() == 1


def test_both_camps():
    first, second, third = evening("both_camps", tables=3)
    anne = account("anne", first.round.tournament.club, "scorer")
    type_in(first, 1012, by=anne, key="one")
    assert states(first) == [("proposed", False)]
    propose(phone(first, "NS"), 1012, key="ns")
    assert not answer(phone(first, "NS"), 1, key="ns2").counted
    assert answer(phone(first, "EO"), 1, key="eo").counted
    # Paper signed by both camps is their agreement; a mere second reading is not.
    sheet = type_in(second, 1012, by=anne, key="two").sheet
    assert not entry.read_again(sheet_id=sheet.pk, key="r" * 20, by=anne).counted
    assert entry.read_again(sheet_id=sheet.pk, key="s" * 20, by=anne, signed=True).counted
    line = JournalEntry.objects.filter(act="validate_sheet").order_by("number").last()
    assert line.after["signed"] is True and line.by == anne
    # A typist who contradicts a camp makes a dispute.
    propose(phone(third, "NS"), 1012, key="three")
    assert type_in(third, 992, by=anne, key="four").sheet.state == "disputed"


def test_a_forfeit_where_both_camps_must_agree():
    (table,) = evening("both_camps")
    tournament = table.round.tournament
    why = {"kind": "forfeit", "absent": "EO", "reason": "not there"}
    scorer, referee = account("anne", tournament.club, "scorer"), account("rene", tournament.club, "referee")
    refused("forfeit_referee", entry.submit_sheet, table_id=table.pk, key="f" * 20, by=scorer, **why)
    assert entry.submit_sheet(table_id=table.pk, key="f" * 20, by=referee, **why).sheet.counted


def test_the_next_partie_waits_for_disputed_tables():
    first, second = evening(tables=2)
    type_in(first, 1012, by=None, key="one")
    propose(phone(second, "NS"), 1012, key="ns")
    propose(phone(second, "EO"), 992, key="eo")
    with pytest.raises(ScoringError) as error:
        rounds.open_next_round(tournament_id=first.round.tournament_id, by=None)
    assert (error.value.code, error.value.params["named"]) == ("tables_awaited", "2")
    assert Round.objects.count() == 1


# --- What is shown --------------------------------------------------------------------------------------------------


def test_what_each_telephone_is_shown():
    (table,) = evening("both_camps")
    north, east = phone(table, "NS"), phone(table, "EO")

    def shown(device):
        page = phone_page(device, now=timezone.now())
        return page.state, page.figures

    assert shown(north) == ("none", "")
    propose(north, 1012, key="one")
    assert (shown(north), shown(east)) == (("ours", "1012 – 932"), ("theirs", "932 – 1012"))
    page = phone_page(east, now=timezone.now())
    assert (page.us.number, page.them.number, page.phones) == (2, 1, 2)
    answer(east, 1, key="yes")
    assert shown(north) == ("counted", "1012 – 932")


def test_the_desk_by_what_is_to_be_done(django_assert_max_num_queries):
    tables = evening("two_readers", tables=5)
    tournament = tables[0].round.tournament
    anne, paul = account("anne", tournament.club, "scorer"), account("paul", tournament.club, "scorer")
    type_in(tables[0], 1012, by=anne, key="one")
    propose(phone(tables[1], "NS"), 1012, key="two")
    propose(phone(tables[2], "NS"), 1012, key="three")
    propose(phone(tables[2], "EO"), 992, key="four")
    entry.start_typing(table_id=tables[3].pk, by=paul)
    with django_assert_max_num_queries(10):
        desk = desk_of(tables[0].round, viewer=anne, now=timezone.now())
    found = {
        name: [line.number for line in desk.todo[name]]
        for name in ("to_read", "from_phones", "disputed", "typing", "missing")
    }
    assert found == {"to_read": [1], "from_phones": [2], "disputed": [3], "typing": [4], "missing": [5]}
    assert desk.todo["to_read"][0].mine and desk.counted == 0


# --- By an account, through the API -------------------------------------------------------------------------------------


def test_the_table_de_marque_through_the_api():
    tables = evening("two_readers", tables=2)
    tournament = tables[0].round.tournament
    anne, paul = account("anne", tournament.club, "scorer"), account("paul", tournament.club, "scorer")
    type_in(tables[0], 1012, by=anne, key="one")
    desk, again = (f"concours/{tournament.pk}/parties/1/{place}" for place in ("desk/", "tables/1/read-again/"))
    told = api_for(paul).ask(desk).json()
    assert [(line["table"], line["todo"]) for line in told["tables"]] == [(1, "to_read"), (2, "missing")]
    assert told["counted"] == 0 and told["tables"][0]["readers"] == ["Anne"]
    wanted = {"key": "r" * 20, "version": 1}
    own = api_for(anne).send(again, wanted | {"key": "o" * 20})
    assert own.status_code == 409 and own.json()["code"] == "own_reading"
    assert api_for(paul).send(again, wanted | {"version": 7}).status_code == 404
    for _twice in range(2):
        answer = api_for(paul).send(again, wanted)
        assert answer.status_code == 200 and answer.json()["counted"] is True
    assert api_for(paul).ask(desk).json()["tables"][0]["todo"] == ""
