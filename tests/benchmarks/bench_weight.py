"""Measure the program's weight on a laptop: seconds to its first page, memory at start and after a day, size installed.

The bounds are those that are promised, the figures of before stand beside them. Time is processor time of both
processes, memory what they alone use (PSS): both hold on a machine that does other things too.
"""

import json
import os
import re
import subprocess
import sys
import time
import tomllib
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from importlib.metadata import PackageNotFoundError, distribution, packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from tests.support.fixtures import ROOT, Hall, cpu_seconds

START_SECONDS, START_BEFORE = 1.5, "1.3 s on an idle machine, 2.7 s on the one of these figures"
START_RATIO = 4.5
MEMORY, AT_START_BEFORE, MEMORY_BEFORE = 200, "188 MB", "290 MB"
INSTALLED, INSTALLED_BEFORE = 100, "158 MB"
# Until the worker has loaded what it needs, and has given back what it does not.
LOADED_SECONDS = 30
PAST = 50
# Where these are found the settings switch them on: a file in their place would be found too.
LOOKED_FOR = {"drf_spectacular_sidecar", "django_prometheus", "sentry_sdk"}
# A day: telephones and walls that poll by many threads at once, an organiser who looks at every page.
TURNS, AT_ONCE = 30, 48

CLUB = f"""
from django.contrib.auth import get_user_model
from django.contrib.sessions.backends.db import SessionStore
from tests.support.api import account
from tests.scoring import builders
from scoring.public.pages import refresh_pages
import datetime, json
for number in range({PAST}):
    past = builders.evening(teams=32, parties=4, seed=number, date=datetime.date(2025, 1, 1))
tonight = builders.evening(teams=64, parties=3, missing=10, public=True)
refresh_pages(tournament_id=tonight.pk)
odile = account("odile", tonight.club)
session = SessionStore()
session["_auth_user_id"], session["_auth_user_backend"] = str(odile.pk), "django.contrib.auth.backends.ModelBackend"
session["_auth_user_hash"] = odile.get_session_auth_hash()
session.save()
print(json.dumps([tonight.pk, tonight.slug, session.session_key]))
"""


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    """A club with fifty past concours and a 64-team evening, its organiser logged in; not started."""
    # A laptop has no driver of PostgreSQL, nor what tests alone bring: libraries take what they find.
    without, runtime = tmp_path_factory.mktemp("without"), needed()
    for name, owners in packages_distributions().items():
        if (
            name.isidentifier()
            and name[0] != "_"
            and name not in sys.stdlib_module_names
            and name not in LOOKED_FOR
            and not runtime.keys() & set(map(plain, owners))
        ):
            (without / f"{name}.py").write_text("raise ImportError")
    data = tmp_path_factory.mktemp("weight") / "data"
    hall = Hall(data, DJANGO_SETTINGS_MODULE="deploy.settings", PYTHONPATH=str(without))
    # A second start finds the modules compiled, as `make run` and an installed program do; else it compiles them all.
    hall.env.pop("PYTHONDONTWRITEBYTECODE", None)
    hall.prepare()
    pk, slug, session = json.loads(hall.python(CLUB))
    hall.pages = [f"/p/{slug}/mur/", f"/p/{slug}/", f"/p/{slug}/tables/"]
    hall.own = [
        f"/concours/{pk}/{page}" for page in ("", "classement/", "saisie/3/", "tirages/", "journal/", "inscriptions/")
    ]
    hall.cookie = f"dix_session={session}"
    hall.start()
    hall.worker_pid()
    hall.stop()
    yield hall
    hall.end()


def processes(hall: Hall) -> list[int]:
    return [hall.pid, hall.worker_pid()]


def memory(hall: Hall) -> dict[str, float]:
    """MB that each process alone uses, what they share counted once."""
    found = {}
    for name, pid in zip(("pages", "worker"), processes(hall), strict=True):
        try:
            rollup = Path(f"/proc/{pid}/smaps_rollup").read_text()
        except OSError:
            pytest.skip("Only Linux tells what a process alone uses.")
        found[name] = int(re.search(r"^Pss:\s+(\d+)", rollup, re.M)[1]) / 1024
    return found


def shown(used: dict[str, float]) -> str:
    parts = ", ".join(f"{name} {size:.0f}" for name, size in used.items())
    return f"{sum(used.values()):.0f} MB ({parts})"


def look(hall: Hall, pages: list[str]) -> None:
    link = HTTPConnection("127.0.0.1", hall.port, timeout=120)
    for page in pages:
        link.request("GET", page, headers={"Cookie": hall.cookie, "Host": f"localhost:{hall.port}"})
        answer = link.getresponse()
        answer.read()
        assert answer.status == 200, f"{page}: {answer.status}"
    link.close()


def reference() -> float:
    """The processor seconds that this machine takes, now, for what every start of a Django program does: its imports."""
    before = os.times()
    subprocess.run([sys.executable, "-c", "import django.contrib.admin.options, django.test"], check=True)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def test_start_and_memory(club):
    turns = []
    for _turn in range(3):
        bare = reference()
        club.start()
        turns.append((cpu_seconds(club.pid), bare))
        club.worker_pid()
        club.stop()
    pages_cpu, bare = min(turns)
    print(
        f"second start to the first page: {pages_cpu:.2f} s of processor, {pages_cpu / bare:.1f} times Django alone "
        f"({bare:.2f} s); before: {START_BEFORE}; goal: {START_SECONDS} s, or {START_RATIO} times Django"
    )
    club.start()
    club.worker_pid()
    look(club, club.own)
    time.sleep(LOADED_SECONDS)
    at_start = memory(club)
    print(f"at start: {shown(at_start)}; before: {AT_START_BEFORE}; goal: {MEMORY} MB")
    for turn in range(TURNS):
        with ThreadPoolExecutor(AT_ONCE) as pool:
            list(pool.map(lambda _: look(club, club.pages), range(AT_ONCE)))
        look(club, club.own)
        if turn in (0, 4, 19):
            print(f"  after {turn + 1} turns: {sum(memory(club).values()):.0f} MB")
    time.sleep(30)  # the evening goes on more quietly
    after = memory(club)
    print(f"after a day: {shown(after)}; before: {MEMORY_BEFORE}; goal: {MEMORY} MB")
    club.stop()
    # A machine that does other things needs longer for everything: then what Django alone takes is the measure.
    assert pages_cpu <= max(START_SECONDS, START_RATIO * bare)
    assert sum(at_start.values()) <= MEMORY
    assert sum(after.values()) <= MEMORY


def plain(name: str) -> str:
    """The name of a package as they are compared."""
    return re.sub(r"[-_.]+", "-", name).lower()


def needed() -> dict[str, int]:
    """The packages that the program needs on a laptop, each with its bytes."""
    seen: dict[str, int] = {}
    for text in tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]:
        need = Requirement(text)
        installed(need.name, seen, frozenset(need.extras))
    return seen


def installed(name: str, seen: dict[str, int], extras: frozenset[str] = frozenset()) -> None:
    """Add the bytes of a package and of all that it needs to *seen*."""
    try:
        found = distribution(name)
    except PackageNotFoundError:
        return
    if plain(name) not in seen:
        files = (Path(file.locate()) for file in found.files or () if "__pycache__" not in str(file))
        seen[plain(name)] = sum(file.stat().st_size for file in files if file.is_file())
    for text in found.requires or ():
        need = Requirement(text)
        wanted = need.marker is None or any(need.marker.evaluate({"extra": extra}) for extra in extras or {""})
        if wanted and plain(need.name) not in seen:
            installed(need.name, seen, frozenset(need.extras))


def test_installed_size():
    seen = needed()
    ours = ("rules", "tournament", "scoring", "deploy", "templates", "docs/guide")
    kept = {".py", ".html", ".css", ".js", ".svg", ".mo", ".md", ".png", ".woff2"}
    seen["dix-de-der"] = sum(
        file.stat().st_size for part in ours for file in (ROOT / part).rglob("*") if file.suffix in kept
    )
    whole = sum(seen.values()) / 1e6
    largest = sorted(seen.items(), key=lambda one: -one[1])[:12]
    print(
        f"installed: {whole:.0f} MB; before: {INSTALLED_BEFORE}; goal: {INSTALLED} MB; "
        + ", ".join(f"{n} {s / 1e6:.1f}" for n, s in largest)
    )
    assert whole <= INSTALLED
