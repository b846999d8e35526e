"""Forms of the list of prizes."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.concours.lot_lines import cents_of
from tournament.concours.lots import ListedPrize
from tournament.inputs.forms import form_field
from tournament.inputs.shown import ShownForm
from tournament.prizes.inputs import PrizeChangeInput

MOST_LETTERS = 40_000


class ValueField(forms.CharField):
    """An amount in euros as people write it, "50", "12,50 €"; 0 when empty."""

    def clean(self, value: object) -> int:
        text = super().clean(value).strip()
        cents = cents_of(text) if "€" in text or "e" in text.casefold() else cents_of(f"{text} €")
        if text and cents is None:
            raise forms.ValidationError(
                _("Expected an amount such as 14 or 7,50; read: “%(read)s”."), params={"read": text}
            )
        return cents or 0


class PrizeLinesForm(forms.Form):
    """Lines of prizes, typed or pasted."""

    lines = forms.CharField(
        label=_("Prizes, one on each line"),
        max_length=MOST_LETTERS,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 5, "spellcheck": "true", "class": "wide-text"}),
        help_text=_(
            "As in “1st: a ham (50 €, Morel the butcher)”, “5th to 8th: a bottle”, “First women’s team: two orchids”, “Last: "
            "noodles”, “Drawn among those present: a basket”. A list from a spreadsheet may be pasted."
        ),
    )


class PrizeForm(ShownForm):
    """One prize."""

    whom = form_field(PrizeChangeInput, "whom", label=_("For whom"), required=False)
    what = form_field(PrizeChangeInput, "what", label=_("Prize"))
    value = ValueField(label=_("Value, in euros"), required=False, max_length=20)
    giver = form_field(PrizeChangeInput, "giver", label=_("Given by"), required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["whom"].widget.attrs |= {"list": "prize-whom", "autocomplete": "off"}
        self.fields["value"].widget.attrs |= {"inputmode": "decimal", "class": "figure-input"}

    @classmethod
    def of(cls, lot: ListedPrize) -> "PrizeForm":
        """Return the form filled with *lot*."""
        value = f"{lot.value_cents / 100:.2f}".replace(".", ",").removesuffix(",00") if lot.value_cents else ""
        head = lot.line.partition(":")[0].strip() if lot.award and lot.titled != lot.what else ""
        return cls(initial={"whom": head, "what": lot.what, "value": value, "giver": lot.giver})

    def arguments(self) -> dict[str, Any]:
        """Return what was typed, as arguments of the act."""
        read = dict(self.cleaned_data)
        return {"value_cents": read.pop("value")} | read
