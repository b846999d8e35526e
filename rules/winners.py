"""Two totals: can some sequence of donnes give them, and if not, which slip is likely; the camps that may have won,
and the question to its table where several may.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.camps import CAMPS
from rules.control import HIGHEST, Pair, Stated, TotalsCheck, pair_of
from rules.form import is_int
from rules.games.parties import parties_of
from rules.games.two_camps import BeloteGame, TwoCamps, first_at, higher, reached
from rules.sentences import texts
from rules.sets import game_of

NULLE = "nulle"  # the answer that nobody has won


@dataclass(frozen=True, slots=True)
class Winners:
    """The answers that two totals leave open: camps that may have won, and `NULLE` where the partie may be drawn.

    ``asks`` is what decides between them: ``preneur``, ``reels``, ``capot``, ``limites`` or ``club``; "" where nothing is open.
    ``article`` states that rule.
    """

    answers: tuple[str, ...] = ()
    asks: str = ""
    article: str = ""
    limit: int = 0
    points: int = 0

    def question(self, lang: str = "fr") -> str:
        """Return what is asked of the table; "" where nothing is."""
        return QUESTIONS[self.asks].say(lang, limit=self.limit, points=self.points) if self.asks else ""

    def reason(self, lang: str = "fr") -> str:
        """Return the rule that names the winner; "" where the points do."""
        return REASONS[self.asks].say(lang, limit=self.limit) if self.asks else ""


def winners_of(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | range | None = None,
    exact: bool = True,
) -> Winners:
    """Return who may have won a partie of two camps that ended with *totals*; nothing for other games.

    *donnes* as for `check_totals`. With *exact*, a camp that no whole partie lets win is left out; else only the end
    of the partie is looked at. Raises RuleError for an unknown rule set or option.

    >>> options = {"decompte": "faits", "limite_points": 1000}
    >>> winners_of(ruleset="coinche", options=options, totals={"NS": 1033, "EO": 1073}).answers
    ('NS', 'EO')
    >>> winners_of(ruleset="coinche", options=options, totals={"NS": 1033, "EO": 973}).answers
    ('NS',)
    """
    game = game_of(ruleset, options)
    if not isinstance(game, TwoCamps):
        return Winners()
    limit, pair = game.terms.limite_points, (totals["NS"], totals["EO"])
    if game.totals_alone:
        first = higher(totals)
        everyone = Winners((*CAMPS, NULLE), "club", game.terms.article["club"], points=pair[0])
        return Winners((first,)) if first else everyone
    by_donnes = donnes is not None or game.terms.limite_donnes is not None
    ahead = higher(totals)
    by_points: frozenset[str] = frozenset()
    if limit is not None and max(pair) >= limit:
        by_points = camps_at_limit(game, pair, limit)
        if capots is not None and game.end_reads == {"capot"}:
            by_points = frozenset(c for c in by_points if c == ahead or capots.get(c))
        if exact and by_points - {ahead} and limit <= HIGHEST and isinstance(game, BeloteGame):
            stated = Stated(pair, pair_of(belotes), pair_of(capots), None, False)
            by_points = parties_of(game).won_by_points(stated, by_points) or by_points
    answers = [camp for camp in CAMPS if camp in by_points or (by_donnes and camp == ahead)]
    if by_donnes and ahead is None:
        answers.append(NULLE)
    if len(answers) < 2 or limit is None:
        return Winners(tuple(answers))
    asks = "limites" if by_donnes else _asked(game)
    article = game.terms.article["limite_points" if asks == "limites" else "fin"]
    return Winners(tuple(answers), asks, article, limit, pair[0])


def camps_at_limit(game: TwoCamps[Any, Any], pair: Pair, limit: int) -> frozenset[str]:
    """Return the camps that some last donne lets win by the *limit* of points with the totals *pair*."""
    totals = dict(zip(CAMPS, pair, strict=True))
    alone = len(reached(totals, limit)) == 1 and game.end_reads == {"preneur"}
    if alone or not game.end_reads or not isinstance(game, BeloteGame):
        first = first_at(totals, limit)
        return frozenset() if first is None else frozenset({first})
    return parties_of(game).endings_won(pair, limit)


def _asked(game: TwoCamps[Any, Any]) -> str:
    """Return the fact of the last donne that names the winner where both camps are at the limit."""
    reads = game.end_reads
    return "preneur" if reads == {"preneur"} else "capot" if reads == {"capot"} else "reels"


QUESTIONS = texts(
    {
        "preneur": (
            "Les deux camps ont atteint {limit} points : celui qui a pris à la dernière donne gagne. Quel camp a pris ?",
            "Both camps have reached {limit} points: the one that took the last donne wins. Which camp took it?",
        ),
        "reels": (
            "{points} partout : le camp qui a plus de points réels à la dernière donne gagne. Lequel ?",
            "{points} each: the camp with more real points on the last donne wins. Which one?",
        ),
        "capot": (
            "Les deux camps ont atteint {limit} points, et un camp capot à la dernière donne ne gagne pas. "
            "Quel camp a gagné ?",
            "Both camps have reached {limit} points, and a camp that was capot on the last donne does not win. "
            "Which camp won?",
        ),
        "club": (
            "{points} partout : le club marque à sa manière. Quel camp a gagné, ou la partie est-elle nulle ?",
            "{points} each: the club marks in its own way. Which camp won, or is the partie drawn?",
        ),
        "limites": (
            "Les totaux ne disent pas si la partie a fini aux points ou à la dernière donne. Quel camp a gagné ?",
            "The totals do not say whether the partie ended by points or at the last donne. Which camp won?",
        ),
    }
)
REASONS = texts(
    {
        "preneur": (
            "les deux camps ont atteint {limit} points, le camp du preneur gagne",
            "both camps reached {limit} points, the taker's camp wins",
        ),
        "reels": (
            "totaux égaux, les points réels de la dernière donne décident",
            "equal totals, the real points of the last donne decide",
        ),
        "capot": (
            "les deux camps ont atteint {limit} points, un camp capot à la dernière donne ne gagne pas",
            "both camps reached {limit} points, a camp that was capot on the last donne does not win",
        ),
        "club": (
            "totaux égaux, comme la table l'a dit",
            "equal totals, as the table said",
        ),
        "limites": (
            "les deux camps ont atteint {limit} points, la limite atteinte la première décide",
            "both camps reached {limit} points, the limit met first decides",
        ),
    }
)


def check_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | range | None = None,
    nulle: bool = False,
) -> TotalsCheck:
    """Check whether some sequence of donnes gives *totals*; belotes and capots per camp where the sheet states them.

    *donnes*: counted donnes, where something else than the options fixed them; a range where a cutoff did: as many as
    it may have been, ended earlier by a limit, or played on while the totals were equal (S1 Règlement du championnat),
    which *nulle* lets stand where points beside the sheet have settled who won. Raises RuleError for an unknown rule
    set or option.
    """
    game = game_of(ruleset, options)
    counts = [totals, *(given for given in (belotes, capots) if given is not None)]
    numbers = [given.get(camp, None if given is totals else 0) for given in counts for camp in CAMPS]
    if not all(is_int(number) for number in numbers) or not (donnes is None or _is_number(donnes)):
        return TotalsCheck(False, "type")
    stated = Stated((totals["NS"], totals["EO"]), pair_of(belotes), pair_of(capots), donnes, nulle)
    if min(number or 0 for number in numbers) < 0 or stated.fewest < 0:
        return TotalsCheck(False, "negatif")
    check = game.control(stated)
    if check.ok and not nulle and isinstance(game, TwoCamps) and game.limit_of_points is not None:
        known: dict[str, Any] = {"belotes": belotes, "capots": capots, "donnes": donnes}
        if not winners_of(ruleset=ruleset, options=options, totals=totals, **known, exact=False).answers:
            return TotalsCheck(False, "fin_impossible", params={"ns": totals["NS"], "eo": totals["EO"]})
    return check


def complete_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int | None],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | range | None = None,
    nulle: bool = False,
) -> int | None:
    """Return the total of the camp left out, where the options and the other figures leave one possibility; else None.

    *donnes* and *nulle* as for `check_totals`.
    """
    game = game_of(ruleset, options)
    missing = [camp for camp in CAMPS if not is_int(totals.get(camp))]
    if len(missing) != 1 or not (donnes is None or _is_number(donnes)):
        return None
    pair = (0, totals["EO"] or 0) if missing == ["NS"] else (totals["NS"] or 0, 0)
    return game.complete(Stated(pair, pair_of(belotes), pair_of(capots), donnes, nulle), missing[0])


def explain_totals(
    *,
    ruleset: str,
    options: Mapping[str, Any] | None,
    totals: Mapping[str, int],
    belotes: Mapping[str, int] | None = None,
    capots: Mapping[str, int] | None = None,
    donnes: int | range | None = None,
) -> list[Pair]:
    """Return the numbers of belotes and capots that give the sum of *totals*, the fewest first; [] where none can be told.

    *belotes*, *capots* and *donnes* as for `check_totals`, which says whether the totals themselves can be.
    """
    stated = Stated((totals["NS"], totals["EO"]), pair_of(belotes), pair_of(capots), donnes, nulle=False)
    return game_of(ruleset, options).explain_totals(stated)


def _is_number(donnes: object) -> bool:
    """Return whether *donnes* is a number of donnes, or a range of some."""
    return is_int(donnes) or (isinstance(donnes, range) and len(donnes) > 0)
