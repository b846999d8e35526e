"""A third language is one file: a machine-made one says every sentence of every page, and nothing asks for English."""

import ast
import os
import re
import shutil
import sys
from html import unescape
from pathlib import Path

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from django.conf import settings
from django.utils import translation

import manage
from deploy import catalogue
from deploy.web.languages import languages, stale_catalogues
from rules import ARTICLES, NOT_COVERED, RULE_SETS, SOURCES
from rules.sentences import Text
from tests.deploy import pages
from tests.deploy.pages import make_evening
from tests.support.sources import trees
from tournament.models import Job

ROOT = Path(settings.BASE_DIR)
# A language that Django knows and nobody here speaks: each sentence is the English one between marks.
PSEUDO = "eo"
_MARKED = re.compile(r"⟦[^⟦⟧]*(?:⟧|…)")
# Texts typed by the evening of the tests, and dates and sizes as Django says them.
TYPED = set("automne site jambon panier garni joueur vendredo bitokoj".split())
TYPED |= set("januaro februaro marto aprilo majo junio julio gusto septembro oktobro novembro decembro".split())
_ASKS = re.compile(r"""(?:==|!=)\s*["']en["']|["']fr["'],\s*["']en["']""")


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A catalogue of every sentence, each said as its English between marks."""
    folder = tmp_path_factory.mktemp("locale")
    path = catalogue.new_catalogue(PSEUDO, folder)
    with path.open("rb") as file:
        sentences = read_po(file)
    for message in sentences:
        if message.id:
            both = isinstance(message.id, (tuple, list))
            message.string = tuple(f"⟦{one}⟧" for one in message.id) if both else f"⟦{message.id}⟧"
    with path.with_suffix(".mo").open("wb") as file:
        write_mo(file, sentences)
    return folder


@pytest.fixture
def pseudo(folder, settings):
    """The program with this catalogue more."""
    settings.LOCALE_PATHS = [*settings.LOCALE_PATHS, folder]
    settings.LANGUAGES = languages(folder)


def test_a_catalogue_is_all_that_a_language_needs(pseudo):
    assert [code for code, _name in settings.LANGUAGES] == ["fr", "en", PSEUDO]
    with translation.override(PSEUDO):
        assert translation.gettext("Ranking") == "⟦Ranking⟧"
        assert RULE_SETS["ffb-classique"].title(PSEUDO).startswith("⟦")
    assert Text("Oui", "Never said anywhere").in_lang(PSEUDO) == "Oui"


@pytest.mark.django_db
def test_every_sentence_of_every_page_comes_from_the_catalogue(pseudo):
    """Outside the marks, a page shows names, figures, signs, dates and typed texts alone."""
    evening = make_evening()
    Job.objects.update(state=Job.State.DONE)
    client = evening.client("organiser")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = PSEUDO
    seen, wrong = 0, {}
    for route, pattern in pages.routes():
        if pattern.name.startswith("help"):
            continue  # the guide is a folder of its own for each language
        answer = client.get(evening.address(route, pattern), {"lang": PSEUDO})
        if answer.status_code == 200 and not answer.streaming and "html" in answer.get("Content-Type", ""):
            seen += 1
            if said := _outside(answer.content.decode()):
                wrong[pattern.name] = said
    assert seen > 60
    assert not wrong


def _outside(page: str) -> list[str]:
    """Return the words of *page* that no catalogue said."""
    page = re.sub(r"(?s)<(script|style|code|textarea)\b.*?</\1>|<!--.*?-->|<!doctype html>|<wbr>", "", page)
    said = re.findall(r'(?:title|aria-label|placeholder|alt|data-[a-z-]+)="([^"]* [^"]*)"', page)
    said += re.split(r"(?s)<[^>]*>", page)
    found = set()
    titles = sorted({*ARTICLES, *NOT_COVERED, *(s.title for s in SOURCES.values())}, key=len, reverse=True)
    titles += [source.address for source in SOURCES.values()]
    # Most of it is the space between two marks, and much of the rest stands on the page many times.
    for text in {text for text in map(unescape, said) if re.search("[a-zà-ÿ]", text)}:
        for title in titles:
            text = text.replace(title, "")
        while _MARKED.search(text):
            text = _MARKED.sub("", text)
        found |= set(re.findall(r"(?<![\w.&/-])[a-zà-ÿ]{3,}(?![\w.:])", text)) - TYPED
    # Four letters of a fingerprint, which is shown in groups of four characters, are no word.
    return sorted(word for word in found if not re.fullmatch("[a-f]{4}", word))


def test_nothing_asks_whether_it_is_english():
    """The list of languages stands in one place: no code and no template compares with one of them."""
    sources = [*ROOT.glob("templates/**/*.html")]
    sources += [p for package in ("tournament", "scoring", "deploy", "rules") for p in ROOT.glob(f"{package}/**/*.py")]
    at = {"deploy/web/languages.py", "rules/sentences.py", "rules/__main__.py"}
    asking = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sources
        if str(path.relative_to(ROOT)) not in at and "migrations" not in path.parts
        for line in path.read_text("utf-8").splitlines()
        if _ASKS.search(line)
    ]
    assert not asking, "\n".join(asking)


SYSTEM_ERRORS = {"OSError", "Error", "DatabaseError", "OperationalError", "InterfaceError", "SSLError"}
READS_THE_KIND = {"type", "isinstance", "refusal_of", "_refusal", "tells_damage"}
ENGLISH = "scoring/transfer/reader.py"  # the reader of the standard library alone, which has no catalogue


def test_what_the_system_says_stands_in_the_log_and_in_no_sentence():
    """Its words are English: a sentence is chosen by their kind."""
    wrong = []
    for path, tree in trees("tournament", "scoring", "deploy", naming=r"\bexcept\b"):
        for handler in (node for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler) and node.name):
            names = {getattr(node, "id", getattr(node, "attr", "")) for node in ast.walk(handler.type)}
            if not names & SYSTEM_ERRORS:
                continue
            parents = {child: node for node in ast.walk(handler) for child in ast.iter_child_nodes(node)}
            used = [n for n in parents if isinstance(n, ast.Name) and n.id == handler.name]
            wrong += [f"{path.relative_to(ROOT)}:{n.lineno}" for n in used if not _may_hold(parents[n], n)]
    assert [place for place in wrong if not place.startswith(ENGLISH)] == []


def _may_hold(node: ast.AST, error: ast.Name) -> bool:
    """Return whether *node* raises again, logs, or asks for the kind."""
    if isinstance(node, ast.Call):
        called = node.func
        by_log = isinstance(called, ast.Attribute) and getattr(called.value, "id", "") == "log"
        return by_log or getattr(called, "id", getattr(called, "attr", "")) in READS_THE_KIND
    return (isinstance(node, ast.Raise) and node.cause is error) or getattr(node, "attr", "") == "errno"


def test_a_checkout_makes_the_catalogue_that_it_lacks_whatever_starts_it(tmp_path, monkeypatch):
    """Without its compiled file a language is half English, and no error is raised."""
    folder = tmp_path / "fr" / "LC_MESSAGES"
    folder.mkdir(parents=True)
    shutil.copy(catalogue.PO, folder)
    assert stale_catalogues(tmp_path) == [folder / "django.po"]
    catalogue.compile_catalogues(tmp_path)
    assert stale_catalogues(tmp_path) == [] and (folder / "django.mo").stat().st_size > 100_000
    os.utime(folder / "django.mo", (0, 0))
    assert stale_catalogues(tmp_path) == [folder / "django.po"]

    started = []
    monkeypatch.setattr(manage, "complete_languages", lambda: started.append(True))
    monkeypatch.setattr(sys, "argv", ["manage.py", "version"])
    manage.main()
    assert started == [True]


def test_the_child_that_opens_a_list_looks_at_no_language(monkeypatch):
    """It writes no sentence, and the pages wait for it."""
    started = []
    monkeypatch.setattr(manage, "complete_languages", lambda: started.append(True))
    monkeypatch.setitem(manage.ACTS, "read-list", "deploy.version")
    monkeypatch.setattr(sys, "argv", ["manage.py", "read-list"])
    manage.main()
    assert started == []
