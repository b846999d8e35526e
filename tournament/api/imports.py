"""The import of a list: sent, looked at row by row, answered, registered whole or not at all."""

import base64
import binascii

from django.http import Http404
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from tournament.api.base import ConcoursView, Page, act, page, pages_of
from tournament.api.strict import Figure, Input, Name, Text, Truth, Word
from tournament.api.teams import TeamOutput
from tournament.imports import ROLES, read_file, read_pasted
from tournament.imports.reading import MOST_BYTES, MOST_COLUMNS, MOST_ROWS
from tournament.messages import sentence
from tournament.models import ImportDraft
from tournament.selectors import people
from tournament.selectors.imports import Plan, plan_import
from tournament.services import imports as acts


class ImportInput(Input):
    """Either `file`, an .xlsx or .csv in base64, or `pasted`, the rows as text."""

    file = Text(required=False, max_length=MOST_BYTES * 4 // 3 + 4, style={"base_template": "textarea.html"})
    file_name = Name(required=False, max_length=120, allow_blank=True, default="")
    pasted = Text(required=False, max_length=MOST_BYTES, trim_whitespace=False)

    default_error_messages = {
        "one": _("Give either the file or the pasted rows."),
        "base64": _("The file must be written in base64."),
    }

    def validate(self, data: dict) -> dict:
        if ("file" in data) == ("pasted" in data):
            self.fail("one")
        if "file" in data:
            try:
                data["file"] = base64.b64decode(data["file"], validate=True)
            except (binascii.Error, ValueError):
                self.fail("base64")
        return data


class LayoutInput(Input):
    """How to read the list; what is left out is guessed. `header` 0: no header row."""

    sheet = Figure(min_value=0, max_value=1000, required=False, allow_null=True)
    header = Figure(min_value=0, max_value=MOST_ROWS, required=False, allow_null=True)
    roles = serializers.ListField(
        child=Word(choices=list(ROLES)), max_length=MOST_COLUMNS, required=False, allow_null=True
    )


class AnswerInput(Input):
    """What is answered for one row: `take` it or not, names and number, and the `shown` doubts that one has read."""

    row = Figure(min_value=1, max_value=MOST_ROWS)
    take = Truth(required=False)
    player_1 = Text(max_length=200, required=False)
    player_2 = Text(max_length=200, required=False)
    number = Figure(min_value=1, max_value=99_999, required=False)
    shown = serializers.ListField(child=Text(max_length=40), max_length=10, required=False)


class AnswersInput(Input):
    """The answers to all rows; they replace those given before."""

    answers = AnswerInput(many=True)


class ConfirmInput(Input):
    """`seen` is that of the preview that was agreed to."""

    seen = Text(max_length=64)
    present = Truth(required=False, default=False)


class SaidOutput(serializers.Serializer):
    code = serializers.CharField()
    message = serializers.SerializerMethodField()

    def get_message(self, said) -> str:
        return sentence(said.code, said.params)


class ImportLineOutput(serializers.Serializer):
    """What will become of one row. `state`: register, doubt, refused, skipped; `doubts` must come back as `shown`."""

    row = serializers.IntegerField(source="entry.row")
    kind = serializers.CharField(source="entry.kind")
    text = serializers.CharField(source="entry.text")
    state = serializers.CharField()
    taken = serializers.BooleanField()
    number = serializers.IntegerField(allow_null=True)
    players = serializers.ListField(child=serializers.CharField())
    origin = serializers.CharField(source="entry.origin")
    category = serializers.CharField(source="entry.category")
    doubts = serializers.ListField(child=serializers.CharField())
    says = SaidOutput(many=True)


class SheetOutput(serializers.Serializer):
    name = serializers.CharField()
    hidden = serializers.BooleanField()
    rows = serializers.IntegerField()


class ImportOutput(serializers.Serializer):
    """The preview: how the list was read, and its rows a page at a time."""

    id = serializers.IntegerField()
    file_name = serializers.CharField()
    written = serializers.CharField()
    sheets = SheetOutput(many=True)
    sheet = serializers.IntegerField()
    header = serializers.IntegerField(allow_null=True)
    roles = serializers.ListField(child=serializers.CharField())
    seen = serializers.CharField()
    taken = serializers.IntegerField()
    asking = serializers.IntegerField()
    unsettled = serializers.ListField(child=serializers.IntegerField())
    count = serializers.IntegerField()
    limit = serializers.IntegerField()
    offset = serializers.IntegerField()
    results = ImportLineOutput(many=True)


class DraftOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    file_name = serializers.CharField()
    created_at = serializers.DateTimeField()


class ImportedOutput(serializers.Serializer):
    count = serializers.IntegerField()
    teams = TeamOutput(many=True)


DraftList = pages_of(DraftOutput)
_FIRST = {"limit": 100, "offset": 0}


def _preview(draft: ImportDraft, query: dict[str, int] = _FIRST) -> dict[str, object]:
    plan: Plan = plan_import(draft)
    return page(plan.lines, query) | {
        "id": draft.pk,
        "file_name": draft.file_name,
        "written": draft.written,
        "sheets": [
            {"name": sheet["name"], "hidden": sheet["hidden"], "rows": len(sheet["rows"])} for sheet in draft.sheets
        ],
        "sheet": plan.sheet_place,
        "header": plan.layout.header,
        "roles": plan.layout.roles,
        "seen": plan.seen,
        "taken": len(plan.taken),
        "asking": len(plan.asking),
        "unsettled": [line.entry.row for line in plan.unsettled],
    }


class Imports(ConcoursView):
    @act("register", asks=Page, gives=DraftList)
    def get(self, request: Request, query: dict) -> dict:
        """The lists that this account has sent and not yet imported."""
        drafts = ImportDraft.objects.filter(tournament=self.tournament, by=request.user)
        return page(drafts.only("pk", "file_name", "created_at").order_by("pk"), query)

    @act("register", takes=ImportInput, gives=ImportOutput, status=201)
    def post(self, request: Request, data: dict) -> dict:
        """Send a list; nobody is registered yet."""
        book = read_file(data["file"]) if "file" in data else read_pasted(data["pasted"])
        name = data["file_name"]
        draft = acts.start_import(tournament_id=self.tournament.pk, book=book, file_name=name, by=request.user)
        return _preview(draft)


class ImportView(ConcoursView):
    """An address of one list, which is its sender's alone."""

    draft: ImportDraft

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        found = ImportDraft.objects.filter(pk=self.kwargs["draft"], tournament=self.tournament, by=self.request.user)
        draft = found.first()
        if draft is None:
            raise Http404
        draft.tournament = self.tournament
        self.draft = draft


class ImportOne(ImportView):
    @act("register", asks=Page, gives=ImportOutput)
    def get(self, request: Request, query: dict) -> dict:
        """What importing the list would do now, row by row, and why."""
        return _preview(self.draft, query)

    @act("register")
    def delete(self, request: Request) -> None:
        """Put the list aside; nobody is registered from it."""
        acts.drop_import(draft_id=self.draft.pk, by=request.user)


class ImportLayout(ImportView):
    @act("register", takes=LayoutInput, gives=ImportOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Read the list otherwise: another sheet, another header row, other columns."""
        chosen = {name: data.get(name) for name in ("sheet", "header", "roles")}
        return _preview(acts.set_layout(draft_id=self.draft.pk, by=request.user, **chosen))


class ImportAnswers(ImportView):
    @act("register", takes=AnswersInput, gives=ImportOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Answer what the preview asks."""
        answers = {answer["row"]: answer for answer in data["answers"]}
        return _preview(acts.answer_import(draft_id=self.draft.pk, answers=answers, by=request.user))


class ImportConfirm(ImportView):
    @act("register", takes=ConfirmInput, gives=ImportedOutput, status=201)
    def post(self, request: Request, data: dict) -> dict:
        """Register every row that is taken, all or none."""
        teams = acts.import_teams(draft_id=self.draft.pk, by=request.user, **data)
        numbers = {team.pk for team in teams}
        lines = [line for line in people.team_lines(self.tournament) if line.team.pk in numbers]
        return {"count": len(lines), "teams": lines}
