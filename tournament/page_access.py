"""Requests and marks of pages: the account behind a log-in, and from where in a hall a page may be opened."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import User
from django.http import HttpRequest
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
