"""With DATABASE_REPLICA_URL public pages are read from a copy of the database, and nothing else is."""

import http.client
import subprocess
import sys
import tempfile
from pathlib import Path

import psycopg
import pytest
from django.db import transaction
from django.test import RequestFactory
from django.urls import resolve

from deploy.database import replica
from tests.deploy import bursts
from tests.support.fixtures import PATIENCE, ROOT
from tests.support.hosted import Postgres
from tests.support.nginx import SITE, Pages
from tournament.models import Tournament

ROUTER = replica.ReplicaRouter()
FOLLOWER = "postgres_of_public_pages"


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
def database():
    """Start a PostgreSQL of its own."""
    with tempfile.TemporaryDirectory(prefix="dix-postgres-", ignore_cleanup_errors=True) as folder:
        first = Postgres(Path(folder))
        first.start()
        try:
            yield first
        finally:
            first.end()


@pytest.mark.slow
def test_a_site_reads_its_public_pages_as_another_account_that_may_only_read(database, tmp_path):
    """An account that can only read stands for the copy: what it is asked is seen, and a write there would fail."""
    with psycopg.connect(database.url, autocommit=True) as link:
        link.execute(f"CREATE ROLE {FOLLOWER} SUPERUSER LOGIN")
        link.execute(f"ALTER ROLE {FOLLOWER} SET default_transaction_read_only = on")
    env = {
        "DATABASE_URL": database.url,
        "DATABASE_REPLICA_URL": database.url.replace("postgres@", f"{FOLLOWER}@"),
        "SECRET_KEY": "k" * 50,
        "DIX_HOSTED": "1",
        "DIX_PROXY": "1",
        "ALLOWED_HOSTS": SITE,
        "DIX_STATIC": str(tmp_path / "static"),
    }
    pages = Pages(tmp_path / "pages", **env)
    pages.prepare()
    for command in (["migrate"], ["collectstatic", "--noinput"]):
        done = subprocess.run(
            [sys.executable, "manage.py", *command], cwd=ROOT, env=pages.env, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
    concours, _phones = bursts.phones_of(pages, tables=2)
    slug = pages.python(f"from tournament.models import Tournament\nprint(Tournament.objects.get(pk={concours}).slug)")
    pages.start(seconds=PATIENCE)
    try:
        for path, status in ((f"/p/{slug}/", 200), (f"/api/v1/public/{slug}/standings/", 200), ("/connexion/", 200)):
            link = http.client.HTTPConnection("127.0.0.1", pages.port, timeout=PATIENCE)
            link.request("GET", path, headers={"Host": SITE, "X-Forwarded-Proto": "https"})
            assert link.getresponse().status == status, pages.output.read_text()
            link.close()
        asked = pages.rows(f"SELECT query FROM pg_stat_activity WHERE usename = '{FOLLOWER}'")
        assert asked, "the copy was asked"
    finally:
        pages.end()
