"""The acts on tirages: drawn, looked at, exchanged, published, cancelled; who is in and who is not."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from tests.scoring.builders import concours, partie, sheet
from tests.support.accounts import account
from tests.support.refusals import refuses
from tournament import names, tirages
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.models import Draw, JournalEntry, Round, Seat, Table, Team, TeamMember
from tournament.people.naming import Audience
from tournament.rounds import selectors as rounds, services as draws
from tournament.rounds.requests import draw_request
from tournament.rounds.seeds import normal_seed
from tournament.rounds.selectors import Rank

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


@pytest.fixture
def organiser():
    return account("odile")


def draft(tournament, number=1, *, ranks=(), method="sort", seed="R♥ 7♣ 10♠", **more):
    return draws.make_draft(
        tournament_id=tournament.pk, number=number, ranks=list(ranks), method=method, seed=seed, by=None, **more
    )


def team(tournament, number):
    return Team.objects.get(tournament=tournament, number=number)


def pairs(tournament, number):
    """The teams that face each other in a partie, as sets."""
    seated = rounds.seating(Round.objects.get(tournament=tournament, number=number))
    return [{team.number for side in table.sides for team in side.teams} for table in seated.tables]


def refused(code, act, **arguments):
    with refuses(code) as caught:
        act(**arguments)
    assert str(caught.value), "each refusal has its sentence"
    return caught.value


def test_first_partie_seats_each_team_once_and_keeps_its_seed():
    tournament = concours(teams=9)
    drawn = draft(tournament)
    seats = list(Seat.objects.filter(round=drawn.round).values_list("team__number", flat=True))
    assert sorted(seats) == list(range(1, 10))
    assert [table.number for table in Table.objects.filter(round=drawn.round)] == [1, 2, 3, 4]
    assert drawn.minutes["seed"] == "R♥ 7♣ 10♠"
    assert drawn.seed_origin == "public"
    assert len(drawn.minutes["exempt"]) == 1
    assert drawn.round.state == "draft"
    assert tirages.replay(Draw.objects.get(pk=drawn.pk).minutes), "what the database gives back can be replayed"
    line = JournalEntry.objects.get(tournament=tournament, act="make_draw")
    assert line.after["fingerprint"] == drawn.minutes["fingerprint"]


def test_same_seed_same_tables_another_seed_other_tables():
    first, second, third = concours(teams=12), concours(teams=12, slug="b"), concours(teams=12, slug="c")
    one, two = draft(first).minutes["tables"], draft(second).minutes["tables"]
    assert one == two
    assert draft(third, seed="A♠").minutes["tables"] != one


def test_without_seed_the_computer_takes_one_by_chance_and_says_so():
    first, second = concours(teams=8), concours(teams=8, slug="b")
    one, two = draft(first, seed="  "), draft(second, seed="")
    assert one.seed_origin == two.seed_origin == "machine"
    assert len(one.minutes["seed"]) == 32
    assert one.minutes["seed"] != two.minutes["seed"]


@pytest.mark.parametrize(
    ("typed", "piece"),
    [
        ("roi de coeur, 17 trefle", "17 trefle"),
        ("r co 17 tr 10 p", "17 tr"),
        ("Sept de trèfle et Roy de cœur", "et Roy de cœur"),
        ("17 ♣", "17 ♣"),
        ("le 6 de pique", "le 6 de pique"),
        ("R♥ dame 8♠", "dame"),
    ],
)
def test_what_looks_like_cards_must_be_cards(typed, piece):
    with pytest.raises(TournamentError) as refusal:
        normal_seed(typed)
    assert (refusal.value.code, refusal.value.field, refusal.value.params) == ("seed_no_card", "seed", {"piece": piece})


def test_a_card_is_cut_once():
    with pytest.raises(TournamentError) as refusal:
        normal_seed("R♥ 7♣ roi de cœur")
    assert (refusal.value.code, refusal.value.params) == ("seed_card_twice", {"card": "R♥"})


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("par coeur", "par coeur"),
        ("r co 7 tr 10 p", "R♥ 7♣ 10♠"),
        ("R♥7♣10♠", "R♥ 7♣ 10♠"),
        ("rco7tr10p", "R♥ 7♣ 10♠"),
        ("Roi de cœur, sept de trèfle, dix de pique", "R♥ 7♣ 10♠"),
        ("As ca; D co", "A♦ D♥"),
        ("R\u2665\ufe0f  8♦", "R♥ 8♦"),
        ("4 6 2 1", "4 6 2 1"),
        ("7 de quoi", "7 de quoi"),
        ("les sept nains", "les sept nains"),
        # Numbers of the computer: nine of carreau, seven of coeur, and what lies between, is no card.
        ("fc88597b6719cd439ca0415b2e663d08", "fc88597b6719cd439ca0415b2e663d08"),
        ("7c07ca1e2d5b4f8896a0b3c4d5e6f708", "7c07ca1e2d5b4f8896a0b3c4d5e6f708"),
        ("", ""),
    ],
)
def test_cards_are_kept_in_one_writing(typed, kept):
    assert normal_seed(typed) == kept


def test_who_is_in_present_joined_and_not_withdrawn():
    tournament = concours(teams=10)
    Team.objects.filter(tournament=tournament, number=3).update(present=False)
    Team.objects.filter(tournament=tournament, number=4).update(first_round=2)
    Team.objects.filter(tournament=tournament, number=5).update(withdrawn_from=1)
    pool = rounds.pool(tournament, 1)
    assert [t.number for t in pool.teams] == [1, 2, 6, 7, 8, 9, 10]
    assert ([t.number for t in pool.absent], [t.number for t in pool.later], [t.number for t in pool.withdrawn]) == (
        [3],
        [4],
        [5],
    )
    assert pool.odd
    drawn = draft(tournament)
    assert [entrant["number"] for entrant in drawn.minutes["entrants"]] == [1, 2, 6, 7, 8, 9, 10]
    second = rounds.pool(tournament, 2)
    assert [t.number for t in second.teams] == [1, 2, 4, 6, 7, 8, 9, 10]


def test_by_ranking_first_against_second_but_nobody_twice():
    tournament = concours(teams=4)
    partie(tournament, 1, [(1, 1100, 2, 844), (3, 1000, 4, 944)])
    points = {1: 1100, 3: 1000, 4: 944, 2: 844}
    ranks = [
        Rank(team_id=team(tournament, number).pk, rank=place, wins=0, points=points[number])
        for place, number in enumerate(points, 1)
    ]
    drawn = draft(tournament, 2, ranks=ranks, method="classement")
    assert pairs(tournament, 2) == [{1, 3}, {2, 4}]
    assert drawn.minutes["cost"]["points"] == 200
    assert [entrant["met"] for entrant in drawn.minutes["entrants"]] == [[2], [1], [4], [3]]
    assert drawn.journal_number == tournament.journal_number


def test_nobody_is_exempt_twice_while_another_has_not_been():
    tournament = concours(teams=5, parties=5)
    sat_out = []
    for number in range(1, 6):
        drawn = draft(tournament, number, method="sort", options={"rematch": "least"})
        draws.publish_draw(draw_id=drawn.pk, by=None)
        sat_out += drawn.minutes["exempt"]
    assert sorted(sat_out) == [1, 2, 3, 4, 5]


def test_a_fixed_table_is_honoured():
    tournament = concours(teams=12)
    Team.objects.filter(tournament=tournament, number=7).update(fixed_table=2)
    drawn = draft(tournament)
    assert Seat.objects.get(round=drawn.round, team__number=7).table.number == 2


def test_no_rematch_is_possible_says_why_and_the_fewest_can_be_asked():
    tournament = concours(teams=4, parties=5)
    partie(tournament, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944)])
    partie(tournament, 2, [(1, 1000, 3, 944), (2, 1000, 4, 944)])
    partie(tournament, 3, [(1, 1000, 4, 944), (2, 1000, 3, 944)])
    error = refused(
        "draw_impossible",
        draws.make_draft,
        tournament_id=tournament.pk,
        number=4,
        ranks=[],
        method="sort",
        seed="7♣",
        by=None,
    )
    assert error.params["why"] in str(error)
    assert "rematches" in str(error) or "revanches" in str(error)
    assert "clubs" not in str(error), "clubs are not kept apart here"
    assert not Draw.objects.exists()
    drawn = draft(tournament, 4, options={"rematch": "least"})
    assert len(drawn.minutes["rematches"]) == 2


def test_a_number_of_queries_that_does_not_grow_with_the_teams():
    counts = []
    for size in (8, 60):
        tournament = concours(teams=size, slug=f"s{size}")
        with CaptureQueriesContext(
            connection,
        ) as made:
            drawn = draft(tournament)
        counts.append(len(made))
        with CaptureQueriesContext(connection) as read:
            rounds.seating(drawn.round)
        counts.append(len(read))
    assert counts[0] == counts[2] <= 28
    assert counts[1] == counts[3] <= 8


def test_drawn_once_the_second_organiser_is_given_the_first_ones():
    tournament = concours(teams=8)
    first = draft(tournament)
    with pytest.raises(draws.AlreadyDrawnError) as caught:
        draft(tournament, seed="A♠")
    assert caught.value.draw == first
    assert "1" in str(caught.value)
    assert Draw.objects.count() == 1


def test_the_database_itself_refuses_a_second_live_draw():
    tournament = concours(teams=8)
    first = draft(tournament)
    with pytest.raises(IntegrityError), transaction.atomic():
        Draw.objects.create(round=first.round, number=2, minutes={})


def test_only_the_next_partie_is_drawn_and_no_more_than_announced():
    tournament = concours(teams=8, parties=1)
    more = {"tournament_id": tournament.pk, "ranks": [], "method": "sort", "seed": "", "by": None}
    refused("round_not_next", draws.make_draft, number=2, **more)
    draws.publish_draw(draw_id=draft(tournament).pk, by=None)
    refused("already_drawn", draws.make_draft, number=1, **more)
    refused("parties_all_drawn", draws.make_draft, number=2, **more)
    draws.change_parties(tournament_id=tournament.pk, parties=2, reason="La salle a voté une partie de plus", by=None)
    assert draft(tournament, 2).round.number == 2


def test_parties_cannot_fall_below_what_is_drawn_and_need_a_reason():
    tournament = concours(teams=8)
    draft(tournament)
    refused("reason_needed", draws.change_parties, tournament_id=tournament.pk, parties=3, reason=" ", by=None)
    refused("parties_out_of_range", draws.change_parties, tournament_id=tournament.pk, parties=0, reason="x", by=None)
    refused("parties_out_of_range", draws.change_parties, tournament_id=tournament.pk, parties=21, reason="x", by=None)
    draws.change_parties(tournament_id=tournament.pk, parties=1, reason="Il est tard", by=None)
    tournament.refresh_from_db()
    assert tournament.parties == 1
    assert JournalEntry.objects.get(act="change_parties").reason == "Il est tard"


def test_too_few_teams_and_a_closed_concours():
    tournament = concours(teams=1)
    more = {"number": 1, "ranks": [], "method": "sort", "seed": "", "by": None}
    refused("teams_too_few", draws.make_draft, tournament_id=tournament.pk, **more)
    refused("setting_word", draws.make_draft, tournament_id=concours(teams=4, slug="b").pk, **more | {"method": "x"})
    closed = concours(teams=4, slug="c", closed_at="2026-11-20T23:00Z")
    refused("closed", draws.make_draft, tournament_id=closed.pk, **more)
    refused(
        "text_too_long", draws.make_draft, tournament_id=concours(teams=4, slug="d").pk, **more | {"seed": "A" * 121}
    )


def test_a_pool_that_changed_since_its_fingerprint_was_shown_is_not_drawn():
    tournament = concours(teams=8)
    request = draw_request(tournament, 1, ranks=[], method="sort", options=None)
    shown = tirages.fingerprint(request)
    Team.objects.filter(tournament=tournament, number=8).update(present=False)
    error = refused(
        "pool_changed",
        draws.make_draft,
        tournament_id=tournament.pk,
        number=1,
        ranks=[],
        method="sort",
        seed="7♣",
        by=None,
        fingerprint=shown,
    )
    assert error.field == "seed"
    Team.objects.filter(tournament=tournament, number=8).update(present=True)
    assert draft(tournament, fingerprint=shown).minutes["fingerprint"] == shown


def test_publishing_makes_the_partie_visible_once():
    tournament = concours(teams=8)
    drawn = draft(tournament)
    assert rounds.current_round(tournament) is None
    draws.publish_draw(draw_id=drawn.pk, by=None)
    again = draws.publish_draw(draw_id=drawn.pk, by=None)
    assert again.state == "published"
    assert rounds.current_round(tournament).number == 1
    assert JournalEntry.objects.filter(act="publish_draw").count() == 1


def test_a_draft_whose_teams_changed_is_not_published():
    tournament = concours(teams=8)
    drawn = draft(tournament)
    Team.objects.filter(tournament=tournament, number=2).update(withdrawn_from=1)
    late = Team.objects.create(tournament=tournament, number=20, present=True)
    error = refused("draw_stale", draws.publish_draw, draw_id=drawn.pk, by=None)
    assert (error.params["came"], error.params["left"]) == ("20", "2")
    late.delete()
    Team.objects.filter(tournament=tournament, number=2).update(withdrawn_from=None)
    assert draws.publish_draw(draw_id=drawn.pk, by=None).state == "published"


@pytest.mark.parametrize("published", [False, True])
def test_a_cancelled_draw_leaves_its_minutes_and_the_next_has_the_next_number(published):
    tournament = concours(teams=8)
    drawn = draft(tournament)
    if published:
        draws.publish_draw(draw_id=drawn.pk, by=None)
    before = drawn.minutes
    draws.cancel_draw(draw_id=drawn.pk, reason="L’équipe 12 a été oubliée", by=None)
    drawn.refresh_from_db()
    assert (drawn.state, drawn.reason, drawn.minutes) == ("cancelled", "L’équipe 12 a été oubliée", before)
    assert not Seat.objects.exists()
    assert not Table.objects.exists()
    assert Round.objects.get().state == "draft"
    assert rounds.current_round(tournament) is None
    second = draft(tournament, seed="A♠")
    assert (second.number, second.round) == (2, drawn.round)
    assert [line.number for line in rounds.draws_of(tournament)] == [1, 2]
    refused("draw_cancelled", draws.cancel_draw, draw_id=drawn.pk, reason="encore", by=None)
    refused("draw_cancelled", draws.publish_draw, draw_id=drawn.pk, by=None)


def test_cancelling_needs_a_reason_and_no_sheet():
    tournament = concours(teams=8)
    drawn = draft(tournament)
    refused("reason_needed", draws.cancel_draw, draw_id=drawn.pk, reason="  ", by=None)
    refused("text_too_long", draws.cancel_draw, draw_id=drawn.pk, reason="x" * 201, by=None)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    sheet(Table.objects.filter(round=drawn.round).first(), north=1000, east=944)
    refused("draw_has_sheets", draws.cancel_draw, draw_id=drawn.pk, reason="Erreur", by=None)
    drawn.refresh_from_db()
    assert drawn.state == "published"
    assert Table.objects.filter(round=drawn.round).count() == 4
    assert Seat.objects.filter(round=drawn.round).count() == 8


def opponents(drawn):
    """Two teams that face each other, and two of another table."""
    one, two = drawn.minutes["tables"][:2]
    return one["camps"][0][0], one["camps"][1][0], two["camps"][0][0], two["camps"][1][0]


def test_two_teams_exchange_their_places_and_the_minutes_stay_as_drawn(organiser):
    tournament = concours(teams=9)
    drawn = draft(tournament)
    minutes = drawn.minutes
    a, b, c, d = opponents(drawn)
    effects = draws.swap_teams(draw_id=drawn.pk, first=a, second=c, by=organiser)
    assert not effects.rematches
    assert {c, b} in pairs(tournament, 1)
    assert {a, d} in pairs(tournament, 1)
    drawn.refresh_from_db()
    assert drawn.minutes == minutes
    assert [(change["kind"], change["teams"], change["by"]) for change in drawn.changes] == [
        ("swap", [a, c], organiser.pk)
    ]
    line = JournalEntry.objects.get(act="swap_teams")
    assert line.after == {"teams": [a, c], "confirmed": False}
    exempt = minutes["exempt"][0]
    draws.swap_teams(draw_id=drawn.pk, first=exempt, second=a, by=organiser)
    assert Seat.objects.get(round=drawn.round, team__number=a).table is None
    assert Seat.objects.get(round=drawn.round, team__number=exempt).table is not None
    assert Seat.objects.filter(round=drawn.round).count() == 9


def test_an_exchange_that_makes_a_rematch_is_refused_or_confirmed():
    tournament = concours(teams=4)
    partie(tournament, 1, [(1, 1100, 2, 844), (3, 1000, 4, 944)])
    ranks = [
        Rank(team_id=team(tournament, number).pk, rank=place, wins=0, points=points)
        for place, (number, points) in enumerate([(1, 1100), (3, 1000), (4, 944), (2, 844)], 1)
    ]
    drawn = draft(tournament, 2, ranks=ranks, method="classement")
    effects = draws.check_swap(drawn, 3, 2)
    assert {frozenset(pair) for pair in effects.rematches} == {frozenset((1, 2)), frozenset((3, 4))}
    assert effects.breaks_a_rule
    assert effects.points_change == (1100 - 844) + (1000 - 944) - 200
    refused("swap_breaks_a_rule", draws.swap_teams, draw_id=drawn.pk, first=3, second=2, by=None)
    assert {1, 3} in pairs(tournament, 2)
    draws.swap_teams(draw_id=drawn.pk, first=3, second=2, by=None, confirm=True)
    assert {1, 2} in pairs(tournament, 2)
    assert JournalEntry.objects.get(act="swap_teams").after["confirmed"] is True


def test_an_exchange_says_the_club_and_the_fixed_table():
    tournament = concours(teams=4, draw_options={"rematch": "never", "club_apart": "soft"})
    Team.objects.filter(tournament=tournament).update(origin="")
    Team.objects.filter(tournament=tournament, number__in=(1, 2)).update(origin="Féneu")
    Team.objects.filter(tournament=tournament, number=1).update(fixed_table=1)
    drawn = draft(tournament)
    here = next(table for table in drawn.minutes["tables"] if [1] in table["camps"])
    other = next(camp[0] for camp in here["camps"] if camp != [1])
    effects = draws.check_swap(drawn, 2, other)
    assert [set(pair[:2]) for pair in effects.same_club] == [{1, 2}]
    assert effects.breaks_a_rule
    moved = draws.check_swap(drawn, 1, 2)
    assert moved.fixed_tables == [(1, 1)]


@pytest.mark.parametrize(
    ("first", "second", "code"),
    [("a", "a", "swap_same_team"), ("a", "b", "swap_same_table"), ("a", 99, "swap_team_unknown")],
)
def test_exchanges_that_make_no_sense(first, second, code):
    drawn = draft(concours(teams=8))
    a, b, _c, _d = opponents(drawn)
    named = {"a": a, "b": b}
    refused(
        code,
        draws.swap_teams,
        draw_id=drawn.pk,
        first=named.get(first, first),
        second=named.get(second, second),
        by=None,
    )


def test_published_tables_are_not_exchanged():
    drawn = draft(concours(teams=8))
    draws.publish_draw(draw_id=drawn.pk, by=None)
    a, _b, c, _d = opponents(drawn)
    refused("swap_needs_a_draft", draws.swap_teams, draw_id=drawn.pk, first=a, second=c, by=None)


@pytest.mark.parametrize("published", [False, True])
def test_a_late_team_plays_the_exempt_one(published):
    tournament = concours(teams=9)
    drawn = draft(tournament)
    if published:
        draws.publish_draw(draw_id=drawn.pk, by=None)
    alone = drawn.minutes["exempt"][0]
    late = Team.objects.create(tournament=tournament, number=10, present=False, first_round=2)
    table = draws.seat_late_team(draw_id=drawn.pk, team=10, by=None)
    assert table.number == 5
    assert {alone, 10} in pairs(tournament, 1)
    assert not Seat.objects.filter(round=drawn.round, table=None).exists()
    late.refresh_from_db()
    assert (late.present, late.first_round) == (True, 1)
    drawn.refresh_from_db()
    assert drawn.changes[0]["kind"] == "late"
    refused("late_nobody_exempt", draws.seat_late_team, draw_id=drawn.pk, team=10, by=None)
    if not published:
        assert draws.publish_draw(draw_id=drawn.pk, by=None).state == "published"


def test_a_late_team_plays_whichever_of_the_exempt_is_named():
    tournament = concours(teams=9)
    drawn = draft(tournament)
    for number in (10, 11, 12):
        Team.objects.create(tournament=tournament, number=number, first_round=2)
    table = Table.objects.get(round=drawn.round, number=4)
    Seat.objects.filter(table=table).update(table=None, camp="")
    table.delete()
    exempt = sorted(Seat.objects.filter(round=drawn.round, table=None).values_list("team__number", flat=True))
    assert len(exempt) == 3
    draws.seat_late_team(draw_id=drawn.pk, team=10, against=exempt[2], by=None)
    draws.seat_late_team(draw_id=drawn.pk, team=11, by=None)
    refused("late_has_a_place", draws.seat_late_team, draw_id=drawn.pk, team=12, against=exempt[2], by=None)
    assert {exempt[2], 10} in pairs(tournament, 1) and {exempt[0], 11} in pairs(tournament, 1)
    drawn.refresh_from_db()
    assert [change["kind"] for change in drawn.changes] == ["late", "late"]


def test_two_late_teams_play_each_other():
    tournament = concours(teams=8)
    drawn = draft(tournament)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    late = [
        Team.objects.create(tournament=tournament, number=number, present=False, first_round=2) for number in (9, 10)
    ]
    refused("late_nobody_exempt", draws.seat_late_team, draw_id=drawn.pk, team=9, by=None)
    refused("swap_same_team", draws.seat_late_team, draw_id=drawn.pk, team=9, against=9, by=None)
    refused("late_has_a_place", draws.seat_late_team, draw_id=drawn.pk, team=9, against=1, by=None)
    refused("late_team_unknown", draws.seat_late_team, draw_id=drawn.pk, team=9, against=77, by=None)
    table = draws.seat_late_team(draw_id=drawn.pk, team=9, against=10, by=None)
    assert table.number == 5 and {9, 10} in pairs(tournament, 1)
    for team in late:
        team.refresh_from_db()
        assert (team.present, team.first_round) == (True, 1)
    drawn.refresh_from_db()
    assert drawn.changes[0]["kind"] == "late_two"
    assert journal.broken_line(JournalEntry.objects.filter(tournament=tournament).order_by("number")) is None
    # They are in the draw after it, and have met.
    [nine] = [entrant for entrant in rounds.entrants(tournament, 2, []) if entrant["number"] == 9]
    assert (nine["met"], nine["exempt"]) == ([10], 0)


def test_a_partie_missed_counts_as_a_rest_when_the_exempt_is_chosen():
    """A late or absent team has waited already: the next exempt is one that has always played."""
    tournament = concours(teams=8)
    draws.publish_draw(draw_id=draft(tournament).pk, by=None)
    late = Team.objects.create(tournament=tournament, number=9, present=True, first_round=2)
    rests = {entrant["number"]: entrant["exempt"] for entrant in rounds.entrants(tournament, 2, [])}
    assert rests == dict.fromkeys(range(1, 9), 0) | {9: 1}
    # Last by its points, it would be the one; it has rested once.
    drawn = draft(tournament, 2)
    assert len(drawn.minutes["exempt"]) == 1 and late.number not in drawn.minutes["exempt"]


def test_a_late_team_that_cannot_be_seated():
    tournament = concours(teams=9)
    drawn = draft(tournament)
    refused("late_team_unknown", draws.seat_late_team, draw_id=drawn.pk, team=77, by=None)
    refused("late_has_a_place", draws.seat_late_team, draw_id=drawn.pk, team=opponents(drawn)[0], by=None)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    draws.publish_draw(draw_id=draft(tournament, 2).pk, by=None)
    refused("late_round_over", draws.seat_late_team, draw_id=drawn.pk, team=77, by=None)


def test_lists_to_find_oneself_in():
    tournament = concours(teams=5)
    drawn = draft(tournament)
    seating = rounds.seating(drawn.round)
    by_team = rounds.places_by_team(seating)
    assert [place.number for place in by_team] == [1, 2, 3, 4, 5]
    assert [place.table for place in by_team].count(None) == 1
    by_player = rounds.places_by_player(seating)
    assert len(by_player) == 10, "each player once"
    spelled = [names.spelling(place.name) for place in by_player]
    assert spelled == sorted(spelled)
    hidden = rounds.places_by_player(seating, Audience.INITIALS)
    assert len(hidden) == 10
    assert all("." in place.name for place in hidden)


@pytest.mark.parametrize("audience", Audience)
def test_a_team_without_players_finds_itself_by_what_it_is_called(audience):
    """The wall of the draw answered 500."""
    tournament = concours(teams=4)
    TeamMember.objects.filter(team__tournament=tournament, team__number=3).delete()
    Team.objects.filter(tournament=tournament, number=3).update(name="Les Rois du Trèfle")
    places = rounds.places_by_player(rounds.seating(draft(tournament).round), audience)
    assert [place.name for place in places if place.number == 3] == ["Les Rois du Trèfle"]
    assert len(places) == 7


def test_the_journal_of_an_evening_of_draws_is_whole():
    tournament = concours(teams=9)
    drawn = draft(tournament)
    a, _b, c, _d = opponents(drawn)
    draws.swap_teams(draw_id=drawn.pk, first=a, second=c, by=None)
    draws.cancel_draw(draw_id=drawn.pk, reason="Erreur", by=None)
    draws.publish_draw(draw_id=draft(tournament).pk, by=None)
    entries = JournalEntry.objects.filter(tournament=tournament).order_by("number")
    assert [entry.act for entry in entries] == ["make_draw", "swap_teams", "cancel_draw", "make_draw", "publish_draw"]
    assert journal.broken_line(entries) is None


def test_a_method_without_chance_takes_no_seed():
    drawn = draft(concours(teams=6), method="inscription", seed="7♣")
    assert (drawn.minutes["seed"], drawn.seed_origin) == ("", "none")
    assert tirages.replay(drawn.minutes)


def test_a_plan_goes_on_with_the_seed_and_the_pool_it_began_with():
    tournament = concours(teams=8, parties=5)
    first = draft(tournament, 1, method="rotation", seed="7♣ A♠")
    draws.publish_draw(draw_id=first.pk, by=None)
    met = [pairs(tournament, 1)]
    for number in (2, 3):
        drawn = draft(tournament, number, method="rotation", seed="R♥")
        assert (drawn.minutes["seed"], drawn.seed_origin) == ("7♣ A♠", "plan")
        assert drawn.minutes["options"]["pool"] == list(range(1, 9))
        draws.publish_draw(draw_id=drawn.pk, by=None)
        met.append(pairs(tournament, number))
    assert len({frozenset(pair) for partie_ in met for pair in partie_}) == 12
