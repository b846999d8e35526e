"""The promises of every method: each team once, the same result in any order, a replay to the byte; and its own."""

import itertools
import random
import re
from collections import Counter

import pytest
from hypothesis import given, settings, strategies as st

from tests.support.counts import tries
from tests.support.tirages import evening_of
from tournament.finals.entrants import PhaseEntry
from tournament.tirages import (
    TIRAGES,
    BadRequestError,
    ImpossibleError,
    catch_up,
    draw,
    explain,
    fingerprint,
    forfeits,
    relay,
    replay,
)
from tournament.tirages.elimination import bracket
from tournament.tirages.model import read_request
from tournament.tirages.planned import turns_of
from tournament.tirages.poules import pool_letter, pools
from tournament.tirages.tables import even_sizes


def ask(method, count, round_number=1, seed="R♥ 7♣", entrants=None, **options):
    entrants = entrants or [{"number": n} for n in range(1, count + 1)]
    return {"method": method, "round": round_number, "seed": seed, "options": options, "entrants": entrants}


def pairs_of(result):
    return [tuple(sorted(n for camp in table["camps"] for n in camp)) for table in result["tables"]]


def seated(result):
    return [n for table in result["tables"] for camp in table["camps"] for n in camp]


@st.composite
def requests(draw_from):
    count = draw_from(st.integers(4, 14))
    numbers = draw_from(st.lists(st.integers(1, 60), min_size=count, max_size=count, unique=True))
    entrants = [
        {
            "number": number,
            "wins": draw_from(st.integers(0, 4)),
            "points": draw_from(st.integers(-50, 4000)),
            "met": draw_from(st.lists(st.sampled_from([n for n in numbers if n != number]), max_size=3)),
            "exempt": draw_from(st.integers(0, 2)),
            "club": draw_from(st.sampled_from(["", "Casson", "Viry"])),
        }
        for number in numbers
    ]
    options = {
        "rematch": draw_from(st.sampled_from(["never", "least"])),
        "club_apart": draw_from(st.sampled_from(["no", "soft", "hard"])),
    }
    method = draw_from(st.sampled_from(sorted(TIRAGES)))
    round_number = draw_from(st.integers(1, 3)) if TIRAGES[method].schedule else 1
    return ask(method, count, round_number, draw_from(st.text(max_size=8)), entrants, **options)


@given(requests(), st.randoms())
@settings(max_examples=tries(120, 5000))
def test_each_team_once_the_same_again_in_any_order(request_, rng):
    try:
        result = draw(request_)
    except ImpossibleError as error:
        assert error.message("fr") != error.message("en")
        return
    except BadRequestError:
        assert request_["method"] in ("melee", "escalier")
        return
    numbers = [e["number"] for e in request_["entrants"]]
    assert sorted(seated(result) + result["exempt"]) == sorted(numbers)
    assert list(result) == [
        *("method", "round", "seed", "options", "entrants", "tables"),
        *("exempt", "rematches", "cost", "optimal", "fingerprint"),
    ]
    assert replay(result)
    shuffled = list(request_["entrants"])
    rng.shuffle(shuffled)
    for one in shuffled:
        one["met"] = sorted(one["met"], key=lambda _: rng.random())
    again = draw({**request_, "entrants": shuffled})
    assert {k: v for k, v in again.items() if k != "entrants"} == {k: v for k, v in result.items() if k != "entrants"}
    reasons = explain(result)
    assert len(reasons) == len(result["tables"]) + len(result["exempt"])
    assert all(reason["fr"] and reason["en"] and "{" not in reason["fr"] for reason in reasons)


def test_the_fingerprint_comes_before_the_seed_and_covers_the_pool():
    request_ = ask("classement", 6)
    unseeded = {key: value for key, value in request_.items() if key != "seed"}
    assert fingerprint(unseeded) == fingerprint(request_) == draw(request_)["fingerprint"]
    marks = {fingerprint(unseeded)}
    for change in (
        {"round": 2},
        {"method": "gagnants"},
        {"options": {"rematch": "least"}},
        {"entrants": [{**e, "points": 1} if e["number"] == 3 else e for e in request_["entrants"]]},
        {"entrants": [{**e, "met": [2]} if e["number"] == 3 else e for e in request_["entrants"]]},
    ):
        marks.add(fingerprint({**unseeded, **change}))
    assert len(marks) == 6
    with pytest.raises(BadRequestError):
        draw(unseeded)


def test_a_tampered_result_is_found_out():
    result = draw(ask("classement", 8))
    one, two = result["tables"][:2]
    one["camps"][0], two["camps"][0] = two["camps"][0], one["camps"][0]
    assert not replay(result)
    assert not replay({**draw(ask("sort", 8)), "seed": "another"})


@pytest.mark.parametrize("method", sorted(TIRAGES))
@pytest.mark.parametrize(
    "camps", [None, [], [[1]], [[], [1]], [1, 2], ["1", "2"], [[1], [99]], [[1], [1]], [[True], [2]]]
)
def test_what_is_no_result_is_refused_with_a_sentence(method, camps):
    result = draw(ask(method, 16))
    for broken in ({**result, "tables": [{"table": 1, "camps": camps}]}, {**result, "tables": camps}):
        if broken["tables"] != []:
            with pytest.raises(BadRequestError):
                explain(broken)


def test_a_knock_out_match_says_who_leaves_its_table():
    bound = [{"number": 4, "fixed_table": 1}, {"number": 9, "fixed_table": 2}]
    result = draw(ask("elimination", 2, entrants=bound))
    (reason,) = explain(result)
    (table,) = result["tables"]
    (moved,) = (team for team in bound if team["fixed_table"] != table["table"])
    assert reason["code"] == "bracket_moved"
    assert (reason["params"]["who"], reason["params"]["asked"]) == (moved["number"], moved["fixed_table"])


def test_nobody_is_exempt_twice_before_all_have_been():
    rng = random.Random(3)
    for method in ("classement", "gagnants", "sort", "inscription"):
        teams = [{"number": n, "points": 0, "wins": 0, "met": [], "exempt": 0} for n in range(1, 8)]
        for round_number in range(1, 8):
            result = draw(ask(method, 7, round_number, entrants=teams, rematch="least"))
            (out,) = result["exempt"]
            teams[out - 1]["exempt"] += 1
            for a, b in pairs_of(result):
                teams[a - 1]["met"].append(b)
                winner = teams[rng.choice((a, b)) - 1]
                winner["wins"] += 1
                winner["points"] += rng.randrange(900, 1300)
        assert [team["exempt"] for team in teams] == [1] * 7


def test_those_at_rest_stay_out_and_change_the_parity():
    result = draw(ask("classement", 7, rest=[2]))
    assert result["exempt"] == [2]
    assert len(draw(ask("sort", 8, rest=[5]))["exempt"]) == 2


@pytest.mark.parametrize("count", [6, 7, 16, 31])
def test_odd_stay_even_move(count):
    evening = evening_of(ask("impairs_fixes", count), (count + 1) // 2)
    met = Counter(pair for partie in evening for pair in pairs_of(partie))
    assert set(met.values()) == {1}
    tables = {}
    for partie in evening:
        for table in partie["tables"]:
            stays = table["camps"][0][0]
            assert stays % 2 == 1
            assert tables.setdefault(stays, table["table"]) == table["table"]
    assert [e for partie in evening for e in partie["exempt"]] == ([count, *range(1, count, 2)] if count % 2 else [])
    with pytest.raises(ImpossibleError):
        history = [{"number": n, "met": [m for pair in met if n in pair for m in pair if m != n]} for n in (1, 2, 3, 4)]
        draw(ask("impairs_fixes", 4, entrants=history))


@pytest.mark.parametrize("count", [4, 5, 8, 9, 14])
def test_round_robin_meets_everyone_once(count):
    turns = count - 1 + count % 2
    evening = evening_of(ask("toutes_rondes", count), turns)
    met = Counter(pair for partie in evening for pair in pairs_of(partie))
    assert met == Counter(itertools.combinations(range(1, count + 1), 2))
    out = Counter(n for partie in evening for n in partie["exempt"])
    assert set(out.values()) == ({1} if count % 2 else set())
    with pytest.raises(ImpossibleError):
        draw(ask("toutes_rondes", count, turns + 1))


@pytest.mark.parametrize("clubs", ["no", "hard"])
@pytest.mark.parametrize("count", [12, 13])
def test_a_rotation_has_no_rematch_and_ignores_the_results(count, clubs):
    teams = [{"number": n, "club": "ABCD"[n % 4]} for n in range(1, count + 1)]
    evening = evening_of(ask("rotation", count, entrants=teams, club_apart=clubs), 5)
    met = Counter(pair for partie in evening for pair in pairs_of(partie))
    assert set(met.values()) == {1}
    if clubs == "hard":
        assert all((a - b) % 4 for a, b in met)
    assert max(Counter(n for partie in evening for n in partie["exempt"]).values(), default=0) <= 1
    later = [
        {**team, "points": 100 * n, "met": [m for pair in pairs_of(evening[0]) if n in pair for m in pair if m != n]}
        for n, team in enumerate(teams, 1)
    ]
    second = draw(ask("rotation", count, 2, entrants=later, club_apart=clubs))
    assert second["tables"] == evening[1]["tables"]


def test_who_is_left_alone_by_an_absent_team_plays_another_so_left():
    pool = list(range(1, 9))
    whole = evening_of(ask("rotation", 8), 2)[1]
    gone = pairs_of(whole)[0][0], pairs_of(whole)[1][0]
    alone = sorted((pairs_of(whole)[0][1], pairs_of(whole)[1][1]))
    here = [{"number": n} for n in pool if n not in gone]
    result = draw(ask("rotation", 6, 2, entrants=here, pool=pool, parties=2))
    assert set(pairs_of(whole)[2:]) <= set(pairs_of(result))
    planned = {pair for partie in evening_of(ask("rotation", 8), 2) for pair in pairs_of(partie)}
    assert (tuple(alone) in pairs_of(result)) != (tuple(alone) in planned)
    one_less = draw(ask("rotation", 7, 2, entrants=[{"number": n} for n in pool if n != gone[0]], pool=pool))
    assert one_less["exempt"] == [pairs_of(whole)[0][1]]


@pytest.mark.parametrize(
    ("count", "expected"), [(16, [4] * 4), (18, [4, 4, 4, 3, 3]), (5, [5]), (6, [3, 3]), (7, [4, 3])]
)
def test_pools_are_even_and_play_round_robin(count, expected):
    request_ = ask(
        "poules",
        count,
        club_apart="soft",
        entrants=[{"number": n, "club": "Casson" if n <= len(expected) else ""} for n in range(1, count + 1)],
    )
    groups = pools(read_request(request_, TIRAGES))
    assert sorted(map(len, groups), reverse=True) == expected
    assert max(sum(n <= len(expected) for n in group) for group in groups) == 1  # the club is spread
    turns = max(len(group) - 1 + len(group) % 2 for group in groups)
    met = Counter(pair for partie in evening_of(request_, turns) for pair in pairs_of(partie))
    assert met == Counter(pair for group in groups for pair in itertools.combinations(sorted(group), 2))


def test_pools_by_ranking_are_filled_to_and_fro():
    request_ = ask("poules", 8, placement="classement", pool=[8, 7, 6, 5, 4, 3, 2, 1])
    assert pools(read_request(request_, TIRAGES)) == [[8, 5, 4, 1], [7, 6, 3, 2]]


@pytest.mark.parametrize("count", [2, 3, 5, 8, 13, 32, 40, 100])
def test_a_knock_out_leaves_one(count):
    pool = list(range(1, count + 1))
    here, rng, exempts = list(pool), random.Random(count), []
    for round_number in range(1, (count - 1).bit_length() + 1):
        entrants = [{"number": n} for n in here]
        result = draw(ask("elimination", count, round_number, entrants=entrants, pool=pool))
        exempts.append(len(result["exempt"]))
        here = sorted([rng.choice(pair) for pair in pairs_of(result)] + result["exempt"])
    assert len(here) == 1
    power = 1 << (count - 1).bit_length() - 1
    assert exempts[0] == 2 * power - count  # after the cadrage a power of two is left
    assert not any(exempts[1:])


def test_the_bracket_keeps_the_best_and_the_clubs_apart():
    seeded = bracket(
        read_request(
            ask(
                "elimination",
                6,
                placement="classement",
                pool=[9, 8, 7, 6, 5, 4],
                entrants=[{"number": n} for n in range(4, 10)],
            ),
            TIRAGES,
        )
    )
    assert seeded == [9, 0, 6, 5, 8, 0, 7, 4]
    teams = [{"number": n, "club": "Casson" if n <= 4 else ""} for n in range(1, 17)]
    for seed in "abcdef":
        places = bracket(read_request(ask("elimination", 16, seed=seed, entrants=teams, club_apart="soft"), TIRAGES))
        assert [sum(1 <= n <= 4 for n in places[at : at + 4]) for at in range(0, 16, 4)] == [1, 1, 1, 1]
    with pytest.raises(ImpossibleError):
        draw(ask("elimination", 8, 2))  # nobody has lost yet


def test_the_relay_gives_everyone_as_many_parties():
    plan = relay(range(1, 10), 4, "seed")
    assert len({one["team"] for one in plan["rests"]}) == 4
    rested = [one["team"] for one in plan["rests"]]
    assert [game["teams"] for game in plan["bis"]] == [rested[:2], rested[2:]]
    assert plan == relay(range(9, 0, -1), 4, "seed")
    with pytest.raises(ImpossibleError):
        relay(range(1, 10), 3, "seed")
    assert catch_up(4, finished=[2, 9], met=[2]) == 9
    assert catch_up(4, finished=[2], met=[2]) is None


@pytest.mark.parametrize("count", [8, 9, 10, 12])
def test_half_of_the_field_can_be_met_whatever_the_results(count):
    """Each team may still meet half of the others: then a draw exists (Dirac)."""
    rng = random.Random(count)
    for _ in range(20):
        teams = [{"number": n, "points": 0, "met": [], "exempt": 0} for n in range(1, count + 1)]
        for round_number in range(1, count // 2 + 1):
            result = draw(ask("classement", count, round_number, str(rng.random()), teams))
            for a, b in pairs_of(result):
                teams[a - 1]["met"].append(b)
                teams[rng.choice((a, b)) - 1]["points"] += rng.randrange(2000)
            for n in result["exempt"]:
                teams[n - 1]["exempt"] += 1


def reasons_of(minutes):
    return [(reason["code"], reason["fr"]) for reason in explain(minutes)]


def test_pools_brackets_and_singles_say_why_in_a_few_words():
    teams = [{"number": n, "points": 100 - n} for n in range(1, 8)]
    pools = draw({"method": "poules", "round": 2, "seed": "x", "options": {}, "entrants": teams})
    said = reasons_of(pools)
    assert {code for code, _ in said} == {"pool", "exempt_pool"}
    assert any(": tour 2 de la poule A." in sentence for _, sentence in said)
    four = [{"number": n} for n in range(1, 5)]
    semi = draw({"method": "elimination", "round": 1, "seed": "x", "options": {"pool": [1, 2, 3, 4]}, "entrants": four})
    assert {code for code, _ in reasons_of(semi)} == {"bracket_half"}
    left = [{"number": table["camps"][0][0]} for table in semi["tables"]]
    final = {"method": "elimination", "round": 2, "seed": "x", "options": {"pool": [1, 2, 3, 4]}, "entrants": left}
    assert [code for code, _ in reasons_of(draw(final))] == ["winners_final"]


def test_singles_are_told_whom_they_see_again():
    people = [{"number": n, "met": [m for m in range(1, 9) if m != n], "points": n} for n in range(1, 9)]
    again = draw({"method": "escalier", "round": 2, "seed": "x", "options": {}, "entrants": people})
    assert {code for code, _ in reasons_of(again)} == {"many_again"}
    fresh = [{"number": n, "met": [n + 100]} for n in range(1, 9)]
    new = draw({"method": "escalier", "round": 2, "seed": "x", "options": {}, "entrants": fresh})
    assert {code for code, _ in reasons_of(new)} == {"many_new"}
    ranked = draw(
        {"method": "escalier", "round": 2, "seed": "x", "options": {"placement": "classement"}, "entrants": people}
    )
    assert reasons_of(ranked)[0] == ("many_ranked", "8 contre 7, 6 et 5\N{NO-BREAK SPACE}: rangs 1 à 4 du classement.")


def test_who_sits_out_among_equals_is_not_said_to_be_the_last_of_a_ranking():
    nobody_ranked = [{"number": n} for n in range(1, 8)]
    asked = {"method": "sort", "round": 1, "seed": "x", "options": {}, "entrants": nobody_ranked}
    code, said = reasons_of(draw(asked))[-1]
    assert code == "exempt_drawn" and "exempt par le sort, entre 7 à égalité" in said
    assert reasons_of(draw({**asked, "options": {"ties": "number"}}))[-1][0] == "exempt_equal_number"
    ranked = [{"number": n, "points": 100 - n} for n in range(1, 8)]
    for method in ("sort", "classement"):
        assert reasons_of(draw({**asked, "method": method, "entrants": ranked}))[-1][0] == "exempt_last"


def test_a_knock_out_gives_the_reason_of_the_bracket_and_no_other():
    """Clubs and meetings decide nothing once the places are set; byes and an opponent who has gone are said."""
    teams = [{"number": n, "club": "Casson", "met": [m for m in range(1, 7) if m != n]} for n in range(1, 7)]
    options = {"club_apart": "soft", "rematch": "least"}
    seeds = options | {"placement": "classement", "pool": [6, 5, 4, 3, 2, 1]}
    for asked in (options, seeds):
        first = draw(ask("elimination", 6, entrants=teams, **asked))
        assert not {code for code, _ in reasons_of(first)} & {"club_met", "rematch_kept"}
    assert {code for code, _ in reasons_of(first)} == {"bracket_seeds", "exempt_bye_seed"}
    byes = [reason["fr"] for reason in explain(first) if reason["teams"] == [5]]
    assert "n°\u00a02 dans l’ordre des têtes de série" in byes[0] and "les 2 premiers en sont exempts" in byes[0]
    half = [team for team in teams if team["number"] in (6, 5, 4, 3)]
    assert {code for code, _ in reasons_of(draw(ask("elimination", 4, 2, entrants=half, **seeds)))} == {
        "bracket_half_seeds"
    }
    final = draw(ask("elimination", 4, 3, entrants=half, **seeds, third=[4, 3]))
    assert [code for code, _ in reasons_of(final)] == ["winners_final", "third"]
    many = [{"number": n, "club": "Casson"} for n in range(1, 33)]
    codes = {
        name: reasons_of(draw(ask("elimination", 32, entrants=many, **asked)))[0][0]
        for name, asked in (
            ("lot", options),
            ("seeds", options | {"placement": "classement"}),
        )
    }
    assert codes == {"lot": "bracket_lot", "seeds": "bracket_sixteenth_seeds"}
    left = [
        {"number": n}
        for table in draw(ask("elimination", 32, entrants=many, pool=[*range(1, 33)]))["tables"]
        for n in table["camps"][0]
    ]
    second = draw(ask("elimination", 16, 2, entrants=left, pool=[*range(1, 33)]))
    said = reasons_of(second)
    assert {code for code, _ in said} == {"winners_eighth"}
    # Of the matches of a round, numbered from the top of the bracket, two neighbours meet.
    assert [re.findall(r"\d+", sentence.split(":")[1]) for _, sentence in said] == [
        [str(match), str(2 * match - 1), str(2 * match)] for match in range(1, 9)
    ]
    quarter = [{"number": table["camps"][0][0]} for table in second["tables"]]
    third = draw(ask("elimination", 8, 3, entrants=quarter, pool=[*range(1, 33)]))
    assert [sentence.partition("\u00a0: ")[2] for _, sentence in reasons_of(third)][1:2] == [
        "quart de finale 2, entre les vainqueurs des huitièmes de finale 3 et 4."
    ]


@pytest.mark.parametrize(
    ("teams", "beginning", "said"),
    [
        (7, "têtes de série", "demi-finale 2, entre les vainqueurs des matchs de cadrage 2 et 3."),
        (8, "quart de finale", "demi-finale 2, entre les vainqueurs des quarts de finale 3 et 4."),
        (15, "têtes de série", "quart de finale 2, entre les vainqueurs des matchs de cadrage 2 et 3."),
        (31, "têtes de série", "huitième de finale 2, entre les vainqueurs des matchs de cadrage 2 et 3."),
        (64, "têtes de série", "seizième de finale 2, entre les vainqueurs des matchs du tour précédent 3 et 4."),
    ],
)
def test_a_round_has_one_name_in_the_reasons_and_on_the_tree(teams, beginning, said):
    """The round with byes is the cadrage, however many matches it has; a bye is none of them."""
    entrants = [{"number": n} for n in range(1, teams + 1)]
    pool = {"pool": [*range(1, teams + 1)], "placement": "classement"}
    first = draw(ask("elimination", teams, entrants=entrants, **pool))
    met = [why["fr"] for why in explain(first) if why["table"]]
    assert all(sentence.partition("\u00a0: ")[2].startswith(beginning) for sentence in met)
    left = [{"number": n} for n in [*first["exempt"], *(table["camps"][0][0] for table in first["tables"])]]
    second = explain(draw(ask("elimination", len(left), 2, entrants=left, **pool)))
    assert [why["fr"].partition("\u00a0: ")[2] for why in second][1] == said


@pytest.mark.parametrize("method", ["poules", "toutes_rondes"])
def test_who_sits_out_because_the_opponent_left_is_told_so(method):
    pool = [*range(1, 9)]
    whole = draw(ask(method, 8, pool=pool))
    gone, alone = pairs_of(whole)[0]
    here = [{"number": n} for n in pool if n != gone]
    result = draw(ask(method, 7, entrants=here, pool=pool))
    (code, sentence) = reasons_of(result)[-1]
    assert (result["exempt"], code) == ([alone], "exempt_gone")
    assert f"son adversaire de ce tour, {gone}, n’est pas là" in sentence
    assert forfeits(result) == {alone: gone}
    odd = draw(ask(method, 7))
    assert forfeits(odd) == {}
    assert reasons_of(odd)[-1][0] == {"poules": "exempt_pool", "toutes_rondes": "exempt_turn"}[method]


@pytest.mark.parametrize("count", range(6, 30))
@pytest.mark.parametrize("size", [3, 4, 5, 6])
def test_the_exempt_of_pools_are_told_of_their_own_pool(count, size):
    """Pools of 5 and of 4 stand side by side: the number of all teams says nothing about who sits out."""
    for turn in range(1, turns_of(max(even_sizes(count, size))) + 1):
        minutes = draw(ask("poules", count, turn, size=size))
        request = read_request(ask("poules", count, turn, size=size), TIRAGES)
        groups = {pool_letter(place): group for place, group in enumerate(pools(request))}
        exempt = {reason["teams"][0]: reason for reason in explain(minutes) if reason["table"] is None}
        assert sorted(exempt) == minutes["exempt"]
        for number, reason in exempt.items():
            group = groups[reason["params"]["pool"]]
            over = turn > turns_of(len(group))
            assert number in group and (over or len(group) % 2)
            assert reason["code"] == ("exempt_pool_over" if over else "exempt_pool")


@given(st.randoms(use_true_random=False), st.integers(2, 9), st.integers(1, 2), st.booleans())
@settings(max_examples=tries(40, 400), deadline=None)
def test_a_place_in_a_bracket_is_laid_to_the_rank_only_where_the_rank_gave_it(chance, many, count, firsts):
    """After pools: whoever was moved so as not to meet again at once, or for its pool to be far, is told so."""
    numbers = list(range(1, 4 * many + 1))
    chance.shuffle(numbers)
    groups = [numbers[4 * place : 4 * place + 4] for place in range(many)]
    met = {team: [other for other in group if other != team] for group in groups for team in group}
    who = "pool_first" if firsts else "pool_after"
    entry = PhaseEntry(who=who, count=count, ranking=[], pools=groups)
    teams, ranked = entry.teams(met), entry.by_rank()
    entrants = [{"number": team, "met": met[team]} for team in sorted(teams)]
    request = ask("elimination", 0, entrants=entrants, pool=teams, placement="classement", rematch="least")
    drawn = draw(request | ({"about": {"ranked": ranked}} if ranked != teams else {}))
    plain = bracket(read_request(request | {"options": {**request["options"], "pool": ranked}}, TIRAGES))
    alone = {frozenset(pair) for pair in zip(plain[::2], plain[1::2], strict=True)}
    byes = (1 << (len(ranked) - 1).bit_length()) - len(ranked)
    for reason in explain(drawn):
        if reason["table"] is None:
            (team,) = reason["teams"]
            seed = ranked.index(team) + 1
            assert reason["code"] == ("exempt_bye_seed" if seed <= byes else "exempt_bye_apart"), reason
            assert reason["params"].get("seed", seed) == seed, "its rank, not the place that it was moved to"
            continue
        moved = frozenset(reason["teams"]) not in alone
        assert moved == (reason["code"] in ("bracket_met", "bracket_apart")), reason
        if reason["code"] == "bracket_met":
            x, y = reason["params"]["x"], reason["params"]["y"]
            assert {x, y} & {*reason["teams"]} and y in met[x] and frozenset((x, y)) in alone
    seed_of = {team: seed for seed, team in enumerate(ranked, 1)}
    here, drawn = sorted(teams), {**drawn, "round": 0}
    while len(here) > 1:
        now = ask("elimination", 0, entrants=[{"number": team} for team in here], pool=teams, placement="classement")
        drawn = draw({**now, "round": drawn["round"] + 1, "about": {"ranked": ranked}})
        places = bracket(read_request(now, TIRAGES))
        for reason in explain(drawn):
            if "seed_a" not in reason["params"]:
                continue
            a, b = reason["teams"]
            assert [reason["params"][key] for key in ("seed_a", "seed_b")] == [seed_of[a], seed_of[b]]
            span = 1 << drawn["round"]
            low, by_rank = (order.index(a) // span * span for order in (places, plain))
            moved = {*places[low : low + span]} != {*plain[by_rank : by_rank + span]}
            assert reason["code"].endswith("_apart" if moved else "_seeds"), reason
            assert f"têtes de série n°\u00a0{seed_of[a]} et" in reason["fr"] or reason["code"] == "bracket_apart"
        beaten = {max(team for camp in table["camps"] for team in camp) for table in drawn["tables"]}
        here = [team for team in here if team not in beaten]


def test_a_bracket_by_lot_says_that_clubs_were_put_apart_where_there_are_any():
    codes = {}
    for apart, clubs in (("soft", True), ("soft", False), ("no", True)):
        many = [{"number": n, "club": f"C{n % 7}" if clubs else ""} for n in range(1, 33)]
        codes[apart, clubs] = {
            code for code, _ in reasons_of(draw(ask("elimination", 32, entrants=many, club_apart=apart)))
        }
    assert codes == {
        ("soft", True): {"bracket_lot_clubs"},
        ("soft", False): {"bracket_lot"},
        ("no", True): {"bracket_lot"},
    }


@pytest.mark.parametrize("method", ["impairs_fixes", "rotation"])
def test_two_whose_opponents_are_gone_are_told_why_they_meet(method):
    more = {"parties": 1} if method == "rotation" else {}
    (gone, one), (away, other) = pairs_of(draw(ask(method, 8, **more)))[:2]
    pool = [*range(1, 9)]
    here = [{"number": n} for n in pool if n not in (gone, away)]
    result = draw(ask(method, 6, entrants=here, pool=pool, **more))
    told = {frozenset(reason["teams"]): reason["code"] for reason in explain(result) if reason["table"]}
    assert told.pop(frozenset((one, other))) == "planned_gone"
    assert set(told.values()) == {"planned"}


@pytest.mark.parametrize("method", ["sort", "classement", "gagnants", "rotation", "poules", "elimination"])
@pytest.mark.parametrize("seed", ["R♥ 7♣", "10♠", "A♦ V♣"])
def test_a_team_of_two_clubs_is_kept_apart_from_both(method, seed):
    """Its second club counts as its first does: it meets nobody of either while another opponent is to be had."""
    teams = [{"number": n, "club": ("Belval" if n <= 4 else "Nort" if n <= 8 else f"C{n}")} for n in range(2, 17)]
    teams.append({"number": 1, "club": "Viry", "second_club": "BELVAL"})
    request = ask(method, 16, entrants=teams, seed=seed, club_apart="soft")
    result = draw(request)
    (table,) = (table for table in result["tables"] if [1] in table["camps"])
    assert not {2, 3, 4} & {number for camp in table["camps"] for number in camp}
    assert replay(result)
    alone = [team | {"second_club": ""} for team in teams]
    assert fingerprint(ask(method, 16, entrants=alone)) == fingerprint(
        ask(method, 16, entrants=[{key: team[key] for key in ("number", "club")} for team in teams])
    ), "as before there were second clubs"
    assert fingerprint(request) != fingerprint(ask(method, 16, entrants=alone, seed=seed, club_apart="soft"))
