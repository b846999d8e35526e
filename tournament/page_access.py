"""Requests and marks of pages: the account behind a log-in, and from where in a hall a page may be opened."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import User
from django.http import HttpRequest
from django.urls import ResolverMatch
from django_htmx.middleware import HtmxDetails

View = TypeVar("View", bound=Callable[..., object])


class PageRequest(HttpRequest):
    """The request of a page behind the log-in, as types see it."""

    user: User
    htmx: HtmxDetails


def public_page(view: View) -> View:
    """Mark *view* as a page that anybody on the Wi-Fi may open. Outermost decorator: a wrapper would hide the mark."""
    vars(view)["public_page"] = True
    return view


def laptop_only(view: View) -> View:
    """Mark *view* as a page that not even a paired device may open. Outermost decorator, as `public_page`."""
    vars(view)["laptop_only"] = True
    return view


def is_public(match: ResolverMatch) -> bool:
    """Return whether anybody may open the page at an address."""
    return getattr(view_of(match), "public_page", False) or (match.url_name or "").startswith("public-")


def view_of(match: ResolverMatch) -> object:
    """Return the view at an address as it was written: the class where it is one."""
    return getattr(match.func, "view_class", getattr(match.func, "cls", match.func))
