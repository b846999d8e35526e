"""Read a concours file a second time: digests, chain, seals, draws, tables, brackets, winners and ranking.

    python3 reader.py concours.belote

One file for the standard library of Python 3.11 or later; nothing of the program is imported. It says what holds and
what does not, and ends with status 1 where the file is not as it was written (docs/concours-file.md describes the form).
Draws are held against the journal; the same draw is made again where the program stands beside this file.

`Reader` works out the evening from the journal and the minutes of its draws alone: what a stranger with both and the
règlement would work out by hand. Of the brackets for places it knows who sat there, and the third-place match alone to
its end.
"""

import hashlib
import importlib
import io
import json
import sys
import zipfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from pathlib import Path
from typing import Any

WON, LOST, TIED, NONE = "won", "lost", "drawn", ""
PLAYED, EXEMPT, FORFEIT, ABSENT, PENDING = "played", "exempt", "forfeit", "absent", "pending"
BEHIND = 10_000
# How a ranking is computed from the same results, as the manifest names it. Files without it were written when an exclusion
# left match points (1), or gave who had lost at the table those of a partie won there (2); up to 3 the lot could lack a seed.
FIGURES = 4
EARLIER = (1, 2)
# The lines after which the sheet that they name counts.
COUNTING = {"enter_sheet", "correct_sheet", "validate_sheet", "swap_camps", "rule_keep", "rule_correct", "rule_forfeit"}
COUNTING |= {"rule_exclusion", "rule_cancel_donne", "rule_donne_back", "rule_penalty", "rule_penalty_back"}
OF_TEAMS = {"register_team", "set_present", "withdraw_team", "return_team", "exclude_team", "take_back_exclusion"}
OF_TEAMS |= {"change_team", "restore_team", "set_away", "admit_team"}

Place = tuple[int, int]  # partie, table


@dataclass(frozen=True)
class Score:
    """The sheet that counts at a table: the points and capots of each camp, who won by the règlement, who forfeits."""

    points: Mapping[str, int]
    capots: Mapping[str, int]
    winner: str = ""
    forfeit: str = ""


@dataclass(frozen=True)
class TeamResult:
    """A team in a partie."""

    partie: int
    kind: str
    table: int = 0
    points: int = 0
    conceded: int = 0
    outcome: str = NONE
    opponents: tuple[int, ...] = ()
    capots: int = 0
    two_camps: bool = True
    awarded: int = 0  # of the points, what the exclusion of the other camp gave, or its own took away
    by_exclusion: bool = False  # that decided it: it was not won at the table


@dataclass
class TeamState:
    """A team as the lines about it leave it."""

    number: int
    present: bool = False
    first_round: int = 1
    withdrawn_from: int | None = None
    excluded: bool = False
    away_in: int | None = None

    def gone(self, partie: int) -> bool:
        return self.withdrawn_from is not None and self.withdrawn_from <= partie

    def plays(self, partie: int) -> bool:
        return self.present and not self.gone(partie) and self.first_round <= partie and self.away_in != partie


@dataclass
class PublishedPartie:
    """A partie that was published: its tables by camp, who had none, and who won there against whom was missing.

    `lengths` are what ends the parties of each team's phase, `table_lengths` that of each table, where these have their own.
    """

    number: int
    parts: Sequence[tuple[int, Mapping[str, Any]]]
    tables: dict[int, dict[str, list[int]]]
    alone: dict[int, int]  # team -> whom it was to play, 0 where it was exempt
    lengths: dict[int, Mapping[str, int | None]] = field(default_factory=dict)
    table_lengths: dict[int, Mapping[str, int | None]] = field(default_factory=dict)
    guests: set[tuple[int, int]] = field(default_factory=set)  # (table, team) that plays there for nothing
    made_up: dict[tuple[int, int], int] = field(default_factory=dict)  # (table, team) -> the partie that it rested


@dataclass(frozen=True)
class Knock:
    """A match of a bracket that sat down: its round, partie and table, the pair, who goes on.

    `third`: it is for third place; `beside`: for another one, who goes on not being read then.
    """

    round: int
    partie: int
    table: int
    pair: tuple[int, int]
    winner: int | None
    third: bool
    beside: bool


class Reader:
    """A concours by the *lines* of its journal and its *draws*, (partie, number of the draw) → what that draw wrote.

    *settings*: those that lines of an earlier version of the program do not tell. *figures*: how the ranking is computed.
    """

    def __init__(
        self,
        lines: Iterable[Mapping[str, Any]],
        draws: Mapping[Place, Mapping[str, Any]],
        settings: Mapping[str, Any] | None = None,
        figures: int = FIGURES,
    ) -> None:
        self.settings = dict(settings or {})
        self.figures = figures
        self.teams: dict[int, TeamState] = {}
        self.numbers: dict[int, int] = {}  # key of a team -> its number
        self.parties: dict[int, PublishedPartie] = {}
        self.scores: dict[Place, Score] = {}
        self.penalties: dict[tuple[int, int, int], tuple[str, int]] = {}
        self.chosen: dict[Place, int] = {}
        self._draws = draws
        self._drafts: dict[int, PublishedPartie] = {}
        self._until = 1_000  # the last partie that brackets are read to
        for line in lines:
            self._read(line["act"], line["before"], line["after"])

    # --- The lines ----------------------------------------------------------------------------------------------------

    def _read(self, act: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        if act in ("create_tournament", "change_settings", "change_parties"):
            self.settings |= after
        elif act in OF_TEAMS:
            self._team(after)
        elif act == "delete_team":
            del self.teams[before["number"]]
        elif act in ("make_draw", "publish_draw", "cancel_draw", "swap_teams", "seat_late_team", "seat_catch_up"):
            getattr(self, f"_{act}")(before, after)
        elif act in ("settle_tie", "void_tie"):
            place = after["round"], after["table"]
            self.chosen.pop(place, None)
            if act == "settle_tie":
                self.chosen[place] = self.numbers[after["team"]]
        elif act == "withdraw_sheet":
            self.scores.pop((after["round"], after["table"]), None)
        elif act == "exchange_sheets":
            self._exchange(after)
        if act in ("rule_penalty", "rule_penalty_back"):
            self.penalties.pop((after["round"], after["table"], after["penalty"]), None)
            if act == "rule_penalty":
                given = after["to_camp"], after["penalty_points"]
                self.penalties[after["round"], after["table"], after["penalty"]] = given
        if act in COUNTING and "marks" in after and after.get("sheet_state", "validated") in ("validated", "ruled"):
            self._counts(after)

    def _team(self, after: Mapping[str, Any]) -> None:
        number = after["number"]
        self.numbers[after["team"]] = number
        team = self.teams.setdefault(number, TeamState(number))
        for name in ("present", "first_round", "withdrawn_from", "excluded", "away_in"):
            setattr(team, name, after.get(name, getattr(team, name)))

    def _make_draw(self, _before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        drawn = self._draws[after["round"], after["draw"]]
        tables: dict[int, dict[str, list[int]]] = {}
        lengths: dict[int, Mapping[str, int | None]] = {}
        table_lengths: dict[int, Mapping[str, int | None]] = {}
        for phase, minutes in drawn["parts"]:
            if own := self._length(phase, final=False):
                lengths |= {entrant["number"]: own for entrant in minutes["entrants"]}
            finalists = self._finalists(minutes)
            # The tables of a second part stand after those of the first, where no fixed table changed that.
            free = max(tables, default=0)
            hall = dict(minutes.get("about", {}).get("hall", []))
            for place, table in enumerate(minutes["tables"], free + 1):
                camps = "NS EO".split() if len(table["camps"]) == 2 else "ABCDEF"
                number = hall.get(table["table"], place if free else table["table"])
                tables[number] = dict(zip(camps, map(list, table["camps"]), strict=False))
                final = finalists.issuperset(team for camp in table["camps"] for team in camp)
                if own := self._length(phase, final=final):
                    table_lengths[number] = own
        alone = {team: 0 for _phase, minutes in drawn["parts"] for team in minutes["exempt"]}
        alone |= {int(team): gone for team, gone in drawn["forfeits"].items()}
        parts = drawn["parts"]
        self._drafts[after["round"]] = partie = PublishedPartie(
            after["round"], parts, tables, alone, lengths, table_lengths
        )
        self._relay(partie)

    def _length(self, phase: int, *, final: bool) -> dict[str, int | None]:
        """Return what ends a partie of *phase*, or its *final*; nothing where that is as in the others."""
        own = self.settings["phases"][phase - 1] if phase else self.settings["draw_options"]
        donnes, points = (own.get(name) or 0 if phase else 0 for name in ("donnes", "points"))
        of_final = own.get("final_donnes") or 0, own.get("final_points") or 0
        if final and any(of_final):
            donnes, points = of_final[0], of_final[1] or points
        if points and not donnes:
            return {"limite_donnes": None, "limite_points": points}
        return {name: most for name, most in (("limite_donnes", donnes), ("limite_points", points)) if most}

    def _finalists(self, minutes: Mapping[str, Any]) -> set[int]:
        """Return who plays the final of a bracket in the draw of *minutes*; nobody in another round."""
        if minutes["method"] != "elimination" or self._size({1: minutes}) >> minutes["round"] != 1:
            return set()
        return self._in_main(minutes)

    def _forfeit_points(self, length: Mapping[str, int | None]) -> int:
        """Return the points of a forfeit in a partie of *length*: in proportion to the usual one, of donnes to the ten."""
        points: int = self.settings["forfeit_points"]
        options = self.settings["rule_options"]
        for limit, to in (("limite_donnes", 10), ("limite_points", 1)):
            own, usual = length.get(limit), options.get(limit)
            if own and usual:
                points = round(points * own / usual / to) * to
                break
        return min(points, 99_999)

    def _relay(self, partie: PublishedPartie) -> None:
        """Seat the game by which who rests now makes up for it against who rested first, plays and has not met it."""
        resting = [team for team, absent in partie.alone.items() if not absent]
        if self.settings["exempt_policy"] != "relay" or not resting:
            return
        made_up = {(team, when) for one in self._drafts.values() for (_at, team), when in one.made_up.items()}
        met = self._met(resting[0], partie.number)
        for number, before in sorted(self.parties.items()):
            for team in before.alone:
                plays = self.teams[team].plays(partie.number) and team not in met
                if number < partie.number and not before.alone[team] and plays and (team, number) not in made_up:
                    table = max(partie.tables, default=0) + 1
                    partie.tables[table] = {"NS": [team], "EO": [resting[0]]}
                    partie.alone.pop(resting[0])
                    partie.made_up[table, team] = number
                    return

    def _met(self, team: int, partie: int) -> set[int]:
        """Return the teams that sat against *team* before *partie*."""
        sat = [camps for number, one in self.parties.items() if number < partie for camps in one.tables.values()]
        return {other for camps in sat if [team] in camps.values() for teams in camps.values() for other in teams}

    def _publish_draw(self, _before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        self.parties[after["round"]] = self._drafts[after["round"]]

    def _cancel_draw(self, before: Mapping[str, Any], _after: Mapping[str, Any]) -> None:
        self._drafts.pop(before["round"], None)
        self.parties.pop(before["round"], None)

    def _swap_teams(self, before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        drawn, (one, other) = self._drafts[before["round"]], after["teams"]
        swap = {one: other, other: one}
        for camps in drawn.tables.values():
            for camp, teams in camps.items():
                camps[camp] = [swap.get(team, team) for team in teams]
        drawn.alone = {swap.get(team, team): gone for team, gone in drawn.alone.items()}

    def _seat_late_team(self, _before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        drawn = self._drafts[after["round"]]
        one, late = after["teams"]
        drawn.alone.pop(one, None)
        drawn.tables[after["table"]] = {"NS": [one], "EO": [late]}
        for number in (one, late):
            team = self.teams[number]
            team.present, team.first_round = True, min(team.first_round, after["round"])

    def _seat_catch_up(self, _before: Mapping[str, Any], after: Mapping[str, Any]) -> None:
        drawn = self._drafts[after["round"]]
        exempt, guest = after["teams"]
        drawn.alone.pop(exempt)
        drawn.tables[after["table"]] = {"NS": [exempt], "EO": [guest]}
        drawn.guests.add((after["table"], guest))

    def _counts(self, after: Mapping[str, Any]) -> None:
        place = after["round"], after["table"]
        marks = after["marks"]
        self.scores[place] = Score(
            {camp: mark["points"] for camp, mark in marks.items()},
            {camp: mark["capots"] for camp, mark in marks.items()},
            after.get("winner", ""),
            after.get("absent", ""),
        )

    def _exchange(self, after: Mapping[str, Any]) -> None:
        here, there = (after["round"], after["table"]), (after["round"], after["other_table"])
        mine, theirs = self.scores.pop(here), self.scores.pop(there, None)
        moved = {there: (mine, "other_"), here: (theirs, "")}
        for place, (score, which) in moved.items():
            if score is not None:
                points = {camp: mark["points"] for camp, mark in after[f"{which}marks"].items()}
                winner, forfeit = (after.get(f"{which}{name}", "") for name in ("winner", "absent"))
                self.scores[place] = replace(score, points=points, winner=winner, forfeit=forfeit)

    # --- The results --------------------------------------------------------------------------------------------------

    @property
    def last(self) -> int:
        """Return the last partie of which a sheet counts."""
        return max((partie for partie, _table in self.scores), default=0)

    def results(self) -> dict[int, dict[int, TeamResult]]:
        """Return team → partie → its result, but where it was exempt."""
        found: dict[int, dict[int, TeamResult]] = defaultdict(dict)
        for number, partie in self.parties.items():
            for table, camps in partie.tables.items():
                for team, result in self._table(number, table, camps):
                    if (table, team) not in partie.guests:
                        when = partie.made_up.get((table, team), number)
                        found[team][when] = replace(result, partie=when)
            for team, absent in partie.alone.items():
                if absent:
                    points = self._forfeit_points(partie.lengths.get(team, {}))
                    won = TeamResult(number, FORFEIT, points=points, outcome=WON, opponents=(absent,))
                    found[team][number] = won
        if self.settings["excluded_policy"] == "forfeit":
            self._exclude(found)
        return found

    def _table(self, partie: int, table: int, camps: Mapping[str, list[int]]) -> Iterable[tuple[int, TeamResult]]:
        score = self.scores.get((partie, table))
        if score is None:
            for camp, teams in camps.items():
                others = tuple(team for side in camps if side != camp for team in camps[side])
                yield from ((team, TeamResult(partie, PENDING, table, opponents=others)) for team in teams)
            return
        outcomes, points = self._outcomes(partie, table, score)
        kept = self._capped(partie, score, outcomes, points)
        for camp, teams in camps.items():
            others = tuple(team for side in camps if side != camp for team in camps[side])
            conceded = sum(kept.values()) - kept[camp]
            kind = FORFEIT if score.forfeit else PLAYED
            mine = TeamResult(
                partie,
                kind,
                table,
                kept[camp],
                conceded,
                outcomes[camp],
                others,
                score.capots.get(camp, 0),
                len(camps) == 2,
            )
            yield from ((team, mine) for team in teams)

    def _outcomes(self, partie: int, table: int, score: Score) -> tuple[dict[str, str], dict[str, int]]:
        """Return who won, and what each camp has with the penalties."""
        points = dict(score.points)
        for (round_, at, _number), (camp, given) in self.penalties.items():
            if (round_, at) == (partie, table):
                points[camp] += given
        best = max(points.values())
        if score.forfeit:
            return {camp: LOST if camp in score.forfeit.split() else WON for camp in points}, points
        ahead = [camp for camp in points if points[camp] == best]
        if score.winner in points and len(points) == 2:
            (other,) = points.keys() - {score.winner}
            gap, was = points[score.winner] - points[other], score.points[score.winner] - score.points[other]
            # A penalty decides only where it brings the other camp level, or ahead.
            if _sign(gap) >= _sign(was):
                ahead = [score.winner]
        if len(ahead) == 1:
            return {camp: WON if camp == ahead[0] else LOST for camp in points}, points
        return {camp: TIED if camp in ahead else LOST for camp in points}, points

    def _capped(
        self, partie: int, score: Score, outcomes: Mapping[str, str], points: Mapping[str, int]
    ) -> dict[str, int]:
        caps = self.settings["caps"]
        if not caps or score.forfeit or partie < caps["from"]:
            return dict(points)
        return {
            camp: min(figure, caps["loser" if outcomes[camp] == LOST else "winner"]) for camp, figure in points.items()
        }

    def _exclude(self, found: dict[int, dict[int, TeamResult]]) -> None:
        out = {team.number for team in self.teams.values() if team.excluded}
        for number, parties in found.items():
            for partie, one in list(parties.items()):
                if one.kind != PLAYED or not one.two_camps:
                    continue
                least = self._forfeit_points(self.parties[partie].table_lengths.get(one.table, {}))
                if number in out:
                    conceded = 0 if out >= {*one.opponents} else max(one.conceded, least)
                    lost = replace(one, points=0, conceded=conceded, outcome=LOST, capots=0, awarded=-one.points)
                    parties[partie] = replace(lost, by_exclusion=True)
                elif out & {*one.opponents}:
                    awarded = max(least - one.points, 0)
                    won = replace(one, points=one.points + awarded, conceded=0, outcome=WON, awarded=awarded)
                    parties[partie] = replace(won, by_exclusion=one.outcome != WON)

    # --- The brackets -------------------------------------------------------------------------------------------------

    def brackets(self) -> dict[int, list[Knock]]:
        """Return phase → every match of its bracket that sat down, in order."""
        results, found = self.results(), defaultdict(list)
        for number, partie in self._read_parties():
            for phase, minutes in partie.parts:
                if minutes["method"] != "elimination":
                    continue
                here = {entrant["number"] for entrant in minutes["entrants"]}
                third, beside = ({*(minutes["options"].get(name) or ())} for name in ("third", "beside"))
                for table, camps in sorted(partie.tables.items()):
                    pair = tuple(team for teams in camps.values() for team in teams)
                    if here.issuperset(pair) and len(pair) == 2:
                        went_on = self._goes_on(phase, number, pair, results, minutes)
                        places = {*pair} <= third, {*pair} <= beside
                        found[phase].append(Knock(minutes["round"], number, table, pair, went_on, *places))
        return found

    def _read_parties(self) -> list[tuple[int, PublishedPartie]]:
        return sorted((number, partie) for number, partie in self.parties.items() if number <= self._until)

    def _drawn_rounds(self, phase: int) -> dict[int, Mapping[str, Any]]:
        return {
            minutes["round"]: minutes
            for _number, partie in self._read_parties()
            for one, minutes in partie.parts
            if one == phase and minutes["method"] == "elimination"
        }

    def _in_main(self, minutes: Mapping[str, Any]) -> set[int]:
        """Return who sat in the bracket itself in a round: those with a bye too."""
        options = minutes["options"]
        beside = {team for name in ("third", "beside", "rest") for team in options.get(name) or ()}
        return {entrant["number"] for entrant in minutes["entrants"]} - beside

    def _goes_on(
        self,
        phase: int,
        number: int,
        pair: tuple[int, int],
        results: Mapping[int, Mapping[int, TeamResult]],
        minutes: Mapping[str, Any],
    ) -> int | None:
        """Return who went on: the one that sat down next, or was noted to be missing there; else the one that won."""
        rounds = self._drawn_rounds(phase)
        following = min((round_ for round_ in rounds if round_ > minutes["round"]), default=0)
        if following and {*pair} <= self._in_main(minutes):
            about, next_round = rounds[following].get("about", {}), minutes["round"] + 1
            noted = about.get("skipped", {}).get(str(next_round)) or about.get("matches", ())
            main = noted[: self._size(rounds) >> (next_round if "skipped" in about else following)]
            went = {*pair} & {team for match in main for team in match[:2] if team}
            return next(iter(went), 0)
        one, other = (results[team][number] for team in pair)
        if one.outcome == other.outcome == LOST:
            return 0
        if one.outcome in (WON, LOST):
            return pair[0] if one.outcome == WON else pair[1]
        if one.outcome != TIED:
            return None
        if (placed := self._better_placed(minutes, pair)) is not None:
            return placed
        chosen = self.chosen.get((number, one.table))
        here = [team for team in pair if not self._away(team)]
        if chosen in pair:
            return chosen
        return 0 if not here else here[0] if len(here) == 1 else None

    def _better_placed(self, minutes: Mapping[str, Any], pair: tuple[int, int]) -> int | None:
        rule = self.settings["knock_out_tie"]
        if rule not in ("better", "best_cut"):
            return None
        by_wins = minutes["options"].get("ranking") == "wins"
        place = {
            one["number"]: (one["wins"] if by_wins else 0, one["points"], one["wins"]) for one in minutes["entrants"]
        }
        if place[pair[0]] == place[pair[1]]:
            return min(pair) if rule == "better" else None
        return max(pair, key=lambda team: place[team])

    def _away(self, number: int) -> bool:
        return not self.teams[number].plays(min(self._until, max(self.parties, default=0)) + 1)

    @staticmethod
    def _size(rounds: Mapping[int, Mapping[str, Any]]) -> int:
        first = rounds[min(rounds)]
        teams = len(first["options"].get("pool") or first["entrants"])
        return 1 << (max(teams, 1) - 1).bit_length()

    def places(self, phase: int) -> dict[int, int] | None:
        """Return team → the place that it has, or can still reach, in the bracket of *phase*; None where nobody can say."""
        rounds, matches = self._drawn_rounds(phase), self.brackets()[phase]
        size = self._size(rounds)
        options = self.settings["phases"][phase - 1] if phase else self.settings["draw_options"]
        if options.get("play_offs", "no") != "no":
            return None
        places = dict.fromkeys((entrant["number"] for entrant in rounds[min(rounds)]["entrants"]), 1)
        alive = set(places)
        for number in range(min(rounds), max(rounds) + 1):
            if number not in rounds:
                return None
            still = self._in_main(rounds[number]) if number > min(rounds) else alive
            for team in alive - still:  # it had left before this round was drawn
                places[team] = 1 + (size >> number)
            alive &= still
            for match in matches:
                if match.round == number and {*match.pair} <= alive and match.winner is not None:
                    for team in match.pair:
                        if team != match.winner:
                            places[team] = 1 + (size >> number)
                            alive.discard(team)
        if any(self._away(team) for team in alive):
            if (
                len(alive) != 2
                or size >> max(rounds) != 2
                or len(present := [t for t in alive if not self._away(t)]) != 1
            ):
                return None
            (gone,) = alive - {*present}
            places[gone] = 2
        for pair, winner in self._third_places(rounds, matches):
            for team in pair:
                places[team] = 3 if team == winner else 4
        third = options.get("third_place") in (True, "yes") and size >> max(rounds) == 2
        beaten = [team for team, place in places.items() if place == 3]
        if third and len(beaten) == 2 and any(map(self._away, beaten)):
            for team in filter(self._away, beaten):  # the other one has the place without a match
                places[team] = 4
        return places

    def _third_places(
        self, rounds: Mapping[int, Mapping[str, Any]], matches: Sequence[Knock]
    ) -> list[tuple[tuple[int, int], int]]:
        """Return the match for the third place and who won it; noted beside the final where one of the two was missing."""
        played = [(match.pair, match.winner) for match in matches if match.third and match.winner]
        if played or self._size(rounds) >> max(rounds) != 1:
            return played
        noted = rounds[max(rounds)].get("about", {}).get("matches", ())
        return [((one, other), winner) for one, other, winner in noted[1:] if one and other and winner]

    def winner(self, phase: int) -> int | None:
        """Return the team that won the bracket of *phase*."""
        places = self.places(phase) or {}
        first = [team for team, place in places.items() if place == 1]
        return first[0] if len(first) == 1 else None

    # --- The ranking --------------------------------------------------------------------------------------------------

    def ranking(self) -> list[tuple[int, int, int]] | None:
        """Return (rank, team, points), best first, after the last partie of which a sheet counts; None: not known here."""
        after, results = self.last, self.results()
        self._until = after
        levels = self._levels()
        self._until = 1_000
        if levels is None:
            return None
        rounds = [number for number in sorted(self.parties) if number <= after]
        seated: dict[int, set[int]] = defaultdict(set)
        for number, partie in self.parties.items():
            teams = {team for camps in partie.tables.values() for one in camps.values() for team in one}
            made_up = {team for _table, team in partie.made_up}
            for team in (teams | {*partie.alone}) - made_up:
                seated[team].add(number)
        rows = []
        for number, state in sorted(self.teams.items()):
            if any(one <= after for one in seated[number]) or (state.present and state.withdrawn_from is None):
                whole = self._whole(number, rounds, results[number], seated[number])
                rows.append(RankedTeam(state, whole, self.figures))
        self._weigh(rows)
        out = {line.team.number for line in rows if line.team.excluded and line.team.gone(after + 1)}

        def group(line: RankedTeam) -> int:
            left = line.team.gone(after) or line.team.number in out
            return 2 if line.team.number in out else int(left and self.settings["leavers"] == "last")

        def neither_won(equals: Sequence[RankedTeam]) -> bool:
            return _unwon(equals, levels) and not any(map(group, equals))

        ranked = [
            [*part]
            for _key, part in groupby(
                sorted(rows, key=lambda line: (group(line), levels[line.team.number])),
                key=lambda line: (group(line), levels[line.team.number]),
            )
        ]
        for key in self.settings["criteria"] or ["points"]:
            ranked = [part for equals in ranked for part in ([equals] if neither_won(equals) else _split(equals, key))]
        found: list[tuple[int, int, int]] = []
        for equals in ranked:
            rank = len(found) + 1 + neither_won(equals)
            found += [(rank, line.team.number, line.points) for line in sorted(equals, key=lambda one: one.team.number)]
        return found

    def _levels(self) -> dict[int, tuple[tuple[int, ...], ...]] | None:
        """Return how far each team came in the phases before any criterion, lower first."""
        steps: dict[int, dict[int, tuple[int, ...]]] = {}
        phases = [{"who": "", "index": 0}, *({"index": n} | one for n, one in enumerate(self.settings["phases"], 1))]
        drawn = {phase for _number, partie in self._read_parties() for phase, _minutes in partie.parts}
        main = 0
        for phase in phases:
            index = phase["index"]
            rounds = self._drawn_rounds(index)
            if phase["who"] != "beaten" and (rounds or phase.get("method") == "elimination"):
                main = index
            if index not in drawn or not (index or rounds):
                continue
            if rounds:
                places = self.places(index)
                if places is None:
                    return None
                steps[index] = {team: (place,) for team, place in places.items()}
            else:
                first = next(
                    minutes for _number, partie in self._read_parties() for one, minutes in partie.parts if one == index
                )
                here = first["options"].get("pool") or [entrant["number"] for entrant in first["entrants"]]
                steps[index] = dict.fromkeys(here, (0,))
            if phase["who"] == "beaten":
                here = next(iter(rounds.values()))["entrants"] if rounds else []
                steps.setdefault(main, {}).update({entrant["number"]: (BEHIND,) for entrant in here})
        return {
            team: tuple((0, *step[team]) if team in step else (1, 0) for step in steps.values()) for team in self.teams
        }

    def _whole(
        self, team: int, rounds: list[int], results: Mapping[int, TeamResult], seated: set[int]
    ) -> list[TeamResult]:
        """Return a result for each partie: what was played, an exemption, or an absence."""
        played = [one.points for number, one in results.items() if number in rounds and one.kind == PLAYED]
        whole = []
        for number in rounds:
            points = self._exempt_points(played, self._length_of_rest(team, self.parties[number]))
            if number in results:
                whole.append(results[number])
            elif number in seated:
                outcome = WON if self.settings["exempt_wins"] else NONE
                whole.append(TeamResult(number, EXEMPT, points=points, conceded=points, outcome=outcome))
            else:
                missed = self._missed(number) and not self.teams[team].gone(number)
                whole.append(TeamResult(number, ABSENT, points=points * missed, conceded=points * missed))
        return whole

    def _length_of_rest(self, team: int, partie: PublishedPartie) -> Mapping[str, int | None]:
        """Return what ends the parties of the phase in which *team* rests; at first not of who rested by a change by hand."""
        if self.figures == 1 and all(team not in minutes["exempt"] for _phase, minutes in partie.parts):
            return {}
        return partie.lengths.get(team, {})

    def _exempt_points(self, played: Sequence[int], length: Mapping[str, int | None]) -> int:
        """Return what an exemption brings in a partie of *length* to a team that *played* others."""
        policy, options = self.settings["exempt_policy"], {**self.settings["rule_options"], **length}
        donnes = options.get("limite_donnes")
        half = 81 * donnes if donnes else (options.get("limite_points") or 0) // 2
        mean = (2 * sum(played) + len(played)) // (2 * len(played)) if played else half
        points: int = {"zero": 0, "flat": self.settings["exempt_points"], "mean": mean}.get(policy, half or mean)
        return points

    def _missed(self, number: int) -> bool:
        """Return whether who was not there in a partie has the points of an exempt team."""
        if self.settings["missed_policy"] != "exempt" or self.settings["next_method"] == "elimination":
            return False
        common = any(phase == 0 for phase, _minutes in self.parties[number].parts)
        return common or not self.settings["phases"]

    def _weigh(self, rows: Sequence["RankedTeam"]) -> None:
        first = (self.settings["criteria"] or ["points"])[0]
        key = first if first in ("points", "wins", "match_points") else "wins"
        strength = {line.team.number: line.figure(key) for line in rows}
        for line in rows:
            line.buchholz = sum(
                strength[line.team.number]
                if one.kind == EXEMPT
                else sum(strength.get(other, 0) for other in one.opponents)
                if one.kind in (PLAYED, FORFEIT)
                else 0
                for one in line.results
            )


@dataclass
class RankedTeam:
    """A team in the ranking."""

    team: TeamState
    results: list[TeamResult]
    figures: int = FIGURES
    buchholz: int = 0

    @property
    def points(self) -> int:
        return sum(one.points for one in self.results)

    def figure(self, key: str) -> int:
        """Return the value of a criterion, more being better."""
        outcomes = [one.outcome for one in self.results]
        match key:
            case "points":
                return self.points
            case "wins":
                return outcomes.count(WON)
            case "difference":
                return self.points - sum(one.conceded for one in self.results)
            case "conceded":
                return -sum(one.conceded for one in self.results)
            case "capots":
                return sum(one.capots for one in self.results)
            case "buchholz":
                return self.buchholz
            case "best_round":
                played = [one for one in self.results if one.kind == PLAYED]
                return max([0, *(one.points - max(one.awarded, 0) * (self.figures > 1) for one in played)])
            case "first_round":
                return next((one.points for one in self.results if one.partie == 1), 0)
            case "match_points":
                return sum(_match_points(one, self.figures) for one in self.results)
        raise LookupError(key)


def _sign(figure: int) -> int:
    return (figure > 0) - (figure < 0)


def _match_points(one: TeamResult, figures: int) -> int:
    if one.outcome == WON:
        return 2 if one.kind == FORFEIT or (one.by_exclusion and figures > 2) else 3
    if one.outcome == LOST:
        excluded = one.by_exclusion if figures > 2 else one.awarded < 0 and figures == 2
        return int(one.kind == PLAYED and not excluded)
    return 2 if one.outcome == TIED or one.kind == EXEMPT else 0


def _unwon(equals: Sequence[RankedTeam], levels: Mapping[int, tuple[tuple[int, ...], ...]]) -> bool:
    """Return whether two teams met for a place of a bracket that neither won: both are beaten, so theirs is even."""
    reached = {levels[line.team.number] for line in equals}
    places = {step[1] for level in reached for step in level if step[0] == 0}
    return (
        len(equals) == 2 and len(reached) == 1 and any(place and place % 2 == 0 and place < BEHIND for place in places)
    )


def _split(equals: list[RankedTeam], key: str) -> list[list[RankedTeam]]:
    """Split teams that were equal so far by one criterion."""
    if key == "direct":
        here = {line.team.number for line in equals}
        met = [{other for one in line.results if one.kind == PLAYED for other in one.opponents} for line in equals]
        if len(equals) < 2 or any(not here <= one | {line.team.number} for one, line in zip(met, equals, strict=True)):
            return [equals]
        sign = {WON: 1, LOST: -1}
        figures = {
            line.team.number: sum(
                sign.get(one.outcome, 0) for one in line.results if one.kind == PLAYED and here & {*one.opponents}
            )
            for line in equals
        }
    else:
        figures = {line.team.number: line.figure(key) for line in equals}

    def figure(line: RankedTeam) -> int:
        return figures[line.team.number]

    return [[*part] for _figure, part in groupby(sorted(equals, key=figure, reverse=True), key=figure)]


# --- The file -----------------------------------------------------------------------------------------------------------

MARK = b"belote-concours sha256="
# The kinds of rows that lines seal, and the models of each in their order.
KINDS = {
    "concours": ("tournament.Tournament",),
    "team": ("tournament.Team", "tournament.TeamMember"),
    "partners": ("tournament.PartnersDraw", "tournament.FormedTeam"),
    "partie": ("tournament.Round", "tournament.Table"),
    "draws": ("tournament.Draw",),
    "places": ("tournament.Seat",),
    "sheets": ("scoring.ScoreSheet", "scoring.Mark"),
    "reading": ("scoring.Reading",),
    "rulings": ("scoring.Ruling", "scoring.Penalty"),
    "photos": ("scoring.Photo",),
    "palmares": ("scoring.Palmares",),
    "prizes": ("scoring.PrizeTurn", "scoring.HandedPrize", "scoring.PrizeDraw"),
    "lots": ("tournament.Prize", "scoring.PrizePhoto"),
    "till": ("tournament.Movement",),
}
# Columns that change without an act, and those that name an account.
UNSEALED = {
    "tournament.Tournament": ("changed_at", "hall_message", "hall_message_until", "ranking_shown_at"),
    "tournament.Table": ("called_at",),
    "tournament.Seat": ("ready_at", "missing_at"),
    "scoring.Photo": ("table_id",),
    "tournament.Movement": ("remark",),
}
ACCOUNTS = ("by_id", "cancelled_by_id")


class BrokenFileError(Exception):
    """A file that is not as it was written."""


@dataclass(frozen=True)
class FileMembers:
    """The members of a concours file: its manifest, the lines of its journal, its rows by model."""

    manifest: Mapping[str, Any]
    lines: Sequence[Mapping[str, Any]]
    rows: Mapping[str, Sequence[Mapping[str, Any]]]

    @classmethod
    def read(cls, data: bytes) -> "FileMembers":
        """Return the members of a file whose digests are right. Raises BrokenFileError."""
        if data[-64 - len(MARK) : -64] != MARK or hashlib.sha256(data[:-64]).hexdigest().encode() != data[-64:]:
            raise BrokenFileError("the digest at the end of the file is not that of its bytes")
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            members = {name: archive.read(name) for name in archive.namelist()}
        manifest = json.loads(members.pop("manifest.json"))
        if manifest["format"] != "belote-concours" or manifest["version"][0] != 1:
            raise BrokenFileError("a form that this reader does not know")
        photos = {name.removeprefix("photos/") for name in members if name.startswith("photos/")}
        for name, text in members.items():
            digest = hashlib.sha256(text).hexdigest()
            if digest != (name.removeprefix("photos/") if "photos/" in name else manifest["members"][name]["sha256"]):
                raise BrokenFileError(f"{name} is not as the manifest says")
        read = {
            name: [json.loads(line) for line in members[name].decode().split("\n") if line]
            for name in manifest["members"]
        }
        lines = read.pop("journal.jsonl")
        by_member = {f"rows/{model.lower()}.jsonl": model for model in manifest["defaults"]}
        file = cls(manifest, lines, {by_member[name]: rows for name, rows in read.items()})
        with_photo = (file.rows.get(model, ()) for model in ("scoring.Photo", "scoring.PrizePhoto"))
        if photos != {photo["digest"] for rows in with_photo for photo in rows}:
            raise BrokenFileError("the photos are not those of the rows")
        return file

    def value(self, model: str, row: Mapping[str, Any], name: str) -> Any:
        """Return what a column of a row holds."""
        return row.get(name, self.manifest["defaults"][model].get(name))

    def draws(self) -> dict[Place, dict[str, Any]]:
        """Return what each draw wrote, as `Reader` takes it."""
        numbers = {row["id"]: row["number"] for row in self.rows["tournament.Round"]}
        forfeits: dict[Place, dict[int, int]] = defaultdict(dict)
        for partie, number, team, absent in self.manifest["forfeits"]:
            forfeits[partie, number][team] = absent
        found = {}
        for row in self.rows["tournament.Draw"]:
            place = numbers[row["round_id"]], row["number"]
            sides = [(side["phase"], side["minutes"]) for side in row.get("sides", ())]
            parts = [(row.get("phase", 0), row["minutes"]), *sides]
            found[place] = {"parts": parts, "forfeits": forfeits[place]}
        return found

    def evening(self, figures: int = FIGURES) -> Reader:
        """Return the evening as the journal and the draws tell it, ranked as *figures* says."""
        (concours,) = self.rows["tournament.Tournament"]
        settings = {**self.manifest["defaults"]["tournament.Tournament"], **concours}
        return Reader(self.lines, self.draws(), settings, figures)


def problems(file: FileMembers) -> Iterator[str]:
    """Yield each thing that does not hold: of the chain, the seals, the draws, the ranking."""
    broken = list(broken_chain(file))
    yield from broken
    if broken:
        return  # what follows says nothing without its lines
    yield from broken_seals(file)
    yield from wrong_draws(file)
    yield from wrong_ranking(file)


def wrong_ranking(file: FileMembers) -> Iterator[str]:
    """Yield what is not right of the ranking: that of an earlier version of the program is one of those it had."""
    named = file.manifest.get("figures")
    if named is not None and named > FIGURES:
        yield "the ranking of the file is computed in a way that this reader does not know: take that of a later version"
        return
    rankings = [file.evening(figures).ranking() for figures in (EARLIER if named is None else [named])]
    if None not in rankings and [tuple(row) for row in file.manifest["ranking"]] not in rankings:
        yield "the ranking of the file is not that of its journal"


def broken_chain(file: FileMembers) -> Iterator[str]:
    """Return the first line that is not as it was written."""
    names = ("number", "at", "by", "act", "before", "after", "reason", "seals", "epoch", "previous")
    previous = ""
    for number, line in enumerate(file.lines, 1):
        facts = [line[name] for name in names if name not in ("seals", "epoch") or line.get(name)]
        digest = hashlib.sha256(json.dumps(facts, ensure_ascii=False, sort_keys=True).encode()).hexdigest()
        if line["number"] != number or line["previous"] != previous or line["hash"] != digest:
            yield f"line {number} of the journal was changed, or one before it is missing"
            return
        previous = line["hash"]
    if file.manifest["journal"] != {"lines": len(file.lines), "hash": previous}:
        yield "the journal does not end where the manifest says"


def broken_seals(file: FileMembers) -> Iterator[str]:
    """Yield what is not as the last line left it that seals it."""
    last: dict[str, tuple[int, str]] = {}
    for line in file.lines:
        if line["act"] == "seal_concours":
            last = {}
        last |= {name: (line["number"], seal) for name, seal in line["seals"].items()}
    now, as_before = dict(seals(file)), dict(seals(file, file.manifest["former"]))
    for name, (number, seal) in sorted(last.items()):
        if not agrees(seal, now.get(name, "")) and not agrees(seal, as_before.get(name, "")):
            yield f"{name} is not as line {number} left it"


def seals(file: FileMembers, former: Mapping[str, Mapping[str, Any]] | None = None) -> Iterator[tuple[str, str]]:
    """Return the seal of each scope as the rows are now; *former* are the defaults with which earlier versions made it."""
    rounds = {row["id"]: row["number"] for row in file.rows["tournament.Round"]}
    tables = {row["id"]: (rounds[row["round_id"]], row["number"]) for row in file.rows["tournament.Table"]}
    sheets = {row["id"]: tables[row["table_id"]] for row in file.rows["scoring.ScoreSheet"]}

    def scope(kind: str, model: str, row: Mapping[str, Any]) -> tuple[object, ...]:
        if kind == "team":
            return (kind, row["id"] if model == "tournament.Team" else row["team_id"])
        if kind in ("partie", "draws", "places"):
            return (kind, row["number"] if model == "tournament.Round" else rounds[row["round_id"]])
        if kind in ("sheets", "reading", "rulings", "photos"):
            table = sheets[row["sheet_id"]] if model in ("scoring.Mark", "scoring.Reading") else tables[row["table_id"]]
            return (kind, *table, row["id"]) if kind == "reading" else (kind, *table)
        if kind == "till":
            return (kind, row["number"])
        return (kind,)

    texts: dict[tuple[object, ...], list[str]] = defaultdict(list)
    accounts: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for kind, models in KINDS.items():
        for model in models:
            # Files of earlier versions have fewer models.
            names = [name for name in ACCOUNTS if name in file.manifest["defaults"].get(model, ())]
            left_out = {"id", *names, *UNSEALED.get(model, ())}
            for row in file.rows.get(model, ()):
                held = {name: value for name, value in row.items() if name not in left_out}
                for name, default in (former or {}).get(model, {}).items():
                    held[name] = file.value(model, row, name)
                    if held[name] == default:
                        del held[name]
                text = json.dumps([model, row["id"], held], ensure_ascii=False, sort_keys=True)
                place = scope(kind, model, row)
                texts[place].append(text)
                accounts[place] += ["-" if row.get(name) is None else str(row[name]) for name in names]
    for place, found in texts.items():
        digest = hashlib.sha256("\n".join(found).encode()).hexdigest()[:32]
        yield "/".join(map(str, place)), " ".join([digest, ",".join(accounts[place])]).strip()


def agrees(seal: str, now: str) -> bool:
    """Return whether rows whose seal is *now* are those that *seal* was made of; an account may be unknown since."""
    (digest, _, by), (digest_now, _, by_now) = seal.partition(" "), now.partition(" ")
    if not digest or not now:
        return seal == now
    were, are = by.split(","), by_now.split(",")
    known = len(were) == len(are) and all(one in (was, "-") for was, one in zip(were, are, strict=True))
    return digest_now.startswith(digest) and known


def wrong_draws(file: FileMembers) -> Iterator[str]:
    """Yield the draws that seat somebody twice, are not those of the journal, or come out otherwise when made again."""
    told = {
        (line["after"]["round"], line["after"]["draw"]): line["after"].get("fingerprint")
        for line in file.lines
        if line["act"] == "make_draw" and "draw" in line["after"]
    }
    try:
        again = importlib.import_module("tournament.tirages").differences
    except ImportError:
        again = None
    for place, drawn in file.draws().items():
        where = f"draw {place[1]} of partie {place[0]}"
        prints = [minutes["fingerprint"] for _phase, minutes in drawn["parts"]]
        if told.get(place) not in (None, prints[0], prints):
            yield f"{where} is not the one that the journal names"
        seated: Counter[int] = Counter()
        for _phase, minutes in drawn["parts"]:
            seated.update(team for table in minutes["tables"] for camp in table["camps"] for team in camp)
            seated.update(minutes["exempt"])
            if again is not None and again(minutes):
                yield f"{where} comes out otherwise when it is made again"
        if max(seated.values(), default=1) > 1:
            yield f"{where} seats a team twice"


def main(arguments: Sequence[str]) -> int:
    """Check the file that is named, print what holds and what does not, and return the exit status."""
    if len(arguments) != 1:
        print("usage: reader.py FILE", file=sys.stderr)
        return 2
    try:
        file = FileMembers.read(Path(arguments[0]).read_bytes())
        found = list(problems(file))
    except (BrokenFileError, OSError, zipfile.BadZipFile, ValueError, LookupError, TypeError) as error:
        print(f"this is no whole concours file: {error}", file=sys.stderr)
        return 1
    concours = file.manifest["concours"]
    print(
        f"{concours['name']}, {concours['date']}, {concours['club']}: {len(file.lines)} lines, {file.lines[-1]['hash']}"
    )
    reader = file.evening()
    for phase in reader.brackets():
        print(f"bracket {phase}: won by {reader.winner(phase) or 'nobody yet'}")
    for rank, team, points in reader.ranking() or file.manifest["ranking"]:
        print(f"{rank:4} no. {team}: {points}")
    for problem in found:
        print(problem, file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
