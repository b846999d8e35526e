from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from scoring.history.selectors import broken_at
from tournament.concours.models import Tournament


class Command(BaseCommand):
    help = "Recompute the chain of every journal, or of the concours named, and say where one was changed by hand."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "concours", nargs="*", type=int, help="numbers of the concours; all of them when none is given"
        )

    def handle(self, *, concours: list[int], **options: object) -> None:
        tournaments = Tournament.every.order_by("pk")
        if concours:
            tournaments = tournaments.filter(pk__in=concours)
            if unknown := sorted(set(concours) - {tournament.pk for tournament in tournaments}):
                raise CommandError(_("There is no concours %(numbers)s.") % {"numbers": ", ".join(map(str, unknown))})
        broken = 0
        for tournament in tournaments:
            params = {"number": tournament.pk, "lines": tournament.journal_number, "line": broken_at(tournament)}
            if params["line"] is None:
                self.stdout.write(_("Concours %(number)s: %(lines)s lines, the chain is whole.") % params)
            else:
                broken += 1
                self.stderr.write(_("Concours %(number)s: the chain breaks at line %(line)s of %(lines)s.") % params)
        if broken:
            raise CommandError(_("A journal was changed otherwise than by this program."))
