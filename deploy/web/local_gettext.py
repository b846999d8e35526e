"""Put the words of the hall into what gettext returns (rules/local_words.py; docs/decisions/words-of-the-hall.md)."""

from django.utils.translation import trans_real

from rules.local_words import in_local_words


class LocalTranslation(trans_real.DjangoTranslation):
    """A catalogue whose sentences use the words that the club has chosen (`rules.local_words`)."""

    def gettext(self, message: str) -> str:
        text = super().gettext(message)
        # English has no catalogue: of a sentence with a context the sentence alone is said.
        text = text.rpartition(trans_real.CONTEXT_SEPARATOR)[2]
        return in_local_words(text, self.to_language()[:2])

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return in_local_words(super().ngettext(msgid1, msgid2, n), self.to_language()[:2])


def install() -> None:
    """Make Django use this class for every catalogue; call it once, before the first translation."""
    trans_real.DjangoTranslation = LocalTranslation  # type: ignore[misc]
    trans_real._translations.clear()  # type: ignore[attr-defined]
    trans_real._default = None  # type: ignore[attr-defined]
