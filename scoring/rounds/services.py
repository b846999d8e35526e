"""Act on the next partie: draw it at once or in the background, from the ranking, which the draw never asks for;
guests for the catch-up game of an exempt team.
"""

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import translation
from django.utils.translation import get_language, gettext as _

from rules import local_words
from scoring.errors import ScoringError
from scoring.rounds.next_draw import DrawBasis, NextDraw, basis_of, method_for, next_draw, tables_awaited
from scoring.sheets.models import ScoreSheet
from scoring.standings.selectors import Reading, reading
from tournament import tirages
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.errors import TournamentError
from tournament.jobs import services as jobs
from tournament.jobs.models import Job
from tournament.journal import services as journal
from tournament.registration.models import Team
from tournament.registration.selectors import team_title
from tournament.rounds import acts as rounds_acts, selectors as questions, services as draws
from tournament.rounds.models import Draw
from tournament.rounds.requests import compute, fingerprint_of, requests_of, without_later_options
from tournament.rounds.seeds import machine_seed, normal_seed

# Twelve tables are said by their numbers, the rest by how many they are: the page links to each.
_NAMED = 12


def _compute(
    tournament: Tournament,
    number: int,
    basis: DrawBasis,
    *,
    options: Mapping[str, object] | None,
    seed: str,
) -> tuple[str, list[dict[str, Any]]]:
    """Draw each part, the cards first ordering those that are equal where only some enter a phase; as `compute`.

    The minutes then keep that order, with the cards and the fingerprint of the pool that was *shown* before them:
    anyone can order them again.
    """
    asked = partial(requests_of, tournament, number, ranks=basis.ranks, options=options)
    if not basis.equals:
        return compute(tournament, number, asked(parts=basis.parts), seed)
    shown = fingerprint_of(asked(parts=basis.parts))
    typed = normal_seed(seed)
    cards = typed or machine_seed()
    by_cards = partial(tirages.by_cards, shown, cards)
    cut = {"orders": [by_cards(teams) for teams in basis.equals], "seed": cards, "shown": shown}
    requests = asked(parts=basis.parts_by(cards=by_cards))
    for _part, request in requests:
        request["about"] = request.get("about", {}) | {"cut": cut}
    _origin, minutes = compute(tournament, number, requests, cards)
    return ("public" if typed else "machine"), minutes


@transaction.atomic
def open_next_round(
    *,
    tournament_id: int,
    by: User | None,
    seed: str = "",
    method: str | None = None,
    options: Mapping[str, object] | None = None,
    fingerprint: str | None = None,
    made: tuple[str, Sequence[dict[str, Any]]] | None = None,
    prepared: NextDraw | None = None,
    read: Reading | None = None,
) -> Draw:
    """Draw the next partie, as a draft. *seed* "" has one made; the rest as `make_draft`.

    *prepared* is this draw as `next_draw` has just given it from *read*, under the same lock.

    Raises ScoringError `tables_awaited` while a table of the last partie has no score that counts or is disputed,
    AlreadyDrawnError with the tirage that another organiser has just made, TournamentError otherwise.
    """
    tournament = lock_tournament(tournament_id)
    number = questions.next_number(tournament)
    read = read or reading(tournament)
    if awaited := tables_awaited(tournament, number, read):
        named = _first_of([str(table.number) for table in awaited])
        raise ScoringError("tables_awaited", round=number - 1, next=number, count=len(awaited), named=named)
    requests = prepared.requests if prepared is not None else ()
    if _follow_the_teams(tournament, number, read):
        read, requests = reading(tournament), ()
    method = method or method_for(tournament, number, read)
    basis = basis_of(tournament, number, method, read)
    if not basis.parts and number > 1:
        if number > tournament.parties and not tournament.formula.has_finals:
            raise TournamentError("parties_all_drawn", parties=tournament.parties)
        raise TournamentError("phases_over")
    if basis.equals and made is None:
        made = _compute(tournament, number, basis, options=options, seed=seed)
    return draws.make_draft(
        tournament_id=tournament_id,
        number=number,
        ranks=basis.ranks,
        method=method,
        seed=seed,
        by=by,
        options=options,
        fingerprint=fingerprint,
        parts=basis.parts,
        requests=requests,
        made=made,
    )


def _follow_the_teams(tournament: Tournament, number: int, read: Reading | None = None) -> bool:
    """Store with the concours the number of parties that its finals need, as it is known before partie *number*.

    Nobody asked for that: the line of the journal is the program's. Return whether it is another now.
    """
    if not tournament.formula.follows or tournament.closed_at:
        return False
    before, last = tournament.parties, (read or reading(tournament))().outstanding.last
    if last == before or last < number:
        return False
    tournament.parties = last
    tournament.save(update_fields=["parties"])
    journal.write(
        tournament,
        rounds_acts.CHANGE_PARTIES,
        None,
        before={"parties": before},
        after={"parties": last},
        reason=_("The finals need so many for the teams that play."),
    )
    return True


@transaction.atomic
def change_parties(
    *, tournament_id: int, parties: int, reason: str, by: User | None, to_the_end: bool = False
) -> Tournament:
    """Change the number of parties, or let the finals make it again. Raises as the act of the draws does."""
    tournament = draws.change_parties(
        tournament_id=tournament_id, parties=parties, reason=reason, by=by, to_the_end=to_the_end
    )
    _follow_the_teams(tournament, questions.next_number(tournament))
    return tournament


@transaction.atomic
def draw_or_ask(
    *,
    tournament_id: int,
    by: User | None,
    seed: str,
    method: str,
    options: Mapping[str, object] | None,
    fingerprint: str | None,
    without_singles: bool = False,
) -> Draw | Job:
    """Draw at once, or, where it is long, enqueue the job that does; an open job is returned as it is.

    Raises as `open_next_round`, and TournamentError `singles_unpaired` while people are here without a partner, unless
    *without_singles* says that they stay out of this draw.
    """
    tournament = lock_tournament(tournament_id)
    read = reading(tournament)
    prepared = next_draw(tournament, method=method, options=options or {}, read=read, named=False)
    if prepared.ready and not without_singles:
        check_singles(prepared.pool.alone)
    if prepared.ready and prepared.long and not questions.live_draw(tournament, prepared.number):
        if fingerprint is not None and fingerprint != prepared.fingerprint:
            raise TournamentError("pool_changed", field="seed", round=prepared.number)
        if (open_job := draw_job(tournament, prepared.number)) and open_job.open:
            return open_job
        args = {
            "number": prepared.number,
            "seed": normal_seed(seed),
            "method": method,
            "options": dict(options or {}),
            "fingerprint": prepared.fingerprint,
            "language": get_language() or "fr",
        }
        return jobs.enqueue("draw", tournament=tournament, args=args, by=by)
    return open_next_round(
        tournament_id=tournament_id,
        by=by,
        seed=seed,
        method=method,
        options=options,
        fingerprint=fingerprint,
        prepared=prepared,
        read=read,
    )


def check_singles(singles: Sequence[Team]) -> None:
    """Raise TournamentError `singles_unpaired` where people are here without a partner: nobody is left out unasked."""
    if singles:
        named = _first_of([team_title(team) for team in singles])
        raise TournamentError("singles_unpaired", field="without_singles", count=len(singles), names=named)


def _first_of(names: Sequence[str]) -> str:
    return ", ".join(names[:_NAMED]) + (" …" if len(names) > _NAMED else "")


def draw_job(tournament: Tournament, number: int) -> Job | None:
    """Return the last job asked for the draw of partie *number*, unless it is done."""
    row = tournament.jobs.filter(kind="draw").order_by("-created_at").first()
    return row if row and row.state != Job.State.DONE and row.args.get("number") == number else None


def draw_in_background(row: Job, progress: jobs.Progress) -> Draw:
    """Compute the draft of the job without locking the concours. Harmless twice; raises as the page would.

    The pool is frozen by its fingerprint: had it changed meanwhile, nothing would be drawn.
    """
    arguments = row.args
    with translation.override(arguments["language"]):
        assert row.tournament_id is not None, "a draw is one of a concours"
        tournament = Tournament.objects.select_related("club").get(pk=row.tournament_id)
        local_words.choose(tournament.words)
        number = arguments["number"]
        if live := questions.live_draw(tournament, number):
            return live
        progress(5, _("Reading the teams and their results"))
        basis = basis_of(tournament, number, arguments["method"])
        requests = partial(requests_of, tournament, number, ranks=basis.ranks, parts=basis.parts)
        options = arguments["options"]
        asked = requests(options=options)
        if fingerprint_of(asked) != arguments["fingerprint"]:
            # A version without some of today's settings showed the room another code: its draw is made.
            options = without_later_options(arguments["method"], options)
            asked = requests(options=options)
        if fingerprint_of(asked) != arguments["fingerprint"]:
            raise TournamentError("pool_changed", field="seed", round=number)
        teams = sum(len(request["entrants"]) for _part, request in asked)
        progress(15, _("Looking for the best draw of %(teams)s teams") % {"teams": teams})
        made = _compute(tournament, number, basis, options=options, seed=arguments["seed"])
        progress(80, _("Seating the tables"))
        try:
            return open_next_round(
                tournament_id=tournament.pk,
                by=row.by,
                seed=arguments["seed"],
                method=arguments["method"],
                options=options,
                fingerprint=arguments["fingerprint"],
                made=made,
            )
        except draws.AlreadyDrawnError as existing:
            # Drawn by hand meanwhile: that tirage is the one, as for the second of two organisers.
            return existing.draw


def catch_up_guests(tournament: Tournament, draw: Draw) -> list[tuple[int, list[int]]]:
    """List, for each exempt team of a published *draw*, the teams that may play its catch-up game, in order of finish.

    Empty where the concours has no such games. Five queries at most.
    """
    if draw.state != "published" or not questions.catches_up(tournament):
        return []
    waiting = list(
        draw.round.seats.filter(table=None, forfeited_by=None, team__withdrawn_from=None).values_list(
            "team_id", "team__number"
        )
    )
    if not waiting:
        return []
    done = ScoreSheet.objects.filter(table__round=draw.round, counted=True).order_by("pk")
    tables = list(done.values_list("table_id", flat=True))
    seated: dict[int, list[int]] = {}
    for table, number in draw.round.seats.filter(table__in=tables, counts=True).values_list("table_id", "team__number"):
        seated.setdefault(table, []).append(number)
    finished = [number for table in tables for number in sorted(seated.get(table, []))]
    # A rest of the relay may be made up after later parties: whom a team has met in these counts too.
    met, _rests, _partners = questions.history(tournament, questions.next_number(tournament))
    found = []
    for team_id, number in waiting:
        first = tirages.catch_up(number, finished, met.get(team_id, []))
        rest = [team for team in finished if team != first and team not in met.get(team_id, [])]
        found.append((number, [first, *rest] if first else []))
    return found
