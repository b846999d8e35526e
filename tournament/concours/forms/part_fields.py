"""Make the form field of a part of a setting, fill it, and read it back."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext as _, gettext_lazy

from rules import LONGEST_WORDS, SOURCES, Option
from tournament.concours import kinds
from tournament.concours.kinds import NO_DEFAULT, Kind, SettingPart, Text

LONGEST_TEXT = 40_000
# A select of half the page shows so many letters at 1366 px.
LONGEST_CHOICE = 44
# Explains an option of the game to an organiser who has not read the règlement that has it.
OPTION_HELP: Mapping[str, Text] = {
    "litige": gettext_lazy("With 81 points each, the points of the donne go to the winner of the next one."),
    "egalite": gettext_lazy("81 points each, when no litige is played."),
    "arrondi": gettext_lazy("84 counts as 80, 85 as 90."),
    "sans_atout_tout_atout": gettext_lazy("A preneur may play without trumps, or with four suits of trumps."),
    "capot": gettext_lazy("A camp that takes every trick marks this."),
    "litige_derniere_donne": gettext_lazy("There is no next donne to win these points."),
    "comparaison": gettext_lazy("With 75 points and the belote against 87: made with it, lost without it."),
    "litige_suite": gettext_lazy("With 81 points each: held over for the next donne, or dealt again."),
    "decompte": gettext_lazy(
        "What the camp that made its contract marks. With the club’s own marks, no choice of a scale counts."
    ),
    "marque_club": gettext_lazy(
        "Only where the club marks in its own way: these words stand in the house rules, and nothing is checked."
    ),
    "chute": gettext_lazy("What the defence marks where the contract is lost, before the contract itself is added."),
    "chute_contrat": gettext_lazy("With 90 lost: 160, or 160 and the 90 of the contract."),
    "coinche": gettext_lazy("Flat: whatever was bid, the winner of the contract marks this."),
    "surcoinche": gettext_lazy("How much a coinche that is coinched again counts."),
    "capot_fait": gettext_lazy("A camp that takes every trick without having announced it."),
    "capot_demande": gettext_lazy("A camp that announced that it would take every trick, and did."),
    "belote_aide": gettext_lazy("With a contract of 90, 75 points and the belote: made with it, lost without it."),
    "annonces": gettext_lazy("Sequences and fours of a kind bring points to the camp that has the best of them."),
    "fin": gettext_lazy(
        "By which points of the last donne a camp is over the limit: as counted, or rounded to the ten."
    ),
    "base": gettext_lazy("The game whose marks are kept; each plays for himself."),
}


class MoneyField(forms.DecimalField):
    """An amount in euros, with or without their sign."""

    def to_python(self, value: Any) -> Any:
        return super().to_python(value.replace("€", "") if isinstance(value, str) else value)


def part_field(part: SettingPart, *, required: bool = True) -> forms.Field:
    """Return the field of one value; *required* unless the kind says what an empty field means."""
    kind = part.kind
    common: dict[str, Any] = {"label": part.label, "help_text": part.help, "required": required}
    match kind:
        case kinds.Points():
            return forms.IntegerField(min_value=0, **common | {"required": False})
        case kinds.Cents():
            most = kind.highest // 100
            euros = {"max_value": most, "decimal_places": 2, "localize": True, "required": False}
            return MoneyField(min_value=0, **common | euros)
        case kinds.Integer():
            common["required"] = required and kind.empty is None
            return forms.IntegerField(min_value=kind.lowest, max_value=kind.highest, **common)
        case kinds.Flag():
            return forms.BooleanField(**common | {"required": False})
        case kinds.Choice():
            unchosen = [] if required else [("", _("as usual"))]
            # A choice that a narrow select would cut has the whole width.
            if any(len(str(label)) > LONGEST_CHOICE for label in kind.labels.values()):
                common["widget"] = forms.Select(attrs={"data-wide": ""})
            return forms.ChoiceField(choices=[*unchosen, *kind.labels.items()], **common)
        case kinds.Day():
            return forms.DateField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **common)
        case kinds.TextLine():
            attrs = {"placeholder": kind.example} if kind.example else {}
            common["required"] = required and part.default is NO_DEFAULT
            return forms.CharField(max_length=kind.longest, widget=forms.TextInput(attrs=attrs), **common)
        case kinds.TextLines():
            return forms.CharField(
                max_length=LONGEST_TEXT, widget=forms.Textarea(attrs={"rows": 6}), **common | {"required": False}
            )
    raise TypeError(f"{part.name}: no field for {kind}")


def depends(field: str, values: Sequence[str]) -> dict[str, str]:
    """Return the attributes of a part that counts only with some *values* of *field*."""
    return {"data-depends": field, "data-fits": ",".join(values)}


def shown(kind: Kind, value: Any) -> object:
    """Return what a field shows of *value*: nothing where an empty field means the same as 0."""
    match kind:
        case kinds.Points():
            return value
        case kinds.Integer():
            return None if value == kind.empty == 0 else value
        case kinds.TextLines():
            return "\n".join(value)
    return value


def typed_value(kind: Kind, typed: Any) -> Any:
    """Return the value that a field's *typed* content stands for."""
    match kind:
        case kinds.Integer():
            return kind.empty if typed is None else typed
        case kinds.TextLines():
            return typed.splitlines()
    return typed


def _source(article: str) -> str:
    """Name the document and the heading of *article* as a volunteer does, without the key of the bibliography."""
    key, _space, heading = article.partition(" ")
    if key not in SOURCES:
        return _("choice of this program")
    return _("“%(document)s”, %(heading)s") % {"document": SOURCES[key].title, "heading": heading}


def option_field(option: Option, lang: str) -> forms.Field:
    """Return a field for one option of a rule set: a number where it is one, else a choice among its allowed values."""
    explained = OPTION_HELP.get(option.name)
    source = _source(option.article)
    help_text = f"{explained} ({source})" if explained else f"({source})"
    if option.kind == "int":
        if option.nullable:
            help_text = _("Empty: no limit.") + f" ({source})"
        return forms.IntegerField(
            label=option.label(lang), min_value=option.minimum, required=not option.nullable, help_text=help_text
        )
    if option.kind == "text":
        return forms.CharField(
            label=option.label(lang),
            required=False,
            max_length=LONGEST_WORDS,
            widget=forms.Textarea({"rows": 3}),
            help_text=help_text,
        )
    by_text = {str(value): value for value in option.choices}
    return forms.TypedChoiceField(
        label=option.label(lang),
        choices=[(text, option.choice_label(value, lang)) for text, value in by_text.items()],
        coerce=lambda text: by_text.get(text),
        help_text=help_text,
    )
