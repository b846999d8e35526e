"""The lock, the settings, the headers, the words and the tables of the whole program."""

import os
import re
import subprocess
import sys
import tomllib
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from django.urls import reverse

from deploy import catalogue

ROOT = Path(__file__).resolve().parent.parent
LOCKS = ["requirements.txt", "requirements-test.txt"]


def django(*arguments: str, **env: str) -> subprocess.CompletedProcess:
    """``manage.py`` in an environment of its own."""
    ours = ("DATABASE_URL", "REDIS_URL", "DIX_DATA", "SECRET_KEY", "DJANGO_ALLOW_ASYNC_UNSAFE")
    kept = {k: v for k, v in os.environ.items() if k not in ours}
    return subprocess.run(
        [sys.executable, "manage.py", *arguments], cwd=ROOT, env=kept | env, capture_output=True, text=True
    )


@pytest.mark.django_db
def test_models_and_migrations_agree():
    out = StringIO()
    try:
        call_command("makemigrations", "--check", "--dry-run", stdout=out)
    except SystemExit:
        pytest.fail(out.getvalue())


def test_the_french_catalogue_is_whole():
    assert catalogue.problems() == []


@pytest.mark.parametrize("lock", LOCKS)
def test_the_lock_pins_and_hashes_everything_and_names_no_index(lock):
    text = (ROOT / lock).read_text()
    assert not re.search(r"://|--index-url|--extra-index|--find-links|--trusted-host| @ ", text)
    lines = [line for line in text.splitlines() if line and not line.startswith((" ", "#"))]
    assert lines
    assert all(re.match(r"[\w.\-\[\]]+==[\w.]+( ; .+)? \\$", line) for line in lines)
    for entry in re.split(r"\n(?=\S)", text.strip()):
        assert "--hash=sha256:" in entry, entry.splitlines()[0]


def test_the_lock_holds_what_is_declared():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]

    def name(requirement: str) -> str:
        return re.match(r"[\w.\-]+", requirement)[0].lower().replace("_", "-")

    pinned = {lock: set(re.findall(r"^([\w.\-]+)", (ROOT / lock).read_text(), re.MULTILINE)) for lock in LOCKS}
    assert {name(r) for r in project["dependencies"]} <= pinned["requirements.txt"]
    assert {name(r) for r in project["optional-dependencies"]["test"]} <= pinned["requirements-test.txt"]
    assert pinned["requirements.txt"] <= pinned["requirements-test.txt"]


def test_a_windows_laptop_gets_its_time_zones():
    assert re.search(r"^tzdata==[\w.]+ \\$", (ROOT / "requirements.txt").read_text(), re.MULTILINE)


def test_no_setting_of_the_embedded_database_is_missing(tmp_path):
    done = django("check", "--database", "default", DIX_DATA=str(tmp_path))
    assert done.returncode == 0, done.stderr


def test_no_comment_begins_with_a_clause_in_place_of_its_subject():
    """A docstring begins with a verb or with its thing: a clause is held in mind until its subject comes."""
    places = [
        path
        for folder in ("rules", "tournament", "scoring", "deploy", "tests")
        for path in (ROOT / folder).rglob("*.*")
    ]
    riddle = re.compile(r'^\s*(?:"""|# |// |/\* )(?:What|Who|Whoever|Whom|Whose|Whether) .*', re.MULTILINE)
    assert {
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in places
        if path.suffix in {".py", ".js", ".css"}
        for line in riddle.findall(path.read_text("utf-8"))
    } == set()


def test_no_docstring_of_the_program_begins_with_a_verb_that_fits_anything():
    dialect = re.compile(r'^\s*(?:r?""")(?:Say|Tell|Give|Let|Hold|Keep|How|Where|Those) .*', re.MULTILINE)
    folders = ("rules", "tournament", "scoring", "deploy")
    places = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in places
        for line in dialect.findall(path.read_text("utf-8"))
    ]
    assert found == [], "begin with the verb of the act: return, write, count, refuse"


def test_hosted_without_its_secrets_does_not_start(tmp_path):
    for env, said in (({}, "SECRET_KEY"), ({"SECRET_KEY": "k" * 60}, "ALLOWED_HOSTS")):
        done = django("check", DIX_HOSTED="1", DIX_DATA=str(tmp_path), **env)
        assert done.returncode
        assert f"Set {said}" in done.stderr
    done = django("check", DIX_HOSTED="1", DIX_DATA=str(tmp_path), SECRET_KEY="k" * 60, ALLOWED_HOSTS="*")
    assert done.returncode, "any host would be believed"
    done = django("check", DIX_HOSTED="perhaps", DIX_DATA=str(tmp_path))
    assert done.returncode and "DIX_HOSTED is 1 or 0, not perhaps." in done.stderr


def test_hosted_passes_djangos_own_check(tmp_path):
    key = "abcdefghij0123456789-ABCDEFGHIJ-zyxwvutsrq-9876543210!"
    env = {"DIX_HOSTED": "1", "SECRET_KEY": key, "ALLOWED_HOSTS": "concours.example", "DIX_DATA": str(tmp_path)}
    done = django("check", "--deploy", "--fail-level", "WARNING", **env)
    assert done.returncode == 0, done.stderr


@pytest.mark.slow
def test_hosted_gathers_its_static_files_and_answers_over_https_alone(tmp_path):
    env = {"DIX_HOSTED": "1", "SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "concours.example", "DIX_DATA": str(tmp_path)}
    done = django("collectstatic", "--noinput", "--verbosity", "0", **env)
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "static" / "staticfiles.json").exists()
    done = django(
        "shell",
        "--no-imports",
        "--command",
        "from django.test import Client; c = Client(headers={'host': 'concours.example'})\n"
        "r = c.get('/nothing'); print(r.status_code, r['Location'])\n"
        "r = c.get('/nothing', secure=True); print(r.status_code, r['Strict-Transport-Security'])",
        **env,
    )
    assert done.stdout.splitlines() == [
        "301 https://concours.example/nothing",
        "404 max-age=31536000",
    ], done.stderr


@pytest.mark.slow
def test_the_whole_domain_is_bound_to_https_where_its_owner_says_so(tmp_path):
    env = {"DIX_HOSTED": "1", "SECRET_KEY": "k" * 60, "ALLOWED_HOSTS": "concours.example", "DIX_DATA": str(tmp_path)}
    both = {"DIX_HSTS_SUBDOMAINS": "1", "DIX_HSTS_PRELOAD": "1"}
    asked = "from django.test import Client; c = Client(headers={'host': 'concours.example'})\n"
    asked += "print(c.get('/healthz', secure=True)['Strict-Transport-Security'])"
    done = django("shell", "--no-imports", "--command", asked, **env, **both)
    assert done.stdout.strip() == "max-age=31536000; includeSubDomains; preload", done.stderr


def test_the_api_denies_by_default_and_reads_json_alone():
    rest = settings.REST_FRAMEWORK
    assert rest["DEFAULT_PERMISSION_CLASSES"] == ["rest_framework.permissions.IsAuthenticated"]
    assert rest["DEFAULT_PARSER_CLASSES"] == ["tournament.api.strict.StrictJSONParser"]
    assert rest["DEFAULT_THROTTLE_CLASSES"]
    assert rest["DEFAULT_PAGINATION_CLASS"]


def test_celery_loses_no_running_task():
    assert settings.CELERY_TASK_ACKS_LATE
    assert settings.CELERY_TASK_REJECT_ON_WORKER_LOST
    assert settings.CELERY_WORKER_PREFETCH_MULTIPLIER == 1


def test_reading_a_page_opens_no_transaction():
    assert not settings.DATABASES["default"].get("ATOMIC_REQUESTS")


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["login", "healthz", "pair-enter", "nothing"])
def test_every_answer_carries_the_headers(address):
    path = "/there/is/nothing" if address == "nothing" else reverse(address)
    answer = Client().get(path, headers={"host": "localhost"})
    policy = answer["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "object-src 'none'" in policy
    assert "base-uri 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy, "no other origin"
    assert answer["X-Content-Type-Options"] == "nosniff"
    assert answer["Referrer-Policy"] == "same-origin"
    assert answer["X-Frame-Options"] == "DENY"


@pytest.mark.django_db
def test_pages_speak_french_unless_english_is_asked_for():
    client = Client()
    assert "Il n’y a rien à cette adresse." in client.get("/nothing").content.decode()
    english = client.get("/nothing", headers={"accept-language": "en"}).content.decode()
    assert "There is nothing at this address." in english
    assert client.post("/language/", {"language": "en", "next": "/healthz"}).status_code == 302
    assert "There is nothing at this address." in client.get("/nothing").content.decode()


def test_templates_carry_no_inline_script_and_no_other_origin():
    wrong = []
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text("utf-8")
        if re.search(
            r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/(?:ld\+)?json\")|\son[a-z]+=|\sstyle=|<style", text
        ):
            wrong.append(f"{path.name}: inline script or style")
        if re.search(r"(?:src|href|action)=\"(?:https?:)?//", text):
            wrong.append(f"{path.name}: another origin")
    assert not wrong


def test_words_of_a_choice_are_asked_of_a_field_that_has_choices():
    """A template shows nothing for a method that a model lacks, as `get_paid_by_display` in all that is held on a person."""
    every = {
        field.name
        for model in apps.get_models()
        for field in model._meta.get_fields()
        if getattr(field, "choices", None)
    }
    asked = {
        name: path.relative_to(ROOT)
        for path in (ROOT / "templates").rglob("*.html")
        for name in re.findall(r"\bget_(\w+)_display\b", path.read_text("utf-8"))
    }
    assert asked and not {name: path for name, path in asked.items() if name not in every}


def test_a_field_that_a_template_writes_is_read_out_with_what_is_wrong_in_it():
    """A list of errors above a form names no field to who cannot see: each field names its line of it."""
    tag = re.compile(r"<(?:input|select|textarea)\b(?:\{%.*?%\}|\{\{.*?\}\}|\"[^\"]*\"|[^>])*?>", re.DOTALL)
    listed = [
        (path.name, field)
        for path in (ROOT / "templates").rglob("*.html")
        if re.search(r"_errors\.html|\.wrong_attrs", text := path.read_text("utf-8"))
        for field in tag.findall(text)
        if not re.search(r'type="(?:hidden|radio|checkbox|file)"', field)
    ]
    assert len(listed) > 30
    assert not [one for one in listed if "wrong_attrs" not in one[1] and "aria-describedby" not in one[1]]


def test_no_line_of_a_template_is_wider_than_its_margin():
    margin = 140  # as .editorconfig has it
    wide = [
        f"{path.relative_to(ROOT)}:{number}"
        for folder in ("templates", "tournament", "scoring", "deploy")
        for path in (ROOT / folder).rglob("*.html")
        for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        if len(line) > margin
    ]
    assert wide == []


def test_no_test_imports_another():
    """A file of tests is read alone: helpers that several need stand in tests/support/ or in a module of builders."""
    imports = re.compile(
        r"^\s*(from tests\.[\w.]*\b(test|bench)_\w+ import .*|from tests\.[\w.]+ import (test|bench)_.*)", re.MULTILINE
    )
    found = [
        f"{path.relative_to(ROOT)}: {match[1]}"
        for path in (ROOT / "tests").rglob("*.py")
        for match in imports.finditer(path.read_text("utf-8"))
    ]
    assert found == []


def test_no_module_is_longer_than_one_sitting():
    """Find modules of the program over 500 lines; the reader is handed to strangers as one file."""
    folders = ("rules", "tournament", "scoring", "deploy")
    places = [path for folder in folders for path in (ROOT / folder).rglob("*.py") if "migrations" not in path.parts]
    lengths = {str(path.relative_to(ROOT)): len(path.read_text("utf-8").splitlines()) for path in places}
    assert len(lengths) > 600
    assert {place for place, length in lengths.items() if length > 500} == {"scoring/transfer/reader.py"}
