"""The package as a stranger gets it: built, installed where nothing else is, and an evening's main acts done with it."""

import base64
import io
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import urllib.error
import urllib.request
import uuid
import venv
import zipfile
from http.cookiejar import CookieJar
from pathlib import Path

import pytest
from openpyxl import Workbook, load_workbook
from packaging.version import Version

import manage
from deploy.packaging import packages
from deploy.version import version
from tests.support.counts import TORTURE
from tests.support.fixtures import PATIENCE, Hall, lacking, wait_for
from tournament import program

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parent.parent.parent
INSTALLED = 100_000_000  # bytes, with the compiled files: docs/decisions/weight.md


def run(*command: object, cwd: Path, env: dict[str, str] | None = None) -> str:
    done = subprocess.run([*map(str, command)], cwd=cwd, env=env, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> Path:
    """Build the wheel from the source distribution, so that both are whole."""
    folder = tmp_path_factory.mktemp("built")
    run(sys.executable, "-m", "hatchling", "build", "-t", "sdist", "-d", folder, cwd=ROOT)
    with tarfile.open(next(folder.glob("*.tar.gz"))) as archive:
        archive.extractall(folder, filter="data")
    source = next(path for path in folder.iterdir() if path.is_dir())
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", folder, cwd=source)
    return next(folder.glob("*.whl"))


class BareMachine:
    """A clone of the repository and an environment in which nothing is installed but pip."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.checkout = folder, folder / "checkout"
        run("git", "clone", "-q", ROOT, self.checkout, cwd=folder)
        self.environment = folder / "venv"
        venv.create(self.environment, with_pip=True, symlinks=True)

    def commit(self, *, drop: str, add: str) -> None:
        """Go on by a commit that takes one page of the guide away and brings another."""
        for page, change in ((drop, Path.unlink), (add, Path.touch)):
            change(self.checkout / f"docs/guide/en/{page}.md")
        who = ["-c", "user.name=Test", "-c", "user.email=test@example.org"]
        run("git", "add", "--all", cwd=self.checkout)
        run("git", *who, "commit", "-q", "--no-verify", "-m", "Another version", cwd=self.checkout)

    def python(self, *arguments: object) -> str:
        """Run the environment's Python in the checkout; skip where it would fetch a package that is not to be had."""
        command = [self.environment / "bin" / "python", *arguments]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "DJANGO_", "DIX_"))}
        kept["PIP_COMPILE"] = "0"  # Django, a dozen times
        done = subprocess.run(
            list(map(str, command)), cwd=self.checkout, env=kept, capture_output=True, text=True, timeout=600
        )
        if "No matching distribution" in done.stderr + done.stdout:
            lacking("packages", f"the packages of a build cannot be fetched here: {done.stderr[-300:]}")
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def installed(self) -> tuple[str, set[str]]:
        """Return the version that pip lists, and the pages of its English guide."""
        (site,) = self.environment.glob("lib/python3*/site-packages")
        listed = json.loads(self.python("-m", "pip", "list", "--format", "json"))
        (found,) = [one["version"] for one in listed if one["name"] == "dix-de-der"]
        return found, {path.stem for path in (site / "dix_de_der/docs/guide/en").iterdir()}


def test_every_documented_way_to_build_works_on_a_bare_machine_and_a_newer_build_replaces_an_older(tmp_path):
    """Each build has an environment of its own, and pip would keep an installed package of the same version."""
    machine = BareMachine(tmp_path)
    pip = ("-m", "pip", "--disable-pip-version-check")
    # The packages that the program needs have their own test, below.
    machine.python(*pip, "install", "-q", "--no-deps", ".")
    first, files = machine.installed()
    assert "player" in files and "later" not in files

    machine.commit(drop="player", add="later")
    machine.python(*pip, "wheel", "-q", "--no-deps", "-w", "dist", ".")
    (wheel,) = (machine.checkout / "dist").glob("*.whl")
    machine.python(*pip, "install", "-q", "--no-deps", "--upgrade", wheel)
    second, files = machine.installed()
    assert Version(second) > Version(first) and wheel.name == f"dix_de_der-{second}-py3-none-any.whl"
    assert "later" in files and "player" not in files, "nothing of the older one is left"

    machine.commit(drop="later", add="latest")
    machine.python(*pip, "install", "-q", "build")
    machine.python("-m", "build", "-o", "built", ".")
    third = {path.name for path in (machine.checkout / "built").iterdir()}
    # It was built from the source distribution, unpacked elsewhere.
    (wheel,) = (machine.checkout / "built").glob("*.whl")
    machine.python(*pip, "install", "-q", "--no-deps", "--upgrade", wheel)
    last, files = machine.installed()
    assert third == {f"dix_de_der-{last}.tar.gz", f"dix_de_der-{last}-py3-none-any.whl"}
    assert Version(last) > Version(second), "also where neither git nor the checkout is there"
    assert "latest" in files and "later" not in files


def installed(wheel: Path, folder: Path) -> Path:
    """Install the wheel with the versions of the lock in an environment of its own; return the command."""
    venv.create(folder, symlinks=True)
    pip = [sys.executable, "-m", "pip", "--python", folder, "install", "-q", "--disable-pip-version-check"]
    lock = folder / "versions.txt"
    pinned = re.findall(r"^[^\s#]+==[^\\\n]+", (ROOT / "requirements.txt").read_text(), re.MULTILINE)
    lock.write_text("\n".join(pinned))
    # Modules that the program never loads need not be compiled.
    done = subprocess.run([*pip, "--no-compile", "-c", lock, wheel], capture_output=True, text=True)
    if done.returncode:
        lacking("packages", f"the packages of the program cannot be fetched here: {done.stderr[-300:]}")
    return folder / "bin" / "dix-de-der"


def unpacked(wheel: Path, folder: Path) -> Path:
    """Build the Linux folder and the .deb, unpack the .deb; return its command."""
    if not shutil.which("dpkg-deb"):
        pytest.skip("dpkg-deb is missing here: no .deb is built.")
    try:
        _archive, package = packages.linux(folder, wheel)
    except packages.PackageError as error:
        lacking("packages", str(error))
    fields = run("dpkg-deb", "--field", package, cwd=folder)
    assert f"Version: {version()}" in fields and "Recommends: avahi-daemon" in fields
    run("dpkg-deb", "--extract", package, "root", cwd=folder)
    root = folder / "root" / "usr"
    for place in ("share/applications/dix-de-der.desktop", "lib/systemd/system/dix-de-der.service"):
        assert (root / place).is_file()
    assert (root / "share/icons/hicolor/scalable/apps/dix-de-der.svg").is_file()
    # Done here as dpkg does it, but for the place: compiled when installed, nothing left over when removed.
    run("dpkg-deb", "--control", package, "control", cwd=folder)
    for script, compiled in (("prerm", False), ("postinst", True)):
        done = (folder / "control" / script).read_text().replace("/usr/lib/", f"{root}/lib/")
        run("sh", "-c", done, cwd=folder)
        assert any(root.rglob("dix_de_der/**/serve*.pyc")) == compiled
    assert sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) < INSTALLED
    return root / "bin" / "dix-de-der"


class InstalledHall(Hall):
    """The installed command, in a home of its own, with nothing of the checkout in reach."""

    def __init__(self, command: Path, home: Path) -> None:
        super().__init__(home / "share" / "dix-de-der")
        self.home = home
        home.mkdir()
        for name in ("DIX_DATA", "PYTHONPATH", "DJANGO_SETTINGS_MODULE"):
            self.env.pop(name, None)
        self.env |= {"HOME": str(home), "XDG_DATA_HOME": str(home / "share"), "DIX_DEMO": "1"}
        self.program, self.folder = [str(command), "serve"], home
        self.output = home / "output.txt"
        self._browser = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(CookieJar()))
        self._token = ""

    def prepare(self) -> None:
        """Begin with nothing, as on the first day."""

    def answer(self, path: str, body: dict | None = None) -> bytes:
        """Ask the API at *path*, by POST where there is a body."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "X-CSRFToken": self._token}
        try:
            with self._browser.open(urllib.request.Request(f"{self.url}/api/v1/{path}", data, headers)) as answer:
                return answer.read()
        except urllib.error.HTTPError as refused:
            raise AssertionError(refused.read().decode()) from None

    def api(self, path: str, body: dict | None = None) -> dict:
        """Return the body of `answer`, read; keep the token of a session for later requests."""
        found = json.loads(self.answer(path, body) or b"{}")
        self._token = found.get("csrf_token", self._token) if isinstance(found, dict) else self._token
        return found


def test_all_lies_under_one_name_and_nothing_else_comes_along(wheel):
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names} == {"dix_de_der", f"dix_de_der-{version()}.dist-info"}
    assert "dix_de_der/deploy/locale/fr/LC_MESSAGES/django.mo" in names
    left_out = re.compile(r"/tests/|\.po$|bootstrap|Dockerfile|compose|\.sqlite3|\.env")
    # docs/guide/en/site.md copies it from the installed package; nothing in it is secret.
    pattern = "dix_de_der/deploy/hosting/dix-de-der.env"
    assert [name for name in names if left_out.search(name)] == [pattern]
    assert "\nSECRET_KEY=\n" in zipfile.ZipFile(wheel).read(pattern).decode()
    needed = zipfile.ZipFile(wheel).read(f"dix_de_der-{version()}.dist-info/METADATA").decode()
    always = [line for line in needed.splitlines() if line.startswith("Requires-Dist") and "extra ==" not in line]
    assert not [line for line in always if re.search("babel|psycopg|sidecar|hatchling", line)]


@pytest.mark.parametrize(
    ("path", "left_out"),
    [
        ("click_repl/core.py", True),
        ("prompt_toolkit-3.0.53.dist-info/METADATA", True),
        ("wcwidth/", True),
        ("lxml/objectify.cpython-311-x86_64-linux-gnu.so", True),
        ("lxml/html/_difflib.cpython-311-x86_64-linux-gnu.so", True),
        ("lxml/etree.pyx", True),
        ("django/contrib/gis/geos/__init__.py", True),
        ("django/conf/locale/fr/LC_MESSAGES/django.po", True),
        ("pillow.libs/libavif-c6062d5f.so.16.4.2", True),
        ("PIL/_avif.cp313-win_amd64.pyd", True),
        ("PIL/.dylibs/libavif.16.4.2.dylib", True),
        ("lxml/etree.cpython-311-x86_64-linux-gnu.so", False),
        ("PIL/AvifImagePlugin.py", False),
        ("PIL/_imaging.cpython-311-x86_64-linux-gnu.so", False),
        ("django/conf/locale/fr/formats.py", False),
        ("django/conf/locale/fr/LC_MESSAGES/django.mo", False),
    ],
)
def test_folders_leave_out_what_the_program_never_loads(path, left_out):
    assert bool(packages.LEFT_OUT.search(path)) == left_out


def test_the_command_said_is_the_one_that_starts_this_folder(tmp_path, monkeypatch):
    entry = tmp_path / "site" / "dix_de_der" / "manage.py"
    monkeypatch.setattr(program, "_ENTRY", entry)
    assert program.starting_command() == "dix-de-der serve"
    (tmp_path / "dix-de-der").touch()
    assert program.starting_command() == "./dix-de-der serve --browser"
    entry.parent.mkdir(parents=True)
    (entry.parent / "Makefile").touch()
    assert program.starting_command() == "make run"


def test_its_help_names_each_of_its_acts(capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["dix-de-der", "--help"])
    manage.main()
    told = capsys.readouterr().out.split("Type ")[0]
    assert [act for act in manage.ACTS if act not in told and not act.startswith("-")] == []


@pytest.mark.parametrize("kind", [installed, *[unpacked] * TORTURE])
def test_what_is_handed_out_runs_an_evening(kind, wheel, tmp_path):
    command = kind(wheel, tmp_path / kind.__name__)
    for word in ("version", "--version"):
        assert run(command, word, cwd=tmp_path) == f"Dix de Der {version()}\n"
    hall = InstalledHall(command, tmp_path / "home")
    try:
        hall.start()
        assert json.loads(hall.get("/readyz")[1])["version"] == version()
        assert f"<dd>{version()}</dd>" in hall.get("/aide/a-propos/")[1].decode()
        hall.api("session/")
        hall.api("welcome/", {"club_name": "Amicale", "name": "Odile", "password": "le roi de coeur est parti"})
        hall.api("session/")
        (demo,) = hall.api("concours/")["results"]
        concours = f"concours/{demo['id']}"
        partie = f"{concours}/parties/{len(hall.api(f'{concours}/parties/')['results'])}/tables"
        table = next(one["table"] for one in hall.api(f"{partie}/")["results"] if not one["sheet"])
        marks = {"NS": {"points": 1010}, "EO": {"points": 934}}
        score = {"kind": "totals", "key": str(uuid.uuid4()), "marks": marks}
        assert hall.api(f"{partie}/{table}/sheets/", score)["sheet"]["state"] == "validated"

        hall.api(f"{concours}/workbooks/", {})
        (made,) = wait_for(lambda: hall.api(f"{concours}/workbooks/")["results"], PATIENCE, "the workbook is made")
        assert len(load_workbook(io.BytesIO(hall.answer(f"{concours}/workbooks/{made['id']}/"))).sheetnames) > 10

        lists = Workbook()
        lists.active.append(["Joueur 1", "Joueur 2"])
        lists.active.append(["Ancel Zélie", "Bastien Yves"])
        content = io.BytesIO()
        lists.save(content)
        coming = {"file": base64.b64encode(content.getvalue()).decode(), "file_name": "liste.xlsx"}
        draft = hall.api(f"{concours}/imports/", coming)
        assert hall.api(f"{concours}/imports/{draft['id']}/confirm/", {"seen": draft["seen"]})["count"] == 1
        assert hall.stop() == 0
        assert "Traceback" not in hall.output.read_text()
        assert (hall.data / "dix.sqlite3").exists()
        assert "lignes" in run(command, "check", cwd=tmp_path, env=hall.env)
        copy = run(command, "backup", tmp_path, cwd=tmp_path, env=hall.env)
        assert re.search(r"dix-de-der-[\d-]+\.sqlite3", copy)
    finally:
        hall.end()


def test_every_account_can_read_a_package_whatever_the_umask_of_who_builds_it(tmp_path):
    if not shutil.which("dpkg-deb"):
        lacking("dpkg", "A .deb is built on Debian alone.")
    before = os.umask(0o077)
    try:
        folder = tmp_path / "folder"
        folder.mkdir()
        packages.starter(folder, "dix-de-der", python="3.11")
        package = packages.debian(tmp_path / "dist", folder, "x86_64", "3.11")
        assert os.umask(0o077) == 0o077, "as it was"
    finally:
        os.umask(before)
    listed = subprocess.run(["dpkg-deb", "--contents", package], capture_output=True, text=True, check=True).stdout
    modes = {line.split()[-1]: line.split()[0] for line in listed.splitlines()}
    assert modes["./usr/bin/dix-de-der"] == "-rwxr-xr-x"
    assert all(mode[7] == "r" for path, mode in modes.items() if "/dix-de-der/" not in path), modes


def test_the_file_to_click_on_windows_has_the_ends_of_lines_of_windows(tmp_path):
    packages.starter(tmp_path, "Dix de Der.cmd", python="3.13")
    content = (tmp_path / "Dix de Der.cmd").read_bytes()
    assert content.count(b"\r\n") == content.count(b"\n") > 10
    assert content.decode("utf-8").splitlines()[1] == "chcp 65001 >nul", "before the first accent"


@pytest.mark.skipif(not TORTURE, reason="the Windows folder is built in `make torture`")
def test_the_windows_folder_holds_python_the_packages_and_a_file_to_click(wheel, tmp_path):
    """Only the layout is tried; what stands in for Python's own zip has its names."""
    python = tmp_path / "python-3.13.1-embed-amd64.zip"
    with zipfile.ZipFile(python, "w") as archive:
        for name in ("python.exe", "python313.dll", "python313._pth", "python313.zip"):
            archive.writestr(name, name)
    try:
        (made,) = packages.windows(tmp_path, wheel, python)
    except packages.PackageError as error:
        lacking("packages", str(error))
    names = zipfile.ZipFile(made).namelist()
    assert {name.split("/")[0] for name in names} == {"Dix de Der"}
    assert {"Dix de Der/Dix de Der.cmd", "Dix de Der/python/python.exe", "Dix de Der/LISEZ-MOI.txt"} <= set(names)
    assert "Dix de Der/site/dix_de_der/manage.py" in names
    assert any(name.endswith(".cp313-win_amd64.pyd") for name in names), "compiled for that system"
    assert not any(name.endswith(".so") for name in names)
    assert "Dix de Der/site/tzdata/zoneinfo/Europe/Paris" in names, "Windows has no table of time zones"
    with pytest.raises(packages.PackageError, match="not the embeddable"):
        packages.windows(tmp_path, wheel, made)
