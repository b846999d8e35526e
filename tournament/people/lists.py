"""A list of people brought from a file: what each line would do, then all of it in one act."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction

from tournament import names
from tournament.clubs.models import Club
from tournament.errors import TournamentError
from tournament.people.models import PERSON_CATEGORIES, Person
from tournament.people.selectors import people_of
from tournament.people.services import TEXTS, PersonFields, complete_people

MOST_LINES = 5_000


@dataclass(frozen=True)
class ListedPerson:
    """A line of a list: what it says, and the people of the club that have this name.

    `known`: the one that it completes; None for a new person. `doubtful`: others have the name, and it may be one of them.
    """

    fields: PersonFields
    known: Person | None = None
    doubtful: tuple[Person, ...] = ()


def compare_list(club: Club, lines: Sequence[PersonFields]) -> list[ListedPerson]:
    """Return what each of *lines* would do among the people of *club*; one query. Raises TournamentError `list_long`.

    A line is a person of its name where the commune agrees, or where there is only one and a commune is missing.
    """
    if len(lines) > MOST_LINES:
        raise TournamentError("list_long", most=MOST_LINES, count=len(lines))
    by_key: defaultdict[str, list[Person]] = defaultdict(list)
    for person in people_of(club).order_by("pk"):
        by_key[person.key].append(person)
    compared, taken = [], set[int]()
    for line in lines:
        there = [person for person in by_key[names.key(line["name"])[:80]] if person.pk not in taken]
        known = known_among(there, line.get("commune", ""))
        taken |= {known.pk} if known else set()
        compared.append(ListedPerson(line, known, () if known else tuple(there)))
    return compared


def known_among(there: Sequence[Person], commune: str) -> Person | None:
    """Return the one person of those of one name that this *commune* tells, or that is alone where nothing contradicts."""
    place = names.place_key(commune)
    same = [person for person in there if place and names.place_key(person.commune) == place]
    if not same and len(there) == 1 and not (place and there[0].commune):
        same = list(there)
    return same[0] if len(same) == 1 else None


@transaction.atomic
def bring_list(
    *, club_id: int, lines: Sequence[PersonFields], others: Sequence[int] = (), by: User | None
) -> list[int]:
    """Enter the new people of a list and complete those known; return how many of each, and how many were left out.

    A doubtful line, by its place, is another person where *others* names it; else it is left out.
    Raises TournamentError as `enter_people`, `list_long`.
    """
    compared = compare_list(Club.objects.get(pk=club_id), lines)
    new = [one.fields for at, one in enumerate(compared) if one.known is None and (not one.doubtful or at in others)]
    known = [(one.known, missing_of(one.known, one.fields)) for one in compared if one.known is not None]
    completed = [(person, fields) for person, fields in known if fields]
    complete_people(club_id=club_id, new=new, completed=completed, by=by)
    return [len(new), len(completed), len(compared) - len(new) - len(known)]


def missing_of(person: Person, fields: PersonFields) -> PersonFields:
    """Return what *fields* say of *person* that is not known yet."""
    missing: PersonFields = {}
    for name in ("commune", "category", "needs", "phone", "member"):
        if fields.get(name) and not getattr(person, name):
            missing[name] = fields[name]
    return missing


def cut(fields: PersonFields) -> PersonFields:
    """Return *fields* of a line as they can be kept: texts no longer than they may be, a category that there is."""
    kept: PersonFields = {}
    for name, text in fields.items():
        if name in TEXTS:
            text = names.clean(str(text))[: TEXTS[name]]
        if name == "category" and text not in PERSON_CATEGORIES:
            text = ""
        kept[name] = text  # type: ignore[literal-required]
    return kept
