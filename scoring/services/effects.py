"""A correction together with what is decided about the tirage that was made from the ranking before it."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from scoring.errors import ScoringError
from scoring.selectors.effects import Effects, effects_of, rehearse
from tournament import journal, names
from tournament.models import Draw
from tournament.services import draws as tirages

REASON_LENGTH = tirages.REASON_LENGTH
KEEP, REDRAW = "keep", "redraw"


@transaction.atomic
def record(
    *,
    tournament_id: int,
    act: Callable[[], object],
    draws: str = KEEP,
    seen: str = "",
    by: AbstractBaseUser | None,
    reason: str = "",
) -> object:
    """What *act* gives; the tirages that would be others are kept, or the one that may be is cancelled (*draws*).

    *seen* is the token of the effects that were shown, empty where none were. What is recorded already, sent twice,
    changes nothing. Raises ScoringError `effects_changed`, `redraw_none`, and as *act*; then nothing is written.
    """
    journal.lock_tournament(tournament_id)
    before, after = rehearse(tournament_id, act)
    if before.tournament.journal_number == after.tournament.journal_number:
        return act()
    effects = effects_of(before, after)
    if seen and seen != effects.token:
        raise ScoringError("effects_changed")
    if draws == REDRAW and effects.redraw is None:
        raise ScoringError("redraw_none")
    return settled(tournament_id=tournament_id, act=act, effects=effects, draws=draws, by=by, reason=reason)


def settled(
    *,
    tournament_id: int,
    act: Callable[[], object],
    effects: Effects,
    draws: str,
    by: AbstractBaseUser | None,
    reason: str = "",
) -> object:
    """What *act* gives, with what was decided (*draws*) about the tirages that *effects* names. Raises as *act*."""
    if draws == REDRAW:
        draw_id = effects.redraw.draw_id
        return record_and_redraw(tournament_id=tournament_id, act=act, draw_id=draw_id, by=by, reason=reason)
    kept = [(draw.number, draw.attempt, [table.number for table in draw.tables]) for draw in effects.draws]
    return record_and_keep(tournament_id=tournament_id, act=act, kept=kept, by=by, reason=reason)


@transaction.atomic
def record_and_keep(
    *,
    tournament_id: int,
    act: Callable[[], object],
    kept: Sequence[tuple[int, int, Sequence[int]]],
    by: AbstractBaseUser | None,
    reason: str = "",
) -> object:
    """What *act* gives, with a line in the journal for each tirage that stays although it would be another one now.

    *kept* are (partie, number of the tirage, its tables that would differ). An act that finds itself done already adds
    no line. Raises what the act raises; then nothing is written.
    """
    before = journal.lock_tournament(tournament_id).journal_number
    given = act()
    tournament = journal.lock_tournament(tournament_id)
    if tournament.journal_number > before:
        for number, draw, tables in kept:
            after = {"round": number, "draw": draw, "other_tables": list(tables)}
            journal.write(tournament=tournament, act="keep_tables", by=by, after=after, reason=names.clean(reason))
    return given


@transaction.atomic
def record_and_redraw(
    *, tournament_id: int, act: Callable[[], object], draw_id: int, by: AbstractBaseUser | None, reason: str = ""
) -> object:
    """What *act* gives, and the tirage *draw_id* cancelled, both or neither: its partie is then drawn again.

    Sent twice it does the same as once. Raises what the act raises, and TournamentError as `cancel_draw`: a score of
    that partie that came in meanwhile keeps all as it was.
    """
    journal.lock_tournament(tournament_id)
    given = act()
    draw = Draw.objects.get(pk=draw_id, round__tournament=tournament_id)
    if draw.state != "cancelled":
        why = _("A score was corrected: %(reason)s") % {"reason": reason} if reason else _("A score was corrected")
        tirages.cancel_draw(draw_id=draw.pk, reason=why[:REASON_LENGTH], by=by)
    return given
