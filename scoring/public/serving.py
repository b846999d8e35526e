"""Serve public pages: in the language of their address, and under an ETag, so that a telephone loads only what
changed; from bytes of this process, ready to be sent.

All the telephones of a hall ask for the same few pages about every second. A cached page is looked up again after
MEMORY_SECONDS at most, so that this costs one small query a page, however many ask.

Where the workers do not bring a page up to the journal (Redis is away, or the worker is being started again), the page
is rendered here, less often, and says so.
"""

import gzip
import hashlib
import json
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import timedelta
from time import monotonic
from typing import Generic, NamedTuple, TypeVar

from csp.constants import SELF
from csp.decorators import csp_replace
from django.conf import settings
from django.db import DatabaseError
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import quote_etag
from django.utils.translation import get_language
from django.views.decorators.clickjacking import xframe_options_sameorigin

from rules import local_words
from rules.local_words import Words, words_now
from scoring.clock.selectors import ClockState, clock_state
from scoring.phones.news import last_act_of_all, news_address, news_of
from scoring.prizes.selectors import prize_calls
from scoring.public.kept_parts import kept_part
from scoring.public.models import RenderedPage
from scoring.public.pages import page_etag, page_names, release, render as render_pages
from scoring.referee.selectors import RulingLine
from scoring.standings.boards import public_labels
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from scoring.standings.selectors import Label
from tournament.concours.access import public_tournament
from tournament.concours.models import Tournament
from tournament.languages import language_context
from tournament.page_access import or_404
from tournament.prepared import prepared
from tournament.rounds.selectors import audience_of, names_shown

# --- Pages in memory --------------------------------------------------------------------------------------------------

MEMORY_SECONDS = 0.3
ASKED_SECONDS = 3  # a cache in front asks again each second or two
MOST_PAGES = 500
LOCKS = 64
# After so long behind the journal no worker is rendering the page: no burst of scores takes the workers as long.
LATE_SECONDS = 10
SLOWED_SECONDS = 5
NOTED_EVERY = timedelta(minutes=1)  # a third of what keeps a page among those that the workers make (pages.LOOKED_AT)

Value = TypeVar("Value")
Key = tuple[str, ...]


class CachedPage(NamedTuple):
    """A page as it goes out, plain and compressed; `until` is when one rendered in place of the workers is made
    again.
    """

    etag: str
    body: bytes
    gzipped: bytes
    until: float = 0.0


class RecentValues(Generic[Value]):
    """Remember each value for MEMORY_SECONDS; then one thread looks it up again while the others take the old one.

    `find(key, known)` returns the value: the *known* one of before where nothing has changed.
    `unchanged(known)` returns those of several known values that nothing has changed.

    A value that is not *enough* for the caller is looked up again before its time, and he waits for it; so does who finds
    one that nobody has asked for lately, which may be of many scores before: not whoever comes while one that was a
    moment old is looked up, however long that takes.
    """

    def __init__(
        self,
        find: Callable[[Key, Value | None], Value],
        unchanged: Callable[[Mapping[Key, Value]], Iterable[Key]] | None = None,
    ) -> None:
        self._find, self._unchanged = find, unchanged
        self._values: dict[Key, tuple[float, Value]] = {}
        self._asked: dict[Key, float] = {}  # when somebody last did
        self._renewed = 0.0
        self._renewing = threading.Lock()
        self._looking: set[Key] = set()  # for what was a moment old
        self._locks = [threading.Lock() for _stripe in range(LOCKS)]

    def __call__(self, *key: str, enough: Callable[[Value], bool] = lambda _value: True) -> Value:
        recent = self._values.get(key)
        if recent is not None:
            self._asked[key] = monotonic()
        fresh = recent is not None and monotonic() <= recent[0] + MEMORY_SECONDS
        waits = recent is None or not (fresh or key in self._looking) or not enough(recent[1])
        if recent is not None and not waits and recent[0] > monotonic():
            return recent[1]
        lock = self._locks[hash(key) % LOCKS]  # what is looked up for one page holds up few others
        if not lock.acquire(blocking=waits) and recent is not None:
            return recent[1]  # another thread is looking it up; this one is a moment old
        try:
            if fresh:
                self._looking.add(key)
            if recent is not None and self._unchanged is not None:
                self._renew(self._unchanged)
            recent = self._values.get(key)
            if recent is not None and recent[0] > monotonic() and enough(recent[1]):
                return recent[1]
            value = self._find(key, recent[1] if recent else None)
            if len(self._values) >= MOST_PAGES:
                self._values.clear()
                self._asked.clear()
            self._asked[key] = monotonic()
            self._values[key] = (monotonic() + MEMORY_SECONDS, value)
            return value
        finally:
            self._looking.discard(key)
            lock.release()

    def _renew(self, unchanged: Callable[[Mapping[Key, Value]], Iterable[Key]]) -> None:
        """Look up at once all that is asked for these seconds, and take what is unchanged as looked up now.

        A cache in front of a site asks for two pages of each hall every second: a question each would cost half of the answer.
        """
        with self._renewing:
            now = monotonic()
            if now < self._renewed + MEMORY_SECONDS:
                return
            asked = dict(self._asked)
            kept = {key: held for key, held in list(self._values.items()) if asked.get(key, 0) > now - ASKED_SECONDS}
            for key in unchanged({key: value for key, (_until, value) in kept.items()}):
                if self._values.get(key) is kept[key]:  # nobody has looked it up meanwhile
                    self._values[key] = (now + MEMORY_SECONDS, kept[key][1])
            self._renewed = now

    def forget(self) -> None:
        """Look everything up again."""
        self._values.clear()


def cached_page(html: str, etag: str | None = None) -> CachedPage:
    """Compress *html* and give it its ETag."""
    body = html.encode()
    return CachedPage(etag or page_etag(html), body, gzip.compress(body, 6, mtime=0))


def _rows(slug: str, name: str) -> QuerySet[RenderedPage]:
    concours = {"tournament__slug": slug, "tournament__public": True, "tournament__removed_at": None}
    return RenderedPage.objects.filter(name=name, **concours)


_COLUMNS = (
    *("etag", "journal_number", "tournament__journal_number", "asked_at"),
    *("tournament__club__donne_word", "tournament__club__team_word"),
)


@prepared
def _row(slug: str, name: str) -> QuerySet[RenderedPage, tuple]:
    return _rows(slug, name).values_list(*_COLUMNS)


@prepared
def _rows_among(slugs: list[str], names: list[str]) -> QuerySet[RenderedPage, tuple]:
    public = {"tournament__public": True, "tournament__removed_at": None}
    found = RenderedPage.objects.filter(tournament__slug__in=slugs, name__in=names, **public).order_by()
    return found.values_list("tournament__slug", "name", *_COLUMNS)


@prepared
def _whole(slug: str, name: str) -> QuerySet[RenderedPage, tuple[str, str]]:
    return _rows(slug, name).order_by().values_list("html", "etag")


@prepared
def _concours(slug: str) -> QuerySet[Tournament, tuple[int, int, str, int | None]]:
    found = Tournament.objects.filter(slug=slug, public=True).order_by().annotate(acts=last_act_of_all())
    return found.values_list("pk", "journal_number", "journal_hash", "acts")


def _find_page(key: Key, known: CachedPage | None) -> CachedPage:
    slug, name = key
    row = _row.first(slug=slug, name=name)
    if row is None or not row[0].startswith(release(Words(*row[4:]))):
        # Nobody has looked at it lately, or another release made it: made here and now, and from now on by the worker.
        return _render_here(slug, name)
    etag, stands_on, now, asked_at, *_words = row
    if timezone.now() - asked_at > NOTED_EVERY:
        with suppress(DatabaseError):  # as when the disk is full: the page is there all the same
            _rows(slug, name).update(asked_at=timezone.now())
    if _late(slug, stands_on, now):
        if known is not None and known.until > monotonic():
            return known
        return _render_here(slug, name, slowed=True)._replace(until=monotonic() + SLOWED_SECONDS)
    if known is not None and known.etag == etag:
        return known
    # None: taken away just now, the ranking being a page shorter.
    whole = _whole.first(slug=slug, name=name)
    return cached_page(*whole) if whole else _render_here(slug, name)


def _unchanged_pages(known: Mapping[Key, CachedPage]) -> Iterator[Key]:
    """Yield the pages that are as they are *known*, of the last line of the journal and noted lately as looked at. One query."""
    slugs, names = (sorted(set(part)) for part in zip(*known, strict=True))
    for slug, name, etag, stands_on, now, asked_at, *words in _rows_among(slugs=slugs, names=names):
        page = known.get((slug, name))
        noted = timezone.now() - asked_at <= NOTED_EVERY
        if page and page.etag == etag and stands_on >= now and noted and etag.startswith(release(Words(*words))):
            yield slug, name


def _render_here(slug: str, name: str, *, slowed: bool = False) -> CachedPage:
    tournament = public_tournament(slug)
    # Whatever is asked for, nothing is computed for a page that no ranking of so many teams has.
    if name.rpartition(".")[0] not in page_names(tournament.teams.count()):
        raise Http404
    results = evening(tournament.pk)
    html = or_404(next((html for _name, html in render_pages(results, only={name}, slowed=slowed)), None))
    page = cached_page(html)
    if not slowed:
        with suppress(DatabaseError):
            _keep(results, name, html, page.etag)
    return page


def _keep(results: EveningResults, name: str, html: str, etag: str) -> None:
    """Store a page that was rendered here as its row, unless there is a later one: the workers make it from now on."""
    values = {"html": html, "etag": etag, "journal_number": results.journal_number, "asked_at": timezone.now()}
    concours = results.tournament
    rows = RenderedPage.objects.filter(tournament=concours, name=name, journal_number__lte=results.journal_number)
    if not rows.update(**values):
        RenderedPage.objects.bulk_create(
            [RenderedPage(tournament=concours, name=name, **values)], ignore_conflicts=True
        )
    # A worker that brought the pages up to a later line meanwhile may not have seen the row.
    if not Tournament.objects.filter(pk=concours.pk, journal_number=results.journal_number).exists():
        rows.delete()


_behind: dict[str, tuple[int, float]] = {}  # concours -> the journal number its pages stand on, seen first when


def _late(slug: str, stands_on: int, now: int) -> bool:
    """Return whether the pages have stood for LATE_SECONDS on one and the same line, which is not the last."""
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


class LiveConcours(NamedTuple):
    """The concours as it is now, for pages asked too seldom to be rendered beforehand: that of one team."""

    evening: EveningResults
    standing: Standing
    labels: dict[int, Label]  # as public pages may show them
    clock: ClockState | None
    pages: dict[tuple[int, str, bool], CachedPage]  # by team, language, and whether whole
    # Language -> team -> the rulings at its tables; kept as long as nothing but scores came, since `acts`.
    rulings: dict[str, dict[int, list[RulingLine]]]
    acts: int | None
    # Team -> what its place is called, and its prize; once the palmarès is published.
    prizes: dict[int, tuple[str, str]]


def _find_live(key: Key, known: LiveConcours | None) -> LiveConcours:
    concours = or_404(_concours.first(slug=key[0]))
    pk, journal_number, journal_hash, acts = concours
    # A copy that follows another home may have another line of the same number.
    if known is not None and known.evening.tournament.journal_hash == journal_hash:
        return known
    results = evening(pk)
    local_words.choose(results.tournament.words)
    shown = public_labels(results.tournament)
    ranking = results.after(results.last_shown)
    calls = prize_calls(results, ranking, shown) if results.tournament.closed_at else []
    prizes = {call.row.number: (call.place, call.lot) for call in calls if call.prize}
    # Where the evening was read after `acts`, a ruling may have come between.
    at_once = results.journal_number == journal_number
    rulings = known.rulings if known is not None and at_once and known.acts == acts else {}
    return LiveConcours(results, ranking, dict(shown), clock_state(results.tournament), {}, rulings, acts, prizes)


def _find_news(key: Key, known: CachedPage | None) -> CachedPage:
    news = or_404(news_of(key[0]))
    text = json.dumps(news)
    if known is not None and known.body == text.encode():
        return known
    return cached_page(text, hashlib.sha256(text.encode()).hexdigest()[:24])


public_page = RecentValues(_find_page, _unchanged_pages)
public_live = RecentValues(_find_live)
public_news = RecentValues(_find_news)


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
