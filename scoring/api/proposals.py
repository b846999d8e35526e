"""The table de marque: what waits at each table of a partie, and its figures read again by an account.

What telephones propose and confirm has no address here: they have no account, and their pages are theirs.
"""

from django.http import Http404
from django.utils import timezone
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from scoring.api.entry import RoundView, SideOutput, TableView, VersionOutput
from scoring.models import ScoreSheet
from scoring.selectors.entry import shown_name
from scoring.selectors.proposals import Desk, DeskLine, desk_of
from scoring.services import proposals as acts
from tournament.api.base import act
from tournament.api.strict import Figure, Input, Text, Truth

# What is to be done with a table, in the order of the page.
PLACES = ("disputed", "from_phones", "to_read", "typing", "missing")


class ReadAgainInput(Input):
    """`version` is the one that was read again with the same figures; `signed` says that both camps signed the paper.

    `key` is made by the device when the reading begins: sent again it changes nothing.
    """

    key = Text(min_length=16, max_length=64)
    version = Figure(min_value=1, max_value=99_999)
    signed = Truth(required=False, default=False)


class DeskLineOutput(serializers.Serializer):
    """A table: the score that counts (`sheet`), or those that wait and the camps and readers who stand for the last.

    `phones` have been seen there in the last two minutes; `done` is the last donne noted on them, null where none keeps
    the sheet.
    """

    table = serializers.IntegerField(source="number")
    sides = serializers.SerializerMethodField()
    todo = serializers.SerializerMethodField()
    sheet = VersionOutput(source="line.sheet", allow_null=True)
    waiting = VersionOutput(many=True)
    camps = serializers.ListField(child=serializers.CharField())
    readers = serializers.SerializerMethodField()
    phones = serializers.IntegerField()
    done = serializers.IntegerField(allow_null=True)
    called_at = serializers.DateTimeField(source="line.table.called_at", allow_null=True)

    @extend_schema_field(SideOutput(many=True))
    def get_sides(self, line: DeskLine) -> list[dict[str, object]]:
        return SideOutput(line.line.sides.values(), many=True).data

    @extend_schema_field(serializers.ChoiceField(choices=["", *PLACES]))
    def get_todo(self, line: DeskLine) -> str:
        desk: Desk = self.context["desk"]
        return next((place for place in PLACES if line in getattr(desk, place)), "")

    def get_readers(self, line: DeskLine) -> list[str]:
        return [shown_name(reader) for reader in line.readers]


class LateSheetOutput(serializers.Serializer):
    """A score that came when it could not count any more."""

    table = serializers.IntegerField()
    sheet = VersionOutput()


class DeskOutput(serializers.Serializer):
    """Every table of a partie, by its number; `todo` is empty where its score counts."""

    round = serializers.IntegerField()
    counted = serializers.IntegerField()
    tables = serializers.SerializerMethodField()
    late = LateSheetOutput(many=True)

    @extend_schema_field(DeskLineOutput(many=True))
    def get_tables(self, told: dict) -> list[dict[str, object]]:
        return DeskLineOutput(told["desk"].lines, many=True, context={"desk": told["desk"]}).data


class DeskOne(RoundView):
    @act("read", gives=DeskOutput)
    def get(self, request: Request) -> dict:
        """The table de marque of a partie: what waits for whom."""
        desk = desk_of(self.round, viewer=request.user, now=timezone.now())
        late = [{"table": line.number, "sheet": sheet} for line, sheet, _figures in desk.late]
        return {"round": self.round.number, "counted": desk.counted, "desk": desk, "late": late}


class ReadAgain(TableView):
    @act("score", takes=ReadAgainInput, gives=VersionOutput)
    def post(self, request: Request, data: dict) -> ScoreSheet:
        """Say that a version was read again with the same figures; it counts if that suffices."""
        sheet = self.table.sheets.filter(version=data["version"]).first()
        if sheet is None:
            raise Http404
        return acts.read_again(sheet_id=sheet.pk, key=data["key"], by=request.user, signed=data["signed"])
