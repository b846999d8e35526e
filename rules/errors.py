"""The errors of the engine: each carries a code, its parameters and the field it speaks of.

Code decides on ``code``, never on the sentence; the sentences stand in ``messages.py``.
"""

from __future__ import annotations

from typing import Any


class RuleError(ValueError):
    """Something a person can mend: ``code``, ``params``, ``champ`` (the field) and ``article`` where there is one."""

    def __init__(self, code: str, *, champ: str = "", article: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.champ = champ
        self.article = article
        self.params = params

    def message(self, lang: str = "fr") -> str:
        """The sentence for a person, in *lang* (``fr`` or ``en``)."""
        from rules.messages import error_text

        return error_text(self.code, self.params, lang, champ=self.champ)

    def __str__(self) -> str:
        return self.message()


class FormError(RuleError):
    """What was read is no sheet at all: no JSON, unknown rule set, unknown or misplaced key."""


class OptionError(FormError):
    """An option the rule set does not have, or a value it does not take."""


class DonneError(RuleError):
    """One donne of a sheet says something the rule set refuses (codes of the sheet format)."""


class PlayError(FormError):
    """A question about the play of the cards that cannot be asked: unknown card, card twice, trick too long."""
