"""Writers take turns: no one is refused in a burst, and the turn always comes back."""

import threading

import pytest
from django.contrib.auth.models import User
from django.core.management.sql import emit_post_migrate_signal, emit_pre_migrate_signal
from django.db import IntegrityError, connection, transaction

from deploy.database.postgresql import base as _other_engine  # noqa: F401 - its limits are of its own connections alone
from deploy.database.sqlite import base

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif("connection.vendor != 'sqlite'", reason="about the engine of the laptop"),
]


def in_threads(count: int, work) -> list:
    answers = []

    def one(number: int) -> None:
        try:
            answers.append(work(number))
        except Exception as error:
            answers.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(n,)) for n in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def test_a_burst_that_reads_then_writes_is_refused_nothing_and_loses_nothing():
    user = User.objects.create(username="total", first_name="0")

    def add(_number: int) -> str:
        with transaction.atomic():
            row = User.objects.select_for_update().get(pk=user.pk)
            row.first_name = str(int(row.first_name) + 1)
            row.save()
        return row.first_name

    answers = in_threads(64, add)
    assert sorted(map(str, answers)) == sorted(map(str, range(1, 65)))
    user.refresh_from_db()
    assert user.first_name == "64"


def free() -> bool:
    lock = base._locks[str(connection.settings_dict["NAME"])]
    return not lock.locked()


def test_the_turn_comes_back_after_an_error_a_rollback_and_a_lost_connection():
    User.objects.create(username="a")
    with pytest.raises(IntegrityError), transaction.atomic():
        User.objects.create(username="a")
    assert free()
    with transaction.atomic():
        User.objects.create(username="b")
        assert not free()
        transaction.set_rollback(True)
    assert free()
    assert not User.objects.filter(username="b").exists()
    with transaction.atomic(), transaction.atomic():
        pass
    assert free()

    def cut(_number: int) -> bool:
        with transaction.atomic():
            User.objects.create(username="c")
            connection.close()
        return True

    in_threads(1, cut)
    assert free()
    assert not User.objects.filter(username="c").exists()


def test_readers_do_not_wait_for_a_writer():
    with transaction.atomic():
        User.objects.create(username="writer")
        # The writer ends after the reader: a reader that waited for it would be refused.
        assert in_threads(1, lambda _n: User.objects.filter(username="writer").count()) == [0]


def test_the_limits_of_the_other_engine_are_asked_of_no_laptop():
    emit_pre_migrate_signal(verbosity=0, interactive=False, db="default")
    emit_post_migrate_signal(verbosity=0, interactive=False, db="default")
    assert not User.objects.exists()
