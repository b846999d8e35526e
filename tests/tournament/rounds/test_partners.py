"""People who come alone: taken at the door, asked about at the draw, made teams by lot or by hand, parted again."""

import dataclasses

import pytest
from django.urls import reverse

from scoring.history.check import check
from scoring.history.selectors import entries_of, lines_of
from scoring.rounds.services import open_next_round
from scoring.standings import boards
from scoring.standings.reading import evening as standing_of
from scoring.standings.selectors import labels
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.html import laid_out
from tests.support.refusals import refuses
from tournament import tirages
from tournament.journal import services as journal
from tournament.models import FormedTeam, JournalEntry, PartnersDraw, Team
from tournament.people.models import Person
from tournament.people.selectors import find_people
from tournament.registration import attendance, head_count, selectors as roster, services as registration
from tournament.registration.imports import services as imports
from tournament.registration.imports.reading import read_pasted
from tournament.registration.imports.selectors import plan_import
from tournament.registration.origins import both_origins
from tournament.rounds import partners, services as draws
from tournament.rounds.selectors import entrants

pytestmark = [pytest.mark.django_db, pytest.mark.engine]

NAMES = ("Aimé Seul", "Berthe Seule", "Carl Solo", "Dora Unique", "Émile Isolé")


@pytest.fixture
def evening():
    concours = builders.concours(teams=7, fee_cents=1500)
    journal.seal_all(concours, None)
    for place, name in enumerate(NAMES):
        paid = {"paid_cents": 750, "paid_by": "cash" if place % 2 else "cheque"}
        registration.register_team(tournament_id=concours.pk, players=[name], alone=True, by=None, **paid)
    return concours


def facts():
    """All that is kept of the teams, but for the moments."""
    teams = Team.objects.exclude(number__lte=7).order_by("number")
    return [(team.pk, registration.facts(team), team.partner_cents, team.partner_paid_by) for team in teams]


def test_one_name_needs_the_word_that_the_person_is_alone(evening):
    with refuses("partner_missing"):
        registration.register_team(tournament_id=evening.pk, players=["Fanny Toute"], by=None)
    single = Team.objects.get(number=8)
    assert single.alone and list(single.players.values_list("name", flat=True)) == ["Aimé Seul"]
    whole = registration.register_team(tournament_id=evening.pk, players=["Gil A", "Hugo B"], alone=True, by=None)
    assert not whole.alone


def test_they_are_counted_and_owe_half(evening):
    counts = head_count.door_counts(evening)
    assert (counts.alone, counts.registered, counts.paid) == (5, 12, 5)
    assert counts.expected == 7 * 1500 + 5 * 750
    assert {part.means: part.cents for part in counts.till} == {"cash": 1500, "cheque": 2250}
    assert [line.team.number for line in roster.team_lines(evening, show="alone")] == [8, 9, 10, 11, 12]
    evening.max_teams = 10
    assert roster.places_left(evening) == 0
    assert roster.places_left(evening, alone=True) == 1


def test_a_person_alone_is_no_team_and_who_left_is_counted_apart(evening):
    """Count the same everywhere: teams, people alone, those who left, those who wait, the tables of the first draw."""
    numbers = Team.objects.filter(tournament=evening)
    numbers.filter(number__in=(1, 8)).update(withdrawn_from=1)
    numbers.filter(number=2).update(withdrawn_from=1, excluded=True)
    numbers.filter(number__in=(3, 9)).update(present=False)
    numbers.filter(number=4).update(waiting=True)
    people = head_count.turnout(evening)
    assert people.words == (
        "6 équipes, 5 personnes seules inscrites\u00a0: 6 présentes, 2 absentes, 2 départs, 1 exclusion "
        "· 1 sur la liste d’attente"
    )
    assert people.here_words == "3 équipes, 3 personnes seules"
    assert (people.registered, people.present, people.absent, people.waiting) == (8, 6, 2, 1)
    assert (people.placed, people.teams_to_be) == (6, 6)
    evening.max_teams = 6
    assert roster.places_left(evening) == 0
    counts = head_count.door_counts(evening)
    assert all(getattr(counts, field.name) == getattr(people, field.name) for field in dataclasses.fields(people))
    assert (counts.tables_to_be, counts.resting) == (3, 0)
    # Two pools of three: one table in each, and one team of each rests.
    evening.first_method, evening.draw_options = "poules", {"size": 4}
    counts = head_count.door_counts(evening)
    assert (counts.tables_to_be, counts.resting) == (2, 2)


def test_partners_are_drawn_once_by_a_seed_that_anybody_replays(evening):
    before = head_count.door_counts(evening)
    page = partners.partners_page(evening)
    assert page.left_over.number == 12
    draw = partners.draw_partners(tournament_id=evening.pk, seed="r co 7 tr", by=None)
    again = tirages.draw({key: draw.minutes[key] for key in ("method", "round", "seed", "options", "entrants")})
    assert (again["tables"], draw.seed_origin, draw.minutes["seed"]) == (draw.minutes["tables"], "public", "R♥ 7♣")
    assert page.fingerprint == draw.minutes["fingerprint"]
    formed = list(FormedTeam.objects.all())
    assert len(formed) == 2 and all(one.team.members.count() == 2 and not one.team.alone for one in formed)
    assert [team.number for team in roster.singles_here(evening)] == [12]
    after = head_count.door_counts(evening)
    assert (after.cash, after.till) == (before.cash, before.till)
    line = JournalEntry.objects.get(act="draw_partners")
    assert line.after["seed"] == "R♥ 7♣" and sorted(line.after["numbers"]) == [one.team.number for one in formed]


def test_a_team_comes_from_where_both_come_from_and_is_drawn_as_from_both(evening):
    origins = {8: "Saint-Plouc", 9: "Belval", 10: "St Plouc", 11: "", 12: "Belval"}
    for number, origin in origins.items():
        Team.objects.filter(tournament=evening, number=number).update(origin=origin)
    formed = [
        partners.choose_partners(tournament_id=evening.pk, first=a, second=b, by=None) for a, b in ((8, 9), (11, 12))
    ]
    assert [team.origin for team in formed] == ["Saint-Plouc et Belval", "Belval"]
    pool = {entrant["number"]: entrant for entrant in entrants(evening, 1, [])}
    assert (pool[8]["club"], pool[8]["second_club"], pool[11]["club"]) == ("Saint-Plouc", "Belval", "Belval")
    assert "second_club" not in pool[11]
    # So do draws understand it where it was typed, or read in a list.
    Team.objects.filter(tournament=evening, number=3).update(origin="Belval et Nort")
    third = next(one for one in entrants(evening, 1, []) if one["number"] == 3)
    assert (third["club"], third["second_club"]) == ("Belval", "Nort")
    # Typed since, it stands; and neither player is thought to come from both the next time.
    registration.change_team(team_id=formed[0].pk, origin="Nort", by=None)
    assert {entrant["number"]: entrant["club"] for entrant in entrants(evening, 1, [])}[8] == "Nort"
    Team.objects.filter(pk=formed[0].pk).update(origin="Saint-Plouc et Belval")
    assert [player.origin for player in find_people(evening.club, "Berthe Seule")] == [""]
    partners.part_team(team_id=formed[0].pk, by=None)
    assert [team.origin for team in Team.objects.filter(number__in=(8, 9)).order_by("number")] == [
        "Saint-Plouc",
        "Belval",
    ]


def test_the_ranking_is_narrowed_to_either_place_of_a_pair_in_any_of_its_writings(evening):
    for number, origin in {8: "Saint-Plouc", 9: "Belval", 10: "St Plouc", 11: "Saint-Plouc"}.items():
        Team.objects.filter(tournament=evening, number=number).update(origin=origin)
    partners.choose_partners(tournament_id=evening.pk, first=8, second=9, by=None)
    Team.objects.filter(tournament=evening).update(present=True)
    Team.objects.filter(tournament=evening, number__gte=10).update(alone=False)
    builders.partie(evening, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944), (5, 1000, 8, 944), (10, 1000, 11, 944)])
    shown = labels(evening)
    choices = boards.origin_choices(shown)
    assert {"Belval", "Saint-Plouc"} <= set(choices) and not {"St Plouc", "Saint-Plouc et Belval"} & set(choices)
    narrowed = {place: boards.board(standing_of(evening.pk), shown, origin=place) for place in ("Belval", "st. plouc")}
    assert {place: sorted(line.row.number for line in one.lines) for place, one in narrowed.items()} == {
        "Belval": [8],
        "st. plouc": [8, 10, 11],
    }


@pytest.mark.engine
def test_each_of_a_pair_is_proposed_its_own_place_the_next_time(evening):
    for number, origin in {8: "Nort", 9: "Nort", 11: "Nort", 12: "Belval"}.items():
        Team.objects.filter(tournament=evening, number=number).update(origin=origin)
        Person.objects.filter(memberships__team__number=number).update(commune=origin)
    proposed = []
    for first, second in ((8, 9), (11, 12)):
        team = partners.choose_partners(tournament_id=evening.pk, first=first, second=second, by=None)
        for name in team.members.order_by("position").values_list("player__name", flat=True):
            proposed += [player.origin for player in find_people(evening.club, name) if player.name == name]
    assert proposed == ["Nort", "Nort", "Nort", "Belval"]


def test_two_long_places_are_both_read():
    long = both_origins(
        "Belote de Saint-Plouc-des-Bois et de ses environs", "Les As de Sainte-Radegonde-la-Vineuse réunis"
    )
    assert len(long) <= 60 and long.startswith("Belote de Saint-Plouc") and "Les As de Sainte-Rade" in long
    assert both_origins("Belote de Saint-Plouc-des-Bois et de ses environs", "Nort-sur-Erdre").endswith(
        "… et Nort-sur-Erdre"
    )
    assert both_origins("Saint-Plouc", "ST PLOUC") == both_origins("Saint-Plouc", "") == "Saint-Plouc"


def test_another_may_stay_alone(evening):
    partners.draw_partners(tournament_id=evening.pk, left_over=9, by=None)
    assert [team.number for team in roster.singles_here(evening)] == [9]
    with refuses("singles_too_few"):
        partners.draw_partners(tournament_id=evening.pk, by=None)


def test_parted_again_each_is_as_before(evening):
    before = facts()
    partners.choose_partners(tournament_id=evening.pk, first=11, second=8, by=None)
    team = Team.objects.get(number=8)
    assert (team.paid_cents, team.paid_by, team.partner_cents, team.partner_paid_by) == (1500, "cheque", 750, "cash")
    partners.part_team(team_id=team.pk, by=None)
    assert facts() == before
    partners.draw_partners(tournament_id=evening.pk, seed="7♣", by=None)
    numbers = JournalEntry.objects.get(act="draw_partners").after["numbers"]
    partners.part_teams(tournament_id=evening.pk, numbers=numbers, by=None)
    assert facts() == before
    assert PartnersDraw.objects.count() == 1  # its minutes stay
    evening.refresh_from_db()
    assert check(evening).whole
    partners.choose_partners(tournament_id=evening.pk, first=8, second=9, by=None)
    registration.delete_team(team_id=team.pk, money="refunded", by=None)
    evening.refresh_from_db()
    assert check(evening).whole
    with refuses("not_formed"):
        partners.part_team(team_id=Team.objects.get(number=1).pk, by=None)
    # A choice is no draw: the journal names none.
    said = [change for line in lines_of(evening, entries_of(evening)) for change in line.changes]
    assert {change.after for change in said if change.label == "tirage des partenaires n°"} == {"1"}


def test_not_once_it_has_a_table(evening):
    partners.draw_partners(tournament_id=evening.pk, seed="7♣", by=None)
    draw = open_next_round(tournament_id=evening.pk, by=None, seed="8♣")
    team = FormedTeam.objects.first().team
    assert draw.round.seats.filter(team=team).exists()
    assert not draw.round.seats.filter(team__alone=True).exists()
    with refuses("draft_pending"):
        partners.part_team(team_id=team.pk, by=None)
    draws.publish_draw(draw_id=draw.pk, by=None)
    with refuses("team_seated"):
        partners.part_team(team_id=team.pk, by=None)


def test_the_draw_of_tables_asks_first(evening, client):
    user = account("odile", evening.club)
    client.force_login(user)
    page = client.get(reverse("draws", args=[evening.pk])).content.decode()
    assert "Aimé Seul" in page and 'name="without_singles"' in page
    refused = client.post(reverse("draw-make", args=[evening.pk]), {"seed": "7♣"})
    assert refused.status_code == 422 and not evening.rounds.exists()
    api = api_for(user)
    assert api.send(f"concours/{evening.pk}/tirages/", {}).json()["code"] == "singles_unpaired"
    assert api.send(f"concours/{evening.pk}/tirages/", {"without_singles": True}).status_code == 201


def test_a_partner_comes_or_a_substitute_plays(evening):
    found = Team.objects.get(number=8)
    registration.change_team(team_id=found.pk, players=["Aimé Seul", "Zoé Arrivée"], by=None)
    substitute = Team.objects.get(number=9)
    registration.change_team(team_id=substitute.pk, alone=False, by=None)
    draw = open_next_round(tournament_id=evening.pk, by=None, seed="8♣")
    seated = set(draw.round.seats.values_list("team__number", flat=True))
    assert {8, 9} <= seated and not seated & {10, 11, 12}


def test_a_number_that_was_given_since_is_left_to_who_has_it(evening):
    formed = partners.choose_partners(tournament_id=evening.pk, first=8, second=11, by=None)
    latest = registration.register_team(tournament_id=evening.pk, players=["Ann A", "Bob B"], number=11, by=None)
    partners.part_team(team_id=formed.pk, by=None)
    assert [team.number for team in roster.singles_here(evening)] == [8, 9, 10, 12, 13]
    assert Team.objects.get(number=13).players.get().name == "Dora Unique" and Team.objects.get(number=11) == latest
    evening.refresh_from_db()
    assert check(evening).whole


def test_the_pages(evening, client):
    client.force_login(account("odile", evening.club))
    door = reverse("door", args=[evening.pk])
    held = client.post(door, {"player_1": "Léa Louve", "present": "on"}, headers={"HX-Request": "true"})
    assert held.status_code == 422 and 'name="alone"' in held.content.decode()
    assert client.post(door, {"player_1": "Léa Louve", "alone": "on", "paid": "on", "present": "on"}).status_code == 302
    assert Team.objects.get(number=13).paid_cents == 750
    page = client.get(reverse("partners", args=[evening.pk])).content.decode()
    assert "Léa Louve" in page and "reste une personne" not in page
    client.post(reverse("partners-choose", args=[evening.pk]), {"first": 8, "second": 13})
    page = client.post(reverse("partners-draw", args=[evening.pk]), {"seed": "7♣"}, follow=True).content.decode()
    assert "Procès-verbal du tirage des partenaires" in page
    client.post(reverse("partners-part", args=[evening.pk]), {"team": 8})
    assert Team.objects.get(number=13).alone
    assert "7♣" in client.get(reverse("public-minutes", args=[evening.slug])).content.decode()


def test_a_list_asks_about_a_name_without_a_partner(evening, client):
    odile = account("odile", evening.club)
    book = read_pasted("Joueur 1;Joueur 2;payé\nLéa Louve;;oui\nAnn A;Bob B;oui\nMax Muet;;\n")
    draft = imports.start_import(tournament_id=evening.pk, book=book, file_name="", by=odile)
    plan = plan_import(draft)
    assert [line.state for line in plan.lines if line.entry.kind == "team"] == ["doubt", "register", "doubt"]
    client.force_login(odile)
    url = reverse("import-preview", args=[evening.pk, draft.pk])
    assert "pas de partenaire" in client.get(url).content.decode()
    told = {"take-2": "on", "shown-2": "row_alone", "take-3": "on", "shown-4": "row_alone", "present": "on"}
    client.post(url, told | {"seen": plan.seen, "look": "1"})
    client.post(url, told | {"seen": plan_import(draft.__class__.objects.get()).seen, "import": "1"})
    single = Team.objects.get(players__name="Léa Louve")
    assert single.alone and single.paid_cents == 750
    assert not Team.objects.get(players__name="Ann A").alone
    assert not Team.objects.filter(players__name="Max Muet").exists()


@pytest.mark.parametrize("how", ["drawn", "chosen", "imported"])
def test_the_journal_names_who_was_in_a_team_at_that_moment(evening, how):
    """A person who came alone is named alone before a partner came, also where the number went to the other."""

    def told(act):
        return [line.where for line in lines_of(evening, entries_of(evening, act=act))]

    if how == "imported":  # the line of a list names no players
        JournalEntry.objects.filter(act="register_team").update(act="import_teams", after={})
    for number in (8, 9):
        attendance.set_present(team_id=Team.objects.get(number=number).pk, present=False, by=None)
        attendance.set_present(team_id=Team.objects.get(number=number).pk, present=True, by=None)
    seen = {f"équipe {number} ({NAMES[number - 8]})" for number in (8, 9)}
    assert set(told("set_present")) == seen
    if how == "drawn":
        partners.draw_partners(tournament_id=evening.pk, seed="7♣", by=None)
    else:
        partners.choose_partners(tournament_id=evening.pk, first=8, second=9, by=None)
    assert set(told("set_present")) == seen
    team = Team.objects.filter(number__in=(8, 9)).first()
    attendance.set_present(team_id=team.pk, present=False, by=None)
    assert set(told("set_present")) - seen == {f"équipe {team.number} ({roster.team_title(team)})"}
    partners.part_team(team_id=team.pk, by=None)
    assert len(set(told("set_present")) - seen) == 1, "what was done for both stays with both"


@pytest.mark.parametrize("show", ["present", "absent", "paid", "unpaid", "alone"])
def test_each_figure_of_the_door_says_teams_and_people_alone_as_its_list_shows_them(evening, client, show):
    """On the page of the evening, on the cards of the door and above the list that the card leads to."""
    numbers = Team.objects.filter(tournament=evening)
    numbers.filter(number__in=(1, 9)).update(present=False)
    numbers.filter(number__in=(2, 3)).update(paid_cents=1500, paid_by="cash")
    numbers.filter(number__in=(10, 11)).update(paid_cents=None, paid_by="")
    client.force_login(account("odile", evening.club))
    words = {
        "present": "6 équipes, 4 personnes seules",
        "absent": "1 équipe, 1 personne seule",
        "paid": "2 équipes, 3 personnes seules",
        "unpaid": "5 équipes, 2 personnes seules",
        "alone": "5 personnes seules",
    }
    door = client.get(reverse("door", args=[evening.pk]), {"show": show}).content.decode()
    assert f"<strong>{words[show]}</strong>" in laid_out(door)
    now = client.get(reverse("concours", args=[evening.pk])).content.decode()
    for key in ("present", "absent", "unpaid"):
        assert words[key] in now and words[key] in door
    assert words["paid"] in door


def test_a_person_alone_who_left_owing_is_no_team(evening):
    """Nobody is alone any more, and the figures still say what they count."""
    Team.objects.filter(tournament=evening, alone=True).update(withdrawn_from=2, paid_cents=None, paid_by="")
    counts = head_count.door_counts(evening)
    assert (counts.alone, counts.mixed, counts.unpaid_words) == (0, True, "7 équipes, 5 personnes seules")
