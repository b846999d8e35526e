"""Build pools and brackets as every page shows them: names, points, qualified teams."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.phases.bracket import NOBODY, Match
from scoring.phases.selectors import PlayedPhase, played_phases, round_name
from scoring.standings import boards
from scoring.standings.selectors import EveningResults, Label, evening, labels
from tournament.concours.models import Tournament
from tournament.tirages.poules import pool_letter


@dataclass(frozen=True)
class MatchSide:
    """One side of a match; `number` is None while it is not known who comes."""

    number: int | None
    name: str
    points: int | None
    won: bool


@dataclass(frozen=True)
class MatchLine:
    """A match of the bracket; `bye` where one side is empty."""

    sides: tuple[MatchSide, MatchSide]
    table: int | None
    bye: bool
    tie: str = ""  # what decided it where both marked as many points


@dataclass(frozen=True)
class PoolLine:
    """A team in its pool; `goes`: as it stands it plays the phase of the first ones. Nobody does while all are
    equal.
    """

    rank: int
    number: int
    name: str
    points: int
    wins: int
    difference: int
    goes: bool


@dataclass(frozen=True)
class PhaseBoard:
    """One phase: its pools, or the rounds of its bracket with their names, and its winner once there is one.

    `third` is the match for the third place, where there is one.
    """

    title: str
    pools: list[tuple[str, list[PoolLine]]]
    rounds: list[tuple[str, list[MatchLine]]]
    winner: str
    waiting: bool
    third: MatchLine | None = None

    @property
    def known(self) -> int:
        """Count the rounds of the bracket that have a team in them, and at least the first."""
        return sum(any(side.number for match in matches for side in match.sides) for _name, matches in self.rounds) or 1


def phase_boards(tournament: Tournament, *, public: bool) -> list[PhaseBoard]:
    """List every phase that has pools or a bracket, the brackets first, names as *public* pages may show them."""
    results = evening(tournament.pk)
    every_label = labels(tournament)
    shown = boards.public_labels(tournament, every_label) if public else every_label
    every_phase = [_board(results, played, shown) for played in played_phases(results)]
    return sorted((board for board in every_phase if board.pools or board.rounds), key=lambda board: not board.rounds)


def _board(results: EveningResults, played: PlayedPhase, shown: Mapping[int, Label]) -> PhaseBoard:
    going = next((phase["count"] for phase in results.tournament.phases if phase["who"] == "pool_first"), 0)
    pools = [
        (
            pool_letter(place),
            [
                PoolLine(
                    rank=row.rank,
                    number=row.number,
                    name=shown[row.number].name,
                    points=row.points,
                    wins=row.wins,
                    difference=row.difference,
                    goes=at < going and rows[-1].rank > 1,
                )
                for at, row in enumerate(rows)
            ],
        )
        for place, rows in enumerate(played.pool_rows(results))
    ]
    rounds = [
        (round_name(played, place), [_match_line(match, shown, played) for match in matches])
        for place, matches in enumerate(played.rounds)
    ]
    winner = ""
    if played.over:
        number = played.rounds[-1][0].winner
        winner = f"{number} · {shown[number].name}" if number and number in shown else ""
    third = _match_line(played.third, shown, played) if played.third else None
    return PhaseBoard(str(played.phase.title), pools, rounds, winner, not played.over, third)


def _match_line(match: Match, shown: Mapping[int, Label], played: PlayedPhase) -> MatchLine:
    def side(number: int | None, points: int | None) -> MatchSide:
        name = shown[number].name if number and number in shown else ""
        return MatchSide(number or None, name, points, bool(number) and number == match.winner)

    sides = side(match.sides[0], match.points[0]), side(match.sides[1], match.points[1])
    return MatchLine(sides, match.table, bye=NOBODY in match.sides, tie=played.tie_words(match))
