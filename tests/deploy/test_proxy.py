"""The nginx of the guide in front of two processes of the pages and the readers': a restart and a kill lose and refuse nothing."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import ClassVar

import pytest

from tests.deploy import bursts
from tests.support.fixtures import PATIENCE, free_port
from tests.support.hosted import MIGRATED, postgres  # noqa: F401
from tests.support.nginx import SITE, Nginx, Pages, site_settings  # noqa: F401

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def site(postgres, site_settings, tmp_path_factory) -> Iterator[tuple[Nginx, list[Pages]]]:
    env = site_settings | {"DATABASE_URL": postgres.database("site", of=MIGRATED)}
    *pages, readers = [Pages(tmp_path_factory.mktemp("pages") / "data", **env) for _ in range(3)]
    nginx = None
    try:
        for one in (*pages, readers):
            one.start()
        nginx = Nginx(tmp_path_factory.mktemp("nginx"), [one.place for one in pages], readers=readers.place)
        yield nginx, pages
    finally:
        if nginx is not None:
            nginx.end()
        for one in (*pages, readers):
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


def test_each_telephone_of_a_large_evening_keeps_its_connection(site):
    """Of 512, as many as nginx has unless told otherwise, it closes those that wait, to take in the next; each then begins TLS anew."""
    nginx, _pages = site
    telephones = [http.client.HTTPConnection("127.0.0.1", nginx.plain_port, timeout=PATIENCE) for _ in range(700)]
    try:
        for one in telephones:
            one.connect()
            one.auto_open = False
        for _turn in range(2):
            for one in telephones:
                one.request("GET", "/", headers={"Host": SITE})
                assert one.getresponse().read()
    finally:
        for one in telephones:
            one.close()


def test_answers_of_the_api_come_compressed(site):
    nginx, _pages = site
    status, headers, body = nginx.ask("GET", "/api/v1/schema/?format=json", **{"Accept-Encoding": "gzip"})
    assert status == 200 and headers["Content-Encoding"] == "gzip" and len(body) < 300_000


@pytest.fixture
def opened(site) -> dict[str, object]:
    """A concours with an organiser who is logged in, a token of the club, and a telephone at a table."""
    _nginx, pages = site
    concours, phones = bursts.phones_of(pages[0], tables=2)
    slug, session, token = (
        pages[0]
        .python(
            "from datetime import timedelta\nfrom django.conf import settings\nfrom django.contrib.auth.models import User\n"
            "from django.test import Client\nfrom django.utils import timezone\n"
            "from tournament.models import Membership, Tournament\nfrom tournament.tokens import services as tokens\n"
            f"concours = Tournament.objects.get(pk={concours})\n"
            "user = User.objects.create(username=f'odile{concours.pk}')\n"
            "Membership.objects.create(user=user, club=concours.club, role='organiser')\n"
            "client = Client()\nclient.force_login(user)\n"
            "last = timezone.localdate() + timedelta(days=9)\n"
            "_row, secret = tokens.make_token(club=concours.club, by=user, name='site', scopes=['reading'], concours=None, ends_on=last)\n"
            "print(concours.slug, client.cookies[settings.SESSION_COOKIE_NAME].value, secret)"
        )
        .split()
    )
    cookie = {"Cookie": f"__Host-sessionid={session}"}
    return {"concours": concours, "slug": slug, "cookie": cookie, "token": token, "phone": phones[0]}


def test_public_pages_are_kept_for_a_moment(site, opened):
    nginx, _pages = site
    begun = time.monotonic()
    for path in ("", "mur/", "nouvelles/", "equipe/1/", "tables/?part=live", "mur/tirage/?part=live"):
        path = f"/p/{opened['slug']}/{path}"
        asked = [nginx.ask("GET", path, **{"Accept-Encoding": "gzip"}) for _ in range(20)]
        assert {status for status, *_rest in asked} == {200}, path
        ways = [headers["X-Cache"] for _status, headers, _body in asked]
        kept = ways.count("HIT") + ways.count("STALE") + ways.count("UPDATING")
        assert kept >= 10, f"{path}: {ways}, {time.monotonic() - begun}"
        for _status, headers, _body in asked:
            told = dict(part.strip().split("=") for part in headers["Cache-Control"].split(",") if "=" in part)
            assert "public" in headers["Cache-Control"] and "Set-Cookie" not in headers, path
            # A telephone shows nothing that is five seconds old: kept, kept on while asked for again, until it asks.
            seconds = int(told["s-maxage"]) + int(told["stale-while-revalidate"]) + int(told["max-age"])
            assert seconds < 5, path
    etag = asked[-1][1]["Etag"]  # as waitress writes it
    assert nginx.ask("GET", path, **{"If-None-Match": etag, "Accept-Encoding": "gzip"})[0] in (200, 304)
    # Nor is an address of the public pages kept that is none.
    assert "HIT" not in {nginx.ask("GET", "/p/nowhere/")[1].get("X-Cache") for _ in range(3)}


def test_a_page_that_few_ask_for_is_made_for_whoever_asks(site, opened):
    """The one wall of a hall is not given the page that was made when it asked before, and the next one two seconds later."""
    nginx, _pages = site
    paths = [f"/p/{opened['slug']}/{path}" for path in ("", "mur/", "nouvelles/", "equipe/1/")]
    for path in paths:
        assert nginx.ask("GET", path)[0] == 200
    time.sleep(2.1)  # nginx counts in whole seconds
    assert {path: nginx.ask("GET", path)[1]["X-Cache"] for path in paths} == dict.fromkeys(paths, "EXPIRED")


def test_nothing_of_an_account_a_key_or_a_telephone_is_kept(site, opened):
    """Each request reaches the program, and nobody else is given the answer."""
    nginx, _pages = site
    concours, slug, logged_in, phone = (opened[name] for name in ("concours", "slug", "cookie", "phone"))
    with_key = {"Authorization": f"Bearer {opened['token']}"}
    table = {"Cookie": f"__Secure-dix_table={phone.secret}"}
    private = [
        *(
            (path, logged_in)
            for path in ("/", f"/concours/{concours}/", f"/concours/{concours}/saisie/1/", "/mot-de-passe/")
        ),
        *((path, logged_in) for path in (f"/concours/{concours}/classement/", f"/api/v1/concours/{concours}/")),
        *((path, with_key) for path in (f"/api/v1/concours/{concours}/", f"/api/v1/concours/{concours}/standings/")),
        *((f"/t/{phone.access}/{page}", table) for page in ("", "etat/")),
    ]
    for path, who in private:
        for _twice in range(2):
            status, headers, mine = nginx.ask("GET", path, **who)
            kept = headers.get("Cache-Control", "")
            assert status == 200 and headers.get("X-Cache", "none") in ("none", "BYPASS", "MISS"), f"{path}: {status}"
            assert ("private" in kept or "no-store" in kept) and "public" not in kept, f"{path}: {kept}"
        status, _headers, theirs = nginx.ask("GET", path)
        assert status != 200 and theirs != mine, path
    for path in ("/connexion/", f"/p/{slug}/code/", f"/p/{slug}/inscription/"):
        given = [nginx.ask("GET", path) for _ in range(3)]
        assert {headers.get("X-Cache", "none") for _status, headers, _body in given} <= {"none", "MISS"}, path
        cookies = [headers["Set-Cookie"] for _status, headers, _body in given if "Set-Cookie" in headers]
        assert len(set(cookies)) == len(cookies), f"{path}: a cookie of one for another"
    # A public page that a browser with a session asked for is everybody's.
    nginx.ask("GET", f"/p/{slug}/equipe/2/", **logged_in)
    _status, headers, body = nginx.ask("GET", f"/p/{slug}/equipe/2/")
    assert "Set-Cookie" not in headers and b"odile" not in body


class Frail(BaseHTTPRequestHandler):
    """A process of the pages of which a connection breaks off now and then."""

    protocol_version = "HTTP/1.1"
    breaks: ClassVar[list[bool]] = []

    def do_GET(self) -> None:
        if self.breaks or self.server.socket.fileno() < 0:  # closed: its kept connections too
            del self.breaks[-1:]
            self.close_connection = True
            return
        self.send_response(204)
        self.send_header("Port", str(self.server.server_port))
        self.end_headers()

    do_POST = do_GET

    def log_message(self, *_arguments: object) -> None:
        pass


@contextmanager
def stand_in() -> Iterator[ThreadingHTTPServer]:
    """Stand in for a process of the pages."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Frail)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
    try:
        yield server
    finally:
        server.shutdown()
        server.server_close()


def test_a_connection_that_breaks_off_beside_a_dead_process_refuses_nobody(tmp_path):
    """Both were held for dead then: a 502 for that one, and for everybody in the next second."""
    with stand_in() as alive:
        nginx = Nginx(tmp_path, [f"127.0.0.1:{alive.server_port}", f"127.0.0.1:{free_port()}"])
        try:
            for broken in (False, True, False, False):
                Frail.breaks[:] = [True] * broken
                assert nginx.ask("GET", "/")[0] == 204
        finally:
            nginx.end()


READ = ("/p/soiree/", "/p/soiree/mur/", "/api/v1/public/concours/", "/t/3/etat/")
ACTS = (
    ("POST", "/p/soiree/inscription/"),
    ("POST", "/t/3/proposer/"),
    ("GET", "/t/3/"),
    ("GET", "/concours/1/saisie/1/"),
)


def test_readers_have_a_process_of_their_own_and_the_others_where_it_is_away(tmp_path):
    """A score waited for the processor behind each page that was computed in its process."""
    with stand_in() as pages:
        with stand_in() as readers:
            nginx = Nginx(tmp_path, [f"127.0.0.1:{pages.server_port}"], readers=f"127.0.0.1:{readers.server_port}")

            def port(method: str, path: str) -> int:
                status, headers, _body = nginx.ask(method, path)
                assert status == 204, (method, path)
                return int(headers["Port"])

            led = {path: port("GET", path) for path in READ} | {path: port(method, path) for method, path in ACTS}
        try:
            assert {path for path, to in led.items() if to == readers.server_port} == set(READ)
            assert {port("GET", path) for path in READ} == {pages.server_port}
        finally:
            nginx.end()


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
