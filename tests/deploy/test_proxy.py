"""The nginx of the guide in front of two processes of the pages: a restart and a kill lose and refuse nothing."""

import http.client
import subprocess
import sys
import time
from collections.abc import Callable, Iterator

import pytest

from tests.deploy import bursts
from tests.support.fixtures import PATIENCE, ROOT
from tests.support.hosted import postgres  # noqa: F401
from tests.support.nginx import SITE, Nginx, Pages

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(postgres, tmp_path_factory) -> Iterator[tuple[Nginx, list[Pages]]]:
    env = {
        "DATABASE_URL": postgres.url,
        "SECRET_KEY": "k" * 50,
        "DIX_HOSTED": "1",
        "DIX_PROXY": "1",
        "ALLOWED_HOSTS": SITE,
        "DIX_STATIC": str(tmp_path_factory.mktemp("static")),
    }
    pages = [Pages(tmp_path_factory.mktemp("pages") / "data", **env) for _ in range(2)]
    nginx = None
    try:
        pages[0].prepare()
        for command in (["migrate"], ["collectstatic", "--noinput"]):
            subprocess.run(
                [sys.executable, "manage.py", *command], cwd=ROOT, env=pages[0].env, check=True, capture_output=True
            )
        for one in pages:
            one.start()
        nginx = Nginx(tmp_path_factory.mktemp("nginx"), [one.place for one in pages])
        yield nginx, pages
    finally:
        if nginx is not None:
            nginx.end()
        for one in pages:
            one.end()


def test_the_configuration_is_whole_and_leads_to_https(site):
    nginx, _pages = site
    nginx.check()
    plain = http.client.HTTPConnection("127.0.0.1", nginx.plain_port, timeout=PATIENCE)
    plain.request("GET", "/connexion/", headers={"Host": SITE})
    led = plain.getresponse()
    assert (led.status, led.headers["Location"]) == (301, f"https://{SITE}/connexion/")
    plain.close()


def test_a_log_in_at_another_port_than_443_is_no_forgery(site):
    nginx, _pages = site
    status, headers, _body = nginx.ask("GET", "/connexion/")
    assert status == 200
    cookie = headers["Set-Cookie"].split(";")[0]
    here = f"https://{SITE}:{nginx.port}"
    form = f"csrfmiddlewaretoken={cookie.split('=')[1]}&name=nobody&password=wrong"
    sent = {"Cookie": cookie, "Origin": here, "Referer": f"{here}/connexion/"}
    sent["Content-Type"] = "application/x-www-form-urlencoded"
    assert nginx.ask("POST", "/connexion/", form, **sent)[0] == 200, "the password is wrong, nothing else"


def test_answers_of_the_api_come_compressed(site):
    nginx, _pages = site
    status, headers, body = nginx.ask("GET", "/api/v1/schema/?format=json", **{"Accept-Encoding": "gzip"})
    assert status == 200 and headers["Content-Encoding"] == "gzip" and len(body) < 300_000


def test_public_pages_are_kept_for_a_moment_and_no_page_of_an_account(site):
    """Nothing that an account has opened comes from the cache, for nobody."""
    nginx, pages = site
    concours, _phones = bursts.phones_of(pages[0], tables=2)
    slug, session = (
        pages[0]
        .python(
            "from django.conf import settings\nfrom django.contrib.auth.models import User\nfrom django.test import Client\n"
            "from tournament.models import Membership, Tournament\n"
            f"concours = Tournament.objects.get(pk={concours})\n"
            "user = User.objects.create(username='odile')\n"
            "Membership.objects.create(user=user, club=concours.club, role='organiser')\n"
            "client = Client()\nclient.force_login(user)\n"
            "print(concours.slug, client.cookies[settings.SESSION_COOKIE_NAME].value)"
        )
        .split()
    )
    logged_in = {"Cookie": f"__Host-sessionid={session}"}
    begun = time.monotonic()
    asked = [nginx.ask("GET", f"/p/{slug}/") for _ in range(20)]
    assert {status for status, *_rest in asked} == {200}
    ways = [headers["X-Cache"] for _status, headers, _body in asked]
    assert ways.count("HIT") + ways.count("STALE") + ways.count("UPDATING") >= 10, f"{ways}, {time.monotonic() - begun}"
    etag = asked[-1][1]["Etag"]  # as waitress writes it
    assert nginx.ask("GET", f"/p/{slug}/", **{"If-None-Match": etag})[0] in (200, 304)
    for path in (f"/concours/{concours}/", f"/api/v1/concours/{concours}/", "/"):
        for _twice in range(2):
            status, headers, mine = nginx.ask("GET", path, **logged_in)
            assert status == 200 and "X-Cache" not in headers, path
            kept = headers.get("Cache-Control", "")
            assert "private" in kept or "no-store" in kept, f"{path}: {kept}"
        status, headers, theirs = nginx.ask("GET", path)
        assert status != 200 and theirs != mine, path
    # Nor is an address of the public pages that is none.
    assert "HIT" not in {nginx.ask("GET", "/p/nowhere/")[1].get("X-Cache") for _ in range(3)}


def played_through(monkeypatch, site: tuple[Nginx, list[Pages]], breaks: Callable[[list[Pages]], None]) -> None:
    """Send scores through nginx while *breaks* does something to the processes; each has its receipt at once."""
    nginx, pages = site
    monkeypatch.setattr(bursts, "send", lambda _port, phone, **_: bursts.send_through(nginx, phone))
    concours, phones = bursts.phones_of(pages[0], tables=24)
    burst = bursts.Burst(phones, lambda _phone: nginx.port, pause_at=40).begin()
    burst.wait_for_receipts(5)
    breaks(pages)
    burst.end()
    assert burst.statuses == {200} and len(burst.receipts) == len(phones), "neither refused nor lost"
    assert bursts.lost_and_doubled(pages[0], concours, burst) == (0, 0)
    assert bursts.all_count(pages[0], concours)


def test_a_rolling_restart_refuses_and_loses_nothing(monkeypatch, site):
    played_through(monkeypatch, site, lambda pages: [one.restart() for one in pages])


def test_a_killed_process_refuses_and_loses_nothing(monkeypatch, site):
    played_through(monkeypatch, site, lambda pages: pages[1].kill_and_start())


def test_what_is_asked_when_a_process_is_to_end_is_answered(site):
    """A page that is under way when the process is restarted is no `connection reset`."""
    _nginx, pages = site
    links = []
    for _ in range(30):
        link = http.client.HTTPConnection("127.0.0.1", pages[0].port, timeout=PATIENCE)
        link.request("POST", "/connexion/", "name=x&password=y", {"Host": SITE, "X-Forwarded-Proto": "https"})
        links.append(link)
    pages[0].process.terminate()
    assert {link.getresponse().status for link in links} == {403}, "no session of a form, and an answer"
    assert pages[0].process.wait(PATIENCE) == 0
    pages[0].start()
