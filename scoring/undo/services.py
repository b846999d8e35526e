"""Take back an act of the journal, by the act that the table of reverses names."""

from django.contrib.auth.models import User
from django.db import transaction

from scoring.errors import ScoringError
from scoring.undo.reverses import REVERSES, Reverse
from scoring.undo.selectors import changed_since, last_lines
from tournament.concours.lock import lock_tournament
from tournament.journal.models import JournalEntry
from tournament.journal.services import because, required_reason


def reverse_of(line: JournalEntry) -> Reverse:
    """Return what takes *line* back. Raises ScoringError `undo_none`."""
    reverse = REVERSES.get(line.act, "")
    if not isinstance(reverse, Reverse):
        raise ScoringError("undo_none", line=line.number, why=str(reverse))
    return reverse


@transaction.atomic
def undo(*, tournament_id: int, line: int, reason: str, by: User | None) -> JournalEntry:
    """Take back the act of journal line number *line*; return the last line written by what took it back.

    Raises ScoringError `undo_unknown`, `undo_none`, `undo_changed` where another act about the same came since,
    TournamentError `reason_needed`, and as the act that takes it back; then nothing is written.
    """
    lock_tournament(tournament_id)
    entry = JournalEntry.objects.filter(tournament=tournament_id, number=line).first()
    if entry is None:
        raise ScoringError("undo_unknown", line=line)
    reverse, reason = reverse_of(entry), required_reason(reason)
    if reverse.check is not None:
        reverse.check(entry)
    elif (since := changed_since(entry, last_lines(tournament_id, after=line))) is not None:
        raise ScoringError("undo_changed", line=line, since=since.number)
    with because(reason):
        reverse.act(entry, by, reason)
    return JournalEntry.objects.filter(tournament=tournament_id).latest("number")
