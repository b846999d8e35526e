"""Evenings that many tests begin with: built once by each process, then copied."""

import functools
import pickle
import time
from collections.abc import Callable
from typing import ParamSpec, TypeVar

from django.db import connection

P = ParamSpec("P")
T = TypeVar("T")
Contents = dict[str, tuple[tuple, ...]]
# A copy tells the times at which its acts were done: never older than what a busy machine takes for them.
SECONDS = 30
# Tables that the migrations wrote, and no test changes.
UNCHANGED = ("auth_permission", "django_content_type", "django_migrations")


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Let *build* write its rows once; where the same rows stand before it again, give what it wrote and returned then.

    A copy takes a fraction of the acts that made it. *build* does its acts each time where transactions are real, since
    jobs are rung for then, and on PostgreSQL, whose sequences do not go back with a transaction. It changes none of its
    arguments.
    """
    copies: dict[tuple, tuple[float, bytes, list[tuple[str, list[tuple]]]]] = {}

    @functools.wraps(build)
    def build_or_copy(*args: P.args, **given: P.kwargs) -> T:
        if connection.vendor != "sqlite" or not connection.in_atomic_block:
            return build(*args, **given)
        before = contents()
        key = (pickle.dumps((args, given)), tuple(before.values()))
        made, returned, changes = copies.get(key, (0.0, b"", []))
        if returned and time.monotonic() - made < SECONDS:
            for statement, rows in changes:
                connection.connection.executemany(statement, rows)
            return pickle.loads(returned)
        result = build(*args, **given)
        now = time.monotonic()
        for old in [old for old, (made, *_) in copies.items() if now - made >= SECONDS]:
            del copies[old]
        copies[key] = (now, pickle.dumps(result), changes_since(before))
        return result

    return build_or_copy


def contents() -> Contents:
    """Return the rows of every table that a test writes, and SQLite's counters of keys."""
    connection.ensure_connection()
    read = connection.connection.execute
    tables = read("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name").fetchall()
    return {
        table: tuple(read(f'SELECT * FROM "{table}" ORDER BY 1').fetchall())
        for (table,) in tables
        if table not in UNCHANGED
    }


def changes_since(before: Contents) -> list[tuple[str, list[tuple]]]:
    """Return the statements, with their rows, that lead from *before* to what the tables hold now."""
    changes = []
    for table, rows in contents().items():
        old, new = set(before[table]), set(rows)
        # The first column is the key, in Django's tables and in SQLite's own.
        column = connection.connection.execute(f'SELECT * FROM "{table}" LIMIT 0').description[0][0]
        changes.append((f'DELETE FROM "{table}" WHERE "{column}" = ?', [(row[0],) for row in old - new]))
        gaps = ", ".join("?" * len(rows[0])) if rows else ""
        changes.append((f'INSERT INTO "{table}" VALUES ({gaps})', [row for row in rows if row not in old]))
    return [(statement, rows) for statement, rows in changes if rows]
