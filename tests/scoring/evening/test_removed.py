"""A concours put away in the middle of its evening, and erased with all that any application keeps of it."""

import pytest
from django.apps import apps
from django.db import transaction
from django.db.models import SET_NULL
from django.test import Client
from django.urls import reverse
from django.utils.timezone import localdate

from deploy.celery import app
from tests.deploy.pages import make_evening
from tests.scoring import builders
from tests.support.api import account
from tests.support.public_pages import up_to_date
from tournament.concours.services import purge_tournament, remove_tournament, restore_tournament
from tournament.jobs import services as jobs
from tournament.models import Job, Player, Tournament
from tournament.tokens.models import ApiToken
from tournament.tokens.services import make_token

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
# Rows of the club, of an account or of the program, not of a concours.
KEPT = {"ApiToken", "Club", "Membership", "Player", "LoginAttempt", "Tournament"}


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
    pk, before = evening.tournament.pk, counts()
    remove_tournament(tournament_id=pk, while_played=True, by=None)
    purge_tournament(tournament_id=pk, name=evening.tournament.name, by=None)
    # Of the club, and of the site.
    kept = ("Person", "ClubEntry", "Season", "CopyPlace", "HostAct")
    assert counts() == alone | {name: before[name] for name in kept}
    assert list(Tournament.every.all()) == [other.tournament]
    assert Player.objects.count() >= players


def test_a_key_for_an_erased_concours_goes_on_opening_the_others_it_names():
    gone, kept = builders.concours(teams=0), builders.concours(teams=0)
    organiser = account("odile", gone.club)
    Tournament.objects.filter(pk=kept.pk).update(club=gone.club)
    token, _secret = make_token(
        club=gone.club,
        name="Le site",
        scopes=["scores"],
        concours=[gone.pk, kept.pk],
        ends_on=localdate(),
        by=organiser,
    )
    remove_tournament(tournament_id=gone.pk, by=None)
    purge_tournament(tournament_id=gone.pk, name=gone.name, by=None)
    assert list(token.concours.values_list("pk", flat=True)) == [kept.pk]
    assert ApiToken.objects.filter(pk=token.pk).exists()


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


def test_pages_of_a_removed_concours_are_nobodys_and_its_workbook_says_why():
    app.loader.import_default_modules()
    tournament = builders.evening(teams=4, parties=1)
    with transaction.atomic():
        rows = [jobs.enqueue(kind, tournament=tournament) for kind in ("pages", "workbook")]
    remove_tournament(tournament_id=tournament.pk, while_played=True, by=None)
    for row in rows:
        jobs.run(str(row.pk))
    pages, workbook = (Job.objects.get(pk=row.pk) for row in rows)
    assert (pages.state, pages.result, pages.error) == ("done", {"rendered": False}, "")
    assert (workbook.state, workbook.attempts) == ("failed", 1)
    assert "remett" in workbook.error or "enlevé" in workbook.error
    restore_tournament(tournament_id=tournament.pk, by=None)
    assert not up_to_date(tournament.pk), "so that whoever looks has them made"
    assert jobs.retry(workbook) and jobs.run(str(workbook.pk))
    assert Job.objects.get(pk=workbook.pk).state == "done"
