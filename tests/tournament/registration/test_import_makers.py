"""The same table as other programs write it in each kind of file: one result, or one question."""

import datetime
import json
import shutil
import subprocess
from pathlib import Path
from random import Random

import pytest
from openpyxl import Workbook

from tests.support.counts import tries
from tests.support.fixtures import PATIENCE, lacking
from tests.support.npm import scripts_of
from tests.tournament.registration import import_files as files
from tournament.registration.imports.books import oldexcel
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
    [5, "#N/A", "Luc Jolvet", "x", None, datetime.time(20, 30), datetime.date(2026, 11, 28), "Candé", None],
]  # fmt: skip


MAKERS = Path(__file__).parent / "makers"
# The kinds of each program of npm; SheetJS leaves the errors out of what it writes for LibreOffice.
OF_NPM = [
    ("sheetjs", "xlsx"), ("sheetjs", "biff8"), ("sheetjs", "csv"), ("sheetjs", "html"), ("exceljs", "xlsx"), ("exceljs", "csv")
]  # fmt: skip
WITHOUT_ERRORS = [("sheetjs", "ods"), ("sheetjs", "fods")]


def table(rows=ROWS) -> bytes:
    """Ticks, figures, telephones, hours, dates, a tab, a line break and errors, as openpyxl writes them."""
    book = Workbook()
    for row in rows:
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


def as_json(rows) -> str:
    """Return the table for the scripts of the makers, which tell dates, hours and errors apart."""

    def cell(value):
        if isinstance(value, datetime.time):
            return {"hour": (60 * value.hour + value.minute) / 1440}
        if isinstance(value, datetime.date):
            return {"date": (value - datetime.date(1899, 12, 30)).days}
        return {"error": value} if value == "#N/A" else value

    return json.dumps([list(map(cell, row)) for row in rows])


@pytest.mark.slow
@pytest.mark.parametrize(("program", "kind"), [*OF_NPM, *WITHOUT_ERRORS])
def test_programs_of_npm_give_the_same_teams(program, kind, tmp_path):
    rows = [[None if cell == "#N/A" and (program, kind) in WITHOUT_ERRORS else cell for cell in row] for row in ROWS]
    (tmp_path / "table.json").write_text(as_json(ROWS), "utf-8")
    scripts_of(MAKERS, tmp_path)("write.mjs", program, kind, "table.json", "written")
    assert understood((tmp_path / "written").read_bytes()) == understood(table(rows))


@pytest.mark.parametrize("written", ["xlsxwriter.xlsx", "xlwt.xls"])
def test_programs_of_pip_give_the_same_teams(written):
    """Read what `makers/write.py` wrote of this table."""
    assert understood((MAKERS / written).read_bytes()) == understood(table())


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
        ("Candé", True, ""),
    ]
    assert not any(problems or questions for *_rest, problems, questions in teams[:-1])
    assert [problem.code for problem in teams[-1][-2]] == ["cell_error"]


def test_a_hidden_line_of_an_old_workbook_is_asked_about():
    """`makers/hidden.xls`: three teams, the second hidden by a filter, as LibreOffice saves it."""
    _sure, teams = understood((MAKERS / "hidden.xls").read_bytes())
    assert [[question.code for question in team[-1]] for team in teams] == [[], ["hidden"], []]


def test_lines_of_an_old_workbook_that_are_struck_out_or_coloured_away_are_asked_about():
    """`makers/marked.xls` of xlwt: seven teams, the second struck out, the fourth on red, the fifth in grey letters."""
    _sure, teams = understood((MAKERS / "marked.xls").read_bytes())
    asked = [[question.code for question in team[-1]] for team in teams]
    assert asked == [[], ["struck"], [], ["coloured"], ["coloured"], [], []]


def test_the_name_of_one_player_struck_out_in_an_old_workbook_is_asked_about():
    """`makers/struck.xls` of xlwt: of the second team two cells of one player, of the third the commune, of the fourth both."""
    _sure, teams = understood((MAKERS / "struck.xls").read_bytes())
    asked = [[question.code for question in team[-1]] for team in teams]
    assert asked == [[], ["name_struck"], [], ["struck"]]


def test_a_damaged_container_of_an_old_workbook_says_nothing_and_does_not_hang():
    random = Random(1)
    for turn in range(tries(200, 5_000)):
        data = (MAKERS / ("hidden.xls", "marked.xls")[turn % 2]).read_bytes()
        damaged = bytearray(data[: random.randint(1, len(data))])
        for _change in range(20):
            damaged[random.randrange(len(damaged))] = random.randrange(256)
        oldexcel.left_out(bytes(damaged))
