"""Declare the tabs of the workbook as tables of fields, and the fields that several tabs share.

Apart from the writer, so that the pages need no library of workbooks: with what it brings, that was 15 MB of each
process and a fifth of the time to start.
"""

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _, pgettext

from scoring.ranking import Row
from tournament.concours.models import Tournament
from tournament.rounds.models import DRAW_STATES

# A number format of Excel is written in the English way and shown in the reader's: "#,##0" is 1 944 in France.
FORMATS = {
    "text": "@",
    "lines": "@",
    "clipped": "@",
    "general": "General",
    "number": "0",
    "figure": "#,##0",
    "signed": "+#,##0;-#,##0;0",
    "decimal": "#,##0.00",
    "money": '#,##0.00 "€"',
    "moment": "dd/mm/yyyy hh:mm:ss",
}
TEXTS = {"text", "lines", "clipped"}
CELL_LIMIT = 32767  # characters that Excel takes in one cell
_NOT_IN_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
TAB_LENGTH = 31  # and in the name of a tab


@dataclass(frozen=True)
class Column:
    """A column: its heading, what kind of value it holds (a key of FORMATS) and its largest width in characters."""

    heading: str
    kind: str = "text"
    width: int = 12


@dataclass(frozen=True)
class Tab:
    """One tab of the workbook: its name, a line above the table, the columns and the rows (values or None)."""

    name: str
    title: str
    columns: Sequence[Column]
    rows: Iterable[Sequence[Any]]
    empty: str = ""  # what its title says where there is no row; by default that there is nothing so far


def plain_text(value: object) -> str:
    """Return *value* as text that Excel takes: only what XML may hold, no longer than a cell.

    >>> plain_text("=1+1\\x00\\ufffe\\udc80")
    '=1+1'
    """
    return _NOT_IN_XML.sub("", str(value))[:CELL_LIMIT]


Value = str | Callable[[Any], object] | None
AS_IS = frozenset((str, int, float, type(None)))  # types of nearly all values, which are shown as they are


class Field(NamedTuple):
    """A column and what stands in it: a function of the item, or a path through its attributes, keys and places.

    "draw.round.number" is such a path; None on the way gives an empty cell. Without a value the items are plain rows,
    and the field shows what stands at its own place. `kind` and `width` as in `tabs.Column`.
    """

    heading: str
    value: Value = None
    kind: str = "text"
    width: int = 12


def tab(name: str, title: str, items: Iterable[Any], fields: Sequence[Field], empty: str = "") -> Tab:
    """Return the tab that shows one line for each of *items*; truth values in words, moments in the hall's time.

    *empty* is what it says where there is none.
    """
    readers = [_reader(str(place) if field.value is None else field.value) for place, field in enumerate(fields)]
    columns = [Column(field.heading, field.kind, field.width) for field in fields]
    rows = ([value if type(value := read(item)) in AS_IS else _plain(value) for read in readers] for item in items)
    return Tab(name, title, columns, rows, empty)


def _reader(value: str | Callable[[Any], object]) -> Callable[[Any], object]:
    if callable(value):
        return value
    steps = [int(step) if step.isdecimal() else step for step in value.split(".")]

    def read(item: Any) -> object:
        for step in steps:
            if item is None:
                return None
            if isinstance(item, dict):
                item = item.get(step)
            else:
                item = item[step] if isinstance(step, int) else getattr(item, step)
        return item

    return read


def _plain(value: object) -> object:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if isinstance(value, Promise):
        return str(value)
    return timezone.localtime(value) if isinstance(value, datetime) else value


def entrant(tournament: Tournament, number: Value, names: Value, *, width: int = 42) -> list[Field]:
    """Number and name the team; the player where everyone enters alone."""
    heading = _("Name") if tournament.singles else _("Names")
    return [entrant_number(tournament, number), Field(heading, names, width=width)]


def entrant_number(tournament: Tournament, number: Value) -> Field:
    """Number the team; the player where everyone enters alone."""
    return Field(_("Player") if tournament.singles else _("Team"), number, "number", 8)


def table(at: str = "table.") -> list[Field]:
    """Locate a score sheet: its partie and its table, a path that leads *at* it."""
    return [
        Field(_("Partie"), f"{at}round.number", "number", 8),
        Field(_("Table"), f"{at}number", "number", 8),
    ]


def draw() -> list[Field]:
    """Name the draw that an item begins with, the cancelled ones counted too, and its state."""
    return [
        Field(_("Partie"), "0.round.number", "number", 8),
        Field(_("Draw"), "0.number", "number", 7),
        Field(_("State"), lambda item: DRAW_STATES[item[0].state]),
    ]


def departure(row: Row) -> str:
    """State that the team of *row* was excluded or has left; nothing of one that is there."""
    return pgettext("team", "excluded") if row.excluded else _("left") if row.withdrawn else ""


def author(by: Value, at: Value) -> list[Field]:
    """Name the author and the moment."""
    return [Field(_("By"), by, width=18), Field(_("When"), at, "moment", 19)]


def beyond_sheets(penalties: Value, others: Value) -> list[Field]:
    """Show the part of the points that no score sheet gave."""
    return [
        Field(_("Of which penalties"), penalties, "signed", 10),
        Field(_("Of which caps, exclusions"), others, "signed", 12),
    ]
