"""Addresses that are told, with a real receiver: it takes, refuses, hangs, leads on, breaks off."""

import base64
import hashlib
import hmac
import json
import re
import socket
import threading
import time
from contextlib import closing, contextmanager
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from scoring.evening.closing import close_tournament, reopen_tournament, show_ranking
from scoring.models import Delivery, ScoreSheet, Webhook
from scoring.referee import rulings
from scoring.sheets.entry import submit_sheet
from scoring.webhooks import delivery, sending, services
from scoring.webhooks.api import DrawMessage, PalmaresMessage, ScoreMessage, TrialMessage
from scoring.webhooks.messages import MessageMaker
from scoring.webhooks.sending import UndeliverableError, checked_addresses, is_public, read_address
from tests.scoring import builders
from tests.support.accounts import account, logged_in
from tests.support.api import api_for, assert_same
from tests.support.phases import play, set_up
from tests.support.refusals import refuses
from tournament.api.shapes import OutputSerializer
from tournament.jobs import services as jobs
from tournament.models import Job, JournalEntry, Table, Tournament
from tournament.rounds import services as draws

pytestmark = [pytest.mark.django_db, pytest.mark.engine]
EVERYTHING = ["scores", "draws", "palmares"]


class Receiver:
    """A site that keeps what it is sent and answers as it is told to, by path."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, dict, bytes]] = []
        self.hanging = threading.Event()
        told = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                before = sum(path == self.path for path, _headers, _body in told.taken)
                told.taken.append((self.path, dict(self.headers), body))
                way = self.path.strip("/").partition("?")[0]
                if way == "hang":
                    told.hanging.wait(20)
                elif way == "drip":
                    self.wfile.write(b"HTTP/1.1 200 OK\r\nX: ")
                    while not told.hanging.wait(0.05):
                        self.wfile.write(b"x")
                elif way == "close":
                    self.connection.close()
                elif way == "redirect":
                    self.answer(302, b"", Location=f"{told.url}/elsewhere")
                elif way == "long":
                    self.answer(200, b"z" * 300_000)
                else:
                    status = 500 if way == "later" and not before else int(way) if way.isdecimal() else 200
                    self.answer(status, b"tr\xc3\xa8s\nbien\x00 <b>merci</b>")

            def answer(self, status: int, body: bytes, **headers: str) -> None:
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def handle(self) -> None:
                try:
                    super().handle()
                except OSError:
                    pass  # the program hung up

            def log_message(self, *_arguments: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=[0.02], daemon=True).start()

    def bodies(self) -> list[dict]:
        return [json.loads(body) for _path, _headers, body in self.taken]


@pytest.fixture
def receiver():
    made = Receiver()
    yield made
    made.hanging.set()
    made.server.shutdown()
    made.server.server_close()


@pytest.fixture
def tournament():
    return builders.seated(2, parties=1)


@pytest.fixture
def hook(tournament, receiver):
    return services.add_webhook(tournament_id=tournament.pk, url=receiver.url + "/ok", events=EVERYTHING, by=None)


def table(tournament, number=1) -> Table:
    return Table.objects.select_related("round__tournament").get(round__tournament=tournament, number=number)


def score(tournament, number=1, points=1000) -> ScoreSheet:
    marks = {"NS": {"points": points}, "EO": {"points": 1944 - points}}
    key = f"key-{number}-{points}".ljust(20, "k")
    sheet = submit_sheet(table_id=table(tournament, number).pk, key=key, kind="totals", marks=marks, by=None)
    return getattr(sheet, "sheet", sheet)


def to(hook: Webhook, path: str) -> None:
    Webhook.objects.filter(pk=hook.pk).update(url=re.sub(r"(:\d+)/.*", rf"\1/{path}", hook.url))


@contextmanager
def refused(code: str):
    with refuses(code):
        yield


def soon(hook: Webhook) -> None:
    """Let the time of the next try come."""
    Delivery.objects.filter(webhook=hook, state="waiting").update(next_try=timezone.now())
    Webhook.objects.filter(pk=hook.pk).update(wait_until=None)


# --- What is said ------------------------------------------------------------------------------------------------------


def test_a_score_is_told_once_signed_and_in_order(tournament, hook, receiver):
    sheet = score(tournament)
    score(tournament, 2, 900)
    assert delivery.deliver()["sent"] == 2
    assert delivery.deliver() == {"made": 0, "sent": 0}
    first, second = receiver.bodies()
    assert (first["type"], first["concours"]["slug"]) == ("score.counted", tournament.slug)
    assert first["data"] == {
        "round": 1,
        "tables": [
            {
                "table": 1,
                "counted": True,
                "version": sheet.version,
                "winner": "NS",
                "camps": [
                    {"camp": "NS", "team": 1, "name": "M. L. G.   J. M.", "points": 1000}
                    | {"name": first["data"]["tables"][0]["camps"][0]["name"]},
                    {"camp": "EO", "team": 2, "points": 944} | {"name": first["data"]["tables"][0]["camps"][1]["name"]},
                ],
            }
        ],
    }
    assert second["journal_number"] == first["journal_number"] + 1
    lines = JournalEntry.objects.filter(tournament=tournament, act="enter_sheet").values_list("number", flat=True)
    assert [first["journal_number"], second["journal_number"]] == list(lines)
    for place, (_path, headers, body) in enumerate(receiver.taken, 1):
        assert headers["webhook-id"] == f"{hook.pk}-{place}"
        assert abs(int(headers["webhook-timestamp"]) - time.time()) < 60
        signed = f"{headers['webhook-id']}.{headers['webhook-timestamp']}.".encode() + body
        key = base64.b64decode(hook.secret.removeprefix("whsec_"))
        digest = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
        assert headers["webhook-signature"] == f"v1,{digest}"
        assert headers["User-Agent"].startswith("Dix-de-Der/")
        assert "Cookie" not in headers and hook.secret not in str(headers)


def test_names_leave_the_hall_only_where_the_organiser_shows_them_on_the_web(tournament, settings):
    settings.EMBEDDED = True
    score(tournament)
    line = JournalEntry.objects.get(tournament=tournament, act="enter_sheet")

    def names() -> list[str]:
        told = MessageMaker(Tournament.objects.get(pk=tournament.pk)).message(line)
        return [camp["name"] for camp in json.loads(told[1])["data"]["tables"][0]["camps"]]

    assert all(re.fullmatch(r"[A-Z. –&,/et-]+", name) for name in names()), names()
    Tournament.objects.filter(pk=tournament.pk).update(names_online=True)
    assert "Michel" in names()[0]


def test_what_changes_of_a_score_is_told(tournament, hook, receiver):
    score(tournament)
    score(tournament, 2, 900)
    one, two = table(tournament), table(tournament, 2)
    rulings.exchange_sheets(
        table_id=one.pk, other_id=two.pk, key="e" * 20, base_version=1, other_version=1, reason="mixed up", by=None
    )
    rulings.withdraw_sheet(table_id=one.pk, base_version=2, reason="another partie", by=None)
    delivery.deliver()
    exchanged, taken = receiver.bodies()[2:]
    assert [one["winner"] for one in exchanged["data"]["tables"] + taken["data"]["tables"]] == ["EO", "NS", None]
    assert [(one["table"], one["camps"][0]["points"]) for one in exchanged["data"]["tables"]] == [(1, 900), (2, 1000)]
    assert taken["type"] == "score.withdrawn"
    assert [(camp["team"], camp["points"]) for camp in taken["data"]["tables"][0]["camps"]] == [(1, None), (2, None)]


def test_a_ruling_beside_the_score_is_told_where_it_writes_another_one(tournament, hook, receiver, odile):
    """A donne that a penalty takes, and gives back; a partie lost by who is excluded: the other site kept the score before."""
    one = table(tournament)
    donnes = [{"preneur": "NS", "points": {"NS": 100}} for _donne in range(12)]
    submit_sheet(table_id=one.pk, key="d" * 20, kind="donnes", donnes=donnes, by=None)
    told = []

    def ruled(act, version, **what):
        seen = one.rulings.count()
        context = rulings.RulingContext(table_id=one.pk, base_version=version, seen=seen, reason="vu", by=odile)
        act(context, **what)
        delivery.deliver()
        told.append([[camp["points"] for camp in body["data"]["tables"][0]["camps"]] for body in receiver.bodies()])

    penalty = {"team": 1, "label": "Renonce", "points": 162}
    ruled(rulings.give_penalty, 1, **penalty, way="on_top")
    ruled(rulings.give_penalty, 1, **penalty, way="instead", donne=12)
    ruled(rulings.take_penalty_back, 2, penalty=2)
    ruled(rulings.exclude_team, 3, team=1)
    assert [len(bodies) for bodies in told] == [1, 2, 3, 4]
    assert told[-1][:3] == [[1200, 744], [1100, 682], [1200, 744]] and told[-1][3][0] == 0


def test_the_winner_that_the_reglement_names_is_told():
    rules = {"decompte": "faits", "limite_points": 1000, "limite_donnes": None}
    tournament = builders.seated(1, rule_set="coinche", rule_options=rules)
    marks = {"NS": {"points": 1033}, "EO": {"points": 1073}}
    submit_sheet(table_id=table(tournament).pk, key="k" * 20, kind="totals", marks=marks, winner="NS", by=None)
    told = MessageMaker(tournament).message(JournalEntry.objects.get(act="enter_sheet"))
    assert json.loads(told[1])["data"]["tables"][0]["winner"] == "NS"


def test_a_forfeit_of_no_points_has_a_winner_too():
    tournament = builders.seated(1, forfeit_points=0)
    submit_sheet(table_id=table(tournament).pk, key="k" * 20, kind="forfeit", absent="NS", reason="absents", by=None)
    told = MessageMaker(tournament).message(JournalEntry.objects.get(act="enter_sheet"))
    assert json.loads(told[1])["data"]["tables"][0]["winner"] == "EO"


def test_with_finals_the_last_partie_whose_points_are_kept_follows_from_the_teams():
    """Of four teams the final is partie 6 of the seven announced: its points went out before the prize giving."""
    least = {"rematch": "least", "club_apart": "no"}
    tournament = set_up("4x12-finales", 4, hold_ranking=True, draw_options=least)
    drawn = [play(tournament) for _partie in range(6)]
    told = []
    for number, draw in enumerate(drawn, 1):
        one = draw.round.tables.order_by("number").first()
        marks = {"NS": {"points": 1000}, "EO": {"points": 944}}
        given = {"key": f"key-{number}".ljust(20, "k"), "base_version": 1, "reason": "misread"}
        submit_sheet(table_id=one.pk, kind="totals", marks=marks, by=None, **given)
        line = JournalEntry.objects.get(act="correct_sheet", after__round=number)
        message = MessageMaker(Tournament.objects.get(pk=tournament.pk)).message(line)
        told.append(json.loads(message[1])["data"]["tables"][0]["winner"])
    assert told == ["NS"] * 5 + [None]


def test_a_draw_is_told_when_it_is_published_and_not_before(receiver):
    tournament = builders.concours(teams=5)
    hook = services.add_webhook(tournament_id=tournament.pk, url=receiver.url + "/ok", events=["draws"], by=None)
    drawn = draws.make_draft(tournament_id=tournament.pk, number=1, ranks=[], method="sort", seed="R♥", by=None)
    assert delivery.deliver() == {"made": 0, "sent": 0}
    draws.publish_draw(draw_id=drawn.pk, by=None)
    delivery.deliver()
    draws.cancel_draw(draw_id=drawn.pk, reason="wrong", by=None)
    delivery.deliver()
    published, cancelled = receiver.bodies()
    assert published["type"] == "draw.published"
    seated = [place["team"] for one in published["data"]["tables"] for place in one["places"]]
    assert sorted(seated + published["data"]["exempt"]) == [1, 2, 3, 4, 5]
    assert published["data"]["by_forfeit"] == cancelled["data"]["by_forfeit"] == []
    assert (cancelled["type"], cancelled["data"]["tables"]) == ("draw.cancelled", None)
    assert hook.deliveries.count() == 2


def test_a_draw_tells_who_of_those_without_a_table_wins_by_forfeit(receiver):
    tournament = builders.concours(teams=5)
    services.add_webhook(tournament_id=tournament.pk, url=receiver.url + "/ok", events=["draws"], by=None)
    drawn = draws.make_draft(tournament_id=tournament.pk, number=1, ranks=[], method="sort", seed="R♥", by=None)
    seat = drawn.round.seats.get(table=None)
    away = tournament.teams.exclude(pk=seat.team_id).first()
    drawn.round.seats.filter(pk=seat.pk).update(forfeited_by=away)
    draws.publish_draw(draw_id=drawn.pk, by=None)
    delivery.deliver()
    (published,) = receiver.bodies()
    assert published["data"]["exempt"] == published["data"]["by_forfeit"] == [seat.team.number]


def test_the_palmares_is_told_when_the_hall_may_see_it(tournament, hook, receiver):
    Tournament.objects.filter(pk=tournament.pk).update(hold_ranking=True)
    score(tournament)
    score(tournament, 2, 900)
    close_tournament(tournament_id=tournament.pk, by=None)
    delivery.deliver()
    assert [one["type"] for one in receiver.bodies()] == ["score.counted"] * 2
    assert receiver.bodies()[0]["data"]["tables"][0]["camps"][0]["points"] is None  # it would tell the ranking
    show_ranking(tournament_id=tournament.pk, by=None)
    delivery.deliver()
    reopen_tournament(tournament_id=tournament.pk, by=None, reason="misread")
    delivery.deliver()
    told = [(one["type"], one["data"]["number"], one["data"]["rows"] is None) for one in receiver.bodies()[2:]]
    assert told == [("palmares.published", 1, False), ("palmares.withdrawn", 1, True)]
    close_tournament(tournament_id=tournament.pk, by=None)
    delivery.deliver()
    last = receiver.bodies()[-1]
    assert (last["type"], last["data"]["number"]) == ("palmares.published", 2)
    assert [(row["rank"], row["points"]) for row in last["data"]["rows"]][0] == (1, 1044)


def test_messages_are_as_the_schema_says(tournament, hook, receiver):
    """The declared shape of a message reads every message back as it was sent."""
    score(tournament)
    score(tournament, 2, 900)
    close_tournament(tournament_id=tournament.pk, by=None)
    services.send_test(tournament_id=tournament.pk, webhook_id=hook.pk)
    drawn = builders.concours(teams=5)
    services.add_webhook(tournament_id=drawn.pk, url=receiver.url + "/ok", events=["draws"], by=None)
    draft = draws.make_draft(tournament_id=drawn.pk, number=1, ranks=[], method="sort", seed="R♥", by=None)
    draws.publish_draw(draw_id=draft.pk, by=None)
    delivery.deliver()
    shapes = {"score": ScoreMessage, "draw": DrawMessage, "palmares": PalmaresMessage, "test": TrialMessage}
    kinds = set()
    for body in receiver.bodies():
        kind = body["type"].split(".")[0]
        kinds.add(kind)
        reading = OutputSerializer(dataclass=shapes[kind], data=body)
        assert reading.is_valid(), (kind, reading.errors)
        assert json.loads(json.dumps(OutputSerializer(reading.validated_data, dataclass=shapes[kind]).data)) == body
    assert kinds == set(shapes)


def test_the_recipe_of_the_documents_checks_a_signature(tournament, hook, receiver):
    """The Python of docs/webhooks.md, run as it stands there, on a message that was really sent."""
    text = Path("docs/webhooks.md").read_text("utf-8")
    recipe: dict = {}
    exec(re.search(r"```python\n(.*?)```", text, re.DOTALL)[1], recipe)
    score(tournament)
    delivery.deliver()
    _path, headers, body = receiver.taken[0]
    assert recipe["genuine"](hook.secret, headers, body)
    assert not recipe["genuine"](hook.secret, headers, body + b" ")
    assert not recipe["genuine"](sending.new_secret(), headers, body)
    assert not recipe["genuine"](hook.secret, headers | {"webhook-timestamp": "1700000000"}, body)


# --- How it is delivered -----------------------------------------------------------------------------------------------


def test_a_receiver_that_fails_once_has_it_the_second_time_with_the_same_number(tournament, hook, receiver):
    to(hook, "later")
    score(tournament)
    delivery.deliver()
    row = Delivery.objects.get()
    assert (row.state, row.status, row.failure, row.attempts) == ("waiting", 500, "status", 1)
    assert 5 < (row.next_try - timezone.now()).total_seconds() <= delivery.DELAYS[0]
    assert Job.objects.filter(kind="webhooks", state="queued", not_before__isnull=False).count() == 1
    delivery.deliver()
    assert len(receiver.taken) == 1, "the delay was not kept"
    soon(hook)
    delivery.deliver()
    row.refresh_from_db()
    assert (row.state, row.status, row.attempts, row.answer) == ("delivered", 200, 2, "très bien <b>merci</b>")
    (_, first, body), (_, second, again) = receiver.taken
    assert (first["webhook-id"], body) == (second["webhook-id"], again)
    hook.refresh_from_db()
    assert (hook.failures, hook.wait_until) == (0, None)


@pytest.mark.parametrize(
    ("path", "failure", "status"),
    [("redirect", "redirect", 302), ("close", "broken", None), ("404", "status", 404), ("long", "", 200)],
)
def test_each_way_to_answer_is_written_down(path, failure, status, tournament, hook, receiver):
    to(hook, path)
    score(tournament)
    delivery.deliver()
    row = Delivery.objects.get()
    assert (row.failure, row.status) == (failure, status)
    assert len(row.answer) <= 200
    assert [where for where, _headers, _body in receiver.taken] == [f"/{path}"], "a redirection was followed"


@pytest.mark.parametrize("path", ["hang", "drip"])
def test_a_receiver_that_hangs_is_left_and_the_others_are_told(path, tournament, hook, receiver, monkeypatch):
    monkeypatch.setattr(sending, "WHOLE_SECONDS", 0.4)
    other = services.add_webhook(tournament_id=tournament.pk, url=receiver.url + "/other", events=EVERYTHING, by=None)
    to(hook, path)
    score(tournament)
    score(tournament, 2, 900)
    delivery.deliver()
    assert list(other.deliveries.values_list("state", flat=True)) == ["delivered"] * 2
    stuck = hook.deliveries.order_by("number")
    assert [(row.state, row.failure, row.attempts) for row in stuck] == [("waiting", "timeout", 1), ("waiting", "", 0)]
    assert [where for where, *_rest in receiver.taken].count(f"/{path}") == 1, "it was asked twice in one go"


def test_receivers_of_one_club_that_hang_leave_the_others_their_places(tournament, receiver, monkeypatch):
    """They took all places, one after the other: what another club tells waited until each had had its time."""
    monkeypatch.setattr(sending, "WHOLE_SECONDS", 0.5)
    monkeypatch.setattr(services, "MOST", 20)
    for number in range(20):
        url = f"{receiver.url}/hang?{number}"
        services.add_webhook(tournament_id=tournament.pk, url=url, events=EVERYTHING, by=None)
    score(tournament)
    services.make_messages()
    other = builders.seated(2, parties=1)
    services.add_webhook(tournament_id=other.pk, url=f"{receiver.url}/ok", events=EVERYTHING, by=None)
    score(other, points=900)
    delivery.deliver()
    taken = [where for where, *_rest in receiver.taken]
    assert taken.count("/ok") == 1 and len(taken) == 21
    assert taken.index("/ok") < delivery.AT_ONCE


def test_silent_receivers_keep_a_good_one_of_their_club_for_seconds(tournament, receiver, monkeypatch):
    """The twenty were tried four at a time, eight seconds each: the good one was told 40 to 80 s late.

    Six begin in each SILENT_SECONDS, so that the last of twenty-one begins in the fourth of them, whatever the first do.
    """
    monkeypatch.setattr(services, "MOST", 21)
    monkeypatch.setattr(delivery, "WHOLE_SECONDS", 60)
    monkeypatch.setattr(sending, "WHOLE_SECONDS", 60)
    monkeypatch.setattr(delivery, "ONE_SECONDS", 70)
    for path in (*(f"hang?{number}" for number in range(20)), "ok"):
        url = f"{receiver.url}/{path}"
        services.add_webhook(tournament_id=tournament.pk, url=url, events=EVERYTHING, by=None)
    score(tournament)
    answers: list[int | None] = []

    def note(row: Delivery, answer: sending.Answer) -> bool:
        answers.append(answer.status)
        if answers == [200]:
            score(tournament, 2, 900)  # what comes due while the silent ones are waited for waits for none of them
        elif answers == [200, 200]:
            receiver.hanging.set()
        return record(row, answer)

    record = delivery._record
    monkeypatch.setattr(delivery, "_record", note)
    delivery.deliver()
    assert answers[:2] == [200, 200], "before any of the silent ones has ended"
    assert 20 / delivery.BEGUN_AT_ONCE * delivery.SILENT_SECONDS < 4


def test_nobody_there(tournament, hook):
    with closing(socket.create_server(("127.0.0.1", 0))) as free:
        port = free.getsockname()[1]
    Webhook.objects.filter(pk=hook.pk).update(url=f"http://127.0.0.1:{port}/x")
    score(tournament)
    delivery.deliver()
    assert Delivery.objects.get().failure == "refused"


def test_after_days_it_is_switched_off_with_a_sentence_and_then_told_all(tournament, hook, receiver):
    to(hook, "503")
    score(tournament)
    delivery.deliver()
    Delivery.objects.update(since=timezone.now() - delivery.OLDEST - timedelta(minutes=1))
    delivery.deliver()
    hook.refresh_from_db()
    assert (hook.active, hook.off_because) == (False, "silent")
    score(tournament, 2, 900)
    assert delivery.deliver() == {"made": 0, "sent": 0}
    page = logged_in(account("odile", tournament.club))
    assert "3 jours" in page.get(reverse("webhook", args=[tournament.pk, hook.pk])).content.decode()
    # Switched on again, it is told what was given up and what happened since.
    to(hook, "ok")
    receiver.taken.clear()
    services.change_webhook(tournament_id=tournament.pk, webhook_id=hook.pk, active=True, by=None)
    delivery.deliver()
    assert [body["data"]["tables"][0]["table"] for body in receiver.bodies()] == [1, 2]


def test_what_waited_while_the_laptop_was_closed_is_tried_before_it_is_given_up(tournament, hook, receiver):
    to(hook, "503")
    score(tournament)
    delivery.deliver()
    to(hook, "ok")
    Delivery.objects.update(since=timezone.now() - timedelta(days=7))
    soon(hook)
    receiver.taken.clear()
    delivery.deliver()
    hook.refresh_from_db()
    assert len(receiver.taken) == 1 and hook.active and Delivery.objects.get().state == "delivered"


@pytest.mark.parametrize("ahead", [timedelta(hours=5), timedelta(days=400)])
def test_a_clock_that_was_set_back_keeps_no_message_waiting(ahead, tournament, hook, receiver):
    to(hook, "503")
    score(tournament)
    delivery.deliver()  # tried, and failed
    score(tournament, 2, 900)
    services.make_messages()  # not tried yet
    assert delivery._next_of(hook.pk) is None, "the address rests"
    Delivery.objects.update(**{name: F(name) + ahead for name in ("made_at", "since", "next_try", "tried_at")})
    Webhook.objects.update(wait_until=F("wait_until") + ahead)
    to(hook, "ok")
    receiver.taken.clear()
    delivery.deliver()
    assert sorted(body["data"]["tables"][0]["table"] for body in receiver.bodies()) == [1, 2]


def test_what_failed_on_friday_evening_is_tried_on_monday():
    assert timedelta(hours=62) < timedelta(seconds=sum(delivery.DELAYS[:-1]))
    assert timedelta(seconds=sum(delivery.DELAYS)) < delivery.OLDEST


def test_who_is_back_on_monday_has_what_waited_at_once_and_in_its_order(tournament, hook, receiver):
    """Each message had its own pause of hours: those of Friday came up to twelve hours after those of Monday."""
    to(hook, "503")
    score(tournament)
    score(tournament, 2, 900)
    services.make_messages()
    later = timezone.now() + timedelta(hours=10)
    Delivery.objects.update(attempts=10, tried_at=timezone.now(), next_try=later)
    Delivery.objects.filter(number=1).update(next_try=later + timedelta(hours=1))
    Webhook.objects.update(failures=20)
    to(hook, "ok")
    corrected = {"base_version": 1, "reason": "misread"}
    marks = {"NS": {"points": 1001}, "EO": {"points": 943}}
    submit_sheet(table_id=table(tournament).pk, key="k" * 20, kind="totals", marks=marks, by=None, **corrected)
    delivery.deliver()
    assert [headers["webhook-id"] for _path, headers, _body in receiver.taken] == [f"{hook.pk}-{n}" for n in (3, 1, 2)]


def test_one_message_that_is_refused_keeps_its_pause_when_others_arrive(tournament, hook, receiver):
    score(tournament)
    services.make_messages()
    later = timezone.now() + timedelta(hours=1)
    Delivery.objects.update(attempts=6, tried_at=timezone.now(), next_try=later)
    Webhook.objects.update(failures=1)
    score(tournament, 2, 900)
    delivery.deliver()
    assert len(receiver.taken) == 1 and Delivery.objects.get(number=1).next_try == later


def test_tries_are_bounded_and_one_bad_message_does_not_switch_off_the_address(tournament, hook, receiver):
    score(tournament)
    services.make_messages()
    Delivery.objects.update(attempts=delivery.MOST_TRIES - 1)
    score(tournament, 2, 900)
    to(hook, "later")
    delivery.deliver()
    soon(hook)
    delivery.deliver()
    states = dict(Delivery.objects.values_list("number", "state"))
    hook.refresh_from_db()
    # It was the last try of the first message, and nothing had arrived since: off, until somebody looks.
    assert states[1] == "given_up" and not hook.active
    Webhook.objects.filter(pk=hook.pk).update(active=True, off_because="")
    Delivery.objects.filter(number=2).update(state="delivered", tried_at=timezone.now() + timedelta(seconds=1))
    hook.refresh_from_db()
    delivery._switch_off_if_silent(hook)
    hook.refresh_from_db()
    assert hook.active


def test_an_address_that_is_gone_is_switched_off_at_once(tournament, hook):
    to(hook, "410")
    score(tournament)
    delivery.deliver()
    hook.refresh_from_db()
    assert (hook.active, hook.off_because) == (False, "gone")


def test_a_message_in_the_hands_of_a_dead_worker_is_sent_again_later(tournament, hook, receiver):
    score(tournament)
    services.make_messages()
    assert delivery._next_of(hook.pk) is not None
    assert delivery._next_of(hook.pk) is None, "two workers would send it at once"
    assert delivery._next_due() > timezone.now() + timedelta(seconds=30)
    soon(hook)
    delivery.deliver()
    assert len(receiver.taken) == 1


def test_old_messages_are_forgotten(tournament, hook, monkeypatch):
    monkeypatch.setattr(delivery, "KEPT", 2)
    for number in range(1, 5):
        Delivery.objects.create(webhook=hook, number=number, event="test", body="{}", state="delivered")
    Webhook.objects.filter(pk=hook.pk).update(messages=4)
    delivery._forget_old()
    assert sorted(hook.deliveries.values_list("number", flat=True)) == [3, 4]


# --- Whom it may be sent to --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1"]
    + [
        "::1",
        "fe80::1%eth0",
        "fc00::1",
        "fec0::1",
        "ff02::1",
        "::ffff:10.0.0.1",
        "64:ff9b::a00:1",
        "2002:a00:1::1",
        "::",
    ],
)
def test_hosted_no_address_of_a_network_of_its_own_is_told(address, settings, monkeypatch):
    settings.EMBEDDED = False
    assert not is_public(address)
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (one, 443)) for one in ("93.184.215.14", address)]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *_args, **_kwargs: found)
    with pytest.raises(UndeliverableError, match="private"):
        checked_addresses("club.example", 443)


@pytest.mark.parametrize("address", ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07::1", "::ffff:8.8.8.8"])
def test_an_address_of_the_internet_is_told(address):
    assert is_public(address)


def test_a_name_that_changes_its_mind_leads_nowhere_else(tournament, hook, receiver, settings, monkeypatch):
    """Resolved once for a sending: what was checked is what is connected to."""
    settings.EMBEDDED = False
    asked, reached = [], []
    ours = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("127.0.0.1", 443))]
    public = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", ("93.184.215.14", 443))]

    def resolve(host, *_args, **_kwargs):
        asked.append(host)
        return public if len(asked) == 1 else ours

    def connect(address, **_kwargs):
        reached.append(address)
        raise OSError

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    monkeypatch.setattr(socket, "create_connection", connect)
    Webhook.objects.filter(pk=hook.pk).update(url="https://club.example/x")
    score(tournament)
    delivery.deliver()
    assert (asked, reached) == (["club.example"], [("93.184.215.14", 443)])
    soon(hook)
    delivery.deliver()
    assert Delivery.objects.get().failure == "private" and len(reached) == 1
    assert receiver.taken == []


@pytest.mark.parametrize(
    "url",
    ["", "club.example", "ftp://club.example/", "https://", "https://a:b@club.example/", "https://club.example/#a"]
    + ["https://club.example:99999/", "https://club.example/a b", "https://club.example/\r\nX: y", "https://é.example/"]
    + ["https://club.example/" + "a" * 500, "javascript:alert(1)"],
)
def test_what_is_no_address_is_refused(url, tournament):
    with refused("webhook_address"):
        services.add_webhook(tournament_id=tournament.pk, url=url, events=["scores"], by=None)
    assert not Webhook.objects.exists()


def test_hosted_only_https_is_told(settings):
    settings.EMBEDDED = False
    with refused("webhook_https"):
        read_address("http://club.example/")


@pytest.mark.parametrize("host", ["10.0.0.1", "127.0.0.1:8443", "[::1]", "169.254.169.254", "[::ffff:192.168.1.4]"])
def test_hosted_an_address_of_a_network_of_its_own_is_refused_at_once(host, tournament, settings):
    settings.EMBEDDED = False
    with refused("webhook_private"):
        services.add_webhook(tournament_id=tournament.pk, url=f"https://{host}/", events=["scores"], by=None)
    services.add_webhook(tournament_id=tournament.pk, url="https://8.8.8.8/", events=["scores"], by=None)


def test_a_certificate_that_is_not_valid_is_no_address(tournament, hook, receiver):
    """Plain HTTP behind https:// : the handshake fails, nothing is said."""
    Webhook.objects.filter(pk=hook.pk).update(url=hook.url.replace("http://", "https://"))
    score(tournament)
    delivery.deliver()
    assert Delivery.objects.get().failure in ("broken", "certificate")
    assert receiver.taken == []


# --- Where it runs -----------------------------------------------------------------------------------------------------


def test_the_pages_of_an_act_wake_it_and_only_where_somebody_is_told(tournament, receiver, django_assert_num_queries):
    score(tournament)
    with django_assert_num_queries(2):
        services.wake_if_told(tournament.pk)
    assert not Job.objects.filter(kind="webhooks").exists()
    services.add_webhook(tournament_id=tournament.pk, url=receiver.url + "/ok", events=EVERYTHING, by=None)
    score(tournament, 2, 900)
    for _time in range(2):
        services.wake_if_told(tournament.pk)
    assert Job.objects.filter(kind="webhooks", state="queued").count() == 1


def test_it_runs_beside_the_workers_places_one_at_a_time(tournament, hook):
    services.wake_if_told(tournament.pk)
    with_hook = Job.objects.filter(kind="webhooks")
    score(tournament)
    services.wake_if_told(tournament.pk)
    claimed = jobs.claim_due(limit=50)
    assert not with_hook.filter(pk__in=claimed).exists()
    first = jobs.claim_outward("webhooks")
    assert first is not None and with_hook.get(pk=first).state == "sent"
    jobs.enqueue("webhooks")
    assert jobs.claim_outward("webhooks") is None
    assert jobs.run(first)
    assert jobs.claim_outward("webhooks") is not None


def test_a_job_that_waits_is_brought_forward(tournament, hook):
    Job.objects.filter(kind="webhooks").delete()
    services.wake(timezone.now() + timedelta(hours=3))
    row = Job.objects.get(kind="webhooks")
    assert row.not_before <= timezone.now() + timedelta(seconds=60)
    assert jobs.claim_outward("webhooks") is None
    services.wake()
    row.refresh_from_db()
    assert row.not_before is None and Job.objects.filter(kind="webhooks").count() == 1


# --- The pages and the API ---------------------------------------------------------------------------------------------


@pytest.fixture
def odile(tournament):
    return account("odile", tournament.club)


@pytest.fixture
def browser(odile) -> Client:
    return logged_in(odile)


def test_the_secret_is_shown_once(tournament, browser, odile):
    address = reverse("webhooks", args=[tournament.pk])
    made = browser.post(address, {"url": "https://club.example/b", "events": ["scores"]})
    hook = Webhook.objects.get()
    assert hook.secret in made.content.decode()
    one = reverse("webhook", args=[tournament.pk, hook.pk])
    assert "no-store" in made["Cache-Control"]
    api = api_for(odile)
    shown = [browser.get(address), browser.get(one), api.ask(f"concours/{tournament.pk}/webhooks/")]
    shown.append(api.ask(f"concours/{tournament.pk}/webhooks/{hook.pk}/"))
    assert not any(hook.secret in answer.content.decode() for answer in shown)
    renewed = browser.post(reverse("webhook-secret", args=[tournament.pk, hook.pk])).content.decode()
    was, hook = hook.secret, Webhook.objects.get()
    assert hook.secret != was and hook.secret in renewed
    assert hook.secret not in str(list(JournalEntry.objects.values()))


def test_a_page_that_is_refused_keeps_what_was_typed(tournament, browser):
    sent = {"url": "http:/club", "events": ["draws"]}
    page = browser.post(reverse("webhooks", args=[tournament.pk]), sent)
    text = page.content.decode()
    assert page.status_code == 422
    assert 'value="http:/club"' in text and 'value="draws" checked' in text and 'value="scores" checked' not in text


def test_another_concours_has_not_this_address(tournament, hook, browser, odile):
    other = builders.concours(teams=2)
    Tournament.objects.filter(pk=other.pk).update(club=tournament.club)
    assert browser.get(reverse("webhook", args=[other.pk, hook.pk])).status_code == 404
    assert api_for(odile).ask(f"concours/{other.pk}/webhooks/{hook.pk}/").status_code == 404
    assert browser.post(reverse("webhook-remove", args=[other.pk, hook.pk])).status_code == 404


def test_the_acts_by_the_page_and_by_the_api_are_the_same(tournament, hook, browser, odile):
    api, there = api_for(odile), f"concours/{tournament.pk}/webhooks/"
    mine = f"{there}{hook.pk}/"
    Delivery.objects.create(webhook=hook, number=1, event="test", body="{}", state="given_up")
    Webhook.objects.update(messages=1)

    def page(name: str, data: dict | None = None, *more: int):
        return lambda: browser.post(reverse(name, args=[tournament.pk, *more]), data or {})

    added = {"url": "https://club.example/z", "events": ["scores", "palmares"]}
    assert_same(page("webhooks", added), lambda: api.send(there, added))
    changed = {"url": "https://club.example/y", "events": ["draws"]}
    assert_same(page("webhook", changed, hook.pk), lambda: api.send(mine, changed, "PATCH"))
    assert_same(page("webhook", {"active": "no"}, hook.pk), lambda: api.send(mine, {"active": False}, "PATCH"))
    assert_same(page("webhook-secret", {}, hook.pk), lambda: api.send(f"{mine}secret/"))
    assert_same(page("webhook-test", {}, hook.pk), lambda: api.send(f"{mine}test/"))
    assert_same(page("webhook-again", {}, hook.pk, 1), lambda: api.send(f"{mine}deliveries/1/again/"))
    assert_same(page("webhook-remove", {}, hook.pk), lambda: api.send(mine, method="DELETE"))


def test_send_a_test_and_see_its_answer(tournament, hook, browser, odile):
    browser.post(reverse("webhook-test", args=[tournament.pk, hook.pk]))
    delivery.deliver()
    text = browser.get(reverse("webhook", args=[tournament.pk, hook.pk])).content.decode()
    assert "Essai" in text and "arrivé" in text
    api = api_for(odile)
    (line,) = api.ask(f"concours/{tournament.pk}/webhooks/{hook.pk}/deliveries/").json()["results"]
    assert (line["type"], line["state"], line["status"], line["journal_number"]) == ("test", "delivered", 200, 0)


def test_a_concours_tells_few_addresses_and_each_once(tournament):
    for number in range(services.MOST):
        services.add_webhook(tournament_id=tournament.pk, url=f"https://b.example/{number}", events=["scores"], by=None)
    with refused("webhook_many"):
        services.add_webhook(tournament_id=tournament.pk, url="https://b.example/x", events=["scores"], by=None)
    with refused("webhook_twice"):
        services.add_webhook(tournament_id=tournament.pk, url="https://b.example/1", events=["scores"], by=None)
    with refused("webhook_events"):
        services.change_webhook(
            tournament_id=tournament.pk, webhook_id=Webhook.objects.first().pk, events=["rumours"], by=None
        )
