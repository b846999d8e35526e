"""The rows of a concours as a concours file holds them, and back: one table of what belongs to a concours."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from operator import itemgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Q, QuerySet

from scoring.sheets.selectors import shown_name
from scoring.transfer.archive import HIGHEST_KEY, HIGHEST_SPAN
from tournament.journal import seals
from tournament.journal.keys import Keys
from tournament.prepared import PreparedQuery

Row = dict[str, Any]


class RowError(ValueError):
    """A row of a file that cannot be one of a concours; the text says which, for the log."""


@dataclass(frozen=True)
class FileRows:
    """Describe the rows of one model in a file: the way to their concours, and the columns that stay at home.

    *later*: files of earlier versions have no such rows.
    """

    model: str
    concours: str
    without: tuple[str, ...] = ()
    later: bool = False

    @property
    def member(self) -> str:
        """Return the name of their member of the file."""
        return f"rows/{self.model.lower()}.jsonl"

    @property
    def table(self) -> type[models.Model]:
        """Return the model."""
        return apps.get_model(self.model)


_TABLE = "table__round__tournament"
# The models whose rows have a photo, which stands beside them in the file.
WITH_PHOTO = ("scoring.Photo", "scoring.PrizePhoto")
# In the order in which rows refer to each other. Telephones and addresses that are told stay at home; copies (pages,
# standings, workbooks) are made again. The digests of the codes go along: a table's sheet opens it at the next home too.
TABLES = (
    FileRows("tournament.Tournament", "pk", ("journal_number", "journal_hash", "keys", "epoch", "copied_at")),
    FileRows("tournament.Player", "", ("club", "key")),
    FileRows("tournament.Prize", "tournament", later=True),
    FileRows("tournament.Team", "tournament"),
    FileRows("tournament.TeamMember", "team__tournament", ("person",)),
    FileRows("tournament.RemovedTeam", "tournament"),
    FileRows("tournament.Movement", "tournament", later=True),
    FileRows("tournament.PartnersDraw", "tournament"),
    FileRows("tournament.FormedTeam", "team__tournament"),
    FileRows("tournament.Round", "tournament"),
    FileRows("tournament.Table", "round__tournament", ("typist", "typing_since")),
    FileRows("tournament.Draw", "round__tournament"),
    FileRows("tournament.Seat", "round__tournament"),
    FileRows("scoring.TableAccess", _TABLE, ("nonce",), later=True),
    FileRows("scoring.CampCode", f"access__{_TABLE}", ("elsewhere",), later=True),
    FileRows("scoring.ScoreSheet", _TABLE, ("device",)),
    FileRows("scoring.Mark", f"sheet__{_TABLE}"),
    FileRows("scoring.Reading", f"sheet__{_TABLE}", ("device",)),
    FileRows("scoring.Photo", _TABLE, ("device", "content")),
    FileRows("scoring.Penalty", _TABLE),
    FileRows("scoring.Ruling", _TABLE),
    FileRows("scoring.Palmares", "tournament"),
    FileRows("scoring.PrizeTurn", "tournament"),
    FileRows("scoring.HandedPrize", "tournament", later=True),
    FileRows("scoring.PrizeDraw", "tournament", later=True),
    FileRows("scoring.PrizePhoto", "prize__tournament", ("content",), later=True),
    FileRows("tournament.HomeEntry", "tournament", ("sender",), later=True),
)


@dataclass(frozen=True)
class FileColumn:
    """Describe one column of a row in a file."""

    field: models.Field
    name: str
    default: Any
    target: str

    @property
    def is_account(self) -> bool:
        """Return whether it names an account, which is known at home alone."""
        return self.target == "auth.User"


@cache
def columns_of(rows: FileRows) -> tuple[FileColumn, ...]:
    """Return the columns of *rows* but their key."""
    return tuple(
        FileColumn(field, field.attname, seals.default_of(field), seals.target_of(rows.model, field))
        for field in rows.table._meta.concrete_fields
        if not field.primary_key and field.name not in rows.without
    )


def defaults() -> dict[str, Row]:
    """Return what the rows of a file hold in the columns that they leave out, by model."""
    return {rows.model: {column.name: column.default for column in columns_of(rows)} for rows in TABLES}


def read_rows(rows: FileRows, concours: int, keys: Keys) -> Sequence[Row]:
    """Return the rows of a concours in the order of their keys, without what they hold by default; one query."""
    return sorted(_read(rows, concours, keys), key=itemgetter("id"))


def _read(rows: FileRows, concours: int, keys: Keys) -> Iterator[Row]:
    columns = columns_of(rows)
    unknown = keys.unknown.get(rows.model, {})
    for pk, *values in _query(rows)(concours=concours):
        row = {
            column.name: value if column.is_account else keys.column_key(column.target, value)
            for column, value in zip(columns, values, strict=True)
            if value != column.default
        }
        key = _key_of(rows, pk, keys)
        yield {"id": key, **row, **unknown.get(str(key), {})}


@cache
def _query(rows: FileRows) -> PreparedQuery[Any]:
    """Return the query of *rows*: a copy asks all of them for each score or two."""
    columns = ("pk", *(column.name for column in columns_of(rows)))

    def build(concours: int) -> QuerySet[Any, Any]:
        return rows.table._base_manager.filter(_belongs(rows, concours)).order_by("pk").distinct().values_list(*columns)

    return PreparedQuery(build)


def _belongs(rows: FileRows, concours: int) -> Q:
    if rows.concours:
        return Q((rows.concours, concours))
    return Q(teams__tournament=concours)


def _key_of(rows: FileRows, number: int, keys: Keys) -> int:
    if rows.model == "tournament.Player":
        return keys.player_key(number) if not keys.own else number
    return keys.column_key(rows.model, number) if rows.model == "tournament.Tournament" else keys.row_key(number)


# --- Back ---------------------------------------------------------------------------------------------------------------


def checked_rows(rows: FileRows, lines: Sequence[Any], stated: Mapping[str, Any]) -> tuple[list[Row], dict[str, Row]]:
    """Return the rows of a member with every column that is known here, and what they hold in others, by key.

    *stated* is what the columns hold that the lines leave out. Raises RowError.
    """
    columns = {column.name: column for column in columns_of(rows)}
    found: list[Row] = []
    unknown: dict[str, Row] = {}
    # A player whom the club knew before the concours was taken in has a key below those of all its rows.
    last = -HIGHEST_KEY if rows.model == "tournament.Player" else 0
    for line in lines:
        if not isinstance(line, dict) or type(line.get("id")) is not int or not last < line["id"] <= HIGHEST_KEY:
            raise RowError(f"{rows.model}: no row, or not in the order of the keys")
        last = line["id"]
        row: Row = {"id": last}
        for name, column in columns.items():
            # A column that came after the file was written holds its own default.
            value = line.get(name, stated.get(name, column.default))
            try:
                row[name] = _value(column, value)
            except (ValidationError, ValueError, TypeError, OverflowError) as error:
                raise RowError(f"{rows.model} {last}, {name}: {error}") from error
        if others := {name: value for name, value in line.items() if name not in columns and name != "id"}:
            unknown[str(last)] = others
        found.append(row)
    return found, unknown


def _value(column: FileColumn, value: Any) -> Any:
    """Return the value of a column as the model holds it. Raises ValueError, ValidationError for one that it cannot hold."""
    field = column.field
    if value is None:
        if not field.null:
            raise ValueError("empty")
        return None
    if isinstance(field, models.DateTimeField | models.DateField):
        moment = field.to_python(value) if isinstance(value, str) else None
        if moment is None or moment.isoformat() != value or (isinstance(moment, datetime) and moment.tzinfo is None):
            raise ValueError("no moment")
        return moment
    expected = _EXPECTED.get(field.get_internal_type())
    if expected is not None and type(value) is not expected:
        raise ValueError(f"a {type(value).__name__}")
    if field.is_relation:
        return value
    # SQLite holds larger ones.
    if expected is int and not -(2**31) <= value < 2 ** _BITS.get(field.get_internal_type(), 31):
        raise ValueError("a number too large")
    if not isinstance(field, models.JSONField):
        field.run_validators(value)
        if field.choices and value != column.default:
            field.validate(value, None)
    return value


_EXPECTED: dict[str, type] = {
    "ForeignKey": int,
    "OneToOneField": int,
    "BooleanField": bool,
    "CharField": str,
    "TextField": str,
    "SlugField": str,
    "IntegerField": int,
    "PositiveIntegerField": int,
    "PositiveSmallIntegerField": int,
    "PositiveBigIntegerField": int,
}
_BITS = {"PositiveSmallIntegerField": 15, "PositiveBigIntegerField": 63}


def objects(rows: FileRows, found: Sequence[Row], keys: Keys) -> list[models.Model]:
    """Return the rows of a file as objects of this database, not saved yet; accounts are those of another one."""
    columns = columns_of(rows)
    return [
        rows.table(
            pk=keys.row_number(row["id"]),
            **{
                column.name: None if column.is_account else keys.column_number(column.target, row[column.name])
                for column in columns
            },
        )
        for row in found
    ]


def account_names(numbers: set[int]) -> dict[str, str]:
    """Return the names of accounts as pages show them, by their number."""
    return {str(user.pk): shown_name(user) for user in User.objects.filter(pk__in=numbers)}


def gone_players(found: Mapping[str, Sequence[Row]], lines: Sequence[Mapping[str, Any]]) -> list[int]:
    """Return the keys of the players whom rows and lines of a file name and who have no row of their own any more."""
    named = {one["player"] for row in found["tournament.RemovedTeam"] for one in row["members"]}
    named |= {one["player"] for row in found["tournament.FormedTeam"] for one in row["singles"]}
    for line in lines:
        for part in (line["before"], line["after"]):
            players = part.get("players")
            named |= {one for one in players if type(one) is int} if isinstance(players, list) else set()
    return sorted(named - {row["id"] for row in found["tournament.Player"]})


def span_of(found: Mapping[str, Sequence[Row]], lines: Sequence[Mapping[str, Any]]) -> tuple[int, int]:
    """Return the lowest and the highest key of the rows of a file, those included that its lines name and it has no more.

    Raises RowError where they lie further apart than those of any concours.
    """
    named = [row["id"] for model, its in found.items() if model != "tournament.Player" for row in its]
    named += [row["team"] for row in found["tournament.RemovedTeam"]]
    named += [row["team"] for row in found["tournament.Movement"] if row["team"] is not None]
    named += [one["team"] for row in found["tournament.FormedTeam"] for one in row["singles"]]
    for line in lines:
        for part in (line["before"], line["after"]):
            teams = part.get("teams") if "numbers" in part else ()
            named += [one for one in (part.get("team"), *(teams or ())) if type(one) is int]
    lowest, highest = min(named), max(named)
    if lowest < 1 or highest - lowest > HIGHEST_SPAN:
        raise RowError(f"keys from {lowest} to {highest}")
    return lowest, highest
