"""The matches of a team that leaves its pool, as the ranking of the pool counts them (setting `pool_leavers`)."""

from collections.abc import Collection, Iterable, Mapping

from scoring.ranking.results import FORFEIT, PLAYED, WON, PartieResult

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
