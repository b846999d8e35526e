"""Errors that a person can mend. The sentence for each code stands in tournament/messages.py."""

from typing import ClassVar


class TournamentError(Exception):
    """An act refused: `code` for programs, `params` for the sentence, `field` the input it is about, if one is.

    `status` is what it is worth in HTTP: 409, a conflict with the state of the concours, unless its code says more.
    """

    STATUS: ClassVar[dict[str, int]] = {}

    def __init__(self, code: str, *, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
        self.field = field
        self.article: str | None = None

    @property
    def status(self) -> int:
        """The HTTP status of the answer."""
        return self.STATUS.get(self.code, 409)

    def __str__(self) -> str:
        from tournament.messages import sentence  # at call time: gettext needs the language of the request

        return sentence(self.code, self.params)
