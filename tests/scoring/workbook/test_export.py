"""The workbook of a concours, from its page to a file that says what the pages say."""

import shutil
import subprocess
from types import SimpleNamespace

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.models import Export
from scoring.ranking.results import ABSENT, FORFEIT, LOST, PENDING, PLAYED, WON, PartieResult
from scoring.standings.selectors import standing
from scoring.workbook import services
from scoring.workbook.services import KEPT, ask_workbook
from scoring.workbook.sheets import all_tabs
from scoring.workbook.sheets.standings import _note
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.support.accounts import account
from tests.support.workbooks import (
    made_book,
    rows_of,
    tournament,  # noqa: F401
)
from tournament.jobs import services as jobs
from tournament.models import Job, Table, Team, Tournament

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def organiser(tournament):
    return account("anne", tournament.club)


def test_the_workbook_holds_the_call_list_of_those_who_have_a_lot():
    made = builders.evening(teams=8, parties=4, lots=["Jambon", "Canard"])
    rows = rows_of(made_book(made, account("anne", made.club))["Palmarès"])
    assert [row["Lot"] for row in rows[:2]] == ["Jambon", "Canard"]
    assert len(rows) < 8
    assert [row["Rang"] for row in rows] == [row.rank for row in standing(made).rows[: len(rows)]]


def test_the_workbook_of_a_rehearsal_says_so_in_each_tab_and_in_its_name():
    made = builders.evening(teams=8, parties=4, rehearsal=True)
    book = made_book(made, account("anne", made.club))
    assert all(tab["A1"].value.startswith("Répétition, rien ne compte ici") for tab in book.worksheets)
    assert "répétition" in book.worksheets[0].oddFooter.left.text
    assert "repetition" in Export.objects.get().filename


def test_the_workbook_holds_each_publication_of_the_palmares():
    made = builders.concours(teams=4, parties=1)
    builders.partie(made, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844)])
    anne = account("anne", made.club)
    close_tournament(tournament_id=made.pk, by=anne)
    reopen_tournament(tournament_id=made.pk, by=anne, reason="table 2 inversée")
    builders.sheet(Table.objects.get(number=2), north=844, east=1100)
    close_tournament(tournament_id=made.pk, by=anne)
    rows = rows_of(made_book(made, anne)["Publications"])
    told = [
        (row["Palmarès n°"], row["Rang"], row["Rang au palmarès précédent"], row["Équipe"], row["Points"])
        for row in rows
    ]
    assert told[:4] == [(1, 1, None, 1, 1200), (1, 2, None, 3, 1100), (1, 3, None, 4, 844), (1, 4, None, 2, 744)]
    assert told[4:] == [(2, 1, 1, 1, 1200), (2, 2, 3, 4, 1100), (2, 3, 2, 3, 844), (2, 4, 4, 2, 744)]
    assert {row["Motif du remplacement"] for row in rows[4:]} == {"table 2 inversée"}
    assert rows[0]["N’est plus en vigueur depuis"] and not rows[4]["N’est plus en vigueur depuis"]


def test_the_workbook_says_what_the_pages_say(tournament, organiser):
    book = made_book(tournament, organiser)
    assert book.sheetnames == [
        "Classement 3", "Classement 2", "Classement 1", "Palmarès", "Scores", "Donnes", "Tirage 1", "Tirage 2", "Tirage 3", "Équipes",
        "Pénalités et décisions", "Validés malgré une anomalie", "Bilan", "Lignes de caisse", "Concours", "Réglages", "Règlement", "Procès-verbaux", "Journal",
    ]  # fmt: skip
    for number in (1, 2, 3):
        told = standing(tournament, after_round=number)
        written = [(row["Rang"], row["Équipe"], row["Points"]) for row in rows_of(book[f"Classement {number}"])]
        assert written == [(row.rank, row.number, row.points) for row in told.rows]
    assert "provisoire" in book["Classement 3"]["A1"].value
    assert "provisoire" not in book["Classement 2"]["A1"].value
    scores = rows_of(book["Scores"])
    assert len(scores) == 4 + 4 + 3
    assert all(row["Points NS"] + row["Points EO"] == 1944 for row in scores)
    (forced,) = rows_of(book["Validés malgré une anomalie"])
    assert forced["Motif donné"] == "lu deux fois, signé"
    assert len(rows_of(book["Journal"])) == tournament.journal.count()
    assert any("exempt" in str(row.values()) for row in rows_of(book["Tirage 1"])), "nine teams: one has no table"


def test_a_team_with_fewer_parties_says_which_it_does_not_play():
    """It had fewer parties than the others, and nothing said why; after its last one it may have left, or be out of a bracket."""
    common = {"excluded": False, "withdrawn": False, "tied": False}
    kinds = ([ABSENT, PLAYED], [ABSENT, ABSENT, PENDING], [PLAYED, ABSENT, PLAYED, ABSENT], [ABSENT, ABSENT], [])
    rows = [
        SimpleNamespace(results=[PartieResult(round=n, kind=kind) for n, kind in enumerate(one, 1)], **common)
        for one in kinds
    ]
    with translation.override("fr"):
        late = [_note(row) for row in rows]
    assert late == [
        "joue à partir de la partie 2",
        "joue à partir de la partie 3",
        "ne joue pas la partie 2",
        "",
        "",
    ]


def test_a_forfeit_won_is_not_noted_as_one_lost():
    common = {"excluded": False, "withdrawn": False, "tied": False}
    won, lost = (
        SimpleNamespace(results=[PartieResult(round=2, kind=FORFEIT, outcome=outcome)], **common)
        for outcome in (WON, LOST)
    )
    with translation.override("fr"):
        assert _note(won) == "partie 2 gagnée par forfait"
        assert _note(lost) == "forfait à la partie 2"


def test_a_setting_that_decides_nothing_is_no_line_and_no_limit_is_said(tournament, organiser):
    def lines():
        return {row["Réglage"]: row["Valeur"] for row in rows_of(made_book(tournament, organiser)["Réglages"])}

    shown = lines()
    assert shown["Places du concours"] == "pas de limite" and "Points de l’exempt" not in shown
    Tournament.objects.filter(pk=tournament.pk).update(max_teams=40, exempt_policy="flat", exempt_points=900)
    shown = lines()
    assert (shown["Places du concours"], shown["Points de l’exempt"]) == ("40", "900")


def test_names_are_text_and_money_is_money(tournament, organiser):
    teams = made_book(tournament, organiser)["Équipes"]
    assert teams["B3"].value == '=HYPERLINK("http://x")' and teams["B3"].data_type == "s"
    assert teams["B4"].value == "+33 Émile" and teams["B4"].data_type == "s"
    paid = {row["N°"]: row["Payé"] for row in rows_of(teams)}
    assert paid[3] == 14.5 and paid[1] is None


def test_only_tabs_with_something_in_them_are_seen_and_printed(tournament, organiser):
    book = made_book(tournament, organiser)
    for sheet in book.worksheets:
        assert (sheet.sheet_state == "visible") == (sheet.max_row > 2), sheet.title
    assert book["Donnes"].sheet_state == "hidden" and book["Donnes"]["A1"].value.endswith(
        "aucune donne n’a été écrite."
    )
    assert book.active.title == "Classement 3"
    empty = made_book(builders.concours(teams=0), organiser)
    assert empty.active.sheet_state == "visible", "a program opens no book whose first tab is hidden"


def test_two_partners_who_paid_otherwise_are_both_in_the_book(tournament, organiser):
    Team.objects.filter(number=4).update(
        paid_cents=1450, paid_by="cash", partner_cents=700, partner_paid_by="cheque", present=True
    )
    book = made_book(tournament, organiser)
    paid = {row["N°"]: row["Payé en"] for row in rows_of(book["Équipes"])}
    assert paid[4] == "espèces 7,50\u00a0€ + chèque 7\u00a0€" and paid[5] is None
    taken = {row[0].value: row[2].value for row in book["Concours"].iter_rows(min_row=3)}
    assert taken["dont espèces (€)"] == 7.5 and taken["dont chèque (€)"] == 7
    means = {name: cents for name, cents in taken.items() if name and name.startswith("dont ")}
    assert sum(means.values()) == taken["Encaissé à l’entrée (€)"]


def test_the_english_workbook_is_all_english(tournament, organiser):
    book = made_book(tournament, organiser, "en")
    assert book.sheetnames[0] == "Ranking 3" and "House rules" in book.sheetnames


def test_its_queries_do_not_grow_with_the_concours():
    counts = set()
    for teams in (6, 40):
        tournament = builders.evening(teams=teams, parties=3)
        with CaptureQueriesContext(connection) as captured:
            for page in all_tabs(read_source(tournament)):
                list(page.rows)
        counts.add(len(captured))
    assert len(counts) == 1, counts


def test_the_page_shows_the_way_of_the_job_and_gives_the_file(tournament, organiser, client):
    client.force_login(organiser)
    page = reverse("exports", args=[tournament.pk])
    assert client.post(reverse("export-ask", args=[tournament.pk])).status_code == 302
    job = Job.objects.get(kind="workbook")
    assert "en préparation" in client.get(page).content.decode()
    part = client.get(reverse("job-progress", args=[job.pk]), HTTP_HX_REQUEST="true")
    assert b"<progress" in part.content and b"hx-get" in part.content
    jobs.run(str(job.pk))
    assert client.get(reverse("job-progress", args=[job.pk]), HTTP_HX_REQUEST="true")["HX-Refresh"] == "true"
    export = Export.objects.get()
    answer = client.get(reverse("export-file", args=[tournament.pk, export.pk]))
    assert answer["Content-Disposition"] == f'attachment; filename="{export.filename}"'
    assert export.filename.isascii() and export.filename.endswith(".xlsx")
    assert answer.content == bytes(export.content)


def test_asked_twice_before_it_begins_it_is_made_once_and_few_are_kept(tournament, organiser):
    first = ask_workbook(tournament=tournament, by=organiser, language="fr")
    assert ask_workbook(tournament=tournament, by=organiser, language="fr").pk == first.pk
    jobs.run(str(first.pk))
    for _ in range(KEPT + 2):
        jobs.run(str(ask_workbook(tournament=tournament, by=organiser, language="fr").pk))
    assert Export.objects.filter(tournament=tournament).count() == KEPT


def test_a_failed_one_says_why_and_is_tried_again(tournament, organiser, client, monkeypatch):
    monkeypatch.setattr(services, "read_source", lambda tournament: 1 / 0)
    job = ask_workbook(tournament=tournament, by=organiser, language="fr")
    Job.objects.filter(pk=job.pk).update(attempts=4)
    jobs.run(str(job.pk))
    client.force_login(organiser)
    page = client.get(reverse("exports", args=[tournament.pk])).content.decode()
    assert "Réessayer" in page and "ZeroDivision" not in page
    assert not Export.objects.exists()
    client.post(reverse("job-retry", args=[job.pk]))
    monkeypatch.undo()
    assert jobs.run(str(job.pk)) and Export.objects.count() == 1


@pytest.mark.parametrize(("role", "status"), [("referee", 200), ("scorer", 403), ("reader", 403)])
def test_who_may_take_it(tournament, organiser, client, role, status):
    made_book(tournament, organiser)
    client.force_login(account("paul", tournament.club, role))
    export = Export.objects.get()
    assert client.get(reverse("exports", args=[tournament.pk])).status_code == status
    assert client.get(reverse("export-file", args=[tournament.pk, export.pk])).status_code == status
    assert client.get(reverse("job-progress", args=[export.job_id]), HTTP_HX_REQUEST="true").status_code == status


def test_another_club_finds_nothing(tournament, organiser, client):
    made_book(tournament, organiser)
    other = builders.concours(teams=2)
    client.force_login(account("zoe", other.club))
    export = Export.objects.get()
    for address in (
        reverse("exports", args=[tournament.pk]),
        reverse("export-file", args=[tournament.pk, export.pk]),
        reverse("export-file", args=[other.pk, export.pk]),
        reverse("job-progress", args=[export.job_id]),
    ):
        assert client.get(address).status_code == 404


@pytest.mark.slow
def test_libreoffice_opens_it(tournament, organiser, tmp_path):
    program = shutil.which("localc")  # soffice alone may be there without the sheets
    if not program:
        pytest.skip("No LibreOffice Calc here: the workbook is read back by openpyxl alone.")
    made_book(tournament, organiser)
    (tmp_path / "book.xlsx").write_bytes(bytes(Export.objects.get().content))
    subprocess.run(
        [program, "--headless", f"-env:UserInstallation=file://{tmp_path}/profile", "--convert-to", "csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,2", "book.xlsx"],
        cwd=tmp_path, check=True, capture_output=True, timeout=120,
    )  # fmt: skip
    (csv,) = tmp_path.glob("*.csv")
    assert '=HYPERLINK(""http://x"")' in csv.read_text()
