"""Errors that a person can correct. The sentence of each code stands in tournament/messages.py."""

from typing import ClassVar


class TournamentError(Exception):
    """An act refused: `code` for programs, `params` for the sentence, `field` the input it is about, if one is.

    `status` is what it is worth in HTTP: 422 where one field of the input is wrong, else 409, a conflict with the state
    of the concours, unless its code says more.
    """

    STATUS: ClassVar[dict[str, int]] = {
        "login_wrong": 401,
        "second_factor_needed": 401,
        "second_factor_wrong": 401,
        "number_taken": 409,
        "player_already_there": 409,
        "team_already_there": 409,
        "team_left": 409,
        "team_was_excluded": 409,
        "team_resembles": 409,
        "settings_frozen": 409,
        "pool_changed": 409,
        "last_organiser": 409,
        "draw_impossible": 409,
        "sheet_already_recorded": 409,
        "sheet_conflict": 409,
        "read_since": 412,
        "link_spent": 410,
        "team_gone": 410,
        "import_gone": 410,
        "file_too_big": 413,
        "login_wait": 429,
        "idempotency_key": 400,
        "token_wrong": 401,
        "token_ended": 401,
        "token_refused": 403,
        "token_scope": 403,
        "token_wait": 429,
        "second_factor_wait": 429,
        "account_queue": 429,
        "account_day": 429,
        "club_day": 429,
        "file_queue": 503,
        "checks_queue": 503,
        "journal_queue": 503,
    }

    def __init__(self, code: str, *, field: str | None = None, **params: object) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
        self.field = field
        self.article: str | None = None
        self.precondition = False  # the header If-Match asked for what is no more: 412

    @property
    def status(self) -> int:
        """Return the HTTP status of the answer."""
        if self.precondition:
            return 412
        if self.code.startswith("file_") or self.field:
            return self.STATUS.get(self.code, 422)
        return self.STATUS.get(self.code, 409)

    def __str__(self) -> str:
        from tournament.messages import sentence  # at call time: gettext needs the language of the request

        return sentence(self.code, self.params)
