"""Measure the start of the program and its backup on a laptop whose club has played 1, 10, 100, 1 000 evenings.

python -m pytest tests/benchmarks/bench_start.py -s; DIX_PAST=1,10,100,1000 chooses the sizes. A thousand takes five minutes.
"""

import os
import socket
import subprocess
import sys
import time
from urllib.error import URLError
from urllib.request import urlopen

import pytest

from tests.benchmarks.past_evenings import SIZES
from tests.support.fixtures import ROOT

TURNS = 3
FILL = """
import sys, django
django.setup()
from django.core.management import call_command
call_command("migrate", verbosity=0)
from tests.benchmarks.past_evenings import TEAMS, past
from tests.scoring.builders import evening
past(evening(teams=TEAMS, parties=4), int(sys.argv[1]))
"""


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def seconds_of_start(environment: dict[str, str]) -> float:
    """Start the program, wait for its first page, and end it."""
    port = free_port()
    command = [sys.executable, "manage.py", "serve"]
    begun = time.perf_counter()
    program = subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment | {"DIX_PORT": str(port)},
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        while time.perf_counter() - begun < 60:
            try:
                with urlopen(f"http://127.0.0.1:{port}/connexion/", timeout=5):
                    return time.perf_counter() - begun
            except (URLError, OSError):
                time.sleep(0.02)
        pytest.fail("no page within a minute")
    finally:
        program.terminate()
        program.wait(30)


def test_start_and_backup_after_years(tmp_path):
    starts, backups, sizes = [], [], []
    for size in SIZES:
        data = tmp_path / str(size)
        data.mkdir()
        environment = os.environ | {"DIX_DATA": str(data), "DIX_DEMO": "0", "DJANGO_SETTINGS_MODULE": "deploy.settings"}
        environment.pop("DATABASE_URL", None)
        subprocess.run([sys.executable, "-c", FILL, str(size)], cwd=ROOT, env=environment, check=True)
        starts.append(min(seconds_of_start(environment) for _ in range(TURNS)))
        begun = time.perf_counter()
        copy = tmp_path / f"{size}.copy"
        subprocess.run([sys.executable, "manage.py", "backup", str(copy)], cwd=ROOT, env=environment, check=True)
        backups.append(time.perf_counter() - begun)
        sizes.append(copy.stat().st_size / 1e6)
    print(f"\nevenings before: {SIZES}")
    print("start: " + ", ".join(f"{one:.2f} s" for one in starts) + f"; ratio {starts[-1] / starts[0]:.2f}")
    print(
        "backup: " + ", ".join(f"{one:.2f} s for {weight:.1f} MB" for one, weight in zip(backups, sizes, strict=True))
    )
    # The start reads every page of the database once, to find damage before an evening: 0.2 s for 36 MB.
    assert starts[-1] <= 1.1 * starts[0] + 0.3
