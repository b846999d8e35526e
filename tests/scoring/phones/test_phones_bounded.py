"""Whatever a telephone of a table sends again and again, what the database keeps of it has an end."""

import io

import pytest
from django.apps import apps
from django.core.cache import cache
from django.urls import reverse
from PIL import Image

from scoring.access import services as tokens
from scoring.clock import services as clock_acts
from scoring.phones import urls
from scoring.sheets import photos, reception
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, way
from tournament.models import JournalEntry, Table
from tournament.rounds import clock

pytestmark = pytest.mark.django_db
ACTS = [one.name for one in urls.urlpatterns if "access" in one.pattern.converters]
MOST = 3


def rows() -> dict[str, int]:
    ours = [one for name in ("tournament", "scoring") for one in apps.get_app_config(name).get_models()]
    return {one.__name__: one._default_manager.count() for one in ours}


def form(number: int, mine) -> dict[str, object]:
    """The form that all acts of a table read, other each time."""
    picture = io.BytesIO()
    Image.new("RGB", (8, 8), (number, 0, 0)).save(picture, "JPEG")
    picture.seek(0)
    picture.name = "photo.jpg"
    north = 900 + number
    donne = {
        "preneur": "NS",
        "atout": "coeur",
        "points_NS": 82 + number,
        "points_EO": 80 - number,
        "number": 1 + number % 2,
    }
    told = {
        "act": ("", "cancel", "here")[number % 3],
        "camp": "EO",
        "donnes": 1 + number % 9,
        "answer": "no",
        "version": 1,
    }
    score = donne if number % 2 else {"points_NS": north, "points_EO": 1944 - north}
    return {
        "key": f"{number}".rjust(20, "k"),
        "sequence": number,
        "token": mine.token,
        "photo": picture,
        "rows": 1,
        **told,
        **donne,
        **score,
    }


@pytest.mark.parametrize("act", ACTS)
def test_what_a_telephone_sends_again_and_again_has_an_end(act, monkeypatch):
    for module, name in (
        (reception, "MOST_REPORTS"),
        (tokens, "MOST_TELEPHONES"),
        (photos, "MOST"),
        (clock_acts, "MOST_NOTED"),
    ):
        monkeypatch.setattr(module, name, MOST)
    tournament = builders.seated(2, counts_when="both_camps")
    clock.start_clock(tournament_id=tournament.pk, number=1, by=None)
    clock.impose_cutoff(tournament_id=tournament.pk, number=1, donnes=2, by=None)
    table = Table.objects.get(number=1)
    mine = way(table, "NS")
    client, _address = comes_in(table, "NS")
    before = {}
    for number in range(6 * MOST):
        if number == 3 * MOST + 1:
            before = rows()
        cache.clear()
        if act == "phone-come-in":
            client.cookies.clear()
        answer = client.post(
            reverse(act, args=[mine.access.pk]), form(number, mine), headers={"X-Requested-With": "fetch"}
        )
        assert answer.status_code < 500
    assert rows() == before


def test_the_last_donnes_are_noted_a_few_times_and_the_table_de_marque_still_may(monkeypatch):
    """Each is a line of the journal for ever: a telephone that changed the number without end filled the disk."""
    monkeypatch.setattr(clock_acts, "MOST_NOTED", MOST)
    tournament = builders.seated(1, counts_when="both_camps")
    clock.start_clock(tournament_id=tournament.pk, number=1, by=None)
    clock.impose_cutoff(tournament_id=tournament.pk, number=1, donnes=2, by=None)
    table = Table.objects.get()
    ours, address = comes_in(table, "NS")
    theirs, _address = comes_in(table, "EO")

    def note(client, donnes):
        return client.post(
            f"{address}dernieres-donnes/", {"donnes": donnes}, headers={"X-Requested-With": "fetch"}
        ).status_code

    assert [note(ours, 1 + turn % 2) for turn in range(MOST + 1)] == [200] * MOST + [422]
    assert note(ours, table_now := Table.objects.get().cutoff_after) == 200, "said once more, it changes nothing"
    assert note(theirs, table_now + 1) == 200, "the other camp is heard"
    clock_acts.record_cutoff_after(table_id=table.pk, donnes=9)
    assert JournalEntry.objects.filter(act="record_cutoff_after").count() == MOST + 2
