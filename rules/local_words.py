"""State the words of the local hall in every sentence: « mène » or « prise » for donne, « doublette » for équipe.

A sentence is written once, with the usual words, and changed where it becomes text: `in_local_words` is called by
`rules.sentences` and by the gettext of the program (deploy/web/local_gettext.py). All the words of a row are feminine, so
that adjectives and articles agree; only the elision before « équipe » changes. Stored keys never do.
docs/decisions/words-of-the-hall.md says why it is done here.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from typing import NamedTuple

PERSON = ("personne", "player")
# The key of a word -> how it is said in French and in English, in the singular.
DONNES = {"donne": ("donne", "donne"), "mene": ("mène", "hand"), "prise": ("prise", "deal")}
TEAMS = {"equipe": ("équipe", "team"), "doublette": ("doublette", "pair")}


class Words(NamedTuple):
    """The words chosen, by their keys in DONNES and TEAMS."""

    donne: str = "donne"
    team: str = "equipe"
    singles: bool = False  # people enter one by one: what is said of teams is said of persons

    def __str__(self) -> str:
        return f"{self.donne}.{self.team}"


USUAL = Words()
_chosen: ContextVar[Words | None] = ContextVar("local_words", default=None)
_here = USUAL  # where nobody has chosen: the words of the one club of a laptop

# Parts of a sentence that are code: tags, addresses, places to fill in.
_CODE = re.compile(r"(<[^<>]+>|&\w+;|\w+://\S+|%\(\w+\)[sd]|\{[^{}]*\})")
# How each language that has other words says “team”, with what is elided before; in the order of the pairs above.
_TEAM = {
    "fr": re.compile(r"(?:\b([LlDd])[’'])?\b(équipe)(s?)\b", re.IGNORECASE),
    "en": re.compile(r"()\b(team)(s?)\b", re.IGNORECASE),
}
_ELIDED = {"l": "la ", "L": "La ", "d": "de ", "D": "De "}
_DONNE = re.compile(r"\b(donne)(s?)\b", re.IGNORECASE)


def words_now() -> Words:
    """Return the words that are spoken now."""
    return _chosen.get() or _here


def choose(words: Words) -> None:
    """Speak *words* until the end of the request or the job (`spoken`)."""
    _chosen.set(words)


def choose_for_this_machine(words: Words) -> None:
    """Speak *words* wherever no concours and no club says which: on a laptop that has one club."""
    global _here
    _here = words


@contextmanager
def spoken(words: Words | None = None) -> Iterator[None]:
    """Speak *words*, those of this machine by default; whatever is chosen meanwhile ends with the block."""
    token = _chosen.set(words)
    try:
        yield
    finally:
        _chosen.reset(token)


def in_local_words(text: str, lang: str) -> str:
    """Return *text*, a sentence in *lang*, in the words that are spoken now.

    >>> with spoken(Words("mene", "doublette")):
    ...     print(in_local_words("L’équipe a gagné la donne contre deux équipes.", "fr"))
    La doublette a gagné la mène contre deux doublettes.
    """
    words = _chosen.get() or _here
    return text if words == USUAL else _said(text, words, lang)


@lru_cache(maxsize=8192)
def _said(text: str, words: Words, lang: str) -> str:
    if lang not in _TEAM:
        return text
    place = list(_TEAM).index(lang)
    donne, team = DONNES[words.donne][place], (PERSON if words.singles else TEAMS[words.team])[place]

    def as_written(word: str, like: str) -> str:
        if like.isupper():
            return word.upper()
        return word.capitalize() if like[0].isupper() else word

    def say_team(match: re.Match[str]) -> str:
        elided = _ELIDED[match[1]] if match[1] else ""
        return elided + as_written(team, match[2]) + match[3]

    parts = _CODE.split(text)
    for at in range(0, len(parts), 2):
        said = parts[at]
        if words.team != USUAL.team or words.singles:
            said = _TEAM[lang].sub(say_team, said)
        if words.donne != USUAL.donne:
            said = _DONNE.sub(lambda match: as_written(donne, match[1]) + match[2], said)
        parts[at] = said
    return "".join(parts)
