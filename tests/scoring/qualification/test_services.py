"""Qualify, call, decline, step in; the door, a list and home say why not; corrections, erasure, undo."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.evening.closing import reopen_tournament
from scoring.models import Palmares
from scoring.people.held import held_data
from scoring.people.services import erase_whole_person
from scoring.qualification import services
from scoring.qualification.selectors import qualified_page
from scoring.transfer.file import read_concours, write_concours
from scoring.transfer.services import take_in
from scoring.undo.services import undo
from tests.scoring.seasons.evenings import make_evening, names, person, play, season_of
from tests.support.accounts import account, logged_in
from tests.support.api import api_for
from tests.support.kept import kept
from tests.support.phase_pages import organiser_of
from tests.support.refusals import refuses
from tournament.concours import services as concours
from tournament.entries import services as entries
from tournament.models import Club, JournalEntry, Person, QualifiedPlace, Team, Tournament
from tournament.people import ages, services as people
from tournament.qualification.conditions import Candidate, refusals_of
from tournament.registration import services as registration
from tournament.registration.imports import services as imports
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.selectors import plan_import
from tournament.registration.series import create_series, series_dates
from tournament.rounds import partners

pytestmark = pytest.mark.django_db
HERE = names(12)
PAIRS = [HERE[at : at + 2] for at in range(0, 12, 2)]
TODAY = timezone.localdate()


def final_of(club, **settings):
    """A final in a month, for those who are qualified as teams."""
    made = concours.create_tournament(
        club=club,
        preset="4x12-points",
        name="Finale",
        date=TODAY + datetime.timedelta(days=30),
        by=None,
        overrides={"entry_qualified": "team"} | settings,
    )
    return made


@kept
def three():
    """Two evenings of pairs that are over, and a final to come."""
    club = Club.objects.create(name="Casson")
    first = play(make_evening(club, "4x12-points", PAIRS, 6, parties=2), 1)
    second = play(make_evening(club, "4x12-points", PAIRS, 13, parties=2), 2)
    return club, first, second, final_of(club)


@pytest.fixture
def evenings():
    return three()


def ranked(one):
    """The pairs of an evening by its palmarès, as names."""
    rows = Palmares.objects.filter(tournament=one).latest("number").rows
    teams = {team.number: [str(p) for p in team.players.order_by("memberships__position")] for team in one.teams.all()}
    return [teams[row[1]] for row in rows]


def choose(final, *rankings):
    services.choose_qualifying(tournament_id=final.pk, rankings=[(one.pk, None, n) for one, n in rankings], by=None)
    services.call_qualified(tournament_id=final.pk, by=None)


def lines(final):
    return [
        (line.name, line.place.rank, line.place.answer, line.place.steps_in) for line in qualified_page(final).lines
    ]


def refused(code, act, **arguments):
    with refuses(code) as error:
        act(**arguments)
    return str(error.value)


def register(final, players, **more):
    return registration.register_team(tournament_id=final.pk, players=players, by=None, **more)


def answer(final, name, what, **more):
    line = next(line for line in qualified_page(final).lines if name in line.name)
    return services.answer_qualified(tournament_id=final.pk, place_id=line.place.pk, answer=what, by=None, **more)


def test_the_first_of_an_evening_are_called_and_only_they_may_register(evenings):
    _club, first, _second, final = evenings
    choose(final, (first, 2))
    order = ranked(first)
    assert lines(final) == [(" / ".join(order[0]), 1, "", False), (" / ".join(order[1]), 2, "", False)]
    team = register(final, order[0])
    assert qualified_page(final).lines[0].number == team.number
    said = refused("not_admitted", register, final=final, players=order[2])
    assert order[2][0] in said and "qualifiés" in said
    # Two of the qualified who did not qualify together are no qualified team.
    refused("not_admitted", register, final=final, players=[order[1][0], order[3][0]])
    let_in = register(final, order[2], let_in="invitée par le comité")
    line = JournalEntry.objects.filter(tournament=final, act="register_team").latest("number")
    assert (line.after["let_in"], line.reason) == (["not_qualified"], "invitée par le comité")
    # A team that was let in stays so; another player in the place is asked again, as the API is.
    registration.change_team(team_id=let_in.pk, origin="Pons", by=None)
    refused("not_admitted", registration.change_team, team_id=let_in.pk, players=[order[2][0], order[4][0]], by=None)
    client = logged_in(organiser_of(final))
    sent = {"players": order[3]}
    address = f"/api/v1/concours/{final.pk}/teams/"
    answered = client.post(address, sent, content_type="application/json")
    assert (answered.status_code, answered.json()["code"]) == (422, "not_admitted")
    assert client.post(address, sent | {"let_in": "vu"}, content_type="application/json").status_code == 201


def test_who_declines_makes_room_for_the_next_and_it_is_taken_back(evenings):
    _club, first, _second, final = evenings
    choose(final, (first, 2))
    order = ranked(first)
    answer(final, order[0][0], "declined", reason="en voyage")
    assert lines(final)[2] == (" / ".join(order[2]), 3, "", True)
    refused("not_admitted", register, final=final, players=order[0])
    line = JournalEntry.objects.filter(tournament=final, act="answer_qualified").latest("number")
    assert line.reason == "en voyage" and order[0][0] not in str(line.after)
    undo(tournament_id=final.pk, line=line.number, reason="erreur", by=None)
    assert [row[2] for row in lines(final)] == ["", ""]
    register(final, order[0])
    # Once the one who steps in has answered, both have a place: nothing is taken away.
    answer(final, order[1][0], "declined")
    answer(final, order[2][0], "accepted")
    answer(final, order[1][0], "accepted")
    assert [row[2] for row in lines(final)] == ["", "accepted", "accepted"]
    # Declined once more nobody is called: the places are taken.
    assert answer(final, order[1][0], "declined") == []


def test_a_call_and_the_choice_of_rankings_are_taken_back(evenings):
    _club, first, second, final = evenings
    choose(final, (first, 2), (second, 2))
    answer(final, ranked(first)[0][0], "accepted")
    by_act = {line.act: line.number for line in JournalEntry.objects.filter(tournament=final)}
    refused("qualifying_called", undo, tournament_id=final.pk, line=by_act["choose_qualifying"], reason="x", by=None)
    undo(tournament_id=final.pk, line=by_act["call_qualified"], reason="x", by=None)
    assert [row[2] for row in lines(final)] == ["accepted"]
    QualifiedPlace.objects.all().delete()
    undo(tournament_id=final.pk, line=by_act["choose_qualifying"], reason="x", by=None)
    assert qualified_page(final).rankings == []


def test_several_rankings_call_nobody_twice(evenings):
    _club, first, second, final = evenings
    choose(final, (first, 2), (second, 2))
    one, other = ranked(first), ranked(second)
    called = [row[0] for row in lines(final)]
    assert called[:2] == [" / ".join(pair) for pair in one[:2]]
    rest = [pair for pair in other if set(pair) not in [set(two) for two in one[:2]]]
    assert [set(name.split(" / ")) for name in called[2:]] == [set(pair) for pair in rest[:2]]


def test_each_player_alone_is_qualified_where_the_final_says_so(evenings):
    club, first, second, _final = evenings
    final = final_of(club, entry_qualified="person")
    choose(final, (first, 1), (second, 1))
    one, other = ranked(first), ranked(second)
    assert len(lines(final)) == 4
    rest = next(pair for pair in other if not set(pair) & set(one[0]))
    register(final, [one[0][0], rest[0]])
    said = refused("not_admitted", register, final=final, players=[one[0][1], "Zoé Neuve"])
    assert "Zoé Neuve" in said and one[0][1] not in said


def test_those_called_as_teams_stay_teams_and_those_called_alone_alone(evenings):
    """Called as teams and asked alone, those who had a place were refused at the door, and as many others called again."""
    _club, first, second, final = evenings
    choose(final, (first, 2), (second, 1))
    change = {"act": concours.change_settings, "tournament_id": final.pk, "by": None}
    for other in ("person", "no"):
        refused("qualified_called", **change, changes={"entry_qualified": other})
    concours.change_settings(tournament_id=final.pk, changes={"name": "Grande finale"}, by=None)
    called = [line.place.pk for line in qualified_page(final).lines]
    services.uncall_qualified(tournament_id=final.pk, place_ids=called, by=None)
    concours.change_settings(tournament_id=final.pk, changes={"entry_qualified": "no"}, by=None)
    services.call_qualified(tournament_id=final.pk, by=None)
    assert len(lines(final)) == 6
    refused("qualified_called", **change, changes={"entry_qualified": "team"})
    concours.change_settings(tournament_id=final.pk, changes={"entry_qualified": "person"}, by=None)
    register(final, ranked(first)[0])


def test_a_season_qualifies_once_its_evenings_are_over(evenings):
    club, first, second, _final = evenings
    third = make_evening(club, "4x12-points", PAIRS, 20, parties=2)
    season = season_of(club, [first, second, third])
    final = final_of(club, entry_qualified="person")
    services.choose_qualifying(tournament_id=final.pk, rankings=[(None, season.pk, 3)], by=None)
    refused("qualifying_running", services.call_qualified, tournament_id=final.pk, by=None)
    play(third, 3)
    assert services.call_qualified(tournament_id=final.pk, by=None) >= 3
    assert {line.ranking for line in qualified_page(final).lines} == {"Challenge"}


def test_who_does_not_answer_in_time_is_passed_over_by_the_daily_job(evenings):
    _club, first, _second, final = evenings
    choose(final, (first, 2))
    order = ranked(first)
    assert {place.answer_by for place in final.qualified.all()} == {final.date - datetime.timedelta(days=7)}
    assert services.call_late() == 0
    final.qualified.update(answer_by=TODAY - datetime.timedelta(days=1))
    register(final, order[0])  # has answered
    assert services.call_late() == 1
    assert [row[2] for row in lines(final)] == ["", "lapsed", ""]
    assert final.qualified.get(steps_in=True).answer_by == TODAY + datetime.timedelta(days=3)
    assert "à temps" in refused("not_admitted", register, final=final, players=order[1])
    line = JournalEntry.objects.filter(tournament=final, act="call_qualified").latest("number")
    assert line.by is None and len(line.after["qualified_late"]) == 1


def test_a_correction_is_told_and_takes_nothing_away(evenings):
    _club, first, _second, final = evenings
    choose(final, (first, 2))
    order = ranked(first)
    rows = Palmares.objects.filter(tournament=first).latest("number").rows
    numbers = [row[1] for row in rows]
    corrected = [[rank, number, 0, []] for rank, number in enumerate([numbers[3], *numbers[:3], *numbers[4:]], start=1)]
    Palmares.objects.filter(tournament=first).update(rows=corrected)
    page = qualified_page(final)
    assert [(line.rank_now, line.stays, line.stands) for line in page.lines] == [(2, True, True), (3, False, True)]
    assert [(one.name, one.rank) for one in page.missed] == [(" / ".join(order[3]), 1)]
    (missed,) = page.missed
    who = tuple(map(int, missed.key.split("-")))
    invite = {"tournament_id": final.pk, "ranking": missed.ranking, "who": who, "by": None}
    refused("reason_needed", services.invite_qualified, reason="", **invite)
    services.invite_qualified(reason="classement corrigé", **invite)
    refused("qualified_twice", services.invite_qualified, reason="x", **invite)
    assert len(lines(final)) == 3 and qualified_page(final).missed == []
    client = logged_in(organiser_of(final))
    assert "corrigé" in client.get(reverse("qualified", args=[final.pk])).content.decode()


def test_a_ranking_that_is_open_again_calls_nobody(evenings):
    _club, first, _second, final = evenings
    choose(final, (first, 2))
    reopen_tournament(tournament_id=first.pk, reason="erreur", by=None)
    assert [one.state for one in qualified_page(final).rankings] == ["running"]
    assert qualified_page(final).moved == [] and len(lines(final)) == 2
    refused("qualifying_running", services.call_qualified, tournament_id=final.pk, by=None)
    assert answer(final, ranked(first)[0][0], "declined") == []


def test_the_erased_the_excluded_and_those_who_left_are_not_called(evenings):
    club, first, _second, final = evenings
    order = ranked(first)
    erase_whole_person(club_id=club.pk, person_id=person(club, order[0][0]), by=None)
    out = Team.objects.get(tournament=first, players__name=order[1][0])
    Team.objects.filter(pk=out.pk).update(withdrawn_from=2, excluded=True)
    choose(final, (first, 2))
    assert [row[0] for row in lines(final)] == [" / ".join(pair) for pair in order[2:4]]
    # One who is erased later has no name on the page, in the file or the answers, and the next is called.
    gone = person(club, order[2][0])
    assert held_data(Person.objects.get(pk=gone)).qualified == ["Finale (question posée)"]
    erase_whole_person(club_id=club.pk, person_id=gone, by=None)
    client = logged_in(organiser_of(final))
    for address in (reverse("qualified", args=[final.pk]), f"/api/v1/concours/{final.pk}/qualified/"):
        assert order[2][0] not in client.get(address).content.decode()
    assert services.call_qualified(tournament_id=final.pk, by=None) == 1
    assert lines(final)[-1][0] == " / ".join(order[4])


def test_people_brought_together_keep_their_place(evenings):
    club, first, _second, final = evenings
    choose(final, (first, 1))
    order = ranked(first)
    (twin,) = people.enter_people(club_id=club.pk, people=[{"name": "Autre Nom"}], by=None)
    people.unite_people(club_id=club.pk, person_ids=[twin.pk, person(club, order[0][0])], by=None)
    team = register(final, ["Autre Nom", order[0][1]])
    assert qualified_page(final).lines[0].number == team.number


def test_two_who_were_called_and_are_brought_together_have_one_place(evenings, client, settings):
    """They held two, and nobody was called to the second."""
    settings.EMBEDDED = False
    club, first, _second, final = evenings
    others = [
        ["Ada Zola", "Brice Olm"],
        ["Cora Tis", "Denis Hur"],
        ["Elsa Mat", "Firmin Col"],
        ["Gaby Sur", "Hugo Nef"],
    ]
    elsewhere = play(make_evening(club, "4x12-points", others, 6, parties=1), 3)
    choose(final, (first, 1), (elsewhere, 1))
    one, other = ranked(first)[0], ranked(elsewhere)
    answer(final, other[0][0], "accepted")
    assert not qualified_page(final).next
    for kept_name, twin in zip(one, other[0], strict=True):
        people.unite_people(club_id=club.pk, person_ids=[person(club, kept_name), person(club, twin)], by=None)
    page = qualified_page(final)
    assert [(line.doubled, line.stands, line.place.answer) for line in page.lines] == [
        (True, False, ""),
        (False, True, "accepted"),
    ]
    assert (page.coming, [line.name for line in page.next]) == (1, [" / ".join(ranked(first)[1])])
    assert "1 place est attribuée" in client.get(reverse("public-qualified", args=[final.slug])).text
    services.call_qualified(tournament_id=final.pk, by=None)
    assert [line.stands for line in qualified_page(final).lines] == [False, True, True]
    assert not qualified_page(final).next
    place = next(line.place.pk for line in qualified_page(final).lines if line.place.answer == "accepted")
    services.answer_qualified(tournament_id=final.pk, place_id=place, answer="declined", by=None)
    assert [line.stands for line in qualified_page(final).lines] == [False, True, False, True], "each ranking calls one"


def test_members_ages_and_categories_are_checked_at_the_door(evenings):
    club, *_ = evenings
    final = final_of(club, entry_qualified="no", entry_members=True, entry_age_from=18, entry_age_to=25)
    said = refused("not_admitted", register, final=final, players=HERE[:2])
    assert "adhérent" in said and "Année de naissance" in said and said.count(HERE[0]) == said.count(HERE[1]) == 2
    year = final.date.year
    for name, born in ((HERE[0], year - 18), (HERE[1], year - 25), (HERE[2], year - 26)):
        people.correct_person(club_id=club.pk, person_id=person(club, name), member=True, birth_year=born, by=None)
    register(final, HERE[:2])
    said = refused("not_admitted", register, final=final, players=[HERE[2], HERE[3]])
    assert "de 18 à 25 ans" in said and "26" not in said and HERE[3] in said
    refused(
        "birth_year_range",
        people.correct_person,
        club_id=club.pk,
        person_id=person(club, HERE[4]),
        birth_year=1850,
        by=None,
    )
    women = final_of(club, entry_qualified="no", entry_category="women")
    assert "féminine" in refused("not_admitted", register, final=women, players=HERE[:2])
    register(women, HERE[:2], category="women")
    for name in HERE[2:4]:
        people.correct_person(club_id=club.pk, person_id=person(club, name), category="women", by=None)
    register(women, HERE[2:4])


def test_everybody_reads_who_has_a_place_and_nobody_why_one_is_free(evenings, client, settings):
    club, first, _second, final = evenings
    settings.EMBEDDED = False
    address = reverse("public-qualified", args=[final.slug])
    assert client.get(address).status_code == 404, "no ranking qualifies"
    services.choose_qualifying(tournament_id=final.pk, rankings=[(first.pk, None, 3)], by=None)
    assert "Personne n’est encore appelé" in client.get(address).text
    services.call_qualified(tournament_id=final.pk, by=None)
    order = ranked(first)
    answer(final, order[0][0], "declined", reason="en voyage")
    answer(final, order[1][0], "accepted")
    page = client.get(address).text
    assert not any(name in page for name in HERE), "on the web names are not published"
    people.say_rights(club_id=club.pk, person_id=person(club, order[1][0]), naming="refused", by=None)
    people.say_rights(club_id=club.pk, person_id=person(club, order[2][1]), naming="agreed", by=None)
    page = client.get(address).text
    assert order[2][1] in page and order[2][0] not in page
    concours.change_settings(tournament_id=final.pk, changes={"names_online": True}, by=None)
    register(final, order[2])
    with CaptureQueriesContext(connection) as asked:
        page = client.get(address).text
    assert len(asked) <= 6
    assert order[1][1] in page and order[1][0] not in page, "one of the team does not want to be named"
    assert order[0][0] not in page and order[0][1] not in page and "voyage" not in page
    assert order[3][0] in page and "3 places sont attribuées" in page and "2 viennent" in page and "inscription" in page
    assert "3 places are given so far" in client.get(address + "?lang=en").text
    assert address in client.get(reverse("public-reglement", args=[final.slug])).text
    erase_whole_person(club_id=club.pk, person_id=person(club, order[3][0]), by=None)
    assert order[3][1] not in client.get(address).text
    Tournament.objects.filter(pk=final.pk).update(public=False)
    assert client.get(address).status_code == 404


def test_a_pair_made_of_singles_is_asked_the_same_again(evenings, client):
    """A pair may break what neither broke alone, and a membership may have ended since its player came."""
    club, *_ = evenings
    final = final_of(club, entry_qualified="no", entry_members=True, entry_category="mixed")
    for at in range(4):
        fields = {"member": True, "category": "women" if at == 1 else "men"}
        people.correct_person(club_id=club.pk, person_id=person(club, HERE[at]), by=None, **fields)
        register(final, [HERE[at]], alone=True, let_in="cherche quelqu’un")
    pair = {"tournament_id": final.pk, "by": None}
    assert "mixte" in refused("not_admitted", partners.choose_partners, first=1, second=3, **pair)
    said = refused("not_admitted", partners.draw_partners, seed="7♣", **pair)
    assert said.count("mixte") == 1 and Team.objects.filter(tournament=final, alone=True).count() == 4
    people.correct_person(club_id=club.pk, person_id=person(club, HERE[0]), member=False, by=None)
    said = refused("not_admitted", partners.choose_partners, first=1, second=2, **pair)
    assert HERE[0] in said and HERE[1] not in said
    people.correct_person(club_id=club.pk, person_id=person(club, HERE[0]), member=True, by=None)
    partners.choose_partners(first=1, second=2, **pair)
    assert "let_in" not in JournalEntry.objects.get(tournament=final, act="choose_partners").after
    by = organiser_of(final)
    client.force_login(by)
    page = client.post(reverse("partners-draw", args=[final.pk]), {"seed": ""}).content.decode()
    assert "mixte" in page and 'name="let_in"' in page
    api = api_for(by)
    address = f"concours/{final.pk}/partners/draw/"
    assert api.send(address).json()["code"] == "not_admitted"
    assert api.send(address, {"let_in": "invités du comité"}).status_code == 201
    line = JournalEntry.objects.get(tournament=final, act="draw_partners")
    assert (line.after["let_in"], line.reason) == (["not_of_category"], "invités du comité")


def test_who_is_in_already_is_known_when_a_partner_comes(evenings):
    club, *_ = evenings
    final = final_of(club, entry_qualified="no", entry_members=True)
    for name in HERE[:2]:
        people.correct_person(club_id=club.pk, person_id=person(club, name), member=True, by=None)
    team = register(final, [HERE[0]], alone=True)
    assert HERE[0] not in refused(
        "not_admitted", registration.change_team, team_id=team.pk, players=[HERE[0], HERE[2]], by=None
    )
    registration.change_team(team_id=team.pk, players=HERE[:2], by=None)
    assert team.members.count() == 2


def test_teams_taken_over_are_asked_as_at_the_door(evenings, client, django_assert_max_num_queries):
    club, first, *_ = evenings
    for name in PAIRS[0]:
        people.correct_person(club_id=club.pk, person_id=person(club, name), member=True, by=None)
    dates = series_dates(TODAY + datetime.timedelta(days=7), evenings=2, every_days=7)
    asked = {"club": club, "preset": first.preset, "name": "Vendredi", "by": None, "like": first, "teams": True}
    overrides = {"entry_members": True}
    with django_assert_max_num_queries(60):
        made = create_series(dates=dates, overrides=overrides, **asked)
    teams = [[member.player.name for member in team.members.all()] for team in made.concours[0].teams.all()]
    assert teams == [list(PAIRS[0])]
    assert len(made.left_out) == len(PAIRS) - 1 and made.left_out[0].concours == made.concours
    assert all("adhérent" in one.why for one in made.left_out)
    by = organiser_of(first)
    sent = {"club": club.pk, "preset": first.preset, "name": "X", "date": dates[0].isoformat(), "like": first.pk}
    answer = api_for(by).send("concours/series/", sent | overrides | {"evenings": 2, "teams": True}).json()
    assert [line["number"] for line in answer["left_out"]] == [one.number for one in made.left_out]
    assert answer["left_out"][0]["concours"] == [line["id"] for line in answer["series"]]
    client.force_login(by)
    fields = client.get(reverse("concours-new") + f"?comme={first.pk}").context["form"]
    form = {field.html_name: "" if (value := field.value()) is None else value for field in fields}
    form = {
        name: str(value) if name.startswith("option_") else value
        for name, value in form.items()
        if value is not False or name.startswith("option_")
    }
    form |= {"name": "Y", "date": dates[0].isoformat(), "with_teams": "1", "entry_members": "on"}
    answer = client.post(reverse("concours-new") + f"?comme={first.pk}", form)
    assert answer.status_code == 302, answer.context["form"].errors
    page = client.get(answer["Location"]).content.decode()
    assert "n’est pas reprise" in page and page.count("adhérent") >= len(PAIRS) - 1


def test_years_of_birth_are_kept_while_a_concours_asks_for_them(evenings):
    club, *_ = evenings
    pk = person(club, HERE[0])
    refused("birth_year_unasked", people.correct_person, club_id=club.pk, person_id=pk, birth_year=2000, by=None)
    final = final_of(club, entry_age_from=18)
    people.correct_person(club_id=club.pk, person_id=pk, birth_year=2000, by=None)
    assert ages.forget_birth_years() == 0
    Tournament.objects.filter(pk=final.pk).update(date=TODAY - datetime.timedelta(days=31))
    assert ages.forget_birth_years() == 1
    assert Person.objects.get(pk=pk).birth_year is None


def test_a_list_says_why_and_a_tick_lets_in(evenings):
    _club, first, _second, final = evenings
    choose(final, (first, 1))
    order = ranked(first)
    by = organiser_of(final)
    text = "\n".join("\t".join(pair) for pair in [("Joueur 1", "Joueur 2"), *order[:2]])
    draft = imports.start_import(tournament_id=final.pk, book=read_pasted(text), file_name="", by=by)
    teams = [line for line in plan_import(draft).lines if line.entry.kind == "team"]
    assert ["row_not_admitted" in line.doubts for line in teams] == [False, True]
    assert "qualifiés" in str(teams[1].says[0].params["why"]) and not teams[1].taken
    answers = {line.entry.row: {"take": True, "shown": list(line.doubts)} for line in teams}
    draft = imports.answer_import(draft_id=draft.pk, answers=answers, by=by)
    imports.import_teams(draft_id=draft.pk, seen=plan_import(draft).seen, by=by)
    line = JournalEntry.objects.get(tournament=final, act="import_teams")
    assert line.after["let_in"] == [2] and "cochée" in line.reason


def test_from_home_the_reason_is_said_and_no_age(evenings):
    club, first, _second, final = evenings
    choose(final, (first, 1))
    concours.change_settings(
        tournament_id=final.pk, changes={"entries_days": 60, "entry_age_from": 99, "entry_category": "women"}, by=None
    )
    order = ranked(first)
    home = {"tournament_id": final.pk, "sender": "s"}
    said = refused("not_admitted_home", entries.enter, token="a" * 32, players=order[1], **home)
    assert "qualifiés" in said
    entry = entries.enter(token="b" * 32, players=order[0], **home)
    # The desk that takes it checks all.
    done, why = entries.take_entries(
        tournament_id=final.pk, chosen={f"{entry.key}:{entry.version}:new": "register"}, by=None
    )
    assert done == 0 and "Année de naissance" in why[0]


def test_the_page_and_the_door_cost_a_constant_number_of_queries(evenings):
    club, first, second, final = evenings

    def queries(act):
        with CaptureQueriesContext(connection) as context:
            act()
        return len(context)

    choose(final, (first, 1))
    few = queries(lambda: qualified_page(final))
    other = final_of(club)
    choose(other, (first, 4), (second, 6))
    assert queries(lambda: qualified_page(other)) == few <= 8
    free = final_of(club, entry_qualified="no")
    plain = queries(lambda: register(free, ["Luc Un", "Léa Deux"]))
    pair = ranked(first)[0]
    # The people of the names, their partners, and the places; the same for a list of any length.
    assert queries(lambda: register(other, pair)) <= plain + 3
    for count in (1, 6):
        candidates = [Candidate(tuple(pair)) for pair in PAIRS[:count]]
        assert queries(lambda candidates=candidates: refusals_of(other, candidates)) <= 3
    assert queries(lambda: refusals_of(free, [Candidate(("Luc Un", "Léa Deux"))])) == 0


def test_a_rehearsal_asks_nobody(evenings):
    club, *_ = evenings
    final = final_of(club, rehearsal=True)
    register(final, ["Luc Un", "Léa Deux"])


def test_a_computer_that_took_the_concours_over_refuses_nobody_and_says_so(client):
    final = final_of(Club.objects.create(name="Casson"), entry_members=True)
    other = Club.objects.create(name="Amicale")
    zoe = account("zoe", other)
    taken = take_in(file=read_concours(write_concours(final.pk).content), club=other, by=zoe)
    assert refusals_of(final, [Candidate(HERE[:2])])[0] and not refusals_of(taken, [Candidate(HERE[:2])])[0]
    registration.register_team(tournament_id=taken.pk, players=HERE[:2], present=True, by=zoe)
    client.force_login(zoe)
    assert "ne sont pas vérifiées sur cet ordinateur" in client.get(reverse("door", args=[taken.pk])).content.decode()
