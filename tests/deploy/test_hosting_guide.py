"""The documents for a host: each of their commands is played here, or has its reason; each variable is one of the settings."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from tests.support.fixtures import ROOT, free_port
from tests.support.hosted import postgres  # noqa: F401

DOCUMENTS = ("docs/hosting.md", "docs/guide/en/site.md", "docs/guide/fr/site.md")
# Of a command, how it begins: why it is not played here.
NOT_PLAYED = {
    "apt install ": "packages of Debian, which .ci/run.sh installs",
    "useradd ": "an account of the machine",
    "install -d -o dix ": "the folder of that account",
    "python3 -m venv ": "test_package.py builds, installs and upgrades in such an environment",
    "/opt/dix-de-der/bin/pip install ": "as above",
    "pip install ": "as above",
    "runuser -u postgres -- create": "the tests have a PostgreSQL of their own, with its account and database",
    "certbot certonly ": "asks the Internet whose the name is",
    "nginx -t ": "test_proxy.py plays this configuration in the nginx of Debian",
    "dix-de-der createsuperuser": "asks for a name and a password at a terminal",
    "dix-de-der pages ": "runs until it is ended: here as the unit that says the same",
    "dix-de-der jobs": "as above",
}
OF_A_PROGRAMMER = {"DIX_DEBUG"}  # docs/developing.md
SITE = "belote.example.org"


def commands(document: str) -> list[str]:
    """Return the commands of the code blocks of *document*, those of several lines whole, without their comments."""
    blocks = [
        one.content for one in MarkdownIt().parse((ROOT / document).read_text("utf-8")) if "code_block" in one.type
    ]
    assert blocks, document
    found: list[str] = []
    for line in "".join(blocks).replace("\\\n", " ").splitlines():
        inside = found and found[-1].startswith("for ") and not found[-1].endswith("\ndone")
        line = re.sub(r"\s+#( .*)?$", "", line)
        if inside:
            found[-1] += "\n" + line
        elif line:
            found.append(line)
    return found


def reason(command: str) -> str | None:
    return next((why for begin, why in NOT_PLAYED.items() if command.startswith(begin)), None)


def test_each_reason_is_of_a_command_that_the_documents_have():
    every = [command for document in DOCUMENTS for command in commands(document)]
    assert [begin for begin in NOT_PLAYED if not any(command.startswith(begin) for command in every)] == []


def test_the_variables_of_the_document_are_those_of_the_settings():
    source = (ROOT / "deploy" / "settings.py").read_text()
    read = set(re.findall(r'_(?:text|switch)\("([A-Z_]+)"', source)) | {"DIX_DATA"}
    assert len(read) > 12
    table = (ROOT / "docs/hosting.md").read_text("utf-8").split("## The environment")[1]
    named = set(re.findall(r"`(DIX_[A-Z_]+|SECRET_KEY|ALLOWED_HOSTS|[A-Z_]+_URL)\b", table))
    assert named == read - OF_A_PROGRAMMER
    for document in DOCUMENTS[1:]:
        said = set(
            re.findall(r"\b(?:DIX_[A-Z_]+|SECRET_KEY|ALLOWED_HOSTS|[A-Z]+_URL)\b", (ROOT / document).read_text("utf-8"))
        )
        assert said <= read, document


class Machine:
    """A folder in which the places of the guide lie, and the program as if a wheel had been installed there."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        self.folder, self.running = folder, folder / "running"
        self.ports = {"8001": free_port(), "8002": free_port()}
        self.outside = folder / "opt/dix-de-der"
        self.env = {"UNITS": str(folder / "etc/systemd/system"), "RUNNING": str(self.running)}
        packages = self.outside / f"lib/python3.{sys.version_info.minor}/site-packages"
        nginx = folder / "etc/nginx"
        for place in (
            self.running,
            packages,
            self.outside / "bin",
            folder / "data",
            nginx / "conf.d",
            nginx / "modules-enabled",
        ):
            place.mkdir(parents=True, exist_ok=True)
        (nginx / "nginx.conf").write_text("events {\n\tworker_connections 768;\n}\n")  # as Debian's
        (folder / "etc/systemd/system").mkdir(parents=True)
        (packages / "dix_de_der").symlink_to(ROOT)
        self.script(self.outside / "bin/dix-de-der", f'exec {sys.executable} {ROOT}/manage.py "$@"')
        stand_in = ROOT / "tests/support/supervisor.py"
        for name in ("systemctl", "systemd-run"):
            self.script(self.outside / "bin" / name, f'exec {sys.executable} {stand_in} {name} "$@"')
        self.settings = {
            "SECRET_KEY": "k" * 50,
            "ALLOWED_HOSTS": SITE,
            "DATABASE_URL": database,
            "REDIS_URL": redis,
        }

    @staticmethod
    def script(path: Path, line: str) -> None:
        path.write_text(f"#!/bin/sh\n{line}\n")
        path.chmod(0o755)

    def here(self, text: str) -> str:
        """Return *text* with the places and ports of this machine in place of those of the guide."""
        for was in ("/opt/dix-de-der", "/etc/"):
            text = text.replace(was, f"{self.folder}{was}")
        text = text.replace("/var/lib/dix-de-der", str(self.folder / "data"))
        for was, now in self.ports.items():
            text = text.replace(was, str(now))
        return text

    def fill_in(self) -> None:
        """Fill in the settings as the guide asks, and lead the units to this folder."""
        file = self.folder / "etc/dix-de-der.env"
        text = self.here(file.read_text())
        for name, value in self.settings.items():
            text, count = re.subn(rf"^{name}=.*$", f"{name}={value}", text, flags=re.MULTILINE)
            assert count == 1, name
        file.write_text(text)
        assert oct(file.stat().st_mode & 0o777) == "0o600"
        for unit in (self.folder / "etc/systemd/system").iterdir():
            unit.write_text(self.here(unit.read_text()))

    def run(self, script: str) -> str:
        """Return what the shell prints; each line of *script* must do."""
        given = {"PATH": f"{self.outside}/bin:{os.environ['PATH']}", **self.env}
        done = subprocess.run(
            ["bash", "-e", "-c", self.here(script)],
            cwd=self.folder,
            env=given,
            capture_output=True,
            text=True,
            timeout=240,
        )
        logs = "".join(path.read_text()[-1500:] for path in self.running.glob("*.log"))
        assert done.returncode == 0, f"{script}\n{done.stdout}\n{done.stderr}\n{logs}"
        return done.stdout


def test_both_languages_of_the_guide_have_the_same_commands():
    """So that it is enough to play one of them."""
    english, french = map(commands, DOCUMENTS[1:])
    assert [command.replace("-NOUVELLE-", "-NEW-").replace("fichiers", "files") for command in french] == english


@pytest.mark.slow
@pytest.mark.parametrize("document", DOCUMENTS[:2])
def test_the_commands_do_as_the_document_says(document, postgres, redis_server, tmp_path):
    machine = Machine(tmp_path, postgres.database(re.sub(r"\W", "_", document)), redis_server.url)
    played = [command for command in commands(document) if reason(command) is None]
    fresh = document == "docs/hosting.md"
    defined = "" if not fresh else "set -a; . /etc/dix-de-der.env; set +a\n"
    if fresh:
        machine.run("cp /opt/dix-de-der/lib/python3*/site-packages/dix_de_der/deploy/hosting/dix-de-der.env /etc/")
        (tmp_path / "etc/dix-de-der.env").chmod(0o600)
        machine.fill_in()
    place, output = "", ""
    try:
        for command in played:
            if command.startswith("cd "):
                place = command + "\n"
            elif re.match(r"[a-z]+\(\) \{", command):
                defined += command + "\n"
            else:
                output += machine.run(place + defined + command)
            if command.startswith("install -m 600 "):
                machine.fill_in()
        assert fresh or output.count('{"status": "ok"') == 1, output
        assert fresh or (tmp_path / "etc/nginx/conf.d/dix-de-der.conf").is_file()
        assert (tmp_path / "opt/dix-de-der/static").is_dir()
        if not fresh:
            machine.run("systemctl start dix-backup")  # as its timer does each night
            assert len(list((tmp_path / "data/copies").glob("*.dump"))) == 2
    finally:
        machine.run("systemctl stop " + " ".join(path.stem for path in (tmp_path / "running").glob("*.pid")))
