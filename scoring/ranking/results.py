"""Compute the result of each team in each partie: played, exempt, forfeit, absent, or still awaited."""

from collections.abc import Collection, Iterable, Mapping, Sequence
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
TIED = "drawn"
NONE = ""

Camps = Mapping[str, Sequence[int]]  # camp -> numbers of its teams
Marks = Mapping[str, tuple[int, int]]  # camp -> (points, capots)

# The camps of a table where two play two, or one plays one.
TWO_CAMPS = ("NS", "EO")


class PartieResult(NamedTuple):
    """One team's partie. `points` are what counts, `opponents` and `partners` are team numbers.

    `partners` are the other teams of the same camp: those whom the tirage of a mêlée gave.

    Points are the sum of four parts: those of the sheet, plus what penalties of the other camp brought (`penalty`),
    less what the cap took away (`capped`), plus what the exclusion of a team changed (`awarded`, below zero for that
    team). `by_exclusion`: the exclusion decided the partie by forfeit; who had won it at the table has won it as before.

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
    penalty: int = 0
    capped: int = 0
    awarded: int = 0
    partners: tuple[int, ...] = ()
    by_exclusion: bool = False

    @property
    def on_sheet(self) -> int:
        """Return the points on the sheet itself, or those of the exemption."""
        return self.points - self.penalty + self.capped - self.awarded

    @property
    def marked(self) -> int:
        """Return the points without what the exclusion of the other camp brought."""
        return self.points - max(self.awarded, 0)

    @property
    def noted(self) -> bool:
        """Return whether a penalty, a cap or an exclusion has its part in the points."""
        return bool(self.penalty or self.capped or self.awarded)

    @property
    def awaited(self) -> bool:
        """Return whether no sheet counts yet."""
        return self.kind == PENDING

    @property
    def decided_by_rule(self) -> bool:
        """Return whether the règlement names the winner of its table, and the points do not."""
        ahead = self.points - self.conceded
        against = (self.outcome == WON and ahead <= 0) or (self.outcome == LOST and ahead >= 0)
        return against and self.kind == PLAYED and self.camp in TWO_CAMPS and not self.by_exclusion

    @property
    def lost_by_forfeit(self) -> bool:
        """Return whether it was absent, or excluded after it had played."""
        return self.outcome == LOST and (self.kind == FORFEIT or self.lost_by_exclusion)

    @property
    def lost_by_exclusion(self) -> bool:
        """Return whether it was excluded after it had played, and has lost what it had marked."""
        return self.outcome == LOST and self.by_exclusion


class Caps(NamedTuple):
    """The most that a partie's winner and its loser keep, from partie `start` on (La Grand-Combe, against collusion).

    `winner` is more than `loser`, so that a cap never changes who won. Both camps of a tied partie have the winner's.
    """

    start: int
    winner: int
    loser: int


class ForfeitedTeams(NamedTuple):
    """Each partie that a team of `teams` played counts as one it lost by forfeit, which brings `forfeit_points`."""

    teams: Collection[int]
    forfeit_points: int


class ExemptPolicy(NamedTuple):
    """The points of an exempt team: `kind` is "zero", "half", "mean" or "flat"; `half` is half of a partie's points, 0
    where that is not known.
    """

    kind: str = "half"
    half: int = 0
    flat: int = 0
    wins: bool = False


class TeamResults(NamedTuple):
    """A team as the ranking sees it, its results in the order of the parties."""

    number: int
    results: tuple[PartieResult, ...]
    team_id: int = 0
    withdrawn: bool = False
    excluded: bool = False


def half_partie(donnes: int | None, limit_points: int | None) -> int:
    """Return half of the points of a partie: 81 a donne, else half of the points at which it ends; 0 where neither
    is known.

    >>> half_partie(12, None), half_partie(None, 2000)
    (972, 1000)
    """
    if donnes:
        return 81 * donnes
    return (limit_points or 0) // 2


def winner_of(points: Mapping[str, int], credited: Mapping[str, int] | None = None, ruled: str = "") -> str:
    """Return the camp that wins a table whose sheet counts *points* by camp; "" where nobody is alone ahead.

    The camp with most points wins, unless the règlement names another (*ruled*): both at the limit, say. What
    penalties give beside the sheet (*credited*) counts, and decides only where it puts the other camp level or ahead.

    >>> winner_of({"NS": 862, "EO": 758}), winner_of({"NS": 810, "EO": 810}), winner_of({})
    ('NS', '', '')
    >>> winner_of({"NS": 1033, "EO": 1073}, ruled="NS")
    'NS'
    >>> winner_of({"NS": 1033, "EO": 1020}, {"EO": 40}, ruled="NS")
    'EO'
    """
    totals = {camp: figure + (credited or {}).get(camp, 0) for camp, figure in points.items()}
    if ruled in totals and len(totals) == len(TWO_CAMPS):
        (other,) = totals.keys() - {ruled}
        before, after = points[ruled] - points[other], totals[ruled] - totals[other]
        if (after > 0) - (after < 0) >= (before > 0) - (before < 0):
            return ruled
    best = [camp for camp, total in totals.items() if total == max(totals.values())]
    return best[0] if len(best) == 1 else ""


def settle_table(
    round_number: int,
    table: int,
    camps: Camps,
    marks: Marks | None,
    absent: frozenset[str] | None = None,
    *,
    credited: Mapping[str, int] | None = None,
    caps: Caps | None = None,
    ruled: str = "",
    exclusion: ForfeitedTeams | None = None,
) -> list[tuple[int, PartieResult]]:
    """Return (team number, its result) for each team at a table.

    *marks* is None while no sheet counts. *absent* are the camps that forfeit, None for a table that was played.
    *credited* is what penalties give each camp; it counts once a sheet does. `winner_of` says who has won, *ruled* being
    the camp that the règlement names; several with most points are tied. *caps* then hold for a partie that was played.
    What a camp concedes is what all others keep. *exclusion* comes last.
    """
    kind = PENDING if marks is None else PLAYED if absent is None else FORFEIT
    figures = {camp: (0, 0) for camp in camps} | dict(marks or {})
    penalties = credited if credited and kind != PENDING else {}
    points_of = {camp: points + penalties.get(camp, 0) for camp, (points, _) in figures.items()}
    best = max(points_of.values())
    winner = winner_of({camp: points for camp, (points, _) in figures.items()}, penalties, ruled)
    outcomes = dict.fromkeys(figures, NONE)
    for camp, points in points_of.items():
        if kind == FORFEIT:
            outcomes[camp] = LOST if absent and camp in absent else WON
        elif kind == PLAYED:
            outcomes[camp] = WON if camp == winner else LOST if winner or points < best else TIED
    capped = points_of
    if caps and kind == PLAYED and round_number >= caps.start:
        most = {camp: caps.loser if outcome == LOST else caps.winner for camp, outcome in outcomes.items()}
        capped = {camp: min(points, most[camp]) for camp, points in points_of.items()}
    total = sum(capped.values())
    results = []
    for camp, teams in camps.items():
        points = capped[camp]
        opponents = tuple([other for side in camps if side != camp for other in camps[side]])
        result = PartieResult(
            round_number,
            kind,
            table,
            camp,
            points,
            total - points,
            opponents,
            outcomes[camp],
            figures[camp][1],
            penalties.get(camp, 0),
            points_of[camp] - points,
        )
        if len(teams) == 1:
            results.append((teams[0], result))
            continue
        for team in teams:
            results.append((team, result._replace(partners=tuple([mate for mate in teams if mate != team]))))
    return [(team, _excluded(team, result, exclusion)) for team, result in results] if exclusion else results


def won_without_playing(round_number: int, absent: int, points: int) -> PartieResult:
    """Return the result of a team whose opponent of a plan, number *absent*, was not there to be drawn."""
    return PartieResult(round_number, FORFEIT, points=points, opponents=(absent,), outcome=WON)


def _excluded(team: int, result: PartieResult, exclusion: ForfeitedTeams) -> PartieResult:
    """Return what *exclusion* makes of the *result* of *team*.

    The opponents of an excluded team have won, with their own points or those of a forfeit, whichever is more, and
    concede nothing; it keeps nothing. In a mêlée, the partner of an excluded player keeps the points they scored
    together. Tables of more than two camps, forfeits and awaited sheets stay as they are.
    """
    if result.kind != PLAYED or result.camp not in TWO_CAMPS:
        return result
    if team in exclusion.teams:
        alone = all(other in exclusion.teams for other in result.opponents)
        conceded = 0 if alone else max(result.conceded, exclusion.forfeit_points)
        lost = result._replace(points=0, conceded=conceded, outcome=LOST, capots=0, awarded=-result.points)
        return lost._replace(by_exclusion=True)
    if not any(other in exclusion.teams for other in result.opponents):
        return result
    points = max(result.points, exclusion.forfeit_points)
    turned = result.outcome != WON
    return result._replace(points=points, conceded=0, outcome=WON, awarded=points - result.points, by_exclusion=turned)


def team_results(
    rounds: Sequence[int],
    seated: Mapping[int, PartieResult | None],
    policy: ExemptPolicy,
    missed: Collection[int] = (),
    halves: Mapping[int, int] | None = None,
) -> tuple[PartieResult, ...]:
    """Return a team's results in *rounds*: those of its tables and of its exemptions, an absence where it was not
    seated.

    *seated* maps a partie to the table's result, or to None where the team was exempt. *missed* are parties for which
    it was not there and has the points of an exemption all the same, neither won nor lost. Under "mean" an exemption
    brings the mean of the parties the team really played, to the nearest point, half a point going up; while it has
    played none, half of a partie. *halves* is half of a partie's points in those that are not as long as the others.
    """
    results = [seated[number] if number in seated else PartieResult(number, ABSENT) for number in rounds]
    seated_results = tuple(result for result in results if result is not None)
    if len(seated_results) == len(rounds) and not missed:
        return seated_results
    played = [result.points for result in seated_results if result.kind == PLAYED]
    usual = _exempt_points(played, policy)
    own = {number: _exempt_points(played, policy._replace(half=half)) for number, half in (halves or {}).items()}
    outcome = WON if policy.wins else NONE
    return tuple(
        PartieResult(number, EXEMPT, points=own.get(number, usual), conceded=own.get(number, usual), outcome=outcome)
        if result is None
        else PartieResult(number, ABSENT, points=usual, conceded=usual)
        if result.kind == ABSENT and number in missed
        else result
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


Results = Mapping[int, tuple[PartieResult, ...]]


def counted_in_pool(results: Results, gone: Collection[int], policy: str) -> Results:
    """Return the results of each team of a pool that count in its ranking, the teams *gone* having left it.

    Under "annulled" a team that had not finished the pool has played nothing, and nobody has played it; under "played"
    what is won by forfeit moves no difference; under "stand" all counts.
    """
    annulled = annulled_in_pool(results, gone, policy)
    if annulled:
        return {
            team: () if team in annulled else tuple(result for result in own if annulled.isdisjoint(result.opponents))
            for team, own in results.items()
        }
    if policy == "played" and gone:
        return {team: tuple(_without_difference(result, gone) for result in own) for team, own in results.items()}
    return results


def annulled_in_pool(results: Results, gone: Collection[int], policy: str) -> frozenset[int]:
    """Return those of the teams *gone* whose matches are annulled, not having met all the others of the pool.

    Who had won by forfeit against one that was not there has met it: whoever leaves later changes nothing of this.
    """
    if policy != "annulled":
        return frozenset()
    return frozenset(
        team for team in results.keys() & set(gone) if not results.keys() - {team} <= _opponents_met(results[team])
    )


def _opponents_met(results: Iterable[PartieResult]) -> set[int]:
    return {
        other
        for result in results
        if result.kind == PLAYED or (result.kind == FORFEIT and result.outcome == WON)
        for other in result.opponents
    }


def _without_difference(result: PartieResult, gone: Collection[int]) -> PartieResult:
    if result.kind == FORFEIT and result.outcome == WON and not set(gone).isdisjoint(result.opponents):
        return result._replace(conceded=result.points)
    return result
