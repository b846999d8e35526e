"""First run, log-in and its slowing down, the accounts of a club, and who may open what."""

import datetime
import functools
import hashlib
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest
from django.contrib.auth import get_user_model
from django.core.exceptions import ImproperlyConfigured, ValidationError
from django.core.management import call_command
from django.db import OperationalError, connection
from django.test import Client, RequestFactory
from django.urls import reverse
from django.utils import timezone

from tests.scoring.races import at_once, between, refusals
from tests.support.accounts import (
    HALL,
    PASSWORD,
    account,
    club,  # noqa: F401
    log_in,
    logged_in,
    member,
)
from tests.support.fixtures import wait_for
from tests.support.refusals import refuses
from tournament.clubs import logging_in, services as accounts, services as passwords
from tournament.clubs.models import ROLES
from tournament.errors import TournamentError
from tournament.models import Club, LoginAttempt, Membership, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def marie(club):
    return account("Marie Dupont", club)


# --- First run --------------------------------------------------------------------------------------------------------

WELCOME = {"club_name": "Belote de Nort", "name": "Élise Le Goff", "password": PASSWORD}


@pytest.mark.parametrize("address", ["/", "/concours/nouveau/", "/concours/1/", "/clubs/1/comptes/", "/connexion/"])
def test_before_any_account_every_page_leads_to_the_welcome(client, address):
    answer = client.get(address, follow=True)
    assert answer.request["PATH_INFO"] == reverse("welcome")
    assert "Bienvenue" in answer.content.decode()


def test_a_new_computer_begins_with_the_file_of_the_old_one(client):
    answer = client.post(reverse("welcome"), WELCOME | {"next": "file"}, follow=True)
    assert answer.request["PATH_INFO"] == reverse("transfer-in") and answer.status_code == 200
    assert Club.objects.count() == 1


def test_the_first_organiser_is_logged_in_at_once(client):
    answer = client.post(reverse("welcome"), WELCOME, follow=True)
    assert answer.status_code == 200
    assert answer.context["user"].first_name == "Élise Le Goff"
    assert Membership.objects.get().role == "organiser"
    assert client.get(reverse("concours-plan")).status_code == 200


def test_the_first_organiser_also_has_the_demonstration(client):
    demo = Club.objects.create(name="Démonstration")
    Tournament.objects.create(
        club=demo, name="Démo", slug="demo", date=datetime.date(2026, 11, 20), preset="x", parties=4, is_demo=True
    )
    client.post(reverse("welcome"), WELCOME)
    assert set(Membership.objects.values_list("club__name", "role")) == {
        ("Démonstration", "organiser"),
        ("Belote de Nort", "organiser"),
    }


def test_a_second_welcome_makes_nothing(client, marie):
    assert client.post(reverse("welcome"), WELCOME, follow=True).request["PATH_INFO"] == reverse("login")
    with refuses("accounts_exist"):
        accounts.create_first_organiser(**WELCOME)
    assert get_user_model().objects.count() == 1


def test_the_welcome_opens_on_the_laptop_only(client):
    assert client.get(reverse("welcome"), **HALL).status_code == 403
    assert client.post(reverse("welcome"), WELCOME, **HALL).status_code == 403
    assert not get_user_model().objects.exists()


def test_hosted_there_is_no_welcome(client, settings):
    settings.EMBEDDED = False
    assert client.get(reverse("welcome")).status_code == 404


@pytest.mark.parametrize(
    "password",
    ["court", "1234567890", "qwertyuiop", "élise le goff", "concours belote", "Belote-de-Nort-44", "Capot!Capot!2026"],
)
def test_a_weak_password_is_refused_and_what_was_typed_is_kept(client, password):
    answer = client.post(reverse("welcome"), WELCOME | {"password": password})
    assert answer.status_code == 200
    assert answer.context["form"].errors["password"]
    assert "Belote de Nort" in answer.content.decode()
    assert not Club.objects.exists()


def test_words_of_the_club_are_no_password_later_either(marie):
    for password in ("casson 2026 amicale", "amicale de casson 1"):
        with refuses("password_weak"):
            accounts.change_password(user=marie, password=password)
    accounts.change_password(user=marie, password="casson sous la pluie")


def test_a_list_of_breached_passwords_is_searched_where_it_lies(tmp_path):
    known = [f"mot de passe volé {number}" for number in range(300)]
    lines = sorted(f"{hashlib.sha1(one.encode()).hexdigest().upper()}:{len(one)}" for one in known)
    path = tmp_path / "breached.txt"
    path.write_text("\r\n".join(lines) + "\r\n")
    validator = passwords.BreachedPasswordValidator(str(path))
    for one in known:
        with pytest.raises(ValidationError):
            validator.validate(one)
    for number in range(300):
        validator.validate(f"un autre {number}")
    path.write_text("")
    validator.validate(known[0])
    with pytest.raises(ImproperlyConfigured):
        passwords.BreachedPasswordValidator(str(tmp_path / "none.txt"))


def test_no_composition_is_asked_of_a_password(client):
    client.post(reverse("welcome"), WELCOME | {"password": "une phrase sans chiffre"})
    assert get_user_model().objects.get().check_password("une phrase sans chiffre")


# --- Log-in -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["Marie Dupont", "DUPONT marie", " marie  dupont ", "marie.dupont", "dupont.marie"])
def test_capitals_order_and_spaces_of_the_name_do_not_matter(client, marie, name):
    assert log_in(client, name).status_code == 302


def test_the_session_is_a_new_one(client, marie):
    client.get(reverse("login"))
    client.session["seen"] = True
    client.session.save()
    before = client.session.session_key
    log_in(client)
    assert client.session.session_key != before


def test_unknown_wrong_and_closed_have_one_answer(client, marie, club):
    closed = account("Jean Martin", club, "scorer")
    closed.is_active = False
    closed.save()
    answers = [
        log_in(client, "Personne Inconnue", PASSWORD),
        log_in(client, "Marie Dupont", "faux faux faux"),
        log_in(client, "Jean Martin", PASSWORD),
    ]
    assert {answer.context["form"].non_field_errors()[0] for answer in answers} == {str(TournamentError("login_wrong"))}


def test_guessing_is_slowed_down_and_says_for_how_long(client, marie):
    for _i in range(logging_in.FREE_FAILURES + 1):
        log_in(client, password="faux faux faux")
    answer = log_in(client)
    assert answer.status_code == 200
    assert "5 secondes" in answer.content.decode()
    assert not answer.context["user"].is_authenticated


def test_the_victim_is_not_locked_out_elsewhere(client, marie, settings):
    settings.EMBEDDED = False  # the plane split is not what is tried here
    for _i in range(30):
        log_in(client, password="faux faux faux", REMOTE_ADDR="203.0.113.9")
    assert log_in(client, REMOTE_ADDR="203.0.113.9").status_code == 200
    assert log_in(Client(), REMOTE_ADDR="198.51.100.7").status_code == 302


def test_a_device_that_was_in_before_is_not_kept_out_by_others_at_its_address(client, marie):
    assert log_in(client).status_code == 302
    client.post(reverse("logout"))
    for _i in range(logging_in.FREE_FAILURES + 5):
        log_in(Client(), password="faux faux faux")
    assert log_in(Client()).status_code == 200, "a device that is not known waits"
    assert log_in(client).status_code == 302


def test_a_known_device_guesses_no_faster_and_only_at_its_own_account(client, marie, club):
    account("Jean Martin", club, "scorer")
    log_in(client)
    client.post(reverse("logout"))
    for name in ("Marie Dupont", "Jean Martin"):
        for _i in range(logging_in.FREE_FAILURES + 1):
            log_in(client, name, "faux faux faux")
        assert "secondes" in log_in(client, name).content.decode()
    client.cookies["dix_device"] = "forged:mark:x"
    assert log_in(client, "Jean Martin").status_code == 200


@pytest.mark.django_db(transaction=True)
def test_ten_devices_of_a_club_log_in_at_once(marie):
    def one(_number):
        try:
            return log_in(Client()).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(10) as pool:
        assert list(pool.map(one, range(10))) == [302] * 10


@pytest.mark.django_db(transaction=True)
def test_who_sends_passwords_by_the_dozen_hashes_two_at_once_and_leaves_the_others_their_place(marie, monkeypatch):
    running, most, let_go = [], [], threading.Event()

    def check(*_arguments, **_names):
        running.append(1)
        most.append(len(running))
        let_go.wait(10)
        running.pop()

    monkeypatch.setattr(logging_in, "authenticate", check)

    def one(number):
        try:
            with pytest.raises(TournamentError) as refused:
                request = RequestFactory().post("/", REMOTE_ADDR="203.0.113.9" if number else "198.51.100.7")
                logging_in.log_in_user(request=request, name=f"Inconnu {number}", password="x")
            return refused.value.code
        finally:
            connection.close()

    with ThreadPoolExecutor(20) as pool:
        flood = [pool.submit(one, number) for number in range(1, 20)]
        wait_for(lambda: sum(one.done() for one in flood) == 19 - logging_in.CHECKED_OF_ONE_ADDRESS, 20, "told at once")
        other = pool.submit(one, 0)
        let_go.set()
        assert other.result(20) == "login_wrong", "checked in its turn"
        assert [one.result(20) for one in flood].count("login_wrong") == logging_in.CHECKED_OF_ONE_ADDRESS
    assert max(most) <= 2


@pytest.mark.django_db(transaction=True)
def test_one_account_made_twice_at_one_moment_is_made_once(marie, club, monkeypatch):
    act = functools.partial(
        accounts.create_account, club=club, name="Jean Martin", role="scorer", password=PASSWORD, by=marie
    )
    # SQLite lets one writer in after the other; PostgreSQL lets both look before one writes.
    given = between(monkeypatch, (accounts, "_check_password"), act, act)
    assert sorted(type(one).__name__ for one in given) == ["Membership", "TournamentError"]
    assert [one.code for one in given if isinstance(one, TournamentError)] == ["account_name_taken"]


def test_another_account_from_the_same_hall_does_not_wait(client, marie, club):
    account("Jean Martin", club, "scorer")
    for _i in range(10):
        log_in(client, password="faux faux faux")
    assert log_in(client, "Jean Martin").status_code == 302


def test_the_right_password_after_the_wait_forgets_the_failures(client, marie):
    for _i in range(logging_in.FREE_FAILURES + 1):
        log_in(client, password="faux faux faux")
    LoginAttempt.objects.update(last_at=LoginAttempt.objects.get().last_at - datetime.timedelta(seconds=6))
    assert log_in(client).status_code == 302
    assert not LoginAttempt.objects.filter(failures__gt=0).exists()


def test_the_counter_keeps_nothing_of_what_was_typed(client, marie):
    log_in(client, name="secret-typed-in-the-wrong-place")
    kept = LoginAttempt.objects.get()
    assert "secret" not in kept.account
    assert len(kept.account) == 64


def test_old_counters_are_forgotten(client, marie):
    log_in(client, password="faux faux faux")
    LoginAttempt.objects.update(last_at=LoginAttempt.objects.get().last_at - datetime.timedelta(hours=25), account="x")
    log_in(client, password="faux faux faux")
    assert not LoginAttempt.objects.filter(account="x").exists()


@pytest.mark.django_db(transaction=True)
def test_tries_sent_at_once_are_counted_before_they_are_checked(marie):
    given = at_once(*[partial(logging_in.count_try, account="a" * 64, address="203.0.113.9")] * 12)
    assert 12 - len(refusals(given)) == logging_in.FREE_FAILURES + 1


@pytest.mark.parametrize("wanted", ["https://ailleurs.example/", "//ailleurs.example/", "javascript:alert(1)"])
def test_log_in_never_leads_elsewhere(client, marie, wanted):
    answer = client.post(reverse("login"), {"name": "Marie Dupont", "password": PASSWORD, "next": wanted})
    assert answer.url == "/"


def test_log_in_leads_back_to_the_page_that_was_asked(client, marie):
    asked = client.get(reverse("concours-plan"))
    assert client.post(asked.url, {"name": "Marie Dupont", "password": PASSWORD}).url == reverse("concours-plan")


def test_log_out(client, marie):
    client.force_login(marie)
    client.get(reverse("logout"))
    assert client.get(reverse("home")).status_code == 200
    assert client.post(reverse("logout")).status_code == 302
    assert client.get(reverse("home")).status_code == 302


def test_changing_the_password_ends_the_other_sessions(client, marie):
    elsewhere = logged_in(marie)
    client.force_login(marie)
    answer = client.post(reverse("password"), {"current": "faux", "password": "une autre phrase"})
    assert answer.context["form"].errors["current"]
    answer = client.post(reverse("password"), {"current": PASSWORD, "password": "court"})
    assert answer.context["form"].errors["password"]
    assert client.post(reverse("password"), {"current": PASSWORD, "password": "une autre phrase"}).status_code == 302
    assert client.get(reverse("home")).status_code == 200
    assert elsewhere.get(reverse("home")).status_code == 302


def _age(client, *, began: datetime.timedelta, seen: datetime.timedelta) -> None:
    """Let the session of *client* have begun and been used that long ago."""
    session, now = client.session, timezone.now()
    session[accounts.TIMES] = [int((now - ago).timestamp()) for ago in (began, seen)]
    session.save()


@pytest.mark.parametrize(
    ("began", "seen", "status"),
    [((1, 0), (0, 23), 200), ((2, 0), (1, 1), 302), ((13, 23), (0, 1), 200), ((14, 1), (0, 1), 302), ((0, -9), (0, -9), 200)],
    ids=["used today", "idle", "two weeks nearly", "two weeks", "clock set back"],
)  # fmt: skip
def test_a_session_ends_a_day_after_its_last_use_and_two_weeks_after_the_log_in(client, marie, began, seen, status):
    log_in(client)
    _age(client, **{name: datetime.timedelta(days, hours=hours) for name, (days, hours) in (("began", began), ("seen", seen))})  # fmt: skip
    assert client.get(reverse("home")).status_code == status
    assert client.get(reverse("home")).status_code == status
    if status == 200:
        _began, last = client.session[accounts.TIMES]
        assert abs(last - timezone.now().timestamp()) < 60, "noted, so that it goes on"


def test_one_sees_where_the_account_is_open_and_ends_all_others_by_a_new_password(client, marie):
    elsewhere = Client()
    log_in(elsewhere)
    log_in(client)
    page = client.get(reverse("password"))
    assert [one.here for one in page.context["sessions"]] == [True, False]
    assert page.text.count("utilisée vers le") == 2
    client.post(reverse("password"), {"current": PASSWORD, "password": "une autre phrase"})
    assert elsewhere.get(reverse("home")).status_code == 302
    assert [one.here for one in client.get(reverse("password")).context["sessions"]] == [True]


# --- Accounts of a club -----------------------------------------------------------------------------------------------


@pytest.fixture
def page(client, marie, club):
    client.force_login(marie)
    return reverse("club-accounts", args=[club.pk])


def test_every_role_that_can_be_given_is_explained(client, page):
    """The treasurer was missing."""
    explained = client.get(page).text.partition("Droits de chaque rôle")[2].partition("</dl>")[0]
    assert re.findall(r"<dt><strong>([^<]+)</strong>", explained) == [str(words) for words in ROLES.values()]


def test_a_made_password_is_shown_once_and_works(client, page):
    answer = client.post(page, {"name": "Jean Martin", "role": "scorer", "password": ""})
    shown = answer.context["shown"]["password"]
    assert shown in answer.content.decode()
    assert "no-store" in answer["Cache-Control"]
    assert shown not in client.get(page).content.decode()
    assert log_in(Client(), "Jean Martin", shown).status_code == 302


@pytest.mark.parametrize("made", ["first", "again"])
def test_a_password_that_was_given_opens_the_choice_of_ones_own_and_nothing_else(client, page, club, made):
    if made == "first":
        answer = client.post(page, {"name": "Jean Martin", "role": "scorer", "password": ""})
    else:
        jean = account("Jean Martin", club, "scorer")
        answer = client.post(reverse("club-account-password", args=[club.pk, member(jean).pk]))
    given, his = answer.context["shown"]["password"], Client()
    for _try in range(2):
        log_in(his, "Jean Martin", given)
        assert his.get(reverse("home"))["Location"] == reverse("password")
        refused = his.get("/api/v1/clubs/")
        assert (refused.status_code, refused.json()["code"]) == (403, "own_password_missing")
        his.post(reverse("logout"))
    log_in(his, "Jean Martin", given)
    assert list(his.get(reverse("password")).context["form"].fields) == ["password"], "the given one was just typed"
    kept = his.post(reverse("password"), {"password": given})
    assert kept.context["form"].errors["password"] == [str(TournamentError("password_given"))]
    assert his.post(reverse("password"), {"password": "une autre phrase"}).status_code == 302
    assert his.get(reverse("home")).status_code == 200
    his.post(reverse("logout"))
    log_in(his, "Jean Martin", "une autre phrase")
    assert his.get(reverse("home")).status_code == 200


def test_a_session_left_open_with_a_given_password_asks_for_it_again(client, page):
    given = client.post(page, {"name": "Jean Martin", "role": "scorer", "password": ""}).context["shown"]["password"]
    his = Client()
    log_in(his, "Jean Martin", given)
    session = his.session
    session["dix_times"] = [one - 601 for one in session["dix_times"]]
    session.save()
    left = his.post(reverse("password"), {"password": "une autre phrase"})
    assert left.context["form"].errors["current"]
    assert his.post(reverse("password"), {"current": given, "password": "une autre phrase"}).status_code == 302


def test_a_password_typed_by_the_person_is_the_own_one(client, page):
    answer = client.post(page, {"name": "Jean Martin", "role": "scorer", "password": "une phrase de Jean"})
    # It was said to serve once, and the log-in asked for no other.
    assert "avec le mot de passe que vous avez tapé" in answer.text and "sert une seule fois" not in answer.text
    his = Client()
    log_in(his, "Jean Martin", "une phrase de Jean")
    assert his.get(reverse("home")).status_code == 200


def test_a_typed_password_is_held_to_the_same_rules(client, page):
    answer = client.post(page, {"name": "Jean Martin", "role": "scorer", "password": "court"})
    assert answer.context["form"].errors["password"]
    assert "Jean Martin" in answer.content.decode()
    assert Membership.objects.count() == 1
    # « Trop semblable au champ « prénom » »: the form has no such field.
    answer = client.post(page, {"name": "Jean Martin", "role": "scorer", "password": "jeanmartin2"})
    assert answer.context["form"].errors["password"] == [
        "Ce mot de passe ressemble trop au nom du compte. Choisissez-en un autre."
    ]


def test_two_accounts_cannot_have_one_name(client, page):
    answer = client.post(page, {"name": "DUPONT Marie", "role": "scorer", "password": ""})
    assert answer.context["form"].errors["name"]


def test_the_role_changes_at_the_next_page(client, page, club):
    jean = account("Jean Martin", club, "reader")
    client.post(reverse("club-account-role", args=[club.pk, member(jean).pk]), {"role": "referee"})
    assert member(jean).role == "referee"


def test_a_closed_account_is_out_at_once_and_can_come_back(client, page, club):
    jean = account("Jean Martin", club, "scorer")
    his = logged_in(jean)
    client.post(reverse("club-account-close", args=[club.pk, member(jean).pk]))
    assert his.get(reverse("home")).status_code == 302
    assert log_in(his, "Jean Martin").status_code == 200
    client.post(reverse("club-account-reopen", args=[club.pk, member(jean).pk]))
    assert log_in(his, "Jean Martin").status_code == 302


def test_sessions_can_be_ended(client, page, club):
    jean = account("Jean Martin", club, "scorer")
    his = logged_in(jean)
    client.post(reverse("club-account-sessions", args=[club.pk, member(jean).pk]))
    assert his.get(reverse("home")).status_code == 302
    assert client.get(reverse("home")).status_code == 200


def test_a_forgotten_password_is_replaced(client, page, club):
    jean = account("Jean Martin", club, "scorer")
    answer = client.post(reverse("club-account-password", args=[club.pk, member(jean).pk]))
    assert log_in(Client(), "Jean Martin", answer.context["shown"]["password"]).status_code == 302


def test_the_last_organiser_stays(client, page, club, marie):
    own = member(marie)
    answer = client.post(reverse("club-account-close", args=[club.pk, own.pk]), follow=True)
    assert "dernier organisateur" in answer.content.decode()
    client.post(reverse("club-account-role", args=[club.pk, own.pk]), {"role": "reader"})
    assert member(marie).role == "organiser"
    # A closed organiser does not count as one.
    other = account("Paul Petit", club)
    other.is_active = False
    other.save()
    client.post(reverse("club-account-close", args=[club.pk, own.pk]))
    marie.refresh_from_db()
    assert marie.is_active


def test_an_account_of_two_clubs_is_not_in_the_hands_of_one(client, page, club):
    jean = account("Jean Martin", club, "scorer")
    Membership.objects.create(user=jean, club=Club.objects.create(name="Autre"), role="organiser")
    here = Membership.objects.get(user=jean, club=club)
    answer = client.post(reverse("club-account-password", args=[club.pk, here.pk]), follow=True)
    assert "autre club" in answer.content.decode()
    client.post(reverse("club-account-close", args=[club.pk, here.pk]))
    jean.refresh_from_db()
    assert jean.is_active
    assert list(jean.memberships.values_list("club__name", flat=True)) == ["Autre"]


def test_an_organiser_has_no_power_over_the_maintainer(client, page, club):
    root = get_user_model().objects.create_superuser("root", password=PASSWORD)
    Membership.objects.create(user=root, club=club, role="organiser")
    client.post(reverse("club-account-password", args=[club.pk, member(root).pk]))
    root.refresh_from_db()
    assert root.check_password(PASSWORD)


ACCOUNT_ACTS = ("role", "close", "reopen", "sessions", "password")


@pytest.mark.parametrize("role", ["scorer", "referee", "reader"])
def test_other_roles_have_nothing_to_do_with_accounts(client, club, marie, role):
    client.force_login(account("Jean Martin", club, role))
    assert client.get(reverse("club-accounts", args=[club.pk])).status_code == 403
    for act in ACCOUNT_ACTS:
        address = reverse(f"club-account-{act}", args=[club.pk, member(marie).pk])
        assert client.post(address, {"role": "reader"}).status_code == 403
    assert member(marie).role == "organiser"


def test_another_club_does_not_exist(client, club, marie):
    other = Club.objects.create(name="Autre")
    client.force_login(account("Paul Petit", other))
    assert client.get(reverse("club-accounts", args=[club.pk])).status_code == 404
    for act in ACCOUNT_ACTS:
        for where in (club.pk, other.pk):
            address = reverse(f"club-account-{act}", args=[where, member(marie).pk])
            assert client.post(address, {"role": "reader"}).status_code == 404


def test_accounts_are_not_made_from_the_wifi(client, page):
    assert client.get(page, **HALL).status_code == 403


# --- The maintainer's tables ------------------------------------------------------------------------------------------


def test_the_admin_has_no_log_in_of_its_own(client, marie):
    answer = client.get("/admin/", follow=True)
    assert answer.request["PATH_INFO"] == reverse("login")
    client.force_login(marie)
    assert client.get("/admin/", follow=True).status_code == 403


def test_the_maintainer_puts_an_account_into_a_second_club(client, club, marie):
    root = get_user_model().objects.create_superuser("root", password=PASSWORD)
    assert log_in(client, "root").status_code == 302
    other = Club.objects.create(name="Autre")
    page = f"/admin/tournament/club/{other.pk}/change/"
    assert client.get(page).status_code == 200
    client.post(
        page,
        {
            "name": "Autre",
            "closed_at_0": "2026-11-21",
            "closed_at_1": "20:00",
            "memberships-TOTAL_FORMS": 1,
            "memberships-INITIAL_FORMS": 0,
            "memberships-0-user": marie.pk,
            "memberships-0-role": "referee",
        },
    )
    assert set(marie.memberships.values_list("role", flat=True)) == {"organiser", "referee"}
    other.refresh_from_db()
    assert other.closed_at is None, "it is closed by an act that is noted"
    assert client.get("/admin/tournament/tournament/").status_code == 200
    assert client.get("/admin/tournament/tournament/add/").status_code == 403
    assert root.is_superuser


# --- At the computer itself -------------------------------------------------------------------------------------------


@pytest.fixture
def typed(monkeypatch):
    """Types *number*, then the passwords, at the computer's keyboard."""

    def answers(number: str, *passwords: str) -> None:
        lines, secret = iter([number]), iter(passwords)
        monkeypatch.setattr("builtins.input", lambda _asked: next(lines))
        monkeypatch.setattr("tournament.management.commands.password.getpass", lambda _asked: next(secret))

    return answers


def test_who_holds_the_computer_gives_a_lost_account_another_password(client, marie, typed, capsys):
    account("Paul Martin", marie.memberships.get().club, "scorer")
    client.force_login(marie)
    LoginAttempt.objects.create(account=logging_in.account_key("marie DUPONT"), address="::1", last_at=timezone.now())
    typed("1", "dix de der gagne", "dix de der gagne")
    call_command("password")
    said = capsys.readouterr().out
    assert "1. Marie Dupont · organisateur, Amicale de Casson" in said and "2. Paul Martin" in said
    assert "Le mot de passe de Marie Dupont est changé." in said
    marie.refresh_from_db()
    assert marie.check_password("dix de der gagne")
    assert client.get(reverse("home")).status_code == 302
    assert not LoginAttempt.objects.exists()


def test_another_password_keeps_the_rules_and_is_typed_twice(marie, typed, capsys):
    typed("1", "court", "court", "dix de der gagne", "dix de der perd", "le neuf d'atout", "le neuf d'atout")
    call_command("password")
    said = capsys.readouterr().err
    assert "10 caractères" in said and "Les deux mots de passe diffèrent" in said
    marie.refresh_from_db()
    assert marie.check_password("le neuf d'atout")


def test_the_maintainer_has_the_name_of_a_person_and_is_asked_in_french(client, db, monkeypatch, typed, capsys):
    asked, good = [], ("dix de der gagne", "dix de der gagne")
    typed("", "court", "court", *good, *good * 3)
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "Odile Le Goff")
    call_command("createsuperuser")
    said = capsys.readouterr()
    assert "Le compte de Odile Le Goff est créé" in said.out and "10 caractères" in said.err
    assert all(question.startswith("Votre prénom et votre nom") for question in asked) and len(asked) == 2
    client.post(reverse("login"), {"name": "LE GOFF odile", "password": "dix de der gagne"})
    assert client.get("/clubs/").status_code == 200
    with pytest.raises(SystemExit, match="Aucun compte n’a été créé"):
        call_command("createsuperuser")
    assert get_user_model().objects.count() == 1


def test_without_an_account_or_with_a_wrong_one_nothing_changes(marie, typed, settings):
    typed("1", *("court",) * 6)
    with pytest.raises(SystemExit, match="Aucun mot de passe n’a été changé"):
        call_command("password")
    marie.refresh_from_db()
    assert marie.check_password(PASSWORD)
    marie.delete()
    with pytest.raises(SystemExit, match="aucun compte.*première page"):
        call_command("password")
    settings.HOSTED = True
    with pytest.raises(SystemExit, match="aucun compte.*createsuperuser"):
        call_command("password")


@pytest.mark.parametrize(("hosted", "said"), [(False, "Lancez le programme une fois"), (True, "dix-de-der migrate")])
def test_accounts_that_cannot_be_read_are_mended_in_another_way_on_a_server(settings, monkeypatch, hosted, said):
    def unread(_command) -> None:
        raise OperationalError("no such table: auth_user")

    settings.HOSTED = hosted
    monkeypatch.setattr("tournament.management.commands.password.Command._ask", unread)
    with pytest.raises(SystemExit, match=said):
        call_command("password")


def test_the_log_in_page_says_where_to_find_a_lost_password(client, marie, settings):
    page = client.get(reverse("login")).content.decode()
    # An unpacked folder has no README: the help is in the program.
    assert "L’organisateur a perdu" in page and reverse("help-task", args=["password"]) in page and "README" not in page
    settings.EMBEDDED = False
    assert "L’organisateur a perdu" not in client.get(reverse("login")).content.decode()


def test_the_first_field_to_be_mended_has_the_focus_and_no_other(client, db):
    """After a password that is too short, what is typed again must not stand in clear in the name of the club."""
    page = client.post("/bienvenue/", {"club_name": "Amicale", "name": "Odile", "password": "court"})
    inputs = re.findall(r"<(?:input|select|textarea)[^>]*>", page.content.decode())
    focused = [one for one in inputs if " autofocus" in one]
    assert len(focused) == 1
    assert 'name="password"' in focused[0]
