"""Belote classique of the French federation (S0)."""

from rules import options as opt
from rules.rule_set import rule_set

FFB_CLASSIQUE = rule_set(
    "ffb-classique",
    "Belote classique, règles de la Fédération française (FFB)",
    "Classic belote, rules of the French federation (FFB)",
    source="S0",
    game="points",
    plis=(8, "S0 5.1"),
    cartes_par_pli=(4, "S0 5.1"),
    partenaires=(True, "S0 5.2"),
    coupe_sur_partenaire=(False, "S0 5.2"),
    pisser=(True, "S0 5.2"),
    entame=("libre", "S0 5.1"),
    passe=("sans marque", "S0 4.2"),
    der=(10, "S0 9.1"),
    seuil=(None, "S0 10.1.1"),  # raw points due; None: more than the other camp, belote included
    echec=("chute", "S0 10.1.2"),
    litige=(True, "S0 10.1.3"),
    egalite=("chute", "S0 10.1.3"),
    pot=("gagnant de la prochaine donne decidee", "S0 10.1.3"),
    faits=("chacun ses points", "S0 10.2"),
    chute=(162, "S0 10.2"),
    capot=(252, "S0 9.2"),
    belote=(20, "S0 10.2"),
    belote_chute=("garde", "S0 10.2"),
    belote_capot=("garde", "S0 10.2"),  # belote of a defence that took no trick, or of a taker that took none
    rebelote=("due", "S0 7"),
    annonces=("aucune", "S0 8"),
    renonce=(False, "S0 8"),
    arrondi=("point", "S0 10.3"),
    sans_atout_tout_atout=(False, "S0 11.1"),
    litige_derniere_donne=("perdu", "D23"),
    limite_donnes=(None, "S0 10.4.1"),
    limite_points=(None, "S0 10.4.2"),
    fin=("plus_haut", "S0 10.4.2"),
    nulle=("partie nulle", "D17"),
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
