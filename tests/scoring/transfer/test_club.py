"""The people, seasons and words of a club in its file: the same persons sit in the same places at the next home."""

import base64
import json
import random
from datetime import timedelta

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.qualification.acts import CALL_QUALIFIED
from scoring.seasons import services as seasons
from scoring.seasons.models import Season
from scoring.seasons.selectors import read_season
from scoring.sheets.entry import submit_sheet
from scoring.transfer import bundle, services
from scoring.transfer.club import read_club, write_club
from scoring.transfer.file import write_concours
from scoring.undo.services import refusal
from tests.scoring.seasons.evenings import make_evening, names, person, season_of
from tests.support.api import account, api_for
from tests.support.kept import kept
from tests.support.phases import publish_next
from tests.support.refusals import refuses
from tournament.concours.services import create_tournament
from tournament.journal import services as journal
from tournament.models import Club, ClubEntry, Person, TeamMember, Tournament
from tournament.people import services as people
from tournament.qualification.conditions import has_conditions, unchecked_here
from tournament.qualification.models import QualifiedPlace, QualifyingRanking
from tournament.registration import services as registration

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

HERE = names(8)


@pytest.fixture
def club():
    return club_of_two_evenings()


@kept
def club_of_two_evenings() -> Club:
    """A club of two evenings: two people of one name, one brought together of two, one erased, one who refused."""
    made = Club.objects.create(name="Casson", donne_word="mene", people_years=7)
    first = make_evening(made, "4x12-points", [HERE[:2], HERE[2:4], HERE[4:6], HERE[6:8]])
    play(first, 2)
    second = make_evening(made, "4x12-points", [["Jean Martin", HERE[1]], HERE[4:6], ["A. Le Bihan", HERE[7]]], 21)
    twin = ["Jean Martin", HERE[3]]
    registration.register_team(tournament_id=second.pk, players=twin, present=True, confirm_twin=True, by=None)
    play(second, 2)
    people.unite_people(club_id=made.pk, person_ids=[person(made, HERE[0]), person(made, "A. Le Bihan")], by=None)
    people.erase_person(club_id=made.pk, person_id=person(made, HERE[5]), by=None)
    people.say_rights(club_id=made.pk, person_id=person(made, HERE[3]), naming="refused", by=None)
    twins = Person.objects.filter(club=made, name="Jean Martin").order_by("pk")
    people.tell_apart(club_id=made.pk, person_ids=[one.pk for one in twins], by=None)
    people.correct_person(club_id=made.pk, person_id=twins[1].pk, commune="Nort", fixed_table=3, member=True, by=None)
    people.enter_people(club_id=made.pk, people=[{"name": "Odile Après", "needs": "près de la porte"}], by=None)
    season = season_of(made, [first, second], scale="results", best=1)
    seasons.choose_evenings(season_id=season.pk, by=None, evenings=[(first.pk, 1), (second.pk, 2)])
    cut = [[person(made, HERE[1])], [person(made, HERE[2])]]
    seasons.cut_cards(season_id=season.pk, by=None, order=cut)
    seasons.remove_season(season_id=seasons.make_season(club_id=made.pk, by=None, name="Rangée").pk, by=None)
    return made


def play(concours: Tournament, parties: int) -> None:
    """Draw so many parties and enter their scores, each act with its line in the journal."""
    for number in range(parties):
        drawn = publish_next(concours, seed="R♥ 7♣ 10♠")
        for table in drawn.round.tables.all():
            points = 900 + 17 * table.number + 5 * number
            marks = {"NS": {"points": points}, "EO": {"points": 1944 - points}}
            submit_sheet(table_id=table.pk, key=f"{table.pk:020}", kind="totals", marks=marks, by=None)


def places_of(club: Club) -> list[set[tuple[str, int, int]]]:
    """Return who sat where: the places of each person, whatever its number."""
    members = TeamMember.objects.filter(team__tournament__club=club, person__isnull=False, person__erased_at=None)
    found: dict[int, set[tuple[str, int, int]]] = {}
    for one, *place in members.values_list("person", "team__tournament__name", "team__number", "position"):
        found.setdefault(one, set()).add(tuple(place))
    return sorted(found.values(), key=sorted)


def table_of(club: Club) -> list[tuple]:
    """Return the table of the season, with names in the place of persons."""
    standing = read_season(Season.objects.get(club=club, name="Challenge"))
    named = dict(Person.objects.filter(club=club).values_list("pk", "name"))
    return [(row.rank, row.total, sorted(named[who] for who in row.who)) for row in standing.table.rows]


def taken_in(content: bytes, club: Club, name: str = "zoe") -> int:
    return services.take_all_in(sent=services.read_all_at_once(content), club=club, by=account(name, club))


def test_people_seasons_and_words_come_with_the_concours(club):
    here = Club.objects.create(name="Amicale")
    assert taken_in(services.pack_club(club), here) == 2
    assert places_of(here) == places_of(club)
    assert table_of(here) == table_of(club)
    said = ("name", "commune", "fixed_table", "member", "needs", "told_apart", "naming", "entered", "merged_into__name")
    there, came = (list(one.people.exclude(name="").order_by(*said).values_list(*said)) for one in (club, here))
    assert came == there
    assert [one.name for one in here.seasons.filter(removed_at=None)] == ["Challenge"]
    here.refresh_from_db()
    assert (here.donne_word, here.people_years) == ("mene", 7)
    # The name under which somebody was brought together leads to the same person at the next evening.
    again = make_evening(here, "4x12-points", [["A. Le Bihan", "Neuf Venu"]], 22)
    assert TeamMember.objects.get(team__tournament=again, position=1).person_id == person(here, HERE[0])


def test_the_file_taken_in_again_brings_what_is_new_and_doubles_nothing(club):
    here = Club.objects.create(name="Amicale")
    taken_in(services.pack_club(club), here)
    lines, count = ClubEntry.objects.filter(club=here).count(), here.people.count()
    assert taken_in(services.pack_club(club), here, "max") == 0
    assert (here.people.count(), ClubEntry.objects.filter(club=here).count()) == (count, lines)
    third = make_evening(club, "4x12-points", [HERE[:2], ["Jean Martin", "Neuf Venu"]], 22)
    play(third, 1)
    season = Season.objects.get(club=club, name="Challenge")
    evenings = [*season.concours.values_list("tournament", "weight"), (third.pk, 3)]
    seasons.choose_evenings(season_id=season.pk, by=None, evenings=evenings)
    assert taken_in(services.pack_club(club), here, "ada") == 1
    assert places_of(here) == places_of(club)
    assert sorted(Season.objects.get(club=here, name="Challenge").concours.values_list("weight", flat=True)) == [
        1,
        2,
        3,
    ]


def test_who_is_known_here_is_completed_and_keeps_what_stands(club):
    here = Club.objects.create(name="Amicale", donne_word="prise")
    people.enter_people(
        club_id=here.pk,
        people=[{"name": HERE[1], "commune": "Rezé"}, {"name": "Jean Martin", "commune": "Nort", "needs": "sourd"}],
        by=None,
    )
    known = person(here, "Jean Martin")
    taken_in(services.pack_club(club), here)
    jean = Person.objects.get(pk=known)
    assert (jean.needs, jean.commune, jean.memberships.count()) == ("sourd", "Nort", 1)
    assert here.people.filter(name="Jean Martin").count() == 2
    assert Person.objects.get(club=here, name=HERE[1]).commune == "Rezé"
    assert places_of(here) == places_of(club)
    here.refresh_from_db()
    assert here.donne_word == "prise"


def test_the_page_says_what_comes(club, client):
    here = Club.objects.create(name="Amicale")
    client.force_login(account("zoe", here))
    sent = client.post(reverse("transfer-in"), {"file": SimpleUploadedFile("c.belotes", services.pack_club(club))})
    page = client.get(sent.url).content.decode()
    assert "Challenge" in page and "10 personnes" in page
    assert client.post(sent.url).url == reverse("home")
    assert Tournament.objects.filter(club=here).count() == 2 and here.seasons.count() == 2


def test_what_is_no_club_is_refused_before_anything_is_written(club):
    text = json.loads(write_club(club, list(club.tournaments.values_list("pk", flat=True))))
    chance = random.Random(4)

    def spoilt(value, depth=0):
        """Return *value* with one part of it of another kind, or out of its bounds."""
        keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
        if not keys or (depth and chance.random() < 0.3):
            return chance.choice([None, -1, 10**9, "x" * 500, [[]], {"a": 1}, True])
        key = chance.choice(keys)
        made = dict(value) if isinstance(value, dict) else list(value)
        made[key] = spoilt(value[key], depth + 1)
        return made

    for _turn in range(400):
        data = json.dumps(spoilt(text)).encode()
        try:
            read_club(data)  # a flag turned is a flag
        except ScoringError as error:
            assert error.code in ("transfer_altered", "transfer_newer")
    large = json.dumps(text | {"concours": ["x" * bundle.HIGHEST_CLUB]}).encode()
    for data in (b"", b"{}", b"[]", large, b"\xff", b"[" * 100_000, json.dumps(text | {"version": 3}).encode()):
        with pytest.raises(ScoringError):
            services.read_all_at_once(bundle.pack([(bundle.CLUB, data)]))


def test_the_file_goes_through_the_api_too(club):
    here = Club.objects.create(name="Amicale")
    sent = api_for(account("odile", club)).get(f"/api/v1/clubs/{club.pk}/file/")
    body = {"file": base64.b64encode(sent.content).decode()}
    zoe = api_for(account("zoe", here))
    taken = zoe.send(f"clubs/{here.pk}/file/", body)
    assert taken.status_code == 201, taken.content
    assert (taken.json()["taken"], [one["state"] for one in taken.json()["concours"]]) == (2, ["new", "new"])
    assert places_of(here) == places_of(club)
    again = zoe.send(f"clubs/{here.pk}/file/", body).json()
    assert (again["taken"], [one["state"] for one in again["concours"]]) == (0, ["older", "older"])
    assert zoe.send(f"clubs/{club.pk}/file/", body).status_code in (403, 404)


@pytest.fixture
def qualifying(club):
    """The club, whose second evening calls its first to a final of which ages are asked; one has answered, one was erased."""
    second = Tournament.objects.get(club=club, date="2026-11-21")
    asked = {"entry_qualified": "person", "entry_age_from": 18, "entry_members": True}
    day = timezone.localdate() + timedelta(days=30)
    final = create_tournament(club=club, preset="4x12-points", name="Finale", date=day, by=None, overrides=asked)
    season = Season.objects.get(club=club, name="Challenge")
    born = Person.objects.get(pk=person(club, HERE[1]))
    born.birth_year = 1951
    born.save()
    rows = [
        QualifyingRanking.objects.create(tournament=final, number=1, concours=second, places=4),
        QualifyingRanking.objects.create(tournament=final, number=2, season=season.pk, places=2),
    ]
    called = {"tournament": final, "answer_by": "2026-11-27"}
    team = {"person_id": born.pk, "partner_id": person(club, "A. Le Bihan"), "team": True}
    QualifiedPlace.objects.create(ranking=rows[0], rank=1, answer="accepted", **team, **called)
    QualifiedPlace.objects.create(ranking=rows[0], rank=2, answer="declined", person=None, **called)
    last = QualifiedPlace.objects.create(
        ranking=rows[1], rank=1, steps_in=True, person_id=person(club, HERE[2]), **called
    )
    journal.write(final, CALL_QUALIFIED, None, after={"qualified_places": [last.pk]})
    return final


def called_of(club: Club) -> list[tuple]:
    """Return who is called to the finals of a club, and by which ranking, with names in the place of numbers."""
    seasons_here = dict(club.seasons.values_list("pk", "name"))
    return [
        (
            place.tournament.name,
            place.ranking.number,
            str(place.ranking.concours or seasons_here.get(place.ranking.season)),
            place.ranking.places,
            place.rank,
            [one.name for one in place.persons],
            (place.team, place.steps_in, place.answer, str(place.answer_by)),
        )
        for place in QualifiedPlace.objects.filter(tournament__club=club).order_by("ranking__number", "rank")
    ]


def test_members_ages_and_who_is_qualified_come_with_their_concours_once(club, qualifying):
    here = Club.objects.create(name="Amicale")
    content = services.pack_club(club)
    taken_in(content, here)
    final = Tournament.objects.get(club=here, entry_members=True)
    assert len(called_of(club)) == 3 and called_of(here) == called_of(club)
    assert Person.objects.get(pk=person(here, HERE[1])).birth_year == 1951
    assert has_conditions(final) and not unchecked_here(final)
    call = final.journal.get(act="call_qualified")
    assert "autre ordinateur" in refusal(call, tournament=final, by=None), "its numbers are those of other rows here"
    taken_in(content, here, "max")
    assert called_of(here) == called_of(club) and QualifyingRanking.objects.filter(tournament=final).count() == 2
    # An answer given here since stays when the same file comes once more.
    QualifiedPlace.objects.filter(tournament=final, answer="").update(answer="accepted")
    taken_in(content, here, "ada")
    assert not QualifiedPlace.objects.filter(tournament=final, answer="").exists()


def test_a_concours_that_came_alone_is_not_checked_until_its_people_come(club, qualifying):
    here = Club.objects.create(name="Amicale")
    alone = services.read_at_once(write_concours(qualifying.pk).content)
    services.take_in(file=alone, club=here, by=account("zoe", here))
    final = Tournament.objects.get(club=here)
    assert unchecked_here(final) and called_of(here) == []
    taken_in(services.pack_club(club), here, "max")
    final.refresh_from_db()
    assert has_conditions(final) and len(called_of(here)) == 3


def test_years_of_birth_travel_only_where_a_concours_asks_for_ages(club, qualifying):
    Tournament.objects.update(entry_age_from=0)
    text = json.loads(write_club(club, list(club.tournaments.values_list("pk", flat=True))))
    assert {one["birth_year"] for one in text["people"]} == {None}


def test_a_file_of_the_first_version_is_read(club):
    text = json.loads(write_club(club, list(club.tournaments.values_list("pk", flat=True))))
    del text["finals"]
    for one in text["people"]:
        del one["birth_year"]
    file = read_club(json.dumps(text | {"version": 1}).encode())
    assert file.finals == [] and len(file.people) == len(text["people"])


@pytest.mark.parametrize(
    "spoil",
    [
        {"concours": 99},
        {"rankings": [[0, 0, 4]]},
        {"rankings": [[0, None, 0]]},
        {"rankings": [[None, 9, 1]]},
        {"rankings": []},
        {"calls": [{"persons": [0, 0]}]},
        {"calls": [{"persons": [999]}]},
        {"calls": [{"persons": []}]},
        {"calls": [{"answer": "perhaps"}]},
        {"calls": [{"answer_by": "tomorrow"}]},
        {"calls": [{"rank": 0}]},
    ],
)
def test_calls_that_cannot_be_are_refused(club, qualifying, spoil):
    text = json.loads(write_club(club, list(club.tournaments.values_list("pk", flat=True))))
    (final,) = text["finals"]
    spoil = dict(spoil)
    if given := spoil.get("calls"):
        spoil["calls"] = [final["calls"][0] | given[0]]
    final.update(spoil)
    with refuses("transfer_altered", ScoringError):
        read_club(json.dumps(text).encode())
