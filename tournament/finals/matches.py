"""The matches of brackets by their names: where a team plays, what decided a match, what the cards decided."""

from collections.abc import Sequence
from typing import NamedTuple

from tournament.finals import words
from tournament.finals.bracket import Match
from tournament.finals.formula import KNOCK_OUT, POOLS, Formula
from tournament.finals.played import CountedResults, PlayedPhase, by_round, played_phases
from tournament.tirages.poules import pool_letter
from tournament.tirages.recorded import Minutes


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
