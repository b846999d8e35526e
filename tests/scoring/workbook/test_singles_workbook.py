"""The workbook where everyone enters alone: every figure of every player, and no word of teams in its headings."""

import datetime

import pytest
from django.utils.translation import override

from scoring.workbook.sheets import all_tabs
from scoring.workbook.source import read_source
from tests.support.rulings import type_in
from tests.support.singles import played
from tournament.models import Seat, Tournament
from tournament.registration import attendance

pytestmark = pytest.mark.django_db


def pages_of(tournament):
    with override("fr"):
        pages = all_tabs(read_source(tournament))
        return {
            tab.name: ([column.heading for column in tab.columns], [list(row) for row in tab.rows]) for tab in pages
        }


def test_each_player_of_an_escalier_has_a_line_with_his_points():
    tournament, table = played("escalier", 8)
    headings, rows = pages_of(tournament)["Scores"]
    assert headings[:6] == ["Partie", "Table", "Camp", "Joueur", "Nom", "Points"]
    seats = Seat.objects.filter(table=table).order_by("camp")
    lost = -(2 * sum(range(1, 7)) + 7)
    assert [row[:6] for row in rows] == [
        [1, 1, seat.camp, seat.team.number, f"Joueur {seat.team.number}-1", lost if seat.camp == "A" else 0]
        for seat in seats
    ]
    assert {row[headings.index("Contrôle")] for row in rows} == {"juste"}
    assert isinstance(rows[0][headings.index("Quand")], datetime.datetime)


@pytest.mark.parametrize(("preset", "players"), [("melee", 9), ("escalier", 8), ("comptoir", 6)])
def test_no_heading_speaks_of_teams(preset, players):
    tournament, _table = played(preset, players)
    pages = pages_of(tournament)
    assert "Joueurs" in pages and "Tirages, joueur par joueur" in pages
    told = [word for tab, (headings, _rows) in pages.items() for word in (tab, *headings)]
    told += [row[0] for row in pages["Concours"][1]]
    assert [word for word in told if "équipe" in word.lower()] == []


def test_in_a_melee_a_camp_has_what_the_partner_of_an_excluded_player_keeps():
    """Its points were those of whichever of the two had the higher number: 0 where that one was excluded."""
    tournament, table = played("melee", 4)
    type_in(table, 1000)
    Tournament.objects.update(excluded_policy="forfeit", forfeit_points=1100)
    tournament.refresh_from_db()
    for camp in ("NS", "EO"):
        marked = read_source(tournament).results[1, table.number, camp].points
        for player in table.seats.filter(camp=camp).values_list("team", flat=True):
            attendance.exclude_team(team_id=player, reason="triche", by=None)
            results = read_source(Tournament.objects.get(pk=tournament.pk)).results
            other = "EO" if camp == "NS" else "NS"
            assert (results[1, table.number, camp].points, results[1, table.number, other].outcome) == (marked, "won")
            attendance.take_back_exclusion(team_id=player, reason="non", by=None)
