"""Make the maintainer's account at a terminal, under the name of a person: Django's own command refuses a space in it."""

from typing import Any

from django.contrib.auth.management.commands import createsuperuser
from django.utils.translation import gettext as _, override

from tournament.clubs import services as accounts
from tournament.management.commands.password import at_terminal, tried, typed_twice


class Command(createsuperuser.Command):
    help = (
        "Asks for a name and twice for a password, and makes the maintainer's account; with --noinput as Django does."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not options["interactive"]:
            super().handle(*args, **options)
            return
        with override("fr"):
            at_terminal(self._ask, _("Stopped. No account was made."))

    def _ask(self) -> None:
        def made() -> str:
            name = input(_("Your name, as you will type it to log in (first name and family name): "))
            return accounts.create_maintainer(name=name, password=typed_twice()).first_name

        self.stdout.write(_("The account of %(name)s is made: it holds this site.") % {"name": tried(self, made)})
