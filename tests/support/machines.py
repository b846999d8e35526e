"""Machines of a site on one computer: each a network namespace of its own, joined by a bridge."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.fixtures import PATIENCE, ROOT, lacking
from tests.support.nginx import Pages


def _ip(*words: str) -> subprocess.CompletedProcess:
    return subprocess.run(["ip", *words], capture_output=True, text=True)


class Network:
    """A bridge with an address of this computer, where its databases are reached."""

    def __init__(self) -> None:
        number = os.getpid() % 250 + 1
        self._name = f"dix{number}"
        self.address = f"10.213.{number}.1"
        self._machines: list[str] = []
        if os.name == "nt" or not shutil.which("ip"):
            lacking("netns", "There is no `ip` here: no second machine is played.")
        made = _ip("link", "add", self._name, "type", "bridge")
        if made.returncode:
            lacking("netns", f"No network may be made here: {made.stderr.strip()}")
        _ip("address", "add", f"{self.address}/24", "dev", self._name)
        _ip("link", "set", self._name, "up")

    def machine(self) -> tuple[str, list[str]]:
        """Return the address of a new machine, and how a command begins that runs on it."""
        name = f"{self._name}-{len(self._machines) + 2}"
        self._machines.append(name)
        address = f"{self.address.rpartition('.')[0]}.{len(self._machines) + 1}"
        cable = ("type", "veth", "peer", "name", "eth0", "netns", name)
        for words in (
            ("netns", "add", name),
            ("link", "add", name, *cable),
            ("link", "set", name, "master", self._name, "up"),
            ("-n", name, "address", "add", f"{address}/24", "dev", "eth0"),
            ("-n", name, "link", "set", "eth0", "up"),
            ("-n", name, "link", "set", "lo", "up"),
        ):
            done = _ip(*words)
            if done.returncode:
                lacking("netns", f"No machine may be made here: {done.stderr.strip()}")
        return address, ["ip", "netns", "exec", name]

    def end(self) -> None:
        for name in self._machines:
            _ip("netns", "delete", name)
        _ip("link", "delete", self._name)


@contextmanager
def network() -> Iterator[Network]:
    """Make a network, and leave nothing of it."""
    made = Network()
    try:
        yield made
    finally:
        made.end()


class Machine:
    """A machine with a process of the pages and a worker."""

    def __init__(self, joined: Network, folder: Path, **env: str) -> None:
        address, self._begin = joined.machine()
        self.pages = Pages(folder, address=address, machine=self._begin, **env)
        self.pages.prepare()
        self.worker: subprocess.Popen | None = None

    def start(self) -> None:
        self.pages.start()
        with (self.pages.data / "worker.txt").open("a") as output:
            self.worker = subprocess.Popen(
                [*self._begin, sys.executable, "manage.py", "jobs", "--concurrency", "1"],
                cwd=ROOT,
                env=self.pages.env,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )

    def stop(self) -> None:
        """End its processes as a supervisor does."""
        for process in (self.pages.process, self.worker):
            process.terminate()
            process.wait(PATIENCE)

    def kill(self) -> None:
        """Kill all its processes at once, as when it loses its current."""
        for process in (self.pages.process, self.worker):
            if process is not None and process.poll() is None:
                os.killpg(process.pid, 9)
                process.wait(PATIENCE)
