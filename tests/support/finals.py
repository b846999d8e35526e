"""Evenings of finals in every format, played partie by partie."""

import random
from dataclasses import dataclass, field

import networkx

from scoring.errors import ScoringError
from scoring.evening.closing import close_tournament
from scoring.evening.selectors import evening_of
from scoring.rounds import next_draw as preparing, services as rounds
from scoring.rounds.ties import settle_tie, ties
from scoring.standings.reading import evening
from scoring.standings.selectors import standing
from tests.scoring.builders import sheets
from tests.support.refusals import refuses
from tournament import tirages
from tournament.errors import TournamentError
from tournament.finals.formula import KNOCK_OUT
from tournament.finals.played import played_phases
from tournament.models import Player, Seat, Table, Team, TeamMember
from tournament.registration import services as registration
from tournament.rounds import services as draws

# Formats that no preset has, as changes of one that is near.
FORMATS = {
    "third place": ("elimination", {"draw_options": {"third_place": "yes"}}),
    "third place, no consolante": ("elimination", {"draw_options": {"third_place": "yes"}, "phases": []}),
    "places from the quarter-finals on, and a consolante": ("elimination", {"draw_options": {"play_offs": "quarters"}}),
    "a place for everybody": ("elimination", {"draw_options": {"play_offs": "all"}, "phases": []}),
    "pools, then a place for everybody": (
        "poules-4",
        {
            "phases": [
                {"method": "elimination", "start": 4, "who": "pool_first", "count": 2, "play_offs": "all"},
                {"method": "elimination", "start": 4, "who": "pool_after", "count": 2, "play_offs": "quarters"},
            ]
        },
    ),
    "pools alone": ("poules-4", {"phases": []}),
    "pools of 6": (
        "poules-4",
        {
            "draw_options": {"size": 6},
            "phases": [
                {"method": "elimination", "start": 6, "who": "pool_first", "count": 3, "third_place": True},
                {"method": "elimination", "start": 6, "who": "pool_after", "count": 3},
            ],
        },
    ),
    "round robin": ("4x12-points", {"first_method": "toutes_rondes", "next_method": "toutes_rondes"}),
    "a partie by lot, then a knock-out": ("elimination", {"first_method": "sort"}),
    "pools, main table and the consolante of its beaten": (
        "poules-4",
        {
            "phases": [
                {"method": "elimination", "start": 4, "who": "pool_first", "count": 2},
                {"method": "elimination", "start": 5, "who": "beaten"},
            ]
        },
    ),
    "finals with a consolante of their own": (
        "4x12-points",
        {
            "phases": [
                {"method": "elimination", "start": 3, "who": "first", "count": 16, "third_place": True},
                {"method": "elimination", "start": 4, "who": "beaten"},
                {"method": "sort", "start": 3, "who": "after", "count": 16},
            ]
        },
    ),
}


@dataclass
class Played:
    """An evening as it is played by chance, every law looked at on the way."""

    tournament: object
    chance: random.Random
    announced: list[int] = field(default_factory=list)
    finished: frozenset[int] = frozenset()

    def partie(self):
        """Draw, publish and score the next partie as its page announced it."""
        number = len(self.announced) + 1
        method = preparing.method_for(self.tournament, number)
        prepared = preparing.next_draw(self.tournament, method=method, options={})
        assert prepared.ready, f"partie {number} cannot be drawn though something is still to be played"
        try:
            drawn = rounds.open_next_round(tournament_id=self.tournament.pk, by=None, seed="R♥ 7♣ 10♠")
        except TournamentError as refused:
            assert refused.code == "draw_impossible", refused.code
            options = {"rematch": "least"}
            prepared = preparing.next_draw(self.tournament, method=method, options=options)
            drawn = rounds.open_next_round(tournament_id=self.tournament.pk, by=None, seed="R♥ 7♣ 10♠", options=options)
        self.tournament.refresh_from_db()
        self.check_announced(prepared, drawn)
        self.check_nobody_waits(drawn)
        draws.publish_draw(draw_id=drawn.pk, by=None)
        self.announced.append(number)
        seated = Table.objects.filter(round=drawn.round).select_related("round")
        ours = [(table, self.chance.choice([600, 802, 972, 1002, 1204, 1306])) for table in seated]
        sheets([(table, points, 1944 - points) for table, points in ours])
        self.settle_ties(number)
        before, self.finished = self.finished, evening(self.tournament.pk).finished
        here = {team.number for team in registration.roster.teams_in_round(self.tournament, number + 1)}
        assert before & here <= self.finished
        return drawn

    def settle_ties(self, number):
        """Settle who goes on where a match is equal: until then the evening waits."""
        matches = ties(self.tournament)
        for match in matches:
            state = evening_of(self.tournament)
            assert (state.stage, state.number, match.partie) == ("playing", number, number)
            assert not standing(self.tournament).final
            team = self.chance.choice(match.sides)
            settle_tie(tournament_id=self.tournament.pk, number=number, team=team, by=None)
        assert not matches or not ties(self.tournament)

    def check_announced(self, prepared, drawn):
        seats = [part.tables for _phase, part in drawn.parts]
        exempt = sum(len(part.exempt) for _phase, part in drawn.parts)
        # A game of the relay that makes up for a rest is beside the draw.
        assert (prepared.tables, prepared.exempt + prepared.by_forfeit) == (sum(map(len, seats)), exempt)
        assert prepared.by_forfeit == Seat.objects.filter(round=drawn.round).exclude(forfeited_by=None).count()
        assert prepared.tables, "a partie has a table"
        for _phase, part in drawn.parts:
            # A bracket says who meets; elsewhere two meet again only where that is proved to be the least, but for tables
            # of people who enter alone, who are exchanged until nothing better is found.
            proved = part.method != KNOCK_OUT and tirages.TIRAGES[part.method].seats == "teams"
            assert not part.rematches or part.optimal or not proved
        consolantes = {phase.index for phase in self.tournament.formula.phases if phase.who in ("beaten", "pool_after")}
        for phase, part in drawn.parts:
            if phase in consolantes and part.round == 1 and part.method == KNOCK_OUT:
                check_no_avoidable_rematch(part)

    def check_nobody_waits(self, drawn):
        """Look for a team that is in a phase, knows its opponent, and has no place."""
        number = drawn.round.number
        seated = set(Seat.objects.filter(round=drawn.round).values_list("team__number", flat=True))
        assert not seated & self.finished, "their telephones said that it was over for them"
        here = {team.number for team in registration.roster.teams_in_round(self.tournament, number)}
        assert seated <= here
        phases = played_phases(evening(self.tournament.pk))
        begun = {phase for phase, _part in drawn.parts}
        for played in phases:
            for _round, match in played.matches:
                if match.real and match.winner is None and None not in match.sides:
                    assert set(match.sides) <= seated, (number, match)
                    assert played.phase.index in begun

    def check_not_over(self):
        """While something is to be played nothing says that the evening is over, and the palmarès is refused."""
        assert not standing(self.tournament).final
        with refuses("parties_left", ScoringError):
            close_tournament(tournament_id=self.tournament.pk, by=None)

    def to_the_end(self, between=lambda played: None):
        while (state := evening_of(self.tournament)).stage in ("door", "next"):
            if state.stage == "next":
                self.check_not_over()
            assert len(state.parties) > len(self.announced)
            self.partie()
            between(self)
            assert len(self.announced) <= 20
        assert state.stage == "finished"
        found = evening(self.tournament.pk)  # the last to leave may have left a final without an opponent
        assert found.finished >= {team.number for team in found.teams if team.here}
        return self


def check_no_avoidable_rematch(part):
    """Look for other first matches of the same teams with fewer who have met before, by a library of graphs."""
    met = {entrant["number"]: set(entrant["met"]) for entrant in part.entrants}
    teams = [team for table in part.tables for camp in table["camps"] for team in camp]
    again = [table for table in part.tables if table["camps"][1][0] in met[table["camps"][0][0]]]
    graph = networkx.Graph((a, b) for a in teams for b in teams if a < b and b not in met[a])
    new = len(networkx.max_weight_matching(graph, maxcardinality=True)) if again else 0
    assert not again or len(again) == len(teams) // 2 - new, again


def play(tournament, seed=0, between=lambda played: None):
    return Played(tournament, random.Random(seed)).to_the_end(between)


def latecomer(tournament, number, first_round):
    team = Team.objects.create(tournament=tournament, number=number, present=True, first_round=first_round)
    player = Player.objects.create(club=tournament.club, name=f"Tard {number}")
    TeamMember.objects.create(team=team, player=player, position=1)
    return team
