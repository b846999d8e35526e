"""Refusals and failures as a person reads them, and as a program reads them under /api/."""

import ast
import datetime
import html
import logging
import re
from copy import deepcopy

import pytest
from django.conf import settings
from django.core.management import call_command
from django.db import OperationalError
from django.test import Client, RequestFactory

from deploy import log
from deploy.web import errors
from deploy.web.middleware import BusyDatabase
from tests.support.api import is_problem
from tests.support.sources import trees
from tournament.errors import TournamentError
from tournament.messages import SENTENCES

pytestmark = pytest.mark.django_db

ANSWERS = {
    400: (errors.bad_request, "Rien n’a été modifié"),
    403: (errors.forbidden, "Ce compte n’ouvre pas cette page"),
    404: (errors.not_found, "Il n’y a rien à cette adresse"),
    500: (errors.server_error, "Les données déjà reçues sont conservées"),
    503: (errors.database_busy, "Rien n’est perdu"),
}


def refusals():
    """Give each refusal in the code whose words are all written there: its place, its code, what it tells."""
    for path, tree in trees("tournament", "scoring", "deploy", naming="TournamentError"):
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") == "TournamentError"):
                continue
            told = {keyword.arg for keyword in node.keywords}
            codes = [one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)]
            if None not in told:
                yield from ((f"{path}:{node.lineno}", code, told) for code in codes if code in SENTENCES)


def test_each_refusal_tells_all_that_its_sentence_says():
    found = list(refusals())
    assert len(found) > 200
    lacking = [
        (place, code, missing)
        for place, code, told in found
        if (missing := set(re.findall(r"%\((\w+)\)", str(SENTENCES[code]))) - told)
    ]
    assert not lacking


@pytest.mark.parametrize("status", ANSWERS)
def test_each_error_is_a_sentence_and_a_way_on(status):
    answer, said = ANSWERS[status]
    page = answer(RequestFactory().get("/somewhere"))
    text = page.content.decode()
    assert page.status_code == status
    assert said in text
    assert text.count("<p>") >= 2, "what to do, and the way back"
    assert 'lang="fr"' in text


@pytest.mark.parametrize("status", ANSWERS)
def test_a_program_reads_one_shape(status):
    answer = ANSWERS[status][0](RequestFactory().get("/api/v1/somewhere"))
    assert answer.status_code == status
    assert is_problem(answer)


@pytest.mark.parametrize("text", ["database is locked", "database or disk is full", "canceling statement due to lock"])
def test_a_busy_database_is_to_be_tried_again(text):
    answer = BusyDatabase(None).process_exception(RequestFactory().post("/saisie"), OperationalError(text))
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


@pytest.mark.parametrize(("code", "status"), [("removed", 404), ("club_closed", 409), ("closed", 409)])
def test_what_an_act_refuses_a_page_that_does_not_expect_it_is_no_mistake_of_the_program(code, status):
    """Sheets that are printed while the concours is removed: the page makes the codes that are missing."""
    error = TournamentError(code)
    answer = BusyDatabase(None).process_exception(RequestFactory().get("/concours/1/parties/1/feuilles/"), error)
    assert answer.status_code == status
    said = "Il n’y a rien à cette adresse" if status == 404 else str(error)
    assert said in html.unescape(answer.content.decode())


@pytest.mark.parametrize("error", [OperationalError("no such table: x"), ValueError("database is locked")])
def test_a_bug_is_not_taken_for_a_busy_database(error):
    assert BusyDatabase(None).process_exception(RequestFactory().post("/saisie"), error) is None


@pytest.mark.parametrize("address", ["/concours/1/", "/api/v1/concours/"])
def test_a_session_that_cannot_be_read_is_a_busy_database(address, monkeypatch):
    """It is read by the middlewares, before any page could say so."""

    def away(_self):
        raise OperationalError("too many clients already")

    client = Client(raise_request_exception=False)
    client.cookies[settings.SESSION_COOKIE_NAME] = "k" * 32
    monkeypatch.setattr("deploy.web.sessions.SessionStore._get_session_from_db", away)
    answer = client.get(address)
    assert (answer.status_code, answer["Retry-After"]) == (503, "5")


def test_a_form_without_its_token_is_told_to_reload():
    answer = Client(enforce_csrf_checks=True).post("/pair/enter/", {"code": "x"})
    assert answer.status_code == 403
    assert "Rechargez la page" in answer.content.decode()


def test_the_log_is_one_line_without_names_and_tokens():
    try:
        raise ValueError("Dupont\nHervé")
    except ValueError as error:
        trace = (type(error), error, error.__traceback__)
    record = logging.LogRecord("dix", 40, __file__, 1, "Not Found: /t/%s\r\nforged", ("Ab3" * 10,), trace)
    line = log.OneLineFormatter().format(record)
    assert datetime.datetime.fromisoformat(line.split()[0]).utcoffset() is not None
    assert "\n" not in line
    assert "\r" not in line
    assert "Dupont" not in line
    assert "Ab3Ab3" not in line
    assert "ValueError" in line
    assert "test_the_log_is_one_line" in line


@pytest.mark.parametrize("formatter", [log.OneLineFormatter(), log.JsonFormatter()])
def test_a_line_of_the_log_has_an_end_whatever_a_stranger_sent(formatter):
    record = logging.LogRecord("dix", 40, __file__, 1, "Invalid host: %s, add %s.", ("a" * 32_000, "a" * 32_000), None)
    line = formatter.format(record)
    assert len(line) < log.LONGEST + 300
    assert "Invalid host" in line and "aa." in line


def test_a_strange_name_of_the_laptop_is_no_event_for_its_terminal():
    assert logging.getLogger("django.security.DisallowedHost").getEffectiveLevel() == logging.CRITICAL


def test_not_ready_while_no_page_can_be_rendered(client, settings, tmp_path):
    assert client.get("/readyz").status_code == 200
    settings.STATIC_ROOT = str(tmp_path)
    answer = client.get("/readyz")
    assert answer.status_code == 503 and "collect the static files" in answer.json()["pages"]


def test_not_ready_with_the_static_files_of_another_version(client, settings, tmp_path):
    """After the way back to an older wheel its pages were served with the styles and scripts of the newer one."""
    settings.STATIC_ROOT = str(tmp_path)
    call_command("collectstatic", interactive=False, verbosity=0)
    style = tmp_path / "tournament" / "app.css"
    style.write_text(f"{style.read_text()}body {{ display: none }}")
    answer = client.get("/readyz")
    assert answer.status_code == 503 and "collect the static files" in answer.json()["pages"]
    call_command("collectstatic", interactive=False, verbosity=0, clear=True)
    assert client.get("/readyz").status_code == 200


@pytest.mark.parametrize("name", ["base.html", "errors_base.html"])
def test_not_ready_with_a_template_that_cannot_be_read(client, settings, tmp_path, name):
    """A package half renewed may hold one frame that is broken."""
    (tmp_path / name).write_text("{% nonsense %}")
    (engine,) = deepcopy(settings.TEMPLATES)
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}]
    answer = client.get("/readyz")
    assert answer.status_code == 503 and "cannot be rendered" in answer.json()["pages"]
