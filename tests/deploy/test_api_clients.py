"""A programmer with the schema alone: clients generated from docs/openapi.yaml by programs of others play an evening.

Nothing generated is kept; what they send and how they are told stands in `tests/deploy/clients/`.
"""

import datetime
import json
import shutil
import sys
from pathlib import Path

import pytest
from django.utils import timezone

from scoring.models import ScoreSheet
from tests.scoring import builders
from tests.support import openapi
from tests.support.api import account
from tests.support.npm import packages, run
from tournament.models import Team
from tournament.rounds import services as draws
from tournament.tokens import services as tokens

HERE = Path(__file__).with_name("clients")
BROWSERS = Path(__file__).parents[1] / "browsers"


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
        *("--config", openapi.SCHEMA.with_name("openapi-python-client.yaml"), "--output-path", tmp_path / "dix_client"),
        folder=tmp_path,
    )
    assert "WARNING" not in told, told
    shutil.copy(HERE / "evening.py", tmp_path)
    check_evening(tournament, run(sys.executable, "evening.py", address, secret, folder=tmp_path))


@pytest.mark.slow
def test_a_typescript_client_of_the_schema_plays_an_evening(evening, tmp_path):
    tournament, address, secret = evening
    (tmp_path / "node_modules").symlink_to(packages(HERE))
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


@pytest.mark.parametrize("here", [HERE, BROWSERS], ids=["clients", "browsers"])
def test_the_lock_of_npm_pins_and_hashes_everything_and_names_no_index(here):
    text = (here / "package-lock.json").read_text("utf-8")
    assert '"resolved"' not in text and "registry" not in text
    pinned = {name: one for name, one in json.loads(text)["packages"].items() if name}
    # A bundled package lies in the archive of the one that brings it along, and is hashed with it.
    fetched = [one for one in pinned.values() if not one.get("inBundle")]
    assert fetched and all(one["version"] and one["integrity"].startswith("sha512-") for one in fetched)
    declared = json.loads((here / "package.json").read_text("utf-8"))
    for name, version in (declared.get("dependencies", {}) | declared["devDependencies"]).items():
        assert pinned[f"node_modules/{name}"]["version"] == version, name
