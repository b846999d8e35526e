"""Compute the effects of a correction: ranks, prizes, and the draws made from the ranking before it."""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from django.db import transaction

from scoring.corrections.draw_effects import DrawEffect, draw_effects
from scoring.prizes.awards import BETWEEN, awards_of
from scoring.ranking import PENDING, Row
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from tournament.concours.lock import lock_tournament
from tournament.finals.outstanding import bracket_matches
from tournament.languages import spoken_language

PlaceNow = tuple[int | None, int | None, str]  # of a team in a ranking: its rank, points and prize


@dataclass(frozen=True)
class Move:
    """A team whose rank, points or prize is another one; null where it is not in that ranking."""

    number: int
    was: int | None
    now: int | None
    points_was: int | None
    points_now: int | None
    prize_was: str = ""
    prize_now: str = ""

    @property
    def moves(self) -> bool:
        """Return whether its rank changes."""
        return self.was != self.now

    @property
    def moves_or_marks(self) -> bool:
        """Return whether its rank or its points change."""
        return self.moves or self.points_was != self.points_now

    @property
    def up(self) -> int:
        """Count the places it gains; below zero, loses; 0 where it comes or goes."""
        return self.was - self.now if self.was is not None and self.now is not None else 0


@dataclass(frozen=True)
class TableChange:
    """A table of which another score counts: each camp's points, NS first, penalties and caps in them; "" for none."""

    round: int
    number: int
    was: str
    now: str


@dataclass(frozen=True)
class OtherWinner:
    """A match of a bracket that another team wins, or nobody any more (`now` null).

    `stays` is who goes on all the same, since it has sat down in the next round, in partie `sat_in`; null where
    nobody has.
    """

    name: str
    round: int
    table: int
    was: int
    now: int | None
    stays: int | None = None
    sat_in: int | None = None


@dataclass(frozen=True)
class Walkover:
    """A match to come of a bracket that is not played: `out` is excluded, and `goes_on` passes to the next round."""

    name: str
    goes_on: int
    out: int


@dataclass(frozen=True)
class Effects:
    """Represent what a correction moves.

    `tables` are those of which another score counts, `moves` are the ranks that change, the largest first; `prizes` the
    teams whose prize does.

    `criteria` are those of which some team's value changes, `draws` the tirages that would be others, in order;
    `drawn_since`: whether any partie was drawn after the one corrected; `first`: nothing that counted changes, a score
    counts for the first time; `mended` are the parties whose tirage was not that of the ranking, and is again;
    `winners` are the matches of a bracket that another team wins, `walkovers` those to come that are not played any more;
    `excludes`: because a team is excluded, or no more.
    """

    after_round: int
    final: bool
    tables: tuple[TableChange, ...] = ()
    moves: tuple[Move, ...] = ()
    points: tuple[Move, ...] = ()
    prizes: tuple[Move, ...] = ()
    criteria: tuple[str, ...] = ()
    draws: tuple[DrawEffect, ...] = ()
    drawn_since: bool = False
    first: bool = False
    mended: tuple[int, ...] = ()
    winners: tuple[OtherWinner, ...] = ()
    walkovers: tuple[Walkover, ...] = ()
    excludes: bool = False

    @property
    def redraw(self) -> DrawEffect | None:
        """Return the tirage that may still be cancelled and drawn again."""
        return next((draw for draw in self.draws if draw.may_cancel), None)

    @property
    def redraw_proposed(self) -> bool:
        """Return whether a beaten team would play on at the tables as drawn, which may still be drawn again."""
        return bool(self.winners) and self.redraw is not None

    @property
    def token(self) -> str:
        """Hash the effects on brackets and tirages that were shown: the decision must answer to these."""
        draws = [(draw.draw_id, draw.may_cancel, draw.tables, draw.exempt_now) for draw in self.draws]
        seen = (draws, self.winners) if self.winners else draws
        return hashlib.sha256(repr(seen).encode()).hexdigest()[:12]


def dry_run(tournament_id: int, act: Callable[[], object]) -> tuple[EveningResults, EveningResults]:
    """Run *act* and roll it back; return the results before and after it.

    It is done and undone under the lock, so that what is shown is exactly what it does. Raises what the act raises.
    """
    with transaction.atomic():
        lock_tournament(tournament_id)
        before = evening(tournament_id)
        act()
        after = evening(tournament_id)
        transaction.set_rollback(True)
    return before, after


def effects_of(before: EveningResults, after: EveningResults) -> Effects:
    """Compare *before* and *after*, two results of the same concours, in four queries at most.

    The ranking is that after the last partie of which a sheet counts; of the tirages only those of later parties than
    the first one changed can differ, each drawn from the ranking just before it.
    """
    last = max(before.last, after.last)
    standing, corrected = before.after(last), after.after(last)
    ranked = (before, standing.rows), (after, corrected.rows)
    final = standing.final or corrected.final
    was, now = (_places(rows, _prizes(results, rows) if final else {}) for results, rows in ranked)
    teams = moves_between(was, now)
    changed = _changed(before, after)
    draws, mended, drawn_since = draw_effects(before, after, min(changed)) if changed else ([], [], False)
    moved = [move for move in teams if move.moves]
    return Effects(
        after_round=last,
        final=final,
        tables=_tables(before, after),
        moves=tuple(sorted(moved, key=lambda move: (-abs(move.up), move.now or move.was, move.number))),
        points=tuple(move for move in teams if move.points_was != move.points_now),
        prizes=tuple(move for move in teams if move.prize_was != move.prize_now),
        criteria=_criteria(standing, corrected),
        draws=tuple(draws),
        drawn_since=drawn_since,
        first=bool(changed) and not any(changed.values()),
        mended=tuple(mended),
        winners=_winners(before, after),
        walkovers=_walkovers(before, after),
        excludes=before.excluded != after.excluded,
    )


def moves_between(was: Mapping[int, PlaceNow], now: Mapping[int, PlaceNow]) -> list[Move]:
    """List every team of either ranking, team number → (rank, points, prize), in the order of the second one."""
    nothing = (None, None, "")
    return [
        Move(number, old[0], new[0], old[1], new[1], old[2], new[2])
        for number in [*now, *(was.keys() - now.keys())]
        for old, new in [(was.get(number, nothing), now.get(number, nothing))]
    ]


def _places(rows: Sequence[Row], prizes: Mapping[int, str]) -> dict[int, PlaceNow]:
    return {row.number: (row.rank, row.points, prizes.get(row.number, "")) for row in rows}


def _prizes(results: EveningResults, rows: Sequence[Row]) -> dict[int, str]:
    """Return team number → what it takes by its place in *rows*, in the brackets and otherwise, and what it was handed."""
    awards = awards_of(results, rows)
    due = {
        row.number: BETWEEN.join(
            filter(
                None,
                (
                    *(one.what for one in awards.given_to(row.number)),
                    *(awards.words(key) for key in awards.of(row.number) if key not in awards.handed),
                ),
            )
        )
        for row in awards.rows
    }
    return {number: prizes for number, prizes in due.items() if prizes}


def _criteria(standing: Standing, corrected: Standing) -> tuple[str, ...]:
    """Return the criteria of the ranking on which the value of some team changes."""
    was = {row.number: row.values for row in standing.rows}
    pairs = [(was[row.number], row.values) for row in corrected.rows if row.number in was]
    return tuple(key for key in corrected.criteria if any(values.get(key) != other.get(key) for values, other in pairs))


def _walkovers(before: EveningResults, after: EveningResults) -> tuple[Walkover, ...]:
    out = after.excluded - before.excluded
    if not out:
        return ()
    awaited = {(match.phase.index, match.round, team) for match in after.outstanding.matches for team in match.sides}
    found = []
    for match in before.outstanding.matches:
        gone = [team for team in match.sides if team in out]
        others = [team for team in match.sides if team and team not in out]
        if match.table is None and gone and others and (match.phase.index, match.round, *others) not in awaited:
            found.append(Walkover(f"{match.title} · {match.name}", others[0], gone[0]))
    return tuple(found)


def _winners(before: EveningResults, after: EveningResults) -> tuple[OtherWinner, ...]:
    if not before.tournament.formula.has_places:
        return ()
    lang = spoken_language()
    now = bracket_matches(after, lang)
    found = []
    for place, (name, match) in sorted(bracket_matches(before, lang).items()):
        _name, changed = now.get(place, ("", None))
        winner = changed.by_result if changed else None
        stays = changed.winner if changed and changed.sat_down else None
        # Of a score that was taken off and comes again, who sat down is who had won.
        was = match.by_result or stays
        if was and was != winner:
            found.append(OtherWinner(name, *place, was, winner, stays, _sat_in(after, stays, place[0])))
    return tuple(found)


def _sat_in(results: EveningResults, team: int | None, partie: int) -> int | None:
    """Return the partie after *partie* in which *team* sat down first."""
    return min((number for number in results.seated.get(team or 0, ()) if number > partie), default=None)


def _tables(before: EveningResults, after: EveningResults) -> tuple[TableChange, ...]:
    was, now = _scores(before), _scores(after)
    return tuple(
        TableChange(*place, was.get(place, ""), now.get(place, ""))
        for place in sorted(was.keys() | now.keys())
        if was.get(place) != now.get(place)
    )


def _scores(results: EveningResults) -> dict[tuple[int, int], str]:
    """Return (partie, table) -> the score that counts there, camp by camp."""
    points: dict[tuple[int, int], dict[str, int]] = {}
    for team, seated in results.seated.items():
        for partie, result in seated.items():
            if result is not None and result.table is not None and result.kind != PENDING:
                points.setdefault((results.played_in(team, partie), result.table), {})[result.camp] = result.points
    return {
        place: "–".join(
            str(camps[camp]).replace("-", "−") for camp in sorted(camps, key=lambda camp: (camp != "NS", camp))
        )
        for place, camps in points.items()
    }


def _changed(before: EveningResults, after: EveningResults) -> dict[int, bool]:
    """Return the parties in which a result changes → whether one that counted already does."""
    changed: dict[int, bool] = {}
    for team in before.seated.keys() | after.seated.keys():
        was, now = before.seated.get(team, {}), after.seated.get(team, {})
        for number in was.keys() | now.keys():
            result = was.get(number)
            if result != now.get(number):
                counted = number in was and (result is None or result.kind != PENDING)
                changed[number] = changed.get(number, False) or counted
    return changed
