"""Questions about the people of a club: who sat in which place, who is found by a few letters, how often each played."""

import datetime
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Count, F, Max, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament import names
from tournament.clubs import policy
from tournament.clubs.models import Club
from tournament.journal.acts import ACTS, Reverse, keys_of
from tournament.journal.models import ClubEntry, JournalEntry
from tournament.people import acts
from tournament.people.models import PERSON_CATEGORIES, Person
from tournament.people.places import places, sat

_OF_NAMES = keys_of((acts.CORRECT_NAME, acts.ERASE_NAME, acts.USE_NAME))
# A place in a team: the key of the team, and 1 or 2.
TeamPlace = tuple[int, int]
PAGE = 50
LATEST = 16  # teams of a person that tell the door its usual partner
MOST_QUESTIONS = 20
LINES_SHOWN = 40


@dataclass(frozen=True)
class Regular:
    """A person as the door proposes it: the commune, in how many teams it was, the table and the care that it needs.

    `partner` is the one that it had most.
    """

    name: str
    origin: str
    times: int
    fixed_table: int | None = None
    needs: str = ""
    partner: str = ""


@dataclass(frozen=True)
class DoneLine:
    """An act of the journal of a club, in words, and what taking it back does: empty where it stays."""

    entry: ClubEntry
    words: str
    does: str


@dataclass(frozen=True)
class PersonLine:
    """A person with how many evenings it played, the last of them, and the partner that it had most."""

    person: Person
    evenings: int = 0
    last: datetime.date | None = None
    partner: str = ""

    @property
    def category(self) -> object:
        """Return its category in words."""
        return PERSON_CATEGORIES.get(self.person.category, "")


@dataclass(frozen=True)
class NameQuestion:
    """People of one name of whom nothing tells whether they are one; *together*: two of them sat in one concours."""

    name: str
    lines: list[PersonLine] = field(default_factory=list)
    together: bool = False


@dataclass(frozen=True)
class PeoplePage:
    """A page of the people of a club, those that answer the search; *questions* counts the names to be told apart."""

    club: Club
    search: str
    lines: list[PersonLine]
    count: int
    number: int
    pages: int
    questions: int

    @property
    def previous(self) -> int:
        """Return the number of the page before."""
        return self.number - 1

    @property
    def next(self) -> int:
        """Return the number of the page after."""
        return self.number + 1


def people_of(club: Club) -> QuerySet[Person]:
    """Return the people of *club* that stand: neither erased nor brought together with another."""
    return Person.objects.filter(club=club, merged_into=None, erased_at=None)


def members_of(club: Club) -> QuerySet[Person]:
    """Return the members of *club*, as the club says."""
    return people_of(club).filter(member=True)


def answering(club: Club, text: str, *, members: bool = False) -> QuerySet[Person]:
    """Return the people of *club* that a search finds, as `names.answers` does, by any name that they had.

    With *members* those who are members alone. They are read with `since`.
    """
    people = (members_of(club) if members else people_of(club)).annotate(since=_since())
    words = names.spelling(text).split()
    if not words:
        return people
    found = Q(*(("words__contains", f" {word}") for word in words))
    merged = Person.objects.filter(found, club=club, merged_into__isnull=False)
    return people.filter(found | Q(pk__in=merged.values("merged_into")))


def find_people(club: Club, text: str, *, limit: int = 8) -> list[Regular]:
    """Return the people known to *club* with a word beginning like each word of *text*, the most faithful first; two queries."""
    if not names.spelling(text):
        return []
    found = list(answering(club, text).order_by("-times", "name")[:limit])
    partners = _usual_partners(_since_of(found))
    return [
        Regular(one.name, one.commune, one.times, one.fixed_table, one.needs, partners.get(one.pk, "")) for one in found
    ]


def people_page(club: Club, *, search: str = "", page: int = 1, members: bool = False) -> PeoplePage:
    """Return a page of the people of *club* by name, those that answer *search*; five queries, however many people.

    With *members* those who are members alone.
    """
    people = answering(club, search, members=members)
    count = people.count()
    pages = max(1, -(-count // PAGE))
    number = min(max(1, page), pages)
    shown = people.order_by("name", "pk")[(number - 1) * PAGE : number * PAGE]
    return PeoplePage(club, search, lines_of(list(shown)), count, number, pages, open_names(people_of(club)).count())


def lines_of(people: Sequence[Person]) -> list[PersonLine]:
    """Return *people* with their evenings and usual partners; two queries where they were read with `since`, else three."""
    played = {
        row["person"]: row
        for row in _of_evenings(places(people))
        .values("person")
        .annotate(n=Count("team__tournament", distinct=True), last=Max("team__tournament__date"))
    }
    partners = _usual_partners(_since_of(people))
    lines = []
    for person in people:
        row = played.get(person.pk, {"n": 0, "last": None})
        lines.append(PersonLine(person, row["n"], row["last"], partners.get(person.pk, "")))
    return lines


def _since() -> Coalesce:
    """Return from which place on a person's latest teams tell its partner: nobody waits longer after ten years than after one."""
    of_person = places([]).model.objects.filter(person=OuterRef("pk")).order_by("-pk").values("pk")
    return Coalesce(Subquery(of_person[LATEST - 1 : LATEST]), 0)


def _since_of(people: Sequence[Person]) -> dict[int, int]:
    """Return `since` of each of *people*, by their keys; a query for those that were read without."""
    since = {person.pk: getattr(person, "since", None) for person in people}
    if unread := [pk for pk, place in since.items() if place is None]:
        since |= dict(Person.objects.filter(pk__in=unread).order_by().values_list("pk", _since()))
    return {pk: place or 0 for pk, place in since.items()}


def _usual_partners(since: Mapping[int, int]) -> dict[int, str]:
    """Return the name of the partner that people had most *since* a place of each, by their keys; a query, none for nobody."""
    beside: defaultdict[int, Counter[tuple[int, str]]] = defaultdict(Counter)
    if since:
        latest = [Q(person=person, pk__gte=place) for person, place in since.items()]
        played = _of_evenings(places([]).model.objects.filter(Q(*latest, _connector=Q.OR)))
        others = played.annotate(other=F("team__members__person"), name=F("team__members__person__name"))
        partners = others.exclude(other=None).exclude(other=F("person")).exclude(name="")
        for person, other, name, times in partners.values_list("person", "other", "name").annotate(n=Count("pk")):
            beside[person][other, name] += times
    return {person: partners_of.most_common(1)[0][0][1] for person, partners_of in beside.items()}


def _of_evenings(seated: QuerySet[Any]) -> QuerySet[Any]:
    """Return those places of *seated* whose team sat at a table, in concours that were not removed.

    They are taken by their own keys: the database then reads evening after evening, whose rows stand together, and not
    the years of each person anew.
    """
    together = seated.model.objects.filter(pk__in=seated.order_by().values("pk"))
    return together.filter(sat(), team__tournament__removed_at=None).order_by()


def name_questions(club: Club) -> list[NameQuestion]:
    """Return the first names under which there are people not told apart, with what is known of each; four queries."""
    keys = list(open_names(people_of(club)).values_list("key", flat=True)[:MOST_QUESTIONS])
    people = list(people_of(club).filter(key__in=keys).annotate(since=_since()).order_by("key", "pk"))
    by_key: defaultdict[str, list[PersonLine]] = defaultdict(list)
    for line in lines_of(people):
        by_key[line.person.key].append(line)
    seats = places(people).values_list("person__key", "team__tournament").annotate(n=Count("pk")).filter(n__gt=1)
    together = {key for key, _concours, _n in seats.order_by()}
    return [NameQuestion(by_key[key][0].person.name, by_key[key], key in together) for key in keys]


def open_names(people: QuerySet[Person]) -> QuerySet[Person, Any]:
    """Return the names that several of *people* have who were not told apart, each with its `key`."""
    groups = people.order_by("key").values("key").annotate(n=Count("pk"), open=Count("pk", filter=Q(told_apart=False)))
    return groups.filter(n__gt=1, open__gt=0)


def done_lines(club: Club, by: User) -> list[DoneLine]:
    """Return what was last done with the people of a club, the newest first, each with what takes it back for *by*."""
    role = policy.role_in(by, club.pk)
    lines = []
    for entry in ClubEntry.objects.filter(club=club).select_related("by").order_by("-number")[:LINES_SHOWN]:
        act = ACTS.get(entry.act)
        undo = act.undo if act is not None else None
        does = str(undo.does) if isinstance(undo, Reverse) and act and policy.may(role, act.undo_right) else ""
        lines.append(DoneLine(entry, str(act.words) if act else entry.act, does))
    return lines


def is_renamed_since(tournament_id: int, line: int) -> bool:
    """Return whether a name of the concours was corrected, erased or said to be shown otherwise after *line* of its journal.

    A file that was read before, and is stored now, holds the name as it was: under the lock of the concours it is not stored.
    """
    return JournalEntry.objects.filter(tournament=tournament_id, number__gt=line, act__in=_OF_NAMES).exists()
