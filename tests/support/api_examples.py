"""The acts before each example of the schema, and the values of it that name rows of here."""

import base64
import datetime
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pyotp
from django.contrib.auth.models import User
from django.utils import timezone

from deploy.laptop import closing
from scoring.copies import receiving, services
from scoring.copies.models import HeldCopy, LeftLine
from scoring.models import Season
from scoring.rounds import services as rounds
from scoring.rounds.ties import ties
from scoring.transfer.file import read_concours, write_concours
from tests.scoring import builders
from tests.scoring.seasons.evenings import make_evening, names, play
from tests.support import openapi
from tests.support.api import PASSWORD, Api, account, api_for
from tests.support.phases import set_up
from tournament.api.schema import JSON, operations
from tournament.concours import services as concours
from tournament.jobs import services as jobs
from tournament.models import (
    Club,
    ClubEntry,
    Draw,
    ImportDraft,
    JournalEntry,
    Person,
    Seat,
    Table,
    Team,
    TeamMember,
    Tournament,
)
from tournament.rounds import services as draws


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
    found: dict[str, object] = field(default_factory=dict)  # what the acts before an example answered

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


def second_factor_begun(evening: Evening) -> None:
    key = evening.api.send("session/second-factor/", {"current": PASSWORD}).json()["key"]
    evening.found["code"] = pyotp.TOTP(key).now()


def second_factor_on(evening: Evening) -> None:
    second_factor_begun(evening)
    answer = evening.api.send("session/second-factor/confirm/", {"code": evening.found["code"]})
    evening.found["code"] = answer.json()["recovery_codes"][0]


def found(*names: str) -> Callable[[Evening], dict]:
    """Return the values of the body that the acts before it answered."""
    return lambda evening: {name: evening.found[name] for name in names}


def invited(evening: Evening) -> None:
    link = evening.api.send("host/clubs/", examples()["HostClubs_post"]).json()["link"]
    *_rest, account_number, token, _end = link.split("/")
    evening.found |= {"account": int(account_number), "token": token}


def formed(evening: Evening) -> None:
    alone(evening)
    evening.send("partners/choose/", {"first": 10, "second": 11}, pk=evening.before.pk)


def lots_for_nobody(evening: Evening) -> None:
    evening.send("lots/", {"lines": ["1er : jambon", "lot mystère"]})


def drawn_prize(evening: Evening) -> None:
    evening.send("lots/", {"lines": ["Tiré au sort parmi les présents : panier"]}, pk=evening.played.pk)
    evening.send("close/", examples()["Close_post"], pk=evening.played.pk)


def shared_rank(evening: Evening) -> None:
    """Play an evening whose teams 1 and 3 share the first rank."""
    equal = builders.concours(teams=4, parties=1)
    builders.partie(equal, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944)])
    Tournament.objects.filter(pk=equal.pk).update(club=evening.here.club)
    evening.send("close/", pk=equal.pk)
    evening.found["pk"] = equal.pk


def knock_out_tied(evening: Evening) -> None:
    tournament = set_up("elimination", 4, club=evening.here.club, phases=[], knock_out_tie="cut")
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    draws.publish_draw(draw_id=drawn.pk, by=None)
    for table in Table.objects.filter(round=drawn.round):
        builders.sheet(table, north=972, east=972)
    evening.found |= {"pk": tournament.pk, "team": ties(tournament)[0].sides[0]}


def may_catch_up(evening: Evening) -> None:
    Tournament.objects.filter(pk=evening.here.pk).update(exempt_policy="catch_up")
    every_table(evening)
    draw = Draw.objects.get(round__tournament=evening.here)
    (told,) = evening.api.ask(f"concours/{evening.here.pk}/tirages/{draw.pk}/").json()["guests"]
    evening.found |= {"exempt": told["exempt"], "guest": told["guests"][0]}


PAIRS = [names(2, first=first) for first in (0, 2, 4, 6)]


def final_to_come(evening: Evening) -> None:
    """Play an evening of people of the club whose first two pairs are qualified for a concours in a month."""
    club = evening.here.club
    first = play(make_evening(club, "4x12-points", PAIRS, parties=1))
    final = concours.create_tournament(
        club=club,
        preset="4x12-points",
        name="Finale",
        date=timezone.localdate() + datetime.timedelta(days=30),
        by=None,
        overrides={"entry_qualified": "team"},
    )
    rankings = [{"places": 2, "concours": first.pk, "season": None}]
    evening.send("qualified/rankings/", {"rankings": rankings}, pk=final.pk)
    evening.found["pk"] = final.pk


def qualified_called(evening: Evening) -> None:
    final_to_come(evening)
    page = evening.send("qualified/call/", pk=evening.found["pk"])
    evening.found |= {"place": page["places"][0]["place"], "ranking": page["rankings"][0]["ranking"]}
    called = {person for place in page["places"] for person in place["who"]}
    pairs = [list(Person.objects.filter(name__in=pair).values_list("pk", flat=True)) for pair in PAIRS]
    evening.found["who"] = next(pair for pair in pairs if not called & set(pair))


def cards_of_people(evening: Evening) -> dict:
    return {"order": [[person] for person in two_people(evening)["people"]]}


def a_file(evening: Evening) -> None:
    """Write the file of a concours of another club."""
    made = make_evening(Club.objects.create(name="Amicale"), "4x12-points", [names(2), names(2, first=2)])
    evening.found["file"] = base64.b64encode(write_concours(made.pk).content).decode()


def file_made(evening: Evening) -> None:
    assert jobs.run(evening.send("file/")["id"])


def code_shown(evening: Evening) -> None:
    evening.found["code"] = services.show_code(club=evening.here.club, by=evening.organiser)


def paired(evening: Evening) -> None:
    """Ask with a token for copies from now on, as the other computer does; it has a file to send."""
    code_shown(evening)
    body = examples()["CopiesPairing_post"] | {"code": evening.found["code"]}
    secret = Api().send("copies/pairing/", body).json()["secret"]
    evening.api = Api(HTTP_AUTHORIZATION=f"Bearer {secret}")
    a_file(evening)


def copied(evening: Evening) -> None:
    paired(evening)
    answer = evening.api.send(f"clubs/{evening.here.club_id}/copies/", {"file": evening.found["file"]})
    assert answer.status_code < 300, answer.content
    content = base64.b64decode(str(evening.found["file"]))
    evening.found["identity"] = read_concours(content).lines[0]["hash"]


def written(evening: Evening) -> None:
    copied(evening)
    assert receiving.apply(HeldCopy.objects.get().pk)


def copy_here(evening: Evening) -> None:
    written(evening)
    evening.api = api_for(evening.organiser)
    evening.found["pk"] = Tournament.objects.exclude(copied_at=None).get(club=evening.here.club).pk


def a_score_left(evening: Evening) -> None:
    marks = {"NS": {"points": 1032}, "EO": {"points": 912}}
    line = {"number": 1, "at": "2026-11-20T20:00:00+00:00", "by": None, "act": "enter_sheet", "reason": ""}
    after = {"round": 1, "table": 2, "marks": marks}
    LeftLine.objects.create(tournament=evening.here, hash="9".zfill(64), line=line | {"before": {}, "after": after})
    evening.found["left"] = "9".zfill(64)


def started_here(_evening: Evening) -> None:
    closing.offer(lambda: None)


READY = {
    "OwnSecondFactorConfirm_post": Ready(first=second_factor_begun, body=found("code")),
    "OwnSecondFactorCodes_post": Ready(first=second_factor_on, body=found("code")),
    "OwnSecondFactorOff_post": Ready(first=second_factor_on, body=found("code")),
    "ClubSecondFactor_post": Ready(first=second_factor_on),
    "FirstPassword_post": Ready(first=invited, body=found("account", "token")),
    "PartnersParted_post": Ready(first=formed, at=before_the_draw, body=lambda _evening: {"numbers": [10]}),
    "LotsRank_post": Ready(first=lots_for_nobody),
    "PrizeOrder_post": Ready(first=shared_rank, at=found("pk"), body=lambda _evening: {"teams": [3, 1]}),
    "PrizeDraws_post": Ready(first=drawn_prize, at=at_the_end, body=lambda _evening: {"prize": 1}),
    "Tie_post": Ready(first=knock_out_tied, at=found("pk"), body=found("team")),
    "DrawCatchUp_post": Ready(first=may_catch_up, body=found("exempt", "guest")),
    "QualifiedCall_post": Ready(first=final_to_come, at=found("pk")),
    "QualifiedInvite_post": Ready(first=qualified_called, at=found("pk"), body=found("ranking", "who")),
    "QualifiedAnswer_post": Ready(first=qualified_called, at=found("pk", "place")),
    "SeasonCards_post": Ready(body=cards_of_people),
    "ConcoursFileOne_get": Ready(first=file_made),
    "ClubConcoursFile_post": Ready(first=a_file, body=found("file")),
    "ClubConcoursFileCheck_post": Ready(first=a_file, body=found("file")),
    "ClubWholeFile_post": Ready(first=a_file, body=found("file")),
    "CopiesPairing_post": Ready(first=code_shown, body=found("code")),
    "Copies_post": Ready(first=paired, body=found("file")),
    "Copy_get": Ready(first=copied, at=found("identity")),
    "CopyFile_get": Ready(first=written, at=found("identity")),
    "ConcoursTakeOver_post": Ready(first=copy_here, at=found("pk")),
    "ConcoursLeftLine_post": Ready(first=a_score_left, at=found("left")),
    "ProgramClose_post": Ready(first=started_here),
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
