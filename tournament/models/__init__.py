from tournament.models.clubs import ROLES, Club, Membership
from tournament.models.concours import Tournament
from tournament.models.draws import Draw, Round, Seat, Table
from tournament.models.imports import ImportDraft
from tournament.models.job import Job
from tournament.models.journal import JournalEntry
from tournament.models.login import LoginAttempt
from tournament.models.people import CATEGORIES, Player, Team, TeamMember

__all__ = [
    "CATEGORIES",
    "ROLES",
    "Club",
    "Draw",
    "ImportDraft",
    "Job",
    "JournalEntry",
    "LoginAttempt",
    "Membership",
    "Player",
    "Round",
    "Seat",
    "Table",
    "Team",
    "TeamMember",
    "Tournament",
]
