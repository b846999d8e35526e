"""The addresses that the Wi-Fi of the hall may open, and the pairing of a device."""

import datetime
import html
import re
import threading
import time

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.core.cache import cache
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from deploy.laptop import network, pairing
from deploy.web.middleware import behind_proxy, limit_body
from tests.support.accounts import logged_in
from tournament.clubs import devices
from tournament.concours.selectors import public_address
from tournament.models import PairedDevice

pytestmark = pytest.mark.django_db

PHONE = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.fixture(autouse=True)
def organiser():
    """Somebody, so that the log-in page is one; and nothing counted by another test."""
    cache.clear()
    return User.objects.create_user("organiser")


@pytest.fixture
def laptop(organiser) -> Client:
    """The organiser's own browser."""
    return logged_in(organiser)


def seconds(number: int) -> datetime.timedelta:
    return datetime.timedelta(seconds=number)


def shown_code(client: Client) -> str:
    page = client.get(reverse("pair")).content.decode()
    return page.split("<output>")[1].split("</output>")[0]


def test_the_laptop_opens_what_the_wifi_does_not(laptop):
    User.objects.create_user("marie")
    assert Client().get(reverse("login")).status_code == 200
    refused = Client().get(reverse("pair"), **PHONE)
    assert refused.status_code == 403
    assert "Cette page s’ouvre sur l’ordinateur de l’organisateur." in refused.content.decode()
    assert laptop.get(reverse("pair"), REMOTE_ADDR="::1").status_code == 200
    assert Client().get(reverse("pair")).status_code == 302, "the code is shown to who has an account"


@pytest.mark.parametrize(
    "address", ["192.168.1.20", "::ffff:192.168.1.20", "fe80::1", "", "nonsense", "127.0.0.1.evil"]
)
def test_only_a_loopback_address_is_the_laptop(address):
    assert not network.is_loopback(address)


@pytest.mark.parametrize("address", ["127.0.0.1", "127.8.9.10", "::1", "::ffff:127.0.0.1"])
def test_loopback_addresses(address):
    assert network.is_loopback(address)


def test_a_forged_header_makes_no_laptop():
    forged = {"HTTP_X_FORWARDED_FOR": "127.0.0.1", "HTTP_X_REAL_IP": "127.0.0.1", "HTTP_FORWARDED": "for=127.0.0.1"}
    assert Client().get(reverse("pair"), **PHONE, **forged).status_code == 403


def test_public_addresses_open_to_the_wifi():
    assert Client().get("/healthz", **PHONE).status_code == 200
    assert Client().get(reverse("pair-enter"), **PHONE).status_code == 200
    assert Client().get("/nothing", **PHONE).status_code == 404


def test_the_admin_does_not_exist_for_the_wifi_not_even_paired():
    client = Client()
    User.objects.create_superuser("maintainer", password="x")
    client.login(username="maintainer", password="x")
    assert client.get("/admin/").status_code == 200
    assert client.get("/admin/", **PHONE).status_code == 404
    client.post(reverse("pair-enter"), {"code": shown_code(client)}, **PHONE)
    assert client.get("/admin/", **PHONE).status_code == 404


def test_a_device_is_paired_by_the_code_once_and_may_be_dismissed(laptop):
    User.objects.create_user("marie")
    phone, other = Client(), Client()
    code = shown_code(laptop)
    assert len(code.replace(" ", "")) == 8
    assert phone.get(reverse("login"), **PHONE).status_code == 403
    typed = code.lower().replace("0", "o").replace("1", "l")
    assert phone.post(reverse("pair-enter"), {"code": typed}, **PHONE).status_code == 302
    assert phone.get(reverse("login"), **PHONE).status_code == 200
    assert phone.get(reverse("pair"), **PHONE).status_code == 403, "a paired device pairs no other"
    assert other.post(reverse("pair-enter"), {"code": code}, **PHONE).status_code == 403, "spent"
    laptop.post(reverse("pair-dismiss"))
    assert phone.get(reverse("login"), **PHONE).status_code == 403


def paired(laptop: Client) -> Client:
    phone = Client()
    assert phone.post(reverse("pair-enter"), {"code": shown_code(laptop)}, **PHONE).status_code == 302
    return phone


def test_a_pairing_ends_after_four_hours_and_says_so(laptop, monkeypatch):
    User.objects.create_user("marie")
    phone, now = paired(laptop), time.monotonic()
    login = reverse("login") + "?next=/concours/7/"
    assert phone.get(login, **PHONE).status_code == 200
    monkeypatch.setattr(devices.time, "monotonic", lambda: now + devices.PAIRED_SECONDS + 1)
    page = phone.get(login, **PHONE)
    assert page.status_code == 403 and "Cet appareil n’est plus associé." in page.text
    asked = html.unescape(re.search(r'href="([^"]*/pair/enter/[^"]*)"', page.text)[1])
    assert "Cet appareil n’est plus associé. Tapez le code." in phone.get(asked, **PHONE).text
    again = phone.post(asked, {"code": shown_code(laptop), "next": login}, **PHONE)
    assert again["Location"] == login, "back to where it was"
    assert phone.get(login, **PHONE).status_code == 200
    assert PairedDevice.objects.count() <= 2


@pytest.mark.parametrize(
    ("evening", "hours"),
    [(0, 4), (2 * 3600, 4), (5.5 * 3600, 6.5), (40 * 3600, 16)],
)
def test_a_device_stays_paired_for_the_evening_and_an_hour(laptop, monkeypatch, evening, hours):
    monkeypatch.setattr(pairing, "seconds_left", lambda _user, _now: evening)
    assert f"pendant {int(hours)} heures" in laptop.get(reverse("pair")).text
    phone, now = paired(laptop), time.monotonic()
    assert phone.get(reverse("login"), **PHONE).status_code == 200
    monkeypatch.setattr(devices.time, "monotonic", lambda: now + hours * 3600 - 60)
    assert phone.get(reverse("login"), **PHONE).status_code == 200
    monkeypatch.setattr(devices.time, "monotonic", lambda: now + hours * 3600 + 60)
    assert phone.get(reverse("login"), **PHONE).status_code == 403


@pytest.mark.parametrize("hour", [0, 7200, -7200, "1970"])
def test_a_pairing_lasts_four_hours_whatever_the_clock_is_set_to(laptop, monkeypatch, hour):
    """Right, wrong or back in 1970: neither dismissed at once nor trusted for ever (docs/reliability.md 10, row 19)."""
    phone, now = paired(laptop), timezone.now()
    assert phone.get(reverse("login"), **PHONE).status_code == 200
    set_to = datetime.datetime(1970, 1, 1, tzinfo=datetime.UTC) if hour == "1970" else now + seconds(hour)
    monkeypatch.setattr(devices.timezone, "now", lambda: set_to)
    assert phone.get(reverse("login"), **PHONE).status_code == 200
    later = time.monotonic() + devices.PAIRED_SECONDS + 1
    monkeypatch.setattr(devices.time, "monotonic", lambda: later)
    assert phone.get(reverse("login"), **PHONE).status_code == 403


@pytest.mark.parametrize(("away", "still"), [(600, True), (4 * 3600 + 1, False), (-9 * 3600, True)])
def test_a_pairing_survives_a_restart_of_the_program(laptop, monkeypatch, away, still):
    """Forget what memory held, and begin the clock anew: the database says until when."""
    phone, now = paired(laptop), timezone.now()
    monkeypatch.setattr(devices, "_ends", {})
    monkeypatch.setattr(devices.time, "monotonic", lambda: 5.0)
    monkeypatch.setattr(devices.timezone, "now", lambda: now + seconds(away))
    assert phone.get(reverse("login"), **PHONE).status_code == (200 if still else 403)
    monkeypatch.setattr(devices.time, "monotonic", lambda: 5.0 + devices.PAIRED_SECONDS)
    assert phone.get(reverse("login"), **PHONE).status_code == 403, "four hours at most, whatever the clock"
    assert phone.cookies[pairing.COOKIE].value not in str(list(PairedDevice.objects.values()))


def test_who_guesses_dismisses_nobody_and_keeps_nobody_out(laptop):
    device, code = paired(laptop), shown_code(laptop)
    for number in range(400):
        guess = {"code": "AAAAAAAA"}
        answer = Client().post(reverse("pair-enter"), guess, REMOTE_ADDR=f"10.0.{number // 250}.{number % 250}")
        assert answer.status_code == 403
    assert "Ce n’est pas le code" in answer.text
    assert device.get(reverse("login"), **PHONE).status_code == 200
    assert Client().post(reverse("pair-enter"), {"code": code}, REMOTE_ADDR="10.0.0.1").status_code == 302


def test_a_code_is_too_old_after_ten_minutes(laptop, monkeypatch):
    code, later = shown_code(laptop), time.monotonic() + pairing.CODE_SECONDS
    monkeypatch.setattr(pairing.time, "monotonic", lambda: later)
    assert Client().post(reverse("pair-enter"), {"code": code}, **PHONE).status_code == 403


def test_the_laptop_says_which_address_to_open(laptop, settings):
    settings.ALLOWED_HOSTS = ["localhost", "testserver", "192.168.1.5"]
    page = laptop.get(reverse("pair"), headers={"host": "localhost:8000"}).text
    assert "http://192.168.1.5:8000/pair/enter/" in page and "<svg" in page


def test_without_a_shown_code_nothing_pairs():
    assert Client().post(reverse("pair-enter"), {"code": ""}, **PHONE).status_code == 403


def test_hosted_has_no_laptop(laptop, settings):
    settings.EMBEDDED = False
    assert laptop.get(reverse("pair")).status_code == 404
    assert Client().get(reverse("login"), **PHONE).status_code == 200


def test_the_hall_answers_to_its_own_names_only():
    hosts = network.HallHosts()
    assert {"localhost", "127.0.0.1", network.local_name()} <= set(hosts)
    assert set(network.lan_addresses()) <= set(hosts)
    assert "*" not in hosts
    assert Client().get("/healthz", headers={"host": "attacker.example"}).status_code == 400


@pytest.fixture
def later(monkeypatch):
    """Moves the clock of the look-ups on, past the moment when the addresses are asked for again."""

    def move():
        now = network.time.monotonic()
        monkeypatch.setattr(network.time, "monotonic", lambda: now + 6)

    return move


def test_an_address_got_after_the_start_is_known(monkeypatch, later):
    monkeypatch.setattr(network, "_routed", list)
    hosts = network.HallHosts()
    assert "10.1.2.3" not in list(hosts)
    monkeypatch.setattr(network, "_routed", lambda: ["10.1.2.3"])
    later()
    assert "10.1.2.3" in list(hosts), "for the request that comes first, too"


def test_a_program_that_listens_to_this_computer_alone_has_no_address_for_telephones(monkeypatch, later, rf, settings):
    monkeypatch.setattr(network, "_routed", lambda: ["10.1.2.3"])
    settings.ALLOWED_HOSTS = hosts = network.HallHosts()
    request = rf.get("/", headers={"host": "localhost:8000"})
    assert public_address(request, "/p/") == "http://10.1.2.3:8000/p/"
    hosts.stay_here()
    later()
    assert "10.1.2.3" not in list(hosts) and "localhost" in list(hosts)
    assert public_address(request, "/p/") is None


def test_no_request_waits_for_a_name_server_that_is_silent(monkeypatch, later):
    silent = threading.Event()
    monkeypatch.setattr(network.socket, "getaddrinfo", lambda *_: [] if silent.wait(30) else [])
    monkeypatch.setattr(network, "_routed", lambda: ["10.1.2.3"])
    monkeypatch.setattr(network, "_NAME_SECONDS", 0.05)
    hosts = network.HallHosts()
    assert "10.1.2.3" in list(hosts), "known although its name is not"
    monkeypatch.setattr(network, "_NAME_SECONDS", 30)
    later()
    for _ in range(20):
        assert "10.1.2.3" in list(hosts)
    assert not silent.is_set(), "nobody waited until the name server spoke"
    silent.set()


def test_our_proxy_says_who_comes():
    seen = {}
    middleware = behind_proxy(lambda request: seen.update(address=request.META["REMOTE_ADDR"]))
    middleware(RequestFactory().get("/", REMOTE_ADDR="127.0.0.1", HTTP_X_FORWARDED_FOR="6.6.6.6, 82.1.2.3"))
    assert seen["address"] == "82.1.2.3", "what stands before was written by the visitor"
    middleware(RequestFactory().get("/", REMOTE_ADDR="127.0.0.1"))
    assert seen["address"] == "127.0.0.1"


@pytest.mark.parametrize(
    ("length", "passes"), [("0", True), ("", True), ("1000", True), ("1001", False), ("many", False)]
)
def test_the_size_of_a_body(length, passes):
    answered = []
    application = limit_body(lambda environ, start: [b"page"], 1000)
    body = application({"CONTENT_LENGTH": length, "PATH_INFO": "/"}, lambda status, headers: answered.append(status))
    assert (body == [b"page"]) is passes
    assert answered == ([] if passes else ["413 Content Too Large"])


def test_the_limit_lets_a_list_of_two_megabytes_in():
    assert settings.BODY_LIMIT > 2_000_000


def test_hosted_there_is_no_code_to_type(settings):
    settings.EMBEDDED = False
    assert Client().get(reverse("pair-enter")).status_code == 404
    assert Client().post(reverse("pair-enter"), {"code": "AAAA"}).status_code == 404
