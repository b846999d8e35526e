"""Belote classique of Grimaud Junior (S4): 82 points due from the cards alone, capot 250."""

from rules import options as opt
from rules.rule_set import rule_set
from rules.sets.ffb_classique import FFB_CLASSIQUE

JUNIOR_CLASSIQUE = rule_set(
    "junior-classique",
    "Belote classique junior (Grimaud)",
    "Junior classic belote (Grimaud)",
    source="S4",
    base=FFB_CLASSIQUE,
    cites={
        "S4 Le Jeu": "plis cartes_par_pli entame",
        "S4 La belote classique": "partenaires coupe_sur_partenaire pisser passe der echec egalite pot faits chute "
        "belote belote_chute belote_capot annonces renonce arrondi sans_atout_tout_atout limite_donnes",
        "S4 Les bonus": "rebelote",
    },
    # Question: the memo of S4 says 80, else 160; the text, 82, else 162, holds (D18).
    seuil=(82, "S4 La belote classique"),
    litige=(False, "S4 La belote classique"),
    capot=(250, "S4 La belote classique"),
    limite_points=(1000, "S4 La belote classique"),
    fin=("preneur", "S4 La belote classique"),
    options=opt.limits("S4 La belote classique", 1000),
)
