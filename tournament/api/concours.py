"""The concours: their list, a new one, its settings, its règlement."""

from django.utils import timezone
from rest_framework import serializers
from rest_framework.request import Request

from rules import RULE_SETS
from tournament.api.base import ANYONE, PUBLIC, ApiView, ConcoursView, Page, PublicView, act, page, pages_of
from tournament.api.strict import AskedFigure, Day, Figure, Input, Name, Truth, Word
from tournament.criteria import CRITERIA
from tournament.models import Tournament
from tournament.phases import WHO
from tournament.presets import (
    COUNTS_WHEN,
    EXCLUDED_POLICIES,
    EXEMPT_POLICIES,
    LEAVERS,
    MISSED_POLICIES,
    PENALTY_WAYS,
    PRESETS,
)
from tournament.selectors.accounts import club_for
from tournament.selectors.concours import concours_lists, names_money
from tournament.selectors.reglement import reglement_of
from tournament.services.concours import (
    CLOCK,
    DRAW_OPTIONS,
    MAX_FEE_CENTS,
    MAX_LOTS,
    MAX_PARTIES,
    MAX_PENALTIES,
    MAX_PHASES,
    MOST_CAP,
    MOST_FAULTS,
    MOST_PENALTY_POINTS,
    MOST_TEAMS,
    PENALTY_TEXT,
    SIZES,
    change_settings,
    create_tournament,
    is_frozen,
)
from tournament.tirages import TIRAGES


class DrawOptionsInput(Input):
    """`size`: teams of a pool, or players at a table of escalier. `third_place` is that of a knock-out of all."""

    rematch = Word(choices=DRAW_OPTIONS["rematch"], required=False)
    club_apart = Word(choices=DRAW_OPTIONS["club_apart"], required=False)
    apart_when = Word(choices=DRAW_OPTIONS["apart_when"], required=False)
    table_one = Word(choices=DRAW_OPTIONS["table_one"], required=False)
    third_place = Word(choices=DRAW_OPTIONS["third_place"], required=False)
    size = Figure(min_value=SIZES[0], max_value=SIZES[1], required=False)


class PhaseOptionsInput(Input):
    placement = Word(choices=["lot", "classement"], required=False)
    size = Figure(min_value=SIZES[0], max_value=SIZES[1], required=False)


class PhaseInput(Input):
    """What follows the parties common to all. `parties` 0: to its end, or to the last partie."""

    method = Word(choices=[name for name, method in TIRAGES.items() if method.seats == "teams"])
    start = Figure(min_value=2, max_value=MAX_PARTIES)
    parties = Figure(min_value=0, max_value=MAX_PARTIES, required=False)
    who = Word(choices=list(WHO), required=False)
    count = Figure(min_value=0, max_value=9999, required=False)
    options = PhaseOptionsInput(required=False)
    third_place = Truth(required=False)


class PenaltyLineInput(Input):
    """A fault and what it gives the other camp; 0 points: a warning. Before `from_fault` it is a warning too."""

    label = Name(max_length=PENALTY_TEXT)
    way = Word(choices=list(PENALTY_WAYS), required=False)
    points = Figure(min_value=0, max_value=MOST_PENALTY_POINTS)
    from_fault = Figure(min_value=1, max_value=MOST_FAULTS, required=False)
    article = Name(max_length=PENALTY_TEXT, allow_blank=True, required=False)


class CapsInput(Input):
    """The most that the winner and the loser of a partie keep, from a partie on; all three or none."""

    winner = Figure(min_value=1, max_value=MOST_CAP, required=False)
    loser = Figure(min_value=0, max_value=MOST_CAP, required=False)

    def get_fields(self) -> dict[str, serializers.Field]:
        """`from` is no name that Python lets a class have."""
        return {"from": Figure(min_value=1, max_value=MAX_PARTIES, required=False), **super().get_fields()}


class SettingsInput(Input):
    """Settings to change; those left out stay. `rule_options` holds only the options that change. `max_teams` is the
    number of places, 0 for no limit."""

    name = Name(max_length=80, required=False)
    date = Day(required=False)
    place = Name(max_length=80, allow_blank=True, required=False)
    rule_set = Word(choices=list(RULE_SETS), required=False)
    rule_options = serializers.DictField(required=False)
    parties = Figure(min_value=1, max_value=MAX_PARTIES, required=False)
    first_method = Word(choices=list(TIRAGES), required=False)
    next_method = Word(choices=list(TIRAGES), required=False)
    phases = serializers.ListField(child=PhaseInput(), max_length=MAX_PHASES, required=False)
    draw_options = DrawOptionsInput(required=False)
    criteria = serializers.ListField(child=Word(choices=list(CRITERIA)), min_length=1, required=False)
    exempt_policy = Word(choices=list(EXEMPT_POLICIES), required=False)
    exempt_points = Figure(min_value=0, max_value=99_999, required=False)
    exempt_wins = Truth(required=False)
    forfeit_points = Figure(min_value=0, max_value=99_999, required=False)
    penalties = serializers.ListField(child=PenaltyLineInput(), max_length=MAX_PENALTIES, required=False)
    caps = CapsInput(required=False)
    missed_policy = Word(choices=list(MISSED_POLICIES), required=False)
    leavers = Word(choices=list(LEAVERS), required=False)
    excluded_policy = Word(choices=list(EXCLUDED_POLICIES), required=False)
    ready_minutes = Figure(min_value=CLOCK["ready_minutes"][0], max_value=CLOCK["ready_minutes"][1], required=False)
    partie_minutes = Figure(min_value=CLOCK["partie_minutes"][0], max_value=CLOCK["partie_minutes"][1], required=False)
    cutoff_donnes = Figure(min_value=CLOCK["cutoff_donnes"][0], max_value=CLOCK["cutoff_donnes"][1], required=False)
    counts_when = Word(choices=list(COUNTS_WHEN), required=False)
    max_teams = Figure(min_value=0, max_value=MOST_TEAMS, required=False)
    fee_cents = Figure(min_value=0, max_value=MAX_FEE_CENTS, required=False)
    lots = serializers.ListField(child=Name(max_length=120, allow_blank=True), max_length=MAX_LOTS, required=False)
    public = Truth(required=False)
    names_online = Truth(required=False)


class ConcoursInput(SettingsInput):
    """A new concours: the settings of its preset, but for those given here."""

    club = Figure(min_value=1)
    preset = Word(choices=list(PRESETS))
    name = Name(max_length=80)
    date = Day()


class ConcoursQuery(Page):
    when = Word(choices=["current", "past", "all"], default="all", required=False)
    club = AskedFigure(required=False)


class PresetOutput(serializers.Serializer):
    key = serializers.CharField()
    label = serializers.CharField()
    help = serializers.CharField()
    parties = serializers.IntegerField()
    rule_set = serializers.CharField()
    rule_options = serializers.DictField()
    first_method = serializers.CharField()
    next_method = serializers.CharField()
    criteria = serializers.ListField(child=serializers.CharField())
    exempt_policy = serializers.CharField()
    forfeit_points = serializers.IntegerField()


class ConcoursLineOutput(serializers.Serializer):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    date = serializers.DateField()
    place = serializers.CharField()
    club = serializers.IntegerField(source="club_id")
    club_name = serializers.CharField(source="club.name")
    slug = serializers.CharField()
    parties = serializers.IntegerField()
    closed_at = serializers.DateTimeField(allow_null=True)


class PhaseOutput(serializers.Serializer):
    method = serializers.CharField()
    start = serializers.IntegerField()
    parties = serializers.IntegerField(default=0)
    who = serializers.CharField(default="all")
    count = serializers.IntegerField(default=0)
    options = serializers.DictField(default=dict)
    third_place = serializers.BooleanField(default=False)


class PenaltyLineOutput(serializers.Serializer):
    label = serializers.CharField()
    way = serializers.ChoiceField(choices=list(PENALTY_WAYS))
    points = serializers.IntegerField()
    from_fault = serializers.IntegerField()
    article = serializers.CharField(allow_blank=True)


class ConcoursOutput(ConcoursLineOutput):
    """`frozen`: a tirage is published, the settings of play stand. `names_money`: a prize looks like money."""

    preset = serializers.CharField()
    rule_set = serializers.CharField()
    rule_options = serializers.DictField()
    first_method = serializers.CharField()
    next_method = serializers.CharField()
    phases = PhaseOutput(many=True)
    draw_options = serializers.DictField(child=serializers.CharField())
    criteria = serializers.ListField(child=serializers.CharField())
    exempt_policy = serializers.CharField()
    exempt_points = serializers.IntegerField()
    exempt_wins = serializers.BooleanField()
    forfeit_points = serializers.IntegerField()
    penalties = PenaltyLineOutput(many=True)
    caps = serializers.DictField(child=serializers.IntegerField())
    missed_policy = serializers.CharField()
    leavers = serializers.CharField()
    excluded_policy = serializers.CharField()
    ready_minutes = serializers.IntegerField()
    partie_minutes = serializers.IntegerField()
    cutoff_donnes = serializers.IntegerField()
    counts_when = serializers.CharField()
    max_teams = serializers.IntegerField()
    fee_cents = serializers.IntegerField()
    lots = serializers.ListField(child=serializers.CharField())
    public = serializers.BooleanField()
    names_online = serializers.BooleanField()
    journal_number = serializers.IntegerField()
    frozen = serializers.SerializerMethodField()
    names_money = serializers.SerializerMethodField()

    def get_frozen(self, tournament: Tournament) -> bool:
        return is_frozen(tournament)

    def get_names_money(self, tournament: Tournament) -> bool:
        return names_money(tournament.lots)


class SentenceOutput(serializers.Serializer):
    text = serializers.CharField()
    article = serializers.CharField()


class SectionOutput(serializers.Serializer):
    title = serializers.CharField()
    sentences = SentenceOutput(many=True)


class ReglementOutput(serializers.Serializer):
    sections = SectionOutput(many=True)


ConcoursList = pages_of(ConcoursLineOutput)
PresetList = pages_of(PresetOutput)


class Presets(ApiView):
    @act(ANYONE, asks=Page, gives=PresetList)
    def get(self, request: Request, query: dict) -> dict:
        """The ready-made settings of a concours."""
        fields = [name for name in PresetOutput().fields if name != "key"]
        lines = [{"key": key} | {field: getattr(preset, field) for field in fields} for key, preset in PRESETS.items()]
        return page(lines, query)


class Concours(ApiView):
    @act(ANYONE, asks=ConcoursQuery, gives=ConcoursList)
    def get(self, request: Request, query: dict) -> dict:
        """The concours of one's clubs: those of now and to come, the nearest first; then the past ones."""
        current, past = concours_lists(request.user, today=timezone.localdate())
        found = {"current": current, "past": past, "all": current + past}[query["when"]]
        if "club" in query:
            found = [tournament for tournament in found if tournament.club_id == query["club"]]
        return page(found, query)


class ConcoursNew(ApiView):
    laptop_only = True

    @act(ANYONE, takes=ConcoursInput, gives=ConcoursOutput, status=201)
    def post(self, request: Request, data: dict) -> Tournament:
        """A new concours of a club where one is organiser."""
        club = club_for(request.user, data.pop("club"), "settings")
        first = {setting: data.pop(setting) for setting in ("preset", "name", "date")}
        place = data.pop("place", "")
        return create_tournament(club=club, place=place, by=request.user, overrides=data, **first)


class ConcoursOne(ConcoursView):
    @act("read", gives=ConcoursOutput)
    def get(self, request: Request) -> Tournament:
        """A concours and its settings."""
        return self.tournament


class Settings(ConcoursView):
    laptop_only = True

    @act("settings", takes=SettingsInput, gives=ConcoursOutput)
    def patch(self, request: Request, data: dict) -> Tournament:
        """Change settings. Those of play stand as announced once a tirage is published."""
        return change_settings(tournament_id=self.tournament.pk, changes=data, by=request.user)


class Reglement(ConcoursView):
    @act("read", gives=ReglementOutput)
    def get(self, request: Request) -> dict:
        """The règlement, written from the settings, each sentence with its article."""
        return {"sections": reglement_of(self.tournament)}


class PublicReglement(PublicView):
    @act(PUBLIC, gives=ReglementOutput)
    def get(self, request: Request) -> dict:
        """The règlement for players."""
        return {"sections": reglement_of(self.tournament)}
