"""The settings of a concours as the API takes and shows them, made from their table."""

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Annotated, Any

from rest_framework import serializers

from tournament.api.shapes import StrictKeys
from tournament.concours import kinds, money, structured
from tournament.concours.kinds import NO_DEFAULT, SettingPart
from tournament.concours.presets import PRESETS
from tournament.concours.settings import SETTINGS
from tournament.inputs import Declared
from tournament.inputs.fields import CleanText, StrictBoolean, StrictChoice, StrictDate, StrictInteger
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
