"""The referee's two questions: which cards were legal, and what follows from an irregularity."""

from collections.abc import Mapping

from django import forms
from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _

from rules import RULE_SETS
from rules.cards import ATOUTS, CARDS, RANKS, SIGNS
from rules.donne import CAMPS
from scoring.forms.donnes import ATOUT_WORDS, CONTRE_WORDS
from scoring.forms.entry import FigureField
from scoring.selectors.feuille import LABELS, Feuille

MOST_CARDS = 6
SUIT_WORDS = {"pique": _("Spades"), "coeur": _("Hearts"), "carreau": _("Diamonds"), "trefle": _("Clubs")}
CAMP_CHOICES = [(camp, camp) for camp in CAMPS]
CARD_CHOICES = [
    ("", "–"),
    *(
        (SUIT_WORDS[suit], [(f"{rank}{sign}", f"{rank} {sign}") for rank in reversed(RANKS)])
        for suit, sign in SIGNS.items()
    ),
]


def rule_set_choices() -> list[tuple[str, str]]:
    """Every rule set by its title, in the language of the moment."""
    return [(key, rules.title(get_language() or "fr")) for key, rules in RULE_SETS.items()]


class TrickForm(forms.Form):
    """A disputed trick: what is played, the cards on the table in order, the hand of the next to play."""

    rule_set = forms.ChoiceField(label=_("Rules of the game"), choices=rule_set_choices)
    atout = forms.ChoiceField(label=_("Atout"), choices=[(atout, ATOUT_WORDS[atout]) for atout in ATOUTS])
    hand = forms.MultipleChoiceField(label=_("Hand"), choices=[(card, card) for card in CARDS], required=False)
    played = forms.ChoiceField(label=_("Card in dispute"), choices=CARD_CHOICES, required=False)

    def __init__(self, *args, **options) -> None:
        super().__init__(*args, **options)
        for place in range(1, MOST_CARDS + 1):
            self.fields[f"card_{place}"] = forms.ChoiceField(
                label=_("Card %(n)s") % {"n": place}, choices=CARD_CHOICES, required=False
            )
            self.fields[f"card_{place}"].widget.attrs["data-place"] = place

    @property
    def places(self) -> list[forms.BoundField]:
        """The cards of the trick, in order of play."""
        return [self[f"card_{place}"] for place in range(1, MOST_CARDS + 1)]

    @property
    def suits(self) -> list[tuple[str, str, list[tuple[str, str, bool]]]]:
        """The 32 cards for the hand: (suit, its sign, [(card, rank, whether it is in the hand)])."""
        held = set(self["hand"].value() or ())
        return [
            (suit, sign, [(f"{rank}{sign}", rank, f"{rank}{sign}" in held) for rank in reversed(RANKS)])
            for suit, sign in SIGNS.items()
        ]

    def trick(self) -> list[str]:
        """The cards on the table in order of play. The form must be valid."""
        read = (self.cleaned_data[f"card_{place}"] for place in range(1, MOST_CARDS + 1))
        return [card for card in read if card]


class IncidentForm(forms.Form):
    """An irregularity: at the deal, in the auction, or of a card, and the donne it happened in."""

    KINDS = {
        "card": _("a card (revoke, played out of turn, shown)"),
        "deal": _("the deal"),
        "bid": _("a bid"),
    }

    rule_set = forms.ChoiceField(label=_("Rules of the game"), choices=rule_set_choices)
    kind = forms.ChoiceField(label=_("Irregularity of"), choices=list(KINDS.items()))
    at_fault = forms.ChoiceField(label=_("Camp at fault"), choices=CAMP_CHOICES)
    trick = FigureField(label=_("At trick"))
    good_faith = forms.BooleanField(label=_("in good faith"), required=False)
    changes_nothing = forms.BooleanField(label=_("it plainly changes nothing"), required=False)
    kept = FigureField(label=_("What the camp at fault took before: points (or tricks, where tricks count)"))
    times = FigureField(label=_("How many times already, this one counted"))
    earlier = forms.ChoiceField(
        label=_("Camp whose contract stood before the bid"), choices=[("", "–"), *CAMP_CHOICES], required=False
    )

    def __init__(self, *args, feuille: Feuille, **options) -> None:
        super().__init__(*args, **options)
        empty = [("", "–")]
        wanted = {
            "preneur": CAMP_CHOICES,
            "enchere": [(str(bid), str(bid)) for bid in feuille.bids],
            "contre": [(word, CONTRE_WORDS[word]) for word in feuille.contres],
            "belote": CAMP_CHOICES,
        }
        self.donne_fields = [name for name in wanted if name in feuille.fields]
        for name in self.donne_fields:
            self.fields[name] = forms.ChoiceField(label=LABELS[name], choices=empty + wanted[name], required=False)
        variants = [atout for atout in feuille.atouts if atout not in SIGNS]
        if variants:
            self.donne_fields.append("atout")
            choices = [("", _("suit")), *((atout, ATOUT_WORDS[atout]) for atout in variants)]
            self.fields["atout"] = forms.ChoiceField(label=LABELS["atout"], choices=choices, required=False)

    @property
    def contract(self) -> list[forms.BoundField]:
        """The fields about the donne itself."""
        return [self[name] for name in self.donne_fields]

    def facts(self) -> Mapping[str, object]:
        """The contract of the donne, in the sheet format. The form must be valid."""
        read = {name: self.cleaned_data[name] for name in self.donne_fields if self.cleaned_data[name]}
        if str(read.get("enchere", "")).isdecimal():
            read["enchere"] = int(read["enchere"])
        if "belote" in read:
            read["belote"] = [read["belote"]]
        return read
