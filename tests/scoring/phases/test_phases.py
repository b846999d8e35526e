"""Evenings in several phases, through the acts, from the first draw to the final ranking."""

import pytest
from django.urls import reverse

from scoring.errors import ScoringError
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.rounds.services import catch_up_guests
from scoring.rounds.ties import settle_tie, tie_notice, ties
from scoring.standings.phase_boards import phase_boards
from scoring.standings.reading import evening
from scoring.standings.selectors import labels, standing
from scoring.standings.stories import story
from tests.scoring.builders import concours, sheet
from tests.support.accounts import account
from tests.support.counts import spread
from tests.support.phases import enter, order, play, publish_next, set_up, tables
from tests.support.refusals import refuses
from tests.support.workbooks import made_book, rows_of
from tournament import tirages
from tournament.concours.presets import PRESETS
from tournament.concours.structured import DRAW_OPTIONS
from tournament.errors import TournamentError
from tournament.finals.outstanding import match_place
from tournament.finals.played import played_phases
from tournament.finals.words import decision, phase_title
from tournament.models import Draw, Player, Seat, Table, Team, TeamMember
from tournament.people.naming import Audience
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db


def test_four_parties_then_the_first_eight_knock_out_and_the_others_play_on():
    tournament = set_up("4x12-finales", 13)
    play(tournament, parties=4)
    before = order(tournament)
    quarter = play(tournament)
    seats = tables(quarter)
    assert sorted(n for pair in seats[1] for n in pair) == sorted(before[:8])
    assert sorted(n for pair in seats[2] for n in pair) + list(quarter.parts[1][1].exempt) != []
    assert [sorted(pair) for pair in seats[1]][0] == sorted([before[0], before[7]])
    assert sorted(Table.objects.filter(round=quarter.round).values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6]
    semi = play(tournament)
    assert len(tables(semi)[1]) == 2
    final = play(tournament)
    assert len(tables(final)[1]) == 1
    told = standing(tournament)
    assert told.final
    ranking = [row.number for row in told.rows]
    assert ranking[0] == min(before[:8]), "the lower number wins each match"
    assert set(ranking[:2]) == set(tables(final)[1][0])
    assert set(ranking[:4]) == {n for pair in tables(semi)[1] for n in pair}
    assert set(ranking[:8]) == set(before[:8])
    assert told.rows[1].separated_by == "phase"
    for drawn in Draw.objects.all():
        assert all(tirages.replay(minutes.written) for _phase, minutes in drawn.parts)


def test_pools_then_main_table_and_consolante():
    tournament = set_up("poules-4", 16)
    play(tournament, parties=3)
    pools = played_phases(evening(tournament.pk))[0]
    assert sorted(len(pool) for pool in pools.pools) == [4, 4, 4, 4]
    firsts = {row.number for rows in evening(tournament.pk).pool_rows(pools) for row in rows[:2]}
    for pool in pools.pools:
        assert firsts & set(pool) == set(sorted(pool)[:2])
    main = play(tournament)
    assert {n for pair in tables(main)[1] for n in pair} == firsts
    assert len(tables(main)[2]) == 4
    for pool in pools.pools:
        assert not any(set(pair) <= set(pool) for pair in tables(main)[1]), "no meeting of the pool at once again"
    play(tournament)
    play(tournament)
    ranking = order(tournament)
    assert set(ranking[:8]) == firsts
    assert ranking[0] == 1
    assert ranking[8] == min(set(range(1, 17)) - firsts), "the winner of the consolante follows the main table"
    assert standing(tournament).final


def test_knock_out_of_eleven_with_byes_and_the_consolante_of_those_beaten_first():
    tournament = set_up("elimination", 11)
    first = play(tournament)
    assert len(tables(first)[0]) == 3
    assert len(first.minutes["exempt"]) == 5
    second = play(tournament)
    assert list(tables(second)) == [0], "those with a bye have not played yet"
    third = play(tournament)
    main, consolante = tables(third)[0], tables(third)[1]
    assert len(main) == 2
    played = {n for pair in consolante for n in pair} | set(third.parts[1][1].exempt)
    assert len(played) == 6 or len(played) == 7
    play(tournament)
    last = play(tournament)
    assert 0 not in tables(last), "the main table has its winner"
    ranking = order(tournament)
    assert ranking[0] == 1
    assert set(ranking[-len(played) :]) == played
    with pytest.raises(TournamentError):
        play(tournament)


def test_equal_points_in_a_knock_out_go_to_the_better_placed():
    tournament = set_up("elimination", 4, phases=[], parties=2, knock_out_tie="better")
    first = publish_next(tournament, seed="7♣")
    for table in Table.objects.filter(round=first.round):
        sheet(table, north=972, east=972)
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    lower = sorted(min(pair) for pair in tables(first)[0])
    assert sorted(n for pair in tables(second)[0] for n in pair) == lower
    assert second.seed_origin == "plan"


def test_where_nobody_was_better_placed_either_the_cards_say_who_goes_on():
    tournament = set_up("elimination", 4, phases=[], parties=2, knock_out_tie="best_cut")
    first = publish_next(tournament, seed="7♣")
    for table in Table.objects.filter(round=first.round):
        assert "on coupe les cartes" in tie_notice(table)
        sheet(table, north=972, east=972)
    asked = ties(tournament)
    assert len(asked) == 2
    higher = sorted(max(pair) for pair in tables(first)[0])
    for team in higher:
        settle_tie(tournament_id=tournament.pk, number=1, team=team, by=None)
    assert not ties(tournament)
    main = played_phases(evening(tournament.pk))[0]
    assert [decision(main, match, "fr") for match in main.rounds[0]] == [
        "égalité, avant la partie aussi\u00a0: à la carte"
    ] * 2
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert sorted(n for pair in tables(second)[0] for n in pair) == higher


def test_where_one_was_better_placed_nothing_is_asked():
    tournament = set_up("elimination", 4, phases=[], parties=2, knock_out_tie="best_cut")
    first = publish_next(tournament, seed="7♣")
    for points, table in zip((1000, 1200), Table.objects.filter(round=first.round).order_by("number"), strict=True):
        sheet(table, north=points, east=1944 - points)
    second = publish_next(tournament)
    final = Table.objects.get(round=second.round, number=1)
    assert "mieux placé" in tie_notice(final)
    sheet(final, north=972, east=972)
    assert not ties(tournament)
    main = played_phases(evening(tournament.pk))[0]
    winner = main.rounds[-1][0].winner
    assert winner and decision(main, main.rounds[-1][0], "fr") == "égalité\u00a0: le mieux placé continue"
    with refuses("tie_none", ScoringError):
        settle_tie(tournament_id=tournament.pk, number=2, team=winner, by=None)


def test_a_team_that_leaves_a_knock_out_lets_its_opponent_through():
    tournament = set_up("elimination", 8, phases=[], parties=3)
    play(tournament)
    Team.objects.filter(tournament=tournament, number=1).update(withdrawn_from=2)
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert len(second.minutes["tables"]) == 1
    assert len(second.minutes["exempt"]) == 1


def test_the_teams_of_a_phase_are_not_exchanged():
    tournament = set_up("elimination", 8)
    first = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    pairs = tables(first)[0]
    with refuses("swap_in_a_bracket"):
        draws.swap_teams(draw_id=first.pk, first=pairs[0][0], second=pairs[1][0], by=None)


@pytest.mark.parametrize(
    "preset", spread(2, ["rotation", "impairs-fixes", "4x12-points", "6x12-victoires", "points-de-match"])
)
def test_whole_evenings_of_each_method(preset):
    tournament = set_up(preset, 14)
    met = set()
    for _partie in range(tournament.parties):
        for pair in tables(play(tournament))[0]:
            assert frozenset(pair) not in met
            met.add(frozenset(pair))
    assert standing(tournament).final
    assert all(tirages.replay(drawn.minutes) for drawn in Draw.objects.all())


@pytest.mark.parametrize("people", [8, 13, 28])
def test_a_melee_with_new_partners_to_a_personal_ranking(people):
    tournament = set_up("melee", people)
    partners = set()
    for _partie in range(4):
        drawn = play(tournament)
        assert len(drawn.minutes["exempt"]) == people % 4
        for table in drawn.minutes["tables"]:
            for camp in table["camps"]:
                assert len(camp) == 2
                assert frozenset(camp) not in partners or people == 8
                partners.add(frozenset(camp))
    told = standing(tournament)
    assert told.final
    assert len(told.rows) == people
    first = told.rows[0]
    assert all(len(result.opponents) == 2 for result in first.results if result.kind == "played")


def test_the_relay_makes_everyone_play_as_many_parties():
    tournament = set_up("relais", 9)
    play(tournament, parties=4)
    told = standing(tournament)
    assert told.final
    for row in told.rows:
        assert [result.kind for result in row.results] == ["played"] * 4, row.number
    plan = Draw.objects.get(round__number=1).minutes["about"]["relay"]
    assert len({rest["team"] for rest in plan["rests"]}) == 4


def test_a_relay_partie_cancelled_gives_the_rest_back():
    tournament = set_up("relais", 9)
    play(tournament)
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert Table.objects.filter(round=second.round).count() == 5
    draws.cancel_draw(draw_id=second.pk, reason="erreur", by=None)
    assert Seat.objects.filter(round__number=1, table__isnull=True).count() == 1


def test_a_catch_up_game_counts_for_the_exempt_team_alone():
    tournament = concours(teams=5, exempt_policy="catch_up")
    first = publish_next(tournament, seed="7♣")
    for table in Table.objects.filter(round=first.round):
        enter(table)
    waiting, guest = first.minutes["exempt"][0], first.minutes["tables"][0]["camps"][0][0]
    first.refresh_from_db()
    ((exempt, guests),) = catch_up_guests(tournament, first)
    assert exempt == waiting
    assert sorted(guests) == sorted(set(range(1, 6)) - {waiting})
    before = {row.number: row.points for row in standing(tournament).rows}
    table = draws.seat_catch_up(draw_id=first.pk, exempt=waiting, guest=guest, by=None)
    sheet(table, north=1200, east=744)
    after = {row.number: row.points for row in standing(tournament).rows}
    assert after[waiting] == 1200
    assert {n: p for n, p in after.items() if n != waiting} == {n: p for n, p in before.items() if n != waiting}
    second = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    known = {entrant["number"]: entrant for entrant in second.minutes["entrants"]}
    assert guest in known[waiting]["met"]


def test_an_escalier_seats_each_for_himself():
    tournament = set_up("escalier", 11)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    assert sorted(len(table["camps"]) for table in drawn.minutes["tables"]) == [3, 4, 4]
    assert set(Seat.objects.filter(round=drawn.round).values_list("camp", flat=True)) == set("ABCD")


@pytest.mark.parametrize("preset", PRESETS)
def test_a_preset_says_what_it_needs_and_no_more(preset):
    tournament = set_up(preset, 0)
    assert set(tournament.draw_options) <= {*DRAW_OPTIONS, "ranking"}


THIRD = {"method": "elimination", "start": 2, "who": "first", "count": 4, "third_place": True}


def test_the_beaten_of_the_semi_finals_play_for_the_third_place():
    tournament = set_up("4x12-points", 8, parties=3, phases=[THIRD])
    play(tournament)
    semi = play(tournament)
    final = play(tournament)
    beaten = {max(pair) for pair in tables(semi)[1]}
    first, third = tables(final)[1]
    assert set(third) == beaten and not set(first) & beaten
    assert [table["table"] for table in final.minutes["tables"]] == [1, 2], "the final is the top table"
    assert tirages.replay(final.minutes)
    assert [reason["code"] for reason in tirages.explain(final.minutes)] == ["winners_final", "third"]
    ranking = order(tournament)
    assert ranking[:4] == [min(first), max(first), min(third), max(third)]
    assert standing(tournament).final
    found = evening(tournament.pk)
    assert played_phases(found)[1].play_offs[0].rounds[0][0].winner == min(third)
    told = [story(found, found.after(), labels(tournament), number).bracket for number in ranking[:5]]
    assert [[words.replace("\xa0", " ") for words in bracket] for bracket in told] == [
        ["Finales des 4 premières, dernier match gagné : « Finale »."],
        ["Finales des 4 premières, dernier match perdu : « Finale »."],
        ["Finales des 4 premières, dernier match gagné : « Petite finale »."],
        ["Finales des 4 premières, dernier match perdu : « Petite finale »."],
        [],
    ], "why each has its rank"
    assert not story(found, found.after(1), labels(tournament), ranking[0]).bracket


def test_no_match_for_the_third_place_where_one_of_the_two_has_gone():
    tournament = set_up("4x12-points", 8, parties=3, phases=[THIRD])
    play(tournament)
    semi = play(tournament)
    gone, stays = sorted(max(pair) for pair in tables(semi)[1])
    Team.objects.filter(tournament=tournament, number=gone).update(withdrawn_from=3)
    final = play(tournament)
    assert len(tables(final)[1]) == 1 and final.minutes["exempt"] == []
    assert order(tournament)[2] == stays
    assert standing(tournament).final


def test_the_third_place_of_a_knock_out_of_all():
    tournament = set_up(
        "4x12-points",
        8,
        parties=3,
        first_method="elimination",
        next_method="elimination",
        draw_options={"third_place": "yes"},
    )
    for _partie in range(3):
        final = play(tournament)
    assert len(tables(final)[0]) == 2
    assert order(tournament)[0] == 1
    assert played_phases(evening(tournament.pk))[0].play_offs[0].rounds[0][0].winner == order(tournament)[2]


def test_a_team_with_a_fixed_table_keeps_it_in_a_knock_out_unless_it_meets_another():
    tournament = set_up("4x12-points", 4, parties=2, first_method="elimination", next_method="elimination")
    Team.objects.filter(tournament=tournament, number=1).update(fixed_table=7)
    Team.objects.filter(tournament=tournament, number=2).update(fixed_table=9)
    semi = play(tournament)
    seats = dict(Seat.objects.filter(round=semi.round).values_list("team__number", "table__number"))
    if seats[1] != seats[2]:
        assert (seats[1], seats[2]) == (7, 9)
    final = play(tournament, points={(1, 2): 1000, (2, 1): 944})
    assert {table["table"] for table in final.minutes["tables"]} <= {7, 9, 1}
    assert tirages.replay(final.minutes)


@pytest.mark.parametrize("number", [1, 3, 6, 8])
def test_a_fixed_table_is_kept_in_brackets_drawn_side_by_side(number):
    """Somebody who cannot change table sat at another in every bracket, and nothing said so."""
    tournament = set_up("poules-4", 16)
    team = tournament.teams.get(number=5)
    for drawn in range(5):
        if drawn == 1:
            Team.objects.filter(pk=team.pk).update(fixed_table=number)
        played = play(tournament)
        places = dict(Seat.objects.filter(round=played.round).values_list("team__number", "table__number"))
        if drawn and places.get(5):
            assert places[5] == number, f"partie {drawn + 1}"
        seated = sorted(Table.objects.filter(round=played.round).values_list("number", flat=True))
        least = [*range(1, len(seated) + 1)]
        assert seated == least or seated == sorted({*least[:-1], number}), "no other gap in the numbers"
        assert all(tirages.replay(part.written) for _phase, part in played.parts)


def test_two_teams_of_two_brackets_that_keep_one_table_are_told_which_leaves_it(client):
    tournament = set_up("poules-4", 16)
    play(tournament, parties=3)
    main, others = (part.teams for part in preparing.basis_of(tournament, 4, "elimination").parts)
    for team in (main[0], others[0]):
        Team.objects.filter(tournament=tournament, number=team).update(fixed_table=2)
    drawn = play(tournament)
    places = dict(Seat.objects.filter(round=drawn.round).values_list("team__number", "table__number"))
    assert places[main[0]] == 2 and places[others[0]] != 2
    client.force_login(account("odile", tournament.club))
    page = client.get(reverse("draw", args=[tournament.pk, drawn.pk])).content.decode()
    assert f"Le n°\u00a0{others[0]} quitte la table 2\u00a0: une autre équipe" in page


@pytest.mark.parametrize(
    "change", spread(4, ["none", "a mate leaves", "another club", "a fixed table", "clubs apart first only"])
)
@pytest.mark.parametrize("method", ["elimination", "poules", "rotation"])
def test_a_plan_that_keeps_clubs_apart_stays_what_it_was_whatever_changes(method, change):
    options = {"club_apart": "soft", "rematch": "never"}
    if change == "clubs apart first only":
        options["apart_when"] = "first"
    tournament = set_up(
        "4x12-points", 11, parties=3, first_method=method, next_method=method, draw_options=options, phases=[]
    )
    first = play(tournament)
    teams = Team.objects.filter(tournament=tournament)
    still = {min(pair) for pair in tables(first)[0]} | set(first.minutes["exempt"])
    if change == "a mate leaves":
        teams.filter(number=max(still)).update(withdrawn_from=2)
    elif change == "another club":
        teams.filter(number__in=still).update(origin="C1")
    elif change == "a fixed table":
        teams.filter(number=min(still)).update(fixed_table=4)
    second = play(tournament)
    third = play(tournament)
    met = [tuple(sorted(pair)) for drawn in (first, second, third) for pair in tables(drawn)[0]]
    assert len(set(met)) == len(met), "nobody meets twice"
    for drawn in (second, third):
        assert tirages.replay(drawn.minutes)
    if method == "elimination":
        (rounds_played,) = [played.rounds for played in played_phases(evening(tournament.pk))]
        for drawn, matches in zip((first, second, third), rounds_played, strict=False):
            real = {frozenset(match.sides) for match in matches if match.real and match.table}
            assert {frozenset(pair) for pair in tables(drawn)[0]} == real, "the tables are those of the bracket shown"
    if method == "poules":
        (groups,) = [played.pools for played in played_phases(evening(tournament.pk))]
        assert all(any(set(pair) <= set(group) for group in groups) for pair in met)


def test_the_relay_goes_on_when_one_of_those_who_rest_leaves():
    tournament = set_up("relais", 9)
    first = play(tournament)
    plan = first.minutes["about"]["relay"]
    resting = {rest["round"]: rest["team"] for rest in plan["rests"]}
    gone = resting[2]
    Team.objects.filter(tournament=tournament, number=gone).update(withdrawn_from=2)
    second = play(tournament)
    # Eight teams are left: all of them play, and the game that made up for the first rest has lost its other team.
    assert second.minutes["exempt"] == []
    assert Table.objects.filter(round=second.round).count() == 4
    third, fourth = play(tournament), play(tournament)
    assert third.minutes["exempt"] == fourth.minutes["exempt"] == []
    told = {row.number: [result.kind for result in row.results] for row in standing(tournament).rows}
    assert told[resting[1]] == ["exempt", "played", "played", "played"], "its rest is marked as an exempt partie's"
    assert all(kinds == ["played"] * 4 for number, kinds in told.items() if number not in (gone, resting[1]))


def test_a_rest_of_the_relay_that_nobody_makes_up_any_more_is_made_up_against_who_has_finished():
    tournament = set_up("relais", 7)
    first = play(tournament)
    rests = [rest["team"] for rest in first.minutes["about"]["relay"]["rests"]]
    gone = next(number for number in range(1, 8) if number not in rests)
    Team.objects.filter(tournament=tournament, number=gone).update(withdrawn_from=2)
    play(tournament)
    first.refresh_from_db()
    ((waiting, guests),) = catch_up_guests(tournament, first)
    assert waiting == rests[0] and guests
    table = draws.seat_catch_up(draw_id=first.pk, exempt=waiting, guest=guests[0], by=None)
    enter(table)
    assert catch_up_guests(tournament, first) == []
    play(tournament), play(tournament)
    told = {row.number: [result.kind for result in row.results] for row in standing(tournament).rows}
    assert all(kinds == ["played"] * 4 for number, kinds in told.items() if number != gone), told


@pytest.mark.parametrize(("teams", "left_over"), [(8, 1), (9, 0)])
def test_who_rests_in_a_relay_makes_it_up_with_whoever_rests_next(teams, left_over):
    """Two leave, or one of an even number: those who rest are others than the four drawn first, and are paired all the same."""
    tournament = set_up("relais", teams)
    first = play(tournament)
    rests = [rest["team"] for rest in first.minutes.get("about", {}).get("relay", {"rests": []})["rests"]]
    for number in rests[1:3] or [3]:
        Team.objects.filter(tournament=tournament, number=number).update(withdrawn_from=2)
    play(tournament, parties=3)
    told = {row.number: [result.kind for result in row.results] for row in standing(tournament).rows}
    here = Team.objects.filter(tournament=tournament, withdrawn_from=None).values_list("number", flat=True)
    assert sum(told[number] != ["played"] * 4 for number in here) == left_over


def test_the_relay_goes_on_when_another_team_comes_late():
    tournament = set_up("relais", 9)
    play(tournament)
    club = tournament.club
    late = Team.objects.create(tournament=tournament, number=10, present=True, first_round=2)
    TeamMember.objects.create(team=late, player=Player.objects.create(club=club, name="Zoé Tard"), position=1)
    second = play(tournament)
    assert second.minutes["exempt"] == []
    Team.objects.filter(pk=late.pk).update(withdrawn_from=3)
    third = play(tournament)
    plan = Draw.objects.get(round__number=1).minutes["about"]["relay"]
    assert third.minutes["exempt"] == [plan["rests"][2]["team"]], "an odd number again: it is the third one's turn"
    assert standing(tournament).rows


def test_whoever_is_beaten_plays_on_for_a_place():
    """Eleven teams, the lower number wins: each beaten team meets those beaten in its round, until each has its place."""
    tournament = set_up("elimination", 11, phases=[], draw_options={"play_offs": "all"})
    drawn = [play(tournament) for _partie in range(4)]
    assert all(tirages.replay(draw.minutes) for draw in drawn)
    # The last of all have their places a partie before the final.
    assert [len(draw.minutes["tables"]) for draw in drawn] == [3, 5, 5, 4]
    played = played_phases(evening(tournament.pk))[0]
    assert sorted(played.how_far.values()) == list(range(1, 12))
    ranked = sorted(played.how_far, key=played.how_far.__getitem__)
    assert ranked == order(tournament)
    assert ranked[0] == 1
    # Of two that met last, the winner stands before the other.
    last = [sorted(pair, key=ranked.index) for pair in tables(drawn[-1])[0]]
    assert last == [sorted(pair) for pair in last]
    said = {reason["code"] for reason in tirages.explain(drawn[-1].minutes)}
    assert {"winners_final", "third", "beside"} <= said
    found = evening(tournament.pk)
    drawn_as = {
        f"{tree.title.partition(' · ')[0]} · {name}"
        for board in phase_boards(tournament, Audience.ORGANISERS)
        for tree in board.trees
        for name, _matches in tree.rounds
    }
    places = {
        match_place(found, draw.round.number, team, "fr") for draw in drawn for pair in tables(draw)[0] for team in pair
    }
    assert places == drawn_as, "a telephone calls a round as the tree does"
    rows = rows_of(made_book(tournament, account("anne", tournament.club))[phase_title(played.phase, "fr")[:31]])
    assert {row["Tour"] for row in rows} == {name.rpartition(" · ")[2] for name in drawn_as}


def test_a_consolante_that_nobody_would_play_is_refused():
    with pytest.raises(TournamentError) as refused:
        set_up("elimination", 8, draw_options={"play_offs": "all"})
    assert (refused.value.code, refused.value.field) == ("consolante_play_offs", "phase_1")


@pytest.mark.parametrize("preset", ["rotation", "impairs-fixes"])
def test_who_leaves_a_plan_drawn_in_advance_leaves_everybody_a_table(preset):
    tournament = set_up(preset, 7)
    first = play(tournament)
    gone = next(number for number in range(1, 8) if number not in first.minutes["exempt"])
    Team.objects.filter(tournament=tournament, number=gone).update(withdrawn_from=2)
    for _partie in range(3):
        drawn = play(tournament)
        assert drawn.minutes["exempt"] == [] and len(drawn.minutes["tables"]) == 3
        assert drawn.minutes["rematches"] == [] and drawn.minutes["options"]["mended"] == "yes"
    told = {row.number: [result.kind for result in row.results][:4] for row in standing(tournament).rows}
    assert all(kinds[1:] == ["played"] * 3 for number, kinds in told.items() if number != gone), told


@pytest.mark.parametrize("preset", ["rotation", "impairs-fixes"])
def test_a_table_to_keep_asked_for_during_the_evening_leaves_the_plan_as_it_was(preset):
    """Two neighbours ask too, who meet by the plan: the tables around them are made again, no other."""
    plain, asked = set_up(preset, 8), set_up(preset, 8)
    play(plain), play(asked)
    Team.objects.filter(tournament=asked, number=5).update(fixed_table=3)
    planned, drawn = play(plain), play(asked)
    assert pairs_drawn(drawn) == pairs_drawn(planned)
    here, there = next(pair for pair in sorted(map(sorted, pairs_drawn(play(plain)))) if 5 not in pair)
    for table, number in ((1, here), (2, there)):
        Team.objects.filter(tournament=asked, number=number).update(fixed_table=table)
    drawn = play(asked)
    tables = {number: row["table"] for row in drawn.minutes["tables"] for camp in row["camps"] for number in camp}
    assert (tables[here], tables[there], tables[5]) == (1, 2, 3) and drawn.minutes["rematches"] == []
    assert play(asked).minutes["rematches"] == []


@pytest.mark.parametrize("preset", ["rotation", "impairs-fixes"])
def test_two_neighbours_who_keep_their_tables_are_drawn_from_the_first_partie(preset):
    tournament = set_up(preset, 6)
    for number in (3, 4):
        Team.objects.filter(tournament=tournament, number=number).update(fixed_table=number - 2)
    for _partie in range(3):
        rows = play(tournament).minutes["tables"]
        tables = {number: row["table"] for row in rows for camp in row["camps"] for number in camp}
        assert (tables[3], tables[4]) == (1, 2)


@pytest.mark.parametrize(
    ("preset", "teams", "parties", "code"),
    [("rotation", 6, 4, "parties_all_drawn"), ("poules-4", 4, 3, "phases_over"), ("elimination", 4, 2, "phases_over")],
)
def test_after_the_last_partie_a_draw_is_refused_in_words_of_the_formula(preset, teams, parties, code):
    """A rotation was told that its knock-out is over; one more partie of it may be played."""
    tournament = set_up(preset, teams, **({"phases": []} if preset == "poules-4" else {}))
    play(tournament, parties=parties)
    with pytest.raises(TournamentError) as refused:
        play(tournament)
    assert refused.value.code == code and "élimination" not in str(refused.value)


def pairs_drawn(draw):
    return {frozenset(number for camp in row["camps"] for number in camp) for row in draw.minutes["tables"]}
