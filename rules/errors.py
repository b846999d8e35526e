"""The errors of the engine: each carries a code, its parameters and the field it speaks of.

Code decides on ``code``, never on the sentence; the sentences stand in ``messages.py``.
"""

from __future__ import annotations

from typing import Any

from rules.messages import error_text


class RuleError(ValueError):
    """Something a person can mend: ``code``, ``params`` and ``field``, the place in the sheet or the request."""

    def __init__(self, code: str, *, field: str = "", **params: Any) -> None:
        super().__init__(code)
        self.code = code
        self.field = field
        self.params = params

    def message(self, lang: str = "fr") -> str:
        """Return the sentence for a person, in *lang* (``fr`` or ``en``)."""
        return error_text(self.code, self.params, lang, field=self.field)

    def __str__(self) -> str:
        return self.message()


class FormError(RuleError):
    """No sheet at all: no JSON, unknown rule set, unknown or misplaced key."""


class OptionError(FormError):
    """An option the rule set does not have, or a value it does not take."""


class DonneError(RuleError):
    """A donne of a sheet that the rule set refuses (codes of docs/rules.md 3)."""


class PlayError(FormError):
    """A question about the play of the cards that cannot be answered: unknown card, card twice, trick too long."""
