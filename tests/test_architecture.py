"""The arrows between packages and between subjects, read from every import, those in function bodies too."""

import ast
import re
import subprocess
import sys
import tomllib
from collections import defaultdict
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ("rules", "tournament", "scoring", "deploy")
# The subjects of a package in their one order: the domain of each imports only what stands to its left.
SUBJECTS = {
    "tournament": (
        "tirages",
        "finals",
        "jobs",
        "journal",
        "clubs",
        "concours",
        "prizes",
        "tokens",
        "people",
        "ledger",
        "qualification",
        "registration",
        "rounds",
        "entries",
    ),
    "scoring": (
        "access",
        "ranking",
        "sheets",
        "history",
        "standings",
        "prizes",
        "corrections",
        "rulebook",
        "referee",
        "clock",
        "planner",
        "phones",
        "rounds",
        "evening",
        "seasons",
        "qualification",
        "till",
        "undo",
        "public",
        "workbook",
        "webhooks",
        "people",
        "transfer",
        "copies",
        "entries",
        "calendar",
        "guide",
    ),
}
# The face of a subject may ask the domain of any other; a face imports another one only where it stands further left.
FACE = {"inputs", "forms", "views", "api", "serializers", "urls", "api_urls", "templatetags", "admin", "management"}
# The effects of a correction are shown by every page and act that may correct, also those of subjects further left.
SHARED_FACES = {"scoring.corrections.views", "scoring.corrections.api", "scoring.corrections.inputs"}
# Modules that nobody inside a subject imports, since they join all of them.
COLLECTIONS = {"tournament.models", "scoring.models"}
PURE = ("rules", "tournament/tirages", "tournament/finals", "scoring/ranking")
PURE_FILES = (
    "scoring/standings/tree.py",
    "scoring/qualification/calls.py",
    "scoring/seasons/outlook.py",
    "scoring/seasons/scales.py",
    "scoring/seasons/table.py",
    "scoring/clock/pace.py",
    "scoring/prizes/attribution.py",
    "scoring/sheets/lifecycle.py",
    "scoring/sheets/table_scores.py",
    "scoring/transfer/reader.py",
)
SOURCES = sorted(p for package in PACKAGES for p in (ROOT / package).rglob("*.py") if "migrations" not in p.parts)


def module_of(path: Path) -> str:
    """Return the dotted name of a file: a/b/__init__.py is a.b."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


class Written(NamedTuple):
    """The part of a file that these tests ask for."""

    imports: tuple[ast.Import | ast.ImportFrom, ...]
    classes: tuple[str, ...]  # of the module itself


@cache
def written(path: Path) -> Written:
    """Parse a file once for all tests: to parse every file takes over a second."""
    tree = ast.parse(path.read_text("utf-8"))
    imports = tuple(node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom))
    return Written(imports, tuple(node.name for node in tree.body if isinstance(node, ast.ClassDef)))


@cache
def imports(path: Path) -> frozenset[str]:
    """Return every name this file imports, in full: ``from .. import x`` in a/b/c.py is ``a.x``."""
    names = set()
    package = path.relative_to(ROOT).with_suffix("").parts[:-1]
    for node in written(path).imports:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            names |= {f"{base}.{alias.name}" for alias in node.names} | {base}
    return frozenset(names - {""})


def modules_imported(path: Path, modules: dict[str, Path]) -> set[str]:
    """Return our modules that this file imports: for ``from a import b`` that is a.b where b is a module, else a."""
    names = set()
    for node in written(path).imports:
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            full = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if name in modules else node.module for name in full}
    return names & modules.keys()


def subject_of(module: str) -> tuple[str, int] | None:
    """Return (package, place of the subject in its order); None for what belongs to no subject."""
    package, _, rest = module.partition(".")
    subject = rest.partition(".")[0]
    if package in SUBJECTS and subject in SUBJECTS[package]:
        return package, SUBJECTS[package].index(subject)
    return None


def is_face(module: str) -> bool:
    """Return whether *module* is what people and programs meet: a form, a page, an address, a tag."""
    return any(part in FACE for part in module.split(".")[1:])


def wrong_arrow(module: str, target: str) -> str | None:
    """Return why *module* may not import *target*; None where it may."""
    own, other = subject_of(module), subject_of(target)
    if own is None:
        return None
    if target in COLLECTIONS:
        return "import a model from its subject"
    if is_face(target) and not is_face(module):
        return "a domain knows no face"
    if other is None or other[0] != own[0] or other[1] == own[1]:
        return None
    if not is_face(module):
        return "its subject stands further right" if other[1] > own[1] else None
    if is_face(target) and other[1] > own[1] and target not in SHARED_FACES:
        return "a face of a subject further right"
    return None


def test_relative_imports_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "tournament" / "tirages" / "sort.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "from . import common\nfrom ..models import Team\nfrom ...deploy import settings\nimport scoring.views"
    )
    assert imports(file) >= {"tournament.tirages.common", "tournament.models.Team", "deploy.settings", "scoring.views"}


def test_a_package_imports_only_what_stands_to_its_left():
    wrong = []
    for path in SOURCES:
        package = path.relative_to(ROOT).parts[0]
        right = {*PACKAGES[PACKAGES.index(package) + 1 :], "tests"}
        known = sorted(name for name in imports(path) if name.split(".")[0] in right)
        wrong += [f"{path.relative_to(ROOT)}: {package} must not know {name}" for name in known]
    assert not wrong, "\n".join(wrong)


def test_subjects_import_only_what_the_table_allows():
    modules = {module_of(path): path for path in SOURCES}
    wrong = {
        f"{module} → {target}: {why}"
        for module, path in modules.items()
        for target in modules_imported(path, modules)
        if (why := wrong_arrow(module, target))
    }
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize(
    ("module", "target", "allowed"),
    [
        ("tournament.finals.words", "tournament.concours.models", False),
        ("tournament.concours.models", "tournament.finals.words", True),
        ("scoring.sheets.entry", "scoring.sheets.views.entry", False),
        ("scoring.sheets.entry", "scoring.models", False),
        ("scoring.sheets.views.entry", "scoring.evening.selectors", True),
        ("scoring.sheets.views.entry", "scoring.referee.views", False),
        ("scoring.referee.views", "scoring.sheets.views.entry", True),
        ("tournament.journal.services", "tournament.concours.models", False),
    ],
)
def test_the_table_of_arrows_says_what_it_should(module, target, allowed):
    assert (wrong_arrow(module, target) is None) is allowed


def test_no_form_imports_an_api():
    """Both take their limits from the inputs of their subject; what makes serializers of those is shared."""
    modules = {module_of(path): path for path in SOURCES}
    wrong = {
        f"{module} → {target}"
        for module, path in modules.items()
        if "forms" in module.split(".") and subject_of(module)
        for target in modules_imported(path, modules)
        if "api" in target.split(".") and subject_of(target)
    }
    assert wrong == set()


def test_every_folder_of_a_package_is_a_subject_of_the_table():
    others = {"migrations", "management", "static", "templatetags", "__pycache__", "api", "inputs"}
    for package, subjects in SUBJECTS.items():
        folders = {path.name for path in (ROOT / package).iterdir() if path.is_dir()}
        missing, gone = sorted(folders - others - set(subjects)), sorted(set(subjects) - folders)
        assert not missing, f"put these folders into SUBJECTS, right of all that their domain imports: {missing}"
        assert not gone, f"these subjects have no folder any more: {gone}"


def circle(arrows: dict[str, set[str]]) -> list[str]:
    """Return the names of one circle of *arrows*, however long; none where there is none.

    >>> circle({"a": {"b"}, "b": {"c"}, "c": {"a"}, "d": {"a"}}), circle({"a": {"b"}, "b": set()})
    (['a', 'b', 'c'], [])
    """
    try:
        tuple(TopologicalSorter({name: others - {name} for name, others in arrows.items()}).static_order())
    except CycleError as error:
        return sorted(set(error.args[1]))
    return []


def test_no_files_import_each_other_in_a_circle():
    modules = {module_of(path): path for path in SOURCES}
    assert circle({module: modules_imported(path, modules) for module, path in modules.items()}) == []


def subject_of_template(name: str) -> tuple[int, int]:
    """Return the place of the package and of the subject whose template it is; those of no subject come first."""
    package, _, rest = name.partition("/")
    if package not in SUBJECTS:
        return 0, -1
    subject = rest.partition("/")[0]
    order = SUBJECTS[package]
    return PACKAGES.index(package), order.index(subject) if subject in order else -1


def test_a_template_takes_in_only_those_of_its_subject_and_of_subjects_further_left():
    """Templates that several subjects show stand above their folders: ``scoring/_ruling.html``, ``_field.html``."""
    folder = ROOT / "templates"
    taken = re.compile(r'{% *(?:include|extends) "([^"]+)"')
    wrong = {
        f"{name} → {other}"
        for path in folder.rglob("*.html")
        for name in [str(path.relative_to(folder))]
        for other in taken.findall(path.read_text("utf-8"))
        if name.startswith(tuple(SUBJECTS)) and subject_of_template(other) > subject_of_template(name)
    }
    assert not wrong, "\n".join(sorted(wrong))


def test_a_subject_shows_its_own_templates():
    named = re.compile(r'"((?:tournament|scoring)/(\w+)/\w+\.html)"')
    wrong = {
        f"{path.relative_to(ROOT)} → {template}"
        for path in SOURCES
        for template, subject in named.findall(path.read_text("utf-8"))
        if path.relative_to(ROOT).parts[:2] != (template.partition("/")[0], subject)
    }
    assert not wrong, "\n".join(sorted(wrong))


def impure_imports(path: Path) -> set[str]:
    """Return what this file imports beside Python and the pure packages and files."""
    pure = tuple(name.removesuffix(".py").replace("/", ".") for name in (*PURE, *PURE_FILES))
    names = {name for name in imports(path) if name.split(".")[0] not in sys.stdlib_module_names}
    return {name for name in names if not f"{name}.".startswith(tuple(f"{one}." for one in pure))}


def test_the_name_of_a_class_means_one_thing():
    homes: dict[str, list[str]] = defaultdict(list)
    for path in SOURCES:
        if "management" not in path.parts:  # Django finds a command by the name of its file
            for name in written(path).classes:
                homes[name].append(str(path.relative_to(ROOT)))
    assert {name: places for name, places in homes.items() if len(places) > 1} == {}


@pytest.mark.parametrize("place", [*PURE, *PURE_FILES])
def test_the_pure_packages_and_files_need_python_and_each_other_alone(place):
    files = [ROOT / place] if place.endswith(".py") else list((ROOT / place).rglob("*.py"))
    assert files
    for path in files:
        wrong = impure_imports(path)
        assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_mypy_is_strict_with_all_that_is_pure():
    overrides = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["mypy"]["overrides"]
    (strict,) = [part["module"] for part in overrides if part.get("disallow_any_generics")]
    pure = [f"{name.replace('/', '.')}.*" for name in PURE]
    pure += [name.removesuffix(".py").replace("/", ".") for name in PURE_FILES]
    assert set(pure) <= set(strict)


def test_the_engine_knows_no_clock_and_no_chance():
    for path in (p for p in (ROOT / "rules").rglob("*.py") if p.name != "__main__.py"):  # that one reads files
        wrong = {n.split(".")[0] for n in imports(path)} & {"random", "secrets", "time", "datetime", "sqlite3", "os"}
        assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_openpyxl_is_known_by_few():
    """Writing a workbook: nowhere else."""
    knowing = {str(p.relative_to(ROOT)) for p in SOURCES if any(n.startswith("openpyxl") for n in imports(p))}
    assert knowing == {"scoring/workbook/writer.py"}


def test_pages_do_not_load_what_the_worker_alone_needs():
    """The libraries of workbooks and of pictures cost a tenth of the start and of the memory: docs/decisions/weight.md."""
    code = (
        "import django, sys; django.setup(); from deploy.wsgi import application; from django.urls import get_resolver;"
        "len(get_resolver().url_patterns); print(*{'openpyxl', 'PIL', 'lxml', 'numpy', 'python_calamine'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.split() == []


def test_the_top_level_holds_the_given_places():
    given = {
        "manage.py",
        "pyproject.toml",
        "tournament",
        "scoring",
        "rules",
        "templates",
        "tests",
        "deploy",
        "docs",
        "findings",
    }
    given |= {"README.md", "Makefile", "requirements.txt", "requirements-test.txt", "LICENSE"}
    given |= {"CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"}
    given |= {"dist"}  # made by `make package`, never committed
    there = {p.name for p in ROOT.iterdir() if not p.name.startswith(".") and p.name != "__pycache__"}
    assert there <= given, sorted(there - given)
