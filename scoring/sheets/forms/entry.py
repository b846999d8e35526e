"""The forms of entry. They read strictly: what is not plainly a number is said back, never guessed."""

import re
import secrets
from collections.abc import Iterable
from copy import deepcopy
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import NULLE
from scoring.errors import ScoringError
from scoring.sheets.inputs import SheetInput
from scoring.sheets.reports import BOTH, LIMITS
from scoring.sheets.selectors import CAMPS
from tournament.errors import TournamentError
from tournament.inputs.forms import form_field

_FIGURE = re.compile(r"[0-9]{1,5}")
_DASHES = "‐‑‒–—−-"  # as keyboards and telephones write a minus, or nothing at all
_TEAM = re.compile(r"(?:e|é|eq|éq|equipe|équipe|team|t)[.\s]*([0-9]{1,5})", re.IGNORECASE)


def new_key() -> str:
    """Return a number that no other form has: 128 random bits, as text."""
    return secrets.token_urlsafe(16)


def read_number(text: str) -> int | None:
    """Return the number that an address or a hidden field holds; None for anything else, or more than five digits."""
    return int(text) if _FIGURE.fullmatch(text) else None


def read_figure(text: str) -> int | None:
    """Return the whole number written in *text*, None where there is nothing. Raises ScoringError for anything else.
    >>> read_figure(" 1012 "), read_figure("")
    (1012, None)
    """
    text = text.strip()
    if not text:
        return None
    if not _FIGURE.fullmatch(text):
        if not text.strip(_DASHES):
            raise ScoringError("figure_dash", value=text[:20])
        guess = re.sub(rf"[\s.,'’_{_DASHES}]", "", text)
        if _FIGURE.fullmatch(guess) and not re.search(r"[.,]", text):
            raise ScoringError("figure_unread_guess", value=text[:20], guess=guess)
        raise ScoringError("figure_unread", value=text[:20])
    return int(text)


class FigureField(forms.CharField):
    """Read a whole number of at most five digits as people type it; None when left empty."""

    def __init__(self, **options: Any) -> None:
        super().__init__(required=False, strip=True, max_length=40, **options)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off", "class": "figure-input"}

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        try:
            return read_figure(text)
        except ScoringError as error:
            raise forms.ValidationError(str(error), code=error.code) from None


class TableField(forms.CharField):
    """Read a table's number, or a team's written "e12"; gives ("table" or "team", number)."""

    def __init__(self, **options: Any) -> None:
        missing = {"required": _("Type the number of a table.")}
        super().__init__(required=True, strip=True, max_length=20, error_messages=missing, **options)
        self.widget.attrs |= {"autocomplete": "off", "class": "figure-input"}

    def clean(self, value: object) -> tuple[str, int | None]:
        text = super().clean(value)
        if team := _TEAM.fullmatch(text):
            return "team", int(team[1])
        try:
            return "table", read_figure(text)
        except ScoringError as error:
            raise forms.ValidationError(str(error), code=error.code) from None


class WinnerField(forms.ChoiceField):
    """Read which camp won, where both totals leave it open; "" where nobody was asked."""

    def __init__(self) -> None:
        choices = [("NS", "NS"), ("EO", "EO"), (NULLE, _("Nobody: drawn"))]
        super().__init__(required=False, choices=choices, widget=forms.RadioSelect, label=_("Winner"))

    def ask(self, refused: TournamentError) -> None:
        """Offer only the answers that the totals leave open, where *refused* asks for one."""
        if refused.code != "winner_asked":
            return
        answers = cast("list[str]", refused.params["answers"])
        self.choices = [(answer, label) for answer, label in self.offered.items() if answer in answers]

    @property
    def offered(self) -> dict[str, object]:
        """Return the answers that are offered, with their words."""
        return dict(cast("Iterable[tuple[str, object]]", self.choices))


class SheetForm(forms.Form):
    """Read what every way to report a table carries."""

    key = form_field(SheetInput, "key", widget=forms.HiddenInput, required=False)
    base_version = form_field(SheetInput, "base_version", widget=forms.HiddenInput)
    reason = form_field(SheetInput, "reason", label=_("Reason of the correction"))
    override = form_field(SheetInput, "override", label=_("Why it is right all the same"))
    litige_lost = forms.BooleanField(required=False, label=_("Points of a litige were lost at the end"))
    winner = WinnerField()


class MarksForm(forms.Form):
    """Read two totals, and the belotes and capots where somebody counted them."""

    points_NS = FigureField(label=_("Points NS"))
    points_EO = FigureField(label=_("Points EO"))
    belotes_NS = FigureField(label=_("Belotes NS"))
    belotes_EO = FigureField(label=_("Belotes EO"))
    capots_NS = FigureField(label=_("Capots NS"))
    capots_EO = FigureField(label=_("Capots EO"))

    def marks(self) -> dict[str, dict[str, int | None]]:
        """Return the figures by camp, as `submit_sheet` takes them."""
        return {camp: {name: self.cleaned_data.get(f"{name}_{camp}") for name in LIMITS} for camp in CAMPS}


class TotalsForm(MarksForm, SheetForm):
    """Read one line: the table and its figures.

    *sure* are the figures that the typist was already asked about, *opened* the table whose line stood in the fields.
    """

    field_order = ("sure", "opened", "table")
    opened = forms.CharField(max_length=5, widget=forms.HiddenInput, required=False)
    sure = forms.CharField(max_length=40, widget=forms.HiddenInput, required=False)
    table = TableField(label=_("Table"))


class _SharedFields(dict[str, forms.Field]):
    """The fields of a form that changes none of them but the winner's: to copy them all is a tenth of a typed score."""

    def __deepcopy__(self, memo: dict[int, Any]) -> dict[str, forms.Field]:
        return {**self, "winner": deepcopy(self["winner"], memo)}


TotalsForm.base_fields = _SharedFields(TotalsForm.base_fields)


class ForfeitForm(SheetForm):
    """Read which of the two teams did not play, and why."""

    absent = forms.CharField(max_length=len(BOTH), label=_("Absent team"))
