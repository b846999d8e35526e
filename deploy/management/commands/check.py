from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.core.management.base import CommandError
from django.core.management.commands import check
from django.utils.translation import gettext as _

from deploy.database.checks import start_problems, unready_words
from scoring.errors import ScoringError
from scoring.transfer.file import read_concours
from scoring.transfer.reader import FileMembers, problems


class Command(check.Command):
    help = (
        "Check the program and its settings, the machine, the database and every journal; or the concours FILE named."
    )

    def handle(self, *app_labels: Any, **options: Any) -> None:
        """Run Django's checks; unless they are narrowed, those of the start and of the data too.

        In the place of applications a concours file may be named: then it is checked, and nothing else.
        """
        if any(label not in apps.app_configs for label in app_labels):
            for label in app_labels:
                self._check_file(Path(label))
            return
        super().handle(*app_labels, **options)
        if app_labels or any(options[narrowed] for narrowed in ("tags", "list_tags", "databases", "deploy")):
            return
        refusals, warnings = start_problems()
        for sentence in warnings:
            self.stderr.write(sentence)
        if refusals:
            raise CommandError("\n".join(refusals))
        if words := unready_words():
            raise CommandError(words)
        call_command("verify_journal", stdout=self.stdout, stderr=self.stderr)

    def _check_file(self, path: Path) -> None:
        """State of a concours file whose it is and that it is whole. Raises CommandError with what is not."""
        try:
            data = path.read_bytes()
            file = read_concours(data)
            found = list(problems(FileMembers.read(data)))
        except ScoringError as refused:
            raise CommandError(f"{path}: {refused}") from refused
        except OSError as error:
            raise CommandError(_("There is no file %(file)s that can be read.") % {"file": path}) from error
        for problem in found:
            self.stderr.write(f"{path}: {problem}")
        if found:
            raise CommandError(_("%(file)s was changed otherwise than by this program.") % {"file": path})
        self.stdout.write(
            _("%(file)s is whole: %(name)s, %(date)s, %(club)s; %(teams)s teams, %(lines)s lines of the journal.")
            % {
                "file": path,
                "name": file.name,
                "date": file.date,
                "club": file.club,
                "teams": file.teams,
                "lines": len(file.lines),
            }
        )
