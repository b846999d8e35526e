"""A club in a hall with accounts and passwords, as the pages of accounts begin with it."""

import pytest
from django.contrib.auth import get_user_model
from django.urls import reverse

from tournament.clubs import logging_in
from tournament.models import Club, Membership

PASSWORD = "le roi de coeur est parti"


HALL = {"REMOTE_ADDR": "192.168.1.20"}


def account(name: str, club: Club | None = None, role: str = "organiser"):
    user = get_user_model().objects.create_user(logging_in.username(name), password=PASSWORD, first_name=name)
    if club is not None:
        Membership.objects.create(user=user, club=club, role=role)
    return user


@pytest.fixture
def club():
    return Club.objects.create(name="Amicale de Casson")


def member(user) -> Membership:
    return Membership.objects.get(user=user)


def log_in(client, name="Marie Dupont", password=PASSWORD, **extra):
    return client.post(reverse("login"), {"name": name, "password": password}, **extra)
