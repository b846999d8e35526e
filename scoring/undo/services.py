"""Take back an act of the journal, by the act that its declaration names."""

from functools import partial

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.corrections.selectors import dry_run
from scoring.corrections.services import allowed_effects
from scoring.errors import ScoringError
from scoring.undo import reverses  # noqa: F401  # with it each act knows what takes it back
from scoring.undo.selectors import changed_since, last_lines
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.acts import ACTS, Act, Reverse
from tournament.journal.keys import Keys
from tournament.journal.models import JournalEntry
from tournament.journal.services import because, required_reason


def undoable(line: JournalEntry) -> tuple[Act, Reverse]:
    """Return the act of *line* and how it is taken back. Raises ScoringError `undo_none`."""
    act = ACTS.get(line.act)
    if act is None or not isinstance(act.undo, Reverse):
        raise ScoringError("undo_none", line=line.number, why=str(act.undo) if act is not None else "")
    return act, act.undo


def refusal(line: JournalEntry, *, tournament: Tournament, by: User | None) -> str:
    """Return why the act that takes back *line* of the journal refuses, "" where it does not: tried, and rolled back."""
    act = partial(undo, tournament_id=tournament.pk, line=line.number, reason="–", by=by)
    try:
        if tournament.changed_results == "refused" and undoable(line)[1].corrects:
            # The results before and after are read only where a match that was followed keeps its winner.
            allowed_effects(*dry_run(tournament.pk, act))
        else:
            with transaction.atomic():
                act()
                transaction.set_rollback(True)
    except TournamentError as error:
        return str(error)
    return ""


@transaction.atomic
def undo(*, tournament_id: int, line: int, reason: str, by: User | None) -> JournalEntry:
    """Take back the act of journal line number *line*; return the last line written by what took it back.

    Raises ScoringError `undo_unknown`, `undo_none`, `undo_changed` where another act about the same came since,
    TournamentError `reason_needed`, and as the act that takes it back; then nothing is written.
    """
    tournament = lock_tournament(tournament_id)
    entry = JournalEntry.objects.filter(tournament=tournament_id, number=line).first()
    if entry is None:
        raise ScoringError("undo_unknown", line=line)
    act, how = undoable(entry)
    if how.here_only and line <= Keys.of(tournament.keys).lines_elsewhere:
        raise ScoringError("undo_none", line=line, why=_("It was done on another computer: do it anew instead."))
    reason = required_reason(reason)
    if act.standing is not None:
        act.standing(entry)
    elif (since := changed_since(entry, last_lines(tournament_id, after=line))) is not None:
        raise ScoringError("undo_changed", line=line, since=since.number)
    with because(reason):
        act.take_back(entry, by, reason)
    return JournalEntry.objects.filter(tournament=tournament_id).latest("number")
