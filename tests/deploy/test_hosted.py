"""Hosted: what the container starts, behind a reverse proxy that ends TLS."""

import http.client
import json
import os
import re
import select
import shutil
import socket
import subprocess
import sys

import pytest
import yaml
from django.core.management import get_commands

from manage import ACTS
from tests.support.fixtures import PATIENCE, ROOT, free_port, wait_for
from tournament import program

pytestmark = pytest.mark.slow
SITE = "belote.example.org"


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """The port of the pages, started by the command of the Dockerfile."""
    command = json.loads(re.search(r"^CMD (\[.*?\])$", (ROOT / "deploy" / "Dockerfile").read_text(), re.M)[1])
    port = free_port()
    options = [one.replace("0.0.0.0:8000", f"127.0.0.1:{port}") for one in command[1:]]
    kept = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "DJANGO_SETTINGS_MODULE")}
    given = {
        "DIX_HOSTED": "1",
        "DIX_PROXY": "1",
        "DIX_DATA": str(tmp_path_factory.mktemp("hosted")),
        "SECRET_KEY": "k" * 50,
    }
    server = subprocess.Popen([sys.executable, *options], cwd=ROOT, env=kept | given | {"ALLOWED_HOSTS": SITE})
    try:
        wait_for(lambda: _answers(server, port), 60, "the pages answer")
        yield port
    finally:
        server.terminate()
        server.wait(PATIENCE)


def _answers(server: subprocess.Popen, port: int) -> bool:
    assert server.poll() is None, "it ended at its start"
    try:
        return status(port, "http", "/healthz") > 0
    except OSError:
        return False


def status(port: int, scheme: str, address: str) -> int:
    """Return the answer to a visitor whom the reverse proxy received by *scheme*."""
    link = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        link.request("GET", address, headers={"Host": SITE, "X-Forwarded-Proto": scheme})
        return link.getresponse().status
    finally:
        link.close()


def test_who_came_by_https_is_not_sent_to_https_again(pages):
    assert status(pages, "http", "/connexion/") == 301
    assert status(pages, "https", "/api/nowhere") == 404, "the page itself"


def test_a_program_is_refused_without_tls_and_not_led_on(pages):
    assert status(pages, "http", "/api/v1/session/") == 403
    assert status(pages, "https", "/api/v1/session/") == 200


def test_forms_that_an_address_sends_without_end_are_not_read(pages):
    link = http.client.HTTPConnection("127.0.0.1", pages, timeout=10)
    head = {"Host": SITE, "X-Forwarded-Proto": "https"}
    told = []
    for turn in range(16):
        address = "10.4.4.4" if turn < 15 else "10.4.4.5"
        link.request("POST", "/p/automne/inscription/", "a=1", head | {"X-Forwarded-For": address})
        answer = link.getresponse()
        answer.read()
        told.append(answer.status)
    link.close()
    assert [one == 429 for one in told] == [False] * 12 + [True] * 3 + [False]


def ask(port: int, visitor: str) -> socket.socket:
    """Ask for what all have to wait for: the schema of the API, which the first request of a process makes."""
    link = socket.create_connection(("127.0.0.1", port), timeout=60)
    head = f"HEAD /api/v1/schema/ HTTP/1.1\r\nHost: {SITE}\r\nX-Forwarded-Proto: https\r\nX-Forwarded-For: {visitor}"
    link.sendall(f"{head}\r\n\r\n".encode())
    return link


def test_a_flood_of_one_address_keeps_no_other_waiting(pages):
    """All were answered in the order in which they came: a page of another club took 10 s."""
    flood = [ask(pages, "10.1.2.3") for _ in range(200)]
    latest = ask(pages, "6.6.6.6, 10.1.2.3")
    other = ask(pages, "10.1.2.9")

    def answered_before(link: socket.socket) -> int:
        assert link.recv(12) == b"HTTP/1.1 200"
        return len(select.select(flood, [], [], 0)[0])

    try:
        assert answered_before(other) < 100
        assert answered_before(latest) > 150, "of the address that asked for so much it has its turn behind the others"
    finally:
        for link in (*flood, latest, other):
            link.close()


@pytest.mark.parametrize("act", ["pages", "jobs"])
def test_on_a_laptop_the_processes_of_a_server_refuse_in_a_sentence(act, tmp_path):
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("DIX_", "REDIS_", "DATABASE_"))}
    done = subprocess.run(
        program.command(act), env=kept | {"DIX_DATA": str(tmp_path)}, capture_output=True, text=True, timeout=90
    )
    assert done.returncode == 3 and "serve" in done.stderr and "Traceback" not in done.stderr


def test_the_units_start_what_there_is():
    units = sorted(path for path in (ROOT / "deploy" / "hosting").iterdir() if path.suffix in (".service", ".timer"))
    assert len(units) == 5
    for unit in units:
        for act in re.findall(r"^ExecStart=/opt/dix-de-der/bin/dix-de-der (\S+)", unit.read_text(), re.M):
            assert act in ACTS or act in get_commands(), f"{unit.name}: {act}"
    written = (ROOT / "deploy" / "hosting" / "dix-de-der.env").read_text()
    known = (ROOT / "deploy" / "settings.py").read_text()
    for name in re.findall(r"^#?([A-Z_]+)=", written, re.M):
        assert f'"{name}"' in known or name in ("DIX_DATA", "DIX_STATIC"), name
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not here to read its units")
    read = subprocess.run(
        ["systemd-analyze", "verify", "--man=no", *map(str, units)], capture_output=True, text=True, timeout=60
    )
    # The program is not installed at its place here.
    wrong = [line for line in read.stderr.splitlines() if "is not executable" not in line and "Unit" in line]
    assert not [line for line in wrong if "dix-" in line], read.stderr


def test_the_containers_wait_for_what_they_need_and_say_how_they_are():
    services = yaml.safe_load((ROOT / "deploy" / "compose.example.yaml").read_text())["services"]
    for name in ("pages", "worker"):
        assert services[name]["depends_on"]["migrate"] == {"condition": "service_completed_successfully"}
    assert services["migrate"]["depends_on"]["database"] == {"condition": "service_healthy"}
    # A worker ends the work in hand first, longer than the ten seconds after which a container is killed.
    unit = (ROOT / "deploy" / "hosting" / "dix-jobs.service").read_text()
    assert services["worker"]["stop_grace_period"] == re.search(r"TimeoutStopSec=(\d+)", unit)[1] + "s"
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
