"""The referee: what waits for him, what he decided at a table and his decision; sheets exchanged, camps swapped."""

from functools import partial

from django.contrib.auth.models import User
from rest_framework import serializers
from rest_framework.request import Request

from scoring.api.effects import Correction, Corrects, EffectsOutput
from scoring.api.entry import ReceiptOutput, SheetTold, VersionOutput
from scoring.errors import ScoringError
from scoring.selectors import rulings as questions
from scoring.selectors.effects import Effects
from scoring.selectors.entry import CAMPS, find_table
from scoring.services import entry
from scoring.services import rulings as acts
from tournament.api.base import ConcoursView, act
from tournament.api.strict import Figure, Name, Text, Truth, Word
from tournament.models import Table
from tournament.presets import PENALTY_WAYS

VERSION = {"min_value": 1, "max_value": 99_999}
# What each decision takes beside what all take.
TAKES = {
    "keep": ("version",),
    "correct": ("sheet",),
    "cancel_donne": ("donne", "sheet"),
    "donne_back": ("donne", "sheet"),
    "penalty": ("team", "label", "way", "points", "to_camp", "donne", "sheet"),
    "penalty_back": ("penalty", "sheet"),
    "forfeit": ("absent",),
    "exclusion": ("team", "forfeit"),
}
NEEDED = {
    "keep": ("version",),
    "correct": ("sheet",),
    "cancel_donne": ("donne",),
    "donne_back": ("donne",),
    "penalty": ("team", "label", "way", "points"),
    "penalty_back": ("penalty",),
    "forfeit": ("absent",),
    "exclusion": ("team",),
}
ACTS = {
    "keep": acts.keep_version,
    "correct": acts.correct_sheet,
    "cancel_donne": acts.cancel_donne,
    "donne_back": acts.give_donne_back,
    "penalty": acts.give_penalty,
    "penalty_back": acts.take_penalty_back,
    "forfeit": acts.give_forfeit,
    "exclusion": acts.exclude_team,
}


class RulingInput(Corrects):
    """A decision. `kind` says which of the others it takes.

    keep: `version`. correct: `sheet`. cancel_donne, donne_back: `donne`, and `sheet` where totals count. penalty:
    `team`, `label`, `way`, `points` (0: a warning), `donne` or `sheet` where it takes a donne of a sheet that counts,
    `to_camp` where more than two camps sit there. penalty_back: `penalty`. forfeit: `absent`. exclusion: `team`,
    `forfeit`. `seen` is the number of the table's last ruling that the referee knew, 0 for none; `base_version` the
    version that counted. `draws` and `effects`: what becomes of the tirages that would be others.
    """

    kind = Word(choices=list(ACTS))
    seen = Figure(min_value=0, max_value=9_999)
    base_version = Figure(**VERSION, required=False, allow_null=True, default=None)
    reason = Name(max_length=200, allow_blank=True)
    article = Name(max_length=acts.LABEL_LENGTH, allow_blank=True, required=False, default="")
    version = Figure(**VERSION, required=False)
    donne = Figure(min_value=1, max_value=200, required=False)
    team = Figure(**VERSION, required=False)
    label = Name(max_length=acts.LABEL_LENGTH, required=False)
    way = Word(choices=list(PENALTY_WAYS), required=False)
    points = Figure(min_value=0, max_value=acts.HIGHEST_POINTS, required=False)
    to_camp = Word(choices=[*CAMPS, *"ABCDEF"], required=False)
    penalty = Figure(min_value=1, max_value=9_999, required=False)
    absent = Word(choices=[*CAMPS, *"ABCDEF"], required=False)
    forfeit = Truth(required=False)
    sheet = SheetTold(required=False)


class CampsInput(Corrects):
    """The version whose camps were taken for each other, and why; `key` is made by the device, once for each swap."""

    key = Text(min_length=16, max_length=64)
    base_version = Figure(**VERSION)
    reason = Name(max_length=200, allow_blank=True)


class ExchangeInput(CampsInput):
    """The other table of the partie, and the version that counts there; null where it has none yet."""

    other = Figure(**VERSION)
    other_version = Figure(**VERSION, allow_null=True)


class RulingOutput(serializers.Serializer):
    """A decision as everyone may read it; `taken_back` says why a penalty is no more."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    number = serializers.IntegerField()
    kind = serializers.CharField(source="ruling.kind")
    text = serializers.CharField()
    reason = serializers.CharField()
    article = serializers.CharField(allow_blank=True)
    by = serializers.CharField(source="who", allow_blank=True)
    at = serializers.DateTimeField()
    teams = serializers.ListField(child=serializers.IntegerField())
    taken_back = serializers.CharField(allow_blank=True)


class DecisionOutput(serializers.Serializer):
    """`created` is false where the same was decided already. `seated_since`: a later partie is drawn, it stays."""

    created = serializers.BooleanField()
    seated_since = serializers.IntegerField(allow_null=True)
    ruling = RulingOutput()


class RulingsOutput(serializers.Serializer):
    """What was decided at a table, in order."""

    rulings = RulingOutput(many=True)


class CaseOutput(serializers.Serializer):
    """A table that waits: `why` it does ("called", "disputed", "late"), since when."""

    round = serializers.IntegerField(source="table.round.number")
    table = serializers.IntegerField(source="table.number")
    why = serializers.ListField(child=serializers.CharField())
    since = serializers.DateTimeField()


class CasesOutput(serializers.Serializer):
    """What waits for the referee, the longest waiting first, and every decision, the newest first."""

    open = CaseOutput(many=True)
    late = CaseOutput(many=True)
    decided = RulingOutput(many=True)


class ExchangeOutput(serializers.Serializer):
    """The versions that count now; `here` is null where this table awaits its own sheet."""

    here = VersionOutput(allow_null=True)
    there = VersionOutput()


class Cases(ConcoursView):
    @act("read", gives=CasesOutput)
    def get(self, request: Request) -> questions.Cases:
        """What waits for the referee, and what was decided."""
        return questions.cases_of(self.tournament)


class TableRulings(Correction):
    @act("read", gives=RulingsOutput)
    def get(self, request: Request) -> dict:
        """What was decided at a table."""
        return {"rulings": questions.rulings_of(self.table)}

    @act("rule", takes=RulingInput, gives=DecisionOutput, status=201, also={200: DecisionOutput})
    def post(self, request: Request, data: dict):
        """Decide: 201 for a new decision, 200 where it was decided already."""
        decision = self.corrected(partial(_decide, self.table, request.user), data)
        (line,) = questions.lines_of([decision.ruling])
        given = {"created": decision.created, "seated_since": decision.seated_since, "ruling": line}
        return given, 201 if decision.created else 200


class TableRulingsEffects(Correction):
    @act("rule", takes=RulingInput, gives=EffectsOutput)
    def post(self, request: Request, data: dict) -> Effects:
        """What this decision would move: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(_decide, self.table, request.user), data)


def _decide(table: Table, by: User, *, kind: str, **data: object) -> acts.Decision:
    if missing := next((name for name in NEEDED[kind] if data.get(name) is None), None):
        raise ScoringError("ruling_missing", field=missing, name=missing)
    told = {name: data[name] for name in TAKES[kind] if name in data}
    if "sheet" in told:
        told["sheet"] = acts.NewSheet(**told["sheet"])
    seen = {name: data[name] for name in ("seen", "base_version", "reason", "article")}
    return ACTS[kind](acts.Hearing(table_id=table.pk, by=by, **seen), **told)


class TableSwap(Correction):
    @act("score", takes=CampsInput, gives=ReceiptOutput)
    def post(self, request: Request, data: dict) -> entry.Receipt:
        """Swap the camps of a sheet that were taken for each other."""
        sheet = self.corrected(partial(acts.swap_camps, table_id=self.table.pk, by=request.user), data)
        return entry.Receipt(sheet, created=True, seated_since=entry.seated_after(sheet.table))


class TableSwapEffects(Correction):
    @act("score", takes=CampsInput, gives=EffectsOutput)
    def post(self, request: Request, data: dict) -> Effects:
        """What swapping the camps would move: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(acts.swap_camps, table_id=self.table.pk, by=request.user), data)


class TableExchange(Correction):
    @act("score", takes=ExchangeInput, gives=ExchangeOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Give two tables of a partie each other's sheet."""
        here, there = self.corrected(partial(_exchange, self.table, request.user), data)
        return {"here": here, "there": there}


class TableExchangeEffects(Correction):
    @act("score", takes=ExchangeInput, gives=EffectsOutput)
    def post(self, request: Request, data: dict) -> Effects:
        """What exchanging the sheets would move: ranks, prizes, tirages. Nothing is recorded."""
        return self.shown(partial(_exchange, self.table, request.user), data)


def _exchange(table: Table, by: User, *, other: int, **data: object) -> tuple:
    found = find_table(table.round.tournament, table.round.number, other)
    if found is None:
        raise ScoringError("exchange_unknown", field="other", other=other, round=table.round.number)
    return acts.exchange_sheets(table_id=table.pk, other_id=found.pk, by=by, **data)
