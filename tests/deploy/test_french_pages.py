"""Every page as French people read it: one title, figures with their own minus, signs that stay with their words."""

import datetime
import re
from collections import Counter
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings as program
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation

from scoring.evening.closing import close_tournament
from scoring.models import SHEET_STATES
from scoring.sheets.models import VERSION_STATES
from tests.deploy.pages import make_evening, read_by_the_organiser
from tests.support.api import account
from tests.support.phases import play, set_up
from tournament.models import Player, Tournament

_LEFT_OUT = re.compile(r"(?s)<(script|style|code|textarea|template)\b.*?</\1>|<!--.*?-->")
_TORN = re.compile(r"[^\s·–—|] (?:[:;?!»€%](?=\s|$)|» )|« | \+ \d")
_TORN_MARKS = re.compile("«[^\N{NO-BREAK SPACE}]|[^\N{NO-BREAK SPACE}]»")
# French counts nought and one alike.
_PLURAL = re.compile(
    r"\b[01] (?:points|victoires|jouées|équipes|soirées|tables|parties|personnes|joueurs|inscriptions)\b"
)
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
        faults += [text[max(one.start() - 30, 0) : one.end() + 10] for one in _PLURAL.finditer(text)]
        faults += re.findall(r"<p><a [^>]*>\s*←[^<]*", page)  # a way back would be printed
        if page[:15].lower() == "<!doctype html>" and (titles := len(re.findall(r"<h1\b", page))) != 1:
            faults.append(f"{titles} h1")
        if faults:
            wrong[name] = faults[:4]
    assert len(read_by_the_organiser()) > 60
    assert not wrong, "\n".join(f"{name}: {faults}" for name, faults in wrong.items())


def test_no_template_tears_a_quotation_from_its_marks():
    """A line of a template that ends at « is a space on the page, where the mark may stay behind alone."""
    texts = {path: path.read_text("utf-8") for path in (program.BASE_DIR / "templates").rglob("*.html")}
    torn = {path: _TORN_MARKS.findall(text) for path, text in texts.items() if _TORN_MARKS.search(text)}
    assert len(texts) > 300 and not torn


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


@pytest.mark.django_db
def test_the_first_of_a_month_is_said_as_people_say_it():
    """On the screen, on paper, on a poster, in the house rules and in the text for the newspaper."""
    evening = make_evening()
    evening.tournament.date, evening.tournament.public = datetime.date(2026, 12, 1), True
    evening.tournament.entries_days = evening.tournament.entries_end_days = 30
    evening.tournament.save()
    client = evening.client("organiser")
    pages = [("home",)]
    pages += [(name, evening.tournament.slug) for name in ("public-standings", "public-entry", "public-reglement")]
    for name in ("concours", "reglement", "door-print", "print-standings", "till-sheet", "poster"):
        pages.append((name, evening.tournament.pk))
    read = {name: client.get(reverse(name, args=at)).text for name, *at in pages}
    over = set_up("poules-4", 5, lots=["2 jambons"] * 5)
    for _partie in range(5):
        play(over)
    Tournament.objects.filter(pk=over.pk).update(date=evening.tournament.date)
    client.force_login(account("zoe", over.club))
    close_tournament(tournament_id=over.pk, by=None, reason="il est tard")
    for name in ("palmares-newspaper", "palmares-poster", "palmares-diplomas", "whole-evening"):
        read[name] = client.get(reverse(name, args=[over.pk])).text
    assert [name for name, page in read.items() if "1er décembre 2026" not in page] == []
    assert "jusqu’au 1er novembre à" in unescape(read["reglement"])
    assert [name for name, page in read.items() if re.search(r"\b1 (?:décembre|novembre)\b", page)] == []


def test_every_template_and_text_writes_its_dates_in_one_way():
    """A filter `date` of Django's own, or its `date_format`, would say « 1 décembre »."""
    first = datetime.datetime(2026, 12, 1, 20, 30)
    shown = (
        '{{ at|date:"l j F Y, H:i" }} {{ at|date }} {% load i18n %}{% blocktranslate with on=at|date:"j F" %}{{ on }}'
    )
    shown += "{% endblocktranslate %}"
    with translation.override("fr"):
        written = Template(shown).render(Context({"at": first}))
        assert written == "mardi 1er décembre 2026, 20:30 1er décembre 2026 1er décembre"
        assert Template(shown).render(Context({"at": first.replace(day=21)})).endswith("21 décembre")
        assert Template('{{ none|date:"j F" }}{{ text|date:"j F" }}').render(Context({"none": None, "text": "x"})) == ""
    with translation.override("en"):
        written = Template('{{ at|date:"l j F Y" }} {{ at|date }}').render(Context({"at": first}))
        assert written == "Tuesday 1 December 2026 Dec. 1, 2026"
    root = Path(program.BASE_DIR)
    packages = ("rules", "tournament", "scoring", "deploy")
    sources = [path for package in packages for path in (root / package).glob("**/*.py")]
    own = {root / "tournament/figures.py", root / "tournament/templatetags/dates.py"}
    writes = re.compile(r"\bdate_format\b|\bdateformat\b|%B|defaultfilters")
    assert not [str(path) for path in sources if path not in own and writes.search(path.read_text("utf-8"))]


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
    assert {key: f"{words}e" for key, words in SHEET_STATES.items()} == VERSION_STATES, "« Version 1 contestée »"
    beside = re.compile(r"Version\s*\{\{(?:(?!</h|</p|</label)[\s\S])*get_state_display")
    assert not [
        str(path) for path in (program.BASE_DIR / "templates").rglob("*.html") if beside.search(path.read_text())
    ]
