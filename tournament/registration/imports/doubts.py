"""Find what speaks against a team of a list: its players are registered already, or stand in another line."""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament import names
from tournament.concours.models import Tournament
from tournament.registration import selectors as roster
from tournament.registration.imports.entry import Entry, Say
from tournament.registration.imports.same_person import KnownNames, may_be_one
from tournament.registration.models import TeamMember


class Registered(NamedTuple):
    """The numbers of the teams in which each key of a player already is, of those that have left and of those alone.

    `pairs`: the players of each team of two, their keys first; `with_word`: the teams in whose keys a word stands; `names`:
    all of them, to find one written otherwise.
    """

    numbers_of: Mapping[str, tuple[int, ...]]
    left: frozenset[int]
    alone: frozenset[int]
    pairs: Mapping[int, tuple[tuple[str, ...], str]]
    with_word: Mapping[str, tuple[int, ...]]
    names: KnownNames
    singles: bool

    def like(self, players: Sequence[str], keys: Sequence[str]) -> int | None:
        """Return the number of the first team whose two players may be *players*, written nearly so or by a short name;
        None where there is none.
        """
        near = {number for key in keys for word in key.split() for number in self.with_word.get(word, ())}
        number = next((number for number in sorted(near) if roster.resemble(keys, self.pairs[number][0])), None)
        if number is not None:
            return number
        teams = [self._teams_of(name, key) for name, key in zip(players, keys, strict=True)]
        return min(set.intersection(*teams) & self.pairs.keys(), default=None)

    def _teams_of(self, name: str, key: str) -> set[int]:
        found = self.names.like(name)
        return {*self.numbers_of.get(key, ()), *([found[1]] if found else ())}


@dataclass
class Taken:
    """The rows of a list that are registered so far: where each key of a player stands, and each name.

    `repeated`: how often each key that is registered already stood in the list.
    """

    rows: dict[str, int] = field(default_factory=dict)
    names: KnownNames = field(default_factory=KnownNames)
    repeated: Counter[str] = field(default_factory=Counter)

    def add(self, players: Sequence[str], row: int) -> None:
        """Note the *players* of *row*."""
        for name in filter(None, players):
            self.rows.setdefault(roster.player_key(name), row)
            self.names.add(name, row)


def registered_in(tournament: Tournament) -> Registered:
    """Return who is registered in *tournament*; one query."""
    numbers_of: dict[str, tuple[int, ...]] = defaultdict(tuple)
    members = TeamMember.objects.filter(team__tournament=tournament).order_by("team__number")
    left, alone = set(), set()
    players: dict[int, list[tuple[str, str]]] = defaultdict(list)
    known = KnownNames()
    for key, name, number, gone, out, single in members.order_by("team__number", "position").values_list(
        "player__key", "player__name", "team__number", "team__withdrawn_from", "team__excluded", "team__alone"
    ):
        numbers_of[key] += (number,)
        players[number].append((key, name))
        known.add(name, number)
        if gone is not None and not out:
            left.add(number)
        elif single and gone is None:
            alone.add(number)
    pairs = {
        number: (tuple(key for key, _name in two), names.together(name for _key, name in two))
        for number, two in players.items()
        if len(two) == 2
    }
    with_word: dict[str, tuple[int, ...]] = defaultdict(tuple)
    for number, (keys, _written) in pairs.items():
        for word in {word for key in keys for word in key.split()}:
            with_word[word] += (number,)
    return Registered(
        dict(numbers_of), frozenset(left), frozenset(alone), pairs, dict(with_word), known, tournament.singles
    )


def said_since(doubts: list[Say], entry: Entry) -> list[Say]:
    """Return the doubt about a registered team of which the list says now that it was refunded or cancelled."""
    read = next((say.params["read"] for say in entry.questions if say.code == "state"), "")
    here = ("row_team_registered", "row_person_registered")
    number = next((say.params["number"] for say in doubts if say.code in here), None)
    return [Say("row_registered_state", {"number": number, "read": read})] if read and number else []


def doubts_of(players: tuple[str, ...], keys: list[str], registered: Registered, taken: Taken) -> list[Say]:
    """Return what speaks against *players*, whose keys are *keys*: they are registered, or in a row that is *taken*."""
    if len(keys) > 1:
        doubts = _doubts_of_team(players, keys, registered, taken)
    else:
        doubts = _doubts_of_person(keys[0], players[0], registered, taken)
    if doubts and doubts[-1].code not in ("row_same_twice", "row_maybe_twice"):
        return doubts
    for player, key in zip(players, keys, strict=True):
        here = len(doubts)
        if key in registered.numbers_of:
            doubts.append(Say("row_player_registered", {"player": player, "number": registered.numbers_of[key][0]}))
        if key in taken.rows:
            doubts.append(Say("row_player_in_row", {"player": player, "row": taken.rows[key]}))
        if len(doubts) == here:
            doubts += _under_another_name(player, registered, taken)
    return doubts


def _doubts_of_team(players: tuple[str, ...], keys: list[str], registered: Registered, taken: Taken) -> list[Say]:
    """Return what is odd about two players together: one name twice, a team that is known."""
    doubts = []
    if keys[0] == keys[1]:
        doubts.append(Say("row_same_twice", {"player": players[0]}))
    elif may_be_one(*players):
        doubts.append(Say("row_maybe_twice", {"player": players[0], "other": players[1]}))
    together = {*registered.numbers_of.get(keys[0], ())} & {*registered.numbers_of.get(keys[1], ())}
    if together:
        code = "row_team_left" if together <= registered.left else "row_team_registered"
        return [*doubts, Say(code, {"number": min(together)})]
    if said := _since_or_nearly(players, keys, registered):
        return [*doubts, said]
    row = taken.rows.get(keys[0])
    if row is not None and row == taken.rows.get(keys[1]):
        return [*doubts, Say("row_team_in_row", {"row": row})]
    return doubts


def _doubts_of_person(key: str, player: str, registered: Registered, taken: Taken) -> list[Say]:
    """Return the doubt about one who enters alone and is registered, as often as the list says the name."""
    numbers = registered.numbers_of.get(key)
    if not numbers or not registered.singles:
        return []
    if registered.left.issuperset(numbers):
        return [Say("row_team_left", {"number": numbers[0]})]
    taken.repeated[key] += 1
    if taken.repeated[key] > len(numbers):
        return []
    return [Say("row_person_registered", {"player": player, "number": numbers[taken.repeated[key] - 1]})]


def _under_another_name(player: str, registered: Registered, taken: Taken) -> list[Say]:
    """Return the doubts about one who may be registered, or stand in a row, by a nickname, an initial or the full name."""
    doubts = []
    if found := registered.names.like(player):
        doubts.append(Say("row_maybe_registered", {"player": player, "other": found[0], "number": found[1]}))
    elif found := taken.names.like(player):
        doubts.append(Say("row_maybe_in_row", {"player": player, "other": found[0], "row": found[1]}))
    return doubts


def _since_or_nearly(players: tuple[str, ...], keys: list[str], registered: Registered) -> Say | None:
    """State of two players that they are a team written nearly so, or one who came alone and the partner found since."""
    numbers_of = registered.numbers_of
    if (number := registered.like(players, keys)) is not None:
        code = "row_left_resembles" if number in registered.left else "row_team_resembles"
        return Say(code, {"number": number, "players": registered.pairs[number][1]})
    here = [numbers_of.get(key, ()) for key in keys]
    known = 0 if here[0] else 1
    if len(here[known]) == 1 and registered.alone.issuperset(here[known]) and not here[1 - known]:
        params = {"number": here[known][0], "player": players[known], "partner": players[1 - known]}
        return Say("row_completes", params)
    return None
