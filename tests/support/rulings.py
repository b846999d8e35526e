"""Sheets that the referee decides about."""

import pytest

from scoring.referee.rulings import NewSheet
from scoring.sheets import entry
from scoring.sheets.selectors import marks_of
from tests.scoring import builders
from tournament.models import Table

DONNE = {"preneur": "NS", "points": {"NS": 100}}


@pytest.fixture
def hall():
    return builders.seated(2, forfeit_points=1100)


@pytest.fixture
def table(hall):
    return Table.objects.get(round__tournament=hall, number=1)


def by_donnes(count=12):
    return NewSheet(kind="donnes", donnes=[dict(DONNE) for _ in range(count)])


def type_in(table, north, east=None, *, key="k", by=None, **more):
    marks = {"NS": {"points": north}, "EO": {"points": 1944 - north if east is None else east}}
    return entry.submit_sheet(table_id=table.pk, key=key.ljust(20, "t"), kind="totals", marks=marks, by=by, **more)


def type_donnes(table, count=12, *, key="d", by=None, **more):
    given = by_donnes(count)
    return entry.submit_sheet(
        table_id=table.pk, key=key.ljust(20, "t"), kind="donnes", donnes=given.donnes, by=by, **more
    )


def counted(table):
    sheet = table.sheets.get(counted=True)
    return sheet.state, {camp: figures["points"] for camp, figures in marks_of(sheet).items()}
