"""The standing as it is read from the counted sheets."""

import threading
from contextlib import nullcontext

import pytest
from django.db import connection, transaction
from django.template.loader import render_to_string
from django.test.utils import CaptureQueriesContext
from django.utils import translation

from scoring.models import ScoreSheet
from scoring.ranking.criteria import lot
from scoring.rounds.selectors import exempt_rule
from scoring.standings import reading
from scoring.standings.boards import board, origin_choices
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, origin_lines, standing
from scoring.standings.stories import story
from tests.scoring import builders
from tests.support.html import laid_out
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.phases import play, set_up
from tournament.concours.lock import lock_tournament
from tournament.concours.reglement import reglement_of
from tournament.journal import services as journal
from tournament.journal.acts import ACTS
from tournament.models import Draw, Team, Tournament
from tournament.people.naming import initials

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


def ranks(found) -> list[tuple[int, int, int]]:
    return [(row.rank, row.number, row.points) for row in found.rows]


def test_the_standing_after_each_partie():
    tournament = builders.concours(teams=4, criteria=["points"])
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)])
    builders.partie(tournament, 2, [(1, 600, 3, 1344), (2, 972, 4, 972)])
    assert ranks(standing(tournament, after_round=1)) == [(1, 3, 1200), (2, 1, 1000), (3, 2, 944), (4, 4, 744)]
    found = standing(tournament)
    assert ranks(found) == [(1, 3, 2544), (2, 2, 1916), (3, 4, 1716), (4, 1, 1600)]
    assert (found.after_round, found.missing, found.final, found.journal_number) == (2, 0, False, 2)


def test_no_final_standing_while_a_table_is_missing():
    tournament = builders.concours(teams=4, parties=1)
    round_ = builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, None, 4, None)])
    found = standing(tournament)
    assert (found.missing, found.missing_tables, found.final) == (1, ((1, 2),), False)
    assert {row.number: row.results[0].kind for row in found.rows}[3] == "pending"
    builders.sheet(round_.tables.get(number=2), north=900, east=1044)
    found = standing(tournament)
    assert (found.missing, found.final) == (0, True)


def test_an_early_round_is_never_final_though_its_tables_are_in():
    tournament = builders.evening(teams=4, parties=2)
    Tournament.objects.update(parties=2)
    tournament.refresh_from_db()
    assert standing(tournament, after_round=1).final is False
    assert standing(tournament).final is True


def test_a_partie_drawn_but_without_any_sheet_does_not_move_the_standing():
    tournament = builders.evening(teams=6, parties=1)
    before = standing(tournament)
    builders.partie(tournament, 2, [(1, None, 2, None), (3, None, 4, None)], exempt=[5, 6])
    after = standing(tournament)
    assert (after.after_round, after.rows) == (1, before.rows)
    assert evening(tournament.pk).seat_now(1)[1].opponents == (2,)
    assert evening(tournament.pk).seat_now(5) == (2, None)


def test_a_corrected_sheet_counts_and_the_one_before_does_not():
    tournament = builders.concours(teams=2, criteria=["points"])
    round_ = builders.partie(tournament, 1, [(1, 1000, 2, 944)])
    builders.sheet(round_.tables.get(), north=900, east=1044)
    assert ranks(standing(tournament)) == [(1, 2, 1044), (2, 1, 900)]
    ScoreSheet.objects.update(counted=False, state="disputed")
    assert standing(tournament).missing == 0 and standing(tournament).after_round == 0, (
        "a disputed sheet does not count"
    )


def test_exempt_late_and_gone():
    tournament = builders.concours(teams=5, criteria=["points"], exempt_policy="half")
    Team.objects.filter(number=4).update(first_round=2)
    builders.partie(tournament, 1, [(1, 1000, 2, 944)], exempt=[3])
    Team.objects.filter(number=1).update(withdrawn_from=2)
    builders.partie(tournament, 2, [(2, 500, 3, 1444), (4, 972, 5, 972)])
    assert ranks(standing(tournament, after_round=1)) == [(1, 1, 1000), (2, 3, 972), (3, 2, 944), (4, 4, 0), (4, 5, 0)]
    assert ranks(standing(tournament)) == [(1, 3, 2416), (2, 2, 1444), (3, 4, 972), (3, 5, 972), (5, 1, 1000)]
    assert standing(tournament).rows[-1].withdrawn is True


def test_a_team_that_never_came_is_not_ranked():
    tournament = builders.concours(teams=3)
    Team.objects.filter(number=3).update(present=False)
    builders.partie(tournament, 1, [(1, 1000, 2, 944)])
    assert [row.number for row in standing(tournament).rows] == [1, 2]


def test_a_forfeit_names_who_was_absent():
    tournament = builders.concours(teams=2, criteria=["wins", "points"])
    round_ = builders.partie(tournament, 1, [(1, None, 2, None)])
    builders.sheet(round_.tables.get(), north=0, east=0, kind="forfeit", content={"forfeit": "NS"})
    rows = {row.number: row for row in standing(tournament).rows}
    assert (rows[2].rank, rows[2].wins, rows[1].losses) == (1, 1, 1)


def test_the_lot_takes_the_seed_of_the_first_published_draw():
    tournament = builders.evening(teams=8, parties=1, criteria=["lot"])
    round_ = tournament.rounds.get()
    Draw.objects.create(round=round_, number=1, state="cancelled", minutes={"seed": "thrown away"})
    Draw.objects.create(round=round_, number=2, state="published", minutes={"seed": "R♥ 7♣ 10♠"})
    order = [row.number for row in standing(tournament).rows]
    assert order == [row.number for row in standing(tournament).rows]
    Draw.objects.filter(number=2).update(minutes={"seed": "another"})
    assert order != [row.number for row in standing(tournament).rows]


def test_as_many_queries_for_eight_teams_as_for_two_hundred():
    counts = set()
    for teams in (8, 200):
        tournament = builders.evening(teams=teams, parties=3, criteria=["wins", "points", "direct", "buchholz"])
        with CaptureQueriesContext(connection) as captured:
            standing(tournament)
        counts.add(len(captured))
    assert len(counts) == 1 and counts.pop() <= 9


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("guarded", [True, False])
def test_what_is_read_is_of_one_moment(monkeypatch, guarded):
    """Another person enters a score in the middle of the reading: it is wholly without it, and kept nobody waiting."""
    tournament = builders.evening(teams=4, parties=1, missing=1)
    table = tournament.rounds.get().tables.get(number=2)
    read = reading._read

    def enter():
        builders.sheet(table, north=1000, east=944)
        connection.close()

    def interrupted(row):
        another = threading.Thread(target=enter)
        another.start()
        another.join(20)
        assert not another.is_alive()
        return read(row)

    monkeypatch.setattr(reading, "_read", interrupted)
    if not guarded:
        monkeypatch.setattr(reading, "read_one_snapshot", nullcontext)
    found = standing(tournament)
    assert found.journal_number == tournament.journal_number
    assert found.missing == (1 if guarded else 0)
    monkeypatch.undo()
    now = standing(tournament)
    assert now.journal_number == tournament.journal_number + 1 and now.missing == 0


def test_a_board_shows_movement_and_narrows_to_a_category():
    tournament = builders.concours(teams=4, criteria=["points"])
    Team.objects.filter(number__in=(2, 4)).update(category="women")
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)])
    builders.partie(tournament, 2, [(1, 600, 3, 1344), (2, 1100, 4, 844)])
    found, shown = evening(tournament.pk), labels(tournament)
    assert [(line.row.number, line.movement) for line in board(found, shown).lines] == [
        (3, ""),
        (2, "▲1"),
        (1, "▼1"),
        (4, ""),
    ]
    women = board(found, shown, category="women").lines
    assert [(line.row.number, line.row.rank, line.category_rank) for line in women] == [(2, 2, 1), (4, 4, 2)]


def test_a_team_of_two_communes_is_in_the_ranking_of_each():
    tournament = builders.concours(teams=4, criteria=["points"])
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)])
    for number, origin in ((1, "Casson et Nort-sur-Erdre"), (2, "CASSON"), (3, "Rezé"), (4, "Rezé")):
        Team.objects.filter(number=number).update(origin=origin)
    found, shown = evening(tournament.pk), labels(tournament)
    for origin, teams in (("Casson", [1, 2]), ("Nort-sur-Erdre", [1]), ("Rezé", [3, 4])):
        assert [line.row.number for line in board(found, shown, origin=origin).lines] == teams
    assert [place.casefold() for place in origin_choices(shown)] == ["casson", "nort-sur-erdre", "rezé"]


def club_evening(**settings):
    tournament = builders.concours(teams=6, criteria=["points"], origin_teams=2, **settings)
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744), (5, 1010, 6, 934)])
    for number, origin in enumerate(("Casson", "CASSON", "Rezé", "Rezé", "Rezé et Casson", ""), start=1):
        Team.objects.filter(number=number).update(origin=origin)
    return tournament


def test_clubs_are_ranked_where_the_concours_says_so(client, django_assert_num_queries):
    tournament = club_evening()
    assert "une équipe exclue ne compte pour personne" in ruled(tournament)
    rows = evening(tournament.pk).after().rows
    lines = origin_lines(tournament, rows)
    assert [(line.rank, line.name.casefold(), line.total, line.teams) for line in lines] == [
        (1, "rezé", 2210, "3, 5"),
        (2, "casson", 2010, "5, 1"),
    ]
    by_ranks = origin_lines(Tournament(origin_teams=2, origin_by="ranks"), rows, labels(tournament))
    assert [(line.name.casefold(), line.total) for line in by_ranks] == [("rezé", 3), ("casson", 5)]
    client.force_login(organiser_of(tournament))
    for name in ("standings", "print-standings"):
        page = text_of(get(client, name, tournament.pk))
        assert "2210 3, 5" in page and "2010 5, 1 (+ 1)" in page
    found = client.get(f"/api/v1/concours/{tournament.pk}/standings/origins/").json()
    assert [(row["total"], row["numbers"], row["others"]) for row in found["results"]] == [
        (2210, [3, 5], 1),
        (2010, [5, 1], 1),
    ]
    # Players read no club beside a team, since initials and a commune are nearly a name.
    public = text_of(get(client, "public-standings", tournament.slug))
    assert "2210" in public and "3, 5" not in public
    slug = tournament.slug
    assert "numbers" not in client.get(f"/api/v1/public/{slug}/standings/origins/").json()["results"][0]
    # A club that lacks teams has no rank: null, as everywhere in the API.
    Tournament.objects.filter(pk=tournament.pk).update(origin_teams=9)
    for address in (f"concours/{tournament.pk}", f"public/{slug}"):
        ranks = [row["rank"] for row in client.get(f"/api/v1/{address}/standings/origins/").json()["results"]]
        assert ranks and set(ranks) == {None}
    tournament.origin_teams = 0
    with django_assert_num_queries(0):
        assert origin_lines(tournament, rows) == []


def test_the_story_of_a_team_says_what_separates_it():
    tournament = builders.concours(teams=5, criteria=["points"], exempt_policy="mean", exempt_wins=True)
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)], exempt=[5])
    builders.partie(tournament, 2, [(5, 900, 3, 1044), (1, 972, 2, 972)], exempt=[4])
    found = evening(tournament.pk)
    with translation.override("fr"):
        told = story(found, found.after(), labels(tournament), 1)
        assert "rang 1" in told.above and "équipe 3" in told.above and "2244 contre 1972" in told.above
        assert "rang 3" in told.below and "1916 contre 1972" in told.below
        exempt = story(found, found.after(), labels(tournament), 5).parties[0]
        assert exempt.said == (
            "Exempt\u00a0: 900 points, la moyenne des autres parties jouées. La partie compte comme gagnée."
        )
        assert story(found, found.after(), labels(tournament), 99) is None
        # After the first partie it has played none of which there would be a mean.
        exempt = story(found, found.after(1), labels(tournament), 5).parties[0]
        assert exempt.said.startswith("Exempt\u00a0: 972 points, la moitié")


def test_a_partie_is_marked_alike_in_the_ranking_and_on_the_page_of_its_team():
    """Not played is a dash in both, awaited three dots; a forfeit has a sign, and a legend where there is one."""
    tournament = builders.concours(teams=6, parties=3, criteria=["points"], exempt_policy="half")
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 1200, 4, 744)], exempt=[5])
    unplayed = board(evening(tournament.pk), labels(tournament))
    assert not unplayed.legend.forfeit
    round_ = builders.partie(tournament, 2, [(5, 0, 3, 1100), (1, -20, 2, 1964), (4, None, 6, None)])
    builders.sheet(round_.tables.get(number=1), north=0, east=1100, kind="forfeit", content={"forfeit": "NS"})
    found, shown = evening(tournament.pk), labels(tournament)
    ranking = board(found, shown)
    cells = {line.row.number: [(cell.text, cell.by_forfeit) for cell in line.cells] for line in ranking.lines}
    assert cells == {
        1: [("1000", False), ("−20", False)],
        2: [("944", False), ("1964", False)],
        3: [("1200", False), ("1100", True)],
        4: [("744", False), ("…", False)],
        5: [("972", False), ("0", True)],
        6: [("–", False), ("…", False)],
    }
    assert ranking.legend.forfeit and ranking.legend.absent
    for number, line in cells.items():
        parties = story(found, found.after(), shown, number).parties
        assert [partie.marked for partie in parties] == [text for text, _forfeit in line]
    page = render_to_string("scoring/standings/_team_story.html", {"story": story(found, found.after(), shown, 6)})
    assert "<strong>–</strong>" in page and "<strong>0</strong>" not in page.partition("<tfoot>")[0]
    page = laid_out(
        render_to_string("scoring/standings/_standings_table.html", {"board": ranking, "tournament": tournament})
    )
    assert page.count('<small class="sign">F</small>') == 2 and "par forfait" in page
    page = render_to_string("scoring/standings/_standings_table.html", {"board": unplayed, "tournament": tournament})
    assert "forfait" not in page


def test_initials_of_people_and_of_nobody():
    assert [initials(name) for name in ("Michel Le Goff", "jeanne", "")] == ["M. L. G.", "J.", ""]


def test_the_last_change_is_one_that_a_ranking_shows():
    tournament = builders.evening(teams=4, parties=1)
    known = evening(tournament.pk)
    beside = [act for act in ACTS.values() if not act.moves_ranking]
    assert 20 < len(beside) < len(ACTS)
    with transaction.atomic():
        journal.write_lines(
            tournament=lock_tournament(tournament.pk),
            lines=[journal.JournalledAct(act=act, by=None) for act in beside if not act.seals_everything],
        )
    after = evening(tournament.pk)
    assert (after.at, after.changed_by) == (known.at, known.changed_by), "a prize was called, a message shown, …"
    assert after.journal_number > known.journal_number
    builders.sheet(tournament.rounds.get(number=1).tables.first(), north=900, east=1044)
    corrected = evening(tournament.pk)
    assert corrected.at > known.at and corrected.changed_by == corrected.journal_number


def ruled(tournament: Tournament) -> str:
    """Return the whole règlement as it is read."""
    return " ".join(one.text for section in reglement_of(tournament) for one in section.sentences)


def test_where_a_partie_has_no_half_the_exempt_marks_its_mean_and_every_page_says_so():
    by_tricks = {"rule_set": "junior-plis", "rule_options": {}, "criteria": ["points"]}
    tournament = builders.concours(teams=3, exempt_policy="half", **by_tricks)
    builders.partie(tournament, 1, [(1, 5, 2, 2)], exempt=[3])
    builders.partie(tournament, 2, [(3, 5, 1, 4)], exempt=[2])
    found = evening(tournament.pk)
    with translation.override("fr"):
        exempt = story(found, found.after(), labels(tournament), 3).parties[0]
        assert exempt.result.points == 5 and exempt.said.endswith("5 points, la moyenne des autres parties jouées.")
        assert "moyenne" in exempt_rule(tournament)
        assert "L’exempt marque la moyenne des parties qu’il joue réellement" in ruled(tournament)
        tournament.exempt_policy = "catch_up"
        assert "à défaut, elle marque la moyenne" in exempt_rule(tournament)
        assert "à défaut elle marque la moyenne des parties qu’il joue" in ruled(tournament)
        assert "sa partie compte comme gagnée" not in ruled(tournament)
        tournament.exempt_wins = True  # which the evening gives whoever has no game
        assert "Sans ce rattrapage, sa partie compte comme gagnée" in ruled(tournament)


@pytest.mark.parametrize(
    ("first", "counted"),
    [
        ("points", "points"),
        ("wins", "wins"),
        ("match_points", "match_points"),
        ("difference", "wins"),
        ("conceded", "wins"),
    ],
)
def test_the_reglement_says_what_the_strength_of_the_opponents_is(first, counted):
    tournament = builders.concours(teams=4, criteria=[first, "buchholz", *{"points", "wins", "match_points"} - {first}])
    builders.partie(tournament, 1, [(1, 1000, 2, 944), (3, 900, 4, 1044)])
    builders.partie(tournament, 2, [(1, 1000, 4, 944), (3, 900, 2, 1044)])
    rows = {row.number: row.values for row in evening(tournament.pk).after().rows}
    assert rows[1]["buchholz"] == rows[2][counted] + rows[4][counted]
    with translation.override("fr"):
        said = "ou de ses parties gagnées si ce critère n’est ni les points, ni les parties gagnées, ni les points de match"
        assert said in ruled(tournament)


def test_the_reglement_says_what_a_drawn_partie_a_penalty_and_a_direct_meeting_bring():
    caps = {"from": 1, "winner": 950, "loser": 664}
    fault = {"label": "Renonce", "points": 162, "way": "on_top", "from_fault": 1, "article": ""}
    tournament = builders.concours(teams=2, criteria=["points", "direct"], caps=caps, penalties=[fault])
    builders.partie(tournament, 1, [(1, 972, 2, 972)])
    assert [row.points for row in evening(tournament.pk).after().rows] == [950, 950]
    with translation.override("fr"):
        said = ruled(tournament)
    assert "d’une partie nulle, les deux gardent 950 au plus" in said
    assert "compte pour la victoire" in said
    assert "les parties gagnées moins les perdues entre équipes encore à égalité" in said


def test_the_lot_between_equals_waits_for_the_first_cards_that_are_cut():
    """Without cards every concours drawn in the order of registration had the same lot: certain numbers won it always."""
    tournament = set_up("5x10-classement", 4, criteria=["wins", "lot"])
    play(tournament, points={(1, 2): 972, (3, 4): 972})
    assert [row.rank for row in standing(tournament).rows] == [1, 1, 1, 1]
    play(tournament, points={pair: 972 for pair in ((a, b) for a in range(1, 5) for b in range(1, 5))})
    rows = standing(tournament).rows
    cards = Draw.objects.get(round__number=2).minutes["seed"]
    tickets = {number: lot(cards, number) for number in range(1, 5)}
    assert cards and [row.number for row in rows] == sorted(tickets, key=tickets.__getitem__)
    assert [row.rank for row in rows] == [1, 2, 3, 4]
