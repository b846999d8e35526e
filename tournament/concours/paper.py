"""Split the règlement into printed pages."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from rules import Section, Sentence
from tournament.concours.reglement import TWO_SIDES, is_long, letters_of
from tournament.paper import ROOM, PaperPage, paper_pages

COLUMNS = 2
_SIZES = {
    False: (4.0, 51),
    True: (3.3, 59),
}  # millimetres of a line, letters of one of a column: 9.2 points, 7.9 points
_TITLE = 1.5  # lines: of a section, and the space above it
_SOURCES = 16  # millimetres below the last column


@dataclass(frozen=True)
class SectionPart:
    """The sentences of section `number` that stand in a column; `first`: its title is above them for the first time."""

    number: int
    title: str
    sentences: Sequence[Sentence]
    first: bool


def reglement_pages(sections: Sequence[Section]) -> list[PaperPage[SectionPart]]:
    """Return the pages of *sections*: one in a single column, which the browser sets in two, or several with their columns."""
    lines = [
        (number, section, sentence)
        for number, section in enumerate(sections, start=1)
        for sentence in section.sentences
    ]
    if letters_of(sections) <= TWO_SIDES:
        return [PaperPage(1, 1, [_parts(lines)])]

    line_height, letters = _SIZES[is_long(sections)]

    def height(line: tuple[int, Section, Sentence]) -> float:
        _number, section, sentence = line
        ends = 0.5 if sentence is section.sentences[-1] else 0
        titled = _TITLE if sentence is section.sentences[0] else 0
        return line_height * ((len(sentence.text) + len(sentence.article) + 4) / letters + ends + titled)

    room = ROOM - _SOURCES - _TITLE * line_height  # each column may begin with the title of a section that goes on
    pages = paper_pages(lines, height, columns=COLUMNS, room=room)
    return [PaperPage(page.number, page.count, [_parts(column) for column in page.columns]) for page in pages]


def _parts(lines: Iterable[tuple[int, Section, Sentence]]) -> list[SectionPart]:
    """Return the sentences of *lines* section by section."""
    parts = []
    for _number, own in groupby(lines, key=lambda line: line[0]):
        kept = list(own)
        number, section, begin = kept[0]
        sentences = [sentence for *_of, sentence in kept]
        parts.append(SectionPart(number, section.title, sentences, begin is section.sentences[0]))
    return parts
