"""The bracket as a picture: whatever its size, every match stands once, nothing overlaps, sheets join."""

import random

import pytest

from scoring.standings.tree import BETWEEN, CAPTION, Sheet, Size, sheets, whole
from tests.support.counts import tries
from tournament.finals.bracket import NOBODY, Match, undrawn
from tournament.tirages.elimination import rounds_needed, seeding

MOST = 900


def bracket(teams: int, chance: random.Random) -> list[list[Match]]:
    """A bracket of *teams*, of which some rounds have their winners and some teams have gone."""
    places = [rank + 1 if rank < teams else NOBODY for rank in seeding(1 << rounds_needed(teams))]
    played = chance.randint(0, rounds_needed(teams))
    rounds, left = [], list(places)
    while len(left) > 1:
        matches = []
        for sides in zip(left[::2], left[1::2], strict=True):
            here = [team for team in sides if team and chance.random() < 0.98]
            match = undrawn(sides, here)._replace(deserted=bool(rounds) and NOBODY in sides and any(sides))
            if match.winner is None and match.real and len(rounds) < played:
                match = Match(sides, chance.choice(sides), 1, (900, 1000))
            matches.append(match)
        rounds.append(matches)
        left = [match.winner for match in matches]
    if teams > 3 and chance.random() < 0.5:
        rounds[-1].append(Match((None, None), None))  # for the third place
    return rounds


def size_of(chance: random.Random) -> Size:
    lines: dict[Match, tuple[float, float]] = {}
    return Size(300, lambda match: lines.setdefault(match, (26 + 18 * chance.randint(0, 3), 26)))


def check_apart(sheet: Sheet, rounds: list[list[Match]]) -> None:
    """No match covers another or its caption, and none lies outside the sheet."""
    columns: dict[int, list[tuple[float, float]]] = {}
    for box in sheet.boxes:
        captioned = len(box.sides) == 2 or rounds[box.round][box.place].deserted
        top = box.y - (CAPTION if captioned else 0)
        columns.setdefault(box.round, []).append((top, box.y + sum(box.sides)))
        assert 0 <= box.x <= sheet.width - sheet.box
        assert 0 <= top <= box.y + sum(box.sides) <= sheet.height
    for spans in columns.values():
        spans.sort()
        assert all(before[1] < after[0] for before, after in zip(spans, spans[1:], strict=False))


@pytest.mark.parametrize("turn", range(tries(25, 400)))
def test_a_bracket_of_any_size_is_drawn_whole_and_on_sheets(turn):
    chance = random.Random(turn)
    teams = chance.randint(2, 200)
    rounds = bracket(teams, chance)
    size = size_of(chance)
    shown = {
        (number, place)
        for number, matches in enumerate(rounds)
        for place, match in enumerate(matches)
        if match.sides != (NOBODY, NOBODY)
    }
    one = whole(rounds, size)
    check_apart(one, rounds)
    assert {(box.round, box.place) for box in one.boxes} == shown
    assert one.width == len(rounds) * (size.width + BETWEEN) - BETWEEN
    # Every match but the final and the one below it leads to another, if anybody who could come there is left.
    last = len(rounds) - 1
    ends = [at for at in shown if at[0] == last or (at[0] + 1, at[1] // 2) not in shown]
    assert len(one.joins) == len(one.boxes) - len(ends)
    cut = sheets(rounds, size, most=MOST)
    assert sorted((box.round, box.place) for sheet in cut for box in sheet.boxes) == sorted(shown), "each match once"
    for sheet in cut:
        check_apart(sheet, rounds)
        assert sheet.height <= MOST or sheet.rounds == 1
    # Each sheet but the last says where it goes on, and that one says whence it comes.
    going = [(place, sheet.goes.sheet) for place, sheet in enumerate(cut) if sheet.goes]
    coming = [(side.sheet, place) for place, sheet in enumerate(cut) for side in sheet.comes]
    assert sorted(going) == sorted(coming)
    roots = [max((box.round, box.place) for box in sheet.boxes) for sheet in cut[:-1]]
    lost = [root for root in roots if (root[0] + 1, root[1] // 2) not in shown]
    assert len(going) == len(cut) - 1 - len(lost)


def test_matches_stay_in_the_picture_when_everybody_who_played_them_has_left():
    left = Match((NOBODY, NOBODY), NOBODY)
    first = [Match((1, 8), NOBODY, 1), Match((4, 5), NOBODY, 2), Match((2, 7), 2, 3), Match((3, 6), 3, 4)]
    rounds = [first, [left, Match((2, 3), 2, 1)], [Match((NOBODY, 2), 2)]]
    size = Size(300, lambda match: (44, 44))
    one = whole(rounds, size)
    check_apart(one, rounds)
    assert [(box.round, box.place) for box in one.boxes] == [(0, 0), (0, 1), (0, 2), (0, 3), (1, 1), (2, 0)]
    assert len(one.joins) == 3, "nothing leads on from the two whose four teams have left"
    cut = sheets(rounds, size, most=180)
    assert sorted((box.round, box.place) for sheet in cut for box in sheet.boxes) == sorted(
        (box.round, box.place) for box in one.boxes
    )


def test_every_team_stands_in_the_first_column_those_without_opponent_in_a_box_of_their_own():
    rounds = bracket(18, random.Random(1))
    size = Size(300, lambda match: (44, 44))
    first = [box for box in whole(rounds, size).boxes if box.round == 0]
    assert sorted(len(box.sides) for box in first) == [1] * 14 + [2] * 2
    later = whole(rounds, size, first=2)
    assert {box.round for box in later.boxes} == {2, 3, 4}
    assert later.first == 2 and min(box.x for box in later.boxes) == 0
