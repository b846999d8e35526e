"""The reader of the standard library: it runs without the program, and says what of a file does not hold."""

import json
import random
import re
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from scoring.transfer import reader
from scoring.transfer.file import write_concours
from tests.support.concours_files import members, with_first_row, with_manifest, with_member
from tests.support.kept import kept
from tests.support.random_evenings import RandomEvening

pytestmark = pytest.mark.django_db


@kept
def played() -> int:
    """A concours of four teams, two parties long."""
    one = RandomEvening(random.Random("reader"), "4x12-points", 4, acts=0.0, parties=2)
    for _moment in one.play():
        pass
    return one.pk


@pytest.fixture
def content(db) -> bytes:
    return write_concours(played()).content


def found(data: bytes) -> list[str]:
    return list(reader.problems(reader.FileMembers.read(data)))


def test_it_needs_nothing_but_python(content, tmp_path):
    path, alone = tmp_path / "soir.belote", tmp_path / "reader.py"
    path.write_bytes(content)
    alone.write_bytes(Path(reader.__file__).read_bytes())
    done = subprocess.run([sys.executable, "-I", alone, path], capture_output=True, text=True, encoding="utf-8")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith("Concours, 2026-11-20, Belote de Borgo: ")
    assert done.stdout.splitlines()[1].startswith("   1 no. ")
    path.write_bytes(content[:-1])
    done = subprocess.run([sys.executable, "-I", alone, path], capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 1 and "digest" in done.stderr


def test_what_does_not_hold_is_named(content):
    assert found(content) == []
    draws = members(content)["rows/tournament.draw.jsonl"]
    minutes = json.loads(draws.splitlines()[0])["minutes"]
    twice = minutes | {"exempt": minutes["tables"][0]["camps"][0]}
    lines = members(content)["journal.jsonl"].splitlines(keepends=True)
    for changed, words in {
        with_first_row(content, "rows/scoring.mark.jsonl", points=161): "sheets/1/1 is not as line",
        with_first_row(content, "rows/tournament.draw.jsonl", minutes=twice): "seats a team twice",
        with_first_row(content, "rows/tournament.draw.jsonl", minutes=minutes | {"seed": "♥"}): "comes out otherwise",
        with_first_row(
            content, "rows/tournament.draw.jsonl", minutes=minutes | {"fingerprint": "f"}
        ): "the journal names",
        with_manifest(content, ranking=[[1, 4, 9_999]]): "the ranking of the file",
        with_member(content, "journal.jsonl", b"".join(lines[1:])): "line 1 of the journal",
        with_member(content, "journal.jsonl", b"".join(lines[:-1])): "does not end",
    }.items():
        assert any(words in problem for problem in found(changed)), (words, found(changed))


def test_the_command_checks_a_file(content, tmp_path):
    path = tmp_path / "soir.belote"
    path.write_bytes(content)
    out = StringIO()
    call_command("check", str(path), stdout=out)
    assert re.search(
        r"soir\.belote est entier.: Concours, 2026-11-20, Belote de Borgo.; 4 équipes, 13 lignes", out.getvalue()
    )
    for data in (content[:-1], with_first_row(content, "rows/scoring.mark.jsonl", points=161)):
        path.write_bytes(data)
        with pytest.raises(CommandError):
            call_command("check", str(path), stdout=out, stderr=out)
    with pytest.raises(CommandError, match="n’existe pas"):
        call_command("check", str(tmp_path / "autre.belote"))
