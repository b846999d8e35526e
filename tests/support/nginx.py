"""The nginx of the guide in front of processes of the pages."""

import http.client
import os
import re
import shutil
import signal
import ssl
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.support.fixtures import PATIENCE, ROOT, free_port, lacking, wait_for
from tests.support.hosted import HostedHall
from tournament import program

SITE = "belote.example.org"
CONFIGURATION = ROOT / "deploy" / "hosting" / "nginx.conf"
# As many as the guide has the host write into the configuration of Debian.
CONNECTIONS = re.search(r"worker_connections \d+;", (ROOT / "docs/guide/fr/site.md").read_text())


@pytest.fixture(scope="session")
def site_settings(tmp_path_factory) -> dict[str, str]:
    """The settings of a site but for its database; its static files are collected once for all sites."""
    given = {
        "SECRET_KEY": "k" * 50,
        "DIX_HOSTED": "1",
        "DIX_PROXY": "1",
        "ALLOWED_HOSTS": SITE,
        "DIX_STATIC": str(tmp_path_factory.mktemp("static")),
    }
    pages = Pages(tmp_path_factory.mktemp("collecting") / "data", **given)
    pages.prepare()
    command = [sys.executable, "manage.py", "collectstatic", "--noinput"]
    subprocess.run(command, cwd=ROOT, env=pages.env, check=True, capture_output=True)
    return given


class Pages(HostedHall):
    """One of the processes of the pages, as its unit starts it; on another machine, at an *address* of its own."""

    def __init__(self, *arguments, address: str = "127.0.0.1", machine: Sequence[str] = (), **env) -> None:
        super().__init__(*arguments, **env)
        self._address = address
        self.place = f"{address}:{self.port}"
        self.program = [*machine, *program.command("pages"), "--listen", self.place]

    def prepare(self) -> None:
        self.data.mkdir(exist_ok=True)

    def start(self, *, seconds: float = PATIENCE) -> None:
        self.prepare()
        with self.output.open("a") as output:
            self.process = subprocess.Popen(
                self.program, cwd=ROOT, env=self.env, stdout=output, stderr=output, start_new_session=True
            )
        wait_for(self.answers, seconds, "the pages answer")

    def answers(self) -> bool:
        assert self.process.poll() is None, self.output.read_text()
        link = http.client.HTTPConnection(self._address, self.port, timeout=5)
        try:
            link.request("GET", "/readyz", headers={"Host": SITE, "X-Forwarded-Proto": "https"})
            return link.getresponse().status == 200
        except OSError:
            return False
        finally:
            link.close()

    def restart(self) -> None:
        self.process.terminate()
        assert self.process.wait(PATIENCE) == 0, self.output.read_text()
        self.start()

    def kill_and_start(self) -> None:
        self.process.kill()
        self.process.wait(PATIENCE)
        time.sleep(2)  # as its supervisor does
        self.start()


class Nginx:
    """Debian's nginx with the configuration of the guide, its ports and certificate replaced."""

    def __init__(self, folder, places: Sequence[str], *, readers: str = "") -> None:
        if not (nginx := shutil.which("nginx", path=f"{os.environ['PATH']}:/usr/sbin")) or not shutil.which("openssl"):
            lacking("nginx", "nginx or openssl is not installed here")
        self.port, self.plain_port = free_port(), free_port()
        key, certificate = folder / "key.pem", folder / "certificate.pem"
        self.certificate = certificate
        subprocess.run(
            f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={SITE} -addext "
            f"subjectAltName=DNS:{SITE},DNS:localhost -keyout {key} -out {certificate}".split(),
            check=True,
            capture_output=True,
        )
        text, lines = re.subn(r" +listen \[::\]:.*\n", "", CONFIGURATION.read_text())
        assert lines == 2, "the machine of a test may have no IPv6"
        for was, now in (
            ("listen 443 ssl", f"listen 127.0.0.1:{self.port} ssl"),
            ("listen 80", f"listen 127.0.0.1:{self.plain_port}"),
            ("/var/cache/dix-de-der", f"{folder}/cache"),
        ):
            assert was in text
            text = text.replace(was, now)
        text = re.sub(r"(ssl_certificate) \S+;", rf"\1 {certificate};", text)
        text = re.sub(r"(ssl_certificate_key) \S+;", rf"\1 {key};", text)
        temporary = "".join(
            f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        # The folder of a test is closed to the account that would serve otherwise.
        user = " user root;" if os.geteuid() == 0 else ""
        self._text = (
            f"daemon off; pid {folder}/pid; worker_processes 1;{user}\nevents {{ {CONNECTIONS[0]} }}\n"
            f"http {{ access_log off;\n{temporary}{text}}}\n"
        )
        self._file, self._readers = folder / "nginx.conf", readers
        self._write(places)
        self._command = [nginx, "-c", str(self._file), "-p", str(folder), "-e", str(folder / "errors")]
        self._process = subprocess.Popen(self._command, start_new_session=True)
        wait_for(lambda: (folder / "pid").exists(), PATIENCE, "nginx runs")

    def _write(self, places: Sequence[str]) -> None:
        """Write its configuration with the lines of each of *places*, as those of the guide are.

        Where there are no readers, the first of them takes their place.
        """
        text = re.sub(r"^( +server 127\.0\.0\.1:)8002 .*\n", "", self._text, flags=re.MULTILINE)
        text = text.replace("127.0.0.1:8003", self._readers or places[0])
        row = re.compile(r"^( +server )127\.0\.0\.1:8001( .*\n)", re.MULTILINE)
        assert len(row.findall(text)) == 3
        self._file.write_text(row.sub(lambda line: "".join(f"{line[1]}{place}{line[2]}" for place in places), text))

    def lead_to(self, *places: str) -> None:
        """Lead to other processes of the pages from now on: a changed configuration, and a reload."""
        self._write(places)
        self.check()
        before = self._workers()
        self._process.send_signal(signal.SIGHUP)
        wait_for(lambda: self._workers() - before, PATIENCE, "nginx has the new configuration")

    def _workers(self) -> set[str]:
        return set(Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split())

    @property
    def pid(self) -> int:
        return self._process.pid

    def check(self) -> None:
        done = subprocess.run([*self._command, "-t"], capture_output=True, text=True)
        assert done.returncode == 0, done.stderr

    def ask(self, method: str, path: str, body: str | None = None, **headers: str) -> tuple[int, dict, bytes]:
        link = http.client.HTTPSConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, context=ssl._create_unverified_context()
        )
        try:
            link.request(method, path, body, {"Host": f"{SITE}:{self.port}", **headers})
            answer = link.getresponse()
            return answer.status, dict(answer.headers), answer.read()
        finally:
            link.close()

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
