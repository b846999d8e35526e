"""Evenings through the pages, without a bracket and with one: no error of the program, each promise kept, one ranking."""

import random

import pytest

from tests.support.counts import tries
from tests.support.page_evenings import NO_BRACKET, WITH_BRACKET, PageEvening
from tests.support.random_evenings import overrides

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("turn", range(tries(2, 200, hosted=20)))
def test_whatever_is_done_through_the_pages_each_promise_is_kept(turn):
    play(random.Random(f"pages {turn}"), *NO_BRACKET[turn % len(NO_BRACKET)], teams=[5, 6, 7, 8, 9])


@pytest.mark.parametrize("turn", range(tries(1, 200, hosted=20)))
def test_whatever_is_done_through_the_pages_of_a_bracket_each_promise_is_kept(turn):
    play(random.Random(f"brackets {turn}"), *WITH_BRACKET[turn % len(WITH_BRACKET)], teams=[6, 7, 8, 9, 10])


def play(chance: random.Random, preset: str, more: dict[str, object], *, teams: list[int]) -> None:
    settings = overrides(chance, preset) | {"counts_when": "typist"} | more
    played = PageEvening(chance, preset, chance.choice(teams), acts=0.6, **settings)
    for _moment in played.play():
        played.check_shown()
    assert played.done, played.refused
