"""All settings, from the environment, with defaults that run on a laptop without any network.

DIX_DATA        folder of the database, the secret key and the exports (default: what the system keeps for programs)
DIX_HOSTED      1 behind HTTPS on a server; then SECRET_KEY and ALLOWED_HOSTS are required
DIX_CONTACT     who answers for a hosted program, in the words of a page: an address of mail, a telephone (default: nobody)
DIX_PROXY       1 when one reverse proxy stands in front and sets X-Forwarded-For and X-Forwarded-Proto
DATABASE_URL    postgres://user:password@host/name (default: SQLite in DIX_DATA)
REDIS_URL       redis://host:6379/0: jobs and cache go through it (default: neither is needed)
DIX_BREACHED_PASSWORDS  file of passwords that are refused, SHA-1 of each, sorted (default: the 20 000 commonest alone)
DIX_STATIC      folder into which the static files are collected when hosted (default: static in DIX_DATA)
DIX_LOG         json: a log of JSON lines for programs (default: line, one line of text an event)
DIX_METRICS     host:port where figures for Prometheus are read, never a public one (default: none; extra "metrics")
DIX_SENTRY_DSN  where errors are reported, without names, codes, cookies and bodies (default: nowhere; extra "errors")
DIX_PORT        port of the pages (default: 8000, or the next free one)
"""

import os
import secrets
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from csp.constants import NONE, SELF
from dj_database_url import parse as parse_database_url
from django.core.exceptions import ImproperlyConfigured
from django.utils.functional import lazy

from deploy.laptop.data_folder import data_folder
from deploy.laptop.network import HallHosts
from deploy.version import version
from deploy.web.languages import languages
from tournament import durable

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = data_folder()
DATA_DIR.mkdir(parents=True, exist_ok=True)


def _text(name: str, default: str = "") -> str:
    return os.environ.get(name, default)


def _switch(name: str) -> bool:
    given = _text(name).strip().lower()
    if given in ("1", "true", "t", "yes", "y", "on"):
        return True
    if given in ("", "0", "false", "f", "no", "n", "off"):
        return False
    raise ImproperlyConfigured(f"{name} is 1 or 0, not {given}.")


HOSTED = _switch("DIX_HOSTED")
EMBEDDED = not HOSTED
DEBUG = _switch("DIX_DEBUG")
CONTACT = _text("DIX_CONTACT")
BEHIND_PROXY = _switch("DIX_PROXY")
LOG_FORMAT = _text("DIX_LOG", "line")
if LOG_FORMAT not in ("line", "json"):
    raise ImproperlyConfigured("DIX_LOG is line or json.")
METRICS = _text("DIX_METRICS")
if METRICS and find_spec("django_prometheus") is None:
    raise ImproperlyConfigured("DIX_METRICS needs the extra metrics: pip install 'dix-de-der[metrics]'.")
if METRICS and not METRICS.rpartition(":")[2].isdecimal():
    raise ImproperlyConfigured("DIX_METRICS is host:port, for example 127.0.0.1:9108.")
SENTRY_DSN = _text("DIX_SENTRY_DSN")
if SENTRY_DSN and find_spec("sentry_sdk") is None:
    raise ImproperlyConfigured("DIX_SENTRY_DSN needs the extra errors: pip install 'dix-de-der[errors]'.")


def _secret_key() -> str:
    """Return the key that signs sessions: given when hosted, made once and kept in the data folder on a laptop."""
    if given := _text("SECRET_KEY"):
        return given
    if HOSTED:
        raise ImproperlyConfigured("Set SECRET_KEY: a long random text, the same for every process.")
    path = DATA_DIR / "secret.key"
    while True:
        try:
            with path.open("x") as file:
                path.chmod(0o600)
                file.write(secrets.token_urlsafe(48))
            # On the disk before anything is signed with it.
            durable.sync(path)
            durable.sync_folder(path.parent)
        except FileExistsError:
            pass
        except OSError:
            path.unlink(missing_ok=True)
            raise
        if kept := path.read_text():
            return kept
        # Left by a disk that was full: whoever begins with an empty key can open no page.
        path.unlink()


SECRET_KEY = _secret_key()
ALLOWED_HOSTS = [one.strip() for one in _text("ALLOWED_HOSTS").split(",") if one.strip()] if HOSTED else HallHosts()
if HOSTED and (not ALLOWED_HOSTS or "*" in ALLOWED_HOSTS):
    raise ImproperlyConfigured("Set ALLOWED_HOSTS: the names of this site, separated by commas, never *.")
CSRF_TRUSTED_ORIGINS = [f"https://{host}" for host in ALLOWED_HOSTS] if HOSTED else []

API_PAGES = find_spec("drf_spectacular_sidecar") is not None  # installed by an extra of its own
INSTALLED_APPS = [
    "tournament",  # first: its commands stand in the place of Django's
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "csp",
    "rest_framework",
    "drf_spectacular",
    *(["drf_spectacular_sidecar"] if API_PAGES else []),
    "scoring",
    "deploy",
]

MIDDLEWARE = [
    *(["django_prometheus.middleware.PrometheusBeforeMiddleware"] if METRICS else []),
    "deploy.web.middleware.numbered_requests",
    *(["deploy.web.middleware.behind_proxy"] if BEHIND_PROXY else []),
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "deploy.web.middleware.Language",
    *(["deploy.web.middleware.programs_by_tls"] if HOSTED else []),
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "deploy.web.middleware.LocalWordsMiddleware",
    "deploy.web.middleware.LoopbackOnlyMiddleware",
    "deploy.web.middleware.SessionEnds",
    "deploy.web.middleware.OwedFirst",
    "deploy.web.middleware.wrong_methods",
    "deploy.web.middleware.log_in_of_scripts",
    *(["deploy.hosting.account_places.AccountPlaces"] if HOSTED else []),
    *(["deploy.database.replica.PublicReads"] if _text("DATABASE_REPLICA_URL") else []),
    "deploy.web.middleware.BusyDatabase",
    "deploy.web.middleware.LogInFirst",
    *(["django_prometheus.middleware.PrometheusAfterMiddleware"] if METRICS else []),
]

ROOT_URLCONF = "deploy.urls"
WSGI_APPLICATION = "deploy.wsgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "deploy.web.middleware.page_context",
            ],
            "builtins": ["tournament.templatetags.dates"],
        },
    }
]

# --- Database -------------------------------------------------------------------------------------------------------
# No ATOMIC_REQUESTS: with IMMEDIATE every transaction is a writer, and reading a page must not queue for the lock.
_database: dict[str, Any] = {**parse_database_url(_text("DATABASE_URL") or f"sqlite:///{DATA_DIR / 'dix.sqlite3'}")}
DATABASES = {"default": _database}
if _database["ENGINE"] == "django.db.backends.sqlite3":
    _database["ENGINE"] = "deploy.database.sqlite"
    _database["CONN_MAX_AGE"] = None  # one connection a thread: opening one costs more than reading a page
    _database["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "cached_statements": 3,  # forty threads have a connection each; a statement may hold 50 kB (docs/decisions/weight.md)
        # The journal mode stays in the file, all others are lost with the connection: each one sets them all.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=1; PRAGMA mmap_size=0; "
        # kB of pages that each keeps for itself; the system keeps them all anyway.
        "PRAGMA cache_size=-128;",
    }
else:
    _database["ENGINE"] = "deploy.database.postgresql"
    _database["CONN_MAX_AGE"] = 600  # each new session reads the catalogues of PostgreSQL anew
    _database["CONN_HEALTH_CHECKS"] = True
    _database.setdefault("OPTIONS", {})["options"] = (
        "-c statement_timeout=15s -c lock_timeout=5s -c idle_in_transaction_session_timeout=30s"
    )
    # A question that a connection asks for the sixth time is neither read nor planned anew.
    _database["OPTIONS"] |= {"server_side_binding": True, "prepare_threshold": 5}

# A copy that follows the database, from which public pages are read (deploy/database/replica.py).
REPLICA_URL = _text("DATABASE_REPLICA_URL")
if REPLICA_URL:
    _replica = {
        name: value
        for name, value in _database.items()
        if name in ("ENGINE", "CONN_MAX_AGE", "CONN_HEALTH_CHECKS", "OPTIONS")
    }
    DATABASES["replica"] = {**parse_database_url(REPLICA_URL), **_replica, "TEST": {"MIRROR": "default"}}
    DATABASE_ROUTERS = ["deploy.database.replica.ReplicaRouter"]

# --- Cache and jobs -------------------------------------------------------------------------------------------------
REDIS_URL = _text("REDIS_URL")
CACHES = {
    "default": {"BACKEND": "deploy.web.cache.OptionalRedisCache", "LOCATION": REDIS_URL, "KEY_PREFIX": "dix"}
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}

# With Redis a commit notifies the workers of its jobs; without, the worker's dispatcher alone finds the rows.
NOTIFY_WORKERS = bool(REDIS_URL)
# Workbooks and long tirages under way at a time on all workers: fewer than these have processes, for the pages.
SLOW_JOBS = max(1, int(_text("DIX_SLOW_JOBS") or 1))
CELERY_BROKER_URL = REDIS_URL or "memory://"
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"visibility_timeout": 120, "socket_timeout": 5, "socket_connect_timeout": 2, "max_retries": 1, "interval_start": 0}
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
# A notice that cannot be sent must not hold up the person who entered a score: the sweep finds the row.
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_TASK_IGNORE_RESULT = True
# Left out, Celery closes the connection before and after every task; a kept one is looked at before each (deploy/celery.py).
CELERY_DB_REUSE_MAX = 1_000
CELERY_TASK_TIME_LIMIT = 300
CELERY_TASK_SERIALIZER = "json"
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TIMEZONE = "Europe/Paris"
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_REDIRECT_STDOUTS = False

# --- People ---------------------------------------------------------------------------------------------------------
# Passwords are checked by Django's, which is named in sessions that began before there was another.
AUTHENTICATION_BACKENDS = ["tournament.clubs.backends.SessionAccounts", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12 if HOSTED else 10},
    },
    {"NAME": "tournament.clubs.services.NameLikeValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "tournament.clubs.services.PlaceWordsValidator"},
]
if _breached := _text("DIX_BREACHED_PASSWORDS"):
    AUTH_PASSWORD_VALIDATORS += [
        {"NAME": "tournament.clubs.services.BreachedPasswordValidator", "OPTIONS": {"path": _breached}}
    ]
PASSWORD_RESET_TIMEOUT = 7 * 24 * 3600  # of the link by which an organiser of a new club chooses the first password
CSRF_FAILURE_VIEW = "deploy.web.errors.csrf_failure"
SESSION_ENGINE = "deploy.web.sessions"
SESSION_COOKIE_AGE = 14 * 24 * 3600  # from the log-in on, whatever is done
SESSION_IDLE_SECONDS = 24 * 3600  # an evening has hours without a touch, and the next one is another log-in
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

# --- Language and time ----------------------------------------------------------------------------------------------
LANGUAGE_CODE = "fr"
LANGUAGES = languages()
LOCALE_PATHS = [BASE_DIR / "deploy" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "Europe/Paris"

# --- Static files ---------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
PROGRAM_VERSION = lazy(version, str)()
FORM_RENDERER = "deploy.web.forms.FormRenderer"
# In the hall the files are served from where they stand; hosted, `manage.py collectstatic` gathers them here.
STATIC_ROOT = Path(_text("DIX_STATIC") or DATA_DIR / "static") if HOSTED else None
WHITENOISE_USE_FINDERS = EMBEDDED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"
        if HOSTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# --- What may come in -----------------------------------------------------------------------------------------------
# A list of registrations is at most 2 MB (docs/reliability.md 7); the rest is the form around it.
BODY_LIMIT = 2_500_000
PHOTO_LIMIT = 12_500_000  # a photo as a telephone without our script sends it, and the form around it
REQUEST_SECONDS = 30  # in which a request must be whole, and longer for what arrives of its body
BODY_PACE = 4_000  # bytes of the body that earn a second more
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000
FILE_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT

# --- What browsers are told -----------------------------------------------------------------------------------------
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
# The telephones' http:// page is no secure context; there this header is only a warning in the console.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HOSTED else None
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"
# In the hall there is no TLS, and a browser keeps no Secure cookie from http://: nobody could log in.
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HOSTED
SECURE_SSL_REDIRECT = HOSTED
# A program that asks without TLS is refused, not led on: nobody would notice that its key travelled in clear.
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^api/"]
SECURE_HSTS_SECONDS = 31_536_000 if HOSTED else 0
# Both bind the whole domain, other sites on it too, for a year: its owner says so.
SECURE_HSTS_INCLUDE_SUBDOMAINS = HOSTED and _switch("DIX_HSTS_SUBDOMAINS")
SECURE_HSTS_PRELOAD = HOSTED and _switch("DIX_HSTS_PRELOAD")
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]  # that ask for both
# The name promises that no page without TLS has written it. That of a table is bound to its address: no __Host-.
COOKIE_PREFIX = "__Secure-" if HOSTED else ""
LANGUAGE_COOKIE_NAME = f"{COOKIE_PREFIX}django_language"
if HOSTED:
    SESSION_COOKIE_NAME = "__Host-sessionid"
    CSRF_COOKIE_NAME = "__Host-csrftoken"
else:
    # Cookies ignore the port: another Django on this laptop must not log the organiser out.
    SESSION_COOKIE_NAME = "dix_session"
    CSRF_COOKIE_NAME = "dix_csrf"
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if BEHIND_PROXY else None

# --- API ------------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournament.api.authentication.BearerToken",
        "tournament.api.authentication.StrictSession",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_PARSER_CLASSES": ["tournament.api.strict.StrictJSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.LimitOffsetPagination",
    "PAGE_SIZE": 100,
    "DEFAULT_THROTTLE_CLASSES": [
        "rest_framework.throttling.AnonRateThrottle",
        "rest_framework.throttling.UserRateThrottle",
    ],
    # Behind one address stand all the telephones of a hall; these limits are manners, not defence.
    "DEFAULT_THROTTLE_RATES": {"anon": "1200/min", "user": "1200/min"},
    "DEFAULT_SCHEMA_CLASS": "tournament.api.schema.ActSchema",
    "EXCEPTION_HANDLER": "deploy.web.api.exception_handler",
    "COERCE_DECIMAL_TO_STRING": False,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Dix de Der",
    "DESCRIPTION": (
        "Concours de belote: the same acts and questions as the pages. Begin at `/api/v1/`; addresses under "
        "`/api/v1/public/` need no log-in. The addresses of an evening, in their order: `concours`, `teams`, `draws` and "
        "their `publish`, `sheets`, `standings`. To follow it, send an `ETag` back as `If-None-Match`, or ask for "
        "the changes `since` a number of the journal. Repeat an act safely with the same `Idempotency-Key`. A refusal "
        "is a problem (RFC 9457): decide on its `code`. Messages to another site are signed as Standard Webhooks "
        "says. Fields, words of lists and addresses may be added under `/api/v1/`; none is taken away."
    ),
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    # A list of words in place of a description says nothing that the words do not.
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    # Lists of words stand where they are used: named apart, two lists that grow would fight for a name.
    "POSTPROCESSING_HOOKS": ["tournament.api.schema.put_right", "deploy.problem_codes.named_codes"],
    "SERVERS": [
        {"url": "/", "description": "The program that serves this schema: on the laptop of a hall, or a site."}
    ],
}

# --- Log ------------------------------------------------------------------------------------------------------------
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"()": "deploy.log.OneLineFormatter"}, "json": {"()": "deploy.log.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": LOG_FORMAT}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        # A refused act is no event: hosted, each answer is a line of its own with its status.
        "django.request": {"level": "ERROR"},
        "django.security.csrf": {"level": "ERROR" if EMBEDDED else "WARNING"},
        "django.security.DisallowedHost": {"level": "CRITICAL" if EMBEDDED else "ERROR"},
        "dix": {"level": "INFO"},
        # A hall that sends at once is no event either: each request that waits its turn would be a line.
        "waitress.queue": {"level": "ERROR"},
        "celery": {"level": "WARNING"},
        "kombu": {"level": "ERROR"},
    },
}

if SENTRY_DSN:
    from deploy.hosting import error_reports

    error_reports.start(SENTRY_DSN, release=PROGRAM_VERSION)
