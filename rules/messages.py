"""The sentences of the errors, in French and in English; code decides on ``code``, people read these."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rules.sentences import show, text, texts

LONGEST_LIST = 400  # characters of a list of what was expected

# code, or code.reason where ``params["reason"]`` gives one.
ERRORS = texts(
    {
        "forme": ("ce n'est pas une feuille.", "this is no sheet."),
        "json": (
            "ce n'est pas du JSON : ligne {line}, colonne {column}.",
            "this is no JSON: line {line}, column {column}.",
        ),
        "trop_profond": ("trop de niveaux l'un dans l'autre.", "too many levels within one another."),
        "utf8": ("le fichier n'est pas écrit en UTF-8.", "the file is not written in UTF-8."),
        "fichier": ("fichier illisible : {read}.", "file cannot be read: {read}."),
        "cle_double": ("la clé « {key} » est écrite deux fois.", "the key “{key}” is written twice."),
        "pas_un_objet": ("il faut un objet {{…}}, et non {read}.", "an object {{…}} is expected, read {read}."),
        "pas_une_liste": ("il faut une liste […], et non {read}.", "a list […] is expected, read {read}."),
        "cle_inconnue": ("clé inconnue « {key} ».", "unknown key “{key}”."),
        "marque_club": (
            "le club marque à sa manière : deux totaux, et pas de donnes.",
            "the club marks in its own way: two totals, and no donnes.",
        ),
        "cle_deplacee": (
            "la clé « {key} » n'a pas sa place ici dans ce règlement.",
            "the key “{key}” has no place here under this rule set.",
        ),
        "ruleset_inconnu": (
            "règlement inconnu : {read}. Ceux qui existent : {expected}.",
            "unknown rule set: {read}. Those that exist: {expected}.",
        ),
        "option_inconnue": (
            "option inconnue « {option} » pour {ruleset}. Options possibles : {expected}.",
            "unknown option “{option}” for {ruleset}. Possible options: {expected}.",
        ),
        "option_valeur": (
            "option « {option} » : il faut {expected}, et non {read}.",
            "option “{option}”: read {read}, expected {expected}.",
        ),
        "sans_source": (
            "la valeur « {field} » de {ruleset} n'a pas d'article.",
            "the value “{field}” of {ruleset} has no article.",
        ),
        "valeur_inconnue": (
            "{ruleset} : la valeur « {field} » n'existe pas dans le règlement de base.",
            "{ruleset}: the value “{field}” does not exist in the base rule set.",
        ),
        "valeur_refusee": (
            "valeur « {field} » : il faut {expected}, et non {read}.",
            "value “{field}”: read {read}, expected {expected}.",
        ),
        "coupure_valeur": (
            "{field} : il faut un nombre entier d'au moins 1, et non {read}.",
            "{field}: read {read}, expected a whole number of at least 1.",
        ),
        "joueur_nom": (
            "chaque joueur doit avoir un nom, et {read} n'en est pas un.",
            "a player must have a name, read {read}.",
        ),
        "joueurs_nombre": ("{read} joueurs : il en faut de 3 à 6.", "{read} players: 3 to 6 are needed."),
        "joueurs_double": ("le même nom est écrit deux fois : {read}.", "the same name is written twice: {read}."),
        "carte_inconnue": (
            "carte inconnue : {read}. On écrit A♠, 10♥, R♦, V♣.",
            "unknown card: {read}. Write A♠, 10♥, R♦, V♣.",
        ),
        "carte_double": ("la carte {read} est là deux fois.", "the card {read} is there twice."),
        "atout_attendu": (
            "il faut un atout ({expected}), et non {read}.",
            "the atout is needed: {expected}; read {read}.",
        ),
        "pli_long": (
            "un pli a {total} cartes au plus : il y en a {read}.",
            "a trick has at most {total} cards, read {read}.",
        ),
        "main_absente": ("il manque la main du joueur.", "the player's hand is missing."),
        "main_en_trop": (
            "le pli est complet : personne n'a plus à jouer.",
            "the trick is complete: nobody is to play.",
        ),
        "incident_plis": (
            "{read} pli(s) indiqué(s) : il y en a eu {total} avant la faute.",
            "{read} tricks given, there were {total} before the fault.",
        ),
        "type": ("il faut {expected}, et non {read}.", "read {read}, expected {expected}."),
        "absent": ("indiquez {expected}.", "read —, expected {expected}."),
        "points_negatifs": ("{read} est négatif.", "{read} is negative."),
        "points_somme": (
            "les points font {read}, il en faut {total}. Relisez la feuille.",
            "the points make {read}, {total} are needed. Read the sheet again.",
        ),
        "points_impossibles": (
            "aucun partage des cartes ne fait {read} points. Relisez la feuille.",
            "no share of the cards makes {read} points. Read the sheet again.",
        ),
        "capot_points": (
            "capot de {capot} : {expected} pour ce camp et 0 pour l'autre, ou rien. Relisez la feuille.",
            "capot by {capot}: {expected} for that camp and 0 for the other, or nothing. Read the sheet again.",
        ),
        "preneur_absent": (
            "indiquez-le, ou marquez la donne comme passée.",
            "who took? State the taker, or that the donne was passed.",
        ),
        "contrat_invalide.sans_enchere": (
            "ce règlement se joue sans enchères. Effacez {read}.",
            "this rule set has no auction, read {read}.",
        ),
        "contrat_invalide.absente": (
            "il manque l'enchère, de {min} à {max} ou capot.",
            "the bid is missing, from {min} to {max} or capot.",
        ),
        "contrat_invalide.hors_bornes": (
            "enchère {read} impossible : de {min} à {max}, ou capot.",
            "bid {read} is not possible: {min} to {max}, or capot.",
        ),
        "contrat_invalide.sans_surcontre": ("ce règlement n'a pas de {read}.", "this rule set has no {read}."),
        "contrat_invalide.atout": ("ce règlement ne se joue pas à {read}.", "this rule set is not played in {read}."),
        "belote_invalide": (
            "{read} belote(s) annoncée(s), {max} au plus dans cette donne.",
            "{read} belote(s) announced, {max} at most in this donne.",
        ),
        "annonce_invalide.aucune": ("ce règlement se joue sans annonces.", "this rule set has no annonces."),
        "annonce_invalide.carre": ("un carré de {hauteur} ne compte pas.", "four {hauteur} do not count."),
        "annonce_invalide.hauteur": (
            "{type} au {hauteur} : cela n'existe pas.",
            "{type} to the {hauteur}: there is none.",
        ),
        "annonce_invalide.carte": (
            "la carte {card} sert dans deux annonces.",
            "the card {card} serves in two annonces.",
        ),
        "annonce_invalide.mains": (
            "les annonces de {camp} ne tiennent pas dans deux mains de huit cartes.",
            "the annonces of {camp} do not fit in two hands of eight cards.",
        ),
        "annonce_invalide.renonce": (
            "renonce de {camp}, qui n'a rien annoncé ou ne peut pas renoncer ici.",
            "renonce by {camp}, which announced nothing or cannot renounce here.",
        ),
        "plis_invalides.somme": (
            "les plis font {read}, il en faut {total}.",
            "the tricks make {read}, {total} are needed.",
        ),
        "plis_invalides.dernier": (
            "{read} n'a fait aucun pli et ne peut avoir le dernier.",
            "{read} took no trick and cannot have the last.",
        ),
        "plis_invalides.cartes": (
            "manche à {read} carte(s), il en fallait {total}.",
            "manche of {read} card(s), {total} was due.",
        ),
        "plis_invalides.annonces": (
            "le total annoncé ne doit pas être égal au nombre de cartes, {total}.",
            "the announced total must differ from the number of cards, {total}.",
        ),
        "plis_invalides.trop": ("{read} plis pour {total} carte(s).", "{read} tricks for {total} card(s)."),
        "partie_terminee": (
            "la partie était déjà terminée : cette ligne est en trop.",
            "the partie was already over: this is one too many.",
        ),
    }
)

# A kind of thing that was expected, where it is not a list of words.
EXPECTED = texts(
    {
        "entier": ("un nombre entier", "a whole number"),
        "camps": ("un nombre pour NS et un pour EO", "a number for NS and one for EO"),
        "liste": ("une liste", "a list"),
        "objet": ("un objet", "an object"),
    }
)

LISTED = text("{words} ou {last}", "{words}, {last}")

# The fields of a donne and of an annonce, as people name them.
PLACES = texts(
    {
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
)

# The likely slip, as a question after the sentence.
SLIPS = texts(
    {
        "der_oublie": ("Dix de der oublié ?", "Dix de der forgotten?"),
        "belote_comptee": (
            "Belote comptée dans les points ? Elle se note à part.",
            "Belote counted in the points? It is noted apart.",
        ),
        "capot_a_indiquer": ("Est-ce un capot ? Indiquez-le.", "Is it a capot? State it."),
        "chiffres_inverses": (
            "Chiffres inversés : {meant} au lieu de {read} pour {camp} ?",
            "Digits swapped: {meant} instead of {read} for {camp}?",
        ),
        "un_chiffre": (
            "Un chiffre faux : {meant} au lieu de {read} pour {camp} ?",
            "One wrong digit: {meant} instead of {read} for {camp}?",
        ),
    }
)

COLON, DONNE, MANCHE = text(" : ", ": "), text("Donne", "Donne"), text("Manche", "Manche")


def error_text(
    code: str,
    params: Mapping[str, Any],
    lang: str = "fr",
    *,
    donne: int | None = None,
    field: str = "",
    manche: bool = False,
) -> str:
    """Return the sentence of an error: where, what was read, what was expected, the likely slip.

    *donne* is a manche's number where *manche* is true.
    """
    key = f"{code}.{params['reason']}" if "reason" in params else code
    if code == "type" and params.get("read") is None:
        key = "absent"
    shown = {name: show(value) for name, value in params.items() if name not in ("slip", "expected")}
    if "expected" in params:
        shown["expected"] = _expected(params["expected"], lang)
    sentence = ERRORS[key].say(lang, **{"field": field, **shown})
    slip = slip_text(params.get("slip") or {}, lang)
    colon = COLON.in_lang(lang)
    where = f"{(MANCHE if manche else DONNE).in_lang(lang)} {donne}, " if donne is not None else ""
    if field and f"{field}{colon}" not in sentence:
        where += show(_place(field, lang))
    where = where.rstrip(", ")
    return (where + colon if where else "") + sentence + (f" {slip}" if slip else "")


def slip_text(slip: Mapping[str, Any], lang: str = "fr") -> str:
    """Return the likely slip as a question, or "" when none is known."""
    if not slip:
        return ""
    return SLIPS[slip["code"]].say(lang, **{name: show(value) for name, value in slip.items()})


def _expected(expected: Any, lang: str) -> str:
    """Put in words a kind of thing, a list of words, an option's values, or one value."""
    if isinstance(expected, str) and expected in EXPECTED:
        return EXPECTED[expected].in_lang(lang)
    if hasattr(expected, "expected"):
        return str(expected.expected(lang))
    if isinstance(expected, tuple):
        return show(_listed(expected, lang), LONGEST_LIST)
    return show(expected, LONGEST_LIST)


def _listed(words: Sequence[str], lang: str) -> str:
    """List *words*: « NS ou EO » in French, “NS, EO” in English."""
    if len(words) < 2:
        return "".join(words)
    return LISTED.say(lang, words=", ".join(words[:-1]), last=words[-1])


def _place(field: str, lang: str) -> str:
    """Return the field of a donne as people name it (“points NS”, “annonce 1 NS, couleur”), another as it is written."""
    name, *parts = field.split(".")
    if name == "annonces" and len(parts) > 1 and parts[1].isdecimal():
        camp, slot, *part = parts
        return ", ".join([f"annonce {int(slot) + 1} {camp}", *(_part(word, lang) for word in part)])
    if name in PLACES and len(parts) < 2:
        return " ".join([PLACES[name].in_lang(lang), *parts])
    return field


def _part(word: str, lang: str) -> str:
    return PLACES[word].in_lang(lang) if word in PLACES else word
