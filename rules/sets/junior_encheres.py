"""Belote by tricks with auction of Grimaud Junior (S4), "la variante pour les grands"."""

from rules.rule_set import rule_set
from rules.sets.junior_plis import JUNIOR_PLIS

JUNIOR_ENCHERES = rule_set(
    "junior-encheres",
    "Belote aux plis avec enchères (Grimaud Junior)",
    "Belote by tricks with auction (Grimaud Junior)",
    source="S4",
    game="encheres",
    plis=(8, "S4 Le Jeu"),
    cartes_par_pli=(4, "S4 Le Jeu"),
    partenaires=(True, "S4 Ma première belote"),
    coupe_sur_partenaire=(True, "S4 Le Jeu"),
    pisser=(True, "S4 Le Jeu"),
    entame=("libre", "S4 Le Jeu"),
    passe=("sans marque", "S4 La variante pour les grands"),
    dernier_pli=(1, "S4 Le Jeu"),
    pari_max=(10, "S4 La variante pour les grands"),
    contres=(("contre",), "S4 Les bonus"),
    manche=(1, "S4 La variante pour les grands"),
    capot=(1, "S4 Les bonus"),
    capot_demande=(1, "S4 Les bonus"),
    capot_manque=(2, "S4 Les bonus"),
    contre=(1, "S4 Les bonus"),
    belote=(1, "S4 Les bonus"),
    rebelote=("due", "S4 Les bonus"),
    annonces=("aucune", "S4 La variante pour les grands"),
    arrondi=("point", "S4 La variante pour les grands"),
    sans_atout_tout_atout=(True, "S4 La variante pour les grands"),
    limite_donnes=(None, "S4 La variante pour les grands"),
    limite_points=(8, "S4 La variante pour les grands"),
    fin=JUNIOR_PLIS.values["fin"],
    nulle=("partie nulle", "D17"),
)
