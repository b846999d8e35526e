"""Read for whom a line of the list of prizes is: a rank, the last team, a place in a bracket."""

import re
from collections.abc import Mapping, Sequence
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
NAMES_LAST = re.compile(rf"\b(?:{_LAST_WORDS})\b")

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


def ranks_of(line: str) -> Sequence[int]:
    """Return the ranks of the whole ranking that *line* begins with, none where it begins with none."""
    head, colon, lot = line.partition(":")
    said = plain_text(head.replace("-", " to "))
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


class LineHead(NamedTuple):
    """Represent what a line begins with: a bracket, or its third-place match; `places` empty where it says none."""

    phase: Phase
    third: bool
    places: Sequence[int]


def read_head(line: str, known: Mapping[str, tuple[Phase, bool]]) -> LineHead | None:
    """Return the bracket and the places that *line* begins with, None where it begins with none."""
    head, colon, _lot = line.partition(":")
    said = plain_text(re.sub(r"(?<=\d)\s*[-–]\s*(?=\d)", " to ", head))
    if not colon or not said:
        return None
    if said in known:
        return LineHead(*known[said], ())
    before = _BEFORE.match(said)
    rest = said[before.end() :] if before else said
    after = _AFTER.search(rest)
    for name, match in ((rest, before), (rest[: after.start()] if after else "", after)):
        if name in known and match:
            phase, third = known[name]
            # "Winner of the third place" is its third all the same.
            place = 0 if third else _place(match)
            return LineHead(phase, third, [place] if place else ())
    for name, (phase, third) in known.items():
        rest = said.removeprefix(f"{name} ") if said.startswith(f"{name} ") else _before(said, name)
        if not third and (places := _several(rest)):
            return LineHead(phase, False, places)
    # Of no bracket by name: that of the first ranks.
    return LineHead(*known[_FINAL[0]], places) if (places := _beaten(said)) and _FINAL[0] in known else None


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


def plain_text(text: str) -> str:
    return " ".join(re.findall(r"\w+", names.spelling(text)))


def brackets_of(tournament: Tournament) -> dict[str, tuple[Phase, bool]]:
    """Return the names of the brackets, in every language, that a line may begin with; of two alike the first one."""
    known: dict[str, tuple[Phase, bool]] = {}
    for language, _name in settings.LANGUAGES:
        with translation.override(language):
            for phase in tournament.formula.phases:
                if phase.method == KNOCK_OUT:
                    known.setdefault(plain_text(phase_title(phase, language)), (phase, False))
                    if phase.placed:
                        known.setdefault(plain_text(_("Third-place match")), (phase, True))
                        known = dict.fromkeys(_LESSER_FINAL, (phase, True)) | known
    main = [phase for phase in tournament.formula.phases if phase.method == KNOCK_OUT and phase.who not in _LESSER]
    for phase in main[:1]:
        known = dict.fromkeys(_FINAL, (phase, False)) | known
    return known


def winner_of(head: LineHead, places: Sequence[int]) -> str:
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
