"""A hosted program with a Redis of its own."""

import os
import signal
import subprocess
import sys

import pytest

from tests.support.fixtures import PATIENCE, ROOT


class CeleryWorker:
    """A worker as it runs hosted, with its own processes for the tasks."""

    def __init__(self, hall) -> None:
        self._hall = hall
        self.process: subprocess.Popen | None = None

    def start(self) -> None:
        command = [sys.executable, "-m", "celery", "-A", "deploy", "worker", "--concurrency", "2", "--pool", "prefork"]
        with (self._hall.data / "worker.txt").open("a") as output:
            self.process = subprocess.Popen(
                command, cwd=ROOT, env=self._hall.env, stdout=output, stderr=output, start_new_session=True
            )

    def supervise(self) -> None:
        """Start it again when it has ended."""
        if self.process.poll() is not None:
            self.start()

    def children(self) -> list[int]:
        listed = subprocess.run(["ps", "-o", "pid=", "--ppid", str(self.process.pid)], capture_output=True, text=True)
        return [int(pid) for pid in listed.stdout.split()]

    def kill_all(self) -> None:
        if self.process is not None and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait(PATIENCE)


@pytest.fixture
def hosted(make_hall, redis_server):
    """A database and a Redis of their own, and a worker not yet started; the pages are not needed."""
    hall = make_hall(REDIS_URL=redis_server.url)
    hall.prepare()
    worker = CeleryWorker(hall)
    yield hall, worker
    worker.kill_all()
