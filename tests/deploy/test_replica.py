"""With DATABASE_REPLICA_URL public pages are read from a copy of the database, and nothing else is."""

import http.client
import tempfile
from pathlib import Path

import psycopg
import pytest
from django.db import transaction
from django.test import RequestFactory
from django.urls import resolve

from deploy.database import replica
from tests.deploy import bursts
from tests.support.fixtures import PATIENCE, wait_for
from tests.support.hosted import MIGRATED, Postgres
from tests.support.nginx import SITE, Pages, site_settings  # noqa: F401
from tournament.models import Tournament

ROUTER = replica.ReplicaRouter()


def read_from(path: str, method: str = "GET") -> str:
    """Return the database that a request of *path* reads from."""
    request = RequestFactory().generic(method, path)
    request.resolver_match = resolve(path)
    places = []

    def answer(asked) -> None:
        middleware.process_view(asked, lambda: None, (), {})
        places.append(ROUTER.db_for_read(Tournament))

    middleware = replica.PublicReads(answer)
    middleware(request)
    return places[0]


def test_only_public_pages_are_read_there():
    for path in ("/p/automne/", "/p/automne/mur/", "/api/v1/public/", "/api/v1/public/automne/standings/"):
        assert (read_from(path), read_from(path, "HEAD"), read_from(path, "POST")) == ("replica", "replica", "default")
    for path in ("/concours/1/", "/api/v1/concours/1/", "/connexion/", "/healthz", "/t/1/"):
        assert read_from(path) == "default", path
    assert ROUTER.db_for_read(Tournament) == "default", "the next request of this thread begins anew"
    assert ROUTER.db_for_write(Tournament) == "default"
    assert ROUTER.allow_migrate("replica", "tournament") is False


@pytest.mark.django_db
def test_what_is_decided_on_is_read_from_the_database():
    mark = replica._reading.set(True)
    try:
        with transaction.atomic():
            assert ROUTER.db_for_read(Tournament) == "default"
    finally:
        replica._reading.reset(mark)


@pytest.fixture
def databases():
    """Start a PostgreSQL of its own, and make one more that is to follow it."""
    folders = [tempfile.TemporaryDirectory(prefix="dix-postgres-", ignore_cleanup_errors=True) for _ in range(2)]
    with folders[0] as first, folders[1] as second:
        database = Postgres(Path(first))
        database.start()
        follower = None
        try:
            follower = Postgres(Path(second), follows=database)
            follower.start()
            yield database, follower
        finally:
            for one in (follower, database):
                if one is not None:
                    one.end()


def asked_of(url: str) -> str:
    """Return the last question of each session of a server."""
    with psycopg.connect(url) as link:
        rows = link.execute(
            "SELECT query FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        ).fetchall()
    return "\n".join(query for (query,) in rows)


@pytest.mark.slow
def test_a_site_reads_its_public_pages_from_a_postgresql_that_follows(databases, site_settings, tmp_path):
    """By the environment alone: a score typed is on the page a moment later, and a copy takes no writing."""
    database, follower = databases
    env = {"DATABASE_URL": database.database("site", of=MIGRATED), "DATABASE_REPLICA_URL": follower.address_of("site")}
    pages = Pages(tmp_path / "pages", **site_settings, **env)
    pages.prepare()
    concours, phones = bursts.phones_of(pages, tables=2)
    ((slug,),) = pages.rows(f"SELECT slug FROM tournament_tournament WHERE id = {concours}")
    pages.start(seconds=PATIENCE)

    def ask(path: str) -> str:
        link = http.client.HTTPConnection("127.0.0.1", pages.port, timeout=PATIENCE)
        link.request("GET", path, headers={"Host": SITE, "X-Forwarded-Proto": "https"})
        answer = link.getresponse()
        assert answer.status == 200, pages.output.read_text()
        return answer.read().decode()

    def typed(phone: bursts.Phone) -> None:
        address, cookie, form = phone.request
        cookie = cookie.replace("dix_csrf", "__Host-csrftoken").replace("dix_table", "__Secure-dix_table")
        headers = {"Host": SITE, "X-Forwarded-Proto": "https", "Referer": f"https://{SITE}/", "Cookie": cookie}
        headers |= {"X-Requested-With": "fetch", "Content-Type": "application/x-www-form-urlencoded"}
        link = http.client.HTTPConnection("127.0.0.1", pages.port, timeout=PATIENCE)
        link.request("POST", address, form, headers)
        assert link.getresponse().status == 200

    try:
        wait_for(lambda: follows(database, follower), PATIENCE, "the copy follows")
        asked = []  # the last question of each session, which the next page may hide
        for path in (f"/p/{slug}/", f"/p/{slug}/nouvelles/", f"/api/v1/public/{slug}/standings/", "/connexion/"):
            ask(path)
            asked.append(asked_of(follower.url))
        assert any("tournament_tournament" in one for one in asked), "the copy was asked"
        for phone in phones:
            if phone.table == 1:
                typed(phone)
        assert pages.rows("SELECT 1 FROM scoring_scoresheet WHERE counted")
        wait_for(lambda: "Classement" in ask(f"/p/{slug}/"), PATIENCE, "the score is on the page")
        with psycopg.connect(follower.address_of("site")) as link, pytest.raises(psycopg.errors.ReadOnlySqlTransaction):
            link.execute("DELETE FROM tournament_job")
    finally:
        pages.end()


def follows(database: Postgres, follower: Postgres) -> bool:
    """Return whether a server has all that the other one has written."""
    with psycopg.connect(database.url) as link:
        (written,) = link.execute("SELECT pg_current_wal_lsn()").fetchone()
    with psycopg.connect(follower.url) as link:
        return link.execute("SELECT pg_last_wal_replay_lsn() >= %s::pg_lsn", [written]).fetchone()[0]
