"""A referee's decisions: versions kept or set right, donnes cancelled, penalties in three ways, forfeits, exclusion."""

import re
from functools import partial

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.html import strip_tags

from scoring.corrections.selectors import dry_run, effects_of
from scoring.corrections.services import record
from scoring.errors import ScoringError
from scoring.models import Mark, Penalty, Ruling, ScoreSheet
from scoring.phones.selectors import phone_page
from scoring.referee import rulings, selectors as questions
from scoring.referee.rulings import NewSheet
from scoring.sheets.selectors import figures_text
from scoring.sheets.terms import terms_of
from scoring.standings.selectors import standing
from tests.scoring import builders
from tests.scoring.phones.builders import phone, propose
from tests.scoring.referee import builders as referees
from tests.support.accounts import account
from tests.support.refusals import refuses
from tests.support.rulings import DONNE, counted, hall, table, type_donnes, type_in  # noqa: F401
from tournament.journal.services import broken_line
from tournament.models import JournalEntry, Table, Team
from tournament.registration import attendance

pytestmark = pytest.mark.django_db


@pytest.fixture
def other(hall):
    return Table.objects.get(round__tournament=hall, number=2)


@pytest.fixture
def rene(hall):
    return account("rené", hall.club, "referee")


@pytest.fixture
def anne(hall):
    return account("anne", hall.club, "scorer")


def totals(north, east, **more):
    return NewSheet(kind="totals", marks={"NS": {"points": north}, "EO": {"points": east}}, **more)


def state():
    return (
        list(ScoreSheet.objects.order_by("pk").values_list("state", "counted")),
        Mark.objects.count(),
        Ruling.objects.count(),
        list(Penalty.objects.order_by("pk").values_list("points", "cancelled_at")),
        JournalEntry.objects.count(),
    )


def refused(code, act, **given):
    before = state()
    with refuses(code) as caught:
        act(**given)
    assert str(caught.value)
    assert state() == before
    return caught.value


def last_line():
    return JournalEntry.objects.order_by("-number").first()


@pytest.fixture
def disputed(table):
    propose(phone(table, "NS"), 1012, key="one")
    propose(phone(table, "EO"), 992, key="two")
    assert {sheet.state for sheet in table.sheets.all()} == {"disputed"}
    return table


def test_one_of_two_contested_versions_is_kept(disputed, rene):
    decision = referees.keep_version(table_id=disputed.pk, version=2, seen=0, reason="the paper says so", by=rene)
    assert decision.created
    assert counted(disputed) == ("ruled", {"NS": 992, "EO": 952})
    assert disputed.sheets.get(version=1).state == "replaced"
    (line,) = questions.rulings_of(disputed)
    assert (line.text, line.ruling.reason, line.who) == (
        "Le score NS 992 – EO 952 est retenu.",
        "the paper says so",
        "René",
    )
    assert (last_line().act, last_line().after["ruling"], last_line().reason) == (
        "rule_keep",
        "keep",
        "the paper says so",
    )
    assert broken_line(JournalEntry.objects.order_by("number")) is None


def test_sent_twice_it_is_decided_once(disputed, rene):
    said = {"table_id": disputed.pk, "version": 2, "seen": 0, "reason": "so", "by": rene}
    first, again = referees.keep_version(**said), referees.keep_version(**said)
    assert (first.created, again.created, again.ruling) == (True, False, first.ruling)
    refused("case_changed", referees.keep_version, **said | {"version": 1})


def test_after_a_decision_only_a_referee_changes_the_score_and_says_why(disputed, rene, anne):
    referees.keep_version(table_id=disputed.pk, version=1, seen=0, reason="so", by=rene)
    refused("ruled_referee", lambda: type_in(disputed, 1002, base_version=1, reason="misread", by=anne))
    assert propose(phone(disputed, "EO"), 952, key="late").late
    type_in(disputed, 1002, key="r", base_version=1, reason="misread", by=rene)
    assert counted(disputed) == ("ruled", {"NS": 1002, "EO": 942})
    assert [line.ruling.kind for line in questions.rulings_of(disputed)] == ["keep", "correct"]


def test_a_score_that_came_too_late_can_be_kept(table, rene):
    type_in(table, 1012)
    late = propose(phone(table, "EO"), 952, key="late").sheet
    referees.keep_version(table_id=table.pk, version=late.version, seen=0, reason="the typist misread", by=rene)
    assert counted(table) == ("ruled", {"NS": 952, "EO": 992})
    assert table.sheets.get(pk=late.pk).late
    assert table.sheets.count() == 3


def test_nobody_else_decides(disputed, anne):
    refused("ruling_referee", referees.keep_version, table_id=disputed.pk, version=1, seen=0, reason="so", by=anne)
    refused("ruling_referee", referees.keep_version, table_id=disputed.pk, version=1, seen=0, reason="so", by=None)


def test_a_decision_needs_a_reason_and_a_version(disputed, rene):
    refused("ruling_reason", referees.keep_version, table_id=disputed.pk, version=1, seen=0, reason=" ", by=rene)
    refused("ruling_version", referees.keep_version, table_id=disputed.pk, version=9, seen=0, reason="so", by=rene)


def test_a_score_set_right_is_controlled(table, rene):
    type_in(table, 1012)
    said = {"table_id": table.pk, "seen": 0, "base_version": 1, "reason": "counted again", "by": rene}
    refused("control_failed", referees.correct_sheet, sheet=totals(1012, 933), **said)
    referees.correct_sheet(sheet=totals(1012, 933, override="torn sheet"), **said)
    assert counted(table) == ("ruled", {"NS": 1012, "EO": 933})
    assert table.sheets.get(counted=True).override == "torn sheet"
    refused("case_changed", referees.correct_sheet, sheet=totals(1002, 942), **said | {"seen": 1})


@pytest.mark.parametrize("way", ["instead", "as_donne"])
def test_a_penalty_that_takes_a_donne_of_a_sheet_of_totals(table, rene, way):
    type_in(table, 1012)
    said = {"table_id": table.pk, "team": 2, "label": "renonce", "way": way, "points": 162, "seen": 0}
    said |= {"base_version": 1, "reason": "renonce au pli 5", "article": "house", "by": rene}
    refused("ruling_sheet_needed", referees.give_penalty, **said)
    referees.give_penalty(sheet=totals(950, 832), **said)
    assert counted(table) == ("ruled", {"NS": 950, "EO": 832})
    penalty = Penalty.objects.get()
    assert (penalty.camp, penalty.to_camp, penalty.team.number, penalty.points) == ("EO", "NS", 2, 162)
    assert terms_of(table).options["limite_donnes"] == 11
    # The sheet goes on being read with one donne fewer.
    with refuses("control_failed", ScoringError):
        type_in(table, 1012, key="z", base_version=2, reason="again", by=rene)


def test_a_penalty_on_top_leaves_the_sheet_alone(client, table, rene):
    type_in(table, 1012)
    said = {"table_id": table.pk, "team": 1, "label": "renonce", "way": "on_top", "points": 162, "base_version": None}
    said |= {"seen": 0, "reason": "second fault", "by": rene}
    referees.give_penalty(**said)
    assert referees.give_penalty(**said).created is False
    assert counted(table) == ("validated", {"NS": 1012, "EO": 932})
    assert Penalty.objects.count() == 1
    assert terms_of(table).credited == {"EO": 162}
    pages = [phone_page(phone(table, camp), now=timezone.now()) for camp in ("NS", "EO")]
    assert [(page.figures, page.with_penalties) for page in pages] == [
        ("1012 – 932", "1012 – 1094"),
        ("932 – 1012", "1094 – 1012"),
    ]
    client.force_login(rene)
    record = strip_tags(client.get(reverse("whole-evening", args=[table.round.tournament_id])).text)
    assert "Comptés, avec une pénalité, un plafond ou une exclusion : 2" in re.sub(r"\s+", " ", record)
    referees.give_penalty(**said | {"seen": 1, "reason": "third fault"})
    assert terms_of(table).credited == {"EO": 324}
    assert questions.faults_of(table.round.tournament)[1].penalties == 2


def test_an_exclusion_that_was_taken_back_says_so_wherever_it_is_read(table, rene):
    """The page of the team, the decisions and the record said "is excluded" of a team that played."""
    said = {"table_id": table.pk, "team": 2, "forfeit": False, "base_version": None, "by": rene}
    referees.exclude_team(**said, seen=0, reason="deux cartes cachées")
    team = Team.objects.get(tournament=table.round.tournament_id, number=2)
    attendance.take_back_exclusion(team_id=team.pk, reason="les cartes étaient tombées", by=rene)
    referees.exclude_team(**said, seen=1, reason="encore")
    first, again = (line.text.replace("\N{NO-BREAK SPACE}", " ") for line in questions.rulings_of(table))
    assert again == "Le n° 2 est exclu."
    assert first == f"{again} L’exclusion a été annulée : « les cartes étaient tombées »."


def test_a_warning_costs_nothing(table, rene):
    referees.give_penalty(
        table_id=table.pk,
        team=1,
        label="talks",
        way="instead",
        points=0,
        seen=0,
        base_version=None,
        reason="x",
        by=rene,
    )
    assert terms_of(table).credited == {} and terms_of(table).taken == 0
    assert questions.faults_of(table.round.tournament)[1].text == "1 avertissement"


def test_a_penalty_in_place_of_a_donne_of_a_sheet_told_donne_by_donne(table, rene):
    type_donnes(table)
    said = {"table_id": table.pk, "team": 2, "label": "renonce", "way": "instead", "points": 162, "donne": 4}
    referees.give_penalty(**said, seen=0, base_version=1, reason="renonce", by=rene)
    sheet = table.sheets.get(counted=True)
    assert sheet.content["donnes"][3] == {"passe": True}
    assert counted(table) == ("ruled", {"NS": 1100, "EO": 682})
    assert table.sheets.get(version=1).content["donnes"][3] == DONNE
    refused("ruling_donne", referees.give_penalty, **said | {"donne": 13}, seen=1, base_version=2, reason="x", by=rene)
    # Taken back, the donne is found again in the version before.
    referees.take_penalty_back(table_id=table.pk, penalty=1, seen=1, base_version=2, reason="not proven", by=rene)
    assert counted(table) == ("ruled", {"NS": 1200, "EO": 744})
    penalty = Penalty.objects.get()
    assert penalty.cancelled_at and penalty.cancel_reason == "not proven" and penalty.points == 162
    assert terms_of(table).taken == 0
    refused(
        "penalty_gone",
        referees.take_penalty_back,
        table_id=table.pk,
        penalty=1,
        seen=2,
        base_version=3,
        reason="x",
        by=rene,
    )


def test_a_penalty_before_the_sheet_comes(table, rene, anne):
    propose(phone(table, "NS"), 1012, key="one")
    referees.give_penalty(
        table_id=table.pk,
        team=2,
        label="renonce",
        way="instead",
        points=162,
        seen=0,
        base_version=None,
        reason="x",
        by=rene,
    )
    assert table.sheets.get().state == "replaced"
    with pytest.raises(ScoringError):
        type_in(table, 1012, by=anne)
    type_in(table, 850, 932, key="e", by=anne)
    assert counted(table) == ("validated", {"NS": 850, "EO": 932})


def test_a_donne_cancelled_and_given_back(table, rene):
    type_donnes(table)
    referees.cancel_donne(table_id=table.pk, donne=7, seen=0, base_version=1, reason="misdeal", by=rene)
    assert counted(table) == ("ruled", {"NS": 1100, "EO": 682})
    assert terms_of(table).cancelled == 1
    refused("keep_terms", referees.keep_version, table_id=table.pk, version=1, seen=1, reason="x", by=rene)
    referees.give_donne_back(table_id=table.pk, donne=7, seen=1, base_version=2, reason="it was right", by=rene)
    assert counted(table) == ("ruled", {"NS": 1200, "EO": 744})
    refused(
        "donne_not_cancelled",
        referees.give_donne_back,
        table_id=table.pk,
        donne=7,
        seen=2,
        base_version=3,
        reason="x",
        by=rene,
    )
    referees.keep_version(table_id=table.pk, version=1, seen=2, reason="the first one", by=rene)
    assert counted(table) == ("ruled", {"NS": 1200, "EO": 744})


def test_the_last_donnes_are_cancelled_and_given_back_in_any_order(table, rene):
    """With one donne fewer the partie is over before the twelfth: it was refused as one too many."""
    type_donnes(table)
    told = {"table_id": table.pk, "reason": "misdeal", "by": rene}
    steps = [
        (referees.cancel_donne, 11, 1100),
        (referees.cancel_donne, 12, 1000),
        (referees.give_donne_back, 12, 1100),
        (referees.give_donne_back, 11, 1200),
        (referees.cancel_donne, 12, 1100),
        (referees.cancel_donne, 11, 1000),
        (referees.give_donne_back, 11, 1100),
        (referees.give_donne_back, 12, 1200),
    ]
    for seen, (act, donne, points) in enumerate(steps):
        act(**told, donne=donne, seen=seen, base_version=seen + 1)
        assert counted(table)[1] == {"NS": points, "EO": points * 62 // 100}
    given = {"team": 1, "label": "Renonce", "points": 162, "way": "instead", "donne": 12}
    referees.give_penalty(**told, **given, seen=8, base_version=9)
    assert counted(table)[1] == {"NS": 1100, "EO": 682}
    referees.take_penalty_back(**told, penalty=1, seen=9, base_version=10)
    assert counted(table)[1] == {"NS": 1200, "EO": 744}


def test_a_forfeit_by_decision(disputed, rene):
    referees.give_forfeit(table_id=disputed.pk, absent="EO", seen=0, base_version=None, reason="left", by=rene)
    assert counted(disputed) == ("ruled", {"NS": 1100, "EO": 0})
    refused(
        "forfeit_camp",
        referees.give_forfeit,
        table_id=disputed.pk,
        absent="X",
        seen=1,
        base_version=3,
        reason="x",
        by=rene,
    )


def test_camps_taken_for_each_other(table, anne):  # docs/reliability.md 10, row 61
    type_in(table, 1012, by=anne)
    said = {"table_id": table.pk, "key": "s" * 20, "base_version": 1, "reason": "camps swapped", "by": anne}
    sheet = rulings.swap_camps(**said)
    assert rulings.swap_camps(**said) == sheet
    assert counted(table) == ("validated", {"NS": 932, "EO": 1012})
    assert (last_line().act, last_line().before["marks"]["NS"]["points"]) == ("swap_camps", 1012)
    refused("case_changed", rulings.swap_camps, **said | {"key": "u" * 20})


def test_camps_of_a_sheet_told_donne_by_donne(table, anne):
    type_donnes(table, by=anne)
    rulings.swap_camps(table_id=table.pk, key="s" * 20, base_version=1, reason="swapped", by=anne)
    assert counted(table) == ("validated", {"NS": 744, "EO": 1200})
    assert table.sheets.get(counted=True).content["donnes"][0] == {"preneur": "EO", "points": {"EO": 100}}


def test_two_sheets_typed_on_each_others_table(table, other, anne):  # docs/reliability.md 10, row 60
    type_in(table, 1012, by=anne)
    type_in(other, 1100, key="o", by=anne)
    said = {"table_id": table.pk, "other_id": other.pk, "key": "x" * 20, "base_version": 1, "other_version": 1}
    here, there = rulings.exchange_sheets(**said, reason="sheets mixed up", by=anne)
    assert (figures_text(here), figures_text(there)) == ("1100–844", "1012–932")
    assert counted(table)[1]["NS"] == 1100 and counted(other)[1]["NS"] == 1012
    lines = JournalEntry.objects.count()
    assert rulings.exchange_sheets(**said, reason="sheets mixed up", by=anne) == (here, there)
    assert JournalEntry.objects.count() == lines
    refused("case_changed", rulings.exchange_sheets, **said | {"key": "y" * 20}, reason="x", by=anne)


def test_a_score_that_belongs_to_no_table_is_taken_off(table, anne, hall):
    type_in(table, 1012, by=anne)
    said = {"table_id": table.pk, "base_version": 1, "reason": "typed here by mistake", "by": anne}
    refused("ruling_reason", rulings.withdraw_sheet, **said | {"reason": " "})
    refused("case_changed", rulings.withdraw_sheet, **said | {"base_version": 2})
    sheet = rulings.withdraw_sheet(**said)
    assert (sheet.version, sheet.state, sheet.counted) == (1, "withdrawn", False)
    line, lines = last_line(), JournalEntry.objects.count()
    assert (line.act, line.reason) == ("withdraw_sheet", "typed here by mistake")
    assert (line.before["marks"]["NS"]["points"], line.after["sheet_state"]) == (1012, "withdrawn")
    assert rulings.withdraw_sheet(**said) == sheet and JournalEntry.objects.count() == lines
    assert "1012 – 932" in told_on_phone(table) and "retiré" in told_on_phone(table)
    type_in(table, 900, key="n", by=anne)
    assert counted(table)[1]["NS"] == 900 and "retiré" not in told_on_phone(table)
    refused("case_changed", rulings.withdraw_sheet, **said)


def told_on_phone(table):
    page = phone_page(phone(table, "NS"), now=timezone.now())
    return render_to_string(
        "scoring/phones/_phone_state.html", {"page": page, "tournament": page.tournament, "access": 1}
    )


def test_what_the_referee_ruled_only_he_takes_off(table, anne, rene):
    type_in(table, 1012, by=anne)
    ScoreSheet.objects.update(state="ruled")
    said = {"table_id": table.pk, "base_version": 1, "reason": "mistake"}
    refused("ruled_referee", rulings.withdraw_sheet, **said, by=anne)
    assert rulings.withdraw_sheet(**said, by=rene).state == "withdrawn"


def test_a_score_taken_off_under_a_later_draw_leaves_it_or_asks_for_it_again(anne):
    tournament = builders.evening(teams=8, parties=2, missing=4)
    table = Table.objects.get(round__tournament=tournament, round__number=1, number=1)
    said = {"table_id": table.pk, "base_version": 1, "reason": "typed here by mistake", "by": None}
    before, after = dry_run(tournament.pk, partial(rulings.withdraw_sheet, **said))
    effects = effects_of(before, after)
    assert [(change.number, change.now) for change in effects.tables] == [(1, "")]
    record(tournament_id=tournament.pk, act=partial(rulings.withdraw_sheet, **said), by=None)
    assert tournament.rounds.get(number=2).state == "published"
    type_in(table, 900, key="n", by=anne)  # and the desk may type the right one
    assert counted(table)[1]["NS"] == 900


def test_a_sheet_typed_on_a_table_that_has_not_finished(table, other, anne, hall):
    type_in(table, 1012, by=anne)
    said = {"table_id": table.pk, "other_id": other.pk, "base_version": 1, "other_version": None, "by": anne}
    here, there = rulings.exchange_sheets(**said, key="x" * 20, reason="wrong table")
    assert here is None and figures_text(there) == "1012–932"
    assert not table.sheets.filter(counted=True).exists() and counted(other)[1]["NS"] == 1012
    type_in(table, 900, key="n", by=anne)
    refused("exchange_same", rulings.exchange_sheets, **said | {"other_id": table.pk}, key="z" * 20, reason="x")


def test_a_team_is_excluded_at_a_table_of_an_earlier_partie(hall, table, rene):
    """« Première partie que l’équipe ne joue pas : de 3 à 4 » was the answer, and the page of the table asks for none."""
    type_in(table, 1012)
    for number in (2, 3):
        builders.partie(hall, number, [(1, 1000, 3, 944), (2, 1000, 4, 944)])
    referees.exclude_team(table_id=table.pk, team=1, seen=0, base_version=1, reason="marked cards", by=rene)
    team = Team.objects.get(tournament=hall, number=1)
    assert (team.excluded, team.withdrawn_from) == (True, 3)
    assert counted(table) == ("ruled", {"NS": 0, "EO": 1100})
    assert [row.number for row in standing(hall).rows if row.excluded] == [1]
