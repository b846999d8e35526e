"""L'escalier of Grimaud Junior (S4): 3 to 6 single players who guess their tricks."""

from rules.games.escalier import Escalier
from rules.rule_set import rule_set

ESCALIER = rule_set(
    "escalier",
    "L'escalier (Grimaud Junior)",
    "L'escalier (Grimaud Junior)",
    source="S4",
    game=Escalier,
    cites={
        "S4 L'escalier": "entame",
    },
    cartes_max=({3: 10, 4: 7, 5: 6, 6: 5}, "S4 L'escalier"),
    ecart=(-1, "S4 L'escalier"),
    partenaires=(False, "S4 L'escalier"),
    coupe_sur_partenaire=(True, "S4 L'escalier"),
    pisser=(True, "S4 L'escalier"),
    cartes_par_pli=(None, "S4 L'escalier"),  # as many as players, 3 to 6
    sans_atout_tout_atout=(False, "S4 L'escalier"),
)
