"""Snapshot reads: several queries see one state of the database."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction


@contextmanager
def read_one_snapshot() -> Iterator[None]:
    """Read inside from one snapshot of the database, whatever is written meanwhile; no lock is held, nobody waits.

    Inside a transaction of the caller's it changes nothing: there the lock does it; nor inside another snapshot.
    """
    connection = transaction.get_connection()
    connection.ensure_connection()
    if connection.in_atomic_block or (connection.vendor == "sqlite" and connection.connection.in_transaction):
        yield
    elif connection.vendor == "sqlite":
        # Not atomic(), whose transactions are writers here and wait for one another.
        with connection.cursor() as cursor:
            cursor.execute("BEGIN DEFERRED")
        try:
            yield
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ROLLBACK")
    else:
        with transaction.atomic():
            with connection.cursor() as cursor:
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield
