"""The rest of an evening: the matches awaited, its last partie, the teams that have finished; the matches of brackets
by their names. The progress of its phases: the parties before each, the teams of a consolante, the place of each team;
the pools: who joins them late, who has left them, who goes on from them.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from tournament.finals import words
from tournament.finals.bracket import Match, first_losers, levels, unwon_matches
from tournament.finals.formula import (
    ENDING,
    KNOCK_OUT,
    POOLS,
    Begun,
    Course,
    Formula,
    Phase,
    PhasesPlan,
    beaten_in,
    plan,
)
from tournament.finals.played import CountedResults, PlayedPhase, RankLine, by_round, next_partie, played_phases
from tournament.tirages.elimination import rounds_needed
from tournament.tirages.planned import turns_of
from tournament.tirages.poules import late_pairs, late_places, pool_letter
from tournament.tirages.recorded import Minutes

# A place behind all those of a bracket.
BEHIND = 10_000


def plan_at(evening: CountedResults, number: int) -> PhasesPlan:
    """Return the parties of each phase as they are known before partie *number*."""
    return plan_of(evening, played_phases(evening, before=number), number)


def plan_of(evening: CountedResults, played: Sequence[PlayedPhase], number: int, *, most: bool = True) -> PhasesPlan:
    """Return the same of phases that were *played* before partie *number*; *most* as in `plan`."""
    here = [team.number for team in evening.teams if team.plays(number)]
    begun = {one.phase.index: known for one in played if (known := _begun(one, here, number)) is not None}
    return plan(evening.formula, len(here), number=number, begun=begun, most=most)


def _begun(played: PlayedPhase, here: Sequence[int], number: int) -> Begun | None:
    """Return what is known of a phase: nothing before it has begun; *here* are those who play on, from partie *number*."""
    if not played.parts:
        return None
    phase, first = played.phase, played.parts[0].number
    if phase.method not in ENDING:
        return Begun(first, None, len(played.numbers))
    own = [part for part in played.parts if part.minutes.method == phase.method]
    if not own:
        # The first parties were drawn otherwise: its plan is still to come.
        whole = rounds_needed(len(here)) if phase.method == KNOCK_OUT else turns_of(len(here))
        return Begun(first, len(played.parts) + whole, len(here))
    teams = own[0].minutes.pool
    before = own[0].number - first
    if phase.method == KNOCK_OUT:
        # A round that nobody could play in its partie, since both camps were away, is played in the next one.
        drawn = (number - 1 if played.rounds_left else played.parts[-1].number) - first + 1
        whole = drawn + len(played.rounds_left)
        byes = any(not match.real for match in played.rounds[0])
        return Begun(first, whole, len(teams), (), _beaten(played, here), first + before + 1 + byes)
    pools = tuple(sum(team in here for team in pool) for pool in played.pools)
    return Begun(first, before + max(map(turns_of, map(len, played.pools or [teams]))), len(teams), pools)


def _beaten(main: PlayedPhase, here: Sequence[int]) -> tuple[int, int]:
    """Return how many enter the consolante of the knock-out *main*, at least and at most."""
    known = all_have_played(main) and not any(
        main.awaits(match) for matches in main.rounds[: main.rounds_drawn] for match in matches
    )
    if known:
        return (len(consolante(main, here)),) * 2
    low, high = beaten_in(len(main.numbers), placed=main.phase.placed)
    late = len(_latecomers(main, here))
    return low + late, high + late


def consolante(main: PlayedPhase, here: Sequence[int]) -> list[int]:
    """Return those of *here* who enter the consolante of *main*: beaten in their first match, or come after its draw.

    Those who play for a place have a match already.
    """
    placed = {
        team for play_off in main.play_offs for matches in play_off.rounds for match in matches for team in match.sides
    }
    beaten = [team for team in first_losers(main.rounds) if team not in placed]
    return [team for team in here if team in {*beaten, *_latecomers(main, here)}]


def _latecomers(main: PlayedPhase, here: Sequence[int]) -> list[int]:
    """Return those of *here* who came after the draw of the knock-out *main* of all."""
    return [] if main.phase.index else [team for team in here if team not in main.numbers]


def all_have_played(main: PlayedPhase) -> bool:
    """Return whether every team of a knock-out has played a match: those with a bye play in the second round."""
    byes = any(not match.real for match in main.rounds[0])
    return main.over or main.rounds_drawn >= (2 if byes else 1)


class Reached(NamedTuple):
    """The order of teams before any criterion, lower first, and the pairs that met for a place which neither has won."""

    levels: dict[int, tuple[int, ...]]
    unwon: tuple[frozenset[int], ...]


def reached_after(evening: CountedResults, number: int, teams: Sequence[int]) -> Reached:
    """Return how far *teams* came in the phases up to partie *number*; nothing where the evening has but one phase."""
    if not evening.formula.has_places:
        return Reached({}, ())
    found = played_phases(evening, before=number + 1)
    steps: dict[int, dict[int, tuple[int, ...]]] = {}
    unwon: list[frozenset[int]] = []
    for place, played in enumerate(found):
        if not played.parts or not (played.phase.index or played.rounds):
            continue
        steps[place] = {team: (0,) for team in played.numbers}
        if played.rounds:
            reached = played.how_far
            steps[place] = {team: (figure,) for team, figure in reached.items()}
            unwon += unwon_matches(reached)
        if played.phase.who == "beaten":
            # Teams of the consolante are ranked after all others, whenever they lost their first match.
            main = evening.formula.main_of(place)
            steps[main] |= dict.fromkeys(played.numbers, (BEHIND,))
    return Reached(levels(list(steps.values()), teams), tuple(unwon))


class Newcomer(NamedTuple):
    """The place of a team come since the draw of the pools: in a *pool* (from 1), else against the team that it
    *meets*, which came late too; 0 for neither.
    """

    pool: int = 0
    meets: int = 0


def newcomers(evening: CountedResults, played: PlayedPhase) -> dict[int, Newcomer]:
    """Return each team come since the draw of the pools of *played* → where it plays next."""
    pooled = {team for pool in played.pools for team in pool}
    comers = {
        team.number: {
            other for result in evening.seated.get(team.number, {}).values() if result for other in result.opponents
        }
        for team in evening.teams
        if team.number not in pooled and team.plays(next_partie(evening))
    }
    if not comers or not _plays_next(evening, played):
        return dict.fromkeys(comers, Newcomer())
    places = late_places(played.pools, comers)
    tables = late_pairs({number: met for number, met in comers.items() if number not in places})
    meets = dict(tables) | {other: one for one, other in tables}
    return {number: Newcomer(places.get(number, 0), meets.get(number, 0)) for number in comers}


def _plays_next(evening: CountedResults, played: PlayedPhase) -> bool:
    """Return whether the next partie has a turn of the pools of *played*: else who comes now joins none of them."""
    number = next_partie(evening)
    courses = plan_at(evening, number).courses
    return not played.pools_over and any(
        course.phase.index == played.phase.index and course.plays(number) for course in courses
    )


def pools_of(evening: CountedResults, played: PlayedPhase) -> list[list[int]]:
    """Return the teams of each pool of *played*, each with those come since its draw that take its free place."""
    found = [list(pool) for pool in played.pools]
    for number, comer in newcomers(evening, played).items() if found else ():
        if comer.pool:
            found[comer.pool - 1].append(number)
    return found


def gone_from(evening: CountedResults, played: PlayedPhase) -> tuple[set[int], set[int]]:
    """Return the teams that left while the pools of *played* went on, and those that left since."""
    last = max(played.pool_parties, default=0)
    left = {team.number: team.withdrawn_from for team in evening.teams if team.withdrawn_from}
    since = {number for number, first in left.items() if played.pools_over and first > last}
    return left.keys() - since, since


class GoingOn(NamedTuple):
    """The teams of a pool that enter the phase of the first ones, as it stands; `undecided`: equals of which some will."""

    teams: Set[int] = frozenset()
    undecided: Set[int] = frozenset()


def going_on_of(rows: Sequence[RankLine], first_ones: PlayedPhase | None) -> GoingOn:
    """Return who of the pool of *rows* enters the phase of the *first_ones*: those drawn, else its first ones still here."""
    if first_ones is None:
        return GoingOn()
    if first_ones.parts:
        return GoingOn({row.number for row in rows} & set(first_ones.numbers))
    here, count = [row for row in rows if not (row.withdrawn or row.excluded)], first_ones.phase.count
    across = here[count].rank if 0 < count < len(here) and here[count - 1].rank == here[count].rank else None
    equals = {row.number for row in here if row.rank == across}
    return GoingOn({row.number for row in here[:count]} - equals, equals)


# --- Matches by their names -------------------------------------------------------------------------------------------


def named_matches(played: PlayedPhase, lang: str) -> list[tuple[int, str, Match]]:
    """Return every match of a knock-out with the round of the bracket in which it is played, and how that is called."""
    named = [
        (round_, words.round_name(played, round_ - 1, lang), match) for round_, match in by_round(played.rounds, 1)
    ]
    return named + [
        (round_, words.play_off_round(play_off, round_ - play_off.begins, lang), match)
        for play_off in played.play_offs
        for round_, match in by_round(play_off.rounds, play_off.begins)
    ]


def phases_after(evening: CountedResults, number: int, lang: str) -> dict[int, str]:
    """Return the name of the bracket, or of another phase that gives places, in which each team was after partie *number*."""
    return {
        team: words.phase_title(played.phase, lang)
        for played in played_phases(evening, before=number + 1)
        if played.parts and (played.phase.index or played.rounds)
        for team in played.numbers
    }


class DecidedByCards(NamedTuple):
    """Teams of one rank of which only some entered a phase, and what the cards decided, in words."""

    teams: tuple[int, ...]
    words: str


def cuts_of(formula: Formula, drawn: Sequence[tuple[int, Minutes]], lang: str) -> list[DecidedByCards]:
    """Return what the cards decided at the limit of a phase, in one tirage of which *drawn* are (phase, minutes)."""
    titles = {phase.index: words.phase_title(phase, lang) for phase in formula.phases}
    decided = []
    for order in drawn[0][1].orders if drawn else ():
        places = []
        for phase, minutes in drawn:
            if entered := [str(team) for team in order if team in minutes.numbers]:
                places.append(words.ENTERED.say(lang, phase=titles.get(phase, ""), teams=", ".join(entered)))
        said = words.CARDS.say(lang, teams=", ".join(map(str, sorted(order))), places=" · ".join(places))
        decided.append(DecidedByCards(tuple(order), said))
    return decided


def all_cuts(evening: CountedResults, lang: str) -> list[DecidedByCards]:
    """Return what the cards decided at the limits of phases, in the published tirages of *evening*."""
    by_partie: dict[int, list[tuple[int, Minutes]]] = {}
    for part in evening.parts:
        by_partie.setdefault(part.number, []).append((part.phase, part.minutes))
    return [cut for drawn in by_partie.values() for cut in cuts_of(evening.formula, drawn, lang)]


def match_place(evening: CountedResults, partie: int, team: int, lang: str) -> str:
    """Name the phase and the round of the match of *team* in *partie*; nothing outside pools and brackets.

    As "Main table · Semi-finals", or "Pool B".
    """
    for played in played_phases(evening, before=partie + 1):
        part = next((part for part in played.parts if part.number == partie), None)
        if part is None or team not in part.minutes.numbers:
            continue
        if part.minutes.method == POOLS:
            letters = (pool_letter(place) for place, pool in enumerate(played.pools) if team in pool)
            return words.POOL.say(lang, letter=letter) if (letter := next(letters, "")) else ""
        if part.minutes.method != KNOCK_OUT:
            return ""
        number = part.minutes.round
        name = words.round_name(played, number - 1, lang)
        for play_off in played.play_offs:
            if any(team in match.sides for match in play_off.at(number)):
                name = words.play_off_round(play_off, number - play_off.begins, lang)
        return f"{words.phase_title(played.phase, lang)} · {name}"
    return ""


def bracket_matches(evening: CountedResults, lang: str) -> dict[tuple[int, int], tuple[str, Match]]:
    """Return (partie, table) → the match of a bracket there, after its name."""
    return {
        (played.bracket_parts[round_].number, match.table): (f"{words.phase_title(played.phase, lang)} · {name}", match)
        for played in played_phases(evening)
        for round_, name, match in named_matches(played, lang)
        if match.table and round_ in played.bracket_parts
    }


def matches_for_places(evening: CountedResults, partie: int, lang: str) -> dict[frozenset[int], str]:
    """Return the two teams of each match for a place that *partie* may have → the places that they play for."""
    return {
        frozenset(filter(None, match.sides)): words.play_off_round(play_off, number - play_off.begins, lang)
        for played in played_phases(evening, before=partie)
        for number in played.rounds_left[:1]
        for play_off in played.play_offs
        for match in play_off.at(number)
        if None not in match.sides
    }


def last_matches(evening: CountedResults, team: int, lang: str, *, before: int) -> list[tuple[str, str, bool]]:
    """List the last match of *team* in each bracket as it stood before a partie: bracket, match, whether it was won."""
    matches = []
    for played in played_phases(evening, before=before):
        own = [
            one
            for one in named_matches(played, lang)
            if one[2].real and one[2].winner is not None and team in one[2].sides
        ]
        if own:
            _round, name, match = max(own, key=lambda one: one[0])
            matches.append((words.phase_title(played.phase, lang), name, match.winner == team))
    return matches


def settled_ties(evening: CountedResults, lang: str) -> dict[tuple[int, int], tuple[int, str]]:
    """Return (partie, table) → who went on where the totals do not say it, and what decided it."""
    return {
        (played.bracket_parts[round_].number, match.table): (match.winner, words.decision(played, match, lang))
        for played in played_phases(evening)
        for round_, match in played.matches
        if (match.tied or match.ruled or match.sat_down) and match.winner and match.table
    }


# --- What is left of the evening --------------------------------------------------------------------------------------


@dataclass(frozen=True)
class AwaitedMatch:
    """A match of a bracket that has no winner yet. `sides` are team numbers, None for one that is not known.

    `title` names its phase; `round` counts the rounds of the bracket from 1, `name` is how it is called; `partie` is when it is played, `table`
    where, once it is drawn; `tied`: both marked as many points, and nobody has said who goes on.
    """

    phase: Phase
    title: str
    round: int
    name: str
    partie: int
    sides: tuple[int | None, int | None]
    table: int | None = None
    tied: bool = False


@dataclass(frozen=True)
class Outstanding:
    """The parties and matches still to be played of an evening.

    `last` is its last partie as things stand, `least` where the results of a consolante may make it shorter;
    `announcement` says both in words, where they follow from the teams. `matches` are those of the brackets without a
    winner, `cut` says which phases end before they are decided, as the organiser has set; `waiting`, before the first
    draw, that most teams would wait; `entering`, by team, the consolante to come that it waits for. `over`: nothing is left
    to play, or to type.
    """

    last: int
    least: int
    over: bool
    matches: tuple[AwaitedMatch, ...] = ()
    cut: str = ""
    announcement: str = ""
    waiting: str = ""
    entering: Mapping[int, Course] = field(default_factory=dict)

    @property
    def tied(self) -> tuple[AwaitedMatch, ...]:
        """Return the matches of equal totals of which nobody has said who goes on."""
        return tuple(match for match in self.matches if match.tied)

    @property
    def next(self) -> tuple[AwaitedMatch, ...]:
        """Return the matches of the next partie that is not drawn, those of which both sides are known."""
        known = [match for match in self.matches if match.table is None and None not in match.sides]
        first = min((match.partie for match in known), default=0)
        return tuple(match for match in known if match.partie == first <= self.last)


def outstanding(evening: CountedResults, lang: str) -> Outstanding:
    """Return what is still to be played of *evening*: the one answer to what comes next and to whether it is final.

    Its words are in *lang*.
    """
    number = next_partie(evening)
    played = played_phases(evening)
    teams = _entered(evening, number)
    longest = plan_of(evening, played, number)
    least = plan_of(evening, played, number, most=False).last
    matches = tuple(match for one in played for match in _awaited(one, number, lang))
    done = bool(evening.rounds) and not evening.missing and not any(match.tied for match in matches)
    return Outstanding(
        last=longest.last,
        least=min(least, longest.last),
        over=done and number > longest.last,
        matches=matches,
        cut=words.cut_words(longest.cut, lang),
        announcement=words.parties_words(
            evening.formula,
            len(teams),
            longest,
            least,
            lang,
            who="entered" if evening.rounds else "drawn",
            gone=sum(team.number in teams and not team.here for team in evening.teams),
        ),
        waiting="" if evening.rounds else words.few_matches(evening.formula, len(teams), lang),
        entering=_entering(evening, played, longest, number),
    )


def finished_teams(evening: CountedResults, left: Outstanding) -> frozenset[int]:
    """Return the teams still here that have nothing to play any more; *left* is what is still to be played.

    A team of which nobody can say it yet is none of them: until the finals are drawn, whoever leaves makes room for another.
    """
    if not evening.rounds or (evening.makes_up and evening.missing):
        return frozenset()
    number, played = next_partie(evening), played_phases(evening)
    now = {team: results.get(number - 1) for team, results in evening.seated.items()}
    here = {team.number for team in evening.teams if team.here and evening.seated.get(team.number)}
    busy = {team for team, result in now.items() if result and result.awaited} | left.entering.keys()
    busy |= {team for match in left.matches if match.partie <= left.last for team in match.sides if team}
    for one, course in zip(played, plan_of(evening, played, number).courses, strict=True):
        over = number > left.last or (course.parties is not None and number > course.last)
        if over or one.rounds:
            continue  # who has a match in a bracket that has begun is known
        if one.parts and one.phase.index:
            busy |= set(one.numbers)
        elif one.phase.who == "beaten":
            continue  # who waits for it is known
        else:
            return frozenset()
    return frozenset(here - busy)


def _entering(
    evening: CountedResults, played: Sequence[PlayedPhase], planned: PhasesPlan, number: int
) -> dict[int, Course]:
    """Return the consolante that each team waits for: it has lost its first match, or came late, and has no draw there."""
    here = [team.number for team in evening.teams if team.plays(number)]
    waits: dict[int, Course] = {}
    for place, (one, course) in enumerate(zip(played, planned.courses, strict=True)):
        if one.phase.who != "beaten" or one.parts or not number <= course.first <= planned.last:
            continue
        main = played[evening.formula.main_of(place)]
        waits |= dict.fromkeys(consolante(main, here) if main.rounds else [], course)
    return waits


def _entered(evening: CountedResults, number: int) -> set[int]:
    """Return the numbers of the teams that have played, or play partie *number*, the next one."""
    played = {team for team, results in evening.seated.items() if results}
    return played | {team.number for team in evening.teams if team.plays(number)}


def _awaited(played: PlayedPhase, number: int, lang: str) -> list[AwaitedMatch]:
    """Return the matches of a knock-out without a winner; *number* is the next partie to be drawn."""
    title = words.phase_title(played.phase, lang)
    when = {round_: number + place for place, round_ in enumerate(played.rounds_left)}
    when |= {round_: part.number for round_, part in played.bracket_parts.items()}
    return [
        AwaitedMatch(played.phase, title, round_, name, when[round_], match.sides, match.table, match.tied)
        for round_, name, match in named_matches(played, lang)
        if played.awaits(match)
    ]
