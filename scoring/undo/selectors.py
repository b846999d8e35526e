"""Read what was done last, and what takes it back."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.history.selectors import JournalLine, lines_of
from scoring.undo.reverses import LEAVES, REVERSES, Reverse
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.models import JournalEntry

SHOWN = 30

About = tuple[object, ...]  # what an act is about: ("table", partie, number), ("team", id), ("draw", partie) …


@dataclass(frozen=True)
class UndoLine:
    """A line of the journal, and what takes it back: `does` says what that does, else `why_not` why nothing does.

    `action` is the words of the button that takes it back.
    """

    line: JournalLine
    does: str = ""
    action: str = ""
    why_not: str = ""

    @property
    def number(self) -> int:
        """Return the number of the line."""
        return self.line.entry.number


def last_lines(tournament_id: int, *, after: int = 0) -> list[JournalEntry]:
    """Return the lines of the journal after line number *after*, the newest first."""
    return list(JournalEntry.objects.filter(tournament=tournament_id, number__gt=after).order_by("-number"))


def changed_since(entry: JournalEntry, later: Iterable[JournalEntry]) -> JournalEntry | None:
    """Return the line of *later* that is about the same as *entry*; None where nothing touched it since."""
    about = about_of(entry)
    return next((line for line in later if line.act not in LEAVES and about & about_of(line)), None)


def about_of(entry: JournalEntry) -> set[About]:
    """Return what a line is about: tables, teams, the draw and the clock of a partie, the message, the end."""
    facts = {**entry.before, **entry.after}
    round_ = facts.get("round")
    about: set[About] = {("table", round_, facts[key]) for key in ("table", "other_table") if key in facts}
    teams = facts.get("teams")
    about |= {("team", pk) for pk in (teams if isinstance(teams, list) else [facts.get("team")]) if type(pk) is int}
    if "draw" in facts:
        about.add(("draw", round_, facts["draw"]))
    if entry.act.endswith(("_clock", "_cutoff")):
        about.add(("clock", round_))
    if entry.act in ("close_tournament", "reopen_tournament"):
        about.add(("end",))
    if entry.act in ("show_message", "clear_message"):
        about.add(("message",))
    return about


def undo_lines(tournament: Tournament, *, shown: int = SHOWN) -> list[UndoLine]:
    """Return the last acts of the concours, the newest first, each with what takes it back for the role that asks."""
    entries = list(tournament.journal.select_related("by").order_by("-number")[:shown])
    return [_undo_line(tournament, line, entries[:place]) for place, line in enumerate(lines_of(tournament, entries))]


def _why_not(reverse: Reverse, entry: JournalEntry, later: list[JournalEntry], *, closed: bool) -> str:
    """Say why *reverse* cannot take *entry* back now; nothing where it can. *closed*: the palmarès is published."""
    over = str(TournamentError("closed")) if closed and not reverse.after_end else ""
    if reverse.check is not None:
        try:
            reverse.check(entry)
        except TournamentError as error:
            return str(error)
    elif (since := changed_since(entry, later)) is not None:
        if since.act == reverse.written:
            return _("Line %(n)s took it back.") % {"n": since.number}
        return over or _("Line %(n)s changed it since: take that one back first.") % {"n": since.number}
    return over


def _undo_line(tournament: Tournament, line: JournalLine, later: list[JournalEntry]) -> UndoLine:
    reverse = REVERSES.get(line.entry.act, "")
    if not isinstance(reverse, Reverse):
        return UndoLine(line, why_not=str(reverse))
    if why_not := _why_not(reverse, line.entry, later, closed=tournament.closed_at is not None):
        return UndoLine(line, why_not=why_not)
    if not policy.may(tournament.role, reverse.role):
        return UndoLine(line, why_not=_("Your account may not take this back."))
    return UndoLine(line, does=str(reverse.does), action=str(reverse.action))
