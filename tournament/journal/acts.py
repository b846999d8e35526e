"""Acts of the journal: each is declared once, in the `acts.py` of its subject, and known by that wherever acts are read.

History, undo, seals, webhooks, the date of a ranking, the copies of the keeper, pages and API loop over `ACTS` or ask a
declaration; no other list of acts exists.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from inspect import signature
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar

from django.utils.translation import gettext_lazy as _

from tournament.languages import LazyText

if TYPE_CHECKING:
    from django.contrib.auth.models import User

# The rights that `tournament.clubs.policy` gives to roles.
Right = Literal["read", "register", "draw", "score", "rule", "settings", "export", "accounts", "close", "copy", "till"]
# The kinds of rows that lines seal: the keys of `tournament.journal.seals.KINDS`.
Kind = Literal[
    "concours", "team", "partners", "partie", "draws", "places", "sheets", "reading", "rulings", "photos", "palmares",
    "prizes", "lots", "till",
]  # fmt: skip
# The events of which other sites are told: the keys of `scoring.webhooks.messages.EVENTS`.
Event = Literal["scores", "draws", "palmares", "concours"]

Function = TypeVar("Function", bound=Callable[..., object])


class WrittenLine(Protocol):
    """Describe the line of the journal of which an act is taken back."""

    tournament_id: int
    number: int
    before: dict[str, Any]
    after: dict[str, Any]


@dataclass(frozen=True, kw_only=True)
class Reverse:
    """Describe how an act is taken back: by act *by* with the arguments that *to* reads from its line.

    Without *by* the act itself does it; without *to* a function of `scoring.undo.reverses` does (`Act.reverse`), and
    *right* says who may. *does* and *action* are the words of the page and of its button. *corrects*: it may change a
    score that counts, so that its effects are shown first. *after_end*: also once the palmarès is published.
    *here_only*: the line names rows by numbers that no other home of the concours knows.
    """

    does: LazyText
    by: "Act | None" = None
    to: Callable[[WrittenLine], dict[str, Any]] | None = None
    right: Right | None = None
    action: LazyText = _("Take it back")
    corrects: bool = False
    after_end: bool = False
    here_only: bool = False


# The reasons why an act is not taken back that several subjects give.
IS_REVERSE = _("This took something back. To have it again, do it again.")
A_FACT = _("This says what happened in the hall: there is nothing to take back.")

ACTS: "dict[str, Act]" = {}


@dataclass(eq=False)
class Act:
    """An act that writes a line of the journal, with all that is known of it.

    *key* names it in the journal, for ever. *right* is what an account needs for it; None: no account does it.
    *seals* are the kinds of rows that its line seals, as far as
    the line names them; *seals_everything*: all rows of the concours. *undo* says how it is taken back, or why it is not.
    *leaves*: it leaves what it is about as it was, so that an act before it is taken back all the same. *about* is what
    else it is about, beside the tables and teams that its line names. *tells*: the event that other sites are told.
    *copied_at_once*: the laptop's database is copied right after it.
    """

    key: str
    words: LazyText = field(kw_only=True)
    right: Right | None = field(kw_only=True)
    seals: tuple[Kind, ...] = field(kw_only=True)
    moves_ranking: bool = field(kw_only=True)
    undo: Reverse | LazyText = field(kw_only=True)
    seals_everything: bool = field(kw_only=True, default=False)
    leaves: bool = field(kw_only=True, default=False)
    about: Literal["", "clock", "end", "message", "qualifying"] = field(kw_only=True, default="")
    tells: Event | None = field(kw_only=True, default=None)
    copied_at_once: bool = field(kw_only=True, default=False)
    _service: Callable[..., object] | None = field(init=False, default=None, repr=False)
    _reverse: "Callable[[WrittenLine, User | None, str], object] | None" = field(init=False, default=None, repr=False)
    _check: Callable[[WrittenLine], object] | None = field(init=False, default=None, repr=False)

    def __post_init__(self) -> None:
        if self.key in ACTS:
            raise ValueError(f"the act {self.key} is declared twice")
        ACTS[self.key] = self

    def service(self, function: Function) -> Function:
        """Mark *function* as the one that does this act, where it takes another back."""
        self._service = function
        return function

    def reverse(self, function: Function) -> Function:
        """Mark *function* as the one that takes this act back, given its line, who takes it back and why."""
        self._reverse = function
        return function

    def check(self, function: Function) -> Function:
        """Mark *function* as the one that raises TournamentError where this act, given its line, does not stand any more.

        An act without it stands as long as no later line is about the same.
        """
        self._check = function
        return function

    @property
    def standing(self) -> Callable[[WrittenLine], object] | None:
        """Return the check of whether this act still stands; None where its line is compared with later ones."""
        return self._check

    @property
    def undo_right(self) -> Right:
        """Return the right that taking this act back needs. Raises LookupError where nothing takes it back."""
        right = (self.undo.right or (self.undo.by or self).right) if isinstance(self.undo, Reverse) else None
        if right is None:
            raise LookupError(f"nobody takes {self.key} back")
        return right

    def only_undone_by(self, key: str) -> bool:
        """Return whether the act of this *key* takes this one back and does nothing else."""
        undo = self.undo
        return isinstance(undo, Reverse) and undo.by is not None and undo.by.undo is IS_REVERSE and undo.by.key == key

    def take_back(self, line: WrittenLine, by: "User | None", reason: str) -> object:
        """Take back the act of *line*. Raises as the act that takes it back."""
        if self._reverse is not None:
            return self._reverse(line, by, reason)
        undo = self.undo
        assert isinstance(undo, Reverse) and undo.to is not None, f"{self.key} has no reverse"
        service = (undo.by or self)._service
        assert service is not None, f"no function is marked as the one that does what takes {self.key} back"
        arguments = undo.to(line) | ({"reason": reason} if "reason" in signature(service).parameters else {})
        return service(**arguments, by=by)


def right_for(allowed: "Act | Right") -> Right:
    """Return the right that a page or an operation needs: that of its act, or the right it names.

    Raises ValueError for an act that no account does.
    """
    right = allowed.right if isinstance(allowed, Act) else allowed
    if right is None:
        raise ValueError(f"no account does {allowed}")
    return right


def facts(line: WrittenLine) -> Mapping[str, Any]:
    """Return what *line* holds, before and after together."""
    return {**line.before, **line.after}


def of_concours(line: WrittenLine) -> dict[str, Any]:
    """Return the concours of *line*, as the argument of an act."""
    return {"tournament_id": line.tournament_id}


def of_team(line: WrittenLine) -> dict[str, Any]:
    """Return the team of *line*, as the argument of an act."""
    return {"team_id": facts(line)["team"]}


def of_partie(line: WrittenLine) -> dict[str, Any]:
    """Return the partie of *line*, as the arguments of an act."""
    return {"tournament_id": line.tournament_id, "number": facts(line)["round"]}


def act_text(key: str) -> str:
    """Return an act in words; one of another version by its own name, since nothing of the journal is ever hidden."""
    return str(ACTS[key].words) if key in ACTS else key


def keys_of(acts: Collection[Act]) -> list[str]:
    """Return the keys of *acts*, in their order."""
    return [act.key for act in acts]


SEAL_CONCOURS = Act(
    "seal_concours",
    words=_("Everything kept as it is now"),
    right=None,
    seals=(),
    moves_ranking=False,
    undo=A_FACT,
    leaves=True,
    seals_everything=True,
)
