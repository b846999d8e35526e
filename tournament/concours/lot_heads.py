"""Read for which team that is no rank and no bracket a line of prizes is: a category, a commune, a club, the youngest, the drawn."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournament.concours.lot_lines import CATEGORY, CLUB, COMMUNE, DRAWN, OF_LENGTH, YOUNGEST

# The categories of teams, with the words in which a list of prizes names their best.
CATEGORIES = {"women": _("women"), "mixed": _("mixed"), "men": _("men"), "young": _("young")}
_CATEGORY_WORDS = {
    "women": r"feminin(?:e|es|s)?|dames?|femmes?|feminines?|wom[ae]n(?:\s+s)?|ladies",
    "mixed": r"mixtes?|mixed",
    "men": r"masculin(?:e|es|s)?|hommes?|messieurs|m[ae]n(?:\s+s)?",
    "young": r"jeunes?|juniors?|young",
}
_WHO = r"(?:equipes?|doublettes?|paires?|joueu(?:r|rs|se|ses)|teams?|pairs?|players?|couples?)"
_FIRST = (
    r"(?:(?P<figure>\d{1,3})\s?(?:ere|er|re|eme|e|nde|nd|st|rd|th)?|(?P<word>premiere?s?|meilleure?s?|first|best)"
    r"|(?P<second>deuxiemes?|secondes?|second)|(?P<third>troisiemes?|third))"
)
_LEAD = r"(?:(?:pour|a|aux|for|to)\s+)?(?:(?:la|le|les|l|the)\s+)?"
_CATEGORY = re.compile(
    rf"{_LEAD}(?:{_FIRST}\s+)?(?:{_WHO}\s+)?(?:(?:de|des|of)\s+)?(?P<of>"
    + "|".join(f"(?P<{key}>{words})" for key, words in _CATEGORY_WORDS.items())
    + rf")(?:\s+{_WHO})?"
)
_SEVERAL = re.compile(
    r"(?P<first>\d{1,3})(?:ere|er|re|eme|e|st|nd|rd|th)?\s+(?:a|au|et|to|and)\s+(?P<last>\d{1,3})(?:ere|er|re|eme|e|st|nd|rd|th)?(?P<rest>\s.*)"
)
_YOUNGEST = re.compile(
    rf"{_LEAD}(?:{_WHO}\s+)?(?:(?:la|le|les|the)\s+)?(?:plus\s+jeunes?(?:\s+{_WHO})?|youngest(?:\s+{_WHO})?|benjamine?s?)"
    r"(?:\s+(?:ensemble|together|a\s+(?:eux\s+)?deux))?"
)
# One person of a team: the ages that are noted are those of its players together.
_ONE_PERSON = re.compile(r"\b(?:joueu(?:r|se)|player|benjamine?)\b|\ble plus jeune$")
_DRAWN = re.compile(
    rf"{_LEAD}(?:(?P<n>\d{{1,3}})\s+)?(?:{_WHO}\s+)?(?:(?:tire(?:e|s|es)?\s+)?au\s+sort|tirage(?:\s+au\s+sort)?|tombola|drawn|draw|by\s+lot)"
    r"(?:\s+(?:(?:parmi|entre|among)\s+)?(?:les\s+|those\s+|the\s+)?(?:presents?|presentes?|equipes\s+presentes|teams\s+present))?"
)
_COMMUNE = re.compile(
    rf"{_LEAD}(?:{_FIRST}\s+(?:{_WHO}\s+)?|{_WHO}\s+)(?:(?:de\s+la\s+(?:commune|ville)|du\s+village)\s+(?:de|d)|de\s+la|de\s+l|de|du|des|d|from|of)\s+(?P<of>\S.*)"
)
# « 1er du club », « 1re équipe de la poule A »: no commune is called that, and nobody knows which one is meant.
_NO_COMMUNE = re.compile(
    r"(?:(?:ce|cet|cette|notre|votre|the)\s+)?(?:communes?|clubs?|villages?|villes?|cantons?|departements?|regions?|pays|coin|amicale|association"
    r"|soir|soiree|matin|matinee|journee|jour|concours|tournoi|parties?|manches?|poules?|tables?|salles?|classement|serie|tour|groupe"
    r"|club|town|evening|day|pool|round)(?:\s+\w{1,2})?"
)
_CLUB = re.compile(rf"{_LEAD}{_FIRST}\s+(?:clubs?|communes?|villages?)")
MOST = 100  # of one category, drawn from one line


class Special(NamedTuple):
    """For whom a line is: an award of `lot_lines`, the places there, and of which category or commune."""

    award: str
    places: Sequence[int]
    of: str = ""


def read_special(plain: str, typed: str, *, singles: bool = False) -> Special | None:
    """Return for whom the head of a line is, given in *plain* words and as *typed*; None where nobody here is named.

    The youngest player alone is named only with *singles*, where everybody enters alone.

    >>> read_special("1re equipe feminine", "1re équipe féminine")
    Special(award='category', places=[1], of='women')
    >>> read_special("meilleure equipe de saint gobain", "Meilleure équipe de Saint-Gobain")
    Special(award='commune', places=[1], of='Saint-Gobain')
    >>> read_special("1er club", "1er club")
    Special(award='club', places=[1], of='')
    >>> read_special("3 tires au sort parmi les presents", "3 tirés au sort parmi les présents").places
    range(1, 4)
    >>> read_special("lot mystere", "Lot mystère")
    """
    if drawn := _DRAWN.fullmatch(plain):
        n = int(drawn["n"] or 1)
        return Special(DRAWN, range(1, n + 1)) if 0 < n <= MOST else None
    if _YOUNGEST.fullmatch(plain):
        return Special(YOUNGEST, [1]) if singles or not _ONE_PERSON.search(plain) else None
    if between := _SEVERAL.fullmatch(plain):
        first, last = int(between["first"]), int(between["last"])
        one = read_special(f"{first}e{between['rest']}", typed)
        fits = 0 < first < last <= MOST and one is not None and one.award == CATEGORY
        return Special(CATEGORY, range(first, last + 1), one.of) if one and fits else None
    if found := _CATEGORY.fullmatch(plain):
        place = _place(found)
        key = next(key for key in _CATEGORY_WORDS if found[key])
        return Special(CATEGORY, [place], key) if 0 < place <= MOST else None
    if found := _CLUB.fullmatch(plain):
        place = _place(found)
        return Special(CLUB, [place]) if 0 < place <= MOST else None
    if found := _COMMUNE.fullmatch(plain):
        if _NO_COMMUNE.fullmatch(found["of"]):
            return None
        place, of = _place(found), _end(typed, found["of"])
        return Special(COMMUNE, [place], of) if 0 < place <= MOST and 0 < len(of) <= OF_LENGTH else None
    return None


def _place(found: re.Match[str]) -> int:
    if found["figure"]:
        return int(found["figure"])
    return 2 if found["second"] else 3 if found["third"] else 1


def _end(typed: str, plain: str) -> str:
    """Return the end of *typed* whose words are those of *plain*: a name keeps its capitals and hyphens."""
    words = list(re.finditer(r"\w+", typed))
    count = len(plain.split())
    return typed[words[-count].start() :].strip(" .") if 0 < count <= len(words) else ""
