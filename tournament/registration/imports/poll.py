"""Know the columns of a poll, in which people say on which days they come."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from tournament import names
from tournament.registration.imports import headers
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.reading import Worksheet
from tournament.registration.imports.words import folded

_DAY_WORDS = (
    "lundi mardi mercredi jeudi vendredi samedi dimanche lun mar mer jeu ven sam dim janvier fevrier mars avril mai juin juillet"
    " aout septembre octobre novembre decembre janv fev fevr avr juil sept oct nov dec matin matinee midi apres soir soiree journee"
    " nuit h"
)
_BETWEEN = frozenset("le la du de des a au et".split())
_OF_DAY = re.compile(rf"(?:{'|'.join(_DAY_WORDS.split())}|1er|\d{{1,4}}|\d{{1,2}}h(?:\d\d)?)")
_YEAR = re.compile(r"(?:19|20)\d\d")
_YES = frozenset("oui yes ok o x vrai true ✓ ✔ ✅ ☑".split())
_OK = frozenset(("ok", "(ok)"))
_PERHAPS = frozenset(
    ("si necessaire", "si besoin", "peut-etre", "peut etre", "if need be", "?", "(oui)", "(yes)", "(ok)")
)
_NO = frozenset("non no n faux false ✗ ✘ ❌".split())
_MOST_SAID, _MOST_ANSWER = 30, 20  # signs of a day and of an answer that are shown


class PollDay(NamedTuple):
    """A column of answers, and the day above it in the words of the list."""

    place: int
    title: str


def _is_day(title: str) -> bool:
    """Return whether *title* is nothing but a day, an hour or both.
    >>> _is_day("samedi 28 novembre 2026"), _is_day("2026-11-28"), _is_day("Repas du soir"), _is_day("14 h"), _is_day("de")
    (True, True, False, True, False)
    """
    said = [word for word in headers.folded(title).split() if word not in _BETWEEN]
    return bool(said) and all(map(_OF_DAY.fullmatch, said))


def is_yes(answer: str) -> bool:
    """Return whether *answer* says, and nothing less, that somebody comes.
    >>> is_yes("Oui"), is_yes("(OK)"), is_yes("Si nécessaire"), is_yes("")
    (True, False, False, False)
    """
    return folded(answer) in _YES


def days_of(sheet: Worksheet, header: int | None, announced: Sequence[str | None]) -> list[PollDay]:
    """Return the columns below *header* in which people answer for a day by yes and no; of a poll that writes no « no » by
    « OK ». Their titles have *announced* nothing known. A grid of crosses says who came, one of years who may come again.
    """
    if header is None:
        return []
    titled = next(cells for row, cells in sheet.rows if row == header)
    places = [
        place
        for place, role in enumerate(announced)
        if role in (None, "ignore")
        and _are_answers(
            [_cell(cells, place) for row, cells in sheet.rows if row > header],
            crosses=bool(_YEAR.fullmatch(_cell(titled, place))),
        )
    ]

    def is_named(cells: Sequence[str]) -> bool:
        return any(cell.strip() for place, cell in enumerate(cells) if place not in places)

    first = next((row for row, cells in sheet.rows if row > header and is_named(cells)), header)
    titles = [cells for row, cells in sheet.rows if row < first and (row == header or not is_named(cells))]
    days = []
    for place in places:
        said = [text for cells in titles if (text := names.clean(_cell(cells, place)))]
        if said and all(map(_is_day, said)):
            days.append(PollDay(place, " ".join(dict.fromkeys(said))))
    return days


def _cell(cells: Sequence[str], place: int) -> str:
    return cells[place].strip() if place < len(cells) else ""


def _are_answers(cells: Iterable[str], *, crosses: bool) -> bool:
    said = {folded(cell) for cell in cells if cell and not _is_day(cell)}
    answers = crosses or not said.isdisjoint(_NO | _PERHAPS) or said <= _OK
    return bool(said) and said <= _YES | _PERHAPS | _NO and answers


def of_day(sheet: Worksheet, entries: Sequence[Entry], place: int, title: str) -> list[Entry]:
    """Return the rows, each team asked about that has not said yes in the column at *place*, by its day and hour; *title*
    is what stands above it where that is no day.
    """
    said = {row: _cell(cells, place) for row, cells in sheet.rows}
    first = min((entry.row for entry in entries if entry.kind == "team"), default=0)
    days = [text for row, text in said.items() if row < first and _is_day(text)]
    title = " ".join(dict.fromkeys(days)) or title
    asked = []
    for entry in entries:
        answer = said.get(entry.row, "")
        if entry.kind == "team" and not is_yes(answer):
            read = f"{names.clean(title)[:_MOST_SAID]} : {names.clean(answer)[:_MOST_ANSWER] or '–'}"
            questions = (say for say in entry.questions if say.code != "state")
            entry = replace(entry, questions=(Say("state", {"read": read.removeprefix(" : ")}), *questions))
        asked.append(entry)
    return asked
