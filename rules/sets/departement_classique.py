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
    plis=(8, "S1 §1 Règles"),
    cartes_par_pli=(4, "S1 §1 Règles"),
    partenaires=(True, "S1 §1 Règles"),
    coupe_sur_partenaire=(False, "S1 §1 Règles"),
    pisser=(True, "S1 §1 Règles"),
    entame=("libre", "S1 §1 Fin du pli"),
    passe=("sans marque", "S1 §1 La prise"),
    der=(10, "S1 §1 Dix de Der"),
    seuil=(None, "S1 §1 Contrat"),
    echec=("chute", "S1 §1 Chute"),
    litige=(True, "S1 §1 Litige"),
    egalite=("chute", "S1 §1 Litige"),
    pot=("gagnant de la prochaine donne decidee", "S1 §1 Litige"),
    faits=("chacun ses points", "S1 §1 Contrat réussi"),
    chute=(162, "S1 §1 Chute"),
    capot=(252, "S1 §1 Capot"),
    belote=(20, "S1 §1 Belote"),
    belote_chute=("garde", "S1 §1 Belote"),
    belote_capot=("garde", "S1 §1 Capot"),
    rebelote=("facultative", "S1 §1 Belote"),
    # Question: S1 §1 speaks of "annonces éventuelles" without values; they are those of S2 (D13).
    annonces=("aucune", "D13"),
    renonce=(True, "S2 D"),
    arrondi=("point", "S1 §1 Contrat réussi"),
    sans_atout_tout_atout=(False, "S1 §1 La prise"),
    limite_donnes=(None, "S1 §1 Fin de la partie"),
    limite_points=(1000, "S1 §1 Fin de la partie"),
    fin=("plus_haut", "S1 §1 Fin de la partie"),
    options=(
        opt.ANNONCES,
        opt.limite_donnes("S1 §1 Fin de la partie"),
        opt.limite_points("S1 §1 Fin de la partie", 1000),
    ),
)
