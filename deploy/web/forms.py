"""The base of every form of the program."""

from typing import Any

from django.forms import BoundField, Widget
from django.forms.renderers import DjangoTemplates


class FocusedField(BoundField):
    """A field that takes the focus where the form comes back and it is the first one to be mended.

    Otherwise the focus of the empty form would take what is typed again: a password, in clear, into another field.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        attrs = super().build_widget_attrs(attrs, widget)
        wrong = self.form.is_bound and next((name for name in self.form.fields if name in self.form.errors), None)
        return attrs | {"autofocus": self.name == wrong} if wrong else attrs


class FormRenderer(DjangoTemplates):
    """Render the fields of all forms so."""

    bound_field_class = FocusedField
