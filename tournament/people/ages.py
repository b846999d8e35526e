"""Years of birth, which the club knows only while a concours asks for ages."""

import datetime
from collections.abc import Mapping

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.people.models import Person

OLDEST = 120
AGES_KEPT_FOR = datetime.timedelta(days=30)  # after the last concours that asks for ages


def check_birth_year(person: Person, year: int) -> None:
    """Raise TournamentError `birth_year_unasked` where no concours of the club asks for ages, `birth_year_range`."""
    if not asking_ages(person.club_id).exists():
        raise TournamentError("birth_year_unasked", field="birth_year")
    this_year = timezone.localdate().year
    if not this_year - OLDEST <= year <= this_year:
        raise TournamentError(
            "birth_year_range", field="birth_year", read=year, lowest=this_year - OLDEST, highest=this_year
        )


def asking_ages(club_id: int | OuterRef) -> QuerySet[Tournament]:
    """Return the concours of a club that ask for ages and are not long over: as long birth years are kept."""
    asks = Q(entry_age_from__gt=0) | Q(entry_age_to__gt=0)
    return Tournament.objects.filter(asks, club=club_id, date__gte=timezone.localdate() - AGES_KEPT_FOR).order_by()


def bring_birth_years(*, club_id: int, years: Mapping[int | None, int]) -> None:
    """Write *years* of birth that a file brought, by person, where none is known and a concours asks for ages."""
    if not asking_ages(club_id).exists():
        return
    unknown = Person.objects.filter(club=club_id, pk__in=[pk for pk in years if pk], birth_year=None, erased_at=None)
    this_year = timezone.localdate().year
    persons = [one for one in unknown if this_year - OLDEST <= years[one.pk] <= this_year]
    for person in persons:
        person.birth_year = years[person.pk]
    Person.objects.bulk_update(persons, ["birth_year"], 200)


def forget_birth_years() -> int:
    """Forget the birth years in every club of which no concours asks for ages any more; how many."""
    known = Person.objects.filter(birth_year__isnull=False)
    return known.exclude(Exists(asking_ages(OuterRef("club")))).update(birth_year=None)
