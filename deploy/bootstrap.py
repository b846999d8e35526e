"""Set up and run the program on a new machine, with Python's standard library alone:

    python3 deploy/bootstrap.py run              everything set up, then the program of the evening
    python3 deploy/bootstrap.py password         a new password for an account of this computer
    python3 deploy/bootstrap.py test [ARGS…]     the quick tests, on SQLite
    python3 deploy/bootstrap.py test-slow [ARGS…]  what test leaves out: PostgreSQL, browsers, real processes, cases alike
    python3 deploy/bootstrap.py test-all [ARGS…]   both
    python3 deploy/bootstrap.py torture [ARGS…]  all tests with large counts, both engines at once (DIX_TORTURE=0.1: a tenth)
    python3 deploy/bootstrap.py lint             the style of the code
    python3 deploy/bootstrap.py bench [ARGS…]    the measurements
    python3 deploy/bootstrap.py guide            the pictures of docs/guide/, taken again in a browser
    python3 deploy/bootstrap.py findings         the surprises of other libraries in findings/, each run anew
    python3 deploy/bootstrap.py wheels FOLDER    what a laptop without Internet needs, put in FOLDER
    python3 deploy/bootstrap.py package [ARGS…]  what is handed out, put in dist/ (docs/packages.md)

Packages come from the network, or from the folder that DIX_WHEELS names (made by ``wheels``, carried on a USB stick).
Each package is checked against the hash in the lock file. The second time nothing is installed again.
"""

import contextlib
import hashlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import venv
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PYTHON = VENV / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
LOCK = ROOT / "requirements.txt"
TEST_LOCK = ROOT / "requirements-test.txt"
OLDEST = (3, 11)
NO_TESTS = 5  # pytest's status where none was left to run
STUCK = 600  # seconds, some times what the longest test takes, after which a test has failed and the others go on
PYTHONS = ("3.11", "3.12", "3.13", "3.14")  # for which every package is to be had ready made


class SetupError(Exception):
    """Setup cannot continue; the message says why and what to do."""


def require_python(version: tuple[int, ...] = sys.version_info[:2]) -> None:
    if tuple(version) < OLDEST:
        raise SetupError(
            f"Il faut Python 3.11 ou plus récent ; celui-ci est {version[0]}.{version[1]}.\n"
            "Installez-le (Debian, Ubuntu : paquet python3 ; Windows, macOS : l’installeur de Python), puis relancez.\n"
            f"Python 3.11 or newer is needed; this one is {version[0]}.{version[1]}."
        )


def make_environment() -> None:
    """Make the folder .venv for the packages; nothing else of this computer is touched."""
    if PYTHON.exists() and answers(PYTHON):
        return
    try:
        import ensurepip  # noqa: F401  Debian and Ubuntu put it in a package of its own
    except ImportError:
        raise SetupError(
            "Il manque le module venv de Python. Sur Debian ou Ubuntu, tapez :\n\n"
            "    sudo apt install python3-venv\n\npuis relancez.\n"
            "Python's venv module is missing: install the package python3-venv, then start again."
        ) from None
    print("Première installation : un dossier .venv est créé…", flush=True)
    venv.create(VENV, with_pip=True, clear=VENV.exists(), symlinks=os.name != "nt")


def answers(python: Path) -> bool:
    """Return whether an interpreter still runs: the one it was made from may have been removed or replaced."""
    try:
        return subprocess.run([python, "-c", ""], capture_output=True).returncode == 0
    except OSError:
        return False


def python(*arguments: str, environment: dict[str, str] | None = None) -> int:
    """Run Python in the environment and return its status."""
    return subprocess.run([PYTHON, *arguments], cwd=ROOT, env=environment).returncode


def fingerprint(lock: Path) -> str:
    """Return the mark of a lock file installed under this Python."""
    return hashlib.sha256(lock.read_bytes() + sys.version.encode()).hexdigest()


def install(lock: Path) -> None:
    """Install exactly what *lock* names, once; the stamp kept beside it says which lock was installed."""
    stamp = VENV / f"installed-{lock.stem}"
    if stamp.exists() and stamp.read_text() == fingerprint(lock):
        return
    print("Installation des paquets, une minute environ…", flush=True)
    options = ["-qq", "--disable-pip-version-check", "--require-hashes", "-r", str(lock), *offline()]
    if python("-m", "pip", "install", *options):
        raise SetupError(
            "Les paquets n’ont pas pu être installés (la raison est au-dessus). Rien d’autre n’a été modifié.\n"
            "Vérifiez la connexion à Internet et relancez ; sans Internet, copiez un dossier de paquets préparé par\n"
            "« python3 deploy/bootstrap.py wheels DOSSIER » et donnez son nom dans DIX_WHEELS.\n"
            "The packages could not be installed: check the network, or set DIX_WHEELS to a folder of wheels."
        )
    stamp.write_text(fingerprint(lock))


def offline() -> list[str]:
    """Return pip's options for packages from a folder."""
    folder = os.environ.get("DIX_WHEELS")
    if not folder:
        return []
    if not Path(folder).is_dir():
        raise SetupError(
            f"DIX_WHEELS nomme un dossier qui n’existe pas : {folder}\nDIX_WHEELS names no folder: {folder}"
        )
    return ["--no-index", "--find-links", str(Path(folder).resolve())]


def set_up(lock: Path) -> None:
    """Prepare everything that a command needs; the second time nothing is done again."""
    require_python()
    make_environment()
    install(lock)


def run(arguments: list[str]) -> int:
    """Run the program of the evening."""
    set_up(LOCK)
    command = [str(PYTHON), str(ROOT / "manage.py"), "serve", *arguments]
    if os.name != "nt":
        sys.stdout.flush()
        os.execv(command[0], command)  # one process less between the terminal and the server
    with subprocess.Popen(command) as server:
        while True:
            # Ctrl-C reaches both; the server closes, and this one waits for it.
            with contextlib.suppress(KeyboardInterrupt):
                return server.wait()


def password(_arguments: list[str]) -> int:
    """Change the password of an account of this computer; the program may run or not."""
    set_up(LOCK)
    return python("manage.py", "password")


def test(arguments: list[str]) -> int:
    """Run the quick tests, on SQLite."""
    status = run_tests(arguments, sqlite="not slow")
    print("== Left out: PostgreSQL, browsers, real processes; make test-all has them too.", flush=True)
    return status


def test_slow(arguments: list[str]) -> int:
    """Run what ``test`` leaves out: on SQLite the slow tests; on PostgreSQL, where one answers, of all what it can change."""
    return run_tests(arguments, sqlite="slow", postgresql="engine")


def test_all(arguments: list[str]) -> int:
    """Run every test."""
    return test(arguments) or test_slow(arguments)


def torture(arguments: list[str]) -> int:
    """Run every test with large counts, on both engines at the same time.

    DIX_TORTURE=0.1 in the environment tries a tenth: whether every part works, and what the whole would take.
    """
    report = ROOT / ".pytest_cache" / "torture.txt"
    report.parent.mkdir(exist_ok=True)
    report.unlink(missing_ok=True)
    os.environ.setdefault("DIX_TORTURE", "1")
    status = run_tests(["--report", str(report), *arguments], sqlite="", postgresql="engine", at_once=True)
    print(f"== What was tried, and what failed: {report}", flush=True)
    return status


def run_tests(arguments: list[str], *, sqlite: str, postgresql: str = "", at_once: bool = False) -> int:
    """Run the tests with the marks *postgresql*, if any, on PostgreSQL, and *sqlite* on SQLite; return the status.

    *at_once*: both at the same time, and two workers more on SQLite, since an hour's soak and hundreds of kills wait.
    """
    set_up(TEST_LOCK)
    # As many workers as cores, and one more for tests that wait: for browsers, processes, hours that pass. A worker that
    # is done takes from others.
    workers = min(4, os.cpu_count() or 1) + (sqlite == "slow")

    def command(engine: str, marks: str, count: int) -> list[str]:
        # A failure of one engine that passes on the other is still tried again with --last-failed.
        options = [f"cache_dir=.pytest_cache/{engine}"]
        if not at_once:
            options += [f"faulthandler_timeout={STUCK}", "faulthandler_exit_on_timeout=true"]
        given = [part for option in options for part in ("-o", option)]
        return ["-m", "pytest", "-m", marks, "-n", str(count), "--dist", "worksteal", *given, *arguments]

    # A hundred Pythons are started: without their compiled files each compiles the whole program anew.
    left = ("DATABASE_URL", "REDIS_URL", "DIX_HOSTED", "PYTHONDONTWRITEBYTECODE")
    with tempfile.TemporaryDirectory(prefix="dix-test-", dir=memory(), ignore_cleanup_errors=True) as folder:
        # The tests’ own PostgreSQL runs as another account, which must get through to its folder; the data are closed
        # to it.
        os.chmod(folder, 0o711)
        environment = {key: value for key, value in os.environ.items() if key not in left}
        environment |= {
            "DIX_DATA": f"{folder}/data",
            "TMPDIR": folder,
            "SECRET_KEY": "for the tests alone, nothing is kept",
        }
        runs = [("SQLite", command("sqlite", sqlite, workers + 2 * at_once), environment)]
        if postgresql and (address := postgres()):
            hosted = environment | {"DATABASE_URL": address, "DIX_DATA": f"{folder}/second"}
            runs.insert(0, ("PostgreSQL", command("postgresql", postgresql, workers), hosted))
        elif postgresql and "postgres" in os.environ.get("DIX_REQUIRE", ""):
            raise SetupError("DIX_REQUIRE asks for PostgreSQL, and none answers (DATABASE_URL_TEST, or the local one).")
        elif postgresql:
            print("== No PostgreSQL answers here: the tests run on SQLite alone.", flush=True)

        def run_on(engine: tuple[str, list[str], dict[str, str]]) -> int:
            title, arguments, given = engine
            print(f"== {title}", flush=True)
            status = python(*arguments, environment=given)
            return 0 if status == NO_TESTS else status

        # At once their lines are mixed; the report tells them apart.
        with ThreadPoolExecutor(2 if at_once else 1) as pool:
            return next(filter(None, list(pool.map(run_on, runs))), 0)


def memory() -> str | None:
    """Return a folder that is kept in memory, where the thousands of small writes of the tests cost nothing, or None."""
    folder = Path("/dev/shm")
    roomy = folder.is_dir() and os.access(folder, os.W_OK) and shutil.disk_usage(folder).free > 2 << 30
    return str(folder) if roomy else None


def postgres() -> str | None:
    """Return the address of a PostgreSQL on which this account may create databases, or None."""
    configured = os.environ.get("DATABASE_URL_TEST")
    candidates = [configured] if configured else ["postgres:///postgres", "postgres://postgres@127.0.0.1:5432/postgres"]
    probe = "import psycopg, sys; psycopg.connect(sys.argv[1], connect_timeout=3).execute('select 1')"
    for address in candidates:
        host = urlsplit(address).hostname
        if host and not reachable(host, urlsplit(address).port or 5432):
            continue
        if subprocess.run([PYTHON, "-c", probe, address], capture_output=True).returncode == 0:
            return address
    return None


def reachable(host: str, port: int) -> bool:
    """Return whether something answers at a port."""
    try:
        socket.create_connection((host, port), timeout=2).close()
    except OSError:
        return False
    return True


def lint(_arguments: list[str]) -> int:
    """Check the style of the code, the migrations and the catalogue."""
    set_up(TEST_LOCK)
    checks = [
        ["-m", "mypy"],
        ["-m", "ruff", "check", "."],
        ["-m", "ruff", "format", "--check", "."],
        ["manage.py", "makemigrations", "--check", "--dry-run"],
        ["-m", "deploy.catalogue", "check"],
    ]

    def run_check(check: list[str]) -> subprocess.CompletedProcess[str]:
        return subprocess.run([PYTHON, *check], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    # mypy takes one core, and longer than all others together.
    status = 0
    with ThreadPoolExecutor(2) as pool:
        for done in pool.map(run_check, checks):
            print(done.stdout, end="", flush=True)
            status = max(status, done.returncode)
    return status


def bench(arguments: list[str]) -> int:
    """Run the measurements."""
    set_up(TEST_LOCK)
    return python("-m", "pytest", "tests/benchmarks", "-o", "python_files=bench_*.py", "-s", *arguments)


def guide(_arguments: list[str]) -> int:
    """Take the pictures of the guide again, while a browser plays the evening of the tests."""
    set_up(TEST_LOCK)
    return python("-m", "pytest", "tests/test_evening.py", environment=os.environ | {"DIX_GUIDE": "1"})


def findings(_arguments: list[str]) -> int:
    """Run every script of findings/; return 1 where one saw something else than it says."""
    failed = []
    for script in sorted((ROOT / "findings").glob("*.sh")):
        print(f"== {script.name}", flush=True)
        if subprocess.run(["bash", script]).returncode:
            failed.append(script.name)
    print(f"== Otherwise than written: {', '.join(failed) or 'none'}")
    return int(bool(failed))


def wheels(arguments: list[str]) -> int:
    """Download what a laptop without Internet needs."""
    require_python()
    make_environment()
    if len(arguments) != 1:
        raise SetupError("Indiquez où : python3 deploy/bootstrap.py wheels DOSSIER")
    folder = Path(arguments[0]).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as place:
        # pip asks this Python whether a line is needed, not the one that is to come: a few more are taken along.
        lock = Path(place) / LOCK.name
        lock.write_text(re.sub(r" ; python_full_version [^\\\n]+", " ", LOCK.read_text()))
        options = ["--quiet", "--require-hashes", "--only-binary=:all:", "-r", str(lock), "-d", str(folder)]
        for version in PYTHONS:
            print(f"Python {version}…", flush=True)
            status = python("-m", "pip", "download", *options, "--python-version", version)
            if status:
                return status
    shutil.copy(LOCK, folder)
    print(f"{folder} : pour Python {PYTHONS[0]} à {PYTHONS[-1]}, sur ce système.")
    return 0


def package(arguments: list[str]) -> int:
    """Build the packages: wheel, Linux folder and .deb; and from the parts named, the Windows and macOS folders."""
    set_up(TEST_LOCK)
    return python("-m", "deploy.packaging.packages", *arguments)


def main(arguments: list[str]) -> int:
    """Run the command that *arguments* name."""
    every = (run, password, test, test_slow, test_all, torture, lint, bench, guide, findings, wheels, package)
    acts = {act.__name__.replace("_", "-"): act for act in every}
    if not arguments or arguments[0] not in acts:
        print(__doc__)
        return 2
    try:
        return acts[arguments[0]](arguments[1:])
    except SetupError as error:
        print(error, file=sys.stderr)
        return 3
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
