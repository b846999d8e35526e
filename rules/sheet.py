"""The sheet: its form checked whole, then scored. One JSON shape for command line, API and exports."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.donne import CAMPS
from rules.errors import FormError, OptionError
from rules.escalier import score_escalier
from rules.partie import Result, score_partie
from rules.rule_set import RuleSet, Terms, terms
from rules.sets import RULE_SETS

# A bid, a contre or annonces where the rule set has none are errors of the donne, so every game reads their keys.
_COMMON = {"passe", "preneur", "atout", "enchere", "contre", "annonces", "renonce"}
_POINTS = _COMMON | {"capot", "points", "belote", "rebelote_oubliee"}
DONNE_KEYS: dict[str, set[str]] = {
    "points": _POINTS,
    "contree": _POINTS,
    "coinche": _POINTS,
    "plis": _COMMON | {"plis", "dernier_pli"},
    "encheres": _COMMON | {"capot", "plis", "dernier_pli", "belote", "rebelote_oubliee"},
}
MANCHE_KEYS = {"cartes", "annonces", "plis"}
ANNONCE_KEYS = {"type", "hauteur", "couleur"}
SHEET_KEYS = {"ruleset", "options", "donnes", "coupure"}
ESCALIER_KEYS = {"ruleset", "options", "joueurs", "manches"}
COUPURE_KEYS = {"apres_donne", "donnes_restantes"}
EVERY_KEY = (
    set.union(*DONNE_KEYS.values())
    | MANCHE_KEYS
    | ANNONCE_KEYS
    | SHEET_KEYS
    | ESCALIER_KEYS
    | COUPURE_KEYS
    | set(CAMPS)
)


def score_sheet(
    sheet: Mapping[str, Any], *, explain: bool = True, rule_sets: Mapping[str, RuleSet] = RULE_SETS
) -> Result:
    """The scored sheet, its first error included in ``Result.errors``.

    Raises FormError (OptionError for an option) when *sheet* is no sheet at all. With ``explain`` False the lines
    are not kept. ``rule_sets`` may hold a club's own beside ours.
    """
    rules, agreed = read_form(sheet, rule_sets)
    if agreed.game == "escalier":
        return score_escalier(sheet["joueurs"], sheet["manches"], agreed, explain=explain)
    return score_partie(sheet["donnes"], agreed, sheet.get("coupure"), explain=explain)


def read_form(sheet: Any, rule_sets: Mapping[str, RuleSet] = RULE_SETS) -> tuple[RuleSet, Terms]:
    """The rule set and terms of a sheet whose form is right at every depth. Raises FormError."""
    if not isinstance(sheet, Mapping):
        raise FormError("pas_un_objet", champ="", lu=sheet)
    rules = find_rule_set(sheet.get("ruleset"), rule_sets)
    agreed = terms(rules, read_options(sheet.get("options")))
    if agreed.game == "escalier":
        check_keys(sheet, ESCALIER_KEYS, "")
        _check_joueurs(sheet, agreed)
        joueurs = set(sheet["joueurs"])
        for number, manche in enumerate(_list(sheet, "manches"), start=1):
            champ = f"manches.{number}"
            check_keys(_mapping(manche, champ), MANCHE_KEYS, champ)
            for name in ("annonces", "plis"):
                if isinstance(manche.get(name), Mapping):
                    check_keys(manche[name], joueurs, f"{champ}.{name}")
        return rules, agreed
    check_keys(sheet, SHEET_KEYS, "")
    _check_coupure(sheet.get("coupure"))
    allowed = DONNE_KEYS[agreed.game]
    for number, donne in enumerate(_list(sheet, "donnes"), start=1):
        _check_donne(donne, allowed, number)
    return rules, agreed


def find_rule_set(name: Any, rule_sets: Mapping[str, RuleSet] = RULE_SETS) -> RuleSet:
    """The rule set of that id. Raises FormError."""
    if not isinstance(name, str) or name not in rule_sets:
        raise FormError("ruleset_inconnu", champ="ruleset", lu=name, attendu=", ".join(rule_sets))
    return rule_sets[name]


def read_options(options: Any) -> Mapping[str, Any]:
    """The options of a request as a mapping; null is as good as absent. Raises OptionError."""
    if options is None:
        return {}
    if not isinstance(options, Mapping):
        raise OptionError("pas_un_objet", champ="options", lu=options)
    return options


def check_keys(found: Mapping[str, Any], allowed: set[str], champ: str) -> None:
    """Refuse the keys of *found* that are not *allowed*; a null one is as good as absent."""
    if found.keys() <= allowed:
        return
    for key, value in found.items():
        if key not in allowed and value is not None:
            where = f"{champ}.{key}" if champ else str(key)
            raise FormError("cle_deplacee" if key in EVERY_KEY else "cle_inconnue", champ=where, cle=key)


def _mapping(value: Any, champ: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise FormError("pas_un_objet", champ=champ, lu=value)
    return value


def _list(sheet: Mapping[str, Any], name: str) -> list[Any]:
    value = sheet.get(name)
    if not isinstance(value, list | tuple):
        raise FormError("pas_une_liste", champ=name, lu=value)
    return value


def _check_donne(donne: Any, allowed: set[str], number: int) -> None:
    champ = f"donnes.{number}"
    check_keys(_mapping(donne, champ), allowed, champ)
    if donne.get("passe") is True:
        for key, value in donne.items():
            if key != "passe" and value not in (None, [], {}):
                raise FormError("cle_deplacee", champ=f"{champ}.{key}", cle=key)
    for name in ("points", "plis", "annonces"):
        value = donne.get(name)
        if value.__class__ is dict and value.keys() <= CAMP_KEYS and name != "annonces":
            continue
        if isinstance(value, Mapping):
            check_keys(value, CAMP_KEYS, f"{champ}.{name}")
            if name == "annonces":
                _check_annonces(value, f"{champ}.annonces")


CAMP_KEYS = set(CAMPS)


def _check_annonces(annonces: Mapping[str, Any], champ: str) -> None:
    for camp, listed in annonces.items():
        if not isinstance(listed, list | tuple):
            continue
        for n, one in enumerate(listed):
            if isinstance(one, Mapping):
                where = f"{champ}.{camp}.{n}"
                check_keys(one, ANNONCE_KEYS, where)
                if one.get("type") == "carre" and one.get("couleur") is not None:
                    raise FormError("cle_deplacee", champ=f"{where}.couleur", cle="couleur")


def _check_coupure(coupure: Any) -> None:
    if coupure is None:
        return
    check_keys(_mapping(coupure, "coupure"), COUPURE_KEYS, "coupure")
    for name in ("apres_donne", "donnes_restantes"):
        value = coupure.get(name)
        if type(value) is not int or value < 1:
            raise FormError("coupure_valeur", champ=f"coupure.{name}", lu=value)


def _check_joueurs(sheet: Mapping[str, Any], agreed: Terms) -> None:
    joueurs = _list(sheet, "joueurs")
    for n, name in enumerate(joueurs):
        if not isinstance(name, str) or not name.strip():
            raise FormError("joueur_nom", champ=f"joueurs.{n}", lu=name)
    if len(joueurs) not in agreed.cartes_max:
        raise FormError("joueurs_nombre", champ="joueurs", lu=len(joueurs))
    if len(set(joueurs)) != len(joueurs):
        raise FormError("joueurs_double", champ="joueurs", lu=joueurs)
