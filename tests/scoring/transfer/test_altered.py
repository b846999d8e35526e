"""Files that are not as they were written, and files made to do harm: each is refused with a sentence, and nothing stays."""

import hashlib
import json
import random
import zlib

import pytest
from django.db import transaction

from scoring.errors import ScoringError
from scoring.transfer import archive, reader, services
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from tests.scoring.builders import evening
from tests.support.api import account
from tests.support.concours_files import members, with_first_row, with_manifest, with_member, zipped
from tests.support.counts import tries
from tournament.models import Club, JournalEntry, Player, Team, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def content(db) -> bytes:
    return write_concours(evening(teams=8, parties=2).pk).content


@pytest.fixture
def host(db) -> Club:
    return Club.objects.create(name="Amicale")


def refusal(data: bytes) -> str:
    """Return the code with which a file is refused; it has a sentence."""
    with pytest.raises(ScoringError) as refused:
        read_concours(data)
    assert str(refused.value).endswith(".")
    return refused.value.code


def test_any_byte_that_changed_is_seen(content):
    chance = random.Random(40)
    for _try in range(tries(1_000, 10_000)):
        place, other = chance.randrange(len(content)), chance.randrange(1, 256)
        changed = content[:place] + bytes([content[place] ^ other]) + content[place + 1 :]
        assert refusal(changed) in ("transfer_altered", "transfer_foreign"), place


def test_a_file_that_was_cut_or_grew_is_seen(content):
    for length in (0, 1, 100, len(content) // 2, len(content) - 1):
        assert refusal(content[:length]) in ("transfer_altered", "transfer_foreign")
    assert refusal(content + b"\n") in ("transfer_altered", "transfer_foreign")
    assert refusal(b"%PDF-1.7") == "transfer_foreign"


def test_a_newer_form_is_refused_and_a_newer_minor_one_read(content):
    assert refusal(with_manifest(content, version=[2, 0])) == "transfer_newer"
    assert read_concours(with_manifest(content, version=[1, 7], mood="merry")).teams == 8
    for version in ([], [1], "1.0", [1, "0"], None):
        assert refusal(with_manifest(content, version=version)) == "transfer_altered"
    assert refusal(with_manifest(content, format="a song")) == "transfer_foreign"


def test_a_line_of_the_journal_that_was_written_anew_is_named(content):
    lines = members(content)["journal.jsonl"].splitlines(keepends=True)
    changed = json.loads(lines[1]) | {"reason": "forged"}
    text = b"".join([lines[0], json.dumps(changed).encode() + b"\n", *lines[2:]])
    assert refusal(with_member(content, "journal.jsonl", text)) == "transfer_chain"
    assert refusal(with_member(content, "journal.jsonl", b"".join(lines[:-1]))) == "transfer_chain"
    assert refusal(with_member(content, "journal.jsonl", b"")) == "transfer_chain"
    assert refusal(with_member(content, "journal.jsonl", b"[]\n7\n")) == "transfer_chain"


ROWS = {
    "not JSON": b"{\n",
    "a list": b"[]\n",
    "no key": b'{"number": 1}\n',
    "a key as text": b'{"id": "1"}\n',
    "a key that is true": b'{"id": true}\n',
    "the largest number": b'{"id": 1' + b"0" * 5_000 + b"}\n",
    "a number beyond any row": b'{"id": 99999999999999999}\n',
    "no number": b'{"id": NaN}\n',
    "a key twice": b'{"id": 1, "id": 1}\n',
    "as deep as it goes": b'{"id": 1, "name": ' + b"[" * 100_000 + b"]" * 100_000 + b"}\n",
    "not UTF-8": b'{"id": 1, "name": "\xff"}\n',
    "half a character": b'{"id": 1, "name": "\\ud800"}\n',
}


@pytest.mark.parametrize("what", ROWS)
def test_rows_that_are_none_are_refused(content, what):
    assert refusal(with_member(content, "rows/tournament.team.jsonl", ROWS[what])) in (
        "transfer_altered",
        "transfer_unfit",
    )


# A column of the first team, and a value that it cannot hold.
VALUES = {
    "number": [0.5, "1", True, None, -1, 2**40],
    "name": [7, None, "x" * 61, {"a": 1}],
    "category": ["giants"],
    "present": [1, "yes", None],
    "created_at": ["yesterday", 7, "2026-11-20", None, "2026-11-20T20:00:00"],
    "tournament_id": [4_000, "1", None],
}


@pytest.mark.parametrize("column", VALUES)
def test_values_that_a_column_cannot_hold_are_refused(content, column):
    for value in VALUES[column]:
        changed = with_first_row(content, "rows/tournament.team.jsonl", **{column: value})
        assert refusal(changed) == "transfer_unfit", value


def test_names_of_members_open_nothing(content):
    found = list(members(content).items())
    for name in ("../evil", "/etc/passwd", "rows/../../x.jsonl", "C:\\x", "x" * 300):
        assert refusal(zipped([*found, (name, b"x")])) == "transfer_altered", name
    with pytest.warns(UserWarning, match="Duplicate name"):
        twice = zipped([*found, found[-1]])
    assert refusal(twice) == "transfer_altered"
    assert refusal(zipped(found[1:])) == "transfer_altered"
    assert refusal(zipped([*found, ("rows/tournament.club.jsonl", b"{}\n")])) == "transfer_altered"
    assert refusal(with_member(content, "rows/tournament.club.jsonl", b'{"id": 1}\n')) == "transfer_unfit"
    assert refusal(zipped([*found, ("photos/" + "0" * 64, b"a photo")])) == "transfer_altered"


def test_a_member_is_unpacked_to_its_limit_and_no_further(content, monkeypatch):
    monkeypatch.setattr(archive, "HIGHEST_TEXT", 1_000_000)
    monkeypatch.setattr(archive, "HIGHEST_PHOTO", 1_000_000)
    unpacked = 0
    decompress = zlib.decompressobj

    class Counting:
        def __init__(self, *given):
            self.own = decompress(*given)

        def decompress(self, *given):
            nonlocal unpacked
            text = self.own.decompress(*given)
            unpacked += len(text)
            return text

        def __getattr__(self, name):
            return getattr(self.own, name)

    monkeypatch.setattr(zlib, "decompressobj", Counting)
    bomb = b" " * 50_000_000
    for name in ("journal.jsonl", "photos/" + hashlib.sha256(bomb).hexdigest()):
        unpacked = 0
        assert refusal(zipped([*members(content).items()][:1] + [(name, bomb)])) == "transfer_large"
        assert unpacked < 3_000_000
    monkeypatch.setattr(archive, "HIGHEST_BYTES", len(content) - 1)
    assert refusal(content) == "transfer_large"
    monkeypatch.setattr(archive, "MOST_MEMBERS", 3)
    monkeypatch.setattr(archive, "HIGHEST_BYTES", len(content))
    assert refusal(content) == "transfer_large"


def counts() -> list[int]:
    return [model.objects.count() for model in (Tournament, Team, Player, JournalEntry)]


# Rows changed by somebody who can also write the digests: the seals of the journal do not agree with them.
FORGED = {
    "rows/scoring.mark.jsonl": {"points": 161},
    "rows/tournament.seat.jsonl": {"camp": "EO"},
    "rows/tournament.team.jsonl": {"paid_cents": 1},
    "rows/tournament.tournament.jsonl": {"exempt_wins": True},
    "rows/scoring.scoresheet.jsonl": {"state": "draft"},
}


@pytest.mark.parametrize("member", FORGED)
@pytest.mark.engine
def test_rows_that_the_journal_does_not_seal_so_leave_nothing(host, member):
    tournament = evening(teams=8, parties=2)
    with transaction.atomic():
        services.journal.seal_all(services.lock_tournament(tournament.pk), None, "as it is")
    content = write_concours(tournament.pk).content
    before = counts()
    with pytest.raises(ScoringError) as refused:
        changed = read_concours(with_first_row(content, member, **FORGED[member]))
        take_in(file=changed, club=host, by=account("zoe", host))
    assert refused.value.code == "transfer_unfit" and counts() == before
    take_in(file=read_concours(content), club=host, by=account("yan", host))


@pytest.mark.engine
def test_a_taking_in_that_is_killed_leaves_nothing_half_read(content, host, monkeypatch):
    by, file, before = account("zoe", host), read_concours(content), counts()

    class KilledError(BaseException):
        pass

    steps = ["_insert", "_lines", "_prove", "_save", "_players"]
    for step in steps:
        with monkeypatch.context() as patched:

            def dies(*_given, **_named):
                raise KilledError

            patched.setattr(services, step, dies)
            with pytest.raises(KilledError), transaction.atomic():
                take_in(file=file, club=host, by=by)
        assert counts() == before, step
    assert take_in(file=file, club=host, by=by).journal.count() == len(file.lines) + 1


@pytest.mark.engine
def test_columns_of_a_newer_version_are_kept_sealed_and_written_again(content, host):
    newer = with_first_row(content, "rows/tournament.team.jsonl", mood="merry", colours=[{"a": 1}])
    taken = take_in(file=read_concours(newer), club=host, by=account("zoe", host))
    with transaction.atomic():
        services.journal.seal_all(services.lock_tournament(taken.pk), None, "as it is")
    written = write_concours(taken.pk).content
    first = json.loads(members(written)["rows/tournament.team.jsonl"].splitlines()[0])
    assert (first["mood"], first["colours"]) == ("merry", [{"a": 1}])
    read = reader.FileMembers.read(written)
    assert list(reader.broken_seals(read)) == []
    forged = with_first_row(written, "rows/tournament.team.jsonl", mood="sad")
    assert list(reader.broken_seals(reader.FileMembers.read(forged))) == [
        f"team/{first['id']} is not as line {len(read.lines)} left it"
    ]
