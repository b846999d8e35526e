"""The whole act of a draw, from database to database, beside reading the entrants and writing the tables alone."""

import gc
import time

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from scoring.rounds import next_draw as preparing, services as rounds
from tests.scoring.builders import concours
from tournament.concours.lock import lock_tournament
from tournament.journal import services as journal
from tournament.models import Draw, Round, Seat, Table
from tournament.rounds import selectors as questions, services as draws
from tournament.rounds.acts import MAKE_DRAW

SIZES = (64, 256, 1024, 4096)
MOST = 1.5


def timed(*acts, times=5):
    """The shortest of a few runs of each act, in seconds, taken in turn, each undone.

    On SQLite all the work is in this process: its own time says what the act costs on a busy computer too.
    """
    clock = time.process_time if connection.vendor == "sqlite" else time.perf_counter
    found = [[] for _ in acts]
    for _ in range(times):
        for act, times_of in zip(acts, found, strict=True):
            gc.collect()
            start = clock()
            with transaction.atomic():
                act()
                times_of.append(clock() - start)
                transaction.set_rollback(True)
    return [min(times_of) for times_of in found]


def alone(tournament):
    """Reading the entrants and writing as many tables and seats, with nothing in between but the minutes.

    It is locked, journalled and sealed as every act is: that reads all back, and takes as long as to write 64 teams.
    """
    tournament = lock_tournament(tournament.pk)
    entrants = questions.entrants(tournament, 1, [])
    team_ids = dict(tournament.teams.values_list("number", "pk"))
    round_ = Round.objects.create(tournament=tournament, number=1)
    numbers = [entrant["number"] for entrant in entrants]
    pairs = list(zip(numbers[::2], numbers[1::2], strict=True))
    minutes = {"entrants": entrants, "tables": [{"table": n, "camps": [[a], [b]]} for n, (a, b) in enumerate(pairs, 1)]}
    Draw.objects.create(round=round_, number=1, minutes=minutes)
    tables = Table.objects.bulk_create(Table(round=round_, number=number) for number in range(1, len(pairs) + 1))
    Seat.objects.bulk_create(
        Seat(round=round_, table=table, camp=camp, team_id=team_ids[number])
        for table, pair in zip(tables, pairs, strict=True)
        for camp, number in zip(questions.CAMPS, pair, strict=True)
    )
    journal.write(tournament, MAKE_DRAW, None, after={"round": 1})


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["classement", "sort"])
def test_the_act_costs_at_most_half_more_than_its_reading_and_writing(method, capsys):
    counts = set()
    for teams in SIZES:
        tournament = concours(teams=teams, slug=f"{method}-{teams}")
        ranks = [
            questions.Rank(team_id=pk, rank=place, wins=place % 5, points=4000 - 7 * (place % 500))
            for place, pk in enumerate(tournament.teams.values_list("pk", flat=True), 1)
        ]

        def act(tournament=tournament, ranks=ranks):
            draws.make_draft(tournament_id=tournament.pk, number=1, ranks=ranks, method=method, seed="R♥ 7♣", by=None)

        base, whole = timed(lambda tournament=tournament: alone(tournament), act)
        with (
            CaptureQueriesContext(
                connection,
            ) as captured,
            transaction.atomic(),
        ):
            act()
            transaction.set_rollback(True)
        inserts = sum("INSERT" in query["sql"] for query in captured)
        counts.add(len(captured) - inserts)
        with capsys.disabled():
            print(
                f"\n{method} {teams:5d} teams: reading and writing {base * 1000:7.1f} ms, whole act {whole * 1000:7.1f} ms,"
                f" x {whole / base:4.2f}, {len(captured)} queries ({inserts} inserts)"
            )
        assert whole <= MOST * base, f"{teams} teams: {whole / base:.2f} times"
    assert len(counts) == 1, "the queries that are no insert do not grow"


@pytest.mark.django_db
def test_what_the_page_does_at_once_stays_short(capsys):
    """The sizes above which the worker draws: what is drawn at once takes no more than two seconds."""
    for method, teams, apart in (
        ("classement", preparing.LONG, "no"),
        ("sort", preparing.LONG, "no"),
        ("classement", preparing.LONG_CLUBS, "hard"),
        ("sort", preparing.LONG_CLUBS, "hard"),
        ("melee", preparing.LONG_SINGLES, "no"),
        ("escalier", preparing.LONG_SINGLES, "no"),
    ):
        tournament = concours(
            teams=teams,
            slug=f"{method}-{teams}-{apart}",
            first_method=method,
            next_method=method,
            draw_options={"club_apart": apart},
        )

        def act(tournament=tournament):
            rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="R♥ 7♣")

        (took,) = timed(act, times=1)
        with capsys.disabled():
            print(f"\n{method} {teams} ({apart}): {took:.2f} s")
        assert took < 2.0
