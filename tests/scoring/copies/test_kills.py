"""Kill -9 while a stick is written to: of the two files one is always whole, and what was said to be there is there."""

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
