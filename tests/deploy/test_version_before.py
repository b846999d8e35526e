"""A database of each version before opens, keeps what it says, and goes on (see databases/README.md)."""

import json
import re
import shutil
import sqlite3
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from http.cookiejar import CookieJar
from itertools import chain
from pathlib import Path
from urllib.parse import urlencode

import pytest
from django.apps import apps
from django.contrib.auth import get_user_model
from django.core import serializers
from django.core.management.color import no_style
from django.db import connection, connections, transaction
from django.db.models import Q
from django.urls import URLPattern
from django.urls.converters import UUIDConverter

from deploy.celery import app as celery_app
from scoring.access import services as tokens
from scoring.evening.closing import reopen_tournament
from scoring.history import selectors as history
from scoring.history.check import check
from scoring.models import Export, Palmares, Photo, StandingsSnapshot, TableAccess, TableDevice
from scoring.sheets.entry import submit_sheet
from scoring.standings.reading import evening
from scoring.standings.selectors import snapshot_rows
from tests.deploy.pages import routes
from tests.support import schema
from tests.support.accounts import logged_in
from tests.support.counts import TORTURE, some
from tests.support.kept import kept
from tournament.jobs import services as jobs
from tournament.journal.acts import ACTS
from tournament.models import Club, Draw, ImportDraft, Job, JournalEntry, Membership, Round, Seat, Table, Tournament

FOLDER = Path(__file__).parent / "databases"
# The secrets that the first version was given and has printed: its key, a password, the way in to table 5 of partie 2.
SECRET_KEY = "the-secret-key-of-the-version-before-0123456789"
PASSWORD = "le roi de coeur est parti"
TOKEN, CODE, ACCESS = "Dk2T0teFutVTZoMlcvD3kg", "SDCP24QA", 10
COOKIE = "telephone-2-1-NS"  # of table 1, whose way in is 6
CLOSED, PHONES = "Concours d’automne", "Concours aux téléphones"
# Addresses that not every concours has, or that need more than a number: parts, a long draw, two teams to swap.
ACTS_OF_NONE = frozenset("end_memberships renew_memberships refuse_request".split())  # that no version before knew
ACTS_OF_LAST = ACTS_OF_NONE.union(  # that none before the last knew
    "change_season choose_evenings correct_name correct_person cut_cards enter_people erase_name erase_person "
    "forget_people give_link make_season part_again part_person remove_season restore_season take_in tell_apart "
    "unite_people withdraw_link say_rights choose_retention use_name "
    "add_copy_place add_prize_photo add_prizes change_prize correct_money count_till draw_prize give_prize miss_prize "
    "note_money note_years pay_due rank_prizes refund_team remove_copy_place remove_prize_photo remove_prizes sell "
    "settle_left_line choose_qualifying call_qualified uncall_qualified answer_qualified".split()
)
ACTS_SINCE = {  # that the first version did not know
    "draw_partners",
    "choose_partners",
    "part_team",
    "settle_tie",
    "void_tie",
    "seal_concours",
    "remove_tournament",
    "restore_tournament",
    "withdraw_sheet",
    "restore_team",
    "take_back_import",
    "unite_origins",
    "show_message",
    "clear_message",
    "show_ranking",
    "settle_prizes",
    "call_prize",
    "add_webhook",
    "change_webhook",
    "renew_webhook_secret",
    "remove_webhook",
    "make_token",
    "revoke_token",
}
MAY_LACK = {
    "import-preview",  # of whoever sent the list
    "public-agenda-club",
    "public-club-calendar",
    "public-embed",
    "webhook",
    "webhook-again",
    "webhook-remove",
    "webhook-secret",
    "webhook-test",
    "club-token-revoke",
    "host-token-revoke",
    "concours-purge",
    "rehearsal-erase",
    "public-minutes-part",
    "public-qualified",
    "draw-job",
    "case-donnes",
    "draw-swap",
    "prize-photo",  # of a prize without one
    "public-entry",  # of a concours that takes no registrations from home
    "qualified-answer",  # of a place in a final
}


@dataclass(frozen=True)
class Before:
    """A version before: its dump, the acts that none of its journals has, and what it had given to people.

    `name` logs in and finds the concours `shown`; `phone` is the address and the cookie of a telephone at its table,
    `token` a printed QR; at least `waiting` jobs waited, and the kept rankings of `ranked` concours are compared.
    """

    file: str
    lacks: frozenset[str]
    secret_key: str
    name: str
    shown: str
    phone: tuple[str, str]
    token: str
    waiting: int
    ranked: int
    kinds: frozenset[str]

    def restore(self, path: Path) -> None:
        """Write its database as the file *path*."""
        path.parent.mkdir(exist_ok=True)
        link = sqlite3.connect(path)
        link.executescript((FOLDER / self.file).read_text())
        link.close()


def made_by(file: str, **known) -> Before:
    """Return what `make_database` wrote, with what it says of it in its first line."""
    with (FOLDER / file).open() as dump:
        told = json.loads(dump.readline().removeprefix("-- "))
    names = ("secret_key", "name", "shown", "token")
    return Before(file, phone=tuple(told["phone"]), **{name: told[name] for name in names}, **known)


FIRST = Before(
    "1.0.0.sql",
    lacks=ACTS_OF_LAST.union(ACTS_SINCE),
    secret_key=SECRET_KEY,
    name="Odile",
    shown=CLOSED,
    phone=("/t/6/", COOKIE),
    token=TOKEN,
    waiting=5,
    ranked=12,
    kinds=frozenset({"pages", "workbook", "draw"}),
)
SECOND = made_by(
    "2026-11-23.sql",
    lacks=ACTS_OF_LAST.union(
        "confirm_sheet keep_tables renew_table_codes rule_cancel_donne rule_donne_back rule_exclusion seat_catch_up "
        "set_all_present settle_prizes settle_tie void_tie".split()
    ),
    waiting=5,
    ranked=12,
    kinds=frozenset({"pages", "workbook", "webhooks"}),
)
THIRD = made_by(
    "2026-11-27.sql", lacks=SECOND.lacks, waiting=5, ranked=12, kinds=frozenset({"pages", "workbook", "webhooks"})
)
FOURTH = made_by(
    "2026-11-28.sql", lacks=SECOND.lacks, waiting=5, ranked=12, kinds=frozenset({"pages", "workbook", "webhooks"})
)
FIFTH = made_by(
    "2026-11-29.sql",
    lacks=ACTS_OF_NONE.union(
        "add_copy_place add_prize_photo answer_qualified call_qualified change_prize change_season "
        "choose_evenings choose_qualifying choose_retention confirm_sheet correct_name correct_person cut_cards "
        "draw_prize enter_people erase_name erase_person forget_people give_link give_prize keep_tables "
        "make_season part_again part_person pay_due rank_prizes remove_copy_place remove_prize_photo "
        "remove_season renew_table_codes restore_season rule_cancel_donne rule_donne_back rule_exclusion "
        "say_rights seat_catch_up sell set_all_present settle_prizes settle_tie take_in tell_apart "
        "uncall_qualified unite_people use_name void_tie withdraw_link".split()
    ),
    waiting=5,
    ranked=12,
    kinds=frozenset({"pages", "workbook", "webhooks", "copies", "concours-file"}),
)
SIXTH = made_by(
    "2026-11-30.sql",
    lacks=FIFTH.lacks.union("forget_people give_link".split()),
    waiting=5,
    ranked=12,
    kinds=FIFTH.kinds,
)
SEVENTH = made_by("2026-11-30-2.sql", lacks=SIXTH.lacks, waiting=5, ranked=12, kinds=FIFTH.kinds)
# The first has all the migrations before it, the last all the kinds of rows; what lies between is alike.
VERSIONS = [
    pytest.param(one, id=one.file.removesuffix(".sql"), marks=() if one in (FIRST, SEVENTH) else pytest.mark.slow)
    for one in (FIRST, SECOND, THIRD, FOURTH, FIFTH, SIXTH, SEVENTH)
]
# Their rows are those of today by then, whichever version wrote them: of the engines both open the oldest and the newest.
every_version = pytest.mark.parametrize(
    "version",
    [
        pytest.param(*one.values, id=one.id, marks=[*one.marks, pytest.mark.engine])
        if TORTURE or one in (VERSIONS[0], VERSIONS[-1])
        else one
        for one in VERSIONS
    ],
    indirect=True,
)
only_first = pytest.mark.parametrize("version", [FIRST], ids=["1.0.0"], indirect=True)


# --- The program started on it ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
def test_the_program_starts_on_it_and_does_what_waited(version, make_hall):
    hall = make_hall()
    version.restore(hall.data / "dix.sqlite3")
    (hall.data / "secret.key").write_text(version.secret_key)
    # Messages to other computers wait for them: the program tries for a day.
    undone = "state IN ('queued', 'sent', 'running') AND kind <> 'webhooks'"
    waiting = {row[0] for row in hall.rows(f"SELECT id FROM tournament_job WHERE {undone}")}
    assert len(waiting) >= version.waiting
    hall.start()
    ((number, slug),) = hall.rows(f"SELECT id, slug FROM tournament_tournament WHERE name = '{version.shown}'")

    browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))

    def page(path: str, data: dict | None = None, **headers: str) -> str:
        body = urlencode(data).encode() if data else None
        with browser.open(urllib.request.Request(hall.url + path, body, headers), timeout=90) as answer:
            assert answer.status == 200, path
            return answer.read().decode()

    form = page("/connexion/")
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)[1]
    field = re.search(r'name="(name|username)"', form)[1]
    home = page("/connexion/", {field: version.name, "password": PASSWORD, "csrfmiddlewaretoken": token})
    while version.shown not in home:  # its club has more past concours than one page shows
        older = re.search(r'href="([^"]*)"\s+rel="next"', home)[1]
        home = page(f"/{older}")
    assert version.shown in page(f"/concours/{number}/")
    assert version.shown in page(f"/p/{slug}/")
    # A telephone that was let in by the version before is still at its table, and a printed QR still opens.
    address, cookie = version.phone
    at_table = page(address, Cookie=f"dix_table={cookie}")
    assert "Table" in at_table and "phone" in at_table
    with urllib.request.urlopen(f"{hall.url}/t/q/{version.token}/", timeout=90) as scanned:
        assert "/entrer/" in scanned.read().decode()

    # A workbook of a concours that was removed is not made.
    gone = "SELECT job.id FROM tournament_job job JOIN tournament_tournament one ON one.id = job.tournament_id"
    waiting -= {row[0] for row in hall.rows(f"{gone} WHERE one.removed_at IS NOT NULL AND kind = 'workbook'")}
    for job_id in waiting:
        assert hall.wait_for_job(job_id, "done")["error"] == ""
    made = hall.rows("SELECT size FROM scoring_export")
    assert made and all(size > 5000 for (size,) in made)
    assert hall.stop() == 0
    assert "Traceback" not in hall.output.read_text()


# --- What it says, and what can be done with it ------------------------------------------------------------------------


def our_models() -> list:
    """Give the models of the program, those that others refer to first."""
    ours = (apps.get_app_config(label).get_models() for label in ("tournament", "scoring"))
    return [get_user_model(), *chain.from_iterable(ours)]


@pytest.fixture(scope="module", params=VERSIONS)
def version(request) -> Before:
    return request.param


@pytest.fixture(scope="module")
def before(version, tmp_path_factory, django_db_setup, django_db_blocker) -> Iterator[list]:
    """Give the rows of the version before, brought up to today's schema in a file of their own."""
    path = tmp_path_factory.mktemp("before") / "dix.sqlite3"
    shutil.copy(schema.brought_up(FOLDER / version.file), path)
    settings = {"ENGINE": "deploy.database.sqlite", "NAME": str(path), "OPTIONS": {}, "TEST": {}, "CONN_MAX_AGE": None}
    default = connections["default"].settings_dict
    connections.databases["before"] = {**default, **settings}
    try:
        with django_db_blocker.unblock():
            assert not connections["before"].check_constraints()
            yield [
                list(serializers.serialize("python", model._base_manager.using("before").order_by("pk")))
                for model in our_models()
            ]
    finally:
        connections["before"].close()
        del connections["before"]
        del connections.databases["before"]


@pytest.fixture(scope="module")
def put(before) -> Callable[[], None]:
    """Give what puts the rows of the version before into the database of the test, as they are."""

    @kept
    @transaction.atomic
    def put_rows() -> None:
        for model, rows in zip(our_models(), before, strict=True):
            found = list(serializers.deserialize("python", rows))
            fields = model._meta.local_concrete_fields
            size = connection.ops.bulk_batch_size(fields, found) or 1
            # As `save(raw=True)` would row by row: bulk_create would write today's date in created_at.
            for at in range(0, len(found), size):
                model._base_manager._insert([one.object for one in found[at : at + size]], fields, raw=True)
            for one in found:
                for name, others in (one.m2m_data or {}).items():
                    getattr(one.object, name).set(others)
        # Rows with numbers of their own leave the counters of PostgreSQL behind.
        statements = connection.ops.sequence_reset_sql(no_style(), our_models())
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)

    def put() -> None:
        put_rows()
        if connection.vendor == "postgresql":
            # As after any while: told nothing of so many new rows, it reads a page's by ways that take seconds. Our own
            # tables alone: those that all databases share would stay closed to the tests beside until this one ends.
            with connection.cursor() as cursor:
                cursor.execute(f"ANALYZE {', '.join(model._meta.db_table for model in our_models())}")

    return put


@pytest.fixture
def opened(db, put) -> None:
    put()
    celery_app.loader.import_default_modules()


def organiser_of(version: Before):
    return get_user_model().objects.get(Q(first_name=version.name) | Q(username=version.name))


@pytest.mark.engine
@pytest.mark.usefixtures("opened")
def test_every_ranking_is_the_one_that_was_kept(version):
    kept = dict(StandingsSnapshot.objects.values_list("tournament", "rows"))
    numbers = dict(Tournament.objects.values_list("pk", "journal_number"))
    compared = 0
    for snapshot in StandingsSnapshot.objects.all():
        if snapshot.journal_number == numbers[snapshot.tournament_id]:
            found = snapshot_rows(evening(snapshot.tournament_id).after())
            assert found == kept[snapshot.tournament_id], snapshot.tournament.name
            compared += bool(found)
    assert compared >= version.ranked
    last = {row.tournament_id: row for row in Palmares.objects.order_by("number")}
    assert [row.number for row in last.values()] == [2, 1] or version is not FIRST
    for palmares in last.values():
        kept = [row[:4] for row in palmares.rows]
        results = evening(palmares.tournament_id)
        assert snapshot_rows(results.computed(results.last)) == kept


@pytest.mark.usefixtures("opened")
def test_the_journals_are_whole_and_every_line_has_its_words(version):
    held = set(JournalEntry.objects.values_list("act", flat=True))
    missing = sorted(set(ACTS) - version.lacks - held)
    assert not missing, f"name an act that is new in ACTS_OF_NONE, one that a new database lacks beside it: {missing}"
    assert held == set(ACTS) - version.lacks
    for tournament in Tournament.objects.all():
        assert check(tournament).whole
        entries = list(tournament.journal.order_by("number"))
        assert len(entries) == tournament.journal_number
        told = {key for entry in entries for key in (*entry.before, *entry.after)}
        assert told - set(history._WHERE) - {"teams"} <= set(history.FIELDS), tournament.name
        for line in history.lines_of(tournament, entries):
            words = [
                line.title,
                line.where,
                *(part for one in line.changes for part in (one.label, one.before, one.after)),
            ]
            assert not [word for word in words if re.fullmatch(r"[a-z]+(_[a-z]+)+", word)], words


@pytest.mark.usefixtures("opened")
def test_every_kind_of_job_is_known(version):
    assert set(Job.objects.values_list("kind", flat=True)) == version.kinds
    assert version.kinds <= set(jobs.KINDS)


@pytest.mark.slow
@every_version
@pytest.mark.usefixtures("opened")
def test_every_page_of_every_concours_opens(version):
    """Open each page for some of the concours that have what it shows, in turn; for all of them in `make torture`."""
    client = logged_in(organiser_of(version))
    odile = organiser_of(version)
    club = Membership.objects.get(user=odile).club_id
    for other in Club.objects.exclude(pk=club):
        Membership.objects.create(user=odile, club=other, role="organiser")
    concours = [Parts(tournament, club) for tournament in Tournament.objects.order_by("pk")]
    failed, opened, shown = [], set(), set()
    for turn, (route, pattern) in enumerate(routes()):
        names = set(re.findall(r"<(?:\w+:)?(\w+)>", route))
        able = [places for parts in concours if (places := parts.places(pattern, names))] if names else []
        fresh = [places for places in able if places[0].get("slug") not in shown]  # each concours has its turn
        chosen = some(fresh or able, turn=turn, quick=1) if {"pk", "slug"} & names else able[:1]
        # Parts that the chosen ones lack are looked for in the others.
        for places in chosen + [places for places in able if places not in chosen]:
            if places not in chosen and pattern.name in opened:
                break
            addresses = [
                re.sub(r"<(?:\w+:)?(\w+)>", lambda name, values=values: str(values[name[1]]), route)
                for values in places
            ]
            statuses = {address: client.get(address).status_code for address in addresses}
            if 200 in statuses.values():
                opened.add(pattern.name)
                shown.add(places[0]["slug"])
            failed += [
                (status, pattern.name, address)
                for address, status in statuses.items()
                if status >= 500 or (status not in (200, 302) and pattern.name not in MAY_LACK)
            ]
    assert failed == []
    assert len(opened) >= 57, opened
    assert len(shown) == len(concours)


class Parts:
    """Return the values of the parts of an address in one concours."""

    def __init__(self, tournament: Tournament, club: int) -> None:
        self.known: dict[str, object] = {
            "pk": tournament.pk,
            "slug": tournament.slug,
            "club": club,
            "key": tournament.rule_set,
        }
        self.job = tournament.jobs.first()
        self.team = tournament.teams.first()
        self.prize = tournament.prizes.first()
        for name, row in {
            "export_pk": Export.objects.filter(tournament=tournament).first(),
            "photo_pk": Photo.objects.filter(sheet__table__round__tournament=tournament).first(),
            "team_pk": self.team,
            "draft_pk": ImportDraft.objects.filter(tournament=tournament).first(),
        }.items():
            if row is not None:
                self.known[name] = row.pk
        self.parties = []
        for partie in Round.objects.filter(tournament=tournament, state="published").order_by("-number")[:2]:
            draw = Draw.objects.filter(round=partie).last()
            table = partie.tables.order_by("number").first()
            parts = {"number": partie.number, "draw_id": draw.pk, "draw": draw.number, "by": "tables", "part": 1}
            self.parties.append(parts | ({"table": table.number} if table else {}))

    def places(self, pattern: URLPattern, names: set[str]) -> list[dict[str, object]]:
        """Return the parts of one address of this concours, of two where it names a partie; none where it lacks a part."""
        known = dict(self.known)
        converters = pattern.pattern.converters
        if isinstance(converters.get("pk"), UUIDConverter):
            if self.job is None:
                return []
            known["pk"] = self.job.pk
        if "team" in (pattern.name or "") and self.team is not None:
            found = [known | {"number": self.team.number}]
        elif "/lots/<" in str(pattern.pattern):
            found = [known | {"number": self.prize.number}] if self.prize is not None else []
        else:
            of_a_partie = {"number", "draw_id", "draw"} & set(converters)
            found = [known | partie for partie in self.parties[: 2 if of_a_partie else 1]] or [known]
        return [values for values in found if names <= set(values)]


@only_first
@pytest.mark.engine
@pytest.mark.usefixtures("opened")
def test_the_evening_goes_on(settings):
    settings.SECRET_KEY = SECRET_KEY
    simone = get_user_model().objects.get(first_name="Simone")
    odile = get_user_model().objects.get(first_name="Odile")
    # The codes printed by the version before still open the table, for the camp that is chosen then.
    printed = TableAccess.objects.select_related("table__round__tournament").get(pk=ACCESS)
    tournament = printed.table.round.tournament
    for way in (tokens.by_token(TOKEN), tokens.by_code(tournament=tournament, code=CODE, address="")):
        assert (way.access, way.camp) == (printed, "")
    device = tokens.device_of(access_id=6, secret=COOKIE)
    assert device == TableDevice.objects.get(access=6, camp="NS")
    assert device.running.count() == 6
    # A new score, and a palmarès that is taken back.
    seats = Seat.objects.filter(table__isnull=False, counts=True).values("table")
    free = Table.objects.filter(round__tournament__is_demo=True, pk__in=seats, sheets__isnull=True).first()
    before = snapshot_rows(evening(free.round.tournament_id).after())
    marks = {"NS": {"points": 1000}, "EO": {"points": 944}}
    receipt = submit_sheet(table_id=free.pk, key="a-key-of-this-version", kind="totals", marks=marks, by=simone)
    assert receipt.created and receipt.sheet.counted
    assert snapshot_rows(evening(free.round.tournament_id).after()) != before
    closed = Tournament.objects.get(name=CLOSED)
    reopen_tournament(tournament_id=closed.pk, reason="une feuille retrouvée", by=odile)
    assert check(Tournament.objects.get(pk=closed.pk)).whole
