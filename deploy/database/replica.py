"""Read public pages from a copy of the database (DATABASE_REPLICA_URL), so that telephones and walls leave it to the acts.

A copy that follows by replication is a moment behind. So only what anybody reads comes from it, and nothing of it is
decided on: within a transaction, as where a page is made on demand, the database itself is asked.
"""

from collections.abc import Callable
from contextvars import ContextVar
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.models import Model
from django.http import HttpRequest

from tournament.page_access import is_public

REPLICA = "replica"
_reading: ContextVar[bool] = ContextVar("reading_from_the_replica", default=False)


class ReplicaRouter:
    """Send the questions of public pages to the copy."""

    def db_for_read(self, model: type[Model], **hints: Any) -> str:
        """Return the copy while a public page is read, else the database, for rows that came from the copy too."""
        return REPLICA if _reading.get() and not connections[DEFAULT_DB_ALIAS].in_atomic_block else DEFAULT_DB_ALIAS

    def db_for_write(self, model: type[Model], **hints: Any) -> str:
        """Return the database: the copy takes nothing."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, obj1: Model, obj2: Model, **hints: Any) -> bool:
        """Return that rows of both belong together: the copy has the same ones."""
        return True

    def allow_migrate(self, db: str, app_label: str, **hints: Any) -> bool | None:
        """Return that nothing is migrated in the copy: it follows by itself."""
        return False if db == REPLICA else None


class PublicReads:
    """Mark the requests that only read a public page."""

    def __init__(self, get_response: Callable) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> Any:
        try:
            return self.get_response(request)
        finally:
            _reading.set(False)

    def process_view(self, request: HttpRequest, _view: Callable, _args: object, _kwargs: object) -> None:
        match = request.resolver_match
        assert match is not None  # Django sets it before it asks for the view
        public = request.path.startswith(("/p/", "/api/v1/public/")) and is_public(match)
        _reading.set(public and request.method in ("GET", "HEAD"))
