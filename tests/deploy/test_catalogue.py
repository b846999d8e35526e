"""The check of the French catalogue: good typography passes, a breach is said with what is expected."""

import ast
import gettext
import importlib
import io
import pkgutil
import re

import pytest
from babel.messages.pofile import read_po

import rules
from deploy import catalogue
from deploy.typography import typographic
from rules.sentences import Text
from tests.support.fixtures import ROOT
from tests.support.sources import trees
from tournament import tirages


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("L'heure", "L’heure"),
        ("Table 3 : qu'en dire ?", "Table 3\u00a0: qu’en dire\u202f?"),
        ("Attendez...", "Attendez…"),
        ("« oui »; «non»!", "«\u00a0oui\u00a0»\u202f; «\u00a0non\u00a0»\u202f!"),
        ("Nord - Sud, 50 %", "Nord – Sud, 50\u202f%"),
        ("%(camp)s : pourquoi %(mark)s ?", "%(camp)s\u00a0: pourquoi %(mark)s\u202f?"),
        ("Tirage n° %(draw)s, n° 12", "Tirage n°\u00a0%(draw)s, n°\u00a012"),
        ("1620, + 20 par belote", "1620, +\u00a020 par belote"),
        ("Lu : 9 ; il faut 7.\n", "Lu\u00a0: 9\u202f; il faut 7.\n"),
    ],
)
def test_the_signs_of_a_sentence(written, expected):
    assert typographic(written) == expected
    assert typographic(expected) == expected


def test_no_sentence_stands_within_a_string_where_the_catalogue_does_not_find_it():
    """xgettext reads no f-string: the sentence was English on a French page, and the catalogue was whole."""
    hidden = []
    asks = {"_", "gettext", "gettext_lazy", "ngettext", "pgettext", "npgettext"}
    within = rf"(?s)[fF][rR]?[\"'].*\b(?:{'|'.join(asks)})\b"
    for path, tree in trees("tournament", "scoring", "deploy", naming=within):
        for string in (node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)):
            called = [node.func for node in ast.walk(string) if isinstance(node, ast.Call)]
            names = {node.id for node in called if isinstance(node, ast.Name)}
            if names & asks:
                hidden.append(f"{path.relative_to(ROOT)}:{string.lineno}")
    assert hidden == []


@pytest.mark.parametrize(
    "text",
    [
        "à 18:30",
        "http://localhost:8000/?q=a;b",
        "<a href='x?y=1'>ici</a>",
        "&amp; et &lt;",
        "{figures} et %(n)s",
        "un guillemet (\") que rien ne ferme",
        "classeur-%(stem)s-%(number)s.xlsx",
    ],
)  # fmt: skip
def test_what_belongs_to_a_program_is_left_alone(text):
    assert typographic(text) == text


def test_a_breach_in_the_catalogue_is_said_and_tidied(tmp_path, monkeypatch):
    path = tmp_path / "django.po"
    entry = 'msgid "Team"\nmsgstr "L\'équipe : oui ?"\n'
    path.write_text(entry, "utf-8")
    spoken = tmp_path / "spoken.py"
    spoken.write_text(
        '"""Here: a docstring."""\nprint("Il manque l\'outil : relancez")\nprint("It is: here")\n', "utf-8"
    )
    monkeypatch.setattr(catalogue, "PO", path)
    monkeypatch.setattr(catalogue, "ROOT", tmp_path)
    monkeypatch.setattr(catalogue, "SPOKEN", ("spoken.py",))
    monkeypatch.setattr(catalogue, "_used", lambda: {(None, "Team"): ["here:1"]})
    assert catalogue.problems() == [
        "typography, django.po: \"L'équipe : oui ?\", expected 'L’équipe~: oui_?'",
        "typography, spoken.py: \"Il manque l'outil : relancez\", expected 'Il manque l’outil~: relancez'",
    ]
    catalogue.tidy()
    assert catalogue.problems() == []
    assert "L’équipe\u00a0: oui\u202f?" in path.read_text("utf-8")
    assert 'print("It is: here")' in spoken.read_text("utf-8")
    for word in ("Dix de Der VERSION", "FULL NAME", "EMAIL@ADDRESS", "LL@li.org", "YEAR-MO-DA"):
        assert word not in path.read_text("utf-8")


def pure_sentences() -> list[Text]:
    """Every sentence of the packages without Django."""
    names = [
        module.name
        for package in (rules, tirages)
        for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")
        if not module.name.endswith("__main__")
    ]
    values = [value for name in names for value in vars(importlib.import_module(name)).values()]
    values += [one for table in values if isinstance(table, dict) for one in table.values()]
    return [value for value in values if isinstance(value, Text)]


def test_the_plural_forms_are_those_of_the_catalogue_whatever_babel_counts(tmp_path, monkeypatch):
    """Babel 2.19 counts three for French: a wheel built with it said « 12 teams » on French pages."""
    monkeypatch.setattr(
        "babel.messages.catalog.get_plural", lambda locale=None: (3, "n <= 1 ? 0 : n % 1000000 ? 2 : 1")
    )
    po = tmp_path / "fr/LC_MESSAGES/django.po"
    po.parent.mkdir(parents=True)
    text = (catalogue.LOCALE / "fr/LC_MESSAGES/django.po").read_text("utf-8")
    po.write_text(text, "utf-8")
    catalogue.compile_catalogues(tmp_path)
    with po.with_suffix(".mo").open("rb") as file:
        compiled = gettext.GNUTranslations(file)
    message = next(one for one in read_po(io.StringIO(text)) if isinstance(one.id, tuple) and not one.context)
    assert tuple(compiled.ngettext(*message.id, n) for n in (1, 12)) == message.string


def test_the_sentences_of_the_pure_packages_are_typeset_by_the_same_rule():
    """They are typeset when they are read (rules.sentences), without Django and without the catalogue."""
    sentences = {value.fr for value in pure_sentences()}
    assert len(sentences) > 300
    assert {text for text in sentences if text != typographic(text)} == set()


def test_english_has_one_word_for_the_ranking_and_one_for_the_semi_finals():
    other = re.compile(r"\bstandings?\b|\bhalf-finals?\b", re.IGNORECASE)
    messages = catalogue._entries(catalogue.PO.read_text("utf-8")).values()
    said = {
        text for (message, *_) in messages for text in (message.id if isinstance(message.id, tuple) else (message.id,))
    } | {text.en for text in pure_sentences()}
    assert len(said) > 1000
    assert {text for text in said if other.search(text)} == set()


def test_a_number_stands_in_a_sentence_and_not_behind_a_colon():
    """Neither « équipes : 8, tables : 4 » nor « table(s) », in French or in English."""
    stiff = re.compile(
        r"\w\((?:e?s|e)\)|\w[\s\u00a0]?: ?%\((?:n|count|teams|tables|players|places|taken)\)[sd](?=[.,;(/]|$)"
    )
    said = [
        text
        for messages in catalogue._entries(catalogue.PO.read_text("utf-8")).values()
        for message in messages
        for text in (*catalogue._as_tuple(message.id), *catalogue._as_tuple(message.string))
    ]
    assert [text for text in said if stiff.search(text)] == []


def test_the_match_for_the_third_place_has_one_name():
    """Three were read on one evening: petite finale, troisième place, match pour la troisième place."""
    other = re.compile(
        r"(?i)troisième place|(match|joue\w*) pour la 3e place|(match|play\w*) for the third place|^third place$"
    )
    with catalogue.PO.open("rb") as written:
        said = [words for message in read_po(written) for words in (message.id, message.string) if words]
    sentences = [words for one in said for words in ([one] if isinstance(one, str) else one)]
    assert not [words for words in sentences if other.search(words.replace("\u00a0", " "))]
