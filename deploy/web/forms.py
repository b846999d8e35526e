"""The base of every form of the program."""

from typing import Any

from django.forms import BoundField, Widget
from django.forms.renderers import DjangoTemplates
from django.forms.utils import flatatt


class FocusedField(BoundField):
    """A field that takes the focus where the form comes back and it is the first one to be mended.

    Otherwise the focus of the empty form would take what is typed again: a password, in clear, into another field.
    """

    def build_widget_attrs(self, attrs: dict[str, Any], widget: Widget | None = None) -> dict[str, Any]:
        attrs = super().build_widget_attrs(attrs, widget)
        wrong = self._first_wrong()
        return attrs | {"autofocus": self.name == wrong} if wrong else attrs

    @property
    def wrong_attrs(self) -> str:
        """Return the attributes of a wrong field that a template writes by hand: its reason stands in `_errors.html`."""
        if not self.errors:
            return ""
        reason = f"{self.auto_id}_error"
        return flatatt(
            {"aria-invalid": "true", "aria-describedby": reason, "autofocus": self.name == self._first_wrong()}
        )

    def _first_wrong(self) -> str | None:
        """Return the name of the first field to be mended."""
        return (
            next((name for name in self.form.fields if name in self.form.errors), None) if self.form.is_bound else None
        )


class FormRenderer(DjangoTemplates):
    """Render the fields of all forms so."""

    bound_field_class = FocusedField
