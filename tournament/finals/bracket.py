"""Build the bracket of a knock-out from its results: the matches, the teams still in, the round each went out."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence, Set
from typing import NamedTuple

# A side of a match that nobody will come from: a bye, or both went away.
NOBODY = 0


class Match(NamedTuple):
    """One place of the bracket. `sides` are team numbers, NOBODY, or None where it is not decided yet.

    `points` and `table` are those of the match once seated; `winner` is who goes on, None while it is awaited.
    `forfeits` are the sides that lost without playing, or because they were excluded. `tied`: both played, and neither
    points nor rule name a winner; `ruled`: the règlement names one that has not more points. `sat_down`: the winner sat
    down in the next round, although the result as it stands names another team, `named`, or none. `deserted`: nobody is
    left to meet its one team, where a bye has none from the beginning.
    """

    sides: tuple[int | None, int | None]
    winner: int | None
    table: int | None = None
    points: tuple[int | None, int | None] = (None, None)
    forfeits: tuple[bool, bool] = (False, False)
    tied: bool = False
    ruled: bool = False
    sat_down: bool = False
    named: int | None = None
    deserted: bool = False

    @property
    def real(self) -> bool:
        """Return whether it is played: two teams, or teams to come."""
        return NOBODY not in self.sides

    @property
    def by_result(self) -> int | None:
        """Return the team that the result names, whoever went on."""
        return self.named if self.sat_down else self.winner

    @property
    def by_forfeit(self) -> bool:
        """Return whether it was decided without being played, so that its points tell nothing of it."""
        return any(self.forfeits)


class RoundResult(NamedTuple):
    """The result of a team in a round of the bracket: its table, points and outcome; no table where it was exempt."""

    table: int | None
    points: int
    outcome: str  # "won", "lost", "drawn"; "" while awaited
    forfeit: bool = False  # it lost without playing, or because it was excluded


Better = Callable[[int, int, int], int | None]  # (round of the bracket from 1, a, b) -> who goes on
Lookup = Callable[[int, int], RoundResult | None]  # (round of the bracket from 1, team) -> its result, None: not there
Sides = tuple[int | None, int | None]


class Seats(NamedTuple):
    """The sides of a match by its draw: a team, NOBODY, None where the draw does not tell. `winner`: without a match."""

    sides: Sides = (None, None)
    winner: int | None = None


# (round of the bracket from 1, who may stand on either side of a match, its sides by the results) -> who sat down there
Seating = Callable[[int, tuple[Set[int], Set[int]], Sides], Seats]


class NotedSeating:
    """Seat the matches that the draw of their round *noted*, in their order; *otherwise* where it noted none."""

    def __init__(self, noted: Callable[[int], Sequence[Seats]], otherwise: Seating) -> None:
        self._noted, self._otherwise = noted, otherwise
        self._given: Counter[int] = Counter()

    def __call__(self, number: int, may_be: tuple[Set[int], Set[int]], sides: Sides) -> Seats:
        noted = self._noted(number)
        if not noted:
            return self._otherwise(number, may_be, sides)
        place = self._given[number]
        self._given[number] += 1
        return noted[place] if place < len(noted) else Seats()


def main_seating(sitting: Callable[[int], Set[int]]) -> Seating:
    """Return the seating of a main bracket, *sitting* (round) being the teams that sat down in its part of the draw."""

    def seats(number: int, may_be: tuple[Set[int], Set[int]], _sides: Sides) -> Seats:
        left, right = (sorted(side & sitting(number)) for side in may_be)
        return Seats((left[0] if len(left) == 1 else None, right[0] if len(right) == 1 else None))

    return seats


class PairSeating:
    """Seat the brackets for places, whose matches of a round were drawn as *pairs* (round), that of the best place first.

    Each pair is given to one match. Where fewer pairs were drawn than matches ask, a team had gone: a pair of two others
    than the results name is then not that of its match.
    """

    def __init__(self, pairs: Callable[[int], Sequence[tuple[int, int]]], seated: Lookup) -> None:
        self._pairs, self._seated = pairs, seated
        self._given: set[tuple[int, int, int]] = set()

    def __call__(self, number: int, may_be: tuple[Set[int], Set[int]], sides: Sides) -> Seats:
        left, right = may_be
        for one, other in self._pairs(number):
            pair = (one, other) if one in left and other in right else (other, one)
            if (number, one, other) in self._given or pair[0] not in left or pair[1] not in right:
                continue
            absent = any(team and self._seated(number, team) is None for team in sides)
            if absent and not {*pair} & {*sides}:
                continue
            self._given.add((number, one, other))
            return Seats(pair)
        return Seats()


def rounds_of(
    places: Sequence[int | None],
    seated: Lookup,
    drawn: Collection[int],
    better: Better,
    gone: Collection[int] = (),
    before: int = 0,
    *,
    seating: Seating,
    skipped: Collection[int] = (),
    feeders: Sequence[Set[int]] = (),
) -> list[list[Match]]:
    """Build the matches of each round of the bracket *places* (0: a bye), of which the rounds *drawn* were seated.

    Its first round is the one after *before*. In a round that was drawn those meet who sat down, by *seating*: a result
    that changed since moves nobody. *feeders* are the teams that may stand at each place where they are not known by it.
    *better* (round, a, b) returns the team that qualifies where both marked as many points, None while nobody knows. A
    round in which nobody had an opponent is never drawn: it was *skipped* where the next draw noted it. Those *gone* play no more: whom they would meet goes on.
    """
    left: list[int | None] = list(places)
    may_be = [*feeders] or [frozenset({team} if team else ()) for team in places]
    rounds: list[list[Match]] = []
    number = before
    while len(left) > 1:
        number += 1
        after = min((later for later in drawn if later > number), default=0)
        matches: list[Match] = []
        reached: list[Set[int]] = []
        for place in range(0, len(left), 2):
            sides, feed = (left[place], left[place + 1]), (may_be[place], may_be[place + 1])
            drawn_seats = (
                seating(number, feed, sides)
                if number in drawn or number in skipped
                else _sitting_later(sides, feed, seated, after)
            )
            sat = drawn_seats.sides
            if rounds:
                _seat_winners(rounds[-1], place, sat)
            sides = (sides[0] if sat[0] is None else sat[0], sides[1] if sat[1] is None else sat[1])
            if drawn_seats.winner is not None:
                matches.append(Match(sides, drawn_seats.winner))
            elif number in drawn:
                matches.append(_match(number, sides, seated, better, gone))
            else:
                matches.append(undrawn(sides, [team for team in sides if _stays(team, seated, after, gone)]))
            deserted = any(team == NOBODY and could_be for team, could_be in zip(sides, feed, strict=True))
            matches[-1] = matches[-1]._replace(deserted=deserted and any(sides))
            reached.append({*filter(None, sat)} if None not in sat else feed[0] | feed[1])
        rounds.append(matches)
        left, may_be = [match.winner for match in matches], reached
    return rounds


def _seat_winners(matches: list[Match], place: int, sat: Sides) -> None:
    """Name those who *sat* down the winners of *matches*, from the one at *place* on, whatever the results say now."""
    for offset, team in enumerate(sat):
        match = matches[place + offset]
        if team is not None and match.winner != team and team in (*match.sides, NOBODY):
            matches[place + offset] = match._replace(winner=team, sat_down=match.real, named=match.winner)


def _sitting_later(sides: Sides, feed: tuple[Set[int], Set[int]], seated: Lookup, after: int) -> Seats:
    """Return the one team that went on without an opponent where the results now name others; *after*: the next draw."""
    if not after or any(team and seated(after, team) is not None for team in sides):
        return Seats()
    left, right = ([team for team in side if seated(after, team) is not None] for side in feed)
    if len(left) + len(right) != 1:
        return Seats()
    return Seats((left[0], None) if left else (None, right[0]))


def _stays(team: int | None, seated: Lookup, after: int, gone: Collection[int]) -> bool:
    """Return whether *team* is still there: seated in the round drawn *after*, or not *gone* where there is none."""
    if not team:
        return False
    return seated(after, team) is not None if after else team not in gone


def undrawn(sides: Sides, here: Collection[int | None]) -> Match:
    """Build a match that is not drawn between *sides*, those *here* still there: one alone goes on.

    >>> undrawn((1, 2), [1, 2]).winner, undrawn((1, 2), [2]).winner, undrawn((0, None), []).winner
    (None, 2, None)
    """
    if None in sides or len(here) == 2:
        return Match(sides, None)
    return Match(sides, next((team for team in sides if team in here), NOBODY))


class PlayOff(NamedTuple):
    """A bracket of those beaten in one round, for the places from `first` to `last`; `begins` is its first round.

    Its rounds are played beside those of the main bracket, and count as they do.
    """

    first: int
    last: int
    begins: int
    rounds: list[list[Match]]

    def at(self, number: int) -> list[Match]:
        """Return its matches in round *number* of the main bracket."""
        place = number - self.begins
        return self.rounds[place] if 0 <= place < len(self.rounds) else []


def play_offs(
    rounds: Sequence[Sequence[Match]],
    since: int,
    build: Callable[[Sequence[int | None], Sequence[Set[int]], int], list[list[Match]]],
    *,
    above: int = 0,
    before: int = 0,
) -> list[PlayOff]:
    """Return the brackets for the places of those beaten in *rounds* (from the round at place *since* on), each
    followed by those of its own beaten; *build* (beaten teams, who may be each of them, round before) makes the rounds.

    The best place comes first. A team beaten alone in a round has its place without a match.

    >>> rounds = [[Match((1, 4), 1), Match((2, 3), 3)], [Match((1, 3), None)]]
    >>> [found] = play_offs(rounds, 0, lambda teams, may_be, before: [[Match(tuple(teams), None)]])
    >>> found.first, found.last, found.begins, found.rounds[0][0].sides
    (3, 4, 2, (4, 2))
    """
    found = []
    for place in reversed(range(since, len(rounds) - 1)):
        losers = beaten(rounds[place])
        if len(losers) < 2:
            continue
        first, number = above + len(rounds[place]) + 1, before + place + 1
        may_be = [{*filter(None, match.sides)} for match in rounds[place] if match.real]
        own = build(losers, may_be, number)
        found.append(PlayOff(first, first + len(losers) - 1, number + 1, own))
        found += play_offs(own, 0, build, above=first - 1, before=number)
    return found


def beaten(matches: Sequence[Match]) -> list[int | None]:
    """Return who was beaten in each of *matches* that has two sides; None where that is not known yet.

    Of two of whom neither came to their table, nobody plays for the place.
    """
    return [
        None
        if match.winner is None
        else NOBODY
        if match.table and not match.winner
        else match.sides[match.sides[0] == match.winner]
        for match in matches
        if match.real
    ]


def places_of(rounds: Sequence[Sequence[Match]], first: int = 1) -> dict[int, int]:
    """Return team → the place that it has or can still reach in a bracket for the places from *first* on.

    >>> places_of([[Match((1, 4), 1), Match((2, 3), None)], [Match((1, None), None)]])
    {1: 1, 4: 3, 2: 1, 3: 1}
    """
    out = out_at(rounds)
    return {team: first + len(rounds[round_ - 1]) if round_ else first for team, round_ in out.items()}


def _match(number: int, sides: Sides, seated: Lookup, better: Better, gone: Collection[int]) -> Match:
    """Build a match of a round that was drawn."""
    a, b = sides
    if a is None or b is None:
        return Match(sides, None)
    if a == NOBODY or b == NOBODY:
        alone = a or b
        if alone and seated(number, alone) is None:
            alone = NOBODY  # it left meanwhile
        return Match(sides, alone)
    first, second = seated(number, a), seated(number, b)
    if first is None and second is None:
        # Drawn without them: one had gone, and the other goes on.
        here = [team for team in (a, b) if team not in gone]
        return Match(sides, here[0] if len(here) == 1 else NOBODY)
    if first is None or second is None:
        return Match(sides, a if first else b)
    winner = None
    if first.outcome == "lost" and second.outcome == "lost":
        winner = NOBODY  # neither was there, or both are excluded
    elif first.outcome == "won" or second.outcome == "lost":
        winner = a
    elif second.outcome == "won" or first.outcome == "lost":
        winner = b
    elif first.outcome == "drawn":
        winner = better(number, a, b)
    points = (first.points, second.points) if first.outcome else (None, None)
    forfeits = (first.forfeit, second.forfeit)
    ahead, behind = (second.points, first.points) if winner == b else (first.points, second.points)
    return Match(
        sides,
        winner,
        first.table,
        points,
        forfeits,
        tied=first.outcome == second.outcome == "drawn",
        ruled=winner is not None and first.outcome in ("won", "lost") and not any(forfeits) and ahead <= behind,
    )


def unwon_matches(places: Mapping[int, int]) -> list[frozenset[int]]:
    """Return the pairs that met for a place which neither has won, by the *places* of a bracket (team → place).

    A place between two teams is odd, and who is beaten there has the even one behind it: only such a pair shares it.

    >>> unwon_matches({1: 2, 4: 2, 2: 3, 3: 3}), unwon_matches({1: 1, 4: 2, 2: 3, 3: 4})
    ([frozenset({1, 4})], [])
    """
    beaten: dict[int, set[int]] = defaultdict(set)
    for team, place in places.items():
        if place % 2 == 0:
            beaten[place].add(team)
    return [frozenset(teams) for teams in beaten.values() if len(teams) > 1]


def out_at(rounds: Sequence[Sequence[Match]]) -> dict[int, int]:
    """Return team → the round in which it went out; 0 for one still in, or that won all."""
    rounds_out: dict[int, int] = {}
    for number, matches in enumerate(rounds, 1):
        for match in matches:
            for team in match.sides:
                if team:
                    rounds_out.setdefault(team, 0)
                    if match.winner is not None and match.winner != team:
                        rounds_out[team] = number
    return rounds_out


def first_losers(rounds: Sequence[Sequence[Match]]) -> list[int]:
    """List the teams that lost the first match they really played (a bye is none), best of the bracket last."""
    played: set[int] = set()
    beaten = []
    for matches in rounds:
        for match in matches:
            if not match.real or match.winner is None:
                continue
            beaten += [team for team in match.sides if team and team not in {match.winner, *played}]
            played.update(team for team in match.sides if team)
    return beaten


def levels(steps: Sequence[Mapping[int, tuple[int, ...]]], numbers: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the order of each team before any criterion, lower first: for each phase, whether and how far it came.

    *steps* give, phase after phase, the place of the teams in it.

    >>> levels([{1: (0,), 2: (5,)}], [1, 2, 3])
    {1: (0, 0), 2: (0, 5), 3: (1, 0)}
    """
    return {
        number: tuple(figure for step in steps for figure in ((0, *step[number]) if number in step else (1, 0)))
        for number in numbers
    }
