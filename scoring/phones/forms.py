"""The forms of telephones: a score proposed, a donne of the sheet being kept, an answer to the other camp's."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import Feuille
from scoring.phones.services import HIGHEST_NUMBER, HIGHEST_SEQUENCE
from scoring.sheets.forms import DonneForm, MancheForm, MarksForm, WinnerField, row_form
from scoring.sheets.shown import LABELS, labels_of

MOST_BUTTONS = 7
# The label of the button that leaves a choice out.
_LEFT_OUT = {
    "contre": _("no"),
    "atout": _("not said"),
    "dernier_pli": _("not said"),
    "belote": _("nobody"),
    "capot": _("nobody"),
    "renonce": _("no"),
}


class KeyedForm(forms.Form):
    """Read the key of an entry and when it was begun on its telephone, in milliseconds."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput)
    sequence = forms.IntegerField(min_value=0, max_value=HIGHEST_SEQUENCE, widget=forms.HiddenInput)


class ProposalForm(MarksForm, KeyedForm):
    """Read the two totals from the point of view of the table: `points_NS` and `points_EO`."""

    litige_lost = forms.BooleanField(required=False, label=_("Points of a litige were lost at the end"))
    winner = WinnerField()


class AnswerForm(forms.Form):
    """Read yes or no to the version that was seen."""

    key = forms.CharField(max_length=64)
    version = forms.IntegerField(min_value=1, max_value=99_999)
    answer = forms.ChoiceField(choices=[("yes", "yes"), ("no", "no")])


class DonneHead(KeyedForm):
    """Read which donne a telephone sends."""

    number = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)


class SheetHead(KeyedForm):
    """Read how many donnes the proposed sheet has."""

    rows = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)


class TableCutoffForm(forms.Form):
    """Read how many donnes were finished when the last ones were announced."""

    donnes = forms.IntegerField(min_value=1, max_value=HIGHEST_NUMBER)


@dataclass(frozen=True)
class DonneQuestion:
    """Show one question of a donne: its label and its fields, each with the word that stands for its camp."""

    label: object
    kind: str
    cells: list[tuple[object, forms.BoundField]]


def phone_row(feuille: Feuille, words: Mapping[str, object], *args: Any, **options: Any) -> DonneForm | MancheForm:
    """Return the form of one donne with *words* (“us”, “them”, a name) where the table de marque says NS and EO."""
    form = row_form(feuille, *args, **options)
    for name, field in form.fields.items():
        if not isinstance(field, forms.ChoiceField):
            continue
        pairs = cast("Iterable[tuple[str, object]]", field.choices)  # those of a row are always pairs
        choices: list[tuple[str, object]] = [(value, _worded(label, words)) for value, label in pairs]
        if [value for value, _label in choices][1:3] == list(words)[::-1]:
            choices[1:3] = choices[2:0:-1]  # our camp stands first, as everywhere on the page
        if name in _LEFT_OUT and choices and choices[0][0] == "" and not str(choices[0][1]):
            choices[0] = ("", _LEFT_OUT[name])
        elif name == "preneur":
            choices = [choice for choice in choices if choice[0]]
        field.choices = choices
        if len(choices) <= MOST_BUTTONS and not name.startswith("annonces_"):
            field.widget = forms.RadioSelect(choices=choices)
    return form


def parts_of(form: DonneForm | MancheForm, words: Mapping[str, object]) -> list[DonneQuestion]:
    """Return the questions of a donne in the order in which a player answers them; annonces stand by themselves."""
    names = ("annonces", "plis") if isinstance(form, MancheForm) else form.feuille.fields
    labels = {**LABELS, "plis": _("Tricks made")} if isinstance(form, MancheForm) else labels_of(form.feuille)
    questions = []
    for name in names:
        figures = [(word, form[f"{name}_{camp}"]) for camp, word in words.items() if f"{name}_{camp}" in form.fields]
        if figures:
            questions.append(DonneQuestion(labels[name], "figures", figures))
        elif name in form.fields:
            kind = "buttons" if isinstance(form.fields[name].widget, forms.RadioSelect) else "list"
            questions.append(DonneQuestion(labels[name], kind, [("", form[name])]))
    return questions


def _worded(label: object, words: Mapping[str, object]) -> str:
    return re.sub(r"\b(NS|EO)\b", lambda found: str(words.get(found.group(), found.group())), str(label))
