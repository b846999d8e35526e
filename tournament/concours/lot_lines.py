"""Read and write one line of a list of prizes: for whom, what, its value and who gives it; plain values, no query.

"1er : jambon (50 €, Boucherie Morel)" is for the first rank: a ham worth 50 euros, given by the butcher. What stands
in the brackets at the end counts as details only where an amount or "offert par" is among it: "(rosé)" belongs to the
prize. A line may be for a team that is no rank and no bracket: a category, a commune, a club, the youngest, the drawn.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from tournament import names

# For whom a prize is.
ASKED, RANK, LAST_TEAM, PLACE, CATEGORY, COMMUNE, CLUB, YOUNGEST, DRAWN = (
    "", "rank", "last", "place", "category", "commune", "club", "youngest", "drawn",
)  # fmt: skip
MOST_CENTS = 10_000_000
WHAT_LENGTH, GIVER_LENGTH, OF_LENGTH = 120, 60, 60

_DETAILS = re.compile(r"\s*\(([^()]*)\)\s*\.?$")
_PARTS = re.compile(r"\s*;\s*|\s*,(?!\d)\s*")
_AMOUNT = re.compile(
    r"(?:(?:valeur|val\.?|worth|value)\s*(?:de\s+)?:?\s*)?(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,6})(?:[.,](\d{1,2}))?"
    r"\s*(?:€|euros?|eur)(?:\s+(?:de\s+valeur|chacun|l.un))?",
    re.IGNORECASE,
)
_GIVEN_BY = re.compile(
    r"(?:(?:offerte?s?|donnée?s?|donne|don|given|offered)\s+(?:par|de|by)|(?:de\s+la\s+part|don)\s+de|by)\s+(.+)",
    re.IGNORECASE,
)
# "1. Jambon", "2) Canard", "3ème prix – vin", or a cell of a spreadsheet: what stands first is the rank.
_NUMBERED = re.compile(
    r"(\d{1,5})\s*(?:(?:ere|ère|er|re|eme|ème|es|e|nde|nd|st|rd|th)\b)?\s*(?:prix|lot|prize)?\s*(?:[.)=]|[-–—](?=\s))\s*(?=\D)(\S.*)"
)


@dataclass(frozen=True)
class Details:
    """The details of a prize beside its description: its value in cents, 0 where the line says none, and its giver."""

    value_cents: int = 0
    giver: str = ""


def cents_of(text: str) -> int | None:
    """Return the amount that *text* is and nothing else, in cents; None for another text.
    >>> cents_of("50 €"), cents_of("12,5 euros"), cents_of("1 250 €"), cents_of("valeur 8€"), cents_of("jambon")
    (5000, 1250, 125000, 800, None)
    """
    read = _AMOUNT.fullmatch(text.strip())
    if read is None:
        return None
    cents = int(re.sub(r"\D", "", read[1])) * 100 + int((read[2] or "0").ljust(2, "0"))
    return cents if cents <= MOST_CENTS else None


def split_details(text: str) -> tuple[str, Details]:
    """Return *text* without the details at its end, and these.
    >>> split_details("jambon (50 €, Boucherie Morel)")
    ('jambon', Details(value_cents=5000, giver='Boucherie Morel'))
    >>> split_details("3 bouteilles (rosé)")
    ('3 bouteilles (rosé)', Details(value_cents=0, giver=''))
    """
    found = _DETAILS.search(text)
    if found is None or not text[: found.start()].strip():
        return text, Details()
    value, givers, is_detail = 0, [], False
    for part in _PARTS.split(found[1]):
        cents = cents_of(part)
        given = _GIVEN_BY.fullmatch(part.strip())
        if cents is not None and not value:
            value, is_detail = cents, True
        elif given is not None:
            givers.append(given[1])
            is_detail = True
        elif part.strip():
            givers.append(part.strip())
    giver = ", ".join(givers)
    if not is_detail or len(giver) > GIVER_LENGTH:
        return text, Details()
    return text[: found.start()].strip(), Details(value, giver)


def amount_words(cents: int) -> str:
    """Return *cents* as a line writes them.
    >>> amount_words(5000), amount_words(1250)
    ('50 €', '12,50 €')
    """
    whole, rest = divmod(cents, 100)
    return f"{whole},{rest:02} €" if rest else f"{whole} €"


def line_of(head: str, what: str, value_cents: int = 0, giver: str = "") -> str:
    """Return the line of a prize, for whom it is as *head* says; without one it is asked.
    >>> line_of("1er", "jambon", 5000, "Boucherie Morel"), line_of("", "lot mystère"), line_of("2e", "vin", 0, "M. Lot")
    ('1er : jambon (50 €, Boucherie Morel)', 'lot mystère', '2e : vin (offert par M. Lot)')
    """
    given = giver if value_cents and _AMOUNT.fullmatch(giver) is None else f"offert par {giver}" if giver else ""
    details = ", ".join(filter(None, (amount_words(value_cents) if value_cents else "", given)))
    return (f"{head} : " if head else "") + what + (f" ({details})" if details else "")


def in_one_line(pasted: str) -> str:
    """Return a pasted line as a list of prizes has it: cells of a spreadsheet joined, "1. Jambon" with its colon.
    >>> in_one_line("1er\\tJambon\\t50 €\\tBoucherie Morel"), in_one_line("2) Canard"), in_one_line("2 jambons")
    ('1er : Jambon (50 €, Boucherie Morel)', '2 : Canard', '2 jambons')
    """
    cells = [names.clean(cell) for cell in pasted.split("\t")]
    cells = [cell for cell in cells if cell]
    if len(cells) > 1:
        details = [cell for cell in cells[2:] if cents_of(cell) is not None or not cell.isdigit()]
        value = next((cents for cell in details if (cents := cents_of(cell)) is not None), 0)
        giver = ", ".join(cell for cell in details if cents_of(cell) is None)
        return line_of(cells[0].rstrip(" :"), cells[1], value, giver[:GIVER_LENGTH])
    text = cells[0] if cells else ""
    numbered = _NUMBERED.fullmatch(text) if ":" not in text else None
    return f"{numbered[1]} : {numbered[2]}" if numbered else text


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
