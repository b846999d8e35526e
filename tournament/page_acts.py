"""Acts of pages: a POST finds its object, reads a form, calls one service, shows a message and redirects."""

import functools
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.forms import Form
from django.http import HttpRequest, HttpResponse, QueryDict

from tournament.clubs.selectors import club_for
from tournament.concours.access import tournament_for
from tournament.errors import TournamentError
from tournament.inputs.shown import ShownForm, as_it_is_now
from tournament.journal.acts import Act, Right, right_for
from tournament.page_access import PageRequest, form_page, post_only

Result = TypeVar("Result")
AnyForm = TypeVar("AnyForm", bound=Form)


@dataclass(frozen=True)
class Done:
    """The end of an act: the page that comes next, the sentence it shows, and the warning beside it."""

    answer: HttpResponse
    message: str = ""
    warning: str = ""


class UnreadFormError(Exception):
    """A form that could not be read; it says itself what is wrong in it."""


def concours_with(allowed: Act | Right) -> Callable[..., tuple]:
    """Make what finds the concours of an address where the account may do *allowed*, with what else the address names."""
    right = right_for(allowed)

    def find(request: PageRequest, pk: int, **address: object) -> tuple:
        return tournament_for(request.user, pk, right), *address.values()

    return find


def club_with(right: Right) -> Callable[..., tuple]:
    """Make what finds the club of an address where the account has a *right*."""
    return lambda request, club: (club_for(request.user, club, right),)


def told_at(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Make the answer to a refusal that is told at another page: *page* takes what is acted on and leads there."""

    def refused(request: HttpRequest, *objects: object, error: TournamentError, **_form: Form) -> HttpResponse:
        messages.error(request, str(error))
        return page(*objects)

    return refused


def page_act(
    find: Callable[..., tuple] | Act | Right,
    *,
    refused: Callable[..., HttpResponse] | None = None,
    page: Callable[..., HttpResponse] | None = None,
    form: type[Form] | None = None,
    unread: Callable[..., TournamentError] | None = None,
    laptop_only: bool = False,
) -> Callable:
    """Make the view of a POST out of a function that does one act.

    *find* takes the request and the address and gives a tuple of what is acted on; it raises Http404 or
    PermissionDenied; an act of the journal, which has its right, or a right stands for `concours_with` it. The function
    gets the request, that tuple and, where *form* is given, the form read; it gives `Done`. A form that cannot be read
    and any TournamentError lead to *refused*, which takes the request, the tuple, `error`, and `form` where there is one,
    and shows the page again with all that was typed. The error of a field stands on that field. *page* in its place is
    what the address shows before, too. *unread* makes the error of a form that is too small to say its own.
    *laptop_only* as `page_access.laptop_only`.
    """
    found = concours_with(find) if isinstance(find, str | Act) else find
    again = refused or page
    if again is None:
        raise TypeError("where is a refusal shown?")

    def decorate(act: Callable[..., Done]) -> Callable[..., HttpResponse]:
        @functools.wraps(act)
        def posted(request: HttpRequest, **address: object) -> HttpResponse:
            objects = found(request, **address)
            if page is not None and request.method != "POST":
                return page(request, *objects)
            sent: QueryDict = request.POST
            if form is not None and issubclass(form, ShownForm):
                sent = as_it_is_now(sent, form.of(*objects))
            filled = form(sent) if form is not None else None
            read = () if filled is None else (filled,)
            again_with = {} if filled is None else {"form": filled}
            try:
                if filled is not None and not filled.is_valid():
                    if unread is None:
                        return again(request, *objects, error=None, **again_with)
                    raise unread(request, filled, *objects)
                done = act(request, *objects, *read)
            except UnreadFormError:
                return again(request, *objects, error=None, **again_with)
            except TournamentError as error:
                if filled is not None and error.field in filled.fields and unread is None:
                    filled.add_error(error.field, str(error))
                return again(request, *objects, error=error, **again_with)
            if done.message:
                messages.success(request, done.message)
            if done.warning:
                messages.warning(request, done.warning)
            return done.answer

        vars(posted)["laptop_only"] = laptop_only
        return form_page(posted) if page else post_only(posted)

    return decorate


def as_sent(form: Form | None, kind: type[AnyForm], **options: Any) -> AnyForm:
    """Return *form* as it was sent where it is of that *kind*, else a new one with *options*; the ids of both are alike."""
    if not isinstance(form, kind):
        return kind(**options)
    form.auto_id = options.get("auto_id", form.auto_id)
    return form


def try_act(
    form: Form, act: Callable[[], Result], sentences: Mapping[str, tuple[str, str]] | None = None
) -> Result | None:
    """Return the result of *act*, or None with its error on *form*; *sentences* replaces field and sentence by code."""
    try:
        return act()
    except TournamentError as error:
        field, sentence = (sentences or {}).get(error.code, (error.field, str(error)))
        form.add_error(field if field in form.fields else None, ValidationError(sentence, code=error.code))
        return None


def figure_in(text: str, *, digits: int = 18) -> int | None:
    """Return the number in *text*, of at most so many *digits* and nothing else; None where it is none.

    >>> figure_in("012"), figure_in("１２"), figure_in("1e2"), figure_in("")
    (12, None, None, None)
    """
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= digits else None
