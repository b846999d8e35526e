"""The addresses that a rendered public page leads to, without the views behind them.

The worker renders those pages and answers none: with this module as its table of addresses it loads neither the views,
nor the forms and serializers below them, some twenty megabytes. The subjects take their own addresses from here.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Never

from django.http import Http404, HttpRequest, HttpResponseBase
from django.urls import URLPattern, get_urlconf, path, set_urlconf

ADDRESSES = {
    "accessibility": "aide/accessibilite/",
    "help-page": "aide/page/<slug:page>/",
    "kept": "conservation/",
    "public-agenda-club": "calendrier/club/<int:club>/",
    "public-calendar": "p/<slug:slug>/concours.ics",
    "public-code": "p/<slug:slug>/code/",
    "public-entry": "p/<slug:slug>/inscription/",
    "public-minutes": "p/<slug:slug>/tirages/",
    "public-palmares": "p/<slug:slug>/palmares/",
    "public-phases": "p/<slug:slug>/phases/",
    "public-qr": "p/<slug:slug>/adresse.svg",
    "public-qualified": "p/<slug:slug>/qualifies/",
    "public-reglement": "p/<slug:slug>/reglement/",
    "public-standings": "p/<slug:slug>/",
    "public-tables": "p/<slug:slug>/tables/",
    "public-team": "p/<slug:slug>/equipe/<int:number>/",
    "public-team-tell": "p/<slug:slug>/equipe/<int:number>/prevenir/",
}


def addressed(name: str, view: Callable[..., HttpResponseBase]) -> URLPattern:
    """Return the path of the address called *name*, answered by *view*."""
    return path(ADDRESSES[name], view, name=name)


def _unanswered(_request: HttpRequest, **_parts: object) -> Never:
    raise Http404


urlpatterns = [addressed(name, _unanswered) for name in ADDRESSES]


@contextmanager
def without_views() -> Iterator[None]:
    """Take addresses from here alone while pages are rendered: whatever else a template asks for has no address."""
    before = get_urlconf()
    set_urlconf(__name__)
    try:
        yield
    finally:
        set_urlconf(before)
