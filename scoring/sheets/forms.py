"""The forms of entry. They read strictly: what is not plainly a number is said back, never guessed. The fields of a donne are those that
the sheet of the rule set has."""

import re
import secrets
from collections.abc import Iterable, Mapping, MutableMapping, Sequence
from copy import deepcopy
from typing import Any, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import ANNONCE_TYPES, CAPOT, NULLE, RANKS, SANS_ATOUT, SIGNS, TOUT_ATOUT, Feuille
from scoring.errors import ScoringError
from scoring.sheets.entry import BOTH, LIMITS
from scoring.sheets.inputs import SheetInput
from scoring.sheets.selectors import CAMPS
from scoring.sheets.shown import LABELS, TYPE_WORDS, contre_words, labels_of
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


MAX_DONNES = 60
PASSED = "passe"
FORGOTTEN = "sans-rebelote"
SLOTS = 4  # annonces that two hands of eight cards can hold: four tierces
SHOWN_SLOTS = 2
# The fields of a row that stand under the same name in the donne.
PLAIN = ("preneur", "contre", "atout", "dernier_pli", "capot", "renonce")
ANNONCE_PARTS = ("type", "hauteur", "couleur")

ATOUT_WORDS = {
    **{suit: sign for suit, sign in SIGNS.items()},
    SANS_ATOUT: _("Sans Atout"),
    TOUT_ATOUT: _("Tout Atout"),
}
CAMP_CHOICES = [("", ""), *((camp, camp) for camp in CAMPS)]


class DonnesForm(SheetForm):
    """Read the head of a sheet entered donne by donne; each donne is a `DonneForm` or a `MancheForm`."""

    rows = forms.IntegerField(min_value=1, max_value=MAX_DONNES, widget=forms.HiddenInput)
    cut_after = FigureField(label=_("After donne"))
    cut_left = FigureField(label=_("donnes still to play"))

    def clean(self) -> dict[str, object]:
        super().clean()
        read = self.cleaned_data
        if (read.get("cut_after") is None) != (read.get("cut_left") is None):
            if not self.errors:
                self.add_error("cut_after", str(ScoringError("cutoff_half")))
        return read

    def cutoff(self) -> dict[str, int] | None:
        """Return the cutoff in the sheet format; None where the organiser imposed none. The form must be valid."""
        after, left = self.cleaned_data["cut_after"], self.cleaned_data["cut_left"]
        return None if after is None else {"apres_donne": after, "donnes_restantes": left}


def belote_choices(most: int, *, forgotten: bool = False) -> list[tuple[str, object]]:
    """Return who can have announced belotes on one donne, *most* of them in all, as words of camps."""
    counts = [(ns, total - ns) for total in range(1, most + 1) for ns in range(total, -1, -1)]
    choices: list[tuple[str, object]] = [("", "")]
    for ns, eo in counts:
        shown = " + ".join(f"{n} {camp}" if n > 1 else camp for n, camp in ((ns, "NS"), (eo, "EO")) if n)
        choices.append((" ".join(["NS"] * ns + ["EO"] * eo), shown))
    if forgotten:
        choices += [(f"{camp} {FORGOTTEN}", _without_rebelote(camp)) for camp in CAMPS]
    return choices


def _without_rebelote(camp: str) -> object:
    return {"NS": _("NS, “rebelote” forgotten"), "EO": _("EO, “rebelote” forgotten")}[camp]


class _RowForm(forms.Form):
    """Read one row of the grid; its fields say of which row they are."""

    def __init__(
        self,
        data: Mapping | None = None,
        *,
        feuille: Feuille,
        number: int,
        initial: MutableMapping[str, object] | None = None,
    ) -> None:
        super().__init__(data, initial=initial, prefix=f"d{number}", use_required_attribute=False)
        self.feuille, self.number, self.wrong = feuille, number, ""
        self.add_fields()
        row = _("Manche") if feuille.by_manches else _("Donne")
        # Every field says of which row it is, for those who hear the page.
        for name, field in self.fields.items():
            field.widget.attrs["aria-label"] = f"{row} {self.number}, {field.label}"
            field.widget.attrs["data-donne"] = self.number
            field.widget.attrs["data-field"] = name

    def add_fields(self) -> None:
        """Add the fields that the feuille asks for."""
        raise NotImplementedError

    def read(self) -> dict[str, object] | None:
        """Return the donne typed into the row, None for an empty one. Raises ScoringError for what cannot be read."""
        if not self.is_valid():
            name, errors = next(iter(self.errors.items()))
            self.mark_wrong(name)
            raise ScoringError("donne_field", field=name, label=self.fields[name].label, said=errors[0])
        return self.donne()

    def donne(self) -> dict[str, object] | None:
        """Return the donne in the sheet format of docs/rules.md 3; None for an empty row. The form must be valid."""
        raise NotImplementedError

    def empty_error(self) -> ScoringError:
        """Return the error of a row that may not stay empty."""
        return ScoringError("manche_empty" if self.feuille.by_manches else "donne_empty", donne=self.number)

    def mark_wrong(self, champ: str) -> None:
        """Show the field that the engine speaks of (its `champ`) as the one to look at."""
        self.wrong = self.field_of(champ)
        if self.wrong:
            reason = {"aria-invalid": "true", "aria-describedby": f"donne-{self.number}-why"}
            self.fields[self.wrong].widget.attrs |= reason

    def field_of(self, champ: str) -> str:
        """Return the field for the engine's *champ*, "" where there is none."""
        name, _dot, rest = champ.partition(".")
        tries: tuple[str, ...] = (f"{name}_{rest.replace('.', '_')}", f"{name}_{rest.replace('.', '_')}_type", name)
        tries += tuple(field for field in self.fields if field.startswith(name + "_"))
        return next((one for one in tries if one in self.fields), "")


class DonneForm(_RowForm):
    """Read one donne as the feuille states it. A row left empty is no donne."""

    def add_fields(self) -> None:
        for name in self.feuille.fields:
            getattr(self, f"_add_{name}", self._add_camp_choice)(name)
        if self.feuille.renonce:
            self._add_camp_choice("renonce")

    def _choice(self, name: str, choices: list, label: str | None = None) -> None:
        shown = self.initial.get(name)
        if shown and shown not in dict(choices):
            choices = [*choices, (shown, shown)]  # what another device wrote is never lost
        self.fields[name] = forms.ChoiceField(
            choices=choices, required=False, label=label or labels_of(self.feuille)[name]
        )

    def _add_camp_choice(self, name: str) -> None:
        self._choice(name, CAMP_CHOICES)

    def _add_preneur(self, name: str) -> None:
        self._choice(name, [*CAMP_CHOICES, (PASSED, _("Passed"))])

    def _add_enchere(self, name: str) -> None:
        self._choice(name, [("", "")] + [(str(bid), _("capot") if bid == CAPOT else bid) for bid in self.feuille.bids])

    def _add_contre(self, name: str) -> None:
        words = contre_words(self.feuille)
        self._choice(name, [("", "")] + [(word, words[word]) for word in self.feuille.contres])

    def _add_atout(self, name: str) -> None:
        suits = any(atout in SIGNS for atout in self.feuille.atouts)
        first = ("", "" if suits else _("suit"))
        self._choice(name, [first] + [(atout, ATOUT_WORDS[atout]) for atout in self.feuille.atouts])

    def _add_belote(self, name: str) -> None:
        self._choice(name, belote_choices(self.feuille.belotes, forgotten=self.feuille.forgotten))

    def _add_figures(self, name: str) -> None:
        for camp in CAMPS:
            self.fields[f"{name}_{camp}"] = FigureField(label=f"{LABELS[name]} {camp}")

    _add_points = _add_plis = _add_figures

    def _add_annonces(self, name: str) -> None:
        ranks = [("", _("top card")), *((rank, rank) for rank in reversed(RANKS))]
        for camp in CAMPS:
            for slot in range(SLOTS):
                place = f"annonces_{camp}_{slot}"
                kinds = [("", ""), *((kind, TYPE_WORDS[kind]) for kind in ANNONCE_TYPES)]
                self._choice(f"{place}_type", kinds, _("annonce %(n)s of %(camp)s") % {"n": slot + 1, "camp": camp})
                self._choice(f"{place}_hauteur", ranks, _("top card of annonce %(n)s") % {"n": slot + 1})
                suits = [("", _("suit")), *SIGNS.items()]
                self._choice(f"{place}_couleur", suits, _("suit of annonce %(n)s") % {"n": slot + 1})

    @property
    def cells(self) -> list[forms.BoundField]:
        """Return the fields that stand in the row itself, in order."""
        return [self[name] for name in self.fields if not name.startswith("annonces_") and name != "renonce"]

    @property
    def annonces(self) -> list[tuple[str, list, list]]:
        """Return each camp's places for annonces: (camp, those shown at once, those unfolded)."""
        if "annonces" not in self.feuille.fields:
            return []
        slots = {
            camp: [[self[f"annonces_{camp}_{slot}_{part}"] for part in ANNONCE_PARTS] for slot in range(SLOTS)]
            for camp in CAMPS
        }
        return [(camp, fields[:SHOWN_SLOTS], fields[SHOWN_SLOTS:]) for camp, fields in slots.items()]

    @property
    def has_annonces(self) -> bool:
        """Return whether anything stands in the fold of annonces."""
        return any(self[name].value() for name in self.fields if name.startswith("annonces_") or name == "renonce")

    @property
    def more_annonces(self) -> bool:
        """Return whether a camp has more annonces than the places shown at once."""
        unfolded = [cell for _camp, _shown, slots in self.annonces for slot in slots for cell in slot]
        return any(cell.value() for cell in unfolded)

    def donne(self) -> dict[str, object] | None:
        """Return the donne in the sheet format of docs/rules.md 3; None for an empty row. The form must be valid."""
        read = {name: value for name, value in self.cleaned_data.items() if value not in (None, "")}
        if not read:
            return None
        if read.get("preneur") == PASSED:
            if len(read) > 1:
                raise ScoringError("donne_passed_with_figures", donne=self.number)
            return {"passe": True}
        donne = {name: read[name] for name in PLAIN if name in read}
        if bid := read.get("enchere"):
            donne["enchere"] = int(bid) if bid.isdecimal() else bid
        for name in ("points", "plis"):
            if figures := {camp: read[f"{name}_{camp}"] for camp in CAMPS if f"{name}_{camp}" in read}:
                donne[name] = figures
        if camps := read.get("belote", "").split():
            forgotten = camps[-1] == FORGOTTEN
            donne["rebelote_oubliee" if forgotten else "belote"] = camps[:-1] if forgotten else camps
        annonces = {camp: self._annonces(read, camp) for camp in CAMPS}
        if any(annonces.values()):
            donne["annonces"] = annonces
        return donne

    def _annonces(self, read: Mapping, camp: str) -> list[dict[str, str]]:
        """Return the annonces that *camp* has on the row, those places left empty out."""
        slots = [{part: read.get(f"annonces_{camp}_{slot}_{part}") for part in ANNONCE_PARTS} for slot in range(SLOTS)]
        return [annonce for slot in slots if (annonce := {part: value for part, value in slot.items() if value})]


class MancheForm(_RowForm):
    """Read one manche where every player guesses his tricks. A row left empty is no manche."""

    def add_fields(self) -> None:
        for camp in self.feuille.camps:
            self.fields[f"annonces_{camp}"] = FigureField(label=_("%(camp)s announced") % {"camp": camp})
            self.fields[f"plis_{camp}"] = FigureField(label=_("%(camp)s made") % {"camp": camp})

    @property
    def cards(self) -> int | None:
        """Return the cards of each hand; None for a manche that there is not."""
        manches = self.feuille.manches
        return manches[self.number - 1] if self.number <= len(manches) else None

    @property
    def cells(self) -> list[forms.BoundField]:
        """Return the fields of the row, in order."""
        return [self[name] for name in self.fields]

    def donne(self) -> dict[str, object] | None:
        """Return the manche in the sheet format of docs/rules.md 3; None for an empty row. The form must be valid."""
        read = {name: value for name, value in self.cleaned_data.items() if value is not None}
        if not read:
            return None
        manche: dict[str, object] = {"cartes": self.cards}
        for name in ("annonces", "plis"):
            manche[name] = {camp: read[f"{name}_{camp}"] for camp in self.feuille.camps if f"{name}_{camp}" in read}
        return manche


def row_form(feuille: Feuille, *args: Any, **options: Any) -> DonneForm | MancheForm:
    """Return the form of one row of *feuille*."""
    return (MancheForm if feuille.by_manches else DonneForm)(*args, feuille=feuille, **options)


def donne_named(text: str) -> int | None:
    """Return the number of the donne that an address or a form names; None where it names none that may be."""
    return int(text) if text.strip() in map(str, range(1, MAX_DONNES + 1)) else None


def initial_row(donne: Mapping) -> dict[str, object]:
    """Return what a row of the form shows for *donne*, a donne or a manche of the sheet format."""
    if donne.get("passe"):
        return {"preneur": PASSED}
    shown: dict[str, object] = {name: donne.get(name) or "" for name in PLAIN}
    shown["enchere"] = str(donne.get("enchere") or "")
    for name in ("points", "plis"):
        shown |= {f"{name}_{camp}": figure for camp, figure in (donne.get(name) or {}).items()}
    belotes, forgotten = _listed(donne.get("belote")), _listed(donne.get("rebelote_oubliee"))
    shown["belote"] = f"{forgotten[0]} {FORGOTTEN}" if forgotten and not belotes else " ".join(belotes)
    for camp, annonces in (donne.get("annonces") or {}).items():
        if isinstance(annonces, list):
            for slot, annonce in enumerate(annonces):
                shown |= {f"annonces_{camp}_{slot}_{part}": word for part, word in annonce.items()}
        else:
            shown[f"annonces_{camp}"] = annonces
    return shown


def _listed(camps: str | Sequence[str] | None) -> list[str]:
    """Return a list of camps, NS first; a lone word is a list of one."""
    return sorted([camps] if isinstance(camps, str) else camps or [], key=lambda camp: camp != "NS")
