"""Evenings planned in advance, and the relay, drawn through the API while teams leave, miss a partie and come."""

import random
from itertools import product

import pytest
from django.db.models import Count, Q

from scoring.rounds.services import catch_up_guests
from tests.scoring.builders import sheets
from tests.support.api import account, api_for
from tests.support.counts import spread
from tests.support.phases import enter, play, scored, set_up
from tournament.errors import TournamentError
from tournament.models import Draw, Player, Seat, Table, Team, TeamMember
from tournament.registration import attendance
from tournament.rounds import services as draws
from tournament.tirages import replay

pytestmark = pytest.mark.django_db

KINDS = {
    "rotation": {"first_method": "rotation", "next_method": "rotation"},
    "impairs_fixes": {"first_method": "impairs_fixes", "next_method": "impairs_fixes"},
    "relay": {"exempt_policy": "relay"},
}
HAPPENS = ["nothing", "leaves", "away", "new", "leaves, another comes"]


class ByApi:
    """A concours of *teams*, drawn and published by the API alone; every answer is one that a person can use."""

    def __init__(self, kind, teams, parties):
        self.tournament = set_up(
            "4x12-points", teams, parties=parties, draw_options={"rematch": "never"}, **KINDS[kind]
        )
        self.api = api_for(account("odile", self.tournament.club))
        self.at = f"concours/{self.tournament.pk}/"

    def team(self, number):
        return Team.objects.get(tournament=self.tournament, number=number)

    def send(self, address, data, status=200):
        answer = self.api.send(self.at + address, data)
        assert answer.status_code == status, answer.content
        return answer.json()

    def play(self):
        prepared = self.api.ask(self.at + "tirages/next/")
        assert prepared.status_code == 200, prepared.content
        drawn = self.send("tirages/", {"seed": "R♥ 7♣ 10♠"}, 201)
        self.send(f"tirages/{drawn['id']}/publish/", {})
        minutes = self.api.ask(self.at + f"tirages/{drawn['id']}/minutes/").json()
        assert replay(minutes)
        seated = Table.objects.filter(round__number=drawn["round"], round__tournament=self.tournament)
        sheets([(table, *scored(table)) for table in seated.select_related("round")])
        return minutes

    def met(self):
        """The numbers that sat down against each other, once for each time."""
        tables = {}
        for table, team in Seat.objects.filter(round__tournament=self.tournament, table__isnull=False).values_list(
            "table", "team__number"
        ):
            tables.setdefault(table, []).append(team)
        return sorted(tuple(sorted(pair)) for pair in tables.values())

    def rests(self):
        resting = Count("seats", filter=Q(seats__table__isnull=True))
        return [team.rests for team in Team.objects.filter(tournament=self.tournament).annotate(rests=resting)]

    def here(self, partie):
        """The numbers of those who may be drawn for *partie*."""
        teams = Team.objects.filter(tournament=self.tournament).exclude(away_in=partie)
        return [team.number for team in teams if not team.withdrawn_from or team.withdrawn_from > partie]

    def disturb(self, chance, partie):
        """Let up to two teams leave, miss *partie* or come for it."""
        for _time in range(chance.choice([0, 1, 1, 2])):
            happens = chance.choice(["leaves", "away", "comes"])
            here = Team.objects.filter(tournament=self.tournament, withdrawn_from=None)
            team = self.team(chance.choice(list(here.values_list("number", flat=True))))
            if happens == "leaves":
                attendance.withdraw_team(team_id=team.pk, from_round=partie, reason="fatigue", by=None)
            elif happens == "away":
                given = {"tournament_id": self.tournament.pk, "number": team.number, "by": None}
                attendance.set_away(**given, round_number=partie)
            else:
                comes(self.tournament, Team.objects.filter(tournament=self.tournament).count() + 1, partie)

    def catch_up(self):
        """Play the catch-up games that are offered at the end, each rest of a relay that two could not make up."""
        for draw in Draw.objects.filter(round__tournament=self.tournament, state="published"):
            for exempt, free in catch_up_guests(self.tournament, draw):
                if free:
                    enter(draws.seat_catch_up(draw_id=draw.pk, exempt=exempt, guest=free[0], by=None))


def drawable(here, met):
    """Try every draw of the teams *here* without a rematch, one resting where their number is odd."""
    if len(here) % 2:
        return any(drawable([team for team in here if team != resting], met) for resting in here)
    if not here:
        return True
    first, *others = here
    return any(
        tuple(sorted((first, other))) not in met and drawable([team for team in others if team != other], met)
        for other in others
    )


def comes(tournament, number, partie):
    team = Team.objects.create(tournament=tournament, number=number, present=True, first_round=partie)
    for position in (1, 2):
        player = Player.objects.create(club=tournament.club, name=f"Tard {number}-{position}")
        TeamMember.objects.create(team=team, player=player, position=position)


@pytest.mark.parametrize(("kind", "teams", "happens"), spread(4, product(KINDS, [7, 5, 9, 11], HAPPENS)))
def test_nobody_sits_out_of_an_even_number_and_nobody_meets_twice(kind, teams, happens):
    # Five teams have no more: of four, three parties are all that there are.
    parties = 4 if teams > 5 or kind == "relay" and happens == "nothing" else 2
    evening = ByApi(kind, teams, parties)
    tournament = evening.tournament
    first = evening.play()
    here, away = teams, 0
    if "leaves" in happens:
        gone = next(number for number in range(1, teams + 1) if number not in first["exempt"])
        attendance.withdraw_team(team_id=evening.team(gone).pk, from_round=2, reason="fatigue", by=None)
        here -= 1
    if "away" in happens:
        away = next(number for number in range(teams, 0, -1) if number not in first["exempt"])
        attendance.set_away(tournament_id=tournament.pk, number=away, round_number=2, by=None)
    if "new" in happens or "comes" in happens:
        comes(tournament, teams + 1, 2)
        here += 1
    for partie in range(2, parties + 1):
        playing = here - (partie == 2 and bool(away))
        drawn = evening.play()
        assert len(drawn["exempt"]) == playing % 2, (partie, drawn["exempt"])
        assert not drawn["rematches"]
    met = evening.met()
    assert len(set(met)) == len(met), [pair for pair in met if met.count(pair) > 1]
    assert max(evening.rests()) - min(evening.rests()) <= 1 + ("away" in happens)


@pytest.mark.parametrize(
    ("teams", "turn"), spread(2, [(7, 7), (7, 15), (5, 32), (7, 8), (5, 1), (5, 13), (5, 0), (9, 9), (7, 23), (9, 6)])
)
def test_a_relay_disturbed_twice_makes_nobody_meet_twice(teams, turn):
    """Neither where two make up for their rests, nor where one does so against a team that has finished."""
    evening, chance = ByApi("relay", teams, 4), random.Random(turn)
    try:
        for partie in range(2, 6):
            play(evening.tournament)
            if partie <= 4:
                evening.disturb(chance, partie)
    except TournamentError as refused:
        assert refused.code == "draw_impossible"
        here = evening.here(partie - 1)
        assert not drawable(here, set(evening.met())), "a draw exists"
    evening.catch_up()
    met = evening.met()
    assert len(set(met)) == len(met), [pair for pair in met if met.count(pair) > 1]


def test_who_is_away_makes_up_for_no_rest_in_that_partie():
    evening = ByApi("relay", 7, 4)
    (rested,) = evening.play()["exempt"]
    attendance.set_away(tournament_id=evening.tournament.pk, number=rested, round_number=2, by=None)
    comes(evening.tournament, 8, 2)
    assert len(evening.play()["exempt"]) == 1
    assert not Seat.objects.filter(team__number=rested, table__round__number=2).exists()
