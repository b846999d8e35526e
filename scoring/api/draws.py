"""The tirages: what is ready, the draw, its reasons, swaps and late teams, the minutes that anyone can draw again."""

from django.http import Http404
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.request import Request

from scoring.forms.draws import SettingsForm, methods
from scoring.selectors import draws as pages
from scoring.selectors.phase_boards import phase_boards
from scoring.services import rounds
from tournament import policy
from tournament.api.base import PUBLIC, ConcoursView, Page, PublicView, act, page, pages_of
from tournament.api.strict import Asked, AskedFigure, Figure, Input, Name, Truth, Word
from tournament.models import Draw, Tournament
from tournament.models.draws import DRAW_STATES, SEED_ORIGINS
from tournament.selectors import draws as questions
from tournament.selectors.access import draw_for
from tournament.selectors.people import team_title
from tournament.services import draws as acts
from tournament.services.concours import DRAW_OPTIONS, MAX_PHASES
from tournament.tirages import TIRAGES

TEAM_METHODS = [key for key, method in TIRAGES.items() if method.seats == "teams"]


def _team(**options) -> Figure:
    return Figure(min_value=1, max_value=99_999, **options)


class NextQuery(Asked):
    """The settings of this one tirage, where they differ from what was announced."""

    method = Word(choices=TEAM_METHODS, required=False)
    rematch = Word(choices=DRAW_OPTIONS["rematch"], required=False)
    club_apart = Word(choices=DRAW_OPTIONS["club_apart"], required=False)


class DrawInput(Input):
    """`seed`: what was cut in public, empty for one made here. `fingerprint`: what the room was shown before."""

    seed = Name(max_length=acts.SEED_LENGTH, allow_blank=True, required=False, default="")
    fingerprint = Name(max_length=64, required=False, allow_null=True, default=None)
    method = Word(choices=TEAM_METHODS, required=False)
    rematch = Word(choices=DRAW_OPTIONS["rematch"], required=False)
    club_apart = Word(choices=DRAW_OPTIONS["club_apart"], required=False)


class DrawReasonInput(Input):
    reason = Name(max_length=acts.REASON_LENGTH, allow_blank=True)


class SwapInput(Input):
    """Two teams by number; `confirm` a swap that breaks a rule of the concours."""

    first = _team()
    second = _team()
    confirm = Truth(required=False, default=False)


class SwapQuery(Asked):
    first = AskedFigure(min_value=1, max_value=99_999)
    second = AskedFigure(min_value=1, max_value=99_999)


class LateInput(Input):
    """A team by number; `confirm` although it has met the exempt one already."""

    team = _team()
    confirm = Truth(required=False, default=False)


class CatchUpInput(Input):
    """Two teams by number: the exempt one, and the `guest` that has finished and plays for nothing."""

    exempt = _team()
    guest = _team()


class PartQuery(Asked):
    """`part` counts, from 0, the phases that were drawn side by side."""

    part = AskedFigure(min_value=0, max_value=MAX_PHASES, required=False, default=0)


class PartiesInput(Input):
    parties = Figure(min_value=1, max_value=acts.MAX_PARTIES)
    reason = Name(max_length=acts.REASON_LENGTH, allow_blank=True)


class PoolTeamOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    number = serializers.IntegerField()
    title = serializers.SerializerMethodField()

    def get_title(self, team) -> str:
        return team_title(team)


class MethodOutput(serializers.Serializer):
    key = serializers.CharField()
    label = serializers.CharField()


class PartOutput(serializers.Serializer):
    """One phase of a draw where several are drawn side by side."""

    title = serializers.CharField(allow_blank=True)
    method = serializers.CharField()
    teams = serializers.IntegerField()


class NextDrawOutput(serializers.Serializer):
    """`over`: nothing is left to draw. `parts`: the phases drawn side by side, where there are.

    `awaited` are the tables of the last partie without a score; `draft` is the tirage being prepared, by its id."""

    number = serializers.IntegerField()
    ready = serializers.BooleanField()
    method = serializers.CharField()
    options = serializers.DictField(child=serializers.CharField())
    methods = MethodOutput(many=True)
    fingerprint = serializers.CharField(allow_blank=True)
    seed_from = serializers.CharField(allow_blank=True)
    awaited = serializers.ListField(child=serializers.IntegerField())
    draft = serializers.IntegerField(allow_null=True)
    over = serializers.BooleanField()
    parts = PartOutput(many=True)
    odd = serializers.BooleanField(source="pool.odd")
    tables = serializers.IntegerField(source="pool.tables")
    exempt_rule = serializers.CharField()
    sure_rounds = serializers.IntegerField()
    teams = PoolTeamOutput(many=True, source="pool.teams")
    absent = PoolTeamOutput(many=True, source="pool.absent")
    later = PoolTeamOutput(many=True, source="pool.later")
    withdrawn = PoolTeamOutput(many=True, source="pool.withdrawn")
    away = PoolTeamOutput(many=True, source="pool.away")
    out = PoolTeamOutput(many=True, source="pool.out")


class DrawLineOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    round = serializers.IntegerField(source="round.number")
    number = serializers.IntegerField()
    state = serializers.ChoiceField(choices=list(DRAW_STATES))
    method = serializers.CharField(source="minutes.method")
    seed = serializers.CharField(source="minutes.seed", allow_blank=True)
    seed_origin = serializers.ChoiceField(choices=list(SEED_ORIGINS))
    fingerprint = serializers.CharField(source="minutes.fingerprint")
    reason = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()
    published_at = serializers.DateTimeField(allow_null=True)
    cancelled_at = serializers.DateTimeField(allow_null=True)


class DrawSideOutput(serializers.Serializer):
    camp = serializers.CharField(allow_blank=True)
    numbers = serializers.ListField(child=serializers.IntegerField())
    title = serializers.CharField()
    rank = serializers.IntegerField(allow_null=True)


class DrawTableOutput(serializers.Serializer):
    table = serializers.IntegerField()
    sides = DrawSideOutput(many=True)
    reason = serializers.CharField(allow_blank=True)
    by_hand = serializers.BooleanField()
    rematch = serializers.BooleanField()
    phase = serializers.CharField(allow_blank=True)


class DrawExemptOutput(serializers.Serializer):
    numbers = serializers.ListField(child=serializers.IntegerField())
    title = serializers.CharField()
    reason = serializers.CharField(allow_blank=True)


class CostOutput(serializers.Serializer):
    wins = serializers.IntegerField()
    points = serializers.IntegerField()


class GuestsOutput(serializers.Serializer):
    """Who may play the catch-up game of an exempt team, the first to have finished first."""

    exempt = serializers.IntegerField()
    guests = serializers.ListField(child=serializers.IntegerField())


class DrawOutput(DrawLineOutput):
    """A tirage with the reason of each table; a cancelled one has its minutes left and no table.

    `parts` are the phases drawn side by side, where there are; `guests` those of catch-up games.
    """

    method_label = serializers.CharField()
    options = serializers.DictField(source="minutes.options")
    tables = DrawTableOutput(many=True)
    exempt = DrawExemptOutput(many=True)
    exempt_rule = serializers.CharField()
    quality = serializers.CharField()
    proof = serializers.CharField(allow_blank=True)
    rematches = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    cost = CostOutput()
    has_sheets = serializers.BooleanField()
    came = serializers.ListField(child=serializers.IntegerField())
    left = serializers.ListField(child=serializers.IntegerField())
    late_teams = serializers.ListField(child=serializers.IntegerField())
    parts = PartOutput(many=True)
    guests = GuestsOutput(many=True)


class SwappedTableOutput(serializers.Serializer):
    table = serializers.IntegerField(allow_null=True)
    numbers = serializers.ListField(child=serializers.IntegerField())


class SwapOutput(serializers.Serializer):
    """What exchanging the two teams does; the lists are empty where there is nothing to fear."""

    first = serializers.IntegerField()
    second = serializers.IntegerField()
    before = SwappedTableOutput(many=True)
    after = SwappedTableOutput(many=True)
    rematches = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    same_club = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    fixed_tables = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    exempt_again = serializers.ListField(child=serializers.IntegerField())
    breaks_a_rule = serializers.BooleanField()
    cost_before = CostOutput()
    cost_after = CostOutput()


class LateOutput(serializers.Serializer):
    table = serializers.IntegerField(source="number")


class PartiesOutput(serializers.Serializer):
    parties = serializers.IntegerField()


class MinutesOutput(serializers.Serializer):
    """What `python -m tournament.tirages replay` reads again, and `about` what became of it."""

    method = serializers.CharField()
    round = serializers.IntegerField()
    seed = serializers.CharField(allow_blank=True)
    options = serializers.DictField()
    entrants = serializers.ListField(child=serializers.DictField())
    tables = serializers.ListField(child=serializers.DictField())
    exempt = serializers.ListField(child=serializers.IntegerField())
    rematches = serializers.ListField(child=serializers.ListField(child=serializers.IntegerField()))
    cost = serializers.DictField()
    optimal = serializers.BooleanField()
    fingerprint = serializers.CharField()
    about = serializers.DictField()


class DrawnTableOutput(serializers.Serializer):
    """The numbers of each camp, as said aloud: 3, or 3 + 8."""

    table = serializers.IntegerField()
    camps = serializers.ListField(child=serializers.CharField())


class PublicDrawOutput(serializers.Serializer):
    """The tirage of a partie; the result of one that the organiser still looks at is not shown."""

    round = serializers.IntegerField(source="draw.round.number")
    number = serializers.IntegerField(source="draw.number")
    state = serializers.CharField(source="draw.state")
    method = serializers.CharField()
    seed = serializers.CharField(source="draw.minutes.seed", allow_blank=True)
    seed_origin = serializers.CharField(source="draw.seed_origin")
    fingerprint = serializers.CharField(source="draw.minutes.fingerprint")
    reason = serializers.CharField(source="draw.reason", allow_blank=True)
    quality = serializers.CharField()
    proof = serializers.CharField(allow_blank=True)
    tables = serializers.SerializerMethodField()
    exempt = serializers.ListField(child=serializers.IntegerField())

    @extend_schema_field(DrawnTableOutput(many=True))
    def get_tables(self, line) -> list[dict[str, object]]:
        return [{"table": table, "camps": camps} for table, camps in line.tables]


DrawList = pages_of(DrawLineOutput)
PublicDrawList = pages_of(PublicDrawOutput)


def _settings(data: dict, view: ConcoursView) -> SettingsForm:
    """The settings of the next tirage, read as the page reads them."""
    number = questions.next_number(view.tournament)
    return SettingsForm.read(data, view.tournament, rounds.method_for(view.tournament, number))


def _numbers(side: questions.Side) -> list[int]:
    return [team.number for team in side.teams]


def shown(view: ConcoursView, draw: Draw) -> dict[str, object]:
    """A tirage as `DrawOutput` shows it."""
    found = pages.draw_page(view.tournament, draw)
    tables = [
        {
            "table": line.table.number,
            "sides": [
                {"camp": side.camp, "numbers": _numbers(side), "title": side.title, "rank": rank}
                for side, rank in line.sides
            ],
            "reason": line.reason,
            "by_hand": line.by_hand,
            "rematch": line.rematch,
            "phase": line.phase,
        }
        for line in found.lines
    ]
    copied = ("pk", "round", "number", "state", "minutes", "seed_origin", "reason")
    dates = ("created_at", "published_at", "cancelled_at")
    return {name: getattr(draw, name) for name in (*copied, *dates)} | {
        "method_label": found.method,
        "tables": tables,
        "exempt": [{"numbers": _numbers(side), "title": side.title, "reason": reason} for side, reason in found.exempt],
        "exempt_rule": pages.exempt_rule(view.tournament),
        "late_teams": [team.number for team in found.late_teams],
        "parts": found.beside,
        "guests": [
            {"exempt": exempt, "guests": guests} for exempt, guests in rounds.catch_up_guests(view.tournament, draw)
        ],
        **{
            name: getattr(found, name)
            for name in ("quality", "proof", "rematches", "cost", "has_sheets", "came", "left")
        },
    }


class Draws(ConcoursView):
    @act("read", asks=Page, gives=DrawList)
    def get(self, request: Request, query: dict) -> dict:
        """Every tirage, the cancelled ones too; a draft is seen by who may draw."""
        found = questions.draws_of(self.tournament)
        if not policy.may(self.tournament.role, "draw"):
            found = found.exclude(state="draft")
        return page(found, query)

    @act("draw", takes=DrawInput, gives=DrawOutput, status=201)
    def post(self, request: Request, data: dict) -> dict:
        """Draw the next partie, as a draft. Where somebody has drawn it already, `params.id` is that tirage."""
        settings = _settings(data, self)
        try:
            draw = rounds.open_next_round(
                tournament_id=self.tournament.pk,
                by=request.user,
                seed=data["seed"],
                method=settings.method_asked,
                options=settings.options,
                fingerprint=data["fingerprint"],
            )
        except acts.AlreadyDrawn as error:
            error.params["id"] = error.draw.pk
            raise
        return shown(self, draw)


class DrawNext(ConcoursView):
    @act("read", asks=NextQuery, gives=NextDrawOutput)
    def get(self, request: Request, query: dict) -> dict:
        """What the next tirage would be drawn from, and its fingerprint, to be shown before the seed is taken."""
        settings = _settings(query, self)
        found = rounds.next_draw(self.tournament, method=settings.method_asked, options=settings.options)
        live = questions.live_draw(self.tournament, found.number)
        announced = rounds.method_for(self.tournament, found.number)
        return {
            **{name: getattr(found, name) for name in ("number", "ready", "fingerprint", "seed_from", "pool", "over")},
            "parts": pages.parts_to_draw(self.tournament, found),
            "method": settings.method_asked,
            "options": settings.options,
            "methods": [{"key": key, "label": label} for key, label in methods(announced)],
            "awaited": [table.number for table in found.awaited],
            "draft": live.pk if live else None,
            "exempt_rule": pages.exempt_rule(self.tournament),
            "sure_rounds": pages.rounds_without_rematch(len(found.pool.teams)),
        }


class PartiesChange(ConcoursView):
    @act("settings", takes=PartiesInput, gives=PartiesOutput)
    def post(self, request: Request, data: dict):
        """One partie more, or one less, as the room has decided."""
        return acts.change_parties(tournament_id=self.tournament.pk, by=request.user, **data)


class DrawView(ConcoursView):
    """An address of one tirage."""

    draw: Draw

    def enter(self, allowed: str) -> None:
        super().enter(allowed)
        self.draw = draw_for(self.tournament, self.kwargs["draw"])


class DrawOne(DrawView):
    @act("read", gives=DrawOutput)
    def get(self, request: Request) -> dict:
        """A tirage: its tables, each with its reason."""
        return shown(self, self.draw)


class DrawPublish(DrawView):
    @act("draw", gives=DrawOutput)
    def post(self, request: Request) -> dict:
        """The draft becomes the tables of the partie."""
        return shown(self, acts.publish_draw(draw_id=self.draw.pk, by=request.user))


class DrawCancel(DrawView):
    @act("draw", takes=DrawReasonInput, gives=DrawOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Cancel the tirage; its minutes and the reason stay."""
        return shown(self, acts.cancel_draw(draw_id=self.draw.pk, reason=data["reason"], by=request.user))


def _swapped(effects: questions.SwapEffects) -> dict[str, object]:
    names = ("first", "second", "rematches", "fixed_tables", "exempt_again", "breaks_a_rule")
    return {
        **{name: getattr(effects, name) for name in (*names, "cost_before", "cost_after")},
        "same_club": [(one, two) for one, two, _club in effects.same_club],
        "before": [{"table": table, "numbers": numbers} for table, numbers in effects.before],
        "after": [{"table": table, "numbers": numbers} for table, numbers in effects.after],
    }


class DrawSwap(DrawView):
    @act("draw", asks=SwapQuery, gives=SwapOutput)
    def get(self, request: Request, query: dict) -> dict:
        """What exchanging two teams of a draft would do; nothing is written."""
        return _swapped(acts.check_swap(self.draw, query["first"], query["second"]))

    @act("draw", takes=SwapInput, gives=SwapOutput)
    def post(self, request: Request, data: dict) -> dict:
        """Exchange two teams of a draft."""
        return _swapped(acts.swap_teams(draw_id=self.draw.pk, by=request.user, **data))


class DrawLate(DrawView):
    @act("draw", takes=LateInput, gives=LateOutput, status=201)
    def post(self, request: Request, data: dict):
        """A team come after the tirage plays the exempt one, at a new table."""
        return acts.seat_late_team(draw_id=self.draw.pk, by=request.user, **data)


class DrawCatchUp(DrawView):
    @act("draw", takes=CatchUpInput, gives=LateOutput, status=201)
    def post(self, request: Request, data: dict):
        """The exempt team plays after all, against one that has finished and plays for nothing."""
        return acts.seat_catch_up(draw_id=self.draw.pk, by=request.user, **data)


class DrawMinutes(DrawView):
    @act("read", asks=PartQuery, gives=MinutesOutput)
    def get(self, request: Request, query: dict) -> dict:
        """The minutes, for anyone to draw again."""
        return _minutes(self.draw, query["part"])


def _minutes(draw: Draw, part: int) -> dict[str, object]:
    if part >= len(draw.parts):
        raise Http404
    return pages.minutes_file(draw, part)


class MatchSideOutput(serializers.Serializer):
    """`number` is null while it is not known who comes."""

    number = serializers.IntegerField(allow_null=True)
    name = serializers.CharField(allow_blank=True)
    points = serializers.IntegerField(allow_null=True)
    won = serializers.BooleanField()


class MatchOutput(serializers.Serializer):
    sides = MatchSideOutput(many=True)
    table = serializers.IntegerField(allow_null=True)
    bye = serializers.BooleanField()


class BracketRoundOutput(serializers.Serializer):
    name = serializers.CharField()
    matches = MatchOutput(many=True)


class PoolTeamLineOutput(serializers.Serializer):
    """`goes`: it plays the phase of the first ones."""

    rank = serializers.IntegerField()
    number = serializers.IntegerField()
    name = serializers.CharField()
    points = serializers.IntegerField()
    wins = serializers.IntegerField()
    difference = serializers.IntegerField()
    goes = serializers.BooleanField()


class PoolOutput(serializers.Serializer):
    pool = serializers.CharField()
    teams = PoolTeamLineOutput(many=True)


class PhaseBoardOutput(serializers.Serializer):
    """A phase: its pools, or the rounds of its bracket; `third` is the match for the third place."""

    title = serializers.CharField()
    pools = PoolOutput(many=True)
    rounds = BracketRoundOutput(many=True)
    third = MatchOutput(allow_null=True)
    winner = serializers.CharField(allow_blank=True)


class PhasesOutput(serializers.Serializer):
    phases = PhaseBoardOutput(many=True)


def _boards(tournament: Tournament, *, public: bool) -> dict[str, object]:
    boards = phase_boards(tournament, public=public)
    return {
        "phases": [
            {"title": board.title, "winner": board.winner, "third": board.third}
            | {"pools": [{"pool": pool, "teams": teams} for pool, teams in board.pools]}
            | {"rounds": [{"name": name, "matches": matches} for name, matches in board.rounds]}
            for board in boards
        ]
    }


class Phases(ConcoursView):
    @act("read", gives=PhasesOutput)
    def get(self, request: Request) -> dict:
        """The pools and the brackets, those that are drawn."""
        return _boards(self.tournament, public=False)


class PublicPhases(PublicView):
    @act(PUBLIC, gives=PhasesOutput)
    def get(self, request: Request) -> dict:
        """The pools and the brackets for players."""
        return _boards(self.tournament, public=True)


class PublicDraws(PublicView):
    @act(PUBLIC, asks=Page, gives=PublicDrawList)
    def get(self, request: Request, query: dict) -> dict:
        """Every tirage of the concours, the cancelled ones too."""
        return page(pages.minutes_page(self.tournament), query)


class PublicMinutes(PublicView):
    @act(PUBLIC, asks=PartQuery, gives=MinutesOutput)
    def get(self, request: Request, query: dict) -> dict:
        """The minutes of one tirage, for anyone to draw again. Those of a draft are not yet to be seen."""
        found = pages.public_draw(self.tournament, self.kwargs["number"], self.kwargs["draw"])
        if found is None:
            raise Http404
        return _minutes(found, query["part"])
