"""Build the packages in dist/: the wheel, and folders that need no installation (docs/packages.md).

    make package                                            wheel, source distribution, Linux folder, .deb
    python3 deploy/bootstrap.py package windows PYTHON.zip  the Windows folder around Python's own embeddable zip
    python3 deploy/bootstrap.py package macos [3.13 arm64]  the macOS folder for one version of Python

A folder holds the packages of the lock, fetched by hash for the system it is for, whichever system builds it.
"""

import contextlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from deploy.version import version

ROOT = Path(__file__).resolve().parents[2]
STARTERS = ROOT / "deploy" / "packaging" / "starters"
# Sentences of Django in languages that no page of ours speaks, what only developers of a package use, maps, the shell
# of Celery's own command, and of lxml and Pillow what neither a workbook nor a photo needs.
LEFT_OUT = re.compile(
    r"/locale/(?!fr/|en/|__init__)[^/]+/|(^|/)(tests|__pycache__)/|\.(pyi|po)$|^django/contrib/gis/"
    r"|^(click_repl|prompt_toolkit|wcwidth)[-/]"
    r"|^lxml/(includes/|html/|isoschematron/|objectify)|^lxml/.*\.p(yx|x[di])$"
    r"|^(PIL|pillow\.libs)/(.*/)?(_avif|libavif)[.-]"
)
_LINE = re.compile(
    r"^(?P<pin>(?P<name>[\w.-]+)==[^\s;]+)(?: ; (?P<marker>[^\\\n]+?))? *\\\n(?P<hashes>(?:    .*\n?)+)", re.M
)


class PackageError(Exception):
    """A package cannot be built; the text says why."""


@contextlib.contextmanager
def _readable_by_everybody() -> Iterator[None]:
    """Make what is written meanwhile readable for every account, whatever the umask: root installs it, another one runs it."""
    before = os.umask(0o022)
    try:
        yield
    finally:
        os.umask(before)


def needed(name: str = "dix-de-der") -> set[str]:
    """Return the names of all packages that the program needs on a laptop, those that only some systems need included."""
    wanted = [Requirement(line) for line in _requirements(name)]
    found: set[str] = set()
    while wanted:
        requirement = wanted.pop()
        key = canonicalize_name(requirement.name)
        if key in found:
            continue
        found.add(key)
        lines = _requirements(key)
        wanted += [one for one in map(Requirement, lines) if _may_apply(one.marker, requirement.extras)]
    return found


def _requirements(name: str) -> list[str]:
    if name == "dix-de-der":
        import tomllib

        return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["dependencies"]
    try:
        return metadata.requires(name) or []
    except metadata.PackageNotFoundError:
        return []  # of another system alone; the lock names what it needs beside it


def _may_apply(marker: Marker | None, extras: set[str]) -> bool:
    """Return whether a requirement is one without extras, or of one of *extras*; for which system is not asked here."""
    if marker is None:
        return True
    return "extra" not in str(marker) or any(marker.evaluate({"extra": extra}) for extra in extras)


def lock_for(target: dict[str, str]) -> str:
    """Return the lines of the lock, with their hashes, that a laptop with the markers *target* installs."""
    names = needed()
    lines = []
    for line in _LINE.finditer((ROOT / "requirements.txt").read_text()):
        applies = not line["marker"] or Marker(line["marker"]).evaluate(dict(target))
        if applies and canonicalize_name(line["name"]) in names:
            lines.append(f"{line['pin']} \\\n{line['hashes']}")
    return "".join(lines)


def fill(site: Path, wheel: Path, python: str, platforms: list[str], target: dict[str, str]) -> None:
    """Unpack the wheel and the packages it needs into *site*, for one version of Python on one system.

    Raises PackageError where a package is not to be had ready made.
    """
    with tempfile.TemporaryDirectory() as place:
        lock = Path(place) / "lock.txt"
        lock.write_text(lock_for({"python_version": python, "python_full_version": f"{python}.9", **target}))
        where = [part for name in platforms for part in ("--platform", name)]
        options = ["--quiet", "--disable-pip-version-check", "--no-deps", "--no-compile", "--target", str(site)]
        pip = [
            sys.executable,
            "-m",
            "pip",
            "install",
            *options,
            "--only-binary=:all:",
            "--python-version",
            python,
            *where,
        ]
        for what in (["--require-hashes", "-r", str(lock)], [str(wheel)]):
            if subprocess.run([*pip, *what], stdout=subprocess.DEVNULL).returncode:
                raise PackageError(f"A package for Python {python} on {platforms[-1]} could not be fetched.")
    shutil.rmtree(site / "bin", ignore_errors=True)
    for path in sorted(site.rglob("*"), reverse=True):
        inside = path.relative_to(site).as_posix() + ("/" if path.is_dir() else "")
        if LEFT_OUT.search(inside):
            shutil.rmtree(path) if path.is_dir() else path.unlink()


def build(folder: Path) -> Path:
    """Build the source distribution and the wheel in *folder*; return the wheel."""
    subprocess.run([sys.executable, "-m", "hatchling", "build", "-d", str(folder)], cwd=ROOT, check=True)
    return folder / f"dix_de_der-{version()}-py3-none-any.whl"


def starter(folder: Path, *names: str, python: str) -> None:
    """Put the files *names* that start the program into *folder*, and which Python its packages are for."""
    for name in (*names, "LISEZ-MOI.txt"):
        shutil.copy(STARTERS / name, folder / name)
        if name.endswith(".cmd"):  # Windows may lose its place in one whose lines end as Linux ends them
            (folder / name).write_text((STARTERS / name).read_text("utf-8"), "utf-8", newline="\r\n")
    (folder / "python-version.txt").write_text(python + "\n")


@_readable_by_everybody()
def linux(dist: Path, wheel: Path) -> list[Path]:
    """Build a folder as .tar.xz and a .deb for this computer's system and version of Python."""
    python = f"{sys.version_info.major}.{sys.version_info.minor}"
    machine = platform.machine()
    levels = [f"manylinux_2_{minor}_{machine}" for minor in (28, 17, 12, 5)] + [f"manylinux2014_{machine}"]
    name = f"dix-de-der-{version()}-linux-{machine}-python{python}"
    folder = _empty(dist / name)
    target = {"sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": machine}
    fill(folder / "site", wheel, python, levels, target)
    starter(folder, "dix-de-der", python=python)
    archive = dist / f"{name}.tar.xz"
    with tarfile.open(archive, "w:xz", preset=1) as file:
        file.add(folder, arcname=name)
    return [archive, debian(dist, folder, machine, python)]


@_readable_by_everybody()
def debian(dist: Path, folder: Path, machine: str, python: str) -> Path:
    """Build a .deb of the Linux *folder*, with its menu entry, its icon and a service that is not switched on."""
    root = _empty(dist / "deb")
    lib = root / "usr" / "lib" / "dix-de-der"
    shutil.copytree(folder, lib)
    for source, place, mode in (
        (lib / "dix-de-der", "usr/bin/dix-de-der", 0o755),
        (STARTERS / "dix-de-der.desktop", "usr/share/applications/dix-de-der.desktop", 0o644),
        (STARTERS / "dix-de-der.service", "usr/lib/systemd/system/dix-de-der.service", 0o644),
        (ROOT / "tournament/static/tournament/icon.svg", "usr/share/icons/hicolor/scalable/apps/dix-de-der.svg", 0o644),
    ):
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(source, root / place)
        (root / place).chmod(mode)
    (lib / "dix-de-der").unlink()
    architecture = {"x86_64": "amd64", "aarch64": "arm64"}.get(machine, machine)
    major, minor = map(int, python.split("."))
    size = sum(path.stat().st_size for path in root.rglob("*") if path.is_file()) // 1024
    (root / "DEBIAN").mkdir()
    (root / "DEBIAN" / "control").write_text(
        f"Package: dix-de-der\nVersion: {version()}\nArchitecture: {architecture}\nMaintainer: Dix de Der <dix@localhost>\n"
        f"Installed-Size: {size}\nDepends: python3 (>= {python}), python3 (<< {major}.{minor + 1})\n"
        "Recommends: avahi-daemon\nSection: games\nPriority: optional\n"
        "Description: manager of belote tournaments\n From the door to the prizes, on one laptop, without Internet.\n"
    )
    # The account that runs it may not write there: without compiled files each start would compile the program anew.
    installed = f"/{lib.relative_to(root)}"
    for name, line in (
        ("postinst", f"python3 -m compileall -q {installed} || true"),
        ("prerm", f"find {installed} -name __pycache__ -prune -exec rm -r {{}} +"),
    ):
        (root / "DEBIAN" / name).write_text(f"#!/bin/sh\nset -e\n{line}\n")
        (root / "DEBIAN" / name).chmod(0o755)
    package = dist / f"dix-de-der_{version()}_{architecture}.deb"
    subprocess.run(["dpkg-deb", "--root-owner-group", "-Zxz", "-z1", "--build", str(root), str(package)], check=True)
    shutil.rmtree(root)
    return package


@_readable_by_everybody()
def windows(dist: Path, wheel: Path, embeddable: Path) -> list[Path]:
    """Build the Windows folder around Python's embeddable zip, whose version it reads from the zip; not tried on Windows."""
    folder = _empty(dist / "Dix de Der")
    with zipfile.ZipFile(embeddable) as archive:
        inside = re.search(r"^python3(\d+)\._pth$", "\n".join(archive.namelist()), re.M)
        if not inside:
            raise PackageError(f"{embeddable} is not the embeddable package of Python for Windows.")
        archive.extractall(folder / "python")
    python = f"3.{inside[1]}"
    machine = "win_arm64" if "arm64" in embeddable.name else "win_amd64"
    target = {"sys_platform": "win32", "platform_system": "Windows", "os_name": "nt", "platform_machine": "AMD64"}
    fill(folder / "site", wheel, python, [machine], target)
    starter(folder, "Dix de Der.cmd", python=python)
    archive_path = shutil.make_archive(
        str(dist / f"dix-de-der-{version()}-{machine.replace('_', '-')}"), "zip", dist, folder.name
    )
    return [Path(archive_path)]


@_readable_by_everybody()
def macos(dist: Path, wheel: Path, python: str = "3.13", machine: str = "arm64") -> list[Path]:
    """Build the macOS folder for one version of Python and one kind of processor; not tried on macOS."""
    name = f"dix-de-der-{version()}-macos-{machine}-python{python}"
    folder = _empty(dist / name)
    lowest = range(11, 16) if machine == "arm64" else range(10, 16)
    levels = [
        f"macosx_{major}_{13 if major == 10 else 0}_{kind}" for major in lowest for kind in (machine, "universal2")
    ]
    target = {"sys_platform": "darwin", "platform_system": "Darwin", "os_name": "posix", "platform_machine": machine}
    fill(folder / "site", wheel, python, levels, target)
    starter(folder, "Dix de Der.command", python=python)
    archive = dist / f"{name}.tar.gz"
    with tarfile.open(archive, "w:gz") as file:
        file.add(folder, arcname=name)
    return [archive]


def _empty(folder: Path) -> Path:
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def main(arguments: list[str], dist: Path = ROOT / "dist") -> int:
    """Build what *arguments* name, Linux's without any; print the files."""
    dist.mkdir(exist_ok=True)
    wheel = build(dist)
    made = [wheel]
    try:
        match arguments:
            case []:
                made += linux(dist, wheel)
            case ["windows", embeddable]:
                made += windows(dist, wheel, Path(embeddable))
            case ["macos", *chosen] if len(chosen) <= 2:
                made += macos(dist, wheel, *chosen)
            case _:
                print(__doc__)
                return 2
    except PackageError as error:
        print(error, file=sys.stderr)
        return 1
    for path in made:
        print(f"{path}  {path.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
