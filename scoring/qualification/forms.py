"""Form of the rankings whose first are qualified for a concours."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.qualification.inputs import QualifiedInviteInput
from scoring.qualification.selectors import ReadRanking
from scoring.qualification.services import MOST_PLACES, MOST_RANKINGS, Chosen
from scoring.seasons.models import Season
from tournament.concours.models import Tournament
from tournament.inputs.forms import form_field
from tournament.inputs.shown import ShownForm

FREE_LINES = 3
MOST_OFFERED = 60  # concours, the latest


class QualifyingForm(ShownForm):
    """Ask for each ranking and how many of its first are qualified; the lines that are left empty are none."""

    def __init__(self, tournament: Tournament, rankings: Sequence[ReadRanking], data: Any = None) -> None:
        super().__init__(data)
        chosen = [one for one in rankings if one.row.concours_id or one.row.season]
        self._lines = min(MOST_RANKINGS, len(chosen) + FREE_LINES)
        choices = _choices(tournament, chosen)
        for line in range(self._lines):
            one = chosen[line] if line < len(chosen) else None
            self.fields[f"ranking_{line}"] = forms.ChoiceField(
                label=_("Concours or season"), choices=choices, required=False, initial=_key(one) if one else ""
            )
            self.fields[f"places_{line}"] = forms.IntegerField(
                label=_("Its first"),
                min_value=1,
                max_value=MOST_PLACES,
                required=False,
                initial=one.row.places if one else None,
            )

    @property
    def lines(self) -> list[tuple[forms.BoundField, forms.BoundField]]:
        """Return the two fields of each line."""
        return [(self[f"ranking_{line}"], self[f"places_{line}"]) for line in range(self._lines)]

    def together(self) -> list[list[str]]:
        return [list(self.fields)]

    def clean(self) -> dict[str, Any]:
        """Refuse a ranking without a number."""
        read = super().clean() or self.cleaned_data
        for line in range(self._lines):
            key, places = read.get(f"ranking_{line}"), read.get(f"places_{line}")
            if bool(key) != (places is not None) and f"places_{line}" not in self.errors:
                self.add_error(f"places_{line}", _("Choose a ranking and how many of its first are qualified."))
        return read

    def rankings(self) -> list[Chosen]:
        """Return the rankings chosen, as the act takes them."""
        lines = [(self.cleaned_data[f"ranking_{n}"], self.cleaned_data[f"places_{n}"]) for n in range(self._lines)]
        return [
            (int(key[1:]) if key[0] == "c" else None, int(key[1:]) if key[0] == "s" else None, places)
            for key, places in lines
            if key
        ]


class ReasonForm(forms.Form):
    """Ask why somebody is called beside those whose turn it is."""

    reason = form_field(QualifiedInviteInput, "reason", label=_("Why"))


def _key(one: ReadRanking) -> str:
    return f"c{one.row.concours_id}" if one.row.concours_id else f"s{one.row.season}"


def _choices(tournament: Tournament, chosen: Sequence[ReadRanking]) -> list[tuple[str, str]]:
    concours = Tournament.objects.filter(club=tournament.club_id, rehearsal=False).exclude(pk=tournament.pk)
    offered = {f"s{one.pk}": one.name for one in Season.objects.filter(club=tournament.club_id, removed_at=None)}
    latest = concours.values_list("pk", "name", "date")[:MOST_OFFERED]
    offered |= {f"c{pk}": f"{name} · {date:%d/%m/%Y}" for pk, name, date in latest}
    return [("", "–"), *({_key(one): one.name for one in chosen} | offered).items()]
