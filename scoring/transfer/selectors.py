"""Compare a concours file with what is here: the same concours is known by the first line of its journal."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from django.contrib.auth.models import User

from scoring.transfer.file import ConcoursFile
from tournament.clubs.models import Club
from tournament.clubs.policy import may, role_in
from tournament.concours.models import Tournament

State = Literal["new", "same", "older", "longer", "fork", "removed", "elsewhere"]


@dataclass(frozen=True)
class Comparison:
    """The concours of a file beside what this program knows of it.

    *state*: new; same (nothing to do); older (the file ends before what is here); longer (it has more lines); fork (both
    have lines that the other one lacks, from line *parts_at* on); removed; elsewhere (in another club of the same person).
    """

    state: State
    here: Tournament | None = None
    parts_at: int = 0

    @property
    def may_take_in(self) -> bool:
        """Return whether the file brings something that may be taken in."""
        return self.state in ("new", "longer")


def compare(file: ConcoursFile, club: Club, by: User) -> Comparison:
    """Return how the concours of *file* stands to what *club* has; a constant number of queries.

    A concours of a club in which *by* organises nothing is not seen.
    """
    same = Tournament.every.filter(journal__number=1, journal__hash=file.identity).select_related("club")
    here = same.filter(club=club).first()
    if here is None:
        others = (one for one in same if may(role_in(by, one.club_id), "settings"))
        elsewhere = next(others, None)
        return Comparison("elsewhere" if elsewhere else "new", elsewhere)
    if here.removed_at is not None:
        return Comparison("removed", here)
    known = list(here.journal.order_by("number").values_list("hash", flat=True))
    common = len(list(takewhile(lambda pair: pair[0] == pair[1]["hash"], zip(known, file.lines, strict=False))))
    if common == len(known):
        return Comparison("same" if common == len(file.lines) else "longer", here)
    if common == len(file.lines):
        return Comparison("older", here)
    return Comparison("fork", here, common + 1)
