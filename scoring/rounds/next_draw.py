"""Read the next partie before it is drawn: the ranking it is drawn from, what it waits for, what the draw will give."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from scoring.rounds.ties import ties
from scoring.sheets import selectors as entry
from scoring.standings.reading import evening
from scoring.standings.results import Standing
from scoring.standings.selectors import Reading, outstanding_of, reading
from tournament import tirages
from tournament.concours.models import Tournament
from tournament.finals import entrants
from tournament.finals.entrants import equals_at, parts_at
from tournament.finals.formula import PLANNED, POOLS
from tournament.finals.outstanding import Outstanding
from tournament.registration.selectors import numbers_in_round
from tournament.rounds import selectors as questions
from tournament.rounds.models import Table, leaves_to_chance
from tournament.rounds.requests import fingerprint_of, requests_of
from tournament.tirages.model import read_request
from tournament.tirages.planned import in_pairs
from tournament.tirages.poules import pools
from tournament.tirages.tables import even_sizes

# Teams from which a draw is computed by the worker: by ranking or lot, with clubs apart, and of singles.
LONG, LONG_CLUBS, LONG_SINGLES = 2000, 250, 120


class PartSize(NamedTuple):
    """Count the teams, tables and exempt teams of one part of a draw, and those that win by forfeit."""

    teams: int
    tables: int
    exempt: int
    by_forfeit: int = 0


@dataclass(frozen=True)
class NextDraw:
    """The next tirage before it is made: who plays, what it waits for, and what the room is shown before the seed.

    `seed_from` is "cards", "plan" or "none". `fingerprint` is empty while it cannot be drawn, and where this method
    cannot seat this pool: drawing then says why. `tables` and `exempt` are how many the draw will give; `left` is what
    is still to be played.
    """

    number: int
    pool: questions.Pool
    awaited: list[Table]
    ready: bool
    fingerprint: str = ""
    seed_from: str = ""
    parts: Sequence[questions.Part] = ()
    long: bool = False
    sizes: Sequence[PartSize] = ()  # of each part
    equals: tuple[tuple[int, ...], ...] = ()  # of one rank, of which only some enter a phase: the cards decide
    left: Outstanding = field(kw_only=True)
    least: int = field(default=0, kw_only=True)  # how many must be here, where that many are not
    # Those come after the draw of the pools, which are full: who will be exempt, and who make a table of their own.
    no_place: tuple[int, ...] = field(default=(), kw_only=True)
    late_tables: tuple[tuple[int, int], ...] = field(default=(), kw_only=True)
    # Of the parties for all: how many are announced, and the last that can be drawn without a rematch (None: not known).
    announced: int = field(default=0, kw_only=True)
    until: int | None = field(default=None, kw_only=True)
    requests: Sequence[tuple[questions.Part, dict[str, Any]]] = field(default=(), kw_only=True)  # what will be drawn

    @property
    def tables(self) -> int:
        """Count the tables it will have, about as many while it cannot be drawn."""
        return sum(size.tables for size in self.sizes) if self.sizes else self.pool.tables

    @property
    def exempt(self) -> int:
        """Count those who will be exempt."""
        return sum(size.exempt for size in self.sizes)

    @property
    def by_forfeit(self) -> int:
        """Count those who will win because the opponent of their pool or round robin is not there."""
        return sum(size.by_forfeit for size in self.sizes)

    @property
    def playing(self) -> int:
        """Count those of its pool who will sit at a table: the others are exempt, or win by forfeit."""
        return len(self.pool.teams) - self.exempt - self.by_forfeit

    @property
    def closes(self) -> bool:
        """Return whether no draw leaves all the parties announced without a rematch."""
        return self.until is not None and self.until < self.announced

    @property
    def sure(self) -> int:
        """Count the parties that can surely be drawn without a rematch (by Dirac's theorem where nothing more is known)."""
        return self.until or max(len(self.pool.teams) // 2, 1)

    @property
    def over(self) -> bool:
        """Return whether nothing is left to draw."""
        return not self.least and self.number > self.left.last


def ranks_before(tournament: Tournament, number: int, read: Reading | None = None) -> list[questions.Rank]:
    """Return the ranks from which partie *number* is drawn: none before the first."""
    if number == 1:
        return []
    return _ranks((read or reading(tournament))().after(number - 1))


def _ranks(found: Standing) -> list[questions.Rank]:
    return [questions.Rank(team_id=row.team_id, rank=row.rank, wins=row.wins, points=row.points) for row in found.rows]


class DrawBasis(NamedTuple):
    """Represent what a partie is drawn from: the ranks, and what each phase that plays it draws (none: all is over).

    `equals` are teams of one rank of which only some enter a phase: in `parts` they stand by their numbers, in
    `parts_by` as the cards order them.
    """

    ranks: list[questions.Rank]
    parts: list[questions.Part]
    equals: tuple[tuple[int, ...], ...] = ()
    parts_by: Callable[..., list[questions.Part]] = list


def basis_of(tournament: Tournament, number: int, method: str, read: Reading | None = None) -> DrawBasis:
    """Return what partie *number* is drawn from."""
    if not tournament.formula.has_plan:
        return DrawBasis(ranks_before(tournament, number, read), [questions.Part(method=method)])
    results = (read or reading(tournament))()
    before = results.after(number - 1)
    here = set(numbers_in_round(tournament=tournament.pk, number=number))
    ranking = [row for row in before.rows if row.number in here]
    parts_by = partial(parts_at, results, number, method=method, ranking=ranking)
    ranks = _ranks(before) if number > 1 else []
    return DrawBasis(ranks, parts_by(), equals_at(results, number, method=method, ranking=ranking), parts_by)


def method_for(tournament: Tournament, number: int, read: Reading | None = None) -> str:
    """Return the method announced for partie *number*."""
    if tournament.formula.has_plan:
        return entrants.method_for((read or reading(tournament))(), number)
    return tournament.first_method if number == 1 else tournament.next_method


def announcement(tournament: Tournament) -> str:
    """State how many parties follow from the teams; nothing where that is a setting."""
    return evening(tournament.pk).outstanding.announcement if tournament.formula.follows else ""


def tables_awaited(tournament: Tournament, number: int, read: Reading | None = None) -> list[Table]:
    """Return the tables that keep partie *number* from being drawn: those of the last partie without a score that
    counts.
    """
    if number == 1:
        return []
    tied = {match.table or 0 for match in ties(tournament, read) if match.partie == number - 1}
    unsettled = Table.objects.filter(round__tournament=tournament, round__number=number - 1, number__in=tied)
    return entry.missing_tables(tournament, number - 1) or (list(unsettled.order_by("number")) if tied else [])


def next_draw(
    tournament: Tournament,
    *,
    method: str,
    options: Mapping[str, object],
    read: Reading | None = None,
    named: bool = True,
) -> NextDraw:
    """Prepare the tirage that `open_next_round` would make now with *method* and *options*; nothing is written.

    *named*: the players of its teams are at hand.
    """
    read = read or reading(tournament)
    number = questions.next_number(tournament)
    awaited = tables_awaited(tournament, number, read)
    left = outstanding_of(tournament, drawn=number - 1, missing=bool(awaited), read=read)
    # Before the first partie nothing can be over: where none is to be played, too few are here.
    if awaited or number > max(left.last, 1) or tournament.closed_at:
        return NextDraw(number, questions.pool(tournament, number, named=named), awaited, ready=False, left=left)
    basis = basis_of(tournament, number, method, read)
    pool = questions.pool(tournament, number, basis.parts, named=named)
    least = tirages.TIRAGES[basis.parts[0].method if basis.parts else method].least
    if len(pool.teams) < least:
        return NextDraw(number, pool, awaited, ready=False, parts=basis.parts, left=left, least=least)
    asked = requests_of(tournament, number, ranks=basis.ranks, parts=basis.parts, options=options)
    chance = [request for _part, request in asked if leaves_to_chance(request)]
    seed_from = "none" if not chance else "plan" if all(request["seed"] for request in chance) else "cards"
    seed_from = "cards" if basis.equals else seed_from
    try:
        fingerprint = fingerprint_of(asked)
    except tirages.BadRequestError:
        fingerprint = ""
    common = next((request for part, request in asked if not part.phase), None)
    looks_ahead = common and (common["method"] not in PLANNED or "mended" in common["options"])
    announced = int(common["options"].get("parties", 0)) if common and looks_ahead else 0
    long = is_long(asked)
    sizes = [_size(request, long=long) for _part, request in asked]
    parts = [part for part, _request in asked]
    return NextDraw(
        number,
        pool,
        awaited,
        True,
        fingerprint,
        seed_from,
        parts,
        long,
        sizes,
        equals=basis.equals,
        left=left,
        announced=announced,
        requests=asked,
        until=tirages.playable_until(common) if common and fingerprint else None,
        no_place=tuple(team for _part, request in asked for team in _without_a_table(request)) if fingerprint else (),
        late_tables=tuple(
            pair
            for _part, request in asked
            if request["method"] == POOLS
            for pair in in_pairs(request["options"].get("beside", ()))
        ),
    )


def _without_a_table(request: Mapping[str, Any]) -> list[int]:
    """Return the teams of a draw that came after the pools were drawn, and have neither a place in one nor a table."""
    if request["method"] != POOLS or not request["options"].get("pool"):
        return []
    seated = {team for group in pools(read_request(request, tirages.TIRAGES)) for team in group} | {
        *request["options"].get("beside", ())
    }
    return [entrant["number"] for entrant in request["entrants"] if entrant["number"] not in seated]


def _size(request: Mapping[str, Any], *, long: bool) -> PartSize:
    """Return how many tables and exempt teams a draw will give, whatever its lot."""
    teams, method = len(request["entrants"]), tirages.TIRAGES[request["method"]]
    if request["method"] == "escalier":
        return PartSize(teams, len(even_sizes(teams, request["options"].get("size", 4))), 0)
    if method.seats == "players":
        return PartSize(teams, *divmod(teams, 4))
    if request["method"] in PLANNED and not long:
        try:
            drawn = tirages.draw(dict(request) | {"seed": request["seed"] or "-"})
        except (tirages.ImpossibleError, tirages.BadRequestError):
            pass  # drawing says why
        else:
            by_forfeit = len(tirages.forfeits(drawn))
            return PartSize(teams, len(drawn["tables"]), len(drawn["exempt"]) - by_forfeit, by_forfeit)
    return PartSize(teams, *divmod(teams, 2))


def is_long(asked: Sequence[tuple[questions.Part, Mapping[str, Any]]]) -> bool:
    """Return whether computing these draws may take more than a second or two (tests/benchmarks/bench_draw_act.py)."""
    for _part, request in asked:
        teams = len(request["entrants"])
        by_hand_of_time = tirages.TIRAGES[request["method"]].seats == "players"
        clubs = request["options"].get("club_apart", "no") != "no"
        if teams > (LONG_SINGLES if by_hand_of_time else LONG_CLUBS if clubs else LONG):
            return True
    return False
