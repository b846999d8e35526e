"""The forms of a referee's decisions; each names what was before his eyes, its reason and the article."""

from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError
from scoring.referee.inputs import CampsInput, RulingInput, TakeOffInput
from scoring.referee.rulings import NewSheet, RulingContext
from scoring.sheets.entry import BOTH
from scoring.sheets.forms import FigureField, MarksForm, TableField, WinnerField
from scoring.sheets.inputs import SheetTold
from scoring.sheets.selectors import CAMPS
from tournament.concours.structured import PENALTY_WAYS
from tournament.inputs.forms import form_field


class FindForm(forms.Form):
    """Read the table that the referee wants to see, by its number or by a team that sits there."""

    table = TableField(label=_("Table or team"))


class RulingForm(forms.Form):
    """Read what every decision carries."""

    seen = form_field(RulingInput, "seen", widget=forms.HiddenInput)
    base_version = form_field(RulingInput, "base_version", widget=forms.HiddenInput)
    reason = form_field(
        RulingInput, "reason", label=_("Reason"), error_messages={"required": _("Say why: the players read it.")}
    )
    article = form_field(RulingInput, "article", label=_("Article"))

    def context(self, table_id: int, by: User) -> RulingContext:
        """Return what every act of a referee takes. The form must be valid."""
        seen = {name: self.cleaned_data[name] for name in ("seen", "base_version", "reason", "article")}
        return RulingContext(table_id=table_id, by=by, **seen)

    def sheet(self) -> NewSheet | None:
        """Return the sheet as it is to count; None where the decision gives none. The form must be valid."""
        return None


class SheetFields(MarksForm, RulingForm):
    """A decision that may need the totals of the sheet as it is to count."""

    override = form_field(SheetTold, "override", label=_("Why it is right all the same"))
    litige_lost = forms.BooleanField(required=False, label=_("Points of a litige were lost at the end"))
    winner = WinnerField()

    def sheet(self) -> NewSheet | None:
        """Return the new totals; None where none were given. The form must be valid."""
        marks = self.marks()
        if all(marks[camp]["points"] is None for camp in CAMPS):
            return None
        told = {name: self.cleaned_data[name] for name in ("override", "litige_lost", "winner")}
        return NewSheet(kind="totals", marks=marks, **told)


class NeededFigure(FigureField):
    """A figure that a decision needs: *missing* is said where there is none, or, *positive*, where it is 0."""

    def __init__(self, missing: object, *, positive: bool = False, **options: Any) -> None:
        super().__init__(**options)
        self.missing, self.positive = missing, positive

    def clean(self, value: object) -> int:
        figure = super().clean(value)
        if figure is None or self.positive and not figure:
            raise forms.ValidationError(str(self.missing), code="required")
        return figure


class KeepForm(RulingForm):
    """Read which of the versions is right."""

    version = form_field(RulingInput, "version", label=_("Version"), required=True)


class CorrectForm(SheetFields):
    """The totals as the referee counted them."""

    def clean(self) -> dict[str, object]:
        for camp in CAMPS:
            if self.cleaned_data.get(f"points_{camp}", 0) is None:
                self.add_error(f"points_{camp}", str(ScoringError("points_missing", camp=camp)))
        return self.cleaned_data


class CancelDonneForm(SheetFields):
    """The donne that nobody marks for."""

    donne = NeededFigure(_("Say which donne."), label=_("Donne"))


class PenaltyForm(SheetFields):
    """A fault, and what it gives the other camp."""

    team = form_field(
        RulingInput,
        "team",
        label=_("Team at fault"),
        required=True,
        error_messages={"required": _("Say who is at fault.")},
    )
    label = form_field(
        RulingInput, "label", label=_("Fault"), required=True, error_messages={"required": _("Say what the fault is.")}
    )
    way: forms.Field = forms.ChoiceField(choices=lambda: list(PENALTY_WAYS.items()), label=_("How it is marked"))
    points = NeededFigure(_("Say how many points; 0 is a warning."), label=_("Points (0: a warning)"))
    donne = FigureField(label=_("Donne"))
    to_camp = forms.CharField(max_length=2, required=False, label=_("Marked by"))


class DonnePenaltyForm(PenaltyForm):
    """A fault whose points stand in the place of a donne."""

    way = forms.CharField(required=False, widget=forms.HiddenInput)
    points = NeededFigure(_("Say how many points stand in the place of the donne."), positive=True, label=_("Points"))
    donne = NeededFigure(_("Say which donne."), label=_("Donne"))

    def clean_way(self) -> str:
        return "instead"


class PenaltyBackForm(SheetFields):
    """The penalty that is no more."""

    penalty = form_field(RulingInput, "penalty", required=True)


class AbsentForm(RulingForm):
    """The camp that loses by forfeit."""

    absent = forms.CharField(max_length=len(BOTH), label=_("Loses by forfeit"))


class ExclusionForm(RulingForm):
    """The team that plays no more."""

    team = form_field(RulingInput, "team", label=_("Team"), required=True)
    forfeit = form_field(RulingInput, "forfeit", label=_("It loses this partie by forfeit too"))


class TakeOffForm(forms.Form):
    """A score that was never that of this table."""

    base_version = form_field(TakeOffInput, "base_version", widget=forms.HiddenInput)
    reason = form_field(TakeOffInput, "reason", label=_("Reason"))


class SwapForm(TakeOffForm):
    """Camps taken for each other."""

    key = form_field(CampsInput, "key", widget=forms.HiddenInput)


class ExchangeForm(SwapForm):
    """The table whose sheet was typed here, and whose own has this one."""

    other = NeededFigure(_("Give the number of the other table."), label=_("Other table"))
