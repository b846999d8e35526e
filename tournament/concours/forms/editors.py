"""Show each kind of setting as fields of a form and read it back: one editor for each kind."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cached_property
from typing import Any

from django import forms
from django.utils.translation import get_language, gettext as _

from rules import RuleSet
from tournament.concours import kinds, structured
from tournament.concours.forms.part_fields import depends, option_field, part_field, shown, typed_value
from tournament.concours.kinds import NO_DEFAULT, Kind, SettingPart, Text, Values
from tournament.concours.setting_groups import FIRST, GROUPS
from tournament.concours.settings import Setting
from tournament.finals.formula import KNOCK_OUT, NO_PLAY_OFFS, Phase
from tournament.finals.words import phase_heading
from tournament.languages import spoken_language
from tournament.tirages import TIRAGES

CRITERIA_LINES = 6
# Empty lines shown below those of the code of penalties.
SPARE_PENALTIES = 2


@dataclass(frozen=True)
class FieldGroup:
    """Names of fields under one title, *lines* of them below the others; `line_title` names a line by its values."""

    title: Text
    names: list[str]
    lines: list[list[str]] = field(default_factory=list)
    help: Text = ""
    line_title: Callable[[Sequence[object]], str] = lambda values: ""


class Editor:
    """Show one setting as the field of its name."""

    # Another game has another usual value of the setting.
    of_the_game = False
    # The fields mean something together alone, as the lines of a list do.
    as_one = False

    def __init__(self, setting: Setting, settings: Values, rules: RuleSet, filled: Values) -> None:
        """Begin with the value in *settings*; *rules* is the game chosen, perhaps another than theirs.

        *filled* are the fields that were filled in already, by their names.
        """
        self.setting = setting
        self.value: Any = settings.get(setting.name)
        self.settings = settings
        self.rules = rules
        self.filled = filled

    def parts(self) -> dict[str, SettingPart]:
        """Return what each field holds, by its name."""
        return {self.setting.name: self.setting}

    def needs(self, part: SettingPart) -> bool:
        """Return whether the field of *part* must be filled in."""
        return True

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        """Return the fields by name, in their order."""
        return {name: part_field(part, required=self.needs(part)) for name, part in self.parts().items()}

    def initial(self) -> dict[str, object]:
        """Return what the fields begin with."""
        if self.setting.name not in self.settings:
            return {}
        return {self.setting.name: shown(self.setting.kind, self.value)}

    def read(self, typed: Values) -> object:
        """Return the value of the setting from what was *typed* and is valid."""
        return typed_value(self.setting.kind, typed[self.setting.name])

    def groups(self) -> list[tuple[str, FieldGroup]]:
        """Return the groups that the fields belong to, by their keys."""
        group = GROUPS[self.setting.group]
        return [(self.setting.group, FieldGroup(group.title, list(self.fields), help=group.help))]

    def place_of(self, name: str) -> str | None:
        """Return the field that an error about *name* stands beside, None where it is another setting's."""
        return next(iter(self.fields), None) if name == self.setting.name else None


class RuleSetEditor(Editor):
    """Another game is chosen above the other fields, since it has other options."""

    def parts(self) -> dict[str, SettingPart]:
        return {}

    def read(self, typed: Values) -> object:
        return self.rules.id


class CentsEditor(Editor):
    """Show cents as euros, under the name without them."""

    @property
    def name(self) -> str:
        """Return the name of the field."""
        return self.setting.name.removesuffix("_cents")

    def parts(self) -> dict[str, SettingPart]:
        return {self.name: self.setting}

    def initial(self) -> dict[str, object]:
        return {self.name: Decimal(self.value) / 100 if self.value else None}

    def read(self, typed: Values) -> object:
        return int((typed[self.name] or Decimal(0)) * 100)


class RuleOptionsEditor(Editor):
    """Show the options of the game chosen; how a partie ends is always seen, by donnes or by points."""

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        lang = get_language() or "fr"
        fields = {f"option_{name}": option_field(option, lang) for name, option in self.rules.options.items()}
        if words := fields.get("option_marque_club"):
            words.widget.attrs |= depends("option_decompte", ["club"])
        for name, option in self.rules.options.items():
            if option.unless:
                other, value = option.unless
                counts = [str(one) for one in self.rules.options[other].choices if one != value]
                fields[f"option_{name}"].widget.attrs |= depends(f"option_{other}", counts) | {"data-ignored": ""}
        return fields

    def initial(self) -> dict[str, object]:
        return {
            f"option_{name}": self.value[name] if option.accepts(self.value.get(name, object())) else option.default
            for name, option in self.rules.options.items()
        }

    def read(self, typed: Values) -> object:
        """Return the options typed; those of a base that is not the one played count for nothing."""
        base = typed.get("option_base")
        return {
            name: typed[f"option_{name}"]
            for name, option in self.rules.options.items()
            if not option.bases or base in option.bases
        }

    def groups(self) -> list[tuple[str, FieldGroup]]:
        points = self.rules.options.get("limite_points")
        always = [
            "option_limite_donnes",
            "option_base",
            *(["option_limite_points"] if points and points.default else ()),
        ]
        names = list(self.fields)
        return [
            (FIRST, FieldGroup("", [name for name in always if name in names])),
            (self.setting.group, FieldGroup(GROUPS[self.setting.group].title, [n for n in names if n not in always])),
        ]

    def place_of(self, name: str) -> str | None:
        return f"option_{name}" if name in self.rules.options else None


class PartsEditor(Editor):
    """Show each part as a field; those left empty are not there."""

    prefix: str
    shown_parts: Mapping[str, SettingPart]

    def parts(self) -> dict[str, SettingPart]:
        return {f"{self.prefix}_{name}": part for name, part in self.shown_parts.items()}

    def needs(self, part: SettingPart) -> bool:
        return part.default is not NO_DEFAULT

    def initial(self) -> dict[str, object]:
        usual = {name: part.default for name, part in self.shown_parts.items() if self.needs(part)}
        values = usual | dict(self.value)
        kinds_of = {name: part.kind for name, part in self.shown_parts.items()}
        return {
            f"{self.prefix}_{name}": shown(kinds_of[name], value) if name in kinds_of else value
            for name, value in values.items()
        }

    def read(self, typed: Values) -> object:
        """Return what was typed; a part that was not stated and is left as usual stays unstated."""
        values = {
            name: typed_value(part.kind, typed[f"{self.prefix}_{name}"]) for name, part in self.shown_parts.items()
        }
        return {
            name: value
            for name, value in values.items()
            if value is not None and (name in self.value or value != self.shown_parts[name].default)
        }

    def place_of(self, name: str) -> str | None:
        return f"{self.prefix}_{name}" if name in self.shown_parts else None


class DrawOptionsEditor(PartsEditor):
    """Show the options that the ways of drawing of the concours have: those of a knock-out of all mean nothing elsewhere."""

    prefix = "draw"

    @cached_property
    def shown_parts(self) -> Mapping[str, SettingPart]:  # type: ignore[override]  # read once for each form
        methods = {self.settings.get(name, "") for name in ("first_method", "next_method")}
        methods |= {phase["method"] for phase in self.settings.get("phases", ())}
        sized = any("size" in TIRAGES[method].options for method in methods if method)
        hidden = () if self.settings.get("next_method") == KNOCK_OUT else structured.OF_A_KNOCK_OUT_OF_ALL
        return {
            name: part
            for name, part in structured.DRAW_OPTIONS.items()
            if name not in hidden and (sized or name != "size")
        }

    def parts(self) -> dict[str, SettingPart]:
        method = self.settings.get("next_method", "")
        return {
            f"{self.prefix}_{name}": replace(part, label=structured.OPTION_LABELS.get((name, method), part.label))
            for name, part in self.shown_parts.items()
        }

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        fields = super().fields
        kept_apart = [word for word in structured.DRAW_CHOICES["club_apart"] if word != "no"]
        fields["draw_apart_when"].widget.attrs |= depends("draw_club_apart", kept_apart)
        return fields

    def groups(self) -> list[tuple[str, FieldGroup]]:
        """Return what is asked of a final beside the other finals, the rest with the draws."""
        finals = [name for part in structured.OF_A_KNOCK_OUT_OF_ALL if (name := f"{self.prefix}_{part}") in self.fields]
        others = [name for name in self.fields if name not in finals]
        return [
            (key, FieldGroup(GROUPS[key].title, names))
            for key, names in ((self.setting.group, others), ("phases", finals))
        ]


class CapsEditor(PartsEditor):
    as_one = True
    prefix = "caps"
    shown_parts = {part.name: part for part in structured.CapsKind.parts}


class CriteriaEditor(Editor):
    """Show the criteria as lines to choose in; an empty line is none."""

    as_one = True

    def _lines(self) -> range:
        return range(1, max(CRITERIA_LINES, len(self.value)) + 1)

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        kind = self.setting.kind
        assert isinstance(kind, kinds.Choices)
        choices = [("", "—"), *kind.labels.items()]
        return {
            f"criterion_{line}": forms.ChoiceField(
                label=_("First of all") if line == 1 else _("If equal, then (%(line)s)") % {"line": line},
                choices=choices,
                required=line == 1,
            )
            for line in self._lines()
        }

    def initial(self) -> dict[str, object]:
        return {f"criterion_{line}": criterion for line, criterion in enumerate(self.value, 1)}

    def read(self, typed: Values) -> object:
        return [criterion for line in self._lines() if (criterion := typed[f"criterion_{line}"])]


class LinesEditor(Editor):
    """Show a list of values, each with the same parts; the lines not in use begin with the *usual* parts."""

    as_one = True
    prefix: str
    line_parts: Sequence[SettingPart]
    usual: Mapping[str, str]

    def lines(self) -> range:
        """Return the numbers of the lines that are shown."""
        raise NotImplementedError

    def values(self) -> list[Mapping[str, Any]]:
        """Return the value of each line in use, by part."""
        return self.value

    def field_name(self, line: int, part: SettingPart) -> str:
        """Return the name of the field of a part."""
        return f"{self.prefix}_{line}_{part.name}"

    def parts_of(self, line: int) -> dict[str, SettingPart]:
        """Return the parts of one line by the names of their fields."""
        return {self.field_name(line, part): part for part in self.line_parts}

    def parts(self) -> dict[str, SettingPart]:
        return {name: part for line in self.lines() for name, part in self.parts_of(line).items()}

    def needs(self, part: SettingPart) -> bool:
        return part.name in self.usual

    def initial(self) -> dict[str, object]:
        values = dict(enumerate(self.values(), 1))
        return {
            name: shown(part.kind, value[part.name])
            for line in self.lines()
            for value in [values.get(line, self.usual)]
            for name, part in self.parts_of(line).items()
            if part.name in value
        }

    def groups(self) -> list[tuple[str, FieldGroup]]:
        """Return one group that holds every line."""
        group = GROUPS[self.setting.group]
        lines = [list(self.parts_of(line)) for line in self.lines()]
        return [(self.setting.group, FieldGroup(group.title, [], lines, group.help, self.line_title))]

    def line_title(self, values: Sequence[object]) -> str:
        """Return the name of the line that holds *values*, one a part; none where its first part says enough."""
        return ""

    def typed_line(self, line: int, typed: Values) -> dict[str, Any]:
        """Return the value of each part of a line."""
        return {part.name: typed_value(part.kind, typed[name]) for name, part in self.parts_of(line).items()}


class PhasesEditor(LinesEditor):
    """Show a few phases, each a group of its own; one without a first partie is none."""

    prefix = "phase"
    line_parts = (
        *structured.PhasesKind.parts,
        *structured.PhasesKind.options,
        structured.PhasesKind.third_place,
        structured.PhasesKind.play_offs,
        *structured.PhasesKind.lengths,
    )
    usual = {"method": KNOCK_OUT, "who": "first", "play_offs": NO_PLAY_OFFS}

    @cached_property
    def fields(self) -> dict[str, forms.Field]:
        fields = super().fields
        for line in self.lines():
            for name, part in self.parts_of(line).items():
                if decided := structured.MEANT_FOR.get(part.name):
                    by, values = decided
                    fields[name].widget.attrs |= depends(f"{self.prefix}_{line}_{by}", values)
        return fields

    def lines(self) -> range:
        return range(1, structured.MAX_PHASES + 1)

    def values(self) -> list[Mapping[str, Any]]:
        return [{"play_offs": NO_PLAY_OFFS, **phase.get("options", {}), **phase} for phase in self.value]

    def field_name(self, line: int, part: SettingPart) -> str:
        return f"phase_{line}" if part.name == "start" else super().field_name(line, part)

    def read(self, typed: Values) -> object:
        return [self._phase(self.typed_line(line, typed)) for line in self.lines() if typed[f"phase_{line}"]]

    def line_title(self, values: Sequence[Any]) -> str:
        """Return the name of the phase and who plays it: « Main table, for the first 2 of each pool »."""
        part = dict(zip((part.name for part in self.line_parts), values, strict=True))
        count = int(part["count"]) if str(part["count"]).isdecimal() else 0
        phase = Phase(index=1, method=part["method"], start=0, who=part["who"], count=count)
        return phase_heading(phase, spoken_language())

    def _phase(self, typed: dict[str, Any]) -> dict[str, object]:
        known = TIRAGES[typed["method"]].options
        options = {part.name: typed.pop(part.name) for part in structured.PhasesKind.options}
        if not typed["third_place"]:
            del typed["third_place"]
        if typed["play_offs"] == NO_PLAY_OFFS:
            del typed["play_offs"]
        for part in structured.PhasesKind.lengths:
            if not typed[part.name]:
                del typed[part.name]
        return typed | {"options": {name: value for name, value in options.items() if value and name in known}}


class PenaltiesEditor(LinesEditor):
    """Show the code of penalties in lines; a line without a fault is none."""

    prefix = "penalty"
    line_parts = structured.PenaltiesKind.parts
    usual = {"way": "instead"}
    of_the_game = True

    def __init__(self, setting: Setting, settings: Values, rules: RuleSet, filled: Values) -> None:
        super().__init__(setting, settings, rules, filled)
        usual, held = (setting.kind.clean(code, setting.name, {}) for code in (setting.default(settings), self.value))
        if rules.id != settings["rule_set"] and held == usual:
            options = {name: option.default for name, option in rules.options.items()}
            self.value = setting.default({"rule_set": rules.id, "rule_options": options})
        self._read: list[int] = []  # the lines that were filled in, in order

    def lines(self) -> range:
        filled = sum(1 for name in self.filled if name.startswith("penalty_") and name.endswith("_label"))
        return range(1, min(max(len(self.value) + SPARE_PENALTIES, filled), structured.MOST_PENALTIES) + 1)

    def read(self, typed: Values) -> object:
        """Return the code typed. A line of which only a part is filled in is handed on, for its check to complain."""
        lines = {line: self.typed_line(line, typed) for line in self.lines()}
        filled = {
            line: parts
            for line, parts in lines.items()
            if parts["label"].strip() or parts["points"] is not None or parts["article"].strip()
        }
        self._read = list(filled)
        return list(filled.values())

    def line_title(self, values: Sequence[object]) -> str:
        """Return the fault."""
        return str(values[0])

    def place_of(self, name: str) -> str | None:
        # The check counts the lines that are filled in, the form all of them.
        places = {f"penalty_{place}": f"penalty_{line}_label" for place, line in enumerate(self._read, 1)}
        return places.get(name, super().place_of(name))


EDITORS: Mapping[type[Kind], type[Editor]] = {
    kinds.Cents: CentsEditor,
    kinds.Choices: CriteriaEditor,
    structured.RuleOptionsKind: RuleOptionsEditor,
    structured.DrawOptionsKind: DrawOptionsEditor,
    structured.PhasesKind: PhasesEditor,
    structured.CapsKind: CapsEditor,
    structured.PenaltiesKind: PenaltiesEditor,
}


def editor_of(setting: Setting, settings: Values, rules: RuleSet, filled: Values) -> Editor:
    """Return the editor of *setting*, beginning with its value in *settings*; *filled* is filled in already."""
    editor = RuleSetEditor if setting.name == "rule_set" else EDITORS.get(type(setting.kind), Editor)
    return editor(setting, settings, rules, filled)
