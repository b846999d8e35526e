"""Compare the tirages made before a correction with those that the ranking of after it would give."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import Any

from django.db.models import Count, Exists, OuterRef

from scoring.sheets.models import RunningDonne, ScoreSheet
from scoring.standings.results import EveningResults, Standing
from tournament import tirages
from tournament.concours.models import Tournament
from tournament.finals.entrants import parts_at
from tournament.finals.formula import FIRST_ONES
from tournament.finals.words import phase_title
from tournament.languages import spoken_language
from tournament.rounds import selectors as rounds
from tournament.rounds.models import Draw, Table
from tournament.tirages.recorded import Minutes

# Teams up to which a draw is made once more to be compared; beyond, only that its figures change is said.
COMPARED, COMPARED_CLUBS = 600, 200

Camps = Sequence[Sequence[int]]
Begun = tuple[int, bool]  # at a table: donnes on a telephone, whether a score came in


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
    """A table that would differ: who sits there, who would. `donnes` of it are on a telephone."""

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


# --- The tirages ----------------------------------------------------------------------------------------------------


def draw_effects(before: EveningResults, after: EveningResults, since: int) -> tuple[list[DrawEffect], list[int], bool]:
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
