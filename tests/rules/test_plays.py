"""Play of the cards: golden cases, and legality against a slow reading of the text, card by card."""

import pytest
from hypothesis import given, strategies as st

from rules import RULE_SETS, RuleError, legal_plays, trick_winner
from rules.cards import CARDS, PLAIN_ORDER, TRUMP_ORDER
from rules.plays import answer, atouts_of
from tests.support.rule_cases import read_cases

SUITS = ("pique", "coeur", "carreau", "trefle")
PLAYERS = {"comptoir": 2, "escalier": 6}


@pytest.mark.parametrize("case", read_cases("plays"))
def test_case(case):
    asked = {key: case[key] for key in ("ruleset", "options", "atout", "pli", "main") if key in case}
    given_back = answer(asked)
    if "gagnant" in case:
        assert given_back == {"gagnant": case["gagnant"]}
    else:
        assert given_back["jouables"] == case["jouables"]
        assert case["article"] in given_back["articles"]


def beats(one, other, led, atout):
    """Return whether *one* beats *other*, both cards as text, read straight from the orders."""
    a, b = CARDS[one], CARDS[other]
    if atout == "tout-atout":
        return a.suit == led and (b.suit != led or TRUMP_ORDER.index(a.rank) > TRUMP_ORDER.index(b.rank))
    if a.suit == atout:
        return b.suit != atout or TRUMP_ORDER.index(a.rank) > TRUMP_ORDER.index(b.rank)
    if b.suit == atout or a.suit != led:
        return False
    return b.suit != led or PLAIN_ORDER.index(a.rank) > PLAIN_ORDER.index(b.rank)


def slow_winner(trick, atout):
    led = CARDS[trick[0]].suit
    return next(
        n
        for n, card in enumerate(trick)
        if all(n == m or not beats(other, card, led, atout) for m, other in enumerate(trick))
    )


def may_play(card, hand, trick, ruleset, atout):
    """The text, read for one card: fournir, monter, couper, surcouper, pisser, se défausser."""
    if not trick:
        return True
    led = CARDS[trick[0]].suit
    can_follow = any(CARDS[c].suit == led for c in hand)
    is_trump = [CARDS[c].suit == atout for c in hand]

    def above(c):
        trumps = [t for t in trick if CARDS[t].suit == (led if atout == "tout-atout" else atout)]
        return all(TRUMP_ORDER.index(CARDS[c].rank) > TRUMP_ORDER.index(CARDS[t].rank) for t in trumps)

    if can_follow:
        if CARDS[card].suit != led:
            return False
        if atout == "tout-atout" or led == atout:
            able = any(CARDS[c].suit == led and above(c) for c in hand)
            return above(card) or not able
        return True
    if atout in ("sans-atout", "tout-atout") or led == atout or not any(is_trump):
        return True
    alone = ruleset in ("comptoir", "escalier")
    partner_master = not alone and len(trick) >= 2 and slow_winner(trick, atout) == len(trick) - 2
    if partner_master and ruleset not in ("junior-plis", "junior-encheres"):
        return True
    able = any(CARDS[c].suit == atout and above(c) for c in hand)
    if able:
        return CARDS[card].suit == atout and above(card)
    if ruleset == "departement-contree":
        return True
    return CARDS[card].suit == atout


@st.composite
def tables(draw):
    ruleset = draw(st.sampled_from(sorted(RULE_SETS)))
    variant = ruleset in ("ffb-classique", "junior-plis", "junior-encheres")
    atout = draw(st.sampled_from(SUITS + (("sans-atout", "tout-atout") if variant else ())))
    dealt = draw(st.permutations(sorted(CARDS)))
    on_table = draw(st.integers(0, PLAYERS.get(ruleset, 4) - 1))
    held = draw(st.integers(1, 8))
    return ruleset, atout, list(dealt[:on_table]), list(dealt[on_table : on_table + held])


@given(tables())
def test_legality_agrees_with_the_text(table):
    ruleset, atout, trick, hand = table
    plays = legal_plays(ruleset=ruleset, atout=atout, trick=trick, hand=hand)
    assert plays.cards == [card for card in hand if may_play(card, hand, trick, ruleset, atout)]
    assert plays.cards, "a legal play always exists"
    assert plays.articles and plays.why("fr") != plays.why("en")


@given(st.permutations(sorted(CARDS)), st.sampled_from((*SUITS, "sans-atout", "tout-atout")))
def test_winner_agrees_with_the_text(dealt, atout):
    trick = list(dealt[:4])
    assert trick_winner(ruleset="ffb-classique", atout=atout, trick=trick) == slow_winner(trick, atout)


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ([], "pas_un_objet"),
        ({"ruleset": "x"}, "ruleset_inconnu"),
        ({"ruleset": "ffb-classique", "pli": [], "main": ["A♠"]}, "atout_attendu"),
        ({"ruleset": "coinche", "atout": "sans-atout", "pli": [], "main": ["A♠"]}, "atout_attendu"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": ["A♠"], "main": ["A♠"]}, "carte_double"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": ["1♠"], "main": ["A♠"]}, "carte_inconnue"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": [["A♠"]], "main": ["A♠"]}, "carte_inconnue"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": "A♠", "main": ["A♠"]}, "pas_une_liste"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": ["A♠"]}, "main_absente"),
        (
            {"ruleset": "ffb-classique", "atout": "coeur", "pli": ["A♠", "7♠", "8♠", "9♠"], "main": ["A♥"]},
            "main_en_trop",
        ),
        ({"ruleset": "comptoir", "atout": "coeur", "pli": ["A♠", "7♠", "8♠"]}, "pli_long"),
        ({"ruleset": "escalier", "atout": "coeur", "pli": ["A♠", "7♠"]}, "main_absente"),
        ({"ruleset": "escalier", "atout": "coeur", "pli": ["A♠", "7♠", "8♠", "9♠", "V♠", "D♠", "R♠"]}, "pli_long"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": [], "main": ["A♠"], "x": 1}, "cle_inconnue"),
        ({"ruleset": "ffb-classique", "atout": "coeur", "pli": [], "main": ["A♠"], "donnes": 1}, "cle_deplacee"),
    ],
)
def test_a_question_that_cannot_be_asked(request_, code):
    with pytest.raises(RuleError) as refused:
        answer(request_)
    assert refused.value.code == code
    assert refused.value.message("fr") and refused.value.message("en")


def test_a_play_is_asked_of_some_hand():
    with pytest.raises(RuleError) as refused:
        legal_plays(ruleset="ffb-classique", atout="coeur", trick=["A♠"], hand=[])
    assert refused.value.code == "main_absente"


def test_the_atouts_a_donne_may_be_played_in():
    assert atouts_of("departement-contree") == atouts_of("escalier") == SUITS
    assert atouts_of("ffb-classique") == atouts_of("junior-plis") == (*SUITS, "sans-atout", "tout-atout")
    assert atouts_of("comptoir", {"base": "coinche"}) == SUITS


@pytest.mark.parametrize(
    ("ruleset", "atout", "trick", "articles"),
    [
        ("ffb-classique", "coeur", ["A♠"], ["S0 5.2"]),
        ("ffb-classique", "coeur", [], ["S0 5.1"]),
        ("ffb-classique", "sans-atout", ["A♠"], ["S0 5.2", "S0 11.2"]),
        ("ffb-classique", "tout-atout", [], ["S0 5.1"]),
        ("junior-encheres", "sans-atout", ["A♠"], ["S4 Le Jeu"]),
    ],
)
def test_the_variant_is_cited_where_it_decides(ruleset, atout, trick, articles):
    plays = legal_plays(ruleset=ruleset, atout=atout, trick=trick, hand=["8♥", "R♦"])
    assert list(plays.articles) == articles
