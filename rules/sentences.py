"""Sentences of the pure packages, in French and in English side by side.

They need no Django, so that any program can import them; docs/decisions/sentences-of-the-pure-packages.md says why
their sentences stand here and not in the catalogue. Long tables stand in a TOML file beside their module.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules.local_words import in_local_words

LONGEST = 60  # characters of a value that a sentence repeats

NO_BREAK, NARROW = "\N{NO-BREAK SPACE}", "\N{NARROW NO-BREAK SPACE}"
_SPACES = re.compile(r" (?=[:;?!»])|(?<=[«°]) ")


def typeset(french: str) -> str:
    """Put typographic apostrophes and non-breaking spaces into *french*.

    >>> typeset("L'as : « dix » ?") == "L’as\\xa0: «\\xa0dix\\xa0»\\u202f?"
    True
    """
    return _SPACES.sub(
        lambda at: NARROW if at.string[at.end() : at.end() + 1] in tuple(";?!") else NO_BREAK, french
    ).replace("'", "’")


# English sentence and language -> the sentence in a further language, None where it is not translated. A program that
# knows more languages than these two puts its catalogue here.
Translate = Callable[[str, str], str | None]
_translate: Translate = lambda english, lang: None  # noqa: E731


def translate_with(translate: Translate) -> None:
    """State the sentences in further languages by *translate*, which takes the English sentence and the language."""
    global _translate
    _translate = translate


@dataclass(frozen=True, slots=True)
class Text:
    """One sentence in French and in English; `say` fills its ``{names}``."""

    fr: str
    en: str

    def in_lang(self, lang: str) -> str:
        """Return the sentence in *lang*, in the words of the hall; in French where nothing translates it into *lang*."""
        if lang not in ("fr", "en"):
            return _translate(self.en, lang) or in_local_words(self.fr, "fr")
        return in_local_words(self.en if lang == "en" else self.fr, lang)

    def say(self, lang: str, /, **params: object) -> str:
        """Return the sentence in *lang*, filled with *params*. Only the sentence is typeset, never a value."""
        return self.in_lang(lang).format(**params)


MADE: set[Text] = set()  # every sentence of a module: what a further language has to translate


def text(french: str, english: str) -> Text:
    """Return both, the French typeset.

    >>> text("Encore {n} ?", "{n} more?").say("fr", n=3) == "Encore 3\\u202f?"
    True
    """
    made = Text(typeset(french), english)
    MADE.add(made)
    return made


def texts(table: Mapping[str, Sequence[str]]) -> dict[str, Text]:
    """Return a table of sentences: key -> (French, English), the French typeset.

    >>> texts({"alone": ("L'équipe {team} est seule.", "Team {team} is alone.")})["alone"].say("en", team=4)
    'Team 4 is alone.'
    """
    return {key: text(*both) for key, both in table.items()}


def read_beside(module: str) -> dict[str, Any]:
    """Return what stands in the TOML file beside the file of a *module*, under its name: tables for `texts`."""
    return tomllib.loads(Path(module).with_suffix(".toml").read_text("utf-8"))


def show(value: Any, longest: int = LONGEST) -> str:
    """Return *value* as a sentence repeats it: short, on one line, printable, whatever was read."""
    if value is None:
        return "—"
    if value is True or value is False:
        return "true" if value else "false"
    try:
        written = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of figures, a nest without end
        return "…"
    written = " ".join(written.split())
    written = "".join(c if c.isprintable() else "?" for c in written)
    return written if len(written) <= longest else written[:longest] + "…"
