"""Kill -9 of either side while a copy is made: one whole file or state is always there, and what was acknowledged is in it."""

import random
import subprocess
import sys
import time

import pytest

from scoring.transfer.archive import pack, unpack
from tests.support.counts import tries

WRITER = """
import sys
from pathlib import Path
from scoring.copies.folder import FolderName, write
from scoring.transfer.archive import pack
from tournament.journal.epochs import Epoch
folder, name = Path(sys.argv[1]), FolderName("Soir", "2026-11-20", "a" * 64, Epoch())
for turn in range(100_000):
    content = pack({"turn": turn}, {"journal.jsonl": [{"line": turn, "text": str(turn) * 20_000}]}, {})
    write(folder, name, content, slot="ab"[turn % 2])
    print(turn, flush=True)
"""


# A child at work is killed at a moment of its work, {turns} times; then this process looks at what it left.
KILLED = """
import os, random, signal, time
from pathlib import Path
from django.contrib.auth import get_user_model
from django.db import connections, transaction
from scoring.copies import receiving, sending, services
from scoring.copies.models import HeldCopy, PlaceState
from scoring.history.check import check
from scoring.transfer.file import read_concours, write_concours
from tests.scoring import builders
from tests.support.copies import add_line
from tournament.models import Club, Membership, Tournament

chance = random.Random({seed!r})
evening = builders.evening(teams=8, parties=1)
other = Club.objects.create(name="Secours")
odile, user = (get_user_model().objects.create_user(name) for name in ("odile", "paul"))
for one, club in ((odile, evening.club), (user, other)):
    Membership.objects.create(user=one, club=club, role="organiser")
folder = Path({folder!r})
services.add_folder(club=evening.club, folder=str(folder), by=odile)

def killed(work, longest):
    \"\"\"Return what the child had said when it was killed.\"\"\"
    connections.close_all()
    source, target = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(source)
            work(lambda number: os.write(target, b"%d " % number))
        finally:
            os._exit(0)
    os.close(target)
    time.sleep(chance.uniform(0, longest))
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    with os.fdopen(source) as said:
        return max([0, *map(int, said.read().split())])

def send(say):
    \"\"\"Type, and bring each line to the folder.\"\"\"
    sending.LEAST_SECONDS = sending.REST = 0
    for _line in range(100):
        add_line(evening)
        sending.serve(evening.pk)
        say(PlaceState.objects.get().journal_number)

def receive(say):
    \"\"\"Take each file, say so, then write its rows.\"\"\"
    for content in files:
        receipt = receiving.receive(file=read_concours(content), content=content, club=other, by=user)
        say(receipt.lines)
        receiving.write_waiting(HeldCopy.objects.get().pk)

for turn in range({turns}):
    said = killed(send, 0.6)
    there = [len(read_concours(path.read_bytes()).lines) for path in folder.glob("*.belote")]
    state = PlaceState.objects.get()
    assert max([0, *there]) >= max(said, state.journal_number), (turn, there, said, state.journal_number)
    assert check(Tournament.objects.get(pk=evening.pk)).whole, turn
    PlaceState.objects.update(next_try=None)
    sending.serve(evening.pk)
    evening.refresh_from_db()
    assert PlaceState.objects.get().journal_number == evening.journal_number, (turn, "it catches up")

    files = []
    for _line in range(4):
        add_line(evening)
        files.append(write_concours(evening.pk).content)
    said = killed(receive, 0.8)
    copies = list(Tournament.objects.filter(club=other))
    held = HeldCopy.objects.filter(club=other).first()
    assert len(copies) <= 1, (turn, "one concours, once")
    lines = copies[0].journal_number if copies else 0
    assert max(lines, held.journal_number if held else 0) >= said, (turn, lines, said)
    if copies:
        assert check(copies[0]).whole and copies[0].journal.count() == lines, (turn, "half read")
    if held and held.content:
        assert len(read_concours(bytes(held.content)).lines) == held.journal_number, turn

receive(lambda _number: None)
copy = services.take_over(tournament_id=Tournament.objects.get(club=other).pk, reason="dead", by=user)
assert copy.journal_number == len(read_concours(files[-1]).lines) + 1
print("turns", turn + 1)
"""
TURNS = 5  # of one program, which takes seconds to start


@pytest.mark.slow
@pytest.mark.parametrize("part", range(max(1, tries(4, 200) // TURNS)))
def test_either_side_killed_while_a_copy_is_brought_loses_nothing_that_was_acknowledged(part, make_hall, tmp_path):
    hall, turns, stick = make_hall(), min(TURNS, tries(4, 200)), tmp_path / "stick"
    hall.prepare()
    stick.mkdir()
    code = KILLED.format(turns=turns, seed=f"killed {part}", folder=str(stick))
    assert hall.python(code).splitlines()[-1] == f"turns {turns}"


@pytest.mark.slow
@pytest.mark.parametrize("turn", range(tries(3, 200)))
def test_a_writer_killed_at_any_moment_leaves_a_whole_file(turn, tmp_path):
    writer = subprocess.Popen([sys.executable, "-c", WRITER, tmp_path], stdout=subprocess.PIPE, text=True)
    assert writer.stdout.readline() == "0\n"
    time.sleep(random.Random(turn).uniform(0, 0.4))
    writer.kill()
    said = max([0, *(int(line) for line in writer.stdout.read().split("\n") if line)])
    writer.wait()
    turns = []
    for file in tmp_path.glob("*-[ab].belote"):
        turns.append(unpack(file.read_bytes()).manifest["turn"])
    assert said in turns or said + 1 in turns, "the file that was said to be written is there, whole"
    assert max(turns) >= said and pack({}, {}, {})
