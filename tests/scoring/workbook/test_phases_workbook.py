"""Pools, brackets and minutes in the workbook: what is read back says what the pages say."""

import pytest
from django.urls import reverse

from rules.local_words import Words, spoken
from scoring.rounds.services import open_next_round
from scoring.standings.reading import evening
from scoring.workbook.columns import TAB_LENGTH
from tests.scoring.builders import sheet
from tests.support.accounts import account
from tests.support.finals import latecomer
from tests.support.kept import kept
from tests.support.phases import enter, order, play, set_up
from tests.support.workbooks import made_book, rows_of
from tournament.figures import ordinal
from tournament.finals.played import played_phases
from tournament.finals.words import phase_title
from tournament.models import Draw
from tournament.registration.attendance import exclude_team, withdraw_team
from tournament.rounds.services import cancel_draw, publish_draw

pytestmark = pytest.mark.django_db


@pytest.fixture
@kept
def tournament():
    made = set_up(
        "poules-4",
        7,
        phases=[
            {"method": "elimination", "start": 4, "who": "pool_first", "count": 2, "third_place": True},
            {"method": "elimination", "start": 4, "who": "pool_after", "count": 2},
        ],
    )
    for _partie in range(5):
        play(made)
    return made


def test_a_pool_is_read_with_its_crosstable(tournament):
    rows = rows_of(made_book(tournament, account("anne", tournament.club))["Poules"])
    assert len(rows) == 7
    assert {row["Poule"] for row in rows} == {"A", "B"}
    for row in rows:
        against = [value for key, value in row.items() if key.startswith("Contre") and value is not None]
        assert sum(against) + (row["Exempt"] or 0) == row["Points"], "the cells of a line add up to its points"
        assert row[f"Contre le {ordinal(row['Rang'])}"] is None, (
            "nobody plays himself, and “n°” is the number of a team"
        )
    assert sum(row["Continue"] == "oui" for row in rows) == 4


def test_a_pool_says_which_of_its_teams_has_left_and_which_was_excluded():
    """The third of a pool went on, the second did not, and nothing on the tab said why."""
    made = set_up("poules-4", 8)
    for _partie in range(3):
        play(made)
    results = evening(made.pk)
    (first, second, third, _last), (_one, excluded, *_others) = (
        [row.number for row in rows] for rows in results.pool_rows(played_phases(results)[0])
    )
    withdraw_team(team_id=made.teams.get(number=second).pk, from_round=4, reason="fatigue", by=None)
    exclude_team(team_id=made.teams.get(number=excluded).pk, reason="trop d’alcool", by=None)
    rows = rows_of(made_book(made, account("anne", made.club))["Poules"])
    noted = {row["Équipe"]: (row["Continue"], row["Note"]) for row in rows}
    assert noted[first] == noted[third] == ("oui", None)
    assert noted[second] == (None, "départ") and noted[excluded] == (None, "exclusion")


def test_a_bracket_is_read_match_by_match_with_the_third_place(tournament):
    book = made_book(tournament, account("anne", tournament.club))
    rows = rows_of(book["Tableau principal"])
    main = played_phases(evening(tournament.pk))[1]
    assert [row["Tour"] for row in rows] == ["Demi-finales", "Demi-finales", "Finale", "Petite finale"]
    sheet = book["Tableau principal"]
    found = [[cell.value for cell in line] for line in sheet.iter_rows(min_row=3)]
    told = [*main.rounds[0], *main.rounds[1], *main.play_offs[0].rounds[0]]
    assert [(line[3], line[5], line[6], line[8], line[9]) for line in found] == [
        (match.sides[0], match.points[0], match.sides[1], match.points[1], match.winner) for match in told
    ]
    assert order(tournament)[2] == main.play_offs[0].rounds[0][0].winner
    assert "Consolante" in book.sheetnames


@pytest.mark.parametrize("how", ["absent", "absent-for-nothing", "excluded"])
def test_a_match_lost_without_playing_says_why_wherever_the_bracket_is_shown(client, how):
    """A forfeit, or the exclusion of who had played it."""
    word = "exclusion" if how == "excluded" else "forfait"
    made = set_up("elimination", 4, excluded_policy="forfeit")
    drawn = open_next_round(tournament_id=made.pk, by=None, seed="R♥ 7♣")
    publish_draw(draw_id=drawn.pk, by=None)
    first, second = drawn.round.tables.order_by("number")
    enter(second)
    if how == "excluded":
        enter(first)
        exclude_team(team_id=first.seats.get(camp="EO").team_id, reason="trop d’alcool", by=None)
    else:
        won = 0 if how == "absent-for-nothing" else 1000
        sheet(first, north=won, east=0, kind="forfeit", content={"forfeit": "EO"})
    for name in ("public-phases", "wall-phases"):
        page = client.get(reverse(name, args=[made.slug])).content.decode()
        tree = page[page.index('<svg class="tree"') : page.index("</svg>")]
        assert tree.count(f">{word}</text>") == 1 and ">0</text>" not in tree and "égalité" not in tree
        assert page.count(f'<i class="muted">{word}</i>') == (name == "public-phases")
    played = played_phases(evening(made.pk))[0]
    rows = rows_of(made_book(made, account("anne", made.club))[phase_title(played.phase, "fr")])
    assert [(row["Table"], row["Note"]) for row in rows if row["Table"]] == [(1, word), (2, None)]


def test_how_often_a_team_was_exempt_is_one_number_on_every_tab():
    """A late team has missed a partie, a team that waits for one that left wins: neither was exempt."""
    made = set_up("poules-4", 8)
    play(made)
    latecomer(made, 90, 2)
    withdraw_team(team_id=made.teams.get(number=1).pk, from_round=2, reason="parti", by=None)
    play(made)
    play(made)
    book = made_book(made, account("anne", made.club))
    lines = [row for row in rows_of(book["Tirages par équipe"]) if row["Partie"] == 3]
    ranked = {row["Équipe"]: row["Exempt"] or 0 for row in rows_of(book["Classement 2"])}
    assert {row["Équipe"]: row["Exempt"] for row in lines} == {row["Équipe"]: ranked[row["Équipe"]] for row in lines}
    assert sorted((row["Exempt"], row["Sans jouer"]) for row in lines) == [*[(0, 0)] * 6, (0, 1), (1, 2)]


def test_every_draw_is_in_the_workbook_team_by_team_and_no_file_for_programs(tournament):
    again = set_up("4x12-points", 6)
    drawn = open_next_round(tournament_id=again.pk, by=None, seed="R♥ 7♣ 10♠")
    cancel_draw(draw_id=drawn.pk, reason="une équipe oubliée", by=None)
    for made in (tournament, again):
        book = made_book(made, account(f"anne{made.pk}", made.club))
        draws = list(Draw.objects.filter(round__tournament=made))
        assert not any(str(cell).startswith("{") for tab in book for row in tab.values for cell in row)
        teams = rows_of(book["Tirages par équipe"])
        assert len(teams) == sum(len(minutes.entrants) for draw in draws for _phase, minutes in draw.parts)
    assert {row["État"] for row in teams} == {"annulé"}
    with spoken(Words("mene", "doublette")):
        longest = max(made_book(again, account("berthe", again.club)).sheetnames, key=len)
    assert len(longest) <= TAB_LENGTH, longest
