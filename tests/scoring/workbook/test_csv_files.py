"""The sheets of the workbook as CSV: read back, they say the same, and no spreadsheet finds a formula in them."""

import csv
import io
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.workbook.csv_files import FORMULA_SIGNS
from scoring.workbook.services import ask_workbook
from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.support.api import account, api_for, assert_same
from tests.support.kept import kept
from tournament.jobs import services as jobs
from tournament.models import Job, Player, Team

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
@kept
def tournament():
    made = builders.evening(teams=8, parties=2)
    Player.objects.filter(memberships__team__number=1, memberships__position=1).update(name='=HYPERLINK("http://x")')
    Player.objects.filter(memberships__team__number=2, memberships__position=1).update(name="Éloïse; « la » Grande")
    Team.objects.filter(tournament=made, number=3).update(paid_cents=1450, remark="-1+1\nvient tard")
    return made


def made(tournament, by, language: str = "fr") -> ZipFile:
    with translation.override(language):
        job = ask_workbook(tournament=tournament, by=by, language=language, file_format="csv")
    assert jobs.run(str(job.pk))
    job.refresh_from_db()
    assert job.state == Job.State.DONE, job.error
    assert job.export.filename.endswith(".zip")
    return ZipFile(io.BytesIO(bytes(job.export.content)))


def rows(whole: ZipFile, part: str) -> list[dict[str, str]]:
    (name,) = [name for name in whole.namelist() if name.endswith(f"-{part}.csv")]
    content = whole.read(name)
    assert content.startswith(b"\xef\xbb\xbf") and b"\r\n" in content
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=";"))


def test_every_sheet_is_a_file_and_says_what_the_workbook_says(tournament):
    by = account("odile", tournament.club)
    whole = made(tournament, by)
    with translation.override("fr"):
        tabs = all_tabs(read_source(tournament))
        sizes = {tab.name: (len(list(tab.rows)), len(tab.columns)) for tab in tabs}
    files = [name for name in whole.namelist() if name.endswith(".csv")]
    assert len(files) == len(sizes) > 10
    for name, (count, columns) in zip(files, sizes.values(), strict=True):
        lines = list(csv.reader(io.StringIO(whole.read(name).decode("utf-8-sig"), newline=""), delimiter=";"))
        assert (len(lines), {len(line) for line in lines}) == (count + 1, {columns}), name
    teams = {row["N°"]: row for row in rows(whole, "equipes")}
    assert teams["1"]["Joueur 1"] == """'=HYPERLINK("http://x")"""
    assert teams["2"]["Joueur 1"] == "Éloïse; « la » Grande"
    assert (teams["3"]["Payé"], teams["3"]["Remarque"]) == ("14,50", "'-1+1\nvient tard")


def test_no_cell_is_a_formula_and_every_column_is_told(tournament):
    whole = made(tournament, account("odile", tournament.club))
    guide = whole.read("LISEZMOI.txt").decode("utf-8-sig")
    for name in whole.namelist():
        if not name.endswith(".csv"):
            continue
        assert name in guide
        heading, *lines = csv.reader(io.StringIO(whole.read(name).decode("utf-8-sig"), newline=""), delimiter=";")
        assert all(f"  {column} (" in guide for column in heading), name
        for cell in (cell for line in lines for cell in line):
            if cell.startswith(FORMULA_SIGNS):
                float(cell.replace(",", "."))  # a figure below zero is one


def test_by_the_page_and_by_the_api(tournament):
    odile = account("odile", tournament.club)
    browser, api = Client(), api_for(odile)
    browser.force_login(odile)
    address = f"concours/{tournament.pk}/workbooks/"
    asked = {"format": "csv", "language": "fr"}
    assert_same(
        lambda: browser.post(reverse("export-ask", args=[tournament.pk]), {"format": "csv"}),
        lambda: api.send(address, asked),
    )
    made(tournament, odile)
    (line,) = api.ask(address).json()["results"]
    answer = api.ask(f"{address}{line['id']}/")
    assert answer["Content-Type"] == "application/zip" and answer.content[:2] == b"PK"
    assert made(tournament, odile, "en").namelist()[-1] == "README.txt"
