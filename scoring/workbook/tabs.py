"""Tabs of plain rows, as the sheets of the workbook give them and `writer` writes them.

Apart from the writer, so that the pages need no library of workbooks: with what it brings, that was 15 MB of each
process and a fifth of the time to start.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

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
