from tournament.clubs.models import ROLES, Club, LoginAttempt, Membership, role_choices
from tournament.concours.models import Tournament
from tournament.jobs.models import Job
from tournament.journal.models import JournalEntry
from tournament.registration.imports.models import ImportDraft
from tournament.registration.models import CATEGORIES, Player, Team, TeamMember, category_choices
from tournament.rounds.models import (
    Draw,
    Round,
    Seat,
    Table,
    draw_state_choices,
    round_state_choices,
    seed_origin_choices,
)

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
    "category_choices",
    "draw_state_choices",
    "role_choices",
    "round_state_choices",
    "seed_origin_choices",
]
