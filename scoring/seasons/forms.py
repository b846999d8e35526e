"""Forms of a season: its rules, and which concours count how often."""

import re
from copy import copy
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _, ngettext, pgettext_lazy

from scoring.seasons.inputs import SeasonInput
from scoring.seasons.models import Season
from scoring.seasons.services import settings_of
from scoring.seasons.words import SCALES, TIES
from tournament.concours.models import Tournament
from tournament.inputs.forms import form_field
from tournament.inputs.shown import ShownForm
from tournament.languages import AnyText
from tournament.page_acts import figure_in

TIE_FIELDS = ("tie_1", "tie_2", "tie_3", "tie_4", "tie_5")
PARTS = {
    "scale": ("won", "drawn", "lost", "ranks", "beyond"),  # figures that only some scales use
    "bonus": ("presence", "final_won", "final_lost"),
    "counts": ("best", "minimum", "one_a_day", "origins"),
    "public": ("public", "names_online"),
}
MOST_RANKS = 100
RANK_DIGITS = 4


class SeasonForm(ShownForm):
    """Ask for the rules of a season."""

    name = form_field(
        SeasonInput, "name", label=_("Name of the season"), help_text=_("For example: Challenge 2026-2027.")
    )
    by_pair = forms.TypedChoiceField(
        label=_("Ranked are"),
        choices=[("", _("each person, whoever the partner was")), ("1", _("pairs that play together"))],
        coerce=bool,
        required=False,
    )
    scale = forms.ChoiceField(label=_("What an evening brings"), choices=list(SCALES.items()))
    won = form_field(SeasonInput, "won", label=_("Partie won"), initial=4)
    drawn = form_field(SeasonInput, "drawn", label=_("Partie drawn"), initial=3)
    lost = form_field(SeasonInput, "lost", label=_("Partie lost"), initial=2)
    ranks = forms.CharField(
        label=_("Points of the ranks"),
        help_text=_("From the first rank on, with spaces between: 25 18 15 12 10 8 6 4 2 1."),
        required=False,
        max_length=600,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    beyond = form_field(SeasonInput, "beyond", label=_("Points of all ranks after these"), initial=0)
    presence = form_field(SeasonInput, "presence", label=_("Bonus for being there"), initial=0)
    final_won = form_field(SeasonInput, "final_won", label=_("Bonus for the final won"), initial=0)
    final_lost = form_field(SeasonInput, "final_lost", label=_("Bonus for the final lost"), initial=0)
    best = form_field(
        SeasonInput, "best", label=_("Best evenings that count"), initial=0, help_text=_("0: all of them.")
    )
    minimum = form_field(SeasonInput, "minimum", label=_("Evenings needed for a rank"), initial=0)
    one_a_day = form_field(SeasonInput, "one_a_day", label=_("The concours of one day are one evening"))
    origins = form_field(
        SeasonInput,
        "origins",
        label=_("Ranking of communes: the best of each that count"),
        initial=0,
        help_text=_("0: none. A commune with fewer has no rank."),
    )
    tie_1, tie_2, tie_3, tie_4, tie_5 = (
        forms.ChoiceField(required=False, choices=[("", "–"), *TIES.items()], label=label)
        for label in (_("Between equals first"), _("then"), _("then"), _("then"), _("then"))
    )
    public = form_field(SeasonInput, "public", label=_("The table can be looked at without an account"), initial=True)
    names_online = form_field(SeasonInput, "names_online", label=_("Outside the hall it shows names, not initials"))

    def __init__(self, season: Season | None = None, data: Any = None) -> None:
        kept = settings_of(season or Season())
        initial = kept | {
            "ranks": " ".join(map(str, kept["ranks"])),
            "by_pair": "1" if kept["by_pair"] else "",
            **{f"tie_{place}": key for place, key in enumerate(kept["ties"], 1)},
        }
        super().__init__(data, initial=initial)
        # A program may have set more of them than the page asks for.
        for place in range(len(TIE_FIELDS), len(kept["ties"])):
            self.fields[f"tie_{place + 1}"] = copy(self.fields[TIE_FIELDS[-1]])
        self._ties = [name for name in self.fields if name.startswith("tie_")]

    def together(self) -> list[list[str]]:
        return [self._ties]

    @property
    def parts(self) -> dict[str, list[forms.BoundField]]:
        """Return the fields of each part of the page, by its name."""
        return {part: [self[name] for name in names] for part, names in {**PARTS, "ties": self._ties}.items()}

    def clean_ranks(self) -> list[int]:
        """Read the points of the ranks."""
        words = re.split(r"[\s,;]+", self.cleaned_data["ranks"].strip())
        figures = [figure_in(word, digits=RANK_DIGITS) for word in words if word]
        wrong = next((word for word, figure in zip(filter(None, words), figures, strict=True) if figure is None), None)
        if wrong is not None or len(figures) > MOST_RANKS:
            raise forms.ValidationError(
                _("At most %(most)s whole numbers with spaces between are expected; read: “%(read)s”."),
                params={"read": wrong or len(figures), "most": MOST_RANKS},
            )
        return [figure for figure in figures if figure is not None]

    def arguments(self) -> dict[str, Any]:
        """Return what the services take; a figure left empty is its usual one."""
        read = {
            name: value for name, value in self.cleaned_data.items() if name not in self._ties and value is not None
        }
        ties = [self.cleaned_data[name] for name in self._ties if self.cleaned_data[name]]
        return read | {"by_pair": bool(read.get("by_pair")), "ties": list(dict.fromkeys(ties))}


class EveningsForm(ShownForm):
    """Ask how often each concours of the club counts: one field for each."""

    def __init__(self, concours: list[tuple[Tournament, int]], data: Any = None) -> None:
        super().__init__(data)
        self.concours = concours
        for one, weight in concours:
            choices: list[tuple[int, AnyText]] = [
                (0, pgettext_lazy("season", "does not count")),
                (1, pgettext_lazy("season", "counts")),
                (2, _("counts double")),
                (3, _("counts three times")),
            ]
            if weight >= len(choices):  # set by a program
                choices.append((weight, ngettext("counts %(n)s time", "counts %(n)s times", weight) % {"n": weight}))
            self.fields[f"c{one.pk}"] = forms.TypedChoiceField(
                label=f"{one.name} · {one.date:%d/%m/%Y}",
                choices=choices,
                coerce=int,
                initial=weight,
                required=False,
            )

    @property
    def lines(self) -> list[tuple[Tournament, forms.BoundField]]:
        """Return each concours with its field."""
        return [(one, self[f"c{one.pk}"]) for one, _weight in self.concours]

    def evenings(self) -> list[tuple[int, int]]:
        """Return (concours, how often it counts) of those that do."""
        chosen = [(one.pk, self.cleaned_data[f"c{one.pk}"]) for one, _weight in self.concours]
        return [(pk, weight) for pk, weight in chosen if weight]
