"""The règlement of a concours, written from its settings: what every player may know beforehand (S0 10.1.3, 10.3); on
paper too.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.translation import get_language, gettext as _

import rules
from rules import KnockOuts, Section, Sentence
from tournament.concours.clauses import CHAMPIONSHIP, sentence
from tournament.concours.models import Tournament
from tournament.concours.setting_groups import ADMISSION
from tournament.concours.settings import SETTINGS
from tournament.finals.formula import KNOCK_OUT
from tournament.paper import ROOM, PaperPage, paper_pages

AMICABLE = "S1 incidents"
CARD_ORDER = "S0 3"
PRIVACY = "S1 §3"


# Letters of a règlement that fill one page of A4 in the larger of the two sizes, and in the smaller one (tried by
# printing it). A longer one takes both sides of the sheet, in letters that can be read on a wall.
LONG, TWO_SIDES, BOTH_FULL = 5000, 7450, 8400


@dataclass(frozen=True)
class Heading:
    """A section: its title, and what it says before and after the clauses of the settings."""

    title: str
    before: tuple[Sentence, ...] = ()
    after: tuple[Sentence, ...] = ()


def reglement_of(tournament: Tournament) -> list[Section]:
    """Return every setting of *tournament* in full sentences, in the language of the moment.

    A few queries: the club, and the teams registered where they say how many parties there are.
    """
    sections = []
    for key, heading in _headings(singles=tournament.singles).items():
        clauses = [
            sentence
            for setting in SETTINGS
            if setting.clause is not None and setting.clause.section == key
            for sentence in setting.clause.sentences(getattr(tournament, setting.name), tournament)
        ]
        sections.append(Section(heading.title, (*heading.before, *clauses, *heading.after)))
        if key == "parties":
            game, options, lang = tournament.rule_set, tournament.rule_options, get_language() or "fr"
            sections += rules.reglement(game, options, lang, knock_outs=_knock_outs(tournament))
    return [section for section in sections if section.sentences]


def _knock_outs(tournament: Tournament) -> KnockOuts:
    """Return how many parties of *tournament* are of a knock-out."""
    methods = tournament.formula.methods
    return "all" if methods == {KNOCK_OUT} else "some" if KNOCK_OUT in methods else "none"


def admission_of(tournament: Tournament) -> list[str]:
    """Return who may register in *tournament*, a sentence for each condition; none where everybody may."""
    return [
        one.text
        for setting in SETTINGS
        if setting.group == ADMISSION and setting.clause is not None
        for one in setting.clause.sentences(getattr(tournament, setting.name), tournament)
    ]


def is_long(sections: Sequence[Section]) -> bool:
    """Return whether a règlement is printed in the smaller letters: where it fills one page of A4, or both, with these."""
    return LONG < letters_of(sections) <= TWO_SIDES or letters_of(sections) > BOTH_FULL


def letters_of(sections: Sequence[Section]) -> int:
    """Count the letters of all sentences and articles of *sections*."""
    return sum(len(sentence.text) + len(sentence.article) for section in sections for sentence in section.sentences)


def cited_sources(sections: list[Section]) -> list[tuple[str, str]]:
    """Return the documents that the sentences of *sections* cite: (S0, its title)."""
    keys = {sentence.article.split(" ")[0] for section in sections for sentence in section.sentences}
    return [(key, source.title) for key, source in rules.SOURCES.items() if key in keys]


def _headings(*, singles: bool) -> dict[str, Heading]:
    """Return the sections in their order, by the keys that clauses name; the game's own stand after the parties."""
    entrants = (
        _("Everyone enters alone and has a number, by which he is called; the ranking is of persons.")
        if singles
        else _("The concours is played by teams of two players. Each team has a number, by which it is called.")
    )
    substitutes = _(
        "A team may change its players until the first draw is published; afterwards only for force majeure, "
        "as the organisers decide, on record."
    )
    alone = _(
        "Whoever comes alone is entered too: the partners are drawn once, in public, from cards or a number that are "
        "noted, or choose each other."
    )
    shared_ranks = _(
        "Teams equal on all of this share the rank. For the prizes each of them draws a card and the highest "
        "chooses first, in the order ace, king, queen, jack, 10, 9, 8, 7."
    )
    amicable = _("The two teams may agree among themselves to let an incident pass, or to annul the donne.")
    referee = _("If they do not, play stops at that moment and a referee is called. His decision is final.")
    corrections = _(
        "A score can be corrected until the prizes are called. Each correction and each decision is kept with its reason."
    )
    rights = _(
        "Every player may see what is kept about him, have it corrected or erased, and refuse to be named: ask the "
        "organisers."
    )
    return {
        "entrants": Heading(
            _("Players") if singles else _("Teams"),
            before=(sentence(entrants),),
            after=(*(() if singles else (sentence(alone),)), sentence(substitutes, CHAMPIONSHIP)),
        ),
        "parties": Heading(_("Parties")),
        "draws": Heading(
            _("Draws"),
            after=(
                sentence(_("Every draw is kept with the cards or the number it was made from: anyone can check it.")),
            ),
        ),
        "exempt": Heading(_("Exempt")),
        "lateness": Heading(_("Lateness, forfeit, departure")),
        "ranking": Heading(
            _("Ranking"),
            after=(
                sentence(shared_ranks, CARD_ORDER),
                sentence(_("No final ranking is given while the result of a table is missing.")),
            ),
        ),
        "incidents": Heading(
            _("Incidents and referee"),
            before=(sentence(amicable, AMICABLE), sentence(referee, CHAMPIONSHIP), sentence(corrections)),
        ),
        "penalties": Heading(_("Penalties")),
        "prizes": Heading(_("Prizes"), before=(sentence(_("The teams are called in the order of the ranking.")),)),
        "names": Heading(
            _("Names and pictures"),
            after=(
                sentence(rights, PRIVACY),
                sentence(_("Entering the concours gives no right over anybody's picture: that is asked apart.")),
            ),
        ),
    }


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
