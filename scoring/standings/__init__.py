"""The ranking: plain Python, results in, ordered rows out. No Django, no database, no clock, no chance."""

from scoring.standings.criteria import CRITERIA, DEFAULT_CRITERIA, Criterion
from scoring.standings.ranking import Gap, Row, gaps, rank
from scoring.standings.results import (
    ABSENT,
    EXEMPT,
    FORFEIT,
    PENDING,
    PLAYED,
    Caps,
    ExemptPolicy,
    Result,
    TeamResults,
    half_partie,
    lost_by_exclusion,
    settle_table,
    team_results,
)

__all__ = [
    "ABSENT",
    "CRITERIA",
    "DEFAULT_CRITERIA",
    "EXEMPT",
    "FORFEIT",
    "PENDING",
    "PLAYED",
    "Caps",
    "Criterion",
    "ExemptPolicy",
    "Gap",
    "Result",
    "Row",
    "TeamResults",
    "gaps",
    "half_partie",
    "lost_by_exclusion",
    "rank",
    "settle_table",
    "team_results",
]
