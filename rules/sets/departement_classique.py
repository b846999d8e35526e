"""Belote classique of a departmental concours (S1 §1): the federation's, except."""

from rules import options as opt
from rules.rule_set import rule_set
from rules.sets.ffb_classique import FFB_CLASSIQUE

DEPARTEMENT_CLASSIQUE = rule_set(
    "departement-classique",
    "Belote classique, concours départemental",
    "Classic belote, departmental concours",
    source="S1",
    base=FFB_CLASSIQUE,
    cites={
        "S1 §1 Règles": "plis cartes_par_pli partenaires coupe_sur_partenaire pisser",
        "S1 §1 Fin du pli": "entame",
        "S1 §1 La prise": "passe sans_atout_tout_atout",
        "S1 §1 Dix de Der": "der",
        "S1 §1 Contrat": "seuil",
        "S1 §1 Chute": "echec chute",
        "S1 §1 Litige": "litige egalite pot",
        "S1 §1 Contrat réussi": "faits arrondi",
        "S1 §1 Capot": "capot belote_capot",
        "S1 §1 Belote": "belote belote_chute",
        "S1 §1 Fin de la partie": "limite_donnes fin",
        # Question: S1 §1 speaks of "annonces éventuelles" without values; they are those of S2 (D13).
        "D13": "annonces",
    },
    rebelote=("facultative", "S1 §1 Belote"),
    renonce=(True, "S2 D"),
    limite_points=(1000, "S1 §1 Fin de la partie"),
    options=(opt.ANNONCES, *opt.limits("S1 §1 Fin de la partie", 1000)),
)
