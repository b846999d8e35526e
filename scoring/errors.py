"""Errors of scores that a person can mend. The sentence for each code stands in scoring/messages.py."""

from tournament.errors import TournamentError


class ScoringError(TournamentError):
    """An act on scores refused: `code`, `params`, `field` and, where a rule decides, its `article`."""

    def __init__(self, code: str, *, field: str | None = None, article: str | None = None, **params: object) -> None:
        super().__init__(code, field=field, **params)
        self.article = article

    def __str__(self) -> str:
        from scoring.messages import sentence  # at call time: gettext needs the language of the request

        return sentence(self.code, self.params)
