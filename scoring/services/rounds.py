"""Opening the next partie: the ranking is computed here and passed to the draw, which never asks for it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils import translation
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.models import ScoreSheet
from scoring.selectors import entry
from scoring.selectors.phases import evening_has_phases, parts_at
from scoring.selectors.standings import Standing, evening
from tournament import jobs, tirages
from tournament.errors import TournamentError
from tournament.journal import lock_tournament
from tournament.models import Draw, Job, Table, Tournament
from tournament.phases import method_at
from tournament.selectors import draws as questions
from tournament.selectors.people import teams_in_round
from tournament.services import draws

# Twelve tables are said by their numbers, the rest by how many they are: the page links to each.
_NAMED = 12

# Teams from which a draw is computed by the worker: by ranking or lot, with clubs apart, and of singles.
LONG, LONG_CLUBS, LONG_SINGLES = 2000, 250, 120


@dataclass(frozen=True)
class NextDraw:
    """The next tirage before it is made: who plays, what it waits for, and what the room is shown before the seed.

    `seed_from` is "cards", "plan" or "none". `fingerprint` is empty while it cannot be drawn, and where this method
    cannot seat this pool: drawing then says why. `over`: every knock-out has its winner and nobody else plays.
    """

    number: int
    pool: questions.Pool
    awaited: list[Table]
    ready: bool
    fingerprint: str = ""
    seed_from: str = ""
    parts: Sequence[questions.Part] = ()
    over: bool = False
    long: bool = False


def ranks_before(tournament: Tournament, number: int) -> list[questions.Rank]:
    """The ranks from which partie *number* is drawn: none before the first."""
    if number == 1:
        return []
    return _ranks(evening(tournament.pk).after(number - 1))


def _ranks(found: Standing) -> list[questions.Rank]:
    return [questions.Rank(team_id=row.team_id, rank=row.rank, wins=row.wins, points=row.points) for row in found.rows]


def ranks_and_parts(
    tournament: Tournament, number: int, method: str
) -> tuple[list[questions.Rank], list[questions.Part]]:
    """The ranks from which partie *number* is drawn, and what each phase that plays it draws (none: all is over)."""
    if not evening_has_phases(tournament):
        return ranks_before(tournament, number), [questions.Part(method=method)]
    found = evening(tournament.pk)
    before = found.after(number - 1)
    here = set(teams_in_round(tournament, number).values_list("number", flat=True))
    ranking = [row.number for row in before.rows if row.number in here]
    return _ranks(before) if number > 1 else [], parts_at(found, number, method=method, ranking=ranking)


def method_for(tournament: Tournament, number: int) -> str:
    """The method announced for partie *number*."""
    return method_at(tournament, number)


def tables_awaited(tournament: Tournament, number: int) -> list[Table]:
    """The tables that keep partie *number* from being drawn: those of the last partie without a score that counts."""
    return entry.missing_tables(tournament, number - 1) if number > 1 else []


def next_draw(tournament: Tournament, *, method: str, options: Mapping[str, object]) -> NextDraw:
    """The tirage that `open_next_round` would make now with *method* and *options*; nothing is written."""
    number = questions.next_number(tournament)
    awaited = tables_awaited(tournament, number)
    drawable = not awaited and number <= tournament.parties and not tournament.closed_at
    if not drawable:
        return NextDraw(number, questions.pool(tournament, number), awaited, ready=False)
    ranks, parts = ranks_and_parts(tournament, number, method)
    if not parts:
        return NextDraw(number, questions.pool(tournament, number), awaited, ready=False, over=True)
    pool = questions.pool(tournament, number, parts)
    if len(pool.teams) < 2:
        return NextDraw(number, pool, awaited, ready=False, parts=parts)
    asked = draws.requests_of(tournament, number, ranks=ranks, parts=parts, options=options)
    chance = [request for _part, request in asked if tirages.TIRAGES[request["method"]].chance]
    seed_from = "none" if not chance else "plan" if all(request["seed"] for request in chance) else "cards"
    try:
        fingerprint = draws.fingerprint_of(asked)
    except tirages.BadRequest:
        fingerprint = ""
    return NextDraw(number, pool, awaited, True, fingerprint, seed_from, parts=parts, long=is_long(asked))


@transaction.atomic
def open_next_round(
    *,
    tournament_id: int,
    by: AbstractBaseUser | None,
    seed: str = "",
    method: str | None = None,
    options: Mapping[str, object] | None = None,
    fingerprint: str | None = None,
    made: tuple[str, Sequence[dict]] | None = None,
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
    method = method or method_for(tournament, number)
    ranks, parts = ranks_and_parts(tournament, number, method)
    if not parts and number <= tournament.parties:
        raise TournamentError("phases_over")
    return draws.make_draft(
        tournament_id=tournament_id,
        number=number,
        ranks=ranks,
        method=method,
        seed=seed,
        by=by,
        options=options,
        fingerprint=fingerprint,
        parts=parts,
        made=made,
    )


def is_long(asked: Sequence[tuple[questions.Part, Mapping]]) -> bool:
    """Whether computing these draws may take more than a second or two (tests/benchmarks/bench_draw_act.py)."""
    for _part, request in asked:
        teams = len(request["entrants"])
        by_hand_of_time = tirages.TIRAGES[request["method"]].seats == "players"
        clubs = request["options"].get("club_apart", "no") != "no"
        if teams > (LONG_SINGLES if by_hand_of_time else LONG_CLUBS if clubs else LONG):
            return True
    return False


@transaction.atomic
def draw_or_ask(
    *,
    tournament_id: int,
    by: AbstractBaseUser | None,
    seed: str,
    method: str,
    options: Mapping[str, object] | None,
    fingerprint: str | None,
) -> Draw | Job:
    """The tirage at once, or, where it is long, the job that computes it; a job that is open already serves.

    Raises as `open_next_round`.
    """
    tournament = lock_tournament(tournament_id)
    told = next_draw(tournament, method=method, options=options or {})
    if told.ready and told.long and not questions.live_draw(tournament, told.number):
        if fingerprint is not None and fingerprint != told.fingerprint:
            raise TournamentError("pool_changed", field="seed", round=told.number)
        if open_job := draw_job(tournament, told.number):
            if open_job.open:
                return open_job
        args = {
            "number": told.number,
            "seed": draws.normal_seed(seed),
            "method": method,
            "options": dict(options or {}),
            "fingerprint": told.fingerprint,
            "language": get_language() or "fr",
        }
        return jobs.enqueue("draw", tournament=tournament, args=args, by=by)
    return open_next_round(
        tournament_id=tournament_id, by=by, seed=seed, method=method, options=options, fingerprint=fingerprint
    )


def draw_job(tournament: Tournament, number: int) -> Job | None:
    """The last job asked for the draw of partie *number*, unless it is done."""
    row = tournament.jobs.filter(kind="draw").order_by("-created_at").first()
    return row if row and row.state != Job.State.DONE and row.args.get("number") == number else None


def draw_in_background(row: Job, progress: jobs.Progress) -> Draw:
    """The draft that the job asks for, computed without holding the concours. Harmless twice; raises as the page would.

    The pool is frozen by its fingerprint: had it changed meanwhile, nothing would be drawn.
    """
    asked_for = row.args
    with translation.override(asked_for["language"]):
        tournament = Tournament.objects.get(pk=row.tournament_id)
        number = asked_for["number"]
        if live := questions.live_draw(tournament, number):
            return live
        progress(5, _("Reading the teams and their results"))
        ranks, parts = ranks_and_parts(tournament, number, asked_for["method"])
        asked = draws.requests_of(tournament, number, ranks=ranks, parts=parts, options=asked_for["options"])
        if draws.fingerprint_of(asked) != asked_for["fingerprint"]:
            raise TournamentError("pool_changed", field="seed", round=number)
        teams = sum(len(request["entrants"]) for _part, request in asked)
        progress(15, _("Looking for the best draw of %(teams)s teams") % {"teams": teams})
        made = draws.compute(tournament, number, asked, asked_for["seed"])
        progress(80, _("Seating the tables"))
        try:
            return open_next_round(
                tournament_id=tournament.pk,
                by=row.by,
                seed=asked_for["seed"],
                method=asked_for["method"],
                options=asked_for["options"],
                fingerprint=asked_for["fingerprint"],
                made=made,
            )
        except draws.AlreadyDrawn as found:
            # Drawn by hand meanwhile: that tirage is the one, as for the second of two organisers.
            return found.draw


def catch_up_guests(tournament: Tournament, draw: Draw) -> list[tuple[int, list[int]]]:
    """For each exempt team of a published *draw*, the teams that may play its catch-up game, the first to finish first.

    Empty where the concours has no such games. Four queries at most.
    """
    if tournament.exempt_policy != "catch_up" or draw.state != "published":
        return []
    waiting = list(draw.round.seats.filter(table__isnull=True).values_list("team_id", "team__number"))
    if not waiting:
        return []
    done = ScoreSheet.objects.filter(table__round=draw.round, counted=True).order_by("pk")
    tables = list(done.values_list("table_id", flat=True))
    seated: dict[int, list[int]] = {}
    for table, number in draw.round.seats.filter(table__in=tables, counts=True).values_list("table_id", "team__number"):
        seated.setdefault(table, []).append(number)
    finished = [number for table in tables for number in sorted(seated.get(table, []))]
    met, _exempt, _partners = questions.history(tournament, draw.round.number)
    found = []
    for team_id, number in waiting:
        first = tirages.catch_up(number, finished, met.get(team_id, []))
        rest = [team for team in finished if team != first and team not in met.get(team_id, [])]
        found.append((number, [first, *rest] if first else []))
    return found
