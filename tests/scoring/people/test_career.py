"""A person over the years: how often it played, its ranks and points, its best, and the picture of it."""

import datetime
import io
import zipfile

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import CommandError, call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.clock import services as sheet_clock
from scoring.people.selectors import career_of, career_picture, seasons_of_person
from scoring.public.pages import refresh_pages
from scoring.referee import rulings
from scoring.seasons import services as seasons
from scoring.seasons.keeping import evening_rows
from scoring.standings.reading import evening as read_evening
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import api_for
from tests.support.people import another, person_of, register
from tests.support.rulings import type_in
from tournament.models import Club, ClubEntry, Person, Tournament
from tournament.people import services as people
from tournament.people.selectors import lines_of
from tournament.registration import attendance
from tournament.rounds import clock

pytestmark = pytest.mark.django_db
HALL = {"REMOTE_ADDR": "192.168.1.20"}


@pytest.fixture
def evening():
    return builders.concours(teams=0, date=datetime.date(2025, 11, 20), parties=1)


@pytest.fixture
def jean(evening):
    """A person who played two evenings: won one by 1100, lost the other; and was registered for a third."""
    first = register(evening, "Jean Martin", "Anne Roux", origin="Plouc")
    register(evening, "Luc Brun", "Lise Faure")
    builders.partie(evening, 1, [(1, 1100, 2, 844)])
    later = another(evening, 365, overrides={"parties": 1})
    register(later, "Luc Brun", "Lise Faure")
    register(later, "Jean Martin", "Paul Petit", origin="Plouc")
    builders.partie(later, 1, [(1, 1000, 2, 944)])
    register(another(evening, 372), "Jean Martin", "Paul Petit", origin="Plouc")
    rehearsal = another(evening, 379, overrides={"rehearsal": True})
    for names in (("Jean Martin", "Paul Petit"), ("Luc Brun", "Lise Faure")):
        register(rehearsal, *names)
    builders.partie(rehearsal, 1, [(1, 1944, 2, 0)])
    for tournament in Tournament.objects.all():
        refresh_pages(tournament_id=tournament.pk)
    return person_of(first)


@pytest.fixture
def browser(jean):
    return logged_in(account("sylvie", jean.club, "scorer"))


def test_how_often_and_how_a_person_played(jean, django_assert_num_queries):
    with django_assert_num_queries(8):
        career = career_of(jean)
    assert [(one.date.year, one.rank, one.teams, one.points, one.partner) for one in career.evenings] == [
        (2026, 2, 2, 944, "Paul Petit"),
        (2025, 1, 2, 1100, "Anne Roux"),
    ]
    assert career.first_places == 1 and career.best_partie[0] == 1100
    assert career.per_donne == pytest.approx((1100 + 944) / 24)
    assert career.partners == [("Anne Roux", 1), ("Paul Petit", 1)]
    assert [(year.year, year.evenings, year.best_rank) for year in career.years] == [(2026, 1, 2), (2025, 1, 1)]
    assert [(point.x, point.y) for point in career.picture.points] == [(26, 26), (614, 134)]


def test_a_partie_counts_as_in_the_ranking_and_a_forfeit_is_none(evening):
    """Points per donne of a forfeit, and of donnes that the clock took away, stood beside those of the season."""
    Tournament.objects.filter(pk=evening.pk).update(parties=4, forfeit_points=1100, cutoff_donnes=2)
    evening.refresh_from_db()
    jean = person_of(register(evening, "Jean Martin", "Anne Roux"))
    register(evening, "Luc Brun", "Lise Faure")
    organiser = account("odile", evening.club)
    tables = []
    for number in range(1, 5):
        one = builders.partie(evening, number, [(1, None, 2, None)])
        tables.append(one.tables.select_related("round__tournament").get())
        if number == 2:
            clock.start_clock(tournament_id=evening.pk, number=2, by=None)
            clock.impose_cutoff(tournament_id=evening.pk, number=2, donnes=2, by=None)
            sheet_clock.record_cutoff_after(table_id=tables[1].pk, donnes=4)
    type_in(tables[0], 900, key="one")
    type_in(tables[1], 600, 372, key="two")
    said = {"seen": 0, "reason": "x", "by": organiser}
    rulings.give_forfeit(rulings.RulingContext(table_id=tables[2].pk, **said), absent="EO")
    type_in(tables[3], 1000, key="four")
    context = rulings.RulingContext(table_id=tables[3].pk, base_version=1, **said)
    rulings.rule(context, "penalty", {"team": 2, "label": "signes", "way": "on_top", "points": 162})
    refresh_pages(tournament_id=evening.pk)
    (played,) = career_of(jean).evenings
    assert [(one.points, one.donnes) for one in played.parties] == [(900, 12), (600, 6), (1162, 12)]
    assert (played.points, played.best, played.won) == (900 + 600 + 1100 + 1162, 1162, True)
    assert played.per_donne == pytest.approx((900 + 600 + 1162) / 30)
    (row,) = (one for one in evening_rows(read_evening(evening.pk)) if one.rank == 1)
    assert row.donnes == 30 + 12, "a season counts the points of the forfeit, and its donnes"


@pytest.mark.parametrize("policy", ["kept", "forfeit"])
def test_the_parties_of_a_person_are_those_of_the_ranking_after_an_exclusion(evening, policy):
    """Its page had the 444 points that it marked against a team excluded since, where the ranking has the 1100 of a forfeit."""
    Tournament.objects.filter(pk=evening.pk).update(parties=2, excluded_policy=policy, forfeit_points=1100)
    jean = person_of(register(evening, "Jean Martin", "Anne Roux"))
    luc = person_of(register(evening, "Luc Brun", "Lise Faure"))
    for number, points in ((1, 444), (2, 1000)):
        builders.partie(evening, number, [(1, points, 2, 1944 - points)])
    type_in(evening.rounds.get(number=2).tables.get(), 1000, key="again", base_version=1, reason="x")
    attendance.exclude_team(team_id=evening.teams.get(number=2).pk, reason="x", by=None)
    refresh_pages(tournament_id=evening.pk)
    for person, team in ((jean, 1), (luc, 2)):
        (played,) = career_of(person).evenings
        ranked = read_evening(evening.pk).seated[team]
        assert [one.points for one in played.parties] == [ranked[1].points, ranked[2].points]
        assert sum(one.points for one in played.parties) == played.points
    assert career_of(jean).evenings[0].best == 1000, "what an exclusion brings is nobody's best partie"
    assert career_of(luc).evenings[0].best == (0 if policy == "forfeit" else 1500)


def test_a_forfeit_that_was_corrected_since_is_a_partie_like_others(evening):
    """It was left out of the page of the person: an earlier version of its sheet was the forfeit."""
    jean = person_of(register(evening, "Jean Martin", "Anne Roux"))
    register(evening, "Luc Brun", "Lise Faure")
    builders.partie(evening, 1, [(1, None, 2, None)])
    table = evening.rounds.get().tables.get()
    builders.sheet(table, north=0, east=1100, kind="forfeit", content={"forfeit": "NS"})
    builders.sheet(table, north=1000, east=944)
    refresh_pages(tournament_id=evening.pk)
    assert [one.points for one in career_of(jean).evenings[0].parties] == [1000]


def test_nobody_has_won_before_the_end_nor_has_a_rank_while_the_ranking_is_held_back(evening):
    """« 1 / 2 », « en a gagné 1 » stood on the page of a person while the last partie was held back for the prizes."""
    Tournament.objects.filter(pk=evening.pk).update(parties=2, hold_ranking=True)
    jean = person_of(register(evening, "Jean Martin", "Anne Roux"))
    register(evening, "Luc Brun", "Lise Faure")
    for number, won in ((1, 0), (2, 1)):
        builders.partie(evening, number, [(1, 1100, 2, 844)])
        refresh_pages(tournament_id=evening.pk)
        career = career_of(jean)
        assert (career.evenings[0].rank, career.first_places, [one.first_places for one in career.years]) == (
            1,
            won,
            [won],
        )
        public = career_of(jean, public=True)
        assert (public.evenings[0].rank, public.evenings[0].points, public.first_places) == (None, None, 0)
    link = people.give_link(club_id=jean.club_id, person_id=jean.pk, by=None).link
    assert "1 / 2" not in Client().get(reverse("public-person", args=[link]), **HALL).text
    Tournament.objects.update(ranking_shown_at=timezone.now())
    assert "1 / 2" in Client().get(reverse("public-person", args=[link]), **HALL).text
    assert career_of(jean, public=True).first_places == 1


def test_a_partner_is_counted_as_the_person_it_is(evening, jean):
    """Two spellings of one person were two partners, and two namesakes were one."""
    for days, partner in enumerate(["Annie Roux", "Annie Roux", "Paul Petit", "Lucie Petit", "Lucie Petit"], 1):
        concours = another(evening, days, overrides={"parties": 1})
        register(concours, "Jean Martin", partner)
        register(concours, "Luc Brun", "Lise Faure")
        builders.partie(concours, 1, [(1, 1000, 2, 944)])
    known = {one.name: one.pk for one in Person.objects.filter(club=evening.club)}
    people.unite_people(club_id=evening.club_id, person_ids=[known["Anne Roux"], known["Annie Roux"]], by=None)
    people.correct_person(club_id=evening.club_id, person_id=known["Lucie Petit"], name="Paul Petit", by=None)
    assert career_of(jean).partners == [("Anne Roux", 3), ("Paul Petit", 2), ("Paul Petit", 2)]
    assert {one.partner for one in career_of(jean).evenings} == {"Anne Roux", "Paul Petit"}
    assert [line.partner for line in lines_of([jean])] == ["Anne Roux"], "together the two namesakes have one more"


def test_one_evening_makes_no_picture(jean):
    assert career_picture(career_of(jean).evenings[:1]) is None


def test_the_page_of_a_person_answers_in_one_sentence(jean, browser):
    page = browser.get(reverse("club-person", args=[jean.club_id, jean.pk])).content.decode()
    assert "A joué 2 soirées" in " ".join(page.split()) and "<svg" in page and "Paul Petit" in page
    assert "Effacer cette personne" not in page


def test_what_is_typed_wrong_stays_in_the_form_with_its_sentence(jean, browser):
    address = reverse("club-person-correct", args=[jean.club_id, jean.pk])
    answer = browser.post(address, {"name": "Jean Martin", "phone": "demander", "needs": "fauteuil roulant"})
    page = answer.content.decode()
    assert answer.status_code == 422 and "fauteuil roulant" in page and "numéro de téléphone" in page
    assert browser.post(address, {"name": "Jean Martin", "needs": "fauteuil roulant"}).status_code == 302
    assert Person.objects.get(pk=jean.pk).needs == "fauteuil roulant"


def test_evenings_are_another_persons_by_ticking_them(jean, browser):
    address = reverse("club-person-part", args=[jean.club_id, jean.pk])
    assert browser.post(address).status_code == 422
    place = career_of(jean).evenings[0].place
    assert browser.post(address, {"place": [place]}).status_code == 302
    assert len(career_of(jean).evenings) == 1


def test_only_the_organiser_erases_and_says_that_he_is_sure(jean, browser):
    address = reverse("club-person-erase", args=[jean.club_id, jean.pk])
    assert browser.post(address, {"sure": "1"}).status_code == 403
    browser.force_login(account("odile", jean.club))
    assert browser.post(address).status_code == 422
    assert browser.post(address, {"sure": "1"}).status_code == 302
    assert Person.objects.get(pk=jean.pk).erased_at is not None


def test_the_person_sees_its_evenings_by_its_link_until_it_is_withdrawn(jean):
    people.correct_person(club_id=jean.club_id, person_id=jean.pk, by=None, phone="06 12 34 56 78", needs="fauteuil")
    link = people.give_link(club_id=jean.club_id, person_id=jean.pk, by=None).link
    address = reverse("public-person", args=[link])
    page = Client().get(address, **HALL).content.decode()
    assert "Jean Martin" in page and "1 / 2" in page
    assert not any(word in page for word in ("Paul Petit", "06 12", "fauteuil"))
    assert "Played" in Client().get(f"{address}?lang=en", **HALL).content.decode()
    people.withdraw_link(club_id=jean.club_id, person_id=jean.pk, by=None)
    assert Client().get(address, **HALL).status_code == 404


@pytest.mark.parametrize("kind", ["xlsx", "zip"])
def test_the_regulars_go_into_a_file_and_come_back_from_it(jean, browser, kind):
    people.correct_person(club_id=jean.club_id, person_id=jean.pk, by=None, needs="fauteuil", phone="06 12 34 56 78")
    answer = browser.get(reverse("club-people-file", args=[jean.club_id, kind]))
    content = answer.content
    if kind == "zip":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            content = archive.read(next(name for name in archive.namelist() if name.endswith(".csv")))
    club = Club.objects.create(name="Une autre")
    browser.force_login(account("zoe", club))
    address = reverse("club-people-list", args=[club.pk])
    shown = browser.post(address, {"file": SimpleUploadedFile(f"liste.{kind}", content)})
    browser.post(address, {"lines": shown.context["lines"]})
    brought = {one.name: one for one in Person.objects.filter(club=club)}
    assert sorted(brought) == ["Anne Roux", "Jean Martin", "Lise Faure", "Luc Brun", "Paul Petit"]
    assert brought["Jean Martin"].commune == "Plouc" and brought["Jean Martin"].phone == "06 12 34 56 78"
    assert brought["Jean Martin"].needs == "fauteuil"


def test_a_program_reads_the_evenings(jean):
    answer = api_for(account("odile", jean.club)).ask(f"clubs/{jean.club_id}/people/{jean.pk}/evenings/").json()
    assert (answer["count"], answer["first_places"], answer["best_partie"]) == (2, 1, 1100)
    assert [one["rank"] for one in answer["evenings"]] == [2, 1]


def test_the_seasons_in_which_it_counts_stand_on_its_page(jean, browser):
    evenings = [(pk, 1) for pk in jean.memberships.values_list("team__tournament", flat=True)]
    seasons.make_season(club_id=jean.club_id, by=None, name="Challenge 2026", evenings=evenings)
    (one,) = seasons_of_person(jean)
    assert (one.season.name, one.key, one.of) == ("Challenge 2026", str(jean.pk), 5) and one.rank
    page = browser.get(reverse("club-person", args=[jean.club_id, jean.pk])).text
    assert "Challenge 2026" in page and reverse("season-why", args=[one.season.pk, one.key]) in page


def test_a_line_of_the_club_changed_by_hand_is_found(capsys):
    club = Club.objects.create(name="Le club")
    (lise,) = people.enter_people(club_id=club.pk, people=[{"name": "Lise Faure"}], by=None)
    people.give_link(club_id=club.pk, person_id=lise.pk, by=None)
    call_command("verify_journal", club=club.pk)
    assert "2 " in capsys.readouterr().out
    ClubEntry.objects.filter(club=club, number=1).update(act="correct_person")
    with pytest.raises(CommandError):
        call_command("verify_journal", club=club.pk)
    assert f"{club.pk}" in capsys.readouterr().err
