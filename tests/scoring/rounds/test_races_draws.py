"""Two organisers who draw at the same moment, and what happens in the hall while a long draw is computed."""

import pytest

from scoring.rounds import next_draw as preparing, services as rounds
from tests.scoring.races import at_once
from tests.support.counts import spread
from tests.support.phases import play, set_up
from tests.support.rulings import type_in
from tournament import tirages
from tournament.errors import TournamentError
from tournament.jobs import services as jobs
from tournament.journal.services import broken_line
from tournament.models import Draw, Job, JournalEntry, Round, Seat, Table, Team
from tournament.registration import attendance, services as registration
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db(transaction=True)
RUNS = 4


def sound(tournament):
    """Check the invariants: one live draw, the seats that its minutes say, each team once, a true journal."""
    assert broken_line(JournalEntry.objects.filter(tournament=tournament).order_by("number")) is None
    for round_ in Round.objects.filter(tournament=tournament):
        live = round_.draws.exclude(state="cancelled")
        assert live.count() <= 1
        for drawn in live:
            told = sorted(n for _p, m in drawn.parts for t in m.tables for camp in t["camps"] for n in camp)
            told += [n for _p, m in drawn.parts for n in m.exempt]
            seats = list(Seat.objects.filter(round=round_, counts=True).values_list("team__number", flat=True))
            assert sorted(told) == sorted(seats) and len(set(seats)) == len(seats)
            assert all(tirages.replay(minutes.written) for _phase, minutes in drawn.parts)


@pytest.mark.parametrize(
    ("preset", "teams", "parties"),
    spread(2, [("4x12-finales", 20, 4), ("poules-4", 8, 3), ("elimination", 9, 1), ("melee", 9, 1)]),
)
def test_two_organisers_draw_the_same_partie(preset, teams, parties):
    tournament = set_up(preset, teams)
    play(tournament, parties=parties)
    for _run in range(RUNS):
        given = at_once(
            *(
                lambda seed=seed: rounds.open_next_round(tournament_id=tournament.pk, by=None, seed=seed)
                for seed in ("R♥ 7♣", "A♠ 9♦")
            )
        )
        made = [draw for draw in given if isinstance(draw, Draw)]
        late = [error for error in given if isinstance(error, draws.AlreadyDrawnError)]
        assert (len(made), len(late)) == (1, 1), given
        assert late[0].draw.pk == made[0].pk
        sound(tournament)
        draws.cancel_draw(draw_id=made[0].pk, reason="un autre essai", by=None)


def ask(tournament, seed):
    return lambda: rounds.draw_or_ask(
        tournament_id=tournament.pk, by=None, seed=seed, method="sort", options={}, fingerprint=None
    )


def test_two_organisers_ask_for_a_long_draw(monkeypatch):
    monkeypatch.setattr(preparing, "LONG", 6)
    tournament = set_up("4x12-points", 9)
    for _run in range(RUNS):
        given = at_once(ask(tournament, "R♥ 7♣"), ask(tournament, "A♠ 9♦"))
        assert len({row.pk for row in given}) == 1, "the second is given the job of the first"
        row = given[0]
        # The worker that takes it and an organiser who draws by hand at the same moment.
        at_once(
            lambda row=row: jobs.run(str(row.pk)),
            lambda: rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="D♣"),
        )
        drawn = Draw.objects.exclude(state="cancelled").get()
        row.refresh_from_db()
        assert row.state == Job.State.DONE, row.error
        assert row.result == {"draw": drawn.pk}, "whoever came first"
        sound(tournament)
        draws.cancel_draw(draw_id=drawn.pk, reason="un autre essai", by=None)


def score(tournament):
    table = Table.objects.filter(round__number=1).order_by("number").first()
    version = table.sheets.order_by("version").last().version
    return type_in(table, 900, base_version=version, reason="mal lu")


MEANWHILE = {
    "a score is corrected": score,
    "a team leaves": lambda tournament: attendance.withdraw_team(
        team_id=Team.objects.get(tournament=tournament, number=3).pk, from_round=2, reason="malade", by=None
    ),
    "a team comes": lambda tournament: registration.register_team(
        tournament_id=tournament.pk, players=["Zoé Tard", "Ali Tôt"], by=None
    ),
    "a team is away": lambda tournament: attendance.set_away(
        tournament_id=tournament.pk, number=4, round_number=2, by=None
    ),
    "a table is fixed": lambda tournament: registration.change_team(
        team_id=Team.objects.get(tournament=tournament, number=5).pk, fixed_table=3, by=None
    ),
}


@pytest.mark.parametrize("when", ["before it reads", "while it computes"])
@pytest.mark.parametrize("act", MEANWHILE.values(), ids=MEANWHILE)
def test_what_happens_while_a_long_draw_is_computed_is_never_lost(monkeypatch, act, when):
    monkeypatch.setattr(preparing, "LONG", 6)
    tournament = set_up("4x12-points", 9)
    play(tournament)
    row = rounds.draw_or_ask(
        tournament_id=tournament.pk, by=None, seed="R♥ 7♣", method="classement", options={}, fingerprint=None
    )
    compute = rounds.compute

    def slow(*arguments):
        made = compute(*arguments)
        act(tournament)
        return made

    if when == "before it reads":
        act(tournament)
    else:
        monkeypatch.setattr(rounds, "compute", slow)
    jobs.run(str(row.pk))
    monkeypatch.setattr(rounds, "compute", compute)
    row.refresh_from_db()
    assert row.state == Job.State.FAILED
    assert not Draw.objects.filter(round__number=2).exists(), "nothing is drawn from a list that is no longer true"
    assert "code de la liste" in row.error
    told = preparing.next_draw(tournament, method="classement", options={})
    again = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣", fingerprint=told.fingerprint)
    assert again.minutes["fingerprint"] == told.fingerprint
    sound(tournament)


def test_a_draw_and_a_team_that_leaves_at_the_same_moment():
    for _run in range(RUNS):
        tournament = set_up("4x12-points", 8)
        team = Team.objects.get(tournament=tournament, number=3)
        told = preparing.next_draw(tournament, method="sort", options={})
        given = at_once(
            lambda tournament=tournament, told=told: rounds.open_next_round(
                tournament_id=tournament.pk, by=None, seed="R♥", fingerprint=told.fingerprint
            ),
            lambda team=team: attendance.withdraw_team(team_id=team.pk, from_round=1, reason="malade", by=None),
        )
        made = next((draw for draw in given if isinstance(draw, Draw)), None)
        if made is None:
            assert [error.code for error in given if isinstance(error, TournamentError)] == ["pool_changed"]
        else:
            with pytest.raises(TournamentError) as refusal:
                draws.publish_draw(draw_id=made.pk, by=None)
            assert refusal.value.code == "draw_stale", "drawn with the team, it is not published without it"
        sound(tournament)
