from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import check
from django.utils.translation import gettext as _

from deploy.checks import start_problems
from deploy.health import is_to_be_migrated


class Command(check.Command):
    help = "Check the program and its settings, the machine, the database and every journal."

    def handle(self, *app_labels: list[str], **options: Any) -> None:
        """Run Django's checks; unless they are narrowed, those of the start and of the data too."""
        super().handle(*app_labels, **options)
        if app_labels or any(options[narrowed] for narrowed in ("tags", "list_tags", "databases", "deploy")):
            return
        refusals, warnings = start_problems()
        for sentence in warnings:
            self.stderr.write(sentence)
        if refusals:
            raise CommandError("\n".join(refusals))
        if is_to_be_migrated():
            if settings.HOSTED:
                raise CommandError(
                    _("The tables are not those of this version yet. Run dix-de-der migrate, then check.")
                )
            raise CommandError(_("The tables are not those of this version yet. Start the program once, then check."))
        call_command("verify_journal", stdout=self.stdout, stderr=self.stderr)
