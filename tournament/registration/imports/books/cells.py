"""Turn what a program stored in a cell into the text a person sees there, alike for every kind of file."""

import datetime
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from lxml import etree

from tournament.errors import TournamentError
from tournament.registration.imports.books.texts import unescaped

LAST_ROW, LAST_COLUMN = 1_048_576, 16_384  # of any spreadsheet
MOST_CELLS = 600_000


def text_of(value: object) -> str:
    """Return a cell's value as the text a person sees.
    >>> text_of(612345678.0), text_of(7.5), text_of(None), text_of(True)
    ('612345678', '7.5', '', 'VRAI')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "VRAI" if value else "FAUX"
    if isinstance(value, float) and value.is_integer() and abs(value) < 1e15:
        return str(int(value))
    if isinstance(value, datetime.datetime) and value.time() == datetime.time():
        return value.date().isoformat()
    if isinstance(value, datetime.datetime):
        return value.replace(microsecond=0).isoformat(" ")
    return unescaped(str(value))


def number_text(written: str) -> str:
    """Return a stored number as it is seen: « 612345678.0 » without its end; what is none, as it is."""
    try:
        return text_of(float(written))
    except ValueError:
        return written


def local(element: Any) -> str:
    """Return the name of *element* without its namespace; empty for a comment."""
    return without_namespace(element.tag)


def attributes(element: Any) -> Mapping[str, str]:
    """Return the attributes of *element* by their names without a namespace; the first of several alike counts."""
    return by_name(tuple(element.items()))


@lru_cache(maxsize=4_096)
def by_name(items: tuple[tuple[str, str], ...]) -> Mapping[str, str]:
    """Return these attributes as `attributes` does; the cells of a column have the same ones, a long list over."""
    return {without_namespace(name): value for name, value in reversed(items)}


@lru_cache(maxsize=256)
def without_namespace(name: object) -> str:
    """Return the name of a tag or of an attribute without its namespace; empty for the tag of a comment."""
    return name.rsplit("}", 1)[-1] if isinstance(name, str) else ""


def elements(stream: Any, *tags: str, starts: bool = False) -> Any:
    """Yield the events of these tags in any namespace. No entity is resolved, nothing is fetched.

    Raises TournamentError file_hostile for a document that declares a type of its own.
    """
    events = ("start", "end") if starts else ("end",)
    first = True
    for event, element in etree.iterparse(
        stream,
        events=events,
        tag=[f"{{*}}{tag}" for tag in tags],
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
    ):
        if first and element.getroottree().docinfo.internalDTD is not None:
            raise TournamentError("file_hostile")
        first = False
        yield event, element


def forget(element: Any) -> None:
    """Free *element* and what stands before it, so that a long sheet is never held whole."""
    element.clear()
    while element.getprevious() is not None:
        del element.getparent()[0]


def is_faint(color: tuple[int, int, int]) -> bool:
    """Return whether letters of this colour are all but gone, grey or white, or red."""
    return (min(color) >= 0x80 and max(color) - min(color) < 0x30) or _is_red(color)


def is_away(color: tuple[int, int, int]) -> bool:
    """Return whether a ground of this colour takes a line out: red or grey. Green and yellow mark what is in order."""
    grey = max(color) - min(color) < 0x18 and 0x40 <= min(color) <= 0xDD
    return grey or _is_red(color)


def _is_red(color: tuple[int, int, int]) -> bool:
    red, green, blue = color
    return red >= 0xC0 and green < 0x90 and blue < 0x90


def color_in(written: str) -> tuple[int, int, int] | None:
    """Return the colour in « FFFF0000 » or « #ff0000 »."""
    figures = written.lstrip("#")[-6:]
    try:
        return int(figures[:2], 16), int(figures[2:4], 16), int(figures[4:6], 16)
    except ValueError:
        return None
