"""Every sentence in the words of every hall: walked one by one for wrong grammar; chosen per club, and seen everywhere."""

import ast
import functools
import itertools
import re

import pytest
from django.urls import reverse

from deploy import catalogue
from rules.local_words import DONNES, TEAMS, USUAL, Words, in_local_words, spoken, words_now
from scoring.guide import guide
from scoring.public import serving
from scoring.public.pages import refresh_pages
from tests.scoring import builders
from tests.support.api import account, api_for
from tests.support.public_pages import up_to_date
from tournament.clubs.services import choose_words
from tournament.models import Job, Membership

CHOICES = [Words(*keys) for keys in itertools.product(DONNES, TEAMS) if Words(*keys) != USUAL]
# Words that may stand before « donne », a noun: its sentence changes. The verb has no other word in any hall.
BEFORE_DONNE = set(
    """à au aucune autre autres avant avec cette chaque combien contre d’autres dans de dernière dernières des deux
    du en entre et les la leur leurs mille nouvelle ou par pour première premières quatre quelle sans seule ses son sur toute
    trois une vos votre x × : ( « donne donnes litige partie fausse prochaine quelques toutes suivante même ces chaque
    mauvaise n° nombre feuille passées plusieurs cinq huit dix douze jouées imposées seconde deuxième troisième mi‑ telle
    ou, totaux, table feuille, détaillée d’une comptez 0,""".split()
)
WRONG = re.compile(
    r"\b(?:[ldLD]|[qQ]u)[’'] ?(?:doublette|mène|prise)|\b(?:le|un|du|au|ce|cet|tout|quel|aucun|chaque un|premier|dernier) "
    r"(?:doublette|mène|prise)|\b(?:doublettes?|mènes?|prises) (?:inscrits?|présents?|absents?|joués?|gagnés?|exempts?)\b"
    r"|équipe|\blettes?\b",
    re.IGNORECASE,
)
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef)
_ENGLISH = re.compile(
    r"\b(the|is|are|of|this|no|team|teams|any|forgotten|twice|ruleset|each|not|more|and|with|one|donne by|for|in|next|last)\b"
)


def french_sentences():
    """Yield every French sentence of the program: catalogue, pure packages, guide."""
    for messages in catalogue._entries(catalogue.PO.read_text("utf-8")).values():
        for message in messages:
            yield from (text for text in catalogue._as_tuple(message.string))
    for package in ("rules", "tournament/tirages"):
        for path in (catalogue.ROOT / package).rglob("*.py"):
            tree = ast.parse(path.read_text("utf-8"))
            said = [node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)]
            told = {ast.get_docstring(node, clean=False) for node in ast.walk(tree) if isinstance(node, _DOCUMENTED)}
            yield from (
                text
                for text in said
                if isinstance(text, str) and " " in text and text not in told and not _ENGLISH.search(text)
            )
    for role in guide.ROLES:
        yield from (guide.FOLDER / "fr" / f"{role}.md").read_text("utf-8").split("\n")


@functools.cache
def plain_sentences():
    """Return these sentences with a figure in place of what is filled in, of a mark and of an address."""
    filled_in = re.compile(r"<[^<>]*>|%\(\w+\)[sd]|\{[^{}]*\}|\]\([^)]*\)|`[^`]*`")
    return [filled_in.sub("0", text) for text in french_sentences()]


@pytest.mark.parametrize("words", CHOICES, ids=str)
def test_every_sentence_in_every_choice(words):
    usual = re.compile(
        "|".join([r"\bdonnes?\b"] * (words.donne != "donne") + ["équipes?"] * (words.team != "equipe")), re.I
    )
    wrong = []
    with spoken(words):
        for text in plain_sentences():
            said = in_local_words(text, "fr")
            if said != text and (usual.search(said) or WRONG.search(said) and words.team == "doublette"):
                wrong.append(said)
            elif said == text and usual.search(re.sub("(co|é)quipier", "", text)):
                wrong.append(said)
    assert not wrong, "\n".join(wrong[:20])


def test_donne_is_always_the_noun():
    found = []
    for text in plain_sentences():
        for match in re.finditer(r"(?:(\S+)[\s\u00a0\u202f])?\b[Dd]onnes?\b", text):
            before = (match[1] or "").strip("«(*_’'").lower()
            if (
                before
                and before not in BEFORE_DONNE
                and not before[-1:].isdigit()
                and not before.endswith((".", ":", "|"))
            ):
                found.append(f"{before} | {text[max(0, match.start() - 40) : match.end() + 40]}")
    assert not found, "\n".join(found)


def test_what_is_no_sentence_stays():
    with spoken(Words("mene", "doublette")):
        said = in_local_words('<a href="/équipes/donne/">L’équipe %(donne)s</a> {équipe}', "fr")
    assert said == '<a href="/équipes/donne/">La doublette %(donne)s</a> {équipe}'
    assert in_local_words("L’équipe", "fr") == "L’équipe"


def test_english_has_words_too():
    with spoken(Words("mene", "doublette")):
        assert in_local_words("The team won the last donnes.", "en") == "The pair won the last hands."
    with spoken(Words("prise", "equipe")):
        assert in_local_words("A donne of two teams", "en") == "A deal of two teams"


@pytest.fixture
def hall(db):
    evening = builders.concours(teams=4)
    user = account("odile", evening.club)
    with spoken():
        choose_words(club_id=evening.club_id, donne="mene", team="doublette", by=user)
    evening.club.refresh_from_db()
    return evening, user


def test_the_pages_of_a_club_speak_its_words_and_no_others(hall, client):
    evening, user = hall
    client.force_login(user)
    said = ""
    for name in ("concours", "door", "draws", "concours-settings", "standings", "reglement"):
        page = client.get(reverse(name, args=[evening.pk])).content.decode()
        said += words_of(page)
        assert not re.findall(r".{,40}\b(?:équipes?|donnes?)\b", words_of(page), re.IGNORECASE), name
    assert "doublette" in said and "mène" in said
    # On a page of no concours it hears the same words, and so does the help.
    assert "mène" in words_of(client.get(reverse("help-role", args=["referee"])).content.decode())
    # Another club's pages, and sentences said outside of any request, are as usual.
    other = builders.concours(teams=4)
    Membership.objects.create(user=user, club=other.club, role="organiser")
    assert "équipe" in client.get(reverse("draws", args=[other.pk])).content.decode().casefold()
    assert words_now() == USUAL


def test_errors_journal_and_api_speak_them(hall):
    evening, user = hall
    api = api_for(user)
    answer = api.send(f"concours/{evening.pk}/teams/", {"players": ["Seul"], "number": 1})
    assert "équipe" not in answer.json()["message"]
    api.send(f"concours/{evening.pk}/teams/", {"players": ["Une", "Deux"]})
    lines = api.ask(f"concours/{evening.pk}/journal/").json()
    assert "oublette" in str(lines) and "équipe" not in str(lines)


def test_pages_that_are_kept_are_made_again(hall, client):
    evening, user = hall
    with spoken():
        refresh_pages(tournament_id=evening.pk)
    address = reverse("public-standings", args=[evening.slug])
    kept = client.get(address)["ETag"]
    with spoken():
        choose_words(club_id=evening.club_id, donne="prise", team="equipe", by=user)
    assert not up_to_date(evening.pk)
    assert Job.objects.filter(kind="pages", tournament=evening).exists()
    serving.public_page.forget()
    assert client.get(address)["ETag"] != kept
    with spoken():
        refresh_pages(tournament_id=evening.pk)
    assert up_to_date(evening.pk)


def words_of(page: str) -> str:
    """Return what is read of a page: no address, no key of a field, no name of a class."""
    return re.sub(r"<(script|style).*?</\1>|<[^<>]*>", " ", page, flags=re.S)
