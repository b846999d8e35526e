"""Reserve numbers for rows that come from another database, so that no row made here ever gets one of them."""

from collections.abc import Sequence

from django.db import connection, models

MARGIN = 10_000  # rows that others may insert meanwhile
_LOCK = 0x62656C6F


def reserve(tables: Sequence[type[models.Model]], lowest: int, highest: int) -> int:
    """Return the distance to numbers beyond all that *tables* ever gave, for the keys from *lowest* to *highest*.

    Must be called in a transaction. Numbers that were given and deleted count too: such a row may come back.
    """
    names = [table._meta.db_table for table in tables]
    last = _last_sqlite if connection.vendor == "sqlite" else _last_postgres
    margin = 0 if connection.vendor == "sqlite" else MARGIN
    distance = max(last(name) for name in names) + margin + 1 - lowest
    for name in names:
        (_advance_sqlite if connection.vendor == "sqlite" else _advance_postgres)(name, highest + distance)
    return distance


def _last_sqlite(table: str) -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT seq FROM sqlite_sequence WHERE name = %s", [table])
        row = cursor.fetchone()
    return row[0] if row else 0


def _advance_sqlite(table: str, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute("UPDATE sqlite_sequence SET seq = max(seq, %s) WHERE name = %s", [number, table])
        if not cursor.rowcount:
            cursor.execute("INSERT INTO sqlite_sequence (name, seq) VALUES (%s, %s)", [table, number])


def _last_postgres(table: str) -> int:
    with connection.cursor() as cursor:
        # One at a time: two would reserve the same numbers.
        cursor.execute("SELECT pg_advisory_xact_lock(%s)", [_LOCK])
        cursor.execute("SELECT nextval(pg_get_serial_sequence(%s, 'id'))", [table])
        return cursor.fetchone()[0]


def _advance_postgres(table: str, number: int) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT setval(pg_get_serial_sequence(%s, 'id'), greatest(%s, nextval(pg_get_serial_sequence(%s, 'id'))))",
            [table, number, table],
        )
