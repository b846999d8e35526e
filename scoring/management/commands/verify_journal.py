from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.history.check import check
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.journal.services import REASON_LENGTH, seal_all


class Command(BaseCommand):
    help = "Hold every concours, or those named, against its journal, and say what was changed by hand, and where."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "concours", nargs="*", type=int, help="numbers of the concours; all of them when none is given"
        )
        parser.add_argument(
            "--seal",
            metavar="REASON",
            default="",
            help="keep what was found: one line of the journal, with this reason, seals the concours as they are",
        )

    def handle(self, *, concours: list[int], seal: str, **options: object) -> None:
        tournaments = Tournament.every.order_by("pk")
        if concours:
            tournaments = tournaments.filter(pk__in=concours)
            if unknown := sorted(set(concours) - {tournament.pk for tournament in tournaments}):
                raise CommandError(_("There is no concours %(numbers)s.") % {"numbers": ", ".join(map(str, unknown))})
        changed = 0
        for tournament in tournaments:
            outcome = check(tournament)
            params = {"number": tournament.pk, "lines": outcome.lines, "line": outcome.broken_at}
            if outcome.broken_at is not None:
                self.stderr.write(_("Concours %(number)s: the chain breaks at line %(line)s of %(lines)s.") % params)
            for difference in outcome.differences:
                self.stderr.write(_("Concours %(number)s:") % params + " " + difference.text)
            if outcome.whole:
                self.stdout.write(_("Concours %(number)s: %(lines)s lines, the chain is whole.") % params)
                if outcome.unsealed:
                    self.stdout.write(
                        _("Concours %(number)s: a part was written by an earlier version, only its figures are proved.")
                        % params
                    )
            else:
                changed += 1
            if seal:
                with transaction.atomic():
                    locked = lock_tournament(tournament.pk, removed=tournament.removed_at is not None, closed_club=True)
                    seal_all(locked, None, seal[:REASON_LENGTH])
        if changed:
            raise CommandError(_("A concours was changed otherwise than by this program."))
