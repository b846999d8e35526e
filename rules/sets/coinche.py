"""Coinche of Grimaud Junior (S4), in its three ways of counting."""

from rules import options as opt
from rules.games.coinche import Coinche
from rules.rule_set import rule_set

COINCHE = rule_set(
    "coinche",
    "Coinche, ou belote coinchée (Grimaud Junior)",
    "Coinche, or belote coinchée (Grimaud Junior)",
    source="S4",
    game=Coinche,
    cites={
        "S4 Le Jeu": "entame",
        "S4 La coinche": "passe reussite annonces renonce",
        "S4 Aux points annoncés": "decompte_annonces",
        "S4 Aux points faits": "decompte_faits fin",
        "S4 Aux points faits et annoncés": "decompte_faits_et_annonces",
        # Question: S4 speaks of the belote of made contracts only; it is kept on a chute (D19).
        "D19": "belote_chute",
        "D17": "nulle",
    },
    plis=(8, "S4 Le Jeu"),
    cartes_par_pli=(4, "S4 Le Jeu"),
    partenaires=(True, "S4 La belote classique"),
    coupe_sur_partenaire=(False, "S4 La belote classique"),
    pisser=(True, "S4 La belote classique"),
    der=(10, "S4 Les variantes avec les points"),
    enchere_min=(80, "S4 La coinche"),
    enchere_max=(180, "S4 La coinche"),
    contres=(("contre",), "S4 La coinche"),
    decompte=("faits", "S4 La coinche"),
    chute=(160, "S4 La coinche"),
    chute_contrat=(False, "D29"),
    coinche=("double", "S4 La coinche"),
    surcoinche=("non", "D29"),
    coinche_forfait=(320, "S1 §2 le contre"),
    surcoinche_forfait=(640, "S1 §2 le contre"),
    coinche_capot=(100, "S1 §2 le contre"),
    capot_coinche=(1000, "S1 §2 le capot"),
    capot_surcoinche=(2000, "S1 §2 le capot"),
    belote_aide=(True, "D29"),
    capot_fait=(250, "S4 Aux points faits"),
    capot=(250, "S4 Aux points faits"),
    capot_demande=(350, "S4 Aux points faits"),
    capot_demande_annonces=(250, "S4 Aux points annoncés"),
    belote=(20, "S4 Aux points faits"),
    rebelote=("due", "S4 Les bonus"),
    arrondi=("point", "S4 La coinche"),
    sans_atout_tout_atout=(False, "S4 La coinche"),
    limite_donnes=(None, "S4 La coinche"),
    limite_points=(1000, "S4 La coinche"),
    options=(opt.DECOMPTE, *opt.COINCHE, *opt.limits("S4 La coinche", 1000)),
)
