"""Accounts of a club, and clients logged in with them."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tournament.clubs import logging_in
from tournament.models import Club, Membership

PASSWORD = "le roi de coeur est parti"


HALL = {"REMOTE_ADDR": "192.168.1.20"}


def account(name: str, club: Club | None = None, role: str = "organiser"):
    """Return the new account of a person, with a role in a club where one is given."""
    shown = name[:1].upper() + name[1:]
    user = get_user_model().objects.create_user(logging_in.username(name), password=PASSWORD, first_name=shown)
    if club is not None:
        Membership.objects.create(user=user, club=club, role=role)
    return user


def logged_in(user) -> Client:
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def club():
    return Club.objects.create(name="Amicale de Casson")


def sign_in(page, live_server, user) -> None:
    """Log the browser of *page* in."""
    cookie = logged_in(user).cookies["dix_session"]
    page.context.add_cookies([{"name": cookie.key, "value": cookie.value, "url": live_server.url}])


def member(user) -> Membership:
    return Membership.objects.get(user=user)


def log_in(client, name="Marie Dupont", password=PASSWORD, **extra):
    return client.post(reverse("login"), {"name": name, "password": password}, **extra)
