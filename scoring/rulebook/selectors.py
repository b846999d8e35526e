"""Answer the referee: legal cards, the camp that takes the trick, the outcome of an irregularity; each with its
article.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import get_language

from rules import OTHER, Feuille, RuleError, article_text, cards_in_trick, legal_plays, score_sheet, trick_winner
from rules.incidents import (
    Issue,
    irregular_bid,
    irregular_card,
    irregular_deal,
    stop_donne,
    stopped_points,
    takers,
)
from scoring.errors import ScoringError
from scoring.sheets.models import RunningDonne
from scoring.sheets.shown import LABELS, DonneLine, donne_lines, labels_of
from tournament.rounds.models import Table

STOPPED = "arreter"
CARDS_IN_PLAY = 32

Cited = list[tuple[str, str]]  # articles, each with what it says


@dataclass(frozen=True)
class TrickAnswer:
    """Represent what the rules say of a trick: the legal cards and why, or who takes it; `wrong` where they cannot say."""

    legal: list[str] = field(default_factory=list)
    why: str = ""
    articles: Cited = field(default_factory=list)
    played: str = ""
    allowed: bool | None = None
    winner: int | None = None
    winning_card: str = ""
    wrong: str = ""


def judge_trick(
    *,
    ruleset: str,
    options: Mapping[str, object] | None,
    atout: str,
    trick: Sequence[str],
    hand: Sequence[str],
    played: str = "",
) -> TrickAnswer:
    """Return the cards of *hand* legal after *trick*, whether *played* was, and who takes a whole trick."""
    lang = get_language() or "fr"
    try:
        if not hand:
            winner = trick_winner(ruleset=ruleset, options=options, atout=atout, trick=trick)
            return TrickAnswer(winner=winner + 1, winning_card=trick[winner])
        plays = legal_plays(
            ruleset=ruleset, options=options, atout=atout, trick=trick, hand=_with_played(hand, trick, played)
        )
        whole = [*trick, played]
        taken: int | None = None
        if played and len(whole) == cards_in_trick(ruleset, options):
            taken = trick_winner(ruleset=ruleset, options=options, atout=atout, trick=whole)
    except RuleError as error:
        return TrickAnswer(wrong=error.message(lang))
    return TrickAnswer(
        legal=plays.cards,
        why=plays.why(lang),
        articles=[(article, article_text(article, lang)) for article in plays.articles],
        played=played,
        allowed=played in plays.cards if played else None,
        winner=taken + 1 if taken is not None else None,
        winning_card=whole[taken] if taken is not None else "",
    )


def _with_played(hand: Sequence[str], trick: Sequence[str], played: str) -> list[str]:
    """Return the hand as it was: the card in dispute may have been left out of it."""
    return [*hand, played] if played and played not in hand and played not in trick else list(hand)


@dataclass(frozen=True)
class IrregularityOutcome:
    """One way the incident may end, in words, and what its article says."""

    issue: Issue
    text: str
    article_text: str


@dataclass(frozen=True)
class IncidentAnswer:
    """The ways an incident may end; where the donne is stopped, the donne to write down and what it marks."""

    outcomes: list[IrregularityOutcome] = field(default_factory=list)
    donne: Mapping[str, Any] | None = None
    line: DonneLine | None = None
    wrong: str = ""
    labels: Mapping[str, object] = field(default_factory=lambda: LABELS)

    @property
    def copied(self) -> list[tuple[str, object]]:
        """Return the donne as it is copied into the sheet: the label of each field, and what to write there."""
        fields: list[tuple[str, object]] = []
        for name, value in (self.donne or {}).items():
            if name in ("points", "plis"):
                fields += [
                    (f"{self.labels[name]} {camp}", figure) for camp, figure in sorted(value.items(), reverse=True)
                ]
            elif name == "contre" and self.line:
                fields.append((str(self.labels[name]), self.line.contres.get(value, value)))
            elif name in self.labels and name != "annonces":
                fields.append((str(self.labels[name]), " ".join(value) if isinstance(value, list) else value))
        return fields


def judge_incident(
    *,
    ruleset: str,
    options: Mapping[str, object],
    sheet: Feuille,
    told: Mapping[str, object],
    laid: Sequence[Mapping[str, object]],
    facts: Mapping[str, object],
) -> IncidentAnswer:
    """Return the outcomes of the incidents of S1.

    *told* is what the referee says of it, *laid* the tricks before the fault, *facts* the contract of the donne.
    """
    lang = get_language() or "fr"
    try:
        issues = _issues(told, sheet.tricks)
    except RuleError as error:
        return IncidentAnswer(wrong=error.message(lang))
    outcomes = [IrregularityOutcome(issue, issue.text(lang), article_text(issue.article, lang)) for issue in issues]
    stopped = STOPPED in [issue.code for issue in issues] and not sheet.by_manches and not sheet.totals_alone
    known = told["trick"] == 1 or told["kept"] is not None or any(trick["camp"] or trick["cartes"] for trick in laid)
    if not stopped or not known or not (facts or "preneur" not in sheet.fields):
        return IncidentAnswer(outcomes)
    try:
        donne = _stopped(sheet, told, laid, facts)
        content = {"ruleset": ruleset, "options": options, "donnes": [donne]}
        errors = score_sheet(content, explain=False).errors
        if errors:
            return IncidentAnswer(outcomes, wrong=errors[0].message(lang))
        return IncidentAnswer(outcomes, donne, donne_lines(content)[0], labels=labels_of(sheet))
    except RuleError as error:
        return IncidentAnswer(outcomes, wrong=error.message(lang))
    except ScoringError as error:
        return IncidentAnswer(outcomes, wrong=str(error))


def _issues(told: Mapping[str, Any], tricks: int) -> tuple[Issue, ...]:
    if told["kind"] == "deal":
        return irregular_deal(times=told["times"] or 1)
    if told["kind"] == "bid":
        return irregular_bid(earlier_contract=told["earlier"] or None, at_fault=told["at_fault"])
    return irregular_card(
        trick=told["trick"],
        found=int(told["found"]) if told["found"] else None,
        good_faith=told["good_faith"],
        changes_nothing=told["changes_nothing"],
        tricks=tricks,
    )


def _stopped(
    sheet: Feuille, told: Mapping[str, Any], laid: Sequence[Mapping[str, object]], facts: Mapping[str, Any]
) -> dict[str, object]:
    """Return the donne as it is written down when it stops at the irregular card. Raises RuleError, ScoringError."""
    camp, kept, atout = told["at_fault"], told["kept"], told["atout"] or None
    won = None
    if told["trick"] == 1 or any(trick["camp"] or trick["cartes"] for trick in laid):
        won = _won(laid, told, cards=CARDS_IN_PLAY // sheet.tricks)
    if "plis" in sheet.fields:
        kept = kept if won is None else sum(trick["camp"] == camp for trick in won)
        if kept >= told["trick"]:
            raise ScoringError("referee_tricks", kept=kept, before=told["trick"] - 1)
        plis = {camp: kept, OTHER[camp]: sheet.tricks - kept}
        return {**facts, "plis": plis, "dernier_pli": OTHER[camp]}
    if won is None:
        stopped = stopped_points(at_fault=camp, kept=kept, atout=atout)
    else:
        if won and atout is None:
            raise ScoringError("referee_atout")
        stopped = stop_donne(at_fault=camp, trick=told["trick"], won=won, atout=atout, tricks=sheet.tricks)
    return {**facts, "points": dict(stopped.points)}


def _won(laid: Sequence[Mapping[str, Any]], told: Mapping[str, Any], *, cards: int) -> list[dict[str, object]]:
    """Return the tricks before the fault, each with the camp that took it: as said, else by its cards. Raises
    ScoringError.
    """
    lead, won = told["lead"], []
    for number, trick in enumerate(laid, start=1):
        camp = trick["camp"]
        if not camp:
            if not lead or not told["atout"] or len(trick["cartes"]) != cards:
                raise ScoringError("referee_taker", trick=number)
            camp = takers(lead=lead, tricks=[trick["cartes"]], atout=told["atout"])[0]
        won.append({"camp": camp, "cartes": trick["cartes"]})
        lead = camp
    return won


def donne_of(table: Table, number: int) -> Mapping[str, object] | None:
    """Return donne *number* of *table* as last written down: on its newest sheet, else on a telephone; None:
    nowhere.
    """
    for sheet in table.sheets.filter(kind="donnes").order_by("-version"):
        donnes = sheet.content.get("donnes", [])
        if number <= len(donnes):
            return donnes[number - 1]
    running = RunningDonne.objects.filter(device__access__table=table, number=number, content__isnull=False)
    newest = running.order_by("-sequence").first()
    return newest.content if newest else None
