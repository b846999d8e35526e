"""A kept connection is asked whether it lives only where something came over it; one that the server ended is opened again.

The limits of a request hold for no upgrade.
"""

import time
from types import SimpleNamespace

import pytest
from django.contrib.auth.models import User
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import connections

from deploy import celery
from deploy.database.postgresql.base import LIMITS
from tests.support.fixtures import wait_for

pytestmark = [
    pytest.mark.engine,
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connections['default'].vendor != 'postgresql'", reason="about the engine of a site"),
]


@pytest.fixture
def asked(monkeypatch) -> list[bool]:
    """Begin a request on the kept connection; note each question whether it lives, and its answer."""
    answers: list[bool] = []
    connection = connections["default"]
    usable = type(connection).is_usable
    connection.ensure_connection()
    monkeypatch.setattr(type(connection), "is_usable", lambda it: answers.append(usable(it)) or answers[-1])
    monkeypatch.setattr(connection, "health_check_enabled", True)
    connection.close_if_unusable_or_obsolete()
    return answers


def end(backend: int) -> None:
    """End the connection of *backend* as an administrator does."""
    other = connections["default"].copy()
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_terminate_backend(%s)", [backend])
        wait_for(lambda: not _lives(cursor, backend), 5, "the server ends it")
    other.close()
    time.sleep(0.05)  # for its last word to come over


def test_a_connection_that_is_well_is_asked_nothing(asked):
    assert not User.objects.exists()
    assert asked == []


def test_a_connection_that_the_server_ended_is_opened_again(asked):
    connection = connections["default"]
    kept = connection.connection.info.backend_pid
    end(kept)
    assert not User.objects.exists()
    assert asked == [False]
    assert connection.connection.info.backend_pid != kept


def test_a_worker_opens_a_connection_again_that_the_server_ended(asked):
    connection = connections["default"]
    connection.health_check_done = True  # as after the job before
    end(connection.connection.info.backend_pid)
    celery._look_at_connections(SimpleNamespace(request=SimpleNamespace(is_eager=False)))
    assert not User.objects.exists()


def _lives(cursor, pid: int) -> bool:
    cursor.execute("SELECT EXISTS(SELECT 1 FROM pg_stat_activity WHERE pid = %s)", [pid])
    return cursor.fetchone()[0]


def test_a_question_that_is_asked_again_is_planned_once(asked):
    for number in range(7):
        assert not User.objects.filter(pk=number).exists()
    kept = connections["default"].connection
    with kept.cursor() as cursor:
        statements = cursor.execute("SELECT statement FROM pg_prepared_statements").fetchall()
    assert any('FROM "auth_user"' in text for (text,) in statements)


def test_no_limit_of_a_request_ends_an_upgrade():
    """An index of the journals of a federation takes longer than a page may, and so do rows that are computed anew."""

    def limits() -> list[str]:
        with connections["default"].cursor() as cursor:
            return [cursor.execute(f"SHOW {limit}").fetchone()[0] for limit in LIMITS]

    assert limits() == ["15s", "30s"]
    emit_pre_migrate_signal(verbosity=0, interactive=False, db="default")
    assert limits() == ["0", "0"]
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    assert limits() == ["15s", "30s"]
