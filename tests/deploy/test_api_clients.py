"""A programmer with the schema alone: clients generated from docs/openapi.yaml by programs of others play an evening.

Nothing generated is kept; what they send and how they are told stands in `tests/deploy/clients/`.
"""

import datetime
import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from deploy.lock import Lock
from scoring.models import ScoreSheet
from tests import openapi
from tests.api import account
from tests.fixtures import PATIENCE, ROOT, lacking
from tests.scoring import builders
from tournament.models import Team
from tournament.rounds import services as draws
from tournament.tokens import services as tokens

HERE = Path(__file__).with_name("clients")


@pytest.fixture
def evening(live_server):
    """A concours with a partie that is being played, the address of the site and the secret of a token of its club."""
    tournament = builders.concours(teams=8)
    odile = account("odile", tournament.club)
    drawn = draws.make_draft(tournament_id=tournament.pk, number=1, ranks=[], method="sort", seed="R♥", by=odile)
    draws.publish_draw(draw_id=drawn.pk, by=odile)
    ends_on = timezone.localdate() + datetime.timedelta(days=1)
    made = tokens.make_token(
        club=tournament.club, name="Le site", scopes=["everything"], concours=None, ends_on=ends_on, by=odile
    )
    return tournament, live_server.url, made[1]


def run(*command: object, folder: Path, **more) -> str:
    """Return what *command* prints; what it says beside that is told when it fails."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=4 * PATIENCE, **more
    )
    assert done.returncode == 0, f"{command[:3]}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def check_evening(tournament, printed: str) -> None:
    assert json.loads(printed) == {
        "concours": tournament.name,
        "team": [201, 9, 9],
        "refused": "partner_missing",
        "unchanged": 304,
        "changed": [200, 1012],
        "scores": [[1, 2, 1]],
    }
    assert Team.objects.filter(tournament=tournament).count() == 9
    assert ScoreSheet.objects.get().table.number == 2


@pytest.mark.slow
def test_a_python_client_of_the_schema_plays_an_evening(evening, tmp_path):
    tournament, address, secret = evening
    # As /api/v1/schema/?format=json hands it out: the generator reads YAML in twice the time of all the rest.
    (tmp_path / "openapi.json").write_text(json.dumps(openapi.schema()), "utf-8")
    told = run(
        *(sys.executable, "-m", "openapi_python_client", "generate", "--path", "openapi.json", "--meta", "none"),
        *("--config", HERE / "openapi-python-client.yaml", "--output-path", tmp_path / "dix_client"),
        folder=tmp_path,
    )
    assert "WARNING" not in told, told
    shutil.copy(HERE / "evening.py", tmp_path)
    check_evening(tournament, run(sys.executable, "evening.py", address, secret, folder=tmp_path))


@pytest.mark.slow
def test_a_typescript_client_of_the_schema_plays_an_evening(evening, tmp_path):
    tournament, address, secret = evening
    (tmp_path / "node_modules").symlink_to(packages())
    for name in ("package.json", "tsconfig.json", "evening.ts"):
        shutil.copy(HERE / name, tmp_path)
    tool = tmp_path / "node_modules" / ".bin"
    # A field with a default may be left out of what is sent.
    run(
        tool / "openapi-typescript",
        openapi.SCHEMA,
        "-o",
        "schema.d.ts",
        "--default-non-nullable=false",
        folder=tmp_path,
    )
    run(tool / "tsc", folder=tmp_path)
    check_evening(tournament, run("node", "out/evening.js", address, secret, folder=tmp_path))


def packages() -> Path:
    """Return the folder of the packages of `package-lock.json`, fetched by npm the first time."""
    if not (shutil.which("node") and shutil.which("npm")):
        lacking("npm", "No Node.js with npm here: the TypeScript client is left out.")
    lock = HERE / "package-lock.json"
    folder = ROOT / ".pytest_cache" / "clients" / hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    making = Lock(folder / "making.lock", wait_seconds=2 * PATIENCE)
    if not (folder / "whole").exists():
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(HERE / name, folder)
        # Without network npm would try for more than a minute to get what it has, or has not, in its cache.
        quickly = ("--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
        try:
            run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", *quickly, folder=folder)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            lacking("npm", f"npm could not fetch the packages of the TypeScript client: {str(error)[-300:]}")
        (folder / "whole").touch()
    del making
    return folder / "node_modules"


def test_the_lock_of_npm_pins_and_hashes_everything_and_names_no_index():
    text = (HERE / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text and "registry" not in text
    pinned = {name: one for name, one in json.loads(text)["packages"].items() if name}
    assert pinned and all(one["version"] and one["integrity"].startswith("sha512-") for one in pinned.values())
    declared = json.loads((HERE / "package.json").read_text("utf-8"))
    for name, version in (declared["dependencies"] | declared["devDependencies"]).items():
        assert pinned[f"node_modules/{name}"]["version"] == version, name
