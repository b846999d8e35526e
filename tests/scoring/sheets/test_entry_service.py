"""Entering scores: versions, keys, receipts, controls, journal; and what a score costs in statements."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.errors import ScoringError
from scoring.models import Mark, ScoreSheet
from scoring.referee import rulings
from scoring.sheets import reception, selectors as questions, shown
from scoring.sheets.entry import start_typing, stop_typing, submit_sheet
from scoring.sheets.locked_table import receipt_code
from tests.scoring import builders
from tests.support.accounts import account
from tests.support.refusals import refuses
from tests.support.rulings import hall, table  # noqa: F401
from tournament.models import Job, JournalEntry, Membership, Round, Table

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


def key(number):
    return f"form-{number:011d}"


def told(north, east, belotes=(None, None), capots=(None, None)):
    return {
        camp: {"points": (north, east)[i], "belotes": belotes[i], "capots": capots[i]}
        for i, camp in enumerate(("NS", "EO"))
    }


@pytest.fixture
def anne():
    return account("anne")


@pytest.fixture
def paul():
    return account("paul")


def enter(table, marks=None, *, number=1, by=None, **more):
    return submit_sheet(
        table_id=table.pk, key=key(number), kind="totals", marks=marks or told(1012, 932), by=by, **more
    )


def refused(code, *args, **options):
    """The error of an entry that must be refused and must leave everything as it was."""
    before = (ScoreSheet.objects.count(), Mark.objects.count(), JournalEntry.objects.count(), Job.objects.count())
    with refuses(code) as caught:
        enter(*args, **options)
    after = (ScoreSheet.objects.count(), Mark.objects.count(), JournalEntry.objects.count(), Job.objects.count())
    assert after == before
    assert str(caught.value)
    return caught.value


def test_a_reason_is_kept_without_what_no_page_and_no_workbook_can_show(table, paul):
    enter(table)
    enter(table, told(932, 1012), number=2, by=paul, base_version=1, reason="feuille\ufffe \u202emal\x1b  lue\udc80")
    assert JournalEntry.objects.latest("number").reason == "feuille mal lue"


def test_a_score_counts_at_once_and_is_journalled(table, anne, hall):
    receipt = enter(table, told(1012, 972, (1, 1), (0, 0)), by=anne)
    sheet = ScoreSheet.objects.get()
    assert receipt.created
    assert (sheet.version, sheet.counted, sheet.state, sheet.by) == (1, True, "validated", anne)
    assert questions.marks_of(sheet) == {
        "NS": {"points": 1012, "belotes": 1, "capots": 0},
        "EO": {"points": 972, "belotes": 1, "capots": 0},
    }
    assert sheet.receipt == receipt_code(table.pk, 1, key(1))
    assert len(sheet.receipt) == 4
    line = JournalEntry.objects.order_by("-number").first()
    assert (line.act, line.by, line.before) == ("enter_sheet", anne, {})
    assert (line.after["round"], line.after["table"], line.after["version"]) == (1, 1, 1)
    assert line.after["marks"]["NS"]["points"] == 1012


def test_the_same_form_sent_again_gives_the_same_receipt(table, anne):
    first = enter(table, by=anne)
    lines = JournalEntry.objects.count()
    again = enter(table, by=anne)
    assert (again.created, again.sheet.pk, again.sheet.receipt) == (False, first.sheet.pk, first.sheet.receipt)
    assert (ScoreSheet.objects.count(), JournalEntry.objects.count()) == (1, lines)


def test_the_same_form_with_other_figures_changes_nothing(table):
    enter(table)
    error = refused("sheet_key_used", table, told(932, 1012))
    assert "1012–932" in str(error)
    # Not even as a correction from the right version with a reason: the form has served.
    refused("sheet_key_used", table, told(932, 1012), base_version=1, reason="camps swapped")


def test_a_key_stays_received_after_a_correction_and_after_the_end(table, hall):
    first = enter(table)
    enter(table, told(932, 1012), number=2, base_version=1, reason="camps swapped")
    hall.refresh_from_db()
    hall.closed_at = first.sheet.at
    hall.save()
    again = enter(table)
    assert (again.created, again.sheet.version, again.sheet.receipt) == (False, 1, first.sheet.receipt)


def test_a_form_that_served_another_table_is_refused(table, hall):
    enter(table)
    other = Table.objects.get(round__tournament=hall, number=2)
    refused("sheet_key_elsewhere", other)


@pytest.mark.parametrize("wrong", ["", "short", "x" * 65, "a" * 1_000_000, "'; DROP TABLE x; --", "🂡" * 20, None, 7])
def test_a_key_must_be_a_key(table, wrong):
    with refuses("sheet_key_wrong", ScoringError):
        submit_sheet(table_id=table.pk, key=wrong, kind="totals", marks=told(1012, 932), by=None)


def test_a_second_typist_with_other_figures_is_told_what_the_first_recorded(table, anne, paul):
    enter(table, by=anne)
    error = refused("sheet_already_recorded", table, told(932, 1012), number=2, by=paul)
    assert "Anne" in str(error)
    assert "1012–932" in str(error)
    refused("sheet_reason_missing", table, told(932, 1012), number=2, by=paul, base_version=1)
    receipt = enter(table, told(932, 1012), number=2, by=paul, base_version=1, reason="camps swapped")
    assert (receipt.created, receipt.sheet.version) == (True, 2)
    first, second = ScoreSheet.objects.order_by("version")
    assert (first.counted, first.state, second.counted) == (False, "replaced", True)
    assert questions.marks_of(first)["NS"]["points"] == 1012
    line = JournalEntry.objects.order_by("-number").first()
    assert (line.act, line.reason) == ("correct_sheet", "camps swapped")
    assert (line.before["marks"]["NS"]["points"], line.after["marks"]["NS"]["points"]) == (1012, 932)


def test_a_second_typist_with_the_same_figures_gets_the_first_receipt(table, anne, paul):
    first = enter(table, told(1012, 972, (1, 1), (0, 0)), by=anne)
    for marks in (told(1012, 972, (1, 1), (0, 0)), told(1012, 972)):
        again = enter(table, marks, number=2, by=paul)
        assert (again.created, again.sheet.pk) == (False, first.sheet.pk)
    assert ScoreSheet.objects.count() == 1


def test_a_second_typist_who_says_more_loses_nothing(table, anne, paul):
    enter(table, told(1012, 972), by=anne)
    refused("sheet_already_recorded", table, told(1012, 972, (2, 0), (0, 0)), number=2, by=paul)


def test_a_correction_of_a_score_that_was_taken_away_meanwhile_is_looked_at_again(table):
    enter(table)
    rulings.withdraw_sheet(table_id=table.pk, base_version=1, reason="wrong table", by=None)
    refused("sheet_changed", table, told(1000, 944), number=3, base_version=1, reason="misread")
    refused("sheet_changed", table, told(1012, 932), number=3, base_version=1, reason="misread")
    assert enter(table, told(1000, 944), number=4).sheet.version == 2


def test_a_correction_from_an_older_version_is_a_conflict(table):
    enter(table)
    enter(table, told(932, 1012), number=2, base_version=1, reason="camps swapped")
    error = refused("sheet_conflict", table, told(1000, 944), number=3, base_version=1, reason="misread")
    assert (error.params["version"], error.params["base"], error.params["recorded"]) == (2, 1, "932–1012")
    assert enter(table, told(1000, 944), number=3, base_version=2, reason="misread").sheet.version == 3
    assert ScoreSheet.objects.filter(counted=True).count() == 1


def test_correcting_to_the_same_figures_makes_no_version(table):
    first = enter(table)
    again = enter(table, number=2, base_version=1, reason="looked again")
    assert (again.created, again.sheet.pk) == (False, first.sheet.pk)


def test_an_impossible_total_is_refused_until_somebody_says_why(table, anne):
    error = refused("control_failed", table, told(1012, 933))
    assert "1945" in str(error) or "1944" in str(error)
    why = "Referee: one point too many, kept by both camps"
    refused("control_right", table, told(1012, 933), by=anne, override=why)
    refused("control_reason", table, told(1012, 933), by=anne, override="parce que")
    Membership.objects.create(user=anne, club=table.round.tournament.club, role="referee")
    receipt = enter(table, told(1012, 933), by=anne, override=why)
    assert receipt.sheet.check_code
    assert receipt.sheet.override.startswith("Referee")
    assert JournalEntry.objects.order_by("-number").first().after["override"].startswith("Referee")
    enter(table, number=2, base_version=1, reason="added up again")
    line = questions.tables_of_round(table.round)[0]
    assert line.forced
    assert line.sheet.check_code == ""
    assert [sheet.version for sheet in questions.overrides(table.round.tournament)] == [1]


def test_a_total_with_a_litige_lost_needs_a_tick_that_stays_on_the_sheet(table, anne):
    tournament = table.round.tournament
    tournament.rule_options = {"limite_donnes": 12, "litige_derniere_donne": "perdu"}
    tournament.save()
    refused("control_doubtful", table, told(1012, 851), by=anne)
    sheet = enter(table, told(1012, 851), by=anne, litige_lost=True).sheet
    assert (sheet.check_code, sheet.override) == ("litige_perdu", "des points de litige ont été perdus à la fin")
    assert questions.tables_of_round(table.round)[0].forced, "it stays flagged"
    assert enter(table, number=2, base_version=1, reason="again", litige_lost=True).sheet.override == ""


@pytest.mark.parametrize("points", [(1012, 851), (1000, 900)])
def test_no_tick_of_a_litige_where_the_reglement_loses_none(table, points):
    tournament = table.round.tournament
    tournament.rule_options = {"limite_donnes": 12, "litige_derniere_donne": "garde"}
    tournament.save()
    refused("control_failed", table, told(*points))
    refused("control_failed", table, told(*points), litige_lost=True)
    assert enter(table, told(*points), override="deux litiges à la fin").sheet.override


def test_an_override_of_a_control_that_passed_leaves_no_trace(table):
    assert enter(table, override="just in case").sheet.override == ""


@pytest.mark.parametrize(
    ("marks", "code"),
    [
        (None, "points_missing"),
        ({"NS": {"points": 1012}}, "points_missing"),
        (told(True, 932), "figure_wrong"),
        (told(1012.0, 932), "figure_wrong"),
        (told("1012", 932), "figure_wrong"),
        (told(-1, 1945), "figure_wrong"),
        (told(100_000, 0), "figure_wrong"),
        (told(1012, 932, (201, 0)), "figure_wrong"),
        (told(1012, 932, (0, 0), (0, 51)), "figure_wrong"),
        ([1012, 932], "points_missing"),
    ],
)
def test_only_whole_numbers_in_range_are_figures(table, marks, code):
    before = ScoreSheet.objects.count()
    with refuses(code, ScoringError) as caught:
        submit_sheet(table_id=table.pk, key=key(1), kind="totals", marks=marks, by=None)
    assert str(caught.value)
    assert ScoreSheet.objects.count() == before


def test_reasons_are_short_plain_words(table):
    refused("words_long", table, override="a" * 201)
    refused("words_wrong", table, reason="a\x00b")
    refused("sheet_reason_missing", table, told(932, 1012), number=2, base_version=1, reason=" \u00a0 ") if enter(
        table
    ) else None


def test_a_draft_and_a_closed_concours_take_no_score(table, hall):
    Round.objects.update(state="draft")
    refused("round_not_published", table)
    Round.objects.update(state="published")
    hall.refresh_from_db()
    hall.closed_at = hall.created_at
    hall.save()
    refused("closed", table)


def test_a_table_that_went_is_no_table(table):
    pk = table.pk
    table.seats.all().delete()
    refused("table_empty", table)
    table.delete()
    with pytest.raises(Table.DoesNotExist):
        submit_sheet(table_id=pk, key=key(1), kind="totals", marks=told(1012, 932), by=None)


def test_a_forfeit_marks_what_the_reglement_gives(table, anne):
    with refuses("forfeit_reason_missing", ScoringError):
        submit_sheet(table_id=table.pk, key=key(1), kind="forfeit", absent="EO", by=anne)
    with refuses("forfeit_camp", ScoringError):
        submit_sheet(table_id=table.pk, key=key(1), kind="forfeit", absent="SN", reason="late", by=anne)
    receipt = submit_sheet(
        table_id=table.pk, key=key(1), kind="forfeit", absent="EO", reason="not there after ten minutes", by=anne
    )
    assert questions.figures_text(receipt.sheet) == "1100–0"
    assert (receipt.sheet.kind, receipt.sheet.reason) == ("forfeit", "not there after ten minutes")


def donnes(count):
    return [{"preneur": "NS", "points": {"NS": 100, "EO": 62}} for _ in range(count)]


def test_a_sheet_donne_by_donne_is_marked_by_the_engine(table, anne):
    listed = [*donnes(9), {"preneur": "EO", "points": {"EO": 90}, "belote": ["NS"]}, {"preneur": "NS", "capot": "NS"}]
    listed += [{"passe": True}, {"preneur": "EO", "points": {"EO": 70}}]
    receipt = submit_sheet(table_id=table.pk, key=key(1), kind="donnes", donnes=listed, by=anne)
    # EO's 90 against 72 and a belote is lost: 162 and the belote to NS; so is its 70.
    assert questions.marks_of(receipt.sheet) == {
        "NS": {"points": 900 + 182 + 252 + 162, "belotes": 1, "capots": 1},
        "EO": {"points": 9 * 62, "belotes": 0, "capots": 0},
    }
    assert receipt.sheet.check_code == ""
    lines = shown.donne_lines(receipt.sheet.content)
    assert [line.issue for line in lines][-4:] == ["chute", "reussi", "passe", "chute"]
    assert all(article for line in lines for *_, article, text in line.lines)
    assert sum(points for line in lines for camp, _, points, *_ in line.lines if camp == "NS") == 900 + 182 + 252 + 162


def test_a_wrong_donne_is_named(table):
    listed = [*donnes(3), {"preneur": "NS", "points": {"NS": 100, "EO": 61}}, *donnes(8)]
    with pytest.raises(ScoringError) as caught:
        submit_sheet(table_id=table.pk, key=key(1), kind="donnes", donnes=listed, by=None)
    assert (caught.value.code, caught.value.params["donne"]) == ("donne_wrong", 4)
    assert "161" in str(caught.value)
    # No reason makes a wrong donne right.
    with pytest.raises(ScoringError):
        submit_sheet(table_id=table.pk, key=key(1), kind="donnes", donnes=listed, override="so be it", by=None)


def test_a_sheet_cut_short_needs_a_reason(table):
    with refuses("control_failed", ScoringError) as caught:
        submit_sheet(table_id=table.pk, key=key(1), kind="donnes", donnes=donnes(9), by=None)
    assert "9" in str(caught.value)
    assert "12" in str(caught.value)
    receipt = submit_sheet(
        table_id=table.pk, key=key(1), kind="donnes", donnes=donnes(9), override="stopped by the clock", by=None
    )
    assert (receipt.sheet.check_code, questions.figures_text(receipt.sheet)) == ("donnes_unfinished", "900–558")
    assert "9" in shown.check_text(receipt.sheet)


@pytest.mark.parametrize("wrong", [None, [], "donnes", [7], [{"joueur": "NS"}], [{"passe": 1}], [{}] * 201])
def test_what_is_no_sheet_is_refused_with_a_sentence(table, wrong):
    with pytest.raises(ScoringError) as caught:
        submit_sheet(table_id=table.pk, key=key(1), kind="donnes", donnes=wrong, by=None)
    assert str(caught.value)
    assert not ScoreSheet.objects.exists()


def test_correcting_after_the_next_draw_says_that_seated_tables_stay(table, hall):
    enter(table)
    builders.partie(hall, 2, [(1, None, 3, None), (2, None, 4, None)])
    receipt = enter(table, told(932, 1012), number=2, base_version=1, reason="camps swapped")
    assert receipt.seated_since == 2
    assert JournalEntry.objects.order_by("-number").first().after["seated_since"] == 2


def test_typing_is_shown_to_the_others_and_ends_with_the_score(table, anne, paul, hall):
    other = Table.objects.get(round__tournament=hall, number=2)
    assert start_typing(table_id=table.pk, by=anne)
    assert not start_typing(table_id=table.pk, by=paul)
    assert questions.tables_of_round(table.round, viewer=paul)[0].typist == anne
    assert questions.tables_of_round(table.round, viewer=anne)[0].typist is None
    start_typing(table_id=other.pk, by=anne)
    assert [line.typist for line in questions.tables_of_round(table.round)] == [None, anne]
    enter(other, number=2, by=paul)
    assert questions.tables_of_round(table.round)[1].typist is None
    start_typing(table_id=table.pk, by=anne)
    stop_typing(table_id=table.pk, by=paul)
    assert questions.tables_of_round(table.round)[0].typist == anne
    Table.objects.update(typing_since=hall.created_at.replace(year=2000))
    assert questions.tables_of_round(table.round)[0].typist is None
    assert start_typing(table_id=table.pk, by=paul)


@pytest.mark.django_db(transaction=True)
def test_a_score_costs_at_most_fourteen_statements_begin_and_commit_included(table, anne):
    start_typing(table_id=table.pk, by=anne)
    with CaptureQueriesContext(connection) as first:
        enter(table, by=anne)
    with CaptureQueriesContext(connection) as correction:
        enter(table, told(932, 1012), number=2, base_version=1, reason="camps swapped", by=anne)
    said = "\n".join(query["sql"] for query in first)
    # One read before the transaction, for the control; then the transaction, from BEGIN to COMMIT.
    assert first[1]["sql"].startswith("BEGIN"), said
    assert first[len(first) - 1]["sql"] == "COMMIT", said
    assert said.count("COMMIT") == 1
    assert "SAVEPOINT" not in said
    assert len(first) <= 14, said
    assert len(correction) <= 18


def test_lists_cost_the_same_for_any_number_of_tables(django_assert_max_num_queries):
    costs = []
    for teams in (4, 40):
        tournament = builders.evening(teams=teams, parties=1, missing=1)
        round_ = Round.objects.get(tournament=tournament)
        with CaptureQueriesContext(connection) as queries:
            lines = questions.tables_of_round(round_)
            assert all(len(line.sides) == 2 and line.sides["NS"].title for line in lines)
        costs.append(len(queries))
        assert [table.number for table in questions.missing_tables(tournament, 1)] == [teams // 2]
    assert costs[0] == costs[1] <= 6


def test_the_database_keeps_what_the_service_promises(table):
    first = enter(table).sheet
    with pytest.raises(IntegrityError), transaction.atomic():
        ScoreSheet.objects.create(
            table=table, version=2, kind="totals", state="validated", counted=True, key=key(9), receipt="0", at=first.at
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Mark.objects.filter(sheet=first, camp="NS").update(points=-1000)
    with pytest.raises(IntegrityError), transaction.atomic():
        ScoreSheet.objects.filter(pk=first.pk).update(check_code="sum", override="")


def test_a_score_typed_again_and_again_is_left_to_who_may_rule(table, hall, paul, anne, monkeypatch):
    """Each version is compared with all those of its table, under the lock of the concours."""
    monkeypatch.setattr(reception, "MOST_VERSIONS", 2)
    Membership.objects.create(user=paul, club=hall.club, role="scorer")
    Membership.objects.create(user=anne, club=hall.club, role="referee")
    enter(table, by=paul)
    enter(table, told(932, 1012), number=2, by=paul, base_version=1, reason="relue")
    again = {"number": 3, "base_version": 2, "reason": "relue encore"}
    refused("versions_many", table, told(912, 1032), by=paul, **again)
    assert not enter(table, told(932, 1012), number=2, by=paul, base_version=1, reason="relue").created
    assert enter(table, told(912, 1032), by=anne, **again).sheet.counted
