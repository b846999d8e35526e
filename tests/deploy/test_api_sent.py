"""Every example of the schema is sent to the program: what the documents print works, or is refused as they say."""

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.db import transaction

from scoring.models import Season
from tests.scoring import builders
from tests.support import openapi
from tests.support.api import BASE, Api, account, api_for, is_problem, routes
from tests.support.api_routes import hall, organiser, tournament, unhurried  # noqa: F401
from tournament.api.schema import JSON, operations
from tournament.models import ClubEntry, ImportDraft, JournalEntry, Person, Seat, Team, TeamMember, Tournament

pytestmark = pytest.mark.django_db


# The schema takes a second to read: not while the tests are collected, by every process of every run.
@cache
def described() -> dict[str, dict]:
    return {one["operationId"]: one for _title, one in operations(openapi.schema()) if "operationId" in one}


@cache
def examples() -> dict[str, object]:
    """Return the body that the schema shows for each operation that takes one."""
    return {
        name: one["requestBody"]["content"][JSON]["example"]
        for name, one in described().items()
        if "requestBody" in one
    }


@dataclass
class Evening:
    """The hall of the tests, an evening that is played to its end, and one before its draw."""

    api: Api
    organiser: User
    here: Tournament
    played: Tournament
    before: Tournament
    folder: Path

    def send(self, address: str, body: object = None, **more: object) -> dict:
        """Do what an example needs before it, in the concours that is going on unless *pk* names another."""
        answer = self.api.send(f"concours/{more.pop('pk', self.here.pk)}/{address}", body, **more)
        assert answer.status_code < 300, (address, answer.content.decode())
        return answer.json() if answer.content else {}

    def send_club(self, address: str, body: object) -> None:
        answer = self.api.send(f"clubs/{self.here.club_id}/{address}", body)
        assert answer.status_code < 300, (address, answer.content.decode())

    def team(self, number: int) -> int:
        return Team.objects.get(tournament=self.here, number=number).pk

    def last_line(self) -> int:
        return JournalEntry.objects.filter(tournament=self.here).latest("number").number

    def of_two_evenings(self) -> int:
        """Enter two places of the person of the hall; return the first."""
        places = TeamMember.objects.filter(team__tournament=self.here, team__number__in=(5, 6), position=1)
        places.update(person=Person.objects.get(name="Jean Martin"))
        return places[0].pk


def nothing(_evening: Evening) -> dict:
    return {}


@dataclass
class Ready:
    """The acts before an example, the names of its address that are others, and its values that name rows of here."""

    first: Callable[[Evening], object] = nothing
    at: Callable[[Evening], dict] = nothing
    body: Callable[[Evening], dict] = nothing


def before_the_draw(evening: Evening) -> dict:
    return {"pk": evening.before.pk, "team": Team.objects.filter(tournament=evening.before).first().pk}


def at_the_end(evening: Evening) -> dict:
    return {"pk": evening.played.pk}


def line(evening: Evening) -> dict:
    return {"line": evening.last_line()}


def one_concours(evening: Evening) -> dict:
    return {"evenings": [{"concours": evening.here.pk, "weight": 1}]}


def first_partie(_evening: Evening) -> dict:
    return {"partie": 1}


def effects(name: str) -> Callable[[Evening], dict]:
    address, operation = f"{name}/effects/", f"Team{name.capitalize()}Effects_post"
    return lambda evening: {
        "effects": evening.send(f"teams/{evening.team(3)}/{address}", examples()[operation])["effects"],
    }


def excluded(evening: Evening) -> None:
    evening.send(f"teams/{evening.team(3)}/exclude/", {"reason": "cris", "from_round": 1})


def a_late_team(evening: Evening) -> None:
    evening.send("teams/", {"players": ["Aimé Bon", "Bob Cru"], "number": 10})


def without_the_names(evening: Evening) -> None:
    """Take the team out that the example enters."""
    Team.objects.filter(tournament=evening.before, number=3).update(number=30)
    TeamMember.objects.filter(
        team__tournament=evening.before, player__name__in=examples()["Teams_post"]["players"]
    ).delete()


def ages_asked(evening: Evening) -> None:
    day = datetime.date.today()
    Tournament.objects.filter(pk=evening.before.pk).update(entry_age_from=18, date=day)


def two_people(evening: Evening) -> dict:
    club = evening.here.club
    return {"people": [Person.objects.create(club=club, name=name).pk for name in ("Luc Prat", "Lise Prat")]}


def lots(evening: Evening) -> None:
    evening.send("lots/", examples()["ConcoursLots_post"])


def closed(evening: Evening) -> None:
    evening.send("lots/", examples()["ConcoursLots_post"], pk=evening.played.pk)
    evening.send("close/", examples()["Close_post"], pk=evening.played.pk)


def every_table(evening: Evening) -> None:
    for number in (1, 2, 3, 4):
        sheet = examples()["TableSheets_post"] | {"key": f"{number}".ljust(20, "t")}
        evening.send(f"parties/1/tables/{number}/sheets/", sheet)


def at_table_one(evening: Evening) -> dict:
    seat = Seat.objects.filter(table__round__tournament=evening.here, table__number=1).first()
    return {"team": seat.team.number}


def exempt(evening: Evening) -> int:
    return Seat.objects.get(round__tournament=evening.here, table=None).team.number


def a_draft(evening: Evening) -> dict:
    drawn = evening.send("tirages/", examples()["Draws_post"], pk=evening.before.pk)
    return {"pk": evening.before.pk, "draw": drawn["id"]}


def club_closed(evening: Evening) -> None:
    answer = evening.api.send(f"host/clubs/{evening.here.club_id}/close/")
    assert answer.status_code == 204, answer.content


def club_line(evening: Evening) -> dict:
    return {"line": ClubEntry.objects.filter(club=evening.here.club).latest("number").number}


def season_changed(evening: Evening) -> None:
    season = Season.objects.get(club=evening.here.club, removed_at=None)
    answer = evening.api.send(f"seasons/{season.pk}/", examples()["SeasonOne_patch"], method="PATCH")
    assert answer.status_code == 200, answer.content


def alone(evening: Evening) -> None:
    for name in ("Aimé Bon", "Bob Cru"):
        evening.send("teams/", {"players": [name], "alone": True, "present": True}, pk=evening.before.pk)


def preview(evening: Evening) -> dict:
    draft = ImportDraft.objects.latest("pk")
    return {"seen": evening.api.ask(f"concours/{evening.here.pk}/imports/{draft.pk}/").json()["seen"]}


def waits_for_a_second_reader(evening: Evening) -> None:
    Tournament.objects.filter(pk=evening.here.pk).update(counts_when="two_readers")
    every_table(evening)
    account("paul", evening.here.club)


def the_second_reader(evening: Evening) -> dict:
    evening.api = api_for(User.objects.get(username="paul"))
    return {}


def meals_sold(evening: Evening) -> None:
    evening.send("settings/", {"sales": ["Repas 20 h : 12 €"]}, method="PATCH")


def first_of(evening: Evening) -> int:
    return evening.api.ask(f"concours/{evening.played.pk}/standings/").json()["results"][0]["number"]


def queries(operation: dict) -> dict:
    """The parameters of a reading as a program writes them: true for True."""
    named = [one for one in operation.get("parameters", ()) if one["in"] == "query"]
    return {
        one["name"]: str(one["example"]).lower() if isinstance(one["example"], bool) else one["example"]
        for one in named
    }


READY = {
    "ConcoursNew_post": Ready(body=lambda evening: {"club": evening.here.club_id}),
    "ConcoursSeries_post": Ready(body=lambda evening: {"club": evening.here.club_id, "like": evening.here.pk}),
    "Session_post": Ready(
        first=lambda evening: User.objects.filter(pk=evening.organiser.pk).update(username="Odile Dupont")
    ),
    "Remove_post": Ready(at=before_the_draw),
    "Erase_post": Ready(
        first=lambda evening: Tournament.objects.filter(pk=evening.before.pk).update(rehearsal=True), at=before_the_draw
    ),
    "People_post": Ready(first=ages_asked),
    "PersonDetail_patch": Ready(first=ages_asked),
    "MembersEnd_post": Ready(
        first=lambda _evening: Person.objects.filter(name="Jean Martin").update(member=True),
        body=lambda _evening: {"members": 1},
    ),
    "PeopleUnite_post": Ready(body=two_people),
    "PeopleApart_post": Ready(body=two_people),
    "PersonPart_post": Ready(body=lambda evening: {"places": [evening.of_two_evenings()]}),
    "PersonLink_delete": Ready(first=lambda _evening: Person.objects.filter(name="Jean Martin").update(link="a-link")),
    "LotsRemove_post": Ready(first=lots, body=lambda _evening: {"numbers": [1]}),
    "Lot_patch": Ready(first=lots),
    "Teams_post": Ready(first=without_the_names, at=before_the_draw),
    "ManyTeams_post": Ready(first=without_the_names, at=before_the_draw),
    "Renumber_post": Ready(at=before_the_draw),
    "TeamOne_delete": Ready(at=before_the_draw),
    "TeamRefund_post": Ready(
        first=lambda evening: evening.send(f"teams/{evening.team(3)}/paid/", {"paid_cents": 1400, "paid_by": "cash"})
    ),
    "TeamReturn_post": Ready(
        first=lambda evening: evening.send(f"teams/{evening.team(3)}/withdraw/", {"from_round": 2, "reason": "malade"})
    ),
    "TablePlayed_post": Ready(
        first=lambda evening: (
            evening.send("parties/1/clock/start/"),
            evening.send("parties/1/cutoff/", examples()["Cutoff_post"]),
        )
    ),
    "CopyPlaces_post": Ready(body=lambda evening: {"address": str(evening.folder)}),
    "Close_post": Ready(at=at_the_end),
    "Reopen_post": Ready(first=closed, at=at_the_end),
    "TableSwap_post": Ready(first=every_table),
    "TableSwapEffects_post": Ready(first=every_table),
    "TableWithdraw_post": Ready(first=every_table),
    "TableWithdrawEffects_post": Ready(first=every_table),
    "TableExchange_post": Ready(first=every_table),
    "TableExchangeEffects_post": Ready(first=every_table),
    "TableRulings_post": Ready(first=every_table, body=at_table_one),
    "TableRulingsEffects_post": Ready(first=every_table, body=at_table_one),
    "TeamExclude_post": Ready(body=effects("exclude")),
    "TeamReadmit_post": Ready(first=excluded, body=effects("readmit")),
    "TeamReadmitEffects_post": Ready(first=excluded),
    "Draws_post": Ready(first=every_table),
    "DrawSwap_get": Ready(at=a_draft),
    "DrawSwap_post": Ready(at=a_draft),
    "DrawPublish_post": Ready(at=a_draft),
    "DrawLate_post": Ready(first=a_late_team, body=lambda evening: {"team": 10, "against": exempt(evening)}),
    "PrizeYears_post": Ready(first=closed, at=at_the_end),
    "PrizeTurns_post": Ready(first=closed, at=at_the_end),
    "PrizeGive_post": Ready(first=closed, at=lambda evening: at_the_end(evening) | {"number": first_of(evening)}),
    "PrizeAbsent_post": Ready(first=closed, at=at_the_end),
    "QualifiedRankings_post": Ready(
        at=before_the_draw,
        body=lambda evening: {"rankings": [{"places": 1, "concours": evening.here.pk, "season": None}]},
    ),
    "Seasons_post": Ready(body=one_concours),
    "SeasonEvenings_post": Ready(body=one_concours),
    "TotalsCheck_post": Ready(body=first_partie),
    "TotalsComplete_post": Ready(body=first_partie),
    "DonnesCheck_post": Ready(body=first_partie),
    "TillCorrections_post": Ready(
        first=lambda evening: evening.send("till/money/", examples()["TillMoney_post"]),
        body=lambda _evening: {"numbers": [1]},
    ),
    "Undo_post": Ready(first=every_table, body=line),
    "UndoEffects_post": Ready(first=every_table, body=line),
    "Webhooks_post": Ready(body=lambda _evening: {"url": "https://club.example/elsewhere"}),
    "WebhookOne_patch": Ready(),
    "PeopleUndo_post": Ready(
        first=lambda evening: evening.send_club("people/unite/", two_people(evening)), body=club_line
    ),
    "SeasonUndo_post": Ready(first=season_changed, body=club_line),
    "PartnersDrawn_post": Ready(first=alone, at=before_the_draw, body=lambda _evening: {"left_over": None}),
    "PartnersChosen_post": Ready(first=alone, at=before_the_draw, body=lambda _evening: {"first": 10, "second": 11}),
    "TeamAdmit_post": Ready(
        first=lambda evening: Team.objects.filter(tournament=evening.before).update(waiting=True), at=before_the_draw
    ),
    "ImportConfirm_post": Ready(body=preview),
    "ShowRanking_post": Ready(
        first=lambda evening: Tournament.objects.filter(pk=evening.played.pk).update(hold_ranking=True), at=at_the_end
    ),
    "ReadAgain_post": Ready(first=waits_for_a_second_reader, at=the_second_reader),
    "ReadAgainEffects_post": Ready(first=waits_for_a_second_reader, at=the_second_reader),
    "TillSales_post": Ready(first=meals_sold),
    "TillDue_post": Ready(
        first=lambda evening: (
            meals_sold(evening),
            evening.send(
                "till/sales/",
                examples()["TillSales_post"] | {"means": "due", "fee": False, "key": "due".ljust(20, "d")},
            ),
        ),
        body=lambda _evening: {"line": 1},
    ),
    "HostClubHide_post": Ready(first=club_closed),
    "HostClubReopen_post": Ready(first=club_closed),
}

# Of those whose example names what only one person has, or a moment that the evening is not at: the code of the refusal.
REFUSED = {
    "OwnSecondFactorConfirm_post": "second_factor_begin",
    "OwnSecondFactorCodes_post": "second_factor_off",
    "OwnSecondFactorOff_post": "second_factor_off",
    "ClubSecondFactor_post": "second_factor_own_first",
    "FirstPassword_post": "link_spent",
    "Welcome_post": "accounts_exist",
    "PartnersParted_post": "not_formed",
    "Copies_post": "not_authenticated",  # for a program with a key for copies alone
    "Copy_get": "not_authenticated",
    "CopyFile_get": "not_authenticated",
    "CopiesPairing_post": "copy_code_wrong",
    "ConcoursTakeOver_post": "copy_is_home",
    "ConcoursLeftLine_post": "left_other",
    "LotsRank_post": "prizes_none",
    "PrizeOrder_post": "tie_teams",
    "PrizeDraws_post": "prize_unknown",
    "QualifiedCall_post": "qualified_over",
    "QualifiedInvite_post": "qualified_over",
    "QualifiedAnswer_post": "qualified_unknown",
    "DrawCatchUp_post": "catch_up_not_now",
    "Tie_post": "tie_none",
    "SeasonCards_post": "season_card",
    "ConcoursFileOne_get": "transfer_unready",
    "ClubConcoursFile_post": "transfer_foreign",
    "ClubConcoursFileCheck_post": "transfer_foreign",
    "ClubWholeFile_post": "transfer_foreign",
    "ProgramClose_post": "program_not_ours",
}


@pytest.fixture
def evening(hall, organiser, tournament, tmp_path) -> Evening:
    organiser.is_superuser = True  # asks as the maintainer of the site too
    organiser.save()
    played, before = builders.evening(teams=8, parties=4, seed=3), builders.concours(teams=9)
    Tournament.objects.filter(pk__in=[played.pk, before.pk]).update(club=tournament.club)
    return Evening(api_for(organiser), organiser, tournament, played, before, tmp_path)


def handlers():
    """(operation, its method, its route) of every operation of the API."""
    for route, pattern in routes():
        for method in ("get", "post", "patch", "delete"):
            handler = getattr(getattr(pattern.callback, "cls", None), method, None)
            if hasattr(handler, "operation"):
                yield handler.operation, method, route


def test_every_example_is_accepted_or_refused_as_the_documents_say(evening, hall):
    problems = openapi.schema()["components"]["schemas"]["Problem"]["properties"]["code"]["x-codes"]
    groups: dict[Callable, list] = {}
    for name, method, route in handlers():
        groups.setdefault(READY.get(name, Ready()).first, []).append((name, method, route))
    wrong, accepted = {}, 0
    for first, sent in groups.items():
        with transaction.atomic():  # what several need is done once for them
            evening.api = api_for(evening.organiser)
            first(evening)
            for name, method, route in sent:
                with transaction.atomic():
                    answer = send_example(evening, hall, name, method, route)
                    transaction.set_rollback(True)
                if route.startswith("session/") or name.startswith("ReadAgain"):  # another session than before
                    evening.api = api_for(evening.organiser)
                if answer.status_code < 300 and name not in REFUSED and '"problem":{' not in text_of(answer):
                    accepted += 1
                    continue
                refused = answer.json() if is_problem(answer) else {}
                code, status = refused.get("code"), str(answer.status_code)
                if code != REFUSED.get(name) or code not in problems or status not in described()[name]["responses"]:
                    wrong[name] = (status, code, refused.get("params") or refused.get("message"))
            transaction.set_rollback(True)
    told = "\n".join(f"{name}: {answer}" for name, answer in wrong.items())
    assert not wrong, f"say in READY what is done before these, or in REFUSED by which code they are refused:\n{told}"
    assert accepted > 200


def send_example(evening: Evening, hall, name: str, method: str, route: str):
    ready = READY.get(name, Ready())
    for known, value in ready.at(evening).items():
        route = re.sub(rf"<(\w+:)?{known}>", str(value), route)
    address = hall(route, evening.organiser).removeprefix(BASE)
    if method == "get":
        return evening.api.ask(address, **queries(described()[name]))
    body = examples().get(name)
    return evening.api.send(address, body and body | ready.body(evening), method=method.upper())


def text_of(answer) -> str:
    return answer.content.decode() if answer.get("Content-Type", "").startswith(JSON) else ""
