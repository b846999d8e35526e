"""Belote with annonces (S2): the departmental one, except."""

from rules import options as opt
from rules.rule_set import rule_set
from rules.sets.departement_classique import DEPARTEMENT_CLASSIQUE

ANNONCES = rule_set(
    "annonces",
    "Belote avec annonces",
    "Belote with annonces",
    source="S2",
    base=DEPARTEMENT_CLASSIQUE,
    plis=(8, "S2 Règles"),
    cartes_par_pli=(4, "S2 Règles"),
    partenaires=(True, "S2 Règles"),
    coupe_sur_partenaire=(False, "S2 Règles"),
    pisser=(True, "S2 Règles"),
    entame=("libre", "S2 Fin du pli"),
    passe=("sans marque", "S2 Prise"),
    der=(10, "S2 Dix de Der"),
    seuil=(None, "S2 Contrat"),
    echec=("chute", "S2 Chute"),
    litige=(True, "S2 Litige"),
    egalite=("chute", "S2 Litige"),
    pot=("gagnant de la prochaine donne decidee", "S2 Litige"),
    faits=("chacun ses points", "S2 Contrat réussi"),
    chute=(162, "S2 Chute"),
    capot=(252, "S2 Capot"),
    belote=(20, "S2 Belote"),
    belote_chute=("garde", "S2 Belote"),
    belote_capot=("garde", "S2 Belote"),
    # Question: S2 calls "rebelote" optional, then due with a tolerance; the later text holds (D14).
    rebelote=("une_fois", "S2 Belote"),
    annonces=("toutes", "S2 A"),
    renonce=(True, "S2 D"),
    arrondi=("point", "S2 Contrat réussi"),
    sans_atout_tout_atout=(False, "S2 Prise"),
    limite_donnes=(None, "S2 Fin de la partie"),
    limite_points=(1000, "S2 Fin de la partie"),
    fin=("plus_haut_non_capot", "S2 A"),
    options=(
        opt.limite_donnes("S2 Fin de la partie"),
        opt.limite_points("S2 Fin de la partie", 1000),
    ),
)
