"""Pages that list what years have left: they read a part of it, by an index, however much there is."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import timedelta

import pytest
from django.apps import apps
from django.conf import settings
from django.db import connection, models
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from deploy.hosting import host_clubs
from scoring.planner.selectors import usual_teams
from tests.scoring import builders
from tests.support import schema
from tests.support.accounts import account, logged_in
from tests.support.api import PASSWORD, api_for
from tournament.concours import views
from tournament.concours.lock import lock_tournament
from tournament.models import Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def maintainer(django_user_model):
    return django_user_model.objects.create_superuser("maintainer", password=PASSWORD)


def many_clubs(count: int) -> None:
    now = timezone.now()
    Club.objects.bulk_create(
        Club(name=f"Amicale de Saint-{number}", active_at=now - timedelta(days=number)) for number in range(count)
    )


def queries(ask) -> int:
    with CaptureQueriesContext(
        connection,
    ) as read:
        assert ask().status_code == 200
    return len(read)


def test_the_clubs_of_a_host_come_in_pages_the_last_active_first(maintainer):
    page = logged_in(maintainer)
    many_clubs(3)
    few = queries(lambda: page.get(reverse("host-clubs")))
    assert few <= 6, "two of them for all the clubs shown"
    many_clubs(2 * host_clubs.CLUBS_A_PAGE)
    assert queries(lambda: page.get(reverse("host-clubs"))) == few
    first = page.get(reverse("host-clubs")).context["clubs"]
    assert len(first) == host_clubs.CLUBS_A_PAGE
    assert [club.last_activity for club in first] == sorted((club.last_activity for club in first), reverse=True)
    second = page.get(reverse("host-clubs"), {"page": 2}).context["clubs"]
    assert not {club.id for club in first} & {club.id for club in second}
    found = page.get(reverse("host-clubs"), {"q": "saint 39"})
    assert [club.name for club in found.context["clubs"]] == ["Amicale de Saint-39"]
    assert "Aucun club" in page.get(reverse("host-clubs"), {"q": "personne"}).content.decode()


def test_the_api_lists_the_clubs_of_a_host_as_the_page_does(maintainer):
    many_clubs(40)
    api = api_for(maintainer)
    found = api.ask("host/clubs/?search=saint 39").json()
    assert [club["name"] for club in found["results"]] == ["Amicale de Saint-39"] and found["count"] == 1
    part = api.ask("host/clubs/?limit=2&offset=38").json()
    assert [club["name"] for club in part["results"]] == ["Amicale de Saint-38", "Amicale de Saint-39"]
    assert part["count"] == 40


def test_an_act_notes_the_activity_of_its_club_once_an_hour():
    tonight = builders.evening(teams=4, parties=1)
    noted = Club.objects.get(pk=tonight.club_id).active_at
    assert abs(timezone.now() - noted) < timedelta(minutes=5)
    with CaptureQueriesContext(connection) as read:
        lock_tournament(tonight.pk)
    assert len(read) == 1, "nobody's row is written for another's score"
    Club.objects.filter(pk=tonight.club_id).update(active_at=noted - timedelta(hours=2))
    lock_tournament(tonight.pk)
    assert Club.objects.get(pk=tonight.club_id).active_at > noted
    assert Tournament.objects.get(pk=tonight.pk).changed_at == tonight.journal.last().at


def test_the_past_of_a_club_comes_in_pages():
    tonight = builders.concours(teams=0)
    odile = account("odile", tonight.club)
    day = timezone.localdate()
    Tournament.objects.filter(pk=tonight.pk).update(date=day)
    Tournament.objects.bulk_create(
        Tournament(
            club=tonight.club,
            name=f"Soir {number}",
            slug=f"soir-{number}",
            date=day - timedelta(days=number),
            parties=4,
        )
        for number in range(2, 2 + 2 * views.PAST_A_PAGE)
    )
    page = logged_in(odile)
    home = page.get(reverse("home"))
    assert [one.name for one in home.context["past"]] == [f"Soir {n}" for n in range(2, 2 + views.PAST_A_PAGE)]
    assert home.context["current"] == [tonight]
    older = page.get(reverse("home"), {"page": 2})
    assert older.context["past"][0].name == f"Soir {2 + views.PAST_A_PAGE}" and not older.context["current"]
    listed = api_for(odile).ask("concours/?limit=3&offset=0").json()
    assert listed["count"] == 1 + 2 * views.PAST_A_PAGE
    assert [one["name"] for one in listed["results"]] == [tonight.name, "Soir 2", "Soir 3"]
    assert listed["next_page"] == "http://testserver/api/v1/concours/?limit=3&offset=3"
    last = api_for(odile).ask(f"concours/?limit=3&offset={2 * views.PAST_A_PAGE - 1}").json()
    assert last["next_page"] is None and len(last["results"]) == 2
    third, fifth = (day - timedelta(days=number) for number in (3, 5))
    days = api_for(odile).ask(f"concours/?first_day={fifth}&last_day={third}").json()
    assert [one["name"] for one in days["results"]] == ["Soir 3", "Soir 4", "Soir 5"]
    changed = api_for(odile).ask("concours/?changed_since=2020-01-01T00:00:00Z").json()
    assert [one["name"] for one in changed["results"]] == [], "nothing was done in them"
    assert api_for(odile).ask("concours/?changed_since=yesterday").status_code == 400
    listed = api_for(odile).ask("concours/?limit=2&offset=1").json()
    assert [one["name"] for one in listed["results"]] == ["Soir 2", "Soir 3"]


def test_a_new_concours_is_planned_without_sorting_every_team_of_before():
    tonight = builders.concours(teams=6)
    odile = account("odile", tonight.club)
    with CaptureQueriesContext(connection) as read:
        assert usual_teams(odile) == 6
    assert not [query["sql"] for query in read if "DISTINCT" in query["sql"]]


def test_no_index_stands_beside_one_that_begins_with_its_column():
    """Each is written at each score, and is a third of what a mark weighs."""
    spare = []
    for model in apps.get_models():
        if model._meta.app_label not in ("tournament", "scoring"):
            continue
        whole = [index for index in model._meta.indexes if index.condition is None]
        whole += [one for one in model._meta.constraints if isinstance(one, models.UniqueConstraint)]
        # Django would drop a partial unique constraint of one column with the column's own index.
        alone = {one.fields[0] for one in whole if one.condition is not None and len(one.fields) == 1}
        first = {one.fields[0] for one in whole if one.condition is None and one.fields}
        spare += [
            f"{model._meta.label}.{field.name}"
            for field in model._meta.local_fields
            if field.db_index and not field.unique and field.name in first - alone
        ]
    assert spare == []


@pytest.mark.slow
def test_journals_are_verified_in_several_processes(tmp_path):
    def run(*command: str) -> subprocess.CompletedProcess:
        environment = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
        environment |= {"DIX_DATA": str(tmp_path), "PYTHONPATH": str(settings.BASE_DIR)}
        return subprocess.run(
            [sys.executable, "-m", "django", *command], env=environment, capture_output=True, text=True, timeout=120
        )

    shutil.copy(schema.sqlite_file(), tmp_path / "dix.sqlite3")
    assert run("demo").returncode == 0
    whole = run("verify_journal", "--processes", "2")
    assert whole.returncode == 0 and "Concours 1" in whole.stdout, whole.stderr
    assert whole.stdout == run("verify_journal").stdout
    with contextlib.closing(sqlite3.connect(next(tmp_path.glob("*.sqlite3")))) as link, link:
        link.execute("UPDATE scoring_mark SET points = points + 10 WHERE id = 1")
    changed = run("verify_journal", "--processes", "2")
    assert changed.returncode == 1 and "Concours 1" in changed.stderr
