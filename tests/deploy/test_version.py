"""The version that each build names, so that a host knows what he runs and pip replaces an older build."""

import json
import logging

from packaging.version import Version

from deploy.log import JsonFormatter
from deploy.version import main, version


def test_every_commit_is_later_than_the_release_before_it():
    assert Version(version()) >= Version("1.1.0")


def test_every_place_names_the_same_one(client, db, capsys):
    """« À propos », what a supervisor asks, the command and each line of a log that programs read."""
    main()
    assert capsys.readouterr().out == f"Dix de Der {version()}\n"
    assert client.get("/readyz").json()["version"] == version()
    assert f"<dd>{version()}</dd>" in client.get("/aide/a-propos/").content.decode()
    line = JsonFormatter().format(logging.LogRecord("deploy", logging.INFO, "log.py", 1, "Started", None, None))
    assert json.loads(line)["version"] == version()
