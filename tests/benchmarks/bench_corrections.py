"""Measure the effects of a correction beside one standing of the same evening, for growing evenings."""

import time
from functools import partial

import pytest

from scoring.corrections.selectors import dry_run, effects_of
from scoring.standings.selectors import standing
from tests.scoring.builders import evening
from tests.support.corrections import correction, publish, table_of

SIZES = (12, 50, 150, 300)  # teams
TIMES = 5  # how much dearer than the standing: two rankings, and each later tirage drawn again


def seconds(act):
    """The least processor time of three runs."""
    took = []
    for _ in range(3):
        begun = time.process_time()
        act()
        took.append(time.process_time() - begun)
    return min(took)


@pytest.mark.django_db
def test_the_effects_of_a_correction_beside_a_standing():
    for teams in SIZES:
        tournament = evening(teams=teams, parties=2)
        publish(tournament)
        before, after = dry_run(tournament.pk, correction(table_of(tournament, 2, 1), 100, 1844))
        ours, reference = seconds(partial(effects_of, before, after)), seconds(partial(standing, tournament))
        print(
            f"{teams:4} teams: {ours * 1000:6.0f} ms, {ours / reference:4.1f} x a standing ({reference * 1000:.0f} ms)"
        )
    assert ours < TIMES * reference
