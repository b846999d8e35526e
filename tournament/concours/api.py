"""List the concours, create one, change its settings, show its règlement."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import field, fields
from typing import Annotated, Any

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone
from rest_framework import serializers
from rest_framework.serializers import DateTimeField

from rules import Section, Sentence
from tournament.api.base import ANYONE, PUBLIC, ApiView, Chained, ConcoursView, Nothing, PublicView, act, page
from tournament.api.shapes import Page, PageQuery, Shown, StrictKeys
from tournament.clubs.selectors import club_for
from tournament.concours import acts, kinds, money, services, structured
from tournament.concours.access import removed_for, removed_of, tournament_for
from tournament.concours.inputs import PurgeInput, RemoveInput
from tournament.concours.kinds import NO_DEFAULT, SettingPart
from tournament.concours.lots import lots_of
from tournament.concours.models import Tournament
from tournament.concours.presets import PRESETS
from tournament.concours.reglement import reglement_of
from tournament.concours.selectors import concours_lists, names_money
from tournament.concours.settings import BY_NAME, SETTINGS
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictBoolean, StrictChoice, StrictDate, StrictInteger
from tournament.registration import series
from tournament.registration.rehearsals import change_settings, erase_rehearsal
from tournament.registration.series import LONGEST_GAP, MOST_EVENINGS

Fields = dict[str, serializers.Field]


def input_field(part: SettingPart, *, required: bool = False) -> serializers.Field:
    """Return the field that reads one value strictly."""
    kind = part.kind
    match kind:
        case kinds.Integer():
            return StrictInteger(min_value=kind.lowest, max_value=kind.highest, required=required)
        case kinds.Flag():
            return StrictBoolean(required=required)
        case kinds.Day():
            return StrictDate(required=required)
        case kinds.TextLine():
            return CleanText(max_length=kind.longest, allow_blank=part.default == "", required=required)
        case kinds.Choice():
            return StrictChoice(choices=list(kind.labels), required=required)
        case kinds.Choices():
            words = StrictChoice(choices=list(kind.labels))
            return serializers.ListField(child=words, min_length=1, required=required)
        case kinds.TextLines():
            lines = CleanText(max_length=kind.longest, allow_blank=True)
            return serializers.ListField(child=lines, max_length=kind.most, required=required)
        case structured.RuleOptionsKind():
            return serializers.DictField(required=required)
        case structured.DrawOptionsKind():
            return DrawOptionsInput(required=required)
        case structured.CapsKind():
            return CapsInput(required=required)
        case structured.PhasesKind():
            return serializers.ListField(child=PhaseInput(), max_length=structured.MAX_PHASES, required=required)
        case structured.PenaltiesKind():
            return serializers.ListField(
                child=PenaltyLineInput(), max_length=structured.MOST_PENALTIES, required=required
            )
    raise TypeError(f"{part.name}: the API does not read {kind}")


class PartsInput(StrictKeys):
    # No docstring: the schema would show it for the classes that have none.
    parts: Iterable[SettingPart] = ()
    together = False  # whether those without a usual value may be left out all the same

    def get_fields(self) -> Fields:
        return {
            part.name: input_field(part, required=part.default is NO_DEFAULT and not self.together)
            for part in self.parts
        } | super().get_fields()


class DrawOptionsInput(PartsInput):
    """`size`: teams of a pool, or players at a table of escalier. `third_place` and `play_offs` are those of a knock-out of all."""

    parts = structured.DRAW_OPTIONS.values()
    together = True


class PhaseOptionsInput(PartsInput):
    parts = structured.PhasesKind.options
    together = True


class PhaseInput(PartsInput):
    """A phase after the parties common to all. `parties` 0: to its end, or to the last partie.

    `donnes` and `points` end its parties, `final_donnes` and `final_points` its final; 0: as in the other parties.
    """

    parts = (
        *structured.PhasesKind.parts,
        structured.PhasesKind.third_place,
        structured.PhasesKind.play_offs,
        *structured.PhasesKind.lengths,
    )
    options = PhaseOptionsInput(required=False)


class PenaltyLineInput(PartsInput):
    """A fault and what it gives the other camp; 0 points: a warning. Before `from_fault` it is a warning too."""

    parts = structured.PenaltiesKind.parts


class CapsInput(PartsInput):
    """The most that the winner and the loser of a partie keep, from a partie on; all three or none."""

    parts = structured.CapsKind.parts
    together = True


class SettingsInput(PartsInput):
    """Settings to change; those left out stay. `rule_options` holds only the options that change. `max_teams` is the
    number of places, 0 for no limit."""

    parts = SETTINGS
    together = True


class ConcoursInput(SettingsInput):
    """A new concours: the settings of its preset, but for those given here. With `like`, the number of an earlier concours,
    that one's settings are taken instead of the preset's."""

    club = StrictInteger(min_value=1)
    preset = StrictChoice(choices=list(PRESETS))
    like = StrictInteger(min_value=1, required=False)
    name = CleanText(max_length=80)
    date = StrictDate()


class SeriesInput(ConcoursInput):
    """Several new concours that are alike, the first on `date`, the others `every_days` days after each other.

    With `teams`, the teams of the concours `like` are registered in each, not there yet and unpaid.
    """

    evenings = StrictInteger(min_value=1, max_value=MOST_EVENINGS)
    every_days = StrictInteger(min_value=1, max_value=LONGEST_GAP, default=7)
    teams = StrictBoolean(default=False)


class PhaseOutput(Declared):
    method: str
    start: int
    parties: int = 0
    who: str = "all"
    count: int = 0
    options: dict[str, Any] = field(default_factory=dict)
    third_place: bool = False
    play_offs: Annotated[str, StrictChoice(choices=list(structured.PLAY_OFF_WORDS))] = "no"
    donnes: int = 0
    points: int = 0
    final_donnes: int = 0
    final_points: int = 0


PenaltyWay = Annotated[str, StrictChoice(choices=list(structured.PENALTY_WAYS))]


class PenaltyLineOutput(Declared):
    label: str
    way: PenaltyWay
    points: int
    from_fault: int
    article: str


# The type of a setting in the API, by its kind, where it is not that of its column.
TYPES: Mapping[type[kinds.Kind], Any] = {
    kinds.Choices: list[str],
    kinds.TextLines: list[str],
    money.NameLines: list[str],
    money.PricedLines: list[str],
    structured.RuleOptionsKind: dict[str, Any],
    structured.DrawOptionsKind: dict[str, str],
    structured.PhasesKind: list[PhaseOutput],
    structured.CapsKind: dict[str, int],
    structured.PenaltiesKind: list[PenaltyLineOutput],
}


TAG = "concours"


class ConcoursQuery(PageQuery):
    when: Annotated[str, StrictChoice(choices=["current", "past", "all"])] = "all"
    club: int = LEFT_OUT
    first_day: datetime.date = LEFT_OUT
    last_day: datetime.date = LEFT_OUT
    changed_since: Annotated[datetime.datetime, DateTimeField()] = LEFT_OUT

    def chosen(self, current: QuerySet[Tournament], past: QuerySet[Tournament], **more: Any) -> Chained:
        """Return those of the two lists that are asked for; *more* are further look-ups and their values."""
        lists = {"current": [current], "past": [past], "all": [current, past]}[self.when]
        asked = more | {
            "club": self.club,
            "date__gte": self.first_day,
            "date__lte": self.last_day,
            "changed_at__gte": self.changed_since,
        }
        given = {name: value for name, value in asked.items() if value is not LEFT_OUT}
        return Chained([concours.filter(**given) for concours in lists])


_LINE = "id=pk name date place club=club_id club_name=club.name slug parties closed_at"
ConcoursLineOutput = Annotated[Tournament, Shown("ConcoursLineOutput", _LINE)]
ConcoursOutput = Annotated[
    Tournament,
    Shown(
        "ConcoursOutput",
        f"{_LINE} preset {' '.join(name for name in BY_NAME if name not in _LINE.split())} journal_number frozen names_money",
        frozen=(bool, services.is_frozen),
        names_money=(bool, lambda tournament: names_money(lot.what for lot in lots_of(tournament).all)),
        **{setting.name: TYPES[type(setting.kind)] for setting in SETTINGS if type(setting.kind) in TYPES},
    ),
    "`frozen`: a tirage is published, the settings of play stand. `names_money`: a prize looks like money.",
]
SentenceOutput = Annotated[Sentence, Shown("SentenceOutput", "text article")]
SectionOutput = Annotated[Section, Shown("SectionOutput", "title sentences", SentenceOutput)]


class PresetOutput(Declared):
    key: str
    label: str
    help: str
    parties: int
    rule_set: str
    rule_options: dict[str, Any]
    first_method: str
    next_method: str
    criteria: list[str]
    exempt_policy: str
    forfeit_points: int


ReglementOutput = Annotated[list[SectionOutput], Shown("ReglementOutput", "sections=")]
LeftOutOutput = Annotated[
    series.TeamLeftOut,
    Shown(
        "LeftOutOutput",
        "number players why concours",
        concours=(list[int], lambda left_out: [tournament.pk for tournament in left_out.concours]),
    ),
]
SeriesOutput = Annotated[
    series.Series, Shown("SeriesOutput", "series=concours left_out", ConcoursLineOutput, LeftOutOutput)
]


def _named_by(user: User, data: dict[str, Any]) -> dict[str, Any]:
    """Return what the body of a new concours names, as arguments of its act. Raises Http404 or PermissionDenied."""
    first: dict[str, Any] = {"club": club_for(user, data.pop("club"), "settings"), "by": user}
    first |= {setting: data.pop(setting) for setting in ("preset", "name", "date")}
    if (like := data.pop("like", None)) is not None:
        first["like"] = tournament_for(user, like, "settings")
        first["place"] = first["like"].place
    first["place"] = data.pop("place", first.get("place", ""))
    return first | {"overrides": data}


RemovedLineOutput = Annotated[
    Tournament, Shown("RemovedLineOutput", "id=pk name date club=club_id removed_at", removed_at=datetime.datetime)
]


class AllConcours(ApiView):
    @act(ANYONE, "presets/")
    def presets_get(self, query: PageQuery) -> Page[PresetOutput]:
        """List the ready-made settings of a concours."""
        names = [field.name for field in fields(PresetOutput) if field.name in BY_NAME]
        presets = [
            PresetOutput(
                key=key,
                label=str(preset.label),
                help=str(preset.help),
                **{name: preset.settings[name] for name in names},
            )
            for key, preset in PRESETS.items()
        ]
        return page(presets, query)

    @act(ANYONE, "concours/", name="concours-list")
    def concours_get(self, query: ConcoursQuery) -> Page[ConcoursLineOutput]:
        """List the concours of one's clubs: those of now and to come, the nearest first; then the past ones."""
        return page(query.chosen(*concours_lists(self.user, today=timezone.localdate())), query)

    @act(ANYONE, "concours/new/", status=201, laptop_only=True)
    def concours_new_post(self, data: Annotated[dict, ConcoursInput]) -> ConcoursOutput:
        """Create a concours of a club where one is organiser."""
        return services.create_tournament(**_named_by(self.user, data))

    @act(ANYONE, "concours/series/", status=201, laptop_only=True)
    def concours_series_post(self, data: Annotated[dict, SeriesInput]) -> SeriesOutput:
        """Create several concours of a club in one act, all alike, so many days apart; all or none."""
        evenings, every_days, teams = (data.pop(name) for name in ("evenings", "every_days", "teams"))
        asked = _named_by(self.user, data)
        dates = series.series_dates(asked.pop("date"), evenings=evenings, every_days=every_days)
        return series.create_series(dates=dates, teams=teams, **asked)

    @act(ANYONE, "removed/", laptop_only=True)
    def removed_get(self, query: PageQuery) -> Page[RemovedLineOutput]:
        """List the removed concours that one may restore, the one removed last first."""
        return page(removed_of(self.user), query)


class Concours(ConcoursView):
    @act("read", name="concours")
    def concours_one_get(self) -> ConcoursOutput:
        """Show a concours and its settings."""
        return self.tournament

    @act(acts.REMOVE_TOURNAMENT, "remove/", laptop_only=True)
    def remove_post(self, data: RemoveInput) -> None:
        """Put the concours away: nothing finds it until it is restored. `while_played`: although tables may be playing."""
        services.remove_tournament(**self.acting, while_played=data.while_played)

    @act("settings", "erase/", laptop_only=True)
    def erase_post(self, data: Nothing) -> None:
        """Erase a rehearsal with all that it holds, its journal too, and the players known from it alone."""
        erase_rehearsal(**self.acting)

    @act(acts.CHANGE_SETTINGS, "settings/", laptop_only=True)
    def settings_patch(self, data: Annotated[dict, SettingsInput]) -> ConcoursOutput:
        """Change settings. Those of play stand as announced once a tirage is published."""
        return change_settings(**self.acting, changes=data)

    @act("read", "reglement/")
    def reglement_get(self) -> ReglementOutput:
        """Show the règlement, written from the settings, each sentence with its article."""
        return reglement_of(self.tournament)


class RemovedOne(ApiView, path="removed/<int:pk>/"):
    """An address of a removed concours."""

    laptop_only = True
    tournament: Tournament

    def enter(self, allowed: str) -> None:
        self.tournament = removed_for(self.user, self.kwargs["pk"])

    @act("settings", "restore/")
    def restore_post(self, data: Nothing) -> ConcoursOutput:
        """Bring a removed concours back as it was."""
        return services.restore_tournament(tournament_id=self.tournament.pk, by=self.user)

    @act("settings", "purge/")
    def purge_post(self, data: PurgeInput) -> None:
        """Erase a removed concours with all that it holds, its journal too, for good. `name` is its name, typed again."""
        services.purge_tournament(tournament_id=self.tournament.pk, name=data.name, by=self.user)


class PublicReglement(PublicView):
    @act(PUBLIC, "reglement/")
    def public_reglement_get(self) -> ReglementOutput:
        """Show the règlement to players."""
        return reglement_of(self.tournament)
