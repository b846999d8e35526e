"""Build pools and brackets as every page shows them: names, points, qualified teams."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _, ngettext

from scoring.ranking import Row
from scoring.ranking.results import FORFEIT, WON
from scoring.standings.bracket_pictures import Picture, pictures
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults
from scoring.standings.selectors import Label, labels
from tournament.concours.models import Tournament
from tournament.finals.bracket import NOBODY, Match
from tournament.finals.formula import FIRST_ONES, KNOCK_OUT, POOLS
from tournament.finals.outstanding import all_cuts, going_on_of, newcomers, plan_at
from tournament.finals.played import THIRD, PlayedPhase, next_partie, played_phases
from tournament.finals.words import (
    absence_words,
    decision,
    phase_heading,
    phase_title,
    play_off_name,
    play_off_round,
    round_name,
)
from tournament.languages import spoken_language
from tournament.people.naming import Audience
from tournament.tirages.poules import pool_letter


@dataclass(frozen=True)
class MatchSide:
    """One side of a match; `number` is None while it is not known who comes, `forfeit`: it lost without playing.

    `absence` is why it does not play, in a word; `comes_from` names the match whose winner comes.
    """

    number: int | None
    name: str
    points: int | None
    won: bool
    forfeit: bool
    absence: str
    comes_from: str = ""


@dataclass(frozen=True)
class MatchLine:
    """A match of the bracket; `bye` where one side is empty. `name` is how it is called: « Quarts de finale, n° 1 »."""

    sides: tuple[MatchSide, MatchSide]
    table: int | None
    bye: bool
    decision: str = ""  # what decided it where the points did not
    name: str = ""

    @property
    def by_forfeit(self) -> bool:
        """Return whether it was decided without being played."""
        return any(side.forfeit for side in self.sides)

    @property
    def unwon(self) -> bool:
        """Return whether it is decided, and neither side has won."""
        return bool(self.decision) and not any(side.won for side in self.sides)


@dataclass(frozen=True)
class PoolLine:
    """A team in its pool; `goes`: it plays the phase of the first ones, or does as it stands. While that is not drawn,
    none of several equal teams does of which only some will. `forfeits` are its parties won without an opponent.
    `annulled`: it left the pool too early for its matches to count there.
    """

    rank: int
    number: int
    name: str
    points: int
    wins: int
    difference: int
    goes: bool
    tied: bool
    undecided: bool
    left: bool
    excluded: bool
    forfeits: int
    annulled: bool


@dataclass(frozen=True)
class TreeBoard:
    """A bracket of its own: a knock-out, or the matches for some places; `rounds` with their names.

    `pictures` draw it, whole or on several sheets.
    """

    title: str
    rounds: list[tuple[str, list[MatchLine]]]
    pictures: list[Picture]


@dataclass(frozen=True)
class PhaseBoard:
    """One phase: its pools, or the rounds of its bracket with their names, and its winner once there is one.

    `excluded_winner` won its final and is excluded: it has won nothing, as in the palmarès.
    `places` are the brackets of those beaten, the third-place match first; `third` is that match. `trees` are
    all that is drawn: that match stands below the final.
    """

    title: str
    pools: list[tuple[str, list[PoolLine]]]
    rounds: list[tuple[str, list[MatchLine]]]
    winner: str
    excluded_winner: int | None
    waiting: bool
    places: list[TreeBoard]
    trees: list[TreeBoard]
    third: MatchLine | None
    drawn: bool = False  # those of its pools that go on are those that were drawn
    cuts: tuple[str, ...] = ()
    difference_first: bool = False  # the criteria look at it before the points
    newcomers: tuple[str, ...] = ()  # where those come since the draw of the pools will play
    annulled: str = ""  # whose matches in the pools are annulled

    @property
    def undecided(self) -> bool:
        """Return whether the cards will say who of several equal teams goes on."""
        return any(row.undecided for _letter, rows in self.pools for row in rows)

    @property
    def legend(self) -> bool:
        """Return whether a team of its pools is shown to go on."""
        return any(row.goes for _letter, rows in self.pools for row in rows)


def phase_boards(
    tournament: Tournament, audience: Audience, *, cut: bool = False, current: bool = False
) -> list[PhaseBoard]:
    """List every phase that has pools or a bracket, the brackets first, names as *audience* reads them.

    The pictures are *cut* into sheets of paper or wall; *current*: without the rounds that are over, down to the last
    three.
    """
    return boards_of(evening(tournament.pk), labels(tournament, audience), cut=cut, current=current)


def boards_of(
    results: EveningResults, shown: Mapping[int, Label], *, cut: bool = False, current: bool = False
) -> list[PhaseBoard]:
    """List the same from *results* that were read before, with the names of *shown*."""
    every_phase = [_board(results, played, shown, cut=cut, current=current) for played in played_phases(results)]
    return sorted((board for board in every_phase if board.pools or board.rounds), key=lambda board: not board.rounds)


def brackets_to_come(tournament: Tournament) -> str:
    """State in one sentence which pools and brackets are still to be drawn, who enters each and from which partie on."""
    results = evening(tournament.pk)
    begun = {one.phase.index for one in played_phases(results) if one.pools or one.rounds}
    upcoming = []
    for course in plan_at(results, next_partie(results)).courses:
        phase, words = course.phase, {"phase": phase_heading(course.phase, spoken_language()), "partie": course.first}
        if phase.index in begun or phase.method not in (KNOCK_OUT, POOLS):
            continue
        # While nobody is there its partie is not known where it follows from the teams.
        known = course.teams > 1 or not (phase.who.startswith("pool") or phase.who == "beaten")
        told = (_("%(phase)s (from partie %(partie)s on)") if known else "%(phase)s") % words
        third = phase.placed == 1
        upcoming.append(_("%(phase)s, with a third-place match") % {"phase": told} if third else told)
    return _("To come: %(phases)s.") % {"phases": " · ".join(upcoming)} if upcoming else ""


def _board(
    results: EveningResults, played: PlayedPhase, shown: Mapping[int, Label], *, cut: bool, current: bool
) -> PhaseBoard:
    first_ones = next((one for one in played_phases(results) if one.phase.who == "pool_first"), None)
    gone, lang = results.annulled(played), spoken_language()
    pools = [
        (
            pool_letter(place),
            _pool_lines(rows, first_ones, shown, gone, over=played.pools_over and not results.missing),
        )
        for place, rows in enumerate(results.pool_rows(played))
    ]
    cuts = all_cuts(results, lang) if pools or played.phase.who in FIRST_ONES else []
    title = phase_title(played.phase, lang)
    names = [round_name(played, place, lang) for place in range(len(played.rounds))]
    third: tuple[str, Match] | None = None
    places: list[TreeBoard] = []
    beside: list[TreeBoard] = []
    for play_off in played.play_offs:
        steps = [play_off_round(play_off, place, lang) for place in range(len(play_off.rounds))]
        called = f"{title} · {play_off_name(play_off, lang)}"
        if play_off.first == THIRD and len(play_off.rounds) == 1:
            third = steps[0], play_off.rounds[0][0]
            places.append(TreeBoard(called, _named(steps, play_off.rounds, shown, played), []))
        elif any(team for matches in play_off.rounds for match in matches for team in match.sides):
            beside.append(_tree(called, play_off.rounds, steps, played, shown, cut=cut, current=current))
    main = []
    if played.rounds:
        tree = _tree(
            title, played.rounds, names, played, shown, third=third, cut=cut, current=current, alone=not beside
        )
        main = [tree]
    won = played.rounds[-1][0].winner if played.over else None
    out = won in {team.number for team in results.teams if team.excluded}
    return PhaseBoard(
        title=title,
        pools=pools,
        rounds=_named(names, played.rounds, shown, played),
        winner=f"{won} · {shown[won].name}" if won and won in shown and not out else "",
        excluded_winner=won if out else None,
        waiting=not played.over,
        places=places + beside,
        trees=main + beside,
        third=places[0].rounds[0][1][0] if places else None,
        drawn=bool(first_ones and first_ones.parts),
        cuts=tuple(cut.words for cut in cuts),
        difference_first=[key for key in results.tournament.criteria if key in ("points", "difference")][:1]
        == ["difference"],
        newcomers=tuple(_newcomers(results, played, shown)),
        annulled=_annulled([row for _letter, rows in pools for row in rows if row.annulled]),
    )


def _annulled(gone: Sequence[PoolLine]) -> str:
    """Return the sentence that names the teams *gone* whose matches are annulled, since they left a pool unfinished."""
    said = ngettext(
        "No. %(teams)s has not finished its pool: its matches there are annulled.",
        "Nos. %(teams)s have not finished their pool: their matches there are annulled.",
        len(gone),
    )
    named = ", ".join(f"{row.number} {row.name}".strip() for row in sorted(gone, key=lambda row: row.number))
    return said % {"teams": named} if gone else ""


def _newcomers(results: EveningResults, played: PlayedPhase, shown: Mapping[int, Label]) -> Iterator[str]:
    """State where each team plays that came after the pools were drawn: in a free place, else with those after the first.

    Nothing of one that has played with a team of its pool, where it stands.
    """
    if not played.pools:
        return
    others = next((one for one in results.formula.phases if one.who == "pool_after"), None)
    begun = any(one.parts for one in played_phases(results) if one.phase.index > played.phase.index)
    for number, (place, meets) in ({} if begun else newcomers(results, played)).items():
        if (place and results.seated.get(number)) or 0 < meets < number:
            continue  # it has played there already, so its line in the pool says all, or both were named together
        words = {
            "team": f"{number} {shown[number].name}".strip(),
            "partie": next_partie(results),
            "phase": others and phase_title(others, spoken_language()),
        }
        if place:
            words["letter"] = pool_letter(place - 1)
            yield _("No. %(team)s has come since: pool %(letter)s, from partie %(partie)s on.") % words
        elif meets:
            words["other"] = f"{meets} {shown[meets].name}".strip()
            yield _("No. %(team)s has come since, as No. %(other)s: they play each other in partie %(partie)s.") % words
        elif others:
            yield _("No. %(team)s has come since, and the pools have no free place: it will play “%(phase)s”.") % words
        else:
            yield _("No. %(team)s has come since, and the pools have no free place.") % words


def _pool_lines(
    rows: Sequence[Row],
    first_ones: PlayedPhase | None,
    shown: Mapping[int, Label],
    annulled: Collection[int],
    *,
    over: bool,
) -> list[PoolLine]:
    """Return the lines of a pool, *over* once all is played: who goes on to the phase of the *first_ones*, or would;
    the matches of those *annulled* do not count.
    """
    going = going_on_of(rows, first_ones)
    return [
        PoolLine(
            rank=row.rank,
            number=row.number,
            name=shown[row.number].name,
            points=row.points,
            wins=row.wins,
            difference=row.difference,
            goes=row.number in going.teams,
            tied=row.tied,
            undecided=over and row.number in going.undecided,
            left=row.withdrawn,
            excluded=row.excluded,
            forfeits=sum(result.kind == FORFEIT and result.outcome == WON for result in row.results),
            annulled=row.number in annulled,
        )
        for row in rows
    ]


def _tree(
    title: str,
    rounds: Sequence[Sequence[Match]],
    names: Sequence[str],
    played: PlayedPhase,
    shown: Mapping[int, Label],
    *,
    cut: bool,
    current: bool,
    third: tuple[str, Match] | None = None,
    alone: bool = False,
) -> TreeBoard:
    """Draw a bracket, below its final the match for the *third* place with its name; *alone*: it is all that is drawn
    of its phase.
    """
    over = 0
    ahead = 0 if cut else 1  # a page keeps the round before too, whose results people look for
    while current and over < len(rounds) - 3 and all(match.winner is not None for match in rounds[over + ahead]):
        over += 1
    listed = _named(names, rounds, shown, played)
    matches = [match for step in rounds for match in step]
    if third:
        listed.append((third[0], [_match_line(third[1], shown, played, name=third[0])]))
        matches.append(third[1])
    decisions = {match: words for match in matches if (words := decision(played, match, spoken_language()))}
    drawn = pictures(
        rounds,
        names,
        shown,
        decisions,
        cut=cut,
        first=over,
        third=third,
        alone=current and cut and alone,
        absences={match: _absences(played, match) for match in matches},
    )
    return TreeBoard(title, listed, drawn)


def _absences(played: PlayedPhase, match: Match) -> tuple[str, str]:
    """Return why either team did not play *match*, in a word; "" where it did, as both do before equal totals."""
    if match.tied:
        return "", ""
    one, other = (absence_words(played, match, place, spoken_language()) for place in (0, 1))
    return one, other


def _named(
    names: Sequence[str], rounds: Sequence[Sequence[Match]], shown: Mapping[int, Label], played: PlayedPhase
) -> list[tuple[str, list[MatchLine]]]:
    """Return the matches of *rounds* as pages show them, each round with its name."""
    return [
        (
            name,
            [
                _match_line(
                    match,
                    shown,
                    played,
                    name=_numbered(name, at) if len(matches) > 1 else name,
                    before=[_numbered(before, 2 * at), _numbered(before, 2 * at + 1)] if before else ["", ""],
                )
                for at, match in enumerate(matches)
            ],
        )
        for name, before, matches in zip(names, ("", *names), rounds, strict=False)
    ]


def _numbered(name: str, at: int) -> str:
    """Name the match at place *at* (from 0) of a round."""
    return _("%(round)s, no. %(n)s") % {"round": name, "n": at + 1}


def _match_line(
    match: Match, shown: Mapping[int, Label], played: PlayedPhase, *, name: str, before: Sequence[str] = ("", "")
) -> MatchLine:
    """Return a match as pages show it; *before* are the names of the two from which its sides come."""

    def side(place: int) -> MatchSide:
        number = match.sides[place]
        team = shown[number].name if number and number in shown else ""
        won = bool(number) and number == match.winner
        forfeit = match.forfeits[place]
        return MatchSide(number or None, team, match.points[place], won, forfeit, absences[place], before[place])

    bye, absences = NOBODY in match.sides, _absences(played, match)
    return MatchLine(
        (side(0), side(1)), match.table, bye, decision=decision(played, match, spoken_language()), name=name
    )
