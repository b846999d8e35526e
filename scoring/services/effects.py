"""A correction together with what is decided about the tirage that was made from the ranking before it."""

from collections.abc import Callable, Sequence

from django.contrib.auth.models import AbstractBaseUser
from django.db import transaction
from django.utils.translation import gettext as _

from tournament import journal, names
from tournament.models import Draw
from tournament.services import draws

REASON_LENGTH = draws.REASON_LENGTH


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
        draws.cancel_draw(draw_id=draw.pk, reason=why[:REASON_LENGTH], by=by)
    return given
