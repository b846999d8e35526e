"""Any evening read a second time: tables, brackets, winners and ranking by the journal and the minutes alone.

`scoring/transfer/reader.py` imports nothing of the program; what it works out is compared at random moments of evenings in
which everything happens.
"""

import random
from collections import Counter

import pytest

from scoring.standings.reading import evening
from scoring.transfer.reader import Reader
from tests.support.counts import spread, tries
from tests.support.random_evenings import KINDS, RandomEvening, exported, overrides
from tournament.finals.played import played_phases
from tournament.models import Seat

pytestmark = pytest.mark.django_db


def compare(tournament_id: int) -> bool:
    """Compare what the program says with what the journal says; return whether the ranking could be compared."""
    found, read = evening(tournament_id), Reader(*exported(tournament_id))
    seats = Seat.objects.filter(round__tournament=tournament_id, round__state="published", counts=True)
    seated = Counter(seats.values_list("round__number", "team__number"))
    assert max(seated.values(), default=1) == 1, "one place of a team in a partie"
    results = read.results()
    for team, parties in found.seated.items():
        for partie, one in parties.items():
            if one is not None:
                ours = results[team][partie]
                told = (one.kind, one.table or 0, one.points, one.conceded, one.outcome)
                assert told == (ours.kind, ours.table, ours.points, ours.conceded, ours.outcome), (team, partie)
    brackets = read.brackets()
    for played in played_phases(found):
        if not played.rounds:
            continue
        own = {(one.partie, one.table): one for one in brackets[played.phase.index]}
        drawn = {
            (played.bracket_parts[round_].number, match.table): match for round_, match in played.matches if match.table
        }
        assert {place: {*one.pair} for place, one in own.items()} == {at: {*match.sides} for at, match in drawn.items()}
        for place, one in own.items():
            assert one.beside or one.winner == drawn[place].winner, place
        if played.over and (winner := read.winner(played.phase.index)):
            assert played.rounds[-1][0].winner == winner
    ranking = read.ranking()
    if ranking is not None:
        assert [(row.rank, row.number, row.points) for row in found.after().rows] == ranking
    return ranking is not None


# Each turn is another preset; the formulas beside each other are near kin.
@pytest.mark.parametrize("turn", spread(2, range(tries(20, 2000, hosted=200))))
def test_the_journal_alone_gives_tables_brackets_and_ranking(turn):
    chance = random.Random(f"journal {turn}")
    preset, more = KINDS[turn % len(KINDS)]
    settings = overrides(chance, preset) | more | {"forfeit_points": 920 * (turn % 4 > 0)}
    played = RandomEvening(chance, preset, chance.choice([5, 6, 8, 8, 9, 11, 12, 16]), **settings)
    for _moment in played.play():
        compare(played.pk)
