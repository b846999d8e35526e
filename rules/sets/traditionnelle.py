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
    cites={
        "S3 Jeu de la carte": "plis cartes_par_pli partenaires coupe_sur_partenaire entame",
        # Question: S3 says nothing of going above at atout, nor of a lower trump; as S0 (D9).
        "D9": "pisser",
        "S3 Début de partie": "passe sans_atout_tout_atout",
        "S3 Le dix de der": "der",
        "S3 Compte des points": "seuil echec litige egalite pot faits chute arrondi",
        "S3 Capot": "capot",
        "S3 La belote": "belote rebelote",
        # Question: S3 says nothing of the belote of a capot defence; it keeps it (D8).
        "D8": "belote_capot",
        "S3 Les annonces": "annonces renonce",
        "S3 Gain de la partie": "limite_donnes fin",
    },
    belote_chute=("adverse", "S3 Compte des points"),
    limite_points=(1000, "S3 Gain de la partie"),
    options=(opt.MEILLEURE_ANNONCE, *opt.limits("S3 Gain de la partie", 1000)),
)
