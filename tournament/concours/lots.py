"""Read the prizes as they were typed: line n is for rank n; lines that begin with the name of a bracket are for it.

The first of those is for its winner, the next for its finalist, then for its third and so on. A line may say its place,
or several, in a bracket or in the ranking: "Consolante, 3rd and 4th: a sausage" is for each of the two. "Last: noodles" is
for the last team.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import NamedTuple

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament import names
from tournament.concours.lot_heads import CATEGORIES, read_special
from tournament.concours.lot_lines import (
    ASKED,
    CATEGORY,
    CLUB,
    COMMUNE,
    DRAWN,
    LAST_TEAM,
    PLACE,
    RANK,
    YOUNGEST,
    split_details,
)
from tournament.concours.models import Prize, Tournament
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
# Words of brackets that a concours may not have.
_BRACKET_WORDS = (
    "consolante",
    "consolation",
    "finale",
    "finales",
    "final",
    "finals",
    "tableau",
    "principal",
    "poule",
    "pool",
)
LAST = 0  # the rank of the last team
MOST_RANKS = 10_000  # as many as there may be teams
MOST_PLACES = 128  # of a bracket, on one line


@dataclass(frozen=True)
class ListedPrize:
    """A prize of a concours; `line` as typed, `what` is won. `award` says for whom it is: a word of `lot_lines`.

    One for each of `places`: ranks of the whole ranking, places of the bracket of phase number `phase` (1 its winner),
    the first ones of category or commune `of`; how many are drawn. `who` says it in words that follow "the", or "each"
    where they are several. `number` is the one it has for good.
    """

    line: str
    what: str
    award: str = ASKED
    places: Sequence[int] = ()
    phase: int = 0
    of: str = ""
    value_cents: int = 0
    giver: str = ""
    number: int = 0
    who: str = ""

    @property
    def titled(self) -> str:
        """Return its line without value and giver: for whom it is where the line says it, and what is won."""
        if not self.value_cents and not self.giver:
            return self.line
        head, colon, rest = self.line.partition(":")
        return names.clean(f"{head.rstrip()} : {self.what}") if colon and rest.strip() else self.what

    @property
    def named(self) -> str:
        """Return what is won, with for whom it is where that is no rank."""
        return self.what if self.award in (RANK, LAST_TEAM) else self.titled

    @property
    def copies(self) -> int:
        """Count how many of it there are."""
        return max(len(self.places), 1)


@dataclass(frozen=True)
class Lots:
    """The prizes of a concours, in the order in which they were typed."""

    all: list[ListedPrize] = field(default_factory=list)

    @property
    def by_rank(self) -> list[ListedPrize]:
        """Return those of the whole ranking, the first one first and the last one's last."""
        ranked = [lot for lot in self.all if lot.award in (RANK, LAST_TEAM)]
        return sorted(ranked, key=lambda lot: (lot.award == LAST_TEAM, lot.places[0] if lot.places else 0))

    @property
    def by_phase(self) -> list[ListedPrize]:
        """Return those of brackets."""
        return [lot for lot in self.all if lot.award == PLACE]

    @property
    def special(self) -> list[ListedPrize]:
        """Return those of categories, communes and clubs, of the youngest, and those that are drawn."""
        return [lot for lot in self.all if lot.award in (CATEGORY, COMMUNE, CLUB, YOUNGEST, DRAWN)]

    @property
    def asked(self) -> list[ListedPrize]:
        """Return those of which nobody knows for whom they are."""
        return [lot for lot in self.all if lot.award == ASKED]

    @property
    def apart(self) -> list[str]:
        """Return the lines of those: no rank has them."""
        return [lot.line for lot in self.asked]


def bare_lot(line: str) -> str:
    """Return the lot of a line that begins with the name of a bracket.
    >>> bare_lot("Consolante : 2 jambons")
    '2 jambons'
    """
    return names.clean(line.partition(":")[2])


def lots_of(tournament: Tournament) -> Lots:
    """Return the prizes of *tournament*; no query where it has none, one where they are read for the first time."""
    if not tournament.lots:
        return Lots()
    if tournament.pk is None:
        return Lots(read_lines(tournament, tournament.lots))
    prefetch_related_objects([tournament], "prizes")
    rows: defaultdict[str, list[Prize]] = defaultdict(list)
    for row in tournament.prizes.all():
        rows[row.line].append(row)
    if not rows:
        return as_read_before(tournament)
    known = _brackets(tournament)
    # A line without a row was written by a program of before.
    return Lots(
        [
            of_row(tournament, rows[line].pop(0)) if rows.get(line) else read_line(line, known)
            for line in tournament.lots
        ]
    )


def of_row(tournament: Tournament, row: Prize) -> ListedPrize:
    """Return a prize as its row keeps it."""
    places = range(row.first, row.last + 1) if row.first or row.award == LAST_TEAM else ()
    phase = next((one for one in tournament.formula.phases if one.index == row.phase), None)
    if row.award == PLACE and (phase is None or phase.method != KNOCK_OUT):
        return ListedPrize(row.line, row.what, value_cents=row.value_cents, giver=row.giver, number=row.number)
    lot = ListedPrize(
        row.line, row.what, row.award, places, row.phase, row.of, row.value_cents, row.giver, row.number,
    )  # fmt: skip
    return replace(lot, who=_who(lot, phase))


def read_line(line: str, known: Mapping[str, tuple[Phase, bool]]) -> ListedPrize:
    """Return the prize that *line* says; one that says no place, or is not understood, is for nobody yet."""
    head, colon, rest = line.partition(":")
    what, details = split_details(names.clean(rest if colon and rest.strip() else line))
    lot = ListedPrize(line, what, value_cents=details.value_cents, giver=details.giver)
    if not colon or not rest.strip():
        return lot
    if bracket := _head(line, known):
        places = bracket.places or [THIRD if bracket.third else 1]
        return replace(
            lot,
            award=PLACE,
            places=places,
            phase=bracket.phase.index,
            who=_winner(bracket, places),
        )
    if ranks := _ranks(line):
        lot = replace(lot, award=LAST_TEAM if ranks[0] == LAST else RANK, places=ranks)
    elif special := read_special(_plain(head), names.clean(head)):
        # A bracket that there is not is no commune.
        if not any(f" {word} " in f" {_plain(head)} " for word in (*known, *_BRACKET_WORDS)):
            lot = replace(lot, award=special.award, places=special.places, of=special.of)
    return replace(lot, who=_who(lot, None)) if lot.award else replace(lot, what=lot.what)


def read_one(tournament: Tournament, line: str) -> ListedPrize:
    """Return the prize that *line* says by itself."""
    return read_line(line, _brackets(tournament))


def read_lines(tournament: Tournament, lines: Sequence[str]) -> list[ListedPrize]:
    """Return the prizes of newly typed *lines*: where none says a rank, those that say nothing are for the ranks in order.

    Several lines that begin with a bracket and say no place are for its best places in order.
    """
    known = _brackets(tournament)
    lots = [read_line(line, known) for line in lines]
    said = {(lot.phase, place) for lot in lots if lot.award == PLACE for place in lot.places if _says_place(lot, known)}
    for at, lot in enumerate(lots):
        if lot.award == PLACE and not _says_place(lot, known):
            start = lot.places[0]
            place = next(place for place in count(start) if (lot.phase, place) not in said)
            said.add((lot.phase, place))
            head = _head(lot.line, known)
            assert head is not None
            lots[at] = replace(lot, places=[place], who=_winner(head, [place]))
    if not any(lot.award == RANK for lot in lots):
        ranks = count(1)
        for at, lot in enumerate(lots):
            if lot.award == ASKED and not _seems_for_somebody(lot.line, known):
                lots[at] = replace(lot, award=RANK, places=[next(ranks)])
                lots[at] = replace(lots[at], who=_who(lots[at], None))
    return lots


def _says_place(lot: ListedPrize, known: Mapping[str, tuple[Phase, bool]]) -> bool:
    head = _head(lot.line, known)
    return bool(head and head.places)


def _seems_for_somebody(line: str, known: Iterable[str]) -> bool:
    """Return whether *line* names somebody that nobody here knows: a colon stands behind it, or behind the lot itself."""
    words = _plain(line)
    return ":" in line or bool(_NAMES_LAST.search(words)) or any(f" {name} " in f" {words} " for name in known)


def as_read_before(tournament: Tournament) -> Lots:
    """Return the prizes of a list of an earlier version: a line that says nothing is for the next rank that is free."""
    known = _brackets(tournament)
    read = [(line, _head(line, known)) for line in tournament.lots]
    said = {(head.phase.index, place) for _line, head in read if head for place in head.places}
    taken = [ranks for line, head in read if head is None and (ranks := _ranks(line))]
    free = _free_ranks(taken)
    lots = []
    for line, head in read:
        if head:
            # A line that says no place is for the best one that no other line has.
            places = head.places or [
                next(place for place in count(THIRD if head.third else 1) if (head.phase.index, place) not in said)
            ]
            said |= {(head.phase.index, place) for place in places}
            who = _winner(head, places)
            lots.append(ListedPrize(line, bare_lot(line), PLACE, places, head.phase.index, who=who))
        elif ranks := _ranks(line):
            lots.append(ListedPrize(line, bare_lot(line), LAST_TEAM if ranks[0] == LAST else RANK, ranks))
        elif _seems_for_somebody(line, known):
            lots.append(ListedPrize(line, line))
        else:
            lots.append(ListedPrize(line, line, RANK, (next(free),)))
    return Lots([replace(lot, who=lot.who or _who(lot, None), number=at) for at, lot in enumerate(lots, 1)])


def lot_messages(tournament: Tournament, before: Sequence[str]) -> list[str]:
    """State for whom the lines typed since *before* are that name a place or a bracket."""
    new = [lot for lot in lots_of(tournament).all if lot.line not in before]
    in_order = [lot for lot in new if lot.award == RANK and lot.line == lot.what]
    said = [
        (_("“%(line)s” is for %(winner)s.") if len(lot.places) > 1 else _("“%(line)s” is for the %(winner)s."))
        % {"line": lot.line, "winner": lot.who}
        for lot in new
        if lot.award == PLACE
    ]
    said += [_message(lot) for lot in new if lot.award not in (ASKED, PLACE) and lot not in in_order]
    if not tournament.origin_teams:
        said += [
            _("“%(line)s”: for that, set in “The ranking” how many teams of a club or commune count.")
            % {"line": lot.line}
            for lot in new
            if lot.award == CLUB
        ]
    return said + [
        _(
            "For whom is “%(line)s”? No rank has it, it is called by hand. For a rank begin the line as in “4th: 2 hams” or “5th "
            "and 6th: a ham”, for the last team “Last: noodles”, for the winner of a bracket “Consolante: 2 hams”, for its "
            "finalist “Consolante, 2nd: 2 pâtés”."
        )
        % {"line": lot.line}
        for lot in new
        if lot.award == ASKED
    ]


def suggested_heads(tournament: Tournament) -> list[str]:
    """Return words for whom a prize may be in *tournament*, each as a line begins with it."""
    lang = spoken_language()
    brackets = [phase_title(phase, lang) for phase in tournament.formula.phases if phase.method == KNOCK_OUT]
    return [
        *(ordinal(place) for place in (1, 2, 3, 4)),
        _("5th to 8th"),
        pgettext("prize", "Last"),
        *brackets,
        *(f"{title}, {ordinal(2)}" for title in brackets),
        _("First women’s team"),
        _("First mixed team"),
        _("First young team"),
        _("Youngest together"),
        _("Best team from …"),
        _("Drawn among those present"),
    ]


def who_of(tournament: Tournament, lot: ListedPrize, place: int) -> str:
    """State for whom one of the copies of *lot* is, that of *place*, in words that follow "the"."""
    phase = next((one for one in tournament.formula.phases if one.index == lot.phase), None)
    return _who(replace(lot, places=(place,)), phase) or lot.line


def _message(lot: ListedPrize) -> str:
    """State for whom *lot* is, which is of no bracket."""
    if lot.award in (RANK, LAST_TEAM):
        return _ranks_message(lot)
    words = {"line": lot.line, "winner": lot.who}
    return (
        _("“%(line)s” is for %(winner)s.") if len(lot.places) > 1 else _("“%(line)s” is for the %(winner)s.")
    ) % words


def _who(lot: ListedPrize, phase: Phase | None) -> str:
    """State for whom *lot* is, in words that follow "the", or that begin with "each" where they are several."""
    if lot.award == PLACE and phase is not None:
        return _winner(_Head(phase, bool(phase.placed) and list(lot.places) == [THIRD], lot.places), lot.places)
    if lot.award == ASKED or not lot.places:
        return ""
    first, last = lot.places[0], lot.places[-1]
    words = {"place": ordinal(first), "last": ordinal(last), "of": lot.of, "n": len(lot.places)}
    if lot.award == LAST_TEAM:
        return _("last of those who stayed")
    if lot.award == RANK:
        return (
            _("each rank from the %(place)s to the %(last)s") if first < last else _("%(place)s of the ranking")
        ) % words
    if lot.award == DRAWN:
        return (
            ngettext("one drawn among those present", "each of the %(n)s drawn among those present", len(lot.places))
            % words
        )
    words["of"] = str(CATEGORIES.get(lot.of, lot.of))
    if lot.award == YOUNGEST:
        one, several = _("%(place)s of the youngest, by their ages together"), _("each of the %(last)s youngest")
    elif lot.award == CLUB:
        one, several = _("best team of the %(place)s club or commune"), ""
    elif lot.award == CATEGORY:
        one, several = (
            _("%(place)s of the category “%(of)s”"),
            _("each of the category “%(of)s” from the %(place)s to the %(last)s"),
        )
    else:
        one, several = (
            _("%(place)s of those from %(of)s"),
            _("each of those from %(of)s, from the %(place)s to the %(last)s"),
        )
    return (several if first < last else one) % words


def _ranks_message(lot: ListedPrize) -> str:
    """State for which rank of the whole ranking *lot* is, or for which ranks."""
    first, last = lot.places[0], lot.places[-1]
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
    """Represent what a line begins with: a bracket, or its third-place match; `places` empty where it says none."""

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
    """State who has the prize for *places* of a bracket, in words that follow "the"; "each" of several begins with that."""
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
