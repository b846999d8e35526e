"""On a host of many clubs one account, and all those of a club, have few requests under way, whatever is opened."""

import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import ModuleType
from unittest.mock import Mock

import pytest
from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.core.cache import cache
from django.http import HttpResponse
from django.test import RequestFactory
from django.urls import resolve
from django.utils import timezone

from deploy.hosting import account_places, fair_server
from deploy.hosting.account_places import AccountPlaces
from deploy.hosting.pages import main as serve_pages
from deploy.web import refused_again
from tests.scoring import builders
from tests.support.api import account
from tests.support.fixtures import wait_for
from tournament.models import Club, Membership
from tournament.places import ComputingPlaces, NoPlaceError
from tournament.tokens import services as api_tokens

PAGE, API, PUBLIC = "/concours/1/classement/", "/api/v1/concours/1/standings/", "/p/automne/"
PUBLIC_API = "/api/v1/public/automne/standings/"
MANY = 12
OF_CLUB = AccountPlaces.THREADS // 2


@pytest.fixture(autouse=True)
def clubs(monkeypatch):
    """The club of each account without a look into the database; one whose mark names none is a club of its own."""
    monkeypatch.setattr(account_places, "_club", lambda account, _match: account.partition(" of ")[2] or account)


class Pages:
    """Pages that take until they are let go, behind the middleware; `running` are the accounts of those under way."""

    def __init__(self) -> None:
        self.running: list[str] = []
        self.let_go = threading.Event()
        self.middleware = AccountPlaces(self.answer)

    def answer(self, request) -> HttpResponse:
        refused = self.middleware.process_view(request, lambda: None, (), {})
        if refused is not None:
            return refused
        self.running.append(request.mark)
        assert self.let_go.wait(20)
        self.running.remove(request.mark)
        return HttpResponse()

    def ask(self, mark: str, path: str = PAGE, token: str = "", method: str = "GET") -> HttpResponse:
        request = RequestFactory().generic(method, path, headers={"Authorization": f"Bearer {token}"} if token else {})
        request.COOKIES[settings.SESSION_COOKIE_NAME] = f"session {mark} {threading.get_ident()}"
        request.session, request.resolver_match, request.mark = {SESSION_KEY: mark}, resolve(path), mark
        answer = self.middleware(request)
        answer.repeated = refused_again.MARK in request.META
        return answer


def refused(pages: Pages, **asked) -> list[HttpResponse]:
    """Ask MANY times at once; return the answers of those that were told to come again."""
    kept = AccountPlaces.AT_ONCE + AccountPlaces.WAITING
    with ThreadPoolExecutor(MANY + 1) as pool:
        greedy = [pool.submit(pages.ask, "greedy", **asked) for _ in range(MANY)]
        wait_for(lambda: sum(one.done() for one in greedy) == MANY - kept, 20, "the rest is told at once")
        reads = asked.get("method", "GET") == "GET"
        assert pages.running == ["greedy"] * (1 if reads else AccountPlaces.AT_ONCE), "one page of a club at a time"
        other = pool.submit(pages.ask, "another club's clerk")
        wait_for(lambda: "another club's clerk" in pages.running, 20, "another account has places of its own")
        pages.let_go.set()
        assert other.result(20).status_code == 200
    assert not pages.middleware.places.callers(), "nothing is kept of who asked"
    told = [one.result() for one in greedy if one.result().status_code != 200]
    assert all(answer.repeated for answer in told)
    return told


@pytest.mark.parametrize(
    "asked", [{"path": PAGE}, {"path": API}, {"path": API, "token": "x"}, {"path": PAGE, "method": "POST"}]
)
def test_one_account_takes_few_places_and_is_told_to_come_again(asked):
    answers = refused(Pages(), **asked)
    assert len(answers) == MANY - AccountPlaces.AT_ONCE - AccountPlaces.WAITING
    assert {(answer.status_code, answer["Retry-After"]) for answer in answers} == {(429, "5")}
    assert "compte" in answers[0].content.decode("unicode_escape" if asked["path"] == API else "utf-8")


def test_of_the_public_api_an_address_has_few_answers_made_at_once(monkeypatch):
    monkeypatch.undo()
    pages = Pages()
    kept = AccountPlaces.AT_ONCE + AccountPlaces.WAITING
    with ThreadPoolExecutor(MANY + 1) as pool:
        greedy = [pool.submit(pages.ask, str(number), PUBLIC_API) for number in range(MANY)]
        wait_for(lambda: sum(one.done() for one in greedy) == MANY - kept, 20, "the rest is told at once")
        assert len(pages.running) == AccountPlaces.AT_ONCE
        pages.let_go.set()
    assert {one.result().status_code for one in greedy} == {200, 429}
    assert not pages.middleware.places.callers()


def test_a_subscriber_is_one_caller_of_the_public_api_whatever_ipv6_address_it_takes():
    callers = set()
    for host in range(MANY):
        request = RequestFactory().get(PUBLIC_API, REMOTE_ADDR=f"2001:db8::{host:x}:1")
        request.resolver_match = resolve(PUBLIC_API)
        callers.add(account_places.account_of(request))
    assert len(callers) == 1


def test_public_pages_are_counted_for_no_account():
    pages = Pages()
    with ThreadPoolExecutor(MANY) as pool:
        answers = [pool.submit(pages.ask, "greedy", PUBLIC) for _ in range(MANY)]
        wait_for(lambda: len(pages.running) == MANY, 20, "all are under way")
        pages.let_go.set()
        assert {one.result(20).status_code for one in answers} == {200}


def test_what_an_account_sends_in_a_day_has_a_limit(monkeypatch):
    cache.clear()
    pages = Pages()
    pages.let_go.set()
    monkeypatch.setattr(AccountPlaces, "SENT_A_DAY", 2)
    assert [pages.ask("greedy", method="POST").status_code for _ in range(4)] == [200, 200, 429, 429]
    assert pages.ask("greedy").status_code == 200, "it still reads"
    assert pages.ask("greedy", PUBLIC, method="POST").status_code == 200, "a telephone at a table is no account"
    assert pages.ask("another club's clerk", method="POST").status_code == 200
    assert not pages.middleware.places.callers()


def test_what_a_club_sends_in_a_day_has_a_limit(monkeypatch):
    cache.clear()
    pages = Pages()
    pages.let_go.set()
    monkeypatch.setattr(AccountPlaces, "SENT_BY_CLUB", 2)
    sent = [pages.ask(f"{number} of the greedy", method="POST") for number in range(4)]
    assert [answer.status_code for answer in sent] == [200, 200, 429, 429]
    assert not any(answer.repeated for answer in sent), "what it reads is answered all the same"
    assert pages.ask("another club's clerk", method="POST").status_code == 200


def test_what_an_account_is_refused_is_not_counted_for_its_club(monkeypatch):
    cache.clear()
    pages = Pages()
    pages.let_go.set()
    monkeypatch.setattr(AccountPlaces, "SENT_A_DAY", 2)
    monkeypatch.setattr(AccountPlaces, "SENT_BY_CLUB", 4)
    sent = [pages.ask("one of the club", method="POST").status_code for _ in range(6)]
    assert sent == [200, 200, 429, 429, 429, 429]
    assert [pages.ask("other of the club", method="POST").status_code for _ in range(2)] == [200, 200]


@pytest.mark.parametrize(("method", "at_once"), [("GET", 1), ("POST", AccountPlaces.CLUB_AT_ONCE)])
def test_many_accounts_of_one_club_take_no_more_than_half_of_the_threads(method, at_once):
    cache.clear()
    pages = Pages()
    with ThreadPoolExecutor(MANY + 1) as pool:
        greedy = [pool.submit(pages.ask, f"{number} of the greedy", method=method) for number in range(MANY)]
        refused = MANY - OF_CLUB
        wait_for(lambda: sum(one.done() for one in greedy) == refused, 20, "the rest is told at once")
        assert len(pages.running) == at_once
        other = pool.submit(pages.ask, "another club's clerk")
        wait_for(lambda: "another club's clerk" in pages.running, 20, "another club has places of its own")
        pages.let_go.set()
        assert other.result(20).status_code == 200
    assert sorted(one.result().status_code for one in greedy) == [200] * OF_CLUB + [429] * refused
    kept = (pages.middleware.threads, pages.middleware.places, pages.middleware.of_club)
    assert not any(places.callers() for places in kept)


def test_the_threads_that_the_pages_are_started_with_are_those_that_are_shared(monkeypatch, settings):
    settings.HOSTED = True
    made, served = [], {}
    monkeypatch.setattr(AccountPlaces, "THREADS", AccountPlaces.THREADS)  # as it was, afterwards
    monkeypatch.setattr("deploy.hosting.pages.signal", Mock())
    monkeypatch.setattr(sys, "setswitchinterval", Mock())
    monkeypatch.setattr(sys, "argv", ["pages", "--threads", "12"])
    monkeypatch.setattr(fair_server, "serve_in_turn", lambda _application, **options: served.update(options))
    # The application makes its middleware when it is first asked for.
    application = ModuleType("deploy.wsgi")
    vars(application)["__getattr__"] = lambda _name: made.append(AccountPlaces(lambda _request: HttpResponse()))
    monkeypatch.setitem(sys.modules, "deploy.wsgi", application)
    assert serve_pages() == 0
    assert (served["threads"], served["readers"]) == (12, 6)
    with ExitStack() as held:
        for _place in range(3):
            held.enter_context(made[0].threads.hold("one club"))
        with pytest.raises(NoPlaceError):
            held.enter_context(made[0].threads.hold("one club"))


def test_several_clubs_that_ask_for_much_leave_a_thread_for_the_next():
    """Two took half of the threads each, and a third club waited behind them."""
    pages, held, asked = Pages(), [8, 4, 3], []
    with ThreadPoolExecutor(len(held) * MANY + 1) as pool:
        for club, most in enumerate(held):
            asked.append([pool.submit(pages.ask, f"{number} of the greedy {club}") for number in range(MANY)])
            wait_for(lambda: sum(one.done() for one in asked[-1]) == MANY - most, 20, "the rest is told at once")  # noqa: B023
        other = pool.submit(pages.ask, "another club's clerk")
        wait_for(lambda: "another club's clerk" in pages.running, 20, "another club has a thread")
        pages.let_go.set()
        assert other.result(20).status_code == 200
    assert sum(held) < AccountPlaces.THREADS
    assert not pages.middleware.threads.callers()


@pytest.mark.django_db
def test_the_accounts_and_the_tokens_of_a_club_are_one_caller(monkeypatch):
    monkeypatch.undo()
    tournament = builders.concours(teams=2)
    club, other = tournament.club, Club.objects.create(name="Belote de Nort")
    by = account("odile", club)
    _token, secret = api_tokens.make_token(
        club=club, name="site", scopes=["reading"], concours=None, ends_on=timezone.localdate(), by=by
    )
    mine = {str(by.pk), str(account("rene", club, "scorer").pk), f"token {secret}"}
    page = resolve(PAGE)
    assert {account_places._club(one, page) for one in mine} == {f"club {club.pk}"}
    assert account_places._club(str(account("yvette", other).pk), page) == f"club {other.pk}"
    alone = str(account("denise").pk)
    assert [account_places._club(one, page) for one in (alone, "token made up")] == [alone, "token made up"]


@pytest.mark.django_db
def test_an_account_of_several_clubs_is_counted_for_the_one_that_the_address_names(monkeypatch):
    """It was counted for its first: there others of that club kept it out of the evening of the second."""
    monkeypatch.undo()
    first = Club.objects.create(name="Amicale de Casson")
    second, stranger = builders.concours(teams=2), builders.concours(teams=2)
    both = account("odile", first)
    Membership.objects.create(user=both, club=second.club, role="scorer")
    counted = {
        f"/concours/{second.pk}/classement/": second.club,
        f"/api/v1/concours/{second.pk}/standings/": second.club,
        f"/api/v1/clubs/{second.club.pk}/words/": second.club,
        "/concours/nouveau/": first,
        # Nobody takes places of a club by its address.
        f"/concours/{stranger.pk}/classement/": first,
        f"/api/v1/clubs/{stranger.club.pk}/words/": first,
        f"/concours/{10**30}/classement/": first,
        "/travaux/00000000-0000-0000-0000-000000000000/": first,
    }
    for address, club in counted.items():
        assert account_places._club(str(both.pk), resolve(address)) == f"club {club.pk}", address


def test_a_count_that_the_cache_has_lost_refuses_nobody(monkeypatch):
    pages = Pages()
    pages.let_go.set()
    monkeypatch.setattr(cache, "add", lambda *_arguments: True)  # it was away, and comes back before the next question
    cache.clear()
    assert pages.ask("clerk", method="POST").status_code == 200


def test_what_a_club_reads_is_computed_one_after_the_other_and_its_scores_go_on():
    """Three prints of each of two clubs at once, before either counted as busy, made a score seven times as long."""
    places = ComputingPlaces(at_once=2, queue=2, seconds=0, busy_seconds=2.0)
    with places.hold("club", reads=True):
        with pytest.raises(NoPlaceError), places.hold("club", reads=True):
            pass
        with places.hold("club"), places.hold("another", reads=True):
            with pytest.raises(NoPlaceError), places.hold("club"):
                pass
    with places.hold("club"), places.hold("club", reads=True):
        pass
    assert not places.callers()


def test_the_place_of_the_busy_rests_as_long_as_it_was_held(monkeypatch):
    """On a processor that others use too a computation takes longer than it computes: it rested for a fraction of that."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    places = ComputingPlaces(at_once=1, queue=2, seconds=0, busy_seconds=1.0)
    places._count("one", 5.0, held=0)
    with places.hold("one"):
        now += 0.6
    now += 0.5
    with pytest.raises(NoPlaceError), places.hold("one"):
        pass
    now += 0.2
    with places.hold("one"):
        pass


def test_a_club_that_has_computed_for_long_computes_once_at_a_time(monkeypatch):
    """Threads that compute share a processor: three of each of two busy clubs made a score seven times as long."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    places = ComputingPlaces(at_once=3, queue=2, seconds=0, busy_seconds=2.0)
    with ExitStack() as held:
        for _ in range(3):
            held.enter_context(places.hold("busy"))
        with pytest.raises(NoPlaceError):
            held.enter_context(places.hold("busy"))
    places._count("busy", 3.0, held=3.0)
    now += ComputingPlaces.LONGEST_REST
    with places.hold("busy"):
        with pytest.raises(NoPlaceError), places.hold("busy"):
            pass
        with places.hold("another"), places.hold("another"):
            pass
    now += 2 * ComputingPlaces.HALF_LIFE
    with places.hold("busy"), places.hold("busy"):
        assert places.callers() == {"busy"}
    assert not places.callers()
    now += 20 * ComputingPlaces.HALF_LIFE
    places._count("another", 0.1, held=0.1)
    assert set(places._computed) == {"another"}, "what nobody did lately is forgotten"


def test_clubs_that_have_computed_for_long_share_one_place_which_rests(monkeypatch):
    """Two of them with a place each made a score six times as long; between two computations the others have all."""
    now = 1000.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    places = ComputingPlaces(at_once=3, queue=2, seconds=0, busy_seconds=1.0)
    places._count("one", 1.5, held=1.5)
    places._count("two", 1.5, held=1.5)
    with pytest.raises(NoPlaceError), places.hold("one"):
        pass
    with places.hold("evening"):
        now += ComputingPlaces.LONGEST_REST
        with places.hold("one"), pytest.raises(NoPlaceError), places.hold("two"):
            pass
    places._count("one", 0.4, held=0.4)
    now += 0.3
    with pytest.raises(NoPlaceError), places.hold("two"):
        pass
    now += 0.2
    with places.hold("two"), places.hold("evening"):
        assert places.callers() == {"two", "evening"}


def test_clubs_that_have_computed_for_long_have_the_place_in_turn(monkeypatch):
    monkeypatch.setattr(ComputingPlaces, "LONGEST_REST", 0.05)
    places = ComputingPlaces(at_once=1, queue=4, seconds=10, busy_seconds=1.0)
    for caller in ("last", "first", "holder"):
        places._count(caller, 50.0, held=50.0)
    turns: list[str] = []

    def ask(caller: str) -> None:
        with places.hold(caller):
            turns.append(caller)

    with ThreadPoolExecutor(4) as pool:
        with places.hold("holder"):
            places._count("last", 0, held=0)  # its turn was a moment ago
            for caller in ("last", "last", "last", "first"):
                pool.submit(ask, caller)
            wait_for(lambda: places._asking.total() == 5, 10, "all wait")
    assert turns == ["first", "last", "last", "last"]
