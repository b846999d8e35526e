"""The sentences of the errors, in French and in English; code decides on ``code``, people read these."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

LONGEST = 60  # characters of a value read that a sentence repeats
LONGEST_LIST = 400  # characters of a list of what was expected


def show(value: Any, longest: int = LONGEST) -> str:
    """*value* as a sentence repeats it: short, on one line, whatever was read."""
    if value is None:
        return "—"
    if value is True or value is False:
        return "true" if value else "false"
    try:
        text = value if isinstance(value, str) else repr(value)
    except (ValueError, RecursionError):  # an integer of thousands of figures, a nest without end
        return "…"
    text = " ".join(text.split())
    text = "".join(c if c.isprintable() else "?" for c in text)
    return text if len(text) <= longest else text[:longest] + "…"


# code -> (French, English); a dict of variants where ``params["raison"]`` says which.
ERRORS: dict[str, Any] = {
    "forme": ("ce n'est pas une feuille.", "this is no sheet."),
    "json": (
        "ce n'est pas du JSON : ligne {ligne}, colonne {colonne}.",
        "this is no JSON: line {ligne}, column {colonne}.",
    ),
    "trop_profond": ("trop de niveaux l'un dans l'autre.", "too many levels within one another."),
    "utf8": ("le fichier n'est pas écrit en UTF-8.", "the file is not written in UTF-8."),
    "fichier": ("fichier illisible : {lu}.", "file cannot be read: {lu}."),
    "cle_double": ("la clé « {cle} » est écrite deux fois.", "the key “{cle}” is written twice."),
    "pas_un_objet": ("on attend un objet {{…}}, lu {lu}.", "an object {{…}} is expected, read {lu}."),
    "pas_une_liste": ("on attend une liste […], lu {lu}.", "a list […] is expected, read {lu}."),
    "cle_inconnue": ("clé inconnue « {cle} ».", "unknown key “{cle}”."),
    "cle_deplacee": (
        "la clé « {cle} » n'a pas sa place ici dans ce règlement.",
        "the key “{cle}” has no place here under this rule set.",
    ),
    "ruleset_inconnu": (
        "règlement inconnu : {lu}. Ceux qui existent : {attendu}.",
        "unknown rule set: {lu}. Those that exist: {attendu}.",
    ),
    "option_inconnue": (
        "option inconnue « {option} » pour {ruleset}. Options possibles : {attendu}.",
        "unknown option “{option}” for {ruleset}. Possible options: {attendu}.",
    ),
    "option_valeur": (
        "option « {option} » : lu {lu}, attendu {attendu}.",
        "option “{option}”: read {lu}, expected {attendu}.",
    ),
    "sans_source": (
        "la valeur « {champ} » de {ruleset} n'a pas d'article.",
        "the value “{champ}” of {ruleset} has no article.",
    ),
    "valeur_inconnue": (
        "{ruleset} : la valeur « {champ} » n'existe pas dans le règlement de base.",
        "{ruleset}: the value “{champ}” does not exist in the base rule set.",
    ),
    "valeur_refusee": (
        "valeur « {champ} » : lu {lu}, attendu {attendu}.",
        "value “{champ}”: read {lu}, expected {attendu}.",
    ),
    "coupure_valeur": (
        "{champ} : lu {lu}, attendu un nombre entier d'au moins 1.",
        "{champ}: read {lu}, expected a whole number of at least 1.",
    ),
    "joueur_nom": ("un joueur doit avoir un nom, lu {lu}.", "a player must have a name, read {lu}."),
    "joueurs_nombre": ("{lu} joueurs : il en faut de 3 à 6.", "{lu} players: 3 to 6 are needed."),
    "joueurs_double": ("le même nom est écrit deux fois : {lu}.", "the same name is written twice: {lu}."),
    "carte_inconnue": (
        "carte inconnue : {lu}. On écrit A♠, 10♥, R♦, V♣.",
        "unknown card: {lu}. Write A♠, 10♥, R♦, V♣.",
    ),
    "carte_double": ("la carte {lu} est là deux fois.", "the card {lu} is there twice."),
    "atout_attendu": ("il faut dire l'atout : {attendu} ; lu {lu}.", "the atout is needed: {attendu}; read {lu}."),
    "pli_long": ("un pli a {total} cartes au plus, lu {lu}.", "a trick has at most {total} cards, read {lu}."),
    "main_longue": ("une main a {total} cartes au plus, lu {lu}.", "a hand has at most {total} cards, read {lu}."),
    "main_absente": ("il manque la main du joueur.", "the player's hand is missing."),
    "main_en_trop": ("le pli est complet : personne n'a plus à jouer.", "the trick is complete: nobody is to play."),
    "incident_plis": (
        "{lu} plis donnés, il y en a eu {total} avant la faute.",
        "{lu} tricks given, there were {total} before the fault.",
    ),
    "type": ("lu {lu}, attendu {attendu}.", "read {lu}, expected {attendu}."),
    "points_negatifs": ("{lu} est négatif.", "{lu} is negative."),
    "points_somme": (
        "les points font {lu}, il en faut {total}. Relisez la feuille.",
        "the points make {lu}, {total} are needed. Read the sheet again.",
    ),
    "points_impossibles": (
        "aucun partage des cartes ne donne {lu} points. Relisez la feuille.",
        "no share of the cards makes {lu} points. Read the sheet again.",
    ),
    "capot_points": (
        "capot de {capot} : {attendu} pour ce camp et 0 pour l'autre, ou rien. Relisez la feuille.",
        "capot by {capot}: {attendu} for that camp and 0 for the other, or nothing. Read the sheet again.",
    ),
    "preneur_absent": (
        "qui a pris ? Indiquez le preneur, ou que la donne est passée.",
        "who took? State the taker, or that the donne was passed.",
    ),
    "contrat_invalide": {
        "sans_enchere": ("ce règlement se joue sans enchères, lu {lu}.", "this rule set has no auction, read {lu}."),
        "absente": (
            "il manque l'enchère, de {min} à {max} ou capot.",
            "the bid is missing, from {min} to {max} or capot.",
        ),
        "hors_bornes": (
            "enchère {lu} impossible : de {min} à {max}, ou capot.",
            "bid {lu} is not possible: {min} to {max}, or capot.",
        ),
        "sans_surcontre": ("ce règlement n'a pas de {lu}.", "this rule set has no {lu}."),
        "atout": ("ce règlement ne se joue pas à {lu}.", "this rule set is not played in {lu}."),
    },
    "belote_invalide": (
        "{lu} belote(s) annoncée(s), {max} au plus dans cette donne.",
        "{lu} belote(s) announced, {max} at most in this donne.",
    ),
    "annonce_invalide": {
        "aucune": ("ce règlement se joue sans annonces.", "this rule set has no annonces."),
        "carre": ("un carré de {hauteur} ne compte pas.", "four {hauteur} do not count."),
        "hauteur": ("{type} au {hauteur} : cela n'existe pas.", "{type} to the {hauteur}: there is none."),
        "carte": ("la carte {carte} sert dans deux annonces.", "the card {carte} serves in two annonces."),
        "mains": (
            "les annonces de {camp} ne tiennent pas dans deux mains de huit cartes.",
            "the annonces of {camp} do not fit in two hands of eight cards.",
        ),
        "renonce": (
            "renonce de {camp}, qui n'a rien annoncé ou ne peut pas renoncer ici.",
            "renonce by {camp}, which announced nothing or cannot renounce here.",
        ),
    },
    "plis_invalides": {
        "somme": ("les plis font {lu}, il en faut {total}.", "the tricks make {lu}, {total} are needed."),
        "dernier": (
            "{lu} n'a fait aucun pli et ne peut avoir le dernier.",
            "{lu} took no trick and cannot have the last.",
        ),
        "cartes": (
            "manche à {lu} carte(s), on attendait {total}.",
            "manche of {lu} card(s), {total} was due.",
        ),
        "annonces": (
            "le total annoncé ne doit pas être égal au nombre de cartes, {total}.",
            "the announced total must differ from the number of cards, {total}.",
        ),
        "trop": ("{lu} plis pour {total} carte(s).", "{lu} tricks for {total} card(s)."),
    },
    "partie_terminee": (
        "la partie était déjà terminée : il y en a une de trop.",
        "the partie was already over: this is one too many.",
    ),
}

# What was expected, where it is a kind of thing and not a list of words.
EXPECTED: dict[Any, tuple[str, str]] = {
    "entier": ("un nombre entier", "a whole number"),
    "camps": ("un nombre pour NS et un pour EO", "a number for NS and one for EO"),
    "liste": ("une liste", "a list"),
    "objet": ("un objet", "an object"),
}

# The fields of a donne and of an annonce, as people name them.
PLACES: dict[str, tuple[str, str]] = {
    "points": ("points", "points"),
    "plis": ("plis", "tricks"),
    "annonces": ("annonces", "annonces"),
    "enchere": ("enchère", "bid"),
    "preneur": ("preneur", "preneur"),
    "dernier_pli": ("dernier pli", "last trick"),
    "rebelote_oubliee": ("rebelote oubliée", "rebelote forgotten"),
    "couleur": ("couleur", "suit"),
    "hauteur": ("hauteur", "top card"),
    "type": ("annonce", "annonce"),
}

# The likely slip, as a question after the sentence.
SLIPS: dict[str, tuple[str, str]] = {
    "der_oublie": ("Dix de der oublié ?", "Dix de der forgotten?"),
    "belote_comptee": (
        "Belote comptée dans les points ? Elle se note à part.",
        "Belote counted in the points? It is noted apart.",
    ),
    "capot_a_indiquer": ("Est-ce un capot ? Indiquez-le.", "Is it a capot? State it."),
    "chiffres_inverses": (
        "Chiffres inversés : {voulu} au lieu de {lu} pour {camp} ?",
        "Digits swapped: {voulu} instead of {lu} for {camp}?",
    ),
    "un_chiffre": (
        "Un chiffre faux : {voulu} au lieu de {lu} pour {camp} ?",
        "One wrong digit: {voulu} instead of {lu} for {camp}?",
    ),
}


def slip_text(slip: Mapping[str, Any], lang: str = "fr") -> str:
    """The likely slip as a question, or "" when none is known."""
    if not slip:
        return ""
    return SLIPS[slip["code"]][lang == "en"].format(**{k: show(v) for k, v in slip.items()})


def error_text(
    code: str,
    params: Mapping[str, Any],
    lang: str = "fr",
    *,
    donne: int | None = None,
    champ: str = "",
    manche: bool = False,
) -> str:
    """The sentence of an error: where, what was read, what was expected, the likely slip. *donne* is a manche's number
    where *manche* is true."""
    entry = ERRORS[code]
    if isinstance(entry, dict):
        entry = entry[params["raison"]]
    shown = {name: show(value) for name, value in params.items() if name not in ("slip", "spec", "attendu")}
    attendu = params.get("attendu")
    if attendu is not None:
        words = EXPECTED.get(attendu)
        shown["attendu"] = words[lang == "en"] if words else show(attendu, LONGEST_LIST)
    spec = params.get("spec")
    if spec is not None:
        shown["attendu"] = expected_of(spec, lang)
    sentence = entry[lang == "en"].format(**{"champ": champ, **shown})
    slip = slip_text(params.get("slip") or {}, lang)
    where = f"{'Manche' if manche else 'Donne'} {donne}, " if donne is not None else ""
    if champ and f"{champ} :" not in sentence and f"{champ}:" not in sentence:
        where += show(_place(champ, lang))
    where = where.rstrip(", ")
    colon = ": " if lang == "en" else " : "
    return (where + colon if where else "") + sentence + (f" {slip}" if slip else "")


def _place(champ: str, lang: str) -> str:
    """The field of a donne as people name it: “points NS”, “annonce 1 NS, couleur”. Other fields as they are written."""
    name, *parts = champ.split(".")
    if name == "annonces" and len(parts) > 1 and parts[1].isdecimal():
        camp, slot, *part = parts
        return ", ".join([f"annonce {int(slot) + 1} {camp}", *(_part(one, lang) for one in part)])
    if name in PLACES and len(parts) < 2:
        return " ".join([PLACES[name][lang == "en"], *parts])
    return champ


def _part(word: str, lang: str) -> str:
    return PLACES.get(word, (word, word))[lang == "en"]


def expected_of(spec: Any, lang: str) -> str:
    """What an option accepts, in words."""
    if spec.kind == "int":
        whole = f"a whole number of at least {spec.minimum}" if lang == "en" else f"un entier d'au moins {spec.minimum}"
        return whole + ((" or null" if lang == "en" else " ou null") if spec.nullable else "")
    joined = " or " if lang == "en" else " ou "
    return joined.join(show(choice) for choice in spec.choices)
