"""Measure how the import understands the lists of the corpus, and what a great list costs."""

import json
import subprocess
import sys
import time
from collections import Counter, defaultdict

import pytest

from tests.support.import_corpus import corpus, score
from tests.tournament.registration import import_files as files
from tournament import program
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import Book
from tournament.registration.imports.side_by_side import unfolded

SIZES = (625, 1_250, 2_500, 5_000)  # lines
COLUMNS, SECONDS, MEGABYTES = 60, 3, 250
COUNTED = 0.25  # seconds in which the machine of these three seconds, alone, counts to five millions
# A small process starts the child: what a child took is that of the largest, and a fork begins as large as its parent.
MEASURED = """
import json, resource, subprocess, sys
done = subprocess.run(json.loads(sys.argv[1]), input=sys.stdin.buffer.read(), stdout=subprocess.PIPE)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_maxrss / 1024, used.ru_utime + used.ru_stime]), flush=True)
sys.stdout.buffer.write(done.stdout)
"""
GOAL = {"right": 60, "question": 20}  # of 80 lists; the question is one for a whole list


def test_score_of_the_corpus():
    outcomes = Counter()
    worst = defaultdict(set)
    lists = corpus()
    for made in lists:
        result = score(made)
        outcomes[result.outcome] += 1
        worst[result.outcome].add(made.shape)
    print(f"\n{len(lists)} lists: {outcomes['right']} right without a question, {outcomes['question']} right with one, "
          f"{outcomes['wrong']} wrong")  # fmt: skip
    for outcome in ("question", "wrong"):
        print(f"  {outcome}: {', '.join(sorted(worst[outcome])) or 'none'}")
    assert not outcomes["wrong"]
    assert outcomes["right"] * 80 >= GOAL["right"] * len(lists)


def busyness() -> float:
    """Return how many times slower this machine counts now than the one of the bounds."""
    begun, total = time.process_time(), 0
    for number in range(5_000_000):
        total += number
    return max((time.process_time() - begun) / COUNTED, 1)


def great_list(lines: int) -> list[list[object]]:
    """Return the cells of a list of *lines* teams, its titles first."""
    titles = ["N°", "Joueur 1", "Joueur 2", "Commune", *(f"Question {place}" for place in range(COLUMNS - 4))]
    body = (
        [row, f"Jean Nom{row % 97}", "Luc Grand", "Pons", *(f"réponse {place}" for place in range(COLUMNS - 4))]
        for row in range(1, lines + 1)
    )
    return [titles, *body]


def as_ods(rows: list[list[object]]) -> bytes:
    return files.ods(("Inscrits", rows))


@pytest.mark.parametrize("written", [lambda rows: files.workbook(*rows), as_ods], ids=["xlsx", "ods"])
def test_a_great_list_is_read_and_understood_at_once_in_little_memory(written):
    """The work of both processes grows with the lines and no faster, and the largest list stays within the bounds."""
    took, busy = {}, busyness()
    for lines in SIZES:
        command = [sys.executable, "-c", MEASURED, json.dumps(program.command("read-list"))]
        measured, answer = subprocess.run(
            command, input=written(great_list(lines)), stdout=subprocess.PIPE, check=True
        ).stdout.split(b"\n", 1)
        megabytes, seconds = json.loads(measured)
        begun = time.process_time()
        [sheet] = unfolded(Book.load(json.loads(answer)["sheets"], "")).sheets
        assert len(read_entries(sheet, guess_layout(sheet))) == lines + 1
        understood = time.process_time() - begun
        took[lines] = seconds + understood
        print(
            f"\n{lines} lines × {COLUMNS} columns: {megabytes:.0f} MB, {seconds:.2f} s in the child, "
            f"{understood:.2f} s to understand it", end=""
        )  # fmt: skip
        assert megabytes <= MEGABYTES
    busy = max(busy, busyness())
    print(f"\n{took[SIZES[-1]] / busy:.2f} s on a machine that counts to five millions in {COUNTED} s")
    assert took[SIZES[-1]] <= SECONDS * busy
    assert took[SIZES[-1]] <= 12 * took[SIZES[0]]
