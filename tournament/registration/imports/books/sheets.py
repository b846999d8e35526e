"""Gather the rows of one sheet: bounds, merged cells, marked lines, and which of many columns are the list."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from tournament import names
from tournament.errors import TournamentError
from tournament.given_names import GIVEN_NAMES

MOST_ROWS, MOST_COLUMNS = 10_000, 30
# Longer than any name, club or remark; what is longer is no list, and would be refused by its length anyway.
MOST_CELL = 500
_MOST_SAID = 12  # columns left out that are named one by one
_SAMPLE = 200
_HEADING_WITHIN = 40
_LAST_COLUMN = 16_384  # of any spreadsheet

Rows = list[tuple[int, tuple[str, ...]]]


@dataclass
class SheetOfCells:
    """The cells of a sheet while it is read, by row and column from 0; `marks`: row to hidden, struck or coloured."""

    name: str
    hidden: bool = False
    rows: dict[int, dict[int, str]] = field(default_factory=dict)
    marks: dict[int, str] = field(default_factory=dict)
    merged: list[tuple[int, int, int, int]] = field(default_factory=list)
    refused: str = ""
    params: dict[str, object] = field(default_factory=dict)

    def put(self, number: int, cells: Mapping[int, str], mark: str = "") -> None:
        """Note the cells of row *number* that hold something. Raises TournamentError file_rows, file_columns."""
        kept = {place: text for place, text in cells.items() if text and not text.isspace()}
        if not kept:
            return
        if number > MOST_ROWS:
            raise TournamentError("file_rows", line=number, most=MOST_ROWS)
        if (last := max(kept)) >= _LAST_COLUMN:
            raise TournamentError("file_columns", line=number, column=last + 1, most=MOST_COLUMNS)
        if max(map(len, kept.values())) > MOST_CELL or "\x00" in "".join(kept.values()):
            kept = {place: _bounded(text) for place, text in kept.items()}
        self.rows[number] = kept
        if mark:
            self.marks[number] = mark

    def result(self) -> dict[str, object]:
        """Return the sheet as `Worksheet` keeps it: at most 30 columns, merged cells filled, headings joined."""
        self._fill_merged()
        kept, left_out = self._columns()
        rows: Rows = []
        for number in sorted(self.rows):
            found = self.rows[number]
            cells = [found.get(place, "") for place in kept]
            while cells and not cells[-1]:
                cells.pop()
            if cells:
                rows.append((number, tuple(cells)))
        present = {number for number, _cells in rows}
        return {
            "name": names.clean(self.name),
            "hidden": self.hidden,
            "rows": joined_headings(rows),
            "marks": [(row, mark) for row, mark in sorted(self._honest_marks().items()) if row in present],
            "left_out": left_out,
            "refused": self.refused,
            "params": self.params,
        }

    def _fill_merged(self) -> None:
        """Repeat what is merged over several lines in each of them that has anything of its own."""
        for top, left, bottom, _right in self.merged:
            text = self.rows.get(top, {}).get(left)
            if text:
                for number in range(top + 1, min(bottom, MOST_ROWS) + 1):
                    if number in self.rows:
                        self.rows[number].setdefault(left, text)

    def _honest_marks(self) -> dict[int, str]:
        """Return the marks; a colour that most lines have says nothing of any of them."""
        counts = Counter(self.marks.values())
        return {
            row: mark for row, mark in self.marks.items() if mark != "coloured" or counts[mark] * 3 <= len(self.rows)
        }

    def _columns(self) -> tuple[list[int], list[str]]:
        """Return the columns that are kept, and how the others are named."""
        width = max((max(cells) for cells in self.rows.values()), default=-1) + 1
        if width <= MOST_COLUMNS:
            return list(range(width)), []
        filled: Counter[int] = Counter()
        people: Counter[int] = Counter()
        for place_in_list, number in enumerate(sorted(self.rows)):
            cells = self.rows[number]
            filled.update(cells.keys())
            if place_in_list < _SAMPLE:
                people.update(place for place, text in cells.items() if _names_somebody(text))
        most = max(people.values(), default=0)
        named = [place for place in filled if people[place] * 3 > most > 0] or [0]
        # A note that somebody forgot far to the right is no column of the list.
        stray = {place for place, count in filled.items() if count < 2 < len(self.rows) and place >= MOST_COLUMNS}
        by_distance = sorted(
            (place for place in filled if place not in stray),
            key=lambda place: (min(abs(place - name) for name in named), place),
        )
        kept = sorted(by_distance[:MOST_COLUMNS])
        return kept, self._named(sorted(set(filled) - set(kept)))

    def _named(self, places: Sequence[int]) -> list[str]:
        said = []
        for place in places[:_MOST_SAID]:
            text = next(cells[place] for _row, cells in sorted(self.rows.items()) if place in cells)
            said.append(f"{_letters(place)} « {names.clean(text)[:40]} »")
        return said + ["…"] * (len(places) > _MOST_SAID)


def _bounded(text: str) -> str:
    return text if len(text) <= MOST_CELL and "\x00" not in text else text[:MOST_CELL].replace("\x00", "")


def _letters(place: int) -> str:
    return (_letters(place // 26 - 1) if place >= 26 else "") + chr(65 + place % 26)


def _names_somebody(text: str) -> bool:
    return len(text) < 80 and any(part in GIVEN_NAMES for part in names.spelling(text).split())


def joined_headings(rows: Rows) -> Rows:
    """Return the rows with a heading of two lines made one: « Joueur 1 » over « Nom | Prénom » is « Joueur 1 Nom ».

    The upper line stays, as a note above the list; the lower one gets the words of both.
    >>> joined_headings([(1, ("N°", "Joueur 1", "", "Joueur 2")), (2, ("", "Nom", "Prénom", "Nom", "Prénom"))])[1][1]
    ('N°', 'Nom Joueur 1', 'Prénom Joueur 1', 'Nom Joueur 2', 'Prénom Joueur 2')
    """
    for place, ((above, upper), (below, lower)) in enumerate(zip(rows[:_HEADING_WITHIN], rows[1:], strict=False)):
        if below != above + 1 or not _is_heading_of_two(upper, lower):
            continue
        width = max(len(upper), len(lower))
        tops, ends = [*upper, *[""] * (width - len(upper))], [*lower, *[""] * (width - len(lower))]
        titles, carried = [], ""
        for top, end in zip(tops, ends, strict=True):
            # A title that stands once has none above it: « Commune » behind the names of both.
            carried = top or (carried if end and ends.count(end) > 1 else "")
            titles.append(f"{end} {carried}".strip() if end and end != carried else carried)
        return [*rows[:place], (above, upper), (below, tuple(titles)), *rows[place + 2 :]]
    return rows


def _is_heading_of_two(upper: Sequence[str], lower: Sequence[str]) -> bool:
    """Return whether *lower* says twice the same words below words of *upper* that span several columns."""
    said = [names.spelling(text) for text in lower if text]
    tops = [text for text in upper if text]
    if len(tops) < 2 or len(said) < 2 or len(set(said)) == len(said) or any(map(_names_somebody, said)):
        return False
    # « Joueur 1 » and « Joueur 2 » below « 2026 » and again below « 2025 » are two lists.
    if any(re.search(r"\b[12]\b", text) for text in said):
        return False
    # A date or « Page 1/2 » stands above a list, and heads no columns.
    if any(re.search(r"\d\d|\d ?/ ?\d", text) for text in tops):
        return False
    if any(c in "@" for text in (*upper, *lower) for c in text) or any(text.isdigit() for text in (*tops, *said)):
        return False
    spans = sum(
        bool(end) and place > 0 and not (upper[place] if place < len(upper) else "") for place, end in enumerate(lower)
    )
    return spans >= 2 and all(len(text) < 40 for text in (*tops, *said))
