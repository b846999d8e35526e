"""The writer alone: what is written is what is read back, and no text ever becomes a formula."""

import io
import os
from datetime import UTC, datetime
from xml.etree.ElementTree import fromstring
from xml.sax.saxutils import escape

import openpyxl
import pytest

from scoring.workbook.columns import Column, Tab, plain_text
from scoring.workbook.writer import LEAST_LETTER, LETTER, write

DANGEROUS = ["=1+1", '=HYPERLINK("http://x","y")', "+33", "-5", "@SUM(A1)", "#N/A", "\tTab", "'quoted", "12 500", "012"]


def read_back(tabs: list[Tab]) -> openpyxl.Workbook:
    file = io.BytesIO()
    write(file, title="Concours", footer="Casson & Cie", tabs=tabs)
    return openpyxl.load_workbook(file)


@pytest.mark.parametrize("name", DANGEROUS)
def test_a_name_stays_text_whatever_it_begins_with(name):
    sheet = read_back([Tab("A", "A", [Column("Name")], [(name,)])])["A"]
    assert sheet["A3"].value == name
    assert sheet["A3"].data_type == "s"
    assert sheet["A3"].number_format == "@", "typed again in Excel, a text cell keeps its sign"


def test_figures_and_moments_read_back_the_same():
    at = datetime(2026, 11, 21, 20, 45, 12, tzinfo=UTC)
    row = (12, 1944, -90, 4.5, 14.0, at, None)
    kinds = ["number", "figure", "signed", "decimal", "money", "moment", "figure"]
    sheet = read_back([Tab("A", "A", [Column(k, k) for k in kinds], [row])])["A"]
    read = [cell.value for cell in sheet[3]]
    assert read == [12, 1944, -90, 4.5, 14, at.replace(tzinfo=None), None]
    assert sheet["E3"].number_format == '#,##0.00 "€"'


def test_a_treasurer_finds_headings_on_screen_and_on_each_printed_page():
    rows = [(n, f"Équipe {n}") for n in range(200)]
    sheet = read_back([Tab("Équipes", "Les équipes", [Column("N°", "number", 6), Column("Noms", width=40)], rows)])[
        "Équipes"
    ]
    assert sheet.freeze_panes == "A3"
    assert sheet.print_title_rows == "$1:$2"
    assert len("Équipe 199") <= sheet.column_dimensions["B"].width < 40, "no wider than what it shows"
    assert sheet.auto_filter.ref == "A2:B202"
    assert sheet.page_setup.fitToHeight == 0
    assert sheet.max_row == 202


def test_an_empty_table_keeps_its_headings_and_says_so():
    sheet = read_back([Tab("A", "Décisions", [Column("N°")], [])])["A"]
    assert [cell.value for cell in sheet[2]] == ["N°"] and sheet.max_row == 2
    assert sheet["A1"].value == "Décisions. Rien jusqu’ici."


def letters_on_paper(sheet) -> float:
    """The size in points of what is printed: the columns in pixels of Excel, the width that the margins leave."""
    shown = [dimension.width for dimension in sheet.column_dimensions.values() if not dimension.hidden]
    wide = sum(7 * width + 5 for width in shown) * 0.75
    room = {"landscape": 297, "portrait": 210}[sheet.page_setup.orientation] / 25.4 * 72 - 0.8 * 72
    return LETTER * min(1.0, room * sheet.page_setup.fitToWidth / wide)


@pytest.mark.parametrize("columns", [3, 9, 14, 22])
@pytest.mark.parametrize("length", [4, 18, 40])
def test_what_is_printed_on_a4_is_read(columns, length):
    rows = [(n, *["Marie-Antoinette de La Rochefoucauld"[:length]] * (columns - 1)) for n in range(60)]
    wide = [Column("N°", "number", 6), *(Column(f"Colonne {n}", width=min(length + 2, 30)) for n in range(columns - 1))]
    sheet = read_back([Tab("A", "Les équipes", wide, rows)])["A"]
    assert letters_on_paper(sheet) >= LEAST_LETTER
    if sheet.page_setup.fitToWidth > 1:
        assert sheet.print_title_cols == "$A:$B" and sheet.print_title_rows == "$2:$2"
        assert sheet.oddHeader.left.text == "Les équipes", "the title stands above each page"


def test_no_name_is_cut_and_no_row_is_higher_than_excel_allows():
    long = "Marie-Antoinette de La Rochefoucauld-Montmorency / Éphraïm D’HERVÉ-GUÉGUEN"
    rows = [("court", "mot " * 2000), (long, "mot")]
    sheet = read_back([Tab("A", "A", [Column("Noms", width=32), Column("Après", "lines", 80)], rows)])["A"]
    assert sheet["A4"].alignment.wrap_text and sheet.row_dimensions[4].height >= 3 * 15
    assert sheet.row_dimensions[3].height <= 409


def test_a_column_without_a_value_is_folded_away_and_the_last_page_is_no_leftover():
    columns = [Column("N°", "number", 6), Column("Noms", width=20), Column("Remarque", width=30)]
    rows = [(n, f"Équipe {n}", None) for n in range(49)]
    sheet = read_back([Tab("A", "A", columns, rows)])["A"]
    assert sheet.column_dimensions["C"].hidden and not sheet.column_dimensions["B"].hidden
    assert sheet.page_setup.fitToHeight == 1, "two teams more than a page holds are pressed on it"
    assert sheet["C2"].value == "Remarque"


def test_control_characters_and_endless_text_are_cut():
    assert plain_text("a\x00b\x1fc") == "abc"
    assert len(plain_text("x" * 40000)) == 32767


@pytest.mark.parametrize("first", range(0, 0x110000, 30_000))
def test_whatever_is_kept_a_reader_of_xml_can_read(first):
    """One character that XML does not have made the workbook impossible for good: all of Unicode, in blocks."""
    text = plain_text("".join(map(chr, range(first, min(first + 30_000, 0x110000)))))
    assert fromstring(f"<a>{escape(text)}</a>".encode()).text.replace("\n", "\r") == text.replace("\n", "\r")


def test_an_ampersand_in_the_footer_is_printed():
    sheet = read_back([Tab("A", "A", [Column("N°")], [])])["A"]
    assert sheet.oddFooter.left.text == "Casson && Cie"


def test_nothing_of_a_page_is_cut_nor_made_smaller_in_libreoffice():
    """The line at the foot lost the lower half of its letters; what a clipped column hides took a third of the page."""
    book = read_back(
        [Tab("A", "A", [Column("N°"), Column("Code", "clipped")], [["1", "x" * 64]]), Tab("B", "B", [Column("N°")], [])]
    )
    for sheet in book:
        room = sheet.page_margins.bottom - sheet.page_margins.footer, sheet.page_margins.top - sheet.page_margins.header
        assert min(room) >= 0.3  # inches
    assert (book["A"].print_area, book["B"].print_area) == ("'A'!$A$1:$B$3", ""), "a hidden tab with one is printed"


def test_progress_names_each_page_and_only_goes_forward():
    seen = []
    tabs = [Tab(tab, tab, [Column("N°")], []) for tab in "ABC"]
    write(io.BytesIO(), title="T", footer="", tabs=tabs, progress=lambda percent, step: seen.append((percent, step)))
    assert [step for _, step in seen] == ["A", "B", "C", "T"]
    assert [percent for percent, _ in seen] == sorted(percent for percent, _ in seen)


@pytest.mark.parametrize("seconds", [0, 86_400 * 365 * 40, 4_500_000_000], ids=["1970", "2010", "2112"])
def test_a_workbook_is_written_whatever_the_clock_says(monkeypatch, tmp_path, seconds):
    monkeypatch.setattr("zipfile.time.time", lambda: seconds)
    stat = os.stat

    def at_that_hour(path, *more, **options):
        found = list(stat(path, *more, **options))
        return os.stat_result([*found[:8], seconds, *found[9:]])

    monkeypatch.setattr("zipfile.os.stat", at_that_hour)
    assert read_back([Tab("A", "A", [Column("Name")], [("Casson",)])])["A"]["A3"].value == "Casson"
