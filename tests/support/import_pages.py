"""The page of an import: its first step, from a file or a text."""

import datetime

import pytest

from tournament.models import (
    Club,
    ImportDraft,
    Tournament,
)
from tournament.registration.imports import services as acts
from tournament.registration.imports.reading import read_file, read_pasted


@pytest.fixture
def concours():
    club = Club.objects.create(name="Amicale")
    return Tournament.objects.create(
        club=club,
        name="Concours",
        slug="abc",
        date=datetime.date(2026, 11, 21),
        preset="4x12-points",
        parties=4,
        fee_cents=1400,
    )


def start(concours, by, data: bytes | str) -> ImportDraft:
    book = read_pasted(data) if isinstance(data, str) else read_file(data)
    return acts.start_import(tournament_id=concours.pk, book=book, file_name="liste.xlsx", by=by)
