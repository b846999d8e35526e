"""Measure a whole workbook beside openpyxl's write-only mode writing the same styled cells from reused ones."""

import gc
import io
import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pytest
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.styles import Font, NamedStyle

from scoring.workbook import writer as workbook
from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from tests.scoring.builders import evening
from tournament.models import Tournament

SIZES = (125, 250, 500, 1000)
LIMIT = 1.3


def reference(tabs: list[workbook.Tab]) -> bytes:
    """The same cells in the same formats, written by openpyxl with nothing else done to them."""
    book = Workbook(write_only=True)
    for kind, number_format in workbook.FORMATS.items():
        book.add_named_style(NamedStyle(f"s_{kind}", number_format=number_format, font=Font(name="Calibri", size=11)))
    for tab in tabs:
        sheet = book.create_sheet(tab.name)
        cells = []
        for column in tab.columns:
            cell = WriteOnlyCell(sheet)
            cell.style = f"s_{column.kind}"
            cells.append(cell)
        for row in tab.rows:
            for cell, value in zip(cells, row, strict=True):
                cell.value = value.replace(tzinfo=None) if hasattr(value, "tzinfo") else value
            sheet.append(cells)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


def ours(pk: int) -> bytes:
    """The workbook from the database to its bytes."""
    file = io.BytesIO()
    source = read_source(Tournament.objects.select_related("club").get(pk=pk))
    workbook.write(file, title="T", footer="", tabs=all_tabs(source))
    return file.getvalue()


def costs(*acts: Callable[[], bytes]) -> list[float]:
    """Processor seconds of each of *acts*, the best of three turns: a busy moment meets them all."""
    took: list[list[float]] = [[] for _ in acts]
    for _ in range(3):
        for act, seconds in zip(acts, took, strict=True):
            gc.collect()
            begun = time.process_time()
            act()
            seconds.append(time.process_time() - begun)
    return [min(seconds) for seconds in took]


@pytest.mark.django_db
def test_a_workbook_beside_the_bare_writer():
    for teams in SIZES:
        tournament = evening(teams=teams, parties=6)
        source = read_source(Tournament.objects.select_related("club").get(pk=tournament.pk))
        tabs = [replace(tab, rows=list(tab.rows)) for tab in all_tabs(source)]
        rows = sum(len(tab.rows) for tab in tabs)
        bare, whole = costs(partial(reference, tabs), partial(ours, tournament.pk))
        print(f"{teams:5} teams x 6: {rows} rows, bare {bare:.2f} s, whole {whole:.2f} s, ratio {whole / bare:.2f}")
    assert whole / bare <= LIMIT
