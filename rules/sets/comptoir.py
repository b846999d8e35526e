"""La belote comptoir of Grimaud Junior (S4): two players, as the belote chosen, except."""

from dataclasses import replace

from rules.options import Option
from rules.rule_set import rule_set
from rules.sentences import text
from rules.sets.coinche import COINCHE
from rules.sets.junior_classique import JUNIOR_CLASSIQUE
from rules.sets.junior_encheres import JUNIOR_ENCHERES
from rules.sets.junior_plis import JUNIOR_PLIS

BASES = (JUNIOR_PLIS, JUNIOR_ENCHERES, JUNIOR_CLASSIQUE, COINCHE)
POINTS = frozenset({JUNIOR_CLASSIQUE.id, COINCHE.id})

COMPTOIR = rule_set(
    "comptoir",
    "La belote comptoir, à deux (Grimaud Junior)",
    "La belote comptoir, for two (Grimaud Junior)",
    source="S4",
    # Question: S4 says "one card a turn" with 16 cards each; 16 tricks of 2 (D12).
    plis=(16, "D12"),
    cartes_par_pli=(2, "D12"),
    partenaires=(False, "S4 La belote comptoir"),
    pari_max=(18, "D12"),
    options=(
        Option(
            "base",
            "choice",
            JUNIOR_CLASSIQUE.id,
            "S4 La belote comptoir",
            text("Belote jouée", "Belote played"),
            choices=tuple(base.id for base in BASES),
            choice_labels={base.id: base.words for base in BASES},
        ),
        replace(COINCHE.options["decompte"], bases=frozenset({COINCHE.id})),
        replace(COINCHE.options["marque_club"], bases=frozenset({COINCHE.id})),
        replace(COINCHE.options["limite_donnes"], bases=POINTS),
        replace(COINCHE.options["limite_points"], bases=POINTS),
    ),
    bases=BASES,
)
