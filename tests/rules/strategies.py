"""Sheets that are valid, and values that are not, for the property tests."""

from hypothesis import strategies as st

from rules import RULE_SETS
from rules.cards import TOUT_ATOUT, points_in_play, possible_points

CAMPS = st.sampled_from(("NS", "EO"))
SUITS = st.sampled_from(("pique", "coeur", "carreau", "trefle"))

OPTIONS = {
    "ffb-classique": st.fixed_dictionaries(
        {},
        optional={
            "litige": st.booleans(),
            "egalite": st.sampled_from(("chute", "reussite")),
            "arrondi": st.booleans(),
            "sans_atout_tout_atout": st.booleans(),
            "capot": st.sampled_from((252, 162)),
            "litige_derniere_donne": st.sampled_from(("perdu", "garde")),
            "comparaison": st.sampled_from(("avec_belote", "sans_belote")),
            "litige_suite": st.sampled_from(("report", "redonne")),
            "limite_donnes": st.one_of(st.none(), st.integers(1, 20)),
            "limite_points": st.one_of(st.none(), st.integers(1, 2000)),
        },
    ),
    "departement-classique": st.fixed_dictionaries({}, optional={"annonces": st.booleans()}),
    "traditionnelle": st.fixed_dictionaries({}, optional={"annonces": st.booleans()}),
    "departement-contree": st.fixed_dictionaries({}, optional={"fin": st.sampled_from(("reels", "arrondis"))}),
    "coinche": st.fixed_dictionaries(
        {},
        optional={
            "decompte": st.sampled_from(("annonces", "faits", "faits_et_annonces")),
            "chute": st.sampled_from((160, 162)),
            "chute_contrat": st.booleans(),
            "coinche": st.sampled_from(("double", "forfait")),
            "surcoinche": st.sampled_from(("non", "triple", "quadruple", "forfait")),
            "capot_fait": st.sampled_from((250, 350, 500)),
            "capot_demande": st.sampled_from((250, 350, 500)),
            "belote_aide": st.booleans(),
            "arrondi": st.booleans(),
        },
    ),
    "comptoir": st.fixed_dictionaries(
        {"base": st.sampled_from(("junior-plis", "junior-encheres", "junior-classique", "coinche"))}
    ),
}
TWO_CAMPS = sorted(set(RULE_SETS) - {"escalier"})
POINTS = ("ffb-classique", "departement-classique", "annonces", "traditionnelle", "junior-classique")


@st.composite
def donnes(draw, ruleset, options):
    """One valid donne of two camps."""
    base = options.get("base", "junior-classique") if ruleset == "comptoir" else ruleset
    if draw(st.integers(0, 9)) == 0:
        return {"passe": True}
    donne = {"preneur": draw(CAMPS)}
    atout = draw(st.one_of(st.none(), SUITS))
    if base in ("junior-plis", "junior-encheres") or options.get("sans_atout_tout_atout"):
        atout = draw(st.one_of(st.none(), SUITS, st.sampled_from(("sans-atout", "tout-atout"))))
    if atout:
        donne["atout"] = atout
    if base in ("departement-contree", "coinche"):
        top = 16 if base == "departement-contree" else 18
        donne["enchere"] = draw(st.one_of(st.just("capot"), st.integers(8, top).map(lambda n: 10 * n)))
        twice = base == "departement-contree" or options.get("surcoinche", "non") != "non"
        contres = (None, "contre", "surcontre") if twice else (None, "contre")
        donne["contre"] = draw(st.sampled_from(contres))
    if base == "junior-encheres":
        donne["enchere"] = draw(st.one_of(st.just("capot"), st.integers(1, 18 if ruleset == "comptoir" else 10)))
        donne["contre"] = draw(st.sampled_from((None, "contre")))
    if base in ("junior-plis", "junior-encheres"):
        total = 16 if ruleset == "comptoir" else 8
        taken = draw(st.integers(0, total))
        donne["plis"] = {"NS": taken, "EO": total - taken}
        donne["dernier_pli"] = draw(st.sampled_from([c for c, n in donne["plis"].items() if n]))
    elif draw(st.integers(0, 5)) == 0:
        donne["capot"] = draw(CAMPS)
    else:
        shares = sorted(possible_points(atout, 2 if ruleset == "comptoir" else 4))
        raw = draw(st.one_of(st.sampled_from(shares), st.sampled_from([n for n in (71, 81, 91) if n in shares])))
        donne["points"] = {"NS": raw, "EO": points_in_play(atout) - raw}
    if base != "junior-plis":
        by_tricks = base == "junior-encheres"
        most = {"sans-atout": 0, TOUT_ATOUT: 0 if by_tricks else 4}.get(atout, 1)
        donne["belote"] = draw(st.lists(CAMPS, max_size=most))
        if len(donne["belote"]) < most and draw(st.booleans()):
            donne["rebelote_oubliee"] = [draw(CAMPS)]
    if ruleset == "annonces" or (options.get("annonces") and base != "coinche"):
        donne["annonces"] = draw(
            st.sampled_from(
                (
                    {},
                    {"NS": [{"type": "tierce", "hauteur": "R", "couleur": "coeur"}]},
                    {"EO": [{"type": "carre", "hauteur": "V"}], "NS": [{"type": "carre", "hauteur": "9"}]},
                    {
                        "NS": [{"type": "cent", "hauteur": "A", "couleur": "pique"}],
                        "EO": [{"type": "tierce", "hauteur": "9", "couleur": "trefle"}],
                    },
                )
            )
        )
        announced = [camp for camp, found in donne["annonces"].items() if found]
        if announced and ruleset != "traditionnelle" and draw(st.integers(0, 4)) == 0:
            donne["renonce"] = draw(st.sampled_from(announced))
    return donne


@st.composite
def sheets(draw, rule_sets=tuple(TWO_CAMPS), most=8):
    """A sheet of two camps whose every donne is valid, if it is not after the end."""
    ruleset = draw(st.sampled_from(rule_sets))
    options = draw(OPTIONS.get(ruleset, st.just({})))
    return {
        "ruleset": ruleset,
        "options": options,
        "donnes": draw(st.lists(donnes(ruleset, options), max_size=most)),
    }


ANYTHING = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(),
        st.floats(),
        st.text(max_size=6),
        st.sampled_from(("NS", "EO", "capot", "contre", "tout-atout", "tierce", 10**40, -1, 1.0, "\ud800", "95")),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=3),
        st.dictionaries(
            st.one_of(
                st.text(max_size=4),
                st.sampled_from(
                    "ruleset options donnes coupure preneur points NS EO capot belote annonces plis enchere".split()
                ),
            ),
            inner,
            max_size=3,
        ),
    ),
    max_leaves=8,
)
