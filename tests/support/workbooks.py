"""Workbooks made and read back."""

import io

import openpyxl
import pytest
from django.utils import translation

from scoring.models import ScoreSheet
from scoring.workbook.services import ask_workbook
from tests.scoring import builders
from tests.support.kept import kept
from tournament.jobs import services as jobs
from tournament.models import Job, Player, Team


@pytest.fixture
@kept
def tournament():
    made = builders.evening(teams=9, parties=3, missing=1)
    Player.objects.filter(memberships__team__number=1, memberships__position=1).update(name='=HYPERLINK("http://x")')
    Player.objects.filter(memberships__team__number=2, memberships__position=1).update(name="+33 Émile")
    Team.objects.filter(tournament=made, number=3).update(paid_cents=1450, withdrawn_from=3)
    sheet = ScoreSheet.objects.filter(table__round__tournament=made).first()
    sheet.check_code, sheet.override = "somme", "lu deux fois, signé"
    sheet.save()
    return made


def made_book(tournament, by, language="fr") -> openpyxl.Workbook:
    with translation.override(language):
        job = ask_workbook(tournament=tournament, by=by, language=language)
    assert jobs.run(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    return openpyxl.load_workbook(io.BytesIO(bytes(job.export.content)))


def rows_of(sheet) -> list[dict]:
    heading = [cell.value for cell in sheet[2]]
    return [dict(zip(heading, row, strict=True)) for row in sheet.iter_rows(min_row=3, values_only=True)]
