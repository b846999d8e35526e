"""The matches of a team that leaves its pool, as the ranking of the pool counts them (setting `pool_leavers`)."""

from collections.abc import Collection, Mapping

from scoring.ranking.results import FORFEIT, PLAYED, WON, PartieResult

Results = Mapping[int, tuple[PartieResult, ...]]


def counted_in_pool(results: Results, gone: Collection[int], policy: str) -> Results:
    """Return the results of each team of a pool that count in its ranking, the teams *gone* having left it.

    Under "annulled" a team that had not met all those still here has played nothing, and nobody has played it; under
    "played" what is won by forfeit moves no difference; under "stand" all counts.
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
    """Return those of the teams *gone* whose matches are annulled: who has met all those still here has finished."""
    if policy != "annulled":
        return frozenset()
    here = results.keys() - set(gone)
    met = {
        team: {other for result in results[team] if result.kind == PLAYED for other in result.opponents}
        for team in results.keys() & set(gone)
    }
    return frozenset(team for team, others in met.items() if not here <= others)


def _without_difference(result: PartieResult, gone: Collection[int]) -> PartieResult:
    if result.kind == FORFEIT and result.outcome == WON and not set(gone).isdisjoint(result.opponents):
        return result._replace(conceded=result.points)
    return result
