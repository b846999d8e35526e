"""The one command: what it refuses, what it installs, and that the second time it installs nothing."""

import os
import shutil
import socket
import subprocess
import sys
import types
from pathlib import Path

import pytest

from deploy import bootstrap
from tests.support.fixtures import hear_ctrl_c

ROOT = Path(__file__).resolve().parent.parent.parent


def test_an_old_python_is_told_what_to_install():
    with pytest.raises(bootstrap.SetupError, match="Il faut Python 3.11 ou plus récent\u202f; celui-ci est 3.9"):
        bootstrap.require_python((3, 9))
    bootstrap.require_python((3, 11))
    bootstrap.require_python((3, 14))


def test_it_needs_the_standard_library_alone():
    """It runs before anything is installed, on a Python that isolates it from what is."""
    done = subprocess.run(
        [sys.executable, "-I", "-S", ROOT / "deploy" / "bootstrap.py"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert "deploy/bootstrap.py run" in done.stdout


def test_without_venv_it_names_the_package(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "PYTHON", tmp_path / "python")
    monkeypatch.setitem(sys.modules, "ensurepip", None)
    with pytest.raises(bootstrap.SetupError, match="sudo apt install python3-venv"):
        bootstrap.make_environment()


def test_a_broken_environment_is_seen(tmp_path):
    assert bootstrap.answers(Path(sys.executable))
    assert not bootstrap.answers(tmp_path / "gone")
    removed = tmp_path / "python"
    removed.symlink_to(tmp_path / "python3.9-of-last-year")
    assert not bootstrap.answers(removed)


def test_the_packages_are_installed_once_for_a_lock(monkeypatch, tmp_path):
    calls = []
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(
        bootstrap.subprocess, "run", lambda command, **_: calls.append(command) or types.SimpleNamespace(returncode=0)
    )
    lock = tmp_path / "requirements.txt"
    lock.write_text("a==1\n")
    bootstrap.install(lock)
    bootstrap.install(lock)
    assert len(calls) == 1
    assert "--require-hashes" in calls[0]
    lock.write_text("a==2\n")
    bootstrap.install(lock)
    assert len(calls) == 2


def test_a_failed_installation_is_tried_again_next_time(monkeypatch, tmp_path):
    monkeypatch.setattr(bootstrap, "VENV", tmp_path)
    monkeypatch.setattr(bootstrap.subprocess, "run", lambda command, **_: types.SimpleNamespace(returncode=1))
    lock = tmp_path / "requirements.txt"
    lock.write_text("a==1\n")
    for _i in range(2):
        with pytest.raises(bootstrap.SetupError, match="DIX_WHEELS"):
            bootstrap.install(lock)


def test_a_folder_of_wheels_replaces_the_network(monkeypatch, tmp_path):
    monkeypatch.setenv("DIX_WHEELS", str(tmp_path))
    assert bootstrap.offline() == ["--no-index", "--find-links", str(tmp_path)]
    monkeypatch.setenv("DIX_WHEELS", str(tmp_path / "nowhere"))
    with pytest.raises(bootstrap.SetupError, match="n’existe pas"):
        bootstrap.offline()
    monkeypatch.delenv("DIX_WHEELS")
    assert bootstrap.offline() == []


def test_the_makefile_only_calls_it():
    recipes = [line.strip() for line in (ROOT / "Makefile").read_text().splitlines() if line.startswith("\t")]
    acts = (
        "run",
        "password",
        "test",
        "test-all",
        "torture",
        "lint",
        "package",
        "bench",
        "guide",
        "findings",
    )
    assert recipes == [f"@python3 deploy/bootstrap.py {act}" for act in acts]


@pytest.fixture
def runs(monkeypatch):
    """The runs of pytest, which are not run: marks, address of the database, where failures are noted; all fail."""
    made = []

    def note(*command: str, environment: dict[str, str]) -> int:
        cache = next(part for part in command if part.startswith("cache_dir="))
        made.append((command[command.index("-m", 1) + 1], environment.get("DATABASE_URL"), cache))
        return 1

    monkeypatch.setattr(bootstrap, "set_up", lambda lock: None)
    monkeypatch.setattr(bootstrap, "postgres", lambda: "postgres:///postgres")
    monkeypatch.setattr(bootstrap, "python", note)
    return made


def test_both_runs_together_are_every_test(runs):
    """The quick ones on SQLite before a commit; PostgreSQL with the slow ones, quick tests of it too."""
    assert bootstrap.test([]) == 1
    assert [run[:2] for run in runs] == [("not slow", None)]
    assert bootstrap.test_slow([]) == 1
    assert [run[:2] for run in runs[1:]] == [("engine", "postgres:///postgres"), ("slow", None)]


def test_a_postgresql_that_was_promised_and_does_not_answer_is_a_failure(runs, monkeypatch):
    monkeypatch.setattr(bootstrap, "postgres", lambda: None)
    monkeypatch.setenv("DIX_REQUIRE", "chromium,postgres")
    with pytest.raises(bootstrap.SetupError, match="DIX_REQUIRE asks for PostgreSQL"):
        bootstrap.test_slow([])
    assert not runs
    monkeypatch.delenv("DIX_REQUIRE")
    bootstrap.test_slow([])
    assert [run[:2] for run in runs] == [("slow", None)]


def test_a_failure_of_one_engine_is_tried_again_on_it(runs):
    """`--last-failed` on SQLite, where it passed, would else take a failure of PostgreSQL for mended."""
    bootstrap.test_slow([])
    assert len({cache for _marks, _address, cache in runs}) == 2


@pytest.mark.slow
def test_every_measurement_is_found(monkeypatch, capfd):
    monkeypatch.setattr(bootstrap, "set_up", lambda lock: None)
    assert bootstrap.bench(["--collect-only", "-q", "-p", "no:cacheprovider"]) == 0
    found = capfd.readouterr().out
    files = [
        path for path in (ROOT / "tests/benchmarks").glob("bench_*.py") if "\ndef test_" in path.read_text("utf-8")
    ]
    assert [path.name for path in files if path.name not in found] == []


@pytest.mark.slow
def test_a_test_that_never_ends_has_failed_and_the_others_go_on(monkeypatch, tmp_path):
    (tmp_path / "pytest.ini").write_text("[pytest]\n")
    (tmp_path / "test_it.py").write_text(
        "import os, pytest, time\n"
        "@pytest.mark.parametrize('number', range(6))\n"
        "def test_it(number):\n"
        "    open(f'tried-{number}', 'a').close()\n"
        "    time.sleep(3600 * (number == 2 and not os.path.exists('mended')))\n"
    )
    monkeypatch.setattr(bootstrap, "set_up", lambda lock: None)
    monkeypatch.setattr(bootstrap, "postgres", lambda: None)
    monkeypatch.setattr(bootstrap, "PYTHON", sys.executable)
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)
    monkeypatch.setattr(bootstrap, "STUCK", 2)
    monkeypatch.delenv("DIX_REQUIRE", raising=False)
    # Each of its processes would else load the plugins of our own tests too, which took most of the time.
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    alone = ["-p", "xdist.plugin"]
    assert bootstrap.run_tests(alone, sqlite="not slow") == 1
    tried = [tmp_path / f"tried-{number}" for number in range(6)]
    assert all(one.exists() for one in tried)
    (tmp_path / "mended").touch()
    for one in tried:
        one.unlink()
    assert bootstrap.run_tests([*alone, "--last-failed"], sqlite="not slow") == 0
    assert [one.exists() for one in tried] == [False, False, True, False, False, False]


@pytest.mark.slow
def test_from_an_empty_folder_to_pages_and_back(tmp_path, monkeypatch):
    """Do as a club does: a copy of the program, one command, the pages, Ctrl-C. The packages are those at hand."""
    copy = tmp_path / "dix de der"  # with blanks, as folders have
    tracked = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    ).stdout.splitlines()
    if not tracked:
        pytest.skip("This is no git checkout: there is no list of the files to copy.")
    for name in tracked:
        if (ROOT / name).exists():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    # An environment that is there already and has the stamp of its lock is used as it is.
    (copy / ".venv" / "bin").mkdir(parents=True)
    (copy / ".venv" / "bin" / "python").symlink_to(sys.executable)
    (copy / ".venv" / "pyvenv.cfg").write_text((Path(sys.prefix) / "pyvenv.cfg").read_text())
    (copy / ".venv" / "lib").symlink_to(Path(sys.prefix) / "lib")
    (copy / ".venv" / "installed-requirements").write_text(bootstrap.fingerprint(ROOT / "requirements.txt"))
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = str(probe.getsockname()[1])
    kept = {k: v for k, v in os.environ.items() if k not in ("DIX_DATA", "DATABASE_URL", "DIX_DEMO", "SECRET_KEY")}
    for start in range(2):
        program = subprocess.Popen(
            ["make", "run"] if shutil.which("make") else [sys.executable, "deploy/bootstrap.py", "run"],
            cwd=copy,
            env=kept | {"DIX_PORT": port, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(tmp_path / "share")},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
            preexec_fn=hear_ctrl_c,
        )
        said = []
        for line in program.stdout:
            said.append(line)
            if "Pour arrêter" in line:
                break
        text = "".join(said)
        assert f"http://localhost:{port}/" in text, text
        assert ("concours en milieu de soirée" in text) is (start == 0), text
        os.killpg(program.pid, 2)  # Ctrl-C in a terminal goes to every process of it
        rest = program.communicate(timeout=90)[0]
        assert "est fermé" in rest, rest
        assert "Traceback" not in text + rest, text + rest
    assert (tmp_path / "share" / "dix-de-der" / "dix.sqlite3").exists() and not (copy / ".data").exists()
    assert not any(p.stat().st_size for p in tmp_path.rglob("*.sqlite3-wal")), "the journal is folded into the file"
