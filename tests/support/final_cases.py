"""Evenings of finals written as tables: read from their files, and played without a database."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

import pytest

from tournament.finals.entrants import equals_at, method_for, parts_at
from tournament.finals.formula import Formula, formula_of
from tournament.finals.outstanding import finished_teams, outstanding
from tournament.finals.played import DrawnPart, next_partie, played_phases
from tournament.finals.words import decision
from tournament.tirages.recorded import Minutes

CASES = Path(__file__).parents[1] / "tournament" / "finals" / "cases"
RESULT = re.compile(r"(\d+)\. (\d+)-(\d+)(?: (\d+):(\d+))?(?: (.+))?")
REST = re.compile(r"(\d+) (?:exempt|wins (\d+), (\d+) not there)")


class CaseRow(NamedTuple):
    """A line of a ranking; `equals` the one after it."""

    number: int
    rank: int
    withdrawn: bool
    equals: bool
    excluded: bool = False


class CaseTeam(NamedTuple):
    """A team of a case."""

    number: int
    first_round: int = 1
    withdrawn_from: int | None = None
    excluded: bool = False

    @property
    def here(self):
        return self.withdrawn_from is None

    def gone(self, number):
        return not self.here and self.withdrawn_from <= number

    def plays(self, number):
        return self.first_round <= number and (self.here or number < self.withdrawn_from)


class CaseResult(NamedTuple):
    """The result of a team in a partie."""

    table: int | None = None
    points: int = 0
    opponents: tuple[int, ...] = ()
    outcome: str = "won"
    lost_by_forfeit: bool = False
    lost_by_exclusion = False

    @property
    def awaited(self):
        return not self.outcome


@dataclass(frozen=True, kw_only=True)
class CaseMinutes(Minutes):
    """The minutes of a draw of which the table says the pools, or the places of the bracket."""

    pools: list[list[int]] = field(default_factory=list)
    places: list[int] = field(default_factory=list)


def read_cases():
    return [
        pytest.param(case, id=f"{path.stem}: {case['name']}")
        for path in sorted(CASES.glob("*.toml"))
        for case in tomllib.loads(path.read_text("utf-8"))["case"]
    ]


def numbers(text):
    """Return the teams of "3 1 - 2": 0 where nobody is."""
    return [0 if team == "-" else int(team) for team in text.split()]


def ranks(text):
    """Return the lines of the ranking "3 1=2 (4)": equals have one rank, who has left stands in brackets."""
    rows = []
    for place, (team, equals) in enumerate(re.findall(r"([\d()]+)(=?)", text), 1):
        rank = rows[-1].rank if rows and rows[-1].equals else place
        rows.append(CaseRow(int(team.strip("()")), rank, team.startswith("("), bool(equals)))
    return rows


@dataclass
class CaseEvening:
    """An evening as the finals ask of it, played by the parties of a case one by one."""

    formula: Formula
    teams: list[CaseTeam]
    rounds: tuple[int, ...] = ()
    missing: dict[int, list[int]] = field(default_factory=dict)
    seated: dict[int, dict[int, CaseResult | None]] = field(default_factory=dict)
    parts: tuple[DrawnPart, ...] = ()
    tie_breaks: dict[tuple[int, int], int] = field(default_factory=dict)
    ranked_pools: list[list[CaseRow]] = field(default_factory=list)
    makes_up = False
    articles = MappingProxyType({})

    def pool_rows(self, played):
        return self.ranked_pools if played.pools else []

    def play(self, partie):
        """Seat and score the next partie as its table says, then do what happened after it."""
        number = len(self.rounds) + 1
        self.rounds += (number,)
        for line in partie["results"]:
            self.enter(number, line)
        self.parts += tuple(self.drawn_part(number, drawn) for drawn in partie["drawn"])
        for line in partie.get("goes_on", ()):
            table, team = re.fullmatch(r"table (\d+): (\d+)", line).groups()
            self.tie_breaks[number, int(table)] = int(team)
        for line in partie.get("changed", ()):
            earlier, changed = re.fullmatch(r"partie (\d+), table (.+)", line).groups()
            self.enter(int(earlier), changed)
        for key in ("leave", "excluded"):
            gone = numbers(partie.get(key, ""))
            self.teams = [
                team._replace(withdrawn_from=number + 1, excluded=key == "excluded") if team.number in gone else team
                for team in self.teams
            ]
        self.teams += [CaseTeam(team, first_round=number + 1) for team in numbers(partie.get("come", ""))]
        self.ranked_pools = [ranks(pool) for pool in partie.get("pools", ())]

    def enter(self, number, line):
        """Enter the line of a table, or of a team that has none."""
        if rest := REST.fullmatch(line):
            team, points, absent = rest.groups()
            won = CaseResult(points=int(points), opponents=(int(absent),)) if absent else None
            self.seated.setdefault(int(team), {})[number] = won
            return
        table, a, b, ours, theirs, words = RESULT.fullmatch(line).groups()
        if ours is None:
            self.missing[number] = [int(table)]
        by_rule = re.findall(r"(\d+) wins by the rules", words or "")
        out = re.findall(r"(\d+) out", words or "")
        for team, other, points, conceded in ((a, b, ours, theirs), (b, a, theirs, ours)):
            ahead = int(points or 0) - int(conceded or 0)
            outcome = "" if points is None else "won" if ahead > 0 else "lost" if ahead else "drawn"
            if by_rule or out:
                outcome = "won" if team in by_rule or (out and team not in out) else "lost"
            result = CaseResult(int(table), int(points or 0), (int(other),), outcome, team in out)
            self.seated.setdefault(int(team), {})[number] = result

    def drawn_part(self, number, drawn):
        """Return a draw as its minutes have it; a later round of a plan only says what is new."""
        method = drawn["method"]
        earlier = [p.minutes for p in self.parts if p.phase == drawn["phase"] and p.minutes.method == method]
        pools = [numbers(pool) for pool in drawn["pools"]] if "pools" in drawn else earlier[-1].pools if earlier else []
        places = numbers(drawn["bracket"]) if "bracket" in drawn else earlier[-1].places if earlier else []
        late = numbers(drawn.get("late", ""))
        began = numbers(drawn.get("teams", "")) or places or sum(pools, [])
        teams = [team for team in dict.fromkeys(began) if team and team not in late]
        here = [team for team in sorted([*teams, *late]) if number in self.seated.get(team, ())]
        points = {row.number: -row.rank for row in ranks(drawn.get("placed", ""))}
        return DrawnPart(
            number,
            drawn["phase"],
            CaseMinutes(
                method=method,
                round=drawn.get("round", number),
                seed="",
                options={key: numbers(drawn[key]) for key in ("third", "beside", "rest") if key in drawn}
                | {"pool": teams},
                entrants=tuple({"number": team, "wins": 0, "points": points.get(team, 0)} for team in here),
                about={"matches": [noted(line) for line in drawn.get("matches", ())]},
                pools=pools,
                places=places,
            ),
        )


def noted(line):
    """Return the match "4 7 7" (7 goes on without playing), "4 - 4" or "? 7" as the minutes note it."""
    words = {"-": 0, "nobody": 0, "?": None}
    sides = [words[word] if word in words else int(word) for word in line.split()]
    return [*sides, None][:3]


def evening_of_case(case):
    formula = case["formula"]
    return CaseEvening(
        formula_of(
            first_method=formula["first"],
            next_method=formula["following"],
            draw_options=formula,
            phases=formula.get("phases", []),
            parties=formula["parties"],
            parties_fixed=formula.get("parties_fixed", False),
            equal_totals=formula["equal_totals"],
        ),
        [CaseTeam(number) for number in range(1, case["teams"] + 1)],
    )


def said(teams):
    return " ".join(str(team) if team else "-" if team == 0 else "?" for team in teams)


def observed(evening, partie):
    """Return what the finals say of *evening* after a *partie* of its case, in the words of the case."""
    number = next_partie(evening)
    ranking = ranks(partie["ranking"])
    left, phases = outstanding(evening, "en"), played_phases(evening)
    found = {"last": left.last, "over": left.over}
    if left.least != left.last:
        found["least"] = left.least
    if not evening.missing and not left.tied and number <= left.last:
        drawn_from = {"method": method_for(evening, number), "ranking": ranking}
        if parts := parts_at(evening, number, **drawn_from):
            found["next"] = [expected_part(part) for part in parts]
            if equals := equals_at(evening, number, **drawn_from):
                found["cards"] = [said(teams) for teams in equals]
    awaited = {}
    for match in left.matches:
        words = said(match.sides).replace(" ", "-")
        words += (f" table {match.table}" if match.table else "") + (" equal" if match.tied else "")
        awaited.setdefault(f"partie {match.partie}, {match.phase.index} {match.name}", []).append(words)
    if awaited:
        found["awaited"] = [f"{where}: {', '.join(matches)}" for where, matches in awaited.items()]
    if done := finished_teams(evening, left):
        found["finished"] = said(sorted(done))
    if left.entering:
        found["enters_later"] = said(sorted(left.entering))
    if decided := [
        f"{played.phase.index}: {said(match.sides).replace(' ', '-')} {words}"
        for played in phases
        for _round, match in played.matches
        if (words := decision(played, match, "en"))
    ]:
        found["decided"] = decided
    brackets = [played for played in phases if played.rounds]
    if over := [f"{one.phase.index}: {one.rounds[-1][0].winner or 'nobody'}" for one in brackets if one.over]:
        found["winners"] = over
    if brackets:
        found["places"] = [f"{played.phase.index}: {said_places(played.how_far)}" for played in brackets]
    return found


def said_ranks(rows):
    """Return the ranking of *rows* as a case writes it."""
    text = ""
    for row, before in zip(rows, [None, *rows], strict=False):
        text += "" if before is None else "=" if before.rank == row.rank else " "
        text += f"({row.number})" if row.withdrawn or row.excluded else str(row.number)
    return text


def said_places(reached):
    """Return the teams of a bracket, best place first; those that share a place, or may still, joined."""
    return " ".join(
        "=".join(str(team) for team in sorted(reached) if reached[team] == place)
        for place in sorted(set(reached.values()))
    )


def expected_part(part):
    found = {"phase": part.phase, "method": part.method}
    if part.round:
        found["round"] = part.round
    if part.teams is not None:
        found["teams"] = said(part.teams if part.method == "elimination" else sorted(part.teams))
    if part.ranked:
        found["by_rank"] = said(part.ranked)
    return found | {key: said(part.options[key]) for key in ("third", "beside", "rest") if part.options.get(key)}
