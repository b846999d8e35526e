"""Belote classique of the French federation (S0)."""

from rules import options as opt
from rules.games.classique import Classique
from rules.rule_set import rule_set

FFB_CLASSIQUE = rule_set(
    "ffb-classique",
    "Belote classique, règles de la Fédération française (FFB)",
    "Classic belote, rules of the French federation (FFB)",
    source="S0",
    game=Classique,
    cites={
        "S0 5.1": "entame",
        "S0 4.2": "passe",
        "S0 10.1.2": "echec",
        "S0 10.1.3": "pot",
        "S0 10.2": "faits belote_capot",
        "D17": "nulle",
    },
    plis=(8, "S0 5.1"),
    cartes_par_pli=(4, "S0 5.1"),
    partenaires=(True, "S0 5.2"),
    coupe_sur_partenaire=(False, "S0 5.2"),
    pisser=(True, "S0 5.2"),
    der=(10, "S0 9.1"),
    seuil=(None, "S0 10.1.1"),
    litige=(True, "S0 10.1.3"),
    egalite=("chute", "S0 10.1.3"),
    chute=(162, "S0 10.2"),
    capot=(252, "S0 9.2"),
    belote=(20, "S0 10.2"),
    belote_chute=("garde", "S0 10.2"),
    rebelote=("due", "S0 7"),
    annonces=("aucune", "S0 8"),
    renonce=(False, "S0 8"),
    arrondi=("point", "S0 10.3"),
    sans_atout_tout_atout=(False, "S0 11.1"),
    litige_derniere_donne=("perdu", "D23"),
    limite_donnes=(None, "S0 10.4.1"),
    limite_points=(None, "S0 10.4.2"),
    fin=("plus_haut", "S0 10.4.2"),
    options=(
        opt.LITIGE,
        opt.EGALITE,
        opt.ARRONDI,
        opt.VARIANTE,
        opt.limite_donnes("S0 10.4.1", 12),
        opt.limite_points("S0 10.4.2"),
        opt.CAPOT,
        opt.LITIGE_DERNIERE_DONNE,
    ),
)
