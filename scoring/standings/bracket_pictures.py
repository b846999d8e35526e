"""Draw a bracket as a picture: its tree with the names, points and table of each match, for a page, paper or wall."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple
from unicodedata import normalize

from django.utils.translation import gettext as _

from scoring.standings.selectors import Label
from scoring.standings.tree import CAPTION, Box, Sheet, Size, sheets, whole
from tournament.figures import minus
from tournament.finals.bracket import NOBODY, Match
from tournament.names import PAIR
from tournament.tirages.poules import pool_letter

# A sheet of the natural size is as high as an A4 sheet in landscape, or a wall, can show with letters that are read.
SHEET_HEIGHT = 900
LINE = 18  # height of a line of names, in letters of 15
LETTER = 15
CAPTION_LETTER = 12.5
REGULAR = 0.92  # of the width of bold letters, at most
PRESSED = 1.25  # a name so many times too wide is pressed into its line: on two lines one person looks like two
INSET = 12  # of the further lines of a person
NUMBER = 40  # room for the number of the team
SIGN = 24  # for the sign of the winner
FIGURES = 40  # for its points, at least: four digits
GAP = 12  # between a name and what stands behind it
# The width of a match by the rounds of a picture: a longer one must be read on the same screen.
# On a page it is no wider than the narrowest telephone, where one round is looked at after the other.
WIDTH, PAGE_WIDTH, WIDTHS = 300, 264, {6: 236, 7: 216}
# A bracket that has a screen for itself has matches as wide as its names ask for, up to what the screen is wide:
# a screen below its head is so many times as wide as high, and the bracket stands below its title.
ALONE_WIDTHS, SCREEN, TITLE = range(WIDTH, 501, 20), 2.05, 45
PADDING = 8
EDGE = 2  # around the picture, for the thickness of its lines
REM = 16  # of a page

# How wide bold letters are at most, in thousandths of their height: those of DejaVu Sans, the widest font. An accent
# stands above its letter; what is not here may be of any script.
WIDTHS_OF_LETTERS = {
    390: "ijlIJł'’., /|!",
    500: "frt()-:·°",
    600: "csz",
    690: "aekovxyEFLTø",
    720: "bdghnpqu0123456789ß",
    780: "ABCKPRSVXYZ",
    860: "DGHNOQUØ−",
}
WIDTH_OF = {letter: width for width, letters in WIDTHS_OF_LETTERS.items() for letter in letters}
WIDEST = 1170


class NameLine(NamedTuple):
    """A line of a name at its place; `squeezed` is the width into which a word too long is pressed, 0 for none."""

    text: str
    x: float
    y: float
    squeezed: float


class SidePicture(NamedTuple):
    """A side of a match as it is drawn; `names` is empty while nobody knows who comes, `absence` why it does not play."""

    number: int | None
    names: list[NameLine]
    points: int | None
    won: bool
    absence: str
    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> float:
        """Return the line on which its number and its points stand."""
        return self.y + self.height / 2 + LETTER / 3

    @property
    def bottom(self) -> float:
        """Return its lower edge."""
        return self.y + self.height

    @property
    def right(self) -> float:
        """Return the end of its points, which leaves room for the sign of the winner."""
        return self.x + self.width - SIGN

    @property
    def sign(self) -> float:
        """Return the end of the sign of the winner."""
        return self.x + self.width - 6


class MatchPicture(NamedTuple):
    """A match as it is drawn; `bye`: a team without opponent, `title`: how it is called where its round is not."""

    title: str
    sides: list[SidePicture]
    table: int | None
    decision: str
    bye: bool
    x: float
    y: float
    width: float
    height: float

    @property
    def caption(self) -> float:
        """Return the line of its caption."""
        return self.y - 4

    @property
    def words(self) -> str:
        """Return its caption: its table, and what decided it where the points did not."""
        table = _("table %(n)s") % {"n": self.table} if self.table else ""
        return " · ".join(part for part in (table, self.decision) if part)

    @property
    def squeezed(self) -> float:
        """Return the width into which a caption too long is pressed, 0 for none."""
        return self.width if letters_width(self.words) * REGULAR * CAPTION_LETTER / LETTER > self.width else 0

    @property
    def heading(self) -> float:
        """Return the line of its title, above its caption."""
        return self.caption - CAPTION


class CutPicture(NamedTuple):
    """The letter of another sheet, where a line comes from, or goes on into the round of that name."""

    sheet: str
    x: float
    y: float
    round: str = ""


@dataclass(frozen=True)
class Picture:
    """One sheet of a bracket; `letter` is its name among several, empty where it is alone.

    `columns` are the names of its rounds with the place of each.
    """

    letter: str
    columns: list[tuple[str, float]]
    matches: list[MatchPicture]
    joins: Sequence[str]
    comes: list[CutPicture]
    goes: CutPicture | None
    width: float
    height: float

    @property
    def view(self) -> str:
        """Return its `viewBox`."""
        return f"{-EDGE} {-EDGE} {self.width + 2 * EDGE:g} {self.height + 2 * EDGE:g}"

    @property
    def rem(self) -> str:
        """Return its width in the letters of the page, with which it grows on a wall."""
        return f"{(self.width + 2 * EDGE) / REM:g}rem"


def letters_width(text: str) -> float:
    """Return how wide *text* is at most in the letters of a picture.

    >>> letters_width("ill") < letters_width("mma") < letters_width("MMA")
    True
    """
    thousandths = sum(WIDTH_OF.get(normalize("NFD", letter)[0], WIDEST) for letter in text)
    return thousandths * LETTER / 1000


def name_lines(name: str, room: float) -> list[tuple[str, float]]:
    """Return *name* on as many lines as it needs, each with its inset: a player on one line, pressed a little where
    that is enough, else broken between words alone.

    >>> name_lines("CORDIER Jean-Marc / LE GOFF Jean-Michel", 140), name_lines("", 150)
    ([('CORDIER Jean-Marc', 0), ('LE GOFF', 0), ('Jean-Michel', 12)], [('', 0)])
    """
    lines: list[tuple[str, float]] = []
    for player in name.split(PAIR):
        if letters_width(player) <= room * PRESSED:
            lines.append((player, 0))
            continue
        line, inset = "", 0
        for word in player.split():
            longer = f"{line} {word}".strip()
            if line and letters_width(longer) > room - inset:
                lines.append((line, inset))
                longer, inset = word, INSET
            line = longer
        lines.append((line, inset))
    return lines


def pictures(
    rounds: Sequence[Sequence[Match]],
    names: Sequence[str],
    shown: Mapping[int, Label],
    decisions: Mapping[Match, str],
    *,
    cut: bool,
    first: int = 0,
    third: tuple[str, Match] | None = None,
    alone: bool = False,
    absences: Mapping[Match, tuple[str, str]] = MappingProxyType({}),
) -> list[Picture]:
    """Return the pictures of a bracket whose rounds have *names*: one of the whole, or *cut* into sheets.

    *decisions* say what decided a match where the points did not. Rounds before *first* are left out. *third* is the
    third-place match with its name. *alone*: nothing is shown beside it. *absences* say why either side of a match does
    not play it.
    """
    if third:
        rounds = [*rounds[:-1], [*rounds[-1], third[1]]]
    figures = _figures(rounds)
    playing = {team for matches in rounds for match in matches for team in match.sides if team and team in shown}

    def laid(width: float) -> _Laid:
        room = width - NUMBER - GAP - figures - SIGN
        lines = {team: name_lines(shown[team].name, room) for team in playing}

        def heights(match: Match) -> tuple[float, float]:
            one, other = (len(lines.get(team or NOBODY, "-")) * LINE + PADDING for team in match.sides)
            return one, other

        size = Size(width, heights)
        cuts = sheets(rounds, size, most=SHEET_HEIGHT, first=first) if cut else [whole(rounds, size, first=first)]
        return _Laid(width, room, lines, cuts)

    if alone:
        width, room, lines, cuts = max(map(laid, ALONE_WIDTHS), key=lambda one: one.seen)
    else:
        usual = WIDTH if cut else WIDTHS.get(min(len(rounds) - first, max(WIDTHS)), PAGE_WIDTH)
        width, room, lines, cuts = laid(usual)
    single = len(cuts) == 1
    last = len(rounds) - 1

    def picture(number: int, sheet: Sheet) -> Picture:
        boxes = [(rounds[box.round][box.place], box) for box in sheet.boxes]
        return Picture(
            letter="" if single else pool_letter(number),
            columns=[
                (names[column], sheet.column(column)) for column in range(sheet.first, sheet.first + sheet.rounds)
            ],
            matches=[
                MatchPicture(
                    title=third[0] if third and (box.round, box.place) == (last, 1) else "",
                    sides=_sides(match, box, width, room, lines, absences.get(match, ("", ""))),
                    table=match.table,
                    decision=decisions.get(match, ""),
                    bye=len(box.sides) == 1,
                    x=box.x,
                    y=box.y,
                    width=width,
                    height=sum(box.sides),
                )
                for match, box in boxes
            ],
            joins=sheet.joins,
            comes=[CutPicture(pool_letter(one.sheet), one.x, one.y) for one in sheet.comes],
            goes=CutPicture(
                pool_letter(sheet.goes.sheet), sheet.goes.x, sheet.goes.y, names[sheet.first + sheet.rounds]
            )
            if sheet.goes
            else None,
            width=sheet.width,
            height=sheet.height,
        )

    return [picture(number, sheet) for number, sheet in enumerate(cuts)]


class _Laid(NamedTuple):
    """A bracket laid out with matches of a *width*: the lines of its names, *room* wide, and its sheets."""

    width: float
    room: float
    lines: Mapping[int, list[tuple[str, float]]]
    cuts: list[Sheet]

    @property
    def seen(self) -> tuple[int, float, float]:
        """Return how well a screen shows it: on few sheets, then in large letters, then over its whole width."""
        scale = min(min(SCREEN / cut.width, 1 / (cut.height + TITLE)) for cut in self.cuts)
        return -len(self.cuts), round(scale, 6), self.width


def _figures(rounds: Sequence[Sequence[Match]]) -> float:
    """Return the room of the longest points of a bracket, so that no name touches them."""
    points = {points or 0 for matches in rounds for match in matches for points in match.points}
    return max([FIGURES, *(letters_width(minus(one)) for one in points)])


def _sides(
    match: Match,
    box: Box,
    width: float,
    room: float,
    lines: Mapping[int, list[tuple[str, float]]],
    absences: tuple[str, str],
) -> list[SidePicture]:
    """Return the sides of *match* in its *box*, the lines of names *room* wide; a bye has one side."""
    y = box.y
    there = [place for place, team in enumerate(match.sides) if team != NOBODY]
    sides = []
    for place, height in zip(there, box.sides, strict=True):
        team = match.sides[place]
        won = bool(team) and team == match.winner
        bold = won and len(there) == 2  # a bye is not marked as won
        names = [
            NameLine(
                text,
                box.x + NUMBER + inset,
                y + PADDING / 2 + LINE * at + LETTER - 1,
                _squeezed(text, room - inset, bold=bold),
            )
            for at, (text, inset) in enumerate(lines.get(team, []) if team else [])
            if text
        ]
        points = None if match.by_forfeit else match.points[place]
        sides.append(SidePicture(team, names, points, won, absences[place], box.x, y, width, height))
        y += height
    return sides


def _squeezed(text: str, room: float, *, bold: bool) -> float:
    """Return *room* where *text* is wider, else 0: what has room is never drawn out to it."""
    return room if letters_width(text) * (1 if bold else REGULAR) > room else 0
