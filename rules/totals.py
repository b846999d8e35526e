"""The control of a sheet of totals: can some sequence of donnes give them, and if not, which slip is likely?"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.camps import CAMPS
from rules.control import Pair, Stated, TotalsCheck, pair_of
from rules.form import is_int
from rules.games.two_camps import TwoCamps
from rules.sets import game_of
from rules.winners import winners_of


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
