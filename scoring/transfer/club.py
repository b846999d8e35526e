"""The people, seasons and words of a club, as the file of a club holds them beside its concours."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from rules import local_words
from scoring.errors import ScoringError
from scoring.seasons import services as seasons
from scoring.seasons.models import Season
from scoring.seasons.scales import KINDS
from scoring.seasons.table import TIES
from scoring.transfer.archive import dump, load
from scoring.transfer.qualified import FileCall, FileFinal, bring_final, lacks_people, note_people, write_finals
from tournament import names
from tournament.clubs.models import Club
from tournament.clubs.services import choose_words
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.models import JournalEntry
from tournament.people import ages, services as people
from tournament.people.lists import known_among, missing_of
from tournament.people.models import Person
from tournament.people.naming import NAMING, REFUSED
from tournament.people.recognition import forget_unknown
from tournament.registration.models import TeamMember

FORMAT, VERSION = "belote-club", 2
_HIGHEST = 9_999  # of the points of a rule


@dataclass(frozen=True)
class FilePerson:
    """A person: what the club writes of it, and its `places` (concours, number of the team, place 1 or 2).

    `merged`: the person that it was brought together with, by its place in the list; then its name alone leads there.
    One that was erased has no name, and keeps its places.
    """

    name: str
    commune: str
    category: str
    fixed_table: int | None
    needs: str
    phone: str
    member: bool
    birth_year: int | None
    entered: bool
    told_apart: bool
    naming: str
    images: bool
    erased: bool
    merged: int | None
    places: Sequence[Sequence[int]]

    @property
    def fields(self) -> people.PersonFields:
        """Return what the club writes of it."""
        return {name: getattr(self, name) for name in _WRITTEN}  # type: ignore[return-value]


@dataclass(frozen=True)
class FileSeason:
    """A season: `evenings` are (concours, how often it counts), `cards` its cuts, each of persons or pairs, the best first."""

    name: str
    slug: str
    away: bool
    rules: Mapping[str, Any]
    evenings: Sequence[Sequence[int]]
    cards: Sequence[Sequence[Sequence[int]]]


@dataclass(frozen=True)
class ClubFile:
    """The club; `concours`: the identities of those that people and seasons name by their place in this list."""

    donne: str
    team: str
    years: int | None
    concours: Sequence[str]
    people: Sequence[FilePerson]
    seasons: Sequence[FileSeason]
    finals: Sequence[FileFinal]


_WRITTEN = ("name", "commune", "category", "fixed_table", "needs", "phone", "member")
_SAID = ("entered", "told_apart", "naming", "images")
_NUMBER = (int, type(None))


@dataclass(frozen=True)
class BroughtPeople:
    """The people of a file as they are here: the person of each, by its place in the file."""

    file: ClubFile
    persons: Sequence[int | None]

    def of(self, identity: str) -> dict[tuple[int, int], int]:
        """Return (team number, place) → person for the concours of this *identity*."""
        return {
            (number, position): person
            for one, person in zip(self.file.people, self.persons, strict=True)
            for concours, number, position in one.places
            if person is not None and self.file.concours[concours] == identity
        }


def write_club(club: Club, concours: Sequence[int]) -> bytes:
    """Return `club.json` of *club* for a file of these *concours*; a constant number of queries."""
    first = JournalEntry.objects.filter(tournament__in=concours, number=1).order_by("tournament")
    hashes = dict(first.values_list("tournament", "hash"))
    at = {pk: place for place, pk in enumerate(hashes)}
    # Those who stand, before those whose names lead to them.
    everybody = club.people.exclude(erased_at__isnull=False, memberships=None)
    found = sorted(everybody, key=lambda one: (one.merged_into_id is not None, one.pk))
    place_of = {person.pk: place for place, person in enumerate(found)}
    places: defaultdict[int, list[list[int]]] = defaultdict(list)
    members = TeamMember.objects.filter(team__tournament__in=at, person__isnull=False).order_by("pk")
    for person, evening, *place in members.values_list("person", "team__tournament", "team__number", "position"):
        places[person].append([at[evening], *place])
    asked = ages.asking_ages(club.pk).exists()
    lines = [
        {name: getattr(person, name) for name in (*_WRITTEN, *_SAID)}
        | {"birth_year": person.birth_year if asked else None}
        | {"erased": person.erased_at is not None, "merged": place_of.get(person.merged_into_id or 0)}
        | {"places": places[person.pk]}
        for person in found
    ]
    known_seasons = list(club.seasons.order_by("pk").prefetch_related("concours"))
    whole = {
        "format": FORMAT,
        "version": VERSION,
        "donne": club.donne_word,
        "team": club.team_word,
        "years": club.people_years,
        "concours": list(hashes.values()),
        "people": lines,
        "seasons": [_season(one, at, place_of) for one in known_seasons],
        "finals": write_finals(at, {season.pk: place for place, season in enumerate(known_seasons)}, place_of),
    }
    return dump(whole).encode()


def _season(season: Season, at: Mapping[int, int], place_of: Mapping[int, int]) -> dict[str, Any]:
    rules = seasons.settings_of(season)
    cuts = [[[place_of.get(pk) for pk in who] for who in cut] for cut in season.cards]
    return {
        "name": rules.pop("name"),
        "slug": season.slug,
        "away": season.removed_at is not None,
        "rules": rules,
        "evenings": [[at[one.tournament_id], one.weight] for one in season.concours.all() if one.tournament_id in at],
        # Equals of whom one was erased are equals no more.
        "cards": [cut for cut in cuts if not any(None in who for who in cut)],
    }


def read_club(text: bytes) -> ClubFile:
    """Read `club.json`. Raises ScoringError transfer_altered, transfer_newer."""
    try:
        sent = load(text.decode())
        version = sent.get("version") if isinstance(sent, dict) else None
        if type(version) is int and version > VERSION:
            raise ScoringError("transfer_newer", version=version)
        file = _file(sent)
        _check(file)
    except (ValueError, RecursionError, TournamentError) as error:
        if isinstance(error, ScoringError) and error.code == "transfer_newer":
            raise
        raise ScoringError("transfer_altered") from error
    return file


def _file(sent: Any) -> ClubFile:
    """Return the club in the JSON *sent*. Raises ValueError where a part is of another kind than it is written."""
    kinds = {"format": str, "version": int, "donne": str, "team": str, "years": _NUMBER}
    sent = _of_this_version(sent)
    own = _typed(sent, kinds | {"concours": list, "people": list, "seasons": list, "finals": list})
    if own.pop("format") != FORMAT or own.pop("version") != VERSION:
        raise ValueError("another format")
    person = {"name": str, "commune": str, "category": str, "fixed_table": _NUMBER, "needs": str, "phone": str}
    person |= {"member": bool, "entered": bool, "told_apart": bool, "naming": str, "images": bool}
    person |= {"birth_year": _NUMBER, "erased": bool, "merged": _NUMBER, "places": list}
    season = {"name": str, "slug": str, "away": bool, "rules": dict, "evenings": list, "cards": list}
    own["people"] = [FilePerson(**_typed(one, person)) for one in own["people"]]
    own["seasons"] = [FileSeason(**_typed(one, season)) for one in own["seasons"]]
    call = {"ranking": int, "rank": int, "persons": list, "steps_in": bool, "answer": str, "answer_by": str}
    finals = [_typed(one, {"concours": int, "rankings": list, "calls": list}) for one in own["finals"]]
    own["finals"] = [
        FileFinal(**one | {"calls": [FileCall(**_typed(that, call)) for that in one["calls"]]}) for one in finals
    ]
    file = ClubFile(**own)
    _leaves(file.concours, 1, str)
    for one in file.people:
        _leaves(one.places, 2, int)
    for that in file.seasons:
        usual = {name: type(value) for name, value in seasons.settings_of(Season()).items() if name != "name"}
        _typed(that.rules, usual)
        _leaves(that.rules["ranks"], 1, int)
        _leaves(that.rules["ties"], 1, str)
        _leaves(that.evenings, 2, int)
        _leaves(that.cards, 3, int)
    return file


def _of_this_version(sent: Any) -> Any:
    """Return *sent* with what version 1 lacked: years of birth, and who is qualified."""
    if not isinstance(sent, dict) or sent.get("version") != 1 or not isinstance(sent.get("people"), list):
        return sent
    persons = [one | {"birth_year": None} if isinstance(one, dict) else one for one in sent["people"]]
    return sent | {"version": VERSION, "people": persons, "finals": []}


def _typed(value: Any, kinds: Mapping[str, Any]) -> dict[str, Any]:
    """Return *value*, an object of exactly these keys, each of its kind. Raises ValueError."""
    if not isinstance(value, dict) or value.keys() != kinds.keys():
        raise ValueError("not these keys")
    for name, kind in kinds.items():
        if type(value[name]) not in (kind if isinstance(kind, tuple) else (kind,)):
            raise ValueError(f"{name}: a {type(value[name]).__name__}")
    return value


def _leaves(value: Any, depth: int, kind: type) -> None:
    """Raise ValueError unless *value* is lists in lists of this *depth*, with leaves of *kind*, numbers from 0 on."""
    if depth == 0:
        if type(value) is not kind or (isinstance(value, int) and value < 0):
            raise ValueError("another leaf")
        return
    if not isinstance(value, list):
        raise ValueError("no list")
    for one in value:
        _leaves(one, depth - 1, kind)


def _check(file: ClubFile) -> None:
    """Raise ValueError or TournamentError where a number names nothing, or where rules and persons cannot be."""
    concours, persons = range(len(file.concours)), range(len(file.people))
    if len(set(file.concours)) < len(file.concours) or len(file.people) > people.MOST_PEOPLE:
        raise ValueError("a concours twice, or too many people")
    if file.donne not in local_words.DONNES or file.team not in local_words.TEAMS:
        raise ValueError("an unknown word")
    if file.years is not None and not 1 <= file.years <= people.MOST_YEARS:
        raise ValueError("years that cannot be chosen")
    sat: set[tuple[int, ...]] = set()
    for one in file.people:
        if one.erased == bool(one.name) or one.naming not in NAMING:
            raise ValueError("a name of nobody")
        people.write(Person(), one.fields if one.name else one.fields | {"name": "x"})
        if one.birth_year is not None and not 1800 <= one.birth_year <= 2999:
            raise ValueError("a year of no birth")
        if one.merged is not None and (one.merged not in persons or file.people[one.merged].merged is not None):
            raise ValueError("brought together with nobody")
        for place in one.places:
            if len(place) != 3 or place[0] not in concours or tuple(place) in sat or one.merged is not None:
                raise ValueError("a place that is none")
            sat.add(tuple(place))
    for season in file.seasons:
        _check_season(season, concours, persons)
    for final in file.finals:
        final.check(concours, range(len(file.seasons)), file.people)
    if len({final.concours for final in file.finals}) < len(file.finals):
        raise ValueError("a final twice")


def _check_season(season: FileSeason, concours: range, persons: range) -> None:
    rules = season.rules
    seasons.unsaved(None, {"name": season.name, **rules})
    figures: list[int] = [value for value in (*rules.values(), *rules["ranks"]) if type(value) is int]
    if rules["scale"] not in KINDS or not set(rules["ties"]) <= set(TIES) or not 0 < len(season.slug) <= 40:
        raise ValueError("an unknown rule")
    if any(not 0 <= figure <= _HIGHEST for figure in figures):
        raise ValueError("points that cannot be")
    if any(len(pair) != 2 or pair[0] not in concours or not 1 <= pair[1] <= 9 for pair in season.evenings):
        raise ValueError("an evening that is none")
    if any(who not in persons for cut in season.cards for named in cut for who in named):
        raise ValueError("cards of nobody")


def bring_people(*, file: ClubFile, club: Club, by: User) -> BroughtPeople:
    """Bring the people of *file* to *club*: those known are completed, all others are new; how they are here.

    A person is known by the places that it has in concours that are here already, else as in a list (people/lists.py).
    Raises TournamentError `people_many`, `club_closed`.
    """
    with transaction.atomic():
        people.lock_club(club.pk)
        known = _known(file, club)
        standing = {place: one for place, one in enumerate(file.people) if one.merged is None and place not in known}
        new = {place: one for place, one in standing.items() if not one.erased}
        completed = [(person, missing_of(person, file.people[place].fields)) for place, person in known.items()]
        made = people.complete_people(
            club_id=club.pk,
            new=[one.fields for one in new.values()],
            completed=[(person, fields) for person, fields in completed if fields],
            by=by,
        )
        for one, person in zip(new.values(), made, strict=True):
            for name in _SAID:
                setattr(person, name, getattr(one, name))
        Person.objects.bulk_update(made, _SAID, batch_size=200)
        erased = {place: Person(club=club, erased_at=timezone.now()) for place in standing.keys() - new.keys()}
        Person.objects.bulk_create(erased.values(), batch_size=200)
        here = known | dict(zip(new, made, strict=True)) | erased
        _bring_other_names(file, here)
    for place, person in known.items():
        said = file.people[place].naming
        if said and person.naming != REFUSED and said != person.naming and (said == REFUSED or not person.naming):
            people.say_rights(club_id=club.pk, person_id=person.pk, naming=said, by=by)
    return BroughtPeople(file, [here[place].pk if place in here else None for place in range(len(file.people))])


def _known(file: ClubFile, club: Club) -> dict[int, Person]:
    """Return the people of *file* that the club knows, by their place in it; nobody is two of them."""
    of_file = {identity: place for place, identity in enumerate(file.concours)}
    first = JournalEntry.objects.filter(tournament__club=club, number=1, hash__in=of_file)
    evenings = {pk: of_file[hash_] for pk, hash_ in first.values_list("tournament", "hash")}
    members = TeamMember.objects.filter(team__tournament__in=evenings, person__isnull=False)
    seated = {
        (evenings[evening], number, position): person
        for person, evening, number, position in members.values_list(
            "person", "team__tournament", "team__number", "position"
        )
    }
    persons = {person.pk: person for person in club.people.filter(merged_into=None).order_by("pk")}
    known: dict[int, Person] = {}
    taken: set[int] = set()
    for place, one in enumerate(file.people):
        sat = {seated.get((concours, number, position)) for concours, number, position in one.places} - {None}
        if len(sat) == 1 and (person := persons.get(sat.pop() or 0)) and person.pk not in taken:
            if one.erased != (person.erased_at is not None):
                continue
            known[place] = person
            taken.add(person.pk)
    by_key: defaultdict[str, list[Person]] = defaultdict(list)
    for person in persons.values():
        if person.erased_at is None:
            by_key[person.key].append(person)
    for place, one in enumerate(file.people):
        if place in known or one.merged is not None or one.erased:
            continue
        there = [person for person in by_key[names.key(one.name)[:80]] if person.pk not in taken]
        if same := known_among(there, one.commune):
            known[place] = same
            taken.add(same.pk)
    return known


def _bring_other_names(file: ClubFile, here: Mapping[int, Person]) -> None:
    """Make the names under which a person was brought together lead to it here too."""
    leading = set(Person.objects.filter(merged_into__in=here.values()).values_list("merged_into", "key"))
    made = []
    for one in file.people:
        if one.merged is None or (here[one.merged].pk, names.key(one.name)[:80]) in leading:
            continue
        stands = here[one.merged]
        person = Person(club_id=stands.club_id, name=one.name, commune=one.commune, merged_into=stands)
        person.set_keys()
        made.append(person)
    Person.objects.bulk_create(made, batch_size=200)


@transaction.atomic
def bring_rest(*, brought: BroughtPeople, club: Club, taken: Sequence[int], by: User) -> None:
    """Bring the seasons and words of the file, once its concours are here; *taken*: those that came with it.

    A season of this name that is here already stays as it is; of its evenings those that came now count too. Words and the years that
    people are kept are brought where the club here has chosen none.
    """
    file = brought.file
    people.lock_club(club.pk)
    played = {"tournament__club": club, "tournament__removed_at": None, "tournament__rehearsal": False}
    first = JournalEntry.objects.filter(**played, number=1)
    here = {hash_: pk for pk, hash_ in first.filter(hash__in=file.concours).values_list("tournament", "hash")}
    for one in file.seasons:
        evenings = {here[file.concours[at]]: weight for at, weight in one.evenings if file.concours[at] in here}
        _bring_season(one, evenings, brought, club, taken, by)
    if (club.donne_word, club.team_word) == (local_words.USUAL.donne, local_words.USUAL.team):
        choose_words(club_id=club.pk, donne=file.donne, team=file.team, by=by)
    if club.people_years == Club._meta.get_field("people_years").default:
        people.choose_retention(club_id=club.pk, years=file.years, by=by)
    born = {brought.persons[at]: one.birth_year for at, one in enumerate(file.people) if one.birth_year and one.name}
    ages.bring_birth_years(club_id=club.pk, years=born)
    _bring_finals(brought, club, taken)
    # Those whom nobody wrote, and who sat only in concours that were not taken in.
    forget_unknown(brought.persons)


def _bring_finals(brought: BroughtPeople, club: Club, taken: Sequence[int]) -> None:
    """Bring who is qualified for the concours that came with this file, or came without their people before."""
    file = brought.file
    first = JournalEntry.objects.filter(tournament__club=club, number=1, hash__in=file.concours)
    identities = dict(first.values_list("hash", "tournament"))
    here = {at: identities[hash_] for at, hash_ in enumerate(file.concours) if hash_ in identities}
    known = list(club.seasons.order_by("pk").values_list("slug", "name", "pk"))
    seasons_here = {
        at: pk
        for at, one in enumerate(file.seasons)
        for slug, name, pk in known
        if one.slug == slug or one.name == name
    }
    concours = Tournament.objects.in_bulk(set(here.values()))
    came = {pk: one for pk, one in concours.items() if pk in taken or lacks_people(one)}
    for final in file.finals:
        if (pk := here.get(final.concours, 0)) in came:
            bring_final(final, pk, here, seasons_here, brought.persons)
    note_people(came.values())


def _bring_season(
    one: FileSeason, evenings: Mapping[int, int], brought: BroughtPeople, club: Club, taken: Sequence[int], by: User
) -> None:
    there = club.seasons.filter(Q(slug=one.slug) | Q(name=one.name)).first()
    if there is not None:
        before = dict(there.concours.values_list("tournament", "weight"))
        more = {pk: weight for pk, weight in evenings.items() if pk in taken}
        if there.removed_at is None and more.keys() - before.keys():
            seasons.choose_evenings(season_id=there.pk, by=by, evenings=list((more | before).items()))
        return
    season = seasons.make_season(club_id=club.pk, by=by, name=one.name, evenings=list(evenings.items()), **one.rules)
    if not Season.objects.filter(slug=one.slug).exists():
        Season.objects.filter(pk=season.pk).update(slug=one.slug)
    cuts = [[[brought.persons[who] for who in named] for named in cut] for cut in one.cards]
    if cuts:
        seasons.cut_cards(season_id=season.pk, by=by, cards=cuts)  # type: ignore[arg-type]
    if one.away:
        seasons.remove_season(season_id=season.pk, by=by)
