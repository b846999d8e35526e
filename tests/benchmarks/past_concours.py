"""Fill a database with the past of a host: copies of one concours in clubs of their own, made by the database itself."""

from collections.abc import Iterator

from django.apps import apps
from django.core.management.color import no_style
from django.db import connection, models, transaction

from tournament.models import Club, Tournament

LARGEST = 750  # concours of the first club, fifteen years of weekly ones
HASH = 64
STRIDE = 100_000  # between the row numbers of a copy and those of the next
POSTGRES = connection.vendor == "postgresql"
NUMBERS = "WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < {count})"


def _of_concours() -> Iterator[type[models.Model]]:
    """Return the models whose rows belong to one concours."""
    found: list[type[models.Model]] = [Tournament]
    known = True
    ours = [model for model in apps.get_models() if model._meta.app_label in ("tournament", "scoring")]
    while known:
        known = [
            model
            for model in ours
            if model not in found
            and any(
                field.related_model in found
                for field in model._meta.local_fields
                if not field.null or field.name == "tournament"
            )
        ]
        found += known
    yield from found


def _value(field: models.Field, copied: list[type[models.Model]], clubs: int) -> str:
    """Return the SQL of one column of a copy."""
    column = f'"{field.column}"'
    target = field.related_model._meta.pk if field.related_model in copied else field
    if isinstance(target, models.UUIDField):
        return f"md5({column}::text || n)::uuid" if POSTGRES else f"md5({column} || n)"
    if field.primary_key or field.related_model in copied:
        return f"{column} + n * {STRIDE}"
    if field.related_model is Club:
        return f"(SELECT min(id) FROM tournament_club) + 1 + CASE WHEN n <= {LARGEST} THEN 0 ELSE n % {clubs} END"
    if field.name == "date":
        weeks = f"(n % {LARGEST}) * 7"
        return f"{column} - {weeks}" if POSTGRES else f"date({column}, '-' || ({weeks}) || ' days')"
    if field.max_length == HASH:  # else they would weigh nothing in a copy
        return f"md5({column} || n) || md5(n || {column})"
    if field.unique:
        return f"substr({column}, 1, {(field.max_length or 60) - 8}) || '-' || n"
    return column


@transaction.atomic
def fill(*, concours: int, clubs: int) -> None:
    """Copy the only concours of the database so many times, into so many new clubs in turn."""
    first = Club.objects.get()
    Club.objects.bulk_create(
        Club(pk=first.pk + 1 + number, name=f"Amicale {number}", active_at=first.active_at) for number in range(clubs)
    )
    copied = list(_of_concours())
    if POSTGRES:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL statement_timeout = 0")
    for model in copied:
        fields = model._meta.local_fields
        names = ", ".join(f'"{field.column}"' for field in fields)
        values = ", ".join(_value(field, copied, clubs) for field in fields)
        with connection.cursor() as cursor:
            cursor.execute(
                f"{NUMBERS.format(count=concours)} INSERT INTO {model._meta.db_table} ({names})"
                f" SELECT {values} FROM {model._meta.db_table}, numbers"
            )
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Club, *copied]):
            cursor.execute(statement)
