"""Traditional belote (S3): everything in play goes to the defence on a chute."""

from rules import options as opt
from rules.rule_set import rule_set
from rules.sets.ffb_classique import FFB_CLASSIQUE

TRADITIONNELLE = rule_set(
    "traditionnelle",
    "Belote traditionnelle",
    "Traditional belote",
    source="S3",
    base=FFB_CLASSIQUE,
    plis=(8, "S3 Jeu de la carte"),
    cartes_par_pli=(4, "S3 Jeu de la carte"),
    partenaires=(True, "S3 Jeu de la carte"),
    coupe_sur_partenaire=(False, "S3 Jeu de la carte"),
    # Question: S3 says nothing of going above at atout, nor of a lower trump; as S0 (D9).
    pisser=(True, "D9"),
    entame=("libre", "S3 Jeu de la carte"),
    passe=("sans marque", "S3 Début de partie"),
    der=(10, "S3 Le dix de der"),
    seuil=(None, "S3 Compte des points"),
    echec=("chute", "S3 Compte des points"),
    litige=(True, "S3 Compte des points"),
    egalite=("chute", "S3 Compte des points"),
    pot=("gagnant de la prochaine donne decidee", "S3 Compte des points"),
    faits=("chacun ses points", "S3 Compte des points"),
    chute=(162, "S3 Compte des points"),
    capot=(252, "S3 Capot"),
    belote=(20, "S3 La belote"),
    belote_chute=("adverse", "S3 Compte des points"),
    # Question: S3 says nothing of the belote of a capot defence; it keeps it (D8).
    belote_capot=("garde", "D8"),
    rebelote=("due", "S3 La belote"),
    annonces=("aucune", "S3 Les annonces"),
    renonce=(False, "S3 Les annonces"),
    arrondi=("point", "S3 Compte des points"),
    sans_atout_tout_atout=(False, "S3 Début de partie"),
    limite_donnes=(None, "S3 Gain de la partie"),
    limite_points=(1000, "S3 Gain de la partie"),
    fin=("plus_haut", "S3 Gain de la partie"),
    options=(
        opt.MEILLEURE_ANNONCE,
        opt.limite_donnes("S3 Gain de la partie"),
        opt.limite_points("S3 Gain de la partie", 1000),
    ),
)
