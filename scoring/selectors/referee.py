"""What the referee is told: legal cards, who takes the trick, what an irregularity gives; each with its article."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import get_language

from rules import RuleError, article_text, legal_plays, score_sheet, trick_winner
from rules.donne import OTHER
from rules.incidents import Issue, irregular_bid, irregular_card, irregular_deal, stopped_points
from rules.rule_set import terms
from rules.sheet import find_rule_set
from scoring.selectors.entry import DonneLine, donne_lines
from scoring.selectors.feuille import LABELS, Feuille

STOPPED = "arreter"

Cited = list[tuple[str, str]]  # articles, each with what it says


@dataclass(frozen=True)
class TrickAnswer:
    """What the règlement says of a trick: the legal cards and why, or who takes it; `wrong` where it cannot say."""

    legal: list[str] = field(default_factory=list)
    why: str = ""
    articles: Cited = field(default_factory=list)
    played: str = ""
    allowed: bool | None = None
    winner: int | None = None
    winning_card: str = ""
    wrong: str = ""


def cards_of_trick(ruleset: str, options: Mapping[str, object] | None) -> int | None:
    """How many cards make a trick; None where it depends on the number of players."""
    return terms(find_rule_set(ruleset), options).cartes_par_pli


def judge_trick(
    *,
    ruleset: str,
    options: Mapping[str, object] | None,
    atout: str,
    trick: Sequence[str],
    hand: Sequence[str],
    played: str = "",
) -> TrickAnswer:
    """The cards of *hand* that were legal after *trick*, whether *played* was, and who takes a trick that is whole."""
    lang = get_language() or "fr"
    try:
        if not hand:
            winner = trick_winner(ruleset=ruleset, options=options, atout=atout, trick=trick)
            return TrickAnswer(winner=winner + 1, winning_card=trick[winner])
        plays = legal_plays(
            ruleset=ruleset, options=options, atout=atout, trick=trick, hand=_with_played(hand, trick, played)
        )
        winner, whole = None, [*trick, played]
        if played and len(whole) == cards_of_trick(ruleset, options):
            winner = trick_winner(ruleset=ruleset, options=options, atout=atout, trick=whole)
    except RuleError as error:
        return TrickAnswer(wrong=error.message(lang))
    return TrickAnswer(
        legal=plays.cards,
        why=plays.why(lang),
        articles=[(article, article_text(article, lang)) for article in plays.articles],
        played=played,
        allowed=played in plays.cards if played else None,
        winner=winner + 1 if winner is not None else None,
        winning_card=whole[winner] if winner is not None else "",
    )


def _with_played(hand: Sequence[str], trick: Sequence[str], played: str) -> list[str]:
    """The hand as it was: the card in dispute may have been left out of it."""
    return [*hand, played] if played and played not in hand and played not in trick else list(hand)


@dataclass(frozen=True)
class Outcome:
    """One way the incident may end, what it says in words, and its article."""

    issue: Issue
    text: str
    article: str
    said: str


@dataclass(frozen=True)
class IncidentAnswer:
    """The ways an incident may end; where the donne is stopped, the donne to write down and what it marks."""

    outcomes: list[Outcome] = field(default_factory=list)
    donne: Mapping[str, object] | None = None
    line: DonneLine | None = None
    wrong: str = ""

    @property
    def copied(self) -> list[tuple[str, object]]:
        """The donne as it is copied into the sheet: the label of each field, and what to write there."""
        found: list[tuple[str, object]] = []
        for name, value in (self.donne or {}).items():
            if isinstance(value, dict):
                found += [(f"{LABELS[name]} {camp}", figure) for camp, figure in sorted(value.items(), reverse=True)]
            else:
                found.append((LABELS[name], " ".join(value) if isinstance(value, list) else value))
        return found


def judge_incident(
    *, ruleset: str, options: Mapping[str, object], sheet: Feuille, told: Mapping[str, object], facts: Mapping
) -> IncidentAnswer:
    """What S1's incidents give; *told* is what the referee says of it, *facts* the contract of the donne."""
    lang = get_language() or "fr"
    try:
        issues = _issues(told)
    except RuleError as error:
        return IncidentAnswer(wrong=error.message(lang))
    outcomes = [Outcome(one, one.text(lang), one.article, article_text(one.article, lang)) for one in issues]
    if STOPPED not in [one.code for one in issues] or sheet.by_manches or told["kept"] is None:
        return IncidentAnswer(outcomes)
    try:
        donne = _stopped(sheet, told, facts)
        content = {"ruleset": ruleset, "options": options, "donnes": [donne]}
        errors = score_sheet(content, explain=False).errors
        if errors:
            return IncidentAnswer(outcomes, wrong=errors[0].message(lang))
        return IncidentAnswer(outcomes, donne, donne_lines(content)[0])
    except RuleError as error:
        return IncidentAnswer(outcomes, wrong=error.message(lang))


def _issues(told: Mapping) -> tuple[Issue, ...]:
    if told["kind"] == "deal":
        return irregular_deal(times=told["times"] or 1)
    if told["kind"] == "bid":
        return irregular_bid(earlier_contract=told["earlier"] or None, at_fault=told["at_fault"])
    return irregular_card(trick=told["trick"], good_faith=told["good_faith"], changes_nothing=told["changes_nothing"])


def _stopped(sheet: Feuille, told: Mapping, facts: Mapping) -> dict[str, object]:
    """The donne as it is written down when it stops at the irregular card. Raises RuleError."""
    camp, kept = told["at_fault"], told["kept"]
    if "plis" in sheet.fields:
        plis = {camp: kept, OTHER[camp]: sheet.tricks - kept}
        return {**facts, "plis": plis, "dernier_pli": OTHER[camp]}
    return {**facts, "points": dict(stopped_points(at_fault=camp, kept=kept, atout=facts.get("atout")).points)}
