"""Donne: the facts of one donne as the feuille states them, read and checked in the order of the sheet format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.annonces import Annonce, check_together, counted, read_annonce
from rules.cards import ATOUTS, SANS_ATOUT, TOUT_ATOUT, points_in_play, possible_points
from rules.errors import DonneError
from rules.rule_set import Terms
from rules.slips import points_slip

CAMPS = ("NS", "EO")
OTHER = {"NS": "EO", "EO": "NS"}
CONTRES = ("contre", "surcontre")
CAPOT = "capot"


class Donne:
    """The facts of one donne. ``points``, ``plis``, ``belotes`` and ``annonces`` are by camp, points raw."""

    __slots__ = (
        "preneur",
        "enchere",
        "contre",
        "atout",
        "capot",
        "points",
        "plis",
        "dernier",
        "belotes",
        "oubliees",
        "annonces",
        "renonce",
    )

    def __init__(self) -> None:
        self.preneur: str | None = None
        self.enchere: int | str | None = None
        self.contre: str | None = None
        self.atout: str | None = None
        self.capot: str | None = None
        self.points: dict[str, int] = {}
        self.plis: dict[str, int] = {}
        self.dernier: str | None = None
        self.belotes: dict[str, int] = {"NS": 0, "EO": 0}
        self.oubliees: tuple[str, ...] = ()
        self.annonces: dict[str, int] = {}
        self.renonce: str | None = None


def read_donne(raw: Mapping[str, Any], terms: Terms) -> Donne:
    """The donne that *raw* states under *terms*. Raises DonneError at the first thing refused."""
    donne = Donne()
    reader = READERS[terms.game]
    _read_preneur(raw, terms, donne)
    _read_contract(raw, terms, donne)
    _read_atout(raw, terms, donne)
    capot = raw.get("capot")
    if capot is not None:
        donne.capot = _camp(capot, "capot")
    reader(raw, terms, donne)
    _read_belote(raw, terms, donne)
    _read_annonces(raw, terms, donne)
    return donne


def is_int(value: Any) -> bool:
    """Whether *value* is an integer and nothing else: neither 1.0 nor true."""
    return type(value) is int


def _camp(value: Any, champ: str) -> str:
    if value not in CAMPS:
        raise DonneError("type", champ=champ, lu=value, attendu="NS, EO")
    return value


def _read_preneur(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    preneur = raw.get("preneur")
    if preneur is not None:
        donne.preneur = _camp(preneur, "preneur")
    elif terms.game != "plis":  # by tricks alone, nobody takes: S4 Ma première belote
        raise DonneError("preneur_absent", champ="preneur")


def _read_contract(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    enchere, contre = raw.get("enchere"), raw.get("contre")
    contres = getattr(terms, "contres", None)
    if contres is None:
        for champ, value in (("enchere", enchere), ("contre", contre)):
            if value is not None:
                raise DonneError("contrat_invalide", champ=champ, raison="sans_enchere", lu=value)
        return
    low, high, step = _bids(terms)
    if enchere is None:
        raise DonneError("contrat_invalide", champ="enchere", raison="absente", min=low, max=high)
    if is_int(enchere):
        if not low <= enchere <= high or enchere % step:
            raise DonneError("contrat_invalide", champ="enchere", raison="hors_bornes", lu=enchere, min=low, max=high)
    elif enchere != CAPOT:
        raise DonneError("type", champ="enchere", lu=enchere, attendu=f"{low}–{high}, capot")
    donne.enchere = enchere
    if contre is not None:
        if contre not in CONTRES:
            raise DonneError("type", champ="contre", lu=contre, attendu=", ".join(contres))
        if contre not in contres:
            raise DonneError("contrat_invalide", champ="contre", raison="sans_surcontre", lu=contre)
        donne.contre = contre


def _bids(terms: Terms) -> tuple[int, int, int]:
    """Lowest and highest bid, and the step between bids."""
    return (1, terms.pari_max, 1) if terms.game == "encheres" else (terms.enchere_min, terms.enchere_max, 10)


def _read_atout(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    atout = raw.get("atout")
    if atout is None:
        return
    if atout not in ATOUTS:
        raise DonneError("type", champ="atout", lu=atout, attendu=", ".join(ATOUTS))
    if atout in (SANS_ATOUT, TOUT_ATOUT) and not terms.sans_atout_tout_atout:
        raise DonneError("contrat_invalide", champ="atout", raison="atout", lu=atout)
    donne.atout = atout


def _two_numbers(raw: Any, name: str, *, missing: bool) -> tuple[int | None, int | None]:
    """The figures of NS and EO under *name*; None for a camp left out. Raises DonneError."""
    if raw is None:
        if missing:
            raise DonneError("type", champ=name, lu=None, attendu="camps")
        return None, None
    if not isinstance(raw, Mapping):
        raise DonneError("type", champ=name, lu=raw, attendu="camps")
    ns, eo = raw.get("NS"), raw.get("EO")
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and not is_int(value):
            raise DonneError("type", champ=f"{name}.{camp}", lu=value, attendu="entier")
    if ns is None and eo is None and missing:
        raise DonneError("type", champ=name, lu=None, attendu="camps")
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and value < 0:
            raise DonneError("points_negatifs", champ=f"{name}.{camp}", lu=value)
    return ns, eo


def _read_points(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    ns, eo = _two_numbers(raw.get("points"), "points", missing=donne.capot is None)
    if donne.capot is not None:
        _check_capot_points(ns, eo, terms, donne)
        return
    total = points_in_play(donne.atout)
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and value > total:
            raise DonneError(
                "points_somme", champ=f"points.{camp}", lu=value, total=total, slip=points_slip(ns, eo, total)
            )
    if ns is None or eo is None:
        if ns is None:
            ns = total - eo
        else:
            eo = total - ns
    elif ns + eo != total:
        raise DonneError(
            "points_somme", champ="points", lu=ns + eo, ns=ns, eo=eo, total=total, slip=points_slip(ns, eo, total)
        )
    if ns not in possible_points(donne.atout, terms.cartes_par_pli):
        given = raw["points"].get("NS") is not None
        raise DonneError("points_impossibles", champ="points.NS" if given else "points.EO", lu=ns if given else eo)
    donne.points = {"NS": ns, "EO": eo}


def _check_capot_points(ns: int | None, eo: int | None, terms: Terms, donne: Donne) -> None:
    """Points beside a capot must be the flat value it marks, and 0."""
    flats = {terms.capot}
    if donne.enchere == CAPOT:
        name = f"capot_{donne.contre}" if donne.contre else "capot_demande"
        flats.add(getattr(terms, name, terms.capot_demande))
    won, lost = (ns, eo) if donne.capot == "NS" else (eo, ns)
    if (won is not None and won not in flats) or lost not in (None, 0):
        raise DonneError("capot_points", champ="points", capot=donne.capot, attendu=terms.capot, ns=ns, eo=eo)


def _read_plis(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    ns, eo = _two_numbers(raw.get("plis"), "plis", missing=donne.capot is None)
    total = terms.plis
    if ns is None and eo is None:
        ns = total if donne.capot == "NS" else 0
        eo = total - ns
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and value > total:
            raise DonneError("plis_invalides", champ=f"plis.{camp}", raison="somme", lu=value, total=total)
    if ns is None:
        ns = total - eo
    elif eo is None:
        eo = total - ns
    elif ns + eo != total:
        raise DonneError("plis_invalides", champ="plis", raison="somme", lu=ns + eo, total=total)
    donne.plis = {"NS": ns, "EO": eo}
    if donne.capot is not None and donne.plis[donne.capot] != total:
        raise DonneError("capot_points", champ="plis", capot=donne.capot, attendu=total, ns=ns, eo=eo)
    dernier = raw.get("dernier_pli")
    if dernier is None:
        # The last trick of a camp that took them all needs no saying.
        if total not in (ns, eo):
            raise DonneError("type", champ="dernier_pli", lu=None, attendu="NS, EO")
        donne.dernier = "NS" if ns == total else "EO"
    else:
        donne.dernier = _camp(dernier, "dernier_pli")
        if not donne.plis[dernier]:
            raise DonneError("plis_invalides", champ="dernier_pli", raison="dernier", lu=dernier)
    donne.capot = "NS" if ns == total else "EO" if eo == total else None


READERS = {
    "points": _read_points,
    "contree": _read_points,
    "coinche": _read_points,
    "plis": _read_plis,
    "encheres": _read_plis,
}


def _camps(value: Any, champ: str) -> tuple[str, ...]:
    if value is None:
        return ()
    listed = value if isinstance(value, list | tuple) else (value,)
    return tuple(_camp(camp, champ) for camp in listed)


def most_belotes(atout: str | None, terms: Terms) -> int:
    """How many belotes one donne can hold: 1, 4 in Tout Atout, none in Sans Atout; by tricks none in either."""
    if atout == SANS_ATOUT or (atout == TOUT_ATOUT and terms.game == "encheres"):
        return 0
    return 4 if atout == TOUT_ATOUT else 1


def _read_belote(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    said, forgotten = raw.get("belote"), raw.get("rebelote_oubliee")
    if said is None and forgotten is None:
        return
    belotes, oubliees = _camps(said, "belote"), _camps(forgotten, "rebelote_oubliee")
    most = most_belotes(donne.atout, terms)
    number = len(belotes) + len(oubliees)
    if number > most:
        raise DonneError(
            "belote_invalide", champ="belote" if belotes else "rebelote_oubliee", lu=number, max=most, atout=donne.atout
        )
    for camp in belotes:
        donne.belotes[camp] += 1
    donne.oubliees = oubliees


def _read_annonces(raw: Mapping[str, Any], terms: Terms, donne: Donne) -> None:
    given, renonce = raw.get("annonces"), raw.get("renonce")
    if given is None and renonce is None:
        return
    if terms.annonces == "aucune":
        for champ, value in (("annonces", given), ("renonce", renonce)):
            if value and not (isinstance(value, Mapping) and not any(value.values())):
                raise DonneError("annonce_invalide", champ=champ, raison="aucune")
        return
    annonces: dict[str, tuple[Annonce, ...]] = {"NS": (), "EO": ()}
    if given is not None:
        if not isinstance(given, Mapping):
            raise DonneError("type", champ="annonces", lu=given, attendu="objet")
        for camp in CAMPS:
            listed = given.get(camp)
            if listed is None:
                continue
            if not isinstance(listed, list | tuple):
                raise DonneError("type", champ=f"annonces.{camp}", lu=listed, attendu="liste")
            annonces[camp] = tuple(
                read_annonce(_object(raw_one, f"annonces.{camp}.{n}"), f"annonces.{camp}.{n}")
                for n, raw_one in enumerate(listed)
            )
        check_together(annonces)
    if renonce is None:
        donne.annonces = counted(annonces, donne.atout, meilleure=terms.annonces == "meilleure")
        return
    donne.renonce = _camp(renonce, "renonce")
    if not terms.renonce or not annonces[renonce]:
        raise DonneError("annonce_invalide", champ="renonce", raison="renonce", camp=renonce)
    # S2 D: all the annonces go to the adversary, its own included; nothing is compared.
    donne.annonces = {OTHER[renonce]: sum(a.points for found in annonces.values() for a in found)}


def _object(raw: Any, champ: str) -> Mapping[str, Any]:
    if not isinstance(raw, Mapping):
        raise DonneError("type", champ=champ, lu=raw, attendu="objet")
    return raw
