"""An act is declared once: no list of acts and no key of one stands outside the declarations."""

import ast
from pathlib import Path

import pytest

from tournament.clubs.policy import ALLOWED
from tournament.journal import seals
from tournament.journal.acts import ACTS, Act

ROOT = Path(__file__).resolve().parents[3]
# The pure lifecycle knows no declaration: its enum holds the keys that `scoring/sheets/acts.py` declares; the reader of
# concours files knows nothing of the program at all.
DECLARING = ("acts.py", "lifecycle.py", "reader.py")


def keys_in(path: Path) -> set[str]:
    """Return the keys of acts that a file holds as texts, those of `__all__` left out."""
    tree = ast.parse(path.read_text("utf-8"))
    exported = [
        node for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]
    skipped = {id(part) for node in exported for part in ast.walk(node)}
    return {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in skipped
    } & ACTS.keys()


def test_no_key_of_an_act_stands_outside_its_declaration():
    sources = [path for package in ("tournament", "scoring", "deploy") for path in (ROOT / package).rglob("*.py")]
    named = {
        str(path.relative_to(ROOT)): keys_in(path)
        for path in sources
        if path.name not in DECLARING and "migrations" not in path.parts
    }
    wrong = {path: keys for path, keys in named.items() if keys}
    assert not wrong, f"write acts.NAME, or acts.NAME.key where a text is needed: {wrong}"


def test_rights_and_kinds_of_rows_are_those_that_there_are():
    assert {act.right for act in ACTS.values()} - {None} <= ALLOWED["organiser"]
    assert {kind for act in ACTS.values() for kind in act.seals} <= seals.KINDS.keys()


def test_an_act_cannot_be_declared_twice():
    known = next(iter(ACTS.values()))
    with pytest.raises(ValueError, match="twice"):
        Act(known.key, words=known.words, right=None, seals=(), moves_ranking=False, undo=known.undo)
