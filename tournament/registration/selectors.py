"""Questions about players and teams: who is registered, who plays a partie, who is known, who is there twice."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

from django.apps import apps
from django.db.models import Count, F, Prefetch, Q, QuerySet

from tournament import names
from tournament.concours.models import Tournament
from tournament.concours.money import Fee
from tournament.people.naming import Named
from tournament.prepared import prepared, put_at_hand
from tournament.registration.head_count import turnout, words_for
from tournament.registration.line_up import TEAM_SIZE
from tournament.registration.models import Player, Team, TeamMember

KEY_LENGTH = 80
PENDING = Q(team=None, taken_version=0, withdrawn=False, joined=None)  # registrations from home that are no team yet
ALONE = Count("pk", filter=Q(player_2=""))  # of registrations from home
# Of two writings of one word, the least part alike; shorter words are too often two names (Jo, Jos).
_ALIKE, _SHORTEST = 0.75, 4


@dataclass(frozen=True)
class DuplicatePlayer:
    """A name that is already in a team of the concours; `whole_team` when all the names are in that one team."""

    name: str
    player: str
    team_id: int
    number: int
    withdrawn: bool
    whole_team: bool
    excluded: bool = False


@dataclass(frozen=True)
class Likeness:
    """A team of the concours whose two players are named nearly as those being registered."""

    team_id: int
    number: int
    players: str
    withdrawn: bool
    excluded: bool = False


@dataclass(frozen=True)
class TeamLine:
    """A team as lists show it."""

    team: Team
    players: tuple[str, ...]
    seated: bool
    surnames_first: tuple[bool | None, ...] = ()

    @property
    def title(self) -> str:
        """Return the team's own name, else its players'."""
        return self.team.name or names.together(self.players)


# The filters of the list, each with the words to type for it in the search box.
SHOWN = {
    "present": ("présent", "présents", "là", "present"),
    "absent": ("absent", "absents", "pas là", "pas encore là", "not there"),
    "paid": ("payé", "payés", "réglé", "paid"),
    "unpaid": ("non payé", "non payés", "pas payé", "pas payés", "impayé", "impayés", "unpaid", "not paid"),
    "alone": ("seul", "seule", "seuls", "sans partenaire", "alone"),
    "waiting": ("attente", "liste d'attente", "waiting list"),
}
_SHOWN_BY_WORDS = {names.key(words): show for show, said in SHOWN.items() for words in said}


def player_key(name: str) -> str:
    """Return the key under which *name* is stored and compared."""
    return names.key(name)[:KEY_LENGTH]


def same_player(first: str, second: str) -> bool:
    """Return whether two names are one person's, however they are written."""
    return player_key(first) == player_key(second) != ""


def members_with_naming() -> QuerySet[TeamMember]:
    """Return the places of teams in order, each with what its person says of its name as `naming`."""
    return TeamMember.objects.annotate(naming=F("person__naming")).order_by("position")


def players_named(team: Team) -> list[Named]:
    """Return the players of a team read with `members_with_naming`, with what they say of their names."""
    return [Named(member.player.name, getattr(member, "naming", "")) for member in team.members.all()]


def teams_of(tournament: Tournament) -> QuerySet[Team]:
    """Return every team of *tournament* in order of number, its players at hand in `members.all()`; two queries."""
    return _with_players(Team.objects.filter(tournament=tournament))


def named_teams(keys: Iterable[int]) -> QuerySet[Team]:
    """Return the teams with these *keys*, of any concours, as `teams_of` does; two queries."""
    return _with_players(Team.objects.filter(pk__in=keys))


def _with_players(teams: QuerySet[Team]) -> QuerySet[Team]:
    members = Prefetch("members", members_with_naming().select_related("player"))
    return teams.order_by("number").prefetch_related(members)


def with_players(teams: Sequence[Team]) -> Sequence[Team]:
    """Return *teams* with their players at hand as those of `teams_of` have them; one query, by keys."""
    put_at_hand(teams, "members", _members(teams=sorted({team.pk for team in teams})))
    return teams


@prepared
def _members(teams: list[int]) -> QuerySet[TeamMember]:
    return members_with_naming().select_related("player").filter(team__pk__in=teams)


def all_teams(tournament: Tournament) -> Sequence[Team]:
    """Return the teams of `teams_of`; two queries."""
    return with_players(_all_teams(tournament=tournament.pk))


@prepared
def _all_teams(tournament: int) -> QuerySet[Team]:
    return Team.objects.filter(tournament=tournament).order_by("number")


def teams_in_round(tournament: Tournament, number: int) -> QuerySet[Team]:
    """Return the teams that play partie *number*: placed, present, joined, not withdrawn, not away for it."""
    return _with_players(_in_round(tournament.pk, number))


def _in_round(tournament: int, number: int) -> QuerySet[Team]:
    here = Team.objects.filter(
        Q(withdrawn_from__isnull=True) | Q(withdrawn_from__gt=number),
        tournament=tournament,
        waiting=False,
        alone=False,
        present=True,
        first_round__lte=number,
    )
    return here.exclude(away_in=number)


@prepared
def formed_in_round(tournament: int, number: int) -> QuerySet[Team]:
    """Find the teams of `teams_in_round`, without their players, and those of two who came alone with how they were formed."""
    return _in_round(tournament, number).select_related("formed").order_by("number")


@prepared
def numbers_in_round(tournament: int, number: int) -> QuerySet[Team, int]:
    """Find the numbers of the teams of `teams_in_round`."""
    return _in_round(tournament, number).order_by("number").values_list("number", flat=True)


def singles_here(tournament: Tournament) -> list[Team]:
    """Return the people who are here without a partner and have a place, the first to come first; two queries."""
    return list(with_players(_singles_here(tournament=tournament.pk)))


@prepared
def _singles_here(tournament: int) -> QuerySet[Team]:
    alone = Team.objects.filter(tournament=tournament, alone=True, present=True, waiting=False)
    return alone.filter(withdrawn_from__isnull=True).order_by("created_at", "pk")


def waiting_list(tournament: Tournament) -> list[Team]:
    """Return the teams that wait for a place, the first to come first; two queries."""
    return list(teams_of(tournament).filter(waiting=True, withdrawn_from__isnull=True).order_by("pk"))


def places_left(tournament: Tournament, *, alone: bool = False) -> int | None:
    """Return how many more teams may enter *tournament*, None for as many as come; two queries, none without a limit.

    With *alone*, whether one more person without a partner may: two of them take one place.
    """
    if not tournament.max_teams:
        return None
    people = turnout(tournament)
    # A registration from home keeps its place, also before the desk has made a team of it.
    teams, singles = pending_counts(tournament)
    return room(tournament, people.teams + teams, people.alone + singles, alone=alone)


def room(tournament: Tournament, teams: int, singles: int, *, alone: bool = False) -> int:
    """Return how many more teams, or with *alone* people, may enter beside *teams* and *singles*: two of these take one place."""
    return max(0, tournament.max_teams - teams - (singles + (not alone)) // 2)


def pending_entries(tournament: Tournament) -> QuerySet[Any]:
    """Return the registrations from home of which no team was made yet, in the order of arrival."""
    return tournament.entries.filter(PENDING).order_by("arrival", "pk")


def pending_counts(tournament: Tournament) -> tuple[int, int]:
    """Return how many of `pending_entries` are whole teams, and how many are people alone; one query."""
    counted = pending_entries(tournament).order_by().aggregate(every=Count("pk"), alone=ALONE)
    alone = 0 if tournament.singles else counted["alone"]
    return counted["every"] - alone, alone


def newcomers_waiting(tournament: Tournament, count: int, *, alone: bool = False) -> int:
    """Return how many of *count* teams that come now would wait; all of them where others wait already."""
    left = places_left(tournament, alone=alone)
    if left is None:
        return 0
    if Team.objects.filter(tournament=tournament, waiting=True, withdrawn_from__isnull=True).exists():
        return count
    return max(0, count - left)


def team_title(team: Team) -> str:
    """Return the name of a team of `teams_of`: its own, else its players'."""
    return team.name or names.together(member.player.name for member in team.members.all())


def last_published_round(tournament: Tournament) -> int:
    """Return the number of the last partie whose draw is published; 0 before the first."""
    return _published_numbers.first(tournament=tournament.pk) or 0


@prepared
def _published_numbers(tournament: int) -> QuerySet[Any, int]:
    published = apps.get_model("tournament", "Round").objects.filter(tournament=tournament, state="published")
    return published.order_by("-number").values_list("number", flat=True)[:1]


def has_draw(tournament: Tournament) -> bool:
    """Return whether any draw was ever made here: its minutes name the teams by their numbers."""
    return _drawn.first(tournament=tournament.pk) is not None


@prepared
def _drawn(tournament: int) -> QuerySet[Any, int]:
    drawn = apps.get_model("tournament", "Draw").objects.filter(round__tournament=tournament).order_by()
    return drawn.values_list("pk", flat=True)[:1]


def numbers_used(tournament: Tournament) -> set[int]:
    """Return the numbers of all the teams of the concours."""
    return set(_numbers(tournament=tournament.pk))


@prepared
def keys_by_number(tournament: int) -> QuerySet[Team, tuple[int, int]]:
    """Find the number and the key of each team."""
    return Team.objects.filter(tournament=tournament).order_by().values_list("number", "pk")


@prepared
def _numbers(tournament: int) -> QuerySet[Team, int]:
    return Team.objects.filter(tournament=tournament).order_by().values_list("number", flat=True)


def first_free_number(taken: Iterable[int]) -> int:
    """Return the lowest number from 1 that is not in *taken*.
    >>> first_free_number([1, 2, 4])
    3
    """
    used, number = set(taken), 1
    while number in used:
        number += 1
    return number


def find_duplicates(
    tournament: Tournament, players: Sequence[str], *, without: int | None = None
) -> list[DuplicatePlayer]:
    """Return the names of *players* already in a team of *tournament*, in the order given; one query.

    *without* is the pk of the team being changed. Accents, case, punctuation and the order of words do not count.
    """
    keys = [player_key(name) for name in players]
    keys_to_find = {key for key in keys if key}
    there = _of_these_names(tournament=tournament.pk, keys=sorted(keys_to_find))
    members = [member for member in there if member.team_id != without]
    by_team: dict[int, set[str]] = {}
    for member in members:
        by_team.setdefault(member.team_id, set()).add(member.player.key)
    return [
        DuplicatePlayer(
            name=name,
            player=member.player.name,
            team_id=member.team_id,
            number=member.team.number,
            withdrawn=member.team.withdrawn_from is not None,
            whole_team=(len(keys_to_find) > 1 or tournament.singles) and by_team[member.team_id] == keys_to_find,
            excluded=member.team.excluded,
        )
        for name, key in zip(players, keys, strict=True)
        for member in members
        if member.player.key == key
    ]


def free_players(tournament: Tournament, keys: Collection[str]) -> list[Player]:
    """Return the players of the club, of these *keys* and perhaps others, who are not in *tournament*; the first last."""
    # For a long list all are read: asking for some thousand keys at once is more than some databases take.
    narrowed = {"keys": [*keys]} if len(keys) <= TEAM_SIZE else {}
    return _players_outside(club=tournament.club_id, tournament=tournament.pk, **narrowed)


@prepared
def _players_outside(club: int, tournament: int, keys: list[str] | None = None) -> QuerySet[Player]:
    busy = TeamMember.objects.filter(team__tournament=tournament).values("player")
    players = Player.objects.filter(club=club).exclude(pk__in=busy).order_by("-pk")
    return players if keys is None else players.filter(key__in=keys)


@prepared
def _of_these_names(tournament: int, keys: list[str]) -> QuerySet[TeamMember]:
    members = TeamMember.objects.filter(team__tournament=tournament, player__key__in=keys)
    return members.select_related("player", "team").order_by("team__number", "position")


def likeness(tournament: Tournament, players: Sequence[str]) -> Likeness | None:
    """Find the first team whose two players resemble *players*, by a slip or two of spelling; one query.

    None for a single name: people of nearly the same name are too many.
    """
    keys = [player_key(name) for name in players]
    if len(keys) != 2 or not all(keys):
        return None
    for team, pair in groupby(_named(tournament=tournament.pk), key=lambda place: place[:4]):
        there = [place[4:] for place in pair]
        if resemble(keys, [key for key, _name in there]):
            pk, number, withdrawn_from, excluded = team
            written = names.together(name for _key, name in there)
            return Likeness(pk, number, written, withdrawn_from is not None, excluded)
    return None


@prepared
def _named(tournament: int) -> QuerySet[TeamMember, tuple[Any, ...]]:
    places = TeamMember.objects.filter(team__tournament=tournament).order_by("team__number", "position")
    team = ("team", "team__number", "team__withdrawn_from", "team__excluded")
    return places.values_list(*team, "player__key", "player__name")


def resemble(keys: Sequence[str], there: Sequence[str]) -> bool:
    """Return whether two pairs of player keys differ by a slip or two of spelling, whatever their order."""
    typed, written = ([key.split() for key in pair] for pair in (keys, there))
    return len(typed) == len(written) == 2 and any(
        all(map(_alike, typed, order)) for order in (written, written[::-1])
    )  # fmt: skip


def _alike(typed: list[str], there: list[str]) -> bool:
    """Return whether each word of one name resembles a word of the other, whatever their order."""
    if len(typed) != len(there):
        return False
    left = list(there)
    for word in typed:
        same = next((other for other in left if other == word), None)
        near = same or next((other for other in left if _near(word, other)), None)
        if near is None:
            return False
        left.remove(near)
    return True


def _near(one: str, other: str) -> bool:
    if min(len(one), len(other)) < _SHORTEST or not (one + other).isalpha():
        return False
    matcher = SequenceMatcher(None, one, other, autojunk=False)
    return matcher.real_quick_ratio() >= _ALIKE and matcher.quick_ratio() >= _ALIKE and matcher.ratio() >= _ALIKE


def team_lines(tournament: Tournament, *, search: str = "", show: str = "", by_name: bool = False) -> list[TeamLine]:
    """Return the teams of *tournament*, all or those that answer *search*; always the same number of queries.

    A number finds that team; words find the teams that have each of them at the beginning of a word of a player, of the
    team's name or of its club. *show* narrows them to one of SHOWN. By number, or by the name that comes first in each
    team.
    """
    teams = with_players(_with_seats(tournament=tournament.pk))
    lines = _searched([_team_line(team) for team in teams], search)
    if show:
        drawn = last_published_round(tournament) > 0
        fee = tournament.fee
        lines = [line for line in lines if _is_shown(line, show, fee, drawn)]
    if by_name:
        lines.sort(key=lambda line: (names.spelling(line.players[0]) if line.players else "", line.team.number))
    return lines


@prepared
def _with_seats(tournament: int, **named: int) -> QuerySet[Team]:
    """Find teams in order of number, each with how many places it has in the draws as `seat_count`."""
    return Team.objects.filter(tournament=tournament, **named).annotate(seat_count=Count("seats")).order_by("number")


def shown_by_words(text: str) -> str:
    """Return which of SHOWN *text* asks for, empty for none.
    >>> shown_by_words("non payé"), shown_by_words("Payet")
    ('unpaid', '')
    """
    return _SHOWN_BY_WORDS.get(names.key(text), "")


def _is_shown(line: TeamLine, show: str, fee: Fee, drawn: bool) -> bool:
    """Return whether a team is among those that `door_counts` counts under *show*."""
    team = line.team
    if team.waiting or show == "waiting":
        return team.waiting and show == "waiting" and team.withdrawn_from is None
    paid = team.paid_up(fee)
    if show == "alone":
        return team.alone and team.withdrawn_from is None
    if show == "paid":
        return paid
    if show == "unpaid":
        left_unplayed = team.withdrawn_from is not None and team.withdrawn_from == team.first_round
        never_came = drawn and not team.present and not line.seated and team.paid_cents is None
        return not (paid or left_unplayed or never_came)
    return team.withdrawn_from is None and team.present == (show == "present")


def _searched(lines: list[TeamLine], search: str) -> list[TeamLine]:
    words = names.key(search).split()
    if len(words) == 1 and words[0].isdecimal() and words[0].isascii():
        lines = [line for line in lines if str(line.team.number) == words[0].lstrip("0")]
    elif words:
        lines = [line for line in lines if names.answers(search, *line.players, line.team.name, line.team.origin)]
    elif search.strip():
        lines = []
    return lines


def words_of_lines(tournament: Tournament, lines: Sequence[TeamLine]) -> str:
    """Return how many teams and people alone *lines* are, in the words of the counts."""
    alone = sum(line.team.alone for line in lines)
    return words_for(len(lines) - alone, alone, singles=tournament.singles)


def line_of(team: Team) -> TeamLine:
    """Return a team as lists show it, read again."""
    (read,) = with_players([_with_seats.get(tournament=team.tournament_id, pk=team.pk)])
    return _team_line(read)


def _team_line(team: Team) -> TeamLine:
    return TeamLine(
        team=team,
        players=tuple(member.player.name for member in team.members.all()),
        seated=getattr(team, "seat_count", 0) > 0,
        surnames_first=tuple(member.player.surname_first for member in team.members.all()),
    )


def spellings_of_one_place(tournament: Tournament) -> list[tuple[str, ...]]:
    """Return the clubs and communes of *tournament* that are written in several ways, the usual one first; one query."""
    origins = Team.objects.filter(tournament=tournament).exclude(origin="").values_list("origin", flat=True)
    return [written for written in names.place_spellings(origins.order_by("origin")).values() if len(written) > 1]
