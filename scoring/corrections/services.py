"""Record a correction together with the decision about the tirages made from the ranking before it."""

from collections.abc import Callable
from typing import TypeVar

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.corrections import acts
from scoring.corrections.selectors import Effects, OtherWinner, dry_run, effects_of
from scoring.errors import ScoringError
from scoring.standings.results import EveningResults
from tournament import names
from tournament.concours.lock import lock_tournament
from tournament.concours.models import Tournament
from tournament.journal import services as journal
from tournament.journal.services import REASON_LENGTH
from tournament.rounds.models import Draw, Round
from tournament.rounds.selectors import tables_with_records
from tournament.rounds.services import cancel_draw

KEEP, REDRAW = "keep", "redraw"

Given = TypeVar("Given")


def allowed_effects(before: EveningResults, after: EveningResults) -> Effects:
    """Return the effects of an act, *before* and *after* which the results are given.

    Raises ScoringError `result_followed`, or `result_played_on` where scores came in since, for another winner of a match
    whose winner has sat down, where the concours refuses that. An exclusion is never refused.
    """
    effects = effects_of(before, after)
    if before.tournament.changed_results == "refused" and not effects.excludes:
        for match in effects.winners:
            if match.sat_in is not None:
                raise _followed(before.tournament, match, match.sat_in)
    return effects


def _followed(tournament: Tournament, match: OtherWinner, sat_in: int) -> ScoringError:
    """Return the refusal of another winner of *match*, with the draws that follow it, the last one first."""
    later = Round.objects.filter(tournament=tournament, state="published", number__gte=sat_in).order_by("-number")
    played_on = tables_with_records().filter(round__in=later).exists()
    parties = ", ".join(map(str, later.values_list("number", flat=True)))
    return ScoringError(
        "result_played_on" if played_on else "result_followed",
        match=match.name,
        round=match.round,
        table=match.table,
        team=match.stays,
        next=sat_in,
        parties=parties,
    )


@transaction.atomic
def record(
    *,
    tournament_id: int,
    act: Callable[[], Given],
    draws: str = KEEP,
    seen: str = "",
    by: User | None,
    reason: str = "",
) -> Given:
    """Do *act*; keep the tirages that would change, or cancel the one that may be drawn again (*draws*). Return its
    result.

    *seen* is the token of the effects that were shown, empty where none were. What is recorded already, sent twice,
    changes nothing. Raises ScoringError `effects_changed`, `redraw_none`, and as *act* and `allowed_effects`; then nothing
    is written.
    """
    lock_tournament(tournament_id)
    before, after = dry_run(tournament_id, act)
    if before.tournament.journal_number == after.tournament.journal_number:
        return act()
    effects = allowed_effects(before, after)
    if seen and seen != effects.token:
        raise ScoringError("effects_changed")
    if draws == REDRAW and effects.redraw is None:
        raise ScoringError("redraw_none")
    return record_confirmed(tournament_id=tournament_id, act=act, effects=effects, draws=draws, by=by, reason=reason)


@transaction.atomic
def record_confirmed(
    *,
    tournament_id: int,
    act: Callable[[], Given],
    effects: Effects,
    draws: str,
    by: User | None,
    reason: str = "",
) -> Given:
    """Do *act* with the decision (*draws*) about the tirages that *effects* names, both or neither; return its result.

    The tirage that may be drawn again is cancelled, once; or each tirage that is kept although it would differ now is
    journalled, unless the act finds itself done already. Raises what the act raises, and TournamentError as
    `cancel_draw`: a score of that partie that came in meanwhile keeps all as it was.
    """
    line = lock_tournament(tournament_id).journal_number
    result = act()
    if draws == REDRAW and effects.redraw is not None:
        draw = Draw.objects.get(pk=effects.redraw.draw_id, round__tournament=tournament_id)
        if draw.state != "cancelled":
            why = _("A score was corrected: %(reason)s") % {"reason": reason} if reason else _("A score was corrected")
            cancel_draw(draw_id=draw.pk, reason=why[:REASON_LENGTH], by=by)
        return result
    tournament = lock_tournament(tournament_id)
    for kept in effects.draws if tournament.journal_number > line else ():
        after = {"round": kept.number, "draw": kept.attempt, "other_tables": [table.number for table in kept.tables]}
        journal.write(tournament=tournament, act=acts.KEEP_TABLES, by=by, after=after, reason=names.clean(reason))
    return result
