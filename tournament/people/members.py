"""The members of a club: who they are, and the end of a club's year, when nobody is one any more."""

from collections.abc import Collection

from django.contrib.auth.models import User
from django.db import transaction

from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.people import acts
from tournament.people.models import Person
from tournament.people.selectors import members_of
from tournament.people.services import lock_club


@acts.END_MEMBERSHIPS.service
@transaction.atomic
def end_memberships(*, club_id: int, members: int, by: User | None) -> int:
    """End the membership of everybody in a club at once; return how many *members* there were.

    *members* is the number that the preview showed. Raises TournamentError `members_changed` where there is another
    number by now, `members_none`.
    """
    club = lock_club(club_id)
    count = members_of(club).count()
    if count != members:
        raise TournamentError("members_changed")
    # A name brought together with another may be separated again: it is no member then either.
    known = Person.objects.filter(club=club, member=True)
    pks = sorted(known.values_list("pk", flat=True))
    if not count:
        raise TournamentError("members_none")
    known.update(member=False)
    journal.write_club(club.pk, acts.END_MEMBERSHIPS, by, before={"people": pks})
    return count


@acts.RENEW_MEMBERSHIPS.service
@transaction.atomic
def renew_memberships(*, club_id: int, person_ids: Collection[int], by: User | None) -> int:
    """Make members again of those of some people who are still known; return how many it made."""
    club = lock_club(club_id)
    people = Person.objects.filter(club=club, pk__in=person_ids, erased_at=None, member=False)
    pks = sorted(people.values_list("pk", flat=True))
    Person.objects.filter(pk__in=pks).update(member=True)
    # One that was brought together with another meanwhile is this other one.
    club.people.filter(merged__in=pks, member=False).update(member=True)
    if pks:
        journal.write_club(club.pk, acts.RENEW_MEMBERSHIPS, by, after={"people": pks})
    return len(pks)
