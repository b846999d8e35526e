"""Requests and marks of pages: the account behind a log-in, what an address names, from where in a hall it is opened."""

from collections.abc import Callable
from functools import wraps
from typing import TypeVar

from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import ResolverMatch, URLPattern
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods
from django_htmx.middleware import HtmxDetails

View = TypeVar("View", bound=Callable[..., object])
Value = TypeVar("Value")


class PageRequest(HttpRequest):
    """The request of a page behind the log-in, as types see it."""

    user: User
    htmx: HtmxDetails


def or_404(value: Value | None) -> Value:
    """Return what an address names. Raises Http404 where it names nothing."""
    if value is None:
        raise Http404
    return value


def public_page(view: View) -> View:
    """Mark *view* as a page that anybody on the Wi-Fi may open. Outermost decorator: a wrapper would hide the mark."""
    vars(view)["public_page"] = True
    return view


def laptop_only(view: View) -> View:
    """Mark *view* as a page that not even a paired device may open. Outermost decorator, as `public_page`."""
    vars(view)["laptop_only"] = True
    return view


def private_link(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Serve *view* without a cache and without a Referer to other sites: its address is a secret."""

    @wraps(view)
    @never_cache
    def opened(request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = view(request, *args, **kwargs)
        # Not "no-referrer": browsers then send "Origin: null" with a form, and nobody could send it.
        response["Referrer-Policy"] = "strict-origin"
        return response

    return opened


def form_page(view: View) -> View:
    """Mark *view* as a page that takes what its own form sends, too."""
    vars(view)["methods"] = ("GET", "HEAD", "POST")
    return view


def post_only(view: View) -> View:
    """Mark *view* as an act, which no page is opened by."""
    vars(view)["methods"] = ("POST",)
    return view


def with_methods(address: URLPattern) -> URLPattern:
    """Refuse at *address* the methods that its view does not take. A page is read: it takes nothing unless it is marked so."""
    address.callback = require_http_methods(getattr(address.callback, "methods", ("GET", "HEAD")))(address.callback)
    return address


def is_public(match: ResolverMatch) -> bool:
    """Return whether anybody may open the page at an address."""
    return getattr(view_of(match), "public_page", False) or (match.url_name or "").startswith("public-")


def view_of(match: ResolverMatch) -> object:
    """Return the view at an address as it was written: the class where it is one."""
    return getattr(match.func, "view_class", getattr(match.func, "cls", match.func))
