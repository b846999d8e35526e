"""Questions about registrations from home: is it open, who has a place, who waits, what differs from the teams here."""

import datetime
import hashlib
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from typing import Any

from django.db.models import Case, Count, Max, Min, Q, QuerySet, When
from django.utils import timezone

from tournament import names
from tournament.concours.models import Tournament
from tournament.entries.acts import REFUSE_REQUEST
from tournament.entries.models import HomeEntry, TeamRequest
from tournament.journal.acts import Act
from tournament.registration import selectors as roster
from tournament.registration.acts import RETURN_TEAM, SET_AWAY, SET_PRESENT, WITHDRAW_TEAM
from tournament.registration.head_count import Turnout
from tournament.registration.models import Team
from tournament.rounds.models import Draw

SEVERAL = 3  # registrations from one address: more than a household sends
FLOOD = 100  # registrations from such addresses: more than clubs that register their friends


def digest(token: str) -> str:
    """Return the key of the registration whose private link holds *token*."""
    return hashlib.sha256(token.encode()).hexdigest()


# --- When it is open --------------------------------------------------------------------------------------------------


def window_of(tournament: Tournament) -> tuple[datetime.datetime, datetime.datetime] | None:
    """Return from when until when people register from home; None where they never do."""
    if not tournament.entries_days:
        return None

    def at(days: int, hours: int) -> datetime.datetime:
        day = datetime.datetime.combine(tournament.date - datetime.timedelta(days=days), datetime.time())
        return timezone.make_aware(day + datetime.timedelta(hours=hours))

    return at(tournament.entries_days, 0), at(tournament.entries_end_days, tournament.entries_end_hour)


def entries_state(tournament: Tournament) -> str:
    """Return how registration from home stands: "never", "soon", "open", or "over"."""
    window = window_of(tournament)
    if window is None:
        return "never"
    return _state(tournament, window, roster.has_draw)


def _state(
    tournament: Tournament,
    window: tuple[datetime.datetime, datetime.datetime],
    has_draw: Callable[[Tournament], bool],
) -> str:
    if tournament.closed_at or tournament.copied_at or tournament.club.closed_at or has_draw(tournament):
        return "over"
    now = timezone.now()
    return "soon" if now < window[0] else "open" if now < window[1] else "over"


# --- Places -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class EntryPlace:
    """The place of a registration from home: `waits` is its place on the waiting list, 0 for a place to play.

    `number` is that of its team, None until the desk has taken it; *out*: the desk has left it out, or the team has left.
    """

    waits: int
    number: int | None = None
    out: bool = False


def pending_places(tournament: Tournament) -> dict[int, int]:
    """Return the place on the waiting list of each registration that is no team yet, by its key; 0 for a place to play.

    In the order of arrival: after the first who waits everybody does.
    """
    pending = list(roster.pending_entries(tournament).values_list("pk", "player_2"))
    if not pending:
        return {}
    people = roster.turnout(tournament)
    fitting = _fitting(tournament, (partner for _pk, partner in pending), people)
    return {
        pk: 0 if at <= fitting else people.waiting + at - fitting for at, (pk, _partner) in enumerate(pending, start=1)
    }


def _fitting(tournament: Tournament, partners: Iterable[str], people: Turnout) -> int:
    """Return how many of the first registrations have a place beside *people*; *partners*: their second names, in order."""
    if people.waiting and tournament.max_teams:
        return 0
    teams, singles, count = people.teams, people.alone, 0
    for partner in partners:
        alone = not (tournament.singles or partner)
        teams, singles = teams + (not alone), singles + alone
        if tournament.max_teams and teams + (singles + 1) // 2 > tournament.max_teams:
            break
        count += 1
    return count


def pending_place(entry: HomeEntry) -> int:
    """Return the place on the waiting list of a registration that is no team yet, as `pending_places`.

    Reads no more of the list than can have a place: thousands behind them are counted.
    """
    most = entry.tournament.max_teams
    if not most or entry.gone:
        return 0
    pending = roster.pending_entries(entry.tournament)
    people = roster.turnout(entry.tournament)
    # Two people alone share one place.
    fitting = _fitting(entry.tournament, pending.values_list("player_2", flat=True)[: 2 * most], people)
    at = pending.filter(Q(arrival__lt=entry.arrival) | Q(arrival=entry.arrival, pk__lte=entry.pk)).count()
    return 0 if at <= fitting else people.waiting + at - fitting


@dataclass(frozen=True)
class HomePlaces:
    """The places for people who register now: how many more teams have one, None for as many as come; how many wait."""

    left: int | None
    waiting: int


def home_places(tournament: Tournament) -> HomePlaces:
    """Return the places that the form promises: none where somebody waits already, at the door or from home."""
    if not tournament.max_teams:
        return HomePlaces(None, 0)
    people = roster.turnout(tournament)
    pairs, alone = roster.pending_counts(tournament)
    left = 0 if people.waiting else roster.room(tournament, people.teams + pairs, people.alone + alone)
    if left:
        return HomePlaces(left, 0)
    first = roster.pending_entries(tournament).values_list("player_2", flat=True)[: 2 * tournament.max_teams]
    return HomePlaces(0, people.waiting + pairs + alone - _fitting(tournament, first, people))


@dataclass(frozen=True)
class Opening:
    """The state of registration from home, as `entries_state`; how many more teams have a place, None without a limit."""

    state: str
    left: int | None

    @property
    def full(self) -> bool:
        """Return whether who registers now waits for a place."""
        return self.left == 0


def openings(tournaments: Sequence[Tournament]) -> dict[int, Opening]:
    """Return how registration stands for each of *tournaments*, by pk; three queries, whatever their number."""
    limited = [one.pk for one in tournaments if one.max_teams]
    by_home = [one.pk for one in tournaments if one.entries_days]
    drawn = set(Draw.objects.filter(round__tournament__in=by_home).values_list("round__tournament", flat=True))
    counts: dict[int, Counter[str]] = {pk: Counter() for pk in limited}
    teams = Team.objects.filter(tournament__in=limited, withdrawn_from=None).order_by()
    for pk, waits, alone, count in teams.values_list("tournament", "waiting", "alone").annotate(n=Count("pk")):
        counts[pk]["waiting" if waits else "alone" if alone else "teams"] += count
    pending = HomeEntry.objects.filter(roster.PENDING, tournament__in=limited).order_by().values_list("tournament")
    coming = {pk: (every, alone) for pk, every, alone in pending.annotate(every=Count("pk"), alone=roster.ALONE)}

    def left(one: Tournament) -> int | None:
        if not one.max_teams:
            return None
        here = counts[one.pk]
        every, alone = coming.get(one.pk, (0, 0))
        alone = 0 if one.singles else alone
        return 0 if here["waiting"] else roster.room(one, here["teams"] + every - alone, here["alone"] + alone)

    def state(one: Tournament) -> str:
        window = window_of(one)
        return "never" if window is None else _state(one, window, lambda that: that.pk in drawn)

    return {one.pk: Opening(state(one), left(one)) for one in tournaments}


def place_of(entry: HomeEntry) -> EntryPlace:
    """Return the place of a registration that is not taken back."""
    if entry.team is None and entry.taken_version or entry.team is not None and entry.team.withdrawn_from is not None:
        return EntryPlace(0, out=True)
    if entry.team is None:
        return EntryPlace(pending_place(entry))
    if not entry.team.waiting:
        return EntryPlace(0, entry.team.number)
    line = [team.pk for team in roster.waiting_list(entry.tournament)]
    return EntryPlace(line.index(entry.team.pk) + 1 if entry.team.pk in line else 0, entry.team.number)


def seekers(tournament: Tournament) -> QuerySet[HomeEntry]:
    """Return who is alone and looks for a partner, the first to come first: no team yet, or one of a single person."""
    alone = Q(team=None, taken_version=0) | Q(team__alone=True, team__withdrawn_from=None)
    return HomeEntry.objects.filter(
        alone, tournament=tournament, seeking=True, player_2="", withdrawn=False, joined=None
    )


@dataclass(frozen=True)
class Seeker:
    """Another one who looks for a partner, as somebody who does too sees it, without its name: who asks whom."""

    number: int
    commune: str
    asks_you: bool
    asked: bool


def seekers_seen(entry: HomeEntry, most: int) -> list[Seeker]:
    """Return at most *most* with whom *entry* may play, first who asks it and whom it asks; nobody who has said no to it."""
    asks_it = Q(asks=entry) & ~Q(key__in=entry.declines)
    near = Case(When(asks_it | Q(pk=entry.asks_id), then=0), default=1)
    others = seekers(entry.tournament).exclude(pk=entry.pk).order_by(near, "arrival", "pk")
    return [
        Seeker(one.pk, one.commune, one.asks_id == entry.pk and one.key not in entry.declines, entry.asks_id == one.pk)
        for one in others[:most]
        if entry.key not in one.declines
    ]


@dataclass(frozen=True)
class DeskAnswer:
    """The answer of the desk to a changed registration: none yet, or the *players* that it has left as they were.

    *paired*: it has found a partner for who registered alone.
    """

    players: tuple[str, ...] = ()
    paired: bool = False


def desk_answer(entry: HomeEntry) -> DeskAnswer | None:
    """Return how the desk's team differs from a registration from home that was changed; None where it does not."""
    if entry.team is None:
        return None
    members = [member.player.name for member in entry.team.members.select_related("player")]
    here, own = ({roster.player_key(name) for name in players} for players in (members, entry.players))
    if here == own:
        return None
    return DeskAnswer(tuple(members), paired=own < here) if entry.taken_version >= entry.version else DeskAnswer()


def asked_in_vain(entry: HomeEntry) -> bool:
    """Return whether the person whom *entry* asked as a partner says no or looks for nobody any more; one query at most."""
    if not entry.seeking or entry.asks_id is None:
        return False
    asked = seekers(entry.tournament).filter(pk=entry.asks_id).first()
    return asked is None or entry.key in asked.declines


@dataclass(frozen=True)
class Flood:
    """Registrations of which no team was made, from `addresses` that sent several each: perhaps a program sends them.

    `pending` of them keep a place, `aside` were set aside by the desk.
    """

    pending: int
    aside: int
    addresses: int
    first: datetime.datetime
    last: datetime.datetime


def flood_of(tournament: Tournament) -> Flood | None:
    """Return the flood that *tournament* has met, None below FLOOD registrations; one query."""
    lines = list(from_several(tournament))
    every, aside = sum(line["every"] for line in lines), sum(line["aside"] for line in lines)
    if every < FLOOD:
        return None
    first, last = min(line["first"] for line in lines), max(line["last"] for line in lines)
    return Flood(every - aside, aside, len(lines), first, last)


def from_several(tournament: Tournament) -> QuerySet[HomeEntry, Any]:
    """Return the senders of SEVERAL registrations or more of which no team was made, each with its figures."""
    teamless = HomeEntry.objects.filter(tournament=tournament, team=None, withdrawn=False, joined=None)
    counted = teamless.exclude(sender="").order_by().values("sender")
    aside = Count("pk", filter=Q(taken_version__gt=0))
    return counted.annotate(every=Count("pk"), aside=aside, first=Min("at"), last=Max("at")).filter(every__gte=SEVERAL)


# --- What differs -----------------------------------------------------------------------------------------------------

MadeOf = list[Any]


def made_of(players: Sequence[str], origin: str) -> MadeOf:
    """Return what is compared of a team: who plays, and the commune as it is meant."""
    return [sorted(roster.player_key(name) for name in players), names.place_key(origin)]


def team_made_of(team: Team) -> MadeOf:
    """Return what *team*, read with its players, is made of."""
    return made_of([member.player.name for member in team.members.all()], team.origin)


def shown_of(team: Team) -> MadeOf:
    """Return what decides how a difference of *team* is settled."""
    return [*team_made_of(team), team.present, team.paid_cents, team.withdrawn_from]


@dataclass(frozen=True)
class EntryDifference:
    """A registration from home that the teams here do not say, and what may be done about it.

    *kind*: "new"; "twin", a new one with the names of team *number*; "one_twin", with one of them; "again", with those of a
    registration *before* it that is no team yet; "one_again", with one of them; "changed" there;
    "both", changed there and here; "withdrawn" there; "withdrawn_here", there, while the team was changed, came or paid
    here; "dropped": the desk left it out or deleted the team, and it was changed there since. *usual* is what is done
    where nobody chooses, empty where somebody must: one of *choices*, the keys of `services.CHOICES`.
    """

    entry: HomeEntry
    kind: str
    choices: tuple[str, ...]
    usual: str
    team: Team | None = None
    waits: int = 0
    before: HomeEntry | None = None

    @property
    def asked(self) -> str:
        """Return the key of the question about it: another one once it changed, there or here."""
        return f"{self.entry.key}:{self.entry.version}:{self.kind}"


CHOICES_OF = {
    "new": (("register", "other", "leave"), "register"),  # other: its names only resemble those of a team
    "twin": (("same", "other", "leave"), "same"),
    "one_twin": (("other", "leave"), ""),
    "again": (("same", "other", "leave"), "same"),
    "one_again": (("other", "leave"), ""),
    "changed": (("change", "keep"), "change"),
    "both": (("change", "keep"), ""),
    "withdrawn": (("delete", "keep"), "delete"),
    "withdrawn_here": (("delete", "keep"), ""),
    "dropped": (("register", "leave"), ""),
}

_TEAMLESS = frozenset(("new", "twin", "one_twin", "dropped"))


def differences(tournament: Tournament) -> list[EntryDifference]:
    """Return what registrations from home say that the teams here do not; four queries, whatever their number."""
    teams = {team.pk: team for team in roster.teams_of(tournament)}
    known: dict[str, list[Team]] = {}
    for team in teams.values():
        for member in team.members.all():
            known.setdefault(member.player.key, []).append(team)
    places = pending_places(tournament)
    pending: dict[str, list[HomeEntry]] = {}
    found = []
    for entry in tournament.entries.all():
        kind, about = _difference(tournament, entry, teams, known)
        before = None
        if kind in _TEAMLESS:
            keys = {roster.player_key(name) for name in entry.players}
            if kind == "new":
                kind, before = _again(tournament, keys, pending)
            for key in keys:
                pending.setdefault(key, []).append(entry)
        if kind:
            choices, usual = CHOICES_OF[kind]
            found.append(EntryDifference(entry, kind, choices, usual, about, places.get(entry.pk, 0), before))
    return found


def _again(
    tournament: Tournament, keys: Set[str], pending: Mapping[str, list[HomeEntry]]
) -> tuple[str, HomeEntry | None]:
    """Return the kind of a new registration with these *keys*, and the one before it, no team yet, that has one of them."""
    before = [entry for key in sorted(keys) for entry in pending.get(key, ())]
    whole = [entry for entry in before if {roster.player_key(name) for name in entry.players} == keys]
    if whole and (len(keys) > 1 or tournament.singles):
        return "again", whole[0]
    return ("one_again", before[0]) if before else ("new", None)


def _difference(
    tournament: Tournament, entry: HomeEntry, teams: dict[int, Team], known: dict[str, list[Team]]
) -> tuple[str, Team | None]:
    team = teams.get(entry.team_id or 0)
    settled = entry.taken_version >= entry.version
    if team is None:
        if entry.gone or settled:
            return "", None
        if entry.taken_version:
            return "dropped", None
        return _new(tournament, entry, known)
    if settled or (entry.gone and team.withdrawn_from is not None):
        return "", team
    changed_here = entry.taken_as != team_made_of(team)
    if entry.gone:
        here = changed_here or team.present or team.paid_cents is not None
        return ("withdrawn_here" if here else "withdrawn"), team
    if made_of(entry.players, entry.commune) == team_made_of(team):
        return "", team
    return ("both" if changed_here else "changed"), team


def _new(tournament: Tournament, entry: HomeEntry, known: dict[str, list[Team]]) -> tuple[str, Team | None]:
    keys = {roster.player_key(name) for name in entry.players}
    twins = [team for key in sorted(keys) for team in known.get(key, ())]
    whole = [team for team in twins if {member.player.key for member in team.members.all()} == keys]
    if whole and (len(keys) > 1 or tournament.singles):
        return "twin", whole[0]
    return ("one_twin", twins[0]) if twins else ("new", None)


# --- Words of teams to the desk ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class RequestLine:
    """A word of a team to the desk, and what the team still owes, in cents."""

    request: TeamRequest
    team: Team
    owes: int

    @property
    def act(self) -> Act:
        """Return the act of the door that a yes is: it has its right."""
        if self.request.kind == "back":
            return SET_AWAY if self.team.withdrawn_from is None else RETURN_TEAM
        return {"here": SET_PRESENT, "leave": WITHDRAW_TEAM, "miss": SET_AWAY}[self.request.kind]


def open_requests(tournament: Tournament) -> list[RequestLine]:
    """Return what teams told the desk and nobody has answered, the first to come first; one query and one more a team."""
    asked = tournament.requests.select_related("team").prefetch_related("team__members__player")
    return [RequestLine(one, one.team, one.team.missing_cents(tournament.fee)) for one in asked]


@dataclass(frozen=True)
class Refusal:
    """The no of the desk to a request of a team, with what it gave as a reason."""

    kind: str
    at: datetime.datetime
    reason: str


def refusals(tournament: Tournament, teams: Collection[Team]) -> dict[int, list[Refusal]]:
    """Return the no of the desk to what each of *teams*, by its key, may still ask as it did; three queries.

    A no stands until the team asks again, or the desk does what it asked.
    """
    possible = requests_possible(tournament, teams)
    asked = set(TeamRequest.objects.filter(team__in=possible).values_list("team", "kind"))
    granted = {act.key for act in (SET_PRESENT, SET_AWAY, WITHDRAW_TEAM, RETURN_TEAM)}
    said = tournament.journal.filter(act__in=[*granted, REFUSE_REQUEST.key], after__team__in=list(possible))
    last: dict[int, dict[str, Refusal]] = {team: {} for team in possible}
    for line in said.order_by("number"):
        team, kind = line.after["team"], line.after.get("request", "")
        if line.act in granted:
            last[team].clear()
        elif possible[team].get(kind) == line.after.get("round", 0):
            last[team][kind] = Refusal(kind, line.at, line.reason)
    return {team: [one for one in its.values() if (team, one.kind) not in asked] for team, its in last.items()}


def requests_possible(tournament: Tournament, teams: Collection[Team]) -> dict[int, dict[str, int]]:
    """Return what each of *teams*, by its key, may tell the desk now, with the partie that it is about; one query."""
    if tournament.closed_at or tournament.copied_at:
        return {team.pk: {} for team in teams}
    drawn = roster.last_published_round(tournament)
    return {
        team.pk: {}
        if team.excluded or team.waiting and team.present
        else dict(_possible(team, drawn, tournament.parties))
        for team in teams
    }


def _possible(team: Team, drawn: int, parties: int) -> Iterator[tuple[str, int]]:
    following = drawn + 1
    if team.withdrawn_from is None and not team.present:
        yield "here", 0
    if following > parties:
        return
    if team.withdrawn_from is not None or (team.away_in or 0) >= following:
        yield "back", following
    elif team.present and drawn:
        yield "leave", following
        yield "miss", following
