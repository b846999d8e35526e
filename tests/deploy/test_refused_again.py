"""A refusal for asking too much is repeated for a moment, without asking the program again."""

import pytest
from django.conf import settings
from django.http import HttpRequest

from deploy.web import refused_again
from deploy.web.refused_again import may_be_repeated, repeat_refusals

SESSION = settings.SESSION_COOKIE_NAME


class Site:
    """The program behind it, which refuses those of whom `busy` holds the path, at a time of our own."""

    def __init__(self) -> None:
        self.now, self.asked, self.busy = 1000.0, 0, {"/a/"}
        self.application = repeat_refusals(self._answer, lambda: self.now)

    def _answer(self, environ, start_response):
        self.asked += 1
        request = HttpRequest()
        request.META = environ
        if environ["PATH_INFO"] not in self.busy:
            start_response("200 OK", [])
            return [b"page"]
        may_be_repeated(request)
        start_response("429 Too Many Requests", [("Retry-After", "5"), ("Set-Cookie", "x=1")])
        return [b"too ", b"much"]

    def send(self, path="/a/", cookie=f"other=1; {SESSION}=abc", **more):
        told = []
        environ = {"PATH_INFO": path, "HTTP_COOKIE": cookie} | more
        body = b"".join(self.application(environ, lambda status, headers: told.append((status[:3], dict(headers)))))
        self.headers = told[0][1]
        return told[0][0], body


@pytest.fixture
def site():
    return Site()


def test_a_refusal_is_repeated_for_a_moment_whatever_is_asked_for(site):
    assert site.send() == ("429", b"too much") and "Set-Cookie" in site.headers
    assert site.send() == site.send("/b/") == ("429", b"too much") and site.asked == 1
    assert site.headers == {"Retry-After": "5"}, "what was set for the first is not set again"
    site.now += refused_again.SECONDS
    assert site.send("/b/") == ("200", b"page")


def test_others_the_api_and_whoever_is_not_logged_in_are_asked_about(site):
    site.send()
    for given in ({"cookie": f"{SESSION}=abd"}, {"cookie": ""}, {"cookie": f"x{SESSION}=abc"}, {"path": "/api/v1/b/"}):
        assert site.send(**{"path": "/b/"} | given) == ("200", b"page"), given
    assert site.send("/b/", HTTP_AUTHORIZATION="Bearer k") == ("200", b"page")
    site.busy.add("/api/v1/c/")
    for path in ("/api/v1/c/", "/api/v1/b/"):
        assert site.send(path, HTTP_AUTHORIZATION="Bearer k")[0] == "429"


def test_what_else_is_refused_is_not_repeated_and_few_are_remembered(site, monkeypatch):
    assert site.send("/b/") == site.send("/b/") == ("200", b"page") and site.asked == 2
    monkeypatch.setattr(refused_again, "MOST", 2)
    for name in "xyz":
        site.send(cookie=f"{SESSION}={name}")
    asked = site.asked
    assert site.send("/b/", cookie=f"{SESSION}=x") == ("200", b"page"), "heard of longest ago"
    assert site.send("/b/", cookie=f"{SESSION}=z")[0] == "429" and site.asked == asked + 1
