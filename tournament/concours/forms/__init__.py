"""The settings of a concours as a form, made from their table. The table says what is allowed."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property
from typing import Any

from django import forms
from django.forms import BoundField
from django.http import QueryDict
from django.utils.text import capfirst
from django.utils.translation import get_language, gettext as _

from rules import RULE_SETS
from tournament.clubs.models import Club
from tournament.concours.forms.editors import FieldGroup, editor_of
from tournament.concours.kinds import Values, euros, labelled
from tournament.concours.setting_groups import FIRST, GROUPS
from tournament.concours.settings import SETTINGS, Setting, frozen_settings
from tournament.errors import TournamentError
from tournament.inputs.shown import SHOWN, ShownForm, fixed_changes

# Of a closed group so many lines, and so many parts of each, are told beside its title.
SHOWN_LINES, SHOWN_PARTS = 3, 2
# A line of more fields than this is folded.
LONG_LINE = 6
# The parts that the title of a line says.
TITLE_PARTS = ("_who", "_count", "_label")
# The label of a setting in a summary; in place of a longer one stands the name that the journal has for it.
LONGEST_LABEL = 25
# The mark of the game among those of what a page showed.
_GAME = "rules="


@dataclass(frozen=True)
class BoundLine:
    """One line of fields. A long one is *folded*: `title` and `summary` tell what it holds, `open` where to mend it."""

    fields: list[BoundField]
    folded: bool
    title: str

    @property
    def in_use(self) -> bool:
        """Return whether the line counts: its first field is filled in."""
        return self.fields[0].value() not in (None, "")

    @property
    def summary(self) -> str:
        """Return what its fields hold, but for those that the title says."""
        return " · ".join(self.words(self.fields)) if self.in_use else ""

    def words(self, fields: Sequence[BoundField]) -> list[str]:
        """Return what *fields* of the line hold, but for those that the title says."""
        return [words for field in fields if not field.name.endswith(TITLE_PARTS) and (words := _said(field))]

    @property
    def open(self) -> bool:
        """Return whether a field of it has an error."""
        return any(field.errors for field in self.fields)


class BoundGroup:
    """Some fields of the form under one title, *lines* of fields below them; open where something has to be mended."""

    def __init__(self, form: "ConcoursForm", group: FieldGroup) -> None:
        self.title = group.title
        self.help_text = group.help
        self.fields: list[BoundField] = [form[name] for name in group.names]
        lines = [[form[name] for name in line] for line in group.lines]
        self.lines = [
            BoundLine(line, len(line) > LONG_LINE, group.line_title([field.value() for field in line]))
            for line in lines
        ]
        every = [*self.fields, *(field for line in lines for field in line)]
        may_change = [not field.field.disabled for field in every]
        self.summary = " · ".join(self._words()) or _("nothing yet")
        # Where most is fixed, what can still be changed is shown at once.
        self.open = any(field.errors for field in every) or (form.frozen and any(may_change))

    def _words(self) -> Iterator[str]:
        """Yield what the fields hold, as one reads it beside the title of a closed group."""
        for field in self.fields:
            if words := _said(field):
                yield words
        used = [line for line in self.lines if line.in_use]
        if self.lines and not used and not self.fields:
            yield _("none")
        for line in used[:SHOWN_LINES]:
            yield ", ".join(filter(None, (line.title, *line.words(line.fields[:SHOWN_PARTS]))))
        if len(used) > SHOWN_LINES:
            yield "…"


def _said(bound: BoundField) -> str:
    """Return what a field holds as one reads it alone: the label of a tick, else a short label and the value."""
    value = bound.value()
    if value in (None, "", False) or _means_nothing(bound):
        return ""
    if isinstance(bound.field, forms.BooleanField):
        return str(bound.label)
    if isinstance(bound.field, forms.ChoiceField):
        choices = list(bound.field.widget.choices)
        value = next((str(words) for key, words in choices if key != "" and str(key) == str(value)), "")
        if not value:
            return ""
    elif isinstance(bound.field.widget, forms.Textarea):
        value = len(str(value).split("\n"))
    elif isinstance(bound.field, forms.DecimalField):
        value = euros(int(value * 100)) if isinstance(value, Decimal) else str(value).rstrip("€ \u00a0") + "\u00a0€"
    return labelled(_short_label(bound), value)


def _short_label(bound: BoundField) -> str:
    """Return the label of a field, that of the journal where it is a sentence."""
    assert isinstance(bound.form, ConcoursForm)
    label, short = str(bound.label), str(bound.form.short_labels.get(bound.name, ""))
    return capfirst(short) if short and len(label) > LONGEST_LABEL else label


def _means_nothing(bound: BoundField) -> bool:
    """Return whether another field makes a choice mean nothing, and it is as usual or ignored; the page hides it then."""
    attrs = bound.field.widget.attrs
    if "data-depends" not in attrs or not isinstance(bound.field, forms.ChoiceField):
        return False
    decided = str(bound.form[attrs["data-depends"]].value())
    usual = str(list(bound.field.widget.choices)[0][0])
    return decided not in attrs["data-fits"].split(",") and ("data-ignored" in attrs or str(bound.value()) == usual)


class ConcoursForm(ShownForm):
    """Everything an organiser can set, beginning with the values of *start*, a preset's or a concours'."""

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        start: Values,
        clubs: Sequence[Club] = (),
        rule_set: str = "",
        initial: Values | None = None,
    ) -> None:
        """Make the form; *rule_set* is the game chosen instead of that of *start*, *initial* what was filled in already."""
        self.frozen = False
        self.rule_set = RULE_SETS.get(rule_set, RULE_SETS[start["rule_set"]])
        self.other_game = self.rule_set.id != start["rule_set"]
        filled = data or initial or {}
        self.editors = {setting.name: editor_of(setting, start, self.rule_set, filled) for setting in SETTINGS}
        parts = [part for editor in self.editors.values() for part in editor.parts().items()]
        self.short_labels = {name: part.journal for name, part in parts if isinstance(part, Setting)}
        values = {name: value for editor in self.editors.values() for name, value in editor.initial().items()}
        super().__init__(data, initial=values | dict(initial or {}))
        if len(clubs) > 1:
            self.fields["club"] = forms.TypedChoiceField(
                label=_("Club"), choices=[(club.pk, club.name) for club in clubs], coerce=int
            )
        for editor in self.editors.values():
            self.fields |= editor.fields
        for field in self.fields.values():
            field.widget.attrs.setdefault("autocomplete", "off")

    @cached_property
    def _field_groups(self) -> dict[str, list[FieldGroup]]:
        """Return the groups of fields under their keys, those of one title joined."""
        groups: dict[str, list[FieldGroup]] = {key: [] for key in GROUPS}
        if "club" in self.fields:
            groups[FIRST].append(FieldGroup("", ["club"]))
        for editor in self.editors.values():
            for key, group in editor.groups():
                same = next((other for other in groups[key] if other.title == group.title), None)
                if same is None:
                    groups[key].append(group)
                else:
                    same.names.extend(group.names)
        return groups

    @cached_property
    def groups(self) -> list[BoundGroup]:
        """Return the folded groups of fields, in the order of an evening."""
        return [
            BoundGroup(self, group)
            for key, groups in self._field_groups.items()
            if key != FIRST
            for group in groups
            if group.names or group.lines
        ]

    @cached_property
    def first_group(self) -> BoundGroup:
        """Return the fields that are always seen."""
        return BoundGroup(self, self._field_groups[FIRST][0])

    @property
    def game(self) -> str:
        """Return the title of the game whose options are shown."""
        return self.rule_set.title(get_language() or "fr")

    def filled_in(self) -> dict[str, object]:
        """Return what the fields hold that another game has as well; a code of penalties only where it was changed."""
        changed = set(self.changed_data)
        return {
            name: self[name].value()
            for editor in self.editors.values()
            if not editor.of_the_game or changed.intersection(editor.fields)
            for name in editor.fields
        }

    def freeze(self, *, drawn: bool, closed: bool) -> None:
        """Show the settings that stand without letting them be changed."""
        standing = frozen_settings(drawn=drawn, closed=closed)
        self.frozen = bool(standing)
        for name in standing:
            for field in self.editors[name].fields:
                self.fields[field].disabled = True

    def together(self) -> Iterator[Iterable[str]]:
        return (editor.fields for editor in self.editors.values() if editor.as_one)

    @property
    def shown(self) -> str:
        return super().shown if self.is_bound else f"{_GAME}{self.rule_set.id} {super().shown}"

    def with_the_game(self, sent: QueryDict) -> QueryDict:
        """Return what was *sent*; a game that its page left as it was has become that of the form."""
        marks = str(sent.get(SHOWN, "")).split()
        games = {f"{_GAME}{sent.get(name)}" for name in ("rules", "rules_shown")}
        if len(games) > 1 or not games.issubset(marks):
            return sent
        found = sent.copy()
        found["rules"] = found["rules_shown"] = self.rule_set.id
        found[SHOWN] = " ".join(f"{_GAME}{self.rule_set.id}" if mark in games else mark for mark in marks)
        return found

    def standing_changes(self, sent: QueryDict) -> list[str]:
        """Return the names of the settings that *sent*, as it is now, would change though they stand."""
        changed = fixed_changes(sent, self)
        game = self.frozen and sent.get("rules", self.rule_set.id) != self.rule_set.id
        return [
            str(editor.setting.journal)
            for name, editor in self.editors.items()
            if changed & editor.fields.keys() or (game and name == "rule_set")
        ]

    def settings(self) -> dict[str, Any]:
        """Return what was typed, as the settings of a concours. The form must be valid."""
        return {name: editor.read(self.cleaned_data) for name, editor in self.editors.items()}

    def refuse(self, error: TournamentError) -> None:
        """Put *error* beside the field it speaks of."""
        places = (editor.place_of(error.field or "") for editor in self.editors.values())
        name = next((place for place in places if place), error.field)
        self.add_error(name if name in self.fields else None, str(error))


def form_of_the_chosen_game(
    make: Callable[..., ConcoursForm], posted: Mapping[str, str], initial: Values
) -> ConcoursForm:
    """Return the form as *posted*, made by *make*; unsent, and with the same filled in, where another game was chosen.

    The game is chosen in the same form as the rest, and each game has options of its own: those of the game chosen must
    be seen before anything is saved.
    """
    if not posted:
        return make(initial=initial)
    form = make(posted, initial=initial, rule_set=posted.get("rules_shown", ""))
    chosen = posted.get("rules", form.rule_set.id)
    if chosen == form.rule_set.id and "change_rules" not in posted:
        return form
    other = make(initial={**initial, **form.filled_in()}, rule_set=chosen)
    other.other_game = True
    return other


def rule_set_choices() -> list[tuple[str, str]]:
    """Return every game that can be played, by its title."""
    return [(key, rules.title(get_language() or "fr")) for key, rules in RULE_SETS.items()]
