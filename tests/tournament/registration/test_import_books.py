"""Workbooks as clubs have them: several sheets, hidden lines, merged cells, formulas, programs of all kinds."""

import io
import re
import resource
import zipfile

import pytest
from openpyxl import Workbook
from openpyxl.styles import Font, PatternFill

from tests.support.lists import teams
from tests.tournament.registration import import_files as files
from tournament.registration.imports.books.sheets import joined_headings
from tournament.registration.imports.columns import sheets_like_lists
from tournament.registration.imports.reading import Book, Worksheet, read_file
from tournament.registration.imports.sheet_choice import rival_sheets

HEAD = ["N°", "Joueur 1", "Joueur 2", "Commune", "Payé"]
ROWS = [
    [1, "Jean Brivel", "Luc Cadoux", "Pons", "oui"],
    [2, "Anne Delmot", "Marie Ervan", "Nort", "non"],
    [3, "Paul Fayol", "Rose Gravel", "Viry", "oui"],
]


def book_with(change, rows=(HEAD, *ROWS)) -> bytes:
    book = Workbook()
    for row in rows:
        book.active.append(row)
    change(book.active)
    return files.saved(book)


def hide(sheet):
    sheet.row_dimensions[3].hidden = True


def strike(sheet):
    for cell in sheet[3]:
        cell.font = Font(strike=True)


def redden(sheet):
    for cell in sheet[3]:
        cell.fill = PatternFill("solid", fgColor="FFFF0000")


def green(sheet):
    for cell in sheet[3]:
        cell.fill = PatternFill("solid", fgColor="FF92D050")


@pytest.mark.parametrize(
    ("change", "asked"), [(hide, ["hidden"]), (strike, ["struck"]), (redden, ["coloured"]), (green, [])]
)
def test_a_line_taken_out_by_its_format_is_asked_about(change, asked):
    found = teams(book_with(change))
    assert [[say.code for say in team.questions] for team in found] == [[], asked, []]


@pytest.mark.parametrize(
    ("struck", "asked"),
    [
        ({"Roux Léa"}, ["name_struck"]), ({"Roux Léa", "Petit Luc"}, ["struck"]), ({"à payer"}, []),
        ({"place près du bar"}, []), ({"Nort sur Erdre"}, []), ({"Roux Léa", "à payer"}, ["name_struck"]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_struck_cell_asks_about_a_line_only_where_it_holds_one_of_its_names(kind, struck, asked):
    row = ["1", "Roux Léa", "Petit Luc", "Nort sur Erdre", "à payer", "place près du bar"]
    head, other = [*HEAD, "Remarque"], ["2", "Anne Delmot", "Marie Ervan", "Viry", "oui", ""]
    if kind == "ods":
        rows = [head, row, ["2", "Anne Delmot", "Marie Ervan", "Viry", "oui", ""]]
        styled = "".join(map(files.ods_cell, row))
        for text in struck:
            styled = re.sub(
                rf"<table:table-cell (?=[^>]*><text:p>{text}<)", '<table:table-cell table:style-name="gone" ', styled
            )
        rows = f"<table:table-row>{styled}</table:table-row><table:table-row>{''.join(map(files.ods_cell, other))}</table:table-row>"
        data = files.changed(files.ods(("Liste", [head]), after=rows))
        xml = zipfile.ZipFile(io.BytesIO(data)).read("content.xml")
        gone = (
            b'<office:automatic-styles><style:style xmlns:style="urn:oasis:names:tc:opendocument:xmlns:style:1.0" style:name="gone">'
            b'<style:text-properties style:text-line-through-style="solid"/></style:style></office:automatic-styles><office:body>'
        )
        data = files.ods(**{"content.xml": xml.replace(b"<office:body>", gone)})
    else:
        data = book_with(
            lambda sheet: [setattr(cell, "font", Font(strike=True)) for cell in sheet[2] if str(cell.value) in struck],
            (head, row, other),
        )
    assert [[say.code for say in team.questions] for team in teams(data)] == [asked, []]


@pytest.mark.parametrize(
    ("struck", "asked"), [(("C2", "D2"), ["name_struck"]), (("E2",), []), (("A2", "B2", "C2", "D2"), ["struck"])]
)
def test_a_player_struck_out_in_two_cells_is_asked_about(struck, asked):
    rows = (["Nom 1", "Prénom 1", "Nom 2", "Prénom 2", "Commune"], ["Roux", "Léa", "Petit", "Luc", "Nort"])

    def strike_cells(sheet):
        for place in struck:
            sheet[place].font = Font(strike=True)

    found = teams(book_with(strike_cells, (*rows, ["Delmot", "Anne", "Ervan", "Marie", "Viry"])))
    assert [[say.code for say in team.questions] for team in found] == [asked, []]


def test_a_row_hidden_by_a_filter_of_an_open_document_is_asked_about():
    row = (
        '<table:table-row table:visibility="filter"><table:table-cell office:value-type="string"><text:p>4</text:p>'
        '</table:table-cell><table:table-cell office:value-type="string"><text:p>Hugo Ival</text:p></table:table-cell>'
        '<table:table-cell office:value-type="string"><text:p>Zoé<text:tab/>Jarvel</text:p></table:table-cell>'
        "</table:table-row>"
    )
    *_shown, hidden = teams(files.ods(("Liste", [HEAD, *ROWS]), after=row))
    assert hidden.players == ("Hugo Ival", "Zoé Jarvel") and [say.code for say in hidden.questions] == ["hidden"]


def test_what_an_open_document_keeps_of_another_file_is_no_sheet_of_it():
    members = [["Nom", "Prénom"], ["Kerlan", "Odile"], ["Lonval", "Max"]]
    linked = [("'file:///C:/Club/adh%C3%A9rents.ods'#$Feuille1", members), ("'https://exemple.test/a.xlsx'#B", members)]
    data = files.ods(("Liste", [HEAD, *ROWS]), *linked)
    assert [sheet.name for sheet in read_file(data).sheets] == ["Liste"]
    assert len(teams(data)) == 3


@pytest.mark.parametrize("kind", ["xlsx", "ods"])
def test_a_note_far_to_the_right_is_left_out_and_named(kind):
    rows = [HEAD, *ROWS]
    rows[2] = [*rows[2], *[None] * 27, "à rappeler"]
    data = files.workbook(*rows) if kind == "xlsx" else files.ods(("Liste", rows))
    assert len(teams(data)) == 3
    assert read_file(data).sheets[0].left_out == ("AG « à rappeler »",)


def test_of_many_columns_those_near_the_names_are_read():
    rows = [[f"Note {place}" for place in range(60)] + HEAD] + [[7] * 60 + row for row in ROWS]
    assert [team.players for team in teams(files.workbook(*rows))] == [tuple(row[1:3]) for row in ROWS]
    assert read_file(files.workbook(*rows)).sheets[0].left_out[-1] == "…"


def test_a_broken_or_endless_sheet_refuses_itself_alone():
    book = Workbook()
    for row in (HEAD, *ROWS):
        book.active.append(row)
    book.create_sheet("Longue")
    data = files.saved(book)
    for xml, code in (
        (b"<worksheet", "file_broken"),
        (files.sheet_xml(b'<row r="20000">' + files.cell("A20000", "x") + b"</row>"), "file_rows"),
    ):
        changed = files.changed(data, **{"xl/worksheets/sheet2.xml": xml})
        assert [sheet.refused for sheet in read_file(changed).sheets] == ["", code]
        assert len(teams(changed)) == 3


def test_the_list_is_proposed_and_not_its_statistics_and_brackets():
    listed = [HEAD, *ROWS]
    cup = [["Match", "Équipe A", "Équipe B"], [1, "Jean Brivel", "Anne Delmot"], [2, "Paul Fayol", "Rose Gravel"]]
    other = [HEAD, [1, "Hugo Ival", "Zoé Jarvel", "", ""], [2, "Léa Korval", "Max Lonval", "", ""]]
    sheets = [Worksheet(str(place), tuple((row, tuple(map(str, cells))) for row, cells in enumerate(rows, 1))) for place, rows in enumerate((cup, listed, other))]  # fmt: skip
    book = Book(tuple(sheets), "")
    assert rival_sheets(book, [0, 1]) == [1]
    assert rival_sheets(book, [0, 1, 2]) == [1, 2]
    assert 1 in sheets_like_lists(book)


def test_what_is_merged_over_two_lines_of_a_team_is_kept():
    rows = [
        ["N°", "Nom", "Prénom", "Club", "Payé"],
        [1, "Brivel", "Jean", "Pons", "oui"], [None, "Cadoux", "Luc"],
        [2, "Delmot", "Anne", "Nort", "oui"], [None, "Ervan", "Marie"],
    ]  # fmt: skip

    def merge(sheet):
        for column in "ADE":
            for top in (2, 4):
                sheet.merge_cells(f"{column}{top}:{column}{top + 1}")

    found = teams(book_with(merge, rows))
    assert [(team.number, team.players, team.origin, team.paid) for team in found] == [
        (1, ("Brivel Jean", "Cadoux Luc"), "Pons", True), (2, ("Delmot Anne", "Ervan Marie"), "Nort", True),
    ]  # fmt: skip
    assert not any(note.code == "paid_unread" for team in found for note in team.notes)


def test_a_heading_of_two_lines_is_read_as_one():
    upper = ["N°", "Joueur 1", None, "Joueur 2", None, "Commune"]
    lower = [None, "Nom", "Prénom", "Nom", "Prénom"]
    body = [[1, "Brivel", "Jean", "Cadoux", "Luc", "Pons"], [2, "Delmot", "Anne", "Ervan", "Marie", "Nort"]]
    assert [(team.players, team.origin) for team in teams(files.workbook(upper, lower, *body))] == [
        (("Brivel Jean", "Cadoux Luc"), "Pons"), (("Delmot Anne", "Ervan Marie"), "Nort"),
    ]  # fmt: skip
    listed = [(1, ("Équipe", "A", "")), (2, ("", "Jean Roux", "Jean Roux"))]
    assert joined_headings(listed) == listed


def test_signs_that_programs_write_by_number_are_the_signs():
    found = teams(files.workbook(HEAD, [1, "Jean Roux_x000d_\nLuc Petit", None, "L&eacute;on &amp; Cie", "oui"]))
    assert (found[0].players, found[0].origin) == (("Jean Roux", "Luc Petit"), "Léon & Cie")


def test_a_web_page_under_the_name_of_a_spreadsheet_is_read():
    rows = "".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>\n" for row in (HEAD, *ROWS))
    for encoding in ("utf-8", "cp1252"):
        page = f"<html><body><table border=1><caption>Inscrits</caption>{rows}</table></body></html>".encode(encoding)
        assert [(team.players, team.paid) for team in teams(page)] == [
            (tuple(row[1:3]), row[4] == "oui") for row in ROWS
        ]


def test_an_open_document_with_spaces_between_its_cells_and_its_kind_last():
    """As Gnumeric and SheetJS write it; an error of the spreadsheet is said."""
    data = files.ods(("Liste", [HEAD, *ROWS, [4, "#N/A", "Max Lonval", "", ""]]))
    spaced = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(data)) as old, zipfile.ZipFile(spaced, "w") as new:
        for name in reversed(old.namelist()):
            content = old.read(name)
            new.writestr(name, content.replace(b"><", b">\n  <") if name == "content.xml" else content)
    found = teams(spaced.getvalue())
    assert [team.players for team in found[:3]] == [tuple(row[1:3]) for row in ROWS]
    assert [problem.code for problem in found[3].problems] == ["cell_error"]


def test_a_list_of_5000_lines_and_60_columns_is_read_within_its_bounds():
    """Beside the same program reading a tenth of it: what a line costs does not grow."""

    def work(lines: int) -> float:
        data = _great(lines)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert len(read_file(data).sheets[0].rows) == lines + 1
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    small, great = work(500), work(5_000)
    assert great < 12 * small


def _great(lines: int) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet()
    sheet.append([*HEAD, *[f"Question {place}" for place in range(55)]])
    for line in range(lines):
        sheet.append([line + 1, f"Jean Nom{line % 97}", "Luc Petit", "Pons", 14, *range(55)])
    return files.saved(book)


@pytest.mark.parametrize("head", [HEAD, ["A", "B", "C"]])
def test_a_list_of_people_of_no_known_given_name_is_chosen_among_too(head):
    abroad = [head, ["1", "Kpodar Yaovi", "Adjovi Sènami"], ["2", "Diallo Thierno", "Bah Aïssatou"]]
    sheets = [Worksheet(name, tuple((row, tuple(map(str, cells))) for row, cells in enumerate(rows, 1))) for name, rows in (("Club", [HEAD, *ROWS]), ("Invités", abroad))]  # fmt: skip
    assert rival_sheets(Book(tuple(sheets), ""), [0, 1]) == [0, 1]
