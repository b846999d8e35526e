"""Belote contrée of a departmental concours (S1 §2)."""

from rules import options as opt
from rules.games.contree import Contree
from rules.rule_set import rule_set

DEPARTEMENT_CONTREE = rule_set(
    "departement-contree",
    "Belote contrée, concours départemental",
    "Belote contrée, departmental concours",
    source="S1",
    game=Contree,
    cites={
        "S1 §2": "entame annonces renonce",
        "S1 §2 les annonces": "passe",
        "S1 §2 les points": "reussite faits",
        # Question: S1 §2 does not say who marks a capot bid and missed; the adversary does (D6).
        "D6": "capot_manque",
        "D17": "nulle",
    },
    plis=(8, "S1 §2"),
    cartes_par_pli=(4, "S1 §2"),
    partenaires=(True, "S1 §2"),
    coupe_sur_partenaire=(False, "S1 §2"),
    pisser=(False, "S1 §2"),
    der=(10, "S1 §2"),
    enchere_min=(80, "S1 §2 les annonces"),
    enchere_max=(160, "S1 §2 les annonces"),
    contres=(("contre", "surcontre"), "S1 §2 les annonces"),
    chute=(160, "S1 §2 arrondi et capot"),
    capot=(250, "S1 §2 arrondi et capot"),
    contre=(320, "S1 §2 le contre"),
    surcontre=(640, "S1 §2 le contre"),
    contre_capot=(100, "S1 §2 le contre"),
    capot_demande=(500, "S1 §2 le capot"),
    capot_contre=(1000, "S1 §2 le capot"),
    capot_surcontre=(2000, "S1 §2 le capot"),
    belote=(20, "S1 §2 la belote"),
    rebelote=("due", "S1 §2"),
    arrondi=("dizaine", "S1 §2 arrondi et capot"),
    sans_atout_tout_atout=(False, "S1 §2 les annonces"),
    limite_donnes=(None, "S1 §2 fin de partie"),
    limite_points=(2000, "S1 §2 fin de partie"),
    fin=("reels", "S1 §2 fin de partie"),
    options=(opt.FIN, *opt.limits("S1 §2 fin de partie", 2000)),
)
