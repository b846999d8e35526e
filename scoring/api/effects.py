"""What a correction would move, asked before it is recorded, and what becomes of the tirages made before it."""

from collections.abc import Callable
from functools import partial

from django.utils.translation import gettext as _
from rest_framework import serializers

from scoring.api.entry import TableView
from scoring.selectors.effects import Effects, effects_of, rehearse
from scoring.services.effects import KEEP, REDRAW, record
from tournament.api.strict import Input, Text, Word
from tournament.selectors.access import tournament_for


class Corrects(Input):
    """What becomes of the tirages that would be others: `draws` keep (as they are) or redraw (the last one is cancelled).

    `effects` is the token of what was shown: where something came in since, nothing is recorded.
    """

    draws = Word(choices=[KEEP, REDRAW], required=False, default=KEEP)
    effects = Text(max_length=12, required=False, default="")


class TableChangeOutput(serializers.Serializer):
    """A table of which another score counts: camp by camp, NS first; empty for none."""

    round = serializers.IntegerField()
    table = serializers.IntegerField(source="number")
    was = serializers.CharField(allow_blank=True)
    now = serializers.CharField(allow_blank=True)


class MoveOutput(serializers.Serializer):
    """A team whose rank, points or prize is another one; null where it is not in that ranking."""

    number = serializers.IntegerField()
    rank_was = serializers.IntegerField(source="was", allow_null=True)
    rank_now = serializers.IntegerField(source="now", allow_null=True)
    points_was = serializers.IntegerField(allow_null=True)
    points_now = serializers.IntegerField(allow_null=True)
    lot_was = serializers.CharField(allow_blank=True)
    lot_now = serializers.CharField(allow_blank=True)


class OtherTableOutput(serializers.Serializer):
    """A table that would be another one: who sits there, who would. `donnes` of it are on a telephone."""

    table = serializers.IntegerField(source="number")
    was = serializers.CharField(allow_blank=True)
    now = serializers.CharField(allow_blank=True)
    donnes = serializers.IntegerField()
    reported = serializers.BooleanField()


class DrawEffectOutput(serializers.Serializer):
    """A tirage that would be another one. `compared` is false where it only may be; `may_cancel`: it can be redrawn."""

    draw = serializers.IntegerField(source="draw_id")
    round = serializers.IntegerField(source="number")
    state = serializers.CharField()
    started = serializers.BooleanField()
    may_cancel = serializers.BooleanField()
    compared = serializers.BooleanField()
    figures = serializers.IntegerField()
    all_tables = serializers.IntegerField()
    tables = OtherTableOutput(many=True)
    exempt_was = serializers.ListField(child=serializers.IntegerField())
    exempt_now = serializers.ListField(child=serializers.IntegerField())


class EffectsOutput(serializers.Serializer):
    """What would change; nothing is recorded. `after_round` is the partie after which the ranking stands.

    `effects` is sent back with the correction; `redraw` is the partie that may be drawn again, null where none may;
    `mended` are those whose tirage was not that of the ranking, and is again.
    """

    effects = serializers.CharField(source="token")
    after_round = serializers.IntegerField()
    final = serializers.BooleanField()
    tables = TableChangeOutput(many=True)
    ranks = MoveOutput(source="moves", many=True)
    points = MoveOutput(many=True)
    lots = MoveOutput(many=True)
    criteria = serializers.ListField(child=serializers.CharField())
    draws = DrawEffectOutput(many=True)
    mended = serializers.ListField(child=serializers.IntegerField())
    redraw = serializers.IntegerField(source="redraw.number", allow_null=True, default=None)


class Correction(TableView):
    """An address of a table whose act may change a score that counts."""

    def shown(self, act: Callable[..., object], data: dict) -> Effects:
        """What *act* with *data* would move; a reason may still be missing. Raises as *act*."""
        _settling(data)
        told = data | {"reason": data.get("reason") or _("correction")}
        return effects_of(*rehearse(self.tournament.pk, partial(act, **told)))

    def corrected(self, act: Callable[..., object], data: dict, *, counts: bool = True) -> object:
        """What *act* with *data* gives, the tirages kept or drawn again as was asked. Raises as *act* and `record`.

        *counts* is whether it may change a score that counts: if not, it is done at once.
        """
        draws, seen = _settling(data)
        if not counts:
            return act(**data)
        if draws == REDRAW:
            tournament_for(self.request.user, self.tournament.pk, "draw")
        return record(
            tournament_id=self.tournament.pk,
            act=partial(act, **data),
            draws=draws,
            seen=seen,
            by=self.request.user,
            reason=data.get("reason", ""),
        )


def _settling(data: dict) -> tuple[str, str]:
    """What *data* says of the tirages, taken out of it."""
    return data.pop("draws"), data.pop("effects")
