"""Errors that a person can mend. The sentence for each code stands in tournament/messages.py."""


class TournamentError(Exception):
    """An act refused: `code` for programs, `params` for the sentence, `field` the input it is about, if one is."""

    def __init__(self, code: str, *, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
        self.field = field
        self.article: str | None = None

    def __str__(self) -> str:
        from tournament.messages import sentence  # at call time: gettext needs the language of the request

        return sentence(self.code, self.params)
