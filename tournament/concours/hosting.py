"""The clubs of a site, made, closed, hidden, opened again and handed over by its maintainer. Nothing is erased.

open → closed: everything can still be read → hidden: it exists for nobody → open. Each act is noted (`HostAct`).
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from tournament import names
from tournament.clubs import logging_in, policy, services as accounts
from tournament.clubs.models import Club, HostAct, Membership
from tournament.concours.models import Tournament
from tournament.concours.services import remove_tournament, restore_tournament
from tournament.errors import TournamentError


@dataclass(frozen=True)
class Invitation:
    """A club, and the address by which its organiser chooses a password; it is shown once and kept nowhere."""

    club: Club
    name: str
    link: str


@transaction.atomic
def make_club(*, name: str, organiser: str, by: User) -> Invitation:
    """Make a club with its first organiser, who is invited by a link.

    Raises TournamentError `club_name_missing`, or what is wrong with the organiser's name.
    """
    name = names.clean(name)
    if not name:
        raise TournamentError("club_name_missing", field="name")
    club = Club.objects.create(name=name[:80])
    invitation = _invite(club, organiser)
    _note(club, "make", by, organiser=_account(club, organiser))
    return invitation


@transaction.atomic
def close_club(*, club_id: int, by: User) -> Club:
    """Close the club to changes; it stays readable. Raises TournamentError `club_state` where it is not open."""
    club = _locked(club_id, closed=False, hidden=False)
    club.closed_at = timezone.now()
    club.save(update_fields=["closed_at"])
    _note(club, "close", by)
    return club


@transaction.atomic
def hide_club(*, club_id: int, by: User) -> Club:
    """Hide a closed club: pages, walls and telephones of its concours find nothing. Raises TournamentError `club_state`."""
    club = _locked(club_id, closed=True, hidden=False)
    shown = list(Tournament.objects.filter(club=club).values_list("pk", flat=True))
    for pk in shown:
        remove_tournament(tournament_id=pk, by=by, while_played=True)
    club.hidden_at = timezone.now()
    club.save(update_fields=["hidden_at"])
    _note(club, "hide", by, concours=shown)
    return club


@transaction.atomic
def reopen_club(*, club_id: int, by: User) -> Club:
    """Open a closed or hidden club again, as it was: what its organisers had removed before stays removed.

    Raises TournamentError `club_state` where it is open.
    """
    club = _locked(club_id, closed=True)
    if club.hidden_at is not None:
        last = HostAct.objects.filter(club=club, act="hide").last()
        hidden = Tournament.every.exclude(removed_at=None).filter(pk__in=last.details["concours"] if last else [])
        for pk in list(hidden.values_list("pk", flat=True)):
            restore_tournament(tournament_id=pk, by=by)
    club.closed_at = club.hidden_at = None
    club.save(update_fields=["closed_at", "hidden_at"])
    _note(club, "reopen", by)
    return club


@transaction.atomic
def hand_over_club(*, club_id: int, organiser: str, alone: bool = False, by: User) -> Invitation:
    """Invite an organiser by a link: a new account, or one of the club whose password is lost.

    *alone*: the other organisers' accounts are closed. Raises TournamentError `club_state` where the club is not open,
    or what is wrong with the name.
    """
    club = _locked(club_id, closed=False, hidden=False)
    invitation = _invite(club, organiser)
    invited = _account(club, organiser)
    if alone:
        others = Membership.objects.filter(club=club, role="organiser", user__is_active=True)
        for pk in list(others.exclude(user=invited).values_list("pk", flat=True)):
            accounts.close_account(membership_id=pk, by=by)
    _note(club, "hand_over", by, organiser=invited, alone=alone)
    return invitation


def _invite(club: Club, name: str) -> Invitation:
    known = (
        Membership.objects.select_related("user").filter(club=club, user__username=logging_in.username(name)).first()
    )
    if known is None:
        try:
            user = accounts.create_invited(name=name)
        except TournamentError as error:
            # Beside the name of the club, in the form and in the API, this one is the organiser's.
            raise TournamentError(error.code, field="organiser", **error.params) from None
        Membership.objects.create(user=user, club=club, role="organiser")
    else:
        user = known.user
        if policy.is_maintainer(user):
            raise TournamentError("account_shared")
        user.is_active = True
        user.save(update_fields=["is_active"])
        Membership.objects.filter(pk=known.pk).update(role="organiser")
    return Invitation(club, user.get_full_name(), accounts.first_password_link(user))


def _account(club: Club, name: str) -> int:
    return Membership.objects.get(club=club, user__username=logging_in.username(name)).user_id


def _locked(club_id: int, *, closed: bool, hidden: bool | None = None) -> Club:
    """Lock the club. Raises TournamentError `club_state` where it is not in the state that an act needs."""
    club = Club.objects.select_for_update().get(pk=club_id)
    if closed != (club.closed_at is not None) or (hidden is not None and hidden != (club.hidden_at is not None)):
        raise TournamentError("club_state")
    return club


def _note(club: Club, act: str, by: User, **details: object) -> None:
    HostAct.objects.create(club=club, act=act, by=by, by_number=by.pk, at=timezone.now(), details=details)
