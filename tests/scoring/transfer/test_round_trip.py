"""A concours taken away, played on elsewhere and taken back: the same journal, seals, standings and minutes."""

import random

import pytest
from django.apps import apps
from django.db.models import CASCADE, PROTECT, Model

from scoring.history.check import check
from scoring.standings.selectors import evening
from scoring.transfer import reader, sequences
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.rows import TABLES
from scoring.transfer.services import take_in
from tests.scoring import builders
from tests.support.api import account
from tests.support.counts import tries
from tests.support.random_evenings import KINDS, RandomEvening, overrides
from tournament.journal.keys import Keys
from tournament.models import Club, Draw, Player, Team, Tournament
from tournament.registration.restoring import restore_team
from tournament.registration.services import change_team, delete_team, register_team

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


# Rows of a concours that its file leaves at home: telephones and what they tried, other sites and where registrations are
# fetched, requests that the desk has not answered, workbooks, pages and standings, which are made again, jobs and copies,
# what the club decides about several concours. The journal has a member of the file for itself.
STAY_AT_HOME = set(
    """CodeAttempt Delivery EntrySource Export ImportDraft Job JournalEntry KeptEvening LeftLine PlaceState QualifiedPlace
    QualifyingRanking RenderedPage RunningDonne SeasonConcours StandingsSnapshot TableDevice TeamRequest Webhook
    WrittenFile""".split()
)


def of_a_concours() -> set[type[Model]]:
    """Return the models whose rows go with their concours, as it is erased or is kept because of them."""
    ours = [model for name in ("tournament", "scoring") for model in apps.get_app_config(name).get_models()]
    found: set[type[Model]] = set()
    while more := {
        model
        for model in ours
        for field in model._meta.concrete_fields
        if field.is_relation and field.remote_field.on_delete in (CASCADE, PROTECT)
        if field.related_model in found | {Tournament} and model not in found
    }:
        found |= more
    return found


def test_every_table_of_a_concours_goes_along_or_stays_for_a_reason():
    along = {rows.table for rows in TABLES}
    forgotten = sorted(model.__name__ for model in of_a_concours() - along if model.__name__ not in STAY_AT_HOME)
    assert not forgotten, (
        f"give them a line of TABLES in scoring/transfer/rows.py, later=True, or say in STAY_AT_HOME why not: {forgotten}"
    )
    assert STAY_AT_HOME <= {model.__name__ for model in of_a_concours() - along}


def play_on(one: RandomEvening) -> None:
    """Play a partie or two, any act between any two steps."""
    for _moment in one.play():
        if one.chance.random() < 0.5:
            break


def facts(pk: int) -> list[object]:
    """Return what must be the same wherever the concours is."""
    draws = Draw.objects.filter(round__tournament=pk).order_by("round__number", "number")
    return [
        [(row.rank, row.number, row.points, row.values) for row in evening(pk).after().rows],
        list(draws.values_list("round__number", "number", "minutes", "sides", "created_at")),
        list(
            Team.objects.filter(tournament=pk)
            .order_by("number", "members__position")
            .values_list("number", "members__player__name", "remark")
        ),
    ]


@pytest.mark.parametrize("turn", range(tries(4, 200, hosted=60)))
def test_a_concours_goes_to_a_host_and_comes_back(turn):
    chance = random.Random(f"file {turn}")
    preset, more = KINDS[turn * 7 % len(KINDS)]
    one = RandomEvening(chance, preset, chance.choice([4, 5, 8]), **overrides(chance, preset) | more)
    home, home_pk, home_by = one.tournament.club, one.pk, one.by
    host = Club.objects.create(name="Amicale")
    host_by = account(f"zoe{host.pk}", host)
    play_on(one)
    for club, by in ((host, host_by), (home, home_by), (host, host_by)):
        written = write_concours(one.pk)
        assert write_concours(one.pk).content == written.content, "the same rows give the same bytes"
        assert list(reader.problems(reader.FileMembers.read(written.content))) == []
        hashes, before = list(one.tournament.journal.values_list("hash", flat=True)), facts(one.pk)
        taken = take_in(file=read_concours(written.content), club=club, by=by)
        assert list(taken.journal.values_list("hash", flat=True))[:-1] == hashes
        assert facts(taken.pk) == before
        assert taken.pk != home_pk or club == home, "at home it is the concours that it was"
        one.pk, one.by, one.other = taken.pk, by, by
        play_on(one)
        outcome = check(one.tournament)
        assert (outcome.broken_at, outcome.differences) == (None, [])


@pytest.mark.django_db(transaction=True)
def test_a_file_is_written_outside_of_any_transaction():
    """As the worker does it: all that is read is of one snapshot, the standings too."""
    tournament = builders.evening(teams=8, parties=2)
    written = write_concours(tournament.pk)
    assert len(read_concours(written.content).lines) == written.journal_number == tournament.journal_number


def test_a_place_that_another_player_took_elsewhere_is_not_the_person_of_before():
    home = builders.concours(teams=0)
    team = register_team(tournament_id=home.pk, players=["Aimé Bon", "Bob Cru"], by=None)
    first, second = (member.person_id for member in team.members.order_by("position"))
    host = Club.objects.create(name="Amicale")
    there = take_in(file=read_concours(write_concours(home.pk).content), club=host, by=account("zoe", host))
    change_team(team_id=there.teams.get().pk, players=["Zoé Dur", "Bob Cru"], by=None)
    back = read_concours(write_concours(there.pk).content)
    again = take_in(file=back, club=home.club, by=account("anne", home.club))
    names = {one.person.name: one.person_id for one in again.teams.get().members.select_related("person")}
    assert names == {"Zoé Dur": names["Zoé Dur"], "Bob Cru": second}
    assert names["Zoé Dur"] != first


def travelled(concours, club, by):
    """Return *concours* taken in by *club*, from its file."""
    return take_in(file=read_concours(write_concours(concours.pk).content), club=club, by=by)


@pytest.mark.parametrize("higher", [True, False])
def test_players_who_come_elsewhere_never_get_the_key_of_another(higher):
    sequences.reserve([Player, Tournament], 1, 9_000)
    home = builders.concours(teams=0)
    anne, host = account("anne", home.club), Club.objects.create(name="Amicale")
    # A computer that counts its players further than all else, or whose club knew them long before the concours.
    first = (2_000 if higher else -2_000) + home.pk
    for number, name in enumerate(("Aimé Bon", "Bob Cru"), first):
        Player.objects.create(pk=number, club=home.club, name=name)
    register_team(tournament_id=home.pk, players=["Aimé Bon", "Bob Cru"], by=None)
    away = travelled(home, host, account("zoe", host))
    # Those here whose numbers one distance would turn into the same keys.
    for number, name in enumerate(("Zoé Four", "Gil Haie"), first + Keys.of(away.keys).distance):
        Player.objects.create(pk=number, club=host, name=name)
    register_team(tournament_id=away.pk, players=["Zoé Four", "Gil Haie"], by=None)
    again = travelled(away, home.club, anne)
    named = [[one.player.name for one in team.members.order_by("position")] for team in again.teams.order_by("number")]
    assert named == [["Aimé Bon", "Bob Cru"], ["Zoé Four", "Gil Haie"]]
    assert check(again).whole and again.pk == home.pk


def test_a_team_that_was_deleted_comes_back_elsewhere_with_its_players():
    sequences.reserve([Player, Tournament], 1, 9_000)
    home = builders.concours(teams=0)
    old = [
        Player.objects.create(pk=home.pk - at, club=home.club, name=name)
        for at, name in ((9, "Aimé Bon"), (8, "Bob Cru"))
    ]
    team = register_team(tournament_id=home.pk, players=[player.name for player in old], by=None)
    delete_team(team_id=team.pk, by=None)
    host = Club.objects.create(name="Amicale")
    away = travelled(home, host, account("zoe", host))
    for player in old:
        # Another who has the number that one distance would give to the player.
        Player.objects.create(pk=player.pk + Keys.of(away.keys).distance, club=home.club, name="Jean Autre")
    (gone,) = away.removed_teams.all()
    back = restore_team(tournament_id=away.pk, team_id=gone.team, by=None)
    assert [one.player.name for one in back.members.order_by("position")] == ["Aimé Bon", "Bob Cru"]
    assert check(away).whole
