"""An evening in which any two acts are done at the same moment."""

import datetime
import itertools
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field

from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evening import closing
from scoring.models import ClubWebhook, Season, Webhook
from scoring.phones import services as proposals
from scoring.rounds import services as rounds
from scoring.seasons import services as seasons
from scoring.sheets.entry import submit_sheet
from scoring.webhooks import services as webhooks
from tests.scoring import builders
from tests.scoring.phones.builders import comes_in, phone, way
from tests.support import api_routes
from tests.support.accounts import account, logged_in
from tests.support.api import BASE, PASSWORD, Api, api_for, routes
from tests.support.copies import a_left_line, a_place
from tests.support.seasons import season_put_away
from tournament.concours import services as concours_acts
from tournament.jobs import services as jobs
from tournament.journal import services as journal
from tournament.models import Club, ClubEntry, Draw, ImportDraft, Job, Person, Table, Team, Tournament
from tournament.registration import attendance, services as registration
from tournament.registration.imports import services as import_acts
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.selectors import plan_import
from tournament.rounds import clock, partners, services as draws
from tournament.tokens import services as tokens


@dataclass
class Evening:
    """A concours, its two organisers, and what the acts name."""

    tournament: Tournament
    people: list
    numbers: itertools.count = field(default_factory=lambda: itertools.count(1))

    def __post_init__(self) -> None:
        self.names = {
            "pk": self.tournament.pk,
            "club": self.tournament.club_id,
            "team": Team.objects.get(tournament=self.tournament, number=3).pk,
            "number": 2,
            "table": 1,
            "place": 1,
        }

    def key(self) -> str:
        """A key that no device made yet."""
        return f"key-{next(self.numbers)}".ljust(20, "k")

    def draw(self) -> Draw:
        return Draw.objects.filter(round__tournament=self.tournament).latest("pk")

    def tables(self) -> list[Table]:
        return list(Table.objects.filter(round__tournament=self.tournament, round__number=2).order_by("number"))

    def address(self, route: str, **named: object) -> str:
        """Return the address of *route*, its parts by what the acts name and, before that, by *named*."""
        names = self.names | named
        return BASE + re.sub(r"<(?:\w+:)?(\w+)>", lambda part: str(names[part[1]]), route)


def make_evening(state: str) -> Evening:
    """A concours in its second partie: "playing", "drawn" while that is a draft, or "closed" with all scores in."""
    tournament = builders.concours(teams=9, fee_cents=1400, parties=2 if state == "closed" else 4)
    people = [account(name, tournament.club) for name in ("odile", "paul")]
    account("sylvie", tournament.club, "scorer")
    with transaction.atomic():
        journal.seal_all(tournament, None)
    for number in (1, 2):
        drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣")
        if number == 1 or state != "drawn":
            draws.publish_draw(draw_id=drawn.pk, by=None)
            clock.start_clock(tournament_id=tournament.pk, number=number, by=None)
            for table in drawn.round.tables.order_by("number")[: 2 if number == 2 and state == "playing" else 99]:
                marks = {"NS": {"points": 1000 + table.number}, "EO": {"points": 944 - table.number}}
                submit_sheet(
                    table_id=table.pk, key=f"made-{table.pk}".ljust(20, "k"), kind="totals", marks=marks, by=None
                )
    left, out = Team.objects.filter(tournament=tournament, number__in=(8, 9)).order_by("number")
    attendance.withdraw_team(team_id=left.pk, from_round=3 if state != "closed" else 2, reason="tired", by=None)
    if state == "closed":
        closing.close_tournament(tournament_id=tournament.pk, by=None)
    else:
        attendance.exclude_team(team_id=out.pk, reason="shouted", by=None)
    if state == "playing":
        clock.impose_cutoff(tournament_id=tournament.pk, number=2, donnes=2, by=None)
        clock.call_referee(table_id=drawn.round.tables.order_by("number")[3].pk)
    tournament.refresh_from_db()
    return Evening(tournament, people)


Prepared = Callable[[], object]


def sent(name: str, method: str, body: Callable[[Evening], object] = lambda evening: {}, **other: Callable) -> Callable:
    """An act of the API: prepare it for one person, and return the call that does it."""

    def prepare(evening: Evening, who: int) -> Prepared:
        address = evening.address(ROUTES[name], **{part: value(evening) for part, value in other.items()})
        data, client = body(evening), api_for(evening.people[who])
        return lambda: client.send(address.removeprefix(BASE), data, method)

    return prepare


def team(number: int) -> Callable[[Evening], int]:
    return lambda evening: Team.objects.get(tournament=evening.tournament, number=number).pk


def score(evening: Evening) -> dict:
    marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
    return {"key": evening.key(), "kind": "totals", "marks": marks, "base_version": 1, "reason": "misread"}


def ruling(evening: Evening) -> dict:
    warned = {"kind": "penalty", "label": "talk", "way": "on_top", "points": 0, "reason": "spoke", "seen": 0}
    seat = evening.tables()[0].seats.select_related("team").first()
    return warned | {"base_version": 1, "team": seat.team.number}


def with_singles(body: Callable[[int, int], object]) -> Callable[[Evening], object]:
    """Register two people who come alone, then make the body of their numbers."""

    def prepare(evening: Evening) -> object:
        singles = Team.objects.filter(tournament=evening.tournament, alone=True)
        for name in ("Aimé Seul", "Berthe Seule")[singles.count() :]:
            registration.register_team(tournament_id=evening.tournament.pk, players=[name], alone=True, by=None)
        numbers = list(singles.order_by("number").values_list("number", flat=True))
        return body(*numbers)

    return prepare


def formed(one: int, other: int) -> dict:
    team = Team.objects.get(alone=True, number=one)
    partners.choose_partners(tournament_id=team.tournament_id, first=one, second=other, by=None)
    return {"numbers": [one]}


def draft(evening: Evening):
    book = read_pasted("n;joueur 1;joueur 2\n50;Aimé Bon;Bob Cru\n51;Carl Dru;Éva Fine\n")
    by = evening.people[0]
    return import_acts.start_import(tournament_id=evening.tournament.pk, book=book, file_name="l.csv", by=by).pk


def seen(evening: Evening) -> dict:
    return {"seen": plan_import(ImportDraft.objects.latest("pk")).seen, "present": True}


def failed_job(evening: Evening) -> str:
    with transaction.atomic():
        job = jobs.enqueue("workbook", tournament=evening.tournament, by=evening.people[0])
    Job.objects.filter(pk=job.pk).update(state="failed")
    return str(job.pk)


def told_address(evening: Evening) -> int:
    """An address that is told, the same for both."""
    hook = Webhook.objects.filter(tournament=evening.tournament, url="https://club.example/belote").first()
    return hook.pk if hook is not None else builders.told_address(evening.tournament).webhook_id


def address_of_club(club: Callable[[Evening], Club | None]) -> Callable[[Evening], int]:
    """An address that hears of every concours of *club*, None: of the whole program; the same for both."""

    def find_or_make(evening: Evening) -> int:
        made = {"url": "https://federation.example/belote", "events": ["palmares"], "by": None}
        found = ClubWebhook.objects.filter(club=club(evening)).first()
        return (found or webhooks.add_club_webhook(club=club(evening), **made)).pk

    return find_or_make


def member(evening: Evening) -> int:
    return evening.tournament.club.memberships.get(user__username="sylvie").pk


def a_person(evening: Evening) -> int:
    """Return a person of the club who never played."""
    return Person.objects.get_or_create(club=evening.tournament.club, name="Jean Martin", entered=True)[0].pk


def a_member(evening: Evening) -> dict:
    """Make a person of the club its one member, and return how many it has."""
    Person.objects.filter(pk=a_person(evening)).update(member=True)
    return {"members": Person.objects.filter(club=evening.tournament.club, member=True).count()}


def two_people(evening: Evening) -> dict:
    """Return two people of the club, as they are brought together or told apart."""
    other = Person.objects.get_or_create(club=evening.tournament.club, name="Lise Faure", entered=True)[0]
    return {"people": [a_person(evening), other.pk]}


def linked(evening: Evening) -> int:
    """Return a person who has a link."""
    pk = a_person(evening)
    Person.objects.filter(pk=pk).update(link="a-link-that-was-given")
    return pk


def removed(evening: Evening) -> int:
    """Another concours of the club, removed."""
    club = Club.objects.get(pk=evening.tournament.club_id)
    made = concours_acts.create_tournament(
        club=club, preset="4x12-points", name="Vieux", date=datetime.date(2026, 10, 1), by=None
    )
    concours_acts.remove_tournament(tournament_id=made.pk, by=None)
    return made.pk


def rehearsed(evening: Evening) -> int:
    """Another concours of the club, a rehearsal."""
    made = concours_acts.create_tournament(
        club=Club.objects.get(pk=evening.tournament.club_id),
        preset="4x12-points",
        name="Essai",
        date=datetime.date(2026, 10, 1),
        by=None,
        overrides={"rehearsal": True},
    )
    return made.pk


def taken_off(evening: Evening) -> dict:
    return {"key": evening.key(), "base_version": 1, "reason": "another table's"}


def a_token(evening: Evening) -> dict:
    return {"name": "Le site", "scopes": ["scores"], "concours": None, "ends_on": str(timezone.localdate())}


def made_token(evening: Evening) -> int:
    asked = a_token(evening) | {"club": evening.tournament.club, "ends_on": timezone.localdate()}
    return tokens.make_token(by=evening.people[0], **asked)[0].pk


def site_token(evening: Evening) -> int:
    ends_on = timezone.localdate()
    return tokens.make_site_token(name="La fédération", ends_on=ends_on, by=evening.people[0])[0].pk


def told(**data: object) -> Callable[[Evening], dict]:
    return lambda evening: data


def a_season(evening: Evening) -> int:
    """A season of the club, the same for both."""
    found = Season.objects.filter(club=evening.tournament.club_id, removed_at=None).first()
    return (found or seasons.make_season(club_id=evening.tournament.club_id, name="Challenge", by=None)).pk


def a_season_away(evening: Evening) -> int:
    """A season of the club that is put away, the same for both."""
    found = Season.objects.filter(club=evening.tournament.club_id).exclude(removed_at=None).first()
    return found.pk if found is not None else season_put_away(evening.tournament)


def an_evening_of_it(evening: Evening) -> dict:
    return {"evenings": [{"concours": evening.tournament.pk, "weight": 2}]}


def last_season_line(evening: Evening) -> dict:
    """The last change of the season, to be taken back."""
    season = a_season(evening)
    seasons.change_season(season_id=season, best=3, by=None)
    return {"line": ClubEntry.objects.filter(club=evening.tournament.club_id).latest("number").number}


def last_line(evening: Evening) -> dict:
    """The last line of the journal, to be taken back."""
    return {"line": evening.tournament.journal.latest("number").number, "reason": "by mistake"}


def from_phone(name: str, data: Callable[[Evening, str], dict], *, table: int = 3) -> Callable:
    """An act of a table's telephone, each person's on a camp of his own."""

    def prepare(evening: Evening, who: int) -> Prepared:
        client, address = comes_in(evening.tables()[table - 1], ("NS", "EO")[who])
        body = data(evening, ("NS", "EO")[who])
        target = reverse(name, args=[address.rstrip("/").rsplit("/", 1)[1]])
        return lambda: client.post(target, body)

    return prepare


def proposal(evening: Evening, camp: str) -> dict:
    return {"key": evening.key(), "sequence": 1, "points_NS": "1012", "points_EO": "932", "camp": camp}


def an_answer(evening: Evening, camp: str) -> dict:
    table = evening.tables()[2]
    if not table.sheets.exists():
        marks = {"NS": {"points": 1012}, "EO": {"points": 932}}
        proposals.propose_sheet(device=phone(table, "NS"), key=evening.key(), marks=marks, sequence=0)
    return {"key": evening.key(), "version": 1, "answer": "yes"}


def coming_in(evening: Evening, who: int) -> Prepared:
    mine, client = way(evening.tables()[2], ("NS", "EO")[who]), Client(REMOTE_ADDR="192.168.1.20")
    return lambda: client.post(reverse("phone-come-in", args=[mine.access.pk]), {"token": mine.token})


def opened(name: str) -> Callable:
    """A page that writes when it is looked at the first time."""

    def prepare(evening: Evening, who: int) -> Prepared:
        client = logged_in(evening.people[who])
        return lambda: client.get(reverse(name, args=[evening.tournament.pk, 2]))

    return prepare


def logging_in(evening: Evening, who: int) -> Prepared:
    data = {"name": evening.people[who].username, "password": PASSWORD}
    return lambda: Api().send("session/", data)


@dataclass(frozen=True)
class Act:
    """An act, and the state of the evening in which it does something."""

    prepare: Callable[[Evening, int], Prepared]
    state: str = "playing"


ROUTES = {pattern.name: route for route, pattern in routes()}


TABLE_4 = {"table": lambda evening: 4}


ACTS = {
    "session POST": Act(logging_in),
    "session DELETE": Act(sent("session", "DELETE")),
    "own-password POST": Act(sent("own-password", "POST", told(current=PASSWORD, password=PASSWORD + " encore"))),
    "own-second-factor POST": Act(sent("own-second-factor", "POST", told(current=PASSWORD))),
    "own-second-factor-confirm POST": Act(sent("own-second-factor-confirm", "POST", told(code="000000"))),
    "club-second-factor POST": Act(sent("club-second-factor", "POST", told(required=False))),
    "welcome POST": Act(sent("welcome", "POST", told(club_name="Nous", name="zoe", password=PASSWORD))),
    "first-password POST": Act(sent("first-password", "POST", told(account=9_999, token="spent", password=PASSWORD))),
    "club-words PATCH": Act(sent("club-words", "PATCH", told(donne="mene"))),
    "accounts POST": Act(sent("accounts", "POST", told(name="Léa Neuve", role="scorer"))),
    "account-role POST": Act(sent("account-role", "POST", told(role="referee"), account=member)),
    "account-close POST": Act(sent("account-close", "POST", account=member)),
    "account-reopen POST": Act(sent("account-reopen", "POST", account=member)),
    "account-end-sessions POST": Act(sent("account-end-sessions", "POST", account=member)),
    "account-password POST": Act(sent("account-password", "POST", account=member)),
    "tokens POST": Act(sent("tokens", "POST", a_token)),
    "token-revoke POST": Act(sent("token-revoke", "POST", token=made_token)),
    "host-tokens POST": Act(
        sent("host-tokens", "POST", lambda _evening: {"name": "La fédération", "ends_on": str(timezone.localdate())})
    ),
    "host-token-revoke POST": Act(sent("host-token-revoke", "POST", site_token=site_token)),
    "people POST": Act(sent("people", "POST", told(name="Paul Petit"))),
    "people-unite POST": Act(sent("people-unite", "POST", two_people)),
    "people-apart POST": Act(sent("people-apart", "POST", two_people)),
    "members-end POST": Act(sent("members-end", "POST", a_member)),
    "people-undo POST": Act(sent("people-undo", "POST", told(line=1))),
    "person PATCH": Act(sent("person", "PATCH", told(needs="fauteuil"), person=a_person)),
    "person DELETE": Act(sent("person", "DELETE", person=a_person)),
    "person-part POST": Act(sent("person-part", "POST", told(places=[1]), person=a_person)),
    "person-link POST": Act(sent("person-link", "POST", person=a_person)),
    "person-link DELETE": Act(sent("person-link", "DELETE", person=linked)),
    "person-rights PATCH": Act(sent("person-rights", "PATCH", told(naming="refused"), person=a_person)),
    "people-retention POST": Act(sent("people-retention", "POST", told(years=3))),
    "concours-new POST": Act(
        sent(
            "concours-new",
            "POST",
            lambda evening: {
                "club": evening.tournament.club_id,
                "preset": "4x12-points",
                "name": "Autre",
                "date": "2026-12-01",
            },
        )
    ),
    "concours-series POST": Act(
        sent(
            "concours-series",
            "POST",
            lambda evening: {
                "club": evening.tournament.club_id,
                "preset": "4x12-points",
                "name": "Vendredi",
                "date": "2026-12-04",
                "evenings": 3,
            },
        )
    ),
    "remove POST": Act(sent("remove", "POST", told(while_played=True))),
    "erase POST": Act(sent("erase", "POST", pk=rehearsed)),
    "restore POST": Act(sent("restore", "POST", pk=removed)),
    "purge POST": Act(sent("purge", "POST", told(name="Vieux"), pk=removed)),
    "settings PATCH": Act(sent("settings", "PATCH", lambda evening: {"place": evening.key(), "max_teams": 40})),
    "teams POST": Act(sent("teams", "POST", lambda evening: {"players": [f"Léo {evening.key()}", "Éva Fine"]})),
    "many-teams POST": Act(
        sent("many-teams", "POST", lambda evening: {"teams": [{"players": [f"Ève {evening.key()}", "Guy Franc"]}]})
    ),
    "all-present POST": Act(sent("all-present", "POST")),
    "partners-draw POST": Act(sent("partners-draw", "POST", with_singles(lambda *_: {"seed": "R♥ 7♣"}))),
    "partners-choose POST": Act(
        sent("partners-choose", "POST", with_singles(lambda one, other: {"first": one, "second": other}))
    ),
    "partners-part POST": Act(sent("partners-part", "POST", with_singles(formed))),
    "renumber POST": Act(sent("renumber", "POST")),
    "team PATCH": Act(sent("team", "PATCH", lambda evening: {"origin": evening.key(), "paid_cents": 1400})),
    "team DELETE": Act(sent("team", "DELETE", team=lambda evening: late_team(evening).pk)),
    "team-present POST": Act(sent("team-present", "POST", told(present=False))),
    "team-paid POST": Act(sent("team-paid", "POST", told(paid_cents=1400))),
    "team-refund POST": Act(sent("team-refund", "POST", told(cents=100, reason="too much"))),
    "till-sales POST": Act(sent("till-sales", "POST", told(items={"Café": 1}))),
    "till-due POST": Act(sent("till-due", "POST", told(line=1))),
    "till-money POST": Act(sent("till-money", "POST", told(kind="float", cents=5000))),
    "till-counts POST": Act(sent("till-counts", "POST", told(cents=0, reason="by mistake"))),
    "till-corrections POST": Act(sent("till-corrections", "POST", told(numbers=[1], reason="by mistake"))),
    "team-away POST": Act(sent("team-away", "POST", told(round=3))),
    "team-withdraw POST": Act(sent("team-withdraw", "POST", told(from_round=3, reason="tired"))),
    "team-return POST": Act(sent("team-return", "POST", team=team(8))),
    "team-admit POST": Act(sent("team-admit", "POST", team=lambda evening: waiting_team(evening).pk)),
    "team-exclude POST": Act(sent("team-exclude", "POST", told(reason="shouted"))),
    "team-readmit POST": Act(sent("team-readmit", "POST", told(reason="calm"), team=team(9))),
    "team-exclude-effects POST": Act(sent("team-exclude-effects", "POST", told(reason="shouted"))),
    "team-readmit-effects POST": Act(sent("team-readmit-effects", "POST", told(reason="calm"), team=team(9))),
    "imports POST": Act(sent("imports", "POST", told(pasted="n;joueur 1;joueur 2\n60;Ana Bon;Rob Cru\n"))),
    "import DELETE": Act(sent("import", "DELETE", draft=draft)),
    "import-layout POST": Act(sent("import-layout", "POST", told(header=1), draft=draft)),
    "import-surname POST": Act(sent("import-surname", "POST", told(players="12", surname_first=True), draft=draft)),
    "import-answers POST": Act(sent("import-answers", "POST", told(answers=[]), draft=draft)),
    "import-confirm POST": Act(
        sent("import-confirm", "POST", lambda evening: draft(evening) and seen(evening), draft=draft)
    ),
    "close POST": Act(sent("close", "POST", told(reason="late")), "drawn"),
    "message POST": Act(sent("message", "POST", told(text="Soupe dans dix minutes"))),
    "message DELETE": Act(sent("message", "DELETE")),
    "show-ranking POST": Act(sent("show-ranking", "POST")),
    "prize-order POST": Act(sent("prize-order", "POST", told(teams=[1, 2])), "closed"),
    "prize-turns POST": Act(sent("prize-turns", "POST", told(prize="le jambon"), number=lambda _evening: 1), "closed"),
    "prize-give POST": Act(sent("prize-give", "POST", told(to=2), number=lambda _evening: 1), "closed"),
    "prize-absent POST": Act(sent("prize-absent", "POST", number=lambda _evening: 1), "closed"),
    "prize-draws POST": Act(sent("prize-draws", "POST", told(prize=1)), "closed"),
    "prize-years POST": Act(sent("prize-years", "POST", told(teams=[{"team": 1, "years": 30}])), "closed"),
    "lots POST": Act(sent("lots", "POST", told(lines=["1er : jambon (50 €, Boucherie Morel)", "lot mystère"]))),
    "lots-remove POST": Act(sent("lots-remove", "POST", told(numbers=[1]))),
    "lots-rank POST": Act(sent("lots-rank", "POST")),
    "lot PATCH": Act(sent("lot", "PATCH", told(what="2 jambons"), number=lambda _evening: 1)),
    "reopen POST": Act(sent("reopen", "POST", told(reason="a mistake")), "closed"),
    "clock-start POST": Act(sent("clock-start", "POST")),
    "clock-stop POST": Act(sent("clock-stop", "POST")),
    "clock-set POST": Act(sent("clock-set", "POST", told(minutes=7, reason="slept"))),
    "clock-all-ready POST": Act(sent("clock-all-ready", "POST")),
    "cutoff POST": Act(sent("cutoff", "POST", told(donnes=2))),
    "cutoff-cancel POST": Act(sent("cutoff-cancel", "POST")),
    "table-seat POST": Act(sent("table-seat", "POST", told(camp="NS", here=True), **TABLE_4)),
    "table-played POST": Act(sent("table-played", "POST", told(donnes=9), **TABLE_4)),
    "table-answer-call POST": Act(sent("table-answer-call", "POST", **TABLE_4)),
    "draws POST": Act(sent("draws", "POST", told(seed="R♥")), "drawn"),
    "draw-publish POST": Act(sent("draw-publish", "POST", draw=lambda evening: evening.draw().pk), "drawn"),
    "draw-cancel POST": Act(
        sent("draw-cancel", "POST", told(reason="wrong"), draw=lambda evening: evening.draw().pk), "drawn"
    ),
    "draw-swap POST": Act(
        sent("draw-swap", "POST", told(first=1, second=2, confirm=True), draw=lambda evening: evening.draw().pk),
        "drawn",
    ),
    "draw-late POST": Act(
        sent(
            "draw-late",
            "POST",
            lambda evening: {"team": late_team(evening).number, "confirm": True},
            draw=lambda evening: evening.draw().pk,
        ),
        "drawn",
    ),
    "draw-catch-up POST": Act(
        sent("draw-catch-up", "POST", told(exempt=1, guest=2), draw=lambda evening: evening.draw().pk)
    ),
    "tie POST": Act(sent("tie", "POST", told(team=1))),
    "parties-change POST": Act(sent("parties-change", "POST", told(parties=5, reason="early"))),
    "sheets POST": Act(sent("sheets", "POST", score)),
    "partie-sheets POST": Act(
        sent("partie-sheets", "POST", lambda evening: {"sheets": [score(evening) | {"table": 4}]})
    ),
    "typing POST": Act(sent("typing", "POST", told(typing=True), **TABLE_4)),
    "read-again POST": Act(sent("read-again", "POST", lambda evening: {"key": evening.key(), "version": 1})),
    "read-again-effects POST": Act(
        sent("read-again-effects", "POST", lambda evening: {"key": evening.key(), "version": 1})
    ),
    "sheets-effects POST": Act(sent("sheets-effects", "POST", score)),
    "rulings POST": Act(sent("rulings", "POST", ruling)),
    "rulings-effects POST": Act(sent("rulings-effects", "POST", ruling)),
    "swap-camps POST": Act(
        sent("swap-camps", "POST", lambda evening: {"key": evening.key(), "base_version": 1, "reason": "sides"})
    ),
    "swap-camps-effects POST": Act(
        sent("swap-camps-effects", "POST", lambda evening: {"key": evening.key(), "base_version": 1, "reason": "sides"})
    ),
    "withdraw POST": Act(sent("withdraw", "POST", taken_off)),
    "withdraw-effects POST": Act(sent("withdraw-effects", "POST", taken_off)),
    "unite-origins POST": Act(sent("unite-origins", "POST", told(origin="Brest"))),
    "undo POST": Act(sent("undo", "POST", last_line)),
    "undo-effects POST": Act(sent("undo-effects", "POST", last_line)),
    "exchange POST": Act(sent("exchange", "POST", lambda evening: exchanged(evening))),
    "exchange-effects POST": Act(sent("exchange-effects", "POST", lambda evening: exchanged(evening))),
    "totals-check POST": Act(sent("totals-check", "POST", told(marks={"NS": {"points": 1012}, "EO": {"points": 932}}))),
    "totals-complete POST": Act(sent("totals-complete", "POST", told(marks={"NS": {"points": 1012}, "EO": {}}))),
    "donnes-check POST": Act(sent("donnes-check", "POST", told(donnes=[]))),
    "standings-redo POST": Act(sent("standings-redo", "POST")),
    "workbooks POST": Act(sent("workbooks", "POST", told(language="fr"))),
    "job-retry POST": Act(sent("job-retry", "POST", job=failed_job)),
    "copy-places POST": Act(
        sent(
            "copy-places", "POST", lambda _evening: {"kind": "folder", "address": tempfile.mkdtemp(prefix="dix-pairs-")}
        )
    ),
    "copy-place DELETE": Act(sent("copy-place", "DELETE", place=lambda evening: a_place(evening.tournament).pk)),
    "left-line POST": Act(
        sent("left-line", "POST", told(take=False), left=lambda evening: a_left_line(evening.tournament).hash)
    ),
    "take-over POST": Act(sent("take-over", "POST", told(reason="dead"))),
    "webhooks POST": Act(
        sent("webhooks", "POST", lambda evening: {"url": f"https://b.example/{evening.key()}", "events": ["draws"]})
    ),
    "webhook PATCH": Act(sent("webhook", "PATCH", told(events=["palmares"]), webhook=told_address)),
    "webhook DELETE": Act(sent("webhook", "DELETE", webhook=told_address)),
    "webhook-secret POST": Act(sent("webhook-secret", "POST", webhook=told_address)),
    "webhook-test POST": Act(sent("webhook-test", "POST", webhook=told_address)),
    "webhook-again POST": Act(sent("webhook-again", "POST", webhook=told_address, number=lambda _evening: 1)),
    "club-webhook DELETE": Act(
        sent("club-webhook", "DELETE", webhook=address_of_club(lambda evening: evening.tournament.club))
    ),
    "host-webhook DELETE": Act(sent("host-webhook", "DELETE", webhook=address_of_club(lambda _evening: None))),
    "seasons POST": Act(sent("seasons", "POST", lambda evening: {"name": evening.key()})),
    "season PATCH": Act(sent("season", "PATCH", lambda evening: {"name": evening.key()}, season=a_season)),
    "season DELETE": Act(sent("season", "DELETE", season=a_season)),
    "season-restore POST": Act(sent("season-restore", "POST", season=a_season_away)),
    "season-evenings POST": Act(sent("season-evenings", "POST", an_evening_of_it, season=a_season)),
    "season-cards POST": Act(sent("season-cards", "POST", told(order=[[1], [2]]), season=a_season)),
    "season-undo POST": Act(sent("season-undo", "POST", last_season_line, season=a_season)),
    # Acts without an operation of the API: the telephones of a table, and the page that makes their codes.
    "paper-sheets": Act(opened("paper-sheets")),
    "phone-come-in": Act(coming_in),
    "phone-propose": Act(from_phone("phone-propose", proposal)),
    "phone-answer": Act(from_phone("phone-answer", an_answer)),
    "phone-call": Act(from_phone("phone-call", lambda evening, camp: {})),
    "phone-missing": Act(from_phone("phone-missing", lambda evening, camp: {"camp": camp})),
    "phone-cutoff": Act(from_phone("phone-cutoff", lambda evening, camp: {"donnes": "9"})),
    "phone-same": Act(from_phone("phone-same", lambda evening, camp: {"camp": camp})),
    "phone-late": Act(from_phone("phone-propose", proposal, table=1)),
    "cancel of what is played": Act(
        sent("draw-cancel", "POST", told(reason="wrong"), draw=lambda evening: evening.draw().pk)
    ),
}


# An act that is new is called without a body until it has a call of its own here.
WRITTEN = {f"{name} {method}" for name, methods in api_routes.ROUTES.items() for method in methods if method != "GET"}
ACTS |= {name: Act(sent(*name.split(" "))) for name in sorted(WRITTEN - set(ACTS))}


def late_team(evening: Evening) -> Team:
    """A team that came after the draw, as a person would have registered it."""
    players = [f"Tard {evening.key()}", f"Venu {evening.key()}"]
    return registration.register_team(tournament_id=evening.tournament.pk, players=players, confirm_twin=True, by=None)


def waiting_team(evening: Evening) -> Team:
    concours_acts.change_settings(tournament_id=evening.tournament.pk, changes={"max_teams": 5}, by=None)
    team = late_team(evening)
    concours_acts.change_settings(tournament_id=evening.tournament.pk, changes={"max_teams": 40}, by=None)
    return team


def exchanged(evening: Evening) -> dict:
    said = {"base_version": 1, "other": 2, "other_version": 1, "reason": "each other's"}
    return said | {"key": evening.key()}


ENDS = {"remove POST", "close POST", "reopen POST", "draw-cancel POST", "cancel of what is played"}
