"""Read the prizes as they were typed: line n is for rank n; lines that begin with the name of a bracket are for it.

The first of those is for its winner, the next for its finalist, then for its third and so on. A line may say its place,
or several, in a bracket or in the ranking: "Consolante, 3rd and 4th: a sausage" is for each of the two. "Last: noodles" is
for the last team.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count
from typing import NamedTuple

from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from tournament import names
from tournament.concours.models import Tournament
from tournament.figures import ordinal
from tournament.finals.formula import KNOCK_OUT, Phase
from tournament.finals.words import phase_title
from tournament.languages import spoken_language

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

# In the whole ranking: "1st prize: …", "Last team: …", "From 5th to 8th: …".
_TO = r"(?:(?:pour|for|du|de|from)\s+)?(?:(?:l|le|la|les|the)\s+)?"
_WHAT = r"(?:\s+(?:lots?|prix|prizes?|rangs?|places?|equipes?|joueurs?|joueuses?|teams?|players?))?"
_RANK = re.compile(rf"{_TO}(?:{_PLACE}){_WHAT}(?:\s+(?:du\s+classement|of\s+the\s+ranking))?")
_RANKS = re.compile(rf"{_TO}{_NTH}\s+(a|au|aux|to|et|and)\s+{_TO}{_NTH}{_WHAT}")
_LAST_WORDS = r"derniere?s?|last|lanternes?\s+rouges?"
_LAST = re.compile(rf"{_TO}(?:{_LAST_WORDS}){_WHAT}(?:\s+(?:du\s+classement|of\s+the\s+ranking))?")
_NAMES_LAST = re.compile(rf"\b(?:{_LAST_WORDS})\b")

# Several places of a bracket: "3rd and 4th", "5th to 8th", those who lost in one of its rounds.
_OF = r"\s+(?:de\s+la|de\s+l|des|du|de|of\s+the|of)$"
_BETWEEN = re.compile(rf"{_TO}{_NTH}\s+(?:(?:et|a|au|aux|and|to)\s+)?{_TO}{_NTH}")
_THOSE = (
    r"(?:(?:les|aux|chacun\s+des|the)\s+)?(?:(?:deux|quatre|huit|two|four|eight|[248])\s+)?"
    r"(?:(?:equipes|joueurs|joueuses|teams|players)\s+)?"
    r"(?:(?:(?:elimine|battu|perdant|sorti)e?s?|beaten|losing|knocked\s+out|losers)\s+(?:(?:en|aux|des|in|of)\s+)?(?:the\s+)?)?"
)
_ROUNDS = {
    range(3, 5): r"(?:demi|semi)s?\s+final(?:iste|ist|e)?s?",
    range(5, 9): r"(?:quarts?\s+(?:de\s+)?final(?:iste|e)s?|quarter\s+final(?:ist)?s?)",
    range(9, 17): r"huitiemes?\s+(?:de\s+)?final(?:iste|e)s?",
}
_BEATEN = {
    places: re.compile(rf"{_THOSE}(?:{words})(?:\s+(?:elimine|battu)e?s?)?") for places, words in _ROUNDS.items()
}

# "The final" is the bracket of the first ranks, whatever it is called there.
_LESSER = ("beaten", "pool_after", "after")
_FINAL = ("finale", "finales", "final", "finals")
_LESSER_FINAL = (
    "petite finale",
    "petites finales",
    "troisieme place",
    "third place",
    "match pour la troisieme place",
    "match for the third place",
)
LAST = 0  # the rank of the last team
MOST_RANKS = 10_000  # as many as there may be teams
MOST_PLACES = 128  # of a bracket, on one line


@dataclass(frozen=True)
class PhaseLot:
    """A prize for each of `places` of the bracket of phase number `phase`, 1 its winner; `line` as typed."""

    phase: int
    places: Sequence[int]
    line: str
    winner: str  # who has it, in words

    @property
    def lot(self) -> str:
        """Return what is won, without the name of the bracket."""
        return bare_lot(self.line)


@dataclass(frozen=True)
class RankLot:
    """A prize for each of `ranks` of the whole ranking, or for its LAST team; `line` as typed, `lot` what is won."""

    ranks: Sequence[int]
    line: str
    lot: str


@dataclass(frozen=True)
class Lots:
    """The prizes of a concours: those of the ranking, the first one first and the last one's last, and those of brackets.

    `apart` are lines that seem to be for somebody else, or begin with a word that nobody knows: no rank has them.
    """

    by_rank: list[RankLot] = field(default_factory=list)
    by_phase: list[PhaseLot] = field(default_factory=list)
    apart: list[str] = field(default_factory=list)


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
    said = {(head.phase.index, place) for _line, head in read if head for place in head.places}
    ranked = [(line, _ranks(line)) for line, head in read if head is None]
    free = _free_ranks([ranks for _line, ranks in ranked if ranks])
    for line, head in read:
        if head:
            # A line that says no place is for the best one that no other line has.
            places = head.places or [
                next(place for place in count(THIRD if head.third else 1) if (head.phase.index, place) not in said)
            ]
            said |= {(head.phase.index, place) for place in places}
            lots.by_phase.append(PhaseLot(head.phase.index, places, line, _winner(head, places)))
    for line, ranks in ranked:
        if ranks:
            lots.by_rank.append(RankLot(ranks, line, bare_lot(line)))
            continue
        words = _plain(line)
        # A colon stands behind somebody whom nobody here knows, or behind the lot itself: it is asked, and given to no rank.
        if ":" in line or _NAMES_LAST.search(words) or any(f" {name} " in f" {words} " for name in known):
            lots.apart.append(line)
        else:
            lots.by_rank.append(RankLot((next(free),), line, line))
    lots.by_rank.sort(key=lambda lot: (lot.ranks[0] == LAST, lot.ranks[0]))
    return lots


def lot_messages(tournament: Tournament, before: Sequence[str]) -> list[str]:
    """Say for whom the lines typed since *before* are that name a place or a bracket."""
    lots = lots_of(tournament)
    said = [
        (_("“%(line)s” is for %(winner)s.") if len(lot.places) > 1 else _("“%(line)s” is for the %(winner)s."))
        % {"line": lot.line, "winner": lot.winner}
        for lot in lots.by_phase
        if lot.line not in before
    ]
    said += [_ranks_message(lot) for lot in lots.by_rank if lot.line not in before and lot.line != lot.lot]
    return said + [
        _(
            "For whom is “%(line)s”? No rank has it, it is called by hand. For a rank begin the line as in “4th: 2 hams” or “5th "
            "and 6th: a ham”, for the last team “Last: noodles”, for the winner of a bracket “Consolante: 2 hams”, for its "
            "finalist “Consolante, 2nd: 2 pâtés”."
        )
        % {"line": line}
        for line in lots.apart
        if line not in before
    ]


def _ranks_message(lot: RankLot) -> str:
    """Say for which rank of the whole ranking *lot* is, or for which ranks."""
    first, last = lot.ranks[0], lot.ranks[-1]
    if first == LAST:
        return _("“%(line)s” is for the last team of the whole ranking, of those who stayed.") % {"line": lot.line}
    if first < last:
        words = {"line": lot.line, "first": ordinal(first), "last": ordinal(last)}
        return _("“%(line)s” is for each rank from the %(first)s to the %(last)s of the whole ranking.") % words
    return _("“%(line)s” is for rank %(rank)s of the whole ranking.") % {"line": lot.line, "rank": first}


def _free_ranks(taken: Sequence[Sequence[int]]) -> Iterator[int]:
    """Yield the ranks from 1 on that no line of *taken* says; each line says ranks in a row."""
    rank = 1
    for ranks in sorted(taken, key=lambda ranks: ranks[0]):
        yield from range(rank, ranks[0])
        rank = max(rank, ranks[-1] + 1)
    yield from count(rank)


def _ranks(line: str) -> Sequence[int]:
    """Return the ranks of the whole ranking that *line* begins with, none where it begins with none."""
    head, colon, lot = line.partition(":")
    said = _plain(head.replace("-", " to "))
    if not colon or not lot.strip():
        return ()
    if _LAST.fullmatch(said):
        return (LAST,)
    if between := _RANKS.fullmatch(said):
        first, last = int(between[1]), int(between[3])
        # "3rd and 5th" leaves the 4th out, which nobody meant.
        far = between[2] in ("et", "and") and last > first + 1
        return range(first, last + 1) if 0 < first < last <= MOST_RANKS and not far else ()
    one = _RANK.fullmatch(said)
    place = _place(one) if one else 0
    return (place,) if 0 < place <= MOST_RANKS else ()


class _Head(NamedTuple):
    """Hold what a line begins with: a bracket, or its third-place match; `places` empty where it says none."""

    phase: Phase
    third: bool
    places: Sequence[int]


def _head(line: str, known: Mapping[str, tuple[Phase, bool]]) -> _Head | None:
    """Return the bracket and the places that *line* begins with, None where it begins with none."""
    head, colon, _lot = line.partition(":")
    said = _plain(re.sub(r"(?<=\d)\s*[-–]\s*(?=\d)", " to ", head))
    if not colon or not said:
        return None
    if said in known:
        return _Head(*known[said], ())
    before = _BEFORE.match(said)
    rest = said[before.end() :] if before else said
    after = _AFTER.search(rest)
    for name, match in ((rest, before), (rest[: after.start()] if after else "", after)):
        if name in known and match:
            phase, third = known[name]
            # "Winner of the third place" is its third all the same.
            place = 0 if third else _place(match)
            return _Head(phase, third, [place] if place else ())
    for name, (phase, third) in known.items():
        rest = said.removeprefix(f"{name} ") if said.startswith(f"{name} ") else _before(said, name)
        if not third and (places := _several(rest)):
            return _Head(phase, False, places)
    # Of no bracket by name: that of the first ranks.
    return _Head(*known[_FINAL[0]], places) if (places := _beaten(said)) and _FINAL[0] in known else None


def _before(said: str, name: str) -> str:
    """Return what stands before *name* at the end of *said*, "of the" left out; "" where it does not end so."""
    return re.sub(_OF, "", said.removesuffix(f" {name}")) if said.endswith(f" {name}") else ""


def _several(said: str) -> Sequence[int]:
    """Return the places, more than one, that *said* names in a bracket; none for anything else."""
    if between := _BETWEEN.fullmatch(said):
        first, last = int(between[1]), int(between[2])
        return range(first, last + 1) if 0 < first < last <= MOST_PLACES else ()
    return _beaten(said)


def _beaten(said: str) -> Sequence[int]:
    """Return the places of those beaten in the round that *said* names, none where it names none."""
    return next((places for places, words in _BEATEN.items() if words.fullmatch(said)), ())


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
            for phase in tournament.formula.phases:
                if phase.method == KNOCK_OUT:
                    known.setdefault(_plain(phase_title(phase, language)), (phase, False))
                    if phase.placed:
                        known.setdefault(_plain(_("Third-place match")), (phase, True))
                        known = dict.fromkeys(_LESSER_FINAL, (phase, True)) | known
    main = [phase for phase in tournament.formula.phases if phase.method == KNOCK_OUT and phase.who not in _LESSER]
    for phase in main[:1]:
        known = dict.fromkeys(_FINAL, (phase, False)) | known
    return known


def _winner(head: _Head, places: Sequence[int]) -> str:
    """Say who has the prize for *places* of a bracket, in words that follow "the"; "each" of several begins with that."""
    first, last = places[0], places[-1]
    consolante = head.phase.who in ("pool_after", "beaten")
    words = {"bracket": phase_title(head.phase, spoken_language()), "place": ordinal(first), "last": ordinal(last)}
    if (first, last) == (THIRD, THIRD + 1):
        if consolante:
            return _("each of the two beaten in the semi-finals of the consolante")
        return _("each of the two beaten in the semi-finals of “%(bracket)s”") % words
    if first < last:
        if consolante:
            return _("each place from the %(place)s to the %(last)s of the consolante") % words
        return _("each place from the %(place)s to the %(last)s of “%(bracket)s”") % words
    if head.third and first == THIRD:
        return _("winner of the third-place match")
    if consolante:
        names = {1: _("winner of the consolante"), 2: _("finalist of the consolante")}
        return names.get(first) or _("%(place)s of the consolante") % words
    names = {1: _("winner of “%(bracket)s”"), 2: _("finalist of “%(bracket)s”")}
    return names.get(first, _("%(place)s of “%(bracket)s”")) % words
