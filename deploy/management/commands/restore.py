from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from deploy.database import restores
from deploy.database.backups import BackupError


class Command(BaseCommand):
    help = "Put a copy made by backup, or by the program itself, in the place of the database."
    requires_system_checks = ()

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("source", type=Path, help="the copy")

    def handle(self, *, source: Path, **options: object) -> None:
        try:
            kept = restores.restore(source)
        except BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(_("The copy %(file)s is in place. Start the program.") % {"file": source})
        if kept:
            self.stdout.write(_("The former database is kept: %(file)s.") % {"file": kept})
