"""Weigh what stands in the cells of a column, whatever its title says and in whatever language."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournament.given_names import GIVEN_NAMES
from tournament.names import spelling

_DATE = re.compile(
    r"(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.](?:\d{4}|\d{2}))(?:[T ]+(?:à )?\d{1,2}[:h]\d{2}(?::\d{2})?(?:\.\d+)?Z?)?"
    r"|\d{1,2}[:h]\d{2}(?::\d{2})?",
    re.IGNORECASE,
)
_MAIL = re.compile(r"\S+@\S+")
_LINK = re.compile(r"(?:https?://|www\.)\S+", re.IGNORECASE)
_FIGURES = re.compile(r"[+-]?\d[\d\s.,/-]*\s*(?:€|eur(?:os?)?|\$|%)?", re.IGNORECASE)
_CODE = re.compile(r"(?=\S*\d)(?=\S*[^\W\d_])[^\W_](?:[^\W_]|[-/.](?=[^\W_]))+")
# Words that answer a question of a form.
_ANSWERS = frozenset("oui non yes no true false vrai faux ja nein nee sim nao si ok x on off".split())
# Words that stand before a name, and are none.
COURTESY = frozenset(
    "m mr mrs ms mme mlle mm madame monsieur mademoiselle herr frau dhr mevr sr sra senor senora signor signora f h w"
    " homme femme male female masculin feminin mann weiblich".split()
) | {"m et mme", "mr et mme", "mme et m", "mr mrs"}
# States of an order or of a registration, by the stems of their words.
_STATES = re.compile(
    r"(?:valide|confirme|en attente|attente|waiting|pending|confirmed|paid|payee?|paye|processed|complete|abandon|refus|traite)\w*"
    r"|.*\b(?:annul|rembours|refund|cancel|liste d attente|storniert|geannuleerd|cancelad|erstattet|wait list|withdr|warteliste|abgesagt|espera|anulad)\w*"
)
_NO_MORE = re.compile(
    r"(?:.*\b(?:annul|rembours|refund|cancel|attente|waiting|pending|storniert|erstattet|geannuleerd|cancelad|abandon|refus|wait list|withdr|warteliste|abgesagt|espera|anulad)\w*( (?:le|la|du|ce|hier|depuis|par|pour|sur|en|n|no|numero|rang|place|faute|cause|\d).*)?"
    r"|(?:les |liste des )?(?:remplacant|suppleant|desist|reserviste|absent|excuse|forfait)\w*( si .*)?"
    r"|sous reserve.*|a confirmer|(?:non|pas) confirmee?s?|ne (?:vien|peu)\w* (?:pas|plus))"
)
# « Réserve 2 », but neither « Réservé » nor « Réservations ».
_RESERVE = re.compile(
    r"(?:les |listes? des? |[ée]quipes? (?:de |en )?)?r[ée]serves?(?:\s*n?[°º]?\s*\d{1,2})?", re.IGNORECASE
)
_ENDINGS = re.compile(r"\((?:e|s|es)\)", re.IGNORECASE)
_PROSE_WORDS = 7


def is_date(text: str) -> bool:
    """Return whether *text* is a date, an hour or both.
    >>> is_date("03/11/2026 20:14"), is_date("2020-03-12 20:23:05"), is_date("03-10-1976"), is_date("06.10.20.30.40")
    (True, True, True, False)
    """
    return bool(_DATE.fullmatch(text.strip()))


def is_no_more(text: str) -> bool:
    """Return whether a state stops a registration until somebody decides: cancelled, refunded, waiting.
    >>> is_no_more("Remboursé"), is_no_more("Liste d'attente n° 2"), is_no_more("Validé"), is_no_more("non annulé")
    (True, True, False, False)
    >>> is_no_more("Équipes de réserve :"), is_no_more("Réserve 2"), is_no_more("Réservé"), is_no_more("Réservations")
    (True, True, False, False)
    """
    if _RESERVE.fullmatch(text.strip(" :.*-")):
        return True
    said = spelling(_ENDINGS.sub("", text))
    return bool(_NO_MORE.fullmatch(said)) and not re.match(r"(?:non|not|pas) ", said)


@lru_cache(maxsize=4_096)
def kind_of(cell: str) -> str:
    """Return the kind of a cell: empty, mail, link, date, figures, answer, courtesy, state, code, prose or words.
    >>> [kind_of(cell) for cell in ("a@b.test", "20,00", "Oui", "M. et Mme", "Remboursé", "PAY-0199", "Luc Roux")]
    ['mail', 'figures', 'answer', 'courtesy', 'state', 'code', 'words']
    """
    text = cell.strip()
    if not text:
        return "empty"
    if _MAIL.fullmatch(text):
        return "mail"
    if _LINK.match(text):
        return "link"
    if is_date(text):
        return "date"
    if _FIGURES.fullmatch(text):
        return "figures"
    said = spelling(text)
    if said in _ANSWERS:
        return "answer"
    if said in COURTESY:
        return "courtesy"
    if _STATES.fullmatch(said) and len(said.split()) <= 3:
        return "state"
    if _CODE.fullmatch(text):
        return "code"
    return "prose" if len(said.split()) > _PROSE_WORDS else "words"


def not_a_name(name: str) -> bool:
    """Return whether *name* holds what no person's name has, or is nothing but a title, an answer or a state.

    An accent that a program could not write stands there as « _ », « ? » or a sign of its own.
    >>> [not_a_name(name) for name in ("rita@exemple.test", "Roux 1976", "M.", "Validé Roux", "True", "Zo_ Roux", "idem Léa", "Luc Roux")]
    [True, True, True, True, True, True, True, False]
    """
    if kind_of(name) not in ("empty", "words", "prose"):
        return True
    said = spelling(name)
    first = said.partition(" ")[0]
    shown = re.fullmatch(r"(?:valide|confirme|annule|rembourse|refunded|cancelled|confirmed)e?s?", first)
    return bool(
        re.search(r"[@\d_=\ufffd]|^(?:[\"'»″〃]+|idem|dito)\s|\s(?:[\"″〃]+|idem|dito)$|\w\?\w|https?:|www\.", name)
        or shown
        or re.match(r"(?:m|mr) (?:et )?mme$", said)
    )


def is_body(name: str) -> bool:
    """Return whether *name* is that of a club, and of nobody.
    >>> is_body("Amicale de Nort"), is_body("Sport Club Nort"), is_body("Luc Club")
    (True, True, False)
    """
    first, _space, rest = re.sub(r"^(?:sport|sporting|racing|athletic) club\b", "club", spelling(name)).partition(" ")
    return bool(rest) and first in ("club", "amicale", "association", "comite", "federation", "mairie")


@dataclass(frozen=True)
class Evidence:
    """The kinds of the cells of a column that are filled, and how many of its words are given names."""

    kinds: Counter[str]
    filled: int
    given: float  # the share of the cells that have a known given name
    one_word: float  # the share of the cells that are one word

    @property
    def plain(self) -> str:
        """Return the one kind that eight of ten cells have and that no name has; empty where there is none."""
        kind, count = self.kinds.most_common(1)[0] if self.kinds else ("", 0)
        return kind if kind not in ("words", "prose") and count >= 0.8 * self.filled else ""


def weigh(column: Sequence[str]) -> Evidence:
    """Weigh the cells of *column*."""
    filled = [cell for cell in column if cell.strip()]

    def count(test: Callable[[str], bool]) -> float:
        return sum(map(test, filled)) / max(len(filled), 1)

    return Evidence(
        Counter(map(kind_of, filled)),
        len(filled),
        count(lambda cell: any(part in GIVEN_NAMES for part in spelling(cell.replace("-", " ")).split())),
        count(lambda cell: len(cell.split()) == 1),
    )


def is_unlike(row: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Return whether *row* has words only where most rows *below* have dates, figures, addresses or answers.

    Two such columns are enough; no cell of a title is of those kinds itself.
    """
    if any(kind_of(cell) not in ("empty", "words", "prose", "code") or "@" in cell for cell in row):
        return False
    columns = [[cells[place] for cells in below if place < len(cells)] for place in range(len(row))]
    unlike = sum(bool(row[place].strip()) and bool(weigh(column).plain) for place, column in enumerate(columns))
    return unlike >= 2
