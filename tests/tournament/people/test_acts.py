"""Acts on the people of a club: each journalled there, taken back where it can be, true for the evenings behind it."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.history.check import check
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.people import another, person_of, register
from tests.support.refusals import refuses
from tournament.errors import TournamentError
from tournament.journal.services import broken_line
from tournament.models import ClubEntry, JournalEntry, Person, Player, TeamMember, Tournament
from tournament.people import selectors as people, services as acts
from tournament.people.members import end_memberships
from tournament.registration.services import delete_team

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening():
    return builders.concours(teams=0)


@pytest.fixture
def odile(evening):
    return account("odile", evening.club)


@pytest.fixture
def doing(evening, odile):
    """Return what every act takes."""
    return {"club_id": evening.club_id, "by": odile}


@pytest.fixture
def martins(evening):
    """Two people of one name, over two evenings."""
    first = register(evening, "Jean Martin", "Anne Roux", origin="Plouc")
    other = register(another(evening), "Jean Martin", "Luc Brun", origin="Pons")
    return person_of(first), person_of(other)


def evenings_of(person):
    return list(TeamMember.objects.filter(person=person).values_list("team__tournament", flat=True))


def journal_of(club_id):
    entries = list(ClubEntry.objects.filter(club=club_id))
    assert broken_line(entries) is None
    return [entry.act for entry in entries]


def taken_back(doing):
    acts.take_back(**doing, number=ClubEntry.objects.filter(club=doing["club_id"]).last().number)


def test_two_that_are_one_are_brought_together_and_separated_again(evening, martins, doing):
    first, other = martins
    Person.objects.filter(pk=other.pk).update(needs="près de la porte")
    acts.unite_people(**doing, person_ids=[first.pk, other.pk])
    assert len(evenings_of(first)) == 2 and not evenings_of(other)
    assert Person.objects.get(pk=first.pk).needs == "près de la porte"
    # The next evening finds the one that stands.
    third = register(another(evening, 14), "Jean Martin", "Paul Petit")
    assert person_of(third) == first
    taken_back(doing)
    assert len(evenings_of(first)) == 2 and len(evenings_of(other)) == 1
    assert journal_of(evening.club_id) == ["unite_people", "part_again"]


@pytest.mark.parametrize("own", [("", True), ("agreed", False), ("refused", True)])
@pytest.mark.parametrize("others", [("", True), ("agreed", True), ("refused", False)])
def test_separated_again_each_has_said_what_it_said(martins, doing, own, others):
    """Brought together by mistake, one stayed named on the web because the other had agreed to it."""
    first, other = martins
    Person.objects.filter(pk=first.pk).update(naming=own[0], images=own[1])
    Person.objects.filter(pk=other.pk).update(naming=others[0], images=others[1])
    acts.unite_people(**doing, person_ids=[first.pk, other.pk])
    taken_back(doing)
    said = dict(Person.objects.values_list("pk", "naming"))
    images = dict(Person.objects.values_list("pk", "images"))
    assert [(said[pk], images[pk]) for pk in (first.pk, other.pk)] == [own, others]


def test_what_was_said_of_rights_since_they_were_one_stands(martins, doing):
    first, other = martins
    Person.objects.filter(pk=other.pk).update(naming="agreed")
    acts.unite_people(**doing, person_ids=[first.pk, other.pk])
    united = ClubEntry.objects.filter(club=doing["club_id"]).last().number
    acts.say_rights(**doing, person_id=first.pk, naming="refused")
    acts.take_back(**doing, number=united)
    assert dict(Person.objects.values_list("pk", "naming"))[first.pk] == "refused"


def test_two_of_one_evening_are_never_brought_together(evening, martins, doing):
    twin = person_of(register(evening, "Jean Martin", "Paul Petit", confirm_twin=True))
    with pytest.raises(TournamentError) as refused:
        acts.unite_people(**doing, person_ids=[martins[0].pk, twin.pk])
    assert refused.value.code == "people_same_evening" and journal_of(evening.club_id) == []


def test_one_that_is_two_is_separated_and_brought_together_again(evening, doing):
    jean = person_of(register(evening, "Jean Martin", "Anne Roux", origin="Plouc"))
    later = register(another(evening), "Jean Martin", "Luc Brun", origin="Plouc")
    place = later.members.get(position=1)
    other = acts.part_person(**doing, person_id=jean.pk, place_ids=[place.pk])
    assert evenings_of(jean) == [evening.pk] and evenings_of(other) == [later.tournament_id]
    assert people.name_questions(evening.club) == []
    taken_back(doing)
    assert len(evenings_of(jean)) == 2 and not evenings_of(other)
    for places, code in (([], "places_few"), ([p.pk for p in TeamMember.objects.filter(person=jean)], "places_all")):
        with refuses(code):
            acts.part_person(**doing, person_id=jean.pk, place_ids=places)


def test_people_of_one_name_are_asked_about_until_they_are_told_apart(evening, martins, doing):
    (question,) = people.name_questions(evening.club)
    assert question.name == "Jean Martin" and not question.together and len(question.lines) == 2
    acts.tell_apart(**doing, person_ids=[one.pk for one in martins])
    assert people.name_questions(evening.club) == []
    taken_back(doing)
    assert len(people.name_questions(evening.club)) == 1
    assert journal_of(evening.club_id) == ["tell_apart", "tell_apart"]


def test_a_corrected_name_stands_in_every_evening_and_the_journals_stay_true(evening, doing):
    jean = person_of(register(evening, "Jean Martain", "Anne Roux", origin="Plouc"))
    later = another(evening)
    register(later, "Jean Martain", "Anne Roux", origin="Plouc")
    acts.correct_person(**doing, person_id=jean.pk, name="Jean Martin", needs="table près de la porte")
    assert set(Player.objects.values_list("name", flat=True)) == {"Jean Martin", "Anne Roux"}
    for concours in (evening, later):
        concours.refresh_from_db()
        assert JournalEntry.objects.filter(tournament=concours).last().act == "correct_name"
        assert check(concours).whole
    (line,) = ClubEntry.objects.all()
    assert line.after == {"person": jean.pk, "texts": ["name", "needs"]}
    assert "Martin" not in str(list(JournalEntry.objects.values())) + str(list(ClubEntry.objects.values()))


def test_the_name_of_another_person_stays_where_two_shared_a_row(evening, martins, doing):
    """Earlier versions knew a player by the name alone: one row for two people."""
    first, other = martins
    assert TeamMember.objects.get(person=first).player_id == TeamMember.objects.get(person=other).player_id
    acts.correct_person(**doing, person_id=first.pk, name="Jean Martin père")
    assert TeamMember.objects.get(person=first).player.name == "Jean Martin père"
    assert TeamMember.objects.get(person=other).player.name == "Jean Martin"
    evening.refresh_from_db()
    assert check(evening).whole


def test_an_erased_person_leaves_its_place_and_no_name(evening, doing):
    team = register(evening, "Jean Martin", "Anne Roux", origin="Plouc", remark="fauteuil de Jean")
    jean = person_of(team)
    Player.objects.filter(name="Jean Martin").update(phone="06 12 34 56 78")
    acts.correct_person(**doing, person_id=jean.pk, phone="06 12 34 56 78", needs="fauteuil")
    acts.erase_person(**doing, person_id=jean.pk)
    rows = [str(list(model.objects.values())) for model in (Person, Player, JournalEntry, ClubEntry, type(team))]
    assert not any(word in row for row in rows for word in ("Martin", "martin", "06 12", "fauteuil"))
    assert team.members.count() == 2 and team.members.get(position=1).player.name
    evening.refresh_from_db()
    assert check(evening).whole
    assert [regular.name for regular in people.find_people(evening.club, "a")] == ["Anne Roux"]
    # A person who comes again is a new one.
    assert person_of(register(another(evening), "Jean Martin", "Anne Roux", origin="Plouc")) != jean
    with pytest.raises(TournamentError):
        acts.correct_person(**doing, person_id=jean.pk, name="Jean Martin")
    with pytest.raises(TournamentError):
        taken_back(doing)


def test_people_entered_leave_the_list_again_unless_they_played(evening, doing):
    made = acts.enter_people(**doing, people=[{"name": "Jean Martin", "commune": "Plouc"}, {"name": "Lise Faure"}])
    assert person_of(register(evening, "Jean Martin", "Anne Roux")) == made[0]
    taken_back(doing)
    assert {one.name for one in people.people_of(evening.club)} == {"Jean Martin", "Anne Roux"}
    assert journal_of(evening.club_id) == ["enter_people", "forget_people"]


@pytest.mark.parametrize(
    ("fields", "code"),
    [
        ({"name": "—"}, "player_name_missing"),
        ({"name": "x" * 61}, "text_too_long"),
        ({"category": "chien"}, "category_unknown"),
        ({"fixed_table": 0}, "number_range"),
        ({"phone": "demander"}, "phone_unread"),
    ],
)
def test_what_cannot_be_kept_of_a_person_is_refused_with_a_sentence(evening, doing, martins, fields, code):
    with pytest.raises(TournamentError) as refused:
        acts.correct_person(**doing, person_id=martins[0].pk, **fields)
    assert refused.value.code == code and refused.value.field == next(iter(fields)) and str(refused.value)


def test_a_link_is_given_and_withdrawn(evening, martins, doing):
    first = acts.give_link(**doing, person_id=martins[0].pk)
    again = acts.give_link(**doing, person_id=martins[0].pk)
    assert len(first.link) > 20 and again.link != first.link
    taken_back(doing)
    assert Person.objects.get(pk=martins[0].pk).link is None
    with pytest.raises(TournamentError):
        acts.withdraw_link(**doing, person_id=martins[0].pk)


def test_people_of_another_club_are_not_touched(evening, martins, doing):
    stranger = builders.concours(teams=0)
    with refuses("person_gone"):
        acts.correct_person(**doing | {"club_id": stranger.club_id}, person_id=martins[0].pk, name="Autre")


def test_the_page_asks_as_many_questions_for_many_people_as_for_few(evening, django_assert_num_queries):
    def page(count):
        for number in range(count):
            register(evening, f"Jean{number} Un", f"Luc{number} Deux", confirm_twin=True)
        with django_assert_num_queries(5):
            return people.people_page(evening.club)

    page(1)
    assert len(page(24).lines) == 50


def test_the_door_asks_who_answers_and_with_whom_they_play(evening, martins, django_assert_num_queries):
    with django_assert_num_queries(2):
        assert [one.name for one in people.find_people(evening.club, "martin")] == ["Jean Martin"] * 2


def test_a_name_of_many_evenings_is_corrected_in_as_many_statements_as_one_of_few(evening, doing):
    def correct(name):
        with CaptureQueriesContext(connection) as asked:
            acts.correct_person(**doing, person_id=jean.pk, name=name)
        return len(asked)

    jean = person_of(register(evening, "Jean Martin", "Anne Roux", origin="Plouc"))
    register(another(evening), "Jean Martin", "Anne Roux", origin="Plouc")
    few = correct("Jean Martin un")
    Person.objects.filter(pk=jean.pk).update(commune="Plouc")
    for days in range(14, 80, 7):
        register(another(evening, days), "Jean Martin un", "Anne Roux", origin="Plouc")
    assert len(evenings_of(jean)) == 12
    assert correct("Jean Martin deux") == few
    for tournament in Tournament.objects.all():
        assert check(tournament).whole


def test_people_are_found_in_the_order_of_how_often_they_came_by_any_name_they_had(evening, doing):
    register(evening, "Bob Martin", "Anne Roux", origin="Plouc")
    register(evening, "Robert Martin", "Lise Faure", origin="Pons")
    for days in (7, 14):
        register(another(evening, days), "Robert Martin", "Lise Faure", origin="Pons")
    assert [(one.name, one.times) for one in people.find_people(evening.club, "martin")] == [
        ("Robert Martin", 3),
        ("Bob Martin", 1),
    ]
    bob, robert = (Person.objects.get(name=name) for name in ("Bob Martin", "Robert Martin"))
    late = register(another(evening, 21), "Bob Martin", "Anne Roux", origin="Plouc")
    delete_team(team_id=register(another(evening, 28), "Robert Martin", "Lise Faure", origin="Pons").pk, by=None)
    delete_team(team_id=late.pk, by=None)
    with pytest.raises(TournamentError):
        acts.unite_people(**doing, person_ids=[robert.pk, bob.pk])  # they sat in one concours
    delete_team(team_id=TeamMember.objects.get(person=bob).team_id, by=None)
    bob = person_of(register(another(evening, 35), "Bob Martin", "Anne Roux", origin="Plouc"))
    acts.unite_people(**doing, person_ids=[robert.pk, bob.pk])
    assert [(one.name, one.times) for one in people.find_people(evening.club, "bob")] == [("Robert Martin", 4)]


def test_a_person_is_listed_with_its_evenings_the_last_of_them_and_the_partner_it_had_most(evening):
    for days, partner in ((0, "Anne Roux"), (7, "Luc Brun"), (14, "Luc Brun")):
        tournament = another(evening, days) if days else evening
        register(tournament, "Jean Martin", partner, origin="Plouc")
        register(tournament, "Marc Robin", "Rose Lebrun")
        builders.partie(tournament, 1, [(1, 1000, 2, 944)])
    register(another(evening, 21), "Jean Martin", "Anne Roux", origin="Plouc")  # registered, never seated
    lines = {line.person.name: line for line in people.people_page(evening.club).lines}
    jean = lines["Jean Martin"]
    assert (jean.evenings, jean.last, jean.partner) == (3, evening.date + datetime.timedelta(days=14), "Luc Brun")
    assert (lines["Anne Roux"].evenings, lines["Anne Roux"].partner) == (1, "Jean Martin")
    assert [one.partner for one in people.find_people(evening.club, "jean m")] == ["Luc Brun"], "the door proposes him"


def test_the_usual_partner_is_told_by_the_latest_teams_in_the_list_on_the_page_and_at_the_door(evening, monkeypatch):
    monkeypatch.setattr(people, "LATEST", 2)
    for days, partner in ((0, "Anne Roux"), (7, "Anne Roux"), (14, "Anne Roux"), (21, "Luc Brun"), (28, "Luc Brun")):
        tournament = another(evening, days) if days else evening
        register(tournament, "Jean Martin", partner, origin="Plouc")
        register(tournament, "Marc Robin", "Rose Lebrun")
        builders.partie(tournament, 1, [(1, 1000, 2, 944)])
    (listed,) = (line for line in people.people_page(evening.club).lines if line.person.name == "Jean Martin")
    (alone,) = people.lines_of([Person.objects.get(name="Jean Martin")])
    (found,) = people.find_people(evening.club, "jean m")
    assert listed.partner == alone.partner == found.partner == "Luc Brun" and listed.evenings == alone.evenings == 5


def test_all_memberships_end_at_once_and_come_back(evening, martins, doing, client):
    first, other = martins
    paul, *rest = acts.enter_people(**doing, people=[{"name": f"Paul {n}", "member": True} for n in ("Un", "Deux", "Trois")])  # fmt: skip
    Person.objects.filter(pk=first.pk).update(member=True)
    elsewhere = Person.objects.create(club=builders.concours(teams=0).club, name="Ailleurs", member=True)
    with pytest.raises(TournamentError) as refused:
        end_memberships(**doing, members=3)  # the page showed three
    assert refused.value.code == "members_changed" and people.members_of(evening.club).count() == 4
    acts.unite_people(**doing, person_ids=[rest[0].pk, paul.pk])  # the name of Paul Un keeps its mark under this one
    assert end_memberships(**doing, members=3) == 3
    assert not Person.objects.filter(club=evening.club, member=True).exists()
    assert Person.objects.get(pk=elsewhere.pk).member, "another club's year does not end"
    with refuses("members_none"):
        end_memberships(**doing, members=0)
    # Meanwhile one is erased, one is brought together with somebody who never was a member.
    acts.erase_person(**doing, person_id=rest[1].pk)
    TeamMember.objects.filter(person=other).delete()
    acts.unite_people(**doing, person_ids=[other.pk, first.pk])
    number = ClubEntry.objects.get(club=evening.club_id, act="end_memberships").number
    client.force_login(doing["by"])
    client.post(reverse("club-people-undo", args=[evening.club_id]), {"line": number})
    assert {one.name for one in people.members_of(evening.club)} == {"Jean Martin", "Paul Deux"}
    assert journal_of(evening.club_id)[-1] == "renew_memberships"


def test_a_program_finds_the_line_of_what_it_takes_back(evening, doing):
    """The number of the line stood on the page alone."""
    api, address = api_for(doing["by"]), f"clubs/{evening.club_id}/people/"
    first = api.send(address, {"name": "Luc Prat"}).json()["id"]
    second = api.send(address, {"name": "Lise Prat"}).json()["id"]
    assert api.send(address + "unite/", {"people": [first, second]}).status_code == 200
    line = api.ask(address + "undo/").json()["lines"][0]
    assert (line["act"], bool(line["title"]), bool(line["does"])) == ("unite_people", True, True)
    assert api.send(address + "undo/", {"line": line["number"]}).status_code == 204
    assert {one["name"] for one in api.ask(address).json()["results"]} >= {"Luc Prat", "Lise Prat"}
    assert api.ask(address + "undo/").json()["lines"][0]["does"] == ""


def test_the_page_of_the_members_shows_what_would_end(evening, doing, client):
    address = reverse("club-members", args=[evening.club_id])
    client.force_login(doing["by"])
    assert "personne comme adhérent" in client.get(address).text
    acts.enter_people(**doing, people=[{"name": "Paul Petit", "member": True}, {"name": "Rose Lebrun"}])
    page = client.get(address).text
    assert "Paul Petit" in page and "Rose Lebrun" not in page and "Mettre fin à 1 adhésion" in page
    acts.enter_people(**doing, people=[{"name": "Luc Brun", "member": True}])
    end = reverse("club-members-end", args=[evening.club_id])
    assert "regardez de nouveau la liste" in client.post(end, {"members": "1"}).text
    assert people.members_of(evening.club).count() == 2
    assert "2 adhésions sont terminées" in client.post(end, {"members": "2"}, follow=True).text
    assert people.members_of(evening.club).count() == 0


@pytest.mark.parametrize("later", ["said", "united"])
def test_what_a_person_said_last_is_not_lost_with_what_it_said_before(later):
    """A person who did not want to be named any more was named again."""
    tournament = builders.concours(teams=2, parties=1)
    club = {"club_id": tournament.club_id, "by": None}
    [person, other] = acts.enter_people(people=[{"name": "Anne Roux"}, {"name": "Anna Roux"}], **club)
    acts.say_rights(person_id=person.pk, naming="agreed", **club)
    line = ClubEntry.objects.latest("number").number
    if later == "said":
        acts.say_rights(person_id=person.pk, naming="refused", **club)
    else:
        acts.say_rights(person_id=other.pk, naming="refused", **club)
        acts.unite_people(person_ids=[person.pk, other.pk], **club)
    with refuses("club_line_stays"):
        acts.take_back(number=line, **club)
    assert Person.objects.get(pk=person.pk).naming == "refused"


def test_a_link_and_the_years_of_a_club_stay_as_they_were_set_last():
    tournament = builders.concours(teams=2, parties=1)
    club = {"club_id": tournament.club_id, "by": None}
    [person] = acts.enter_people(people=[{"name": "Anne Roux"}], **club)
    for act, again in (
        (acts.give_link, [{"person_id": person.pk}, {"person_id": person.pk}]),
        (acts.choose_retention, [{"years": 3}, {"years": 5}]),
    ):
        act(**again[0], **club)
        line = ClubEntry.objects.latest("number").number
        act(**again[1], **club)
        with pytest.raises(TournamentError):
            acts.take_back(number=line, **club)
        acts.take_back(number=line + 1, **club)
    assert Person.objects.get(pk=person.pk).link is None


def test_people_who_are_parted_again_keep_nothing_of_each_other():
    """The telephone of one stayed with the other, who was a member without being one."""
    club = {"club_id": builders.concours(teams=2, parties=1).club_id, "by": None}
    of_other = {"name": "Anna Roux", "member": True, "phone": "06 12 34 56 78", "commune": "Nozay", "needs": "rampe"}
    [kept, other] = acts.enter_people(people=[{"name": "Anne Roux", "commune": "Nort"}, of_other], **club)
    acts.unite_people(person_ids=[kept.pk, other.pk], **club)
    line = ClubEntry.objects.latest("number").number
    acts.correct_person(person_id=kept.pk, needs="table basse", **club)
    acts.take_back(number=line, **club)
    words = ("member", "phone", "commune", "needs")
    rows = Person.objects.filter(pk__in=[kept.pk, other.pk]).order_by("pk").values_list(*words)
    assert list(rows) == [(False, "", "Nort", "table basse"), (True, "06 12 34 56 78", "Nozay", "rampe")]
