"""Lay the pictures of brackets on sheets of paper: small ones share a sheet, none is drawn larger than it is read."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.standings.bracket_pictures import Picture
from scoring.standings.phase_boards import PhaseBoard

# Millimetres: what an A4 sheet in landscape holds under the line that names the concours, and between two pictures.
WIDE, HIGH = 264, 178
TITLE, APART = 9, 6
# Of a title: how wide a letter is, and how high a further line.
LETTER, LINE = 2.5, 5.6
# Millimetres a pixel of a picture, whose letters are 15 pixels high: the most that a sheet needs, and the least with
# which pictures share one, letters of 13.6 and of 8.5 points.
LARGEST, SMALLEST = 320, 200  # thousandths


@dataclass(frozen=True)
class PaperTree:
    """A picture on its sheet of paper, under its title; `millimetres` is how wide it is drawn.

    `winner` is who won the bracket, on the sheet of its final alone.
    """

    title: str
    winner: str
    picture: Picture
    millimetres: float

    @property
    def wide(self) -> str:
        """Return its width as a picture says it."""
        return f"{self.millimetres:g}mm"


def paper_sheets(boards: Sequence[PhaseBoard]) -> list[list[PaperTree]]:
    """Return the brackets of *boards* sheet by sheet, as large as they are whole and beside each other on it."""
    trees = [
        (tree.title, "" if place or picture.goes else board.winner, picture)
        for board in boards
        for place, tree in enumerate(board.trees)
        for picture in tree.pictures
    ]
    groups: list[list[tuple[str, str, Picture]]] = []
    for one in trees:
        if groups and fits([(title, picture) for title, _winner, picture in [*groups[-1], one]], SMALLEST):
            groups[-1].append(one)
        else:
            groups.append([one])
    sheets = []
    for group in groups:
        scale = LARGEST
        while scale > 1 and not fits([(title, picture) for title, _winner, picture in group], scale):
            scale -= 1
        sheets.append([PaperTree(*one, round(one[2].width * scale / 1000, 1)) for one in group])
    return sheets


def fits(pictures: Sequence[tuple[str, Picture]], scale: int) -> bool:
    """Return whether *pictures* under their titles stay on a sheet, row after row from the left.

    *scale* is in thousandths of a millimetre a pixel.
    """
    across = down = row = 0.0
    for title, picture in pictures:
        width = picture.width * scale / 1000
        further = int(len(title) * LETTER / width)  # lines of a title that is longer than its picture is wide
        height = picture.height * scale / 1000 + TITLE + LINE * further
        if across and across + width > WIDE:
            across, down, row = 0.0, down + row + APART, 0.0
        if width > WIDE or down + height > HIGH:
            return False
        across, row = across + width + APART, max(row, height)
    return True
