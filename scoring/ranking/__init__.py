# ruff: noqa: F401  # what other subjects import
"""Compute the ranking: plain Python, results in, ordered rows out. No Django, no database, no clock, no chance."""

from scoring.ranking.criteria import CRITERIA
from scoring.ranking.ranking import FIGURES, Gap, Published, Row, as_published, gaps, rank
from scoring.ranking.results import (
    ABSENT,
    EXEMPT,
    FORFEIT,
    PENDING,
    TWO_CAMPS,
    Caps,
    ExemptPolicy,
    ForfeitedTeams,
    PartieResult,
    TeamResults,
    half_partie,
    settle_table,
    team_results,
    winner_of,
    won_without_playing,
)
