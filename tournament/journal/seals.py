"""Seals: what the rows were that an act touched, as its journal line keeps it, so that a change by hand shows.

A seal is a digest of some rows of a concours: of a team, the places of a partie, the sheets of a table. A line seals
what it names, after its act; the last seal of each must be that of the rows as they are (`docs/decisions/seals.md`).
Models are named by label: what seals a sheet must be known where the line is written, below the sheets themselves.
"""

import hashlib
import json
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.db.models import Field, Model, QuerySet

from tournament.journal.acts import Kind
from tournament.journal.keys import OWN, Keys
from tournament.prepared import PreparedQuery

# Rows sealed together, by their kind and place: ("sheets", 3, 12) are the sheets of partie 3, table 12.
Scope = tuple[Any, ...]

# Of some scopes all the rows, as objects.
Held = Mapping[Scope, Sequence[Model]]

_DIGITS = 32


@dataclass(frozen=True)
class Rows:
    """Describe the rows of one model that are sealed: the way to their concours and where each of them is.

    *volatile* columns change without an act: they are left out. *former* are the defaults that columns had when earlier
    versions sealed them: such a seal left out another value.
    """

    model: str
    concours: str
    place: tuple[str, ...]
    volatile: tuple[str, ...] = ()
    former: tuple[tuple[str, Any], ...] = ()


KINDS: dict[Kind, tuple[Rows, ...]] = {
    # The message to the hall and the held ranking are not sealed: they decide nothing, and their lines have the words.
    "concours": (
        Rows(
            "tournament.Tournament",
            "pk",
            (),
            (
                "journal_number",
                "journal_hash",
                "epoch",
                "copied_at",
                "changed_at",
                "hall_message",
                "hall_message_until",
                "ranking_shown_at",
                "keys",
            ),
            former=(("knock_out_tie", "better"),),
        ),
    ),
    "team": (
        Rows("tournament.Team", "tournament", ("pk",)),
        # The person is the club's: who is one and who are two is told there, and changes no result.
        Rows("tournament.TeamMember", "team__tournament", ("team_id",), ("person",)),
    ),
    "partners": (
        Rows("tournament.PartnersDraw", "tournament", ()),
        Rows("tournament.FormedTeam", "team__tournament", ()),
    ),
    "partie": (
        Rows("tournament.Round", "tournament", ("number",)),
        Rows("tournament.Table", "round__tournament", ("round__number",), ("typist", "typing_since", "called_at")),
    ),
    "draws": (Rows("tournament.Draw", "round__tournament", ("round__number",)),),
    "places": (Rows("tournament.Seat", "round__tournament", ("round__number",), ("ready_at", "missing_at")),),
    "sheets": (
        Rows("scoring.ScoreSheet", "table__round__tournament", ("table__round__number", "table__number")),
        Rows(
            "scoring.Mark", "sheet__table__round__tournament", ("sheet__table__round__number", "sheet__table__number")
        ),
    ),
    # Each for itself: a telephone that says once more what it said is kept without a line, so that its key is known.
    "reading": (
        Rows(
            "scoring.Reading",
            "sheet__table__round__tournament",
            ("sheet__table__round__number", "sheet__table__number", "pk"),
        ),
    ),
    "rulings": (
        Rows("scoring.Ruling", "table__round__tournament", ("table__round__number", "table__number")),
        Rows("scoring.Penalty", "table__round__tournament", ("table__round__number", "table__number")),
    ),
    "photos": (
        Rows(
            "scoring.Photo",
            "table__round__tournament",
            ("table__round__number", "table__number"),
            ("content", "table"),
        ),
    ),
    "palmares": (Rows("scoring.Palmares", "tournament", ()),),
    "prizes": (
        Rows("scoring.PrizeTurn", "tournament", ()),
        Rows("scoring.HandedPrize", "tournament", ()),
        Rows("scoring.PrizeDraw", "tournament", ()),
    ),
    "lots": (
        Rows("tournament.Prize", "tournament", ()),
        Rows("scoring.PrizePhoto", "prize__tournament", (), ("content",)),
    ),
    # Each line for itself, so that taking money reads none of those before; its remark may hold a name.
    "till": (Rows("tournament.Movement", "tournament", ("number",), ("remark",)),),
}
_OF_A_TABLE = ("sheets", "reading", "rulings", "photos")
EACH_FOR_ITSELF = "reading"


@dataclass(frozen=True)
class _Column:
    name: str
    default: Any
    target: str = ""  # what `Keys` translates its values as


@cache
def _columns(rows: Rows, as_before: bool = False) -> tuple[list[_Column], list[str]]:
    """Return the columns that a seal covers, and those that hold an account, which may go without an act.

    *as_before*: with the defaults of earlier versions.
    """
    columns, accounts = [], []
    former = dict(rows.former) if as_before else {}
    for field in apps.get_model(rows.model)._meta.concrete_fields:
        if field.primary_key or field.name in rows.volatile:
            continue
        if field.is_relation and field.remote_field.on_delete.__name__ == "SET_NULL" and field.name != "goes_on":
            # An account goes by an act of its own, a telephone with its codes.
            if field.name != "device":
                accounts.append(field.attname)
            continue
        columns.append(
            _Column(field.attname, former.get(field.attname, default_of(field)), target_of(rows.model, field))
        )
    return columns, accounts


_WITH_KEYS = {
    ("tournament.Tournament", "slug"): "slug",
    ("tournament.FormedTeam", "singles"): "singles",
    ("tournament.RemovedTeam", "members"): "members",
    ("tournament.RemovedTeam", "team"): "tournament.Team",
    ("tournament.Movement", "team"): "tournament.Team",
}


def target_of(model: str, field: Field) -> str:
    """Return what `Keys` translates the values of *field* as: a model, or a word for what names rows within a text."""
    if field.is_relation and field.related_model is not None:
        return str(field.related_model._meta.label)
    return _WITH_KEYS.get((model, field.name), "")


def default_of(field: Field) -> Any:
    """Return what a row holds where nothing was said, so that a column added later changes no seal made before."""
    return field.get_default() if field.has_default() else None if field.null else ""


def scopes_of(kinds: Iterable[Kind], values: Mapping[str, Any], teams_by_number: Mapping[int, int]) -> set[Scope]:
    """Return what a line with these *values* (`before` and `after` together) seals of the *kinds* of its act."""
    return {(kind, *place) for kind in kinds for place in _places(kind, values, teams_by_number)}


def _places(kind: Kind, values: Mapping[str, Any], teams_by_number: Mapping[int, int]) -> Iterable[tuple[int, ...]]:
    """Return the places of the rows of *kind* that a line names; the empty one for a kind without."""
    if kind in ("concours", "prizes"):
        return [()]
    if kind in ("palmares", "partners"):
        return [()] if kind in values else []
    if kind == "lots":
        return [()] if "prizes" in values else []
    if kind == "team":
        return [(key,) for key in _teams(values, teams_by_number)]
    if kind == "till":
        booked = values.get("movements")
        return [(number,) for number in booked if type(number) is int] if isinstance(booked, list) else []
    partie = values.get("round")
    if type(partie) is not int:
        return []
    if kind in _OF_A_TABLE:
        tables = (values.get("table"), values.get("other_table"))
        return [(partie, table) for table in tables if type(table) is int]
    return [(number,) for number in (partie, *values.get("other_parties", []))]


def _teams(values: Mapping[str, Any], by_number: Mapping[int, int]) -> Iterable[int]:
    """Return the keys of the teams that a line names."""
    named = [values.get("team"), *(by_number.get(number) for number in numbers_in(values))]
    if isinstance(values.get("numbers"), list) and isinstance(values.get("teams"), list):
        # Beside the numbers stand the keys: a team that its act deleted has no number any more.
        named += values["teams"]
    return [key for key in named if type(key) is int]


def numbers_in(values: Mapping[str, Any]) -> list[int]:
    """Return the numbers of the teams that a line names in a list."""
    numbers = values.get("numbers", values.get("teams"))
    return [number for number in numbers if type(number) is int] if isinstance(numbers, list) else []


def digests(
    concours: int, scopes: Collection[Scope] | None = None, held: Held | None = None, keys: Keys = OWN
) -> dict[Scope, str]:
    """Return the seal of each of *scopes* of a concours as its rows are now, of every one without; "" where no row is.

    The readings of a table come each for itself. As many queries for any number of scopes, as their kinds have models;
    none for a kind of which every scope is *held*: all its rows as the act that holds the lock has just written them.
    """
    wanted: dict[str, set[tuple[int, ...]]] = defaultdict(set)
    for scope in scopes or ():
        wanted[scope[0]].add(scope[1:])
    written: dict[Scope, list[str]] = {scope: [] for scope in scopes or () if scope[0] != EACH_FOR_ITSELF}
    accounts: dict[Scope, list[str]] = defaultdict(list)
    for kind in (kind for kind in KINDS if scopes is None or kind in wanted):
        is_held = scopes is not None and held is not None and all((kind, *place) in held for place in wanted[kind])
        for rows in KINDS[kind]:
            if is_held and held is not None:
                found = _of_objects(rows, (row for place in wanted[kind] for row in held[(kind, *place)]), keys)
            else:
                found = _read(rows, concours, None if scopes is None else wanted[kind], keys)
            for place, text, by in found:
                written.setdefault((kind, *place), []).append(text)
                accounts[(kind, *place)] += by
    return {scope: _seal(texts, accounts[scope]) if texts else "" for scope, texts in written.items()}


def earlier_digests(concours: int, keys: Keys = OWN) -> dict[Scope, str]:
    """Return the seals that versions with other defaults would have made of the rows of a concours as they are now."""
    texts: defaultdict[Scope, list[str]] = defaultdict(list)
    accounts: defaultdict[Scope, list[str]] = defaultdict(list)
    for kind, models in KINDS.items():
        for rows in models if any(rows.former for rows in models) else ():
            for place, text, by in _read(rows, concours, None, keys, as_before=True):
                texts[(kind, *place)].append(text)
                accounts[(kind, *place)] += by
    return {scope: _seal(found, accounts[scope]) for scope, found in texts.items()}


def sealed_by(scopes: Collection[Scope], found: Mapping[Scope, str]) -> dict[str, str]:
    """Return those of the seals *found* that belong to *scopes*, as a line keeps them."""
    belong = (
        scope for scope in sorted(found) if scope in scopes or (scope[0] == EACH_FOR_ITSELF and scope[:3] in scopes)
    )
    return {name_of(scope): found[scope] for scope in belong}


def _read(
    rows: Rows, concours: int, places: Collection[tuple[int, ...]] | None, keys: Keys, *, as_before: bool = False
) -> Iterator[tuple[tuple[int, ...], str, list[str]]]:
    """Yield each row of a concours that stands in one of *places*: its place, what it holds, its accounts."""
    narrow, wide = len(next(iter(places))) if places else 0, len(rows.place)
    query = _query(rows, narrow)
    named = {name: sorted({place[at] for place in places or ()}) for at, name in enumerate(rows.place[:narrow])}
    found = query.iterator(chunk_size=2000, concours=concours) if places is None else query(concours=concours, **named)
    for row in found:
        if places is None or row[:narrow] in places:
            yield _written(rows, row[:wide], row[wide], row[wide + 1 :], keys, as_before)


@cache
def _query(rows: Rows, narrow: int) -> PreparedQuery[tuple[Any, ...]]:
    """Prepare the query of the rows of a concours; the values of the first *narrow* columns of their place are given.

    Every act seals some: Django took longer to write the query than the database to answer it.
    """
    columns, accounts = _columns(rows)
    names = [*rows.place, "pk", *(column.name for column in columns), *accounts]

    def build(concours: int, **named: list[int]) -> QuerySet[Model, tuple[Any, ...]]:
        # A list of places is understood by columns that are no keys of another table, and by the key of that table.
        asked: dict[str, Any] = {f"{name.replace('_id', '__pk')}__in": values for name, values in named.items()}
        asked[rows.concours] = concours
        return apps.get_model(rows.model)._base_manager.filter(**asked).order_by("pk").values_list(*names)

    return PreparedQuery(build)


def _of_objects(rows: Rows, objects: Iterable[Model], keys: Keys) -> Iterator[tuple[tuple[int, ...], str, list[str]]]:
    """Yield those of *objects* that are rows of the model, as `_read` would find them in the database."""
    columns, accounts = _columns(rows)
    mine = (row for row in objects if row._meta.label == rows.model)
    for row in sorted(mine, key=attrgetter("pk")):
        values = [_as_stored(getattr(row, name)) for name in (*(column.name for column in columns), *accounts)]
        yield _written(
            rows, tuple(attrgetter(path.replace("__", "."))(row) for path in rows.place), row.pk, values, keys
        )


def _as_stored(value: Any) -> Any:
    """Return a value of a JSON column as it is read back: its tuples are lists, its keys are texts."""
    return json.loads(json.dumps(value)) if isinstance(value, dict | list | tuple) else value


def _written(
    rows: Rows, place: tuple[int, ...], pk: int, values: Sequence[Any], keys: Keys, as_before: bool = False
) -> tuple[tuple[int, ...], str, list[str]]:
    columns, _accounts = _columns(rows, as_before)
    held = {column.name: value for column, value in zip(columns, values, strict=False) if value != column.default}
    if not keys.own:
        pk = keys.concours[1] if rows.model == "tournament.Tournament" else keys.row_key(pk)
        held |= {
            one.name: keys.column_key(one.target, held[one.name]) for one in columns if one.target and one.name in held
        }
        held |= keys.unknown.get(rows.model, {}).get(str(pk), {})
    text = json.dumps([rows.model, pk, held], ensure_ascii=False, sort_keys=True, default=plain)
    return place, text, [_NOBODY if by is None else str(by) for by in values[len(columns) :]]


_NOBODY = "-"


def plain(value: Any) -> str:
    """Return a value of a column that JSON does not know as a text."""
    return value.isoformat() if hasattr(value, "isoformat") else str(value)


def _seal(texts: Iterable[str], accounts: Iterable[str]) -> str:
    digest = hashlib.sha256("\n".join(texts).encode()).hexdigest()[:_DIGITS]
    return " ".join([digest, ",".join(accounts)]).strip()


def agrees(seal: str, now: str) -> bool:
    """Return whether rows whose seal is *now* are those that *seal* was made of; an account may have gone since.
    >>> agrees("ab12 5,7", "ab12 5,-"), agrees("ab12 5,7", "ab12 7,5"), agrees("ab12 5", "cd34 5"), agrees("", "ab12")
    (True, False, False, False)
    """
    if seal == now:
        return True
    (digest, _, by), (digest_now, _, by_now) = seal.partition(" "), now.partition(" ")
    were, are = by.split(","), by_now.split(",")
    return (
        bool(digest)
        and digest_now.startswith(digest)  # those of earlier versions are half as long
        and len(were) == len(are)
        and all(is_ in (was, _NOBODY) for was, is_ in zip(were, are, strict=True))
    )


def name_of(scope: Scope) -> str:
    """Return the key under which a line keeps the seal of *scope*.
    >>> name_of(("sheets", 3, 12))
    'sheets/3/12'
    """
    return "/".join(map(str, scope))


def scope_named(name: str) -> Scope:
    """Return the scope that a line names so.
    >>> scope_named("sheets/3/12")
    ('sheets', 3, 12)
    """
    kind, *place = name.split("/")
    return (kind, *(int(number) for number in place if number.isdecimal()))
