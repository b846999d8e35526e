"""Opening the next partie: from the ranking, once everything is in; two at once give one tirage."""

import threading
from functools import partial

import pytest
from django.db import connection

from scoring.errors import ScoringError
from scoring.models import ScoreSheet
from scoring.rounds import next_draw as preparing, services as rounds
from tests.scoring.builders import concours, evening, partie, sheet
from tests.scoring.races import at_once, without_lock
from tests.support.phases import publish_next
from tests.support.refusals import refuses
from tournament import tirages
from tournament.models import Draw, Table, Team
from tournament.registration import attendance
from tournament.rounds import selectors as questions, services as draws
from tournament.rounds.requests import draw_request


@pytest.mark.django_db
def test_the_ranking_makes_the_next_partie():
    tournament = concours(teams=6)
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844), (5, 1000, 6, 944)])
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert drawn.round.number == 2
    assert drawn.minutes["method"] == "classement"
    by_number = {entrant["number"]: entrant for entrant in drawn.minutes["entrants"]}
    assert (by_number[1]["points"], by_number[1]["wins"], by_number[1]["met"]) == (1200, 1, [2])
    assert drawn.minutes["tables"][0] == {"table": 1, "camps": [[1], [3]]}
    assert drawn.minutes["rematches"] == []


@pytest.mark.django_db
def test_a_missing_table_keeps_the_next_partie_from_being_drawn():
    tournament = evening(teams=12, parties=1, missing=2)
    with refuses("tables_awaited", ScoringError) as caught:
        rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert caught.value.params["named"] == "5, 6"
    assert "5, 6" in str(caught.value)
    assert not Draw.objects.exists()
    for table in preparing.tables_awaited(tournament, 2):
        sheet(table, north=1000, east=944)
    assert rounds.open_next_round(tournament_id=tournament.pk, by=None).round.number == 2


@pytest.mark.django_db
def test_a_disputed_table_keeps_it_too():
    tournament = evening(teams=8, parties=1)
    ScoreSheet.objects.filter(table=Table.objects.first()).update(counted=False, state="disputed")
    with pytest.raises(ScoringError) as caught:
        rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert caught.value.params["count"] == 1


@pytest.mark.django_db
def test_a_late_team_and_a_team_that_left():
    tournament = evening(teams=8, parties=1)
    Team.objects.create(tournament=tournament, number=9, present=True, first_round=2)
    Team.objects.filter(tournament=tournament, number=4).update(withdrawn_from=2)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    assert [entrant["number"] for entrant in drawn.minutes["entrants"]] == [1, 2, 3, 5, 6, 7, 8, 9]
    assert drawn.minutes["entrants"][-1]["points"] == 0


@pytest.mark.django_db
def test_an_exempt_partie_counts_in_the_ranking_drawn_from():
    tournament = concours(teams=5, exempt_policy="half")
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844)], exempt=[5])
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None)
    fifth = drawn.minutes["entrants"][4]
    assert (fifth["points"], fifth["exempt"]) == (972, 1)
    assert drawn.minutes["exempt"] == [2]


@pytest.mark.django_db
def test_a_score_corrected_after_the_fingerprint_was_shown_asks_for_a_new_one():
    tournament = evening(teams=8, parties=1)

    def shown():
        ranks = preparing.ranks_before(tournament, 2)
        request = draw_request(tournament, 2, ranks=ranks, method="classement", options=None)
        return tirages.fingerprint(request)

    before = shown()
    sheet(Table.objects.first(), north=1944, east=0)
    with refuses("pool_changed"):
        rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣", fingerprint=before)
    assert shown() != before
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣", fingerprint=shown())
    minutes = drawn.minutes
    sheet(Table.objects.filter(round__number=1).last(), north=0, east=1944)
    drawn.refresh_from_db()
    assert drawn.minutes == minutes, "a later correction moves no seated table"


@pytest.mark.django_db
def test_an_evening_of_47_without_rematch_each_minutes_replayed():
    tournament = concours(teams=47, parties=4)
    met = set()
    for number in range(1, 5):
        drawn = publish_next(tournament, seed="R♥ 7♣")
        assert len(drawn.minutes["tables"]) == 23
        assert drawn.minutes["optimal"]
        for table in Table.objects.filter(round=drawn.round):
            sheet(table, north=600 + 7 * table.number, east=1944 - 600 - 7 * table.number)
        pairs = {frozenset(camp[0] for camp in table["camps"]) for table in drawn.minutes["tables"]}
        assert not met & pairs, number
        met |= pairs
    exempts = [draw.minutes["exempt"][0] for draw in questions.draws_of(tournament)]
    assert len(set(exempts)) == 4
    assert all(tirages.replay(draw.minutes) for draw in questions.draws_of(tournament))


@pytest.mark.django_db(transaction=True)
def test_two_organisers_at_once_give_one_draw():
    tournament = concours(teams=40)
    for round_ in range(6):
        given = at_once(*[partial(rounds.open_next_round, tournament_id=tournament.pk, by=None, seed="R♥ 7♣ 10♠")] * 2)
        assert sorted(type(one).__name__ for one in given) == ["AlreadyDrawnError", "Draw"]
        made, refused = sorted(given, key=lambda one: isinstance(one, Exception))
        assert refused.draw.pk == made.pk, "the second one is shown the first one's"
        assert Draw.objects.exclude(state="cancelled").count() == 1
        draws.cancel_draw(draw_id=made.pk, reason=f"essai {round_}", by=None)


@pytest.mark.django_db(transaction=True)
def test_without_the_lock_the_two_do_meet(monkeypatch):
    """The control: with the lock off and time to look round, both find no tirage and the constraint must stop one."""
    tournament = concours(teams=8)
    seen = threading.Barrier(2)
    look = questions.live_draw

    def look_and_wait(tournament, number):
        found = look(tournament, number)
        seen.wait(10)
        return found

    without_lock(monkeypatch)
    monkeypatch.setattr("tournament.rounds.selectors.live_draw", look_and_wait)
    bare = partial(
        draws.make_draft.__wrapped__, tournament_id=tournament.pk, number=1, ranks=[], method="sort", by=None
    )
    refused = [one for one in at_once(*[partial(bare, seed="7♣")] * 2) if isinstance(one, Exception)]
    assert not [error for error in refused if isinstance(error, draws.AlreadyDrawnError)], "neither saw the other"
    assert len(refused) >= 1, "the database's own constraint stops one of the two"
    assert Draw.objects.exclude(state="cancelled").count() <= 1
    connection.close()


@pytest.mark.django_db(transaction=True)
def test_drawing_while_a_team_leaves_takes_it_in_or_out_whole():
    tournament = concours(teams=12)
    leaver = Team.objects.get(tournament=tournament, number=12)
    given = at_once(
        lambda: attendance.withdraw_team(team_id=leaver.pk, from_round=1, reason="malade", by=None),
        lambda: rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣"),
    )
    problems = [one for one in given if isinstance(one, Exception)]
    drawn = Draw.objects.get()
    numbers = [entrant["number"] for entrant in drawn.minutes["entrants"]]
    seated = sorted(drawn.round.seats.values_list("team__number", flat=True))
    assert seated == numbers, problems
    assert numbers in (list(range(1, 13)), list(range(1, 12)))
    came, left = draws.check_pool(drawn, tournament)
    assert (came, left) == ([], [12] if 12 in numbers and not problems else [])
