"""Read the prizes as they were typed: line n is for rank n, one that begins with the name of a bracket for its winner."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.models import Tournament
from tournament.concours.phases import KNOCK_OUT, Phase, phases_of

# "Winner of the consolante: 2 terrines" is understood as "Consolante: 2 terrines".
_WINNER = re.compile(r"(?:(?:gagnante?s?|vainqueurs?|winners?)\s+)?(?:(?:de\s+la|de\s+l|des|du|de|of\s+the)\s+)?")


@dataclass(frozen=True)
class PhaseLot:
    """A prize for who wins the bracket of phase number `phase`, or its match for the third place; `line` as typed."""

    phase: int
    third: bool
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
    for line in tournament.lots:
        head, colon, _lot = line.partition(":")
        said = _plain(head)
        name = said[match.end() :] if (match := _WINNER.match(said)) else said
        if colon and name in known:
            phase, third = known[name]
            lots.by_phase.append(PhaseLot(phase.index, third, line, _winner(phase, third=third)))
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
            "name and a colon, as in “Consolante: 2 hams”."
        )
        % {"line": line, "rank": rank}
        for rank, line in lots.doubtful
        if line not in before
    ]


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


def _winner(phase: Phase, *, third: bool) -> str:
    if third:
        return _("winner of the match for the third place")
    if phase.who in ("pool_after", "beaten"):
        return _("winner of the consolante")
    return _("winner of “%(bracket)s”") % {"bracket": phase.title}
