"""The end of what is kept of people: shown before, done by an act or by the job of the day, promised in print."""

import datetime

import pytest
from django.urls import resolve, reverse
from django.utils.translation import override

from deploy.web.retention import sections
from scoring.evening.closing import close_tournament
from scoring.people import retention
from scoring.people.retention import erase_due_everywhere, retention_of
from scoring.people.services import correct_whole_person
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import api_for
from tests.support.people import person_of, register
from tests.support.refusals import refuses
from tournament.concours.reglement import reglement_of
from tournament.concours.services import purge_tournament, remove_tournament
from tournament.jobs.upkeep import enqueue_daily
from tournament.models import Club, Job, Person, TeamMember, Tournament
from tournament.people import services as people

pytestmark = pytest.mark.django_db
TODAY = datetime.date(2026, 11, 28)


@pytest.fixture
def club():
    """A club of three people: one of 2020, one of 2022, one of last week."""
    for year, names in ((2020, ("Jean Martin", "Anne Roux")), (2022, ("Anne Roux", "Luc Brun"))):
        tournament = builders.concours(teams=0, date=datetime.date(year, 2, 28))
        if year == 2020:
            club = tournament.club
        tournament.club = club
        tournament.save()
        register(tournament, *names)
    people.enter_people(club_id=club.pk, people=[{"name": "Lise Faure"}], by=None)
    club.refresh_from_db()
    return club


def names(lines) -> list[str]:
    return [line.person.name for line in lines]


def test_who_goes_when_is_shown_before(club, django_assert_num_queries):
    assert club.people_years == 5, "a new club has a term"
    with django_assert_num_queries(2):
        page = retention_of(club, TODAY)
    assert (names(page.due), names(page.soon), page.later) == (["Jean Martin"], ["Anne Roux", "Luc Brun"], 1)
    assert [line.goes_on for line in page.soon] == [datetime.date(2027, 2, 28)] * 2
    people.choose_retention(club_id=club.pk, years=None, by=None)
    club.refresh_from_db()
    assert retention_of(club, TODAY) == (retention_of(club, TODAY)) and not retention_of(club, TODAY).due


def test_an_old_evening_that_is_entered_late_takes_nobody_away(club):
    """The last evening is that of the latest day, not the one that was written last."""
    old = builders.concours(teams=0, date=datetime.date(2015, 5, 1))
    type(old).objects.filter(pk=old.pk).update(club=club)
    old.refresh_from_db()
    register(old, "Luc Brun", "Zoé Roux")
    page = retention_of(club, TODAY)
    assert (names(page.due), names(page.soon)) == (["Zoé Roux", "Jean Martin"], ["Anne Roux", "Luc Brun"])
    assert page.due[0].last == datetime.date(2015, 5, 1) and page.later == 1


def test_a_long_list_says_how_many_follow_and_erases_what_it_shows(club, client, monkeypatch):
    monkeypatch.setattr(retention, "MOST_AT_ONCE", 1)
    Tournament.objects.filter(club=club).update(date=datetime.date(2020, 2, 28))
    client.force_login(account("odile", club))
    page = client.get(reverse("club-people-kept", args=[club.pk])).text
    assert "Anne Roux" in page and "Jean Martin" not in page and "Luc Brun" not in page
    assert "Effacer 1 personne maintenant" in page and "2 autres personnes suivent" in page
    client.post(reverse("club-people-go", args=[club.pk]), {"sure": "1"})
    assert sorted(Person.objects.filter(club=club, erased_at=None).values_list("name", flat=True)) == [
        "Jean Martin",
        "Lise Faure",
        "Luc Brun",
    ]


def test_the_job_of_the_day_lets_them_go_once(club):
    assert enqueue_daily() >= 1 and enqueue_daily() == 0
    assert Job.objects.filter(kind="retention").count() == 1
    assert erase_due_everywhere() == 1 and erase_due_everywhere() == 0
    assert not Person.objects.filter(name="Jean Martin").exists()
    assert Person.objects.filter(name="Anne Roux").exists()
    assert club.journal.get(act="erase_person").by is None


def test_a_club_without_a_term_or_closed_loses_nobody(club):
    Club.objects.filter(pk=club.pk).update(people_years=None)
    assert erase_due_everywhere() == 0
    Club.objects.filter(pk=club.pk).update(people_years=1, closed_at=datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC))
    assert erase_due_everywhere() == 0


def test_the_term_is_an_act_that_is_taken_back(club):
    people.choose_retention(club_id=club.pk, years=3, by=None)
    people.take_back(club_id=club.pk, number=club.journal.order_by("-number").first().number, by=None)
    club.refresh_from_db()
    assert club.people_years == 5
    with refuses("number_range"):
        people.choose_retention(club_id=club.pk, years=31, by=None)


def test_the_page_and_the_act(club):
    client = logged_in(account("odile", club))
    page = client.get(reverse("club-people-kept", args=[club.pk])).text
    assert "Jean Martin" in page and "Effacer 1 personne maintenant" in page
    go = reverse("club-people-go", args=[club.pk])
    assert client.post(go).status_code == 422 and client.post(go, {"sure": "1"}).status_code == 302
    term = reverse("club-people-term", args=[club.pk])
    assert client.post(term, {"years": "0"}).status_code == 422
    assert client.post(term, {"years": ""}).status_code == 302
    assert "choisissez une durée" in client.get(reverse("club-people-kept", args=[club.pk])).text
    answer = api_for(account("olga", club)).send(f"clubs/{club.pk}/people/retention/", {"years": 3})
    assert (answer.json()["years"], [one["name"] for one in answer.json()["due"]]) == (3, ["Anne Roux", "Luc Brun"])


def test_a_name_corrected_after_the_palmares_says_why_to_players(client):
    tournament = builders.concours(teams=0, names_online=True)
    team = register(tournament, "Jean Matrin", "Anne Roux")
    register(tournament, "Luc Brun", "Lise Faure")
    builders.partie(tournament, 1, [(1, 1100, 2, 844)])
    tournament = close_tournament(tournament_id=tournament.pk, by=None, reason="Il est tard")
    correct_whole_person(
        club_id=tournament.club_id, person_id=person_of(team).pk, name="Jean Martin", reason="mal écrit", by=None
    )
    for address in (
        reverse("public-palmares", args=[tournament.slug]),
        reverse("public-standings", args=[tournament.slug]),
    ):
        page = client.get(address).text
        assert "Jean Martin" in page and "mal écrit" in page and "Matrin" not in page, address


# The promises in print, by their words, and the addresses of the page and the act that do it.
PROMISES = {
    "être nommé": ("club-person", "club-person-rights"),
    "image": ("club-person", "club-person-rights"),
    "voir": ("club-person", "club-person-held"),
    "corriger": ("club-person", "club-person-correct"),
    "effacer": ("club-person", "club-person-erase"),
    "n’a pas joué depuis": ("club-people-kept", "club-people-go"),
}
KEPT = {
    "un fichier de tout ce qui est gardé": "club-person-held",
    "corrige votre nom": "club-person-correct",
    "vous efface": "club-person-erase",
    "ne voulez pas être nommé": "club-person-rights",
    "Aucune image": "club-person-rights",
    "par la durée|à la fin de la durée": "club-people-kept",
    "puis ils sont refaits": "export-ask",
}


def test_each_promise_of_the_house_rules_and_of_what_is_kept_has_its_page_and_act(client):
    tournament = builders.concours(teams=0)
    team = register(tournament, "Jean Martin", "Anne Roux")
    with override("fr"):
        (printed,) = [
            section for section in reglement_of(tournament) if any("être nommé" in s.text for s in section.sentences)
        ]
        rules = " ".join(sentence.text for sentence in printed.sentences)
    client.force_login(account("odile", tournament.club))
    places = {"club": tournament.club_id, "person": person_of(team).pk}
    for words, (page, act) in PROMISES.items():
        assert words in rules, words
        where = {name: places[name] for name in (("club", "person") if page == "club-person" else ("club",))}
        text = client.get(reverse(page, kwargs=where)).text
        if act != "club-people-go":  # it stands there once somebody's term is over
            assert reverse(act, kwargs=where) in text, act
        assert resolve(reverse(act, kwargs=where)).func
    told = client.get(reverse("kept")).text
    for words, act in KEPT.items():
        assert any(part in told for part in words.split("|")), words
        assert act in {"export-ask"} or reverse(act, kwargs=places if "person-" in act else {"club": places["club"]})
    assert all(row.until for _title, part in sections() for row in part), "everything has an end"
    for page in ("door", "door-print", "poster"):
        assert "dites-le à l’entrée" in client.get(reverse(page, args=[tournament.pk])).text, page


def test_who_refused_is_not_named_where_the_concours_is_taken_in():
    tournament = builders.evening(teams=4, parties=1)
    person = Person.objects.create(club=tournament.club, name="Jean Martin", naming="refused")
    TeamMember.objects.filter(team__tournament=tournament, team__number=2, position=1).update(person=person)
    file = read_concours(write_concours(tournament.pk).content)
    assert file.unnamed == {(2, 1)}
    remove_tournament(tournament_id=tournament.pk, while_played=True, by=None)
    purge_tournament(tournament_id=tournament.pk, name=tournament.name, by=None)
    club = Club.objects.create(name="Un autre club")
    taken = take_in(file=file, club=club, by=account("zoe", club))
    refused = Person.objects.filter(club=club, naming="refused")
    (member,) = TeamMember.objects.filter(person__in=refused)
    assert (member.team.tournament_id, member.team.number, member.position) == (taken.pk, 2, 1)
