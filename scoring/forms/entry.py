"""The forms of entry. They read strictly: what is not plainly a number is said back, never guessed."""

import re
import secrets
from collections.abc import Mapping

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.errors import ScoringError

_FIGURE = re.compile(r"[0-9]{1,5}")
_TEAM = re.compile(r"(?:e|é|eq|éq|equipe|équipe|team|t)[.\s]*([0-9]{1,5})", re.IGNORECASE)
MAX_DONNES = 60


def new_key() -> str:
    """A number that no other form has: 128 random bits, as text."""
    return secrets.token_urlsafe(16)


def read_figure(text: str) -> int | None:
    """The whole number written in *text*, None where there is nothing. Raises ScoringError for anything else.
    >>> read_figure(" 1012 "), read_figure("")
    (1012, None)
    """
    text = text.strip()
    if not text:
        return None
    if not _FIGURE.fullmatch(text):
        guess = re.sub(r"[\s.,'’_]", "", text)
        if _FIGURE.fullmatch(guess) and not re.search(r"[.,]", text):
            raise ScoringError("figure_unread_guess", value=text[:20], guess=guess)
        raise ScoringError("figure_unread", value=text[:20])
    return int(text)


class FigureField(forms.CharField):
    """A whole number of at most five digits as people type it; None when left empty."""

    def __init__(self, **options) -> None:
        super().__init__(required=False, strip=True, max_length=40, **options)
        self.widget.attrs |= {"inputmode": "numeric", "autocomplete": "off", "class": "figure-input"}

    def clean(self, value: object) -> int | None:
        text = super().clean(value)
        try:
            return read_figure(text)
        except ScoringError as error:
            raise forms.ValidationError(str(error), code=error.code) from None


class TableField(forms.CharField):
    """A table's number, or a team's written "e12"; gives ("table" or "team", number)."""

    def __init__(self, **options) -> None:
        super().__init__(required=True, strip=True, max_length=20, **options)
        self.widget.attrs |= {"autocomplete": "off", "class": "figure-input"}

    def clean(self, value: object) -> tuple[str, int]:
        text = super().clean(value)
        if team := _TEAM.fullmatch(text):
            return "team", int(team[1])
        try:
            return "table", read_figure(text)
        except ScoringError as error:
            raise forms.ValidationError(str(error), code=error.code) from None


class _SheetForm(forms.Form):
    """What every way to report a table carries."""

    key = forms.CharField(max_length=64, widget=forms.HiddenInput, required=False)
    base_version = forms.IntegerField(min_value=1, max_value=99_999, widget=forms.HiddenInput, required=False)
    reason = forms.CharField(max_length=200, required=False, label=_("Reason of the correction"))
    override = forms.CharField(max_length=200, required=False, label=_("Why it is right all the same"))


class TotalsForm(_SheetForm):
    """One line: the table, two totals, and the belotes and capots where somebody counted them."""

    sure = forms.CharField(max_length=40, widget=forms.HiddenInput, required=False)
    table = TableField(label=_("Table"))
    points_NS = FigureField(label=_("Points NS"))
    points_EO = FigureField(label=_("Points EO"))
    belotes_NS = FigureField(label=_("Belotes NS"))
    belotes_EO = FigureField(label=_("Belotes EO"))
    capots_NS = FigureField(label=_("Capots NS"))
    capots_EO = FigureField(label=_("Capots EO"))

    def marks(self) -> dict[str, dict[str, int | None]]:
        """The figures read, by camp, as `submit_sheet` takes them."""
        return {
            camp: {name: self.cleaned_data.get(f"{name}_{camp}") for name in ("points", "belotes", "capots")}
            for camp in ("NS", "EO")
        }


class ForfeitForm(_SheetForm):
    """Which of the two teams did not play, and why."""

    absent = forms.ChoiceField(choices=[("NS", "NS"), ("EO", "EO")], widget=forms.RadioSelect, label=_("Absent team"))


class DonnesForm(_SheetForm):
    """The head of a sheet entered donne by donne; each donne is a `DonneForm`."""

    rows = forms.IntegerField(min_value=1, max_value=MAX_DONNES, widget=forms.HiddenInput)


def belote_choices(most: int) -> list[tuple[str, str]]:
    """Who can have announced belotes on one donne, *most* of them in all, as words of camps."""
    counts = [(ns, total - ns) for total in range(1, most + 1) for ns in range(total, -1, -1)]
    return [("", "")] + [
        (
            " ".join(["NS"] * ns + ["EO"] * eo),
            " + ".join(f"{n} {camp}" if n > 1 else camp for n, camp in ((ns, "NS"), (eo, "EO")) if n),
        )
        for ns, eo in counts
    ]


class DonneForm(forms.Form):
    """One donne as the feuille states it. A row left empty is no donne."""

    preneur = forms.ChoiceField(
        choices=[("", ""), ("NS", "NS"), ("EO", "EO"), ("passe", _("Passed"))], required=False, label=_("Preneur")
    )
    atout = forms.ChoiceField(
        choices=[("", _("suit")), ("sans-atout", _("Sans Atout")), ("tout-atout", _("Tout Atout"))],
        required=False,
        label=_("Atout"),
    )
    points_NS = FigureField(label=_("Points NS"))
    points_EO = FigureField(label=_("Points EO"))
    belote = forms.ChoiceField(required=False, label=_("Belote"))
    capot = forms.ChoiceField(choices=[("", ""), ("NS", "NS"), ("EO", "EO")], required=False, label=_("Capot"))

    def __init__(self, *args, number: int, every_atout: bool, **options) -> None:
        super().__init__(*args, prefix=f"d{number}", use_required_attribute=False, **options)
        self.number = number
        self.fields["belote"].choices = belote_choices(4 if every_atout else 1)
        if not every_atout:
            del self.fields["atout"]
        for name, field in self.fields.items():
            field.widget.attrs["aria-label"] = _("Donne %(number)s: %(field)s") % {
                "number": number,
                "field": field.label,
            }
            field.widget.attrs["data-donne"] = number
            field.widget.attrs["data-field"] = name

    def donne(self) -> dict[str, object] | None:
        """The donne in the sheet format of RULES.md 3; None for an empty row. The form must be valid."""
        read = self.cleaned_data
        if not any(value not in (None, "") for value in read.values()):
            return None
        if read["preneur"] == "passe":
            rest = {name: value for name, value in read.items() if name != "preneur" and value not in (None, "")}
            if rest:
                raise ScoringError("donne_passed_with_figures", donne=self.number)
            return {"passe": True}
        donne: dict[str, object] = {}
        if read["preneur"]:
            donne["preneur"] = read["preneur"]
        if read.get("atout"):
            donne["atout"] = read["atout"]
        points = {camp: read[f"points_{camp}"] for camp in ("NS", "EO") if read[f"points_{camp}"] is not None}
        if points:
            donne["points"] = points
        if read["belote"]:
            donne["belote"] = read["belote"].split()
        if read["capot"]:
            donne["capot"] = read["capot"]
        return donne


def initial_donne(number: int, donne: Mapping) -> dict[str, object]:
    """What a row of the form shows for *donne* (RULES.md 3)."""
    if donne.get("passe"):
        return {"preneur": "passe"}
    points, belote = donne.get("points") or {}, donne.get("belote") or []
    order = sorted([belote] if isinstance(belote, str) else belote, key=lambda camp: camp != "NS")
    return {
        "preneur": donne.get("preneur", ""),
        "atout": donne.get("atout", ""),
        "points_NS": points.get("NS"),
        "points_EO": points.get("EO"),
        "belote": " ".join(order),
        "capot": donne.get("capot") or "",
    }
