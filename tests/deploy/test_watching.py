"""The log as JSON, the metrics and the reports of errors that a host reads, without anything of people."""

import io
import json
import logging
import re
import urllib.request

import pytest
from django.http import HttpResponse
from django.test import Client, RequestFactory
from django.views.decorators.csrf import csrf_exempt

from deploy import log
from deploy.web import middleware
from tests.scoring import builders
from tests.support.fixtures import free_port
from tournament.jobs import services as jobs
from tournament.jobs.selectors import unfinished
from tournament.jobs.tasks import run_job

SECRETS = ("Hervé Dupont", "4F7K-9QXM", "le roi de coeur", "sessionid=abc123", "192.168.1.20")


def leaking(_request):
    """Fail as a database does, with people in the text of the error and in the variables."""
    name, code = SECRETS[:2]
    raise ValueError(f"Key (name)=({name}) already exists, {code}")


# --- The log ------------------------------------------------------------------------------------------------------------


@pytest.fixture
def lines():
    """The log as JSON, read back."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(log.JsonFormatter())
    root = logging.getLogger()
    root.addHandler(handler)
    yield lambda: [json.loads(line) for line in written.getvalue().splitlines()]
    root.removeHandler(handler)


def test_each_event_is_one_line_that_a_program_reads(lines):
    mark = log.request_id.set("0123456789abcdef")
    try:
        leaking(None)
    except ValueError:
        logging.getLogger("dix.test").exception("it failed\nforged %s", "/t/" + "Ab3" * 10)
    finally:
        log.request_id.reset(mark)
    (line,) = lines()
    assert line["level"] == "ERROR" and line["logger"] == "dix.test" and line["request"] == "0123456789abcdef"
    assert line["error"].startswith("ValueError | ") and "leaking" in line["error"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line["time"])
    assert "Ab3Ab3" not in str(line) and not any(secret in str(line) for secret in SECRETS)


def test_a_refusal_is_no_warning_and_a_failure_has_the_identifier_of_its_request(lines, settings, monkeypatch):
    settings.LOG_FORMAT = "json"
    visitor = Client(raise_request_exception=False)
    assert visitor.get("/nowhere/").status_code == 404
    assert not [line for line in lines() if line["level"] == "WARNING"]
    monkeypatch.setattr("deploy.web.health.longest_wait", lambda: 10_000)
    identifier = visitor.get("/healthz").headers["X-Request-Id"]
    (line,) = [line for line in lines() if line["logger"] == "django.request"]
    assert line["level"] == "ERROR" and line["request"] == identifier


@pytest.mark.django_db(transaction=True)
def test_what_a_job_writes_names_it(lines, monkeypatch):
    monkeypatch.setattr(jobs, "KINDS", {})

    @jobs.job("failing", retries=1)
    def failing(row, progress):
        raise ValueError

    row = jobs.enqueue("failing")
    run_job.apply(args=[str(row.pk)])
    (line,) = [line for line in lines() if line["logger"] == "dix.jobs"]
    assert line["request"] == f"job-{row.pk}"
    assert not log.request_id.get()


def test_in_text_too_a_line_names_its_request():
    record = logging.LogRecord("dix.test", logging.INFO, "", 0, "done", None, None)
    mark = log.request_id.set("0123456789abcdef")
    try:
        assert log.OneLineFormatter().format(record).endswith(" INFO dix.test [0123456789abcdef] done")
    finally:
        log.request_id.reset(mark)
    assert log.OneLineFormatter().format(record).endswith(" INFO dix.test done")


def test_an_answer_is_a_line_with_the_page_by_its_name(lines, settings):
    settings.LOG_FORMAT = "json"

    def page(request) -> HttpResponse:
        request.resolver_match = type("Match", (), {"view_name": "phone-enter"})
        return HttpResponse(status=404)

    answer = middleware.numbered_requests(page)(RequestFactory().get("/t/secret-code/?name=Hervé"))
    (line,) = lines()
    assert (line["event"], line["page"], line["status"]) == ("answered", "phone-enter", 404)
    assert line["request"] == answer["X-Request-Id"] and line["ms"] >= 0
    assert "secret" not in str(line) and "Herv" not in str(line)
    assert log.request_id.get() == ""


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("behind", "given", "kept"), [(True, "proxy-0001", True), (False, "proxy-0001", False), (True, "x y", False)]
)
def test_the_identifier_of_a_request_is_that_of_the_proxy_where_there_is_one(settings, behind, given, kept):
    settings.BEHIND_PROXY = behind
    answer = Client().get("/healthz", HTTP_X_REQUEST_ID=given)
    assert (answer["X-Request-Id"] == given) is kept
    assert middleware._REQUEST_ID.fullmatch(answer["X-Request-Id"])


# --- Reports of errors --------------------------------------------------------------------------------------------------


def test_a_report_of_an_error_holds_nothing_of_people():
    sentry_sdk = pytest.importorskip("sentry_sdk")
    from deploy.hosting import error_reports

    sent = []

    class Caught(sentry_sdk.transport.Transport):
        def capture_envelope(self, envelope) -> None:
            sent.append(envelope)

    error_reports.start("https://key@sentry.invalid/1", release="1.0.0", transport=Caught)
    try:
        from django.core.handlers.wsgi import WSGIHandler
        from django.urls import clear_url_caches, path

        from deploy import urls

        before = urls.urlpatterns
        urls.urlpatterns = [path("leak/<str:code>/", leaking_at, name="public-leak"), *before]
        clear_url_caches()
        environ = (
            RequestFactory()
            .post(
                f"/leak/{SECRETS[1]}/?q=Dupont",
                {"password": SECRETS[2], "name": SECRETS[0]},
                HTTP_COOKIE=SECRETS[3],
                REMOTE_ADDR="127.0.0.1",
                HTTP_X_FORWARDED_FOR=SECRETS[4],
            )
            .environ
        )
        WSGIHandler()(environ, lambda *_: None)
        logging.getLogger("dix.test").error("refused %s", SECRETS[0])
        sentry_sdk.flush()
    finally:
        urls.urlpatterns = before
        clear_url_caches()
        sentry_sdk.init()  # no address: nothing is sent any more
    events = [item.payload.json for envelope in sent for item in envelope.items if item.type == "event"]
    assert len(events) >= 2, "the error of the page, and the line of the log"
    whole = json.dumps(events, ensure_ascii=False)
    for secret in (*SECRETS, "Dupont", "Hervé", "abc123"):
        assert secret not in whole, secret
    page = next(
        one for one in events if one["exception"]["values"] and one["exception"]["values"][0]["type"] == "ValueError"
    )
    places = [frame["function"] for frame in page["exception"]["values"][0]["stacktrace"]["frames"]]
    assert places[-1] == "leaking", "yet it says what failed, and where"
    assert page["tags"]["method"] == "POST" and "user" not in page and "request" not in page
    assert any(one.get("logentry", {}).get("message") == "refused %s" for one in events)


@csrf_exempt
def leaking_at(request, code):
    """A page that anybody may open, and that fails."""
    return leaking(request)


def test_what_a_library_adds_one_day_does_not_leave():
    pytest.importorskip("sentry_sdk")
    from deploy.hosting.error_reports import scrub

    event = {
        "event_id": "1",
        "extra": {"name": "Dupont"},
        "user": {"ip": "1"},
        "contexts": {"x": "Dupont"},
        "new": "Dupont",
    }
    assert "Dupont" not in str(scrub(event, {})) and scrub(event, {})["event_id"] == "1"
    address = {"transaction": "/t/4F7K/", "transaction_info": {"source": "url"}}
    assert "4F7K" not in str(scrub(address, {}))


# --- Metrics ------------------------------------------------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_the_metrics_are_read_on_an_address_of_their_own(client):
    prometheus = pytest.importorskip("prometheus_client")
    from deploy.hosting import metrics

    builders.evening(teams=4, parties=2)
    jobs.enqueue("pages", tournament=builders.concours(teams=0))
    registry = prometheus.CollectorRegistry()
    registry.register(metrics.ProgramCollector())
    figures = {one.name: one.samples[0].value for one in registry.collect()}
    assert figures["dix_scores_counted"] == 4 and figures["dix_database_up"] == 1
    assert figures["dix_jobs_unfinished"] == unfinished() > 0
    assert {"dix_jobs_longest_wait_seconds", "dix_jobs_failed", "dix_journal_lines"} <= set(figures)
    for address in ("/metrics", "/metrics/"):
        assert client.get(address).status_code == 404, "never among the pages"


@pytest.mark.django_db(transaction=True)
def test_two_processes_take_a_port_each():
    prometheus = pytest.importorskip("prometheus_client")
    from deploy.hosting import metrics

    first = free_port()
    taken = [metrics.serve(f"127.0.0.1:{first}", prometheus.CollectorRegistry()) for _ in range(2)]
    assert len(set(taken)) == 2 and min(taken) >= first
    with urllib.request.urlopen(f"http://127.0.0.1:{taken[1]}/metrics", timeout=10) as answer:
        assert b"dix_database_up 1.0" in answer.read()


def test_nothing_of_this_is_on_unless_it_is_asked_for(settings):
    assert (settings.LOG_FORMAT, settings.METRICS, settings.SENTRY_DSN) == ("line", "", "")
    assert not any("prometheus" in one for one in settings.MIDDLEWARE)
