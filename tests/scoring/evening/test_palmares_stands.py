"""A palmarès that an earlier version of the program computed otherwise: it stays as it was proclaimed, and both are said."""

import random

import pytest
from django.test import Client
from django.urls import reverse

from scoring.evening import closing
from scoring.evening.selectors import palmares_now, palmares_of
from scoring.people.selectors import career_of
from scoring.prizes.selectors import prize_calls
from scoring.public.pages import refresh_pages, renew_copies
from scoring.ranking import CRITERIA, FIGURES, PartieResult, TeamResults, as_published, rank
from scoring.ranking.criteria import Criterion
from scoring.seasons import services as seasons
from scoring.seasons.selectors import read_season
from scoring.standings.models import StandingsSnapshot
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, palmares_alarm, snapshot_alarm
from scoring.transfer import reader
from scoring.transfer.file import write_concours
from scoring.workbook.sheets import standings as ranking_sheet
from scoring.workbook.source import read_source
from tests.support.accounts import logged_in
from tests.support.api import api_for
from tests.support.people import person_of
from tests.support.phase_pages import text_of
from tests.support.random_evenings import RandomEvening
from tournament.jobs import services as jobs
from tournament.models import Job, Table, Team
from tournament.registration import attendance
from tournament.rounds.services import publish_draw

pytestmark = pytest.mark.django_db

# As the program had it before: who had lost to a team excluded since had the match points of a win at the table.
EARLIER = Criterion(lambda tally, _all: tally.match_points + sum(one.by_exclusion for one in tally.team.results))


@pytest.fixture
def published(monkeypatch) -> tuple[RandomEvening, dict[str, int]]:
    """A concours that an earlier version closed with two winners, and the numbers of its teams.

    A won 1000–944 and was excluded, B has 1100 points by that; C won 1100–844 against D.
    """
    settings = {"criteria": ["match_points", "points"], "excluded_policy": "forfeit", "forfeit_points": 1100}
    one = RandomEvening(random.Random("stands"), "4x12-points", 4, acts=0.0, parties=1, **settings)
    publish_draw(draw_id=one.draw().pk, by=one.by)
    numbers = {}
    tables = Table.objects.filter(round__tournament=one.pk).order_by("number")
    for table, north, names in zip(tables, (1000, 1100), ("AB", "CD"), strict=True):
        one.type_in(
            table, figures={"kind": "totals", "marks": {"NS": {"points": north}, "EO": {"points": 1944 - north}}}
        )
        numbers |= dict(zip(names, table.seats.order_by("-camp").values_list("team__number", flat=True), strict=True))
    attendance.exclude_team(team_id=Team.objects.get(tournament=one.pk, number=numbers["A"]).pk, reason="x", by=one.by)
    with monkeypatch.context() as before:
        before.setitem(CRITERIA, "match_points", EARLIER)
        closing.close_tournament(tournament_id=one.pk, by=one.by)
        refresh_pages(tournament_id=one.pk)
    StandingsSnapshot.objects.update(figures=FIGURES - 1)
    assert renew_copies() == 1
    for job in Job.objects.filter(kind="pages", state="queued"):
        jobs.run(str(job.pk))
    return one, numbers


def test_what_was_proclaimed_stays_so_on_every_page(published):
    """The ranking put B second once the program was renewed, whose prize and points of the season were those of a winner."""
    one, numbers = published
    first, slug = sorted([numbers["B"], numbers["C"]]), one.tournament.slug
    proclaimed = [(1, first[0]), (1, first[1]), (3, numbers["D"]), (4, numbers["A"])]
    assert [row[:2] for row in palmares_now(one.tournament).rows] == proclaimed
    results = evening(one.pk)
    assert [(row.rank, row.number) for row in results.after().rows] == proclaimed
    assert [row.values["match_points"] for row in results.after().rows][:2] == [3, 3]
    assert [(row[0], row[1]) for row in StandingsSnapshot.objects.get().rows] == proclaimed
    assert snapshot_alarm(results) == []
    public = Client().get(f"/api/v1/public/{slug}/standings/").json()["results"]
    assert [(row["rank"], row["number"]) for row in public] == proclaimed
    after = next(iter(ranking_sheet.tabs(read_source(one.tournament))))
    assert [(row[0], row[1]) for row in after.rows] == proclaimed
    calls = prize_calls(results, results.after(), labels(one.tournament))
    assert [call.row.rank for call in calls][:2] == [1, 1]
    winner = person_of(Team.objects.get(tournament=one.pk, number=numbers["B"]))
    assert career_of(winner).evenings[0].won
    season = seasons.make_season(club_id=one.tournament.club_id, by=None, name="Challenge", evenings=[(one.pk, 1)])
    ranks = [entry.rank for row in read_season(season).table.rows for slot in row.counted for entry in slot.entries]
    assert sorted(ranks) == [1, 1, 1, 1, 3, 3]


def test_the_organiser_reads_both_and_publishes_again_what_is_right(published):
    one, numbers = published
    client = logged_in(one.by)

    def page() -> str:
        return text_of(client.get(reverse("standings", args=[one.pk])).text)

    (differs,) = palmares_alarm(evening(one.pk))
    assert differs == {"number": numbers["B"], "kept": (1, 1100), "sheets": (2, 1100)}
    words = "Le palmarès reste tel qu’il a été publié."
    assert words in page() and f"{numbers['B']} rang 1, 1100 points rang 2, 1100 points" in page()
    asked = api_for(one.by).ask(f"concours/{one.tournament.pk}/standings/").json()
    assert (asked["alarm"], asked["palmares_alarm"]) == ([], [{**differs, "kept": [1, 1100], "sheets": [2, 1100]}])
    assert words not in Client().get(reverse("public-standings", args=[one.tournament.slug])).text
    closing.reopen_tournament(tournament_id=one.pk, reason="calcul", by=one.by)
    assert palmares_alarm(evening(one.pk)) == [] and words not in page()
    assert [row.rank for row in evening(one.pk).after().rows] == [1, 2, 3, 4]
    closing.close_tournament(tournament_id=one.pk, by=one.by)
    before, now = palmares_of(one.tournament)
    assert [row[0] for row in before.rows] == [1, 1, 3, 4] and [row[0] for row in now.rows] == [1, 2, 3, 4]
    assert palmares_alarm(evening(one.pk)) == [] and words not in page()


def test_its_file_is_ranked_as_its_journal_says(published):
    """A reader of the file works the ranking out; the ranking that was proclaimed is among its rows."""
    file = reader.FileMembers.read(write_concours(published[0].pk).content)
    assert list(reader.problems(file)) == []
    assert [row[0] for row in file.manifest["ranking"]] == [1, 2, 3, 4]
    assert [row[0] for row in file.rows["scoring.Palmares"][0]["rows"]] == [1, 1, 3, 4]


def test_a_published_ranking_says_what_separates_its_teams():
    played = [
        (number, (PartieResult(1, "played", 1, "NS", points, 1944 - points),))
        for number, points in enumerate((1000, 1100, 900, 800), 1)
    ]
    rows = rank([TeamResults(number, results, excluded=number == 4) for number, results in played], ["points", "wins"])
    lines = [(1, 1, 1000, [1000, 2]), (1, 3, 1000, [1000, 2]), (3, 2, 1000, [1000, 1]), (4, 4, 800, [800, 0])]
    found = as_published(rows, lines)
    assert [(row.rank, row.tied, row.number, row.points, row.separated_by) for row in found] == [
        (1, True, 1, 1000, "points"),
        (1, True, 3, 1000, ""),
        (3, False, 2, 1000, "wins"),
        (4, False, 4, 800, "excluded"),
    ]
    assert as_published(rows, [(row.rank, row.number, row.points, []) for row in rows]) is rows
    assert as_published(rows, lines[:3]) is rows, "of other teams"
