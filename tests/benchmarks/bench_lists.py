"""Measure how the import understands the lists of the corpus, and what a great list costs."""

import json
import subprocess
import sys
import time
from collections import Counter, defaultdict

from tests.support.import_corpus import corpus, score
from tests.tournament.registration import import_files as files
from tournament import program
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import Worksheet

SIZES = (625, 1_250, 2_500, 5_000)  # lines
COLUMNS, SECONDS, MEGABYTES = 60, 3, 250
# A small process starts the child: what a child took is that of the largest, and a fork begins as large as its parent.
MEASURED = """
import json, resource, subprocess, sys
done = subprocess.run(json.loads(sys.argv[1]), input=sys.stdin.buffer.read(), stdout=subprocess.PIPE)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([len(done.stdout), used.ru_maxrss / 1024, used.ru_utime + used.ru_stime]))
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


def test_a_great_list_is_understood_at_once():
    took = {}
    for lines in SIZES:
        body = tuple(
            (row, (str(row), f"Jean Nom{row % 97}", "Luc Petit", "Pons", *map(str, range(COLUMNS - 4))))
            for row in range(2, lines + 2)
        )
        titles = ("N°", "Joueur 1", "Joueur 2", "Commune", *(f"Question {place}" for place in range(COLUMNS - 4)))
        sheet = Worksheet("", ((1, titles), *body))
        begun = time.process_time()
        assert len(read_entries(sheet, guess_layout(sheet))) == lines + 1
        took[lines] = time.process_time() - begun
        print(f"\n{lines} lines × {COLUMNS} columns: {took[lines]:.2f} s", end="")
    print()
    assert took[SIZES[-1]] <= SECONDS
    assert took[SIZES[-1]] <= 12 * took[SIZES[0]]


def test_a_great_workbook_is_read_in_little_memory():
    """The cost of a workbook grows with its lines and no faster, and its largest stays within the limits of the child."""
    used = {}
    for lines in SIZES:
        titles = ["N°", "Joueur 1", "Joueur 2", "Commune", *(f"Question {place}" for place in range(COLUMNS - 4))]
        body = (
            [row, "Jean Petit", "Luc Grand", "Pons", *(f"réponse {place}" for place in range(COLUMNS - 4))]
            for row in range(lines)
        )
        workbook = files.workbook(titles, *body)
        command = [sys.executable, "-c", MEASURED, json.dumps(program.command("read-list"))]
        answer, megabytes, seconds = json.loads(
            subprocess.run(command, input=workbook, stdout=subprocess.PIPE, check=True).stdout
        )
        used[lines] = seconds
        print(f"\n{lines} lines × {COLUMNS} columns in .xlsx: {megabytes:.0f} MB, {seconds:.2f} s", end="")
        assert answer > 1_000 and megabytes <= MEGABYTES
    print()
    assert used[SIZES[-1]] <= 12 * used[SIZES[0]]
