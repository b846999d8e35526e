"""The phases of an evening as they were played: brackets, pools, who is still in."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import Protocol

from tournament.finals import bracket as brackets
from tournament.finals.bracket import Match, PlayOff, RoundResult, out_at, places_of, rounds_of
from tournament.finals.formula import KNOCK_OUT, POOLS, Formula, Phase
from tournament.tirages.elimination import rounds_needed, seeding
from tournament.tirages.planned import in_pairs, turns_of
from tournament.tirages.recorded import Minutes, NotedMatch


@dataclass(frozen=True)
class Part:
    """The draw of one phase in a partie: its index (0: common to all), its method, the numbers of its teams.

    `teams` is None where everybody plays, else best first; `options` are those of the phase. `round` is that of its
    plan, None for the one after the last drawn. `ranked` are the teams by their ranks alone, where some were moved.
    `matches` are those of a round of a knock-out that goes on, as they stand in its bracket: both sides (0: nobody), and
    who goes on where nothing is played (0: nobody), None where it is; `skipped` those of the rounds before it, each by
    its number, in which nobody had an opponent.
    """

    phase: int = 0
    method: str = "sort"
    teams: tuple[int, ...] | None = None
    options: Mapping[str, object] = field(default_factory=dict)
    round: int | None = None
    ranked: tuple[int, ...] = ()
    matches: tuple[NotedMatch, ...] = ()
    skipped: Mapping[int, tuple[NotedMatch, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class DrawnPart:
    """One part of a published tirage: the partie, its phase, its minutes."""

    number: int
    phase: int
    minutes: Minutes


# The best place for which those beaten in the semi-finals play.
THIRD = 3


class PhaseTeam(Protocol):
    """Describe what the phases ask of a team."""

    @property
    def number(self) -> int: ...
    @property
    def withdrawn_from(self) -> int | None: ...
    @property
    def excluded(self) -> bool: ...
    @property
    def here(self) -> bool: ...
    def gone(self, number: int) -> bool: ...
    def plays(self, number: int) -> bool: ...


class MatchResult(Protocol):
    """Describe what the phases ask of the result of a team in a partie; its table is None where it had no opponent."""

    @property
    def table(self) -> int | None: ...
    @property
    def points(self) -> int: ...
    @property
    def opponents(self) -> tuple[int, ...]: ...
    @property
    def outcome(self) -> str: ...
    @property
    def awaited(self) -> bool: ...
    @property
    def lost_by_forfeit(self) -> bool: ...
    @property
    def lost_by_exclusion(self) -> bool: ...


class RankLine(Protocol):
    """Describe what the phases ask of a line of a ranking."""

    @property
    def number(self) -> int: ...
    @property
    def rank(self) -> int: ...
    @property
    def withdrawn(self) -> bool: ...
    @property
    def excluded(self) -> bool: ...


class CountedResults(Protocol):
    """Describe what the phases ask of the counted results of an evening.

    `articles` are those by which the règlement names the winner of a table. `makes_up`: a team that was exempt plays
    that partie later. `pool_rows` ranks each pool of a phase.
    """

    @property
    def formula(self) -> Formula: ...
    @property
    def teams(self) -> Sequence[PhaseTeam]: ...
    @property
    def rounds(self) -> tuple[int, ...]: ...
    @property
    def missing(self) -> Mapping[int, Sequence[int]]: ...
    @property
    def seated(self) -> Mapping[int, Mapping[int, MatchResult | None]]: ...
    @property
    def parts(self) -> tuple[DrawnPart, ...]: ...
    @property
    def tie_breaks(self) -> Mapping[tuple[int, int], int]: ...
    @property
    def articles(self) -> Mapping[tuple[int, int], str]: ...
    @property
    def makes_up(self) -> bool: ...
    def pool_rows(self, played: "PlayedPhase") -> Sequence[Sequence[RankLine]]: ...


def better_placed(tie_rule: str, minutes: Minutes, a: int, b: int) -> int | None:
    """Return which of two teams was better placed when the partie of *minutes* was drawn; None where nothing says it.

    Where both were equal the rule "better" takes the lower number. No other rule does, and "best_cut" alone looks at
    the places with it.
    """
    if tie_rule not in ("better", "best_cut"):
        return None
    by_wins = minutes.options.get("ranking") == "wins"
    known = {entrant["number"]: entrant for entrant in minutes.entrants}
    keys = {
        team: (known[team]["wins"] if by_wins else 0, known[team]["points"], known[team]["wins"])
        for team in (a, b)
        if team in known
    }
    if len(set(keys.values())) < len(keys):
        return min(a, b) if tie_rule == "better" else None
    return max(keys, key=lambda team: keys[team], default=a)


@dataclass(frozen=True)
class PlayedPhase:
    """A phase and what was drawn of it so far, in order of partie. Those *gone* do not play its next partie."""

    phase: Phase
    parts: tuple[DrawnPart, ...]
    seated: Mapping[int, Mapping[int, MatchResult | None]]
    gone: Set[int] = frozenset()
    tie_rule: str = "better"
    tie_breaks: Mapping[tuple[int, int], int] = field(default_factory=dict)  # (partie, table) -> who goes on
    articles: Mapping[tuple[int, int], str] = field(default_factory=dict)  # (partie, table) -> names the winner there
    teams: Mapping[int, PhaseTeam] = field(default_factory=dict)  # by number
    upcoming: int = 1  # its next partie

    @property
    def numbers(self) -> list[int]:
        """Return the teams it began with, in the order of its plan."""
        return self.parts[0].minutes.pool if self.parts else []

    @property
    def method(self) -> str:
        """Return how it is drawn; the first partie of all may have been drawn otherwise."""
        return self.parts[-1].minutes.method if self.parts else self.phase.method

    @cached_property
    def bracket_parts(self) -> dict[int, DrawnPart]:
        """Return the draws of its knock-out by the round of the bracket."""
        return {part.minutes.round: part for part in self.parts if part.minutes.method == KNOCK_OUT}

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
        places = parts[min(parts)].minutes.places
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
            skipped=self._skipped,
            feeders=feeders,
        )

    def _noted(self, number: int) -> list[brackets.Seats]:
        """Return the matches of round *number* as its draw noted them, those of the bracket before those for places; of
        a round that was skipped as the next draw did.
        """
        part = self.bracket_parts.get(number)
        noted = part.minutes.noted if part else self._skipped[number]
        return [brackets.Seats((one, other), winner) for one, other, winner in noted]

    @cached_property
    def _skipped(self) -> dict[int, list[NotedMatch]]:
        """Return the matches of each round in which nobody had an opponent, as the draw of the next one noted them."""
        noted = [part.minutes.skipped for part in self.bracket_parts.values()]
        return {number: matches for rounds in noted for number, matches in rounds.items()}

    def _sitting(self, number: int) -> set[int]:
        """Return the teams that sat down in the main bracket in its round *number*, those with a bye too."""
        minutes = self.bracket_parts[number].minutes
        here = {*minutes.numbers} - {*minutes.third, *minutes.beside, *minutes.rest}
        return {team for team in here if self._seated_in(number, team) is not None}

    def _place_pairs(self, number: int) -> list[tuple[int, int]]:
        """Return the pairs of round *number* that met for other places than the first, those for third before others."""
        minutes = self.bracket_parts[number].minutes
        return in_pairs((*minutes.third, *minutes.beside))

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
        """Return which of two tied teams qualifies in round *number*, None while it is not decided; NOBODY where neither
        is there for the next partie and nobody has said which.
        """
        part = self.bracket_parts[number]
        if placed := better_placed(self.tie_rule, part.minutes, a, b):
            return placed
        result = self._seated_in(number, a)
        settled = self.tie_breaks.get((part.number, result.table or 0)) if result else None
        here = [team for team in (a, b) if self._there_after(number, team)]
        if settled in (a, b):
            return settled
        return brackets.NOBODY if not here else here[0] if len(here) == 1 else None

    def _there_after(self, number: int, team: int) -> bool:
        """Return whether *team* sat down in the round after *number*, or could have; before its draw, whether it still can."""
        after = self.bracket_parts.get(number + 1)
        if after is None:
            return team not in self.gone
        known = self.teams.get(team)
        return self._seated_in(number + 1, team) is not None or (known is not None and known.plays(after.number))

    def asks(self, number: int, match: Match) -> bool:
        """Return whether somebody has to say who goes on after equal totals of *match*, of round *number*."""
        one, other = match.sides
        return not (one and other and better_placed(self.tie_rule, self.bracket_parts[number].minutes, one, other))

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
        own = by_round(self.rounds, 1)
        return own + [pair for one in self.play_offs for pair in by_round(one.rounds, one.begins)]

    def awaits(self, match: Match) -> bool:
        """Return whether *match* is still to be played by those who are in it or will come."""
        return match.real and match.winner is None and not self.gone & {team for team in match.sides if team}

    def _partie_of(self, match: Match) -> int:
        """Return the partie in which *match* was drawn, or would have been."""
        own = next((number for number, one in self.matches if one == match), self.rounds_drawn)
        return next(
            (part.number for number, part in sorted(self.bracket_parts.items()) if number >= own), self.upcoming
        )

    def article_of(self, match: Match) -> str:
        """Return the article by which the règlement names the winner of *match*; "" where none does."""
        return self.articles.get((self._partie_of(match), match.table or 0), "") if match.ruled else ""

    def absence(self, match: Match, place: int) -> str:
        """Return why the team of a side did not play *match*, or played no more: "excluded", "left", "absent" for that
        partie alone, or "forfeit" at its table; "" where it did.
        """
        number = match.sides[place]
        team = self.teams.get(number) if number else None
        if not team or not number:
            return ""
        if match.forfeits[place]:
            partie = self._partie_of(match)
            result = self.seated.get(number, {}).get(partie)
            # The referee excludes at a table, which then counts as a forfeit; from the next partie on the team is out.
            out = team.excluded and (team.gone(partie + 1) or bool(result and result.lost_by_exclusion))
            return "excluded" if out else "forfeit"
        lost = match.winner is not None and match.winner != number and not match.sat_down
        missing = match.real and match.table is None and (lost or number in self.gone)
        nobody_left = match.tied and match.winner == brackets.NOBODY
        if not (missing or nobody_left):
            return ""
        if team.gone(self._partie_of(match) + nobody_left):
            return "excluded" if team.excluded else "left"
        return "absent"

    @cached_property
    def rounds_left(self) -> list[int]:
        """Return the rounds of a knock-out that are not drawn and have a match to be played."""
        return sorted({number for number, match in self.matches if number > self.rounds_drawn and self.awaits(match)})

    @property
    def left_before_end(self) -> set[int]:
        """Return the teams of a knock-out that had left, or were excluded, when their last match there was played."""
        last = {team: match for _round, match in self.matches for team in match.sides if team}
        return {
            number
            for number, match in last.items()
            if (team := self.teams.get(number))
            and team.gone(self._partie_of(match) + (match.tied and match.winner == brackets.NOBODY))
        }

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
        options |= {"third": sorted(third)} if third else {}
        options |= {"beside": beside} if beside else {}
        options |= {"rest": rest} if rest else {}
        return Part(
            self.phase.index,
            KNOCK_OUT,
            (*teams, *third, *beside, *rest),
            options,
            round=number,
            matches=self._as_they_stand(number),
            skipped={skipped: self._as_they_stand(skipped) for skipped in range(self.rounds_drawn + 1, number)},
        )

    def _as_they_stand(self, number: int) -> tuple[NotedMatch, ...]:
        """Return the matches of round *number* as its draw notes them: both sides, and who goes on."""
        beside = [match for play_off in self.play_offs for match in play_off.at(number)]
        return tuple((*match.sides, match.winner) for match in [*self.rounds[number - 1], *beside])

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
        part = next((part for part in reversed(self.parts) if part.minutes.method == POOLS), None)
        return part.minutes.pools if part else []

    @property
    def pools_over(self) -> bool:
        """Return whether every turn of its pools is drawn."""
        return bool(self.pools) and len(self.pool_parties) >= max(map(turns_of, map(len, self.pools)))

    @property
    def pool_parties(self) -> list[int]:
        """Return the parties of its pools."""
        return [part.number for part in self.parts if part.minutes.method == POOLS]


def played_phases(evening: CountedResults, *, before: int | None = None) -> list[PlayedPhase]:
    """List every phase of *evening* with what was drawn of it (in the parties *before* one, if said)."""
    number = next_partie(evening) if before is None else before
    parts = [part for part in evening.parts if part.number < number]
    gone = frozenset(team.number for team in evening.teams if not team.plays(number))
    teams = {team.number: team for team in evening.teams}
    return [
        PlayedPhase(
            phase,
            tuple(part for part in parts if part.phase == phase.index),
            evening.seated,
            gone,
            evening.formula.equal_totals,
            evening.tie_breaks,
            evening.articles,
            teams,
            number,
        )
        for phase in evening.formula.phases
    ]


def next_partie(evening: CountedResults) -> int:
    """Return the number of the first partie that is not published."""
    return evening.rounds[-1] + 1 if evening.rounds else 1


def by_round(rounds: Sequence[Sequence[Match]], first: int) -> list[tuple[int, Match]]:
    """Return the matches of *rounds* with their round of the bracket, that of the first being *first*."""
    return [(number, match) for number, matches in enumerate(rounds, first) for match in matches]
