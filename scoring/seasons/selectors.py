"""Read the seasons of a club: the table, made from what each evening brought; why a rank; what a correction moved."""

import datetime
import hashlib
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db.models import Count, Max, Q, QuerySet
from django.http import Http404
from django.utils.translation import pgettext

from scoring.ranking import FIGURES
from scoring.seasons.acts import CHANGE_SEASON, CHOOSE_EVENINGS, CUT_CARDS, MAKE_SEASON, REMOVE_SEASON, RESTORE_SEASON
from scoring.seasons.keeping import NOW, columns_of, evening_rows
from scoring.seasons.models import KeptEvening, Season, SeasonConcours
from scoring.seasons.rules import table_rules
from scoring.seasons.scales import EveningEntry, Who
from scoring.seasons.table import SeasonEvening, SeasonMove, SeasonRow, SeasonTable, make_table, moves
from scoring.standings.selectors import evening
from tournament.clubs.models import Club
from tournament.clubs.selectors import club_for
from tournament.concours.models import Tournament
from tournament.journal.models import ClubEntry
from tournament.names import together
from tournament.page_access import or_404
from tournament.people.models import Person
from tournament.people.naming import Audience, Named, public_audience
from tournament.people.selectors import open_names, people_of
from tournament.registration.models import TeamMember

TO_COME, RUNNING, PLAYED = "to_come", "running", "played"
ACTS = (MAKE_SEASON, CHANGE_SEASON, CHOOSE_EVENINGS, CUT_CARDS, REMOVE_SEASON, RESTORE_SEASON)


class EveningOfSeason(NamedTuple):
    """A concours of a season. `state` is "to_come" before its first score counts, "running" up to its palmarès, "played"."""

    pk: int
    name: str
    date: datetime.date
    weight: int
    journal_number: int
    journal_hash: str
    closed: bool
    columns: Sequence[Sequence] = ()  # of what it brought each team: keeping.columns_of

    @property
    def state(self) -> str:
        """Return where it stands."""
        return TO_COME if not self.columns else PLAYED if self.closed else RUNNING

    @property
    def of_table(self) -> SeasonEvening:
        """Return it as the table sees it."""
        return SeasonEvening(self.pk, self.date.toordinal(), self.weight)


@dataclass(frozen=True)
class SeasonStanding:
    """The table of a season, its evenings in order, and the names and communes of its people by their keys."""

    season: Season
    table: SeasonTable
    evenings: Sequence[EveningOfSeason]
    people: Mapping[int, Named]
    communes: Mapping[int, str]

    def name(self, who: Who, *, audience: Audience = Audience.ORGANISERS) -> str:
        """Return the names of a person or a pair as *audience* reads them."""
        people = [self.people.get(pk, Named("")) for pk in who]
        return together(one.shown(audience) or pgettext("season", "(erased)") for one in people)

    @property
    def next_evening(self) -> EveningOfSeason | None:
        """Return the first evening that is not over; None where all are."""
        return next((one for one in self.evenings if one.state != PLAYED), None)


def who_of(key: str, *, by_pair: bool) -> Who:
    """Return the person or pair of an address: "12", or "12-15". Raises Http404 for anything else.

    >>> who_of("12", by_pair=False), who_of("12-15", by_pair=True)
    ((12,), (12, 15))
    """
    parts = key.split("-")
    if len(parts) != (2 if by_pair else 1) or not all(
        part.isascii() and part.isdecimal() and len(part) <= 18 for part in parts
    ):
        raise Http404
    return tuple(int(part) for part in parts)


def key_of(who: Who) -> str:
    """Return the part of an address or of a form that names a person, a pair or a team."""
    return "-".join(map(str, who))


def season_for(user: User, pk: int, act: str = "read", *, away: bool = False) -> Season:
    """Find the season *pk* where *user* may do *act* in its club. Raises Http404, PermissionDenied as `club_for`."""
    season = or_404(Season.objects.filter(pk=pk).first())
    season.club = club_for(user, season.club_id, act)
    if (season.removed_at is not None) != away:
        raise Http404
    return season


def public_season(slug: str) -> Season:
    """Find the season whose public pages stand under *slug*. Raises Http404 where there is none or it is not open."""
    open_ones = Season.objects.filter(public=True, removed_at=None, club__hidden_at=None)
    return or_404(open_ones.select_related("club").filter(slug=slug).first())


def audience_of(season: Season) -> Audience:
    """Return for whom its public pages write names: in the hall for everybody, on the web as the organiser says."""
    return public_audience(online=season.names_online)


def seasons_of(club: Club, *, away: bool = False) -> QuerySet[Season]:
    """Return the seasons of a club, the newest first, each with how many concours it `counts`."""
    counted = Q(concours__tournament__removed_at=None)
    return Season.objects.filter(club=club, removed_at__isnull=not away).annotate(
        counts=Count("concours", filter=counted)
    )


def seasons_with(tournament: Tournament) -> QuerySet[Season]:
    """Return the seasons in which a concours counts, the newest first."""
    return Season.objects.filter(concours__tournament=tournament, removed_at=None).select_related("club")


def names_to_answer(standing: SeasonStanding) -> list[str]:
    """Return the names that stand more than once in a table and of which nothing tells whether they are one; two queries at most.

    None where everybody has a name of their own.
    """
    there = people_of(standing.season.club).filter(pk__in=standing.people)
    keys = list(open_names(there).values_list("key", flat=True))
    return sorted(set(there.filter(key__in=keys).values_list("name", flat=True))) if keys else []


def concours_to_choose(season: Season) -> list[tuple[Tournament, int]]:
    """Return (concours, how often it counts, 0 for not) of all that may count, the latest first."""
    chosen = dict(season.concours.values_list("tournament", "weight"))
    return [(one, chosen.get(one.pk, 0)) for one in Tournament.objects.filter(club=season.club_id, rehearsal=False)]


def lines_of(season: Season) -> QuerySet[ClubEntry]:
    """Return what was done with a season, from its first line on."""
    lines = ClubEntry.objects.filter(club=season.club_id, act__in=[act.key for act in ACTS], after__season=season.pk)
    return lines.select_related("by").order_by("number")


def evenings_of(season: Season) -> list[EveningOfSeason]:
    """Return the concours that count in a season, in the order of their days; one query."""
    chosen = SeasonConcours.objects.filter(
        season=season, tournament__removed_at=None, tournament__rehearsal=False
    ).order_by("tournament__date", "tournament")
    fields = ("tournament", "tournament__name", "tournament__date", "weight")
    more = ("tournament__journal_number", "tournament__journal_hash", "tournament__closed_at")
    return [
        EveningOfSeason(pk, name, date, weight, number, head, closed is not None)
        for pk, name, date, weight, number, head, closed in chosen.values_list(*fields, *more)
    ]


def state_of(season: Season) -> str:
    """Return what changes with whatever the table shows, and with how it is computed; two queries."""
    line = ClubEntry.objects.filter(club=season.club_id).aggregate(last=Max("number"))["last"] or 0
    evenings = [(one.pk, one.journal_hash) for one in evenings_of(season)]
    return hashlib.sha256(f"{season.pk} {line} {evenings} {season.club.words} {FIGURES}".encode()).hexdigest()[:24]


def read_season(season: Season) -> SeasonStanding:
    """Return the table of a season: a constant number of queries, and those of each evening whose copy is behind, or of
    an earlier version.
    """
    evenings = evenings_of(season)
    copies = KeptEvening.objects.filter(tournament__in=[one.pk for one in evenings], palmares=NOW)
    fields = ("tournament", "journal_number", "figures", "columns")
    kept = {pk: copy for pk, *copy in copies.values_list(*fields)}
    read = []
    for one in evenings:
        number, figures, columns = kept.get(one.pk, (-1, FIGURES, []))
        if (number, figures) != (one.journal_number, FIGURES):
            columns = columns_of(evening_rows(evening(one.pk)))
        read.append(one._replace(columns=columns))
    return _standing(season, read)


def _standing(season: Season, evenings: Sequence[EveningOfSeason]) -> SeasonStanding:
    teams = _persons([one.pk for one in evenings])
    entries = _entries(evenings, teams, by_pair=season.by_pair)
    # A person brought together with another since keeps its card under the one that stands.
    merged = Person.objects.filter(club=season.club_id, merged_into__isnull=False).order_by()
    now = dict(merged.values_list("pk", "merged_into")) if season.cards else {}
    cuts = [[tuple(sorted(now.get(pk) or pk for pk in who)) for who in cut] for cut in season.cards]
    table = make_table(entries, [one.of_table for one in evenings], table_rules(season.rules), cuts)
    people = {pk for row in table.rows for pk in row.who}
    found = Person.objects.filter(club=season.club_id).order_by().values_list("pk", "name", "naming", "commune")
    known, communes = {}, {}
    for pk, name, naming, commune in found:
        if pk in people:
            known[pk], communes[pk] = Named(name, naming), commune
    return SeasonStanding(season, table, evenings, known, communes)


def _persons(concours: Collection[int]) -> Mapping[int, list[int]]:
    """Return the persons of each team of some concours; one query, of thousands of rows: plain ones."""
    members = TeamMember.objects.filter(team__tournament__in=concours, person__isnull=False).order_by()
    teams: dict[int, list[int]] = defaultdict(list)
    for team, person in members.values_list("team_id", "person_id"):
        teams[team].append(person)
    return teams


def _entries(
    evenings: Sequence[EveningOfSeason], teams: Mapping[int, list[int]], *, by_pair: bool
) -> Iterator[EveningEntry]:
    """Make the entry of each person, or pair, in each evening; of one that would be there twice the first, better ranked.

    Thousands of them at each reading: their fields (EveningRow) are taken as they are kept, by their places.
    """
    nobody: list[int] = []
    for one in evenings:
        evening_key = one.pk
        there: set[Who] = set()
        for team, rank, points, conceded, donnes, results, capots, final, category in zip(*one.columns, strict=True):
            persons = teams.get(team, nobody)
            if by_pair:
                found: list[Who] = [tuple(sorted(persons))] if len(persons) == 2 else []
            else:
                found = [(person,) for person in persons]
            for who in found:
                if who not in there:
                    there.add(who)
                    yield EveningEntry(
                        who, evening_key, points, rank, conceded, donnes, results, capots, final, category
                    )


class Moved(NamedTuple):
    """The moves that the correction of an evening caused in a season: `palmares` is the publication that it is compared with; None
    where it was published but once, or never.
    """

    evening: EveningOfSeason
    palmares: int | None
    moves: Sequence[SeasonMove]


def moved_by(standing: SeasonStanding, concours: int) -> Moved:
    """Return what moved since the palmarès of an evening before its last one, or since the last one where it is open again.

    Raises Http404 where the concours is not in the season.
    """
    where = {one.pk: place for place, one in enumerate(standing.evenings)}
    if concours not in where:
        raise Http404
    one = standing.evenings[where[concours]]
    copies = KeptEvening.objects.filter(tournament=concours, palmares__gt=NOW).order_by("-palmares")
    found = list(copies.values_list("palmares", "columns")[:2])
    before = found[1:2] if one.closed else found[:1]
    if not before:
        return Moved(one, None, ())
    number, columns = before[0]
    evenings = list(standing.evenings)
    evenings[where[concours]] = one._replace(columns=columns)
    return Moved(one, number, moves(_standing(standing.season, evenings).table, standing.table))


def corrected_evenings(season: Season) -> set[int]:
    """Return the concours of a season that were published more than once, or are open again since."""
    published = Tournament.objects.filter(seasons__season=season).annotate(
        copies=Count("kept_evenings", filter=Q(kept_evenings__palmares__gt=NOW))
    )
    again = published.filter(Q(copies__gt=1) | Q(copies=1, closed_at=None))
    return set(again.values_list("pk", flat=True))


def row_of(standing: SeasonStanding, who: Who) -> SeasonRow:
    """Return the row of a person or pair. Raises Http404 where it has none."""
    return or_404(standing.table.by_who.get(who))
