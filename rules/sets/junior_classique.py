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
    plis=(8, "S4 Le Jeu"),
    cartes_par_pli=(4, "S4 Le Jeu"),
    partenaires=(True, "S4 La belote classique"),
    coupe_sur_partenaire=(False, "S4 La belote classique"),
    pisser=(True, "S4 La belote classique"),
    entame=("libre", "S4 Le Jeu"),
    passe=("sans marque", "S4 La belote classique"),
    der=(10, "S4 La belote classique"),
    # Question: the memo of S4 says 80, else 160; the text, 82, else 162, holds (D18).
    seuil=(82, "S4 La belote classique"),
    echec=("chute", "S4 La belote classique"),
    litige=(False, "S4 La belote classique"),
    egalite=("chute", "S4 La belote classique"),
    pot=("aucun", "S4 La belote classique"),
    faits=("chacun ses points", "S4 La belote classique"),
    chute=(162, "S4 La belote classique"),
    capot=(250, "S4 La belote classique"),
    belote=(20, "S4 La belote classique"),
    belote_chute=("garde", "S4 La belote classique"),
    belote_capot=("garde", "S4 La belote classique"),
    rebelote=("due", "S4 Les bonus"),
    annonces=("aucune", "S4 La belote classique"),
    renonce=(False, "S4 La belote classique"),
    arrondi=("point", "S4 La belote classique"),
    sans_atout_tout_atout=(False, "S4 La belote classique"),
    limite_donnes=(None, "S4 La belote classique"),
    limite_points=(1000, "S4 La belote classique"),
    fin=("preneur", "S4 La belote classique"),
    options=(
        opt.limite_donnes("S4 La belote classique"),
        opt.limite_points("S4 La belote classique", 1000),
    ),
)
