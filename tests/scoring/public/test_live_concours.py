"""The page of a team reads again what may have changed, and no more."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.public import serving
from scoring.sheets.entry import submit_sheet
from tests.scoring import builders
from tests.scoring.referee.builders import give_penalty
from tests.support.accounts import account

MARKS = {
    "NS": {"points": 1000, "belotes": None, "capots": None},
    "EO": {"points": 944, "belotes": None, "capots": None},
}


@pytest.fixture
def concours(db):
    serving.public_live.forget()
    return builders.evening(teams=6, parties=1, missing=2)


@pytest.fixture
def page(concours, client):
    """Reads the page of team 1 as a telephone that the news sent; returns it and how often rulings were looked for."""

    def read() -> tuple[str, int]:
        concours.refresh_from_db()
        address = reverse("public-team", args=[concours.slug, 1])
        with CaptureQueriesContext(
            connection,
        ) as asked:
            text = client.get(f"{address}?line={concours.journal_number}").content.decode()
        return text, sum('FROM "scoring_ruling"' in query["sql"] for query in asked)

    return read


def played(concours):
    return concours.rounds.get().tables.filter(seats__team__number=1).distinct().get()


def penalty(concours) -> None:
    given = {"team": 1, "label": "signes", "way": "on_top", "points": 100}
    odile = account("odile", concours.club)
    give_penalty(table_id=played(concours).pk, seen=0, base_version=1, reason="des aveux", by=odile, **given)


def type_next(concours) -> None:
    table = concours.rounds.get().tables.filter(sheets=None).first()
    submit_sheet(table_id=table.pk, key=f"the-sheet-of-table-{table.number}", kind="totals", by=None, marks=MARKS)


def test_a_typed_score_has_no_ruling_read_again(concours, page):
    assert page()[1] == 1
    type_next(concours)
    assert page()[1] == 0


def test_a_ruling_is_on_the_page_of_its_team(concours, page):
    assert "des aveux" not in page()[0]
    type_next(concours)
    penalty(concours)
    assert "des aveux" in page()[0]
    type_next(concours)
    assert "des aveux" in page()[0]


def test_a_ruling_given_while_the_evening_is_read_is_on_the_page(concours, page, monkeypatch):
    page()
    type_next(concours)
    evening = serving.evening

    def overtaken(pk: int):
        monkeypatch.undo()
        penalty(concours)
        return evening(pk)

    monkeypatch.setattr(serving, "evening", overtaken)
    assert "des aveux" in page()[0]
