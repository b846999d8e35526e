"""Prepared queries: what they find is what the same query finds that Django writes each time."""

import datetime
import uuid

import pytest
from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from tests.scoring import builders
from tournament.jobs.models import Job
from tournament.models import Seat, Table, Team, TeamMember, Tournament
from tournament.prepared import insert, prepared, put_at_hand

pytestmark = [pytest.mark.engine, pytest.mark.django_db]


@prepared
def _teams(tournament: int, numbers: list[int]) -> QuerySet[Team]:
    teams = Team.objects.filter(tournament=tournament, number__in=numbers).select_related("tournament")
    return teams.prefetch_related("members").order_by("number")


@prepared
def _jobs(pk: uuid.UUID, before: datetime.datetime) -> QuerySet[Job]:
    return Job.objects.filter(pk=pk, created_at__lt=before)


@prepared
def _seated(tournament: int) -> QuerySet[Seat, tuple[int, str]]:
    return Seat.objects.filter(round__tournament=tournament).order_by("pk").values_list("team__number", "camp")


@prepared
def _locked(pk: int) -> QuerySet[Tournament]:
    return Tournament.objects.select_for_update().filter(pk=pk)


@pytest.fixture
def tournament():
    return builders.evening(teams=8, parties=1)


def test_values_and_lists_of_any_length_are_given_each_time(tournament, django_assert_num_queries):
    other = builders.concours(teams=4)
    for numbers in ([1], [3, 2], [1, 2, 3, 99]):
        for one in (tournament, other):
            with django_assert_num_queries(2):
                found = _teams(tournament=one.pk, numbers=numbers)
                assert [team.tournament.name for team in found] == [one.name] * len(found)
                assert [len(team.members.all()) for team in found] == [2] * len(found)
            assert found == [*Team.objects.filter(tournament=one, number__in=numbers)]
    assert [*_seated.iterator(chunk_size=3, tournament=tournament.pk)] == _seated(tournament=tournament.pk)
    assert len(_seated(tournament=tournament.pk)) == 8


def test_lists_of_nearly_one_length_share_their_sql(tournament):
    before = set(_teams._known)
    for numbers in ([1, 2, 3, 4, 5], [1, 2, 3, 4, 5, 6], [8, 8, 3, 4, 7, 6, 5]):
        found = _teams(tournament=tournament.pk, numbers=numbers)
        assert [team.number for team in found] == sorted(set(numbers))
    assert len(set(_teams._known) - before) == 1


def test_what_is_put_at_hand_is_what_django_reads_ahead(tournament, django_assert_num_queries):
    teams = list(Team.objects.filter(tournament=tournament, number__lt=4).order_by("number"))
    ahead = list(
        Team.objects.filter(tournament=tournament, number__lt=4).order_by("number").prefetch_related("members")
    )
    members = TeamMember.objects.filter(team__number__lt=3).order_by("position")
    put_at_hand(teams, "members", members)
    put_at_hand([], "members", members)
    with django_assert_num_queries(0):
        assert [list(team.members.all()) for team in teams[:2]] == [list(team.members.all()) for team in ahead[:2]]
        assert list(teams[2].members.all()) == [], "all that refer to it were given: none"
        assert all(member.team is team for team in teams for member in team.members.all())
    assert teams[1].members.filter(position=1).get().team_id == teams[1].pk


def test_what_no_column_holds_is_found_without_a_query(tournament, django_assert_num_queries):
    with django_assert_num_queries(0):
        assert _teams(tournament=tournament.pk, numbers=[]) == []
        assert _teams.first(tournament=10**30, numbers=[1]) is None
        assert _teams.update({"name": "x"}, tournament=-(10**30), numbers=[1]) == 0
    with pytest.raises(Tournament.DoesNotExist), transaction.atomic():
        _locked.get(pk=10**30)


def test_moments_and_keys_are_what_the_database_keeps(tournament):
    row = Job(kind="pages", tournament=tournament, args={"a": [1]})
    insert([row])
    soon = timezone.now() + datetime.timedelta(seconds=1)
    assert _jobs.get(pk=row.pk, before=soon) == row and _jobs(pk=uuid.uuid4(), before=soon) == []
    assert _jobs(pk=row.pk, before=row.created_at) == []
    changes = {"heartbeat": row.created_at, "result": {"n": [None, "é"]}, "state": "running", "not_before": None}
    assert _jobs.update(changes, pk=row.pk, before=soon) == 1
    row.refresh_from_db()
    assert {name: getattr(row, name) for name in changes} == changes
    assert row.args == {"a": [1]} and row.created_at < soon


def test_inserted_rows_have_their_keys(tournament):
    rows = [Table(round=tournament.rounds.get(), number=number) for number in (11, 12, 13)]
    insert(rows)
    assert {row.number: row.pk for row in rows} == dict(Table.objects.filter(number__gt=10).values_list("number", "pk"))
    assert not any(row._state.adding for row in rows)
    insert([])


def test_thousands_are_inserted_by_several_statements(tournament, monkeypatch, django_assert_num_queries):
    monkeypatch.setattr("tournament.prepared.MOST_ROWS", 2)
    rows = [Table(round=tournament.rounds.get(), number=number) for number in (11, 12, 13)]
    with django_assert_num_queries(2):
        insert(rows)
    assert {row.number: row.pk for row in rows} == dict(Table.objects.filter(number__gt=10).values_list("number", "pk"))


@pytest.mark.django_db(transaction=True)
def test_a_lock_needs_a_transaction(tournament):
    with transaction.atomic():
        assert _locked(pk=tournament.pk) == [tournament]
    with pytest.raises(transaction.TransactionManagementError):
        _locked(pk=tournament.pk)


def test_a_statement_that_fails_ends_the_transaction(tournament):
    table = Table.objects.first()
    with pytest.raises(Exception, match="(?i)unique"), transaction.atomic():
        insert([Table(round=table.round, number=table.number)])
    assert not connection.needs_rollback
