"""Measure how the import understands the lists of the corpus, and what a great list costs."""

import io
import json
import subprocess
import sys
import time
import zipfile
from collections import Counter, defaultdict

import pytest
from lxml import etree

from tests.support.import_corpus import corpus, score
from tests.tournament.registration import import_files as files
from tournament import program
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import Book
from tournament.registration.imports.side_by_side import unfolded

SIZES = (625, 1_250, 2_500, 5_000)  # lines
COLUMNS, SECONDS, MEGABYTES = 60, 3, 250
TRIES = 3  # the best of them counts: what else the machine does only adds to the others
# A small process starts the child: what a child took is that of the largest, and a fork begins as large as its parent.
MEASURED = """
import json, resource, subprocess, sys
done = subprocess.run(json.loads(sys.argv[1]), input=sys.stdin.buffer.read(), stdout=subprocess.PIPE)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(json.dumps([used.ru_maxrss / 1024, used.ru_utime + used.ru_stime]), flush=True)
sys.stdout.buffer.write(done.stdout)
"""
SYLLABLES = "ba ter mo lin gar du pel vi sou ran cha tel bru no lef ki".split()
GOAL = {"right": 60, "question": 20}  # of 80 lists; the question is one for a whole list


def test_score_of_the_corpus():
    outcomes = Counter()
    worst = defaultdict(set)
    lists = [make() for make in corpus().values()]
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


def walked(data: bytes) -> float:
    """Return the seconds that lxml takes to walk once through every element of the greatest member of the file."""
    begun, texts = time.process_time(), 0
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        greatest = max(archive.infolist(), key=lambda member: member.file_size)
        with archive.open(greatest) as stream:
            for _event, row in etree.iterparse(stream, tag=("{*}row", "{*}table-row")):
                texts += sum(bool(element.tag) and bool(element.text) for element in row.iter())
                row.clear()
    assert texts > COLUMNS * SIZES[-1] / 2
    return time.process_time() - begun


def great_list(lines: int) -> list[list[object]]:
    """Return the cells of a list of *lines* teams, its titles first."""
    titles = ["N°", "Joueur 1", "Joueur 2", "Commune", *(f"Question {place}" for place in range(COLUMNS - 4))]
    body = (
        [
            row,
            f"Jean {_surname(row)}",
            f"{_surname(lines + row)} Luc",
            "Pons",
            *(f"réponse {place}" for place in range(COLUMNS - 4)),
        ]
        for row in range(1, lines + 1)
    )
    return [titles, *body]


def _surname(number: int) -> str:
    """Return a surname of its own for each *number*."""
    return "".join(SYLLABLES[number // 16**place % 16] for place in range(4)).title()


def as_ods(rows: list[list[object]]) -> bytes:
    return files.ods(("Inscrits", rows))


@pytest.mark.parametrize(
    ("written", "walk"), [(lambda rows: files.workbook(*rows), 0.95), (as_ods, 0.67)], ids=["xlsx", "ods"]
)
def test_a_great_list_is_read_and_understood_at_once_in_little_memory(written, walk):
    """The work of both processes grows with the lines and no faster, and the largest list stays within the bounds."""
    took, walks = {}, []
    for lines in SIZES:
        command = [sys.executable, "-c", MEASURED, json.dumps(program.command("read-list"))]
        data, tries = written(great_list(lines)), []
        for _try in range(TRIES):
            measured, answer = subprocess.run(command, input=data, stdout=subprocess.PIPE, check=True).stdout.split(
                b"\n", 1
            )
            megabytes, seconds = json.loads(measured)
            begun = time.process_time()
            [sheet] = unfolded(Book.load(json.loads(answer)["sheets"], "")).sheets
            assert len(read_entries(sheet, guess_layout(sheet))) == lines + 1
            tries.append((seconds + time.process_time() - begun, seconds, megabytes))
            if lines == SIZES[-1]:
                walks.append(walked(data))
        took[lines], seconds, megabytes = min(tries)
        understood = took[lines] - seconds
        print(
            f"\n{lines} lines × {COLUMNS} columns: {megabytes:.0f} MB, {seconds:.2f} s in the child, "
            f"{understood:.2f} s to understand it", end=""
        )  # fmt: skip
        assert megabytes <= MEGABYTES
    alone = min(walks)
    print(
        f"\n{took[SIZES[-1]]:.2f} s, {took[SIZES[-1]] / alone:.1f} times one walk through the cells, of {alone:.2f} s"
    )
    # Seconds of a quiet core, on which the walk takes *walk*; a busy one is slower at both.
    assert took[SIZES[-1]] <= SECONDS * max(1, alone / walk)
    assert took[SIZES[-1]] <= 12 * took[SIZES[0]]
