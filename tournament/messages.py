"""The sentence for each error code: where, what was read, what was expected, what is kept, what to do."""

from django.utils.translation import gettext_lazy as _

SENTENCES = {
    "closed": _("This concours is over and its ranking published: nothing can be changed any more."),
}


def sentence(code: str, params: dict[str, object]) -> str:
    """The sentence of *code* in the language of the moment, filled with *params*."""
    return str(SENTENCES[code]) % params
