"""Public pages as bytes, ready to be sent, from a small memory of this process.

All the telephones of a hall ask for the same few pages about every second. A kept page is looked up again after
MEMORY_SECONDS at most, so that this costs one small query a page, however many ask.

Where the workers do not bring a page up to the journal (Redis is away, or the worker is being started again), it is made
here, more seldom, and says so.
"""

import gzip
import threading
from collections.abc import Callable
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from django.http import Http404

from scoring.models import RenderedPage
from scoring.selectors.boards import public_labels
from scoring.selectors.rulings import RulingLine
from scoring.selectors.standings import Evening, Label, Standing, evening, labels
from scoring.services.pages import page_etag, release, render
from tournament.models import Tournament
from tournament.selectors.access import public_tournament

MEMORY_SECONDS = 0.3
MOST_PAGES = 500
# A page that stays so long behind the journal is not being made by anybody: no burst of scores takes the workers as long.
LATE_SECONDS = 10
SLOWED_SECONDS = 5

Value = TypeVar("Value")


class Served(NamedTuple):
    """A page as it goes out, plain and compressed; one made in the place of the workers stands until some moment."""

    etag: str
    body: bytes
    gzipped: bytes
    until: float = 0.0


class Recent(Generic[Value]):
    """What was found in the last moments, by key; each is looked up again when that is over, by one thread at a time.

    `find(key, known)` gives the value, which may be the *known* one of before when nothing has changed.
    """

    def __init__(self, find: Callable[[tuple, Value | None], Value]) -> None:
        self._find = find
        self._kept: dict[tuple, tuple[float, Value]] = {}
        self._lock = threading.Lock()

    def __call__(self, *key) -> Value:
        kept = self._kept.get(key)
        if kept is not None and kept[0] > monotonic():
            return kept[1]
        if not self._lock.acquire(blocking=kept is None):
            return kept[1]  # another thread is looking; what we have is a moment old
        try:
            kept = self._kept.get(key)
            if kept is not None and kept[0] > monotonic():
                return kept[1]
            value = self._find(key, kept[1] if kept else None)
            if len(self._kept) >= MOST_PAGES:
                self._kept.clear()
            self._kept[key] = (monotonic() + MEMORY_SECONDS, value)
            return value
        finally:
            self._lock.release()

    def forget(self) -> None:
        """Look everything up again."""
        self._kept.clear()


def served(html: str, etag: str | None = None) -> Served:
    """*html* ready to be sent."""
    body = html.encode()
    return Served(etag or page_etag(html), body, gzip.compress(body, 6, mtime=0))


def _find_page(key: tuple, known: Served | None) -> Served:
    slug, name = key
    kept = RenderedPage.objects.filter(tournament__slug=slug, tournament__public=True, name=name)
    row = kept.values_list("etag", "journal_number", "tournament__journal_number").first()
    if row is None or not row[0].startswith(release()):
        # The worker has not made it yet, or another release did: made here and now, kept for the next moments only.
        return _made_here(slug, name)
    etag, stands_on, now = row
    if _late(slug, stands_on, now):
        if known is not None and known.until > monotonic():
            return known
        return _made_here(slug, name, slowed=True)._replace(until=monotonic() + SLOWED_SECONDS)
    if known is not None and known.etag == etag:
        return known
    whole = kept.values_list("html", "etag").first()  # None: taken away just now, the ranking being a page shorter
    return served(*whole) if whole else _made_here(slug, name)


def _made_here(slug: str, name: str, *, slowed: bool = False) -> Served:
    found = evening(public_tournament(slug).pk)
    html = next((html for _name, html in render(found, only=name, slowed=slowed)), None)
    if html is None:
        raise Http404
    return served(html)


_behind: dict[str, tuple[int, float]] = {}  # concours -> the journal number its pages stand on, seen first when


def _late(slug: str, stands_on: int, now: int) -> bool:
    """Whether the pages have stood for LATE_SECONDS on one and the same line, which is not the last."""
    if stands_on >= now:
        _behind.pop(slug, None)
        return False
    line, since = _behind.get(slug, (None, 0.0))
    if line != stands_on:
        if len(_behind) >= MOST_PAGES:
            _behind.clear()
        _behind[slug] = (stands_on, monotonic())
        return False
    return monotonic() - since > LATE_SECONDS


class Live(NamedTuple):
    """The concours as it is now, for what is asked of it too seldom to be kept rendered: the page of one team."""

    evening: Evening
    standing: Standing
    labels: dict[int, Label]  # as public pages may show them
    pages: dict[tuple, Served]
    rulings: dict[str, dict[int, list[RulingLine]]]  # by language: what was decided at the tables of each team


def _find_live(key: tuple, known: Live | None) -> Live:
    tournament: Tournament = public_tournament(key[0])
    if known is not None and known.evening.journal_number == tournament.journal_number:
        return known
    found = evening(tournament.pk)
    return Live(found, found.after(), dict(public_labels(found.tournament, labels(found.tournament))), {}, {})


public_page = Recent(_find_page)
public_live = Recent(_find_live)
