"""PostgreSQL whose kept connections are looked at without a question.

Django asks `SELECT 1` before the first query of each request: of a telephone that asks whether its page has changed, that is every
second query. A connection that the server has ended has its last word waiting to be read, and one that is well has nothing.
"""

from selectors import EVENT_READ, DefaultSelector

from django.db.backends.postgresql.base import DatabaseWrapper as PostgreSQLWrapper


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


DatabaseWrapper = KeptPostgreSQL  # under which Django looks for it
