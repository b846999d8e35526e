"""Passwords that are refused, beside Django's 20 000 commonest: words of this place, and a host's list of breached ones."""

import hashlib
import os
from collections.abc import Iterable
from pathlib import Path

from django.contrib.auth.models import User
from django.contrib.auth.password_validation import UserAttributeSimilarityValidator
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.utils.translation import gettext as _

from tournament import names

# Words that a guesser tries first; the names of the account's clubs are added. Without accents.
WORDS = (
    "amicale annonce arbitre asso association atout belote beloteur capot carreau carte club coeur coinche comite "
    "concours contree der dix donne equipe fetes joueur marque motdepasse organisateur palmares partie pique preneur "
    "rebelote salle surcontre table tierce tournoi trefle"
).split()
_FEWEST_OTHERS = 4


class PlaceWordsValidator:
    """Refuse a password that is words of this place, with little beside them but figures."""

    def validate(self, password: str, user: User | None = None) -> None:
        clubs = [] if user is None or user.pk is None else user.memberships.values_list("club__name", flat=True)
        refuse_place_words(password, clubs)

    def get_help_text(self) -> str:
        return _("Not the name of the club, nor words of belote alone.")


class NameLikeValidator(UserAttributeSimilarityValidator):
    """Refuse a password like the name of its account, in words that do not speak of the columns of the database."""

    def get_error_message(self) -> str:
        return _("This password is too like the name of the account. Choose another one.")


def refuse_place_words(password: str, clubs: Iterable[str]) -> None:
    """Raise ValidationError for a *password* made of WORDS and of the names of *clubs*, with fewer than four other letters.

    >>> refuse_place_words("le roi de coeur est parti", ["Amicale de Nort"])
    """
    letters = others = names.spelling(password).replace(" ", "")
    named = {word for club in clubs for word in names.spelling(club).split()}
    for word in sorted({*WORDS, *named}, key=len, reverse=True):
        if len(word) > 2:
            others = others.replace(word, " ")
    if others != letters and sum(sign.isalpha() for sign in others) < _FEWEST_OTHERS:
        raise ValidationError(_("This password is made of words that everybody here would try. Add some of your own."))


class BreachedPasswordValidator:
    """Refuse what stands in a host's *path*: SHA-1 of known passwords in capitals, one a line, sorted, `:count` after it.

    That is the file which the downloader of Have I Been Pwned writes. It is searched where it lies, not read.
    """

    def __init__(self, path: str) -> None:
        self.path = Path(path)
        if not self.path.is_file():
            raise ImproperlyConfigured(f"DIX_BREACHED_PASSWORDS: {path} is no file.")

    def validate(self, password: str, user: User | None = None) -> None:
        if self._holds(hashlib.sha1(password.encode(), usedforsecurity=False).hexdigest().upper().encode()):
            raise ValidationError(
                _("This password is known from thefts elsewhere. Choose another one, here and there.")
            )

    def get_help_text(self) -> str:
        return _("Not a password that is known from thefts elsewhere.")

    def _holds(self, digest: bytes) -> bool:
        """Search the file by halves for the line that begins with *digest*."""
        with self.path.open("rb") as file:
            low, high = 0, file.seek(0, os.SEEK_END)
            while low < high:
                middle = (low + high) // 2
                file.seek(middle)
                if middle:
                    file.readline()  # the rest of the line that it fell into
                line = file.readline()
                if not line or line[: len(digest)] >= digest:
                    high = middle
                else:
                    low = middle + 1
            file.seek(low)
            if low:
                file.readline()
            return file.readline().startswith(digest)
