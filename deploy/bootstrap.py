"""The one command of a new machine, with Python's standard library alone:

    python3 deploy/bootstrap.py run              everything set up, then the program of the evening
    python3 deploy/bootstrap.py password         a new password for an account of this computer
    python3 deploy/bootstrap.py test [ARGS…]     the tests, on SQLite and on PostgreSQL where one answers
    python3 deploy/bootstrap.py lint             the style of the code
    python3 deploy/bootstrap.py bench [ARGS…]    the measurements
    python3 deploy/bootstrap.py wheels FOLDER    what a laptop without Internet needs, put in FOLDER

Packages come from the network, or from the folder that DIX_WHEELS names (made by ``wheels``, carried on a USB stick).
Each package is checked against the hash in the lock file. The second time nothing is installed again.
"""

import contextlib
import hashlib
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import venv
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "requirements.txt"
TEST_LOCK = ROOT / "requirements-test.txt"
CATALOGUE = ROOT / "deploy" / "locale" / "fr" / "LC_MESSAGES" / "django.po"
OLDEST = (3, 11)


class Stop(Exception):
    """It cannot go on; the text says why and what to do."""


def need_python(version: tuple[int, ...] = sys.version_info[:2]) -> None:
    if tuple(version) < OLDEST:
        raise Stop(
            f"Il faut Python 3.11 ou plus récent ; celui-ci est {version[0]}.{version[1]}.\n"
            "Installez-le (Debian, Ubuntu : paquet python3 ; Windows, macOS : l'installeur de Python), puis relancez.\n"
            f"Python 3.11 or newer is needed; this one is {version[0]}.{version[1]}."
        )


def make_environment() -> None:
    """The folder .venv, where the packages go and nothing else of this computer is touched."""
    if PYTHON.exists() and answers(PYTHON):
        return
    try:
        import ensurepip  # noqa: F401  Debian and Ubuntu put it in a package of its own
    except ImportError:
        raise Stop(
            "Il manque le module venv de Python. Sur Debian ou Ubuntu, tapez :\n\n"
            "    sudo apt install python3-venv\n\npuis relancez.\n"
            "Python's venv module is missing: install the package python3-venv, then start again."
        ) from None
    print("Première installation : un dossier .venv est créé…", flush=True)
    venv.create(VENV, with_pip=True, clear=VENV.exists(), symlinks=os.name != "nt")


def answers(python: Path) -> bool:
    """Whether this interpreter still runs: the one it was made from may have been removed or replaced."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def fingerprint(lock: Path) -> str:
    return hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest()


def install(lock: Path) -> None:
    """Install exactly what *lock* names, once; the stamp kept beside it says which lock was installed."""
    stamp = VENV / f"installed-{lock.stem}"
    if stamp.exists() and stamp.read_text() == fingerprint(lock):
        return
    print("Installation des paquets, une minute environ…", flush=True)
    done = subprocess.run(
        [PYTHON, "-m", "pip", "install", "-qq", "--disable-pip-version-check", "--require-hashes", "-r", lock]
        + offline()
    )
    if done.returncode:
        raise Stop(
            "Les paquets n'ont pas pu être installés (la raison est au-dessus). Rien d'autre n'a été modifié.\n"
            "Vérifiez la connexion à Internet et relancez ; sans Internet, copiez un dossier de paquets préparé par\n"
            "« python3 deploy/bootstrap.py wheels DOSSIER » et donnez son nom dans DIX_WHEELS.\n"
            "The packages could not be installed: check the network, or set DIX_WHEELS to a folder of wheels."
        )
    stamp.write_text(fingerprint(lock))


def offline() -> list[str]:
    """pip's options when the packages come from a folder."""
    folder = os.environ.get("DIX_WHEELS")
    if not folder:
        return []
    if not Path(folder).is_dir():
        raise Stop(f"DIX_WHEELS nomme un dossier qui n'existe pas : {folder}\nDIX_WHEELS names no folder: {folder}")
    return ["--no-index", "--find-links", folder]


def compile_catalogue() -> None:
    """The French sentences as Django reads them; generated, hence made here."""
    compiled = CATALOGUE.with_suffix(".mo")
    if not compiled.exists() or compiled.stat().st_mtime_ns <= CATALOGUE.stat().st_mtime_ns:
        subprocess.run([PYTHON, "-m", "deploy.catalogue", "compile"], cwd=ROOT, check=True)


def set_up(lock: Path) -> None:
    need_python()
    make_environment()
    install(lock)
    compile_catalogue()


def run(arguments: list[str]) -> int:
    set_up(LOCK)
    command = [str(PYTHON), str(ROOT / "deploy" / "serve.py"), *arguments]
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)  # one process less between the terminal and the server
    with subprocess.Popen(command) as server:
        while True:
            # Ctrl-C reaches both; the server closes, and this one waits for it.
            with contextlib.suppress(KeyboardInterrupt):
                return server.wait()


def password(_arguments: list[str]) -> int:
    """Whoever holds the computer gives an account another password; the program may run or not."""
    set_up(LOCK)
    return subprocess.run([PYTHON, ROOT / "manage.py", "password"]).returncode


def test(arguments: list[str]) -> int:
    """SQLite has everything run on it; where PostgreSQL answers, what touches the database runs on it first."""
    set_up(TEST_LOCK)
    command = [PYTHON, "-m", "pytest", *(arguments or ["-n", str(min(4, os.cpu_count() or 1)), "--dist", "loadfile"])]
    with tempfile.TemporaryDirectory(prefix="dix-test-", ignore_cleanup_errors=True) as data:
        environment = {k: v for k, v in os.environ.items() if k not in ("DATABASE_URL", "REDIS_URL", "DIX_HOSTED")}
        environment |= {"DIX_DATA": data, "SECRET_KEY": "for the tests alone, nothing is kept"}
        address = postgres()
        if address:
            print("== PostgreSQL: the tests that touch the database", flush=True)
            second = environment | {"DATABASE_URL": address, "DIX_TEST_ONLY": "database"}
            status = subprocess.run(command, cwd=ROOT, env=second).returncode
            if status:
                return status
        elif "postgres" in os.environ.get("DIX_REQUIRE", ""):
            raise Stop("DIX_REQUIRE asks for PostgreSQL, and none answers (DATABASE_URL_TEST, or the local one).")
        else:
            print("== No PostgreSQL answers here: the tests run on SQLite alone.", flush=True)
        print("== SQLite: all tests", flush=True)
        return subprocess.run(command, cwd=ROOT, env=environment).returncode


def postgres() -> str | None:
    """The address of a PostgreSQL on which this account may create databases, or None."""
    given = os.environ.get("DATABASE_URL_TEST")
    tried = [given] if given else ["postgres:///postgres", "postgres://postgres@127.0.0.1:5432/postgres"]
    probe = "import psycopg, sys; psycopg.connect(sys.argv[1], connect_timeout=3).execute('select 1')"
    for address in tried:
        host = urlsplit(address).hostname
        if host and not reachable(host, urlsplit(address).port or 5432):
            continue
        if subprocess.run([PYTHON, "-c", probe, address], capture_output=True).returncode == 0:
            return address
    return None


def reachable(host: str, port: int) -> bool:
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def lint(_arguments: list[str]) -> int:
    set_up(TEST_LOCK)
    checks = [
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["manage.py", "makemigrations", "--check", "--dry-run"],
        ["-m", "deploy.catalogue", "check"],
    ]
    return max(subprocess.run([PYTHON, *check], cwd=ROOT).returncode for check in checks)


def bench(arguments: list[str]) -> int:
    set_up(TEST_LOCK)
    command = [PYTHON, "-m", "pytest", "tests/benchmarks", "-m", "benchmark", "-s", *arguments]
    return subprocess.run(command, cwd=ROOT).returncode


def wheels(arguments: list[str]) -> int:
    need_python()
    make_environment()
    if len(arguments) != 1:
        raise Stop("Dites où : python3 deploy/bootstrap.py wheels DOSSIER")
    command = [PYTHON, "-m", "pip", "download", "--quiet", "--require-hashes", "-r", LOCK, "-d", arguments[0]]
    status = subprocess.run(command).returncode
    if status == 0:
        shutil.copy(LOCK, arguments[0])
    return status


def main(arguments: list[str]) -> int:
    acts = {"run": run, "password": password, "test": test, "lint": lint, "bench": bench, "wheels": wheels}
    if not arguments or arguments[0] not in acts:
        print(__doc__)
        return 2
    try:
        return acts[arguments[0]](arguments[1:])
    except Stop as stop:
        print(stop, file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
