"""The pages as the URLconf has them, and an evening that has something at each of their addresses."""

import functools
import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver
from django.urls.converters import UUIDConverter
from django.utils import timezone

from scoring.access import services as tokens
from scoring.models import Export, Photo, ScoreSheet
from scoring.sheets.entry import submit_sheet
from tests.scoring import builders
from tests.support.api import account
from tests.support.copies import a_left_line, a_place
from tests.support.kept import kept
from tests.support.phases import publish_next
from tests.support.seasons import season_with
from tournament.jobs import services as jobs
from tournament.models import Draw, Job, Person, Table, Team, Tournament
from tournament.registration.imports import services as import_acts
from tournament.registration.imports.reading import read_pasted
from tournament.tokens import services as api_tokens

ROLES = ("anonymous", "reader", "scorer", "referee", "treasurer", "organiser", "stranger", "maintainer")
HALL = {"REMOTE_ADDR": "192.168.1.20"}
# Not pages: the API and Django's own tables have tests of their own; the schema of addresses has no end there.
OTHERS = {"api", "admin"}
_PLACE = re.compile(r"<(?:\w+:)?(\w+)>")
_WRITES = re.compile(r"\s*(?:INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER)\b", re.IGNORECASE)


def routes() -> Iterator[tuple[str, URLPattern]]:
    """(address with its converters, pattern) of every page."""

    def below(patterns: list, prefix: str) -> Iterator[tuple[str, URLPattern]]:
        for one in patterns:
            if isinstance(one, URLResolver):
                if one.namespace not in OTHERS:
                    yield from below(one.url_patterns, prefix + str(one.pattern))
            elif one.name != "api-not-found":
                yield prefix + str(one.pattern), one

    return below(get_resolver().url_patterns, "/")


@functools.cache
def read_by_the_organiser() -> dict[str, str]:
    """Return what the organiser of an evening reads at each address of a page, by its name.

    Opened once for all tests that only look at it: two hundred pages take seconds.
    """
    evening = make_evening()
    Job.objects.update(state=Job.State.DONE)
    client = evening.client("organiser")
    read = {}
    for route, pattern in routes():
        if pattern.name != "logout":
            answer = client.get(evening.address(route, pattern))
            html = answer.get("Content-Type", "").startswith("text/html")
            if answer.status_code == 200 and html and not answer.streaming:
                read[pattern.name] = answer.content.decode()
    return read


@dataclass
class Evening:
    """A concours in its second partie, its accounts by role, and what stands at its addresses by name."""

    tournament: Tournament
    users: dict[str, User | None]
    names: dict[str, object]
    drafts: dict[str, int] = field(default_factory=dict)

    def address(self, route: str, pattern: URLPattern, *, opened_by: str = "organiser", **other: object) -> str:
        """The address of a page; *other* gives other values than this evening's to some of its parts."""
        found = self.names | {"draft_pk": self.drafts.get(opened_by, self.drafts.get("organiser"))}
        converters = pattern.pattern.converters
        if isinstance(converters.get("pk"), UUIDConverter):
            found["pk"] = found["job"]
        return _PLACE.sub(lambda name: str((found | other)[name[1]]), route)

    def client(self, role: str, **options) -> Client:
        """A browser in which *role* is logged in."""
        client = Client(**options)
        if self.users[role] is not None:
            client.force_login(self.users[role])
        return client


@kept
def make_evening(*, teams: int = 9, who: str = "odile") -> Evening:
    """Partie 1 played, partie 2 published with two of its sheets, a list half imported, a workbook made and one asked."""
    tournament = builders.concours(teams=teams, lots=["Un jambon", "Un panier garni"], fee_cents=1400)
    club = tournament.club
    users = {"anonymous": None, "organiser": account(who, club)}
    users |= {role: account(f"{who}-{role}", club, role) for role in ("reader", "scorer", "referee", "treasurer")}
    organiser = users["organiser"]
    for number in (1, 2):
        drawn = publish_next(tournament, by=organiser, seed="R♥ 7♣")
        for table in Table.objects.filter(round=drawn.round).order_by("number")[: 99 if number == 1 else 2]:
            figures = {"NS": 900 + 10 * table.number, "EO": 1044 - 10 * table.number}
            marks = {camp: {"points": points, "belotes": 0, "capots": 0} for camp, points in figures.items()}
            submit_sheet(
                table_id=table.pk, key=f"key-of-the-table-{table.pk}", kind="totals", marks=marks, by=organiser
            )
    way = tokens.codes_of(round_id=drawn.round_id)[1]["NS"]
    job = jobs.enqueue("workbook", tournament=tournament, by=organiser)
    export = Export.objects.create(
        tournament=tournament, job=job, filename="concours.xlsx", journal_number=1, content=b"PK", size=2
    )
    sheet = ScoreSheet.objects.filter(table__round__tournament=tournament).first()
    photo = Photo.objects.create(
        table=sheet.table, sheet=sheet, content=b"JPEG", width=4, height=3, digest="0" * 64, at=timezone.now()
    )
    told = builders.told_address(tournament)
    api_token, _secret = api_tokens.make_token(
        club=club, name="Le site", scopes=["scores"], concours=None, ends_on=timezone.localdate(), by=organiser
    )
    person = Person.objects.create(club=club, name="Jean Martin", entered=True, link=f"link-of-{club.pk}")
    tournament.refresh_from_db()
    evening = Evening(
        tournament,
        users,
        {
            "pk": tournament.pk,
            "club": club.pk,
            "account": users["scorer"].memberships.get().pk,
            "team_pk": Team.objects.get(tournament=tournament, number=3).pk,
            "draw_id": Draw.objects.filter(round__tournament=tournament).last().pk,
            "draw": 1,
            "by": "tables",
            "number": 1,
            "table": 1,
            "line": 9_999,
            "identity": "0" * 64,
            "place": a_place(tournament).pk,
            "left": a_left_line(tournament).hash,
            "site_token": api_tokens.make_site_token(name="La fédération", ends_on=timezone.localdate(), by=organiser)[
                0
            ].pk,
            "webhook_pk": told.webhook_id,
            "export_pk": export.pk,
            "received_pk": 1,  # nobody has sent one
            "job": job.pk,
            "slug": tournament.slug,
            "key": "ffb-classique",
            "task": "leaver",
            "role": "referee",
            "page": "door",
            "picture": "door",
            "part": 1,
            "sheet_pk": sheet.pk,
            "photo_pk": photo.pk,
            "user": 9_999,
            "secret": "spent",
            "token": way.token,
            "token_pk": api_token.pk,
            "access": way.access.pk,
            "person": person.pk,
            "link": person.link,
            "kind": "xlsx",
            **season_with(tournament),
        },
    )
    for role in ("organiser", "scorer", "treasurer"):
        book = read_pasted("n;joueur 1;joueur 2\n50;Aimé Bon;Bob Cru\n51;Carl Dru;Éva Fine\n")
        draft = import_acts.start_import(tournament_id=tournament.pk, book=book, file_name="liste.csv", by=users[role])
        evening.drafts[role] = draft.pk
    return evening


class Writes:
    """While it is open, notes each statement that would change a table of the database."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, execute, sql, params, many, context):
        if _WRITES.match(sql):
            self.seen.append(sql[:120])
        return execute(sql, params, many, context)

    def __enter__(self) -> list[str]:
        self._wrapper = connection.execute_wrapper(self)
        self._wrapper.__enter__()
        return self.seen

    def __exit__(self, *error) -> None:
        self._wrapper.__exit__(*error)
