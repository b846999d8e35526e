"""First belote of Grimaud Junior (S4): most tricks, the last counting double."""

from rules.games.plis import Plis
from rules.rule_set import rule_set

JUNIOR_PLIS = rule_set(
    "junior-plis",
    "Ma première belote, aux plis (Grimaud Junior)",
    "My first belote, by tricks (Grimaud Junior)",
    source="S4",
    game=Plis,
    cites={"S4 Le Jeu": "entame passe annonces", "S4 Ma première belote": "fin", "D17": "nulle"},
    plis=(8, "S4 Le Jeu"),
    cartes_par_pli=(4, "S4 Le Jeu"),
    partenaires=(True, "S4 Ma première belote"),
    # Question: S4 says "you can" trump, then "they must"; must (D16).
    coupe_sur_partenaire=(True, "S4 Le Jeu"),
    pisser=(True, "S4 Le Jeu"),
    dernier_pli=(1, "S4 Le Jeu"),
    manche=(1, "S4 Ma première belote"),
    arrondi=("point", "S4 Ma première belote"),
    sans_atout_tout_atout=(True, "S4 Le Jeu"),
    limite_donnes=(None, "S4 Ma première belote"),
    limite_points=(5, "S4 Ma première belote"),
)
