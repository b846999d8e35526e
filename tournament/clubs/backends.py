"""The accounts of sessions."""

from django.contrib.auth.backends import BaseBackend
from django.contrib.auth.models import User
from django.db.models import QuerySet

from tournament.prepared import prepared


@prepared
def _accounts(pk: int) -> QuerySet[User]:
    return User.objects.filter(pk=pk, is_active=True)


class SessionAccounts(BaseBackend):
    """Find the account of a session by a prepared query; it checks no password."""

    def get_user(self, user_id: int) -> User | None:
        """Return the account, unless it is closed."""
        return _accounts.first(pk=user_id)
