"""Acts about the people of a club: bring two together, part them, tell them apart, enter, correct and erase them."""

import re
import secrets
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any, TypedDict, Unpack, cast

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from tournament import names
from tournament.clubs.models import Club
from tournament.concours.lock import note_activity
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal import services as journal
from tournament.journal.acts import ACTS, Act, Reverse, WrittenLine
from tournament.journal.models import ClubEntry
from tournament.people import acts
from tournament.people.ages import check_birth_year
from tournament.people.models import PERSON_CATEGORIES, Person
from tournament.people.naming import NAMING, REFUSED
from tournament.people.places import places as places_of
from tournament.people.recognition import count_places

TEXTS = {"name": 60, "commune": 60, "needs": 120, "phone": 20}
_PHONE = re.compile(r"[-0-9+ ().]*")
HIGHEST_TABLE = 99_999
MOST_PEOPLE = 20_000  # of a club: the search at the door reads them all
MOST_AT_ONCE = 1000
MOST_YEARS = 30
LINK_BYTES = 18


class PersonFields(TypedDict, total=False):
    """Represent what the club writes of a person."""

    name: str
    commune: str
    category: str
    fixed_table: int | None
    needs: str
    phone: str
    member: bool
    birth_year: int | None


@acts.UNITE_PEOPLE.service
@transaction.atomic
def unite_people(*, club_id: int, person_ids: Sequence[int], by: User | None) -> Person:
    """Bring several people together: the first one stands, with the evenings of all.

    The others keep their rows, and their names lead to the one that stands. Raises TournamentError `people_few`,
    `person_gone`, `people_same_evening` where two of them sat in one concours. Where one of them does not want to be
    named, the one that stands is not.
    """
    concours = _lock_asked(club_id, person_ids)
    club = lock_club(club_id)
    kept, *others = _people(club, person_ids, least=2)
    seats = list(places_of([kept, *others]).values_list("person", "pk", "team__tournament", "team__tournament__name"))
    seen: dict[int, int] = {}
    for person, _pk, evening, name in seats:
        if seen.setdefault(evening, person) != person:
            raise TournamentError("people_same_evening", concours=name)
    places: defaultdict[int, list[int]] = defaultdict(list)
    for person, pk, _evening, _name in seats:
        places[person].append(pk)
    merged = [other.pk for other in others]
    Person.objects.filter(merged_into__in=merged).update(merged_into=kept)
    Person.objects.filter(pk__in=merged).update(merged_into=kept, link=None)
    places_of(others).update(person=kept)
    # The words of the club about the first stand; those about another are kept where it has none.
    taken = []
    for field in ("commune", "category", "fixed_table", "needs", "phone", "birth_year", "member"):
        if not getattr(kept, field) and (value := next(filter(None, (getattr(one, field) for one in others)), None)):
            setattr(kept, field, value)
            taken.append(field)
    said = {"naming": kept.naming, "images": kept.images}
    answers = [person.naming for person in (kept, *others) if person.naming]
    kept.naming = REFUSED if REFUSED in answers else next(iter(answers), "")
    kept.images = kept.images and all(other.images for other in others)
    kept.entered = kept.entered or any(other.entered for other in others)
    kept.save()
    count_places([kept.pk, *merged])
    after = {"person": kept.pk, "people": merged, "places": {str(pk): places[pk] for pk in merged}}
    after |= {"taken": taken} if taken else {}
    before = {name: value for name, value in said.items() if getattr(kept, name) != value}
    after |= {name: getattr(kept, name) for name in before}
    journal.write_club(club.pk, acts.UNITE_PEOPLE, by, before=before, after=after)
    _note_use([kept], concours, by)
    return kept


@acts.PART_AGAIN.service
@transaction.atomic
def part_again(
    *,
    club_id: int,
    person_id: int,
    places: Mapping[str, Sequence[int]],
    taken: Sequence[str] = (),
    said: Mapping[str, Sequence[Any]] = {},
    by: User | None,
) -> None:
    """Return their *places* to the people brought together into *person_id*, as far as these are still its, and what it has *taken*.

    *said*: what it had said of its rights before, and what was then its word by the others; one said since stands.
    Raises TournamentError `person_gone` where one of them was erased or brought elsewhere since.
    """
    concours = _lock_asked(club_id, [person_id, *map(int, places)])
    kept = _locked_person(club_id, person_id)
    merged = Person.objects.filter(club=club_id, merged_into=kept, erased_at=None, pk__in=[int(pk) for pk in places])
    if merged.count() != len(places):
        raise TournamentError("person_gone")
    for field in taken:
        if getattr(kept, field) in {getattr(one, field) for one in merged}:
            setattr(kept, field, getattr(Person(), field))
    for field, (own, united) in said.items():
        if getattr(kept, field) == united:
            setattr(kept, field, own)
    kept.save()
    for pk, own in places.items():
        places_of([kept]).filter(pk__in=own).update(person=int(pk))
    merged.update(merged_into=None, told_apart=False)
    count_places([kept.pk, *map(int, places)])
    journal.write_club(club_id, acts.PART_AGAIN, by, after={"person": kept.pk, "people": sorted(map(int, places))})
    _note_use([kept, *Person.objects.filter(pk__in=[int(pk) for pk in places])], concours, by)


@transaction.atomic
def part_person(*, club_id: int, person_id: int, place_ids: Collection[int], by: User | None) -> Person:
    """Make another person of the same name of some places of this one. Raises TournamentError `places_few`, `places_all`."""
    person = _locked_person(club_id, person_id)
    own = places_of([person])
    chosen = list(own.filter(pk__in=place_ids).order_by("pk").values_list("pk", flat=True))
    if not chosen:
        raise TournamentError("places_few")
    if len(chosen) == own.count():
        raise TournamentError("places_all")
    last = own.filter(pk__in=chosen).order_by("team__tournament__date", "pk").values_list("team__origin").last()
    other = Person.objects.create(
        club_id=club_id, name=person.name, commune=last[0] if last else "", told_apart=True, naming=person.naming
    )
    Person.objects.filter(pk=person.pk).update(told_apart=True)
    own.filter(pk__in=chosen).update(person=other)
    count_places([person.pk, other.pk])
    after = {"person": person.pk, "other": other.pk, "places": chosen}
    journal.write_club(club_id, acts.PART_PERSON, by, after=after)
    return other


@acts.TELL_APART.service
@transaction.atomic
def tell_apart(*, club_id: int, person_ids: Sequence[int], apart: bool = True, by: User | None) -> None:
    """Note that people of one name are different ones, so that nobody is asked again. Raises `person_gone`."""
    club = lock_club(club_id)
    people = _people(club, person_ids, least=2)
    Person.objects.filter(pk__in=[person.pk for person in people]).update(told_apart=apart)
    journal.write_club(club.pk, acts.TELL_APART, by, after={"people": [one.pk for one in people], "apart": apart})


@transaction.atomic
def enter_people(*, club_id: int, people: Sequence[PersonFields], by: User | None) -> list[Person]:
    """Enter people that the club knows, before they play. Raises TournamentError as `correct_person`, and `people_many`."""
    return complete_people(club_id=club_id, new=people, completed=[], by=by)


@transaction.atomic
def complete_people(
    *,
    club_id: int,
    new: Sequence[PersonFields],
    completed: Sequence[tuple[Person, PersonFields]],
    by: User | None,
) -> list[Person]:
    """Enter *new* people and write of others what was not known of them, as one act. Raises as `enter_people`."""
    club = lock_club(club_id)
    if club.people.count() + len(new) > MOST_PEOPLE:
        raise TournamentError("people_many", most=MOST_PEOPLE)
    made = [Person(club=club, entered=True) for _one in new]
    for person, fields in zip(made, new, strict=True):
        write(person, {"name": "", **fields})
    for person, fields in completed:
        write(person, fields)
    Person.objects.bulk_create(made, batch_size=200)
    Person.objects.bulk_update(
        [one for one, _fields in completed], ["commune", "category", "needs", "phone", "member"], 200
    )
    if made or completed:
        after = {"people": [person.pk for person in made], "completed": [person.pk for person, _fields in completed]}
        journal.write_club(club.pk, acts.ENTER_PEOPLE, by, after=after)
    return made


@acts.FORGET_PEOPLE.service
@transaction.atomic
def forget_people(*, club_id: int, person_ids: Sequence[int], by: User | None) -> int:
    """Take off the list those of some people that no team refers to; how many."""
    club = lock_club(club_id)
    gone = club.people.filter(pk__in=person_ids, memberships=None, merged=None, merged_into=None)
    pks = sorted(gone.values_list("pk", flat=True))
    club.people.filter(pk__in=pks).delete()
    if pks:
        journal.write_club(club.pk, acts.FORGET_PEOPLE, by, before={"people": pks})
    return len(pks)


@transaction.atomic
def correct_person(
    *, club_id: int, person_id: int, by: User | None, reason: str = "", **fields: Unpack[PersonFields]
) -> Person:
    """Change what is written of a person. A name is corrected in every concours that shows it, the closed ones too.

    *reason*: why the name changes; players read it beside a palmarès that was published before. Raises TournamentError
    for the first wrong field, `person_gone`.
    """
    reason = names.clean_short(reason, journal.REASON_LENGTH, "reason")
    concours = _lock_concours(club_id, person_id) if "name" in fields else []
    person = _locked_person(club_id, person_id)
    before = {field: getattr(person, field) for field in fields}
    write(person, fields)
    changed = [field for field in fields if getattr(person, field) != before[field]]
    if not changed:
        return person
    person.entered = True
    person.save()
    # Names, places and what a person needs are nobody's business in a journal: it says what changed, not to what.
    journal.write_club(club_id, acts.CORRECT_PERSON, by, after={"person": person.pk, "texts": changed})
    if "name" in changed:
        with journal.because(reason):
            _rename(person, person.name, concours, acts.CORRECT_NAME, by)
    return person


@transaction.atomic
def say_rights(
    *, club_id: int, person_id: int, naming: str | None = None, images: bool | None = None, by: User | None
) -> Person:
    """Write what a person says of its name, and of its pictures; None leaves one as it is.

    The concours that show the name get a line, so that their pages are made again. Raises TournamentError
    `naming_unknown`, `person_gone`.
    """
    if naming is not None and naming not in NAMING:
        raise TournamentError("naming_unknown", field="naming", read=naming)
    concours = _lock_concours(club_id, person_id) if naming is not None else []
    person = _locked_person(club_id, person_id)
    before = {"naming": person.naming, "images": person.images}
    person.naming = person.naming if naming is None else naming
    person.images = person.images if images is None else images
    after = {"naming": person.naming, "images": person.images}
    if before == after:
        return person
    person.entered = True
    person.save()
    own = {"person": person.pk}
    journal.write_club(club_id, acts.SAY_RIGHTS, by, before=own | before, after=own | after)
    if before["naming"] != after["naming"]:
        _note_use([person], concours, by)
    return person


@acts.CHOOSE_RETENTION.service
@transaction.atomic
def choose_retention(*, club_id: int, years: int | None, by: User | None) -> None:
    """Choose after how many years without an evening the club erases a person; None: never by itself.

    Raises TournamentError `number_range`.
    """
    if years is not None and not 1 <= years <= MOST_YEARS:
        raise TournamentError("number_range", field="years", read=years, most=MOST_YEARS)
    club = lock_club(club_id)
    before = club.people_years
    if before != years:
        club.people_years = years
        club.save(update_fields=["people_years"])
        journal.write_club(club.pk, acts.CHOOSE_RETENTION, by, before={"years": before}, after={"years": years})


@transaction.atomic
def erase_person(*, club_id: int, person_id: int, by: User | None) -> None:
    """Erase a person: its name, telephone and remarks go wherever they are shown; its places and results stay.

    Raises TournamentError `person_gone`.
    """
    concours = _lock_concours(club_id, person_id)
    person = _locked_person(club_id, person_id)
    all_names = [person, *person.merged.all()]
    _rename(person, _("Name erased"), concours, acts.ERASE_NAME, by, erase=True)
    for one in all_names:
        one.name = one.commune = one.category = one.needs = one.phone = ""
        one.fixed_table, one.link, one.erased_at = None, None, timezone.now()
        one.naming, one.images, one.member, one.birth_year = "", False, False, None
        one.save()
    after = {"person": person.pk, "places": places_of([person]).count()}
    journal.write_club(club_id, acts.ERASE_PERSON, by, after=after)


@transaction.atomic
def give_link(*, club_id: int, person_id: int, by: User | None) -> Person:
    """Make a person the address of its own page, in place of the one that it had. Raises `person_gone`."""
    person = _locked_person(club_id, person_id)
    person.link = secrets.token_urlsafe(LINK_BYTES)
    person.save()
    journal.write_club(club_id, acts.GIVE_LINK, by, after={"person": person.pk})
    return person


@acts.WITHDRAW_LINK.service
@transaction.atomic
def withdraw_link(*, club_id: int, person_id: int, by: User | None) -> None:
    """Withdraw the link of a person. Raises `person_gone`, `link_none`."""
    person = _locked_person(club_id, person_id)
    if not person.link:
        raise TournamentError("link_none")
    person.link = None
    person.save()
    journal.write_club(club_id, acts.WITHDRAW_LINK, by, after={"person": person.pk})


def lock_club(club_id: int) -> Club:
    """Lock the club, after the concours where both are. Raises TournamentError `club_closed`."""
    club = Club.objects.select_for_update(of=("self",), no_key=True).get(pk=club_id)
    if club.closed_at is not None:
        raise TournamentError("club_closed")
    note_activity(club)
    return club


def _lock_concours(club_id: int, *person_ids: int) -> list[Tournament]:
    """Lock the concours in which people sat, removed ones too, in the order that every such act takes."""
    seated = Tournament.every.filter(teams__members__person__in=person_ids, club=club_id).order_by().values("pk")
    locked = Tournament.every.select_for_update(of=("self",), no_key=True).filter(pk__in=seated)
    return list(locked.order_by("pk"))


def _lock_asked(club_id: int, person_ids: Sequence[int]) -> list[Tournament]:
    """Lock the concours of some people where one of them said something of its name; none of them otherwise."""
    asked = Person.objects.filter(club=club_id, pk__in=person_ids).exclude(naming="")
    return _lock_concours(club_id, *person_ids) if asked.exists() else []


def _note_use(people: Sequence[Person], concours: Sequence[Tournament], by: User | None) -> None:
    """Add a line to each of some locked *concours* that *people* are in: their names are shown otherwise from now on."""
    if not concours:
        return
    by_key = {one.pk: one for one in concours}
    lines: list[tuple[Tournament, journal.JournalledAct]] = []
    for place in places_of(people).filter(team__tournament__in=by_key).select_related("team").order_by("pk"):
        where = {"team": place.team_id, "number": place.team.number}
        line = journal.JournalledAct(act=acts.USE_NAME, by=by, before=where, after=where)
        lines.append((by_key[place.team.tournament_id], line))
    journal.write_each(lines)


def _people(club: Club, pks: Sequence[int], *, least: int = 1) -> list[Person]:
    """Return the people with these keys, in their order. Raises TournamentError `people_few`, `people_too_many`, `person_gone`."""
    wanted = list(dict.fromkeys(pks))
    if len(wanted) < least:
        raise TournamentError("people_few")
    if len(wanted) > MOST_AT_ONCE:
        raise TournamentError("people_too_many", most=MOST_AT_ONCE)
    there = {person.pk: person for person in club.people.filter(pk__in=wanted, merged_into=None, erased_at=None)}
    if len(there) < len(wanted):
        raise TournamentError("person_gone")
    return [there[pk] for pk in wanted]


def _locked_person(club_id: int, person_id: int) -> Person:
    """Lock a club and return a person of it. Raises TournamentError `person_gone`, and as `lock_club`."""
    return _people(lock_club(club_id), [person_id])[0]


def write(person: Person, fields: PersonFields) -> None:
    """Write *fields* on a person that is not saved yet. Raises TournamentError for the first wrong one."""
    for field, value in fields.items():
        if field == "category" and value not in PERSON_CATEGORIES:
            raise TournamentError("category_unknown", field="category", read=value)
        if field == "fixed_table" and value is not None and not 1 <= int(str(value)) <= HIGHEST_TABLE:
            raise TournamentError("number_range", field="fixed_table", read=value, most=HIGHEST_TABLE)
        if field == "birth_year" and value is not None:
            check_birth_year(person, int(str(value)))
        if field in TEXTS:
            value = names.clean_short(str(value), TEXTS[field], field)
        if field == "name" and not any(c.isalpha() for c in str(value)):
            raise TournamentError("player_name_missing", field="name", read=value)
        if field == "phone" and not _PHONE.fullmatch(str(value)):
            raise TournamentError("phone_unread", field="phone", read=value)
        setattr(person, field, value)
    person.set_keys()


def _rename(
    person: Person, name: str, concours: Sequence[Tournament], act: Act, by: User | None, *, erase: bool = False
) -> None:
    """Show *name* at the places of *person* in *concours*, which are locked; one line in the journal of each.

    A row that holds the name of other people too stays theirs. With *erase*, telephones, and the words about their
    teams go as well.
    """
    places = list(places_of([person]).select_related("player", "team").order_by("pk"))
    rows = {place.player_id: place.player for place in places}
    shared = places_of([]).model.objects.filter(player__in=rows).exclude(pk__in=[place.pk for place in places])
    shared_rows = set(shared.values_list("player", flat=True))
    own: dict[int, Any] = {}
    changed: defaultdict[int, list[Any]] = defaultdict(list)
    for place in places:
        row = place.player
        if row.name == name and not erase:
            continue
        if row.pk in shared_rows:
            if row.pk not in own:
                own[row.pk] = type(row)(club_id=row.club_id, phone=row.phone)
            place.player = own[row.pk]
        else:
            own[row.pk] = row
        changed[place.team.tournament_id].append(place)
    for row in own.values():
        row.name = name
        if erase:
            row.phone = ""
        row.save()
    lines = []
    for tournament in concours:
        for place in changed[tournament.pk]:
            where = {"team": place.team_id, "number": place.team.number}
            line = journal.JournalledAct(act=act, by=by, before=where, after=where | {"texts": ["players"]})
            told = erase and (place.team.remark or place.team.name)
            if place.player_id == place.player.pk and not told:
                lines.append((tournament, line))
                continue
            # The row of the team, or of its place, becomes another one: its seal is made anew.
            place.player_id = place.player.pk
            place.save(update_fields=["player"])
            if told:
                place.team.remark = place.team.name = ""
                place.team.save(update_fields=["remark", "name"])
            journal.write_lines(tournament=tournament, lines=[line])
    journal.write_each(lines)


# Their lines hold how it was before: taken back, they write over what came since.
_SET_ANEW = (acts.SAY_RIGHTS, acts.CHOOSE_RETENTION, acts.GIVE_LINK)


def take_back(*, club_id: int, number: int, by: User | None) -> None:
    """Take back the act of line *number* of the journal of the club. Raises TournamentError `club_line_stays`, or as the act."""
    line = ClubEntry.objects.filter(club=club_id, number=number).first()
    act = ACTS.get(line.act) if line is not None else None
    if line is None:
        why = _("The journal of the club has no line %(line)s. Nothing was changed.") % {"line": number}
        raise TournamentError("club_line_stays", why=why)
    if act is None or not isinstance(act.undo, Reverse):
        raise TournamentError("club_line_stays", why=str(act.undo) if act is not None else "")
    same = {f"after__{key}": line.after[key] for key in ("season", "person") if key in line.after}
    # Two who were brought together are named as little as each of them wanted to be.
    over = [line.act, acts.UNITE_PEOPLE.key] if act is acts.SAY_RIGHTS else [line.act]
    later = ClubEntry.objects.filter(club=club_id, act__in=over, number__gt=number, **same)
    if ("season" in line.after or act in _SET_ANEW) and later.exists():
        why = _("It was changed again since: set it anew, or take that back first. Nothing was changed.")
        raise TournamentError("club_line_stays", why=why)
    act.take_back(cast(WrittenLine, line), by, "")
