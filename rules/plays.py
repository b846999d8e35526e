"""The play of the cards: legal cards and the winner of a trick, under every rule set (S0 5.1, 5.2 and its likes)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.cards import ATOUTS, CARDS, PLAIN_ORDER, SANS_ATOUT, TOUT_ATOUT, TRUMP_ORDER, Card
from rules.errors import PlayError
from rules.form import check_keys
from rules.games.base import Terms
from rules.rule_set import RuleSet
from rules.sentences import texts
from rules.sets import find_rule_set
from rules.sheet import read_options

PLAIN = {rank: n for n, rank in enumerate(PLAIN_ORDER)}
TRUMP = {rank: n for n, rank in enumerate(TRUMP_ORDER)}
REQUEST_KEYS = {"ruleset", "options", "atout", "pli", "main"}

# Why these cards and no others, in French and in English.
REASONS = texts(
    {
        "entame": ("L'entame est libre.", "The lead is free."),
        "fournir": ("Il faut fournir la couleur demandée.", "The suit led must be followed."),
        "monter": (
            "Il faut monter sur la plus forte carte d'atout du pli.",
            "The highest atout of the trick must be beaten.",
        ),
        "sans_monter": (
            "Il faut fournir de l'atout, même plus faible.",
            "Atout must be followed, even with a lower one.",
        ),
        "couper": ("Sans la couleur demandée, il faut couper.", "Without the suit led, one must trump."),
        "surcouper": (
            "Le pli est déjà coupé : il faut un atout plus fort.",
            "The trick is already trumped: a higher atout is due.",
        ),
        "pisser": (
            "Aucun atout plus fort : il faut fournir un atout plus faible.",
            "No higher atout: a lower atout is due.",
        ),
        "sans_surcouper": (
            "Aucun atout plus fort : toute carte est permise.",
            "No higher atout: any card is allowed.",
        ),
        "partenaire": (
            "Le partenaire est maître : toute carte est permise.",
            "The partner is master: any card is allowed.",
        ),
        "defausse": (
            "Ni la couleur demandée ni atout : toute carte est permise.",
            "Neither the suit led nor atout: any card is allowed.",
        ),
    }
)


class Plays(NamedTuple):
    """The cards that may be played, in the order of the hand, the articles, and the reason (a key of REASONS)."""

    cards: list[str]
    articles: tuple[str, ...]
    reason: str

    def why(self, lang: str = "fr") -> str:
        """Return the reason in words."""
        return REASONS[self.reason].in_lang(lang)


def master(trick: Sequence[Card], atout: str) -> int:
    """Return the index of the card that holds the trick: the highest atout, else the highest of the suit led."""
    led = trick[0].suit
    best, best_strength = 0, (-1, -1)
    for n, card in enumerate(trick):
        if atout == TOUT_ATOUT:
            strength = (int(card.suit == led), TRUMP[card.rank])
        elif card.suit == atout:
            strength = (2, TRUMP[card.rank])
        else:
            strength = (int(card.suit == led), PLAIN[card.rank])
        if strength > best_strength:
            best, best_strength = n, strength
    return best


def playable(hand: Sequence[Card], trick: Sequence[Card], atout: str, terms: Terms) -> tuple[list[Card], str]:
    """Return the cards of *hand* that may be played on *trick*, and why (a key of REASONS)."""
    if not trick:
        return list(hand), "entame"
    led = trick[0].suit
    follow = [card for card in hand if card.suit == led]
    if atout == TOUT_ATOUT or led == atout:
        if not follow:
            return list(hand), "defausse"
        above = _above(follow, [card for card in trick if card.suit == led])
        return (above, "monter") if above else (follow, "sans_monter")
    if follow:
        return follow, "fournir"
    trumps = [card for card in hand if card.suit == atout]
    if not trumps:
        return list(hand), "defausse"
    partner = len(trick) - 2
    if partner >= 0 and terms.partenaires and not terms.coupe_sur_partenaire and master(trick, atout) == partner:
        return list(hand), "partenaire"
    on_table = [card for card in trick if card.suit == atout]
    if not on_table:
        return trumps, "couper"
    above = _above(trumps, on_table)
    if above:
        return above, "surcouper"
    return (trumps, "pisser") if terms.pisser else (list(hand), "sans_surcouper")


def _above(cards: Sequence[Card], on_table: Sequence[Card]) -> list[Card]:
    highest = max(TRUMP[card.rank] for card in on_table)
    return [card for card in cards if TRUMP[card.rank] > highest]


def legal_plays(
    *,
    ruleset: str | RuleSet,
    atout: str,
    trick: Sequence[str],
    hand: Sequence[str],
    options: Mapping[str, Any] | None = None,
) -> Plays:
    """Return the cards of *hand* that may be played on *trick* (in order of play, the player to act being next).

    Raises PlayError for a card twice or unknown, a trick already complete, an atout the rule set does not know.

    >>> legal_plays(ruleset="ffb-classique", atout="coeur", trick=["7♠", "A♠"], hand=["8♥", "R♦"]).cards
    ['8♥']
    """
    rules, terms = _terms(ruleset, atout, options)
    on_table, held = _cards(trick, hand)
    if not held:
        raise PlayError("main_absente", field="main")
    if len(trick) >= (terms.cartes_par_pli or MOST_PLAYERS):
        raise PlayError("main_en_trop", field="main")
    cards, reason = playable(held, on_table, atout, terms)
    articles = [terms.article[ARTICLE_OF.get(reason, "coupe_sur_partenaire")]]
    variant = {SANS_ATOUT: "S0 11.2", TOUT_ATOUT: "S0 11.3"}.get(atout)
    if variant and rules.source == "S0" and reason != "entame":
        articles.append(variant)
    return Plays([str(card) for card in cards], tuple(articles), reason)


MOST_PLAYERS = 6  # escalier, S4
FEWEST_PLAYERS = 3
ARTICLE_OF = {"entame": "entame", **dict.fromkeys(("monter", "sans_monter", "pisser", "sans_surcouper"), "pisser")}


def trick_winner(
    *, ruleset: str | RuleSet, atout: str, trick: Sequence[str], options: Mapping[str, Any] | None = None
) -> int:
    """Return the index in *trick*, complete, of the card that takes it. Raises PlayError.

    >>> trick_winner(ruleset="ffb-classique", atout="coeur", trick=["A♠", "7♥", "10♠", "D♥"])
    3
    """
    _, terms = _terms(ruleset, atout, options)
    on_table, _ = _cards(trick, ())
    fewest = terms.cartes_par_pli or FEWEST_PLAYERS
    if len(trick) < fewest:
        raise PlayError("main_absente", field="main")
    if len(trick) > (terms.cartes_par_pli or MOST_PLAYERS):
        raise PlayError("pli_long", field="pli", read=len(trick), total=terms.cartes_par_pli or MOST_PLAYERS)
    return master(on_table, atout)


def answer(request: Any) -> dict[str, Any]:
    """Answer a question of play: ``jouables`` and ``articles``, or ``gagnant``. Raises RuleError."""
    if not isinstance(request, Mapping):
        raise PlayError("pas_un_objet", field="", read=request)
    check_keys(request, REQUEST_KEYS, "")
    rules = find_rule_set(request.get("ruleset"))
    options = read_options(request.get("options"))
    rules.under(options)
    trick = _texts(request.get("pli"), "pli")
    hand = _texts(request.get("main"), "main")
    atout: Any = request.get("atout")  # refused with the rest where it is none
    if hand:
        plays = legal_plays(ruleset=rules, atout=atout, trick=trick, hand=hand, options=options)
        return {"jouables": plays.cards, "articles": list(plays.articles)}
    return {"gagnant": trick_winner(ruleset=rules, atout=atout, trick=trick, options=options)}


def _texts(value: Any, field: str) -> Sequence[Any]:
    if value is None:
        return ()
    if not isinstance(value, list | tuple):
        raise PlayError("pas_une_liste", field=field, read=value)
    return value


def _terms(ruleset: str | RuleSet, atout: Any, options: Mapping[str, Any] | None) -> tuple[RuleSet, Terms]:
    rules = ruleset if isinstance(ruleset, RuleSet) else find_rule_set(ruleset)
    known = atouts_of(rules, options)
    if atout not in known:
        raise PlayError("atout_attendu", field="atout", read=atout, expected=", ".join(known))
    return rules, rules.under(options).terms


def atouts_of(ruleset: str | RuleSet, options: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return the atouts a question of play may be asked in: those of a variant too, whether or not its option is on."""
    rules = ruleset if isinstance(ruleset, RuleSet) else find_rule_set(ruleset)
    terms: Terms = rules.under(options).terms
    return ATOUTS if "sans_atout_tout_atout" in rules.options else terms.atouts


def _cards(trick: Sequence[Any], hand: Sequence[Any]) -> tuple[list[Card], list[Card]]:
    """Return the cards named, each once in all. Raises PlayError."""
    seen: set[Card] = set()
    return [read_card(text, "pli", seen) for text in trick], [read_card(text, "main", seen) for text in hand]


def read_card(text: Any, field: str, seen: set[Card] | None = None) -> Card:
    """Return the card that *text* names, noted in *seen*. Raises PlayError: unknown, or seen before."""
    if not isinstance(text, str) or text not in CARDS:
        raise PlayError("carte_inconnue", field=field, read=text)
    card = CARDS[text]
    if seen is not None:
        if card in seen:
            raise PlayError("carte_double", field=field, read=text)
        seen.add(card)
    return card
