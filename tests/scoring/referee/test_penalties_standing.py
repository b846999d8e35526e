"""Penalties, caps, exclusions and absences in the standing, on the pages and in the workbook."""

import io

import openpyxl
import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone, translation

from scoring.models import Penalty, Ruling
from scoring.prizes.selectors import prizes_of
from scoring.public.serving import public_live
from scoring.standings import boards, stories
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, standing
from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from scoring.workbook.writer import write
from tests.scoring import builders
from tests.support.accounts import account
from tests.support.html import laid_out
from tests.support.penalties import penalty, points
from tournament.models import Table, Team, Tournament
from tournament.registration import attendance

pytestmark = pytest.mark.django_db
CAPS = {"from": 2, "winner": 1280, "loser": 664}


@pytest.fixture(autouse=True)
def _nothing_remembered():
    public_live.forget()
    yield
    public_live.forget()


@pytest.fixture
def organiser(client):
    def of(tournament: Tournament):
        user = account("anne", tournament.club)
        client.force_login(user)
        return user

    return of


def four_teams(**settings) -> Tournament:
    """Four teams, two parties: 1–2 and 3–4, then 1–3 and 2–4."""
    tournament = builders.concours(teams=4, **({"criteria": ["wins", "points", "difference"], "parties": 2} | settings))
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)])
    builders.partie(tournament, 2, [(1, 600, 3, 1344), (2, 972, 4, 972)])
    return tournament


def test_a_penalty_counts_for_the_other_camp_until_it_is_taken_back():
    tournament = four_teams()
    before = points(tournament)
    given = penalty(tournament, 1, 1)
    assert points(tournament) == before | {1: (1600, 0), 2: (1916 + 162, 1)}
    found = evening(tournament.pk).seated[2][1]
    assert (found.points, found.penalty, found.on_sheet, found.outcome) == (1106, 162, 944, "won")
    Penalty.objects.filter(pk=given.pk).update(cancelled_at=timezone.now(), cancel_reason="autre table")
    assert points(tournament) == before


def test_a_penalty_waits_for_the_sheet_of_its_table():
    tournament = builders.seated(1)
    penalty(tournament, 1, 1)
    assert points(tournament, after_round=1) == {1: (0, 0), 2: (0, 0)}
    builders.sheet(Table.objects.get(), north=1000, east=944)
    assert points(tournament) == {1: (1000, 0), 2: (1106, 1)}


def test_caps_hold_from_their_partie_on():
    tournament = four_teams(caps=CAPS)
    assert points(tournament) == {1: (1600, 1), 2: (1916, 0), 3: (1200 + 1280, 2), 4: (1716, 0)}


@pytest.mark.parametrize(
    ("policy", "expected"),
    [
        ("kept", {1: (1600, 1), 2: (1916, 0), 3: (2544, 2), 4: (1716, 0)}),
        ("forfeit", {1: (1000 + 1100, 2), 2: (1916, 0), 3: (0, 0), 4: (1100 + 972, 1)}),
    ],
)
def test_an_excluded_team_is_last_and_its_opponents_have_what_the_reglement_says(policy, expected):
    tournament = four_teams(excluded_policy=policy, forfeit_points=1100, leavers="ranked")
    attendance.exclude_team(team_id=Team.objects.get(number=3).pk, reason="triche", by=None)
    assert points(tournament) == expected
    last = standing(tournament).rows[-1]
    assert (last.number, last.excluded, last.separated_by) == (3, True, "excluded")
    attendance.take_back_exclusion(team_id=Team.objects.get(number=3).pk, reason="erreur de table", by=None)
    assert points(tournament) == {1: (1600, 1), 2: (1916, 0), 3: (2544, 2), 4: (1716, 0)}
    assert standing(tournament).rows[0].number == 3


def test_an_excluded_team_is_not_called_for_a_prize():
    tournament = four_teams(lots=["Jambon", "Canard", "Panier", "Bouteille"])
    attendance.exclude_team(team_id=Team.objects.get(number=3).pk, from_round=3, reason="triche", by=None)
    tournament.refresh_from_db()
    assert [(prize.row.number, prize.prize) for prize in prizes_of(tournament)] == [
        (1, "Jambon"), (2, "Canard"), (4, "Panier"),
    ]  # fmt: skip


def test_an_exclusion_shows_in_the_standing_that_the_next_draw_goes_by_and_not_before():
    tournament = four_teams(parties=4)
    attendance.exclude_team(team_id=Team.objects.get(number=3).pk, from_round=3, reason="triche", by=None)
    assert [row.excluded for row in standing(tournament, after_round=1).rows] == [False] * 4
    assert [row.number for row in standing(tournament, after_round=2).rows if row.excluded] == [3]


@pytest.mark.parametrize(("leavers", "rank"), [("last", 4), ("ranked", 1)])
def test_who_leaves_is_ranked_as_the_reglement_says(leavers, rank):
    tournament = four_teams(leavers=leavers)
    Team.objects.filter(number=3).update(withdrawn_from=2)
    (row,) = [row for row in standing(tournament).rows if row.number == 3]
    assert (row.rank, row.withdrawn, row.excluded) == (rank, True, False)


def test_late_and_away_have_as_much_as_an_exempt_team_where_the_reglement_says_so():
    tournament = builders.concours(teams=5, criteria=["points"], exempt_policy="half", missed_policy="exempt")
    Team.objects.filter(number=4).update(first_round=2)
    builders.partie(tournament, 1, [(1, 1000, 2, 944)], exempt=[3])
    Team.objects.filter(number=1).update(withdrawn_from=2)
    Team.objects.filter(number=5).update(away_in=1)
    builders.partie(tournament, 2, [(2, 500, 3, 1444), (4, 972, 5, 972)])
    assert {number: found for number, (found, _wins) in points(tournament).items()} == {
        1: 1000, 2: 1444, 3: 972 + 1444, 4: 972 + 972, 5: 972 + 972,
    }, "the team that left has nothing for what it no longer plays"  # fmt: skip
    missed = standing(tournament).rows[1].results[0]
    assert (missed.kind, missed.points, missed.outcome) == ("absent", 972, "")
    Tournament.objects.update(missed_policy="zero")
    tournament.refresh_from_db()
    assert points(tournament)[4] == (972, 0)


def test_who_is_out_of_a_knock_out_has_missed_nothing():
    phases = [{"method": "elimination", "start": 2, "parties": 0, "who": "first", "count": 2, "options": {}}]
    tournament = builders.concours(teams=4, parties=2, phases=phases, missed_policy="exempt")
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)])
    builders.partie(tournament, 2, [(1, 1000, 3, 944)])
    assert {n: found for n, (found, _wins) in points(tournament).items()} == {1: 2000, 2: 944, 3: 2144, 4: 744}


def test_penalties_cost_one_query_however_many():
    counts = set()
    for given in (0, 3):
        tournament = four_teams(excluded_policy="forfeit", caps=CAPS)
        for _ in range(given):
            penalty(tournament, 1, 1)
        with CaptureQueriesContext(connection) as captured:
            standing(tournament)
        counts.add(len(captured))
    assert len(counts) == 1 and counts.pop() <= 9


def test_the_story_says_each_part_of_the_points():
    tournament = four_teams(caps=CAPS, excluded_policy="forfeit", forfeit_points=1100)
    penalty(tournament, 1, 1)
    penalty(tournament, 1, 1, points=0, label="Parole", article="")
    attendance.exclude_team(team_id=Team.objects.get(number=4).pk, reason="triche", by=None)
    found, shown = evening(tournament.pk), labels(tournament)
    told_of = {number: stories.story(found, found.after(), shown, number) for number in range(1, 5)}
    parts = {number: [partie.parts for partie in told.parties] for number, told in told_of.items()}
    assert parts[1] == [
        [
            "162 à l’autre camp\u00a0: pénalité du n°\u00a01, Renonce (art. 7).",
            "Avertissement au n°\u00a01\u00a0: Parole.",
        ],
        [],
    ]
    assert parts[2] == [
        [
            "Sur la feuille\u00a0: 944.",
            "+162\u00a0: pénalité du n°\u00a01, Renonce (art. 7).",
            "Avertissement au n°\u00a01\u00a0: Parole.",
        ],
        ["Sur la feuille\u00a0: 972.", "+128\u00a0: l’autre camp a été exclu, la partie est gagnée par forfait."],
    ]
    assert parts[3][0] == ["L’autre camp a été exclu\u00a0: la partie reste gagnée."]
    assert parts[3][1] == ["Sur la feuille\u00a0: 1344.", "−64\u00a0: le gagnant garde 1280 au plus."]
    assert parts[4][0] == ["Sur la feuille\u00a0: 744.", "Exclusion\u00a0: rien n’est gardé de cette partie."]
    assert "Les exclus viennent après tous les autres" in told_of[4].above
    for told in told_of.values():
        assert sum(partie.result.points for partie in told.parties) == told.row.points


def test_the_cap_of_a_partie_that_an_exclusion_turned_is_told_as_it_was():
    tournament = builders.concours(teams=2, caps=CAPS | {"from": 1}, excluded_policy="forfeit", forfeit_points=1100)
    builders.partie(tournament, 1, [(1, 1000, 2, 944)])
    attendance.exclude_team(team_id=Team.objects.get(number=1).pk, reason="triche", by=None)
    found = evening(tournament.pk)
    (partie,) = stories.story(found, found.after(), labels(tournament), 2).parties
    assert partie.parts == [
        "Sur la feuille\u00a0: 944.",
        "−280\u00a0: le perdant garde 664 au plus.",
        "+436\u00a0: l’autre camp a été exclu, la partie est gagnée par forfait.",
    ]


def test_every_figure_of_the_standing_leads_to_its_table_and_a_penalty_is_marked(client, organiser):
    tournament = four_teams()
    penalty(tournament, 1, 1)
    organiser(tournament)
    page = laid_out(client.get(reverse("standings", args=[tournament.pk])).content.decode())
    for partie in (1, 2):
        for table in (1, 2):
            assert page.count(f'<a href="{reverse("table", args=[tournament.pk, partie, table])}">') == 2
    assert ">1106</a>*" in page and page.count("</a>*") == 1
    paper = client.get(reverse("print-standings", args=[tournament.pk])).content.decode()
    assert "1106*" in paper and reverse("table", args=[tournament.pk, 1, 1]) not in paper


def test_a_catch_up_game_leads_to_the_table_where_it_was_played():
    tournament = builders.concours(teams=3, exempt_policy="catch_up")
    builders.partie(tournament, 1, [(1, 1000, 2, 944)], exempt=[3])
    round_ = builders.partie(tournament, 2, [(1, 1000, 3, 944)], exempt=[2])
    seat = round_.seats.get(team__number=3)
    seat.round = tournament.rounds.get(number=1)
    round_.tournament.rounds.get(number=1).seats.filter(team__number=3).delete()
    seat.save()
    penalty(tournament, 2, 1)
    found = evening(tournament.pk)
    (line,) = [line for line in boards.board(found, labels(tournament)).lines if line.row.number == 3]
    assert (line.cells[0].text, line.cells[0].round, line.cells[0].table, line.cells[0].noted) == ("1106", 2, 1, True)
    story = stories.story(found, found.after(), labels(tournament), 3)
    assert any("Renonce" in part for part in story.parties[0].parts)


def test_why_says_faults_decisions_and_the_way_to_exclude(client, organiser):
    tournament = four_teams()
    given = penalty(tournament, 1, 1)
    penalty(tournament, 1, 1, points=0, label="Parole")
    Ruling.objects.create(
        table=given.table, number=1, kind="penalty", penalty=given, article="art. 7", reason="vue par tous",
        at=timezone.now(),
    )  # fmt: skip
    organiser(tournament)
    team = Team.objects.get(number=1)
    page = client.get(reverse("why", args=[tournament.pk, 1])).content.decode()
    assert "1 avertissement, 1 pénalité" in page and "vue par tous" in page
    assert f"{reverse('team', args=[tournament.pk, team.pk])}#exclude" in page
    history = f"{reverse('journal', args=[tournament.pk])}?team=1"
    assert history in page
    public = client.get(reverse("public-team", args=[tournament.slug, 2])).content.decode()
    assert "+162\u00a0: pénalité du n°\u00a01" in public and "vue par tous" in public


def test_the_journal_of_a_team_holds_its_lines_and_those_of_its_tables(client, organiser):
    tournament = four_teams()
    user = organiser(tournament)
    attendance.exclude_team(team_id=Team.objects.get(number=1).pk, reason="triche", by=user)
    attendance.set_present(team_id=Team.objects.get(number=2).pk, present=False, by=user)
    page = client.get(reverse("journal", args=[tournament.pk]), {"team": "1"})
    assert [line.entry.act for line in page.context["lines"]] == ["exclude_team"]
    assert "triche" in page.content.decode() and "Exclusion" in page.content.decode()
    assert client.get(reverse("journal", args=[tournament.pk]), {"team": "99"}).context["lines"] == []


@pytest.mark.parametrize("extra", [False, True], ids=["sheets alone", "penalties, caps, exclusion"])
def test_the_cells_of_the_workbook_add_up(extra):
    settings = {"caps": CAPS, "excluded_policy": "forfeit", "forfeit_points": 1100} if extra else {}
    tournament = four_teams(criteria=["points", "wins"], **settings)
    if extra:
        penalty(tournament, 1, 1)
        penalty(tournament, 2, 2, camp="EO", points=100, label="Paroles")
        lost = penalty(tournament, 1, 2)
        Penalty.objects.filter(pk=lost.pk).update(cancelled_at=timezone.now(), cancel_reason="autre table")
        attendance.exclude_team(team_id=Team.objects.get(number=4).pk, reason="triche", by=None)
    tournament.refresh_from_db()
    with translation.override("fr"):
        tabs = all_tabs(read_source(tournament))
    file = io.BytesIO()
    write(file, title="x", footer="x", tabs=tabs)
    book = openpyxl.load_workbook(file)

    def rows(tab: str) -> list[dict]:
        heading = [cell.value for cell in book[tab][2]]
        return [dict(zip(heading, row, strict=True)) for row in book[tab].iter_rows(min_row=3, values_only=True)]

    counted: dict[int, int] = {}
    for row in rows("Scores"):
        for camp in ("NS", "EO"):
            parts = [row[f"Points {camp}"], row.get(f"Pénalités {camp}"), row.get(f"Plafond, exclusion {camp}")]
            total = sum(filter(None, parts))
            assert total == row.get(f"Compté {camp}", total)
            counted[row[f"Équipe {camp}"]] = counted.get(row[f"Équipe {camp}"], 0) + total
    for row in rows("Classement 2"):
        assert row["Partie 1"] + row["Partie 2"] == row["Points"] == counted[row["Équipe"]]
    assert {row["Équipe"]: row["Points"] for row in rows("Classement 2")} == {
        n: p for n, (p, _) in points(tournament).items()
    }
    decided = rows("Pénalités et décisions")
    assert [(row["Partie"], row["Table"], row["Équipe"], row["Points"], row["Compte"]) for row in decided] == (
        [(1, 1, 1, 162, "oui"), (1, 2, 3, 162, "non"), (2, 2, 4, 100, "oui")] if extra else []
    )
    if extra:
        assert decided[1]["Retirée parce que"] == "autre table" and decided[0]["Article"] == "art. 7"
        faults = {row["N°"]: (row["Exclusion"], row["Pénalités"]) for row in rows("Équipes")}
        assert faults == {1: (None, 1), 2: (None, None), 3: (None, None), 4: ("oui", 1)}
        assert {row["Équipe"]: row["Dont pénalités"] for row in rows("Classement 2")} == {
            1: None,
            2: 262,
            3: None,
            4: None,
        }
