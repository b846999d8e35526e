from pathlib import Path

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import connection
from django.utils.translation import gettext as _

from deploy.database import backups


class Command(BaseCommand):
    help = "Copy the whole database to a file, or into a folder; the program may be running."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("target", type=Path, help="a new file, or a folder, of a USB stick for instance")

    def handle(self, *, target: Path, **options: object) -> None:
        if not connection.introspection.table_names():
            raise CommandError(
                _("No copy was made: the database %(name)s is empty. Does DIX_DATA name the right folder?")
                % {"name": connection.settings_dict["NAME"]}
            )
        try:
            written = backups.backup(target)
        except backups.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            _("The copy is whole: %(file)s (%(size)s kB).")
            % {"file": written, "size": max(1, written.stat().st_size // 1000)}
        )
