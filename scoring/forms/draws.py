"""The forms of the tirages."""

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament
from tournament.selectors.draws import next_number
from tournament.services.concours import DRAW_OPTIONS
from tournament.services.draws import MAX_PARTIES, REASON_LENGTH, SEED_LENGTH, announced_options
from tournament.tirages import TIRAGES

REMATCH_LABELS = {
    "never": _("never: nobody meets the same team twice"),
    "least": _("as few as possible, when it cannot be helped"),
}
CLUB_LABELS = {
    "no": _("no: they may meet"),
    "soft": _("yes, where the ranking allows it"),
    "hard": _("yes, always"),
}


class SettingsForm(forms.Form):
    """How this one tirage is made, where it differs from what was announced."""

    method = forms.ChoiceField(label=_("Method"))
    rematch = forms.ChoiceField(
        label=_("Meeting the same team again"), choices=[(v, REMATCH_LABELS[v]) for v in DRAW_OPTIONS["rematch"]]
    )
    club_apart = forms.ChoiceField(
        label=_("Teams of the same club kept apart"), choices=[(v, CLUB_LABELS[v]) for v in DRAW_OPTIONS["club_apart"]]
    )

    def __init__(self, *args, announced: str, **kwargs) -> None:
        super().__init__(*args, **kwargs)
        self.fields["method"].choices = methods(announced)

    @classmethod
    def read(cls, data: dict, tournament: Tournament, method: str) -> "SettingsForm":
        """The settings in *data*; each one that is not there, or unknown, as announced (*method* for the method)."""
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
        """The method, a key of TIRAGES."""
        return self.cleaned_data["method"]

    @property
    def of_teams(self) -> bool:
        """Whether it seats teams, and not people one by one."""
        return TIRAGES[self.method_asked].seats == "teams"

    @property
    def method_label(self) -> str:
        """The method in words."""
        return dict(self.fields["method"].choices)[self.method_asked]

    @property
    def options(self) -> dict[str, str]:
        """The options of the tirage."""
        return {name: self.cleaned_data[name] for name in ("rematch", "club_apart")}


def methods(announced: str) -> list[tuple[str, str]]:
    """The methods that seat as the one *announced* does, as (key, label); a mêlée or an escalier stays what it is."""
    lang = get_language() or "fr"
    if TIRAGES[announced].seats == "players":
        return [(announced, TIRAGES[announced].label(lang))]
    return [(key, method.label(lang)) for key, method in TIRAGES.items() if method.seats == "teams"]


class SeedForm(forms.Form):
    """What was cut in public, or nothing; and the fingerprint that the room was shown before."""

    seed = forms.CharField(required=False, max_length=SEED_LENGTH, label=_("Cards cut in public"))
    fingerprint = forms.CharField(required=False, max_length=400)


class ReasonForm(forms.Form):
    """Why a tirage is cancelled."""

    reason = forms.CharField(max_length=REASON_LENGTH, label=_("Reason"))


class SwapForm(forms.Form):
    """Two teams, by number."""

    first = forms.IntegerField(min_value=1, max_value=99999, label=_("Team no."))
    second = forms.IntegerField(min_value=1, max_value=99999, label=_("with team no."))
    confirm = forms.BooleanField(required=False)


class LateForm(forms.Form):
    """A team come after the tirage."""

    team = forms.IntegerField(min_value=1, max_value=99999, label=_("Late team no."))
    confirm = forms.BooleanField(required=False, label=_("Even if they have already met"))


class CatchUpForm(forms.Form):
    """Who plays a catch-up game, and against whom."""

    exempt = forms.IntegerField(min_value=1, max_value=99999)
    guest = forms.IntegerField(min_value=1, max_value=99999)


class AwayForm(forms.Form):
    """A team that misses one partie; without a partie, it plays them all again."""

    team = forms.IntegerField(min_value=1, max_value=99999, label=_("Team no."))
    round = forms.IntegerField(required=False, min_value=1, max_value=MAX_PARTIES, label=_("does not play partie"))


class PartiesForm(forms.Form):
    """How many parties there will be in all, and why that changed."""

    parties = forms.IntegerField(min_value=1, max_value=MAX_PARTIES, label=_("Parties in all"))
    reason = forms.CharField(max_length=REASON_LENGTH, label=_("Reason"))
