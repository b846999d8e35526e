"""Every page as French people read it: one title, figures with their own minus, signs that stay with their words."""

import re
from collections import Counter
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from scoring.evening.closing import close_tournament
from scoring.models import SHEET_STATES
from tests.deploy.pages import read_by_the_organiser
from tests.support.api import account
from tests.support.phases import play, set_up
from tournament.models import Player

_LEFT_OUT = re.compile(r"(?s)<(script|style|code|textarea|template)\b.*?</\1>|<!--.*?-->")
_TORN = re.compile(r"[^\s·–—|] (?:[:;?!»€%](?=\s|$)|» )|« | \+ \d")
# Words of programmers that a volunteer does not say.
_JARGON = re.compile(
    r"\b[KMG]io\b|mode de saisie|\bétat \w+ée?\b|méthode annoncée|lu comme|: où suis-je|\bun seul inscrit\b|"
    r"annuler (?:un|cet) acte|places dans le tableau|poule, joueurs",
    re.IGNORECASE,
)
_HYPHEN = re.compile(r"(?<![\w’'/=.-])-\d{2,4}(?![\w-])")


@pytest.mark.django_db
def test_every_page_has_one_title_and_keeps_its_signs():
    """A sign with a space before it never begins a line; a figure below nought has a minus; no way back is printed; and
    the words are those of the hall.
    """
    wrong = {}
    for name, page in read_by_the_organiser().items():
        text = " ".join(unescape(part).replace("\n", " ") for part in re.split(r"<[^>]*>", _LEFT_OUT.sub("", page)))
        faults = [text[max(one.start() - 30, 0) : one.end() + 10] for one in _TORN.finditer(text)]
        faults += [text[max(one.start() - 30, 0) : one.end() + 10] for one in _HYPHEN.finditer(text)]
        faults += [text[max(one.start() - 30, 0) : one.end() + 10] for one in _JARGON.finditer(text)]
        faults += re.findall(r"<p><a [^>]*>\s*←[^<]*", page)  # a way back would be printed
        if page[:15].lower() == "<!doctype html>" and (titles := len(re.findall(r"<h1\b", page))) != 1:
            faults.append(f"{titles} h1")
        if faults:
            wrong[name] = faults[:4]
    assert len(read_by_the_organiser()) > 60
    assert not wrong, "\n".join(f"{name}: {faults}" for name, faults in wrong.items())


@pytest.mark.django_db
def test_each_label_leads_to_the_field_below_it():
    """An id stands once on a page: of two, a label, a script and a reader of screens find the first, in another form."""
    wrong = {}
    for name, page in read_by_the_organiser().items():
        shown = re.sub(r"(?s)<(script|template)\b.*?</\1>", "", page)
        ids = Counter(re.findall(r'\sid="([^"]*)"', shown))
        faults = [one for one, times in ids.items() if times > 1]
        faults += [one for one in re.findall(r'<label[^>]*\sfor="([^"]*)"', shown) if one not in ids]
        if faults:
            wrong[name] = faults
    assert not wrong


@pytest.mark.django_db
def test_no_line_of_a_page_that_is_printed_ends_at_the_hyphen_of_a_name(settings):
    """« Saint-/Clément » is read as two names: the whole word goes to the next line, and a number with what it counts."""
    settings.ALLOWED_HOSTS = ["192.168.1.20"]
    tournament = set_up("poules-4", 5, lots=["2 jambons"] * 5)
    for at, player in enumerate(Player.objects.order_by("pk")):
        Player.objects.filter(pk=player.pk).update(name=f"Zoé{at} Saint-Clément")
    user = account("odile", tournament.club)
    client = Client(HTTP_HOST="192.168.1.20")
    client.force_login(user)
    drawn = [play(tournament) for _partie in range(5)]
    pages = [
        *(("print-draw", tournament.pk, drawn[0].pk, by) for by in ("tables", "teams", "names")),
        ("paper-sheets", tournament.pk, 1),
        *((name, tournament.pk) for name in ("draws", "door-print", "print-standings", "standings", "phases")),
        *((name, tournament.pk) for name in ("team-cards", "whole-evening", "prizes", "palmares")),
        *((name, tournament.slug) for name in ("public-standings", "public-tables", "public-palmares")),
        ("public-team", tournament.slug, 1),
        ("why", tournament.pk, 1),
    ]
    close_tournament(tournament_id=tournament.pk, by=user, reason="il est tard")
    torn = {}
    for name, *at in pages:
        page = client.get(reverse(name, args=at)).content.decode().partition('id="rules"')[0]
        text = re.sub(r"(?s)<(script|style|svg|option|title)\b.*?</\1>", "", page)
        text = re.sub(r'<span class="unbroken">[^<]*</span>', "Zoé", text)
        if found := re.findall(r".{0,60}Saint-Clément|2 jambons", re.sub(r"<[^>]*>", "", text)):
            torn[name] = found[:2]
        assert "unbroken" in page or name in ("draws", "public-tables"), f"{name} shows names"
    assert not torn, torn


def test_a_score_has_one_gender():
    """« Score proposé », « contesté », « confirmé », « validé »: the same thing is not « proposée » on a telephone."""
    assert {str(words) for words in SHEET_STATES.values()} == {
        "proposé",
        "confirmé",
        "validé",
        "contesté",
        "tranché",
        "retiré",
        "remplacé",
    }
