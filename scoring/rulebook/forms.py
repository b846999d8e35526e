"""Read the two questions of the referee: which cards were legal, and what follows from an irregularity."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from rules import ATOUTS, CAMPS, CARDS, RANKS, SIGNS, Feuille
from scoring.sheets.forms import ATOUT_WORDS, DonneForm, FigureField, initial_row
from tournament.concours.forms import rule_set_choices
from tournament.inputs.forms import choice_field

MOST_CARDS = 6
# The fields of a donne that are known before its tricks: the others follow from where it was stopped.
CONTRACT = ("preneur", "enchere", "contre", "belote", "annonces")
SUIT_WORDS = {"pique": _("Spades"), "coeur": _("Hearts"), "carreau": _("Diamonds"), "trefle": _("Clubs")}
CAMP_CHOICES = [(camp, camp) for camp in CAMPS]
CAMP_OR_NONE = [("", "–"), *CAMP_CHOICES]
CARD_CHOICES = [
    ("", "–"),
    *(
        (SUIT_WORDS[suit], [(f"{rank}{sign}", f"{rank} {sign}") for rank in reversed(RANKS)])
        for suit, sign in SIGNS.items()
    ),
]


class TrickForm(forms.Form):
    """A disputed trick: what is played, the cards on the table in order, the hand of the next to play."""

    rule_set = forms.ChoiceField(label=_("Rules of the game"), choices=rule_set_choices)
    atout = forms.ChoiceField(label=_("Atout"), choices=[(atout, ATOUT_WORDS[atout]) for atout in ATOUTS])
    hand = forms.MultipleChoiceField(label=_("Hand"), choices=[(card, card) for card in CARDS], required=False)
    played = forms.ChoiceField(label=_("Card in dispute"), choices=CARD_CHOICES, required=False)

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for place in range(1, MOST_CARDS + 1):
            self.fields[f"card_{place}"] = forms.ChoiceField(
                label=_("Card %(n)s") % {"n": place}, choices=CARD_CHOICES, required=False
            )
            self.fields[f"card_{place}"].widget.attrs["data-place"] = place

    @property
    def places(self) -> list[forms.BoundField]:
        """Return the cards of the trick, in order of play."""
        return [self[f"card_{place}"] for place in range(1, MOST_CARDS + 1)]

    @property
    def suits(self) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """Return the 32 cards for the hand: (suit, its sign, [(card, rank, whether it is in the hand)])."""
        held = set(self["hand"].value() or ())
        return [
            (suit, sign, [(f"{rank}{sign}", rank, f"{rank}{sign}" in held) for rank in reversed(RANKS)])
            for suit, sign in SIGNS.items()
        ]

    def trick(self) -> list[str]:
        """Return the cards on the table in order of play. The form must be valid."""
        read = (self.cleaned_data[f"card_{place}"] for place in range(1, MOST_CARDS + 1))
        return [card for card in read if card]


class IncidentForm(forms.Form):
    """An irregularity: at the deal, in the auction, or of a card, and the donne it happened in.

    Of a card: every trick before it has its places, as many cards as the game plays in one.
    """

    KINDS = {
        "card": _("a card (revoke, played out of turn, shown)"),
        "deal": _("the deal"),
        "bid": _("a bid"),
    }

    rule_set = forms.ChoiceField(label=_("Rules of the game"), choices=rule_set_choices)
    kind = forms.ChoiceField(label=_("Irregularity of"), choices=list(KINDS.items()))
    at_fault = forms.ChoiceField(label=_("Camp at fault"), choices=CAMP_CHOICES)
    trick = FigureField(label=_("At trick"))
    found = forms.ChoiceField(label=_("Seen"), required=False)
    good_faith = forms.BooleanField(label=_("in good faith"), required=False)
    changes_nothing = forms.BooleanField(label=_("it plainly changes nothing"), required=False)
    atout = forms.ChoiceField(label=_("Atout"), required=False)
    lead = forms.ChoiceField(label=_("Camp that led the first trick"), choices=CAMP_OR_NONE, required=False)
    kept = FigureField()
    times = FigureField(label=_("How many times already, this one counted"))
    earlier = forms.ChoiceField(
        label=_("Camp whose contract stood before the bid"), choices=CAMP_OR_NONE, required=False
    )

    def __init__(
        self,
        *args: Any,
        feuille: Feuille,
        cards: int,
        atouts: Sequence[str],
        number: int | None = None,
        donne: Mapping[str, Any] | None = None,
        **options: Any,
    ) -> None:
        """Take a trick of *cards*; *donne*, number *number*, is what the sheet holds of it so far, if anything."""
        super().__init__(*args, **options)
        self.feuille = feuille
        self.cards = cards
        choice_field(self, "atout").choices = [("", "–"), *((atout, ATOUT_WORDS[atout]) for atout in atouts)]
        by_tricks = "plis" in feuille.fields
        self.fields["kept"].label = (
            _("or only: its tricks before the fault") if by_tricks else _("or only: its points before the fault")
        )
        choice_field(self, "found").choices = self._moments()
        for trick in range(1, self._tricks_before() + 1):
            label = _("Trick %(n)s taken by") % {"n": trick}
            self.fields[f"t{trick}_camp"] = forms.ChoiceField(label=label, choices=CAMP_OR_NONE, required=False)
            for place in range(1, cards + 1):
                label = _("Trick %(n)s, card %(place)s") % {"n": trick, "place": place}
                self.fields[f"t{trick}_{place}"] = forms.ChoiceField(
                    label=label, choices=CARD_CHOICES, required=False, widget=forms.Select(attrs={"aria-label": label})
                )
        stated = tuple(name for name in feuille.fields if name in CONTRACT)
        self.contract = None
        if stated and not feuille.by_manches:
            initial = initial_row(donne) if donne else None
            self.contract = DonneForm(
                self.data if self.is_bound else None,
                feuille=replace(feuille, fields=stated),
                number=number or 1,
                initial=initial,
            )
            if donne and donne.get("atout"):
                self.initial["atout"] = donne["atout"]

    def _tricks_before(self) -> int:
        """Count the tricks before the fault, as far as the data tells."""
        trick = self["trick"].value()
        number = int(trick) if str(trick) in map(str, range(1, self.feuille.tricks + 1)) else 1
        return number - 1 if self["kind"].value() in ("card", None, "") and not self.feuille.by_manches else 0

    def _moments(self) -> list[tuple[str, object]]:
        """Return when the fault may have been seen."""
        later = [
            (str(n), _("at trick %(n)s") % {"n": n}) for n in range(self._tricks_before() + 2, self.feuille.tricks + 1)
        ]
        return [("", _("at once")), *later, (str(self.feuille.tricks + 1), _("once all were played"))]

    @property
    def tricks(self) -> list[tuple[int, list[forms.BoundField], forms.BoundField]]:
        """Return the tricks before the fault: (number, the places of its cards, who took it)."""
        return [
            (number, [self[f"t{number}_{place}"] for place in range(1, self.cards + 1)], self[f"t{number}_camp"])
            for number in range(1, self._tricks_before() + 1)
        ]

    def is_valid(self) -> bool:
        """Return whether it can be read, the contract of the donne too."""
        return super().is_valid() and (self.contract is None or self.contract.is_valid())

    @property
    def wrong(self) -> list[forms.BoundField]:
        """Return the fields that cannot be read."""
        forms_ = [self] + ([self.contract] if self.contract is not None else [])
        return [field for form in forms_ for field in form if field.errors]

    def laid(self) -> list[dict[str, object]]:
        """Return the tricks before the fault, who took each where it was said. The form must be valid."""
        read = self.cleaned_data
        return [
            {
                "camp": read[f"t{number}_camp"],
                "cartes": [read[place.name] for place in places if read[place.name]],
            }
            for number, places, _camp in self.tricks
        ]

    def facts(self) -> dict[str, object]:
        """Return the contract of the donne, in the sheet format. The form must be valid. Raises ScoringError."""
        facts = (self.contract.donne() if self.contract is not None else None) or {}
        if facts.get("passe"):
            return {}
        atout = self.cleaned_data["atout"]
        return facts | ({"atout": atout} if atout in self.feuille.atouts else {})
