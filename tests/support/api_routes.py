"""Every route of the API with what it expects, and the hall that it is called in."""

import re

import pytest
from django.core.cache import cache
from django.utils import timezone
from rest_framework.throttling import SimpleRateThrottle

from scoring.models import ClubWebhook, Export
from scoring.public.serving import public_live
from scoring.webhooks import services as webhooks
from tests.scoring import builders
from tests.support.api import BASE, Api, account, api_for
from tests.support.copies import a_left_line, a_place
from tests.support.seasons import season_put_away, season_with
from tournament.clubs import policy
from tournament.jobs import services as jobs
from tournament.models import Draw, Person, Table, Team, Tournament
from tournament.registration.imports import services as import_acts
from tournament.registration.imports.reading import read_pasted
from tournament.rounds import services as draw_acts
from tournament.tokens import services as tokens

HALL = {"REMOTE_ADDR": "192.168.1.20"}


# The permission of each address: an act of tournament.clubs.policy, "account" for any account, "open" for anybody,
# "public" for anybody from anywhere, "token" for a program with a key for copies alone, from anywhere too. A route or a method that is not here fails.
ROUTES = {
    "session": {"GET": "open", "POST": "open", "DELETE": "open"},
    "own-password": {"POST": "account"},
    "own-second-factor": {"GET": "account", "POST": "account"},
    "own-second-factor-confirm": {"POST": "account"},
    "own-second-factor-codes": {"POST": "account"},
    "own-second-factor-off": {"POST": "account"},
    "club-second-factor": {"GET": "accounts", "POST": "accounts"},
    "welcome": {"POST": "open"},
    "clubs": {"GET": "account"},
    "club-words": {"GET": "read", "PATCH": "settings"},
    "seasons": {"GET": "read", "POST": "settings"},
    "season": {"GET": "read", "PATCH": "settings", "DELETE": "settings"},
    "season-restore": {"POST": "settings"},
    "season-evenings": {"POST": "settings"},
    "season-cards": {"POST": "settings"},
    "season-undo": {"POST": "settings"},
    "season-changes": {"GET": "read"},
    "season-table": {"GET": "read"},
    "season-why": {"GET": "read"},
    "season-moved": {"GET": "read"},
    "public-season": {"GET": "public"},
    "public-season-why": {"GET": "public"},
    "accounts": {"GET": "accounts", "POST": "accounts"},
    "account-role": {"POST": "accounts"},
    "account-close": {"POST": "accounts"},
    "account-reopen": {"POST": "accounts"},
    "account-end-sessions": {"POST": "accounts"},
    "account-password": {"POST": "accounts"},
    "tokens": {"GET": "accounts", "POST": "accounts"},
    "token-revoke": {"POST": "accounts"},
    "people": {"GET": "register", "POST": "register"},
    "people-unite": {"POST": "register"},
    "members-end": {"POST": "settings"},
    "people-apart": {"POST": "register"},
    "people-undo": {"GET": "register", "POST": "register"},
    "person": {"GET": "register", "PATCH": "register", "DELETE": "settings"},
    "person-part": {"POST": "register"},
    "person-link": {"POST": "register", "DELETE": "register"},
    "person-evenings": {"GET": "register"},
    "person-rights": {"PATCH": "register"},
    "person-held": {"GET": "settings"},
    "people-attendance": {"GET": "register"},
    "people-retention": {"GET": "register", "POST": "settings"},
    "presets": {"GET": "account"},
    "concours-list": {"GET": "account"},
    "concours-new": {"POST": "account"},
    "concours-series": {"POST": "account"},
    "concours": {"GET": "read"},
    "settings": {"PATCH": "settings"},
    "remove": {"POST": "settings"},
    "erase": {"POST": "settings"},
    "removed": {"GET": "account"},
    "restore": {"POST": "settings"},
    "purge": {"POST": "settings"},
    "plan": {"GET": "account"},
    "reglement": {"GET": "read"},
    "teams": {"GET": "read", "POST": "register"},
    "entries": {"GET": "register"},
    "team-counts": {"GET": "read"},
    "many-teams": {"POST": "register"},
    "all-present": {"POST": "register"},
    "renumber": {"POST": "register"},
    "partners": {"GET": "read"},
    "partners-draw": {"POST": "draw"},
    "partners-choose": {"POST": "draw"},
    "partners-part": {"POST": "draw"},
    "unite-origins": {"POST": "register"},
    "team": {"GET": "read", "PATCH": "register", "DELETE": "register"},
    "team-present": {"POST": "register"},
    "team-paid": {"POST": "register"},
    "team-refund": {"POST": "till"},
    "till": {"GET": "till"},
    "till-lines": {"GET": "till"},
    "till-sales": {"POST": "till"},
    "till-due": {"POST": "till"},
    "till-money": {"POST": "till"},
    "till-counts": {"POST": "till"},
    "till-corrections": {"POST": "till"},
    "club-till": {"GET": "till"},
    "team-away": {"POST": "draw"},
    "team-withdraw": {"POST": "register"},
    "team-return": {"POST": "register"},
    "team-admit": {"POST": "register"},
    "team-exclude": {"POST": "rule"},
    "team-exclude-effects": {"POST": "rule"},
    "team-readmit-effects": {"POST": "rule"},
    "team-readmit": {"POST": "rule"},
    "regulars": {"GET": "register"},
    "twins": {"GET": "register"},
    "imports": {"GET": "register", "POST": "register"},
    "import": {"GET": "register", "DELETE": "register"},
    "import-layout": {"POST": "register"},
    "import-answers": {"POST": "register"},
    "import-confirm": {"POST": "register"},
    "import-surname": {"POST": "register"},
    "evening": {"GET": "read"},
    "close": {"POST": "close"},
    "reopen": {"POST": "close"},
    "prizes": {"GET": "read"},
    "prize-order": {"POST": "close"},
    "prize-turns": {"POST": "close"},
    "prize-give": {"POST": "close"},
    "prize-absent": {"POST": "close"},
    "prize-draws": {"POST": "close"},
    "prize-years": {"POST": "close"},
    "prize-slots": {"GET": "read"},
    "prize-why": {"GET": "read"},
    "newspaper": {"GET": "export"},
    "qualified": {"GET": "read"},
    "qualified-rankings": {"POST": "settings"},
    "qualified-call": {"POST": "register"},
    "qualified-invite": {"POST": "register"},
    "qualified-answer": {"POST": "register"},
    "lots": {"GET": "read", "POST": "settings"},
    "lots-remove": {"POST": "settings"},
    "lots-rank": {"POST": "settings"},
    "lot": {"PATCH": "settings"},
    "show-ranking": {"POST": "close"},
    "message": {"POST": "score", "DELETE": "score"},
    "palmares": {"GET": "read"},
    "clock": {"GET": "read"},
    "clock-start": {"POST": "score"},
    "clock-stop": {"POST": "score"},
    "clock-set": {"POST": "rule"},
    "clock-all-ready": {"POST": "score"},
    "cutoff": {"POST": "rule"},
    "cutoff-cancel": {"POST": "rule"},
    "table-seat": {"POST": "score"},
    "table-played": {"POST": "score"},
    "table-answer-call": {"POST": "rule"},
    "draws": {"GET": "read", "POST": "draw"},
    "draw-next": {"GET": "read"},
    "draw": {"GET": "read"},
    "draw-publish": {"POST": "draw"},
    "draw-cancel": {"POST": "draw"},
    "draw-swap": {"GET": "draw", "POST": "draw"},
    "draw-late": {"POST": "draw"},
    "draw-catch-up": {"POST": "draw"},
    "tie": {"POST": "score"},
    "phases": {"GET": "read"},
    "draw-minutes": {"GET": "read"},
    "rounds": {"GET": "read"},
    "parties-change": {"POST": "settings"},
    "tables": {"GET": "read"},
    "table": {"GET": "read"},
    "sheets": {"POST": "score"},
    "partie-sheets": {"POST": "score"},
    "typing": {"POST": "score"},
    "desk": {"GET": "read"},
    "read-again": {"POST": "score"},
    "read-again-effects": {"POST": "score"},
    "cases": {"GET": "read"},
    "sheets-effects": {"POST": "score"},
    "rulings": {"GET": "read", "POST": "rule"},
    "rulings-effects": {"POST": "rule"},
    "swap-camps-effects": {"POST": "score"},
    "exchange-effects": {"POST": "score"},
    "swap-camps": {"POST": "score"},
    "withdraw": {"POST": "score"},
    "undo": {"GET": "read", "POST": "score"},
    "undo-effects": {"POST": "score"},
    "withdraw-effects": {"POST": "score"},
    "exchange": {"POST": "score"},
    "totals-check": {"POST": "score"},
    "totals-complete": {"POST": "score"},
    "donnes-check": {"POST": "score"},
    "overrides": {"GET": "read"},
    "standings": {"GET": "read"},
    "standings-redo": {"POST": "read"},
    "origins": {"GET": "read"},
    "why": {"GET": "read"},
    "concours-file": {"GET": "settings", "POST": "settings"},
    "club-concours-file": {"POST": "settings"},
    "club-concours-file-check": {"POST": "settings"},
    "club-file": {"GET": "settings", "POST": "settings"},
    "club-copies": {"POST": "token"},
    "club-copy": {"GET": "token"},
    "club-copy-file": {"GET": "token"},
    "copies-pairing": {"POST": "public"},
    "copy-places": {"GET": "settings", "POST": "settings"},
    "copy-place": {"DELETE": "settings"},
    "concours-copies": {"GET": "read"},
    "take-over": {"POST": "settings"},
    "left-line": {"POST": "rule"},
    "workbooks": {"GET": "export", "POST": "export"},
    "workbook": {"GET": "export"},
    "webhooks": {"GET": "settings", "POST": "settings"},
    "club-webhooks": {"GET": "settings", "POST": "settings"},
    "club-webhook": {"DELETE": "settings"},
    "host-tokens": {"GET": "maintainer", "POST": "maintainer"},
    "host-token-revoke": {"POST": "maintainer"},
    "host-webhooks": {"GET": "maintainer", "POST": "maintainer"},
    "host-webhook": {"DELETE": "maintainer"},
    "webhook": {"GET": "settings", "PATCH": "settings", "DELETE": "settings"},
    "webhook-secret": {"POST": "settings"},
    "webhook-test": {"POST": "settings"},
    "webhook-deliveries": {"GET": "settings"},
    "webhook-again": {"POST": "settings"},
    "journal": {"GET": "read"},
    "scores": {"GET": "read"},
    "journal-check": {"GET": "read"},
    "job": {"GET": "export"},
    "job-retry": {"POST": "export"},
    "public-calendar": {"GET": "public"},
    "club-calendar": {"GET": "read"},
    "public-reglement": {"GET": "public"},
    "public-concours": {"GET": "public"},
    "public-announced": {"GET": "public"},
    "public-clock": {"GET": "public"},
    "public-standings": {"GET": "public"},
    "public-origins": {"GET": "public"},
    "public-team": {"GET": "public"},
    "public-tables": {"GET": "public"},
    "public-phases": {"GET": "public"},
    "public-draws": {"GET": "public"},
    "public-minutes": {"GET": "public"},
    "schema": {"GET": "public"},
    "root": {"GET": "public"},
    "docs": {"GET": "account"},
    "program-close": {"POST": "account"},
    "host-clubs": {"GET": "maintainer", "POST": "maintainer"},
    "host-club-close": {"POST": "maintainer"},
    "host-club-hide": {"POST": "maintainer"},
    "host-club-reopen": {"POST": "maintainer"},
    "host-club-hand-over": {"POST": "maintainer"},
    "first-password": {"POST": "open"},
}


METHODS = ("GET", "POST", "PATCH", "DELETE")


@pytest.fixture(autouse=True)
def unhurried(monkeypatch):
    """A test asks more in a second than a telephone in an hour."""
    cache.clear()
    public_live.forget()
    monkeypatch.setattr(SimpleRateThrottle, "allow_request", lambda *_: True)


@pytest.fixture
def tournament():
    return builders.concours(teams=9)


@pytest.fixture
def organiser(tournament):
    return account("odile", tournament.club)


@pytest.fixture
def api(organiser) -> Api:
    return api_for(organiser)


@pytest.fixture
def hall(tournament, organiser):
    """Everything that an address can name: a played partie, its sheets, a list, a workbook, an account."""
    drawn = draw_acts.make_draft(tournament_id=tournament.pk, number=1, ranks=[], method="sort", seed="R♥", by=None)
    draw_acts.publish_draw(draw_id=drawn.pk, by=None)
    scorer = account("sylvie", tournament.club, "scorer")
    job = jobs.enqueue("workbook", tournament=tournament, by=organiser)
    export = Export.objects.create(
        tournament=tournament, job=job, filename="w.xlsx", journal_number=1, content=b"PK", size=2
    )
    made_token, _secret = tokens.make_token(
        club=tournament.club,
        name="Le site",
        scopes=["reading"],
        concours=None,
        ends_on=timezone.localdate(),
        by=organiser,
    )
    names = {
        "webhook": builders.told_address(tournament).webhook_id,
        "pk": tournament.pk,
        "club": tournament.club_id,
        "account": scorer.memberships.get().pk,
        "team": Team.objects.get(tournament=tournament, number=3).pk,
        "draw": Draw.objects.get().pk,
        "table": Table.objects.first().number,
        "workbook": export.pk,
        "job": job.pk,
        "slug": tournament.slug,
        "token": made_token.pk,
        "site_token": tokens.make_site_token(name="La fédération", ends_on=timezone.localdate(), by=organiser)[0].pk,
        "person": Person.objects.create(club=tournament.club, name="Jean Martin", entered=True).pk,
        "number": 1,
        "identity": tournament.journal.get(number=1).hash,
        "place": a_place(tournament).pk,
        "left": a_left_line(tournament).hash,
        **season_with(tournament),
    }

    gone = builders.concours(teams=2)
    Tournament.objects.filter(pk=gone.pk).update(club=tournament.club, removed_at=timezone.now())

    def address(route: str, user) -> str:
        found = dict(names)
        if route.startswith("removed/"):
            found["pk"] = gone.pk
        if "<int:season>/restore/" in route:
            found["season"] = season_put_away(tournament)
        if "<int:draft>" in route:
            owner = user or organiser
            book = read_pasted("n;joueur 1;joueur 2\n50;Aimé Bon;Bob Cru\n")
            draft = import_acts.start_import(tournament_id=tournament.pk, book=book, file_name="", by=owner)
            found["draft"] = draft.pk
        if "clubs/<int:club>/webhooks/<int:webhook>" in route:
            url = f"https://a.example/{ClubWebhook.objects.count()}"
            ClubWebhook.objects.filter(club=tournament.club).delete()
            added = webhooks.add_club_webhook(club=tournament.club, url=url, events=["concours"], by=None)
            found["webhook"] = added.pk
        if "host/webhooks/<int:webhook>" in route:
            ClubWebhook.objects.filter(club=None).delete()
            added = webhooks.add_club_webhook(club=None, url="https://a.example/site", events=["concours"], by=None)
            found["webhook"] = added.pk
        if route.startswith("public/") and "<int:draw>" in route:
            found["draw"] = 1
        return BASE + re.sub(r"<(?:\w+:)?(\w+)>", lambda name: str(found[name[1]]), route)

    return address


def expected(role: str, name: str, method: str) -> set[int]:
    allowed = ROUTES[name].get(method)
    if allowed is None:
        return {405, 401, 302} if name in ("schema", "docs") else {405}
    done = {200, 201, 202, 204, 400, 409, 422}
    if allowed in ("open", "public"):
        return done
    if allowed == "token":
        return {401}
    if allowed == "maintainer" and role != "anonymous":
        return done if role == "maintainer" else {404}
    if role == "anonymous":
        return {302} if name == "docs" else {401}
    if allowed == "account":
        return done
    if role in ("stranger", "maintainer"):
        return {404}
    return done if policy.may(role, allowed) else {403}
