"""Refusals: a request that is no draw, and a draw that cannot exist."""

from typing import Any

from tournament.tirages.messages import sentence


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
