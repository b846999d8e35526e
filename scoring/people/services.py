"""Erase a person whole: its name in the concours, and in what was made of them before."""

from django.contrib.auth.models import User
from django.db import transaction

from scoring.webhooks.models import Delivery
from scoring.workbook.models import Export
from tournament.people import services as people
from tournament.people.models import Person
from tournament.registration.imports.models import ImportDraft
from tournament.registration.models import RemovedTeam
from tournament.tokens.models import KeptAnswer


@transaction.atomic
def erase_whole_person(*, club_id: int, person_id: int, by: User | None) -> int:
    """Erase a person, with the workbooks, lists and answers that may hold its name; how many workbooks are to be made again.

    Raises TournamentError as `people.services.erase_person`.
    """
    concours = list(
        Person.objects.filter(pk=person_id, club=club_id)
        .order_by()
        .values_list("memberships__team__tournament", flat=True)
        .distinct()
    )
    people.erase_person(club_id=club_id, person_id=person_id, by=by)
    # A list sent in and an answer kept for a program are there for hours: none is worth to be searched for a name.
    ImportDraft.objects.filter(tournament__club=club_id).delete()
    KeptAnswer.objects.filter(account__memberships__club=club_id).delete()
    # Messages that still wait are sent first: their site would miss them.
    Delivery.objects.filter(webhook__tournament__in=concours).exclude(state=Delivery.State.WAITING).delete()
    RemovedTeam.objects.filter(tournament__in=concours).delete()
    workbooks, _more = Export.objects.filter(tournament__in=concours).delete()
    return workbooks
