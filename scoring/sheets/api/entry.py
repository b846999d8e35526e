"""Show the tables of a partie with every version of their sheets, and control figures."""

from typing import Annotated, Any

from django.http import HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.cache import set_response_etag
from rest_framework.renderers import JSONRenderer

from rules import RuleError
from scoring.errors import ScoringError
from scoring.sheets import controls, entry, selectors as questions, shown
from scoring.sheets.entry import NewSheet, read_report, shape_error
from scoring.sheets.inputs import CheckInput, CompleteInput, DonnesInput, OfTable, TypingInput
from scoring.sheets.models import SHEET_KINDS, SHEET_STATES, Mark, ScoreSheet
from scoring.sheets.reception import Receipt
from scoring.sheets.terms import SheetTerms, plain_terms, terms_of
from tournament.api.base import ConcoursView, act, page
from tournament.api.shapes import OutputSerializer, Page, PageQuery, Shown
from tournament.concours.models import Tournament
from tournament.inputs import LEFT_OUT, Declared, arguments
from tournament.inputs.fields import StrictChoice
from tournament.page_access import or_404
from tournament.rounds.models import Round, Table

TAG = "entry"


class TablesQuery(PageQuery):
    state: Annotated[str, StrictChoice(choices=["all", "missing", "entered", "forced"])] = "all"


RoundOutput = Annotated[Round, Shown("RoundOutput", "number published_at")]
SideOutput = Annotated[questions.SeatedCamp, Shown("SideOutput", "camp number title")]
MarkOutput = Annotated[Mark, Shown("MarkOutput", "camp points belotes capots")]


_VERSION = "version kind state counted receipt marks winner check_code override reason by at"
_OF_VERSION: dict[str, Any] = {
    "kind": Annotated[str, StrictChoice(choices=list(SHEET_KINDS))],
    "state": Annotated[str, StrictChoice(choices=list(SHEET_STATES))],
    "marks": (list[MarkOutput], questions.written_marks),
    "by": (str, lambda sheet: questions.shown_name(sheet.by)),
}
_OF_DETAIL: dict[str, Any] = _OF_VERSION | {"content": dict[str, Any], "check": (str, shown.check_text)}
VersionOutput = Annotated[
    ScoreSheet,
    Shown("VersionOutput", _VERSION, **_OF_VERSION),
    "One version of a table's sheet. `check_code` is the control that was passed over, `override` why.",
]
VersionDetailOutput = Annotated[ScoreSheet, Shown("VersionDetailOutput", f"{_VERSION} content check", **_OF_DETAIL)]
OverrideOutput = Annotated[
    ScoreSheet,
    Shown("OverrideOutput", f"{_VERSION} content check round=table.round.number table=table.number", **_OF_DETAIL),
]
TableLineOutput = Annotated[
    questions.TableLine,
    Shown(
        "TableLineOutput",
        "table=number sides sheet forced typist",
        VersionOutput,
        sides=(list[SideOutput], lambda line: line.sides.values()),
        typist=(str, lambda line: questions.shown_name(line.typist)),
    ),
    "A table as the entry page lists it: `sheet` is the version that counts, null while it is missing.",
]


class TableOutput(Declared):
    """Everything about one table of one partie, the newest version first."""

    round: int
    table: int
    sides: list[SideOutput]
    versions: list[VersionDetailOutput]
    typist: str


ReceiptOutput = Annotated[
    Receipt,
    Shown(
        "ReceiptOutput",
        "created seated_since table=sheet.table.number round=sheet.table.round.number sheet",
        VersionOutput,
    ),
    "`created` is false where this was recorded already. `seated_since`: a later partie is drawn, its tables stay.",
]


class CheckOutput(Declared):
    """`ok`: some sequence of donnes gives these totals. `doubtful`: only with points of a litige lost at the end."""

    ok: bool
    doubtful: bool
    code: str
    cause: str
    message: str
    expected: list[int]


CompleteOutput = Annotated[
    tuple[str | None, int | None],
    Shown("CompleteOutput", "camp points"),
    "Null where the règlement leaves more than one total, or none.",
]
CitedOutput = Annotated[tuple[str, str, int, str, str], Shown("CitedOutput", "camp label points article text")]
DonneOutput = Annotated[
    shown.DonneLine,
    Shown("DonneOutput", "number issue marks total pot points lines", CitedOutput),
    "A donne as the règlement marks it, each mark with its article.",
]


class DonnesOutput(Declared):
    """`check` is the control's remark on the whole sheet, as that a donne is missing."""

    donnes: list[DonneOutput]
    marks: dict[str, dict[str, int]]
    check_code: str
    check: str


TypistOutput = Annotated[str, Shown("TypistOutput", "typist="), "The other account that types it; empty for nobody."]


def table_at(tournament: Tournament, partie: int, number: int) -> Table:
    """Return a table of a published partie, both by number. Raises Http404."""
    return or_404(questions.find_table(tournament, partie, number))


class Rounds(ConcoursView):
    @act("read", "parties/")
    def rounds_get(self, query: PageQuery) -> Page[RoundOutput]:
        """List the parties whose tables are seated."""
        return page(questions.published_rounds(self.tournament), query)

    @act("read", "overrides/")
    def overrides_get(self, query: PageQuery) -> Page[OverrideOutput]:
        """List every control that was passed over, with its author and the reason."""
        return page(questions.overrides(self.tournament), query)


class RoundView(ConcoursView, path="parties/<int:number>/"):
    """An address of a published partie, by its number."""

    round: Round

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.round = get_object_or_404(
            Round, tournament=self.tournament, number=self.kwargs["number"], state="published"
        )

    @act("read", "tables/", name="tables")
    def round_tables_get(self, query: TablesQuery) -> Page[TableLineOutput]:
        """List the tables of a partie with teams, typist and the score that counts; all, or those without a score."""
        is_asked = {
            "all": lambda line: True,
            "missing": lambda line: line.sheet is None,
            "entered": lambda line: line.sheet is not None,
            "forced": lambda line: line.forced,
        }[query.state]
        lines = questions.tables_of_round(self.round, viewer=self.user)
        return page([line for line in lines if is_asked(line)], query)


class TableView(ConcoursView, path="parties/<int:number>/tables/<int:table>/"):
    """An address of one table of a published partie, both by number."""

    acts_on = ("table",)
    table: Table

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.table = table_at(self.tournament, self.kwargs["number"], self.kwargs["table"])

    @property
    def whole(self) -> TableOutput:
        """Return the table as it is read."""
        return TableOutput(
            round=self.table.round.number,
            table=self.table.number,
            sides=list(questions.sides_of(self.table).values()),
            versions=questions.versions_of(self.table),
            typist=questions.shown_name(questions.typist_of(self.table, self.user)),
        )

    def version_read(self, tag: str) -> int | None:
        """Return the version that counts where *tag* is the ETag of the table as it is read now. Raises ScoringError."""
        whole = self.whole
        answer = HttpResponse(JSONRenderer().render(OutputSerializer(whole, dataclass=TableOutput).data))
        if set_response_etag(answer)["ETag"] != tag.removeprefix("W/"):
            raise ScoringError("read_since", table=self.table.number)
        return next((sheet.version for sheet in whole.versions if sheet.counted), None)

    @act("read", name="table")
    def table_one_get(self) -> TableOutput:
        """Show a table: who sits there and every version of its sheet."""
        return self.whole

    @act("score", "typing/", name="typing")
    def table_typing_post(self, data: TypingInput) -> TypistOutput:
        """Inform the others that one types this table, or no more."""
        if not data.typing:
            entry.stop_typing(**self.acting)
            return ""
        mine = entry.start_typing(**self.acting)
        return "" if mine else questions.shown_name(self.table.typist)


class ControlView(ConcoursView):
    """An address where figures are read and nothing is recorded."""

    def terms(self, data: OfTable) -> SheetTerms:
        """Return the terms of the table named, else those of the concours. Raises Http404 for a table of elsewhere."""
        if data.table is LEFT_OUT or data.partie is LEFT_OUT:
            return plain_terms(self.tournament)
        return terms_of(table_at(self.tournament, data.partie, data.table))

    @act("score", "totals/check/")
    def totals_check_post(self, data: CheckInput) -> CheckOutput:
        """Control two totals by the règlement; nothing is recorded."""
        terms, marks = self.terms(data), arguments(data.marks)
        check = controls.control(marks, terms)
        copied = {name: getattr(check, name) for name in ("ok", "doubtful", "code", "cause", "expected")}
        return CheckOutput(**copied, message=controls.control_text(check, marks, terms))

    @act("score", "totals/complete/")
    def totals_complete_post(self, data: CompleteInput) -> CompleteOutput:
        """Compute the total of the other camp, where the règlement leaves only one."""
        return controls.other_total(arguments(data.marks), self.terms(data)) or (None, None)

    @act("score", "donnes/check/")
    def donnes_check_post(self, data: DonnesInput) -> DonnesOutput:
        """Mark donnes by the règlement, each mark with its article; nothing is recorded."""
        terms = self.terms(data)
        report = read_report(NewSheet(kind="donnes", donnes=data.donnes), tournament=self.tournament, terms=terms)
        try:
            donnes = shown.donne_lines(report.content)
        except RuleError as error:
            raise shape_error(error) from None
        marks = {camp: dict(figures) for camp, figures in report.marks.items()}
        return DonnesOutput(donnes=donnes, marks=marks, check_code=report.check_code, check=report.message)
