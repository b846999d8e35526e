"""The one shape of a refusal of the API, for a whole answer and for one of many acts sent together."""

from collections.abc import Callable
from http import HTTPStatus
from typing import Any, TypeVar

from tournament.errors import TournamentError
from tournament.inputs import Declared

Given = TypeVar("Given")


class Problem(Declared):
    """A refusal: problem details (RFC 9457), with a code for programs; `message` and `detail` are the same sentence."""

    type: str
    title: str
    status: int
    detail: str
    code: str
    message: str
    params: dict[str, Any]
    article: str | None


def problem(
    status: int, code: str, message: str, params: dict[str, Any] | None = None, article: str | None = None
) -> Problem:
    """Return a refusal. A program decides on *code*; *params* are what the sentence names, *article* the rule that it follows from."""
    return Problem(
        type="about:blank",
        title=HTTPStatus(status).phrase,
        status=status,
        detail=message,
        code=code,
        message=message,
        params=params or {},
        article=article,
    )


_OF_REQUESTS = {"confirm": "confirm_twin"}  # where a form has another name for it


def problem_of(error: TournamentError) -> Problem:
    """Return the refusal that *error* is, with the field that it is about."""
    params = {key: value for key, value in error.params.items() if isinstance(value, str | int | list | dict | None)}
    if error.field:
        params |= {"field": _OF_REQUESTS.get(error.field, error.field)}
    return problem(error.status, error.code, str(error), params, error.article)


def given_or_refused(act: Callable[[], Given]) -> tuple[Given | None, Problem | None]:
    """Return what *act* gives, or why it is refused: of many acts sent together each is answered for itself."""
    try:
        return act(), None
    except TournamentError as error:
        return None, problem_of(error)
