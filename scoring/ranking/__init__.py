"""Compute the ranking: plain Python, results in, ordered rows out. No Django, no database, no clock, no chance."""

from scoring.ranking.criteria import CRITERIA as CRITERIA
from scoring.ranking.ranking import (
    FIGURES as FIGURES,
    Gap as Gap,
    Published as Published,
    Row as Row,
    as_published as as_published,
    gaps as gaps,
    rank as rank,
)
from scoring.ranking.results import (
    ABSENT as ABSENT,
    EXEMPT as EXEMPT,
    FORFEIT as FORFEIT,
    PENDING as PENDING,
    TWO_CAMPS as TWO_CAMPS,
    Caps as Caps,
    ExemptPolicy as ExemptPolicy,
    ForfeitedTeams as ForfeitedTeams,
    PartieResult as PartieResult,
    TeamResults as TeamResults,
    half_partie as half_partie,
    settle_table as settle_table,
    team_results as team_results,
    winner_of as winner_of,
    won_without_playing as won_without_playing,
)
