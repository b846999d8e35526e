"""Addresses that every concours of a club, or of the site, tells, those to come too."""

import json

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from scoring.models import ClubWebhook, Delivery, Webhook
from scoring.webhooks import services
from scoring.webhooks.api import ConcoursMessage
from scoring.webhooks.selectors import webhooks_of
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.refusals import refuses
from tournament.api.shapes import OutputSerializer
from tournament.concours.services import change_settings, create_tournament, remove_tournament
from tournament.models import Club, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
URL = "https://federation.example/told"


@pytest.fixture
def club() -> Club:
    return builders.concours(teams=2).club


def organiser(club: Club) -> User:
    """Return the organiser of *club*."""
    return User.objects.filter(memberships__club=club).first() or account(f"odile{club.pk}", club)


def made(club: Club, name: str) -> Tournament:
    """Return a new concours of *club*."""
    today = timezone.localdate()
    return create_tournament(
        club=club, by=organiser(club), preset="4x12-points", name=name, date=today, place="Nort", overrides={}
    )


def told() -> list[tuple[str, str]]:
    """Return (type, name of the concours) of the messages made, in their order."""
    for pk in Tournament.every.values_list("pk", flat=True):
        services.wake_if_told(pk)
    services.make_messages()
    bodies = [json.loads(body) for body in Delivery.objects.order_by("pk").values_list("body", flat=True)]
    return [(body["type"], body["concours"]["name"]) for body in bodies]


def test_a_club_tells_of_every_concours_from_then_on(club):
    services.add_club_webhook(club=club, url=URL, events=["concours"], by=None)
    assert told() == [], "what was before is not told"
    concours = made(club, "Concours de Noël")
    made(builders.concours(teams=2).club, "D’un autre club")
    assert told() == [("concours.made", "Concours de Noël")]
    change_settings(tournament_id=concours.pk, changes={"listed": True}, by=organiser(club))
    remove_tournament(tournament_id=concours.pk, by=organiser(club))
    assert told()[1:] == [("concours.changed", "Concours de Noël"), ("concours.removed", "Concours de Noël")]
    assert Webhook.objects.filter(tournament=concours).count() == 1, "once a concours"
    assert webhooks_of(concours) == [], "it is none of the concours' own"
    body = json.loads(Delivery.objects.order_by("pk").last().body)
    assert body["data"]["place"] == "Nort" and body["data"]["club"] == club.pk
    assert OutputSerializer(body, dataclass=ConcoursMessage).data == body


def test_the_site_tells_of_all_clubs_but_nothing_of_the_tables(club):
    with refuses("webhook_events"):
        services.add_club_webhook(club=None, url=URL, events=["concours", "scores"], by=None)
    services.add_club_webhook(club=None, url=URL, events=["concours", "palmares"], by=None)
    made(club, "Ici")
    made(Club.objects.create(name="Ailleurs"), "Là")
    assert sorted(told()) == [("concours.made", "Ici"), ("concours.made", "Là")]


def test_by_the_api(club):
    odile = api_for(organiser(club))
    data = {"url": URL, "events": ["concours", "palmares"]}
    answer = odile.send(f"clubs/{club.pk}/webhooks/", data)
    assert answer.status_code == 201 and answer.json()["secret"].startswith("whsec_")
    assert odile.send(f"clubs/{club.pk}/webhooks/", data).json()["code"] == "webhook_twice"
    (shown,) = odile.ask(f"clubs/{club.pk}/webhooks/").json()["results"]
    assert shown == {"id": answer.json()["id"], "url": URL, "events": ["palmares", "concours"], "waiting": 0, "off": 0}
    assert odile.send("host/webhooks/", data).status_code == 404
    made(club, "Ici")
    assert told() == [("concours.made", "Ici")]
    maintainer = api_for(User.objects.create_superuser("maintainer"))
    site = maintainer.send("host/webhooks/", data)
    assert site.status_code == 201
    assert [one["url"] for one in maintainer.ask("host/webhooks/").json()["results"]] == [URL]
    for api, path in (
        (odile, f"clubs/{club.pk}/webhooks/{shown['id']}/"),
        (maintainer, f"host/webhooks/{site.json()['id']}/"),
    ):
        assert api.send(path, method="DELETE").status_code == 204
        assert api.send(path, method="DELETE").status_code == 404
    assert not ClubWebhook.objects.exists() and not Webhook.objects.exists()
