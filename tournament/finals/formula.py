"""The formula of an evening, as the organiser has set it: the parties common to all, then its phases."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tournament.tirages.elimination import METHOD as ELIMINATION
from tournament.tirages.poules import METHOD as POULES
from tournament.tirages.registry import TIRAGES
from tournament.tirages.tables import even_sizes

KNOCK_OUT = ELIMINATION.name
POOLS = POULES.name
# How many rounds before the final have play-offs, by the setting of a knock-out.
NO_PLAY_OFFS = "no"
PLAY_OFFS = {"quarters": 2, "all": 99}
# The length of the final of a knock-out of all, and the option of the rules that it stands for.
FINAL_LENGTHS = {"final_donnes": "limite_donnes", "final_points": "limite_points"}
POOL_SIZE = 4  # where the concours says nothing
SEATS = 4  # at a table of players who enter alone
# The methods that end by themselves: everyone has met everyone, or all but one are beaten.
ENDING = (KNOCK_OUT, POOLS, "toutes_rondes", "rotation")
# The methods whose whole plan hangs on the seed and the list of their first partie.
PLANNED = {name for name, method in TIRAGES.items() if method.schedule} | {KNOCK_OUT, "melee"}
# Entrants of a phase at a cut of a ranking: the teams before it, or those after it.
FIRST_ONES, OTHERS = ("first", "pool_first"), ("after", "pool_after")


@dataclass(frozen=True, kw_only=True)
class Phase:
    """Some parties of an evening. `index` 0 is what all play together; the others are numbered as they are set.

    `start` is the first partie that was set, `parties` how many (0: to its end); `plan` says which it has in fact. With
    `third_place`, the beaten of the semi-finals of a knock-out meet beside its final; with `play_offs` those beaten
    from the quarter-finals on, or all, play on for their places. `donnes` and `points` end its parties, or its final,
    where that is not as in the others (0).
    """

    index: int
    method: str
    start: int
    parties: int = 0
    who: str = "all"
    count: int = 0
    options: Mapping[str, object] = field(default_factory=dict)
    third_place: bool = False
    play_offs: str = NO_PLAY_OFFS
    donnes: int = 0
    points: int = 0
    final_donnes: int = 0
    final_points: int = 0

    def limits(self, *, final: bool) -> dict[str, int | None]:
        """Return what ends a partie of the phase, as options of the rules; only what differs from the other parties.

        Where points alone are set, donnes end it no more: those of the other parties would be over long before.

        >>> Phase(index=1, method="elimination", start=4, donnes=15, final_points=2501).limits(final=True)
        {'limite_donnes': None, 'limite_points': 2501}
        """
        donnes, points = self.donnes, self.points
        if final and (self.final_donnes or self.final_points):
            donnes, points = self.final_donnes, self.final_points or self.points
        if points and not donnes:
            return {"limite_donnes": None, "limite_points": points}
        return {name: most for name, most in (("limite_donnes", donnes), ("limite_points", points)) if most}

    @property
    def placed(self) -> int:
        """Return how many rounds of a knock-out before its final have play-offs: those beaten there play for a place."""
        return PLAY_OFFS.get(self.play_offs, int(self.third_place))

    @property
    def placed_by(self) -> str:
        """Return what gives the places in its bracket: "lot", "ranking", or "pools", the place there before the rank."""
        if self.options.get("placement") != "classement":
            return "lot"
        return "pools" if self.who in ("pool_first", "pool_after") else "ranking"

    @property
    def leads(self) -> bool:
        """Return whether the evening lasts until this phase has ended: a knock-out or pools that are not cut."""
        return not self.parties and (self.method == KNOCK_OUT or (self.index > 0 and self.method in ENDING))


@dataclass(frozen=True, kw_only=True)
class Formula:
    """The settings that decide the course of an evening. `phases` begin with the common one, drawn by the following method.

    `size` is that of pools and of tables of players who enter alone (0: the usual one); `parties` are those announced,
    `parties_fixed`: the evening ends after them whatever is still to be played. `equal_totals` says who goes on then.
    """

    first_method: str
    next_method: str
    phases: tuple[Phase, ...]
    parties: int = 1
    parties_fixed: bool = False
    size: int = 0
    equal_totals: str = "better"

    @property
    def common(self) -> Phase:
        """Return what all play together."""
        return self.phases[0]

    @property
    def methods(self) -> set[str]:
        """Return every method by which any of its parties is drawn."""
        return {self.first_method, *(phase.method for phase in self.phases)}

    @property
    def common_parties(self) -> int:
        """Count the parties that all play together: those before the first phase, or all that are announced."""
        starts = [phase.start for phase in self.phases[1:]]
        return min(starts) - 1 if starts else self.parties

    @property
    def has_finals(self) -> bool:
        """Return whether the evening lasts until a phase has ended, where nothing cuts it."""
        return any(phase.leads for phase in self.phases)

    @property
    def follows(self) -> bool:
        """Return whether the number of parties follows from the teams: there are finals, and they are not cut."""
        return not self.parties_fixed and self.has_finals

    @property
    def has_places(self) -> bool:
        """Return whether the ranking goes first by how far a team came: phases, or a knock-out for all."""
        return len(self.phases) > 1 or KNOCK_OUT in self.methods

    @property
    def has_plan(self) -> bool:
        """Return whether what was drawn says how long the evening lasts."""
        return len(self.phases) > 1 or bool(self.methods & {*ENDING})

    @property
    def keeps_pairs(self) -> bool:
        """Return whether there are parties in which nobody takes the place of an opponent who is not there."""
        return any(TIRAGES[method].pairs_kept for method in self.methods)

    @property
    def lengths(self) -> dict[int, dict[str, int | None]]:
        """Return what ends a partie, by the index of each phase where that is not as in the others."""
        return {phase.index: limits for phase in self.phases if (limits := phase.limits(final=False))}

    def main_of(self, index: int) -> int:
        """Return the knock-out of which phase *index* is the consolante: the last one before it."""
        before = (phase.index for phase in reversed(self.phases[:index]) if phase.method == KNOCK_OUT)
        return next(before, index - 1)

    def offset(self, phase: Phase) -> int:
        """Return how many parties are drawn otherwise before the method of *phase*: the first of all may be."""
        return int(phase.index == 0 and self.first_method != self.next_method)

    def pool_sizes(self, phase: Phase, teams: int) -> list[int]:
        """Return the sizes of the pools of *teams*; none where the phase has no pools."""
        size = phase.options.get("size") or self.size or POOL_SIZE
        return even_sizes(teams, int(str(size))) if phase.method == POOLS and teams > 1 else []


def formula_of(
    *,
    first_method: str,
    next_method: str,
    draw_options: Mapping[str, Any],
    phases: Sequence[Mapping[str, Any]],
    parties: int = 1,
    parties_fixed: bool = False,
    equal_totals: str = "better",
) -> Formula:
    """Return the formula of a concours with these settings.

    >>> formula_of(first_method="sort", next_method="elimination", draw_options={"third_place": "yes"}, phases=[]).follows
    True
    """
    common = Phase(
        index=0,
        method=next_method,
        start=1,
        third_place=draw_options.get("third_place") == "yes",
        play_offs=str(draw_options.get("play_offs", NO_PLAY_OFFS)),
        final_donnes=int(draw_options.get("final_donnes", 0)),
        final_points=int(draw_options.get("final_points", 0)),
    )
    return Formula(
        first_method=first_method,
        next_method=next_method,
        phases=(common, *(Phase(**phase, index=index) for index, phase in enumerate(phases, 1))),
        parties=parties,
        parties_fixed=parties_fixed,
        size=int(draw_options.get("size") or 0),
        equal_totals=equal_totals,
    )
