"""The pure computation of who is called, on tables and against one call after another."""

import itertools
import random

import pytest

from scoring.qualification.calls import HeldPlace, RankedWho, Ranking, moved_places, next_calls


def ranking(key, places, *rows, out=()):
    """A ranking of (rank, person…)."""
    return Ranking(
        key,
        places,
        tuple(
            RankedWho(rank, who, who in out) for rank, *who in [(r[0], *r[1:]) for r in rows] for who in [tuple(who)]
        ),
    )


def called(calls):
    return [(call.ranking, call.who, call.rank, call.steps_in) for call in calls]


FIRST = ranking(1, 2, (1, 11), (2, 12), (3, 13), (4, 14))
SECOND = ranking(2, 1, (1, 12), (2, 11), (3, 13), (4, 15))

TABLE = [
    ("the first of each", [FIRST], [], [(1, (11,), 1, False), (1, (12,), 2, False)]),
    # 12 and 11 are qualified by the first ranking: the place of the second goes to its third.
    (
        "who is qualified otherwise leaves the place to the next",
        [FIRST, SECOND],
        [],
        [(1, (11,), 1, False), (1, (12,), 2, False), (2, (13,), 3, True)],
    ),
    ("one declines", [FIRST], [HeldPlace(1, (11,), 1, stands=False), HeldPlace(1, (12,), 2)], [(1, (13,), 3, True)]),
    (
        "whoever declined by one ranking is not called by another",
        [SECOND],
        [HeldPlace(1, (12,), 1, stands=False)],
        [(2, (11,), 2, True)],
    ),
    ("all places are somebody's", [FIRST], [HeldPlace(1, (11,), 1), HeldPlace(1, (12,), 2)], []),
    ("more than the places", [FIRST], [HeldPlace(1, (p,), p - 10) for p in (11, 12, 13)], []),
    (
        "equals are called together",
        [ranking(1, 2, (1, 1), (2, 2), (2, 3), (4, 4))],
        [],
        [(1, (1,), 1, False), (1, (2,), 2, False), (1, (3,), 2, False)],
    ),
    ("an erased one is passed over", [ranking(1, 1, (1, 1), (2, 2), out={(1,)})], [], [(1, (2,), 2, True)]),
    (
        "a team whose player has a place with another",
        [ranking(1, 1, (1, 1, 2)), ranking(2, 1, (1, 1, 3), (2, 4, 5))],
        [],
        [(1, (1, 2), 1, False), (2, (4, 5), 2, True)],
    ),
    ("a ranking that has no one left", [ranking(1, 3, (1, 1))], [], [(1, (1,), 1, False)]),
    (
        "a direct place comes before one who steps in",
        [ranking(1, 1, (1, 9), (2, 8), out={(9,)}), ranking(2, 1, (1, 8), (2, 7))],
        [],
        [(2, (8,), 1, False)],
    ),
]


@pytest.mark.parametrize(("_name", "rankings", "held", "wanted"), TABLE, ids=[row[0] for row in TABLE])
def test_who_is_called(_name, rankings, held, wanted):
    found = called(next_calls(rankings, held))
    assert found == wanted


def naive(rankings, held):
    """Call one after another, each time looking at everything again: the first of each ranking, then who steps in."""
    held, calls = list(held), []

    def free(one):
        return one.places - sum(h.stands and h.ranking == one.key for h in held)

    def rows(one, direct):
        return [row for row in one.rows if (sum(other.rank < row.rank for other in one.rows) < one.places) == direct]

    def ready(row):
        taken = {p for h in held if h.stands for p in h.who}
        return not row.out and all(h.who != row.who for h in held) and not taken & set(row.who)

    for direct in (True, False):
        for one in rankings:
            for rank in sorted({row.rank for row in rows(one, direct)}):
                if free(one) <= 0:
                    break
                for row in rows(one, direct):
                    if row.rank == rank and ready(row):
                        held.append(HeldPlace(one.key, row.who, row.rank))
                        calls.append((one.key, row.who, row.rank, not direct))
    return calls


def random_rankings(chance):
    people = range(1, chance.randrange(3, 9))
    found = []
    for key in range(1, chance.randrange(2, 5)):
        whos = [(p,) for p in people] if chance.random() < 0.5 else list(itertools.combinations(people, 2))
        chance.shuffle(whos)
        rank, rows = 1, []
        for place, who in enumerate(whos[:7], start=1):
            rank = place if chance.random() < 0.7 else rank
            rows.append(RankedWho(rank, who, chance.random() < 0.1))
        found.append(Ranking(key, chance.randrange(1, 4), tuple(rows)))
    return found


def test_calls_are_those_of_one_after_another_whatever_is_answered():
    """Random rankings and answers, to the end: the calls of each moment are the naive ones, and the laws hold."""
    for seed in range(400):
        check_calls(seed)


def check_calls(seed):
    chance = random.Random(seed)
    rankings, held = random_rankings(chance), []
    for _time in range(12):
        calls = next_calls(rankings, held)
        assert called(calls) == naive(rankings, held)
        held += [HeldPlace(call.ranking, call.who, call.rank) for call in calls]
        persons = [p for h in held if h.stands for p in h.who]
        assert len(persons) == len(set(persons)), "nobody has two places"
        assert len({h.who for h in held}) == len(held), "nobody is called twice"
        assert next_calls(rankings, held) == [], "all places are somebody's, or nobody is left"
        for one in rankings:
            there = [h for h in held if h.stands and h.ranking == one.key]
            ranks = [h.rank for h in there]
            # Beyond its places a ranking has equals alone.
            assert len(there) <= one.places or len(set(ranks)) < len(ranks)
        standing = [place for place, h in enumerate(held) if h.stands]
        if not standing:
            break
        place = chance.choice(standing)
        held[place] = held[place]._replace(stands=False)


def test_without_a_correction_nothing_has_moved():
    for seed in range(150):
        check_moved(seed)


def check_moved(seed):
    chance = random.Random(seed)
    rankings = random_rankings(chance)[:1]
    held = [HeldPlace(call.ranking, call.who, call.rank) for call in next_calls(rankings, [])]
    for _time in range(3):
        if held and chance.random() < 0.6:
            place = chance.randrange(len(held))
            held[place] = held[place]._replace(stands=False)
            held += [HeldPlace(call.ranking, call.who, call.rank) for call in next_calls(rankings, held)]
    assert moved_places(rankings, held) == ([], [])


def test_a_correction_is_told_and_takes_nothing_away():
    held = [HeldPlace(1, (11,), 1), HeldPlace(1, (12,), 2)]
    corrected = ranking(1, 2, (1, 13), (2, 11), (3, 12), (4, 14))
    moved, missed = moved_places([corrected], held)
    assert [(one.held.who, one.rank, one.stays) for one in moved] == [((11,), 2, True), ((12,), 3, False)]
    assert called(missed) == [(1, (13,), 1, False)]
    assert next_calls([corrected], held) == []
    # Equal to one who was called, since the correction: equals are called together.
    moved, missed = moved_places([ranking(1, 2, (1, 11), (2, 12), (2, 13))], held)
    assert (moved, called(missed)) == ([], [(1, (13,), 2, False)])
    # Out of the ranking altogether.
    moved, _missed = moved_places([ranking(1, 2, (1, 12), (2, 11), out={(11,)})], held)
    assert [(one.held.who, one.rank, one.stays) for one in moved] == [((11,), 0, False), ((12,), 1, True)]
