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
Changes = list[tuple[str, list[tuple]]]
# A copy tells the times at which its acts were done: never older than what a busy machine takes for them.
SECONDS = 30
# Tables that the migrations wrote, and no test changes.
UNCHANGED = ("auth_permission", "django_content_type", "django_migrations")
# The counters of keys, as a table among the others; SQLite's own is one.
COUNTERS = "pg_sequences"


def kept(build: Callable[P, T]) -> Callable[P, T]:
    """Let *build* write its rows once; where the same rows stand before it again, give what it wrote and returned then.

    A copy takes a fraction of the acts that made it. *build* does its acts each time where transactions are real, since
    jobs are rung for then. It changes none of its arguments.
    """
    copies: dict[tuple, tuple[float, bytes, Changes]] = {}

    @functools.wraps(build)
    def build_or_copy(*args: P.args, **given: P.kwargs) -> T:
        if not connection.in_atomic_block:
            return build(*args, **given)
        before = contents()
        key = (pickle.dumps((args, given)), tuple(before.values()))
        made, returned, changes = copies.get(key, (0.0, b"", []))
        if returned and time.monotonic() - made < SECONDS:
            _write(changes)
            return pickle.loads(returned)
        result = build(*args, **given)
        now = time.monotonic()
        for old in [old for old, (made, *_) in copies.items() if now - made >= SECONDS]:
            del copies[old]
        copies[key] = (now, pickle.dumps(result), changes_since(before))
        return result

    return build_or_copy


def restart_counters() -> None:
    """Begin all keys that a test gives at 1: PostgreSQL does not take its counters back with a transaction."""
    if connection.vendor == "postgresql":
        counters = (
            "SELECT setval(seqrelid, 1, false) FROM pg_sequence JOIN pg_class ON pg_class.oid = seqrelid"
            " WHERE relname <> ALL(%s)"
        )
        connection.ensure_connection()
        connection.connection.execute(counters, [[f"{table}_id_seq" for table in UNCHANGED]])


def contents() -> Contents:
    """Return the rows of every table that a test writes, and the counters of keys."""
    connection.ensure_connection()
    read = connection.connection.execute
    if connection.vendor == "sqlite":
        return {table: tuple(read(f'SELECT * FROM "{table}" ORDER BY 1').fetchall()) for table in _tables("sqlite")}
    # In one question, each row as the text that PostgreSQL writes and reads.
    each = [f"SELECT '{table}', (written.*)::text FROM \"{table}\" AS written" for table in _tables("postgresql")]
    each.append(f"SELECT '{COUNTERS}', sequencename || ' ' || last_value FROM {COUNTERS} WHERE last_value > 0")
    found: dict[str, list[tuple]] = {table: [] for table in (*_tables("postgresql"), COUNTERS)}
    for table, row in read(" UNION ALL ".join(each)).fetchall():
        found[table].append((row,))
    return {table: tuple(sorted(rows)) for table, rows in found.items()}


@functools.cache
def _tables(vendor: str) -> list[str]:
    question = {
        "sqlite": "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
        "postgresql": "SELECT tablename FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename",
    }
    return [name for (name,) in connection.connection.execute(question[vendor]).fetchall() if name not in UNCHANGED]


def changes_since(before: Contents) -> Changes:
    """Return the statements, with their rows, that lead from *before* to what the tables hold now."""
    changes = []
    for table, rows in contents().items():
        old, new = set(before[table]), set(rows)
        delete, insert = _statements(table)
        changes.append((delete, [row for row in before[table] if row not in new]))
        changes.append((insert, [row for row in rows if row not in old]))
    return [(statement, rows) for statement, rows in changes if rows]


@functools.cache
def _statements(table: str) -> tuple[str, str]:
    """Return what takes rows out of *table* and what puts rows in."""
    if table == COUNTERS:
        row = "split_part(row, ' ', 1), split_part(row, ' ', 2)::bigint"
        return "SELECT %s::text[]", f"SELECT setval({row}) FROM unnest(%s::text[]) AS row"
    if connection.vendor == "postgresql":
        return (
            f'DELETE FROM "{table}" AS written WHERE (written.*)::text = ANY(%s)',
            f'INSERT INTO "{table}" SELECT * FROM unnest(%s::text[]::"{table}"[])',
        )
    columns = [column[0] for column in connection.connection.execute(f'SELECT * FROM "{table}" LIMIT 0').description]
    same, gaps = " AND ".join(f'"{column}" IS ?' for column in columns), ", ".join("?" for _column in columns)
    return f'DELETE FROM "{table}" WHERE {same}', f'INSERT INTO "{table}" VALUES ({gaps})'


def _write(changes: Changes) -> None:
    for statement, rows in changes:
        if connection.vendor == "sqlite":
            connection.connection.executemany(statement, rows)
        else:
            connection.connection.execute(statement, [[text for (text,) in rows]])
