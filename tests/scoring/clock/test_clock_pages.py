"""The clock on the pages of the organiser, of the hall and through the API."""

import datetime
import re

import pytest
from django.urls import reverse
from django.utils import timezone

from scoring.clock.selectors import clock_state
from scoring.models import RenderedPage
from scoring.public.pages import refresh_pages
from scoring.public.serving import public_live, public_page
from tests.scoring import builders
from tests.scoring.phones.builders import phone
from tests.support.api import account, api_for
from tests.support.html import unnamed
from tournament.models import Round, Seat, Table, Tournament
from tournament.rounds import clock as acts

pytestmark = pytest.mark.django_db


@pytest.fixture
def concours():
    public_page.forget()
    public_live.forget()
    return builders.seated(3)


@pytest.fixture
def marie(client, concours):
    user = account("marie", concours.club)
    client.force_login(user)
    return user


def post(client, concours, act, **data):
    return client.post(reverse(f"clock-{act}", args=[concours.pk, 1]), data, follow=True)


def shown(client, concours):
    return client.get(reverse("clock", args=[concours.pk])).content.decode()


def began(minutes):
    Round.objects.update(started_at=timezone.now() - datetime.timedelta(minutes=minutes))


def table(number):
    return Table.objects.get(number=number)


def test_before_the_first_draw_there_is_no_clock(client):
    tournament = builders.concours(teams=4)
    client.force_login(account("marie", tournament.club))
    assert "dès qu’un tirage sera publié" in shown(client, tournament)


def test_one_key_on_the_evenings_page_starts_it_and_comes_back_there(client, concours, marie):
    evening = client.get(reverse("concours", args=[concours.pk])).content.decode()
    assert reverse("clock-start", args=[concours.pk, 1]) in evening
    answer = post(client, concours, "start", **{"from": "evening"})
    assert answer.redirect_chain == [(reverse("concours", args=[concours.pk]), 302)]
    body = answer.content.decode()
    assert "data-started=" in body and "le chronomètre tourne" in body
    assert reverse("clock-start", args=[concours.pk, 1]) not in body


def test_another_place_than_ours_is_never_gone_to(client, concours, marie):
    answer = post(client, concours, "start", **{"from": "https://example.org/"})
    assert answer.redirect_chain == [(reverse("clock", args=[concours.pk]), 302)]


def test_started_by_mistake_and_set_right(client, concours, marie):
    post(client, concours, "start")
    post(client, concours, "stop")
    assert Round.objects.get().started_at is None
    post(client, concours, "set", minutes="15", reason="coupure")
    assert "Le chronomètre montre maintenant 0 minute" not in shown(client, concours)
    assert clock_state(concours).round.started_at < timezone.now() - datetime.timedelta(minutes=14)


@pytest.mark.parametrize("data", [{"minutes": "x", "reason": "coupure"}, {"minutes": "5", "reason": ""}, {}])
def test_what_cannot_be_read_is_said_and_kept(client, concours, marie, data):
    began(3)
    answer = post(client, concours, "set", **data)
    assert answer.status_code == 422
    assert "errorlist" in answer.content.decode()
    assert data.get("reason", "") in answer.content.decode()
    assert not unnamed(answer.text) and 'aria-invalid="true"' in answer.text


def test_a_table_that_is_not_there_is_said_beside_its_number(client, concours, marie):
    began(3)
    for typed, said in (("9", "n’a pas de table de ce numéro"), ("x", "Saisissez un nombre")):
        answer = post(client, concours, "seat", table=typed, camp="EO", here="no")
        assert answer.status_code == 422 and not unnamed(answer.text)
        field = re.search(rf'<input name="table"[^>]*value="{typed}"[^>]*>', answer.text)[0]
        assert 'aria-describedby="id_table_error"' in field and "autofocus" in field
        assert said in answer.text


def test_after_ten_minutes_the_missing_lead_to_the_forfeit_filled_in(client, concours, marie):
    began(4)
    acts.seat_missing(table_id=table(2).pk, camp="EO")
    acts.seat_ready(table_id=table(1).pk, camp="NS")
    address = reverse("sheet-forfeit", args=[concours.pk, 1, 2]) + "?absent=EO"
    assert "absence signalée" in shown(client, concours) and address not in shown(client, concours)
    began(11)
    body = shown(client, concours)
    assert address in body
    assert body.count("Forfait…") == 1 + 4  # the missing one, and those of whom nobody said anything
    forfeit = client.get(address).content.decode()
    assert 'value="EO" checked' in forfeit and "pas là après 10 minutes" in forfeit
    assert not table(2).sheets.exists()
    post(client, concours, "seat", table="2", camp="EO", here="yes")
    post(client, concours, "everybody")
    assert not Seat.objects.filter(ready_at=None).exists()
    assert "Pas à leur table" not in shown(client, concours)


def test_a_camp_that_no_table_has_fills_nothing_in(client, concours, marie):
    for asked in ("X", "<b>", ""):
        body = client.get(reverse("sheet-forfeit", args=[concours.pk, 1, 2]), {"absent": asked}).content.decode()
        assert "checked" not in body and 'value="pas là' not in body


def test_last_donnes_are_announced_to_all_and_taken_back(client, concours, marie):
    began(61)
    assert "Les 60 minutes sont passées" in shown(client, concours)
    post(client, concours, "cutoff", donnes="3")
    body = shown(client, concours)
    assert "encore 3, celle en cours comprise" in body and "Annuler l’annonce" in body
    answer = post(client, concours, "cutoff", donnes="2")
    assert answer.status_code == 422 and "sont déjà annoncées" in answer.content.decode()
    post(client, concours, "played", table="1", donnes="8")
    assert table(1).cutoff_after == 8
    for data, said in (({"table": "9", "donnes": "8"}, "pas de table"), ({"table": "1", "donnes": "13"}, "de 0 à 12")):
        answer = post(client, concours, "played", **data)
        assert answer.status_code == 422 and said in answer.content.decode()
    post(client, concours, "cutoff-back")
    assert Round.objects.get().cutoff_donnes is None


def test_who_may_only_read_is_shown_no_key(client, concours):
    client.force_login(account("luc", concours.club, "reader"))
    began(61)
    acts.seat_missing(table_id=table(2).pk, camp="EO")
    body = shown(client, concours)
    assert "absence signalée" in body
    assert body.count("<form") == 2  # log out, language


def test_the_part_that_changes_is_sent_alone_and_keeps_the_forms(client, concours, marie):
    began(5)
    part = client.get(reverse("clock", args=[concours.pk]), headers={"HX-Request": "true"}).content.decode()
    assert 'id="clock-now"' in part and "<html" not in part
    assert 'name="donnes"' not in part  # nothing that is being typed is swapped away


def test_the_referees_coming_ends_the_call(client, concours, marie):
    began(5)
    acts.call_referee(table_id=table(3).pk)
    assert "appelle l’arbitre" in shown(client, concours)
    post(client, concours, "answer", table="3")
    assert table(3).called_at is None
    assert "appelle l’arbitre" not in shown(client, concours)


def test_a_clock_put_back_is_told(client, concours, marie):
    began(5)
    concours.journal.update(at=timezone.now() + datetime.timedelta(hours=2))
    for name in ("clock", "concours"):
        assert "Horloge à vérifier" in client.get(reverse(name, args=[concours.pk])).content.decode()


PUBLIC = ("public-standings", "public-wall", "wall-draw", "public-tables")


def public(client, concours):
    public_page.forget()
    public_live.forget()
    pages = [client.get(reverse(name, args=[concours.slug])).content.decode() for name in PUBLIC]
    return [*pages, client.get(reverse("public-team", args=[concours.slug, 1])).content.decode()]


@pytest.mark.parametrize("kept", [True, False])
def test_the_hall_sees_the_clock_the_last_donnes_and_their_end(client, concours, kept):
    """On pages that are kept rendered, and made at once alike: nobody asks more often than before."""

    def brought_up():
        if kept:
            refresh_pages(tournament_id=concours.pk)
        else:
            RenderedPage.objects.all().delete()

    brought_up()
    assert not any("data-clock" in page for page in public(client, concours))
    acts.start_clock(tournament_id=concours.pk, number=1, by=None)
    brought_up()
    started = round(Round.objects.get().started_at.timestamp() * 1000)
    for page in public(client, concours):
        assert f'data-started="{started}"' in page and "data-now" not in page
        assert "dernières donnes à partir de" in page
    acts.impose_cutoff(tournament_id=concours.pk, number=1, donnes=1, by=None)
    brought_up()
    for page in public(client, concours):
        assert "Dernière donne" in page
    for place in Table.objects.all():
        builders.sheet(place, north=1000, east=944)
    brought_up()
    assert not any("data-clock" in page for page in public(client, concours))


def test_a_game_of_manches_announces_no_last_donnes(client):
    tournament = builders.seated(2, rule_set="escalier", rule_options={})
    client.force_login(account("marie", tournament.club))
    acts.start_clock(tournament_id=tournament.pk, number=1, by=None)
    began(90)
    assert "ernières donnes" not in shown(client, tournament)
    assert not any("ernières donnes" in page for page in public(client, tournament))


def test_the_draws_page_starts_the_clock_once_published(client, concours, marie):
    tournament = builders.concours(teams=4, slug="autre")
    client.force_login(account("odile", tournament.club))
    drawn = reverse("draw-make", args=[tournament.pk])
    client.post(drawn, {"seed": "R♥ 7♣"})
    round_ = Round.objects.get(tournament=tournament)
    draw = round_.draws.get()
    client.post(reverse("draw-publish", args=[tournament.pk, draw.pk]))
    address = reverse("draw", args=[tournament.pk, draw.pk])
    start = reverse("clock-start", args=[tournament.pk, 1])
    assert start in client.get(address).content.decode()
    answer = client.post(start, {"from": "draw"}, follow=True)
    assert answer.redirect_chain == [(address, 302)]
    assert "Chronomètre lancé à" in answer.content.decode() and start not in answer.content.decode()


def test_the_api_runs_the_clock_as_the_pages_do(concours):
    api = api_for(account("marie", concours.club))
    where = f"concours/{concours.pk}/parties/1/"
    assert api.ask(f"concours/{concours.pk}/clock/").json()["stage"] == "idle"
    started = api.send(f"{where}clock/start/").json()
    assert started["clock"]["seconds"] in (0, 1) and started["stage"] == "seating"
    assert api.send(f"{where}clock/set/", {"minutes": 61, "reason": "oublié"}).json()["stage"] == "over"
    assert api.send(f"{where}cutoff/").json()["clock"]["cutoff_donnes"] == concours.cutoff_donnes
    assert api.send(f"{where}cutoff/", {"donnes": 9}).json()["code"] == "cutoff_stands"
    assert api.send(f"{where}tables/1/played/", {"donnes": 7}).status_code == 200
    missing = api.send(f"{where}tables/1/seat/", {"camp": "EO", "here": False}).json()["missing"]
    assert [(one["table"], one["side"]["number"]) for one in missing] == [(1, 2)]
    phone(table(2), "NS")
    acts.call_referee(table_id=table(2).pk)
    assert any(one["called_at"] for one in api.ask(f"concours/{concours.pk}/clock/").json()["running"])
    api.send(f"{where}tables/2/answer-call/")
    assert table(2).called_at is None
    assert api.send(f"{where}tables/7/seat/", {"camp": "EO", "here": False}).status_code == 404
    seen = api_for(account("luc")).ask(f"public/{concours.slug}/clock/").json()["clock"]
    assert (seen["round"], seen["cutoff_donnes"], seen["seconds"] // 60) == (1, 2, 61)
    assert api.send(f"{where}cutoff/cancel/").json()["clock"]["cutoff_donnes"] is None
    assert api.send(f"{where}clock/all-ready/").status_code == 200
    assert api.send(f"{where}clock/stop/").json()["stage"] == "idle"
    assert api.ask(f"public/{concours.slug}/clock/").json() == {"clock": None}
    assert api.send(f"concours/{concours.pk}/parties/2/clock/start/").json()["code"] == "clock_no_partie"
    assert Tournament.objects.get().journal.filter(act="answer_call").count() == 1
