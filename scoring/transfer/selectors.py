"""Compare a concours file with what is here: the same concours is known by the first line of its journal."""

from dataclasses import dataclass
from itertools import takewhile
from typing import Literal

from django.contrib.auth.models import User

from scoring.transfer.file import ConcoursFile
from tournament.clubs.models import Club
from tournament.clubs.policy import may, role_in
from tournament.concours.models import Tournament
from tournament.journal.epochs import Epoch

State = Literal["new", "same", "older", "longer", "fork", "moved", "behind", "removed", "elsewhere"]


@dataclass(frozen=True)
class Comparison:
    """The concours of a file beside what this program knows of it.

    *state*: new; same; older (the file ends before what is here); longer (it has more lines); removed; elsewhere (in
    another club of the same person). Where both have lines that the other one lacks, from line *parts_at* on: moved (the
    file is of a later home), behind (of a former one), fork (of neither: two went on at once).
    """

    state: State
    here: Tournament | None = None
    parts_at: int = 0

    @property
    def may_take_in(self) -> bool:
        """Return whether the concours may go on here with this file."""
        return self.state in ("new", "longer") or (self.state == "same" and self.is_copy)

    @property
    def may_follow(self) -> bool:
        """Return whether what is here may become a copy of the file."""
        return self.state in ("new", "moved", "longer", "fork")

    @property
    def is_copy(self) -> bool:
        """Return whether what is here is itself the copy of another computer's."""
        return self.here is not None and self.here.copied_at is not None


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
    file_home, home = file.epoch.number, Epoch.read(here.epoch).number
    return Comparison("moved" if file_home > home else "behind" if file_home < home else "fork", here, common + 1)
