"""The table of a season of a year, with its explanations, against reading the same rows and nothing else."""

import datetime
import gc
import random
import time

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.models import KeptEvening, Season
from scoring.seasons import services
from scoring.seasons.keeping import EveningRow, columns_of
from scoring.seasons.outlook import outlook
from scoring.seasons.selectors import read_season
from scoring.seasons.table import SeasonEvening
from tournament.models import Club, Person, Player, Team, TeamMember, Tournament

EVENINGS, PEOPLE, BEST = 52, 300, 12
MOST_RATIO = 6.0  # 4.4 where 0.11 s were measured, beside other work
TURNS = 7


def year() -> Season:
    """Write a season of singles straight into the tables: the copies of its evenings as the worker keeps them."""
    chance = random.Random(12)
    club = Club.objects.create(name="Casson")
    people = Person.objects.bulk_create(Person(club=club, name=f"Joueur {n}", key=f"joueur {n}") for n in range(PEOPLE))
    players = Player.objects.bulk_create(Player(club=club, name=one.name, key=one.key) for one in people)
    evenings = []
    for week in range(EVENINGS):
        evening = Tournament.objects.create(
            club=club,
            name=f"Soirée {week + 1}",
            slug=f"soiree-{week}",
            date=datetime.date(2026, 9, 4) + datetime.timedelta(weeks=week),
            preset="melee",
            parties=4,
        )
        teams = Team.objects.bulk_create(Team(tournament=evening, number=n + 1) for n in range(PEOPLE))
        TeamMember.objects.bulk_create(
            TeamMember(team=team, player=player, person=person, position=1)
            for team, player, person in zip(teams, players, people, strict=True)
        )
        order = list(enumerate(chance.sample(teams, PEOPLE), start=1))
        rows = [
            EveningRow(team.pk, rank, 5400 - 10 * rank, 3000, 48, "".join(chance.choices("wdl", k=4)), 0, "", "")
            for rank, team in order
        ]
        KeptEvening.objects.create(tournament=evening, journal_number=evening.journal_number, columns=columns_of(rows))
        evenings.append((evening.pk, 1))
    return services.make_season(club_id=club.pk, by=None, name="Challenge", best=BEST, evenings=evenings)


def spent(act) -> float:
    """Return the least process time of *act* in several turns."""
    times = []
    for _turn in range(TURNS):
        begun = time.process_time()
        act()
        times.append(time.process_time() - begun)
    return min(times)


@pytest.mark.django_db
@pytest.mark.parametrize("scale", ["points", "results", "per_donne"])
def test_a_year_is_ranked_and_explained(scale):
    season = services.change_season(season_id=year().pk, by=None, scale=scale)

    def explained() -> None:
        table = read_season(season).table
        following = SeasonEvening(0, 0)
        assert len([outlook(table, row, following) for row in table.rows]) == PEOPLE

    def rows_alone() -> None:
        list(KeptEvening.objects.filter(palmares=0).values_list("tournament", "journal_number", "columns"))
        list(TeamMember.objects.filter(team__tournament__club=season.club_id).values_list("team_id", "person_id"))

    with CaptureQueriesContext(connection) as queries:
        explained()
    # The objects of the test session are no part of a page: they are not searched for garbage meanwhile.
    gc.collect()
    gc.freeze()
    whole, alone = spent(explained), spent(rows_alone)
    gc.unfreeze()
    print(
        f"{EVENINGS} evenings of {PEOPLE} people, {scale}: {whole:.3f} s with explanations, {len(queries)} queries; "
        f"its rows alone {alone:.3f} s, ratio {whole / alone:.1f}"
    )
    assert len(queries) == 4
    assert whole <= MOST_RATIO * alone
