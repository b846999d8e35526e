"""The guide and the help are one text: complete in both languages, with its pictures, reached from every page."""

import gettext
import re

import pytest
from django.conf import settings
from django.urls import reverse

from scoring.guide.guide import FOLDER, PICTURES, ROLES, TASK_OF_PAGE, guide, search, task_of
from tests.deploy import pages
from tests.deploy.pages import HALL, read_by_the_organiser

LANGUAGES = sorted(one.name for one in FOLDER.iterdir() if any(one.glob("*.md")))

PICTURE = re.compile(r"!\[([^\]]+)\]\(\.\./pictures/([a-z-]+)\.png\)")
# The help itself, and what hangs on the wall or stands in another site.
WITHOUT_HELP = ("help", "about", "accessibility", "wall", "public-wall", "public-season-wall", "public-embed", "docs")
# A file that the person takes home.
WITHOUT_HELP += ("club-person-held",)
HEAVIEST = 90_000
# Emphasis that is no word of the program: sentences, and words of the hall.
WORD = re.compile(r"\*\*([^*]+)\*\*")


def text_of(language: str) -> str:
    return "".join((FOLDER / language / f"{role}.md").read_text("utf-8") for role in ROLES)


def test_both_languages_have_the_same_tasks_with_the_same_pictures():
    french, english = (
        [(role.key, task.key, re.findall(r'src="[^"]+"', task.html)) for role in guide(language) for task in role.tasks]
        for language in LANGUAGES
    )
    assert french == english
    assert len({key for _role, key, _pictures in french}) == len(french) > 25


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_is_there_small_and_described(language):
    named = PICTURE.findall(text_of(language))
    assert text_of(language).count("![") == len(named)
    assert {name for _words, name in named} == {file.stem for file in PICTURES.iterdir()}
    for _words, name in named:
        content = (PICTURES / f"{name}.png").read_bytes()
        assert content.startswith(b"\x89PNG"), name
        assert len(content) < HEAVIEST, name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_button_that_the_guide_names_is_in_the_program(language):
    """A word in bold is what stands on the screen: a button renamed in the program is renamed here."""
    catalogue = gettext.translation("django", settings.LOCALE_PATHS[0], ["fr"])._catalog
    # A sentence with a plural is filed under itself and the number of the form, a word with a context after that.
    keys = ((key[0] if isinstance(key, tuple) else key).rpartition("\4")[2] for key in catalogue)
    known = catalogue.values() if language == "fr" else keys
    screen = {re.sub(r"\s+", " ", words).strip(" :…").lower() for words in known if isinstance(words, str)}
    screen |= {part.strip().lower() for words in screen for part in words.split(":")}
    named = {re.sub(r"\s+", " ", words).replace(" ", " ") for words in WORD.findall(text_of(language))}
    gone = {words for words in named if not words.endswith(".") and words.lower() not in screen}
    assert not gone, sorted(gone)


def test_no_line_of_french_begins_with_a_sign():
    assert not [task.key for role in guide("fr") for task in role.tasks if re.search(r"« | [:;?!»]", task.html)]


def test_the_help_finds_by_words_without_accents_and_by_their_beginnings():
    assert search("fr", "ÉQUIPE PART")[0].key == "leaver"
    assert search("fr", "wi-fi tombe")[0].key == search("fr", "wifi tombe")[0].key == "wifi"
    assert search("en", "stick")[0].key == "backup"
    assert search("fr", "xylophone") == search("fr", "  ") == []


@pytest.mark.parametrize(
    ("words", "task"),
    [("mêlée", "new"), ("coinche", "new"), ("élimination directe", "finals"), ("abandon", "leaver"),
     ("désistement", "leaver"), ("consolante", "finals"), ("forfait", "leaver"), ("poules", "finals")],
)  # fmt: skip
def test_the_words_of_the_hall_find_their_task(client, words, task):
    assert task in [found.key for found in search("fr", words)]
    page = client.get(reverse("help-task", args=[task])).content.decode()
    assert 'type="search"' in page, "and the next search begins here"


@pytest.mark.parametrize(
    ("language", "words"),
    [("fr", "annuler"), ("fr", "défaire"), ("fr", "erreur"), ("fr", "me suis trompé"), ("fr", "je me suis trompé"),
     ("en", "undo"), ("en", "mistake"), ("en", "cancel")],
)  # fmt: skip
def test_who_made_a_mistake_finds_how_to_correct_a_sheet_and_how_to_take_an_act_back(language, words):
    assert {"wrong", "undo"} <= {found.key for found in search(language, words)}
    assert search("fr", "annuler")[0].key == "undo"


def test_pages_named_here_exist_and_their_tasks_too():
    names = {pattern.name for _route, pattern in pages.routes()}
    assert TASK_OF_PAGE.keys() <= names
    assert all(task_of("fr", task) for task in TASK_OF_PAGE.values())


@pytest.mark.django_db
def test_every_page_of_the_program_has_a_help_that_opens_its_part(client):
    wrong, seen = [], 0
    for name, page in read_by_the_organiser().items():
        if not page[:15].lower() == "<!doctype html>" or name.startswith(WITHOUT_HELP):
            continue
        link = re.search(r'class="help-link[^"]*"\s+href="([^"]+)"', page)
        if link is None:
            wrong.append(name)
            continue
        seen += 1
        if client.get(link[1])["Location"] == reverse("help"):
            wrong.append(name)
    assert seen > 30
    assert not wrong, f"say in _PAGES of scoring/guide/guide.py which task helps there: {wrong}"


@pytest.mark.django_db
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_is_read_by_anybody_from_the_hall_and_calls_nothing_outside(client, language):
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    addresses = [reverse("help"), reverse("about"), reverse("help") + "?q=wi-fi"]
    addresses += [reverse("help-role", args=[role]) for role in ROLES]
    addresses += [reverse("help-task", args=[task.key]) for role in guide(language) for task in role.tasks]
    for address in addresses:
        answer = client.get(address, **HALL)
        assert answer.status_code == 200, address
        text = answer.content.decode()
        assert not re.search(r'(?:src|href)="(?:https?:)?//', text), address
        for picture in re.findall(r'<img src="([^"]+)"', text):
            assert client.get(picture, **HALL)["Content-Type"] == "image/png"
    assert str(settings.DATA_DIR) not in client.get(reverse("about"), **HALL).content.decode()
    assert client.get("/aide/nothing/").status_code == client.get("/aide/images/nothing.png").status_code == 404
