"""What each team has from each partie: played, exempt, forfeit, absent, or still awaited."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

# Kinds of a result.
PLAYED = "played"
EXEMPT = "exempt"
FORFEIT = "forfeit"
ABSENT = "absent"
PENDING = "pending"

# Outcomes of a result; an absence, an awaited sheet and an exemption that is no win have none.
WON = "won"
LOST = "lost"
DRAWN = "drawn"
NONE = ""

Camps = Mapping[str, Sequence[int]]  # camp -> numbers of its teams
Marks = Mapping[str, tuple[int, int]]  # camp -> (points, capots)


class Result(NamedTuple):
    """One team's partie. Points are those of the sheet; `opponents` are team numbers.

    An exempt partie counts as many points conceded as marked, so that it moves neither the difference nor, more than
    the points themselves, the points conceded.
    """

    round: int
    kind: str
    table: int | None = None
    camp: str = ""
    points: int = 0
    conceded: int = 0
    opponents: tuple[int, ...] = ()
    outcome: str = NONE
    capots: int = 0


class ExemptPolicy(NamedTuple):
    """What an exempt team marks: `kind` is "zero", "half", "mean" or "flat"; `half` is half of a partie's points, 0
    where that is not known.
    """

    kind: str = "half"
    half: int = 0
    flat: int = 0
    wins: bool = False


class TeamResults(NamedTuple):
    """A team as the ranking sees it, its results in the order of the parties."""

    number: int
    results: tuple[Result, ...]
    team_id: int = 0
    withdrawn: bool = False


def half_partie(donnes: int | None, limit_points: int | None) -> int:
    """Half of the points of a partie: 81 a donne, else half of the points at which it ends; 0 where neither is known.

    >>> half_partie(12, None), half_partie(None, 2000)
    (972, 1000)
    """
    if donnes:
        return 81 * donnes
    return (limit_points or 0) // 2


def settle_table(
    round_number: int, table: int, camps: Camps, marks: Marks | None, absent: frozenset[str] | None = None
) -> list[tuple[int, Result]]:
    """(team number, its result) for each team at a table.

    *marks* is None while no sheet counts. *absent* are the camps that forfeit, None for a table that was played.
    The camp with most points wins; several with as many have drawn. What a camp concedes is what all others mark.
    """
    kind = PENDING if marks is None else PLAYED if absent is None else FORFEIT
    figures = {camp: (0, 0) for camp in camps} | dict(marks or {})
    points_of = [points for points, _ in figures.values()]
    total, best = sum(points_of), max(points_of)
    at_best = points_of.count(best)
    settled = []
    for camp, teams in camps.items():
        points, capots = figures[camp]
        if kind == PENDING:
            outcome = NONE
        elif kind == FORFEIT:
            outcome = LOST if camp in absent else WON
        elif points < best:
            outcome = LOST
        else:
            outcome = WON if at_best == 1 else DRAWN
        opponents = tuple([other for side in camps if side != camp for other in camps[side]])
        result = Result(round_number, kind, table, camp, points, total - points, opponents, outcome, capots)
        for team in teams:
            settled.append((team, result))
    return settled


def team_results(
    rounds: Sequence[int], seated: Mapping[int, Result | None], policy: ExemptPolicy
) -> tuple[Result, ...]:
    """A team's results in *rounds*: what its tables gave, what its exemptions bring, nothing where it was not seated.

    *seated* maps a partie to the table's result, or to None where the team was exempt. Under "mean" an exemption
    brings the mean of the parties the team really played, to the nearest point, half a point going up; while it has
    played none, half of a partie.
    """
    results = [seated[number] if number in seated else Result(number, ABSENT) for number in rounds]
    if None not in results:
        return tuple(results)
    played = [result.points for result in results if result is not None and result.kind == PLAYED]
    brought = _exempt_points(played, policy)
    outcome = WON if policy.wins else NONE
    return tuple(
        Result(number, EXEMPT, points=brought, conceded=brought, outcome=outcome) if result is None else result
        for number, result in zip(rounds, results, strict=True)
    )


def _exempt_points(played: Sequence[int], policy: ExemptPolicy) -> int:
    if policy.kind == "flat":
        return policy.flat
    if policy.kind == "zero":
        return 0
    if policy.kind == "mean" or not policy.half:
        # Where nobody can say what half of a partie is, its own mean is the nearest to it.
        return (2 * sum(played) + len(played)) // (2 * len(played)) if played else policy.half
    return policy.half
