"""Languages of addresses and of the sentences that stand outside the catalogue.

A public page is the same for everybody, so that its language is in its address and not in a cookie.
"""

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import get_language, gettext, override

if TYPE_CHECKING:
    from django.utils.functional import _StrOrPromise as AnyText, _StrPromise as LazyText
else:  # the type checker alone has a name for a sentence that is translated when it is shown
    AnyText = LazyText = object


def spoken_language() -> str:
    """Return the language spoken now."""
    return get_language() or settings.LANGUAGE_CODE


def asked_language(request: HttpRequest) -> str:
    """Return the language of the address, French by default."""
    language = request.GET.get("lang")
    return language if language in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE


def in_asked_language(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Run *view* in the language of the address: public pages depend on no cookie."""

    @functools.wraps(view)
    def spoken(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        with override(asked_language(request)):
            return view(request, *args, **kwargs)

    return spoken


def language_context() -> dict[str, object]:
    """Return the language of the page, what its links add to stay in it (`?lang=en`), and the other languages."""
    language = spoken_language()
    return {
        "language": language,
        "language_query": "" if language == settings.LANGUAGE_CODE else f"?lang={language}",
        "other_languages": [one for one in settings.LANGUAGES if one[0] != language],
    }


def from_catalogue(english: str, language: str) -> str | None:
    """Return the sentence of a pure package in *language*, by the catalogue of the program; None where it has none."""
    with override(language):
        said = gettext(english)
    return None if said == english else said
