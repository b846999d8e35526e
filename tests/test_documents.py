"""References to documents: each names a file of the repository, and a section or a row that it has."""

import re
from pathlib import Path

import pytest

from rules import ARTICLES

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("rules", "tournament", "scoring", "deploy", "templates", "tests", "docs")
KINDS = {".py", ".html", ".js", ".css", ".md", ".toml", ".yaml"}
DOCUMENT = re.compile(r"(?<![\w/.-])((?:[\w.-]+/)*[\w.-]+\.md)(?: (\d+(?:\.\d+)*))?(?:,? rows? ([\d, and]*\d))?")
# Names that documents had before they stood in docs/: a reference without its file leads nowhere.
NUMBERED = re.compile(r"\b(?:DESIGN|RELIABILITY|STYLE|FIELD|STACK|WORDS|RULES|TIRAGES) (?:\d|S\d|step \d)")


def files() -> list[Path]:
    """Every file in which a document may be named."""
    below = [path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.suffix in KINDS]
    return sorted([*below, *(path for path in ROOT.iterdir() if path.suffix in KINDS), ROOT / "Makefile"])


def numbers(document: Path) -> set[str]:
    """The numbers of the sections: those of its headings, ``## 3. Jobs`` and ``### 1.2 Contrée``."""
    return set(re.findall(r"^#+ (\d+(?:\.\d+)*)\.? ", document.read_text("utf-8"), re.MULTILINE))


def rows(document: Path) -> set[str]:
    """The numbers of its numbered rows, ``| 31 | …`` and ``| 5, 6 | …``."""
    first_cells = re.findall(r"^\| (\d[\d, ]*?) \|", document.read_text("utf-8"), re.MULTILINE)
    return {number for cell in first_cells for number in cell.split(", ")}


def broken(text: str, folder: Path) -> list[str]:
    """The references of *text*, a file of *folder*, that lead nowhere."""
    wrong = [match[0] for match in NUMBERED.finditer(text)]
    for match in DOCUMENT.finditer(text):
        name, section, in_rows = match.groups()
        document = next((place / name for place in (ROOT, folder) if (place / name).is_file()), None)
        asked = set(re.findall(r"\d+", in_rows or ""))
        if (
            document is None
            or (section and section not in numbers(document))
            or (asked and not asked <= rows(document))
        ):
            wrong.append(match[0])
    return wrong


@pytest.mark.parametrize(
    "reference", ["docs/rules.md 3", "docs/rules.md 1.2", "docs/reliability.md 10, rows 26 and 27"]
)
def test_a_reference_is_found(reference):
    assert broken(f"({reference})", ROOT) == []


@pytest.mark.parametrize(
    "reference", ["docs/nothing.md", "docs/rules.md 33", "docs/reliability.md 10, row 999", "DESIGN" + " 3"]
)
def test_a_reference_that_leads_nowhere_is_seen(reference):
    assert broken(f"({reference})", ROOT)


def test_every_reference_to_a_document_resolves():
    read = {path: broken(path.read_text("utf-8"), path.parent) for path in files() if path != Path(__file__)}
    assert {str(path.relative_to(ROOT)): wrong for path, wrong in read.items() if wrong} == {}


def test_paths_that_documents_name_exist():
    """A word in backquotes that begins with a folder of ours is a place of the repository."""
    place = re.compile(rf"`((?:{'|'.join(FOLDERS)})/[^`\s*…]*)`")
    documents = [*(ROOT / "docs").rglob("*.md"), *ROOT.glob("*.md")]
    named = {(path.name, name) for path in documents for name in place.findall(path.read_text("utf-8"))}
    assert {(path, name) for path, name in named if not (ROOT / name).exists()} == set()


def test_every_decision_of_the_rules_is_in_the_contract():
    """The keys D1, D2… that the engine cites are the rows of docs/rules.md 4."""
    written = re.findall(r"^\| (D\d+) \|", (ROOT / "docs" / "rules.md").read_text("utf-8"), re.MULTILINE)
    assert written == sorted((key for key in ARTICLES if re.fullmatch(r"D\d+", key)), key=lambda key: int(key[1:]))


def test_a_test_named_after_a_row_names_one_of_the_catalogue():
    named = {
        number
        for path in (ROOT / "tests").rglob("*.py")
        for number in re.findall(r"def test_rows?_(\d+)_", path.read_text())
    }
    assert named and named <= rows(ROOT / "docs" / "reliability.md")
