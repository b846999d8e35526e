"""People of a club: who of a new team is known, who is another of the same name; people made of past teams."""

from importlib import import_module
from types import SimpleNamespace

import pytest
from django.apps import apps
from django.db import connection

from tests.scoring import builders
from tests.support.people import another, person_of, register
from tournament.models import Person, Team, TeamMember
from tournament.registration.services import delete_team

pytestmark = pytest.mark.django_db
migration = import_module("tournament.migrations.0030_people_of_past_teams")


@pytest.fixture
def evening():
    return builders.concours(teams=0)


def test_a_regular_is_known_by_commune_or_partner_and_the_only_one_of_a_name_by_it(evening):
    first = register(evening, "Jean Martin", "Anne Roux", origin="Saint-Plouc")
    later = another(evening)
    assert person_of(register(later, "MARTIN Jean", "Luc Brun", origin="st plouc")) == person_of(first)
    last = another(evening, 14)
    assert person_of(register(last, "Jean Martin", "Anne Roux", origin="Pons")) == person_of(first)
    assert person_of(register(another(evening, 21), "Jean Martin", "Paul Petit")) == person_of(first)


def test_another_commune_and_another_partner_make_another_person(evening):
    first = register(evening, "Jean Martin", "Anne Roux", origin="Plouc")
    other = register(another(evening), "Jean Martin", "Luc Brun", origin="Pons")
    assert person_of(other) != person_of(first)
    # Of two nothing tells which it is: neither.
    third = register(another(evening, 14), "Jean Martin", "Paul Petit")
    assert person_of(third) not in {person_of(first), person_of(other)}
    # Each goes on by what is known of it.
    assert person_of(register(another(evening, 21), "Jean Martin", "Luc Brun")) == person_of(other)


def test_nobody_sits_twice_in_one_evening(evening):
    first = register(evening, "Jean Martin", "Anne Roux", origin="Plouc")
    second = register(evening, "Jean Martin", "Luc Brun", origin="Plouc", confirm_twin=True)
    assert person_of(first) != person_of(second)


def test_nobody_is_known_of_a_rehearsal(evening):
    rehearsal = another(evening, overrides={"rehearsal": True})
    assert person_of(register(rehearsal, "Jean Martin", "Anne Roux")) is None
    assert not Person.objects.exists()


def test_a_registration_taken_off_leaves_no_person(evening):
    register(evening, "Jean Martin", "Anne Roux")
    delete_team(team_id=register(evening, "Lise Faure", "Marc Robin").pk, by=None)
    assert [person.name for person in Person.objects.all()] == ["Anne Roux", "Jean Martin"]


def test_two_regulars_are_known_when_they_change_their_places(evening):
    team = register(evening, "Jean Martin", "Anne Roux", origin="Plouc")
    later = register(another(evening), "Anne Roux", "Jean Martin", origin="Plouc")
    assert (person_of(later, 1), person_of(later, 2)) == (person_of(team, 2), person_of(team, 1))
    assert None not in (person_of(team, 1), person_of(team, 2))


class TestPastTeams:
    """People made of the teams of past evenings, without asking."""

    def made(self, *evenings):
        """Return who of the names of *evenings* is one person: a list of sets of (evening, number)."""
        first = builders.concours(teams=0)
        for days, teams in enumerate(evenings):
            tournament = first if not days else another(first, days)
            for number, (players, origin) in enumerate(teams, 1):
                register(tournament, *players, origin=origin, confirm_twin=True, number=number)
        TeamMember.objects.update(person=None)
        Person.objects.all().delete()
        for _twice in range(2):
            migration.make_people(apps, SimpleNamespace(connection=connection))
        assert not TeamMember.objects.filter(person=None).exists()
        order = list(Team.objects.order_by("tournament__date").values_list("tournament", flat=True).distinct())
        return sorted(
            sorted(
                (order.index(m.team.tournament_id), m.team.number)
                for m in TeamMember.objects.filter(person=person).select_related("team")
            )
            for person in Person.objects.filter(key="jean martin")
        )

    def test_commune_or_partner_make_one(self):
        teams = [
            [(("Jean Martin", "Anne Roux"), "Plouc")],
            [(("MARTIN Jean", "Luc Brun"), "plouc")],
            [(("Jean Martin", "Luc Brun"), "")],
            [(("Jean Martin", "Paul Petit"), "Pons")],
        ]
        assert self.made(*teams) == [[(0, 1), (1, 1), (2, 1)], [(3, 1)]]

    def test_a_later_evening_joins_what_earlier_ones_left_apart(self):
        teams = [
            [(("Jean Martin", "Anne Roux"), "Plouc")],
            [(("Jean Martin", "Luc Brun"), "")],
            [(("Jean Martin", "Luc Brun"), "Plouc")],
        ]
        assert self.made(*teams) == [[(0, 1), (1, 1), (2, 1)]]

    def test_two_of_one_evening_are_never_one(self):
        teams = [
            [(("Jean Martin", "Anne Roux"), "Plouc"), (("Jean Martin", "Luc Brun"), "Plouc")],
            [(("Jean Martin", "Anne Roux"), "Plouc")],
            [(("Jean Martin", "Lise Faure"), "Plouc")],
        ]
        assert self.made(*teams) == [[(0, 1), (1, 1)], [(0, 2)], [(2, 1)]]

    def test_a_name_alone_makes_nobody_one(self):
        teams = [[(("Jean Martin", "Anne Roux"), "")], [(("Jean Martin", "Luc Brun"), "")]]
        assert self.made(*teams) == [[(0, 1)], [(1, 1)]]

    def test_the_copies_of_keys_agree(self):
        from tournament import names

        for name in ("Jean Le Goff", "D'AUBIGNÉ Œdipe", "Saint-Plouc", "Łukasz  Ø_x", "Sainte Marie (père)"):
            assert migration.place_key(name) == names.place_key(name)
            assert migration.searchable(name) == names.searchable(name)
