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
    cites={
        "S2 Règles": "plis cartes_par_pli partenaires coupe_sur_partenaire pisser",
        "S2 Fin du pli": "entame",
        "S2 Prise": "passe sans_atout_tout_atout",
        "S2 Dix de Der": "der",
        "S2 Contrat": "seuil",
        "S2 Chute": "echec chute",
        "S2 Litige": "litige egalite pot",
        "S2 Contrat réussi": "faits arrondi",
        "S2 Capot": "capot",
        "S2 Belote": "belote belote_chute belote_capot",
        "S2 Fin de la partie": "limite_donnes limite_points",
    },
    # Question: S2 calls "rebelote" optional, then due with a tolerance; the later text holds (D14).
    rebelote=("une_fois", "S2 Belote"),
    annonces=("toutes", "S2 A"),
    fin=("plus_haut_non_capot", "S2 A"),
    options=opt.limits("S2 Fin de la partie", 1000),
)
