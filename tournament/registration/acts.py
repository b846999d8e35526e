"""Acts of registration: teams, presence, payments, who leaves and who comes back."""

from functools import partial
from typing import Any

from django.utils.translation import gettext_lazy as _

from tournament.journal.acts import IS_REVERSE, Act, Reverse, WrittenLine, facts, of_concours, of_team

ASKS_DOOR = _("Set it again on the page of registration.")


def _payment_before(line: WrittenLine) -> dict[str, Any]:
    names = ("paid_cents", "paid_by", "partner_cents", "partner_paid_by")
    return of_team(line) | {name: line.before[name] for name in names if name in line.before}


def _absence_before(line: WrittenLine) -> dict[str, Any]:
    number = facts(line)["number"]
    return {"tournament_id": line.tournament_id, "number": number, "round_number": line.before["away_in"]}


_team_act = partial(Act, right="register", seals=("team",), moves_ranking=True)

RESTORE_TEAM = _team_act("restore_team", words=_("Deleted team back"), seals=("team", "till"), undo=IS_REVERSE)
DELETE_TEAM = _team_act(
    "delete_team",
    words=_("Team deleted"),
    seals=("team", "partners", "till"),
    undo=Reverse(
        does=_("The registration is back with its number and its players."),
        by=RESTORE_TEAM,
        to=lambda line: of_concours(line) | {"team_id": line.before["team"]},
    ),
)
REGISTER_TEAM = _team_act(
    "register_team",
    words=_("Team registered"),
    seals=("team", "till"),
    undo=Reverse(
        does=_("The registration leaves the list, and what it was noted to have paid leaves the till."),
        by=DELETE_TEAM,
        to=lambda line: of_team(line) | {"money": "mistake"},
    ),
)
TAKE_BACK_IMPORT = _team_act(
    "take_back_import", words=_("Imported list taken back"), seals=("team", "till"), undo=_("Import the list again.")
)
IMPORT_TEAMS = _team_act(
    "import_teams",
    words=_("List of teams imported"),
    seals=("team", "till"),
    undo=Reverse(
        does=_("All the registrations of this list leave it."),
        by=TAKE_BACK_IMPORT,
        to=lambda line: of_concours(line) | {"team_ids": line.after["teams"]},
    ),
    copied_at_once=True,
)
CHANGE_TEAM = _team_act("change_team", words=_("Team changed"), seals=("team", "till"), undo=ASKS_DOOR)
UNITE_ORIGINS = _team_act("unite_origins", words=_("A commune written in one way"), undo=ASKS_DOOR)
SET_PRESENT = _team_act(
    "set_present",
    words=_("Presence"),
    moves_ranking=False,
    undo=Reverse(
        does=_("The presence is again as it was."), to=lambda line: of_team(line) | {"present": line.before["present"]}
    ),
)
SET_ALL_PRESENT = _team_act(
    "set_all_present",
    words=_("All the teams present"),
    moves_ranking=False,
    undo=_("Unmark on the page of registration those that are not there."),
)
SET_PAID = Act(
    "set_paid",
    words=_("Payment"),
    right="register",
    seals=("team", "till"),
    moves_ranking=False,
    undo=Reverse(does=_("The payment is again as it was."), to=_payment_before, after_end=True),
)
REFUND_TEAM = Act(
    "refund_team",
    words=_("Fee given back"),
    right="till",
    seals=("team", "till"),
    moves_ranking=False,
    undo=_("Take the money again on the page of the till."),
)
SET_AWAY = Act(
    "set_away",
    words=_("Away for one partie"),
    right="draw",
    seals=("team",),
    moves_ranking=False,
    undo=Reverse(does=_("The absence is again as it was."), to=_absence_before, right="register"),
)
RETURN_TEAM = _team_act("return_team", words=_("Team comes back"), undo=IS_REVERSE)
WITHDRAW_TEAM = _team_act(
    "withdraw_team",
    words=_("Team leaves"),
    undo=Reverse(
        does=_("Back in the concours, from the next draw on."),
        by=RETURN_TEAM,
        to=lambda line: of_team(line) | {"present": False},
    ),
)
ADMIT_TEAM = _team_act(
    "admit_team",
    words=_("Team that waited has a place"),
    undo=_("Registered people who have a place keep it, and may leave on the page of registration."),
)
TAKE_BACK_EXCLUSION = _team_act("take_back_exclusion", words=_("Exclusion taken back"), right="rule", undo=IS_REVERSE)
EXCLUDE_TEAM = _team_act(
    "exclude_team",
    words=_("Team excluded"),
    right="rule",
    undo=Reverse(
        does=_("The exclusion is taken back."),
        by=TAKE_BACK_EXCLUSION,
        to=of_team,
        action=_("Take the exclusion back"),
        corrects=True,
    ),
)
RENUMBER_TEAMS = _team_act("renumber_teams", words=_("Teams renumbered"), undo=ASKS_DOOR)
