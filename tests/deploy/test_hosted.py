"""Hosted: what the container starts, behind a reverse proxy that ends TLS."""

import http.client
import json
import os
import re
import subprocess
import sys

import pytest
import yaml

from tests.fixtures import ROOT, free_port, wait_for

pytestmark = pytest.mark.slow
SITE = "belote.example.org"


@pytest.fixture
def pages(tmp_path):
    """The port of the pages, started by the command of the Dockerfile."""
    command = re.search(r"^CMD (\[.*?\])$", (ROOT / "deploy" / "Dockerfile").read_text(), re.M | re.S)[1]
    options = json.loads(command.replace("\\\n", ""))[1:]
    port = free_port()
    options = [one.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for one in options]
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")}
    given = {"DIX_HOSTED": "1", "DIX_PROXY": "1", "DIX_DATA": str(tmp_path), "SECRET_KEY": "k" * 50}
    server = subprocess.Popen(
        [sys.executable, "-m", "waitress", *options], cwd=ROOT, env=kept | given | {"ALLOWED_HOSTS": SITE}
    )
    try:
        wait_for(lambda: _answers(server, port), 60, "the pages answer")
        yield port
    finally:
        server.terminate()
        server.wait(10)


def _answers(server: subprocess.Popen, port: int) -> bool:
    assert server.poll() is None, "it ended at its start"
    try:
        return status(port, "http") > 0
    except OSError:
        return False


def status(port: int, scheme: str) -> int:
    """What a visitor is answered whom the reverse proxy received by *scheme*."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        link.request("GET", "/api/nowhere", headers={"Host": SITE, "X-Forwarded-Proto": scheme})
        return link.getresponse().status
    finally:
        link.close()


def test_who_came_by_https_is_not_sent_to_https_again(pages):
    assert status(pages, "http") == 301
    assert status(pages, "https") == 404, "the page itself"


def test_every_documented_command_limits_bodies_and_connections():
    written = [ROOT / "README.md", ROOT / "deploy" / "Dockerfile", *(ROOT / "docs").rglob("*.md")]
    commands = [
        command
        for path in written
        for command in re.findall(r"waitress-serve(?:[^\n]*\\\n)*[^\n]*", path.read_text())
        if "--listen" in command
    ]
    assert len(commands) >= 2
    for command in commands:
        assert "--connection-limit" in command and "--max-request-body-size" in command, command


def test_the_containers_wait_for_what_they_need_and_say_how_they_are():
    services = yaml.safe_load((ROOT / "deploy" / "compose.example.yaml").read_text())["services"]
    for name in ("pages", "worker"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert services["migrate"]["depends_on"]["database"] == {"condition": "service_healthy"}
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text()
    assert "HEALTHCHECK" in dockerfile and all(
        "healthcheck" in one for name, one in services.items() if name != "pages"
    )
    images = [one["image"] for one in services.values() if "image" in one] + re.findall(
        r"^FROM (\S+)", dockerfile, re.M
    )
    assert [image for image in images if not re.search(r":\d+\.\d+", image)] == [], "an exact version"
    data = re.search(r"DIX_DATA=(\S+)", dockerfile)[1]
    assert not re.search(r"DIX_STATIC=(\S+)", dockerfile)[1].startswith(data), "a volume would hide those of the image"
