"""Input that no honest browser sends, into every address and form: refused in words, never a mistake, never half kept."""

import io
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlencode, urljoin, urlsplit

import openpyxl
import pytest
from django.apps import apps
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, resolve
from lxml import html

from deploy.web import health
from scoring.models import Export
from tests.deploy import pages
from tests.deploy.pages import Evening, Writes, make_evening
from tests.support.counts import TORTURE, some, tries
from tournament.models import Player, Team
from tournament.registration import services as registration

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).resolve().parents[2]

TEXTS = [
    "<script>alert(1)</script>",
    "{{7*7}} {% debug %} ${7*7}",
    '=HYPERLINK("http://evil.example","x")',
    "Jean \u202excod.exe",
    "\u200b\u200d\u2060",
    "Jean\x00Roux",
    "Jean\ud800Roux",
    "Je" + "\u0301" * 10_000 + "an",
    "🃏👨‍👩‍👧 Roux",
    "Jean\r\nSet-Cookie: a=b",
    "'; DROP TABLE tournament_team; --",
    "%s %(name)s %n ../../etc/passwd",
    "Q" * 60,
    "Q" * 5000,
]
# Those that a field may meet alone: with the others a first refusal would hide the next field.
WORST = [text for text in TEXTS if "\x00" in text or "\ud800" in text]
FIGURES = [
    "true",
    "1e2",
    "162.0",
    "1_62",
    "１６２",
    "١٦٢",
    "162,5",
    "NaN",
    "Infinity",
    "9" * 5001,
    "9" * 19,
    "[1]",
    "-1",
    "0x10",
    "1\x002",
    "1\ud8002",
]
PARTS = ["9" * 30, "9" * 5001, "0", "１", "1_0", "-1", "1.0", "%00", "..%2f", "%ED%A0%80", "%FF", "1%0d%0aX:1"]
# Types that a browser saves or hands on, and never runs as a page; all others are searched for anything alive.
INERT = re.compile(
    r"text/calendar|text/csv|text/plain|application/(?:json|octet-stream|zip|vnd\.[\w.-]+)|image/(?:png|jpeg|x-icon)"
)
# A link that serves once and is spent.
GONE = {"first-password"}
# Sessions and counted attempts live by other laws than what a club writes.
UNCOUNTED = {"Session", "LoginAttempt", "CodeAttempt", "LogEntry"}


class Sent(NamedTuple):
    """A form as a page gives it: where it goes, what it holds, which fields take text and which figures."""

    address: str
    fields: tuple[tuple[str, str], ...]
    texts: tuple[str, ...]
    figures: tuple[str, ...]


@pytest.fixture(autouse=True)
def nothing_kept():
    cache.clear()


@pytest.fixture
def evening() -> Evening:
    return make_evening()


@pytest.fixture
def organiser(evening) -> Client:
    return evening.client("organiser", raise_request_exception=False)


def fingerprint() -> dict[str, list]:
    """Every row that a club has written."""
    ours = [one for name in ("tournament", "scoring", "auth") for one in apps.get_app_config(name).get_models()]
    return {
        one.__name__: sorted(map(repr, one.objects.values_list()))
        for one in ours
        if one.__name__ not in UNCOUNTED | {"Permission", "ContentType"}
    }


def opened(evening: Evening, client: Client) -> Iterator[tuple[str, str, bytes]]:
    """(name, address, body) of every page that opens; of what is none, a browser is told to take it for nothing else."""
    for route, pattern in pages.routes():
        address = evening.address(route, pattern)
        answer = client.get(address)
        if answer.status_code != 200:
            continue
        assert answer["X-Content-Type-Options"] == "nosniff", address
        if "calendar" in pattern.name:
            assert answer["Content-Type"] == "text/calendar; charset=utf-8", address
        if not answer.streaming and not INERT.match(answer["Content-Type"]):
            yield pattern.name, address, answer.content


def is_gone(pattern: URLPattern, answer: HttpResponse) -> bool:
    """Return whether an address said that its link is spent, and may."""
    return answer.status_code == 410 and pattern.name in GONE


def forms_of(evening: Evening, client: Client) -> list[Sent]:
    """Every form that posts on any page, each kind once."""
    found: dict[tuple, Sent] = {}
    for _name, address, body in opened(evening, client):
        if b"<form" not in body:
            continue
        for form in html.fromstring(body).forms:
            if (form.get("method") or "get").lower() != "post":
                continue
            for action in _actions(form):
                sent = _read(form, urljoin(address, action or address))
                kind = (resolve(urlsplit(sent.address).path).url_name, tuple(name for name, _value in sent.fields))
                found.setdefault(kind, sent)
    return list(found.values())


def _actions(form) -> list[str]:
    """The addresses that the buttons of a form send it to; a hidden form is sent by its buttons alone."""
    buttons = form.xpath(".//button[not(@form)]")
    if name := form.get("id"):
        buttons += form.xpath("//button[@form=$name]", name=name)
    sending = [one for one in buttons if one.get("type", "submit") == "submit"]
    actions = [one.get("formaction") or form.get("action", "") for one in sending]
    if not actions and "hidden" not in form.attrib:
        actions = [form.get("action", "")]
    return list(dict.fromkeys(actions))


def _read(form, address: str) -> Sent:
    texts, figures = [], []
    for one in form.inputs:
        if one.name == "csrfmiddlewaretoken":
            continue
        if one.name and (one.tag == "textarea" or one.get("type", "text") in ("text", "search", "password", "hidden")):
            (figures if one.get("inputmode") in ("numeric", "decimal") else texts).append(one.name)
        elif one.name and one.get("type") in ("number", "date"):
            figures.append(one.name)
    fields = tuple((name, value or "") for name, value in form.form_values())
    return Sent(address, fields, tuple(dict.fromkeys(texts)), tuple(dict.fromkeys(figures)))


def body_of(sent: Sent, **changed: str) -> bytes:
    """The form's body with some fields *changed*, whatever they hold."""
    pairs = [(name, changed.get(name, value)) for name, value in sent.fields]
    pairs += [(name, value) for name, value in changed.items() if name not in dict(sent.fields)]
    return urlencode(pairs, errors="surrogatepass").encode()


@pytest.mark.engine
def test_every_form_takes_anything(evening, organiser):
    """Hostile text in all text fields and in each alone, hostile figures in all figure fields and in each alone."""
    wrong, count = [], 0
    forms = forms_of(evening, organiser)
    before = fingerprint()
    assert len(forms) > 25, "the pages have lost their forms"
    for turn, sent in enumerate(forms[:: 1 if TORTURE else 3]):
        texts, figures = some(TEXTS, turn=turn, quick=1), some(FIGURES, turn=turn, quick=1)
        attempts = [dict.fromkeys(sent.texts, text) for text in texts if sent.texts]
        # One row of a grid stands for the others.
        kinds = {re.sub(r"\d+", "", name): name for name in sent.texts}
        worst = some(WORST, turn=turn, quick=1)
        alone = some(list(kinds.values()), turn=turn, quick=1)
        attempts += [{name: text} for name in alone for text in worst if len(sent.texts) > 1]
        attempts += [dict.fromkeys(sent.figures, figure) for figure in figures if sent.figures]
        kinds = {re.sub(r"\d+", "", name): name for name in sent.figures}
        attempts += [{name: WORST[0]} for name in kinds.values() if len(sent.figures) > 1]
        for changed in attempts:
            count += 1
            client = Client(raise_request_exception=False)
            client.cookies = organiser.cookies.copy()
            with transaction.atomic():
                with Writes() as written:
                    answer = client.generic(
                        "POST", sent.address, body_of(sent, **changed), "application/x-www-form-urlencoded"
                    )
                kept = _changes(before) if written and answer.status_code >= 400 else {}
                transaction.set_rollback(True)
            cache.clear()
            what = f"{sent.address} { ({name: value[:30] for name, value in changed.items()}) }".encode(
                "ascii", "backslashreplace"
            ).decode()
            if answer.status_code not in (200, 302, 303, 400, 403, 404, 409, 413, 422, 429):
                wrong.append(f"{answer.status_code} {what}")
            if kept:
                wrong.append(f"{answer.status_code} and yet written {kept}: {what}")
            if b"<script>alert" in answer.content:
                wrong.append(f"shown alive: {what}")
    assert count > tries(20, 400, hosted=200)
    assert not wrong, f"{len(wrong)} of {count}\n" + "\n".join(wrong)


def _changes(before: dict[str, list]) -> dict[str, int]:
    after = fingerprint()
    return {name: len(rows) - len(before[name]) for name, rows in after.items() if rows != before[name]}


def asked_names() -> list[str]:
    """Every name that a view looks for in an address."""
    found = set()
    for path in (path for package in ("tournament", "scoring", "deploy") for path in (ROOT / package).rglob("*.py")):
        found |= set(re.findall(r"""GET(?:\.get\(|\.getlist\(|\[)\s*["'](\w+)["']""", path.read_text("utf-8")))
    assert {"q", "page", "table"} <= found
    return sorted(found | {"first", "second", "method", "rule_set", "trick", "points_NS", "points_EO"})


@pytest.mark.engine
def test_every_page_takes_any_query(evening, organiser, monkeypatch):
    monkeypatch.setattr(health, "STUCK_SECONDS", float("inf"))  # no worker runs here, and this may take minutes
    names = asked_names()
    values = ["%00", "%ED%A0%80", "%FF", "９", "9" * 30, "-1", "%3Cscript%3Ealert(1)%3C/script%3E", "a" * 300]
    queries = ["&".join(f"{name}={value}" for name in names) for value in values]
    queries += [
        "q=" + "x" * 8192,
        "&".join(f"a{number}=1" for number in range(1000)),
        "&".join("q=1" for _i in range(2100)),
        "&".join(f"{name}=1&{name}=2&{name}[]=3" for name in names),
        ";;&&==%%%",
    ]
    wrong = []
    for turn, (route, pattern) in enumerate(list(pages.routes())[:: 1 if TORTURE else 2]):
        if pattern.name == "pair":
            continue
        for query in some(queries, turn=turn, quick=1):
            answer = organiser.get(f"{evening.address(route, pattern)}?{query}")
            if answer.status_code not in (200, 302, 304, 400, 403, 404, 405, 414, 422) and not is_gone(pattern, answer):
                wrong.append(f"{pattern.name} {answer.status_code}: {query[:60]}")
            elif not answer.streaming and b"<script>alert" in answer.content:
                wrong.append(f"{pattern.name} shows alive: {query[:60]}")
            if answer.status_code == 405:
                break
    assert not wrong, f"{len(wrong)}\n" + "\n".join(wrong)


@pytest.mark.engine
def test_every_address_takes_any_part(evening, organiser):
    wrong = []
    for turn, (route, pattern) in enumerate(list(pages.routes())[:: 1 if TORTURE else 2]):
        for part in pattern.pattern.converters:
            for value in some(PARTS, turn=turn, quick=2):
                address = evening.address(route, pattern, **{part: value})
                answer = organiser.get(address)
                status = answer.status_code
                known = value in ("0", "9" * 30) or part in ("slug", "token", "key", "by", "page", "left", "identity")
                fine = status in (400, 404) or (known and status in (200, 302, 405)) or is_gone(pattern, answer)
                if not fine:
                    wrong.append(f"{pattern.name} {part}={value[:20]}: {status}")
    assert not wrong, "\n".join(wrong)


def test_what_is_kept_is_shown_exactly_and_does_nothing(evening, organiser):
    """Each hostile name that is taken is read back as it was kept, on every page and in the workbook."""
    tournament = evening.tournament
    by = evening.users["organiser"]
    taken = []
    for text in TEXTS:
        try:
            with transaction.atomic():
                registration.register_team(tournament_id=tournament.pk, players=[text, f"{text} bis"[-60:]], by=by)
        except Exception as refusal:
            assert getattr(refusal, "code", ""), f"{ascii(text)[:40]}: {refusal!r}"
        else:
            taken.append(text)
    assert len(taken) >= 5
    hostile = "<script>alert(1)</script>{{7*7}}"
    type(tournament).objects.update(name=hostile, place=hostile, lots=[f"={hostile}"])
    Team.objects.filter(tournament=tournament, number__lte=9).update(
        origin=hostile, remark="=1+1", name="@SUM(1)", category=""
    )
    Player.objects.filter(teams__tournament=tournament, name__startswith="Michel").update(name="=cmd|'/c calc'!A0")
    tournament.club.name = hostile
    tournament.club.save()
    wrong = []
    for name, _address, body in opened(evening, organiser):
        text = body.decode("utf-8", "replace")
        alive = [sign for sign in ("<script>alert", "\u202e", "\x00", "\u200b\u200d") if sign in text]
        if alive:
            wrong.append(f"{name}: {[ascii(sign) for sign in alive]}")
    assert not wrong, wrong
    listed = html.fromstring(organiser.get(f"/concours/{tournament.pk}/inscriptions/").content).text_content()
    listed = listed.replace("\u00a0", " ")  # a sign does not leave what it follows
    kept = Player.objects.filter(teams__tournament=tournament).values_list("name", flat=True)
    assert "<script>alert(1)</script>" in kept
    missing = [name for name in kept if name not in listed and "Michel" not in name and not name.startswith("=cmd")]
    assert not missing, [ascii(name)[:60] for name in missing]


@pytest.mark.django_db(transaction=True)
def test_the_workbook_holds_names_as_text(run_jobs):
    evening = make_evening()
    Team.objects.filter(tournament=evening.tournament).update(name='=HYPERLINK("http://evil.example")', origin="+1+1")
    Export.objects.all().delete()
    run_jobs()
    book = openpyxl.load_workbook(io.BytesIO(bytes(Export.objects.get().content)))
    cells = [cell for sheet in book for row in sheet.iter_rows() for cell in row if isinstance(cell.value, str)]
    begins = [cell for cell in cells if cell.value.startswith(("=", "+"))]
    assert len(begins) >= 9
    assert {cell.data_type for cell in begins} == {"s"}
