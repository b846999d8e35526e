"""Incidents of S1: golden cases, and what cannot be asked."""

import pytest

from rules import ARTICLES, RuleError, score_sheet
from rules.incidents import irregular_bid, irregular_card, irregular_deal, stop_donne, stopped_points, takers
from tests.support.rule_cases import read_cases


@pytest.mark.parametrize("case", read_cases("incidents"))
def test_case(case):
    if "stop" in case:
        stopped = stop_donne(**case["stop"])
        assert stopped.points == case["points"]
        assert stopped.articles == (case["article"],)
        # The donne goes on to its marks as any other, without a capot.
        if case["stop"]["atout"] == "coeur":
            sheet = {"ruleset": "ffb-classique", "donnes": [{"preneur": "EO", "points": stopped.points}]}
            assert score_sheet(sheet).errors == ()
        return
    bid = {key: None if value == "null" else value for key, value in case.get("bid", {}).items()}
    issues = (
        irregular_deal(**case["deal"])
        if "deal" in case
        else irregular_card(**case["card"])
        if "card" in case
        else irregular_bid(**bid)
    )
    assert [issue.code for issue in issues] == case["issues"]
    assert case["article"] in {issue.article for issue in issues} <= ARTICLES.keys()
    assert all(issue.text("fr") != issue.text("en") for issue in issues)


@pytest.mark.parametrize(
    "asked", [{"trick": 0}, {"trick": 9}, {"trick": 3, "found": 2}, {"trick": 3, "found": 10}, {"trick": True}]
)
def test_a_fault_that_cannot_be(asked):
    with pytest.raises(RuleError):
        irregular_card(**asked)


def test_a_comptoir_has_sixteen_tricks():
    last_but_one = irregular_card(trick=15, found=17, good_faith=True, changes_nothing=True, tricks=16)
    assert last_but_one[-1].code == "sans_consequence"


def test_who_took_the_tricks_laid_in_order_of_play():
    tricks = [["7♠", "A♠", "8♠", "9♠"], ["10♠", "R♠", "7♥", "D♠"], ["A♦", "7♦", "8♥", "9♦"]]
    # EO by the as; then EO leads and its partner trumps; EO leads again and its partner trumps.
    assert takers(lead="NS", tricks=tricks, atout="coeur") == ["EO", "EO", "EO"]
    assert takers(lead="EO", tricks=[["7♠", "V♥", "8♥", "9♥"]], atout="coeur") == ["NS"]
    assert takers(lead="EO", tricks=[["7♠", "A♥"]], atout="sans-atout") == ["EO"], "comptoir: two cards"
    with pytest.raises(RuleError):
        takers(lead="NS", tricks=[["7♠", "1♠"]], atout="coeur")


def test_cards_of_the_other_camps_tricks_need_not_be_laid():
    won = [HEARTS, {"camp": "EO"}]
    assert stop_donne(at_fault="NS", trick=3, won=won, atout="coeur").points == {"NS": 23, "EO": 139}
    with pytest.raises(RuleError):
        stop_donne(at_fault="EO", trick=3, won=won, atout="coeur")


def test_points_kept_known_without_the_cards():
    assert stopped_points(at_fault="NS", kept=34).points == {"NS": 34, "EO": 128}
    assert stopped_points(at_fault="EO", kept=0, atout="tout-atout").points == {"EO": 0, "NS": 258}


HEARTS = {"camp": "NS", "cartes": ["V♥", "7♥", "8♥", "D♥"]}


@pytest.mark.parametrize(
    "asked",
    [
        {"at_fault": "NS", "trick": 0, "won": []},
        {"at_fault": "NS", "trick": 9, "won": [HEARTS] * 8},
        {"at_fault": "NS", "trick": True, "won": []},
        {"at_fault": "N", "trick": 1, "won": []},
        {"at_fault": "NS", "trick": 3, "won": [HEARTS]},
        {"at_fault": "NS", "trick": 3, "won": [HEARTS, HEARTS]},
        {"at_fault": "NS", "trick": 2, "won": [{"camp": "X", "cartes": HEARTS["cartes"]}]},
        {"at_fault": "NS", "trick": 2, "won": [{"camp": "NS", "cartes": ["V♥"]}]},
        {"at_fault": "NS", "trick": 2, "won": [{"camp": "NS", "cartes": ["V♥", "7♥", "8♥", "1♥"]}]},
        {"at_fault": "NS", "trick": 2, "won": [{"camp": "NS", "cartes": None}]},
    ],
)
def test_a_stop_that_cannot_be(asked):
    with pytest.raises(RuleError) as refused:
        stop_donne(atout="coeur", **asked)
    assert refused.value.message("fr") and refused.value.message("en")


def test_the_refusal_says_how_many_tricks_there_were():
    with pytest.raises(RuleError) as refused:
        stop_donne(at_fault="NS", trick=4, won=[HEARTS], atout="coeur")
    assert "1 pli(s) indiqué(s)\u00a0: il y en a eu 3 avant la faute." in refused.value.message()


@pytest.mark.parametrize("kept", [-1, 153, 1.0, None])
def test_points_that_cannot_be_kept(kept):
    with pytest.raises(RuleError):
        stopped_points(at_fault="NS", kept=kept)
    with pytest.raises(RuleError):
        stopped_points(at_fault="X", kept=3)


def test_whether_the_donne_is_played_on():
    later = {issue.code: issue.played for issue in irregular_card(trick=2, found=4)}
    assert later == {"couvrir": True, "annuler": False, "reprendre": True, "arreter": False, "sans_excuse": True}
    assert [issue.played for issue in irregular_card(trick=2)] == [True, False, True, False]
    assert [issue.played for issue in irregular_deal(times=1)] == [True, False, False]
    assert [issue.played for issue in irregular_deal(times=3)] == [True, False, False, False]
    assert [issue.played for issue in irregular_bid(earlier_contract="NS", at_fault="NS")] == [
        True,
        False,
        True,
        True,
        False,
    ]
    without_effect = irregular_card(trick=7, good_faith=True, changes_nothing=True)
    assert [issue.played for issue in without_effect] == [True, False, True]
