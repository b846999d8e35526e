"""The parts of an evening: the parties common to all, then its phases (finals, pools' main table and consolante)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.concours.models import Tournament
from tournament.tirages import TIRAGES

# Who plays a phase, as in tournament.tirages.phases.
WHO = {
    "first": gettext_lazy("the first ones of the ranking, so many:"),
    "after": gettext_lazy("all those after the first ones, so many:"),
    "pool_first": gettext_lazy("the first ones of each pool, so many:"),
    "pool_after": gettext_lazy("those after the first ones of each pool, so many:"),
    "beaten": gettext_lazy("those who lost their first match (consolante)"),
    "all": gettext_lazy("all teams"),
}
KNOCK_OUT = "elimination"
POOLS = "poules"
# The methods whose whole plan hangs on the seed and the list of their first partie.
PLANNED = {name for name, method in TIRAGES.items() if method.schedule} | {KNOCK_OUT, "melee"}


@dataclass(frozen=True, kw_only=True)
class Phase:
    """Some parties of an evening. `index` 0 is what all play together; the others are numbered as they are set.

    `start` is its first partie, `stop` the first one that is no longer its own. With `third_place`, the beaten of the
    semi-finals of a knock-out meet beside its final.
    """

    index: int
    method: str
    start: int
    stop: int
    who: str = "all"
    count: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    third_place: bool = False

    def plays(self, number: int) -> bool:
        """Return whether partie *number* is one of this phase."""
        return self.start <= number < self.stop

    @property
    def title(self) -> str | Promise:
        """Return the name of the phase."""
        if self.who in ("pool_after", "beaten"):
            return _("Consolante")
        if self.who == "first":
            return _("Finals of the first %(count)s") % {"count": self.count}
        if self.who == "pool_first":
            return _("Main table")
        if self.who == "after":
            return _("Those after the first %(count)s") % {"count": self.count}
        return {KNOCK_OUT: _("Knock-out"), POOLS: _("Pools")}.get(self.method, _("All teams"))


def phases_of(tournament: Tournament) -> list[Phase]:
    """Return the phases of *tournament*, the common one first, its method that of its second partie and the following.

    The common one ends where another takes over its teams; a consolante leaves it its own.
    """
    last = tournament.parties + 1
    starts = [phase["start"] for phase in tournament.phases if phase["who"] != "beaten"]
    third = tournament.draw_options.get("third_place") == "yes"
    phases = [Phase(index=0, method=tournament.next_method, start=1, stop=min([last, *starts]), third_place=third)]
    for index, phase in enumerate(tournament.phases, 1):
        stop = phase["start"] + phase["parties"] if phase["parties"] else last
        phases.append(Phase(**{key: value for key, value in phase.items() if key != "parties"}, index=index, stop=stop))
    return phases


def method_at(tournament: Tournament, number: int) -> str:
    """Return the method announced for partie *number*, that of its first phase where several are played side by side."""
    phases = [phase for phase in phases_of(tournament) if phase.plays(number)]
    if not phases:
        return tournament.next_method
    return tournament.first_method if phases[0].index == 0 and number == 1 else phases[0].method


def has_places(tournament: Tournament) -> bool:
    """Return whether the ranking goes first by how far a team came: phases, or a knock-out for all."""
    return bool(tournament.phases) or KNOCK_OUT in (tournament.first_method, tournament.next_method)


def evening_has_phases(tournament: Tournament) -> bool:
    """Return whether there is a page of pools and brackets to show."""
    return has_places(tournament) or POOLS in (tournament.first_method, tournament.next_method)
