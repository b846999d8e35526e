"""Measure a typed score: processor time and queries of each step of docs/architecture.md 3, and of the job after it.

The requests go through the whole middleware, without a server around it. The processor time is that of this process, so
that it holds on a busy machine too; the work of PostgreSQL itself is not in it. The table is printed as Markdown.
"""

import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from io import BytesIO
from statistics import median
from urllib.parse import urlencode

import pytest
from django.conf import settings
from django.core.handlers.wsgi import WSGIHandler
from django.db import connection
from django.template.base import Template
from django.test import Client, RequestFactory
from django.test.utils import _TestState
from django.urls import reverse

from scoring.public import pages
from scoring.public.models import RenderedPage
from scoring.sheets import entry, locked_table, reception
from scoring.sheets.views import entry as view, recording
from tests.scoring import builders
from tests.support.api import account
from tournament.journal import services as journal
from tournament.models import Table

TABLES = (16, 64, 75)
SCORES = 12
TOKEN = "x" * 32
REST = "middleware, session, account"
# (step, where its function is asked for, its name): the work of a step within another one is its own alone.
STEPS = (
    ("concours, role, partie", view, "entry_round"),
    ("form, table", view, "_post_totals"),
    ("the report, read by the rules", entry, "read_report"),
    ("lock, table, seats, versions", reception, "lock_tables"),
    ("key, closing, terms, lifecycle", reception, "_receive_one"),
    ("rows", locked_table.UnitOfWork, "flush"),
    ("journal line, job row", journal, "write_lines"),
    ("receipt", recording, "receipt_text"),
    ("the page", view, "_entry_page"),
    ("the answer to the script", view, "_entry_answer"),
    ("the standing read", pages, "evening"),
    ("the pages rendered", pages, "render"),
    ("standing and pages as rows", pages, "refresh_pages"),
)


class Profile:
    """Sum up the milliseconds and queries of each step, less those of the steps within it."""

    def __init__(self) -> None:
        self.milliseconds: dict[str, float] = defaultdict(float)
        self.queries: dict[str, int] = defaultdict(int)
        self._inner = [REST]
        self._since = 0.0

    def _turn(self) -> None:
        now = time.process_time()
        self.milliseconds[self._inner[-1]] += 1000 * (now - self._since)
        self._since = now

    def count(self, execute: Callable, *query: object) -> object:
        self.queries[self._inner[-1]] += 1
        return execute(*query)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        self._turn()
        self._inner.append(name)
        try:
            yield
        finally:
            self._turn()
            self._inner.pop()

    @contextmanager
    def measured(self) -> Iterator[None]:
        self._since = time.process_time()
        with connection.execute_wrapper(self.count):
            yield
        self._turn()


def watched(profile: Profile, function: Callable, name: str) -> Callable:
    """Return *function* as the step *name*; what it gives one by one is made within the step."""

    @wraps(function)
    def step(*args: object, **given: object) -> object:
        with profile.step(name):
            result = function(*args, **given)
            return list(result) if isinstance(result, Iterator) else result

    return step


def totals(profiles: list[Profile]) -> tuple[float, int]:
    """(processor ms, queries) of one of *profiles*, the median."""
    return (
        median(sum(one.milliseconds.values()) for one in profiles),
        round(median(sum(one.queries.values()) for one in profiles)),
    )


class Concours:
    """A concours at its third partie, and an account at its table de marque."""

    def __init__(self, tables: int) -> None:
        self.tournament = builders.evening(teams=2 * tables, parties=2, public=True)
        self.played = builders.partie(self.tournament, 3, [(2 * n + 1, None, 2 * n + 2, None) for n in range(tables)])
        self.left = list(Table.objects.filter(round=self.played).order_by("number").values_list("number", flat=True))
        client = Client()
        client.force_login(account(f"odile{tables}", self.tournament.club))
        session = client.cookies[settings.SESSION_COOKIE_NAME].value
        self._cookies = (
            f"{settings.SESSION_COOKIE_NAME}={session}; {settings.CSRF_COOKIE_NAME}={TOKEN}; "
            f"{settings.LANGUAGE_COOKIE_NAME}=fr"
        )
        self.address = reverse("entry-round", args=[self.tournament.pk, 3])
        self._application = WSGIHandler()

    def ask(self, method: str, address: str, form: dict | None = None, **more: str) -> tuple[str, bytes]:
        body = urlencode(form or {}).encode()
        environ = RequestFactory().generic(method, address, body, "application/x-www-form-urlencoded", **more).environ
        environ |= {"HTTP_COOKIE": self._cookies, "wsgi.input": BytesIO(body)}
        found: list[str] = []
        response = self._application(environ, lambda status, _headers: found.append(status))
        content = b"".join(response)
        response.close()
        return found[0], content

    def score(self, number: int, **more: str) -> int:
        """Type the score of table *number*; return the bytes of the answer."""
        form = {
            "table": number,
            "points_NS": 900,
            "points_EO": 1044,
            "key": f"{number:020}",
            "csrfmiddlewaretoken": TOKEN,
        }
        status, content = self.ask("POST", self.address, form, **more)
        assert status[:3] in ("200", "302"), (status, content[:500])
        return len(content)


@pytest.fixture
def real_templates(monkeypatch):
    """Templates that render as outside of tests, where each tells nobody that it was rendered."""
    monkeypatch.setattr(Template, "_render", _TestState.saved_data.template_render)


@pytest.mark.usefixtures("real_templates")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("tables", TABLES)
def test_a_typed_score(monkeypatch, tables):
    concours = Concours(tables)
    current: list[Profile] = [Profile()]
    for name, owner, attribute in STEPS:
        if function := getattr(owner, attribute, None):

            def step(*args, name=name, function=function, **given):
                return watched(current[0], function, name)(*args, **given)

            monkeypatch.setattr(owner, attribute, step)

    def profiled(act: Callable[[], object]) -> tuple[Profile, object]:
        current[0] = Profile()
        with current[0].measured():
            result = act()
        return current[0], result

    scripted = {"HTTP_X_REQUESTED_WITH": "fetch"}
    desk = reverse("entry-tables", args=[concours.tournament.pk, 3])

    def typed(**more: str) -> Callable[[], int]:
        return lambda: concours.score(concours.left.pop(), **more)

    def job() -> None:
        pages.refresh_pages(tournament_id=concours.tournament.pk)

    # The wall and the first page of the telephones are looked at.
    for shown in ("public-standings", "public-wall"):
        concours.ask("GET", reverse(shown, args=[concours.tournament.slug]))
    acts = {
        "score by the form": typed(),
        "page after it": lambda: len(concours.ask("GET", concours.address)[1]),
        "score by the script": typed(**scripted),
        "desk as it asks itself": lambda: len(concours.ask("GET", desk)[1]),
        "pages after it": job,
    }
    found: dict[str, list[Profile]] = defaultdict(list)
    size: dict[str, object] = {}
    for _turn in range(min(SCORES, tables // 2 - 1)):
        for name, act in acts.items():
            profile, size[name] = profiled(act)
            found[name].append(profile)
    RenderedPage.objects.all().delete()
    for _turn in range(SCORES // 2):
        alone, _nothing = profiled(lambda: pages.refresh_pages(tournament_id=concours.tournament.pk, force=True))
        found["the same, nobody looks"].append(alone)
    print(f"\n{tables} tables, {connection.vendor}\n\n| | processor | queries | bytes |\n|---|---|---|---|")
    for name, profiles in found.items():
        milliseconds, queries = totals(profiles[1:])
        print(f"| {name} | {milliseconds:.1f} ms | {queries} | {size.get(name) or ''} |")
    print("\n| step | processor | queries |\n|---|---|---|")
    for act in ("score by the script", "pages after it"):
        for step in dict.fromkeys(step for profile in found[act] for step in profile.milliseconds):
            took = median(profile.milliseconds[step] for profile in found[act][1:])
            queries = round(median(profile.queries[step] for profile in found[act][1:]))
            print(f"| {act if step == REST else ''} {step} | {took:.1f} ms | {queries} |")
