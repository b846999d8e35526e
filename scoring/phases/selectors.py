"""Follow the phases of an evening through its results: brackets, pools, the teams of the next partie, how far each
came.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple, Protocol

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.ranking import PENDING, ExemptPolicy, PartieResult, Row, TeamResults, rank, team_results
from scoring.ranking.pool_leavers import annulled_in_pool, counted_in_pool
from tournament import tirages
from tournament.concours.models import Tournament
from tournament.concours.phases import (
    ENDING,
    KNOCK_OUT,
    POOLS,
    Begun,
    Course,
    Phase,
    PhasesPlan,
    beaten_in,
    cut_words,
    few_matches,
    has_places,
    main_of,
    parties_words,
    phases_of,
    plan,
)
from tournament.finals import bracket as brackets
from tournament.finals.bracket import Match, PlayOff, RoundResult, first_losers, levels, out_at, places_of, rounds_of
from tournament.rounds.selectors import DrawnPart, Part, frozen_pool, pools_of
from tournament.tirages.elimination import bracket, round_key, rounds_needed, seeding
from tournament.tirages.planned import turns_of
from tournament.tirages.poules import late_pairs, late_places, pool_letter
from tournament.tirages.request import read_request

# The best place for which those beaten in the semi-finals play.
THIRD = 3
# Entrants of a phase at a cut of a ranking: the teams before it, or those after it.
FIRST_ONES, OTHERS = ("first", "pool_first"), ("after", "pool_after")
# A place behind all those of a bracket.
BEHIND = 10_000


class PhaseTeam(Protocol):
    """Describe what the phases ask of a team."""

    @property
    def pk(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def withdrawn_from(self) -> int | None: ...
    @property
    def excluded(self) -> bool: ...
    @property
    def here(self) -> bool: ...
    def plays(self, number: int) -> bool: ...


class CountedResults(Protocol):
    """Describe what the phases ask of the counted results of an evening."""

    @property
    def tournament(self) -> Tournament: ...
    @property
    def teams(self) -> Sequence[PhaseTeam]: ...
    @property
    def rounds(self) -> tuple[int, ...]: ...
    @property
    def missing(self) -> Mapping[int, Sequence[int]]: ...
    @property
    def seated(self) -> Mapping[int, Mapping[int, PartieResult | None]]: ...
    @property
    def parts(self) -> tuple[DrawnPart, ...]: ...
    @property
    def policy(self) -> ExemptPolicy: ...
    @property
    def halves(self) -> Mapping[int, Mapping[int, int]]: ...
    @property
    def tie_breaks(self) -> Mapping[tuple[int, int], int]: ...
    @property
    def seed(self) -> str: ...


# The words beside the score for what decided a match of equal totals.
TIE_WORDS = {
    "better": gettext_lazy("equal: the better placed goes on"),
    "donne": gettext_lazy("equal: by one more donne"),
    "cut": gettext_lazy("equal: by the higher card"),
    "best_cut": gettext_lazy("equal, before the partie too: by the higher card"),
}

ROUND_WORDS = {
    "final": gettext_lazy("Final"),
    "half": gettext_lazy("Semi-finals"),
    "quarter": gettext_lazy("Quarter-finals"),
    "eighth": gettext_lazy("Last 16"),
    "sixteenth": gettext_lazy("Last 32"),
    "cadrage": gettext_lazy("Cadrage"),
}


def better_placed(tie_rule: str, minutes: Mapping, a: int, b: int) -> int | None:
    """Return which of two teams was better placed when the partie of *minutes* was drawn; None where nothing says it.

    Where both were equal the rule "better" takes the lower number. No other rule does, and "best_cut" alone looks at
    the places with it.
    """
    if tie_rule not in ("better", "best_cut"):
        return None
    by_wins = minutes["options"].get("ranking") == "wins"
    known = {entrant["number"]: entrant for entrant in minutes["entrants"]}
    keys = {
        team: (known[team]["wins"] if by_wins else 0, known[team]["points"], known[team]["wins"])
        for team in (a, b)
        if team in known
    }
    if len(set(keys.values())) < len(keys):
        return min(a, b) if tie_rule == "better" else None
    return max(keys, key=lambda team: keys[team], default=a)


class Newcomer(NamedTuple):
    """Say where a team come since the draw of the pools plays next: in a *pool* (from 1), else against the team that it
    *meets*, which came late too; 0 for neither.
    """

    pool: int = 0
    meets: int = 0


@dataclass(frozen=True)
class PlayedPhase:
    """A phase and what was drawn of it so far, in order of partie. Those *gone* do not play its next partie."""

    phase: Phase
    parts: tuple[DrawnPart, ...]
    seated: Mapping[int, Mapping[int, PartieResult | None]]
    gone: Set[int] = frozenset()
    tie_rule: str = "better"
    tie_breaks: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (partie, table) -> who goes on

    @property
    def numbers(self) -> list[int]:
        """Return the teams it began with, in the order of its plan."""
        return frozen_pool(self.parts[0].minutes) if self.parts else []

    @property
    def method(self) -> str:
        """Return how it is drawn; the first partie of all may have been drawn otherwise."""
        return self.parts[-1].minutes["method"] if self.parts else self.phase.method

    @cached_property
    def bracket_parts(self) -> dict[int, DrawnPart]:
        """Return the draws of its knock-out by the round of the bracket."""
        return {part.minutes["round"]: part for part in self.parts if part.minutes["method"] == KNOCK_OUT}

    @property
    def rounds_drawn(self) -> int:
        """Return the last round of its bracket that was drawn, 0 before the first."""
        return max(self.bracket_parts, default=0)

    @cached_property
    def rounds(self) -> list[list[Match]]:
        """Return the bracket of a knock-out, round after round; empty for anything else."""
        parts = self.bracket_parts
        if not parts:
            return []
        first = parts[min(parts)].minutes
        request = {key: first[key] for key in ("method", "round", "seed", "options", "entrants")}
        places = bracket(read_request(request, tirages.TIRAGES))
        size = len(places)
        seating = brackets.NotedSeating(
            lambda number: self._noted(number)[: size >> number], brackets.main_seating(self._sitting)
        )
        return self._rounds_of(places, 0, seating=seating)

    def _rounds_of(
        self,
        places: Sequence[int | None],
        before: int,
        *,
        seating: brackets.Seating,
        feeders: Sequence[Set[int]] = (),
    ) -> list[list[Match]]:
        return rounds_of(
            places,
            self._seated_in,
            list(self.bracket_parts),
            self._better,
            self.gone,
            before,
            seating=seating,
            feeders=feeders,
        )

    def _noted(self, number: int) -> list[brackets.Seats]:
        """Return the matches of round *number* as its draw noted them, those of the bracket before those for places."""
        noted = self.bracket_parts[number].minutes.get("about", {}).get("matches", ())
        return [brackets.Seats((one, other), winner) for one, other, winner in noted]

    def _sitting(self, number: int) -> set[int]:
        """Return the teams that sat down in the main bracket in its round *number*, those with a bye too."""
        options = self.bracket_parts[number].minutes["options"]
        elsewhere = {team for key in ("third", "beside", "rest") for team in options.get(key) or ()}
        entrants = (entrant["number"] for entrant in self.bracket_parts[number].minutes["entrants"])
        return {team for team in entrants if team not in elsewhere and self._seated_in(number, team) is not None}

    def _place_pairs(self, number: int) -> list[tuple[int, int]]:
        """Return the pairs of round *number* that met for other places than the first, those for third before others."""
        options = self.bracket_parts[number].minutes["options"]
        teams = [*(options.get("third") or ()), *(options.get("beside") or ())]
        return list(zip(teams[::2], teams[1::2], strict=True))

    def _seated_in(self, number: int, team: int) -> RoundResult | None:
        """Return the result of *team* in round *number* of the bracket."""
        results = self.seated.get(team, {})
        partie = self.bracket_parts[number].number
        if partie not in results:
            return None
        result = results[partie]
        if result is None or result.table is None:
            return RoundResult(None, 0, "won")
        return RoundResult(result.table, result.points, result.outcome, result.lost_by_forfeit)

    def _better(self, number: int, a: int, b: int) -> int | None:
        """Return which of two tied teams qualifies in round *number*, None while it is not decided."""
        part = self.bracket_parts[number]
        if placed := better_placed(self.tie_rule, part.minutes, a, b):
            return placed
        result = self._seated_in(number, a)
        settled = self.tie_breaks.get((part.number, result.table or 0)) if result else None
        here = [team for team in (a, b) if team not in self.gone]
        return settled if settled in (a, b) else here[0] if len(here) == 1 else None

    def asks(self, number: int, match: Match) -> bool:
        """Return whether somebody has to say who goes on after equal totals of *match*, of round *number*."""
        one, other = match.sides
        return not (one and other and better_placed(self.tie_rule, self.bracket_parts[number].minutes, one, other))

    def decision(self, match: Match) -> str:
        """Return in words what decided *match* where the points did not, "" otherwise: the règlement, after equal totals
        what it asks for, one that had left or both, nobody that came to meet the winner, or the winner that had sat down in
        the next round when the result was changed.
        """
        if match.sat_down and not match.winner:
            return _("changed since: nobody had gone on")
        if match.sat_down:
            return _("changed since: no. %(number)s had gone on") % {"number": match.winner}
        if match.ruled:
            return _("by the règlement")
        if match.tied and match.winner:
            placed = any(one == match and not self.asks(number, one) for number, one in self.matches)
            return str(TIE_WORDS["better" if placed else self.tie_rule])
        if match.real and match.winner == brackets.NOBODY:
            words = {"one": match.sides[0], "other": match.sides[1]}
            if match.table is None:
                return _("nos. %(one)s and %(other)s have left: no winner") % words
            return _("nos. %(one)s and %(other)s both lose by forfeit: no winner") % words
        if match.winner and not match.real and any(match in matches for matches in self.rounds[1:]):
            return _("no opponent left: no. %(number)s goes on") % {"number": match.winner}
        if match.real and match.winner and match.table is None:
            return _("no. %(number)s has left") % {"number": match.sides[match.sides[0] == match.winner]}
        return ""

    @cached_property
    def play_offs(self) -> list[PlayOff]:
        """Return the brackets for the places of those beaten, as the phase has them; the best place first."""
        since = max(len(self.rounds) - 1 - self.phase.placed, 0)
        seating = brackets.NotedSeating(
            lambda number: self._noted(number)[len(self.rounds[number - 1]) :],
            brackets.PairSeating(self._place_pairs, self._seated_in),
        )

        def build(teams: Sequence[int | None], may_be: Sequence[Set[int]], before: int) -> list[list[Match]]:
            """Return the rounds in which *teams* (None: to come) play for their places, in the order of their bracket."""
            order = iter(zip(teams, may_be, strict=True))
            nobody: tuple[int, Set[int]] = (brackets.NOBODY, frozenset())
            seeds = [next(order) if rank < len(teams) else nobody for rank in seeding(1 << rounds_needed(len(teams)))]
            places, feeders = zip(*seeds, strict=True)
            return self._rounds_of(places, before, seating=seating, feeders=feeders)

        return brackets.play_offs(self.rounds, since, build)

    @property
    def matches(self) -> list[tuple[int, Match]]:
        """Return every match, of the bracket and for the places, with the round of the bracket in which it is played."""
        own = _by_round(self.rounds, 1)
        return own + [pair for one in self.play_offs for pair in _by_round(one.rounds, one.begins)]

    def awaits(self, match: Match) -> bool:
        """Return whether *match* is still to be played by those who are in it or will come."""
        return match.real and match.winner is None and not self.gone & {team for team in match.sides if team}

    @cached_property
    def rounds_left(self) -> list[int]:
        """Return the rounds of a knock-out that are not drawn and have a match to be played."""
        return sorted({number for number, match in self.matches if number > self.rounds_drawn and self.awaits(match)})

    @property
    def how_far(self) -> dict[int, int]:
        """Return team → the place that it has in a knock-out, or can still reach there."""
        places = places_of(self.rounds)
        for play_off in self.play_offs:
            places |= places_of(play_off.rounds, play_off.first)
        return places

    def going_on(self) -> Part | None:
        """Return the next draw of a knock-out that has begun: those still in, and the matches for the places.

        None when nothing is left to be played.
        """
        if not self.rounds_left:
            return None
        number, teams, options = self.rounds_left[0], list(self.alive), dict(self.phase.options)
        third: list[int] = []
        beside: list[int] = []
        rest: list[int] = []
        for play_off in self.play_offs:
            goes_further = number < play_off.begins + len(play_off.rounds) - 1
            for match in play_off.at(number):
                here = [team for team in match.sides if team and team not in self.gone]
                if len(here) == 2:
                    pairs = third if play_off.first == THIRD else beside
                    pairs += here
                elif goes_further:
                    rest += here
        matches = [*self.rounds[number - 1], *(match for play_off in self.play_offs for match in play_off.at(number))]
        options |= {"third": sorted(third)} if third else {}
        options |= {"beside": beside} if beside else {}
        options |= {"rest": rest} if rest else {}
        return Part(
            self.phase.index,
            KNOCK_OUT,
            (*teams, *third, *beside, *rest),
            options,
            round=number,
            matches=tuple((*match.sides, match.winner) for match in matches),
        )

    @cached_property
    def out(self) -> dict[int, int]:
        """Return team → the round in which it went out of a knock-out, 0 for one still in."""
        return out_at(self.rounds)

    @property
    def alive(self) -> list[int]:
        """Return the teams still in a knock-out."""
        return [team for team, round_ in self.out.items() if not round_]

    @property
    def over(self) -> bool:
        """Return whether a knock-out has its winner."""
        return bool(self.rounds) and self.rounds[-1][0].winner is not None

    @cached_property
    def pools(self) -> list[list[int]]:
        """Return the teams of each pool; empty for anything but pools."""
        part = next((part for part in reversed(self.parts) if part.minutes["method"] == POOLS), None)
        return pools_of(part.minutes) if part else []

    @property
    def pools_over(self) -> bool:
        """Return whether every turn of its pools is drawn."""
        turns = sum(part.minutes["method"] == POOLS for part in self.parts)
        return bool(self.pools) and turns >= max(map(turns_of, map(len, self.pools)))

    def newcomers(self, evening: CountedResults) -> dict[int, Newcomer]:
        """Return each team come since the draw of its pools → where it plays next."""
        pooled = {team for pool in self.pools for team in pool}
        comers = {
            team.number: {
                other for result in evening.seated.get(team.number, {}).values() if result for other in result.opponents
            }
            for team in evening.teams
            if team.number not in pooled and team.plays(next_partie(evening))
        }
        if not comers or not self._plays_next(evening):
            return dict.fromkeys(comers, Newcomer())
        places = late_places(self.pools, comers)
        tables = late_pairs({number: met for number, met in comers.items() if number not in places})
        meets = dict(tables) | {other: one for one, other in tables}
        return {number: Newcomer(places.get(number, 0), meets.get(number, 0)) for number in comers}

    def _plays_next(self, evening: CountedResults) -> bool:
        """Return whether the next partie has a turn of its pools: else who comes now joins none of them."""
        number = next_partie(evening)
        courses = plan_at(evening, number).courses
        return not self.pools_over and any(
            course.phase.index == self.phase.index and _plays(course, number) for course in courses
        )

    def groups(self, evening: CountedResults) -> list[list[int]]:
        """Return the teams of each pool, each with those come since its draw that take its free place."""
        groups = [list(pool) for pool in self.pools]
        for number, comer in self.newcomers(evening).items() if groups else ():
            if comer.pool:
                groups[comer.pool - 1].append(number)
        return groups

    def pool_rows(self, evening: CountedResults, *, team: int | None = None) -> list[list[Row]]:
        """Return the ranking of each pool by the criteria of the concours, on the parties of the pools alone.

        With *team*, that of its pool alone. A team come since the draw stands in the pool that it joins at once, with what it marked; one that left after
        the pools keeps its rank there.
        """
        lines = {team.number: team for team in evening.teams}
        gone, since = self._gone_from_pools(evening)
        criteria = tuple(evening.tournament.criteria) or ("points",)
        ranked = [
            rank(
                [
                    TeamResults(number, counted, lines[number].pk, number in gone, lines[number].excluded)
                    for number, counted in counted_in_pool(
                        self._pool_results(evening, pool), gone, evening.tournament.pool_leavers
                    ).items()
                ],
                criteria,
                seed=evening.seed,
                leavers_last=evening.tournament.leavers == "last",
            )
            for pool in self.groups(evening)
            if team is None or team in pool
        ]
        return [[row._replace(withdrawn=row.withdrawn or row.number in since) for row in rows] for rows in ranked]

    def annulled(self, evening: CountedResults) -> frozenset[int]:
        """Return the teams that left their pool and whose matches there are annulled."""
        gone, _since = self._gone_from_pools(evening)
        policy = evening.tournament.pool_leavers
        pools = self.groups(evening) if gone and policy == "annulled" else []
        return frozenset().union(*(annulled_in_pool(self._pool_results(evening, pool), gone, policy) for pool in pools))

    def annulled_parties(self, evening: CountedResults, team: int) -> dict[int, tuple[int, ...]]:
        """Return each partie of *team* in its pool that is annulled → the teams of it that left too early."""
        gone, own = self.annulled(evening), evening.seated.get(team, {})
        met = {partie: {team, *result.opponents} for partie in self._pool_parties() if (result := own.get(partie))}
        return {partie: tuple(sorted(teams & gone)) for partie, teams in met.items() if teams & gone}

    def _pool_parties(self) -> list[int]:
        return [part.number for part in self.parts if part.minutes["method"] == POOLS]

    def _gone_from_pools(self, evening: CountedResults) -> tuple[set[int], set[int]]:
        """Return the teams that left while the pools were played, and those that left since."""
        last = max(self._pool_parties(), default=0)
        left = {team.number: team.withdrawn_from for team in evening.teams if team.withdrawn_from}
        since = {number for number, first in left.items() if self.pools_over and first > last}
        return left.keys() - since, since

    def _pool_results(self, evening: CountedResults, pool: Iterable[int]) -> dict[int, tuple[PartieResult, ...]]:
        entered = {team.number for team in evening.teams}
        return {
            number: team_results(
                self._pool_parties(),
                self.seated.get(number, {}),
                evening.policy,
                halves=evening.halves.get(number, {}),
            )
            for number in pool
            if number in entered
        }


def played_phases(evening: CountedResults, *, before: int | None = None) -> list[PlayedPhase]:
    """List every phase of the concours of *evening* with what was drawn of it (in the parties *before* one, if
    said).
    """
    number = next_partie(evening) if before is None else before
    parts = [part for part in evening.parts if part.number < number]
    gone = frozenset(team.number for team in evening.teams if not team.plays(number))
    rule = evening.tournament.knock_out_tie
    return [
        PlayedPhase(
            phase,
            tuple(part for part in parts if part.phase == phase.index),
            evening.seated,
            gone,
            rule,
            evening.tie_breaks,
        )
        for phase in phases_of(evening.tournament)
    ]


class GoingOn(NamedTuple):
    """Say which teams of a pool play the phase of the first ones, or would as it stands, and which equals of it are not
    known to.
    """

    teams: Set[int] = frozenset()
    undecided: Set[int] = frozenset()


def going_on_of(rows: Sequence[Row], first_ones: PlayedPhase | None) -> GoingOn:
    """Return who of the pool of *rows* enters the phase of the *first_ones*: those drawn, else its first ones still here."""
    if first_ones is None:
        return GoingOn()
    if first_ones.parts:
        return GoingOn({row.number for row in rows} & set(first_ones.numbers))
    here, count = [row for row in rows if not (row.withdrawn or row.excluded)], first_ones.phase.count
    across = here[count].rank if 0 < count < len(here) and here[count - 1].rank == here[count].rank else None
    equals = {row.number for row in here if row.rank == across}
    return GoingOn({row.number for row in here[:count]} - equals, equals)


def next_partie(evening: CountedResults) -> int:
    """Return the number of the first partie that is not published."""
    return evening.rounds[-1] + 1 if evening.rounds else 1


def levels_after(evening: CountedResults, number: int, teams: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Return the order of *teams* before any criterion after partie *number*; empty where the evening has but one
    phase.
    """
    if not has_places(evening.tournament):
        return {}
    found = played_phases(evening, before=number + 1)
    steps: dict[int, dict[int, tuple[int, ...]]] = {}
    for place, played in enumerate(found):
        if not played.parts or not (played.phase.index or played.rounds):
            continue
        steps[place] = {team: (0,) for team in played.numbers}
        if played.rounds:
            steps[place] = {team: (figure,) for team, figure in played.how_far.items()}
        if played.phase.who == "beaten":
            # Teams of the consolante are ranked after all others, whenever they lost their first match.
            main = main_of([one.phase for one in found], place)
            steps[main] |= dict.fromkeys(played.numbers, (BEHIND,))
    return levels(list(steps.values()), teams)


def phases_after(evening: CountedResults, number: int) -> dict[int, str]:
    """Return the name of the bracket, or of another phase that gives places, in which each team was after partie *number*."""
    return {
        team: str(played.phase.title)
        for played in played_phases(evening, before=number + 1)
        if played.parts and (played.phase.index or played.rounds)
        for team in played.numbers
    }


def plan_at(evening: CountedResults, number: int, *, most: bool = True) -> PhasesPlan:
    """Return the parties of each phase as they are known before partie *number*; *most* as in `plan`."""
    return _plan(evening, played_phases(evening, before=number), number, most=most)


def _plan(evening: CountedResults, played: Sequence[PlayedPhase], number: int, *, most: bool = True) -> PhasesPlan:
    here = [team.number for team in evening.teams if team.plays(number)]
    begun = {one.phase.index: known for one in played if (known := _begun(one, here)) is not None}
    return plan(evening.tournament, len(here), number=number, begun=begun, most=most)


def _begun(played: PlayedPhase, here: Sequence[int]) -> Begun | None:
    """Return what is known of a phase: nothing before it has begun; *here* are those who play on."""
    if not played.parts:
        return None
    phase, first = played.phase, played.parts[0].number
    if phase.method not in ENDING:
        return Begun(first, None, len(played.numbers))
    own = [part for part in played.parts if part.minutes["method"] == phase.method]
    if not own:
        # The first parties were drawn otherwise: its plan is still to come.
        whole = rounds_needed(len(here)) if phase.method == KNOCK_OUT else turns_of(len(here))
        return Begun(first, len(played.parts) + whole, len(here))
    teams = frozen_pool(own[0].minutes)
    before = own[0].number - first
    if phase.method == KNOCK_OUT:
        whole = played.parts[-1].number - first + 1 + len(played.rounds_left)
        byes = any(not match.real for match in played.rounds[0])
        return Begun(first, whole, len(teams), (), _beaten(played, here), first + before + 1 + byes)
    pools = tuple(sum(team in here for team in pool) for pool in played.pools)
    return Begun(first, before + max(map(turns_of, map(len, played.pools or [teams]))), len(teams), pools)


def _beaten(main: PlayedPhase, here: Sequence[int]) -> tuple[int, int]:
    """Return how many enter the consolante of the knock-out *main*, at least and at most."""
    known = _all_have_played(main) and not any(
        main.awaits(match) for matches in main.rounds[: main.rounds_drawn] for match in matches
    )
    if known:
        return (len(_consolante(main, here)),) * 2
    low, high = beaten_in(len(main.numbers), placed=main.phase.placed)
    late = len(_latecomers(main, here))
    return low + late, high + late


def _consolante(main: PlayedPhase, here: Sequence[int]) -> list[int]:
    """Return those of *here* who enter the consolante of *main*: beaten in their first match, or come after its draw.

    Those who play for a place have a match already.
    """
    placed = {
        team for play_off in main.play_offs for matches in play_off.rounds for match in matches for team in match.sides
    }
    beaten = [team for team in first_losers(main.rounds) if team not in placed]
    return [team for team in here if team in {*beaten, *_latecomers(main, here)}]


def _latecomers(main: PlayedPhase, here: Sequence[int]) -> list[int]:
    """Return those of *here* who came after the draw of the knock-out *main* of all."""
    return [] if main.phase.index else [team for team in here if team not in main.numbers]


@dataclass(frozen=True)
class AwaitedMatch:
    """A match of a bracket that has no winner yet. `sides` are team numbers, None for one that is not known.

    `round` counts the rounds of the bracket from 1, `name` is how it is called; `partie` is when it is played, `table`
    where, once it is drawn; `tied`: both marked as many points, and nobody has said who goes on.
    """

    phase: Phase
    round: int
    name: str
    partie: int
    sides: tuple[int | None, int | None]
    table: int | None = None
    tied: bool = False


@dataclass(frozen=True)
class Outstanding:
    """Say what is still to be played of an evening.

    `last` is its last partie as things stand, `least` where the results of a consolante may make it shorter;
    `announcement` says both in words, where they follow from the teams. `matches` are those of the brackets without a
    winner, `cut` says which phases end before they are decided, as the organiser has set; `waiting`, before the first
    draw, that most teams would wait; `entering`, by team, the consolante to come that it waits for. `over`: nothing is left
    to play, or to type.
    """

    last: int
    least: int
    over: bool
    matches: tuple[AwaitedMatch, ...] = ()
    cut: str = ""
    announcement: str = ""
    waiting: str = ""
    entering: Mapping[int, Course] = field(default_factory=dict)

    @property
    def tied(self) -> tuple[AwaitedMatch, ...]:
        """Return the matches of equal totals of which nobody has said who goes on."""
        return tuple(match for match in self.matches if match.tied)

    @property
    def next(self) -> tuple[AwaitedMatch, ...]:
        """Return the matches of the next partie that is not drawn, those of which both sides are known."""
        known = [match for match in self.matches if match.table is None and None not in match.sides]
        first = min((match.partie for match in known), default=0)
        return tuple(match for match in known if match.partie == first <= self.last)


def outstanding(evening: CountedResults) -> Outstanding:
    """Return what is still to be played of *evening*: the one answer to what comes next and to whether it is final."""
    number = next_partie(evening)
    played = played_phases(evening)
    teams = _entered(evening, number)
    longest = _plan(evening, played, number)
    least = _plan(evening, played, number, most=False).last
    matches = tuple(match for one in played for match in _awaited(one, number))
    done = bool(evening.rounds) and not evening.missing and not any(match.tied for match in matches)
    return Outstanding(
        last=longest.last,
        least=min(least, longest.last),
        over=done and number > longest.last,
        matches=matches,
        cut=cut_words(longest.cut),
        announcement=parties_words(
            evening.tournament,
            len(teams),
            longest,
            least,
            who="entered" if evening.rounds else "drawn",
            gone=sum(team.number in teams and not team.here for team in evening.teams),
        ),
        waiting="" if evening.rounds else few_matches(evening.tournament, len(teams)),
        entering=_entering(evening, played, longest, number),
    )


def finished_teams(evening: CountedResults, left: Outstanding) -> frozenset[int]:
    """Return the teams still here that have nothing to play any more; *left* is what is still to be played.

    A team of which nobody can say it yet is none of them: until the finals are drawn, whoever leaves makes room for another.
    """
    makes_up = evening.tournament.exempt_policy in ("catch_up", "relay") and evening.missing
    if not evening.rounds or makes_up:
        return frozenset()
    number, played = next_partie(evening), played_phases(evening)
    now = {team: results.get(number - 1) for team, results in evening.seated.items()}
    here = {team.number for team in evening.teams if team.here and evening.seated.get(team.number)}
    busy = {team for team, result in now.items() if result and result.kind == PENDING} | left.entering.keys()
    busy |= {team for match in left.matches if match.partie <= left.last for team in match.sides if team}
    for one, course in zip(played, _plan(evening, played, number).courses, strict=True):
        over = number > left.last or (course.parties is not None and number > course.last)
        if over or one.rounds:
            continue  # who has a match in a bracket that has begun is known
        if one.parts and one.phase.index:
            busy |= set(one.numbers)
        elif one.phase.who == "beaten":
            continue  # who waits for it is known
        else:
            return frozenset()
    return frozenset(here - busy)


def _entering(
    evening: CountedResults, played: Sequence[PlayedPhase], planned: PhasesPlan, number: int
) -> dict[int, Course]:
    """Return the consolante that each team waits for: it has lost its first match, or came late, and has no draw there."""
    here = [team.number for team in evening.teams if team.plays(number)]
    waits: dict[int, Course] = {}
    for place, (one, course) in enumerate(zip(played, planned.courses, strict=True)):
        if one.phase.who != "beaten" or one.parts or not number <= course.first <= planned.last:
            continue
        main = played[main_of([other.phase for other in played], place)]
        waits |= dict.fromkeys(_consolante(main, here) if main.rounds else [], course)
    return waits


def _entered(evening: CountedResults, number: int) -> set[int]:
    """Return the numbers of the teams that have played, or play partie *number*, the next one."""
    played = {team for team, results in evening.seated.items() if results}
    return played | {team.number for team in evening.teams if team.plays(number)}


def _awaited(played: PlayedPhase, number: int) -> list[AwaitedMatch]:
    """Return the matches of a knock-out without a winner; *number* is the next partie to be drawn."""
    when = {round_: number + place for place, round_ in enumerate(played.rounds_left)}
    when |= {round_: part.number for round_, part in played.bracket_parts.items()}
    return [
        AwaitedMatch(played.phase, round_, name, when[round_], match.sides, match.table, match.tied)
        for round_, name, match in _named_matches(played)
        if played.awaits(match)
    ]


def _named_matches(played: PlayedPhase) -> list[tuple[int, str, Match]]:
    """Return every match of a knock-out with the round of the bracket in which it is played, and how that is called."""
    named = [(round_, round_name(played, round_ - 1), match) for round_, match in _by_round(played.rounds, 1)]
    return named + [
        (round_, play_off_round(play_off, round_ - play_off.begins), match)
        for play_off in played.play_offs
        for round_, match in _by_round(play_off.rounds, play_off.begins)
    ]


def _by_round(rounds: Sequence[Sequence[Match]], first: int) -> list[tuple[int, Match]]:
    return [(number, match) for number, matches in enumerate(rounds, first) for match in matches]


class DecidedByCards(NamedTuple):
    """Teams of one rank of which only some entered a phase, and what the cards decided, in words."""

    teams: tuple[int, ...]
    words: str


def cuts_of(tournament: Tournament, drawn: Sequence[tuple[int, Mapping]]) -> list[DecidedByCards]:
    """Return what the cards decided at the limit of a phase, in one tirage of which *drawn* are (phase, minutes)."""
    cut = drawn[0][1].get("about", {}).get("cut") if drawn else None
    titles = {phase.index: phase.title for phase in phases_of(tournament)}
    decided = []
    for order in cut["orders"] if cut else ():
        places = []
        for phase, minutes in drawn:
            here = {entrant["number"] for entrant in minutes["entrants"]}
            if entered := [str(team) for team in order if team in here]:
                places.append(_("%(label)s: %(said)s") % {"label": titles.get(phase, ""), "said": ", ".join(entered)})
        said = _("Nos. %(teams)s were equal on every criterion: the cards decided. %(places)s.")
        words = said % {"teams": ", ".join(map(str, sorted(order))), "places": " · ".join(places)}
        decided.append(DecidedByCards(tuple(order), words))
    return decided


def all_cuts(evening: CountedResults) -> list[DecidedByCards]:
    """Return what the cards decided at the limits of phases, in the published tirages of *evening*."""
    by_partie: dict[int, list[tuple[int, Mapping]]] = {}
    for part in evening.parts:
        by_partie.setdefault(part.number, []).append((part.phase, part.minutes))
    return [cut for drawn in by_partie.values() for cut in cuts_of(evening.tournament, drawn)]


class PoolPlace(NamedTuple):
    """The letter of the pool of a team and its line there; `annulled`: partie → who left the pool too early for it to count."""

    letter: str
    row: Row
    annulled: Mapping[int, tuple[int, ...]]


def pool_place(evening: CountedResults, team: int, *, before: int) -> PoolPlace | None:
    """Return the place of *team* in its pool, by the parties *before* one; None where it has no pool."""
    for played in played_phases(evening, before=before):
        for place, pool in enumerate(played.groups(evening)):
            if team in pool:
                (rows,) = played.pool_rows(evening, team=team)
                row = next(row for row in rows if row.number == team)
                return PoolPlace(pool_letter(place), row, played.annulled_parties(evening, team))
    return None


def match_place(evening: CountedResults, partie: int, team: int) -> str:
    """Say of which phase the match of *team* in *partie* is, and how far it is there; nothing outside pools and brackets.

    As "Main table · Semi-finals", or "Pool B".
    """
    for played in played_phases(evening, before=partie + 1):
        part = next((part for part in played.parts if part.number == partie), None)
        if part is None or not any(entrant["number"] == team for entrant in part.minutes["entrants"]):
            continue
        if part.minutes["method"] == POOLS:
            letters = (pool_letter(place) for place, pool in enumerate(played.pools) if team in pool)
            return _("Pool %(letter)s") % {"letter": letter} if (letter := next(letters, "")) else ""
        if part.minutes["method"] != KNOCK_OUT:
            return ""
        number = part.minutes["round"]
        name = round_name(played, number - 1)
        for play_off in played.play_offs:
            if any(team in match.sides for match in play_off.at(number)):
                name = play_off_round(play_off, number - play_off.begins)
        return f"{played.phase.title} · {name}"
    return ""


def bracket_matches(evening: CountedResults) -> dict[tuple[int, int], tuple[str, Match]]:
    """Return (partie, table) → the match of a bracket there, after its name."""
    return {
        (played.bracket_parts[round_].number, match.table): (f"{played.phase.title} · {name}", match)
        for played in played_phases(evening)
        for round_, name, match in _named_matches(played)
        if match.table and round_ in played.bracket_parts
    }


def matches_for_places(evening: CountedResults, partie: int) -> dict[frozenset[int], str]:
    """Return the two teams of each match for a place that *partie* may have → the places that they play for."""
    return {
        frozenset(filter(None, match.sides)): play_off_round(play_off, number - play_off.begins)
        for played in played_phases(evening, before=partie)
        for number in played.rounds_left[:1]
        for play_off in played.play_offs
        for match in play_off.at(number)
        if None not in match.sides
    }


def last_matches(evening: CountedResults, team: int, *, before: int) -> list[tuple[str, str, bool]]:
    """List the last match of *team* in each bracket as it stood before a partie: bracket, match, whether it was won."""
    matches = []
    for played in played_phases(evening, before=before):
        own = [
            one for one in _named_matches(played) if one[2].real and one[2].winner is not None and team in one[2].sides
        ]
        if own:
            _round, name, match = max(own, key=lambda one: one[0])
            matches.append((str(played.phase.title), name, match.winner == team))
    return matches


def settled_ties(evening: CountedResults) -> dict[tuple[int, int], tuple[int, str]]:
    """Return (partie, table) → who went on where the totals do not say it, and what decided it."""
    return {
        (played.bracket_parts[round_].number, match.table): (match.winner, played.decision(match))
        for played in played_phases(evening)
        for round_, match in played.matches
        if (match.tied or match.ruled or match.sat_down) and match.winner and match.table
    }


def play_off_round(play_off: PlayOff, place: int) -> str:
    """Name the round of a play-off at *place* (from 0) by the places for which it is played."""
    last = min(play_off.last, play_off.first + 2 * len(play_off.rounds[place]) - 1)
    return play_off_name(play_off._replace(last=last, rounds=play_off.rounds[place:]))


def play_off_name(play_off: PlayOff) -> str:
    """Name the places for which a bracket of beaten teams is played."""
    if play_off.first == THIRD and len(play_off.rounds) == 1:
        return _("Third-place match")
    if play_off.last == play_off.first + 1:
        return _("Place %(first)s") % {"first": play_off.first}
    return _("Places %(first)s to %(last)s") % {"first": play_off.first, "last": play_off.last}


def round_name(played: PlayedPhase, place: int) -> str:
    """Name the round of a bracket at *place* (from 0)."""
    matches = played.rounds[place]
    key = round_key(len(matches), byes=place == 0 and any(not match.real for match in matches))
    return str(ROUND_WORDS[key]) if key else _("%(matches)s matches") % {"matches": len(matches)}


def drawn_round_name(minutes: Mapping) -> str:
    """Name the round of a bracket that the minutes of a draw are of; nothing where it has no name."""
    teams = len(frozen_pool(minutes))
    size = 1 << rounds_needed(teams)
    key = round_key(size >> minutes["round"], byes=minutes["round"] == 1 and teams < size)
    return str(ROUND_WORDS[key]) if key else ""


def method_for(evening: CountedResults, number: int) -> str:
    """Return the method announced for partie *number*, that of its first phase where several are played together."""
    tournament = evening.tournament
    courses = plan_at(evening, number).courses
    playing = [course.phase for course in courses if _plays(course, number)]
    if not playing:
        return tournament.next_method
    return tournament.first_method if playing[0].index == 0 and number == 1 else playing[0].method


def _plays(course: Course, number: int) -> bool:
    return course.first <= number and (course.parties is None or number <= course.last)


Cards = Callable[[Sequence[int]], list[int]]  # teams that nothing separates -> their order


def parts_at(
    evening: CountedResults, number: int, *, method: str, ranking: Sequence[Row], cards: Cards = sorted
) -> list[Part]:
    """Return what each phase that plays partie *number* draws; *method* is that of the common one, *ranking* best
    first.

    A phase whose teams are not known yet, or that is over, is left out. Where only some of the teams of one rank enter
    a phase, the *cards* order them, by their numbers until they are cut.
    """
    found = played_phases(evening, before=number)
    planned = _plan(evening, found, number)
    parts = []
    for place, (played, course) in enumerate(zip(found, planned.courses, strict=True)):
        phase = played.phase
        if number > planned.last or not _plays(course, number):
            continue
        if phase.index == 0:
            part = played.going_on() if method == KNOCK_OUT and played.rounds else Part(0, method)
        elif played.rounds:
            part = played.going_on()
        elif played.parts:
            part = Part(phase.index, phase.method, tuple(played.numbers), phase.options)
        else:
            part = _beginning(phase, found, place, evening, number, ranking, cards)
        if part is not None and (part.teams is None or len(part.teams) >= 2):
            parts.append(part)
    return parts


def equals_at(
    evening: CountedResults, number: int, *, method: str, ranking: Sequence[Row]
) -> tuple[tuple[int, ...], ...]:
    """Return the teams of one rank of which only some enter a phase at partie *number*: the cards decide between them."""
    equals: dict[tuple[int, ...], None] = {}

    def ask(teams: Sequence[int]) -> list[int]:
        equals[tuple(sorted(teams))] = None
        return sorted(teams)

    parts_at(evening, number, method=method, ranking=ranking, cards=ask)
    return tuple(equals)


def _cut_at(count: int, rows: Sequence[Row], entered: Callable[[int], int], cards: Cards) -> list[int]:
    """Return the teams of *rows* in their order, those of one rank on both sides of place *count* as the *cards* say.

    *entered* is 0 for a team that plays a phase of the first ones already, 2 for one of the others, else 1: those come
    before the cards.
    """
    numbers = [row.number for row in rows]
    if not 0 < count < len(rows) or rows[count - 1].rank != rows[count].rank:
        return numbers
    places = [place for place, row in enumerate(rows) if row.rank == rows[count].rank]
    first, equals = places[0], [numbers[place] for place in places]
    known = sorted(map(entered, equals))
    if known[count - first - 1] == known[count - first]:
        equals = cards(equals)
    numbers[first : first + len(equals)] = sorted(equals, key=entered)
    return numbers


def _beginning(
    phase: Phase,
    found: Sequence[PlayedPhase],
    place: int,
    evening: CountedResults,
    number: int,
    rows: Sequence[Row],
    cards: Cards,
) -> Part | None:
    """Return the first draw of *phase*, in partie *number*, where its teams are known."""
    pool_order: list[list[int]] = []
    places: dict[int, int] = {}
    beaten: list[int] = []
    ranking = [row.number for row in rows]
    begun = {team: one.phase.who for one in found for team in one.numbers if one.phase.who in FIRST_ONES + OTHERS}

    def entered(team: int) -> int:
        return 0 if begun.get(team) in FIRST_ONES else 2 if team in begun else 1

    here, count = set(ranking), phase.count
    first_ones = (one for one in found if one.numbers and one.phase.who in FIRST_ONES)
    if phase.who in OTHERS and any(one.phase.count == count for one in first_ones):
        # The first ones have begun: whoever is not among them is one of the others, though one of them has left since.
        here, count = {team for team in here if begun.get(team) not in FIRST_ONES}, 0
    if phase.who.startswith("pool"):
        for pool in found[0].pool_rows(evening):
            pool_order.append(_cut_at(count, [row for row in pool if row.number in here], entered, cards))
            # The place of a team that has left stays free: nobody moves up to it.
            free = [place for place, row in enumerate(pool) if row.number in here]
            places |= dict(zip(pool_order[-1], free, strict=True))
    elif phase.who in FIRST_ONES + OTHERS:
        ranking = _cut_at(count, [row for row in rows if row.number in here], entered, cards)
    elif phase.who == "beaten":
        main = found[main_of([played.phase for played in found], place)]
        if not main.rounds or not _all_have_played(main):
            return None
        beaten = _consolante(main, ranking)
    met = {
        # A draw that is compared with what it would be now is no reason for itself.
        team: {other for partie, result in results.items() if result and partie < number for other in result.opponents}
        for team, results in evening.seated.items()
    }
    pooled = {team for pool in found[0].pools for team in pool}
    late = [team for team in ranking if team not in pooled]
    entry = tirages.PhaseEntry(phase.who, count, ranking, pool_order, beaten, late, places)
    teams, ranked = entry.teams(met), entry.by_rank()
    return Part(phase.index, phase.method, tuple(teams), phase.options, ranked=() if ranked == teams else tuple(ranked))


def _all_have_played(main: PlayedPhase) -> bool:
    """Return whether every team of a knock-out has played a match: those with a bye play in the second round."""
    byes = any(not match.real for match in main.rounds[0])
    return main.over or main.rounds_drawn >= (2 if byes else 1)
