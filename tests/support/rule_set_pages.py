"""Concours of each rule set, with a partie for each."""

from django.utils import timezone

from rules import complete_options
from tests.scoring import builders
from tournament.models import Round, Seat, Table, Team

TIERCE = {"type": "tierce", "hauteur": "R", "couleur": "coeur"}


CARRE = {"type": "carre", "hauteur": "9"}


ESCALIER = [1, 2, 3, 4, 5, 6, 7, 6, 5, 4, 3, 2, 1]


# rule set, options, donnes: the last one ends the partie.
PARTIES = {
    "ffb-classique": (
        {"limite_donnes": 4, "sans_atout_tout_atout": True},
        [
            {"preneur": "NS", "points": {"NS": 95}, "belote": ["NS"]},
            {"preneur": "EO", "points": {"EO": 81}},
            {"passe": True},
            {"preneur": "EO", "atout": "tout-atout", "points": {"NS": 60}, "belote": ["NS", "EO", "EO"]},
            {"preneur": "NS", "capot": "NS"},
        ],
    ),
    "departement-classique": (
        {"annonces": True, "limite_points": 400},
        [
            {"preneur": "NS", "points": {"NS": 100}, "annonces": {"NS": [TIERCE], "EO": []}, "belote": ["EO"]},
            {"preneur": "EO", "points": {"EO": 70}, "annonces": {"NS": [], "EO": [CARRE]}, "renonce": "EO"},
        ],
    ),
    "departement-contree": (
        {"limite_points": 1000, "fin": "arrondis"},
        [
            {"preneur": "NS", "enchere": 100, "points": {"NS": 104}, "belote": ["NS"]},
            {"preneur": "EO", "enchere": 120, "contre": "surcontre", "points": {"EO": 90}},
            {"preneur": "NS", "enchere": "capot", "capot": "NS"},
        ],
    ),
    "annonces": (
        {"limite_points": 500},
        [
            {"preneur": "NS", "atout": "coeur", "points": {"NS": 100}, "annonces": {"NS": [TIERCE, CARRE], "EO": []}},
            {"preneur": "NS", "points": {"NS": 120}, "rebelote_oubliee": ["NS"]},
            {"preneur": "EO", "points": {"EO": 60}},
        ],
    ),
    "traditionnelle": (
        {"annonces": True, "limite_points": 400},
        [
            {"preneur": "NS", "points": {"NS": 100}, "annonces": {"NS": [TIERCE], "EO": []}},
            {"preneur": "NS", "points": {"NS": 40}, "belote": ["NS"]},
            {"preneur": "EO", "capot": "EO"},
        ],
    ),
    "junior-plis": (
        {},
        [{"plis": {"NS": 5, "EO": 3}, "dernier_pli": "NS"}] * 3
        + [{"plis": {"NS": 3, "EO": 5}, "dernier_pli": "EO"}]
        + [{"plis": {"NS": 8, "EO": 0}, "dernier_pli": "NS"}] * 2,
    ),
    "junior-encheres": (
        {},
        [
            {"preneur": "NS", "enchere": 5, "plis": {"NS": 5, "EO": 3}, "dernier_pli": "NS", "belote": ["NS"]},
            {"preneur": "EO", "enchere": "capot", "contre": "contre", "plis": {"NS": 2, "EO": 6}, "dernier_pli": "EO"},
            {"preneur": "NS", "enchere": "capot", "plis": {"NS": 8, "EO": 0}, "dernier_pli": "NS"},
            {"preneur": "NS", "enchere": 4, "plis": {"NS": 4, "EO": 4}, "dernier_pli": "NS"},
        ],
    ),
    "junior-classique": (
        {"limite_points": 300},
        [{"preneur": "NS", "points": {"NS": 81}}, {"preneur": "NS", "capot": "NS", "belote": ["EO"]}]
        + [{"preneur": "EO", "points": {"EO": 82}}],
    ),
    "coinche": (
        {"decompte": "faits_et_annonces", "limite_points": 500},
        [
            {"preneur": "NS", "enchere": 90, "points": {"NS": 95}, "belote": ["NS"]},
            {"preneur": "EO", "enchere": 110, "contre": "contre", "points": {"EO": 100}},
            {"preneur": "NS", "enchere": "capot", "capot": "NS"},
        ],
    ),
    "comptoir": (
        {"base": "junior-encheres"},
        [{"preneur": "NS", "enchere": 18, "plis": {"NS": 16, "EO": 0}, "dernier_pli": "NS", "belote": ["NS"]}] * 4,
    ),
}


def as_fields(number, donne):
    """A donne of the sheet format as the page's form sends it."""
    place, fields = f"d{number}-", {}
    if donne.get("passe"):
        return {place + "preneur": "passe"}
    for name in ("preneur", "contre", "atout", "dernier_pli", "capot", "renonce", "enchere"):
        if name in donne:
            fields[place + name] = str(donne[name])
    for name in ("points", "plis"):
        fields |= {f"{place}{name}_{camp}": str(value) for camp, value in donne.get(name, {}).items()}
    if "belote" in donne:
        fields[place + "belote"] = " ".join(donne["belote"])
    if "rebelote_oubliee" in donne:
        fields[place + "belote"] = f"{donne['rebelote_oubliee'][0]} sans-rebelote"
    for camp, told in donne.get("annonces", {}).items():
        for slot, one in enumerate(told if isinstance(told, list) else ()):
            fields |= {f"{place}annonces_{camp}_{slot}_{part}": word for part, word in one.items()}
        if isinstance(told, int):
            fields[f"{place}annonces_{camp}"] = str(told)
    return fields


def concours(rule_set, options):
    return builders.seated(1, rule_set=rule_set, rule_options=complete_options(rule_set, options))


def escalier(players):
    tournament = builders.concours(teams=players, rule_set="escalier", rule_options={})
    round_ = Round.objects.create(tournament=tournament, number=1, state="published", published_at=timezone.now())
    table = Table.objects.create(round=round_, number=1)
    for camp, team in zip("ABCDEF", Team.objects.filter(tournament=tournament).order_by("number"), strict=False):
        Seat.objects.create(round=round_, table=table, team=team, camp=camp)
    return tournament


def manches(players, cards):
    """Every player announces nothing; the first makes every trick."""
    camps = "ABCDEF"[:players]
    return [
        {"cartes": n, "annonces": dict.fromkeys(camps, 0), "plis": {camp: n if camp == "A" else 0 for camp in camps}}
        for n in cards
    ]
