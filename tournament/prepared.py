"""Prepared queries: Django writes the SQL of a query once; afterwards only its values are given.

Building and writing a query takes Django many times what asking it takes, and every typed score asks the same ones.
Measured in docs/decisions/typed-score.md.

    @prepared
    def _sheets(tables):
        return ScoreSheet.objects.filter(table__pk__in=tables).order_by("version")

    _sheets(tables=[12, 13])                            # the list of these sheets
    _sheets.update({"late": True}, tables=[12, 13])     # how many were changed
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import copy
from datetime import datetime
from typing import Any, Generic, NamedTuple, TypeVar
from uuid import UUID

from django.db import connections, router, transaction
from django.db.models import AutoField, Expression, Model, QuerySet
from django.db.models.sql.constants import ROW_COUNT
from django.db.models.sql.subqueries import UpdateQuery

Row = TypeVar("Row")
LARGEST = 2**63 - 1  # that a column holds
MOST_SHAPES = 200  # of one query: lists of other lengths make other SQL
MOST_ROWS = 1000  # of one statement, which takes some ten thousand values


class _Place(Expression):
    """A place in the SQL for the value of this name, or for one of its list."""

    def __init__(self, name: str, position: int | None = None) -> None:
        super().__init__()
        self.name, self.position = name, position

    def as_sql(self, _compiler: Any, _connection: Any) -> Any:
        return "%s", [self]

    def value_among(self, values: Mapping[str, Any], connection: Any) -> Any:
        value = values[self.name]
        if self.position is not None:
            value = value[min(self.position, len(value) - 1)]
        if isinstance(value, datetime):
            return connection.ops.adapt_datetimefield_value(value)
        return value.hex if isinstance(value, UUID) and not connection.features.has_native_uuid_field else value


class _Written(NamedTuple):
    """A query and its SQL; the compiler that wrote it knows which columns come back."""

    queryset: QuerySet[Any, Any]
    compiler: Any
    sql: str
    params: tuple[Any, ...]

    def compiler_with(self, values: Mapping[str, Any], connection: Any) -> Any:
        """Return a compiler that writes nothing: it has the SQL, *values*, and the *connection* of this thread."""
        if self.queryset.query.select_for_update and not connection.in_atomic_block:
            raise transaction.TransactionManagementError("select_for_update outside of a transaction")
        params = tuple(one.value_among(values, connection) if isinstance(one, _Place) else one for one in self.params)
        compiler = copy(self.compiler)
        compiler.connection = connection
        compiler.as_sql = lambda *_args, **_options: (self.sql, params)
        return compiler


class PreparedQuery(Generic[Row]):
    """A query whose values are numbers, texts, moments, UUIDs, or lists of them for `__in`; none of them may be None.

    Its function is called once for each shape of its values, with places for them: it may not look at what they are.
    """

    def __init__(self, build: Callable[..., QuerySet[Any, Row]]) -> None:
        self._build = build
        self._known: dict[tuple[Any, ...], _Written] = {}

    def __call__(self, **values: Any) -> list[Row]:
        """Return the rows; none, without a query, where a list is empty or a number is beyond what a column holds."""
        return [] if any(map(_matches_nothing, values.values())) else list(self._rows(values))

    def first(self, **values: Any) -> Row | None:
        """Return the first row."""
        return next(iter(self(**values)), None)

    def get(self, **values: Any) -> Row:
        """Return the first row. Raises DoesNotExist of its model."""
        if (row := self.first(**values)) is None:
            raise self._written(values).queryset.model.DoesNotExist
        return row

    def iterator(self, *, chunk_size: int, **values: Any) -> Iterator[Row]:
        """Return the rows one by one: many of them are not kept."""
        return self._rows(values).iterator(chunk_size=chunk_size)

    def update(self, changes: Mapping[str, Any], **values: Any) -> int:
        """Set the columns of *changes* in the rows; return how many rows there were."""
        if any(map(_matches_nothing, values.values())):
            return 0
        written = self._written(values, tuple(changes))
        model = written.queryset.model
        connection = connections[router.db_for_write(model)]
        given = {
            _new(name): model._meta.get_field(name).get_db_prep_save(value, connection)
            for name, value in changes.items()
        }
        with transaction.mark_for_rollback_on_error(using=connection.alias):
            return int(written.compiler_with(values | given, connection).execute_sql(ROW_COUNT))

    def _rows(self, values: Mapping[str, Any]) -> QuerySet[Any, Row]:
        written = self._written(values)
        rows = written.queryset.all()
        compiler = written.compiler_with(values, connections[rows.db])
        rows.query.get_compiler = lambda *_args, **_options: compiler  # type: ignore[method-assign]
        return rows

    def _written(self, values: Mapping[str, Any], changed: tuple[str, ...] = ()) -> _Written:
        """Return the query for values of these names and lists of these lengths, which sets the columns *changed*."""
        shape = tuple((name, _places(value) if isinstance(value, list) else None) for name, value in values.items())
        if (known := self._known.get((shape, changed))) is not None:
            return known
        if len(self._known) >= MOST_SHAPES:
            self._known.clear()
        places = {
            name: _Place(name) if length is None else [_Place(name, position) for position in range(length)]
            for name, length in shape
        }
        queryset = self._build(**places)
        query: Any = queryset.query
        if changed:
            query = query.chain(UpdateQuery)
            query.add_update_values({name: _Place(_new(name)) for name in changed})
        compiler = query.get_compiler(queryset.db)
        sql, params = compiler.as_sql()
        columns = [column[0] for column in compiler.select or ()]
        converters, composite = compiler.get_converters(columns), compiler.has_composite_fields(columns)
        compiler.get_converters, compiler.has_composite_fields = lambda _columns: converters, lambda _columns: composite
        self._known[shape, changed] = written = _Written(queryset, compiler, sql, params)
        return written


prepared = PreparedQuery


def _places(value: list[Any]) -> int:
    """Return for how many values a list has places: the next power of two, so that few lengths make SQL of their own.

    The last value stands in those that are left, and finds nothing more.
    """
    return 1 << (len(value) - 1).bit_length()


def _matches_nothing(value: Any) -> bool:
    return value == [] or (isinstance(value, int) and abs(value) > LARGEST)


def _new(name: str) -> str:
    """Return the name of the new value of a column, whose old one may be looked for."""
    return f"new {name}"


def put_at_hand(rows: Sequence[Model], relation: str, related: Iterable[Model]) -> None:
    """Set the *relation* of each of *rows* to those of *related* that refer to it, as `prefetch_related` does."""
    if not rows:
        return
    reverse: Any = rows[0]._meta.get_field(relation)
    found: dict[Any, list[Model]] = defaultdict(list)
    for one in related:
        found[getattr(one, reverse.field.attname)].append(one)
    for row in rows:
        kept = getattr(row, relation).all()
        kept._result_cache, kept._prefetch_done = found[row.pk], True
        row.__dict__.setdefault("_prefetched_objects_cache", {})[relation] = kept
        for one in found[row.pk]:
            reverse.field.set_cached_value(one, row)


def insert(rows: Sequence[Model]) -> None:
    """Insert new *rows* of one model, by one statement for all but thousands, and give them their keys.

    As `bulk_create`: no signal is sent, and what they refer to has its key already.
    """
    for start in range(0, len(rows), MOST_ROWS):
        _insert(rows[start : start + MOST_ROWS])


def _insert(rows: Sequence[Model]) -> None:
    model, meta = type(rows[0]), type(rows[0])._meta
    connection = connections[router.db_for_write(model)]
    fields = [field for field in meta.concrete_fields if not isinstance(field, AutoField)]
    values = [field.get_db_prep_save(field.pre_save(row, add=True), connection) for row in rows for field in fields]
    quote, line = connection.ops.quote_name, f"({', '.join(['%s'] * len(fields))})"
    columns = ", ".join(quote(str(field.column)) for field in fields)
    sql = f"INSERT INTO {quote(meta.db_table)} ({columns}) VALUES {', '.join([line] * len(rows))} RETURNING {quote(str(meta.pk.column))}"
    with transaction.mark_for_rollback_on_error(using=connection.alias), connection.cursor() as cursor:
        cursor.execute(sql, values)
        keys = cursor.fetchall()
    for row, (key,) in zip(rows, keys, strict=True):
        row.pk = meta.pk.to_python(key)
        row._state.adding, row._state.db = False, connection.alias
