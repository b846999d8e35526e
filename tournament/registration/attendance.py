"""Acts of a team that is in the hall, away, gone, back or excluded."""

from typing import Any

from django.contrib.auth.models import User
from django.db import transaction

from tournament.concours.lock import lock_open_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.registration import acts, selectors as roster, services
from tournament.registration.models import Team


@acts.SET_PRESENT.service
@transaction.atomic
def set_present(*, team_id: int, present: bool, by: User | None) -> Team:
    """Mark the team as being in the hall or not. Marking it as it is already changes nothing."""
    tournament, team = services.open_team(team_id)
    return services.update_team(tournament, team, acts.SET_PRESENT, by, present=present)


@acts.SET_AWAY.service
@transaction.atomic
def set_away(*, tournament_id: int, number: int, round_number: int | None, by: User | None) -> Team:
    """Note that team *number* is away for partie *round_number* alone, or for none (None). Raises TournamentError.

    Only a partie that is not drawn yet: to one that is, the team has its place.
    """
    tournament = lock_open_tournament(tournament_id)
    team = Team.objects.filter(tournament=tournament, number=number).first()
    if team is None:
        raise TournamentError("late_team_unknown", field="team", team=number)
    lowest = roster.last_published_round(tournament) + 1
    if round_number is not None and not lowest <= round_number <= tournament.parties:
        raise TournamentError(
            "away_wrong", field="round", team=number, lowest=lowest, highest=tournament.parties, read=round_number
        )
    return services.update_team(tournament, team, acts.SET_AWAY, by, away_in=round_number)


@transaction.atomic
def set_all_present(*, tournament_id: int, by: User | None) -> int:
    """Mark every team that has a place and has not withdrawn as being in the hall; how many were not."""
    tournament = lock_open_tournament(tournament_id)
    absent = Team.objects.filter(tournament=tournament, present=False, withdrawn_from__isnull=True, waiting=False)
    numbers = list(absent.order_by("number").values_list("number", flat=True))
    if numbers:
        absent.update(present=True)
        journal.write(tournament, acts.SET_ALL_PRESENT, by, after={"numbers": numbers, "present": True})
    return len(numbers)


@transaction.atomic
def withdraw_team(*, team_id: int, from_round: int, reason: str, by: User | None) -> Team:
    """Withdraw the team: partie *from_round* is the first it does not play. Nothing it played is lost.

    A team already seated in that partie stays seated, its table incomplete: the sheet says the forfeit. Raises
    TournamentError already_withdrawn, reason_needed, withdraw_round.
    """
    tournament, team = services.open_team(team_id)
    if team.withdrawn_from is not None:
        raise TournamentError("already_withdrawn", number=team.number, round=team.withdrawn_from)
    reason = journal.required_reason(reason)
    earliest = max(roster.last_published_round(tournament), team.first_round)
    _check_leaving(from_round, earliest, tournament.parties)
    return services.update_team(tournament, team, acts.WITHDRAW_TEAM, by, reason, withdrawn_from=from_round)


def _check_leaving(from_round: int, earliest: int, latest: int) -> None:
    if not earliest <= from_round <= latest:
        raise TournamentError("withdraw_round", field="from_round", read=from_round, earliest=earliest, parties=latest)


@acts.RETURN_TEAM.service
@transaction.atomic
def return_team(*, team_id: int, by: User | None, present: bool = True) -> Team:
    """Take back a team that had withdrawn: it is in the next draw, or waits again for a place it never had.

    Without *present* it is in the hall or not as it was before it left. Raises TournamentError not_withdrawn,
    places_full, or team_excluded: that is taken back by an act of its own, with a reason.
    """
    tournament, team = services.open_team(team_id)
    if team.withdrawn_from is None:
        raise TournamentError("not_withdrawn", number=team.number)
    if team.excluded:
        raise TournamentError("team_excluded", number=team.number)
    if not team.waiting:
        services.check_place(tournament)
    values: dict[str, Any] = {"withdrawn_from": None}
    if present and not team.present:
        values["present"] = True
    return services.update_team(tournament, team, acts.RETURN_TEAM, by, **values)


@transaction.atomic
def admit_team(*, team_id: int, by: User | None) -> Team:
    """Move a team of the waiting list to a place: it is drawn from the next partie on where it is present.

    Who is first in line is said (`roster.waiting_list`), not imposed: he may be at the bar. Raises TournamentError
    not_waiting, places_full, too_late.
    """
    tournament, team = services.open_team(team_id)
    if not team.waiting or team.withdrawn_from is not None:
        raise TournamentError("not_waiting", number=team.number)
    services.check_place(tournament)
    return services.update_team(
        tournament, team, acts.ADMIT_TEAM, by, waiting=False, first_round=services.joining_round(tournament)
    )


@transaction.atomic
def exclude_team(*, team_id: int, from_round: int | None = None, reason: str, by: User | None) -> Team:
    """Exclude the team from the concours: partie *from_round* is the first it does not play, by default the next.

    It is ranked last from then on; its former opponents have what `excluded_policy` says. A table where it sits now
    stays as it is: its sheet says the forfeit. One that had left keeps the partie it left at, if that is earlier.
    Raises TournamentError already_excluded, reason_needed, withdraw_round (S1 incidents D).
    """
    tournament, team = services.open_team(team_id)
    if team.excluded:
        raise TournamentError("already_excluded", number=team.number, round=team.withdrawn_from)
    reason = journal.required_reason(reason)
    drawn = roster.last_published_round(tournament)
    next_round = max(drawn + 1, team.first_round)
    first = next_round if from_round is None else from_round
    _check_leaving(first, max(drawn, team.first_round), max(next_round, tournament.parties))
    leaves = min(first, team.withdrawn_from or first)
    return services.update_team(tournament, team, acts.EXCLUDE_TEAM, by, reason, withdrawn_from=leaves, excluded=True)


@acts.TAKE_BACK_EXCLUSION.service
@transaction.atomic
def take_back_exclusion(*, team_id: int, reason: str, by: User | None) -> Team:
    """End the exclusion of a team: what it and its opponents marked counts again, and it is in the next draw.

    One that had left before it was excluded has left again. Raises TournamentError not_excluded, reason_needed.
    """
    tournament, team = services.open_team(team_id)
    if not team.excluded:
        raise TournamentError("not_excluded", number=team.number)
    reason = journal.required_reason(reason)
    left = _left_before_exclusion(tournament, team)
    return services.update_team(
        tournament, team, acts.TAKE_BACK_EXCLUSION, by, reason, withdrawn_from=left, excluded=False
    )


def _left_before_exclusion(tournament: Tournament, team: Team) -> int | None:
    """Return from which partie on the team had left by itself when it was excluded; None where it had not."""
    lines = tournament.journal.filter(act=acts.EXCLUDE_TEAM.key, after__team=team.pk).order_by("-number")
    before = lines.values_list("before", flat=True).first() or {}
    return before.get("withdrawn_from")
