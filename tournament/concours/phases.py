"""The parts of an evening: the parties common to all, then its phases (finals, pools' main table and consolante)."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from django.db.models import Count, Q
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from tournament.concours.models import Tournament
from tournament.tirages import TIRAGES
from tournament.tirages.elimination import rounds_needed, seeding
from tournament.tirages.planned import turns_of
from tournament.tirages.tables import even_sizes

# The entrants of a phase, by the keys of tournament.tirages.phases.
WHO = {
    "first": gettext_lazy("the first ones of the ranking, so many:"),
    "after": gettext_lazy("all those after the first ones, so many:"),
    "pool_first": gettext_lazy("the first ones of each pool, so many:"),
    "pool_after": gettext_lazy("those after the first ones of each pool, so many:"),
    "beaten": gettext_lazy("those who lost their first match (consolante)"),
    "all": gettext_lazy("all teams"),
}
# How many rounds before the final have play-offs, by the setting of a knock-out.
NO_PLAY_OFFS = "no"
PLAY_OFFS = {"quarters": 2, "all": 99}
# The length of the final of a knock-out of all, and the option of the rules that it stands for.
FINAL_LENGTHS = {"final_donnes": "limite_donnes", "final_points": "limite_points"}
KNOCK_OUT = "elimination"
POOLS = "poules"
FEW_TEAMS = 8
EXAMPLES = (16, 24, 32)  # teams for which a new concours says how many parties it has
POOL_SIZE = 4  # where the concours says nothing
SEATS = 4  # at a table of players who enter alone
# The methods that end by themselves: everyone has met everyone, or all but one are beaten.
ENDING = (KNOCK_OUT, POOLS, "toutes_rondes", "rotation")
# The methods whose whole plan hangs on the seed and the list of their first partie.
PLANNED = {name for name, method in TIRAGES.items() if method.schedule} | {KNOCK_OUT, "melee"}


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

    @property
    def heading(self) -> str:
        """Return the name of the phase and who plays it; the name alone where that says it."""
        words = {"title": self.title, "count": self.count}
        if self.who == "pool_first":
            text = ngettext(
                "%(title)s, for the first of each pool", "%(title)s, for the first %(count)s of each pool", self.count
            )
        elif self.who == "pool_after":
            text = ngettext(
                "%(title)s, for those after the first of their pool",
                "%(title)s, for those after the first %(count)s of their pool",
                self.count,
            )
        elif self.who in ("first", "after"):
            text = _("%(title)s of the ranking")
        elif self.who == "beaten":
            text = _("%(title)s, for those who lose the first match that they play")
        elif self.method in (KNOCK_OUT, POOLS):
            text = _("%(title)s, for all")
        else:
            text = "%(title)s"
        return text % words


class Begun(NamedTuple):
    """Hold what is known of a phase that has begun.

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

    @property
    def begins(self) -> str:
        """Say from which partie on its phase is played."""
        return _("%(phase)s from partie %(n)s") % {"phase": self.phase.title, "n": self.first}


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


def phases_of(tournament: Tournament) -> list[Phase]:
    """Return every phase of *tournament*, the common one first; its method is that of its following parties."""
    third = tournament.draw_options.get("third_place") == "yes"
    play_offs = str(tournament.draw_options.get("play_offs", NO_PLAY_OFFS))
    final_donnes, final_points = (int(tournament.draw_options.get(name, 0)) for name in FINAL_LENGTHS)
    common = Phase(
        index=0,
        method=tournament.next_method,
        start=1,
        third_place=third,
        play_offs=play_offs,
        final_donnes=final_donnes,
        final_points=final_points,
    )
    return [common, *(Phase(**phase, index=index) for index, phase in enumerate(tournament.phases, 1))]


def common_parties(tournament: Tournament) -> int:
    """Count the parties that all play together: those before the first phase, or all that are announced."""
    starts = [phase.start for phase in phases_of(tournament)[1:]]
    return min(starts) - 1 if starts else tournament.parties


def main_of(phases: Sequence[Phase], index: int) -> int:
    """Return the knock-out of which phase *index* is the consolante: the last one before it."""
    return next((phase.index for phase in reversed(phases[:index]) if phase.method == KNOCK_OUT), index - 1)


def plan(
    tournament: Tournament,
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
    phases = phases_of(tournament)
    courses: list[Course] = []
    beaten: dict[int, tuple[int, int]] = {}  # phase -> (the first partie of its consolante, its teams)
    pools: Sequence[int] = ()
    for phase in phases:
        known = begun.get(phase.index)
        entering = teams
        if phase.who == "beaten":
            start, entering = beaten[main_of(phases, phase.index)]
            start = max(start, phase.start)
        elif phase.who in ("pool_first", "pool_after"):
            sizes = [min(phase.count, size) for size in pools]
            entering = sum(sizes) if phase.who == "pool_first" else max(teams - sum(sizes), 0)
            start = courses[0].last + 1
        else:
            if phase.who in ("first", "after"):
                entering = min(phase.count, teams) if phase.who == "first" else max(teams - phase.count, 0)
            # Where everything before it has ended, nobody waits for the partie that was set.
            over = [course.last for course in courses] if all(c.parties is not None for c in courses) else [phase.start]
            start = min(phase.start, max(over, default=0) + 1)
        if known:
            start, entering, whole, sizes = known.first, known.teams, known.whole, list(known.pools)
        else:
            start = max(start, number if phase.index else 1)
            sizes = _pool_sizes(tournament, phase, entering)
            whole = _whole(tournament, phase, entering, sizes)
        if phase.index == 0:
            pools = sizes
        low, high = known.beaten if known else beaten_in(entering, placed=phase.placed)
        later = 1 + (entering != 1 << rounds_needed(entering)) + _offset(tournament, phase)
        beaten[phase.index] = (known.beaten_from if known else start + later, high if most else low)
        parties = _parties(tournament, phases, phase, whole)
        courses.append(Course(phase, entering, start, parties if entering > 1 or not phase.index else 0, whole))
    return PhasesPlan(tuple(courses), _last(tournament, courses))


def first_tables(tournament: Tournament, entrants: int) -> tuple[int, int]:
    """Return how many tables *entrants* fill at the first partie, and how many of them wait.

    >>> first_tables(Tournament(first_method="sort", next_method="sort"), 23)
    (11, 1)
    """
    method = tournament.first_method
    if method == KNOCK_OUT and entrants > 1:
        places = 1 << rounds_needed(entrants)
        return entrants - places // 2, places - entrants
    if method == POOLS:
        sizes = even_sizes(entrants, int(tournament.draw_options.get("size", POOL_SIZE)))
        return sum(size // 2 for size in sizes), sum(size % 2 for size in sizes)
    if method == "escalier":
        return len(even_sizes(entrants, int(tournament.draw_options.get("size", SEATS)))), 0
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


def _offset(tournament: Tournament, phase: Phase) -> int:
    """Return how many parties are drawn otherwise before the method of the phase: the first of all may be."""
    return int(phase.index == 0 and tournament.first_method != tournament.next_method)


def _pool_sizes(tournament: Tournament, phase: Phase, teams: int) -> list[int]:
    """Return the sizes of the pools of *teams*; none where the phase has no pools."""
    size = phase.options.get("size") or tournament.draw_options.get("size") or POOL_SIZE
    return even_sizes(teams, int(str(size))) if phase.method == POOLS and teams > 1 else []


def _whole(tournament: Tournament, phase: Phase, teams: int, pools: Sequence[int]) -> int | None:
    """Return the parties that a phase takes to its end; None where its method has none."""
    if phase.method not in ENDING:
        return None
    if teams < 2:
        return 0
    own = rounds_needed(teams) if phase.method == KNOCK_OUT else max(map(turns_of, pools or [teams]))
    return own + _offset(tournament, phase)


def _parties(tournament: Tournament, phases: Sequence[Phase], phase: Phase, whole: int | None) -> int | None:
    """Return the parties that a phase has: its *whole* where nothing cuts it."""
    if phase.index:
        return min(phase.parties, phase.parties if whole is None else whole) if phase.parties else whole
    # The common phase ends where another takes over its teams; a consolante leaves it its own.
    starts = [other.start for other in phases[1:] if other.who != "beaten"]
    if starts and phase.method == POOLS:
        usual = turns_of(int(tournament.draw_options.get("size") or POOL_SIZE)) + _offset(tournament, phase)
        cut = min(starts) - 1
        return whole if cut >= usual else min(whole or 0, cut)
    if starts:
        return min(starts) - 1 if whole is None else min(whole, min(starts) - 1)
    if phase.method == KNOCK_OUT and not tournament.parties_fixed:
        return whole
    return tournament.parties if whole is None or tournament.parties_fixed else min(whole, tournament.parties)


def _last(tournament: Tournament, courses: Sequence[Course]) -> int:
    """Return the last partie of the evening: the final of the longest phase, unless the organiser has cut it."""
    last = max(course.last for course in courses)
    follow = any(course.parties is None and course.teams > 1 for course in courses)
    if follows(tournament):
        return last
    if follow:
        return tournament.parties if tournament.parties_fixed else max(last, tournament.parties)
    return min(last, tournament.parties) if tournament.parties_fixed else last


def has_finals(tournament: Tournament) -> bool:
    """Return whether the evening lasts until a phase has ended, where nothing cuts it."""
    return any(phase.leads for phase in phases_of(tournament))


def follows(tournament: Tournament) -> bool:
    """Return whether the number of parties follows from the teams: there are finals, and they are not cut."""
    return not tournament.parties_fixed and has_finals(tournament)


def has_places(tournament: Tournament) -> bool:
    """Return whether the ranking goes first by how far a team came: phases, or a knock-out for all."""
    return bool(tournament.phases) or KNOCK_OUT in (tournament.first_method, tournament.next_method)


def keeps_pairs(tournament: Tournament) -> bool:
    """Return whether there are parties in which nobody takes the place of an opponent who is not there."""
    methods = {tournament.first_method, *(phase.method for phase in phases_of(tournament))}
    return any(TIRAGES[method].pairs_kept for method in methods)


def length_words(limits: Mapping[str, int | None]) -> str:
    """Return what ends a partie in words, as "15 donnes"; nothing where *limits* say nothing."""
    words = []
    if donnes := limits.get("limite_donnes"):
        words.append(ngettext("%(n)s donne", "%(n)s donnes", donnes) % {"n": donnes})
    if points := limits.get("limite_points"):
        words.append(_("%(n)s points") % {"n": points})
    return _(" or ").join(words)


def has_plan(tournament: Tournament) -> bool:
    """Return whether what was drawn says how long the evening lasts."""
    return bool(tournament.phases) or bool({tournament.first_method, tournament.next_method} & {*ENDING})


def announcement(tournament: Tournament, teams: int) -> str:
    """Say how many parties *teams* teams will play, before the first draw; nothing where that is a setting."""
    longest = plan(tournament, teams)
    return parties_words(tournament, teams, longest, plan(tournament, teams, most=False).last)


def announcements(tournament: Tournament, teams: int | None = None) -> list[str]:
    """Say how many parties there are for the *teams* expected, else for a few numbers; nothing where that is a setting."""
    return _announced(tournament, (teams,) if teams else EXAMPLES)


def _announced(tournament: Tournament, numbers: Sequence[int]) -> list[str]:
    """Say how many parties there are for each of the *numbers* of teams, then how many everyone plays at least."""
    known = {teams: words for teams in numbers if (words := announcement(tournament, teams))}
    least = [least_words(tournament, teams) for teams in known]
    if len(set(least)) > 1:
        return [f"{words} {each}" for words, each in zip(known.values(), least, strict=True)]
    return [*known.values(), *least[:1]]


def least_parties(tournament: Tournament, teams: int) -> int:
    """Return how many parties each of *teams* teams plays at least, where every phase goes to its end.

    A partie in which it is exempt counts.

    >>> finals = [{"method": "elimination", "start": 5, "who": "first", "count": 8}]
    >>> concours = Tournament(first_method="sort", next_method="classement", parties=4, phases=finals)
    >>> least_parties(concours, 24), least_parties(concours, 8)
    (4, 5)
    """
    evening = plan(tournament, teams, most=False)
    common, *others = evening.courses
    phases = [course.phase for course in evening.courses]

    def played(course: Course) -> int:
        if course.teams < 2:
            return 0
        if course.phase.method != KNOCK_OUT:
            return course.parties if course.parties is not None else max(evening.last - course.first + 1, 0)
        again = [
            other
            for other in others
            if other.phase.who == "beaten" and main_of(phases, other.phase.index) == course.phase.index
        ]
        return 1 + max(map(played, again), default=0)

    # Ranks decide who plays one phase, the place in a pool who plays another: the least of each is a lower bound.
    groups = (
        ("first", "after", teams),
        ("pool_first", "pool_after", max(_pool_sizes(tournament, common.phase, teams), default=1)),
    )
    least = played(common) + sum(played(course) for course in others if course.phase.who == "all")
    for first, after, places in groups:
        own = [course for course in others if course.phase.who in (first, after)]
        least += min(
            sum(played(course) for course in own if (rank <= course.phase.count) == (course.phase.who == first))
            for rank in range(1, places + 1)
        )
    return least


def least_words(tournament: Tournament, teams: int) -> str:
    """Say that each of *teams* teams plays so many parties, however early it is beaten; where one rests, that this counts."""
    common, least = plan(tournament, teams).courses[0].phase, least_parties(tournament, teams)
    sizes = _pool_sizes(tournament, common, teams) or [teams]
    if common.method != KNOCK_OUT and any(size % 2 for size in sizes):
        text = ngettext(
            "Everyone has at least %(n)s partie, those in which one is exempt included.",
            "Everyone has at least %(n)s parties, those in which one is exempt included.",
            least,
        )
    else:
        text = ngettext("Everyone plays at least %(n)s partie.", "Everyone plays at least %(n)s parties.", least)
    return text % {"n": least}


class Entered(NamedTuple):
    """Count the teams of a concours: those of its `first` partie, from which its parties follow, and `all` so far.

    Before that partie is published they are those registered for it.
    """

    first: int
    all: int
    drawn: bool


def entered(tournament: Tournament) -> Entered:
    """Count the teams that are drawn or have come since, else those registered for the first partie; none of a concours not yet made."""
    if tournament.pk is None:
        return Entered(0, 0, drawn=False)
    # Seats are known by the name of their relation alone: they stand in a subject below this one.
    drawn = Q(seats__round__state="published")
    here = Q(present=True, waiting=False, alone=False, withdrawn_from=None)
    counts = tournament.teams.aggregate(
        first=Count("pk", distinct=True, filter=drawn & Q(seats__round__number=1)),
        all=Count("pk", distinct=True, filter=drawn | here),
    )
    if counts["first"]:
        return Entered(**counts, drawn=True)
    registered = tournament.teams.filter(waiting=False, alone=False, first_round=1).exclude(withdrawn_from=1).count()
    return Entered(registered, registered, drawn=False)


def entered_announcements(tournament: Tournament) -> list[str]:
    """Say how many parties there are for the teams drawn; before that for those registered and for all the places.

    Where the number of places is not limited, a few numbers stand for it.
    """
    if not follows(tournament):
        return []
    teams = entered(tournament)
    if teams.drawn:
        longest, shortest = plan(tournament, teams.first), plan(tournament, teams.first, most=False)
        words = parties_words(tournament, teams.all, longest, shortest.last, who="entered")
        return [words, least_words(tournament, teams.first)] if words else []
    return _announced(
        tournament, sorted({*([tournament.max_teams] if tournament.max_teams else EXAMPLES), teams.first})
    )


def parties_words(
    tournament: Tournament, teams: int, longest: PhasesPlan, least: int, *, who: str = "listed", gone: int = 0
) -> str:
    """Say how the parties follow from the number of *teams*; nothing where they do not.

    *least* is the last partie of the shortest evening: a consolante may take one partie more or fewer. *who* these
    teams are: "listed", those of the first draw ("drawn"), or all that have "entered" since, *gone* of whom are not
    there any more. A phase that begins in another partie than was set is named with its own.
    """
    if not follows(tournament) or teams < 2:
        return ""
    moved = [course.begins for course in longest.courses[1:] if course.teams > 1 and course.first != course.phase.start]
    words = _length_words(tournament, teams, longest, least, who=who, gone=gone)
    return f"{words} {', '.join(moved)}." if moved else words


def _length_words(tournament: Tournament, teams: int, longest: PhasesPlan, least: int, *, who: str, gone: int) -> str:
    """Say how many parties there are, as `parties_words`."""
    common = longest.courses[0]
    if who == "entered":
        count = ngettext("%(n)s team entered", "%(n)s teams entered", teams)
    elif who == "drawn":
        count = ngettext("%(n)s team in the draw", "%(n)s teams in the draw", teams)
    else:
        count = ngettext("%(n)s team", "%(n)s teams", teams)
    known = count % {"n": teams}
    if gone:
        known += ngettext(", %(n)s of them gone", ", %(n)s of them gone", gone) % {"n": gone}
    words: dict[str, object] = {"teams": known, "first": common.last}
    if common.phase.method == KNOCK_OUT:
        text = _("%(teams)s: %(then)s, the finals included.")
        return text % {**words, "then": _count(least, longest.last)}
    words["then"] = _count(least - common.last, longest.last - common.last)
    if common.phase.method == POOLS:
        # A late team has joined one of them, or a new one.
        sizes = _pool_sizes(tournament, common.phase, teams) if teams == common.teams else []
        words["pools"] = f"{pools_words(sizes)}, " if sizes else ""
        return (
            ngettext(
                "%(teams)s: %(pools)s%(first)s partie of pools, then %(then)s to the final.",
                "%(teams)s: %(pools)s%(first)s parties of pools, then %(then)s to the final.",
                common.last,
            )
            % words
        )
    return (
        ngettext(
            "%(teams)s: %(first)s partie for all, then %(then)s to the final.",
            "%(teams)s: %(first)s parties for all, then %(then)s to the final.",
            common.last,
        )
        % words
    )


def pools_words(sizes: Sequence[int]) -> str:
    """Say how many pools of which *sizes* there are.

    >>> from django.utils import translation
    >>> with translation.override("en"):
    ...     pools_words([4, 4, 3])
    '2 pools of 4 and 1 pool of 3'
    """
    counts = Counter(sizes)
    pools = [
        ngettext("%(n)s pool of %(size)s", "%(n)s pools of %(size)s", counts[size]) % {"n": counts[size], "size": size}
        for size in sorted(counts, reverse=True)
    ]
    return _(" and ").join(pools)


def few_matches(tournament: Tournament, teams: int) -> str:
    """Say in which knock-out most teams would wait while the first round is played, and what else can be chosen.

    Nothing where there is none. With a few teams the wait is short.
    """
    for course in plan(tournament, teams).courses:
        size = 1 << (rounds_needed(course.teams) - 1) if course.teams > FEW_TEAMS else 0
        matches = course.teams - size
        exempt = course.teams - 2 * matches
        if course.phase.method == KNOCK_OUT and exempt > course.teams // 2:
            text = ngettext(
                "%(title)s: %(teams)s teams, %(matches)s match in the first round; %(exempt)s teams wait for the next "
                "one. For all of them to play, choose in the settings a knock-out of the first %(size)s of the "
                "ranking, after pools or parties for all.",
                "%(title)s: %(teams)s teams, %(matches)s matches in the first round; %(exempt)s teams wait for the next "
                "one. For all of them to play, choose in the settings a knock-out of the first %(size)s of the "
                "ranking, after pools or parties for all.",
                matches,
            )
            words = {"teams": course.teams, "matches": matches, "exempt": exempt, "size": size}
            return text % {"title": course.phase.title, **words}
    return ""


def _count(least: int, most: int) -> str:
    """Return a number of parties in words: one figure, or two where the results will tell."""
    if least < most:
        return _("%(least)s or %(most)s parties") % {"least": least, "most": most}
    return ngettext("%(count)s partie", "%(count)s parties", most) % {"count": most}


def cut_words(courses: Sequence[Course]) -> str:
    """Say which phases the organiser has cut; nothing where every one is played to its end."""
    titles = ", ".join(dict.fromkeys(str(course.phase.title) for course in courses))
    return _("Stopped before its end, as the organiser decided: %(titles)s.") % {"titles": titles} if titles else ""
