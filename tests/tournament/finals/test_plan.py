"""The plan of an evening: how many parties follow from the teams, and what is said of it."""

import re

import pytest

from tournament.concours.presets import PRESETS
from tournament.finals import words
from tournament.finals.formula import KNOCK_OUT, plan
from tournament.models import Tournament
from tournament.tirages.elimination import rounds_needed, seeding

FINALS = ["poules-4", "elimination", "4x12-finales", "6x12-finales"]


def formula(preset):
    return Tournament(**PRESETS[preset].settings).formula


@pytest.mark.parametrize("preset", FINALS)
def test_the_number_announced_for_any_number_of_teams(preset):
    """The plan reckons each bracket as many rounds as its teams need, and never more parties than a concours holds."""
    own = formula(preset)
    for teams in range(3, 201):
        longest, shortest = plan(own, teams), plan(own, teams, most=False)
        assert 1 <= shortest.last <= longest.last <= shortest.last + 1 <= 20, teams
        assert not longest.cut
        for course in longest.courses:
            if course.phase.method == KNOCK_OUT and course.teams > 1:
                assert 1 << (course.whole - 1) < course.teams <= 1 << course.whole, (teams, course)
                assert course.last <= longest.last
    for teams in range(2, 201):
        assert not re.search(r"\b1 parties", words.announcement(own, teams, "fr")), teams


def test_a_knock_out_in_which_most_would_wait_is_told():
    for teams in range(9, 201):
        seeds = seeding(1 << rounds_needed(teams))
        waiting = sum((one < teams) != (other < teams) for one, other in zip(seeds[::2], seeds[1::2], strict=True))
        assert bool(words.few_matches(formula("elimination"), teams, "fr")) == (waiting > teams // 2), teams
    said = words.few_matches(formula("poules-4"), 68, "fr").replace("\xa0", " ")
    assert "principal : 34 équipes, mais 2 matchs" in said
