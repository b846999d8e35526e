"""Recognise the people of a club in the places of a team."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from django.apps import apps
from django.conf import settings
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils.translation import gettext, override

from tournament import names
from tournament.concours.models import Tournament
from tournament.people.models import PERSON_CATEGORIES, Person
from tournament.people.naming import REFUSED
from tournament.prepared import insert, prepared

# Beyond as many names the people of the whole club are read: some databases take no longer lists.
MOST_KEYS = 200


@dataclass(frozen=True)
class NamedPlace:
    """Describe a place in a team as it is typed: the name, the commune and category of the team, the partner's key."""

    name: str
    commune: str = ""
    category: str = ""
    partner: str = ""

    @property
    def key(self) -> str:
        """Return the key of the name, as it is stored."""
        return names.key(self.name)[:80]


def match_people(*, tournament: Tournament, places: Sequence[NamedPlace]) -> list[Person | None]:
    """Return the person of the club that each of *places* is; None where none is known. At most two queries.

    A person agrees by the commune or by a partner it had; the only one of its name does too where nothing contradicts.
    Nobody sits twice in one concours.
    """
    return _match(tournament, places)[0]


def _match(
    tournament: Tournament, places: Sequence[NamedPlace]
) -> tuple[list[Person | None], Mapping[str, Sequence[Person]]]:
    """Return the person of each place, and those known under each key of a name."""
    keys = [place.key for place in places]
    narrowed = {"keys": keys} if len(keys) <= MOST_KEYS else {}
    known: defaultdict[str, list[Person]] = defaultdict(list)
    taken: set[int] = set()
    for named in _people_outside(club=tournament.club_id, tournament=tournament.pk, **narrowed):
        # Under each name that it was brought together from, it is the same person.
        person_of_name = named.merged_into or named
        if person_of_name not in known[named.key]:
            known[named.key].append(person_of_name)
    partners = _partners_of([place for place in places if known[place.key] and place.partner], known)
    found: list[Person | None] = []
    for place, key in zip(places, keys, strict=True):
        person = _agreeing(place, [one for one in known[key] if one.pk not in taken], partners)
        taken |= {person.pk} if person else set()
        found.append(person)
    return found, known


@prepared
def _people_outside(club: int, tournament: int, keys: list[str] | None = None) -> QuerySet[Person]:
    """Find the people of the club who sit not in the concours."""
    stands = Coalesce(OuterRef("merged_into"), OuterRef("pk"))
    members = apps.get_model("tournament", "TeamMember").objects
    sits_here = Exists(members.filter(person=stands, team__tournament=tournament))
    people = Person.objects.filter(club=club, erased_at=None).exclude(sits_here)
    people = people if keys is None else people.filter(key__in=keys)
    return people.select_related("merged_into").order_by("pk")


def recognise(*, tournament: Tournament, places: Sequence[NamedPlace]) -> list[Person | None]:
    """Return the person of the club for each of *places*; a new one, saved, where none is known. At most four queries.

    The club's players are locked, and each place is about to be taken. Unless the club wrote its commune, that of the
    team is its commune from then on. Of a rehearsal nobody is known (None).
    """
    if tournament.rehearsal:
        return [None] * len(places)
    matched, known = _match(tournament, places)
    found: list[Person] = []
    for place, person in zip(places, matched, strict=True):
        if person is None:
            person = Person(club_id=tournament.club_id, name=place.name, commune=place.commune, times=1)
            person.category = place.category if place.category in PERSON_CATEGORIES else ""
            if any(one.naming == REFUSED for one in known.get(place.key, ())):
                person.naming = REFUSED  # it may be the one who does not want to be named
            person.set_keys()
        else:
            person.times += 1
            if place.commune and not person.entered:
                person.commune = place.commune
        found.append(person)
    Person.objects.bulk_update([person for person in found if person.pk], ["commune", "times"], batch_size=200)
    insert([person for person in found if person.pk is None])
    return list(found)


def _partners_of(places: Sequence[NamedPlace], known: Mapping[str, Sequence[Person]]) -> Collection[tuple[int, str]]:
    """Return who of the people *known* has played beside whom of the partners of *places*: (person, partner's key)."""
    unsure = [person.pk for place in places for person in known[place.key] if not _same_place(place, person)]
    if not unsure:
        return ()
    beside = Person.objects.filter(pk__in=unsure).order_by()
    return set(beside.values_list("pk", "memberships__team__members__player__key").distinct())


def _agreeing(place: NamedPlace, people: Sequence[Person], partners: Collection[tuple[int, str]]) -> Person | None:
    """Return the one of *people*, who all have the name of *place*, that it is; None where nothing or too much tells."""
    agreement = {person: _same_place(place, person) + ((person.pk, place.partner) in partners) for person in people}
    best = max(agreement.values(), default=0)
    if best:
        same = [person for person in people if agreement[person] == best]
        return same[0] if len(same) == 1 else None
    # Nothing agrees: the only one of this name it is all the same, unless the communes say otherwise.
    alone = len(people) == 1 and not (place.commune and people[0].commune)
    return people[0] if alone else None


def _same_place(place: NamedPlace, person: Person) -> bool:
    return bool(place.commune) and names.place_key(place.commune) == names.place_key(person.commune)


def refer_places(tournament: Tournament, known: Mapping[int, int]) -> None:
    """Refer each place to the person *known* of its player, else to the one of that name in the club, or to a new one.

    A place whose name was erased has nobody, nor has any of a rehearsal. The club's players are locked.
    """
    erased = erased_keys()
    rows = apps.get_model("tournament", "TeamMember").objects
    members = list(rows.filter(team__tournament=tournament).select_related("team", "player").order_by("pk"))
    before = [member.person_id for member in members]
    for member in members:
        member.person_id = known.get(member.player_id)
    rows.bulk_update(members, ["person"], batch_size=200)
    keys = {(member.team_id, member.position): member.player.key for member in members}
    unknown = [member for member in members if member.person_id is None and member.player.key not in erased]
    places = [
        NamedPlace(
            member.player.name,
            member.team.origin,
            member.team.category,
            partner=keys.get((member.team_id, 3 - member.position), ""),
        )
        for member in unknown
    ]
    for member, person in zip(unknown, recognise(tournament=tournament, places=places), strict=True):
        member.person = person
    rows.bulk_update(unknown, ["person"], batch_size=200)
    forget_unknown({*before, *known.values(), *(member.person_id for member in members)})


def erased_keys() -> set[str]:
    """Return the keys of what stands in the place of an erased name, in each language."""
    found = set()
    for code, _name in settings.LANGUAGES:
        with override(code):
            found.add(names.key(gettext("Name erased"))[:80])
    return found


def forget_unknown(persons: Collection[int | None]) -> None:
    """Forget the persons that no team refers to any more, those that the club itself entered excepted."""
    Person.objects.filter(pk__in=[pk for pk in persons if pk], memberships=None, entered=False, merged=None).delete()
    count_places(persons)


def count_places(persons: Collection[int | None]) -> None:
    """Count anew in how many teams some persons are: the order in which they are found."""
    known = [pk for pk in persons if pk]
    if known:
        counted = Person.objects.filter(pk=OuterRef("pk")).values(n=Count("memberships"))
        Person.objects.filter(pk__in=known).update(times=Subquery(counted))


def follow_origin(teams: Collection[int], before: Collection[str], after: str) -> None:
    """Correct the commune of the people of some *teams* where it was one of *before*, as their teams had it."""
    people = Person.objects.filter(memberships__team__in=teams, commune__in=before, entered=False)
    Person.objects.filter(pk__in=list(people.values_list("pk", flat=True))).update(commune=after)
