# ruff: noqa: F401  # the models of each subject, and the functions that migrations name
from tournament.clubs.models import (
    ROLES,
    Club,
    GivenPassword,
    HostAct,
    LoginAttempt,
    Membership,
    PairedDevice,
    RecoveryCode,
    SecondFactor,
    role_choices,
)
from tournament.concours.models import Prize, Tournament
from tournament.entries.models import EntrySource, HomeEntry, TeamRequest
from tournament.jobs.models import Job
from tournament.journal.models import ClubEntry, JournalEntry
from tournament.ledger.models import Movement
from tournament.people.models import Person, person_category_choices
from tournament.qualification.models import QualifiedPlace, QualifyingRanking, answer_choices
from tournament.registration.imports.models import ImportDraft
from tournament.registration.models import CATEGORIES, Player, RemovedTeam, Team, TeamMember, category_choices
from tournament.rounds.models import (
    Draw,
    FormedTeam,
    PartnersDraw,
    Round,
    Seat,
    Table,
    draw_state_choices,
    round_state_choices,
    seed_origin_choices,
)
from tournament.tokens.models import ApiToken, KeptAnswer
