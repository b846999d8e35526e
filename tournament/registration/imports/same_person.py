"""Find names that may be one person's: a nickname, an initial, a short and a full name beside the same family name.

Whether they are, somebody says: nothing here is sure.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from tournament import names
from tournament.given_names import GIVEN_NAMES
from tournament.nicknames import FULL_NAMES
from tournament.registration.imports.beside_names import TITLES

_QUOTED = re.compile(r"[«\"“„]\s*([^«»\"“”„]+?)\s*[»\"”“]")
_LEAST = 3  # letters of a given name cut short: « Seb »
_MOST_WORDS = 6


def _cut_short() -> dict[str, frozenset[str]]:
    """Return the given names that begin with each piece of some letters, where that piece is none itself."""
    begun: defaultdict[str, set[str]] = defaultdict(set)
    for name in GIVEN_NAMES:
        for length in range(_LEAST, len(name) - 1):
            if name[:length] not in GIVEN_NAMES:
                begun[name[:length]].add(name)
    return {piece: frozenset(full) for piece, full in begun.items()}


_BEGUN = _cut_short()


class NameKeys(NamedTuple):
    """The keys of a name: its own, those of the fuller names that it may stand for, and those of shorter ones."""

    own: str
    fuller: frozenset[str]
    shorter: frozenset[str]


def _key(words: Iterable[str]) -> str:
    return " ".join(sorted(words))


@lru_cache(maxsize=20_000)
def name_keys(name: str) -> NameKeys:
    """Return the keys of *name*.
    >>> name_keys("J.-P. Roux").own, "jean joel" in name_keys("Jo Jean").fuller, "jp roux" in name_keys("Jean-Pierre Roux").shorter
    ('jp roux', True, True)
    """
    called, plain = names.spelling(" ".join(_QUOTED.findall(name))), _hyphened(name)
    words = _initials_together(names.spelling(_QUOTED.sub(" ", name)).split())
    fuller, shorter = set[str](), set[str]()
    if TITLES.intersection(words):
        # « Mme Roux » and « Roux fils » are told apart on purpose.
        return NameKeys(_key(words), frozenset(), frozenset())
    if called:
        fuller |= {_key(words), *(_key([called, *words[:place], *words[place + 1 :]]) for place in range(len(words)))}
    for place, word in enumerate(words[:_MOST_WORDS]):
        before, behind = words[:place], words[place + 1 :]
        full = FULL_NAMES.get(word) or (_BEGUN.get(word, frozenset()) if len(words) > 1 else frozenset())
        fuller.update(_key([*before, other, *behind]) for other in full)
        if len(words) > 1:
            shorter.add(_key([*before, word[0], *behind]))
            if word in GIVEN_NAMES:
                shorter.add(word)
    for place, (one, other) in enumerate(pairwise(words[:_MOST_WORDS])):
        if len(words) > 2:
            shorter.add(_key([*words[:place], one[0] + other[0], *words[place + 2 :]]))
            if one in GIVEN_NAMES and re.search(rf"\b{one}-{other}\b", plain):
                shorter.add(_key([*words[:place], one, *words[place + 2 :]]))
    return NameKeys(_key(words), frozenset(fuller), frozenset(shorter))


def _hyphened(name: str) -> str:
    """Return *name* as `names.spelling`, its hyphens kept."""
    return "-".join(map(names.spelling, name.split("-")))


def _initials_together(words: list[str]) -> list[str]:
    """Return *words* with the single letters that follow each other as one: « j p roux », « jp roux »."""
    joined: list[str] = []
    letters = False
    for word in words:
        if len(word) == 1 and letters:
            joined[-1] += word
        else:
            joined.append(word)
        letters = len(word) == 1
    return joined


@dataclass
class KnownNames:
    """Names with where they stand, found again by names that may be the same person's."""

    _whole: dict[str, dict[str, tuple[str, int]]] = field(default_factory=dict)
    _shorter: dict[str, dict[str, tuple[str, int]]] = field(default_factory=dict)

    def add(self, name: str, place: int) -> None:
        """Note that *name* stands at *place*; of one key the first place counts."""
        own, fuller, shorter = name_keys(name)
        for kept, keys in ((self._whole, {own, *fuller}), (self._shorter, shorter)):
            for key in keys:
                written = kept.setdefault(key, {})
                if len(written) < 2:
                    written.setdefault(names.key(name), (name, place))

    def like(self, name: str) -> tuple[str, int] | None:
        """Return the first name, and its place, that may be the person of *name* written otherwise; None for none."""
        key = names.key(name)
        return next((found for other, found in self._near(name) if other != key), None)

    def _near(self, name: str) -> Iterator[tuple[str, tuple[str, int]]]:
        own, fuller, shorter = name_keys(name)
        for key in (own, *sorted(fuller)):
            yield from self._whole.get(key, {}).items()
            yield from self._shorter.get(key, {}).items()
        for key in sorted(shorter):
            yield from self._whole.get(key, {}).items()


def may_be_one(first: str, second: str) -> bool:
    """Return whether two names that are not written alike may be one person's.
    >>> may_be_one("Dom Roux", "ROUX Dominique"), may_be_one("J. Roux", "Jean Roux"), may_be_one("Jean Roux", "Jeanne Roux")
    (True, True, False)
    """
    known = KnownNames()
    known.add(first, 0)
    return known.like(second) is not None
