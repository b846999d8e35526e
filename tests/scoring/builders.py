"""A concours of any size written straight into the tables, for tests and measurements of what reads it."""

import datetime
import random
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone

from scoring.models import Delivery, Mark, ScoreSheet, Webhook
from scoring.webhooks.sending import new_secret
from tests.support.kept import kept
from tests.tournament.journal.builders import stranger
from tournament import names
from tournament.concours.lock import lock_tournament
from tournament.journal import services as journal
from tournament.models import Club, Player, Round, Seat, Table, Team, TeamMember, Tournament
from tournament.prepared import insert

# (team, its points, other team, its points); a table whose points are None awaits its sheet.
Partie = Sequence[tuple[int, int | None, int, int | None]]

FAMILIES = ("Le Goff", "Martin", "Bernard", "Dubois", "Thomas", "Robert", "Petit", "Durand", "Leroy", "Moreau", "Roux")
GIVEN = ("Michel", "Jeanne", "André", "Monique", "René", "Yvette", "Lucien", "Paulette", "Roger", "Denise", "Émile")


@kept
def concours(*, teams: int, **settings) -> Tournament:
    """A concours with *teams* teams of two named players, present, and no partie."""
    club = Club.objects.create(name="Belote de Casson")
    values = {
        "name": "Concours d'automne",
        "slug": f"automne-{club.pk}",
        "date": datetime.date(2026, 11, 20),
        "preset": "4x12-points",
        "parties": 4,
        "rule_options": {"limite_donnes": 12, "limite_points": None},
        "criteria": ["points", "wins", "difference"],
    }
    tournament = Tournament.objects.create(club=club, **(values | settings))
    people = [
        Player(club=club, name=name, key=names.key(name))
        for name in (
            f"{GIVEN[i % 11]} {FAMILIES[(i * 7 + i // 11) % 11]}" if i < 400 else f"{GIVEN[i % 11]} Joueur {i}"
            for i in range(2 * teams)
        )
    ]
    insert(people)
    rows = [
        Team(tournament=tournament, number=number, present=True, origin=("Casson", "Nort", "Héric")[number % 3])
        for number in range(1, teams + 1)
    ]
    insert(rows)
    members = [
        TeamMember(team=team, player=people[2 * i + place], position=place + 1)
        for i, team in enumerate(rows)
        for place in (0, 1)
    ]
    insert(members)
    return tournament


def partie(tournament: Tournament, number: int, tables: Partie, *, exempt: Sequence[int] = ()) -> Round:
    """Partie *number* published with *tables*, and the sheets that are in, with one line in the journal."""
    teams = dict(Team.objects.filter(tournament=tournament).values_list("number", "pk"))
    with transaction.atomic():
        locked = lock_tournament(tournament.pk)
        row = Round.objects.create(tournament=tournament, number=number, state="published", published_at=timezone.now())
        places = [Table(round=row, number=place + 1) for place in range(len(tables))]
        insert(places)
        insert(
            [
                Seat(round=row, team_id=teams[team], table=place, camp=camp)
                for place, (north, _, east, _) in zip(places, tables, strict=True)
                for camp, team in (("NS", north), ("EO", east))
            ]
            + [Seat(round=row, team_id=teams[team], table=None, camp="") for team in exempt]
        )
        played = [
            (place, ours, theirs)
            for place, (_, ours, _, theirs) in zip(places, tables, strict=True)
            if ours is not None
        ]
        _record(played)
        journal.write(tournament=locked, act=stranger("test-partie"), by=None)
    tournament.refresh_from_db()
    return row


@kept
def seated(tables: int, *, teams: int | None = None, **settings) -> Tournament:
    """A concours in its first partie, whose *tables* await their sheets: 1 against 2, 3 against 4, and so on."""
    tournament = concours(teams=2 * tables if teams is None else teams, **settings)
    partie(tournament, 1, [(2 * place + 1, None, 2 * place + 2, None) for place in range(tables)])
    return tournament


def sheet(table: Table, *, north: int, east: int, kind: str = "totals", content: dict | None = None) -> ScoreSheet:
    """The counted sheet of *table*, replacing the one that counted, with one line in the journal."""
    with transaction.atomic():
        locked = lock_tournament(table.round.tournament_id)
        version = table.sheets.count() + 1
        table.sheets.update(counted=False, state="replaced")
        row = _sheet(table, version=version, kind=kind, content=content or {})
        insert([row])
        insert([Mark(sheet=row, camp="NS", points=north), Mark(sheet=row, camp="EO", points=east)])
        journal.write(tournament=locked, act=stranger("test-sheet"), by=None)
    return row


def sheets(scores: Sequence[tuple[Table, int, int]]) -> None:
    """The first sheets of tables of one partie, each (table, north, east), all counted, with one line in the journal."""
    with transaction.atomic():
        locked = lock_tournament(scores[0][0].round.tournament_id)
        _record(scores)
        journal.write(tournament=locked, act=stranger("test-sheet"), by=None)


def _record(scores: Sequence[tuple[Table, int, int]]) -> None:
    """Insert the first sheet of each table, (table, north, east), with its marks; all count."""
    rows = [_sheet(table) for table, _, _ in scores]
    insert(rows)
    marks = [
        Mark(sheet=row, camp=camp, points=points)
        for row, (_, north, east) in zip(rows, scores, strict=True)
        for camp, points in (("NS", north), ("EO", east))
    ]
    insert(marks)


def _sheet(table: Table, *, version: int = 1, kind: str = "totals", content: dict | None = None) -> ScoreSheet:
    return ScoreSheet(
        table=table,
        version=version,
        kind=kind,
        state="validated",
        counted=True,
        key=f"k{version}",
        receipt="4F7K",
        content=content or {},
        at=timezone.now(),
    )


@kept
def evening(*, teams: int, parties: int, missing: int = 0, seed: int = 1, **settings) -> Tournament:
    """A concours whose *parties* were drawn by lot and played, but for the *missing* last tables of the last one."""
    tournament = concours(teams=teams, **settings)
    chance = random.Random(seed)
    for number in range(1, parties + 1):
        hat = list(range(1, teams + 1))
        chance.shuffle(hat)
        exempt = [hat.pop()] if len(hat) % 2 else []
        points = [chance.randint(600, 1344) for _ in hat[::2]]
        tables: list[tuple[int, int | None, int, int | None]] = [
            (north, ours, east, 1944 - ours) for north, east, ours in zip(hat[::2], hat[1::2], points, strict=True)
        ]
        if number == parties and missing:
            tables[-missing:] = [(north, None, east, None) for north, _, east, _ in tables[-missing:]]
        partie(tournament, number, tables, exempt=exempt)
    return tournament


def told_address(tournament: Tournament) -> Delivery:
    """An address that is told what happens in *tournament*, and its first message, which waits."""
    hook = Webhook.objects.create(
        tournament=tournament,
        url="https://club.example/belote",
        events=["scores"],
        secret=new_secret(),
        journal_number=tournament.journal_number,
        messages=1,
    )
    return Delivery.objects.create(webhook=hook, number=1, event="test", body="{}", next_try=timezone.now())
