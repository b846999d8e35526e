"""The arrows: rules ← tournament ← scoring ← deploy. Read from the imports, relative ones too."""

import ast
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
ORDER = ("rules", "tournament", "scoring", "deploy")
PURE = ("rules", "tournament/tirages", "scoring/standings")
SOURCES = sorted(p for package in ORDER for p in (ROOT / package).rglob("*.py") if "migrations" not in p.parts)


def imports(path: Path) -> set[str]:
    """Every module this file imports, in full: ``from .. import x`` in a/b/c.py is ``a.x``."""
    found = set()
    own = path.relative_to(ROOT).with_suffix("").parts
    package = own[:-1]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            base = ".".join([*above, *([node.module] if node.module else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names} | {base}
    return found - {""}


def test_relative_imports_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)
    file = tmp_path / "tournament" / "tirages" / "sort.py"
    file.parent.mkdir(parents=True)
    file.write_text(
        "from . import common\nfrom ..models import Team\nfrom ...deploy import settings\nimport scoring.views"
    )
    assert imports(file) >= {"tournament.tirages.common", "tournament.models.Team", "deploy.settings", "scoring.views"}


@pytest.mark.parametrize("path", SOURCES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_package_imports_only_what_stands_to_its_left(path):
    package = path.relative_to(ROOT).parts[0]
    right = ORDER[ORDER.index(package) + 1 :]
    wrong = {name for name in imports(path) if name.split(".")[0] in right or name.split(".")[0] == "tests"}
    assert not wrong, f"{package} must not know {sorted(wrong)}"


@pytest.mark.parametrize("package", PURE)
def test_the_pure_packages_need_python_and_themselves_alone(package):
    files = list((ROOT / package).rglob("*.py"))
    assert files
    allowed = set(sys.stdlib_module_names) | {"rules"}
    inside = package.replace("/", ".")
    for path in files:
        for name in imports(path):
            ours = name == inside or name.startswith((inside + ".", "rules."))
            assert ours or name.split(".")[0] in allowed, f"{path.relative_to(ROOT)} imports {name}"


def test_the_engine_knows_no_clock_and_no_chance():
    for path in (p for p in (ROOT / "rules").rglob("*.py") if p.name != "__main__.py"):  # that one reads files
        wrong = {n.split(".")[0] for n in imports(path)} & {"random", "secrets", "time", "datetime", "sqlite3", "os"}
        assert not wrong, f"{path.relative_to(ROOT)} imports {sorted(wrong)}"


def test_openpyxl_is_known_by_few():
    """Reading a list of registrations and writing a workbook: nowhere else."""
    knowing = {str(p.relative_to(ROOT)) for p in SOURCES if any(n.startswith("openpyxl") for n in imports(p))}
    writers = {name for name in knowing if name.startswith("scoring/")}
    assert writers <= {"scoring/exports/workbook.py"}
    assert len(knowing - writers) <= 1, sorted(knowing)


def test_the_top_level_holds_the_given_places():
    given = {"manage.py", "pyproject.toml", "tournament", "scoring", "rules", "templates", "tests", "deploy"}
    given |= {"README.md", "Makefile", "requirements.txt", "requirements-test.txt", "LICENSE"}
    found = {p.name for p in ROOT.iterdir() if not p.name.startswith(".") and p.name != "__pycache__"}
    assert found <= given, sorted(found - given)
