"""PostgreSQL whose kept connections are looked at without a question.

Django asks `SELECT 1` before the first query of each request: of a telephone that asks whether its page has changed, that is every
second query. A connection that the server has ended has its last word waiting to be read, and one that is well has nothing.
"""

from selectors import EVENT_READ, DefaultSelector
from typing import Any

from django.db import connections
from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQLWrapper
from django.db.models.signals import post_migrate, pre_migrate
from django.dispatch import receiver

LIMITS = ("statement_timeout", "idle_in_transaction_session_timeout")  # of a request, in the settings


class KeptPostgreSQL(PostgreSQLWrapper):
    """Ask a kept connection whether it lives only where something has come over it since its last query."""

    health_check_done: bool

    def close_if_health_check_failed(self) -> None:
        kept = self.connection
        if kept is not None and not kept.closed and not self.health_check_done:
            with DefaultSelector() as waiting:  # not `select`, which knows no more than 1 024 open files
                waiting.register(kept.fileno(), EVENT_READ)
                self.health_check_done = not waiting.select(0)
        super().close_if_health_check_failed()


@receiver(pre_migrate)
def lift_limits(using: str, **_told: Any) -> None:
    """Lift the limits of a request: an index of a large site, or rows computed anew, take as long as they take."""
    _on_postgresql(using, *(f"SET {limit} = 0" for limit in LIMITS))


@receiver(post_migrate)
def set_limits_again(using: str, **_told: Any) -> None:
    """Set the limits of a request again."""
    _on_postgresql(using, *(f"RESET {limit}" for limit in LIMITS))


def _on_postgresql(using: str, *statements: str) -> None:
    """Run them there; a database of another engine, migrated by the same program, has no such limits."""
    if isinstance(connections[using], KeptPostgreSQL):
        with connections[using].cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)


DatabaseWrapper = KeptPostgreSQL  # under which Django looks for it
