"""Read what was done last, and what takes it back."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from scoring.history.selectors import JournalLine, lines_of
from scoring.undo import reverses  # noqa: F401  # with it each act knows what takes it back
from tournament.clubs import policy
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.journal.acts import ACTS, Act, Reverse
from tournament.journal.models import JournalEntry

SHOWN = 30

About = tuple[object, ...]  # what an act is about: ("table", partie, number), ("team", id, part), ("draw", partie) …

# The columns that lines of a team tell, each with the part of the team it belongs to: an act on one leaves the others.
_PARTS = {
    "present": "presence",
    "away_in": "absence",
    "withdrawn_from": "leaving",
    "excluded": "leaving",
    "waiting": "place",
    "first_round": "place",
    **dict.fromkeys(("paid_cents", "paid_by", "partner_cents", "partner_paid_by", "reductions"), "money"),
    **dict.fromkeys(("movements", "cents", "means"), "money"),
    **dict.fromkeys(("number", "numbers", "players", "alone", "category", "fixed_table", "texts", "let_in"), "entry"),
}
_OTHER = "other"
_WHOLE = {*_PARTS.values(), _OTHER}


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
    """Return what a line is about: tables, parts of teams, the draw and the clock of a partie, the message, the end."""
    facts = {**entry.before, **entry.after}
    round_ = facts.get("round")
    about: set[About] = {("table", round_, facts[key]) for key in ("table", "other_table") if key in facts}
    # A decision at a table names a team too, and leaves it as it is.
    if not about:
        parts = _parts_of(entry)
        about |= {(*team, part) for team in _teams_of(facts, whole=parts is _WHOLE) for part in parts}
    if "qualified_place" in facts:
        about.add(("qualified", facts["qualified_place"]))
    if "draw" in facts:
        about.add(("draw", round_, facts["draw"]))
    act = ACTS.get(entry.act)
    if act is not None and act.about:
        about.add(("clock", round_) if act.about == "clock" else (act.about,))
    return about


def _teams_of(facts: Mapping[str, Any], *, whole: bool) -> set[About]:
    """Return the teams that a line with *facts* names, by their keys and by their numbers.

    A list of teams holds their keys where their numbers stand beside it, else their numbers (`journal.keys`). One that
    an act made, or took off as a *whole*, is known by its key alone: another one may have its number.
    """
    numbers, teams = facts.get("numbers"), facts.get("teams")
    by_list = isinstance(numbers, list)
    keys = teams if by_list and isinstance(teams, list) else [facts.get("team")]
    found: set[About] = {("team", pk) for pk in keys if type(pk) is int}
    if (by_list or found) and not whole:
        shown = numbers if isinstance(numbers, list) else [facts.get("number")]
        found |= {("number", one) for one in shown if type(one) is int}
    return found


def _parts_of(entry: JournalEntry) -> set[str]:
    """Return the parts of its teams that the act of a line changed; all of them where it made a team, or took it off."""
    before, after = entry.before, entry.after
    if isinstance(after.get("teams"), list) or ("players" in before) != ("players" in after):
        return _WHOLE
    changed = {name for name in {**before, **after} if before.get(name) != after.get(name)}
    return {_PARTS.get(name, _OTHER) for name in changed - {"team", "token"}}


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
