"""Read what was done last, and what takes it back."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from scoring.history.selectors import JournalLine, lines_of
from scoring.undo import reverses  # noqa: F401  # with it each act knows what takes it back
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.acts import ACTS, Act, Reverse
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
    return next((line for line in later if not _leaves(line) and about & about_of(line)), None)


def about_of(entry: JournalEntry) -> set[About]:
    """Return what a line is about: tables, teams, the draw and the clock of a partie, the message, the end."""
    facts = {**entry.before, **entry.after}
    round_ = facts.get("round")
    about: set[About] = {("table", round_, facts[key]) for key in ("table", "other_table") if key in facts}
    # A list of teams names their keys where their numbers stand beside it, else their numbers (`journal.keys`). What is
    # decided at a table names a team too, and leaves it as it is.
    teams = facts.get("teams") if "numbers" in facts else None
    if not about:
        about |= {("team", pk) for pk in (teams if isinstance(teams, list) else [facts.get("team")]) if type(pk) is int}
    if "qualified_place" in facts:
        about.add(("qualified", facts["qualified_place"]))
    if "draw" in facts:
        about.add(("draw", round_, facts["draw"]))
    act = ACTS.get(entry.act)
    if act is not None and act.about:
        about.add(("clock", round_) if act.about == "clock" else (act.about,))
    return about


def _leaves(entry: JournalEntry) -> bool:
    """Return whether the act of *entry* left what it is about as it was."""
    act = ACTS.get(entry.act)
    return act is not None and act.leaves


def undo_lines(tournament: Tournament, refusal: Callable[[JournalEntry], str], *, shown: int = SHOWN) -> list[UndoLine]:
    """Return the last acts of the concours, the newest first, each with what takes it back for the role that asks.

    *refusal* says of a line why the act that takes it back refuses (`services.refusal`).
    """
    entries = list(tournament.journal.select_related("by").order_by("-number")[:shown])
    return [
        _undo_line(tournament, line, entries[:place], refusal)
        for place, line in enumerate(lines_of(tournament, entries))
    ]


def _why_not(act: Act, undo: Reverse, entry: JournalEntry, later: list[JournalEntry], *, closed: bool) -> str:
    """Return why *act* cannot be taken back now; nothing where it can. *closed*: the palmarès is published."""
    over = str(TournamentError("closed")) if closed and not undo.after_end else ""
    if act.standing is not None:
        try:
            act.standing(entry)
        except TournamentError as error:
            return str(error)
    elif (since := changed_since(entry, later)) is not None:
        if act.only_undone_by(since.act):
            return _("Line %(n)s took it back.") % {"n": since.number}
        return over or _("Line %(n)s changed it since: take that one back first.") % {"n": since.number}
    return over


def _undo_line(
    tournament: Tournament, line: JournalLine, later: list[JournalEntry], refusal: Callable[[JournalEntry], str]
) -> UndoLine:
    act = ACTS.get(line.entry.act)
    if act is None or not isinstance(act.undo, Reverse):
        return UndoLine(line, why_not=str(act.undo) if act is not None else "")
    if why_not := _why_not(act, act.undo, line.entry, later, closed=tournament.closed_at is not None):
        return UndoLine(line, why_not=why_not)
    if not policy.may(tournament.role, act.undo_right):
        return UndoLine(line, why_not=_("Your account may not take this back."))
    if refused := refusal(line.entry):
        return UndoLine(line, why_not=refused)
    return UndoLine(line, does=str(act.undo.does), action=str(act.undo.action))
