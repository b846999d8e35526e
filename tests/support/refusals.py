"""Acts that are refused."""

import contextlib
from collections.abc import Iterator

import pytest

from tournament.errors import TournamentError


@contextlib.contextmanager
def refuses(
    code: str, kind: type[TournamentError] = TournamentError
) -> Iterator[pytest.ExceptionInfo[TournamentError]]:
    """Expect that what is done within is refused with this *code*."""
    with pytest.raises(kind) as refused:
        yield refused
    assert refused.value.code == code
