"""The prize giving: the card among equals, who was called, the ranking kept back; and the message to the hall."""

import datetime
import io

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from scoring.errors import ScoringError
from scoring.evening.closing import close_tournament, show_message
from scoring.models import PrizeTurn, RenderedPage
from scoring.prizes.selectors import called, prizes_of
from scoring.prizes.services import call_prize, settle_prizes
from scoring.public.serving import public_live, public_page
from scoring.workbook import writer
from scoring.workbook.sheets import standings as prizes_tab
from scoring.workbook.source import read_source
from tests.scoring import builders
from tests.support.accounts import account
from tournament.journal.models import JournalEntry
from tournament.models import Team, Tournament

pytestmark = pytest.mark.django_db
LOTS = ["Jambon", "Canard", "Bouteilles"]


@pytest.fixture
def organiser(client, django_user_model):
    def enter(tournament):
        client.force_login(account("odile", tournament.club))
        return client

    return enter


def tied():
    """Teams 2 and 4 share rank 1, teams 1 and 3 rank 3."""
    tournament = builders.concours(teams=4, parties=1, criteria=["points"], lots=LOTS)
    builders.partie(tournament, 1, [(1, 900, 2, 1044), (3, 900, 4, 1044)])
    return tournament


def test_who_calls_the_prizes_sees_who_has_left(organiser):
    tournament = builders.concours(teams=4, parties=1, criteria=["points"])
    builders.partie(tournament, 1, [(1, 900, 2, 1044), (3, 900, 4, 1044)])
    Team.objects.filter(tournament=tournament, number=3).update(withdrawn_from=1)
    page = organiser(tournament).get(reverse("prizes", args=[tournament.pk])).content.decode()
    assert page.count("(départ)") == 1


def test_the_card_says_who_chooses_first_and_palmares_and_workbook_follow(organiser):
    tournament = tied()
    client = organiser(tournament)
    close_tournament(tournament_id=tournament.pk, by=None)
    page = client.get(reverse("prizes", args=[tournament.pk])).content.decode()
    assert page.count("une carte décide") == 4 and page.count("par la carte") == 3
    answer = client.post(reverse("prize-order", args=[tournament.pk]), {"place_2": "2", "place_4": "1"})
    assert answer.status_code == 302
    assert [(call.row.number, call.prize, call.card) for call in prizes_of(tournament)] == [
        (4, "Jambon", 1),
        (2, "Canard", 2),
        (1, "Bouteilles", 0),
        (3, "", 0),
    ]
    file = io.BytesIO()
    writer.write(file, title="t", footer="f", tabs=prizes_tab.prizes_tabs(read_source(tournament)))
    rows = list(load_workbook(file).worksheets[0].values)[2:]
    assert [(row[1], row[-1]) for row in rows[:2]] == [(4, "Jambon"), (2, "Canard")]
    for wrong in (
        {"place_2": "1", "place_4": "1"},
        {"place_2": "1"},
        {"place_2": "x", "place_4": "²"},
        {"place_1": "1", "place_2": "2"},
        {},
    ):
        assert client.post(reverse("prize-order", args=[tournament.pk]), wrong).status_code == 422
    # A card holds for those who were equal then.
    assert settle_prizes(tournament_id=tournament.pk, teams=[3, 1], by=None) is None
    assert [call.row.number for call in prizes_of(tournament)] == [4, 2, 3, 1]
    PrizeTurn.objects.filter(card_rank=1).update(card_rank=7)  # all of them have moved since
    assert [(call.row.number, call.card) for call in prizes_of(tournament)][:2] == [(4, 1), (2, 2)]
    PrizeTurn.objects.filter(number=2).update(card_rank=5)  # one was equal with others
    assert [(call.row.number, call.card) for call in prizes_of(tournament)][:2] == [(2, 0), (4, 0)]
    settle_prizes(tournament_id=tournament.pk, teams=[2, 4], by=None)
    PrizeTurn.objects.filter(number=3).update(card_rank=1)
    settle_prizes(tournament_id=tournament.pk, teams=[4, 2], by=None)
    assert PrizeTurn.objects.get(number=3).card is None, "at that rank others are equal now"
    PrizeTurn.objects.filter(number__in=[2, 4]).update(card_rank=3)  # from where 1 and 3 stand now
    settle_prizes(tournament_id=tournament.pk, teams=[1, 3], by=None)
    assert [(call.row.number, call.card) for call in prizes_of(tournament)] == [(4, 1), (2, 2), (1, 1), (3, 2)]


def test_calls_are_ticked_off_with_what_was_chosen_and_taken_back(organiser):
    tournament = tied()
    client = organiser(tournament)
    close_tournament(tournament_id=tournament.pk, by=None)
    turn = reverse("prize-turn", args=[tournament.pk, 2])
    assert client.post(turn, {"prize": "le canard", "dernier": ""})["Location"].endswith("?dernier")
    first = called(prizes_of(tournament))[0]
    assert first.chosen == "le canard" and first.called_at is not None
    shown = client.get(reverse("prizes", args=[tournament.pk]), {"dernier": ""}).content.decode()
    assert 'class="called"' in shown and shown.index("Paulette") < shown.index("le canard")
    client.post(turn, {"called": "no"})
    assert prizes_of(tournament)[0].called_at is None
    with pytest.raises(ScoringError):
        call_prize(tournament_id=tournament.pk, number=99, by=None)
    acts = JournalEntry.objects.filter(tournament=tournament, act="call_prize").values_list("after", flat=True)
    assert [line["called"] for line in acts] == [True, False]


def test_the_last_ranking_is_nowhere_in_the_hall_until_it_is_shown(organiser):
    tournament = builders.evening(teams=8, parties=4, hold_ranking=True)
    client = organiser(tournament)
    close_tournament(tournament_id=tournament.pk, by=None)
    pages = [reverse("public-standings", args=[tournament.slug]), reverse("public-wall", args=[tournament.slug])]
    team = reverse("public-team", args=[tournament.slug, 1])

    def seen():
        RenderedPage.objects.all().delete()
        public_page.forget()
        public_live.forget()
        shown = [client.get(address).content.decode() for address in [*pages, team]]
        api = client.get(f"/api/v1/public/{tournament.slug}/standings/").json()
        return (
            shown,
            api["after_round"],
            client.get(reverse("public-palmares", args=[tournament.slug])).content.decode(),
        )

    shown, after, palmares = seen()
    assert after == 3 and "Palmarès n" not in palmares
    for page in shown:
        assert "partie 3 sur 4" in page and "gardé pour la remise des lots" in page and "Votre lot" not in page
    assert client.get(reverse("standings", args=[tournament.pk])).content.decode().count("partie 4 sur 4") == 1
    assert client.post(reverse("ranking-show", args=[tournament.pk])).status_code == 302
    shown, after, palmares = seen()
    assert after == 4 and "Palmarès n" in palmares and "partie 3 sur 4" not in "".join(shown)
    assert client.post(reverse("ranking-show", args=[tournament.pk])).status_code == 422


def test_a_message_is_on_every_page_of_the_hall_and_taken_away_by_one_click(organiser):
    tournament = builders.evening(teams=8, parties=1, missing=1)
    client = organiser(tournament)
    names = ("public-standings", "public-tables", "public-wall", "wall-draw", "wall-phases", "public-phases")
    pages = [reverse(name, args=[tournament.slug]) for name in names]
    pages.append(reverse("public-team", args=[tournament.slug, 1]))
    form = {"text": "  Soupe <b>dans</b> dix minutes ", "minutes": "10"}
    assert client.post(reverse("hall-message", args=[tournament.pk]), form).status_code == 302
    for address in pages:
        public_page.forget()
        page = client.get(address).content.decode()
        assert "Soupe &lt;b&gt;dans&lt;/b&gt; dix minutes" in page and "data-ends=" in page, address
    for wrong in ({"text": "  "}, {"text": "x" * 121}):
        assert client.post(reverse("hall-message", args=[tournament.pk]), wrong).status_code == 422
    shown = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert "Le retirer" in shown and shown.count("data-ends=") == 1
    until = Tournament.objects.get(pk=tournament.pk).hall_message_until
    Tournament.objects.filter(pk=tournament.pk).update(hall_message_until=until - datetime.timedelta(minutes=11))
    over = client.get(reverse("concours", args=[tournament.pk])).content.decode()
    assert "Le retirer" not in over and "Soupe &lt;b" not in over, "its time is over: the form is empty again"
    client.post(reverse("hall-message-clear", args=[tournament.pk]))
    RenderedPage.objects.all().delete()
    public_page.forget()
    public_live.forget()
    assert not any("hall-message" in client.get(address).content.decode() for address in pages)
    show_message(tournament_id=tournament.pk, text="Bonsoir", by=None)
    assert "jusqu’au palmarès" in client.get(reverse("concours", args=[tournament.pk])).text
    acts = ["show_message", "clear_message", "show_message"]
    assert list(JournalEntry.objects.exclude(act__startswith="test").values_list("act", flat=True)) == acts


@pytest.mark.parametrize(("minutes", "stays"), [("", False), ("15", True)])
def test_a_message_without_an_end_ends_when_the_palmares_is_published(organiser, minutes, stays):
    tournament = builders.evening(teams=8, parties=4)
    client = organiser(tournament)
    assert "jusqu’à la publication du palmarès" in client.get(reverse("concours", args=[tournament.pk])).text
    sent = {"text": "La soupe est servie", "minutes": minutes}
    client.post(reverse("hall-message", args=[tournament.pk]), sent)
    page = client.post(reverse("concours-close", args=[tournament.pk]), follow=True).text
    assert ("Le message à la salle est retiré." in page) is not stays
    public_page.forget()
    assert ("La soupe est servie" in client.get(reverse("public-wall", args=[tournament.slug])).text) is stays
    acts = JournalEntry.objects.exclude(act__startswith="test").values_list("act", flat=True)
    assert list(acts) == ["show_message", *([] if stays else ["clear_message"]), "close_tournament"]
