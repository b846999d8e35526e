"""Opening the next partie: the ranking is computed here and passed to the draw, which never asks for it."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction

from scoring.errors import ScoringError
from scoring.selectors import entry
from scoring.selectors.standings import standing
from tournament import tirages
from tournament.journal import lock_tournament
from tournament.models import Draw, Table, Tournament
from tournament.selectors import draws as questions
from tournament.services import draws

# Twelve tables are said by their numbers, the rest by how many they are: the page links to each.
_NAMED = 12


@dataclass(frozen=True)
class NextDraw:
    """The next tirage before it is made: who plays, what it waits for, and what the room is shown before the seed.

    `seed_from` is "cards", "plan" or "none". `fingerprint` is empty while it cannot be drawn, and where this method
    cannot seat this pool: drawing then says why.
    """

    number: int
    pool: questions.Pool
    awaited: list[Table]
    ready: bool
    fingerprint: str = ""
    seed_from: str = ""


def ranks_before(tournament: Tournament, number: int) -> list[questions.Rank]:
    """The ranks from which partie *number* is drawn: none before the first."""
    if number == 1:
        return []
    rows = standing(tournament, after_round=number - 1).rows
    return [questions.Rank(team_id=row.team_id, rank=row.rank, wins=row.wins, points=row.points) for row in rows]


def method_for(tournament: Tournament, number: int) -> str:
    """The method announced for partie *number*."""
    return tournament.first_method if number == 1 else tournament.next_method


def tables_awaited(tournament: Tournament, number: int) -> list[Table]:
    """The tables that keep partie *number* from being drawn: those of the last partie without a score that counts."""
    return entry.missing_tables(tournament, number - 1) if number > 1 else []


def next_draw(tournament: Tournament, *, method: str, options: Mapping[str, object]) -> NextDraw:
    """The tirage that `open_next_round` would make now with *method* and *options*; nothing is written."""
    number = questions.next_number(tournament)
    awaited = tables_awaited(tournament, number)
    pool = questions.pool(tournament, number)
    ready = not awaited and number <= tournament.parties and len(pool.teams) >= 2 and not tournament.closed_at
    if not ready:
        return NextDraw(number, pool, awaited, ready=False)
    ranks = ranks_before(tournament, number)
    request = draws.draw_request(tournament, number, ranks=ranks, method=method, options=options)
    seed_from = "none" if not tirages.TIRAGES[method].chance else "plan" if request["seed"] else "cards"
    try:
        fingerprint = tirages.fingerprint(request)
    except tirages.BadRequest:
        fingerprint = ""
    return NextDraw(number, pool, awaited, True, fingerprint, seed_from)


@transaction.atomic
def open_next_round(
    *,
    tournament_id: int,
    by: AbstractBaseUser | None,
    seed: str = "",
    method: str | None = None,
    options: Mapping[str, object] | None = None,
    fingerprint: str | None = None,
) -> Draw:
    """The tirage of the next partie, as a draft. *seed* "" has one made; the rest as `make_draft`.

    Raises ScoringError `tables_awaited` while a table of the last partie has no score that counts or is disputed,
    AlreadyDrawn with the tirage that another organiser has just made, TournamentError otherwise.
    """
    tournament = lock_tournament(tournament_id)
    number = questions.next_number(tournament)
    if awaited := tables_awaited(tournament, number):
        tables = [table.number for table in awaited]
        named = ", ".join(str(table) for table in tables[:_NAMED]) + (" …" if len(tables) > _NAMED else "")
        raise ScoringError("tables_awaited", round=number - 1, next=number, count=len(tables), named=named)
    return draws.make_draft(
        tournament_id=tournament_id,
        number=number,
        ranks=ranks_before(tournament, number),
        method=method or method_for(tournament, number),
        seed=seed,
        by=by,
        options=options,
        fingerprint=fingerprint,
    )
