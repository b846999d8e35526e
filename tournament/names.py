"""Names as people write them, and the key under which two writings are the same person."""

import re
import unicodedata

# Letters that no Unicode decomposition takes apart, but that two volunteers write differently.
_LETTERS = str.maketrans({"œ": "oe", "æ": "ae", "ß": "ss", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th"})
_WORDS = re.compile(r"[^\W_]+")


def clean(text: str) -> str:
    """*text* in NFC with single ordinary spaces and no invisible or bidirectional control character.
    >>> clean("  Michel\\u00a0  Le\\u200b Goff ")
    'Michel Le Goff'
    """
    composed = unicodedata.normalize("NFC", text)
    visible = "".join(
        c if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn") else " " * (c in "\t\r\n") for c in composed
    )
    return " ".join(visible.split())


def key(text: str) -> str:
    """One key for all the ways to write a name: accents, case, punctuation and the order of the words put aside.
    >>> key("D'AUBIGNÉ Michel") == key("michel d’aubigne")
    True
    """
    folded = unicodedata.normalize("NFKD", text.casefold().translate(_LETTERS))
    bare = "".join(c for c in folded if not unicodedata.combining(c))
    return " ".join(sorted(_WORDS.findall(bare)))
