"""Start and end the units of the guide by their own lines, where there is no systemd."""

import os
import re
import shlex
import signal
import subprocess
import sys
import time
from itertools import takewhile
from pathlib import Path

SECONDS = 60


def unit_file(name: str) -> tuple[Path, str]:
    """Return the file of the unit *name*, and what stands after its @."""
    base, _at, instance = name.removesuffix(".service").partition("@")
    place = Path(os.environ["UNITS"])
    return next(place.glob(f"{base}@.service" if instance else base + ("" if "." in base else ".service"))), instance


def environment(file: str) -> dict[str, str]:
    """Return the variables of an EnvironmentFile."""
    lines = re.findall(r"^([A-Z_]+)=(.*)$", Path(file).read_text(), re.MULTILINE)
    return {"PATH": os.environ["PATH"], **dict(lines)}


def start(name: str) -> None:
    """Start a unit: a service that ends is waited for, another one is left to run."""
    file, instance = unit_file(name)
    text = file.read_text().replace("%i", instance)
    if file.suffix == ".timer":
        return
    given = environment(re.search(r"^EnvironmentFile=(.+)$", text, re.MULTILINE)[1])
    for line in re.findall(r"^ExecStart=(.+)$", text, re.MULTILINE):
        if "Type=oneshot" in text:
            subprocess.run(shlex.split(line), env=given, check=True, timeout=SECONDS)
            continue
        with Path(f"{os.environ['RUNNING']}/{name}.log").open("a") as log:
            process = subprocess.Popen(shlex.split(line), env=given, stdout=log, stderr=log, start_new_session=True)
        Path(f"{os.environ['RUNNING']}/{name}.pid").write_text(str(process.pid))


def stop(name: str) -> None:
    """End a unit as systemd does: ask, and wait until it is gone."""
    noted = Path(f"{os.environ['RUNNING']}/{name}.pid")
    if not noted.exists():
        return
    pid = int(noted.read_text())
    noted.unlink()
    if not Path(f"/proc/{pid}").exists():
        sys.exit(f"{name} had ended by itself")
    # Without KillMode=mixed all that a unit has started is asked at once, and not its first process alone.
    (os.kill if "KillMode=mixed" in unit_file(name)[0].read_text() else os.killpg)(pid, signal.SIGTERM)
    end = time.monotonic() + SECONDS
    while Path(f"/proc/{pid}/stat").exists() and " Z " not in Path(f"/proc/{pid}/stat").read_text():
        if time.monotonic() > end:
            os.kill(pid, signal.SIGKILL)
            sys.exit(f"{name} did not end when it was asked")
        time.sleep(0.1)


def systemctl(words: list[str]) -> None:
    """Do `systemctl ACT UNITS`."""
    act, *units = [word for word in words if not word.startswith("--")]
    for unit in units:
        if act in ("stop", "restart"):
            stop(unit)
        if act in ("enable", "start", "restart"):
            start(unit)
    assert act in ("daemon-reload", "enable", "start", "stop", "restart"), act


def systemd_run(words: list[str]) -> None:
    """Do `systemd-run --property=EnvironmentFile=FILE COMMAND`."""
    options = list(takewhile(lambda word: word.startswith("--"), words))
    (file,) = [word.removeprefix("--property=EnvironmentFile=") for word in options if "EnvironmentFile" in word]
    command = words[len(options) :]
    os.execve(command[0], command, environment(file))


if __name__ == "__main__":
    {"systemctl": systemctl, "systemd-run": systemd_run}[sys.argv[1]](sys.argv[2:])
