"""The evening says where it stands and what comes next; the palmarès closes it, and can be taken back."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import now

from rules.local_words import spoken
from scoring.errors import ScoringError
from scoring.evening.closing import close_tournament, reopen_tournament
from scoring.evening.selectors import evening_of, palmares_of
from scoring.models import Palmares, ScoreSheet
from scoring.prizes.selectors import called, prizes_of
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_page
from scoring.ranking import CRITERIA
from scoring.referee.selectors import cases_of
from scoring.rounds import services as rounds
from scoring.standings.selectors import standing
from scoring.workbook.sheets.concours import tabs as concours_tabs
from scoring.workbook.source import read_source
from tests.scoring.builders import concours, evening, partie, sheet
from tests.scoring.phones.builders import phone, propose
from tests.scoring.referee.builders import keep_version
from tests.support.accounts import PASSWORD, account
from tests.support.html import laid_out
from tests.support.refusals import refuses
from tournament.concours import criteria
from tournament.concours.presets import PRESETS
from tournament.concours.services import change_settings
from tournament.models import Club, Draw, JournalEntry, Round, Table, Team, Tournament
from tournament.registration.head_count import turnout
from tournament.rounds import services as draws

pytestmark = [pytest.mark.django_db, pytest.mark.engine]


def draft(tournament, number) -> Draw:
    round_ = Round.objects.create(tournament=tournament, number=number, state="draft")
    return Draw.objects.create(round=round_, number=1, minutes={})


def test_the_words_of_the_criteria_are_those_that_are_computed():
    assert set(criteria.CRITERIA) == set(CRITERIA)
    assert all(set(preset.settings["criteria"]) <= set(CRITERIA) for preset in PRESETS.values())


# --- Where we are -----------------------------------------------------------------------------------------------------


def test_at_the_door_teams_are_counted():
    tournament = concours(teams=15, fee_cents=1400)
    Team.objects.filter(number__gt=12).update(present=False)
    Team.objects.filter(number__lte=10).update(paid_cents=1400)
    now = evening_of(tournament)
    assert (now.stage, now.number) == ("door", 1)
    assert (now.people.registered, now.people.present, now.people.absent, now.unpaid) == (15, 12, 3, 5)
    assert [partie.state for partie in now.parties] == ["todo"] * 4


def test_a_team_that_left_is_not_awaited():
    tournament = concours(teams=4)
    Team.objects.filter(number=4).update(withdrawn_from=1)
    assert (evening_of(tournament).people.registered, evening_of(tournament).unpaid) == (3, 0)


def test_a_draft_waits_to_be_published():
    tournament = concours(teams=4)
    drawn = draft(tournament, 1)
    now = evening_of(tournament)
    assert (now.stage, now.number, now.draw_id) == ("draft", 1, drawn.pk)
    assert now.parties[0].state == "draft"


def test_while_a_partie_is_played_the_missing_tables_are_named():
    tournament = evening(teams=30, parties=2, missing=4)
    now = evening_of(tournament)
    assert (now.stage, now.number) == ("playing", 2)
    assert now.missing == {2: [12, 13, 14, 15]}
    assert (now.parties[1].tables, now.parties[1].entered) == (15, 11)
    assert [partie.state for partie in now.parties] == ["done", "playing", "todo", "todo"]


def test_a_contested_table_is_missing_and_named_apart():
    tournament = evening(teams=8, parties=1)
    ScoreSheet.objects.filter(table__number=3).update(counted=False, state="disputed")
    now = evening_of(tournament)
    assert now.missing == now.disputed == {1: [3]} and now.unsent == {}, "its sheets have come, and differ"


def test_what_comes_next():
    assert evening_of(evening(teams=8, parties=2)).stage == "next"
    assert evening_of(evening(teams=8, parties=2)).number == 3
    assert evening_of(evening(teams=8, parties=4)).stage == "finished"
    tournament = evening(teams=8, parties=4)
    close_tournament(tournament_id=tournament.pk, by=None)
    tournament.refresh_from_db()
    assert evening_of(tournament).stage == "closed"


def test_the_evening_reads_the_same_number_of_times_whatever_its_size(django_assert_max_num_queries):
    for tournament in (evening(teams=4, parties=1, missing=1), evening(teams=80, parties=3, missing=9)):
        with django_assert_max_num_queries(5):
            evening_of(tournament)


# --- Closing ----------------------------------------------------------------------------------------------------------


def refused(code: str, tournament, **arguments) -> ScoringError:
    lines = JournalEntry.objects.count()
    with refuses(code) as caught:
        close_tournament(tournament_id=tournament.pk, by=None, **arguments)
    assert JournalEntry.objects.count() == lines
    return caught.value


def test_the_palmares_waits_for_every_table():
    tournament = evening(teams=12, parties=4, missing=2)
    error = refused("tables_missing", tournament)
    assert error.params["tables"] == "4 : 5, 6"
    assert "5, 6" in str(error)
    refused("tables_missing", tournament, reason="la salle ferme")
    for table in Table.objects.filter(round__number=4, number__in=(5, 6)):
        sheet(table, north=1000, east=944)
    assert close_tournament(tournament_id=tournament.pk, by=None).closed_at
    assert standing(tournament).final


def test_the_palmares_waits_for_the_parties_announced_or_for_a_reason():
    tournament = evening(teams=12, parties=3)
    refused("parties_left", tournament)
    refused("parties_left", tournament, reason="  \u200b ")
    assert not standing(tournament).final
    close_tournament(tournament_id=tournament.pk, by=None, reason="la salle ferme à minuit")
    entry = JournalEntry.objects.filter(tournament=tournament).last()
    assert (entry.act, entry.reason) == ("close_tournament", "la salle ferme à minuit")
    assert entry.after == {"parties": 3, "announced": 4, "palmares": 1}
    assert standing(tournament).final


def test_nothing_is_published_before_a_partie_or_over_a_draft():
    refused("nothing_played", concours(teams=4))
    tournament = evening(teams=4, parties=3)
    draft(tournament, 4)
    refused("draft_open", tournament, reason="la salle ferme")


def test_twice_is_refused_and_a_reason_takes_it_back():
    tournament = evening(teams=4, parties=4)
    close_tournament(tournament_id=tournament.pk, by=None)
    refused("closed", tournament)
    with refuses("reopen_reason", ScoringError):
        reopen_tournament(tournament_id=tournament.pk, by=None, reason="")
    assert reopen_tournament(tournament_id=tournament.pk, by=None, reason="feuille 3 inversée").closed_at is None
    assert JournalEntry.objects.filter(tournament=tournament).last().reason == "feuille 3 inversée"
    with refuses("not_closed", ScoringError):
        reopen_tournament(tournament_id=tournament.pk, by=None, reason="encore")


# --- Prizes -----------------------------------------------------------------------------------------------------------


def test_prizes_are_called_in_ranking_order_and_equals_are_said():
    tournament = concours(teams=4, parties=1, criteria=["points"], lots=["Jambon", "Canard", "Panier"])
    partie(tournament, 1, [(1, 1100, 2, 844), (3, 1100, 4, 844)])
    calls = prizes_of(tournament)
    assert [(call.row.rank, call.row.number, call.prize, call.row.tied) for call in calls] == [
        (1, 1, "Jambon", True),
        (1, 3, "Canard", True),
        (3, 2, "Panier", True),
        (3, 4, "", True),
    ]


def test_only_the_ranks_that_have_a_lot_are_called_and_who_is_equal_to_the_last():
    tournament = concours(teams=8, parties=1, criteria=["points"], lots=["Jambon", "Canard", "Panier"])
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844), (5, 1000, 6, 944), (7, 1000, 8, 944)])
    assert [(call.row.number, call.prize) for call in called(prizes_of(tournament))] == [
        (1, "Jambon"),
        (3, "Canard"),
        (5, "Panier"),
        (7, ""),
    ]
    Tournament.objects.filter(pk=tournament.pk).update(lots=[])
    assert len(called(prizes_of(tournament))) == 8


def test_no_prize_is_called_while_something_is_missing():
    assert prizes_of(evening(teams=4, parties=4, missing=1)) == []
    assert prizes_of(evening(teams=4, parties=2)) == []


# --- Pages ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def hall(client):
    tournament = evening(teams=12, parties=4, lots=["Jambon"])
    people = {role: account(role, tournament.club, role) for role in ("organiser", "scorer", "referee", "reader")}
    people |= {"stranger": account("stranger"), "elsewhere": account("elsewhere", Club.objects.create(name="Autre"))}
    return tournament, people


OPEN_TO_ALL = {"organiser": 200, "scorer": 200, "referee": 200, "reader": 200, "stranger": 404, "elsewhere": 404}
ORGANISER = {"organiser": 302, "scorer": 403, "referee": 403, "reader": 403, "stranger": 404, "elsewhere": 404}


@pytest.mark.parametrize("name", ["concours", "prizes"])
def test_everyone_of_the_club_sees_the_evening(client, hall, name):
    tournament, people = hall
    address = reverse(name, args=[tournament.pk])
    seen = {}
    for who, user in people.items():
        client.force_login(user)
        seen[who] = client.get(address).status_code
    assert seen == OPEN_TO_ALL
    client.logout()
    assert client.get(address).status_code == 302
    assert client.get(address, REMOTE_ADDR="192.168.1.20").status_code == 403


@pytest.mark.parametrize("name", ["concours-close", "concours-reopen"])
def test_only_an_organiser_closes_and_reopens(client, hall, name):
    tournament, people = hall
    if name == "concours-reopen":
        close_tournament(tournament_id=tournament.pk, by=None)
    address = reverse(name, args=[tournament.pk])
    for who, user in reversed(people.items()):
        client.force_login(user)
        assert client.get(address).status_code in (302, 403, 404)  # back to the page of the button
        assert client.post(address, {"reason": "une erreur"}).status_code == ORGANISER[who], who


def test_there_is_one_main_button_and_enter_presses_it(client, hall):
    tournament, people = hall
    client.force_login(people["organiser"])
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert page.count("autofocus") == 1
    assert "Publier le palmarès" in page
    client.force_login(people["reader"])
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert page.count("autofocus") == 0
    assert "Publier le palmarès" not in page


@pytest.mark.parametrize(
    ("parties", "missing", "button"),
    [(0, 0, "Tirer la partie 1"), (2, 0, "Tirer la partie 3"), (2, 3, "Saisir les scores")],
)
def test_the_button_is_the_next_step(client, parties, missing, button):
    tournament = evening(teams=12, parties=parties, missing=missing)
    client.force_login(account("marie", tournament.club))
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert button in page
    assert page.count("autofocus") == 1
    if missing:
        assert "3 tables de la partie 2 n’ont pas encore rendu leur feuille" in page
        assert reverse("table", args=[tournament.pk, 2, 6]) in page


def test_at_the_door_the_page_counts(client):
    tournament = concours(teams=15)
    Team.objects.filter(number__gt=12).update(present=False)
    client.force_login(account("marie", tournament.club))
    page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert "Présents\u00a0: 12 équipes" in page
    assert "Pas encore là\u00a0: 3 équipes" in page


def test_people_alone_get_their_partners_before_the_first_draw(client):
    """The page says what the draw of the partners makes; one alone waits, and the teams that are there can be drawn."""
    tournament = concours(teams=12)
    client.force_login(account("marie", tournament.club))
    address, partners = reverse("concours", args=[tournament.pk]), reverse("partners", args=[tournament.pk])
    Team.objects.filter(number__in=(11, 12)).update(alone=True)
    page = client.get(address).content.decode()
    assert "Une fois les partenaires tirés, il y aura 11 équipes" in page
    assert re.search(rf'href="{partners}" id="main-button" autofocus', page)
    Team.objects.filter(number=12).update(alone=False)
    page = client.get(address).content.decode()
    assert partners not in page
    assert "Tirer la partie 1" in page
    Team.objects.filter(number__gt=4).update(withdrawn_from=1)
    Team.objects.filter(number__lte=4).update(alone=True)
    assert re.search(rf'href="{partners}" id="main-button" autofocus', client.get(address).content.decode())


def test_every_page_counts_the_same_people(client):
    """Count a person alone as no team and who left apart: at the door, on the evening's page and in its document."""
    tournament = concours(teams=15, fee_cents=2000)
    Team.objects.filter(number__lte=13).update(paid_cents=2000)
    Team.objects.filter(number=12).update(paid_cents=500)
    Team.objects.filter(number=13).update(withdrawn_from=1)
    Team.objects.filter(number=15).update(alone=True)
    people = turnout(tournament)
    client.force_login(account("marie", tournament.club))
    pages = {
        name: client.get(reverse(name, args=[tournament.pk])).content.decode()
        for name in ("concours", "whole-evening", "door", "door-print")
    }
    assert f"Présents\u00a0: {people.here_words}" in pages["concours"]
    assert f"<p>{people.words}.</p>" in pages["whole-evening"]
    workbook = client.get(reverse("exports", args=[tournament.pk])).content.decode()
    assert ">Toute la soirée, à imprimer ou en PDF</a>" in workbook
    assert '<button type="button" data-print hidden>Imprimer, ou garder en PDF</button>' in pages["whole-evening"]
    assert f"<h2>Par numéro · {people.words}</h2>" in pages["door-print"]
    assert people.words == "14 équipes, 1 personne seule inscrites\u00a0: 14 présentes, 1 départ"
    told = [text.strip() for text in re.findall(r">([^<>]*?)<", re.sub(r"\s+", " ", pages["door"]))]
    assert told[told.index("13") :][:2] == ["13", "équipes"] and "1 départ" in told
    assert f"· {people.words} " in laid_out(pages["whole-evening"])
    assert {"Présents : 13 équipes, 1 personne seule", "Ont payé : 12 équipes (dont 1 départ)"} <= {*told}
    assert "N’ont pas payé : 2 équipes, 1 personne seule (dont 1 en partie)" in told
    (tab,) = concours_tabs(read_source(tournament))
    figures = {str(what): figure for what, _words, figure in tab.rows}
    assert (figures["Équipes inscrites"], figures["Personnes sans partenaire"], figures["Présents"]) == (14, 1, 14)
    assert (figures["Absents"], figures["Partis"]) == (0, 1)
    assert (figures["Ayant payé"], figures["Partis ayant payé"], figures["N’ayant pas payé"]) == (12, 1, 3)
    money = {what.removesuffix(" (€)"): figure for what, figure in figures.items() if what.endswith("(€)")}
    assert money == {
        "Encaissé à l’entrée": 245,
        "dont non précisé": 245,
        "Attendu à l’entrée": 270,
        "Reste à encaisser": 45,
        "Encaissé sans être dû": 20,
    }


def test_the_document_tells_the_changes_made_by_hand_to_a_draw(client):
    """« exempt : 2 » stood there, though team 10 had come late and played it; the public page of the draws said so."""
    tournament = concours(teams=9)
    drawn = rounds.open_next_round(tournament_id=tournament.pk, by=None, seed="7♣")
    places = drawn.minutes["tables"]
    first, second = (places[table]["camps"][0][0] for table in (0, 1))
    draws.swap_teams(draw_id=drawn.pk, first=first, second=second, by=None)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    (alone,) = drawn.minutes["exempt"]
    Team.objects.create(tournament=tournament, number=10, first_round=2)
    draws.seat_late_team(draw_id=drawn.pk, team=10, by=None)
    client.force_login(account("marie", tournament.club))
    document = client.get(reverse("whole-evening", args=[tournament.pk])).text
    public = client.get(reverse("public-minutes", args=[tournament.slug])).text
    told = document.split('id="draws"')[1].split("</section>")[0].split("Changements faits à la main")[1]
    said = public.split("Changements faits à la main")[1].split("</p>")[0]
    for one in (f"le n°\u00a0{alone}, exempt jusque-là, à la table", "ont échangé leurs places"):
        assert one in told and one in said, one


@pytest.mark.parametrize("absent", [0, 1, 2])
def test_all_who_registered_are_counted_and_what_became_of_them(client, absent):
    """« 20 équipes, dont 1 absente, 1 départ » left it open whether the one that left was among the twenty."""
    tournament = concours(teams=9)
    Team.objects.filter(number__gt=8 - absent).update(present=False)
    Team.objects.filter(number=9).update(present=True, withdrawn_from=2)
    partie(tournament, 1, [(1, 1000, 2, 944), (3, 1000, 4, 944), (5, 1000, 6, 944)])
    client.force_login(account("marie", tournament.club))
    here = 8 - absent
    not_there = {0: "", 1: ", 1 absente", 2: ", 2 absentes"}[absent]
    words = f"9 équipes inscrites\u00a0: {here} présentes{not_there}, 1 départ"
    assert f"<span>{here} équipes</span>" in client.get(reverse("concours", args=[tournament.pk])).content.decode()
    document = client.get(reverse("whole-evening", args=[tournament.pk])).content.decode()
    assert f"· {words} " in laid_out(document)
    assert f"<p>{words}.</p>" in document
    assert words in client.get(reverse("door-print", args=[tournament.pk])).text
    figures = {str(what): figure for what, _words, figure in concours_tabs(read_source(tournament))[0].rows}
    counted = [figures[what] for what in ("Équipes inscrites", "Présents", "Absents", "Partis")]
    assert counted == [9, here, absent, 1]


@pytest.mark.parametrize(
    ("paid", "sentence"),
    [
        ({}, ""),
        ({3: None}, "1 équipe n’a pas payé\u00a0: il reste 20\u00a0€ à encaisser."),
        ({3: None, 5: 1500}, "2 équipes n’ont pas payé\u00a0: il reste 25\u00a0€ à encaisser."),
    ],
)
def test_what_is_owed_is_reminded_before_the_palmares_and_beside_it(client, paid, sentence):
    tournament = evening(teams=12, parties=4, fee_cents=2000)
    Team.objects.update(paid_cents=2000)
    for number, cents in paid.items():
        Team.objects.filter(number=number).update(paid_cents=cents)
    client.force_login(account("marie", tournament.club))
    for closed in (False, True):
        if closed:
            close_tournament(tournament_id=tournament.pk, by=None, reason="fin")
        for name in ("concours", "prizes"):
            page = client.get(reverse(name, args=[tournament.pk])).content.decode()
            assert ("à encaisser" in page, sentence in page) == (bool(sentence), True), (name, closed)
            assert "Il ne manque rien" not in page


def test_a_refused_closing_says_why_and_keeps_the_reason(client):
    tournament = evening(teams=12, parties=3, missing=1)
    client.force_login(account("marie", tournament.club))
    answer = client.post(reverse("concours-close", args=[tournament.pk]), {"reason": "la salle ferme"})
    assert answer.status_code == 422
    assert "3 : 6" in answer.content.decode()


def test_the_link_that_takes_the_palmares_back_opens_the_fold_of_that_name(client, hall):
    """It led to a page where nothing had that name until another fold was opened."""
    tournament, people = hall
    client.force_login(people["organiser"])
    close_tournament(tournament_id=tournament.pk, by=None)
    words = "Annuler la publication du palmarès"
    scores = laid_out(client.get(reverse("entry", args=[tournament.pk]), follow=True).content.decode())
    [place] = re.findall(rf'<a href="{reverse("concours", args=[tournament.pk])}#([^"]+)">{words}</a>', scores)
    evening_page = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert re.search(rf'<details [^>]*id="{place}"[^>]*>\s*<summary>{words}', evening_page)


def test_closing_leads_to_the_calls_and_the_settings_are_over(client, hall):
    tournament, people = hall
    client.force_login(people["organiser"])
    page = client.post(reverse("concours-close", args=[tournament.pk]), follow=True).content.decode()
    assert "Jambon" in page
    assert "Appeler les lots" in client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert "Le palmarès est publié" in client.get(reverse("concours-settings", args=[tournament.pk])).content.decode()


def test_telephones_find_the_hall_by_a_code(client, hall, settings):
    settings.ALLOWED_HOSTS = ["localhost", "192.168.1.7"]
    tournament, people = hall
    client.force_login(people["organiser"])
    page = client.get(reverse("concours", args=[tournament.pk]), HTTP_HOST="localhost:8000").content.decode()
    assert f"http://192.168.1.7:8000{reverse('public-standings', args=[tournament.slug])}" in page
    assert "<svg" in page
    assert "style=" not in page


def test_without_a_network_the_page_says_what_to_do(client, hall, settings):
    settings.ALLOWED_HOSTS = ["localhost"]
    tournament, people = hall
    client.force_login(people["organiser"])
    page = client.get(reverse("concours", args=[tournament.pk]), HTTP_HOST="localhost:8000").content.decode()
    assert "aucun réseau" in page


def test_the_page_reads_the_same_number_of_times_whatever_the_size(client, django_assert_max_num_queries):
    for index, tournament in enumerate(
        (evening(teams=4, parties=1, missing=1), evening(teams=80, parties=3, missing=9))
    ):
        client.force_login(account(f"marie{index}", tournament.club))
        with django_assert_max_num_queries(24):
            client.get(reverse("concours", args=[tournament.pk]))


def test_the_calls_read_the_same_number_of_times_whatever_the_size(client, django_assert_max_num_queries):
    for index, tournament in enumerate((evening(teams=4, parties=4), evening(teams=80, parties=4))):
        client.force_login(account(f"marie{index}", tournament.club))
        with django_assert_max_num_queries(18):
            client.get(reverse("prizes", args=[tournament.pk]))


def test_the_page_follows_by_itself_while_others_type_and_keeps_still_under_a_form(client):
    tournament = evening(teams=12, parties=2, missing=3)
    client.force_login(account("marie", tournament.club))
    address = reverse("concours", args=[tournament.pk])
    assert "hx-trigger" in client.get(address).content.decode()
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "3 tables de la partie 2 n’ont pas encore rendu leur feuille" in part
    assert "<html" not in part
    for table in Table.objects.filter(round__number=2, number__gte=4):
        sheet(table, north=1000, east=944)
    part = client.get(address, headers={"HX-Request": "true"}).content.decode()
    assert "Tirer la partie 3" in part
    assert "hx-trigger" not in part


@pytest.mark.slow
@pytest.mark.django_db(transaction=True)
def test_in_a_browser_enter_presses_the_main_button(live_server, browser_page):
    tournament = evening(teams=12, parties=4, missing=1)
    account("Marie Dupont", tournament.club)
    page = browser_page()
    page.goto(live_server.url + reverse("concours", args=[tournament.pk]))
    page.fill("[name=name]", "Marie Dupont")
    page.fill("[name=password]", PASSWORD)
    page.keyboard.press("Enter")
    page.get_by_text("1 table de la partie 4 n’a pas encore rendu sa feuille").wait_for()
    sheet(Table.objects.get(round__number=4, number=6), north=1000, east=944)
    page.get_by_role("button", name="Publier le palmarès").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_url("**/palmares/")
    assert page.get_by_text("Appel des lots").count() == 1


# --- The publications of the palmarès ---------------------------------------------------------------------------------


def published_twice():
    """Four teams: table 2 was read the wrong way round, the palmarès taken back, corrected, published again."""
    tournament = concours(teams=4, parties=1)
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844)])
    close_tournament(tournament_id=tournament.pk, by=None)
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="table 2 inversée")
    sheet(Table.objects.get(number=2), north=844, east=1100)
    close_tournament(tournament_id=tournament.pk, by=None)
    tournament.refresh_from_db()
    return tournament


def test_the_second_palmares_says_what_it_corrects():
    tournament = published_twice()
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="encore une erreur")
    close_tournament(tournament_id=tournament.pk, by=None, reason="table 1 recomptée : 1 204 points")
    third = palmares_of(tournament)[2]
    assert (third.reason, third.replaces) == ("table 1 recomptée : 1 204 points", 2)
    assert JournalEntry.objects.filter(act="close_tournament").latest("number").reason == third.reason


def test_each_publication_is_kept_with_its_number_its_reason_and_what_it_changed():
    tournament = published_twice()
    first, second = palmares_of(tournament)
    assert (first.number, first.reason, first.stands, first.taken_back) == (1, "", False, "table 2 inversée")
    assert first.rows == ((1, 1, 1200), (2, 3, 1100), (3, 4, 844), (4, 2, 744))
    assert (second.number, second.reason, second.replaces, second.stands) == (2, "table 2 inversée", 1, True)
    assert [(one.number, one.was, one.now, one.points_was, one.points_now) for one in second.changes] == [
        (4, 3, 2, 844, 1100),
        (3, 2, 3, 1100, 844),
    ]
    rows = Palmares.objects.filter(tournament=tournament)
    lines = {line.number: line for line in JournalEntry.objects.filter(act="close_tournament")}
    assert [(row.number, lines[row.journal_number].after["palmares"]) for row in rows] == [(1, 1), (2, 2)]


def test_the_publications_are_read_in_two_queries_and_before_the_first_in_one(django_assert_num_queries):
    tournament = concours(teams=4)
    with django_assert_num_queries(1):
        assert palmares_of(tournament) == []
    tournament = published_twice()
    with django_assert_num_queries(2):
        assert len(palmares_of(tournament)) == 2


def test_a_concours_closed_by_an_earlier_version_goes_on_with_number_two():
    tournament = evening(teams=4, parties=4)
    close_tournament(tournament_id=tournament.pk, by=None)
    Palmares.objects.all().delete()
    (first,) = palmares_of(tournament)
    assert (first.number, first.rows, first.stands) == (1, None, True)
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="une feuille manquait")
    close_tournament(tournament_id=tournament.pk, by=None)
    first, second = palmares_of(tournament)
    assert (second.number, second.reason, second.changes, len(second.rows)) == (2, "une feuille manquait", None, 4)
    assert Palmares.objects.get().number == 2


def test_everybody_reads_which_palmares_it_is_and_what_it_changed(client):
    tournament = published_twice()
    client.force_login(account("anne", tournament.club))
    said = "Palmarès n°\u00a02, publié le"
    for name in ("standings", "print-standings", "prizes", "concours"):
        page = client.get(reverse(name, args=[tournament.pk])).content.decode()
        assert said in page, name
        assert "remplace le n°\u00a01" in page
        assert "table 2 inversée" in page
    assert said in client.get(reverse("public-standings", args=[tournament.slug])).content.decode()
    for place in (reverse("palmares", args=[tournament.pk]), reverse("public-palmares", args=[tournament.slug])):
        page = client.get(place).content.decode()
        assert "3 → <strong>2</strong>" in page
        assert "en vigueur" in page
        assert "Annulé le" in page
        assert page.index("Palmarès n°\u00a02") < page.index("Palmarès n°\u00a01")
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="encore une erreur")
    with spoken():
        refresh_pages(tournament_id=tournament.pk)
    public_page.forget()
    page = client.get(reverse("public-standings", args=[tournament.slug])).content.decode()
    assert "Le palmarès n°\u00a02 a été annulé" in page
    assert "encore une erreur" in page


def test_a_prize_that_changed_hands_is_told_by_its_publication(client):
    """The page said « Aucun rang ni aucun total n'a changé » and no word of the prizes that had been exchanged."""
    tournament = concours(teams=4, parties=1, lots=["2 jambons", "2 pâtés"])
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1100, 4, 844)])
    close_tournament(tournament_id=tournament.pk, by=None)
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="lots inversés")
    change_settings(tournament_id=tournament.pk, changes={"lots": ["2 pâtés", "2 jambons"]}, by=None)
    close_tournament(tournament_id=tournament.pk, by=None)
    first, second = palmares_of(tournament)
    assert first.prizes == {1: "2 jambons", 3: "2 pâtés", 4: "", 2: ""}
    assert [(one.number, one.prize_was, one.prize_now, one.moves_or_marks) for one in second.changes] == [
        (1, "2 jambons", "2 pâtés", False),
        (3, "2 pâtés", "2 jambons", False),
    ]
    page = laid_out(client.get(reverse("public-palmares", args=[tournament.slug])).text)
    assert (
        "Lots qui ont changé de mains" in page and "<del>2\u00a0jambons</del> → <strong>2\u00a0pâtés</strong>" in page
    )
    assert "Aucun rang ni aucun total" in page


def test_prizes_that_a_card_decides_or_that_were_not_kept_are_no_change(client):
    tournament = concours(teams=4, parties=1, lots=["2 jambons", "2 pâtés"])
    partie(tournament, 1, [(1, 1200, 2, 744), (3, 1200, 4, 744)])
    close_tournament(tournament_id=tournament.pk, by=None)
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="une feuille manquait")
    close_tournament(tournament_id=tournament.pk, by=None)
    first, second = palmares_of(tournament)
    assert (first.prizes[1], first.prizes[3], second.changes) == (None, None, ())
    for row in Palmares.objects.filter(number=1):
        row.rows = [kept[:4] for kept in row.rows]
        row.save()
    first, second = palmares_of(tournament)
    assert (first.prizes, second.changes) == ({}, ())


def test_on_the_web_without_names_no_reason_is_read(client, settings):
    tournament = published_twice()
    settings.EMBEDDED, settings.HOSTED = False, True
    public_page.forget()
    for place in (
        reverse("public-palmares", args=[tournament.slug]),
        reverse("public-standings", args=[tournament.slug]),
    ):
        page = client.get(place, secure=True).content.decode()
        assert "remplace le n°\u00a01" in page
        assert "inversée" not in page
        assert "Le Goff" not in page


@pytest.mark.parametrize("minutes", [0, -40, 40])
def test_a_late_score_is_mentioned_before_the_palmares_until_a_referee_has_looked(monkeypatch, minutes):
    """The order of the acts tells it, also where the clock of the computer was set in between."""
    tournament = evening(teams=8, parties=4)
    anne = account("anne", tournament.club)
    table = Table.objects.select_related("round__tournament").get(round__number=4, number=3)
    other = now()

    def later():
        nonlocal other
        other += datetime.timedelta(minutes=minutes)
        monkeypatch.setattr(timezone, "now", lambda: other)

    for seen in (0, 1):
        late = propose(phone(table, "EO"), 900 + seen, key=f"late{seen}").sheet
        state = evening_of(tournament)
        assert (late.late, state.stage, state.late) == (True, "finished", {4: [3]})
        assert [line.table.number for line in cases_of(tournament).late] == [3]
        later()
        version = table.sheets.get(counted=True).version
        keep_version(table_id=table.pk, version=version, seen=seen, base_version=version, reason="relue", by=anne)
        assert evening_of(tournament).late == {} and not cases_of(tournament).late
        later()
    assert [line.ruling.number for line in cases_of(tournament).decided] == [2, 1], "the newest first"
