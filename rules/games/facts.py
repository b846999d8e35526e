"""Read one fact of a donne after another, in the order of the sheet format (docs/rules.md 3). All raise DonneError."""

from __future__ import annotations

from collections.abc import Mapping, Set
from typing import Any

from rules.camps import CAMPS, CAPOT
from rules.cards import ATOUTS, SANS_ATOUT, TOUT_ATOUT, points_in_play, possible_points
from rules.errors import DonneError
from rules.form import is_int
from rules.slips import points_slip

CONTRES = ("contre", "surcontre")
Raw = Mapping[str, Any]


def read_camp(value: Any, field: str) -> str:
    """Return *value*, a camp."""
    if value not in CAMPS:
        raise DonneError("type", field=field, read=value, expected=CAMPS)
    return str(value)


def read_preneur(raw: Raw) -> str:
    """Return the camp of the taker."""
    preneur = raw.get("preneur")
    if preneur is None:
        raise DonneError("preneur_absent", field="preneur")
    return read_camp(preneur, "preneur")


def read_capot(raw: Raw) -> str | None:
    """Return the camp that took every trick, where the sheet states one."""
    capot = raw.get("capot")
    return None if capot is None else read_camp(capot, "capot")


def refuse_auction(raw: Raw) -> None:
    """Refuse a bid or a contre where the game has no auction."""
    for field in ("enchere", "contre"):
        if raw.get(field) is not None:
            raise DonneError("contrat_invalide", field=field, reason="sans_enchere", read=raw[field])


def refuse_annonces(raw: Raw) -> None:
    """Refuse annonces, or a renonce, where there are none; empty lists say nothing."""
    for field in ("annonces", "renonce"):
        value = raw.get(field)
        if value and not (isinstance(value, Mapping) and not any(value.values())):
            raise DonneError("annonce_invalide", field=field, reason="aucune")


def read_enchere(raw: Raw, bids: range) -> int | str:
    """Return the bid: one of *bids*, or capot."""
    enchere = raw.get("enchere")
    low, high = bids[0], bids[-1]
    if enchere is None:
        raise DonneError("contrat_invalide", field="enchere", reason="absente", min=low, max=high)
    if is_int(enchere):
        if enchere not in bids:
            raise DonneError("contrat_invalide", field="enchere", reason="hors_bornes", read=enchere, min=low, max=high)
    elif enchere != CAPOT:
        raise DonneError("type", field="enchere", read=enchere, expected=(f"{low}–{high}", CAPOT))
    return enchere


def read_contre(raw: Raw, contres: tuple[str, ...]) -> str | None:
    """Return the contre, one of *contres*; None where there is none."""
    contre = raw.get("contre")
    if contre is None:
        return None
    if contre not in CONTRES:
        raise DonneError("type", field="contre", read=contre, expected=contres)
    if contre not in contres:
        raise DonneError("contrat_invalide", field="contre", reason="sans_surcontre", read=contre)
    return str(contre)


def read_atout(raw: Raw, atouts: tuple[str, ...]) -> str | None:
    """Return the atout, one of *atouts*; None where the sheet leaves it out: some plain suit."""
    atout = raw.get("atout")
    if atout is None:
        return None
    if atout not in ATOUTS:
        raise DonneError("type", field="atout", read=atout, expected=ATOUTS)
    if atout not in atouts:
        raise DonneError("contrat_invalide", field="atout", reason="atout", read=atout)
    return str(atout)


def _two_numbers(raw: Any, name: str, *, due: bool) -> tuple[int | None, int | None]:
    """Return the figures of NS and EO under *name*; None for a camp left out, and for both where none is *due*."""
    if raw is None and not due:
        return None, None
    if not isinstance(raw, Mapping):
        raise DonneError("type", field=name, read=raw, expected="camps")
    ns, eo = raw.get("NS"), raw.get("EO")
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and not is_int(value):
            raise DonneError("type", field=f"{name}.{camp}", read=value, expected="entier")
    if ns is None and eo is None and due:
        raise DonneError("type", field=name, read=None, expected="camps")
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and value < 0:
            raise DonneError("points_negatifs", field=f"{name}.{camp}", read=value)
    return ns, eo


def read_points(raw: Raw, atout: str | None, cards_in_trick: int | None) -> dict[str, int]:
    """Return the raw points of both camps, the one left out filled in."""
    ns, eo = _two_numbers(raw.get("points"), "points", due=True)
    total = points_in_play(atout)
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and value > total:
            slip = points_slip(ns, eo, total)
            raise DonneError("points_somme", field=f"points.{camp}", read=value, total=total, slip=slip)
    points = _completed(ns, eo, total)
    if sum(points) != total:
        slip = points_slip(ns, eo, total)
        raise DonneError("points_somme", field="points", read=sum(points), ns=ns, eo=eo, total=total, slip=slip)
    if points[0] not in possible_points(atout, cards_in_trick or 4):
        camp = "EO" if ns is None else "NS"
        raise DonneError("points_impossibles", field=f"points.{camp}", read=eo if ns is None else ns)
    return dict(zip(CAMPS, points, strict=True))


def _completed(ns: int | None, eo: int | None, total: int) -> tuple[int, int]:
    """Fill in the camp left out; at least one is there."""
    if ns is None:
        return total - (eo or 0), eo or 0
    return ns, total - ns if eo is None else eo


def check_capot_points(raw: Raw, capot: str, worth: int, flats: Set[int]) -> None:
    """Refuse points beside a capot other than one of the *flats* it may mark, and 0; *worth* is the usual one."""
    ns, eo = _two_numbers(raw.get("points"), "points", due=False)
    won, lost = (ns, eo) if capot == "NS" else (eo, ns)
    if (won is not None and won not in flats) or lost not in (None, 0):
        raise DonneError("capot_points", field="points", capot=capot, expected=worth, ns=ns, eo=eo)


def read_plis(raw: Raw, total: int, capot: str | None) -> tuple[dict[str, int], str]:
    """Return the tricks of each camp, the one left out filled in, and the camp of the last one."""
    ns, eo = _two_numbers(raw.get("plis"), "plis", due=capot is None)
    if ns is None and eo is None:
        ns = total if capot == "NS" else 0
    for camp, value in (("NS", ns), ("EO", eo)):
        if value is not None and value > total:
            raise DonneError("plis_invalides", field=f"plis.{camp}", reason="somme", read=value, total=total)
    tricks = _completed(ns, eo, total)
    if sum(tricks) != total:
        raise DonneError("plis_invalides", field="plis", reason="somme", read=sum(tricks), total=total)
    plis = dict(zip(CAMPS, tricks, strict=True))
    if capot is not None and plis[capot] != total:
        raise DonneError("capot_points", field="plis", capot=capot, expected=total, **_lower(plis))
    dernier = raw.get("dernier_pli")
    if dernier is None:
        # The last trick of a camp that took them all needs no saying.
        if total not in tricks:
            raise DonneError("type", field="dernier_pli", read=None, expected=CAMPS)
        return plis, "NS" if plis["NS"] == total else "EO"
    if not plis[read_camp(dernier, "dernier_pli")]:
        raise DonneError("plis_invalides", field="dernier_pli", reason="dernier", read=dernier)
    return plis, dernier


def _lower(plis: Mapping[str, int]) -> dict[str, int]:
    return {camp.lower(): number for camp, number in plis.items()}


def most_belotes(atout: str | None) -> int:
    """Return how many belotes one donne can hold: 1, 4 in Tout Atout, none in Sans Atout."""
    return {SANS_ATOUT: 0, TOUT_ATOUT: 4}.get(atout or "", 1)


def read_belotes(raw: Raw, atout: str | None, most: int) -> tuple[dict[str, int], tuple[str, ...]]:
    """Return the belotes of each camp, and the camps of those whose “rebelote” was forgotten: *most* in all."""
    belotes = dict.fromkeys(CAMPS, 0)
    if raw.get("belote") is None and raw.get("rebelote_oubliee") is None:
        return belotes, ()
    announced, forgotten = _camps(raw.get("belote"), "belote"), _camps(raw.get("rebelote_oubliee"), "rebelote_oubliee")
    number = len(announced) + len(forgotten)
    if number > most:
        field = "belote" if announced else "rebelote_oubliee"
        raise DonneError("belote_invalide", field=field, read=number, max=most, atout=atout)
    for camp in announced:
        belotes[camp] += 1
    return belotes, forgotten


def _camps(value: Any, field: str) -> tuple[str, ...]:
    """Read a list of camps; a lone camp is a list of one."""
    if value is None:
        return ()
    listed = value if isinstance(value, list | tuple) else (value,)
    return tuple(read_camp(camp, field) for camp in listed)
