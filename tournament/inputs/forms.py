"""Derive the forms of pages from the inputs of acts, so that no limit is written twice."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournament.api.shapes import InputSerializer
from tournament.languages import LazyText


def choice_field(form: forms.Form, name: str) -> forms.ChoiceField:
    """Return the field *name* of *form*, which is one of choices."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)
    return field


def form_field(declaration: type, name: str, **options: Any) -> forms.Field:
    """Return the field of a form for what *declaration* reads as *name*; one with a default or null may stay empty.

    In a line of text the browser offers nothing of what was typed before, which was of other people, unless its own
    `widget` says what may be offered.
    """
    field = InputSerializer(dataclass=declaration).fields[name]
    options = {"required": field.required and not field.allow_null} | options
    if isinstance(field, serializers.BooleanField):
        return forms.BooleanField(**options | {"required": False})
    if isinstance(field, serializers.IntegerField):
        return forms.IntegerField(min_value=field.min_value, max_value=field.max_value, **options)
    assert isinstance(field, serializers.CharField), f"{name} has no field for a page"
    options.setdefault("widget", forms.TextInput(attrs={"autocomplete": "off"}))
    return forms.CharField(max_length=field.max_length, strip=field.trim_whitespace, **options)


def form_of(declaration: type, **labels: Any) -> type[forms.Form]:
    """Return a form of the fields of *declaration* that have a label here, None for one that is not shown."""
    fields = {name: form_field(declaration, name, label=label) for name, label in labels.items()}
    return type(declaration.__name__.replace("Input", "Form"), (forms.Form,), fields)


def exact_field(label: LazyText, *, longest: int, help_text: LazyText | str = "", **attrs: str) -> forms.CharField:
    """Return a field for an address, a code or a key, which the browser neither completes nor corrects."""
    widget = forms.TextInput(attrs=attrs | {"autocomplete": "off", "spellcheck": "false"})
    return forms.CharField(label=label, max_length=longest, help_text=help_text, widget=widget)


def list_file_field() -> forms.FileField:
    """Return a field for the file of a list, of any kind that is read."""
    accepted = forms.FileInput(attrs={"accept": ".xlsx,.ods,.xls,.csv,.txt,.tsv"})
    return forms.FileField(label=_("The file"), required=False, allow_empty_file=True, widget=accepted)


def pasted_list_field(help_text: LazyText, *, most: int) -> forms.CharField:
    """Return a field for a list that is pasted, of *most* characters."""
    return forms.CharField(
        label=_("Or paste the list here"),
        required=False,
        strip=False,
        max_length=most,
        widget=forms.Textarea(attrs={"rows": 6, "spellcheck": "false"}),
        help_text=help_text,
    )
