"""A page that stood open while others changed what it shows: its form writes what was typed in it, and nothing else."""

import datetime

import pytest
from django.test import Client
from django.urls import reverse
from lxml import html

from scoring.qualification.services import choose_qualifying
from scoring.seasons import services as seasons
from tests.support.api import account
from tournament.concours import services as concours
from tournament.models import Club, Person
from tournament.people import services as people
from tournament.prizes import services as prizes
from tournament.registration import services as registration

pytestmark = pytest.mark.django_db


@pytest.fixture
def club() -> Club:
    return Club.objects.create(name="Casson")


@pytest.fixture
def client(club) -> Client:
    client = Client()
    client.force_login(account("odile", club))
    return client


def make(club: Club, day: int = 20, **settings):
    return concours.create_tournament(
        club=club,
        preset="4x12-points",
        name=f"Concours du {day}",
        date=datetime.date(2026, 11, day),
        by=None,
        overrides=settings,
    )


class OpenPage:
    """The form of a page as a browser holds it."""

    def __init__(self, client: Client, name: str, *key: int, has: str) -> None:
        self.client, self.address = client, reverse(name, args=key)
        page = html.fromstring(client.get(self.address).content.decode(), base_url=self.address)
        forms = [form for form in page.forms if form.method == "POST"]
        form = next(form for form in forms if any(field.name == has for field in form.inputs))
        self.address = form.action or self.address
        # A browser leaves out the first end of line of a text area, which lxml keeps.
        self.fields = {name: value.removeprefix("\n") for name, value in form.form_values()}

    def send(self, **typed: str) -> None:
        answer = self.client.post(self.address, self.fields | typed)
        assert answer.status_code == 302, [
            (one.get("id"), one.text_content())
            for one in html.fromstring(answer.content.decode()).find_class("field-error")
        ]


def test_a_payment_taken_at_the_door_is_not_taken_back_by_the_page_of_the_team(club, client):
    tournament = make(club)
    team = registration.register_team(tournament_id=tournament.pk, players=["Aline A", "Bruno B"], by=None)
    page = OpenPage(client, "team", tournament.pk, team.pk, has="player_1")
    registration.change_team(
        team_id=team.pk, paid_cents=1600, paid_by="cash", present=True, remark="au fond\nà gauche", by=None
    )
    page.send(origin="Rezé", phone_1="06 00 00 00 00")
    team.refresh_from_db()
    assert (team.origin, team.paid_cents, team.paid_by, team.present) == ("Rezé", 1600, "cash", True)
    assert team.remark.startswith("au fond")
    assert list(tournament.movements.values_list("cents", flat=True)) == [1600]
    # Typed in both: the later one stands. A page sent again after a refusal is no other.
    page = OpenPage(client, "team", tournament.pk, team.pk, has="player_1")
    registration.change_team(team_id=team.pk, remark="devant", family="Le Bihan", by=None)
    refused = client.post(page.address, page.fields | {"remark": "derrière", "number": "x"})
    form = next(form for form in html.fromstring(refused.content.decode()).forms if "player_1" in form.fields)
    assert refused.status_code == 422 and form.fields["family"] == "Le Bihan" and form.fields["remark"] == "derrière"
    registration.change_team(team_id=team.pk, name="Les As", by=None)
    page.fields = dict(form.form_values())
    page.send(number="7")
    team.refresh_from_db()
    assert (team.number, team.remark, team.family, team.name) == (7, "derrière", "Le Bihan", "Les As")


def test_the_settings_write_what_was_changed_on_their_page(club, client):
    tournament = make(club)
    page = OpenPage(client, "concours-settings", tournament.pk, has="lots")
    prizes.add_prizes(tournament_id=tournament.pk, lines=["1 : un jambon", "2 : un panier"], by=None)
    concours.change_settings(tournament_id=tournament.pk, changes={"place": "Salle B", "fee_cents": 500}, by=None)
    page.send(name="Grand concours")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.place, tournament.fee_cents) == ("Grand concours", "Salle B", 500)
    assert [line.partition(" : ")[2] for line in tournament.lots] == ["un jambon", "un panier"]
    # A list is one: who changes a line of it sends all of them.
    page = OpenPage(client, "concours-settings", tournament.pk, has="lots")
    concours.change_settings(tournament_id=tournament.pk, changes={"criteria": ["wins", "points", "direct"]}, by=None)
    lines = dict.fromkeys((name for name in page.fields if name.startswith("criterion_")), "")
    page.send(**lines | {"criterion_1": "points", "criterion_2": "capots"})
    tournament.refresh_from_db()
    assert tournament.criteria == ["points", "capots"]
    # Another game is chosen: the page comes back with its options, and what was typed before is not lost.
    page = OpenPage(client, "concours-settings", tournament.pk, has="lots")
    again = client.post(page.address, page.fields | {"rules": "coinche", "name": "Coinche", "change_rules": "1"})
    concours.change_settings(tournament_id=tournament.pk, changes={"place": "Salle C"}, by=None)
    form = next(form for form in html.fromstring(again.content.decode()).forms if "lots" in form.fields)
    page.fields = {name: value.removeprefix("\n") for name, value in form.form_values()}
    page.send(rules="coinche", rules_shown="coinche")
    tournament.refresh_from_db()
    assert (tournament.rule_set, tournament.name, tournament.place) == ("coinche", "Coinche", "Salle C")


def test_each_option_of_a_game_is_its_own_and_the_game_stays_that_of_now(club, client):
    """Of two who changed different options of one game the last one took the other's away, and a name typed the game."""
    tournament = make(club)
    page = OpenPage(client, "concours-settings", tournament.pk, has="lots")
    game = {"rules": tournament.rule_set, "rules_shown": tournament.rule_set}
    meanwhile = {"rule_options": {"limite_donnes": 10}, "draw_options": {"rematch": "never"}}
    concours.change_settings(tournament_id=tournament.pk, changes=meanwhile, by=None)
    page.send(**game, option_capot="162", draw_club_apart="soft")
    tournament.refresh_from_db()
    options, draw = tournament.rule_options, tournament.draw_options
    assert (options["limite_donnes"], options["capot"]) == (10, 162)
    assert (draw["rematch"], draw["club_apart"]) == ("never", "soft")
    page = OpenPage(client, "concours-settings", tournament.pk, has="lots")
    concours.change_settings(tournament_id=tournament.pk, changes={"rule_set": "coinche"}, by=None)
    page.send(**game, name="Grand concours")
    tournament.refresh_from_db()
    assert (tournament.rule_set, tournament.name) == ("coinche", "Grand concours")


def test_a_page_of_settings_opened_before_the_draw_changes_what_still_may_and_names_the_rest(club, client):
    """It was refused whole, though nothing but the name had been typed."""
    tournament = make(club, lots=["un jambon"], parties_fixed=True)

    def sent(page: OpenPage, **typed: str) -> list[str]:
        page.send(**typed)
        tournament.refresh_from_db()
        told = html.fromstring(client.get(page.address).content.decode()).xpath("//*[contains(., 'Non modifié')]")
        return [told[-1].text_content().strip().replace("\xa0", " ")] if told else []

    before = [OpenPage(client, "concours-settings", tournament.pk, has="lots") for _page in range(3)]
    tournament.rounds.create(number=1, state="published")
    drawn = OpenPage(client, "concours-settings", tournament.pk, has="lots")
    game = {"rules": tournament.rule_set, "rules_shown": tournament.rule_set}
    assert sent(before[0], **game, name="Grand concours", lots="un jambon\nun panier") == []
    assert (tournament.name, tournament.lots) == ("Grand concours", ["un jambon", "un panier"])
    del before[1].fields["parties_fixed"]
    told = sent(before[1], rules="coinche", rules_shown=game["rules"], place="Salle B", option_limite_donnes="8")
    names = "règles, options du règlement, arrêt avant les finales"
    assert told == [f"Non modifié, car un tirage est publié : {names}."]
    assert (tournament.place, tournament.parties_fixed, tournament.rule_set) == ("Salle B", True, game["rules"])
    assert sent(drawn, ready_minutes="12") == []
    assert tournament.ready_minutes == 12
    tournament.closed_at = datetime.datetime(2026, 11, 20, 23, tzinfo=datetime.UTC)
    tournament.save()
    assert sent(before[2], **game, commune="44170 Nozay", place="Salle C") == [
        "Non modifié, car le palmarès est publié : lieu."
    ]
    assert (tournament.commune, tournament.place) == ("44170 Nozay", "Salle B")


def test_an_evening_chosen_meanwhile_stays_in_the_season(club, client):
    first, second, third = (make(club, day) for day in (20, 21, 22))
    season = seasons.make_season(club_id=club.pk, by=None, name="Challenge", evenings=[(first.pk, 1)])
    choice = OpenPage(client, "season-evenings", season.pk, has=f"c{first.pk}")
    rules = OpenPage(client, "season-rules", season.pk, has="best")
    # A program sets what the page does not offer: it stays, too.
    ties = ["lot", "best", "firsts", "evenings", "direct", "wins", "points"]
    seasons.choose_evenings(season_id=season.pk, by=None, evenings=[(first.pk, 5), (second.pk, 1)])
    seasons.change_season(season_id=season.pk, by=None, ties=ties, presence=3)
    choice.send(**{f"c{third.pk}": "2"})
    rules.send(best="4")
    for _again in range(2):
        assert dict(season.concours.values_list("tournament", "weight")) == {first.pk: 5, second.pk: 1, third.pk: 2}
        season.refresh_from_db()
        assert season.rules == {"ties": ties, "presence": 3, "best": 4}
        OpenPage(client, "season-evenings", season.pk, has=f"c{first.pk}").send()
        OpenPage(client, "season-rules", season.pk, has="best").send()


def test_a_person_a_prize_and_the_rankings_that_qualify_are_written_as_they_were_typed(club, client):
    [known] = people.enter_people(club_id=club.pk, people=[{"name": "Aline Abgrall"}], by=None)
    facts = OpenPage(client, "club-person", club.pk, known.pk, has="commune")
    rights = OpenPage(client, "club-person", club.pk, known.pk, has="naming")
    people.correct_person(club_id=club.pk, person_id=known.pk, phone="06 00 00 00 00", member=True, by=None)
    people.say_rights(club_id=club.pk, person_id=known.pk, naming="refused", by=None)
    facts.send(commune="Rezé")
    rights.send(images="on")
    known = Person.objects.get(pk=known.pk)
    assert (known.commune, known.phone, known.member) == ("Rezé", "06 00 00 00 00", True)
    assert (known.naming, known.images) == ("refused", True)

    tournament, source, other = make(club), make(club, 10), make(club, 11)
    prizes.add_prizes(tournament_id=tournament.pk, lines=["1 : un jambon"], by=None)
    prize = OpenPage(client, "prize-change", tournament.pk, 1, has="giver")
    prizes.change_prize(tournament_id=tournament.pk, number=1, value_cents=5000, by=None)
    prize.send(giver="Morel")
    row = tournament.prizes.get(number=1)
    assert (row.value_cents, row.giver) == (5000, "Morel")

    choice = OpenPage(client, "qualified", tournament.pk, has="ranking_0")
    choose_qualifying(tournament_id=tournament.pk, rankings=[(source.pk, None, 4)], by=None)
    choice.send()
    assert list(tournament.qualifying.values_list("concours", "places")) == [(source.pk, 4)]
    choice.send(ranking_0=f"c{other.pk}", places_0="2")
    assert list(tournament.qualifying.values_list("concours", "places")) == [(other.pk, 2)]
