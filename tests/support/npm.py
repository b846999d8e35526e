"""Packages of npm that a test needs: pinned by a lock in its folder, fetched once into the tests' cache."""

import hashlib
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

from deploy.lock import Lock
from tests.support.fixtures import PATIENCE, ROOT, lacking

BROWSERS = ROOT / "tests" / "browsers"


def run(*command: object, folder: Path, **more) -> str:
    """Return what *command* prints; what it says beside that is told when it fails."""
    done = subprocess.run(
        list(map(str, command)), cwd=folder, capture_output=True, text=True, timeout=4 * PATIENCE, **more
    )
    assert done.returncode == 0, f"{command[:3]}:\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}"
    return done.stdout


def packages(here: Path) -> Path:
    """Return the folder of the packages of *here*'s `package-lock.json`, fetched by npm the first time."""
    if not (shutil.which("node") and shutil.which("npm")):
        lacking("npm", f"No Node.js with npm here: what needs {here.name} is left out.")
    lock = here / "package-lock.json"
    folder = ROOT / ".pytest_cache" / here.name / hashlib.sha256(lock.read_bytes()).hexdigest()[:16]
    folder.mkdir(parents=True, exist_ok=True)
    making = Lock(folder / "making.lock", wait_seconds=2 * PATIENCE)
    if not (folder / "whole").exists():
        for name in ("package.json", "package-lock.json", ".npmrc"):
            shutil.copy(here / name, folder)
        # Without network npm would try for more than a minute to get what it has, or has not, in its cache.
        quickly = ("--prefer-offline", "--fetch-retries=1", "--fetch-retry-mintimeout=1000")
        try:
            run("npm", "ci", "--ignore-scripts", "--no-audit", "--no-fund", *quickly, folder=folder)
        except (AssertionError, subprocess.TimeoutExpired) as error:
            lacking("npm", f"npm could not fetch the packages of {here.name}: {str(error)[-300:]}")
        (folder / "whole").touch()
    del making
    return folder / "node_modules"


def scripts_of(here: Path, folder: Path) -> Callable[..., str]:
    """Copy the scripts of *here* beside its packages into *folder*; return what prints the answer of one to arguments."""
    (folder / "node_modules").symlink_to(packages(here))
    for path in [*here.glob("*.mjs"), *here.glob("*.json")]:
        shutil.copy(path, folder)
    return lambda name, *arguments: run("node", name, *arguments, folder=folder)
