"""Compute the effects of a correction: ranks, prizes, and the draws made from the ranking before it."""

import hashlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef

from scoring.prizes.awards import BETWEEN, awards_of
from scoring.ranking import PENDING, Row
from scoring.sheets.models import RunningDonne, ScoreSheet
from scoring.standings.reading import evening
from scoring.standings.results import EveningResults, Standing
from tournament import tirages
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.finals.entrants import parts_at
from tournament.finals.formula import FIRST_ONES
from tournament.finals.matches import bracket_matches
from tournament.finals.words import phase_title
from tournament.languages import spoken_language
from tournament.rounds import selectors as rounds
from tournament.rounds.models import Draw, Table
from tournament.tirages.recorded import Minutes

# Teams up to which a draw is made once more to be compared; beyond, only that its figures change is said.
COMPARED, COMPARED_CLUBS = 600, 200

Camps = Sequence[Sequence[int]]
Begun = tuple[int, bool]  # at a table: donnes on a telephone, whether a score came in
PlaceNow = tuple[int | None, int | None, str]  # of a team in a ranking: its rank, points and prize


@dataclass(frozen=True)
class Move:
    """A team whose rank, points or prize changes. None where it is not in that ranking."""

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
    """A match of a bracket, by its name, that another team wins; None where nobody has won it any more.

    `stays` is who goes on all the same, since it has sat down in the next round, in partie `sat_in`; None where nobody
    has.
    """

    name: str
    round: int
    table: int
    was: int
    now: int | None
    stays: int | None = None
    sat_in: int | None = None


@dataclass(frozen=True)
class OtherEntrant:
    """State that the first draw of a phase of the first ones has another team: who enters it, who is no longer in it.

    One of them is None where it has more teams than before, or fewer.
    """

    phase: str
    was: int | None
    now: int | None


@dataclass(frozen=True)
class OtherTable:
    """A table of a draw that would be another one: who was drawn there, who would be. Empty for no such table."""

    number: int
    was: str
    now: str
    donnes: int = 0
    reported: bool = False

    @property
    def begun(self) -> bool:
        """Return whether its sheet was begun on a telephone, or a score came in."""
        return bool(self.donnes or self.reported)


@dataclass(frozen=True)
class DrawEffect:
    """A tirage made from ranks that the correction changes, and its tables that would be others.

    `figures` are the teams that would enter it with other points or parties won; `compared` is False where making it
    again takes too long, or cannot be. `may_cancel`: it is the last one, and no score of it came in; `by_ranks`: its
    teams are drawn by the ranking, equals by lot. `entrants` are the teams that would go on from pools or the ranking to
    a phase that it begins, and those that would not.
    """

    draw_id: int
    number: int
    attempt: int
    state: str
    figures: int
    compared: bool
    tables: tuple[OtherTable, ...] = ()
    all_tables: int = 0
    exempt_was: tuple[int, ...] = ()
    exempt_now: tuple[int, ...] = ()
    started: bool = False
    may_cancel: bool = False
    by_ranks: bool = True
    entrants: tuple[OtherEntrant, ...] = ()

    @property
    def differs(self) -> bool:
        """Return whether it would, or may, differ."""
        return not self.compared or bool(self.tables) or self.exempt_was != self.exempt_now

    @property
    def begun(self) -> list[OtherTable]:
        """Return its tables that would change and have begun."""
        return [table for table in self.tables if table.begun]


@dataclass(frozen=True)
class Effects:
    """Represent what a correction moves.

    `tables` are those of which another score counts, `moves` are the ranks that change, the largest first; `prizes` the
    teams whose prize does.

    `criteria` are those of which some team's value changes, `draws` the tirages that would be others, in order;
    `drawn_since`: whether any partie was drawn after the one corrected; `first`: nothing that counted changes, a score
    counts for the first time; `mended` are the parties whose tirage was not that of the ranking, and is again;
    `winners` are the matches of a bracket that another team wins; `excludes`: because a team is excluded, or no more.
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
    draws, mended, drawn_since = _draws(before, after, min(changed)) if changed else ([], [], False)
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
        excludes=_excluded(before) != _excluded(after),
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


def _excluded(results: EveningResults) -> set[int]:
    return {team.number for team in results.teams if team.excluded}


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


# --- The tirages ----------------------------------------------------------------------------------------------------


def _draws(before: EveningResults, after: EveningResults, since: int) -> tuple[list[DrawEffect], list[int], bool]:
    """Return the tirages after partie *since* that change, the parties whose tirage is right again, and
    whether there is any tirage; three queries at most.
    """
    recorded = rounds.tables_with_records().filter(round=OuterRef("round"))
    live = (
        Draw.objects.filter(round__tournament=before.tournament, round__number__gt=since)
        .exclude(state="cancelled")
        .select_related("round")
        .annotate(recorded=Exists(recorded))
        .order_by("round__number")
    )
    draws = list(live)
    begun = _begun(draws)
    effects, mended = [], []
    for draw in draws:
        may_cancel = draw is draws[-1] and not draw.recorded
        effect = _drawn_again(before, after, draw, begun, may_cancel=may_cancel)
        if effect is not None and effect.differs:
            effects.append(effect)
        elif effect is not None:
            # It is the tirage that the ranking of *after* gives; was it also that of *before*?
            wrong = _drawn_again(after, before, draw, begun, may_cancel=may_cancel)
            if wrong is not None and wrong.compared and wrong.differs:
                mended.append(draw.round.number)
    return effects, mended, bool(draws)


def _begun(draws: Sequence[Draw]) -> dict[tuple[int, int], Begun]:
    """Return (partie's key, table) -> (donnes on a telephone, whether a score came in), for the tables of *draws*."""
    if not draws:
        return {}
    round_ids = [draw.round_id for draw in draws]
    sheets = ScoreSheet.objects.filter(table=OuterRef("pk"))
    tables = Table.objects.filter(round__in=round_ids).annotate(reported=Exists(sheets))
    running = RunningDonne.objects.filter(device__access__table__round__in=round_ids, content__isnull=False).order_by()
    kept: dict[int, int] = {}
    for table, _device, donnes in running.values_list("device__access__table", "device").annotate(n=Count("pk")):
        kept[table] = max(kept.get(table, 0), donnes)
    rows = tables.values_list("round_id", "number", "pk", "reported")
    return {(round_, number): (kept.get(pk, 0), reported) for round_, number, pk, reported in rows}


def _drawn_again(
    before: EveningResults,
    after: EveningResults,
    draw: Draw,
    begun: Mapping[tuple[int, int], Begun],
    *,
    may_cancel: bool,
) -> DrawEffect | None:
    """Repeat *draw* with the ranks of *after* and the original seed; None where nothing that it was drawn from changes.

    A swap made by hand since is left aside: what is compared are the minutes.
    """
    number = draw.round.number
    was, now = _figures(before.after(number - 1)), _figures(after.after(number - 1))
    entrants = draw.entrants
    figures = sum(was.get(team) != now.get(team) for team in entrants)
    playing = _playing(before, draw), _playing(after, draw)
    if not figures and playing[0] == playing[1]:
        return None
    drawn = {table: _camps_text(camps) for table, camps in rounds.drawn_tables(draw)}
    parts: list[Minutes] | None = None
    if not any(_too_long(minutes) for _phase, minutes in draw.parts):
        others = {phase: part for phase, part in playing[1].items() if part != playing[0].get(phase)}
        with suppress(tirages.ImpossibleError, tirages.BadRequestError):
            parts = [
                _part_again(before.tournament, draw, minutes, others.get(phase), entrants, now)
                for phase, minutes in draw.parts
            ]
    redrawn = {
        seats[table["table"]]: _camps_text(table["camps"])
        for minutes, seats in zip(parts or [], rounds.hall_numbers(parts or []), strict=True)
        for table in minutes.tables
    }
    differing = [n for n in sorted(drawn.keys() | redrawn.keys()) if drawn.get(n) != redrawn.get(n)]
    return DrawEffect(
        draw_id=draw.pk,
        number=number,
        attempt=draw.number,
        state=draw.state,
        figures=figures,
        compared=parts is not None,
        tables=tuple(
            OtherTable(n, drawn.get(n, ""), redrawn.get(n, ""), *begun.get((draw.round_id, n), (0, False)))
            for n in (differing if parts is not None else ())
        ),
        all_tables=len(drawn),
        exempt_was=_exempt(minutes for _phase, minutes in draw.parts),
        exempt_now=_exempt(parts or []),
        started=draw.round.started_at is not None,
        may_cancel=may_cancel,
        by_ranks=any(minutes.seed_for_ties for _phase, minutes in draw.parts),
        entrants=tuple(_other_entrants(before, number, *playing)),
    )


def _other_entrants(
    results: EveningResults, number: int, was: Mapping[int, rounds.Part], now: Mapping[int, rounds.Part]
) -> Iterator[OtherEntrant]:
    """Compare who enters the phases of the first ones that begin with partie *number*; the others play the rest."""
    begun = {part.phase for part in results.parts if part.number < number}
    for phase in results.tournament.formula.phases:
        if phase.who in FIRST_ONES and phase.index not in begun:
            before, after = (set(one[phase.index].teams or ()) if phase.index in one else set() for one in (was, now))
            for out, entering in zip_longest(sorted(before - after), sorted(after - before)):
                yield OtherEntrant(phase_title(phase, spoken_language()), out, entering)


def _exempt(parts: Iterable[Minutes]) -> tuple[int, ...]:
    return tuple(sorted({team for minutes in parts for team in minutes.exempt}))


def _camps_text(camps: Camps) -> str:
    """Write a table in one way, whichever camp is named first: "3 – 7", "1 + 4 – 2 + 9"."""
    return " – ".join(
        sorted((" + ".join(map(str, sorted(camp))) for camp in camps), key=lambda camp: (len(camp), camp))
    )


def _figures(standing: Standing) -> dict[int, tuple[int, int]]:
    """Return what a tirage reads of a ranking: team -> (parties won, points)."""
    return {row.number: (row.wins, row.points) for row in standing.rows}


def _playing(results: EveningResults, draw: Draw) -> Mapping[int, rounds.Part]:
    """Return what each phase of *draw* would draw from *results*; empty where there is but one phase."""
    if not results.tournament.has_phases:
        return {}
    number = draw.round.number
    gone = {team.number for team in results.teams if team.gone(number)}
    ranking = [row for row in results.after(number - 1).rows if row.number not in gone]
    method = draw.main.method if not draw.phase else results.tournament.next_method
    cut = draw.main.about.get("cut")
    cards = partial(tirages.by_cards, cut["shown"], cut["seed"]) if cut else sorted
    return {part.phase: part for part in parts_at(results, number, method=method, ranking=ranking, cards=cards)}


def _part_again(
    tournament: Tournament,
    draw: Draw,
    minutes: Minutes,
    part: rounds.Part | None,
    known: dict[int, Mapping[str, Any]],
    figures: Mapping[int, tuple[int, int]],
) -> Minutes:
    """Repeat one part of *draw* with other *figures*, and with the teams of *part* where they differ."""
    teams = minutes.numbers
    options = dict(minutes.options)
    if part is not None and part.teams is not None:
        begins = set(options.get("pool", ())) == set(teams)
        strangers = [team for team in part.teams if team not in known]
        if strangers:
            for entrant in rounds.entrants(tournament, draw.round.number, [], strangers):
                known[entrant["number"]] = entrant
        teams = [team for team in part.teams if team in known]
        for beside in ("third", "beside", "rest"):
            options.pop(beside, None)
            options |= {beside: part.options[beside]} if beside in part.options else {}
        options |= {"pool": teams} if begins else {}
    entrants = []
    for team in teams:
        wins, points = figures.get(team, (known[team].get("wins", 0), known[team].get("points", 0)))
        entrants.append({**known[team], "wins": wins, "points": points})
    again = tirages.with_entrants(minutes.written, entrants, options)
    return replace(
        minutes, entrants=tuple(entrants), tables=tuple(again["tables"]), exempt=tuple(again["exempt"]), about={}
    )


def _too_long(minutes: Minutes) -> bool:
    """Return whether repeating this draw would take too long for a page."""
    apart = minutes.options.get("club_apart", "no") != "no"
    many = tirages.TIRAGES[minutes.method].seats == "players" or apart
    return len(minutes.entrants) > (COMPARED_CLUBS if many else COMPARED)
