"""Name who won the phases of an evening, and the prizes that go with their places."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _, pgettext

from scoring.prizes.awards import Awards, awards_of, out_of, places_in
from scoring.ranking import Row
from scoring.standings.results import EveningResults
from scoring.standings.selectors import Label
from tournament.concours.lots import bare_lot
from tournament.figures import ordinal
from tournament.finals.formula import OTHERS
from tournament.finals.played import THIRD, PlayedPhase, played_phases
from tournament.finals.words import phase_title, play_off_name
from tournament.languages import spoken_language
from tournament.tirages.poules import pool_letter

SEMI_FINALISTS = 4


MOST_RANKED = 8  # prizes of the ranking alone that the line of the winners names: a wall has room for no more


@dataclass(frozen=True)
class PhaseWinner:
    """Name who won a phase, its final lost, its third place, or a pool that leads nowhere; `title` names that.

    `place` is what a bracket makes of the team, as "Winner"; `prizes` are the lines of that bracket for it, `lot` what
    is won there or by the rank.
    """

    title: str
    number: int
    name: str
    place: str = ""
    prizes: tuple[str, ...] = ()
    lot: str = ""


def phase_winners(
    results: EveningResults, shown: Mapping[int, Label], rows: Sequence[Row] = (), *, awards: Awards | None = None
) -> list[PhaseWinner]:
    """List who won each phase, its final lost, its third place or a prize there, and each pool that leads to no bracket.

    Empty before the ranking is final. With the *rows* of that ranking, each has the prize of the ranking too, and those
    that have nothing but such a prize are among them: down to the semi-finalists where they are many, then the last team.
    *awards*: who takes which prize, where that is known already.
    """
    if not results.is_final():
        return []
    awards = awards or awards_of(results, rows or results.after().rows)
    last = awards.attribution.taken.get("last:1") if rows else None
    by_rank = _ranked(awards, rows)
    every_won = winners_of(results, awards)
    main = [won for won in every_won if won.main]
    named = {won.number for won in main}
    # The ranking gives prizes too: those of the beaten semi-finalists where they play no match of their own, and others.
    ranked = [row for row in rows if main and row.number in by_rank and row.number not in named]
    few = len(ranked) <= MOST_RANKED
    placed = [row for row in ranked if row.number != last and (few or row in rows[:SEMI_FINALISTS])]
    by_place = [Won(ordinal(row.rank), row.number, ordinal(row.rank), main=True) for row in placed]
    word = pgettext("prize", "Last")
    at_the_end = [Won(word, row.number, word, main=True) for row in ranked if row.number == last]
    return [
        PhaseWinner(
            won.title, won.number, shown[won.number].name, won.place, won.prizes, " · ".join(filter(None, lots))
        )
        for won in [*main, *by_place, *(won for won in every_won if not won.main), *at_the_end]
        if won.number in shown
        for lots in [[by_rank.get(won.number) if won.main else "", *map(bare_lot, won.prizes)]]
    ]


def _ranked(awards: Awards, rows: Sequence[Row]) -> dict[int, str]:
    """Return team → the prizes of the ranking that it takes, or was handed; those of whom a card decides left out."""
    due = {row.number: awards.by_rank(row.number) for row in rows if row.number not in awards.open}
    for one in awards.handed.values():
        if one.slot.startswith(("rank:", "last:", "team:")):
            due[one.number] = one.what
    return {number: words for number, words in due.items() if words}


class Won(NamedTuple):
    """State what was won, by which team, and the lines of the prizes that belong to it; *main*: it gives a first rank."""

    title: str
    number: int
    place: str = ""
    prizes: tuple[str, ...] = ()
    main: bool = False


def winners_of(results: EveningResults, awards: Awards) -> list[Won]:
    """List what was won in the phases so far. Of the bracket that decides the first ranks who lost its final too.

    Of any bracket whoever has one of its prizes. A team that is excluded has won nothing, whatever it marked, nor has a
    finalist that left where leavers are ranked last: those behind them have the place that the ranking gives them.
    """
    leads_on = any(phase["who"].startswith("pool") for phase in results.tournament.phases)
    every_phase = played_phases(results)
    firsts = [one.phase.index for one in every_phase if one.rounds and one.phase.who not in (*OTHERS, "beaten")]
    winners: list[Won] = []
    ranked = {row.number: row for row in awards.rows}
    lang = spoken_language()
    for played in every_phase:
        title, main = phase_title(played.phase, lang), played.phase.index in firsts[:1]
        prizes, out = _prizes_won(results, awards, played), out_of(results, played)
        found: list[Won] = []
        if played.rounds:
            final = played.rounds[-1][0]
            if final.winner:
                place = _ranked_as(ranked.get(final.winner), 1, _("Winner")) if main else _place_in(played, 1)
                found.append(Won(title, final.winner, place, prizes.pop(final.winner, (1, ()))[1], main))
            finalist = _("Finalist")
            for number in final.sides:
                if number and final.winner and number != final.winner and (main or number in prizes):
                    place = _ranked_as(ranked.get(number), 2, finalist) if main else _place_in(played, 2)
                    lines = prizes.pop(number, (2, ()))[1]
                    found.append(Won(f"{title} · {finalist}", number, place, lines, main))
        for play_off in played.play_offs:
            if play_off.first == THIRD and (third := play_off.rounds[-1][0].winner):
                named = f"{title} · {play_off_name(play_off, lang)}"
                third_place = _("3rd (third-place match)")
                single = main and len(play_off.rounds) == 1
                place = _ranked_as(ranked.get(third), THIRD, third_place) if single else named
                found.append(Won(named, third, place, prizes.pop(third, (THIRD, ()))[1], main))
        for number, (at, lines) in prizes.items():
            place = _ranked_as(ranked.get(number), at, ordinal(at)) if main else _place_in(played, at)
            found.append(Won(f"{title} · {ordinal(at)}", number, place, lines, main))
        winners += [won for won in found if won.number not in out]
        if played.pools and not leads_on:
            for at, rows in enumerate(results.pool_rows(played)):
                named = _("Pool %(letter)s") % {"letter": pool_letter(at)}
                first = [row for row in rows if row.rank == rows[0].rank]
                equal = f"{named} · {rank_words(rows[0])}" if len(first) > 1 else named
                winners += [Won(equal, row.number) for row in first]
    out = results.excluded
    return [won for won in winners if won.number not in out]


def _ranked_as(row: Row | None, place: int, words: str) -> str:
    """Return *words* for *place* in the bracket that gives the first ranks, or the rank of *row* where that is another."""
    if row is None or row.withdrawn or (row.rank == place and not row.tied):
        return words
    return rank_words(row)


def rank_words(row: Row) -> str:
    """Return the rank of *row* in words, as "2nd", "2nd equal"."""
    place = ordinal(row.rank)
    return _("%(place)s equal") % {"place": place} if row.tied else place


def _prizes_won(results: EveningResults, awards: Awards, played: PlayedPhase) -> dict[int, tuple[int, tuple[str, ...]]]:
    """Return team → its place in a bracket and the lines of the prizes that it takes there, the best place first."""
    family = f"place:{played.phase.index}:"
    slots = sorted(
        (key for key in awards.contents if key.startswith(family)), key=lambda key: int(key.rpartition(":")[2])
    )
    reached = places_in(results, played) if slots else {}
    won: dict[int, tuple[int, tuple[str, ...]]] = {}
    for key in slots:
        team = awards.attribution.taken.get(key)
        if team is not None:
            place = reached.get(team, int(key.rpartition(":")[2]))
            won[team] = place, (*won.get(team, (0, ()))[1], *(lot.named for lot in awards.contents[key]))
    return won


def _place_in(played: PlayedPhase, place: int) -> str:
    """Name a place in a bracket beside the one of the first ranks."""
    words = {"match": phase_title(played.phase, spoken_language()), "place": ordinal(place)}
    if played.phase.who in ("pool_after", "beaten"):
        names = {1: _("Winner of the consolante"), 2: _("Finalist of the consolante")}
        return names.get(place) or _("%(place)s of the consolante") % words
    names = {1: _("Winner of “%(match)s”"), 2: _("Finalist of “%(match)s”"), 3: _("%(place)s of “%(match)s”")}
    return names[min(place, THIRD)] % words
