"""Translate the row numbers of a concours that was taken in from another database: lines and seals name the former ones.

A row keeps the number that it had where it was made, its key, in hashes, seals and concours files; here it has another
one, for its own is taken. All rows of a concours but its players are moved by one distance, and rows made here later lie
beyond them, so that no key is given twice. Players whom the file names have pairs of keys and numbers; the key of another
one, as that of a row, gives way where the file has it already.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

Unknown = Mapping[str, Mapping[str, Mapping[str, Any]]]


@dataclass(frozen=True)
class Keys:
    """Translate between the numbers of rows here and their keys.

    *distance* lies between the key of a row and its number; players, the concours, its club and its address have one
    pair each. *unknown* are columns of a newer version: model, key of the row, column. *accounts* are the names of those
    who wrote lines elsewhere, by their numbers there: for each former database its last line, and them. *people*: those
    of the club came along, with who is qualified. *apart*: by how much the key of a player gives way, 0 in concours that
    an earlier version took in, whose lines are hashed without.
    """

    distance: int = 0
    apart: int = 0
    concours: tuple[int, int] = (0, 0)
    club: tuple[int, int] = (0, 0)
    slug: tuple[str, str] = ("", "")
    players: Mapping[int, int] = field(default_factory=dict)  # number here → key
    unknown: Unknown = field(default_factory=dict)
    accounts: Sequence[tuple[int, Mapping[str, str]]] = ()
    people: bool = False

    @classmethod
    def of(cls, stored: Mapping[str, Any]) -> "Keys":
        """Return the keys that a concours keeps in its column `keys`; those of one that was made here are its numbers."""
        if not stored:
            return OWN
        pairs = {name: tuple(stored[name]) for name in ("concours", "club", "slug")}
        return cls(**{**stored, **pairs, "players": {here: key for here, key in stored["players"]}})

    def stored(self) -> dict[str, Any]:
        """Return what the column `keys` holds."""
        pairs = {name: list(getattr(self, name)) for name in ("concours", "club", "slug")}
        rest = {name: getattr(self, name) for name in ("distance", "apart", "unknown", "accounts", "people")}
        return pairs | rest | {"players": [list(pair) for pair in self.players.items()]}

    @property
    def own(self) -> bool:
        """Return whether every key is the number of its row."""
        return self is OWN

    @property
    def lines_elsewhere(self) -> int:
        """Return the last line that was written in another database, 0 where there is none."""
        return self.accounts[-1][0] if self.accounts else 0

    def account_elsewhere(self, line: int, number: int | None) -> str:
        """Return the name of the account that wrote *line* in another database, "" where nobody knows it."""
        names = next((names for last, names in self.accounts if line <= last), {})
        return names.get(str(number), "")

    @cached_property
    def _players_here(self) -> Mapping[int, int]:
        return {key: here for here, key in self.players.items()}

    # --- One number ---------------------------------------------------------------------------------------------------

    def row_key(self, number: int) -> int:
        """Return the key of a row of the concours."""
        return number - self.distance

    def row_number(self, key: int) -> int:
        """Return the number that the row with *key* has here."""
        return key + self.distance

    def player_key(self, number: int) -> int:
        """Return the key of a player; one whom the file did not name has a key like any row, or one that nobody has."""
        if number in self.players:
            return self.players[number]
        key = number - self.distance
        while self.apart and key in self._players_here:
            key -= self.apart
        return key

    def player_number(self, key: int) -> int:
        """Return the number that the player with *key* has here."""
        here = self._players_here.get(key, key + self.distance)
        # A key that gave way, once or more, lies so far below every number that the rest is its number.
        return here if here > 0 or not self.apart else here % self.apart

    def column_key(self, target: str, value: Any) -> Any:
        """Return as a key what a column holds that refers to a row of the model *target*, or is one of its own words."""
        if self.own or value is None or not target:
            return value
        if target in ("tournament.Tournament", "tournament.Club", "slug"):
            here, key = {"tournament.Tournament": self.concours, "tournament.Club": self.club}.get(target, self.slug)
            return key if value == here else value
        return _column(target, value, self.row_key, self.player_key)

    def column_number(self, target: str, key: Any) -> Any:
        """Return what a column holds here of which *key* stands in a seal or a file."""
        if self.own or key is None or not target:
            return key
        if target in ("tournament.Tournament", "tournament.Club", "slug"):
            here, own = {"tournament.Tournament": self.concours, "tournament.Club": self.club}.get(target, self.slug)
            return here if key == own else key
        return _column(target, key, self.row_number, self.player_number)

    # --- Lines of the journal -----------------------------------------------------------------------------------------

    def line_with_keys(self, part: Any) -> Any:
        """Return the `before` or `after` of a line as its hash covers it."""
        return part if self.own else _part(part, self.row_key, self.player_key)

    def line_with_numbers(self, part: Any) -> Any:
        """Return the `before` or `after` of a line as it is kept here."""
        return part if self.own else _part(part, self.row_number, self.player_number)

    def seals_with_keys(self, seals: Any) -> Any:
        """Return the seals of a line as its hash covers them."""
        return seals if self.own else _seals(seals, self.row_key)

    def seals_with_numbers(self, seals: Any) -> Any:
        """Return the seals of a line as they are kept here."""
        return seals if self.own else _seals(seals, self.row_number)


def _column(target: str, value: Any, of_row: Any, of_player: Any) -> Any:
    match target:
        case "tournament.Player":
            return of_player(value)
        case "singles":  # two people who came alone, as they were before they became a team
            return [one | {"team": of_row(one["team"]), "player": of_player(one["player"])} for one in value]
        case "members":  # the players of a team that was deleted
            return [one | {"player": of_player(one["player"])} for one in value]
    return of_row(value)


def _part(part: Any, of_row: Any, of_player: Any) -> Any:
    if not isinstance(part, dict):
        return part
    part = dict(part)
    if type(part.get("team")) is int:
        part["team"] = of_row(part["team"])
    # A list of teams names their keys where their numbers stand beside it, else their numbers.
    for name, of, holds in (("players", of_player, True), ("teams", of_row, "numbers" in part)):
        if holds and isinstance(part.get(name), list):
            part[name] = [of(one) if type(one) is int else one for one in part[name]]
    return part


def _seals(seals: Any, of_row: Any) -> Any:
    if not isinstance(seals, dict):
        return seals
    return {_scope_name(name, of_row): seal for name, seal in seals.items()}


def _scope_name(name: str, of_row: Any) -> str:
    kind, *place = name.split("/")
    at = {"team": 0, "reading": 2}.get(kind)
    if at is None or len(place) <= at or not place[at].isdecimal():
        return name
    place[at] = str(of_row(int(place[at])))
    return "/".join([kind, *place])


OWN = Keys()
