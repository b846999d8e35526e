"""Every value of a concours is held against the journal: one changed by hand, anywhere, is found."""

import datetime
import io
import random
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, models, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.migrations.state import ProjectState
from django.db.utils import DataError
from django.test.utils import CaptureQueriesContext
from PIL import Image

from scoring.evening import closing
from scoring.history import check as checking
from scoring.history.check import check
from scoring.management.commands.demo import make_demo
from scoring.models import Mark, Photo, PrizePhoto, ScoreSheet
from scoring.prizes import services as ceremony
from scoring.sheets import entry, photos
from tests.scoring import builders
from tests.scoring.referee import builders as referees
from tests.support.accounts import account
from tests.support.counts import tries
from tests.support.kept import kept
from tournament.concours.services import create_tournament
from tournament.journal import seals
from tournament.journal.services import entry_hash
from tournament.models import Club, JournalEntry, Seat, Table, Team, Tournament
from tournament.prizes.services import add_prizes
from tournament.registration import attendance, paying
from tournament.rounds import clock

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

# Every table in which a concours is written, and the columns that say nothing of it: what a telephone or a screen notes
# of the moment, clocks that no act sets, and the numbers of rows.
TABLES = {
    # A message of the moment and when the ranking was shown: their lines have the words, and they count for nothing.
    "tournament.Tournament": {
        "id",
        "hall_message",
        "hall_message_until",
        "ranking_shown_at",
        "changed_at",
        "copied_at",
    },
    "tournament.Team": {"id"},
    # The person is the club's: a change of it changes no result.
    "tournament.TeamMember": {"id", "person"},
    "tournament.Round": {"id"},
    "tournament.Draw": {"id"},
    "tournament.Table": {"id", "typist", "typing_since", "called_at"},
    "tournament.Seat": {"id", "ready_at", "missing_at"},
    "tournament.JournalEntry": {"id"},
    "scoring.ScoreSheet": {"id", "device"},
    "scoring.Mark": {"id"},
    "scoring.Reading": {"id", "device"},
    "scoring.Photo": {"id", "device"},
    "scoring.Penalty": {"id"},
    "scoring.Ruling": {"id"},
    "scoring.Palmares": {"id"},
    "scoring.PrizeTurn": {"id"},
    "scoring.HandedPrize": {"id"},
    "scoring.PrizeDraw": {"id"},
    "tournament.Prize": {"id"},
    "scoring.PrizePhoto": {"id", "content"},
}
OF_CONCOURS = {
    "tournament.Tournament": "pk",
    "tournament.TeamMember": "team__tournament",
    "tournament.Draw": "round__tournament",
    "tournament.Table": "round__tournament",
    "tournament.Seat": "round__tournament",
    "scoring.ScoreSheet": "table__round__tournament",
    "scoring.Mark": "sheet__table__round__tournament",
    "scoring.Reading": "sheet__table__round__tournament",
    "scoring.Photo": "sheet__table__round__tournament",
    "scoring.PrizePhoto": "prize__tournament",
    "scoring.Penalty": "table__round__tournament",
    "scoring.Ruling": "table__round__tournament",
}


@pytest.fixture
@kept
def evening() -> Tournament:
    """An evening that used every table: a demonstration, corrected, ruled on, photographed, closed."""
    tournament = make_demo(teams=13, sheets_of_last=5)
    referee, scorer = account("rene", tournament.club), account("anne", tournament.club, "scorer")
    sheets = ScoreSheet.objects.filter(table__round__tournament=tournament, counted=True).order_by("pk")
    first, second, third = [sheet.table for sheet in sheets.filter(table__round__number=3)[:3]]
    marks = {"NS": {"points": 1000, "belotes": 0}, "EO": {"points": 944, "belotes": 0}}
    entry.submit_sheet(
        table_id=first.pk, key="c" * 20, kind="totals", marks=marks, by=scorer, base_version=1, reason="misread"
    )
    seat = Seat.objects.filter(table=second).select_related("team").first()
    referees.give_penalty(
        table_id=second.pk,
        team=seat.team.number,
        label="talk",
        way="on_top",
        points=100,
        reason="spoke",
        by=referee,
        base_version=1,
        seen=0,
    )
    waiting = Table.objects.filter(round__tournament=tournament, sheets__isnull=True).first()
    Tournament.objects.filter(pk=tournament.pk).update(counts_when="two_readers")
    given = entry.submit_sheet(table_id=waiting.pk, key="d" * 20, kind="totals", marks=marks, by=scorer)
    entry.read_again(sheet_id=given.sheet.pk, key="e" * 20, by=referee)
    Tournament.objects.filter(pk=tournament.pk).update(counts_when="typist")
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), "gray").save(picture, "PNG")
    photos.add_photo(table_id=third.pk, data=picture.getvalue(), by=scorer)
    team = Team.objects.filter(tournament=tournament).latest("number")
    paying.set_paid(team_id=team.pk, paid_cents=1250, by=scorer)
    clock.all_ready(tournament_id=tournament.pk, number=3, by=scorer)
    attendance.withdraw_team(team_id=team.pk, from_round=4, reason="tired", by=referee)
    (drawn,) = add_prizes(tournament_id=tournament.pk, lines=["Tiré au sort parmi les présents : panier"], by=referee)
    ceremony.add_photo(tournament_id=tournament.pk, number=drawn, data=picture.getvalue(), by=referee)
    closing.close_tournament(tournament_id=tournament.pk, by=referee, reason="late")
    tournament.refresh_from_db()
    return tournament


def rows_of(label: str, tournament: Tournament) -> models.QuerySet:
    return apps.get_model(label).objects.filter(**{OF_CONCOURS.get(label, "tournament"): tournament.pk}).order_by("pk")


def other_value(field: models.Field, value: object, chance: random.Random) -> object:
    """Another value that the column could hold, near the one that is there."""
    if isinstance(field, models.ForeignKey):
        others = field.related_model.objects.exclude(pk=value).values_list("pk", flat=True)
        return chance.choice(list(others) or [None])
    if value is None:
        value = {"DateTimeField": datetime.datetime(2026, 11, 20, tzinfo=datetime.UTC)}.get(
            field.get_internal_type(), 0
        )
    if isinstance(field, models.BooleanField):
        return not value
    if isinstance(field, models.BinaryField):
        return bytes(value)[:-1] + b"x"
    if isinstance(field, models.DateTimeField | models.DateField):
        return value + datetime.timedelta(days=chance.choice([-1, 1]))
    if isinstance(field, models.IntegerField):
        return value + chance.choice([-1, 1, 2, 10])
    if isinstance(field, models.JSONField):
        return changed_inside(value, chance)
    text, place = str(value), chance.randrange(len(str(value)) + 1)
    return text[:place] + chance.choice("aé7".replace(text[place : place + 1] or " ", "")) + text[place + 1 :]


def changed_inside(value: object, chance: random.Random) -> object:
    """A JSON value with one thing in it changed."""
    if isinstance(value, dict) and value:
        key = chance.choice(sorted(value))
        return value | {key: changed_inside(value[key], chance)}
    if isinstance(value, list) and value:
        place = chance.randrange(len(value))
        return [*value[:place], changed_inside(value[place], chance), *value[place + 1 :]]
    return value + 1 if type(value) is int else "other"


def changes_by_hand(tournament: Tournament, count: int, chance: random.Random) -> Iterator[str]:
    """Make *count* changes, one at a time, each taken back after it was looked at; every table has its turn."""
    rows = {label: list(rows_of(label, tournament)) for label in TABLES}
    assert all(rows.values())
    labels, made = list(TABLES), 0
    while made < count:
        label = labels[made % len(labels)]
        row = chance.choice(rows[label])
        fields = [field for field in row._meta.concrete_fields if field.name not in TABLES[label]]
        field = chance.choice(fields)
        value = getattr(row, field.attname)
        new = other_value(field, value, chance)
        if new == value:
            continue
        try:
            with transaction.atomic():
                type(row).objects.filter(pk=row.pk).update(**{field.attname: new})
                made += 1
                yield f"{label}.{field.name}: {value!r} -> {new!r}"
                raise _TakenBackError
        except (IntegrityError, DataError, _TakenBackError):
            continue


class _TakenBackError(Exception):
    pass


def test_another_home_written_by_hand_is_found(evening):
    Tournament.objects.filter(pk=evening.pk).update(epoch="7/00000000")
    assert check(Tournament.objects.get(pk=evening.pk)).broken_at == evening.journal_number


@pytest.mark.engine
def test_one_value_changed_by_hand_anywhere_is_found(evening, record_property):
    ceremony.draw_prize(tournament_id=evening.pk, prize=PrizePhoto.objects.get().prize.number, seed="R♥", by=None)
    ceremony.note_years(tournament_id=evening.pk, years={1: 90}, by=None)
    ceremony.call_prize(tournament_id=evening.pk, number=1, prize="jambon", by=None)
    outcome = check(evening)
    assert (outcome.whole, outcome.unsealed, outcome.differences) == (True, 0, [])
    chance, tables, missed = random.Random(7), Counter(), []
    for change in changes_by_hand(evening, tries(48, 1000), chance):
        tables[change.split(".")[1]] += 1
        concours = Tournament.every.get(pk=evening.pk)  # a removed one too
        if check(concours).whole:
            missed.append(change)
    record_property("values changed by hand, all found", tables.total() - len(missed))
    assert not missed, "\n".join(missed)
    assert len(tables) == len(TABLES), tables


@pytest.mark.parametrize("label", ["tournament.Tournament", "tournament.Table", "tournament.Seat"])
def test_what_no_seal_covers_is_proved_otherwise_or_counts_for_nothing(evening, label):
    """Changed by hand: the chain shows it of what a seal leaves out, but of the columns that say nothing of a concours."""
    rows = next(rows for kinds in seals.KINDS.values() for rows in kinds if rows.model == label)
    row, seen = rows_of(label, evening).last(), set()
    for name in rows.volatile:
        new = other_value(row._meta.get_field(name), getattr(row, name), random.Random(name))
        with pytest.raises(_TakenBackError), transaction.atomic():
            type(row).objects.filter(pk=row.pk).update(**{name: new})
            if not check(Tournament.objects.get(pk=evening.pk)).whole:
                seen.add(name)
            raise _TakenBackError
    assert seen == {*rows.volatile} - TABLES[label]


def test_a_row_added_or_taken_away_by_hand_is_found(evening):
    sheet = ScoreSheet.objects.filter(table__round__tournament=evening, counted=True).first()
    seat = Seat.objects.filter(round__tournament=evening, table__isnull=True).first()
    for spoil in (
        lambda: Mark.objects.filter(sheet=sheet).first().delete(),
        lambda: Photo.objects.all().delete(),
        lambda: seat.delete(),
        lambda: Team.objects.create(tournament=evening, number=99),
        lambda: Table.objects.create(round=sheet.table.round, number=99),
    ):
        with pytest.raises(_TakenBackError), transaction.atomic():
            spoil()
            outcome = check(evening)
            assert not outcome.whole
            raise _TakenBackError
    assert check(evening).whole


def test_the_last_line_taken_away_with_the_counter_put_back_is_found(evening):
    """Its act left what it did; and pages made since stand on a line that is no more, where even that was undone."""
    last = evening.journal.latest("number")
    last.delete()
    before = {"journal_number": last.number - 1, "journal_hash": last.previous}
    Tournament.every.filter(pk=evening.pk).update(**before)
    assert not check(evening).whole
    assert check(evening).broken_at is None
    evening.palmares.all().delete()
    Tournament.every.filter(pk=evening.pk).update(closed_at=None)
    assert check(evening).whole
    evening.pages.create(name="standings-1-fr", html="", etag="", journal_number=last.number)
    assert not check(evening).whole


def test_where_it_is_and_what_the_journal_says(evening):
    mark = Mark.objects.filter(sheet__table__round__tournament=evening, sheet__counted=True, camp="NS").first()
    table = mark.sheet.table
    Mark.objects.filter(pk=mark.pk).update(points=mark.points + 90)
    team = Team.objects.filter(tournament=evening).latest("number")
    Team.objects.filter(pk=team.pk).update(paid_cents=50)
    told = check(evening)
    assert len(told.differences) == 2
    score, paid = sorted(told.differences, key=lambda difference: difference.line)
    assert score.text.startswith(f"Table {table.number}, partie {table.round.number}")
    assert f"NS {mark.points + 90}" in score.text and f"NS {mark.points} " in score.text
    assert f"ligne {score.line}" in score.text
    line = JournalEntry.objects.get(tournament=evening, number=score.line)
    assert (line.act, line.after["table"]) == ("enter_sheet", table.number)
    assert "0,50" in paid.text and "12,50" in paid.text
    errors = io.StringIO()
    with pytest.raises(CommandError):
        call_command("verify_journal", str(evening.pk), stdout=io.StringIO(), stderr=errors)
    assert score.text in errors.getvalue()


def test_what_was_looked_at_can_be_kept_as_it_is(evening):
    Team.objects.filter(tournament=evening, number=3).update(paid_cents=50)
    with pytest.raises(CommandError):
        call_command("verify_journal", "--seal", "paid at the bar", stdout=io.StringIO(), stderr=io.StringIO())
    assert check(evening).whole
    assert evening.journal.latest("number").reason == "paid at the bar"


def test_of_what_older_versions_wrote_the_figures_are_proved(evening):
    """Lines without seals, as they were before there were any: scores and payments still show, and the rest is said."""
    previous = ""
    for line in evening.journal.order_by("number"):
        line.seals, line.previous = {}, previous
        line.act = line.act.replace("seal_concours", "set_all_present")
        line.hash = previous = entry_hash(line)
        line.save()
    Tournament.every.filter(pk=evening.pk).update(journal_hash=previous)
    outcome = check(evening)
    assert outcome.whole and outcome.unsealed > 20
    Mark.objects.filter(sheet__table__round__tournament=evening, sheet__counted=True).update(points=1)
    assert len(check(evening).differences) > 5


def test_a_default_that_changed_since_makes_no_honest_concours_look_changed(monkeypatch, db):
    """A seal leaves out what a column holds by default; « better » was the default until `tournament/0021`."""
    columns = seals._columns

    def columns_of_then(rows, as_before=False):
        return columns(rows, as_before=True)

    club = Club.objects.create(name="Casson")
    with monkeypatch.context() as earlier:
        earlier.setattr(seals, "_columns", columns_of_then)
        given = {"preset": "elimination", "overrides": {"knock_out_tie": "better"}}
        evening = create_tournament(club=club, name="Concours", date=datetime.date(2026, 11, 22), by=None, **given)
    assert check(evening).whole
    Tournament.every.filter(pk=evening.pk).update(knock_out_tie="best_cut")
    assert not check(evening).whole, "the settings that the first line states still show a change by hand"


def test_every_default_that_changed_since_the_first_seal_is_known():
    """Every migration is walked: a former default that `seals.KINDS` does not name makes honest concours look changed."""
    sealed = {tuple(rows.model.lower().split(".")): rows for models in seals.KINDS.values() for rows in models}
    executor = MigrationExecutor(connection)
    state, defaults = ProjectState(), {}
    begun = False
    for migration, _ in executor.migration_plan(executor.loader.graph.leaf_nodes(), clean_start=True):
        state = migration.mutate_state(state)
        begun = begun or (migration.app_label, migration.name) == ("tournament", "0008_journal_seals")
        for label, rows in sealed.items() if begun else ():
            for name, field in state.models[label].fields.items() if label in state.models else ():
                if name not in rows.volatile and not field.is_relation and not field.primary_key:
                    defaults.setdefault((rows.model, name), {})[repr(seals.default_of(field))] = None
    changed = {(*column, former) for column, had in defaults.items() for former in list(had)[:-1]}
    assert changed == {(rows.model, name, repr(value)) for rows in sealed.values() for name, value in rows.former}


def test_an_account_that_goes_is_no_difference(evening):
    get_user_model().objects.filter(username="anne").delete()
    assert check(evening).whole


def test_the_same_number_of_queries_for_any_evening(evening):
    costs = []
    for tournament in (evening, make_demo(teams=24)):
        with CaptureQueriesContext(connection) as queries:
            check(tournament)
        costs.append(len(queries))
    assert costs[0] == costs[1] <= 36


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [True, False])
def test_what_is_written_during_a_check_is_no_change_by_hand_and_waits_for_nothing(monkeypatch, guarded):
    """A team pays when the lines have been read and the rows have not."""
    tournament = builders.evening(teams=4, parties=1)
    (team, *_) = tournament.teams.order_by("number")
    paying.set_paid(team_id=team.pk, paid_cents=500, by=None)
    read, paid = checking._broken_at, []

    def pay() -> None:
        paying.set_paid(team_id=team.pk, paid_cents=1000, by=None)
        paid.append(team.pk)
        connection.close()

    def interrupted(*arguments):
        broken = read(*arguments)
        another = threading.Thread(target=pay)
        another.start()
        another.join(20)
        return broken

    monkeypatch.setattr(checking, "_broken_at", interrupted)
    if not guarded:
        monkeypatch.setattr(checking, "read_one_snapshot", nullcontext)
    assert check(tournament).whole == guarded
    assert len(paid) == 1, "the act did not wait for the check"
    monkeypatch.undo()
    assert check(tournament).whole
