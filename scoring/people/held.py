"""Gather all that a club holds on a person, for the one file that the person can read."""

import base64
import datetime
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from scoring.people.selectors import Career, PlayedEvening, career_of
from scoring.prizes.models import HandedPrize, PrizeTurn
from scoring.referee.selectors import RulingLine, lines_of, rulings_at
from scoring.seasons.models import Season
from scoring.sheets.models import Photo
from tournament.clubs.models import Club
from tournament.entries.models import HomeEntry
from tournament.journal.acts import act_text
from tournament.journal.models import ClubEntry, JournalEntry
from tournament.ledger.booking import remarks_about
from tournament.ledger.models import Movement
from tournament.people.models import PERSON_CATEGORIES, Person
from tournament.people.naming import NAMING
from tournament.people.places import places
from tournament.qualification.answers import ANSWERS
from tournament.qualification.models import QualifiedPlace
from tournament.registration.models import Team, TeamMember


@dataclass(frozen=True)
class HeldPhoto:
    """A photo of a score sheet: its partie and table, and the picture as a browser shows it without a file beside it."""

    partie: int
    table: int
    at: datetime.datetime
    data: str


@dataclass(frozen=True)
class HeldLine:
    """A line of a journal: when, and what was done, in words."""

    at: datetime.datetime
    words: str


@dataclass(frozen=True)
class HeldEvening:
    """A place of the person in a team: the place and the team as they are kept, and all that hangs on them."""

    place: TeamMember
    team: Team
    phone: str
    played: PlayedEvening | None
    prize: str
    entry: HomeEntry | None = None
    rulings: list[RulingLine] = field(default_factory=list)
    photos: list[HeldPhoto] = field(default_factory=list)
    lines: list[HeldLine] = field(default_factory=list)


@dataclass(frozen=True)
class HeldData:
    """The data that a club holds on a person; `names` are those under which it is kept too."""

    club: Club
    person: Person
    career: Career
    names: list[str]
    evenings: list[HeldEvening]
    seasons: list[str]
    qualified: list[str]
    money: list[Movement]
    lines: list[HeldLine]

    @property
    def category(self) -> object:
        """Return its category in words."""
        return PERSON_CATEGORIES.get(self.person.category, "") if self.person.category else ""

    @property
    def naming(self) -> object:
        """Return what it said of its name, in words."""
        return NAMING[self.person.naming]


def held_data(person: Person) -> HeldData:
    """Return all that the club of *person* holds on it, removed concours and rehearsals included; a constant number of queries."""
    career = career_of(person)
    played = {evening.place: evening for evening in career.evenings}
    rows = list(
        places([person])
        .select_related("player", "team")
        .order_by("-team__tournament__date", "-team__tournament", "pk")
        .prefetch_related("team__tournament")
    )
    own = {row.team_id: row.team.tournament_id for row in rows}
    rulings, photos, lines = _rulings(own), _photos(own), _lines(own)
    turns = PrizeTurn.objects.filter(tournament__in=set(own.values())).exclude(called_at=None)
    prizes = {(turn.tournament_id, turn.number): turn.prize or turn.due for turn in turns}
    handed: dict[tuple[int, int], list[str]] = defaultdict(list)
    for one in HandedPrize.objects.filter(tournament__in=set(own.values())):
        handed[one.tournament_id, one.number].append(one.what)
    entries = {one.team_id: one for one in HomeEntry.objects.filter(team__in=own).order_by("pk")}
    prizes |= {team: " · ".join(words) for team, words in handed.items()}
    names = [one.name for one in person.merged.all() if one.name != person.name]
    told = remarks_about(club_id=person.club_id, written=[person.name, *names], teams=own)
    money = Movement.objects.filter(Q(team__in=own) | Q(pk__in=told), tournament__club=person.club_id)
    return HeldData(
        club=person.club,
        person=person,
        career=career,
        names=names,
        evenings=[
            HeldEvening(
                place=row,
                team=row.team,
                phone=row.player.phone,
                played=played.get(row.pk),
                prize=prizes.get((row.team.tournament_id, row.team.number), ""),
                entry=entries.get(row.team_id),
                rulings=rulings[row.team_id],
                photos=photos[row.team_id],
                lines=lines[row.team_id],
            )
            for row in rows
        ],
        seasons=list(
            Season.objects.filter(concours__tournament__in=set(own.values()), removed_at=None)
            .distinct()
            .values_list("name", flat=True)
        ),
        qualified=_qualified(person),
        money=list(money.select_related("tournament").order_by("at", "tournament", "number")),
        lines=_club_lines(person),
    )


def _qualified(person: Person) -> list[str]:
    """Return the concours for which the person was qualified, each with what it answered."""
    own = Q(person=person) | Q(partner=person) | Q(person__merged_into=person) | Q(partner__merged_into=person)
    rows = QualifiedPlace.objects.filter(own).order_by("pk").values_list("tournament__name", "answer")
    return [f"{name} ({ANSWERS[answer]})" for name, answer in rows]


def _rulings(own: Mapping[int, int]) -> Mapping[int, list[RulingLine]]:
    """Return team → what was decided at its tables, of the teams of *own*."""
    found: defaultdict[int, list[RulingLine]] = defaultdict(list)
    for line in lines_of(rulings_at(own)):
        for seat in line.ruling.table.seats.all():
            if seat.team_id in own:
                found[seat.team_id].append(line)
    return found


def _photos(own: Collection[int]) -> Mapping[int, list[HeldPhoto]]:
    """Return team → the photos of the sheets of its tables."""
    found: defaultdict[int, list[HeldPhoto]] = defaultdict(list)
    photos = Photo.objects.filter(table__seats__team__in=own).order_by("pk").distinct()
    fields = ("table__seats__team", "table__round__number", "table__number", "at", "content")
    for team, partie, table, at, content in photos.values_list(*fields):
        if team in own:
            data = f"data:image/jpeg;base64,{base64.b64encode(bytes(content)).decode()}"
            found[team].append(HeldPhoto(partie, table, at, data))
    return found


def _lines(own: Mapping[int, int]) -> Mapping[int, list[HeldLine]]:
    """Return team → the lines of the journal that name it."""
    found: defaultdict[int, list[HeldLine]] = defaultdict(list)
    lines = JournalEntry.objects.filter(tournament__in=set(own.values()), after__team__in=list(own)).order_by("pk")
    for at, act, after in lines.values_list("at", "act", "after"):
        found[after["team"]].append(HeldLine(at, act_text(act)))
    return found


def _club_lines(person: Person) -> list[HeldLine]:
    """Return the lines of the journal of the club that name the person."""
    every = ClubEntry.objects.filter(club=person.club_id).order_by("number").values_list("at", "act", "after")
    return [HeldLine(at, act_text(act)) for at, act, after in every if _named(after, person.pk)]


def _named(after: Mapping[str, Any], pk: int) -> bool:
    return pk in (after.get("person"), after.get("other")) or ("season" not in after and pk in after.get("people", ()))
