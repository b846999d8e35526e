"""Walks at random of a concours between three clubs whose numbers lie far apart: readable, whole and by its names at each."""

import random

import pytest

from scoring.history.check import check
from scoring.transfer import reader, sequences
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from tests.scoring import builders
from tests.support.api import account
from tests.support.counts import tries
from tournament import names
from tournament.errors import TournamentError
from tournament.journal.keys import Keys
from tournament.models import Club, Player, Tournament
from tournament.registration.restoring import restore_team
from tournament.registration.services import change_team, delete_team, register_team

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

PEOPLE = [f"{given} {family}" for given in ("Aimé", "Bob", "Cora", "Dany") for family in ("Bon", "Cru", "Dur", "Fay")]


class Travels:
    """A concours on its way, and who is in each team by its number; `number` of a team stands for it at every home."""

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        sequences.reserve([Player, Tournament], 1, 9_000)
        first = builders.concours(teams=0)
        self.pk, self.teams = first.pk, {}
        self.homes = [first.club, *(Club.objects.create(name=name) for name in ("Amicale", "Borgo"))]
        self.by = {club.pk: account(f"by{club.pk}", club) for club in self.homes}

    @property
    def concours(self) -> Tournament:
        return Tournament.objects.select_related("club").get(pk=self.pk)

    def someone(self) -> str:
        """Return a name; its player may be known here under a number that another's key comes near to."""
        name, here = self.chance.choice(PEOPLE), self.concours
        if here.journal_number and not Player.objects.filter(club=here.club, key=names.key(name)).exists():
            near = self.chance.choice([row["id"] for row in self.file.rows["tournament.Player"]] or [here.pk])
            number = near + self.chance.choice([1, 1, 1, -1]) * Keys.of(here.keys).distance
            if number > 0 and not Player.objects.filter(pk=number).exists():
                Player.objects.create(pk=number, club=here.club, name=name, key=names.key(name))
                while sequences.reserve([Player], 1, 1) < number:
                    pass  # as if the database had given it itself
        return name

    @property
    def file(self):
        return read_concours(write_concours(self.pk).content)

    def register(self) -> None:
        players = [self.someone(), self.someone()]
        made = register_team(tournament_id=self.pk, players=players, confirm_twin=self.chance.random() < 0.3, by=None)
        self.teams[made.number] = players

    def change(self, number: int, players: list[str]) -> None:
        team = self.concours.teams.get(number=number)
        change_team(team_id=team.pk, players=players, confirm_twin=self.chance.random() < 0.5, by=None)
        self.teams[number] = players

    def rename(self) -> None:
        number = self.chance.choice(list(self.teams))
        stays, goes = self.chance.sample(self.teams[number], 2)
        self.change(number, [stays, self.chance.choice([f"{goes}x", self.someone()])])

    def swap(self) -> None:
        one, other = self.chance.sample(list(self.teams), 2)
        (first, leaves), (second, comes) = self.teams[one], self.teams[other]
        self.change(one, [first, "Jean Attend"])
        self.change(other, [second, leaves])
        self.change(one, [first, comes])

    def delete(self) -> None:
        number = self.chance.choice(list(self.teams))
        delete_team(team_id=self.concours.teams.get(number=number).pk, by=None)
        del self.teams[number]

    def restore(self) -> None:
        gone = list(self.concours.removed_teams.all())
        if not gone:
            return
        kept = self.chance.choice(gone)
        team = restore_team(tournament_id=self.pk, team_id=kept.team, by=None)
        self.teams[team.number] = [member["player__name"] for member in kept.members]

    def travel(self) -> None:
        here = self.concours.club
        there = self.chance.choice([club for club in self.homes if club != here])
        self.pk = take_in(file=self.file, club=there, by=self.by[there.pk]).pk

    def check(self) -> None:
        here = self.concours
        if here.journal_number:
            content = write_concours(self.pk).content
            assert list(reader.problems(reader.FileMembers.read(content))) == []
            assert read_concours(content).head == here.journal_hash
        outcome = check(here)
        assert outcome.whole, outcome
        places = {team.number: list(team.members.order_by("position")) for team in here.teams.order_by("number")}
        named = {number: [one.player.name for one in its] for number, its in places.items()}
        assert {number: list(map(names.key, its)) for number, its in named.items()} == {
            number: list(map(names.key, its)) for number, its in self.teams.items()
        }
        players = [one.player for its in places.values() for one in its]
        assert len({player.pk for player in players}) == len(players)
        assert {player.club_id for player in players} <= {here.club_id}


@pytest.mark.parametrize("turn", range(tries(2, 200, hosted=40)))
def test_a_concours_on_its_way_is_whole_at_every_home(turn):
    walk = Travels(random.Random(f"travels {turn}"))
    acts = [walk.register, walk.register, walk.rename, walk.swap, walk.delete, walk.restore, walk.travel, walk.travel]
    for _step in range(tries(16, 40)):
        act = walk.chance.choice(acts) if len(walk.teams) > 1 else walk.register
        try:
            act()
        except TournamentError as refused:
            assert act != walk.travel, refused
        walk.check()
