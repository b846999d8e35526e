"""The same table as LibreOffice and Gnumeric write it in each kind of file: one result."""

import datetime
import shutil
import subprocess

import pytest
from openpyxl import Workbook

from tests.support.fixtures import PATIENCE, lacking
from tests.tournament.registration import import_files as files
from tournament.registration.imports.columns import guess_layout
from tournament.registration.imports.entries import read_entries
from tournament.registration.imports.reading import read_file

KINDS = ("xlsx", "xls", "ods", "csv", "html")
ROWS = [
    ["N°", "Joueur 1", "Joueur 2", "Payé", "Tél", "Arrivée", "Inscrit le", "Commune", "Remarque"],
    [1, "Julie Brivel", "Luc Cadoux", True, "0612345678", datetime.time(19, 30), datetime.date(2026, 11, 3), "Bray", None],
    [2, "Denis Delmot", "Zoé Ervan", False, "06 12 34 56 79", datetime.time(20), datetime.date(2026, 11, 4), "Saint-Pélin", 1.5],
    [3, "Noé Fauvel", "Odile Garrel", 1, "612345670", datetime.time(9, 5), datetime.date(2026, 11, 15), "Le\tFolmoët", "une\nautre"],
    [4, "Marc Hostel", "Yann Ivrard", "x", None, datetime.time(20, 15), datetime.date(2026, 11, 28), "Candé", "#N/A"],
]  # fmt: skip


def table() -> bytes:
    """Ticks, figures, telephones, hours, dates, a tab, a line break and an error, as openpyxl writes them."""
    book = Workbook()
    for row in ROWS:
        book.active.append(row)
    for row in book.active.iter_rows(min_row=2):
        row[5].number_format, row[6].number_format = "hh:mm", "dd/mm/yyyy"
    return files.saved(book)


def understood(data: bytes):
    """Return what is read of each team, whatever line it stands in: a text counts the lines within its cells too."""
    sheet = read_file(data).sheets[0]
    layout = guess_layout(sheet)
    return layout.sure, [
        (entry.players, entry.number, entry.origin, entry.paid, entry.phone, entry.remark, entry.problems, entry.questions)
        for entry in read_entries(sheet, layout)
        if entry.kind == "team"
    ]  # fmt: skip


def converted(program: str, kind: str, folder) -> bytes:
    """Return the table as *program* writes it after opening it."""
    made, written = folder / "table.xlsx", folder / "out" / f"table.{kind}"
    made.write_bytes(table())
    written.parent.mkdir()
    office = [program, "--headless", f"-env:UserInstallation={(folder / 'profile').as_uri()}", "--convert-to", kind]
    office += ["--outdir", str(written.parent), str(made)]
    command = office if program == "soffice" else [program, str(made), str(written)]
    subprocess.run(command, capture_output=True, timeout=4 * PATIENCE, check=True)
    return written.read_bytes()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("program", ["soffice", "ssconvert"])
def test_another_program_and_another_kind_give_the_same_teams(program, kind, tmp_path):
    if not shutil.which(program):
        lacking(program, f"No {program} here.")
    assert understood(converted(program, kind, tmp_path)) == understood(table())


def test_every_cell_of_the_table_is_understood():
    sure, teams = understood(table())
    assert sure and [(team[2], team[3], team[4]) for team in teams] == [
        ("Bray", True, "06 12 34 56 78"),
        ("Saint-Pélin", False, "06 12 34 56 79"),
        ("Le Folmoët", True, "06 12 34 56 70"),
        ("Candé", True, ""),
    ]
    assert not any(problems or questions for *_rest, problems, questions in teams)
