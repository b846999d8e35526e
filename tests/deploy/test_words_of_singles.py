"""Where people enter one by one every page speaks of players: no page of a mêlée says « équipe »."""

import re
from collections import Counter

import pytest
from django.urls import resolve
from django.utils.html import strip_tags

from rules import local_words
from scoring.rounds.services import open_next_round
from tests.scoring import builders
from tests.support.accounts import account
from tournament import messages
from tournament.models import Draw, Seat
from tournament.registration import attendance, services as registration
from tournament.rounds import services as draws

pytestmark = pytest.mark.django_db
# The rules of the game speak of the game, whoever plays it.
NOT_OF_THIS_CONCOURS = ("/regles",)


@pytest.fixture
def melee(client):
    """A mêlée of eleven: a partie played, the next drawn, one come late, one gone."""
    tournament = builders.concours(teams=0, parties=3, first_method="melee", next_method="melee", public=True)
    odile = account("odile", tournament.club)
    client.force_login(odile)
    for letter in "ABCDEFGHIJK":
        registration.register_team(tournament_id=tournament.pk, players=[f"{letter}nne {letter}oux"], by=odile)
    for number in (1, 2):
        open_next_round(tournament_id=tournament.pk, seed="R♥", by=odile)
        draw = Draw.objects.get(round__number=number)
        draws.publish_draw(draw_id=draw.pk, by=odile)
        if number == 1:
            for table in draw.round.tables.all():
                builders.sheet(table, north=1000, east=944)
    registration.register_team(tournament_id=tournament.pk, players=["Late Lou"], by=odile)
    gone = Seat.objects.filter(round=draw.round, table=None).first().team
    attendance.withdraw_team(team_id=gone.pk, from_round=3, reason="malade", by=odile)
    return tournament


def test_a_melee_is_spoken_of_before_it_is_made(client, melee):
    page = client.get("/concours/nouveau/?preset=melee&teams=23").content.decode()
    body = strip_tags(page[page.index("<form") :])
    assert re.findall(r"[^.;:·]*équipe[^.;:·]*", body) == []


def test_no_page_of_a_melee_speaks_of_teams(client, melee):
    waiting, seen, wrong = [f"/concours/{melee.pk}/", f"/p/{melee.slug}/"], set(), {}
    of_a_kind: Counter[str] = Counter()
    while waiting:
        address = waiting.pop()
        kind = resolve(address.split("?")[0]).view_name + ("?" if "?" in address else "")
        # Two of each kind: the pages of the tenth player are those of the second.
        if address in seen or of_a_kind[kind] == 2:
            continue
        seen.add(address)
        of_a_kind[kind] += 1
        answer = client.get(address)
        if answer.status_code != 200 or "html" not in answer.get("Content-Type", ""):
            continue
        page = answer.content.decode()
        waiting += [
            link.replace("&amp;", "&").split("#")[0]
            for link in re.findall(rf'href="(/(?:concours/{melee.pk}|p/{melee.slug})/[^"]*)"', page)
            if "lang=" not in link
        ]
        if any(part in address for part in NOT_OF_THIS_CONCOURS):
            continue
        text = " ".join(strip_tags(re.sub(r"(?s)<(script|style).*?</\1>", "", page)).split())
        if found := re.findall(r"[^.!?]{0,60}\b[Éé]quipe[^.!?]{0,40}", text):
            wrong[address] = found
    assert len(of_a_kind) > 20
    assert not wrong


def test_no_error_journal_line_or_answer_of_the_api_speaks_of_teams(client, melee):
    """Every sentence of an error is said as this concours says it; the lines of its journal and of its API too."""
    address = f"/api/v1/concours/{melee.pk}/"
    known = client.get(f"{address}teams/").json()["results"][0]
    answers = [
        client.get(f"{address}journal/"),
        client.get(f"{address}reglement/"),
        client.post(f"{address}teams/", {"players": [known["players"][0]]}, content_type="application/json"),
        client.post(f"{address}teams/{known['id']}/return/", {}, content_type="application/json"),
        client.delete(f"{address}teams/{known['id']}/"),
    ]
    said = [answer.content.decode() for answer in answers]
    assert not [text for text in said if re.search(r"[Éé]quipe", text)]
    with local_words.spoken(melee.words):
        errors = [str(text) for text in messages.SENTENCES.values()]
    assert not [text for text in errors if re.search(r"[Éé]quipe(?!ment)", text)]
