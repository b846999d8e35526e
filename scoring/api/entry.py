"""Scores: the tables of a partie, the control of totals, what a table reports and every version of it."""

from django.http import Http404
from django.utils.translation import get_language
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from rules import RuleError
from scoring.errors import ScoringError
from scoring.models import SHEET_KINDS, SHEET_STATES
from scoring.selectors import entry as questions
from scoring.selectors.terms import SheetTerms, terms_of
from scoring.services import entry as acts
from tournament.api.base import ConcoursView, Page, act, page, pages_of
from tournament.api.strict import Figure, Input, Name, Truth, Word
from tournament.models import Round, Table, Tournament

CAMPS = questions.CAMPS


def _figure(name: str, **options) -> Figure:
    return Figure(min_value=0, max_value=acts.LIMITS[name], **options)


class MarkInput(Input):
    """What a camp marks. Belotes and capots are null where nobody counted them."""

    points = _figure("points")
    belotes = _figure("belotes", required=False, allow_null=True, default=None)
    capots = _figure("capots", required=False, allow_null=True, default=None)


class PartMarkInput(MarkInput):
    points = _figure("points", required=False, allow_null=True, default=None)


class MarksInput(Input):
    NS = MarkInput()
    EO = MarkInput()


class PartMarksInput(Input):
    NS = PartMarkInput()
    EO = PartMarkInput()


class OfTable(Input):
    """`partie` and `table` say whose figures they are: penalties and last donnes of that table are taken into account."""

    partie = Figure(min_value=1, max_value=20, required=False)
    table = Figure(min_value=1, max_value=99_999, required=False)


class CheckInput(OfTable):
    """Two totals. With `partie` and `table`, what was decided and announced there is taken into account."""

    marks = MarksInput()


class CompleteInput(OfTable):
    """The points of one camp are null: they are what is asked for."""

    marks = PartMarksInput()


class DonnesInput(OfTable):
    """The donnes as the feuille states them: preneur, atout, points by camp, belote, capot, passe …"""

    donnes = serializers.ListField(child=serializers.DictField(), min_length=1, max_length=200)


class SheetTold(Input):
    """A sheet as it is to count: `marks` or `donnes`, as `kind` says; `override` is why a failed control is passed over."""

    kind = Word(choices=["totals", "donnes"])
    marks = MarksInput(required=False)
    donnes = serializers.ListField(child=serializers.DictField(), required=False, min_length=1, max_length=200)
    override = Name(max_length=200, allow_blank=True, required=False, default="")


class TypingInput(Input):
    typing = Truth()


class TablesQuery(Page):
    state = Word(choices=["all", "missing", "entered", "forced"], required=False, default="all")


class RoundOutput(serializers.Serializer):
    number = serializers.IntegerField()
    published_at = serializers.DateTimeField(allow_null=True)


class SideOutput(serializers.Serializer):
    camp = serializers.CharField()
    number = serializers.IntegerField()
    title = serializers.CharField()


class MarkOutput(serializers.Serializer):
    camp = serializers.CharField()
    points = serializers.IntegerField()
    belotes = serializers.IntegerField()
    capots = serializers.IntegerField()


class VersionOutput(serializers.Serializer):
    """One version of a table's sheet. `check_code` is the control that was passed over, `override` why."""

    version = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=list(SHEET_KINDS))
    state = serializers.ChoiceField(choices=list(SHEET_STATES))
    counted = serializers.BooleanField()
    receipt = serializers.CharField()
    marks = MarkOutput(many=True)
    check_code = serializers.CharField(allow_blank=True)
    override = serializers.CharField(allow_blank=True)
    reason = serializers.CharField(allow_blank=True)
    by = serializers.SerializerMethodField()
    at = serializers.DateTimeField()

    def get_by(self, sheet) -> str:
        return questions.shown_name(sheet.by)


class VersionDetailOutput(VersionOutput):
    content = serializers.DictField()
    check = serializers.SerializerMethodField()

    def get_check(self, sheet) -> str:
        return questions.check_text(sheet)


class TableLineOutput(serializers.Serializer):
    """A table as the entry page lists it: `sheet` is the version that counts, null while it is missing."""

    table = serializers.IntegerField(source="number")
    sides = serializers.SerializerMethodField()
    sheet = VersionOutput(allow_null=True)
    forced = serializers.BooleanField()
    typist = serializers.SerializerMethodField()

    @extend_schema_field(SideOutput(many=True))
    def get_sides(self, line) -> list[dict[str, object]]:
        return SideOutput(line.sides.values(), many=True).data

    def get_typist(self, line) -> str:
        return questions.shown_name(line.typist)


class TableOutput(serializers.Serializer):
    """Everything about one table of one partie, the newest version first."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    sides = SideOutput(many=True)
    versions = VersionDetailOutput(many=True)
    typist = serializers.CharField(allow_blank=True)


class ReceiptOutput(serializers.Serializer):
    """`created` is false where this was recorded already. `seated_since`: a later partie is drawn, its tables stay."""

    created = serializers.BooleanField()
    seated_since = serializers.IntegerField(allow_null=True)
    table = serializers.IntegerField(source="sheet.table.number")
    round = serializers.IntegerField(source="sheet.table.round.number")
    sheet = VersionOutput()


class CheckOutput(serializers.Serializer):
    """`ok`: some sequence of donnes gives these totals. `doubtful`: only with points of a litige lost at the end."""

    ok = serializers.BooleanField()
    doubtful = serializers.BooleanField()
    code = serializers.CharField(allow_blank=True)
    cause = serializers.CharField(allow_blank=True)
    message = serializers.CharField(allow_blank=True)
    expected = serializers.ListField(child=serializers.IntegerField())


class CompleteOutput(serializers.Serializer):
    """Null where the règlement leaves more than one total, or none."""

    camp = serializers.CharField(allow_null=True)
    points = serializers.IntegerField(allow_null=True)


class CitedOutput(serializers.Serializer):
    camp = serializers.CharField()
    label = serializers.CharField()
    points = serializers.IntegerField()
    article = serializers.CharField()
    text = serializers.CharField()


class DonneOutput(serializers.Serializer):
    """A donne as the règlement marks it, each mark with its article."""

    number = serializers.IntegerField()
    issue = serializers.CharField()
    marks = serializers.DictField(child=serializers.IntegerField())
    total = serializers.DictField(child=serializers.IntegerField())
    pot = serializers.IntegerField()
    points = serializers.DictField(child=serializers.IntegerField())
    lines = serializers.SerializerMethodField()

    @extend_schema_field(CitedOutput(many=True))
    def get_lines(self, donne) -> list[dict[str, object]]:
        return [dict(zip(("camp", "label", "points", "article", "text"), line, strict=True)) for line in donne.lines]


class DonnesOutput(serializers.Serializer):
    """`check` is what the control would say of the whole sheet, as that a donne is missing."""

    donnes = DonneOutput(many=True)
    marks = serializers.DictField(child=serializers.DictField(child=serializers.IntegerField()))
    check_code = serializers.CharField(allow_blank=True)
    check = serializers.CharField(allow_blank=True)


class TypistOutput(serializers.Serializer):
    """Who else is at it; empty for nobody."""

    typist = serializers.CharField(allow_blank=True)


class OverrideOutput(VersionDetailOutput):
    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")


RoundList = pages_of(RoundOutput)
TableList = pages_of(TableLineOutput)
OverrideList = pages_of(OverrideOutput)


class Rounds(ConcoursView):
    @act("read", asks=Page, gives=RoundList)
    def get(self, request: Request, query: dict) -> dict:
        """The parties whose tables are seated."""
        return page(questions.published_rounds(self.tournament), query)


class RoundView(ConcoursView):
    """An address of a published partie, by its number."""

    round: Round

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        rounds = questions.published_rounds(self.tournament)
        found = next((round_ for round_ in rounds if round_.number == self.kwargs["number"]), None)
        if found is None:
            raise Http404
        self.round = found


class RoundTables(RoundView):
    @act("read", asks=TablesQuery, gives=TableList)
    def get(self, request: Request, query: dict) -> dict:
        """The tables of a partie: who sits there, who types, what counts; all, or those whose score is missing."""
        kept = {
            "all": lambda line: True,
            "missing": lambda line: line.sheet is None,
            "entered": lambda line: line.sheet is not None,
            "forced": lambda line: line.forced,
        }[query["state"]]
        lines = questions.tables_of_round(self.round, viewer=request.user)
        return page([line for line in lines if kept(line)], query)


class TableView(ConcoursView):
    """An address of one table of a published partie, both by number."""

    table: Table

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        table = questions.find_table(self.tournament, self.kwargs["number"], self.kwargs["table"])
        if table is None:
            raise Http404
        self.table = table


class TableOne(TableView):
    @act("read", gives=TableOutput)
    def get(self, request: Request) -> dict:
        """A table: who sits there and every version of its sheet."""
        return {
            "round": self.table.round.number,
            "table": self.table.number,
            "sides": list(questions.sides_of(self.table).values()),
            "versions": questions.versions_of(self.table),
            "typist": questions.shown_name(questions.typist_of(self.table, request.user)),
        }


class TableTyping(TableView):
    @act("score", takes=TypingInput, gives=TypistOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Tell the others that one types this table, or no more."""
        if not data["typing"]:
            acts.stop_typing(table_id=self.table.pk, by=request.user)
            return {"typist": ""}
        mine = acts.start_typing(table_id=self.table.pk, by=request.user)
        return {"typist": "" if mine else questions.shown_name(self.table.typist)}


def _terms_of(tournament: Tournament, data: dict) -> SheetTerms | None:
    """What the sheet of the table named is read under; None where none is. Raises Http404 for another concours' table."""
    if data.get("table") is None or data.get("partie") is None:
        return None
    found = questions.find_table(tournament, data["partie"], data["table"])
    if found is None:
        raise Http404
    found.round.tournament = tournament
    return terms_of(found)


class TotalsCheck(ConcoursView):
    @act("score", takes=CheckInput, gives=CheckOutput)
    def post(self, request: Request, data: dict) -> dict:
        """What the règlement says of two totals; nothing is recorded."""
        terms = _terms_of(self.tournament, data)
        check = questions.control(self.tournament, data["marks"], terms)
        said = questions.control_text(check, self.tournament, data["marks"], terms)
        return {name: getattr(check, name) for name in ("ok", "doubtful", "code", "cause", "expected")} | {
            "message": said
        }


class TotalsComplete(ConcoursView):
    @act("score", takes=CompleteInput, gives=CompleteOutput)
    def post(self, request: Request, data: dict) -> dict:
        """The total of the other camp, where the règlement leaves only one."""
        terms = _terms_of(self.tournament, data)
        camp, points = questions.other_total(self.tournament, data["marks"], terms) or (None, None)
        return {"camp": camp, "points": points}


class DonnesCheck(ConcoursView):
    @act("score", takes=DonnesInput, gives=DonnesOutput)
    def post(self, request: Request, data: dict) -> dict:
        """What the règlement makes of donnes, each mark with its article; nothing is recorded."""
        terms = _terms_of(self.tournament, data)
        report = acts.read_report(tournament=self.tournament, kind="donnes", donnes=data["donnes"], terms=terms)
        try:
            lines = questions.donne_lines(report.content)
        except RuleError as error:
            said = error.message(get_language() or "fr")
            raise ScoringError("donnes_shape", field="donnes", said=said) from None
        return {"donnes": lines, "marks": report.marks, "check_code": report.check_code, "check": report.said}


class Overrides(ConcoursView):
    @act("read", asks=Page, gives=OverrideList)
    def get(self, request: Request, query: dict) -> dict:
        """Every control that was passed over, with who did it and why."""
        return page(questions.overrides(self.tournament), query)
