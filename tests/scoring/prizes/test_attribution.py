"""The attribution of the prizes: the laws that hold whatever the ranking, the rule and what was handed over."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from scoring.prizes.attribution import (
    BEHIND,
    EQUALS,
    GONE,
    HAS_ANOTHER,
    NOT_IN_LINE,
    ORDERS,
    UNWON,
    Handed,
    PrizeSlot,
    attribute,
    undecided,
)

RANKING = (1, 2, 3, 4, 5, 6, 7, 8)
SINGLE = [rule for rule in ORDERS if rule != "every"]


def ranks(*places, worth=()):
    worths = dict(worth)
    return [PrizeSlot("rank", place, "ranking", RANKING, worths.get(place, 0)) for place in places]


def special(family, *line, place=1, worth=0):
    return PrizeSlot(family, place, "special", line, worth)


@st.composite
def evenings(draw):
    """Slots of the ranking, of a bracket, of a category, and what of them was handed to whom."""
    count = draw(st.integers(2, 9))
    order = tuple(draw(st.permutations(range(1, count + 1))))
    slots = [
        PrizeSlot("rank", place, "ranking", order, draw(st.integers(0, 3)))
        for place in draw(st.sets(st.integers(1, count), max_size=count))
    ]
    for family, group in (("place:1", "bracket"), ("category:women", "special"), ("commune:casson", "special")):
        line = tuple(draw(st.lists(st.sampled_from(order), unique=True, max_size=count)))
        for place in draw(st.sets(st.integers(1, 4), max_size=3)):
            if place <= len(line):
                slots.append(PrizeSlot(family, place, group, line, draw(st.integers(0, 3))))
    handed = {}
    for slot in slots:
        if draw(st.integers(0, 4)) == 0:
            team = draw(st.sampled_from(order))
            instead = draw(st.one_of(st.none(), st.sampled_from(order)))
            handed[slot.key] = Handed(team, instead if instead != team else None)
    return order, slots, handed, draw(st.sampled_from(sorted(ORDERS)))


@given(evenings())
@settings(max_examples=400, deadline=None)
def test_the_laws_of_the_attribution(evening):
    order, slots, handed, rule = evening
    done = attribute(slots, rule=rule, handed=handed)
    by_key = {slot.key: slot for slot in slots}
    # A prize that was handed over stays.
    assert all(done.taken[key] == given.team for key, given in handed.items())
    fresh = {key: team for key, team in done.taken.items() if key not in handed}
    # Every awarded slot goes to somebody in its line.
    assert all(team in by_key[key].line for key, team in fresh.items())
    taken_over = {given.team for given in handed.values()} | {given.instead for given in handed.values()} - {None}
    if rule != "every":
        assert len(set(fresh.values())) == len(fresh) and not set(fresh.values()) & taken_over, "nobody two"
    for family in {slot.family for slot in slots}:
        winners = [team for key, team in fresh.items() if by_key[key].family == family]
        assert len(set(winners)) == len(winners), "nobody two of one family"
    # A team that stands before the winner has something already.
    for key, winner in fresh.items():
        slot = by_key[key]
        at = slot.line.index(winner)
        for team in slot.line[slot.place - 1 : at]:
            reason = done.why_not(key, team)
            assert reason is not None and reason.why == HAS_ANOTHER and reason.slot in done.served[team]
    # A slot that nobody takes has nobody left in its line who may have one.
    for slot in slots:
        if slot.key not in done.taken and rule != "every":
            assert all(done.served[team] for team in slot.line[slot.place - 1 :])
    # The explanation agrees with the outcome.
    for slot in slots:
        for team in order:
            reason = done.why_not(slot.key, team)
            assert (reason is None) == (done.taken.get(slot.key) == team)
            if reason is not None:
                assert reason.why in (BEHIND, HAS_ANOTHER, GONE, NOT_IN_LINE)
                assert reason.why != NOT_IN_LINE or team not in slot.line
                assert reason.team in (None, done.taken.get(slot.key))


@given(evenings())
@settings(max_examples=200, deadline=None)
def test_it_does_not_depend_on_the_order_of_the_list(evening):
    _order, slots, handed, rule = evening
    assert attribute(slots, rule=rule, handed=handed).taken == attribute(slots[::-1], rule=rule, handed=handed).taken


def test_each_rank_has_its_prize_and_a_team_all_that_it_won():
    done = attribute([*ranks(1, 2, 3), special("category:women", 2, 5)], rule="every")
    assert done.taken == {"rank:1": 1, "rank:2": 2, "rank:3": 3, "category:women:1": 2}


@pytest.mark.parametrize(
    ("rule", "taken"),
    [
        ("ranking", {"rank:1": 1, "rank:2": 2, "rank:3": 3, "category:women:1": 5}),
        # The second takes the flowers; the prizes of the ranking go down by one place.
        ("special", {"rank:1": 1, "rank:2": 3, "rank:3": 4, "category:women:1": 2}),
        ("value", {"rank:1": 1, "rank:2": 3, "rank:3": 4, "category:women:1": 2}),
    ],
)
def test_nobody_has_two_and_the_next_moves_up(rule, taken):
    slots = [*ranks(1, 2, 3, worth={1: 100, 2: 20, 3: 10}.items()), special("category:women", 2, 5, worth=50)]
    assert attribute(slots, rule=rule).taken == taken


def test_the_second_of_a_category_is_the_next_that_has_nothing():
    women = [special("category:women", 2, 5, 7, place=place) for place in (1, 2)]
    assert attribute([*ranks(1, 2, 3), *women], rule="ranking").taken == {
        "rank:1": 1,
        "rank:2": 2,
        "rank:3": 3,
        "category:women:1": 5,
        "category:women:2": 7,
    }


@pytest.mark.parametrize("rule", sorted(ORDERS))
def test_a_correction_after_the_call_leaves_what_was_handed_over(rule):
    """Team 4 was handed the first prize, and is now fourth: those before it have what is left, in their order."""
    done = attribute(ranks(1, 2, 3, 4), rule=rule, handed={"rank:1": Handed(4)})
    assert done.taken == {"rank:1": 4, "rank:2": 1, "rank:3": 2, "rank:4": 3}
    assert done.why_not("rank:1", 1).why == GONE and done.why_not("rank:1", 1).team == 4


@pytest.mark.parametrize("rule", sorted(ORDERS))
def test_who_let_another_have_its_prize_has_had_its_turn(rule):
    done = attribute(ranks(1, 2, 3), rule=rule, handed={"rank:1": Handed(8, instead=1)})
    assert done.taken == {"rank:1": 8, "rank:2": 2, "rank:3": 3}


def test_equals_wait_for_a_card_only_where_it_changes_what_they_take():
    slots = ranks(1, 2, 3)
    assert undecided(slots, [[1, 2]], rule="every") == {1, 2}
    assert undecided(slots, [[1, 2]], rule="every", same={"rank:1": "vin", "rank:2": "vin"}) == set()
    assert undecided(slots, [[3, 4, 5]], rule="every") == {3, 4, 5}
    assert undecided(slots, [[5, 6]], rule="every") == set()
    # Only one of the equals is a women's pair: no card is needed for the flowers.
    assert undecided([special("category:women", 5)], [[5, 6]], rule="every") == set()
    assert undecided([special("category:women", 5, 6)], [[5, 6]], rule="every") == {5, 6}
    # An age stands before the ranking: a card decides between those of one age alone.
    aged = replace(special("youngest", 7, 5, 6), levels={7: 37, 5: 41, 6: 41})
    assert undecided([aged], [[5, 6, 7]], rule="every") == set()
    assert undecided([aged, replace(aged, place=2)], [[5, 6, 7]], rule="every") == {5, 6, 7}


@pytest.mark.parametrize("rule", sorted(ORDERS))
def test_of_two_seconds_one_has_the_second_prize_and_nobody_the_first(rule):
    """Nobody won the final: 4 and 2 are second, 7 is third. The card put 4 before 2."""
    unwon, line = frozenset({1}), (4, 2, 7, 5)
    slots = [PrizeSlot("unwon-rank", 1, "ranking", line, unwon=unwon, nobodys=True)]
    slots += [PrizeSlot("rank", place, "ranking", line, unwon=unwon) for place in (2, 3, 4)]
    done = attribute(slots, rule=rule)
    assert done.taken == {"rank:2": 4, "rank:3": 7, "rank:4": 5}
    assert {team: done.why_not("unwon-rank:1", team).why for team in line} == dict.fromkeys(line, UNWON)
    assert (done.why_not("rank:2", 2).why, done.why_not("rank:2", 2).team) == (EQUALS, 4)
    assert undecided(slots, [[4, 2]], rule=rule) == {4, 2}
    # A prize for each of the first three places is of both, and is no question without another one.
    both = PrizeSlot("rank", 1, "ranking", line, unwon=unwon)
    assert attribute([both, *slots[1:]], rule=rule).taken == {"rank:1": 2, "rank:2": 4, "rank:3": 7, "rank:4": 5}
    alike = {"rank:1": "vin", "rank:2": "vin", "rank:3": "vin"}
    assert undecided([both, *slots[1:]], [[4, 2]], rule=rule, same=alike) == set()


@pytest.mark.parametrize("rule", SINGLE)
def test_of_two_seconds_the_other_has_the_prize_of_one_that_has_another(rule):
    unwon, line = frozenset({1}), (4, 2, 7, 5)
    slots = [PrizeSlot("rank", place, "ranking", line, unwon=unwon) for place in (2, 3)]
    done = attribute(slots, rule=rule, handed={"category:women:1": Handed(4)})
    assert done.taken == {"category:women:1": 4, "rank:2": 2, "rank:3": 7}
