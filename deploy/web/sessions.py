"""Sessions in the database, as Django's, and read by a prepared query: every page of an account reads its own."""

from datetime import datetime

from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.db.models import QuerySet
from django.utils import timezone

from tournament.prepared import prepared


@prepared
def _sessions(key: str, now: datetime) -> QuerySet[Session]:
    return Session.objects.filter(session_key=key, expire_date__gt=now)


class SessionStore(db.SessionStore):
    """Read the session of a cookie by a prepared query."""

    def _get_session_from_db(self) -> Session | None:
        session = _sessions.first(key=self.session_key, now=timezone.now()) if self.session_key else None
        if session is None:
            self._session_key = None
        return session
