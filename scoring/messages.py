"""The sentence for each error code of scores: where, what was read, what was expected, what is kept, what to do."""

from tournament import messages

SENTENCES: dict[str, object] = {}


def sentence(code: str, params: dict[str, object]) -> str:
    """The sentence of *code* in the language of the moment, filled with *params*."""
    return str((SENTENCES | messages.SENTENCES)[code]) % params
