"""A concours put away in the middle of its evening, and erased with all that any application keeps of it."""

import pytest
from django.apps import apps
from django.db.models import SET_NULL
from django.test import Client
from django.urls import reverse

from tests.deploy.pages import make_evening
from tournament.concours.services import purge_tournament, remove_tournament
from tournament.models import Player, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
# What belongs to the club, to an account or to the program, not to a concours.
KEPT = {"Club", "Membership", "Player", "LoginAttempt", "Tournament"}


def counts() -> dict[str, int]:
    models = [*apps.get_app_config("tournament").get_models(), *apps.get_app_config("scoring").get_models()]
    return {model.__name__: model._default_manager.count() for model in models if model.__name__ not in KEPT}


def test_a_telephone_of_a_removed_concours_is_let_in_no_more():
    evening = make_evening()
    way = reverse("phone-enter", args=[evening.names["token"]])
    assert Client().get(way).status_code == 200
    remove_tournament(tournament_id=evening.tournament.pk, while_played=True, by=None)
    assert Client().get(way).status_code == 404
    assert Client().get(reverse("public-standings", args=[evening.tournament.slug])).status_code == 404


def test_nothing_of_an_erased_concours_is_left_and_nothing_of_another_is_gone():
    other = make_evening(who="zoe")
    alone, players = counts(), Player.objects.count()
    evening = make_evening()
    assert all(counts()[name] > count for name, count in alone.items() if count), "the evening has rows of each kind"
    pk = evening.tournament.pk
    remove_tournament(tournament_id=pk, while_played=True, by=None)
    purge_tournament(tournament_id=pk, name=evening.tournament.name, by=None)
    assert counts() == alone
    assert list(Tournament.every.all()) == [other.tournament]
    assert Player.objects.count() >= players


def test_every_model_of_a_concours_leads_to_it_by_keys_that_are_never_empty():
    """`rows_below` follows them: rows reached only by a key that may be empty would be left behind."""
    from tournament.concours.services import rows_below

    reached = {rows.model.__name__ for rows in rows_below(Tournament(pk=1))}
    models = [*apps.get_app_config("tournament").get_models(), *apps.get_app_config("scoring").get_models()]
    referring = {
        model.__name__
        for model in models
        for field in model._meta.concrete_fields
        if field.remote_field
        and field.remote_field.on_delete is not SET_NULL
        and field.related_model.__name__ in reached | {"Tournament"}
    }
    assert reached == referring
