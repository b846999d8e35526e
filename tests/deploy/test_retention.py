"""The page that says what is kept: from the settings in force, found from every foot, and nothing forgotten."""

from datetime import timedelta

import pytest
from django.apps import apps
from django.test import Client
from django.urls import reverse

from deploy.laptop import keeper
from deploy.web import retention
from tests.deploy.pages import HALL, make_evening
from tournament.clubs import second_factor

pytestmark = pytest.mark.django_db
# Each table of ours, and the row of the page that speaks of it: a new one is told to people.
TOLD = {
    "Money of an evening": "Movement",
    "Names of players": "Club Tournament Player Team TeamMember RemovedTeam Round Table Seat Draw FormedTeam PartnersDraw",
    "Registrations from home": "HomeEntry EntrySource",
    "Requests of teams": "TeamRequest",
    "Regulars": "Person ClubEntry",
    "Scores": "ScoreSheet Mark Reading Ruling Penalty Photo RunningDonne StandingsSnapshot Palmares PrizeTurn RenderedPage "
    "KeptEvening SeasonConcours",
    "Prizes": "Prize HandedPrize PrizeDraw PrizePhoto",
    "Seasons": "Season",
    "Who is qualified": "QualifyingRanking QualifiedPlace",
    "The journal": "JournalEntry",
    "Other sites": "ClubWebhook Webhook Delivery",
    "Workbooks": "Export",
    "The file of a concours that was taken away": "WrittenFile",
    "The file of a concours that was sent in": "ReceivedFile",
    "Copies of a concours": "CopyPlace PlaceState HeldCopy LeftLine",
    "A list": "ImportDraft",
    "A telephone let in": "TableAccess TableDevice CampCode",
    "Wrong codes": "CodeAttempt",
    "Account": "Membership GivenPassword",
    "What the maintainer did": "HostAct",
    "Code at the log-in": "SecondFactor RecoveryCode",
    "A program let in": "ApiToken",
    "Answers to a program": "KeptAnswer",
    "Wrong passwords": "LoginAttempt",
    "A paired device": "PairedDevice",
    "Jobs": "Job",
}


def text(**more) -> str:
    return Client().get(reverse("kept"), **more).content.decode()


def test_the_figures_are_those_of_the_settings(settings, monkeypatch):
    assert "2 semaines" not in text() and "14 jours" in text() and "180 jours" in text() and "30 jours" in text()
    settings.SESSION_COOKIE_AGE = 3 * 86400
    monkeypatch.setattr(second_factor, "DEVICE_TRUSTED", timedelta(hours=5))
    monkeypatch.setattr(keeper, "COPIES_KEPT", 77)
    page = text()
    assert "3 jours" in page and "5 heures" in page and "77 de jeu" in page


def test_hosted_the_host_is_named_and_not_the_laptop(settings):
    settings.EMBEDDED = False
    page = text()
    assert "appareil associé" not in page and "backups" not in page and "hébergeur" in page
    assert "Ce que le mainteneur a fait d’un club" in page and "aucune page ne le montre" in page


def test_a_laptop_has_no_maintainer_to_tell_of():
    assert "mainteneur" not in text()


def test_everything_that_has_a_table_is_told(settings):
    names = {model.__name__ for label in ("tournament", "scoring") for model in apps.get_app_config(label).get_models()}
    told = {name for row in TOLD.values() for name in row.split()}
    assert names <= told, (
        f"say on the page of deploy/web/retention.py where these are kept, and name them here: {names - told}"
    )
    from django.utils.translation import override

    rows = []
    for settings.EMBEDDED in (True, False):
        with override("en"):
            rows += [row.what for _title, part in retention.sections() for row in part]
    assert all(any(row.startswith(begin) for row in rows) for begin in TOLD)


def test_it_is_found_from_the_foot_of_pages_and_telephones():
    evening = make_evening()
    for address in (reverse("about"), f"/p/{evening.tournament.slug}/", reverse("public-code", args=[evening.tournament.slug])):  # fmt: skip
        assert reverse("kept") in Client().get(address, **HALL).content.decode(), address
