"""Import a list: send it, look at it row by row, answer, register it whole or not at all."""

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated, Any

from django.utils.translation import gettext as _
from rest_framework.parsers import MultiPartParser
from rest_framework.request import Request
from rest_framework.serializers import ListField, ValidationError

from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import InputSerializer, Page, PageQuery, Shown, one_of
from tournament.api.strict import StrictJSONParser
from tournament.inputs import LEFT_OUT, Declared, arguments
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger, StrictText
from tournament.ledger.models import MEANS
from tournament.messages import sentence
from tournament.page_access import or_404
from tournament.registration import acts, selectors as people
from tournament.registration.api import TeamOutput
from tournament.registration.imports import reading, selectors, services as imports
from tournament.registration.imports.books.sheets import MOST_COLUMNS, MOST_ROWS
from tournament.registration.imports.columns import ROLES, names_left_out
from tournament.registration.imports.entry import Say
from tournament.registration.imports.models import ImportDraft
from tournament.registration.inputs import Number

TAG = "imports"


class ImportInput(Declared):
    """Either `file`, an .xlsx, .ods, .xls or .csv in base64, or `pasted`, the rows as text."""

    file: Annotated[str, StrictText(max_length=reading.MOST_BYTES * 4 // 3 + 4)] = LEFT_OUT
    file_name: Annotated[str, CleanText(max_length=120, allow_blank=True)] = ""
    pasted: Annotated[str, StrictText(max_length=reading.MOST_BYTES, trim_whitespace=False)] = LEFT_OUT

    def book(self) -> reading.Book:
        """Read what was sent. Raises ValidationError unless it is one of the two, and TournamentError."""
        if (self.file is LEFT_OUT) == (self.pasted is LEFT_OUT):
            raise ValidationError({"non_field_errors": [_("Give either the file or the pasted rows.")]})
        if self.file is LEFT_OUT:
            return reading.read_pasted(self.pasted)
        try:
            return reading.read_file(base64.b64decode(self.file, validate=True))
        except (binascii.Error, ValueError):
            raise ValidationError({"non_field_errors": [_("The file must be written in base64.")]}) from None


class LayoutInput(Declared):
    """The layout of the list; what is left out is guessed. `all_sheets`: all the lists, joined. `header` 0: no header row."""

    all_sheets: bool = False
    sheet: Annotated[int, StrictInteger(min_value=0, max_value=1000)] | None = LEFT_OUT
    header: Annotated[int, StrictInteger(min_value=0, max_value=MOST_ROWS)] | None = LEFT_OUT
    roles: Annotated[list[str], ListField(child=StrictChoice(choices=list(ROLES)), max_length=MOST_COLUMNS)] | None = (
        LEFT_OUT
    )


class SurnameInput(Declared):
    """The place of the family name in the names of `players`: 1 or 2, or 12 for a column of both."""

    players: Annotated[str, StrictChoice(choices=["1", "2", "12"])]
    surname_first: bool


class AnswerInput(Declared):
    """The answer for one row: `take` it or not, names, number, club or commune, and the `shown` doubts that one has read."""

    row: Annotated[int, StrictInteger(min_value=1, max_value=MOST_ROWS)]
    take: bool = LEFT_OUT
    player_1: Annotated[str, StrictText(max_length=200)] = LEFT_OUT
    player_2: Annotated[str, StrictText(max_length=200)] = LEFT_OUT
    number: Number = LEFT_OUT
    origin: Annotated[str, StrictText(max_length=200, allow_blank=True)] = LEFT_OUT
    shown: Annotated[list[str], ListField(child=StrictText(max_length=40), max_length=10)] = LEFT_OUT


class AnswersInput(Declared):
    """The answers to all rows; they replace those given before."""

    answers: Annotated[list[AnswerInput], InputSerializer(dataclass=AnswerInput, many=True)]


class ConfirmInput(Declared):
    """`seen` is that of the preview that was agreed to."""

    seen: Annotated[str, StrictText(max_length=64)]
    present: bool = False


SaidOutput = Annotated[
    Say, Shown("SaidOutput", "code message", message=(str, lambda say: sentence(say.code, say.params)))
]
ImportLineOutput = Annotated[
    selectors.PlanLine,
    Shown(
        "ImportLineOutput",
        """entry.row entry.line entry.kind entry.text state taken number players origin entry.category entry.paid_by
        doubts says""",
        SaidOutput,
        paid_by=one_of(MEANS),
    ),
    "The outcome for one row; `line` is the row as the list shows it, where two people stand in one. `state`: register, doubt, refused, skipped; `doubts` must come back as `shown`.",
]
DraftOutput = Annotated[ImportDraft, Shown("DraftOutput", "id=pk file_name created_at")]
SheetOutput = Annotated[
    reading.Worksheet, Shown("SheetOutput", "name hidden rows", rows=(int, lambda sheet: len(sheet.rows)))
]


@dataclass(frozen=True)
class Preview:
    """The preview: how the list was read, and its rows a page at a time."""

    draft: ImportDraft
    plan: selectors.ImportPlan
    page: Page


def _sheet_read(preview: Preview) -> int:
    """Return the place of the sheet that is read; where somebody must choose, of the first that may be."""
    place = preview.plan.sheet_place
    return selectors.sheets_to_choose(preview.draft, selectors.book_of(preview.draft))[0] if place is None else place


NameColumnOutput = Annotated[selectors.NameColumn, Shown("NameColumnOutput", "players=key title surname_first filed")]
ImportOutput = Annotated[
    Preview,
    Shown(
        "ImportOutput",
        """id=draft.pk draft.file_name draft.written sheets sheet sheets_to_choose plan.layout.header plan.layout.roles
        plan.columns_unsure names_left_out name_columns plan.seen taken asking unsettled page.count page.limit
        page.offset page.results""",
        sheets=(list[SheetOutput], lambda preview: selectors.book_of(preview.draft).sheets),
        sheet=(int, lambda preview: _sheet_read(preview)),
        sheets_to_choose=(
            list[int],
            lambda preview: (
                selectors.sheets_to_choose(preview.draft, selectors.book_of(preview.draft))
                if preview.plan.sheet_place is None
                else []
            ),
        ),
        names_left_out=(list[int], lambda preview: names_left_out(preview.plan.sheet, preview.plan.layout)),
        name_columns=(list[NameColumnOutput], lambda preview: selectors.name_columns(preview.plan)),
        taken=(int, lambda preview: len(preview.plan.taken)),
        asking=(int, lambda preview: len(preview.plan.asking)),
        unsettled=(list[int], lambda preview: [line.entry.row for line in preview.plan.unsettled]),
        results=list[ImportLineOutput],
    ),
]


class ImportedOutput(Declared):
    count: int
    teams: list[TeamOutput]


_FIRST = PageQuery()


def _preview(draft: ImportDraft, query: PageQuery = _FIRST) -> Preview:
    plan = selectors.with_spellings(selectors.plan_import(draft), draft.tournament)
    return Preview(draft, plan, page(plan.lines, query))


class Imports(ConcoursView, path="imports/"):
    parser_classes = [StrictJSONParser, MultiPartParser]

    def read_body(self, request: Request) -> Any:
        """Return the body as JSON has it; of a form its one file, which is read with the limits of JSON."""
        if not (request.content_type or "").startswith("multipart/"):
            return request.data
        files = {name: request.FILES.getlist(name) for name in request.FILES}
        others = set(request.data) - set(files) - {"csrfmiddlewaretoken"}
        if others or list(files) != ["file"] or len(files["file"]) != 1:
            raise ValidationError({"file": [_("A form carries the list as one file, named file, and nothing else.")]})
        file = files["file"][0]
        return {"file": base64.b64encode(file.read()).decode(), "file_name": (file.name or "")[-120:]}

    @act("register")
    def imports_get(self, query: PageQuery) -> Page[DraftOutput]:
        """List the lists that this account has sent and not yet imported."""
        drafts = ImportDraft.objects.filter(tournament=self.tournament, by=self.user)
        return page(drafts.only("pk", "file_name", "created_at").order_by("pk"), query)

    @act("register", status=201, apart=True, form="The list as it is: .xlsx, .ods, .xls, .csv.")
    def imports_post(self, data: ImportInput) -> ImportOutput:
        """Send a list; nobody is registered yet."""
        return _preview(imports.start_import(**self.acting, book=data.book(), file_name=data.file_name))


class ImportView(ConcoursView, path="imports/<int:draft>/"):
    """An address of one list, which only its sender sees."""

    acts_on = ("draft",)
    draft: ImportDraft

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        drafts = ImportDraft.objects.filter(pk=self.kwargs["draft"], tournament=self.tournament, by=self.user)
        draft = or_404(drafts.first())
        draft.tournament = self.tournament
        self.draft = draft

    @act("register", name="import")
    def import_one_get(self, query: PageQuery) -> ImportOutput:
        """Show what importing the list would do now, row by row, and why."""
        return _preview(self.draft, query)

    @act("register")
    def import_one_delete(self) -> None:
        """Put the list aside; nobody is registered from it."""
        imports.drop_import(**self.acting)

    @act("register", "layout/")
    def import_layout_post(self, data: LayoutInput) -> ImportOutput:
        """Read the list otherwise: another sheet, another header row, other columns."""
        guessed = {"sheet": None, "header": None, "roles": None}
        asked = guessed | arguments(data)
        if asked.pop("all_sheets", False):
            asked["sheet"] = selectors.ALL_SHEETS
        return _preview(imports.set_layout(**self.acting, **asked))

    @act("register", "answers/")
    def import_answers_post(self, data: AnswersInput) -> ImportOutput:
        """Answer what the preview asks."""
        answers = {answer.row: arguments(answer) for answer in data.answers}
        return _preview(imports.answer_import(**self.acting, answers=answers))

    @act("register", "surname/")
    def import_surname_post(self, data: SurnameInput) -> ImportOutput:
        """State of a column of whole names whether the family name stands first in it; lists by name follow."""
        return _preview(imports.set_surname_first(**self.acting, players=data.players, first=data.surname_first))

    @act(acts.IMPORT_TEAMS, "confirm/", status=201)
    def import_confirm_post(self, data: ConfirmInput) -> ImportedOutput:
        """Register every row that is taken, all or none."""
        registered = {team.pk for team in imports.import_teams(**self.acting, **arguments(data))}
        lines = [line for line in people.team_lines(self.tournament) if line.team.pk in registered]
        return ImportedOutput(count=len(lines), teams=lines)
