"""The evening as a whole: where it stands, its end, its prizes."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from scoring.selectors.evening import evening_of, palmares_of, prizes_of
from scoring.services.closing import REASON_LENGTH, close_tournament, reopen_tournament
from tournament.api.base import ConcoursView, Page, act, page, pages_of
from tournament.api.concours import ConcoursOutput
from tournament.api.strict import Input, Name


class CloseInput(Input):
    """Why the concours stops before the parties announced are played, where it does; or what this palmarès corrects."""

    reason = Name(max_length=REASON_LENGTH, allow_blank=True, required=False, default="")


class ReopenInput(Input):
    reason = Name(max_length=REASON_LENGTH, allow_blank=True)


class PartieStateOutput(serializers.Serializer):
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=["todo", "draft", "playing", "done"])
    tables = serializers.IntegerField()
    entered = serializers.IntegerField()
    missing = serializers.ListField(child=serializers.IntegerField())
    disputed = serializers.ListField(child=serializers.IntegerField())


class EveningOutput(serializers.Serializer):
    """`stage` says what comes next, `number` is the partie it is about, `draw` the tirage that waits or was last."""

    stage = serializers.ChoiceField(choices=["door", "draft", "playing", "next", "finished", "closed"])
    number = serializers.IntegerField()
    played = serializers.IntegerField()
    awaited = serializers.IntegerField()
    registered = serializers.IntegerField()
    present = serializers.IntegerField()
    waiting = serializers.IntegerField(help_text="teams on the waiting list")
    unpaid = serializers.IntegerField()
    draw = serializers.IntegerField(source="draw_id", allow_null=True)
    parties = serializers.SerializerMethodField()

    @extend_schema_field(PartieStateOutput(many=True))
    def get_parties(self, evening) -> list[dict[str, object]]:
        return [
            {name: getattr(partie, name) for name in ("number", "state", "tables", "entered")}
            | {
                "missing": evening.missing.get(partie.number, []),
                "disputed": evening.disputed.get(partie.number, []),
            }
            for partie in evening.parties
        ]


class PrizeOutput(serializers.Serializer):
    """`shared`: equal to a neighbour, they draw a card for the order. `lot` is empty when none is left."""

    rank = serializers.IntegerField(source="row.rank")
    number = serializers.IntegerField(source="row.number")
    points = serializers.IntegerField(source="row.points")
    name = serializers.CharField()
    origin = serializers.CharField(allow_blank=True)
    lot = serializers.CharField(allow_blank=True)
    shared = serializers.BooleanField()


PrizeList = pages_of(PrizeOutput)


class PublishedRowOutput(serializers.Serializer):
    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    points = serializers.IntegerField()


class PublishedOutput(serializers.Serializer):
    """One publication of the palmarès. `reason`: why it replaces the one before. `rows` is null where an earlier version
    of the program published it and kept no copy; `stands`: it is the palmarès today, else `back_at` it was taken back.
    """

    number = serializers.IntegerField()
    at = serializers.DateTimeField()
    reason = serializers.CharField(allow_blank=True)
    stands = serializers.BooleanField()
    back_at = serializers.DateTimeField(allow_null=True)
    rows = serializers.SerializerMethodField()

    @extend_schema_field(PublishedRowOutput(many=True, allow_null=True))
    def get_rows(self, one) -> list[dict[str, int]] | None:
        if one.rows is None:
            return None
        return [{"rank": rank, "number": number, "points": points} for rank, number, points in one.rows]


PublishedList = pages_of(PublishedOutput)


class Evening(ConcoursView):
    @act("read", gives=EveningOutput)
    def get(self, request: Request):
        """Where the concours stands: what is missing, what comes next."""
        return evening_of(self.tournament)


class Close(ConcoursView):
    @act("close", takes=CloseInput, gives=ConcoursOutput)
    def post(self, request: Request, data: dict):
        """Publish the palmarès: the ranking is final. Refused while a table is missing."""
        return close_tournament(tournament_id=self.tournament.pk, by=request.user, **data)


class Reopen(ConcoursView):
    @act("close", takes=ReopenInput, gives=ConcoursOutput)
    def post(self, request: Request, data: dict):
        """Take the palmarès back to correct something."""
        return reopen_tournament(tournament_id=self.tournament.pk, by=request.user, **data)


class Prizes(ConcoursView):
    @act("read", asks=Page, gives=PrizeList)
    def get(self, request: Request, query: dict) -> dict:
        """The call list, teams in ranking order with their prizes; empty while no ranking is final."""
        return page(prizes_of(self.tournament), query)


class Palmares(ConcoursView):
    @act("read", asks=Page, gives=PublishedList)
    def get(self, request: Request, query: dict) -> dict:
        """Every publication of the palmarès, in order; empty before the first."""
        return page(palmares_of(self.tournament), query)
