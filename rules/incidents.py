"""The incidents of S1: irregular deal, bid or card, how each may end, and the points of a donne stopped."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rules.camps import CAMPS, OTHER
from rules.cards import CARDS, DIX_DE_DER, Card, points_in_play, values
from rules.errors import PlayError
from rules.plays import master, read_card
from rules.sentences import texts

TRICKS = 8


class Issue(NamedTuple):
    """One way an incident may end: its code, its article, whether the donne is played on, who may choose it."""

    code: str
    article: str
    played: bool
    chosen_by: str  # "adverse", "arbitre", "accord" or ""

    def text(self, lang: str = "fr") -> str:
        """Return what happens, in words."""
        return ISSUES[self.code].in_lang(lang)


ISSUES = texts(
    {
        "couvrir": (
            "Les deux camps couvrent l'incident et la donne continue.",
            "Both camps cover the incident and the donne goes on.",
        ),
        "annuler": (
            "Les deux camps annulent la donne : le même donneur mélange, fait couper et redonne.",
            "Both camps annul the donne: the same dealer shuffles, has the cards cut and deals again.",
        ),
        "redonner": (
            "Le donneur mélange, fait couper et redonne.",
            "The dealer shuffles, has the cards cut and deals again.",
        ),
        "arbitre_present": (
            "Il redonne ; l'autre camp peut exiger un arbitre à partir de la troisième donne.",
            "The deal is made again; the other camp may ask for a referee from the third deal on.",
        ),
        "exclusion": (
            "Irrégularités répétées : l'organisation peut exclure l'équipe.",
            "Repeated irregularities: the organiser may exclude the team.",
        ),
        "enchere_nulle": (
            "L'enchère est nulle, le camp fautif ne peut plus que passer ; l'adversaire poursuit les enchères.",
            "The bid is void, the camp at fault may only pass; the adversary bids on.",
        ),
        "contrat_anterieur": (
            "L'enchère est nulle ; on joue le contrat fixé avant elle.",
            "The bid is void; the contract fixed before it is played.",
        ),
        "annulation_adverse": (
            "L'adversaire annule la donne, avant d'avoir accepté de la commencer ; le même donneur redonne.",
            "The adversary annuls the donne, before agreeing to start it; the same dealer deals again.",
        ),
        "rectifier": (
            "La carte est corrigée et la donne continue.",
            "The card is corrected and the donne goes on.",
        ),
        "reprendre": (
            "La carte est corrigée au pli de la faute ; les plis joués depuis sont repris et la donne continue de là.",
            "The card is corrected at the trick of the fault; the tricks since are taken back and play goes on from there.",
        ),
        "sans_excuse": (
            "Une autre faute, de l'autre camp et dans les plis d'après, ne compte pas, même si elle vient de la première.",
            "Another fault, by the other camp and in the tricks since, does not count, even where the first one caused it.",
        ),
        "arreter": (
            "La donne s'arrête : le camp fautif garde ses plis d'avant, les autres vont à l'adversaire, der compris.",
            "The donne stops: the camp at fault keeps its earlier tricks, the others go to the adversary, der included.",
        ),
        "sans_consequence": (
            "Erreur de bonne foi à l'avant-dernier pli, sans aucun effet : la donne continue.",
            "An error in good faith at the last trick but one, plainly without effect: the donne goes on.",
        ),
    }
)

AMICABLE = (Issue("couvrir", "S1 incidents", True, "accord"), Issue("annuler", "S1 incidents", False, "accord"))


def irregular_deal(*, times: int) -> tuple[Issue, ...]:
    """Return the ways an irregular deal may end, the *times*-th of that dealer's camp (S1 incidents A)."""
    article = "S1 incidents A"
    if times <= 1:
        return (*AMICABLE, Issue("redonner", article, False, ""))
    issues = (*AMICABLE, Issue("arbitre_present", article, False, "adverse"))
    return issues if times == 2 else (*issues, Issue("exclusion", article, False, "arbitre"))


def irregular_bid(*, earlier_contract: str | None, at_fault: str) -> tuple[Issue, ...]:
    """Return the ways an irregular bid may end (S1 incidents B); *earlier_contract* is the camp of the one before it.

    Only when that camp is the one *at_fault* may the adversary have the donne annulled.
    """
    article = "S1 incidents B"
    issues = [*AMICABLE, Issue("enchere_nulle", article, True, "adverse")]
    if earlier_contract is not None:
        issues.append(Issue("contrat_anterieur", article, True, "adverse"))
    if earlier_contract == at_fault:
        issues.append(Issue("annulation_adverse", article, False, "adverse"))
    return tuple(issues)


def irregular_card(
    *,
    trick: int,
    found: int | None = None,
    good_faith: bool = False,
    changes_nothing: bool = False,
    tricks: int = TRICKS,
) -> tuple[Issue, ...]:
    """Return the ways an irregular card at *trick*, of *tricks* in all, may end (S1 incidents C).

    *found*: the trick at which it was seen, where that was later (one more than *tricks*: once all were played). It is
    judged from its own trick all the same, and no later fault of the other camp is held against it. Raises PlayError
    for a trick that is none, or found before it happened.
    """
    _check_trick(trick, tricks)
    if found is not None and (type(found) is not int or not trick <= found <= tricks + 1):
        raise PlayError("type", field="vu", read=found, expected=f"{trick}–{tricks + 1}")
    article = "S1 incidents C"
    if trick == tricks - 1 and good_faith and changes_nothing:
        return (*AMICABLE, Issue("sans_consequence", article, True, "arbitre"))
    later = found is not None and found > trick
    issues = (
        *AMICABLE,
        Issue("reprendre" if later else "rectifier", article, True, "adverse"),
        Issue("arreter", article, False, "adverse"),
    )
    return (*issues, Issue("sans_excuse", article, True, "")) if later else issues


class Stopped(NamedTuple):
    """A donne stopped at an irregular card: the raw points of each camp, der included, the article, and no capot.

    The tricks from the irregular one on were awarded, not won: even with all eight the adversary made no capot.
    """

    points: Mapping[str, int]
    articles: tuple[str, ...]


def stop_donne(
    *, at_fault: str, trick: int, won: Sequence[Mapping[str, Any]], atout: str | None, tricks: int = TRICKS
) -> Stopped:
    """Return the points of a donne stopped at *trick*: the camp *at_fault* keeps those of *won* that are its own.

    *won* holds the tricks before it, in order: ``{"camp": "NS", "cartes": ["A♠", …]}``; cards of the other camp's may
    be left out. The cards in play from the irregular trick on, and the der, go to the adversary. Raises PlayError.
    """
    _check_trick(trick, tricks)
    _check_camp(at_fault, "camp")
    if len(won) != trick - 1:
        raise PlayError("incident_plis", field="plis", read=len(won), total=trick - 1)
    worth = values(atout)
    per_trick = len(CARDS) // tricks
    seen: set[Card] = set()
    kept = 0
    for number, taken in enumerate(won):
        _check_camp(taken.get("camp"), f"plis.{number}.camp")
        if not taken.get("cartes") and taken["camp"] != at_fault:
            continue
        cards = _trick_cards(taken.get("cartes"), f"plis.{number}.cartes", per_trick, seen)
        if taken["camp"] == at_fault:
            kept += sum(worth[card] for card in cards)
    return stopped_points(at_fault=at_fault, kept=kept, atout=atout)


def stopped_points(*, at_fault: str, kept: int, atout: str | None = None) -> Stopped:
    """Return the same where only the points *kept* by the camp at fault are known. Raises PlayError."""
    _check_camp(at_fault, "camp")
    total = points_in_play(atout)
    if type(kept) is not int or not 0 <= kept <= total - DIX_DE_DER:
        raise PlayError("type", field="points", read=kept, expected=f"0–{total - DIX_DE_DER}")
    return Stopped({at_fault: kept, OTHER[at_fault]: total - kept}, ("S1 incidents C",))


def takers(*, lead: str, tricks: Sequence[Sequence[str]], atout: str) -> list[str]:
    """Return the camp that took each of *tricks*, laid in order of play; camp *lead* led the first (S0 5.1).

    Camps play in turn, and who takes a trick leads the next. Raises PlayError for a card unknown.

    >>> takers(lead="NS", tricks=[["7♠", "A♠", "8♠", "9♠"], ["7♦", "8♦", "7♥", "A♦"]], atout="coeur")
    ['EO', 'EO']
    """
    taken = []
    for number, trick in enumerate(tricks):
        cards = [read_card(text, f"plis.{number}.cartes") for text in trick]
        lead = OTHER[lead] if master(cards, atout) % 2 else lead
        taken.append(lead)
    return taken


def _check_camp(camp: Any, field: str) -> None:
    if camp not in CAMPS:
        raise PlayError("type", field=field, read=camp, expected=CAMPS)


def _check_trick(trick: int, tricks: int) -> None:
    if type(trick) is not int or not 1 <= trick <= tricks:
        raise PlayError("type", field="pli", read=trick, expected=f"1–{tricks}")


def _trick_cards(listed: Any, field: str, number: int, seen: set[Card]) -> list[Card]:
    if not isinstance(listed, list | tuple) or len(listed) != number:
        raise PlayError("type", field=field, read=listed, expected=f"{number} cartes")
    return [read_card(text, field, seen) for text in listed]
