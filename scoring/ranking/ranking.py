"""Rank teams: rows in order, equals shown equal, and the criterion that separates each from the next."""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence, Set
from itertools import groupby
from typing import NamedTuple, Protocol, TypeVar

from scoring.ranking.criteria import CRITERIA, DEFAULT_CRITERIA, AllTeams, Tally
from scoring.ranking.results import PartieResult, TeamResults

# Raised with each change of what the same results come to: in a ranking, or in what an evening brings a season. Copies made
# before are then made anew, and the file of a concours says by which of them it is ranked (`scoring.transfer.reader`). What
# was published stays (`as_published`).
FIGURES = 4

# Between two rows: they are equal, or the lower one has left the concours, or was excluded from it.
EQUAL = ""
WITHDRAWN = "withdrawn"
EXCLUDED = "excluded"
PHASE = "phase"


class Row(NamedTuple):
    """One team's line. `values` are by criterion, in the order of the concours; `separated_by` the criterion that puts
    it below the row above: a key of CRITERIA, "withdrawn", "excluded", "phase" (it came less far in a knock-out or a
    phase), or "" for the first and for equals. `unwon`: it met the other one of its rank for a place that neither won.
    """

    rank: int
    tied: bool
    team_id: int
    number: int
    values: dict[str, int | None]
    points: int
    wins: int
    ties: int
    losses: int
    difference: int
    exempt_count: int
    results: tuple[PartieResult, ...]
    withdrawn: bool
    excluded: bool
    separated_by: str
    unwon: bool = False


# Rank, number of the team, points, its values by criterion: the line of a ranking that was published.
Published = tuple[int, int, int, Sequence[int | None]]


class RankedLine(Protocol):
    """A line of a list that shows a row of the ranking."""

    @property
    def row(self) -> Row:
        """Return the row."""


Line = TypeVar("Line", bound=RankedLine)


class Gap(NamedTuple):
    """The criterion between a row and a neighbour (as Row.separated_by), and the two values."""

    other: Row
    criterion: str
    mine: int | None
    theirs: int | None


def rank(
    teams: Sequence[TeamResults],
    criteria: Sequence[str] = DEFAULT_CRITERIA,
    *,
    seed: str = "",
    levels: Mapping[int, tuple[int, ...]] | None = None,
    unwon: Collection[Set[int]] = (),
    leavers_last: bool = True,
) -> list[Row]:
    """Rank *teams* by *criteria* (keys of CRITERIA), whatever the order they come in.

    Teams equal on all criteria share a rank, the next ranks being skipped; they are listed by number, which says
    nothing about them. Teams that left come after all others, or where their results put them without *leavers_last*,
    if they have any: the matches of a team that left its pool may be annulled. Those excluded come last in any case.
    *seed* is that of the criterion "lot". *levels*, by team number and lower first, comes before all criteria: how far
    each came in a knock-out. Those of a pair of *unwon* met for a place that neither won: nobody has that one, and both
    have the next, whatever the criteria say, unless they come last.
    """
    criteria = tuple(criteria) or DEFAULT_CRITERIA
    tallies = [Tally(team) for team in sorted(teams, key=lambda team: team.number)]
    all_teams = AllTeams({tally.team.number: tally for tally in tallies}, criteria[0], seed)
    values: dict[int, dict[str, int | None]] = {number: dict.fromkeys(criteria) for number in all_teams.tallies}
    for key in criteria:
        if CRITERIA[key].among is None:
            for tally, value in zip(tallies, CRITERIA[key].values(tallies, all_teams), strict=True):
                values[tally.team.number][key] = value

    kinds: dict[str, list[Tally]] = {EQUAL: [], WITHDRAWN: [], EXCLUDED: []}
    for tally in tallies:
        team = tally.team
        left = team.withdrawn and (leavers_last or not team.results)
        kinds[EXCLUDED if team.excluded else WITHDRAWN if left else EQUAL].append(tally)
    staying = {tally.team.number for tally in kinds[EQUAL]}
    unwon = [pair for pair in unwon if pair <= staying]
    groups = [(by, group) for by, group in kinds.items() if group]
    if groups:
        groups[0] = (EQUAL, groups[0][1])
    if levels:
        groups = [part for by, group in groups for part in _by_level(group, by, levels)]
    for key in criteria:
        groups = [
            part
            for by, group in groups
            for part in ([(by, group)] if _neither_won(group, unwon) else _split(group, by, key, all_teams, values))
        ]

    rows: list[Row] = []
    for by, group in groups:
        neither_won = _neither_won(group, unwon)
        shared = len(rows) + 1 + neither_won
        for place, tally in enumerate(group):
            team = tally.team
            rows.append(
                Row(
                    shared,
                    len(group) > 1,
                    team.team_id,
                    team.number,
                    values[team.number],
                    tally.points,
                    tally.wins,
                    tally.ties,
                    tally.losses,
                    tally.points - tally.conceded,
                    tally.exempt_count,
                    team.results,
                    team.withdrawn,
                    team.excluded,
                    EQUAL if place else by,
                    neither_won,
                )
            )
    return rows


def as_published(rows: Sequence[Row], published: Sequence[Published]) -> Sequence[Row]:
    """Return *rows* in the order of *published*, each with the rank, points and values that it had there.

    *rows* themselves where they agree, or are not of the same teams.
    """
    by_number = {row.number: row for row in rows}
    ranks = Counter(rank for rank, *_more in published)
    if [(row.rank, row.number, row.points) for row in rows] == [line[:3] for line in published]:
        return rows
    if by_number.keys() != {number for _rank, number, *_more in published}:
        return rows
    found: list[Row] = []
    for rank_, number, points, figures in published:
        row = by_number[number]
        values = row.values | dict(zip(row.values, figures, strict=False))
        by = row.separated_by
        if found and found[-1].rank == rank_:
            by = EQUAL
        elif found and by in (EQUAL, *values):
            by = next((key for key, value in values.items() if value != found[-1].values[key]), by)
        found.append(row._replace(rank=rank_, tied=ranks[rank_] > 1, points=points, values=values, separated_by=by))
    return found


def _neither_won(group: list[Tally], unwon: Collection[Set[int]]) -> bool:
    """Return whether *group* is a pair that met for a place which neither has won."""
    return bool(unwon) and len(group) == 2 and {tally.team.number for tally in group} in unwon


def _by_level(group: list[Tally], by: str, levels: Mapping[int, tuple[int, ...]]) -> list[tuple[str, list[Tally]]]:
    """Split *group* by how far each came."""
    ordered = sorted(group, key=lambda tally: levels[tally.team.number])
    parts = [list(part) for _, part in groupby(ordered, key=lambda tally: levels[tally.team.number])]
    return [(PHASE if place else by, part) for place, part in enumerate(parts)]


def _split(
    group: list[Tally], by: str, key: str, all_teams: AllTeams, values: dict[int, dict[str, int | None]]
) -> list[tuple[str, list[Tally]]]:
    """Split *group*, whose first stands below the row above because of *by*, by the criterion *key*."""
    if len(group) == 1:
        return [(by, group)]
    criterion = CRITERIA[key]
    if criterion.among is not None:
        for tally, value in zip(group, criterion.values(group, all_teams), strict=True):
            values[tally.team.number][key] = value
        if values[group[0].team.number][key] is None:
            return [(by, group)]

    def figure(tally: Tally) -> int:
        return values[tally.team.number][key] or 0

    ordered = sorted(group, key=figure, reverse=not criterion.fewer_is_better)
    parts = [list(part) for _, part in groupby(ordered, key=figure)]
    return [(key if place else by, part) for place, part in enumerate(parts)]


def first_and_equals(lines: Sequence[Line], most: int) -> list[Line]:
    """Return the first *most* of ranked *lines*, and those equal with the last of them: no list ends between equals."""
    ranks = {line.row.rank for line in lines[:most]}
    return [line for line in lines if line.row.rank in ranks]


def gaps(rows: Sequence[Row], number: int) -> tuple[Gap | None, list[Row], Gap | None]:
    """Return the gap of team *number* to the rank above, the rows it shares its rank with, and the gap below.

    Raises KeyError where the team is not in the ranking.
    """
    places = {row.number: place for place, row in enumerate(rows)}
    mine = rows[places[number]]
    same = [row for row in rows if row.rank == mine.rank]
    first = min(places[row.number] for row in same)
    after = first + len(same)
    above = below = None
    if first > 0:
        above = _gap(mine, rows[first - 1], rows[first].separated_by)
    if after < len(rows):
        below = _gap(mine, rows[after], rows[after].separated_by)
    return above, [row for row in same if row.number != number], below


def _gap(mine: Row, other: Row, criterion: str) -> Gap:
    return Gap(other, criterion, mine.values.get(criterion), other.values.get(criterion))
