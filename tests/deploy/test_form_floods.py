"""The surplus of a flood of registrations from home is refused before the program reads it; people come through."""

import pytest

from deploy.web import form_floods
from deploy.web.form_floods import IN_A_ROW, RUSH, FormsOfAddresses, limit_forms

FORM = "/p/automne/inscription/"


class Site:
    """The program behind the limit, at a time of our own."""

    def __init__(self) -> None:
        self.now, self.status, self.asked = 1000.0, "302 Found", 0
        self.headers: dict[str, str] = {}
        self.application = limit_forms(self._answer, FormsOfAddresses(lambda: self.now))

    def _answer(self, _environ, start_response):
        self.asked += 1
        start_response(self.status, [])
        return [b"page"]

    def send(self, address="10.0.0.1", path=FORM, method="POST", query="", **more) -> int:
        told = []

        def start(status, headers):
            told.append(int(status[:3]))
            self.headers = dict(headers)

        environ = {"REQUEST_METHOD": method, "PATH_INFO": path, "QUERY_STRING": query, "REMOTE_ADDR": address} | more
        self.page = b"".join(self.application(environ, start)).decode()
        return told[0]


@pytest.fixture
def site():
    return Site()


def test_an_address_sends_some_forms_in_a_row_then_one_a_minute(site):
    assert [site.send() for _ in range(IN_A_ROW + 5)] == [302] * IN_A_ROW + [429] * 5
    assert "formulaires" in site.page and 'lang="fr"' in site.page
    assert site.headers["Retry-After"] == "60" and site.headers["Cache-Control"] == "no-store"
    assert int(site.headers["Content-Length"]) == len(site.page.encode()) < 600
    assert site.asked == IN_A_ROW
    assert site.send("10.0.0.2") == 302, "another address"
    site.send(query="lang=en")
    assert "Many forms" in site.page
    site.now += form_floods.SECONDS
    assert [site.send(), site.send()] == [302, 429]


def test_pages_and_other_forms_are_not_counted(site):
    for _ in range(IN_A_ROW + 5):
        assert site.send(method="GET") == site.send(path="/p/automne/arrivee/") == 302
        assert site.send(path=FORM + "a" * 32 + "/") == 302
    assert site.send() == 302


def test_who_was_refused_by_the_program_is_not_read_again_for_a_minute(site):
    site.status = "429 Too Many Requests"
    assert [site.send() for _ in range(3)] == [429] * 3
    assert site.asked == 1
    site.now += form_floods.SECONDS
    site.send()
    assert site.asked == 2


def test_in_a_rush_each_address_sends_one_and_a_newcomer_comes_through(site):
    for number in range(RUSH + 1):
        site.send(f"10.1.0.{number}")
    assert [site.send("10.2.0.1") for _ in range(3)] == [302, 429, 429]
    site.now += form_floods.SECONDS
    assert [site.send("10.2.0.1"), site.send("10.2.0.1")] == [302, 302], "it is over"


def test_one_address_alone_makes_no_rush(site):
    for _ in range(5 * RUSH):
        site.send("10.3.0.1")
    assert [site.send("10.2.0.1") for _ in range(3)] == [302] * 3


def test_behind_the_proxy_the_visitor_is_counted_and_an_ipv6_network_is_one(site, settings):
    settings.BEHIND_PROXY = True
    proxy = "127.0.0.1"
    for _ in range(IN_A_ROW):
        site.send(proxy, HTTP_X_FORWARDED_FOR="2001:db8:1:1::1")
    assert site.send(proxy, HTTP_X_FORWARDED_FOR="2001:db8:1:1:2::2") == 429
    assert site.send(proxy, HTTP_X_FORWARDED_FOR="10.0.0.9") == 302


def test_no_more_addresses_are_remembered_than_there_is_room_for(monkeypatch):
    monkeypatch.setattr(form_floods, "MOST_ADDRESSES", 100)
    forms = FormsOfAddresses(lambda: 0.0)
    for number in range(500):
        forms.take(str(number))
    assert len(forms._until) == 100
