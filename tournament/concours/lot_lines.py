"""Read and write one line of a list of prizes: for whom, what, its value and who gives it; plain values, no query.

"1er : jambon (50 €, Boucherie Morel)" is for the first rank: a ham worth 50 euros, given by the butcher. What stands in
the brackets at the end counts as details only where an amount or "offert par" is among it: "(rosé)" belongs to the prize.
"""

import re
from dataclasses import dataclass

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
