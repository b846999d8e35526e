"""The second factor: set up by page and API, asked after the password, guessed by nobody, and nobody kept out by it."""

import re

import pyotp
import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from tests.support.accounts import HALL, PASSWORD, account, log_in, logged_in, member
from tests.support.api import Api, api_for, assert_same, is_problem
from tournament.clubs import logging_in, second_factor, services as accounts
from tournament.models import Club, LoginAttempt, SecondFactor

pytestmark = pytest.mark.django_db
INTERVAL = 30


@pytest.fixture
def clock(monkeypatch):
    """A clock that goes on by half minutes when it is told to."""

    class Clock:
        now = 1_800_000_000.0

        def on(self, steps: float = 1) -> None:
            self.now += steps * INTERVAL

    clock = Clock()
    monkeypatch.setattr(second_factor.time, "time", lambda *_throttle: clock.now)
    return clock


@pytest.fixture
def club():
    return Club.objects.create(name="Amicale de Casson")


@pytest.fixture
def marie(club):
    return account("Marie Dupont", club)


@pytest.fixture
def codes(client, marie, clock):
    """Marie's second factor, set up on its page; her recovery codes."""
    client.force_login(marie)
    assert client.post(reverse("second-factor-begin"), {"current": PASSWORD}).status_code == 302
    page = client.get(reverse("second-factor")).content.decode()
    assert "<svg" in page and SecondFactor.objects.get().key[:4] in page
    done = client.post(reverse("second-factor-confirm"), {"code": code(clock)})
    clock.on()
    client.post(reverse("logout"))
    return re.findall(r"<code[^>]*>([a-z0-9-]{29})</code>", done.content.decode())


def code(clock, steps: int = 0) -> str:
    """The code that Marie's telephone shows, some half minutes from now."""
    key = SecondFactor.objects.get(user__first_name="Marie Dupont").key
    return pyotp.TOTP(key).at(int(clock.now) + steps * INTERVAL)


def wrong(clock) -> str:
    return next(guess for guess in ("000000", "111111", "222222", "333333") if guess not in [code(clock, n) for n in (-1, 0, 1)])  # fmt: skip


def type_code(client, typed: str, **more):
    return client.post(reverse("login-code"), {"code": typed} | more)


def is_in(client) -> bool:
    return client.get(reverse("home")).status_code == 200


def test_the_password_alone_opens_nothing(client, codes, clock):
    answer = log_in(client)
    assert answer.url.startswith(reverse("login-code"))
    assert not is_in(client)
    assert type_code(client, wrong(clock)).status_code == 200
    assert not is_in(client)
    assert type_code(client, code(clock)).url == "/"
    assert is_in(client)


def test_the_code_leads_on_to_the_page_that_was_asked(client, codes, clock):
    asked = client.get(reverse("concours-plan"))
    answer = client.post(asked.url, {"name": "Marie Dupont", "password": PASSWORD})
    assert client.post(answer.url, {"code": code(clock)}).url == reverse("concours-plan")
    log_in(Client())
    assert client.post(reverse("login-code") + "?next=https://ailleurs.example/", {"code": "1"}).url != "https://ailleurs.example/"  # fmt: skip


def test_a_page_of_the_code_without_a_password_leads_to_the_log_in(client, codes, clock, marie):
    assert client.get(reverse("login-code")).url == reverse("login")
    assert type_code(client, code(clock)).url == reverse("login")
    log_in(client)
    clock.now += 601
    assert type_code(client, code(clock)).url == reverse("login"), "the password was typed long ago"
    log_in(client)
    accounts.change_password(user=marie, password="une autre phrase")
    assert type_code(client, code(clock)).url == reverse("login"), "the password is another one by now"
    assert not is_in(client)


def test_no_code_is_taken_twice_and_the_neighbouring_half_minutes_are(client, codes, clock):
    for steps in (-1, 1):
        clock.on(3)
        shown = code(clock, steps)
        log_in(client)
        assert type_code(client, shown).status_code == 302, steps
        client.post(reverse("logout"))
        log_in(client)
        assert "déjà servi" in type_code(client, shown).content.decode()
    assert type_code(client, code(clock, 2)).status_code == 200, "a minute ahead"


def test_a_clock_set_back_keeps_nobody_out(client, codes, clock):
    clock.now -= 3 * 3600
    log_in(client)
    assert type_code(client, code(clock)).status_code == 302


def test_each_recovery_code_opens_once_whatever_was_tried(client, codes, clock):
    assert len(set(codes)) == 10
    assert len(accounts._PASSWORD_ALPHABET) ** second_factor.RECOVERY_LETTERS > 2**112, "a fast hash is enough"
    for _i in range(40):
        log_in(client)
        type_code(client, wrong(clock))
    assert "secondes" in type_code(client, code(clock)).content.decode()
    assert type_code(client, f" {codes[3].upper()} ").status_code == 302
    page = client.get("/").content.decode()
    assert "codes faux ont été tapés" in page, "she learns that somebody has her password"
    client.post(reverse("logout"))
    log_in(client)
    assert type_code(client, codes[3]).status_code == 200
    assert type_code(client, codes[4]).status_code == 302
    kept = SecondFactor.objects.get().recovery_codes.values_list("digest", flat=True)
    assert not set(kept) & {one.replace("-", "") for one in codes}


def test_who_guesses_from_everywhere_waits_and_her_own_device_does_not(client, codes, clock, settings):
    settings.EMBEDDED = False
    log_in(client)
    type_code(client, code(clock))
    client.post(reverse("logout"))
    clock.on()
    tried = 0
    for number in range(40):
        guesser = Client(REMOTE_ADDR=f"203.0.113.{number}")
        log_in(guesser)
        tried += "secondes" not in type_code(guesser, wrong(clock)).content.decode()
    assert tried <= second_factor.FREE_EVERYWHERE + 3
    assert log_in(client).status_code == 302
    assert type_code(client, code(clock)).status_code == 302


def test_a_right_code_ends_the_wait_of_its_address(client, codes, clock):
    for _i in range(5):
        log_in(client)
        type_code(client, wrong(clock))
    assert type_code(client, code(clock)).status_code == 302
    assert not LoginAttempt.objects.filter(failures__gt=0).exists()


def test_a_trusted_device_is_asked_again_after_a_month_or_when_sessions_end(client, codes, clock, marie):
    log_in(client)
    answer = type_code(client, code(clock), trust="on")
    mark = answer.cookies["dix_second_factor"]
    assert (mark["httponly"], mark["samesite"], int(mark["max-age"])) == (True, "Lax", 30 * 86400)
    client.post(reverse("logout"))
    assert log_in(client).url == "/"
    client.post(reverse("logout"))
    forged = Client()
    forged.cookies["dix_second_factor"] = "forged:mark:x"
    assert "code" in log_in(forged).url
    jean = account("Jean Martin", marie.memberships.get().club)
    SecondFactor.objects.create(user=jean, key=pyotp.random_base32(), begun_at=marie.date_joined, confirmed_at=marie.date_joined, mark="x")  # fmt: skip
    assert "code" in log_in(client, "Jean Martin").url, "the mark is of one account"
    clock.now += 31 * 86400
    assert "code" in log_in(client).url
    clock.now -= 31 * 86400
    client.post(reverse("logout"))
    assert log_in(client).url == "/"
    client.post(reverse("logout"))
    accounts.end_sessions_of(marie)
    assert "code" in log_in(client).url


def test_setting_up_asks_the_password_and_a_code_and_ends_the_other_sessions(client, marie, clock):
    elsewhere = logged_in(marie)
    client.force_login(marie)
    answer = client.post(reverse("second-factor-begin"), {"current": "faux faux faux"})
    assert answer.status_code == 422 and "pas votre mot de passe" in answer.content.decode()
    client.post(reverse("second-factor-begin"), {"current": PASSWORD})
    assert not second_factor.factor_of(marie)
    assert client.post(reverse("second-factor-confirm"), {"code": wrong(clock)}).status_code == 422
    assert client.post(reverse("second-factor-confirm"), {"code": code(clock)}).status_code == 200
    assert (is_in(client), is_in(elsewhere)) == (True, False)
    assert client.post(reverse("second-factor-begin"), {"current": PASSWORD}).status_code == 422
    assert client.post(reverse("second-factor-confirm"), {"code": code(clock, 1)}).status_code == 422


def test_a_preparation_that_was_left_lying_counts_no_more(client, marie, clock):
    client.force_login(marie)
    client.post(reverse("second-factor-begin"), {"current": PASSWORD})
    SecondFactor.objects.update(begun_at=marie.date_joined - second_factor.SET_UP_WITHIN)
    assert "<svg" not in client.get(reverse("second-factor")).content.decode()
    assert "Recommencez" in client.post(reverse("second-factor-confirm"), {"code": code(clock)}).content.decode()
    assert log_in(Client()).url == "/"


def test_switching_off_and_new_codes_ask_password_and_code(client, codes, clock, marie):
    log_in(client)
    type_code(client, code(clock))
    for act in ("second-factor-codes", "second-factor-stop"):
        clock.on()
        for current, typed in (("faux faux faux", code(clock)), (PASSWORD, wrong(clock))):
            assert client.post(reverse(act), {"current": current, "code": typed}).status_code == 422, act
    shown = client.post(reverse("second-factor-codes"), {"current": PASSWORD, "code": codes[0]}).content.decode()
    fresh = re.findall(r"<code[^>]*>([a-z0-9-]{29})</code>", shown)
    assert len(fresh) == 10 and not set(fresh) & set(codes)
    assert client.post(reverse("second-factor-stop"), {"current": PASSWORD, "code": codes[1]}).status_code == 422
    assert client.post(reverse("second-factor-stop"), {"current": PASSWORD, "code": fresh[1]}).status_code == 302
    assert is_in(client) and not SecondFactor.objects.exists()
    assert log_in(Client()).url == "/"


def test_the_key_is_shown_to_its_owner_on_the_laptop_alone(client, marie, clock):
    client.force_login(marie)
    client.post(reverse("second-factor-begin"), {"current": PASSWORD})
    answer = client.get(reverse("second-factor"))
    assert "no-store" in answer["Cache-Control"]
    assert client.get(reverse("second-factor"), **HALL).status_code == 403


# --- By the API -------------------------------------------------------------------------------------------------------


def test_a_program_is_told_to_send_the_code_too(codes, clock):
    api, sent = Api(), {"name": "Marie Dupont", "password": PASSWORD}
    answer = api.send("session/", sent)
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_needed") and is_problem(answer)
    answer = api.send("session/", sent | {"code": wrong(clock)})
    assert (answer.status_code, answer.json()["code"]) == (401, "second_factor_wrong") and is_problem(answer)
    assert api.ask("session/").json()["account"] is None
    assert api.send("session/", sent | {"code": code(clock)}).status_code == 200
    assert api.ask("session/second-factor/").json() == {"on": True, "required": False, "recovery_codes_left": 10}
    for _i in range(logging_in.FREE_FAILURES + 1):
        Api().send("session/", sent | {"code": wrong(clock)})
    answer = Api().send("session/", sent | {"code": wrong(clock)})
    assert (answer.status_code, answer.json()["code"]) == (429, "second_factor_wait")
    assert int(answer["Retry-After"]) > 0


def test_a_program_sets_it_up_renews_the_codes_and_switches_it_off(marie, clock):
    api = api_for(marie)
    key = api.send("session/second-factor/", {"current": PASSWORD}).json()
    assert key["address"].startswith("otpauth://totp/") and key["key"] in key["address"]
    first = api.send("session/second-factor/confirm/", {"code": code(clock)}).json()["recovery_codes"]
    own = {"current": PASSWORD, "code": first[0]}
    second = api.send("session/second-factor/recovery-codes/", own).json()["recovery_codes"]
    assert api.send("session/second-factor/off/", own).status_code == 401
    assert api.send("session/second-factor/off/", own | {"code": second[0]}).status_code == 204
    assert api.ask("session/second-factor/").json()["on"] is False
    assert api.send("session/second-factor/off/", own).json()["code"] == "second_factor_off"


def test_page_and_api_do_the_same(marie, club, clock):
    page, api = Client(), api_for(marie)
    page.force_login(marie)
    begin = {"current": PASSWORD}
    assert_same(
        lambda: page.post(reverse("second-factor-begin"), begin), lambda: api.send("session/second-factor/", begin)
    )
    second_factor.begin(user=marie)
    typed = {"code": code(clock)}
    confirm = "session/second-factor/confirm/"
    assert_same(lambda: page.post(reverse("second-factor-confirm"), typed), lambda: api.send(confirm, typed))
    api.send(confirm, typed)
    page.force_login(marie)
    api.force_login(marie)
    asked = reverse("club-second-factor", args=[club.pk])
    assert_same(
        lambda: page.post(asked, {"required": "yes"}),
        lambda: api.send(f"clubs/{club.pk}/second-factor/", {"required": True}),
    )


# --- A club that asks for it ------------------------------------------------------------------------------------------


def test_a_club_asks_it_of_its_organisers_and_of_nobody_else(client, codes, clock, club, marie):
    paul, jean = account("Paul Petit", club), account("Jean Martin", club, "scorer")
    his, scorer = Client(), Client()
    his.force_login(paul)
    scorer.force_login(jean)
    log_in(client)
    type_code(client, code(clock))
    asked = reverse("club-second-factor", args=[club.pk])
    his.post(asked, {"required": "yes"})
    assert not Club.objects.get().second_factor_required, "he would keep himself out"
    client.post(asked, {"required": "yes"})
    assert (is_in(client), is_in(his), is_in(scorer)) == (True, False, True)
    log_in(his, "Paul Petit")
    assert his.get("/").url == reverse("second-factor")
    assert his.get(reverse("club-accounts", args=[club.pk])).url == reverse("second-factor")
    answer = his.get("/api/v1/clubs/")
    assert (answer.status_code, answer.json()["code"]) == (403, "second_factor_missing")
    assert "Amicale de Casson" in his.get(reverse("second-factor")).content.decode()
    his.post(reverse("second-factor-begin"), {"current": PASSWORD})
    key = SecondFactor.objects.get(user=paul).key
    his.post(reverse("second-factor-confirm"), {"code": pyotp.TOTP(key).at(int(clock.now))})
    assert is_in(his)
    clock.on()
    stop = {"current": PASSWORD, "code": code(clock)}
    assert "reste demandé" in client.post(reverse("second-factor-stop"), stop).content.decode()
    assert log_in(Client(), "Jean Martin").url == "/"


def test_who_becomes_an_organiser_there_sets_it_up_first(client, codes, clock, club, marie):
    second_factor.require(club=club, required=True, by=marie)
    jean = account("Jean Martin", club, "scorer")
    his = logged_in(jean)
    accounts.change_role(membership_id=member(jean).pk, role="organiser", by=marie)
    assert not is_in(his)
    log_in(his, "Jean Martin")
    assert his.get("/").url == reverse("second-factor")
    assert his.post(reverse("logout")).status_code == 302


# --- Telephone and recovery codes lost --------------------------------------------------------------------------------


@pytest.mark.parametrize(("answer", "asked"), [("oui", False), ("", True)])
def test_at_the_computer_itself_the_code_is_taken_off(client, codes, clock, marie, monkeypatch, capsys, answer, asked):
    lines = iter(["1", answer])
    monkeypatch.setattr("builtins.input", lambda _asked: next(lines))
    monkeypatch.setattr("tournament.management.commands.password.getpass", lambda _asked: "dix de der gagne")
    call_command("password")
    assert "code d’un téléphone" in capsys.readouterr().out
    assert ("code" in log_in(client, password="dix de der gagne").url) is asked


def test_the_maintainer_takes_it_off(client, codes, clock, marie):
    log_in(client)
    type_code(client, code(clock))
    root = type(marie).objects.create_superuser("root", password=PASSWORD)
    admin = logged_in(root)
    page = f"/admin/tournament/secondfactor/{SecondFactor.objects.get().pk}/delete/"
    assert SecondFactor.objects.get().key not in admin.get(page.replace("delete", "change")).content.decode()
    admin.post(page, {"post": "yes"})
    assert not SecondFactor.objects.exists() and not is_in(client)
    assert Session.objects.count() == 1
