"""Acts about a person, carried through to all that was made of its concours before: pages, workbooks, files, messages."""

from collections.abc import Collection
from typing import Unpack

from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q, QuerySet

from scoring.public.kept_parts import forget_parts
from scoring.public.models import RenderedPage
from scoring.seasons.models import Season
from scoring.sheets.models import Photo
from scoring.webhooks.models import Delivery
from scoring.webhooks.services import remake_waiting
from scoring.workbook.models import Export
from scoring.workbook.services import remake_workbooks
from tournament.concours.models import Tournament
from tournament.entries import services as entries
from tournament.ledger import booking as ledger
from tournament.people import acts, services as people
from tournament.people.models import Person
from tournament.registration.imports.models import ImportDraft
from tournament.registration.models import RemovedTeam, TeamMember
from tournament.tokens.models import KeptAnswer


@transaction.atomic
def erase_whole_person(*, club_id: int, person_id: int, by: User | None) -> int:
    """Erase a person, with the photos, workbooks, lists and answers that may hold its name; how many workbooks are made again.

    Raises TournamentError as `people.services.erase_person`.
    """
    concours = _concours_of(club_id, person_id)
    tables = Photo.objects.filter(table__seats__team__members__person=person_id, table__round__tournament__in=concours)
    photos = list(tables.order_by().values_list("pk", flat=True).distinct())
    own = Person.objects.filter(Q(pk=person_id) | Q(merged_into=person_id), club=club_id)
    written = list(own.exclude(name="").values_list("name", flat=True))
    teams = set(TeamMember.objects.filter(person=person_id).values_list("team", flat=True))
    people.erase_person(club_id=club_id, person_id=person_id, by=by)
    # The handwriting on a sheet may be the name: the score stands without its picture.
    Photo.objects.filter(pk__in=photos).delete()
    # A list sent in and an answer kept for a program are there for hours: none is worth to be searched for a name.
    ImportDraft.objects.filter(tournament__club=club_id).delete()
    KeptAnswer.objects.filter(account__memberships__club=club_id).delete()
    apps.get_model("scoring", "ReceivedFile").objects.filter(club=club_id).delete()
    RemovedTeam.objects.filter(tournament__in=concours).delete()
    for name in written:
        entries.erase_named(club_id=club_id, name=name)
    ledger.erase_remarks(club_id=club_id, written=written, teams=teams)
    return _follow(club_id, concours, Export.objects.all())


@transaction.atomic
def correct_whole_person(
    *, club_id: int, person_id: int, by: User | None, reason: str = "", **fields: Unpack[people.PersonFields]
) -> tuple[Person, int]:
    """Correct what is written of a person; the person, and how many workbooks are made again because its name changed.

    Raises TournamentError as `people.services.correct_person`.
    """
    before = Person.objects.filter(pk=person_id, club=club_id).values_list("name", flat=True).first()
    person = people.correct_person(club_id=club_id, person_id=person_id, by=by, reason=reason, **fields)
    if person.name == before:
        return person, 0
    return person, _follow(club_id, _concours_of(club_id, person_id), Export.objects.all())


@acts.SAY_RIGHTS.service
@transaction.atomic
def say_whole_rights(
    *, club_id: int, person_id: int, naming: str | None = None, images: bool | None = None, by: User | None
) -> int:
    """Write what a person says of its name and pictures; how many workbooks for others are made again because of it.

    Raises TournamentError as `people.services.say_rights`.
    """
    before = Person.objects.filter(pk=person_id, club=club_id).values_list("naming", flat=True).first()
    person = people.say_rights(club_id=club_id, person_id=person_id, naming=naming, images=images, by=by)
    if person.naming == before:
        return 0
    return _follow(club_id, _concours_of(club_id, person_id), Export.objects.filter(outside=True))


def _concours_of(club_id: int, person_id: int) -> list[int]:
    """Return the concours in which a person is registered, removed ones too."""
    own = Tournament.every.filter(club=club_id, teams__members__person=person_id)
    return list(own.order_by().values_list("pk", flat=True).distinct())


def _follow(club_id: int, concours: Collection[int], workbooks: QuerySet[Export]) -> int:
    """Forget what was made of *concours* with the name as it was, and have it made anew; how many *workbooks* are."""
    RenderedPage.objects.filter(tournament__in=concours).delete()
    apps.get_model("scoring", "WrittenFile").objects.filter(tournament__in=concours).delete()
    # Messages that still wait are written anew; those that were sent are not needed any more.
    Delivery.objects.filter(webhook__tournament__in=concours).exclude(state=Delivery.State.WAITING).delete()
    remake_waiting(concours)
    slugs = [*Tournament.every.filter(pk__in=concours).values_list("slug", flat=True)]
    slugs += Season.objects.filter(club=club_id).values_list("slug", flat=True)
    transaction.on_commit(lambda: forget_parts(slugs))
    return remake_workbooks(workbooks.filter(tournament__in=concours))
