"""Try the rows of docs/reliability.md 10 that concern the acts themselves, each test named after its row.

What needs a program running is in tests/deploy/test_reliability_*.py, what needs two people in the test_*races*.py.
"""

import datetime
import itertools

import pytest
from django.db import DataError, IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from hypothesis import HealthCheck, Phase, given, settings, strategies as st

from scoring.access import services as tokens
from scoring.errors import ScoringError
from scoring.evening import closing
from scoring.evening.selectors import palmares_of
from scoring.models import Mark, ScoreSheet, StandingsSnapshot, TableDevice
from scoring.public.pages import refresh_pages
from scoring.ranking import PartieResult, TeamResults, rank
from scoring.referee import rulings
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.sheets import entry
from scoring.standings.reading import evening
from scoring.standings.selectors import snapshot_alarm, standing
from tests.scoring import builders
from tests.scoring.phones.builders import answer, phone, propose
from tests.scoring.referee import builders as referees
from tests.support.accounts import account
from tests.support.counts import spread, tries
from tests.support.phases import publish_next
from tests.support.rulings import type_in
from tournament.clubs import logging_in
from tournament.errors import TournamentError
from tournament.journal.services import broken_line
from tournament.models import Draw, JournalEntry, Membership, Player, Round, Seat, Table, Team, Tournament
from tournament.registration import attendance, services as registration
from tournament.rounds import services as draws

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
TOTAL = 12 * 162


def refused(code, act, *args, **more):
    before = JournalEntry.objects.count()
    with pytest.raises(TournamentError) as error:
        act(*args, **more)
    assert (error.value.code, bool(str(error.value))) == (code, True)
    assert JournalEntry.objects.count() == before
    return error.value


# --- A: the clock of the computer, and those of the telephones ------------------------------------------------------

HOURS = datetime.timedelta(hours=1)
CLOCKS = st.sampled_from(
    [
        datetime.datetime(1970, 1, 1, 0, 1, tzinfo=datetime.UTC),  # the battery is dead
        datetime.datetime(2024, 2, 29, 23, 59, 59, tzinfo=datetime.UTC),
        datetime.datetime(2026, 10, 25, 0, 59, 59, tzinfo=datetime.UTC),  # an hour that comes twice, in Paris
        datetime.datetime(2026, 3, 29, 0, 59, 59, tzinfo=datetime.UTC),  # an hour that never is
        datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC),
        datetime.datetime(2026, 11, 20, 22, 0, tzinfo=datetime.UTC),
        datetime.datetime(2026, 11, 20, 18, 0, tzinfo=datetime.UTC),
    ]
)


def evening_told(hours):
    """An evening of two parties with everything that may happen to a score, told without any hour.

    Before each act the computer's clock stands as the next of *hours* says.
    """
    hours = itertools.cycle(hours)
    tournament = builders.concours(teams=5, parties=2, counts_when="both_camps")
    referee = account(f"rene{tournament.pk}", tournament.club, "referee")

    def act(work, *args, **more):
        set_clock(next(hours))
        return work(*args, **more)

    for number in (1, 2):
        here = f"{tournament.pk}-{number}"
        drawn = act(rounds.open_next_round, tournament_id=tournament.pk, by=None, seed="R♥ 7♣")
        act(draws.publish_draw, draw_id=drawn.pk, by=None)
        first, second = Table.objects.filter(round=drawn.round).order_by("number")
        north, east = act(phone, first, "NS"), act(phone, first, "EO")
        act(propose, north, 1012, key=f"one{here}", sequence=5)
        act(propose, north, 1002, key=f"earlier{here}", sequence=3)
        act(answer, east, 1, key=f"yes{here}")
        act(type_in, second, 900, key=f"typed{here}", by=referee)
        act(
            entry.read_again,
            sheet_id=second.sheets.get().pk,
            key=f"signed{here}".ljust(20, "s"),
            by=referee,
            signed=True,
        )
        fix = {"base_version": 1, "reason": "misread"}
        act(type_in, second, 910, key=f"fixed{here}", by=referee, **fix)
    act(closing.close_tournament, tournament_id=tournament.pk, by=None)
    act(refresh_pages, tournament_id=tournament.pk)
    tournament.refresh_from_db()
    lines = JournalEntry.objects.filter(tournament=tournament).order_by("number")
    assert broken_line(lines) is None
    assert TableDevice.objects.filter(access__table__round__tournament=tournament).count() == 4
    return {
        "acts": list(lines.values_list("number", "act")),
        "sheets": [
            (sheet.table.round.number, sheet.table.number, sheet.version, sheet.state, sheet.counted, sheet.late)
            for sheet in ScoreSheet.objects.filter(table__round__tournament=tournament)
            .select_related("table__round")
            .order_by("table__round__number", "table__number", "version")
        ],
        "tables": [draw.minutes["tables"] for draw in Draw.objects.filter(round__tournament=tournament).order_by("pk")],
        "standing": [(row.rank, row.number, row.points) for row in standing(tournament).rows],
    }


def set_clock(hour: datetime.datetime) -> None:
    timezone.now.hour = hour


@pytest.fixture
def clock(monkeypatch):
    """The computer's clock, in the hands of the test."""

    def now():
        now.hour += datetime.timedelta(microseconds=1)
        return now.hour

    now.hour = datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)
    monkeypatch.setattr(timezone, "now", now)
    return now


@pytest.mark.slow
def test_row_19_a_clock_that_jumps_changes_neither_the_order_nor_the_totals(clock):
    """19: the journal's number is the order; two hours on or back, the night of the clocks, 1970 change nothing."""
    honest = evening_told([datetime.datetime(2026, 11, 20, 20, 0, tzinfo=datetime.UTC)])

    @settings(
        max_examples=tries(2, 60),
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(hours=st.lists(CLOCKS, min_size=2, max_size=7))
    def jumps(hours):
        assert evening_told(hours) == honest

    jumps()


def test_row_19_a_clock_set_back_neither_locks_out_nor_lets_in(clock):
    """19: telephones come in, those sent away stay away, and nobody waits for an hour that has been already."""
    tournament = builders.seated(1)
    table = Table.objects.get()
    before = phone(table, "NS")
    secret = tokens.let_in(access=before.access, camp="EO")[1]
    clock.hour -= 2 * HOURS
    late = tokens.let_in(access=before.access, camp="NS")[1]
    assert tokens.device_of(access_id=before.access_id, secret=late), "let in before its way was made, as it seems"
    tokens.renew_codes(tournament_id=tournament.pk, number=1, by=None)
    clock.hour -= 2 * HOURS
    for one in (secret, late):
        assert tokens.device_of(access_id=before.access_id, secret=one) is None, "sent away for good"

    for _ in range(tokens.ADDRESS_LIMIT + 1):
        with pytest.raises(ScoringError) as error:
            tokens.by_code(tournament=tournament, code="ZZZZZZZZ", address="192.168.1.20")
    assert error.value.code == "codes_many"
    clock.hour -= 2 * HOURS
    code = tokens.codes_of(round_id=table.round_id)[1]["NS"].code
    assert tokens.by_code(tournament=tournament, code=code, address="192.168.1.20").access.table_id == table.pk

    for _ in range(logging_in.FREE_FAILURES + 2):
        try:
            logging_in.count_try(account="anne", address="127.0.0.1")
        except TournamentError as error:
            assert error.code == "login_wait"
    with pytest.raises(TournamentError):
        logging_in.count_try(account="anne", address="127.0.0.1")
    clock.hour -= 2 * HOURS
    logging_in.count_try(account="anne", address="127.0.0.1")


@pytest.mark.parametrize("years", [-10, 10])
def test_row_20_a_telephone_with_a_wrong_clock(years):
    """20: its hour orders its own entries and nothing else: not those of another telephone, not what counts."""
    builders.seated(1, counts_when="both_camps")
    table = Table.objects.get()
    wrong, right = phone(table, "NS"), phone(table, "EO")
    now = int(timezone.now().timestamp() * 1000)
    hour = now + years * 365 * 86_400_000
    propose(wrong, 972, key="first", sequence=hour)
    sheet = propose(wrong, 1012, key="second", sequence=hour + 60_000).sheet
    assert propose(wrong, 972, key="first", sequence=hour).sheet.state == "replaced", "late in arriving, not late"
    assert propose(right, 1012, key="third", sequence=now).sheet.pk == sheet.pk
    sheet.refresh_from_db()
    assert sheet.counted
    assert abs((sheet.at - timezone.now()).total_seconds()) < 60, "what is shown is when it came"


# --- B: submissions -------------------------------------------------------------------------------------------------


def test_row_42_a_correction_after_the_next_draw_moves_points_and_nobody():
    """42: the minutes name the journal line they stand on; the correction says who is seated, and moves no one."""
    tournament = builders.evening(teams=8, parties=1)
    drawn = publish_next(tournament)
    seats = sorted(Seat.objects.values_list("round", "team", "table", "camp"))
    table = Table.objects.filter(round__number=1).first()
    stands_on = drawn.journal_number
    receipt = type_in(table, 1944, key="fixed", base_version=1, reason="misread")
    assert receipt.seated_since == 2
    line = JournalEntry.objects.get(act="correct_sheet")
    assert (line.number > stands_on, line.after["seated_since"]) == (True, 2)
    assert sorted(Seat.objects.values_list("round", "team", "table", "camp")) == seats
    drawn.refresh_from_db()
    team = table.seats.get(camp="NS").team.number
    assert next(one for one in drawn.minutes["entrants"] if one["number"] == team)["points"] != 1944
    assert next(row for row in standing(tournament).rows if row.number == team).points == 1944


def test_row_44_validated_corrected_and_back_again():
    """44: versions 1, 2, 3; exactly one counts, and the database itself refuses a second."""
    builders.seated(1)
    table = Table.objects.get()
    type_in(table, 1012, key="one")
    type_in(table, 972, key="two", base_version=1, reason="misread")
    type_in(table, 1012, key="three", base_version=2, reason="it was right")
    assert list(table.sheets.order_by("version").values_list("version", "state", "counted")) == [
        (1, "replaced", False),
        (2, "replaced", False),
        (3, "validated", True),
    ]
    assert type_in(table, 1012, key="one").sheet.version == 1, "an old form sent again changes nothing"
    assert ScoreSheet.objects.get(counted=True).version == 3


PAGES = (
    "",
    "inscriptions/",
    "tirages/",
    "saisie/",
    "chronometre/",
    "arbitrage/",
    "journal/",
    "reglages/",
    "classement/",
    "classement/imprimer/",
    "parties/1/feuilles/",
    "controles/",
)


@pytest.mark.parametrize("page", spread(3, PAGES))
def test_row_50_a_page_asks_the_database_as_often_for_any_number_of_teams(client, django_assert_max_num_queries, page):
    """50: a concours of ten times as many teams costs no more questions."""
    anne = account("anne")
    small, large = (builders.evening(teams=teams, parties=1, missing=2) for teams in (8, 80))
    for tournament in (small, large):
        Membership.objects.create(user=anne, club=tournament.club, role="organiser")
    client.force_login(anne)
    for tournament in (small, large):  # what is asked, or made, the first time only
        client.get(f"/concours/{tournament.pk}/{page}")
    with CaptureQueriesContext(connection) as few:
        assert client.get(f"/concours/{small.pk}/{page}").status_code == 200
    with django_assert_max_num_queries(len(few)):
        assert client.get(f"/concours/{large.pk}/{page}").status_code == 200


def test_row_41_the_palmares_waits_for_each_score_and_says_where_it_is(client):
    """41: missing, waiting for the other camp, contested: refused with the list and a way to each; with a reason too.
    To stop before the last partie a reason is needed, and kept."""
    tournament = builders.concours(teams=8, parties=2, counts_when="both_camps")
    builders.partie(tournament, 1, [(1, None, 2, None), (3, None, 4, None), (5, None, 6, None), (7, 1000, 8, 944)])
    missing, waiting, contested = Table.objects.filter(sheets__counted=None, number__lte=3).order_by("number")
    propose(phone(waiting, "NS"), 1012, key="waits")
    propose(phone(contested, "NS"), 1012, key="ours")
    propose(phone(contested, "EO"), 1002, key="theirs")
    close = {"tournament_id": tournament.pk, "by": None}
    for reason in ("", "it is late"):
        error = refused("tables_missing", closing.close_tournament, **close, reason=reason)
        assert "1 : 1, 2, 3" in str(error).replace("\u00a0", " ")
    client.force_login(account("anne", tournament.club))
    page = client.post(reverse("concours-close", args=[tournament.pk]), {"reason": "it is late"})
    assert page.status_code == 422
    said = page.content.decode()
    for table in (missing, waiting, contested):
        assert f'href="{reverse("table", args=[tournament.pk, 1, table.number])}"' in said
    tournament.refresh_from_db()
    assert tournament.closed_at is None
    for table in (missing, waiting, contested):
        builders.sheet(table, north=1012, east=932)
    refused("parties_left", closing.close_tournament, **close)
    closing.close_tournament(**close, reason="it is late")
    assert JournalEntry.objects.get(act="close_tournament").reason == "it is late"


def test_row_43_a_correction_after_the_palmares_makes_another_one(client):
    """43: nothing is corrected under a palmarès; taken back with a reason, it is replaced by one of the next number,
    which says what it changed, and the first one stays readable."""
    tournament = builders.evening(teams=4, parties=1)
    Tournament.objects.update(parties=1)
    table = Table.objects.get(number=1)
    closing.close_tournament(tournament_id=tournament.pk, by=None)
    (first,) = palmares_of(tournament)
    mend = {"key": "fixed", "base_version": 1, "reason": "misread"}
    refused("closed", type_in, table, 1944, **mend)
    refused("reopen_reason", closing.reopen_tournament, tournament_id=tournament.pk, by=None, reason=" ")
    closing.reopen_tournament(tournament_id=tournament.pk, by=None, reason="table 1 misread")
    type_in(table, 1944, **mend)
    closing.close_tournament(tournament_id=tournament.pk, by=None)
    before, now = palmares_of(tournament)
    assert (before.number, before.rows, before.stands) == (1, first.rows, False)
    assert (now.number, now.reason, now.stands) == (2, "table 1 misread", True)
    best = table.seats.get(camp="NS").team.number
    assert now.rows[0] == (1, best, 1944)
    assert best in [change.number for change in now.changes]
    page = client.get(reverse("public-palmares", args=[tournament.slug])).content.decode()
    assert "table 1 misread" in page and "Palmarès n°\u00a01" in page and "Palmarès n°\u00a02" in page


@pytest.mark.parametrize(
    "written",
    [
        ("E\u0301ric  GARCIA", "Zoé Müller"),
        ("garcia éric", "ZOE MULLER"),
        ("Zoé Müller", "Éric\u00a0Garcia"),
        ("Eric Garcia", "Zoe\u0308 Muller"),
        ("ÉRIC GARCIA", "zoé müller"),
    ],
)
def test_row_46_the_same_people_written_otherwise(written):
    """46: composed or not, in capitals, with other spaces or in another order, they are the same team, and the same
    player with anybody else; who is really another of that name is taken at the second word."""
    tournament = builders.concours(teams=0)
    register = {"tournament_id": tournament.pk, "by": None}
    registration.register_team(players=("Éric Garcia", "Zoé Müller"), **register)
    refused("team_already_there", registration.register_team, players=written, **register)
    refused("player_already_there", registration.register_team, players=(written[0], "Ann Roux"), **register)
    assert Team.objects.count() == 1
    registration.register_team(players=written, confirm_twin=True, **register)
    assert Player.objects.count() == 4, "namesakes are two people"


# --- C: teams, tables, rounds, figures ------------------------------------------------------------------------------


@settings(max_examples=tries(6, 300), suppress_health_check=list(HealthCheck))
@given(teams=st.integers(1, 9).map(lambda half: 2 * half + 1), parties=st.integers(2, 4))
def test_row_51_an_odd_number_of_teams(teams, parties):
    """51: one exempt each partie, never twice the same while another has not been, and it marks what is announced."""
    tournament = builders.concours(teams=teams, parties=parties, draw_options={"rematch": "least"})
    exempts = []
    for number in range(1, parties + 1):
        drawn = publish_next(tournament, seed="7♣")
        (exempt,) = drawn.round.seats.filter(table=None).values_list("team__number", flat=True)
        exempts.append(exempt)
        for table in drawn.round.tables.all():
            builders.sheet(table, north=900 + 7 * table.number + number, east=1044 - 7 * table.number - number)
    most, least = (pick(map(exempts.count, range(1, teams + 1))) for pick in (max, min))
    assert most - least <= 1
    found = {row.number: row.points for row in standing(tournament).rows}
    for exempt in set(exempts):
        played = Mark.objects.filter(
            sheet__counted=True, sheet__table__seats__team__number=exempt, sheet__table__round__tournament=tournament
        )
        camps = dict(
            Seat.objects.filter(round__tournament=tournament, team__number=exempt, table__isnull=False).values_list(
                "table", "camp"
            )
        )
        points = sum(mark.points for mark in played if camps[mark.sheet.table_id] == mark.camp)
        assert found[exempt] == points + exempts.count(exempt) * TOTAL // 2


def test_row_52_a_team_leaves_before_during_and_after_the_draw():
    """52: nothing it played is deleted; before the draw it has no seat, during it the draft is stale, after it its
    table waits for a forfeit."""
    tournament = builders.evening(teams=8, parties=1)
    before, during, after = Team.objects.filter(tournament=tournament, number__in=(1, 2, 3)).order_by("number")

    def leave(team):
        attendance.withdraw_team(team_id=team.pk, from_round=2, reason="unwell", by=None)

    leave(before)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    assert not drawn.round.seats.filter(team=before).exists()
    leave(during)
    refused("draw_stale", draws.publish_draw, draw_id=drawn.pk, by=None)
    draws.cancel_draw(draw_id=drawn.pk, reason="team 2 left", by=None)
    drawn = publish_next(tournament, seed="7♣")
    leave(after)
    seat = drawn.round.seats.get(team=after)
    for table in drawn.round.tables.exclude(pk=seat.table_id):
        builders.sheet(table, north=1000, east=944)
    refused("draw_has_sheets", draws.cancel_draw, draw_id=drawn.pk, reason="again", by=None)
    assert preparing.tables_awaited(tournament, 3) == [seat.table]
    entry.submit_sheet(
        table_id=seat.table_id, key="f" * 20, kind="forfeit", absent=seat.camp, reason="team 3 left", by=None
    )
    assert preparing.tables_awaited(tournament, 3) == []
    rows = {row.number: row for row in standing(tournament).rows}
    assert set(rows) == set(range(1, 9)) and all(rows[number].points for number in (1, 2, 3))
    assert Seat.objects.filter(team=before, round__number=1).exists()


def test_row_53_a_late_team_takes_the_seat_of_who_is_exempt():
    """53: beside the one that rests, at a table more, journalled; where nobody rests it waits for the next partie."""
    tournament = builders.concours(teams=5, parties=2)
    drawn = publish_next(tournament, seed="7♣")
    (alone,) = drawn.minutes["exempt"]
    late, later = (
        registration.register_team(tournament_id=tournament.pk, players=players, present=True, by=None)
        for players in (("Ann Aube", "Bob Bost"), ("Cal Cruz", "Dan Dorn"))
    )
    assert (late.first_round, later.first_round) == (2, 2)
    table = draws.seat_late_team(draw_id=drawn.pk, team=late.number, by=None)
    assert set(table.seats.values_list("team__number", flat=True)) == {alone, late.number}
    assert JournalEntry.objects.get(act="seat_late_team").after["table"] == 3
    refused("late_nobody_exempt", draws.seat_late_team, draw_id=drawn.pk, team=later.number, by=None)
    assert not Seat.objects.filter(team=later).exists()


def test_row_54_a_score_where_nobody_sits():
    """54: for an exempt team, a table that is not there, a partie to come or only drafted: said, and nothing kept."""
    tournament = builders.concours(teams=5, parties=3)
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944)], exempt=[5])
    draft = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    table = draft.round.tables.first()
    error = refused("round_not_published", type_in, table, 1012, key="early")
    assert "2" in str(error)
    draws.cancel_draw(draw_id=draft.pk, reason="again", by=None)
    with pytest.raises(Table.DoesNotExist):
        type_in(table, 1012, key="gone")
    seatless = Table.objects.create(round=Round.objects.get(number=1), number=9)
    refused("table_empty", type_in, seatless, 1012, key="empty")
    assert ScoreSheet.objects.count() == 2


@pytest.mark.parametrize("number, table, status", [(1, 99, 422), (3, 1, 404), (99, 1, 404), (1, 0, 422)])
def test_row_54_a_page_for_a_table_that_is_not_there(client, number, table, status):
    """54: the page says which table of which partie it does not know, and keeps the figures."""
    tournament = builders.seated(2, parties=3)
    client.force_login(account("anne", tournament.club))
    sent = {"key": "k" * 20, "table": table, "points_NS": 1012, "points_EO": 932}
    page = client.post(f"/concours/{tournament.pk}/saisie/{number}/", sent)
    assert page.status_code == status
    if status == 422:
        said = page.content.decode()
        assert f"table {table}" in said.lower() or f"{table}" in said
        assert 'value="1012"' in said and 'value="932"' in said
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize("count", [11, 13])
def test_row_55_a_donne_too_few_or_too_many(count):
    """55: a donne skipped is refused unless somebody says why, the thirteenth of twelve in any case; nothing is kept."""
    builders.seated(1)
    donnes = [{"preneur": "NS", "points": {"NS": 100}}] * count
    sent = {"table_id": Table.objects.get().pk, "key": "k" * 20, "kind": "donnes", "donnes": donnes, "by": None}
    error = refused("control_failed" if count < 12 else "donne_wrong", entry.submit_sheet, **sent)
    assert str(count) in str(error)
    assert not ScoreSheet.objects.exists()


@pytest.mark.parametrize(
    "wrong", [{"points": 100_000}, {"points": -1000}, {"belotes": 201}, {"belotes": -1}, {"capots": 51}], ids=str
)
def test_row_56_figures_that_cannot_be_are_refused_by_the_database_itself(wrong):
    """56: whoever writes past the acts."""
    builders.evening(teams=2, parties=1)
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        Mark.objects.filter(camp="NS").update(**wrong)
    with pytest.raises((IntegrityError, DataError)), transaction.atomic():
        Mark.objects.create(**{"sheet": ScoreSheet.objects.get(), "camp": "XX", "points": 0} | wrong)


@pytest.mark.parametrize("written", ["1 024", "1\u202f024", "162,5", "162.0", "1e3", "１６２", "-5"])
def test_row_59_figures_as_people_write_them(client, written):
    """57, 59: what is no plain number is shown as it was read, never guessed."""
    tournament = builders.seated(1)
    client.force_login(account("anne", tournament.club))
    sent = {"key": "k" * 20, "table": 1, "points_NS": written, "points_EO": 932}
    page = client.post(f"/concours/{tournament.pk}/saisie/1/", sent)
    assert page.status_code == 422
    assert written in page.content.decode()
    assert not ScoreSheet.objects.exists()


@pytest.fixture
def hall():
    """Two tables whose sheets are in, one of 1012 and one of 900; and their referee."""
    tournament = builders.seated(2)
    rene = account("rene", tournament.club, "referee")
    tables = list(Table.objects.order_by("number"))
    for table, north in zip(tables, (1012, 900), strict=True):
        type_in(table, north, key=f"first{table.number}", by=rene)
    return tournament, tables, rene


def points_of(tournament):
    return {row.number: row.points for row in standing(tournament).rows}


def test_row_60_two_sheets_on_each_others_table_are_exchanged_in_one_act(hall):
    """60: both or none; each table has a new version with the figures of the other, the old ones stay readable."""
    tournament, (one, two), rene = hall
    said = {"table_id": one.pk, "other_id": two.pk, "key": "x" * 20, "reason": "mixed up", "by": rene}
    refused("case_changed", rulings.exchange_sheets, **said, base_version=1, other_version=2)
    assert ScoreSheet.objects.filter(counted=True, version=1).count() == 2, "neither has moved"
    rulings.exchange_sheets(**said, base_version=1, other_version=1)
    assert points_of(tournament) == {1: 900, 2: 1044, 3: 1012, 4: 932}
    assert list(ScoreSheet.objects.order_by("table", "version").values_list("table__number", "version", "counted")) == [
        (1, 1, False),
        (1, 2, True),
        (2, 1, False),
        (2, 2, True),
    ]
    line = JournalEntry.objects.get(act="exchange_sheets")
    assert (line.before["marks"]["NS"]["points"], line.after["marks"]["NS"]["points"]) == (1012, 900)


def test_row_61_camps_taken_for_each_other(hall):
    """61: the sum stays, the history shows both ways round, and the other table is not touched."""
    tournament, (one, two), rene = hall
    rulings.swap_camps(table_id=one.pk, key="s" * 20, base_version=1, reason="camps swapped", by=rene)
    assert points_of(tournament) == {1: 932, 2: 1012, 3: 900, 4: 1044}
    versions = [sorted(sheet.marks.values_list("camp", "points")) for sheet in one.sheets.order_by("version")]
    assert versions == [[("EO", 932), ("NS", 1012)], [("EO", 1012), ("NS", 932)]]
    assert len({sum(points for _camp, points in marks) for marks in versions}) == 1
    line = JournalEntry.objects.get(act="swap_camps")
    assert (line.before["marks"]["NS"]["points"], line.after["marks"]["NS"]["points"]) == (1012, 932)
    assert line.reason == "camps swapped" and two.sheets.count() == 1


def test_row_62_a_penalty_and_its_taking_back_are_lines_of_their_own(hall, client):
    """62: the score of the sheet is never touched; both stay readable with their article and reason."""
    tournament, (one, _two), rene = hall
    told = {"table_id": one.pk, "seen": 1, "base_version": 1, "by": rene, "article": "S1 incidents D"}
    referees.give_penalty(**told, team=1, label="Renonce", way="on_top", points=162, reason="seen by both camps")
    assert points_of(tournament) == {1: 1012, 2: 932 + 162, 3: 900, 4: 1044}
    assert one.sheets.get(counted=True).marks.get(camp="EO").points == 932
    client.force_login(rene)
    address = reverse("case", args=[tournament.pk, 1, 1])
    page = client.get(address).content.decode()
    assert "Renonce" in page and "S1 incidents D" in page
    referees.take_penalty_back(**told, penalty=1, reason="not proven")
    assert points_of(tournament) == {1: 1012, 2: 932, 3: 900, 4: 1044}
    page = client.get(address).content.decode()
    assert all(text in page for text in ("Renonce", "seen by both camps", "not proven"))
    assert [line.act for line in JournalEntry.objects.filter(act__startswith="rule_").order_by("number")] == [
        "rule_penalty",
        "rule_penalty_back",
    ]


@settings(max_examples=tries(60, 3000))
@given(
    points=st.lists(st.sampled_from([900, 972, 1012]), min_size=3, max_size=9),
    order=st.randoms(use_true_random=False),
    criteria=st.sampled_from([("points",), ("wins", "points"), ("points", "difference", "conceded")]),
)
def test_row_63_equal_on_all_criteria_is_the_same_rank_whatever_the_order(points, order, criteria):
    """63: neither the number nor the row of the database decides between equals."""

    def ranked(numbers):
        teams = [
            TeamResults(number, [PartieResult(1, "played", points=made, conceded=1944 - made)], team_id=row)
            for row, (number, made) in enumerate(zip(numbers, points, strict=True))
        ]
        order.shuffle(teams)
        return rank(teams, criteria)

    straight = ranked(range(1, len(points) + 1))
    backwards = ranked(range(len(points), 0, -1))
    assert {row.number: row.rank for row in straight} == {len(points) + 1 - row.number: row.rank for row in backwards}
    for row in straight:
        equals = [other for other in straight if other.values == row.values]
        assert {other.rank for other in equals} == {row.rank} and row.tied == (len(equals) > 1)
        assert row.rank == 1 + sum(other.rank < row.rank for other in straight)


def test_row_64_a_kept_copy_that_differs_is_said_and_the_sheets_win(client):
    """64: at each look, and again when the palmarès is published: what is called are the sheets."""
    tournament = builders.evening(teams=4, parties=1)
    Tournament.objects.update(parties=1)
    refresh_pages(tournament_id=tournament.pk)
    kept = StandingsSnapshot.objects.get()
    kept.rows[0][2] += 500
    kept.save()
    truth = standing(tournament).rows[0].points
    (found,) = snapshot_alarm(evening(tournament.pk))
    assert (found["kept"][1], found["sheets"][1]) == (truth + 500, truth)
    client.force_login(account("anne", tournament.club))
    page = client.get(reverse("standings", args=[tournament.pk])).content.decode()
    assert f"{truth} points" in page and f"{truth + 500} points" in page
    closing.close_tournament(tournament_id=tournament.pk, by=None)
    assert palmares_of(tournament)[0].rows[0][2] == truth


def test_row_34_and_35_what_a_telephone_sends_after_the_end_is_answered_and_kept():
    """34, 35: after the next draw it is kept as a late proposal; after the palmarès the telephone is told to keep it."""
    tournament = builders.evening(teams=4, parties=1, missing=1)
    table = Table.objects.exclude(sheets__counted=True).get()
    device = phone(table, "NS")
    type_in(table, 1012, key="paper")
    late = propose(device, 1002, key="late")
    assert (late.late, late.sheet.counted, late.sheet.state) == (True, False, "proposed")
    closing.close_tournament(tournament_id=tournament.pk, by=None, reason="it is late")
    before = Tournament.objects.get().journal_number
    assert propose(device, 1002, key="late").sheet.receipt == late.sheet.receipt, "known, even after the end"
    refused("closed", propose, device, 992, key="later")
    assert Tournament.objects.get().journal_number == before
