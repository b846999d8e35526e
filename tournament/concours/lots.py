"""Read the prizes as they were typed: line n is for rank n; lines that begin with the name of a bracket are for it.

The first of those is for its winner, the next for its finalist, then for its third and so on; a line may say its place.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.models import Tournament
from tournament.concours.phases import KNOCK_OUT, Phase, phases_of
from tournament.figures import ordinal

# The best place for which those beaten in the semi-finals play.
THIRD = 3

# "Winner of the consolante: 2 terrines" is understood as "Consolante: 2 terrines", and its place before or after it.
_NTH = r"(\d+)(?:ere|er|re|eme|es|e|nde|nd|st|rd|th)?"
_PLACES = {
    1: r"gagnante?s?|vainqueurs?|winners?|premiere?s?|first",
    2: r"finalistes?|finalists?|deuxiemes?|seconde?s?|second",
    3: r"troisiemes?|third",
}
_PLACE = "|".join([_NTH, *(f"({words})" for words in _PLACES.values())])
_BEFORE = re.compile(rf"(?:(?:{_PLACE})\s+)?(?:(?:de\s+la|de\s+l|des|du|de|of\s+the)\s+)?")
_AFTER = re.compile(rf"\s+(?:{_PLACE})$")


@dataclass(frozen=True)
class PhaseLot:
    """A prize for place number `place` of the bracket of phase number `phase`, 1 its winner; `line` as typed."""

    phase: int
    place: int
    line: str
    winner: str  # who has it, in words

    @property
    def lot(self) -> str:
        """Return what is won, without the name of the bracket."""
        return bare_lot(self.line)


@dataclass(frozen=True)
class Lots:
    """The prizes of a concours: those of the ranking, the first one first, and those of brackets.

    `doubtful` are lines of the ranking that name a bracket, each with its rank.
    """

    by_rank: list[str] = field(default_factory=list)
    by_phase: list[PhaseLot] = field(default_factory=list)
    doubtful: list[tuple[int, str]] = field(default_factory=list)


def bare_lot(line: str) -> str:
    """Return the lot of a line that begins with the name of a bracket.
    >>> bare_lot("Consolante : 2 jambons")
    '2 jambons'
    """
    return names.clean(line.partition(":")[2])


def lots_of(tournament: Tournament) -> Lots:
    """Return the prizes of *tournament* by whom they are for."""
    lots, known = Lots(), _brackets(tournament)
    read = [(line, _head(line, known)) for line in tournament.lots]
    said = {(head.phase.index, head.place) for _line, head in read if head and head.place}
    for line, head in read:
        if head:
            # A line that says no place is for the best one that no other line has.
            place = head.place or next(
                place for place in count(THIRD if head.third else 1) if (head.phase.index, place) not in said
            )
            said.add((head.phase.index, place))
            lots.by_phase.append(PhaseLot(head.phase.index, place, line, _winner(head, place)))
            continue
        lots.by_rank.append(line)
        if any(f" {name} " in f" {_plain(line)} " for name in known):
            lots.doubtful.append((len(lots.by_rank), line))
    return lots


def lot_messages(tournament: Tournament, before: Sequence[str]) -> list[str]:
    """Say for whom the lines typed since *before* are that name a bracket."""
    lots = lots_of(tournament)
    said = [
        _("“%(line)s” is for the %(winner)s.") % {"line": lot.line, "winner": lot.winner}
        for lot in lots.by_phase
        if lot.line not in before
    ]
    return said + [
        _(
            "“%(line)s” is for rank %(rank)s of the whole ranking. For the winner of a bracket, begin the line with its "
            "name and a colon, as in “Consolante: 2 hams”; for its finalist, as in “Consolante, 2nd: 2 pâtés”."
        )
        % {"line": line, "rank": rank}
        for rank, line in lots.doubtful
        if line not in before
    ]


class _Head(NamedTuple):
    """Hold what a line begins with: a bracket, or its match for the third place; `place` 0 where it says none."""

    phase: Phase
    third: bool
    place: int


def _head(line: str, known: Mapping[str, tuple[Phase, bool]]) -> _Head | None:
    """Return the bracket and the place that *line* begins with, None where it begins with none."""
    head, colon, _lot = line.partition(":")
    said = _plain(head)
    if not colon or not said:
        return None
    if said in known:
        return _Head(*known[said], 0)
    before = _BEFORE.match(said)
    rest = said[before.end() :] if before else said
    after = _AFTER.search(rest)
    for name, match in ((rest, before), (rest[: after.start()] if after else "", after)):
        if name in known and match:
            phase, third = known[name]
            # "Winner of the third place" is its third all the same.
            return _Head(phase, third, 0 if third else _place(match))
    return None


def _place(match: re.Match[str]) -> int:
    """Return the place that *match* says: the first group a figure, each later one the words of a place; 0: none."""
    figure, *words = match.groups()
    return int(figure) if figure else next((place for place, word in enumerate(words, 1) if word), 0)


def _plain(text: str) -> str:
    return " ".join(re.findall(r"\w+", names.spelling(text)))


def _brackets(tournament: Tournament) -> dict[str, tuple[Phase, bool]]:
    """Return the names of the brackets, in every language, that a line may begin with; of two alike the first one."""
    known: dict[str, tuple[Phase, bool]] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for phase in phases_of(tournament):
                if phase.method == KNOCK_OUT:
                    known.setdefault(_plain(str(phase.title)), (phase, False))
                    if phase.placed:
                        known.setdefault(_plain(_("Third place")), (phase, True))
    return known


def _winner(head: _Head, place: int) -> str:
    """Say who has the prize for *place* of a bracket, in words that follow "the"."""
    words = {"bracket": head.phase.title, "place": ordinal(place)}
    if head.third and place == THIRD:
        return _("winner of the match for the third place")
    if head.phase.who in ("pool_after", "beaten"):
        names = {1: _("winner of the consolante"), 2: _("finalist of the consolante")}
        return names.get(place) or _("%(place)s of the consolante") % words
    names = {1: _("winner of “%(bracket)s”"), 2: _("finalist of “%(bracket)s”")}
    return names.get(place, _("%(place)s of “%(bracket)s”")) % words
