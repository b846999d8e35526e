"""Declare the inputs of a tirage, and its forms."""

from typing import Annotated, Any

from django import forms
from django.utils.translation import get_language, gettext_lazy as _

from tournament.concours.models import Tournament
from tournament.concours.structured import DRAW_CHOICES, MAX_PHASES
from tournament.inputs import LEFT_OUT, Declared
from tournament.inputs.fields import CleanText, StrictChoice, StrictInteger
from tournament.inputs.forms import choice_field, form_field, form_of
from tournament.journal.services import REASON_LENGTH
from tournament.registration.inputs import AwayInput
from tournament.rounds.requests import announced_options
from tournament.rounds.seeds import SEED_LENGTH
from tournament.rounds.selectors import next_number
from tournament.rounds.services import MAX_PARTIES
from tournament.tirages import TIRAGES

REMATCH_LABELS = {
    "never": _("never: nobody meets the same team twice"),
    "least": _("as few as possible, when it cannot be helped"),
}
CLUB_LABELS = {"no": _("no: they may meet"), "soft": _("yes, where the ranking allows it"), "hard": _("yes, always")}


Method = Annotated[str, StrictChoice(choices=[key for key, method in TIRAGES.items() if method.seats == "teams"])]
Rematch = Annotated[str, StrictChoice(choices=DRAW_CHOICES["rematch"])]
ClubApart = Annotated[str, StrictChoice(choices=DRAW_CHOICES["club_apart"])]
TeamNumber = Annotated[int, StrictInteger(min_value=1, max_value=99_999)]
Reason = Annotated[str, CleanText(max_length=REASON_LENGTH, allow_blank=True)]


class NextQuery(Declared):
    """The settings of this one tirage, where they differ from what was announced."""

    method: Method = LEFT_OUT
    rematch: Rematch = LEFT_OUT
    club_apart: ClubApart = LEFT_OUT


class DrawInput(NextQuery):
    """`seed`: the cards cut in public, empty for one made here. `fingerprint`: the one announced before.

    `without_singles`: those who are here without a partner stay out of this tirage; it is refused otherwise.
    """

    seed: Annotated[str, CleanText(max_length=SEED_LENGTH, allow_blank=True)] = ""
    fingerprint: Annotated[str, CleanText(max_length=64)] | None = None
    without_singles: bool = False


class DrawReasonInput(Declared):
    reason: Reason


class SwapQuery(Declared):
    first: TeamNumber
    second: TeamNumber


class SwapInput(SwapQuery):
    """Two teams by number; `confirm` a swap that breaks a rule of the concours."""

    confirm: bool = False


class LateInput(Declared):
    """A team by number, `against` an exempt or another late one, else the first exempt; `confirm`: they have met."""

    team: TeamNumber
    against: TeamNumber | None = None
    confirm: bool = False


class CatchUpInput(Declared):
    """Two teams by number: the exempt one, and the `guest` that has finished and plays for nothing."""

    exempt: TeamNumber
    guest: TeamNumber


class PartQuery(Declared):
    """`part` counts, from 0, the phases that were drawn side by side."""

    part: Annotated[int, StrictInteger(min_value=0, max_value=MAX_PHASES)] = 0


class TieInput(Declared):
    """The number of the team that goes on."""

    team: TeamNumber


class PartiesInput(Declared):
    """The parties in all, which cut the finals short; with `to_the_end` these follow from the teams again."""

    parties: Annotated[int, StrictInteger(min_value=1, max_value=MAX_PARTIES)]
    reason: Reason
    to_the_end: bool = False


class SettingsForm(forms.Form):
    """The settings of this one tirage, where they differ from those announced."""

    method = forms.ChoiceField(label=_("Method"))
    rematch = forms.ChoiceField(
        label=_("Meeting the same team again"), choices=[(v, REMATCH_LABELS[v]) for v in DRAW_CHOICES["rematch"]]
    )
    club_apart = forms.ChoiceField(
        label=_("Teams of the same club or commune kept apart"),
        choices=[(v, CLUB_LABELS[v]) for v in DRAW_CHOICES["club_apart"]],
    )

    differs = False  # from what was announced

    def __init__(self, *args: Any, announced: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choice_field(self, "method").choices = methods(announced)

    @classmethod
    def read(cls, data: dict, tournament: Tournament, method: str) -> "SettingsForm":
        """Read the settings in *data*; one that is missing or unknown is as announced (*method* for the method)."""
        said = announced_options(tournament, next_number(tournament), method)
        announced = {"method": method, "rematch": "never", "club_apart": "no"} | said
        form = cls({name: data.get(name, announced[name]) for name in cls.base_fields}, announced=method)
        if not form.is_valid():
            kept = {name: form.cleaned_data.get(name, announced[name]) for name in cls.base_fields}
            form = cls(kept, announced=method)
            form.is_valid()
        form.differs = any(form.cleaned_data[name] != announced[name] for name in cls.base_fields)
        return form

    @property
    def method_asked(self) -> str:
        """Return the method, a key of TIRAGES."""
        return self.cleaned_data["method"]

    @property
    def of_teams(self) -> bool:
        """Return whether it seats teams, and not people one by one."""
        return TIRAGES[self.method_asked].seats == "teams"

    @property
    def method_label(self) -> str:
        """Return the method in words."""
        return TIRAGES[self.method_asked].label(get_language() or "fr")

    @property
    def options(self) -> dict[str, str]:
        """Return the options of the tirage."""
        return {name: self.cleaned_data[name] for name in ("rematch", "club_apart")}


def methods(announced: str) -> list[tuple[str, str]]:
    """List the methods that seat as the one *announced* does, as (key, label); a mêlée or an escalier stays one."""
    lang = get_language() or "fr"
    if TIRAGES[announced].seats == "players":
        return [(announced, TIRAGES[announced].label(lang))]
    return [(key, method.label(lang)) for key, method in TIRAGES.items() if method.seats == "teams"]


class SeedForm(forms.Form):
    """The cards cut in public, or nothing; and the fingerprint announced before."""

    seed = form_field(DrawInput, "seed", label=_("Cards cut in public"))
    fingerprint = forms.CharField(required=False, max_length=400)
    without_singles = forms.BooleanField(required=False)


class AwayForm(forms.Form):
    """A team that misses one partie; without a partie, it plays them all again."""

    team = form_field(LateInput, "team", label=_("Team no."))
    round = form_field(AwayInput, "round", label=_("does not play partie"))


ReasonForm = form_of(DrawReasonInput, reason=_("Reason"))
SwapForm = form_of(SwapInput, first=_("Team no."), second=_("with team no."), confirm=None)
LateForm = form_of(
    LateInput, team=_("The latecomer"), against=_("Plays against"), confirm=_("Even if they have already met")
)
CatchUpForm = form_of(CatchUpInput, exempt=None, guest=None)
PartiesForm = form_of(
    PartiesInput, parties=_("Parties in all"), reason=_("Reason"), to_the_end=_("Or to the end of the finals")
)
TieForm = form_of(TieInput, team=None)
