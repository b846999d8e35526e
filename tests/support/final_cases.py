"""Evenings of finals written as tables: read from their files, and played without a database."""

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest

from scoring.phases import selectors as finals
from scoring.ranking import ExemptPolicy, PartieResult, won_without_playing
from scoring.standings.selectors import EnteredTeam
from tournament.models import Tournament
from tournament.rounds.selectors import DrawnPart
from tournament.tirages.elimination import seeding

CASES = Path(__file__).parents[1] / "tournament" / "finals" / "cases"
RESULT = re.compile(r"(\d+)\. (\d+)-(\d+)(?: (\d+):(\d+))?(?: (.+))?")
REST = re.compile(r"(\d+) (?:exempt|wins (\d+), (\d+) not there)")


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
        gone = team.startswith("(")
        rows.append(
            SimpleNamespace(
                number=int(team.strip("()")), rank=rank, withdrawn=gone, excluded=False, equals=bool(equals)
            )
        )
    return rows


@dataclass
class CaseEvening:
    """What the finals ask of an evening, as the parties of a case give it one by one."""

    tournament: Tournament
    teams: list[EnteredTeam]
    rounds: tuple[int, ...] = ()
    missing: dict[int, list[int]] = field(default_factory=dict)
    seated: dict[int, dict[int, PartieResult | None]] = field(default_factory=dict)
    parts: tuple[DrawnPart, ...] = ()
    tie_breaks: dict[tuple[int, int], int] = field(default_factory=dict)
    policy = ExemptPolicy(half=972)
    halves = {}
    seed = ""

    def play(self, partie):
        """Seat and score the next partie as its table says, then do what happened after it."""
        number = len(self.rounds) + 1
        self.rounds += (number,)
        for line in partie["results"]:
            self.enter(number, line)
        self.parts += tuple(drawn_part(number, drawn, self) for drawn in partie["drawn"])
        for line in partie.get("goes_on", ()):
            table, team = re.fullmatch(r"table (\d+): (\d+)", line).groups()
            self.tie_breaks[number, int(table)] = int(team)
        for line in partie.get("changed", ()):
            earlier, changed = re.fullmatch(r"partie (\d+), table (.+)", line).groups()
            self.enter(int(earlier), changed)
        for key, fact in (("leave", {"withdrawn_from": number + 1}), ("excluded", {"withdrawn_from": number + 1})):
            for team in numbers(partie.get(key, "")):
                place = next(place for place, one in enumerate(self.teams) if one.number == team)
                self.teams[place] = self.teams[place]._replace(**fact, excluded=key == "excluded")
        for team in numbers(partie.get("come", "")):
            self.teams.append(EnteredTeam(team, team, None, True, False, first_round=number + 1))

    def enter(self, number, line):
        """Enter the line of a table, or of a team that has none."""
        if rest := REST.fullmatch(line):
            team, points, absent = rest.groups()
            won = won_without_playing(number, int(absent), int(points)) if absent else None
            self.seated.setdefault(int(team), {})[number] = won
            return
        table, a, b, ours, theirs, words = RESULT.fullmatch(line).groups()
        figures = (int(ours or 0), int(theirs or 0))
        by_rule = re.fullmatch(r"(\d+) wins by the rules", words or "")
        out = re.findall(r"(\d+) out", words or "")
        kind = "pending" if ours is None else "forfeit" if out else "played"
        awaited = self.missing.setdefault(number, [])
        awaited[:] = [one for one in awaited if one != int(table)] + ([int(table)] if ours is None else [])
        if not awaited:
            del self.missing[number]
        for team, other, points, conceded in ((a, b, *figures), (b, a, *figures[::-1])):
            ahead = (points > conceded) - (points < conceded)
            outcome = {1: "won", 0: "drawn", -1: "lost"}[ahead]
            if by_rule or out:
                outcome = "won" if (by_rule and by_rule[1] == team) or (out and team not in out) else "lost"
            self.seated.setdefault(int(team), {})[number] = PartieResult(
                number, kind, int(table), "NS" if team == a else "EO", points, conceded, (int(other),),
                outcome if ours else "",
            )  # fmt: skip


def drawn_part(number, drawn, evening):
    """Return a draw as its minutes have it; those of a later round of a plan only say what is new."""
    method, options = drawn["method"], {"placement": "classement"}
    for key in ("third", "beside", "rest", "late"):
        if key in drawn:
            options[key] = numbers(drawn[key])
    if "bracket" in drawn:
        places = numbers(drawn["bracket"])
        teams = [places[seeding(len(places)).index(rank)] for rank in range(len(places))]
        teams = [team for team in teams if team]
    elif "pools" in drawn:
        pools = [numbers(pool) for pool in drawn["pools"]]
        late = options.get("late", [])
        options["late_pools"] = [next(at for at, pool in enumerate(pools, 1) if team in pool) for team in late]
        own = [[team for team in pool if team not in late] for pool in pools]
        options["size"] = max(3, *map(len, own))
        teams = [
            own[-1 - column if row % 2 else column][row]
            for row in range(max(map(len, own)))
            for column in range(len(own))
            if row < len(own[-1 - column if row % 2 else column])
        ]
    elif "teams" in drawn:
        teams, options = numbers(drawn["teams"]), {}
    else:
        begun = next(
            part.minutes
            for part in reversed(evening.parts)
            if part.phase == drawn["phase"] and part.minutes["method"] == method
        )
        kept = ("size", "late", "late_pools") if method == "poules" else ("size",)
        teams = begun["options"]["pool"]
        options = {key: begun["options"][key] for key in kept if key in begun["options"]} | options
    if method in ("poules", "elimination"):
        options["pool"] = teams
    known = {row.number: -row.rank for row in ranks(drawn.get("placed", ""))}
    here = [team for team in sorted(teams) + options.get("late", []) if number in evening.seated.get(team, ())]
    return DrawnPart(
        number,
        drawn["phase"],
        {
            "method": method,
            "round": drawn.get("round", number),
            "seed": "",
            "options": options,
            "entrants": [{"number": team, "wins": 0, "points": 100 + known.get(team, 0)} for team in here],
            "exempt": [team for team in here if evening.seated[team][number] is None],
            "about": {"matches": [noted(line) for line in drawn.get("matches", ())]},
        },
    )


def noted(line):
    """Return the match "4 7 7" (7 goes on without playing), "4 - 4" or "? 7" as the minutes note it."""
    words = {"-": 0, "nobody": 0, "?": None}
    sides = [words[word] if word in words else int(word) for word in line.split()]
    return [*sides, None][:3]


def evening_of_case(case):
    formula = case["formula"]
    options = {key: formula[key] for key in ("size", "third_place", "play_offs") if key in formula}
    tournament = Tournament(
        first_method=formula["first"],
        next_method=formula["following"],
        parties=formula["parties"],
        parties_fixed=formula.get("parties_fixed", False),
        criteria=formula["criteria"],
        draw_options=options,
        knock_out_tie=formula["equal_totals"],
        pool_leavers=formula["pool_leavers"],
        phases=formula.get("phases", []),
    )
    return CaseEvening(tournament, [EnteredTeam(n, n, None, True, False) for n in range(1, case["teams"] + 1)])


def said(teams):
    return " ".join(str(team) if team else "-" if team == 0 else "?" for team in teams)


def said_ranks(rows, *, gone=False):
    """Return the ranking of *rows* as a case writes it."""
    text = ""
    for row, before in zip(rows, [None, *rows], strict=False):
        text += "" if before is None else "=" if before.rank == row.rank else " "
        text += f"({row.number})" if gone and (row.withdrawn or row.excluded) else str(row.number)
    return text


def observed(evening, partie):
    """Return what the finals say of *evening* after a *partie* of its case, in the words of the case."""
    number = finals.next_partie(evening)
    ranking = ranks(partie["ranking"])
    left, phases = finals.outstanding(evening), finals.played_phases(evening)
    found = {"last": left.last, "over": left.over, "ranking": partie["ranking"]}
    if left.least != left.last:
        found["least"] = left.least
    if rows := phases[0].pool_rows(evening):
        found["pools"] = [said_ranks(pool, gone=True) for pool in rows]
    if gone := phases[0].annulled(evening):
        found["annulled"] = said(sorted(gone))
    if not evening.missing and not left.tied and number <= left.last:
        drawn_from = {"method": finals.method_for(evening, number), "ranking": ranking}
        if parts := finals.parts_at(evening, number, **drawn_from):
            found["next"] = [expected_part(part) for part in parts]
            if equals := finals.equals_at(evening, number, **drawn_from):
                found["cards"] = [said(teams) for teams in equals]
    awaited = {}
    for match in left.matches:
        words = said(match.sides).replace(" ", "-")
        words += (f" table {match.table}" if match.table else "") + (" equal" if match.tied else "")
        awaited.setdefault(f"partie {match.partie}, {match.phase.index} {match.name}", []).append(words)
    if awaited:
        found["awaited"] = [f"{where}: {', '.join(matches)}" for where, matches in awaited.items()]
    if done := finals.finished_teams(evening, left):
        found["finished"] = said(sorted(done))
    if left.entering:
        found["enters_later"] = said(sorted(left.entering))
    if decided := [
        f"{played.phase.index}: {said(match.sides).replace(' ', '-')} {words}"
        for played in phases
        for _round, match in played.matches
        if (words := played.decision(match))
    ]:
        found["decided"] = decided
    brackets = [played for played in phases if played.rounds]
    if over := [f"{one.phase.index}: {one.rounds[-1][0].winner or 'nobody'}" for one in brackets if one.over]:
        found["winners"] = over
    if brackets:
        found["places"] = [f"{played.phase.index}: {said_places(played.how_far)}" for played in brackets]
    return found


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
