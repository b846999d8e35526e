import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import groupby
from multiprocessing import get_context
from operator import attrgetter

import django
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.history.check import JournalCheck, check
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.journal.models import ClubEntry
from tournament.journal.services import REASON_LENGTH, broken_line, seal_all

AT_A_TIME = 20  # concours that a process is handed at once


def outcome_of(pk: int) -> JournalCheck | None:
    """Return what the check of a concours finds; None when it was erased meanwhile."""
    tournament = Tournament.every.filter(pk=pk).first()
    return check(tournament) if tournament else None


def outcomes(concours: Sequence[int], processes: int) -> Iterator[tuple[int, JournalCheck | None]]:
    """Return the check of each concours in order, done in so many *processes*."""
    if processes == 1:
        yield from ((pk, outcome_of(pk)) for pk in concours)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn"), initializer=django.setup) as pool:
        yield from zip(concours, pool.map(outcome_of, concours, chunksize=AT_A_TIME), strict=True)


class Command(BaseCommand):
    help = "Hold every concours, or those named, against its journal, and say what was changed by hand, and where."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "concours", nargs="*", type=int, help="numbers of the concours; all of them when none is given"
        )
        parser.add_argument("--club", type=int, help="the concours of the club of this number alone")
        parser.add_argument("--since", type=int, metavar="NUMBER", help="the concours from this number on")
        parser.add_argument(
            "--processes", type=int, default=1, choices=range(1, (os.cpu_count() or 1) + 4), help="how many at once"
        )
        parser.add_argument(
            "--seal",
            metavar="REASON",
            default="",
            help="keep what was found: one line of the journal, with this reason, seals the concours as they are",
        )

    def handle(
        self,
        *,
        concours: list[int],
        club: int | None,
        since: int | None,
        processes: int,
        seal: str,
        **options: object,
    ) -> None:
        asked = Tournament.every.order_by("pk")
        if concours:
            asked = asked.filter(pk__in=concours)
            if unknown := sorted(set(concours) - set(asked.values_list("pk", flat=True))):
                raise CommandError(_("There is no concours %(numbers)s.") % {"numbers": ", ".join(map(str, unknown))})
        if club is not None:
            asked = asked.filter(club=club)
        if since is not None:
            asked = asked.filter(pk__gte=since)
        changed = 0
        for number, outcome in outcomes(list(asked.values_list("pk", flat=True)), processes):
            if outcome is None:
                continue
            self._report(number, outcome)
            changed += not outcome.whole
            if seal:
                with transaction.atomic():
                    removed = Tournament.every.get(pk=number).removed_at is not None
                    locked = lock_tournament(number, removed=removed, closed_club=True)
                    seal_all(locked, None, seal[:REASON_LENGTH])
        broken = 0 if concours or since is not None else self._clubs(club)
        if changed:
            raise CommandError(_("A concours was changed otherwise than by this program."))
        if broken:
            raise CommandError(_("The journal of a club was changed otherwise than by this program."))

    def _clubs(self, club: int | None) -> int:
        """Check the journals of the clubs, of what was done with people and seasons; return how many are broken."""
        broken = 0
        asked = ClubEntry.objects.order_by("club", "number")
        for number, lines in groupby(asked if club is None else asked.filter(club=club), attrgetter("club_id")):
            entries = list(lines)
            line = broken_line(entries)
            params = {"number": number, "lines": len(entries), "line": line}
            if line is None:
                words = _("Club %(number)s: %(lines)s lines about its people and seasons, the chain is whole.")
                self.stdout.write(words % params)
                continue
            broken += 1
            text = _("Club %(number)s: the chain of its journal breaks at line %(line)s of %(lines)s.")
            self.stderr.write(text % params)
        return broken

    def _report(self, number: int, outcome: JournalCheck) -> None:
        params = {"number": number, "lines": outcome.lines, "line": outcome.broken_at}
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
