"""Set a new password at the computer itself, when nobody is left who could give one."""

from collections.abc import Callable
from getpass import getpass
from typing import TypeVar

from django.conf import settings
from django.contrib.auth import get_user_model
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils.translation import gettext as _, override

from tournament.clubs import second_factor, services as accounts
from tournament.clubs.models import ROLES
from tournament.errors import TournamentError

TRIES = 3
Given = TypeVar("Given")
_YES = {"yes", "y", "oui", "o"}


class Command(BaseCommand):
    help = (
        "Lists the accounts by name, asks for one and for a new password twice; takes off the code of a lost telephone."
    )
    requires_migrations_checks = False

    def handle(self, *args: object, **options: object) -> None:
        with override("fr"):
            at_terminal(self._ask, _("Stopped. No password was changed."))

    def _ask(self) -> None:
        people = list(get_user_model().objects.prefetch_related("memberships__club").order_by("first_name", "username"))
        if not people and settings.HOSTED:
            raise SystemExit(_("There is no account yet: dix-de-der createsuperuser makes the one of the maintainer."))
        if not people:
            raise SystemExit(_("There is no account yet: start the program, its first page asks for the organiser's."))
        self.stdout.write(_("Accounts of this computer:"))
        for number, user in enumerate(people, 1):
            self.stdout.write(f"  {number}. {_told(user)}")
        user = self._chosen(people)
        tried(self, lambda: accounts.replace_password(user=user, password=typed_twice()))
        self.stdout.write(_("The password of %(name)s is changed.") % {"name": _name(user)})
        self._take_off_code(user)

    def _take_off_code(self, user: User) -> None:
        """Offer to ask for the password alone, where the telephone that shows the codes is lost."""
        if second_factor.factor_of(user) is None:
            return
        self.stdout.write(_("The log-in of this account also asks for a code of a telephone."))
        if input(_("Is that telephone lost? Type yes to ask for no code any more: ")).strip().lower() in _YES:
            second_factor.take_off(user=user)
            self.stdout.write(_("No code is asked any more. A new one can be prepared after the log-in."))
        else:
            self.stdout.write(_("The code is still asked."))

    def _chosen(self, people: list[User]) -> User:
        for _try in range(TRIES):
            typed = input(_("Number of the account: ")).strip()
            if typed.isdecimal() and 1 <= int(typed) <= len(people):
                return people[int(typed) - 1]
            self.stderr.write(_("Type one of the numbers above, from 1 to %(last)s.") % {"last": len(people)})
        raise EOFError


def at_terminal(ask: Callable[[], None], stopped: str) -> None:
    """Run *ask*, which asks at the terminal, and end with *stopped* where nobody answers it."""
    try:
        ask()
    except (KeyboardInterrupt, EOFError):
        raise SystemExit(stopped) from None
    except DatabaseError:
        if settings.HOSTED:
            raise SystemExit(_("The accounts cannot be read. Run dix-de-der migrate, then try again.")) from None
        raise SystemExit(
            _("The accounts cannot be read. Start the program once (run), stop it, then try again.")
        ) from None


def tried(command: BaseCommand, act: Callable[[], Given]) -> Given:
    """Return what *act* gives, asked again where it refuses what was typed. Raises EOFError after the last try."""
    for _try in range(TRIES):
        try:
            return act()
        except (TournamentError, CommandError) as error:
            command.stderr.write(str(error))
    raise EOFError


def typed_twice() -> str:
    """Return a new password. Raises CommandError where the second time is not the first."""
    password = getpass(_("New password (nothing shows while you type): "))
    if getpass(_("The same once more: ")) != password:
        raise CommandError(_("The two are not the same. Type them again."))
    return password


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _told(user: User) -> str:
    """Describe an account: its name, and its role in each club."""
    roles = ", ".join(f"{ROLES[member.role]}, {member.club.name}" for member in user.memberships.all())
    closed = "" if user.is_active else _("closed account")
    return " · ".join(part for part in (_name(user), roles, closed) if part)
