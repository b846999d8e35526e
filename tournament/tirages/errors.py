"""Refusals: a request that is no draw, and a draw that cannot exist; the sentences of the draws (docs/tirages.md 8):
errors.toml, and those made of the stages of a bracket.
"""

from collections.abc import Iterable
from typing import Any

from rules.sentences import read_beside, text, texts

KINDS = texts(
    {
        "object": ("un objet {…}", "an object {…}"),
        "list": ("une liste […]", "a list […]"),
        "text": ("un texte", "a text"),
        "number": ("un nombre entier", "a whole number"),
    }
)
# The matches of the round before, by the key of that round.
ROUNDS_BEFORE = texts(
    {
        "half": ("demi-finales", "semi-finals"),
        "quarter": ("quarts de finale", "quarter-finals"),
        "eighth": ("huitièmes de finale", "last 16 matches"),
        "sixteenth": ("seizièmes de finale", "last 32 matches"),
        "cadrage": ("matchs de cadrage", "first round matches"),
        "": ("matchs du tour précédent", "matches of the round before"),
    }
)
STAGES = {
    "half": ("demi-finale", "semi-final"),
    "quarter": ("quart de finale", "quarter-final"),
    "eighth": ("huitième de finale", "last 16"),
    "sixteenth": ("seizième de finale", "last 32"),
}
# Why two meet in such a match: by the bracket alone, by their seeds, or by seeds that keep others apart.
STAGE_REASONS = {
    "": (", d'après le tableau", ", as the bracket says"),
    "_seeds": (", têtes de série n° {seed_a} et n° {seed_b}", ", seeds {seed_a} and {seed_b}"),
    "_apart": (
        ", têtes de série n° {seed_a} et n° {seed_b}, celles qui se sont déjà rencontrées étant éloignées",
        ", seeds {seed_a} and {seed_b}, those that have met being kept apart",
    ),
}
OTHERS = text("{count} autres", "{count} others")
AND = text(" et ", " and ")

SENTENCES = texts(read_beside(__file__)) | texts(
    {
        f"bracket_{stage}{suffix}": (
            f"{{a}} contre {{b}} : {french}{how[0]}.",
            f"{{a}} v {{b}}: {english}{how[1]}.",
        )
        for stage, (french, english) in STAGES.items()
        for suffix, how in STAGE_REASONS.items()
    }
)


def sentence(reason: str, lang: str = "fr", **params: Any) -> str:
    """Return the sentence for *reason* with its *params*, in French or English."""
    return SENTENCES[reason].say(lang, **{name: _words(name, value, lang) for name, value in params.items()})


def _words(name: str, value: Any, lang: str) -> Any:
    if name == "wanted":
        return KINDS[value].in_lang(lang)
    if name == "before":
        return ROUNDS_BEFORE[value].in_lang(lang)
    return listed(value, lang) if isinstance(value, list | tuple) else value


def listed(items: Iterable[Any], lang: str = "fr") -> str:
    """Return a list of numbers in words: « 1, 2 et 5 »."""
    words = [str(item) if not isinstance(item, list | tuple) else "-".join(map(str, item)) for item in items]
    if len(words) > 12:
        words = [*words[:11], OTHERS.say(lang, count=len(words) - 11)]
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + AND.in_lang(lang) + words[-1]


class TirageError(Exception):
    """Refuse a draw, with `code`, `reason`, `params` and the sentence for people."""

    code = "tirage"

    def __init__(self, reason: str, **params: Any) -> None:
        super().__init__(reason)
        self.reason = reason
        self.params = params

    def message(self, lang: str = "fr") -> str:
        """Return the sentence shown to people, in French or English."""
        return sentence(self.reason, lang, **self.params)

    def __str__(self) -> str:
        return self.message()


class BadRequestError(TirageError):
    """Refuse a request that is no draw: wrong shape, unknown key, value out of bounds."""

    code = "bad_request"


class ImpossibleError(TirageError):
    """Refuse a draw that cannot exist; `teams` are the numbers of those that prove it."""

    code = "impossible"

    def __init__(self, reason: str, *, teams: list[int], **params: Any) -> None:
        super().__init__(reason, **params)
        self.teams = teams

    def to_dict(self, lang: str = "fr") -> dict[str, Any]:
        """Return the JSON error of the command line."""
        return {"error": {"code": self.code, "message": self.message(lang), "teams": self.teams}}
