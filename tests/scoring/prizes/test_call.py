"""The call of the prizes: cards, categories, absent teams, others, choices, draws, ages; why, texts and papers."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.errors import ScoringError
from scoring.evening.closing import close_tournament
from scoring.evening.walls import wall_prizes
from scoring.models import HandedPrize, PrizeDraw, PrizeTurn
from scoring.prizes import services, views as prize_views
from scoring.prizes.selectors import ceremony_of, next_call, prizes_left, why_not
from scoring.prizes.texts import call_pages, diplomas, newspaper, poster_lines
from scoring.transfer.file import write_concours
from scoring.transfer.reader import FileMembers, problems
from scoring.undo.reverses import return_prizes
from scoring.workbook.sheets import standings as prizes_sheet
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.support.phase_pages import get, organiser_of, text_of
from tests.support.refusals import refuses
from tournament.concours.services import change_settings
from tournament.errors import TournamentError
from tournament.journal.models import JournalEntry
from tournament.models import Prize, Team, Tournament
from tournament.prizes.services import add_prizes, change_prize, remove_prizes

pytestmark = pytest.mark.django_db
LOTS = [
    "1er : jambon (50 €, Boucherie Morel)",
    "2e : canard",
    "3e : vin",
    "1re équipe féminine : orchidée (20 €)",
    "Dernier : nouilles",
]


def played(**settings):
    """Teams 2 and 4 share rank 1, then 6, 5, 1 and 3; 1 and 5 are women."""
    lots = settings.pop("lots", LOTS)
    tournament = builders.concours(teams=6, parties=1, criteria=["points"], **settings)
    add_prizes(tournament_id=tournament.pk, lines=lots, by=None)
    builders.partie(tournament, 1, [(1, 900, 2, 1044), (3, 850, 4, 1044), (5, 920, 6, 1024)])
    Team.objects.filter(tournament=tournament, number__in=(1, 5)).update(category="women")
    return Tournament.objects.get(pk=tournament.pk)


def calls_of(tournament):
    return {call.row.number: call for call in ceremony_of(tournament).calls}


def due(tournament):
    return {number: call.prize for number, call in calls_of(tournament).items() if call.prize}


def test_the_higher_card_chooses_first_and_is_kept():
    tournament = played()
    settle = {"tournament_id": tournament.pk, "by": None}
    assert {number for number, call in calls_of(tournament).items() if call.undecided} == {2, 4}
    for cards, code in ((["R♥", "roi de pique"], "tie_equal"), (["R♥", "3 pique"], "tie_card"), (["R♥"], "tie_teams")):
        with refuses(code, ScoringError):
            services.settle_prizes(teams=[2, 4], cards=cards, **settle)
    services.settle_prizes(teams=[2, 4], cards=["10 pique", "as de cœur"], **settle)
    calls = calls_of(tournament)
    assert [(calls[n].prize, calls[n].card, calls[n].cut) for n in (4, 2)] == [
        ("jambon", 1, "A♥"),
        ("canard", 2, "10♠"),
    ]
    line = JournalEntry.objects.filter(act="settle_prizes").get()
    assert line.after == {"card_rank": 1, "teams": [4, 2], "cards": ["A♥", "10♠"]}


def test_ranks_categories_and_the_last_are_called_to_the_end(client):
    """By one key a call, as the page sends it; the wall shows who is next and what was handed over."""
    tournament = played(prizes_last_first=True)
    client.force_login(organiser_of(tournament))
    services.settle_prizes(tournament_id=tournament.pk, teams=[2, 4], cards=["R♥", "7♥"], by=None)
    close_tournament(tournament_id=tournament.pk, by=None)
    tournament.refresh_from_db()
    assert due(tournament) == {
        2: "jambon",
        4: "canard",
        6: "vin",
        5: "1re équipe féminine : orchidée",
        3: "nouilles",
    }
    assert wall_prizes(tournament).next is None, "the hall is not told before the first call"
    called = []
    while coming := next_call(ceremony_of(tournament).calls, last_first=True):
        act = "absent" if coming.row.number == 5 and not coming.absent_at else ""
        called.append((coming.row.number, act))
        client.post(reverse("prize-turn", args=[tournament.pk, coming.row.number]), {"called": act} if act else {})
        wall = wall_prizes(tournament)
        assert wall.next == next_call(ceremony_of(tournament).calls, last_first=True)
    assert called == [(3, ""), (5, "absent"), (6, ""), (4, ""), (2, ""), (5, "")]
    assert due(tournament) == {2: "jambon", 4: "canard", 6: "vin", 5: "1re équipe féminine : orchidée", 3: "nouilles"}
    assert "Tous les lots ont été appelés" in text_of(get(client, "prizes", tournament.pk))
    assert "orchidée" in text_of(get(client, "public-team", tournament.slug, 5))
    for name in (
        "prize-why",
        "palmares-poster",
        "palmares-diplomas",
        "palmares-newspaper",
        "prize-list",
        "prize-thanks",
    ):
        assert "jambon" in get(client, name, tournament.pk) or name not in (
            "prize-why",
            "palmares-poster",
            "prize-list",
        )
    assert not prizes_left(ceremony_of(tournament).awards)


def test_the_second_press_of_a_double_click_hands_over_no_second_prize(client, monkeypatch):
    """The page is another one by then: under the mouse is the button of the next prize, or the one that takes back."""
    tournament = played(lots=["1er : jambon", "3e : vin", "4e : canard"])
    services.settle_prizes(tournament_id=tournament.pk, teams=[2, 4], cards=["R♥", "7♥"], by=None)
    client.force_login(organiser_of(tournament))
    moment = 1_800_000_000_000
    monkeypatch.setattr(prize_views, "_now_ms", lambda: moment)

    def pressed(team, **more):
        shown = re.search(r'name="shown" value="(\d+)"', get(client, "prizes", tournament.pk))[1]
        nonlocal moment
        moment += 150 if more.pop("at_once", False) else 600
        sent = client.post(reverse("prize-turn", args=[tournament.pk, team]), {"shown": shown, **more}, follow=True)
        return HandedPrize.objects.count(), "deux fois" in text_of(sent.content.decode())

    first, second = (call.row.number for call in ceremony_of(tournament).called[:2])
    assert pressed(first) == (1, False)
    assert pressed(second, at_once=True) == (1, True) and pressed(first, called="no", at_once=True) == (1, True)
    assert pressed(second) == (2, False)
    assert pressed(second) == (2, False), "sent again, it is the same"


@pytest.mark.parametrize(
    ("rule", "takes"),
    [
        ("every", {2: "jambon", 4: "canard", 6: "vin", 5: "1re équipe féminine : orchidée", 3: "nouilles"}),
        ("ranking", {2: "jambon", 4: "canard", 6: "vin", 5: "1re équipe féminine : orchidée", 3: "nouilles"}),
    ],
)
def test_the_rule_says_who_takes_which(rule, takes):
    tournament = played(prize_rule=rule)
    services.settle_prizes(tournament_id=tournament.pk, teams=[2, 4], by=None)
    assert due(tournament) == takes
    # The women's pair is fourth; were it third, the rule would decide.
    Team.objects.filter(tournament=tournament, number=6).update(category="women")
    both = {"every": "vin · 1re équipe féminine : orchidée", "ranking": "vin"}[rule]
    assert due(tournament)[6] == both
    awards = ceremony_of(tournament).awards
    assert ("1er de la catégorie «\xa0féminine\xa0» : orchidée", "le n°\xa06 passe avant") in why_not(
        awards, 5
    ) or rule != "every"
    assert any("a un autre lot" in why for _prize, why in why_not(awards, 6)) == (rule == "ranking")


@pytest.mark.parametrize("rule", ["every", "ranking", "special", "value"])
def test_the_prize_of_a_club_is_beside_those_of_its_best_team(rule):
    lots = ["1er : jambon", "2e : vin", "1er club : coupe", "2e club : coupe d’argent", "3e club : fanion"]
    tournament = builders.concours(teams=6, parties=1, criteria=["points"], prize_rule=rule, origin_teams=2)
    add_prizes(tournament_id=tournament.pk, lines=lots, by=None)
    builders.partie(tournament, 1, [(1, 1200, 2, 744), (3, 1044, 4, 900), (5, 950, 6, 994)])
    for origin, numbers in (("Casson", (1, 3)), ("Rezé", (5, 6)), ("Bouaye", (4,))):
        Team.objects.filter(number__in=numbers).update(origin=origin)
    awards = ceremony_of(Tournament.objects.get(pk=tournament.pk)).awards
    takes = {number: (awards.by_rank(number), *awards.won(number)) for number in range(1, 7)}
    assert takes == {
        1: ("jambon", "1er club : coupe"),
        2: ("",),
        3: ("vin",),
        4: ("",),
        5: ("",),
        6: ("", "2e club : coupe d’argent"),
    }, "a club with one team has no rank"


def test_no_letter_of_the_alphabet_decides_between_equal_clubs():
    tournament = builders.concours(teams=4, parties=1, criteria=["points"], origin_teams=1)
    add_prizes(tournament_id=tournament.pk, lines=["1er club : coupe", "3e club : fanion"], by=None)
    builders.partie(tournament, 1, [(1, 1200, 2, 744), (3, 1044, 4, 900)])
    for origin, number in (("Casson et Rezé", 1), ("Bouaye", 3)):
        Team.objects.filter(number=number).update(origin=origin)
    awards = ceremony_of(Tournament.objects.get(pk=tournament.pk)).awards
    assert {number: awards.won(number) for number in (1, 3)} == {1: (), 3: ("3e club : fanion",)}


def test_a_prize_is_given_to_another_taken_back_and_undone():
    tournament = played()
    act = {"tournament_id": tournament.pk, "by": None}
    services.settle_prizes(teams=[2, 4], **act)
    services.give_prize(number=2, to=1, **act)
    assert due(tournament) == {1: "jambon", 4: "canard", 6: "vin", 5: "1re équipe féminine : orchidée", 3: "nouilles"}
    assert HandedPrize.objects.get().instead == 2 and not calls_of(tournament)[2].waits
    return_prizes(JournalEntry.objects.latest("number"), None, "")
    assert due(tournament)[2] == "jambon" and 1 not in due(tournament)
    services.call_prize(number=2, prize="un livre", **act)
    assert (calls_of(tournament)[2].prize, calls_of(tournament)[2].chosen) == ("un livre", "un livre")
    assert prizes_left(ceremony_of(tournament).awards) == [LOTS[0]]
    services.call_prize(number=2, called=False, **act)
    services.call_prize(number=2, prize="Un livre et le Jambon", **act)
    assert not prizes_left(ceremony_of(tournament).awards), "the list has what the words name"
    services.call_prize(number=2, called=False, **act)
    Prize.objects.filter(tournament=tournament, number=1).update(what="jambon et vin")
    services.call_prize(number=2, prize="Jambon et vin", **act)
    assert not prizes_left(ceremony_of(tournament).awards), "an « et » of the list is no other prize"
    services.call_prize(number=2, called=False, **act)
    Prize.objects.filter(tournament=tournament, number=1).update(what="jambon")
    services.call_prize(number=2, prize="un livre", **act)
    services.call_prize(number=2, called=False, **act)
    assert due(tournament)[2] == "jambon"
    return_prizes(JournalEntry.objects.latest("number"), None, "")
    assert due(tournament)[2] == "un livre"
    for wrong, code in (({"to": 2}, "prize_same"), ({"to": 99}, "prize_team"), ({"to": 4}, "prize_nothing")):
        with refuses(code, ScoringError):
            services.give_prize(**{"number": 2} | wrong | act)


def test_the_workbook_and_the_published_palmares_say_what_was_handed_over(client):
    """Called after the publication: the list of the workbook named the ham's taker, who had been given a book."""
    tournament = played(prizes_chosen=False)
    client.force_login(organiser_of(tournament))
    act = {"tournament_id": tournament.pk, "by": None}
    services.settle_prizes(teams=[2, 4], **act)
    close_tournament(**act)
    addresses = (("palmares", tournament.pk), ("public-palmares", tournament.slug))
    for address in addresses:
        assert "Remis depuis, à l’appel" not in get(client, *address)
    services.call_prize(number=6, **act)
    assert "Remis depuis" not in get(client, *addresses[0]), "as it was published"
    services.call_prize(number=2, prize="un livre", **act)
    services.give_prize(number=4, to=1, **act)
    takers = {row[2]: row[-1] for row in prizes_sheet.prizes_tabs(read_source(tournament))[-1].rows}
    assert takers == {"jambon": "", "canard": "1", "vin": "6", "orchidée": "5", "nouilles": "3"}
    assert prizes_left(ceremony_of(tournament).awards) == [LOTS[0]]
    for address in addresses:
        page = text_of(get(client, *address)).replace("\xa0", " ")
        assert "Remis depuis, à l’appel" in page
        assert "un livre" in page and "canard (à la place du n° 4)" in page


def test_what_was_chosen_is_what_the_list_of_the_workbook_says():
    tournament = played(prizes_chosen=True, lots=["1er : jambon", "2e : canard", "3e : vin"])
    act = {"tournament_id": tournament.pk, "by": None}
    services.settle_prizes(teams=[2, 4], **act)
    services.call_prize(number=2, chosen=[3], **act)

    def takers():
        return {row[2]: row[-1] for row in prizes_sheet.prizes_tabs(read_source(tournament))[-1].rows}

    assert takers() == {"jambon": "", "canard": "", "vin": "2"}
    assert not prizes_left(ceremony_of(tournament).awards), "two are still to be chosen"
    services.call_prize(number=4, chosen=[2], **act)
    services.call_prize(number=6, prize="un livre", **act)
    assert takers() == {"jambon": "", "canard": "4", "vin": "2"}
    assert prizes_left(ceremony_of(tournament).awards) == ["1er : jambon"]


def test_each_chooses_among_what_is_left():
    tournament = played(prizes_chosen=True, lots=[*LOTS[:2], "3e à 4e : vin", LOTS[3]])
    act = {"tournament_id": tournament.pk, "by": None}
    services.settle_prizes(teams=[2, 4], **act)
    assert [lot.number for lot in ceremony_of(tournament).left] == [1, 2, 3, 3] and calls_of(tournament)[2].chooses
    for chosen, code in (([], "prize_choose"), ([4], "prize_not_left")):
        with refuses(code, ScoringError):
            services.call_prize(number=2, chosen=chosen, **act)
    services.call_prize(number=2, chosen=[3], **act)
    services.call_prize(number=4, chosen=[3], **act)
    assert [lot.number for lot in ceremony_of(tournament).left] == [1, 2]
    with pytest.raises(ScoringError):
        services.call_prize(number=6, chosen=[3], **act)
    services.call_prize(number=6, chosen=[1], **act)
    assert [due(tournament)[number] for number in (2, 4, 6)] == ["vin", "vin", "jambon"]
    services.call_prize(number=2, called=False, **act)
    assert [lot.number for lot in ceremony_of(tournament).left] == [2, 3]


def test_a_prize_is_drawn_among_those_present():
    tournament = played(lots=["Tiré au sort parmi les présents : panier"])
    Team.objects.filter(tournament=tournament, number=1).update(withdrawn_from=1)
    assert due(tournament) == {} and [lot.number for lot in ceremony_of(tournament).undrawn] == [1]
    draw = services.draw_prize(tournament_id=tournament.pk, prize=1, seed="r co 7 pique", by=None)
    assert draw.seed == "R♥ 7♠" and sorted(draw.numbers) == [2, 3, 4, 5, 6]
    assert list(due(tournament)) == [draw.numbers[0]]
    again = services.draw_prize(tournament_id=tournament.pk, prize=1, seed="R♥ 7♠", by=None)
    assert again.numbers == draw.numbers, "the same cards give the same draw"
    services.call_prize(tournament_id=tournament.pk, number=draw.numbers[0], by=None)
    for prize, code in ((1, "prize_drawn"), (2, "prize_unknown")):
        with refuses(code, ScoringError):
            services.draw_prize(tournament_id=tournament.pk, prize=prize, by=None)


def test_the_youngest_together_have_their_prize_and_no_age_is_journalled():
    tournament = played(lots=["Les plus jeunes ensemble : bonbons"])
    services.note_years(tournament_id=tournament.pk, years={3: 41, 6: 37, 1: 90}, by=None)
    assert due(tournament) == {6: "Les plus jeunes ensemble : bonbons"}
    assert JournalEntry.objects.latest("number").after == {"teams": [1, 3, 6]}
    with pytest.raises(ScoringError):
        services.note_years(tournament_id=tournament.pk, years={3: 0}, by=None)


def test_no_card_decides_what_an_age_or_a_draw_decides():
    """Two equals of the ranking were asked for a card, and the prize that one of them had drawn was not handed over."""
    tournament = played(lots=["Les plus jeunes ensemble : bonbons", "Tiré au sort parmi les présents : panier"])
    services.note_years(tournament_id=tournament.pk, years={2: 50, 4: 37}, by=None)
    PrizeDraw.objects.create(tournament=tournament, prize=2, seed="A♥", numbers=[2, 4, 1, 3, 5, 6], at=timezone.now())
    calls = calls_of(tournament)
    assert {number for number, call in calls.items() if call.undecided} == set()
    assert (calls[4].won, calls[2].won) == (
        ("Les plus jeunes ensemble : bonbons",),
        ("Tiré au sort parmi les présents : panier",),
    )
    for number in (2, 4):
        services.call_prize(tournament_id=tournament.pk, number=number, by=None)
    handed = HandedPrize.objects.filter(tournament=tournament)
    assert {(one.slot, one.number) for one in handed} == {("youngest:1", 4), ("drawn:2:1", 2)}
    services.call_prize(tournament_id=tournament.pk, number=4, called=False, by=None)
    services.note_years(tournament_id=tournament.pk, years={2: 37}, by=None)
    assert {number for number, call in calls_of(tournament).items() if call.undecided} == {2, 4}, "as old, and equal"


def test_what_an_earlier_version_handed_over_stands():
    tournament = played(lots=["1er : jambon", "2e : canard", "3e : vin"])
    services.settle_prizes(tournament_id=tournament.pk, teams=[2, 4], by=None)
    now = timezone.now()
    PrizeTurn.objects.filter(number=4).update(called_at=now, due="canard")
    PrizeTurn.objects.create(tournament=tournament, number=6, called_at=now, prize="un livre", due="vin")
    assert due(tournament) == {2: "jambon", 4: "canard", 6: "un livre"}
    assert [call.row.number for call in ceremony_of(tournament).calls if call.waits] == [2]
    services.call_prize(tournament_id=tournament.pk, number=4, called=False, by=None)
    assert calls_of(tournament)[4].waits and PrizeTurn.objects.get(number=4).called_at is None


def test_the_newspaper_is_made_from_the_ranking_and_names_nobody_who_was_not_told():
    tournament = played(place="Salle Jean-Moulin")
    services.settle_prizes(tournament_id=tournament.pk, teams=[2, 4], by=None)
    names = list(Team.objects.filter(tournament=tournament, number=2).values_list("players__name", flat=True))
    text = newspaper(tournament)
    assert text.initials and not any(name in text.short + text.long for name in names)
    Tournament.objects.filter(pk=tournament.pk).update(names_online=True)
    text = newspaper(Tournament.objects.get(pk=tournament.pk))
    assert not text.initials and all(name in text.short and name in text.long for name in names)
    assert "\n1er ex æquo\N{NO-BREAK SPACE}: " in text.long
    assert "ex æquo avec 1044 points" in text.short and "6 équipes" in text.short
    assert "Boucherie Morel" in text.long and "50 €" not in text.long, "givers are thanked, values stay here"
    lines, _winners = poster_lines(tournament, most=3)
    assert [(line.place, line.number, line.prize) for line in lines[:2]] == [
        ("1er ex æquo", 2, "jambon"),
        ("1er ex æquo", 4, "canard"),
    ]
    assert [line.number for line in lines] == [2, 4, 6, 5, 3], "all that have a prize"
    assert [one.place for one in diplomas(tournament, first=3, each_player=False)] == [
        "1er ex æquo",
        "1er ex æquo",
        "3e",
        "Première équipe féminine",
    ]
    assert len(diplomas(tournament, first=3, each_player=True)) == 8


def test_the_prizes_travel_in_the_file_of_the_concours():
    tournament = played(lots=[*LOTS, "Tiré au sort : panier"])
    services.settle_prizes(tournament_id=tournament.pk, teams=[2, 4], cards=["R♥", "7♥"], by=None)
    services.draw_prize(tournament_id=tournament.pk, prize=6, seed="A♥", by=None)
    services.call_prize(tournament_id=tournament.pk, number=2, by=None)
    members = FileMembers.read(write_concours(tournament.pk).content)
    assert [row["what"] for row in members.rows["tournament.Prize"]][0] == "jambon"
    assert len(members.rows["scoring.HandedPrize"]) == 1 and len(members.rows["scoring.PrizeDraw"]) == 1
    assert not [said for said in problems(members) if "seal" in said]


def test_no_text_or_paper_ends_between_equals():
    """The third of a text for the newspaper, and of a poster, was the lowest number of three equals."""
    tournament = builders.concours(teams=6, parties=1, criteria=["points"], names_online=True)
    builders.partie(tournament, 1, [(1, 1044, 2, 900), (3, 900, 4, 1000), (5, 900, 6, 800)])
    lines, _winners = poster_lines(tournament, most=3)
    assert [line.number for line in lines] == [1, 4, 2, 3, 5]
    assert newspaper(tournament).short.count("900 points") == 3
    assert newspaper(tournament).short.count("800 points") == 0


def test_equals_are_named_together_where_no_card_is_cut_between_them(client):
    """The first women's pair of two, and the winner of an evening without prizes, was the lower number of two equals."""
    tournament = played()
    Team.objects.filter(tournament=tournament, number__in=(2, 4)).update(category="women")
    made = [one.place for one in diplomas(tournament, first=1, each_player=False)]
    assert made == ["1er ex æquo", "Première équipe féminine ex æquo"] * 2
    assert newspaper(tournament).long.count("Première équipe féminine ex æquo\N{NO-BREAK SPACE}: ") == 2
    bare = builders.concours(teams=4, parties=1, criteria=["points"])
    builders.partie(bare, 1, [(1, 900, 2, 1044), (3, 1044, 4, 900)])
    client.force_login(organiser_of(bare))
    names = [
        " / ".join(Team.objects.get(tournament=bare, number=n).players.values_list("name", flat=True)) for n in (2, 3)
    ]
    said = text_of(get(client, "whole-evening", bare.pk))
    assert f"2 · {names[0]} · 3 · {names[1]} sont premiers ex æquo, avec 1044 points." in said


def test_a_prize_that_was_handed_over_stays_on_its_list_as_it_is():
    """Moved, it was another team's once more: two had the one ham."""
    tournament = played()
    by = {"tournament_id": tournament.pk, "by": None}
    services.settle_prizes(teams=[4, 2], **by)
    services.call_prize(number=4, **by)
    services.call_prize(number=5, **by)
    for act, changes in (
        (change_settings, {"changes": {"lots": ["1er : canard", "2e : jambon (50 €, Boucherie Morel)", *LOTS[2:]]}}),
        (change_prize, {"number": 1, "whom": "2e"}),
        (change_prize, {"number": 4, "what": "lys"}),
        (remove_prizes, {"numbers": [4]}),
        (change_settings, {"changes": {"prizes_chosen": True}}),
    ):
        with pytest.raises(TournamentError) as refused:
            act(**changes, **by)
        assert refused.value.code == "prize_handed", changes
    change_prize(number=1, giver="Boucherie Morin", **by)
    change_prize(number=2, what="canard gras", **by)
    services.call_prize(number=5, called=False, **by)
    remove_prizes(numbers=[4], **by)
    assert due(Tournament.objects.get()) == {4: "jambon", 2: "canard gras", 6: "vin", 3: "nouilles"}


def test_a_prize_that_was_chosen_is_chosen_once():
    tournament = played(lots=LOTS[:3], prizes_chosen=True)
    by = {"tournament_id": tournament.pk, "by": None}
    services.settle_prizes(teams=[4, 2], **by)
    services.call_prize(number=4, chosen=[2], **by)
    with refuses("prize_handed"):
        change_settings(changes={"lots": [LOTS[0], "2e : canard gras", LOTS[2]]}, **by)
    services.call_prize(number=4, called=False, **by)
    back = JournalEntry.objects.latest("number")
    services.call_prize(number=2, chosen=[2], **by)
    with refuses("prize_moved", ScoringError):
        return_prizes(back, None, "–")
    services.call_prize(number=2, called=False, **by)
    return_prizes(back, None, "–")
    assert [lot.what for lot in ceremony_of(Tournament.objects.get()).left] == ["jambon", "vin"]


def test_who_was_drawn_for_a_prize_is_not_drawn_for_the_next_one():
    tournament = played(lots=["1er : jambon", "Tiré au sort : vélo"])
    by = {"tournament_id": tournament.pk, "by": None}
    services.draw_prize(prize=2, **by)
    remove_prizes(numbers=[2], **by)
    assert add_prizes(lines=["Tiré au sort : autocuiseur"], **by) == [3]
    assert [lot.number for lot in ceremony_of(Tournament.objects.get()).undrawn] == [3]


def test_equals_for_whom_no_card_decides_take_no_room_for_one_on_paper():
    """Room for its sentence was left in each line of equals: 21 prizes took three sheets, each half empty."""
    tournament = builders.concours(teams=24, parties=1, lots=["1er à 24e : un saucisson"])
    builders.partie(tournament, 1, [(n, 972, n + 12, 972) for n in range(1, 13)])
    calls = ceremony_of(Tournament.objects.get()).calls
    assert len(calls) == 24 and all(call.row.tied and not call.undecided for call in calls)
    assert len(call_pages(calls, winners=0)) == 2
