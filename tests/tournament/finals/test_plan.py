"""The plan of an evening: how many parties follow from the teams, and what is said of it."""

import dataclasses
import re

import pytest

from tournament.concours.presets import PRESETS
from tournament.finals import words
from tournament.finals.formula import KNOCK_OUT, Phase, plan
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


@pytest.mark.parametrize("starts", [(3, 5), (5, 3), (3, 3)])
def test_one_line_begun_earlier_takes_the_other_with_it(starts):
    """The finals of the first 8 and the parties of those after them: whichever line is moved, nobody waits two parties."""
    own = formula("4x12-finales")
    moved = [dataclasses.replace(phase, start=start) for phase, start in zip(own.phases[1:], starts, strict=True)]
    shorter = dataclasses.replace(own, phases=(own.common, *moved))
    for teams in range(9, 101):
        longest = plan(shorter, teams)
        assert [course.first for course in longest.courses] == [1, 3, 3], teams
        assert longest.last == 5
    told = words.announcement(shorter, 24, "fr").replace("\xa0", " ")
    assert told.startswith("24 équipes : 2 parties pour toutes, puis 3 parties jusqu’à la finale.")
    assert ("à partir de la partie 3." in told) == (starts != (3, 3))


def test_those_who_play_the_line_before_are_waited_for():
    """The first 8 of the 16 that play on: their finals begin after these parties, those after the first 16 at once."""
    own = formula("4x12-finales")
    lines = [("classement", 5, "first", 16, 2), ("elimination", 7, "first", 8, 0), ("classement", 9, "after", 16, 0)]
    phases = [
        Phase(index=place, method=method, start=start, who=who, count=count, parties=parties)
        for place, (method, start, who, count, parties) in enumerate(lines, 1)
    ]
    longest = plan(dataclasses.replace(own, phases=(own.common, *phases)), 32)
    assert [course.first for course in longest.courses] == [1, 5, 7, 5]
