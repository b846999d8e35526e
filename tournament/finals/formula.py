"""The formula of an evening, as the organiser has set it: the parties common to all, then its phases; and its plan:
which parties each phase has, how many teams enter it, where it is cut.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tournament.tirages.elimination import METHOD as ELIMINATION, rounds_needed, seeding
from tournament.tirages.planned import turns_of
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


# --- The plan ---------------------------------------------------------------------------------------------------------


class Begun(NamedTuple):
    """The facts known of a phase that has begun.

    `whole` are the parties it takes from the first to its end, None where it has none of its own; `pools` the teams
    still in each; `beaten` how many go to its consolante, at least and at most, from partie `beaten_from` on.
    """

    first: int
    whole: int | None
    teams: int
    pools: tuple[int, ...] = ()
    beaten: tuple[int, int] = (0, 0)
    beaten_from: int = 0


class Course(NamedTuple):
    """The parties of a phase: the `first`, and how many, None where it lasts as long as the others.

    `whole` are those it would take to its end: more than `parties` where it is cut on purpose.
    """

    phase: Phase
    teams: int
    first: int
    parties: int | None
    whole: int | None

    @property
    def last(self) -> int:
        """Return its last partie, 0 where it has none of its own."""
        return self.first + self.parties - 1 if self.parties else 0

    def plays(self, number: int) -> bool:
        """Return whether partie *number* is one of its parties."""
        return self.first <= number and (self.parties is None or number <= self.last)


class PhasesPlan(NamedTuple):
    """The course of every phase of an evening, and its `last` partie."""

    courses: tuple[Course, ...]
    last: int

    @property
    def cut(self) -> list[Course]:
        """Return the phases that end before they are decided, as the organiser has set."""
        return [
            course
            for course in self.courses
            if course.whole is not None and course.teams > 1 and course.first + course.whole - 1 > self._end(course)
        ]

    def _end(self, course: Course) -> int:
        return min(self.last, course.last)


def plan(
    formula: Formula,
    teams: int,
    *,
    number: int = 1,
    begun: Mapping[int, Begun] | None = None,
    most: bool = True,
) -> PhasesPlan:
    """Return the parties of each phase for *teams* teams, as things stand before partie *number*.

    *begun* are the phases that have begun, by index. How many are beaten in their first match may still hang on the
    results: *most* reckons with the longest evening, else the shortest.
    """
    begun = begun or {}
    courses: list[Course] = []
    beaten: dict[int, tuple[int, int]] = {}  # phase -> (the first partie of its consolante, its teams)
    pools: Sequence[int] = ()
    for phase in formula.phases:
        known = begun.get(phase.index)
        if known is None:
            start, entering = _entry(formula, phase, teams, courses=courses, beaten=beaten, pools=pools)
            start = max(start, number if phase.index else 1)
            sizes = formula.pool_sizes(phase, entering)
            known = Begun(start, _whole(formula, phase, entering, sizes), entering, tuple(sizes))
            low, high = beaten_in(entering, placed=phase.placed)
            later = 1 + (entering != 1 << rounds_needed(entering)) + formula.offset(phase)
            known = known._replace(beaten=(low, high), beaten_from=start + later)
        if phase.index == 0:
            pools = known.pools
        beaten[phase.index] = (known.beaten_from, known.beaten[most])
        parties = _parties(formula, phase, known.whole)
        own = parties if known.teams > 1 or not phase.index else 0
        courses.append(Course(phase, known.teams, known.first, own, known.whole))
    return PhasesPlan(tuple(courses), _last(formula, courses))


def _entry(
    formula: Formula,
    phase: Phase,
    teams: int,
    *,
    courses: Sequence[Course],
    beaten: Mapping[int, tuple[int, int]],
    pools: Sequence[int],
) -> tuple[int, int]:
    """Return the partie in which *phase* begins, after the *courses* before it, and how many teams enter it."""
    if phase.who == "beaten":
        start, entering = beaten[formula.main_of(phase.index)]
        return max(start, phase.start), entering
    if phase.who in ("pool_first", "pool_after"):
        first = sum(min(phase.count, size) for size in pools)
        return courses[0].last + 1, first if phase.who == "pool_first" else max(teams - first, 0)
    # Where everything that its teams play before it has ended, they do not wait for the partie that was set.
    own = [course for course in courses if not _excludes(course.phase, phase)]
    over = [course.last for course in own] if all(c.parties is not None for c in own) else [phase.start]
    start = min(phase.start, max(over, default=0) + 1)
    if phase.who == "first":
        return start, min(phase.count, teams)
    return start, max(teams - phase.count, 0) if phase.who == "after" else teams


def _excludes(one: Phase, other: Phase) -> bool:
    """Return whether no team plays both phases: one is for the first ones of the ranking, the other for those after them."""
    first, after = (one, other) if one.who == "first" else (other, one)
    return first.who == "first" and after.who == "after" and first.count <= after.count


def first_tables(formula: Formula, entrants: int) -> tuple[int, int]:
    """Return how many tables *entrants* fill at the first partie, and how many of them wait.

    >>> from tournament.finals.formula import formula_of
    >>> first_tables(formula_of(first_method="sort", next_method="sort", draw_options={}, phases=[]), 23)
    (11, 1)
    """
    method = formula.first_method
    if method == KNOCK_OUT and entrants > 1:
        places = 1 << rounds_needed(entrants)
        return entrants - places // 2, places - entrants
    if method == POOLS:
        sizes = even_sizes(entrants, formula.size or POOL_SIZE)
        return sum(size // 2 for size in sizes), sum(size % 2 for size in sizes)
    if method == "escalier":
        return len(even_sizes(entrants, formula.size or SEATS)), 0
    seats = SEATS if TIRAGES[method].seats == "players" else 2
    return entrants // seats, entrants % seats


def beaten_in(teams: int, *, placed: int) -> tuple[int, int]:
    """Return how many of a knock-out of *teams* lose the first match they play, at least and at most.

    Those beaten in the *placed* rounds before the final play on for their places and are none of them, but for one
    beaten alone.

    >>> beaten_in(16, placed=0), beaten_in(18, placed=0), beaten_in(4, placed=1), beaten_in(18, placed=99)
    ((8, 8), (8, 10), (0, 0), (0, 0))
    """
    if teams < 2:
        return 0, 0
    depth = rounds_needed(teams)
    real = [rank < teams for rank in seeding(1 << depth)]
    played = [a and b for a, b in zip(real[::2], real[1::2], strict=True)]
    first = sum(played)
    begins = depth - placed  # the first round whose beaten have play-offs
    low = high = first if begins > 1 or first == 1 or depth == 1 else 0
    if all(played) or (begins <= 2 < depth):
        return low, high
    pairs = list(zip(played[::2], played[1::2], strict=True))
    return low + sum(not (a or b) for a, b in pairs), high + sum(not (a and b) for a, b in pairs)


def _whole(formula: Formula, phase: Phase, teams: int, pools: Sequence[int]) -> int | None:
    """Return the parties that a phase takes to its end; None where its method has none."""
    if phase.method not in ENDING:
        return None
    if teams < 2:
        return 0
    own = rounds_needed(teams) if phase.method == KNOCK_OUT else max(map(turns_of, pools or [teams]))
    return own + formula.offset(phase)


def _parties(formula: Formula, phase: Phase, whole: int | None) -> int | None:
    """Return the parties that a phase has: its *whole* where nothing cuts it."""
    if phase.index:
        return min(phase.parties, phase.parties if whole is None else whole) if phase.parties else whole
    # The common phase ends where another takes over its teams; a consolante leaves it its own.
    starts = [other.start for other in formula.phases[1:] if other.who != "beaten"]
    if starts and phase.method == POOLS:
        usual = turns_of(formula.size or POOL_SIZE) + formula.offset(phase)
        cut = min(starts) - 1
        return whole if cut >= usual else min(whole or 0, cut)
    if starts:
        return min(starts) - 1 if whole is None else min(whole, min(starts) - 1)
    if phase.method == KNOCK_OUT and not formula.parties_fixed:
        return whole
    return formula.parties if whole is None or formula.parties_fixed else min(whole, formula.parties)


def _last(formula: Formula, courses: Sequence[Course]) -> int:
    """Return the last partie of the evening: the final of the longest phase, unless the organiser has cut it."""
    last = max(course.last for course in courses)
    follow = any(course.parties is None and course.teams > 1 for course in courses)
    if formula.follows:
        return last
    if follow:
        return formula.parties if formula.parties_fixed else max(last, formula.parties)
    return min(last, formula.parties) if formula.parties_fixed else last


def least_parties(formula: Formula, teams: int) -> int:
    """Return how many parties each of *teams* teams plays at least, where every phase goes to its end.

    A partie in which it is exempt counts.

    >>> from tournament.finals.formula import formula_of
    >>> finals = [{"method": "elimination", "start": 5, "who": "first", "count": 8}]
    >>> concours = formula_of(first_method="sort", next_method="classement", draw_options={}, phases=finals)
    >>> least_parties(concours, 24), least_parties(concours, 8)
    (4, 5)
    """
    evening = plan(formula, teams, most=False)
    common, *others = evening.courses

    def played(course: Course) -> int:
        if course.teams < 2:
            return 0
        if course.phase.method != KNOCK_OUT:
            return course.parties if course.parties is not None else max(evening.last - course.first + 1, 0)
        again = [
            other
            for other in others
            if other.phase.who == "beaten" and formula.main_of(other.phase.index) == course.phase.index
        ]
        return 1 + max(map(played, again), default=0)

    # Ranks decide who plays one phase, the place in a pool who plays another: the least of each is a lower bound.
    groups = (
        ("first", "after", teams),
        ("pool_first", "pool_after", max(formula.pool_sizes(common.phase, teams), default=1)),
    )
    least = played(common) + sum(played(course) for course in others if course.phase.who == "all")
    for first, after, places in groups:
        own = [course for course in others if course.phase.who in (first, after)]
        least += min(
            sum(played(course) for course in own if (rank <= course.phase.count) == (course.phase.who == first))
            for rank in range(1, places + 1)
        )
    return least
