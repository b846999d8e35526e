"""Belote by tricks with auction of Grimaud Junior (S4), "la variante pour les grands": the first belote, except."""

from rules.games.encheres import Encheres
from rules.rule_set import rule_set
from rules.sets.junior_plis import JUNIOR_PLIS

JUNIOR_ENCHERES = rule_set(
    "junior-encheres",
    "Belote aux plis avec enchères (Grimaud Junior)",
    "Belote by tricks with auction (Grimaud Junior)",
    game=Encheres,
    base=JUNIOR_PLIS,
    cites={
        "S4 La variante pour les grands": "passe manche annonces arrondi sans_atout_tout_atout limite_donnes",
    },
    pari_max=(10, "S4 La variante pour les grands"),
    contres=(("contre",), "S4 Les bonus"),
    capot=(1, "S4 Les bonus"),
    capot_demande=(1, "S4 Les bonus"),
    capot_manque=(2, "S4 Les bonus"),
    contre=(1, "S4 Les bonus"),
    belote=(1, "S4 Les bonus"),
    rebelote=("due", "S4 Les bonus"),
    limite_points=(8, "S4 La variante pour les grands"),
)
