"""Show the effects of a correction before it is recorded, and decide on the tirages made before it."""

from collections.abc import Callable
from functools import partial
from typing import Annotated, Any

from django.utils.translation import gettext as _
from rest_framework.serializers import IntegerField

from scoring.corrections.draw_effects import DrawEffect, OtherTable
from scoring.corrections.inputs import Corrects
from scoring.corrections.selectors import Effects, Move, OtherWinner, TableChange, Walkover, dry_run
from scoring.corrections.services import REDRAW, allowed_effects, record
from scoring.sheets.api.entry import TableView
from tournament.api.base import ConcoursView
from tournament.api.shapes import Shown
from tournament.concours.access import tournament_for
from tournament.inputs import arguments

TableChangeOutput = Annotated[
    TableChange,
    Shown("TableChangeOutput", "round table=number was now"),
    "A table of which another score counts: camp by camp, NS first; empty for none.",
]
MoveOutput = Annotated[
    Move,
    Shown("MoveOutput", "number rank_was=was rank_now=now points_was points_now lot_was=prize_was lot_now=prize_now"),
]
OtherWinnerOutput = Annotated[OtherWinner, Shown("OtherWinnerOutput", "name round table was now stays sat_in")]
WalkoverOutput = Annotated[Walkover, Shown("WalkoverOutput", "name goes_on out")]
OtherTableOutput = Annotated[OtherTable, Shown("OtherTableOutput", "table=number was now donnes reported")]
DrawEffectOutput = Annotated[
    DrawEffect,
    Shown(
        "DrawEffectOutput",
        "draw=draw_id round=number state started may_cancel compared figures all_tables tables exempt_was exempt_now",
        OtherTableOutput,
    ),
    "A tirage that would differ. `compared` is false where it only may be; `may_cancel`: it can be redrawn.",
]
EffectsOutput = Annotated[
    Effects,
    Shown(
        "EffectsOutput",
        """effects=token after_round final tables ranks=moves points lots=prizes criteria winners walkovers draws mended
        redraw=redraw.number""",
        TableChangeOutput,
        MoveOutput,
        OtherWinnerOutput,
        WalkoverOutput,
        DrawEffectOutput,
        redraw=Annotated[int, IntegerField(allow_null=True, default=None)],
    ),
    """The changes; nothing is recorded. `after_round` is the partie after which the ranking stands.

    `effects` is sent back with the correction; `redraw` is the partie that may be drawn again, null where none may;
    `mended` are those whose tirage was not that of the ranking, and is again.""",
]


def _settling(data: Corrects) -> tuple[dict[str, Any], str, str]:
    """Split *data* into the arguments of the act, the choice for the tirages and the token."""
    sent = arguments(data)
    return sent, sent.pop("draws"), sent.pop("effects")


class Correcting(ConcoursView):
    """An address whose act may change a score that counts."""

    def shown(self, act: Callable[..., object], data: Corrects) -> Effects:
        """Return what *act* with *data* would change; its reason may still be missing. Raises as `corrected`."""
        sent, _draws, _seen = _settling(data)
        if hasattr(data, "reason"):
            sent |= {"reason": sent.get("reason") or _("correction")}
        return allowed_effects(*dry_run(self.tournament.pk, partial(act, **sent)))

    def corrected(self, act: Callable[..., Any], data: Corrects, *, counts: bool = True) -> Any:
        """Do *act* with *data*, the tirages kept or drawn again as was asked. Raises as *act* and `record`.

        *counts* is whether it may change a score that counts: if not, it is done at once.
        """
        sent, draws, seen = _settling(data)
        if not counts:
            return act(**sent)
        if draws == REDRAW:
            tournament_for(self.user, self.tournament.pk, "draw")
        return record(
            tournament_id=self.tournament.pk,
            act=partial(act, **sent),
            draws=draws,
            seen=seen,
            by=self.user,
            reason=sent.get("reason", ""),
        )


class Correction(TableView, Correcting):
    """Such an address of one table."""
