"""The public standing against a bare Django view of the same bytes, in one process, and what making the pages costs."""

import threading
import time
from http.client import HTTPConnection

import pytest
import waitress
from django.core.handlers.wsgi import WSGIHandler
from django.http import HttpResponse
from django.urls import clear_url_caches, path

from deploy import urls
from scoring.public.pages import refresh_pages
from tests.benchmarks.figures import CALLS, answers
from tests.scoring.builders import evening

SIZES = (50, 100, 200, 500, 1000)
LEAST_RATIO = 0.8
ROUNDS = 15


@pytest.fixture
def bare(monkeypatch):
    """A view that returns given bytes and does nothing else, in the same program behind the same middleware."""
    kept: dict[str, bytes] = {}

    def view(_request):
        return HttpResponse(kept["body"])

    monkeypatch.setattr(urls, "urlpatterns", [path("bare/", view, name="public-bare"), *urls.urlpatterns])
    clear_url_caches()
    yield kept
    monkeypatch.undo()
    clear_url_caches()


def ratio(measure) -> tuple[float, float]:
    """(the bare view's time over the page's, the page's seconds), the best of turns taken one after the other."""
    turns = [(measure("/bare/"), measure("page")) for _ in range(ROUNDS)]
    plain, page = (min(times) for times in zip(*turns, strict=True))
    return plain / page, page


@pytest.mark.django_db(transaction=True)
def test_the_page_is_served_at_the_rate_of_a_bare_view(bare, client):
    application = WSGIHandler()
    for teams in SIZES:
        tournament = evening(teams=teams, parties=4)
        begun = time.perf_counter()
        refresh_pages(tournament_id=tournament.pk)
        made = time.perf_counter() - begun
        address = f"/p/{tournament.slug}/"
        bare["body"] = client.get(address).content
        found, seconds = ratio(lambda a, address=address: answers(application, address if a == "page" else a))
        print(
            f"{teams:5} teams: {len(bare['body']) / 1000:5.1f} kB, {CALLS / seconds:6.0f} pages/s, "
            f"{found:.2f} of a bare view; pages made in {made:.2f} s"
        )
        assert found >= LEAST_RATIO
        assert len(bare["body"]) <= 60_000


@pytest.mark.django_db(transaction=True)
def test_the_same_through_the_server(bare, client):
    tournament = evening(teams=1000, parties=4)
    refresh_pages(tournament_id=tournament.pk)
    address = f"/p/{tournament.slug}/"
    bare["body"] = client.get(address).content
    server = waitress.create_server(WSGIHandler(), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    connection = HTTPConnection("127.0.0.1", server.effective_port)

    def ask(asked: str) -> float:
        begun = time.perf_counter()
        for _ in range(CALLS):
            connection.request("GET", address if asked == "page" else asked)
            assert len(connection.getresponse().read()) == len(bare["body"])
        return time.perf_counter() - begun

    try:
        found, seconds = ratio(ask)
    finally:
        connection.close()
        server.close()
    print(f" 1000 teams through waitress: {CALLS / seconds:.0f} pages/s, {found:.2f} of a bare view")
    assert found >= LEAST_RATIO
