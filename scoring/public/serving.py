"""Serve public pages: in the language of their address, and under an ETag, so that a telephone loads only what
changed.
"""

import hashlib
from collections.abc import Callable

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin

from rules.local_words import words_now
from scoring.phones.news import news_address
from scoring.public.kept_parts import kept_part
from scoring.public.page_cache import CachedPage
from tournament.concours.models import Tournament
from tournament.languages import language_context
from tournament.rounds.selectors import audience_of, names_shown

View = Callable[..., HttpResponseBase]

# How long anybody may keep what everybody reads, and how often our scripts ask (live.js). A site has a cache in front
# (deploy/hosting/nginx.conf), which counts in whole seconds: it keeps an answer for one second, or nearly two.
KEPT = (
    "public, max-age=1, stale-while-revalidate=3"
    if settings.EMBEDDED
    else "public, max-age=2, s-maxage=1, stale-while-revalidate=1"
)


def framed_by_us(view: View) -> View:
    """Allow the page of *view* in a frame of our own wall that shows the others in turn."""
    return xframe_options_sameorigin(csp_replace({"frame-ancestors": [SELF]})(view))


def public_context(tournament: Tournament, here: str = "") -> dict[str, object]:
    """Return what the header and the foot of a public page show; *here* is its place in the menu."""
    return {
        "tournament": tournament,
        "here": here,
        "names_shown": names_shown(tournament),
        "news": news_address(tournament),
    } | language_context()


def unless_known(request: HttpRequest, response: HttpResponse) -> HttpResponse:
    """Return *response*, or 304 to a browser that has its ETag already."""
    answer = get_conditional_response(request, etag=response["ETag"], response=response)
    return answer if isinstance(answer, HttpResponse) else response


def send_page(
    request: HttpRequest, page: CachedPage, language: str, content_type: str = "text/html; charset=utf-8"
) -> HttpResponse:
    """Send *page*, compressed where the browser accepts that."""
    gzipped = "gzip" in request.META.get("HTTP_ACCEPT_ENCODING", "")
    headers = {
        "Content-Type": content_type,
        "ETag": f'"{page.etag}-gz"' if gzipped else f'"{page.etag}"',
        "Cache-Control": KEPT,
        "Content-Language": language,
        "Vary": "Accept-Encoding",
    }
    if gzipped:
        headers["Content-Encoding"] = "gzip"
    return unless_known(request, HttpResponse(page.gzipped if gzipped else page.body, headers=headers))


def send_live(
    request: HttpRequest,
    tournament: Tournament,
    name: str,
    make: Callable[[], str],
    *,
    template: str,
    keep: bool = True,
    **context: object,
) -> HttpResponse:
    """Send the page *template* around a part that changes; with `?part=live` the part alone, under an ETag.

    *make* renders the part once for each line of the journal, for all who ask; not *keep*: for this request alone.
    """
    part = None
    if keep:
        names = audience_of(tournament).value
        key = f"live:{name}:{tournament.slug}:{tournament.journal_hash}:{names}:{get_language()}:{words_now()}"
        part = kept_part(tournament.slug, key, make)
    if part is None:
        part = make()
    etag = quote_etag(hashlib.sha256(part.encode()).hexdigest()[:24])
    headers = {"Cache-Control": KEPT if keep else "no-cache"}
    if request.GET.get("part") == "live":
        return unless_known(request, HttpResponse(part, headers={"ETag": etag, **headers}))
    page = render(request, template, {"part": part, "etag": etag} | public_context(tournament, name) | context)
    page["Cache-Control"] = headers["Cache-Control"]
    return page
