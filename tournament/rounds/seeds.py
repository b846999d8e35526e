"""The seed of a draw: cards that were cut, in one writing, or a number made by the computer."""

import re
import secrets
import unicodedata

from tournament import names
from tournament.errors import TournamentError

SEED_LENGTH = 120


_SUITS = {"♠": "♠ p pi pique", "♥": "♥ co coeur", "♦": "♦ ca carreau", "♣": "♣ t tr trefle"}


_SUIT_OF = {word: suit for suit, words in _SUITS.items() for word in words.split()}


_RANKS = {"7": "sept", "8": "huit", "9": "neuf", "10": "dix", "V": "valet j", "D": "dame q", "R": "roi k", "A": "as"}


_BETWEEN_CARDS = " ,;.-"


CARD_SUITS, CARD_RANKS = tuple(_SUITS), tuple(_RANKS)


_RANK_OF = {word: rank for rank, words in _RANKS.items() for word in (rank.lower(), *words.split())}


_CARD = re.compile(
    rf"(?<!\d)(?:(?=\d)|(?<![a-z]))({'|'.join(sorted(_RANK_OF, key=len, reverse=True))})\s*(?:de\s+)?([♠♥♦♣]|[a-z]+)"
)


_OF_THE_COMPUTER = re.compile(r"[0-9a-f]{32}")


# A number of a suit, or a drawn suit, is meant for a card, even where the pack has no such one.
_LIKE_A_CARD = re.compile(r"\d\s*(?:de\s+)?(?:pique|coeur|carreau|trefle)\b|[♠♥♦♣]")


def normal_seed(text: str) -> str:
    """Normalise a seed: cards in one writing, anything else with single spaces, a number of the computer as it is.

    Raises TournamentError seed_no_card for a text of cards where one piece is none, seed_card_twice.

    >>> normal_seed("r co,  7 de trèfle 10p"), normal_seed("dés : 4  6 2")
    ('R♥ 7♣ 10♠', 'dés : 4 6 2')
    """
    cleaned = names.clean(text.replace("\ufe0f", ""))
    if _OF_THE_COMPUTER.fullmatch(cleaned):
        return cleaned  # « 9ca » in it is no card
    folded = [
        (letter, place)
        for place, character in enumerate(cleaned)
        for letter in unicodedata.normalize("NFKD", character.casefold().replace("œ", "oe"))
        if not unicodedata.combining(letter)
    ]
    letters = "".join(letter for letter, _place in folded)
    matches = [match for match in _CARD.finditer(letters) if match[2] in _SUIT_OF]
    if not matches and not _LIKE_A_CARD.search(letters):
        return cleaned
    ends = [0, *(match.end() for match in matches)]
    for start, end in zip(ends, [*(match.start() for match in matches), len(letters)], strict=True):
        if letters[start:end].strip(_BETWEEN_CARDS):
            first, last = folded[start][1], folded[end - 1][1] + 1
            raise TournamentError("seed_no_card", field="seed", piece=cleaned[first:last].strip(_BETWEEN_CARDS))
    cards = [_RANK_OF[match[1]] + _SUIT_OF[match[2]] for match in matches]
    twice = next((card for card in cards if cards.count(card) > 1), None)
    if twice:
        raise TournamentError("seed_card_twice", field="seed", card=twice)
    return " ".join(cards)


def machine_seed() -> str:
    """Return a number drawn by the computer, where no card was cut."""
    return secrets.token_hex(16)
